//! Generation of trees that fulfil wishes.

mod draw_probabilities;
mod rare_wish;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::message::Message;
use super::probabilities::weights_of;
use super::questions::with_kind_of_name;
use super::shapes::Draws;
use super::shapes::Shapes;
use super::{
    Contradiction, Convention, CutAt, Exercise, ExerciseFigures, ExerciseTree, KindName, ModelAnswer, SearchByHand,
    TextFault, Title, Wishes,
};
use draw_probabilities::{draw_probabilities, families};
use edagari_core::game::{TextbookNode, mix};
use edagari_core::language::{Language, Text};
use edagari_core::score::{Probability, Score};
use edagari_core::trace::Progress;
pub use rare_wish::{FigureWish, RareWish};

/// Maximum number of trees tried for one exercise.
pub const MAX_TRIES: u64 = 50_000;
/// Number of trees from which the wish that excludes the most is known.
const SAMPLE: u64 = 500;
/// Maximum number of exercises of a set.
pub const MAX_EXERCISES: u32 = 10_000;

/// Exercise of a set.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "(u32, String)", into = "(u32, String)")]
pub struct Generated {
    /// Number in the set, from 1.
    pub number: u32,
    /// The exercise itself.
    pub exercise: Exercise,
    /// Model answer of the exercise.
    pub model: ModelAnswer,
    /// Statistics of the model answer.
    pub figures: ExerciseFigures,
    /// Name of the student for whom the exercise is, on personal sheets.
    pub student: Option<String>,
}

impl Generated {
    /// Computes the model answer and the statistics of any exercise.
    #[must_use]
    pub fn of(number: u32, exercise: Exercise) -> Self {
        let model = ModelAnswer::of(&exercise);
        let figures = ExerciseFigures::of(&exercise, &model);
        Self { number, exercise, model, figures, student: None }
    }
}

impl From<Generated> for (u32, String) {
    /// The number and the text; everything else follows from them.
    fn from(generated: Generated) -> Self {
        (generated.number, generated.exercise.to_text())
    }
}

impl TryFrom<(u32, String)> for Generated {
    type Error = TextFault;

    fn try_from((number, text): (u32, String)) -> Result<Self, Self::Error> {
        Ok(Self::of(number, Exercise::parse(&text)?))
    }
}

/// Set of distinct exercises, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct ExerciseSet {
    /// Exercises of the set.
    pub exercises: Vec<Generated>,
    /// Number of trees tried.
    pub tried: u64,
}

/// Reason why a set cannot be generated.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum GenerateError {
    /// The wishes contradict each other. Wishes are checked before a worker gets them.
    #[serde(skip)]
    Contradiction(Contradiction),
    /// The requested number of exercises is 0 or too large.
    Count(u32),
    /// Too few of the trees tried fulfil the wishes.
    TooRare {
        /// Number of trees tried.
        tried: u64,
        /// Number of exercises found.
        found: u32,
        /// Number of exercises requested.
        wanted: u32,
        /// The wish that excludes the most trees; `None` if nearly all fitting trees are found.
        wish: Option<RareWish>,
    },
    /// The generation was cancelled.
    Cancelled,
}

impl GenerateError {
    /// Returns the reason as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let said = match self {
            Self::Contradiction(contradiction) => return contradiction.sentence(language),
            Self::Count(count) => Message::from(Text::WishCount).with("count", &count).with("most", &MAX_EXERCISES),
            Self::TooRare { tried, found, wanted, wish } => {
                let said = Message::from(if wish.is_some() { Text::WishTooRareBy } else { Text::WishTooRare });
                let said = said.with("tried", tried).with("found", found).with("wanted", wanted);
                wish.as_ref().map_or(said.clone(), |wish| said.with_message("wish", wish.message()))
            }
            Self::Cancelled => Text::WishCancelled.into(),
        };
        said.sentence(language)
    }
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for GenerateError {}

