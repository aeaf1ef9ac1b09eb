//! The stage: the focus and its children, in the area that the strip leaves free. The focus is to
//! the left of its family or above it. The children are a grid of boards; if these would be too
//! small, a grid of chips; and without room for chips, rows of bars.

mod balance;
mod boards;
mod crowd;

use super::families::apart;
use super::families::{kids, node_of, path_node};
use super::layout::{FocusLayout, Outline};
use super::node::{FocusNode, Form, Label, Route};
use super::part::{Part, UnplacedChild};
use super::path_boards::Left;
use super::sizes::{ARRIVES, BESIDE_LINES, MIN_FOCUS, Words, board_size, chip_pitch, line, text_width, whole_size};
use crate::scene::{Anchor, Orientation, Rect};

/// The minimum height of a view with lines beside the focus.
const LOWEST_WITH_CAPTION: f32 = 110.0;
/// The maximum number of children that count as few.
const FEW: usize = 8;
/// The number of children from which on larger boards of children than a limit, relative to the font size, have no value.
const MANY: usize = 16;
const LARGE_AMONG_MANY: f32 = 4.0;
/// The shorter side of the smallest board of a child, relative to that of the view, and its limits in points.
const MIN_CHILD: f32 = 0.075;
const SMALLEST_CHILD: (f32, f32) = (26.0, 44.0);
/// The smallest board of a child, relative to the usual limit, if the whole board of the focus has no room otherwise.
const SMALLER_CHILD: f32 = 0.85;
/// The minimum shorter side of a child's board if few children have no room otherwise.
const MIN_BOARD: f32 = 18.0;
/// The largest board of a child, relative to the focus.
const LARGEST_CHILD: f32 = 0.92;
/// The factor by which a child grows while it is the current one, or has just returned.
const GROWN: f32 = 1.12;
/// The weight of the area of the focus relative to that of a child, and of an arrangement in the direction of the tree relative to the other.
const WEIGHT_OF_FOCUS: f32 = 1.2;
const WEIGHT_OF_DIRECTION: f32 = 1.15;
/// The weight of an arrangement in which only a part of the focus's board is readable.
const WEIGHT_OF_PART: f32 = 0.6;
/// The change of the size of the focus, and of the maximum size of a child relative to it, for each step of more room below.
const FOCUS_BY_WEIGHT: f32 = 0.15;
const CHILD_BY_WEIGHT: f32 = 0.6;
/// The number of sizes of the focus that are tried.
const TRIES: usize = 12;
/// The maximum number of columns of children.
const MAX_COLUMNS: usize = 16;
/// The minimum width of the lines below the focus, relative to the usual one.
const MIN_CAPTION: f32 = 0.75;
/// The share of the gap between focus and family that the lines below a small focus can fill.
const MORE_CAPTION: f32 = 0.4;
/// The share of the gap between focus and family that the only line of a low view can fill.
const ONLY_LINE: f32 = 0.7;
/// The smallest focus that makes room for a line below it, relative to its usual size.
const SMALLER_FOR_LINE: f32 = 0.85;
/// The gap between a board and the texts beside it.
const LABEL_GAP: f32 = 6.0;
/// The gap between neighbouring cells.
const CELL_GAP: f32 = 12.0;
/// The widest move beside a board, relative to the font size.
const WIDEST_MOVE: f32 = 8.0;
/// The minimum width of the room for the player to move, relative to the font size.
const NARROWEST_PLAYER: f32 = 3.5;
/// The minimum width of the room for the nodes below a child.
const NARROWEST_BELOW: f32 = 44.0;

/// The position of the texts of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
enum WordsAt {
    Beside,
    Above,
}

/// The family as a grid of equal cells.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    /// The shorter side of the board of the current child.
    grown: f32,
    words: WordsAt,
}

/// The focus and the place of its family.
#[derive(Clone, Copy, Debug)]
struct Split {
    flow: Orientation,
    /// The shorter side of the focus's board.
    short: f32,
    focus: Rect,
    caption: Rect,
    family: Rect,
}

