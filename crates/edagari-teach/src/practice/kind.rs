//! Kinds of questions.

use edagari_core::language::Text;

/// Subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum QuestionKind {
    /// Question at a `Score` frame: which score is received, and whether it improves the node's score.
    Score,
    /// Question at an `Update` frame without a cut: the new window.
    Window,
    /// Question at an `Update` frame: whether it cuts, and with which kind of cut.
    Cut,
    /// Question at an `Update` frame with a cut: the skipped children.
    Skipped,
    /// Question at an `End` frame: the returned score, and whether it is exact or a bound.
    Returned,
    /// Question at a `Lookup` frame: the effect of the table entry.
    Entry,
}

impl QuestionKind {
    /// All kinds, in the order of their frames within a visit.
    pub const ALL: [Self; 6] = [Self::Entry, Self::Score, Self::Window, Self::Cut, Self::Skipped, Self::Returned];

    /// Returns the key of the name in the interface.
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
