//! Exercises as RON files, and in web pages. The format is described in `docs/formats.md`.

use std::fmt;
use std::fmt::Write as _;
use std::path::Path;

use ron::extensions::Extensions;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::limited_file::{ExerciseFileError, TextFault, read_text};
use super::{
    Convention, ConventionError, Exercise, ExerciseTree, Fault, Kind, LARGEST_SCORE, LONGEST_NAME, MAX_NODES, Mode,
    Title,
};
use edagari_core::game::TextbookNode;
use edagari_core::language::{Message, Text, reworded};
use edagari_core::score::{Player, Probability};

/// Version of the format.
const VERSION: u32 = 1;
/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 256 << 10;
/// Maximum size of a page in bytes.
const MAX_PAGE_BYTES: u64 = 16 << 20;
/// File name ending of exercises.
pub const EXERCISE_ENDING: &str = ".edagari-exercise.ron";
/// Start tag of an exercise in a page.
const ELEMENT: &str = "<script type=\"text/plain\" class=\"exercise\">";
/// End tag of an exercise in a page.
const END: &str = "</script>";
/// Beginning of every page.
const PAGE_START: &str = "<!DOCTYPE html>";

#[derive(serde::Deserialize)]
#[serde(rename = "Exercise", deny_unknown_fields)]
struct Contents {
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default)]
    title: CheckedTitle,
    #[serde(default)]
    convention: CheckedConvention,
    #[serde(default)]
    kind: KindFields,
    #[serde(default)]
    mode: Mode,
    nodes: Nodes,
}

#[derive(serde::Deserialize)]
#[serde(rename = "Exercise")]
struct OfVersion {
    version: u32,
}

/// Kind with the names of its nodes.
#[derive(serde::Deserialize, Default)]
enum KindFields {
    #[default]
    Search,
    CrossOut,
    Values,
    /// Children of the root.
    Order,
    /// Children of another node.
    OrderOf {
        node: String,
    },
    Interval {
        leaf: String,
        node: String,
    },
    Deepening,
    Bug(Fault),
    Expectimax,
    Star1 {
        lowest: i32,
        highest: i32,
    },
    ProofNumbers,
    Uct {
        iterations: u32,
    },
}

impl KindFields {
    /// Finds the nodes by name. Returns an unknown name as the error.
    fn kind(self, tree: &ExerciseTree) -> Result<Kind, String> {
        let found = |name: String| tree.named(&name).ok_or(name);
        Ok(match self {
            Self::Search => Kind::Search,
            Self::CrossOut => Kind::CrossOut,
            Self::Values => Kind::Values,
            Self::Order => Kind::Order { node: 0 },
            Self::OrderOf { node } => Kind::Order { node: found(node)? },
            Self::Interval { leaf, node } => Kind::Interval { leaf: found(leaf)?, node: found(node)? },
            Self::Deepening => Kind::Deepening,
            Self::Bug(fault) => Kind::Bug(fault),
            Self::Expectimax => Kind::Expectimax,
            Self::Star1 { lowest, highest } => Kind::Star1 { lowest, highest },
            Self::ProofNumbers => Kind::ProofNumbers,
            Self::Uct { iterations } => Kind::Uct { iterations },
        })
    }
}

/// Convention that is checked while the file is read, so that an error has its line and column.
#[derive(serde::Deserialize, Default)]
#[serde(try_from = "Convention")]
struct CheckedConvention(Convention);

impl TryFrom<Convention> for CheckedConvention {
    type Error = ConventionError;

    fn try_from(convention: Convention) -> Result<Self, ConventionError> {
        convention.check().map(|()| Self(convention))
    }
}

/// Title: a string, or `(english: "…", japanese: "…")`.
#[derive(Default)]
struct CheckedTitle(Title);

impl<'de> Deserialize<'de> for CheckedTitle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TitleVisitor)
    }
}

struct TitleVisitor;

