//! A game that is known only as the tree of a trace.

use std::collections::HashMap;
use std::sync::Arc;

use super::header::BoardNotation;
use crate::game::{AnyGame, AnyPosition, Board, Game, Ink, LabelBoard, Mark};
use crate::score::{InUnit, Player, Score, Unit};
use crate::trace::parcel::plain::plain;

/// Names of a null move.
pub(in crate::trace) const NULL_MOVES: [&str; 5] = ["null", "null-move", "nullmove", "(null)", "0000"];

/// The tree of a trace whose rules Edagari does not know, or whose visits violate the rules. Cheap to clone.
///
/// Nodes have the same numbers as in the trace. The subtree of a node that was not searched is unknown: such a node has neither a
/// score nor moves.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    nodes: Arc<Nodes>,
    evaluation: Option<Arc<str>>,
    unit: Option<Unit>,
    board: Option<BoardNotation>,
}

/// A node of a [`RecordedTree`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedNode {
    /// Number of the parent; the root has its own number here.
    pub parent: u32,
    /// Number of the first child, if there is one. Children have consecutive numbers.
    pub first_child: u32,
    /// Number of children.
    pub child_count: u32,
    /// The player to move at the node.
    pub player: Player,
    /// Score of a leaf.
    pub score: Option<Score>,
    /// Index of the text of the move to the node; the text is empty at the root. Texts are stored once because many moves share
    /// one.
    pub text: u32,
    /// Index of the text of the program's label for the node, if any.
    pub label: Option<u32>,
    /// Index of the move to the node in the order of the rules, if the rules are known.
    pub rule_move: Option<u32>,
}

plain! {
    RecordedNode { parent: u32, first_child: u32, child_count: u32, player: Player, score: Option<Score>, text: u32, label: Option<u32>, rule_move: Option<u32> }
}

#[derive(Debug)]
struct Nodes {
    list: Vec<RecordedNode>,
    texts: Vec<Box<str>>,
    rules: Option<Rules>,
    /// For each child that has the same text as earlier siblings, the number of these siblings.
    repeats: HashMap<u32, u32>,
}

fn repeats_of(nodes: &[RecordedNode], text_count: usize) -> HashMap<u32, u32> {
    let mut repeats = HashMap::new();
    // For each text: the last family of siblings that contains it, and the number of earlier siblings with it.
    let mut before = vec![(0, 0); text_count];
    for parent in nodes.iter().filter(|node| node.child_count > 1) {
        // No two parents have the same first child.
        let family = parent.first_child;
        for child in family..family + parent.child_count {
            let Some(node) = nodes.get(child as usize) else { break };
            let Some((last_family, count)) = before.get_mut(node.text as usize) else { continue };
            if *last_family != family {
                (*last_family, *count) = (family, 0);
            }
            if *count > 0 {
                repeats.insert(child, *count);
            }
            *count += 1;
        }
    }
    repeats
}

/// The rules by which the positions of a recorded tree are drawn.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game that has the rules.
    pub game: AnyGame,
    /// Moves from the root of the game to the root of the tree.
    pub start: Vec<u32>,
}

impl RecordedTree {
    /// Creates a tree from its nodes and texts.
    #[must_use]
    pub fn new(nodes: Vec<RecordedNode>, texts: Vec<Box<str>>, rules: Option<Rules>) -> Self {
        let repeats = repeats_of(&nodes, texts.len());
        Self {
            nodes: Arc::new(Nodes { list: nodes, texts, rules, repeats }),
            evaluation: None,
            unit: None,
            board: None,
        }
    }

    /// Sets the name of the evaluation of leaves at a depth limit.
    #[must_use]
    pub fn evaluated_by(mut self, evaluation: Option<String>) -> Self {
        self.evaluation = evaluation.map(Arc::from);
        self
    }

    /// Sets the unit of the scores.
    #[must_use]
    pub const fn with_unit(mut self, unit: Option<Unit>) -> Self {
        self.unit = unit;
        self
    }

    /// Sets the notation of the boards in the labels.
    #[must_use]
    pub const fn with_boards(mut self, board: Option<BoardNotation>) -> Self {
        self.board = board;
        self
    }

    /// Name of the evaluation of leaves at a depth limit, if known.
    #[must_use]
    pub fn evaluation(&self) -> Option<&str> {
        self.evaluation.as_deref()
    }

    /// Nodes of the tree, by number.
    #[must_use]
    pub fn nodes(&self) -> &[RecordedNode] {
        &self.nodes.list
    }

