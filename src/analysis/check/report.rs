//! The findings of a check, and its assumptions.

use super::verdict::incomplete_text;
use super::{Fault, Unjudged, Verdict};
use crate::language::{Language, Text};
use crate::score::Score;
use crate::trace::parcel::{parceled, parceled_enum};
use crate::trace::{Ending, Header, Trace};

/// The report of a check: its findings and assumptions.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The faults in the order of their frames, each once, up to the number kept.
    pub findings: Vec<Finding>,
    /// The number of findings in all, without those that can follow from another.
    pub finding_count: u64,
    /// The assumptions made where the trace's header is silent.
    pub assumptions: Vec<Assumption>,
    /// What could not be judged, and why.
    pub unjudged: Vec<Unjudged>,
    /// How the run of the trace ended.
    pub ending: Ending,
    /// The number of frames checked: all, unless the check was cancelled.
    pub frames: usize,
    /// The number of bounds in the table not compared with the exact value, which is not known or takes too long to
    /// find.
    pub unproved_bounds: u64,
    /// The exact value of the root, with `against_minimax` and if it could be found.
    pub minimax: Option<Score>,
}

/// A fault, at the first frame that shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The frame.
    pub frame: usize,
    /// What is wrong there.
    pub fault: Fault,
    /// What else is wrong and can follow from it, in the order of the frames. These have none themselves.
    pub consequences: Vec<Finding>,
}

/// Findings that are kept.
pub const MOST_FINDINGS: usize = 1_000;

/// An assumption, made where a trace's header is silent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Assumption {
    /// The search: α-β with both bounds handed down.
    Search,
    /// The player from whom scores are seen: max.
    PointOfView,
    /// The score returned outside the window: fail-hard and fail-soft are both accepted.
    Fail,
    /// The cut test: ≥.
    CutTest,
    /// Null windows: none.
    NullWindows,
    /// Where leaves are: wherever the trace has them.
    Leaf,
    /// The order of moves: any.
    Order,
    /// The table's options: an entry for each position, which symmetric ones may share.
    TableKey,
    /// The game is not known, so players, moves, leaves and exact values are taken as they are.
    UnknownGame,
    /// The program says that its numbers are no minimax scores: windows, scores and cuts are not judged.
    NotJudged,
    /// The program names more columns than a trace keeps: those that it names last are left out.
    ColumnsLeftOut,
}

impl Assumption {
    /// All assumptions that a trace needs.
    #[must_use]
    pub fn of(trace: &Trace) -> Vec<Self> {
        let header = Header::of(trace);
        let has_table = trace.table_tally().lookups + trace.table_tally().stores > 0;
        if !trace.has_minimax_scores() {
            let left_out = trace.has_left_out_columns().then_some(Self::ColumnsLeftOut);
            return [Self::NotJudged].into_iter().chain(left_out).collect();
        }
        let made = [
            (Self::Search, header.process().is_none()),
            (Self::PointOfView, header.scores.is_none()),
            (Self::Fail, header.fail.is_none()),
            (Self::CutTest, header.cut.is_none()),
            (Self::NullWindows, header.null_windows.is_none()),
            (Self::Leaf, header.leaf.is_none() && header.depth_limit.is_none()),
            (Self::Order, header.order.is_none()),
            (Self::TableKey, header.table.is_none() && has_table),
            (Self::UnknownGame, !trace.knows_rules()),
            (Self::ColumnsLeftOut, trace.has_left_out_columns()),
        ];
        made.into_iter().filter(|&(_, is_made)| is_made).map(|(assumption, _)| assumption).collect()
    }

    /// The assumption as a text.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Search => Text::AssumeSearch,
            Self::PointOfView => Text::AssumePointOfView,
            Self::Fail => Text::AssumeFail,
            Self::CutTest => Text::AssumeCutTest,
            Self::NullWindows => Text::AssumeNullWindows,
            Self::Leaf => Text::AssumeLeaf,
            Self::Order => Text::AssumeOrder,
            Self::TableKey => Text::AssumeTableKey,
            Self::UnknownGame => Text::AssumeUnknownGame,
            Self::NotJudged => Text::AssumeNotJudged,
            Self::ColumnsLeftOut => Text::AssumeColumnsLeftOut,
        }
    }
}

impl CheckReport {
    /// What the check comes to.
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

    /// What could not be judged, and what the trace does not hold of its run, each in words.
    #[must_use]
    pub fn reasons(&self, language: Language) -> Vec<String> {
        let reasons = self.unjudged.iter().map(|reason| reason.text(language));
        let incomplete = incomplete_text(self.ending).map(|text| language.text(text).to_owned());
        incomplete.into_iter().chain(reasons).collect()
    }

    /// The verdict in a few words.
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

    /// The verdict as a sentence, with what could not be judged.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let reasons = self.reasons(language);
        if reasons.is_empty() {
            return self.heading(language);
        }
        let reasons = reasons.join(language.text(Text::ReasonsBetween));
        language.fill(Text::VerdictAndReasons, &[("verdict", &self.heading(language)), ("reasons", &reasons)])
    }

    /// Whether nothing is wrong.
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

    /// How many other findings can follow from it, in words; nothing if there are none.
    #[must_use]
    pub fn consequences_text(&self, language: Language) -> Option<String> {
        let count = self.consequences.len() as u64;
        (count > 0).then(|| language.fill(Text::AndConsequences, &[("count", &language.number(count))]))
    }
}

parceled! {
    CheckReport { findings, finding_count, assumptions, unjudged, ending, frames, unproved_bounds, minimax }
    Finding { frame, fault, consequences }
}

parceled_enum! {
    Assumption {
        0 Search,
        1 PointOfView,
        2 Fail,
        3 CutTest,
        4 NullWindows,
        5 Leaf,
        6 Order,
        7 TableKey,
        8 UnknownGame,
        9 NotJudged,
        10 ColumnsLeftOut,
    }
}
