//! Queries on the tree and its nodes: children and visits, the state of a node at a frame, statistics of a subtree, listed
//! moves.

use std::collections::HashSet;
use std::ops::Range;

use crate::game::AnyPosition;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Algorithm, Expectation};
use crate::trace::index::blocks::{BLOCK, union};
use crate::trace::{Fact, FactSource, Header, NodeId, Process, Trace, VisitId};

/// A node of the game tree, recorded or not: its nearest recorded ancestor (or itself), and its depth below that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The node itself if it is recorded, otherwise its nearest recorded ancestor.
    pub node: NodeId,
    /// Number of moves from `node` to the place; 0 if the place is recorded.
    pub below: u32,
}

impl Place {
    /// The node, if the place is recorded.
    #[must_use]
    pub fn recorded(self) -> Option<NodeId> {
        (self.below == 0).then_some(self.node)
    }
}

impl Trace {
    /// Whether the trace is a run of a search, not a generated tree, whose visits have no end.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.setup.process.is_search()
    }

    /// Whether scores of children can make cuts: in a depth-first search that may skip nodes.
    #[must_use]
    pub fn can_cut(&self) -> bool {
        let may_cut = |algorithm: Algorithm| algorithm.kind().cuts;
        let expects = self.setup.process.expectation().is_none_or(Expectation::cuts);
        self.is_search() && self.has_minimax_scores() && expects && self.setup.algorithm().is_none_or(may_cut)
    }

    /// Whether the trace is a run of a search with windows. Minimax has none.
    #[must_use]
    pub fn has_windows(&self) -> bool {
        match self.setup.process {
            Process::Search(algorithm) => algorithm != Algorithm::Minimax,
            Process::Expect(search) => search.cuts(),
            Process::Sample(_) | Process::Prove(_) | Process::Generate(_) => false,
        }
    }

    /// The last visit of `node`, if it was visited.
    #[must_use]
    pub fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visits.visit_of(node)
    }

    /// Numbers of the visits entered in the range `frames`.
    #[must_use]
    pub fn visits_within(&self, frames: &Range<usize>) -> Range<u32> {
        let before = |frame: usize| self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0 as u32;
        before(frames.start)..before(frames.end)
    }

    /// Visits entered before `frame` that are open or end there, the deepest first; for each thread in turn.
    #[must_use]
    pub fn open_at(&self, frame: usize) -> Vec<VisitId> {
        let mut open = Vec::new();
        for last in self.last_of_threads(frame) {
            let mut above = Some(last);
            while let Some(visit) = above {
                if self.visits.end(visit).is_none_or(|end| end as usize >= frame) {
                    open.push(visit);
                }
                above = self.visits.parent(visit);
            }
        }
        open
    }

    /// The node of `visit`.
    #[must_use]
    pub fn node_of(&self, visit: VisitId) -> NodeId {
        self.visits.node(visit)
    }

    /// The player to move at the node of `visit`.
    #[must_use]
    pub fn player_of(&self, visit: VisitId) -> Player {
        self.visits.player(visit)
    }

    /// Start frame and end frame of `visit`; no end if the run stopped before.
    #[must_use]
    pub fn span(&self, visit: VisitId) -> (usize, Option<usize>) {
        (self.visits.start(visit) as usize, self.visits.end(visit).map(|end| end as usize))
    }

    /// The visit of the parent that entered `visit`.
    #[must_use]
    pub fn parent_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent(visit)
    }

    /// Whether the leaves with a score are ends of the game. In the tree of another program they can be evaluated positions, unless its header
    /// states that they are ends.
    #[must_use]
    pub fn has_final_leaves(&self) -> bool {
        self.recorded_tree().is_none() || self.origin().is_none_or(Header::has_final_leaves)
    }

    /// Whether the game is over at `position`, so that no player is to move there.
    #[must_use]
    pub fn is_over(&self, position: &AnyPosition) -> bool {
        position.score().is_some() && self.has_final_leaves()
    }

    /// The parent of `node`; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.visits.parent_of(node).map(|visit| self.visits.node(visit))
    }

    /// Whether `visit` evaluated its node at the depth limit, where the search stops before the game is over.
    #[must_use]
    pub fn is_horizon(&self, visit: VisitId) -> bool {
        let node = self.visits.node(visit);
        // Another program can have a limit that it does not record.
        let is_of_others = self.origin().is_some() && self.recorded_tree().is_none();
        (self.setup.limit.is_some() || is_of_others)
            && self.visits.children(visit).is_empty()
            && self.table().answered(visit).is_none()
            && self.position(&self.path(node)).is_some_and(|position| position.score().is_none())
    }

    /// Children of `node` in the order of the first visit that expanded it; empty if no visit did.
    pub fn children(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + use<> {
        self.visits.children_of(node).map(NodeId)
    }

    /// Whether `visit` ended without children: the game was over, the depth limit was reached, or the table answered.
    #[must_use]
    pub fn is_leaf_visit(&self, visit: VisitId) -> bool {
        self.visits.children(visit).is_empty()
    }

    /// The child of `node` to which `mv` leads, if `node` was visited.
    #[must_use]
    pub fn child_by_move(&self, node: NodeId, mv: u32) -> Option<NodeId> {
        let expanding = self.layers(node).find(|&visit| !self.is_leaf_visit(visit))?;
        self.visits.child_by_move(expanding, mv)
    }

    /// Index, in the game's order, of the move to `node`; `None` for the root.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<u32> {
        self.visits.parent_of(node).map(|parent| self.visits.move_of(parent, node))
    }

    /// Moves from the start of the run to `node`.
    ///
    /// ```
    /// use edagari_core::trace::NodeId;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let child = trace.children(NodeId::ROOT).nth(1).expect("the root has two children");
    /// assert_eq!(trace.path(child), [1]);
    /// assert_eq!(trace.place(&[1]).recorded(), Some(child));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<u32> {
        if self.is_search() && !self.has_layers() {
            return self.path_from_root(node);
        }
        let mut path = Vec::new();
        let mut child = node;
        while let Some(visit) = self.visits.parent_of(child) {
            path.push(self.visits.move_of(visit, child));
            child = self.visits.node(visit);
        }
        path.reverse();
        path
    }

    /// Returns [`Self::path`] of a search that enters each node once. The children of a visit are adjacent in memory, so going
    /// down costs a few memory accesses a level; going up would cost a binary search in the whole run a level.
    fn path_from_root(&self, node: NodeId) -> Vec<u32> {
        let visit = self.visits.only_visit_of(node);
        let Some(target) = visit.or_else(|| self.visits.only_parent_of(node)) else { return Vec::new() };
        let mut path = Vec::new();
        let mut above = VisitId(0);
        while let Some(child) = self.visits.child_around(above, target) {
            path.push(self.visits.move_of(above, self.visits.node(child)));
            above = child;
        }
        if visit.is_none() {
            path.push(self.visits.move_of(target, node));
        }
        path
    }

    /// The place that the moves of `path` reach from the start of the run. Moves below a recorded node are not checked.
    ///
    /// ```
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    /// // `trace` is α-β on the three-move figure.
    /// let path = trace.game.parse_moves(&trace.start, "B F M").expect("legal moves");
    /// // F is a child of a visited node. M is not recorded, because a cut prunes F.
    /// assert_eq!((trace.place(&path[..2]).below, trace.place(&path).below), (0, 1));
    /// assert_eq!(trace.place(&path).recorded(), None);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn place(&self, path: &[u32]) -> Place {
        let mut node = NodeId::ROOT;
        for (index, &mv) in path.iter().enumerate() {
            let child = self.child_by_move(node, mv);
            match child {
                Some(child) => node = child,
                None => return Place { node, below: (path.len() - index) as u32 },
            }
        }
        Place { node, below: 0 }
    }

    /// The place to which `mv` leads. The move is not checked.
    #[must_use]
    pub fn child_place(&self, parent: Place, mv: u32) -> Place {
        let recorded = parent.recorded().and_then(|node| self.child_by_move(node, mv));
        recorded.map_or(Place { node: parent.node, below: parent.below + 1 }, |node| Place { node, below: 0 })
    }

    /// Position after the moves of `path` from the start of the run; `None` if one of them is not legal.
    #[must_use]
    pub fn position(&self, path: &[u32]) -> Option<AnyPosition> {
        let whole: Vec<u32> = self.start.iter().chain(path).copied().collect();
        self.game.position(&whole)
    }
}

