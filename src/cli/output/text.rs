//! Texts of reports: rows, tables and their formats, and data of other programs.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::Serialize;

use edagari_core::game::{GameSetup, join_moves};
use edagari_core::language::{grouped, visible};
use edagari_core::trace::{ColumnValue, Header, Id, Trace, UNNAMED, VisitId};

/// Largest number of items of a list in readable output; longer lists are shortened to their two ends. JSON contains all items.
const MAX_LISTED: usize = 24;

/// Rows of a table: label and value.
pub(in crate::cli) type Rows<'a> = Vec<(&'a str, String)>;

/// Game with its options as text; `None` if that is only its name.
pub(in crate::cli) fn rules_text(game: &GameSetup) -> Option<String> {
    Some(game.to_string()).filter(|rules| rules != game.name())
}

/// Formats one row per line, with aligned values.
pub(in crate::cli) fn table(rows: &Rows<'_>, label_width: usize) -> String {
    let line = |(label, value): &(&str, String)| format!("{label:label_width$}  {}", visible(value));
    rows.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Formats one number per line, right-aligned.
pub(in crate::cli) fn number_table(rows: &Rows<'_>, label_width: usize) -> String {
    let value_width = rows.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
    let aligned: Rows<'_> = rows.iter().map(|(label, value)| (*label, format!("{value:>value_width$}"))).collect();
    table(&aligned, label_width)
}

/// Width of the widest label.
pub(in crate::cli) fn label_width(rows: &Rows<'_>) -> usize {
    rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0)
}

/// Width of a text in terminal columns: letters of the Japanese sentences take two.
pub(in crate::cli) fn text_width(text: &str) -> usize {
    text.chars().map(|letter| if letter >= '\u{2e80}' { 2 } else { 1 }).sum()
}

/// Formats a list separated by blanks; a long list as its two ends and its length.
pub(in crate::cli) fn listed(items: &[String]) -> String {
    if items.len() <= MAX_LISTED {
        return joined(items);
    }
    let (first, last) = (&items[..MAX_LISTED / 2], &items[items.len() - MAX_LISTED / 2..]);
    format!("{} … {} ({} moves)", joined(first), joined(last), grouped(items.len() as u64))
}

fn joined(items: &[String]) -> String {
    visible(&join_moves(items.iter().map(String::as_str))).into_owned()
}

/// Formats a path of moves; an empty path is the start of the run.
pub(in crate::cli) fn path_text(path: &[String]) -> String {
    if path.is_empty() { "(the start)".to_owned() } else { listed(path) }
}

/// Formats a number of bytes in the largest unit that divides it exactly.
pub(in crate::cli) fn size_text(bytes: u64) -> String {
    let unit = [(30, "GiB"), (20, "MiB"), (10, "KiB")].into_iter().find(|&(bits, _)| bytes.is_multiple_of(1 << bits));
    match unit {
        Some((bits, name)) => format!("{} {name}", bytes >> bits),
        None => format!("{bytes} bytes"),
    }
}

/// Format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum TableFormat {
    /// Columns for the terminal
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON object
    Json,
}

/// Names of another program and its search, as given in its trace; both `None` for Edagari's own runs.
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
        let origin = trace.origin();
        let program = origin.filter(|_| !trace.is_recorded_with_guesses()).and_then(Header::program_name);
        Self { program, search: origin.map(search) }
    }

    /// Rows of the names that are given.
    pub(in crate::cli) fn rows(&self) -> Rows<'static> {
        let named = [("program", &self.program), ("search", &self.search)];
        named.into_iter().filter_map(|(label, name)| Some((label, name.clone()?))).collect()
    }
}

/// Data of a visit from the trace of another program; empty for Edagari's own runs.
#[derive(Default, Serialize)]
pub(in crate::cli) struct OfProgram {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Label that the program gives the node: its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: BTreeMap<String, ColumnValue<'static>>,
}

impl OfProgram {
    pub(in crate::cli) fn of(trace: &Trace, visit: VisitId) -> Self {
        let columns = trace.column_values(visit);
        Self {
            id: trace.id_of(visit),
            line: trace.line_of(visit),
            label: trace.label_of(visit).map(str::to_owned),
            columns: columns.map(|(name, value)| (name.to_owned(), value.into_owned())).collect(),
        }
    }

    /// Rows of the data.
    pub(in crate::cli) fn rows(&self) -> Rows<'_> {
        let id = self.id.as_ref().map(|id| ("id", id.to_string()));
        let line = self.line.map(|line| ("line", line.to_string()));
        let label = self.label.as_ref().map(|label| ("label", label.clone()));
        let columns = self.columns.iter().map(|(name, value)| (name.as_str(), value.shown()));
        id.into_iter().chain(line).chain(label).chain(columns).collect()
    }

    /// Line in the trace file and label, in parentheses after a blank; empty if there are none.
    pub(in crate::cli) fn place_text(&self) -> String {
        let line = self.line.map(|line| format!("line {line}"));
        let label = self.label.as_ref().map(|label| format!("at {}", visible(label)));
        let parts = line.into_iter().chain(label).collect::<Vec<_>>().join(", ");
        if parts.is_empty() { parts } else { format!(" ({parts})") }
    }
}

/// Text for `count` pruned nodes; if it is `None`, the reason: `unknown` or `too many to count`.
pub(in crate::cli) fn pruned_text(trace: &Trace, count: Option<u64>) -> String {
    let unknown = || if trace.recorded_tree().is_some() { "unknown" } else { "too many to count" };
    count.map_or_else(|| unknown().to_owned(), grouped)
}

/// Line that explains why pruned nodes cannot be counted in a trace whose tree was recorded; `None` if they were counted, or
/// are only too many.
pub(in crate::cli) fn uncounted_line(trace: &Trace, count: Option<u64>) -> Option<&'static str> {
    trace.recorded_tree().filter(|_| count.is_none())?;
    Some(match trace.rules() {
        None => "Pruned nodes cannot be counted, because the rules of the game are not known.\n",
        Some(_) => {
            "Pruned nodes are not counted, because no move of the game leads to some visits, such as null moves.\n"
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_is_shown_exactly_in_the_largest_unit() {
        assert_eq!(size_text(2 << 30), "2 GiB");
        assert_eq!(size_text(1536 << 20), "1536 MiB");
        assert_eq!(size_text(3), "3 bytes");
    }

    #[test]
    fn long_list_is_shortened_to_its_two_ends() {
        let moves: Vec<_> = (1..=1000).map(|mv: u32| mv.to_string()).collect();
        assert_eq!(listed(&moves[..24]).split(' ').count(), 24);
        let shortened = listed(&moves);
        assert!(shortened.starts_with("1 2 3 4 5 6 7 8 9 10 11 12 … 989 990 "), "{shortened}");
        assert!(shortened.ends_with(" 1000 (1,000 moves)"), "{shortened}");
    }

    #[test]
    fn number_table_is_right_aligned() {
        let rows = vec![("α-cuts", "7".to_owned()), ("nodes pruned", "1,234".to_owned())];
        assert_eq!(number_table(&rows, label_width(&rows)), "α-cuts            7\nnodes pruned  1,234\n");
    }
}
