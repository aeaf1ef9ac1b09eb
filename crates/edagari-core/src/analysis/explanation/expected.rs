//! Sentences for chance nodes: the probabilities, the sum so far, and why the other children cannot matter.

use crate::analysis::names::node_names::{child_name, node_title};
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::score::{Score, Window};
use crate::trace::{ChanceWeights, Cut, FrameKind, Step, Trace, VisitId};

/// The largest number of terms of a sum that a sentence writes out.
const MAX_TERMS: usize = 4;

/// The sentence for a frame of a chance node, or for the start of one of its children; `None` for all other frames.
pub(super) fn expected_sentence(trace: &Trace, frame: usize, step: &Step, language: Language) -> Option<String> {
    if !trace.has_chance() {
        return None;
    }
    let said = Expected { trace, frame, step, language };
    match step.kind {
        FrameKind::Start => {
            let parent = trace.parent_visit(step.visit).filter(|&parent| trace.is_chance(parent));
            let child = parent.map(|parent| said.child(parent));
            if !trace.is_chance(step.visit) {
                return child;
            }
            let chance = said.say(Text::SayChance, &[]);
            Some(match child {
                Some(child) => language.joined(&child, &chance),
                None => said.with_window(chance),
            })
        }
        FrameKind::Score if trace.is_chance(step.visit) => said.returned(),
        FrameKind::Update if trace.is_chance(step.visit) => said.update(),
        _ => None,
    }
}

struct Expected<'a> {
    trace: &'a Trace,
    frame: usize,
    step: &'a Step,
    language: Language,
}

impl Expected<'_> {
    fn say(&self, text: Text, values: &[(&str, &str)]) -> String {
        let node = node_title(self.trace, &self.trace.path(self.step.node), self.language);
        let all: Vec<(&str, &str)> = std::iter::once(("node", node.as_str())).chain(values.iter().copied()).collect();
        self.language.begun(self.language.fill(text, &all))
    }

    fn score(&self, score: Score) -> String {
        score_text(self.trace, score, self.language)
    }

    /// Adds the window of the node to a sentence, if the search has windows.
    fn with_window(&self, sentence: String) -> String {
        if !self.trace.has_windows() {
            return sentence;
        }
        let window = score_text(self.trace, self.step.window, self.language);
        self.language.joined(&sentence, &self.say(Text::SayChanceWindow, &[("window", &window)]))
    }

    /// The child that returns at this frame, with its name and its score.
    fn child_that_returns(&self) -> Option<(VisitId, String, String)> {
        let trace = self.trace;
        let child = trace.returned_child(self.frame)?;
        let name = child_name(trace, &trace.path(trace.node_of(child)), self.language);
        Some((child, name, self.score(trace.step(trace.span(child).1?)?.score?)))
    }

    fn returned(&self) -> Option<String> {
        let (child, name, score) = self.child_that_returns()?;
        let probability = self.trace.probability(child)?.to_string();
        let values = [("child", name.as_str()), ("score", &score), ("probability", &probability)];
        Some(self.say(Text::SayChanceScore, &values))
    }

    fn child(&self, parent: VisitId) -> String {
        let trace = self.trace;
        let text = trace.probability(self.step.visit).map_or_else(String::new, |probability| probability.to_string());
        let entered = self.with_window(self.say(Text::SayChanceChild, &[("probability", &text)]));
        if !trace.has_windows() {
            return entered;
        }
        let above = node_title(trace, &trace.path(trace.node_of(parent)), self.language);
        let given = score_text(trace, trace.table().searched_window(parent), self.language);
        let Some((low, high)) = self.outside(parent) else { return entered };
        let (text, low, high) = match (low, high) {
            (Some(low), Some(high)) => (Text::SayChanceEither, self.score(low), self.score(high)),
            (Some(low), None) => (Text::SayChanceLow, self.score(low), String::new()),
            (None, Some(high)) => (Text::SayChanceHigh, String::new(), self.score(high)),
            (None, None) => return entered,
        };
        let values = [("low", low.as_str()), ("high", &high), ("parent", &above), ("given", &given)];
        self.language.joined(&entered, &self.say(text, &values))
    }

    /// The two thresholds for this child's score: at or below the first, or at or above the second,
    /// its parent is outside its own window. `None` if the range of scores does not reach a
    /// threshold.
    fn outside(&self, parent: VisitId) -> Option<(Option<Score>, Option<Score>)> {
        let trace = self.trace;
        let (range, sum) = (trace.known_range()?, trace.chance_sum(parent, self.frame)?);
        let weights = trace.chance_weights(parent)?;
        let weight = weights.entered.iter().find(|(child, _)| *child == self.step.visit)?.1;
        let Window { alpha, beta } = sum.window_of(weight, trace.table().searched_window(parent), range);
        Some((Some(alpha).filter(|&low| low >= range.lower), Some(beta).filter(|&high| high <= range.upper)))
    }

    fn update(&self) -> Option<String> {
        let trace = self.trace;
        let value = trace.value_at_update(self.frame)?;
        let (_, name, score) = self.child_that_returns()?;
        if let Some(cut) = self.step.cut {
            let given = trace.table().searched_window(self.step.visit);
            let (text, bound) = match cut {
                Cut::Alpha => (Text::SayChanceAlphaCut, given.alpha),
                Cut::Beta => (Text::SayChanceBetaCut, given.beta),
            };
            let (value, bound) = (self.score(value), self.score(bound));
            return Some(self.say(text, &[("child", &name), ("score", &score), ("value", &value), ("bound", &bound)]));
        }
        let weights = trace.chance_weights(self.step.visit)?;
        let sum = trace.chance_sum(self.step.visit, self.frame)?;
        if sum.left() > 0 {
            let left = self.language.number(self.remaining(&weights) as u64);
            return Some(self.say(Text::SayChanceSum, &[("child", &name), ("score", &score), ("left", &left)]));
        }
        let decimal = trace.in_unit(value).decimal().map_or_else(String::new, |decimal| format!(" ≈ {decimal}"));
        let value = self.score(value) + &decimal;
        Some(match self.terms(&weights) {
            Some(terms) => self.say(Text::SayChanceTerms, &[("terms", &terms), ("value", &value)]),
            None => self.say(Text::SayChanceValue, &[("value", &value)]),
        })
    }

    /// The number of children that have not returned by the frame.
    fn remaining(&self, weights: &ChanceWeights) -> usize {
        let trace = self.trace;
        let ended = |child: VisitId| trace.span(child).1.is_some_and(|end| end + 2 <= self.frame);
        let returned = weights.entered.iter().filter(|&&(child, _)| ended(child)).count();
        trace.children(self.step.node).count().saturating_sub(returned)
    }

    /// The sum with all its terms, such as `0.9 · 2 + 0.1 · 3`; `None` if it is too long.
    fn terms(&self, weights: &ChanceWeights) -> Option<String> {
        if weights.entered.len() > MAX_TERMS {
            return None;
        }
        let term = |(index, &(child, _)): (usize, &(VisitId, i128))| {
            let score = self.score(self.trace.step(self.trace.span(child).1?)?.score?);
            let score = if score.starts_with('−') { format!("({score})") } else { score };
            Some(format!("{} · {score}", weights.probability(index)?))
        };
        let terms: Vec<String> = weights.entered.iter().enumerate().map(term).collect::<Option<_>>()?;
        Some(terms.join(" + "))
    }
}
