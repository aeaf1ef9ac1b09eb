//! Comparisons of runs: corresponding frames, differences, their first causes, and figures side by side.

pub(super) mod alike;
pub(super) mod bisect;
pub(super) mod comparison;
pub(super) mod corresponding;
pub(super) mod diff;

pub use alike::are_alike;
pub use bisect::{BisectKind, BisectStep, bisect};
pub use comparison::{ComparisonRow, compared_figures, differing_options};
pub use corresponding::{Corresponding, Relation, corresponding, have_same_moves, path_in};
pub use diff::{DiffError, Difference, DifferenceKind, MAX_DIFFERENCES, TraceDiff};
