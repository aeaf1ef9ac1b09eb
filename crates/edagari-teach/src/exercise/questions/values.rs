//! Questions: what is the minimax value of each node?

use super::question::{Combination, Expects, FromChildren, Part, Question, Questions};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, ModelAnswer, View, WrittenAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

pub(super) fn questions(exercise: &Exercise) -> Questions {
    let model = ModelAnswer::of(exercise);
    let tree = exercise.tree();
    let values = tree.values();
    let is_negamax = exercise.convention().view == View::Negamax;
    let question = |node: u32| {
        let scores = tree.children(node).iter().map(|&child| values[child as usize]);
        let part = |child: u32| Part::Answer {
            question: place(tree, child),
            is_negated: is_negamax && tree.player(child) != tree.player(node),
        };
        let is_greatest = is_negamax || tree.player(node) == Player::Max;
        let rule = if is_greatest { Combination::Greatest } else { Combination::Least };
        let given = |score: Score| exercise.written(node, score);
        Question {
            from_children: from_children(tree, node, rule, part, given),
            ..Question::new(
                Some(node),
                LocalizedText::from(Text::ValuesQuestion).with("node", &visible(tree.name(node))),
                Expects::Number(exercise.written(node, values[node as usize])),
                best_of(exercise, node, scores),
            )
        }
    };
    let inner = tree.nodes().filter(|&node| !tree.is_leaf(node));
    Questions {
        solution: WrittenAnswer::solution(exercise, &model),
        ..Questions::below(exercise, Text::ValuesTask.into(), inner.map(question).collect())
    }
}

/// Returns the index of a node among the nodes with children.
pub(super) fn place(tree: &ExerciseTree, node: u32) -> usize {
    (0..node).filter(|&before| !tree.is_leaf(before)).count()
}

/// Returns how the number at a node follows from those at its children: the answer at a child with children, and what is printed at a leaf;
/// `None` if a leaf has no score.
pub(super) fn from_children(
    tree: &ExerciseTree,
    node: u32,
    rule: Combination,
    answer: impl Fn(u32) -> Part,
    given: impl Fn(Score) -> Score,
) -> Option<FromChildren> {
    let part = |&child: &u32| {
        if tree.is_leaf(child) { tree.score(child).map(|score| Part::Given(given(score))) } else { Some(answer(child)) }
    };
    let parts = tree.children(node).iter().map(part).collect::<Option<_>>()?;
    Some(FromChildren { rule, parts, weights: Vec::new() })
}

/// Returns the sentence that a node takes the best of the scores of its children, which are in max's view.
pub(super) fn best_of(exercise: &Exercise, node: u32, scores: impl Iterator<Item = Score> + Clone) -> LocalizedText {
    let player = exercise.tree().player(node);
    let best = scores.clone().fold(player.worst(), |best, score| player.better(best, score));
    let written: Vec<String> = scores.map(|score| exercise.written(node, score).to_string()).collect();
    let text = match (exercise.convention().view, player) {
        (View::Negamax, _) => Text::ValuesWhyNegamax,
        (View::Max, Player::Max) => Text::ValuesWhyMax,
        (View::Max, Player::Min) => Text::ValuesWhyMin,
    };
    LocalizedText::from(text)
        .with("node", &visible(exercise.tree().name(node)))
        .with("scores", &written.join(", "))
        .with("score", &exercise.written(node, best))
}
