//! What a file lists of the moves of a visit, and in which order.

use std::collections::HashSet;

use crate::trace::{NodeId, Trace, VisitId};

impl Trace {
    /// Whether a file must list the moves of the children of `visit`: an unvisited one is known from the trace alone, now or to its
    /// readers, or those that it leaves out are not in the game's order; that of the others follows from entering them. Where a program
    /// lists none, nothing is known but by what it searches and leaves out; a list would say that it knew moves which it names only in a
    /// later visit.
    pub(in crate::trace) fn lists_moves(&self, visit: VisitId) -> bool {
        let mut children = self.visits.children(visit);
        if children.is_empty() || self.foreign().is_some_and(|foreign| foreign.lists_no_moves) {
            return false;
        }
        // A visit that entered no child shows by nothing else that it has some.
        let has_entered = self.visits.entered_child(visit, 0).is_some();
        if self.recorded_tree().is_some() || self.is_of_other_game() {
            return !has_entered || children.any(|child| self.visits.of_node(NodeId(child)).is_empty());
        }
        // The children in an own run follow from its setup; another program may have left the node before it generated
        // them.
        if !has_entered && self.visits.end(visit).is_some() {
            return true;
        }
        let [_, left_out] = self.entered_and_left_out(visit);
        self.numbering_visit(visit) == Some(visit)
            && !left_out.is_sorted_by_key(|&child| self.visits.move_of(visit, child))
    }

    /// The children of `visit` in the order of its list: first those that it enters. But where the header says that moves are rising, in
    /// the game's order, or falling, and all are, the others stand where they belong: the program can have left them out before it
    /// entered those.
    pub(in crate::trace) fn listed_children(&self, visit: VisitId, has_rising_moves: Option<bool>) -> Vec<NodeId> {
        let here = self.entered_and_left_out(visit);
        let mut children = here.concat();
        // What is left out stands in the order of the list of the visit that numbers the children.
        let numbering = self.numbering_visit(visit).filter(|_| self.knows_rules());
        if let Some((rises, numbering)) = has_rising_moves.zip(numbering) {
            let in_order = |child: &NodeId| {
                let mv = self.visits.move_of(visit, *child);
                if rises { mv } else { u32::MAX - mv }
            };
            let [entered, left_out] = self.entered_and_left_out(numbering);
            if [&here[0], &entered, &left_out].iter().all(|children| children.is_sorted_by_key(in_order)) {
                children.sort_by_key(in_order);
            }
        }
        children
    }

    /// The visit that numbers the children of `visit`: itself, or an earlier one of its node.
    fn numbering_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent_of(NodeId(self.visits.children(visit).start))
    }

    /// The children that `visit` enters, each once and in that order, and the others in the order of their numbers.
    fn entered_and_left_out(&self, visit: VisitId) -> [Vec<NodeId>; 2] {
        let mut is_entered = HashSet::new();
        let visited = self.visited_children(visit).map(|child| self.node_of(child));
        let entered = visited.filter(|&child| is_entered.insert(child)).collect();
        let left_out = self.visits.children(visit).map(NodeId).filter(|child| !is_entered.contains(child)).collect();
        [entered, left_out]
    }
}
