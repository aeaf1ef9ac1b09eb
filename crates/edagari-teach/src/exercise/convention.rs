//! The convention of an exercise: the search, its windows, cuts, signs and order.

use edagari_core::language::{Language, Text};
use edagari_core::score::{BoundKind, Player, Score, Window};

/// Search algorithm of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum SearchByHand {
    /// Plain minimax: all nodes are searched, without windows.
    Minimax,
    /// α-β that passes both bounds down and therefore makes deep cuts.
    #[default]
    AlphaBeta,
    /// α-β that passes only the bound of the last node of the other player, and therefore makes no deep cuts.
    OneBound,
    /// Principal variation search: all children but the first are searched with a null window, and re-searched where necessary.
    Pvs,
}

impl SearchByHand {
    /// All algorithms.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::OneBound, Self::Pvs];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::OneBound => "one-bound",
            Self::Pvs => "pvs",
        }
    }

    /// Returns whether the search has windows and cuts.
    #[must_use]
    pub const fn cuts(self) -> bool {
        !matches!(self, Self::Minimax)
    }

    /// Returns the key of the name shown to users.
    #[must_use]
    pub const fn name_text(self) -> Text {
        match self {
            Self::Minimax => Text::ByHandMinimax,
            Self::AlphaBeta => Text::ByHandAlphaBeta,
            Self::OneBound => Text::ByHandOneBound,
            Self::Pvs => Text::ByHandPvs,
        }
    }

    /// Returns the name shown to users.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        language.text(self.name_text())
    }
}

/// Condition under which the remaining children of a node are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum CutAt {
    /// Cut if α ≥ β.
    #[default]
    Equality,
    /// Cut only if α > β: children that can at best be equal are searched.
    Above,
    /// Either of the other two, but the same one at all nodes of an answer. The model answer cuts at equality.
    Either,
}

impl CutAt {
    /// All conditions of a cut.
    pub const ALL: [Self; 3] = [Self::Equality, Self::Above, Self::Either];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equality => "equality",
            Self::Above => "above",
            Self::Either => "either",
        }
    }

    /// Returns whether the remaining children are skipped with this window, in the model answer.
    #[must_use]
    pub fn closes(self, window: Window) -> bool {
        match self {
            Self::Equality | Self::Either => window.alpha >= window.beta,
            Self::Above => window.alpha > window.beta,
        }
    }

    /// Returns the condition of the model answer as text: `α ≥ β` or `α > β`.
    #[must_use]
    pub const fn condition(self) -> &'static str {
        match self {
            Self::Equality | Self::Either => "α ≥ β",
            Self::Above => "α > β",
        }
    }
}

/// Score that a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Returned {
    /// Fail-soft: the best score of its children (Fishburn 1983).
    #[default]
    Soft,
    /// Fail-hard as in [`edagari_core::score::Fail::Hard`]: never worse for the player to move than
    /// the player's own bound. A score that causes a cut is returned unchanged (Knuth and Moore's
    /// F2, 1975).
    Hard,
    /// Fail-hard at both ends: never outside the window with which the node was entered.
    HardAtBothEnds,
}

impl Returned {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Soft, Self::Hard, Self::HardAtBothEnds];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soft => "soft",
            Self::Hard => "hard",
            Self::HardAtBothEnds => "hard-at-both-ends",
        }
    }

    /// Returns the score of a node whose best child has the score `best`.
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

/// Player from whose view scores and windows are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum View {
    /// All scores in max's view.
    #[default]
    Max,
    /// All scores, those of leaves included, in the view of the player to move at the node (negamax signs).
    Negamax,
}

impl View {
    /// Both views.
    pub const ALL: [Self; 2] = [Self::Max, Self::Negamax];

    /// Returns the name used on the command line.
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

    /// Converts a score between max's view and the written form at a node where `player` moves. The conversion is its own inverse.
    #[must_use]
    pub fn score(self, player: Player, score: Score) -> Score {
        if self.turns(player) { score.negated() } else { score }
    }

    /// Converts a window between max's view and the written form at a node where `player` moves. The conversion is its own inverse.
    #[must_use]
    pub fn window(self, player: Player, window: Window) -> Window {
        if self.turns(player) { window.negated() } else { window }
    }

    /// Converts a kind of bound between max's view and the written form at a node where `player` moves. The conversion is its own inverse.
    #[must_use]
    pub const fn bound(self, player: Player, kind: BoundKind) -> BoundKind {
        match (self, player) {
            (Self::Negamax, Player::Min) => kind.negated(),
            _ => kind,
        }
    }
}

/// Window with which the root is entered, in max's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum RootWindow {
    /// The whole window (−∞, ∞).
    #[default]
    Full,
    /// A narrower window. If the root returns a score outside it, the score is a bound.
    Given(Window),
    /// The range that is known to contain all scores: a score at its end causes a cut, and the root
    /// returns its exact value.
    Known(Window),
}

impl RootWindow {
    /// Returns the window.
    #[must_use]
    pub const fn window(self) -> Window {
        match self {
            Self::Full => Window::FULL,
            Self::Given(window) | Self::Known(window) => window,
        }
    }

