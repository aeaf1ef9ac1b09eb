//! Export of a run as rows, one per frame, node, visit, depth or pass, as CSV, JSON or Parquet; and of its proof tree, as text or
//! JSON.

#[cfg(feature = "parquet")]
mod parquet;
mod row;

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use super::ExportError;
use super::write::{ending, write_by};
use edagari_core::analysis::ProofTree;
use edagari_core::language::csv_text;
use edagari_core::trace::file::Target;
use edagari_core::trace::{ColumnValue, Id, Progress, Trace};
use serde::Serialize;

use row::{Chosen, RowFields, each_row, names, of_program};
pub use row::{Rows, RowsOf};

/// Maximum number of moves of a path in the rows of a whole run: without a limit, the size could be
/// quadratic.
const MAX_MOVES_OF_PATH: usize = 1_000;

/// Writes rows as CSV, JSON (a list of objects, one per line) or, with the feature `parquet`,
/// Parquet, by the file extension. An existing file is replaced only after the new one is complete.
/// `progress` counts the rows written, and their total.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{RowsOf, save_rows};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let file = std::env::temp_dir().join(format!("edagari-{}.csv", std::process::id()));
/// save_rows(&trace, RowsOf::Frames, &file, &Progress::default())?;
/// let rows = std::fs::read_to_string(&file)?;
/// assert_eq!(rows.lines().count(), 1 + trace.frame_count());
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_rows<'a>(
    trace: &Trace,
    rows: impl Into<Rows>,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let rows = rows.into();
    let depth = trace.max_depth();
    if rows.paths && depth > MAX_MOVES_OF_PATH {
        return Err(ExportError::PathsTooLong { depth, most: MAX_MOVES_OF_PATH });
    }
    save_chosen(trace, &Chosen { rows, frames: None }, target.into(), progress)
}

/// Writes the rows of the given frames, in the given order; see [`save_rows`].
///
/// # Errors
/// The errors of [`save_rows`].
pub fn save_frame_rows<'a>(
    trace: &Trace,
    frames: &[u32],
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let rows = Rows { of: RowsOf::Frames, paths: true };
    save_chosen(trace, &Chosen { rows, frames: Some(frames) }, target.into(), progress)
}

/// Writes the proof tree of a run: as `.txt` with one line per position, indented by its depth, or
/// as `.json` with one object.
///
/// # Errors
/// [`ExportError::Kind`] for another ending, [`ExportError::NoProofTree`] if the run has none, and the errors of writing.
pub fn save_proof_tree<'a>(
    trace: &Trace,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    let kind = ending(target.path);
    if !["txt", "json"].contains(&kind.as_str()) {
        return Err(ExportError::Kind { path: target.path.to_owned(), expected: ".txt or .json" });
    }
    let tree = ProofTree::of(trace)?;
    write_by(target, progress, |file| {
        if kind == "txt" {
            return file.write_all(tree.text().as_bytes());
        }
        serde_json::to_writer(&mut *file, &tree)?;
        file.write_all(b"\n")
    })
}

fn save_chosen(trace: &Trace, which: &Chosen<'_>, target: Target<'_>, progress: &Progress) -> Result<(), ExportError> {
    match ending(target.path).as_str() {
        "csv" => write_by(target, progress, |file| {
            let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(BufWriter::new(file));
            rows.write_record(names(trace, which.rows)?.iter().map(|name| csv_text(name).into_owned()))?;
            each_row(trace, which, progress, &mut |mut row| {
                let of_program =
                    of_program(trace, &row).into_iter().map(|value| value.map(as_cell)).collect::<Vec<_>>();
                row.fields.texts_as_cells();
                rows.serialize((&row.fields, of_program)).map_err(std::io::Error::other)
            })?;
            rows.flush()
        }),
        "json" => write_by(target, progress, |file| {
            let mut out = BufWriter::new(file);
            let mut separator = "[\n";
            each_row(trace, which, progress, &mut |row| {
                out.write_all(std::mem::replace(&mut separator, ",\n").as_bytes())?;
                let columns = row.visit.map(|visit| trace.column_values(visit).collect()).unwrap_or_default();
                let id = row.visit.and_then(|visit| trace.id_of(visit));
                let line = row.visit.and_then(|visit| trace.line_of(visit));
                let label = row.visit.and_then(|visit| trace.label_of(visit));
                let (visit, pass) = row.layer(trace).unzip();
                let row = RowWithColumns { fields: &row.fields, visit, pass: pass.flatten(), id, line, label, columns };
                serde_json::to_writer(&mut out, &row).map_err(std::io::Error::from)
            })?;
            out.write_all(if separator == "[\n" { b"[]\n" } else { b"\n]\n" })?;
            out.flush()
        }),
        #[cfg(feature = "parquet")]
        "parquet" => write_by(target, progress, |file| parquet::write(file, trace, which, progress)),
        #[cfg(not(feature = "parquet"))]
        "parquet" => Err(ExportError::NoParquet { path: target.path.to_owned() }),
        _ => Err(ExportError::Kind { path: target.path.to_owned(), expected: ".csv, .json or .parquet" }),
    }
}

#[derive(Serialize)]
struct RowWithColumns<'a> {
    #[serde(flatten)]
    fields: &'a RowFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    visit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: BTreeMap<&'a str, ColumnValue<'a>>,
}

/// Escapes a value for a cell of CSV.
fn as_cell(value: ColumnValue<'_>) -> ColumnValue<'_> {
    match value {
        ColumnValue::Text(text) => ColumnValue::Text(csv_text(&text).into_owned().into()),
        value => value,
    }
}
