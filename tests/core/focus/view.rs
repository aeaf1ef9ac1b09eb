//! Legibility of the focus view, measured over games, frames, tile sizes and both orientations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::oracles::{cases, is_whole};
use edagari::analysis::{explain, next_step_texts};
use edagari::export::{Picture, picture_png};
use edagari::game::{ConnectFour, Eight, GameSetup, Kalah, LayeredGraph, Race, RandomTree, Reversi, TicTacToe};
use edagari::language::{Language, with_plain_spaces};
use edagari::scene::{
    Anchor, Color, FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Ground, Moment, Orientation, PieceKind,
    Point, Rect, Shape, draw_focus, draw_focus_pieces, focus_at, visited_below,
};
use edagari::search::{Algorithm, DepthLimit, Expectation, Proof, Sampling, TableSetup};
use edagari::trace::{Cut, FrameKind, NodeState, Process, Progress, Recording, Setup, Trace, record};
use proptest::prelude::*;

const TILES: [(f32, f32); 5] = [(309.0, 230.0), (464.0, 498.0), (577.0, 545.0), (928.0, 560.0), (1568.0, 840.0)];

/// Frames of each game that are measured.
fn frame_count() -> usize {
    if is_whole() { 300 } else { 100 }
}

fn run(game: GameSetup, limit: Option<u32>) -> Trace {
    let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    setup.limit = limit.map(|depth| DepthLimit { depth, evaluation: 0 });
    record(&setup, 1 << 30, &Progress::default()).expect("a small run")
}

fn random(branching: u32, depth: u32) -> Trace {
    run(GameSetup::from(RandomTree { branching, depth, ..RandomTree::default() }), None)
}

fn games() -> Vec<(&'static str, Trace)> {
    vec![
        ("tic-tac-toe", run(GameSetup::from(TicTacToe { shortest_win: false }), None)),
        ("Eight", run(GameSetup::from(Eight), None)),
        ("Kalah(6,4)", run(GameSetup::from(Kalah::default()), Some(5))),
        (
            "Connect Four 7×6",
            run(GameSetup::from(ConnectFour { width: 7, height: 6, ..ConnectFour::default() }), Some(5)),
        ),
        ("Reversi 8×8", run(GameSetup::from(Reversi { size: 8 }), Some(4))),
        ("random, 2 children", random(2, 12)),
        ("random, 12 children", random(12, 4)),
        ("random, 40 children", random(40, 3)),
        ("layered graph", run(GameSetup::from(LayeredGraph::default()), None)),
        ("textbook", run(GameSetup::textbook(None), None)),
        ("chain of 1,000", random(1, 1000)),
    ]
}

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

fn frames_of(trace: &Trace) -> Vec<usize> {
    // Samples over the run, with a step that meets all kinds of frames.
    let count = trace.frame_count();
    (0..frame_count()).map(|index| (index * 7919 + index * index * 13) % count).collect()
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

/// Lines of the edges as drawn, each with the index of its node, without the strokes of cuts.
fn edges(trace: &Trace, layout: &FocusLayout, look: &FocusLook<'_>) -> Vec<(usize, Vec<Point>)> {
    let mut edges = Vec::new();
    for piece in draw_focus_pieces(trace, layout, look) {
        let index = layout.nodes.iter().position(|node| node.key == piece.name.of);
        let Some(index) = index.filter(|_| piece.name.kind == PieceKind::Edge) else { continue };
        edges.extend(piece.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Line { points, stroke } if stroke.ink.color != Color::Cut => Some((index, points)),
            _ => None,
        }));
    }
    edges
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

fn layout(
    trace: &Trace,
    focus: &[u32],
    in_sight: &[Vec<u32>],
    opened: &BTreeSet<Vec<u32>>,
    options: FocusOptions,
) -> FocusLayout {
    let request = FocusRequest { trace, focus, in_sight, opened, other: None, options };
    FocusLayout::new(&request).expect("there is a root")
}

fn at_frame(trace: &Trace, frame: usize, options: FocusOptions) -> FocusLayout {
    let in_sight: Vec<Vec<u32>> = Moment::of(trace, frame).child().into_iter().collect();
    layout(trace, &focus_at(trace, frame), &in_sight, &BTreeSet::new(), options)
}

fn extents(layout: &FocusLayout) -> Vec<(u64, Rect)> {
    layout.nodes.iter().map(|node| (node.key, node.extent())).collect()
}

