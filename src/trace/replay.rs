//! A trace seen from one frame. All answers come from the indexes, in the same time at any frame.

use std::collections::HashSet;
use std::ops::Range;

use super::foreign::kept_for;
use super::{Cut, FrameKind, NodeId, OwnUpdate, Step, Trace, VisitId, visit_frames};
use crate::game::AnyPosition;
use crate::score::{BoundKind, Player, Score, Window};

/// A node at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeState {
    /// The search has not reached it.
    Unvisited,
    /// It is on the current path; in a generated tree: it has been generated.
    Open {
        /// The window at that frame.
        window: Window,
    },
    /// Its score is settled.
    Scored {
        /// The score.
        score: Score,
        /// Whether the score is its value or a bound.
        kind: BoundKind,
    },
    /// A cut skips it.
    Pruned {
        /// The frame of the cut.
        frame: usize,
    },
    /// The search left it out on a guess, which proves nothing.
    Skipped {
        /// The frame from which on it is left out.
        frame: usize,
    },
}

/// A node of the game tree, recorded or not: its nearest recorded ancestor-or-self, and its depth below that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The node itself if it is recorded, else its nearest recorded ancestor.
    pub node: NodeId,
    /// Moves from `node` to the place; 0 if it is recorded.
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
    /// The window given to `visit`.
    #[must_use]
    pub fn given_window(&self, visit: VisitId) -> Window {
        self.visits.given(visit)
    }

    /// The window of `visit` when it would return `value`, at `frame`.
    #[inline]
    fn window_with(&self, visit: VisitId, value: Score, frame: u32) -> Window {
        self.searched_by(visit, frame).taking_in(self.visits.player(visit), value)
    }

    /// The window of `visit` before it entered `child`.
    fn window_before(&self, visit: VisitId, child: VisitId) -> Window {
        let frame = self.visits.start(child);
        let before = self.visits.place_of_child(visit, child).checked_sub(1);
        match before.and_then(|before| self.visits.entered_child(visit, before)) {
            _ if self.has_own_updates() => self.window_by(visit, frame),
            Some(sibling) => self.window_with(visit, self.visits.value_of_parent(sibling), frame),
            None => self.searched_window(visit),
        }
    }

    /// The window of `visit` after its last update by `frame`, its own or by a child.
    #[cold]
    #[inline(never)]
    fn window_by(&self, visit: VisitId, frame: u32) -> Window {
        let value = self.value_by(visit, frame);
        let searched = self.searched_by(visit, frame);
        value.map_or(searched, |value| searched.taking_in(self.visits.player(visit), value))
    }

    /// The score that `visit` would return at `frame`, after its updates by then; `None` before the first.
    #[must_use]
    pub fn value_by(&self, visit: VisitId, frame: u32) -> Option<Score> {
        let taken_in = |child: VisitId| {
            let update = self.update_after(child).filter(|&update| update <= frame)?;
            Some((update, self.visits.value_of_parent(child)))
        };
        // Where the last child is still open, or about to be taken in, the one before it was the last to be.
        let by_child = self.last_child(visit, frame).and_then(|child| {
            let before = || self.visits.entered_child(visit, self.visits.place_of_child(visit, child).checked_sub(1)?);
            taken_in(child).or_else(|| taken_in(before()?))
        });
        let own = self.own_update_by(visit, frame).filter(|own| by_child.is_none_or(|(update, _)| own.frame > update));
        own.and_then(|own| own.value).or(by_child.map(|(_, value)| value))
    }

    /// The last child that `visit` entered by `frame`.
    #[inline]
    fn last_child(&self, visit: VisitId, frame: u32) -> Option<VisitId> {
        self.visits.last_entered(visit, frame)
    }

    /// The frame at which the parent was updated with the score of `child`, if recorded.
    #[inline]
    pub(super) fn update_after(&self, child: VisitId) -> Option<u32> {
        let end = self.visits.end(child).filter(|_| !self.is_root(child))?;
        Some(visit_frames::update(end)).filter(|&update| update < self.frame_count)
    }

    /// Whether the run goes on after `visit` with another pass: nothing is above the start to take its score in.
    #[inline]
    fn is_root(&self, visit: VisitId) -> bool {
        self.has_layers() && self.visits.node(visit) == NodeId::ROOT
    }

    /// The `Score` frame at which the parent receives the score of `child`; `None` if the run stopped before.
    #[must_use]
    pub fn score_frame(&self, child: VisitId) -> Option<usize> {
        let end = self.visits.end(child).filter(|_| !self.is_root(child))?;
        Some(visit_frames::score(end) as usize).filter(|&score| score < self.frame_count())
    }

    /// The `Update` frame at which the parent was updated with the score of `child`; `None` if the run stopped before.
    #[must_use]
    pub fn update_frame(&self, child: VisitId) -> Option<usize> {
        self.update_after(child).map(|update| update as usize)
    }

    /// Finds the kind and the visit of `frame`: the visit entered last, the one that ended last (also as the child whose
    /// score is taken in, by `Score` and `Update`), or the parent of that.
    ///
    /// An `Update` that no child made is found before, see [`Self::own_update_at`].
    fn locate(&self, frame: u32) -> Option<(FrameKind, VisitId)> {
        if frame >= self.frame_count {
            return None;
        }
        let entered = self.visits.entered_by(frame)?;
        if self.visits.start(entered) == frame {
            return Some((FrameKind::Start, entered));
        }
        let ended = self.visits.ended_by(frame).and_then(|ended| Some((ended, self.visits.end(ended)?)));
        if self.visits.threads.is_some() {
            return Some(self.locate_in_threads(frame, entered, ended));
        }
        match ended.filter(|&(_, end)| end > self.visits.start(entered)) {
            Some((ended, end)) => match visit_frames::kind_from_end(end, frame) {
                Some(kind) => Some((kind, ended)),
                None => Some((FrameKind::Store, self.visits.parent(ended)?)),
            },
            // Before the first child: a lookup, or the store of a leaf.
            None if frame == visit_frames::lookup(self.visits.start(entered)) && self.lookup_of(entered).is_some() => {
                Some((FrameKind::Lookup, entered))
            }
            None => Some((FrameKind::Store, entered)),
        }
    }

    /// The frame numbered `frame`; `None` past the end.
    #[must_use]
    pub fn step(&self, frame: usize) -> Option<Step> {
        if let Some(own) = self.own_update_at(frame) {
            return Some(self.own_step(own));
        }
        let frame = u32::try_from(frame).ok()?;
        let (kind, told) = self.locate(frame)?;
        let (visit, window, score) = match kind {
            FrameKind::Start => (told, self.given_window(told), None),
            FrameKind::Lookup => (told, self.searched_window(told), None),
            FrameKind::Score => {
                let visit = self.visits.parent(told)?;
                (visit, self.window_before(visit, told), Some(self.visits.score(told)))
            }
            FrameKind::Update => {
                let visit = self.visits.parent(told)?;
                (visit, self.window_with(visit, self.visits.value_of_parent(told), frame), None)
            }
            FrameKind::Store | FrameKind::End => (told, self.last_window(told), Some(self.visits.score(told))),
        };
        let found = if kind == FrameKind::Lookup { self.lookup_of(visit) } else { None };
        let written = match kind {
            FrameKind::Store => self.store_of(visit),
            _ => found.and_then(|found| found.store),
        };
        let player = self.visits.player(visit);
        let foreign = self.foreign();
        let is_cut = kind == FrameKind::Update && self.is_cut_at(frame, window);
        let window = foreign.and_then(|foreign| kept_for(&foreign.windows, frame)).unwrap_or(window);
        let score = foreign.and_then(|foreign| kept_for(&foreign.scores, frame)).or(score);
        Some(Step {
            kind,
            visit,
            node: self.visits.node(visit),
            player,
            window,
            score,
            bound: (kind == FrameKind::End).then(|| self.kind_of_score(visit, self.visits.score(visit))),
            cut: is_cut.then_some(Cut::by(player)),
            bounds: match found {
                Some(found) => Some(found.bounds),
                None => written.and_then(|store| self.stored(store)).map(|stored| stored.bounds),
            },
            answer: found.map(|found| found.answer),
            store: written,
        })
    }

    /// The frame of an update that no child made.
    #[cold]
    fn own_step(&self, own: &OwnUpdate) -> Step {
        let visit = own.visit();
        let player = self.visits.player(visit);
        Step {
            kind: FrameKind::Update,
            visit,
            node: self.visits.node(visit),
            player,
            window: own.window(player),
            score: None,
            bound: None,
            cut: own.cut.then_some(Cut::by(player)),
            bounds: None,
            answer: None,
            store: None,
        }
    }

    /// Whether the `Update` at `frame` that leaves `window` makes a cut.
    #[inline]
    fn is_cut_at(&self, frame: u32, window: Window) -> bool {
        let stated = self.foreign().and_then(|foreign| kept_for(&foreign.cuts, frame));
        stated.unwrap_or(window.is_closed())
    }

    /// The window of `visit` after the update with its last child.
    fn last_window(&self, visit: VisitId) -> Window {
        match self.last_child(visit, u32::MAX) {
            _ if self.has_own_updates() => self.window_by(visit, u32::MAX),
            Some(child) => self.window_with(visit, self.visits.value_of_parent(child), u32::MAX),
            None => self.searched_window(visit),
        }
    }

    /// The score that a visit would return right after its `Update` at `frame`; `None` at other frames.
    #[must_use]
    pub fn value_at_update(&self, frame: usize) -> Option<Score> {
        if let Some(own) = self.own_update_at(frame) {
            return self.value_by(own.visit(), own.frame);
        }
        match self.locate(u32::try_from(frame).ok()?)? {
            (FrameKind::Update, child) => Some(self.visits.value_of_parent(child)),
            _ => None,
        }
    }

    /// The child that returned at a `Score` or `Update` frame; `None` at other frames, and at an `Update` that no child made.
    #[must_use]
    pub fn returned_child(&self, frame: usize) -> Option<VisitId> {
        if self.own_update_at(frame).is_some() {
            return None;
        }
        match self.locate(u32::try_from(frame).ok()?)? {
            (FrameKind::Score | FrameKind::Update, child) => Some(child),
            _ => None,
        }
    }

    /// Whether a file must list the moves of the children of `visit`: they are not in the game's order, or an unvisited one
    /// is known from the trace alone, now or to its readers.
    pub(super) fn lists_moves(&self, visit: VisitId) -> bool {
        let children = self.visits.children(visit);
        if children.is_empty() {
            return false;
        }
        let has_natural_order =
            || (0..).zip(children.clone()).all(|(mv, child)| self.visits.move_of(visit, NodeId(child)) == mv);
        if self.recorded_tree().is_some() || self.is_of_other_game() {
            // A visit that was stopped before it entered a child shows by nothing else that it has some.
            let has_entered = self.visits.entered_child(visit, 0).is_some();
            return !has_entered || children.clone().any(|child| self.visits.of_node(NodeId(child)).is_empty());
        }
        // The children in an own run follow from its setup; another program may have left the node before it generated
        // them.
        !has_natural_order()
            || self.visits.of_node(NodeId(children.start)).is_empty() && self.visits.end(visit).is_some()
    }

    /// The kind of `score`. A leaf's score is its value, whatever its window; an answer of the table has its entry's kind.
    fn kind_of_score(&self, visit: VisitId, score: Score) -> BoundKind {
        let end = self.visits.end(visit);
        let stated = self.foreign().zip(end).and_then(|(foreign, end)| kept_for(&foreign.bounds, end));
        if let Some(kind) = stated {
            return kind;
        }
        if !self.has_minimax_scores() {
            return BoundKind::Exact;
        }
        if !self.visits.children(visit).is_empty() {
            return self.judged_window(visit).judge(score);
        }
        self.answered(visit).map(|(_, kind)| kind).or_else(|| self.settled_by_itself(visit)).unwrap_or(BoundKind::Exact)
    }

    /// What the score of `visit` says of its value, if the node made a cut by what it knows itself.
    fn settled_by_itself(&self, visit: VisitId) -> Option<BoundKind> {
        self.own_update_by(visit, u32::MAX).filter(|own| own.cut)?;
        Some(OwnUpdate::bound_of_cut(self.visits.player(visit)))
    }

    /// Whether this is a run of a search, not the generation of a tree, whose visits have no end.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.setup.process.is_search()
    }

    /// The last visit of `node`, if it was visited.
    #[must_use]
    pub fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visits.visit_of(node)
    }

    /// The numbers of the visits entered in the range `frames`.
    #[must_use]
    pub fn visits_within(&self, frames: &Range<usize>) -> Range<u32> {
        let before = |frame: usize| self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0 as u32;
        before(frames.start)..before(frames.end)
    }

    /// The visits entered before `frame` that are open or end there, the deepest first; of each thread in turn.
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

    /// The frames at which `visit` was entered and ended; no end if the run stopped before.
    #[must_use]
    pub fn span(&self, visit: VisitId) -> (usize, Option<usize>) {
        (self.visits.start(visit) as usize, self.visits.end(visit).map(|end| end as usize))
    }

    /// The visit of the parent's node that led to `visit`.
    #[must_use]
    pub fn parent_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent(visit)
    }

    /// The parent of `node`.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.visits.parent_of(node).map(|visit| self.visits.node(visit))
    }

    /// Whether `visit` evaluated its node at the depth limit, where the game goes on but the search does not.
    #[must_use]
    pub fn is_horizon(&self, visit: VisitId) -> bool {
        let node = self.visits.node(visit);
        // Another program can have a limit that it does not tell.
        let is_of_others = self.origin().is_some() && self.recorded_tree().is_none();
        (self.setup.limit.is_some() || is_of_others)
            && self.visits.children(visit).is_empty()
            && self.answered(visit).is_none()
            && self.position(&self.path(node)).is_some_and(|position| position.score().is_none())
    }

    /// The children of `node` in the order of the first search; empty if no visit went on.
    pub fn children(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + use<> {
        self.visits.children_of(node).map(NodeId)
    }

    /// Whether `visit` ended without children: the game was over, its depth was used up, or the table answered.
    #[must_use]
    pub fn is_leaf_visit(&self, visit: VisitId) -> bool {
        self.visits.children(visit).is_empty()
    }

    /// The child of `node` that `mv` leads to, if `node` was visited.
    #[must_use]
    pub fn child_by_move(&self, node: NodeId, mv: u32) -> Option<NodeId> {
        let expanding = self.layers(node).find(|&visit| !self.is_leaf_visit(visit))?;
        self.visits.child_by_move(expanding, mv)
    }

    /// The children that the cut of `visit` skips; empty without a cut.
    pub fn pruned_children(&self, visit: VisitId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let mut children = if self.cut_frame(visit).is_some() { self.visits.children(visit) } else { 0..0 };
        let entered: Vec<NodeId> = if self.has_layers() {
            let entered = self.visited_children(visit).map(|child| self.visits.node(child));
            if children.is_empty() { Vec::new() } else { entered.collect() }
        } else {
            // All of them were entered in order, so the others come behind them.
            children.start += self.visits.children_entered_by(visit, u32::MAX).min(children.len()) as u32;
            Vec::new()
        };
        let entered: HashSet<NodeId> = entered.into_iter().collect();
        let pruned: Vec<NodeId> = children.map(NodeId).filter(|child| !entered.contains(child)).collect();
        pruned.into_iter()
    }

    /// The frame at which `visit` made a cut, whether or not the cut prunes something.
    #[must_use]
    pub fn cut_frame(&self, visit: VisitId) -> Option<usize> {
        if let Some(own) = self.own_update_by(visit, u32::MAX).filter(|own| own.cut) {
            return Some(own.frame as usize);
        }
        let last = self.last_child(visit, u32::MAX)?;
        let update = self.update_after(last)?;
        let window = self.window_with(visit, self.visits.value_of_parent(last), update);
        self.is_cut_at(update, window).then_some(update as usize)
    }

    /// The index, in the game's order, of the move that leads to `node`; `None` for the start.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<u32> {
        self.visits.parent_of(node).map(|parent| self.visits.move_of(parent, node))
    }

    /// The moves from the start of the run to `node`.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut child = node;
        while let Some(visit) = self.visits.parent_of(child) {
            path.push(self.visits.move_of(visit, child));
            child = self.visits.node(visit);
        }
        path.reverse();
        path
    }

    /// The place that the moves of `path` lead to from the start of the run. Moves below a recorded node are not checked.
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

    /// The place that `mv` leads to. The move is not checked.
    #[must_use]
    pub fn child_place(&self, parent: Place, mv: u32) -> Place {
        let recorded = parent.recorded().and_then(|node| self.child_by_move(node, mv));
        recorded.map_or(Place { node: parent.node, below: parent.below + 1 }, |node| Place { node, below: 0 })
    }

    /// The position after the moves of `path` from the start of the run; `None` if one is not legal.
    #[must_use]
    pub fn position(&self, path: &[u32]) -> Option<AnyPosition> {
        let whole: Vec<u32> = self.start.iter().chain(path).copied().collect();
        self.game.position(&whole)
    }

    /// The state of `place` at `frame`, by binary search in the indexes of its node.
    #[must_use]
    pub fn state(&self, place: Place, frame: usize) -> NodeState {
        let Some(last) = self.frame_count.checked_sub(1) else { return NodeState::Unvisited };
        let frame = u32::try_from(frame).unwrap_or(u32::MAX).min(last);
        if self.has_layers() {
            return self.state_in_layers(place, frame);
        }
        match self.visits.only_visit_of(place.node) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            // Below a visited node everything is recorded or, if that node is a leaf, nothing exists.
            Some(_) => NodeState::Unvisited,
            None => self
                .visits
                .only_parent_of(place.node)
                .map_or(NodeState::Unvisited, |parent| self.left_out(parent, place.node, frame)),
        }
    }

    /// [`Self::state`] of a run that enters nodes several times: by the latest layer.
    #[cold]
    #[inline(never)]
    fn state_in_layers(&self, place: Place, frame: u32) -> NodeState {
        match self.visits.layer_at(place.node, frame) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            Some(_) => NodeState::Unvisited,
            None => {
                // A node that is entered later can lie below one that is left out now.
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

    /// The state at `frame` of `node`, which `parent` has not entered by then: `parent` can have left it out.
    #[inline]
    fn left_out(&self, parent: VisitId, node: NodeId, frame: u32) -> NodeState {
        match self.cut_frame(parent) {
            Some(cut) if cut as u32 <= frame => NodeState::Pruned { frame: cut },
            _ if self.foreign.is_none() => NodeState::Unvisited,
            _ => {
                self.skipped_at(parent, node, frame).map_or(NodeState::Unvisited, |frame| NodeState::Skipped { frame })
            }
        }
    }

    /// The state of a child that `parent` does not enter, by that visit of its parent alone.
    #[must_use]
    pub fn state_left_out(&self, parent: VisitId, child: NodeId, frame: usize) -> NodeState {
        let Some(last) = self.frame_count.checked_sub(1) else { return NodeState::Unvisited };
        self.left_out(parent, child, u32::try_from(frame).unwrap_or(u32::MAX).min(last))
    }

    /// The state of a node by one of its visits: [`NodeState::Unvisited`] before that begins.
    #[must_use]
    pub fn state_by(&self, visit: VisitId, frame: usize) -> NodeState {
        let Some(last) = self.frame_count.checked_sub(1) else { return NodeState::Unvisited };
        self.state_of_visit(visit, u32::try_from(frame).unwrap_or(u32::MAX).min(last))
    }

    #[inline]
    fn state_of_visit(&self, visit: VisitId, frame: u32) -> NodeState {
        if frame < self.visits.start(visit) {
            return NodeState::Unvisited;
        }
        match self.visits.end(visit) {
            Some(end) if end <= frame => {
                let score = self.visits.score(visit);
                NodeState::Scored { score, kind: self.kind_of_score(visit, score) }
            }
            _ => NodeState::Open { window: self.window_at(visit, frame) },
        }
    }

    /// The window of `visit`, which is open at `frame`.
    fn window_at(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign().is_some_and(|foreign| !foreign.windows.is_empty() || !foreign.own_updates.is_empty()) {
            let last = self.previous_frame_of(visit, frame as usize + 1).and_then(|last| self.step(last));
            return last.map_or(self.given_window(visit), |step| step.window);
        }
        match self.last_child(visit, frame) {
            Some(child) if self.update_after(child).is_some_and(|update| update <= frame) => {
                self.window_with(visit, self.visits.value_of_parent(child), frame)
            }
            Some(child) if self.is_search() => self.window_before(visit, child),
            _ if frame > self.visits.start(visit) => self.searched_window(visit),
            _ => self.given_window(visit),
        }
    }

    fn store_frame(&self, visit: VisitId) -> Option<usize> {
        self.store_of(visit).and_then(|store| self.stored(store)).map(|stored| stored.frame)
    }

    /// The last frame of `visit` before `frame`.
    #[must_use]
    pub fn previous_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let before = frame.checked_sub(1).filter(|&before| before >= self.span(visit).0)?;
        let own = self.own_update_by(visit, u32::try_from(before).unwrap_or(u32::MAX));
        Some(self.followed_frame_of(visit, before).max(own.map_or(0, |own| own.frame as usize)))
    }

    /// The last frame of `visit` at or before `before` that follows from its start, its end and its children.
    fn followed_frame_of(&self, visit: VisitId, before: usize) -> usize {
        let (start, end) = self.span(visit);
        if let Some(end) = end.filter(|&end| end <= before) {
            return end;
        }
        if let Some(store) = self.store_frame(visit).filter(|&store| store <= before) {
            return store;
        }
        let first = self.lookup_of(visit).map(|found| found.frame).filter(|&lookup| lookup <= before).unwrap_or(start);
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let Some(child) = self.last_child(visit, before) else { return first };
        // A child is followed by `Score` and `Update`; before it is the frame that set its window.
        match self.visits.end(child) {
            Some(returned) if returned < before => before.min(visit_frames::update(returned)) as usize,
            _ if self.visits.threads.is_some() => self.frame_before_child(visit, child).unwrap_or(first),
            _ if self.is_search() => self.span(child).0 - 1,
            _ => start,
        }
    }

    /// The first frame of `visit` after `frame`.
    #[must_use]
    pub fn next_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let (start, end) = self.span(visit);
        if frame < start {
            return Some(start);
        }
        let next = frame + 1;
        if let Some(found) = self.lookup_of(visit).filter(|found| next <= found.frame) {
            return Some(found.frame);
        }
        let child = match &self.visits.threads {
            None => self.last_child(visit, u32::try_from(next).unwrap_or(u32::MAX)),
            Some(_) => self.child_returning_next(visit, next),
        };
        let next_own = match child.map(|child| self.visits.end(child)) {
            Some(None) => None,
            // Inside a child: on to the parent's `Score` right after its end.
            Some(Some(returned)) if next <= returned as usize => Some(visit_frames::score(returned) as usize),
            Some(Some(returned)) if next <= visit_frames::update(returned) as usize => Some(next),
            Some(Some(_)) | None => {
                self.store_frame(visit).filter(|&store| next <= store).or(end.filter(|&end| next <= end))
            }
        };
        let by_itself = || self.own_updates_of(visit).map(|own| own.frame as usize).find(|&own| own >= next);
        let next_own = if self.has_own_updates() { next_own.into_iter().chain(by_itself()).min() } else { next_own };
        next_own.filter(|&own| own < self.frame_count())
    }

    /// The first frame after `frame` at which a cut prunes something.
    #[must_use]
    pub fn next_cut(&self, frame: usize) -> Option<usize> {
        let index = self.cuts.partition_point(|&cut| cut as usize <= frame);
        self.cuts.get(index).map(|&cut| cut as usize)
    }

    /// The last frame before `frame` at which a cut prunes something.
    #[must_use]
    pub fn previous_cut(&self, frame: usize) -> Option<usize> {
        let index = self.cuts.partition_point(|&cut| (cut as usize) < frame);
        index.checked_sub(1).map(|index| self.cuts[index] as usize)
    }

    /// The scores of all visits that have ended.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.visits.scores()
    }

    /// The smallest and the largest finite score of all visits that have ended.
    #[must_use]
    pub fn finite_scores(&self) -> Option<(i32, i32)> {
        self.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((lowest, highest)) => Some((score.min(lowest), score.max(highest))),
        })
    }

    /// The score of the root, if a visit of it has ended: of the last one that has.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.layers(NodeId::ROOT).rev().find_map(|root| self.visits.end(root).map(|_| self.visits.score(root)))
    }
}
