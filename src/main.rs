//! The `edagari` program.
fn main() {}
