//! The options of a check, its result, and the reasons for skipped checks.

use super::super::known::{Known, Left, left_at_root};
use crate::language::{Language, Text};
use crate::search::Expectation;
use crate::trace::{Ending, Fact, FactSource, NodeId, Trace, VisitId};

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every frame follows from the frames before it, and no check was skipped.
    Proved,
    /// No fault was found, but some checks were skipped, see [`CheckReport::unjudged`](crate::analysis::CheckReport::unjudged).
    NothingFound,
    /// At least one frame has a fault.
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

/// The reason for skipped checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Unjudged {
    /// There are no frames.
    Nothing,
    /// The program declares that its scores are not minimax scores.
    Scores,
    /// The rules of the game are unknown: players, moves and leaf scores are accepted unchecked.
    Rules,
    /// The evaluation at the depth limit is not specified, or not known.
    Evaluation,
    /// The results of playouts by another program, whose random numbers are not known.
    Playouts,
    /// The depth of some passes is not recorded.
    Depths,
    /// The depth of passes is recorded in the program's own unit. Leaves at their limits were
    /// accepted, although the game is not over there.
    Limits,
    /// Some windows are neither recorded nor derivable from recorded ones.
    Windows {
        /// The number of visits without a recorded window.
        derived: u64,
        /// The number of all visits.
        visits: u64,
    },
    /// The trace neither records the effect of table entries, nor specifies that there is no table.
    Answers,
    /// Moves were skipped, reduced or searched speculatively by heuristics.
    Guesses,
    /// There are chance nodes, but the header names no search for the expected score, so that the windows and cuts below them are
    /// not known.
    Chance,
    /// Some bounds of the table were not compared with exact values.
    Bounds {
        /// The number of these bounds.
        count: u64,
    },
    /// The probabilities at some chance nodes are not known exactly.
    Probabilities {
        /// The number of these nodes' visits.
        count: u64,
    },
    /// The range of scores is not known, on which the windows below chance nodes and the bounds of cuts there depend.
    Range,
    /// The priors or the proven results of children are not known, on which selections depend.
    Selections,
    /// Selections follow from a usual variant of the formula that the header does not state.
    Formula {
        /// Whether the variant has another number N of the node.
        parent: bool,
        /// Whether it has another value of children without visits.
        first_play: bool,
        /// Whether it takes finished games for other children.
        results: bool,
    },
    /// Selections can depend on visits from before the run.
    KeptTree,
    /// Selections can depend on visits of other nodes with the same position.
    Transpositions,
    /// Proof and disproof numbers can be those of other nodes with the same position.
    SharedNumbers,
    /// Proof and disproof numbers can depend on those that the program gives new leaves.
    NewLeaves,
    /// The exact value of the start was requested but not computed: it is unknown, or takes more
    /// visits than allowed.
    Value,
    /// The file does not state that the run is complete, and its last passes did not determine the
    /// value.
    Unfinished,
    /// The check was cancelled.
    Stopped {
        /// The number of frames that were checked.
        frames: u64,
    },
}

