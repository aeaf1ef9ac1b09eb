//! The setup of a run as one text in the words of the command line, for links: `kalah,pits=3,search=pvs,depth-limit=6`.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::num::NonZeroU32;

use super::setup::{Process, Setup};
use crate::game::{GAMES, GameKind, GameSetup, OptionKind, Options};
use crate::language::{HasMessage, Message, Text};
use crate::score::{Score, Window};
use crate::search::{
    Aspiration, DepthLimit, Exploration, FinalMove, Guess, GuessSetup, Order, PassSetup, Playout, Priors, ProofSetup,
    RandomSide, RuleBounds, RuleSetup, Sampling, SamplingSetup, TableKey, TableSetup,
};

/// Greatest depth limit that is read.
const MAX_DEPTH: u32 = 1_000_000;

/// Error of a text that is no setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SetupWordsError {
    /// The text does not begin with a game that has rules here.
    Game {
        /// First word of the text.
        text: String,
    },
    /// The text names no search.
    Search {
        /// The text, which may have other options.
        text: String,
    },
    /// A word that is no option of the game or of a search.
    Word {
        /// The word, without its value.
        word: String,
        /// Name of the game.
        game: &'static str,
    },
    /// A word that occurs twice.
    Twice {
        /// The word, without its values.
        word: String,
    },
    /// A value that its option does not have.
    Value {
        /// Name of the option.
        word: String,
        /// Value in the text.
        value: String,
        /// Values that the option has.
        expected: Message,
    },
}

impl HasMessage for SetupWordsError {
    fn message(&self) -> Message {
        match self {
            Self::Game { text } => {
                Message::from(Text::ErrorWordsGame).with("word", &"run").with("text", text).with("names", &game_names())
            }
            Self::Search { text } => Message::from(Text::ErrorWordsSearch).with("word", &"run").with("text", text),
            Self::Word { word, game } => Message::from(Text::ErrorWordsWord).with("word", word).with("game", game),
            Self::Twice { word } => Message::from(Text::ErrorWordsTwice).with("word", word),
            Self::Value { word, value, expected } => Message::from(Text::ErrorWordsValue)
                .with("word", word)
                .with("value", value)
                .with_message("expected", expected.clone()),
        }
    }
}

