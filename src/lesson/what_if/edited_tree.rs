//! A tree whose nodes keep their ids while it is changed.

use std::collections::HashSet;

use crate::game::{Player, TextbookNode, TextbookTree, TreeError};
use crate::score::{Distribution, Score};

/// The most nodes of a tree that is edited: as many as are searched again while something is dragged.
pub const MOST_NODES: usize = 4_096;

/// A node of an edited tree; no other node gets its id, also after it has been cut off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EditedId(pub u32);

/// A tree of any small game, to be changed. Its nodes keep their ids, and the names by which a move leads to them, whatever
/// is changed around them; so they are known again in every run.
#[derive(Clone, PartialEq, Debug)]
pub struct EditedTree {
    /// Those that were cut off too: what is undone brings them back.
    nodes: Vec<Node>,
    /// Nodes that hang in the tree.
    count: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    name: Option<String>,
    player: Player,
    score: Option<i32>,
    noise: Option<Distribution>,
    parent: Option<EditedId>,
    children: Vec<EditedId>,
}

/// Why a tree is not changed so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There is no such node in the tree.
    #[error("there is no such node in the tree any more")]
    NoSuchNode,
    /// The score of a node with children follows from them.
    #[error("{node} has children, and its score comes from them, expected a leaf")]
    NotALeaf {
        /// The node.
        node: String,
    },
    /// A score is out of range.
    #[error("the score {score} is out of range, expected {} to {}", Score::MIN, Score::MAX)]
    ScoreRange {
        /// The score.
        score: i64,
    },
    /// Only siblings can be swapped.
    #[error("{first} and {second} are not siblings, expected two moves of the same node")]
    NotSiblings {
        /// One of the nodes.
        first: String,
        /// The other.
        second: String,
    },
    /// The root cannot be cut off.
    #[error("the root cannot be cut off, expected a node below it")]
    Root,
    /// A node without children would need a score.
    #[error(
        "{node} is the last child of {parent}, and a node without children needs a score, expected one with siblings"
    )]
    LastChild {
        /// The node.
        node: String,
        /// Its parent.
        parent: String,
    },
    /// A name is no word.
    #[error("the name {name:?} is not one word")]
    NotAWord {
        /// The name.
        name: String,
    },
    /// A name is that of a sibling.
    #[error("a sibling is called {name} already, expected another name")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// The tree is as large as it may be.
    #[error("the tree has {MOST_NODES} nodes already, expected no more")]
    TooLarge,
    /// A window is closed.
    #[error("no score lies in the window, expected α below β")]
    ClosedWindow,
}

/// A change of one thing. Carrying it out gives back the change that undoes it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Change {
    Score(EditedId, Option<i32>),
    Player(EditedId, Player),
    Name(EditedId, Option<String>),
    Children(EditedId, Vec<EditedId>),
}

impl EditedTree {
    /// The root.
    pub const ROOT: EditedId = EditedId(0);

    /// The tree of these nodes, parents before children; the id of each is its place in the list. Every node but the root has a name,
    /// and if it has none, its number among its siblings becomes it.
    ///
    /// # Errors
    /// [`TreeError`] names the first node that does not fit.
    pub fn from_nodes(list: &[TextbookNode]) -> Result<Self, TreeError> {
        // Whatever is wrong with it, a textbook tree knows.
        let textbook = TextbookTree::from_nodes(list)?;
        let given = textbook.to_nodes();
        let mut nodes: Vec<Node> = Vec::with_capacity(given.len());
        for (index, TextbookNode { parent, name, player, score, noise }) in given.into_iter().enumerate() {
            let parent = parent.map(|parent| EditedId(parent as u32));
            let number = parent.map(|parent| {
                let siblings = &mut nodes[parent.0 as usize].children;
                siblings.push(EditedId(index as u32));
                siblings.len().to_string()
            });
            let player = player.unwrap_or(Player::Max);
            nodes.push(Node { name: name.or(number), player, score, noise, parent, children: Vec::new() });
        }
        let count = nodes.len();
        Ok(Self { nodes, count })
    }

    /// The nodes in the tree.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Never: a tree has a root.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn get(&self, node: EditedId) -> Option<&Node> {
        self.nodes.get(node.0 as usize).filter(|_| self.contains(node))
    }

    /// Whether a node hangs in the tree.
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

    /// The name of a node, which is that of the move to it; the root can be without one.
    #[must_use]
    pub fn name(&self, node: EditedId) -> Option<&str> {
        self.get(node)?.name.as_deref()
    }

    /// The score of a leaf.
    #[must_use]
    pub fn score(&self, node: EditedId) -> Option<i32> {
        self.get(node)?.score
    }

    /// Who moves at a node.
    #[must_use]
    pub fn player(&self, node: EditedId) -> Option<Player> {
        Some(self.get(node)?.player)
    }

    /// The parent of a node.
    #[must_use]
    pub fn parent(&self, node: EditedId) -> Option<EditedId> {
        self.get(node)?.parent
    }

    /// The children of a node, in the order of its moves.
    #[must_use]
    pub fn children(&self, node: EditedId) -> &[EditedId] {
        self.get(node).map_or(&[], |node| &node.children)
    }

    /// The siblings before and after a node.
    #[must_use]
    pub fn neighbours(&self, node: EditedId) -> [Option<EditedId>; 2] {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        let Some(at) = siblings.iter().position(|&sibling| sibling == node) else { return [None; 2] };
        [at.checked_sub(1).map(|before| siblings[before]), siblings.get(at + 1).copied()]
    }

    /// The node at the end of a path of moves, as indexes in the order of the moves.
    #[must_use]
    pub fn at(&self, path: &[u32]) -> Option<EditedId> {
        path.iter().try_fold(Self::ROOT, |node, &mv| self.children(node).get(mv as usize).copied())
    }

    /// The moves to a node, as indexes in the order of the moves.
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

    /// The nodes in the order of a textbook tree: each before its children, the children in the order of the moves.
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

    /// The tree as a game. Its node with the number k is the k-th of [`Self::in_order`].
    ///
    /// # Errors
    /// [`TreeError`] if it is none, which no edit leads to.
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
                noise: node.noise.clone().filter(|_| node.children.is_empty()),
            }
        };
        TextbookTree::from_nodes(&order.iter().map(described).collect::<Vec<_>>())
    }

    /// What a node is called in a sentence.
    #[must_use]
    pub fn title(&self, node: EditedId) -> String {
        if node == Self::ROOT && self.nodes[0].name.is_none() {
            return "the root".to_owned();
        }
        self.nodes.get(node.0 as usize).and_then(|node| node.name.clone()).unwrap_or_default()
    }

    /// Carries out a change that fits; the one that undoes it.
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

    /// A new leaf, which does not hang in the tree yet.
    pub(super) fn make_leaf(&mut self, parent: EditedId, name: String, score: i32) -> EditedId {
        let player = self.nodes[parent.0 as usize].player.other();
        let (parent, children) = (Some(parent), Vec::new());
        self.nodes.push(Node { name: Some(name), player, score: Some(score), noise: None, parent, children });
        EditedId(self.nodes.len() as u32 - 1)
    }

    /// A name for another child: the next letters where no two nodes share a name and all names begin with a letter, else the next
    /// number. It was never that of a sibling, so that no node is taken for one that was cut off.
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
