//! Scores of mates, which depend on the distance from the root: declared in the header, or recognized from leaves.

use crate::score::{Bounds, Score};
use crate::trace::{ColumnValue, Header, Meaning, Trace, VisitId};

/// Distance, beyond the greatest depth of a trace, of the mates that entries of earlier searches can contain.
const MATES_BEYOND: i32 = 64;

/// Scores of mates: a mate `n` plies below the root has the absolute value `from - n · step`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mates {
    from: i32,
    step: i32,
    /// The least absolute value of a mate.
    least: i32,
    /// The greatest absolute value of a leaf without a mate.
    plain: i32,
    is_declared: bool,
    /// Whether the scores certainly change with the distance: declared so, or seen at several distances.
    is_sure: bool,
}

impl Mates {
    /// The scores of mates of a trace; `None` if it neither declares nor shows any.
    pub(super) fn of(trace: &Trace, header: &Header) -> Option<Self> {
        let leaves = mate_leaves(trace);
        let units = [1, trace.of_rules(Score::new(1)).finite().unwrap_or(1)];
        let sum = |step: i32, &(magnitude, ply): &(i32, i32)| magnitude.checked_add(ply.checked_mul(step)?);
        let declared = header.mates.as_ref().and_then(|mates| {
            let number = mates.from.as_f64()?;
            let whole = || Some(Score::of_integer(number as i128));
            trace.unit().map_or_else(whole, |unit| unit.score_of(number))?.finite()
        });
        let fits = |from: i32, step: i32| leaves.iter().all(|leaf| sum(step, leaf) == Some(from));
        let (from, step) = match declared {
            Some(from) => (from, units.into_iter().find(|&step| fits(from, step)).unwrap_or(1)),
            None => units.into_iter().find_map(|step| {
                let from = sum(step, leaves.first()?)?;
                fits(from, step).then_some((from, step))
            })?,
        };
        let nearest = leaves.iter().map(|&(_, ply)| ply).min();
        let is_seen_apart = leaves.iter().any(|&(_, ply)| Some(ply) != nearest);
        let farthest = step.saturating_mul(trace.max_depth() as i32 + MATES_BEYOND);
        let mut mates = Self {
            from,
            step,
            least: from.saturating_sub(farthest).max(from / 2 + 1),
            plain: 0,
            is_declared: declared.is_some(),
            is_sure: declared.is_some() || is_seen_apart,
        };
        mates.plain = mates.greatest_plain_leaf(trace);
        Some(mates)
    }

    /// Whether the scores of mates are recognized from leaves instead of declared.
    pub(super) const fn is_assumed(&self) -> bool {
        !self.is_declared
    }

    /// The greatest absolute value of the leaves that are no mates and have no other reason for their score.
    fn greatest_plain_leaf(&self, trace: &Trace) -> i32 {
        let plain = |visit: VisitId| {
            let is_plain = trace.visited_children(visit).next().is_none()
                && trace.table().answered(visit).is_none()
                && trace.value_of(Meaning::Why, visit).is_none();
            let score = trace.step(trace.span(visit).1.filter(|_| is_plain)?)?.score?.finite()?.saturating_abs();
            (score.saturating_add(ply(trace, visit).saturating_mul(self.step)) != self.from).then_some(score)
        };
        (0..trace.visit_count() as u32).map(VisitId).filter_map(plain).max().unwrap_or(0)
    }

    /// Whether a score can be that of a mate.
    pub(super) fn has(&self, score: Score) -> bool {
        score.finite().is_none_or(|score| (self.least..=self.from).contains(&score.saturating_abs()))
    }

    /// The score of a mate at a distance from the root, if the header declares mates, and `score` is that of a mate at the root,
    /// or changes the wrong way.
    pub(super) fn at_leaf(&self, score: Score, ply: i32) -> Option<Score> {
        let magnitude = score.finite()?.saturating_abs();
        let by = ply.saturating_mul(self.step);
        let is_wrong = self.is_declared && by > 0 && [self.from, self.from.saturating_add(by)].contains(&magnitude);
        is_wrong.then(|| Score::new(score.finite().unwrap_or_default().signum() * (self.from - by)))
    }

    /// Whether the ends of bounds that can be mates certainly are mates, whose scores change with the distance.
    pub(super) fn is_certain(&self, bounds: Bounds) -> bool {
        let is_plain = |score: Score| score.finite().is_some_and(|score| score.saturating_abs() <= self.plain);
        self.is_sure && ![bounds.lower, bounds.upper].into_iter().any(|end| self.has(end) && is_plain(end))
    }

    /// Bounds whose mates are `plies` farther away.
    pub(super) fn moved(&self, bounds: Bounds, plies: i32) -> Bounds {
        let moved = |end: Score| match end.finite() {
            Some(score) if self.has(end) => Score::new(score - score.signum() * plies * self.step),
            _ => end,
        };
        Bounds { lower: moved(bounds.lower), upper: moved(bounds.upper) }
    }
}

/// Absolute value and distance from the root of the leaves that are recorded as mates.
fn mate_leaves(trace: &Trace) -> Vec<(i32, i32)> {
    let Some(whys) = trace.column_of(Meaning::Why) else { return Vec::new() };
    let mut leaves = Vec::new();
    let mut from = whys.next(VisitId(0));
    while let Some(visit) = from {
        let is_mate = matches!(whys.value(visit), Some(ColumnValue::Text(why)) if why == "mate");
        if is_mate && trace.visited_children(visit).next().is_none() {
            let score = trace.span(visit).1.and_then(|end| trace.step(end)?.score?.finite());
            leaves.extend(score.map(|score| (score.saturating_abs(), ply(trace, visit))));
        }
        from = visit.0.checked_add(1).and_then(|next| whys.next(VisitId(next)));
    }
    leaves
}

/// The number of moves from the root to a visit. A speculative visit of the place of its parent adds none.
pub(super) fn ply(trace: &Trace, visit: VisitId) -> i32 {
    let is_move = |&visit: &VisitId| {
        let is_same_place = trace.recorded_move_text(trace.node_of(visit)) == Some("") && trace.is_only_asked(visit);
        trace.parent_visit(visit).is_some() && !is_same_place
    };
    std::iter::successors(Some(visit), |&visit| trace.parent_visit(visit)).filter(is_move).count() as i32
}
