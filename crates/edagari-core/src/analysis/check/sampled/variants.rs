//! Explanations of selections that do not follow from the stated formula: a usual variant that the header does not state, numbers that
//! the stream does not contain, or means compared from the view of the wrong player.

use crate::analysis::check::prover::Prover;
use crate::analysis::check::{Fault, Unjudged};
use crate::score::Player;
use crate::search::{FirstPlay, ParentCount, Sampling};
use crate::trace::{Candidate, NodeId, SampleFormula, SampleView, Samples, Selection, VisitId};

/// The greatest relative difference between two equal sums that were added in different orders.
pub(super) const ROUNDING: f64 = 1e-9;
/// The fewest wrong selections that a rule with an unknown constant, or another view, can explain: fewer can fit by chance.
const FEWEST: u64 = 3;

/// The value of a child without visits: by the formula, or with a constant that the selections must agree on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstRule {
    Stated,
    Constant,
    BelowParent,
    /// The constant times the square root of the visited children's priors.
    BelowParentScaled,
}

/// A formula, and the values of its unknown constant that all selections so far allow: of the root, and of the other nodes.
struct Hypothesis {
    formula: SampleFormula,
    first: FirstRule,
    allowed: [(f64, f64); 2],
}

impl Hypothesis {
    const fn of(formula: SampleFormula, first: FirstRule) -> Self {
        Self { formula, first, allowed: [(f64::NEG_INFINITY, f64::INFINITY); 2] }
    }

    /// Whether it explains the selection by `visit`, after those before it.
    fn explains(&mut self, samples: &Samples<'_>, visit: VisitId, node: NodeId) -> bool {
        let Some(selection) = samples.selection_by(visit, self.formula) else { return true };
        if self.first == FirstRule::Stated {
            return is_greatest(&selection, self.formula.first_play);
        }
        let (sampling, _) = samples.formula();
        let candidates = &selection.candidates;
        let is_first = |candidate: &Candidate| candidate.sample.visits == 0 && candidate.result.is_none();
        let parent = samples.mean_seen_by_mover(visit);
        let visited: f64 = candidates.iter().filter(|child| !is_first(child)).map(|child| child.prior).sum();
        let (base, factor) = match self.first {
            FirstRule::Stated | FirstRule::Constant => (0.0, 1.0),
            FirstRule::BelowParent => (parent, -1.0),
            FirstRule::BelowParentScaled => (parent, -visited.sqrt()),
        };
        // The sum of a child without visits is this number plus the constant times the factor.
        let known = |candidate: &Candidate| match sampling {
            Sampling::Uct => base,
            Sampling::Puct => base + candidate.exploration,
        };
        let chosen = &candidates[selection.chosen];
        let (lower, upper) = &mut self.allowed[usize::from(node != NodeId::ROOT)];
        let mut limit = |bound: f64, is_upper: bool| {
            if factor == 0.0 {
                return if is_upper { bound >= -ROUNDING } else { bound <= ROUNDING };
            }
            let constant = bound / factor;
            if is_upper == (factor > 0.0) {
                *upper = upper.min(constant + ROUNDING);
            } else {
                *lower = lower.max(constant - ROUNDING);
            }
            *lower <= *upper
        };
        candidates.iter().all(|other| match (is_first(chosen), is_first(other)) {
            (false, false) => chosen.sum() >= other.sum() - ROUNDING * other.sum().abs().max(1.0),
            (true, true) => known(chosen) >= known(other) - ROUNDING,
            (false, true) => limit(chosen.sum() - known(other), true),
            (true, false) => limit(other.sum() - known(chosen), false),
        })
    }
}

/// Whether no other child has a greater sum than the chosen one. Children without visits are not compared with others if their value is
/// not known.
pub(super) fn is_greatest(selection: &Selection, first_play: Option<FirstPlay>) -> bool {
    greatest(selection, first_play).is_none()
}

/// The place of the child with the greatest sum, if that is greater than the sum of the chosen one.
pub(super) fn greatest(selection: &Selection, first_play: Option<FirstPlay>) -> Option<usize> {
    let candidates = &selection.candidates;
    let chosen = &candidates[selection.chosen];
    let is_comparable = |other: &Candidate| {
        !matches!(first_play, Some(FirstPlay::Other(_))) || (other.sample.visits == 0) == (chosen.sample.visits == 0)
    };
    let places = (0..candidates.len()).filter(|&place| is_comparable(&candidates[place]));
    let best = places.reduce(|best, next| if candidates[next].sum() > candidates[best].sum() { next } else { best })?;
    let best_sum = candidates[best].sum();
    let by = best_sum - chosen.sum();
    (by > ROUNDING * best_sum.abs().max(1.0)).then_some(best)
}

