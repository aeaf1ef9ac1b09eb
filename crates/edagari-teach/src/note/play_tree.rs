//! Whole tree of a small game, which the reader of a lesson plays against minimax.

use edagari_core::game::{AnyPosition, Player};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::score::Score;
use edagari_core::trace::Trace;

/// Maximum number of positions; each has a picture of its own in a page.
pub const MAX_PLAYED: usize = 120;

/// All positions of a small game from the start of a run, with their minimax values.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_teach::note::PlayTree;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::Minimax).record()?;
///
/// // `trace` is minimax on the three-move figure, in which max moves at the root and min at its children.
/// let tree = PlayTree::of(&trace)?;
/// assert_eq!((tree.nodes.len(), tree.nodes[0].value), (15, Score::new(3)));
/// let after_b = tree.nodes[0].moves[1].1;
/// let reply = tree.nodes[after_b].best.expect("a reply");
/// assert_eq!(tree.nodes[after_b].moves[reply].0, "E");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayTree {
    /// Positions, each before its children; the first is the start.
    pub nodes: Vec<PlayNode>,
}

/// Position of a [`PlayTree`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayNode {
    /// Moves from the start, as indexes.
    pub path: Vec<u32>,
    /// Player to move.
    pub player: Player,
    /// Minimax value.
    pub value: Score,
    /// Texts of the moves, with the indexes of the positions that they lead to; empty at the end of a game.
    pub moves: Vec<(String, usize)>,
    /// Index of the first best move; `None` at the end of a game.
    pub best: Option<usize>,
}

/// Reason why a run cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum Unplayable {
    /// The game has too many positions.
    TooLarge,
    /// The trace does not contain the rules, or not the whole tree.
    Unknown,
}

impl HasMessage for Unplayable {
    fn message(&self) -> Message {
        match self {
            Self::TooLarge => Message::from(Text::ErrorPlayTooLarge).with("most", &MAX_PLAYED),
            Self::Unknown => Text::ErrorPlayUnknown.into(),
        }
    }
}

impl PlayTree {
    /// Returns the tree from the start of a run to the ends of all games. A depth limit is ignored.
    ///
    /// # Errors
    /// [`Unplayable`] is the reason.
    pub fn of(trace: &Trace) -> Result<Self, Unplayable> {
        let start = trace.position(&[]).ok_or(Unplayable::Unknown)?;
        let mut tree = Self { nodes: Vec::new() };
        tree.add(&start, &[])?;
        Ok(tree)
    }

    /// Adds a position and all positions after it, and returns its index.
    fn add(&mut self, position: &AnyPosition, path: &[u32]) -> Result<usize, Unplayable> {
        if self.nodes.len() >= MAX_PLAYED {
            return Err(Unplayable::TooLarge);
        }
        let (index, player) = (self.nodes.len(), position.player());
        let end = position.score();
        let value = end.unwrap_or(Score::new(0));
        self.nodes.push(PlayNode { path: path.to_vec(), player, value, moves: Vec::new(), best: None });
        if end.is_some() {
            return Ok(index);
        }
        let mut moves = Vec::new();
        for mv in 0..position.move_count() as u32 {
            let child = position.play(mv).ok_or(Unplayable::Unknown)?;
            let below = self.add(&child, &[path, &[mv]].concat())?;
            moves.push((position.move_text(mv as usize), below));
        }
        let value_of = |place: &usize| self.nodes[moves[*place].1].value;
        let best = match player {
            // The first of equal ones: `max_by_key` alone would return the last.
            Player::Max => (0..moves.len()).rev().max_by_key(value_of),
            Player::Min => (0..moves.len()).min_by_key(value_of),
        };
        let place = best.ok_or(Unplayable::Unknown)?;
        let value = value_of(&place);
        let node = &mut self.nodes[index];
        (node.value, node.moves, node.best) = (value, moves, best);
        Ok(index)
    }
}
