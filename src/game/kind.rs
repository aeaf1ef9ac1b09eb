//! What Edagari has to know of a game in order to offer it, besides its rules.

use std::fmt;

use super::options::{GameOption, OptionKind, Options};
use crate::language::{Language, Text, Words};

/// What Edagari has to know of a game in order to offer it: the descriptor that stands in the game's file.
pub struct GameKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the interface.
    pub title: Words,
    /// What the game is and how its moves are written, as the help of the command line says it.
    pub about: &'static str,
    /// The options, each after those that its range depends on.
    pub options: &'static [&'static GameOption],
    /// The names of the evaluations, the first of which is the default.
    pub evaluations: &'static [&'static str],
    /// Some moves from the start, as an example of how they are written.
    pub example_moves: &'static str,
    /// The game with what its values depend on, in the interface: options in braces are filled in.
    pub heading: Words,
    /// What the name is followed by in plain output, where values depend on options.
    pub summary: fn(&Options) -> String,
    /// How sentences speak of a move that is a number or a letter, if not just as "move 3".
    pub move_named: Option<Text>,
}

impl GameKind {
    /// The option with this name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static GameOption> {
        self.options.iter().copied().find(|option| option.name == name)
    }

    /// The game in the interface, with what its values depend on.
    #[must_use]
    pub fn heading_text(&self, options: &Options, language: Language) -> String {
        let values: Vec<(String, String)> =
            self.options.iter().map(|option| (option.key(), option.value_text(options, language))).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        language.fill_words(self.heading, &values)
    }
}

impl GameOption {
    /// The value of the option in the interface.
    fn value_text(&self, options: &Options, language: Language) -> String {
        match self.kind {
            OptionKind::Choice(choices) => choices
                .get(options.choice(self))
                .map(|choice| choice.label.text(language).to_owned())
                .unwrap_or_default(),
            _ => options.chosen(self).map(ToString::to_string).unwrap_or_default(),
        }
    }
}

impl PartialEq for GameKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for GameKind {}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
