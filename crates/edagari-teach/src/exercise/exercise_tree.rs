//! The tree of an exercise, with its limits.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::probabilities::check_probabilities;
use edagari_core::game::{Game as _, TextbookNode, TextbookTree, TreeError};
use edagari_core::language::{Message, Text};
use edagari_core::score::{Player, Probability, Score};

/// Maximum number of nodes of an exercise: larger trees are too large to search by hand.
pub const MAX_NODES: usize = 500;
/// Maximum number of characters of a node's name, which is written into the node.
pub const LONGEST_NAME: usize = 8;
/// Largest absolute score, limited by the space in a node.
pub const LARGEST_SCORE: i32 = 1_000_000;

/// Tree of an exercise: each node has a unique name, and the root has children. Parents, children and depths are stored for fast access.
///
/// ```
/// use edagari_core::game::{Player, TextbookTree};
/// use edagari_teach::exercise::ExerciseTree;
///
/// let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// let node = tree.named("D").expect("a node of the figure");
/// let children: Vec<_> = tree.children(node).iter().map(|&child| tree.name(child)).collect();
/// assert_eq!((tree.player(node), children), (Player::Max, vec!["I", "J"]));
/// assert_eq!(tree.leaves().count(), 8);
/// # Ok::<(), edagari_core::game::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExerciseTree {
    /// The searched nodes as a game.
    tree: TextbookTree,
    /// The searched nodes, then those below the depth limit; parents before their children.
    nodes: Vec<ExerciseNode>,
    /// Number of searched nodes.
    searched: usize,
    /// Nodes in the order of the file, in which they are drawn from left to right.
    listed: Vec<u32>,
    is_from_right: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ExerciseNode {
    name: String,
    player: Player,
    score: Option<Score>,
    estimate: Option<Score>,
    /// Probability with which chance moves here from the parent.
    probability: Option<Probability>,
    parent: Option<u32>,
    depth: u32,
    /// Children in the order of the search; none at the depth limit.
    children: Vec<u32>,
    /// Children in the order of the search, also those below the depth limit.
    all_children: Vec<u32>,
}

impl PartialEq for ExerciseTree {
    fn eq(&self, other: &Self) -> bool {
        (&self.nodes, &self.listed, self.is_from_right) == (&other.nodes, &other.listed, other.is_from_right)
    }
}

impl Eq for ExerciseTree {}

impl ExerciseTree {
    /// Creates a tree from its nodes, parents before children. Nodes without a name get letters, from top to bottom. Where chance moves
    /// follows from the kind of the exercise, so nodes may have probabilities, but no node of the list has a chance of its own.
    ///
    /// # Errors
    /// [`TreeError`] contains the first invalid node and the reason.
    pub fn from_nodes(mut list: Vec<TextbookNode>) -> Result<Self, TreeError> {
        if list.len() > MAX_NODES {
            let message = Message::from(Text::MalformedTreeSize).with("count", &list.len());
            return Err(TreeError::new(message.with("most", &MAX_NODES)));
        }
        name_nodes(&mut list);
        check_names(&list)?;
        check_probabilities(&list)?;
        let probabilities: Vec<Option<Probability>> = list.iter_mut().map(|node| node.probability.take()).collect();
        let tree = TextbookTree::from_nodes(&list)?;
        tree.check_no_chance()?;
        if tree.score(&tree.root()).is_some() {
            return Err(TreeError::new(Text::MalformedSingleLeaf));
        }
        let mut nodes: Vec<ExerciseNode> = Vec::with_capacity(list.len());
        for (index, node) in list.into_iter().enumerate() {
            let parent = node.parent.map(|parent| parent as u32);
            if let Some(above) = node.parent {
                nodes[above].children.push(index as u32);
                nodes[above].all_children.push(index as u32);
            }
            let depth = node.parent.map_or(0, |above| nodes[above].depth + 1);
            let (player, score) = (tree.player(&(index as u32)), tree.score(&(index as u32)));
            nodes.push(ExerciseNode {
                name: node.name.unwrap_or_default(),
                player,
                score,
                estimate: None,
                probability: probabilities[index],
                parent,
                depth,
                children: Vec::new(),
                all_children: Vec::new(),
            });
        }
        let listed = (0..nodes.len() as u32).collect();
        Ok(Self { tree, searched: nodes.len(), nodes, listed, is_from_right: false })
    }

