//! Star2 by its definition, on positions and with fractions: counts of visits, the stream that a program would record, and the
//! exact value.

use std::cmp::Ordering;
use std::collections::HashMap;

use edagari::game::{AnyPosition, Player};
use edagari::score::Score;
use edagari::search::RandomSide;

/// A number as numerator and denominator.
#[derive(Clone, Copy, Debug)]
pub struct Fraction(i128, i128);

impl Fraction {
    pub const fn whole(number: i128) -> Self {
        Self(number, 1)
    }

    pub fn reduced(over: i128, under: i128) -> Self {
        let (mut shared, mut rest) = (over.abs().max(1), under.abs());
        if over == 0 {
            return Self(0, 1);
        }
        while rest > 0 {
            (shared, rest) = (rest, shared % rest);
        }
        Self(over / shared * under.signum(), (under / shared).abs())
    }

    fn plus(self, other: Self) -> Self {
        Self::reduced(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, other.1))
    }

    fn times(self, number: i128) -> Self {
        Self::reduced(self.0 * number, self.1)
    }

    fn over(self, number: i128) -> Self {
        Self::reduced(self.0, self.1 * number)
    }

    pub fn compare(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    /// The number rounded to a multiple of 1 / `parts`, down or up; unchanged if `parts` is 0.
    fn rounded(self, parts: i128, up: bool) -> Self {
        if parts == 0 {
            return self;
        }
        let number = if up { -(-self.0 * parts).div_euclid(self.1) } else { (self.0 * parts).div_euclid(self.1) };
        Self::reduced(number, parts)
    }

    fn max(self, other: Self) -> Self {
        if self.compare(other).is_lt() { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if self.compare(other).is_gt() { other } else { self }
    }
}

/// The use of the scores of probes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// As bounds, by the definition.
    Bound,
    /// Not at all.
    Nothing,
    /// As exact scores, in the windows and sums of the other children: a fault.
    Exact,
    /// As bounds of the other side: a fault.
    OtherSide,
}

/// Star2 by its definition, on positions.
pub struct Plain {
    pub random: Option<RandomSide>,
    pub uses: Use,
    /// The number of units of the scores in 1, to which windows and bounds are rounded outwards; 0 for none.
    pub parts: i128,
    /// The moves to the current position.
    pub path: Vec<u32>,
    /// The events of a stream.
    pub events: Vec<String>,
    /// The numbers of the nodes by their paths.
    pub nodes: HashMap<Vec<u32>, usize>,
    pub range: [Fraction; 2],
    pub visits: usize,
    pub leaves: u64,
    pub probes: usize,
}

/// α and β; `None` is infinite.
pub type Ends = [Option<Fraction>; 2];

impl Plain {
    pub fn of(random: Option<RandomSide>, [low, high]: [i128; 2]) -> Self {
        let range = [Fraction::whole(low), Fraction::whole(high)];
        let (uses, path, events, nodes) = (Use::Bound, Vec::new(), Vec::new(), HashMap::new());
        Self { random, uses, parts: 0, path, events, nodes, range, visits: 0, leaves: 0, probes: 0 }
    }

    /// Writes that the current node is entered.
    fn enter(&mut self, position: &AnyPosition, text: &str, kind: Option<&str>, window: Ends) {
        self.visits += 1;
        let next = self.nodes.len();
        let node = *self.nodes.entry(self.path.clone()).or_insert(next);
        let number = |Fraction(over, under)| over as f64 / under as f64;
        let [alpha, beta] = [("-inf", window[0]), ("inf", window[1])]
            .map(|(infinite, end)| end.map_or_else(|| infinite.into(), |end| serde_json::json!(number(end))));
        let player = if position.player() == Player::Max { "max" } else { "min" };
        let mut event = serde_json::json!({"event": "enter", "node": node, "player": player, "window": [alpha, beta]});
        if let Some((_, above)) = self.path.split_last() {
            event["parent"] = self.nodes[above].into();
            event["move"] = text.into();
        }
        if let Some(kind) = kind {
            event["kind"] = kind.into();
        }
        self.events.push(event.to_string());
    }

    /// Writes that the current node returns a score.
    fn leave(&mut self, score: Fraction) -> Fraction {
        let (node, number) = (self.nodes[&self.path], score.0 as f64 / score.1 as f64);
        self.events.push(serde_json::json!({"event": "leave", "node": node, "score": number}).to_string());
        score
    }

    /// Searches the child of `position` by a move.
    fn below(&mut self, position: &AnyPosition, mv: usize, window: Ends) -> Fraction {
        let text = position.move_text(mv);
        self.path.push(mv as u32);
        let score = self.search(&position.play(mv as u32).expect("a move"), &text, window);
        self.path.pop();
        score
    }

    fn is_random(&self, position: &AnyPosition) -> bool {
        let by_side = match (self.random, position.player()) {
            (None, _) => false,
            (Some(RandomSide::Both), _) => true,
            (Some(side), Player::Max) => side == RandomSide::Max,
            (Some(side), Player::Min) => side == RandomSide::Min,
        };
        by_side || position.chance(0).is_some()
    }

    /// The score of a finished game.
    fn result(position: &AnyPosition) -> Option<Fraction> {
        position.score().and_then(Score::finite).map(|score| Fraction::whole(score.into()))
    }

