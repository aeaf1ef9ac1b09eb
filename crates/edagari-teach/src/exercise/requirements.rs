//! Criteria of a teacher for generated trees, and contradictions between them.

use std::ops::RangeInclusive;

use super::kind::{FEWEST_ORDERED, MAX_ORDERED};
use super::localized_text::LocalizedText;
use super::questions::MAX_INTERVAL_LEAVES;
use super::shapes::{MAX_LEAVES, Shapes};
use super::{Convention, ConventionError, CutAt, KindName, LARGEST_SCORE, Returned, RootWindow, SearchByHand, View};
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;

/// Maximum number of children of a node, and of moves from root to leaf, in a generated tree.
pub const MAX_WIDE: u32 = 20;

/// Requirements of a teacher for the trees of a set of exercises. All ranges include both ends.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a requirement of its own")]
pub struct Requirements {
    /// Kind of the exercises.
    pub kind: KindName,
    /// Convention of the exercises.
    pub convention: Convention,
    /// Number of leaves, at most [`MAX_LEAVES`].
    pub leaves: RangeInclusive<u32>,
    /// Number of children of each node with children, 1 to [`MAX_WIDE`].
    pub branching: RangeInclusive<u32>,
    /// Number of moves from the root to each leaf, 1 to [`MAX_WIDE`].
    pub depth: RangeInclusive<u32>,
    /// Scores of leaves, in max's view.
    pub scores: RangeInclusive<i32>,
    /// Number of cuts that skip at least one node.
    pub cuts: RangeInclusive<u32>,
    /// Number of α-cuts (at min nodes) that skip at least one node.
    pub alpha_cuts: RangeInclusive<u32>,
    /// Number of β-cuts (at max nodes) that skip at least one node.
    pub beta_cuts: RangeInclusive<u32>,
    /// Number of leaves that are evaluated.
    pub evaluated: RangeInclusive<u32>,
    /// Number of cuts that skip a node with children.
    pub cuts_above_leaves: RangeInclusive<u32>,
    /// Number of deep cuts (see [`super::Cut::is_deep`]).
    pub deep_cuts: RangeInclusive<u32>,
    /// Share of leaves that are never evaluated, from 0 to 1.
    pub pruned_share: RangeInclusive<f64>,
    /// Whether all leaves must have distinct scores.
    pub distinct_scores: bool,
    /// Whether the children of each node must have distinct values.
    pub no_ties: bool,
    /// Whether cuts at α ≥ β and cuts only at α > β must skip the same nodes, so that students who use the other condition lose no points.
    pub conventions_agree: bool,
    /// Whether leaves, evaluated leaves, and cuts of each kind must differ by at most one within the set.
    pub equally_hard: bool,
    /// Whether chance takes the children of a node with different probabilities.
    #[serde(default)]
    pub unequal_probabilities: bool,
}

impl Default for Requirements {
    /// Returns requirements for trees as in textbooks, with two or three children per node and leaves four
    /// moves below the root; cuts are not restricted.
    fn default() -> Self {
        Self {
            kind: KindName::default(),
            convention: Convention::default(),
            leaves: 16..=16,
            branching: 2..=3,
            depth: 4..=4,
            scores: 0..=20,
            cuts: 0..=u32::MAX,
            alpha_cuts: 0..=u32::MAX,
            beta_cuts: 0..=u32::MAX,
            evaluated: 1..=u32::MAX,
            cuts_above_leaves: 0..=u32::MAX,
            deep_cuts: 0..=u32::MAX,
            pruned_share: 0.0..=1.0,
            distinct_scores: false,
            no_ties: false,
            conventions_agree: false,
            equally_hard: false,
            unequal_probabilities: false,
        }
    }
}

/// Reason why no tree can fulfil the requirements.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// The convention is invalid.
    Convention(ConventionError),
    /// A range is empty or exceeds the limits.
    Range(LocalizedText),
    /// No tree has the wished number of leaves.
    Leaves(LocalizedText),
    /// Two requirements exclude each other, or a requirement excludes the search.
    Exclude(LocalizedText),
}

