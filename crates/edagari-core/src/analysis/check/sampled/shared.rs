//! Searches of a graph: nodes of the same position share their visits and results, although the stream states no keys. The selections
//! show it.

use std::collections::HashMap;

use super::variants::ROUNDING;
use crate::analysis::check::prover::Prover;
use crate::score::{Player, Score};
use crate::search::{ParentCount, of_player};
use crate::trace::{NodeId, Sample, Samples, VisitId};

/// Most nodes of a trace whose positions are compared.
const MOST_NODES: usize = 1 << 20;

/// Numbers of the positions of all nodes. `None` where the position of a node is not known.
type Positions = Vec<Option<u32>>;

/// The visits of a child in the exploration term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChildCount {
    /// All visits of its position.
    Position,
    /// The visits of its position by this parent.
    Edge,
    /// All visits of its position, but a move that was never made from this parent is made first.
    EdgeFirst,
}

/// The numbers that a program can compare if it searches a graph.
#[derive(Clone, Copy)]
struct Shared {
    parent: ParentCount,
    count: ChildCount,
    /// Whether known results replace means and exploration terms.
    results: bool,
}

/// The numbers of all positions after the iterations so far.
#[derive(Default)]
struct Numbers {
    samples: HashMap<u32, Sample>,
    edges: HashMap<(u32, u32), u32>,
    results: HashMap<u32, Score>,
}

/// A child that can be selected: the sum of mean and exploration term.
struct Child {
    node: NodeId,
    sum: f64,
}

