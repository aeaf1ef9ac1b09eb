//! All sequences of right steps in an exercise, for pages that correct each wrong step: the stages,
//! and the reply to each possible answer, as finite lists for a page without the program.

use std::collections::{BTreeSet, HashMap};

use super::grader::Grader;
use super::hand_search::{Fate, HandSearch};
use super::{Answers, Exercise, Mistake, SearchByHand, Step, WrittenAnswer};
use edagari_core::language::Language;
use edagari_core::score::{BoundKind, Score, Window};

/// Maximum number of stages of an exercise. It is exceeded by trees too large for solving by hand,
/// and by cuts that skip many children, because these can be struck in any order.
pub const MAX_STAGES: usize = 600;

/// Error: the exercise has more than [`MAX_STAGES`] stages, or a stage whose next right step cannot be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyStages;

/// Progress in an exercise, with the replies to all answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Steps so far, all of them right.
    pub answers: Answers,
    /// Next right step; `None` at the end.
    pub next: Option<Step>,
    /// Replies at each node, in the order of nodes; empty at the end.
    pub nodes: Vec<NodeReplies>,
}

/// All stages of an exercise. Stages with the same steps in different order are merged, unless the grader distinguishes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// Stages; the first has no steps, and the last and some others are final.
    pub stages: Vec<Stage>,
    /// Sentences about wrong answers, each once, in the order of [`Language::ALL`]. A sentence that quotes the answer contains
    /// [`GIVEN`](super::GIVEN) instead.
    pub sentences: Vec<Vec<String>>,
}

impl Stages {
    /// Computes all stages with the grader.
    ///
    /// # Errors
    /// [`TooManyStages`] if there are too many.
    pub fn of(exercise: &Exercise) -> Result<Self, TooManyStages> {
        let mut builder = StageBuilder { exercise, sentences: Vec::new(), places: HashMap::new() };
        let mut stages = Vec::new();
        let mut now = vec![Reached { grader: Grader::new(exercise), answers: Answers::default(), before: None }];
        while !now.is_empty() {
            // All stages of a round have the same number of steps.
            let mut next_stages = NextStages { first: stages.len() + now.len(), all: Vec::new() };
            for reached in now {
                stages.push(builder.stage(reached, &mut next_stages)?);
            }
            now = next_stages.all;
        }
        Ok(Self { stages, sentences: builder.sentences })
    }
}

/// Stage whose replies are not computed yet.
struct Reached<'a> {
    grader: Grader<'a>,
    answers: Answers,
    /// State of the grader before the last step; `None` at the start.
    before: Option<Grader<'a>>,
}

/// Stages with one more step.
struct NextStages<'a> {
    /// Index of the first of these stages.
    first: usize,
    all: Vec<Reached<'a>>,
}

struct StageBuilder<'a> {
    exercise: &'a Exercise,
    sentences: Vec<Vec<String>>,
    places: HashMap<Vec<String>, usize>,
}

impl<'a> StageBuilder<'a> {
    fn stage(&mut self, reached: Reached<'a>, next_stages: &mut NextStages<'a>) -> Result<Stage, TooManyStages> {
        let next = reached.grader.next_required();
        let written = WrittenAnswer::of(self.exercise, &reached.answers);
        let mut nodes = Vec::new();
        for node in self.exercise.tree().nodes().filter(|_| next.is_some()) {
            nodes.push(NodeReplies {
                strike: self.strike(&reached, node, next_stages),
                numbers: (!self.exercise.tree().is_leaf(node))
                    .then(|| self.numbers(&reached, &written, node, next_stages)),
            });
            if next_stages.first + next_stages.all.len() > MAX_STAGES {
                return Err(TooManyStages);
            }
        }
        // Every stage must accept its next right step.
        let is_answered = |step: Step| {
            let replies = nodes.get(step.node() as usize);
            matches!(replies.and_then(|replies: &NodeReplies| replies.reply(step)), Some(Reply::Right(_)))
        };
        if !next.is_none_or(is_answered) {
            return Err(TooManyStages);
        }
        Ok(Stage { answers: reached.answers, next, nodes })
    }

    fn strike(&mut self, reached: &Reached<'a>, node: u32, next_stages: &mut NextStages<'a>) -> Option<Reply> {
        let strike = Step::Skip { node };
        // In a re-search, nodes that an earlier search has visited may have to be struck.
        let is_next = reached.grader.next_required() == Some(strike);
        let can_be_struck =
            is_next || self.exercise.tree().parent(node).is_some() && waits(reached.grader.search(), node);
        if !can_be_struck {
            return None;
        }
        // A strike directly after the return of the parent counts as if it were before the return.
        let late = reached.answers.steps.last().zip(reached.before.as_ref());
        let late = late.filter(|(last, before)| before.is_late_strike(**last, strike));
        let mistake = late.and_then(|(_, before)| before.clone().take(strike));
        Some(match mistake {
            Some(mistake) => Reply::Wrong(self.sentence(&mistake)),
            None => self.reply(reached, strike, next_stages).0,
        })
    }

