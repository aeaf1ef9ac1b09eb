//! The questions of a round of practice on a run.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::viewer::session::runs::run_id::RunId;
use edagari_core::trace::{NodeId, Trace};
use edagari_teach::practice::{Question, Round, Stage};

/// The current round.
#[derive(Debug)]
pub struct Practice {
    /// Run that is practised.
    pub run: RunId,
    /// Trace of the run; if the run shows another one, practice restarts.
    pub trace: Arc<Trace>,
    /// Questions and answers.
    pub round: Round,
    /// Nodes marked as the answer to which nodes are skipped.
    pub marked: BTreeSet<NodeId>,
    /// Whether the causes of the last answer are shown.
    pub asks_why: bool,
}

impl Practice {
    /// Returns the open question that is answered by marking nodes in the picture.
    #[must_use]
    pub fn marking(&self) -> Option<&Question> {
        let is_open = self.round.stage() == Stage::Question;
        self.round.next().filter(|question| is_open && question.skipped().is_some())
    }
}
