use crate::score::BoundKind;
use crate::score::Player;
use crate::trace::{NodeState, Place, Trace};

/// The line of best moves below a node, as far as it is settled at a frame: from each scored node to the first child
/// that returned the node's score, down to a leaf. The path of the node itself is the beginning of the line.
#[must_use]
pub fn best_line(trace: &Trace, from: &[u16], frame: usize) -> Vec<u16> {
    let mut line = from.to_vec();
    if !trace.is_search() {
        return line;
    }
    let Some(mut node) = trace.place(from).recorded() else { return line };
    while let NodeState::Scored { score, .. } = trace.state(Place { node, below: 0 }, frame) {
        let Some(visit) = trace.visit_of(node) else { break };
        // A bound from the wrong side proves nothing: where a table has narrowed the window, a max node can end with the α
        // that it was left, and a child that is at most as good need not be as good.
        let unproven = match trace.player_of(visit) {
            Player::Max => BoundKind::Upper,
            Player::Min => BoundKind::Lower,
        };
        let settled_by = |child| match trace.state(Place { node: child, below: 0 }, frame) {
            NodeState::Scored { score: of_child, kind } => of_child == score && kind != unproven,
            _ => false,
        };
        let Some(best) = trace.children(node).find(|&child| settled_by(child)) else { break };
        line.extend(trace.move_of(best));
        node = best;
    }
    line
}