impl Trace {
    /// Visits of `node` in the order of entry: its layers.
    pub fn layers(&self, node: NodeId) -> impl DoubleEndedIterator<Item = VisitId> + ExactSizeIterator + Clone + '_ {
        self.visits.of_node(node).iter().copied().map(VisitId)
    }

    /// The latest layer of `node` at `frame`: its last visit that had started.
    #[must_use]
    pub fn layer_at(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        self.visits.layer_at(node, u32::try_from(frame).unwrap_or(u32::MAX))
    }

    /// The first visit of `node` that starts after `frame`.
    #[must_use]
    pub fn next_layer(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        let visits = self.visits.of_node(node);
        let begun = visits.partition_point(|&visit| self.visits.start(VisitId(visit)) as usize <= frame);
        visits.get(begun).copied().map(VisitId)
    }

    /// Number of visits of `node` that had started by `frame`.
    #[must_use]
    pub fn layers_by(&self, node: NodeId, frame: usize) -> usize {
        self.layer_at(node, frame).map_or(0, |latest| self.layer_of(latest) + 1)
    }

    /// The latest layer of a place at `frame`; `None` if the place is not recorded, or no visit of it had started.
    #[must_use]
    pub fn visit_at(&self, place: Place, frame: usize) -> Option<VisitId> {
        self.layer_at(place.recorded()?, frame)
    }

    /// Index of `visit` among the visits of its node, from 0.
    #[must_use]
    pub fn layer_of(&self, visit: VisitId) -> usize {
        self.visits.of_node(self.visits.node(visit)).partition_point(|&other| other < visit.0)
    }

    /// The previous visit of the same node.
    #[must_use]
    pub fn layer_before(&self, visit: VisitId) -> Option<VisitId> {
        let layers = self.visits.of_node(self.visits.node(visit));
        let before = layers.partition_point(|&other| other < visit.0).checked_sub(1)?;
        Some(VisitId(layers[before]))
    }

    /// Whether the run can enter nodes several times, in one pass or in several.
    #[inline]
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.visits.has_layers()
    }

    /// The visit that `visit` repeats: the previous one of the same node under the same visit of the parent, as in a re-search.
    #[must_use]
    pub fn searched_again(&self, visit: VisitId) -> Option<VisitId> {
        if !self.visits.searched_again()?.get(visit.0 as usize) {
            return None;
        }
        self.layer_of_thread_before(visit)
    }

    /// The previous visit of the same node by the same thread.
    #[must_use]
    pub fn layer_of_thread_before(&self, visit: VisitId) -> Option<VisitId> {
        let layers = self.visits.of_node(self.visits.node(visit));
        let before = &layers[..self.layer_of(visit)];
        before.iter().copied().map(VisitId).rfind(|&before| self.thread_of(before) == self.thread_of(visit))
    }

    /// The visit of `above` that contains `visit` in its subtree.
    #[must_use]
    pub fn layer_around(&self, above: NodeId, visit: VisitId) -> Option<VisitId> {
        // Only the last visit of the same thread that started before can contain it.
        let layers = self.visits.of_node(above);
        let begun = &layers[..layers.partition_point(|&layer| layer <= visit.0)];
        let last = begun.iter().copied().map(VisitId).rfind(|&layer| self.thread_of(layer) == self.thread_of(visit));
        last.filter(|&layer| self.is_within(visit, layer))
    }
}

