use super::hand_search::{Fate, HandSearch};
use super::{CutAt, Exercise, Step};
use crate::score::{BoundKind, Player, Score, Window};

/// The right answer to an exercise, computed by its convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelAnswer {
    /// The steps, as they are written in the exercise; those that it does not ask for are left out.
    pub steps: Vec<Step>,
    /// All steps, those that the exercise does not ask for too: windows, and signs.
    pub whole: Vec<Step>,
    /// The cuts that skip something, in order.
    pub cuts: Vec<Cut>,
    /// What the root returns, as it is written in the exercise.
    pub value: Score,
    /// The leaves that were evaluated, by node, each once.
    pub evaluated: Vec<u32>,
}

/// A cut that skips something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The node whose children are skipped.
    pub node: u32,
    /// Who moves there: a β-cut at a max node, an α-cut at a min node.
    pub player: Player,
    /// The child whose score makes the cut.
    pub by: u32,
    /// Its window then, in max's view.
    pub window: Window,
    /// The children that are skipped.
    pub skipped: Vec<u32>,
    /// Whether one of them has children.
    pub is_above_leaves: bool,
    /// Whether the bound that cuts comes from further up than the last node of the other player above: with that node's value alone there would be
    /// no cut. Where only a null window cuts, it is no deep cut.
    pub is_deep: bool,
}

/// One visit of a node in the right answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandVisit {
    /// The window it is entered with, as it is written in the exercise.
    pub window: Window,
    /// What it returns, as it is written in the exercise.
    pub score: Score,
    /// Whether that is its value or a bound.
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
        model.steps = model.whole.iter().filter_map(|&step| asked(exercise, step)).collect();
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
        let is_same = |cut: &&mut Cut| {
            cut.node == parent && cut.skipped.last() == tree.children(parent).get(tree.place(node).wrapping_sub(1))
        };
        if let Some(cut) = self.cuts.last_mut().filter(is_same) {
            cut.skipped.push(node);
            cut.is_above_leaves |= is_inner;
            return;
        }
        let taken = search.taken_in_so_far(parent);
        let place = taken.cut.map_or(0, |(place, _)| place);
        self.cuts.push(Cut {
            node: parent,
            player: tree.player(parent),
            by: tree.children(parent)[place],
            window: search.taken_in(parent, place + 1).window,
            skipped: vec![node],
            is_above_leaves: is_inner,
            is_deep: is_deep(search, parent),
        });
    }

    /// The visits of a node above the leaves, in order: none if it is skipped, several where it is searched again.
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

    /// Whether a node is struck, and not just below one that is: in any of the visits of its parent.
    #[must_use]
    pub fn is_struck(&self, node: u32) -> bool {
        self.whole.contains(&Step::Skip { node })
    }

    /// The nodes that are never searched: those that are struck and those below, but for what a later visit enters.
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

/// A step as far as the exercise asks for it.
fn asked(exercise: &Exercise, step: Step) -> Option<Step> {
    let convention = exercise.convention();
    match step {
        Step::Enter { .. } => convention.windows.then_some(step),
        Step::Skip { .. } => Some(step),
        Step::Return { node, score, bound } => {
            Some(Step::Return { node, score, bound: bound.filter(|_| convention.signs) })
        }
    }
}

/// Whether a node that cuts would not cut with the value of the last node of the other player above it alone, but does with that of one further up.
pub(super) fn is_deep(search: &HandSearch<'_>, node: u32) -> bool {
    let tree = search.tree();
    let player = tree.player(node);
    let cut_at = search.exercise().convention().cut;
    let own = search.taken_in_so_far(node);
    let best = own.cut.map_or(own.best, |(_, best)| best);
    let others = tree.above(node).filter(|&above| tree.player(above) != player);
    let mut cuts = others.map(|above| closes(cut_at, player, best, search.taken_in_so_far(above).best));
    // Where none does, it is the null window of a search that asks only for a bound.
    !cuts.next().unwrap_or(false) && cuts.any(|cuts| cuts)
}

/// Whether the score that `player` has and the one that the other player has leave nothing in between.
pub(super) fn closes(cut_at: CutAt, player: Player, own: Score, others: Score) -> bool {
    cut_at.closes(match player {
        Player::Max => Window { alpha: own, beta: others },
        Player::Min => Window { alpha: others, beta: own },
    })
}
