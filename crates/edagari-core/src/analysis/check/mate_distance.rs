//! Mate-distance pruning that a program does not record: at the start of a node it narrows the window to the mates that the node can
//! still have, and only the window of the first child shows it.

use std::collections::{HashMap, HashSet};

use crate::score::{Player, Score, Window};
use crate::trace::{Fact, KnownReason, MateScores, Trace, VisitId};

/// Maximum distance of mates beyond the greatest depth of the trace.
const MATES_BEYOND: i32 = 64;

/// Least absolute value of a mate that a single window shows.
const LONE: i32 = 500;

/// Maximum number of scores of a mate at the root that are tried.
const MOST_TRIED: usize = 16;

/// Scores of mates that the narrowed windows of first children show: a mate `n` plies below the root has the absolute value
/// `from - n · step`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MateDistance {
    from: i32,
    step: i32,
}

/// The window of a first child, inside the one that its parent has without mate-distance pruning.
#[derive(Clone, Copy)]
struct Narrowed {
    /// The player of the parent.
    player: Player,
    /// Distance of the parent from the root.
    ply: i32,
    expected: Window,
    found: Window,
}

impl Narrowed {
    /// The first child `visit`, if its window is inside the expected one.
    fn of(trace: &Trace, visit: VisitId) -> Option<Self> {
        let above = trace.parent_visit(visit)?;
        let is_stated = |visit: VisitId| trace.source_of(Fact::Window(visit)).is_program();
        let first = trace.visited_children(above).find(|&child| !trace.is_speculative(child));
        if first != Some(visit) || !is_stated(visit) || !is_stated(above) {
            return None;
        }
        let algorithm = trace.setup.algorithm()?;
        let expected = algorithm.child_window(trace.judged_window(above), trace.player_of(visit));
        let found = trace.given_window(visit);
        let is_inside = found != expected && expected.alpha <= found.alpha && found.beta <= expected.beta;
        is_inside.then_some(Self { player: trace.player_of(above), ply: trace.ply_of(above), expected, found })
    }

    /// The ends that moved, as their distances from 0 on the side of a loss and of a win of the player: not above 0 for an end on the
    /// other side, `None` for one that stayed.
    fn moved_ends(&self) -> [Option<i32>; 2] {
        let Self { expected, found, .. } = self;
        let size = |end: Score, sign: i32| end.finite().map_or(0, |end| end.saturating_mul(sign));
        let alpha = (found.alpha != expected.alpha).then(|| size(found.alpha, -1));
        let beta = (found.beta != expected.beta).then(|| size(found.beta, 1));
        match self.player {
            Player::Max => [alpha, beta],
            Player::Min => [beta, alpha],
        }
    }

    /// The scores of a mate at the root from which the window follows. At worst the player is mated at the node; at best the player
    /// mates with the next move, though many programs count that mate at the node too.
    fn mates_at_root(&self, step: i32) -> Vec<i32> {
        let at_root = |size: i32, ply: i32| size.checked_add(ply.checked_mul(step)?).filter(|_| size > 0);
        let [worst, best] = self.moved_ends();
        let of_worst = worst.map(|size| at_root(size, self.ply));
        let of_best = best.map(|size| [1, 0].map(|more| at_root(size, self.ply + more)));
        match (of_worst, of_best) {
            (Some(worst), None) => worst.into_iter().collect(),
            (None, Some(best)) => best.into_iter().flatten().collect(),
            (Some(worst), Some(best)) => worst.filter(|_| best.contains(&worst)).into_iter().collect(),
            (None, None) => Vec::new(),
        }
    }
}

/// The absolute values of the scores of all leaves, in order.
fn sizes_of_leaves(trace: &Trace) -> Vec<i32> {
    let size_of = |visit: VisitId| -> Option<i32> {
        let is_leaf = trace.visited_children(visit).next().is_none();
        Some(trace.step(trace.span(visit).1.filter(|_| is_leaf)?)?.score?.finite()?.saturating_abs())
    };
    let mut sizes: Vec<i32> = (0..trace.visit_count() as u32).map(VisitId).filter_map(size_of).collect();
    sizes.sort_unstable();
    sizes
}

