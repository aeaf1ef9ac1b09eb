//! The formats in which experiments print their tables.

use clap::ValueEnum;

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
