//! The nodes of a focus view: the part of a node that is shown, and the mark of a folded subtree.

use std::sync::Arc;

use super::part::Part;
use super::sizes::{Words, fitted, readable, text_width};
use crate::scene::{Anchor, Orientation, Rect};
use edagari_core::game::{AnyPosition, Board, Player};
use edagari_core::trace::{NodeState, Place, Trace, VisitId};

/// The form in which a node is drawn: board, chip or bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The position, drawn as a board.
    Board,
    /// A line of text: move, score, number of nodes below.
    Chip,
    /// A thin bar that keeps the order and the state of the node.
    Bar,
}

/// The room for a line of text beside a board. It is reserved for the longest text that any frame can show there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// The reserved rectangle.
    pub rect: Rect,
    /// The side of the rectangle to which the text is aligned.
    pub anchor: Anchor,
    /// The font size.
    pub size: f32,
}

/// The route of the edge from a node's parent to the node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Route {
    /// No edge: the node is beside the path, or one of many.
    Hidden,
    /// A curve that leaves and arrives in a direction.
    Curve(Orientation),
    /// The route from the end of the path's strip to the focus: out to `turn`, along the lane between strip and stage, and in.
    Elbow {
        /// The direction in which the tree grows.
        of: Orientation,
        /// The coordinate along the strip where the route leaves the level of the parent.
        turn: f32,
        /// The coordinate of the lane, across the strip.
        lane: f32,
    },
    /// The route along a trunk that all siblings share, and through a gutter beside the node's row or column.
    Bus {
        /// The direction from parent to child.
        of: Orientation,
        /// The coordinate of the trunk.
        trunk: f32,
        /// The coordinate of the gutter.
        gutter: f32,
    },
}

/// A node that is shown, or several siblings merged into one.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct FocusNode {
    /// The index of the parent; `None` if that is not shown.
    pub parent: Option<usize>,
    /// A hash of the node's path and part: the same node has the same key in every picture.
    pub key: u64,
    /// A hash of the node's path alone: all visits of a node have the same value.
    pub path_key: u64,
    /// The move that leads to the node, in the game's numbering; `None` at the start of the run.
    pub mv: Option<u32>,
    /// The text of that move, followed by the tag.
    pub move_text: String,
    /// The tag of the visit that is shown. If all visits are shown, a placeholder for their number, or empty.
    pub tag: String,
    /// The number of moves from the start of the run.
    pub depth: usize,
    /// The place of the node in the trace.
    pub place: Place,
    /// The part of the node that is shown.
    pub part: Part,
    /// Whether the node is on the path to the focus, the focus included.
    pub is_on_path: bool,
    /// The number of siblings or visits that are merged into it: 1 for a single one.
    pub stands_for: usize,
    /// The moves to the other siblings that are merged into it, after `mv`.
    pub(super) rest: Vec<u32>,
    /// Whether only this trace visited the node, not the compared one.
    pub only_here: bool,
    /// Whether the node has recorded children that are not shown.
    pub is_folded: bool,
    /// The number of nodes below, while the node is folded.
    pub fold: Option<Fold>,
    /// The room for that number, or for another mark of the node.
    pub mark: Option<Rect>,
    /// The font size of a chip.
    pub text_size: f32,
    /// The route of the edge from the parent.
    pub route: Route,
    /// The player to move; `None` if unknown, or if a drawn position ends the game.
    pub player: Option<Player>,
    /// Whether chance moves there instead of a player.
    pub is_chance: bool,
    /// The position, if it is drawn.
    pub position: Option<AnyPosition>,
    /// The form in which the node is drawn.
    pub form: Form,
    /// The rectangle of the board, the chip or the bar.
    pub rect: Rect,
    /// The rectangle of the board while the node is the current one or has just returned, if that is larger.
    pub grown: Option<Rect>,
    /// The room for the move beside a board.
    pub move_label: Option<Label>,
    /// The room for the window or the score beside a board.
    pub note_label: Option<Label>,
    /// The drawing of the position that fits into `rect`.
    pub board: Option<Arc<Board>>,
}

impl FocusNode {
    /// Whether the node is drawn round in a trace: a chance node, or the board of an AND node of a proof.
    #[must_use]
    pub fn is_round(&self, trace: &Trace) -> bool {
        let is_and = || trace.proofs().is_some() && self.player == Some(Player::Min);
        self.is_chance || (self.form == Form::Board && is_and())
    }

    /// Returns the text of the move that leads to the node, without the tag.
    #[must_use]
    pub fn move_name(&self) -> &str {
        self.move_text.strip_suffix(&*self.tag).unwrap_or(&self.move_text).trim_end()
    }

    /// Whether the label of the position is the move that leads to it.
    pub(super) fn names_itself(&self) -> bool {
        self.position.as_ref().and_then(AnyPosition::label).is_some_and(|name| name == self.move_text)
    }

