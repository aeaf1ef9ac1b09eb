//! What is said of visits whose score is only asked for, and of those that are searched less deep or deeper than usual.

use super::node_names::child_name;
use crate::language::{Language, Text};
use crate::trace::{Trace, VisitId};

/// What settles a node on a guess, in the words of `why`: nothing is proved by it.
const GUESSES: [&str; 6] = ["null-move", "futility", "razor", "probcut", "multicut", "late move"];

/// The value of a visit in a column, for people to read.
fn told(trace: &Trace, column: &str, visit: VisitId) -> Option<String> {
    let column = trace.columns().iter().find(|other| other.name() == column)?;
    Some(column.value(visit)?.shown())
}

/// What a visit is called whose score is only asked for; `None` of any other.
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

/// That a visit is searched less deep than usual, or deeper, where its program says so.
pub(super) fn depth_sentence(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    depth_text(trace, visit, [Text::SayReduced, Text::SayExtended], language)
}

/// The same in the texts for less deep and for deeper.
pub(super) fn depth_text(trace: &Trace, visit: VisitId, texts: [Text; 2], language: Language) -> Option<String> {
    ["reduced", "extended"].into_iter().zip(texts).find_map(|(name, text)| {
        let column = trace.columns().iter().find(|column| column.name() == name)?;
        let by = column.value(visit).filter(|by| by.number().is_some_and(|by| by > 0.0))?;
        Some(language.fill(text, &[("by", &by.shown())]))
    })
}

/// The guess on which a visit was settled, where its program says so: it proves nothing of the score.
pub(super) fn guess(trace: &Trace, visit: VisitId) -> Option<String> {
    told(trace, "why", visit).filter(|why| GUESSES.contains(&why.to_lowercase().as_str()))
}
