//! Edits of a tree.

use super::edited_tree::{Change, EditError, EditedId, EditedTree, MAX_NODES};
use edagari_core::game::Player;
use edagari_core::score::{Score, Window};

/// Edit of the tree or the window of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Changes the score of a leaf.
    SetScore {
        /// Leaf to change.
        leaf: EditedId,
        /// New score in max's view.
        score: i32,
    },
    /// Swaps two moves of a node.
    Swap {
        /// Node to which one of the moves leads.
        first: EditedId,
        /// Node to which the other move leads.
        second: EditedId,
    },
    /// Removes a node with all its descendants.
    CutOff {
        /// Node to remove.
        node: EditedId,
    },
    /// Adds a leaf as the last child of a node. The first child of a leaf takes over the score of that leaf, unless a score is given.
    AddChild {
        /// Parent of the new leaf.
        parent: EditedId,
        /// Name of the new leaf; `None` for the next free name.
        name: Option<String>,
        /// Score of the new leaf; `None` for the score of its parent if that is a leaf, else of the last sibling that is a leaf, else 0.
        score: Option<i32>,
    },
    /// Changes the player to move at a node. The players of other nodes are unchanged.
    SetPlayer {
        /// Node to change.
        node: EditedId,
        /// New player to move.
        player: Player,
    },
    /// Changes the name of a node, which is also the name of the move to it.
    Rename {
        /// Node to rename.
        node: EditedId,
        /// New name: one word.
        name: String,
    },
    /// Changes the window at the root.
    SetWindow(Window),
}

impl Edit {
    /// Returns the changes that the edit consists of. A new leaf is created but not yet attached to the tree.
    pub(super) fn changes(&self, tree: &mut EditedTree) -> Result<Vec<Change>, EditError> {
        match self {
            &Self::SetScore { leaf, score } => {
                present(tree, leaf)?;
                if tree.score(leaf).is_none() {
                    return Err(EditError::NotALeaf { node: tree.title(leaf) });
                }
                in_range(score)?;
                Ok(vec![Change::Score(leaf, Some(score))])
            }
            &Self::Swap { first, second } => {
                present(tree, first)?;
                present(tree, second)?;
                let parents = [first, second].map(|node| tree.parent(node));
                let (Some(parent), true) = (parents[0], parents[0] == parents[1] && first != second) else {
                    return Err(EditError::NotSiblings { first: tree.title(first), second: tree.title(second) });
                };
                let mut children = tree.children(parent).to_vec();
                let place = |node| children.iter().position(|&child| child == node);
                if let (Some(one), Some(other)) = (place(first), place(second)) {
                    children.swap(one, other);
                }
                Ok(vec![Change::Children(parent, children)])
            }
            &Self::CutOff { node } => {
                present(tree, node)?;
                let parent = tree.parent(node).ok_or(EditError::Root)?;
                of_player(tree, parent)?;
                let children: Vec<EditedId> =
                    tree.children(parent).iter().copied().filter(|&child| child != node).collect();
                if children.is_empty() {
                    return Err(EditError::LastChild { node: tree.title(node), parent: tree.title(parent) });
                }
                Ok(vec![Change::Children(parent, children)])
            }
            Self::AddChild { parent, name, score } => add_child(tree, *parent, name.as_deref(), *score),
            &Self::SetPlayer { node, player } => {
                present(tree, node)?;
                of_player(tree, node)?;
                Ok(vec![Change::Player(node, player)])
            }
            Self::Rename { node, name } => {
                present(tree, *node)?;
                let siblings = tree.parent(*node).map_or(&[][..], |parent| tree.children(parent));
                check_name(tree, siblings.iter().copied().filter(|sibling| sibling != node), name)?;
                Ok(vec![Change::Name(*node, Some(name.clone()))])
            }
            Self::SetWindow(window) if window.is_closed() => Err(EditError::ClosedWindow),
            Self::SetWindow(_) => Ok(Vec::new()),
        }
    }
}

fn add_child(
    tree: &mut EditedTree,
    parent: EditedId,
    name: Option<&str>,
    score: Option<i32>,
) -> Result<Vec<Change>, EditError> {
    present(tree, parent)?;
    of_player(tree, parent)?;
    if tree.len() >= MAX_NODES {
        return Err(EditError::TooLarge);
    }
    let siblings = tree.children(parent).to_vec();
    let name = match name {
        Some(name) => {
            check_name(tree, siblings.iter().copied(), name)?;
            name.to_owned()
        }
        None => tree.fresh_name(parent),
    };
    let above = tree.score(parent);
    let beside = siblings.iter().rev().find_map(|&sibling| tree.score(sibling));
    let score = score.or(above).or(beside).unwrap_or(0);
    in_range(score)?;
    let leaf = tree.make_leaf(parent, name, score);
    let hung = Change::Children(parent, siblings.into_iter().chain([leaf]).collect());
    Ok(above.map(|_| Change::Score(parent, None)).into_iter().chain([hung]).collect())
}

fn present(tree: &EditedTree, node: EditedId) -> Result<(), EditError> {
    if tree.contains(node) { Ok(()) } else { Err(EditError::NoSuchNode) }
}

/// Checks that a player moves at a node: the probabilities of the moves of chance are fixed.
fn of_player(tree: &EditedTree, node: EditedId) -> Result<(), EditError> {
    if tree.is_chance(node) { Err(EditError::Chance { node: tree.title(node) }) } else { Ok(()) }
}

fn in_range(score: i32) -> Result<(), EditError> {
    let fits = (Score::MIN..=Score::MAX).contains(&score);
    if fits { Ok(()) } else { Err(EditError::ScoreRange { score: score.into() }) }
}

fn check_name(tree: &EditedTree, siblings: impl Iterator<Item = EditedId>, name: &str) -> Result<(), EditError> {
    if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err(EditError::NotAWord { name: name.to_owned() });
    }
    let is_taken = { siblings }.any(|sibling| tree.name(sibling) == Some(name));
    if is_taken { Err(EditError::NameTaken { name: name.to_owned() }) } else { Ok(()) }
}
