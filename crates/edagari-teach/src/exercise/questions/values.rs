//! Questions: what is the minimax value of each node?

use super::question::{Expects, Question, Questions};
use crate::exercise::said::Said;
use crate::exercise::{Exercise, ModelAnswer, View, WrittenAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

pub(super) fn questions(exercise: &Exercise) -> Questions {
    let model = ModelAnswer::of(exercise);
    let tree = exercise.tree();
    let values = tree.values();
    let question = |node: u32| {
        let value = exercise.written(node, values[node as usize]);
        let scores = tree.children(node).iter().map(|&child| values[child as usize]);
        Question {
            node: Some(node),
            text: Said::from(Text::ValuesQuestion).with("node", &visible(tree.name(node))),
            expects: Expects::Number(value),
            why: best_of(exercise, node, scores),
            also: Vec::new(),
            follows: Vec::new(),
        }
    };
    let inner = tree.nodes().filter(|&node| !tree.is_leaf(node));
    Questions {
        solution: WrittenAnswer::solution(exercise, &model),
        ..Questions::below(exercise, Text::ValuesTask.into(), inner.map(question).collect())
    }
}

/// Returns the sentence that a node takes the best of the scores of its children, which are in max's view.
pub(super) fn best_of(exercise: &Exercise, node: u32, scores: impl Iterator<Item = Score> + Clone) -> Said {
    let player = exercise.tree().player(node);
    let best = scores.clone().fold(player.worst(), |best, score| player.better(best, score));
    let written: Vec<String> = scores.map(|score| exercise.written(node, score).to_string()).collect();
    let text = match (exercise.convention().view, player) {
        (View::Negamax, _) => Text::ValuesWhyNegamax,
        (View::Max, Player::Max) => Text::ValuesWhyMax,
        (View::Max, Player::Min) => Text::ValuesWhyMin,
    };
    Said::from(text)
        .with("node", &visible(exercise.tree().name(node)))
        .with("scores", &written.join(", "))
        .with("score", &exercise.written(node, best))
}