#[test]
fn layout_is_constant_while_search_steps_through_children_of_focus() {
    for (name, trace) in games() {
        let options = FocusOptions { scores: trace.finite_scores(), ..FocusOptions::default() };
        let mut families = 0;
        for frame in frames_of(&trace).into_iter().filter(|&frame| frame > 0) {
            if focus_at(&trace, frame) == focus_at(&trace, frame - 1) {
                families += 1;
                let (before, after) = (at_frame(&trace, frame - 1, options), at_frame(&trace, frame, options));
                assert_eq!(extents(&before), extents(&after), "{name}, frame {frame}");
            }
        }
        assert!(families * 15 > frame_count(), "{name}: only {families} steps within a family");
    }
}

#[test]
fn tree_of_15_nodes_is_whole_in_every_tile_and_never_moves() {
    let trace = run(GameSetup::textbook(None), None);
    for &(width, height) in &TILES[1..] {
        for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
            let options = FocusOptions { width, height, orientation, ..FocusOptions::default() };
            let first = at_frame(&trace, 0, options);
            assert!(first.is_whole && first.nodes.len() == 15, "{width}×{height}, {orientation:?}");
            for frame in 0..trace.frame_count() {
                assert_eq!(extents(&at_frame(&trace, frame, options)), extents(&first));
            }
        }
    }
}

#[test]
fn all_children_keep_their_order_in_wide_families() {
    for branching in [40, 200, 1000] {
        let trace = random(branching, 2);
        for (width, height) in TILES {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let options = FocusOptions { width, height, orientation, ..FocusOptions::default() };
                let layout = layout(&trace, &[], &[], &BTreeSet::new(), options);
                let children: Vec<(i32, i32)> = layout
                    .nodes
                    .iter()
                    .filter(|node| node.parent == Some(layout.focus))
                    .map(|node| (node.rect.center().y.round() as i32, node.rect.center().x.round() as i32))
                    .collect();
                assert_eq!(children.len(), branching as usize, "each has its place in {width}×{height}");
                assert!(children.is_sorted(), "in the order of reading");
                let lens = (0..layout.nodes.len()).filter_map(|node| layout.lens(node)).count();
                let boards = layout.nodes.iter().filter(|node| node.form == Form::Board).count();
                assert!(lens + boards > branching as usize || height < 300.0, "each is a board or can be opened");
            }
        }
    }
}

/// Pairs of searches that traverse the same tree in the same order: nodes that both show are at the same place.
#[test]
fn linked_runs_have_common_nodes_at_the_same_places() {
    let game = || GameSetup::from(TicTacToe { shortest_win: false });
    let random = || GameSetup::from(RandomTree { branching: 5, depth: 5, ..RandomTree::default() });
    let pairs = [(Algorithm::Minimax, Algorithm::AlphaBeta), (Algorithm::AlphaBeta, Algorithm::Pvs)];
    for (game, (one, two)) in [game(), random()].into_iter().flat_map(|game| pairs.map(|pair| (game.clone(), pair))) {
        let record = |algorithm| {
            let setup = Setup::new(game.clone(), Process::Search(algorithm));
            record(&setup, 1 << 30, &Progress::default()).expect("a small run")
        };
        let (one, two) = (record(one), record(two));
        let mut compared = 0;
        for (width, height) in TILES {
            for (at, frame) in frames_of(&two).into_iter().step_by(7).enumerate() {
                let focus = focus_at(&two, frame);
                let group_pruned = at % 2 == 1;
                let scores = Some((-9, 9));
                let options = FocusOptions { width, height, scores, group_pruned, ..FocusOptions::default() };
                let place = |trace, other| {
                    let opened = &BTreeSet::new();
                    let request = FocusRequest { trace, focus: &focus, in_sight: &[], opened, other, options };
                    FocusLayout::new(&request).expect("there is a root")
                };
                let (one, two) = (place(&one, Some(&two)), place(&two, Some(&one)));
                for node in one.nodes.iter().filter(|node| node.stands_for == 1) {
                    let Some(other) = two.nodes.iter().find(|other| other.key == node.key) else { continue };
                    compared += 1;
                    let (a, b) = (node.rect, other.rect);
                    let far = (a.min.x - b.min.x).abs().max((a.min.y - b.min.y).abs()).max((a.max.x - b.max.x).abs());
                    assert!(far <= 1.0, "frame {frame}, {width}×{height}: {a:?} and {b:?}");
                }
            }
        }
        assert!(compared > 500, "{compared} nodes");
    }
}

