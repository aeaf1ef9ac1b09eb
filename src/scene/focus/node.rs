//! The nodes of a focus view.

use std::sync::Arc;

use super::fold::{Fold, below_visit};
use super::part::Part;
use super::sizes::{BOARD_MARGIN, fitted, readable, text_width};
use crate::game::{AnyPosition, Board, Player};
use crate::scene::{Anchor, Orientation, Rect};
use crate::trace::{NodeState, Place, Trace, VisitId};

/// The form in which a node is drawn: board, chip or bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Its position.
    Board,
    /// A line of text: move, score, number of nodes below.
    Chip,
    /// A thin bar that keeps its order and its state.
    Bar,
}

/// Room for a line of text beside a board. It is kept for the longest text that can come there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// The room.
    pub rect: Rect,
    /// On which side of the room the text stands.
    pub anchor: Anchor,
    /// The height of the font.
    pub size: f32,
}

/// The way of the edge from a node's parent to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Route {
    /// It has no edge: it lies beside the path, or among many.
    Hidden,
    /// A curve that leaves and arrives in a direction.
    Curve(Orientation),
    /// From the end of the path's strip to the focus: out to `turn`, along the lane between strip and stage, and in.
    Elbow {
        /// The direction in which the tree grows.
        of: Orientation,
        /// Where it leaves the level of the parent, along the strip.
        turn: f32,
        /// The place of the lane, across the strip.
        lane: f32,
    },
    /// Along a trunk that all siblings share, and through a gutter beside the node's row or column.
    Bus {
        /// The direction from parent to child.
        of: Orientation,
        /// The place of the trunk.
        trunk: f32,
        /// The place of the gutter.
        gutter: f32,
    },
}

/// One node that is shown, or several siblings that are shown as one.
#[derive(Clone, Debug)]
pub struct FocusNode {
    /// The index of its parent, if that is shown.
    pub parent: Option<usize>,
    /// A number that follows from its path and its part: the same node has the same in every picture.
    pub key: u64,
    /// A number that follows from its path alone: all visits of a node have the same.
    pub path_key: u64,
    /// The move that leads to it, in the game's order; `None` at the start of the run.
    pub mv: Option<u32>,
    /// The text of that move, and behind it the tag.
    pub move_text: String,
    /// What says which visit is shown; where all are, room for how often there was one, or nothing.
    pub tag: String,
    /// Moves from the start of the run.
    pub depth: usize,
    /// Where it lies in the trace.
    pub place: Place,
    /// What of it is shown.
    pub part: Part,
    /// Whether it lies on the path to the focus, the focus included.
    pub is_on_path: bool,
    /// The number of siblings it stands for, or of visits: 1 for a single one.
    pub stands_for: usize,
    /// Whether the trace it is compared with never visited it, though this one did.
    pub only_here: bool,
    /// Whether it has recorded children that are not shown.
    pub is_folded: bool,
    /// How many nodes lie below, while it is folded.
    pub fold: Option<Fold>,
    /// Room for that number, or for what else there is to say of the node.
    pub mark: Option<Rect>,
    /// The height of the words of a chip.
    pub text_size: f32,
    /// The way of the edge from its parent.
    pub route: Route,
    /// The player to move, where known.
    pub player: Option<Player>,
    /// Its position, where it is drawn.
    pub position: Option<AnyPosition>,
    /// The form in which it is drawn.
    pub form: Form,
    /// The place of the board, the chip or the bar.
    pub rect: Rect,
    /// The place of its board while it is the current node or has just returned, where that is larger.
    pub grown: Option<Rect>,
    /// Room for its move, beside a board.
    pub move_label: Option<Label>,
    /// Room for its window or its score, beside a board.
    pub note_label: Option<Label>,
    /// How its position is drawn in `rect`.
    pub board: Option<Arc<Board>>,
}

impl FocusNode {
    /// The text of the move to it.
    #[must_use]
    pub fn move_name(&self) -> &str {
        self.move_text.strip_suffix(&*self.tag).unwrap_or(&self.move_text).trim_end()
    }

    /// The move and the tag in so much room; a long move is shortened before the tag is.
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

    /// The visit that is seen of it at a frame.
    #[must_use]
    pub fn visit_at(&self, trace: &Trace, frame: usize) -> Option<VisitId> {
        self.part.visit_at(trace, self.place, frame)
    }

    /// The state of what is shown of it at a frame.
    #[must_use]
    pub fn state(&self, trace: &Trace, frame: usize) -> NodeState {
        self.part.state(trace, self.place, frame)
    }

    /// The number of visits below what is shown of it at a frame; `None` if there are none, or they have not ended.
    #[must_use]
    pub fn visited_below(&self, trace: &Trace, frame: usize) -> Option<u64> {
        below_visit(trace, self.visit_at(trace, frame)?)
    }

    /// The area of its board, chip or bar, also where that is larger.
    pub(super) fn body(&self) -> Rect {
        self.grown.map_or(self.rect, |grown| grown.union(self.rect))
    }

    /// The area it covers, labels included.
    #[must_use]
    pub fn extent(&self) -> Rect {
        let body = self.body();
        let labels = [self.move_label, self.note_label].into_iter().flatten().map(|label| label.rect);
        labels.chain(self.mark).fold(body, Rect::union)
    }

    /// Gives a node the board that can be read in its place.
    pub(super) fn set_board(&mut self, position: AnyPosition) {
        let width = self.rect.width() - 2.0 * BOARD_MARGIN;
        self.board = Some(std::sync::Arc::new(readable(position.board(), || position.small_board(), width)));
        self.player = Some(position.player()).filter(|_| position.score().is_none());
        self.position = Some(position);
    }
}
