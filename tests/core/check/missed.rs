//! Faults that the check does not find where they happen today: the fault, and the search in which it is planted. The lists are
//! held exactly, so what is found by now has to be taken out of them; they are to become empty.

/// Nothing at all is found.
#[rustfmt::skip]
pub const MISSED_TODAY: &[(&str, &str)] = &[
    // No leaf shows that there are higher scores.
    ("FailedHighTaken", "Layers aspiration Aspiration { width: 1, growth: 2 }"),
    // Many right programs search again what has passed a null window, although the window is one itself.
    ("SearchedTwice", "Layers mtd-f MtdF { guess: 0 } table"),
];

/// The first finding is at another frame.
#[rustfmt::skip]
pub const FOUND_LATE_TODAY: &[(&str, &str)] = &[
    // The first answer is so far from 0 that it can be a mate, which holds at any depth.
    ("AnyDepthAnswers", "Layers pvs Deepening table"),
];

/// One fault makes several findings.
#[rustfmt::skip]
pub const SEVERAL_TODAY: &[(&str, &str)] = &[
    // Some of the answers can be of mates, and it is not one fault in all of them.
    ("AnyDepthAnswers", "Layers mtd-f DeepeningMtdF table by key undeclared"),
];
