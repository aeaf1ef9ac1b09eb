use super::best_for;
use crate::game::{Game, TextbookTree};
use crate::score::Distribution;

/// The distribution of the score that a search returns for each node of a textbook tree, in the order of its nodes. At a leaf:
/// the leaf's score plus its own noise, or `noise` if it has none. At an inner node: the maximum or minimum of independent
/// children.
#[must_use]
pub fn tree_distributions(tree: &TextbookTree, noise: &Distribution) -> Vec<Distribution> {
    let mut found: Vec<Option<Distribution>> = vec![None; tree.len()];
    // Parents come before their children.
    for node in (0..tree.len() as u32).rev() {
        let distribution = if let Some(score) = tree.score(&node) {
            tree.noise(node).unwrap_or(noise).shifted(score.finite().unwrap_or(0))
        } else {
            let children = tree.legal_moves(&node).into_iter().map(|mv| tree.play(&node, mv));
            let children: Vec<_> = children.filter_map(|child| found[child as usize].clone()).collect();
            best_for(tree.player(&node), &children)
        };
        found[node as usize] = Some(distribution);
    }
    found.into_iter().flatten().collect()
}

/// The index, in the list of distributions, of the node that the moves lead to from the root.
#[must_use]
pub fn node_of_path(tree: &TextbookTree, path: &[u32]) -> usize {
    path.iter().fold(tree.root(), |node, &mv| tree.play(&node, mv)) as usize
}
