//! Sentences for the frames of a Monte-Carlo tree search: why a child is selected, the result of a
//! leaf, and the sums on the way back.

use crate::analysis::names::node_names::{child_name, node_title};
use crate::analysis::names::scores::{decimal_text, score_text};
use crate::language::{Language, Text};
use crate::search::Playout;
use crate::trace::{Candidate, FrameKind, NodeId, Sample, Samples, Selection, Step, Trace, VisitId};

/// The iterations through a node as a text: their number, and their mean from max's view.
#[must_use]
pub fn sample_text(sample: Sample, language: Language) -> String {
    let visits = language.number(sample.visits.into());
    match sample.mean() {
        Some(mean) => language.fill(Text::SampleState, &[("visits", &visits), ("mean", &decimal_text(mean))]),
        None => language.text(Text::Unvisited).to_owned(),
    }
}

/// The iterations through the node of `visit`: after the visit if it has ended by `frame`,
/// otherwise before it.
#[must_use]
pub fn sample_by(trace: &Trace, visit: VisitId, frame: usize) -> Option<Sample> {
    let samples = trace.samples()?;
    let end = trace.span(visit).1.filter(|&end| end <= frame);
    Some(samples.of(trace.node_of(visit), end.unwrap_or(trace.span(visit).0)))
}

/// The sentence for a frame; `None` unless the trace is a Monte-Carlo tree search.
pub(super) fn sampled_sentence(trace: &Trace, frame: usize, step: &Step, language: Language) -> Option<String> {
    let sampled = Sampled { trace, samples: trace.samples()?, frame, step, language };
    Some(match step.kind {
        FrameKind::Start => sampled.start(),
        FrameKind::End => sampled.end(),
        FrameKind::Score => sampled.returned().unwrap_or_default(),
        FrameKind::Update => sampled.added(),
        FrameKind::Lookup | FrameKind::Store => return None,
    })
}

struct Sampled<'a> {
    trace: &'a Trace,
    samples: Samples<'a>,
    frame: usize,
    step: &'a Step,
    language: Language,
}

impl Sampled<'_> {
    fn say(&self, text: Text, values: &[(&str, &str)]) -> String {
        let node = self.name_of(self.step.node);
        let all: Vec<(&str, &str)> = std::iter::once(("node", node.as_str())).chain(values.iter().copied()).collect();
        self.language.begun(self.language.fill(text, &all))
    }

    fn name_of(&self, node: NodeId) -> String {
        node_title(self.trace, &self.trace.path(node), self.language)
    }

    fn start(&self) -> String {
        let Some(parent) = self.trace.parent_visit(self.step.visit) else {
            let number = self.language.number(self.trace.layer_of(self.step.visit) as u64 + 1);
            return self.say(Text::SayIteration, &[("number", &number)]);
        };
        match self.samples.selection(parent) {
            Some(selection) => self.selected(&selection),
            None => self.say(Text::SaySelected, &[]),
        }
    }

    /// The sentence for the selection of this node among its siblings.
    fn selected(&self, selection: &Selection) -> String {
        let Selection { candidates, chosen, expected } = selection;
        let [own, best] = [chosen, expected].map(|&place| &candidates[place]);
        let name = |candidate: &Candidate| child_name(self.trace, &self.trace.path(candidate.node), self.language);
        if own.sum() < best.sum() {
            let values =
                [("sum", decimal_text(own.sum())), ("expected", name(best)), ("best", decimal_text(best.sum()))];
            return self.say(Text::SaySelectedWrong, &values.each_ref().map(|(key, value)| (*key, value.as_str())));
        }
        if own.sample.visits == 0 && own.exploration.is_infinite() {
            return self.say(Text::SaySelectedNew, &[]);
        }
        let parts = [own.mean, own.exploration, own.sum()].map(decimal_text);
        let [mean, exploration, sum] = parts.each_ref().map(String::as_str);
        let sum = if own.result.is_some() {
            self.say(Text::SaySelectedKnown, &[("sum", sum)])
        } else {
            self.say(Text::SaySelectedBy, &[("mean", mean), ("exploration", exploration), ("sum", sum)])
        };
        let Some(second) = selection.second().map(|place| &candidates[place]) else { return sum };
        let values = [("other", name(second)), ("sum", decimal_text(second.sum()))];
        let is_tied = own.sum().total_cmp(&second.sum()).is_eq();
        let text = if is_tied { Text::SaySelectedTied } else { Text::SaySelectedNext };
        let next = self.say(text, &values.each_ref().map(|(key, value)| (*key, value.as_str())));
        self.language.joined(&sum, &next)
    }

    fn end(&self) -> String {
        let score = self.step.score.map_or_else(String::new, |score| score_text(self.trace, score, self.language));
        let mut sentences = Vec::new();
        if self.trace.is_leaf_visit(self.step.visit) {
            let text = match (self.trace.is_playout(self.step.visit), self.samples.formula().1.playouts) {
                (false, _) => Text::SaySampleOver,
                (true, Playout::Evaluation) => Text::SaySampleEvaluated,
                (true, Playout::Random | Playout::First) => Text::SaySamplePlayout,
            };
            sentences.extend([self.say(text, &[("score", &score)]), self.added()]);
        } else {
            sentences.push(self.say(Text::SaySamplePassed, &[("score", &score)]));
        }
        let next = self.trace.step(self.frame + 1).map_or(self.frame, |_| self.frame + 1);
        let iteration_end = self.iteration_end();
        if self.samples.formula().1.solver
            && let Some(result) = self.samples.result(self.step.node, iteration_end.max(next))
            && self.samples.result(self.step.node, self.trace.span(self.step.visit).0).is_none()
        {
            let result = score_text(self.trace, result, self.language);
            sentences.push(self.say(Text::SaySampleProven, &[("score", &result)]));
        }
        sentences.into_iter().reduce(|text, more| self.language.joined(&text, &more)).unwrap_or_default()
    }

    /// The sentence for the numbers of the node after its visit.
    fn added(&self) -> String {
        let sample = self.samples.of(self.step.node, self.frame);
        let mean = sample.mean().map_or_else(String::new, decimal_text);
        let total =
            if sample.total < 0 { format!("−{}", sample.total.unsigned_abs()) } else { sample.total.to_string() };
        let visits = self.language.number(sample.visits.into());
        self.say(Text::SaySampleAdded, &[("count", &visits), ("total", &total), ("mean", &mean)])
    }

    /// The last frame of the iteration of this frame.
    fn iteration_end(&self) -> usize {
        let mut root = self.step.visit;
        while let Some(parent) = self.trace.parent_visit(root) {
            root = parent;
        }
        self.trace.span(root).1.unwrap_or(self.frame)
    }

    /// The sentence for the result that comes from below.
    /// The sentence for the result of a child.
    fn returned(&self) -> Option<String> {
        let child = self.trace.returned_child(self.frame)?;
        let score = self.trace.step(self.trace.span(child).1?)?.score?;
        let name = child_name(self.trace, &self.trace.path(self.trace.node_of(child)), self.language);
        let score = score_text(self.trace, score, self.language);
        Some(self.say(Text::SaySampleThrough, &[("child", &name), ("score", &score)]))
    }
}
