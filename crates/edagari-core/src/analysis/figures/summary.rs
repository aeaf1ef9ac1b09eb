//! The figures of a run: visits, leaves, cuts, depth, and the share that was pruned.

use serde::Serialize;

use super::pass_figures::PassFigures;
use super::pass_figures::{ByReason, reductions_within, skips_within};
use super::proof_tree::ProofFigures;
use crate::analysis::explanation::value_line::known_bounds;
use crate::score::{BoundKind, Bounds, InUnit, Score};
use crate::search::TableKey;
use crate::trace::{DepthTally, Ending, Header, NodeId, Progress, Trace, UNNAMED};

/// The figures of a whole run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
pub struct Summary {
    /// The game's name on the command line; for an unknown game, its own name.
    pub game: String,
    /// The name of the game, with the options that affect its values.
    pub rules: String,
    /// The program that recorded the trace; `None` for Edagari.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The name of the search on the command line, or in the other program.
    pub search: String,
    /// The move order, as on the command line, or as named by the other program.
    pub order: String,
    /// The kind of the transposition table, as on the command line.
    pub table: String,
    /// The depth limit in changes of player; `None` if the search continues to the end of the game.
    pub depth_limit: Option<u32>,
    /// The moves to the start position.
    pub after: String,
    /// The score of the start position; `None` if the run has not returned it yet, or only generated the tree.
    pub value: Option<InUnit<Score>>,
    /// Whether [`Self::value`] is exact or a bound: `exact`, `lower`, `upper`. `None` if the window of the root is not known, so
    /// that it can be either.
    pub value_bound: Option<BoundKind>,
    /// The number of visits; equal to the number of visited nodes unless nodes are visited several times.
    pub nodes_visited: u64,
    /// The number of visits of leaves, as in [`DepthTally::evaluations`](crate::trace::DepthTally::evaluations).
    pub leaves_evaluated: u64,
    /// The number of frames.
    pub frames: u64,
    /// The number of cutoffs at min nodes, including those after the last child.
    pub alpha_cuts: u64,
    /// The number of cutoffs at max nodes, including those after the last child.
    pub beta_cuts: u64,
    /// The number of cutoffs that prune something.
    pub cutoffs: u64,
    /// The number of pruned nodes; `None` if they cannot be counted.
    pub nodes_pruned: Option<u64>,
    /// The number of lookups that found an entry of the transposition table.
    pub lookups: u64,
    /// The number of those lookups that caused a cutoff.
    pub table_returns: u64,
    /// The number of those lookups that narrowed their node's window.
    pub table_narrowings: u64,
    /// The number of stores to the table.
    pub table_stores: u64,
    /// The number of entries in the table at the end.
    pub table_entries: u64,
    /// The greatest visited depth; 0 is the start.
    pub max_depth: u64,
    /// The figures per visited depth, in moves from the start.
    pub by_depth: Vec<DepthTally>,
    /// The number of cutoffs by the first child, the second child, and so on.
    pub cuts_by_child: Vec<u64>,
    /// The number of different nodes visited; only for a run that can visit nodes several times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct_nodes: Option<u64>,
    /// The number of visits to nodes that had been visited before; only for a run that can visit nodes several times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visited_again: Option<u64>,
    /// The number of lookups that caused a cutoff with an entry of an earlier pass; only for a run with passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns_from_earlier: Option<u64>,
    /// The figures per pass, if there are several passes or they have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<PassFigures>,
    /// The number of moves skipped by heuristics, by reason.
    #[serde(default, skip_serializing_if = "ByReason::is_empty")]
    pub skips: ByReason,
    /// The number of reduced visits, by reason.
    #[serde(default, skip_serializing_if = "ByReason::is_empty")]
    pub reductions: ByReason,
    /// The moves at the start that are known to have the value [`Self::value`].
    pub best_moves: Vec<String>,
    /// Whether the run is complete.
    pub complete: bool,
    /// The result of a proof-number search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofFigures>,
}