#[test]
fn band_of_long_path_scrolls_to_every_level() {
    let trace = random(1, 1000);
    let focus = vec![0; 700];
    let mut seen = BTreeSet::new();
    let mut band_scroll = 0;
    loop {
        let options = FocusOptions { band_scroll, ..FocusOptions::default() };
        let layout = layout(&trace, &focus, &[], &BTreeSet::new(), options);
        seen.extend(layout.nodes.iter().filter(|node| node.is_on_path).map(|node| node.depth));
        assert!(layout.nodes.len() < 100, "what is drawn does not grow with the path");
        if layout.band_left_out.0 == 0 {
            break;
        }
        band_scroll += 3;
    }
    assert_eq!(seen.len(), 701, "every level can be seen");
}

#[test]
fn opened_subtree_stays_open_at_every_focus() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let opened = BTreeSet::from([vec![0]]);
    for focus in [vec![], vec![1], vec![2], vec![2, 3]] {
        let layout = layout(&trace, &focus, &[], &opened, FocusOptions::default());
        let shown = layout.nodes.iter().enumerate().filter(|(_, node)| node.depth == 2);
        let below = shown.filter(|&(index, _)| layout.path(index)[0] == 0).count();
        assert_eq!(below, 8, "the children of a1, with the focus at {focus:?}");
    }
    let layout = layout(&trace, &[8], &[], &BTreeSet::new(), FocusOptions::default());
    assert!(!layout.nodes.iter().enumerate().any(|(index, node)| node.depth == 2 && layout.path(index)[0] == 0));
}

#[test]
fn board_shows_the_number_of_nodes_folded_below_it() {
    let trace = run(GameSetup::from(Reversi { size: 8 }), Some(4));
    let (mut siblings, mut children) = (0, 0);
    for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
        for (width, height) in TILES {
            let scores = trace.finite_scores();
            let options = FocusOptions { width, height, orientation, scores, ..FocusOptions::default() };
            for frame in frames_of(&trace) {
                let layout = at_frame(&trace, frame, options);
                let moment = Moment::of(&trace, frame);
                let look = FocusLook::plain(frame, &moment, Language::English);
                let shapes = draw_focus(&trace, &layout, &look).shapes;
                for (index, node) in layout.nodes.iter().enumerate().filter(|(_, node)| node.form == Form::Board) {
                    let Some(mark) = layout.folded_mark(index) else { continue };
                    let is_finished = matches!(trace.state(node.place, frame), NodeState::Scored { .. });
                    let below = visited_below(&trace, node.place, usize::MAX).expect("folded").to_string();
                    let is_drawn = shapes.iter().any(|shape| {
                        let Shape::Text { at, text, .. } = shape else { return false };
                        *text == below && mark.grown(1.0).touches(Rect::new(at.x, at.y, at.x, at.y))
                    });
                    assert_eq!(
                        is_drawn,
                        is_finished,
                        "frame {frame}, {width}×{height}: {below} of {:?}",
                        layout.path(index)
                    );
                    *(if node.parent == Some(layout.focus) { &mut children } else { &mut siblings }) +=
                        usize::from(is_drawn);
                }
            }
        }
    }
    assert!(siblings == 0 && children > 50, "{siblings} siblings of the path and {children} children of the focus");
}

#[test]
fn current_path_is_visible_while_user_looks_elsewhere() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let current = vec![0, 0, 0, 0];
    let layout = layout(&trace, &[5], std::slice::from_ref(&current), &BTreeSet::new(), FocusOptions::default());
    let (shown, _) = layout.indexes_on_path(&current);
    assert!(shown.len() >= 3, "the root, and the way as far as there are columns: {}", shown.len());
}

