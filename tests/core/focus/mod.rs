//! The focus view: what it shows, its room, its motion, what comes next, and visits apart.

mod coming;
mod leaps;
mod legibility;
mod motion;
mod passes_apart;
mod returned;
mod room;
mod small_nodes;
mod view;
mod words;

use std::collections::BTreeSet;

use crate::oracles::is_whole;
use edagari::game::{ConnectFour, Eight, GameSetup, Kalah, LayeredGraph, RandomTree, Reversi, TicTacToe};
use edagari::scene::{
    Color, FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, PieceKind, Point, Shape, draw_focus_pieces,
    focus_at,
};
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{Process, Progress, Setup, Trace, record};

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

fn frames_of(trace: &Trace) -> Vec<usize> {
    // Samples over the run, with a step that meets all kinds of frames.
    let count = trace.frame_count();
    (0..frame_count()).map(|index| (index * 7919 + index * index * 13) % count).collect()
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
