//! Search for shown nodes with the same position as the selected one.

use edagari_core::analysis::position_key;
use edagari_core::trace::Trace;
use edagari_draw::scene::FocusLayout;

/// Returns the nodes of a view that have the same position as its focus, the focus included; none if the focus has no position key.
pub(crate) fn equal_nodes(trace: &Trace, layout: &FocusLayout) -> Vec<usize> {
    let key = |index: usize| {
        let node = &layout.nodes[index];
        let position = node.position.clone().or_else(|| trace.position(&layout.path(index)));
        position.filter(|_| node.stands_for == 1).and_then(|position| position_key(trace, &position))
    };
    let Some(wanted) = key(layout.focus) else { return Vec::new() };
    (0..layout.nodes.len()).filter(|&index| key(index) == Some(wanted)).collect()
}
