//! The memory that what is recorded or read may take.

use crate::trace::{DEFAULT_MEMORY_LIMIT, most_memory};

/// The memory limit in bytes: the one given, or the default, but no more than the machine has.
pub(in crate::cli) fn memory_limit(given: Option<u64>) -> u64 {
    given.unwrap_or(DEFAULT_MEMORY_LIMIT).min(most_memory())
}

/// The memory limit of what would have none, if one is given or the machine has less than the default.
pub(super) fn limit_if_scarce(given: Option<u64>) -> Option<u64> {
    (given.is_some() || most_memory() < DEFAULT_MEMORY_LIMIT).then(|| memory_limit(given))
}
