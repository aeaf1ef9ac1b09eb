//! The displayed code is the code of the recorded search: an interpreter executes the displayed lines, and produces the
//! same frames, highlighted lines and variables.

mod interpreter;

use std::num::NonZeroU32;
use std::sync::Arc;

use edagari::analysis::{Code, CodeLine, LineSet, NoCode, Seek, Sought};
use edagari::game::{AnyGame, GameSetup, Kalah, LayeredGraph, TextbookTree, TicTacToe};
use edagari::language::Language;
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, Aspiration, DepthLimit, Order, PassSetup, TableKey, TableSetup};
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, FrameKind, NodeId, Process, Progress, Setup, Trace, Traversal, record, record_game,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::random_trees::trees;
use interpreter::{Interpreter, World};

fn recorded(game: Option<TextbookTree>, setup: &Setup) -> Trace {
    let limit = DEFAULT_MEMORY_LIMIT;
    match game {
        Some(tree) => record_game(AnyGame::from(tree), setup, limit, &Arc::default()).expect("a legal setup"),
        None => record(setup, limit, &Arc::default()).expect("a legal setup"),
    }
}

/// Executes the code of a run and compares each frame.
fn check(trace: &Trace) {
    let setup = &trace.setup;
    let code = Code::of(trace).expect("a search has code");
    let start = trace.position(&[]).expect("the start");
    let algorithm = setup.process.algorithm().expect("a search");
    let comes_back = setup.passes.has_passes(algorithm) || algorithm.has_null_windows();
    let world = World {
        knows_nodes: comes_back && start.key().is_none(),
        start,
        table: setup.table,
        evaluation: setup.limit.map_or(0, |limit| limit.evaluation),
        is_reversed: setup.order == Order::Reversed,
    };
    let mut interpreter = Interpreter::new(&code, world);
    let value = interpreter.run(&code.lines()[0]);
    assert_eq!(Some(value), trace.value(), "{setup:?}");
    let written = code.lines().iter().map(|line| format!("{}{}\n", "  ".repeat(line.level), line.text));
    let written: String = written.collect();
    for (frame, made) in interpreter.frames.iter().enumerate() {
        let said = || format!("frame {frame} of {setup:?}\n{made:#?}\n{written}");
        let step = trace.step(frame).unwrap_or_else(|| panic!("too many frames: {}", said()));
        assert_eq!((made.kind, &made.path), (step.kind, &trace.path(step.node)), "{}", said());
        let at = code.at(trace, frame).unwrap_or_else(|| panic!("no line: {}", said()));
        assert_eq!(at.lit, made.lit, "{}", said());
        assert_eq!(at.runs, made.ran.iter().copied().collect::<LineSet>(), "{}", said());
        assert!(at.runs.contains(at.lit), "{}", said());
        let has = |name: &str| made.variables.get(name).map(interpreter::Value::score);
        if let Some(alpha) = has("α") {
            assert_eq!((alpha, has("β")), (step.window.alpha, Some(step.window.beta)), "{}", said());
        }
        if step.kind == FrameKind::Score {
            assert_eq!(has("score"), step.score, "{}", said());
        }
        let is_end_of_root = step.kind == FrameKind::End && trace.parent_visit(step.visit).is_none();
        for variable in code.variables(trace, frame, Language::English) {
            let of_driver = ["limit", "lower", "upper", "bound"].contains(&variable.name);
            if ["node", "child"].contains(&variable.name) || (of_driver && is_end_of_root) {
                continue;
            }
            let variables = if of_driver { &made.of_driver } else { &made.variables };
            let value = variables.get(variable.name).unwrap_or_else(|| panic!("no {}: {}", variable.name, said()));
            assert_eq!(variable.value, value.text(), "{}: {}", variable.name, said());
        }
        if made.variables.contains_key("best") {
            let shows = code.variables(trace, frame, Language::English);
            assert!(shows.iter().any(|variable| variable.name == "best"), "{}", said());
        }
    }
    assert_eq!(interpreter.frames.len(), trace.frame_count(), "{setup:?}\n{written}");
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not 0")
}

