//! Writer of native files: compact, versioned, compressed and with a checksum. The format is described in `docs/formats.md`.

use std::io::{self, Write};

use integer_encoding::VarInt as _;

use super::column_parts;
use super::packed::Packed;
use super::prediction::{Model, WalkRange};
use super::preface::{Ended, Preface};
use super::series::{Codec as _, OutOfNumbers, Series, Writer};
use super::tree_part::TreePart;
use crate::platform::compression::Encoder;
use crate::trace::model::foreign::Foreign;
use crate::trace::{Ending, Header, Progress, Trace};

/// First bytes of a native file.
pub(in crate::trace) const MAGIC: &[u8; 8] = b"EDAGARI\x1a";
/// Version that is written, and the newest version that is read.
pub(in crate::trace) const VERSION: u32 = 2;
/// Compression level; a higher one makes saving slower, but not opening.
const LEVEL: i32 = 12;

/// Writes a trace as a native file. `progress` shows the completed share: one half is for coding the visits, the other for
/// compressing them.
///
/// # Errors
/// The write error of the system, or [`io::ErrorKind::Interrupted`] if `progress` was cancelled.
pub fn write_native(trace: &Trace, file: &mut dyn Write, progress: &Progress) -> io::Result<()> {
    let tree = TreePart::of(trace, progress)?;
    let lines = trace.foreign().map_or(&[][..], |foreign| &foreign.lines);
    let ids = trace.foreign().map_or(&[][..], |foreign| &foreign.ids);
    let (heads, column_parts): (Vec<_>, Vec<_>) = trace.columns().iter().map(column_parts::write).unzip();
    let preface = Preface {
        header: Header::of(trace),
        ending: match trace.ending {
            Ending::NotStarted => Ended::NotStarted,
            Ending::Complete => Ended::Complete,
            Ending::Cancelled => Ended::Cancelled,
            Ending::MemoryLimit(limit) => Ended::MemoryLimit(limit),
            Ending::CutShort => Ended::CutShort,
        },
        visits: trace.visits.len() as u32,
        // In a tree that the file contains itself, children are in visit order.
        has_order: trace.visits.has_order() && !trace.is_of_other_game(),
        cuts: trace.cuts().len() as u32,
        // The header of a recorded run follows from its setup, but a file must contain it.
        foreign: trace.foreign().map(|foreign| Foreign { header: Header::of(trace), ..foreign.without_parts() }),
        tree,
        columns: heads,
        passes: trace.passes().to_vec(),
        has_layers: trace.has_layers(),
        has_lines: !lines.is_empty(),
        has_ids: !ids.is_empty(),
        has_threads: trace.has_threads(),
    };
    let mut series = Writer::default();
    let model = Model::new(&trace.setup, &preface, trace.foreign());
    let visits = u64::from(preface.visits);
    let series_count = if preface.has_threads { Series::COUNT } else { Series::COUNT_OF_ALL };
    let mut preface_part = Packed::default();
    serde_json::to_writer(&mut preface_part, &preface)?;
    // It contains copies of lists of the trace.
    drop(preface);
    progress.expect(visits * 2);
    let reach = WalkRange { visits: visits as u32, memory: u64::MAX, is_whole: true };
    match model.walk(&mut series, reach, Some(trace), progress) {
        Ok(Some(_)) => {}
        Ok(None) => return Err(io::ErrorKind::Interrupted.into()),
        Err(OutOfNumbers(series)) => {
            return Err(io::Error::other(format!("the trace does not hold together in its series {series:?}")));
        }
    }
    for &count in trace.pruned_by_cuts() {
        let _ = series.code(Series::Pruned, 0, || count.map_or(0, |count| (count as i64).saturating_add(1)));
    }
    let line_part = (!lines.is_empty()).then(|| column_parts::write_lines(lines));
    let id_part = (!ids.is_empty()).then(|| column_parts::write_ids(ids));
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    let mut compressed = Encoder::new(file, LEVEL)?;
    compressed.include_checksum(true)?;
    let parts = std::iter::once(&preface_part)
        .chain(&series.series[..series_count])
        .chain(column_parts.iter().flatten())
        .chain(&line_part)
        .chain(&id_part);
    let total: u64 = parts.clone().map(|part| part.len().required_space() as u64 + part.len()).sum();
    // With a known size, small files are compressed with little memory.
    compressed.set_pledged_src_size(Some(total))?;
    let mut written = 0;
    let mut write = |piece: &[u8]| {
        progress.tell(visits + visits * written / total);
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        written += piece.len() as u64;
        compressed.write_all(piece)
    };
    for part in parts {
        write(&part.len().encode_var_vec())?;
        part.pieces(&mut write)?;
    }
    compressed.finish()?;
    progress.tell(visits * 2);
    Ok(())
}
