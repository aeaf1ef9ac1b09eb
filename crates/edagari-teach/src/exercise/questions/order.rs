//! Questions: for which order of a node's children are the fewest, and the most, leaves evaluated?

use super::question::{Expects, Follows, Question, Questions, Response};
use crate::exercise::kind::MAX_ORDERED;
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{CutAt, Exercise, KindError, ModelAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::Score;

pub(super) fn questions(exercise: &Exercise, node: u32) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let among = tree.children(node).to_vec();
    let name = visible(tree.name(node)).into_owned();
    if !(2..=MAX_ORDERED).contains(&among.len()) {
        let message = LocalizedText::from(Text::KindOrderWidth).with("node", &name).with("count", &among.len());
        let message = message.with("most", &MAX_ORDERED);
        return Err(KindError(message));
    }
    let counted = Counted::of(exercise, node);
    let above =
        (exercise.convention().cut == CutAt::Either).then(|| Counted::of(&exercise.with_cut(CutAt::Above), node));
    let leaves = tree.leaves().count();
    let mut questions = Vec::new();
    for (text, end) in [(Text::OrderFewest, End::Fewest), (Text::OrderMost, End::Most)] {
        let (count, right) = counted.at(end);
        let by_above = above.as_ref().map(|above| above.at(end)).filter(|above| *above != (count, right.clone()));
        let names = |orders: &[Vec<u32>]| {
            let names = |&node: &u32| visible(tree.name(node)).into_owned();
            orders.first().map_or_else(String::new, |order| order.iter().map(names).collect::<Vec<_>>().join(" "))
        };
        let why = match &by_above {
            Some((count, right)) => {
                LocalizedText::from(Text::OrderWhyEither).with("other", &names(right)).with("evaluated", count)
            }
            None => Text::OrderWhy.into(),
        };
        let why = why.with("order", &names(&right)).with("count", &count).with("leaves", &leaves);
        let number = |count: usize| Response::Number(Score::new(count as i32));
        let (also, also_counts): (Vec<Vec<u32>>, Vec<usize>) =
            by_above.map(|(count, right)| (right, vec![count])).unwrap_or_default();
        let also = also.into_iter().filter(|order| !right.contains(order)).map(Response::Order).collect();
        let also_counts = also_counts.into_iter().filter(|&other| other != count).map(number).collect();
        let expects = Expects::Order { among: among.clone(), right };
        let text = LocalizedText::from(text).with("node", &name);
        let question = questions.len();
        questions.push(Question { also, ..Question::new(None, text, expects, why.clone()) });
        // The number of leaves must fit the order that the student wrote.
        let follows = |(order, count): &(Vec<u32>, usize)| Follows {
            question,
            earlier: Response::Order(order.clone()),
            own: number(*count),
        };
        let follows = std::iter::once(&counted).chain(&above).flat_map(|counted| &counted.0).map(follows).collect();
        let expects = Expects::Number(Score::new(count as i32));
        let of_count = Question::new(None, Text::OrderCount.into(), expects, why);
        questions.push(Question { follows, also: also_counts, ..of_count });
    }
    Ok(Questions::below(exercise, LocalizedText::from(Text::OrderTask).with("node", &name), questions))
}

/// The orders that a question is about.
#[derive(Clone, Copy)]
enum End {
    Fewest,
    Most,
}

/// All orders of the children of a node, with the number of leaves evaluated in each.
struct Counted(Vec<(Vec<u32>, usize)>);

impl Counted {
    fn of(exercise: &Exercise, node: u32) -> Self {
        let tree = exercise.tree();
        let evaluated = |order: &[u32]| {
            let ordered = Exercise { tree: tree.with_order(node, order), ..exercise.clone() };
            ModelAnswer::of(&ordered).evaluated.len()
        };
        let orders = orders(tree.children(node)).into_iter();
        Self(orders.map(|order| (order.clone(), evaluated(&order))).collect())
    }

    /// Returns the least or the greatest number of evaluated leaves, and the orders with that number.
    fn at(&self, end: End) -> (usize, Vec<Vec<u32>>) {
        let counts = self.0.iter().map(|&(_, count)| count);
        let count = match end {
            End::Fewest => counts.min(),
            End::Most => counts.max(),
        };
        let count = count.unwrap_or_default();
        (count, self.0.iter().filter(|(_, own)| *own == count).map(|(order, _)| order.clone()).collect())
    }
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
