//! Chance nodes of a trace: the probabilities of their children, the sum of their values, and the bounds that probes show.

use crate::game::AnyPosition;
use crate::score::{BoundKind, Bounds, Probability, greatest_common_divisor};
use crate::search::ChanceSum;
use crate::trace::{ColumnValue, Meaning, NodeId, Trace, VisitId};

/// The largest common denominator of probabilities that a program records.
const MAX_WHOLE: u64 = 1_000_000_000;
/// The sum of the weights of probabilities without a small common denominator.
const FINE_WHOLE: i128 = 1_000_000_000_000_000;
/// The greatest share of the whole that a sum of weights can miss by rounding errors is 1 divided by this number.
const ROUNDED_SHARE: i128 = 1_000_000;

/// The probability of a child of a chance node, as its program records it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum StatedProbability {
    /// No probability is recorded.
    Nothing,
    /// An exact fraction.
    Fraction(Probability),
    /// A number from 0 to 1 that is no simple fraction.
    Number(f64),
    /// A number below 0 or above 1.
    Impossible,
    /// Neither a number nor a fraction.
    Unreadable,
}

/// The common denominator of stated fractions, and their numerators; `None` if it is too large, or if not all are fractions.
fn exact_weights(stated: &[StatedProbability]) -> Option<(i128, Vec<i128>)> {
    let fraction = |stated: &StatedProbability| {
        if let StatedProbability::Fraction(stated) = stated { Some(*stated) } else { None }
    };
    let stated: Vec<Probability> = stated.iter().map(fraction).collect::<Option<_>>()?;
    let whole = stated.iter().try_fold(1_u64, |whole, probability| {
        let denominator = u64::from(probability.denominator());
        Some(whole / greatest_common_divisor(whole, denominator) * denominator).filter(|&whole| whole <= MAX_WHOLE)
    })?;
    let weight = |p: &Probability| i128::from(whole / u64::from(p.denominator()) * u64::from(p.numerator()));
    let weights: Vec<i128> = stated.iter().map(weight).collect();
    Some((whole_of(&weights, whole.into()), weights))
}

/// Returns the sum of the weights if it differs from `whole` only by rounding, as probabilities in single precision do; otherwise
/// `whole`.
fn whole_of(weights: &[i128], whole: i128) -> i128 {
    let sum: i128 = weights.iter().sum();
    if (sum - whole).abs() * ROUNDED_SHARE <= whole { sum } else { whole }
}

/// The weights of probabilities without a small common denominator, rounded: their sum is exact if they are those of all children.
/// `None` if one of them is unknown.
fn rounded_weights(stated: &[StatedProbability]) -> Option<(i128, Vec<i128>)> {
    let weight = |stated: &StatedProbability| {
        let number = match stated {
            StatedProbability::Fraction(fraction) => fraction.number(),
            StatedProbability::Number(number) => *number,
            StatedProbability::Nothing | StatedProbability::Impossible | StatedProbability::Unreadable => return None,
        };
        Some((number * FINE_WHOLE as f64).round() as i128)
    };
    let weights: Vec<i128> = stated.iter().map(weight).collect::<Option<_>>()?;
    Some((whole_of(&weights, FINE_WHOLE), weights))
}

/// The weights of the children of a chance node: the probability of a child is its weight divided by [`Self::whole`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceWeights {
    /// The sum of the weights of all children.
    pub whole: i128,
    /// The children that the visit has entered, in this order, with their weights.
    pub entered: Vec<(VisitId, i128)>,
}

impl ChanceWeights {
    /// The probability of the entered child with this index.
    #[must_use]
    pub fn probability(&self, index: usize) -> Option<Probability> {
        let weight = self.entered.get(index)?.1;
        Probability::new(u64::try_from(weight).ok()?, u64::try_from(self.whole).ok()?)
    }
}

/// The moves of chance in a trace: their probabilities, and the sums of the children's values.
#[derive(Clone, Copy, Debug)]
pub struct Chance<'a> {
    pub(in crate::trace) trace: &'a Trace,
}

