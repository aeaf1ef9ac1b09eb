use super::known_bounds::known_bounds;
use crate::score::Player;
use crate::trace::{NodeId, NodeState, Trace};

/// The line of best moves below a node, as known at a frame: from each node to the first child known to be
/// as good as the score that the node returned, down to a leaf. The line starts with the path of the node itself.
#[must_use]
pub fn best_line(trace: &Trace, from: &[u32], frame: usize) -> Vec<u32> {
    let mut line = from.to_vec();
    if !trace.is_search() {
        return line;
    }
    let Some(visit) = trace.visit_at(trace.place(from), frame) else { return line };
    let NodeState::Scored { score, .. } = trace.state_by(visit, frame) else { return line };
    let mut node = trace.node_of(visit);
    while let Some(latest) = trace.layer_at(node, frame) {
        // A bound from the wrong side proves nothing: if a table has narrowed the window, a max node can return the narrowed α,
        // and then a child that is at most as good need not be as good.
        let settled_by = |child: NodeId| {
            let known = known_bounds(trace, child, visit, frame);
            match trace.player_of(latest) {
                Player::Max => known.lower == score,
                Player::Min => known.upper == score,
            }
        };
        // In the order in which the node's latest visit entered them; children entered only by an earlier visit follow.
        let entered = trace.visited_children(latest).map(|child| trace.node_of(child));
        let Some(best) = entered.chain(trace.children(node)).find(|&child| settled_by(child)) else { break };
        line.extend(trace.move_of(best));
        node = best;
    }
    line
}
