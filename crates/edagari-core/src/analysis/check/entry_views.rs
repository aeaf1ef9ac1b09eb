//! The bounds of a table entry from the view of the node that reads it. An entry with scores from
//! the mover's view serves both players, and mates are counted from the node that wrote the entry.

use super::Fault;
use super::known::EntryViews;
use super::prover::Prover;
use crate::score::{Answer, Bounds};
use crate::trace::{Found, StoreId, Stored, VisitId};

/// Bounds that a lookup can find in an entry.
struct View {
    bounds: Bounds,
    is_of_mover: bool,
}

impl Prover<'_> {
    /// Bounds that a lookup by `visit` can find in the entry of a store. In a table of the mover's scores, the bounds are negated
    /// where the player changes.
    fn views(&self, store: StoreId, stored: &Stored, visit: VisitId) -> Vec<View> {
        let mut views = Vec::new();
        for (base, is_of_mover) in self.bases(stored, visit) {
            let mates = self.mates.filter(|_| !self.noted.from_node.contains(&store));
            let moved = mates.map_or(base, |mates| mates.moved(base, self.farther(stored, visit)));
            views.push(View { bounds: moved, is_of_mover });
            if moved != base && mates.is_some_and(|mates| !mates.is_certain(base)) {
                views.push(View { bounds: base, is_of_mover });
            }
        }
        views
    }

    /// The bounds of a store in the points of view that are possible at `visit`.
    fn bases(&self, stored: &Stored, visit: VisitId) -> Vec<(Bounds, bool)> {
        if self.trace.player_of(stored.visit) == self.trace.player_of(visit) {
            return vec![(stored.bounds, false), (stored.bounds, true)];
        }
        vec![(stored.bounds, false), (stored.bounds.negated(), true)]
    }

    /// The number of plies by which a visit is farther from the root than the visit that stored the
    /// entry.
    fn farther(&self, stored: &Stored, visit: VisitId) -> i32 {
        self.trace.ply_of(visit) - self.trace.ply_of(stored.visit)
    }

    /// The bounds of a store, in each point of view that is possible at a visit.
    pub(super) fn seen_from(&self, store: StoreId, visit: VisitId) -> Vec<Bounds> {
        let views = self.trace.table().stored(store).map(|stored| self.views(store, &stored, visit));
        views.into_iter().flatten().map(|view| view.bounds).collect()
    }

    /// Whether a lookup found exactly the bounds that were stored.
    pub(super) fn is_as_stored(&self, visit: VisitId, lookup: &Found) -> bool {
        let stored = lookup.store.and_then(|store| Some((store, self.trace.table().stored(store)?)));
        stored.is_some_and(|(store, stored)| {
            stored.bounds == lookup.bounds
                || self.views(store, &stored, visit).iter().any(|view| view.bounds == lookup.bounds)
        })
    }

    /// The fault of a lookup that found other bounds than those of its store.
    pub(super) fn other_bounds(
        &mut self,
        frame: usize,
        visit: VisitId,
        store: StoreId,
        stored: &Stored,
        found: Bounds,
    ) -> Option<Fault> {
        let views = self.views(store, stored, visit);
        let expects_mover = self.trace.is_written_negated(visit) || self.trace.is_written_negated(stored.visit);
        let other = |is_of_mover: bool| {
            let expected = views.iter().find(|view| view.is_of_mover == is_of_mover).map_or(found, |view| view.bounds);
            Fault::NotAsStored { expected, found }
        };
        let fits = |is_of_mover: bool| views.iter().any(|view| view.is_of_mover == is_of_mover && view.bounds == found);
        match (fits(false), fits(true)) {
            (true, true) => return None,
            (true, false) => self.noted.views.of_max.push((frame, other(true))),
            (false, true) => self.noted.views.of_mover.push((frame, other(false))),
            (false, false) => {
                return Some(self.mate_slip(stored, visit, found).unwrap_or_else(|| other(expects_mover)));
            }
        }
        None
    }

    /// The fault of a lookup whose mates are not adjusted to its distance from the root, or adjusted twice.
    fn mate_slip(&self, stored: &Stored, visit: VisitId, found: Bounds) -> Option<Fault> {
        let mates = self.mates?;
        let (to, from) = (self.trace.ply_of(visit), self.trace.ply_of(stored.visit));
        let by = to - from;
        self.bases(stored, visit).into_iter().find_map(|(base, _)| {
            let expected = mates.moved(base, by);
            let is_one = |moves: [i32; 3]| moves.into_iter().any(|by| mates.moved(base, by) == found);
            let is_unmoved = mates.moved(base, 1) == base;
            match () {
                () if is_unmoved => None,
                // At the same distance, only a second adjustment can have moved the mate away from the root.
                () if by == 0 && is_one([to; 3]) => Some(Fault::MateAdjustedTwice { expected, found }),
                () if is_one([0, to, -from]) => Some(Fault::MateNotAdjusted { expected, found }),
                () if is_one([2 * by, by + to, by - from]) => Some(Fault::MateAdjustedTwice { expected, found }),
                () => None,
            }
        })
    }

    /// Reports the lookups whose point of view differs from that of most lookups.
    pub(super) fn views_in_the_end(&mut self) {
        let EntryViews { of_max, of_mover } = std::mem::take(&mut self.noted.views);
        let (least, most) = if of_max.len() < of_mover.len() { (of_max, of_mover) } else { (of_mover, of_max) };
        if least.len() < most.len() {
            for (frame, fault) in least {
                self.find(frame, fault);
            }
        }
    }

    /// The bounds of a lookup, with mates counted from the root. A program can record the scores as
    /// stored in the entry, with mates counted from the node.
    pub(super) fn bounds_here(&self, visit: VisitId, lookup: &Found) -> Vec<Bounds> {
        let moved = || self.mates.map(|mates| mates.moved(lookup.bounds, self.trace.ply_of(visit)));
        match lookup.store {
            Some(store) if self.noted.from_node.contains(&store) => moved().into_iter().collect(),
            Some(_) => vec![lookup.bounds],
            None => std::iter::once(lookup.bounds).chain(moved()).collect(),
        }
    }

    /// Whether a lookup interprets an entry of the root as one whose mates are counted from the
    /// node: at the root both forms are the same.
    pub(super) fn is_read_from_node(&self, visit: VisitId, found: &Found, stored: &Stored) -> bool {
        let is_of_root = self.trace.ply_of(stored.visit) == 0 && found.bounds == stored.bounds;
        let moved = self.as_from_root(visit, found.bounds).filter(|_| is_of_root);
        let Answer::Returned { score, .. } = found.answer else { return false };
        moved.is_some_and(|moved| [moved.lower, moved.upper].contains(&score))
    }

    /// Whether a lookup finds an entry of the root unchanged, before the score of the reading visit
    /// is known.
    pub(super) fn is_unread_entry_of_root(&self, visit: VisitId, found: &Found, stored: &Stored) -> bool {
        let is_open = self.trace.span(visit).1.is_none();
        is_open && self.trace.ply_of(stored.visit) == 0 && found.bounds == stored.bounds
    }

    /// Stored bounds whose mates are counted from the node, in scores of the root; `None` if there are no mates.
    pub(super) fn as_from_root(&self, visit: VisitId, bounds: Bounds) -> Option<Bounds> {
        let moved = self.mates?.moved(bounds, self.trace.ply_of(visit));
        (moved != bounds).then_some(moved)
    }
}