    /// Returns the searched form of the tree: with the children of each node from right to left, or
    /// only down to a depth, where nodes count as leaves with their static scores. Only the order
    /// of the file and the static scores matter, not an earlier arrangement.
    ///
    /// # Errors
    /// [`TreeError`] names a node at the depth limit without a static score.
    pub(super) fn arranged(self, is_from_right: bool, depth_limit: Option<u32>) -> Result<Self, TreeError> {
        if (self.is_from_right, self.searched) == (is_from_right, self.nodes.len())
            && depth_limit.is_none_or(|limit| self.nodes.iter().all(|node| node.depth <= limit))
        {
            return Ok(self);
        }
        let is_searched = |node: u32| depth_limit.is_none_or(|limit| self.depth(node) <= limit);
        let order = self.search_order(is_from_right, depth_limit.is_some());
        let (searched, below): (Vec<u32>, Vec<u32>) = order.into_iter().partition(|&node| is_searched(node));
        let mut number = vec![0; self.nodes.len()];
        for (new, &old) in searched.iter().chain(&below).enumerate() {
            number[old as usize] = new as u32;
        }
        let mut nodes: Vec<ExerciseNode> = Vec::with_capacity(self.nodes.len());
        for &old in searched.iter().chain(&below) {
            let node = self.node(old);
            let mut all_children: Vec<u32> = node.all_children.iter().map(|&child| number[child as usize]).collect();
            if is_from_right != self.is_from_right {
                all_children.reverse();
            }
            let is_cut = depth_limit.is_some_and(|limit| node.depth >= limit) && !all_children.is_empty();
            // A score that an earlier depth limit took from the static score is removed.
            let own = node.score.filter(|_| all_children.is_empty());
            let score = if is_cut { node.estimate } else { own };
            if is_cut && is_searched(old) && score.is_none() {
                return Err(TreeError::of_node(Text::MalformedLimitEstimate, node.name.as_str()));
            }
            nodes.push(ExerciseNode {
                score,
                parent: node.parent.map(|parent| number[parent as usize]),
                children: if is_cut { Vec::new() } else { all_children.clone() },
                all_children,
                ..node.clone()
            });
        }
        let game: Vec<TextbookNode> = nodes[..searched.len()]
            .iter()
            .map(|node| TextbookNode {
                parent: node.parent.map(|parent| parent as usize),
                name: Some(node.name.clone()),
                player: Some(node.player),
                score: node.score.and_then(Score::finite),
                ..TextbookNode::default()
            })
            .collect();
        let listed = self.listed.iter().map(|&old| number[old as usize]).collect();
        Ok(Self { tree: TextbookTree::from_nodes(&game)?, nodes, searched: searched.len(), listed, is_from_right })
    }