/// State of a node at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// The search has not reached the node.
    Unvisited,
    /// The node is on the current path; in a generated tree: it has been generated.
    Open {
        /// The window at that frame.
        window: Window,
    },
    /// The score of the node is settled.
    Scored {
        /// Score of the node.
        score: Score,
        /// Whether the score is the exact value or a bound; `None` if that is unknown.
        kind: Option<BoundKind>,
    },
    /// A cut prunes the node.
    Pruned {
        /// Frame of the cut.
        frame: usize,
    },
    /// The search skipped the node heuristically, without a proof.
    Skipped {
        /// Frame from which the node is skipped.
        frame: usize,
    },
}

impl Trace {
    /// Returns the state of `place` at `frame`, by binary search in the indexes of its node.
    ///
    /// ```
    /// use edagari_core::trace::NodeState;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let path = trace.game.parse_moves(&trace.start, "A D J").expect("legal moves");
    /// let place = trace.place(&path);
    /// let cut = trace.next_cut(0).expect("a cut prunes J");
    /// assert_eq!(trace.state(place, cut - 1), NodeState::Unvisited);
    /// assert_eq!(trace.state(place, cut), NodeState::Pruned { frame: cut });
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn state(&self, place: Place, frame: usize) -> NodeState {
        let Some(frame) = self.at_most_last(frame) else { return NodeState::Unvisited };
        if self.has_layers() {
            return self.state_in_layers(place, frame);
        }
        match self.visits.only_visit_of(place.node) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            // Below a visited node, every node is recorded; if the visited node is a leaf, no node exists there.
            Some(_) => NodeState::Unvisited,
            None => self
                .visits
                .only_parent_of(place.node)
                .map_or(NodeState::Unvisited, |parent| self.left_out(parent, place.node, frame)),
        }
    }

    /// State of a node at `frame` in the latest visit of its parent: as [`Self::state`], but a node that this visit prunes or skips
    /// is so, even if an earlier visit searched it.
    #[must_use]
    pub fn state_in_parent(&self, place: Place, frame: usize) -> NodeState {
        let state = self.state(place, frame);
        let Some(at) = self.at_most_last(frame).filter(|_| place.below == 0 && self.has_layers()) else { return state };
        let latest = |node: NodeId| self.visits.layer_at(node, at);
        let parent = || latest(self.visits.node(self.visits.parent_of(place.node)?));
        match latest(place.node).and_then(|visit| parent().filter(|&parent| visit < parent)) {
            Some(parent) => match self.left_out(parent, place.node, at) {
                NodeState::Unvisited => state,
                left_out => left_out,
            },
            None => state,
        }
    }

    /// Limits `frame` to the last frame; `None` if there are no frames.
    #[inline]
    fn at_most_last(&self, frame: usize) -> Option<u32> {
        let last = self.frame_count.checked_sub(1)?;
        Some(if frame < last as usize { frame as u32 } else { last })
    }

    /// Returns [`Self::state`] for a run that enters nodes several times, from the latest layer.
    #[cold]
    #[inline(never)]
    fn state_in_layers(&self, place: Place, frame: u32) -> NodeState {
        match self.visits.layer_at(place.node, frame) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            Some(_) => NodeState::Unvisited,
            None => {
                // A node that is entered later can be a descendant of a node that is pruned or skipped now.
                let mut below = place.node;
                while let Some(parent) = self.visits.parent_of(below).map(|expanding| self.visits.node(expanding)) {
                    if let Some(layer) = self.visits.layer_at(parent, frame) {
                        return self.left_out(layer, below, frame);
                    }
                    below = parent;
                }
                NodeState::Unvisited
            }
        }
    }

    /// State at `frame` of `node`, which `parent` has not entered by then: pruned, skipped or unvisited.
    #[inline]
    fn left_out(&self, parent: VisitId, node: NodeId, frame: u32) -> NodeState {
        match self.cut_frame(parent) {
            Some(cut) if cut as u32 <= frame && !self.could_search(parent, node) => NodeState::Unvisited,
            Some(cut) if cut as u32 <= frame => NodeState::Pruned { frame: cut },
            _ if self.foreign.is_none() => NodeState::Unvisited,
            _ => {
                self.skipped_at(parent, node, frame).map_or(NodeState::Unvisited, |frame| NodeState::Skipped { frame })
            }
        }
    }

    /// State of a child that `parent` does not enter, based only on that visit of its parent.
    #[must_use]
    pub fn state_left_out(&self, parent: VisitId, child: NodeId, frame: usize) -> NodeState {
        self.at_most_last(frame).map_or(NodeState::Unvisited, |frame| self.left_out(parent, child, frame))
    }

    /// State of a node based on one of its visits; [`NodeState::Unvisited`] before the visit starts.
    #[must_use]
    pub fn state_by(&self, visit: VisitId, frame: usize) -> NodeState {
        self.at_most_last(frame).map_or(NodeState::Unvisited, |frame| self.state_of_visit(visit, frame))
    }

    #[inline]
    fn state_of_visit(&self, visit: VisitId, frame: u32) -> NodeState {
        if frame < self.visits.start(visit) {
            return NodeState::Unvisited;
        }
        match self.visits.end(visit) {
            Some(end) if end <= frame => match self.returned_score(visit) {
                Some(score) => NodeState::Scored { score, kind: self.kind_of_score(visit, score) },
                // The search stopped before the node had a score.
                None => NodeState::Open { window: self.window_at(visit, frame) },
            },
            _ => NodeState::Open { window: self.window_at(visit, frame) },
        }
    }

    /// Window of `visit` at `frame`; after it has ended, its last window.
    pub(super) fn window_at(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign().is_some_and(|foreign| !foreign.windows.is_empty() || !foreign.own_updates.is_empty()) {
            let last = self.previous_frame_of(visit, frame as usize + 1).and_then(|last| self.step(last));
            return last.map_or(self.given_window(visit), |step| step.window);
        }
        match self.last_child(visit, frame) {
            Some(child) if self.update_after(child).is_some_and(|update| update <= frame) => {
                self.window_with(visit, self.visits.value_of_parent(child), frame)
            }
            Some(child) if self.is_search() => self.window_before(visit, child),
            _ if frame > self.visits.start(visit) => self.table().searched_window(visit),
            _ => self.given_window(visit),
        }
    }
}