    /// Computes the replies to the numbers of a node: its window, or its score.
    fn numbers(
        &mut self,
        reached: &Reached<'a>,
        written: &WrittenAnswer,
        node: u32,
        next_stages: &mut NextStages<'a>,
    ) -> NumberReplies {
        let convention = self.exercise.convention();
        let search = &reached.grader.entered();
        let asks_window = convention.windows && !written.is_open(node);
        let mut values = if asks_window { ends(search, node) } else { scores(search, node) };
        let known = values.iter().filter_map(|score| score.finite()).map(i32::abs).filter(|&value| value < FAR);
        let other = Score::new(known.max().unwrap_or(0) + 2);
        let probe = if asks_window {
            Step::Enter { node, window: Window { alpha: other, beta: other } }
        } else {
            Step::Return { node, score: other, bound: None }
        };
        let (reply, is_of_number) = self.reply(reached, probe, next_stages);
        // If the step itself is impossible, all numbers get the same reply.
        values.push(other);
        let values = if is_of_number { &values[..] } else { &[] };
        if asks_window {
            NumberReplies::Window(WindowReplies::of(values, reply, |window| {
                self.reply(reached, Step::Enter { node, window }, next_stages).0
            }))
        } else {
            NumberReplies::Score(ScoreReplies::of(values, reply, |score, sign| {
                let bound = sign.filter(|_| convention.signs);
                self.reply(reached, Step::Return { node, score, bound }, next_stages).0
            }))
        }
    }

    /// Returns the grader's reply to a step in written form, and whether the reply depends on the number.
    fn reply(&mut self, reached: &Reached<'a>, step: Step, next_stages: &mut NextStages<'a>) -> (Reply, bool) {
        let mut grader = reached.grader.clone();
        if let Some(mistake) = grader.take(self.exercise.written_step(step)) {
            return (Reply::Wrong(self.sentence(&mistake)), mistake.expected.is_some());
        }
        let place = next_stages.all.iter().position(|known| known.grader == grader).unwrap_or_else(|| {
            let mut answers = reached.answers.clone();
            answers.steps.push(step);
            next_stages.all.push(Reached { grader, answers, before: Some(reached.grader.clone()) });
            next_stages.all.len() - 1
        });
        (Reply::Right(next_stages.first + place), true)
    }

    /// Returns the index of the sentence about a mistake.
    fn sentence(&mut self, mistake: &Mistake) -> usize {
        let texts: Vec<String> =
            Language::ALL.into_iter().map(|language| mistake.open_sentence(self.exercise, language)).collect();
        let next = self.sentences.len();
        *self.places.entry(texts.clone()).or_insert_with(|| {
            self.sentences.push(texts);
            next
        })
    }
}

/// Returns whether a node is neither searched nor struck in the current or last search of its parent.
fn waits(search: &HandSearch<'_>, node: u32) -> bool {
    let is_waiting = matches!(search.fate(node), Fate::Waiting | Fate::ReSearchDue(_));
    is_waiting && search.tree().above(node).all(|above| search.fate(above) != Fate::Struck)
}

/// Absolute scores of this value or greater are too close to infinity to be used.
const FAR: i32 = Score::MAX - 8;

/// Returns the window ends that the grader can distinguish when a node is entered, in both views:
/// ends of windows on the path to the node, and scores known there.
fn ends(search: &HandSearch<'_>, node: u32) -> Vec<Score> {
    let tree = search.tree();
    let Window { alpha, beta } = search.exercise().convention().root.window();
    let mut values = BTreeSet::from([Score::INFINITY, alpha, beta]);
    for node in std::iter::once(node).chain(tree.above(node)) {
        values.extend([search.given(node), search.own(node)].iter().flat_map(|window| [window.alpha, window.beta]));
        let before = tree.parent(node).map_or(&[][..], |parent| &tree.children(parent)[..=tree.place(node)]);
        for &sibling in before {
            values.extend(search.score(sibling));
            if let Fate::ReSearchDue(score) = search.fate(sibling) {
                values.insert(score);
            }
        }
    }
    if search.exercise().convention().search == SearchByHand::Pvs {
        // Ends of null windows.
        let beside: Vec<Score> = values.iter().flat_map(|score| [score.next(), score.previous()]).collect();
        values.extend(beside);
    }
    in_both_views(values)
}

/// Returns the scores that the grader can distinguish when a node returns, in both views: those of its children, including struck
/// ones, and the ends of its window.
fn scores(search: &HandSearch<'_>, node: u32) -> Vec<Score> {
    let (tree, given) = (search.tree(), search.given(node));
    let all = tree.values();
    let mut values = BTreeSet::from([Score::INFINITY, given.alpha, given.beta]);
    values.extend(search.answer(node));
    for &child in tree.children(node) {
        values.insert(all[child as usize]);
        values.extend(search.score(child));
        if let Fate::ReSearchDue(score) = search.fate(child) {
            values.insert(score);
        }
    }
    in_both_views(values)
}

