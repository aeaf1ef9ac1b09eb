//! Queries on cuts: their frames, the pruned children, and the number of nodes below them by the rules of the game.

use std::collections::{HashMap, HashSet};

use crate::game::{AnyPosition, Game, GameVisitor, play_all};
use crate::score::{BoundKind, Player, Window};
use crate::trace::index::cuts::CountedCuts;
use crate::trace::index::overview::CutAt;
use crate::trace::model::foreign::value_for;
use crate::trace::{Abandoned, NodeId, Progress, Tally, Trace, VisitId, VisitKind};

/// Maximum number of nodes that are counted one by one, for all cuts of a trace together, if neither the game knows the size of the
/// subtree nor an equal position was counted. Beyond that the numbers are unknown.
const MAX_COUNTED: u64 = 4_000_000;
/// Number of cached subtree sizes per visit, so that counting takes no more memory than the trace; and their number for any trace.
const CACHED_PER_VISIT: usize = 2;
const CACHED_AT_LEAST: usize = 1 << 16;

/// Returns the number of nodes that each cut of the trace prunes; `None` if `progress` is cancelled.
pub(in crate::trace) fn count<G: Game>(game: &G, trace: &Trace, progress: &Progress) -> Option<Vec<Option<u64>>> {
    let mut counts = vec![None; trace.cuts().len()];
    let Some(start) = play_all(game, &trace.start) else { return Some(counts) };
    let most_known = CACHED_AT_LEAST.max(CACHED_PER_VISIT * trace.visit_count());
    let mut sizes = Sizes { game, known: HashMap::new(), most_known, budget: MAX_COUNTED, progress };
    // Places on the path to the current cut. Most of the path is shared by consecutive cuts.
    let mut path: Vec<(VisitId, CountPlace<G::Position>)> = Vec::new();
    // In iterative deepening each pass has its own depth.
    let depth_of = |root: VisitId| {
        let stated = trace.pass_of(root).and_then(|pass| trace.passes()[pass].depth);
        trace.setup.limit.map(|limit| stated.map_or(limit.depth, |depth| depth.min(limit.depth)))
    };
    let mut moves = Vec::new();
    let mut missing = Vec::new();
    for (at, (count, &cut)) in counts.iter_mut().zip(trace.cuts()).enumerate() {
        if progress.stops_at(at as u64) {
            return None;
        }
        let Some(visit) = trace.step(cut as usize).map(|step| step.visit) else { continue };
        missing.clear();
        let mut above = Some(visit);
        while let Some(wanted) = above.filter(|wanted| path.binary_search_by_key(wanted, |&(visit, _)| visit).is_err())
        {
            missing.push(wanted);
            above = trace.visits.parent(wanted);
        }
        path.truncate(above.map_or(0, |shared| path.partition_point(|&(visit, _)| visit <= shared)));
        for &visit in missing.iter().rev() {
            let place = match path.last() {
                None => CountPlace { position: start.clone(), left: depth_of(visit) },
                Some((parent, place)) => {
                    moves.clear();
                    game.moves(&place.position, &mut moves);
                    let index = trace.visits.move_of(*parent, trace.visits.node(visit));
                    // A program can have recorded another game than it names.
                    let Some(&mv) = moves.get(index as usize) else { return Some(vec![None; trace.cuts().len()]) };
                    place.below(game, mv)
                }
            };
            path.push((visit, place));
        }
        let Some((_, place)) = path.last() else { continue };
        moves.clear();
        game.moves(&place.position, &mut moves);
        if trace.has_kind(visit, VisitKind::Quiescence) {
            // The rules do not determine which nodes below its children a quiescence search would visit.
            *count = Some(trace.pruned_children(visit).len() as u64);
            continue;
        }
        *count = trace.pruned_children(visit).try_fold(0_u64, |sum, child| {
            let index = trace.visits.move_of(visit, child);
            sum.checked_add(sizes.of(place.below(game, *moves.get(index as usize)?))?)
        });
    }
    (!progress.is_cancelled()).then_some(counts)
}

/// A position, and the number of changes of player left there under a depth limit.
#[derive(Clone)]
struct CountPlace<P> {
    position: P,
    left: Option<u32>,
}

