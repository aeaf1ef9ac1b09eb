//! Probabilities of generated trees.

use crate::exercise::shapes::Draws;
use edagari_core::game::TextbookNode;
use edagari_core::score::Probability;

/// Sums of weights with which one computes easily by hand.
const EASY_TOTALS: [u64; 5] = [3, 4, 5, 6, 8];

/// Returns the children of each node that has children.
pub(super) fn families(nodes: &[TextbookNode]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (child, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(child);
        }
    }
    children.into_iter().filter(|family| !family.is_empty()).collect()
}

/// Draws probabilities at every second level, where chance moves: small multiples of one part, not
/// all equal if there are several children.
pub(super) fn draw_probabilities(nodes: &mut [TextbookNode], draws: &mut Draws) {
    let mut depths: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes.iter() {
        depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
    }
    for family in families(nodes).into_iter().filter(|family| depths[family[0]].is_multiple_of(2)) {
        let mut weights = vec![1; family.len()];
        // The first try has the fewest parts that differ.
        weights[draws.within(0, family.len() as i32 - 1) as usize] = draws.within(2, 3) as u64;
        let more: Vec<u64> = family.iter().map(|_| draws.within(1, 3) as u64).collect();
        if EASY_TOTALS.contains(&more.iter().sum()) && more.iter().any(|&weight| weight != more[0]) {
            weights = more;
        }
        let total = weights.iter().sum();
        for (child, weight) in family.into_iter().zip(weights) {
            nodes[child].probability = Probability::new(weight, total);
        }
    }
}
