//! Texts of reports: rows, tables and their formats, and what another program said.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::Serialize;

use crate::game::{GameSetup, join_moves};
use crate::language::{grouped, visible};
use crate::trace::{ColumnValue, Header, Id, Trace, UNNAMED, VisitId};

/// Items of a list that readable output writes out; longer lists keep their two ends. JSON keeps everything.
const MOST_LISTED: usize = 24;

/// The rows of a table: label and value.
pub(in crate::cli) type Rows<'a> = Vec<(&'a str, String)>;

/// The game with its options, where values depend on options that its name does not show.
pub(in crate::cli) fn rules_text(game: &GameSetup) -> Option<String> {
    Some(game.to_string()).filter(|rules| rules != game.name())
}

/// One row a line, the values below one another.
pub(in crate::cli) fn table(rows: &Rows<'_>, label_width: usize) -> String {
    let line = |(label, value): &(&str, String)| format!("{label:label_width$}  {}", visible(value));
    rows.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Numbers one a line, their last digits below one another.
pub(in crate::cli) fn number_table(rows: &Rows<'_>, label_width: usize) -> String {
    let value_width = rows.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
    let aligned: Rows<'_> = rows.iter().map(|(label, value)| (*label, format!("{value:>value_width$}"))).collect();
    table(&aligned, label_width)
}

/// The width of the widest label.
pub(in crate::cli) fn label_width(rows: &Rows<'_>) -> usize {
    rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0)
}

/// The places that a text takes in a terminal: letters of the Japanese sentences take two.
pub(in crate::cli) fn text_width(text: &str) -> usize {
    text.chars().map(|letter| if letter >= '\u{2e80}' { 2 } else { 1 }).sum()
}

/// A list separated by blanks; of a long one the two ends and its length.
pub(in crate::cli) fn listed(items: &[String]) -> String {
    if items.len() <= MOST_LISTED {
        return joined(items);
    }
    let (first, last) = (&items[..MOST_LISTED / 2], &items[items.len() - MOST_LISTED / 2..]);
    format!("{} … {} ({} moves)", joined(first), joined(last), grouped(items.len() as u64))
}

fn joined(items: &[String]) -> String {
    visible(&join_moves(items.iter().map(String::as_str))).into_owned()
}

/// A path of moves; the start of the run has none.
pub(in crate::cli) fn path_text(path: &[String]) -> String {
    if path.is_empty() { "(the start)".to_owned() } else { listed(path) }
}

/// A number of bytes in the largest unit that measures it exactly.
pub(in crate::cli) fn size_text(bytes: u64) -> String {
    let unit = [(30, "GiB"), (20, "MiB"), (10, "KiB")].into_iter().find(|&(bits, _)| bytes.is_multiple_of(1 << bits));
    match unit {
        Some((bits, name)) => format!("{} {name}", bytes >> bits),
        None => format!("{bytes} bytes"),
    }
}

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum TableFormat {
    /// Columns for the terminal
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON object
    Json,
}

/// The names that another program gives itself and its search; both empty for a run of Edagari's own.
#[derive(Serialize)]
pub(in crate::cli) struct ForeignNames {
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
}

impl ForeignNames {
    pub(in crate::cli) fn of(trace: &Trace) -> Self {
        let search = |header: &Header| header.search_name().unwrap_or_else(|| UNNAMED.to_owned());
        Self { program: trace.origin().and_then(Header::program_name), search: trace.origin().map(search) }
    }

    /// One line for each name given.
    pub(in crate::cli) fn rows(&self) -> Rows<'static> {
        let named = [("program", &self.program), ("search", &self.search)];
        named.into_iter().filter_map(|(label, name)| Some((label, name.clone()?))).collect()
    }
}

/// Nothing of it is there for a run of Edagari's own.
#[derive(Default, Serialize)]
pub(in crate::cli) struct OfProgram {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: BTreeMap<String, ColumnValue<'static>>,
}

impl OfProgram {
    pub(in crate::cli) fn of(trace: &Trace, visit: VisitId) -> Self {
        let columns = trace.column_values(visit);
        Self {
            id: trace.id_of(visit),
            line: trace.line_of(visit),
            columns: columns.map(|(name, value)| (name.to_owned(), value.into_owned())).collect(),
        }
    }

    /// A line for each.
    pub(in crate::cli) fn rows(&self) -> Rows<'_> {
        let id = self.id.as_ref().map(|id| ("id", id.to_string()));
        let line = self.line.map(|line| ("line", line.to_string()));
        let columns = self.columns.iter().map(|(name, value)| (name.as_str(), value.shown()));
        id.into_iter().chain(line).chain(columns).collect()
    }

    /// The line of its log alone.
    pub(in crate::cli) const fn line(&self) -> Option<u32> {
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_exact() {
        assert_eq!(size_text(2 << 30), "2 GiB");
        assert_eq!(size_text(1536 << 20), "1536 MiB");
        assert_eq!(size_text(3), "3 bytes");
    }

    #[test]
    fn long_lists_keep_their_ends() {
        let moves: Vec<_> = (1..=1000).map(|mv: u32| mv.to_string()).collect();
        assert_eq!(listed(&moves[..24]).split(' ').count(), 24);
        let shortened = listed(&moves);
        assert!(shortened.starts_with("1 2 3 4 5 6 7 8 9 10 11 12 … 989 990 "), "{shortened}");
        assert!(shortened.ends_with(" 1000 (1,000 moves)"), "{shortened}");
    }

    #[test]
    fn numbers_end_in_one_column() {
        let rows = vec![("α-cuts", "7".to_owned()), ("nodes pruned", "1,234".to_owned())];
        assert_eq!(number_table(&rows, label_width(&rows)), "α-cuts            7\nnodes pruned  1,234\n");
    }
}
