//! Weak sources of a score, found along the line that the score came from: a repetition, a stopped
//! search, or a guess.

use super::Ply;
use crate::analysis::explanation::reason::{guess, name_across};
use crate::analysis::explanation::value_line::value_line;
use crate::language::{Language, Text};
use crate::trace::{KnownReason, Meaning, Trace, VisitId};

/// A source that does not prove the score resting on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RestsOn {
    /// The kind of the source.
    pub source: WeakSource,
    /// The visit whose score has the source.
    pub visit: VisitId,
    /// The frame at which that visit ends.
    pub frame: usize,
}

/// A kind of source that does not prove a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeakSource {
    /// The position was reached before on the line, so its score depends on the moves to it.
    Repetition,
    /// The search was stopped before its end.
    Stopped,
    /// An unproved heuristic, as the program names it.
    Guess(String),
}

impl WeakSource {
    /// The name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::Stopped => "stopped",
            Self::Guess(_) => "guess",
        }
    }

    /// The source of the score that a visit returned, if it is a weak one of the visit itself.
    fn of(trace: &Trace, visit: VisitId) -> Option<Self> {
        match trace.reason_of(visit) {
            Some(KnownReason::Repetition) => return Some(Self::Repetition),
            Some(KnownReason::Stopped) => return Some(Self::Stopped),
            _ => {}
        }
        // After a cut, the moves that were not searched do not matter.
        let skips = || trace.skips_of(visit).next().filter(|_| trace.cut_frame(visit).is_none());
        let skipped = || skips().map(|skip| skip.why.as_deref().unwrap_or_default().to_owned());
        let speculative =
            || trace.is_speculative(visit).then(|| trace.value_of(Meaning::Kind, visit).map(|kind| kind.shown()));
        guess(trace, visit).or_else(skipped).or_else(|| speculative().map(Option::unwrap_or_default)).map(Self::Guess)
    }
}

impl Ply {
    /// The first weak source on the line that the returned score came from.
    #[must_use]
    pub fn rests_on(&self, trace: &Trace) -> Option<RestsOn> {
        let own = self.visit.filter(|_| self.returned(trace).is_some())?;
        let line = value_line(trace, own, usize::MAX).map_or_else(Vec::new, |line| line.steps);
        let visits: Vec<VisitId> = std::iter::once(own).chain(line.iter().map(|step| step.visit())).collect();
        let weak = visits.iter().find_map(|&visit| {
            // For a move that was only searched speculatively, its fate already states that.
            let source = WeakSource::of(trace, visit).filter(|_| visit != own || !trace.is_speculative(own))?;
            Some(RestsOn { source, visit, frame: trace.span(visit).1? })
        });
        weak.or_else(|| {
            // The line does not lead to a stopped child, but the score may be that of the child.
            let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
            let last = *visits.last()?;
            let is_source = |child: &VisitId| trace.is_stopped(*child) && score_of(*child) == score_of(last);
            let visit = trace.visited_children(last).find(is_source)?;
            Some(RestsOn { source: WeakSource::Stopped, visit, frame: trace.span(visit).1? })
        })
    }

    /// The weak source of the returned score as a short text.
    pub(super) fn rests_on_text(&self, trace: &Trace, language: Language) -> Option<String> {
        let RestsOn { source, visit, frame } = self.rests_on(trace)?;
        let node = name_across(trace, visit, self.visit?, language);
        let frame = language.number(frame as u64);
        let (text, why) = match &source {
            WeakSource::Repetition => (Text::FateRestsOnRepetition, ""),
            WeakSource::Stopped => (Text::FateRestsOnStopped, ""),
            WeakSource::Guess(why) if why.is_empty() => (Text::FateRestsOnGuess, ""),
            WeakSource::Guess(why) => (Text::FateRestsOnGuessOf, why.as_str()),
        };
        Some(language.fill(text, &[("node", &node), ("frame", &frame), ("why", why)]))
    }
}
