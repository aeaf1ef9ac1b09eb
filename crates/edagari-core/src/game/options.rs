//! The descriptor of a game, its options with their allowed values, and the chosen values.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::{Game, NamedPosition, PositionSketch, SetupError, named_position};
use crate::language::{Language, Message, Text, Words};
use crate::score::Score;

/// An option of a game. Command-line arguments, forms, range checks and files are derived from it.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The name on the command line; in files `-` is replaced by `_`.
    pub name: &'static str,
    /// The label in the user interface.
    pub label: Words,
    /// The help text on the command line.
    pub help: &'static str,
    /// The type of the values, with the default.
    pub kind: OptionKind,
}

/// The type of an option's values, with the default.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// On or off; off by default.
    Switch,
    /// A whole number.
    Number {
        /// The number if none is chosen.
        default: u64,
        /// The allowed numbers, given the options listed before it. Those options can have any value, as they come from files and
        /// users.
        range: fn(&Options) -> RangeInclusive<u64>,
    },
    /// One of a list of numbers.
    OneOf {
        /// The number if none is chosen.
        default: u64,
        /// The allowed numbers.
        numbers: &'static [u64],
    },
    /// One of a list of names; the first is the default.
    Choice(&'static [Choice]),
    /// A range of finite scores.
    Scores {
        /// The lowest and the highest score if none is chosen.
        default: (i32, i32),
    },
    /// A position in the notation of the game. If it is empty, the game starts at its own position.
    Position {
        /// An example, shown as a hint.
        example: &'static str,
        /// Returns the problem of an impossible position, given the options listed before it: the place of the fault, and the expected
        /// text.
        check: fn(&str, &Options) -> Result<(), Message>,
        /// Sets the options that follow from a position and are not chosen, such as the size of its board.
        derive: fn(&str, &mut Options),
        /// The positions that come with Edagari, which a user can enter by name.
        named: fn() -> &'static [NamedPosition],
        /// Returns the position for editing it on a board, given the options listed before it; `None` if the text describes no board.
        sketch: fn(&str, &Options) -> Option<PositionSketch>,
    },
    /// A path of a file; empty by default.
    File {
        /// The hint shown in the field: the meaning of an empty value.
        hint: Words,
    },
}

/// A value of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name in the user interface.
    pub label: Words,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// The value of a switch.
    Switch(bool),
    /// The value of a number.
    Number(u64),
    /// The lowest and the highest score of a range.
    Scores(i32, i32),
    /// The name of a choice, or the path of a file.
    Text(String),
}

/// The values of a game's options, by their names in files. A missing option has its default value.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, OptionValue>);

impl GameOption {
    /// An option that is on or off.
    #[must_use]
    pub const fn switch(name: &'static str, label: Words, help: &'static str) -> Self {
        Self { name, label, help, kind: OptionKind::Switch }
    }

    /// An option with a whole number.
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

    /// The option for the start position.
    #[must_use]
    pub const fn position(
        help: &'static str,
        example: &'static str,
        check: fn(&str, &Options) -> Result<(), Message>,
        derive: fn(&str, &mut Options),
    ) -> Self {
        let label = Words::new("Position", "局面");
        let named = named_position::none;
        let kind = OptionKind::Position { example, check, derive, named, sketch: |_, _| None };
        Self { name: "position", label, help, kind }
    }

    /// The same option, with a board for editing the position.
    #[must_use]
    pub const fn with_sketch(mut self, of: fn(&str, &Options) -> Option<PositionSketch>) -> Self {
        if let OptionKind::Position { sketch, .. } = &mut self.kind {
            *sketch = of;
        }
        self
    }

    /// The same option, with positions that a user can enter by name.
    #[must_use]
    pub const fn with_positions(mut self, positions: fn() -> &'static [NamedPosition]) -> Self {
        if let OptionKind::Position { named, .. } = &mut self.kind {
            *named = positions;
        }
        self
    }

    /// An option with a list of names.
    #[must_use]
    pub const fn choice(name: &'static str, label: Words, help: &'static str, choices: &'static [Choice]) -> Self {
        Self { name, label, help, kind: OptionKind::Choice(choices) }
    }

