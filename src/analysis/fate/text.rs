//! What became of a line, in words.

use super::{Line, LineFate, Ply, PlyEnd};
use crate::analysis::pass_names::pass_name;
use crate::analysis::reason::{name, name_across, name_of_child};
use crate::language::{Language, Text};
use crate::trace::Trace;

impl LineFate {
    /// The pass in which it was so, or the run, in words.
    #[must_use]
    pub fn pass_text(&self, trace: &Trace, language: Language) -> String {
        let run = || language.text(Text::FateRun).to_owned();
        self.pass.map_or_else(run, |place| pass_name(trace, place, language))
    }

    /// What became of the line in a sentence.
    #[must_use]
    pub fn sentence(&self, trace: &Trace, line: &Line, language: Language) -> String {
        let pass = self.pass_text(trace, language);
        let Some(end) = self.end() else { return language.sentence(Text::FateBestLine, &[("pass", &pass)]) };
        let ply = language.number(end as u64 + 1);
        let mv = line.texts().get(end).map_or("", String::as_str);
        let what = self.plies[end].text(trace, language);
        language.sentence(Text::FateEnded, &[("pass", &pass), ("ply", &ply), ("move", mv), ("what", &what)])
    }
}

impl Ply {
    /// At which place the move was tried, and how often, if it was.
    #[must_use]
    pub fn place_text(&self, language: Language) -> Option<String> {
        let (place, moves) = (language.number(self.place? as u64), language.number(self.moves as u64));
        let text = language.fill(Text::FatePlaceOf, &[("place", &place), ("moves", &moves)]);
        Some(if self.visits > 1 { format!("{text} ×{}", language.number(self.visits as u64)) } else { text })
    }

    /// The window with which the move was searched, if it was.
    #[must_use]
    pub fn window_text(&self, trace: &Trace) -> Option<String> {
        self.window(trace).map(|window| trace.in_unit(window).to_string())
    }

    /// What the search of the move returned, with its bound.
    #[must_use]
    pub fn returned_text(&self, trace: &Trace) -> Option<String> {
        self.returned(trace).map(|(score, kind)| format!("{} {}", kind.sign(), trace.in_unit(score)))
    }

    /// What became of the move, in a few words.
    #[must_use]
    pub fn text(&self, trace: &Trace, language: Language) -> String {
        let say = |text: Text, values: &[(&str, &str)]| language.fill(text, values);
        match &self.end {
            PlyEnd::Best { cuts: false } => say(Text::FateBest, &[]),
            PlyEnd::Best { cuts: true } => say(Text::FateBestCuts, &[]),
            PlyEnd::Other { preferred, score } => {
                let score = trace.in_unit(*score).to_string();
                say(Text::FateOther, &[("move", &name_of_child(trace, *preferred, language)), ("score", &score)])
            }
            PlyEnd::FailLow { window } => say(Text::FateFailLow, &[("window", &trace.in_unit(*window).to_string())]),
            PlyEnd::OnlyAsked => say(Text::FateOnlyAsked, &[]),
            PlyEnd::Open => say(Text::FateOpen, &[]),
            PlyEnd::Pruned { by: Some(by) } => say(Text::FatePruned, &[("move", &name_of_child(trace, *by, language))]),
            PlyEnd::Pruned { by: None } => say(Text::FatePrunedByNode, &[]),
            PlyEnd::Skipped { why: Some(why) } => say(Text::FateSkippedWhy, &[("why", why)]),
            PlyEnd::Skipped { why: None } => say(Text::FateSkipped, &[]),
            PlyEnd::Answered { score, kind, written } => {
                let score = format!("{} {}", kind.sign(), trace.in_unit(*score));
                match written {
                    Some((writer, frame)) => {
                        let writer = name_across(trace, *writer, self.above, language);
                        let frame = language.number(*frame as u64);
                        say(Text::FateAnsweredFrom, &[("score", &score), ("writer", &writer), ("frame", &frame)])
                    }
                    None => say(Text::FateAnswered, &[("score", &score)]),
                }
            }
            PlyEnd::DepthLimit => say(Text::FateDepthLimit, &[("node", &name(trace, self.above, language))]),
            PlyEnd::Settled => {
                let mut values = trace.column_values(self.above);
                let why = values.find(|(name, _)| *name == "why").map(|(_, why)| why.to_string());
                say(Text::FateSettled, &[("why", &why.unwrap_or_default())])
            }
            PlyEnd::Leaf => say(Text::FateLeaf, &[("node", &name(trace, self.above, language))]),
            PlyEnd::NotBegun => say(Text::FateNotBegun, &[]),
            PlyEnd::LeftOut => say(Text::FateLeftOut, &[]),
        }
    }
}