impl From<Contradiction> for GenerateError {
    fn from(contradiction: Contradiction) -> Self {
        Self::Contradiction(contradiction)
    }
}

/// Generates a set of `count` distinct exercises. An exercise depends only on wishes, seed and number: it is the same in a larger
/// set, and on every machine. `progress` counts the exercises generated.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_teach::exercise::{Wishes, generate};
///
/// let wishes = Wishes { leaves: 8..=8, depth: 3..=3, branching: 2..=2, cuts: 2..=3, ..Wishes::default() };
/// let set = generate(&wishes, 1, 2, &Progress::default()).expect("there are such trees");
/// assert_eq!(set.exercises.len(), 2);
/// assert!(set.exercises.iter().all(|made| wishes.cuts.contains(&made.figures.cuts)));
/// ```
///
/// # Errors
/// [`GenerateError`], without a try if the wishes contradict each other.
pub fn generate(wishes: &Wishes, seed: u64, count: u32, progress: &Progress) -> Result<ExerciseSet, GenerateError> {
    if !(1..=MAX_EXERCISES).contains(&count) {
        return Err(GenerateError::Count(count));
    }
    wishes.check()?;
    progress.expect(count.into());
    let (narrowed, searched_leaves) =
        if wishes.equally_hard { equally_hard(wishes, seed, progress)? } else { (wishes.clone(), 0..=u32::MAX) };
    let maker = Maker { searched_leaves, ..Maker::new(&narrowed) };
    let mut distinct = HashSet::new();
    let mut set = ExerciseSet { exercises: Vec::new(), tried: 0 };
    for number in 1..=count {
        let own_seed = mix(seed, number.into());
        let mut found = None;
        for attempt in 0..MAX_TRIES {
            if progress.is_cancelled() {
                return Err(GenerateError::Cancelled);
            }
            set.tried += 1;
            let made = maker.make(number, &mut Draws::new(own_seed, attempt));
            found = made.filter(|made| distinct.insert(made.exercise.checksum()));
            if found.is_some() {
                break;
            }
        }
        let Some(made) = found else {
            let wish = maker.rarest(own_seed, wishes);
            return Err(GenerateError::TooRare { tried: set.tried, found: number - 1, wanted: count, wish });
        };
        set.exercises.push(made);
        progress.advance(1);
    }
    Ok(set)
}

/// Number of trees from which the figures of an equally hard set are chosen.
const PILOTS: usize = 200;

/// Returns the figures in which the exercises of an equally hard set differ by at most one.
const fn hardness(figures: &ExerciseFigures) -> [u32; 7] {
    let ExerciseFigures { leaves, evaluated, cuts, alpha_cuts, beta_cuts, cuts_above_leaves, deep_cuts, .. } = *figures;
    [leaves, evaluated, cuts, alpha_cuts, beta_cuts, cuts_above_leaves, deep_cuts]
}

