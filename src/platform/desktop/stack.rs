//! The stack of deep recursion: it grows, so that memory alone limits the depth.

/// The levels of a search that can be open at once.
pub(crate) const MOST_LEVELS: usize = usize::MAX;

/// Whether so many levels are more than the stack allows.
#[inline]
pub(crate) const fn is_too_deep(_: usize) -> bool {
    false
}

/// Does work that takes at most `needed` bytes of stack: on `segment` more of it, if less is left.
#[inline]
pub(crate) fn with_stack<T>(needed: usize, segment: usize, work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(needed, segment, work)
}
