//! Jumps from a frame to the next or the previous frame of a kind.

use super::Place;
use crate::score::{Fail, Player, Score};
use crate::search::Algorithm;
use crate::trace::model::visit_frames;
use crate::trace::{NodeId, Trace, VisitId};

/// A kind of frame that is the target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Jump {
    /// A cut that prunes at least one child.
    Cut,
    /// An `Update` that raises α.
    AlphaRise,
    /// An `Update` that lowers β.
    BetaFall,
    /// A `Lookup` whose entry settles the score of its node.
    TableReturn,
    /// A `Store` to the transposition table.
    Store,
    /// The start of a pass, if the run has several.
    Pass,
    /// A frame at which moves are skipped heuristically.
    Skip,
    /// The start of a visit of this node.
    VisitOf(NodeId),
    /// The start of a visit that searches a node again, see [`Trace::searched_again`].
    SearchedAgain,
    /// An `Update` that makes another child the best child of this visit.
    BestMove(VisitId),
    /// The `End` of this visit.
    End(VisitId),
}

impl Trace {
    /// Returns the first frame of a kind after `frame`.
    #[must_use]
    pub fn next_jump(&self, jump: Jump, frame: usize) -> Option<usize> {
        let after = u32::try_from(frame).ok()?.checked_add(1)?;
        let found = match jump {
            Jump::Cut => return self.next_cut(frame),
            Jump::AlphaRise => {
                let by_child = self.overview.rises.next(self.first_update_from(after)).map(|at| self.update_at(at));
                by_child.into_iter().chain(self.next_own_move(Player::Max, after)).min()?
            }
            Jump::BetaFall => {
                let by_child = self.overview.falls.next(self.first_update_from(after)).map(|at| self.update_at(at));
                by_child.into_iter().chain(self.next_own_move(Player::Min, after)).min()?
            }
            Jump::TableReturn => {
                let first = self.table.looked_up_before(|visit| self.lookup_frame(VisitId(visit)) < after);
                self.table
                    .visit_of_lookup(self.overview.answers.next(first)?)
                    .map(|visit| self.lookup_frame(VisitId(visit)))?
            }
            Jump::Store => return self.store_frame_at(self.store_count(frame)),
            Jump::Pass => self.pass_start(self.passes_before(after))?,
            Jump::Skip => {
                let skips = self.skips();
                skips.get(skips.partition_point(|skip| skip.frame < after))?.frame
            }
            Jump::VisitOf(node) => self.visits.start(self.next_layer(node, frame)?),
            Jump::SearchedAgain => {
                let visit = self.visits.searched_again()?.next(self.entered_before(after))?;
                self.visits.start(VisitId(visit as u32))
            }
            Jump::BestMove(visit) => self.best_move_changes(visit).find(|&update| update >= after)?,
            Jump::End(visit) => self.visits.end(visit).filter(|&end| end >= after)?,
        };
        Some(found as usize)
    }

    /// Returns the last frame of a kind before `frame`.
    #[must_use]
    pub fn previous_jump(&self, jump: Jump, frame: usize) -> Option<usize> {
        let before = u32::try_from(frame).unwrap_or(u32::MAX);
        let found = match jump {
            Jump::Cut => return self.previous_cut(frame),
            Jump::AlphaRise => {
                let by_child =
                    self.overview.rises.previous(self.first_update_from(before)).map(|at| self.update_at(at));
                by_child.max(self.previous_own_move(Player::Max, before))?
            }
            Jump::BetaFall => {
                let by_child =
                    self.overview.falls.previous(self.first_update_from(before)).map(|at| self.update_at(at));
                by_child.max(self.previous_own_move(Player::Min, before))?
            }
            Jump::TableReturn => {
                let end = self.table.looked_up_before(|visit| self.lookup_frame(VisitId(visit)) < before);
                self.table
                    .visit_of_lookup(self.overview.answers.previous(end)?)
                    .map(|visit| self.lookup_frame(VisitId(visit)))?
            }
            Jump::Store => return self.store_frame_at(self.store_count(frame.checked_sub(1)?).checked_sub(1)?),
            Jump::Pass => self.pass_start(self.passes_before(before).checked_sub(1)?)?,
            Jump::Skip => {
                let skips = self.skips();
                skips[skips.partition_point(|skip| skip.frame < before).checked_sub(1)?].frame
            }
            Jump::VisitOf(node) => self.visits.start(self.layer_at(node, before.checked_sub(1)? as usize)?),
            Jump::SearchedAgain => {
                let visit = self.visits.searched_again()?.previous(self.entered_before(before))?;
                self.visits.start(VisitId(visit as u32))
            }
            Jump::BestMove(visit) => self.best_move_changes(visit).take_while(|&update| update < before).last()?,
            Jump::End(visit) => self.visits.end(visit).filter(|&end| end < before)?,
        };
        Some(found as usize)
    }

    /// Returns the first `End` frame after `frame`.
    #[must_use]
    pub fn next_end(&self, frame: usize) -> Option<usize> {
        let index = self.visits.counts_before(u32::try_from(frame).ok()?.checked_add(1)?).1;
        self.visits.end_in_order(index).map(|end| end as usize)
    }

