//! The code of expectimax, Star1 and Star2 is the code of the recorded search.

use edagari::analysis::{Code, CodeLine, LineSet, NoCode};
use edagari::game::{GameSetup, Kalah, Race, TextbookTree, TicTacToe, Tiles};
use edagari::search::{DepthLimit, Expectation, Order, RandomSide, TableKey, TableSetup};
use edagari::trace::file::read_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace};
use proptest::prelude::*;
use proptest::sample::select;

use super::{check, check_lengths, check_seeks, check_wrong_lines, fits, number, recorded};
use crate::oracles::random_trees::chance_trees;
use crate::oracles::{cases, is_whole};

fn tables() -> Vec<Option<TableSetup>> {
    let bounds = TableSetup::default();
    vec![
        None,
        Some(bounds),
        Some(TableSetup { narrowing: false, ..bounds }),
        Some(TableSetup::BOTH_BOUNDS),
        Some(TableSetup { key: TableKey::PositionAndWindow, ..bounds }),
        Some(TableSetup { size: Some(number(5)), ..TableSetup::BOTH_BOUNDS }),
    ]
}

/// All setups of a game whose options fit each other.
fn setups(game: &GameSetup, after: &str, random: Option<RandomSide>) -> Vec<Setup> {
    let mut setups = Vec::new();
    for search in Expectation::ALL {
        for table in tables() {
            for depth in [None, Some(2), Some(3)] {
                for order in [Order::Natural, Order::Reversed, Order::Shuffled(5)] {
                    let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
                    let plain = Setup::new(game.clone(), Process::Expect(search));
                    setups.push(Setup { after: after.to_owned(), random, table, limit, order, ..plain });
                }
            }
        }
    }
    setups
}

