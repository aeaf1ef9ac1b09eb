//! Queries on a trace: the data of a frame, the state of a node at a frame, and the frames of events.

pub(super) mod chance;
mod changes;
pub(super) mod cuts;
pub(super) mod facts;
pub(super) mod frames;
pub(super) mod handles;
pub(super) mod mates;
pub(super) mod nodes;
pub(super) mod position_cursor;
pub(super) mod proofs;
pub(super) mod samples;
pub(super) mod strip_counts;
pub(super) mod sweep;
pub(super) mod table;
mod turns;

pub(crate) use chance::StatedProbability;
pub(crate) use samples::SampleFormula;

pub use chance::{Chance, ChanceWeights};
pub use changes::{Field, History};
pub use frames::Jump;
pub use handles::{Frame, Node, Visit};
pub use nodes::{NodeState, Place, Subtree};
pub use position_cursor::PositionCursor;
pub use proofs::{ProofChoice, Proofs};
pub use samples::{Candidate, PLAYOUT, Sample, SampleView, Samples, Selection};
pub use strip_counts::{PassResult, StripColumn};
pub use table::{EntryState, Found, Stored, TableHistory, TableTally};
