//! A game defined by an explicit list of nodes, such as the figures of textbooks.

mod error;
mod file;
mod write;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub use error::{TextbookError, TreeError};
pub use file::MAX_NESTING;

use super::{Board, Game, GameKind, GameOption, Ink, KnownGame, Mark, OptionKind, Options, Player, SetupError};
use crate::language::{Message, Text, Words};
use crate::score::{Bounds, Distribution, Probability, Score, greatest_common_divisor};

/// A game tree whose nodes are listed explicitly. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TextbookTree(Arc<TreeNodes>);

/// The option for the file of a textbook tree.
pub static TREE_FILE: GameOption = GameOption {
    name: "file",
    label: Words::new("Tree file", "木のファイル"),
    help: "a RON file with the tree, instead of the three-move figure; or deep-cut, plaat, lotteries or large-lotteries, which come with Edagari",
    kind: OptionKind::File {
        hint: Words::new(
            "path of a RON file, or deep-cut, plaat or lotteries; empty: the three-move figure",
            "RON ファイルのパス、または deep-cut、plaat、lotteries のいずれか（空欄：三手の図）",
        ),
    },
};

/// The names and files of the trees that come with Edagari.
const FIGURES: [(&str, &str); 5] = [
    ("three-moves", include_str!("../../../resources/textbook/three-moves.ron")),
    ("deep-cut", include_str!("../../../resources/textbook/deep-cut.ron")),
    ("plaat", include_str!("../../../resources/textbook/plaat.ron")),
    ("lotteries", include_str!("../../../resources/textbook/lotteries.ron")),
    ("large-lotteries", include_str!("../../../resources/textbook/large-lotteries.ron")),
];

pub(super) static KIND: GameKind = GameKind {
    name: "textbook",
    title: Words::new("textbook tree", "教科書の木"),
    about: "The three-move figure, or the tree in --file; moves are the names of the nodes",
    options: &[&TREE_FILE],
    evaluations: &["zero"],
    example_moves: "A D",
    heading: Words::new("textbook tree", "教科書の木"),
    summary: |options| options.file(&TREE_FILE).map_or_else(String::new, |file| format!(" ({})", file.display())),
    move_named: None,
};

impl KnownGame for TextbookTree {
    fn kind() -> &'static GameKind {
        &KIND
    }

    fn from_options(options: &Options) -> Result<Self, SetupError> {
        Ok(match options.file(&TREE_FILE) {
            Some(file) => match file.to_str().and_then(Self::figure) {
                Some(figure) => figure,
                None => Self::read(&file)?,
            },
            None => Self::three_move_figure(),
        })
    }
}

/// A node as passed to [`TextbookTree::from_nodes`].
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct TextbookNode {
    /// The index of the parent, which is earlier in the list; `None` only for the root, which is the first node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The node's name: one word; no two siblings share a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The player to move. `None` for the default: max at the root, the same player as at the parent if chance moves there, elsewhere
    /// the opponent of the parent's player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The score: required for leaves, `None` for other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Whether chance moves here instead of a player. The player is then the one who moves after it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
    /// The probability with which chance moves here from the parent. All siblings have one, with the sum 1, or none, and are then
    /// equally likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<Probability>,
    /// The noise of a leaf, if it has its own: the distribution of its evaluation minus its score. Traces do not depend on it,
    /// and trace files omit it.
    #[serde(skip)]
    pub noise: Option<Distribution>,
}

#[derive(Debug, Default)]
struct TreeNodes {
    nodes: Vec<Node>,
    /// The children of all nodes; the children of one node are contiguous.
    children: Vec<u32>,
    has_chance: bool,
}

#[derive(Debug)]
struct Node {
    name: Option<String>,
    player: Player,
    is_chance: bool,
    probability: Option<Probability>,
    /// The weight among the children of a chance node.
    weight: u32,
    score: Option<Score>,
    noise: Option<Box<Distribution>>,
    /// Whether the name is unique in the tree, so that it identifies the node.
    is_named_alone: bool,
    first_child: u32,
    child_count: u32,
    subtree_size: u64,
}

impl Node {
    /// The player to move at a child, unless the child specifies another one.
    const fn usual_player_below(&self) -> Player {
        if self.is_chance { self.player } else { self.player.other() }
    }
}

impl TextbookTree {
    /// The three-move figure of most introductions to α-β: a max root and eight leaves.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the file is part of the program, and a test opens it")]
    pub fn three_move_figure() -> Self {
        Self::parse(FIGURES[0].1).expect("a well-formed file")
    }

