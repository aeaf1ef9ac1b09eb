//! Memory available to a page.

/// Returns the largest memory limit for a trace, in bytes. A page can address 4 GiB, and the source data of
/// a trace is in memory while the trace is built.
#[must_use]
pub fn most_memory() -> u64 {
    1 << 30
}
