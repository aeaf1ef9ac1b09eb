//! Questions about the scores of visits, and what they say of the values.

use crate::score::{BoundKind, Score};
use crate::trace::model::foreign::kept_for;
use crate::trace::{NodeId, OwnUpdate, Trace, VisitId};

/// The column that says what settled a visit.
pub(in crate::trace) const WHY: &str = "why";

impl Trace {
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

    /// Whether [`Self::value`] is the value of the start or a bound of it; `None` if there is none, or the window of the root is not known.
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

    /// The kind of `score`. A leaf's score is its value, whatever its window; an answer of the table has its entry's kind.
    #[inline]
    pub(super) fn kind_of_score(&self, visit: VisitId, score: Score) -> BoundKind {
        if self.foreign.is_some()
            && let Some(kind) = self.kind_in_file(visit, score)
        {
            return kind;
        }
        let answered = self.answered(visit).map(|(_, kind)| kind);
        let has_children = !self.visits.children(visit).is_empty();
        // A node that the table answers can have listed its moves before.
        if has_children && (answered.is_none() || self.visits.entered_child(visit, 0).is_some()) {
            return self.judged_window(visit).judge(score);
        }
        answered.or_else(|| self.settled_by_itself(visit)).unwrap_or(BoundKind::Exact)
    }

    /// What a file says of the score of `visit`, where that does not follow.
    #[cold]
    fn kind_in_file(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let bounds = &self.foreign()?.bounds;
        let stated = self.visits.end(visit).and_then(|end| kept_for(bounds, end));
        let without_meaning = || (!self.has_minimax_scores()).then_some(BoundKind::Exact);
        stated.or_else(without_meaning).or_else(|| self.kind_by_reason(visit, score))
    }

    /// What the score of `visit` says of its value by what the program says has settled it, if neither the table nor a child did.
    fn kind_by_reason(&self, visit: VisitId, score: Score) -> Option<BoundKind> {
        let why = self.columns().iter().find(|column| column.name() == WHY)?.value(visit)?.to_string();
        let is_by_child = self.visited_children(visit).any(|child| !self.is_only_asked(child));
        let (player, window) = (self.visits.player(visit), self.judged_window(visit));
        let is_answered = self.answered(visit).is_some();
        OwnUpdate::bound_by_reason(&why, player, window, score).filter(|_| !is_by_child && !is_answered)
    }

    /// What the score of `visit` says of its value, if the node made a cut by what it knows itself.
    #[inline]
    fn settled_by_itself(&self, visit: VisitId) -> Option<BoundKind> {
        self.own_update_by(visit, u32::MAX).filter(|own| own.cut)?;
        Some(OwnUpdate::bound_of_cut(self.visits.player(visit), self.judged_window(visit), self.visits.score(visit)))
    }
}
