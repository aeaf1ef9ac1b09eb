//! Undo history of an edited tree and its window.

use super::edit::Edit;
use super::edited_tree::{Change, EditError, EditedTree};
use edagari_core::score::Window;

/// Maximum number of edits that can be undone.
const MAX_UNDONE: usize = 1_000;

/// Edited tree and the window of its search, with the edits that can be undone and redone.
///
/// ```
/// use edagari_core::game::TextbookTree;
/// use edagari_core::score::Window;
/// use edagari_teach::what_if::{Edit, EditHistory, EditedTree};
///
/// let tree = EditedTree::from_nodes(&TextbookTree::three_move_figure().to_nodes())?;
/// let leaf = tree.at(&[0, 0, 1]).expect("a leaf of the figure");
/// let mut history = EditHistory::new(tree, Window::FULL);
/// history.make(&Edit::SetScore { leaf, score: 9 }, false)?;
/// assert_eq!(history.tree().score(leaf), Some(9));
/// assert!(history.undo());
/// assert_eq!(history.tree().score(leaf), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EditHistory {
    tree: EditedTree,
    window: Window,
    done: Vec<UndoStep>,
    undone: Vec<UndoStep>,
}

/// Changes that undo or redo an edit.
#[derive(Clone, Debug)]
struct UndoStep {
    /// Changes in the order of their execution.
    changes: Vec<Change>,
    window: Option<Window>,
}

impl EditHistory {
    /// Creates a history without edits, from a tree and the window at its root.
    #[must_use]
    pub const fn new(tree: EditedTree, window: Window) -> Self {
        Self { tree, window, done: Vec::new(), undone: Vec::new() }
    }

    /// Returns the current tree.
    #[must_use]
    pub const fn tree(&self) -> &EditedTree {
        &self.tree
    }

    /// Returns the current window at the root.
    #[must_use]
    pub const fn window(&self) -> Window {
        self.window
    }

    /// Sets a window that was changed outside of this history; this cannot be undone.
    pub const fn set_window(&mut self, window: Window) {
        self.window = window;
    }

    /// Executes an edit. If `goes_on` (during a drag) and the edit changes the same score as the
    /// previous edit, or both change the window, the two are undone together.
    ///
    /// # Errors
    /// [`EditError`] contains the reason; nothing is changed then.
    pub fn make(&mut self, edit: &Edit, goes_on: bool) -> Result<(), EditError> {
        let changes = edit.changes(&mut self.tree)?;
        let window = if let &Edit::SetWindow(window) = edit { Some(window) } else { None };
        let undoes = self.carry_out(UndoStep { changes, window });
        self.undone.clear();
        if !(goes_on && self.done.last().is_some_and(|before| before.is_of_the_same(&undoes))) {
            self.done.push(undoes);
        }
        if self.done.len() > MAX_UNDONE {
            self.done.remove(0);
        }
        Ok(())
    }

    /// Returns whether an edit can be undone, and whether one can be redone.
    #[must_use]
    pub const fn can_undo_and_redo(&self) -> [bool; 2] {
        [!self.done.is_empty(), !self.undone.is_empty()]
    }

    /// Undoes the last edit and returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.done.pop() else { return false };
        let undoes = self.carry_out(step);
        self.undone.push(undoes);
        true
    }

    /// Redoes the edit undone last and returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.undone.pop() else { return false };
        let undoes = self.carry_out(step);
        self.done.push(undoes);
        true
    }

    /// Executes a step and returns its inverse.
    fn carry_out(&mut self, UndoStep { changes, window }: UndoStep) -> UndoStep {
        let mut undoing: Vec<Change> = changes.into_iter().map(|change| self.tree.carry_out(change)).collect();
        undoing.reverse();
        UndoStep { changes: undoing, window: window.map(|window| std::mem::replace(&mut self.window, window)) }
    }
}

