use super::{Exercise, Step};
use crate::language::{Language, Text, visible};
use crate::score::{Score, Window};

/// The list of mistakes: each with its name in JSON and its sentence.
macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident $name:literal $Text:ident,)+) => {
        /// What is wrong with a step.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum MistakeKind {
            $($(#[$doc])* $Kind,)+
        }

        impl MistakeKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$Kind,)+];

            /// The name in JSON.
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
    /// A node was struck because its parent has found nothing better so far than its player has elsewhere.
    CutAtWrongEnd "cut-at-wrong-end" MistakeCutAtWrongEnd,
    /// A node was struck by the score of an uncle, or of an uncle of a node above, that is no bound there.
    CutByForeignBound "cut-by-foreign-bound" MistakeCutByForeignBound,
    /// A node was struck while the window was open.
    SkippedTooMuch "skipped-too-much" MistakeSkippedTooMuch,
    /// A node was not struck at α = β, where α ≥ β cuts.
    NoCutAtEquality "no-cut-at-equality" MistakeNoCutAtEquality,
    /// Some of the nodes behind a cut were struck, and one was not.
    SkippedTooFew "skipped-too-few" MistakeSkippedTooFew,
    /// A node was not struck behind a deep cut.
    DeepCutMissed "deep-cut-missed" MistakeDeepCutMissed,
    /// A node was not struck behind a cut.
    NotSkipped "not-skipped" MistakeNotSkipped,
    /// A node was passed over: neither searched nor struck.
    NotSearched "not-searched" MistakeNotSearched,
    /// The node above was not entered.
    NotEntered "not-entered" MistakeNotEntered,
    /// A node below, or before, has not returned.
    NotReturned "not-returned" MistakeNotReturned,
    /// The node is being searched.
    AlreadyEntered "already-entered" MistakeAlreadyEntered,
    /// The node has returned, or is struck.
    AlreadyDone "already-done" MistakeAlreadyDone,
    /// The node lies below one that is struck.
    BelowSkipped "below-skipped" MistakeBelowSkipped,
    /// A null window called for a second search, which is missing.
    ReSearchOmitted "re-search-omitted" MistakeReSearchOmitted,
    /// A second search that nothing calls for.
    SearchedAgain "searched-again" MistakeSearchedAgain,
    /// The window has the signs of the other player.
    WindowOfOtherView "window-of-other-view" MistakeWindowOfOtherView,
    /// α stands for β, and β for α.
    EndsExchanged "ends-exchanged" MistakeEndsExchanged,
    /// The window is (−∞, ∞), though the parent has another.
    WindowNotPassedDown "window-not-passed-down" MistakeWindowNotPassedDown,
    /// The window is one that the parent had earlier.
    UpdateForgotten "update-forgotten" MistakeUpdateForgotten,
    /// The window has the score of a child that is worse than one before.
    WorseScoreTakenIn "worse-score-taken-in" MistakeWorseScoreTakenIn,
    /// What the parent found stands at the end of the other player.
    BoundAtWrongEnd "bound-at-wrong-end" MistakeBoundAtWrongEnd,
    /// The window has what the parent found, and not the bound that the parent was given.
    BoundFromAboveForgotten "bound-from-above-forgotten" MistakeBoundFromAboveForgotten,
    /// Both bounds were passed down in a search with one.
    BothBoundsPassed "both-bounds-passed" MistakeBothBoundsPassed,
    /// The window has the score of an uncle that is no bound there.
    ForeignBound "foreign-bound" MistakeForeignBound,
    /// PVS: the whole window stands for the null window.
    NullWindowOmitted "null-window-omitted" MistakeNullWindowOmitted,
    /// PVS: the null window lies at the other end.
    NullWindowAtWrongEnd "null-window-at-wrong-end" MistakeNullWindowAtWrongEnd,
    /// PVS: the second search has the window from before the first.
    ReSearchFromOldBound "re-search-from-old-bound" MistakeReSearchFromOldBound,
    /// The window does not know what the table says of the parent.
    TableNotUsed "table-not-used" MistakeTableNotUsed,
    /// A node was searched or struck, though the table settles its parent.
    TableAnswers "table-answers" MistakeTableAnswers,
    /// The window is another.
    WrongWindow "wrong-window" MistakeWrongWindow,
    /// The score has the sign of the other player.
    ScoreOfOtherView "score-of-other-view" MistakeScoreOfOtherView,
    /// The minimum was taken at a max node, or the maximum at a min node.
    OtherPlayersChoice "other-players-choice" MistakeOtherPlayersChoice,
    /// The score of fail-soft, where fail-hard was asked for.
    SoftGiven "soft-given" MistakeSoftGiven,
    /// The score of fail-hard, where that end is not.
    HardGiven "hard-given" MistakeHardGiven,
    /// The score of a node that was skipped was used.
    SkippedScoreUsed "skipped-score-used" MistakeSkippedScoreUsed,
    /// One of the children was left out.
    ChildForgotten "child-forgotten" MistakeChildForgotten,
    /// The last score was taken instead of the best.
    LastScoreTaken "last-score-taken" MistakeLastScoreTaken,
    /// An end of the window was returned instead of the score.
    BoundInsteadOfScore "bound-instead-of-score" MistakeBoundInsteadOfScore,
    /// The score is another.
    WrongScore "wrong-score" MistakeWrongScore,
    /// ≤ stands for ≥, or ≥ for ≤.
    SignReversed "sign-reversed" MistakeSignReversed,
    /// = stands before a bound.
    BoundAsValue "bound-as-value" MistakeBoundAsValue,
    /// ≤ or ≥ stands before a value.
    ValueAsBound "value-as-bound" MistakeValueAsBound,
    /// No sign stands before the score.
    SignMissing "sign-missing" MistakeSignMissing,
    /// The answer ends before the root has returned.
    Unfinished "unfinished" MistakeUnfinished,
}

