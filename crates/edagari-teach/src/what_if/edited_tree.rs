//! Editable tree with stable node ids.

use std::collections::HashSet;

use edagari_core::game::{Player, TextbookNode, TextbookTree, TreeError};
use edagari_core::score::{Distribution, Probability, Score};

/// Maximum number of nodes of an edited tree, small enough to repeat the search during a drag.
pub const MAX_NODES: usize = 4_096;

/// Id of a node in an edited tree. It is never reused, even if the node is removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EditedId(pub u32);

/// Editable tree of any small game. Nodes keep their ids, and the names of the moves to them, during all
/// edits, so that they can be identified in every run.
///
/// ```
/// use edagari_core::game::TextbookTree;
/// use edagari_teach::what_if::EditedTree;
///
/// let tree = EditedTree::from_nodes(&TextbookTree::three_move_figure().to_nodes())?;
/// let leaf = tree.at(&[0, 0, 1]).expect("a leaf of the figure");
/// assert_eq!((tree.name(leaf), tree.score(leaf)), (Some("H"), Some(3)));
/// assert_eq!(tree.to_textbook()?.len(), 15);
/// # Ok::<(), edagari_core::game::TreeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct EditedTree {
    /// All nodes, including removed ones, which an undo restores.
    nodes: Vec<Node>,
    /// Number of nodes attached to the tree.
    count: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    name: Option<String>,
    player: Player,
    score: Option<i32>,
    /// Whether chance moves here instead of a player.
    chance: bool,
    /// Probability with which chance moves here, if it is not that of all siblings.
    probability: Option<Probability>,
    noise: Option<Distribution>,
    parent: Option<EditedId>,
    children: Vec<EditedId>,
}

/// Reason why an edit is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The node does not exist in the tree any more.
    #[error("the node is no longer in the tree")]
    NoSuchNode,
    /// The node has children, which determine its score.
    #[error("{node} has children, and its score comes from them, expected a leaf")]
    NotALeaf {
        /// Title of the node.
        node: String,
    },
    /// The score is out of range.
    #[error("the score {score} is out of range, expected {} to {}", Score::MIN, Score::MAX)]
    ScoreRange {
        /// Rejected score.
        score: i64,
    },
    /// The nodes are not siblings, so they cannot be swapped.
    #[error("{first} and {second} are not siblings, expected two moves of the same node")]
    NotSiblings {
        /// Title of one of the nodes.
        first: String,
        /// Title of the other node.
        second: String,
    },
    /// The root cannot be removed.
    #[error("the root cannot be cut off, expected a node below it")]
    Root,
    /// The last child cannot be removed, because its parent would need a score.
    #[error(
        "{node} is the last child of {parent}, and a node without children would need a score; expected a child with siblings"
    )]
    LastChild {
        /// Title of the node.
        node: String,
        /// Title of its parent.
        parent: String,
    },
    /// Chance moves at the node, and the probabilities of its moves are fixed.
    #[error("chance moves at {node} with fixed probabilities, expected a node where a player moves")]
    Chance {
        /// Title of the node.
        node: String,
    },
    /// The name is not a single word.
    #[error("the name {name:?} is not one word")]
    NotAWord {
        /// Rejected name.
        name: String,
    },
    /// A sibling already has the name.
    #[error("a sibling already has the name {name}, expected another one")]
    NameTaken {
        /// Rejected name.
        name: String,
    },
    /// The tree already has the maximum number of nodes.
    #[error("the tree has {MAX_NODES} nodes already, expected no more")]
    TooLarge,
    /// The window is closed.
    #[error("the window contains no score, expected α below β")]
    ClosedWindow,
}

/// Elementary change. Its execution returns the inverse change.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Change {
    Score(EditedId, Option<i32>),
    Player(EditedId, Player),
    Name(EditedId, Option<String>),
    Children(EditedId, Vec<EditedId>),
}

impl EditedTree {
    /// Id of the root.
    pub const ROOT: EditedId = EditedId(0);

