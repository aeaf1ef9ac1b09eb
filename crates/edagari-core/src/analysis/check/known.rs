//! The facts that a trace records, including facts in its columns. Checks that need other facts are
//! skipped; nothing is assumed silently.

use std::collections::{HashMap, HashSet};

use super::{CheckRemarkKind, Fault};
use crate::analysis::figures::pass_figures::{reductions_within, skips_within};
use crate::score::{Bounds, Decay, Player, Score};
use crate::trace::{
    ColumnValue, CutTest, EntryId, Fact, Header, KnownReason, Meaning, NodeId, StoreId, Trace, VisitId, VisitKind,
};

/// The facts that a trace records about its search.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether something is known, under its own name")]
pub(super) struct Known {
    /// Whether the window of a child follows from the parent visit's: the search is specified, and of a kind for which this
    /// holds.
    pub(super) windows_follow: bool,
    /// Whether the trace records cutoffs by the table, or has no table.
    pub(super) answers_are_stated: bool,
    /// The evaluation at the depth limit, if it is specified and known.
    pub(super) evaluation: Option<u8>,
    /// Whether heuristics skip or reduce moves or search them speculatively, which can change any value.
    pub(super) guesses: bool,
    /// Whether there are chance nodes, although the header names no search for the expected score.
    pub(super) has_unnamed_chance: bool,
    /// Whether visits stand pat without being recorded as part of a quiescence search.
    pub(super) stands_pat_unstated: bool,
    /// Whether children are searched with null windows.
    pub(super) null_windows: bool,
    /// How scores change on the way to the parent.
    pub(super) decay: Option<Decay>,
    /// Whether exact values can be computed.
    pub(super) has_exact_values: bool,
}

/// The number of changes of player from a node to the depth limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Left {
    /// No limit: the search continues to the end of the game.
    All,
    Changes(u32),
    /// There is a limit, but its depth is not recorded.
    Unknown,
}

impl Left {
    /// The depth left at a child; `changes` is whether the player changes.
    pub(super) const fn below(self, changes: bool) -> Self {
        match self {
            Self::Changes(left) => Self::Changes(left.saturating_sub(changes as u32)),
            left => left,
        }
    }
}

impl Known {
    pub(super) fn of(trace: &Trace, header: &Header) -> Self {
        let is_own = trace.origin().is_none();
        let says_table = header.table.as_ref().map(|table| table.setup().is_some());
        let evaluation = evaluation_of(trace, header);
        let guesses = !is_own && makes_guesses(trace);
        let is_limited = trace.setup.limit.is_some();
        // Without rules, exact values come from the leaves of the trace. The scores of these leaves
        // must be final: not of several depths, and not from a table.
        let has_final_leaves = !trace.has_layers() && !trace.tells_table() && says_table != Some(true);
        let is_found = if trace.rules().is_some() { !is_limited || evaluation.is_some() } else { has_final_leaves };
        // Entries that were searched deeper add values of other depths.
        let is_deeper = is_limited && trace.setup.table.is_some_and(|table| table.deeper_entries);
        let decay = trace.decay();
        let are_changed = decay.is_some() || header.move_scores == Some(true);
        Self {
            windows_follow: trace.windows_follow() && !are_changed,
            answers_are_stated: trace.source_of(Fact::Answers).is_known(),
            evaluation,
            guesses,
            has_unnamed_chance: trace.setup.process.expectation().is_none()
                && any(trace, Meaning::Kind, &|visit, _| trace.is_chance(visit)),
            stands_pat_unstated: !is_own && stands_pat_unstated(trace),
            null_windows: header.null_windows.unwrap_or_else(|| trace.has_layers() || has_null_windows(trace)),
            decay,
            has_exact_values: !are_changed && is_found && !is_deeper && !guesses && trace.has_minimax_scores(),
        }
    }
}

/// The index of the evaluation that the header specifies, if the game has it.
fn evaluation_of(trace: &Trace, header: &Header) -> Option<u8> {
    let limit = trace.setup.limit?;
    let (game, _) = trace.rules()?;
    let name = header.evaluation.as_deref()?;
    let known = game.evaluations().iter().position(|&known| known == name)?;
    (known == usize::from(limit.evaluation)).then_some(limit.evaluation)
}

