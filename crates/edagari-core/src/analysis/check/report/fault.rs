//! The faults of a frame, and their names.

use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::{CutTest, Remark, RemarkKind, SampleView};

/// A fault of a frame.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Fault {
    /// An event of the file is out of place, so that nodes do not nest.
    Nesting(Remark),
    /// The window that a child was entered with does not follow from its parent's.
    GivenWindow {
        /// The window that follows from the parent's at the child's start.
        expected: Window,
        /// The window of the child's `Start`.
        found: Window,
    },
    /// A child was entered after its parent's cutoff.
    EnteredAfterCut {
        /// The frame of the cutoff.
        cut: usize,
    },
    /// A child was entered although the table had settled its parent.
    EnteredAfterAnswer,
    /// A child was entered below the depth limit.
    BelowLimit,
    /// The player to move differs from the one by the rules.
    WrongPlayer {
        /// The player to move by the rules.
        expected: Player,
        /// The player to move by the trace.
        found: Player,
    },
    /// The bounds found in the table differ from those last written to the entry.
    NotAsStored {
        /// The bounds last stored in the entry.
        expected: Bounds,
        /// The bounds of the lookup.
        found: Bounds,
    },
    /// The mates found in the table are those of the node that wrote the entry: they were not
    /// adjusted to the distance of this node from the root.
    MateNotAdjusted {
        /// The bounds with adjusted mates.
        expected: Bounds,
        /// The bounds of the lookup.
        found: Bounds,
    },
    /// The mates found in the table were adjusted twice to the distance from the root.
    MateAdjustedTwice {
        /// The bounds with adjusted mates.
        expected: Bounds,
        /// The bounds of the lookup.
        found: Bounds,
    },
    /// The depth of the entry found in the table differs from the depth last written to it.
    NotOfStoredDepth {
        /// The depth last stored.
        expected: i64,
        /// The depth of the lookup.
        found: i64,
    },
    /// The move of the entry found in the table differs from the move last written to it.
    NotOfStoredMove {
        /// The move last stored.
        expected: Box<str>,
        /// The move of the lookup.
        found: Box<str>,
    },
    /// The move written to the table is only known to be no better than another move.
    StoredMoveIsBound {
        /// The text of the move.
        mv: Box<str>,
        /// The score of the move, which is a bound.
        score: Score,
    },
    /// The entry belongs to another position.
    WrongEntry {
        /// A frame at which the other position wrote the entry.
        stored: usize,
    },
    /// The entry was written for another position that has the same key, by the labels or by the rules of the game.
    OneKeyTwoPositions {
        /// The frame at which the search of the other position started.
        stored: usize,
    },
    /// The label of a node is a board of another position than that of the rules.
    OtherBoard,
    /// A search without one of the moves of a position uses the entry of the position with all
    /// moves.
    ExcludedEntry,
    /// A search without one of the moves of a position searches this move.
    ExcludedMoveSearched {
        /// The excluded move.
        mv: Box<str>,
    },
    /// The same position was stored in another entry before, although positions that are equal up to symmetry share one.
    SecondEntry {
        /// The frame of that earlier store.
        stored: usize,
    },
    /// The bounds do not contain the exact value.
    WrongBounds {
        /// The bounds of the frame.
        bounds: Bounds,
        /// The exact value.
        value: Score,
    },
    /// The bounds found in the table do not settle the node with this score.
    UnjustifiedReturn {
        /// The bounds of the lookup.
        bounds: Bounds,
        /// The window of the node.
        window: Window,
        /// The score returned.
        score: Score,
    },
    /// The window was not narrowed according to the bounds.
    WrongNarrowing {
        /// The window intersected with the bounds.
        expected: Window,
        /// The window of the frame.
        found: Window,
    },
    /// The score used in the update differs from the score that the child returned.
    WrongScore {
        /// The score of the child's `End`.
        expected: Score,
        /// The score of the parent's frame.
        found: Score,
    },
    /// The window at this frame differs from the window at the frame before.
    StaleWindow {
        /// The window of the frame before.
        expected: Window,
        /// The window of this frame.
        found: Window,
    },
    /// The value of the node does not follow from the child's score.
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
    /// A node is updated or ended for a reason in the rules that does not hold.
    NotByRules {
        /// The claimed reason, as a word of the column `why`.
        why: Box<str>,
    },
    /// A cutoff was made although the window is not closed by the test.
    UnjustifiedCut {
        /// The window at the cutoff.
        window: Window,
        /// The cutoff test of the search.
        test: CutTest,
    },
    /// A node is cut off because of a null move or probcut, but the score of that search, or of its
    /// verification, does not reach the window.
    RefutedCut {
        /// The kind of that search, as a word of the column `kind`.
        why: Box<str>,
        /// The best score that the search returned.
        found: Score,
        /// The window of the node.
        window: Window,
    },
    /// The window is closed by the test, but the search continues.
    MissedCut {
        /// The closed window.
        window: Window,
        /// The cutoff test of the search.
        test: CutTest,
    },
    /// The bounds written do not follow from the score.
    WrongStore {
        /// The bounds of the value that follow from the score.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// Children were skipped without a cutoff.
    SkippedChildren {
        /// The number of skipped children.
        count: usize,
    },
    /// The search stops here before its end: all open nodes return their scores so far.
    StoppedInMiddle,
    /// A leaf has another score than by the rules, or by the static evaluation at the depth limit.
    WrongLeaf {
        /// The score by the rules, or the static evaluation.
        expected: Score,
        /// The score in the trace.
        found: Score,
    },
    /// The search stopped at a node where the game is not over, although the trace specifies that it continues to the end or
    /// deeper.
    EarlyLeaf,
    /// The score does not follow from the children's scores.
    IllegalScore {
        /// The score that follows, and that of the other form (fail-hard) if the trace does not specify the form.
        expected: (Score, Option<Score>),
        /// The score in the trace.
        found: Score,
    },
    /// A fail-hard search returns a score of its table beyond the window of the node.
    UnclippedReturn {
        /// The score clipped to the window.
        expected: Score,
        /// The score in the trace.
        found: Score,
    },
    /// The table settled the node with another score than the node returned.
    WrongAnswer {
        /// The score by the table.
        expected: Score,
        /// The score in the trace.
        found: Score,
    },
    /// The score's kind (upper bound, exact, lower bound) does not follow from its window.
    WrongBound {
        /// The kind by its window.
        expected: BoundKind,
        /// The kind in the trace.
        found: BoundKind,
    },
    /// The root is searched with an empty window: no score is strictly inside.
    ClosedRoot {
        /// The window of the root.
        window: Window,
    },
    /// A child is searched with an empty window: no score is strictly inside, so its parent was settled.
    ClosedWindow {
        /// The window of the child.
        window: Window,
    },
    /// The search ended although its last score is outside the window: only a bound is known.
    FailedWindowTaken {
        /// The known bounds of the value.
        bounds: Bounds,
    },
    /// The search ended before the bounds of its passes met.
    BoundsApart {
        /// The known bounds of the value.
        bounds: Bounds,
    },
    /// The score of a narrower window, which is only a bound, was used as the child's value.
    BoundTaken {
        /// The window of the child.
        window: Window,
        /// The score of the child.
        score: Score,
    },
    /// The reported best move was proved to be no better than another move: only a bound of its
    /// value is known.
    BestIsBound {
        /// The text of the move.
        mv: Box<str>,
        /// The score of the move.
        score: Score,
    },
    /// The reported best move was not searched, although a value is returned.
    BestNotSearched {
        /// The text of the move.
        mv: Box<str>,
    },
    /// The reported best move is not a move of the node.
    BestNoMove {
        /// The text of the move.
        mv: Box<str>,
    },
    /// The reported line is not that of the search.
    LineLeaves {
        /// The text of the first move that differs from the best children.
        mv: Box<str>,
    },
    /// A move is searched again with the same window and depth, without a reason.
    SearchedTwice {
        /// The window of both searches.
        window: Window,
        /// The frame of the first search.
        before: usize,
    },
    /// The recorded probability of a child of a chance node is below 0 or above 1.
    WrongProbability {
        /// The probability in the trace.
        found: Box<str>,
    },
    /// The probabilities of the children of a chance node do not sum to 1.
    ProbabilitySum {
        /// The sum, as a decimal number.
        found: Box<str>,
    },
    /// An iteration of a Monte-Carlo tree search goes to a different child than its formula
    /// selects.
    WrongSelection {
        /// The path of the child that the formula selects: the one with the greatest sum.
        expected: Vec<u32>,
        /// The difference of the two sums in thousandths; `None` if the expected child must be
        /// visited first.
        by: Option<i64>,
    },
    /// A Monte-Carlo tree search compares the means of children from the view of the wrong player.
    WrongView {
        /// The path of the child that the formula selects.
        expected: Vec<u32>,
        /// The view that explains all selections.
        view: SampleView,
        /// The number of wrong selections.
        count: u64,
    },
    /// A node returns a different result than its child in the same iteration.
    ResultChanged {
        /// The result of the child.
        expected: Score,
        /// The result that the node returns.
        found: Score,
    },
    /// A proof-number search goes to a child that is not the most proving one.
    NotMostProving {
        /// The path of the most proving child.
        expected: Vec<u32>,
        /// The proof or disproof numbers by which a child is chosen: of the chosen child and of the
        /// most proving one.
        by: [u32; 2],
    },
    /// A proof-number search continues below a node that is no longer the most proving one.
    LeftLate {
        /// The path of the node that should have been left.
        left: Vec<u32>,
        /// The path of its sibling that is more proving.
        expected: Vec<u32>,
        /// The proof or disproof numbers by which a child is chosen: of the node and of the
        /// sibling.
        by: [u32; 2],
    },
    /// A proof-number search continues although its claim is proved or disproved.
    ProvedBefore,
    /// A recorded proof or disproof number does not follow from those of the children.
    WrongProofNumber {
        /// The column: `pn` or `dn`.
        column: Box<str>,
        /// The number that follows.
        expected: u32,
        /// The number in the trace.
        found: Box<str>,
    },
    /// A leaf has another score than the same position had before.
    OtherLeaf {
        /// The earlier score.
        expected: Score,
        /// The score at this leaf.
        found: Score,
        /// The frame of the earlier leaf.
        before: usize,
    },
    /// A lookup has no recorded effect, but the node's score is recorded as coming from the table.
    UnusedAnswer {
        /// The bounds found.
        bounds: Bounds,
    },
    /// An entry of insufficient depth settles a node.
    ShallowAnswer {
        /// The depth left to search at the node.
        wanted: i64,
        /// The depth of the entry.
        found: i64,
    },
    /// An entry is stored with more depth than its node was searched to.
    DeepStore {
        /// The depth of the node's search.
        depth: i64,
        /// The depth stored.
        found: i64,
    },
    /// An exact value is stored as if it were only an upper bound for the player to move.
    LooseStore {
        /// The known bounds of the value.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// Bounds that every value satisfies are stored at a cutoff.
    VacuousStore {
        /// The known bounds of the value.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// The bounds written contradict the exact value that the entry had for the same position and depth.
    ContradictsExact {
        /// The frame that stored the exact value.
        stored: usize,
        /// The exact value.
        value: Score,
        /// The bounds written.
        found: Bounds,
    },
    /// The bounds that a search shows contradict the bounds of the entry that its node found, at the same depth.
    ContradictsEntry {
        /// The bounds of the entry.
        known: Bounds,
        /// The bounds by the search.
        found: Bounds,
    },
    /// All moves of a node were skipped, and the node returns the score with which it began.
    UnshownScore {
        /// The score in the trace.
        found: Score,
    },
    /// A node ends as if its search were complete, although the search of a child was stopped.
    StoppedChild {
        /// The score of the node.
        found: Score,
    },
    /// The score of the root is neither the minimax value nor a bound of it.
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
                RemarkKind::NoBoard { .. } => "no-board",
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
                RemarkKind::OtherBoard => "other-board",
            },
            Self::GivenWindow { .. } => "given-window",
            Self::EnteredAfterCut { .. } => "entered-after-cut",
            Self::EnteredAfterAnswer => "entered-after-answer",
            Self::BelowLimit => "below-limit",
            Self::WrongPlayer { .. } => "wrong-player",
            Self::NotAsStored { .. } | Self::NotOfStoredDepth { .. } => "not-as-stored",
            Self::MateNotAdjusted { .. } => "mate-not-adjusted",
            Self::MateAdjustedTwice { .. } => "mate-adjusted-twice",
            Self::OtherBoard => "other-board",
            Self::NotOfStoredMove { .. } => "not-of-stored-move",
            Self::StoredMoveIsBound { .. } => "stored-move-is-bound",
            Self::WrongEntry { .. } => "wrong-entry",
            Self::OneKeyTwoPositions { .. } => "one-key-two-positions",
            Self::ExcludedEntry => "excluded-entry",
            Self::ExcludedMoveSearched { .. } => "excluded-move-searched",
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
            Self::RefutedCut { .. } => "refuted-cut",
            Self::MissedCut { .. } => "missed-cut",
            Self::WrongStore { .. } => "wrong-store",
            Self::SkippedChildren { .. } => "skipped-children",
            Self::StoppedInMiddle => "stopped-in-middle",
            Self::WrongLeaf { .. } => "wrong-leaf",
            Self::EarlyLeaf => "early-leaf",
            Self::IllegalScore { .. } => "illegal-score",
            Self::UnclippedReturn { .. } => "unclipped-return",
            Self::WrongAnswer { .. } => "wrong-answer",
            Self::WrongBound { .. } => "wrong-bound",
            Self::ClosedRoot { .. } => "closed-root",
            Self::ClosedWindow { .. } => "closed-window",
            Self::FailedWindowTaken { .. } => "failed-window-taken",
            Self::BoundsApart { .. } => "bounds-apart",
            Self::BoundTaken { .. } => "bound-taken",
            Self::BestIsBound { .. } => "best-is-bound",
            Self::BestNotSearched { .. } => "best-not-searched",
            Self::BestNoMove { .. } => "best-no-move",
            Self::LineLeaves { .. } => "stale-line",
            Self::SearchedTwice { .. } => "searched-twice",
            Self::WrongProbability { .. } => "wrong-probability",
            Self::ProbabilitySum { .. } => "probability-sum",
            Self::WrongSelection { .. } => "wrong-selection",
            Self::WrongView { .. } => "wrong-view",
            Self::ResultChanged { .. } => "result-changed",
            Self::NotMostProving { .. } => "not-most-proving",
            Self::LeftLate { .. } => "left-late",
            Self::ProvedBefore => "proved-before",
            Self::WrongProofNumber { .. } => "wrong-proof-number",
            Self::OtherLeaf { .. } => "other-leaf",
            Self::UnusedAnswer { .. } => "unused-answer",
            Self::ShallowAnswer { .. } => "shallow-answer",
            Self::DeepStore { .. } => "deep-store",
            Self::LooseStore { .. } => "loose-store",
            Self::VacuousStore { .. } => "vacuous-store",
            Self::ContradictsExact { .. } => "contradicts-exact",
            Self::ContradictsEntry { .. } => "contradicts-entry",
            Self::UnshownScore { .. } => "unshown-score",
            Self::StoppedChild { .. } => "stopped-child",
            Self::WrongRoot { .. } => "wrong-root",
        }
    }
}
