//! Questions: which leaves does Star1 not evaluate, if chance moves where min would?
//!
//! Source: B. W. Ballard, “The *-minimax search procedure for trees containing chance nodes”, Artificial Intelligence 21 (1983). Max
//! moves at the other nodes, so windows are never closed from above, and only α cuts.

use std::collections::{BTreeMap, BTreeSet};

use super::cross_out::CROSSED_OUT;
use super::question::{Choice, Expects, Question, Questions};
use crate::exercise::message::Message;
use crate::exercise::{Exercise, ExerciseTree, KindError, WrittenAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

/// A value, in units that make the values of all nodes whole numbers.
type Parts = i128;

/// A chance node that stopped before its last child.
struct Stop {
    /// The last child that was searched.
    child: u32,
    /// The sum of the values of the children up to it.
    sum: Parts,
    /// The number of children after it.
    rest: usize,
    alpha: Parts,
}

/// A run of Star1.
struct Star1<'a> {
    tree: &'a ExerciseTree,
    /// The number of units in 1.
    parts: Parts,
    highest: Parts,
    evaluated: BTreeSet<u32>,
    stops: BTreeMap<u32, Stop>,
}

impl<'a> Star1<'a> {
    /// `None` if the values are not exact in [`Parts`].
    fn of(tree: &'a ExerciseTree, highest: i32) -> Option<Self> {
        let parts = parts_of(tree)?;
        let highest = Parts::from(highest) * parts;
        let mut run = Self { tree, parts, highest, evaluated: BTreeSet::new(), stops: BTreeMap::new() };
        run.value(0, None);
        Some(run)
    }

    /// Searches a node; `alpha` is `None` for −∞. Returns its value, or a bound of it that is at most `alpha`.
    fn value(&mut self, node: u32, alpha: Option<Parts>) -> Parts {
        let tree = self.tree;
        let children = tree.children(node);
        if children.is_empty() {
            self.evaluated.insert(node);
            let score = tree.score(node).and_then(Score::finite).unwrap_or(0);
            return Parts::from(score) * self.parts;
        }
        if tree.player(node) == Player::Max {
            let mut best: Option<Parts> = None;
            for &child in children {
                let value = self.value(child, alpha.max(best));
                best = best.max(Some(value));
            }
            return best.unwrap_or(0);
        }
        let count = children.len() as Parts;
        let mut sum = 0;
        for (place, &child) in children.iter().enumerate() {
            let rest = children.len() - place - 1;
            let best_rest = rest as Parts * self.highest;
            sum += self.value(child, alpha.map(|alpha| count * alpha - sum - best_rest));
            if let Some(alpha) = alpha.filter(|alpha| sum + best_rest <= count * alpha) {
                if rest > 0 {
                    self.stops.insert(node, Stop { child, sum, rest, alpha });
                }
                return (sum + best_rest) / count;
            }
        }
        sum / count
    }

    /// A value as a whole number or a fraction.
    fn text(&self, value: Parts) -> String {
        let common = gcd(value.unsigned_abs(), self.parts.unsigned_abs()).cast_signed();
        match self.parts / common {
            1 => (value / common).to_string(),
            below => format!("{}/{below}", value / common),
        }
    }

    /// The reason why a node is skipped: the chance node on its path that stopped before the node
    /// was reached. `None` if the node is searched.
    fn reason(&self, node: u32, highest: i32) -> Option<Message> {
        let tree = self.tree;
        let on_path: Vec<u32> = std::iter::once(node).chain(tree.above(node)).collect();
        let is_after = |stop: &Stop, parent: u32| {
            let children = tree.children(parent);
            let last = children.iter().position(|&child| child == stop.child);
            let here = children.iter().position(|child| on_path.contains(child));
            here > last
        };
        // The outermost such node: nothing below it was searched.
        let (&parent, stop) = on_path.iter().rev().find_map(|parent| {
            let stop = self.stops.get(parent).filter(|stop| is_after(stop, *parent))?;
            Some((parent, stop))
        })?;
        let count = tree.children(parent).len();
        let bound = (stop.sum + stop.rest as Parts * self.highest) / count as Parts;
        Some(
            Message::from(Text::Star1WhySkipped)
                .with("node", &visible(tree.name(node)))
                .with("child", &visible(tree.name(stop.child)))
                .with("parent", &visible(tree.name(parent)))
                .with("sum", &self.text(stop.sum))
                .with("rest", &stop.rest)
                .with("highest", &highest)
                .with("count", &count)
                .with("bound", &self.text(bound))
                .with("alpha", &self.text(stop.alpha)),
        )
    }
}

