//! Choice of a kind's nodes and fault for a generated tree.

use super::bug::is_seen;
use super::deepening::second_order;
use super::interval::{Cases, is_above};
use super::question::{Expects, Question, Response};
use super::uct::Sampled;
use crate::exercise::faulty_search::Fault;
use crate::exercise::shapes::Draws;
use crate::exercise::{Exercise, ExerciseFigures, Kind, KindName, ModelAnswer, Questions, Requirements};

/// Maximum number of right orders of a generated exercise, so that an order is seldom right by chance.
const MAX_RIGHT_ORDERS: usize = 4;

/// Minimum number of leaves that Star1 skips in a generated exercise.
const FEWEST_SKIPPED: u32 = 2;

/// Range of the numbers of iterations that UCT has done in generated exercises: the tree stays
/// small enough for work by hand.
const FEWEST_ITERATIONS: i32 = 4;
const MAX_ITERATIONS_DRAWN: i32 = 12;

/// Returns the exercise with the kind of its requirements; `None` if the tree does not suit that kind.
pub(in crate::exercise) fn with_kind_of_name(
    exercise: Exercise,
    requirements: &Requirements,
    draws: &mut Draws,
) -> Option<Exercise> {
    match requirements.kind {
        KindName::Search => Some(exercise),
        KindName::CrossOut => exercise.with_kind(Kind::CrossOut).ok(),
        KindName::Values => exercise.with_kind(Kind::Values).ok(),
        KindName::Order => exercise.with_kind(Kind::Order { node: 0 }).ok().filter(is_order_worth_asking),
        KindName::Interval => {
            let kind = drawn_interval(&exercise, draws)?;
            exercise.with_kind(kind).ok()
        }
        KindName::Expectimax => exercise.with_kind(Kind::Expectimax).ok(),
        KindName::Star1 => {
            let (&lowest, &highest) = (requirements.scores.start(), requirements.scores.end());
            let exercise = exercise.with_kind(Kind::Star1 { lowest, highest }).ok()?;
            let figures = ExerciseFigures::of(&exercise, &ModelAnswer::of(&exercise));
            (figures.leaves - figures.evaluated >= FEWEST_SKIPPED).then_some(exercise)
        }
        KindName::ProofNumbers => {
            let is_open = super::proof_numbers::has_most_proving(exercise.tree());
            is_open.then(|| exercise.with_kind(Kind::ProofNumbers).ok())?
        }
        KindName::Uct => {
            let iterations = draws.within(FEWEST_ITERATIONS, MAX_ITERATIONS_DRAWN) as u32;
            Sampled::after(exercise.tree(), iterations).is_worth_asking(exercise.tree()).then_some(())?;
            exercise.with_kind(Kind::Uct { iterations }).ok()
        }
        KindName::Deepening => with_estimates(exercise, requirements, draws)?.with_kind(Kind::Deepening).ok(),
        KindName::Bug => {
            let seen: Vec<Fault> = Fault::ALL.iter().copied().filter(|&fault| is_seen(&exercise, fault)).collect();
            if seen.is_empty() {
                return None;
            }
            let fault = *draws.one_of(&seen);
            exercise.with_kind(Kind::Bug(fault)).ok()
        }
    }
}

/// Returns whether the tree is in neither the best nor the worst order, and few orders are right.
fn is_order_worth_asking(exercise: &Exercise) -> bool {
    let is_worth = |question: &Question| match &question.expects {
        Expects::Order { among, right } => {
            right.len() + question.also.len() <= MAX_RIGHT_ORDERS && !question.accepts(&Response::Order(among.clone()))
        }
        Expects::Number(_) | Expects::Choice { .. } => true,
    };
    Questions::of(exercise).is_some_and(|all| all.questions.iter().all(is_worth))
}

/// Draws a leaf, and a node that is skipped only for some scores of that leaf.
fn drawn_interval(exercise: &Exercise, draws: &mut Draws) -> Option<Kind> {
    let tree = exercise.tree();
    let leaves: Vec<u32> = tree.leaves().collect();
    let leaf = *draws.one_of(&leaves);
    let cases = Cases::of(exercise, leaf);
    let suits = |&node: &u32| !is_above(tree, node, leaf) && cases.interval(node).is_some();
    let nodes: Vec<u32> = tree.nodes().filter(suits).collect();
    let node = if nodes.is_empty() { return None } else { *draws.one_of(&nodes) };
    Some(Kind::Interval { leaf, node })
}

/// Draws static scores for all nodes with children below the root; `None` if the second iteration keeps the order of the tree.
fn with_estimates(exercise: Exercise, requirements: &Requirements, draws: &mut Draws) -> Option<Exercise> {
    let tree = exercise.tree();
    let mut estimate = |node: u32| {
        let has_estimate = node > 0 && !tree.is_leaf(node);
        has_estimate.then(|| draws.within(*requirements.scores.start(), *requirements.scores.end()))
    };
    let estimates: Vec<Option<i32>> = tree.nodes().map(&mut estimate).collect();
    let tree = tree.with_estimates(&estimates);
    (second_order(&tree) != tree.children(0)).then_some(Exercise { tree, ..exercise })
}
