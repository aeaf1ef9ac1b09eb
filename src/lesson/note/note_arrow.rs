use serde::{Deserialize, Serialize};

use super::node_path::NodePath;
use super::wording::Wording;

/// An arrow from one node of the picture to another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "Arrow", deny_unknown_fields)]
pub struct NoteArrow {
    /// Where it begins.
    #[serde(default)]
    pub from: NodePath,
    /// Where it points to.
    #[serde(default)]
    pub to: NodePath,
    /// What stands beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Wording>,
}
