//! The sentences of an explanation.

use crate::analysis::names::node_names::{child_name, node_name};
use crate::analysis::names::pass_names::pass_name;
use crate::language::{Language, Text};
use crate::trace::{Trace, VisitId};

/// A sentence of an explanation, and the frame that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The text of the sentence.
    pub sentence: String,
    /// The frame that shows it, if any.
    pub frame: Option<usize>,
}

pub(in crate::analysis) fn name(trace: &Trace, visit: VisitId, language: Language) -> String {
    node_name(trace, &trace.path(trace.node_of(visit)), language)
}

/// The name of a visit's node, with its pass if that differs from the pass of the visit `asked`.
pub(in crate::analysis) fn name_across(trace: &Trace, visit: VisitId, asked: VisitId, language: Language) -> String {
    let node = name(trace, visit, language);
    match trace.pass_of(visit).filter(|_| trace.pass_of(visit) != trace.pass_of(asked)) {
        Some(place) => language.fill(Text::WhyInPass, &[("node", &node), ("pass", &pass_name(trace, place, language))]),
        None => node,
    }
}

pub(in crate::analysis) fn name_of_child(trace: &Trace, visit: VisitId, language: Language) -> String {
    child_name(trace, &trace.path(trace.node_of(visit)), language)
}
