//! The faults a frame can have, and their sentences.

use crate::analysis::node_name;
use crate::analysis::player_text;
use crate::language::{Language, Text};
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::{CutTest, Remark, RemarkKind, Trace};

/// A fault of a frame.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// An event of the file is not in its place, so that nodes do not nest.
    Nesting(Remark),
    /// The window that a child was given is not its parent's.
    GivenWindow {
        /// The parent's window at the child's start.
        expected: Window,
        /// The window of the child's `Start`.
        found: Window,
    },
    /// A child was entered after its parent's cut.
    EnteredAfterCut {
        /// The frame of the cut.
        cut: usize,
    },
    /// A child was entered though the table had answered its parent.
    EnteredAfterAnswer,
    /// A child was entered below the depth limit.
    BelowLimit,
    /// The player to move is not the one that the rules say.
    WrongPlayer {
        /// The player to move by the rules.
        expected: Player,
        /// The player to move by the trace.
        found: Player,
    },
    /// The bounds found in the table are not those last written there.
    NotAsStored {
        /// The bounds last stored in the entry.
        expected: Bounds,
        /// The bounds of the lookup.
        found: Bounds,
    },
    /// The entry belongs to another position.
    WrongEntry {
        /// A frame at which that other position wrote it.
        stored: usize,
    },
    /// The same position was stored in another entry before, though positions that are the same up to symmetry share one.
    SecondEntry {
        /// A frame at which it was.
        stored: usize,
    },
    /// Bounds do not contain the exact value.
    WrongBounds {
        /// The bounds.
        bounds: Bounds,
        /// The exact value.
        value: Score,
    },
    /// The bounds that were found do not settle the node with this score.
    UnjustifiedReturn {
        /// The bounds of the lookup.
        bounds: Bounds,
        /// The window of the node.
        window: Window,
        /// The score returned.
        score: Score,
    },
    /// The window was not narrowed as the bounds say.
    WrongNarrowing {
        /// The window cut down to the bounds.
        expected: Window,
        /// The window of the frame.
        found: Window,
    },
    /// The score that was taken in is not the one that the child returned.
    WrongScore {
        /// The score of the child's `End`.
        expected: Score,
        /// The score of the parent's frame.
        found: Score,
    },
    /// The window at this frame is not the one before it.
    StaleWindow {
        /// The window of the frame before.
        expected: Window,
        /// The window of this frame.
        found: Window,
    },
    /// What the node would return now does not follow from the child's score.
    WrongValue {
        /// The value that follows from the child's score.
        expected: Score,
        /// The value of this frame.
        found: Score,
    },
    /// The updated window does not follow from the child's score.
    WrongUpdate {
        /// The window that follows from the child's score.
        expected: Window,
        /// The window of this frame.
        found: Window,
    },
    /// A cut was made though the window is not closed by the test.
    UnjustifiedCut {
        /// The window.
        window: Window,
        /// The test.
        test: CutTest,
    },
    /// The window is closed by the test, and the search goes on.
    MissedCut {
        /// The window.
        window: Window,
        /// The test.
        test: CutTest,
    },
    /// Bounds were written that do not follow from the score.
    WrongStore {
        /// The bounds that are known of the value.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// Children were left out without a cut.
    SkippedChildren {
        /// How many.
        count: usize,
    },
    /// The game is over with another score.
    WrongLeaf {
        /// The score by the rules.
        expected: Score,
        /// The score in the trace.
        found: Score,
    },
    /// The search stopped at a node where the game goes on, though it is said to go on to the end or deeper.
    EarlyLeaf,
    /// The score does not follow from the children's.
    IllegalScore {
        /// The score that follows, and that of the other form where the trace does not say which.
        expected: (Score, Option<Score>),
        /// The score.
        found: Score,
    },
    /// The table answered with another score than the node ends with.
    WrongAnswer {
        /// The score of the answer.
        expected: Score,
        /// The score.
        found: Score,
    },
    /// The score's kind (upper bound, exact, lower bound) is not the one that its window gives.
    WrongBound {
        /// The kind by its window.
        expected: BoundKind,
        /// The kind in the trace.
        found: BoundKind,
    },
    /// The root is given a window in which no score can lie.
    ClosedRoot {
        /// The window.
        window: Window,
    },
    /// The search ended though its last window does not hold the score: only a bound is known.
    FailedWindowTaken {
        /// What is known of the value.
        bounds: Bounds,
    },
    /// The search ended before the bounds of its passes met.
    BoundsApart {
        /// What is known of the value.
        bounds: Bounds,
    },
    /// What a narrower window has shown, which is only a bound, was taken for the child's value.
    BoundTaken {
        /// The window that the child was given.
        window: Window,
        /// Its score.
        score: Score,
    },
    /// A move is searched again with the same window and depth, which nothing asks for.
    SearchedTwice {
        /// The window.
        window: Window,
        /// The frame at which it was searched first.
        before: usize,
    },
    /// A leaf is left with another score than the same position before.
    OtherLeaf {
        /// The score before.
        expected: Score,
        /// The score now.
        found: Score,
        /// The frame at which it was left before.
        before: usize,
    },
    /// A lookup is said to be of no use at a node that is left with the table's answer.
    UnusedAnswer {
        /// The bounds that were found.
        bounds: Bounds,
    },
    /// An entry of a lesser depth settles a node.
    ShallowAnswer {
        /// The depth that is left to search.
        wanted: i64,
        /// The depth of the entry.
        found: i64,
    },
    /// An entry is stored as deeper than its node was searched.
    DeepStore {
        /// The depth to which the node was searched.
        depth: i64,
        /// The depth stored.
        found: i64,
    },
    /// A value is stored as if it were only an upper bound for the player to move.
    LooseStore {
        /// What is known.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// The score of the root is not the minimax value, nor a bound of it.
    WrongRoot {
        /// The exact value.
        value: Score,
        /// The score of the root.
        found: Score,
    },
}

impl Fault {
    /// The name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Nesting(remark) => match remark.kind {
                RemarkKind::EndMissing => "end-missing",
                RemarkKind::NotOpen { .. } => "not-open",
                RemarkKind::ParentNotOpen { .. } => "parent-not-open",
                RemarkKind::OutOfOrder { .. } => "out-of-order",
                RemarkKind::NoScore => "no-score",
                RemarkKind::IllegalMove { .. } => "illegal-move",
                RemarkKind::IdInUse { .. } => "id-in-use",
                RemarkKind::PrunedWithoutCut => "pruned-without-cut",
                RemarkKind::PrunedSearched { .. } => "pruned-searched",
                RemarkKind::PrunedTooFew { .. } => "pruned-too-few",
                RemarkKind::PrunedNoMove { .. } => "pruned-no-move",
                RemarkKind::PrunedCount { .. } => "pruned-count",
                RemarkKind::SkippedSearched { .. } => "skipped-searched",
                RemarkKind::NotListed { .. } => "not-listed",
                RemarkKind::NotInListedOrder { .. } => "not-in-listed-order",
                RemarkKind::NotInSaidOrder { .. } => "not-in-said-order",
                RemarkKind::ListedNoMove { .. } => "listed-no-move",
                RemarkKind::LegalNotListed { .. } => "legal-not-listed",
            },
            Self::GivenWindow { .. } => "given-window",
            Self::EnteredAfterCut { .. } => "entered-after-cut",
            Self::EnteredAfterAnswer => "entered-after-answer",
            Self::BelowLimit => "below-limit",
            Self::WrongPlayer { .. } => "wrong-player",
            Self::NotAsStored { .. } => "not-as-stored",
            Self::WrongEntry { .. } => "wrong-entry",
            Self::SecondEntry { .. } => "second-entry",
            Self::WrongBounds { .. } => "wrong-bounds",
            Self::UnjustifiedReturn { .. } => "unjustified-return",
            Self::WrongNarrowing { .. } => "wrong-narrowing",
            Self::WrongScore { .. } => "wrong-score",
            Self::StaleWindow { .. } => "stale-window",
            Self::WrongValue { .. } => "wrong-value",
            Self::WrongUpdate { .. } => "wrong-update",
            Self::UnjustifiedCut { .. } => "unjustified-cut",
            Self::MissedCut { .. } => "missed-cut",
            Self::WrongStore { .. } => "wrong-store",
            Self::SkippedChildren { .. } => "skipped-children",
            Self::WrongLeaf { .. } => "wrong-leaf",
            Self::EarlyLeaf => "early-leaf",
            Self::IllegalScore { .. } => "illegal-score",
            Self::WrongAnswer { .. } => "wrong-answer",
            Self::WrongBound { .. } => "wrong-bound",
            Self::ClosedRoot { .. } => "closed-root",
            Self::FailedWindowTaken { .. } => "failed-window-taken",
            Self::BoundsApart { .. } => "bounds-apart",
            Self::BoundTaken { .. } => "bound-taken",
            Self::SearchedTwice { .. } => "searched-twice",
            Self::OtherLeaf { .. } => "other-leaf",
            Self::UnusedAnswer { .. } => "unused-answer",
            Self::ShallowAnswer { .. } => "shallow-answer",
            Self::DeepStore { .. } => "deep-store",
            Self::LooseStore { .. } => "loose-store",
            Self::WrongRoot { .. } => "wrong-root",
        }
    }

    /// The fault as a sentence about the node of the frame.
    #[expect(clippy::too_many_lines, reason = "a sentence for each fault")]
    pub(super) fn sentence(&self, trace: &Trace, frame: usize, language: Language) -> String {
        let step = trace.step(frame);
        let path = step.map(|step| trace.path(step.node)).unwrap_or_default();
        let node = node_name(trace, &path, language);
        let say = |text: Text, values: &[(&str, String)]| {
            let node = [("node", node.as_str())];
            let values = values.iter().map(|(name, value)| (*name, value.as_str()));
            language.fill(text, &node.into_iter().chain(values).collect::<Vec<_>>())
        };
        let pair = |text: Text, expected: &dyn ToString, found: &dyn ToString| {
            say(text, &[("expected", expected.to_string()), ("found", found.to_string())])
        };
        let scores =
            |text: Text, expected: Score, found: Score| pair(text, &trace.in_unit(expected), &trace.in_unit(found));
        let windows =
            |text: Text, expected: Window, found: Window| pair(text, &trace.in_unit(expected), &trace.in_unit(found));
        let ranges =
            |text: Text, expected: Bounds, found: Bounds| pair(text, &trace.in_unit(expected), &trace.in_unit(found));
        let of_bounds = |text: Text, bounds: Bounds| say(text, &[("bounds", trace.in_unit(bounds).to_string())]);
        let number = |frame: usize| language.number(frame as u64);
        let sign = |test: CutTest| match test {
            CutTest::AtLeast => "α ≥ β".to_owned(),
            CutTest::Above => "α > β".to_owned(),
        };
        let sentence = match self {
            Self::Nesting(remark) => nesting(remark, &say, language),
            Self::GivenWindow { expected, found } => windows(Text::FaultGivenWindow, *expected, *found),
            Self::EnteredAfterCut { cut } => say(Text::FaultEnteredAfterCut, &[("frame", number(*cut))]),
            Self::EnteredAfterAnswer => say(Text::FaultEnteredAfterAnswer, &[]),
            Self::BelowLimit => say(Text::FaultBelowLimit, &[]),
            Self::WrongPlayer { expected, found } => pair(
                Text::FaultWrongPlayer,
                &player_text(trace, *expected, language),
                &player_text(trace, *found, language),
            ),
            Self::NotAsStored { expected, found } => ranges(Text::FaultNotAsStored, *expected, *found),
            Self::WrongEntry { stored } => say(Text::FaultWrongEntry, &[("frame", number(*stored))]),
            Self::SecondEntry { stored } => say(Text::FaultSecondEntry, &[("frame", number(*stored))]),
            Self::WrongBounds { bounds, value } => say(
                Text::FaultWrongBounds,
                &[("bounds", trace.in_unit(*bounds).to_string()), ("value", trace.in_unit(*value).to_string())],
            ),
            Self::UnjustifiedReturn { bounds, window, score } => say(
                Text::FaultUnjustifiedReturn,
                &[
                    ("bounds", trace.in_unit(*bounds).to_string()),
                    ("window", trace.in_unit(*window).to_string()),
                    ("score", trace.in_unit(*score).to_string()),
                ],
            ),
            Self::WrongNarrowing { expected, found } => windows(Text::FaultWrongNarrowing, *expected, *found),
            Self::WrongScore { expected, found } => scores(Text::FaultWrongScore, *expected, *found),
            Self::StaleWindow { expected, found } => windows(Text::FaultStaleWindow, *expected, *found),
            Self::WrongValue { expected, found } => scores(Text::FaultWrongValue, *expected, *found),
            Self::WrongUpdate { expected, found } => windows(Text::FaultWrongUpdate, *expected, *found),
            Self::UnjustifiedCut { window, test } => {
                say(Text::FaultUnjustifiedCut, &[("window", trace.in_unit(*window).to_string()), ("test", sign(*test))])
            }
            Self::MissedCut { window, test } => {
                say(Text::FaultMissedCut, &[("window", trace.in_unit(*window).to_string()), ("test", sign(*test))])
            }
            Self::WrongStore { known, found } => ranges(Text::FaultWrongStore, *known, *found),
            Self::SkippedChildren { count } => {
                say(Text::FaultSkippedChildren, &[("count", language.number(*count as u64))])
            }
            Self::WrongLeaf { expected, found } => scores(Text::FaultWrongLeaf, *expected, *found),
            Self::EarlyLeaf => say(Text::FaultEarlyLeaf, &[]),
            Self::IllegalScore { expected: (expected, None), found } => {
                scores(Text::FaultIllegalScore, *expected, *found)
            }
            Self::IllegalScore { expected: (soft, Some(hard)), found } => say(
                Text::FaultIllegalScoreEither,
                &[
                    ("soft", trace.in_unit(*soft).to_string()),
                    ("hard", trace.in_unit(*hard).to_string()),
                    ("found", trace.in_unit(*found).to_string()),
                ],
            ),
            Self::WrongAnswer { expected, found } => scores(Text::FaultWrongAnswer, *expected, *found),
            Self::WrongBound { expected, found } => {
                let words = |kind: BoundKind| {
                    language.text(match kind {
                        BoundKind::Upper => Text::FailLow,
                        BoundKind::Exact => Text::Exact,
                        BoundKind::Lower => Text::FailHigh,
                    })
                };
                pair(Text::FaultWrongBound, &words(*expected), &words(*found))
            }
            Self::ClosedRoot { window } => {
                say(Text::FaultClosedRoot, &[("window", trace.in_unit(*window).to_string())])
            }
            Self::FailedWindowTaken { bounds } => of_bounds(Text::FaultFailedWindowTaken, *bounds),
            Self::BoundsApart { bounds } => of_bounds(Text::FaultBoundsApart, *bounds),
            Self::BoundTaken { window, score } => say(
                Text::FaultBoundTaken,
                &[("window", trace.in_unit(*window).to_string()), ("score", trace.in_unit(*score).to_string())],
            ),
            Self::SearchedTwice { window, before } => say(
                Text::FaultSearchedTwice,
                &[("window", trace.in_unit(*window).to_string()), ("frame", number(*before))],
            ),
            Self::OtherLeaf { expected, found, before } => say(
                Text::FaultOtherLeaf,
                &[
                    ("expected", trace.in_unit(*expected).to_string()),
                    ("found", trace.in_unit(*found).to_string()),
                    ("frame", number(*before)),
                ],
            ),
            Self::UnusedAnswer { bounds } => of_bounds(Text::FaultUnusedAnswer, *bounds),
            Self::ShallowAnswer { wanted, found } => pair(Text::FaultShallowAnswer, wanted, found),
            Self::DeepStore { depth, found } => pair(Text::FaultDeepStore, depth, found),
            Self::LooseStore { known, found } => ranges(Text::FaultLooseStore, *known, *found),
            Self::WrongRoot { value, found } => scores(Text::FaultWrongRoot, *value, *found),
        };
        language.begun(sentence)
    }
}