    /// Returns whether the root is entered with (−∞, ∞).
    #[must_use]
    pub const fn is_full(&self) -> bool {
        matches!(self, Self::Full)
    }
}

/// Convention of an exercise: how its tree is searched and which values are written down. It is printed on the exercise.
///
/// ```
/// use edagari_core::game::Player;
/// use edagari_core::score::Score;
/// use edagari_teach::exercise::{Convention, CutAt, SearchByHand, View};
///
/// let usual = Convention::default();
/// assert_eq!((usual.search, usual.cut), (SearchByHand::AlphaBeta, CutAt::Equality));
/// // In negamax, the score of a min node is written with the opposite sign.
/// let negamax = Convention { view: View::Negamax, ..usual };
/// assert_eq!(negamax.view.score(Player::Min, Score::new(3)), Score::new(-3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Convention {
    /// Search algorithm.
    pub search: SearchByHand,
    /// Condition of a cut; ignored in minimax.
    pub cut: CutAt,
    /// Score returned outside the window; ignored in minimax.
    pub returned: Returned,
    /// Player from whose view scores are written.
    pub view: View,
    /// Whether the window is written at each node that is entered; `false` in minimax, which has no windows.
    pub windows: bool,
    /// Whether `=`, `≤` or `≥` is written before each score; `false` in minimax, where all scores are exact.
    pub signs: bool,
    /// Whether the search stores the returned score of a node as bounds in a table and uses them when it enters the node again.
    /// Only in PVS: no other search enters a node twice, because each node of a tree is a distinct position.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
    /// Window of the root; only in α-β and PVS.
    #[serde(skip_serializing_if = "RootWindow::is_full")]
    pub root: RootWindow,
    /// Whether the children of each node are searched from right to left, as some textbooks draw it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_right: bool,
    /// Number of moves from the root at which the search stops: nodes there count with their static
    /// scores. `None` if the search continues to the leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
}

impl Default for Convention {
    /// Returns α-β with cuts at α ≥ β, fail-soft, max's view, with windows and without signs.
    fn default() -> Self {
        Self {
            search: SearchByHand::default(),
            cut: CutAt::default(),
            returned: Returned::default(),
            view: View::default(),
            windows: true,
            signs: false,
            table: false,
            root: RootWindow::Full,
            from_right: false,
            depth_limit: None,
        }
    }
}

/// Reason why a convention is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConventionError {
    /// A table is only useful if nodes are entered twice.
    Table,
    /// The re-searches of PVS depend on the scores outside its null windows.
    PvsNotSoft,
    /// With one bound, a node knows only the bound at which it cuts, so it cannot be fail-hard.
    OneBoundNotSoft,
    /// A score at the end of the window can be exact, an upper or a lower bound, so that its sign is unknown.
    SignsUnknown,
    /// Only α-β and PVS pass both ends of the root's window down.
    RootSearch,
    /// The window of the root is closed.
    RootClosed,
    /// Scores at the ends of a known range only cut at equality.
    RootAbove,
    /// A score at the end of a known range is exact, although it is at the end of the window.
    RootSigns,
    /// The score of a leaf is outside the known range.
    RootScores,
    /// Minimax has no windows to write.
    MinimaxWindows,
    /// All scores of minimax are exact, so signs are useless.
    MinimaxSigns,
    /// The root must be searched, so the search cannot stop there.
    LimitZero,
    /// A node at the depth limit has no static score.
    LimitScores,
}

