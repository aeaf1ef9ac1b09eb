//! The options of a game: the values allowed, and the values chosen.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::SetupError;
use crate::language::Words;
use crate::score::Score;

/// An option of a game. Arguments, forms, checks of ranges and files derive from it.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The name on the command line; in files it has `_` for `-`.
    pub name: &'static str,
    /// Its label in the interface.
    pub label: Words,
    /// Its help text on the command line.
    pub help: &'static str,
    /// The kind of its values.
    pub kind: OptionKind,
}

/// The kind of an option's values, with the default.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// On or off; off by default.
    Switch,
    /// A whole number.
    Number {
        /// The number if none is chosen.
        default: u64,
        /// The numbers allowed, given the options listed before it, which can hold any value: they come from files and people.
        range: fn(&Options) -> RangeInclusive<u64>,
    },
    /// One of some numbers.
    OneOf {
        /// The number if none is chosen.
        default: u64,
        /// The numbers allowed.
        numbers: &'static [u64],
    },
    /// One of some; the first by default.
    Choice(&'static [Choice]),
    /// A range of finite scores.
    Scores {
        /// The range if none is chosen.
        default: (i32, i32),
    },
    /// A file; none by default.
    File {
        /// The meaning of an empty field.
        hint: Words,
    },
}

/// One of the values of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Its name in the interface.
    pub label: Words,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// Of a switch.
    Switch(bool),
    /// Of a number.
    Number(u64),
    /// Of a range of scores: the lowest and the highest.
    Scores(i32, i32),
    /// The name of a choice, or the path of a file.
    Text(String),
}

/// The values of a game's options, by their names in files. An option left out has its default.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, OptionValue>);

impl GameOption {
    /// A switch.
    #[must_use]
    pub const fn switch(name: &'static str, label: Words, help: &'static str) -> Self {
        Self { name, label, help, kind: OptionKind::Switch }
    }

    /// A whole number.
    #[must_use]
    pub const fn number(
        name: &'static str,
        label: Words,
        help: &'static str,
        default: u64,
        range: fn(&Options) -> RangeInclusive<u64>,
    ) -> Self {
        Self { name, label, help, kind: OptionKind::Number { default, range } }
    }

    /// A choice.
    #[must_use]
    pub const fn choice(name: &'static str, label: Words, help: &'static str, choices: &'static [Choice]) -> Self {
        Self { name, label, help, kind: OptionKind::Choice(choices) }
    }

    /// The name in files.
    #[must_use]
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// A value as written on the command line.
    #[must_use]
    pub const fn value_name(&self) -> &'static str {
        match self.kind {
            OptionKind::Switch | OptionKind::Number { .. } | OptionKind::OneOf { .. } => "N",
            OptionKind::Choice(_) => "NAME",
            OptionKind::Scores { .. } => "LOWEST..HIGHEST",
            OptionKind::File { .. } => "FILE",
        }
    }

    /// The value if none is chosen; a file has none.
    #[must_use]
    pub fn default_value(&self) -> Option<OptionValue> {
        match self.kind {
            OptionKind::Switch => Some(OptionValue::Switch(false)),
            OptionKind::Number { default, .. } | OptionKind::OneOf { default, .. } => Some(default.into()),
            OptionKind::Choice(choices) => choices.first().map(|choice| choice.name.into()),
            OptionKind::Scores { default } => Some(default.into()),
            OptionKind::File { .. } => None,
        }
    }

    /// Parses a value from the command line.
    ///
    /// # Errors
    /// The values expected, given the options listed before this one.
    pub fn parse(&self, text: &str, before: &Options) -> Result<OptionValue, String> {
        let value = match self.kind {
            OptionKind::Switch => text.parse().ok().map(OptionValue::Switch),
            OptionKind::Number { .. } | OptionKind::OneOf { .. } => text.parse().ok().map(OptionValue::Number),
            OptionKind::Choice(_) | OptionKind::File { .. } => Some(OptionValue::Text(text.to_owned())),
            OptionKind::Scores { .. } => text
                .split_once("..")
                .and_then(|(lowest, highest)| Some(OptionValue::Scores(lowest.parse().ok()?, highest.parse().ok()?))),
        };
        value.filter(|value| self.takes(value, before)).ok_or_else(|| self.expected(before))
    }

    /// Whether it can have this value, given the options that are listed before it.
    fn takes(&self, value: &OptionValue, before: &Options) -> bool {
        match (self.kind, value) {
            (OptionKind::Switch, OptionValue::Switch(_)) | (OptionKind::File { .. }, OptionValue::Text(_)) => true,
            (OptionKind::Number { range, .. }, OptionValue::Number(number)) => range(before).contains(number),
            (OptionKind::OneOf { numbers, .. }, OptionValue::Number(number)) => numbers.contains(number),
            (OptionKind::Choice(choices), OptionValue::Text(name)) => {
                choices.iter().any(|choice| is_same_name(choice.name, name))
            }
            (OptionKind::Scores { .. }, &OptionValue::Scores(lowest, highest)) => {
                lowest <= highest && lowest >= Score::MIN && highest <= Score::MAX
            }
            _ => false,
        }
    }

    /// The values allowed, given the options listed before it.
    pub(crate) fn expected(&self, before: &Options) -> String {
        match self.kind {
            OptionKind::Switch => "true or false".to_owned(),
            OptionKind::File { .. } => "the path of a file".to_owned(),
            OptionKind::Choice(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                format!("one of {}", names.join(", "))
            }
            OptionKind::Scores { .. } => {
                "the least and the greatest score, two whole numbers with two dots between them, such as -20..20"
                    .to_owned()
            }
            OptionKind::Number { range, .. } => {
                let range = range(before);
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            OptionKind::OneOf { numbers, .. } => {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                format!("one of {}", numbers.join(", "))
            }
        }
    }
}

