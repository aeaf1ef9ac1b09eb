//! The sizes of boards and texts.

use super::request::{FocusOptions, FocusRequest};
use crate::scene::Rect;
pub(super) use crate::scene::text_lines::{fitted, text_width};
use edagari_core::analysis::decimal_text;
use edagari_core::game::{AnyPosition, Board, Mark};
use edagari_core::language::grouped;
use edagari_core::score::{InUnit, Score};
use edagari_core::trace::{NodeId, Trace};

/// The usual font sizes at the two view widths in [`WIDTHS`].
const SMALL: (f32, f32) = (11.0, 15.0);
const WIDTHS: (f32, f32) = (470.0, 1500.0);
/// The greatest ratio of width to height that affects the font size: a wider view has the font size
/// of a view with this ratio.
const LOWEST_SHAPE: f32 = 1.9;
/// The font size of scores beside the children of the focus, relative to the usual one.
const LARGE: f32 = 1.2;
/// The font size of the first line beside the focus, relative to the usual one.
const CAPTION: f32 = 1.45;
/// The height of a view, in points, below which α and β beside the focus have the usual font size: with larger letters, their names
/// would have no room.
const LOW: f32 = 240.0;
/// The minimum shorter side of the focus's board, relative to that of the view: for few children,
/// and for many.
pub(super) const MIN_FOCUS: (f32, f32) = (0.245, 0.165);
/// The place at the upper edge of the focus where the path arrives from the strip, as a share of the width.
pub(super) const ARRIVES: f32 = 0.85;
/// The room at the left of the lines below the focus, through which the edges pass that cannot leave at its middle.
pub(super) const BESIDE_LINES: f32 = 10.0;
/// The gap between two chips.
pub(super) const CHIP_GAP: f32 = 3.0;
/// The distance from the left side of a chip to its texts.
pub(super) const CHIP_INDENT: f32 = 8.0;
/// The distance from the texts of a chip to its right side.
pub(super) const CHIP_PADDING: f32 = 5.0;
/// The minimum shorter side of a board that is drawn in full; smaller ones contain only what is readable.
pub(super) const WHOLE_BOARD: f32 = 28.0;
/// The minimum shorter side of a board; smaller nodes are chips.
pub(super) const SMALLEST_BOARD: f32 = 16.0;
/// The distance between the frame of a node and its board.
const BOARD_MARGIN: f32 = 3.0;
/// A sample tag of a visit, with the blank before it, that is at least as wide as most tags; its width is reserved.
const WIDE_TAG: &str = " p88#8";
/// The smallest font size that is drawn.
pub(super) const SMALLEST_TEXT: f32 = 10.0;

/// Returns the height of a line of text.
pub(super) fn line(size: f32) -> f32 {
    (size * 1.28).ceil()
}

/// Returns the height of a chip.
pub(super) fn chip_height(words: &Words) -> f32 {
    line(words.small) + 3.0
}

/// Returns the distance from one chip to the next.
pub(super) fn chip_pitch(words: &Words) -> f32 {
    chip_height(words) + CHIP_GAP
}

/// Returns the width of a chip with its move and its score.
pub(super) fn chip_width(words: &Words, widest_move: f32) -> f32 {
    CHIP_INDENT + widest_move + 6.0 + words.small_score + CHIP_PADDING
}

/// Returns the width and height of a board whose shorter side is given; `shape` is the height divided by the width, at most 1.
pub(super) fn board_size(short: f32, shape: f32) -> (f32, f32) {
    (short / shape.clamp(0.1, 1.0), short)
}

/// The font sizes and the maximum widths of the texts of a run, the same for all frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// The usual font size.
    pub small: f32,
    /// The font size of larger texts.
    pub large: f32,
    /// The font size of the first line beside the focus.
    pub caption: f32,
    /// The font size of α and β beside the focus, the same in all frames of a view.
    pub bounds: f32,
    /// The width of a score with its sign, in the large font size.
    pub score: f32,
    /// The width of a score with its sign, in the small font size.
    pub small_score: f32,
    /// The width of a window, or of its two ends; 0 if the run is no search. Minimax reserves the same room, so that it looks like a search beside
    /// it.
    pub window: f32,
    /// The width of a window as an interval; 0 if the run is no search.
    pub interval: f32,
    /// The width of the tag of a visit; 0 if nodes are shown, not visits.
    pub tag: f32,
}

