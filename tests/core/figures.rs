//! Published and independently computed figures that the program must reproduce.

use std::collections::HashMap;
use std::sync::Arc;

use edagari::game::{Eight, Game, GameSetup, Player, TicTacToe};
use edagari::score::{BoundKind, Score, Window};
use edagari::search::{Algorithm, Order};
use edagari::trace::{Cut, DEFAULT_MEMORY_LIMIT, FrameKind, NodeState, Process, Setup, Trace, record};

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

fn tic_tac_toe(algorithm: Algorithm) -> Trace {
    recorded(&Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm)))
}

fn textbook(algorithm: Algorithm) -> Trace {
    recorded(&Setup::new(GameSetup::textbook(None), Process::Search(algorithm)))
}

fn path(trace: &Trace, moves: &str) -> Vec<u32> {
    trace.game.parse_moves(&trace.start, moves).expect("legal moves")
}

#[test]
fn minimax_visits_the_whole_tree_of_tic_tac_toe() {
    let trace = tic_tac_toe(Algorithm::Minimax);
    assert_eq!(trace.visit_count(), 549_946);
    assert_eq!(trace.frame_count(), 2_199_782);
    assert_eq!(trace.tally().total().evaluations, 255_168);
    assert_eq!(trace.value(), Some(Score::new(0)));
    assert_eq!(trace.nodes_pruned(), Some(0));
    assert_eq!(trace.max_depth(), 9);
}

#[test]
fn alpha_beta_prunes_tic_tac_toe() {
    let trace = tic_tac_toe(Algorithm::AlphaBeta);
    assert_eq!(trace.visit_count(), 18_297);
    assert_eq!(trace.frame_count(), 73_186);
    assert_eq!(trace.cuts().len(), 4_237);
    assert_eq!(trace.nodes_pruned(), Some(531_649));
    assert_eq!(trace.value(), Some(Score::new(0)));
}

#[test]
fn the_published_frames_of_tic_tac_toe() {
    let trace = tic_tac_toe(Algorithm::AlphaBeta);
    let step = |frame| trace.step(frame).expect("a frame");
    let (at_18, at_19, at_20) = (step(18), step(19), step(20));
    assert_eq!((at_18.kind, at_18.player, at_18.score), (FrameKind::Score, Player::Min, Some(Score::new(1))));
    assert_eq!(at_18.window, Window { alpha: Score::new(1), beta: Score::INFINITY });
    assert_eq!((at_19.kind, at_19.cut), (FrameKind::Update, Some(Cut::Alpha)));
    assert_eq!(at_19.window.beta, Score::new(1));
    assert_eq!(trace.nodes_pruned_at(19), Some(2));
    assert_eq!((at_20.kind, at_20.node), (FrameKind::End, at_18.node));

    assert_eq!(step(125).cut, None);
    assert_eq!(step(126).cut, Some(Cut::Beta));
    assert_eq!(trace.nodes_pruned_at(126), Some(5));

    assert_eq!(step(14_324).kind, FrameKind::Score);
    assert_eq!(step(14_325).cut, Some(Cut::Alpha));
    assert_eq!(trace.nodes_pruned_at(14_325), Some(55_152));
    assert_eq!(trace.path(step(14_325).node), path(&trace, "b1"));
    assert_eq!(trace.pruned_children(step(14_325).visit).len(), 7);
}