    /// A tree that comes with Edagari, by name: `three-moves`; `deep-cut`; `lotteries` and `large-lotteries`, with chance nodes whose leaves
    /// have the same order but other scores; or `plaat`, the example of Plaat, Schaeffer, Pijls and
    /// de Bruin, "Best-first fixed-depth minimax algorithms" (1996).
    ///
    /// ```
    /// use edagari_core::game::TextbookTree;
    ///
    /// let tree = TextbookTree::figure("three-moves").expect("a tree that comes with Edagari");
    /// assert_eq!(tree.to_nodes(), TextbookTree::three_move_figure().to_nodes());
    /// assert!(TextbookTree::figure("four-moves").is_none());
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the files are part of the program, and a test opens them")]
    pub fn figure(name: &str) -> Option<Self> {
        let text = FIGURES.iter().find(|(known, _)| *known == name)?.1;
        Some(Self::parse(text).expect("a well-formed file"))
    }

    /// Creates a tree from its nodes, parents before children.
    ///
    /// ```
    /// use edagari_core::game::{Game, TextbookNode, TextbookTree};
    ///
    /// let leaf = |name: &str, score| TextbookNode {
    ///     parent: Some(0),
    ///     name: Some(name.to_owned()),
    ///     score: Some(score),
    ///     ..TextbookNode::default()
    /// };
    /// let tree = TextbookTree::from_nodes(&[TextbookNode::default(), leaf("a", 3), leaf("b", 7)])?;
    /// let root = tree.root();
    /// let names: Vec<_> = tree.legal_moves(&root).into_iter().map(|mv| tree.move_text(&root, mv)).collect();
    /// assert_eq!((tree.len(), names), (3, vec!["a".to_owned(), "b".to_owned()]));
    /// # Ok::<(), edagari_core::game::TreeError>(())
    /// ```
    ///
    /// # Errors
    /// [`TreeError`] with the first invalid node, and the reason.
    pub fn from_nodes(list: &[TextbookNode]) -> Result<Self, TreeError> {
        if list.is_empty() {
            return Err(TreeError::new(Text::MalformedEmptyTree));
        }
        let of_index = |text, index: usize| TreeError::new(Message::from(text).with("index", &index));
        let mut counts = vec![0_u32; list.len()];
        for (index, node) in list.iter().enumerate() {
            match node.parent {
                Some(parent) if parent < index => counts[parent] += 1,
                None if index == 0 => {}
                Some(_) => return Err(of_index(Text::MalformedBeforeParent, index)),
                None => return Err(of_index(Text::MalformedSecondRoot, index)),
            }
        }
        let mut named: HashMap<&str, u32> = HashMap::new();
        for name in list.iter().filter_map(|node| node.name.as_deref()) {
            *named.entry(name).or_default() += 1;
        }
        let mut first_child = 0;
        let mut nodes = Vec::with_capacity(list.len());
        for (index, node) in list.iter().enumerate() {
            let described = || described(node.name.as_deref(), index);
            if let Some(name) = node.name.as_ref().filter(|name| name.is_empty() || name.contains(is_blank)) {
                let message = Message::from(Text::MalformedNodeNameAt).with("index", &index);
                return Err(TreeError::new(message.with("name", &format!("{name:?}"))));
            }
            let child_count = counts[index];
            check_score(described, node.score)?;
            let score = match node.score {
                Some(_) if child_count > 0 => {
                    return Err(TreeError::of_node(Text::MalformedScoreChildren, described()));
                }
                None if child_count == 0 => {
                    return Err(TreeError::of_node(Text::MalformedLeaf, described()));
                }
                score => score.map(Score::new),
            };
            let player = node.player.unwrap_or_else(|| {
                node.parent.map_or(Player::Max, |parent| {
                    let above: &Node = &nodes[parent];
                    above.usual_player_below()
                })
            });
            if node.noise.is_some() && child_count > 0 {
                return Err(TreeError::of_node(Text::MalformedNoiseChildren, described()));
            }
            if node.chance && child_count == 0 {
                return Err(TreeError::of_node(Text::MalformedChanceLeaf, described()));
            }
            if node.probability.is_some() && node.parent.is_none_or(|parent| !list[parent].chance) {
                return Err(TreeError::of_node(Text::MalformedProbabilityPlayer, described()));
            }
            let noise = node.noise.clone().map(Box::new);
            nodes.push(Node {
                name: node.name.clone(),
                player,
                is_chance: node.chance,
                probability: node.probability,
                weight: 1,
                score,
                noise,
                is_named_alone: node.name.as_deref().is_some_and(|name| named.get(name) == Some(&1)),
                first_child,
                child_count,
                subtree_size: 1,
            });
            first_child += child_count;
        }
        let mut children = vec![0; list.len() - 1];
        let mut next: Vec<u32> = nodes.iter().map(|node| node.first_child).collect();
        for (index, node) in list.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[next[parent] as usize] = index as u32;
                next[parent] += 1;
            }
        }
        for index in (1..list.len()).rev() {
            if let Some(parent) = list[index].parent {
                nodes[parent].subtree_size += nodes[index].subtree_size;
            }
        }
        let has_chance = list.iter().any(|node| node.chance);
        let mut tree = TreeNodes { nodes, children, has_chance };
        for (index, node) in list.iter().enumerate().filter(|(_, node)| node.chance) {
            let described = described(node.name.as_deref(), index);
            tree.weigh_children(index, &described)?;
        }
        for node in &tree.nodes {
            check_sibling_names(tree.children(node).iter().map(|&child| tree.nodes[child as usize].name.as_deref()))?;
        }
        Ok(Self(Arc::new(tree)))
    }

    /// The nodes of the tree, in the form that [`Self::from_nodes`] accepts.
    #[must_use]
    pub fn to_nodes(&self) -> Vec<TextbookNode> {
        let mut parents = vec![None; self.len()];
        for (index, node) in self.0.nodes.iter().enumerate() {
            for &child in self.0.children(node) {
                parents[child as usize] = Some(index);
            }
        }
        let described = |(node, parent): (&Node, Option<usize>)| TextbookNode {
            parent,
            name: node.name.clone(),
            player: Some(node.player),
            chance: node.is_chance,
            probability: node.probability,
            score: node.score.and_then(Score::finite),
            noise: node.noise.as_deref().cloned(),
        };
        self.0.nodes.iter().zip(parents).map(described).collect()
    }

    /// Checks that only players move in the tree.
    ///
    /// # Errors
    /// [`TreeError`] with the first node where chance moves.
    pub fn check_no_chance(&self) -> Result<(), TreeError> {
        let Some(index) = self.0.nodes.iter().position(|node| node.is_chance) else { return Ok(()) };
        Err(TreeError::of_node(Text::MalformedChance, described(self.0.nodes[index].name.as_deref(), index)))
    }

    /// The number of nodes, at least 1.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.nodes.len()
    }

    /// Always false: a tree has at least a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.nodes.is_empty()
    }

    /// The noise of a leaf, if it has its own: the distribution of its evaluation minus its score.
    #[must_use]
    pub fn noise(&self, node: u32) -> Option<&Distribution> {
        self.node(node).noise.as_deref()
    }

    fn node(&self, index: u32) -> &Node {
        &self.0.nodes[index as usize]
    }
}

