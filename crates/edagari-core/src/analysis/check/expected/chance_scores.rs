//! The scores that nodes of another program's search for the expected score may return: it can round
//! them, clip them to its windows, and leave its windows out of the trace.

use crate::analysis::check::prover::Prover;
use crate::score::{Fail, Returnable, Score, ScoreSource, Window};
use crate::search::{ChanceSum, Expectation};
use crate::trace::{Fact, StatedProbability, VisitId};

/// The most decimals of probabilities that are certainly not rounded.
const FEW_DECIMALS: usize = 1;

/// Whether a node may return a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Returned {
    Allowed,
    /// The score is wrong; this one is expected.
    Wrong(Score),
    /// Whether the score may be returned is unknown.
    Unknown,
}

/// The sum of the probabilities that a program records for the children of a chance node.
pub(super) enum ProbabilitySum {
    One,
    /// Another number, which rounding does not explain.
    Wrong(f64),
    /// The sum is unknown, or rounded.
    Unknown,
}

impl Prover<'_> {
    /// The window of a visit: recorded, or derived from the scores before it and the range of scores. `None` if it is unknown.
    ///
    /// A root without a recorded window may have been given the range of scores, so derived windows are the narrowest possible ones.
    pub(super) fn expected_window(&self, visit: VisitId) -> Option<Window> {
        let trace = self.trace;
        let is_stated = |visit: VisitId| trace.source_of(Fact::Window(visit)).is_program();
        let mut path = vec![visit];
        while let Some(&first) = path.last().filter(|&&first| !is_stated(first)) {
            let Some(parent) = trace.parent_visit(first) else { break };
            path.push(parent);
        }
        let first = *path.last()?;
        let range = trace.known_range();
        // An unrecorded effect of the table on windows is unknown.
        let mut window = if is_stated(first) {
            trace.table().searched_window(first)
        } else if trace.tells_table() {
            return None;
        } else {
            range.map_or(Window::FULL, |range| Window::FULL.within(range))
        };
        for pair in path.windows(2).rev() {
            let (child, parent) = (pair[0], pair[1]);
            if trace.is_chance(parent) {
                if self.has_unknown_probe(parent) {
                    return None;
                }
                let (sum, weights) = (trace.chance().sum_before(child)?, trace.chance().weights(parent)?);
                let weight = weights.entered.iter().find(|(entered, _)| *entered == child)?.1;
                window = sum.window_of(weight, window, range?).within(range?);
            } else {
                let player = trace.player_of(parent);
                for before in trace.visited_children(parent).take_while(|&before| before != child) {
                    window = window.taking_in(player, trace.step(trace.span(before).1?)?.score?);
                }
            }
        }
        Some(window)
    }

    /// Whether a chance node may return `found` after the updates by `frame`.
    pub(super) fn returned_by_chance(&self, visit: VisitId, frame: usize, found: Score) -> Returned {
        let trace = self.trace;
        let Some(sum) = trace.chance().sum(visit, frame) else { return Returned::Unknown };
        let slack = self.rounding_of_children(visit, frame);
        let is_whole = sum.left() == 0;
        let (mean, whole) = (sum.fraction().0, sum.whole());
        if is_whole && is_near(found, mean, whole, slack) {
            return Returned::Allowed;
        }
        let cuts = self.cuts_expected();
        if cuts && self.has_unknown_probe(visit) {
            return Returned::Unknown;
        }
        let window = self.expected_window(visit).filter(|_| cuts);
        let Some(ends) = trace.known_range().and_then(|range| sum.ends(range)) else {
            // A value outside the window may be a bound, which depends on the range of scores.
            let may_be_bound = cuts && window.is_none_or(|window| found <= window.alpha || found >= window.beta);
            return if is_whole && !may_be_bound { Returned::Wrong(sum.value()) } else { Returned::Unknown };
        };
        if cuts && window.is_none() {
            return if is_whole { Returned::Wrong(sum.value()) } else { Returned::Unknown };
        }
        // Another program need not use the bounds of its probes.
        let loose = trace.known_range().and_then(|range| sum.without_bounds().ends(range)).unwrap_or(ends);
        let sides =
            window.map(|window| [(ends[1], loose[1], window.alpha, true), (ends[0], loose[0], window.beta, false)]);
        let mut expected = is_whole.then(|| sum.value());
        for (end, loose, bound, is_low) in sides.into_iter().flatten() {
            let Some(number) = bound.finite().map(|bound| whole * i128::from(bound)) else { continue };
            // Rounded scores can lead to another decision at the bound.
            let is_outside = if is_low { end <= number + slack } else { end >= number - slack };
            if !is_outside {
                continue;
            }
            // Programs round a bound to the nearest number or outwards.
            let is_soft = is_near(found, end, whole, slack + if end % whole == 0 { 0 } else { whole });
            let is_between = found.finite().is_some_and(|found| {
                let number = whole * i128::from(found);
                (end.min(loose)..=end.max(loose)).contains(&number)
            });
            let is_outside_window = if is_low { found <= bound } else { found >= bound };
            let is_soft = is_soft || (end != loose && is_between && is_outside_window);
            let is_hard = found == bound && self.header.fail != Some(Fail::Soft);
            if is_soft || is_hard {
                return Returned::Allowed;
            }
            let soft = if is_low { -(-end).div_euclid(whole) } else { end.div_euclid(whole) };
            expected = expected.or_else(|| Some(Score::of_integer(soft)));
        }
        Returned::Wrong(expected.unwrap_or_else(|| trace.player_of(visit).worst()))
    }

    /// Whether a program may record `found` as the value of a chance node before its last child has returned: its worst score, or the
    /// sum so far.
    pub(super) fn may_be_partial(&self, visit: VisitId, frame: usize, found: Score) -> bool {
        let Some(sum) = self.trace.chance().sum(visit, frame) else { return true };
        let slack = self.rounding_of_children(visit, frame);
        let (mean, whole) = (sum.fraction().0, sum.whole());
        let returned = whole - sum.left();
        let is_end = self.expected_window(visit).is_some_and(|window| found == window.alpha || found == window.beta);
        found.finite().is_none()
            || is_near(found, mean, whole, slack)
            || (returned > 0 && is_near(found, mean, returned, slack))
            || (is_end && self.header.fail == Some(Fail::Hard))
    }

    /// Whether a max or min node may return or record `found` for the value `expected`.
    pub(super) fn may_return(&self, visit: VisitId, expected: Score, found: Score, source: ScoreSource) -> bool {
        let is_unknown =
            || self.cuts_expected() && self.header.fail == Some(Fail::Hard) && self.is_below_unknown_probe(visit);
        expected == found
            || is_unknown()
            || self.expected_window(visit).filter(|_| self.cuts_expected()).is_some_and(|window| {
                Returnable::of(self.header.fail, source, self.trace.player_of(visit), window, expected).allows(found)
            })
    }

    /// Whether a visit whose window is not recorded need not search its remaining children.
    pub(super) fn may_leave_out(&self, visit: VisitId, frame: usize) -> bool {
        let trace = self.trace;
        if !self.cuts_expected() || trace.source_of(Fact::Window(visit)).is_program() {
            return false;
        }
        let Some(window) = self.expected_window(visit) else { return true };
        if trace.is_chance(visit) {
            let Some(sum) = trace.chance().sum(visit, frame) else { return true };
            let Some(ends) = trace.known_range().and_then(|range| sum.ends(range)) else { return true };
            let slack = self.rounding_of_children(visit, frame);
            let number = |bound: Score| bound.finite().map(|bound| sum.whole() * i128::from(bound));
            return number(window.alpha).is_some_and(|alpha| ends[1] <= alpha + slack)
                || number(window.beta).is_some_and(|beta| ends[0] >= beta - slack);
        }
        let player = trace.player_of(visit);
        let score = |child: VisitId| trace.step(trace.span(child).1?)?.score;
        let taken_in = trace.visited_children(visit).filter_map(score);
        taken_in.fold(window, |window, score| window.taking_in(player, score)).is_closed()
    }

    /// Whether a visit probes its node in an unknown window, so that its bound is unknown.
    pub(super) fn is_unknown_probe(&self, visit: VisitId) -> bool {
        self.trace.is_probe(visit)
            && !self.trace.is_leaf_visit(visit)
            && !self.trace.source_of(Fact::Window(visit)).is_program()
    }

    /// Whether a child of a chance node was probed in an unknown window.
    pub(super) fn has_unknown_probe(&self, visit: VisitId) -> bool {
        self.trace.has_layers() && self.trace.visited_children(visit).any(|child| self.is_unknown_probe(child))
    }

    /// Whether the window of a visit can depend on the bound of a probe in an unknown window.
    fn is_below_unknown_probe(&self, visit: VisitId) -> bool {
        let above = std::iter::successors(Some(visit), |&visit| self.trace.parent_visit(visit));
        above.skip(1).any(|above| self.has_unknown_probe(above))
    }

    fn cuts_expected(&self) -> bool {
        self.trace.setup.process.expectation().is_some_and(Expectation::cuts)
    }

    /// The sum of the weights of the children that have returned by `frame` with rounded scores: each can be wrong by half a unit, so
    /// twice the sum is wrong by at most this number.
    fn rounding_of_children(&self, visit: VisitId, frame: usize) -> i128 {
        let trace = self.trace;
        let rounded = self.rounded.get_or_init(|| self.rounded_visits());
        let Some(weights) = trace.chance().weights(visit) else { return 0 };
        let has_returned = |child: VisitId| trace.span(child).1.is_some_and(|end| end + 2 <= frame);
        let entered = weights.entered.iter().filter(|&&(child, _)| rounded[child.0 as usize] && has_returned(child));
        entered.map(|&(_, weight)| weight).sum()
    }

    /// For each visit, whether its recorded score may be rounded.
    fn rounded_visits(&self) -> Vec<bool> {
        let trace = self.trace;
        let mut rounded = vec![false; trace.visit_count()];
        let knows_leaves = trace.rules().is_some() && trace.setup.limit.is_none();
        let has_decimals = |visit: VisitId| {
            let score = trace.span(visit).1.and_then(|end| trace.step(end)?.score);
            let number = score.and_then(|score| trace.unit()?.number_of(score));
            number.is_some_and(|number| (number - number.round()).abs() > f64::EPSILON)
        };
        // Children have greater numbers than their parents.
        for visit in (0..trace.visit_count() as u32).rev().map(VisitId) {
            let mut children = trace.visited_children(visit).peekable();
            rounded[visit.0 as usize] = if children.peek().is_none() {
                !knows_leaves && has_decimals(visit)
            } else {
                let is_inexact = || {
                    let sum = trace.span(visit).1.and_then(|end| trace.chance().sum(visit, end));
                    sum.is_some_and(|sum| !may_be_exact(sum))
                };
                children.any(|child| rounded[child.0 as usize]) || (trace.is_chance(visit) && is_inexact())
            };
        }
        rounded
    }

    /// The sum of the recorded probabilities at a chance node whose children have all been entered.
    pub(super) fn probability_sum(&self, visit: VisitId, found: Option<Score>) -> ProbabilitySum {
        let trace = self.trace;
        if trace.rules().is_some() {
            return ProbabilitySum::One;
        }
        let stated = || trace.visited_children(visit).map(|child| trace.chance().stated(child));
        if stated().all(|stated| stated == StatedProbability::Nothing) {
            return ProbabilitySum::One;
        }
        let Some(mut weights) = trace.chance().weights(visit) else { return ProbabilitySum::Unknown };
        // A node that is searched after its probe has its probability only once.
        let nodes: Vec<_> = weights.entered.iter().map(|&(child, _)| trace.node_of(child)).collect();
        let mut places = 0..;
        weights.entered.retain(|_| places.next().is_some_and(|at| !nodes[at + 1..].contains(&nodes[at])));
        let sum: i128 = weights.entered.iter().map(|&(_, weight)| weight).sum();
        if sum == weights.whole {
            return ProbabilitySum::One;
        }
        // After a cut, children can be missing.
        let is_inside = || {
            let window = self.expected_window(visit);
            window.zip(found).is_some_and(|(window, found)| window.contains(found))
        };
        let is_left_out = weights.entered.len() < trace.children(trace.node_of(visit)).count();
        if sum < weights.whole && self.cuts_expected() && (is_left_out || !is_inside()) {
            return ProbabilitySum::One;
        }
        let texts = trace.visited_children(visit).filter_map(|child| trace.chance().stated_text(child));
        let decimals = texts.map(|text| text.split_once('.').map_or(0, |(_, decimals)| decimals.len())).max();
        let number = sum as f64 / weights.whole as f64;
        let rounding = decimals
            .filter(|&decimals| decimals > FEW_DECIMALS)
            .map_or(0.0, |decimals| 0.5 * weights.entered.len() as f64 * 10_f64.powi(-(decimals.min(15) as i32)));
        if (number - 1.0).abs() <= rounding * (1.0 + 1e-9) {
            ProbabilitySum::Unknown
        } else {
            ProbabilitySum::Wrong(number)
        }
    }
}

/// Whether `found` is the quotient of two numbers, rounded, where twice the first may be wrong by `slack`.
fn is_near(found: Score, numerator: i128, whole: i128, slack: i128) -> bool {
    let own = if numerator % whole == 0 { 0 } else { whole };
    let distance = |found: i32| (2 * (whole * i128::from(found) - numerator)).abs();
    found.finite().is_some_and(|found| distance(found) <= own + slack)
}

/// Whether the value of a chance node is a whole number of units.
fn may_be_exact(sum: ChanceSum) -> bool {
    sum.left() != 0 || sum.is_exact()
}
