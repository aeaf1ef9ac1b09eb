//! Order of the moves of a visit in a file, and the rule when they are listed.

use std::collections::HashSet;

use crate::trace::{NodeId, Trace, VisitId};

impl Trace {
    /// Whether a file must list the moves of the children of `visit`. It must if an unvisited child is known from the trace alone,
    /// now or to later readers, or if the children that are not entered are not in the game's order; the order of the entered ones
    /// follows from their visits. If a program lists no moves, only the moves that it searches or skips are known; a list would
    /// claim that it knew moves which it names only in a later visit.
    pub(in crate::trace) fn lists_moves(&self, visit: VisitId) -> bool {
        let mut children = self.visits.children(visit);
        if children.is_empty() || self.foreign().is_some_and(|foreign| foreign.lists_no_moves) {
            return false;
        }
        // If a visit entered no child, only a list shows that it has children.
        let has_entered = self.visits.entered_child(visit, 0).is_some();
        if self.recorded_tree().is_some() || self.is_of_other_game() {
            return !has_entered || children.any(|child| self.visits.of_node(NodeId(child)).is_empty());
        }
        // The children in a run by Edagari follow from its setup. Another program may have left the node before it generated them.
        if !has_entered && self.visits.end(visit).is_some() {
            return true;
        }
        let [_, left_out] = self.entered_and_left_out(visit);
        self.numbering_visit(visit) == Some(visit)
            && !left_out.is_sorted_by_key(|&child| self.visits.move_of(visit, child))
    }

    /// Children of `visit` in the order of its list: the entered children, then the others. But if the header specifies that moves
    /// are in ascending order (the game's order) or in descending order, and all are, the others are sorted in, since the program
    /// may have skipped or pruned them before it entered the next ones.
    pub(in crate::trace) fn listed_children(&self, visit: VisitId, has_rising_moves: Option<bool>) -> Vec<NodeId> {
        let here = self.entered_and_left_out(visit);
        let mut children = here.concat();
        // Children that are not entered have the order of the list of the visit that numbers the children.
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

    /// The visit that numbers the children of `visit`: the visit itself, or an earlier one of the same node.
    fn numbering_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent_of(NodeId(self.visits.children(visit).start))
    }

    /// Children that `visit` enters, each once and in this order, and the other children in the order of their numbers.
    fn entered_and_left_out(&self, visit: VisitId) -> [Vec<NodeId>; 2] {
        let mut is_entered = HashSet::new();
        let visited = self.visited_children(visit).map(|child| self.node_of(child));
        let entered = visited.filter(|&child| is_entered.insert(child)).collect();
        let left_out = self.visits.children(visit).map(NodeId).filter(|child| !is_entered.contains(child)).collect();
        [entered, left_out]
    }
}