/// The name of a node for messages, or its number in the list if it has none.
fn described(name: Option<&str>, index: usize) -> Message {
    name.map_or_else(|| Message::from(Text::MalformedNumbered).with("index", &index), Message::from)
}

fn check_score(described: impl FnOnce() -> Message, score: Option<i32>) -> Result<(), TreeError> {
    match score.filter(|value| !(Score::MIN..=Score::MAX).contains(value)) {
        Some(value) => Err(TreeError::new(
            Message::from(Text::MalformedNodeScore)
                .with_message("name", described())
                .with("score", &value)
                .with("least", &Score::MIN)
                .with("most", &Score::MAX),
        )),
        None => Ok(()),
    }
}

/// Checks that the name of each child, or its number if it has none, is unique among the siblings.
fn check_sibling_names<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Result<(), TreeError> {
    let mut seen = HashSet::new();
    for (index, name) in names.enumerate() {
        let name = name.map_or_else(|| Cow::Owned(number_text(index)), Cow::Borrowed);
        if let Some(name) = seen.replace(name) {
            return Err(TreeError::of_node(Text::MalformedSiblings, name.as_ref()));
        }
    }
    Ok(())
}

/// The text of a child without a name: its number, from 1.
fn number_text(index: usize) -> String {
    (index + 1).to_string()
}

/// Whether a letter is not allowed in names. Moves are separated by blanks, so a name with a blank
/// would be read as two moves.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

impl TreeNodes {
    fn children(&self, node: &Node) -> &[u32] {
        let first = node.first_child as usize;
        &self.children[first..first + node.child_count as usize]
    }

