//! Reads an answer step by step. In PVS, a written step can have several meanings: without windows, no step marks where the second
//! search of a node begins. Where a step looks wrong, the meaning that leads to the fewest mistakes counts.

use super::grader::Grader;
use super::{Exercise, Mistake, MistakeKind, ModelAnswer, SearchByHand, Step};

/// Maximum number of steps that are read ahead to compare the meanings of a step.
const AHEAD: usize = 400;
/// Maximum number of steps of an answer whose meanings are compared, so that a long answer without any right step takes no minutes.
const COMPARED: usize = 100;

/// Judgement of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The step is part of the model answer.
    Right,
    /// The step is not part of the model answer, but follows correctly from an earlier mistake.
    Follows,
    /// The exercise does not require the step, so it is not judged.
    NotAsked,
    /// The step is wrong.
    Wrong(Box<Mistake>),
}

/// Meaning of a written step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// The step is the next one. If it is a return, strikes of children directly after it count as written before it.
    Usual,
    /// The strikes after the return belong to the second search of the node, whose entry is omitted.
    StrikesApart,
    /// The step belongs to the second search of a node, and the return from the first search is omitted.
    ReturnOmitted,
    /// The step repeats the line before it, which is a return.
    Repeated,
}

/// State of the reading of an answer.
#[derive(Clone, Debug)]
pub(super) struct Reading<'a> {
    exercise: &'a Exercise,
    model: &'a ModelAnswer,
    steps: &'a [Step],
    grader: Grader<'a>,
    /// Verdicts of the steps read so far, and of the strikes that count as written before a return.
    verdicts: Vec<Option<Verdict>>,
    /// Number of steps whose meanings can still be compared.
    comparisons_left: usize,
}

impl<'a> Reading<'a> {
    pub(super) fn new(exercise: &'a Exercise, model: &'a ModelAnswer, steps: &'a [Step]) -> Self {
        let is_ambiguous = exercise.convention().search == SearchByHand::Pvs;
        Self {
            exercise,
            model,
            steps,
            grader: Grader::new(exercise),
            verdicts: vec![None; steps.len()],
            comparisons_left: if is_ambiguous { COMPARED } else { 0 },
        }
    }

    /// Returns whether a step was judged together with an earlier one.
    pub(super) fn is_judged(&self, place: usize) -> bool {
        self.verdicts[place].is_some()
    }

    /// Returns the verdicts of all steps, and the missing next step if the root has not returned.
    pub(super) fn into_verdicts(self) -> (Vec<Verdict>, Option<Mistake>) {
        (self.verdicts.into_iter().flatten().collect(), self.grader.unfinished())
    }

    /// Judges and carries out a step that was shown to the student, who gave no answer.
    pub(super) fn take_shown(&mut self, place: usize) {
        let missing = self.grader.shown().map_or(Verdict::NotAsked, |mistake| Verdict::Wrong(Box::new(mistake)));
        self.judge(place);
        self.verdicts[place] = Some(missing);
    }

    /// Judges a step of an answer in which each wrong step is corrected by the next one, and carries it out if it is not wrong.
    pub(super) fn take_corrected(&mut self, place: usize) -> &Verdict {
        let before = self.grader.clone();
        let verdict = self.judge(place);
        if matches!(verdict, Verdict::Wrong(_)) {
            self.grader = before;
        }
        self.verdicts[place].insert(verdict)
    }

    /// Judges a step and carries it out, with the meaning that leads to the fewest mistakes.
    pub(super) fn take(&mut self, place: usize) {
        if self.comparisons_left == 0 {
            self.take_as(place, Meaning::Usual);
            return;
        }
        let before = self.clone();
        self.take_as(place, Meaning::Usual);
        let others = before.other_meanings(place);
        // A strike can be right in both searches of a node, and the mistake comes later.
        let is_wrong = self.mistakes() > before.mistakes() || others.contains(&Meaning::StrikesApart);
        if others.is_empty() || !is_wrong {
            return;
        }
        let end = before.end_of_comparison(place);
        let mut fewest = self.mistakes_until(end);
        if fewest == before.mistakes() {
            return;
        }
        self.comparisons_left -= 1;
        // Without windows, no step marks where the second search of a node begins. A node below it is not
        // called searched again needlessly if that search explains the step, and those after it, as well.
        let has_no_mark = !self.exercise.convention().windows && place + 1 < end;
        let own = self.verdicts[place].as_ref();
        let is_needless = has_no_mark
            && own.is_some_and(|own| matches!(own, Verdict::Wrong(one) if one.kind == MistakeKind::SearchedAgain));
        for meaning in others {
            let mut other = before.clone();
            other.take_as(place, meaning);
            let mistakes = other.mistakes_until(end);
            let is_as_good = mistakes == fewest && is_needless && meaning == Meaning::ReturnOmitted;
            if mistakes < fewest || is_as_good {
                fewest = mistakes;
                other.comparisons_left = self.comparisons_left;
                *self = other;
            }
        }
    }

