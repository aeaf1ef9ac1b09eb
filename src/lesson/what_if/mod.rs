//! Runs that are changed and searched again: edited trees, and the smallest change that makes a cut appear or vanish.
