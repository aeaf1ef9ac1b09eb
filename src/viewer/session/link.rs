//! The links between runs in time.

use crate::analysis::Corresponding;
use crate::language::Text;

/// How the frames of the other runs follow from the frame of the active one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Link {
    /// All show the frame with the same number.
    Frame,
    /// The others show the same moment: the frame that corresponds to the one of the active run.
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

/// How a run that is linked by [`Link::Place`] found its frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followed {
    /// At the frame that corresponds to the one of the active run.
    To(Corresponding),
    /// Not at all: the runs have no node in common, so it keeps its frame.
    Nowhere,
}
