//! Changes of one value of a node from frame to frame: its state, its bounds, its score, a column. They are found by the indexes of
//! the node, without a scan over the children of a visit.

use std::mem::{Discriminant, discriminant};

use super::turns::Turns;
use super::{NodeState, Place};
use crate::score::{BoundKind, Score, Window};
use crate::trace::{ColumnValue, Trace, VisitId};

/// A value of a node that can change from frame to frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// State of the node: unvisited, open, scored, pruned or skipped.
    State,
    /// α of the latest visit, see [`Visit::window_at`](super::Visit::window_at).
    Alpha,
    /// β of the latest visit.
    Beta,
    /// Score of the node, or the best score so far while the node is open, see [`Visit::score_at`](super::Visit::score_at).
    Score,
    /// Window that the latest visit was given.
    Given,
    /// Number N of finished iterations through the node in a Monte-Carlo tree search, in any other search the number of visits that have begun.
    Visits,
    /// Total W of the results in a Monte-Carlo tree search, see [`Sample`](super::Sample).
    Total,
    /// Mean result Q in a Monte-Carlo tree search.
    Mean,
    /// Exploration term U with which the node's parent considers it, see [`Candidate`](super::Candidate).
    Exploration,
    /// Mean plus exploration term, as the player who selects sees them.
    Sum,
    /// Proof number in a proof-number search, see [`Proofs::of`](super::Proofs::of).
    Proof,
    /// Disproof number in a proof-number search.
    Disproof,
    /// Value of the latest visit in the column with this index.
    Column(usize),
}

/// Value of a [`Field`], for comparison.
#[derive(Clone, PartialEq, Debug)]
enum Value<'a> {
    State(Discriminant<NodeState>),
    Bound(Option<Score>),
    Score(Option<(Score, Option<BoundKind>)>),
    Window(Option<Window>),
    Count(u64),
    Total(i64),
    Real(Option<f64>),
    Proof(Option<u32>),
    Column(Option<ColumnValue<'a>>),
}

/// Changes of one field, from frame to frame; see [`Trace::history`].
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    pub(in crate::trace) trace: &'a Trace,
    pub(in crate::trace) field: Field,
}

impl<'a> History<'a> {
    /// Returns the first frame after `frame` at which a value of a node changes.
    #[must_use]
    pub fn next(&self, place: Place, frame: usize) -> Option<usize> {
        if let Some(turns) = self.turns(place) {
            let mut ahead = std::iter::successors(turns.next(frame), |&at| turns.next(at));
            return ahead.find(|&at| self.changes_at(place, at));
        }
        let layers = place.recorded();
        let mut from = frame;
        let mut layer = self.trace.visit_at(place, frame);
        if layer.is_none() {
            let end = layers.and_then(|node| self.trace.next_layer(node, frame)).map(|first| self.trace.span(first).0);
            let left_out = self.left_out_frames(place).into_iter().filter(|&at| at > frame);
            if let Some(found) =
                left_out.filter(|&at| end.is_none_or(|end| at < end)).find(|&at| self.changes_at(place, at))
            {
                return Some(found);
            }
            from = end?;
            if self.changes_at(place, from) {
                return Some(from);
            }
            layer = self.trace.visit_at(place, from);
        }
        loop {
            let visit = layer?;
            let next = layers.and_then(|node| self.trace.next_layer(node, from)).map(|next| self.trace.span(next).0);
            let is_before = |&at: &usize| at > from && next.is_none_or(|next| at < next);
            let found = self.frames_after(visit, from).into_iter().filter(is_before);
            if let Some(found) = found.chain(next).find(|&at| self.changes_at(place, at)) {
                return Some(found);
            }
            from = next?;
            layer = self.trace.visit_at(place, from);
        }
    }

    /// Returns the last frame before `frame` at which a value of a node changed.
    #[must_use]
    pub fn previous(&self, place: Place, frame: usize) -> Option<usize> {
        if let Some(turns) = self.turns(place) {
            let mut back = std::iter::successors(turns.previous(frame), |&at| turns.previous(at));
            return back.find(|&at| self.changes_at(place, at));
        }
        let mut before = frame.min(self.trace.frame_count());
        loop {
            let layer = before.checked_sub(1).and_then(|last| self.trace.visit_at(place, last));
            let Some(visit) = layer else {
                let mut left_out = self.left_out_frames(place).into_iter().rev().filter(|&at| at < before);
                return left_out.find(|&at| self.changes_at(place, at));
            };
            let mut found = self.frames_before(visit, before).into_iter().filter(|&at| at < before);
            if let Some(found) = found.find(|&at| self.changes_at(place, at)) {
                return Some(found);
            }
            before = self.trace.span(visit).0;
        }
    }

