//! An exercise that is done by hand: the steps written so far, and what is said of them.

use serde::{Deserialize, Serialize};

use crate::lesson::exercise::{
    Answers, Exercise, Generated, Grade, Mistake, Mode, Step, Verdict, WrittenAnswer, grade,
};

/// An exercise under way.
#[derive(Debug)]
pub struct ByHand {
    /// The exercise with its right answer.
    pub made: Generated,
    /// The selected node.
    pub selected: u32,
    /// Why the last step was not taken, where a wrong one is put right before the next.
    pub refused: Option<Box<Mistake>>,
    /// Wrong steps that were not taken.
    pub refusals: u32,
    /// Whether the answer is handed in: then all that is said of it is shown, and it does not change any more.
    pub is_handed_in: bool,
    answers: Answers,
    written: WrittenAnswer,
    grade: Grade,
}

/// What is kept of it over a restart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptByHand {
    exercise: String,
    answers: String,
    refusals: u32,
    is_handed_in: bool,
}

/// The exercises that were done to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ByHandTally {
    /// Exercises.
    pub exercises: u32,
    /// Of these, without a mistake.
    pub without_mistake: u32,
    /// Steps in all.
    pub steps: u32,
    /// Of these, right.
    pub right: u32,
}

impl ByHand {
    /// An exercise of which nothing is done yet.
    #[must_use]
    pub fn new(made: Generated) -> Self {
        Self::with(made, Answers::default())
    }

    fn with(made: Generated, answers: Answers) -> Self {
        let written = WrittenAnswer::of(&made.exercise, &answers);
        let grade = grade(&made.exercise, &answers);
        Self { made, selected: 0, refused: None, refusals: 0, is_handed_in: false, answers, written, grade }
    }

    /// The exercise.
    #[must_use]
    pub const fn exercise(&self) -> &Exercise {
        &self.made.exercise
    }

    /// The steps written so far.
    #[must_use]
    pub const fn answers(&self) -> &Answers {
        &self.answers
    }

    /// What stands at each node.
    #[must_use]
    pub const fn written(&self) -> &WrittenAnswer {
        &self.written
    }

    /// What the grader says of the steps so far.
    #[must_use]
    pub const fn grade(&self) -> &Grade {
        &self.grade
    }

    /// Whether what is said of each step is shown now.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.is_handed_in || self.exercise().mode != Mode::AtTheEnd
    }

    /// Whether the root has returned.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.written.visits(0).last().is_some_and(|visit| visit.score.is_some())
    }

    /// The steps that are right, and all that count; those that had to be put right count too.
    #[must_use]
    pub fn points(&self) -> (u32, u32) {
        let (right, all) = self.grade.points();
        (right as u32, all as u32 + self.refusals)
    }

    fn set(&mut self, answers: Answers) {
        self.written = WrittenAnswer::of(self.exercise(), &answers);
        self.grade = grade(self.exercise(), &answers);
        self.answers = answers;
    }

    /// Writes a step down.
    pub(super) fn take(&mut self, step: Step) {
        if self.is_handed_in {
            return;
        }
        let mut answers = self.answers.clone();
        answers.steps.push(step);
        let judged = grade(self.exercise(), &answers);
        self.refused = match judged.verdicts.last() {
            Some(Verdict::Wrong(mistake)) if self.exercise().mode == Mode::FixAndGoOn => Some(mistake.clone()),
            _ => None,
        };
        if self.refused.is_some() {
            self.refusals += 1;
            return;
        }
        self.set(answers);
        self.selected = step.goes_on_at(self.exercise().tree());
        self.is_handed_in = self.exercise().mode != Mode::AtTheEnd && self.is_complete();
    }

    pub(super) fn undo(&mut self) -> bool {
        let mut answers = self.answers.clone();
        self.refused = None;
        let Some(step) = answers.steps.pop().filter(|_| !self.is_handed_in) else { return false };
        self.set(answers);
        self.selected = step.node();
        true
    }

    pub(super) fn kept(&self) -> KeptByHand {
        KeptByHand {
            exercise: self.exercise().to_text(),
            answers: self.answers.to_text(self.exercise()),
            refusals: self.refusals,
            is_handed_in: self.is_handed_in,
        }
    }
}

impl KeptByHand {
    /// The exercise as it was; `None` if what was kept cannot be read.
    pub(super) fn again(&self) -> Option<ByHand> {
        let exercise = Exercise::parse(&self.exercise).ok()?;
        let answers = Answers::parse(&self.answers, &exercise).ok()?;
        let mut by_hand = ByHand::with(Generated::of(1, exercise), answers);
        by_hand.selected = by_hand.answers.steps.last().map_or(0, |step| step.goes_on_at(by_hand.exercise().tree()));
        (by_hand.refusals, by_hand.is_handed_in) = (self.refusals, self.is_handed_in);
        Some(by_hand)
    }
}
