//! Stack for deep recursion, of fixed size in a browser.

/// Maximum number of nested levels of a search: browsers give a page about one megabyte of stack and do not report when it is nearly full.
pub const MAX_LEVELS: usize = 1024;

/// Returns whether `levels` exceeds the stack.
#[inline]
pub const fn is_too_deep(levels: usize) -> bool {
    levels >= MAX_LEVELS
}

/// Runs `work` on the existing stack.
#[inline]
pub fn with_stack<T>(_: usize, _: usize, work: impl FnOnce() -> T) -> T {
    work()
}
