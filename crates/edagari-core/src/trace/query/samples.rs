//! Queries on a Monte-Carlo tree search: the visits and results of a node by a frame, known
//! results, and the selection of a child. These are not recorded: they follow from the results of
//! the iterations.

use crate::score::{Bounds, Player, Score};
use crate::search::{
    FinalMove, FirstPlay, ParentCount, Priors, Sampling, SamplingSetup, first_greatest, is_best, of_player,
};
use crate::trace::model::sample_index::SampleIndex;
use crate::trace::{Meaning, NodeId, Trace, VisitId};

/// The reason recorded for the result of a leaf where the game is not over.
pub const PLAYOUT: &str = "playout";

/// The finished iterations through a node: their number N, and the total W of their results from
/// max's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// Number N of the iterations.
    pub visits: u32,
    /// W, in the trace's unit of scores.
    pub total: i64,
}

impl Sample {
    /// The mean result Q = W/N from max's view; `None` without visits.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.visits > 0).then(|| self.total as f64 / f64::from(self.visits))
    }

    /// W as text, with the unit of the trace.
    #[must_use]
    pub fn total_text(self, trace: &Trace) -> String {
        let score = i32::try_from(self.total).ok().map(Score::new);
        score.map_or_else(|| self.total.to_string(), |score| trace.in_unit(score).to_string())
    }
}

/// A child that an iteration can select.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// Node of the child.
    pub node: NodeId,
    /// The iterations through it before this one.
    pub sample: Sample,
    /// The known result that replaces the mean, if there is one.
    pub result: Option<Score>,
    /// The prior probability; 1 in UCT, which has none.
    pub prior: f64,
    /// The mean, or the known result, as the player who selects sees it; 0 without visits.
    pub mean: f64,
    /// The exploration term U; infinite for a child that must be visited first, 0 for a known result.
    pub exploration: f64,
}

impl Candidate {
    /// Mean plus exploration term. The child with the greatest sum is selected, the first among
    /// equal ones.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.mean + self.exploration
    }
}

/// The details of the formula that selects a child, in which programs differ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SampleFormula {
    /// The number N of the node.
    pub parent: ParentCount,
    /// The value of a child without visits; `None` for that of the formula: 0 in PUCT, the first choice in UCT.
    pub first_play: Option<FirstPlay>,
    /// Whether known results replace means and exploration terms.
    pub results: bool,
    /// The player from whose view means are compared.
    pub view: SampleView,
}

/// The player from whose view a program compares means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum SampleView {
    /// The player who moves at the node.
    Mover,
    /// The other player.
    Opponent,
    /// The same player at every node.
    Always(Player),
}

impl SampleView {
    const fn of(self, mover: Player) -> Player {
        match self {
            Self::Mover => mover,
            Self::Opponent => mover.other(),
            Self::Always(player) => player,
        }
    }
}

/// The selection of a child by a visit.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// All children, in the game's order; without those whose prior is not known.
    pub candidates: Vec<Candidate>,
    /// The place of the child that the visit goes to.
    pub chosen: usize,
    /// The place of the child that the formula selects.
    pub expected: usize,
}

impl Selection {
    /// The place of the child with the second greatest sum after that of the formula; `None` with one child.
    #[must_use]
    pub fn second(&self) -> Option<usize> {
        let others = (0..self.candidates.len()).filter(|&place| place != self.expected);
        others.reduce(|best, next| if self.candidates[next].sum() > self.candidates[best].sum() { next } else { best })
    }
}

