//! Mistakes of an answer, and their messages in all languages.

use super::{CutAt, Exercise, Step};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{Score, Window};

/// Defines the kinds of mistakes, each with its JSON name and its sentence.
macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident $name:literal $Text:ident,)+) => {
        /// Kind of a mistake in a step.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum MistakeKind {
            $($(#[$doc])* $Kind,)+
        }

        impl MistakeKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$Kind,)+];

            /// Returns the name used in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => $name,)+
                }
            }

            const fn text(self) -> Text {
                match self {
                    $(Self::$Kind => Text::$Text,)+
                }
            }
        }
    };
}

kinds! {
    /// The root was struck.
    RootSkipped "root-skipped" MistakeRootSkipped,
    /// A node was struck in minimax.
    SkippedInMinimax "skipped-in-minimax" MistakeSkippedInMinimax,
    /// A node was struck before any of its siblings was searched.
    FirstChildSkipped "first-child-skipped" MistakeFirstChildSkipped,
    /// A node was struck at α = β, where only α > β cuts.
    SkippedAtEquality "skipped-at-equality" MistakeSkippedAtEquality,
    /// A node was struck by a bound that a search with one bound does not pass down.
    DeepSkipWithOneBound "deep-skip-with-one-bound" MistakeDeepSkipWithOneBound,
    /// The node that makes the cut was struck itself.
    SkippedOneTooEarly "skipped-one-too-early" MistakeSkippedOneTooEarly,
    /// A node was struck because its parent has found nothing better so far than its player already
    /// has elsewhere.
    CutAtWrongEnd "cut-at-wrong-end" MistakeCutAtWrongEnd,
    /// A node was struck because of the score of a sibling of the parent or of a higher ancestor, which is not a bound there.
    CutByForeignBound "cut-by-foreign-bound" MistakeCutByForeignBound,
    /// A node was struck while the window was open.
    SkippedTooMuch "skipped-too-much" MistakeSkippedTooMuch,
    /// A node was not struck at α = β, where α ≥ β cuts.
    NoCutAtEquality "no-cut-at-equality" MistakeNoCutAtEquality,
    /// Some of the nodes after a cut were struck, but not this one.
    SkippedTooFew "skipped-too-few" MistakeSkippedTooFew,
    /// A node after a deep cut was not struck.
    DeepCutMissed "deep-cut-missed" MistakeDeepCutMissed,
    /// A node after a cut was not struck.
    NotSkipped "not-skipped" MistakeNotSkipped,
    /// A node was omitted: neither searched nor struck.
    NotSearched "not-searched" MistakeNotSearched,
    /// The parent was not entered.
    NotEntered "not-entered" MistakeNotEntered,
    /// A node below, or before, has not returned.
    NotReturned "not-returned" MistakeNotReturned,
    /// The node is already open.
    AlreadyEntered "already-entered" MistakeAlreadyEntered,
    /// The node has already returned, or is struck.
    AlreadyDone "already-done" MistakeAlreadyDone,
    /// The node is below a struck node.
    BelowSkipped "below-skipped" MistakeBelowSkipped,
    /// A re-search that a null window requires is missing.
    ReSearchOmitted "re-search-omitted" MistakeReSearchOmitted,
    /// A node was searched again without need.
    SearchedAgain "searched-again" MistakeSearchedAgain,
    /// The window has the signs of the other player.
    WindowOfOtherView "window-of-other-view" MistakeWindowOfOtherView,
    /// α and β are exchanged.
    EndsExchanged "ends-exchanged" MistakeEndsExchanged,
    /// The window is (−∞, ∞), although the parent has a narrower one.
    WindowNotPassedDown "window-not-passed-down" MistakeWindowNotPassedDown,
    /// The window is an earlier window of the parent.
    UpdateForgotten "update-forgotten" MistakeUpdateForgotten,
    /// The window contains the score of a child that is worse than an earlier one.
    WorseScoreTakenIn "worse-score-taken-in" MistakeWorseScoreTakenIn,
    /// The best score of the parent is at the wrong end, that of the other player.
    BoundAtWrongEnd "bound-at-wrong-end" MistakeBoundAtWrongEnd,
    /// The window contains the best score of the parent, but not the bound that the parent was given.
    BoundFromAboveForgotten "bound-from-above-forgotten" MistakeBoundFromAboveForgotten,
    /// Both bounds were passed down in a search with one bound.
    BothBoundsPassed "both-bounds-passed" MistakeBothBoundsPassed,
    /// The window contains the score of a sibling of an ancestor, which is not a bound there.
    ForeignBound "foreign-bound" MistakeForeignBound,
    /// PVS: the full window was used instead of the null window.
    NullWindowOmitted "null-window-omitted" MistakeNullWindowOmitted,
    /// PVS: the null window is at the other end.
    NullWindowAtWrongEnd "null-window-at-wrong-end" MistakeNullWindowAtWrongEnd,
    /// PVS: the re-search has the window from before the first search.
    ReSearchFromOldBound "re-search-from-old-bound" MistakeReSearchFromOldBound,
    /// The window ignores the table's bounds of the parent.
    TableNotUsed "table-not-used" MistakeTableNotUsed,
    /// A node was searched or struck, although the table settles its parent.
    TableAnswers "table-answers" MistakeTableAnswers,
    /// The window is wrong for another reason.
    WrongWindow "wrong-window" MistakeWrongWindow,
    /// The score has the sign of the other player.
    ScoreOfOtherView "score-of-other-view" MistakeScoreOfOtherView,
    /// The minimum was taken at a max node, or the maximum at a min node.
    OtherPlayersChoice "other-players-choice" MistakeOtherPlayersChoice,
    /// The score is that of fail-soft, but the exercise requires fail-hard.
    SoftGiven "soft-given" MistakeSoftGiven,
    /// The score is that of fail-hard, but the exercise does not require it at that end.
    HardGiven "hard-given" MistakeHardGiven,
    /// The score of a skipped node was used.
    SkippedScoreUsed "skipped-score-used" MistakeSkippedScoreUsed,
    /// A child was omitted from the comparison.
    ChildForgotten "child-forgotten" MistakeChildForgotten,
    /// The score of the last child was returned instead of the best one.
    LastScoreTaken "last-score-taken" MistakeLastScoreTaken,
    /// An end of the window was returned instead of the score.
    BoundInsteadOfScore "bound-instead-of-score" MistakeBoundInsteadOfScore,
    /// The score is wrong for another reason.
    WrongScore "wrong-score" MistakeWrongScore,
    /// The signs ≤ and ≥ are exchanged.
    SignReversed "sign-reversed" MistakeSignReversed,
    /// A bound was marked as exact with =.
    BoundAsValue "bound-as-value" MistakeBoundAsValue,
    /// An exact value was marked as a bound with ≤ or ≥.
    ValueAsBound "value-as-bound" MistakeValueAsBound,
    /// The sign before the score is missing.
    SignMissing "sign-missing" MistakeSignMissing,
    /// The step was shown instead of answered.
    Shown "shown" MistakeShown,
    /// The answer ends before the root has returned.
    Unfinished "unfinished" MistakeUnfinished,
}

