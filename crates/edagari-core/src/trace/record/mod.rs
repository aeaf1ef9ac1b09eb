//! Recording of a run while it searches.

pub(super) mod entering_once;
mod guess_recorder;
pub(super) mod recorder;
pub(super) mod recording;
pub(super) mod run;

pub use entering_once::Entered;
pub use recorder::Recorder;
pub use recording::Recording;
pub use run::{DEFAULT_MEMORY_LIMIT, RecordError, record, record_game};
