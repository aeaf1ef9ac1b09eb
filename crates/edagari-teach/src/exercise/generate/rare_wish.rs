//! The option that excludes the most trees, for the message that too few exercises were found.

use crate::exercise::message::Message;
use crate::exercise::wishes::{counts_text, range_text};
use crate::exercise::{ExerciseFigures, KindName, Wishes};
use edagari_core::language::Text;

/// Wish that excludes most of the trees tried.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum RareWish {
    /// The range of a figure.
    Figure {
        /// Figure of the range.
        figure: FigureWish,
        /// Range as text.
        range: String,
    },
    /// The task does not suit most of the trees.
    Kind(KindName),
    /// All leaves must have distinct scores.
    DistinctScores,
    /// The children of each node must have distinct values.
    NoTies,
    /// Both conditions of cuts must skip the same nodes.
    ConventionsAgree,
    /// The exercises of the set must be equally hard.
    EquallyHard,
}

impl RareWish {
    /// Returns the name and the range of the wish for a sentence.
    pub(super) fn message(&self) -> Message {
        match self {
            Self::Figure { figure, range } => {
                Message::from(Text::WishOf).with_message("what", figure.text()).with("range", range)
            }
            Self::Kind(kind) => Message::from(Text::WishKind).with_message("kind", kind.text()),
            Self::DistinctScores => Text::WishDistinct.into(),
            Self::NoTies => Text::WishNoTies.into(),
            Self::ConventionsAgree => Text::WishAgree.into(),
            Self::EquallyHard => Text::WishFormEqual.into(),
        }
    }
}

/// Figure of an exercise for which a teacher can wish a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum FigureWish {
    /// Number of cuts.
    Cuts,
    /// Number of α-cuts.
    AlphaCuts,
    /// Number of β-cuts.
    BetaCuts,
    /// Number of leaves that are evaluated.
    Evaluated,
    /// Number of cuts that skip a node with children.
    CutsAboveLeaves,
    /// Number of deep cuts.
    DeepCuts,
    /// Share of leaves that are never evaluated.
    PrunedShare,
}

impl FigureWish {
    /// All figures, in the order in which they are named.
    pub(super) const ALL: [Self; 7] = [
        Self::Cuts,
        Self::AlphaCuts,
        Self::BetaCuts,
        Self::Evaluated,
        Self::CutsAboveLeaves,
        Self::DeepCuts,
        Self::PrunedShare,
    ];

    /// Returns whether the figures of an exercise fulfil the wish.
    pub(super) fn is_fulfilled(self, wishes: &Wishes, figures: &ExerciseFigures) -> bool {
        match self {
            Self::Cuts => wishes.cuts.contains(&figures.cuts),
            Self::AlphaCuts => wishes.alpha_cuts.contains(&figures.alpha_cuts),
            Self::BetaCuts => wishes.beta_cuts.contains(&figures.beta_cuts),
            Self::Evaluated => wishes.evaluated.contains(&figures.evaluated),
            Self::CutsAboveLeaves => wishes.cuts_above_leaves.contains(&figures.cuts_above_leaves),
            Self::DeepCuts => wishes.deep_cuts.contains(&figures.deep_cuts),
            Self::PrunedShare => wishes.pruned_share.contains(&figures.pruned_share()),
        }
    }

    /// Returns the wish with its range.
    pub(super) fn rare(self, wishes: &Wishes) -> RareWish {
        let range = match self {
            Self::Cuts => counts_text(&wishes.cuts),
            Self::AlphaCuts => counts_text(&wishes.alpha_cuts),
            Self::BetaCuts => counts_text(&wishes.beta_cuts),
            Self::Evaluated => counts_text(&wishes.evaluated),
            Self::CutsAboveLeaves => counts_text(&wishes.cuts_above_leaves),
            Self::DeepCuts => counts_text(&wishes.deep_cuts),
            Self::PrunedShare => range_text(&wishes.pruned_share),
        };
        RareWish::Figure { figure: self, range }
    }

    const fn text(self) -> Text {
        match self {
            Self::Cuts => Text::WishCuts,
            Self::AlphaCuts => Text::WishAlphaCuts,
            Self::BetaCuts => Text::WishBetaCuts,
            Self::Evaluated => Text::WishEvaluated,
            Self::CutsAboveLeaves => Text::WishCutsAboveLeaves,
            Self::DeepCuts => Text::WishDeepCuts,
            Self::PrunedShare => Text::WishPrunedShare,
        }
    }
}