impl MistakeKind {
    /// Returns whether a node was struck that must be searched (too much pruning).
    #[must_use]
    pub const fn is_too_much(self) -> bool {
        matches!(
            self,
            Self::RootSkipped
                | Self::SkippedInMinimax
                | Self::FirstChildSkipped
                | Self::SkippedAtEquality
                | Self::DeepSkipWithOneBound
                | Self::SkippedOneTooEarly
                | Self::CutAtWrongEnd
                | Self::CutByForeignBound
                | Self::SkippedTooMuch
        )
    }

    /// Returns whether a node was not struck that must be skipped (too little pruning).
    #[must_use]
    pub const fn is_too_little(self) -> bool {
        matches!(self, Self::NoCutAtEquality | Self::SkippedTooFew | Self::DeepCutMissed | Self::NotSkipped)
    }
}

/// Mistake with the values of its sentence; scores and windows are in written form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Kind of the mistake.
    pub kind: MistakeKind,
    /// Node of the mistake: the node of the step, or an omitted node before it.
    pub node: u32,
    /// Second node involved, if the kind has one.
    pub other: Option<u32>,
    /// Right step, if there is one.
    pub expected: Option<Step>,
    pub(super) given: Option<Step>,
    /// Condition of cuts by which the answer is graded at the node's parent.
    pub(super) cut: CutAt,
    /// Whether the parent was entered with a null window, which cuts at equality by each rule.
    pub(super) in_null_window: bool,
    /// Window of the node's parent.
    pub(super) window: Window,
    /// Window with which the node was entered.
    pub(super) own_window: Window,
    /// Best score of the node's parent.
    pub(super) best: Option<Score>,
    /// Score that the node returned.
    pub(super) node_score: Option<Score>,
    /// Score that the other node returned.
    pub(super) other_score: Option<Score>,
    /// Scores of the node's children, in the view of the node.
    pub(super) scores: Vec<Score>,
}

