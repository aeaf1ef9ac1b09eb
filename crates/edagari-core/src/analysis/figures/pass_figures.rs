//! The figures of the passes of a run, and the counts of skipped and reduced moves by reason.

use std::collections::BTreeMap;

use crate::score::{BoundKind, Bounds, InUnit, Score};
use crate::search::Guess;
use crate::trace::{Meaning, NodeId, OwnUpdate, Progress, Skip, Trace, VisitId};
use serde::Serialize;

/// The figures of a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
pub struct PassFigures {
    /// The number of the pass, from 1.
    pub pass: usize,
    /// The kind of the pass, as recorded by the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The name of the pass, as recorded by the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The depth of the pass, as recorded by the program.
    pub depth: Option<u32>,
    /// The number of the pass that contains it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<usize>,
    /// The first frame of the pass.
    pub first_frame: usize,
    /// The last frame, if the pass has ended.
    pub last_frame: Option<usize>,
    /// The α of the pass's window.
    pub alpha: InUnit<Score>,
    /// The β of the pass's window.
    pub beta: InUnit<Score>,
    /// The returned score, if the pass has ended.
    pub score: Option<InUnit<Score>>,
    /// Whether the score is the value, or a bound; `None` if that is unknown.
    pub bound: Option<BoundKind>,
    /// The bounds of the root's value after the pass, from the passes of the same depth up to it; `None` for a pass that does not
    /// start at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_bounds: Option<InUnit<Bounds>>,
    /// The number of visits.
    pub visits: u64,
    /// The number of different nodes visited.
    pub distinct_nodes: u64,
    /// The number of those nodes that no earlier pass visited.
    pub new_nodes: u64,
    /// The number of visits to nodes that had been visited before, in this pass or an earlier one.
    pub visited_again: u64,
    /// The number of re-searches: visits that search a node again under the same visit of its parent.
    pub re_searches: u64,
    /// The number of visits to leaves: nodes where the game is over, or no depth is left.
    pub evaluations: u64,
    /// The number of cutoffs, whether or not they prune something.
    pub cuts: u64,
    /// The number of lookups that caused a cutoff.
    pub table_returns: u64,
    /// The number of those lookups whose entry was stored by an earlier pass.
    pub returns_from_earlier: u64,
    /// The number of moves skipped by heuristics, by reason.
    #[serde(default, skip_serializing_if = "ByReason::is_empty")]
    pub skips: ByReason,
    /// The number of reduced visits, by reason.
    #[serde(default, skip_serializing_if = "ByReason::is_empty")]
    pub reductions: ByReason,
}

/// The number of visits between two checks for cancellation.
const VISITS_BETWEEN_LOOKS: u64 = 10_000;
impl PassFigures {
    /// The figures of all passes of a trace, in order; empty if the run is a single unnamed pass. The time grows with the number
    /// of visits.
    ///
    /// ```
    /// use edagari_core::analysis::PassFigures;
    /// use edagari_core::game::GameSetup;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
    ///
    /// let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::MtdF));
    /// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
    /// let passes = PassFigures::of(&trace);
    /// let bounds: Vec<_> = passes.iter().filter_map(|pass| Some(pass.root_bounds?.to_string())).collect();
    /// assert_eq!(bounds, ["[1, ∞]", "[3, ∞]", "[3, 3]"]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(trace: &Trace) -> Vec<Self> {
        Self::counted(trace, &Progress::default())
    }

    /// Like [`Self::of`], but reports progress; passes are missing if it is cancelled.
    #[must_use]
    pub fn counted(trace: &Trace, progress: &Progress) -> Vec<Self> {
        let all = trace.passes().iter().map(|pass| trace.visits_below(pass.visit) as u64).sum();
        progress.expect(all);
        let mut passes: Vec<Self> =
            (0..trace.passes().len()).map_while(|place| Self::of_pass(trace, place, progress)).collect();
        let mut before: Option<(Option<u32>, Bounds)> = None;
        for (pass, stated) in passes.iter_mut().zip(trace.passes()) {
            if trace.node_of(stated.visit) != NodeId::ROOT {
                continue;
            }
            let known = before.filter(|(depth, _)| *depth == pass.depth).map_or(Bounds::UNKNOWN, |(_, known)| known);
            let bounds = pass
                .score
                .zip(pass.bound)
                .map_or(known, |(score, kind)| narrowed(known, Bounds::of(score.value, kind)));
            before = Some((pass.depth, bounds));
            pass.root_bounds = Some(trace.in_unit(bounds));
        }
        passes
    }

    /// The share of visits to nodes that had been visited before, from 0 to 1.
    #[must_use]
    pub fn share_again(&self) -> f64 {
        self.visited_again as f64 / self.visits.max(1) as f64
    }

    /// The figures of one pass; `None` if the computation is cancelled.
    fn of_pass(trace: &Trace, place: usize, progress: &Progress) -> Option<Self> {
        let pass = &trace.passes()[place];
        let first = pass.visit;
        let window = trace.given_window(first);
        let result = trace.pass_result(place, usize::MAX);
        let (first_frame, last_frame) = trace.span(first);
        let visits = trace.visits_below(first);
        let mut figures = Self {
            pass: place + 1,
            kind: pass.kind.as_deref().map(str::to_owned),
            label: pass.label.as_deref().map(str::to_owned),
            depth: pass.depth,
            within: pass.within.map(|within| within as usize + 1),
            first_frame,
            last_frame,
            alpha: trace.in_unit(window.alpha),
            beta: trace.in_unit(window.beta),
            score: result.map(|result| trace.in_unit(result.score)),
            bound: result.and_then(|result| result.kind),
            root_bounds: None,
            visits: visits as u64,
            distinct_nodes: 0,
            new_nodes: 0,
            visited_again: 0,
            re_searches: 0,
            evaluations: 0,
            cuts: 0,
            table_returns: 0,
            returns_from_earlier: 0,
            skips: skips_within(trace, Some(first)),
            reductions: reductions_within(trace, Some(first)),
        };
        for (counted, visit) in (0_u64..).zip(trace.visits_of(first)) {
            if counted.is_multiple_of(VISITS_BETWEEN_LOOKS) {
                if progress.is_cancelled() {
                    return None;
                }
                progress.advance(VISITS_BETWEEN_LOOKS.min(visits as u64 - counted));
            }
            figures.count(trace, first, visit);
        }
        Some(figures)
    }

    fn count(&mut self, trace: &Trace, first: VisitId, visit: VisitId) {
        let before = trace.layer_before(visit);
        self.new_nodes += u64::from(before.is_none());
        self.visited_again += u64::from(before.is_some());
        let is_distinct = trace.layer_of_thread_before(visit).is_none_or(|before| before < first);
        self.distinct_nodes += u64::from(is_distinct);
        self.re_searches += u64::from(trace.searched_again(visit).is_some());
        if trace.table().answered(visit).is_some() {
            self.table_returns += 1;
            let writer = trace.table().lookup_of(visit).and_then(|found| trace.table().stored(found.store?));
            self.returns_from_earlier += u64::from(writer.is_some_and(|stored| stored.visit < first));
        } else if trace.is_leaf_visit(visit) && !trace.own_updates_of(visit).any(OwnUpdate::is_settled_by_rules) {
            self.evaluations += 1;
        }
        self.cuts += u64::from(trace.cut_frame(visit).is_some());
    }
}

