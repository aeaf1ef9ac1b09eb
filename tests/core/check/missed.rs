//! Faults that the check currently does not find where they happen: the fault, and the search in which it is planted.
//! The lists must be exact, so an entry for a found fault must be removed. The goal is empty lists.

/// Faults without any finding.
#[rustfmt::skip]
pub const MISSED_TODAY: &[(&str, &str)] = &[
    // The score is the greatest of the game, so it is exact.
    ("StoredAsExact", "TicTacToe alpha-beta-soft table"),
    // The bound of the search meets that of the table, so the score is exact.
    ("lower bound told as exact", "Layers pvs max table narrowing"),
    ("upper bound told as exact", "Layers alpha-beta-soft table"),
    // Many correct programs search again after a null window fails high, although the full window is a null window too.
    ("SearchedTwice", "Layers mtd-f MtdF { guess: 0 } table"),
];

/// Faults whose first finding is at another frame.
#[rustfmt::skip]
pub const FOUND_LATE_TODAY: &[(&str, &str)] = &[
];

/// Faults with several findings.
#[rustfmt::skip]
pub const SEVERAL_TODAY: &[(&str, &str)] = &[
    // Most answers are deep enough, so it is not known to be one fault.
    ("AnyDepthAnswers", "Layers mtd-f DeepeningMtdF table by key undeclared"),
];
