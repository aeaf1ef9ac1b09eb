//! The position of a visit in the log of the program that recorded a trace.

use crate::language::{Language, Text};
use crate::trace::{Trace, VisitId};

/// The id that the program assigned to a visit, and the line of its log; `None` for a run of Edagari itself.
#[must_use]
pub fn log_text(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    let (id, line) = (trace.id_of(visit)?.to_string(), language.number(trace.line_of(visit)?.into()));
    Some(language.fill(Text::IdAndLine, &[("id", &id), ("line", &line)]))
}
