//! Questions: which leaves does Star1 not evaluate, if chance moves where min would?
//!
//! Source: B. W. Ballard, “The *-minimax search procedure for trees containing chance nodes”, Artificial Intelligence 21 (1983). Max
//! moves at the other nodes, so windows are never closed from above, and only α cuts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::cross_out::CROSSED_OUT;
use super::crossing::CrossedOut;
use super::question::{Choice, Expects, Question, Questions};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Exercise, ExerciseTree, KindError, WrittenAnswer};
use edagari_core::language::{Text, visible};
use edagari_core::score::{Player, Score};

/// A value, in units that make the values of all nodes whole numbers.
type Parts = i128;

/// A chance node that stopped before its last child.
struct Stop {
    /// The last child that was searched.
    child: u32,
    /// The sum of the values of the children up to it, each times its weight.
    sum: Parts,
    /// The number of children after it.
    rest: usize,
    /// The sum of their weights.
    weight: Parts,
    alpha: Parts,
}

/// A run of Star1.
struct Star1<'a> {
    tree: &'a ExerciseTree,
    /// The number of units in 1.
    parts: Parts,
    highest: Parts,
    /// The leaves that a student crosses out: their scores are not known to the search.
    crossed_out: Option<&'a CrossedOut<'a>>,
    /// The leaves that the search evaluates, or reaches and finds crossed out.
    evaluated: BTreeSet<u32>,
    stops: BTreeMap<u32, Stop>,
}

impl<'a> Star1<'a> {
    /// `None` if the values are not exact in [`Parts`].
    fn of(tree: &'a ExerciseTree, highest: i32) -> Option<Self> {
        Self::without(tree, highest, None)
    }

    /// Searches the tree without the scores of the leaves that a student crosses out.
    fn without(tree: &'a ExerciseTree, highest: i32, crossed_out: Option<&'a CrossedOut<'a>>) -> Option<Self> {
        let parts = Parts::from(tree.parts_of_values()?);
        let highest = Parts::from(highest) * parts;
        let (evaluated, stops) = (BTreeSet::new(), BTreeMap::new());
        let mut run = Self { tree, parts, highest, crossed_out, evaluated, stops };
        run.value(0, None);
        Some(run)
    }

    /// Searches a child; `None` if all leaves below it are crossed out.
    fn value_of_child(&mut self, child: u32, alpha: Option<Parts>) -> Option<Parts> {
        if self.crossed_out.is_some_and(|crossed_out| crossed_out.is_whole(child)) {
            let below = self.tree.subtree(child);
            self.evaluated.extend(below.into_iter().filter(|&node| self.tree.is_leaf(node)));
            return None;
        }
        Some(self.value(child, alpha))
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
                best = best.max(self.value_of_child(child, alpha.max(best)));
            }
            return best.unwrap_or(0);
        }
        let total = Parts::from(tree.total_weight(node));
        let (mut sum, mut before) = (0, 0);
        for (place, &child) in children.iter().enumerate() {
            let weight = Parts::from(tree.weight(child));
            before += weight;
            let best_rest = (total - before) * self.highest;
            // A value that is not known can be as high as any.
            let value = self.value_of_child(child, alpha.map(|alpha| (total * alpha - sum - best_rest) / weight));
            sum += weight * value.unwrap_or(self.highest);
            if let Some(alpha) = alpha.filter(|alpha| sum + best_rest <= total * alpha) {
                let rest = children.len() - place - 1;
                if rest > 0 {
                    self.stops.insert(node, Stop { child, sum, rest, weight: total - before, alpha });
                }
                return (sum + best_rest) / total;
            }
        }
        sum / total
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
    fn reason(&self, node: u32, highest: i32) -> Option<LocalizedText> {
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
        let total = Parts::from(tree.total_weight(parent));
        let bound = (stop.sum + stop.weight * self.highest) / total;
        let why = if tree.has_probabilities() { Text::Star1WhyUnequal } else { Text::Star1WhySkipped };
        Some(
            LocalizedText::from(why)
                .with("node", &visible(tree.name(node)))
                .with("child", &visible(tree.name(stop.child)))
                .with("parent", &visible(tree.name(parent)))
                .with("sum", &self.text(stop.sum))
                .with("rest", &stop.weight)
                .with("highest", &highest)
                .with("count", &total)
                .with("bound", &self.text(bound))
                .with("alpha", &self.text(stop.alpha)),
        )
    }
}

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one.max(1) } else { gcd(other, one % other) }
}