proptest! {
    #![proptest_config(cases(400))]

    /// With any size, node and set of opened nodes: no panic, only finite numbers, and no node twice.
    #[test]
    fn view_of_any_size_can_be_laid_out(
        width in 1.0_f32..3000.0,
        height in 1.0_f32..3000.0,
        down in any::<bool>(),
        group_pruned in any::<bool>(),
        weight_below in -3_i8..=3,
        seed in any::<u64>(),
        branching in 1_u32..40,
        depth in 0_u32..4,
        paths in proptest::collection::vec(proptest::collection::vec(0_u32..40, 0..5), 0..4),
    ) {
        let trace = run(GameSetup::from(RandomTree { seed, branching, depth, ..RandomTree::default() }), None);
        let orientation = if down { Orientation::TopDown } else { Orientation::LeftToRight };
        let options = FocusOptions { width, height, orientation, group_pruned, weight_below, ..FocusOptions::default() };
        let opened: BTreeSet<Vec<u32>> = paths.iter().cloned().collect();
        let focus = paths.first().cloned().unwrap_or_default();
        let layout = layout(&trace, &focus, &paths, &opened, options);
        let keys: BTreeSet<u64> = layout.nodes.iter().map(|node| node.key).collect();
        prop_assert_eq!(keys.len(), layout.nodes.len());
        for (index, node) in layout.nodes.iter().enumerate() {
            let rect = node.extent();
            prop_assert!(rect.min.x.is_finite() && rect.min.y.is_finite() && rect.max.x.is_finite() && rect.max.y.is_finite());
            let found = layout.node_at_path(&layout.path(index));
            prop_assert_eq!(found == Some(index), node.stands_for == 1);
        }
    }
}

/// The texts of the pieces of a kind, or of all pieces.
fn texts_of(trace: &Trace, frame: usize, language: Language, kind: Option<PieceKind>) -> Vec<String> {
    let (focus, opened) = (focus_at(trace, frame), BTreeSet::new());
    let options = FocusOptions { scores: trace.finite_scores(), ..FocusOptions::default() };
    let request = FocusRequest { trace, focus: &focus, in_sight: &[], opened: &opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("there is a root");
    let moment = Moment::of(trace, frame);
    let pieces = draw_focus_pieces(trace, &layout, &FocusLook::plain(frame, &moment, language));
    let pieces = pieces.into_iter().filter(|piece| kind.is_none_or(|kind| piece.name.kind == kind));
    let texts = pieces.flat_map(|piece| piece.shapes).filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(with_plain_spaces(&text).into_owned()),
        _ => None,
    });
    texts.collect()
}

/// The texts beside the focus.
fn beside_focus(trace: &Trace, frame: usize, language: Language) -> Vec<String> {
    texts_of(trace, frame, language, Some(PieceKind::Caption))
}

#[test]
fn alpha_and_beta_beside_focus_have_one_font_size_in_a_tile() {
    for (name, trace) in games() {
        for (width, height) in TILES {
            let mut sizes = BTreeSet::new();
            for frame in frames_of(&trace) {
                let options = FocusOptions { width, height, scores: trace.finite_scores(), ..FocusOptions::default() };
                let layout = at_frame(&trace, frame, options);
                let moment = Moment::of(&trace, frame);
                let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
                let captions = pieces.into_iter().filter(|piece| piece.name.kind == PieceKind::Caption);
                sizes.extend(captions.flat_map(|piece| piece.shapes).filter_map(|shape| match shape {
                    Shape::Text { size, text, .. } if text.starts_with(['α', 'β']) && !text.contains("-cut") => {
                        Some(size.to_bits())
                    }
                    _ => None,
                }));
            }
            assert!(sizes.len() <= 1, "{name}, {width}×{height}: {} sizes", sizes.len());
        }
    }
}

