use crate::trace::{NodeState, Trace};

/// The frame of another trace of the same game that corresponds to a node of this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counterpart {
    /// The frame at which the other trace entered that node.
    Entered(usize),
    /// The frame at which a cut of the other trace pruned that node.
    Pruned(usize),
    /// None: the other trace never reached that node, and nothing pruned it.
    NeverReached,
}

/// Finds the node of one trace's frame in another trace.
#[must_use]
pub fn counterpart(trace: &Trace, frame: usize, other: &Trace) -> Counterpart {
    let Some(step) = trace.step(frame) else { return Counterpart::NeverReached };
    let Some(path) = path_in(trace, &trace.path(step.node), other) else { return Counterpart::NeverReached };
    let place = other.place(&path);
    if let Some(visit) = place.recorded().and_then(|node| other.layers(node).next()) {
        return Counterpart::Entered(other.span(visit).0);
    }
    match other.state(place, usize::MAX) {
        NodeState::Pruned { frame } => Counterpart::Pruned(frame),
        _ => Counterpart::NeverReached,
    }
}

/// The moves to a node of one trace, from the start of another of the same game, or of its tree with changes; `None` where they do not lead there.
#[must_use]
pub fn path_in(trace: &Trace, path: &[u32], other: &Trace) -> Option<Vec<u32>> {
    let is_same_game = trace.setup.game == other.setup.game;
    if is_same_game && trace.recorded_tree().is_none() && other.recorded_tree().is_none() {
        // As the game sees both; a run that started deeper knows only what is below its start.
        let whole: Vec<u32> = trace.start.iter().chain(path).copied().collect();
        return whole.strip_prefix(other.start.as_slice()).map(<[u32]>::to_vec);
    }
    // The moves of a recorded tree stand in the order of the visits, and those of a tree that was changed as they were put, so they are
    // found by their texts.
    let mut position = other.position(&[])?;
    let mut found = Vec::with_capacity(path.len());
    for text in trace.game.move_texts(&trace.start, path) {
        let mv = (0..position.move_count()).find(|&mv| position.move_text(mv) == text)? as u32;
        position = position.play(mv)?;
        found.push(mv);
    }
    (found.len() == path.len()).then_some(found)
}
