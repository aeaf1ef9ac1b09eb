//! The grader. It follows the steps of an answer and judges each by what follows, by the convention, from what was written before: so a step
//! that is right but for an earlier mistake counts as right.

use super::grader::Grader;
use super::{Answers, Exercise, Mistake, ModelAnswer, Step};

/// What is said of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is a step of the right answer.
    Right,
    /// It is not one, but follows rightly from an earlier mistake.
    Follows,
    /// The exercise does not ask for it, so it is not judged.
    NotAsked,
    /// It is wrong.
    Wrong(Box<Mistake>),
}

/// The grade of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// What is said of each step, in the order of the answer.
    pub verdicts: Vec<Verdict>,
    /// What is missing in the end, if the root has not returned.
    pub unfinished: Option<Box<Mistake>>,
}

impl Grade {
    /// Whether all is right and nothing missing.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.unfinished.is_none() && self.first_wrong().is_none()
    }

    /// The first step that is wrong, and why; none if nothing is, or the only fault is that the answer is not finished.
    #[must_use]
    pub fn first_wrong(&self) -> Option<(usize, &Mistake)> {
        let wrong = |(place, verdict): (usize, &'_ Verdict)| matches!(verdict, Verdict::Wrong(_)).then_some(place);
        let place = self.verdicts.iter().enumerate().find_map(wrong)?;
        match &self.verdicts[place] {
            Verdict::Wrong(mistake) => Some((place, mistake)),
            _ => None,
        }
    }

    /// The mistakes, with the places of their steps.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Mistake)> {
        self.verdicts.iter().enumerate().filter_map(|(place, verdict)| match verdict {
            Verdict::Wrong(mistake) => Some((place, &**mistake)),
            _ => None,
        })
    }

    /// The steps that are right, or follow rightly from an earlier mistake; and those that are judged.
    #[must_use]
    pub fn points(&self) -> (usize, usize) {
        let right = self.verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Right | Verdict::Follows)).count();
        (right, right + self.mistakes().count() + usize::from(self.unfinished.is_some()))
    }
}

/// Grades an answer step by step.
#[must_use]
pub fn grade(exercise: &Exercise, answers: &Answers) -> Grade {
    let model = ModelAnswer::of(exercise);
    let mut grader = Grader::new(exercise);
    let mut verdicts: Vec<Option<Verdict>> = vec![None; answers.steps.len()];
    for (place, &step) in answers.steps.iter().enumerate() {
        if verdicts[place].is_some() {
            continue;
        }
        // Who strikes the children of a node right after its return may do so.
        for (late, &strike) in answers.steps.iter().enumerate().skip(place + 1) {
            if !grader.is_late_strike(step, strike) {
                break;
            }
            verdicts[late] = Some(judged(exercise, &model, &mut grader, strike));
        }
        verdicts[place] = Some(judged(exercise, &model, &mut grader, step));
    }
    let verdicts = verdicts.into_iter().flatten().collect();
    let unfinished = grader.unfinished().map(Box::new);
    Grade { verdicts, unfinished }
}

fn judged(exercise: &Exercise, model: &ModelAnswer, grader: &mut Grader<'_>, step: Step) -> Verdict {
    if matches!(step, Step::Enter { .. }) && !exercise.convention().windows {
        return Verdict::NotAsked;
    }
    match grader.take(exercise.written_step(step)) {
        Some(mistake) => Verdict::Wrong(Box::new(mistake)),
        None if is_of(model, step) => Verdict::Right,
        None => Verdict::Follows,
    }
}

/// Whether a step is one of the right answer; a sign that is not asked for is not looked at.
fn is_of(model: &ModelAnswer, step: Step) -> bool {
    model.steps.iter().any(|&own| match (own, step) {
        (Step::Return { bound: None, node, score }, Step::Return { node: given, score: other, .. }) => {
            (node, score) == (given, other)
        }
        // Who strikes a whole subtree node by node strikes what is skipped.
        _ => own == step,
    })
}
