//! Selection of the frames with questions.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::question::Question;
use super::question::QuestionKind;
use super::{choosing, ends, lookups, scores, updates};
use edagari_core::game::mix;
use edagari_core::trace::{FrameKind, Trace};

/// Maximum number of consecutive frames that are searched for questions, so that long runs stay fast.
pub const MAX_LOOKED_AT: usize = 1 << 20;

/// Range of the percentage of non-cut frames with questions.
pub const SHARES: RangeInclusive<u8> = 0..=100;

/// Range of the number of questions in a round.
pub const LENGTHS: RangeInclusive<usize> = 1..=100;

/// Selection of frames with questions: all cuts, and a share of the other frames. The same plan
/// selects the same questions in the same trace.
///
/// ```
/// use edagari_teach::practice::Plan;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// // Only the cuts are asked about.
/// let plan = Plan { share: 0, ..Plan::default() };
/// let frames: Vec<_> = plan.questions(&trace, 0).iter().map(|question| question.frame as u32).collect();
/// assert_eq!(frames, trace.cuts());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Kinds of questions that may be asked.
    pub kinds: BTreeSet<QuestionKind>,
    /// Percentage of non-cut frames with questions.
    pub share: u8,
    /// Maximum number of questions in a round.
    pub length: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { kinds: QuestionKind::ALL.into_iter().collect(), share: 25, length: 12 }
    }
}

/// Seeds of the selection of frames and kinds, which differ from other seeds so that the selections are independent.
const DRAW: u64 = 0x9e1a_c71c;
const DRAW_KIND: u64 = 0x51de_ca57;

impl Question {
    /// Returns the question of a kind before a frame; `None` if there is none: the frame does not answer this kind, the trace
    /// lacks data for the answer, or it contradicts the rules of its search.
    #[must_use]
    pub fn before(trace: &Trace, frame: usize, kind: QuestionKind) -> Option<Self> {
        match kind {
            QuestionKind::Score => scores::question(trace, frame),
            QuestionKind::Window => updates::window(trace, frame),
            QuestionKind::Cut => updates::cut(trace, frame),
            QuestionKind::Skipped => updates::skipped(trace, frame),
            QuestionKind::Returned => ends::question(trace, frame),
            QuestionKind::Entry => lookups::question(trace, frame),
            QuestionKind::Chosen => choosing::chosen(trace, frame),
            QuestionKind::BackedUp => choosing::backed_up(trace, frame),
        }
    }
}

impl Plan {
    /// Returns the question before a frame, if the frame is selected. If several kinds fit, the
    /// number of the frame decides; consecutive cuts alternate between the kinds.
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
            (FrameKind::Update, None) => &[QuestionKind::Window, QuestionKind::Cut, QuestionKind::BackedUp],
            (FrameKind::End, _) => &[QuestionKind::Returned, QuestionKind::BackedUp],
            (FrameKind::Start, _) => &[QuestionKind::Chosen],
            (FrameKind::Store, _) => &[],
        };
        let first = place.unwrap_or_else(|| (mix(DRAW_KIND, frame as u64) >> 8) as usize);
        let kinds = (0..kinds.len()).map(|at| kinds[(first + at) % kinds.len()]);
        kinds.filter(|kind| self.kinds.contains(kind)).find_map(|kind| Question::before(trace, frame, kind))
    }

    /// Returns the questions of a round that begins after the frame `after`, in the order of the frames.
    #[must_use]
    pub fn questions(&self, trace: &Trace, after: usize) -> Vec<Question> {
        let first = after + 1;
        let end = trace.frame_count().min(first.saturating_add(MAX_LOOKED_AT));
        let cuts = || trace.cuts().iter().map(|&cut| cut as usize).skip_while(|&cut| cut < first);
        let question_at = |frame: usize| self.question(trace, frame);
        if self.share == 0 {
            return cuts().take(MAX_LOOKED_AT).filter_map(question_at).take(self.length).collect();
        }
        (first..end).filter_map(question_at).take(self.length).collect()
    }

    /// Returns whether a frame without a cut is selected.
    fn draws(&self, frame: usize) -> bool {
        mix(DRAW, frame as u64) % 100 < u64::from(self.share)
    }
}
