//! Frames of a trace, each derived from the visits, and the scores of visits. Queries use the indexes and take the same time for
//! every frame.

use crate::score::{BoundKind, Score, Window};
use crate::trace::model::foreign::kept_for;
use crate::trace::model::visit_frames;
use crate::trace::{Cut, FrameKind, NodeId, OwnUpdate, Step, Trace, VisitId};

impl Trace {
    /// Window given to `visit`.
    #[must_use]
    pub fn given_window(&self, visit: VisitId) -> Window {
        self.visits.given(visit)
    }

    /// Window of `visit` at `frame` if it would return `value`.
    #[inline]
    pub(super) fn window_with(&self, visit: VisitId, value: Score, frame: u32) -> Window {
        self.searched_by(visit, frame).taking_in(self.visits.player(visit), value)
    }

    /// Window of `visit` before it entered `child`.
    pub(super) fn window_before(&self, visit: VisitId, child: VisitId) -> Window {
        let frame = self.visits.start(child);
        let before = self.visits.place_of_child(visit, child).checked_sub(1);
        match before.and_then(|before| self.visits.entered_child(visit, before)) {
            _ if self.has_own_updates() => self.window_by(visit, frame),
            Some(sibling) => self.window_with(visit, self.visits.value_of_parent(sibling), frame),
            None => self.searched_window(visit),
        }
    }

    /// Window of `visit` after its last update by `frame`, with or without a child.
    #[cold]
    #[inline(never)]
    fn window_by(&self, visit: VisitId, frame: u32) -> Window {
        let value = self.value_by(visit, frame);
        let searched = self.searched_by(visit, frame);
        value.map_or(searched, |value| searched.taking_in(self.visits.player(visit), value))
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
            None if frame == visit_frames::lookup(self.visits.start(entered)) && self.lookup_of(entered).is_some() => {
                Some((FrameKind::Lookup, entered))
            }
            None => Some((FrameKind::Store, entered)),
        }
    }

    /// Returns the frame numbered `frame`; `None` after the last one.
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
            None => self.searched_window(visit),
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

/// Name of the column with the reason that settled a visit.
pub(in crate::trace) const WHY: &str = "why";

impl Trace {
    /// Scores of all visits that have ended.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.visits.scores()
    }

    /// Minimum and maximum finite score of all visits that have ended.
    #[must_use]
    pub fn finite_scores(&self) -> Option<(i32, i32)> {
        self.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((lowest, highest)) => Some((score.min(lowest), score.max(highest))),
        })
    }

    /// Score of the last visit of the root that has ended; `None` if none has.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.layers(NodeId::ROOT).rev().find_map(|root| self.visits.end(root).map(|_| self.visits.score(root)))
    }

    /// Whether [`Self::value`] is the exact value of the root or a bound; `None` if there is no value, or the window of the root is
    /// unknown.
    #[must_use]
    pub fn kind_of_value(&self) -> Option<BoundKind> {
        let has_ended = |root: &VisitId| self.visits.end(*root).is_some();
        let root = self.layers(NodeId::ROOT).rev().find(has_ended)?;
        let is_known = self.knows_window(root) && self.has_minimax_scores();
        let score = self.visits.score(root);
        let kind = is_known.then(|| self.kind_of_score(root, score))?;
        let Some(search) = self.setup.search().filter(|_| self.origin().is_none()) else { return Some(kind) };
        Some(search.settle(score, kind, || self.position(&[]).and_then(|start| start.bounds(0))))
    }

    /// Kind of `score`. A leaf's score is exact for any window; a score returned by the table has the kind of its entry.
    #[inline]
    pub(super) fn kind_of_score(&self, visit: VisitId, score: Score) -> BoundKind {
        if self.foreign.is_some()
            && let Some(kind) = self.kind_in_file(visit, score)
        {
            return kind;
        }
        let answered = self.answered(visit).map(|(_, kind)| kind);
        let has_children = !self.visits.children(visit).is_empty();
        // A node whose score the table returns can have listed its moves before.
        if has_children && (answered.is_none() || self.visits.entered_child(visit, 0).is_some()) {
            return self.judged_window(visit).judge(score);
        }
        answered.or_else(|| self.settled_by_itself(visit)).unwrap_or(BoundKind::Exact)
    }

    /// Kind of the score of `visit` as stated in a file, if it cannot be derived.
    #[cold]
    fn kind_in_file(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let bounds = &self.foreign()?.bounds;
        let stated = self.visits.end(visit).and_then(|end| kept_for(bounds, end));
        let without_meaning = || (!self.has_minimax_scores()).then_some(BoundKind::Exact);
        stated.or_else(without_meaning).or_else(|| self.kind_by_reason(visit, score))
    }

    /// Kind of the score of `visit` by the recorded reason that settled it, if neither the table nor a child did.
    fn kind_by_reason(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let why = self.columns().iter().find(|column| column.name() == WHY)?.value(visit)?.to_string();
        let is_by_child = self.visited_children(visit).any(|child| !self.is_only_asked(child));
        let (player, window) = (self.visits.player(visit), self.judged_window(visit));
        let is_answered = self.answered(visit).is_some();
        OwnUpdate::bound_by_reason(&why, player, window, score).filter(|_| !is_by_child && !is_answered)
    }

    /// Kind of the score of `visit`, if the node made a cut by an update without a child.
    #[inline]
    fn settled_by_itself(&self, visit: VisitId) -> Option<BoundKind> {
        self.own_update_by(visit, u32::MAX).filter(|own| own.cut)?;
        Some(OwnUpdate::bound_of_cut(self.visits.player(visit), self.judged_window(visit), self.visits.score(visit)))
    }
}
