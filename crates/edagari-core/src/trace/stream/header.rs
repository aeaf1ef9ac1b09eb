//! Conversion of a trace to the header of a file, and of a header to a setup.

use std::path::PathBuf;

use serde_json::{Map, Number, Value};

use crate::game::{
    AnyGame, GameKind, GameSetup, OptionKind, OptionValue, Options, SetupError, TextbookTree, split_moves,
};
use crate::language::{Message, Text, visible};
use crate::score::{Fail, Score};
use crate::search::{Algorithm, DepthLimit, Order, PassSetup};
use crate::trace::model::header::OWN_PROGRAM;
use crate::trace::{
    CutTest, Header, MateDistance, Mates, PointOfView, Process, RecordedTree, Setup, TableField, Trace, UNNAMED,
};

/// Version of the formats that is written, and the newest version that is read.
pub const FORMAT_VERSION: u32 = 1;

/// Returns the message for a file of a later version than the newest that is read.
pub(in crate::trace) fn newer_version(found: u32, most: u32) -> Message {
    Message::from(Text::MalformedNewer).with("found", &found).with("most", &most)
}

/// Setup of a header, and the opened game.
#[derive(Debug)]
pub(in crate::trace) struct Described {
    pub(in crate::trace) setup: Setup,
    /// The game; `None` if Edagari does not know it.
    pub(in crate::trace) game: Option<AnyGame>,
}

impl Header {
    /// Creates a header that contains only its version.
    #[must_use]
    pub fn new() -> Self {
        Self { edagari: FORMAT_VERSION, ..Self::default() }
    }

    /// Creates the header of a trace.
    ///
    /// ```
    /// use edagari_core::trace::Header;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let header = Header::of(&trace);
    /// assert_eq!((header.game.as_deref(), header.search.as_deref()), (Some("textbook"), Some("alpha-beta")));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        match trace.foreign() {
            Some(foreign) if foreign.header.edagari > 0 => foreign.header.clone(),
            _ => Self { unit: trace.unit(), ..Self::of_own(&trace.setup, &trace.game) },
        }
    }

    /// Creates the header of a run by Edagari.
    pub(in crate::trace) fn of_own(setup: &Setup, game: &AnyGame) -> Self {
        let (rules, tree) = match game {
            AnyGame::TextbookTree(tree) => (rules_of(&setup.game), tree.to_nodes()),
            _ => (rules_of(&setup.game), Vec::new()),
        };
        let algorithm = setup.algorithm();
        let recorded = game.other_as::<RecordedTree>();
        let evaluation = |limit: DepthLimit| match recorded {
            Some(tree) => tree.evaluation(),
            None => game.evaluations().get(usize::from(limit.evaluation)).copied(),
        };
        Self {
            edagari: FORMAT_VERSION,
            saved: false,
            program: Some(OWN_PROGRAM.to_owned()),
            game: Some(name_of(&setup.game, recorded)),
            rules,
            tree,
            board: None,
            after: Some(setup.after.clone()).filter(|after| !after.is_empty()),
            search: Some(setup.process.name().to_owned()),
            scores: Some(PointOfView::Max),
            unit: game.unit(),
            fail: algorithm.map(Algorithm::fail),
            cut: algorithm.map(|_| CutTest::AtLeast),
            null_windows: algorithm.map(Algorithm::has_null_windows),
            judge: (!setup.process.has_minimax_scores()).then_some(false),
            leaf: Some(if setup.limit.is_some() { "depth limit" } else { Self::GAME_OVER }.to_owned()),
            depth_limit: setup.limit.map(|limit| limit.depth),
            evaluation: setup.limit.and_then(evaluation).map(str::to_owned),
            passes: Some(setup.passes).filter(|&passes| passes != PassSetup::default()),
            rules_used: Some(setup.rules).filter(|rules| !rules.is_nothing()),
            order_by: Some(setup.order_by).filter(|order_by| !order_by.is_nothing()),
            guesses: Some(setup.guesses).filter(|guesses| !guesses.is_nothing()),
            sampling: setup.process.sampling().map(|_| setup.sampling),
            range: None,
            random: setup.random,
            proof: setup.process.proof().map(|_| setup.proof),
            searchmoves: None,
            decay: None,
            move_scores: None,
            mates: mates_of(game, &setup.after),
            players: None,
            order: Some(setup.order.to_string()),
            table: Some(setup.table.map_or_else(|| TableField::Name("none".to_owned()), TableField::Setup)),
        }
    }

    /// Whether the header specifies that the moves of a node are in the game's order (`true`) or in the opposite order (`false`).
    pub(in crate::trace) fn has_rising_moves(&self) -> Option<bool> {
        // Not if some moves are moved to the front or to the end: then the order applies only to the other moves.
        if self.order_by.is_some() || self.rules_used.is_some_and(|rules| rules.skip_losing) {
            return None;
        }
        match self.order.as_deref()?.parse().ok()? {
            Order::Natural => Some(true),
            Order::Reversed => Some(false),
            Order::Shuffled(_) | Order::Center | Order::Best => None,
        }
    }

    /// Returns the header if its version is supported.
    pub(in crate::trace) fn checked(self) -> Result<Self, Message> {
        match self.edagari {
            0 => Err(Message::from(Text::MalformedNoVersion).with("example", &"\"edagari\": 1")),
            found if found > FORMAT_VERSION => Err(newer_version(found, FORMAT_VERSION)),
            _ => Ok(self),
        }
    }

    /// Returns the setup and the game, as far as Edagari knows them.
    ///
    /// # Errors
    /// [`SetupError`] if the options of a game that Edagari knows are invalid, or the start cannot be reached.
    pub(in crate::trace) fn described(&self) -> Result<Described, SetupError> {
        let name = self.game.clone().unwrap_or_else(|| UNNAMED.to_owned());
        let known = if self.tree.is_empty() { known_game(&name, &self.rules)? } else { None };
        let (game_setup, game) = match known {
            Some(setup) => {
                let game = setup.open()?;
                (setup, Some(game))
            }
            None if self.tree.is_empty() => (GameSetup::Unknown { name }, None),
            None => {
                let tree = TextbookTree::from_nodes(&self.tree).map_err(SetupError::Tree)?;
                let file = self.rules.get("file").and_then(Value::as_str).map(PathBuf::from);
                (GameSetup::textbook(file.as_deref()), Some(AnyGame::TextbookTree(tree)))
            }
        };
        // An unknown search is shown as the α-β variant with the same kind of returned scores.
        let nearest = Algorithm::alpha_beta(self.fail.unwrap_or(Fail::Soft));
        let process = self.process().unwrap_or(Process::Search(nearest));
        let limit =
            self.depth_limit.map(|depth| DepthLimit { depth, evaluation: self.evaluation_number(game.as_ref()) });
        let order = self.order.as_deref().and_then(|order| order.parse().ok()).unwrap_or(Order::Natural);
        let after = self.after.clone().unwrap_or_default();
        let setup = Setup {
            game: game_setup,
            after,
            process,
            order,
            table: self.table.as_ref().and_then(TableField::setup),
            limit,
            passes: self.passes.unwrap_or_default(),
            rules: self.rules_used.unwrap_or_default(),
            order_by: self.order_by.unwrap_or_default(),
            guesses: self.guesses.unwrap_or_default(),
            sampling: self.sampling.unwrap_or_default(),
            random: self.random,
            proof: self.proof.unwrap_or_default(),
        };
        Ok(Described { setup, game })
    }

    fn evaluation_number(&self, game: Option<&AnyGame>) -> u8 {
        let place = |name: &String| game?.evaluations().iter().position(|known| known == name);
        self.evaluation.as_ref().and_then(place).unwrap_or(0) as u8
    }
}

