//! The options of a check: additional checks, and limits.

/// The default limit of visits for exact values: a few seconds.
pub const EXACT_VISITS: u64 = 3_000_000;

/// The options of a check: additional checks, and limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Whether the score of the root is compared with the minimax value.
    pub against_minimax: bool,
    /// The maximum number of visits for exact values, in total. Their table takes at most some dozens of MiB.
    pub exact_visits: u64,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { against_minimax: false, exact_visits: EXACT_VISITS }
    }
}
