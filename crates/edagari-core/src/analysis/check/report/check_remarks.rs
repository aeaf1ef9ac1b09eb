//! Remarks of a check: steps of a search that are unusual but not wrong.

use crate::analysis::{node_name, score_text};
use crate::language::{Language, Text};
use crate::score::{Bounds, Score, Window};
use crate::trace::Trace;

/// A step of a search that is unusual but not wrong.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct CheckRemark {
    /// The frame of the step.
    pub frame: usize,
    /// The kind of the step, with its data.
    pub kind: CheckRemarkKind,
}

/// A kind of unusual step.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum CheckRemarkKind {
    /// A node uses the score of a reduced search that raises its bound, without a search to the
    /// full depth.
    ReducedScoreTaken {
        /// The number of plies by which the search was reduced.
        by: i64,
    },
    /// A node uses the score of a null-window search, which is only a bound, although the search
    /// usually re-searches such children.
    NullWindowTaken {
        /// The null window of the child.
        window: Window,
        /// The score of the child.
        score: Score,
    },
    /// A leaf is recorded as a repetition, but no node on its path has its key.
    NoRepetition,
    /// The position of a node had another key before.
    SecondKey {
        /// The frame with the other key.
        first: usize,
    },
    /// The window of a retry of an aspiration search cannot contain the value, by the result of the
    /// pass before.
    WindowWithoutScore {
        /// The window of the retry.
        window: Window,
        /// The score of the pass before.
        score: Score,
    },
    /// The null window of an MTD(f) pass is outside the bounds that earlier passes proved, so its
    /// result is known in advance.
    SettledWindow {
        /// The window of the pass.
        window: Window,
        /// The bounds of the value that earlier passes proved.
        bounds: Bounds,
    },
    /// A leaf returns a different score than an earlier leaf with the same key.
    SecondScore {
        /// The score of the leaf.
        score: Score,
        /// The frame at which the earlier leaf ended.
        first: usize,
    },
    /// A leaf returns a different score than the same leaf before, with the same depth.
    SecondScoreOfNode {
        /// The score of the leaf.
        score: Score,
        /// The frame at which it ended before.
        first: usize,
    },
    /// A node writes an entry with more depth than it was searched to: it is reduced, or part of a quiescence search.
    DeepStore {
        /// The depth that the node was searched to.
        depth: i64,
        /// The depth of the store.
        found: i64,
    },
    /// The move of the entry that a node found is none of its moves.
    OtherTableMove,
    /// A leaf at the horizon is evaluated, although the game is over there. One remark for mates, and one for draws.
    UnseenEnd,
    /// A position that is drawn by the rules ends with another score than 0: contempt, or a random draw. One remark for all such
    /// positions.
    DrawScore {
        /// The score of the first such position.
        score: Score,
    },
    /// A stopped node returns the score of a child whose search was stopped too.
    StoppedScoreReturned {
        /// The returned score, which is the child's score.
        score: Score,
    },
    /// A search of internal deepening has a window that does not fit the window of its node.
    OtherInnerWindow {
        /// The window of the node.
        expected: Window,
        /// The window of the internal search.
        window: Window,
    },
    /// An exact value is stored as a bound, in a table that never stores an exact value.
    ValueStoredAsBound {
        /// The known bounds of the value.
        known: Bounds,
        /// The bounds written.
        found: Bounds,
    },
    /// The root returns a score although no move of it was searched: the program has no move to play.
    RootWithoutMove,
    /// The depths of children fall by one from child to child.
    FallingDepth,
    /// A leaf ends with its static evaluation with the other sign.
    OtherEvaluation,
    /// A node does not try the move of the table first.
    LateTableMove,
    /// A null move makes a node return the score of a mate.
    NullMoveMate {
        /// The score of the node.
        score: Score,
    },
    /// A node that a null move, probcut or multi-cut settles returns more than that search has shown.
    BeyondGuess {
        /// The score of the node.
        score: Score,
        /// The best score of the searches that settle it.
        found: Score,
    },
    /// A mate has a greater score than one nearer to the root.
    LongerMate {
        /// The frame of the other mate.
        first: usize,
    },
    /// A child was given the window that its parent had before its other children had narrowed it.
    WiderWindow {
        /// The window that follows from the scores of the other children.
        expected: Window,
        /// The window of the child.
        window: Window,
    },
    /// A node has the position of a node before it on its line, but the table settles it.
    RepetitionSettled {
        /// The frame of the other node.
        first: usize,
    },
    /// A search of internal deepening is not less deep than the search of its node.
    InnerDepth {
        /// The depth of the node.
        expected: i64,
        /// The depth of the internal search.
        found: i64,
    },
    /// A child has a greater depth than its parent, although no extension is recorded.
    DeeperChild {
        /// The difference of the depths.
        by: i64,
    },
    /// The root of a pass has another depth than the pass.
    OtherPassDepth {
        /// The depth of the pass.
        expected: i64,
        /// The depth of the root.
        found: i64,
    },
    /// A move is extended although the search without it has shown that another move is as good.
    NotSingular {
        /// The score of the search without the move.
        score: Score,
        /// The window of that search.
        window: Window,
    },
    /// A visit omits moves that other visits of its node search, without a cut and without a reason.
    UnsearchedMoves {
        /// The number of these moves.
        count: usize,
    },
    /// The line that a node reports ends at a node that the table answered.
    LineCutByTable {
        /// The frame of the lookup.
        lookup: usize,
    },
}

