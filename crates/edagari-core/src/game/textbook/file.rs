//! Textbook trees as RON files, flat or nested. The format is described in `docs/formats.md`.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::Read;
use std::path::Path;

use ron::extensions::Extensions;
use serde::Deserialize;
use serde::de::{Error as _, SeqAccess, Visitor};

use super::error::{MAX_FILE_SIZE, TextbookError, TreeError};
use super::{TextbookNode, TextbookTree};
use crate::game::Player;
use crate::language::{Message, Text, reworded};
use crate::platform::{files, threads};
use crate::score::{Distribution, DistributionError, Probability};

/// The largest number of levels of a nested file; deeper trees are written flat, which has no limit.
pub const MAX_NESTING: usize = 256;

/// An error in a text, and its position: line and column, from 1.
#[derive(Debug)]
pub(super) struct Fault {
    line: usize,
    column: usize,
    message: Message,
}

impl TextbookTree {
    /// Reads a tree from a RON file.
    ///
    /// # Errors
    /// [`TextbookError`], with the file name, and with line and column if the file is malformed.
    pub fn read(path: &Path) -> Result<Self, TextbookError> {
        let unreadable = |source| TextbookError::Unreadable { path: path.to_owned(), source };
        let too_large = |size| TextbookError::TooLarge { path: path.to_owned(), size };
        let file = files::open(path).map_err(unreadable)?;
        let size = files::size(&file).map_err(unreadable)?;
        if size > MAX_FILE_SIZE {
            return Err(too_large(size));
        }
        // A device or a pipe has no known size, and may be endless.
        let mut bytes = Vec::new();
        file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(too_large(bytes.len() as u64));
        }
        let malformed = |fault: Fault| TextbookError::Malformed {
            path: path.to_owned(),
            line: fault.line,
            column: fault.column,
            message: fault.message,
        };
        let mut text = String::from_utf8(bytes).map_err(|error| malformed(not_utf8(&error)))?;
        // Some editors write a byte-order mark at the start.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Self::parse_deep(text).map_err(malformed)
    }

    /// Parses on a thread with a large stack: the parser recurses on nested files, and the limit must not depend on the caller's
    /// stack.
    fn parse_deep(text: String) -> Result<Self, Fault> {
        let fault = |message| Err(Fault { line: 1, column: 1, message });
        match threads::on_stack("textbook parser", 64 << 20, move || Self::parse(&text)) {
            Ok(Some(parsed)) => parsed,
            Ok(None) => fault(Text::MalformedParserFailed.into()),
            Err(error) => fault(Message::from(Text::MalformedNoThread).with_io("reason", &error)),
        }
    }

    /// Reads a tree from the text of a RON file.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        // Each level of the nested form takes up to five levels of the parser's recursion.
        let options = ron::Options::default()
            .with_recursion_limit(MAX_NESTING * 5 + 16)
            .with_default_extension(Extensions::IMPLICIT_SOME);
        let tree: Contents = options.from_str(text).map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            let message = match error.code {
                ron::Error::ExceededRecursionLimit => too_deep(),
                ron::Error::Message(message) => reworded(&message),
                code => Message::from(Text::MalformedIn)
                    .with_message("message", reworded(&code.to_string()))
                    .with("text", &format!("{:?}", excerpt(text, line, column))),
            };
            Fault { line, column, message }
        })?;
        let whole_file = |message| Fault { line: 1, column: 1, message };
        let not_a_tree = |error: TreeError| whole_file(error.into());
        let list = match (tree.root, tree.nodes) {
            (Some(root), None) => root.flatten().map_err(not_a_tree)?,
            (None, Some(flat)) => {
                flat.check_leaves(text)?;
                flat.0
            }
            (None, None) => return Err(whole_file(Text::MalformedNoNodes.into())),
            (Some(_), Some(_)) => return Err(whole_file(Text::MalformedBothNodes.into())),
        };
        Self::from_nodes(&list).map_err(not_a_tree)
    }
}

/// The text around a position, within its line.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    const REACH: usize = 30;
    let skipped = column.saturating_sub(REACH);
    let around = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().chars().skip(skipped).take(2 * REACH);
    around.collect::<String>().trim().to_owned()
}

fn too_deep() -> Message {
    Message::from(Text::MalformedNestedNodes).with("levels", &MAX_NESTING)
}

fn not_utf8(error: &std::string::FromUtf8Error) -> Fault {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line_start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Fault {
        line: valid.split(|&byte| byte == b'\n').count(),
        column: String::from_utf8_lossy(&valid[line_start..]).chars().count() + 1,
        message: Message::from(match error.as_bytes() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Text::MalformedUtf16,
            _ => Text::MalformedUtf8,
        })
        .with_message("expected", Text::MalformedRonFile),
    }
}

#[derive(Deserialize)]
#[serde(rename = "Tree", deny_unknown_fields)]
struct Contents {
    #[serde(default)]
    root: Option<Nested>,
    #[serde(default)]
    nodes: Option<Flat>,
}