    /// The name in files.
    #[must_use]
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// The placeholder for a value in command-line help.
    #[must_use]
    pub const fn value_name(&self) -> &'static str {
        match self.kind {
            OptionKind::Switch | OptionKind::Number { .. } | OptionKind::OneOf { .. } => "N",
            OptionKind::Choice(_) => "NAME",
            OptionKind::Scores { .. } => "LOWEST..HIGHEST",
            OptionKind::Position { .. } => "TEXT",
            OptionKind::File { .. } => "FILE",
        }
    }

    /// The value if none is chosen; `None` for a file.
    #[must_use]
    pub fn default_value(&self) -> Option<OptionValue> {
        match self.kind {
            OptionKind::Switch => Some(OptionValue::Switch(false)),
            OptionKind::Number { default, .. } | OptionKind::OneOf { default, .. } => Some(default.into()),
            OptionKind::Choice(choices) => choices.first().map(|choice| choice.name.into()),
            OptionKind::Scores { default } => Some(default.into()),
            OptionKind::Position { .. } | OptionKind::File { .. } => None,
        }
    }

    /// Parses a value from the command line.
    ///
    /// # Errors
    /// A description of the allowed values, given the options listed before this one.
    pub fn parse(&self, text: &str, before: &Options) -> Result<OptionValue, Message> {
        let value = match self.kind {
            OptionKind::Switch => text.parse().ok().map(OptionValue::Switch),
            OptionKind::Number { .. } | OptionKind::OneOf { .. } => text.parse().ok().map(OptionValue::Number),
            OptionKind::Position { check, derive, .. } => {
                let text = self.unnamed(text);
                check(text, &derived(text, before, derive)).map_err(|problem| match self.names_of_positions() {
                    Some(names) if !text.contains('/') => {
                        Message::from(Text::ErrorPositionOrName).with_message("problem", problem).with("names", &names)
                    }
                    _ => problem,
                })?;
                Some(OptionValue::Text(text.trim().to_owned()))
            }
            OptionKind::Choice(_) | OptionKind::File { .. } => Some(OptionValue::Text(text.to_owned())),
            OptionKind::Scores { .. } => text
                .split_once("..")
                .and_then(|(lowest, highest)| Some(OptionValue::Scores(lowest.parse().ok()?, highest.parse().ok()?))),
        };
        value.filter(|value| self.takes(value, before)).ok_or_else(|| self.expected(before))
    }

    /// The options with those that follow from a position, such as the size of its board, where they are not chosen. Other options than
    /// those of positions change nothing.
    #[must_use]
    pub fn with_derived(&self, text: &str, options: &Options) -> Options {
        match self.kind {
            OptionKind::Position { derive, .. } => derived(self.unnamed(text), options, derive),
            _ => options.clone(),
        }
    }

    /// The problem of a text that is no position, given the options listed before this one; `None` for a position, for an empty text,
    /// and for other options.
    #[must_use]
    pub fn position_problem(&self, text: &str, before: &Options) -> Option<Message> {
        let OptionKind::Position { check, derive, .. } = self.kind else { return None };
        if text.trim().is_empty() { None } else { check(text, &derived(text, before, derive)).err() }
    }

    /// Returns a position for editing it on a board, possible or not; the start of the game for an empty text. `None` if the text
    /// describes no board, or if the option is no position.
    #[must_use]
    pub fn sketch(&self, text: &str, before: &Options) -> Option<PositionSketch> {
        let OptionKind::Position { sketch, derive, .. } = self.kind else { return None };
        let text = self.unnamed(text);
        sketch(text, &derived(text, before, derive))
    }

    /// The positions with names, if the option is a position.
    #[must_use]
    pub fn positions(&self) -> &'static [NamedPosition] {
        match self.kind {
            OptionKind::Position { named, .. } => named(),
            _ => &[],
        }
    }

    /// The position with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&'static NamedPosition> {
        self.positions().iter().find(|position| position.name == name.trim())
    }

    /// Returns the text of the position named `text`; any other text is returned unchanged.
    fn unnamed<'a>(&self, text: &'a str) -> &'a str {
        self.named(text).map_or(text, |position| position.position)
    }

    /// The names of the positions, with commas between them; `None` without any.
    #[must_use]
    pub fn names_of_positions(&self) -> Option<String> {
        let names: Vec<&str> = self.positions().iter().map(|position| position.name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Whether the option allows this value, given the options listed before it.
    fn takes(&self, value: &OptionValue, before: &Options) -> bool {
        match (self.kind, value) {
            (OptionKind::Switch, OptionValue::Switch(_)) | (OptionKind::File { .. }, OptionValue::Text(_)) => true,
            (OptionKind::Position { check, derive, .. }, OptionValue::Text(text)) => {
                check(text, &derived(text, before, derive)).is_ok()
            }
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

    /// A description of the allowed values, given the options listed before it.
    pub(crate) fn expected(&self, before: &Options) -> Message {
        let one_of = |names: &[String]| Message::from(Text::ExpectedOneOf).with("names", &names.join(", "));
        match self.kind {
            OptionKind::Switch => Text::ExpectedSwitch.into(),
            OptionKind::File { .. } => Text::ExpectedPath.into(),
            OptionKind::Position { example, .. } => Message::from(Text::ExpectedPosition).with("example", &example),
            OptionKind::Choice(choices) => {
                one_of(&choices.iter().map(|choice| choice.name.to_owned()).collect::<Vec<_>>())
            }
            OptionKind::Scores { .. } => Text::ExpectedScores.into(),
            OptionKind::Number { range, .. } => {
                let range = range(before);
                Message::from(Text::ExpectedNumber).with("least", range.start()).with("most", range.end())
            }
            OptionKind::OneOf { numbers, .. } => one_of(&numbers.iter().map(u64::to_string).collect::<Vec<_>>()),
        }
    }
}

/// The options with those that follow from a position.
fn derived(text: &str, options: &Options, derive: fn(&str, &mut Options)) -> Options {
    let mut options = options.clone();
    derive(text, &mut options);
    options
}

/// Whether two names differ only in hyphens and case: older files contain the names of Rust variants.
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
    /// Sets the value of an option that has none.
    pub(super) fn set_missing(&mut self, option: &GameOption, value: impl Into<OptionValue>) {
        self.0.entry(option.key()).or_insert_with(|| value.into());
    }

    /// Sets a value; it is checked when the game is opened.
    #[must_use]
    pub fn with(mut self, option: &GameOption, value: impl Into<OptionValue>) -> Self {
        self.set(option, value);
        self
    }

    /// Sets a value; it is checked when the game is opened.
    pub fn set(&mut self, option: &GameOption, value: impl Into<OptionValue>) {
        self.0.insert(option.key(), value.into());
    }

    /// The value chosen for an option, if any.
    #[must_use]
    pub fn chosen(&self, option: &GameOption) -> Option<&OptionValue> {
        self.0.get(&option.key())
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, option: &GameOption) -> bool {
        matches!(self.chosen(option), Some(OptionValue::Switch(true)))
    }

    /// The value of a number: the chosen one, or the default.
    #[must_use]
    pub fn number(&self, option: &GameOption) -> u64 {
        match (self.chosen(option), option.kind) {
            (Some(&OptionValue::Number(number)), _) => number,
            (_, OptionKind::Number { default, .. } | OptionKind::OneOf { default, .. }) => default,
            _ => 0,
        }
    }

    /// The index of the chosen name in the list of choices; 0 if none is chosen.
    #[must_use]
    pub fn choice(&self, option: &GameOption) -> usize {
        match (self.chosen(option), option.kind) {
            (Some(OptionValue::Text(name)), OptionKind::Choice(choices)) => {
                choices.iter().position(|choice| is_same_name(choice.name, name)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The lowest and highest score of a range: the chosen ones, or the default.
    #[must_use]
    pub fn scores(&self, option: &GameOption) -> (i32, i32) {
        match (self.chosen(option), option.kind) {
            (Some(&OptionValue::Scores(lowest, highest)), _) => (lowest, highest),
            (_, OptionKind::Scores { default }) => default,
            _ => (0, 0),
        }
    }

    /// The position to start from, if one is chosen.
    #[must_use]
    pub fn position(&self, option: &GameOption) -> Option<&str> {
        match self.chosen(option) {
            Some(OptionValue::Text(text)) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// The path of a file, if one is chosen.
    #[must_use]
    pub fn file(&self, option: &GameOption) -> Option<PathBuf> {
        match self.chosen(option) {
            Some(OptionValue::Text(path)) if !path.trim().is_empty() => Some(PathBuf::from(path.trim())),
            _ => None,
        }
    }

    /// The values of all options of a game: the chosen ones, and the defaults of the others.
    #[must_use]
    pub(super) fn completed(mut self, options: &[&GameOption]) -> Self {
        for option in options {
            if let (OptionKind::Position { derive, .. }, Some(text)) = (option.kind, self.position(option)) {
                let text = text.to_owned();
                derive(&text, &mut self);
            }
        }
        let is_set = |value: &OptionValue| !matches!(value, OptionValue::Text(text) if text.trim().is_empty());
        let mut value = |option: &&GameOption| {
            let entered = self.0.remove(&option.key()).filter(is_set);
            Some((option.key(), entered.or_else(|| option.default_value())?))
        };
        options.iter().filter_map(&mut value).collect()
    }

    /// Checks the values against the options of a game, in the order of the options.
    pub(super) fn check(&self, game: &'static str, options: &[&GameOption]) -> Result<(), SetupError> {
        let mut before = Self::default();
        for option in options {
            let Some(value) = self.chosen(option) else { continue };
            if let (OptionKind::Position { check, .. }, OptionValue::Text(text)) = (option.kind, value) {
                check(text, &before).map_err(|problem| SetupError::position(game, text, problem))?;
            }
            if !option.takes(value, &before) {
                let expected = option.expected(&before);
                return Err(SetupError::Option { game, name: option.name, value: value.to_string(), expected });
            }
            before.set(option, value.clone());
        }
        Ok(())
    }

    /// The chosen values, by their names in files.
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

    /// The option for the start position, if the game has one.
    #[must_use]
    pub fn position_option(&self) -> Option<&'static GameOption> {
        self.options.iter().copied().find(|option| matches!(option.kind, OptionKind::Position { .. }))
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

/// A game that comes with Edagari: its rules and its descriptor.
pub trait KnownGame: Game {
    /// The descriptor of the game.
    fn kind() -> &'static GameKind;

    /// Creates the game with these options, which must have been checked.
    ///
    /// # Errors
    /// [`SetupError`] if the file that the game is read from cannot be used.
    fn from_options(options: &Options) -> Result<Self, SetupError>;

    /// Whether the type plays the game with these options. Types that share a descriptor are tried in the order of the list.
    #[must_use]
    fn plays(options: &Options) -> bool {
        let _ = options;
        true
    }

    /// The start position with these options: by default the chosen one, `None` for that of [`Game::root`].
    fn start(&self, chosen: Option<Self::Position>, options: &Options) -> Option<Self::Position> {
        let _ = options;
        chosen
    }

    /// Reads a position in the notation of the game: that of [`Game::position_text`].
    ///
    /// # Errors
    /// The problem of a text that is no position of this game, with its place and the expected text.
    fn read_position(&self, text: &str) -> Result<Self::Position, Message> {
        let _ = text;
        Err(Text::ErrorNoNotation.into())
    }
}

/// A game that is fully determined by its options, and can return them.
pub trait Configured: KnownGame {
    /// The options that create an equal game.
    fn options(&self) -> Options;
}

/// A field of a game that is an option.
pub(super) trait OptionField {
    /// The chosen value of `option`, or its default.
    fn of(option: &GameOption, options: &Options) -> Self;

    /// The value of the option.
    fn value(self) -> OptionValue;
}

/// Implements [`OptionField`] for a type, with the method of [`Options`] that returns its value.
macro_rules! option_fields {
    ($($field:ty = $method:ident as $value:ty;)*) => {$(
        impl OptionField for $field {
            fn of(option: &GameOption, options: &Options) -> Self {
                options.$method(option) as Self
            }

            fn value(self) -> OptionValue {
                <$value>::from(self).into()
            }
        }
    )*};
}

option_fields! {
    u8 = number as u64;
    u32 = number as u64;
    u64 = number as u64;
    bool = is_on as bool;
    (i32, i32) = scores as (i32, i32);
}

/// Implements the traits of a known game whose fields are its options, and which has a descriptor `KIND`.
macro_rules! game_of_options {
    ($game:ident { $($field:ident: $option:ident),* $(,)? } $(from $read:ident)? $(if $plays:ident)? $(start $start:ident)?) => {
        impl $game {
            #[inline]
            fn of(options: &$crate::game::Options) -> Self {
                // Unused for a game without options.
                let _ = options;
                Self { $($field: $crate::game::options::OptionField::of(&$option, options)),* }
            }
        }

        impl Default for $game {
            fn default() -> Self {
                Self::of(&$crate::game::Options::default())
            }
        }

        impl $crate::game::KnownGame for $game {
            #[inline]
            fn kind() -> &'static $crate::game::GameKind {
                &KIND
            }

            #[inline]
            fn from_options(options: &$crate::game::Options) -> Result<Self, $crate::game::SetupError> {
                Ok(Self::of(options))
            }
            $(
                fn read_position(&self, text: &str) -> Result<Self::Position, $crate::language::Message> {
                    self.$read(text)
                }
            )?
            $(
                fn start(
                    &self,
                    chosen: Option<Self::Position>,
                    options: &$crate::game::Options,
                ) -> Option<Self::Position> {
                    self.$start(chosen, options)
                }
            )?
            $(
                fn plays(options: &$crate::game::Options) -> bool {
                    $plays(options)
                }
            )?
        }

        impl $crate::game::Configured for $game {
            #[inline]
            fn options(&self) -> $crate::game::Options {
                $crate::game::Options::default()$(.with(&$option, $crate::game::options::OptionField::value(self.$field)))*
            }
        }
    };
}

pub(super) use game_of_options;
