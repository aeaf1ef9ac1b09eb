//! The corresponding frame of another run, compared with a naive account of the progress of each search.

use std::collections::HashMap;
use std::sync::Arc;

use crate::oracles::cases;
use crate::oracles::plain_searches::{enters_once, single_runs};
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, trees};
use edagari::analysis::{Relation, are_alike, corresponding, frame_in_short};
use edagari::game::{
    AnyGame, ConnectFour, Eight, GameSetup, Kalah, LayeredGraph, RandomTree, Reversi, TextbookTree, TicTacToe,
};
use edagari::search::{Algorithm, DepthLimit, Order, Proof, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, FrameKind, NodeState, Process, Setup, Trace, record, record_game};
use proptest::prelude::*;

/// Identity of a frame across runs: moves to its node, its kind, and the move of the child that returned.
type Moment = (Vec<u32>, FrameKind, Option<u32>);

fn moment(trace: &Trace, frame: usize) -> Moment {
    let step = trace.step(frame).expect("a frame");
    let child = trace.returned_child(frame).and_then(|child| trace.move_of(trace.node_of(child)));
    let path = [trace.start.as_slice(), &trace.path(step.node)].concat();
    (path, step.kind, child)
}

/// Frame of each moment, in a run that enters each node once.
fn moments(trace: &Trace) -> HashMap<Moment, usize> {
    (0..trace.frame_count()).map(|frame| (moment(trace, frame), frame)).collect()
}

fn recorded(game: &AnyGame, setup: &Setup) -> Trace {
    record_game(game.clone(), setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

/// Searches that traverse the tree in the same order and enter each node once.
fn once() -> Vec<Algorithm> {
    single_runs().into_iter().filter(|&algorithm| enters_once(algorithm)).collect()
}

/// Checks that stepping forward in `trace` never steps `other` back, and that the first and the last frames correspond.
fn check_order(trace: &Trace, other: &Trace) -> Result<(), TestCaseError> {
    let mut before = 0;
    for frame in 0..trace.frame_count() {
        let found = corresponding(trace, frame, other).expect("runs of the same game");
        prop_assert!(before <= found.frame, "frame {frame} leads back to {} from {before}", found.frame);
        before = found.frame;
    }
    prop_assert_eq!(corresponding(trace, 0, other).expect("a start").frame, 0);
    prop_assert_eq!(before, other.frame_count() - 1);
    Ok(())
}

/// Checks that frames with relation `Same` have equal moments, and that the corresponding frame leads back to the same
/// moment.
fn check_round_trips(trace: &Trace, other: &Trace) -> Result<(), TestCaseError> {
    for frame in 0..trace.frame_count() {
        let found = corresponding(trace, frame, other).expect("runs of the same game");
        if found.relation == Relation::Same {
            prop_assert_eq!(moment(other, found.frame), moment(trace, frame));
            let back = corresponding(other, found.frame, trace).expect("runs of the same game");
            prop_assert_eq!(moment(trace, back.frame), moment(trace, frame));
        }
    }
    Ok(())
}

/// Checks that at the same moment each child has the same state in both runs, unless one run leaves it out.
fn check_states(trace: &Trace, other: &Trace) -> Result<(), TestCaseError> {
    for frame in 0..trace.frame_count() {
        let found = corresponding(trace, frame, other).expect("runs of the same game");
        let step = trace.step(frame).expect("a frame");
        let path = trace.path(step.node);
        if found.relation != Relation::Same {
            continue;
        }
        for child in trace.children(step.node) {
            let mv = trace.move_of(child).expect("a child");
            let state = |trace: &Trace, frame: usize| {
                let place = trace.child_place(trace.place(&path), mv);
                match trace.state(place, frame) {
                    NodeState::Scored { .. } => "scored",
                    NodeState::Open { .. } => "open",
                    NodeState::Unvisited => "unvisited",
                    _ => "left out",
                }
            };
            let (here, there) = (state(trace, frame), state(other, found.frame));
            let is_left_out = [here, there].contains(&"left out");
            prop_assert!(here == there || is_left_out, "frame {}: {} and {}", frame, here, there);
        }
    }
    Ok(())
}

/// Both runs visit a subsequence of minimax, so the corresponding frame is the last one of `other` at or before the
/// same moment of minimax.
fn check_against_minimax(trace: &Trace, other: &Trace, minimax: &Trace) -> Result<(), TestCaseError> {
    let whole = moments(minimax);
    let there: Vec<usize> = (0..other.frame_count()).map(|frame| whole[&moment(other, frame)]).collect();
    for frame in 0..trace.frame_count() {
        let at = whole[&moment(trace, frame)];
        let expected = there.partition_point(|&other| other <= at) - 1;
        let found = corresponding(trace, frame, other).expect("runs of the same game");
        prop_assert_eq!(found.frame, expected, "frame {}", frame);
        prop_assert_eq!(found.relation == Relation::Same, there[expected] == at, "frame {}", frame);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn searches_in_the_same_order_show_the_last_moment_at_or_before_the_same_one(
        list in trees(), order in orders(), algorithms in prop::sample::subsequence(once(), 2)
    ) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let setup = |algorithm| Setup {
            order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm))
        };
        let [first, second] = [0, 1].map(|at| recorded(&game, &setup(algorithms[at])));
        let minimax = recorded(&game, &setup(Algorithm::Minimax));
        for (trace, other) in [(&first, &second), (&second, &first), (&first, &first)] {
            check_order(trace, other)?;
            check_round_trips(trace, other)?;
            check_states(trace, other)?;
            check_against_minimax(trace, other, &minimax)?;
        }
    }

    #[test]
    fn searches_with_tables_and_limits_in_the_same_order_never_go_back(
        setup in setups(), algorithms in prop::sample::subsequence(once(), 2), has_table in any::<[bool; 2]>()
    ) {
        let order = if setup.order == Order::Best { Order::Natural } else { setup.order };
        let run = |at: usize| {
            let table = has_table[at].then(TableSetup::default).filter(|_| algorithms[at] != Algorithm::Minimax);
            let mut own = Setup::new(setup.game.clone(), Process::Search(algorithms[at]));
            (own.order, own.table, own.limit, own.after) = (order, table, setup.limit, setup.after.clone());
            record(&own, DEFAULT_MEMORY_LIMIT, &Arc::default())
        };
        let (Ok(first), Ok(second)) = (run(0), run(1)) else { return Ok(()) };
        if first.frame_count().max(second.frame_count()) > 20_000 { return Ok(()) }
        for (trace, other) in [(&first, &second), (&second, &first)] {
            check_order(trace, other)?;
            check_round_trips(trace, other)?;
        }
    }

    #[test]
    fn any_two_searches_of_a_game_correspond_only_where_the_moment_is_the_same(setup in setups(), other in setups()) {
        let other = Setup { game: setup.game.clone(), after: setup.after.clone(), ..other };
        let run = |setup: &Setup| record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default());
        let (Ok(first), Ok(second)) = (run(&setup), run(&other)) else { return Ok(()) };
        if first.frame_count().max(second.frame_count()) > 20_000 { return Ok(()) }
        for (trace, other) in [(&first, &second), (&second, &first)] {
            for frame in 0..trace.frame_count() - 1 {
                let found = corresponding(trace, frame, other).expect("runs of the same game");
                prop_assert!(found.frame < other.frame_count());
                if found.relation == Relation::Same && found.frame + 1 < other.frame_count() {
                    prop_assert_eq!(moment(other, found.frame), moment(trace, frame));
                }
            }
            let last = corresponding(trace, trace.frame_count() - 1, other).expect("an end");
            prop_assert_eq!(last.frame, other.frame_count() - 1);
        }
    }
}