/// Narrows wishes to trees whose figures differ by at most one: to the most frequent such figures
/// of a sample, which depends only on wishes and seed.
fn equally_hard(
    wishes: &Wishes,
    seed: u64,
    progress: &Progress,
) -> Result<(Wishes, RangeInclusive<u32>), GenerateError> {
    let maker = Maker::new(wishes);
    let mut sample: Vec<[u32; 7]> = Vec::new();
    let mut tried = 0;
    // No exercise has the number 0, so the sample does not contain any exercise.
    while tried < MAX_TRIES && sample.len() < PILOTS {
        if progress.is_cancelled() {
            return Err(GenerateError::Cancelled);
        }
        let made = maker.make(0, &mut Draws::new(mix(seed, 0), tried));
        sample.extend(made.map(|made| hardness(&made.figures)));
        tried += 1;
    }
    let is_near =
        |base: &[u32; 7], other: &[u32; 7]| base.iter().zip(other).all(|(&base, &own)| own == base || own == base + 1);
    let count = |base: &&[u32; 7]| sample.iter().filter(|other| is_near(base, other)).count();
    let Some(&base) = sample.iter().max_by_key(count) else {
        let wish = maker.rarest(mix(seed, 0), wishes);
        return Err(GenerateError::TooRare { tried, found: 0, wanted: 1, wish });
    };
    let [leaves, evaluated, cuts, alpha_cuts, beta_cuts, cuts_above_leaves, deep_cuts] =
        base.map(|least| least..=least + 1);
    // With a depth limit, the leaves of the tree differ from the leaves of the search.
    let has_limit = wishes.convention.depth_limit.is_some();
    let narrowed = Wishes {
        leaves: if has_limit { wishes.leaves.clone() } else { within(&wishes.leaves, &leaves) },
        evaluated: within(&wishes.evaluated, &evaluated),
        alpha_cuts: within(&wishes.alpha_cuts, &alpha_cuts),
        beta_cuts: within(&wishes.beta_cuts, &beta_cuts),
        cuts_above_leaves: within(&wishes.cuts_above_leaves, &cuts_above_leaves),
        deep_cuts: within(&wishes.deep_cuts, &deep_cuts),
        cuts: within(&wishes.cuts, &cuts),
        ..wishes.clone()
    };
    Ok((narrowed, leaves))
}

/// Returns the common part of two ranges that overlap.
fn within(one: &RangeInclusive<u32>, other: &RangeInclusive<u32>) -> RangeInclusive<u32> {
    *one.start().max(other.start())..=*one.end().min(other.end())
}

/// Generator of single trees.
struct Maker<'a> {
    wishes: &'a Wishes,
    shapes: Shapes,
    /// Numbers of leaves that are both wished and possible.
    leaves: Vec<u32>,
    /// Allowed numbers of leaves of the search.
    searched_leaves: RangeInclusive<u32>,
}

impl<'a> Maker<'a> {
    fn new(wishes: &'a Wishes) -> Self {
        let shapes = wishes.shapes();
        let leaves = wishes.supported_leaves().filter(|&leaves| shapes.has(leaves)).collect();
        Self { wishes, shapes, leaves, searched_leaves: 0..=u32::MAX }
    }

    /// Generates a tree; `None` if it does not fulfil the wishes.
    fn make(&self, number: u32, draws: &mut Draws) -> Option<Generated> {
        let wishes = self.wishes;
        let exercise = self.draw(draws)?;
        if wishes.no_ties && has_ties(exercise.tree()) {
            return None;
        }
        let model = ModelAnswer::of(&exercise);
        // The cuts of Star1 are known when the exercise has its kind; questions of other kinds are
        // derived only from trees that fit.
        let fits = |exercise: &Exercise| self.fits(&ExerciseFigures::of(exercise, &model));
        let has_own_cuts = wishes.kind == KindName::Star1;
        if !has_own_cuts && !fits(&exercise) {
            return None;
        }
        if wishes.conventions_agree && !conventions_agree(&exercise, &model) {
            return None;
        }
        let mut exercise = with_kind_of_name(exercise, wishes, draws)?;
        if has_own_cuts && !fits(&exercise) {
            return None;
        }
        let figures = ExerciseFigures::of(&exercise, &model);
        exercise.title = numbered_title(number);
        Some(Generated { number, exercise, model, figures, student: None })
    }

    /// Draws a tree with scores, not yet with a kind; `None` if the range of scores is too small.
    fn draw(&self, draws: &mut Draws) -> Option<Exercise> {
        let wishes = self.wishes;
        let leaves = *draws.one_of(&self.leaves);
        let mut nodes = self.shapes.draw(leaves, draws);
        if wishes.unequal_probabilities {
            draw_probabilities(&mut nodes, draws);
        }
        self.draw_scores(&mut nodes, leaves, draws)?;
        let mut tree = ExerciseTree::from_nodes(nodes).ok()?;
        if wishes.convention.depth_limit.is_some() {
            let scores = &wishes.scores;
            let mut estimate =
                |node: u32| (node > 0 && !tree.is_leaf(node)).then(|| draws.within(*scores.start(), *scores.end()));
            let estimates: Vec<Option<i32>> = tree.nodes().map(&mut estimate).collect();
            tree = tree.with_estimates(&estimates);
        }
        Exercise::new(tree, wishes.convention).ok()
    }

