//! Df-pn with a table: nodes of one position share their numbers.

use std::collections::{HashMap, HashSet};

use edagari::analysis::{ProofTree, Verdict, check};
use edagari::game::{GameSetup, LayeredGraph, Mnk, TicTacToe};
use edagari::score::Score;
use edagari::search::{Algorithm, Claim, Proof, ProofNumbers, ProofSetup};
use edagari::trace::file::{read_trace, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Recording, Setup, record};
use proptest::prelude::*;

use super::proof::{NEVER, Plain, proves, recorded, root};

/// Df-pn with a table of an (m, n, k) game by its definition, which shares nothing with the program but the rules above.
struct Shared {
    rules: Plain,
    /// The numbers of each position; the player to move follows from it.
    numbers: HashMap<Vec<u8>, (u64, u64)>,
    expanded: HashSet<Vec<u8>>,
    /// The ways to the nodes that were made.
    nodes: HashSet<Vec<usize>>,
}

impl Shared {
    fn visit(&mut self, board: &[u8], way: &mut Vec<usize>, is_max: bool, (most_proof, most_disproof): (u64, u64)) {
        let squares: Vec<usize> = (0..board.len()).filter(|&square| board[square] == 0).collect();
        let after = |board: &[u8], square: usize| {
            let mut below = board.to_vec();
            below[square] = if is_max { 1 } else { 2 };
            below
        };
        for &square in &squares {
            let below = after(board, square);
            let new = match self.rules.over(&below) {
                None => (1, 1),
                Some(true) => (0, NEVER),
                Some(false) => (NEVER, 0),
            };
            self.numbers.entry(below).or_insert(new);
            self.nodes.insert([way.as_slice(), &[square]].concat());
        }
        self.expanded.insert(board.to_vec());
        loop {
            let of = |&square: &usize| self.numbers[&after(board, square)];
            let children: Vec<(u64, u64)> = squares.iter().map(of).collect();
            // From the view of the player to move: one child decides the first number, all decide the second.
            let mine = |(proof, disproof): (u64, u64)| if is_max { (proof, disproof) } else { (disproof, proof) };
            let own: Vec<(u64, u64)> = children.iter().map(|&numbers| mine(numbers)).collect();
            let least = own.iter().map(|numbers| numbers.0).min().expect("a move");
            let sum = own.iter().map(|numbers| numbers.1).sum::<u64>().min(NEVER);
            self.numbers.insert(board.to_vec(), mine((least, sum)));
            let (most_least, most_sum) = mine((most_proof, most_disproof));
            if least == 0 || sum == 0 || least >= most_least || sum >= most_sum {
                return;
            }
            let chosen = own.iter().position(|numbers| numbers.0 == least).expect("the least one");
            let second =
                own.iter().enumerate().filter(|&(at, _)| at != chosen).min_by_key(|&(at, numbers)| (numbers.0, at));
            let limit = second.map_or(NEVER, |(at, numbers)| numbers.0 + u64::from(chosen < at));
            let rest = if most_sum >= NEVER { NEVER } else { most_sum - sum + own[chosen].1 };
            let square = squares[chosen];
            let below = after(board, square);
            way.push(square);
            self.visit(&below, way, !is_max, mine((most_least.min(limit), rest)));
            way.pop();
        }
    }
}

#[test]
fn positions_share_their_numbers_as_in_an_independent_search() {
    for (width, height, line, at_least) in
        [(3_u8, 3_u8, 3_u8, 1), (3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 1), (4, 3, 4, 1), (4, 3, 4, 0)]
    {
        let draw_is_enough = at_least == 0;
        let [columns, rows, stones] = [width, height, line].map(usize::from);
        let rules = Plain { width: columns, height: rows, line: stones, draw_is_enough, nodes: Vec::new() };
        let mut plain =
            Shared { rules, numbers: HashMap::new(), expanded: HashSet::new(), nodes: HashSet::from([Vec::new()]) };
        plain.visit(&vec![0; columns * rows], &mut Vec::new(), true, (NEVER, NEVER));
        let game = match (width, height) {
            (3, 3) => TicTacToe::default().into(),
            _ => GameSetup::from(Mnk { width, height, line, shortest_win: false }),
        };
        let setup = ProofSetup { claim: Claim { at_least }, table: true, ..ProofSetup::default() };
        let trace = Recording::of(game.clone()).proof(Proof::Dfpn, setup).record().expect("a run");
        let made = trace.proofs().expect("a proof-number search").expansions(usize::MAX);
        assert_eq!((made, trace.node_count()), (plain.expanded.len(), plain.nodes.len()), "{width} {height} {line}");
        // As without a table, but with fewer expansions.
        let alone = recorded(game, Proof::Dfpn, at_least);
        assert_eq!(root(&trace), root(&alone));
        assert!(made < alone.proofs().expect("a proof-number search").expansions(usize::MAX));
        assert_eq!(check(&trace, false, &Progress::default()).verdict(), Verdict::Proved);
        let tree = ProofTree::of(&trace).expect("a solved claim");
        assert_eq!(proves(&trace, &tree, at_least), tree.positions.len());
    }
}

#[test]
fn table_of_numbers_is_refused_where_positions_can_repeat_or_have_no_keys() {
    let refused = |words: &str| {
        let setup = Setup::of_words(words).expect("a setup");
        record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err(words).to_string()
    };
    for words in
        ["chess,search=dfpn,proof-table", "random,search=dfpn,proof-table", "tic-tac-toe,search=pns,proof-table"]
    {
        assert!(refused(words).contains("--proof-table"), "{words}");
    }
}

proptest! {
    #[test]
    fn claims_on_random_graphs_are_solved_with_a_table(seed: u64, depth in 1_u32..6, width in 1_u32..6, branching in 1_u32..4, at_least in -3..4, epsilon in 0_u32..40) {
        let game = GameSetup::from(LayeredGraph { depth, width, branching, seed, scores: (-3, 3) });
        let setup = ProofSetup { claim: Claim { at_least }, epsilon, table: true, ..ProofSetup::default() };
        let trace = Recording::of(game.clone()).proof(Proof::Dfpn, setup).record().expect("a run");
        let value = Recording::of(game).search(Algorithm::Minimax).record().expect("a run").value().expect("a value");
        let is_true = value >= Score::new(at_least);
        prop_assert_eq!(root(&trace), if is_true { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED });
        prop_assert_eq!(check(&trace, false, &Progress::default()).verdict(), Verdict::Proved);
        let tree = ProofTree::of(&trace).expect("a solved claim");
        prop_assert_eq!(proves(&trace, &tree, at_least), tree.positions.len());
        let mut stream = Vec::new();
        write_stream(&trace, &mut stream, &Progress::default()).expect("a stream");
        let again = read_trace(&stream[..], DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
        prop_assert_eq!(again.setup.proof, trace.setup.proof);
        prop_assert_eq!(check(&again, false, &Progress::default()).verdict(), Verdict::Proved);
    }
}