    /// The text with the given number; empty if there is none.
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.nodes.texts.get(number as usize).map_or("", |text| text)
    }

    /// All texts of the tree, by number.
    #[must_use]
    pub fn texts(&self) -> &[Box<str>] {
        &self.nodes.texts
    }

    /// The rules by which its positions are drawn, if known.
    #[must_use]
    pub fn rules(&self) -> Option<&Rules> {
        self.nodes.rules.as_ref()
    }

    /// Number of nodes whose subtree is unknown, so that no search can continue there.
    #[must_use]
    pub fn unknown_count(&self) -> usize {
        self.nodes.list.iter().filter(|node| node.child_count == 0 && node.score.is_none()).count()
    }

    fn node(&self, position: u32) -> &RecordedNode {
        &self.nodes.list[position as usize]
    }

    /// Returns the position of a node; `None` if the rules do not know the moves to it. A move that was not searched is known by its
    /// text, and a null move passes.
    fn position_by_rules(&self, position: u32) -> Option<AnyPosition> {
        let rules = self.nodes.rules.as_ref()?;
        let mut path = Vec::new();
        let mut at = position;
        while self.node(at).parent != at {
            path.push(self.node(at));
            at = self.node(at).parent;
        }
        path.into_iter().rev().try_fold(rules.game.position(&rules.start)?, |above, node| {
            let text = self.text(node.text);
            let find = |is: &dyn Fn(usize) -> bool| (0..above.move_count()).find(|&mv| is(mv)).map(|mv| mv as u32);
            let named = || find(&|mv| above.move_text(mv) == text).or_else(|| find(&|mv| above.reads_move(mv, text)));
            match node.rule_move.or_else(named) {
                Some(mv) => above.play(mv),
                None if NULL_MOVES.contains(&text) => above.pass(),
                None => None,
            }
        })
    }

    fn known_board(&self, position: u32) -> Option<Board> {
        Some(self.position_by_rules(position)?.board())
    }

    /// Returns the board in the label of a node; `None` without a board in it.
    fn board_of_label(&self, position: u32) -> Option<Board> {
        let BoardNotation::Fen = self.board?;
        let label = self.text(self.node(position).label?);
        LabelBoard::read(label).ok().map(|board| board.board())
    }

    /// Returns a picture with a text of a node, and its score if it is a leaf.
    fn text_board(&self, node: &RecordedNode, name: u32) -> Board {
        let name = Some(self.text(name)).filter(|name| !name.is_empty());
        let text = |center_y, size, text: String| Mark::Text { center: [0.5, center_y], size, text, ink: Ink::Text };
        let named = |center_y, height, largest, name: &str| {
            let (center, text_of) = ([0.5, center_y], name.to_owned());
            if is_short(name) {
                text(center_y, size_of_text(name, largest), text_of)
            } else {
                Mark::Label { center, size: [0.92, height], text: text_of, ink: Ink::Text }
            }
        };
        let score = node.score.map(|value| InUnit { value, unit: self.unit }.to_string());
        let marks = match (name, score) {
            (Some(name), Some(score)) => vec![named(0.32, 0.4, 0.34, name), text(0.7, 0.42, score)],
            (Some(name), None) => vec![named(0.5, 0.92, 0.5, name)],
            (None, Some(score)) => vec![text(0.5, 0.5, score)],
            (None, None) => vec![Mark::Square { center: [0.5, 0.5], radius: 0.08, ink: Ink::Grid }],
        };
        Board::square(marks)
    }
}

impl Game for RecordedTree {
    /// The number of a node.
    type Position = u32;
    /// The index of a child among its siblings.
    type Move = u32;

    fn root(&self) -> u32 {
        0
    }

    /// Returns the player of the trace, or for a node that was not searched the player by the rules.
    fn player(&self, &position: &u32) -> Player {
        let node = self.node(position);
        let is_searched = node.child_count > 0 || node.score.is_some() || node.rule_move.is_some();
        let by_rules = if is_searched { None } else { self.position_by_rules(position) };
        by_rules.map_or(node.player, |position| position.player())
    }

    fn score(&self, &position: &u32) -> Option<Score> {
        self.node(position).score
    }

    fn moves(&self, &position: &u32, moves: &mut Vec<u32>) {
        moves.extend(0..self.node(position).child_count);
    }

    fn play(&self, &position: &u32, mv: u32) -> u32 {
        self.node(position).first_child + mv
    }

    /// Returns the text of the move in the trace. If earlier siblings have the same text, a number is appended.
    fn move_text(&self, &position: &u32, mv: u32) -> String {
        let child = self.node(position).first_child + mv;
        let own = self.text(self.node(child).text);
        match self.nodes.repeats.get(&child) {
            None => own.to_owned(),
            Some(before) => format!("{own}#{}", before + 1),
        }
    }

    fn board(&self, &position: &u32) -> Board {
        let node = self.node(position);
        let board = self.known_board(position).or_else(|| self.board_of_label(position));
        board.unwrap_or_else(|| self.text_board(node, node.label.unwrap_or(node.text)))
    }

    /// The move to the node, if its label has too many letters for a small picture.
    fn small_board(&self, &position: &u32) -> Board {
        let node = self.node(position);
        let is_long = node.label.is_some_and(|label| !is_short(self.text(label)));
        if self.known_board(position).is_none() && (is_long || self.board_of_label(position).is_some()) {
            return self.text_board(node, node.text);
        }
        self.board(&position).without_grid()
    }

    fn label(&self, &position: &u32) -> Option<String> {
        self.node(position).label.map(|label| self.text(label).to_owned())
    }
}

/// Maximum number of characters of a text that is drawn in one line of a node's picture.
const MAX_LETTERS: usize = 9;

/// Whether a text fits into one line of a node's picture.
fn is_short(text: &str) -> bool {
    text.chars().count() <= MAX_LETTERS
}

/// Returns the font size at which a text fits into a node's picture, at most `largest`.
fn size_of_text(text: &str, largest: f32) -> f32 {
    // Letters are about 0.6 times as wide as high, those of East Asia as wide as high.
    let width: f32 = text.chars().map(|letter| if u32::from(letter) >= 0x2e80 { 1.7 } else { 1.0 }).sum();
    (1.5 / width.max(1.0)).min(largest)
}
