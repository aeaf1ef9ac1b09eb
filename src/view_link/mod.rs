//! Links to views: the words after `#` in the address of a page, which are the options of `edagari view`. Nothing here needs a window.

mod first_view;

use edagari_core::language::Text;
use serde::{Deserialize, Serialize};

pub use first_view::FirstView;

/// View of a tree: focus view, whole tree or icicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum TreeForm {
    /// Focus view: the important nodes at the current frame.
    #[default]
    #[serde(alias = "Subtree")]
    Focus,
    /// Whole tree, with small subtrees collapsed.
    Whole,
    /// Whole tree as an icicle.
    Icicle,
}

/// Rule by which the frames of the other runs follow the frame of the active run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Link {
    /// All runs show the same frame number.
    Frame,
    /// The other runs show the frame that corresponds to the frame of the active run.
    #[default]
    Place,
    /// All runs show the same share of their frames.
    Share,
}

impl Link {
    /// All links, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Frame, Self::Place, Self::Share];

    /// Name of the link, as a key of the text table.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Frame => Text::LinkFrame,
            Self::Place => Text::LinkPlace,
            Self::Share => Text::LinkShare,
        }
    }
}
