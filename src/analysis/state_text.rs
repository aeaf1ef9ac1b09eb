use crate::language::{Language, Text};
use crate::trace::{NodeId, NodeState, Trace};

/// The state of a node at a frame, in words.
#[must_use]
pub fn state_text(trace: &Trace, node: Option<NodeId>, state: NodeState, language: Language) -> String {
    match state {
        NodeState::Scored { score, .. } if node.is_some_and(|node| trace.is_horizon(node)) => {
            language.fill(Text::ScoredAtLimit, &[("score", &score.to_string())])
        }
        NodeState::Unvisited => language.text(Text::Unvisited).to_owned(),
        NodeState::Open { window } if trace.is_search() => {
            format!("{} {window}", language.text(Text::Open))
        }
        NodeState::Open { .. } => language.text(Text::Generated).to_owned(),
        NodeState::Scored { score, kind } => format!("{} {} {score}", language.text(Text::Scored), kind.sign()),
        NodeState::Pruned { frame } => language.fill(Text::PrunedAt, &[("frame", &language.number(frame as u64))]),
    }
}