impl CheckRemarkKind {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReducedScoreTaken { .. } => "reduced-score-taken",
            Self::NullWindowTaken { .. } => "null-window-taken",
            Self::NoRepetition => "no-repetition",
            Self::SecondKey { .. } => "second-key",
            Self::WindowWithoutScore { .. } => "window-without-score",
            Self::SettledWindow { .. } => "settled-window",
            Self::SecondScore { .. } => "second-score",
            Self::SecondScoreOfNode { .. } => "second-score-of-node",
            Self::DeepStore { .. } => "deeper-store",
            Self::OtherTableMove => "other-table-move",
            Self::UnseenEnd => "unseen-end",
            Self::DrawScore { .. } => "draw-score",
            Self::StoppedScoreReturned { .. } => "stopped-score-returned",
            Self::OtherInnerWindow { .. } => "other-inner-window",
            Self::ValueStoredAsBound { .. } => "value-stored-as-bound",
            Self::RootWithoutMove => "root-without-move",
            Self::FallingDepth => "falling-depth",
            Self::OtherEvaluation => "other-evaluation",
            Self::LateTableMove => "late-table-move",
            Self::NullMoveMate { .. } => "null-move-mate",
            Self::BeyondGuess { .. } => "beyond-guess",
            Self::LongerMate { .. } => "longer-mate",
            Self::WiderWindow { .. } => "wider-window",
            Self::RepetitionSettled { .. } => "repetition-settled",
            Self::InnerDepth { .. } => "inner-depth",
            Self::DeeperChild { .. } => "deeper-child",
            Self::OtherPassDepth { .. } => "other-pass-depth",
            Self::NotSingular { .. } => "not-singular",
            Self::UnsearchedMoves { .. } => "unsearched-moves",
            Self::LineCutByTable { .. } => "line-cut-by-table",
        }
    }
}

