//! The kinds of questions.

use crate::language::Text;

/// What a question asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum QuestionKind {
    /// At a `Score` frame: the score that is taken in, and whether it is better than what the node has.
    Score,
    /// At an `Update` frame without a cut: the window from then on.
    Window,
    /// At an `Update` frame: whether it makes a cut, and which.
    Cut,
    /// At an `Update` frame with a cut: the children that are skipped.
    Skipped,
    /// At an `End` frame: the score that is returned, and whether it is the value or a bound of it.
    Returned,
    /// At a `Lookup` frame: what the entry of the table does.
    Entry,
}

impl QuestionKind {
    /// All kinds, in the order in which a visit can have them.
    pub const ALL: [Self; 6] = [Self::Entry, Self::Score, Self::Window, Self::Cut, Self::Skipped, Self::Returned];

    /// The name in the interface.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Score => Text::AsksScore,
            Self::Window => Text::AsksWindow,
            Self::Cut => Text::AsksCut,
            Self::Skipped => Text::AsksSkipped,
            Self::Returned => Text::AsksReturned,
            Self::Entry => Text::AsksEntry,
        }
    }
}
