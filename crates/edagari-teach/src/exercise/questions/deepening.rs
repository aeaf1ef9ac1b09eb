//! Questions: the first two iterations of a deepening search with static scores.

use super::question::{Expects, Question, Questions};
use super::values::best_of;
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, KindError};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

pub(super) fn questions(exercise: &Exercise) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let lacks = |node: &u32| (1..=2).contains(&tree.depth(*node)) && static_score(tree, *node).is_none();
    if let Some(node) = tree.nodes().find(lacks) {
        return Err(KindError(LocalizedText::from(Text::KindEstimates).with("node", &visible(tree.name(node)))));
    }
    let children = tree.children(0);
    let first: Vec<Score> = children.iter().map(|&child| at_depth(tree, child, 0)).collect();
    let second: Vec<Score> = children.iter().map(|&child| at_depth(tree, child, 1)).collect();
    let player = tree.player(0);
    let best = |scores: &[Score]| scores.iter().fold(player.worst(), |best, &score| player.better(best, score));
    let name = visible(tree.name(0)).into_owned();
    let message = |text: Text| LocalizedText::from(text).with("node", &name);
    let number = |text: Text, scores: &[Score]| {
        let expects = Expects::Number(exercise.written(0, best(scores)));
        Question::new(None, message(text), expects, best_of(exercise, 0, scores.iter().copied()))
    };
    let order = second_order(tree);
    let shown: Vec<String> = order
        .iter()
        .map(|&child| {
            let score = exercise.written(child, at_depth(tree, child, 0));
            format!("{} {score}", visible(tree.name(child)))
        })
        .collect();
    let questions = vec![
        number(Text::DeepeningFirst, &first),
        Question::new(
            None,
            message(Text::DeepeningOrder),
            Expects::Order { among: children.to_vec(), right: vec![order] },
            message(Text::DeepeningWhyOrder).with("scores", &shown.join(", ")),
        ),
        number(Text::DeepeningSecond, &second),
    ];
    Ok(Questions::below(exercise, message(Text::DeepeningTask), questions))
}

/// Returns the order in which the second iteration searches the children of the root: the best of the first iteration first.
pub(super) fn second_order(tree: &ExerciseTree) -> Vec<u32> {
    let mut order = tree.children(0).to_vec();
    order.sort_by(|&one, &other| {
        let [one, other] = [one, other].map(|child| at_depth(tree, child, 0));
        if tree.player(0) == Player::Max { other.cmp(&one) } else { one.cmp(&other) }
    });
    order
}

/// Returns the score of a leaf, or the static score of another node.
fn static_score(tree: &ExerciseTree, node: u32) -> Option<Score> {
    tree.score(node).or_else(|| tree.estimate(node))
}

/// Returns the minimax value of a node by a search that stops `depth` moves below it, in max's view.
fn at_depth(tree: &ExerciseTree, node: u32, depth: u32) -> Score {
    let player = tree.player(node);
    let deeper = || {
        let below = tree.children(node).iter().map(|&child| at_depth(tree, child, depth - 1));
        below.fold(player.worst(), |best, score| player.better(best, score))
    };
    match tree.score(node) {
        Some(score) => score,
        None if depth == 0 => static_score(tree, node).unwrap_or_else(|| player.worst()),
        None => deeper(),
    }
}
