//! Kalah and depth-limited searches: the table of an article, values from the literature, and invariants of all games.

use std::sync::Arc;

use crate::oracles::cases;
use crate::oracles::plain_searches::{enters_once, single_runs};
use edagari::analysis::{play_match, solve_check};
use edagari::game::{AnyGame, Capture, ConnectFour, Eight, Game, GameSetup, Kalah, Reversi, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, Natural, SearchSetup, TableSetup, Unobserved, search};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, NodeState, Place, Process, Progress, Setup, Trace, record};
use proptest::prelude::*;

/// First and second depth, stones of both, evaluations of minimax and of one-bound α-β: all rows of the table in M. Hiroi,
/// "Algorithms with Python: minimax and αβ" (2007), its misprint put right.
const TABLE: [(u32, u32, [i32; 2], u64, u64); 16] = [
    (2, 2, [41, 31], 11_775, 6_207),
    (2, 3, [39, 23], 4_383, 1_757),
    (2, 4, [36, 36], 160_765, 30_242),
    (2, 5, [23, 49], 3_648_321, 504_203),
    (3, 2, [43, 17], 90_698, 40_657),
    (3, 3, [40, 32], 41_159, 11_320),
    (3, 4, [43, 29], 131_496, 31_230),
    (3, 5, [26, 39], 1_580_529, 221_814),
    (4, 2, [26, 37], 318_340, 85_880),
    (4, 3, [53, 19], 654_559, 119_750),
    (4, 4, [34, 38], 510_241, 111_266),
    (4, 5, [43, 29], 2_488_362, 505_170),
    (5, 2, [39, 33], 1_221_294, 226_145),
    (5, 3, [48, 24], 588_627, 65_362),
    (5, 4, [44, 28], 1_734_092, 238_004),
    (5, 5, [35, 37], 4_806_261, 815_589),
];

fn limited(algorithm: Algorithm, depth: u32) -> SearchSetup {
    SearchSetup { limit: Some(DepthLimit { depth, evaluation: 0 }), ..algorithm.into() }
}

#[test]
fn the_whole_table_of_the_article() {
    let game = AnyGame::from(Kalah::default());
    let progress = Progress::default();
    for (first, second, stones, minimax, one_bound) in TABLE {
        for (algorithm, evaluations) in [(Algorithm::Minimax, minimax), (Algorithm::AlphaBetaOneBound, one_bound)] {
            let sides = [first, second].map(|depth| limited(algorithm, depth).into());
            let played = play_match(&game, &[], sides, &progress, |_| ()).expect("played");
            assert!(played.score.is_some());
            assert_eq!(played.stores(&game, &[]), Some(stones), "{} {first} {second}", algorithm.name());
            assert_eq!(played.evaluations(), evaluations, "{} {first} {second}", algorithm.name());
        }
    }
}

#[test]
fn small_boards_have_the_values_of_the_literature() {
    // Irving, Donkers, Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
    for (houses, stones, value) in [(5, 2, 0), (4, 3, 8)] {
        let game = Kalah { houses, stones, capture: Capture::Always, play_out: true };
        let setup = SearchSetup { table: Some(TableSetup::default()), ..Algorithm::AlphaBetaSoft.into() };
        assert_eq!(search(&game, &game.root(), setup, &Natural, &mut Unobserved), Some(Score::new(value)));
    }
}

/// Alternating games, Kalah with extra turns, and Reversi with passes, each after some legal moves.
fn setups() -> impl Strategy<Value = Setup> {
    let kalah = (1_u8..5, 1_u8..5, any::<bool>(), any::<bool>()).prop_map(|(houses, stones, always, play_out)| {
        let capture = if always { Capture::Always } else { Capture::OppositeNonempty };
        GameSetup::from(Kalah { houses, stones, capture, play_out })
    });
    let connect_four = (1_u8..5, 1_u8..5).prop_map(|(width, height)| {
        GameSetup::from(ConnectFour { width, height, line: 3.min(width.max(height)), shortest_win: true })
    });
    let game = prop_oneof![
        3 => (kalah, 0_usize..6),
        1 => (Just(GameSetup::from(TicTacToe { shortest_win: true })), 0_usize..6),
        1 => (Just(GameSetup::from(Eight)), 0_usize..6),
        1 => (connect_four, 0_usize..6),
        1 => (Just(GameSetup::from(Reversi { size: 6 })), 0_usize..30),
        2 => (Just(GameSetup::from(Reversi { size: 4 })), 5_usize..12),
    ];
    (game, any::<u64>()).prop_map(|((game, moves), seed)| {
        let opened = game.open().expect("a game");
        let mut position = opened.position(&[]);
        let (mut texts, mut state) = (Vec::new(), seed);
        for _ in 0..moves {
            let Some(here) = position.filter(|here| here.move_count() > 0) else { break };
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = ((state >> 33) as usize % here.move_count()) as u32;
            texts.push(here.move_text(mv as usize));
            position = here.play(mv);
        }
        Setup { after: texts.join(" "), ..Setup::new(game, Process::Search(Algorithm::Minimax)) }
    })
}

