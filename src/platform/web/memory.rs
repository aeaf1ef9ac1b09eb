//! The memory that a page may take.

/// The largest memory limit that can be kept here, in bytes. A page can address 4 GiB, and while a trace is made, what it is made of is
/// there too.
#[must_use]
pub fn most_memory() -> u64 {
    1 << 30
}
