//! Links between the frames of runs.

use edagari_core::language::Text;

/// Rule by which the frames of the other runs follow the frame of the active run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
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