/// Whether visits are settled by standing pat, and no visit is recorded as part of a quiescence search.
fn stands_pat_unstated(trace: &Trace) -> bool {
    any(trace, Meaning::Why, &|visit, _| trace.reason_of(visit) == Some(KnownReason::StandPat))
        && !any(trace, Meaning::Kind, &|visit, _| trace.has_kind(visit, VisitKind::Quiescence))
}

/// Whether a child has a null window although its parent has none.
fn has_null_windows(trace: &Trace) -> bool {
    let is_null =
        |visit: VisitId| trace.source_of(Fact::Window(visit)).is_program() && trace.given_window(visit).is_null();
    let is_child = |visit: VisitId| trace.parent_visit(visit).is_some_and(|above| !trace.given_window(above).is_null());
    (0..trace.visit_count() as u32).map(VisitId).any(|visit| is_null(visit) && is_child(visit))
}

fn makes_guesses(trace: &Trace) -> bool {
    let is_below_horizon = |visit: VisitId, depth: &ColumnValue<'_>| {
        let depth = match depth {
            ColumnValue::Integer(depth) => Some(*depth),
            depth => depth.to_string().parse().ok(),
        };
        depth.is_some_and(|depth| depth < 0 || (depth == 0 && trace.visited_children(visit).next().is_some()))
    };
    let is_proof = |visit: VisitId| trace.reason_of(visit).is_some_and(KnownReason::is_proof);
    !skips_within(trace, None).is_empty()
        || !reductions_within(trace, None).is_empty()
        || any(trace, Meaning::Extended, &|_, by| !matches!(by, ColumnValue::Integer(0)) && by.to_string() != "0")
        || any(trace, Meaning::Depth, &is_below_horizon)
        || any(trace, Meaning::Counts, &|visit, _| trace.is_speculative(visit))
        || any(trace, Meaning::Kind, &|visit, _| {
            trace.has_kind(visit, VisitKind::Quiescence) || trace.is_speculative(visit)
        })
        || any(trace, Meaning::Why, &|visit, _| !is_proof(visit))
}

