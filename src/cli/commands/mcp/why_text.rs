//! Why a node was pruned, or where its score comes from, as lines with frame numbers.

use edagari_core::analysis::{Reason, explain, why_pruned, why_score};
use edagari_core::language::Language;
use edagari_core::trace::{NodeState, Trace};

/// Returns the reasons as lines. Without `path` they are those of the frame's node, or of the first node that the frame prunes.
pub(super) fn why_text(trace: &Trace, frame: usize, path: Option<Vec<u32>>, language: Language) -> String {
    let mut reasons = Vec::new();
    let path = path.unwrap_or_else(|| {
        let Some(step) = trace.step(frame) else { return Vec::new() };
        if step.cut.is_some() {
            reasons.push(Reason { sentence: explain(trace, frame, language), frame: Some(frame) });
        }
        let pruned = step.cut.and_then(|_| trace.pruned_children(step.visit).next());
        trace.path(pruned.unwrap_or(step.node))
    });
    let place = trace.place(&path);
    if matches!(trace.state(place, usize::MAX), NodeState::Pruned { .. }) {
        reasons.extend(why_pruned(trace, place).into_iter().flat_map(|why| why.sentences(trace, place, language)));
    } else {
        reasons.extend(why_score(trace, &path, frame, language).sentences);
    }
    let line = |reason: Reason| match reason.frame {
        Some(frame) => format!("frame {frame}: {}\n", reason.sentence),
        None => format!("{}\n", reason.sentence),
    };
    reasons.into_iter().map(line).collect()
}
