//! The space for texts beside boards.

use super::node::Label;
use super::sizes::{EDGE_LINE, Words, line};
use crate::scene::{Anchor, Rect};

/// Between a board and the words beside it.
pub(super) const LABEL_GAP: f32 = 6.0;

/// Two lines at the right of a board: the move, and the score below it.
pub(super) fn labels_beside(board: Rect, words: &Words, width: f32) -> [Label; 2] {
    let (x, y) = (board.max.x + LABEL_GAP, board.center().y);
    let (above, below) = (y - EDGE_LINE / 2.0, y + EDGE_LINE / 2.0);
    let (small, large) = (line(words.small), line(words.large));
    [
        Label { rect: Rect::new(x, above - small, x + width, above), anchor: Anchor::Left, size: words.small },
        Label { rect: Rect::new(x, below, x + width, below + large), anchor: Anchor::Left, size: words.large },
    ]
}

/// Two lines below a board: the move, and the score.
pub(super) fn labels_below(board: Rect, words: &Words, width: f32) -> [Label; 2] {
    let (x, y) = (board.center().x, board.max.y);
    let (small, large) = (line(words.small), line(words.large));
    let half = width / 2.0;
    [
        Label { rect: Rect::new(x - half, y, x + half, y + small), anchor: Anchor::Center, size: words.small },
        Label {
            rect: Rect::new(x - half, y + small, x + half, y + small + large),
            anchor: Anchor::Center,
            size: words.large,
        },
    ]
}
