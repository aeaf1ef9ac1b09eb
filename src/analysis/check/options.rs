//! What a check does besides going through the frames, and how much it may take.

/// Visits in which exact values are looked for, unless another limit is set: a few seconds.
pub const EXACT_VISITS: u64 = 3_000_000;

/// What a check does besides going through the frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// Whether the score of the root is compared with the minimax value.
    pub against_minimax: bool,
    /// The most visits in which exact values are looked for, all together. Their table takes at most some dozens of MiB.
    pub exact_visits: u64,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { against_minimax: false, exact_visits: EXACT_VISITS }
    }
}
