//! The header of a trace: the program, the game, the search and its options.

use std::fmt;
use std::num::NonZeroU32;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};

use super::Process;
use crate::game::TextbookNode;
use crate::language::{Message, Text, visible};
use crate::score::{Bounds, Decay, Fail, Player, Score, Unit, Window};
use crate::search::{
    GuessSetup, Order, OrderBy, PassSetup, ProofSetup, RandomSide, RuleSetup, SamplingSetup, TableKey, TableSetup,
};

/// Placeholder name of a game, a search or a move order that a trace does not name.
pub const UNNAMED: &str = "?";

/// Value of [`Header::program`] for Edagari's own searches.
pub(in crate::trace) const OWN_PROGRAM: &str = "edagari";

/// Value of [`Header::program`] for Edagari's own searches that guess. Their traces are read and checked as those of other programs,
/// because their scores do not follow from the rules of the search.
pub(in crate::trace) const GUESSING_PROGRAM: &str = "edagari with guesses";

/// The header of a trace: all options that its figures depend on. Every field except the version is optional; the check reports the
/// values that it assumes for missing fields.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// Version of the format; 0 in a run that Edagari recorded.
    pub edagari: u32,
    /// Whether Edagari saved the trace after importing it: its events are in order, and its remarks are complete.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub saved: bool,
    /// Name of the program that searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Name of the game: as on the command line if Edagari knows the game, otherwise any name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Options of a game that Edagari knows; missing options have their default values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub rules: Map<String, Value>,
    /// Nodes of a textbook tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TextbookNode>,
    /// Notation of the board in the labels of nodes, for a game that Edagari does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNotation>,
    /// Moves to the position where the search starts, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Name of the search: as on the command line, or any other name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The player from whose point of view the program writes scores. A trace has them from the max player's, whatever this is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<PointOfView>,
    /// Unit of scores with a decimal point; `None` for whole numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The score returned outside the window: fail-soft or fail-hard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail: Option<Fail>,
    /// The cutoff test, which decides whether a window is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutTest>,
    /// Whether children may be searched with a null window, and re-searched if that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_windows: Option<bool>,
    /// Whether the numbers are minimax scores; `false` for searches such as MCTS or proof-number search, whose numbers imply no
    /// bounds and cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<bool>,
    /// Definition of leaves: `"game over"`, or a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The depth limit, in changes of player below the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
    /// Name of the static evaluation at the depth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// Options for several runs from the root, in Edagari's own searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<PassSetup>,
    /// Rules of the game that Edagari's own search uses in addition to legal moves and ends of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_used: Option<RuleSetup>,
    /// Heuristics that move children to the front, in Edagari's own searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_by: Option<OrderBy>,
    /// Guesses of Edagari's own searches, with their parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<GuessSetup>,
    /// Options of a Monte-Carlo tree search by Edagari, or of another one that selects children by the same formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingSetup>,
    /// The least and the greatest score that the game can have, in a search for the expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<ScoreRange>,
    /// Players who move at random, in a search for the expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomSide>,
    /// Claim and options of a proof-number search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSetup>,
    /// The moves of the root to which the search is restricted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searchmoves: Option<SearchMoves>,
    /// How scores of mates depend on the distance from the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mates: Option<Mates>,
    /// How scores move toward 0 each time that they are returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decay: Option<DecayField>,
    /// Whether moves have scores of their own, which change the score of a child on the way to its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_scores: Option<bool>,
    /// Names of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<PlayerNames>,
    /// Order of the children: its name on the command line, or a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Transposition table: a name, or its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableField>,
}

/// The notation of a board in the labels of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardNotation {
    /// In the manner of FEN, of any size and with any letters; see [`LabelBoard`](crate::game::LabelBoard).
    Fen,
}

/// Moves of the root in a header: a list, or a text with blanks between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SearchMoves {
    /// A text such as that of the command `go` in UCI.
    Text(String),
    /// One text for each move.
    List(Vec<String>),
}

/// Scores of mates in a header: a mate `n` plies below the root has the score `from - n` for the player who mates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mates {
    /// The score of a mate at the root, in the numbers of the file.
    pub from: Number,
    /// The unit of the distance from the root.
    pub by: MateDistance,
}

