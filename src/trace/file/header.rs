//! What a trace says of itself before its first event.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{
    AnyGame, ConnectFour, GameSetup, Kalah, LayeredGraph, RandomTree, Reversi, SetupError, TextbookNode, TextbookTree,
};
use crate::search::{Algorithm, DepthLimit, Order, TableKey, TableSetup};
use crate::trace::{Process, Setup, Trace};

/// The version of the formats that is written, and the newest that is read.
pub const FORMAT_VERSION: u32 = 1;

/// What a game is called whose trace does not name it.
pub const UNNAMED_GAME: &str = "?";

/// The program that Edagari's own searches are said to be.
const OWN_PROGRAM: &str = "edagari";

/// What the figures of a trace depend on. All but the version may be left out; a check then says what it assumes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// The version of the format.
    pub edagari: u32,
    /// The program that searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The game, by its name on the command line if Edagari knows it, else by any name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The options of a game that Edagari knows; those left out have their default values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub rules: Map<String, Value>,
    /// The nodes of a textbook tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TextbookNode>,
    /// The moves to the position that the search starts from, between blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What ran, by its name on the command line, or any name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Whose point of view scores are seen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<PointOfView>,
    /// What a node returns outside its window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail: Option<Fail>,
    /// When a node is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutTest>,
    /// Whether children may be searched with a null window, and again if that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_windows: Option<bool>,
    /// Where leaves are: `"game over"`, or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The depth limit, in changes of player below the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
    /// The evaluation at the depth limit, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The order of the children, by its name on the command line, or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The transposition table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableField>,
}

/// A transposition table, by name or with its options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TableField {
    /// `"none"`; `"position"` or `"window"` for what it is keyed by; or in words.
    Name(String),
    /// With its options.
    Setup(TableSetup),
}

impl TableField {
    /// The table, if there is one.
    #[must_use]
    pub fn setup(&self) -> Option<TableSetup> {
        match self {
            Self::Setup(setup) => Some(*setup),
            Self::Name(name) => match name.as_str() {
                "none" => None,
                "window" => Some(TableSetup { key: TableKey::PositionAndWindow, ..TableSetup::default() }),
                _ => Some(TableSetup::default()),
            },
        }
    }
}

/// Whose point of view scores, windows and bounds are seen from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PointOfView {
    /// The max player's, everywhere.
    Max,
    /// That of the player to move at the node of the event (negamax).
    Mover,
}

/// What a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fail {
    /// The bound that it was updated to: never worse for the player to move than the window it was given.
    Hard,
    /// The best score that it has seen.
    Soft,
}

/// When a window is closed, so that the rest of the children is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum CutTest {
    /// α ≥ β, written `">="`.
    AtLeast,
    /// α > β, written `">"`.
    Above,
}

impl From<CutTest> for String {
    fn from(test: CutTest) -> Self {
        match test {
            CutTest::AtLeast => ">=",
            CutTest::Above => ">",
        }
        .to_owned()
    }
}

impl TryFrom<String> for CutTest {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            ">=" => Ok(Self::AtLeast),
            ">" => Ok(Self::Above),
            _ => Err(format!("the cut test is {text:?}, expected \">=\" or \">\"")),
        }
    }
}

/// What runs: the setup, and the game opened.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) setup: Setup,
    /// `None` where Edagari does not know the game.
    pub(super) game: Option<AnyGame>,
}

impl Header {
    /// A header that says nothing but its version.
    #[must_use]
    pub fn new() -> Self {
        Self { edagari: FORMAT_VERSION, ..Self::default() }
    }

