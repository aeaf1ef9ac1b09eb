use serde::{Deserialize, Serialize};

use super::node_path::NodePath;
use super::note_arrow::NoteArrow;
use super::question::Question;
use super::wording::Wording;

/// A note on what one looks at: a place in a run, and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The run, by its place in the list of runs of the notes, from 0; in files, as in statements, from 1.
    #[serde(default, skip_serializing_if = "is_first", with = "from_one")]
    pub run: usize,
    /// The frame, from 0.
    pub frame: usize,
    /// The selected node; `None` where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodePath>,
    /// The nodes that were opened by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<NodePath>,
    /// How tiles and panels lie; only the window knows what it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    pub title: Wording,
    /// The text, as Markdown with statements in braces.
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    pub text: Wording,
    /// Arrows between nodes of the picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<NoteArrow>,
    /// A question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Conditions that hold if what the text says in words is true, such as `state J = pruned`. They are checked, and not shown.
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