fn run(setup: &Setup, algorithm: Algorithm, table: Option<TableSetup>, depth: u32) -> Trace {
    let limit = Some(DepthLimit { depth, evaluation: 0 });
    let setup = Setup { process: Process::Search(algorithm), table, limit, ..setup.clone() };
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

/// Naive depth-limited minimax.
fn plain(trace: &Trace, path: &mut Vec<u32>, left: u32, visits: &mut u64) -> Score {
    *visits += 1;
    let position = trace.position(path).expect("a legal path");
    if let Some(score) = position.score() {
        return score;
    }
    if left == 0 {
        let place = trace.place(path);
        let state = trace.state(place, usize::MAX);
        let NodeState::Scored { score, .. } = state else { panic!("{path:?} is {state:?}") };
        assert!(trace.is_horizon(trace.visit_of(place.node).expect("visited")), "{path:?}");
        return score;
    }
    let mut scores = Vec::new();
    for mv in 0..position.move_count() as u32 {
        path.push(mv);
        let changes = trace.position(path).expect("legal").player() != position.player();
        scores.push(plain(trace, path, left - u32::from(changes), visits));
        path.pop();
    }
    let best = match position.player() {
        edagari::game::Player::Max => scores.into_iter().max(),
        edagari::game::Player::Min => scores.into_iter().min(),
    };
    best.expect("a move")
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn every_search_gives_depth_limited_minimax(setup in setups(), depth in 0_u32..4) {
        let minimax = run(&setup, Algorithm::Minimax, None, depth);
        let mut nodes = 0;
        let value = plain(&minimax, &mut Vec::new(), depth, &mut nodes);
        prop_assert_eq!(minimax.value(), Some(value));
        prop_assert_eq!(minimax.visit_count() as u64, nodes);
        for algorithm in Algorithm::ALL {
            let is_single = enters_once(algorithm) && single_runs().contains(&algorithm);
            for table in [None, Some(TableSetup::default())] {
                let trace = run(&setup, algorithm, table, depth);
                prop_assert_eq!(trace.value(), Some(value), "{} {:?}", algorithm.name(), table);
                if !is_single {
                    continue;
                }
                prop_assert!(trace.visit_count() <= minimax.visit_count());
                if table.is_none() {
                    prop_assert_eq!(trace.visit_count() as u64 + trace.nodes_pruned().expect("counted"), nodes);
                }
            }
        }
        let full = run(&setup, Algorithm::AlphaBeta, None, depth).visit_count();
        prop_assert!(full <= run(&setup, Algorithm::AlphaBetaOneBound, None, depth).visit_count());
    }

    #[test]
    fn nodes_at_the_limit_can_be_grown(setup in setups(), depth in 0_u32..3) {
        let trace = run(&setup, Algorithm::AlphaBeta, None, depth);
        for visit in (0..trace.visit_count() as u32).map(edagari::trace::VisitId) {
            let node = trace.node_of(visit);
            let position = trace.position(&trace.path(node)).expect("legal");
            let is_leaf = trace.children(node).len() == 0;
            prop_assert_eq!(trace.is_horizon(visit), is_leaf && position.score().is_none());
            if trace.is_horizon(visit) {
                let mut below = trace.path(node);
                below.push(0);
                prop_assert_eq!(trace.state(trace.place(&below), usize::MAX), NodeState::Unvisited);
            }
        }
        let root = trace.state(Place { node: NodeId::ROOT, below: 0 }, usize::MAX);
        prop_assert_ne!(root, NodeState::Unvisited);
    }

    #[test]
    fn kalah_is_solved_by_every_search(houses in 1_u8..3, stones in 1_u8..4, always in any::<bool>()) {
        let capture = if always { Capture::Always } else { Capture::OppositeNonempty };
        let game = GameSetup::from(Kalah { houses, stones, capture, play_out: true });
        for algorithm in Algorithm::ALL {
            let setup = Setup::new(game.clone(), Process::Search(algorithm));
            let check = solve_check(&setup, &Progress::default()).expect("checked");
            prop_assert!(check.is_solved(), "{:?}", check);
        }
    }
}