    /// Returns the child that was the last to change a bound or the score of `visit` by `frame`; `None` if no child has changed it.
    #[must_use]
    pub fn cause(&self, visit: VisitId, frame: usize) -> Option<VisitId> {
        let (start, end) = self.trace.span(visit);
        // At the end of a visit, the kind of its score changes; no child causes that.
        let before = end.unwrap_or(usize::MAX).min(frame.saturating_add(1));
        let mut found = self.frames_before(visit, before).into_iter();
        let update = found.find(|&at| at > start && at < before && self.visit_changes_at(visit, at))?;
        self.trace.returned_child(update).filter(|&child| self.trace.parent_visit(child) == Some(visit))
    }

    /// Returns the candidates for the changes of a number that visits of other nodes can change, too; `None` for other fields.
    fn turns(&self, place: Place) -> Option<Turns<'a>> {
        let of_node = match self.field {
            Field::Visits | Field::Total | Field::Mean => Turns::of_visits,
            Field::Exploration | Field::Sum => Turns::of_candidate,
            Field::Proof | Field::Disproof => Turns::of_proof,
            Field::State | Field::Alpha | Field::Beta | Field::Score | Field::Given | Field::Column(_) => return None,
        };
        Some(place.recorded().map_or_else(|| Turns::none(self.trace), |node| of_node(self.trace, node)))
    }

    /// Value of a field at a frame.
    fn field_value(&self, place: Place, frame: usize) -> Value<'a> {
        let visit = self.trace.visit_at(place, frame);
        let window = || visit.and_then(|visit| self.trace.visit(visit).window_at(frame));
        let sample = || self.trace.samples().zip(place.recorded()).map(|(samples, node)| samples.of(node, frame));
        let sample = || sample().unwrap_or_default();
        let candidate = || self.trace.samples()?.candidate(place.recorded()?, frame);
        let proof = || self.trace.proofs()?.of(place.recorded()?, frame);
        match self.field {
            Field::State => Value::State(discriminant(&self.trace.state(place, frame))),
            Field::Alpha => Value::Bound(window().map(|window| window.alpha)),
            Field::Beta => Value::Bound(window().map(|window| window.beta)),
            Field::Score => Value::Score(visit.and_then(|visit| self.trace.visit(visit).score_at(frame))),
            Field::Given => Value::Window(visit.map(|visit| self.trace.given_window(visit))),
            Field::Visits if self.trace.samples().is_none() => {
                Value::Count(place.recorded().map_or(0, |node| self.trace.layers_by(node, frame)) as u64)
            }
            Field::Visits => Value::Count(sample().visits.into()),
            Field::Total => Value::Total(sample().total),
            Field::Mean => Value::Real(sample().mean()),
            Field::Exploration => Value::Real(candidate().map(|candidate| candidate.exploration)),
            Field::Sum => Value::Real(candidate().map(|candidate| candidate.sum())),
            Field::Proof => Value::Proof(proof().map(|numbers| numbers.proof)),
            Field::Disproof => Value::Proof(proof().map(|numbers| numbers.disproof)),
            Field::Column(index) => {
                let column = self.trace.columns().get(index);
                Value::Column(visit.and_then(|visit| column?.value(visit)))
            }
        }
    }

    fn changes_at(&self, place: Place, frame: usize) -> bool {
        frame.checked_sub(1).is_some_and(|before| self.field_value(place, before) != self.field_value(place, frame))
    }

    /// Candidates, in order, for the first frame of a visit after `from` at which a field changes.
    fn frames_after(&self, visit: VisitId, from: usize) -> Vec<usize> {
        let (start, end) = self.trace.span(visit);
        let mut frames = vec![start];
        match self.field {
            Field::Alpha | Field::Beta | Field::Score if !self.updates_are_monotone() => {
                // A file can state a window at any frame of the visit.
                let own = std::iter::successors(Some(from), |&at| self.trace.next_frame_of(visit, at)).skip(1);
                frames.extend(own.skip_while(|&at| at <= start).find(|&at| self.visit_changes_at(visit, at)));
            }
            Field::Alpha | Field::Beta | Field::Score => {
                frames.push(start + 1);
                frames.extend(self.next_update_that_changes(visit, from.max(start)));
            }
            _ => {}
        }
        frames.extend(end);
        frames
    }

    /// Candidates, the last one first, for the last frame of a visit before `before` at which a field changed.
    fn frames_before(&self, visit: VisitId, before: usize) -> Vec<usize> {
        let (start, end) = self.trace.span(visit);
        let mut frames: Vec<usize> = end.into_iter().collect();
        match self.field {
            Field::Alpha | Field::Beta | Field::Score if !self.updates_are_monotone() => {
                let own = std::iter::successors(Some(before), |&at| self.trace.previous_frame_of(visit, at)).skip(1);
                frames.extend(own.take_while(|&at| at > start).find(|&at| self.visit_changes_at(visit, at)));
            }
            Field::Alpha | Field::Beta | Field::Score => {
                frames.extend(self.last_update_that_changed(visit, before));
                frames.push(start + 1);
            }
            _ => {}
        }
        frames.push(start);
        frames
    }

    /// Whether updates of a visit only improve its score and narrow its window, as in all searches of Edagari. Files can state any
    /// windows.
    fn updates_are_monotone(&self) -> bool {
        self.trace.foreign.is_none() && self.trace.origin().is_none() && self.trace.visits.threads.is_none()
    }

    /// Whether a bound or the score of a visit changes at one of its frames.
    fn visit_changes_at(&self, visit: VisitId, frame: usize) -> bool {
        self.value_of_visit(visit, frame - 1) != self.value_of_visit(visit, frame)
    }

    /// Value of a bound or of the score in a visit.
    fn value_of_visit(&self, visit: VisitId, frame: usize) -> Value<'a> {
        match self.field {
            Field::Score => Value::Score(self.trace.visit(visit).score_at(frame)),
            _ => Value::Bound(self.trace.visit(visit).window_at(frame).map(|window| bound_of(window, self.field))),
        }
    }

    /// Value of a bound or of the best score after the visit was updated with its first `count` children.
    fn value_after(&self, visit: VisitId, count: usize) -> Option<Score> {
        let taken_in = count.checked_sub(1).and_then(|last| self.trace.visits.entered_child(visit, last));
        let value = taken_in.map(|child| self.trace.visits.value_of_parent(child));
        if self.field == Field::Score {
            return value;
        }
        Some(bound_of(
            value.map_or(self.trace.table().searched_window(visit), |value| self.trace.window_with(visit, value, 0)),
            self.field,
        ))
    }

    /// Number of children with which a visit was updated by `frame`.
    fn taken_in_by(&self, visit: VisitId, frame: usize) -> usize {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        let entered = self.trace.visits.children_entered_by(visit, frame);
        let is_taken_in = |place: usize| {
            let child = self.trace.visits.entered_child(visit, place);
            child.and_then(|child| self.trace.update_after(child)).is_some_and(|update| update <= frame)
        };
        // The visit has been updated with all entered children except, possibly, the last one.
        entered.checked_sub(1).map_or(0, |last| if is_taken_in(last) { entered } else { last })
    }

    fn update_of_place(&self, visit: VisitId, place: usize) -> Option<usize> {
        Some(self.trace.update_after(self.trace.visits.entered_child(visit, place)?)? as usize)
    }

    fn next_update_that_changes(&self, visit: VisitId, from: usize) -> Option<usize> {
        let (first, all) = (self.taken_in_by(visit, from), self.taken_in_by(visit, usize::MAX));
        let now = self.value_after(visit, first);
        // The values are monotone, so equal values are adjacent.
        let (mut low, mut high) = (first, all);
        if self.value_after(visit, all) == now {
            return None;
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.value_after(visit, middle) == now {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.update_of_place(visit, high - 1)
    }

    fn last_update_that_changed(&self, visit: VisitId, before: usize) -> Option<usize> {
        let last = self.taken_in_by(visit, before.checked_sub(1)?);
        let now = self.value_after(visit, last);
        if last == 0 || self.value_after(visit, 0) == now {
            return None;
        }
        let (mut low, mut high) = (0, last);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.value_after(visit, middle) == now {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.update_of_place(visit, high - 1)
    }

    /// Frames, in order, at which visits of a node's ancestors start, prune the node or skip it; for a node that has not been
    /// visited.
    fn left_out_frames(&self, place: Place) -> Vec<usize> {
        let mut frames = Vec::new();
        if self.field != Field::State || (!self.tells_skips() && !self.has_cuts()) {
            return frames;
        }
        let mut below = place.node;
        let mut above = if place.below > 0 { Some(place.node) } else { self.trace.parent(place.node) };
        while let Some(node) = above {
            for layer in self.trace.layers(node) {
                frames.push(self.trace.span(layer).0);
                frames.extend(self.trace.cut_frame(layer));
                frames.extend(self.trace.skipped_at(layer, below, u32::MAX));
            }
            below = node;
            above = self.trace.parent(node);
        }
        frames.sort_unstable();
        frames.dedup();
        frames
    }

    fn tells_skips(&self) -> bool {
        !self.trace.skips().is_empty()
    }

    /// Whether any visit can make a cut.
    fn has_cuts(&self) -> bool {
        self.trace.can_cut()
    }
}

fn bound_of(window: Window, field: Field) -> Score {
    if field == Field::Beta { window.beta } else { window.alpha }
}
