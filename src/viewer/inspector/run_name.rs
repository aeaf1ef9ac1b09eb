//! The name of a run among several.

use crate::analysis::run_text;
use crate::viewer::session::{Run, Session};

/// What it does, with its number where there are several: `2 · α-β`.
pub(crate) fn run_name(session: &Session, run: &Run) -> String {
    session.numbered(run.id, &run_text(&run.trace, session.settings.language))
}