/// Places the focus and its family.
pub(super) fn place(of: &Outline<'_>, left: Left, layout: &mut FocusLayout) {
    let Left { place, route, .. } = left;
    let depth = of.path.depth();
    let position = &of.path.positions[depth];
    let mut family = kids(of.request, (of.path.places[depth], Part::Node), &of.path.moves, position);
    let most = ((place.width() * place.height()) / (chip_pitch(&of.words) * 5.0 * of.words.small)) as usize;
    apart(of.request, &mut family, most.max(4), None);
    let widest = family.iter().map(|kid| text_width(&kid.text, of.words.small)).fold(0.0, f32::max);
    let stage = Stage {
        of,
        place,
        beside: left.beside,
        widest: widest.min(WIDEST_MOVE * of.words.small + of.words.tag),
        whole: whole_size(&position.board()),
        family,
    };
    stage.build(route, layout);
}

struct Stage<'a> {
    of: &'a Outline<'a>,
    place: Rect,
    /// The view without its margins, and the coordinate where the path's strip ends: the area beside a short strip is free.
    beside: Option<(Rect, f32)>,
    /// The width of the widest move of a child.
    widest: f32,
    /// The least shorter side of the focus at which its whole board is drawn.
    whole: f32,
    family: Vec<UnplacedChild>,
}

