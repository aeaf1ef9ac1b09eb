//! The focus view can be read: measured over games, frames, tile sizes and both orientations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use edagari::game::{ConnectFour, GameSetup, Kalah, RandomTree, Reversi};
use edagari::language::Language;
use edagari::scene::{
    FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Moment, Orientation, Rect, Shape, draw_focus, focus_at,
};
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{Process, Progress, Setup, Trace, record};

const TILES: [(f32, f32); 4] = [(470.0, 490.0), (577.0, 545.0), (940.0, 490.0), (1200.0, 800.0)];
const FRAMES: usize = 300;

fn run(game: GameSetup, limit: Option<u32>) -> Trace {
    let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    setup.limit = limit.map(|depth| DepthLimit { depth, evaluation: 0 });
    record(&setup, 1 << 30, &Progress::default()).expect("a small run")
}

fn random(branching: u16, depth: u32) -> Trace {
    run(GameSetup::Random(RandomTree { branching, depth, ..RandomTree::default() }), None)
}

fn games() -> Vec<(&'static str, Trace)> {
    vec![
        ("tic-tac-toe", run(GameSetup::TicTacToe { shortest_win: false }, None)),
        ("Eight", run(GameSetup::Eight, None)),
        ("Kalah(6,4)", run(GameSetup::Kalah(Kalah::default()), Some(5))),
        (
            "Connect Four 7×6",
            run(GameSetup::ConnectFour(ConnectFour { width: 7, height: 6, ..ConnectFour::default() }), Some(5)),
        ),
        ("Reversi 8×8", run(GameSetup::Reversi(Reversi { size: 8, ..Reversi::default() }), Some(4))),
        ("random, 2 children", random(2, 12)),
        ("random, 5 children", random(5, 5)),
        ("random, 12 children", random(12, 4)),
        ("random, 30 children", random(30, 3)),
        ("random, 60 children", random(60, 3)),
        ("chain of 1,000", random(1, 1000)),
    ]
}

/// What was measured over some frames.
struct Measured {
    current: f32,
    child: f32,
    path: f32,
    text: f32,
    share: f32,
    problems: Vec<String>,
}

fn short(rect: Rect) -> f32 {
    rect.width().min(rect.height())
}

fn frames_of(trace: &Trace) -> Vec<usize> {
    // Spread over the run, by a step that meets all kinds of frames.
    let count = trace.frame_count();
    (0..FRAMES).map(|index| (index * 7919 + index * index * 13) % count).collect()
}