/// Statistics of the cuts of Star1: each chance node that stops early is one.
pub(in crate::exercise) struct Star1Cuts {
    /// Number of leaves that are evaluated.
    pub evaluated: u32,
    /// Number of children that are skipped.
    pub struck: u32,
    /// Number of chance nodes that stop before their last child.
    pub cuts: u32,
    /// Number of those that skip a node with children.
    pub cuts_above_leaves: u32,
}

/// Counts the cuts of Star1; `None` if the values are not exact.
pub(in crate::exercise) fn star1_cuts(tree: &ExerciseTree, highest: i32) -> Option<Star1Cuts> {
    let run = Star1::of(tree, highest)?;
    let skipped = |(&node, stop): (&u32, &Stop)| {
        let children = tree.children(node);
        &children[children.len() - stop.rest..]
    };
    let is_above_leaves = |children: &&[u32]| children.iter().any(|&child| !tree.is_leaf(child));
    Some(Star1Cuts {
        evaluated: run.evaluated.len() as u32,
        struck: run.stops.values().map(|stop| stop.rest as u32).sum(),
        cuts: run.stops.len() as u32,
        cuts_above_leaves: run.stops.iter().map(skipped).filter(is_above_leaves).count() as u32,
    })
}

/// Returns the leaves that Star1 reaches if it does not know the scores of the leaves that are
/// crossed out. A mark that agrees with this search follows from the other marks.
pub(super) fn reached(tree: &ExerciseTree, highest: i32, crossed_out: &CrossedOut<'_>) -> HashSet<u32> {
    let run = Star1::without(tree, highest, Some(crossed_out));
    run.map(|run| run.evaluated.into_iter().collect()).unwrap_or_default()
}

/// # Errors
/// A score outside the range, or a tree too deep for exact values.
pub(super) fn questions(exercise: &Exercise, [lowest, highest]: [i32; 2]) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let is_within =
        |&leaf: &u32| tree.score(leaf).and_then(Score::finite).is_some_and(|score| (lowest..=highest).contains(&score));
    if let Some(leaf) = tree.leaves().find(|leaf| !is_within(leaf)) {
        let range = format!("{lowest}..{highest}");
        let refused = LocalizedText::from(Text::KindOutsideRange).with("node", &visible(tree.name(leaf)));
        return Err(KindError(refused.with("range", &range)));
    }
    let run = Star1::of(tree, highest).ok_or_else(|| KindError(Text::KindTooManyMeans.into()))?;
    let question = |leaf: u32| {
        let name = visible(tree.name(leaf)).into_owned();
        let is_evaluated = run.evaluated.contains(&leaf);
        let evaluated = || LocalizedText::from(Text::Star1WhyEvaluated).with("node", &name);
        let why = run.reason(leaf, highest).filter(|_| !is_evaluated).unwrap_or_else(evaluated);
        let choice = |name: &str, text: Text| Choice { name: name.to_owned(), text: text.into() };
        let choices =
            vec![choice("evaluated", Text::QuestionEvaluated), choice("crossed-out", Text::QuestionCrossedOut)];
        let right = if is_evaluated { 0 } else { CROSSED_OUT };
        let text = LocalizedText::from(Text::CrossOutQuestion).with("node", &name);
        Question::new(Some(leaf), text, Expects::Choice { choices, right }, why)
    };
    let task = LocalizedText::from(if tree.has_probabilities() { Text::Star1TaskUnequal } else { Text::Star1Task })
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
