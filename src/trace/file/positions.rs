//! The positions of a trace's visits, and their labels, while the visits are written one after another.

use crate::game::AnyPosition;
use crate::score::Score;
use crate::trace::{NodeId, Process, Trace, VisitId};

/// The visits on the current path with their positions; of a tree that is generated, all so far.
pub(super) struct Positions<'a> {
    trace: &'a Trace,
    path: Vec<(VisitId, Option<AnyPosition>)>,
}

impl<'a> Positions<'a> {
    pub(super) const fn of(trace: &'a Trace) -> Self {
        Self { trace, path: Vec::new() }
    }

    /// Goes to a visit just entered; its position is known if its parent's is. Returns the parent, with
    /// its place.
    pub(super) fn go_to(&mut self, visit: VisitId) -> Option<(VisitId, usize)> {
        let parent = self.trace.parent_visit(visit);
        let place = parent.map(|parent| self.place_of(parent));
        let mv = self.trace.move_of(self.trace.node_of(visit));
        let position = match place.and_then(|place| self.path.get(place)) {
            Some((_, above)) => above.as_ref().zip(mv).and_then(|(above, mv)| above.play(mv)),
            None => self.trace.position(&[]),
        };
        if let (Some(place), Process::Search(_)) = (place, self.trace.setup.process) {
            self.path.truncate(place + 1);
        }
        self.path.push((visit, position));
        parent.zip(place)
    }

    /// The place of a visit on the path.
    pub(super) fn place_of(&self, visit: VisitId) -> usize {
        match self.trace.setup.process {
            Process::Generate(_) => visit.0 as usize,
            Process::Search(_) => self.path.partition_point(|(above, _)| *above < visit),
        }
    }

    /// The place of the current visit.
    pub(super) const fn last_place(&self) -> usize {
        self.path.len().saturating_sub(1)
    }

    /// The text of the move from the visit at a place to one of its children, as the trace writes it.
    pub(super) fn move_text(&self, place: usize, child: NodeId) -> Option<String> {
        if let Some(text) = self.trace.recorded_move_text(child) {
            return Some(text.to_owned());
        }
        let mv = self.trace.move_of(child)?;
        Some(self.path.get(place)?.1.as_ref()?.move_text(mv as usize))
    }

    /// The name of the node of the current visit, if it does not follow from rules that a reader
    /// knows.
    pub(super) fn label(&self) -> Option<String> {
        let (visit, position) = self.path.last()?;
        if let Some(tree) = self.trace.recorded_tree() {
            let label = tree.nodes().get(self.trace.node_of(*visit).0 as usize)?.label?;
            return Some(tree.text(label).to_owned());
        }
        if self.trace.is_of_other_game() {
            return position.as_ref()?.label();
        }
        let labels = &self.trace.foreign()?.labels;
        let index = labels.binary_search_by_key(&visit.0, |&(key, _)| key).ok()?;
        Some(labels[index].1.to_string())
    }

    /// The score of the current visit, if it is a leaf of a generated tree and a reader does not know the rules: no
    /// frame has it.
    pub(super) fn generated_score(&self) -> Option<Score> {
        let (visit, position) = self.path.last()?;
        if self.trace.is_search() {
            return None;
        }
        match self.trace.recorded_tree() {
            Some(tree) => tree.nodes().get(self.trace.node_of(*visit).0 as usize)?.score,
            None if self.trace.is_of_other_game() => position.as_ref()?.score(),
            None => None,
        }
    }
}
