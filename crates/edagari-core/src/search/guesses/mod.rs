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
            internal_deepening::InternalDeepening,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Guess:ident,)+) => {
        $(mod $file;)+

        /// A guess; its descriptor is its [`GuessKind`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Guess {
            $(
                #[doc = concat!("The guess of `search/guesses/", stringify!($file), ".rs`.")]
                $Guess,
            )+
        }

        /// The descriptors, by index in the list.
        const KINDS: &[&GuessKind] = &[$(&$file::KIND),+];

        impl Guess {
            /// All guesses, in the order of help and of files.
            pub const ALL: [Self; KINDS.len()] = [$(Self::$Guess),+];
        }
    };
}

guesses!(files);

mod children;
mod kind;
mod setup;
mod walk;

pub use kind::{GuessKind, Needed};
pub use setup::{GuessSetup, GuessSetupError};
pub(super) use walk::search_guessing;
