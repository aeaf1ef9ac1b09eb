//! Stack for deep recursion. It grows on demand, so only memory limits the depth.

/// Maximum number of nested levels of a search.
pub const MAX_LEVELS: usize = usize::MAX;

/// Returns whether the given number of levels exceeds the stack: never, because the stack grows.
#[inline]
#[must_use]
pub const fn is_too_deep(_: usize) -> bool {
    false
}

/// Runs `work` with at least `needed` bytes of stack; allocates `segment` more bytes if fewer are free.
#[inline]
pub fn with_stack<T>(needed: usize, segment: usize, work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(needed, segment, work)
}