/// Fills values into a text about the node of a frame.
type Say<'a> = dyn Fn(Text, &[(&str, String)]) -> String + 'a;

/// The sentence for an event out of place.
fn nesting(remark: &Remark, say: &Say<'_>, language: Language) -> String {
    let of_move = |text: Text, mv: &str| say(text, &[("move", mv.to_owned())]);
    match &remark.kind {
        RemarkKind::EndMissing => say(Text::FaultEndMissing, &[("line", language.number(remark.line))]),
        RemarkKind::NotOpen { event, node } => say(
            Text::FaultNotOpen,
            &[("line", language.number(remark.line)), ("event", event.to_string()), ("other", node.to_string())],
        ),
        RemarkKind::ParentNotOpen { parent } => {
            say(Text::FaultParentNotOpen, &[("line", language.number(remark.line)), ("other", parent.to_string())])
        }
        RemarkKind::OutOfOrder { event } => {
            say(Text::FaultOutOfOrder, &[("line", language.number(remark.line)), ("event", event.to_string())])
        }
        RemarkKind::NoScore => say(Text::FaultNoScore, &[]),
        RemarkKind::IllegalMove { mv } => of_move(Text::FaultIllegalMove, mv),
        RemarkKind::IdInUse { node } => say(Text::FaultIdInUse, &[("other", node.to_string())]),
        RemarkKind::PrunedWithoutCut => say(Text::FaultPrunedWithoutCut, &[("line", language.number(remark.line))]),
        RemarkKind::PrunedSearched { mv } => of_move(Text::FaultPrunedSearched, mv),
        RemarkKind::PrunedTooFew { mv } => of_move(Text::FaultPrunedTooFew, mv),
        RemarkKind::PrunedNoMove { mv } => of_move(Text::FaultPrunedNoMove, mv),
        RemarkKind::PrunedCount { count, children } => {
            say(Text::FaultPrunedCount, &[("found", language.number(*count)), ("expected", language.number(*children))])
        }
        RemarkKind::SkippedSearched { mv } => of_move(Text::FaultSkippedSearched, mv),
        RemarkKind::NotListed { mv } => of_move(Text::FaultNotListed, mv),
        RemarkKind::NotInListedOrder { mv, before } => {
            say(Text::FaultNotInListedOrder, &[("move", mv.to_string()), ("other", before.to_string())])
        }
        RemarkKind::NotInSaidOrder { order } => say(Text::FaultNotInSaidOrder, &[("order", order.to_string())]),
        RemarkKind::ListedNoMove { mv } => of_move(Text::FaultListedNoMove, mv),
        RemarkKind::LegalNotListed { mv } => of_move(Text::FaultLegalNotListed, mv),
    }
}
