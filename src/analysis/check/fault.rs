//! The faults a frame can have, and their names.

use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::parcel::parceled_enum;
use crate::trace::{CutTest, Remark, RemarkKind};

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
    /// The depth of the entry found in the table is not that last written there.
    NotOfStoredDepth {
        /// The depth last stored.
        expected: i64,
        /// The depth of the lookup.
        found: i64,
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
    /// A node is updated or left by what the rules say, but they do not say so.
    NotByRules {
        /// What the rules are said to say, as a word of the column `why`.
        why: Box<str>,
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
                RemarkKind::PrunedCount { .. } | RemarkKind::PrunedCountTooLarge { .. } => "pruned-count",
                RemarkKind::SkippedSearched { .. } => "skipped-searched",
                RemarkKind::SkippedNoMove { .. } => "skipped-no-move",
                RemarkKind::NotListed { .. } => "not-listed",
                RemarkKind::NotInListedOrder { .. } => "not-in-listed-order",
                RemarkKind::NotInSaidOrder { .. } => "not-in-said-order",
                RemarkKind::ListedNotSearched { .. } => "listed-not-searched",
                RemarkKind::ListedNoMove { .. } => "listed-no-move",
                RemarkKind::LegalNotListed { .. } => "legal-not-listed",
                RemarkKind::OtherStart { .. } => "other-start",
            },
            Self::GivenWindow { .. } => "given-window",
            Self::EnteredAfterCut { .. } => "entered-after-cut",
            Self::EnteredAfterAnswer => "entered-after-answer",
            Self::BelowLimit => "below-limit",
            Self::WrongPlayer { .. } => "wrong-player",
            Self::NotAsStored { .. } | Self::NotOfStoredDepth { .. } => "not-as-stored",
            Self::WrongEntry { .. } => "wrong-entry",
            Self::SecondEntry { .. } => "second-entry",
            Self::WrongBounds { .. } => "wrong-bounds",
            Self::UnjustifiedReturn { .. } => "unjustified-return",
            Self::WrongNarrowing { .. } => "wrong-narrowing",
            Self::WrongScore { .. } => "wrong-score",
            Self::StaleWindow { .. } => "stale-window",
            Self::WrongValue { .. } => "wrong-value",
            Self::WrongUpdate { .. } => "wrong-update",
            Self::NotByRules { .. } => "not-by-rules",
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
}

parceled_enum! {
    Fault {
        0 Nesting(one),
        1 GivenWindow { expected, found },
        2 EnteredAfterCut { cut },
        3 EnteredAfterAnswer,
        4 BelowLimit,
        5 WrongPlayer { expected, found },
        6 NotAsStored { expected, found },
        7 NotOfStoredDepth { expected, found },
        8 WrongEntry { stored },
        9 SecondEntry { stored },
        10 WrongBounds { bounds, value },
        11 UnjustifiedReturn { bounds, window, score },
        12 WrongNarrowing { expected, found },
        13 WrongScore { expected, found },
        14 StaleWindow { expected, found },
        15 WrongValue { expected, found },
        16 WrongUpdate { expected, found },
        17 NotByRules { why },
        18 UnjustifiedCut { window, test },
        19 MissedCut { window, test },
        20 WrongStore { known, found },
        21 SkippedChildren { count },
        22 WrongLeaf { expected, found },
        23 EarlyLeaf,
        24 IllegalScore { expected, found },
        25 WrongAnswer { expected, found },
        26 WrongBound { expected, found },
        27 ClosedRoot { window },
        28 FailedWindowTaken { bounds },
        29 BoundsApart { bounds },
        30 BoundTaken { window, score },
        31 SearchedTwice { window, before },
        32 OtherLeaf { expected, found, before },
        33 UnusedAnswer { bounds },
        34 ShallowAnswer { wanted, found },
        35 DeepStore { depth, found },
        36 LooseStore { known, found },
        37 WrongRoot { value, found },
    }
}
