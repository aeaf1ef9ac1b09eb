//! The links between runs in time.

use crate::language::Text;

/// How the frames of the other runs follow from the frame of the active one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Link {
    /// All show the frame with the same number.
    Frame,
    /// The others go to where they entered, or pruned, the node at which the active one is.
    #[default]
    Place,
    /// All have done the same share of their run.
    Share,
}

impl Link {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Frame, Self::Place, Self::Share];

    /// Its name in the table of texts.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Frame => Text::LinkFrame,
            Self::Place => Text::LinkPlace,
            Self::Share => Text::LinkShare,
        }
    }
}