    /// The header of a trace.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        match trace.foreign() {
            Some(foreign) => foreign.header.clone(),
            None => Self::of_own(&trace.setup, &trace.game),
        }
    }

    /// What can be said of one of Edagari's own runs.
    fn of_own(setup: &Setup, game: &AnyGame) -> Self {
        let (rules, tree) = match game {
            AnyGame::Textbook(tree) => (rules_of(&setup.game), tree.to_nodes()),
            _ => (rules_of(&setup.game), Vec::new()),
        };
        let algorithm = match setup.process {
            Process::Search(algorithm) => Some(algorithm.with_table(setup.table)),
            Process::Generate(_) => None,
        };
        let evaluation = |limit: DepthLimit| game.evaluations().get(usize::from(limit.evaluation)).copied();
        Self {
            edagari: FORMAT_VERSION,
            program: Some(OWN_PROGRAM.to_owned()),
            game: Some(setup.game.name().to_owned()),
            rules,
            tree,
            after: Some(setup.after.clone()).filter(|after| !after.is_empty()),
            search: Some(setup.process.name().to_owned()),
            scores: Some(PointOfView::Max),
            fail: algorithm.map(|algorithm| match algorithm {
                Algorithm::AlphaBeta => Fail::Hard,
                _ => Fail::Soft,
            }),
            cut: algorithm.map(|_| CutTest::AtLeast),
            null_windows: algorithm.map(|_| false),
            leaf: Some(if setup.limit.is_some() { "depth limit" } else { "game over" }.to_owned()),
            depth_limit: setup.limit.map(|limit| limit.depth),
            evaluation: setup.limit.and_then(evaluation).map(str::to_owned),
            order: Some(setup.order.to_string()),
            table: Some(setup.table.map_or_else(|| TableField::Name("none".to_owned()), TableField::Setup)),
        }
    }

    /// The header itself if its version can be read.
    pub(super) fn checked(self) -> Result<Self, String> {
        match self.edagari {
            0 => Err("the header has no version, expected \"edagari\": 1".to_owned()),
            found if found > FORMAT_VERSION => Err(format!(
                "format version {found}, expected at most {FORMAT_VERSION}: a newer Edagari wrote this file"
            )),
            _ => Ok(self),
        }
    }

    /// Whether the trace is one of Edagari's own runs.
    pub(in crate::trace) fn is_own(&self) -> bool {
        self.program.as_deref() == Some(OWN_PROGRAM)
    }

    /// What ran, if Edagari knows it by this name.
    #[must_use]
    pub fn process(&self) -> Option<Process> {
        self.search.as_deref().and_then(|search| search.parse().ok())
    }

    /// What ran, as far as Edagari can tell.
    ///
    /// # Errors
    /// [`SetupError`] where the rules of a game that Edagari knows cannot be, or the start cannot be reached.
    pub(super) fn described(&self) -> Result<Described, SetupError> {
        let name = self.game.clone().unwrap_or_else(|| UNNAMED_GAME.to_owned());
        let known = if self.tree.is_empty() { known_game(&name, &self.rules)? } else { None };
        let (game_setup, game) = match known {
            Some(setup) => {
                let game = setup.open()?;
                (setup, Some(game))
            }
            None if self.tree.is_empty() => (GameSetup::Recorded { name }, None),
            None => {
                let tree = TextbookTree::from_nodes(&self.tree).map_err(|message| SetupError::Tree { message })?;
                let file = self.rules.get("file").and_then(Value::as_str).map(PathBuf::from);
                (GameSetup::Textbook { file }, Some(AnyGame::Textbook(tree)))
            }
        };
        let process = self.process().unwrap_or(Process::Search(match self.fail {
            Some(Fail::Hard) => Algorithm::AlphaBeta,
            _ => Algorithm::AlphaBetaSoft,
        }));
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
        };
        Ok(Described { setup, game })
    }

    fn evaluation_number(&self, game: Option<&AnyGame>) -> u8 {
        let place = |name: &String| game?.evaluations().iter().position(|known| known == name);
        self.evaluation.as_ref().and_then(place).unwrap_or(0) as u8
    }
}

/// The options of a game, by name.
fn rules_of(setup: &GameSetup) -> Map<String, Value> {
    match serde_json::to_value(setup) {
        // A game with options is written as an object with one field, named like the game.
        Ok(Value::Object(variant)) => match variant.into_iter().next() {
            Some((_, Value::Object(rules))) => rules.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        },
        _ => Map::new(),
    }
}

/// The game with this name, if Edagari knows it: with its default options, but for those that are given.
fn known_game(name: &str, rules: &Map<String, Value>) -> Result<Option<GameSetup>, SetupError> {
    let all = [
        GameSetup::TicTacToe { shortest_win: false },
        GameSetup::Eight,
        GameSetup::Textbook { file: None },
        GameSetup::Random(RandomTree::default()),
        GameSetup::Layered(LayeredGraph::default()),
        GameSetup::Kalah(Kalah::default()),
        GameSetup::ConnectFour(ConnectFour::default()),
        GameSetup::Reversi(Reversi::default()),
    ];
    let Some(setup) = all.into_iter().find(|known| known.name() == name) else { return Ok(None) };
    // A file that is named in a trace belongs to the machine where it was recorded.
    if rules.is_empty() || matches!(setup, GameSetup::Textbook { .. }) {
        return Ok(Some(setup));
    }
    let mut value = serde_json::to_value(&setup).unwrap_or_default();
    if let Some(options) = value.as_object_mut().and_then(|variant| variant.values_mut().next()?.as_object_mut()) {
        options.extend(rules.clone());
    }
    let refused = |error: serde_json::Error| SetupError::Rules { game: name.to_owned(), message: error.to_string() };
    serde_json::from_value(value).map(Some).map_err(refused)
}
