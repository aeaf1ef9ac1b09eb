//! The end of a program as a sentence, and the differences between two of its runs.

use std::sync::Arc;

use super::program::{ProgramEnd, ProgramSetup};
use super::run_id::RunId;
use crate::viewer::session::computed::Computed;
use crate::viewer::session::jobs::Compare;
use crate::viewer::session::work::Wake;
use edagari_core::analysis::{TraceDiff, best_line, node_title};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

/// Comparison of a program's run with its former run.
#[derive(Debug)]
pub struct ProgramChange {
    /// The former run, and the new one.
    pub runs: [RunId; 2],
    /// The result as a sentence; `None` until it is available.
    pub text: Option<String>,
    comparison: Computed<[Arc<Trace>; 2], TraceDiff>,
}

impl ProgramChange {
    pub(super) fn begin(runs: [RunId; 2], traces: [Arc<Trace>; 2], wake: &Wake) -> Self {
        let compared = traces.to_vec();
        Self { runs, text: None, comparison: Computed::begin(traces, Compare {}, compared, wake) }
    }

    /// Receives the result; once it is available, returns the frames of both runs that show it.
    pub(super) fn advance(&mut self, language: Language) -> Option<[usize; 2]> {
        self.comparison.advance();
        if self.text.is_some() {
            return None;
        }
        match &self.comparison {
            Computed::Done(traces, diff) => {
                let (text, frames) = changes(traces, diff, language);
                self.text = Some(text);
                Some(frames)
            }
            Computed::Refused(_, problem) => {
                self.text = Some(problem.sentence(language));
                None
            }
            _ => None,
        }
    }
}

/// Returns a sentence about the end of a program.
pub fn end_text(end: ProgramEnd, setup: &ProgramSetup, language: Language) -> String {
    let name = setup.name();
    let (text, code) = match end {
        ProgramEnd::Code(code) => (Text::ProgramEnded, code.to_string()),
        ProgramEnd::Signal => (Text::ProgramKilled, String::new()),
        ProgramEnd::Stopped => (Text::ProgramStopped, String::new()),
        ProgramEnd::NotStarted => (Text::ProgramNotStarted, String::new()),
    };
    language.fill(text, &[("program", &name), ("code", &code)])
}

/// Returns the differences between two runs, first the decision at the root, and the frames that
/// show them.
fn changes(traces: &[Arc<Trace>; 2], diff: &TraceDiff, language: Language) -> (String, [usize; 2]) {
    let lasts = diff.frames.map(|frames| frames.saturating_sub(1));
    let Some(frame) = diff.parting else {
        let count = language.number(diff.frames[0] as u64);
        return (language.fill(Text::ProgramEqual, &[("count", &count)]), lasts);
    };
    let decisions = [0, 1].map(|side: usize| {
        let trace = &traces[side];
        let first = best_line(trace, &[], lasts[side]).first().copied();
        first.map(|first| node_title(trace, &[first], language))
    });
    let [left, right] = diff.visits.map(|visits| language.number(visits));
    let number = language.number(frame as u64);
    let figures = [("frame", number.as_str()), ("left", &left), ("right", &right)];
    let text = |text, more: &[(&str, &str)]| language.fill(text, &[&figures, more].concat());
    match &decisions {
        [Some(former), Some(now)] if former != now => {
            // At its last frame, each run shows its decision.
            (text(Text::ProgramDecision, &[("former", former), ("now", now)]), lasts)
        }
        [Some(_), Some(now)] => (text(Text::ProgramSameDecision, &[("now", now)]), lasts.map(|last| frame.min(last))),
        _ => (text(Text::ProgramDiffers, &[]), lasts.map(|last| frame.min(last))),
    }
}