impl UndoStep {
    /// Returns whether both steps change the same single value: the score of the same leaf, or the window.
    fn is_of_the_same(&self, other: &Self) -> bool {
        match (&self.changes[..], &other.changes[..]) {
            ([Change::Score(one, _)], [Change::Score(another, _)]) => one == another,
            ([], []) => self.window.is_some() && other.window.is_some(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::what_if::EditedId;
    use edagari_core::game::{Player, TextbookTree};

    fn history() -> EditHistory {
        let nodes = TextbookTree::three_move_figure().to_nodes();
        EditHistory::new(EditedTree::from_nodes(&nodes).expect("a tree"), Window::FULL)
    }

    fn leaf(history: &EditHistory) -> EditedId {
        let tree = history.tree();
        tree.in_order().into_iter().find(|&node| tree.score(node).is_some()).expect("a leaf")
    }

    #[test]
    fn every_edit_can_be_undone_and_redone() {
        let mut history = history();
        let (root, leaf) = (EditedTree::ROOT, leaf(&history));
        let children = history.tree().children(root).to_vec();
        let edits = [
            Edit::SetScore { leaf, score: 9 },
            Edit::Swap { first: children[0], second: children[1] },
            Edit::AddChild { parent: leaf, name: None, score: None },
            Edit::AddChild { parent: root, name: Some("extra".to_owned()), score: Some(4) },
            Edit::SetPlayer { node: root, player: Player::Min },
            Edit::Rename { node: leaf, name: "other".to_owned() },
            Edit::SetWindow("-3..4".parse().expect("a window")),
            Edit::CutOff { node: children[0] },
        ];
        let of = |history: &EditHistory| (history.tree().to_textbook().expect("a tree").to_nodes(), history.window());
        let mut states = vec![of(&history)];
        for edit in &edits {
            history.make(edit, false).expect("it fits");
            states.push(of(&history));
        }
        for state in states.iter().rev().skip(1) {
            assert!(history.undo());
            assert_eq!(&of(&history), state);
        }
        assert!(!history.undo());
        for state in &states[1..] {
            assert!(history.redo());
            assert_eq!(&of(&history), state);
        }
        assert!(!history.redo());
    }

    #[test]
    fn continued_edits_are_undone_together() {
        let mut history = history();
        let leaf = leaf(&history);
        let before = history.tree().score(leaf);
        for (score, goes_on) in [(5, false), (6, true), (7, true)] {
            history.make(&Edit::SetScore { leaf, score }, goes_on).expect("it fits");
        }
        assert!(history.undo());
        assert_eq!(history.tree().score(leaf), before);
        assert_eq!(history.can_undo_and_redo(), [false, true]);
        history.redo();
        assert_eq!(history.tree().score(leaf), Some(7));
    }

    #[test]
    fn invalid_edits_are_refused_and_change_nothing() {
        let mut history = history();
        let tree = history.tree().clone();
        let (root, leaf) = (EditedTree::ROOT, leaf(&history));
        let child = tree.children(root)[0];
        let name = tree.name(tree.children(root)[1]).expect("a name").to_owned();
        for (edit, message) in [
            (Edit::SetScore { leaf: root, score: 1 }, "children"),
            (Edit::SetScore { leaf, score: i32::MAX }, "out of range"),
            (Edit::SetScore { leaf: EditedId(999), score: 1 }, "no longer in the tree"),
            (Edit::Swap { first: child, second: child }, "siblings"),
            (Edit::Swap { first: leaf, second: child }, "siblings"),
            (Edit::CutOff { node: root }, "root"),
            (Edit::Rename { node: child, name: name.clone() }, "already"),
            (Edit::AddChild { parent: root, name: Some(name), score: None }, "already"),
            (Edit::AddChild { parent: root, name: Some("a b".to_owned()), score: None }, "one word"),
            (Edit::SetWindow([edagari_core::score::Score::new(3); 2].into()), "window"),
        ] {
            let error = history.make(&edit, false).expect_err("it does not fit").to_string();
            assert!(error.contains(message), "{edit:?}: {error}");
            assert_eq!(
                history.tree().to_textbook().expect("a tree").to_nodes(),
                tree.to_textbook().expect("a tree").to_nodes()
            );
        }
        // The last child cannot be removed, because its parent has no score.
        let siblings = tree.children(tree.parent(leaf).expect("a parent")).to_vec();
        for &sibling in &siblings[1..] {
            history.make(&Edit::CutOff { node: sibling }, false).expect("it fits");
        }
        let error = history.make(&Edit::CutOff { node: siblings[0] }, false).expect_err("the last").to_string();
        assert!(error.contains("last child"), "{error}");
    }
}
