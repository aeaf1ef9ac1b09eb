//! The option that excludes the most trees, for the message that too few exercises were found.

use crate::exercise::localized_text::LocalizedText;
use crate::exercise::requirements::{counts_text, range_text};
use crate::exercise::{ExerciseFigures, KindName, Requirements};
use edagari_core::language::Text;

/// Wish that excludes most of the trees tried.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum RareRequirement {
    /// The range of a figure.
    Figure {
        /// Figure of the range.
        figure: FigureRequirement,
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

impl RareRequirement {
    /// Returns the name and the range of the requirement for a sentence.
    pub(super) fn message(&self) -> LocalizedText {
        match self {
            Self::Figure { figure, range } => {
                LocalizedText::from(Text::WishOf).with_message("what", figure.text()).with("range", range)
            }
            Self::Kind(kind) => LocalizedText::from(Text::WishKind).with_message("kind", kind.text()),
            Self::DistinctScores => Text::WishDistinct.into(),
            Self::NoTies => Text::WishNoTies.into(),
            Self::ConventionsAgree => Text::WishAgree.into(),
            Self::EquallyHard => Text::WishFormEqual.into(),
        }
    }
}

/// Figure of an exercise for which a teacher can require a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum FigureRequirement {
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

impl FigureRequirement {
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

    /// Returns whether the figures of an exercise fulfil the requirement.
    pub(super) fn is_fulfilled(self, requirements: &Requirements, figures: &ExerciseFigures) -> bool {
        match self {
            Self::Cuts => requirements.cuts.contains(&figures.cuts),
            Self::AlphaCuts => requirements.alpha_cuts.contains(&figures.alpha_cuts),
            Self::BetaCuts => requirements.beta_cuts.contains(&figures.beta_cuts),
            Self::Evaluated => requirements.evaluated.contains(&figures.evaluated),
            Self::CutsAboveLeaves => requirements.cuts_above_leaves.contains(&figures.cuts_above_leaves),
            Self::DeepCuts => requirements.deep_cuts.contains(&figures.deep_cuts),
            Self::PrunedShare => requirements.pruned_share.contains(&figures.pruned_share()),
        }
    }

    /// Returns the requirement with its range.
    pub(super) fn rare(self, requirements: &Requirements) -> RareRequirement {
        let range = match self {
            Self::Cuts => counts_text(&requirements.cuts),
            Self::AlphaCuts => counts_text(&requirements.alpha_cuts),
            Self::BetaCuts => counts_text(&requirements.beta_cuts),
            Self::Evaluated => counts_text(&requirements.evaluated),
            Self::CutsAboveLeaves => counts_text(&requirements.cuts_above_leaves),
            Self::DeepCuts => counts_text(&requirements.deep_cuts),
            Self::PrunedShare => range_text(&requirements.pruned_share),
        };
        RareRequirement::Figure { figure: self, range }
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
