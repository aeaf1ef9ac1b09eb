//! The stack of deep recursion, which does not grow in a browser.

/// The levels of a search that can be open at once: browsers give a page about a megabyte of stack, and say nothing when it is near its
/// end.
pub(crate) const MOST_LEVELS: usize = 1024;

/// Whether so many levels are more than the stack allows.
#[inline]
pub(crate) const fn is_too_deep(levels: usize) -> bool {
    levels >= MOST_LEVELS
}

/// Does work on the stack that there is.
#[inline]
pub(crate) fn with_stack<T>(_: usize, _: usize, work: impl FnOnce() -> T) -> T {
    work()
}