/// Returns whether `holds` is true of any value of the column `name`. Values are borrowed: a column can have millions.
fn any(trace: &Trace, meaning: Meaning, holds: &dyn Fn(VisitId, &ColumnValue<'_>) -> bool) -> bool {
    let Some(column) = trace.column_of(meaning) else { return false };
    column.visits(VisitId(0)).any(|visit| column.value(visit).is_some_and(|value| holds(visit, &value)))
}

/// The number of changes of player left at the root of the pass that starts with `visit`.
pub(super) fn left_at_root(trace: &Trace, visit: VisitId) -> Left {
    let passes = trace.passes();
    let Some(limit) = trace.setup.limit else {
        // A pass with a recorded depth has its own limit, in the program's unit of depth.
        let stated = trace.pass_of(visit).and_then(|pass| passes[pass].depth);
        return if stated.is_some() && trace.origin().is_some() { Left::Unknown } else { Left::All };
    };
    let stated = trace.pass_of(visit).and_then(|pass| passes[pass].depth);
    if stated.is_none() && passes.len() < 2 && trace.layers(NodeId::ROOT).count() < 2 {
        return Left::Changes(limit.depth);
    }
    stated.map_or(Left::Unknown, |stated| Left::Changes(stated.min(limit.depth)))
}

/// Scores that do not follow from the children, in a stream without windows.
#[derive(Default)]
pub(super) struct Unexplained {
    pub(super) found: Vec<UnexplainedScore>,
    /// Scores that are less than the best score, but may be enough for a cut; and the number of best scores that are returned
    /// although less would do.
    pub(super) firm: Vec<UnexplainedScore>,
    pub(super) plain: usize,
    /// The least and the greatest score of all nodes with children: first of max nodes, then of min
    /// nodes.
    pub(super) ranges: [Option<Bounds>; 2],
}

/// A score that does not follow from the children's scores.
pub(super) struct UnexplainedScore {
    pub(super) frame: usize,
    pub(super) player: Player,
    /// The score by the children.
    pub(super) best: Score,
    pub(super) score: Score,
}

impl Unexplained {
    /// Notes the score of a node with children.
    pub(super) fn note(&mut self, player: Player, score: Score) {
        let range = &mut self.ranges[usize::from(player == Player::Min)];
        let before = range.unwrap_or(Bounds { lower: score, upper: score });
        *range = Some(Bounds { lower: before.lower.min(score), upper: before.upper.max(score) });
    }

    /// Whether a score can be an end of the root's window: a max node that fails low returns α, so
    /// no max node returns less; a min node that fails high returns β. A search that clips its
    /// scores at both ends returns nothing beyond them.
    pub(super) fn may_be_end_of_root(&self, found: &UnexplainedScore) -> bool {
        let of = |player: Player| self.ranges[usize::from(player == Player::Min)];
        let all = || {
            let both = [Player::Max, Player::Min].into_iter().filter_map(of);
            both.reduce(|one, other| Bounds { lower: one.lower.min(other.lower), upper: one.upper.max(other.upper) })
        };
        let (own, score) = (of(found.player), found.score);
        match (found.player, found.best < score) {
            (Player::Max, true) => own.is_some_and(|range| range.lower == score),
            (Player::Min, false) => own.is_some_and(|range| range.upper == score),
            (Player::Max, false) => all().is_some_and(|range| range.upper == score),
            (Player::Min, true) => all().is_some_and(|range| range.lower == score),
        }
    }
}

/// Facts collected from columns about positions and depths.
#[derive(Default)]
pub(super) struct Noted {
    /// The score of a leaf and its frame, by key and distance from the root.
    pub(super) leaves: HashMap<(String, usize), (Score, usize)>,
    /// By the hash of the key and the player to move: the bounds of an evaluated leaf, and its
    /// frame.
    pub(super) statics: HashMap<(u128, Player), (Bounds, usize)>,
    /// Whether the score of each store depends on leaves where the search was stopped by its depth.
    pub(super) unfinished: HashMap<StoreId, bool>,
    /// Stores with more depth than their nodes: the frame, the depth of the node, and that of the store. `right_stores` counts the
    /// stores with the right depth.
    pub(super) deep_stores: Vec<(usize, i64, i64)>,
    pub(super) right_stores: usize,
    pub(super) shallow_answers: Vec<Shallow>,
    /// Shallow entries that no store of the trace wrote.
    pub(super) shallow_unwritten: Vec<Shallow>,
    /// Findings about exact values that are stored as bounds, outside of the quiescence search and in it, where many programs store
    /// no exact values.
    pub(super) loose_stores: [LooseStores; 2],
    /// Whether an entry had an effect whose depth is not known to be that of its node.
    pub(super) uses_other_depths: bool,
    /// Scores of nodes whose moves were all skipped, with their frames.
    pub(super) unshown: Vec<(usize, Score)>,
    /// Findings about speculative windows with the wrong signs, and the number of such windows with the right signs.
    pub(super) turned: Vec<(usize, Fault)>,
    pub(super) unturned: usize,
    pub(super) views: EntryViews,
    /// Stores whose mates are counted from the node that stored them.
    pub(super) from_node: HashSet<StoreId>,
    /// Stores of exact values that depend on nothing but the position and the depth.
    pub(super) certain: HashSet<StoreId>,
    /// Best moves that are not moves of their nodes, and the number of best moves that are.
    pub(super) no_moves: Vec<(usize, Fault)>,
    pub(super) known_moves: usize,
    /// Ends of drawn positions whose score is not 0: the frame, the score, and the finding that applies unless the program
    /// chooses such scores.
    pub(super) draws: Vec<(usize, Score, Fault)>,
    /// Mates, and draws, at the horizon of a game with mates: those with the score by the rules, and the others.
    pub(super) ends_at_horizon: [Boards<(usize, Fault)>; 2],
    /// Moves of entries that the same node wrote: the number of those that are found as stored, and the others.
    pub(super) moves_of_entries: Boards<(usize, Fault)>,
    /// The number of moves of the table that are moves of their nodes, and the ends of nodes where they are not.
    pub(super) right_table_moves: usize,
    pub(super) other_table_moves: Vec<usize>,
    /// By player to move: the labels whose boards are compared with the rules.
    pub(super) boards: [Boards<usize>; 2],
    /// The key of the first visit of each node, its depth and its frame.
    pub(super) keys_of_nodes: HashMap<NodeId, (u128, Option<i64>, usize)>,
    /// The keys of later visits of a node, each with the frame of the first visit: of visits with another depth, and with the same
    /// depth.
    pub(super) second_keys: [Boards<(usize, usize)>; 2],
    /// Whether a pass starts with another key than the first.
    pub(super) has_other_starts: bool,
    /// The bounds of a leaf and its frame, by node and depth, if positions have no keys.
    pub(super) statics_of_nodes: HashMap<(NodeId, i64), (Bounds, usize)>,
    /// Remarks on stores with more depth than their nodes were searched to.
    pub(super) deep_remarks: Vec<(usize, CheckRemarkKind)>,
    /// Moves that are extended although the search without them shows that they are not singular, and the number of moves that are
    /// extended without such a search.
    pub(super) not_singular: Vec<(usize, CheckRemarkKind)>,
    pub(super) extended_otherwise: usize,
    /// Null windows of children that touch no bound of the parent, in a search of unknown kind; and the number of those that do.
    pub(super) loose_scouts: Vec<(usize, Fault)>,
    pub(super) right_scouts: usize,
    /// The first node that repeats a position of its line but is settled by the table, and the frame of that position; and whether
    /// the program sees repetitions elsewhere.
    pub(super) settled_repetition: Option<(usize, usize)>,
    pub(super) sees_repetitions: bool,
    /// The depth left at the node of each store.
    pub(super) left_at: HashMap<StoreId, Left>,
    pub(super) right_answers: usize,
    /// Whether the trace names unsearched moves: then a node without such moves has searched all.
    /// `None` before the first query.
    pub(super) tells_moves: Option<bool>,
    /// Whether the depth decreases by one with each move, wherever it is recorded; `None` before the first query.
    pub(super) falls_by_one: Option<bool>,
}

/// Exact values that are stored as bounds, and the number of stores of exact values: of all nodes, and of those whose children show
/// the value.
#[derive(Default)]
pub(super) struct LooseStores {
    pub(super) found: Vec<(usize, LooseStore)>,
    pub(super) values: usize,
    pub(super) inner_values: usize,
}

/// An exact value that is stored as a bound.
pub(super) struct LooseStore {
    pub(super) known: Bounds,
    pub(super) found: Bounds,
    /// Whether it is the bound of a fail high, as in a table without exact values.
    pub(super) is_high: bool,
}

/// The recorded depth of a node and of its store, and whether the node is part of a quiescence search.
pub(super) type DepthOfEntry = (Option<i64>, Option<i64>, bool);

/// How many values that must follow from a position do, and the places of those that do not.
pub(super) struct Boards<T> {
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) frames: Vec<T>,
}

