//! Traces as files: streams of events that any program can write, and compact native files.

#[cfg(feature = "files")]
mod open;
#[cfg(feature = "files")]
mod page;
#[cfg(feature = "files")]
mod replace;
mod ron_file;
#[cfg(feature = "workers")]
mod trace_parcel;

pub use super::import::{ArrivingStream, Importer, SkippedLines, StreamReader, one_thread};
#[cfg(feature = "files")]
pub use super::native::{read_native, write_native};
pub use super::stream::{
    ENDINGS, EndingName, Enter, Event, EventLine, EventReader, FORMAT_VERSION, FileError, LookupResult, Place,
    StreamRecorder, write_stream,
};
#[cfg(feature = "files")]
pub use open::{
    NamedFileError, check_target, is_trace_name, open_others_in_page, open_recorded, open_trace, read_trace, save_trace,
};
#[cfg(feature = "files")]
pub use replace::{Target, can_be_replaced, replace_file};
pub use ron_file::{read_ron, write_ron};
#[cfg(feature = "workers")]
pub use trace_parcel::{TRACE_PARTS, set_trace_part, trace_of_first_part, trace_of_parts, trace_part};

#[cfg(feature = "files")]
use ron_file::check_size_as_ron;