/// Computes the index of a trace.
fn index_of(trace: &Trace, sampling: Sampling) -> SampleIndex {
    let start = trace.position(&[]);
    let bounds = start.as_ref().filter(|start| start.score().is_none()).and_then(|start| start.bounds(0));
    // Results are in the unit of the trace.
    let bounds =
        bounds.map(|bounds| Bounds { lower: trace.of_rules(bounds.lower), upper: trace.of_rules(bounds.upper) });
    let mut totals = Vec::with_capacity(trace.visit_count());
    for node in (0..trace.node_count() as u32).map(NodeId) {
        let results = trace.layers(node).map(|visit| result_of(trace, visit).map_or(0, i64::from));
        totals.extend(results.scan(0, |total, result| {
            *total += result;
            Some(*total)
        }));
    }
    let mut index = SampleIndex::new(totals, bounds);
    if trace.setup.sampling.uses_results(sampling) {
        find_results(&mut index, trace);
    }
    if sampling == Sampling::Puct && trace.setup.sampling.priors == Priors::Evaluation {
        index.priors = priors_by_evaluation(trace);
    }
    index
}

/// The prior of each node by the evaluations of its parent's children.
fn priors_by_evaluation(trace: &Trace) -> Vec<f64> {
    let mut priors = vec![1.0; trace.node_count()];
    for node in (0..trace.node_count() as u32).map(NodeId) {
        let children: Vec<NodeId> = trace.children(node).collect();
        let position = if children.is_empty() { None } else { trace.position(&trace.path(node)) };
        let Some(position) = position else { continue };
        let evaluation = |mv: u32| {
            let child = position.play(mv);
            let score = child.map(|child| child.score().unwrap_or_else(|| child.evaluate(0))).and_then(Score::finite);
            if position.player() == Player::Max { score.unwrap_or_default() } else { -score.unwrap_or_default() }
        };
        // A file can lack children that the search has not entered yet.
        let evaluations: Vec<i32> = (0..position.move_count() as u32).map(evaluation).collect();
        let of_moves = Priors::by_evaluation(&evaluations);
        for child in children {
            let prior = trace.move_of(child).and_then(|mv| of_moves.get(mv as usize));
            priors[child.0 as usize] = prior.copied().unwrap_or_default();
        }
    }
    priors
}

fn find_results(index: &mut SampleIndex, trace: &Trace) {
    let setup = &trace.setup.sampling;
    for (iteration, root) in (0_u32..).zip(trace.layers(NodeId::ROOT)) {
        let path: Vec<VisitId> =
            std::iter::successors(Some(root), |&visit| trace.visited_children(visit).next()).collect();
        let Some((&leaf, above)) = path.split_last() else { continue };
        let is_over = trace.is_leaf_visit(leaf) && trace.is_result_of_game(leaf);
        let Some(result) = result_of(trace, leaf).filter(|_| is_over) else { continue };
        index.know(trace.node_of(leaf), iteration + 1, Score::new(result));
        if !setup.solver {
            continue;
        }
        for &visit in above.iter().rev() {
            let Some(result) = proof(index, trace, visit) else { break };
            index.know(trace.node_of(visit), iteration + 1, result);
        }
    }
}

/// The result of a node that follows from its children: a win of its player, or the best of all results.
fn proof(index: &SampleIndex, trace: &Trace, visit: VisitId) -> Option<Score> {
    let player = trace.player_of(visit);
    let children = || trace.children(trace.node_of(visit)).map(|child| index.result(child));
    let best = children().flatten().map(|(_, result)| result).reduce(|one, other| player.better(one, other))?;
    let is_won = is_best(index.bounds, player, best);
    (is_won || children().all(|result| result.is_some())).then_some(best)
}

/// The finite score of a visit that has ended.
fn result_of(trace: &Trace, visit: VisitId) -> Option<i32> {
    trace.visits.score_if_ended(visit.0 as usize)?.finite()
}

/// The iterations of a Monte-Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    trace: &'a Trace,
    sampling: Sampling,
    index: &'a SampleIndex,
}

impl<'a> Samples<'a> {
    /// The iterations of a trace; `None` unless it is a Monte-Carlo tree search.
    pub(in crate::trace) fn of_trace(trace: &'a Trace) -> Option<Self> {
        let sampling = trace.setup.process.sampling()?;
        let index = trace.samples.get_or_init(|| index_of(trace, sampling));
        Some(Self { trace, sampling, index })
    }
}

