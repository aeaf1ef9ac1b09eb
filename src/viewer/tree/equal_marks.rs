//! Which of the nodes in sight have the same position as the selected one.

use crate::analysis::position_key;
use crate::scene::ViewTree;
use crate::trace::Trace;

/// The nodes of a view that have the same position as its centre; none where no other has.
pub(crate) fn equal_nodes(trace: &Trace, tree: &ViewTree) -> Vec<usize> {
    let nodes = &tree.nodes;
    let Some(wanted) = position_key(trace, &nodes[tree.center].position) else { return Vec::new() };
    let is_equal =
        |&index: &usize| nodes[index].stands_for == 1 && position_key(trace, &nodes[index].position) == Some(wanted);
    (0..nodes.len()).filter(is_equal).collect()
}
