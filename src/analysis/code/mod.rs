//! The pseudocode of a search: its lines as data, the line that a frame runs, the values of its variables there, and the next
//! frame at which a line runs.
//!
//! Every line that is shown is executed by an interpreter in the tests, which must make the frames of the run.
//!
//! The lines that run *at* a frame are those of its visit: at a `Start`, all up to the first child; at a `Lookup`, the lines that use the
//! entry found, and those up to the first child; at a `Score`, the call of the child that has returned, with the lines that chose it;
//! at an `Update`, the lines that take its score in, or those by which the rules settle the node or narrow its window; at a `Store` and an `End`, the rest. One of them is lit: at a `Start` the first
//! line of the function, or where it begins a pass, the call in the driver; at a `Lookup` and an `Update` the last one with an effect (a
//! variable changed, a test held, a loop was left); else the call, the store or the `return`. The lines of the driver between
//! two passes run at the `End` of the first of them.

mod at_frame;
mod line;
mod passes_so_far;
mod pseudocode;
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
