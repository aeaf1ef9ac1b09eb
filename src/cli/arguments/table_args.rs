//! The arguments that choose a transposition table.

use std::num::NonZeroU32;

use clap::{Args, ValueEnum};

use super::parse::parse_table_size;
use crate::cli::CliError;
use crate::search::{TableKey, TableSetup};
use crate::trace::Process;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableName {
    /// No table
    None,
    /// An entry answers only the same position with the same window
    Window,
    /// An entry holds bounds of the position's value
    Bounds,
}

/// The heading over the options of the table.
const TABLE: &str = "Transposition table";

/// The table and its options.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own, under its own name")]
pub(super) struct TableArgs {
    /// The transposition table: none, window (keyed by position and window) or bounds (keyed by position) [default: none; bounds with
    /// mtd-f, sss-star, dual-star and bisection, which intersect them]
    #[arg(long, value_name = "KIND", value_enum, help_heading = TABLE)]
    table: Option<TableName>,

    /// Keep positions apart that are the same up to symmetry
    #[arg(long, help_heading = TABLE)]
    no_symmetry: bool,

    /// Do not narrow the window by bounds that do not settle a node
    #[arg(long, help_heading = TABLE)]
    no_narrowing: bool,

    /// Intersect new bounds of a position with the old ones, instead of replacing them
    #[arg(long, help_heading = TABLE)]
    intersect: bool,

    /// Under a depth limit, let entries answer nodes with less depth left, too: the value found can be another one then
    #[arg(long, help_heading = TABLE)]
    deeper_entries: bool,

    /// Keep of each position only the best score that the player to move can still have, and not what he has at least
    #[arg(long, help_heading = TABLE)]
    best_only: bool,

    /// Room for N entries; a new entry replaces the one in its slot [default: no limit]
    #[arg(long, value_name = "N", value_parser = parse_table_size, help_heading = TABLE)]
    #[arg(allow_negative_numbers = true)]
    table_size: Option<NonZeroU32>,
}

impl TableArgs {
    /// Whether an option of the table is given.
    pub(super) fn is_given(&self) -> bool {
        self.table.is_some()
            || self.no_symmetry
            || self.no_narrowing
            || self.intersect
            || self.deeper_entries
            || self.best_only
            || self.table_size.is_some()
    }

    /// The transposition table, if there is one.
    pub(super) fn table(&self, process: Process) -> Result<Option<TableSetup>, CliError> {
        let usual = process.algorithm().and_then(|algorithm| algorithm.kind().memory);
        let name = match (self.table, usual.map(|usual| usual.key)) {
            (Some(name), _) => name,
            (None, Some(TableKey::Position)) => TableName::Bounds,
            (None, Some(TableKey::PositionAndWindow)) => TableName::Window,
            (None, None) => TableName::None,
        };
        let key = match name {
            TableName::None => {
                let options = [
                    ("--no-symmetry", self.no_symmetry),
                    ("--no-narrowing", self.no_narrowing),
                    ("--intersect", self.intersect),
                    ("--deeper-entries", self.deeper_entries),
                    ("--best-only", self.best_only),
                    ("--table-size", self.table_size.is_some()),
                ];
                return match options.into_iter().find(|&(_, is_given)| is_given) {
                    None => Ok(None),
                    Some((option, _)) => Err(CliError::NoTable { option }),
                };
            }
            TableName::Window => TableKey::PositionAndWindow,
            TableName::Bounds => TableKey::Position,
        };
        if let Process::Generate(_) = process {
            return Err(CliError::TableOfGeneration { process: process.name() });
        }
        Ok(Some(TableSetup {
            key,
            symmetry: !self.no_symmetry,
            narrowing: !self.no_narrowing,
            intersection: self.intersect || usual.is_some_and(|usual| usual.intersection),
            deeper_entries: self.deeper_entries,
            best_only: self.best_only,
            size: self.table_size,
        }))
    }
}
