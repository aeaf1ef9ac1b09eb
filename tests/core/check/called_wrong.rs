//! Right searches that the check calls wrong today.

/// What is called wrong although it is right: the fault that is found first, the search, and how fully it is told when that
/// happens. The list is held exactly, so a search that is no longer called wrong has to be taken out of it; it is to become empty.
#[rustfmt::skip]
pub const CALLED_WRONG_TODAY: &[(&str, &str, &str)] = &[
];