/// A node of the nested form, which contains its children.
#[derive(Deserialize)]
#[serde(try_from = "NestedFields")]
struct Nested(NestedFields);

#[derive(Deserialize)]
#[serde(rename = "Node", deny_unknown_fields)]
struct NestedFields {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    player: Option<PlayerName>,
    #[serde(default)]
    chance: bool,
    #[serde(default)]
    probability: Option<Probability>,
    #[serde(default)]
    score: Option<i32>,
    #[serde(default)]
    noise: Option<Noise>,
    #[serde(default)]
    children: Vec<Nested>,
}

/// The flat form: a list in which each node specifies its parent.
struct Flat(Vec<TextbookNode>);

#[derive(Deserialize)]
#[serde(rename = "Node", deny_unknown_fields)]
struct FlatFields {
    name: String,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    player: Option<PlayerName>,
    #[serde(default)]
    chance: bool,
    #[serde(default)]
    probability: Option<Probability>,
    #[serde(default)]
    score: Option<i32>,
    #[serde(default)]
    noise: Option<Noise>,
}

/// The noise of a leaf. Validated during parsing, so that errors have a position.
#[derive(Deserialize, Clone)]
#[serde(try_from = "NoiseFields")]
struct Noise(Distribution);

#[derive(Deserialize)]
enum NoiseFields {
    Normal {
        sigma: f64,
        #[serde(default)]
        area: Option<u32>,
    },
    Masses(BTreeMap<i32, f64>),
}

impl TryFrom<NoiseFields> for Noise {
    type Error = DistributionError;

    fn try_from(fields: NoiseFields) -> Result<Self, DistributionError> {
        match fields {
            NoiseFields::Normal { sigma, area } => Distribution::usual(sigma, area),
            NoiseFields::Masses(masses) => Distribution::from_masses(&masses),
        }
        .map(Self)
    }
}

#[derive(Deserialize, Clone, Copy)]
enum PlayerName {
    Max,
    Min,
}

impl From<PlayerName> for Player {
    fn from(name: PlayerName) -> Self {
        match name {
            PlayerName::Max => Self::Max,
            PlayerName::Min => Self::Min,
        }
    }
}

/// Validated during parsing, so that errors have a position.
impl TryFrom<NestedFields> for Nested {
    type Error = TreeError;

    fn try_from(fields: NestedFields) -> Result<Self, TreeError> {
        if let Some(name) = fields.name.as_ref().filter(|name| name.is_empty() || name.contains(super::is_blank)) {
            return Err(TreeError::of_node(Text::MalformedNodeName, format!("{name:?}")));
        }
        let described = || fields.name.as_deref().map_or_else(|| Text::MalformedNameless.into(), Message::from);
        super::check_score(described, fields.score)?;
        super::check_sibling_names(fields.children.iter().map(|Self(child)| child.name.as_deref()))?;
        if fields.noise.is_some() && !fields.children.is_empty() {
            return Err(TreeError::of_node(Text::MalformedNoiseChildren, described()));
        }
        match (fields.score, fields.children.is_empty()) {
            (Some(_), false) => Err(TreeError::of_node(Text::MalformedScoreChildren, described())),
            (None, true) => Err(TreeError::of_node(Text::MalformedNeither, described())),
            _ => Ok(Self(fields)),
        }
    }
}

impl Nested {
    fn flatten(self) -> Result<Vec<TextbookNode>, TreeError> {
        let mut list = Vec::new();
        let mut open = vec![(self, None, 1)];
        while let Some((Self(fields), parent, level)) = open.pop() {
            if level > MAX_NESTING {
                return Err(TreeError::new(too_deep()));
            }
            let index = list.len();
            list.push(TextbookNode {
                parent,
                name: fields.name,
                player: fields.player.map(Player::from),
                chance: fields.chance,
                probability: fields.probability,
                score: fields.score,
                noise: fields.noise.map(|noise| noise.0),
            });
            open.extend(fields.children.into_iter().rev().map(|child| (child, Some(index), level + 1)));
        }
        Ok(list)
    }
}

impl<'de> Deserialize<'de> for Flat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlatVisitor;
        impl<'de> Visitor<'de> for FlatVisitor {
            type Value = Flat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", Message::from(Text::MalformedNodes))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Flat, A::Error> {
                let mut list: Vec<TextbookNode> = Vec::new();
                let mut by_name: HashMap<String, usize> = HashMap::new();
                while let Some(fields) = nodes.next_element::<FlatFields>()? {
                    let node = fields.checked(&list, &by_name).map_err(A::Error::custom)?;
                    by_name.extend(node.name.clone().map(|name| (name, list.len())));
                    list.push(node);
                }
                Ok(Flat(list))
            }
        }
        deserializer.deserialize_seq(FlatVisitor)
    }
}