/// Whether two names differ in nothing but the way that Rust writes those of variants; so they stand in older files.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters =
        |name: &str| name.chars().filter(|&letter| letter != '-').flat_map(char::to_lowercase).collect::<String>();
    letters(one) == letters(other)
}

impl FromIterator<(String, OptionValue)> for Options {
    fn from_iter<I: IntoIterator<Item = (String, OptionValue)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl Options {
    /// Chooses a value; it is checked when the game is opened.
    #[must_use]
    pub fn with(mut self, option: &GameOption, value: impl Into<OptionValue>) -> Self {
        self.set(option, value);
        self
    }

    /// Chooses a value; it is checked when the game is opened.
    pub fn set(&mut self, option: &GameOption, value: impl Into<OptionValue>) {
        self.0.insert(option.key(), value.into());
    }

    /// The value chosen for an option.
    #[must_use]
    pub fn chosen(&self, option: &GameOption) -> Option<&OptionValue> {
        self.0.get(&option.key())
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, option: &GameOption) -> bool {
        matches!(self.chosen(option), Some(OptionValue::Switch(true)))
    }

    /// A number: the chosen one, or the default.
    #[must_use]
    pub fn number(&self, option: &GameOption) -> u64 {
        match (self.chosen(option), option.kind) {
            (Some(&OptionValue::Number(number)), _) => number,
            (_, OptionKind::Number { default, .. } | OptionKind::OneOf { default, .. }) => default,
            _ => 0,
        }
    }

    /// The index of what is chosen among the choices.
    #[must_use]
    pub fn choice(&self, option: &GameOption) -> usize {
        match (self.chosen(option), option.kind) {
            (Some(OptionValue::Text(name)), OptionKind::Choice(choices)) => {
                choices.iter().position(|choice| is_same_name(choice.name, name)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// A range of scores: the chosen one, or the default.
    #[must_use]
    pub fn scores(&self, option: &GameOption) -> (i32, i32) {
        match (self.chosen(option), option.kind) {
            (Some(&OptionValue::Scores(lowest, highest)), _) => (lowest, highest),
            (_, OptionKind::Scores { default }) => default,
            _ => (0, 0),
        }
    }

    /// A file, if one is chosen.
    #[must_use]
    pub fn file(&self, option: &GameOption) -> Option<PathBuf> {
        match self.chosen(option) {
            Some(OptionValue::Text(path)) if !path.trim().is_empty() => Some(PathBuf::from(path.trim())),
            _ => None,
        }
    }

    /// The values of all options of a game: those that were chosen, and the defaults of the others.
    #[must_use]
    pub(super) fn completed(mut self, options: &[&GameOption]) -> Self {
        let is_said = |value: &OptionValue| !matches!(value, OptionValue::Text(text) if text.trim().is_empty());
        let mut value = |option: &&GameOption| {
            let said = self.0.remove(&option.key()).filter(is_said);
            Some((option.key(), said.or_else(|| option.default_value())?))
        };
        options.iter().filter_map(&mut value).collect()
    }

    /// Checks the values against the options of a game, in their order.
    pub(super) fn check(&self, game: &'static str, options: &[&GameOption]) -> Result<(), SetupError> {
        let mut before = Self::default();
        for option in options {
            let Some(value) = self.chosen(option) else { continue };
            if !option.takes(value, &before) {
                let expected = option.expected(&before);
                return Err(SetupError::Option { game, name: option.name, value: value.to_string(), expected });
            }
            before.set(option, value.clone());
        }
        Ok(())
    }

    /// The values that were chosen, by their names in files.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => write!(f, "{on}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Scores(lowest, highest) => write!(f, "{lowest}..{highest}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(on: bool) -> Self {
        Self::Switch(on)
    }
}

impl From<u64> for OptionValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<(i32, i32)> for OptionValue {
    fn from((lowest, highest): (i32, i32)) -> Self {
        Self::Scores(lowest, highest)
    }
}

impl From<String> for OptionValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for OptionValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