impl<'de> Visitor<'de> for TitleVisitor {
    type Value = CheckedTitle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let example = "(english: \"…\", japanese: \"…\")";
        write!(f, "{}", Message::from(Text::MalformedTitle).with("example", &example))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<CheckedTitle, E> {
        checked_title(Title { english: text.to_owned(), japanese: String::new() })
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<CheckedTitle, A::Error> {
        checked_title(Title::deserialize(MapAccessDeserializer::new(fields))?)
    }
}

fn checked_title<E: serde::de::Error>(title: Title) -> Result<CheckedTitle, E> {
    title.check().map_err(E::custom)?;
    Ok(CheckedTitle(title))
}

#[derive(serde::Deserialize)]
#[serde(rename = "Node", deny_unknown_fields)]
struct NodeFields {
    name: String,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    player: Option<PlayerName>,
    #[serde(default)]
    score: Option<i32>,
    #[serde(default)]
    estimate: Option<i32>,
    #[serde(default)]
    probability: Option<Probability>,
}

#[derive(serde::Deserialize, Clone, Copy)]
enum PlayerName {
    Max,
    Min,
}

/// Nodes that are checked while the file is read, so that an error has its line and column.
struct Nodes {
    list: Vec<TextbookNode>,
    estimates: Vec<Option<i32>>,
}

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodesVisitor;
        impl<'de> Visitor<'de> for NodesVisitor {
            type Value = Nodes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", Message::from(Text::MalformedNodes))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Nodes, A::Error> {
                let mut all = Nodes { list: Vec::new(), estimates: Vec::new() };
                while let Some(fields) = nodes.next_element::<NodeFields>()? {
                    all.estimates.push(fields.estimate);
                    let node = fields.checked(&all.list).map_err(A::Error::custom)?;
                    all.list.push(node);
                }
                Ok(all)
            }
        }
        deserializer.deserialize_seq(NodesVisitor)
    }
}

impl NodeFields {
    fn checked(self, list: &[TextbookNode]) -> Result<TextbookNode, Message> {
        let Self { name, parent, player, score, estimate, probability } = self;
        let named = |name: &str| list.iter().position(|node| node.name.as_deref() == Some(name));
        let is_word = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter.is_control());
        let of_node = |text| Message::from(text).with("name", &name);
        if list.len() >= MAX_NODES {
            return Err(Message::from(Text::MalformedManyNodes).with("most", &MAX_NODES));
        }
        if !is_word || name.chars().count() > LONGEST_NAME {
            let message = Message::from(Text::MalformedNodeNameLong).with("name", &format!("{name:?}"));
            return Err(message.with("most", &LONGEST_NAME));
        }
        if named(&name).is_some() {
            return Err(of_node(Text::MalformedSecondNode));
        }
        let parent = match parent {
            None if list.is_empty() => None,
            None => return Err(of_node(Text::MalformedNoParent)),
            Some(parent) => match named(&parent) {
                None => return Err(of_node(Text::MalformedParentLater).with("parent", &parent)),
                Some(index) if list[index].score.is_some() => {
                    return Err(of_node(Text::MalformedParentScored).with("parent", &parent));
                }
                index => index,
            },
        };
        if score.is_some() && estimate.is_some() {
            return Err(of_node(Text::MalformedEstimate));
        }
        if let Some(score) = score.or(estimate).filter(|score| score.unsigned_abs() > LARGEST_SCORE.unsigned_abs()) {
            let message = of_node(Text::MalformedNodeScore).with("score", &score);
            return Err(message.with("least", &-LARGEST_SCORE).with("most", &LARGEST_SCORE));
        }
        let player = player.map(|player| match player {
            PlayerName::Max => Player::Max,
            PlayerName::Min => Player::Min,
        });
        Ok(TextbookNode { parent, name: Some(name), player, score, probability, ..TextbookNode::default() })
    }
}