impl<P> CountPlace<P> {
    fn below<G: Game<Position = P>>(&self, game: &G, mv: G::Move) -> Self {
        let position = game.play(&self.position, mv);
        let changes = game.player(&position) != game.player(&self.position);
        Self { position, left: self.left.map(|left| left.saturating_sub(u32::from(changes))) }
    }
}

struct Sizes<'a, G: Game> {
    game: &'a G,
    /// Subtree sizes by the key of a position and the depth left: equal positions have subtrees of equal size.
    known: HashMap<Key, Option<u64>>,
    most_known: usize,
    budget: u64,
    progress: &'a Progress,
}

type Key = (u128, Option<u32>);

/// A node whose children are being counted.
struct PruneCounting<P> {
    key: Option<Key>,
    children: Vec<CountPlace<P>>,
    size: Option<u64>,
}

impl<G: Game> Sizes<'_, G> {
    /// Number of nodes in the subtree of a position, including itself; `None` beyond the budget or the range of `u64`.
    fn of(&mut self, root: CountPlace<G::Position>) -> Option<u64> {
        let mut open: Vec<PruneCounting<G::Position>> = Vec::new();
        let mut moves = Vec::new();
        let mut next = Some(root);
        loop {
            let finished = match next.take() {
                Some(place) => match self.without_counting(&place) {
                    Ok(size) => size,
                    Err(key) => {
                        moves.clear();
                        self.game.moves(&place.position, &mut moves);
                        let children = moves.iter().map(|&mv| place.below(self.game, mv)).collect();
                        open.push(PruneCounting { key, children, size: Some(1) });
                        next = open.last_mut().and_then(|top| top.children.pop());
                        continue;
                    }
                },
                None => match open.pop() {
                    Some(done) => {
                        let key = done.key.filter(|_| self.known.len() < self.most_known);
                        self.known.extend(key.map(|key| (key, done.size)));
                        done.size
                    }
                    None => return None,
                },
            };
            let Some(top) = open.last_mut() else { return finished };
            top.size = top.size.zip(finished).and_then(|(sum, size)| sum.checked_add(size));
            next = if top.size.is_some() { top.children.pop() } else { None };
        }
    }

    /// Returns the size if it is known without counting, otherwise the key for caching it.
    fn without_counting(&mut self, place: &CountPlace<G::Position>) -> Result<Option<u64>, Option<Key>> {
        let position = &place.position;
        if let Some(size) = self.game.subtree_size(position).filter(|_| place.left.is_none()) {
            return Ok(Some(size));
        }
        if place.left == Some(0) || self.game.score(position).is_some() {
            return Ok(Some(1));
        }
        let key = self.game.class_key(position).map(|key| (key, place.left));
        if let Some(&size) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Ok(size);
        }
        if self.budget == 0 || (self.budget.is_multiple_of(4096) && self.progress.is_cancelled()) {
            self.budget = 0;
            return Ok(None);
        }
        self.budget -= 1;
        Err(key)
    }
}

struct CountPruned<'a> {
    trace: &'a Trace,
    progress: &'a Progress,
}

impl GameVisitor for CountPruned<'_> {
    type Output = Option<Vec<Option<u64>>>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        count(game, self.trace, self.progress)
    }
}

impl Trace {
    /// Counts the nodes that each cut prunes, from the rules of the game, unless that has been done. Queries for such a number
    /// count them, too, so a program need not call this. A window can call it on another thread to avoid blocking.
    ///
    /// # Errors
    /// [`Abandoned`] if `progress` was cancelled before they were counted.
    pub fn count_pruned(&self, progress: &Progress) -> Result<(), Abandoned> {
        if self.has_counted_pruned() {
            return Ok(());
        }
        if self.cuts().is_empty() {
            return Ok(());
        }
        progress.expect(self.cuts().len() as u64);
        let counts = self.game.visit(CountPruned { trace: self, progress }).ok_or(Abandoned)?;
        // Another thread can have counted them in the meantime, with the same result.
        let _ = self.nodes_pruned.set(counts);
        Ok(())
    }

    /// Whether the nodes that cuts prune have been counted, so that no query for them blocks.
    #[must_use]
    pub fn has_counted_pruned(&self) -> bool {
        self.counted_cuts.get().is_some_and(|cuts| cuts.frames.is_empty() || self.nodes_pruned.get().is_some())
    }