impl Contradiction {
    /// Returns the reason as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match self {
            Self::Convention(error) => error.sentence(language),
            Self::Range(message) | Self::Leaves(message) | Self::Exclude(message) => message.sentence(language),
        }
    }
}

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for Contradiction {}

impl From<ConventionError> for Contradiction {
    fn from(error: ConventionError) -> Self {
        Self::Convention(error)
    }
}

pub(super) fn range_text<T: std::fmt::Display + PartialEq>(range: &RangeInclusive<T>) -> String {
    if range.start() == range.end() { range.start().to_string() } else { format!("{}..{}", range.start(), range.end()) }
}

/// Returns a range of counts as text; it may be open at the upper end.
pub(super) fn counts_text(range: &RangeInclusive<u32>) -> String {
    if *range.end() == u32::MAX { format!("{}..", range.start()) } else { range_text(range) }
}

impl Requirements {
    /// Returns default requirements for a kind. Trees have one level less if their root has three
    /// children, or if much is computed by hand. If scores are results, they are wins, losses, and
    /// unknown or drawn leaves.
    #[must_use]
    pub fn of_kind(kind: KindName) -> Self {
        let usual = Self { kind, ..Self::default() };
        match kind {
            KindName::Order | KindName::Deepening => Self { depth: 3..=3, ..usual },
            KindName::Expectimax => Self { leaves: 12..=12, depth: 3..=3, ..usual },
            KindName::Star1 => Self { leaves: 12..=12, depth: 3..=3, scores: 0..=9, ..usual },
            KindName::ProofNumbers => Self { leaves: 12..=12, depth: 3..=3, scores: -1..=1, ..usual },
            KindName::Uct => Self { leaves: 10..=10, depth: 3..=3, scores: -1..=1, ..usual },
            _ => usual,
        }
    }

    /// Returns the range of the number of children of the root. If the student orders them, it is
    /// at least three, unless nodes must have fewer children: one of only two orders would be too
    /// easy to guess.
    fn root_branching(&self) -> RangeInclusive<u32> {
        let (first, last) = (*self.branching.start(), *self.branching.end());
        match self.kind {
            KindName::Order => first.max(FEWEST_ORDERED)..=last.min(MAX_ORDERED as u32),
            KindName::Deepening if last >= FEWEST_ORDERED => first.max(FEWEST_ORDERED)..=last,
            _ => self.branching.clone(),
        }
    }

    /// Returns the wished numbers of leaves that the kind supports.
    pub(super) fn supported_leaves(&self) -> RangeInclusive<u32> {
        let most = if self.kind == KindName::Interval { MAX_INTERVAL_LEAVES } else { MAX_LEAVES };
        *self.leaves.start()..=*self.leaves.end().min(&most)
    }

    /// Returns the shapes of the trees.
    pub(super) fn shapes(&self) -> Shapes {
        Shapes::of(&self.root_branching(), &self.branching, &self.depth, *self.supported_leaves().end())
    }

