//! How a run of notes can be had again, and whether it is the same still.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use crate::lesson::note::RunSource;
use crate::trace::parcel::{parceled, parceled_as_text};
use crate::trace::{Progress, Trace};

/// Looks how a run can be had again.
pub(crate) struct FindSource {
    /// The file that it was opened from.
    pub(crate) file: Option<PathBuf>,
}

parceled! {
    FindSource { file }
}
parceled_as_text! { RunSource }

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

/// Looks whether a run holds something else than when notes were made of it.
pub(crate) struct FindMisfit {
    /// What the notes say of it.
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
