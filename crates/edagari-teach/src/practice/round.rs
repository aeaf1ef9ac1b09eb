//! A round of questions: the answers so far, the last frame that a replay may show, and counts of right answers by kind.

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign};

use super::question::QuestionKind;
use super::question::{Question, Reply};

/// Reply with its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Reply of the student.
    pub reply: Reply,
    /// Whether the reply is right.
    pub is_right: bool,
}

/// Event that a round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The replay must reach the next question.
    OnTheWay,
    /// The current question must be answered.
    Question,
    /// The student must continue after an answered question.
    Answered,
    /// No event: all questions are answered.
    Over,
}

/// Questions in the order of their frames, some of them answered.
///
/// ```
/// use edagari_teach::practice::{Plan, Reply, Round, Stage};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let mut round = Round::new(Plan::default().questions(&trace, 0));
/// let frame = round.last_shown().expect("a frame before the first question");
/// round.arrive(frame);
/// assert_eq!(round.stage(), Stage::Question);
/// let right = round.next().expect("the question that is asked").right;
/// assert_eq!(round.reply(Reply::Choice(right)), Some(true));
/// assert_eq!((round.tally().total().asked, round.tally().total().right), (1, 1));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    questions: Vec<Question>,
    given: Vec<Given>,
    /// Whether the next question is currently asked, and whether the result of the last answer is still shown.
    is_open: bool,
    is_looked_at: bool,
}

impl Round {
    /// Creates a round without answers.
    #[must_use]
    pub const fn new(questions: Vec<Question>) -> Self {
        Self { questions, given: Vec::new(), is_open: false, is_looked_at: false }
    }

    /// Returns all questions of the round.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Returns the replies to the first questions, one per answered question.
    #[must_use]
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// Returns the event that the round waits for.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match self.next() {
            _ if self.is_looked_at => Stage::Answered,
            None => Stage::Over,
            Some(_) if self.is_open => Stage::Question,
            Some(_) => Stage::OnTheWay,
        }
    }

    /// Returns the next question to answer; `None` after the last one.
    #[must_use]
    pub fn next(&self) -> Option<&Question> {
        self.questions.get(self.given.len())
    }

    /// Returns the question answered last, with its reply.
    #[must_use]
    pub fn last(&self) -> Option<(&Question, &Given)> {
        let given = self.given.last()?;
        Some((&self.questions[self.given.len() - 1], given))
    }

    /// Returns the last frame that may be shown: the one before the next question; `None` if all questions are answered.
    #[must_use]
    pub fn last_shown(&self) -> Option<usize> {
        self.next().map(|next| next.frame.saturating_sub(1))
    }

    /// Reports that the replay has reached `frame`. The next question is asked if the frame is directly before it or later.
    pub fn arrive(&mut self, frame: usize) {
        if self.last_shown().is_some_and(|last| frame >= last) {
            (self.is_open, self.is_looked_at) = (true, false);
        }
    }

    /// Answers the current question and returns whether the reply is right. `None` if no question is asked or the choice does not exist.
    pub fn reply(&mut self, reply: Reply) -> Option<bool> {
        let question = self.next().filter(|_| self.stage() == Stage::Question)?;
        if matches!(reply, Reply::Choice(choice) if choice >= question.choices.len()) {
            return None;
        }
        let is_right = question.is_right(&reply);
        self.given.push(Given { reply, is_right });
        (self.is_open, self.is_looked_at) = (false, true);
        Some(is_right)
    }

    /// Continues after an answered question.
    pub fn go_on(&mut self) {
        self.is_looked_at = false;
    }

    /// Counts the questions answered so far, by kind.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (question, given) in self.questions.iter().zip(&self.given) {
            tally.count(question.kind, given.is_right);
        }
        tally
    }

    /// Returns the questions answered wrongly, for repetition.
    #[must_use]
    pub fn wrong(&self) -> Vec<Question> {
        let wrong = self.questions.iter().zip(&self.given).filter(|(_, given)| !given.is_right);
        wrong.map(|(question, _)| question.clone()).collect()
    }
}

/// Count of answered questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Count {
    /// Number of answered questions.
    pub asked: u32,
    /// Number of right answers.
    pub right: u32,
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { asked: self.asked.saturating_add(other.asked), right: self.right.saturating_add(other.right) }
    }
}

/// Counts of answered questions, by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<QuestionKind, Count>);

impl Tally {
    /// Counts an answered question.
    pub fn count(&mut self, kind: QuestionKind, is_right: bool) {
        let count = self.0.entry(kind).or_default();
        *count = *count + Count { asked: 1, right: u32::from(is_right) };
    }

    /// Returns the count of a kind.
    #[must_use]
    pub fn of(&self, kind: QuestionKind) -> Count {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Returns the count of all kinds.
    #[must_use]
    pub fn total(&self) -> Count {
        self.0.values().copied().fold(Count::default(), Add::add)
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        for (&kind, &count) in &other.0 {
            let own = self.0.entry(kind).or_default();
            *own = *own + count;
        }
    }
}
