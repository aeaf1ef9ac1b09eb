use std::collections::HashMap;
use std::fmt::Write as _;

use crate::game::{Game as _, TextbookNode, TextbookTree, TreeError};
use crate::score::{Player, Score};

/// The most nodes of an exercise: more are not searched by hand.
pub const MOST_NODES: usize = 500;
/// The most letters of a node's name: it is written into the node.
pub const LONGEST_NAME: usize = 8;
/// The largest score, and minus the least: what is written by hand, and fits into a node.
pub const LARGEST_SCORE: i32 = 1_000_000;

/// The tree of an exercise: each node has a name of its own, and the root has children. Cheap to look at from all sides.
#[derive(Clone, Debug)]
pub struct ExerciseTree {
    tree: TextbookTree,
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    name: String,
    player: Player,
    score: Option<Score>,
    parent: Option<u32>,
    depth: u32,
    children: Vec<u32>,
}

impl PartialEq for ExerciseTree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl Eq for ExerciseTree {}

impl ExerciseTree {
    /// Makes it of a tree's nodes, parents before children. Those without a name get letters, from top to bottom.
    ///
    /// # Errors
    /// [`TreeError`] names the first node that does not fit, and why.
    pub fn from_nodes(mut list: Vec<TextbookNode>) -> Result<Self, TreeError> {
        if list.len() > MOST_NODES {
            return Err(TreeError::new(format!("the tree has {} nodes, expected at most {MOST_NODES}", list.len())));
        }
        name_nodes(&mut list);
        check_names(&list)?;
        let tree = TextbookTree::from_nodes(&list)?;
        if tree.score(&tree.root()).is_some() {
            return Err(TreeError::new("the tree is a single leaf, expected a root with children"));
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(list.len());
        for (index, node) in list.into_iter().enumerate() {
            let parent = node.parent.map(|parent| parent as u32);
            if let Some(above) = node.parent {
                nodes[above].children.push(index as u32);
            }
            let depth = node.parent.map_or(0, |above| nodes[above].depth + 1);
            let (player, score) = (tree.player(&(index as u32)), tree.score(&(index as u32)));
            nodes.push(Node {
                name: node.name.unwrap_or_default(),
                player,
                score,
                parent,
                depth,
                children: Vec::new(),
            });
        }
        Ok(Self { tree, nodes })
    }

    /// The tree as a game, whose positions are the nodes.
    #[must_use]
    pub const fn game(&self) -> &TextbookTree {
        &self.tree
    }

    /// The number of nodes; the root is node 0, and parents come before their children.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = u32> + use<> {
        0..self.nodes.len() as u32
    }

    /// The leaves, in the order of nodes.
    pub fn leaves(&self) -> impl Iterator<Item = u32> {
        self.nodes().filter(|&node| self.is_leaf(node))
    }

    fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Its name; no other node has it.
    #[must_use]
    pub fn name(&self, node: u32) -> &str {
        &self.node(node).name
    }

    /// The node with a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<u32> {
        self.nodes.iter().position(|node| node.name == name).map(|node| node as u32)
    }

    /// The player to move; at a leaf the one who would be.
    #[must_use]
    pub fn player(&self, node: u32) -> Player {
        self.node(node).player
    }

    /// The score of a leaf, in max's view.
    #[must_use]
    pub fn score(&self, node: u32) -> Option<Score> {
        self.node(node).score
    }

    /// Whether it has no children.
    #[must_use]
    pub fn is_leaf(&self, node: u32) -> bool {
        self.node(node).children.is_empty()
    }

    /// Its parent; none of the root.
    #[must_use]
    pub fn parent(&self, node: u32) -> Option<u32> {
        self.node(node).parent
    }

    /// Its children, in the order in which they are searched.
    #[must_use]
    pub fn children(&self, node: u32) -> &[u32] {
        &self.node(node).children
    }

    /// Moves from the root.
    #[must_use]
    pub fn depth(&self, node: u32) -> u32 {
        self.node(node).depth
    }

    /// The node's place among its siblings, from 0.
    #[must_use]
    pub fn place(&self, node: u32) -> usize {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        siblings.iter().position(|&sibling| sibling == node).unwrap_or(0)
    }

    /// The nodes above it, its parent first.
    pub fn above(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// The node and all below it.
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

    /// The minimax value of each node, in max's view.
    #[must_use]
    pub fn values(&self) -> Vec<Score> {
        let mut values: Vec<Score> =
            self.nodes.iter().map(|node| node.score.unwrap_or_else(|| node.player.worst())).collect();
        for index in (1..self.nodes.len()).rev() {
            if let Some(parent) = self.nodes[index].parent {
                let above = parent as usize;
                values[above] = self.nodes[above].player.better(values[above], values[index]);
            }
        }
        values
    }
}

/// Gives letters to nodes without a name, from top to bottom: A to Z, then AA, AB and so on, but for those that others have.
fn name_nodes(list: &mut [TextbookNode]) {
    let mut depths = Vec::with_capacity(list.len());
    for node in list.iter() {
        // What comes before its parent is refused later.
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

/// A to Z, AA to ZZ, and so on.
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
            return Err(TreeError::new(format!(
                "node {index} has the name {name:?}, expected at most {LONGEST_NAME} letters"
            )));
        }
        if seen.insert(name, index).is_some() {
            return Err(TreeError::new(format!("a second node is called {name}, expected each name once")));
        }
        if let Some(score) = node.score.filter(|score| score.unsigned_abs() > LARGEST_SCORE.unsigned_abs()) {
            return Err(TreeError::new(format!(
                "node {name} has the score {score}, expected {} to {LARGEST_SCORE}",
                -LARGEST_SCORE
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_get_letters_from_top_to_bottom() {
        assert_eq!([0, 25, 26, 51, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "ZZ", "AAA"]);
        let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
        let list = vec![node(None, None), node(Some(0), None), node(Some(1), Some(3)), node(Some(0), Some(4))];
        let tree = ExerciseTree::from_nodes(list).expect("a tree");
        assert_eq!(tree.nodes().map(|node| tree.name(node)).collect::<Vec<_>>(), ["A", "B", "D", "C"]);
        assert_eq!(tree.values(), [4, 3, 3, 4].map(Score::new));
    }
}
