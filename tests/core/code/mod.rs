//! The displayed code is the code of the recorded search: an interpreter executes the displayed lines, and produces the
//! same frames, highlighted lines and variables.

mod chance;
mod expressions;
mod guesses;
mod interpreter;
mod proving;
mod sampling;
mod value;

use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use edagari::analysis::{Code, CodeLine, LineSet, NoCode, Seek, Sought, WrittenLine};
use edagari::game::{AnyGame, ConnectFour, GameSetup, Kalah, LayeredGraph, RandomTree, TextbookTree, TicTacToe};
use edagari::language::Language;
use edagari::score::{Score, Unit, Window};
use edagari::search::{
    Algorithm, Aspiration, DepthLimit, Expectation, GameKnowledge, MoveSource, Order, OrderBy, PassSetup, RuleBounds,
    RuleSetup, TableKey, TableSetup,
};
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, FrameKind, NodeId, Process, Progress, Setup, Trace, Traversal, VisitId, record, record_game,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracles::random_trees::trees;
use crate::oracles::{cases, is_whole};
use interpreter::{Interpreter, World};

fn recorded(game: Option<TextbookTree>, setup: &Setup) -> Trace {
    let limit = DEFAULT_MEMORY_LIMIT;
    match game {
        Some(tree) => record_game(AnyGame::from(tree), setup, limit, &Arc::default()).expect("a legal setup"),
        None => record(setup, limit, &Arc::default()).expect("a legal setup"),
    }
}

