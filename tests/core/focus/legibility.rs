//! Legibility of the focus view, measured over games, frames, tile sizes and both orientations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{TILES, edges, frames_of, games};
use edagari::export::{Picture, picture_png};
use edagari::language::Language;
use edagari::scene::{
    Anchor, Color, FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Ground, Moment, Orientation, PieceKind,
    Point, Rect, Shape, draw_focus, draw_focus_pieces, focus_at,
};
use edagari::trace::Trace;

/// Minimum of each measure over some frames.
struct Measured {
    /// Shorter side of the board of the focus, and of the child that returned or is entered, relative to the shorter
    /// side of the tile.
    focus: f32,
    child: f32,
    text: f32,
    /// Share of the tile covered by the bounding box of the picture.
    bounds: f32,
    /// Share of the cells of the tile that contain ink, and the same for the emptiest half.
    ink: f32,
    half: f32,
    /// Frame of that emptiest half.
    emptiest: usize,
    /// Size of a board in a tree that is shown whole.
    whole: Option<f32>,
    /// Required nodes that are not visible.
    missing: Vec<String>,
    /// Overlapping or clipped shapes.
    problems: Vec<String>,
}

impl Measured {
    fn nothing() -> Self {
        Self {
            focus: f32::MAX,
            child: f32::MAX,
            text: f32::MAX,
            bounds: f32::MAX,
            ink: f32::MAX,
            half: f32::MAX,
            emptiest: 0,
            whole: None,
            missing: Vec::new(),
            problems: Vec::new(),
        }
    }
}

/// Side length of a cell.
const CELL: f32 = 24.0;

/// Cells of a tile that contain ink: any part of a shape whose colour differs from the background. The background of a
/// board counts as ink.
struct Ink {
    columns: usize,
    rows: usize,
    cells: Vec<bool>,
    bounds: Option<Rect>,
}

impl Ink {
    fn new((width, height): (f32, f32)) -> Self {
        let (columns, rows) = ((width / CELL).ceil() as usize, (height / CELL).ceil() as usize);
        Self { columns, rows, cells: vec![false; columns * rows], bounds: None }
    }

    fn fill(&mut self, rect: Rect) {
        self.bounds = Some(self.bounds.map_or(rect, |bounds| bounds.union(rect)));
        let last = |at: f32, count: usize| ((at / CELL).max(0.0) as usize).min(count - 1);
        for row in last(rect.min.y, self.rows)..=last(rect.max.y, self.rows) {
            for column in last(rect.min.x, self.columns)..=last(rect.max.x, self.columns) {
                self.cells[row * self.columns + column] = true;
            }
        }
    }

    fn line(&mut self, from: edagari::scene::Point, to: edagari::scene::Point) {
        let steps = ((to.x - from.x).hypot(to.y - from.y) / 4.0).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f32 / steps;
            let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
            self.fill(Rect::new(x, y, x, y));
        }
    }

    fn draw(&mut self, shape: &Shape) {
        let is_seen = |ink: edagari::scene::Ink| ink.opacity >= 0.1 && ink.color != Color::Ground;
        match shape {
            Shape::Rect { rect, fill, stroke, .. } => {
                if fill.is_some_and(is_seen) {
                    self.fill(rect.grown(-0.5));
                } else if stroke.is_some_and(|stroke| is_seen(stroke.ink)) {
                    let Rect { min, max } = *rect;
                    let corners = [(min.x, min.y), (max.x, min.y), (max.x, max.y), (min.x, max.y), (min.x, min.y)];
                    let corners = corners.map(|(x, y)| edagari::scene::Point::new(x, y));
                    corners.windows(2).for_each(|ends| self.line(ends[0], ends[1]));
                }
            }
            Shape::Line { points, stroke } if is_seen(stroke.ink) => {
                points.windows(2).for_each(|ends| self.line(ends[0], ends[1]));
            }
            Shape::Text { at, anchor, size, text, ink, .. } if is_seen(*ink) => {
                let width = text.chars().count() as f32 * size * 0.5;
                let left = match anchor {
                    Anchor::Left => at.x,
                    Anchor::Right => at.x - width,
                    Anchor::Center | Anchor::Top => at.x - width / 2.0,
                };
                self.fill(Rect::new(left, at.y - size * 0.35, left + width, at.y + size * 0.35));
            }
            _ => {}
        }
    }

    /// Share of the cells with ink: in the whole tile, and in its emptiest half.
    fn shares(&self) -> (f32, f32) {
        let share = |holds: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..self.cells.len()).filter(|cell| holds(cell / self.columns, cell % self.columns));
            let (all, inked) =
                cells.fold((0, 0), |(all, inked), cell| (all + 1, inked + usize::from(self.cells[cell])));
            inked as f32 / all.max(1) as f32
        };
        let (rows, columns) = (self.rows, self.columns);
        let halves = [
            share(&|row, _| row < rows / 2),
            share(&|row, _| row >= rows.div_ceil(2)),
            share(&|_, column| column < columns / 2),
            share(&|_, column| column >= columns.div_ceil(2)),
        ];
        (share(&|_, _| true), halves.into_iter().fold(1.0, f32::min))
    }
}

