//! What an observer is told of a pass.

/// A pass that begins: a run from the root, such as an iteration of deepening, or a search below it that counts as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassStart<'a> {
    /// Its kind, such as `deepening`, `aspiration` or `null-window`.
    pub kind: Option<&'a str>,
    /// Its name.
    pub label: Option<&'a str>,
    /// Its depth, in the unit of the search's depth limit.
    pub depth: Option<u32>,
}