/// The moves that each visit searched, in the order in which it first searched them.
fn orders(trace: &Trace) -> Vec<Vec<u32>> {
    let moves = |visit: u32| {
        let mut moves: Vec<u32> = Vec::new();
        for child in trace.visited_children(VisitId(visit)) {
            let path = trace.path(trace.node_of(child));
            let mv = *path.last().expect("a child has a move");
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        // A probing phase comes before the children that are not probed.
        let children = trace.children(trace.node_of(VisitId(visit)));
        if trace.setup.process.expectation().is_some_and(Expectation::probes) {
            moves = children.filter_map(|child| trace.move_of(child)).collect();
        }
        moves
    };
    (0..trace.visit_count() as u32).map(moves).collect()
}

/// Executes the code of a run, and compares each frame. Returns the lines that ran.
fn check(trace: &Trace) -> LineSet {
    let code = Code::of(trace).expect("a search has code");
    check_lines(trace, &code, code.lines())
}

/// Executes these lines of the code of a run, and compares each frame. Returns the lines that ran.
fn check_lines(trace: &Trace, code: &Code, lines: &[WrittenLine]) -> LineSet {
    let setup = &trace.setup;
    let with_guesses = trace.setup_with_guesses();
    let game = with_guesses.as_ref().map_or_else(|| trace.game.clone(), |setup| setup.game.open().expect("a game"));
    let start = match &with_guesses {
        Some(setup) => game.position(&game.parse_moves(&[], &setup.after).expect("moves")),
        None => trace.position(&[]),
    };
    let start = start.expect("the start");
    let comes_back = |algorithm| setup.passes.has_passes(algorithm) || Algorithm::has_null_windows(algorithm);
    let comes_back = setup.process.algorithm().is_some_and(comes_back);
    let world = World {
        knows_nodes: comes_back && start.key().is_none(),
        start,
        most_frames: trace.frame_count(),
        table: setup.table,
        sampling: setup.sampling,
        proof: setup.proof,
        is_depth_first: setup.process.is_depth_first(),
        guesses: with_guesses.as_ref().map(|setup| setup.guesses).unwrap_or_default(),
        is_pvs: setup.algorithm().is_some_and(Algorithm::has_null_windows),
        per_unit: trace.unit().and_then(|unit| unit.number_of(Score::new(1))).map_or(1.0, |one| 1.0 / one),
        mates: game.mates(),
        scale: if with_guesses.is_some() { 1 } else { scale(trace) },
        per_whole: trace.unit().and_then(Unit::per_whole).unwrap_or(1).into(),
        random: setup.random,
        evaluation: setup.limit.map_or(0, |limit| limit.evaluation),
        orders: match &with_guesses {
            None if setup.process.is_depth_first() => orders(trace),
            _ => vec![Vec::new(); trace.visit_count()],
        },
    };
    let mut interpreter = Interpreter::new(lines, world);
    // The first frame that differs is more useful than the place where wrong code was stopped.
    let value = catch_unwind(AssertUnwindSafe(|| interpreter.run(&lines[0])));
    let written = lines.iter().map(|line| format!("{}{}\n", "  ".repeat(line.level), line.text));
    let written: String = written.collect();
    let mut all = LineSet::default();
    for (frame, made) in interpreter.frames.iter().enumerate() {
        let said = || format!("frame {frame} of {setup:?}\n{made:#?}\n{written}");
        let step = trace.step(frame).unwrap_or_else(|| panic!("too many frames: {}", said()));
        let path = trace.path(step.node);
        let path = if with_guesses.is_some() { guesses::rule_path(trace, &interpreter, &path) } else { path };
        assert_eq!((made.kind, &made.path), (step.kind, &path), "{}", said());
        let at = code.at(trace, frame).unwrap_or_else(|| panic!("no line: {}", said()));
        assert_eq!(at.lit, made.lit, "{}", said());
        assert_eq!(at.runs, made.ran.iter().copied().collect::<LineSet>(), "{}", said());
        assert!(at.runs.contains(at.lit), "{}", said());
        all.extend(at.runs.iter());
        let has = |name: &str| made.variables.get(name).map(value::Value::score);
        if let Some(alpha) = has("α") {
            assert_eq!((alpha, has("β")), (step.window.alpha, Some(step.window.beta)), "{}", said());
        }
        if step.kind == FrameKind::Score && setup.process.proof().is_none() {
            assert_eq!(has("score"), step.score, "{}", said());
        }
        let is_end_of_root = step.kind == FrameKind::End && trace.parent_visit(step.visit).is_none();
        for variable in code.variables(trace, frame, Language::English) {
            let of_driver = ["i", "limit", "lower", "upper", "bound"].contains(&variable.name);
            if ["node", "child"].contains(&variable.name) || (of_driver && is_end_of_root) {
                continue;
            }
            let variables = if of_driver { &made.of_driver } else { &made.variables };
            let value = variables.get(variable.name).unwrap_or_else(|| panic!("no {}: {}", variable.name, said()));
            assert_eq!(variable.value, value.text(trace, variable.name), "{}: {}", variable.name, said());
        }
        let takes_in = [CodeLine::BestChild, CodeLine::NarrowChild, CodeLine::BestNoisy].contains(&made.lit);
        if (with_guesses.is_none() || takes_in) && setup.process.is_depth_first() && made.variables.contains_key("best")
        {
            let shows = code.variables(trace, frame, Language::English);
            assert!(shows.iter().any(|variable| variable.name == "best"), "{}", said());
        }
    }
    assert_eq!(interpreter.frames.len(), trace.frame_count(), "{setup:?}\n{written}");
    let value = value.unwrap_or_else(|panic| resume_unwind(panic));
    if setup.process.is_depth_first() {
        assert_eq!(value, trace.value(), "{setup:?}");
    }
    all
}

/// The number of units of the scores of a run in the unit of its game.
fn scale(trace: &Trace) -> i64 {
    trace.of_rules(Score::new(1)).finite().expect("a finite score").into()
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
        Some(TableSetup { size: Some(number(1)), ..TableSetup::BOTH_BOUNDS }),
        Some(TableSetup { size: Some(number(5)), ..bounds }),
        Some(TableSetup { size: Some(number(4)), key: TableKey::PositionAndWindow, ..bounds }),
        Some(TableSetup { deeper_entries: true, ..TableSetup::BOTH_BOUNDS }),
        Some(TableSetup { deeper_entries: true, size: Some(number(7)), ..bounds }),
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

/// All choices of rules that a search can use.
fn rules() -> Vec<RuleSetup> {
    let mut rules = Vec::new();
    for bounds in [None, Some(RuleBounds::Both), Some(RuleBounds::Best)] {
        for win_at_once in [false, true] {
            for skip_losing in [false, true] {
                rules.push(RuleSetup { bounds, win_at_once, skip_losing });
            }
        }
    }
    rules
}

/// Whether the options fit the game.
fn fits(setup: &Setup) -> bool {
    let game = setup.game.open().expect("a game");
    let start = game.parse_moves(&[], &setup.after).expect("moves");
    setup.check_for(&GameKnowledge::of_any(&game, &start)).is_ok()
}

/// Combinations of move sources that are searched before the other moves.
fn sources() -> Vec<OrderBy> {
    let of = |sources: &[MoveSource]| OrderBy::try_from(sources.to_vec()).expect("each once");
    vec![
        OrderBy::default(),
        of(&[MoveSource::Killers, MoveSource::History]),
        of(&[MoveSource::Table]),
        of(&[MoveSource::Table, MoveSource::Countermoves]),
    ]
}

/// All setups of a game whose options fit each other.
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
fn code_of_every_setup_produces_the_frames_of_its_run() {
    let game = GameSetup::from(TicTacToe { shortest_win: true });
    let setups = all_setups(&game, "b2 a1 c1 a3 b1");
    assert!(setups.len() > 1_000, "{}", setups.len());
    for setup in setups {
        check(&recorded(None, &setup));
    }
}

#[test]
fn code_of_game_with_extra_turns_produces_the_frames_of_its_run() {
    let game = GameSetup::from(Kalah { houses: 2, stones: 2, ..Kalah::default() });
    for setup in all_setups(&game, "").into_iter().filter(|setup| setup.limit.is_some()).step_by(7) {
        check(&recorded(None, &setup));
    }
}

#[test]
fn code_of_searches_with_rules_produces_the_frames_of_their_runs() {
    let connect_four = ConnectFour { width: 3, height: 3, line: 3, shortest_win: true };
    let games = [
        (GameSetup::from(connect_four), "a b a b"),
        (GameSetup::from(ConnectFour { shortest_win: false, ..connect_four }), "b b a"),
        (GameSetup::from(TicTacToe { shortest_win: true }), "b2 a1 c1"),
        (GameSetup::from(TicTacToe { shortest_win: false }), "b2 a1 c1 a3"),
        (GameSetup::from(Kalah { houses: 2, stones: 2, ..Kalah::default() }), ""),
        (GameSetup::from(Kalah { houses: 2, stones: 1, play_out: true, ..Kalah::default() }), ""),
    ];
    let rules = rules();
    let (mut ran, mut checked) = (LineSet::default(), 0);
    let every = if is_whole() { 3 } else { 5 };
    for (game, after) in games {
        for (place, setup) in all_setups(&game, after).into_iter().step_by(every).enumerate() {
            // One choice per setup, chosen so that every option is combined with every choice.
            let rules = rules[(place + place / rules.len()) % rules.len()];
            let order = [Order::Natural, Order::Reversed, Order::Shuffled(place as u64)][place % 3];
            let setup = Setup { rules, order, ..setup };
            // The evaluation at the limit is outside the bounds of most games; that of `inside` is not.
            let inside = setup.limit.map(|limit| DepthLimit { evaluation: 1, ..limit });
            let setup = if fits(&setup) { setup } else { Setup { limit: inside, ..setup } };
            if rules.is_nothing() || !fits(&setup) {
                continue;
            }
            ran.extend(check(&recorded(None, &setup)).iter());
            checked += 1;
        }
    }
    assert!(checked > 6_000 / every, "{checked}");
    // `Passes` is the only line that none of these runs contains: it is for the passes of other programs. Others are of other searches.
    let is_of_minimax = |line: &CodeLine| {
        *line != CodeLine::Range
            && *line <= CodeLine::Return
            && !(CodeLine::IfChance..=CodeLine::BestChance).contains(line)
    };
    let of_minimax = CodeLine::ALL.into_iter().filter(is_of_minimax);
    let left: Vec<CodeLine> = of_minimax.filter(|&line| !ran.contains(line)).collect();
    assert_eq!(left, [CodeLine::Passes]);
}

/// Checks that each of these wrong texts of lines fails the comparison in at least one of the runs that have the line.
fn check_wrong_lines(runs: &[Trace], wrong_lines: &[(CodeLine, &str)]) {
    // Short runs first: most wrong lines are noticed in them.
    let mut runs: Vec<&Trace> = runs.iter().collect();
    runs.sort_by_key(|trace| trace.frame_count());
    for &(line, wrong) in wrong_lines {
        let is_noticed = runs.iter().any(|trace| {
            let code = Code::of(trace).expect("code");
            let mut lines = code.lines().to_vec();
            let Some(written) = lines.iter_mut().find(|written| written.line == line) else { return false };
            wrong.clone_into(&mut written.text);
            catch_unwind(AssertUnwindSafe(|| check_lines(trace, &code, &lines))).is_err()
        });
        assert!(is_noticed, "{line:?}: {wrong}");
    }
}

/// Wrong texts of lines: each must produce other frames, or highlight other lines, in at least one of the runs.
const WRONG: [(CodeLine, &str); 24] = [
    (CodeLine::IfWin, "if node.depth == 1 and node.can_win:"),
    (CodeLine::BestWin, "best = node.win_score + 1"),
    (CodeLine::NarrowWin, "α, β = narrow(node, α, β, −best)"),
    (CodeLine::ReturnWin, "return −best"),
    (CodeLine::NoLosing, "losing = node.losing_children"),
    (CodeLine::IfLooksAhead, "if node.depth < limit:"),
    (CodeLine::FindLosing, "losing = []"),
    (CodeLine::Children, "children = node.children"),
    (CodeLine::IfChildren, "if node.children:"),
    (CodeLine::IfFar, "if node.depth < limit:"),
    (CodeLine::RuleBounds, "rules = best_bound(node, 3)"),
    (CodeLine::NearBounds, "rules = bounds(node, 0)"),
    (CodeLine::IfRuleUpper, "if rules.upper < α:"),
    (CodeLine::BestRuleUpper, "best = rules.upper − 1"),
    (CodeLine::ReturnRuleUpper, "return α − 1"),
    (CodeLine::IfRuleLower, "if rules.lower >= β + 1:"),
    (CodeLine::BestRuleLower, "best = rules.lower + 1"),
    (CodeLine::ReturnRuleLower, "return β + 1"),
    (CodeLine::RuleAlpha, "α = max(α, rules.lower − 1)"),
    (CodeLine::RuleBeta, "β = min(β, rules.upper + 1)"),
    (CodeLine::IfLosingMax, "if α < β:"),
    (CodeLine::BestLosingMax, "best = max(best, lowest(losing) − 1)"),
    (CodeLine::BestLosingMin, "best = min(best, highest(losing) + 1)"),
    (CodeLine::LowerLosing, "β = β"),
];

#[test]
fn wrong_rule_line_fails_the_comparison() {
    let game = GameSetup::from(ConnectFour { width: 3, height: 3, line: 3, shortest_win: true });
    let mut runs = Vec::new();
    for algorithm in [Algorithm::AlphaBetaSoft, Algorithm::MtdF] {
        for (after, depth) in [("a", 0), ("a", 4), ("a b a b", 0), ("a b a", 2), ("a b a b", 3), ("b a", 3), ("", 5)] {
            let limit = (depth > 0).then_some(DepthLimit { depth, evaluation: 1 });
            for rules in rules() {
                let plain = Setup::new(game.clone(), Process::Search(algorithm));
                let setup = Setup { rules, limit, after: after.to_owned(), ..plain };
                if fits(&setup) {
                    runs.push(recorded(None, &setup));
                }
            }
        }
    }
    check_wrong_lines(&runs, &WRONG);
}

#[test]
fn code_of_searches_with_ordered_moves_produces_the_frames_of_their_runs() {
    let game = GameSetup::from(ConnectFour { width: 3, height: 3, line: 3, shortest_win: true });
    let orders = [Order::Natural, Order::Best, Order::Center, Order::Shuffled(3)];
    let (sources, rules) = (sources(), rules());
    let mut checked = 0;
    for (place, setup) in all_setups(&game, "a b a b").into_iter().step_by(3).enumerate() {
        let order_by = sources[1 + place % (sources.len() - 1)];
        let setup = Setup { order: orders[place % orders.len()], order_by, rules: rules[place % rules.len()], ..setup };
        if fits(&setup) {
            check(&recorded(None, &setup));
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn code_of_searches_with_captures_or_threats_first_produces_the_frames_of_their_runs() {
    let of = |sources: &[MoveSource]| OrderBy::try_from(sources.to_vec()).expect("each once");
    let connect_four = ConnectFour { width: 3, height: 3, line: 3, shortest_win: true };
    for (game, after, sources) in [
        (GameSetup::from(connect_four), "a b a", [MoveSource::Threats, MoveSource::History]),
        (GameSetup::from(TicTacToe { shortest_win: false }), "b2 a1 c1 a3", [MoveSource::Threats, MoveSource::Killers]),
        (
            GameSetup::from(Kalah { houses: 2, stones: 2, ..Kalah::default() }),
            "",
            [MoveSource::Captures, MoveSource::Table],
        ),
    ] {
        let (mut checked, mut reordered) = (0, 0);
        let limited = all_setups(&game, after).into_iter().filter(|setup| setup.limit.is_some());
        for (place, setup) in limited.step_by(7).enumerate() {
            let order_by = if place % 2 == 0 { of(&sources[..1]) } else { of(&sources) };
            let setup = Setup { order_by, ..setup };
            if fits(&setup) {
                let trace = recorded(None, &setup);
                check(&trace);
                checked += 1;
                reordered += usize::from(
                    orders(&trace) != orders(&recorded(None, &Setup { order_by: OrderBy::default(), ..setup })),
                );
            }
        }
        assert!(checked > 100 && reordered > 10, "{game}: {checked}, {reordered} reordered");
    }
}

/// Setups whose options fit each other.
fn some_setup(game: &GameSetup) -> impl Strategy<Value = Setup> {
    let order = select(vec![Order::Natural, Order::Reversed]);
    // A textbook tree has no declared range of scores.
    let setups: Vec<Setup> = all_setups(game, "").into_iter().filter(|setup| !setup.passes.own_range).collect();
    (0..setups.len(), order).prop_map(move |(place, order)| Setup { order, ..setups[place].clone() })
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn code_on_random_trees_produces_the_frames(nodes in trees(), setup in some_setup(&GameSetup::textbook(None))) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        // A root without children is not searched.
        prop_assume!(nodes.len() > 1);
        check(&recorded(Some(tree), &setup));
    }

    #[test]
    fn code_with_recurring_positions_produces_the_frames(
        seed: u64,
        (depth, width, branching) in (2_u32..5, 1_u32..5, 1_u32..4),
        spread in 0_i32..8,
        place: prop::sample::Index,
        rule: prop::sample::Index,
        is_graph: bool,
        order: prop::sample::Index,
        source: prop::sample::Index,
    ) {
        let scores = (-spread, spread);
        let game = if is_graph {
            GameSetup::from(LayeredGraph { depth, width, branching, seed, scores })
        } else {
            GameSetup::from(RandomTree { depth, branching, seed, scores })
        };
        let setups = all_setups(&game, "");
        let orders = [Order::Natural, Order::Reversed, Order::Shuffled(seed), Order::Best];
        let (rules, sources) = (rules(), sources());
        let plain = &setups[place.index(setups.len())];
        let setup = Setup {
            rules: rules[rule.index(rules.len())],
            order: orders[order.index(orders.len())],
            ..plain.clone()
        };
        // A search without cuts or windows has fewer options.
        let setup = if fits(&setup) { setup } else { plain.clone() };
        let ordered = Setup { order_by: sources[source.index(sources.len())], ..setup.clone() };
        check(&recorded(None, if fits(&ordered) { &ordered } else { &setup }));
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_rule_line(
        place: prop::sample::Index,
        rule: prop::sample::Index,
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let game = GameSetup::from(ConnectFour { width: 3, height: 3, line: 3, shortest_win: true });
        let (setups, rules) = (all_setups(&game, "a b a b"), rules());
        let plain = &setups[place.index(setups.len())];
        let setup = Setup { rules: rules[rule.index(rules.len())], ..plain.clone() };
        let trace = recorded(None, if fits(&setup) { &setup } else { plain });
        check_seeks(&trace, from.index(trace.frame_count()), one_node);
    }

    #[test]
    fn seek_finds_next_and_previous_frame_of_line(
        nodes in trees(),
        setup in some_setup(&GameSetup::textbook(None)),
        from: prop::sample::Index,
        one_node: bool,
    ) {
        let tree = TextbookTree::from_nodes(&nodes).expect("a tree");
        let trace = recorded(Some(tree), &setup);
        check_seeks(&trace, from.index(trace.frame_count()), one_node);
    }
}

/// Compares the frames found for each line, from a frame on, with those found by examining every frame.
fn check_seeks(trace: &Trace, from: usize, one_node: bool) {
    let setup = &trace.setup;
    let code = Code::of(trace).expect("code");
    let only = trace.step(from).map(|step| step.node).filter(|_| one_node);
    let runs = |line: CodeLine, frame: usize| {
        let is_there = only.is_none_or(|node| trace.step(frame).is_some_and(|step| step.node == node));
        is_there && code.at(trace, frame).is_some_and(|at| at.runs.contains(line))
    };
    for line in code.lines() {
        let line = line.line;
        let next = (from + 1..trace.frame_count()).find(|&frame| runs(line, frame));
        let before = (0..from).rev().find(|&frame| runs(line, frame));
        for (forward, expected) in [(true, next), (false, before)] {
            let seek = Seek { line, from, forward, only };
            let found = code.seek(trace, seek, usize::MAX, &Progress::default());
            assert_eq!(found, expected.map_or(Sought::Nowhere, Sought::Found), "{seek:?} of {setup:?}");
        }
        let one = [line].into_iter().collect();
        let all = from..trace.frame_count() - 1;
        assert_eq!(code.first_break(trace, one, all, only), next, "{line:?}");
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
fn generated_tree_has_no_code() {
    let setup = Setup::new(GameSetup::textbook(None), Process::Generate(Traversal::DepthFirst));
    assert_eq!(Code::of(&recorded(None, &setup)), Err(NoCode::NotASearch));
}

#[test]
fn lines_are_short_and_have_comments_in_both_languages() {
    for setup in all_setups(&GameSetup::from(TicTacToe { shortest_win: true }), "b2 a1 c1 a3 b1").iter().step_by(5) {
        check_lengths(&recorded(None, setup));
    }
}

/// Checks that lines are short and comments have a text in every language.
fn check_lengths(trace: &Trace) {
    let code = Code::of(trace).expect("code");
    for line in code.lines() {
        // Two columns for each level. A panel of 320 points shows about 38 columns; a longer line wraps once.
        let length = 2 * line.level + line.text.chars().count();
        assert!(length <= 52, "{length}: {}", line.text);
        for language in Language::ALL {
            assert!(line.comment.is_none_or(|comment| !language.text(comment).is_empty()));
        }
    }
}
