//! Jobs: find a note's run again (setup or file), and verify that it is unchanged.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};
use edagari_teach::note::RunSource;

/// Determines how a run can be reproduced.
pub(crate) struct FindSource {
    /// File from which the run was opened, if any.
    pub(crate) file: Option<PathBuf>,
}

parceled! {
    FindSource { file }
}

impl Job for FindSource {
    const NAME: &'static str = "run source";

    type News = Option<RunSource>;

    fn work(self, traces: &[Arc<Trace>], _: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        RunSource::of(one_trace(traces).ok()?, self.file.as_deref())
    }

    fn failed(_: String) -> Self::News {
        None
    }
}

/// Checks whether a run differs from the one for which notes were made.
pub(crate) struct FindMisfit {
    /// Description of the run in the notes.
    pub(crate) source: RunSource,
}

parceled! {
    FindMisfit { source }
}

impl Job for FindMisfit {
    const NAME: &'static str = "misfit";

    type News = bool;

    fn work(self, traces: &[Arc<Trace>], _: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        one_trace(traces).is_ok_and(|trace| self.source.misfit(trace).is_some())
    }

    fn failed(_: String) -> Self::News {
        false
    }
}