fn measure(trace: &Trace, (width, height): (f32, f32), orientation: Orientation) -> Measured {
    let scores = trace.finite_scores();
    let options = FocusOptions { width, height, orientation, scores, ..FocusOptions::default() };
    let opened = BTreeSet::new();
    let mut measured = Measured {
        current: f32::MAX,
        child: f32::MAX,
        path: f32::MAX,
        text: f32::MAX,
        share: f32::MAX,
        problems: Vec::new(),
    };
    let tile = Rect::new(0.0, 0.0, width, height);
    for frame in frames_of(trace) {
        let focus = focus_at(trace, frame);
        let moment = Moment::of(trace, frame);
        let in_sight: Vec<Vec<u16>> = moment.child().into_iter().collect();
        let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
        let layout = FocusLayout::new(&request).expect("there is a root");
        let current_path = moment.current.clone().expect("there are frames");
        let mut problem = |text: String| {
            if measured.problems.len() < 3 {
                measured.problems.push(format!("frame {frame}: {text}"));
            }
        };
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
        match current.and_then(shown) {
            Some(rect) => measured.current = measured.current.min(short(rect)),
            None => problem("the current node has no board".to_owned()),
        }
        match child.and_then(shown) {
            Some(rect) => measured.child = measured.child.min(short(rect)),
            None => problem("the child has no board".to_owned()),
        }
        for above in 1..=4.min(focus.len()) {
            match layout.node_at_path(&focus[..focus.len() - above]) {
                None => problem(format!("the path is out of sight {above} above the focus")),
                Some(index) if layout.nodes[index].form == Form::Board => {
                    measured.path = measured.path.min(short(layout.nodes[index].rect));
                }
                Some(index) if layout.nodes[index].form == Form::Chip => {}
                Some(_) => problem("a node of the path is a bar".to_owned()),
            }
        }
        // Boards, chips, bars and words.
        let mut boxes: Vec<(usize, &str, Rect)> = Vec::new();
        for (index, node) in layout.nodes.iter().enumerate() {
            let is_marked = Some(index) == child || Some(index) == current;
            boxes.push((index, "body", node.grown.filter(|_| is_marked).unwrap_or(node.rect)));
            boxes.extend(node.move_label.map(|label| (index, "move", label.rect)));
            boxes.extend(node.note_label.map(|label| (index, "note", label.rect)));
            if let Some(lens) = layout.lens(index).filter(|_| Some(index) == child) {
                boxes.push((index, "lens", lens.rect));
                boxes.push((index, "lens move", lens.move_label.rect));
                boxes.push((index, "lens note", lens.note_label.rect));
            }
        }
        for (place, (index, what, rect)) in boxes.iter().enumerate() {
            let inner = rect.grown(-0.6);
            if rect.min.x < -0.1 || rect.min.y < -0.1 || rect.max.x > width + 0.1 || rect.max.y > height + 0.1 {
                problem(format!("{what} of node {index} leaves the tile: {rect:?}"));
            }
            for (other, other_what, other_rect) in &boxes[place + 1..] {
                let is_thin = inner.width() <= 0.0 || inner.height() <= 0.0;
                if !is_thin && inner.touches(other_rect.grown(-0.6)) {
                    problem(format!("{what} of node {index} lies on {other_what} of node {other}"));
                }
            }
        }
        let look = FocusLook { frame, moment: &moment, best_line: &[], equal: &[], language: Language::English };
        for shape in draw_focus(trace, &layout, &look).shapes {
            if let Shape::Text { at, size, text, .. } = shape {
                measured.text = measured.text.min(size);
                if at.x < tile.min.x || at.y < tile.min.y || at.x > tile.max.x || at.y > tile.max.y {
                    problem(format!("the text {text} leaves the tile"));
                }
            }
        }
        if !layout.is_whole {
            let bounds = layout.bounds();
            let share = if width >= height { bounds.width() / width } else { bounds.height() / height };
            measured.share = measured.share.min(share);
        }
    }
    measured
}

#[test]
fn every_frame_of_every_game_can_be_read() {
    let mut table = String::new();
    let mut problems = Vec::new();
    for (name, trace) in games() {
        for tile in TILES {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let of = measure(&trace, tile, orientation);
                let least = if tile.0 >= 900.0 { 60.0 } else { 44.0 };
                let place = format!("{name}, {}×{}, {orientation:?}", tile.0, tile.1);
                let mut check = |holds: bool, text: String| {
                    if !holds {
                        problems.push(format!("{place}: {text}"));
                    }
                };
                check(of.current >= least - 0.01, format!("the current board measures {}", of.current));
                check(of.child >= 31.99, format!("the child measures {}", of.child));
                check(of.path >= 23.99, format!("a board of the path measures {}", of.path));
                check(of.text >= 9.99, format!("a text measures {}", of.text));
                check(of.share >= 0.5, format!("only {:.2} of the longer side is used", of.share));
                for problem in &of.problems {
                    check(false, problem.clone());
                }
                let number = |value: f32| if value > 1e6 { "–".to_owned() } else { format!("{value:.0}") };
                let _ = writeln!(
                    table,
                    "| {name} | {}×{} | {} | {} | {} | {} | {} | {} |",
                    tile.0,
                    tile.1,
                    if orientation == Orientation::TopDown { "down" } else { "right" },
                    number(of.current),
                    number(of.child),
                    number(of.path),
                    number(of.text),
                    if of.share > 10.0 { "whole".to_owned() } else { format!("{:.0} %", of.share * 100.0) },
                );
            }
        }
    }
    println!("{table}");
    assert!(problems.is_empty(), "{} of them:\n{}", problems.len(), problems.join("\n"));
}
