//! Edits of a tree, as values.

use super::edited_tree::{Change, EditError, EditedId, EditedTree, MOST_NODES};
use crate::game::Player;
use crate::score::{Score, Window};

/// An edit of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Gives a leaf another score.
    SetScore {
        /// The leaf.
        leaf: EditedId,
        /// Its score from now on, seen from max.
        score: i32,
    },
    /// Swaps two moves of one node.
    Swap {
        /// Where one of them leads.
        first: EditedId,
        /// Where the other leads.
        second: EditedId,
    },
    /// Cuts off a node with all below it.
    CutOff {
        /// The node.
        node: EditedId,
    },
    /// Adds a leaf as the last child of a node. The first child of a leaf takes over the score of that, unless it is given one.
    AddChild {
        /// The node.
        parent: EditedId,
        /// The name of the new leaf; `None` for the next free one.
        name: Option<String>,
        /// Its score; `None` for that of the leaf it hangs below, or of the last sibling that is a leaf, or 0.
        score: Option<i32>,
    },
    /// Lets another player move at a node. Nobody else changes.
    SetPlayer {
        /// The node.
        node: EditedId,
        /// Who moves from now on.
        player: Player,
    },
    /// Gives a node another name, and so the move to it.
    Rename {
        /// The node.
        node: EditedId,
        /// The name: one word.
        name: String,
    },
    /// Changes the window at the root.
    SetWindow(Window),
}

impl Edit {
    /// The changes of the tree that it consists of; a new leaf is made, but does not hang in the tree yet.
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
    if tree.len() >= MOST_NODES {
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
