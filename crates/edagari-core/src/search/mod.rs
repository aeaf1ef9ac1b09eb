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
mod algorithm_properties;
mod algorithms;
mod arrangement;
mod chance_sum;
mod choice;
mod entry_points;
mod expectation;
mod expected_walk;
mod guesses;
mod horizon;
mod kind;
mod move_memory;
mod move_sources;
mod observer;
mod order;
mod proof;
mod refused;
mod run_schedule;
mod sampling;
mod setup;
mod table;
mod walk;

pub use algorithm::Algorithm;
pub use arrangement::{MoveOrder, Natural};
pub use chance_sum::ChanceSum;
pub use choice::{Choice, choose};
pub use entry_points::{ExactValues, Unavailable, search};
pub use expectation::{Expectation, ExpectationSetup, ExpectedUnit, RandomSide, Weights, expected_unit};
pub use expected_walk::{probed_bound, search_expected};
pub use guesses::{Guess, GuessKind, GuessSetup, GuessSetupError, Needed};
pub use horizon::GameKnowledge;
pub use kind::{ChildWindows, First, RootWindows, SearchKind};
pub use move_sources::{MoveSource, OrderBy, OrderByError};
pub use observer::{Entering, Observer, PassKind, PassStart, Step, Unobserved};
pub use order::{Order, ParseOrderError};
pub use proof::{Claim, ParseClaimError, Proof, ProofNumbers, ProofSetup, prove};
pub use refused::RefusedSetup;
pub use sampling::{
    Exploration, FinalMove, FirstPlay, FirstPlayRule, ParentCount, Playout, Priors, Sampling, SamplingSetup, sample,
};
pub use setup::{Aspiration, DepthLimit, PassSetup, RuleBounds, RuleSetup, SearchSetup};
pub use table::{TableKey, TableSetup};

pub(crate) use arrangement::arrange;
#[doc(hidden)]
pub use entry_points::search_any;
pub(crate) use entry_points::{search_in_shared_walk, search_without_guesses};
pub(crate) use sampling::{MAX_PLAYOUT_PLIES, first_greatest, is_best, of_player};