#[test]
fn update_is_announced_after_a_score_and_the_next_child_only_after_the_update() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut scores, mut announced, mut children, mut leaves) = (0, 0, 0, 0);
    for frame in 1..1500 {
        let step = trace.step(frame).expect("a frame");
        let has_child = texts_of(&trace, frame, Language::English, None).iter().any(|text| text == "next");
        let texts = beside_focus(&trace, frame, Language::English);
        let is_left = step.kind == FrameKind::End;
        assert!(!is_left || texts.iter().all(|text| !text.starts_with("returns")), "frame {frame}: {texts:?}");
        let expected = trace.step(frame + 1).filter(|next| next.kind == FrameKind::Update && next.visit == step.visit);
        let expected = expected.map(|next| {
            let value = |frame: usize| trace.value_by(step.visit, frame as u32);
            // The sentence of the update says the same.
            let is_kept = explain(&trace, frame + 1, Language::English).to_lowercase().starts_with("nothing improves");
            match next.cut {
                Some(Cut::Alpha) => ["next: α-cut".to_owned(), "α-cut".to_owned()],
                Some(Cut::Beta) => ["next: β-cut".to_owned(), "β-cut".to_owned()],
                None if is_kept => ["next: no improvement".to_owned(), "no change".to_owned()],
                None => {
                    let value = trace.in_unit(value(frame + 1).expect("a value"));
                    [format!("next: improves to {value}"), format!("then {value}")]
                }
            }
        });
        let is_announced = step.kind == FrameKind::Score
            && expected.is_some_and(|forms| texts.iter().any(|text| forms.contains(text)));
        if step.kind == FrameKind::Score {
            assert!(!has_child, "frame {frame}");
            scores += 1;
            announced += usize::from(is_announced);
        } else {
            let said = texts.iter().find(|text| text.starts_with("next: "));
            let is_leaf = trace.children(step.node).len() == 0;
            let returned =
                trace.step(frame + 1).and_then(|next| next.score).map(|score| trace.in_unit(score).to_string());
            let is_right = |text: &String| match step.kind {
                FrameKind::Start if is_leaf => text.starts_with("next: the score of ") || text.ends_with("'s score"),
                FrameKind::End if is_leaf => {
                    let ends = |score: String| text == &format!("next: the parent gets {score}");
                    text == "next: the parent" || returned.clone().is_some_and(ends)
                }
                FrameKind::End => text == "next: the parent",
                _ => false,
            };
            assert!(said.is_none_or(is_right), "frame {frame}: {texts:?}");
            leaves += usize::from(is_leaf && said.is_some());
            children += usize::from(has_child);
        }
    }
    assert!(announced * 10 > scores * 9 && scores > 200 && children > 50, "{announced} of {scores}, {children}");
    assert!(leaves > 100, "the step after {leaves} leaves is announced");
}

#[test]
fn caption_shows_returned_score_after_last_child_and_window_at_end() {
    let (mut cuts, mut others, mut ends) = (0, 0, 0);
    for trace in [run(GameSetup::from(TicTacToe { shortest_win: false }), None), random(12, 4)] {
        for frame in (1..1500.min(trace.frame_count() - 1)).chain(trace.frame_count() - 20..trace.frame_count()) {
            let step = trace.step(frame).expect("a frame");
            if trace.children(step.node).len() == 0 {
                continue;
            }
            let next = trace.step(frame + 1).filter(|next| next.kind == FrameKind::End && next.visit == step.visit);
            // The short form is used where there is little room.
            let english = (Language::English, ["returns next: ", "returns "]);
            let japanese = (Language::Japanese, ["次に返す値：", "返す値："]);
            for (language, words) in [english, japanese] {
                let texts = beside_focus(&trace, frame, language);
                let said = words.iter().find_map(|word| texts.iter().find_map(|text| text.strip_prefix(word)));
                let end = next.filter(|_| step.kind == FrameKind::Update);
                let expected = end.and_then(|end| Some(end.bound?.before(end.score?)));
                // Where both bounds take the room of the line, nothing is said.
                if expected.is_none() || said.is_some() {
                    assert_eq!(said, expected.as_deref(), "frame {frame}: {texts:?}");
                }
                cuts += usize::from(said.is_some() && step.cut.is_some());
                others += usize::from(said.is_some() && step.cut.is_none());
                if step.kind == FrameKind::End {
                    ends += 1;
                    let (alpha, beta) = (step.window.alpha.to_string(), step.window.beta.to_string());
                    let has = |bound: &str| texts.iter().skip(1).any(|text| text.contains(bound));
                    assert!(has(&alpha) && has(&beta), "frame {frame}: {texts:?} without {:?}", step.window);
                }
            }
        }
    }
    assert!(cuts > 20 && others > 20 && ends > 20, "{cuts} cuts, {others} others, {ends} ends");
}

#[test]
fn caption_shows_the_bounds_that_the_table_gives_and_takes() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta));
    setup.table = Some(TableSetup::default());
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let (mut said, mut found, mut stored) = (0, 0, 0);
    for frame in 0..1500 {
        let step = trace.step(frame).expect("a frame");
        let texts = beside_focus(&trace, frame, Language::English);
        for (word, kind, count) in
            [("table: ", FrameKind::Lookup, &mut found), ("stored: ", FrameKind::Store, &mut stored)]
        {
            let is_said = texts.iter().any(|text| text.contains(word));
            assert!(!is_said || step.kind == kind, "frame {frame}: {texts:?}");
            said += usize::from(is_said);
            *count += usize::from(step.kind == kind);
        }
    }
    assert!(found > 20 && stored > 20 && 10 * said > 9 * (found + stored), "{said} of {found} and {stored}");
}

