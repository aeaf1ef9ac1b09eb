use super::{Game, GameKind, Options, SetupError};

/// A game that comes with Edagari: its rules and its descriptor.
pub trait KnownGame: Game {
    /// The descriptor of the game.
    fn kind() -> &'static GameKind;

    /// The game with these options, already checked.
    ///
    /// # Errors
    /// [`SetupError`] says what is wrong with the file that the game is read from.
    fn from_options(options: &Options) -> Result<Self, SetupError>;
}

/// A game that is fully determined by its options, and can give them back.
pub trait Configured: KnownGame {
    /// Its options.
    fn options(&self) -> Options;
}
