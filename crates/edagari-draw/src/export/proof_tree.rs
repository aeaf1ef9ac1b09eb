//! Export of the proof tree of a proof-number search, as text or JSON.

use std::io::Write as _;

use super::write::{ExportError, ending, write_by};
use edagari_core::analysis::ProofTree;
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};

/// Writes the proof tree of a run: `.txt` for a line for each position, indented by its depth, `.json` for an object.
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
