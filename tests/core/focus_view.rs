//! The focus view can be read: measured over games, frames, tile sizes and both orientations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use edagari::game::{ConnectFour, Eight, GameSetup, Kalah, RandomTree, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Moment, Orientation, Rect, Shape, draw_focus, focus_at,
    visited_below,
};
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{NodeState, Process, Progress, Setup, Trace, record};
use proptest::prelude::*;

const TILES: [(f32, f32); 4] = [(470.0, 490.0), (577.0, 545.0), (940.0, 490.0), (1200.0, 800.0)];
const FRAMES: usize = 300;

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
    /// What is not in sight.
    missing: Vec<String>,
    /// What overlaps or is cut off.
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
        missing: Vec::new(),
        problems: Vec::new(),
    };
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
        match current.and_then(shown) {
            Some(rect) => measured.current = measured.current.min(short(rect)),
            None => missing("the current node has no board".to_owned()),
        }
        match child.and_then(shown) {
            Some(rect) => measured.child = measured.child.min(short(rect)),
            None => missing("the child has no board".to_owned()),
        }
        for above in 1..=4.min(focus.len()) {
            match layout.node_at_path(&focus[..focus.len() - above]) {
                None => missing(format!("the path is out of sight {above} above the focus")),
                Some(index) if layout.nodes[index].form == Form::Board => {
                    measured.path = measured.path.min(short(layout.nodes[index].rect));
                }
                Some(index) if layout.nodes[index].form == Form::Chip => {}
                Some(_) => missing("a node of the path is a bar".to_owned()),
            }
        }
        // Boards, chips, bars and words.
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
        let look = FocusLook::plain(frame, &moment, Language::English);
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
                for problem in of.missing.iter().chain(&of.problems) {
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

/// Tiles of six runs in a small window, and with large text.
const SMALL_TILES: [(f32, f32); 5] = [(309.0, 190.0), (224.0, 340.0), (224.0, 110.0), (300.0, 300.0), (200.0, 200.0)];

#[test]
fn nothing_is_cut_off_or_overlaps_in_small_places() {
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
fn nothing_moves_while_the_search_steps_through_the_children_of_the_focus() {
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
        assert!(families > 20, "{name}: only {families} steps within a family");
    }
}

#[test]
fn a_tree_of_15_nodes_is_whole_in_every_tile_and_never_moves() {
    let trace = run(GameSetup::textbook(None), None);
    for (width, height) in TILES {
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
fn all_children_keep_their_order_in_fans_of_200_moves() {
    let trace = random(200, 2);
    let frame = trace.frame_count() / 2;
    for (width, height) in TILES {
        for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
            let options = FocusOptions { width, height, orientation, ..FocusOptions::default() };
            let layout = layout(&trace, &[], &[], &BTreeSet::new(), options);
            let place =
                |rect: Rect| if orientation == Orientation::TopDown { rect.center().x } else { rect.center().y };
            let children: Vec<f32> = layout
                .nodes
                .iter()
                .filter(|node| node.parent == Some(layout.focus))
                .map(|node| place(node.rect))
                .collect();
            assert_eq!(children.len(), 200, "each has its bar");
            assert!(children.is_sorted(), "in their order");
            let lens = (0..layout.nodes.len()).filter_map(|node| layout.lens(node)).count();
            assert_eq!(lens, 200, "each can be opened");
            assert!(at_frame(&trace, frame, options).nodes.len() > 200);
        }
    }
}

#[test]
fn the_band_of_a_long_path_scrolls_to_every_level() {
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
        band_scroll += 5;
    }
    assert_eq!(seen.len(), 701, "every level can be seen");
}

#[test]
fn what_a_person_opened_stays_open_wherever_the_focus_is() {
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

/// What is seen of the subtrees that are finished and have nodes below.
#[derive(Default)]
struct Finished {
    all: usize,
    /// Their nodes are in sight.
    unfolded: usize,
    /// They say how many nodes they have.
    marked: usize,
    bars: usize,
}

fn finished(trace: &Trace, options: FocusOptions) -> Finished {
    let mut finished = Finished::default();
    for frame in frames_of(trace) {
        let layout = at_frame(trace, frame, options);
        let focus = focus_at(trace, frame);
        let nodes = layout.nodes.iter().enumerate().filter(|(_, node)| !node.is_on_path && node.stands_for == 1);
        for (index, node) in nodes {
            let path = layout.path(index);
            let is_finished = matches!(trace.state(node.place, frame), NodeState::Scored { .. });
            let mut children = layout.nodes.iter().filter(|below| below.parent == Some(index)).peekable();
            let has_children = children.peek().is_some();
            let is_unfolded = children.any(|below| below.form != Form::Bar);
            let is_beside = !path.starts_with(&focus);
            assert!(!has_children || is_finished || !is_beside, "frame {frame}: {path:?} is not finished but unfolds");
            if is_finished && visited_below(trace, node.place, usize::MAX).is_some() {
                finished.all += 1;
                finished.unfolded += usize::from(is_unfolded);
                finished.bars += usize::from(node.form == Form::Bar);
                finished.marked += usize::from(layout.folded_mark(index).is_some());
            }
        }
    }
    finished
}

#[test]
fn a_finished_subtree_unfolds_while_room_is_left_or_says_how_many_nodes_it_has() {
    let share = |count: usize, all: usize| format!("{:.0} %", 100.0 * count as f32 / all.max(1) as f32);
    for (name, trace) in games().into_iter().filter(|(name, _)| !name.starts_with("chain")) {
        let mut largest = Finished::default();
        for (width, height) in TILES {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let scores = trace.finite_scores();
                let options = FocusOptions { width, height, orientation, scores, ..FocusOptions::default() };
                largest = finished(&trace, options);
                let Finished { all, unfolded, marked, bars } = largest;
                let place = format!("{name}, {width}×{height}, {orientation:?}");
                let [unfold, mark] = [unfolded, marked].map(|count| share(count, all - bars));
                println!("{place}: {unfold} unfold, {mark} are marked, besides {bars} bars of {all}");
                assert_eq!(unfolded + marked + bars, all, "{place}: some neither unfold nor are marked");
            }
        }
        // Where a node has 30 children, its siblings are bars and theirs would be far more.
        let is_broad = name.contains("30") || name.contains("60");
        assert!(is_broad || largest.unfolded > 0, "{name}: nothing unfolds in the largest place");
    }
}

#[test]
fn a_board_says_how_many_nodes_are_folded_below_it() {
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
    assert!(siblings > 50 && children > 50, "{siblings} siblings of the path and {children} children of the focus");
}

#[test]
fn the_current_path_is_in_sight_while_a_person_looks_elsewhere() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let current = vec![0, 0, 0, 0];
    let layout = layout(&trace, &[5], std::slice::from_ref(&current), &BTreeSet::new(), FocusOptions::default());
    let (shown, _) = layout.indexes_on_path(&current);
    assert!(shown.len() >= 3, "the root, and the way as far as there are columns: {}", shown.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Any size of place, any node, anything opened: no panic, no number that is none, and each node but once.
    #[test]
    fn any_place_can_be_laid_out(
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
            prop_assert_eq!(layout.node_at_path(&layout.path(index)), (node.stands_for == 1).then_some(index));
        }
    }
}
