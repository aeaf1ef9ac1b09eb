//! Games whose types Edagari does not know: every query about one is answered by the game itself.

use edagari::analysis::Assumption;
use edagari::game::{AnyGame, Board, Game, GameSetup, Kalah, OtherGame, Player, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit, Order, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Recording, Setup, Trace, record_game};

/// Nim variant: the player who takes the last stone wins. Game and positions are not `Copy`, and positions have no key.
#[derive(Clone)]
pub struct Nim {
    pub stones: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    stones: String,
    player: Player,
}

impl Game for Nim {
    type Position = Heap;
    type Move = usize;

    fn root(&self) -> Heap {
        Heap { stones: self.stones.clone(), player: Player::Max }
    }

    fn player(&self, heap: &Heap) -> Player {
        heap.player
    }

    fn score(&self, heap: &Heap) -> Option<Score> {
        heap.stones.is_empty().then(|| Score::new(if heap.player == Player::Max { -1 } else { 1 }))
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<usize>) {
        moves.extend((1..=3).rev().filter(|&taken| taken <= heap.stones.len()));
    }

    fn play(&self, heap: &Heap, taken: usize) -> Heap {
        Heap { stones: heap.stones[taken..].to_owned(), player: heap.player.other() }
    }

    fn move_text(&self, _: &Heap, taken: usize) -> String {
        format!("take{taken}")
    }

    fn board(&self, _: &Heap) -> Board {
        Board::square(Vec::new())
    }

    fn label(&self, heap: &Heap) -> Option<String> {
        Some(heap.stones.clone())
    }
}

fn run(game: AnyGame, setup: &Setup) -> Trace {
    record_game(game, setup, DEFAULT_MEMORY_LIMIT, &edagari::trace::Progress::default()).expect("a legal setup")
}

/// Setups that together call every method of a game.
fn setups(game: &GameSetup, after: &str) -> Vec<Setup> {
    let plain = Setup { after: after.to_owned(), ..Setup::new(game.clone(), Process::Search(Algorithm::AlphaBeta)) };
    vec![
        plain.clone(),
        Setup { process: Process::Search(Algorithm::Minimax), order: Order::Reversed, ..plain.clone() },
        Setup { table: Some(TableSetup { symmetry: true, ..TableSetup::default() }), ..plain.clone() },
        Setup { limit: Some(DepthLimit { depth: 2, evaluation: 0 }), order: Order::Shuffled(7), ..plain.clone() },
        Setup { process: Process::Generate(edagari::trace::Traversal::BreadthFirst), ..plain },
    ]
}

#[test]
fn a_search_of_an_erased_game_makes_the_same_frames() {
    let kalah = Kalah { houses: 2, stones: 2, ..Kalah::default() };
    let tic_tac_toe = TicTacToe::default();
    let games = [
        (GameSetup::from(kalah), "", AnyGame::from(kalah), AnyGame::other(kalah)),
        (
            GameSetup::from(TicTacToe { shortest_win: false }),
            "a1 b2 c3",
            AnyGame::from(tic_tac_toe),
            AnyGame::other(tic_tac_toe),
        ),
    ];
    for (setup, after, game, erased) in games {
        assert_eq!(game.evaluations(), erased.evaluations());
        assert_eq!(game.player_name(Player::Min), erased.player_name(Player::Min));
        for setup in setups(&setup, after) {
            let [own, other] = [game.clone(), erased.clone()].map(|game| run(game, &setup));
            assert!(own.frame_count() > 10, "{setup:?}");
            assert_eq!(own.frame_count(), other.frame_count(), "{setup:?}");
            for frame in 0..own.frame_count() {
                assert_eq!(own.step(frame), other.step(frame), "frame {frame} of {setup:?}");
            }
            assert_eq!(own.nodes_pruned(), other.nodes_pruned(), "{setup:?}");
            let last = own.step(own.frame_count() / 2).expect("a frame").node;
            let [one, two] = [&own, &other].map(|trace| trace.position(&trace.path(last)).expect("a recorded node"));
            assert_eq!((one.board(), one.small_board(), one.label()), (two.board(), two.small_board(), two.label()));
            assert_eq!((one.key(), one.class_key(), one.stores()), (two.key(), two.class_key(), two.stores()));
            assert_eq!((one.player(), one.score(), one.move_count()), (two.player(), two.score(), two.move_count()));
            assert_eq!((one.subtree_size(), one.evaluate(0)), (two.subtree_size(), two.evaluate(0)));
            assert_eq!(one.move_text(0), two.move_text(0));
            assert!(two.play(two.move_count() as u32).is_none());
        }
    }
}

