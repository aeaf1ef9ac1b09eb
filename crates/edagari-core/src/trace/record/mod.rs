//! Recording of a run while it searches.

pub(super) mod entering_once;
pub(super) mod record_error;
pub(super) mod recorder;

pub use entering_once::Entered;
pub use record_error::{DEFAULT_MEMORY_LIMIT, RecordError};
pub use recorder::Recorder;