#[test]
fn code_of_searches_against_chance_produces_the_frames_of_their_runs() {
    let tic_tac_toe = |shortest_win| GameSetup::from(TicTacToe { shortest_win });
    let kalah = GameSetup::from(Kalah { houses: 2, stones: 1, ..Kalah::default() });
    let mut games = vec![
        (GameSetup::from(Tiles { goal: 8 }), "", None),
        (GameSetup::from(Race::default()), "", None),
        (kalah, "", Some(RandomSide::Min)),
    ];
    for side in RandomSide::ALL {
        games.push((tic_tac_toe(false), "b2 a1 c1 a3", Some(side)));
        games.push((tic_tac_toe(true), "b2 a1 c1", Some(side)));
    }
    let (mut ran, mut checked) = (LineSet::default(), 0);
    for (game, after, random) in games {
        for setup in setups(&game, after, random).into_iter().step_by(if is_whole() { 1 } else { 4 }) {
            if !fits(&setup) {
                continue;
            }
            let trace = recorded(None, &setup);
            if trace.frame_count() < 20_000 {
                ran.extend(check(&trace).iter());
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked}");
    let of_chance = |line: &CodeLine| (CodeLine::IfChance..=CodeLine::BestChance).contains(line);
    let left: Vec<CodeLine> = CodeLine::ALL.into_iter().filter(of_chance).filter(|&line| !ran.contains(line)).collect();
    assert_eq!(left, []);
}

fn of_tree(tree: TextbookTree, setup: &Setup) -> Trace {
    recorded(Some(tree), setup)
}

fn some_setup() -> impl Strategy<Value = Setup> {
    // Evaluations at a depth limit can be outside the range of scores.
    let fits = |setup: &Setup| setup.limit.is_none() || setup.process == Process::Expect(Expectation::Expectimax);
    let setups = setups(&GameSetup::textbook(None), "", None);
    select(setups.into_iter().filter(fits).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn code_on_random_trees_with_chance_produces_the_frames(tree in chance_trees(), setup in some_setup()) {
        check(&of_tree(tree, &setup));
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_chance_line(
        tree in chance_trees(),
        setup in some_setup(),
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let trace = of_tree(tree, &setup);
        check_seeks(&trace, from.index(trace.frame_count()), one_node);
    }
}

#[test]
fn chance_lines_are_short_and_have_comments_in_both_languages() {
    let game = GameSetup::from(TicTacToe::default());
    for setup in setups(&game, "b2 a1 c1 a3", Some(RandomSide::Min)).iter().filter(|setup| fits(setup)) {
        check_lengths(&recorded(None, setup));
    }
}

/// Wrong texts of lines: each must produce other frames, or highlight other lines, in at least one of the runs.
const WRONG: [(CodeLine, &str); 12] = [
    (CodeLine::IfChance, "if node.is_over:"),
    (CodeLine::InitChance, "total, rest = 1, 1"),
    (CodeLine::Rest, "rest = rest − p − p"),
    (CodeLine::ChanceAlpha, "A = floor((α − total − rest * L) / p)"),
    (CodeLine::ChanceBeta, "B = ceil((β − total − rest * U) / p)"),
    (CodeLine::ChanceEnds, "a, b = A, B"),
    (CodeLine::CallChance, "score = star1(child, L, U)"),
    (CodeLine::AddChance, "total = total + score"),
    (CodeLine::IfBelow, "if score < A:"),
    (CodeLine::BoundBelow, "total = ceil(total)"),
    (CodeLine::BoundAbove, "total = floor(total)"),
    (CodeLine::BestChance, "best = total + 1"),
];

/// The same for Star2.
const WRONG_PROBES: [(CodeLine, &str); 28] = [
    (CodeLine::InitChance, "low, high = L, U + 1"),
    (CodeLine::AllChildren, "children = []"),
    (CodeLine::LowChild, "child.low = U"),
    (CodeLine::HighChild, "child.high = L"),
    (CodeLine::IfChoice, "if child.is_over:"),
    (CodeLine::ProbeAlpha, "A = floor((α − high + p * L) / p)"),
    (CodeLine::ProbeBeta, "B = ceil((β − low + p * U) / p)"),
    (CodeLine::ProbeEnds, "a, b = A, B"),
    (CodeLine::CallProbed, "score = probe(child, L, U)"),
    (CodeLine::IfLowKnown, "if child.player == MAX:"),
    (CodeLine::KeepLow, "child.low = L"),
    (CodeLine::RaiseLow, "low = low + p * score"),
    (CodeLine::IfProbeAbove, "if score < B:"),
    (CodeLine::BoundProbeAbove, "low = ceil(low) + 1"),
    (CodeLine::NoneAbove, "children = node.children"),
    (CodeLine::IfHighKnown, "elif child.player == MIN:"),
    (CodeLine::KeepHigh, "child.high = U"),
    (CodeLine::LowerHigh, "high = high + p * score"),
    (CodeLine::IfProbeBelow, "if score > A:"),
    (CodeLine::BoundProbeBelow, "low = floor(high) − 1"),
    (CodeLine::NoneBelow, "children = node.children"),
    (CodeLine::Rest, "low = low − p * L"),
    (CodeLine::RestHigh, "high = high − p * U"),
    (CodeLine::ChanceAlpha, "A = floor((α − low) / p)"),
    (CodeLine::ChanceBeta, "B = ceil((β − high) / p)"),
    (CodeLine::CallFirst, "score = star2(node, α, β)"),
    (CodeLine::NarrowFirst, "α, β = narrow(node, α, β, −score)"),
    (CodeLine::ReturnFirst, "return α"),
];

#[test]
fn wrong_line_of_a_probe_fails_the_comparison() {
    let race = Setup::new(GameSetup::from(Race { turns: 2 }), Process::Expect(Expectation::Star2));
    let mut runs = vec![recorded(None, &race)];
    for (side, after) in [(RandomSide::Min, "b2 a1"), (RandomSide::Max, "b2 a1 c1"), (RandomSide::Max, "b2 a1")] {
        let game = GameSetup::from(TicTacToe { shortest_win: true });
        let plain = Setup::new(game, Process::Expect(Expectation::Star2));
        runs.push(recorded(None, &Setup { after: after.to_owned(), random: Some(side), ..plain }));
    }
    check_wrong_lines(&runs, &WRONG_PROBES);
}

#[test]
fn wrong_chance_line_fails_the_comparison() {
    let mut runs = Vec::new();
    for side in RandomSide::ALL {
        let game = GameSetup::from(TicTacToe { shortest_win: true });
        let plain = Setup::new(game, Process::Expect(Expectation::Star1));
        runs.push(recorded(None, &Setup { after: "b2 a1 c1".to_owned(), random: Some(side), ..plain }));
    }
    check_wrong_lines(&runs, &WRONG);
}

#[test]
fn foreign_trace_has_the_code_of_its_search_if_the_range_is_known() {
    let of_program = |search: &str| {
        let stream = format!(
            r#"{{"edagari": 1, "program": "dice", "search": "{search}", "scores": "max", "fail": "soft"}}
{{"event": "enter", "node": 1, "player": "max", "kind": "chance", "moves": ["a", "b"]}}
{{"event": "enter", "node": 2, "parent": 1, "move": "a", "p": 0.9, "player": "max"}}
{{"event": "leave", "node": 2, "score": 2}}
{{"event": "enter", "node": 3, "parent": 1, "move": "b", "p": "1/10", "player": "max"}}
{{"event": "leave", "node": 3, "score": 12}}
{{"event": "leave", "node": 1, "score": 3}}
{{"event": "end"}}
"#
        );
        read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
    };
    let trace = of_program("expectimax");
    let code = Code::of(&trace).expect("code");
    let last = (0..trace.frame_count()).rev().find_map(|frame| code.at(&trace, frame)).expect("a line");
    assert_eq!(last.lit, CodeLine::Return);
    assert_eq!(Code::of(&of_program("star1")).err(), Some(NoCode::UnknownRange));
}
