//! Questions: which node does the next iteration of UCT reach, and what are visits and sums after it?
//!
//! Source: L. Kocsis, C. Szepesvári, “Bandit based Monte-Carlo planning”, ECML 2006; one node is added in each iteration.

use super::question::{Choice, Combination, Expects, Follows, FromChildren, Part, Question, Questions, Response};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, KindError};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};
use std::collections::BTreeSet;

/// Maximum number of iterations before the iteration that is done by hand.
pub const MAX_ITERATIONS: u32 = 200;
/// Difference between two children's sums below which rounding by hand could change the choice.
const MIN_MARGIN: f64 = 0.02;

/// The tree of UCT after some iterations: visits N and sums W of results in max's view, by node. A node without visits is not in the
/// tree of the search yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// Visits of each node.
    pub visits: Vec<u32>,
    /// Sum of the results of each node.
    pub sums: Vec<i64>,
}

/// An iteration: the nodes from the root to the added node or to a finished game, and the leaf
/// whose score is the result.
struct Iteration {
    path: Vec<u32>,
    leaf: u32,
}

/// The value of a child in a selection: W/N for the player to move, plus the exploration term.
struct Worth {
    child: u32,
    mean: f64,
    term: f64,
}

impl Sampled {
    /// Does iterations of UCT with c = √2 and playouts to the first child.
    #[must_use]
    pub fn after(tree: &ExerciseTree, iterations: u32) -> Self {
        let mut sampled = Self { visits: vec![0; tree.len()], sums: vec![0; tree.len()] };
        for _ in 0..iterations.min(MAX_ITERATIONS) {
            let Iteration { path, leaf } = sampled.next(tree);
            for node in path {
                sampled.visits[node as usize] += 1;
                sampled.sums[node as usize] += result_of(tree, leaf);
            }
        }
        sampled
    }

    /// Returns the selection values of the children of a node if all of them have visits; empty for
    /// other nodes.
    fn worths(&self, tree: &ExerciseTree, node: u32) -> Vec<Worth> {
        let children = tree.children(node);
        if children.iter().any(|&child| self.visits[child as usize] == 0) {
            return Vec::new();
        }
        let sign = if tree.player(node) == Player::Max { 1.0 } else { -1.0 };
        let worth = |&child: &u32| {
            let visits = f64::from(self.visits[child as usize]);
            let term = std::f64::consts::SQRT_2 * (f64::from(self.visits[node as usize]).ln() / visits).sqrt();
            Worth { child, mean: sign * self.sums[child as usize] as f64 / visits, term }
        };
        children.iter().map(worth).collect()
    }

    /// Returns the next iteration.
    fn next(&self, tree: &ExerciseTree) -> Iteration {
        let mut path = vec![0];
        let mut node = 0;
        loop {
            let worths = self.worths(tree, node);
            let mut best: Option<&Worth> = None;
            for worth in &worths {
                if best.is_none_or(|best| worth.mean + worth.term > best.mean + best.term) {
                    best = Some(worth);
                }
            }
            let new = tree.children(node).iter().copied().find(|&child| self.visits[child as usize] == 0);
            let Some(next) = best.map(|best| best.child).or(new) else { break };
            path.push(next);
            node = next;
            if best.is_none() {
                break;
            }
        }
        Iteration { leaf: first_leaf(tree, node), path }
    }

    /// Returns whether the next iteration makes a selection below the root, and no selection is so
    /// close that rounding could decide it.
    pub(super) fn is_worth_asking(&self, tree: &ExerciseTree) -> bool {
        let path = self.next(tree).path;
        let is_clear = |&node: &u32| {
            let worths = self.worths(tree, node);
            let sum = |worth: &Worth| worth.mean + worth.term;
            let best = worths.iter().map(sum).fold(f64::NEG_INFINITY, f64::max);
            let is_near = |worth: &&Worth| best - sum(worth) < MIN_MARGIN;
            // If children have equal visits and sums, the first is taken.
            let near: BTreeSet<(u32, i64)> = worths
                .iter()
                .filter(is_near)
                .map(|worth| (self.visits[worth.child as usize], self.sums[worth.child as usize]))
                .collect();
            near.len() <= 1
        };
        path.len() > 2 && path.iter().all(is_clear)
    }
}

/// Returns the leaf at the end of the path of first children.
fn first_leaf(tree: &ExerciseTree, node: u32) -> u32 {
    let mut leaf = node;
    while let Some(&first) = tree.children(leaf).first() {
        leaf = first;
    }
    leaf
}

fn result_of(tree: &ExerciseTree, leaf: u32) -> i64 {
    tree.score(leaf).and_then(Score::finite).unwrap_or(0).into()
}

