//! The report of a check: its options, its verdict, the faults, the remarks and the assumptions.

mod check_remarks;
mod fault;
mod fault_text;
mod verdict;

pub use check_remarks::{CheckRemark, CheckRemarkKind};
pub use fault::Fault;
pub use verdict::{CheckOptions, EXACT_VISITS, Unjudged, Verdict, incomplete_text};

use crate::language::{Language, Text};
use crate::score::Score;
use crate::trace::{Ending, Fact, FactSource, Header, Trace};

/// The report of a check: its findings and assumptions.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct CheckReport {
    /// The findings in the order of their frames, without consequences; at most [`MAX_FINDINGS`].
    pub findings: Vec<Finding>,
    /// The total number of findings, without consequences.
    pub finding_count: u64,
    /// Unusual steps that are no faults, in the order of their frames; at most 1,000.
    pub remarks: Vec<CheckRemark>,
    /// The assumptions for facts that the trace's header does not specify.
    pub assumptions: Vec<Assumption>,
    /// The checks that were skipped, with their reasons.
    pub unjudged: Vec<Unjudged>,
    /// The ending of the trace's run.
    pub ending: Ending,
    /// The number of checked frames: all, unless the check was cancelled.
    pub frames: usize,
    /// The number of bounds that were not compared with an exact value, because it is unknown or takes too long to compute.
    pub unproved_bounds: u64,
    /// The exact value of the root, with `against_minimax` and if it could be computed.
    pub minimax: Option<Score>,
}

/// A fault, at the first frame that shows it.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Finding {
    /// The frame with the fault.
    pub frame: usize,
    /// The fault at the frame.
    pub fault: Fault,
    /// Findings that can be consequences of this one, in the order of their frames. They have no consequences themselves.
    pub consequences: Vec<Finding>,
}

/// The maximum number of findings in a report.
pub const MAX_FINDINGS: usize = 1_000;

/// An assumption for a fact that the trace's header does not specify.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Assumption {
    /// The search: α-β that passes both bounds to the children.
    Search,
    /// The point of view of scores: max.
    PointOfView,
    /// The score outside the window: fail-hard and fail-soft are both accepted.
    Fail,
    /// The cut test: ≥.
    CutTest,
    /// The cut test: >, because the program searches on where α = β.
    StrictCuts,
    /// Null windows: none.
    NullWindows,
    /// The leaves: wherever the trace has them.
    Leaf,
    /// The order of moves: any.
    Order,
    /// The table's options: an entry per position, possibly shared by symmetric positions.
    TableKey,
    /// The rules of the game are unknown: players, moves and leaf scores are accepted unchecked, and exact values are computed
    /// from the recorded leaves.
    UnknownGame,
    /// The program declares that its scores are not minimax scores: windows, scores and cutoffs are not checked.
    NotJudged,
    /// The program declares more columns than a trace keeps: the last ones are dropped.
    ColumnsLeftOut,
    /// The keys of the game's positions are hashes: no two positions of the run share one.
    NoCollision,
    /// Nodes with the same position share their proof numbers, as the recorded ones show.
    SharedNumbers,
    /// Results of playouts are the mover's share: those of the two players have one sum, such as 1, instead of 0.
    ResultShares,
    /// Scores of mates change with the distance from the root, as those of the leaves that are recorded as mates.
    Mates,
    /// Scores that miss a multiple of the unit by a rounding are that multiple.
    RoundedScores,
    /// Nodes that fail high return scores between β and the best score of their children.
    Firm,
    /// Scores move by one toward 0 at each return, as the scores of the nodes show.
    Decay,
    /// The user chose the moves of the root, because few of them are searched.
    SearchMoves,
}