    /// Returns whether the figures of an exercise fulfil the wishes.
    fn fits(&self, figures: &ExerciseFigures) -> bool {
        self.searched_leaves.contains(&figures.leaves)
            && FigureWish::ALL.iter().all(|wish| wish.is_fulfilled(self.wishes, figures))
    }

    /// Returns the wish that excludes the most trees of a sample; `None` if more trees fulfil all wishes than any wish excludes, so
    /// that most were found already. `wishes` are those of the teacher, which may be wider than those of the maker.
    fn rarest(&self, seed: u64, wishes: &Wishes) -> Option<RareWish> {
        let mut counts: Vec<(RareWish, usize)> = Vec::new();
        let mut fitting = 0;
        for attempt in 0..SAMPLE {
            let excluding = self.excluding(&mut Draws::new(seed, attempt), wishes);
            fitting += usize::from(excluding.is_empty());
            for wish in excluding {
                match counts.iter_mut().find(|(own, _)| *own == wish) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((wish, 1)),
                }
            }
        }
        // Of equally many, the first counts.
        let most = counts.into_iter().rev().max_by_key(|&(_, count)| count)?;
        (most.1 > fitting).then_some(most.0)
    }

    /// Returns the wishes that exclude a tree: each of those for its figures, or else the task.
    fn excluding(&self, draws: &mut Draws, teacher: &Wishes) -> Vec<RareWish> {
        let wishes = self.wishes;
        let Some(exercise) = self.draw(draws) else { return vec![RareWish::DistinctScores] };
        let model = ModelAnswer::of(&exercise);
        let mut excluding = Vec::new();
        if wishes.no_ties && has_ties(exercise.tree()) {
            excluding.push(RareWish::NoTies);
        }
        if wishes.conventions_agree && !conventions_agree(&exercise, &model) {
            excluding.push(RareWish::ConventionsAgree);
        }
        let of_figures = |exercise: &Exercise| {
            let figures = ExerciseFigures::of(exercise, &model);
            let is_equal = self.searched_leaves.contains(&figures.leaves);
            let not_met = FigureWish::ALL.into_iter().filter(|wish| !wish.is_fulfilled(wishes, &figures));
            // A range that only the set needs is not one of the teacher.
            let named = |wish: FigureWish| {
                let is_own = !wish.is_fulfilled(teacher, &figures);
                if is_own { wish.rare(teacher) } else { RareWish::EquallyHard }
            };
            (!is_equal).then_some(RareWish::EquallyHard).into_iter().chain(not_met.map(named)).collect::<Vec<_>>()
        };
        let has_own_cuts = wishes.kind == KindName::Star1;
        if !has_own_cuts {
            excluding.extend(of_figures(&exercise));
        }
        if has_own_cuts || excluding.is_empty() {
            match with_kind_of_name(exercise, wishes, draws) {
                Some(exercise) if has_own_cuts => excluding.extend(of_figures(&exercise)),
                Some(_) => {}
                None => excluding.push(RareWish::Kind(wishes.kind)),
            }
        }
        excluding.dedup();
        excluding
    }

    /// Assigns scores to the leaves; `None` if the range has too few numbers for distinct scores.
    fn draw_scores(&self, nodes: &mut [TextbookNode], leaves: u32, draws: &mut Draws) -> Option<()> {
        let (first, last) = (*self.wishes.scores.start(), *self.wishes.scores.end());
        let scores = if self.wishes.distinct_scores {
            let has_enough = u64::from(first.abs_diff(last)) + 1 >= u64::from(leaves);
            has_enough.then(|| draws.different(first, last, leaves as usize))?
        } else {
            (0..leaves).map(|_| draws.within(first, last)).collect()
        };
        let mut is_leaf = vec![true; nodes.len()];
        for node in nodes.iter() {
            if let Some(parent) = node.parent {
                is_leaf[parent] = false;
            }
        }
        let leaves = nodes.iter_mut().zip(is_leaf).filter(|(_, is_leaf)| *is_leaf);
        for ((leaf, _), score) in leaves.zip(scores) {
            leaf.score = Some(score);
        }
        if self.wishes.kind == KindName::Expectimax && !self.wishes.distinct_scores {
            self.make_means_whole(nodes);
        }
        Some(())
    }

    /// Changes the last score below each node whose children are all leaves, so that their mean is
    /// a whole number, if that is possible within the wished scores. Without probabilities, the
    /// nodes at which chance moves are not known yet.
    fn make_means_whole(&self, nodes: &mut [TextbookNode]) {
        for family in families(nodes) {
            let scores: Option<Vec<i32>> = family.iter().map(|&child| nodes[child].score).collect();
            let (Some(scores), Some(&last)) = (scores, family.last()) else { continue };
            let own: Option<Vec<Probability>> = family.iter().map(|&child| nodes[child].probability).collect();
            let found = if let Some(weights) = own.and_then(|own| weights_of(&own)) {
                self.whole_by_weights(&scores, &weights)
            } else {
                let sum: i64 = scores.iter().map(|&score| i64::from(score)).sum();
                let over = sum.rem_euclid(scores.len() as i64) as i32;
                let whole = |score: i32| [score - over, score - over + scores.len() as i32];
                let last = scores.last().copied();
                last.and_then(|score| whole(score).into_iter().find(|one| self.wishes.scores.contains(one)))
            };
            nodes[last].score = found.or(nodes[last].score);
        }
    }

    /// Returns the wished score nearest to the last of `scores` with which their mean by weights is
    /// whole.
    fn whole_by_weights(&self, scores: &[i32], weights: &[u64]) -> Option<i32> {
        let (&score, others) = scores.split_last()?;
        let (&weight, other_weights) = weights.split_last()?;
        let total: i64 = weights.iter().map(|&weight| weight as i64).sum();
        let sum: i64 = others.iter().zip(other_weights).map(|(&score, &weight)| i64::from(score) * weight as i64).sum();
        let is_whole = |one: &i32| (sum + i64::from(*one) * weight as i64) % total == 0;
        let near = (0..=total as i32).flat_map(|by| [score - by, score + by]);
        near.filter(|one| self.wishes.scores.contains(one)).find(is_whole)
    }
}