    /// Checks whether some tree could fulfil the requirements, as far as this is known without trying.
    ///
    /// ```
    /// use edagari_teach::exercise::Requirements;
    ///
    /// assert_eq!(Requirements::default().check(), Ok(()));
    /// // A binary tree with leaves three moves below the root has eight leaves.
    /// let requirements = Requirements { leaves: 9..=9, depth: 3..=3, branching: 2..=2, ..Requirements::default() };
    /// assert!(requirements.check().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Contradiction`] contains the requirements that exclude each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        self.convention.check()?;
        self.check_kind()?;
        self.check_ranges()?;
        self.check_trees_of_kind()?;
        let (shapes, root) = (self.shapes(), self.root_branching());
        if !self.supported_leaves().any(|leaves| shapes.has(leaves)) {
            let is_wider = root != self.branching;
            let text = if is_wider { Text::WishLeavesImpossibleRoot } else { Text::WishLeavesImpossible };
            let message = LocalizedText::from(text)
                .with("root", &range_text(&root))
                .with("branching", &range_text(&self.branching))
                .with("depth", &range_text(&self.depth))
                .with("wished", &range_text(&self.leaves))
                .with_message("possible", shapes.nearest(&self.supported_leaves()));
            return Err(Contradiction::Leaves(message));
        }
        self.check_scores(&shapes)?;
        self.check_cuts()
    }

    /// Refuses kinds whose convention is impossible.
    fn check_kind(&self) -> Result<(), Contradiction> {
        let convention = &self.convention;
        if let Some(limit) = convention.depth_limit.filter(|limit| self.depth.end() <= limit) {
            let limit = LocalizedText::from(Text::WishLimit).with("limit", &limit);
            return Err(exclude(limit, of(Text::WishDepth, &self.depth), Text::WishLimitAbove));
        }
        if self.unequal_probabilities && !self.kind.has_chance() {
            return Err(self.excluded_by_kind(Text::WishUnequal, Text::WishNoChance));
        }
        if self.kind == KindName::Search {
            return Ok(());
        }
        if self.kind.is_minimax() == convention.search.cuts() {
            let reason = if self.kind.is_minimax() { Text::WishAsksValues } else { Text::WishMinimaxAll };
            return Err(self.excluded_by_kind(convention.search.name_text(), reason));
        }
        let (other, reason) = match self.kind {
            KindName::Bug => (unusual(convention), Text::WishUsualOnly),
            kind if kind.has_own_rules() => (unplain(convention), Text::WishOwnRules),
            KindName::Interval => (known_range(convention).map(LocalizedText::from), Text::WishUnknownScore),
            _ => return Ok(()),
        };
        other.map_or(Ok(()), |other| Err(self.excluded_by_kind(other, reason)))
    }

    /// Rejects shapes and scores for which no tree is suitable for questions of the kind.
    fn check_trees_of_kind(&self) -> Result<(), Contradiction> {
        let (is_narrow, is_flat) = (*self.branching.end() < 2, *self.depth.end() < 2);
        let branching = || of(Text::WishBranching, &self.branching);
        let depth = || of(Text::WishDepth, &self.depth);
        let scores = || of(Text::WishScores, &self.scores);
        let (other, reason) = match self.kind {
            KindName::Order if *self.branching.start() > MAX_ORDERED as u32 => (branching(), Text::WishOrdersTried),
            KindName::Order if *self.branching.end() < FEWEST_ORDERED => (branching(), Text::WishOrdersTwo),
            KindName::Star1 if is_flat => (depth(), Text::WishFirstCut),
            KindName::Expectimax if self.unequal_probabilities && is_narrow => (branching(), Text::WishSameChance),
            KindName::Order | KindName::Interval if self.deepest() < self.first_cut() => (depth(), Text::WishFirstCut),
            KindName::Interval if *self.leaves.start() > MAX_INTERVAL_LEAVES => {
                let most = LocalizedText::from(Text::WishScoresTried).with("most", &MAX_INTERVAL_LEAVES);
                return Err(self.excluded_by_kind(of(Text::WishLeaves, &self.leaves), most));
            }
            KindName::Interval | KindName::Star1 if is_narrow => (branching(), Text::WishOneChild),
            KindName::Deepening if is_narrow => (branching(), Text::WishSameOrder),
            KindName::Deepening if self.has_one_score() => (scores(), Text::WishSameOrder),
            KindName::ProofNumbers if !self.scores.contains(&0) => (scores(), Text::WishNothingOpen),
            KindName::Uct if is_flat => (depth(), Text::WishChoiceBelow),
            _ => return Ok(()),
        };
        Err(self.excluded_by_kind(other, reason))
    }

    /// Returns the contradiction between the kind and another requirement.
    fn excluded_by_kind(&self, other: impl Into<LocalizedText>, reason: impl Into<LocalizedText>) -> Contradiction {
        exclude(LocalizedText::from(Text::WishKind).with_message("kind", self.kind.text()), other, reason)
    }

    fn has_one_score(&self) -> bool {
        self.scores.start() == self.scores.end()
    }

    fn check_ranges(&self) -> Result<(), Contradiction> {
        check_range(Text::WishLeaves, &self.leaves, 1, MAX_LEAVES)?;
        check_range(Text::WishBranching, &self.branching, 1, MAX_WIDE)?;
        check_range(Text::WishDepth, &self.depth, 1, MAX_WIDE)?;
        check_range(Text::WishScores, &self.scores, -LARGEST_SCORE, LARGEST_SCORE)?;
        check_range(Text::WishCuts, &self.cuts, 0, u32::MAX)?;
        check_range(Text::WishAlphaCuts, &self.alpha_cuts, 0, u32::MAX)?;
        check_range(Text::WishBetaCuts, &self.beta_cuts, 0, u32::MAX)?;
        check_range(Text::WishEvaluated, &self.evaluated, 1, u32::MAX)?;
        check_range(Text::WishCutsAboveLeaves, &self.cuts_above_leaves, 0, u32::MAX)?;
        check_range(Text::WishDeepCuts, &self.deep_cuts, 0, u32::MAX)?;
        check_range(Text::WishPrunedShare, &self.pruned_share, 0.0, 1.0)
    }

    fn check_scores(&self, shapes: &Shapes) -> Result<(), Contradiction> {
        if let RootWindow::Known(known) = self.convention.root {
            let [least, greatest] = [self.scores.start(), self.scores.end()].map(|&score| Score::new(score));
            if least < known.alpha || known.beta < greatest {
                return Err(ConventionError::RootScores.into());
            }
        }
        let numbers = u64::from(self.scores.start().abs_diff(*self.scores.end())) + 1;
        let least = self.supported_leaves().find(|&leaves| shapes.has(leaves)).unwrap_or(*self.leaves.start());
        let too_few = |requirement: Text, reason: Text, count: u64| {
            let reason = LocalizedText::from(reason).with("count", &count).with("numbers", &numbers);
            Err(exclude(requirement, of(Text::WishScores, &self.scores), reason))
        };
        if self.distinct_scores && numbers < u64::from(least) {
            return too_few(Text::WishDistinct, Text::WishFewScores, least.into());
        }
        self.check_agreement()?;
        let widest = u64::from(*self.branching.start());
        if self.no_ties && numbers < widest {
            return too_few(Text::WishNoTies, Text::WishFewForChildren, widest);
        }
        Ok(())
    }

    /// Rejects the comparison of both conditions of cuts if only one of them is possible.
    fn check_agreement(&self) -> Result<(), Contradiction> {
        if !self.conventions_agree {
            return Ok(());
        }
        let known = known_range(&self.convention);
        known.map_or(Ok(()), |known| Err(exclude(Text::WishAgree, known, Text::WishKnownOnlyEqual)))
    }

    /// Returns the greatest number of moves from the root to a leaf of the search.
    fn deepest(&self) -> u32 {
        self.convention.depth_limit.map_or(*self.depth.end(), |limit| limit.min(*self.depth.end()))
    }

    /// Returns the number of moves from the root to the leaf that can cause the first cut: the root,
    /// where max moves, is cut by its own child only if its window has a finite β.
    const fn first_cut(&self) -> u32 {
        if self.convention.root.window().beta.finite().is_some() { 1 } else { 2 }
    }

    /// Returns whether the search of the task can skip nodes: that of Star1 can, although the
    /// convention is minimax.
    fn cuts_something(&self) -> bool {
        self.convention.search.cuts() || self.kind == KindName::Star1
    }

    fn check_evaluated(&self) -> Result<(), Contradiction> {
        let requirement = || {
            LocalizedText::from(Text::WishOf)
                .with_message("what", Text::WishEvaluated)
                .with("range", &counts_text(&self.evaluated))
        };
        if self.evaluated.start() > self.leaves.end() {
            return Err(exclude(requirement(), of(Text::WishLeaves, &self.leaves), Text::WishEvaluatedLeaves));
        }
        let searches_all = !self.cuts_something() && self.convention.depth_limit.is_none();
        if searches_all && self.evaluated.end() < self.leaves.start() {
            return Err(exclude(requirement(), self.convention.search.name_text(), Text::WishMinimaxAll));
        }
        Ok(())
    }

    fn check_cuts(&self) -> Result<(), Contradiction> {
        let search = self.convention.search;
        self.check_evaluated()?;
        let kinds = [
            (Text::WishCutsAboveLeaves, &self.cuts_above_leaves),
            (Text::WishDeepCuts, &self.deep_cuts),
            (Text::WishAlphaCuts, &self.alpha_cuts),
            (Text::WishBetaCuts, &self.beta_cuts),
        ];
        let counted = kinds.into_iter().chain([(Text::WishCuts, &self.cuts)]);
        let asks_for_cuts = { counted }.find(|(_, range)| *range.start() > 0);
        let share = || of(Text::WishPrunedShare, &self.pruned_share);
        let requirement = asks_for_cuts.map(|(what, range)| {
            LocalizedText::from(Text::WishAtLeast).with("count", &range.start()).with_message("what", what)
        });
        let requirement = requirement.or_else(|| (*self.pruned_share.start() > 0.0).then(share));
        let Some(requirement) = requirement else { return Ok(()) };
        let deepest = self.deepest();
        let depth = || of(Text::WishDepth, &self.depth);
        let at_most_cuts = || LocalizedText::from(Text::WishAtMostCuts).with("count", &self.cuts.end());
        let refused = |other: LocalizedText, reason: LocalizedText| Err(exclude(requirement.clone(), other, reason));
        if !self.cuts_something() {
            return refused(search.name_text().into(), Text::WishMinimaxAll.into());
        }
        if self.kind == KindName::Star1 && (*self.beta_cuts.start() > 0 || *self.deep_cuts.start() > 0) {
            return refused(
                LocalizedText::from(Text::WishKind).with_message("kind", self.kind.text()),
                Text::WishStar1Alpha.into(),
            );
        }
        if *self.branching.end() < 2 {
            return refused(of(Text::WishBranching, &self.branching), Text::WishOneChild.into());
        }
        let first = self.first_cut();
        if deepest < first || (*self.alpha_cuts.start() > 0 && deepest < 2) {
            return refused(depth(), Text::WishFirstCut.into());
        }
        // With a window at the root, a score outside it causes a cut, and a null window of PVS cuts
        // at equality by each rule.
        let cuts_at_equality = search == SearchByHand::Pvs || !self.convention.root.is_full();
        if self.has_one_score() && !cuts_at_equality && search.cuts() {
            if self.convention.cut == CutAt::Above {
                return refused(Text::WishOneScore.into(), Text::WishAboveNever.into());
            }
            if self.conventions_agree {
                return refused(Text::WishOneScore.into(), Text::WishAgreeNever.into());
            }
        }
        if *self.cuts_above_leaves.start() > 0 && deepest <= first {
            return refused(depth(), Text::WishLevelBetween.into());
        }
        if *self.deep_cuts.start() > 0 {
            if search == SearchByHand::OneBound {
                return refused(search.name_text().into(), Text::WishOneBoundDeep.into());
            }
            if deepest < 4 {
                return refused(depth(), Text::WishDeepLevels.into());
            }
        }
        if *self.beta_cuts.start() > 0 && deepest < 3 && first > 1 {
            return refused(depth(), Text::WishBetaLevels.into());
        }
        if let Some((what, _)) = kinds.into_iter().find(|(_, range)| range.start() > self.cuts.end()) {
            return refused(at_most_cuts(), LocalizedText::from(Text::WishAreCuts).with_message("what", what));
        }
        if self.alpha_cuts.start().saturating_add(*self.beta_cuts.start()) > *self.cuts.end() {
            return refused(at_most_cuts(), Text::WishBothAreCuts.into());
        }
        if asks_for_cuts.is_some() && *self.pruned_share.end() <= 0.0 {
            return refused(share(), Text::WishCutSkips.into());
        }
        if asks_for_cuts.is_none() && *self.cuts.end() == 0 {
            return refused(at_most_cuts(), Text::WishNothingSkipped.into());
        }
        Ok(())
    }
}

