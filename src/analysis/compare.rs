use crate::trace::{NodeState, Trace};

/// Where another trace of the same game stands when this one is at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counterpart {
    /// At the frame at which it entered that node.
    Entered(usize),
    /// At the frame at which a cut pruned that node.
    Pruned(usize),
    /// Nowhere: it never came there, and nothing pruned it.
    NeverReached,
}

/// Finds the node of one trace's frame in another trace.
#[must_use]
pub fn counterpart(trace: &Trace, frame: usize, other: &Trace) -> Counterpart {
    let Some(step) = trace.step(frame) else { return Counterpart::NeverReached };
    // Both paths as the game sees them; a run that started deeper knows only what is below its start.
    let path: Vec<u16> = trace.start.iter().copied().chain(trace.path(step.node)).collect();
    let Some(path) = path.strip_prefix(other.start.as_slice()) else { return Counterpart::NeverReached };
    let place = other.place(path);
    if let Some(visit) = place.recorded().and_then(|node| other.visit_of(node)) {
        return Counterpart::Entered(other.span(visit).0);
    }
    match other.state(place, usize::MAX) {
        NodeState::Pruned { frame } => Counterpart::Pruned(frame),
        _ => Counterpart::NeverReached,
    }
}
