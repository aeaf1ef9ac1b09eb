//! Right searches that the check currently reports as wrong.

/// False findings: first fault, search, and degree of recording. The list must be exact, so an entry without a false
/// finding must be removed. The goal is an empty list.
#[rustfmt::skip]
pub const CALLED_WRONG_TODAY: &[(&str, &str, &str)] = &[
];