/// Returns the first option of a convention that makes it non-plain, see [`Convention::is_plain`],
/// as a requirement.
fn unplain(convention: &Convention) -> Option<LocalizedText> {
    let view = (convention.view == View::Negamax).then(|| LocalizedText::from(Text::ByHandViewNegamax));
    let window = || match convention.root {
        RootWindow::Given(window) => Some(LocalizedText::from(Text::WishRootWindow).with("window", &window)),
        RootWindow::Full | RootWindow::Known(_) => None,
    };
    let limit = || convention.depth_limit.map(|limit| LocalizedText::from(Text::WishLimit).with("limit", &limit));
    view.or_else(window).or_else(|| known_range(convention).map(LocalizedText::from)).or_else(limit)
}

/// Returns the first option of a convention that differs from the default, as a requirement.
fn unusual(convention: &Convention) -> Option<LocalizedText> {
    // Only PVS has a table; the other options are those of a convention that is not plain.
    let Convention { search, cut, returned, windows, signs, from_right, .. } = *convention;
    let search = (search != SearchByHand::AlphaBeta).then(|| search.name_text());
    let cut = match cut {
        CutAt::Equality => None,
        CutAt::Above => Some(Text::WishCutAbove),
        CutAt::Either => Some(Text::WishCutEither),
    };
    let returned = match returned {
        Returned::Soft => None,
        Returned::Hard => Some(Text::ByHandHard),
        Returned::HardAtBothEnds => Some(Text::ByHandHardBoth),
    };
    let windows = (!windows).then_some(Text::WishNoWindows);
    let signs = signs.then_some(Text::WishSigns);
    let from_right = from_right.then_some(Text::WishFromRight);
    let first = search.or(cut).or(returned).or(windows).or(signs).or(from_right);
    first.map(LocalizedText::from).or_else(|| unplain(convention))
}