fn tables() -> Vec<Option<TableSetup>> {
    let bounds = TableSetup::default();
    vec![
        None,
        Some(bounds),
        Some(TableSetup { narrowing: false, ..bounds }),
        Some(TableSetup::BOTH_BOUNDS),
        Some(TableSetup { symmetry: false, ..bounds }),
        Some(TableSetup { best_only: true, ..bounds }),
        Some(TableSetup { key: TableKey::PositionAndWindow, ..bounds }),
        Some(TableSetup { key: TableKey::PositionAndWindow, best_only: true, ..bounds }),
    ]
}

fn limits() -> Vec<(Option<DepthLimit>, Option<NonZeroU32>)> {
    let limit = |depth| Some(DepthLimit { depth, evaluation: 0 });
    vec![(None, None), (limit(2), None), (limit(3), Some(number(1))), (limit(4), Some(number(2)))]
}

fn passes() -> Vec<PassSetup> {
    let plain = PassSetup::default();
    let window = |alpha, beta| Window { alpha: Score::new(alpha), beta: Score::new(beta) };
    let width = |width, growth: u32| Some(Aspiration { width: number(width), growth: NonZeroU32::new(growth) });
    vec![
        plain,
        PassSetup { window: window(-1, 2), ..plain },
        PassSetup { window: Window { beta: Score::INFINITY, ..window(0, 0) }, ..plain },
        PassSetup { window: Window { alpha: Score::NEG_INFINITY, ..window(0, 1) }, ..plain },
        PassSetup { own_range: true, ..plain },
        PassSetup { first_guess: Some(3), ..plain },
        PassSetup { first_guess: Some(-7), window: window(-3, 4), ..plain },
        PassSetup { aspiration: width(1, 0), ..plain },
        PassSetup { aspiration: width(1, 2), first_guess: Some(-2), ..plain },
        PassSetup { aspiration: width(2, 3), first_guess: Some(9), window: window(-2, 3), ..plain },
        PassSetup { aspiration: width(1, 0), window: window(-2, 3), ..plain },
    ]
}

/// All setups of a game with compatible options.
fn all_setups(game: &GameSetup, after: &str) -> Vec<Setup> {
    let mut setups = Vec::new();
    for algorithm in Algorithm::ALL {
        for table in tables() {
            for (limit, deepening) in limits() {
                for passes in passes() {
                    let plain = Setup::new(game.clone(), Process::Search(algorithm));
                    let passes = PassSetup { deepening, ..passes };
                    setups.push(Setup { after: after.to_owned(), table, limit, passes, ..plain });
                }
            }
        }
    }
    // Evaluations at a depth limit can exceed the range of scores of the rules.
    let fits = |setup: &Setup| setup.limit.is_none() || !setup.passes.own_range;
    setups.retain(|setup| setup.check_passes().is_ok() && fits(setup));
    setups
}

#[test]
fn the_code_of_every_setup_makes_the_frames_of_its_run() {
    let game = GameSetup::from(TicTacToe { shortest_win: true });
    let setups = all_setups(&game, "b2 a1 c1 a3 b1");
    assert!(setups.len() > 1_000, "{}", setups.len());
    for setup in setups {
        check(&recorded(None, &setup));
    }
}

#[test]
fn the_code_of_a_game_with_extra_turns_makes_the_frames_of_its_run() {
    let game = GameSetup::from(Kalah { houses: 2, stones: 2, ..Kalah::default() });
    for setup in all_setups(&game, "").into_iter().filter(|setup| setup.limit.is_some()).step_by(7) {
        check(&recorded(None, &setup));
    }
}

