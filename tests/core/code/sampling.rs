//! The code of UCT and PUCT is the code of the recorded search.

use edagari::analysis::{Code, CodeLine, LineSet, NoCode};
use edagari::game::{ConnectFour, GameSetup, RandomTree, TextbookTree, TicTacToe};
use edagari::search::{Exploration, Playout, Priors, Sampling, SamplingSetup};
use edagari::trace::file::{read_trace, write_stream};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace};
use proptest::prelude::*;
use proptest::sample::select;

use super::{check, check_lengths, check_seeks, check_wrong_lines, recorded};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// All setups of a game.
fn setups(game: &GameSetup, after: &str, iterations: u32) -> Vec<Setup> {
    let mut setups = Vec::new();
    for sampling in Sampling::ALL {
        for playouts in Playout::ALL {
            for (expands_all, solver) in [(false, false), (false, true), (true, false), (true, true)] {
                let usual = SamplingSetup { iterations, playouts, expands_all, solver, ..SamplingSetup::default() };
                let other = Exploration::new(0.3).expect("a constant");
                let priors = if sampling == Sampling::Puct { Priors::Evaluation } else { Priors::Equal };
                for sampled in [usual, SamplingSetup { exploration: other, seed: 7, iterations: 9, priors, ..usual }] {
                    let plain = Setup::new(game.clone(), Process::Sample(sampling));
                    setups.push(Setup { after: after.to_owned(), sampling: sampled, ..plain });
                }
            }
        }
    }
    setups
}

#[test]
fn code_of_samplings_produces_the_frames_of_their_runs() {
    let connect_four = ConnectFour { width: 3, height: 3, line: 3, shortest_win: true };
    let games = [
        (GameSetup::from(TicTacToe { shortest_win: false }), "b2 a1 c1", 150),
        (GameSetup::from(TicTacToe { shortest_win: true }), "b2 a1 c1 a3 b1", 60),
        (GameSetup::from(connect_four), "a b", 150),
        (GameSetup::from(RandomTree { depth: 3, branching: 3, seed: 5, scores: (-4, 4) }), "", 100),
    ];
    let mut ran = LineSet::default();
    for (game, after, iterations) in games {
        for setup in setups(&game, after, iterations) {
            ran.extend(check(&recorded(None, &setup)).iter());
        }
    }
    let of_sampling = |line: &CodeLine| (CodeLine::Constant..=CodeLine::AddResult).contains(line);
    let all = CodeLine::ALL.into_iter().filter(of_sampling);
    assert_eq!(all.filter(|&line| !ran.contains(line)).collect::<Vec<_>>(), []);
}

fn some_setup() -> impl Strategy<Value = Setup> {
    let setups = setups(&GameSetup::textbook(None), "", 80);
    select(setups)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn code_of_samplings_of_random_trees_produces_the_frames(nodes in trees(), setup in some_setup()) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        check(&recorded(Some(tree), &setup));
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_sampling_line(
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
    (CodeLine::Constant, "c = 0.1"),
    (CodeLine::Iterations, "for i in range(70):"),
    (CodeLine::IfNewLeaf, "elif node.N == 1:"),
    (CodeLine::Playout, "score = node.sign"),
    (CodeLine::FirstUnvisited, "child = node.children.first"),
    (CodeLine::IfMoveKnown, "if move.N == 99:"),
    (CodeLine::ValueKnown, "value = move.result"),
    (CodeLine::ValueNew, "value = 0"),
    (CodeLine::Mean, "Q = move.W / (move.N + 1)"),
    (CodeLine::Exploration, "U = c * sqrt(ln(node.N + 1) / (move.N + 1))"),
    (CodeLine::IfGreater, "if value >= best:"),
    (CodeLine::IfProven, "if node.all_known:"),
    (CodeLine::AddVisit, "node.N = node.N + 2"),
    (CodeLine::AddResult, "node.W = node.W − score"),
];

#[test]
fn wrong_sampling_line_fails_the_comparison() {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let runs: Vec<Trace> = setups(&game, "b2 a1 c1", 150).iter().map(|setup| recorded(None, setup)).collect();
    check_wrong_lines(&runs, &WRONG);
}

#[test]
fn sampling_lines_are_short_and_have_comments_in_both_languages() {
    for setup in setups(&GameSetup::from(TicTacToe::default()), "b2 a1 c1", 20) {
        check_lengths(&recorded(None, &setup));
    }
}

#[test]
fn foreign_sampling_has_code_if_its_formula_is_stated() {
    let setup = &setups(&GameSetup::from(TicTacToe::default()), "b2 a1 c1", 20)[0];
    let trace = recorded(None, setup);
    let mut stream = Vec::new();
    write_stream(&trace, &mut stream, &Progress::default()).expect("a stream");
    let stream = String::from_utf8(stream).expect("text").replacen(r#""program":"edagari""#, r#""program":"mcts""#, 1);
    let read = |stream: &str| read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default());
    let same = read(&stream).expect("a stream");
    let (code, expected) = (Code::of(&same).expect("code"), Code::of(&trace).expect("code"));
    assert_eq!(code.lines(), expected.lines());
    for frame in 0..trace.frame_count() {
        assert_eq!(code.at(&same, frame), expected.at(&trace, frame), "{frame}");
    }
    let unknown = stream.replacen(r#""sampling":"#, r#""about":"#, 1);
    assert_eq!(Code::of(&read(&unknown).expect("a stream")).err(), Some(NoCode::UnknownFormula));
}
