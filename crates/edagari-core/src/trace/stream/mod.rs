//! Streams of events, which any program can write: their events and fields, and how they are written.

pub(super) mod event;
pub(super) mod fields;
pub(super) mod file_error;
pub(super) mod flat_fields;
pub(super) mod flat_line;
pub(super) mod header;
pub(super) mod score_reader;
pub(super) mod stream_recorder;
pub(super) mod writer;

pub use event::{EndingName, Enter, Event, EventLine, LookupResult};
pub use fields::EventReader;
pub use file_error::{ENDINGS, FileError, Place};
pub use header::FORMAT_VERSION;
pub use stream_recorder::StreamRecorder;
pub use writer::write_stream;
