//! The descriptor of a game: the data that menus, command line and files need.

use std::fmt;

use super::options::{GameOption, OptionKind, Options};
use crate::language::{Language, Text, Words};

/// The descriptor of a game, in the game's file: the data that menus, command line and files need.
pub struct GameKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the interface.
    pub title: Words,
    /// The help text on the command line: the game, and how its moves are written.
    pub about: &'static str,
    /// The options, each after those that its range depends on.
    pub options: &'static [&'static GameOption],
    /// The names of the evaluations, the first of which is the default.
    pub evaluations: &'static [&'static str],
    /// Example moves from the start.
    pub example_moves: &'static str,
    /// The game with the options that its values depend on, in the interface; options in braces are filled in.
    pub heading: Words,
    /// The suffix of the name in plain output, where values depend on options.
    pub summary: fn(&Options) -> String,
    /// The word for a move that is a number or a letter, such as "house 8"; by default "move 3".
    pub move_named: Option<Text>,
}

impl GameKind {
    /// The option with this name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static GameOption> {
        self.options.iter().copied().find(|option| option.name == name)
    }

    /// The game in the interface, with the options that its values depend on.
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
