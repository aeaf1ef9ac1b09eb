//! Questions: in which order of the children of a node are the fewest, and the most, leaves evaluated?

use super::question::{Expects, Follows, Question, Questions, Response};
use crate::exercise::kind::MOST_ORDERED;
use crate::exercise::said::Said;
use crate::exercise::{Exercise, KindError, ModelAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::Score;

pub(super) fn questions(exercise: &Exercise, node: u32) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let among = tree.children(node).to_vec();
    let name = visible(tree.name(node)).into_owned();
    if !(2..=MOST_ORDERED).contains(&among.len()) {
        let said = Said::from(Text::KindOrderWidth).with("node", &name).with("count", &among.len());
        let said = said.with("most", &MOST_ORDERED);
        return Err(KindError(said));
    }
    let evaluated = |order: &[u32]| {
        let ordered = Exercise { tree: tree.with_order(node, order), ..exercise.clone() };
        ModelAnswer::of(&ordered).evaluated.len()
    };
    let counted: Vec<(Vec<u32>, usize)> =
        orders(&among).into_iter().map(|order| (order.clone(), evaluated(&order))).collect();
    let counts = || counted.iter().map(|&(_, count)| count);
    let leaves = tree.leaves().count();
    let mut questions = Vec::new();
    let ends = [(Text::OrderFewest, counts().min()), (Text::OrderMost, counts().max())];
    for (text, count) in ends {
        let Some(count) = count else { continue };
        let right: Vec<Vec<u32>> =
            counted.iter().filter(|(_, own)| *own == count).map(|(order, _)| order.clone()).collect();
        let names = |order: &[u32]| {
            order.iter().map(|&node| visible(tree.name(node)).into_owned()).collect::<Vec<_>>().join(" ")
        };
        let why = Said::from(Text::OrderWhy)
            .with("order", &right.first().map_or_else(String::new, |order| names(order)))
            .with("count", &count)
            .with("leaves", &leaves);
        let expects = Expects::Order { among: among.clone(), right };
        let text = Said::from(text).with("node", &name);
        let question = questions.len();
        questions.push(Question::new(None, text, expects, why.clone()));
        let number = |count: usize| Score::new(count as i32);
        // The number of leaves belongs to the order that the student wrote.
        let follows = |(order, count): &(Vec<u32>, usize)| Follows {
            question,
            earlier: Response::Order(order.clone()),
            own: Response::Number(number(*count)),
        };
        let follows = counted.iter().map(follows).collect();
        let expects = Expects::Number(number(count));
        questions.push(Question { follows, ..Question::new(None, Text::OrderCount.into(), expects, why) });
    }
    Ok(Questions::below(exercise, Said::from(Text::OrderTask).with("node", &name), questions))
}

/// Returns all orders of nodes, beginning with the given one.
fn orders(nodes: &[u32]) -> Vec<Vec<u32>> {
    if nodes.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |place: usize| {
        let mut others = nodes.to_vec();
        let first = others.remove(place);
        orders(&others).into_iter().map(move |rest| std::iter::once(first).chain(rest).collect())
    };
    (0..nodes.len()).flat_map(with_first).collect()
}