/// Placeholder for the given answer in a sentence. It is longer than any node name.
pub const GIVEN: &str = "[given answer]";

/// Formats the window or the score of a step; empty if it has none.
fn written(step: Option<Step>) -> String {
    match step {
        Some(Step::Enter { window, .. }) => window.to_string(),
        Some(Step::Return { score, bound, .. }) => {
            format!("{}{score}", bound.map_or_else(String::new, |kind| format!("{} ", kind.sign())))
        }
        Some(Step::Skip { .. }) | None => String::new(),
    }
}

/// Formats the score of a step without its sign; empty if it has none.
fn plain(step: Option<Step>) -> String {
    match step {
        Some(Step::Return { score, .. }) => score.to_string(),
        _ => String::new(),
    }
}

impl Mistake {
    /// Returns a sentence with the mistake and its reason.
    #[must_use]
    pub fn sentence(&self, exercise: &Exercise, language: Language) -> String {
        self.sentence_on(exercise, language, &written(self.given))
    }

    /// Returns the sentence with [`GIVEN`] as a placeholder for the answer, so that it fits all answers of this kind.
    pub(super) fn open_sentence(&self, exercise: &Exercise, language: Language) -> String {
        self.sentence_on(exercise, language, GIVEN)
    }

    fn sentence_on(&self, exercise: &Exercise, language: Language, given: &str) -> String {
        let tree = exercise.tree();
        let name = |node: u32| visible(tree.name(node)).into_owned();
        let score = |score: Option<Score>| score.map_or_else(String::new, |score| score.to_string());
        let scores: Vec<String> = self.scores.iter().map(Score::to_string).collect();
        let values = [
            ("node", name(self.node)),
            ("parent", tree.parent(self.node).map_or_else(String::new, name)),
            ("other", self.other.map_or_else(String::new, name)),
            ("given", given.to_owned()),
            ("expected", written(self.expected)),
            ("window", self.window.to_string()),
            ("alpha", self.window.alpha.to_string()),
            ("ownwindow", self.own_window.to_string()),
            ("nullwindow", self.own_window.to_string()),
            ("condition", self.cut.condition().to_owned()),
            ("best", score(self.best)),
            ("score", plain(self.expected)),
            ("nodescore", score(self.node_score)),
            ("otherscore", score(self.other_score)),
            ("scores", scores.join(", ")),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let text = match (self.kind, exercise.convention().cut) {
            (MistakeKind::SkippedAtEquality, CutAt::Either) => Text::MistakeSkippedAtEqualityEither,
            (MistakeKind::NoCutAtEquality, CutAt::Above | CutAt::Either) if self.in_null_window => {
                Text::MistakeNoCutInNullWindow
            }
            (MistakeKind::NoCutAtEquality, CutAt::Either) => Text::MistakeNoCutAtEqualityEither,
            (MistakeKind::NotEntered, _) if self.other == Some(0) => Text::MistakeRootNotEntered,
            (kind, _) => kind.text(),
        };
        language.fill(text, &values)
    }
}