impl Flat {
    /// Checks that every leaf has a score. Leaves are known only at the end of the list, when the parser no longer has their
    /// positions.
    fn check_leaves(&self, text: &str) -> Result<(), Fault> {
        let mut is_leaf = vec![true; self.0.len()];
        for parent in self.0.iter().filter_map(|node| node.parent) {
            is_leaf[parent] = false;
        }
        let unscored = self.0.iter().zip(is_leaf).find(|(node, is_leaf)| *is_leaf && node.score.is_none());
        let Some(name) = unscored.and_then(|(node, _)| node.name.as_deref()) else { return Ok(()) };
        // A leaf is not a parent, so its name occurs only at its definition.
        let before = text.find(&format!("{name:?}")).map_or("", |place| &text[..place]);
        Err(Fault {
            line: before.split('\n').count(),
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            message: Message::from(Text::MalformedLeaf).with("name", &name),
        })
    }
}

impl FlatFields {
    fn checked(self, list: &[TextbookNode], by_name: &HashMap<String, usize>) -> Result<TextbookNode, TreeError> {
        let name = self.name;
        if name.is_empty() || name.contains(super::is_blank) {
            return Err(TreeError::of_node(Text::MalformedNodeName, format!("{name:?}")));
        }
        if by_name.contains_key(&name) {
            return Err(TreeError::of_node(Text::MalformedSecondNode, name));
        }
        let parent = match self.parent {
            None if list.is_empty() => None,
            None => return Err(TreeError::of_node(Text::MalformedNoParent, name)),
            Some(parent) => {
                let fault = |text| TreeError::new(Message::from(text).with("name", &name).with("parent", &parent));
                let index = *by_name.get(&parent).ok_or_else(|| fault(Text::MalformedParentLater))?;
                if list[index].score.is_some() {
                    return Err(fault(Text::MalformedParentScored));
                }
                Some(index)
            }
        };
        super::check_score(|| name.as_str().into(), self.score)?;
        if self.noise.is_some() && self.score.is_none() {
            return Err(TreeError::of_node(Text::MalformedNoiseScore, name));
        }
        let (player, noise) = (self.player.map(Player::from), self.noise.map(|noise| noise.0));
        let Self { chance, probability, score, .. } = self;
        Ok(TextbookNode { parent, name: Some(name), player, chance, probability, score, noise })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;

    #[test]
    fn bundled_figure_opens() {
        let tree = TextbookTree::three_move_figure();
        assert_eq!(tree.len(), 15);
        assert_eq!(tree.label(&tree.root()).as_deref(), Some("R"));
    }

    #[test]
    fn nested_and_flat_form_parse_to_the_same_tree() {
        let nested = "Tree(root: (name: \"R\", children: [(name: \"a\", score: 1), (name: \"b\", score: -2)]))";
        let flat =
            "(nodes: [(name: \"R\"), (name: \"a\", parent: \"R\", score: 1), (name: \"b\", parent: \"R\", score: -2)])";
        for text in [nested, flat] {
            let tree = TextbookTree::parse(text).expect("well-formed");
            let scores: Vec<_> =
                tree.legal_moves(&0).into_iter().map(|mv| tree.score(&tree.play(&0, mv)).unwrap().finite()).collect();
            assert_eq!(scores, [Some(1), Some(-2)]);
        }
    }

    #[test]
    fn errors_contain_their_position() {
        let fault = |text| TextbookTree::parse(text).expect_err("malformed");
        let unknown_parent = fault("(nodes: [\n  (name: \"R\"),\n  (name: \"a\", parent: \"S\", score: 1),\n])");
        assert_eq!(unknown_parent.line, 3);
        assert!(unknown_parent.message.to_string().contains("parent S"), "{}", unknown_parent.message);
        let both = fault("(root: (children: [\n(score: 1),\n(score: 1, children: [(score: 2)]),\n]))");
        assert_eq!(both.line, 3);
        assert!(fault("(root: (children: [(score: 1)]), nodes: [])").message.to_string().contains("both"));
        assert!(fault("(nodes: [])").message.to_string().contains("no nodes"));
        let unscored = fault("(nodes: [\n  (name: \"R\"),\n  (name: \"a\", parent: \"R\"),\n])");
        assert_eq!((unscored.line, unscored.column), (3, 10));
        assert!(unscored.message.to_string().contains("leaf a has no score"), "{}", unscored.message);
    }

    #[test]
    fn too_deep_nesting_is_rejected_with_a_message() {
        let nested = |levels: usize| {
            let open = "(children: [".repeat(levels - 1);
            let close = "])".repeat(levels - 1);
            TextbookTree::parse_deep(format!("(root: {open}(score: 1){close})"))
        };
        assert_eq!(nested(MAX_NESTING).expect("as deep as allowed").len(), MAX_NESTING);
        for levels in [MAX_NESTING + 1, 1_000, 100_000] {
            assert!(nested(levels).expect_err("too deep").message.to_string().contains("flat form"), "{levels}");
        }
    }
}
