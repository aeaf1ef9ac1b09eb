//! A round of questions: what was answered, and how far a replay may go.

use super::question::{Question, Reply};
use super::tally::Tally;

/// A reply, and whether it is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The reply.
    pub reply: Reply,
    /// Whether it is right.
    pub is_right: bool,
}

/// What a round waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// That the replay comes to the next question.
    OnTheWay,
    /// The answer to a question.
    Asked,
    /// That one goes on from a question that was answered.
    Answered,
    /// Nothing: all questions were answered.
    Over,
}

/// Questions in the order of their frames, of which some were answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    questions: Vec<Question>,
    given: Vec<Given>,
    /// Whether the question is asked that is answered next, and whether the last answer is still looked at.
    is_asked: bool,
    is_looked_at: bool,
}

impl Round {
    /// A round of some questions.
    #[must_use]
    pub const fn new(questions: Vec<Question>) -> Self {
        Self { questions, given: Vec::new(), is_asked: false, is_looked_at: false }
    }

    /// The questions.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The replies, to as many of the questions.
    #[must_use]
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// What it waits for.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match self.next() {
            _ if self.is_looked_at => Stage::Answered,
            None => Stage::Over,
            Some(_) if self.is_asked => Stage::Asked,
            Some(_) => Stage::OnTheWay,
        }
    }

    /// The question that is answered next.
    #[must_use]
    pub fn next(&self) -> Option<&Question> {
        self.questions.get(self.given.len())
    }

    /// The question that was answered last, with the reply.
    #[must_use]
    pub fn last(&self) -> Option<(&Question, &Given)> {
        let given = self.given.last()?;
        Some((&self.questions[self.given.len() - 1], given))
    }

    /// The last frame that may be shown: the one before the next question.
    #[must_use]
    pub fn last_shown(&self) -> Option<usize> {
        self.next().map(|next| next.frame.saturating_sub(1))
    }

    /// A replay has gone on to a frame: if that is where the next question is asked, it is.
    pub fn arrive(&mut self, frame: usize) {
        if self.last_shown().is_some_and(|last| frame >= last) {
            (self.is_asked, self.is_looked_at) = (true, false);
        }
    }

    /// Takes an answer to the question that is asked; whether it is right. `None` while none is asked, and for a choice that there is not.
    pub fn reply(&mut self, reply: Reply) -> Option<bool> {
        let question = self.next().filter(|_| self.stage() == Stage::Asked)?;
        if matches!(reply, Reply::Choice(choice) if choice >= question.choices.len()) {
            return None;
        }
        let is_right = question.is_right(&reply);
        self.given.push(Given { reply, is_right });
        (self.is_asked, self.is_looked_at) = (false, true);
        Some(is_right)
    }

    /// Goes on from a question that was answered.
    pub fn go_on(&mut self) {
        self.is_looked_at = false;
    }

    /// The questions answered so far, by kind.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (question, given) in self.questions.iter().zip(&self.given) {
            tally.count(question.kind, given.is_right);
        }
        tally
    }

    /// The questions that were answered wrongly, to be asked again.
    #[must_use]
    pub fn wrong(&self) -> Vec<Question> {
        let wrong = self.questions.iter().zip(&self.given).filter(|(_, given)| !given.is_right);
        wrong.map(|(question, _)| question.clone()).collect()
    }
}
