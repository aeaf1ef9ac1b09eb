//! What the pictures of a tree say of a visit, in words: which one it is, and what a column tells of it.

use crate::analysis::pass_name;
use crate::language::{Language, Text};
use crate::scene::ColumnColors;
use crate::trace::{Trace, VisitId};

/// What the column says that gives the colours, of a visit that has begun by a frame.
pub(super) fn column_text(
    trace: &Trace,
    frame: usize,
    colors: Option<&ColumnColors>,
    visit: VisitId,
) -> Option<String> {
    let name = colors.filter(|_| trace.span(visit).0 <= frame)?.name();
    let column = trace.columns().iter().find(|column| column.name() == name)?;
    Some(format!("{name} {}", column.value(visit)?.shown()))
}

/// Which visit of its node one is, and in which pass.
pub(super) fn layer_text(trace: &Trace, layer: VisitId, language: Language) -> String {
    let count = trace.layers(trace.node_of(layer)).len();
    let [number, count] = [trace.layer_of(layer) + 1, count].map(|number| language.number(number as u64));
    let visit = language.fill(Text::VisitNumber, &[("number", &number), ("count", &count)]);
    match trace.pass_of(layer) {
        Some(place) => [visit, pass_name(trace, place, language)].join(language.text(Text::Comma)),
        None => visit,
    }
}
