//! The guesses and their descriptors: the data for the command line, the form, files and the checks of options.

use std::ops::RangeInclusive;

use crate::language::Words;

macro_rules! guess {
    ($($file:ident::$Guess:ident,)+) => {
        /// A guess; its descriptor is its [`GuessKind`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Guess {
            $(
                #[doc = concat!("The guess of `search/guesses/", stringify!($file), ".rs`.")]
                $Guess,
            )+
        }

        impl Guess {
            /// All guesses, in the order of help and of files.
            pub const ALL: [Self; [$(stringify!($Guess)),+].len()] = [$(Self::$Guess),+];
        }
    };
}

guesses!(guess);

/// The descriptor of a guess.
#[derive(Clone, Debug)]
pub struct GuessKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the user interface.
    pub title: Words,
    /// The help text on the command line.
    pub about: &'static str,
    /// The values of its parameter; a guess without a parameter has the only value 1.
    pub values: RangeInclusive<u32>,
    /// The value that the form offers first, and that the command line uses if the parameter may be missing.
    pub usual: u32,
    /// Capability of the game without which it is refused.
    pub needs: Needed,
    /// Another guess without which this guess has no effect.
    pub within: Option<Guess>,
}

/// Capability that a guess requires of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    /// Nothing but its static evaluation.
    Nothing,
    /// Noisy moves ([`Game::is_noisy`](crate::game::Game::is_noisy)).
    NoisyMoves,
    /// A player can be in check ([`Game::is_in_check`](crate::game::Game::is_in_check)).
    Check,
    /// A pass can be tried ([`Game::pass`](crate::game::Game::pass)).
    Pass,
}

impl GuessKind {
    /// Whether it has a parameter.
    #[must_use]
    pub fn has_parameter(&self) -> bool {
        self.values.start() != self.values.end()
    }
}
