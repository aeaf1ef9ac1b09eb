//! Runs of games that Edagari does not have: their recorded facts round-trip, with the same frames and moves, but
//! without the game.

use edagari::analysis::{Summary, TraceDiff, check};
use edagari::game::{AnyGame, Game as _, GameSetup, LayeredGraph, TextbookTree};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::file::{read_native, read_ron, write_ron};
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, Ending, Header, NodeId, Process, Progress, Setup, Trace, Traversal, VisitId, record_game,
};
use proptest::prelude::*;

use super::round_trips::{check_round_trips, native_of, read_stream, stream_of};
use crate::oracles::cases;
use crate::oracles::random_games::tables;
use crate::oracles::random_trees::{orders, stopped_run, trees};
use crate::rules::other_games::Nim;

fn run(game: AnyGame, setup: &Setup) -> Trace {
    record_game(game, setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
}

fn nim() -> AnyGame {
    AnyGame::other(Nim { stones: "o".repeat(7) })
}

fn setup_of(name: &str, process: Process) -> Setup {
    Setup::new(GameSetup::unknown(name), process)
}

/// Facts of a node in a file, apart from its frames.
#[derive(PartialEq, Debug)]
struct Told {
    moves: String,
    label: Option<String>,
    score: Option<Score>,
}

fn told(trace: &Trace, node: NodeId) -> Told {
    let path = trace.path(node);
    let position = trace.position(&path).expect("a node of the trace");
    let is_visited = trace.visit_of(node).is_some();
    Told {
        moves: trace.game.move_texts(&trace.start, &path).join(" "),
        label: position.label().filter(|_| is_visited),
        score: position.score().filter(|_| is_visited && trace.children(node).len() == 0),
    }
}

/// Asserts that the trace of a file matches its run. Without rules, the moves of a node have the order in which they
/// were searched.
fn check_told(trace: &Trace, opened: &Trace) {
    assert!(opened.rules().is_none() && opened.recorded_tree().is_some());
    assert_eq!((trace.setup.clone(), trace.ending), (opened.setup.clone(), opened.ending));
    assert_eq!(trace.frame_count(), opened.frame_count());
    for frame in 0..trace.frame_count() {
        assert_eq!(trace.step(frame), opened.step(frame), "frame {frame}");
        assert_eq!(trace.value_at_update(frame), opened.value_at_update(frame), "frame {frame}");
    }
    assert_eq!((trace.visit_count(), trace.node_count()), (opened.visit_count(), opened.node_count()));
    for visit in (0..trace.visit_count() as u32).map(VisitId) {
        assert_eq!(trace.parent_visit(visit), opened.parent_visit(visit));
        assert_eq!(trace.given_window(visit), opened.given_window(visit));
        assert!(trace.children(trace.node_of(visit)).eq(opened.children(trace.node_of(visit))));
    }
    let has_limit = trace.setup.limit.is_some();
    for node in (0..trace.node_count() as u32).map(NodeId) {
        let (own, read) = (told(trace, node), told(opened, node));
        // At a depth limit, the score of a node is its evaluation.
        let score = if has_limit && own.score.is_none() { None } else { read.score };
        assert_eq!(own, Told { score, ..read }, "{node:?}");
    }
    assert_eq!(trace.tally(), opened.tally());
    assert_eq!(trace.cuts(), opened.cuts());
    assert!(
        trace.cuts().iter().all(|&cut| trace.nodes_pruned_at(cut as usize) == opened.nodes_pruned_at(cut as usize))
    );
    assert_eq!(trace.table().tally(), opened.table().tally());
    assert_eq!(trace.remarks(), opened.remarks());
    assert_eq!(Header::of(trace), Header::of(opened));
    assert_eq!(Summary::of(trace).game, Summary::of(opened).game);
}

/// Asserts that all formats contain the same facts, also after repeated round trips.
fn check_files(trace: &Trace) {
    let native = native_of(trace);
    check_told(trace, &read_native(native.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file"));
    let streamed = read_stream(&stream_of(trace));
    check_told(trace, &streamed);
    let mut ron = Vec::new();
    write_ron(trace, &mut ron, &Progress::default()).expect("memory takes everything");
    check_told(trace, &read_ron(ron.as_slice(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a RON file"));
    // With re-entered nodes, a reader finds the texts of moves in another order and numbers them differently.
    assert!(trace.has_layers() || native_of(&streamed) == native, "the native file of what was read is the same");
    assert!(stream_of(&streamed) == stream_of(trace), "the stream of what was read is the same");
    check_round_trips(&streamed);
}

#[test]
fn runs_of_other_games_round_trip() {
    let alpha_beta = setup_of("nim", Process::Search(Algorithm::AlphaBeta));
    let table = Some(TableSetup::default());
    let graph = || AnyGame::other(LayeredGraph { depth: 5, ..LayeredGraph::default() });
    for (game, setup) in [
        (nim(), alpha_beta.clone()),
        (nim(), Setup { after: "take3 take1".to_owned(), ..alpha_beta.clone() }),
        (nim(), Setup { limit: Some(DepthLimit { depth: 2, evaluation: 0 }), ..alpha_beta.clone() }),
        (nim(), setup_of("nim", Process::Search(Algorithm::Minimax))),
        (graph(), Setup { table, ..alpha_beta }),
        (nim(), setup_of("nim", Process::Generate(Traversal::BreadthFirst))),
        (nim(), setup_of("nim", Process::Generate(Traversal::DepthFirst))),
    ] {
        check_files(&run(game, &setup));
    }
}

#[test]
fn evaluations_keep_their_names() {
    let limit = Some(DepthLimit { depth: 2, evaluation: 0 });
    let setup = Setup { limit, ..setup_of("sowing", Process::Search(Algorithm::AlphaBeta)) };
    let kalah = edagari::game::Kalah::default();
    let trace = run(AnyGame::other(kalah), &setup);
    assert_eq!(Header::of(&trace).evaluation.as_deref(), Some(kalah.evaluations()[0]));
    assert_ne!(kalah.evaluations()[0], "zero", "the name of what a game without evaluations has");
    check_files(&trace);
}

#[test]
fn incomplete_and_unstarted_runs_round_trip() {
    let setup = setup_of("nim", Process::Search(Algorithm::AlphaBeta));
    for visits in 1..40 {
        check_files(&stopped_run(nim(), &setup, visits));
    }
    let trace = Trace::not_started(setup, nim(), Vec::new());
    let opened = read_native(native_of(&trace).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
    assert_eq!((opened.ending, opened.frame_count()), (Ending::NotStarted, 0));
    assert_eq!(opened.setup, trace.setup);
}

#[test]
fn a_game_with_the_name_of_one_of_ours_is_not_read_by_its_rules() {
    let setup = Setup { after: "take1".to_owned(), ..setup_of("kalah", Process::Search(Algorithm::AlphaBeta)) };
    let trace = run(nim(), &setup);
    let native = read_native(native_of(&trace).as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
    check_told(&trace, &native);
    let streamed = read_stream(&stream_of(&trace));
    assert!(streamed.rules().is_none() && streamed.remarks().is_empty());
    assert_eq!(streamed.setup.game, GameSetup::unknown("kalah (other)"));
    assert_eq!(streamed.frame_count(), trace.frame_count());
}

#[test]
fn a_run_is_checked_and_compared_with_its_file() {
    let setup = Setup { after: "take3".to_owned(), ..setup_of("nim", Process::Search(Algorithm::AlphaBeta)) };
    let trace = run(nim(), &setup);
    let report = check(&trace, true, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings.first());
    assert_eq!(report.minimax, trace.value());
    let opened = read_stream(&stream_of(&trace));
    assert!(check(&opened, true, &Progress::default()).is_right());
    for pair in [[&trace, &opened], [&opened, &trace]] {
        let diff = TraceDiff::of(pair[0], pair[1], &Progress::default()).expect("the same game");
        assert!(diff.is_empty(), "{diff:?}");
    }
    let minimax = run(nim(), &Setup { process: Process::Search(Algorithm::Minimax), ..setup });
    let diff = TraceDiff::of(&minimax, &opened, &Progress::default()).expect("the same game");
    assert_eq!(diff.visited_by_one, [(minimax.visit_count() - trace.visit_count()) as u64, 0]);
}

#[test]
fn tree_of_a_file_can_be_searched_and_saved_again() {
    let minimax = setup_of("nim", Process::Search(Algorithm::Minimax));
    let opened = read_stream(&stream_of(&run(nim(), &minimax)));
    let again = Setup { process: Process::Search(Algorithm::AlphaBeta), order: Order::Reversed, ..minimax };
    let [of_file, of_game] = [opened.game.clone(), nim()].map(|game| run(game, &again));
    assert!(of_file.node_count() < opened.node_count(), "its nodes have other numbers");
    check_files(&of_file);
    assert_eq!(of_file.frame_count(), of_game.frame_count());
    let last = of_file.step(of_file.frame_count() / 2).expect("a frame").node;
    assert_eq!(told(&of_file, last), told(&of_game, last));
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_game_of_another_crate_round_trips(
        (list, order) in (trees(), orders()),
        algorithm in proptest::sample::select(&Algorithm::ALL[..]),
        visits in 1_usize..80,
    ) {
        let game = AnyGame::other(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let setup = Setup { order, ..setup_of("a tree of others", Process::Search(algorithm)) };
        check_files(&run(game.clone(), &setup));
        check_files(&stopped_run(game.clone(), &setup_of("a tree of others", Process::Search(algorithm)), visits));
        let generate = Process::Generate(if visits % 2 == 0 { Traversal::BreadthFirst } else { Traversal::DepthFirst });
        check_files(&run(game, &Setup { process: generate, ..setup }));
    }

    #[test]
    fn any_table_round_trips((depth, seed, order, table) in (0_u32..5, any::<u64>(), orders(), tables())) {
        let game = AnyGame::other(LayeredGraph { depth, width: 4, branching: 3, seed, scores: (-4, 4) });
        let setup = Setup { order, table: Some(table), ..setup_of("a graph", Process::Search(Algorithm::AlphaBeta)) };
        check_files(&run(game, &setup));
    }
}
