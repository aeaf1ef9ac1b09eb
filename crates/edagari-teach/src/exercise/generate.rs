//! Generation of trees that fulfil requirements.

mod draw_probabilities;
mod rare_requirement;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::localized_text::LocalizedText;
use super::probabilities::weights_of;
use super::questions::with_kind_of_name;
use super::shapes::Draws;
use super::shapes::Shapes;
use super::{
    Contradiction, Convention, CutAt, Exercise, ExerciseFigures, ExerciseTree, KindName, ModelAnswer, Requirements,
    SearchByHand, TextFault, Title,
};
use draw_probabilities::{draw_probabilities, families};
use edagari_core::game::{TextbookNode, mix};
use edagari_core::language::{Language, Text};
use edagari_core::score::{Probability, Score};
use edagari_core::trace::Progress;
pub use rare_requirement::{FigureRequirement, RareRequirement};

/// Maximum number of trees tried for one exercise.
pub const MAX_TRIES: u64 = 50_000;
/// Number of trees from which the requirement that excludes the most is known.
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
    /// The requirements contradict each other. Requirements are checked before a worker gets them.
    #[serde(skip)]
    Contradiction(Contradiction),
    /// The requested number of exercises is 0 or too large.
    Count(u32),
    /// Too few of the trees tried fulfil the requirements.
    TooRare {
        /// Number of trees tried.
        tried: u64,
        /// Number of exercises found.
        found: u32,
        /// Number of exercises requested.
        wanted: u32,
        /// The requirement that excludes the most trees; `None` if nearly all fitting trees are found.
        requirement: Option<RareRequirement>,
    },
    /// The generation was cancelled.
    Cancelled,
}

impl GenerateError {
    /// Returns the reason as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let message = match self {
            Self::Contradiction(contradiction) => return contradiction.sentence(language),
            Self::Count(count) => {
                LocalizedText::from(Text::WishCount).with("count", &count).with("most", &MAX_EXERCISES)
            }
            Self::TooRare { tried, found, wanted, requirement } => {
                let message =
                    LocalizedText::from(if requirement.is_some() { Text::WishTooRareBy } else { Text::WishTooRare });
                let message = message.with("tried", tried).with("found", found).with("wanted", wanted);
                requirement
                    .as_ref()
                    .map_or(message.clone(), |requirement| message.with_message("wish", requirement.message()))
            }
            Self::Cancelled => Text::WishCancelled.into(),
        };
        message.sentence(language)
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

/// Generates a set of `count` distinct exercises. An exercise depends only on requirements, seed and number: it is the same in a larger
/// set, and on every machine. `progress` counts the exercises generated.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_teach::exercise::{Requirements, generate};
///
/// let requirements = Requirements { leaves: 8..=8, depth: 3..=3, branching: 2..=2, cuts: 2..=3, ..Requirements::default() };
/// let set = generate(&requirements, 1, 2, &Progress::default()).expect("there are such trees");
/// assert_eq!(set.exercises.len(), 2);
/// assert!(set.exercises.iter().all(|made| requirements.cuts.contains(&made.figures.cuts)));
/// ```
///
/// # Errors
/// [`GenerateError`], without a try if the requirements contradict each other.
pub fn generate(
    requirements: &Requirements,
    seed: u64,
    count: u32,
    progress: &Progress,
) -> Result<ExerciseSet, GenerateError> {
    if !(1..=MAX_EXERCISES).contains(&count) {
        return Err(GenerateError::Count(count));
    }
    requirements.check()?;
    progress.expect(count.into());
    let (narrowed, searched_leaves) = if requirements.equally_hard {
        equally_hard(requirements, seed, progress)?
    } else {
        (requirements.clone(), 0..=u32::MAX)
    };
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
            let requirement = maker.rarest(own_seed, requirements);
            return Err(GenerateError::TooRare { tried: set.tried, found: number - 1, wanted: count, requirement });
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

/// Narrows requirements to trees whose figures differ by at most one: to the most frequent such figures
/// of a sample, which depends only on requirements and seed.
fn equally_hard(
    requirements: &Requirements,
    seed: u64,
    progress: &Progress,
) -> Result<(Requirements, RangeInclusive<u32>), GenerateError> {
    let maker = Maker::new(requirements);
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
        let requirement = maker.rarest(mix(seed, 0), requirements);
        return Err(GenerateError::TooRare { tried, found: 0, wanted: 1, requirement });
    };
    let [leaves, evaluated, cuts, alpha_cuts, beta_cuts, cuts_above_leaves, deep_cuts] =
        base.map(|least| least..=least + 1);
    // With a depth limit, the leaves of the tree differ from the leaves of the search.
    let has_limit = requirements.convention.depth_limit.is_some();
    let narrowed = Requirements {
        leaves: if has_limit { requirements.leaves.clone() } else { within(&requirements.leaves, &leaves) },
        evaluated: within(&requirements.evaluated, &evaluated),
        alpha_cuts: within(&requirements.alpha_cuts, &alpha_cuts),
        beta_cuts: within(&requirements.beta_cuts, &beta_cuts),
        cuts_above_leaves: within(&requirements.cuts_above_leaves, &cuts_above_leaves),
        deep_cuts: within(&requirements.deep_cuts, &deep_cuts),
        cuts: within(&requirements.cuts, &cuts),
        ..requirements.clone()
    };
    Ok((narrowed, leaves))
}