/// Scores of mates of a run that starts after these moves, in the unit of the game.
fn mates_of(game: &AnyGame, after: &str) -> Option<Mates> {
    let from = Score::new(game.mates()?.after(split_moves(after).count() as u32));
    let from = match game.unit() {
        Some(unit) => Number::from_f64(unit.number_of(from)?)?,
        None => from.finite()?.into(),
    };
    Some(Mates { from, by: MateDistance::Ply })
}

/// Name of the game in files. If a game unknown to Edagari has the name of a known one, the name is marked, so that the file is not
/// read by the wrong rules.
fn name_of(game: &GameSetup, recorded: Option<&RecordedTree>) -> String {
    let name = game.name();
    let has_rules = recorded.is_some_and(|tree| tree.rules().is_some());
    match GameKind::named(name) {
        Some(_) if game.kind().is_none() && !has_rules => format!("{name} (other)"),
        _ => name.to_owned(),
    }
}

/// Options of a game, by name.
fn rules_of(setup: &GameSetup) -> Map<String, Value> {
    let GameSetup::Known { options, .. } = setup else { return Map::new() };
    let json = |value: &OptionValue| match value {
        OptionValue::Switch(on) => Value::from(*on),
        OptionValue::Number(number) => Value::from(*number),
        OptionValue::Scores(lowest, highest) => Value::from(vec![*lowest, *highest]),
        OptionValue::Text(text) => Value::from(text.as_str()),
    };
    options.iter().map(|(key, value)| (key.to_owned(), json(value))).collect()
}

/// Returns the game with this name, if Edagari knows it, with its default options except for the given ones.
fn known_game(name: &str, rules: &Map<String, Value>) -> Result<Option<GameSetup>, SetupError> {
    let Some(kind) = GameKind::named(name) else { return Ok(None) };
    let mut options = Options::default();
    if let Some(key) = rules.keys().find(|key| !kind.options.iter().any(|option| option.key() == **key)) {
        let keys: Vec<String> = kind.options.iter().map(|option| option.key()).collect();
        let message = Message::from(Text::ErrorRulesOption).with("option", &visible(key));
        let message = match keys.as_slice() {
            [] => message.with_message("expected", Text::ErrorNoRules),
            keys => message.with_alternatives("expected", &keys.join(" or "), keys),
        };
        return Err(SetupError::Rules { game: name.to_owned(), message });
    }
    for option in kind.options {
        // A file name in a trace is valid only on the machine where the trace was recorded.
        let Some(value) = rules.get(&option.key()).filter(|_| !matches!(option.kind, OptionKind::File { .. })) else {
            continue;
        };
        let value = serde_json::from_value::<OptionValue>(value.clone()).map_err(|_| SetupError::Rules {
            game: name.to_owned(),
            message: Message::from(Text::ErrorRulesValue)
                .with("option", &option.key())
                .with("value", value)
                .with_message("expected", option.expected(&options)),
        })?;
        options.set(option, value);
    }
    Ok(Some(GameSetup::known(kind, options)))
}
