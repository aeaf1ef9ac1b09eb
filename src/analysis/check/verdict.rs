//! What a check comes to, and what it could not judge.

use super::known::{Known, Left, left_at_root};
use crate::language::{Language, Text};
use crate::trace::parcel::parceled_enum;
use crate::trace::{Ending, NodeId, Trace, VisitId};

/// What a check comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every frame follows from those before it, and nothing was left unjudged.
    Proved,
    /// No frame is wrong, but not everything could be judged, see [`CheckReport::unjudged`](crate::analysis::CheckReport::unjudged).
    NothingFound,
    /// A frame is wrong.
    Wrong,
}

impl Verdict {
    /// The name in JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::NothingFound => "nothing-found",
            Self::Wrong => "wrong",
        }
    }
}

/// Something that a check could not judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unjudged {
    /// There is no frame.
    Nothing,
    /// The program says that its numbers are no minimax scores.
    Scores,
    /// The rules of the game are not known: players, moves and the scores of leaves are taken as they stand.
    Rules,
    /// The evaluation at the depth limit is not named, or not known.
    Evaluation,
    /// The depth of some passes is not told.
    Depths,
    /// Windows that are not told, and do not follow from those that are.
    Windows {
        /// The visits whose windows are not told.
        derived: u64,
        /// All visits.
        visits: u64,
    },
    /// The trace does not tell what the table answered, nor that there is none.
    Answers,
    /// Moves were left out, searched less deep or asked in other ways on guesses.
    Guesses,
    /// Bounds of the table that were not compared with exact values.
    Bounds {
        /// How many.
        count: u64,
    },
    /// The exact value of the start was asked for and not found: it is not known, or takes more visits than allowed.
    Value,
    /// The check was stopped.
    Stopped {
        /// The frames checked by then.
        frames: u64,
    },
}

impl Unjudged {
    /// What of a trace cannot be judged, before anything is.
    pub(super) fn of(trace: &Trace, known: Known) -> Vec<Self> {
        if trace.frame_count() == 0 {
            return vec![Self::Nothing];
        }
        if !trace.has_minimax_scores() {
            return vec![Self::Scores];
        }
        if !trace.is_search() {
            return Vec::new();
        }
        let (derived, visits) = (trace.derived_windows(), trace.visit_count() as u64);
        let has_unknown_depth =
            trace.layers(NodeId::ROOT).any(|root: VisitId| left_at_root(trace, root) == Left::Unknown);
        let reasons = [
            (Self::Rules, !trace.knows_rules()),
            (Self::Evaluation, trace.knows_rules() && trace.setup.limit.is_some() && known.evaluation.is_none()),
            (Self::Depths, has_unknown_depth),
            (Self::Windows { derived, visits }, derived > 0 && !known.windows_follow),
            (Self::Answers, !known.answers_are_told),
            (Self::Guesses, known.guesses),
        ];
        reasons.into_iter().filter(|&(_, holds)| holds).map(|(reason, _)| reason).collect()
    }

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Scores => "scores",
            Self::Rules => "rules",
            Self::Evaluation => "evaluation",
            Self::Depths => "depths",
            Self::Windows { .. } => "windows",
            Self::Answers => "answers",
            Self::Guesses => "guesses",
            Self::Bounds { .. } => "bounds",
            Self::Value => "value",
            Self::Stopped { .. } => "stopped",
        }
    }

    /// The reason as a part of a sentence.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let number = |number: u64| language.number(number);
        let fill = |text: Text, values: &[(&str, String)]| {
            let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            language.fill(text, &values)
        };
        match self {
            Self::Nothing => fill(Text::UnjudgedNothing, &[]),
            Self::Scores => fill(Text::UnjudgedScores, &[]),
            Self::Rules => fill(Text::UnjudgedRules, &[]),
            Self::Evaluation => fill(Text::UnjudgedEvaluation, &[]),
            Self::Depths => fill(Text::UnjudgedDepths, &[]),
            Self::Windows { derived, visits } => {
                fill(Text::UnjudgedWindows, &[("derived", number(derived)), ("visits", number(visits))])
            }
            Self::Answers => fill(Text::UnjudgedAnswers, &[]),
            Self::Guesses => fill(Text::UnjudgedGuesses, &[]),
            Self::Bounds { count } => fill(Text::UnjudgedBounds, &[("count", number(count))]),
            Self::Value => fill(Text::UnjudgedValue, &[]),
            Self::Stopped { frames } => fill(Text::UnjudgedStopped, &[("frames", number(frames))]),
        }
    }
}

/// Why a trace does not hold its whole run; `None` if it does.
#[must_use]
pub fn incomplete_text(ending: Ending) -> Option<Text> {
    match ending {
        Ending::Complete => None,
        Ending::NotStarted => Some(Text::IncompleteNotStarted),
        Ending::Cancelled => Some(Text::IncompleteCancelled),
        Ending::MemoryLimit(_) => Some(Text::IncompleteMemoryLimit),
        Ending::CutShort => Some(Text::IncompleteCutShort),
    }
}

parceled_enum! {
    Unjudged {
        0 Nothing,
        1 Scores,
        2 Rules,
        3 Evaluation,
        4 Depths,
        5 Windows { derived, visits },
        6 Answers,
        7 Guesses,
        8 Bounds { count },
        9 Value,
        10 Stopped { frames },
    }
}
