//! Questions: for which scores of a leaf is another node skipped?

use super::question::{Expects, Question, Questions, Response};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{CutAt, Exercise, ExerciseTree, KindError, ModelAnswer, RootWindow};
use edagari_core::language::{Text, visible};
use edagari_core::score::Score;

/// Maximum number of leaves: the search is repeated with several scores for each of them.
pub(in crate::exercise) const MAX_LEAVES: u32 = 100;

pub(super) fn questions(exercise: &Exercise, leaf: u32, node: u32) -> Result<Questions, KindError> {
    let tree = exercise.tree();
    let is_known = |node: u32| (node as usize) < tree.len();
    if !is_known(leaf) || !is_known(node) || !tree.is_leaf(leaf) || is_above(tree, node, leaf) {
        return Err(KindError(Text::KindIntervalNodes.into()));
    }
    if matches!(exercise.convention().root, RootWindow::Known(_)) {
        return Err(KindError(Text::KindIntervalKnown.into()));
    }
    let count = tree.leaves().count();
    if count > MAX_LEAVES as usize {
        let message = LocalizedText::from(Text::KindIntervalLeaves).with("count", &count).with("most", &MAX_LEAVES);
        return Err(KindError(message));
    }
    let name = |node: u32| visible(tree.name(node)).into_owned();
    let message = |text: Text| LocalizedText::from(text).with("node", &name(node)).with("leaf", &name(leaf));
    // The least and the greatest written score.
    let ends = |exercise: &Exercise| {
        let (lower, upper) =
            Cases::of(exercise, leaf).interval(node).ok_or_else(|| KindError(message(Text::KindIntervalShape)))?;
        let (one, other) = (exercise.written(leaf, lower), exercise.written(leaf, upper));
        Ok([one.min(other), one.max(other)])
    };
    let [least, greatest] = ends(exercise)?;
    let above = match exercise.convention().cut {
        CutAt::Either => Some(ends(&exercise.with_cut(CutAt::Above))?).filter(|above| *above != [least, greatest]),
        CutAt::Equality | CutAt::Above => None,
    };
    let why = match above {
        Some([low, high]) => message(Text::IntervalWhyEither).with("low", &low).with("high", &high),
        None => message(Text::IntervalWhy),
    };
    let why = why.with("least", &least).with("greatest", &greatest);
    let question = |text: Text, end: Score, other: Option<Score>| Question {
        also: other.filter(|other| *other != end).map(Response::Number).into_iter().collect(),
        ..Question::new(None, message(text), Expects::Number(end), why.clone())
    };
    let questions = vec![
        question(Text::IntervalLeast, least, above.map(|[low, _]| low)),
        question(Text::IntervalGreatest, greatest, above.map(|[_, high]| high)),
    ];
    Ok(Questions::below(exercise, message(Text::IntervalTask), questions))
}

/// Returns whether `node` is `leaf` or one of its ancestors.
pub(super) fn is_above(tree: &ExerciseTree, node: u32, leaf: u32) -> bool {
    node == leaf || tree.above(leaf).any(|above| above == node)
}

/// Skipped nodes for each score of a leaf. The skipped nodes change only near the scores of other
/// leaves and the bounds of the root's window, so a few scores around each of these represent all
/// scores.
pub(super) struct Cases(Vec<(i32, Vec<u32>)>);

impl Cases {
    pub(super) fn of(exercise: &Exercise, leaf: u32) -> Self {
        let tree = exercise.tree();
        let others = tree.leaves().filter(|&other| other != leaf).filter_map(|other| tree.score(other)?.finite());
        let root = exercise.convention().root.window();
        let ends = [root.alpha, root.beta].into_iter().filter_map(Score::finite);
        let mut scores: Vec<i32> = others.chain(ends).flat_map(|score| score - 2..=score + 2).collect();
        scores.sort_unstable();
        scores.dedup();
        let skipped = |score: i32| {
            let changed = Exercise { tree: tree.with_score(leaf, Score::new(score)), ..exercise.clone() };
            ModelAnswer::of(&changed).skipped(&changed)
        };
        Self(scores.into_iter().map(|score| (score, skipped(score))).collect())
    }

    /// Returns the least and the greatest score for which a node is skipped; an unlimited end is
    /// infinite. `None` if the node is skipped for no score, for all scores, or if the scores are
    /// not one interval.
    pub(super) fn interval(&self, node: u32) -> Option<(Score, Score)> {
        let cases = &self.0;
        let is_skipped = |place: usize| cases[place].1.contains(&node);
        let first = (0..cases.len()).find(|&place| is_skipped(place))?;
        let last = (first..cases.len()).take_while(|&place| is_skipped(place)).last()?;
        let is_all = first == 0 && last + 1 == cases.len();
        if is_all || (last + 1..cases.len()).any(is_skipped) {
            return None;
        }
        let lower = if first == 0 { Score::NEG_INFINITY } else { Score::new(cases[first].0) };
        let upper = if last + 1 == cases.len() { Score::INFINITY } else { Score::new(cases[last].0) };
        Some((lower, upper))
    }
}
