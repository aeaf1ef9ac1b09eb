//! Texts for speculative visits (null move, probcut, singular verification), and for reduced and extended visits.

use crate::analysis::names::node_names::child_name;
use crate::language::{Language, Text};
use crate::trace::{Trace, VisitId};

/// The words of the column `why` for nodes that are settled by an unproved heuristic.
const GUESSES: [&str; 6] = ["null-move", "futility", "razor", "probcut", "multicut", "late move"];

/// The value of a visit in a column, as displayed.
fn told(trace: &Trace, column: &str, visit: VisitId) -> Option<String> {
    let column = trace.columns().iter().find(|other| other.name() == column)?;
    Some(column.value(visit)?.shown())
}

/// The name of a speculative visit; `None` for any other visit.
pub(super) fn asked_name(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    if !trace.is_only_asked(visit) {
        return None;
    }
    let text = match told(trace, "kind", visit).as_deref() {
        Some("null-move") => Text::AskedNullMove,
        Some("probcut") => Text::AskedProbcut,
        Some("singular") => Text::AskedSingular,
        Some("verification") => Text::AskedVerification,
        _ => Text::AskedOther,
    };
    let child = child_name(trace, &trace.path(trace.node_of(visit)), language);
    Some(language.fill(text, &[("child", &child)]))
}

/// A sentence for a visit that is reduced or extended, if its program records that.
pub(super) fn depth_sentence(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    depth_text(trace, visit, [Text::SayReduced, Text::SayExtended], language)
}

/// The same with `texts` for a reduced and for an extended visit.
pub(in crate::analysis) fn depth_text(
    trace: &Trace,
    visit: VisitId,
    texts: [Text; 2],
    language: Language,
) -> Option<String> {
    ["reduced", "extended"].into_iter().zip(texts).find_map(|(name, text)| {
        let column = trace.columns().iter().find(|column| column.name() == name)?;
        let by = column.value(visit).filter(|by| by.number().is_some_and(|by| by > 0.0))?;
        Some(language.fill(text, &[("by", &by.shown())]))
    })
}

/// The heuristic that settled a visit, if its program records one. It proves nothing about the score.
pub(in crate::analysis) fn guess(trace: &Trace, visit: VisitId) -> Option<String> {
    told(trace, "why", visit).filter(|why| GUESSES.contains(&why.to_lowercase().as_str()))
}