/// Converts a count or a sum of at most [`MAX_ITERATIONS`] results, which fits.
fn number(value: i64) -> Score {
    Score::new(i32::try_from(value).unwrap_or(i32::MAX))
}

pub(super) fn questions(exercise: &Exercise, iterations: u32) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    if iterations > MAX_ITERATIONS {
        let message =
            LocalizedText::from(Text::KindIterations).with("count", &iterations).with("most", &MAX_ITERATIONS);
        return Err(KindError(message));
    }
    let name = |node: u32| visible(tree.name(node)).into_owned();
    let before = Sampled::after(tree, iterations);
    let Iteration { path, leaf } = before.next(tree);
    let end = path.last().copied().unwrap_or(0);
    let others: Vec<u32> = tree.nodes().skip(1).collect();
    let reached = Question::new(
        None,
        Text::UctReached.into(),
        Expects::Choice {
            choices: others.iter().map(|&node| Choice::of_node(tree, node)).collect(),
            right: others.iter().position(|&node| node == end).unwrap_or(0),
        },
        why_reached(tree, &before, &path),
    );
    let result = |node: u32| result_of(tree, first_leaf(tree, node));
    // If another node was reached, the result is that of its own first children.
    let after_choice = |own: &dyn Fn(u32) -> i64| -> Vec<Follows> {
        let follows = |(place, &node): (usize, &u32)| Follows {
            question: 0,
            earlier: Response::Choice(place),
            own: Response::Number(number(own(node))),
        };
        others.iter().enumerate().map(follows).collect()
    };
    let backed_up = Question {
        follows: after_choice(&result),
        ..Question::new(
            None,
            Text::UctResult.into(),
            Expects::Number(number(result(end))),
            LocalizedText::from(Text::UctWhyResult)
                .with("node", &name(end))
                .with("leaf", &name(leaf))
                .with("score", &number(result(end))),
        )
    };
    let mut questions = vec![reached, backed_up];
    for node in std::iter::once(0).chain(tree.children(0).iter().copied()) {
        let (visits, sum) = (i64::from(before.visits[node as usize]), before.sums[node as usize]);
        let is_on = |other: u32| node == other || tree.above(other).any(|above| above == node);
        let after = |other: u32| [visits + i64::from(is_on(other)), sum + if is_on(other) { result(other) } else { 0 }];
        let why = LocalizedText::from(if is_on(end) { Text::UctWhyOn } else { Text::UctWhyOff })
            .with("node", &name(node))
            .with("visits", &number(visits))
            .with("sum", &number(sum))
            .with("result", &number(result(end)))
            .with("visits_after", &number(after(end)[0]))
            .with("sum_after", &number(after(end)[1]));
        let question = |which: usize| {
            let text = LocalizedText::from([Text::UctVisits, Text::UctSum][which]).with("node", &name(node));
            Question::new(None, text, Expects::Number(number(after(end)[which])), why.clone())
        };
        questions.push(Question { follows: after_choice(&|other| after(other)[0]), ..question(0) });
        // The written result, right or wrong, is added to the sums on the path.
        let parts = vec![Part::Given(number(sum)), Part::Answer { question: 1, is_negated: false }];
        questions.push(Question {
            follows: after_choice(&|other| after(other)[1]),
            from_children: is_on(end).then_some(FromChildren { rule: Combination::Sum, parts, weights: Vec::new() }),
            ..question(1)
        });
    }
    let task = LocalizedText::from(Text::UctTask).with("count", &iterations);
    Ok(Questions::below(exercise, task, questions))
}

/// Describes the path of an iteration, with the selection values of the children at each step.
fn why_reached(tree: &ExerciseTree, before: &Sampled, path: &[u32]) -> LocalizedText {
    let name = |node: u32| visible(tree.name(node)).into_owned();
    let names: Vec<String> = path.iter().map(|&node| name(node)).collect();
    let selections: Vec<String> = path
        .iter()
        .map(|&node| {
            let worth = |worth: &Worth| {
                let sum = worth.mean + worth.term;
                format!("{} {:.2} + {:.2} = {sum:.2}", name(worth.child), worth.mean, worth.term).replace('-', "−")
            };
            before.worths(tree, node).iter().map(worth).collect::<Vec<_>>().join(", ")
        })
        .filter(|worths| !worths.is_empty())
        .collect();
    let text = if selections.is_empty() { Text::UctWhyNew } else { Text::UctWhySelected };
    LocalizedText::from(text).with("path", &names.join(" → ")).with("worths", &selections.join("; "))
}