    /// Gives the children of a chance node their weights.
    fn weigh_children(&mut self, index: usize, described: &Message) -> Result<(), TreeError> {
        let children = self.children(&self.nodes[index]).to_vec();
        let given: Vec<Probability> =
            children.iter().filter_map(|&child| self.nodes[child as usize].probability).collect();
        if given.is_empty() {
            return Ok(());
        }
        if given.len() < children.len() {
            let message = Message::from(Text::MalformedSomeChances).with_message("name", described.clone());
            return Err(TreeError::new(message.with("count", &given.len()).with("total", &children.len())));
        }
        let whole = common_denominator(&given)
            .ok_or_else(|| TreeError::of_node(Text::MalformedDenominator, described.clone()))?;
        let weights: Vec<u64> =
            given.iter().map(|p| whole / u64::from(p.denominator()) * u64::from(p.numerator())).collect();
        let sum: u64 = weights.iter().sum();
        if sum != whole {
            let sum = Probability::new(sum, whole);
            let sum = sum.map_or_else(|| Text::MalformedAboveOne.into(), |sum| Message::verbatim(&sum));
            let message = Message::from(Text::MalformedChanceSum).with_message("name", described.clone());
            return Err(TreeError::new(message.with_message("sum", sum)));
        }
        for (child, weight) in children.into_iter().zip(weights) {
            self.nodes[child as usize].weight = weight as u32;
        }
        Ok(())
    }

    fn move_text(&self, child: u32, index: usize) -> String {
        self.nodes[child as usize].name.clone().unwrap_or_else(|| number_text(index))
    }
}

/// The least common denominator of probabilities, if it is at most a billion.
fn common_denominator(probabilities: &[Probability]) -> Option<u64> {
    probabilities.iter().try_fold(1_u64, |whole, probability| {
        let denominator = u64::from(probability.denominator());
        let whole = whole / greatest_common_divisor(whole, denominator) * denominator;
        (whole <= 1_000_000_000).then_some(whole)
    })
}

impl Game for TextbookTree {
    /// The index of a node.
    type Position = u32;
    /// The index of a child among its siblings.
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    fn player(&self, &position: &u32) -> Player {
        self.node(position).player
    }

    fn score(&self, &position: &u32) -> Option<Score> {
        self.node(position).score
    }

    fn moves(&self, &position: &u32, moves: &mut Vec<u32>) {
        moves.extend(0..self.node(position).child_count);
    }

    fn play(&self, &position: &u32, mv: u32) -> u32 {
        self.0.children(self.node(position))[mv as usize]
    }

    /// The child's name, or its number among its siblings, from 1.
    fn move_text(&self, &position: &u32, mv: u32) -> String {
        let index = mv as usize;
        self.0.move_text(self.0.children(self.node(position))[index], index)
    }

    fn chance(&self, &position: &u32, mv: u32) -> Option<u32> {
        let node = self.node(position);
        node.is_chance.then(|| self.node(self.0.children(node)[mv as usize]).weight)
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance
    }

    /// The lowest and the highest score of a leaf.
    fn score_range(&self) -> Option<Bounds> {
        let scores = || self.0.nodes.iter().filter_map(|node| node.score);
        Some(Bounds { lower: scores().min()?, upper: scores().max()? })
    }

    fn board(&self, &position: &u32) -> Board {
        let node = self.node(position);
        let text = |center_y, size: f32, text: String| {
            // The width of a letter, as a multiple of its height.
            let width = |letter: char| if u32::from(letter) >= 0x2e80 { 1.0 } else { 0.6 };
            let size = size.min(0.9 / text.chars().map(width).sum::<f32>());
            Mark::Text { center: [0.5, center_y], size, text, ink: Ink::Text }
        };
        let marks = match (self.label(&position), node.score) {
            (Some(name), Some(score)) => vec![text(0.32, 0.34, name), text(0.7, 0.42, score.to_string())],
            (Some(name), None) => vec![text(0.5, 0.5, name)],
            (None, Some(score)) => vec![text(0.5, 0.5, score.to_string())],
            (None, None) => vec![Mark::Square { center: [0.5, 0.5], radius: 0.08, ink: Ink::Grid }],
        };
        Board::square(marks)
    }

    /// The node's name, if it is unique: a name that several nodes share is only the text of a move.
    fn label(&self, &position: &u32) -> Option<String> {
        let node = self.node(position);
        node.name.clone().filter(|_| node.is_named_alone)
    }

    fn subtree_size(&self, &position: &u32) -> Option<u64> {
        Some(self.node(position).subtree_size)
    }
}
