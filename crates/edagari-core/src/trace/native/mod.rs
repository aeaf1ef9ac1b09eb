//! Native file format: compact files, compressed by predicting the next number from the rules of the search.

pub(super) mod column_parts;
pub(super) mod cut_json;
mod packed;
pub(super) mod parts;
pub(super) mod prediction;
pub(super) mod preface;
pub(super) mod reader;
pub(super) mod series;
pub(super) mod tree_part;
pub(super) mod writer;

pub use reader::read_native;
pub use writer::write_native;