    /// Index, in the order of ends, of the first visit whose parent is updated at or after `frame`.
    fn first_update_from(&self, frame: u32) -> usize {
        self.visits.counts_before(visit_frames::end_before_update(frame)).1
    }

    fn update_at(&self, ended: usize) -> u32 {
        self.visits.end_in_order(ended).map_or(0, visit_frames::update)
    }

    fn store_frame_at(&self, index: usize) -> Option<usize> {
        self.stored(crate::trace::StoreId(u32::try_from(index).ok()?)).map(|stored| stored.frame)
    }

    /// Returns the first `Start` frame after `frame`.
    #[must_use]
    pub fn next_start(&self, frame: usize) -> Option<usize> {
        let next = self.visits_within(&(0..frame + 1)).end;
        ((next as usize) < self.visit_count()).then(|| self.span(VisitId(next)).0)
    }

    /// Returns the last `End` frame before `frame`.
    #[must_use]
    pub fn previous_end(&self, frame: usize) -> Option<usize> {
        let index = self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).1.checked_sub(1)?;
        self.visits.end_in_order(index).map(|end| end as usize)
    }

    /// Returns the last `Start` frame before `frame`.
    #[must_use]
    pub fn previous_start(&self, frame: usize) -> Option<usize> {
        let before = self.visits_within(&(0..frame)).end.checked_sub(1)?;
        Some(self.span(VisitId(before)).0)
    }

    /// Returns the first `Lookup` frame after `frame`.
    #[must_use]
    pub fn next_lookup(&self, frame: usize) -> Option<usize> {
        let first = self.table.looked_up_before(|visit| self.lookup_frame(VisitId(visit)) as usize <= frame);
        self.table.visit_of_lookup(first).map(|visit| self.lookup_frame(VisitId(visit)) as usize)
    }

    /// Returns the last `Lookup` frame before `frame`.
    #[must_use]
    pub fn previous_lookup(&self, frame: usize) -> Option<usize> {
        let end = self.table.looked_up_before(|visit| (self.lookup_frame(VisitId(visit)) as usize) < frame);
        self.table.visit_of_lookup(end.checked_sub(1)?).map(|visit| self.lookup_frame(VisitId(visit)) as usize)
    }

    /// Returns the place of the node of `frame`.
    #[must_use]
    pub fn place_of(&self, frame: usize) -> Option<Place> {
        self.step(frame).map(|step| Place { node: step.node, below: 0 })
    }

    /// Number of passes that start before a frame.
    fn passes_before(&self, frame: u32) -> usize {
        self.passes().partition_point(|pass| self.visits.start(pass.visit) < frame)
    }

    /// Start frame of the pass with index `place`.
    fn pass_start(&self, place: usize) -> Option<u32> {
        self.passes().get(place).map(|pass| self.visits.start(pass.visit))
    }

    /// Number of visits that were entered before a frame.
    fn entered_before(&self, frame: u32) -> usize {
        self.visits.counts_before(frame).0
    }

    /// Children that a visit entered, as visits, in order.
    pub fn visited_children(&self, visit: VisitId) -> impl Iterator<Item = VisitId> + '_ {
        (0..).map_while(move |place| self.visits.entered_child(visit, place))
    }

    /// Whether an update moves the bound of the player `bound`: raises α for max, or lowers β for min.
    fn moves_bound(&self, bound: Player, update: u32) -> bool {
        let (rises, falls) = self.moved_bounds(update as usize);
        if bound == Player::Max { rises } else { falls }
    }

    /// The first update at or after `after` that no child made and that moves a bound.
    fn next_own_move(&self, bound: Player, after: u32) -> Option<u32> {
        let updates = self.own_updates();
        let first = updates.partition_point(|own| own.frame < after);
        updates[first..].iter().map(|own| own.frame).find(|&update| self.moves_bound(bound, update))
    }

    /// The last update before `before` that no child made and that moves a bound.
    fn previous_own_move(&self, bound: Player, before: u32) -> Option<u32> {
        let updates = self.own_updates();
        let end = updates.partition_point(|own| own.frame < before);
        updates[..end].iter().map(|own| own.frame).rfind(|&update| self.moves_bound(bound, update))
    }

    /// `Update` frames of a visit that change the score it would return.
    fn best_move_changes(&self, visit: VisitId) -> impl Iterator<Item = u32> + '_ {
        let mut value = self.value_at_start(visit);
        self.visited_children(visit).filter_map(move |child| {
            let update = self.update_after(child)?;
            let before = if self.has_own_updates() { self.value_by(visit, update - 1) } else { None }.unwrap_or(value);
            value = self.visits.value_of_parent(child);
            (value != before).then_some(update)
        })
    }

    /// The score that a visit would return before any child has returned: the bound of its window in a fail-hard search, otherwise
    /// the worst score.
    #[must_use]
    pub fn value_at_start(&self, visit: VisitId) -> Score {
        let fail = self.setup.algorithm().map_or(Fail::Soft, Algorithm::fail);
        fail.initial_value(self.player_of(visit), self.judged_window(visit))
    }
}