impl Unjudged {
    /// The reasons that follow from the trace itself, before any frame is checked.
    pub(in crate::analysis::check) fn of(trace: &Trace, known: Known) -> Vec<Self> {
        if trace.frame_count() == 0 {
            return vec![Self::Nothing];
        }
        if trace.has_stated_sampling() {
            let reasons = [
                (Self::Rules, trace.source_of(Fact::Moves) != FactSource::Rules),
                (Self::Playouts, trace.origin().is_some()),
                (Self::Selections, !trace.has_formula()),
            ];
            return reasons.into_iter().filter(|&(_, holds)| holds).map(|(reason, _)| reason).collect();
        }
        if trace.proofs().is_some() {
            return Vec::new();
        }
        if trace.records_proof_numbers() {
            let shared = trace.may_share_numbers().then_some(Self::SharedNumbers);
            return [Self::Rules].into_iter().chain(shared).collect();
        }
        if !trace.has_minimax_scores() {
            return vec![Self::Scores];
        }
        if !trace.is_search() {
            return Vec::new();
        }
        let (derived, visits) = (trace.derived_windows(), trace.visit_count() as u64);
        let roots = || trace.layers(NodeId::ROOT).filter(|&root| left_at_root(trace, root) == Left::Unknown);
        let has_depth = |root: VisitId| trace.pass_of(root).is_some_and(|pass| trace.passes()[pass].depth.is_some());
        let knows_rules = trace.source_of(Fact::Moves) == FactSource::Rules;
        let needs_range = trace.origin().is_some() && trace.setup.process.expectation().is_some_and(Expectation::cuts);
        let reasons = [
            (Self::Rules, !knows_rules),
            (Self::Evaluation, knows_rules && trace.setup.limit.is_some() && known.evaluation.is_none()),
            (Self::Depths, roots().any(|root| !has_depth(root))),
            // Without rules, no leaf is judged.
            (Self::Limits, knows_rules && roots().any(has_depth)),
            (Self::Windows { derived, visits }, derived > 0 && !known.windows_follow),
            (Self::Answers, !known.answers_are_stated),
            (Self::Guesses, known.guesses),
            (Self::Chance, known.has_unnamed_chance),
            (Self::Range, needs_range && trace.known_range().is_none()),
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
            Self::Playouts => "playouts",
            Self::Depths => "depths",
            Self::Limits => "limits",
            Self::Windows { .. } => "windows",
            Self::Answers => "answers",
            Self::Guesses => "guesses",
            Self::Chance => "chance",
            Self::Bounds { .. } => "bounds",
            Self::Probabilities { .. } => "probabilities",
            Self::Range => "range",
            Self::Selections => "selections",
            Self::Formula { .. } => "formula",
            Self::KeptTree => "kept-tree",
            Self::Transpositions => "transpositions",
            Self::SharedNumbers => "shared-numbers",
            Self::NewLeaves => "new-leaves",
            Self::Value => "value",
            Self::Unfinished => "unfinished",
            Self::Stopped { .. } => "stopped",
        }
    }

    /// The text of the reason, as a part of a sentence.
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
            Self::Playouts => fill(Text::UnjudgedPlayouts, &[]),
            Self::Depths => fill(Text::UnjudgedDepths, &[]),
            Self::Limits => fill(Text::UnjudgedLimits, &[]),
            Self::Windows { derived, visits } => {
                fill(Text::UnjudgedWindows, &[("derived", number(derived)), ("visits", number(visits))])
            }
            Self::Answers => fill(Text::UnjudgedAnswers, &[]),
            Self::Guesses => fill(Text::UnjudgedGuesses, &[]),
            Self::Chance => fill(Text::UnjudgedChance, &[]),
            Self::Bounds { count } => fill(Text::UnjudgedBounds, &[("count", number(count))]),
            Self::Probabilities { count } => fill(Text::UnjudgedProbabilities, &[("count", number(count))]),
            Self::Range => fill(Text::UnjudgedRange, &[]),
            Self::Selections => fill(Text::UnjudgedSelections, &[]),
            Self::Formula { parent, first_play, results } => {
                let keys = [("parent", parent), ("first_play", first_play), ("results", results)];
                let keys = keys.into_iter().filter(|&(_, differs)| differs).map(|(key, _)| format!("`{key}`"));
                fill(Text::UnjudgedFormula, &[("keys", keys.collect::<Vec<_>>().join(", "))])
            }
            Self::KeptTree => fill(Text::UnjudgedKeptTree, &[]),
            Self::Transpositions => fill(Text::UnjudgedTranspositions, &[]),
            Self::SharedNumbers => fill(Text::UnjudgedSharedNumbers, &[]),
            Self::NewLeaves => fill(Text::UnjudgedNewLeaves, &[]),
            Self::Value => fill(Text::UnjudgedValue, &[]),
            Self::Unfinished => fill(Text::UnjudgedUnfinished, &[]),
            Self::Stopped { frames } => fill(Text::UnjudgedStopped, &[("frames", number(frames))]),
        }
    }
}

/// The text for a trace that does not contain its whole run; `None` if it is complete.
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

/// The default limit of visits for exact values: a few seconds.
pub const EXACT_VISITS: u64 = 3_000_000;

/// The options of a check: additional checks, and limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Whether the score of the root is compared with the minimax value.
    pub against_minimax: bool,
    /// The maximum number of visits for exact values, in total. Their table takes at most some dozens of MiB.
    pub exact_visits: u64,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { against_minimax: false, exact_visits: EXACT_VISITS }
    }
}
