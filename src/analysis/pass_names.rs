//! The names of passes.

use crate::language::{Language, Text};
use crate::trace::Trace;

/// The name of a pass where there is little room: what the program calls it, else its kind and depth or number.
#[must_use]
pub fn short_pass_name(trace: &Trace, place: usize) -> String {
    let Some(pass) = trace.passes().get(place) else { return String::new() };
    let number = || (place + 1).to_string();
    match (&pass.label, &pass.kind, pass.depth) {
        (Some(label), ..) => label.to_string(),
        (None, Some(kind), Some(depth)) => format!("{kind} {depth}"),
        (None, Some(kind), None) => format!("{kind} {}", number()),
        (None, None, Some(depth)) => depth.to_string(),
        (None, None, None) => number(),
    }
}

/// The name of a pass in a sentence: its number from 1, and the program's own name or kind of it.
#[must_use]
pub fn pass_name(trace: &Trace, place: usize, language: Language) -> String {
    let number = language.number(place as u64 + 1);
    let pass = trace.passes().get(place);
    match pass.and_then(|pass| pass.label.as_deref().or(pass.kind.as_deref())) {
        Some(name) => language.fill(Text::PassNamed, &[("number", &number), ("name", name)]),
        None => language.fill(Text::PassNumber, &[("number", &number)]),
    }
}
