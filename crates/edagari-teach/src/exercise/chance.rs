//! Moves of chance in the tree of an exercise.

use super::ExerciseTree;
use super::probabilities::{least_common_multiple, weights_of};
use edagari_core::score::{Player, Probability};

/// Maximum number of units in 1. Weights multiply α at each level, so at most by the number of
/// units in total: the product of both and of a score does not overflow.
const MAX_PARTS: u64 = 1_000_000_000_000;

impl ExerciseTree {
    /// Returns whether siblings have probabilities of their own.
    #[must_use]
    pub fn has_probabilities(&self) -> bool {
        self.nodes().any(|node| self.probability(node).is_some())
    }

    /// Returns the probability with which chance moves to the node, in the form that is written
    /// beside the line to the node; `None` if it has none of its own.
    #[must_use]
    pub fn probability_text(&self, node: u32) -> Option<String> {
        let one = self.probability(node)?;
        Some(if one.denominator() == 1 {
            one.numerator().to_string()
        } else {
            format!("{}/{}", one.numerator(), one.denominator())
        })
    }

    /// Returns the weight of a node among its siblings when chance moves there: its share of
    /// [`Self::total_weight`] at the parent.
    #[must_use]
    pub fn weight(&self, node: u32) -> u64 {
        let parent = self.parent(node).filter(|_| self.probability(node).is_some());
        let of = |parent: u32| Some((self.weights(parent)?, self.place(node)));
        parent.and_then(of).and_then(|(weights, place)| weights.get(place).copied()).unwrap_or(1)
    }

    /// Returns the sum of the weights of a node's children: their number if all are equally likely.
    #[must_use]
    pub fn total_weight(&self, node: u32) -> u64 {
        self.weights(node).map_or(self.children(node).len() as u64, |weights| weights.iter().sum())
    }

    /// Returns the weights of the children of a node that have probabilities, in the order of the
    /// search.
    fn weights(&self, node: u32) -> Option<Vec<u64>> {
        let own: Option<Vec<Probability>> = self.children(node).iter().map(|&child| self.probability(child)).collect();
        weights_of(&own.filter(|own| !own.is_empty())?)
    }

    /// Returns the number of units in 1 for which the expected values of all nodes are whole, and
    /// all bounds that Star1 derives from them; `None` if it is too large to compute with. Chance
    /// moves at the nodes of min.
    #[must_use]
    pub fn parts_of_values(&self) -> Option<u64> {
        let is_chance = |&node: &u32| !self.is_leaf(node) && self.player(node) == Player::Min;
        let mut common = 1;
        for node in self.nodes().filter(is_chance) {
            let children = self.children(node).iter().map(|&child| self.weight(child));
            let own = children.fold(self.total_weight(node), least_common_multiple);
            common = least_common_multiple(common, own);
            if common > MAX_PARTS {
                return None;
            }
        }
        let levels = self.leaves().map(|leaf| self.above(leaf).filter(is_chance).count()).max().unwrap_or(0);
        common.checked_pow(levels as u32).filter(|&parts| parts <= MAX_PARTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_core::game::{TextbookNode, TreeError};

    fn tree(probabilities: [Option<&str>; 3]) -> Result<ExerciseTree, TreeError> {
        let child = |text: Option<&str>| TextbookNode {
            parent: Some(0),
            score: Some(1),
            probability: text.map(|text| text.parse().expect("a probability")),
            ..TextbookNode::default()
        };
        let nodes = std::iter::once(TextbookNode::default()).chain(probabilities.map(child));
        ExerciseTree::from_nodes(nodes.collect())
    }

    #[test]
    fn weights_are_the_probabilities_over_their_common_denominator() {
        let mixed = tree([Some("1/2"), Some("0.3"), Some("1/5")]).expect("a tree");
        assert_eq!(([1, 2, 3].map(|node| mixed.weight(node)), mixed.total_weight(0)), ([5, 3, 2], 10));
        let equal = tree([None; 3]).expect("a tree");
        assert_eq!(([1, 2, 3].map(|node| equal.weight(node)), equal.total_weight(0)), ([1, 1, 1], 3));
        assert!(mixed.has_probabilities() && !equal.has_probabilities());
    }

    #[test]
    fn impossible_probabilities_are_refused_with_the_parent() {
        for (probabilities, reason) in [
            ([Some("1/2"), Some("1/2"), None], "2 of 3 probabilities"),
            ([Some("1/2"), Some("1/4"), Some("1/8")], "the sum 7/8"),
            ([Some("1/2"), Some("1/2"), Some("0")], "a probability of 0"),
            ([Some("0.0001"), Some("0.4999"), Some("0.5")], "a large common denominator"),
        ] {
            let error = tree(probabilities).expect_err(reason).to_string();
            assert!(error.contains(reason) && error.contains("the children of A"), "{error}");
        }
    }
}
