use super::{Answers, Exercise, HandVisit, ModelAnswer, Step};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Player, Score, Window};

/// Values written at a node for one of its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WrittenVisit {
    /// Window of the search; `None` if it is not written.
    pub window: Option<Window>,
    /// Returned score; `None` if the node has not returned.
    pub score: Option<Score>,
    /// Kind of the score; `None` if no sign is written.
    pub bound: Option<BoundKind>,
}

/// Answer as written in the picture of the tree: the values at each node, and the struck nodes.
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
    /// Creates an empty answer.
    #[must_use]
    pub fn nothing(exercise: &Exercise) -> Self {
        let count = exercise.tree().len();
        Self { visits: vec![Vec::new(); count], struck: vec![false; count], skipped: vec![false; count] }
    }

    /// Creates the right answer.
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

    /// Creates the answer of a student from the steps so far.
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
                    // Without written windows, there is no step for entering a node.
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

    /// Returns the values written at a node, one item per search.
    #[must_use]
    pub fn visits(&self, node: u32) -> &[WrittenVisit] {
        self.visits.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a node itself is struck.
    #[must_use]
    pub fn is_struck(&self, node: u32) -> bool {
        self.struck.get(node as usize).is_some_and(|&is_struck| is_struck)
    }

    /// Returns whether a node or one of its ancestors is struck, and the node was never searched.
    #[must_use]
    pub fn is_skipped(&self, node: u32) -> bool {
        self.skipped.get(node as usize).is_some_and(|&is_skipped| is_skipped)
    }

    /// Returns whether a node was entered and has not returned.
    #[must_use]
    pub fn is_open(&self, node: u32) -> bool {
        self.visits(node).last().is_some_and(|visit| visit.score.is_none())
    }

    /// Describes a node as text: its name, its player or score, and the written values.
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
