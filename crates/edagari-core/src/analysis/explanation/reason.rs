//! Sentences of an explanation: for updates without a child, for speculative, reduced and extended visits, and for the
//! window of a pass.

use crate::analysis::names::naming::pass_name;
use crate::analysis::names::node_names::{child_name, node_name};
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::trace::{KnownReason, Meaning, OwnUpdate, Trace, VisitId, VisitKind};

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

/// The name of a visit's node, with its pass if that differs from the pass of the visit `from`.
pub(in crate::analysis) fn name_across(trace: &Trace, visit: VisitId, from: VisitId, language: Language) -> String {
    let node = name(trace, visit, language);
    match trace.pass_of(visit).filter(|_| trace.pass_of(visit) != trace.pass_of(from)) {
        Some(place) => language.fill(Text::WhyInPass, &[("node", &node), ("pass", &pass_name(trace, place, language))]),
        None => node,
    }
}

pub(in crate::analysis) fn name_of_child(trace: &Trace, visit: VisitId, language: Language) -> String {
    child_name(trace, &trace.path(trace.node_of(visit)), language)
}

/// The sentence for an update without a child; `node` is the name of the updated node.
pub(in crate::analysis) fn own_text(trace: &Trace, own: &OwnUpdate, node: &str, language: Language) -> String {
    let why = own.why.as_deref().unwrap_or_default();
    let text = match own.reason() {
        Some(KnownReason::StandPat) => Text::SayOwnStandPat,
        Some(KnownReason::RuleBounds) if own.is_settled_by_rules() => Text::SayOwnRulesSettle,
        Some(KnownReason::RuleBounds) => Text::SayOwnRules,
        Some(KnownReason::WinAtOnce) => Text::SayOwnWinAtOnce,
        Some(KnownReason::LosingMoves) => Text::SayOwnLosing,
        Some(KnownReason::MateDistance) => Text::SayOwnMateDistance,
        _ => Text::SayOwnOther,
    };
    let value = own.value.unwrap_or_else(|| trace.value_at_start(own.visit()));
    let (value, searched) = (score_text(trace, value, language), trace.in_unit(own.searched).to_string());
    language.sentence(text, &[("node", node), ("value", &value), ("searched", &searched), ("why", why)])
}

/// The name of a speculative visit; `None` for any other visit.
pub(super) fn speculative_name(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    if !trace.is_speculative(visit) {
        return None;
    }
    let text = match trace.kinds_of(visit).iter().find(|kind| kind.is_speculative()) {
        Some(VisitKind::NullMove) => Text::AskedNullMove,
        Some(VisitKind::Probcut) => Text::AskedProbcut,
        Some(VisitKind::Singular) => Text::AskedSingular,
        Some(VisitKind::Verification) => Text::AskedVerification,
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
    [Meaning::Reduced, Meaning::Extended].into_iter().zip(texts).find_map(|(meaning, text)| {
        let by = trace.value_of(meaning, visit).filter(|by| by.number().is_some_and(|by| by > 0.0))?;
        Some(language.fill(text, &[("by", &by.shown())]))
    })
}

/// The heuristic that settled a visit, if the program records one. It proves nothing about the
/// score.
pub(in crate::analysis) fn guess(trace: &Trace, visit: VisitId) -> Option<String> {
    trace.reason_of(visit).filter(|reason| reason.is_guess())?;
    trace.value_of(Meaning::Why, visit).map(|why| why.shown())
}
