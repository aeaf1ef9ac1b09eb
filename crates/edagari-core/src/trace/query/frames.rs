//! Frames of a trace, each derived from the visits: their data, the frames of a visit, and jumps to the next frame of a
//! kind.

use super::Place;
use crate::score::{BoundKind, Fail, Player, Score, Window};
use crate::search::{Algorithm, probed_bound};
use crate::trace::model::foreign::value_for;
use crate::trace::model::visit_frames;
use crate::trace::{Cut, Fact, FrameKind, NodeId, OwnUpdate, Step, Trace, VisitId};

impl Trace {
    /// Frame number of the `Lookup` of `visit`; valid only if it has one.
    pub(super) fn lookup_frame(&self, visit: VisitId) -> u32 {
        visit_frames::lookup(self.visits.start(visit))
    }

    /// Window given to `visit`.
    #[must_use]
    pub fn given_window(&self, visit: VisitId) -> Window {
        self.visits.given(visit)
    }

    /// Window of `visit` at `frame` if it would return `value`.
    #[inline]
    pub(super) fn window_with(&self, visit: VisitId, value: Score, frame: u32) -> Window {
        self.taking_in(visit, self.searched_by(visit, frame), value)
    }

    /// Window of `visit` before it entered `child`.
    pub(super) fn window_before(&self, visit: VisitId, child: VisitId) -> Window {
        let frame = self.visits.start(child);
        let before = self.visits.place_of_child(visit, child).checked_sub(1);
        match before.and_then(|before| self.visits.entered_child(visit, before)) {
            _ if self.has_own_updates() => self.window_by(visit, frame),
            Some(sibling) => self.window_with(visit, self.visits.value_of_parent(sibling), frame),
            None => self.table().searched_window(visit),
        }
    }

    /// Window of `visit` after its last update by `frame`, with or without a child.
    #[cold]
    #[inline(never)]
    fn window_by(&self, visit: VisitId, frame: u32) -> Window {
        let value = self.value_by(visit, frame);
        let searched = self.searched_by(visit, frame);
        value.map_or(searched, |value| self.taking_in(visit, searched, value))
    }

    /// The window of `visit` after it uses `value`, given `window` before. A chance node has no
    /// bound of its own, so its window stays unchanged.
    #[inline]
    fn taking_in(&self, visit: VisitId, window: Window, value: Score) -> Window {
        if self.is_chance(visit) { window } else { window.taking_in(self.visits.player(visit), value) }
    }

    /// The kind of the cut that `visit` makes with `value`: by its player, or at a chance node by
    /// the bound that the value reaches.
    fn cut_with(&self, visit: VisitId, value: Score) -> Cut {
        if !self.is_chance(visit) {
            return Cut::by(self.visits.player(visit));
        }
        if value <= self.table().searched_window(visit).alpha { Cut::Alpha } else { Cut::Beta }
    }

    /// Score that `visit` would return at `frame`, after its updates by then; `None` before the first one.
    #[must_use]
    pub fn value_by(&self, visit: VisitId, frame: u32) -> Option<Score> {
        let taken_in = |child: VisitId| {
            let update = self.update_after(child).filter(|&update| update <= frame)?;
            Some((update, self.visits.value_of_parent(child)))
        };
        // If the last child is open, or its update is still to come, the last update was made by the child before it.
        let by_child = self.last_child(visit, frame).and_then(|child| {
            let before = || self.visits.entered_child(visit, self.visits.place_of_child(visit, child).checked_sub(1)?);
            taken_in(child).or_else(|| taken_in(before()?))
        });
        let own = self.own_update_by(visit, frame).filter(|own| by_child.is_none_or(|(update, _)| own.frame > update));
        own.and_then(|own| own.value).or(by_child.map(|(_, value)| value))
    }

    /// The last child that `visit` entered by `frame`.
    #[inline]
    pub(in crate::trace) fn last_child(&self, visit: VisitId, frame: u32) -> Option<VisitId> {
        self.visits.last_entered(visit, frame)
    }