#[test]
fn the_three_move_figure() {
    let minimax = textbook(Algorithm::Minimax);
    assert_eq!(minimax.tally().total().evaluations, 8);
    let last = minimax.frame_count();
    for (moves, value) in [("A C", 3), ("A D", 4), ("B E", 2), ("B F", 5), ("A", 3), ("B", 2), ("", 3)] {
        let place = minimax.place(&path(&minimax, moves));
        let expected = NodeState::Scored { score: Score::new(value), kind: Some(BoundKind::Exact) };
        assert_eq!(minimax.state(place, last), expected, "{moves}");
    }

    let alpha_beta = textbook(Algorithm::AlphaBeta);
    assert_eq!(alpha_beta.value(), Some(Score::new(3)));
    assert_eq!(alpha_beta.tally().total().evaluations, 5);
    let cuts: Vec<_> = alpha_beta.cuts().iter().map(|&cut| alpha_beta.step(cut as usize).unwrap()).collect();
    assert_eq!(cuts.iter().map(|cut| cut.cut).collect::<Vec<_>>(), [Some(Cut::Beta), Some(Cut::Alpha)]);
    assert_eq!(alpha_beta.path(cuts[0].node), path(&alpha_beta, "A D"));
    assert_eq!(alpha_beta.path(cuts[1].node), path(&alpha_beta, "B"));
    for pruned in ["A D J", "B F", "B F M", "B F N"] {
        let place = alpha_beta.place(&path(&alpha_beta, pruned));
        assert!(matches!(alpha_beta.state(place, last), NodeState::Pruned { .. }), "{pruned}");
    }
    assert_eq!(alpha_beta.nodes_pruned(), Some(4));
}

#[test]
fn best_first_order_needs_the_fewest_leaves() {
    let mut setup =
        Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    setup.order = Order::Best;
    let trace = recorded(&setup);
    assert_eq!(trace.value(), Some(Score::new(0)));
    assert_eq!(trace.visit_count() as u64 + trace.nodes_pruned().unwrap(), 549_946);
}

/// Values of all unfinished positions up to symmetry, and the number of them with a move that is not best.
#[test]
fn positions_in_which_a_move_can_be_wrong() {
    fn value(
        game: TicTacToe,
        position: <TicTacToe as Game>::Position,
        wrong: &mut HashMap<u128, (Score, bool)>,
    ) -> Score {
        if let Some(score) = game.score(&position) {
            return score;
        }
        let key = game.class_key(&position).expect("tic-tac-toe knows equal positions");
        if let Some(&(value, _)) = wrong.get(&key) {
            return value;
        }
        let values: Vec<Score> =
            game.legal_moves(&position).into_iter().map(|mv| value(game, game.play(&position, mv), wrong)).collect();
        let best = match game.player(&position) {
            Player::Max => values.iter().max(),
            Player::Min => values.iter().min(),
        };
        let best = *best.expect("a game that goes on has a move");
        wrong.insert(key, (best, values.iter().any(|&value| value != best)));
        best
    }
    let game = TicTacToe::default();
    let mut positions = HashMap::new();
    assert_eq!(value(game, game.root(), &mut positions), Score::new(0));
    assert_eq!(positions.values().filter(|&&(_, can_be_wrong)| can_be_wrong).count(), 431);
}

#[test]
fn eight_has_the_values_computed_by_hand() {
    // Computed from the rules alone: at sum 0 the first player may say 1, 2 or 3.
    fn value(sum: u8, last: u8, max_to_move: bool) -> i32 {
        if sum >= 8 {
            let mover_wins = sum == 8;
            return if mover_wins == max_to_move { -1 } else { 1 };
        }
        let values = (1..=3).filter(|&number| number != last).map(|number| value(sum + number, number, !max_to_move));
        if max_to_move { values.max().unwrap() } else { values.min().unwrap() }
    }
    for algorithm in Algorithm::ALL {
        let trace = recorded(&Setup::new(GameSetup::from(Eight), Process::Search(algorithm)));
        assert_eq!(trace.value(), Some(Score::new(value(0, 0, true))), "{}", algorithm.name());
    }
}

/// Checks the figures of `docs/performance.md`.
#[test]
fn trace_sizes_match_the_performance_document() {
    for (algorithm, a_frame, a_visit) in [(Algorithm::Minimax, 8.4, 33.6), (Algorithm::AlphaBeta, 11.9, 47.7)] {
        let trace = tic_tac_toe(algorithm);
        let bytes = trace.memory() as f64;
        let (of_frame, of_visit) = (bytes / trace.frame_count() as f64, bytes / trace.visit_count() as f64);
        assert!((of_frame - a_frame).abs() < 0.06 && (of_visit - a_visit).abs() < 0.06, "{of_frame} {of_visit}");
        assert_eq!(trace.finite_scores(), Some((-1, 1)));
    }
}
