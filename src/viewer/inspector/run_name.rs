//! Short name of a run.

use crate::viewer::session::{Run, Session};
use edagari_core::analysis::run_text;

/// Returns the search of the run, with its number if there are several: `2 · α-β`; the name of the stream until its first event arrives.
pub(crate) fn run_name(session: &Session, run: &Run) -> String {
    match &run.opening {
        Some(stream) if run.is_waiting => session.numbered(run.id, stream),
        _ => session.numbered(run.id, &run_text(&run.trace, session.settings.language)),
    }
}