    /// Returns the move and the tag, fitted into width `room`; a long move is shortened before the tag.
    pub(super) fn fitted_move(&self, size: f32, room: f32) -> String {
        if self.part == Part::Node {
            return fitted(self.move_name(), size, room);
        }
        if self.tag.is_empty() || text_width(&self.move_text, size) <= room {
            return fitted(&self.move_text, size, room);
        }
        let left = room - text_width(&self.tag, size) - text_width(" ", size);
        match fitted(self.move_name(), size, left.max(0.0)) {
            _ if left < size => fitted(&self.tag, size, room),
            name => format!("{name} {}", self.tag),
        }
    }

    /// Returns the visit that is shown at a frame.
    #[must_use]
    pub fn visit_at(&self, trace: &Trace, frame: usize) -> Option<VisitId> {
        self.part.visit_at(trace, self.place, frame)
    }

    /// Returns the state of the shown part at a frame.
    #[must_use]
    pub fn state(&self, trace: &Trace, frame: usize) -> NodeState {
        let state = self.part.state(trace, self.place, frame);
        // In a Monte-Carlo tree search, a node keeps the results of earlier iterations.
        let earlier = self
            .visit_at(trace, frame)
            .filter(|_| state == NodeState::Unvisited && (trace.samples().is_some() || trace.proofs().is_some()));
        earlier.map_or(state, |visit| trace.state_by(visit, frame))
    }

    /// Returns the number of visits below the shown part at a frame. `None` if there are none, or they have not ended.
    #[must_use]
    pub fn visited_below(&self, trace: &Trace, frame: usize) -> Option<u64> {
        below_visit(trace, self.visit_at(trace, frame)?)
    }

    /// Returns the area of the number of nodes below, if there is room.
    pub(super) fn folded_mark(&self, words: &Words) -> Option<Rect> {
        let width = self.fold?.width(words);
        let mark = self.mark.filter(|mark| mark.width() + 0.5 >= width)?;
        let left = if self.form == Form::Chip { mark.max.x - width } else { mark.min.x };
        Some(Rect::new(left, mark.min.y, left + width, mark.max.y))
    }

    /// Returns the area of the board, chip or bar, including the grown board.
    pub(super) fn body(&self) -> Rect {
        self.grown.map_or(self.rect, |grown| grown.union(self.rect))
    }

    /// Returns the area of the node, labels included.
    #[must_use]
    pub fn extent(&self) -> Rect {
        let body = self.body();
        let labels = [self.move_label, self.note_label].into_iter().flatten().map(|label| label.rect);
        labels.chain(self.mark).fold(body, Rect::union)
    }

    /// Whether the board shows only a part of the position, because there is no room for all of it.
    #[must_use]
    pub fn has_small_board(&self) -> bool {
        let is_whole = |position: &AnyPosition| self.board.as_deref() == Some(&position.board());
        self.form == Form::Board && self.position.as_ref().is_some_and(|position| !is_whole(position))
    }

    /// Sets the position, and the board that is readable at the width of `rect`.
    pub(super) fn set_board(&mut self, position: AnyPosition) {
        let board = readable(position.board(), || position.small_board(), self.rect);
        self.board = Some(std::sync::Arc::new(board));
        self.player = Some(position.player()).filter(|_| position.score().is_none());
        self.position = Some(position);
    }
}

/// The width from the tip of the triangle to the number.
const TRIANGLE: f32 = 8.0;

/// The mark beside a folded node: a triangle and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The number of nodes visited below the node; with several layers, the maximum.
    pub count: u64,
}

impl Fold {
    /// Creates the mark of a node. `None` if it has no recorded children, or no shown layer that has ended has visits below it.
    pub(super) fn of(trace: &Trace, place: Place, part: Part) -> Option<Self> {
        most_below(trace, place, part).map(|count| Self { count })
    }

    pub(super) fn text(self) -> String {
        match self.count {
            0..=9_999 => self.count.to_string(),
            10_000..=999_999 => format!("{}k", self.count / 1000),
            _ => format!("{}M", self.count / 1_000_000),
        }
    }

    pub(super) fn width(self, words: &Words) -> f32 {
        text_width(&self.text(), words.small) + TRIANGLE
    }

    /// Returns the room reserved for a mark. It is independent of the run, so that the same nodes of two runs have the same places.
    pub(super) fn room(words: &Words) -> f32 {
        Self { count: 9999 }.width(words)
    }
}

/// Returns the number of visits below a node in its latest layer at `frame`; `None` if there are none, or that layer never ended.
#[must_use]
pub fn visited_below(trace: &Trace, place: Place, frame: usize) -> Option<u64> {
    below_visit(trace, trace.visit_at(place, frame)?)
}

pub(super) fn below_visit(trace: &Trace, visit: VisitId) -> Option<u64> {
    trace.span(visit).1?;
    Some((trace.visits_below(visit) as u64).saturating_sub(1)).filter(|&count| count > 0)
}

/// Returns the maximum number of visits below a node over the layers that are shown.
fn most_below(trace: &Trace, place: Place, part: Part) -> Option<u64> {
    place.recorded().filter(|&node| trace.children(node).len() > 0)?;
    part.latest(trace, place).into_iter().filter_map(|visit| below_visit(trace, visit)).max()
}
