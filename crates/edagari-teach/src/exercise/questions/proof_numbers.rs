//! Questions: what are the proof number and the disproof number of each node, and which leaf is to be expanded next?
//!
//! Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, “Proof-number search”, Artificial Intelligence 66 (1994).

use super::question::{Choice, Combination, Expects, Part, Question, Questions, Response};
use super::values::{from_children, place};
use crate::exercise::kind::proof_numbers_of_leaf;
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, WrittenAnswer, WrittenVisit};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score, Window};

/// Returns how the two numbers of a node follow from those of its children.
const fn rules(player: Player) -> [Combination; 2] {
    match player {
        Player::Max => [Combination::Least, Combination::Sum],
        Player::Min => [Combination::Sum, Combination::Least],
    }
}

/// Returns proof number and disproof number of each node.
fn numbers(tree: &ExerciseTree) -> Vec<[Score; 2]> {
    let mut all: Vec<[Score; 2]> =
        tree.nodes().map(|node| proof_numbers_of_leaf(tree.score(node).unwrap_or(Score::new(0)))).collect();
    for node in tree.nodes().rev().filter(|&node| !tree.is_leaf(node)) {
        all[node as usize] = [0, 1].map(|which| {
            let parts: Vec<Score> = tree.children(node).iter().map(|&child| all[child as usize][which]).collect();
            rules(tree.player(node))[which].of(&parts).unwrap_or(Score::new(0))
        });
    }
    all
}

/// Returns the path to the most-proving node; among equal children it follows the first. `None` if
/// the root is solved.
fn most_proving(tree: &ExerciseTree, all: &[[Score; 2]]) -> Option<Vec<u32>> {
    if all[0].contains(&Score::INFINITY) {
        return None;
    }
    let mut path = vec![0];
    while let Some(&node) = path.last().filter(|&&node| !tree.is_leaf(node)) {
        let which = usize::from(tree.player(node) == Player::Min);
        path.extend(tree.children(node).iter().min_by_key(|&&child| all[child as usize][which]));
    }
    Some(path)
}

/// Returns whether the claim is neither proved nor disproved, so that there is a most-proving node.
pub(super) fn has_most_proving(tree: &ExerciseTree) -> bool {
    most_proving(tree, &numbers(tree)).is_some()
}

pub(super) fn questions(exercise: &Exercise) -> Questions {
    let tree = exercise.tree();
    let all = numbers(tree);
    let question = |node: u32, which: usize| {
        let name = visible(tree.name(node)).into_owned();
        let rule = rules(tree.player(node))[which];
        let parts: Vec<String> =
            tree.children(node).iter().map(|&child| all[child as usize][which].to_string()).collect();
        let is_sum = rule == Combination::Sum;
        let why = LocalizedText::from(if is_sum { Text::ProofWhySum } else { Text::ProofWhyLeast })
            .with_message("which", [Text::ProofNumberName, Text::DisproofNumberName][which])
            .with("node", &name)
            .with("numbers", &parts.join(if is_sum { " + " } else { ", " }))
            .with("number", &all[node as usize][which]);
        let text = [Text::ProofQuestion, Text::DisproofQuestion][which];
        let answer = |child: u32| Part::Answer { question: 2 * place(tree, child) + which, is_negated: false };
        let expects = Expects::Number(all[node as usize][which]);
        Question {
            from_children: from_children(tree, node, rule, answer, |score| proof_numbers_of_leaf(score)[which]),
            ..Question::new(Some(node), LocalizedText::from(text).with("node", &name), expects, why)
        }
    };
    let inner: Vec<u32> = tree.nodes().filter(|&node| !tree.is_leaf(node)).collect();
    let mut solution = WrittenAnswer::nothing(exercise);
    for &node in &inner {
        let [alpha, beta] = all[node as usize];
        solution.write(node, WrittenVisit { window: Some(Window { alpha, beta }), score: None, bound: None });
    }
    let mut questions: Vec<Question> =
        inner.into_iter().flat_map(|node| [question(node, 0), question(node, 1)]).collect();
    questions.extend(most_proving(tree, &all).map(|path| next_question(tree, &path)));
    Questions { solution, ..Questions::below(exercise, Text::ProofTask.into(), questions) }
}

/// Returns the answer to the question for the most-proving node, computed from the numbers that the
/// student has written, if there are any.
pub(super) fn next_by_written<'a>(
    exercise: &Exercise,
    given: &impl Fn(usize) -> Option<&'a Response>,
) -> Option<Response> {
    let tree = exercise.tree();
    let mut all = numbers(tree);
    for node in tree.nodes().filter(|&node| !tree.is_leaf(node)) {
        for (which, number) in all[node as usize].iter_mut().enumerate() {
            if let Some(Response::Number(written)) = given(2 * place(tree, node) + which) {
                *number = *written;
            }
        }
    }
    let end = most_proving(tree, &all)?.pop()?;
    tree.leaves().position(|leaf| leaf == end).map(Response::Choice)
}

/// Returns the question for the most-proving node, at the end of a path. All leaves can be chosen: one that is won or lost is a wrong
/// answer, or one that follows from wrong numbers.
fn next_question(tree: &ExerciseTree, path: &[u32]) -> Question {
    let right = tree.leaves().position(|leaf| path.last() == Some(&leaf)).unwrap_or(0);
    let choices = tree.leaves().map(|leaf| Choice::of_node(tree, leaf)).collect();
    let names: Vec<String> = path.iter().map(|&node| visible(tree.name(node)).into_owned()).collect();
    let why = LocalizedText::from(Text::ProofWhyNext).with("path", &names.join(" → "));
    Question::new(None, Text::ProofNextQuestion.into(), Expects::Choice { choices, right }, why)
}
