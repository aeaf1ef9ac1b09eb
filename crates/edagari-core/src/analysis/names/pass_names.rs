//! The names of passes.

use crate::language::{Language, Text};
use crate::trace::{Trace, VisitId};

/// The text for a kind of pass; a kind of an unknown program is returned unchanged.
fn kind_text(kind: &str, language: Language) -> &str {
    match kind {
        "deepening" => language.text(Text::PassDeepening),
        "aspiration" => language.text(Text::PassAspiration),
        "null-window" => language.text(Text::PassNullWindow),
        kind => kind,
    }
}

/// The short name of a pass: the program's name for it, or else its kind with its depth or number.
#[must_use]
pub fn short_pass_name(trace: &Trace, place: usize, language: Language) -> String {
    let Some(pass) = trace.passes().get(place) else { return String::new() };
    let number = || (place + 1).to_string();
    match (&pass.label, &pass.kind, pass.depth) {
        (Some(label), ..) => label.to_string(),
        (None, Some(kind), Some(depth)) => format!("{} {depth}", kind_text(kind, language)),
        (None, Some(kind), None) => format!("{} {}", kind_text(kind, language), number()),
        (None, None, Some(depth)) => depth.to_string(),
        (None, None, None) => number(),
    }
}

/// The name of a pass in a sentence: its number from 1, with the program's name or kind if any.
#[must_use]
pub fn pass_name(trace: &Trace, place: usize, language: Language) -> String {
    let number = language.number(place as u64 + 1);
    let pass = trace.passes().get(place);
    let kind = |kind| kind_text(kind, language);
    match pass.and_then(|pass| pass.label.as_deref().or(pass.kind.as_deref().map(kind))) {
        Some(name) => language.fill(Text::PassNamed, &[("number", &number), ("name", name)]),
        None => language.fill(Text::PassNumber, &[("number", &number)]),
    }
}

/// A short tag for a visit among the visits of its node: `p3`, the visit in the third pass; `p3#2`, the second one there; in a
/// run without passes `#2`, the second one of all.
#[must_use]
pub fn visit_tag(trace: &Trace, visit: VisitId) -> String {
    let number = trace.layer_of(visit) + 1;
    let Some(place) = trace.pass_of(visit) else { return format!("#{number}") };
    let (first, node) = (trace.passes()[place].visit, trace.node_of(visit));
    let before = trace.span(first).0.checked_sub(1).map_or(0, |before| trace.layers_by(node, before));
    // Visits of other threads to the node can come in between.
    let since = trace.layers(node).skip(before).take(number - before);
    match since.filter(|&layer| trace.is_within(layer, first)).count() {
        0 | 1 => format!("p{}", place + 1),
        again => format!("p{}#{again}", place + 1),
    }
}