/// The number of units in 1 for which the values of all nodes are whole; `None` if it exceeds
/// [`MAX_PARTS`].
fn parts_of(tree: &ExerciseTree) -> Option<Parts> {
    let is_chance = |&node: &u32| !tree.is_leaf(node) && tree.player(node) == Player::Min;
    let counts = tree.nodes().filter(is_chance).map(|node| tree.children(node).len() as u128);
    let common = counts.fold(1, |common, count| common / gcd(common, count) * count);
    let levels = tree.leaves().map(|leaf| tree.above(leaf).filter(is_chance).count()).max().unwrap_or(0);
    common.checked_pow(levels as u32).map(u128::cast_signed).filter(|parts| (1..=MAX_PARTS).contains(parts))
}

/// Maximum number of units in 1. α grows by the number of children at each level, so at most by the
/// number of units in total: the product of both and of a score does not overflow.
const MAX_PARTS: Parts = 1_000_000_000_000;

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one.max(1) } else { gcd(other, one % other) }
}

/// The number of leaves that Star1 does not evaluate.
pub(super) fn count_skipped(tree: &ExerciseTree, highest: i32) -> usize {
    Star1::of(tree, highest).map_or(0, |run| tree.leaves().count() - run.evaluated.len())
}

/// # Errors
/// A score outside the range, or a tree too deep for exact values.
pub(super) fn questions(exercise: &Exercise, [lowest, highest]: [i32; 2]) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let is_within =
        |&leaf: &u32| tree.score(leaf).and_then(Score::finite).is_some_and(|score| (lowest..=highest).contains(&score));
    if let Some(leaf) = tree.leaves().find(|leaf| !is_within(leaf)) {
        let range = format!("{lowest}..{highest}");
        let refused = Message::from(Text::KindOutsideRange).with("node", &visible(tree.name(leaf)));
        return Err(KindError(refused.with("range", &range)));
    }
    let run = Star1::of(tree, highest).ok_or_else(|| KindError(Text::KindTooManyMeans.into()))?;
    let question = |leaf: u32| {
        let name = visible(tree.name(leaf)).into_owned();
        let is_evaluated = run.evaluated.contains(&leaf);
        let evaluated = || Message::from(Text::Star1WhyEvaluated).with("node", &name);
        let why = run.reason(leaf, highest).filter(|_| !is_evaluated).unwrap_or_else(evaluated);
        let choice = |name: &str, text: Text| Choice { name: name.to_owned(), text: text.into() };
        let choices =
            vec![choice("evaluated", Text::QuestionEvaluated), choice("crossed-out", Text::QuestionCrossedOut)];
        let right = if is_evaluated { 0 } else { CROSSED_OUT };
        let text = Message::from(Text::CrossOutQuestion).with("node", &name);
        Question::new(Some(leaf), text, Expects::Choice { choices, right }, why)
    };
    let task = Message::from(Text::Star1Task)
        .with_message("direction", exercise.convention().direction())
        .with("lowest", &lowest)
        .with("highest", &highest);
    let mut solution = WrittenAnswer::nothing(exercise);
    for node in tree.nodes().filter(|&node| run.reason(node, highest).is_some()) {
        solution.skip(node);
        if tree.parent(node).is_some_and(|parent| !solution.is_skipped(parent)) {
            solution.strike(node);
        }
    }
    Ok(Questions { solution, ..Questions::below(exercise, task, tree.leaves().map(question).collect()) })
}
