//! Pruning by its definition: a node may be skipped exactly if no integers at the unseen leaves change the value of the
//! root. And the classical rule of one bound, which considers only the nearest ancestor of the other player.

use crate::oracles::cases;
use edagari::game::{Player, TextbookNode};
use edagari::lesson::exercise::{Answers, Convention, SearchByHand, Step, Verdict, View, grade};
use proptest::prelude::*;

use super::plain::{Event, Tree, Walk};
use super::{answers, asked, exercise, plain_tree, rules, written};

/// Largest number of unseen leaves for which all integers are tried.
const MAX_UNSEEN: usize = 6;

/// Small trees: the parent of each node except the first is one of the previous nodes.
fn small_trees() -> impl Strategy<Value = Vec<TextbookNode>> {
    let node = (0_usize..5, any::<bool>(), 0_i32..4);
    (prop::collection::vec(node, 5..13), any::<bool>()).prop_map(|(nodes, alternate)| {
        let parents: Vec<Option<usize>> =
            nodes.iter().enumerate().map(|(index, node)| index.checked_sub(1 + node.0.min(index.max(1) - 1))).collect();
        let is_leaf = |index: usize| !parents.contains(&Some(index));
        let node = |(index, &(_, is_max, score)): (usize, &(usize, bool, i32))| TextbookNode {
            parent: parents[index],
            player: (!alternate).then_some(if is_max { Player::Max } else { Player::Min }),
            score: is_leaf(index).then_some(score),
            ..TextbookNode::default()
        };
        nodes.iter().enumerate().map(node).collect()
    })
}

fn leaves_below(tree: &Tree, node: usize) -> Vec<usize> {
    if tree.is_leaf(node) {
        return vec![node];
    }
    tree.children[node].iter().flat_map(|&child| leaves_below(tree, child)).collect()
}

/// Calls `is_same` for every assignment of scores to some leaves: all integers from one below to one above the scores
/// of these trees. Other integers have the same order as some of these, and minimax depends only on the order.
fn with_every_score(tree: &mut Tree, leaves: &[usize], is_same: &mut impl FnMut(&Tree) -> bool) -> bool {
    let Some((&leaf, others)) = leaves.split_first() else { return is_same(tree) };
    (-1..=4).all(|score| {
        tree.leaf[leaf] = Some(score);
        with_every_score(tree, others, is_same)
    })
}

/// Whether no scores of the unseen leaves below `node` change the value of `top`, for all scores of the other unseen
/// leaves.
fn may_be_skipped(tree: &Tree, seen: &[bool], node: usize, top: usize) -> bool {
    let below = leaves_below(tree, node);
    let unseen = |leaf: &usize| !seen[*leaf];
    let others: Vec<usize> =
        leaves_below(tree, top).into_iter().filter(unseen).filter(|leaf| !below.contains(leaf)).collect();
    let below: Vec<usize> = below.into_iter().filter(unseen).collect();
    with_every_score(&mut tree.clone(), &others, &mut |tree| {
        let mut first = None;
        with_every_score(&mut tree.clone(), &below, &mut |tree| {
            let value = tree.value(top);
            *first.get_or_insert(value) == value
        })
    })
}

/// The node whose value decides about skipping: the root, or the nearest ancestor of the other player.
fn top_of(tree: &Tree, search: SearchByHand, node: usize) -> Option<usize> {
    if search == SearchByHand::AlphaBeta {
        return Some(0);
    }
    let parent = tree.parent(node)?;
    let mut above = tree.parent(parent);
    while let Some(one) = above.filter(|&one| tree.is_max[one] == tree.is_max[parent]) {
        above = tree.parent(one);
    }
    above
}