    pub fn search(&mut self, position: &AnyPosition, text: &str, window: Ends) -> Fraction {
        let result = Self::result(position);
        let is_chance = result.is_none() && self.is_random(position);
        self.enter(position, text, is_chance.then_some("chance"), window);
        if let Some(score) = result {
            self.leaves += 1;
            return self.leave(score);
        }
        let children: Vec<AnyPosition> =
            (0..position.move_count() as u32).map(|mv| position.play(mv).expect("a move")).collect();
        if is_chance {
            let score = self.chance(position, &children, window);
            return self.leave(score);
        }
        let [mut alpha, mut beta] = window;
        let mut best: Option<Fraction> = None;
        for mv in 0..children.len() {
            let score = self.below(position, mv, [alpha, beta]);
            if position.player() == Player::Max {
                best = Some(best.map_or(score, |best| best.max(score)));
                alpha = Some(alpha.map_or(score, |alpha| alpha.max(score)));
            } else {
                best = Some(best.map_or(score, |best| best.min(score)));
                beta = Some(beta.map_or(score, |beta| beta.min(score)));
            }
            if alpha.zip(beta).is_some_and(|(alpha, beta)| alpha.compare(beta).is_ge()) {
                break;
            }
        }
        self.leave(best.expect("a child"))
    }

    fn chance(&mut self, position: &AnyPosition, children: &[AnyPosition], window: Ends) -> Fraction {
        let [lowest, highest] = self.range;
        let weights: Vec<i128> =
            (0..children.len()).map(|index| position.chance(index).map_or(1, i128::from)).collect();
        let whole: i128 = weights.iter().sum();
        let (mut low, mut high) = (vec![lowest; children.len()], vec![highest; children.len()]);
        let sum = |bounds: &[Fraction], without: Option<usize>| {
            let terms = (0..bounds.len()).filter(|&index| Some(index) != without);
            terms.fold(Fraction::whole(0), |sum, index| sum.plus(bounds[index].times(weights[index])))
        };
        let parts = self.parts;
        // The window of a child: if its score is outside, the others cannot bring the mean back inside.
        let ends = |low: &[Fraction], high: &[Fraction], index: usize| -> Ends {
            let end = |bound: Option<Fraction>, others: Fraction| {
                Some(bound?.times(whole).minus(others).over(weights[index])).filter(|_| weights[index] > 0)
            };
            if weights[index] == 0 {
                return [None, None];
            }
            let [alpha, beta] = [end(window[0], sum(high, Some(index))), end(window[1], sum(low, Some(index)))];
            [alpha.map(|end| end.rounded(parts, false)), beta.map(|end| end.rounded(parts, true))]
        };
        // Cut to the range, unless no number is left between the ends.
        let clipped = |given: Ends| {
            let alpha = given[0].map_or(lowest, |end| end.max(lowest));
            let beta = given[1].map_or(highest, |end| end.min(highest));
            if alpha.compare(beta).is_lt() { [Some(alpha), Some(beta)] } else { given }
        };
        let is_low = |score: Fraction, end: Option<Fraction>| end.is_some_and(|end| score.compare(end).is_le());
        let is_high = |score: Fraction, end: Option<Fraction>| end.is_some_and(|end| score.compare(end).is_ge());
        for (index, child) in children.iter().enumerate() {
            if child.score().is_some() || self.is_random(child) || child.move_count() < 2 {
                continue;
            }
            let given = ends(&low, &high, index);
            let below = clipped(given);
            self.probes += 1;
            let text = position.move_text(index);
            self.path.push(index as u32);
            self.enter(child, &text, Some("probe"), below);
            let score = self.below(child, 0, below);
            self.leave(score);
            self.path.pop();
            let is_max = child.player() == Player::Max;
            let is_bound = if is_max { !is_low(score, below[0]) } else { !is_high(score, below[1]) };
            if !is_bound || self.uses == Use::Nothing {
                continue;
            }
            if self.uses == Use::Exact || is_max != (self.uses == Use::OtherSide) {
                low[index] = score;
            }
            if self.uses == Use::Exact || is_max == (self.uses == Use::OtherSide) {
                high[index] = score;
            }
            let reaches = |sum: Fraction, end: Option<Fraction>| end.map(|end| sum.over(whole).compare(end));
            if weights[index] == 0 {
                continue;
            }
            if reaches(sum(&high, None), window[0]).is_some_and(Ordering::is_le) {
                return sum(&high, None).over(whole).rounded(parts, true);
            }
            if reaches(sum(&low, None), window[1]).is_some_and(Ordering::is_ge) {
                return sum(&low, None).over(whole).rounded(parts, false);
            }
        }
        for index in 0..children.len() {
            let given = ends(&low, &high, index);
            let score = self.below(position, index, clipped(given));
            (low[index], high[index]) = (score, score);
            if is_low(score, given[0]) {
                return sum(&high, None).over(whole).rounded(parts, true);
            }
            if is_high(score, given[1]) {
                return sum(&low, None).over(whole).rounded(parts, false);
            }
        }
        sum(&low, None).over(whole)
    }

    /// The expected score, by visiting every node.
    pub fn exact(&self, position: &AnyPosition) -> Fraction {
        if let Some(score) = Self::result(position) {
            return score;
        }
        let values = (0..position.move_count()).map(|index| {
            let child = position.play(index as u32).expect("a move");
            (self.exact(&child), position.chance(index).map_or(1, i128::from))
        });
        if self.is_random(position) {
            let (sum, whole) = values.fold((Fraction::whole(0), 0), |(sum, whole), (value, weight)| {
                (sum.plus(value.times(weight)), whole + weight)
            });
            return sum.over(whole);
        }
        let better = if position.player() == Player::Max { Fraction::max } else { Fraction::min };
        values.map(|(value, _)| value).reduce(better).expect("a child")
    }
}
