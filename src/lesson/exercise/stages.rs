//! Everything that can happen when an exercise is done by hand and each wrong step is put right before the next: for pages, which have no grader.
//! The grader is asked each of these questions beforehand.

use std::collections::{BTreeSet, HashMap};

use super::grader::Grader;
use super::hand_search::{Fate, HandSearch};
use super::replies::{AskedOf, NodeReplies, Reply, ScoreReplies, WindowReplies};
use super::{Answers, Exercise, Mistake, SearchByHand, Step, WrittenAnswer};
use crate::language::Language;
use crate::score::{Score, Window};

/// The most stages of an exercise. It is reached by larger trees than one does by hand, and where so many children are skipped by one cut that
/// they can be struck in very many orders.
pub const MOST_STAGES: usize = 600;

/// An exercise has more than [`MOST_STAGES`], or steps in an order in which the right one next cannot be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyStages;

/// What has been done so far, and what can be answered now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The steps so far, all of them right.
    pub answers: Answers,
    /// The right step next; none at the end.
    pub next: Option<Step>,
    /// What can be answered at each node, in the order of nodes; empty at the end.
    pub nodes: Vec<NodeReplies>,
}

/// All stages of an exercise. Those with the same steps in another order are one, unless the grader tells them apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// The stages; nothing is done in the first, all in the last and in others that nothing follows.
    pub stages: Vec<Stage>,
    /// What is said of wrong answers, each once, in the order of [`Language::ALL`]. Where a sentence says what was answered, it has
    /// [`GIVEN`](super::GIVEN).
    pub sentences: Vec<Vec<String>>,
}

impl Stages {
    /// Asks the grader everything that can be asked.
    ///
    /// # Errors
    /// [`TooManyStages`].
    pub fn of(exercise: &Exercise) -> Result<Self, TooManyStages> {
        let mut asking = Asking { exercise, sentences: Vec::new(), places: HashMap::new() };
        let mut stages = Vec::new();
        let mut now = vec![Reached { grader: Grader::new(exercise), answers: Answers::default(), before: None }];
        while !now.is_empty() {
            // All of these have the same number of steps.
            let mut onward = Onward { first: stages.len() + now.len(), all: Vec::new() };
            for reached in now {
                stages.push(asking.stage(reached, &mut onward)?);
            }
            now = onward.all;
        }
        Ok(Self { stages, sentences: asking.sentences })
    }
}

/// A stage before it is asked about.
struct Reached<'a> {
    grader: Grader<'a>,
    answers: Answers,
    /// What graded the last step.
    before: Option<Grader<'a>>,
}

/// The stages with one step more.
struct Onward<'a> {
    /// The place of the first of them.
    first: usize,
    all: Vec<Reached<'a>>,
}

struct Asking<'a> {
    exercise: &'a Exercise,
    sentences: Vec<Vec<String>>,
    places: HashMap<Vec<String>, usize>,
}

impl<'a> Asking<'a> {
    fn stage(&mut self, reached: Reached<'a>, onward: &mut Onward<'a>) -> Result<Stage, TooManyStages> {
        let next = reached.grader.next_asked();
        let written = WrittenAnswer::of(self.exercise, &reached.answers);
        let mut nodes = Vec::new();
        for node in self.exercise.tree().nodes().filter(|_| next.is_some()) {
            nodes.push(NodeReplies {
                strike: self.strike(&reached, node, onward),
                asked: (!self.exercise.tree().is_leaf(node)).then(|| self.asked(&reached, &written, node, onward)),
            });
            if onward.first + onward.all.len() > MOST_STAGES {
                return Err(TooManyStages);
            }
        }
        // Whoever comes here must be able to go on.
        let is_answered = |step: Step| {
            let replies = nodes.get(step.node() as usize);
            matches!(replies.and_then(|replies: &NodeReplies| replies.reply(step)), Some(Reply::Right(_)))
        };
        if !next.is_none_or(is_answered) {
            return Err(TooManyStages);
        }
        Ok(Stage { answers: reached.answers, next, nodes })
    }

    fn strike(&mut self, reached: &Reached<'a>, node: u32, onward: &mut Onward<'a>) -> Option<Reply> {
        let strike = Step::Skip { node };
        // A second search can have to strike what an earlier one has visited.
        let is_next = reached.grader.next_asked() == Some(strike);
        let can_be_struck =
            is_next || self.exercise.tree().parent(node).is_some() && waits(reached.grader.search(), node);
        if !can_be_struck {
            return None;
        }
        // One that comes right behind the return of its parent is meant before it.
        let late = reached.answers.steps.last().zip(reached.before.as_ref());
        let late = late.filter(|(last, before)| before.is_late_strike(**last, strike));
        let mistake = late.and_then(|(_, before)| before.clone().take(strike));
        Some(match mistake {
            Some(mistake) => Reply::Wrong(self.sentence(&mistake)),
            None => self.reply(reached, strike, onward).0,
        })
    }