fn short(rect: Rect) -> f32 {
    rect.width().min(rect.height())
}

fn measure(trace: &Trace, (width, height): (f32, f32), orientation: Orientation) -> Measured {
    let scores = trace.finite_scores();
    let options = FocusOptions { width, height, orientation, scores, ..FocusOptions::default() };
    let opened = BTreeSet::new();
    let mut measured = Measured::nothing();
    let tile = Rect::new(0.0, 0.0, width, height);
    for frame in frames_of(trace) {
        let focus = focus_at(trace, frame);
        let moment = Moment::of(trace, frame);
        let in_sight: Vec<Vec<u32>> = moment.child().into_iter().collect();
        let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
        let layout = FocusLayout::new(&request).expect("there is a root");
        let current_path = moment.current.clone().expect("there are frames");
        let add = |list: &mut Vec<String>, text: String| {
            if list.len() < 3 {
                list.push(format!("frame {frame}: {text}"));
            }
        };
        let mut missing = |text: String| add(&mut measured.missing, text);
        let mut problem = |text: String| add(&mut measured.problems, text);
        let child = moment.child().and_then(|path| layout.node_at_path(&path));
        let current = layout.node_at_path(&current_path);
        let shown = |index: usize| {
            let node = &layout.nodes[index];
            let is_marked = Some(index) == child || Some(index) == current;
            match (layout.lens(index).filter(|_| Some(index) == child), node.form) {
                (Some(lens), _) => Some(lens.rect),
                (None, Form::Board) => Some(node.grown.filter(|_| is_marked).unwrap_or(node.rect)),
                _ => None,
            }
        };
        let side = width.min(height);
        if current.and_then(shown).is_none() {
            missing("the current node has no board".to_owned());
        }
        let family = layout.nodes.iter().filter(|node| node.parent == Some(layout.focus)).count();
        let share = short(layout.nodes[layout.focus].rect) / side;
        if layout.is_whole {
            measured.whole = Some(short(layout.nodes[layout.focus].rect));
        } else {
            // With few children, the focus must be larger.
            measured.focus = measured.focus.min(if family > 8 { share * 1.5 } else { share });
        }
        match child.and_then(shown) {
            Some(rect) => measured.child = measured.child.min(short(rect) / side),
            None => missing("the child has no board".to_owned()),
        }
        for above in 1..=4.min(focus.len()) {
            match layout.node_at_path(&focus[..focus.len() - above]) {
                None => missing(format!("the path is out of sight {above} above the focus")),
                Some(index) if layout.nodes[index].form == Form::Bar => {
                    missing("a node of the path is a bar".to_owned());
                }
                Some(_) => {}
            }
        }
        // Boards, chips, bars and texts.
        let mut boxes: Vec<(usize, &str, Rect)> = Vec::new();
        for (index, node) in layout.nodes.iter().enumerate() {
            let is_marked = Some(index) == child || Some(index) == current;
            boxes.push((index, "body", node.grown.filter(|_| is_marked).unwrap_or(node.rect)));
            boxes.extend(node.move_label.map(|label| (index, "move", label.rect)));
            boxes.extend(node.note_label.map(|label| (index, "note", label.rect)));
            let mark = layout.folded_mark(index).filter(|_| node.form == Form::Board);
            boxes.extend(mark.map(|rect| (index, "mark", rect)));
            if let Some(lens) = layout.lens(index).filter(|_| Some(index) == child) {
                boxes.push((index, "lens", lens.rect));
                boxes.push((index, "lens move", lens.move_label.rect));
                boxes.push((index, "lens note", lens.note_label.rect));
            }
        }
        overlaps(&boxes, tile).into_iter().for_each(&mut problem);
        let look = FocusLook::plain(frame, &moment, Language::English);
        // In the lowest tile, the focus is narrower than its move.
        let texts = if height > 150.0 { texts_in_place(trace, &layout, &look) } else { Vec::new() };
        crossings(&layout, &boxes, &texts, edges(trace, &layout, &look)).into_iter().for_each(&mut problem);
        let mut ink = Ink::new((width, height));
        for shape in draw_focus(trace, &layout, &look).shapes {
            ink.draw(&shape);
            if let Shape::Rect { rect, fill: Some(_), .. } = shape
                && (rect.min.x < -0.5 || rect.min.y < -0.5 || rect.max.x > width + 0.5 || rect.max.y > height + 0.5)
            {
                problem(format!("the filled rectangle {rect:?} leaves the tile"));
            }
            if let Shape::Text { at, size, text, .. } = shape {
                measured.text = measured.text.min(size);
                if at.x < tile.min.x || at.y < tile.min.y || at.x > tile.max.x || at.y > tile.max.y {
                    problem(format!("the text {text} leaves the tile"));
                }
            }
        }
        let bounds = ink.bounds.expect("something is drawn");
        let (inked, half) = ink.shares();
        measured.bounds = measured.bounds.min(bounds.width() * bounds.height() / (width * height));
        measured.ink = measured.ink.min(inked);
        if half < measured.half {
            (measured.half, measured.emptiest) = (half, frame);
        }
    }
    measured
}