impl<T> Default for Boards<T> {
    fn default() -> Self {
        Self { right: 0, wrong: 0, frames: Vec::new() }
    }
}

/// Lookups of entries written at nodes of the other player, grouped by the point of view that fits
/// the entry. Each has the finding that applies if the table has the other point of view.
#[derive(Default)]
pub(super) struct EntryViews {
    pub(super) of_max: Vec<(usize, Fault)>,
    pub(super) of_mover: Vec<(usize, Fault)>,
}

/// An entry of insufficient depth that settled a node.
#[derive(Clone, Copy)]
pub(super) struct Shallow {
    pub(super) frame: usize,
    pub(super) wanted: i64,
    pub(super) found: i64,
    pub(super) score: Score,
}

/// Whether scores depend on leaves where the search was stopped by its depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Horizon {
    /// The flag of the child that returned last.
    pub(super) returned: bool,
    /// The flag of the node's current score: that of the child that set it.
    pub(super) so_far: bool,
}

/// Facts about what a program does again and again, collected frame by frame.
#[derive(Default)]
pub(super) struct Habits {
    /// Windows of children that are wider than their parents', and the number of those that children before have narrowed.
    pub(super) wider: Vec<(usize, CheckRemarkKind)>,
    pub(super) narrowed: usize,
    /// Children with a greater depth than their parents, and the number of those with a smaller depth.
    pub(super) grown: Vec<(usize, CheckRemarkKind)>,
    pub(super) fallen: usize,
    /// Visits that omit moves which other visits of their nodes search, and the number of later visits that search all.
    pub(super) unsearched: Vec<(usize, CheckRemarkKind)>,
    pub(super) searched_again: usize,
    /// Leaves that are recorded as mates: the pass, the distance from the root, the absolute value of the score, and the frame.
    pub(super) mates: Vec<(Option<usize>, i32, i32, usize)>,
}

