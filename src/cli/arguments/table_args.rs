//! Arguments of the transposition table.

use std::num::NonZeroU32;

use clap::{Args, ValueEnum};

use super::parse::parse_table_size;
use crate::cli::CliError;
use edagari_core::search::{TableKey, TableSetup};
use edagari_core::trace::Process;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableName {
    /// No table
    None,
    /// Entries are keyed by position and window
    Window,
    /// Entries are keyed by position and contain bounds of its value
    Bounds,
}

/// Help heading of the options of the table.
const TABLE: &str = "Transposition table";

/// Transposition table and its options.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct TableArgs {
    /// Transposition table: none, window (keyed by position and window) or bounds (keyed by position) [default: none; bounds with mtd-f,
    /// sss-star, dual-star and bisection, which intersect them]
    #[arg(long, value_name = "KIND", value_enum, help_heading = TABLE)]
    table: Option<TableName>,

    /// Store symmetric positions separately
    #[arg(long, help_heading = TABLE)]
    no_symmetry: bool,

    /// Do not narrow the window by bounds that cause no cutoff
    #[arg(long, help_heading = TABLE)]
    no_narrowing: bool,

    /// Intersect new bounds of a position with the stored ones instead of replacing them
    #[arg(long, help_heading = TABLE)]
    intersect: bool,

    /// With a depth limit, also use entries at nodes with less remaining depth; the value can differ from that without a table
    #[arg(long, help_heading = TABLE)]
    deeper_entries: bool,

    /// Store only the best score that the player to move can still reach, not the score already secured
    #[arg(long, help_heading = TABLE)]
    best_only: bool,

    /// Limit the table to N entries; a new entry replaces the one in its slot [default: no limit]
    #[arg(long, value_name = "N", value_parser = parse_table_size, help_heading = TABLE)]
    #[arg(allow_negative_numbers = true)]
    table_size: Option<NonZeroU32>,
}

impl TableArgs {
    /// Returns whether an option of the table is given.
    pub(super) fn is_given(&self) -> bool {
        self.table.is_some()
            || self.no_symmetry
            || self.no_narrowing
            || self.intersect
            || self.deeper_entries
            || self.best_only
            || self.table_size.is_some()
    }

    /// Returns the setup of the table; `None` without a table.
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