/// Returns the common part of two ranges that overlap.
fn within(one: &RangeInclusive<u32>, other: &RangeInclusive<u32>) -> RangeInclusive<u32> {
    *one.start().max(other.start())..=*one.end().min(other.end())
}

/// Generator of single trees.
struct Maker<'a> {
    requirements: &'a Requirements,
    shapes: Shapes,
    /// Numbers of leaves that are both wished and possible.
    leaves: Vec<u32>,
    /// Allowed numbers of leaves of the search.
    searched_leaves: RangeInclusive<u32>,
}

impl<'a> Maker<'a> {
    fn new(requirements: &'a Requirements) -> Self {
        let shapes = requirements.shapes();
        let leaves = requirements.supported_leaves().filter(|&leaves| shapes.has(leaves)).collect();
        Self { requirements, shapes, leaves, searched_leaves: 0..=u32::MAX }
    }

    /// Generates a tree; `None` if it does not fulfil the requirements.
    fn make(&self, number: u32, draws: &mut Draws) -> Option<Generated> {
        let requirements = self.requirements;
        let exercise = self.draw(draws)?;
        if requirements.no_ties && has_ties(exercise.tree()) {
            return None;
        }
        let model = ModelAnswer::of(&exercise);
        // The cuts of Star1 are known when the exercise has its kind; questions of other kinds are
        // derived only from trees that fit.
        let fits = |exercise: &Exercise| self.fits(&ExerciseFigures::of(exercise, &model));
        let has_own_cuts = requirements.kind == KindName::Star1;
        if !has_own_cuts && !fits(&exercise) {
            return None;
        }
        if requirements.conventions_agree && !conventions_agree(&exercise, &model) {
            return None;
        }
        let mut exercise = with_kind_of_name(exercise, requirements, draws)?;
        if has_own_cuts && !fits(&exercise) {
            return None;
        }
        let figures = ExerciseFigures::of(&exercise, &model);
        exercise.title = numbered_title(number);
        Some(Generated { number, exercise, model, figures, student: None })
    }

    /// Draws a tree with scores, not yet with a kind; `None` if the range of scores is too small.
    fn draw(&self, draws: &mut Draws) -> Option<Exercise> {
        let requirements = self.requirements;
        let leaves = *draws.one_of(&self.leaves);
        let mut nodes = self.shapes.draw(leaves, draws);
        if requirements.unequal_probabilities {
            draw_probabilities(&mut nodes, draws);
        }
        self.draw_scores(&mut nodes, leaves, draws)?;
        let mut tree = ExerciseTree::from_nodes(nodes).ok()?;
        if requirements.convention.depth_limit.is_some() {
            let scores = &requirements.scores;
            let mut estimate =
                |node: u32| (node > 0 && !tree.is_leaf(node)).then(|| draws.within(*scores.start(), *scores.end()));
            let estimates: Vec<Option<i32>> = tree.nodes().map(&mut estimate).collect();
            tree = tree.with_estimates(&estimates);
        }
        Exercise::new(tree, requirements.convention).ok()
    }