/// The decay of scores in a header: those of at least `from` move by `by` toward 0 at each return.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecayField {
    /// The difference, in the numbers of the file.
    pub by: Number,
    /// The least absolute value of the scores that change; `None` for all scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Number>,
}

/// The least and the greatest score of a game in a header, from max's view, in the numbers of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct ScoreRange([Number; 2]);

impl<'de> Deserialize<'de> for ScoreRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let ends = <[Number; 2]>::deserialize(&value).ok();
        let is_range = |[least, greatest]: &[Number; 2]| least.as_f64() < greatest.as_f64();
        let message = || Message::from(Text::MalformedRange).with("value", &value);
        ends.filter(is_range).map(Self).ok_or_else(|| serde::de::Error::custom(message()))
    }
}

/// The names of the max and the min player in a header, two different texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct PlayerNames([String; 2]);

impl<'de> Deserialize<'de> for PlayerNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let names = <[String; 2]>::deserialize(&value).ok();
        let is_named = |[max, min]: &[String; 2]| {
            let names = [max, min].map(|name| one_line(Some(name)));
            names.iter().all(Option::is_some) && names[0] != names[1]
        };
        let message = || Message::from(Text::MalformedPlayers).with("value", &value);
        names.filter(is_named).map(Self).ok_or_else(|| serde::de::Error::custom(message()))
    }
}

/// The unit in which the distance of a mate is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MateDistance {
    /// Moves of one player.
    Ply,
}

/// A transposition table in a header, as a name or with its options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum TableField {
    /// The key `"position"` or `"window"`, `"none"`, or a description.
    Name(String),
    /// The options of the table.
    Setup(TableSetup),
}

impl TableField {
    /// Returns the options of the table; `None` if only a name is recorded.
    #[must_use]
    pub const fn options(&self) -> Option<TableSetup> {
        match self {
            Self::Setup(setup) => Some(*setup),
            Self::Name(_) => None,
        }
    }

    /// Whether entries are distinguished by the search window, too.
    #[must_use]
    pub fn keeps_windows(&self) -> bool {
        self.setup().is_some_and(|table| table.key == TableKey::PositionAndWindow)
    }

    /// Returns the setup of the table, with default options for a name; `None` if there is no table.
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

impl<'de> Deserialize<'de> for TableField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TableVisitor)
    }
}

struct TableVisitor;

impl<'de> Visitor<'de> for TableVisitor {
    type Value = TableField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(Text::MalformedTable))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<TableField, E> {
        Ok(TableField::Name(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TableField, A::Error> {
        let stated = StatedOptions::deserialize(MapAccessDeserializer::new(map))?;
        let StatedOptions { key, symmetry, narrowing, intersection, deeper_entries, best_only, size } = stated;
        let setup = TableSetup { key, symmetry, narrowing, intersection, deeper_entries, best_only, size };
        Ok(TableField::Setup(setup))
    }
}

/// Options of a table in a header. A missing option counts as off, since nothing may be assumed about another program.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, under its own name")]
struct StatedOptions {
    key: TableKey,
    symmetry: bool,
    narrowing: bool,
    intersection: bool,
    deeper_entries: bool,
    best_only: bool,
    size: Option<NonZeroU32>,
}

/// The player from whose point of view scores, windows and bounds are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PointOfView {
    /// The max player, at every node.
    Max,
    /// The player to move at the node of the event (negamax).
    Mover,
}

/// The cutoff test: the condition under which a window is closed, so that the remaining children are pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum CutTest {
    /// α ≥ β, written `">="`.
    AtLeast,
    /// α > β, written `">"`.
    Above,
}

impl CutTest {
    /// Whether a window is closed by this test.
    #[must_use]
    pub fn is_met(self, window: Window) -> bool {
        match self {
            Self::AtLeast => window.is_closed(),
            Self::Above => window.alpha > window.beta,
        }
    }
}

/// Error for a text that is not a cutoff test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Message::from(Text::MalformedCutTest).with("text", &format!("{:?}", self.0)))]
pub struct ParseCutTestError(String);

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
    type Error = ParseCutTestError;

    fn try_from(text: String) -> Result<Self, ParseCutTestError> {
        match text.as_str() {
            ">=" => Ok(Self::AtLeast),
            ">" => Ok(Self::Above),
            _ => Err(ParseCutTestError(text)),
        }
    }
}

