//! What a check found, and what it had to assume.

use super::Fault;
use crate::language::{Language, Text};
use crate::score::Score;
use crate::trace::{Header, Trace};

/// What a check found.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The wrong frames in order, as many as are kept.
    pub findings: Vec<Finding>,
    /// How many there are in all.
    pub finding_count: u64,
    /// What the trace does not say, and what was assumed.
    pub assumptions: Vec<Assumption>,
    /// How many frames were checked: all, unless it was cancelled.
    pub frames: usize,
    /// How many bounds in the table could not be held against the exact value, which would have taken too long or is not
    /// known.
    pub unproved_bounds: u64,
    /// The exact value of the root, where it was asked for and could be found.
    pub minimax: Option<Score>,
}

/// A wrong frame.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The frame.
    pub frame: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// Findings that are kept; one fault can make every later frame wrong.
pub const MOST_FINDINGS: usize = 1_000;

/// Something that a trace does not say of itself, so that it had to be assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Assumption {
    /// Which search ran: α-β with both bounds handed down.
    Search,
    /// Whose point of view: the max player's.
    PointOfView,
    /// What is returned outside the window: either form is accepted.
    Fail,
    /// The cut test: ≥.
    CutTest,
    /// Null windows: none.
    NullWindows,
    /// Where leaves are: wherever the trace has them.
    Leaf,
    /// The order of moves: any.
    Order,
    /// The table's key: the position, up to symmetry.
    TableKey,
    /// The game is not known, so players, moves, leaves and exact values are taken as they are.
    UnknownGame,
}

impl Assumption {
    /// All that have to be made of a trace.
    #[must_use]
    pub fn of(trace: &Trace) -> Vec<Self> {
        let header = Header::of(trace);
        let has_table = trace.table_tally().lookups + trace.table_tally().stores > 0;
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
        ];
        made.into_iter().filter(|&(_, is_made)| is_made).map(|(assumption, _)| assumption).collect()
    }

    /// What it says.
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
        }
    }
}

impl CheckReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.finding_count == 0
    }
}

impl Finding {
    /// What is wrong, as a sentence.
    #[must_use]
    pub fn sentence(&self, trace: &Trace, language: Language) -> String {
        self.fault.sentence(trace, self.frame, language)
    }
}
