use crate::score::BoundKind;
use crate::score::Player;
use crate::trace::{NodeState, Trace};

/// The line of best moves below a node, as far as it is settled at a frame: from each scored node to the first child
/// that returned the node's score, down to a leaf. The path of the node itself is the beginning of the line.
#[must_use]
pub fn best_line(trace: &Trace, from: &[u16], frame: usize) -> Vec<u16> {
    let mut line = from.to_vec();
    if !trace.is_search() {
        return line;
    }
    let Some(mut visit) = trace.visit_at(trace.place(from), frame) else { return line };
    while let NodeState::Scored { score, .. } = trace.state_by(visit, frame) {
        // A bound from the wrong side proves nothing: where a table has narrowed the window, a max node can end with the α
        // that it was left, and a child that is at most as good need not be as good.
        let unproven = match trace.player_of(visit) {
            Player::Max => BoundKind::Upper,
            Player::Min => BoundKind::Lower,
        };
        let settled_by = |child| match trace.state_by(child, frame) {
            NodeState::Scored { score: of_child, kind } => of_child == score && kind != unproven,
            _ => false,
        };
        let Some(best) = trace.visited_children(visit).find(|&child| settled_by(child)) else { break };
        line.extend(trace.move_of(trace.node_of(best)));
        visit = best;
    }
    line
}