fn game_names() -> String {
    GAMES.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

impl Setup {
    /// Returns the setup as one text in the words of the command line; `None` if the rules of its game are not known here.
    ///
    /// ```
    /// use edagari_core::game::{Eight, GameSetup};
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{Process, Setup};
    ///
    /// let setup = Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Pvs));
    /// assert_eq!(setup.to_words().as_deref(), Some("eight,search=pvs"));
    /// assert_eq!(Setup::of_words("eight,search=pvs"), Ok(setup));
    /// ```
    #[must_use]
    pub fn to_words(&self) -> Option<String> {
        let GameSetup::Known { kind, options } = &self.game else { return None };
        let mut words = Written(kind.name.to_owned());
        for option in kind.options {
            let Some(value) = options.chosen(option).filter(|value| Some(*value) != option.default_value().as_ref())
            else {
                continue;
            };
            words.add(option.name, value);
        }
        words.add("search", self.process);
        words.add_unless(self.after.is_empty(), "after", &self.after);
        words.add_unless(self.order == Order::default(), "order", self.order);
        words.add_unless(self.order_by.is_nothing(), "order-by", self.order_by);
        if let Some(DepthLimit { depth, evaluation }) = self.limit {
            words.add("depth-limit", depth);
            if evaluation > 0 {
                words.add("evaluation", kind.evaluations.get(usize::from(evaluation))?);
            }
        }
        words.add_passes(&self.passes);
        words.add_rules(self.rules);
        for (guess, value) in self.guesses.list() {
            if guess.kind().has_parameter() {
                words.add(guess.name(), value);
            } else {
                words.add_switch(true, guess.name());
            }
        }
        words.add_table(self.table, usual_table(self.process));
        if self.process.sampling().is_some() {
            words.add_sampling(&self.sampling);
        }
        if let Some(random) = self.random {
            words.add("random", random.name());
        }
        if self.process.proof().is_some() {
            let ProofSetup { claim, expansions, epsilon, table } = self.proof;
            words.add("claim", claim);
            words.add_unless(expansions == 0, "expansions", expansions);
            words.add_unless(epsilon == 0, "epsilon", epsilon);
            words.add_switch(table, "proof-table");
        }
        Some(words.0)
    }

    /// Parses a text in the words of the command line. Commas within a value are preceded by a backslash.
    ///
    /// # Errors
    /// [`SetupWordsError`] with the word, its value and the values expected.
    pub fn of_words(text: &str) -> Result<Self, SetupWordsError> {
        let mut parts = parts_of(text).into_iter();
        let name = parts.next().unwrap_or_default();
        let kind = GameKind::named(name.trim()).ok_or(SetupWordsError::Game { text: name })?;
        let mut given = Given { game: kind.name, values: BTreeMap::new() };
        for part in parts {
            let (word, value) = part.split_once('=').unwrap_or((&part, "true"));
            let word = match word.trim() {
                "depth" if kind.option("depth").is_none() => "depth-limit",
                word => word,
            };
            if given.values.insert(word.to_owned(), value.to_owned()).is_some() {
                return Err(SetupWordsError::Twice { word: word.to_owned() });
            }
        }
        let game = given.game(kind)?;
        let search: Option<Process> =
            given.parsed("search", |text| text.parse().map_err(|error| described(&error, "search")))?;
        let process = search.ok_or_else(|| SetupWordsError::Search { text: text.to_owned() })?;
        let after = given.values.remove("after").unwrap_or_default();
        let order = given.parsed("order", |text| text.parse().map_err(|error| described(&error, "order")))?;
        let order_by = given.parsed("order-by", |text| {
            let expected = "some of table, killers, countermoves, history, captures, see and threats, each once";
            text.parse().map_err(|_| expected.to_owned())
        })?;
        let limit = given.limit(kind)?;
        let passes = given.passes()?;
        let rules = given.rules()?;
        let guesses = given.guesses()?;
        let table = given.table(usual_table(process))?;
        let (order, order_by) = (order.unwrap_or_default(), order_by.unwrap_or_default());
        let sampling = match process.sampling() {
            Some(sampling) => given.sampling(sampling, &game, &after)?,
            None => SamplingSetup::default(),
        };
        let random = given.parsed("random", |text| {
            let named = RandomSide::ALL.into_iter().find(|side| side.name() == text);
            named.ok_or_else(|| "max, min or both".to_owned())
        })?;
        let proof = match process.proof() {
            Some(_) => given.proof()?,
            None => ProofSetup::default(),
        };
        given.end()?;
        Ok(Self {
            game,
            after,
            process,
            order,
            table,
            limit,
            passes,
            rules,
            order_by,
            guesses,
            sampling,
            random,
            proof,
        })
    }
}

/// Returns the table that a search has if none is given.
fn usual_table(process: Process) -> Option<TableSetup> {
    process.algorithm().and_then(|algorithm| algorithm.kind().memory)
}

/// Returns the expected values from an error that names its word first.
fn described(error: &impl Display, word: &str) -> String {
    let error = error.to_string();
    error.split_once(": expected ").map_or_else(|| word.to_owned(), |(_, expected)| expected.to_owned())
}

/// Splits a text at its commas; a character after a backslash is part of the text.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, parts.last_mut()) {
            (',', _) => parts.push(String::new()),
            ('\\', Some(part)) => part.extend(letters.next()),
            (letter, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    parts
}

/// Text that is being written.
struct Written(String);

impl Written {
    fn add(&mut self, word: &str, value: impl Display) {
        let value = value.to_string().replace('\\', "\\\\").replace(',', "\\,");
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, ",{word}={value}");
    }

    fn add_unless(&mut self, is_usual: bool, word: &str, value: impl Display) {
        if !is_usual {
            self.add(word, value);
        }
    }

    /// Adds a switch that is on.
    fn add_switch(&mut self, is_on: bool, word: &str) {
        if is_on {
            self.0.push(',');
            self.0.push_str(word);
        }
    }

    fn add_passes(&mut self, passes: &PassSetup) {
        let PassSetup { window, own_range, first_guess, aspiration, deepening } = *passes;
        self.add_unless(window == Window::FULL, "window", format!("{}..{}", end(window.alpha), end(window.beta)));
        self.add_switch(own_range, "own-range");
        if let Some(guess) = first_guess {
            self.add("first-guess", guess);
        }
        if let Some(Aspiration { width, growth }) = aspiration {
            self.add("aspiration", width);
            if let Some(growth) = growth {
                self.add("aspiration-growth", growth);
            }
        }
        match deepening {
            None => {}
            Some(NonZeroU32::MIN) => self.add_switch(true, "deepening"),
            Some(step) => self.add("deepening-step", step),
        }
    }

    fn add_rules(&mut self, rules: RuleSetup) {
        match rules.bounds {
            None => {}
            Some(RuleBounds::Both) => self.add("rule-bounds", "both"),
            Some(RuleBounds::Best) => self.add("rule-bounds", "best"),
        }
        self.add_switch(rules.win_at_once, "win-at-once");
        self.add_switch(rules.skip_losing, "skip-losing");
    }

    fn add_table(&mut self, table: Option<TableSetup>, usual: Option<TableSetup>) {
        if table == usual {
            return;
        }
        let Some(table) = table else {
            self.add("table", "none");
            return;
        };
        self.add(
            "table",
            match table.key {
                TableKey::PositionAndWindow => "window",
                TableKey::Position => "bounds",
            },
        );
        self.add_switch(!table.symmetry, "no-symmetry");
        self.add_switch(!table.narrowing, "no-narrowing");
        self.add_unless(table.intersection == intersects(usual), "intersect", table.intersection);
        self.add_switch(table.deeper_entries, "deeper-entries");
        self.add_switch(table.best_only, "best-only");
        if let Some(size) = table.size {
            self.add("table-size", size);
        }
    }
}

