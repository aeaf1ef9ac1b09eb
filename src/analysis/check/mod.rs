//! Proving a trace step by step: each frame that does not follow from those before it is a finding.

mod entries;
mod exact;
mod fault;
mod known;
mod passes;
mod proved;
mod prover;
mod report;
mod table_steps;
mod taken_bounds;
mod told;

pub use fault::Fault;
pub use report::{Assumption, CheckReport, Finding, MOST_FINDINGS};

use crate::trace::{Progress, Trace};
use prover::Prover;

/// Checks a trace frame by frame; with `against_minimax` also compares the score of its root with the minimax value. Stops
/// early when `progress` is cancelled.
#[must_use]
pub fn check(trace: &Trace, against_minimax: bool, progress: &Progress) -> CheckReport {
    Prover::new(trace, progress).run(against_minimax)
}