#[test]
fn texts_beside_boards_belong_to_their_nodes() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let mut found = 0;
    for frame in [0, 126, 1000, 14_325] {
        let options = FocusOptions { width: 928.0, height: 560.0, ..FocusOptions::default() };
        let layout = at_frame(&trace, frame, options);
        for (index, node) in layout.nodes.iter().enumerate().filter(|(_, node)| node.form == Form::Board) {
            for label in [node.move_label, node.note_label].into_iter().flatten() {
                let at = label.rect.center();
                assert_eq!(layout.node_or_text_at(at), Some(index), "frame {frame}, {}", node.move_text);
                found += 1;
            }
        }
    }
    assert!(found > 30, "{found} texts");
}

/// Five runs share a window in tiles of this size.
#[test]
fn low_tile_shows_window_or_score_of_the_focus() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut low, mut said) = (0, 0);
    for frame in frames_of(&trace) {
        let scores = trace.finite_scores();
        let options = FocusOptions { width: 309.0, height: 200.0, scores, ..FocusOptions::default() };
        let layout = at_frame(&trace, frame, options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        let texts = captions.flat_map(|piece| &piece.shapes);
        low += usize::from(!layout.is_whole);
        said += usize::from(texts.filter(|shape| matches!(shape, Shape::Text { .. })).count() > 0);
    }
    assert!(low > 50 && 2 * said > low, "{said} of {low}");
}

#[test]
fn low_tile_names_alpha_and_beta_of_the_focus() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let (mut named, mut unnamed) = (0, 0);
    for frame in frames_of(&trace) {
        let scores = trace.finite_scores();
        let options = FocusOptions { width: 464.0, height: 195.0, scores, ..FocusOptions::default() };
        let layout = at_frame(&trace, frame, options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        for shape in captions.flat_map(|piece| &piece.shapes) {
            if let Shape::Text { text, .. } = shape {
                named += usize::from(text.starts_with('α') && !text.contains("-cut"));
                unnamed += usize::from(text == "·");
            }
        }
    }
    assert!(named > unnamed, "{named} with names, {unnamed} without");
}

#[test]
fn numbers_of_a_sampling_are_not_shortened_below_a_small_focus() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Sample(Sampling::Uct));
    setup.sampling.iterations = 300;
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let frame = trace.frame_count() - 1;
    for (width, height) in [(464.0, 195.0), (464.0, 250.0), (577.0, 545.0)] {
        let options = FocusOptions { width, height, scores: trace.finite_scores(), ..FocusOptions::default() };
        let layout = layout(&trace, &[], &[], &BTreeSet::new(), options);
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let captions = pieces.iter().filter(|piece| piece.name.kind == PieceKind::Caption);
        let texts = captions.flat_map(|piece| &piece.shapes).filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        });
        let shortened: Vec<&String> = texts.filter(|text| text.contains('…')).collect();
        assert_eq!(shortened, Vec::<&String>::new(), "{width}×{height}");
    }
}

#[test]
fn child_that_cuts_has_its_own_chip_while_user_looks_at_a_pruned_sibling() {
    let trace = random(4, 5);
    let mut seen = 0;
    for &cut in trace.cuts() {
        let frame = cut as usize;
        let moment = Moment::of(&trace, frame);
        let (mut focus, child) = (moment.current.clone().expect("a node"), moment.child().expect("a child"));
        // The last child is pruned, unless it is the one that has returned.
        if focus.len() > 2 || moment.returned == Some(3) {
            continue;
        }
        focus.push(3);
        let options =
            FocusOptions { width: 464.0, height: 195.0, scores: trace.finite_scores(), ..FocusOptions::default() };
        let layout = layout(&trace, &focus, std::slice::from_ref(&child), &BTreeSet::new(), options);
        let shown = layout.showing(&trace, &child, frame).expect("the child is shown");
        let node = &layout.nodes[shown];
        assert_eq!(node.stands_for, 1, "frame {frame}");
        assert!(node.rect.max.y <= layout.nodes[layout.focus].rect.min.y, "frame {frame}: in the strip");
        seen += 1;
    }
    assert!(seen > 0);
}

