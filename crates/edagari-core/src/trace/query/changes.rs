//! Changes of one value of a node from frame to frame: its state, its bounds, its score, a column. They are found by the indexes of
//! the node, without a scan over the children of a visit.

use std::mem::{Discriminant, discriminant};

use super::{NodeState, Place};
use crate::score::{BoundKind, Score, Window};
use crate::trace::{ColumnValue, Trace, VisitId};

/// A value of a node that can change from frame to frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// State of the node: unvisited, open, scored, pruned or skipped.
    State,
    /// α of the latest visit, see [`Trace::window_by_visit`].
    Alpha,
    /// β of the latest visit.
    Beta,
    /// Score of the node, or the best score so far while the node is open, see [`Trace::score_by_visit`].
    Score,
    /// Value of the latest visit in the column with this index.
    Column(usize),
}

/// Value of a [`Field`], for comparison.
#[derive(Clone, PartialEq, Debug)]
enum Value<'a> {
    State(Discriminant<NodeState>),
    Bound(Option<Score>),
    Score(Option<(Score, Option<BoundKind>)>),
    Column(Option<ColumnValue<'a>>),
}

impl Trace {
    /// Returns the window of `visit` at `frame`; after the visit has ended, its last window. `None` before it starts.
    #[must_use]
    pub fn window_by_visit(&self, visit: VisitId, frame: usize) -> Option<Window> {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX).min(self.frame_count.checked_sub(1)?);
        (self.visits.start(visit) <= frame).then(|| self.window_at(visit, frame))
    }

    /// Returns the score of `visit` at `frame` with its kind; while the visit is open, the score that it would return, without a
    /// kind.
    #[must_use]
    pub fn score_by_visit(&self, visit: VisitId, frame: usize) -> Option<(Score, Option<BoundKind>)> {
        match self.state_by(visit, frame) {
            NodeState::Scored { score, kind } => Some((score, Some(kind))),
            NodeState::Open { .. } if self.is_search() => {
                Some((self.value_by(visit, u32::try_from(frame).unwrap_or(u32::MAX))?, None))
            }
            _ => None,
        }
    }

    /// Returns the first frame after `frame` at which a value of a node changes.
    #[must_use]
    pub fn next_change(&self, place: Place, field: Field, frame: usize) -> Option<usize> {
        let layers = place.recorded();
        let mut from = frame;
        let mut layer = self.visit_at(place, frame);
        if layer.is_none() {
            let end = layers.and_then(|node| self.next_layer(node, frame)).map(|first| self.span(first).0);
            let left_out = self.left_out_frames(place, field).into_iter().filter(|&at| at > frame);
            if let Some(found) =
                left_out.filter(|&at| end.is_none_or(|end| at < end)).find(|&at| self.changes_at(place, field, at))
            {
                return Some(found);
            }
            from = end?;
            if self.changes_at(place, field, from) {
                return Some(from);
            }
            layer = self.visit_at(place, from);
        }
        loop {
            let visit = layer?;
            let next = layers.and_then(|node| self.next_layer(node, from)).map(|next| self.span(next).0);
            let is_before = |&at: &usize| at > from && next.is_none_or(|next| at < next);
            let found = self.frames_after(visit, field, from).into_iter().filter(is_before);
            if let Some(found) = found.chain(next).find(|&at| self.changes_at(place, field, at)) {
                return Some(found);
            }
            from = next?;
            layer = self.visit_at(place, from);
        }
    }

    /// Returns the last frame before `frame` at which a value of a node changed.
    #[must_use]
    pub fn previous_change(&self, place: Place, field: Field, frame: usize) -> Option<usize> {
        let mut before = frame.min(self.frame_count());
        loop {
            let layer = before.checked_sub(1).and_then(|last| self.visit_at(place, last));
            let Some(visit) = layer else {
                let mut left_out = self.left_out_frames(place, field).into_iter().rev().filter(|&at| at < before);
                return left_out.find(|&at| self.changes_at(place, field, at));
            };
            let mut found = self.frames_before(visit, field, before).into_iter().filter(|&at| at < before);
            if let Some(found) = found.find(|&at| self.changes_at(place, field, at)) {
                return Some(found);
            }
            before = self.span(visit).0;
        }
    }

    /// Returns the child that was the last to change a bound or the score of `visit` by `frame`; `None` if no child has changed it.
    #[must_use]
    pub fn changed_by(&self, visit: VisitId, field: Field, frame: usize) -> Option<VisitId> {
        let (start, end) = self.span(visit);
        // At the end of a visit its score changes in kind, which is not caused by a child.
        let before = end.unwrap_or(usize::MAX).min(frame.saturating_add(1));
        let mut found = self.frames_before(visit, field, before).into_iter();
        let update = found.find(|&at| at > start && at < before && self.visit_changes_at(visit, field, at))?;
        self.returned_child(update).filter(|&child| self.parent_visit(child) == Some(visit))
    }

    /// The last child of `visit` that has ended by `frame`.
    #[must_use]
    pub fn last_ended_child(&self, visit: VisitId, frame: usize) -> Option<VisitId> {
        let entered = self.visits.children_entered_by(visit, u32::try_from(frame).unwrap_or(u32::MAX));
        // All entered children except the last one have ended.
        let mut last =
            (entered.saturating_sub(2)..entered).rev().filter_map(|place| self.visits.entered_child(visit, place));
        last.find(|&child| self.span(child).1.is_some_and(|end| end <= frame))
    }

    /// Value of a field at a frame.
    fn field_value(&self, place: Place, field: Field, frame: usize) -> Value<'_> {
        let visit = self.visit_at(place, frame);
        let window = || visit.and_then(|visit| self.window_by_visit(visit, frame));
        match field {
            Field::State => Value::State(discriminant(&self.state(place, frame))),
            Field::Alpha => Value::Bound(window().map(|window| window.alpha)),
            Field::Beta => Value::Bound(window().map(|window| window.beta)),
            Field::Score => Value::Score(visit.and_then(|visit| self.score_by_visit(visit, frame))),
            Field::Column(index) => {
                let column = self.columns().get(index);
                Value::Column(visit.and_then(|visit| column?.value(visit)))
            }
        }
    }

    fn changes_at(&self, place: Place, field: Field, frame: usize) -> bool {
        frame
            .checked_sub(1)
            .is_some_and(|before| self.field_value(place, field, before) != self.field_value(place, field, frame))
    }

    /// Candidates, in order, for the first frame of a visit after `from` at which a field changes.
    fn frames_after(&self, visit: VisitId, field: Field, from: usize) -> Vec<usize> {
        let (start, end) = self.span(visit);
        let mut frames = vec![start];
        match field {
            Field::State | Field::Column(_) => {}
            Field::Alpha | Field::Beta | Field::Score if !self.updates_are_monotone() => {
                // A file can state a window at any frame of the visit.
                let own = std::iter::successors(Some(from), |&at| self.next_frame_of(visit, at)).skip(1);
                frames.extend(own.skip_while(|&at| at <= start).find(|&at| self.visit_changes_at(visit, field, at)));
            }
            Field::Alpha | Field::Beta | Field::Score => {
                frames.push(start + 1);
                frames.extend(self.next_update_that_changes(visit, field, from.max(start)));
            }
        }
        frames.extend(end);
        frames
    }

    /// Candidates, the last one first, for the last frame of a visit before `before` at which a field changed.
    fn frames_before(&self, visit: VisitId, field: Field, before: usize) -> Vec<usize> {
        let (start, end) = self.span(visit);
        let mut frames: Vec<usize> = end.into_iter().collect();
        match field {
            Field::State | Field::Column(_) => {}
            Field::Alpha | Field::Beta | Field::Score if !self.updates_are_monotone() => {
                let own = std::iter::successors(Some(before), |&at| self.previous_frame_of(visit, at)).skip(1);
                frames.extend(own.take_while(|&at| at > start).find(|&at| self.visit_changes_at(visit, field, at)));
            }
            Field::Alpha | Field::Beta | Field::Score => {
                frames.extend(self.last_update_that_changed(visit, field, before));
                frames.push(start + 1);
            }
        }
        frames.push(start);
        frames
    }

    /// Whether updates of a visit only improve its score and narrow its window, as in all searches of Edagari. Files can state any
    /// windows.
    fn updates_are_monotone(&self) -> bool {
        self.foreign.is_none() && self.origin().is_none() && self.visits.threads.is_none()
    }

    /// Whether a bound or the score of a visit changes at one of its frames.
    fn visit_changes_at(&self, visit: VisitId, field: Field, frame: usize) -> bool {
        self.value_of_visit(visit, field, frame - 1) != self.value_of_visit(visit, field, frame)
    }

    /// Value of a bound or of the score in a visit.
    fn value_of_visit(&self, visit: VisitId, field: Field, frame: usize) -> Value<'_> {
        match field {
            Field::Score => Value::Score(self.score_by_visit(visit, frame)),
            _ => Value::Bound(self.window_by_visit(visit, frame).map(|window| bound_of(window, field))),
        }
    }

    /// Value of a bound or of the best score after the visit was updated with its first `count` children.
    fn value_after(&self, visit: VisitId, field: Field, count: usize) -> Option<Score> {
        let taken_in = count.checked_sub(1).and_then(|last| self.visits.entered_child(visit, last));
        let value = taken_in.map(|child| self.visits.value_of_parent(child));
        if field == Field::Score {
            return value;
        }
        Some(bound_of(value.map_or(self.searched_window(visit), |value| self.window_with(visit, value, 0)), field))
    }

    /// Number of children with which a visit was updated by `frame`.
    fn taken_in_by(&self, visit: VisitId, frame: usize) -> usize {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        let entered = self.visits.children_entered_by(visit, frame);
        let is_taken_in = |place: usize| {
            let child = self.visits.entered_child(visit, place);
            child.and_then(|child| self.update_after(child)).is_some_and(|update| update <= frame)
        };
        // The visit has been updated with all entered children except, possibly, the last one.
        entered.checked_sub(1).map_or(0, |last| if is_taken_in(last) { entered } else { last })
    }

    fn update_of_place(&self, visit: VisitId, place: usize) -> Option<usize> {
        Some(self.update_after(self.visits.entered_child(visit, place)?)? as usize)
    }

    fn next_update_that_changes(&self, visit: VisitId, field: Field, from: usize) -> Option<usize> {
        let (first, all) = (self.taken_in_by(visit, from), self.taken_in_by(visit, usize::MAX));
        let now = self.value_after(visit, field, first);
        // The values are monotone, so equal values are adjacent.
        let (mut low, mut high) = (first, all);
        if self.value_after(visit, field, all) == now {
            return None;
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.value_after(visit, field, middle) == now {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.update_of_place(visit, high - 1)
    }

    fn last_update_that_changed(&self, visit: VisitId, field: Field, before: usize) -> Option<usize> {
        let last = self.taken_in_by(visit, before.checked_sub(1)?);
        let now = self.value_after(visit, field, last);
        if last == 0 || self.value_after(visit, field, 0) == now {
            return None;
        }
        let (mut low, mut high) = (0, last);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.value_after(visit, field, middle) == now {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.update_of_place(visit, high - 1)
    }

    /// Frames, in order, at which visits of a node's ancestors start, prune the node or skip it; for a node that has not been
    /// visited.
    fn left_out_frames(&self, place: Place, field: Field) -> Vec<usize> {
        let mut frames = Vec::new();
        if field != Field::State || (!self.tells_skips() && !self.has_cuts()) {
            return frames;
        }
        let mut below = place.node;
        let mut above = if place.below > 0 { Some(place.node) } else { self.parent(place.node) };
        while let Some(node) = above {
            for layer in self.layers(node) {
                frames.push(self.span(layer).0);
                frames.extend(self.cut_frame(layer));
                frames.extend(self.skipped_at(layer, below, u32::MAX));
            }
            below = node;
            above = self.parent(node);
        }
        frames.sort_unstable();
        frames.dedup();
        frames
    }

    fn tells_skips(&self) -> bool {
        !self.skips().is_empty()
    }

    /// Whether any visit can make a cut.
    fn has_cuts(&self) -> bool {
        self.setup.algorithm().is_none_or(|algorithm| algorithm.kind().cuts)
    }
}

fn bound_of(window: Window, field: Field) -> Score {
    if field == Field::Beta { window.beta } else { window.alpha }
}