/// Descriptions of the boxes that leave the tile or overlap.
fn overlaps(boxes: &[(usize, &str, Rect)], tile: Rect) -> Vec<String> {
    let mut found = Vec::new();
    for (place, (index, what, rect)) in boxes.iter().enumerate() {
        let inner = rect.grown(-0.6);
        let roomy = tile.grown(0.1);
        if rect.min.x < roomy.min.x || rect.min.y < roomy.min.y || rect.max.x > roomy.max.x || rect.max.y > roomy.max.y
        {
            found.push(format!("{what} of node {index} leaves the tile: {rect:?}"));
        }
        let is_thin = inner.width() <= 0.0 || inner.height() <= 0.0;
        for (other, other_what, other_rect) in boxes[place + 1..].iter().filter(|_| !is_thin) {
            if inner.touches(other_rect.grown(-0.6)) {
                found.push(format!("{what} of node {index} overlaps {other_what} of node {other}"));
            }
        }
    }
    found
}

/// Descriptions of the edges that cross a board or a text.
fn crossings(
    layout: &FocusLayout,
    boxes: &[(usize, &str, Rect)],
    texts: &[(String, Rect)],
    edges: Vec<(usize, Vec<Point>)>,
) -> Vec<String> {
    let mut found = Vec::new();
    for (of, points) in edges {
        let is_crossed = |(index, what, rect): &&(usize, &str, Rect)| {
            let is_end = *index == of || Some(*index) == layout.nodes[of].parent;
            *what == "body" && !is_end && crosses(&points, rect.grown(-1.5))
        };
        if let Some((index, ..)) = boxes.iter().find(is_crossed) {
            found.push(format!("the edge to node {of} crosses node {index}"));
        }
        if let Some((text, _)) = texts.iter().find(|(_, rect)| crosses(&points, rect.grown(-1.0))) {
            found.push(format!("the edge to node {of} crosses the text {text}"));
        }
    }
    found
}