impl CheckRemark {
    /// The remark as a sentence.
    #[must_use]
    pub fn sentence(&self, trace: &Trace, language: Language) -> String {
        let step = trace.step(self.frame);
        let mut path = step.as_ref().map(|step| trace.path(step.node)).unwrap_or_default();
        if let CheckRemarkKind::OtherInnerWindow { .. } | CheckRemarkKind::InnerDepth { .. } = self.kind {
            // The search of internal deepening is a child here, but has the position of its parent.
            path.pop();
        }
        let node = node_name(trace, &path, language);
        let is_negated = step.is_some_and(|step| trace.is_written_negated(step.visit));
        let shown_window =
            |window: Window| trace.in_unit(if is_negated { window.negated() } else { window }).to_string();
        let shown_score = |score: Score| score_text(trace, if is_negated { score.negated() } else { score }, language);
        let shown_bounds =
            |bounds: Bounds| trace.in_unit(if is_negated { bounds.negated() } else { bounds }).to_string();
        let of = |text: Text, values: &[(&str, String)]| {
            let values = values.iter().map(|(name, value)| (*name, value.as_str()));
            language.fill(text, &std::iter::once(("node", &*node)).chain(values).collect::<Vec<_>>())
        };
        let of_window = |text: Text, window: Window, score: Score| {
            of(text, &[("window", shown_window(window)), ("score", shown_score(score))])
        };
        let of_windows = |text: Text, expected: Window, window: Window| {
            of(text, &[("expected", shown_window(expected)), ("window", shown_window(window))])
        };
        let of_number = |text: Text, name: &str, number: u64| of(text, &[(name, language.number(number))]);
        let of_frame = |text: Text, frame: usize| of_number(text, "frame", frame as u64);
        let of_score = |text: Text, score: Score, first: usize| {
            of(text, &[("score", shown_score(score)), ("frame", language.number(first as u64))])
        };
        let of_depths = |text: Text, expected: i64, found: i64| {
            let [expected, found] = [expected, found].map(|depth| language.number(depth.unsigned_abs()));
            of(text, &[("expected", expected), ("found", found)])
        };
        let sentence = match self.kind {
            CheckRemarkKind::ReducedScoreTaken { by } => {
                of_number(Text::RemarkReducedScoreTaken, "by", by.unsigned_abs())
            }
            CheckRemarkKind::NullWindowTaken { window, score } => of_window(Text::RemarkNullWindowTaken, window, score),
            CheckRemarkKind::NoRepetition => of(Text::RemarkNoRepetition, &[]),
            CheckRemarkKind::SecondKey { first } => of_frame(Text::RemarkSecondKey, first),
            CheckRemarkKind::WindowWithoutScore { window, score } => {
                of_window(Text::RemarkWindowWithoutScore, window, score)
            }
            CheckRemarkKind::SettledWindow { window, bounds } => {
                of(Text::RemarkSettledWindow, &[("window", shown_window(window)), ("bounds", shown_bounds(bounds))])
            }
            CheckRemarkKind::SecondScore { score, first } => of_score(Text::RemarkSecondScore, score, first),
            CheckRemarkKind::SecondScoreOfNode { score, first } => {
                of_score(Text::RemarkSecondScoreOfNode, score, first)
            }
            CheckRemarkKind::DeepStore { depth, found } => of_depths(Text::RemarkDeepStore, depth, found),
            CheckRemarkKind::OtherTableMove => of(Text::RemarkOtherTableMove, &[]),
            CheckRemarkKind::UnseenEnd => of(Text::RemarkUnseenEnd, &[]),
            CheckRemarkKind::DrawScore { score } => of(Text::RemarkDrawScore, &[("score", shown_score(score))]),
            CheckRemarkKind::StoppedScoreReturned { score } => {
                of(Text::RemarkStoppedScoreReturned, &[("score", shown_score(score))])
            }
            CheckRemarkKind::OtherInnerWindow { expected, window } => {
                of_windows(Text::RemarkOtherInnerWindow, expected, window)
            }
            CheckRemarkKind::ValueStoredAsBound { known, found } => {
                of(Text::RemarkValueStoredAsBound, &[("known", shown_bounds(known)), ("found", shown_bounds(found))])
            }
            CheckRemarkKind::FallingDepth => of(Text::RemarkFallingDepth, &[]),
            CheckRemarkKind::OtherEvaluation => of(Text::RemarkOtherEvaluation, &[]),
            CheckRemarkKind::LateTableMove => of(Text::RemarkLateTableMove, &[]),
            CheckRemarkKind::NullMoveMate { score } => of(Text::RemarkNullMoveMate, &[("score", shown_score(score))]),
            CheckRemarkKind::BeyondGuess { score, found } => {
                of(Text::RemarkBeyondGuess, &[("score", shown_score(score)), ("found", shown_score(found))])
            }
            CheckRemarkKind::LongerMate { first } => of_frame(Text::RemarkLongerMate, first),
            CheckRemarkKind::WiderWindow { expected, window } => of_windows(Text::RemarkWiderWindow, expected, window),
            CheckRemarkKind::RootWithoutMove => of(Text::RemarkRootWithoutMove, &[]),
            CheckRemarkKind::RepetitionSettled { first } => of_frame(Text::RemarkRepetitionSettled, first),
            CheckRemarkKind::InnerDepth { expected, found } => of_depths(Text::RemarkInnerDepth, expected, found),
            CheckRemarkKind::DeeperChild { by } => of_number(Text::RemarkDeeperChild, "by", by.unsigned_abs()),
            CheckRemarkKind::OtherPassDepth { expected, found } => {
                of_depths(Text::RemarkOtherPassDepth, expected, found)
            }
            CheckRemarkKind::NotSingular { score, window } => of_window(Text::RemarkNotSingular, window, score),
            CheckRemarkKind::UnsearchedMoves { count } => of_number(Text::RemarkUnsearchedMoves, "count", count as u64),
            CheckRemarkKind::LineCutByTable { lookup } => of_frame(Text::RemarkLineCutByTable, lookup),
        };
        language.begun(sentence)
    }
}