/// Compares the plain search and the grader with the brute force, for every node when the search reaches it. Returns
/// the number of nodes that may be skipped, and of those that may not.
fn compare(list: &[TextbookNode], convention: Convention) -> Result<[usize; 2], TestCaseError> {
    let tree = plain_tree(list);
    let exercise = exercise(list, convention);
    let events = Walk::of(&tree, rules(convention), None).events;
    let mut seen = vec![false; list.len()];
    let mut found = [0, 0];
    for (number, &event) in events.iter().enumerate() {
        let (Event::Enter(node, _) | Event::Leaf(node) | Event::Strike(node)) = event else { continue };
        let unseen = tree.leaf.iter().zip(&seen).filter(|(leaf, seen)| leaf.is_some() && !**seen).count();
        if node != 0 && unseen <= MAX_UNSEEN {
            // Without an ancestor of the other player, no bound is passed down.
            let top = top_of(&tree, convention.search, node);
            let may = top.is_some_and(|top| may_be_skipped(&tree, &seen, node, top));
            prop_assert_eq!(may, matches!(event, Event::Strike(_)), "the plain search at {} of {:?}", node, tree);

            let before = answers(&tree, convention, &events[..number]).steps;
            let mut steps = before.clone();
            steps.push(Step::Skip { node: node as u32 });
            let graded = grade(&exercise, &Answers::from(steps));
            let verdict = graded.verdicts.last().expect("a step");
            match verdict {
                Verdict::Right => prop_assert!(may, "{} is not skipped in {:?}", node, tree),
                Verdict::Wrong(mistake) => {
                    prop_assert!(!may && mistake.kind.is_too_much(), "{:?} at {}", mistake, node);
                }
                _ => prop_assert!(false, "{:?}", verdict),
            }
            if may {
                // Without the strike, too little is pruned: the node is entered instead, or the parent returns.
                let mut steps = before;
                let next = events[number + 1..].iter().find(|event| matches!(event, Event::Leave(..)));
                let enters = Event::Enter(node, (0, 1));
                let instead = if tree.is_leaf(node) { *next.expect("the parent returns") } else { enters };
                // No later child of the parent is struck either, so exactly one step is wrong.
                steps.extend(asked(convention, written(&tree, convention.view, instead)));
                let graded = grade(&exercise, &Answers::from(steps));
                let Some(Verdict::Wrong(mistake)) = graded.verdicts.last() else {
                    return Err(TestCaseError::fail(format!("{node} is skipped in {tree:?}: {graded:?}")));
                };
                prop_assert!(mistake.kind.is_too_little(), "{:?}", mistake);
                prop_assert_eq!(mistake.node as usize, node);
            }
            found[usize::from(!may)] += 1;
        }
        seen[node] |= matches!(event, Event::Leaf(_));
    }
    Ok(found)
}

fn of(search: SearchByHand, view: View) -> Convention {
    Convention { search, view, ..Convention::default() }
}

proptest! {
    #![proptest_config(cases(700))]

    #[test]
    fn alpha_beta_skips_exactly_the_nodes_without_effect_on_the_root(list in small_trees()) {
        for view in View::ALL {
            compare(&list, of(SearchByHand::AlphaBeta, view))?;
        }
    }

    #[test]
    fn one_bound_skips_exactly_the_nodes_without_effect_on_the_last_opponent_node(list in small_trees()) {
        for view in View::ALL {
            compare(&list, of(SearchByHand::OneBound, view))?;
        }
    }
}

#[test]
fn a_deep_cut_is_found_by_one_rule_and_not_by_the_other() {
    let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
    // The root has 3, and three moves below, 2 is seen. The next sibling is relevant to its grandparent but not to the
    // root.
    let list = [
        node(None, None),
        node(Some(0), Some(3)),
        node(Some(0), None),
        node(Some(2), None),
        node(Some(3), None),
        node(Some(4), Some(2)),
        node(Some(4), Some(1)),
    ];
    let tree = plain_tree(&list);
    let seen = [false, true, false, false, false, true, false];
    assert!(may_be_skipped(&tree, &seen, 6, 0));
    assert!(!may_be_skipped(&tree, &seen, 6, 3));
    assert_eq!(compare(&list, of(SearchByHand::AlphaBeta, View::Max)).expect("alike")[0], 1);
    assert_eq!(compare(&list, of(SearchByHand::OneBound, View::Max)).expect("alike")[0], 0);
}