/// Setups with compatible options.
fn some_setup(game: &GameSetup) -> impl Strategy<Value = Setup> {
    let order = select(vec![Order::Natural, Order::Reversed]);
    // A textbook tree has no declared range of scores.
    let setups: Vec<Setup> = all_setups(game, "").into_iter().filter(|setup| !setup.passes.own_range).collect();
    (0..setups.len(), order).prop_map(move |(place, order)| Setup { order, ..setups[place].clone() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_code_makes_the_frames_on_random_trees(nodes in trees(), setup in some_setup(&GameSetup::textbook(None))) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        // A root without children is not searched.
        prop_assume!(nodes.len() > 1);
        check(&recorded(Some(tree), &setup));
    }

    #[test]
    fn the_code_makes_the_frames_where_positions_come_back(
        seed: u64,
        (depth, width, branching) in (2_u32..5, 1_u32..5, 1_u32..4),
        spread in 0_i32..8,
        place: prop::sample::Index,
    ) {
        let game = GameSetup::from(LayeredGraph { depth, width, branching, seed, scores: (-spread, spread) });
        let setups = all_setups(&game, "");
        check(&recorded(None, &setups[place.index(setups.len())]));
    }

    #[test]
    fn a_line_is_found_where_it_runs_next_and_where_it_ran_before(
        nodes in trees(),
        setup in some_setup(&GameSetup::textbook(None)),
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        let trace = recorded(Some(tree), &setup);
        let code = Code::of(&trace).expect("code");
        let from = from.index(trace.frame_count());
        let only = trace.step(from).map(|step| step.node).filter(|_| one_node);
        let runs = |line: CodeLine, frame: usize| {
            let is_there = only.is_none_or(|node| trace.step(frame).is_some_and(|step| step.node == node));
            is_there && code.at(&trace, frame).is_some_and(|at| at.runs.contains(line))
        };
        for line in code.lines() {
            let line = line.line;
            let next = (from + 1..trace.frame_count()).find(|&frame| runs(line, frame));
            let before = (0..from).rev().find(|&frame| runs(line, frame));
            for (forward, expected) in [(true, next), (false, before)] {
                let seek = Seek { line, from, forward, only };
                let found = code.seek(&trace, seek, usize::MAX, &Progress::default());
                prop_assert_eq!(found, expected.map_or(Sought::Nowhere, Sought::Found), "{:?} of {:?}", seek, setup);
            }
            let one = [line].into_iter().collect();
            let all = from..trace.frame_count() - 1;
            prop_assert_eq!(code.first_break(&trace, one, all, only), next, "{:?}", line);
        }
    }
}

#[test]
fn interrupted_jump_to_a_code_line_can_be_resumed() {
    let trace =
        recorded(None, &Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta)));
    let code = Code::of(&trace).expect("code");
    let seek = Seek { line: CodeLine::ReturnScore, from: 0, forward: true, only: Some(NodeId::ROOT) };
    assert_eq!(code.seek(&trace, seek, usize::MAX, &Progress::default()), Sought::Nowhere);
    let Sought::NotBy(at) = code.seek(&trace, seek, 3, &Progress::default()) else { panic!("it is broken off") };
    let rest = code.seek(&trace, Seek { from: at, ..seek }, usize::MAX, &Progress::default());
    assert_eq!(rest, Sought::Nowhere);
}

#[test]
fn jumps_to_each_code_line_match_the_frames_that_run_it() {
    let game = GameSetup::from(TicTacToe { shortest_win: true });
    for algorithm in Algorithm::ALL {
        let plain = Setup::new(game.clone(), Process::Search(algorithm));
        let setup = Setup { after: "b2 a1 c1 a3 b1".to_owned(), ..plain };
        let trace = recorded(None, &setup);
        let code = Code::of(&trace).expect("code");
        for line in code.lines() {
            let next = (1..trace.frame_count())
                .find(|&frame| code.at(&trace, frame).is_some_and(|at| at.runs.contains(line.line)));
            let seek = Seek { line: line.line, from: 0, forward: true, only: None };
            let expected = next.map_or(Sought::Nowhere, Sought::Found);
            assert_eq!(
                code.seek(&trace, seek, usize::MAX, &Progress::default()),
                expected,
                "{line:?} of {algorithm:?}"
            );
        }
    }
}

#[test]
fn a_generated_tree_has_no_code() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Generate(Traversal::DepthFirst));
    assert_eq!(Code::of(&recorded(None, &setup)), Err(NoCode::NotASearch));
}

#[test]
fn lines_are_short_and_have_comments_in_both_languages() {
    for setup in all_setups(&GameSetup::from(TicTacToe { shortest_win: true }), "b2 a1 c1 a3 b1").iter().step_by(5) {
        let code = Code::of(&recorded(None, setup)).expect("code");
        for line in code.lines() {
            // Two columns for each level. A panel of 320 points shows about 38 columns; a longer line wraps once.
            let length = 2 * line.level + line.text.chars().count();
            assert!(length <= 52, "{length}: {}", line.text);
            for language in Language::ALL {
                assert!(line.comment.is_none_or(|comment| !language.text(comment).is_empty()));
            }
        }
    }
}
