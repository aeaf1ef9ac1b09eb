//! The model answer of an exercise, and answers as written by a person.

use super::hand_search::{Fate, HandSearch};
use super::{Answers, CutAt, Exercise, Step, View};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Player, Score, Window};

/// Model answer of an exercise, computed by its convention.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_teach::exercise::ModelAnswer;
///
/// # use edagari_core::game::TextbookTree;
/// # use edagari_teach::exercise::{Convention, Exercise, ExerciseTree};
/// # let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// # let exercise = Exercise::new(tree, Convention::default())?;
/// // `exercise` asks for α-β on the three-move figure.
/// let model = ModelAnswer::of(&exercise);
/// assert_eq!((model.value, model.evaluated.len()), (Score::new(3), 5));
/// let cut_at: Vec<_> = model.cuts.iter().map(|cut| exercise.tree().name(cut.node)).collect();
/// assert_eq!(cut_at, ["D", "B"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelAnswer {
    /// Steps that the exercise requires, in written form.
    pub steps: Vec<Step>,
    /// All steps with all windows and signs, including those that the exercise does not require; in written form.
    pub whole: Vec<Step>,
    /// Cuts that skip at least one node, in order.
    pub cuts: Vec<Cut>,
    /// Score that the root returns, in written form.
    pub value: Score,
    /// Evaluated leaves in ascending order, each once.
    pub evaluated: Vec<u32>,
}

/// Cut that skips at least one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Node whose children are skipped.
    pub node: u32,
    /// Player to move at the node: max for a β-cut, min for an α-cut.
    pub player: Player,
    /// Number of the search of the node that is cut, counted from 0: a node can be searched again.
    pub search: usize,
    /// Child whose score causes the cut.
    pub by: u32,
    /// Score of that child at the cut, in max's view.
    pub score: Score,
    /// Window of the node at the cut, in max's view.
    pub window: Window,
    /// Skipped children.
    pub skipped: Vec<u32>,
    /// Condition by which the node cuts.
    pub at: CutAt,
    /// Whether a skipped child has children itself.
    pub is_above_leaves: bool,
    /// Whether the cut is deep: its bound comes from a node above the nearest ancestor of the other
    /// player, whose own value would not cut. A cut by a null window alone is not deep.
    pub is_deep: bool,
}

/// Visit of a node in the model answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandVisit {
    /// Window at the entry, in written form.
    pub window: Window,
    /// Returned score, in written form.
    pub score: Score,
    /// Kind of the score: exact or a bound; `None` if that is undetermined.
    pub bound: Option<BoundKind>,
}

impl ModelAnswer {
    /// Searches the tree of an exercise by its convention.
    #[must_use]
    pub fn of(exercise: &Exercise) -> Self {
        let mut search = HandSearch::new(exercise);
        let mut model = Self {
            steps: Vec::new(),
            whole: Vec::new(),
            cuts: Vec::new(),
            value: Score::new(0),
            evaluated: Vec::new(),
        };
        let mut is_evaluated = vec![false; exercise.tree().len()];
        while let Some(step) = search.next() {
            match step {
                Step::Skip { node } => model.take_skip(&search, node),
                Step::Return { node, .. } if search.answer(node).is_none() => {
                    let waits = |&child: &u32| search.fate(child) == Fate::Waiting;
                    for leaf in exercise.tree().children(node).iter().copied().filter(waits) {
                        is_evaluated[leaf as usize] |= exercise.tree().is_leaf(leaf);
                    }
                }
                Step::Enter { .. } | Step::Return { .. } => {}
            }
            search.take(step);
            model.whole.push(exercise.written_step(step));
        }
        model.steps = model.whole.iter().filter_map(|&step| required(exercise, step)).collect();
        model.value = match model.whole.last() {
            Some(&Step::Return { score, .. }) => score,
            _ => unreachable!("a search ends with the return of its root"),
        };
        model.evaluated = exercise.tree().nodes().filter(|&node| is_evaluated[node as usize]).collect();
        model
    }

    fn take_skip(&mut self, search: &HandSearch<'_>, node: u32) {
        let tree = search.tree();
        let is_inner = !tree.is_leaf(node);
        let Some(parent) = tree.parent(node) else { return };
        let entries = self.whole.iter().filter(|step| matches!(step, Step::Enter { .. }) && step.node() == parent);
        let search_number = entries.count().saturating_sub(1);
        let is_same = |cut: &&mut Cut| {
            cut.node == parent
                && cut.search == search_number
                && cut.skipped.last() == tree.children(parent).get(tree.place(node).wrapping_sub(1))
        };
        if let Some(cut) = self.cuts.last_mut().filter(is_same) {
            cut.skipped.push(node);
            cut.is_above_leaves |= is_inner;
            return;
        }
        let taken = search.taken_in_so_far(parent);
        let place = taken.cut.map_or(0, |(place, _)| place);
        let by = tree.children(parent)[place];
        self.cuts.push(Cut {
            node: parent,
            player: tree.player(parent),
            search: search_number,
            by,
            score: search.score(by).unwrap_or(taken.best),
            window: search.taken_in(parent, place + 1).window,
            skipped: vec![node],
            at: search.cut_at(parent),
            is_above_leaves: is_inner,
            is_deep: is_deep(search, parent),
        });
    }

    /// Returns the visits of a node with children, in order: none if it is skipped, several if it is searched again.
    #[must_use]
    pub fn visits(&self, node: u32) -> Vec<HandVisit> {
        let mut windows = Vec::new();
        let mut visits = Vec::new();
        for &step in &self.whole {
            match step {
                Step::Enter { node: entered, window } if entered == node => windows.push(window),
                Step::Return { node: left, score, bound } if left == node => {
                    let window = windows.get(visits.len()).copied().unwrap_or(Window::FULL);
                    visits.push(HandVisit { window, score, bound });
                }
                _ => {}
            }
        }
        visits
    }

