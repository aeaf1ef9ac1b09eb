//! Traces as files: streams of events that any program can write, and compact files of our own.

mod arriving;
mod assemble;
mod assembled;
#[cfg(feature = "files")]
mod column_parts;
#[cfg(feature = "files")]
mod cut_json;
mod error;
mod event;
mod event_in_unit;
mod event_taker;
mod fields;
mod flat_fields;
mod flat_line;
mod header;
mod import;
mod known_moves;
mod listed_moves;
#[cfg(feature = "files")]
mod model;
mod named_columns;
#[cfg(feature = "files")]
mod native;
#[cfg(feature = "files")]
mod native_parts;
#[cfg(feature = "files")]
mod native_reader;
mod numbered;
mod one_thread;
#[cfg(feature = "files")]
mod open;
#[cfg(feature = "files")]
mod other_runs;
#[cfg(feature = "files")]
mod page;
mod passed_over;
mod paths;
mod positions;
#[cfg(feature = "files")]
mod preface;
#[cfg(feature = "files")]
mod reach_of_lists;
mod read_ahead;
#[cfg(feature = "files")]
mod replace;
mod ron_file;
mod ron_trace;
mod said_order;
mod score_reader;
#[cfg(feature = "files")]
mod series;
mod stream;
mod stream_reader;
mod stream_recorder;
mod taken;
mod taken_threads;
#[cfg(feature = "files")]
mod target;
mod text_start;
mod trace_parcel;
#[cfg(feature = "files")]
mod tree_part;
mod turns;
#[cfg(feature = "files")]
mod visit_parts;

pub use arriving::ArrivingStream;
pub use error::{ENDINGS, FileError, Place};
pub use event::{EndingName, Enter, Event, EventLine, LookupResult};
pub use fields::EventReader;
pub use header::FORMAT_VERSION;
pub use import::Importer;
#[cfg(feature = "files")]
pub use native::write_native;
#[cfg(feature = "files")]
pub use native_reader::read_native;
pub use one_thread::one_thread;
#[cfg(feature = "files")]
pub use open::{NamedFileError, check_target, is_trace_name, open_trace, read_trace, save_trace};
#[cfg(feature = "files")]
pub use other_runs::open_others_in_page;
pub use passed_over::PassedOver;
#[cfg(feature = "files")]
pub use replace::{can_be_replaced, replace_file};
#[cfg(feature = "files")]
use ron_file::check_size_as_ron;
pub use ron_file::{read_ron, write_ron};
pub use stream::write_stream;
pub use stream_reader::StreamReader;
pub use stream_recorder::StreamRecorder;
#[cfg(feature = "files")]
pub use target::Target;

use header::Described;