/// The depths and moves that were written to the entries of the table, in the whole trace.
#[derive(Default)]
pub(super) struct Written {
    pub(super) depths: HashSet<(EntryId, i64, Bounds)>,
    pub(super) moves: HashMap<EntryId, Vec<Box<str>>>,
}

/// Minimum number of nodes that end at α = β before their last move, and their minimum ratio to those that search further moves: then the
/// rule of cuts is α ≥ β.
const ENDS_AT_EQUALITY: usize = 3;
const ENDS_PER_OTHER: usize = 4;

/// The number of moves that a visit searches.
fn moves_tried(trace: &Trace, visit: VisitId) -> usize {
    trace.visited_children(visit).filter(|&child| trace.searched_again(child).is_none()).count()
}

/// The least number of children of a node that ends with an open window, so that it searched all its moves; `None` if few nodes do.
fn fewest_children(trace: &Trace) -> Option<usize> {
    const ENOUGH_NODES: usize = 8;
    let is_whole = |visit: &VisitId| {
        trace.span(*visit).1.is_some()
            && trace.cut_frame(*visit).is_none()
            && trace.source_of(Fact::Window(*visit)).is_program()
            && trace.value_of(Meaning::Why, *visit).is_none()
            && !trace.is_speculative(*visit)
            && trace.skips_of(*visit).next().is_none()
    };
    let visits = (0..trace.visit_count() as u32).map(VisitId).filter(is_whole);
    let counts: Vec<usize> = visits.map(|visit| moves_tried(trace, visit)).filter(|&count| count > 0).collect();
    counts.iter().copied().min().filter(|_| counts.len() >= ENOUGH_NODES)
}

/// The rule of cuts of a trace: as the header states it, or α ≥ β. A program that searches its further moves where α = β, and never makes a
/// cut there, cuts only at α > β. Where the skipped moves are not known, nodes that end at α = β show the rule if they have fewer children
/// than all nodes that search all their moves.
pub(super) fn cut_test(trace: &Trace, header: &Header) -> CutTest {
    let is_open = header.cut.is_none() && trace.origin().is_some() && trace.has_minimax_scores();
    if let Some(test) = header.cut.or_else(|| (!is_open || trace.has_threads()).then_some(CutTest::AtLeast)) {
        return test;
    }
    let knows_window = |visit: &VisitId| trace.source_of(Fact::Window(*visit)).is_program();
    let (mut going_on, mut ended) = (0, Vec::new());
    for child in (0..trace.visit_count() as u32).map(VisitId) {
        let Some(visit) = trace.parent_visit(child).filter(knows_window) else { continue };
        let update = trace.update_frame(child).and_then(|frame| Some((frame, trace.step(frame)?)));
        let Some((frame, step)) = update.filter(|(_, step)| step.window.alpha == step.window.beta) else { continue };
        // After the last move, there is nothing to cut; and where a file ends too early, the next move may be missing.
        if step.cut.is_some() && trace.span(visit).1.is_some() {
            if trace.pruned_children(visit).len() > 0 {
                return CutTest::AtLeast;
            }
            ended.push(moves_tried(trace, visit));
        }
        let next = trace.entered_after(frame).filter(|&next| trace.parent_visit(next) == Some(visit));
        going_on +=
            usize::from(next.is_some_and(|next| !trace.is_speculative(next) && trace.searched_again(next).is_none()));
    }
    if going_on == 0 {
        return CutTest::AtLeast;
    }
    let fewest = fewest_children(trace).unwrap_or_default();
    let before_last = ended.into_iter().filter(|&count| count < fewest).count();
    let is_shown = before_last >= ENDS_AT_EQUALITY && before_last >= ENDS_PER_OTHER * going_on;
    if is_shown { CutTest::AtLeast } else { CutTest::Above }
}