    /// What is said of the numbers of a node: what the window's form asks there.
    fn asked(&mut self, reached: &Reached<'a>, written: &WrittenAnswer, node: u32, onward: &mut Onward<'a>) -> AskedOf {
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
        let (reply, is_of_number) = self.reply(reached, probe, onward);
        // Where the step itself is out of place, no number is looked at.
        values.push(other);
        let values = if is_of_number { &values[..] } else { &[] };
        if asks_window {
            AskedOf::Window(WindowReplies::of(values, reply, |window| {
                self.reply(reached, Step::Enter { node, window }, onward).0
            }))
        } else {
            AskedOf::Score(ScoreReplies::of(values, reply, |score, sign| {
                let bound = sign.filter(|_| convention.signs);
                self.reply(reached, Step::Return { node, score, bound }, onward).0
            }))
        }
    }

    /// What the grader says of a step, as it is written; and whether that depends on its number.
    fn reply(&mut self, reached: &Reached<'a>, step: Step, onward: &mut Onward<'a>) -> (Reply, bool) {
        let mut grader = reached.grader.clone();
        if let Some(mistake) = grader.take(self.exercise.written_step(step)) {
            return (Reply::Wrong(self.sentence(&mistake)), mistake.expected.is_some());
        }
        let place = onward.all.iter().position(|known| known.grader == grader).unwrap_or_else(|| {
            let mut answers = reached.answers.clone();
            answers.steps.push(step);
            onward.all.push(Reached { grader, answers, before: Some(reached.grader.clone()) });
            onward.all.len() - 1
        });
        (Reply::Right(onward.first + place), true)
    }

    /// The place of the sentence about a mistake.
    fn sentence(&mut self, mistake: &Mistake) -> usize {
        let said: Vec<String> =
            Language::ALL.into_iter().map(|language| mistake.open_sentence(self.exercise, language)).collect();
        let next = self.sentences.len();
        *self.places.entry(said.clone()).or_insert_with(|| {
            self.sentences.push(said);
            next
        })
    }
}

/// Whether nothing has become of a node in the search of its parent that is under way, or in the last one.
fn waits(search: &HandSearch<'_>, node: u32) -> bool {
    let is_waiting = matches!(search.fate(node), Fate::Waiting | Fate::Asked(_));
    is_waiting && search.tree().above(node).all(|above| search.fate(above) != Fate::Struck)
}

/// Scores beyond this are the neighbours of infinity.
const FAR: i32 = Score::MAX - 8;

/// The ends of windows that the grader can tell from others when a node is entered, in both views: of those on the way to it, and the scores known
/// there.
fn ends(search: &HandSearch<'_>, node: u32) -> Vec<Score> {
    let tree = search.tree();
    let mut values = BTreeSet::from([Score::INFINITY]);
    for node in std::iter::once(node).chain(tree.above(node)) {
        values.extend([search.given(node), search.own(node)].iter().flat_map(|window| [window.alpha, window.beta]));
        let before = tree.parent(node).map_or(&[][..], |parent| &tree.children(parent)[..=tree.place(node)]);
        for &sibling in before {
            values.extend(search.score(sibling));
            if let Fate::Asked(score) = search.fate(sibling) {
                values.insert(score);
            }
        }
    }
    if search.exercise().convention().search == SearchByHand::Pvs {
        // Those of null windows.
        let beside: Vec<Score> = values.iter().flat_map(|score| [score.next(), score.previous()]).collect();
        values.extend(beside);
    }
    in_both_views(values)
}

/// The scores that the grader can tell from others when a node returns, in both views: those of its children, struck ones too, and the ends of its
/// window.
fn scores(search: &HandSearch<'_>, node: u32) -> Vec<Score> {
    let (tree, given) = (search.tree(), search.given(node));
    let all = tree.values();
    let mut values = BTreeSet::from([Score::INFINITY, given.alpha, given.beta]);
    values.extend(search.answer(node));
    for &child in tree.children(node) {
        values.insert(all[child as usize]);
        values.extend(search.score(child));
        if let Fate::Asked(score) = search.fate(child) {
            values.insert(score);
        }
    }
    in_both_views(values)
}

fn in_both_views(values: BTreeSet<Score>) -> Vec<Score> {
    let both: BTreeSet<Score> = values.into_iter().flat_map(|score| [score, score.negated()]).collect();
    both.into_iter().collect()
}
