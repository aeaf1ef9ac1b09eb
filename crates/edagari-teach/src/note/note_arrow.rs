use serde::{Deserialize, Serialize};

use super::node_path::NodePath;
use super::wording::Wording;

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