fn limited(game: GameSetup, depth: u32) -> Setup {
    let limit = Some(DepthLimit { depth, evaluation: 0 });
    Setup { limit, ..Setup::new(game, Process::Search(Algorithm::Minimax)) }
}

#[test]
fn every_game_keeps_the_order_between_searches_that_enter_each_node_once() {
    let games = [
        limited(GameSetup::from(TicTacToe { shortest_win: false }), 4),
        limited(GameSetup::from(Kalah::default()), 3),
        limited(GameSetup::from(ConnectFour::default()), 4),
        limited(GameSetup::from(Reversi::default()), 4),
        limited(GameSetup::from(RandomTree { depth: 6, branching: 3, ..RandomTree::default() }), 6),
        limited(GameSetup::from(LayeredGraph { depth: 5, width: 9, branching: 3, ..LayeredGraph::default() }), 5),
    ];
    for setup in games {
        let runs: Vec<Trace> = once()
            .into_iter()
            .map(|algorithm| {
                let setup = Setup { process: Process::Search(algorithm), ..setup.clone() };
                record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
            })
            .collect();
        let minimax = &runs[0];
        for (trace, other) in runs.iter().flat_map(|run| runs.iter().map(move |other| (run, other))) {
            check_order(trace, other).expect("in order");
            check_round_trips(trace, other).expect("there and back");
            check_states(trace, other).expect("the same states");
            check_against_minimax(trace, other, minimax).expect("the last moment before");
        }
    }
}

#[test]
fn minimax_beside_alpha_beta_at_its_end_is_at_its_end() {
    let run = |algorithm| {
        let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm));
        record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
    };
    let (alpha_beta, minimax) = (run(Algorithm::AlphaBeta), run(Algorithm::Minimax));
    let there = |frame: usize| corresponding(&alpha_beta, frame, &minimax).expect("the same game");
    assert_eq!(there(alpha_beta.frame_count() - 1).frame, minimax.frame_count() - 1);
    let step = minimax.step(there(126).frame).expect("a frame");
    assert_eq!((step.kind, minimax.path(step.node)), (FrameKind::Update, vec![0, 0, 0, 0, 0, 3]));
    // The node that α-β pruned.
    let pruned = there(126).frame + 1;
    let back = corresponding(&minimax, pruned, &alpha_beta).expect("the same game");
    assert_eq!((back.frame, back.relation), (126, Relation::Pruned(vec![0, 0, 0, 0, 0, 3, 2])));
}