impl MistakeKind {
    /// Whether a node was struck that is searched: pruning too much.
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

    /// Whether a node was not struck that is skipped: pruning too little.
    #[must_use]
    pub const fn is_too_little(self) -> bool {
        matches!(self, Self::NoCutAtEquality | Self::SkippedTooFew | Self::DeepCutMissed | Self::NotSkipped)
    }
}

/// A mistake, with what its sentence says; scores and windows as they are written in the exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub kind: MistakeKind,
    /// The node that it is about: that of the step, or one that was left out before it.
    pub node: u32,
    /// Another node that has to do with it.
    pub other: Option<u32>,
    /// The right step, as far as there is one.
    pub expected: Option<Step>,
    pub(super) given: Option<Step>,
    /// The window of the node's parent.
    pub(super) window: Window,
    /// The window with which the node was entered.
    pub(super) own_window: Window,
    /// The best score of the node's parent.
    pub(super) best: Option<Score>,
    /// What the node returned.
    pub(super) node_score: Option<Score>,
    /// What the other node returned.
    pub(super) other_score: Option<Score>,
    /// The scores of the node's children, seen from the node.
    pub(super) scores: Vec<Score>,
}

/// What stands in a sentence for an answer that is left open. No name of a node is as long.
pub const GIVEN: &str = "[given answer]";

/// A window or a score as it is written, if a step has one.
fn written(step: Option<Step>) -> String {
    match step {
        Some(Step::Enter { window, .. }) => window.to_string(),
        Some(Step::Return { score, bound, .. }) => {
            format!("{}{score}", bound.map_or_else(String::new, |kind| format!("{} ", kind.sign())))
        }
        Some(Step::Skip { .. }) | None => String::new(),
    }
}

impl Mistake {
    /// What is wrong, and why, in a sentence.
    #[must_use]
    pub fn sentence(&self, exercise: &Exercise, language: Language) -> String {
        self.sentence_on(exercise, language, &written(self.given))
    }

    /// The sentence on any answer like this one, where what was answered is left open as [`GIVEN`].
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
            ("condition", exercise.convention().cut.condition().to_owned()),
            ("best", score(self.best)),
            ("nodescore", score(self.node_score)),
            ("otherscore", score(self.other_score)),
            ("scores", scores.join(", ")),
        ];
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        language.fill(self.kind.text(), &values)
    }
}
