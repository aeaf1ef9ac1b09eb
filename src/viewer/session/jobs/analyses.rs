//! Jobs that analyse traces: the check, differences, equal positions, queries, fates of lines, move ordering, table
//! entries, lines of code.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{
    CheckReport, Code, CodeLine, Found, GuessLimits, GuessReport, Line, LineFate, OrderReport, OrderUnknown, Query,
    Seek, SolveCheck, SolveError, Sought, TableQuery, TraceDiff, WrongChoiceInWords, check, equal_positions, find,
    line_fates, solve_check, table_rows,
};
use edagari_core::language::{Message, Text};
use edagari_core::trace::{EntryId, NodeId, Progress, Setup, Trace, VisitId};

/// Checks a trace, also against minimax.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Check {}

impl Job for Check {
    type News = Result<CheckReport, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(check(one_trace(traces)?, true, progress))
    }
}

/// Compares two traces.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Compare {}

impl Job for Compare {
    type News = Result<TraceDiff, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let [first, second] = traces else { return Err("two runs are compared".into()) };
        TraceDiff::of(first, second, progress).map_err(Message::from)
    }
}

/// Search for all visits of a node's position.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct EqualPositions {
    /// Moves to the node.
    pub(crate) path: Vec<u32>,
}

impl Job for EqualPositions {
    type News = Result<Vec<VisitId>, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(equal_positions(one_trace(traces)?, &self.path, progress))
    }
}

/// Search for the frames that match a query, as it was entered.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Find {
    pub(crate) query: String,
    /// Moves to the selected node, because queries can refer to its position.
    pub(crate) selected: Vec<u32>,
}

impl Job for Find {
    type News = Result<Found, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let query = Query::parse_for(&self.query, trace)?;
        Ok(find(trace, &query, &self.selected, progress)?)
    }
}

/// Search for the fate of a line of moves, in each run from the root.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Fates {
    /// Moves of the line, separated by spaces.
    pub(crate) line: String,
}

/// Maximum number of runs from the root that are searched, the last ones.
const MAX_PASSES: usize = 10_000;

impl Job for Fates {
    type News = Result<Vec<LineFate>, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let line = Line::parse(trace, &self.line)?;
        let passes = line_fates(trace, &line).rev().take(MAX_PASSES);
        let mut fates: Vec<LineFate> = passes.take_while(|_| !progress.is_cancelled()).collect();
        fates.reverse();
        Ok(fates)
    }
}

/// Measures the move ordering of a whole run, or of the pass with this index in the trace.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct CountOrder {
    pub(crate) pass: Option<usize>,
}

impl Job for CountOrder {
    type News = Option<Result<OrderReport, OrderUnknown>>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let report = OrderReport::of(one_trace(traces).ok()?, self.pass, progress);
        Some(report).filter(|_| !progress.is_cancelled())
    }
}

/// Lists the entries of the table at a frame.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct TableRows {
    pub(crate) frame: usize,
    pub(crate) query: TableQuery,
}

impl Job for TableRows {
    type News = Result<Vec<EntryId>, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(table_rows(one_trace(traces)?, self.frame, &self.query, progress))
    }
}

/// Search for a line of the code of a run.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FindCodeLine {
    /// Index of the line in the list of all lines.
    pub(crate) line: u32,
    /// Frame at which the search starts.
    pub(crate) from: u32,
    pub(crate) forward: bool,
    /// Node to whose frames the search is restricted; `None` for all nodes.
    pub(crate) only: Option<u32>,
}

impl FindCodeLine {
    /// Continues a search that was interrupted at the frame `at`.
    pub(crate) fn going_on(seek: Seek, at: usize) -> Self {
        let Seek { line, forward, only, .. } = seek;
        let from = u32::try_from(at).unwrap_or(u32::MAX);
        Self { line: line.index() as u32, from, forward, only: only.map(|node| node.0) }
    }
}

impl Job for FindCodeLine {
    /// The frame, or `None` if there is none.
    type News = Result<Option<u32>, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let line = CodeLine::ALL.get(self.line as usize).ok_or("there is no such line")?;
        let code = Code::of(trace).map_err(|_| "there is no code")?;
        let (from, only) = (self.from as usize, self.only.map(NodeId));
        let frames = if self.forward { trace.frame_count().saturating_sub(from) } else { from };
        progress.expect(frames as u64);
        let seek = Seek { line: *line, from, forward: self.forward, only };
        match code.seek(trace, seek, usize::MAX, progress) {
            Sought::Found(frame) => Ok(u32::try_from(frame).ok()),
            Sought::Nowhere | Sought::NotBy(_) => Ok(None),
        }
    }
}

/// Checks a search in all positions.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct CheckSolving {
    pub(crate) setup: Setup,
}

/// Judges the guesses of a run.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct JudgeGuesses {}

impl Job for JudgeGuesses {
    type News = Result<GuessReport, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let setup = trace.setup_with_guesses().ok_or(Text::ErrorNoGuesses)?;
        Ok(GuessReport::of_trace(trace, &setup, GuessLimits::default(), progress)?)
    }

    fn is_short(&self, _: &[Arc<Trace>]) -> bool {
        false
    }
}

/// Result of the check, with the failures as text.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Checked {
    pub(crate) check: SolveCheck,
    pub(crate) failures: Vec<WrongChoiceInWords>,
}

impl CheckSolving {
    fn checked(&self, progress: &Progress) -> Result<Checked, SolveError> {
        let check = solve_check(&self.setup, progress)?;
        let game = self.setup.game.open()?;
        let start = game.parse_moves(&[], &self.setup.after)?;
        let failures = check.failures.iter().map(|failure| failure.in_words(&game, &start)).collect();
        Ok(Checked { check, failures })
    }
}

impl Job for CheckSolving {
    type News = Result<Checked, Message>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        self.checked(progress).map_err(Message::from)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.setup.game.file().into_iter().collect()
    }
}