#[test]
fn nodes_that_a_compared_run_shows_alike_are_faint() {
    use edagari::language::Language;
    use edagari::scene::{
        FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, PieceKind, Shape, draw_focus_pieces,
    };

    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let opened = std::collections::BTreeSet::new();
    let options = FocusOptions::default();
    let request = FocusRequest { trace: &trace, focus: &[], in_sight: &[], opened: &opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("a root");
    let frame = trace.frame_count() - 1;
    let moment = Moment::of(&trace, frame);
    let [one, other] = [1, 2].map(|index| layout.nodes[index].key);
    let alike = [one].into_iter().collect();
    let opacity = |alike: Option<&std::collections::HashSet<u64>>, key: u64| {
        let look = FocusLook { alike, ..FocusLook::plain(frame, &moment, Language::English) };
        let pieces = draw_focus_pieces(&trace, &layout, &look);
        let piece = pieces.into_iter().find(|piece| piece.name.kind == PieceKind::Node && piece.name.of == key);
        let texts = piece.expect("a node").shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text { ink, .. } => Some(ink.opacity),
            _ => None,
        });
        texts.fold(0.0, f32::max)
    };
    let faint = [None, Some(&alike)].map(|alike| opacity(alike, one));
    assert!(faint[0] > 0.5 && faint[1] < 0.3, "{faint:?}");
    assert!((opacity(None, other) - opacity(Some(&alike), other)).abs() < 1e-6, "the others are as they were");
}

#[test]
fn frames_are_alike_if_nothing_that_they_show_differs() {
    let game = GameSetup::from(ConnectFour { width: 4, height: 4, ..ConnectFour::default() });
    let run = |algorithm| {
        let mut setup = Setup::new(game.clone(), Process::Search(algorithm));
        setup.limit = Some(DepthLimit { depth: 4, evaluation: 0 });
        record(&setup, DEFAULT_MEMORY_LIMIT, &std::sync::Arc::default()).expect("a small run")
    };
    let (alpha_beta, pvs, minimax) = (run(Algorithm::AlphaBeta), run(Algorithm::Pvs), run(Algorithm::Minimax));
    let counts = |other: &Trace| {
        let (mut alike, mut different) = (0, 0);
        for frame in 0..alpha_beta.frame_count() {
            let Some(found) = corresponding(&alpha_beta, frame, other) else { continue };
            if found.relation != Relation::Same {
                continue;
            }
            if !are_alike(&alpha_beta, frame, other, found.frame) {
                different += 1;
                continue;
            }
            alike += 1;
            let [one, two] = [(&alpha_beta, frame), (other, found.frame)]
                .map(|(trace, frame)| frame_in_short(trace, frame, edagari::language::Language::English));
            assert_eq!(one, two, "frame {frame}");
            let [one, two] = [(&alpha_beta, frame), (other, found.frame)].map(|(trace, frame)| {
                let step = trace.step(frame).expect("a frame");
                let moves: Vec<_> = trace.children(step.node).map(|child| trace.move_of(child)).collect();
                (step.window, moves)
            });
            assert_eq!(one, two, "frame {frame}: window, and children in their order");
        }
        (alike, different)
    };
    assert_eq!(counts(&alpha_beta), (alpha_beta.frame_count(), 0));
    let (alike, different) = counts(&pvs);
    assert!(alike > 20 && different > 20, "{alike} alike, {different} different");
    // Minimax has no windows.
    assert_eq!(counts(&minimax).0, 0);
}

#[test]
fn proof_searches_meet_at_children_that_the_other_expanded_in_another_visit() {
    let prove = |proof| {
        let setup = Setup::new(GameSetup::from(Eight), Process::Prove(proof));
        record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a recording")
    };
    let [first, second] = [Proof::Pns, Proof::Dfpn].map(prove);
    for (trace, other) in [(&first, &second), (&second, &first)] {
        for frame in 0..trace.frame_count() {
            let found = corresponding(trace, frame, other).expect("runs of the same game");
            let Relation::NotEntered(path) = &found.relation else { continue };
            let node = other.place(path).recorded();
            let is_visited = node.is_some_and(|node| other.layers(node).next().is_some());
            assert!(!is_visited, "frame {frame}: {path:?} is visited");
        }
    }
}

#[test]
fn run_with_null_moves_is_of_the_same_game() {
    let run = |words: &str| {
        let setup = Setup::of_words(&format!("chess,search=alpha-beta,depth-limit=3{words}")).expect("a setup");
        record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a recording")
    };
    let (plain, guessing) = (run(""), run(",null-move=2"));
    for (trace, other) in [(&plain, &guessing), (&guessing, &plain)] {
        assert!(trace.setup.game.is_same_game(&other.setup.game), "{} and {}", trace.setup.game, other.setup.game);
        let found = corresponding(trace, 1, other).expect("a moment of the same game");
        assert_eq!(found.relation, Relation::Same);
    }
    let other = GameSetup::from(TicTacToe { shortest_win: false });
    assert!(!plain.setup.game.is_same_game(&other) && !guessing.setup.game.is_same_game(&other));
}
