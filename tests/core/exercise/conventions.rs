//! The right answer of every convention, step by step, compared with plain searches; its statements about values are
//! true.

use edagari::lesson::exercise::Verdict;
use edagari::lesson::exercise::{Answers, Convention, ModelAnswer, SearchByHand, Step, View, grade};
use edagari::score::Player;
use proptest::prelude::*;

use super::plain::{Event, Negamax, Sign, Tree, Walk};
use super::{
    answers, asked, conventions, conventions_with_table, exercise, plain_tree, rules, score, step, with_signs, written,
};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// Whether each sign of a search is true for the value of its node.
fn signs_are_true(tree: &Tree, events: &[Event]) -> bool {
    events.iter().all(|event| match *event {
        Event::Leave(node, score, Some(sign)) => {
            let value = tree.value(node);
            match sign {
                Sign::AtMost => value <= score,
                Sign::Exactly => value == score,
                Sign::AtLeast => value >= score,
            }
        }
        _ => true,
    })
}

/// A cut that skips nodes: its node, the child that causes it, the skipped children, whether one of these has children,
/// and whether the bound is from an ancestor above the nearest one of the other player.
type PlainCut = (usize, usize, Vec<usize>, bool, bool);

fn plain_cuts(tree: &Tree, convention: Convention, events: &[Event]) -> Vec<PlainCut> {
    let mut best: Vec<Option<i64>> = vec![None; tree.is_max.len()];
    let mut given = vec![(0, 0); tree.is_max.len()];
    let mut last: Vec<usize> = vec![0; tree.is_max.len()];
    // A score from a null window does not count if the child is searched again.
    let mut cuts: Vec<PlainCut> = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    let mut is_going_on = false;
    let better = |node: usize, one: Option<i64>, other: i64| {
        one.map_or(other, |one| if tree.is_max[node] { one.max(other) } else { one.min(other) })
    };
    for (number, &event) in events.iter().enumerate() {
        match event {
            Event::Enter(node, window) => {
                (best[node], given[node]) = (None, window);
                path.push(node);
            }
            Event::Leaf(node) => {
                let parent = *path.last().expect("a parent");
                best[parent] = Some(better(parent, best[parent], tree.leaf[node].expect("a leaf")));
                last[parent] = node;
            }
            Event::Leave(node, score, _) => {
                path.pop();
                let is_again = matches!(events.get(number + 1), Some(&Event::Enter(next, _)) if next == node);
                if let Some(&parent) = path.last().filter(|_| !is_again) {
                    best[parent] = Some(better(parent, best[parent], score));
                    last[parent] = node;
                }
            }
            Event::Strike(node) => {
                let parent = *path.last().expect("a parent");
                let has_children = !tree.is_leaf(node);
                if is_going_on {
                    let cut = cuts.last_mut().expect("a cut");
                    cut.2.push(node);
                    cut.3 |= has_children;
                } else {
                    let own = best[parent].expect("a score");
                    let others = path.iter().rev().filter(|&&above| tree.is_max[above] != tree.is_max[parent]);
                    let by_them: Vec<bool> = others
                        .map(|&above| {
                            best[above].is_some_and(|others| {
                                let (alpha, beta) = if tree.is_max[parent] { (own, others) } else { (others, own) };
                                if rules(convention).within(given[parent]).is_strict {
                                    alpha > beta
                                } else {
                                    alpha >= beta
                                }
                            })
                        })
                        .collect();
                    let is_deep = by_them.iter().position(|&cuts| cuts).is_some_and(|place| place > 0);
                    cuts.push((parent, last[parent], vec![node], has_children, is_deep));
                }
            }
        }
        is_going_on = matches!(event, Event::Strike(_));
    }
    cuts
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn right_answer_matches_a_plain_search(list in trees()) {
        let tree = plain_tree(&list);
        for convention in conventions_with_table().into_iter().map(with_signs) {
            let exercise = exercise(&list, convention);
            let model = ModelAnswer::of(&exercise);
            let walk = Walk::of(&tree, rules(convention), None);
            let events: Vec<Event> = walk.events.iter().map(|&event| written(&tree, convention.view, event)).collect();
            let steps: Vec<Step> = events.iter().filter_map(|&event| step(event)).collect();
            prop_assert_eq!(&model.whole, &steps, "{:?}", convention);
            if convention.view == View::Negamax && !convention.table {
                prop_assert_eq!(&Negamax::of(&tree, rules(convention)).events, &events, "{:?}", convention);
            }
            let asked: Vec<Step> = events.iter().filter_map(|&event| asked(convention, event)).collect();
            prop_assert_eq!(&model.steps, &asked);

            // Cuts do not change the value of the root, and the signs are true.
            let root = if convention.view == View::Negamax && !tree.is_max[0] { -tree.value(0) } else { tree.value(0) };
            prop_assert_eq!(model.value, score(root), "{:?}", convention);
            prop_assert!(!convention.signs || signs_are_true(&tree, &walk.events), "{:?}", convention);

            let mut evaluated: Vec<u32> =
                walk.events.iter().filter_map(|event| if let Event::Leaf(node) = event { Some(*node as u32) } else { None }).collect();
            evaluated.sort_unstable();
            evaluated.dedup();
            prop_assert_eq!(&model.evaluated, &evaluated);

            let cuts: Vec<PlainCut> = model.cuts.iter().map(|cut| {
                assert_eq!(cut.player == Player::Max, tree.is_max[cut.node as usize]);
                (cut.node as usize, cut.by as usize, cut.skipped.iter().map(|&node| node as usize).collect(), cut.is_above_leaves, cut.is_deep)
            }).collect();
            prop_assert_eq!(cuts, plain_cuts(&tree, convention, &walk.events), "{:?}", convention);
        }
    }

    /// The right answer is graded as right, with and without each of its parts.
    #[test]
    fn the_right_answer_is_graded_as_right(list in trees()) {
        let tree = plain_tree(&list);
        for convention in conventions_with_table() {
            let walk = Walk::of(&tree, rules(convention), None);
            let without_windows = Convention { windows: false, ..convention };
            for convention in [convention, without_windows].into_iter().flat_map(|one| [one, with_signs(one)]) {
                let exercise = exercise(&list, convention);
                let answers = answers(&tree, convention, &walk.events);
                let grade = grade(&exercise, &answers);
                prop_assert!(grade.is_right(), "{:?}: {:?}", convention, grade.first_wrong());
                prop_assert!(grade.verdicts.iter().all(|verdict| *verdict == Verdict::Right));
                prop_assert_eq!(grade.points(), (answers.steps.len(), answers.steps.len()));
            }
        }
    }

    /// Strikes after a cut may follow the return of the node, and descendants of a struck node may be struck too.
    #[test]
    fn striking_late_or_more_thoroughly_is_right(list in trees()) {
        let tree = plain_tree(&list);
        for convention in conventions_with_table().into_iter().map(with_signs) {
            let exercise = exercise(&list, convention);
            let right = answers(&tree, convention, &Walk::of(&tree, rules(convention), None).events).steps;
            let mut late: Vec<Step> = Vec::new();
            for &step in &right {
                // A return is moved before the strikes of its children.
                let is_own = |late: &&Step| matches!(late, Step::Skip { node } if tree.parent(*node as usize) == Some(step.node() as usize));
                let is_return = matches!(step, Step::Return { .. });
                let struck = late.iter().rev().take_while(is_own).count();
                let place = late.len() - if is_return { struck } else { 0 };
                late.insert(place, step);
            }
            let verdicts = grade(&exercise, &Answers::from(late));
            prop_assert!(verdicts.is_right(), "late, {:?}: {:?}", convention, verdicts.first_wrong());

            let mut thorough: Vec<Step> = Vec::new();
            for &step in &right {
                thorough.push(step);
                if let Step::Skip { node } = step {
                    thorough.extend(exercise.tree().children(node).iter().map(|&node| Step::Skip { node }));
                }
            }
            let verdicts = grade(&exercise, &Answers::from(thorough));
            prop_assert!(verdicts.is_right(), "thorough, {:?}: {:?}", convention, verdicts.first_wrong());
        }
    }

    /// An answer that stops early is unfinished, without other mistakes.
    #[test]
    fn an_answer_that_stops_is_unfinished(list in trees(), share in 0.0..1.0) {
        let tree = plain_tree(&list);
        for convention in conventions_with_table() {
            let exercise = exercise(&list, convention);
            let mut steps = answers(&tree, convention, &Walk::of(&tree, rules(convention), None).events).steps;
            let next = steps.split_off((steps.len() as f64 * share) as usize);
            let grade = grade(&exercise, &Answers::from(steps));
            prop_assert!(grade.first_wrong().is_none() && !grade.is_right());
            let mistake = grade.unfinished.expect("it is not finished");
            if convention.windows {
                prop_assert_eq!(mistake.expected, next.first().copied());
            }
        }
    }
}

#[test]
fn impossible_conventions_are_refused_with_a_reason() {
    let of = |search| Convention { search, windows: search != SearchByHand::Minimax, ..Convention::default() };
    let refused = |convention: Convention, parts: &[&str]| {
        let sentence = convention.check().expect_err("refused").to_string();
        assert!(parts.iter().all(|part| sentence.contains(part)), "{sentence}");
    };
    refused(Convention { table: true, ..Convention::default() }, &["table", "only in PVS"]);
    refused(Convention { windows: true, ..of(SearchByHand::Minimax) }, &["windows", "minimax"]);
    refused(Convention { signs: true, ..of(SearchByHand::Minimax) }, &["signs", "minimax"]);
    // Minimax, α-β with both rules of equality and three return rules, one bound and PVS with both rules of equality; each
    // with two points of view.
    let minimax = conventions().iter().filter(|one| one.search == SearchByHand::Minimax).count();
    assert_eq!(conventions().len() - minimax, 2 * (6 + 2 + 2));
}
