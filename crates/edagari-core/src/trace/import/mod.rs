//! Import of streams of events: reads events and builds traces from them.

pub(super) mod assemble;
pub(super) mod assembled;
pub(super) mod contents;
pub(super) mod decay;
pub(super) mod event_taker;
pub(super) mod importer;
pub(super) mod known_moves;
pub(super) mod listed_moves;
pub(super) mod numbered;
pub(super) mod stream_reader;

pub use importer::{Importer, SkippedLines, one_thread};
pub use stream_reader::{ArrivingStream, StreamReader};
