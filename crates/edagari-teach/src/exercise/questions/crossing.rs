//! Answers that cross out leaves: the wrong marks that belong to one misjudged cut, and those that
//! follow from earlier wrong marks.

use std::collections::HashSet;

use super::cross_out::CROSSED_OUT;
use super::question::{Question, Questions, Response};
use crate::exercise::hand_search::HandSearch;
use crate::exercise::{Exercise, ExerciseTree, Step};

/// The leaves that an answer crosses out.
pub(super) struct CrossedOut<'a> {
    tree: &'a ExerciseTree,
    leaves: HashSet<u32>,
}

impl<'a> CrossedOut<'a> {
    pub(super) fn of(exercise: &'a Exercise, questions: &Questions, answers: &[Option<Response>]) -> Self {
        let crossed_out = |(question, response): (&Question, &Option<Response>)| {
            (*response == Some(Response::Choice(CROSSED_OUT))).then_some(question.node?)
        };
        let leaves = questions.questions.iter().zip(answers).filter_map(crossed_out).collect();
        Self { tree: exercise.tree(), leaves }
    }

    /// Returns whether all leaves at and below a node are crossed out.
    pub(super) fn is_whole(&self, node: u32) -> bool {
        self.tree.subtree(node).into_iter().all(|node| !self.tree.is_leaf(node) || self.leaves.contains(&node))
    }

    /// Returns the misjudged cut because of which the mark of a leaf is wrong: the node that cuts,
    /// and the first of its children that is wrongly crossed out. The child is `None` if the leaf
    /// is wrongly not crossed out.
    pub(super) fn misjudged_cut(&self, questions: &Questions, leaf: u32) -> Option<(u32, Option<u32>)> {
        let tree = self.tree;
        let above = |node: u32| std::iter::once(node).chain(tree.above(node));
        if !self.leaves.contains(&leaf) {
            let struck = above(leaf).find(|&node| questions.solution.is_struck(node))?;
            return Some((tree.parent(struck)?, None));
        }
        let top = above(leaf).take_while(|&node| self.is_whole(node)).last()?;
        let Some(parent) = tree.parent(top) else { return Some((top, Some(top))) };
        let before = tree.children(parent)[..=tree.place(top)].iter().rev().copied();
        Some((parent, before.take_while(|&child| self.is_whole(child)).last()))
    }

    /// Returns the leaves that a search reaches if it ignores the scores of the leaves that are
    /// crossed out. A mark that agrees with this search follows from the other marks.
    pub(super) fn reached(&self, exercise: &Exercise) -> HashSet<u32> {
        let tree = self.tree;
        let mut search = HandSearch::new(exercise);
        let mut reached = HashSet::new();
        while let Some(step) = search.next() {
            match step {
                Step::Enter { node, .. } if node > 0 && self.is_whole(node) => {
                    reached.extend(tree.subtree(node).into_iter().filter(|&below| tree.is_leaf(below)));
                    search.pass_over(node);
                }
                Step::Enter { node, .. } => {
                    search.take(step);
                    for &child in tree.children(node).iter().filter(|child| self.leaves.contains(child)) {
                        search.pass_over(child);
                    }
                }
                Step::Return { node, .. } => {
                    if search.answer(node).is_none() {
                        let children = tree.children(node);
                        let cut = search.taken_in(node, children.len()).cut;
                        let searched = cut.map_or(children.len(), |(place, _)| place + 1);
                        reached.extend(children[..searched].iter().copied().filter(|&child| tree.is_leaf(child)));
                    }
                    search.take(step);
                }
                Step::Skip { .. } => search.take(step),
            }
        }
        reached
    }

    /// Returns whether a leaf is crossed out.
    pub(super) fn contains(&self, leaf: u32) -> bool {
        self.leaves.contains(&leaf)
    }
}