/// Statistics of the recorded subtree of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtree {
    /// Number of visits, including the root of the subtree.
    pub visits: u64,
    /// Number of nodes that cuts in the subtree prune; `None` if it cannot be counted.
    pub pruned: Option<u64>,
    /// Minimum and maximum score of the visits that have ended; `None` if none has.
    pub scores: Option<(Score, Score)>,
}

impl Subtree {
    /// Pruned share of all nodes of the subtree, from 0 to 1.
    #[must_use]
    pub fn share_pruned(&self) -> Option<f64> {
        self.pruned.map(|pruned| pruned as f64 / (self.visits + pruned) as f64)
    }
}

impl Trace {
    /// Computes the statistics of the subtree of `visit`; see [`Self::count_pruned`]. The time grows with the number of cuts in the
    /// subtree, and hardly with the number of visits.
    ///
    /// ```
    /// use edagari_core::trace::NodeId;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let root = trace.visit_of(NodeId::ROOT).expect("the root is visited");
    /// let subtree = trace.subtree(root);
    /// assert_eq!((subtree.visits, subtree.pruned), (11, Some(4)));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn subtree(&self, visit: VisitId) -> Subtree {
        let visits = self.visits_below(visit);
        let first = visit.0 as usize;
        let (start, end) = self.span(visit);
        let (pruned, scores) = if self.is_search() {
            let end = end.unwrap_or(self.frame_count());
            let before = |frame: usize| self.cuts().partition_point(|&cut| (cut as usize) < frame);
            let cuts = before(start)..before(end);
            let counts = if cuts.is_empty() { &[] } else { &self.pruned_by_cuts()[cuts.clone()] };
            // Cuts of other threads can be in the same range.
            let is_within = |cut: u32| {
                !self.has_threads() || self.step(cut as usize).is_some_and(|step| self.is_within(step.visit, visit))
            };
            let counts = self.cuts()[cuts].iter().zip(counts).filter(|&(&cut, _)| is_within(cut));
            let pruned = counts.map(|(_, count)| *count).try_fold(0_u64, |sum, count| sum.checked_add(count?));
            let scores = if self.has_threads() {
                let scores = self.visits_of(visit).filter_map(|below| self.visits.score_if_ended(below.0 as usize));
                scores.fold(None, |range, score| union(range, Some((score, score))))
            } else {
                self.score_range(first, first + visits)
            };
            (pruned, scores)
        } else {
            (Some(0), None)
        };
        Subtree { visits: visits as u64, pruned, scores }
    }

    /// Number of visits in the subtree of `node`, in all layers.
    #[must_use]
    pub fn visits_of_subtree(&self, node: NodeId) -> usize {
        self.layers(node).map(|visit| self.visits_below(visit)).sum()
    }

    /// Number of leaves in the subtree of `node`, in all layers, see [`Self::leaves_below`].
    #[must_use]
    pub fn leaves_of_subtree(&self, node: NodeId) -> usize {
        self.layers(node).map(|visit| self.leaves_below(visit)).sum()
    }

    /// Number of consecutive unvisited nodes at the front of `children`, which are removed from it.
    pub fn unvisited_in_row(&self, children: &mut (impl Iterator<Item = NodeId> + Clone)) -> usize {
        if !self.has_layers() {
            // Searches enter children in order, so all remaining children are unvisited.
            return children.by_ref().count();
        }
        let mut count = 0;
        while children.clone().next().is_some_and(|next| self.visit_of(next).is_none()) {
            children.next();
            count += 1;
        }
        count
    }

    /// Minimum and maximum score of the visits in a range that have ended.
    fn score_range(&self, first: usize, end: usize) -> Option<(Score, Score)> {
        let blocks = &self.overview.score_blocks;
        let mut range = None;
        let mut at = first;
        while at < end {
            let block = at / BLOCK;
            if at.is_multiple_of(BLOCK)
                && at + BLOCK <= end
                && let Some(&known) = blocks.get(block)
            {
                range = union(range, known);
                at += BLOCK;
            } else {
                range = union(range, self.visits.score_if_ended(at).map(|score| (score, score)));
                at += 1;
            }
        }
        range
    }
}

