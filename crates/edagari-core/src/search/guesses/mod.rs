//! Guesses: heuristics that skip, shorten, deepen or replace searches without a proof, as engines do. Each is a file with a
//! descriptor, and a line in the list.

/// The list of guesses, in the order of help and of files. A new guess needs a line here and a file with its descriptor; the walk
/// calls it where it takes effect.
macro_rules! guesses {
    ($make:ident) => {
        $make! {
            quiescence::Quiescence,
            delta::Delta,
            null_move::NullMove,
            probcut::Probcut,
            late_move_reductions::LateMoveReductions,
            late_move_pruning::LateMovePruning,
            futility::Futility,
            check_extensions::CheckExtensions,
            singular::Singular,
            internal_deepening::InternalDeepening,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Guess:ident,)+) => { $(mod $file;)+ };
}

guesses!(files);

mod children;
mod guess;
mod list;
mod setup;
mod walk;

pub use guess::{Guess, GuessKind, Needed};
pub use setup::{GuessSetup, GuessSetupError};
pub(super) use walk::search_guessing;