impl Chance<'_> {
    /// The bounds of its node that an ended probe shows.
    #[must_use]
    pub fn probe_bounds(self, probe: VisitId) -> Bounds {
        let score = self.trace.visits.end(probe).and_then(|end| self.trace.step(end as usize)?.score);
        let kind = score.and_then(|score| self.trace.kind_of_probe(probe, score));
        score.zip(kind).map_or(Bounds::UNKNOWN, |(score, kind)| Bounds::of(score, kind))
    }

    /// The probe of the node of `visit` by the same visit of its parent, before it.
    #[must_use]
    pub fn probe_before(self, visit: VisitId) -> Option<VisitId> {
        let before = self.trace.searched_again(visit)?;
        self.trace.is_probe(before).then_some(before)
    }

    /// The weights of the children of a chance node: by the rules of the game, by the column `p`,
    /// or else equal. `None` at other nodes, and if a probability is unknown although
    /// the program records others.
    #[must_use]
    pub fn weights(self, visit: VisitId) -> Option<ChanceWeights> {
        if !self.trace.is_chance(visit) {
            return None;
        }
        let entered = || self.trace.visited_children(visit);
        let node = self.trace.node_of(visit);
        if self.trace.rules().is_some()
            && let Some(position) = self.trace.position(&self.trace.path(node))
            && position.move_count() > 0
        {
            let count = position.move_count();
            let weight = |index: usize| position.chance(index).map_or(1, i128::from);
            let weighed = |child| Some((child, weight(self.trace.move_of(self.trace.node_of(child))? as usize)));
            let whole = (0..count).map(weight).sum();
            return Some(ChanceWeights { whole, entered: entered().map(weighed).collect::<Option<_>>()? });
        }
        // A node that is searched after its probe can have its probability at one of the visits only.
        let of_node = |child: VisitId| {
            let same = entered().filter(|&other| self.trace.node_of(other) == self.trace.node_of(child));
            same.map(|other| self.stated(other)).find(|stated| *stated != StatedProbability::Nothing)
        };
        let stated: Vec<StatedProbability> = entered()
            .map(|child| match self.stated(child) {
                StatedProbability::Nothing if self.trace.has_layers() => {
                    of_node(child).unwrap_or(StatedProbability::Nothing)
                }
                stated => stated,
            })
            .collect();
        if stated.iter().all(|stated| *stated == StatedProbability::Nothing) {
            let whole = self.trace.children(node).count() as i128;
            return Some(ChanceWeights { whole, entered: entered().map(|child| (child, 1)).collect() });
        }
        let (whole, weights) = exact_weights(&stated).or_else(|| rounded_weights(&stated))?;
        Some(ChanceWeights { whole, entered: entered().zip(weights).collect() })
    }

    /// The probability that the program records for the node of `visit`.
    pub(crate) fn stated(self, visit: VisitId) -> StatedProbability {
        let Some(value) = self.trace.value_of(Meaning::Probability, visit) else { return StatedProbability::Nothing };
        let fraction = match &value {
            ColumnValue::Text(text) => text.parse().ok(),
            number => number.number().and_then(Probability::of_number),
        };
        let number = || value.number().or_else(|| value.to_string().parse().ok());
        match (fraction, number()) {
            (Some(fraction), _) => StatedProbability::Fraction(fraction),
            (None, Some(number)) if (0.0..=1.0).contains(&number) => StatedProbability::Number(number),
            (None, Some(_)) => StatedProbability::Impossible,
            (None, None) => StatedProbability::Unreadable,
        }
    }

    /// The text of the probability that the program records for the node of `visit`.
    pub(crate) fn stated_text(self, visit: VisitId) -> Option<String> {
        self.trace.value_of(Meaning::Probability, visit).map(|value| value.to_string())
    }

    /// The probability with which chance moves to the node of `visit`; `None` if a player moves there.
    #[must_use]
    pub fn probability(self, visit: VisitId) -> Option<Probability> {
        let weights = self.weights(self.trace.parent_visit(visit)?)?;
        weights.probability(weights.entered.iter().position(|&(child, _)| child == visit)?)
    }

    /// The probability of a move of chance by the rules, at a position of this trace; `None` where a player moves.
    #[must_use]
    pub fn probability_of_move(self, position: &AnyPosition, index: usize) -> Option<Probability> {
        let count = position.move_count();
        let is_random = || self.trace.setup.random.is_some_and(|random| random.includes(position.player()));
        let weight = |index: usize| position.chance(index).or_else(|| is_random().then_some(1));
        // The first move decides for all.
        weight(0)?;
        let whole = (0..count).filter_map(weight).map(u64::from).sum();
        Probability::new((index < count).then(|| weight(index)).flatten()?.into(), whole)
    }

    /// The sum of the children's values at a chance node, each times its weight, after its updates by `frame`, with the bounds of
    /// children that were only probed.
    #[must_use]
    pub fn sum(self, visit: VisitId, frame: usize) -> Option<ChanceSum> {
        self.sum_without(visit, frame, None)
    }

    /// [`Self::sum`] at the start of `child`, a visit below a chance node, without bounds of its own node.
    #[must_use]
    pub fn sum_before(self, child: VisitId) -> Option<ChanceSum> {
        let parent = self.trace.parent_visit(child)?;
        self.sum_without(parent, self.trace.span(child).0, Some(self.trace.node_of(child)))
    }

    fn sum_without(self, visit: VisitId, frame: usize, without: Option<NodeId>) -> Option<ChanceSum> {
        let weights = self.weights(visit)?;
        let mut sum = ChanceSum::new(weights.whole);
        let mut probed: Vec<(NodeId, i128, Bounds)> = Vec::new();
        for (child, weight) in weights.entered {
            let Some(end) = self.trace.span(child).1.filter(|&end| end + 2 <= frame) else { break };
            let node = self.trace.node_of(child);
            let before = probed.iter().position(|&(probed, ..)| probed == node).map(|at| probed.swap_remove(at));
            if self.trace.is_probe(child) {
                let known = before.map_or(Bounds::UNKNOWN, |(_, _, bounds)| bounds);
                probed.push((node, weight, known.intersect(self.probe_bounds(child))));
            } else {
                sum.add(weight, self.trace.step(end)?.score?);
            }
        }
        for (node, weight, bounds) in probed {
            if Some(node) != without {
                sum.add_bounds(weight, bounds);
            }
        }
        Some(sum)
    }

    /// Relation of the result of `child`, a visit below a chance node that has ended, to its window (A, B): below, inside or above. A
    /// probe is below or above only with a bound that proves it.
    pub(crate) fn outside(self, child: VisitId, range: Bounds) -> Option<BoundKind> {
        let parent = self.trace.parent_visit(child)?;
        let weights = self.weights(parent)?;
        let weight = weights.entered.iter().find(|(entered, _)| *entered == child)?.1;
        let window = self.sum_before(child)?.window_of(weight, self.trace.table().searched_window(parent), range);
        if self.trace.is_probe(child) {
            let bounds = self.probe_bounds(child);
            return Some(match () {
                () if bounds.upper <= window.alpha => BoundKind::Upper,
                () if bounds.lower >= window.beta => BoundKind::Lower,
                () => BoundKind::Exact,
            });
        }
        Some(window.judge(self.trace.step(self.trace.span(child).1?)?.score?))
    }
}
