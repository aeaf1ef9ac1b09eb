//! The layout of the focus view: what stays in place, what is in sight, and the shapes of nodes.

use std::collections::BTreeSet;

use super::{TILES, at_frame, edges, frame_count, frames_of, games, layout, random, run};
use crate::oracles::cases;
use edagari::game::{GameSetup, Race, RandomTree, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    FocusLayout, FocusLook, FocusNode, FocusOptions, FocusRequest, Form, Moment, Orientation, PieceKind, Rect, Shape,
    draw_focus, draw_focus_pieces, focus_at, visited_below,
};
use edagari::search::{Algorithm, DepthLimit, Expectation, Order, Sampling};
use edagari::trace::{NodeState, Process, Progress, Recording, Setup, record};
use proptest::prelude::*;

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

/// Returns the number of nodes that two linked runs both show, each at the same place in both.
fn count_at_same_places(setups: [&Setup; 2], passes_apart: bool) -> usize {
    let [one, two] = setups.map(|setup| record(setup, 1 << 30, &Progress::default()).expect("a small run"));
    let mut compared = 0;
    for (width, height) in TILES {
        for (at, frame) in frames_of(&two).into_iter().step_by(7).enumerate() {
            let focus = focus_at(&two, frame);
            let group_pruned = at % 2 == 1;
            let scores = Some((-9, 9));
            let options = FocusOptions { width, height, scores, group_pruned, passes_apart, ..FocusOptions::default() };
            // One of the two is at another node, which both show below.
            let elsewhere = &[vec![1, 0]][..usize::from(at % 3 == 0)];
            let opened = &BTreeSet::new();
            let place = |trace, other| {
                let request = FocusRequest { trace, focus: &focus, in_sight: elsewhere, opened, other, options };
                FocusLayout::new(&request).expect("there is a root")
            };
            let (one, two) = (place(&one, Some(&two)), place(&two, Some(&one)));
            // The runs can visit a child different numbers of times, so its visits take different room. The path has a place of its own.
            let is_compared = |node: &&FocusNode| {
                node.stands_for == 1 && (!passes_apart || node.is_on_path && node.depth < focus.len())
            };
            for node in one.nodes.iter().filter(is_compared) {
                let Some(other) = two.nodes.iter().find(|other| other.key == node.key) else { continue };
                compared += 1;
                let (a, b) = (node.rect, other.rect);
                let far = (a.min.x - b.min.x).abs().max((a.min.y - b.min.y).abs()).max((a.max.x - b.max.x).abs());
                let name = &node.move_text;
                assert!(far <= 1.0, "{setups:?}, frame {frame}, {width}×{height}: {name} at {a:?} and {b:?}");
            }
        }
    }
    compared
}

/// Setups of one game whose searches, orders, passes and limits differ.
fn different_searches(game: &GameSetup) -> Vec<Setup> {
    let search = |algorithm, order, limit: u32| {
        let mut setup = Setup::new(game.clone(), Process::Search(algorithm));
        setup.order = order;
        setup.limit = Some(DepthLimit { depth: limit, evaluation: 0 });
        setup
    };
    let mut deepening = search(Algorithm::Pvs, Order::Natural, 4);
    deepening.passes.deepening = std::num::NonZeroU32::new(1);
    deepening.order_by = "killers,history".parse().expect("sources of moves");
    vec![
        search(Algorithm::AlphaBeta, Order::Natural, 4),
        search(Algorithm::Pvs, Order::Best, 4),
        search(Algorithm::AlphaBeta, Order::Shuffled(3), 4),
        search(Algorithm::Minimax, Order::Reversed, 3),
        search(Algorithm::MtdF, Order::Shuffled(5), 4),
        deepening,
    ]
}

#[test]
fn linked_runs_have_common_nodes_at_the_same_places() {
    let game = || GameSetup::from(TicTacToe { shortest_win: false });
    let random = || GameSetup::from(RandomTree { branching: 5, depth: 5, ..RandomTree::default() });
    let [minimax, alpha_beta, pvs] = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs].map(Process::Search);
    let pairs = [(minimax, alpha_beta), (alpha_beta, pvs), (Process::Sample(Sampling::Uct), alpha_beta)];
    for (game, (one, two)) in [game(), random()].into_iter().flat_map(|game| pairs.map(|pair| (game.clone(), pair))) {
        let compared = count_at_same_places([&Setup::new(game.clone(), one), &Setup::new(game, two)], false);
        assert!(compared > 500, "{compared} nodes");
    }
}

#[test]
fn linked_runs_of_different_orders_have_common_nodes_at_the_same_places() {
    for game in [GameSetup::from(TicTacToe { shortest_win: false }), GameSetup::from(Reversi { size: 4 })] {
        let setups = different_searches(&game);
        for (at, one) in setups.iter().enumerate() {
            for two in &setups[at + 1..] {
                let compared = count_at_same_places([one, two], false);
                assert!(compared > 400, "{compared} nodes of {one:?} and {two:?}");
            }
        }
    }
}

#[test]
fn linked_runs_with_passes_apart_have_the_path_at_the_same_places() {
    let setups = different_searches(&GameSetup::from(TicTacToe { shortest_win: false }));
    for one in &setups[..4] {
        for two in &setups[4..] {
            let compared = count_at_same_places([one, two], true);
            assert!(compared > 50, "{compared} nodes of {one:?} and {two:?}");
        }
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