/// Texts beside boards and in chips, with their places; widths are estimated, rather too small than too large.
fn texts_in_place(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<(String, Rect)> {
    let pieces = draw_focus_pieces(trace, layout, look);
    let pieces = pieces.into_iter().filter(|piece| piece.name.kind != PieceKind::Score);
    let texts = pieces.flat_map(|piece| piece.shapes).filter_map(|shape| match shape {
        Shape::Text { at, anchor, size, text, .. } => {
            let (wide, high) = (text.chars().count() as f32 * size * 0.5, size * 0.8);
            let left = match anchor {
                Anchor::Left => at.x,
                Anchor::Right => at.x - wide,
                Anchor::Center | Anchor::Top => at.x - wide / 2.0,
            };
            Some((text, Rect::new(left, at.y - high / 2.0, left + wide, at.y + high / 2.0)))
        }
        _ => None,
    });
    texts.collect()
}

/// Whether a line enters a rectangle.
fn crosses(line: &[Point], rect: Rect) -> bool {
    line.windows(2).any(|ends| {
        let [(ax, ay), (bx, by)] = [(ends[0].x, ends[0].y), (ends[1].x, ends[1].y)];
        let steps = ((bx - ax).abs().max((by - ay).abs()) / 2.0).ceil().max(1.0);
        (0..=steps as usize).map(|step| step as f32 / steps).any(|share| {
            let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
            rect.min.x < x && x < rect.max.x && rect.min.y < y && y < rect.max.y
        })
    })
}

#[test]
fn every_frame_of_every_game_is_legible() {
    let mut table = String::new();
    let mut problems = Vec::new();
    for (name, trace) in games() {
        for tile in TILES {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let of = measure(&trace, tile, orientation);
                let place = format!("{name}, {}×{}, {orientation:?}", tile.0, tile.1);
                let mut check = |holds: bool, text: String| {
                    if !holds {
                        problems.push(format!("{place}: {text}"));
                    }
                };
                let is_large = of.whole.is_some_and(|board| board >= 159.0);
                // In the smallest tile children can be chips.
                let is_small = tile.0 < 400.0;
                let percent = |value: f32| format!("{:.0} %", value * 100.0);
                check(of.focus >= 0.239, format!("the focus has {} of the shorter side", percent(of.focus)));
                check(of.text >= 9.99, format!("a text measures {}", of.text));
                check(is_large || of.bounds >= 0.7, format!("the picture takes {} of the tile", percent(of.bounds)));
                check(is_large || of.ink >= 0.33, format!("{} of the cells hold ink", percent(of.ink)));
                check(is_large || of.half >= 0.195, format!("{} of the emptiest half hold ink", percent(of.half)));
                let missing = of.missing.iter().filter(|_| !is_small);
                for problem in missing.chain(&of.problems) {
                    check(false, problem.clone());
                }
                let share = |value: f32| if value > 1e6 { "whole".to_owned() } else { percent(value) };
                let _ = writeln!(
                    table,
                    "| {name} | {}×{} | {} | {} | {} | {} | {} | {} | {:.0} |",
                    tile.0,
                    tile.1,
                    if orientation == Orientation::TopDown { "down" } else { "right" },
                    share(of.focus),
                    share(of.child),
                    percent(of.bounds),
                    percent(of.ink),
                    percent(of.half),
                    of.text,
                );
            }
        }
    }
    println!("{table}");
    assert!(problems.is_empty(), "{} of them:\n{}", problems.len(), problems.join("\n"));
}

/// Tiles of six runs in a small window, also with large text.
const SMALL_TILES: [(f32, f32); 5] = [(309.0, 190.0), (224.0, 340.0), (224.0, 110.0), (300.0, 300.0), (200.0, 200.0)];

#[test]
fn small_tiles_have_no_overlaps_or_clipped_shapes() {
    let mut problems = Vec::new();
    for (name, trace) in games() {
        for tile in SMALL_TILES {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let of = measure(&trace, tile, orientation);
                let place = format!("{name}, {}×{}, {orientation:?}", tile.0, tile.1);
                problems.extend(of.problems.iter().map(|problem| format!("{place}: {problem}")));
                if of.text < 9.99 {
                    problems.push(format!("{place}: a text measures {}", of.text));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{} of them:\n{}", problems.len(), problems.join("\n"));
}

/// Saves pictures for visual inspection to the folder of an environment variable.
#[test]
fn pictures_are_saved_to_the_folder_of_the_environment_variable() {
    let Some(folder) = std::env::var_os("FOCUS_PICTURES") else { return };
    let folder = std::path::Path::new(&folder);
    for (name, trace) in games() {
        let count = trace.frame_count();
        for (size, orientation, ground) in [
            ((577.0, 545.0), Orientation::LeftToRight, Ground::Dark),
            ((577.0, 545.0), Orientation::TopDown, Ground::Light),
            ((928.0, 560.0), Orientation::LeftToRight, Ground::Light),
            ((1568.0, 840.0), Orientation::LeftToRight, Ground::Light),
            ((1568.0, 840.0), Orientation::TopDown, Ground::Dark),
            ((309.0, 230.0), Orientation::LeftToRight, Ground::Dark),
        ] {
            let emptiest = measure(&trace, size, orientation).emptiest;
            for frame in [126.min(count - 1), count / 3, emptiest] {
                let picture = Picture { size, orientation, ground, scale: Some(1.0), ..Picture::at(frame) };
                let pixels = picture_png(&trace, &picture).expect("drawn");
                let name = name.replace([' ', ','], "-").replace('×', "x");
                let file = format!("{name}-{frame}-{}-{orientation:?}.png", size.0);
                std::fs::write(folder.join(file), pixels).expect("written");
            }
        }
    }
}