    /// Returns whether the figures of an exercise fulfil the requirements.
    fn fits(&self, figures: &ExerciseFigures) -> bool {
        self.searched_leaves.contains(&figures.leaves)
            && FigureRequirement::ALL.iter().all(|requirement| requirement.is_fulfilled(self.requirements, figures))
    }

    /// Returns the requirement that excludes the most trees of a sample; `None` if more trees fulfil all requirements than any requirement excludes, so
    /// that most were found already. `requirements` are those of the teacher, which may be wider than those of the maker.
    fn rarest(&self, seed: u64, requirements: &Requirements) -> Option<RareRequirement> {
        let mut counts: Vec<(RareRequirement, usize)> = Vec::new();
        let mut fitting = 0;
        for attempt in 0..SAMPLE {
            let excluding = self.excluding(&mut Draws::new(seed, attempt), requirements);
            fitting += usize::from(excluding.is_empty());
            for requirement in excluding {
                match counts.iter_mut().find(|(own, _)| *own == requirement) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((requirement, 1)),
                }
            }
        }
        // Of equally many, the first counts.
        let most = counts.into_iter().rev().max_by_key(|&(_, count)| count)?;
        (most.1 > fitting).then_some(most.0)
    }

    /// Returns the requirements that exclude a tree: each of those for its figures, or else the task.
    fn excluding(&self, draws: &mut Draws, teacher: &Requirements) -> Vec<RareRequirement> {
        let requirements = self.requirements;
        let Some(exercise) = self.draw(draws) else { return vec![RareRequirement::DistinctScores] };
        let model = ModelAnswer::of(&exercise);
        let mut excluding = Vec::new();
        if requirements.no_ties && has_ties(exercise.tree()) {
            excluding.push(RareRequirement::NoTies);
        }
        if requirements.conventions_agree && !conventions_agree(&exercise, &model) {
            excluding.push(RareRequirement::ConventionsAgree);
        }
        let of_figures = |exercise: &Exercise| {
            let figures = ExerciseFigures::of(exercise, &model);
            let is_equal = self.searched_leaves.contains(&figures.leaves);
            let not_met = FigureRequirement::ALL
                .into_iter()
                .filter(|requirement| !requirement.is_fulfilled(requirements, &figures));
            // A range that only the set needs is not one of the teacher.
            let named = |requirement: FigureRequirement| {
                let is_own = !requirement.is_fulfilled(teacher, &figures);
                if is_own { requirement.rare(teacher) } else { RareRequirement::EquallyHard }
            };
            (!is_equal)
                .then_some(RareRequirement::EquallyHard)
                .into_iter()
                .chain(not_met.map(named))
                .collect::<Vec<_>>()
        };
        let has_own_cuts = requirements.kind == KindName::Star1;
        if !has_own_cuts {
            excluding.extend(of_figures(&exercise));
        }
        if has_own_cuts || excluding.is_empty() {
            match with_kind_of_name(exercise, requirements, draws) {
                Some(exercise) if has_own_cuts => excluding.extend(of_figures(&exercise)),
                Some(_) => {}
                None => excluding.push(RareRequirement::Kind(requirements.kind)),
            }
        }
        excluding.dedup();
        excluding
    }

    /// Assigns scores to the leaves; `None` if the range has too few numbers for distinct scores.
    fn draw_scores(&self, nodes: &mut [TextbookNode], leaves: u32, draws: &mut Draws) -> Option<()> {
        let (first, last) = (*self.requirements.scores.start(), *self.requirements.scores.end());
        let scores = if self.requirements.distinct_scores {
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
        if self.requirements.kind == KindName::Expectimax && !self.requirements.distinct_scores {
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
                last.and_then(|score| whole(score).into_iter().find(|one| self.requirements.scores.contains(one)))
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
        near.filter(|one| self.requirements.scores.contains(one)).find(is_whole)
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
