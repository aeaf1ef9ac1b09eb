//! The guesses that a search makes, with their parameters.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Guess;
use crate::language::{HasMessage, Message, Text};

/// The guesses that a search makes, with their parameters. The default is no guess.
///
/// ```
/// use edagari_core::search::{Guess, GuessSetup};
///
/// let guesses = GuessSetup::default().with(Guess::NullMove, 2).with(Guess::Quiescence, 8);
/// assert_eq!((guesses.get(Guess::NullMove), guesses.get(Guess::Futility)), (Some(2), None));
/// assert_eq!(guesses.to_string(), "quiescence 8, null-move 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, u32>", into = "BTreeMap<String, u32>")]
pub struct GuessSetup {
    /// The parameter of each guess, by index in the list; 0 if it is not made.
    values: [u32; Guess::ALL.len()],
}

/// An error in a list of guesses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum GuessSetupError {
    /// No guess has the name.
    Unknown {
        /// The unknown name.
        name: String,
    },
    /// The parameter is outside its range.
    OutOfRange {
        /// The guess that has the parameter.
        guess: Guess,
        /// The value of its parameter.
        value: u32,
    },
}

impl HasMessage for GuessSetupError {
    fn message(&self) -> Message {
        match self {
            Self::Unknown { name } => Message::from(Text::MalformedNoGuess)
                .with("name", &format!("{name:?}"))
                .with("names", &Guess::ALL.map(Guess::name).join(", ")),
            Self::OutOfRange { guess, value } => Message::from(Text::MalformedGuessValue)
                .with("guess", &guess.name())
                .with("value", value)
                .with("least", guess.kind().values.start())
                .with("most", guess.kind().values.end()),
        }
    }
}

impl GuessSetup {
    /// Whether no guess is made.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.values.iter().all(|&value| value == 0)
    }

    /// The parameter of a guess; `None` if it is not made.
    #[must_use]
    pub const fn get(&self, guess: Guess) -> Option<u32> {
        match self.values[guess as usize] {
            0 => None,
            value => Some(value),
        }
    }

    /// Whether a guess is made.
    #[must_use]
    pub const fn has(&self, guess: Guess) -> bool {
        self.get(guess).is_some()
    }

    /// The same guesses, and this one with its parameter; without it if the parameter is 0, which no guess has.
    #[must_use]
    pub const fn with(mut self, guess: Guess, value: u32) -> Self {
        self.values[guess as usize] = value;
        self
    }

    /// The same guesses without this one.
    #[must_use]
    pub const fn without(mut self, guess: Guess) -> Self {
        self.values[guess as usize] = 0;
        self
    }

    /// The guesses that are made with their parameters, in the order of the list.
    pub fn list(&self) -> impl Iterator<Item = (Guess, u32)> + '_ {
        Guess::ALL.into_iter().filter_map(|guess| Some((guess, self.get(guess)?)))
    }

    /// The first guess whose parameter is outside its range.
    ///
    /// # Errors
    /// [`GuessSetupError::OutOfRange`] with that guess.
    pub fn check(&self) -> Result<(), GuessSetupError> {
        match self.list().find(|(guess, value)| !guess.kind().values.contains(value)) {
            Some((guess, value)) => Err(GuessSetupError::OutOfRange { guess, value }),
            None => Ok(()),
        }
    }
}

impl TryFrom<BTreeMap<String, u32>> for GuessSetup {
    type Error = GuessSetupError;

    fn try_from(values: BTreeMap<String, u32>) -> Result<Self, GuessSetupError> {
        let mut setup = Self::default();
        for (name, value) in values {
            let guess = Guess::named(&name).ok_or(GuessSetupError::Unknown { name })?;
            if value == 0 {
                return Err(GuessSetupError::OutOfRange { guess, value });
            }
            setup = setup.with(guess, value);
        }
        setup.check().map(|()| setup)
    }
}

impl From<GuessSetup> for BTreeMap<String, u32> {
    fn from(setup: GuessSetup) -> Self {
        setup.list().map(|(guess, value)| (guess.name().to_owned(), value)).collect()
    }
}

impl fmt::Display for GuessSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |(guess, value): (Guess, u32)| {
            let name = guess.name();
            if guess.kind().has_parameter() { format!("{name} {value}") } else { name.to_owned() }
        };
        f.write_str(&self.list().map(text).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_round_trip_through_json() {
        let whole =
            Guess::ALL.into_iter().fold(GuessSetup::default(), |setup, guess| setup.with(guess, guess.kind().usual));
        for setup in [GuessSetup::default(), whole, whole.without(Guess::NullMove)] {
            let written = serde_json::to_string(&setup).expect("a map");
            assert_eq!(serde_json::from_str::<GuessSetup>(&written).expect("as it was"), setup);
        }
        for wrong in ["{\"hope\": 1}", "{\"null-move\": 0}", "{\"null-move\": 99}", "[1]"] {
            assert!(serde_json::from_str::<GuessSetup>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn usual_values_are_in_range() {
        for guess in Guess::ALL {
            assert!(guess.kind().values.contains(&guess.kind().usual), "{guess:?}");
            assert_eq!(Guess::named(guess.name()), Some(guess));
        }
    }
}
