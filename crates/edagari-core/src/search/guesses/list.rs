//! The descriptors of all guesses, and their names.

use super::guess::{Guess, GuessKind};

macro_rules! kinds {
    ($($file:ident::$Guess:ident,)+) => {
        /// The descriptors, by index in the list.
        const KINDS: &[&GuessKind] = &[$(&super::$file::KIND),+];
    };
}

guesses!(kinds);

impl Guess {
    /// The descriptor of the guess, from its file.
    #[must_use]
    pub const fn kind(self) -> &'static GuessKind {
        KINDS[self as usize]
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.kind().name
    }

    /// The guess with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|guess| guess.name() == name)
    }
}