impl Summary {
    /// The figures of a trace. The time grows with the number of visits if the trace has passes.
    ///
    /// ```
    /// use edagari_core::analysis::Summary;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let summary = Summary::of(&trace);
    /// assert_eq!((summary.nodes_visited, summary.leaves_evaluated, summary.nodes_pruned), (11, 5, Some(4)));
    /// assert_eq!((summary.alpha_cuts, summary.beta_cuts), (1, 1));
    /// assert_eq!(summary.best_moves, ["A"]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        Self::counted(trace, &Progress::default())
    }

    /// Like [`Self::of`], but reports progress; figures of passes are missing if it is cancelled.
    #[must_use]
    pub fn counted(trace: &Trace, progress: &Progress) -> Self {
        let (total, table) = (trace.tally().total(), trace.table().tally());
        let [search, order] = names(trace);
        // Samples give the root no value, and neither does the proof of a claim.
        let has_value = trace.setup.process.has_minimax_scores();
        let passes = PassFigures::counted(trace, progress);
        let value_kind = kind_of_value(trace, &passes);
        // Each visit belongs to one run from the root.
        let of_runs = passes.iter().filter(|pass| pass.within.is_none());
        let returns_from_earlier = of_runs.map(|pass| pass.returns_from_earlier).sum();
        let distinct_nodes = trace.has_layers().then(|| {
            let nodes = (0..trace.node_count() as u32).map(NodeId);
            nodes.filter(|&node| trace.visit_of(node).is_some()).count() as u64
        });
        Self {
            game: trace.setup.game.name().to_owned(),
            rules: trace.setup.game.to_string(),
            program: trace.origin().and_then(Header::program_name),
            search,
            order,
            table: TableKey::name_of(trace.setup.table).to_owned(),
            depth_limit: trace.setup.limit.map(|limit| limit.depth),
            after: trace.setup.after.clone(),
            value: trace.value().filter(|_| has_value).map(|value| trace.in_unit(value)),
            value_bound: value_kind.filter(|_| has_value),
            nodes_visited: trace.visit_count() as u64,
            leaves_evaluated: total.evaluations,
            frames: trace.frame_count() as u64,
            alpha_cuts: total.alpha_cuts,
            beta_cuts: total.beta_cuts,
            cutoffs: trace.cuts().len() as u64,
            nodes_pruned: trace.nodes_pruned(),
            lookups: table.lookups,
            table_returns: table.returns,
            table_narrowings: table.narrowings,
            table_stores: table.stores,
            table_entries: table.entries,
            max_depth: trace.max_depth() as u64,
            by_depth: trace.tally().by_depth.clone(),
            cuts_by_child: trace.tally().cuts_by_child.clone(),
            distinct_nodes,
            visited_again: distinct_nodes.map(|nodes| trace.visit_count() as u64 - nodes),
            returns_from_earlier: Some(returns_from_earlier).filter(|_| !passes.is_empty()),
            passes,
            skips: skips_within(trace, None),
            reductions: reductions_within(trace, None),
            best_moves: best_moves(trace, value_kind),
            complete: trace.ending == Ending::Complete,
            proof: ProofFigures::of(trace),
        }
    }
}

/// The names of the search and of the move order.
fn names(trace: &Trace) -> [String; 2] {
    match trace.origin() {
        None => [trace.setup.process.to_string(), trace.setup.order.to_string()],
        Some(header) => {
            [header.search_name(), header.order_name()].map(|name| name.unwrap_or_else(|| UNNAMED.to_owned()))
        }
    }
}

/// The kind of the start's score: a null window returns only a bound, but when the bounds of several passes of one depth meet,
/// the score is exact.
fn kind_of_value(trace: &Trace, passes: &[PassFigures]) -> Option<BoundKind> {
    let known = passes.iter().rev().find_map(|pass| pass.root_bounds).map(|bounds| bounds.value);
    let have_met = known.is_some_and(|known| known.lower == known.upper && trace.value() == Some(known.lower));
    trace.kind_of_value().map(|kind| if have_met { BoundKind::Exact } else { kind })
}

/// Whether a run of Edagari itself uses bounds from the rules.
fn uses_range(trace: &Trace) -> bool {
    trace.origin().is_none() && trace.setup.search().is_some_and(|search| search.uses_range())
}

/// The moves at the start whose score is exact and equal to the start's value; a bound that happens to be equal proves nothing.
fn best_moves(trace: &Trace, value_kind: Option<BoundKind>) -> Vec<String> {
    let value = trace.value().filter(|_| value_kind == Some(BoundKind::Exact));
    let Some((value, position)) = value.zip(trace.position(&[])) else { return Vec::new() };
    let Some(root) = trace.visit_of(NodeId::ROOT) else { return Vec::new() };
    let last = trace.frame_count().saturating_sub(1);
    let best = Bounds { lower: value, upper: value };
    let has_range = uses_range(trace);
    let range = |mv: u32| if has_range { position.play(mv)?.bounds(0) } else { None };
    (0..position.move_count())
        .filter(|&mv| {
            let known = trace.place(&[mv as u32]).recorded().map(|node| known_bounds(trace, node, root, last));
            known.is_some_and(|known| {
                known == best || range(mv as u32).is_some_and(|range| known.intersect(range) == best)
            })
        })
        .map(|mv| position.move_text(mv))
        .collect()
}
