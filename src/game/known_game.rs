use super::{Game, GameKind, Options, SetupError};

/// A game that comes with Edagari: its rules, and what is known of it besides.
pub trait KnownGame: Game {
    /// What is known of the game besides its rules.
    fn kind() -> &'static GameKind;

    /// The game with these options, which have been checked.
    ///
    /// # Errors
    /// [`SetupError`] says what is wrong with the file that the game is read from.
    fn from_options(options: &Options) -> Result<Self, SetupError>;
}

/// A game that follows from its options alone, and they from it.
pub trait Configured: KnownGame {
    /// Its options.
    fn options(&self) -> Options;
}
