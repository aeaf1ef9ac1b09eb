//! Nodes with little room: chips instead of boards that cannot be read, ranges of moves in narrow chips, and blank boards.

use super::{at_frame, frames_of, random, run};
use edagari::game::{Chess, GameSetup, Kalah, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::scene::{FocusLayout, FocusLook, FocusNode, FocusOptions, Form, Moment, Orientation, Shape, draw_focus};
use edagari::search::{Proof, Sampling};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeState, Process, Progress, Setup, Trace, record};

const NARROW: [(f32, f32); 3] = [(309.0, 230.0), (350.0, 560.0), (464.0, 498.0)];

/// The layouts of frames of a run in narrow tiles, in both orientations.
fn layouts(trace: &Trace) -> impl Iterator<Item = (usize, FocusLayout)> + '_ {
    let tiles = NARROW
        .into_iter()
        .flat_map(|tile| [Orientation::LeftToRight, Orientation::TopDown].map(|orientation| (tile, orientation)));
    tiles.flat_map(move |((width, height), orientation)| {
        let scores = trace.finite_scores();
        let options = FocusOptions { width, height, orientation, scores, ..FocusOptions::default() };
        frames_of(trace).into_iter().step_by(5).map(move |frame| (frame, at_frame(trace, frame, options)))
    })
}

/// The nodes of the path above the focus.
fn ancestors(layout: &FocusLayout) -> impl Iterator<Item = &FocusNode> {
    layout.nodes.iter().filter(|node| node.is_on_path && node.depth < layout.nodes[layout.focus].depth)
}

fn texts(trace: &Trace, layout: &FocusLayout, frame: usize) -> Vec<String> {
    let moment = Moment::of(trace, frame);
    let scene = draw_focus(trace, layout, &FocusLook::plain(frame, &moment, Language::English));
    let text = |shape| if let Shape::Text { text, .. } = shape { Some(text) } else { None };
    scene.shapes.into_iter().filter_map(text).collect()
}

#[test]
fn node_of_the_path_is_a_chip_where_its_board_would_be_a_part_of_the_position() {
    for game in [GameSetup::from(Chess::default()), GameSetup::from(Kalah::default())] {
        let trace = run(game, Some(4));
        let mut chips = 0;
        for (frame, layout) in layouts(&trace) {
            for node in ancestors(&layout) {
                assert!(!node.has_small_board(), "frame {frame}, {:?}: {}", layout.size, node.move_text);
                chips += usize::from(node.form == Form::Chip && node.note_label.is_some());
            }
        }
        assert!(chips > 50, "{chips} chips with α and β beside them");
    }
}

#[test]
fn path_keeps_boards_that_can_be_read_when_small() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let boards: usize =
        layouts(&trace).map(|(_, layout)| ancestors(&layout).filter(|node| node.form == Form::Board).count()).sum();
    assert!(boards > 100, "{boards} boards");
}

#[test]
fn narrow_chip_of_several_siblings_has_its_first_and_last_move() {
    for game in [GameSetup::from(Chess::default()), GameSetup::from(Kalah::default())] {
        let trace = run(game, Some(4));
        let (mut with, mut without) = (0, 0);
        for (frame, layout) in layouts(&trace).filter(|(_, layout)| layout.size.0 >= 350.0) {
            let of_group = |text: &String| text.starts_with('+') || text.contains(" more");
            for text in texts(&trace, &layout, frame).into_iter().filter(of_group) {
                *(if text.contains(':') { &mut with } else { &mut without }) += 1;
            }
        }
        assert!(with > 20 && without * 20 <= with, "{with} with a range, {without} without");
    }
}

#[test]
fn blank_board_of_a_node_without_a_score_has_a_dash() {
    let trace = random(3, 4);
    let options = FocusOptions { scores: trace.finite_scores(), ..FocusOptions::default() };
    let layout = at_frame(&trace, 0, options);
    assert!(matches!(layout.nodes[layout.focus].state(&trace, 0), NodeState::Open { .. }));
    assert!(texts(&trace, &layout, 0).iter().any(|text| text == "–"));
    let last = trace.frame_count() - 1;
    let shown = texts(&trace, &at_frame(&trace, last, options), last);
    assert!(!shown.iter().any(|text| text == "–"), "every node near the root has a score: {shown:?}");
}

#[test]
fn blank_board_has_the_mean_of_samples_or_the_proof_numbers() {
    for process in [Process::Sample(Sampling::Uct), Process::Prove(Proof::Pns)] {
        let mut setup =
            Setup::new(GameSetup::from(RandomTree { branching: 3, depth: 3, ..RandomTree::default() }), process);
        setup.sampling.iterations = 50;
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a small run");
        let options = FocusOptions { scores: trace.finite_scores(), ..FocusOptions::default() };
        let frames = [0, trace.frame_count() / 2, trace.frame_count() - 1];
        let [first, middle, last] = frames.map(|frame| {
            let layout = at_frame(&trace, frame, options);
            let focus = layout.nodes[layout.focus].rect;
            let moment = Moment::of(&trace, frame);
            let scene = draw_focus(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
            let text = |shape: &Shape| match shape {
                Shape::Text { text, at, .. } if *at == focus.center() => Some(text.clone()),
                _ => None,
            };
            scene.shapes.iter().find_map(text).expect("a text on the board of the focus")
        });
        let is_known = |text: &String| text.contains('.') || text.contains(" | ") || text.contains("proved");
        assert!(first == "–" || first.contains(" | "), "{process:?}: {first}");
        assert!(is_known(&last) || is_known(&middle), "{process:?}: {middle}, {last}");
    }
}