impl Samples<'_> {
    /// The formula of the search and its options.
    #[must_use]
    pub const fn formula(&self) -> (Sampling, &SamplingSetup) {
        (self.sampling, &self.trace.setup.sampling)
    }

    /// Whether the formula that selects children is known: Edagari's own, or one that the header
    /// states. If known results replace means, the ends of games must be known from the rules or
    /// from the reasons of leaves. The rules are also needed for the wins of a solver, and for the
    /// children of a PUCT search without recorded priors.
    #[must_use]
    pub fn has_formula(&self) -> bool {
        let trace = self.trace;
        let setup = &trace.setup.sampling;
        let has_reasons = || {
            let reasons = trace.column_of(Meaning::Why);
            reasons.is_some_and(|reasons| reasons.texts().any(|reason| reason == PLAYOUT))
        };
        let has_rules = trace.rules().is_some();
        let tells_results = has_rules || !setup.uses_results(self.sampling) || (!setup.solver && has_reasons());
        // Without the rules, neither the number of children with equal priors nor their evaluations are known.
        let tells_priors = has_rules || self.sampling == Sampling::Uct || setup.priors == Priors::Recorded;
        trace.has_stated_sampling() && tells_results && tells_priors
    }

    /// The iterations through `node` that had passed it on their way back to the root by `frame`.
    ///
    /// ```
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::{Playout, Sampling, SamplingSetup};
    /// use edagari_core::trace::{Process, Recording};
    ///
    /// let sampling = SamplingSetup { iterations: 100, playouts: Playout::First, ..SamplingSetup::default() };
    /// let trace = Recording::of(TicTacToe::default()).sampling(Sampling::Uct, sampling).record()?;
    /// let samples = trace.samples().expect("a Monte-Carlo tree search");
    /// let root = trace.root().expect("a complete run");
    /// let visits: Vec<u32> = root.children().map(|child| samples.of(child.id(), usize::MAX).visits).collect();
    /// assert_eq!(visits, [11, 11, 11, 10, 31, 10, 11, 3, 2]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(&self, node: NodeId, frame: usize) -> Sample {
        let mut visits = self.trace.layers_by(node, frame);
        // Only the last iteration can be unfinished. The `Update` before the end of a node with a child adds the result.
        let last = visits.checked_sub(1).and_then(|last| self.trace.layers(node).nth(last));
        let is_unfinished = |last: VisitId| {
            let adds = usize::from(!self.trace.is_leaf_visit(last));
            self.trace.span(last).1.is_none_or(|end| end > frame.saturating_add(adds))
        };
        if last.is_some_and(is_unfinished) {
            visits -= 1;
        }
        let total =
            visits.checked_sub(1).map_or(0, |last| self.index.totals[self.trace.visits.first_layer(node) + last]);
        Sample { visits: visits as u32, total }
    }

    /// The result of `node`, if it is known at `frame`: the game is over there, or the solver has proven it.
    #[must_use]
    pub fn result(&self, node: NodeId, frame: usize) -> Option<Score> {
        let (iterations, result) = self.index.result(node)?;
        // It is known from the next iteration on.
        (self.of(NodeId::ROOT, frame).visits >= iterations).then_some(result)
    }

    /// The frame from which the result of `node` is known, if it ever is.
    pub(super) fn known_from(&self, node: NodeId) -> Option<usize> {
        let (iterations, _) = self.index.result(node)?;
        let last = self.trace.layers(NodeId::ROOT).nth(iterations.checked_sub(1)? as usize)?;
        let end = self.trace.span(last).1?;
        Some(end - usize::from(!self.trace.is_leaf_visit(last)))
    }

    /// The result of `node`, if it is known once `iterations` iterations have ended.
    #[must_use]
    pub(crate) fn result_by(&self, node: NodeId, iterations: usize) -> Option<Score> {
        let (by, result) = self.index.result(node)?;
        (iterations >= by as usize).then_some(result)
    }

    /// The prior of `node`, one of `siblings`; `None` if another program has not recorded it.
    fn prior(&self, node: NodeId, siblings: usize) -> Option<f64> {
        match self.trace.setup.sampling.priors {
            _ if self.sampling == Sampling::Uct => Some(1.0),
            Priors::Equal => Some(1.0 / siblings.max(1) as f64),
            Priors::Evaluation => self.index.priors.get(node.0 as usize).copied(),
            Priors::Recorded => {
                let recorded =
                    self.trace.layers(node).next().and_then(|first| self.trace.value_of(Meaning::Prior, first));
                recorded.and_then(|prior| prior.number()).filter(|prior| prior.is_finite() && *prior >= 0.0)
            }
        }
    }

    /// The formula that the header states, or else that of Edagari's own search.
    pub(crate) fn stated_formula(&self) -> SampleFormula {
        let setup = &self.trace.setup.sampling;
        let is_foreign = self.trace.origin().is_some();
        SampleFormula {
            parent: setup.parent.filter(|_| is_foreign).unwrap_or_default(),
            first_play: setup.first_play.filter(|_| is_foreign),
            results: setup.uses_results(self.sampling),
            view: SampleView::Mover,
        }
    }

    /// The children of `node` as the next iteration after `frame` finds them, in the game's order.
    /// Children whose prior another program has not recorded are missing.
    #[must_use]
    pub fn candidates(&self, node: NodeId, frame: usize) -> Vec<Candidate> {
        self.candidates_by(node, frame, self.stated_formula())
    }

    /// The candidate `node` among the children of its parent, see [`Self::candidates`]; `None` at the root.
    #[must_use]
    pub fn candidate(&self, node: NodeId, frame: usize) -> Option<Candidate> {
        let siblings = self.candidates(self.trace.parent(node)?, frame);
        siblings.into_iter().find(|candidate| candidate.node == node)
    }

    /// The children of `node` by a formula, see [`Self::candidates`].
    pub(crate) fn candidates_by(&self, node: NodeId, frame: usize, formula: SampleFormula) -> Vec<Candidate> {
        let trace = self.trace;
        let Some(player) = trace.visit_of(node).map(|visit| trace.player_of(visit)) else { return Vec::new() };
        let (setup, own) = (&trace.setup.sampling, self.of(node, frame));
        // Another program states its constants on the scale of the scores that it writes.
        let one = trace.origin().and(trace.unit()).and_then(|unit| unit.number_of(Score::new(1))).unwrap_or(1.0);
        let constant = setup.exploration.get() / one;
        let mut children: Vec<NodeId> = trace.children(node).collect();
        children.sort_by_key(|&child| trace.move_of(child));
        // A program may name only the moves that it searches.
        let by_rules = || self.trace.position(&self.trace.path(node)).map_or(0, |position| position.move_count());
        let count = if trace.origin().is_some() { children.len().max(by_rules()) } else { children.len() };
        let above = match formula.parent {
            ParentCount::Visits => own.visits,
            ParentCount::Children => children.iter().map(|&child| self.of(child, frame).visits).sum(),
            ParentCount::WithThis => own.visits + 1,
        };
        let view = formula.view.of(player);
        let first_play = formula.first_play.and_then(|first_play| match first_play {
            FirstPlay::Value(value) => Some(value / one),
            FirstPlay::BelowParent { below_parent } => {
                Some(of_player(view, own.mean().unwrap_or(0.0)) - below_parent / one)
            }
            FirstPlay::Other(_) => None,
        });
        let candidate = |node: NodeId| {
            let prior = self.prior(node, count)?;
            let (sample, result) = (self.of(node, frame), self.result(node, frame).filter(|_| formula.results));
            let known = result.and_then(Score::finite).map(f64::from);
            let is_first = sample.visits == 0 && known.is_none();
            let exploration = match known {
                Some(_) => 0.0,
                None if is_first && !setup.adds_all_children(self.sampling) => f64::INFINITY,
                None if is_first && first_play.is_some() && self.sampling == Sampling::Uct => 0.0,
                None => self.sampling.exploration(constant, above, sample.visits, prior),
            };
            let mean = match first_play.filter(|_| is_first) {
                Some(value) => value,
                None => of_player(view, known.or(sample.mean()).unwrap_or(0.0)),
            };
            Some(Candidate { node, sample, result, prior, mean, exploration })
        };
        children.into_iter().filter_map(candidate).collect()
    }

    /// The selection of a child by `visit`; `None` if it is a leaf, if it stopped before it selected one, or if the formula is
    /// unknown.
    #[must_use]
    pub fn selection(&self, visit: VisitId) -> Option<Selection> {
        if !self.has_formula() {
            return None;
        }
        self.selection_by(visit, self.stated_formula())
    }

    /// The selection of a child by `visit`, compared by a formula.
    pub(crate) fn selection_by(&self, visit: VisitId, formula: SampleFormula) -> Option<Selection> {
        let chosen = self.trace.node_of(self.trace.visited_children(visit).next()?);
        let candidates = self.candidates_by(self.trace.node_of(visit), self.trace.span(visit).0, formula);
        let expected = first_greatest(candidates.iter().map(Candidate::sum));
        let chosen = candidates.iter().position(|candidate| candidate.node == chosen)?;
        Some(Selection { candidates, chosen, expected })
    }

    /// The mean of the node of `visit` when it starts, as the player who moves there sees it; 0 before the first iteration.
    pub(crate) fn mean_seen_by_mover(&self, visit: VisitId) -> f64 {
        let sample = self.of(self.trace.node_of(visit), self.trace.span(visit).0);
        of_player(self.trace.player_of(visit), sample.mean().unwrap_or(0.0))
    }

    /// The child of `node` that the search would play at `frame`, see [`FinalMove`]; `None` without visits.
    #[must_use]
    pub fn favourite(&self, node: NodeId, frame: usize) -> Option<NodeId> {
        let player = self.trace.player_of(self.trace.visit_of(node)?);
        let rank = |child: NodeId| self.rank(player, child, frame);
        let visited = self.trace.children(node).filter(|&child| self.of(child, frame).visits > 0);
        visited.reduce(|best, next| if rank(next) > rank(best) { next } else { best })
    }

    /// The rank of a child as the favourite of `player`.
    fn rank(&self, player: Player, child: NodeId, frame: usize) -> (f64, u32, f64) {
        let sample = self.of(child, frame);
        let first = match self.trace.setup.sampling.final_move {
            FinalMove::Proven => self.result(child, frame).and_then(Score::finite).map_or(0.0, f64::from),
            FinalMove::MostVisits => 0.0,
            FinalMove::BestMean => sample.mean().unwrap_or(0.0),
        };
        (of_player(player, first), sample.visits, of_player(player, sample.total as f64))
    }

    /// The frames at which another child of `node` becomes its favourite, see [`Self::favourite`]: ends of visits of the node. Each
    /// iteration is looked at.
    pub fn favourite_changes(&self, node: NodeId) -> impl Iterator<Item = usize> + '_ {
        let setup = &self.trace.setup.sampling;
        let ranks_by_visits = !setup.solver && setup.final_move != FinalMove::BestMean;
        let mut favourite = None;
        self.trace.layers(node).filter_map(move |visit| {
            let end = self.trace.span(visit).1?;
            let child = self.trace.node_of(self.trace.visited_children(visit).next()?);
            let player = self.trace.player_of(visit);
            let rank = |child: NodeId| self.rank(player, child, end);
            let now = match favourite {
                // A further visit can make a child worse than another one only by its mean or a
                // proven result.
                Some(before) if before == child && ranks_by_visits => before,
                Some(before) if before == child => self.favourite(node, end)?,
                // Of equals the first one counts.
                Some(before) if rank(child) > rank(before) || (rank(child) == rank(before) && child < before) => child,
                Some(before) => before,
                None => child,
            };
            let is_other = favourite.is_some_and(|before| before != now);
            favourite = Some(now);
            is_other.then_some(end)
        })
    }
}
