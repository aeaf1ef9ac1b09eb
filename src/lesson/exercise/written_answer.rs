use super::{Answers, Exercise, HandVisit, ModelAnswer, Step};
use crate::language::{Language, Text, visible};
use crate::score::{BoundKind, Player, Score, Window};

/// What is written at a node for one of its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WrittenVisit {
    /// Its window.
    pub window: Option<Window>,
    /// What it returned.
    pub score: Option<Score>,
    /// Whether that is its value or a bound, where it is written.
    pub bound: Option<BoundKind>,
}

/// An answer as it stands in the picture of the tree: what is written at each node, and which nodes are struck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenAnswer {
    visits: Vec<Vec<WrittenVisit>>,
    struck: Vec<bool>,
    skipped: Vec<bool>,
}

impl From<HandVisit> for WrittenVisit {
    fn from(visit: HandVisit) -> Self {
        Self { window: Some(visit.window), score: Some(visit.score), bound: visit.bound }
    }
}

impl WrittenAnswer {
    /// Nothing.
    #[must_use]
    pub fn nothing(exercise: &Exercise) -> Self {
        let count = exercise.tree().len();
        Self { visits: vec![Vec::new(); count], struck: vec![false; count], skipped: vec![false; count] }
    }

    /// The right answer.
    #[must_use]
    pub fn solution(exercise: &Exercise, model: &ModelAnswer) -> Self {
        let mut written = Self::nothing(exercise);
        for node in exercise.tree().nodes() {
            written.visits[node as usize] = model.visits(node).into_iter().map(WrittenVisit::from).collect();
            written.struck[node as usize] = model.is_struck(node);
        }
        for node in model.skipped(exercise) {
            written.skipped[node as usize] = true;
        }
        written
    }

    /// What a student has written so far.
    #[must_use]
    pub fn of(exercise: &Exercise, answers: &Answers) -> Self {
        let mut written = Self::nothing(exercise);
        let count = exercise.tree().len();
        for &step in answers.steps.iter().filter(|step| (step.node() as usize) < count) {
            let visits = &mut written.visits[step.node() as usize];
            match step {
                Step::Enter { window, .. } => {
                    visits.push(WrittenVisit { window: Some(window), ..WrittenVisit::default() });
                }
                Step::Return { score, bound, .. } => {
                    // Where no windows are written, a node is entered without a word.
                    if visits.last().is_none_or(|visit| visit.score.is_some()) {
                        visits.push(WrittenVisit::default());
                    }
                    if let Some(visit) = visits.last_mut() {
                        (visit.score, visit.bound) = (Some(score), bound);
                    }
                }
                Step::Skip { node } => {
                    written.struck[node as usize] = true;
                    for below in exercise.tree().subtree(node) {
                        written.skipped[below as usize] = written.visits[below as usize].is_empty();
                    }
                }
            }
        }
        written
    }

    /// What is written at a node, for each of its searches.
    #[must_use]
    pub fn visits(&self, node: u32) -> &[WrittenVisit] {
        self.visits.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether a node is struck.
    #[must_use]
    pub fn is_struck(&self, node: u32) -> bool {
        self.struck.get(node as usize).is_some_and(|&is_struck| is_struck)
    }

    /// Whether a node is struck or lies below one that is, and was never searched.
    #[must_use]
    pub fn is_skipped(&self, node: u32) -> bool {
        self.skipped.get(node as usize).is_some_and(|&is_skipped| is_skipped)
    }

    /// Whether a node was entered and has not returned.
    #[must_use]
    pub fn is_open(&self, node: u32) -> bool {
        self.visits(node).last().is_some_and(|visit| visit.score.is_none())
    }

    /// A node in words: its name, who moves there or its score, and what is written.
    #[must_use]
    pub fn in_words(&self, exercise: &Exercise, node: u32, language: Language) -> String {
        let tree = exercise.tree();
        let mut parts = vec![visible(tree.name(node)).into_owned()];
        parts.push(match tree.score(node) {
            Some(score) => exercise.written(node, score).to_string(),
            None if tree.player(node) == Player::Max => "max".to_owned(),
            None => "min".to_owned(),
        });
        for visit in self.visits(node) {
            parts.extend(visit.window.map(|window| window.to_string()));
            parts.extend(visit.score.map(|score| format!("{} {score}", visit.bound.map_or("=", BoundKind::sign))));
        }
        if self.is_struck(node) {
            parts.push(language.text(Text::ByHandStruck).to_owned());
        }
        parts.join(language.text(Text::Comma))
    }
}