impl Exercise {
    /// Parses an exercise from the text of a RON file.
    ///
    /// # Errors
    /// [`TextFault`] contains the reason and the place.
    pub fn parse(text: &str) -> Result<Self, TextFault> {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        // The version is checked first, because other fields of a newer version are unknown here.
        if let Ok(OfVersion { version }) = options.from_str::<OfVersion>(text)
            && version != VERSION
        {
            let message = Message::from(Text::MalformedExerciseVersion).with("found", &version);
            return Err(TextFault::at(text, "version", message.with("newest", &VERSION)));
        }
        let contents: Contents = options.from_str(text).map_err(|error| {
            let message = reworded(&error.code.to_string());
            // A fault of the content names what it expects; the example is for texts of another form.
            let is_of_content =
                matches!(error.code, ron::Error::Message(_)) && message.to_string().contains(", expected ");
            let example = "Exercise(version: 1, nodes: [Node(name: \"A\"), …])";
            let expected = Message::from(Text::MalformedExerciseSuch).with("example", &example);
            TextFault {
                line: error.span.start.line,
                column: error.span.start.col,
                message: if is_of_content { message } else { message.with_expected(expected) },
            }
        })?;
        let Nodes { list, estimates } = contents.nodes;
        let is_leaf = |index: usize| list.iter().all(|node| node.parent != Some(index));
        let unscored = (0..list.len()).find(|&index| list[index].score.is_none() && is_leaf(index));
        if let Some(name) = unscored.and_then(|index| list[index].name.as_deref()) {
            let message = Message::from(Text::MalformedLeaf).with("name", &name);
            return Err(TextFault::at(text, &format!("{name:?}"), message));
        }
        let tree = ExerciseTree::from_nodes(list).map_err(|error| TextFault::at(text, "nodes", error))?;
        let tree = tree.with_estimates(&estimates);
        let unknown = |name: String| {
            let message = Message::from(Text::MalformedKindNode).with("name", &format!("{name:?}"));
            TextFault::at(text, "kind", message)
        };
        let exercise = Self::new(tree, contents.convention.0);
        let exercise =
            exercise.map_err(|error| TextFault::at(text, "convention", Message::of_english(&error.to_string())))?;
        let kind = contents.kind.kind(&exercise.tree).map_err(unknown)?;
        let exercise = exercise.with_kind(kind);
        let mut exercise =
            exercise.map_err(|error| TextFault::at(text, "kind", Message::of_english(&error.to_string())))?;
        exercise.title = contents.title.0;
        exercise.mode = contents.mode;
        Ok(exercise)
    }

    /// Reads an exercise from a file, or from a page with one exercise.
    ///
    /// # Errors
    /// [`ExerciseFileError`] contains the file, the reason and the place.
    pub fn read(path: &Path) -> Result<Self, ExerciseFileError> {
        let mut all = Self::read_all(path)?;
        let count = all.len();
        let one = all.pop().filter(|_| count == 1);
        one.ok_or_else(|| ExerciseFileError::Several { path: path.to_owned(), count })
    }

    /// Reads the exercise of a file, or all exercises of a page.
    ///
    /// # Errors
    /// [`ExerciseFileError`] contains the file, the reason and the place.
    pub fn read_all(path: &Path) -> Result<Vec<Self>, ExerciseFileError> {
        let is_page =
            path.extension().is_some_and(|ending| ["html", "htm"].iter().any(|page| ending.eq_ignore_ascii_case(page)));
        let text = read_text(path, if is_page { MAX_PAGE_BYTES } else { MAX_BYTES })?;
        let all = match exercises_in_page(&text) {
            Some(texts) => texts.and_then(|texts| texts.into_iter().map(Self::parse).collect()),
            None => Self::parse(&text).map(|exercise| vec![exercise]),
        };
        all.map_err(|fault| fault.in_file(path))
    }