    /// Number of nodes that each cut prunes, as far as it can be counted.
    pub(in crate::trace) fn pruned_by_cuts(&self) -> &[Option<u64>] {
        if self.cuts().is_empty() {
            return &[];
        }
        self.nodes_pruned.get_or_init(|| {
            let counts = self.game.visit(CountPruned { trace: self, progress: &Progress::default() });
            counts.unwrap_or_else(|| vec![None; self.cuts().len()])
        })
    }

    /// Number of nodes that the cut at `frame` prunes: 0 without a cut, `None` if it cannot be counted. The first such query blocks
    /// until all cuts are counted, see [`Self::count_pruned`].
    ///
    /// ```
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    /// // `trace` is α-β on the three-move figure.
    /// let pruned: Vec<_> = trace.cuts().iter().map(|&cut| trace.nodes_pruned_at(cut as usize)).collect();
    /// // The leaf J, and the node F with its two leaves.
    /// assert_eq!(pruned, [Some(1), Some(3)]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn nodes_pruned_at(&self, frame: usize) -> Option<u64> {
        match self.cuts().binary_search(&(frame as u32)) {
            Ok(index) => self.pruned_by_cuts()[index],
            Err(_) => Some(0),
        }
    }

    /// Number of nodes that the whole run pruned, if it can be counted; see [`Self::count_pruned`].
    #[must_use]
    pub fn nodes_pruned(&self) -> Option<u64> {
        self.pruned_by_cuts().iter().try_fold(0_u64, |sum, &count| sum.checked_add(count?))
    }
}

impl Trace {
    /// Frame at which `visit` made a cut, whether the cut prunes a child or not.
    #[must_use]
    pub fn cut_frame(&self, visit: VisitId) -> Option<usize> {
        if let Some(own) = self.own_update_by(visit, u32::MAX).filter(|own| own.cut) {
            return Some(own.frame as usize);
        }
        let last = self.last_child(visit, u32::MAX)?;
        let update = self.update_after(last)?;
        let window = self.window_with(visit, self.visits.value_of_parent(last), update);
        self.is_cut_at(update, (visit, last), window).then_some(update as usize)
    }

    /// Whether the `Update` of a visit by a child at `frame`, after which the window is `window`, makes a cut.
    #[inline]
    pub(super) fn is_cut_at(&self, frame: u32, (visit, child): (VisitId, VisitId), window: Window) -> bool {
        let Some(foreign) = self.foreign() else { return window.is_closed() };
        value_for(&foreign.cuts, frame).unwrap_or_else(|| {
            if foreign.columns.is_chance(visit) { self.is_chance_cut(visit, child) } else { window.is_closed() }
        })
    }

    /// Whether a chance node ends with `child`, because its value is outside its window whatever the children after it return.
    fn is_chance_cut(&self, visit: VisitId, child: VisitId) -> bool {
        let value = self.visits.value_of_parent(child);
        let is_outside =
            value.finite().is_some() && self.table().searched_window(visit).judge(value) != BoundKind::Exact;
        if !is_outside || !self.has_layers() {
            return is_outside && self.visits.place_of_child(visit, child) + 1 < self.visits.children(visit).len();
        }
        // A probe does not replace the search of its node.
        let is_searched = |other: &VisitId| *other <= child && !self.is_probe(*other);
        let searched: HashSet<NodeId> =
            self.visited_children(visit).filter(is_searched).map(|other| self.visits.node(other)).collect();
        searched.len() < self.visits.children(visit).len()
    }

    /// Children that the cut of `visit` prunes; empty without a cut.
    pub fn pruned_children(&self, visit: VisitId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let mut pruned: Vec<NodeId> = self.children_left_out(visit, self.cut_frame(visit).is_some()).collect();
        if self.foreign().is_some() {
            let position = self.position_of_quiescence(visit);
            pruned.retain(|&child| self.could_search_from(visit, child, position.as_ref()));
        }
        pruned.into_iter()
    }

    /// Whether `visit` could have searched a child that it did not enter, see [`VisitKind::limits_pruning`].
    pub(super) fn could_search(&self, visit: VisitId, child: NodeId) -> bool {
        self.foreign().is_none() || self.could_search_from(visit, child, self.position_of_quiescence(visit).as_ref())
    }

    fn could_search_from(&self, visit: VisitId, child: NodeId, quiescence: Option<&AnyPosition>) -> bool {
        let is_null = || self.layers(child).next().is_some_and(|first| self.has_kind(first, VisitKind::NullMove));
        let is_quiet =
            |position: &AnyPosition| position.is_noisy(self.visits.move_of(visit, child) as usize) == Some(false);
        !quiescence.is_some_and(is_quiet) && !is_null()
    }

