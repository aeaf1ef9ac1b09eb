use crate::language::{Language, Text};
use crate::score::{BoundKind, Player, Score, Window};
use crate::trace::parcel::parceled_as_text;

/// The search that is done by hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum SearchByHand {
    /// Every node is searched; there are no windows.
    Minimax,
    /// α-β with both bounds, so that it makes deep cuts.
    #[default]
    AlphaBeta,
    /// α-β that passes only the bound of the last node of the other player, and so misses deep cuts.
    OneBound,
    /// Principal variation search: all children but the first are asked with a null window, and searched again where need be.
    Pvs,
}

impl SearchByHand {
    /// All searches.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::OneBound, Self::Pvs];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::OneBound => "one-bound",
            Self::Pvs => "pvs",
        }
    }

    /// Whether it has windows, and cuts.
    #[must_use]
    pub const fn cuts(self) -> bool {
        !matches!(self, Self::Minimax)
    }

    /// The text of its name in words.
    #[must_use]
    pub const fn name_text(self) -> Text {
        match self {
            Self::Minimax => Text::ByHandMinimax,
            Self::AlphaBeta => Text::ByHandAlphaBeta,
            Self::OneBound => Text::ByHandOneBound,
            Self::Pvs => Text::ByHandPvs,
        }
    }

    /// Its name in words.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        language.text(self.name_text())
    }
}

/// When the rest of a node's children is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum CutAt {
    /// As soon as α ≥ β.
    #[default]
    Equality,
    /// Only where α > β: children that could at best be equal are searched.
    Above,
}

impl CutAt {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Equality, Self::Above];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equality => "equality",
            Self::Above => "above",
        }
    }

    /// Whether the rest of the children is skipped with this window.
    #[must_use]
    pub fn closes(self, window: Window) -> bool {
        match self {
            Self::Equality => window.alpha >= window.beta,
            Self::Above => window.alpha > window.beta,
        }
    }

    /// The condition: `α ≥ β` or `α > β`.
    #[must_use]
    pub const fn condition(self) -> &'static str {
        match self {
            Self::Equality => "α ≥ β",
            Self::Above => "α > β",
        }
    }
}

/// What a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Returned {
    /// Fail-soft: the best score among its children (Fishburn 1983).
    #[default]
    Soft,
    /// Fail-hard as [`crate::score::Fail::Hard`]: never worse for the player to move than his own bound; the score that cuts is returned as it is
    /// (Knuth and Moore's F2, 1975).
    Hard,
    /// Fail-hard at both ends: never outside the window that the node was entered with.
    HardAtBothEnds,
}

impl Returned {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Soft, Self::Hard, Self::HardAtBothEnds];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soft => "soft",
            Self::Hard => "hard",
            Self::HardAtBothEnds => "hard-at-both-ends",
        }
    }

    /// What a node returns whose best child has the score `best`.
    #[must_use]
    pub fn of(self, best: Score, player: Player, given: Window) -> Score {
        match (self, player) {
            (Self::Soft, _) => best,
            (Self::Hard, player) => player.better(best, given.of(player)),
            (Self::HardAtBothEnds, Player::Max) => best.max(given.alpha).min(given.beta.max(given.alpha)),
            (Self::HardAtBothEnds, Player::Min) => best.min(given.beta).max(given.alpha.min(given.beta)),
        }
    }
}

/// From whose side scores and windows are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum View {
    /// All of them from max's.
    #[default]
    Max,
    /// At each node from that of the player to move there, those of leaves too: negamax signs.
    Negamax,
}

impl View {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Max, Self::Negamax];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Negamax => "negamax",
        }
    }

    fn turns(self, player: Player) -> bool {
        self == Self::Negamax && player == Player::Min
    }

    /// A score of max's view as it is written at a node where `player` moves, and the other way round.
    #[must_use]
    pub fn score(self, player: Player, score: Score) -> Score {
        if self.turns(player) { score.negated() } else { score }
    }

    /// A window of max's view as it is written at a node where `player` moves, and the other way round.
    #[must_use]
    pub fn window(self, player: Player, window: Window) -> Window {
        if self.turns(player) { window.negated() } else { window }
    }

    /// A kind of bound of max's view as it is written at a node where `player` moves, and the other way round.
    #[must_use]
    pub const fn bound(self, player: Player, kind: BoundKind) -> BoundKind {
        match (self, player) {
            (Self::Negamax, Player::Min) => kind.negated(),
            _ => kind,
        }
    }
}

/// How the tree of an exercise is searched, and what is written down: part of the exercise, and printed on it.
///
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Convention {
    /// The search.
    pub search: SearchByHand,
    /// When the rest of the children is skipped; without meaning in minimax.
    pub cut: CutAt,
    /// What is returned outside the window; without meaning in minimax.
    pub returned: Returned,
    /// From whose side scores are written.
    pub view: View,
    /// Whether the window is written at each node that is entered; not in minimax, which has none.
    pub windows: bool,
    /// Whether `=`, `≤` or `≥` is written before each score; not in minimax, where all are `=`.
    pub signs: bool,
    /// Whether what a node has returned is known when it is entered again, as a table of bounds knows it; only in PVS, for no other
    /// search enters a node twice, and each node of a tree is a position of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
}

