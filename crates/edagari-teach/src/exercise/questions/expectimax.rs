//! Questions: what is the expected value of each node, if chance moves where min would?

use super::question::{Combination, Expects, Part, Question, Questions};
use super::values::{best_of, from_children, place};
use crate::exercise::message::Message;
use crate::exercise::{Exercise, ExerciseTree, KindError, WrittenAnswer, WrittenVisit};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

pub(super) fn questions(exercise: &Exercise) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let values = expected(tree).map_err(|node| {
        let name = visible(tree.name(node));
        KindError(Message::from(Text::KindNotWhole).with("node", &name))
    })?;
    let question = |node: u32| {
        let scores = tree.children(node).iter().map(|&child| values[child as usize]);
        let part = |child: u32| Part::Answer { question: place(tree, child), is_negated: false };
        let (rule, why) = match tree.player(node) {
            Player::Max => (Combination::Greatest, best_of(exercise, node, scores)),
            Player::Min => {
                let scores: Vec<String> = scores.map(|score| score.to_string()).collect();
                let why = Message::from(Text::ExpectimaxWhy)
                    .with("node", &visible(tree.name(node)))
                    .with("scores", &scores.join(" + "))
                    .with("count", &scores.len())
                    .with("score", &values[node as usize]);
                (Combination::Mean, why)
            }
        };
        let text = Message::from(Text::ValuesQuestion).with("node", &visible(tree.name(node)));
        Question {
            from_children: from_children(tree, node, rule, part, |score| score),
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
    Ok(Questions { solution, ..Questions::below(exercise, Text::ExpectimaxTask.into(), questions) })
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
        values[node as usize] = rule.of(&scores).ok_or(node)?;
    }
    Ok(values)
}
