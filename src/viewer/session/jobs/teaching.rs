//! Jobs for teaching: generate exercises, and find the smallest change that makes a cut appear or vanish.

use std::sync::Arc;

use super::job::{Job, News, Tell};
use edagari_core::game::{TextbookNode, TextbookTree};
use edagari_core::language::Message;
use edagari_core::trace::{Progress, Setup, Trace};
use edagari_teach::exercise::{ExerciseSet, GenerateError, Requirements, generate};
use edagari_teach::what_if::{ChangeError, CutSite, SmallestChange, Wanted, smallest_change};

/// Generates `count` exercises that satisfy the requirements.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct MakeExercises {
    pub(crate) requirements: Requirements,
    pub(crate) seed: u64,
    pub(crate) count: u32,
}

impl News for Result<ExerciseSet, GenerateError> {
    fn failed(_: Message) -> Self {
        Err(GenerateError::Cancelled)
    }
}

impl Job for MakeExercises {
    type News = Result<ExerciseSet, GenerateError>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        generate(&self.requirements, self.seed, self.count, progress)
    }

    fn is_short(&self, _: &[Arc<Trace>]) -> bool {
        self.requirements.check().is_err()
    }
}

/// Search for the smallest change.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FindChange {
    /// Nodes of the tree.
    pub(crate) tree: Vec<TextbookNode>,
    pub(crate) setup: Setup,
    pub(crate) site: CutSite,
    pub(crate) wanted: Wanted,
}

/// Reason why there is no search for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum NoChange {
    /// The run is not a search that cuts.
    NoCuts,
    /// The move order or an option depends on the scores.
    NotFixed,
    /// No cut is possible there, the cut already is as wanted, or the job was cancelled.
    NotThere,
}

impl From<ChangeError> for NoChange {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::NoCuts => Self::NoCuts,
            ChangeError::Order(_) | ChangeError::Setup(_) => Self::NotFixed,
            _ => Self::NotThere,
        }
    }
}

impl News for Result<Option<SmallestChange>, NoChange> {
    fn failed(_: Message) -> Self {
        Err(NoChange::NotThere)
    }
}

impl Job for FindChange {
    type News = Result<Option<SmallestChange>, NoChange>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let tree = TextbookTree::from_nodes(&self.tree).map_err(|_| NoChange::NotThere)?;
        smallest_change(&tree, &self.setup, &self.site, self.wanted, progress).map_err(NoChange::from)
    }
}
