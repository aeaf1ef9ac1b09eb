//! Exercises a trace that opened: sentences, states, positions and the check.

use edagari::analysis::{CheckOptions, check_with, explain};
use edagari::language::Language;
use edagari::trace::{Trace, VisitId};

/// Memory limit for opening a trace, in bytes.
pub const MEMORY_LIMIT: u64 = 32 << 20;
/// Number of frames, visits and findings that are examined individually.
const LOOKED_AT: usize = 60;
/// Limit of visits for the search for exact values. It is not part of any reader and would take most of the time.
const EXACT_VISITS: u64 = 1000;

/// Computes the texts and states that the window shows at some frames, and checks the trace.
pub fn look_at(trace: &Trace) {
    let frames = trace.frame_count();
    for frame in (0..frames).step_by(1 + frames / LOOKED_AT) {
        for language in Language::ALL {
            let _ = explain(trace, frame, language);
        }
    }
    for visit in (0..trace.visit_count().min(LOOKED_AT) as u32).map(VisitId) {
        let path = trace.path(trace.node_of(visit));
        let _ = (trace.state(trace.place(&path), frames / 2), trace.position(&path).map(|position| position.board()));
    }
    let options = CheckOptions { exact_visits: EXACT_VISITS, ..CheckOptions::default() };
    let report = check_with(trace, options, &Default::default());
    for finding in report.findings.iter().take(LOOKED_AT) {
        assert!(!finding.sentence(trace, Language::Japanese).is_empty());
    }
}