fn in_both_views(values: BTreeSet<Score>) -> Vec<Score> {
    let both: BTreeSet<Score> = values.into_iter().flat_map(|score| [score, score.negated()]).collect();
    both.into_iter().collect()
}

/// Reply to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The answer is right and leads to the stage with this index.
    Right(usize),
    /// The answer is wrong, with the sentence with this index.
    Wrong(usize),
}

/// Replies to windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowReplies {
    /// Windows whose reply is determined by neither end alone.
    pub pairs: Vec<(Window, Reply)>,
    /// Replies to other windows, by α.
    pub alphas: Vec<(Score, Reply)>,
    /// Replies to other windows, by β.
    pub betas: Vec<(Score, Reply)>,
    /// Reply to all remaining windows.
    pub others: Reply,
}

/// Replies to scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreReplies {
    /// Scores, each with the replies for the signs of [`SIGNS`], in that order.
    pub scores: Vec<(Score, [Reply; SIGNS.len()])>,
    /// Reply to all remaining scores.
    pub others: Reply,
}

/// Signs before a score: none, `≤`, `=` or `≥`.
pub const SIGNS: [Option<BoundKind>; 4] =
    [None, Some(BoundKind::Upper), Some(BoundKind::Exact), Some(BoundKind::Lower)];

/// Replies to the numbers of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberReplies {
    /// Replies to the window of an entry.
    Window(WindowReplies),
    /// Replies to the score of a return.
    Score(ScoreReplies),
}

/// Replies to all answers at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeReplies {
    /// Replies to numbers; `None` for a leaf.
    pub numbers: Option<NumberReplies>,
    /// Reply if the node is struck; `None` if it cannot be struck.
    pub strike: Option<Reply>,
}

impl WindowReplies {
    /// Builds the lists from the reply to each pair of `ends`. The last end represents all unlisted scores;
    /// `others` is the reply if both ends are unlisted.
    pub(super) fn of(ends: &[Score], others: Reply, mut reply_to: impl FnMut(Window) -> Reply) -> Self {
        let mut replies = Self { pairs: Vec::new(), alphas: Vec::new(), betas: Vec::new(), others };
        let Some((&other, named)) = ends.split_last() else { return replies };
        for &end in named {
            let alone = reply_to(Window { alpha: end, beta: other });
            replies.alphas.extend((alone != others).then_some((end, alone)));
            let alone = reply_to(Window { alpha: other, beta: end });
            replies.betas.extend((alone != others).then_some((end, alone)));
        }
        for &alpha in named {
            for &beta in named {
                let window = Window { alpha, beta };
                let reply = reply_to(window);
                if reply != replies.reply(window) {
                    replies.pairs.push((window, reply));
                }
            }
        }
        replies
    }

    /// Returns the reply to a window. The script of the page uses the same lookup.
    #[must_use]
    pub fn reply(&self, window: Window) -> Reply {
        found(&self.pairs, &window)
            .or_else(|| found(&self.alphas, &window.alpha))
            .or_else(|| found(&self.betas, &window.beta))
            .unwrap_or(self.others)
    }
}

impl ScoreReplies {
    /// Builds the list from the reply to each score with each sign; `others` is the reply to unlisted scores.
    pub(super) fn of(
        scores: &[Score],
        others: Reply,
        mut reply_to: impl FnMut(Score, Option<BoundKind>) -> Reply,
    ) -> Self {
        let with_signs = scores.iter().map(|&score| (score, SIGNS.map(|sign| reply_to(score, sign))));
        Self {
            scores: with_signs.filter(|(_, replies)| replies.iter().any(|&reply| reply != others)).collect(),
            others,
        }
    }

    /// Returns the reply to a score with its sign. The script of the page uses the same lookup.
    #[must_use]
    pub fn reply(&self, score: Score, sign: Option<BoundKind>) -> Reply {
        let place = SIGNS.iter().position(|&one| one == sign).unwrap_or(0);
        found(&self.scores, &score).map_or(self.others, |replies| replies[place])
    }
}

impl NodeReplies {
    /// Returns the reply to a step at this node; `None` if the node does not accept this kind of step.
    #[must_use]
    pub fn reply(&self, step: Step) -> Option<Reply> {
        match (step, &self.numbers) {
            (Step::Skip { .. }, _) => self.strike,
            (Step::Enter { window, .. }, Some(NumberReplies::Window(replies))) => Some(replies.reply(window)),
            (Step::Return { score, bound, .. }, Some(NumberReplies::Score(replies))) => {
                Some(replies.reply(score, bound))
            }
            _ => None,
        }
    }
}

fn found<K: PartialEq, V: Copy>(list: &[(K, V)], key: &K) -> Option<V> {
    list.iter().find(|(own, _)| own == key).map(|&(_, value)| value)
}
