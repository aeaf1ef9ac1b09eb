//! Noise on regular trees and on a tree of one's own: the distribution at each node.

use super::{NoiseError, best_for, error};
use crate::game::{Game, TextbookTree};
use crate::score::{Distribution, DistributionError, Player};

/// A tree in which all nodes have the same children and all leaves the same noise; max and min alternate.
///
/// The best child of a node has the node's value; the others have less at max nodes and more at min nodes. A max node of true
/// value v has children of true values v + offset, a min node of v − offset. All nodes of one level have distributions of the
/// same shape, so one distribution per level is sufficient.
#[derive(Clone, PartialEq, Debug)]
pub struct RegularTree {
    /// The offsets of all children from the best one.
    pub offsets: Vec<i32>,
    /// The player to move at the level above the leaves.
    pub last: Player,
    /// The standard deviation of a leaf's evaluation before it is made discrete, above 0.
    pub sigma: f64,
    /// The largest distance of an evaluation from its mean.
    pub area: u32,
    /// The greatest depth of a search.
    pub depth: u32,
    /// An explicit noise, instead of the normal one.
    pub noise: Option<Distribution>,
}

impl Default for RegularTree {
    fn default() -> Self {
        Self { offsets: vec![0, -1, -2], last: Player::Max, sigma: 5.0, area: 20, depth: 10, noise: None }
    }
}

impl RegularTree {
    /// The maximum depth.
    pub const MAX_DEPTH: u32 = error::MAX_DEPTH;
    /// The maximum number of children.
    pub const MAX_CHILDREN: usize = error::MAX_CHILDREN;
    /// The maximum distance of a child from the best child.
    pub const MAX_OFFSET: i32 = error::MAX_OFFSET;

    /// The distribution of the score that a search to each depth returns for a node of true value 0; depth 0 is the noise itself.
    ///
    /// ```
    /// use edagari_core::analysis::noise::RegularTree;
    ///
    /// let tree = RegularTree { offsets: vec![0, -2], depth: 2, ..RegularTree::default() };
    /// let levels = tree.levels()?;
    /// assert_eq!(levels.len(), 3);
    /// // The better of two moves is chosen by its evaluation, so the score of a search to depth 1 is too high on average.
    /// assert!(levels[1].mean() > levels[0].mean());
    /// # Ok::<(), edagari_core::analysis::noise::NoiseError>(())
    /// ```
    ///
    /// # Errors
    /// [`NoiseError`] if there are no children, a number is out of range, or the noise is not a valid distribution.
    pub fn levels(&self) -> Result<Vec<Distribution>, NoiseError> {
        if self.offsets.is_empty() || self.offsets.len() > Self::MAX_CHILDREN {
            return Err(NoiseError::Children(self.offsets.len()));
        }
        if let Some(&offset) = self.offsets.iter().find(|offset| offset.unsigned_abs() > Self::MAX_OFFSET as u32) {
            return Err(NoiseError::Offset(offset));
        }
        if self.depth > Self::MAX_DEPTH {
            return Err(NoiseError::Depth(self.depth));
        }
        let mut levels = vec![self.noise()?];
        for depth in 1..=self.depth {
            let player = self.player_at(depth);
            let sign = if player == Player::Max { 1 } else { -1 };
            let below = &levels[depth as usize - 1];
            let children: Vec<_> = self.offsets.iter().map(|offset| below.shifted(sign * offset)).collect();
            levels.push(best_for(player, &children));
        }
        Ok(levels)
    }

    /// The player to move at the root of a search to `depth`, at least 1.
    #[must_use]
    pub const fn player_at(&self, depth: u32) -> Player {
        if depth % 2 == 1 { self.last } else { self.last.other() }
    }

    fn noise(&self) -> Result<Distribution, DistributionError> {
        self.noise.clone().map_or_else(|| Distribution::normal(0, self.sigma, self.area), Ok)
    }
}

/// The distribution of the score that a search returns for each node of a textbook tree, in the order of its nodes. At a leaf:
/// the leaf's score plus its own noise, or `noise` if it has none. At an inner node: the maximum or minimum of independent
/// children.
///
/// ```
/// use edagari_core::analysis::noise::tree_distributions;
/// use edagari_core::game::TextbookTree;
/// use edagari_core::score::Distribution;
///
/// let tree = TextbookTree::three_move_figure();
/// // Without noise, each node has its minimax value.
/// let exact = tree_distributions(&tree, &Distribution::point(0));
/// assert!((exact[0].mass(3) - 1.0).abs() < 1e-12);
/// // With noise, the value of the root is uncertain.
/// let noisy = tree_distributions(&tree, &Distribution::usual(1.0, None)?);
/// assert!(noisy[0].mass(3) < 0.9);
/// # Ok::<(), edagari_core::score::DistributionError>(())
/// ```
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
