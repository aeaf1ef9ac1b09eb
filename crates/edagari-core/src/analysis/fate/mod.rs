//! The fate of a line of moves, per pass and move: whether the move was tried, the returned score, and the reason why the line
//! ended.

mod line;
mod rests_on;
mod text;

pub use line::{Line, LineFate, Ply, PlyEnd, line_fates};
pub use rests_on::{RestsOn, WeakSource};
