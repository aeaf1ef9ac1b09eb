//! Paths of nodes in notes, written as move texts, which stay valid if nodes are renumbered.

use serde::{Deserialize, Serialize};

use edagari_core::game::{AnyGame, TextbookTree, join_moves, split_moves};
use edagari_core::trace::Trace;

/// Path of a node: the moves from the start of the run, such as `A D`; moves with spaces are in
/// double quotes. The empty path is the start itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodePath(pub String);

/// Result of looking up a [`NodePath`] in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundNode {
    /// Moves as indexes, up to the first illegal one.
    pub path: Vec<u32>,
    /// Text of the first illegal move; `None` if the node exists.
    pub missing: Option<String>,
}

impl NodePath {
    /// Creates the path of a node from move indexes.
    #[must_use]
    pub fn of(trace: &Trace, path: &[u32]) -> Self {
        Self(join_moves(trace.game.move_texts(&trace.start, path).iter().map(String::as_str)))
    }

    /// Finds the node in a run, or the last existing node on its path. In a textbook tree, the
    /// name of the node is sufficient if it is unique.
    #[must_use]
    pub fn find(&self, trace: &Trace) -> FoundNode {
        let found = self.by_moves(trace);
        match &trace.game {
            AnyGame::TextbookTree(tree) if found.missing.is_some() && trace.start.is_empty() => {
                by_name(tree, self.0.trim()).map_or(found, |path| FoundNode { path, missing: None })
            }
            _ => found,
        }
    }

    fn by_moves(&self, trace: &Trace) -> FoundNode {
        let mut path = Vec::new();
        let mut position = trace.position(&[]);
        for text in split_moves(&self.0) {
            let legal = position.as_ref().and_then(|here| {
                let mv = (0..here.move_count()).find(|&mv| here.move_text(mv) == text)? as u32;
                Some((mv, here.play(mv)))
            });
            let Some((mv, next)) = legal else { return FoundNode { path, missing: Some(text.to_owned()) } };
            path.push(mv);
            position = next;
        }
        FoundNode { path, missing: None }
    }

    /// Returns the move indexes of the node in a run, if it exists.
    #[must_use]
    pub fn path_in(&self, trace: &Trace) -> Option<Vec<u32>> {
        let found = self.find(trace);
        found.missing.is_none().then_some(found.path)
    }
}

impl From<&str> for NodePath {
    fn from(moves: &str) -> Self {
        Self(moves.to_owned())
    }
}

/// Returns the path of the only node with this name; `None` if there is none or the tree is too large.
fn by_name(tree: &TextbookTree, name: &str) -> Option<Vec<u32>> {
    const MOST_NODES: usize = 100_000;
    if tree.len() > MOST_NODES {
        return None;
    }
    let nodes = tree.to_nodes();
    let mut named = (0..nodes.len()).filter(|&node| nodes[node].name.as_deref() == Some(name));
    let mut node = named.next()?;
    if named.next().is_some() {
        return None;
    }
    let mut path = Vec::new();
    while let Some(parent) = nodes[node].parent {
        let siblings = (0..node).filter(|&other| nodes[other].parent == Some(parent));
        path.push(siblings.count() as u32);
        node = parent;
    }
    path.reverse();
    Some(path)
}