impl Words {
    /// The words of a request: those of the run, with the room that the other run needs, so that nodes that both show are at the same places.
    pub(super) fn of(request: &FocusRequest<'_>) -> Self {
        let own = Self::of_run(&request.options, request.trace, request.is_apart());
        let Some(other) = request.other else { return own };
        let is_apart = request.options.passes_apart && other.has_layers();
        let other = Self::of_run(&request.options, other, is_apart);
        Self {
            score: own.score.max(other.score),
            small_score: own.small_score.max(other.small_score),
            window: own.window.max(other.window),
            interval: own.interval.max(other.interval),
            tag: own.tag.max(other.tag),
            ..own
        }
    }

    fn of_run(options: &FocusOptions, trace: &Trace, is_apart: bool) -> Self {
        let width = options.width.min(LOWEST_SHAPE * options.height);
        let share = ((width - WIDTHS.0) / (WIDTHS.1 - WIDTHS.0)).clamp(0.0, 1.0);
        let small = (SMALL.0 + (SMALL.1 - SMALL.0) * share) * options.text_scale;
        let (large, unit) = (small * LARGE, trace.unit());
        let (lowest, highest) = options.scores.unwrap_or((-1, 1));
        let widest = |size: f32| {
            if trace.samples().is_some() {
                let visits = grouped(trace.layers(NodeId::ROOT).len() as u64);
                let mean = decimal_text(f64::from(lowest.min(-highest)));
                return text_width(&format!("{visits} · {mean}"), size);
            }
            if trace.proofs().is_some() {
                return text_width("1,000 | 1,000", size);
            }
            let scores = [Score::new(lowest), Score::new(highest), Score::NEG_INFINITY];
            let texts = scores.map(|value| InUnit { value, unit }.to_string());
            texts.iter().map(|text| text_width(text, size)).fold(0.0, f32::max)
        };
        let has_signs = trace.samples().is_none() && trace.proofs().is_none();
        let sign = |size: f32| if has_signs { text_width("= ", size) } else { 0.0 };
        let bound = widest(small);
        let window = 2.0 * bound + text_width("α  ≥ β ", small);
        Self {
            small,
            large,
            caption: small * CAPTION,
            bounds: if options.height < LOW { small } else { large },
            score: widest(large) + sign(large),
            small_score: bound + sign(small),
            window: if trace.is_search() { window } else { 0.0 },
            interval: if trace.is_search() { 2.0 * bound + text_width("(, )", small) } else { 0.0 },
            tag: if is_apart { text_width(WIDE_TAG, small) } else { 0.0 },
        }
    }
}

/// The minimum width or height of the largest polygon of a board, in points: smaller pieces would
/// be unreadable.
const SMALLEST_PIECE: f32 = 5.5;

/// The minimum width of a board with a label that is broken into lines, in points: narrower ones would contain a few letters of it.
const SMALLEST_LABEL: f32 = 56.0;

/// Returns the width of a board of a height, relative to its width, in a node.
pub(super) fn board_width(node: Rect, height: f32) -> f32 {
    (node.width() - 2.0 * BOARD_MARGIN).min((node.height() - 2.0) / height).max(0.0)
}

/// Returns the least shorter side of a node in which a board is drawn in full.
pub(super) fn whole_size(board: &Board) -> f32 {
    WHOLE_BOARD.max(readable_width(board) * board.height.min(1.0) + 2.0 * BOARD_MARGIN)
}