/// The intersection of the bounds known before and the bounds of a pass; if they contradict each other, those of the pass.
fn narrowed(known: Bounds, found: Bounds) -> Bounds {
    let both = Bounds { lower: known.lower.max(found.lower), upper: known.upper.min(found.upper) };
    if both.lower <= both.upper { both } else { found }
}

/// Counts by reason, as recorded by the program; the reason is empty if none is recorded.
pub type ByReason = BTreeMap<String, u64>;

/// The number of moves that were skipped by a heuristic in the subtree of `first`, or in the whole run.
pub(in crate::analysis) fn skips_within(trace: &Trace, first: Option<VisitId>) -> ByReason {
    // Skips are in the order of the frames, so those of the subtree are between the first and the last frame of `first`.
    let (start, end) = first.map_or((0, None), |first| trace.span(first));
    let skips = trace.skips();
    let skips = &skips[skips.partition_point(|skip| (skip.frame as usize) < start)..];
    let skips = &skips[..skips.partition_point(|skip| end.is_none_or(|end| (skip.frame as usize) <= end))];
    let of_visits = |skip: &&Skip| first.is_none_or(|first| trace.is_within(skip.visit(), first));
    skips.iter().filter(of_visits).fold(ByReason::new(), |mut skips, skip| {
        *skips.entry(skip.why.as_deref().unwrap_or_default().to_owned()).or_default() += skip.count;
        skips
    })
}

/// The number of reduced visits (column `reduced`) in the subtree of `first`, or in the whole run: for a speculative visit by its
/// kind, otherwise by the source of its move (column `order`), or if Edagari itself reduces late moves by that.
pub(in crate::analysis) fn reductions_within(trace: &Trace, first: Option<VisitId>) -> ByReason {
    let mut reductions = ByReason::new();
    let Some(reduced) = trace.column_of(Meaning::Reduced) else { return reductions };
    let (kind, order) = (trace.column_of(Meaning::Kind), trace.column_of(Meaning::Order));
    let usual = Some(Guess::LateMoveReductions).filter(|&guess| trace.setup.guesses.has(guess)).map_or("", Guess::name);
    let end = first.and_then(|first| trace.span(first).1).unwrap_or(usize::MAX);
    let visits = reduced.visits(first.unwrap_or(VisitId(0)));
    for visit in visits.take_while(|&visit| trace.span(visit).0 <= end) {
        let is_reduced = reduced.value(visit).and_then(|value| value.number()).is_some_and(|by| by > 0.0);
        if is_reduced && first.is_none_or(|first| trace.is_within(visit, first)) {
            let column = if trace.is_speculative(visit) { kind } else { order };
            let reason = column.and_then(|column| column.value(visit)).map(|reason| reason.to_string());
            *reductions.entry(reason.unwrap_or_else(|| usual.to_owned())).or_default() += 1;
        }
    }
    reductions
}
