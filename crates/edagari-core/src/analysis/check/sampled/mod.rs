//! The steps of a Monte-Carlo tree search whose formula is known: the selection of children, the
//! results of leaves, and their propagation to the root.

mod shared;
mod variants;

use variants::greatest;

use super::prover::{Prover, ResultSum};
use super::{Assumption, Fault};
use crate::game::{AnyPosition, mix};
use crate::score::{Player, Score};
use crate::search::{MAX_PLAYOUT_PLIES, Playout};
use crate::trace::{FrameKind, PointOfView, Step, VisitId};

impl Prover<'_> {
    /// Checks a frame of a Monte-Carlo tree search.
    pub(super) fn sampled_frame(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        match step.kind {
            FrameKind::Start => self.selection(frame, step.visit),
            FrameKind::End if trace.is_leaf_visit(step.visit) => self.sampled_leaf(frame, step),
            FrameKind::End => {
                let below = trace.visited_children(step.visit).next();
                let result = below.and_then(|child| trace.step(trace.span(child).1?)?.score);
                if let (Some(child), Some(expected), Some(found)) = (below, result, step.score) {
                    self.note_sum(step.player, trace.player_of(child), [expected, found]);
                    if expected != found {
                        self.find(frame, Fault::ResultChanged { expected, found });
                    }
                }
            }
            FrameKind::Lookup | FrameKind::Score | FrameKind::Update | FrameKind::Store => {}
        }
    }

    /// Records the sum of the results at two nodes, each from the view of its player.
    fn note_sum(&mut self, player: Player, below: Player, [expected, found]: [Score; 2]) {
        let change =
            expected.finite().zip(found.finite()).map(|(expected, found)| i64::from(found) - i64::from(expected));
        let sum = change.map(|change| if player == Player::Max { change } else { -change });
        let noted = &mut self.result_sum;
        if player == below {
            noted.is_other |= sum != Some(0);
        } else {
            // A share is between 0 and the sum of both.
            let is_share = |(player, score): (Player, Score)| {
                let own = if player == Player::Max { score } else { score.negated() };
                own.finite().is_some_and(|share| (0..=sum.unwrap_or(0)).contains(&i64::from(share)))
            };
            let is_other = sum.is_none_or(|sum| sum <= 0 || noted.sum.is_some_and(|before| before != sum));
            noted.is_other |= is_other || ![(player, found), (below, expected)].into_iter().all(is_share);
            (noted.sum, noted.pairs) = (sum, noted.pairs + 1);
        }
    }

    /// Withdraws the faults of results that change on the way up, if the program writes the mover's share of the result, such as 1 for
    /// a win and 0 for a loss: all results of the two players have the same sum.
    pub(super) fn explain_results(&mut self) {
        let ResultSum { sum: Some(_), is_other: false, pairs } = self.result_sum else { return };
        let scores = self.trace.foreign().and_then(|foreign| foreign.header.scores);
        if scores == Some(PointOfView::Mover) {
            self.report.findings.retain(|finding| !matches!(finding.fault, Fault::ResultChanged { .. }));
            self.report.finding_count -= pairs;
            self.report.assumptions.push(Assumption::ResultShares);
        }
    }

    fn selection(&mut self, frame: usize, visit: VisitId) {
        let Some(samples) = self.trace.samples() else { return };
        let Some(selection) = self.trace.parent_visit(visit).and_then(|parent| samples.selection(parent)) else {
            return;
        };
        // Among equal sums, a search by Edagari takes the first; another program may take any.
        let is_own = self.trace.origin().is_none();
        let greater = greatest(&selection, samples.stated_formula().first_play);
        let Some(expected) =
            greater.or_else(|| (is_own && selection.chosen != selection.expected).then_some(selection.expected))
        else {
            return;
        };
        self.wrong_selections += 1;
        let [chosen, expected] = [selection.chosen, expected].map(|place| &selection.candidates[place]);
        let by = expected.sum() - chosen.sum();
        // Shown in the sentence, on the scale of the scores.
        let one = self.trace.unit().and_then(|unit| unit.number_of(Score::new(1))).unwrap_or(1.0);
        let by = if by.is_finite() { Some((by * one * 1000.0).round() as i64) } else { None };
        self.find(frame, Fault::WrongSelection { expected: self.trace.path(expected.node), by });
    }

    fn sampled_leaf(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let Some(found) = step.score else { return };
        let Some(position) = trace.rules().and_then(|_| trace.position(&trace.path(step.node))) else { return };
        let expected = match position.score() {
            Some(score) => Some(trace.of_rules(score)),
            // Another program draws other random numbers.
            None if trace.origin().is_some() => None,
            None => {
                let iteration = trace.pass_of(step.visit).unwrap_or_default();
                Some(self.playout(position, iteration as u64))
            }
        };
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            self.find(frame, Fault::WrongLeaf { expected, found });
        }
    }

    /// The result of the playout of an iteration.
    fn playout(&self, mut position: AnyPosition, iteration: u64) -> Score {
        let setup = &self.trace.setup.sampling;
        let seed = mix(setup.seed, iteration);
        let plies = if setup.playouts == Playout::Evaluation { 0 } else { MAX_PLAYOUT_PLIES };
        for ply in 0..plies {
            if position.score().is_some() {
                break;
            }
            // After an illegal move, a position may have no moves although the game is not over.
            let place = match setup.playouts {
                Playout::Random => mix(seed, ply).checked_rem(position.move_count() as u64),
                Playout::First | Playout::Evaluation => Some(0),
            };
            let Some(next) = place.and_then(|place| position.play(place as u32)) else { break };
            position = next;
        }
        position.score().unwrap_or_else(|| position.evaluate(0))
    }
}