impl Default for Convention {
    /// α-β, cut at α ≥ β, fail-soft, max's view, with windows and without signs.
    fn default() -> Self {
        Self {
            search: SearchByHand::default(),
            cut: CutAt::default(),
            returned: Returned::default(),
            view: View::default(),
            windows: true,
            signs: false,
            table: false,
        }
    }
}

/// Why a convention cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConventionError {
    /// A table is of use only where a node is entered twice.
    Table,
    /// Null windows mean nothing where equality does not cut.
    PvsAbove,
    /// What PVS searches again depends on the scores beyond its null windows.
    PvsNotSoft,
    /// With one bound, a node gets only the bound at which it cuts.
    OneBoundNotSoft,
    /// A score at the edge of the window can be a value, an upper or a lower bound.
    SignsUnknown,
    /// Minimax has no windows.
    MinimaxWindows,
    /// All scores of minimax are values.
    MinimaxSigns,
}

impl ConventionError {
    /// The reason in a sentence.
    #[must_use]
    pub fn sentence(self, language: Language) -> String {
        let text = match self {
            Self::Table => Text::ConventionHasTable,
            Self::PvsAbove => Text::ConventionPvsAbove,
            Self::PvsNotSoft => Text::ConventionPvsNotSoft,
            Self::OneBoundNotSoft => Text::ConventionOneBoundNotSoft,
            Self::SignsUnknown => Text::ConventionSignsUnknown,
            Self::MinimaxWindows => Text::ConventionMinimaxWindows,
            Self::MinimaxSigns => Text::ConventionMinimaxSigns,
        };
        language.text(text).to_owned()
    }
}

impl std::fmt::Display for ConventionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for ConventionError {}

impl Convention {
    /// Whether all of it makes sense together.
    ///
    /// # Errors
    /// [`ConventionError`] says what does not.
    pub const fn check(&self) -> Result<(), ConventionError> {
        let is_soft = matches!(self.returned, Returned::Soft);
        let is_above = matches!(self.cut, CutAt::Above);
        if self.table && !matches!(self.search, SearchByHand::Pvs) {
            return Err(ConventionError::Table);
        }
        match self.search {
            SearchByHand::Minimax if self.windows => return Err(ConventionError::MinimaxWindows),
            SearchByHand::Minimax if self.signs => return Err(ConventionError::MinimaxSigns),
            SearchByHand::Pvs if is_above => return Err(ConventionError::PvsAbove),
            SearchByHand::Pvs if !is_soft => return Err(ConventionError::PvsNotSoft),
            SearchByHand::OneBound if !is_soft => return Err(ConventionError::OneBoundNotSoft),
            _ => {}
        }
        if self.search.cuts() && self.signs && is_above && !is_soft {
            return Err(ConventionError::SignsUnknown);
        }
        Ok(())
    }

    /// What the scores of a search by this convention are, given the window that the node was entered with: a value, or a bound. `None`
    /// where the score tells neither: with a window that is closed, or at its edge where equality does not cut.
    #[must_use]
    pub fn judge(&self, given: Window, score: Score) -> Option<BoundKind> {
        if !self.search.cuts() {
            return Some(BoundKind::Exact);
        }
        let (is_low, is_high) = match (self.cut, self.returned) {
            (CutAt::Above, Returned::Soft) => (score < given.alpha, score > given.beta),
            _ => (score <= given.alpha, score >= given.beta),
        };
        match (is_low, is_high) {
            (true, true) => None,
            (true, false) => Some(BoundKind::Upper),
            (false, true) => Some(BoundKind::Lower),
            (false, false) => Some(BoundKind::Exact),
        }
    }

    /// The convention in sentences, as it is printed on the exercise.
    #[must_use]
    pub fn sentences(&self, language: Language) -> Vec<String> {
        let mut texts = vec![match self.search {
            SearchByHand::Minimax => Text::ConventionMinimax,
            SearchByHand::AlphaBeta => Text::ConventionAlphaBeta,
            SearchByHand::OneBound => Text::ConventionOneBound,
            SearchByHand::Pvs => Text::ConventionPvs,
        }];
        if self.search.cuts() {
            texts.push(match self.cut {
                CutAt::Equality => Text::ConventionCutAtEquality,
                CutAt::Above => Text::ConventionCutAbove,
            });
            texts.push(match self.returned {
                Returned::Soft => Text::ConventionSoft,
                Returned::Hard => Text::ConventionHard,
                Returned::HardAtBothEnds => Text::ConventionHardAtBothEnds,
            });
        }
        texts.push(match self.view {
            View::Max => Text::ConventionMaxView,
            View::Negamax => Text::ConventionNegamax,
        });
        if self.signs {
            texts.push(match self.cut {
                CutAt::Equality => Text::ConventionSigns,
                CutAt::Above => Text::ConventionSignsAbove,
            });
        }
        if self.search.cuts() {
            texts.push(if self.table { Text::ConventionTable } else { Text::ConventionNoTable });
        }
        texts.into_iter().map(|text| language.text(text).to_owned()).collect()
    }
}

parceled_as_text! { Convention }
