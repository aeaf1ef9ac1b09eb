//! What became of a line of moves: in each pass, move by move, whether it was tried, what it returned, and why it ended there.

mod line;
mod text;

pub use line::{Line, LineFate, Ply, PlyEnd, line_fates};
