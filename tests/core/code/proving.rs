//! The code of PNS and df-pn is the code of the recorded search.

use edagari::analysis::{Code, CodeLine, LineSet};
use edagari::game::{ConnectFour, GameSetup, Kalah, LayeredGraph, RandomTree, TextbookTree, TicTacToe};
use edagari::search::{Claim, GameKnowledge, Proof, ProofSetup};
use edagari::trace::file::{read_trace, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace};
use proptest::prelude::*;
use proptest::sample::select;

use super::{check, check_lengths, check_seeks, check_wrong_lines, recorded};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// All setups of a game.
fn setups(game: &GameSetup, after: &str) -> Vec<Setup> {
    let has_keys = game.open().is_ok_and(|game| GameKnowledge::of_any(&game, &[]).has_perfect_keys);
    let mut setups = Vec::new();
    for proof in Proof::ALL {
        for at_least in [0, 1] {
            for expansions in [0, 20] {
                for (epsilon, table) in [(0, false), (25, false), (0, true), (25, true)] {
                    if table && (proof == Proof::Pns || !has_keys) {
                        continue;
                    }
                    let proved = ProofSetup { claim: Claim { at_least }, expansions, epsilon, table };
                    let plain = Setup::new(game.clone(), Process::Prove(proof));
                    setups.push(Setup { after: after.to_owned(), proof: proved, ..plain });
                }
            }
        }
    }
    setups
}

#[test]
fn code_of_proof_number_searches_produces_the_frames_of_their_runs() {
    let connect_four = ConnectFour { width: 3, height: 3, line: 3, shortest_win: false };
    let games = [
        (GameSetup::from(TicTacToe { shortest_win: false }), "b2 a1"),
        (GameSetup::from(TicTacToe { shortest_win: true }), "b2 a1 c1"),
        (GameSetup::from(connect_four), "a b"),
        (GameSetup::from(Kalah { houses: 2, stones: 1, ..Kalah::default() }), ""),
        (GameSetup::from(LayeredGraph { depth: 5, width: 4, branching: 3, seed: 8, scores: (-3, 3) }), ""),
        (GameSetup::from(RandomTree { depth: 4, branching: 3, seed: 5, scores: (-4, 4) }), ""),
    ];
    let mut ran = LineSet::default();
    for (game, after) in games {
        for setup in setups(&game, after) {
            ran.extend(check(&recorded(None, &setup)).iter());
        }
    }
    let of_proofs = |line: &CodeLine| (CodeLine::Goal..=CodeLine::DisproofOfMin).contains(line);
    let all = CodeLine::ALL.into_iter().filter(of_proofs);
    assert_eq!(all.filter(|&line| !ran.contains(line)).collect::<Vec<_>>(), []);
}

fn some_setup() -> impl Strategy<Value = Setup> {
    select(setups(&GameSetup::textbook(None), ""))
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn code_of_proofs_on_random_trees_produces_the_frames(nodes in trees(), setup in some_setup()) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        // A root without children has no proof.
        prop_assume!(nodes.len() > 1);
        check(&recorded(Some(tree), &setup));
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_proof_line(
        nodes in trees(),
        setup in some_setup(),
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let trace = recorded(Some(TextbookTree::from_nodes(&nodes).expect("a tree")), &setup);
        check_seeks(&trace, from.index(trace.frame_count()), one_node);
    }
}

/// Wrong texts of lines: each must produce other frames, or highlight other lines, in at least one of the runs.
const WRONG: [(CodeLine, &str); 14] = [
    (CodeLine::Goal, "goal = 0"),
    (CodeLine::Left, "left = 7"),
    (CodeLine::WhileUnsolved, "while root.pn < 9:"),
    (CodeLine::CountDown, "left = left − 2"),
    (CodeLine::WhileBelow, "while node.pn < tp + 1 and node.dn < td + 1:"),
    (CodeLine::LeastProof, "child = min(node.children, key=dn)"),
    (CodeLine::LeastDisproof, "child = min(node.children, key=pn)"),
    (CodeLine::RunnerUpMax, "next = 2"),
    (CodeLine::RunnerUpMin, "next = 2"),
    (CodeLine::ThresholdsMax, "p, d = min(tp, next), td"),
    (CodeLine::ThresholdsMin, "p, d = tp, min(td, next)"),
    (CodeLine::ProofOfMax, "node.pn = sum(c.pn for c in node.children)"),
    (CodeLine::DisproofOfMax, "node.dn = min(c.dn for c in node.children)"),
    (CodeLine::ProofOfMin, "node.pn = min(c.pn for c in node.children)"),
];

#[test]
fn wrong_proof_line_fails_the_comparison() {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let runs: Vec<Trace> = setups(&game, "b2 a1").iter().map(|setup| recorded(None, setup)).collect();
    check_wrong_lines(&runs, &WRONG);
}

#[test]
fn proof_lines_are_short_and_have_comments_in_both_languages() {
    for setup in setups(&GameSetup::from(TicTacToe::default()), "b2 a1") {
        check_lengths(&recorded(None, &setup));
    }
}

#[test]
fn foreign_proof_has_the_code_of_its_search() {
    for setup in setups(&GameSetup::from(TicTacToe::default()), "b2 a1 c1") {
        let trace = recorded(None, &setup);
        let mut stream = Vec::new();
        write_stream(&trace, &mut stream, &Progress::default()).expect("a stream");
        let stream =
            String::from_utf8(stream).expect("text").replacen(r#""program":"edagari""#, r#""program":"pn""#, 1);
        let same = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
        let (code, expected) = (Code::of(&same).expect("code"), Code::of(&trace).expect("code"));
        assert_eq!(code.lines(), expected.lines());
        for frame in 0..trace.frame_count() {
            assert_eq!(code.at(&same, frame), expected.at(&trace, frame), "{frame}");
        }
    }
}
