//! State of an exercise that the user does by hand: the steps written so far, and their grades.

use serde::{Deserialize, Serialize};

use edagari_teach::exercise::{
    Answers, Exercise, Generated, Grade, Mistake, Mode, Questions, Step, Verdict, WrittenAnswer, grade,
};

/// An exercise in progress.
#[derive(Debug)]
pub struct ByHand {
    /// Exercise with its correct answer.
    pub made: Generated,
    /// Index of the selected node.
    pub selected: u32,
    /// Mistake in the last step, if it was rejected: in a mode in which wrong steps must be
    /// corrected at once.
    pub refused: Option<Box<Mistake>>,
    /// Number of steps that were rejected; several attempts at one step count once.
    pub refusals: u32,
    /// Whether the answer is handed in: then all grades are shown, and the answer is final.
    pub is_handed_in: bool,
    /// Answers typed to the questions; empty for an exercise without questions.
    pub typed: TypedAnswers,
    answers: Answers,
    written: WrittenAnswer,
    grade: Grade,
}

/// Answers typed to the questions of an exercise.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TypedAnswers {
    /// Text of each field, in the order of the questions.
    pub fields: Vec<String>,
    /// Whether each field was checked since it was typed.
    pub checked: Vec<bool>,
    /// Whether the right answers are shown.
    pub is_shown: bool,
}

/// Part of an exercise in progress that is kept across a restart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedByHand {
    exercise: String,
    answers: String,
    refusals: u32,
    is_handed_in: bool,
    #[serde(default)]
    typed: TypedAnswers,
}

/// Tally of completed exercises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ByHandTally {
    /// Number of exercises.
    pub exercises: u32,
    /// Number of exercises without a mistake.
    pub without_mistake: u32,
    /// Number of steps in all exercises.
    pub steps: u32,
    /// Number of correct steps.
    pub right: u32,
}

impl ByHand {
    /// Creates an exercise without any step.
    #[must_use]
    pub fn new(made: Generated) -> Self {
        Self::with(made, Answers::default())
    }

    fn with(made: Generated, answers: Answers) -> Self {
        let given = Questions::of(&made.exercise).map(|questions| questions.given);
        let written = given.unwrap_or_else(|| WrittenAnswer::of(&made.exercise, &answers));
        let grade = grade(&made.exercise, &answers);
        let typed = TypedAnswers::default();
        Self { made, selected: 0, refused: None, refusals: 0, is_handed_in: false, typed, answers, written, grade }
    }

    /// Returns the exercise without its correct answer.
    #[must_use]
    pub const fn exercise(&self) -> &Exercise {
        &self.made.exercise
    }

    /// Returns the steps written so far.
    #[must_use]
    pub const fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Returns the values written at each node.
    #[must_use]
    pub const fn written(&self) -> &WrittenAnswer {
        &self.written
    }

    /// Returns the grades of the steps so far.
    #[must_use]
    pub const fn grade(&self) -> &Grade {
        &self.grade
    }

    /// Whether the grades of the steps are shown now.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.is_handed_in || self.exercise().mode != Mode::AtTheEnd
    }

    /// Whether the root has returned its score.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.written.visits(0).last().is_some_and(|visit| visit.score.is_some())
    }

    /// Returns the points of the answer, and the number of steps of the right answer; a rejected
    /// step earns none.
    #[must_use]
    pub fn points(&self) -> (u32, u32) {
        let (right, of) = self.grade.points_after(self.refusals as usize);
        (right as u32, of as u32)
    }

    fn set(&mut self, answers: Answers) {
        self.written = WrittenAnswer::of(self.exercise(), &answers);
        self.grade = grade(self.exercise(), &answers);
        self.answers = answers;
    }

    /// Adds a step, unless it is refused or the answer is handed in.
    pub(in crate::viewer::session) fn take(&mut self, step: Step) {
        if self.is_handed_in {
            return;
        }
        let mut answers = self.answers.clone();
        answers.steps.push(step);
        let judged = grade(self.exercise(), &answers);
        let is_retry = self.refused.is_some();
        self.refused = match judged.verdicts.last() {
            Some(Verdict::Wrong(mistake)) if self.exercise().mode == Mode::FixAndGoOn => Some(mistake.clone()),
            _ => None,
        };
        if self.refused.is_some() {
            self.refusals += u32::from(!is_retry);
            return;
        }
        self.set(answers);
        self.selected = step.goes_on_at(self.exercise().tree());
        self.is_handed_in = self.exercise().mode != Mode::AtTheEnd && self.is_complete();
    }

    pub(in crate::viewer::session) fn undo(&mut self) -> bool {
        let mut answers = self.answers.clone();
        self.refused = None;
        let Some(step) = answers.steps.pop().filter(|_| !self.is_handed_in) else { return false };
        self.set(answers);
        self.selected = step.node();
        true
    }

    pub(in crate::viewer::session) fn saved(&self) -> SavedByHand {
        SavedByHand {
            exercise: self.exercise().to_text(),
            answers: self.answers.to_text(self.exercise()),
            refusals: self.refusals,
            is_handed_in: self.is_handed_in,
            typed: self.typed.clone(),
        }
    }
}

impl SavedByHand {
    /// Restores the exercise; `None` if the kept texts cannot be parsed.
    pub(in crate::viewer::session) fn again(&self) -> Option<ByHand> {
        let exercise = Exercise::parse(&self.exercise).ok()?;
        let answers = Answers::parse(&self.answers, &exercise).ok()?;
        let mut by_hand = ByHand::with(Generated::of(1, exercise), answers);
        by_hand.selected = by_hand.answers.steps.last().map_or(0, |step| step.goes_on_at(by_hand.exercise().tree()));
        (by_hand.refusals, by_hand.is_handed_in) = (self.refusals, self.is_handed_in);
        by_hand.typed = self.typed.clone();
        Some(by_hand)
    }
}