impl Written {
    fn add_sampling(&mut self, sampling: &SamplingSetup) {
        let SamplingSetup { iterations, exploration, playouts, seed, expands_all, solver, priors, final_move, .. } =
            *sampling;
        self.add("iterations", iterations);
        self.add("exploration", exploration.get());
        self.add_unless(playouts == Playout::default(), "playouts", playouts.name());
        self.add_unless(seed == 0, "playout-seed", seed);
        self.add_switch(expands_all, "expand-all");
        self.add_switch(solver, "solver");
        self.add_unless(priors == Priors::default(), "priors", priors.name());
        self.add_unless(final_move == FinalMove::default(), "final", final_move.name());
    }
}

/// Writes an end of a window.
fn end(score: Score) -> String {
    match score.finite() {
        Some(number) => number.to_string(),
        None if score == Score::INFINITY => "inf".to_owned(),
        None => "-inf".to_owned(),
    }
}

/// Whether the table that a search has by itself intersects bounds.
fn intersects(usual: Option<TableSetup>) -> bool {
    usual.is_some_and(|usual| usual.intersection)
}

/// Words of a text that are still to be read, with their values.
struct Given {
    game: &'static str,
    values: BTreeMap<String, String>,
}

impl Given {
    fn game(&mut self, kind: &'static GameKind) -> Result<GameSetup, SetupWordsError> {
        let mut options = Options::default();
        for option in kind.options {
            let Some(text) = self.values.remove(option.name) else { continue };
            let value = option.parse(&text, &options).map_err(|expected| {
                let (word, value) = (option.name.to_owned(), text.clone());
                SetupWordsError::Value { word, value, expected }
            })?;
            // An empty name means no file, as in a form.
            let is_empty = matches!(option.kind, OptionKind::File { .. }) && text.trim().is_empty();
            if !is_empty {
                options.set(option, value);
            }
        }
        Ok(GameSetup::known(kind, options))
    }