    /// Returns all nodes with parents before their children, and siblings in the order of a search.
    fn search_order(&self, is_from_right: bool, has_limit: bool) -> Vec<u32> {
        if !is_from_right && !has_limit {
            return self.listed.clone();
        }
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            order.push(node);
            let children = self.node(node).all_children.iter().copied();
            if is_from_right == self.is_from_right { waiting.extend(children.rev()) } else { waiting.extend(children) }
        }
        order
    }

    /// Returns all nodes that are drawn: the searched ones, then those below the depth limit.
    #[must_use]
    pub fn drawn(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        0..self.nodes.len() as u32
    }

    /// Returns the children of the node in the drawn order, from left to right, also those below the depth limit.
    #[must_use]
    pub fn drawn_children(&self, node: u32) -> Vec<u32> {
        let mut children = self.node(node).all_children.clone();
        if self.is_from_right {
            children.reverse();
        }
        children
    }

    /// Returns whether the node is below the depth limit, so that it is drawn but not searched.
    #[must_use]
    pub const fn is_below_limit(&self, node: u32) -> bool {
        node as usize >= self.searched
    }

    /// Returns the nodes in the order of the file.
    pub(super) fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// Returns the tree with static scores at its nodes with children, by node, in max's view; leaves have none. `None` keeps
    /// the static score of a node.
    pub(super) fn with_estimates(&self, estimates: &[Option<i32>]) -> Self {
        let mut tree = self.clone();
        for (node, estimate) in tree.nodes.iter_mut().zip(estimates) {
            if let Some(estimate) = estimate.filter(|_| !node.all_children.is_empty()) {
                node.estimate = Some(Score::new(estimate));
            }
        }
        tree
    }

    /// Returns the tree with another score of a leaf, for a search by hand. [`Self::game`] keeps
    /// the old score.
    pub(super) fn with_score(&self, leaf: u32, score: Score) -> Self {
        let mut tree = self.clone();
        tree.nodes[leaf as usize].score = Some(score);
        tree
    }

    /// Returns the tree with another order of a node's children, for a search by hand.
    /// [`Self::game`] keeps the old order.
    pub(super) fn with_order(&self, node: u32, order: &[u32]) -> Self {
        let mut tree = self.clone();
        tree.nodes[node as usize].children = order.to_vec();
        tree
    }

    /// Returns the tree as a game, whose positions are the nodes.
    #[must_use]
    pub const fn game(&self) -> &TextbookTree {
        &self.tree
    }

    /// Returns the number of searched nodes. The root is node 0, and parents have smaller numbers than their children.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.searched
    }

    /// Returns `false`: a tree has at least a root.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns all searched nodes in ascending order.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator + use<> {
        0..self.searched as u32
    }

    /// Returns the leaves in ascending order.
    pub fn leaves(&self) -> impl Iterator<Item = u32> {
        self.nodes().filter(|&node| self.is_leaf(node))
    }

    fn node(&self, node: u32) -> &ExerciseNode {
        &self.nodes[node as usize]
    }

    /// Returns the name of the node, which is unique in the tree.
    #[must_use]
    pub fn name(&self, node: u32) -> &str {
        &self.node(node).name
    }

    /// Returns the searched node with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<u32> {
        self.nodes[..self.searched].iter().position(|node| node.name == name).map(|node| node as u32)
    }

    /// Returns the player to move; at a leaf, the player who would be next.
    #[must_use]
    pub fn player(&self, node: u32) -> Player {
        self.node(node).player
    }

    /// Returns the score of a leaf in max's view, or the static score of a node at the depth limit; `None` for other nodes.
    #[must_use]
    pub fn score(&self, node: u32) -> Option<Score> {
        self.node(node).score
    }

    /// Returns the score of a leaf of the whole tree, in max's view; `None` for a node with children, also at the depth limit.
    pub(super) fn leaf_score(&self, node: u32) -> Option<Score> {
        self.node(node).score.filter(|_| self.node(node).all_children.is_empty())
    }

    /// Returns the static score of a node with children in max's view, if it has one.
    #[must_use]
    pub fn estimate(&self, node: u32) -> Option<Score> {
        self.node(node).estimate
    }

    /// Returns the probability with which chance moves to the node, if it has its own. Either all
    /// siblings have one, or none.
    #[must_use]
    pub fn probability(&self, node: u32) -> Option<Probability> {
        self.node(node).probability
    }

    /// Returns whether the node has no children that are searched.
    #[must_use]
    pub fn is_leaf(&self, node: u32) -> bool {
        self.node(node).children.is_empty()
    }

    /// Returns the parent of the node; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: u32) -> Option<u32> {
        self.node(node).parent
    }

    /// Returns the children of the node in search order.
    #[must_use]
    pub fn children(&self, node: u32) -> &[u32] {
        &self.node(node).children
    }

    /// Returns the number of moves from the root.
    #[must_use]
    pub fn depth(&self, node: u32) -> u32 {
        self.node(node).depth
    }

    /// Returns the node's index among its siblings, from 0.
    #[must_use]
    pub fn place(&self, node: u32) -> usize {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        siblings.iter().position(|&sibling| sibling == node).unwrap_or(0)
    }

    /// Returns the ancestors of the node, its parent first.
    pub fn above(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// Returns the node and all its descendants.
    #[must_use]
    pub fn subtree(&self, node: u32) -> Vec<u32> {
        let mut found = vec![node];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            found.extend_from_slice(self.children(node));
            next += 1;
        }
        found
    }

    /// Returns the minimax value of each node, in max's view.
    #[must_use]
    pub fn values(&self) -> Vec<Score> {
        let mut values: Vec<Score> =
            self.nodes[..self.searched].iter().map(|node| node.score.unwrap_or_else(|| node.player.worst())).collect();
        for index in (1..self.searched).rev() {
            if let Some(parent) = self.nodes[index].parent {
                let above = parent as usize;
                values[above] = self.nodes[above].player.better(values[above], values[index]);
            }
        }
        values
    }
}

