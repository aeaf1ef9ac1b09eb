//! Questions: which leaves are not evaluated?

use super::question::{Choice, Expects, Question, Questions, Response};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{CutAt, Exercise, ModelAnswer, WrittenAnswer};
use edagari_core::language::{Text, visible};

/// Index of the choice of a leaf that is not evaluated.
pub(super) const CROSSED_OUT: usize = 1;

pub(super) fn questions(exercise: &Exercise) -> Questions {
    let model = ModelAnswer::of(exercise);
    let tree = exercise.tree();
    let above = (exercise.convention().cut == CutAt::Either).then(|| ModelAnswer::of(&exercise.with_cut(CutAt::Above)));
    let question = |leaf: u32| {
        let name = visible(tree.name(leaf)).into_owned();
        let is_evaluated = model.evaluated.contains(&leaf);
        let differs = above.as_ref().is_some_and(|above| above.evaluated.contains(&leaf) != is_evaluated);
        // The leaf itself is struck, or a node above it.
        let struck = std::iter::once(leaf).chain(tree.above(leaf)).find(|&node| model.is_struck(node));
        let reason = struck.and_then(|node| Some((tree.parent(node)?, model.reason(exercise, node)?)));
        let why = match reason.filter(|_| !is_evaluated) {
            Some((parent, reason)) => {
                LocalizedText::from(if differs { Text::CrossOutWhyEither } else { Text::CrossOutWhySkipped })
                    .with("node", &name)
                    .with("parent", &visible(tree.name(parent)))
                    .with("reason", &reason)
            }
            None => LocalizedText::from(Text::CrossOutWhyEvaluated).with("node", &name),
        };
        let choice = |name: &str, text: Text| Choice { name: name.to_owned(), text: text.into() };
        let choices =
            vec![choice("evaluated", Text::QuestionEvaluated), choice("crossed-out", Text::QuestionCrossedOut)];
        let text = LocalizedText::from(Text::CrossOutQuestion).with("node", &name);
        let [right, other] = if is_evaluated { [0, CROSSED_OUT] } else { [CROSSED_OUT, 0] };
        let also = differs.then_some(Response::Choice(other)).into_iter().collect();
        let expects = Expects::Choice { choices, right };
        Question { also, ..Question::new(Some(leaf), text, expects, why) }
    };
    Questions {
        solution: WrittenAnswer::solution(exercise, &model),
        ..Questions::below(
            exercise,
            LocalizedText::from(Text::CrossOutTask).with_message("direction", exercise.convention().direction()),
            tree.leaves().map(question).collect(),
        )
    }
}
