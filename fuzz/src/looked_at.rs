//! What is asked of a trace that opened.

use edagari::analysis::{CheckOptions, check_with, explain};
use edagari::language::Language;
use edagari::trace::{Trace, VisitId};

/// The memory that a trace may take, in bytes.
pub const MEMORY_LIMIT: u64 = 32 << 20;
/// The frames and visits that are looked at one by one.
const LOOKED_AT: usize = 60;
/// The most visits in which exact values are looked for: that is no reader, and would take most of the time.
const EXACT_VISITS: u64 = 1000;

/// Asks for what the window shows at some frames, and checks the trace.
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
