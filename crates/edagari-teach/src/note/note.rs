//! A note, its arrows, and paths of nodes written as move texts, which stay valid if nodes are numbered differently.

use super::activity::Activity;
use super::question::Question;
use super::wording::Wording;
use edagari_core::game::{AnyGame, TextbookTree, join_moves, split_moves};
use edagari_core::trace::Trace;
use serde::{Deserialize, Serialize};

/// Note on a place in a run, with its text and question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Index of the run in the list of runs of the notes, from 0; in files and statements, from 1.
    #[serde(default, skip_serializing_if = "is_first", with = "from_one")]
    pub run: usize,
    /// Frame number, from 0.
    pub frame: usize,
    /// Index of a second run, from 0 (in files from 1), shown beside the first at the corresponding
    /// frame. On a page, a note whose activities have their own pictures shows only one run.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_from_one")]
    pub beside: Option<usize>,
    /// Selected node; `None` if none is selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodePath>,
    /// Nodes opened by the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<NodePath>,
    /// Layout of tiles and panels, in a format of the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<String>,
    /// Title of the note.
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    pub title: Wording,
    /// Text in Markdown, with statements in braces.
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    pub text: Wording,
    /// Arrows between nodes of the picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<NoteArrow>,
    /// Question of the note; `None` if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Activities of the reader with the tree of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<Activity>,
    /// Conditions that are true if the text is true, such as `state J = pruned`. They are checked but not shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_first(run: &usize) -> bool {
    *run == 0
}

mod from_one {
    use edagari_core::language::{Message, Text};
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(place: &usize, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*place as u64 + 1)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
        let number = usize::deserialize(deserializer)?;
        number.checked_sub(1).ok_or_else(|| D::Error::custom(Message::from(Text::MalformedRunZero)))
    }
}

mod optional_from_one {
    use edagari_core::language::{Message, Text};
    use serde::de::{Deserializer, Error as _};
    use serde::{Deserialize as _, Serialize as _, Serializer};

    #[expect(clippy::ref_option, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(place: &Option<usize>, serializer: S) -> Result<S::Ok, S::Error> {
        place.map(|place| place as u64 + 1).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
        let Some(number) = Option::<usize>::deserialize(deserializer)? else { return Ok(None) };
        number.checked_sub(1).map(Some).ok_or_else(|| D::Error::custom(Message::from(Text::MalformedBesideZero)))
    }
}

/// Arrow from one node of the picture to another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "Arrow", deny_unknown_fields)]
pub struct NoteArrow {
    /// Node at which the arrow begins.
    #[serde(default)]
    pub from: NodePath,
    /// Node to which the arrow points.
    #[serde(default)]
    pub to: NodePath,
    /// Label of the arrow; `None` if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Wording>,
}

/// Path of a node: the moves from the start of the run, such as `A D`; moves with spaces are in
/// double quotes. The empty path is the start itself.
///
/// ```
/// use edagari_teach::note::NodePath;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let node = NodePath::of(&trace, &[0, 1]);
/// assert_eq!(node, NodePath("A D".to_owned()));
/// assert_eq!(node.path_in(&trace), Some(vec![0, 1]));
/// // In a textbook tree, the name of the node is sufficient.
/// assert_eq!(NodePath("D".to_owned()).path_in(&trace), Some(vec![0, 1]));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
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
    const MAX_NODES: usize = 100_000;
    if tree.len() > MAX_NODES {
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
