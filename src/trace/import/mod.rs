//! Reads streams of events, and makes traces of them.

pub(super) mod arriving;
pub(super) mod assemble;
pub(super) mod assembled;
pub(super) mod event_taker;
pub(super) mod importer;
pub(super) mod known_moves;
pub(super) mod listed_moves;
pub(super) mod numbered;
pub(super) mod one_thread;
pub(super) mod passed_over;
pub(super) mod paths;
pub(super) mod read_ahead;
pub(super) mod said_order;
pub(super) mod stream_reader;
pub(super) mod taken;
pub(super) mod taken_threads;
pub(super) mod text_start;
pub(super) mod turns;

pub use arriving::ArrivingStream;
pub use importer::Importer;
pub use one_thread::one_thread;
pub use passed_over::PassedOver;
pub use stream_reader::StreamReader;