#[test]
fn a_game_of_another_crate_is_recorded_and_replayed() {
    let setup = Setup {
        after: "take3 take1".to_owned(),
        ..Setup::new(GameSetup::Unknown { name: "nim".to_owned() }, Process::Search(Algorithm::AlphaBetaSoft))
    };
    let trace = run(AnyGame::other(Nim { stones: "o".repeat(12) }), &setup);
    assert_eq!(trace.value(), Some(Score::new(-1)), "eight stones are lost for the player who is to take");
    assert!(trace.rules().is_some() && trace.recorded_tree().is_none());
    // Pruned nodes are expanded by the rules.
    let position = trace.position(&[0, 1, 2]).expect("three legal moves");
    assert_eq!(position.label().as_deref(), Some("oo"));
    let heap = position.downcast_ref::<Nim>().expect("a position of this game");
    assert_eq!(heap, &Heap { stones: "oo".to_owned(), player: Player::Min });
    assert!(position.downcast_ref::<TicTacToe>().is_none());
    assert_eq!(trace.game.move_texts(&trace.start, &[2, 2, 2]), ["take1", "take1", "take1"]);
    assert!(trace.game.other_as::<Nim>().is_some_and(|nim| nim.stones.len() == 12));
    assert!(trace.game.other_as::<OtherGame>().is_none());
}

/// A count of stones whose keys are hashes of four bits, so that positions collide.
#[derive(Clone)]
struct Hashed;

impl Game for Hashed {
    type Position = (u8, Player);
    type Move = u8;

    fn root(&self) -> (u8, Player) {
        (14, Player::Max)
    }

    fn player(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn score(&self, &(left, player): &(u8, Player)) -> Option<Score> {
        (left == 0).then(|| Score::new(if player == Player::Max { -1 } else { 1 }))
    }

    fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
        moves.extend(1..=left.min(2));
    }

    fn play(&self, &(left, player): &(u8, Player), taken: u8) -> (u8, Player) {
        (left - taken, player.other())
    }

    fn move_text(&self, _: &(u8, Player), taken: u8) -> String {
        taken.to_string()
    }

    fn board(&self, _: &(u8, Player)) -> Board {
        Board::square(Vec::new())
    }

    fn key(&self, &(left, player): &(u8, Player)) -> Option<u128> {
        Some(u128::from(left % 8) * 2 + u128::from(player == Player::Max))
    }

    fn has_perfect_keys(&self) -> bool {
        false
    }
}

#[test]
fn check_names_the_assumption_that_hashed_keys_do_not_collide() {
    let game = || AnyGame::other(Hashed);
    let with_table = Recording::of_game("hashed", game()).search(Algorithm::AlphaBeta).table(TableSetup::default());
    let trace = with_table.record().expect("a legal setup");
    assert!(Assumption::of(&trace).contains(&Assumption::NoCollision));
    // Entries of other positions answer.
    let without = Recording::of_game("hashed", game()).search(Algorithm::AlphaBeta).record().expect("a legal setup");
    assert_eq!(without.value(), Some(Score::new(1)));
    assert!(
        trace.visit_count() < without.visit_count() && !Assumption::of(&without).contains(&Assumption::NoCollision)
    );
    let tic_tac_toe = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).table(TableSetup::default());
    let perfect = tic_tac_toe.record().expect("a legal setup");
    assert!(!Assumption::of(&perfect).contains(&Assumption::NoCollision));
}