/// Returns the least shorter side of a node in which a board shows all of a position. Smaller ones would be a blur, or a single piece or number of it.
pub(super) fn legible_size(position: &AnyPosition) -> f32 {
    let (board, mut small) = (position.board(), position.small_board());
    if small != board.clone().without_grid() {
        return whole_size(&board);
    }
    // The only text of a board is enlarged.
    let is_text = |mark: &Mark| matches!(mark, Mark::Text { .. } | Mark::Label { .. });
    if small.marks.iter().filter(|mark| is_text(mark)).count() == 1 {
        small.marks.retain(|mark| !is_text(mark));
    }
    readable_width(&small) * small.height.min(1.0) + 2.0 * BOARD_MARGIN
}

/// Returns the least width at which all texts of a board can be read, and its largest polygon is more than a blur.
fn readable_width(board: &Board) -> f32 {
    let extent = |corners: &[[f32; 2]], axis: usize| {
        let at = || corners.iter().map(|corner| corner[axis]);
        at().fold(f32::MIN, f32::max) - at().fold(f32::MAX, f32::min)
    };
    let (mut of_texts, mut largest) = (0.0_f32, 0.0_f32);
    for mark in &board.marks {
        match mark {
            Mark::Text { size, .. } => of_texts = of_texts.max(SMALLEST_TEXT / size),
            Mark::Label { .. } => of_texts = of_texts.max(SMALLEST_LABEL),
            Mark::Polygon { corners, .. } => largest = largest.max(extent(corners, 0)).max(extent(corners, 1)),
            _ => {}
        }
    }
    if largest > 0.0 { of_texts.max(SMALLEST_PIECE / largest) } else { of_texts }
}

/// Returns the marks of a board that are readable in a node: without grid, and with only the largest text, if it is small.
pub(super) fn readable(board: Board, small: impl FnOnce() -> Board, node: Rect) -> Board {
    let width = |board: &Board| board_width(node, board.height);
    let is_readable = |board: &Board| width(board) >= readable_width(board);
    if width(&board) * board.height >= WHOLE_BOARD - 2.0 * BOARD_MARGIN && is_readable(&board) {
        return board;
    }
    let board = small();
    let width = width(&board);
    if is_readable(&board) { board } else { with_one_word(board, width) }
}

/// Returns a board with only its largest text, enlarged to be readable and shortened to fit. A label is used if there is no other text.
fn with_one_word(mut board: Board, width: f32) -> Board {
    let word_of = |mark: &Mark| match mark {
        Mark::Text { size, text, ink, .. } => Some((*size, text.clone(), *ink)),
        Mark::Label { text, ink, .. } => Some((0.0, text.clone(), *ink)),
        _ => None,
    };
    let largest = board.marks.iter().filter_map(word_of).max_by(|a, b| a.0.total_cmp(&b.0));
    board.marks.retain(|mark| !matches!(mark, Mark::Text { .. } | Mark::Label { .. }));
    if let Some((_, text, ink)) = largest {
        let size = (width * board.height * 0.5).clamp(SMALLEST_TEXT, 40.0);
        let text = fitted(&text, size, width - 2.0);
        // An ellipsis alone would mean nothing.
        if text != "…" {
            board.marks.push(Mark::Text { center: [0.5, 0.5], size: size / width, text, ink });
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use edagari_core::game::GameSetup;

    use super::*;
    use crate::scene::Point;

    #[test]
    fn board_of_small_pieces_becomes_the_piece_that_has_moved() {
        let game = GameSetup::from(edagari_core::game::Chess::default()).open().expect("a game");
        let path = game.parse_moves(&[], "Nf3").expect("a move");
        let position = game.position(&path).expect("a position");
        let drawn =
            |width: f32| readable(position.board(), || position.small_board(), Rect::square(Point::default(), width));
        assert_eq!(drawn(200.0), position.board());
        assert_eq!(drawn(50.0), position.small_board());
        let least = whole_size(&position.board());
        assert_eq!((drawn(least + 0.1), drawn(least - 0.1)), (position.board(), position.small_board()));
        assert!(position.small_board().marks.len() < 20);
    }
}
