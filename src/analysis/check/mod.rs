//! Proving a trace step by step: what does not follow from the steps before it is named, with the frame.

mod exact;
mod fault;
mod prover;
mod report;
mod table_steps;

pub use fault::Fault;
pub use report::{Assumption, CheckReport, Finding, MOST_FINDINGS};

use crate::trace::{Progress, Trace};
use prover::Prover;

/// Checks a trace frame by frame; with `against_minimax` also the value of its root. Stops early when `progress` is
/// cancelled.
#[must_use]
pub fn check(trace: &Trace, against_minimax: bool, progress: &Progress) -> CheckReport {
    Prover::new(trace, progress).run(against_minimax)
}
