//! Searches: one file an algorithm, all told to an [`Observer`] step by step.
//!
//! Searches recurse on a stack that grows, so the depth of a tree is limited by memory alone.

mod algorithm;
mod alpha_beta;
mod any_rule;
mod arrangement;
mod choice;
mod exact_values;
mod horizon;
mod minimax;
mod move_order;
mod observer;
mod order;
mod rule;
mod run;
mod setup;
mod table;
mod walk;

pub use algorithm::Algorithm;
pub use choice::{Choice, choose};
pub use exact_values::{ExactValues, Unavailable};
pub use move_order::{MoveOrder, Natural};
pub use observer::{Observer, Unobserved};
pub use order::{Order, ParseOrderError};
pub use run::search;
pub use setup::{DepthLimit, SearchSetup};
pub use table::{TableKey, TableSetup};

pub(crate) use run::search_any;