impl Assumption {
    /// The assumptions that a trace needs.
    #[must_use]
    pub fn of(trace: &Trace) -> Vec<Self> {
        let header = Header::of(trace);
        let has_table = trace.table().tally().lookups + trace.table().tally().stores > 0;
        if !trace.has_minimax_scores() {
            let left_out = trace.has_left_out_columns().then_some(Self::ColumnsLeftOut);
            let proofs = trace.proofs();
            let judged = trace.has_stated_sampling() || proofs.is_some() || trace.records_proof_numbers();
            let is_stated = header.table.is_some() || trace.setup.proof.table;
            let shares = !is_stated && proofs.is_some_and(|proofs| proofs.shares_numbers());
            let made = [(Self::NotJudged, !judged), (Self::SharedNumbers, shares)];
            return made.into_iter().filter_map(|(made, is_made)| is_made.then_some(made)).chain(left_out).collect();
        }
        // Searches for the expected score have one form each.
        let is_free = trace.setup.process.expectation().is_none();
        let made = [
            (Self::Search, header.process().is_none()),
            (Self::PointOfView, header.scores.is_none()),
            (Self::Fail, is_free && header.fail.is_none()),
            (Self::CutTest, is_free && header.cut.is_none()),
            (Self::NullWindows, is_free && header.null_windows.is_none()),
            (Self::Leaf, header.leaf.is_none() && header.depth_limit.is_none()),
            (Self::Order, header.order.is_none()),
            (Self::TableKey, header.table.is_none() && has_table),
            (Self::UnknownGame, trace.source_of(Fact::Moves) != FactSource::Rules),
            (Self::ColumnsLeftOut, trace.has_left_out_columns()),
            (Self::NoCollision, has_table && !trace.game.has_perfect_keys()),
            (Self::RoundedScores, trace.has_rounded_scores()),
            (Self::Decay, header.decay.is_none() && trace.decay().is_some()),
            (Self::Mates, has_table && trace.mates().is_some_and(|mates| !mates.is_declared)),
        ];
        made.into_iter().filter(|&(_, is_made)| is_made).map(|(assumption, _)| assumption).collect()
    }

    /// The text of the assumption.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Search => Text::AssumeSearch,
            Self::PointOfView => Text::AssumePointOfView,
            Self::Fail => Text::AssumeFail,
            Self::CutTest => Text::AssumeCutTest,
            Self::StrictCuts => Text::AssumeStrictCuts,
            Self::NullWindows => Text::AssumeNullWindows,
            Self::Leaf => Text::AssumeLeaf,
            Self::Order => Text::AssumeOrder,
            Self::TableKey => Text::AssumeTableKey,
            Self::UnknownGame => Text::AssumeUnknownGame,
            Self::NotJudged => Text::AssumeNotJudged,
            Self::ColumnsLeftOut => Text::AssumeColumnsLeftOut,
            Self::NoCollision => Text::AssumeNoCollision,
            Self::SharedNumbers => Text::AssumeSharedNumbers,
            Self::ResultShares => Text::AssumeResultShares,
            Self::Mates => Text::AssumeMates,
            Self::RoundedScores => Text::AssumeRoundedScores,
            Self::Firm => Text::AssumeFirm,
            Self::Decay => Text::AssumeDecay,
            Self::SearchMoves => Text::AssumeSearchMoves,
        }
    }
}

impl CheckReport {
    /// The result of the check.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if !self.is_right() {
            Verdict::Wrong
        } else if self.unjudged.is_empty() && self.ending == Ending::Complete {
            Verdict::Proved
        } else {
            Verdict::NothingFound
        }
    }

    /// The texts of all reasons for skipped checks, including a run that is not complete.
    #[must_use]
    pub fn reasons(&self, language: Language) -> Vec<String> {
        let reasons = self.unjudged.iter().map(|reason| reason.text(language));
        let incomplete = incomplete_text(self.ending).map(|text| language.text(text).to_owned());
        incomplete.into_iter().chain(reasons).collect()
    }

    /// The verdict as a short text.
    #[must_use]
    pub fn heading(&self, language: Language) -> String {
        let values = [("frames", language.number(self.frames as u64)), ("wrong", language.number(self.finding_count))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        let text = match self.verdict() {
            Verdict::Proved => Text::VerdictProved,
            Verdict::NothingFound => Text::VerdictNothingFound,
            Verdict::Wrong => Text::CheckWrong,
        };
        language.fill(text, &values)
    }

    /// The verdict as a sentence, with the reasons for skipped checks.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let reasons = self.reasons(language);
        if reasons.is_empty() {
            return self.heading(language);
        }
        let reasons = reasons.join(language.text(Text::ReasonsBetween));
        language.fill(Text::VerdictAndReasons, &[("verdict", &self.heading(language)), ("reasons", &reasons)])
    }

    /// Whether there are no findings.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.finding_count == 0
    }
}

impl Finding {
    /// The finding as a sentence.
    #[must_use]
    pub fn sentence(&self, trace: &Trace, language: Language) -> String {
        self.fault.sentence(trace, self.frame, language)
    }

    /// The number of consequences as a text; `None` if there are none.
    #[must_use]
    pub fn consequences_text(&self, language: Language) -> Option<String> {
        let count = self.consequences.len() as u64;
        (count > 0).then(|| language.fill(Text::AndConsequences, &[("count", &language.number(count))]))
    }
}