    /// Creates a tree from its nodes, parents before children; the id of a node is its index in the list. A node without a name,
    /// except the root, is named by its number among its siblings.
    ///
    /// # Errors
    /// [`TreeError`] contains the first invalid node.
    pub fn from_nodes(list: &[TextbookNode]) -> Result<Self, TreeError> {
        // The textbook tree validates the nodes.
        let textbook = TextbookTree::from_nodes(list)?;
        let given = textbook.to_nodes();
        let mut nodes: Vec<Node> = Vec::with_capacity(given.len());
        for (index, given) in given.into_iter().enumerate() {
            let TextbookNode { parent, name, player, score, chance, probability, noise } = given;
            let parent = parent.map(|parent| EditedId(parent as u32));
            let number = parent.map(|parent| {
                let siblings = &mut nodes[parent.0 as usize].children;
                siblings.push(EditedId(index as u32));
                siblings.len().to_string()
            });
            let player = player.unwrap_or(Player::Max);
            let (name, children) = (name.or(number), Vec::new());
            nodes.push(Node { name, player, score, chance, probability, noise, parent, children });
        }
        let count = nodes.len();
        Ok(Self { nodes, count })
    }

    /// Returns the number of nodes in the tree.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns `false`: a tree has at least a root.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn get(&self, node: EditedId) -> Option<&Node> {
        self.nodes.get(node.0 as usize).filter(|_| self.contains(node))
    }

    /// Returns whether a node is attached to the tree.
    #[must_use]
    pub fn contains(&self, mut node: EditedId) -> bool {
        loop {
            let Some(own) = self.nodes.get(node.0 as usize) else { return false };
            let Some(parent) = own.parent else { return node == Self::ROOT };
            if !self.nodes[parent.0 as usize].children.contains(&node) {
                return false;
            }
            node = parent;
        }
    }

    /// Returns the name of a node, which is also the name of the move to it; the root may have none.
    #[must_use]
    pub fn name(&self, node: EditedId) -> Option<&str> {
        self.get(node)?.name.as_deref()
    }

    /// Returns the score of a leaf; `None` for other nodes.
    #[must_use]
    pub fn score(&self, node: EditedId) -> Option<i32> {
        self.get(node)?.score
    }

    /// Returns the player to move at a node.
    #[must_use]
    pub fn player(&self, node: EditedId) -> Option<Player> {
        Some(self.get(node)?.player)
    }

    /// Returns whether chance moves at a node.
    #[must_use]
    pub fn is_chance(&self, node: EditedId) -> bool {
        self.get(node).is_some_and(|node| node.chance)
    }

    /// Returns the parent of a node; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: EditedId) -> Option<EditedId> {
        self.get(node)?.parent
    }

    /// Returns the children of a node in the order of its moves.
    #[must_use]
    pub fn children(&self, node: EditedId) -> &[EditedId] {
        self.get(node).map_or(&[], |node| &node.children)
    }

    /// Returns the siblings directly before and after a node.
    #[must_use]
    pub fn neighbours(&self, node: EditedId) -> [Option<EditedId>; 2] {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        let Some(at) = siblings.iter().position(|&sibling| sibling == node) else { return [None; 2] };
        [at.checked_sub(1).map(|before| siblings[before]), siblings.get(at + 1).copied()]
    }

    /// Returns the node at the end of a path of move indexes.
    #[must_use]
    pub fn at(&self, path: &[u32]) -> Option<EditedId> {
        path.iter().try_fold(Self::ROOT, |node, &mv| self.children(node).get(mv as usize).copied())
    }

    /// Returns the path of move indexes to a node.
    #[must_use]
    pub fn path(&self, node: EditedId) -> Option<Vec<u32>> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.get(at)?.parent {
            path.push(self.children(parent).iter().position(|&child| child == at)? as u32);
            at = parent;
        }
        path.reverse();
        Some(path)
    }

    /// Returns the nodes in the order of a textbook tree: each node before its children, the children in the order of the moves.
    #[must_use]
    pub fn in_order(&self) -> Vec<EditedId> {
        let mut list = Vec::with_capacity(self.count);
        let mut open = vec![Self::ROOT];
        while let Some(node) = open.pop() {
            list.push(node);
            open.extend(self.nodes[node.0 as usize].children.iter().rev());
        }
        list
    }

    /// Converts the tree to a game. Its node number k is the node at index k of [`Self::in_order`].
    ///
    /// # Errors
    /// [`TreeError`] if the tree is invalid, which no edit causes.
    pub fn to_textbook(&self) -> Result<TextbookTree, TreeError> {
        let order = self.in_order();
        let mut places = vec![0; self.nodes.len()];
        for (place, node) in order.iter().enumerate() {
            places[node.0 as usize] = place;
        }
        let described = |&id: &EditedId| {
            let node = &self.nodes[id.0 as usize];
            TextbookNode {
                parent: node.parent.map(|parent| places[parent.0 as usize]),
                name: node.name.clone(),
                player: Some(node.player),
                score: node.score,
                chance: node.chance,
                probability: node.probability,
                noise: node.noise.clone().filter(|_| node.children.is_empty()),
            }
        };
        TextbookTree::from_nodes(&order.iter().map(described).collect::<Vec<_>>())
    }

    /// Returns the name of a node for a sentence.
    #[must_use]
    pub fn title(&self, node: EditedId) -> String {
        if node == Self::ROOT && self.nodes[0].name.is_none() {
            return "the root".to_owned();
        }
        self.nodes.get(node.0 as usize).and_then(|node| node.name.clone()).unwrap_or_default()
    }

    /// Executes a valid change and returns its inverse.
    pub(super) fn carry_out(&mut self, change: Change) -> Change {
        match change {
            Change::Score(node, score) => {
                Change::Score(node, std::mem::replace(&mut self.nodes[node.0 as usize].score, score))
            }
            Change::Player(node, player) => {
                Change::Player(node, std::mem::replace(&mut self.nodes[node.0 as usize].player, player))
            }
            Change::Name(node, name) => {
                Change::Name(node, std::mem::replace(&mut self.nodes[node.0 as usize].name, name))
            }
            Change::Children(node, children) => {
                let before = std::mem::replace(&mut self.nodes[node.0 as usize].children, children);
                self.count = self.in_order().len();
                Change::Children(node, before)
            }
        }
    }

    /// Creates a leaf that is not yet attached to the tree.
    pub(super) fn make_leaf(&mut self, parent: EditedId, name: String, score: i32) -> EditedId {
        let player = self.nodes[parent.0 as usize].player.other();
        let (parent, children) = (Some(parent), Vec::new());
        let (name, score) = (Some(name), Some(score));
        self.nodes.push(Node { name, player, score, chance: false, probability: None, noise: None, parent, children });
        EditedId(self.nodes.len() as u32 - 1)
    }

    /// Returns a name for a new child: the next letter if all names are distinct and begin with a capital letter, else the next
    /// number. No sibling, present or removed, ever had the name, so that the node is not confused with a removed one.
    pub(super) fn fresh_name(&self, parent: EditedId) -> String {
        let names = || self.nodes.iter().filter_map(|node| node.name.as_deref());
        let mut seen = HashSet::new();
        let begins_with_letter = |name: &str| name.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_lettered = names().all(|name| begins_with_letter(name) && seen.insert(name));
        if is_lettered {
            let letters = |round: u32| ('A'..='Z').map(move |letter| (letter, round));
            let name = |(letter, round)| if round == 0 { String::from(letter) } else { format!("{letter}{round}") };
            let free =
                (0..=self.nodes.len() as u32).flat_map(letters).map(name).find(|name| !seen.contains(name.as_str()));
            return free.unwrap_or_default();
        }
        let siblings: HashSet<&str> = self
            .nodes
            .iter()
            .filter(|node| node.parent == Some(parent))
            .filter_map(|node| node.name.as_deref())
            .collect();
        (1..=self.nodes.len() as u32 + 1)
            .map(|number| number.to_string())
            .find(|name| !siblings.contains(name.as_str()))
            .unwrap_or_default()
    }
}