impl MateDistance {
    /// Recognizes mate-distance pruning that is not recorded. Mates that are declared or recorded at leaves must have the same scores.
    /// Without them, all other scores must be far from the mates, or the windows must show one score of a mate at both ends, at several
    /// distances, or as an end of the root's window.
    pub(super) fn of(trace: &Trace, mates: Option<MateScores>) -> Option<Self> {
        // A program that records some of it records all of it.
        let is_recorded = || trace.own_updates().iter().any(|own| own.reason() == Some(KnownReason::MateDistance));
        if trace.origin().is_none() || !trace.has_minimax_scores() || is_recorded() {
            return None;
        }
        if let Some(mates) = mates.filter(|mates| mates.is_sure) {
            return Some(Self { from: mates.from, step: mates.step });
        }
        let all = (0..trace.visit_count() as u32).map(VisitId);
        let narrowed: Vec<Narrowed> = all.filter_map(|visit| Narrowed::of(trace, visit)).collect();
        let unit = trace.of_rules(Score::new(1)).finite().unwrap_or(1);
        if narrowed.is_empty() {
            return None;
        }
        let sizes = sizes_of_leaves(trace);
        let shown = |step: i32| -> Option<Self> {
            let mut counts: HashMap<i32, usize> = HashMap::new();
            for from in narrowed.iter().flat_map(|narrowed| narrowed.mates_at_root(step)) {
                *counts.entry(from).or_default() += 1;
            }
            // Windows can be narrowed for other reasons, too, at each of them to another number.
            let mut candidates: Vec<(usize, i32)> = counts.into_iter().map(|(from, count)| (count, from)).collect();
            candidates.sort_unstable_by(|one, other| other.cmp(one));
            let mut candidates = candidates.into_iter().take(MOST_TRIED).map(|(_, from)| Self { from, step });
            candidates.find(|shown| {
                let plain = shown.greatest_plain(trace, &sizes);
                let is_far = shown.from >= LONE && plain <= shown.from / 10;
                is_far || (plain <= shown.from / 2 && shown.is_shown_by(trace, &narrowed))
            })
        };
        [1, unit].into_iter().find_map(shown)
    }

    fn explains(self, narrowed: &Narrowed) -> bool {
        narrowed.mates_at_root(self.step).contains(&self.from)
    }

    /// Whether windows show a mate in more than one way: at both ends, at several distances, or as an end of the root's window.
    fn is_shown_by(self, trace: &Trace, narrowed: &[Narrowed]) -> bool {
        let is_end = |end: Score| end.finite().is_some_and(|end| end.saturating_abs() == self.from);
        let root = trace.given_window(VisitId(0));
        let explained = narrowed.iter().filter(|narrowed| self.explains(narrowed));
        let ways = explained.flat_map(|narrowed| {
            let moved = narrowed.moved_ends().map(|end| end.is_some());
            [0, 1].into_iter().filter(move |&end| moved[end]).map(|end| (narrowed.ply, end))
        });
        ways.collect::<HashSet<_>>().len() > 1 || is_end(root.alpha) || is_end(root.beta)
    }

    /// The greatest absolute value of a leaf that is no mate; `sizes` are those of all leaves, in order.
    fn greatest_plain(self, trace: &Trace, sizes: &[i32]) -> i32 {
        let farthest = self.step.saturating_mul(trace.max_depth() as i32 + MATES_BEYOND);
        let least = self.from.saturating_sub(farthest).max(self.from / 2 + 1);
        let plain = sizes.partition_point(|&size| size < least);
        plain.checked_sub(1).map_or(0, |last| sizes[last])
    }

    /// Whether mate-distance pruning at the parent makes `found` of the `expected` window of its first child. `ply` is the parent's
    /// distance from the root.
    pub(super) fn narrows(self, (player, ply): (Player, i32), expected: Window, found: Window) -> bool {
        let is_inside = found != expected && expected.alpha <= found.alpha && found.beta <= expected.beta;
        is_inside && self.explains(&Narrowed { player, ply, expected, found })
    }
}
