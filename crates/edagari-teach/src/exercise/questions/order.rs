//! Questions: in which order of the children of a node are the fewest, and the most, leaves evaluated?

use super::question::{Expects, Question, Questions};
use crate::exercise::said::Said;
use crate::exercise::{Exercise, KindError, ModelAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::Score;

/// Maximum number of children of the node: all orders are tried.
const MOST_CHILDREN: usize = 5;

pub(super) fn questions(exercise: &Exercise, node: u32) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let among = tree.children(node).to_vec();
    let name = visible(tree.name(node)).into_owned();
    if !(2..=MOST_CHILDREN).contains(&among.len()) {
        let said = Said::from(Text::KindOrderWidth).with("node", &name).with("count", &among.len());
        let said = said.with("most", &MOST_CHILDREN);
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
        questions.push(Question { node: None, text: Said::from(text).with("node", &name), expects, why: why.clone() });
        let expects = Expects::Number(Score::new(count as i32));
        questions.push(Question { node: None, text: Text::OrderCount.into(), expects, why });
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