/// Returns the title of an exercise of a set.
fn numbered_title(number: u32) -> Title {
    let in_language =
        |language: Language| language.fill(Text::ExerciseNumbered, &[("number", &language.number(number.into()))]);
    Title { english: in_language(Language::English), japanese: in_language(Language::Japanese) }
}

/// Returns whether two children of a node have the same value.
fn has_ties(tree: &ExerciseTree) -> bool {
    let values = tree.values();
    tree.nodes().any(|node| {
        let mut scores: Vec<Score> = tree.children(node).iter().map(|&child| values[child as usize]).collect();
        scores.sort_unstable();
        scores.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// Returns whether the cut at α ≥ β and the cut only at α > β skip the same nodes. Fail-hard and fail-soft skip the same nodes anyway.
fn conventions_agree(exercise: &Exercise, model: &ModelAnswer) -> bool {
    let own = *exercise.convention();
    if own.search == SearchByHand::Minimax {
        return true;
    }
    let other_cut = match own.cut {
        CutAt::Equality | CutAt::Either => CutAt::Above,
        CutAt::Above => CutAt::Equality,
    };
    let convention = Convention { cut: other_cut, signs: false, ..own };
    let other = Exercise::new(exercise.tree().clone(), convention);
    other.is_ok_and(|other| ModelAnswer::of(&other).skipped(&other) == model.skipped(exercise))
}