    /// Finds the kind of `frame` and a visit: the visit entered last, the visit that ended last (for `Score` and `Update` the child
    /// whose score is received), or its parent.
    ///
    /// An `Update` without a child must be found before, see [`Self::own_update_at`].
    pub(super) fn locate(&self, frame: u32) -> Option<(FrameKind, VisitId)> {
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
            None if frame == visit_frames::lookup(self.visits.start(entered))
                && self.table().lookup_of(entered).is_some() =>
            {
                Some((FrameKind::Lookup, entered))
            }
            None => Some((FrameKind::Store, entered)),
        }
    }

    /// Returns the frame numbered `frame`; `None` after the last one.
    ///
    /// ```
    /// use edagari_core::score::{Score, Window};
    /// use edagari_core::trace::FrameKind;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let first = trace.step(0).expect("the start of the root");
    /// assert_eq!((first.kind, first.window), (FrameKind::Start, Window::FULL));
    /// let last = trace.step(trace.frame_count() - 1).expect("the end of the root");
    /// assert_eq!((last.kind, last.score), (FrameKind::End, Some(Score::new(3))));
    /// assert!(trace.step(trace.frame_count()).is_none());
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn step(&self, frame: usize) -> Option<Step> {
        if let Some(own) = self.own_update_at(frame) {
            return Some(self.own_step(own));
        }
        let frame = u32::try_from(frame).ok()?;
        let (kind, located) = self.locate(frame)?;
        let (visit, window, score) = match kind {
            FrameKind::Start => (located, self.given_window(located), None),
            FrameKind::Lookup => (located, self.table().searched_window(located), None),
            FrameKind::Score => {
                let visit = self.visits.parent(located)?;
                (visit, self.window_before(visit, located), self.returned_score(located))
            }
            FrameKind::Update => {
                let visit = self.visits.parent(located)?;
                (visit, self.window_with(visit, self.visits.value_of_parent(located), frame), None)
            }
            FrameKind::Store | FrameKind::End => (located, self.last_window(located), self.returned_score(located)),
        };
        let found = if kind == FrameKind::Lookup { self.table().lookup_of(visit) } else { None };
        let written = match kind {
            FrameKind::Store => self.table().store_of(visit),
            _ => found.and_then(|found| found.store),
        };
        let player = self.visits.player(visit);
        let foreign = self.foreign();
        let is_cut = kind == FrameKind::Update && self.is_cut_at(frame, (visit, located), window);
        let window = foreign.and_then(|foreign| value_for(&foreign.windows, frame)).unwrap_or(window);
        let score = foreign.and_then(|foreign| value_for(&foreign.scores, frame)).or(score);
        Some(Step {
            kind,
            visit,
            node: self.visits.node(visit),
            player,
            window,
            score,
            bound: score.filter(|_| kind == FrameKind::End).and_then(|score| self.kind_of_score(visit, score)),
            cut: is_cut.then(|| self.cut_with(visit, self.visits.value_of_parent(located))),
            bounds: match found {
                Some(found) => Some(found.bounds),
                None => written.and_then(|store| self.table().stored(store)).map(|stored| stored.bounds),
            },
            answer: found.map(|found| found.answer),
            store: written,
        })
    }

    /// Frame of an update without a child.
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

    /// Window of `visit` after the update with its last child.
    fn last_window(&self, visit: VisitId) -> Window {
        match self.last_child(visit, u32::MAX) {
            _ if self.has_own_updates() => self.window_by(visit, u32::MAX),
            Some(child) => self.window_with(visit, self.visits.value_of_parent(child), u32::MAX),
            None => self.table().searched_window(visit),
        }
    }

    /// Score that a visit would return right after its `Update` at `frame`; `None` at other frames.
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

    /// The child that returned at a `Score` or `Update` frame; `None` at other frames, and at an `Update` without a child.
    ///
    /// ```
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    /// // `trace` is α-β on the three-move figure.
    /// let cut = trace.next_cut(0).expect("α-β cuts");
    /// let child = trace.returned_child(cut).expect("a child causes the cut");
    /// let path = trace.path(trace.node_of(child));
    /// assert_eq!(trace.game.move_texts(&trace.start, &path), ["A", "D", "I"]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
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
}

impl Trace {
    /// The score that `visit` returned; `None` if a stopped search left it without one.
    #[inline]
    pub(super) fn returned_score(&self, visit: VisitId) -> Option<Score> {
        let is_unscored = self.foreign().is_some_and(|foreign| foreign.unscored.binary_search(&visit.0).is_ok());
        (!is_unscored).then(|| self.visits.score(visit))
    }

