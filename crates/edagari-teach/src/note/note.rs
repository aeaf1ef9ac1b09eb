use serde::{Deserialize, Serialize};

use super::node_path::NodePath;
use super::note_arrow::NoteArrow;
use super::question::Question;
use super::wording::Wording;

/// Note on a place in a run, with its text and question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Index of the run in the list of runs of the notes, from 0; in files and statements, from 1.
    #[serde(default, skip_serializing_if = "is_first", with = "from_one")]
    pub run: usize,
    /// Frame number, from 0.
    pub frame: usize,
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
    /// Conditions that are true if the text is true, such as `state J = pruned`. They are checked but not shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_first(run: &usize) -> bool {
    *run == 0
}

mod from_one {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(place: &usize, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*place as u64 + 1)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
        let number = usize::deserialize(deserializer)?;
        number.checked_sub(1).ok_or_else(|| D::Error::custom("run 0, expected the number of a run, from 1"))
    }
}