impl Trace {
    /// Whether a file must list the moves of the children of `visit`. It must if an unvisited child
    /// is known from the trace alone, now or to later readers, or if the children that are not
    /// entered are not in the game's order; the order of the entered ones follows from their
    /// visits. If a program lists no moves, only the moves that it searches or skips are known. A
    /// list would wrongly state that the program knew moves that it names only at a later visit.
    pub(in crate::trace) fn lists_moves(&self, visit: VisitId) -> bool {
        let mut children = self.visits.children(visit);
        if children.is_empty() || self.foreign().is_some_and(|foreign| foreign.lists_no_moves) {
            return false;
        }
        // If a visit entered no child, only a list shows that it has children.
        let has_entered = self.visits.entered_child(visit, 0).is_some();
        if self.recorded_tree().is_some() || self.is_of_other_game() {
            return !has_entered || children.any(|child| self.visits.of_node(NodeId(child)).is_empty());
        }
        // The children in a run by Edagari follow from its setup. Another program may have left the node before it generated them.
        if !has_entered && self.visits.end(visit).is_some() {
            return true;
        }
        let [_, left_out] = self.entered_and_left_out(visit);
        self.numbering_visit(visit) == Some(visit)
            && !left_out.is_sorted_by_key(|&child| self.visits.move_of(visit, child))
    }