    /// Takes the value of a word.
    fn parsed<T>(
        &mut self,
        word: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, SetupWordsError> {
        let Some(value) = self.values.remove(word) else { return Ok(None) };
        match parse(&value) {
            Ok(parsed) => Ok(Some(parsed)),
            Err(expected) => Err(SetupWordsError::Value { word: word.to_owned(), value, expected: expected.into() }),
        }
    }

    fn switch(&mut self, word: &str) -> Result<Option<bool>, SetupWordsError> {
        self.parsed(word, |text| text.parse().map_err(|_| "true or false".to_owned()))
    }

    fn positive(&mut self, word: &str) -> Result<Option<NonZeroU32>, SetupWordsError> {
        self.parsed(word, |text| text.parse().map_err(|_| format!("a whole number from 1 to {}", u32::MAX)))
    }

    fn limit(&mut self, kind: &'static GameKind) -> Result<Option<DepthLimit>, SetupWordsError> {
        let depth = self.parsed("depth-limit", |text| {
            let depth = text.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
            depth.ok_or_else(|| format!("a whole number from 0 to {MAX_DEPTH}"))
        })?;
        let Some(depth) = depth else { return Ok(None) };
        let evaluation = self.parsed("evaluation", |text| {
            let found = kind.evaluations.iter().position(|name| *name == text);
            found.ok_or_else(|| format!("one of {}", kind.evaluations.join(", ")))
        })?;
        Ok(Some(DepthLimit { depth, evaluation: evaluation.unwrap_or(0) as u8 }))
    }

    fn passes(&mut self) -> Result<PassSetup, SetupWordsError> {
        let window = self.parsed("window", |text| {
            text.parse::<Window>().map_err(|error| error.to_string().trim_start_matches("expected ").to_owned())
        })?;
        let own_range = self.switch("own-range")?.unwrap_or(false);
        let first_guess = self.parsed("first-guess", |text| {
            text.parse().map_err(|_| format!("a whole number from {} to {}", i32::MIN, i32::MAX))
        })?;
        let (width, growth) = (self.positive("aspiration")?, self.positive("aspiration-growth")?);
        let usual = Aspiration::default();
        let has_aspiration = width.is_some() || growth.is_some();
        let aspiration = has_aspiration.then(|| Aspiration { width: width.unwrap_or(usual.width), growth });
        let deepens = self.switch("deepening")?.unwrap_or(false);
        let deepening = self.positive("deepening-step")?.or(deepens.then_some(NonZeroU32::MIN));
        Ok(PassSetup { window: window.unwrap_or(Window::FULL), own_range, first_guess, aspiration, deepening })
    }

    fn rules(&mut self) -> Result<RuleSetup, SetupWordsError> {
        let bounds = self.parsed("rule-bounds", |text| match text {
            "both" | "true" => Ok(RuleBounds::Both),
            "best" => Ok(RuleBounds::Best),
            _ => Err("both or best".to_owned()),
        })?;
        let win_at_once = self.switch("win-at-once")?.unwrap_or(false);
        let skip_losing = self.switch("skip-losing")?.unwrap_or(false);
        Ok(RuleSetup { bounds, win_at_once, skip_losing })
    }

    fn guesses(&mut self) -> Result<GuessSetup, SetupWordsError> {
        let mut guesses = GuessSetup::default();
        for guess in Guess::ALL {
            let kind = guess.kind();
            let value = if kind.has_parameter() {
                self.parsed(kind.name, |text| {
                    // On the command line it is a switch, with the number in an option of its own.
                    if text == "true" && guess == Guess::Quiescence {
                        return Ok(kind.usual);
                    }
                    let value = text.parse().ok().filter(|value| kind.values.contains(value));
                    value.ok_or_else(|| format!("a whole number from {} to {}", kind.values.start(), kind.values.end()))
                })?
            } else {
                self.switch(kind.name)?.filter(|is_on| *is_on).map(|_| kind.usual)
            };
            guesses = value.map_or(guesses, |value| guesses.with(guess, value));
        }
        Ok(guesses)
    }

    fn table(&mut self, usual: Option<TableSetup>) -> Result<Option<TableSetup>, SetupWordsError> {
        let key = self.parsed("table", |text| match text {
            "none" => Ok(None),
            "window" => Ok(Some(TableKey::PositionAndWindow)),
            "bounds" => Ok(Some(TableKey::Position)),
            _ => Err("none, window or bounds".to_owned()),
        })?;
        let Some(key) = key.unwrap_or_else(|| usual.map(|usual| usual.key)) else { return Ok(None) };
        let symmetry = !self.switch("no-symmetry")?.unwrap_or(false);
        let narrowing = !self.switch("no-narrowing")?.unwrap_or(false);
        let intersection = self.switch("intersect")?.unwrap_or_else(|| intersects(usual));
        let deeper_entries = self.switch("deeper-entries")?.unwrap_or(false);
        let best_only = self.switch("best-only")?.unwrap_or(false);
        let size = self.positive("table-size")?;
        Ok(Some(TableSetup { key, symmetry, narrowing, intersection, deeper_entries, best_only, size }))
    }

    /// Takes the options of a proof-number search.
    fn proof(&mut self) -> Result<ProofSetup, SetupWordsError> {
        let claim = self.parsed("claim", |text| text.parse().map_err(|error| described(&error, "claim")))?;
        let number = |text: &str| text.parse().map_err(|_| format!("a whole number from 0 to {}", u32::MAX));
        let expansions = self.parsed("expansions", number)?.unwrap_or_default();
        let epsilon = self.parsed("epsilon", number)?.unwrap_or_default();
        let table = self.switch("proof-table")?.unwrap_or(false);
        Ok(ProofSetup { claim: claim.unwrap_or_default(), expansions, epsilon, table })
    }

    fn priors(&mut self) -> Result<Priors, SetupWordsError> {
        let priors = self.parsed("priors", |text| {
            let named = Priors::ALL.into_iter().find(|priors| priors.name() == text);
            named.ok_or_else(|| "equal or evaluation".to_owned())
        })?;
        Ok(priors.unwrap_or_default())
    }

    /// Takes the options of a Monte-Carlo tree search. The default exploration constant depends on
    /// the bounds of the start.
    fn sampling(
        &mut self,
        sampling: Sampling,
        game: &GameSetup,
        after: &str,
    ) -> Result<SamplingSetup, SetupWordsError> {
        let most = SamplingSetup::MAX_ITERATIONS;
        let iterations = self.parsed("iterations", |text| {
            let iterations = text.parse().ok().filter(|iterations| (1..=most).contains(iterations));
            iterations.ok_or_else(|| format!("a whole number from 1 to {most}"))
        })?;
        let exploration = self.parsed("exploration", |text| {
            let constant = text.parse().ok().and_then(Exploration::new);
            constant.ok_or_else(|| "a number of at least 0".to_owned())
        })?;
        let playouts = self.parsed("playouts", |text| {
            let named = Playout::ALL.into_iter().find(|playout| playout.name() == text);
            named.ok_or_else(|| "random, first or evaluation".to_owned())
        })?;
        let seed = self.parsed("playout-seed", |text| {
            text.parse().map_err(|_| format!("a whole number from 0 to {}", u64::MAX))
        })?;
        let expands_all = self.switch("expand-all")?.unwrap_or(false);
        let solver = self.switch("solver")?.unwrap_or(false);
        let priors = if sampling == Sampling::Puct { self.priors()? } else { Priors::default() };
        let final_move = self.parsed("final", |text| {
            let named = FinalMove::ALL.into_iter().find(|choice| choice.name() == text);
            named.ok_or_else(|| "proven, most-visits or best-mean".to_owned())
        })?;
        let bounds = || {
            let game = game.open().ok()?;
            game.position(&game.parse_moves(&[], after).ok()?).filter(|start| start.score().is_none())?.bounds(0)
        };
        let usual = SamplingSetup::default();
        Ok(SamplingSetup {
            iterations: iterations.unwrap_or(usual.iterations),
            exploration: exploration.unwrap_or_else(|| Exploration::usual(bounds())),
            playouts: playouts.unwrap_or(usual.playouts),
            seed: seed.unwrap_or(usual.seed),
            expands_all,
            solver,
            priors,
            final_move: final_move.unwrap_or(usual.final_move),
            ..usual
        })
    }

    /// Returns an error if a word is left: it is unknown, or has no meaning without another option.
    fn end(self) -> Result<(), SetupWordsError> {
        match self.values.into_keys().next() {
            Some(word) => Err(SetupWordsError::Word { word, game: self.game }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::OptionValue;
    use crate::search::{Claim, OrderBy};
    use proptest::prelude::*;

    fn number(most: u32) -> impl Strategy<Value = NonZeroU32> {
        (1..=most).prop_map(|number| NonZeroU32::new(number).expect("from 1"))
    }

    /// Options of a game in their ranges; the files have any name.
    fn game() -> impl Strategy<Value = GameSetup> {
        let seeds = prop::collection::vec((any::<u64>(), ".{0,12}"), 12);
        (0..GAMES.len(), seeds).prop_map(|(at, seeds)| {
            let kind = GAMES[at];
            let mut options = Options::default();
            for (option, (seed, text)) in kind.options.iter().zip(seeds) {
                let value: OptionValue = match option.kind {
                    OptionKind::Switch => (seed % 2 == 0).into(),
                    OptionKind::Number { range, .. } => {
                        let range = range(&options);
                        (range.start() + seed % (range.end() - range.start()).saturating_add(1).max(1)).into()
                    }
                    OptionKind::OneOf { numbers, .. } => numbers[seed as usize % numbers.len()].into(),
                    OptionKind::Choice(choices) => choices[seed as usize % choices.len()].name.into(),
                    OptionKind::Scores { .. } => (-(seed as i32 % 50).abs(), (seed as i32 % 40).abs()).into(),
                    OptionKind::File { .. } => text.into(),
                    // Most texts are no position.
                    OptionKind::Position { .. } => continue,
                };
                options.set(option, value);
            }
            GameSetup::known(kind, options)
        })
    }

    fn passes() -> impl Strategy<Value = PassSetup> {
        let ends = prop_oneof![Just(None), (-40..40).prop_map(Some)];
        let window = (ends.clone(), ends).prop_map(|(alpha, beta)| Window {
            alpha: alpha.map_or(Score::NEG_INFINITY, Score::new),
            beta: beta.map_or(Score::INFINITY, |beta| Score::new(beta + 100)),
        });
        let aspiration =
            (number(100), prop::option::of(number(5))).prop_map(|(width, growth)| Aspiration { width, growth });
        let rest = (prop::option::of(-9..9), prop::option::of(aspiration), prop::option::of(number(4)));
        (window, any::<bool>(), rest).prop_map(|(window, own_range, (first_guess, aspiration, deepening))| PassSetup {
            window,
            own_range,
            first_guess,
            aspiration,
            deepening,
        })
    }

    fn table() -> impl Strategy<Value = Option<TableSetup>> {
        let switches = any::<[bool; 5]>();
        let key = prop_oneof![Just(TableKey::Position), Just(TableKey::PositionAndWindow)];
        prop::option::of((key, switches, prop::option::of(number(99))).prop_map(|(key, switches, size)| {
            let [symmetry, narrowing, intersection, deeper_entries, best_only] = switches;
            TableSetup { key, symmetry, narrowing, intersection, deeper_entries, best_only, size }
        }))
    }

    fn guesses() -> impl Strategy<Value = GuessSetup> {
        prop::collection::vec(prop::option::of(0..4_u32), Guess::ALL.len()).prop_map(|drawn| {
            let drawn = Guess::ALL.into_iter().zip(drawn).filter_map(|(guess, by)| Some((guess, by?)));
            drawn.fold(GuessSetup::default(), |guesses, (guess, by)| {
                let values = &guess.kind().values;
                guesses.with(guess, (values.start() + by).min(*values.end()))
            })
        })
    }

    prop_compose! {
        fn setups()(
            game in game(),
            process in 0..Process::ALL.len(),
            after in "[ a-z1-9,\\\\=]{0,8}",
            order in prop::sample::select(vec!["natural", "reversed", "shuffled:7", "center", "best"]),
            order_by in prop::sample::select(vec!["", "table", "killers,history", "threats,captures,table"]),
            limit in prop::option::of((0..50_u32, 0..9_usize)),
            passes in passes(),
            rules in (prop::sample::select(vec![None, Some(RuleBounds::Both), Some(RuleBounds::Best)]), any::<[bool; 2]>()),
            table in table(),
            guesses in guesses(),
            sampling in (1..9_000_u32, 0..40_000_u32, 0..Playout::ALL.len(), any::<u64>(), any::<[bool; 2]>(), 0..3_usize, 0..2_usize),
        ) -> Setup {
            let evaluations = game.kind().expect("known").evaluations.len();
            let (bounds, [win_at_once, skip_losing]) = rules;
            let (iterations, constant, playout, seed, [expands_all, solver], choice, priors) = sampling;
            let exploration = Exploration::new(f64::from(constant) / 7_000.0).expect("at least 0");
            let (playouts, final_move) = (Playout::ALL[playout], FinalMove::ALL[choice]);
            let has_priors = Process::ALL[process].sampling() == Some(Sampling::Puct);
            let priors = if has_priors { Priors::ALL[priors] } else { Priors::Equal };
            let sampling =
                SamplingSetup { iterations, exploration, playouts, seed, expands_all, solver, priors, final_move, ..SamplingSetup::default() };
            let is_sampling = Process::ALL[process].sampling().is_some();
            let expects = Process::ALL[process].expectation().is_some();
            let proves = Process::ALL[process].proof().is_some();
            Setup {
                game,
                after,
                process: Process::ALL[process],
                order: order.parse().expect("an order"),
                table,
                limit: limit.map(|(depth, evaluation)| DepthLimit { depth, evaluation: (evaluation % evaluations) as u8 }),
                passes,
                rules: RuleSetup { bounds, win_at_once, skip_losing },
                order_by: if order_by.is_empty() { OrderBy::default() } else { order_by.parse().expect("sources") },
                guesses,
                sampling: if is_sampling { sampling } else { SamplingSetup::default() },
                random: RandomSide::ALL.into_iter().nth((seed % 4) as usize).filter(|_| expects),
                proof: if proves { ProofSetup { claim: Claim { at_least: iterations as i32 % 5 - 2 }, expansions: iterations, epsilon: 25, table: seed % 2 == 0 } } else { ProofSetup::default() },
            }
        }
    }

    proptest! {
        #[test]
        fn written_setup_is_read_as_itself(setup in setups()) {
            let text = setup.to_words().expect("known rules");
            prop_assert_eq!(Setup::of_words(&text), Ok(setup), "{}", text);
        }

        #[test]
        fn arbitrary_text_does_not_panic(text in "(kalah|random|textbook|[a-z]{0,4})(,(search=pvs|depth=[0-9]{1,12}|table|[a-z-]{1,9}=.{0,6}|.{0,9})){0,6}") {
            if let Ok(setup) = Setup::of_words(&text) {
                let written = setup.to_words().expect("known rules");
                prop_assert_eq!(Setup::of_words(&written), Ok(setup));
            }
        }
    }

    #[test]
    fn setup_is_written_by_a_person() {
        let setup = Setup::of_words("kalah,search=pvs,depth=6").expect("a setup");
        assert_eq!(setup.limit, Some(DepthLimit { depth: 6, evaluation: 0 }));
        let random = Setup::of_words("random,depth=3,search=minimax").expect("a setup");
        assert_eq!((random.limit, random.game.name()), (None, "random"));
        assert_eq!(Setup::new(GameSetup::unknown("go"), setup.process).to_words(), None);
    }

    #[test]
    fn quiescence_without_a_number_has_the_usual_one() {
        let words = |text: &str| Setup::of_words(text).expect("a setup");
        let usual = Guess::Quiescence.kind().usual;
        assert_eq!(words("chess,search=pvs,quiescence"), words(&format!("chess,search=pvs,quiescence={usual}")));
    }

    #[test]
    fn refusals_name_the_word_and_what_was_expected() {
        for (text, expected) in [
            ("go,search=pvs", "run=go: expected a game first, one of tic-tac-toe, "),
            ("eight", "run=eight: expected search=NAME after the game"),
            ("eight,search=alpha", "search=alpha: expected minimax, "),
            ("eight,search=pvs,pits=3", "pits: expected an option of eight or of a search, "),
            ("eight,search=pvs,search=pvs", "search: expected each option once"),
            ("kalah,search=pvs,depth-limit=-1", "depth-limit=-1: expected a whole number from 0 to 1000000"),
            ("kalah,search=pvs,table=large", "table=large: expected none, window or bounds"),
            ("kalah,search=pvs,window=3..1", "window=3..1: expected two scores A..B with A below B"),
            ("kalah,search=pvs,table-size=9", "table-size: expected an option"),
        ] {
            let error = Setup::of_words(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