/// Returns the requirement for a known range of scores, if the convention has one.
fn known_range(convention: &Convention) -> Option<Text> {
    matches!(convention.root, RootWindow::Known(_)).then_some(Text::WishKnownRange)
}

/// Returns a message with a requirement and its range.
fn of<T: std::fmt::Display + PartialEq>(what: Text, range: &RangeInclusive<T>) -> LocalizedText {
    LocalizedText::from(Text::WishOf).with_message("what", what).with("range", &range_text(range))
}

fn exclude(
    requirement: impl Into<LocalizedText>,
    other: impl Into<LocalizedText>,
    reason: impl Into<LocalizedText>,
) -> Contradiction {
    let message = LocalizedText::from(Text::WishExclude)
        .with_message("wish", requirement)
        .with_message("other", other)
        .with_message("reason", reason);
    Contradiction::Exclude(message)
}

fn check_range<T: PartialOrd + std::fmt::Display + Copy>(
    what: Text,
    range: &RangeInclusive<T>,
    least: T,
    most: T,
) -> Result<(), Contradiction> {
    let (from, to) = (*range.start(), *range.end());
    // Written so that NaN is rejected, too.
    if from >= least && to <= most && from <= to {
        return Ok(());
    }
    let message =
        LocalizedText::from(Text::WishRange).with_message("what", what).with("first", &from).with("last", &to);
    Err(Contradiction::Range(message.with("least", &least).with("most", &most)))
}
