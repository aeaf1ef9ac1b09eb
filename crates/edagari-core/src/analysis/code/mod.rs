//! The pseudocode of a search: its lines as data, the line that runs at a frame, the values of its variables there, and the next
//! frame at which a line runs.
//!
//! In the tests, an interpreter executes every displayed line and must produce the frames of the run.
//!
//! The lines that run *at* a frame belong to the frame's visit. At a `Start`: all lines up to the
//! first child. At a `Lookup`: the lines that use the entry, and those up to the first child. At a
//! `Score`: the call of the returned child, and the lines that selected it. At an `Update`: the
//! lines that process its score, or the lines by which rules of the game settle the node or narrow
//! its window. At a `Store` and an `End`: the remaining lines. One of them is highlighted. At a
//! `Start`: the first line of the function, or the call in the driver if a pass starts. At a
//! `Lookup` and an `Update`: the last line with an effect (a changed variable, a test that held, a
//! loop that ended). Otherwise: the call, the store or the `return`. The lines of the driver
//! between two passes run at the `End` of the first one.
//!
//! Each kind of search has its own lines: depth-first searches (`pseudocode.rs`), Monte-Carlo tree search (`sampling.rs`) and
//! proof-number search (`proving.rs`). The last two choose a child at the `Start` of its parent or at the `Update` before it. Nodes
//! of depth-first searches that guess have lines of their own (`guessing.rs`).

mod at_frame;
mod chance_step;
mod guess_steps;
mod guessing;
mod line;
mod passes_so_far;
mod probe_steps;
mod proving;
mod pseudocode;
mod sampling;
mod seek;
mod shape;
mod variables;
mod written;

pub use at_frame::CodeAt;
pub use line::{CodeLine, LineSet};
pub use seek::{Seek, Sought};
pub use shape::NoCode;
pub use variables::Variable;
pub use written::{Code, WrittenLine};
