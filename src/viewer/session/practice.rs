//! The questions of a round of practice on a run.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::run_id::RunId;
use crate::lesson::practice::{Question, Round, Stage};
use crate::trace::{NodeId, Trace};

/// The round under way.
#[derive(Debug)]
pub struct Practice {
    /// The run.
    pub run: RunId,
    /// Its trace; if the run shows another one, practice begins anew.
    pub trace: Arc<Trace>,
    /// The questions, and what was answered.
    pub round: Round,
    /// The nodes that are marked as the answer to what is skipped.
    pub marked: BTreeSet<NodeId>,
    /// Whether the causes of the last answer are shown.
    pub asks_why: bool,
}

impl Practice {
    /// The question that is asked for nodes that can be marked in the picture.
    #[must_use]
    pub fn marking(&self) -> Option<&Question> {
        let is_asked = self.round.stage() == Stage::Asked;
        self.round.next().filter(|question| is_asked && question.skipped().is_some())
    }
}
