//! Which frames are asked about.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::kind::QuestionKind;
use super::question::Question;
use super::{ends, lookups, scores, updates};
use crate::game::mix;
use crate::trace::{FrameKind, Trace};

/// The frames behind each other that are looked through for questions at most, so that a run of millions is not.
pub const MOST_LOOKED_AT: usize = 1 << 20;

/// How many of the frames that are no cuts can be asked about, in percent.
pub const SHARES: RangeInclusive<u8> = 0..=100;

/// How many questions a round can have.
pub const LENGTHS: RangeInclusive<usize> = 1..=100;

/// Which frames are asked about: all cuts, and a share of the rest. The same plan asks the same questions of the same trace.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The kinds of questions.
    pub kinds: BTreeSet<QuestionKind>,
    /// How many of the frames that are no cuts are asked about, in percent.
    pub share: u8,
    /// The most questions of a round.
    pub length: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { kinds: QuestionKind::ALL.into_iter().collect(), share: 25, length: 12 }
    }
}

/// What draws the frames, so that other things drawn by their numbers are not drawn alike.
const DRAW: u64 = 0x9e1a_c71c;
const DRAW_KIND: u64 = 0x51de_ca57;

impl Question {
    /// The question of a kind before a frame; `None` where it cannot be asked: the frame is none that answers it, the trace does not tell all
    /// that it takes, or it contradicts the rules of its search.
    #[must_use]
    pub fn before(trace: &Trace, frame: usize, kind: QuestionKind) -> Option<Self> {
        match kind {
            QuestionKind::Score => scores::question(trace, frame),
            QuestionKind::Window => updates::window(trace, frame),
            QuestionKind::Cut => updates::cut(trace, frame),
            QuestionKind::Skipped => updates::skipped(trace, frame),
            QuestionKind::Returned => ends::question(trace, frame),
            QuestionKind::Entry => lookups::question(trace, frame),
        }
    }
}

impl Plan {
    /// The question before a frame, if it is asked about: of the kinds that fit, one that follows from the number of the frame. Behind a cut
    /// comes a cut with the next kind.
    #[must_use]
    pub fn question(&self, trace: &Trace, frame: usize) -> Option<Question> {
        let place = u32::try_from(frame).ok().and_then(|frame| trace.cuts().binary_search(&frame).ok());
        if place.is_none() && !self.draws(frame) {
            return None;
        }
        let kinds: &[QuestionKind] = match (trace.step(frame)?.kind, place) {
            (FrameKind::Lookup, _) => &[QuestionKind::Entry],
            (FrameKind::Score, _) => &[QuestionKind::Score],
            (FrameKind::Update, Some(_)) => &[QuestionKind::Cut, QuestionKind::Skipped],
            (FrameKind::Update, None) => &[QuestionKind::Window, QuestionKind::Cut],
            (FrameKind::End, _) => &[QuestionKind::Returned],
            (FrameKind::Start | FrameKind::Store, _) => &[],
        };
        let first = place.unwrap_or_else(|| (mix(DRAW_KIND, frame as u64) >> 8) as usize);
        let kinds = (0..kinds.len()).map(|at| kinds[(first + at) % kinds.len()]);
        kinds.filter(|kind| self.kinds.contains(kind)).find_map(|kind| Question::before(trace, frame, kind))
    }

    /// The questions of a round that begins behind a frame, in the order of the frames.
    #[must_use]
    pub fn questions(&self, trace: &Trace, after: usize) -> Vec<Question> {
        let first = after + 1;
        let end = trace.frame_count().min(first.saturating_add(MOST_LOOKED_AT));
        let cuts = || trace.cuts().iter().map(|&cut| cut as usize).skip_while(|&cut| cut < first);
        let asked = |frame: usize| self.question(trace, frame);
        if self.share == 0 {
            return cuts().take(MOST_LOOKED_AT).filter_map(asked).take(self.length).collect();
        }
        (first..end).filter_map(asked).take(self.length).collect()
    }

    /// Whether a frame that is no cut is drawn.
    fn draws(&self, frame: usize) -> bool {
        mix(DRAW, frame as u64) % 100 < u64::from(self.share)
    }
}
