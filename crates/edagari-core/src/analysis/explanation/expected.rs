//! Sentences for chance nodes: the probabilities, the sum so far, and why the other children cannot matter.

use crate::analysis::names::node_names::{child_name, node_title};
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::score::{Player, Score, Window};
use crate::trace::{ChanceWeights, Cut, FrameKind, Step, Trace, VisitId};

/// The largest number of terms of a sum that a sentence writes out.
const MAX_TERMS: usize = 4;

/// The sentence for a frame of a chance node, or for the start of one of its children; `None` for all other frames.
pub(super) fn expected_sentence(trace: &Trace, frame: usize, step: &Step, language: Language) -> Option<String> {
    if !trace.has_chance() {
        return None;
    }
    let sentences = Expected { trace, frame, step, language };
    match step.kind {
        FrameKind::Start => {
            let parent = trace.parent_visit(step.visit).filter(|&parent| trace.is_chance(parent));
            let child = parent.map(|parent| sentences.with_probe(sentences.child(parent)));
            if !trace.is_chance(step.visit) {
                return child;
            }
            let chance = sentences.say(Text::SayChance, &[]);
            Some(match child {
                Some(child) => language.joined(&child, &chance),
                None => sentences.with_window(chance),
            })
        }
        FrameKind::Score if trace.is_chance(step.visit) => sentences.returned(),
        FrameKind::Update if trace.is_chance(step.visit) => sentences.update(),
        FrameKind::End if trace.is_probe(step.visit) && !trace.is_leaf_visit(step.visit) => {
            let texts = [Text::SayEndProbeLow, Text::SayEndProbeHigh, Text::SayEndProbeNothing];
            let score = step.score.map(|score| sentences.score(score))?;
            Some(sentences.say(sentences.by_bound(step.visit, texts), &[("score", &score)]))
        }
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

    /// The text for a probe that has ended: for a lower bound, an upper bound, or no bound.
    fn by_bound(&self, probe: VisitId, [low, high, nothing]: [Text; 3]) -> Text {
        let bounds = self.trace.chance().probe_bounds(probe);
        match () {
            () if bounds.lower.finite().is_some() => low,
            () if bounds.upper.finite().is_some() => high,
            () => nothing,
        }
    }

    /// Adds to the start of a child that it is only probed, or the bound that its probe showed.
    fn with_probe(&self, sentence: String) -> String {
        let (trace, visit) = (self.trace, self.step.visit);
        let probe = if trace.is_probe(visit) {
            let text = match self.step.player {
                Player::Max => Text::SayProbeLow,
                Player::Min => Text::SayProbeHigh,
            };
            self.say(text, &[])
        } else if let Some(probe) = trace.chance().probe_before(visit) {
            let texts = [Text::SayProbedLow, Text::SayProbedHigh, Text::SayProbedNothing];
            let score = trace.span(probe).1.and_then(|end| trace.step(end)?.score).map(|score| self.score(score));
            self.say(self.by_bound(probe, texts), &[("score", score.as_deref().unwrap_or_default())])
        } else {
            return sentence;
        };
        self.language.joined(&sentence, &probe)
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
        let probability = self.trace.chance().probability(child)?.to_string();
        let values = [("child", name.as_str()), ("score", &score), ("probability", &probability)];
        let of_probe = [Text::SayProbeScoreLow, Text::SayProbeScoreHigh, Text::SayProbeScoreNothing];
        let text = if self.trace.is_probe(child) { self.by_bound(child, of_probe) } else { Text::SayChanceScore };
        Some(self.say(text, &values))
    }

    fn child(&self, parent: VisitId) -> String {
        let trace = self.trace;
        let text =
            trace.chance().probability(self.step.visit).map_or_else(String::new, |probability| probability.to_string());
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
        let (range, sum) = (trace.known_range()?, trace.chance().sum_before(self.step.visit)?);
        let weights = trace.chance().weights(parent)?;
        let weight = weights.entered.iter().find(|(child, _)| *child == self.step.visit)?.1;
        let Window { alpha, beta } = sum.window_of(weight, trace.table().searched_window(parent), range);
        Some((Some(alpha).filter(|&low| low >= range.lower), Some(beta).filter(|&high| high <= range.upper)))
    }

    fn update(&self) -> Option<String> {
        let trace = self.trace;
        let value = trace.value_at_update(self.frame)?;
        let (child, name, score) = self.child_that_returns()?;
        let is_probe = trace.is_probe(child);
        if let Some(cut) = self.step.cut {
            let given = trace.table().searched_window(self.step.visit);
            let (text, bound) = match cut {
                Cut::Alpha if is_probe => (Text::SayProbeAlphaCut, given.alpha),
                Cut::Beta if is_probe => (Text::SayProbeBetaCut, given.beta),
                Cut::Alpha => (Text::SayChanceAlphaCut, given.alpha),
                Cut::Beta => (Text::SayChanceBetaCut, given.beta),
            };
            let (value, bound) = (self.score(value), self.score(bound));
            return Some(self.say(text, &[("child", &name), ("score", &score), ("value", &value), ("bound", &bound)]));
        }
        let weights = trace.chance().weights(self.step.visit)?;
        let sum = trace.chance().sum(self.step.visit, self.frame)?;
        if is_probe && let Some(range) = trace.known_range() {
            let (low, high) = (self.score(sum.lower(range)), self.score(sum.upper(range)));
            return Some(self.say(Text::SayProbeSum, &[("low", &low), ("high", &high)]));
        }
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
        let is_searched = |child: VisitId| ended(child) && !trace.is_probe(child);
        let returned = weights.entered.iter().filter(|&&(child, _)| is_searched(child)).count();
        trace.children(self.step.node).count().saturating_sub(returned)
    }

    /// The sum with all its terms, such as `0.9 · 2 + 0.1 · 3`; `None` if it is too long.
    fn terms(&self, weights: &ChanceWeights) -> Option<String> {
        let searched = || weights.entered.iter().enumerate().filter(|(_, (child, _))| !self.trace.is_probe(*child));
        if searched().count() > MAX_TERMS {
            return None;
        }
        let term = |(index, &(child, _)): (usize, &(VisitId, i128))| {
            let score = self.score(self.trace.step(self.trace.span(child).1?)?.score?);
            let score = if score.starts_with('−') { format!("({score})") } else { score };
            Some(format!("{} · {score}", weights.probability(index)?))
        };
        let terms: Vec<String> = searched().map(term).collect::<Option<_>>()?;
        Some(terms.join(" + "))
    }
}
