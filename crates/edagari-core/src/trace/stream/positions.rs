//! Positions and labels of a trace's visits, computed while the visits are written in order.

use crate::game::AnyPosition;
use crate::score::Score;
use crate::trace::{NodeId, Process, Trace, VisitId};

/// Visits on the current path of each thread with their positions; in a generated tree, all visits so far.
pub(in crate::trace) struct Positions<'a> {
    trace: &'a Trace,
    paths: Vec<Vec<(VisitId, Option<AnyPosition>)>>,
    /// Place of the visit that was entered last.
    last: OnPath,
}

/// Place of a visit on the path of its thread.
#[derive(Clone, Copy, Default)]
pub(in crate::trace) struct OnPath {
    thread: usize,
    place: usize,
}

impl<'a> Positions<'a> {
    pub(in crate::trace) fn of(trace: &'a Trace) -> Self {
        let paths = std::iter::repeat_with(Vec::new).take(trace.thread_count()).collect();
        Self { trace, paths, last: OnPath::default() }
    }

    /// Moves to a visit that was just entered. Its position is known if the position of its parent is. Returns the parent, with its
    /// place.
    pub(in crate::trace) fn go_to(&mut self, visit: VisitId) -> Option<(VisitId, OnPath)> {
        let parent = self.trace.parent_visit(visit);
        let place = parent.map(|parent| self.place_of(parent));
        let mv = self.trace.move_of(self.trace.node_of(visit));
        let position = match place.and_then(|place| self.at(place)) {
            Some((_, above)) => above.as_ref().zip(mv).and_then(|(above, mv)| above.play(mv)),
            None => self.trace.position(&[]),
        };
        let thread = self.trace.thread_of(visit);
        let path = &mut self.paths[thread];
        if let Process::Search(_) = self.trace.setup.process {
            path.truncate(place.map_or(0, |place| place.place + 1));
        }
        self.last = OnPath { thread, place: path.len() };
        path.push((visit, position));
        parent.zip(place)
    }

    fn at(&self, place: OnPath) -> Option<&(VisitId, Option<AnyPosition>)> {
        self.paths.get(place.thread)?.get(place.place)
    }

    /// Place of a visit on the path.
    pub(in crate::trace) fn place_of(&self, visit: VisitId) -> OnPath {
        let thread = self.trace.thread_of(visit);
        let place = match self.trace.setup.process {
            Process::Generate(_) => visit.0 as usize,
            Process::Search(_) => self.paths[thread].partition_point(|(above, _)| *above < visit),
        };
        OnPath { thread, place }
    }

    /// Place of the current visit.
    pub(in crate::trace) const fn last_place(&self) -> OnPath {
        self.last
    }

    /// Text of the move from the visit at `place` to one of its children, as the trace writes it.
    pub(in crate::trace) fn move_text(&self, place: OnPath, child: NodeId) -> Option<String> {
        if let Some(text) = self.trace.recorded_move_text(child) {
            return Some(text.to_owned());
        }
        let mv = self.trace.move_of(child)?;
        Some(self.at(place)?.1.as_ref()?.move_text(mv as usize))
    }

    /// Label of the current visit's node, if it does not follow from rules that a reader knows.
    pub(in crate::trace) fn label(&self) -> Option<String> {
        let (visit, position) = self.at(self.last)?;
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

    /// Score of the current visit, if it is a leaf of a generated tree and a reader does not know the rules; no frame contains that
    /// score.
    pub(in crate::trace) fn generated_score(&self) -> Option<Score> {
        let (visit, position) = self.at(self.last)?;
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
