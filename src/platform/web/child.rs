//! Programs that the user starts: a page cannot start any.

/// Whether programs can be started here.
pub(crate) const CAN_START: bool = false;
