//! How a run is called beside others.

use crate::analysis::run_text;
use crate::viewer::session::{Run, Session};

/// Its number and what it does: `2 · α-β`.
pub(crate) fn run_name(session: &Session, run: &Run) -> String {
    format!("{} · {}", session.number(run.id), run_text(&run.trace, session.settings.language))
}
