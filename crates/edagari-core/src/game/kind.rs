//! The descriptor of a game: the data for menus, command line and files.

use std::fmt;

use super::options::{GameOption, OptionKind, Options};
use crate::language::{Language, Text, Words};

/// The descriptor of a game, defined in the game's source file: the data for menus, command line and files.
pub struct GameKind {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the user interface.
    pub title: Words,
    /// The help text on the command line: a description of the game and the notation of its moves.
    pub about: &'static str,
    /// The options, each after the options that its range depends on.
    pub options: &'static [&'static GameOption],
    /// The names of the static evaluations; the first is the default.
    pub evaluations: &'static [&'static str],
    /// Example moves from the start position.
    pub example_moves: &'static str,
    /// The heading in the user interface: the game with the options that affect its values; options in braces are substituted.
    pub heading: Words,
    /// The suffix of the name in plain output, for the options that affect the game's values.
    pub summary: fn(&Options) -> String,
    /// The text for a move that is a number or a letter, such as "house 8"; `None` for the default, "move 3".
    pub move_named: Option<Text>,
}

impl GameKind {
    /// The option with this name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static GameOption> {
        self.options.iter().copied().find(|option| option.name == name)
    }

    /// The heading of the game in the user interface, with the options substituted.
    #[must_use]
    pub fn heading_text(&self, options: &Options, language: Language) -> String {
        let values: Vec<(String, String)> =
            self.options.iter().map(|option| (option.key(), option.value_text(options, language))).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        language.fill_words(self.heading, &values)
    }
}

impl GameOption {
    /// The text of the option's value in the user interface.
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
