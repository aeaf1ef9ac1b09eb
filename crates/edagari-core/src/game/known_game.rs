use super::{Game, GameKind, Options, SetupError};

/// A game that comes with Edagari: its rules and its descriptor.
pub trait KnownGame: Game {
    /// The descriptor of the game.
    fn kind() -> &'static GameKind;

    /// Creates the game with these options, which must have been checked.
    ///
    /// # Errors
    /// [`SetupError`] if the file that the game is read from cannot be used.
    fn from_options(options: &Options) -> Result<Self, SetupError>;
}

/// A game that is fully determined by its options, and can return them.
pub trait Configured: KnownGame {
    /// The options that create an equal game.
    fn options(&self) -> Options;
}