    /// Scores of all visits that have ended with one.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        let visits = (0..self.visit_count() as u32).map(VisitId);
        visits.filter(|&visit| self.visits.end(visit).is_some()).filter_map(|visit| self.returned_score(visit))
    }

    /// Minimum and maximum finite score of all visits that have ended.
    #[must_use]
    pub fn finite_scores(&self) -> Option<(i32, i32)> {
        self.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((lowest, highest)) => Some((score.min(lowest), score.max(highest))),
        })
    }

    /// Score of the last visit of the root that has ended with one; `None` if none has.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.layers(NodeId::ROOT)
            .rev()
            .find_map(|root| self.returned_score(root).filter(|_| self.visits.end(root).is_some()))
    }

    /// Whether [`Self::value`] is the exact value of the root or a bound; `None` if there is no value, or it is unknown.
    #[must_use]
    pub fn kind_of_value(&self) -> Option<BoundKind> {
        let has_score = |root: &VisitId| self.visits.end(*root).is_some() && self.returned_score(*root).is_some();
        let root = self.layers(NodeId::ROOT).rev().find(has_score)?;
        let score = self.visits.score(root);
        let kind = self.kind_of_score(root, score)?;
        let Some(search) = self.setup.search().filter(|_| self.origin().is_none()) else { return Some(kind) };
        Some(search.settle(score, kind, || self.position(&[]).and_then(|start| start.bounds(0))))
    }

    /// Kind of `score`, which `visit` returned. Sentences, pictures, inspector and files all use
    /// this function. `None` if it is unknown: the scores of the trace are no minimax scores, or
    /// the score depends on a window that is unknown. A leaf's score is exact for any window; a
    /// score returned by the table has the kind of its entry.
    #[inline]
    pub(super) fn kind_of_score(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        if self.foreign.is_some() {
            return self.kind_in_file(visit, score);
        }
        Some(self.kind_by_window(visit, score).unwrap_or_else(|| self.kind_without_window(visit)))
    }

    /// Kind of the score of a visit that has searched children; `None` for any other visit.
    #[inline]
    fn kind_by_window(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        // A node whose score comes from the table may have listed its moves before.
        let is_searched = !self.visits.children(visit).is_empty()
            && (self.table().answered(visit).is_none() || self.visits.entered_child(visit, 0).is_some());
        is_searched.then(|| self.judged_window(visit).judge(score))
    }

    /// Kind of the score of a visit without searched children: a leaf, or a node that the table or an update without a child settled.
    #[inline]
    fn kind_without_window(&self, visit: VisitId) -> BoundKind {
        let answered = self.table().answered(visit).map(|(_, kind)| kind);
        answered.or_else(|| self.settled_by_itself(visit)).unwrap_or(BoundKind::Exact)
    }

    /// Kind of the score of `visit` in a file: as stated there, otherwise derived from the known
    /// facts.
    #[cold]
    fn kind_in_file(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let bounds = &self.foreign()?.bounds;
        let stated = self.visits.end(visit).and_then(|end| value_for(bounds, end));
        if stated.is_some() || !self.has_minimax_scores() {
            return stated;
        }
        if let Some(kind) = self.kind_by_reason(visit, score) {
            return Some(kind);
        }
        if self.is_probe(visit) {
            return self.kind_of_probe(visit, score);
        }
        match self.kind_by_window(visit, score) {
            Some(kind) => Some(kind).filter(|_| self.source_of(Fact::Window(visit)).is_known()),
            None => Some(self.kind_without_window(visit)),
        }
    }

    /// Kind of `score`, which a probe returned: a bound on one side, because not all children were searched. `None` if no bound of the
    /// node follows from it, or its window is unknown.
    pub(crate) fn kind_of_probe(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        if !self.visits.children(visit).is_empty() && self.visits.entered_child(visit, 0).is_some() {
            let is_judged = self.source_of(Fact::Window(visit)).is_known() && !self.is_chance(visit);
            return probed_bound(self.visits.player(visit), self.judged_window(visit), score).filter(|_| is_judged);
        }
        Some(self.kind_without_window(visit))
    }

    /// Drops the kinds of scores that a file states if they are the derived ones.
    pub(in crate::trace) fn drop_derived_kinds(&mut self) {
        let Some(foreign) = &mut self.foreign else { return };
        let mut stated = std::mem::take(&mut foreign.bounds);
        stated.retain(|&(end, kind)| self.step(end as usize).is_none_or(|step| step.bound != Some(kind)));
        if let Some(foreign) = &mut self.foreign {
            foreign.bounds = stated;
        }
    }

    /// Kind of the score of `visit` by the recorded reason that settled it, if neither the table nor a child did.
    fn kind_by_reason(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let reason = self.reason_of(visit)?;
        let is_by_child = self.visited_children(visit).any(|child| !self.is_speculative(child));
        let (player, window) = (self.visits.player(visit), self.judged_window(visit));
        let is_answered = self.table().answered(visit).is_some();
        OwnUpdate::bound_by_reason(reason, player, window, score).filter(|_| !is_by_child && !is_answered)
    }

    /// Kind of the score of `visit`, if the node made a cut by an update without a child.
    #[inline]
    fn settled_by_itself(&self, visit: VisitId) -> Option<BoundKind> {
        self.own_update_by(visit, u32::MAX).filter(|own| own.cut)?;
        Some(OwnUpdate::bound_of_cut(self.visits.player(visit), self.judged_window(visit), self.visits.score(visit)))
    }
}

