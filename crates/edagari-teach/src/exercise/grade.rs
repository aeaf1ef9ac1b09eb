//! Grading of answers. A step is right if it is the step of the true search, or if it follows from the earlier steps of the answer by
//! the convention, so that one slip is one mistake.

use super::reading::{Reading, Verdict};
use super::{Answers, CutAt, Exercise, Mistake, ModelAnswer};

/// Grade of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// Judgement of each step, in the order of the answer.
    pub verdicts: Vec<Verdict>,
    /// Missing next step, if the root has not returned at the end of the answer.
    pub unfinished: Option<Box<Mistake>>,
    /// Number of steps of the right answer.
    of: usize,
    /// Number of steps that were right only after a wrong attempt.
    retried: usize,
    /// Number of steps that were wrong at the last attempt, or were shown to the student.
    wrong: usize,
}

impl Grade {
    /// Returns whether no step is wrong and none is missing.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.unfinished.is_none() && self.first_wrong().is_none()
    }

    /// Returns the index of the first wrong step and its mistake; `None` if no step is wrong. A missing end is not a wrong step.
    #[must_use]
    pub fn first_wrong(&self) -> Option<(usize, &Mistake)> {
        let wrong = |(place, verdict): (usize, &'_ Verdict)| matches!(verdict, Verdict::Wrong(_)).then_some(place);
        let place = self.verdicts.iter().enumerate().find_map(wrong)?;
        match &self.verdicts[place] {
            Verdict::Wrong(mistake) => Some((place, mistake)),
            _ => None,
        }
    }

    /// Returns the mistakes with the indexes of their steps.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Mistake)> {
        self.verdicts.iter().enumerate().filter_map(|(place, verdict)| match verdict {
            Verdict::Wrong(mistake) => Some((place, &**mistake)),
            _ => None,
        })
    }

    /// Returns the number of mistakes and missing ends, and the number of steps from the first
    /// mistake on.
    fn faults(&self) -> (usize, usize) {
        let first = self.first_wrong().map_or(0, |(place, _)| self.verdicts.len() - place);
        (self.mistakes().count() + usize::from(self.unfinished.is_some()), first)
    }

    /// Returns the points of the answer and the maximum: the number of steps of the right answer. A
    /// right step earns a point, and so does a step that follows from an earlier mistake. Each
    /// mistake and each missing end costs one point of the right answer, so an answer with more
    /// steps than the right one cannot exceed the maximum.
    #[must_use]
    pub fn points(&self) -> (usize, usize) {
        self.points_after(0)
    }

    /// Returns the points if `refused` steps were right only after a wrong attempt that is not part
    /// of the answer.
    #[must_use]
    pub fn points_after(&self, refused: usize) -> (usize, usize) {
        let good = self.verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Right | Verdict::Follows)).count();
        let retried = self.retried + refused;
        let lost = self.wrong + retried + usize::from(self.unfinished.is_some());
        (good.saturating_sub(retried).min(self.of.saturating_sub(lost)), self.of)
    }
}

/// Grades an answer step by step.
///
/// ```
/// use edagari_teach::exercise::{Answers, ModelAnswer, grade};
///
/// # use edagari_core::game::TextbookTree;
/// # use edagari_teach::exercise::{Convention, Exercise, ExerciseTree};
/// # let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// # let exercise = Exercise::new(tree, Convention::default())?;
/// // `exercise` asks for α-β on the three-move figure.
/// let mut answers = Answers::from(ModelAnswer::of(&exercise).steps);
/// assert!(grade(&exercise, &answers).is_right());
/// // Without its last step the answer is not finished.
/// answers.steps.pop();
/// let result = grade(&exercise, &answers);
/// assert!(result.unfinished.is_some() && result.first_wrong().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn grade(exercise: &Exercise, answers: &Answers) -> Grade {
    if exercise.convention().cut != CutAt::Either {
        return graded(exercise, answers);
    }
    let [equality, above] = [CutAt::Equality, CutAt::Above].map(|cut| graded(&exercise.with_cut(cut), answers));
    if above.faults() < equality.faults() { above } else { equality }
}

/// Grades an answer by one condition of cuts.
fn graded(exercise: &Exercise, answers: &Answers) -> Grade {
    let model = ModelAnswer::of(exercise);
    let mut reading = Reading::new(exercise, &model, &answers.steps);
    let (mut retried, mut is_retry) = (0, false);
    for place in 0..answers.steps.len() {
        if reading.is_judged(place) {
            continue;
        }
        if answers.shown.binary_search(&place).is_ok() {
            is_retry = false;
            reading.take_shown(place);
        } else if answers.is_corrected {
            let verdict = reading.take_corrected(place);
            let is_wrong = matches!(verdict, Verdict::Wrong(_));
            retried += usize::from(is_retry && !is_wrong && *verdict != Verdict::NotAsked);
            is_retry = is_wrong;
        } else {
            reading.take(place);
        }
    }
    let (verdicts, unfinished) = reading.into_verdicts();
    let mistakes = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Wrong(_))).count();
    // Several attempts at one step cost only one point.
    let wrong = if answers.is_corrected { answers.shown.len() } else { mistakes };
    Grade { verdicts, unfinished: unfinished.map(Box::new), of: model.steps.len(), retried, wrong }
}
