//! Counts of visits, cuts and lookups in a part of a run.

use std::collections::HashSet;

use super::quantity::Quantity;
use edagari_core::analysis::OrderReport;
use edagari_core::score::{Answer, Player};
use edagari_core::trace::{NodeId, Progress, Trace, VisitId};

/// Part of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Index of the pass; `None` for all passes.
    pub(super) pass: Option<usize>,
    /// Root of the subtree to count; `None` for the whole tree.
    pub(super) below: Option<NodeId>,
    /// Last frame that counts; `None` for the whole run.
    pub(super) by: Option<usize>,
}

impl Part {
    /// Counts a quantity; `None` if it is not a count of a part, or the trace does not have it.
    pub(super) fn count(self, trace: &Trace, quantity: Quantity) -> Option<u64> {
        let is_done = |frame: usize| self.by.is_none_or(|by| frame <= by);
        let has_ended = |visit: VisitId| trace.span(visit).1.is_some_and(is_done);
        let cut_of = |visit: VisitId| {
            let cut = trace.cut_frame(visit)? as u32;
            trace.cuts().binary_search(&cut).ok().map(|_| cut as usize).filter(|&cut| is_done(cut))
        };
        let found_by = |visit: VisitId| trace.lookup_of(visit).filter(|found| is_done(found.frame));
        let visits = || self.visits(trace).filter(|&visit| is_done(trace.span(visit).0));
        let number = |count: usize| Some(count as u64);
        match quantity {
            Quantity::Visits => number(visits().count()),
            Quantity::Nodes => number(visits().map(|visit| trace.node_of(visit)).collect::<HashSet<_>>().len()),
            Quantity::Again => number(visits().filter(|&visit| trace.layer_before(visit).is_some()).count()),
            Quantity::Leaves => {
                let is_evaluated = |&visit: &VisitId| {
                    trace.is_leaf_visit(visit) && trace.answered(visit).is_none() && has_ended(visit)
                };
                number(visits().filter(is_evaluated).count())
            }
            Quantity::Cuts => number(visits().filter_map(cut_of).count()),
            Quantity::AlphaCuts | Quantity::BetaCuts => {
                let player = if quantity == Quantity::AlphaCuts { Player::Min } else { Player::Max };
                let is_meant = |visit: &VisitId| trace.player_of(*visit) == player;
                number(visits().filter(is_meant).filter_map(cut_of).count())
            }
            Quantity::Pruned => visits().filter_map(cut_of).map(|cut| trace.nodes_pruned_at(cut)).sum(),
            Quantity::Lookups => number(visits().filter_map(found_by).count()),
            Quantity::Answers => {
                let is_answer = |visit: VisitId| {
                    found_by(visit).is_some_and(|found| matches!(found.answer, Answer::Returned { .. }))
                };
                number(visits().filter(|&visit| is_answer(visit)).count())
            }
            Quantity::Narrowings => {
                let narrows =
                    |visit: VisitId| found_by(visit).is_some_and(|found| matches!(found.answer, Answer::Narrowed(_)));
                number(visits().filter(|&visit| narrows(visit)).count())
            }
            Quantity::Stores => {
                let stored =
                    |visit: VisitId| trace.stored(trace.store_of(visit)?).filter(|stored| is_done(stored.frame));
                number(visits().filter_map(stored).count())
            }
            // The minimal tree is only known for the whole tree at the end of the run.
            Quantity::Minimal if self.below.is_none() && self.by.is_none() => {
                OrderReport::of(trace, self.pass, &Progress::default()).ok().map(|report| report.total.minimal)
            }
            _ => None,
        }
    }

    /// Returns the visits of the part, in order.
    fn visits(self, trace: &Trace) -> impl Iterator<Item = VisitId> {
        let first = self.pass.and_then(|place| trace.passes().get(place)).map(|pass| pass.visit);
        let all = (0..trace.visit_count() as u32).map(VisitId);
        all.filter(move |&visit| {
            first.is_none_or(|first| trace.is_within(visit, first))
                && self.below.is_none_or(|node| trace.layer_around(node, visit).is_some())
        })
    }
}
