//! Searches: one descriptor per algorithm (`algorithms.rs`), and the walk that all searches share. Each search calls an [`Observer`]
//! at every step.
//!
//! Searches recurse on a growing stack, so only memory limits the depth of a tree.

/// The list of searches, in the order of menus and help. A new search needs a line here, and its descriptor in `algorithms.rs`. A
/// `compiled` search is compiled separately for each game, which is fastest; a `shared` one costs no build time.
macro_rules! searches {
    ($make:ident) => {
        $make! {
            Minimax (MINIMAX): compiled,
            AlphaBetaOneBound (ALPHA_BETA_ONE_BOUND): shared,
            AlphaBeta (ALPHA_BETA): compiled,
            AlphaBetaSoft (ALPHA_BETA_SOFT): compiled,
            Pvs (PVS): compiled,
            Aspiration (ASPIRATION): shared,
            MtdF (MTD_F): shared,
            SssStar (SSS_STAR): shared,
            DualStar (DUAL_STAR): shared,
            Bisection (BISECTION): shared,
        }
    };
}

mod algorithm;
mod algorithms;
mod arrangement;
mod choice;
mod driver;
mod exact_values;
mod horizon;
mod kind;
mod knowledge;
mod known;
mod move_memory;
mod move_order;
mod observer;
mod order;
mod order_by;
mod pass_setup;
mod pass_start;
mod refused;
mod rule;
mod rule_setup;
mod run;
mod setup;
mod table;
mod walk;

pub use algorithm::Algorithm;
pub use choice::{Choice, choose};
pub use exact_values::{ExactValues, Unavailable};
pub use kind::{ChildWindows, First, RootWindows, SearchKind};
pub use knowledge::GameKnowledge;
pub use move_order::{MoveOrder, Natural};
pub use observer::{Observer, Unobserved};
pub use order::{Order, ParseOrderError};
pub use order_by::{MoveSource, OrderBy, OrderByError};
pub use pass_setup::{Aspiration, PassSetup};
pub use pass_start::PassStart;
pub use refused::RefusedSetup;
pub use rule_setup::{RuleBounds, RuleSetup};
pub use run::search;
pub use setup::{DepthLimit, SearchSetup};
pub use table::{TableKey, TableSetup};

pub(crate) use arrangement::arrange;
#[doc(hidden)]
pub use run::search_any;