impl Stage<'_> {
    fn build(&self, route: Route, layout: &mut FocusLayout) {
        let least = self.least_focus();
        // In a small view, or with wide boards, the children shrink before the focus does.
        let smallest = (MIN_CHILD * self.of.short_side()).clamp(SMALLEST_CHILD.0, SMALLEST_CHILD.1);
        let few = [smallest, MIN_BOARD];
        let tries = if self.family.len() <= FEW { &few[..] } else { &few[..1] };
        let found = tries.iter().find_map(|&child| self.best_grid(least, child));
        // Slightly smaller children are no loss if the whole board of the focus can then be read.
        let with_whole = || self.best_grid(self.whole + 0.5, SMALLER_CHILD * smallest);
        let is_part = found.as_ref().is_some_and(|(split, _)| split.short < self.whole);
        let found = if is_part { with_whole().or(found) } else { found };
        match found {
            Some((split, grid)) => {
                let split = self.with_third_line(split, 0.0);
                self.focus(&split, route, layout);
                if let Some(grid) = grid {
                    self.boards(&split, grid, layout);
                }
            }
            None => self.crowd(least, route, layout),
        }
    }

    fn words(&self) -> &Words {
        &self.of.words
    }

    fn least_focus(&self) -> f32 {
        let share = if self.family.len() <= FEW { MIN_FOCUS.0 } else { MIN_FOCUS.1 };
        share * self.of.short_side()
    }

    /// Returns the heights of the texts above the focus, and of the lines below it.
    fn heights(&self) -> (f32, f32) {
        let words = self.words();
        if self.place.height() < LOWEST_WITH_CAPTION {
            return (line(words.large) + 3.0, 0.0);
        }
        (line(words.large) + 4.0, line(words.caption) + line(words.small) + 4.0)
    }

    /// Returns the width of the lines beside the focus.
    fn caption_width(&self) -> f32 {
        let words = self.words();
        // The score of a Monte-Carlo tree search contains two numbers.
        let score = words.score * words.caption / words.large;
        (2.0 * words.window).max(10.0 * words.small).max(score)
    }

    /// Returns the focus with a size and the remaining area for its family; `None` if there is no room.
    fn split(&self, flow: Orientation, short: f32, extra: f32) -> Option<Split> {
        let (above, below) = self.heights();
        let (width, height) = board_size(short, self.of.shape);
        let Rect { min, max } = self.place;
        let (wide, high) = (self.place.width(), self.place.height());
        let is_alone = self.family.is_empty();
        match flow {
            Orientation::LeftToRight => {
                let label = 12.0 + 2.0 * self.words().large;
                let block =
                    width.max(label).max(if short < 60.0 { 0.0 } else { self.caption_width().min(width * 1.6) });
                let gap = (0.07 * wide).clamp(20.0, 110.0);
                if above + height + below + extra > high || !is_alone && block + gap + 24.0 > wide {
                    return None;
                }
                let top = min.y + (high - above - height - below - extra) * 0.45 + above;
                let left = if is_alone { min.x + (wide - width) / 2.0 } else { min.x + 2.0 };
                let focus = Rect::new(left, top, left + width, top + height);
                // Below a small focus, numbers can need a part of the gap; the edges are farther right at that height.
                let more = if short < 60.0 { MORE_CAPTION * gap } else { 0.0 };
                let right = (left + block + more).min(max.x);
                let caption = Rect::new(left, focus.max.y + 4.0_f32.min(below), right, focus.max.y + below);
                // The lane of the path is right above.
                let family = Rect::new(min.x + 2.0 + block + gap, min.y + 8.0, max.x, max.y);
                Some(Split { flow, short, focus, caption, family })
            }
            Orientation::TopDown => {
                let beside = self.caption_width();
                let gap = (0.07 * high).clamp(16.0, 60.0);
                // Without room beside the focus, the lines are below it.
                let is_narrow = width + 2.0 * LABEL_GAP + beside + extra > wide;
                let lines = if is_narrow { below } else { 0.0 };
                if is_narrow && (extra > 0.0 || width > wide)
                    || above + height + lines > high
                    || !is_alone && above + height + lines + gap + 20.0 > high
                {
                    return None;
                }
                if is_narrow {
                    let left = min.x + (wide - width) / 2.0;
                    let focus = Rect::new(left, min.y + above, left + width, min.y + above + height);
                    // Edges leave at the middle of the focus if the lines have room before it, otherwise at the left of the lines.
                    let half = width / 2.0 - 1.5 * self.words().small;
                    let has_room = half >= MIN_CAPTION * beside;
                    let left = if has_room { left } else { left + BESIDE_LINES };
                    let right = if has_room { left + half } else { left + width.max(beside) };
                    let right = right.min(max.x);
                    let caption = Rect::new(left, focus.max.y + 4.0_f32.min(below), right, focus.max.y + below);
                    let family = Rect::new(min.x, focus.max.y + below + gap, max.x, max.y);
                    return Some(Split { flow, short, focus, caption, family });
                }
                let left = min.x + (wide - width - beside - extra) / 2.0;
                let top = min.y + above;
                let focus = Rect::new(left, top, left + width, top + height);
                let middle = focus.center().y;
                let left = focus.max.x + 2.0 * LABEL_GAP;
                let caption = Rect::new(left, middle - below / 2.0, (left + beside).min(max.x), middle + below / 2.0);
                let family = Rect::new(min.x, focus.max.y + gap, max.x, max.y);
                Some(Split { flow, short, focus, caption, family })
            }
        }
    }

    /// Returns the same split with a third line beside the focus, if there is room for it above an area of height `below`.
    fn with_third_line(&self, mut split: Split, below: f32) -> Split {
        // Edges to the children run through the gap below the focus.
        if split.flow == Orientation::TopDown && split.caption.min.y >= split.focus.max.y && !self.family.is_empty() {
            return split;
        }
        let mut caption = split.caption;
        caption.max.y += line(self.words().small);
        let lowest = self.place.max.y - below;
        let is_alone = self.family.is_empty() || !caption.grown(CELL_GAP / 2.0).touches(split.family);
        if split.caption.height() >= line(self.words().caption) && caption.max.y <= lowest && is_alone {
            split.caption = caption;
        }
        split
    }

    /// Returns the change of the room for the nodes below the focus, from −3 to 3.
    fn weight_below(&self) -> f32 {
        f32::from(self.of.request.options.weight_below.clamp(-3, 3))
    }

    /// Returns the largest board of a child, relative to the focus.
    fn largest_child(&self) -> f32 {
        let usual = if self.family.len() == 1 { 1.0 } else { LARGEST_CHILD };
        usual + CHILD_BY_WEIGHT * self.weight_below().max(0.0)
    }

    /// Returns the arrangement with the largest boards; `None` if no grid of boards fits.
    fn best_grid(&self, least: f32, least_child: f32) -> Option<(Split, Option<Grid>)> {
        let largest = self.place.height().min(self.place.width() * self.of.shape);
        let sizes = (0..=TRIES).map(|at| least + (largest - least).max(0.0) * at as f32 / TRIES as f32);
        let whole = Some(self.whole + 0.5).filter(|whole| (least..=largest).contains(whole));
        let sizes: Vec<f32> = sizes.chain(whole).collect();
        let usual = self.best_of(&sizes, least_child)?;
        let weight = self.weight_below();
        if weight == 0.0 {
            return Some(usual);
        }
        // The size of the focus follows the requested room for the nodes below it.
        let short = usual.0.short;
        let step = |at: usize| short * (1.0 - FOCUS_BY_WEIGHT * weight * (1.0 - at as f32 / TRIES as f32));
        let mut found = (0..TRIES).filter_map(|at| self.best_of(&[step(at)], least_child));
        let child = |(_, grid): &(Split, Option<Grid>)| grid.map_or(0.0, |grid| grid.grown);
        let first = found.next();
        // More room is requested for the children: among several sizes of the focus, the one with
        // the largest children; among equal ones, the first.
        let largest = |best: (Split, Option<Grid>), next| if child(&next) > child(&best) { next } else { best };
        let found = if weight > 0.0 { first.map(|first| found.fold(first, largest)) } else { first };
        Some(found.unwrap_or(usual))
    }

    /// Returns the arrangement with the largest boards, with the focus in one of these sizes.
    fn best_of(&self, sizes: &[f32], least_child: f32) -> Option<(Split, Option<Grid>)> {
        let direction = self.of.request.options.orientation;
        let mut best: Option<(f32, Split, Option<Grid>)> = None;
        for flow in [Orientation::LeftToRight, Orientation::TopDown] {
            let direction = if flow == direction { WEIGHT_OF_DIRECTION } else { 1.0 };
            for &short in sizes {
                let Some(split) = self.split(flow, short, 0.0) else { continue };
                for split in [Some(split), self.with_corner(&split)].into_iter().flatten() {
                    let grid = if self.family.is_empty() { None } else { self.grid(&split, least_child) };
                    if grid.is_none() && !self.family.is_empty() {
                        continue;
                    }
                    let split = grid.map_or(split, |grid| self.spread(split, grid));
                    // Prefers a large total area, but not at the cost of the children, and no empty
                    // half of the picture. Many children are only an overview.
                    let most = if self.family.len() > MANY { LARGE_AMONG_MANY * self.words().small } else { f32::MAX };
                    let child = grid.map_or(short, |grid| grid.grown.min(most));
                    let of_family = if grid.is_some() { child * child * self.family.len() as f32 } else { 0.0 };
                    let area = (WEIGHT_OF_FOCUS * short * short + of_family).sqrt();
                    let balance = if self.weight_below() == 0.0 { self.balance(&split, grid) } else { 1.0 };
                    let part = if short < self.whole { WEIGHT_OF_PART } else { 1.0 };
                    let score = direction * area * child.powf(0.75) * balance * part;
                    if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                        best = Some((score, split, grid));
                    }
                }
            }
        }
        best.map(|(_, split, grid)| (split, grid))
    }

    fn focus(&self, split: &Split, route: Route, layout: &mut FocusLayout) {
        let Outline { path, request, words, .. } = self.of;
        let depth = path.depth();
        let parent = layout.nodes.iter().rposition(|node| node.is_on_path && node.depth + 1 == depth);
        let mut node = path_node(request, path, depth, parent);
        if depth == 0 {
            "R".clone_into(&mut node.move_text);
        }
        node.form = Form::Board;
        node.rect = split.focus;
        node.route = match (route, parent) {
            (_, None) => Route::Hidden,
            (route, Some(_)) => route,
        };
        let (above, _) = self.heights();
        let left = split.focus.min.x + 10.0;
        let right = match split.flow {
            Orientation::LeftToRight => split.caption.max.x.max(split.focus.max.x),
            Orientation::TopDown => split.caption.max.x,
        };
        // The path arrives at the right of it.
        let right = right.min(split.focus.min.x + ARRIVES * split.focus.width() - LABEL_GAP);
        let right = right.max(left + 2.0 * words.large);
        node.move_label = Some(Label {
            rect: Rect::new(left, split.focus.min.y - above, right, split.focus.min.y - 3.0),
            anchor: Anchor::Left,
            size: words.large,
        });
        let Rect { min, max } = split.caption;
        node.note_label = Some(Label {
            rect: Rect::new(min.x, min.y, max.x, min.y + line(words.caption)),
            anchor: Anchor::Left,
            size: words.caption,
        });
        layout.player_label = node.move_label.map(|label| self.player_label(split, label));
        layout.caption = Some(split.caption).filter(|caption| caption.height() >= line(words.caption));
        if layout.caption.is_none() {
            node.note_label = None;
            let lower = self.with_line_below(split);
            let found = self.only_line(split, &node).map(|found| (found, split.focus));
            let found = found.or_else(|| lower.and_then(|split| Some((self.only_line(&split, &node)?, split.focus))));
            if let Some(((rect, of_move), focus)) = found {
                layout.caption = Some(rect);
                node.rect = focus;
                // The player to move is then where there is room after the move.
                (node.move_label, layout.player_label) = (Some(of_move), Some(of_move));
            }
        }
        if let Some(position) = node.position.clone() {
            node.set_board(position);
        }
        layout.flow = split.flow;
        layout.focus = layout.nodes.len();
        layout.nodes.push(node);
    }

    /// Returns the stage with a focus that is a little smaller, if that makes room for a line below it.
    fn with_line_below(&self, split: &Split) -> Option<Split> {
        let most = self.place.max.y - LABEL_GAP - line(self.words().small);
        let by = (most - split.focus.min.y) / split.focus.height();
        if split.flow != Orientation::LeftToRight || !(SMALLER_FOR_LINE..1.0).contains(&by) {
            return None;
        }
        let Rect { min, .. } = split.focus;
        let focus = Rect::new(min.x, min.y, min.x + by * split.focus.width(), most);
        Some(Split { short: by * split.short, focus, ..*split })
    }

    /// Returns the room for a single line beside the focus of a low view, and the room that remains for the move: after the move, after the place where
    /// the path arrives, at the right of the focus, or below it. `None` if not even a score has room.
    fn only_line(&self, split: &Split, node: &FocusNode) -> Option<(Rect, Label)> {
        let (words, focus) = (self.words(), split.focus);
        let mut of_move = node.move_label?;
        let Rect { min, max } = of_move.rect;
        let rect = match split.flow {
            Orientation::LeftToRight => {
                let wide = if node.names_itself() {
                    0.0
                } else {
                    text_width(&node.fitted_move(of_move.size, of_move.rect.width()), of_move.size) + LABEL_GAP
                };
                let after_move = Rect::new((min.x + wide).min(max.x), min.y, max.x, max.y);
                let left = focus.min.x + ARRIVES * focus.width() + LABEL_GAP;
                // Edges to the children rise near the family.
                let to_family = focus.max.x + ONLY_LINE * (split.family.min.x - focus.max.x);
                let right = if self.family.is_empty() { self.place.max.x } else { to_family };
                let after_path = Rect::new(left, min.y, right.max(left), max.y);
                if after_move.width() > after_path.width() {
                    of_move.rect.max.x = after_move.min.x.max(min.x + 1.0);
                    after_move
                } else {
                    after_path
                }
            }
            Orientation::TopDown => {
                let (left, middle, high) = (split.caption.min.x, focus.center().y, line(words.large));
                let right = if left >= focus.max.x { split.caption.max.x } else { left };
                Rect::new(left, middle - high / 2.0, right, middle + high / 2.0)
            }
        };
        let has_room = rect.width() >= words.score && rect.height() < line(words.caption);
        // Edges leave at the right of the focus, so that the room below it is free.
        let top = focus.max.y + LABEL_GAP;
        let below = Rect::new(focus.min.x, top, focus.max.x, top + line(words.small));
        let is_below = split.flow == Orientation::LeftToRight
            && below.width() >= words.small_score
            && below.max.y <= self.place.max.y;
        if has_room { Some((rect, of_move)) } else { is_below.then_some((below, node.move_label?)) }
    }

    /// Returns the room for the player to move: after the move, or, if the path arrives too near, above it.
    fn player_label(&self, split: &Split, of_move: Label) -> Label {
        let words = self.words();
        let is_narrow = of_move.rect.width() < 2.5 * words.large + NARROWEST_PLAYER * words.small;
        let Rect { min, max } = of_move.rect;
        let top = min.y - line(words.small);
        if split.flow == Orientation::TopDown || !is_narrow || top < self.place.min.y + LABEL_GAP {
            return of_move;
        }
        Label { rect: Rect::new(min.x, top, max.x, min.y), ..of_move }
    }

    fn child(&self, kid: &UnplacedChild, layout: &FocusLayout) -> FocusNode {
        node_of(self.of.request, kid, Some(layout.focus), Some(&layout.nodes[layout.focus]))
    }
}

fn cell_size(family: Rect, columns: usize, rows: usize) -> (f32, f32) {
    let size = |length: f32, count: usize| (length - CELL_GAP * (count - 1) as f32) / count as f32;
    (size(family.width(), columns), size(family.height(), rows))
}

fn scaled(rect: Rect, by: f32) -> Rect {
    let (center, x, y) = (rect.center(), rect.width() * by / 2.0, rect.height() * by / 2.0);
    Rect::new(center.x - x, center.y - y, center.x + x, center.y + y)
}
