//! Checks a trace step by step: each frame that does not follow from the frames before it is a finding.

mod consequences;
mod cut_reasons;
mod depth_habits;
mod ending;
mod entering;
mod entry_depths;
mod entry_views;
mod exact;
mod expected;
mod game_ends;
mod habits;
mod inner_searches;
mod known;
mod labels;
mod mate_distance;
mod passes;
mod positions;
mod proofs;
mod proved_bounds;
mod prover;
mod remarking;
mod report;
mod reported;
mod restricted_roots;
mod returned_scores;
mod sampled;
mod table_steps;
mod updating;

pub use report::{
    Assumption, CheckOptions, CheckRemark, CheckRemarkKind, CheckReport, EXACT_VISITS, Fault, Finding, MAX_FINDINGS,
    Unjudged, Verdict, incomplete_text,
};

use crate::trace::{Progress, Trace};
use prover::Prover;

/// Checks a trace with these options. Stops early if `progress` is cancelled. `progress` counts frames, and then the visits of
/// the searches for exact values.
#[must_use]
pub fn check_with(trace: &Trace, options: CheckOptions, progress: &Progress) -> CheckReport {
    Prover::new(trace, options, progress).run()
}

/// Checks a trace frame by frame; with `against_minimax` also compares the score of its root with the minimax value. Stops early
/// if `progress` is cancelled.
///
/// ```
/// use edagari_core::analysis::{Verdict, check};
/// use edagari_core::trace::Progress;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let report = check(&trace, true, &Progress::default());
/// assert!(report.is_right());
/// assert_eq!(report.verdict(), Verdict::Proved);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn check(trace: &Trace, against_minimax: bool, progress: &Progress) -> CheckReport {
    check_with(trace, CheckOptions { against_minimax, ..CheckOptions::default() }, progress)
}
