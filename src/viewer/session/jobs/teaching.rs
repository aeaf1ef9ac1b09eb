//! Jobs for teaching: generate exercises, and find the smallest change that makes a cut appear or vanish.

use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::game::{TextbookNode, TextbookTree};
use edagari_core::trace::parcel::{parceled, parceled_as_text, parceled_enum};
use edagari_core::trace::{Progress, Setup, Trace};
use edagari_teach::exercise::{ExerciseSet, GenerateError, Wishes, generate};
use edagari_teach::what_if::{ChangeError, CutSite, SmallestChange, Wanted, smallest_change};

/// Generates `count` exercises that satisfy the wishes.
pub(crate) struct MakeExercises {
    pub(crate) wishes: Wishes,
    pub(crate) seed: u64,
    pub(crate) count: u32,
}

parceled! {
    MakeExercises { wishes, seed, count }
}

impl Job for MakeExercises {
    const NAME: &'static str = "exercises";

    type News = Result<ExerciseSet, GenerateError>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        generate(&self.wishes, self.seed, self.count, progress)
    }

    fn failed(_: String) -> Self::News {
        Err(GenerateError::Cancelled)
    }

    fn is_short(&self, _: &[Arc<Trace>]) -> bool {
        self.wishes.check().is_err()
    }
}

/// Search for the smallest change.
pub(crate) struct FindChange {
    /// Nodes of the tree.
    pub(crate) tree: Nodes,
    pub(crate) setup: Setup,
    pub(crate) site: CutSite,
    pub(crate) wanted: Wanted,
}

/// Nodes of a tree, serialized as text.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Nodes(pub(crate) Vec<TextbookNode>);

parceled! {
    FindChange { tree, setup, site, wanted }
}
parceled_enum! {
    NoChange { 0 NoCuts, 1 NotFixed, 2 NotThere }
}
parceled_as_text! { Nodes }

/// Reason why there is no search for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Job for FindChange {
    const NAME: &'static str = "smallest change";

    type News = Result<Option<SmallestChange>, NoChange>;

    fn work(self, _: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let tree = TextbookTree::from_nodes(&self.tree.0).map_err(|_| NoChange::NotThere)?;
        smallest_change(&tree, &self.setup, &self.site, self.wanted, progress).map_err(NoChange::from)
    }

    fn failed(_: String) -> Self::News {
        Err(NoChange::NotThere)
    }
}
