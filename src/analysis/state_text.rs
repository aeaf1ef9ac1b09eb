use crate::language::{Language, Text};
use crate::trace::{NodeState, Trace, VisitId};

/// The state of a node at a frame as a text. `visit` is the node's latest visit by then, if any.
#[must_use]
pub fn state_text(trace: &Trace, visit: Option<VisitId>, state: NodeState, language: Language) -> String {
    match state {
        NodeState::Scored { score, .. } if visit.is_some_and(|visit| trace.is_horizon(visit)) => {
            language.fill(Text::ScoredAtLimit, &[("score", &trace.in_unit(score).to_string())])
        }
        NodeState::Unvisited => language.text(Text::Unvisited).to_owned(),
        // As an interval, such as (4, 3), a closed window would look like an error.
        NodeState::Open { window } if trace.is_search() && window.is_closed() => {
            let [alpha, beta] = [window.alpha, window.beta].map(|bound| trace.in_unit(bound));
            format!("{}, α {alpha} ≥ β {beta}", language.text(Text::Open))
        }
        NodeState::Open { window } if trace.is_search() => {
            format!("{} {}", language.text(Text::Open), trace.in_unit(window))
        }
        NodeState::Open { .. } => language.text(Text::Generated).to_owned(),
        NodeState::Scored { score, kind } => {
            format!("{} {} {}", language.text(Text::Scored), kind.sign(), trace.in_unit(score))
        }
        NodeState::Skipped { frame } => language.fill(Text::SkippedAt, &[("frame", &language.number(frame as u64))]),
        NodeState::Pruned { frame } => language.fill(Text::PrunedAt, &[("frame", &language.number(frame as u64))]),
    }
}