    /// Returns the exercise as the text of a RON file, one node per line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let ron = |value: &str| ron::to_string(value).unwrap_or_default();
        let title = format!("(english: {}, japanese: {})", ron(&self.title.english), ron(&self.title.japanese));
        let Convention { search, cut, returned, view, windows, signs, table, root, from_right, depth_limit } =
            self.convention();
        let from_right = if *from_right { " from_right: true," } else { "" };
        let depth_limit = depth_limit.map_or_else(String::new, |depth| format!(" depth_limit: {depth},"));
        let table = if *table { " table: true," } else { "" };
        let root = if root.is_full() {
            String::new()
        } else {
            format!(" root: {},", ron::to_string(root).unwrap_or_default())
        };
        let mut lines = vec![
            "Exercise(".to_owned(),
            format!("    version: {VERSION},"),
            format!("    title: {title},"),
            "    convention: (".to_owned(),
            format!("        search: {search:?}, cut: {cut:?}, returned: {returned:?}, view: {view:?},"),
            format!("        windows: {windows}, signs: {signs},{table}{root}{from_right}{depth_limit}"),
            "    ),".to_owned(),
        ];
        let tree = self.tree();
        let kind = match self.kind() {
            Kind::Search => None,
            Kind::Order { node: 0 } => Some("Order".to_owned()),
            Kind::Order { node } => Some(format!("OrderOf(node: {})", ron(tree.name(node)))),
            Kind::Interval { leaf, node } => {
                Some(format!("Interval(leaf: {}, node: {})", ron(tree.name(leaf)), ron(tree.name(node))))
            }
            Kind::Bug(fault) => Some(format!("Bug({fault:?})")),
            Kind::Uct { iterations } => Some(format!("Uct(iterations: {iterations})")),
            Kind::Star1 { lowest, highest } => Some(format!("Star1(lowest: {lowest}, highest: {highest})")),
            kind => Some(format!("{kind:?}")),
        };
        lines.extend(kind.map(|kind| format!("    kind: {kind},")));
        lines.extend([format!("    mode: {:?},", self.mode), "    nodes: [".to_owned()]);
        for &node in tree.listed() {
            let parent = tree.parent(node);
            let mut fields = vec![format!("name: {}", ron(tree.name(node)))];
            fields.extend(parent.map(|parent| format!("parent: {}", ron(tree.name(parent)))));
            let usual = parent.map_or(Player::Max, |parent| tree.player(parent).other());
            if tree.player(node) != usual {
                fields.push(format!("player: {:?}", tree.player(node)));
            }
            let score = tree.leaf_score(node).and_then(edagari_core::score::Score::finite);
            fields.extend(score.map(|score| format!("score: {score}")));
            let estimate = tree.estimate(node).and_then(edagari_core::score::Score::finite);
            fields.extend(estimate.map(|estimate| format!("estimate: {estimate}")));
            fields.extend(tree.probability(node).map(|one| format!("probability: {:?}", one.to_string())));
            lines.push(format!("        Node({}),", fields.join(", ")));
        }
        lines.extend(["    ],", ")", ""].map(str::to_owned));
        lines.join("\n")
    }

    /// Writes the exercise to a file under a temporary name and renames it, so that the old file is kept if writing fails.
    ///
    /// # Errors
    /// [`ExerciseFileError::Unwritable`].
    #[cfg(feature = "files")]
    pub fn write(&self, path: &Path) -> Result<(), ExerciseFileError> {
        super::limited_file::write_text(path, &self.to_text())
    }
}

/// Embeds the text of an exercise file in an invisible element of a page. Characters that could be markup or are not ASCII are
/// escaped; only names and titles contain them, and their value is unchanged.
#[must_use]
pub fn exercise_element(text: &str) -> String {
    let mut element = ELEMENT.to_owned();
    for letter in text.chars() {
        if letter == '\n' || (letter.is_ascii() && !letter.is_ascii_control() && letter != '<') {
            element.push(letter);
        } else {
            let _ = write!(element, "\\u{{{:x}}}", u32::from(letter));
        }
    }
    element + END + "\n"
}

/// Returns the texts of the exercises of a page; `None` if the text is not a page.
fn exercises_in_page(text: &str) -> Option<Result<Vec<&str>, TextFault>> {
    if !text.starts_with(PAGE_START) {
        return None;
    }
    let fault = |message: Text| Some(Err(TextFault::at(text, ELEMENT, message)));
    let found: Option<Vec<&str>> = text.split(ELEMENT).skip(1).map(|rest| Some(rest.split_once(END)?.0)).collect();
    match found {
        None => fault(Text::MalformedExercisePageEnds),
        Some(found) if found.is_empty() => fault(Text::MalformedExercisePageEmpty),
        Some(found) => Some(Ok(found)),
    }
}