    /// Children of `visit` in the order of its list: the entered children, then the others. But if
    /// the header specifies that moves are in the game's order or its reverse, and the moves of the
    /// node are, the others are inserted at their places: the program may have skipped or pruned
    /// them before it entered the next ones.
    pub(in crate::trace) fn listed_children(&self, visit: VisitId, has_rising_moves: Option<bool>) -> Vec<NodeId> {
        let here = self.entered_and_left_out(visit);
        let mut children = here.concat();
        // Children that are not entered have the order of the list of the visit that numbers the children.
        let numbering = self.numbering_visit(visit).filter(|_| self.source_of(Fact::Moves) == FactSource::Rules);
        if let Some((rises, numbering)) = has_rising_moves.zip(numbering) {
            // A child whose move the program omitted has no place in the order, and is not listed.
            let is_named = |child: &NodeId| self.recorded_move_text(*child) != Some("");
            children.retain(is_named);
            let follows_rules = children.iter().all(|&child| self.rule_move(child).is_some());
            let in_order = |child: &NodeId| {
                let by_rules = self.rule_move(*child).filter(|_| follows_rules);
                let mv = by_rules.unwrap_or_else(|| self.visits.move_of(visit, *child));
                if rises { mv } else { u32::MAX - mv }
            };
            let [entered, left_out] = self.entered_and_left_out(numbering);
            let is_sorted =
                |list: &Vec<NodeId>| list.iter().filter(|child| is_named(child)).is_sorted_by_key(&in_order);
            if [&here[0], &entered, &left_out].into_iter().all(is_sorted) {
                children.sort_by_key(in_order);
            }
        }
        children
    }

    /// The visit that numbers the children of `visit`: the visit itself, or an earlier one of the same node.
    fn numbering_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent_of(NodeId(self.visits.children(visit).start))
    }

    /// Children that `visit` enters, each once and in this order, and the other children in the order of their numbers.
    fn entered_and_left_out(&self, visit: VisitId) -> [Vec<NodeId>; 2] {
        let mut is_entered = HashSet::new();
        let visited = self.visited_children(visit).map(|child| self.node_of(child));
        let entered = visited.filter(|&child| is_entered.insert(child)).collect();
        let left_out = self.visits.children(visit).map(NodeId).filter(|child| !is_entered.contains(child)).collect();
        [entered, left_out]
    }
}