impl Prover<'_> {
    /// Whether all selections follow from numbers that the nodes of a position share. Positions are the same by their labels, or if
    /// both players have made the same moves in another order, with or without regard to the order at one place, such as a column.
    pub(super) fn selects_in_graph(&self, samples: &Samples<'_>) -> bool {
        let (sampling, setup) = samples.formula();
        let is_open = setup.transpositions.is_none() && !setup.solver && setup.first_play.is_none();
        if !is_open || self.trace.node_count() > MOST_NODES {
            return false;
        }
        let parents = [ParentCount::Visits, ParentCount::Children, ParentCount::WithThis];
        let parents = parents.into_iter().filter(|&parent| setup.parent.is_none_or(|stated| stated == parent));
        let results = if setup.uses_results(sampling) { &[true, false][..] } else { &[false][..] };
        let ways: Vec<Shared> = parents
            .flat_map(|parent| results.iter().map(move |&results| (parent, results)))
            .flat_map(|(parent, results)| {
                let counts = [ChildCount::Position, ChildCount::Edge, ChildCount::EdgeFirst];
                counts.map(|count| Shared { parent, count, results })
            })
            .collect();
        [self.positions_by_label(), self.positions_by_moves(false), self.positions_by_moves(true)]
            .into_iter()
            .any(|positions| self.has_shared(&positions) && self.explains_all(samples, &positions, ways.clone()))
    }

    /// Positions by the labels of visited nodes. That of a node without visits is known if its move leads to it elsewhere.
    fn positions_by_label(&self) -> Positions {
        let trace = self.trace;
        let (mut numbers, mut below) = (HashMap::new(), HashMap::new());
        let mut positions: Positions = vec![None; trace.node_count()];
        for node in (0..trace.node_count() as u32).map(NodeId) {
            let label = trace.layers(node).next().and_then(|visit| trace.label_of(visit));
            let next = numbers.len() as u32;
            positions[node.0 as usize] = label.map(|label| *numbers.entry(label.to_owned()).or_insert(next));
        }
        let step = |positions: &Positions, node: NodeId| {
            let above = positions[trace.parent(node)?.0 as usize]?;
            Some((above, self.text_of_move(node)?))
        };
        for node in (0..trace.node_count() as u32).map(NodeId) {
            if let Some((step, number)) = step(&positions, node).zip(positions[node.0 as usize]) {
                below.insert(step, number);
            }
        }
        for node in (0..trace.node_count() as u32).map(NodeId) {
            if positions[node.0 as usize].is_none() {
                positions[node.0 as usize] = step(&positions, node).and_then(|step| below.get(&step).copied());
            }
        }
        positions
    }

    /// Positions by the moves that each player has made. With `orders_each`, equal moves are equal only in the same order of players, as
    /// in a game whose pieces pile up in columns.
    fn positions_by_moves(&self, orders_each: bool) -> Positions {
        let trace = self.trace;
        let mut numbers = HashMap::new();
        let number = |node: NodeId| {
            let mut moves = Vec::new();
            let mut below = node;
            while let Some(above) = trace.parent(below) {
                let player = trace.visit_of(above).map(|visit| trace.player_of(visit))?;
                moves.push((self.text_of_move(below)?, player == Player::Max));
                below = above;
            }
            if orders_each {
                moves.sort_by(|one, other| one.0.cmp(&other.0));
            } else {
                moves.sort_unstable();
            }
            let next = numbers.len() as u32;
            Some(*numbers.entry(moves).or_insert(next))
        };
        (0..trace.node_count() as u32).map(NodeId).map(number).collect()
    }

    /// The move to a node: its text, or its number among the moves of a known game.
    fn text_of_move(&self, node: NodeId) -> Option<String> {
        let text = self.trace.recorded_move_text(node).map(str::to_owned);
        text.or_else(|| self.trace.rule_move(node).map(|mv| mv.to_string()))
    }

    /// Whether two visited nodes have one position.
    fn has_shared(&self, positions: &Positions) -> bool {
        let mut seen = HashMap::new();
        let visited = (0..self.trace.node_count() as u32).map(NodeId);
        visited.filter(|&node| self.trace.visit_of(node).is_some()).any(|node| {
            positions[node.0 as usize].is_some_and(|position| *seen.entry(position).or_insert(node) != node)
        })
    }

    /// Whether one of these ways to share numbers explains all selections.
    fn explains_all(&self, samples: &Samples<'_>, positions: &Positions, mut ways: Vec<Shared>) -> bool {
        let trace = self.trace;
        let mut numbers = Numbers::default();
        for (iteration, root) in trace.layers(NodeId::ROOT).enumerate() {
            let below = |visit: &VisitId| trace.visited_children(*visit).next();
            let path: Vec<VisitId> = std::iter::successors(Some(root), below).collect();
            for pair in path.windows(2) {
                let chosen = trace.node_of(pair[1]);
                ways.retain(|&way| self.is_selected(samples, positions, &numbers, (pair[0], chosen), way));
            }
            if ways.is_empty() {
                return false;
            }
            let place = |visit: VisitId| positions[trace.node_of(visit).0 as usize];
            for pair in path.windows(2) {
                if let Some(edge) = place(pair[0]).zip(place(pair[1])) {
                    *numbers.edges.entry(edge).or_default() += 1;
                }
            }
            let score = |visit: VisitId| trace.span(visit).1.and_then(|end| trace.step(end)?.score?.finite());
            for &visit in &path {
                let Some((position, result)) = place(visit).zip(score(visit)) else { continue };
                let sample = numbers.samples.entry(position).or_default();
                *sample = Sample { visits: sample.visits + 1, total: sample.total + i64::from(result) };
                let known = samples.result_by(trace.node_of(visit), iteration + 1);
                numbers.results.extend(known.map(|result| (position, result)));
            }
        }
        true
    }

    /// Whether the chosen child has the greatest sum of the children whose numbers are known.
    fn is_selected(
        &self,
        samples: &Samples<'_>,
        positions: &Positions,
        numbers: &Numbers,
        (visit, chosen): (VisitId, NodeId),
        way: Shared,
    ) -> bool {
        let trace = self.trace;
        let (sampling, setup) = samples.formula();
        let Some(above) = positions[trace.node_of(visit).0 as usize] else { return true };
        let sample_of = |position: u32| numbers.samples.get(&position).copied().unwrap_or_default();
        let of_edge = |position: u32| numbers.edges.get(&(above, position)).copied().unwrap_or_default();
        let count_of = |position: u32| match way.count {
            ChildCount::Edge => of_edge(position),
            ChildCount::EdgeFirst if of_edge(position) == 0 => 0,
            ChildCount::Position | ChildCount::EdgeFirst => sample_of(position).visits,
        };
        let formula = crate::trace::SampleFormula { results: false, ..samples.stated_formula() };
        let candidates = samples.candidates_by(trace.node_of(visit), trace.span(visit).0, formula);
        let places = || candidates.iter().filter_map(|child| Some((child, positions[child.node.0 as usize]?)));
        let visits = match way.parent {
            ParentCount::Visits => sample_of(above).visits,
            ParentCount::Children => places().map(|(_, position)| count_of(position)).sum(),
            ParentCount::WithThis => sample_of(above).visits + 1,
        };
        // Another program states its constants on the scale of the scores that it writes.
        let one = trace.unit().and_then(|unit| unit.number_of(Score::new(1))).unwrap_or(1.0);
        let constant = setup.exploration.get() / one;
        let player = trace.player_of(visit);
        let children: Vec<Child> = places()
            .map(|(child, position)| {
                let known = numbers.results.get(&position).filter(|_| way.results).and_then(|score| score.finite());
                let mean = known.map(f64::from).or(sample_of(position).mean()).unwrap_or(0.0);
                let exploration = match (known, count_of(position)) {
                    (Some(_), _) => 0.0,
                    (None, 0) if !setup.adds_all_children(sampling) => f64::INFINITY,
                    (None, count) => sampling.exploration(constant, visits, count, child.prior),
                };
                Child { node: child.node, sum: of_player(player, mean) + exploration }
            })
            .collect();
        let Some(sum) = children.iter().find(|child| child.node == chosen).map(|child| child.sum) else { return true };
        children.iter().all(|other| other.sum <= sum || other.sum - sum <= ROUNDING * other.sum.abs().max(1.0))
    }
}