    /// The position at a visit of a quiescence search, if the rules of the game distinguish noisy moves. `None` if the search followed a
    /// quiet move there, as out of check.
    fn position_of_quiescence(&self, visit: VisitId) -> Option<AnyPosition> {
        if !self.has_kind(visit, VisitKind::Quiescence) {
            return None;
        }
        let position = self.position(&self.path(self.node_of(visit)))?;
        let is_quiet = |child: VisitId| {
            let mv = self.visits.move_of(visit, self.node_of(child));
            position.is_noisy(mv as usize) != Some(true)
        };
        let follows_quiet = self.visited_children(visit).any(is_quiet);
        (!follows_quiet).then_some(position)
    }

    /// Children of `visit` that it did not enter, if `has_any`; otherwise none.
    pub(in crate::trace) fn children_left_out(
        &self,
        visit: VisitId,
        has_any: bool,
    ) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let mut children = if has_any { self.visits.children(visit) } else { 0..0 };
        let entered: Vec<NodeId> = if self.has_layers() {
            let entered = self.visited_children(visit).map(|child| self.visits.node(child));
            if children.is_empty() { Vec::new() } else { entered.collect() }
        } else {
            // Children were entered in order, so the pruned ones follow after them.
            children.start += self.visits.children_entered_by(visit, u32::MAX).min(children.len()) as u32;
            Vec::new()
        };
        let entered: HashSet<NodeId> = entered.into_iter().collect();
        let pruned: Vec<NodeId> = children.map(NodeId).filter(|child| !entered.contains(child)).collect();
        pruned.into_iter()
    }

    /// Returns the first frame after `frame` at which a cut prunes a child.
    ///
    /// ```
    /// use edagari_core::trace::Cut;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let mut cuts = Vec::new();
    /// let mut frame = 0;
    /// while let Some(cut) = trace.next_cut(frame) {
    ///     cuts.extend(trace.step(cut).and_then(|step| step.cut));
    ///     frame = cut;
    /// }
    /// assert_eq!(cuts, [Cut::Beta, Cut::Alpha]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn next_cut(&self, frame: usize) -> Option<usize> {
        let cuts = self.cuts();
        let index = cuts.partition_point(|&cut| cut as usize <= frame);
        cuts.get(index).map(|&cut| cut as usize)
    }

    /// Returns the last frame before `frame` at which a cut prunes a child.
    #[must_use]
    pub fn previous_cut(&self, frame: usize) -> Option<usize> {
        let cuts = self.cuts();
        let index = cuts.partition_point(|&cut| (cut as usize) < frame);
        index.checked_sub(1).map(|index| cuts[index] as usize)
    }
}

impl Trace {
    /// Counts the cuts by queries on each visit.
    pub(in crate::trace) fn cuts_of_visits(&self) -> CountedCuts {
        let mut tally = Tally { by_depth: self.visits_by_depth.clone(), ..Tally::default() };
        let mut cuts = Vec::new();
        for (visit, depth) in (0..).map(VisitId).zip(self.visits.depths()) {
            if self.visits.children(visit).is_empty() {
                continue;
            }
            let Some(frame) = self.cut_frame(visit) else { continue };
            let row = &mut tally.by_depth[depth as usize];
            match self.visits.player(visit) {
                Player::Max => row.beta_cuts += 1,
                Player::Min => row.alpha_cuts += 1,
            }
            if self.own_update_at(frame).is_none() {
                let entered: HashSet<NodeId> =
                    self.visited_children(visit).map(|child| self.visits.node(child)).collect();
                let child = entered.len().saturating_sub(1);
                if tally.cuts_by_child.len() <= child {
                    tally.cuts_by_child.resize(child + 1, 0);
                }
                tally.cuts_by_child[child] += 1;
            }
            let pruned = self.pruned_children(visit).len() as u32;
            if pruned > 0 {
                cuts.push(CutAt { frame: frame as u32, depth, pruned });
            }
        }
        cuts.sort_unstable_by_key(|cut| cut.frame);
        let before = self.overview.count_cuts(cuts.iter().copied());
        CountedCuts { frames: cuts.into_iter().map(|cut| cut.frame).collect(), before, tally }
    }
}
