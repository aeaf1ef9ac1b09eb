//! The description of a pass for observers.

/// The start of a pass: of a run from the root, such as an iteration of deepening, or of a search below it that counts as a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PassStart<'a> {
    /// The kind of the pass, such as `deepening`, `aspiration` or `null-window`.
    pub kind: Option<&'a str>,
    /// The name of the pass, if it has one.
    pub label: Option<&'a str>,
    /// The depth of the pass, in the unit of the search's depth limit.
    pub depth: Option<u32>,
}
