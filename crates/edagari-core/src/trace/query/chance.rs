//! Queries on chance nodes: the probabilities of their children, and the sum of the values so far.

use crate::game::AnyPosition;
use crate::score::{Bounds, Probability, greatest_common_divisor};
use crate::search::ChanceSum;
use crate::trace::{ColumnValue, Meaning, Trace, VisitId};

/// The largest common denominator of probabilities that a program records.
const MOST_WHOLE: u64 = 1_000_000_000;

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

impl Trace {
    /// Whether chance moves at the node of `visit` instead of a player.
    #[inline]
    #[must_use]
    pub fn is_chance(&self, visit: VisitId) -> bool {
        self.foreign().is_some_and(|foreign| foreign.columns.is_chance(visit))
    }

    /// Whether chance moves at some nodes.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.columns.has_chance())
    }

    /// The weights of the children of a chance node: by the rules of the game, by the column `p`, or else equal. `None` at other nodes,
    /// and if only some of the children have a probability that can be read.
    #[must_use]
    pub fn chance_weights(&self, visit: VisitId) -> Option<ChanceWeights> {
        if !self.is_chance(visit) {
            return None;
        }
        let entered = || self.visited_children(visit);
        let node = self.node_of(visit);
        if self.rules().is_some()
            && let Some(position) = self.position(&self.path(node))
            && position.move_count() > 0
        {
            let count = position.move_count();
            let weight = |index: usize| position.chance(index).map_or(1, i128::from);
            let weighed = |child| Some((child, weight(self.move_of(self.node_of(child))? as usize)));
            let whole = (0..count).map(weight).sum();
            return Some(ChanceWeights { whole, entered: entered().map(weighed).collect::<Option<_>>()? });
        }
        let told: Vec<Option<Probability>> = entered().map(|child| self.told_probability(child)).collect();
        if told.iter().all(Option::is_none) {
            let whole = self.children(node).count() as i128;
            return Some(ChanceWeights { whole, entered: entered().map(|child| (child, 1)).collect() });
        }
        let told: Vec<Probability> = told.into_iter().collect::<Option<_>>()?;
        let whole = told.iter().try_fold(1_u64, |whole, probability| {
            let denominator = u64::from(probability.denominator());
            Some(whole / greatest_common_divisor(whole, denominator) * denominator).filter(|&whole| whole <= MOST_WHOLE)
        })?;
        let weight = |p: &Probability| i128::from(whole / u64::from(p.denominator()) * u64::from(p.numerator()));
        let whole = i128::from(whole);
        Some(ChanceWeights { whole, entered: entered().zip(told.iter().map(weight)).collect() })
    }

    fn told_probability(&self, visit: VisitId) -> Option<Probability> {
        match self.value_of(Meaning::Probability, visit)? {
            ColumnValue::Text(text) => text.parse().ok(),
            number => Probability::of_number(number.number()?),
        }
    }

    /// The probability with which chance moves to the node of `visit`; `None` if a player moves there.
    #[must_use]
    pub fn probability(&self, visit: VisitId) -> Option<Probability> {
        let weights = self.chance_weights(self.parent_visit(visit)?)?;
        weights.probability(weights.entered.iter().position(|&(child, _)| child == visit)?)
    }

    /// The probability of a move of chance by the rules, at a position of this trace; `None` where a player moves.
    #[must_use]
    pub fn probability_at(&self, position: &AnyPosition, index: usize) -> Option<Probability> {
        let count = position.move_count();
        let is_random = || self.setup.random.is_some_and(|random| random.includes(position.player()));
        let weight = |index: usize| position.chance(index).or_else(|| is_random().then_some(1));
        // The first move decides for all.
        weight(0)?;
        let whole = (0..count).filter_map(weight).map(u64::from).sum();
        Probability::new((index < count).then(|| weight(index)).flatten()?.into(), whole)
    }

    /// The sum of the children's values at a chance node, each times its weight, after its updates by `frame`.
    #[must_use]
    pub fn chance_sum(&self, visit: VisitId, frame: usize) -> Option<ChanceSum> {
        let weights = self.chance_weights(visit)?;
        let mut sum = ChanceSum::new(weights.whole);
        for (child, weight) in weights.entered {
            let Some(end) = self.span(child).1.filter(|&end| end + 2 <= frame) else { break };
            sum.add(weight, self.step(end)?.score?);
        }
        Some(sum)
    }

    /// Bounds of all scores by the rules of the game, in the unit of the trace; `None` if they are not known.
    #[must_use]
    pub fn known_range(&self) -> Option<Bounds> {
        let (game, _) = self.rules()?;
        let start = self.position(&[]).filter(|start| start.score().is_none());
        let range = start.and_then(|start| start.bounds(0)).or_else(|| game.score_range())?;
        Some(Bounds { lower: self.of_rules(range.lower), upper: self.of_rules(range.upper) })
    }
}