    /// Returns whether a node itself is struck, not only an ancestor, during any visit of its parent.
    #[must_use]
    pub fn is_struck(&self, node: u32) -> bool {
        self.whole.contains(&Step::Skip { node })
    }

    /// Returns the comparison that skips a struck node in the last search that skips it, as on the solution: `7 ≥ 5`. `None` if the node
    /// is not struck.
    #[must_use]
    pub fn reason(&self, exercise: &Exercise, struck: u32) -> Option<String> {
        self.cuts.iter().rev().find(|cut| cut.skipped.contains(&struck)).map(|cut| Self::comparison(exercise, cut))
    }

    /// Returns the reasons at a node that is struck in some searches of its parent but not in
    /// others, each with the number of the search from 1; `None` if it is struck in all of them, or
    /// in none.
    #[must_use]
    pub fn reasons_by_search(&self, exercise: &Exercise, struck: u32) -> Option<Vec<(usize, String)>> {
        let parent = exercise.tree().parent(struck)?;
        let cuts: Vec<&Cut> = self.cuts.iter().filter(|cut| cut.skipped.contains(&struck)).collect();
        let is_in_some = !cuts.is_empty() && cuts.len() < self.visits(parent).len();
        is_in_some.then(|| cuts.into_iter().map(|cut| (cut.search + 1, Self::comparison(exercise, cut))).collect())
    }

    /// Returns the comparison that makes a cut.
    fn comparison(exercise: &Exercise, cut: &Cut) -> String {
        let bound = if cut.player == Player::Max { cut.window.beta } else { cut.window.alpha };
        let is_upward = cut.player == Player::Max || exercise.convention().view == View::Negamax;
        let sign = match (is_upward, cut.at) {
            (true, CutAt::Above) => ">",
            (true, _) => "≥",
            (false, CutAt::Above) => "<",
            (false, _) => "≤",
        };
        let [score, bound] = [cut.score, bound].map(|score| exercise.written(cut.node, score));
        format!("{score} {sign} {bound}")
    }

    /// Returns the nodes that are never searched: struck nodes and their descendants, except nodes that a later visit enters.
    #[must_use]
    pub fn skipped(&self, exercise: &Exercise) -> Vec<u32> {
        let tree = exercise.tree();
        let is_entered =
            |node: u32| self.whole.iter().any(|step| matches!(step, Step::Enter { .. }) && step.node() == node);
        let is_searched =
            |&node: &u32| if tree.is_leaf(node) { self.evaluated.contains(&node) } else { is_entered(node) };
        tree.nodes().filter(|node| !is_searched(node)).collect()
    }
}

/// Returns the part of a step that the exercise requires.
fn required(exercise: &Exercise, step: Step) -> Option<Step> {
    let convention = exercise.convention();
    match step {
        Step::Enter { .. } => convention.windows.then_some(step),
        Step::Skip { .. } => Some(step),
        Step::Return { node, score, bound } => {
            Some(Step::Return { node, score, bound: bound.filter(|_| convention.signs) })
        }
    }
}

/// Returns whether the cut of a node is deep: the value of the nearest ancestor of the other player
/// does not cut, but that of a higher ancestor does.
pub(super) fn is_deep(search: &HandSearch<'_>, node: u32) -> bool {
    let tree = search.tree();
    let player = tree.player(node);
    let cut_at = search.cut_at(node);
    let own = search.taken_in_so_far(node);
    let best = own.cut.map_or(own.best, |(_, best)| best);
    let others = tree.above(node).filter(|&above| tree.player(above) != player);
    let mut cuts = others.map(|above| closes(cut_at, player, best, search.taken_in_so_far(above).best));
    // If there is no such ancestor, the cut is caused by a null window.
    !cuts.next().unwrap_or(false) && cuts.any(|cuts| cuts)
}

/// Returns whether the score of `player` and the score of the other player close the window.
pub(super) fn closes(cut_at: CutAt, player: Player, own: Score, others: Score) -> bool {
    cut_at.closes(match player {
        Player::Max => Window { alpha: own, beta: others },
        Player::Min => Window { alpha: others, beta: own },
    })
}

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
///
/// ```
/// use edagari_teach::exercise::{ModelAnswer, WrittenAnswer};
///
/// # use edagari_core::game::TextbookTree;
/// # use edagari_teach::exercise::{Convention, Exercise, ExerciseTree};
/// # let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
/// # let exercise = Exercise::new(tree, Convention::default())?;
/// // `exercise` asks for α-β on the three-move figure.
/// let written = WrittenAnswer::solution(&exercise, &ModelAnswer::of(&exercise));
/// let [struck, below] = ["F", "M"].map(|name| exercise.tree().named(name).expect("a node of the figure"));
/// assert!(written.is_struck(struck) && !written.is_struck(below));
/// assert!(written.is_skipped(below));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Adds the values of a visit of a node.
    pub(super) fn write(&mut self, node: u32, visit: WrittenVisit) {
        self.visits[node as usize].push(visit);
    }

    /// Strikes a node.
    pub(super) fn strike(&mut self, node: u32) {
        self.struck[node as usize] = true;
    }

    /// Marks a node as never searched.
    pub(super) fn skip(&mut self, node: u32) {
        self.skipped[node as usize] = true;
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
        let score = tree.score(node).map(|_| exercise.leaf_text(node));
        parts.extend(score.is_some().then(|| language.text(Text::QuestionLeaf).to_owned()));
        parts.push(match score {
            Some(score) => score,
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
