//! The header of a trace: the program, the game, the search and its options.

use std::fmt;
use std::num::NonZeroU32;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::Process;
use crate::game::TextbookNode;
use crate::language::visible;
use crate::score::{Fail, Unit, Window};
use crate::search::{Order, OrderBy, PassSetup, RuleSetup, TableKey, TableSetup};
use crate::trace::parcel::{parceled_as_text, parceled_enum};

/// The name of a game, a search or an order of moves that a trace does not name.
pub const UNNAMED: &str = "?";

/// The program that Edagari's own searches are said to be.
pub(in crate::trace) const OWN_PROGRAM: &str = "edagari";

/// The header of a trace: everything that its figures depend on. All but the version may be left out; the check then says what
/// it assumes.
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
    /// The moves to the position that the search starts from, separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The search, by its name on the command line, or any name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The player from whom scores are seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<PointOfView>,
    /// The unit of scores with a point; without one scores are whole numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The score returned outside the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail: Option<Fail>,
    /// The test by which a window is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutTest>,
    /// Whether children may be searched with a null window, and again if that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_windows: Option<bool>,
    /// Whether the numbers are minimax scores; `false` for searches such as MCTS or proof numbers, where nothing follows from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<bool>,
    /// Where leaves are: `"game over"`, or a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The depth limit, in changes of player below the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
    /// The evaluation at the depth limit, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The runs from the root of a search of Edagari's own, if there can be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<PassSetup>,
    /// What a search of Edagari's own takes from the rules besides moves and ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_used: Option<RuleSetup>,
    /// What puts moves in front, in a search of Edagari's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_by: Option<OrderBy>,
    /// The order of the children, by its name on the command line, or a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The transposition table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableField>,
}

/// A transposition table, by name or with its options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum TableField {
    /// `"none"`; `"position"` or `"window"`, its key; or a description.
    Name(String),
    /// With its options.
    Setup(TableSetup),
}

impl TableField {
    /// The options of the table, if they are told.
    #[must_use]
    pub const fn options(&self) -> Option<TableSetup> {
        match self {
            Self::Setup(setup) => Some(*setup),
            Self::Name(_) => None,
        }
    }

    /// Whether its entries are told apart by the window too, in which they were searched.
    #[must_use]
    pub fn keeps_windows(&self) -> bool {
        self.setup().is_some_and(|table| table.key == TableKey::PositionAndWindow)
    }

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

impl<'de> Deserialize<'de> for TableField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TableVisitor)
    }
}

struct TableVisitor;

impl<'de> Visitor<'de> for TableVisitor {
    type Value = TableField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table such as \"none\", \"position\", \"window\", or its options")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<TableField, E> {
        Ok(TableField::Name(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TableField, A::Error> {
        let told = ToldOptions::deserialize(MapAccessDeserializer::new(map))?;
        let ToldOptions { key, symmetry, narrowing, intersection, deeper_entries, best_only, size } = told;
        let setup = TableSetup { key, symmetry, narrowing, intersection, deeper_entries, best_only, size };
        Ok(TableField::Setup(setup))
    }
}

/// The options of a table as they are told: what is left out is not so. Nothing is put in for another program.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, under its own name")]
struct ToldOptions {
    key: TableKey,
    symmetry: bool,
    narrowing: bool,
    intersection: bool,
    deeper_entries: bool,
    best_only: bool,
    size: Option<NonZeroU32>,
}

/// The player from whom scores, windows and bounds are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PointOfView {
    /// The max player's, everywhere.
    Max,
    /// That of the player to move at the node of the event (negamax).
    Mover,
}

/// The cut test: when a window is closed, so that the rest of the children is skipped.
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

/// The error for a text that is not a cut test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cut test is {0:?}, expected \">=\" or \">\"")]
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
    /// Whether the trace is one of Edagari's own runs.
    pub(in crate::trace) fn is_own(&self) -> bool {
        self.edagari == 0 || self.program.as_deref() == Some(OWN_PROGRAM)
    }

    /// The process that ran, if Edagari knows its name.
    #[must_use]
    pub fn process(&self) -> Option<Process> {
        self.search.as_deref().and_then(|search| search.parse().ok())
    }

    /// The program's name for the search, on one line.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        one_line(self.search.as_deref())
    }

    /// The program's own name, on one line.
    #[must_use]
    pub fn program_name(&self) -> Option<String> {
        one_line(self.program.as_deref())
    }

    /// The program's name for the order of the moves, on one line.
    #[must_use]
    pub fn order_name(&self) -> Option<String> {
        one_line(self.order.as_deref())
    }
}

impl Header {
    /// The names in it that mean nothing to Edagari, each in a sentence that says what was made of it.
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
        // Several words are a description; one is meant as a name.
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

/// The words of a text, between single blanks; `None` where it has none.
fn one_line(text: Option<&str>) -> Option<String> {
    let words: Vec<&str> = text?.split_whitespace().collect();
    (!words.is_empty()).then(|| visible(&words.join(" ")).into_owned())
}

/// A program's own id of a node or an entry: a number or a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(u64),
    /// A negative number.
    Negative(i64),
    /// A text.
    Text(Box<str>),
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

parceled_as_text! { CutTest, Header }

parceled_enum! {
    Id { 0 Number(number), 1 Negative(number), 2 Text(text) }
}