/// Assigns letters to nodes without a name, from top to bottom: A to Z, then AA, AB and so on, skipping names in use.
fn name_nodes(list: &mut [TextbookNode]) {
    let mut depths = Vec::with_capacity(list.len());
    for node in list.iter() {
        // A node listed before its parent is rejected later.
        let depth = node.parent.and_then(|parent| depths.get(parent).map(|depth: &usize| depth + 1));
        depths.push(depth.unwrap_or(0));
    }
    let mut order: Vec<usize> = (0..list.len()).filter(|&node| list[node].name.is_none()).collect();
    order.sort_by_key(|&node| depths[node]);
    let taken: Vec<String> = list.iter().filter_map(|node| node.name.clone()).collect();
    let mut letters = (0..).map(letters).filter(|name| !taken.contains(name));
    for node in order {
        list[node].name = letters.next();
    }
}

/// Returns the name with this number, from 0: A to Z, AA to ZZ, and so on.
fn letters(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        before => {
            let mut name = letters(before - 1);
            let _ = write!(name, "{last}");
            name
        }
    }
}

fn check_names(list: &[TextbookNode]) -> Result<(), TreeError> {
    let mut seen = HashMap::new();
    for (index, node) in list.iter().enumerate() {
        let name = node.name.as_deref().unwrap_or_default();
        if name.chars().count() > LONGEST_NAME {
            let message = Message::from(Text::MalformedNodeNameLongAt).with("index", &index);
            return Err(TreeError::new(message.with("name", &format!("{name:?}")).with("most", &LONGEST_NAME)));
        }
        if seen.insert(name, index).is_some() {
            return Err(TreeError::of_node(Text::MalformedSecondNode, name));
        }
        if let Some(score) = node.score.filter(|score| score.unsigned_abs() > LARGEST_SCORE.unsigned_abs()) {
            let message = Message::from(Text::MalformedNodeScore).with("name", &name).with("score", &score);
            return Err(TreeError::new(message.with("least", &-LARGEST_SCORE).with("most", &LARGEST_SCORE)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_nodes_get_letters_from_top_to_bottom() {
        assert_eq!([0, 25, 26, 51, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "ZZ", "AAA"]);
        let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
        let list = vec![node(None, None), node(Some(0), None), node(Some(1), Some(3)), node(Some(0), Some(4))];
        let tree = ExerciseTree::from_nodes(list).expect("a tree");
        assert_eq!(tree.nodes().map(|node| tree.name(node)).collect::<Vec<_>>(), ["A", "B", "D", "C"]);
        assert_eq!(tree.values(), [4, 3, 3, 4].map(Score::new));
    }
}