/// Trees that grow down, with names inside the boards: nothing hangs in the air.
#[test]
fn edges_of_a_whole_tree_leave_their_board() {
    let mut checked = 0;
    let trace = run(GameSetup::textbook(None), None);
    for (width, height) in &TILES[1..] {
        for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
            let scores = trace.finite_scores();
            let options =
                FocusOptions { width: *width, height: *height, orientation, scores, ..FocusOptions::default() };
            for frame in frames_of(&trace) {
                let layout = at_frame(&trace, frame, options);
                if !layout.is_whole {
                    continue;
                }
                let moment = Moment::of(&trace, frame);
                for (index, points) in edges(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English)) {
                    let parent = layout.nodes[index].parent.expect("an edge has a parent");
                    let board = layout.nodes[parent].grown.unwrap_or(layout.nodes[parent].rect).grown(1.0);
                    let first = Rect::new(points[0].x, points[0].y, points[0].x, points[0].y);
                    assert!(board.touches(first), "{width}×{height}, {orientation:?}, frame {frame}: {points:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "{checked} edges");
}

#[test]
fn boards_of_a_sampling_grow_with_the_square_root_of_their_visits() {
    let mut setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Sample(Sampling::Uct));
    setup.sampling.iterations = 400;
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let (samples, opened) = (trace.samples().expect("samples"), BTreeSet::new());
    let options = FocusOptions { width: 928.0, height: 560.0, ..FocusOptions::default() };
    let request = FocusRequest { trace: &trace, focus: &[], in_sight: &[], opened: &opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("there is a root");
    for frame in [trace.frame_count() / 3, trace.frame_count() - 1] {
        let moment = Moment::of(&trace, frame);
        let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
        let children = layout.nodes.iter().filter(|node| node.parent == Some(layout.focus));
        let sizes: Vec<(f32, f32)> = children
            .map(|node| {
                let piece = pieces.iter().find(|piece| piece.name.kind == PieceKind::Node && piece.name.of == node.key);
                let Some(Shape::Rect { rect, .. }) = piece.and_then(|piece| piece.shapes.first()) else {
                    panic!("{} has a frame", node.move_text)
                };
                let visits = samples.of(node.place.recorded().expect("a child of the root"), frame).visits;
                (rect.width(), (visits as f32).sqrt())
            })
            .collect();
        let (widest, most) = sizes.iter().copied().fold((0.0_f32, 0.0_f32), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        assert!(sizes.len() == 9 && most > 2.0, "{sizes:?}");
        for (width, root) in sizes {
            let expected = widest * (0.7 + 0.3 * root / most);
            assert!((width - expected).abs() < 0.05 * widest, "{width} for √N = {root}, expected {expected}");
        }
    }
}

#[test]
fn caption_tells_the_numbers_that_an_expansion_gives() {
    let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Prove(Proof::Pns));
    let trace = record(&setup, 1 << 30, &Progress::default()).expect("a small run");
    let proofs = trace.proofs().expect("numbers");
    let mut told = 0;
    for frame in (1..3000).filter(|&frame| frame + 1 < trace.frame_count()) {
        let [step, next] = [frame, frame + 1].map(|frame| trace.step(frame).expect("a frame"));
        if step.kind != FrameKind::Start || next.kind != FrameKind::End || next.visit != step.visit {
            continue;
        }
        let numbers = proofs.of(step.node, frame + 1).expect("an expanded node");
        let numbers = edagari::analysis::proof_numbers_text(numbers, Language::English);
        let [text, _] = next_step_texts(&trace, frame, Language::English).expect("a next step");
        assert_eq!(text, format!("next: {numbers}"), "frame {frame}");
        told += 1;
    }
    assert!(told > 100, "{told} expansions");
}

#[test]
fn pruned_chance_nodes_are_round_like_their_siblings() {
    let recording = Recording::of(Race { turns: 2 }).expected(Expectation::Star1, None);
    let trace = recording.record().expect("a recording");
    let mut pruned = 0;
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        if step.cut.is_none() || trace.is_chance(step.visit) {
            continue;
        }
        let layout = at_frame(&trace, frame, FocusOptions::default());
        for node in layout.nodes.iter().filter(|node| node.parent == Some(layout.focus)) {
            assert!(node.is_chance && node.is_round(&trace), "frame {frame}: {}", node.move_text);
            let state = trace.state(node.place, usize::MAX);
            pruned += usize::from(matches!(state, NodeState::Pruned { .. }));
        }
    }
    assert!(pruned > 10, "{pruned}");
}