    /// Returns the meanings of a step other than the usual one.
    fn other_meanings(&self, place: usize) -> Vec<Meaning> {
        let step = self.steps[place];
        let is_return = matches!(step, Step::Return { .. });
        let has_strike = self.steps.get(place + 1).is_some_and(|&next| self.grader.is_late_strike(step, next));
        let is_repeated = place > 0 && self.steps[place - 1] == step;
        let meanings = [
            (has_strike, Meaning::StrikesApart),
            (self.grader.omitted_return(step).is_some(), Meaning::ReturnOmitted),
            (is_return && is_repeated, Meaning::Repeated),
        ];
        meanings.into_iter().filter_map(|(can_be, meaning)| can_be.then_some(meaning)).collect()
    }

    /// Returns the place after the step up to which mistakes are compared: the next step outside the siblings of the node whose
    /// return may be omitted, or of the node of the step, and of their descendants.
    fn end_of_comparison(&self, place: usize) -> usize {
        let tree = self.exercise.tree();
        let step = self.steps[place];
        let node = self.grader.omitted_return(step).map_or(step.node(), Step::node);
        let latest = (place + AHEAD).min(self.steps.len());
        let Some(parent) = tree.parent(node) else { return latest };
        let is_outside = |step: &Step| !tree.above(step.node()).any(|above| above == parent);
        let next = self.steps[..latest].iter().skip(place + 1).position(is_outside);
        next.map_or(latest, |count| place + 1 + count + 1)
    }

    /// Returns the number of mistakes if all steps before the place `end` have their usual meaning.
    fn mistakes_until(&self, end: usize) -> usize {
        let mut ahead = self.clone();
        for place in 0..end {
            if !ahead.is_judged(place) {
                ahead.take_as(place, Meaning::Usual);
            }
        }
        let is_unfinished = end == self.steps.len() && ahead.grader.unfinished().is_some();
        ahead.mistakes() + usize::from(is_unfinished)
    }

    /// Returns the number of mistakes so far.
    fn mistakes(&self) -> usize {
        self.verdicts.iter().flatten().filter(|verdict| matches!(verdict, Verdict::Wrong(_))).count()
    }

    /// Judges a step with one of its meanings, and carries it out.
    fn take_as(&mut self, place: usize, meaning: Meaning) {
        let step = self.steps[place];
        let next = self.steps.get(place + 1).copied();
        if meaning == Meaning::Repeated || self.grader.is_repeated(step, next) {
            self.verdicts[place] = Some(Verdict::Wrong(Box::new(self.grader.repeated(step))));
            return;
        }
        let omitted = if meaning == Meaning::ReturnOmitted { self.grader.take_omitted_return(step) } else { None };
        if meaning != Meaning::StrikesApart {
            self.take_late_strikes(place);
        }
        let verdict = self.judge(place);
        self.verdicts[place] = Some(omitted.map_or(verdict, |mistake| Verdict::Wrong(Box::new(mistake))));
    }

    /// Judges the strikes of children directly after the return of their node, as if they came before it.
    fn take_late_strikes(&mut self, place: usize) {
        let step = self.steps[place];
        for late in place + 1..self.steps.len() {
            if !self.grader.is_late_strike(step, self.steps[late]) {
                break;
            }
            self.verdicts[late] = Some(self.judge(late));
        }
    }

    /// Returns the verdict of a step, and carries it out.
    fn judge(&mut self, place: usize) -> Verdict {
        let step = self.steps[place];
        if matches!(step, Step::Enter { .. }) && !self.exercise.convention().windows {
            return Verdict::NotAsked;
        }
        match self.grader.take(self.exercise.written_step(step)) {
            Some(mistake) => Verdict::Wrong(Box::new(mistake)),
            None if is_of(self.model, step) => Verdict::Right,
            None => Verdict::Follows,
        }
    }
}

/// Returns whether a step is part of the model answer; a sign that the exercise does not require is ignored.
fn is_of(model: &ModelAnswer, step: Step) -> bool {
    model.steps.iter().any(|&own| match (own, step) {
        (Step::Return { bound: None, node, score }, Step::Return { node: given, score: other, .. }) => {
            (node, score) == (given, other)
        }
        // Striking all nodes of a skipped subtree one by one is accepted.
        _ => own == step,
    })
}