impl Trace {
    fn store_frame(&self, visit: VisitId) -> Option<usize> {
        self.table().store_of(visit).and_then(|store| self.table().stored(store)).map(|stored| stored.frame)
    }

    /// Returns the last frame of `visit` before `frame`.
    #[must_use]
    pub fn previous_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let before = frame.checked_sub(1).filter(|&before| before >= self.span(visit).0)?;
        let own = self.own_update_by(visit, u32::try_from(before).unwrap_or(u32::MAX));
        Some(self.followed_frame_of(visit, before).max(own.map_or(0, |own| own.frame as usize)))
    }

    /// Returns the last frame of `visit` at or before `before` that follows from its start, its end and its children.
    fn followed_frame_of(&self, visit: VisitId, before: usize) -> usize {
        let (start, end) = self.span(visit);
        if let Some(end) = end.filter(|&end| end <= before) {
            return end;
        }
        if let Some(store) = self.store_frame(visit).filter(|&store| store <= before) {
            return store;
        }
        let first =
            self.table().lookup_of(visit).map(|found| found.frame).filter(|&lookup| lookup <= before).unwrap_or(start);
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let Some(child) = self.last_child(visit, before) else { return first };
        // A child is followed by `Score` and `Update`. The frame before a child is the one that set the child's window.
        match self.visits.end(child) {
            Some(returned) if returned < before => before.min(visit_frames::update(returned)) as usize,
            _ if self.visits.threads.is_some() => self.frame_before_child(visit, child).unwrap_or(first),
            _ if self.is_search() => self.span(child).0 - 1,
            _ => start,
        }
    }

    /// Returns the first frame of `visit` after `frame`.
    #[must_use]
    pub fn next_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let (start, end) = self.span(visit);
        if frame < start {
            return Some(start);
        }
        let next = frame + 1;
        if let Some(found) = self.table().lookup_of(visit).filter(|found| next <= found.frame) {
            return Some(found.frame);
        }
        let child = match &self.visits.threads {
            None => self.last_child(visit, u32::try_from(next).unwrap_or(u32::MAX)),
            Some(_) => self.child_returning_next(visit, next),
        };
        let next_own = match child.map(|child| self.visits.end(child)) {
            Some(None) => None,
            // If the frame is within a child, the next one is the parent's `Score` right after the child's end.
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

    /// The frame at which the parent was updated with the score of `child`, if it is recorded.
    #[inline]
    pub(super) fn update_after(&self, child: VisitId) -> Option<u32> {
        let end = self.visits.end(child).filter(|_| !self.is_root(child))?;
        Some(visit_frames::update(end)).filter(|&update| update < self.frame_count)
    }

    /// Whether `visit` is a visit of the root in a run with several passes: it has no parent to receive its score.
    #[inline]
    fn is_root(&self, visit: VisitId) -> bool {
        self.has_layers() && self.visits.node(visit) == NodeId::ROOT
    }
}

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
    /// An `Update` that makes another child the best child of this visit; in a Monte-Carlo tree search, the end of an iteration that
    /// makes another child the favourite of its node.
    BestMove(VisitId),
    /// The `End` of this visit.
    End(VisitId),
}

impl Trace {
    /// Returns the first frame of a kind after `frame`.
    ///
    /// ```
    /// use edagari_core::score::Score;
    /// use edagari_core::trace::Jump;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let rise = trace.next_jump(Jump::AlphaRise, 0).expect("α rises");
    /// let step = trace.step(rise).expect("a frame of the trace");
    /// assert_eq!(step.window.alpha, Score::new(1));
    /// assert_eq!(trace.previous_jump(Jump::AlphaRise, rise), None);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
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
            Jump::Store => return self.store_frame_at(self.table().store_count(frame)),
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
            Jump::BestMove(visit) if self.samples().is_some() => {
                return self.samples()?.favourite_changes(self.node_of(visit)).find(|&end| end > frame);
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
            Jump::Store => return self.store_frame_at(self.table().store_count(frame.checked_sub(1)?).checked_sub(1)?),
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
            Jump::BestMove(visit) if self.samples().is_some() => {
                return self.samples()?.favourite_changes(self.node_of(visit)).take_while(|&end| end < frame).last();
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
        self.table().stored(crate::trace::StoreId(u32::try_from(index).ok()?)).map(|stored| stored.frame)
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
