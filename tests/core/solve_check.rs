//! Whether searches choose best moves, and whether the check notices when they do not.

use crate::oracles::cases;
use crate::oracles::random_trees::{orders, trees};
#[allow(dead_code, reason = "not every test stops its runs")]
use edagari::analysis::{Chooser, SolveError, solve_check, solve_check_with};
use edagari::game::{AnyGame, Eight, Game, GameSetup, LayeredGraph, Player, TextbookNode, TextbookTree, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, TableKey, TableSetup};
use edagari::trace::{Process, Progress, Setup, Traversal};
use proptest::prelude::*;

/// No table, one of bounds, one keyed by windows.
fn tables() -> [Option<TableSetup>; 4] {
    let bounds = TableSetup::default();
    let apart = TableSetup { symmetry: false, narrowing: false, intersection: true, ..bounds };
    [None, Some(bounds), Some(apart), Some(TableSetup { key: TableKey::PositionAndWindow, ..bounds })]
}

#[test]
fn tic_tac_toe_is_strongly_solved_in_all_431_positions() {
    for (algorithm, table) in tables().into_iter().flat_map(|table| Algorithm::ALL.map(|algorithm| (algorithm, table)))
    {
        // Minimax without a table searches the whole game again and again.
        if algorithm == Algorithm::Minimax && table.is_none() {
            continue;
        }
        let setup = Setup {
            table,
            ..Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(algorithm))
        };
        let progress = Progress::default();
        let check = solve_check(&setup, &progress).expect("a setup that can be checked");
        assert_eq!((check.positions, check.right), (431, 431), "{} {table:?}", algorithm.name());
        assert!(check.is_solved() && check.failures.is_empty());
        assert_eq!((progress.done(), progress.total()), (431, Some(431)));
    }
}

/// A player that always chooses the first legal move.
struct First;

impl Chooser for First {
    fn choose<G: Game>(&self, _: &G, _: &G::Position) -> Option<u32> {
        Some(0)
    }
}

#[test]
fn a_bad_player_is_found_out() {
    let game = TicTacToe::default();
    let any = AnyGame::from(game);
    let check = solve_check_with(&any, &[], &First, &Progress::default()).expect("checked");
    assert_eq!(check.positions, 431);
    assert!(!check.is_solved());
    assert_eq!(check.failures.len(), 10, "the first ten are listed");
    for failure in &check.failures {
        let position = any.position(&failure.path).expect("a legal path");
        assert_eq!(failure.chosen, 0);
        assert!(!failure.best.is_empty() && !failure.best.contains(&0));
        let is_worse = match position.player() {
            Player::Max => failure.chosen_value < failure.best_value,
            Player::Min => failure.chosen_value > failure.best_value,
        };
        assert!(is_worse, "{failure:?}");
    }
    // Failures are sorted by the length of their paths.
    assert!(check.failures.is_sorted_by_key(|failure| failure.path.len()));
}

#[test]
fn generation_of_a_tree_is_refused() {
    let generation = Process::Generate(Traversal::DepthFirst);
    let refused = solve_check(&Setup::new(GameSetup::from(Eight), generation), &Progress::default());
    assert!(matches!(refused, Err(SolveError::NotASearch("generate-depth-first"))));
}

#[test]
fn a_check_can_be_cancelled() {
    let progress = Progress::default();
    progress.cancel();
    let setup = Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta));
    assert!(matches!(solve_check(&setup, &progress), Err(SolveError::Cancelled)));
}

#[test]
fn a_chain_of_100_000_positions_is_checked() {
    let graph = LayeredGraph { depth: 100_000, width: 1, branching: 1, ..LayeredGraph::default() };
    let setup = Setup::new(GameSetup::from(graph), Process::Search(Algorithm::AlphaBeta));
    let check = solve_check(&setup, &Progress::default()).expect("checked");
    assert_eq!(check.positions, 0, "who has one move cannot choose a wrong one");
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_search_solves_every_random_tree(list in trees(), order in orders()) {
        let tree = TextbookTree::from_nodes(&list).expect("a well-formed tree");
        let first = solve_check_with(&AnyGame::from(tree.clone()), &[], &First, &Progress::default());
        let first = first.expect("checked");
        // In a tree, all positions are distinct, so a plain walk counts them.
        let mut open = vec![0];
        let (mut positions, mut right) = (0, 0);
        while let Some(node) = open.pop() {
            let moves = tree.legal_moves(&node);
            let values: Vec<Score> = moves.iter().map(|&mv| exact(&tree, tree.play(&node, mv))).collect();
            if values.iter().any(|&value| value != exact(&tree, node)) {
                positions += 1;
                right += u64::from(values[0] == exact(&tree, node));
            }
            open.extend(moves.iter().map(|&mv| tree.play(&node, mv)));
        }
        prop_assert_eq!((first.positions, first.right), (positions, right));

        let (_folder, file) = flat_file(&list);
        for algorithm in Algorithm::ALL {
            let setup = Setup {
                order,
                ..Setup::new(GameSetup::textbook(Some(&file)), Process::Search(algorithm))
            };
            let check = solve_check(&setup, &Progress::default()).expect("checked");
            prop_assert_eq!((check.positions, check.right), (positions, positions));
        }
    }

    #[test]
    fn every_search_solves_layered_graphs(
        depth in 0_u32..6, width in 1_u32..6, branching in 1_u32..4, seed in any::<u64>(), order in orders(),
    ) {
        let graph = LayeredGraph { depth, width, branching, seed, scores: (-3, 3) };
        for table in tables() {
            for algorithm in Algorithm::ALL {
                let setup =
                    Setup { order, table, ..Setup::new(GameSetup::from(graph), Process::Search(algorithm)) };
                let check = solve_check(&setup, &Progress::default()).expect("checked");
                prop_assert!(check.is_solved(), "{:?}", check);
            }
        }
    }
}

/// Saves the tree to a file, because a setup refers to a textbook tree by its file.
fn flat_file(list: &[TextbookNode]) -> (tempfile::TempDir, std::path::PathBuf) {
    let nodes = list.iter().enumerate().map(|(index, node)| {
        let parent = node.parent.map_or(String::new(), |parent| format!(", parent: \"n{parent}\""));
        let player = node.player.map_or(String::new(), |player| format!(", player: {player:?}"));
        let score = node.score.map_or(String::new(), |score| format!(", score: {score}"));
        format!("(name: \"n{index}\"{parent}{player}{score})")
    });
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.ron");
    std::fs::write(&file, format!("(nodes: [{}])", nodes.collect::<Vec<_>>().join(",\n"))).expect("written");
    (folder, file)
}

fn exact(tree: &TextbookTree, node: u32) -> Score {
    if let Some(score) = tree.score(&node) {
        return score;
    }
    let values = tree.legal_moves(&node).into_iter().map(|mv| exact(tree, tree.play(&node, mv)));
    match tree.player(&node) {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .expect("an inner node has children")
}
