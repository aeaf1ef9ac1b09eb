//! Questions: what is the expected value of each node, if chance moves where min would?

use super::question::{Combination, Expects, FromChildren, Part, Question, Questions};
use super::values::{best_of, from_children, place};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, KindError, WrittenAnswer, WrittenVisit};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

pub(super) fn questions(exercise: &Exercise) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let values = expected(tree).map_err(|node| {
        let name = visible(tree.name(node));
        KindError(LocalizedText::from(Text::KindNotWhole).with("node", &name))
    })?;
    let question = |node: u32| {
        let scores = tree.children(node).iter().map(|&child| values[child as usize]);
        let part = |child: u32| Part::Answer { question: place(tree, child), is_negated: false };
        let (rule, why) = match tree.player(node) {
            Player::Max => (Combination::Greatest, best_of(exercise, node, scores)),
            Player::Min => (Combination::Mean, expected_by(tree, node, &values)),
        };
        let text = LocalizedText::from(Text::ValuesQuestion).with("node", &visible(tree.name(node)));
        let from_children = from_children(tree, node, rule, part, |score| score);
        Question {
            from_children: from_children.map(|from| FromChildren { weights: weights(tree, node), ..from }),
            ..Question::new(Some(node), text, Expects::Number(values[node as usize]), why)
        }
    };
    let inner: Vec<u32> = tree.nodes().filter(|&node| !tree.is_leaf(node)).collect();
    let mut solution = WrittenAnswer::nothing(exercise);
    for &node in &inner {
        let score = Some(values[node as usize]);
        solution.write(node, WrittenVisit { window: None, score, bound: None });
    }
    let questions = inner.into_iter().map(question).collect();
    let task = if tree.has_probabilities() { Text::ExpectimaxTaskUnequal } else { Text::ExpectimaxTask };
    Ok(Questions { solution, ..Questions::below(exercise, task.into(), questions) })
}

/// Returns the reason for the expected value of a node.
fn expected_by(tree: &ExerciseTree, node: u32, values: &[Score]) -> LocalizedText {
    let score = |child: u32| values[child as usize].to_string();
    let children = tree.children(node).iter().copied();
    let own: Option<Vec<String>> = { children.clone() }
        .map(|child| Some(format!("{} · {}", tree.probability_text(child)?, score(child))))
        .collect();
    let why = match own {
        Some(terms) => LocalizedText::from(Text::ExpectimaxWhyUnequal).with("terms", &terms.join(" + ")),
        None => LocalizedText::from(Text::ExpectimaxWhy)
            .with("scores", &children.clone().map(score).collect::<Vec<_>>().join(" + "))
            .with("count", &children.len()),
    };
    why.with("node", &visible(tree.name(node))).with("score", &values[node as usize])
}

/// Returns the weight of each child of a node.
fn weights(tree: &ExerciseTree, node: u32) -> Vec<u64> {
    tree.children(node).iter().map(|&child| tree.weight(child)).collect()
}

/// Returns the value of each node: the greatest of its children where max moves, else their mean.
///
/// # Errors
/// A node whose mean is not whole.
fn expected(tree: &ExerciseTree) -> Result<Vec<Score>, u32> {
    let mut values: Vec<Score> = tree.nodes().map(|node| tree.score(node).unwrap_or(Score::new(0))).collect();
    for node in tree.nodes().rev().filter(|&node| !tree.is_leaf(node)) {
        let scores: Vec<Score> = tree.children(node).iter().map(|&child| values[child as usize]).collect();
        let rule = if tree.player(node) == Player::Max { Combination::Greatest } else { Combination::Mean };
        values[node as usize] = rule.of_weighted(&scores, &weights(tree, node)).ok_or(node)?;
    }
    Ok(values)
}