impl ConventionError {
    /// Returns the reason as a sentence.
    #[must_use]
    pub fn sentence(self, language: Language) -> String {
        let text = match self {
            Self::Table => Text::ConventionHasTable,
            Self::PvsNotSoft => Text::ConventionPvsNotSoft,
            Self::OneBoundNotSoft => Text::ConventionOneBoundNotSoft,
            Self::SignsUnknown => Text::ConventionSignsUnknown,
            Self::RootSearch => Text::ConventionRootSearch,
            Self::RootClosed => Text::ConventionRootClosed,
            Self::RootAbove => Text::ConventionRootAbove,
            Self::RootSigns => Text::ConventionRootSigns,
            Self::RootScores => Text::ConventionRootScores,
            Self::MinimaxWindows => Text::ConventionMinimaxWindows,
            Self::MinimaxSigns => Text::ConventionMinimaxSigns,
            Self::LimitZero => Text::ConventionLimitZero,
            Self::LimitScores => Text::ConventionLimitScores,
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
    /// Checks whether the options are compatible.
    ///
    /// # Errors
    /// [`ConventionError`] is the first conflict.
    pub fn check(&self) -> Result<(), ConventionError> {
        let is_soft = matches!(self.returned, Returned::Soft);
        let may_be_above = !matches!(self.cut, CutAt::Equality);
        if self.table && !matches!(self.search, SearchByHand::Pvs) {
            return Err(ConventionError::Table);
        }
        if self.depth_limit == Some(0) {
            return Err(ConventionError::LimitZero);
        }
        self.check_root()?;
        match self.search {
            SearchByHand::Minimax if self.windows => return Err(ConventionError::MinimaxWindows),
            SearchByHand::Minimax if self.signs => return Err(ConventionError::MinimaxSigns),
            SearchByHand::Pvs if !is_soft => return Err(ConventionError::PvsNotSoft),
            SearchByHand::OneBound if !is_soft => return Err(ConventionError::OneBoundNotSoft),
            _ => {}
        }
        if self.search.cuts() && self.signs && may_be_above && !is_soft {
            return Err(ConventionError::SignsUnknown);
        }
        Ok(())
    }

    fn check_root(&self) -> Result<(), ConventionError> {
        if self.root.is_full() {
            return Ok(());
        }
        let is_known = matches!(self.root, RootWindow::Known(_));
        match self.search {
            SearchByHand::Minimax | SearchByHand::OneBound => Err(ConventionError::RootSearch),
            _ if self.root.window().is_closed() => Err(ConventionError::RootClosed),
            _ if is_known && self.cut != CutAt::Equality => Err(ConventionError::RootAbove),
            _ if is_known && self.signs => Err(ConventionError::RootSigns),
            SearchByHand::AlphaBeta | SearchByHand::Pvs => Ok(()),
        }
    }

    /// Returns the condition of a cut at a node that was entered with the window `given`. In PVS, a
    /// null window cuts at equality by each rule: it contains no score, so a score at its end has
    /// failed low or high, and settles what the null window is for.
    #[must_use]
    pub fn cut_at(&self, given: Window) -> CutAt {
        if self.search == SearchByHand::Pvs && given.is_null() { CutAt::Equality } else { self.cut }
    }

    /// Returns whether a score at an end of the window is exact. In PVS it can be a bound by each
    /// rule of cuts: a null window returns a bound, and its score is searched again only inside the
    /// window of the parent.
    fn is_exact_at_ends(&self) -> bool {
        self.cut == CutAt::Above && self.returned == Returned::Soft && self.search != SearchByHand::Pvs
    }

    /// Classifies a score that a search by this convention returned, given the window with which
    /// the node was entered: exact or a bound. `None` if neither follows from the score: the window
    /// is closed, or the score is at its end and equality does not cut.
    #[must_use]
    pub fn judge(&self, given: Window, score: Score) -> Option<BoundKind> {
        if !self.search.cuts() {
            return Some(BoundKind::Exact);
        }
        let (is_low, is_high) = if self.is_exact_at_ends() {
            (score < given.alpha, score > given.beta)
        } else {
            (score <= given.alpha, score >= given.beta)
        };
        match (is_low, is_high) {
            (true, true) => None,
            (true, false) => Some(BoundKind::Upper),
            (false, true) => Some(BoundKind::Lower),
            (false, false) => Some(BoundKind::Exact),
        }
    }

    /// Returns the convention as sentences, as printed on the exercise.
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
                CutAt::Either => Text::ConventionCutEither,
            });
            if self.search == SearchByHand::Pvs && self.cut != CutAt::Equality {
                texts.push(Text::ConventionCutNull);
            }
            texts.push(match self.returned {
                Returned::Soft if self.windows => Text::ConventionSoft,
                Returned::Soft => Text::ConventionSoftWithoutWindows,
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
                _ if self.search == SearchByHand::Pvs => Text::ConventionSigns,
                CutAt::Equality => Text::ConventionSigns,
                CutAt::Above => Text::ConventionSignsAbove,
                CutAt::Either => Text::ConventionSignsEither,
            });
        }
        if self.search == SearchByHand::Pvs {
            texts.push(if self.table { Text::ConventionTable } else { Text::ConventionNoTable });
        }
        let mut sentences: Vec<String> = texts.into_iter().map(|text| language.text(text).to_owned()).collect();
        match self.root {
            RootWindow::Full => {}
            RootWindow::Given(window) => {
                sentences.push(language.fill(Text::ConventionRootGiven, &[("window", &window.to_string())]));
            }
            RootWindow::Known(Window { alpha, beta }) => {
                let values = [("least", &*alpha.to_string()), ("greatest", &beta.to_string())];
                sentences.push(language.fill(Text::ConventionRootKnown, &values));
            }
        }
        if self.from_right {
            sentences.push(language.text(Text::ConventionFromRight).to_owned());
        }
        if let Some(depth) = self.depth_limit {
            sentences.push(language.fill(Text::ConventionDepthLimit, &[("depth", &language.number(depth.into()))]));
        }
        sentences
    }

    /// Returns whether scores are in max's view, and the whole tree is searched with the full window.
    pub(super) const fn is_plain(&self) -> bool {
        matches!(self.view, View::Max) && self.root.is_full() && self.depth_limit.is_none()
    }

    /// Returns the key of the direction in which the children of a node are searched, for a sentence about the tree.
    #[must_use]
    pub const fn direction(&self) -> Text {
        if self.from_right { Text::SearchFromRight } else { Text::SearchFromLeft }
    }
}