impl Prover<'_> {
    /// Replaces the wrong selections of another program by what explains all of them, if there is such an explanation.
    pub(in crate::analysis::check) fn explain_selections(&mut self) {
        let trace = self.trace;
        let Some(samples) = trace.samples().filter(|_| trace.origin().is_some()) else { return };
        let is_selection = |fault: &Fault| matches!(fault, Fault::WrongSelection { .. });
        let Some(first) = self.report.findings.iter().position(|finding| is_selection(&finding.fault)) else { return };
        let (first_frame, count) = (self.report.findings[first].frame, self.wrong_selections);
        let in_graph = || self.selects_in_graph(&samples).then_some(Unjudged::Transpositions);
        let unseen = || self.goes_on_below_new_nodes().then_some(Unjudged::Transpositions);
        let reason =
            self.variant_of(&samples, count).or_else(|| self.numbers_missing()).or_else(in_graph).or_else(unseen);
        let view = if reason.is_none() && count >= FEWEST { self.wrong_view(&samples) } else { None };
        if reason.is_none() && view.is_none() {
            return;
        }
        let Fault::WrongSelection { expected, .. } = self.report.findings.swap_remove(first).fault else { return };
        self.report.findings.retain(|finding| !is_selection(&finding.fault));
        self.report.finding_count -= count;
        self.report.unjudged.extend(reason);
        if let Some(view) = view {
            self.find(first_frame, Fault::WrongView { expected, view, count });
        }
    }

    /// The first of these hypotheses that explains all selections.
    fn explaining(&self, samples: &Samples<'_>, mut all: Vec<Hypothesis>) -> Option<Hypothesis> {
        for visit in (0..self.trace.visit_count() as u32).map(VisitId) {
            if all.is_empty() {
                return None;
            }
            let node = self.trace.node_of(visit);
            all.retain_mut(|hypothesis| hypothesis.explains(samples, visit, node));
        }
        all.into_iter().next()
    }

    /// The differences from the stated formula that explain all selections, and that the header leaves open.
    fn variant_of(&self, samples: &Samples<'_>, count: u64) -> Option<Unjudged> {
        let (sampling, setup) = samples.formula();
        let stated = samples.stated_formula();
        let or_else = |is_stated: bool| if is_stated { 1 } else { usize::MAX };
        let parents = [ParentCount::Visits, ParentCount::Children, ParentCount::WithThis];
        let parents = if setup.parent.is_some() { vec![stated.parent] } else { parents.to_vec() };
        let results = [stated.results, false];
        let results = &results[..if setup.solver || setup.results.is_some() || !stated.results { 1 } else { 2 }];
        let firsts = [FirstRule::Stated, FirstRule::Constant, FirstRule::BelowParent, FirstRule::BelowParentScaled];
        let knows_first = stated.first_play.is_some() || !setup.adds_all_children(sampling) || count < FEWEST;
        let mut all = Vec::new();
        for &first in firsts.iter().take(or_else(knows_first)) {
            for &results in results {
                for &parent in &parents {
                    all.push(Hypothesis::of(SampleFormula { parent, results, ..stated }, first));
                }
            }
        }
        let differences = |one: &Hypothesis| {
            let [parent, results] = [one.formula.parent != stated.parent, one.formula.results != stated.results];
            [parent, one.first != FirstRule::Stated, results]
        };
        // The simplest explanation counts.
        all.sort_by_key(|one| differences(one).into_iter().filter(|&differs| differs).count());
        let found = self.explaining(samples, all)?;
        let [parent, first_play, results] = differences(&found);
        Some(Unjudged::Formula { parent, first_play, results })
    }

    /// The reason why the numbers of the search can differ from those in the stream.
    fn numbers_missing(&self) -> Option<Unjudged> {
        let trace = self.trace;
        let setup = &trace.setup.sampling;
        // In a new tree, the first iteration adds the root, or the root and a child.
        let begins_deep = || {
            let root = trace.layers(NodeId::ROOT).next();
            let below = |visit: &VisitId| trace.visited_children(*visit).next();
            std::iter::successors(root, below).nth(2).is_some()
        };
        if setup.kept_tree.unwrap_or_else(begins_deep) {
            return Some(Unjudged::KeptTree);
        }
        let has_table =
            || self.header.table.as_ref().is_some_and(|table| table.setup().is_some()) || trace.shares_keys();
        setup.transpositions.unwrap_or_else(has_table).then_some(Unjudged::Transpositions)
    }

    /// Whether an iteration continues below a node that is new on its line, in a stream that does not contain positions. In a tree, an
    /// iteration adds one node; in a graph, the node can have been visited on another line.
    fn goes_on_below_new_nodes(&self) -> bool {
        let trace = self.trace;
        let is_open = trace.setup.sampling.transpositions.is_none() && trace.rules().is_none();
        let has_labels = || (0..trace.visit_count() as u32).any(|visit| trace.label_of(VisitId(visit)).is_some());
        let is_new = |visit: &VisitId| trace.layers(trace.node_of(*visit)).next() == Some(*visit);
        let below = |visit: &VisitId| trace.visited_children(*visit).next();
        let adds_several = |root: VisitId| std::iter::successors(Some(root), below).filter(is_new).nth(1).is_some();
        is_open && !has_labels() && trace.layers(NodeId::ROOT).skip(1).any(adds_several)
    }

    /// The view from which the program compares means, if it is not that of the player who moves, and explains all selections.
    fn wrong_view(&self, samples: &Samples<'_>) -> Option<SampleView> {
        let views = [SampleView::Opponent, SampleView::Always(Player::Max), SampleView::Always(Player::Min)];
        let formula = samples.stated_formula();
        let of = |view: SampleView| Hypothesis::of(SampleFormula { view, ..formula }, FirstRule::Stated);
        self.explaining(samples, views.map(of).into()).map(|found| found.formula.view)
    }
}