impl Header {
    /// Value of [`Self::leaf`] for searches to the end of the game.
    pub(in crate::trace) const GAME_OVER: &'static str = "game over";

    /// Whether the trace is of a run by Edagari itself.
    pub(in crate::trace) fn is_own(&self) -> bool {
        self.edagari == 0 || self.program.as_deref() == Some(OWN_PROGRAM)
    }

    /// Returns the process that ran; `None` if Edagari does not know its name.
    #[must_use]
    pub fn process(&self) -> Option<Process> {
        self.search.as_deref().and_then(|search| search.parse().ok())
    }

    /// Whether the header states that all leaves are ends of the game.
    #[must_use]
    pub fn has_final_leaves(&self) -> bool {
        self.leaf.as_deref() == Some(Self::GAME_OVER)
    }

    /// The decay of scores, in the unit of the file; `None` if the header states none, or numbers that are no scores.
    #[must_use]
    pub fn decay(&self) -> Option<Decay> {
        let field = self.decay.as_ref()?;
        let from = field.from.as_ref().map_or(Some(0), |from| self.units_of(from))?;
        self.units_of(&field.by).filter(|&by| by > 0).map(|by| Decay { by, from })
    }

    /// The least and the greatest score, in the unit of the file; `None` if the header states none, or numbers that are no scores.
    #[must_use]
    pub fn range(&self) -> Option<Bounds> {
        let ScoreRange([least, greatest]) = self.range.as_ref()?;
        let (lower, upper) = (self.units_of(least)?, self.units_of(greatest)?);
        (lower < upper).then(|| Bounds { lower: Score::new(lower), upper: Score::new(upper) })
    }

    /// A number of the header as a score, in units of the file.
    fn units_of(&self, number: &Number) -> Option<i32> {
        let number = number.as_f64()?;
        let whole = || Some(Score::of_integer(number as i128));
        self.unit.map_or_else(whole, |unit| unit.score_of(number))?.finite()
    }

    /// Name of the search, on one line.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        one_line(self.search.as_deref())
    }

    /// Name of the program, on one line.
    #[must_use]
    pub fn program_name(&self) -> Option<String> {
        one_line(self.program.as_deref())
    }

    /// Name of a player, on one line.
    #[must_use]
    pub fn player_name(&self, player: Player) -> Option<String> {
        let PlayerNames([max, min]) = self.players.as_ref()?;
        one_line(Some(match player {
            Player::Max => max,
            Player::Min => min,
        }))
    }

    /// Name of the move order, on one line.
    #[must_use]
    pub fn order_name(&self) -> Option<String> {
        one_line(self.order.as_deref())
    }
}

impl Header {
    /// Returns a message for each name in the header that Edagari does not know, with its interpretation.
    #[must_use]
    pub fn unknown_names(&self) -> Vec<String> {
        let table = match &self.table {
            Some(TableField::Name(name)) if !["none", "position", "bounds", "window"].contains(&&**name) => Some(name),
            _ => None,
        };
        let table = table.map(|name| {
            format!(
                "the table is {:?}, which is taken for one of bounds, expected \"none\", \"position\", \"window\" or its options",
                visible(name)
            )
        });
        // A text of several words is a description; a single word is intended as a name.
        let is_name = |order: &&String| order.split_whitespace().count() < 2 && order.parse::<Order>().is_err();
        let order = self.order.as_ref().filter(is_name);
        let order = order.map(|order| {
            format!(
                "the order is {:?}, which is not judged, expected natural, reversed, center, best or shuffled:SEED, or a description of several words",
                visible(order)
            )
        });
        table.into_iter().chain(order).collect()
    }
}

/// Joins the words of a text by single spaces; `None` if it has no words.
fn one_line(text: Option<&str>) -> Option<String> {
    let words: Vec<&str> = text?.split_whitespace().collect();
    (!words.is_empty()).then(|| visible(&words.join(" ")).into_owned())
}

/// A program's id of a node or a table entry: a number or a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A non-negative integer.
    Number(u64),
    /// A negative integer.
    Negative(i64),
    /// The text of a string.
    Text(Box<str>),
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(Text::MalformedId))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id::Number(number))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Id, E> {
        Ok(u64::try_from(number).map_or(Id::Negative(number), Id::Number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id::Text(text.into()))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Negative(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}
