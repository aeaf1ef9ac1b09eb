//! Options from the rules and of the move order never change the value of a search, and all its frames are consistent.

use std::collections::HashMap;

use super::used_in_practice::searches;
use crate::oracles::cases;
use crate::oracles::random_games::{setups, tables};
use crate::oracles::random_trees::orders;
use crate::oracles::replays::{check_nesting, check_states};
use crate::trace_files::check_round_trips;
use edagari::analysis::check;
use edagari::game::{Capture, ConnectFour, Game, GameSetup, Kalah, Player, RandomTree, TicTacToe};
use edagari::score::{Score, Window};
use edagari::search::{
    Algorithm, DepthLimit, GameKnowledge, MoveSource, Order, OrderBy, PassSetup, RefusedSetup, RuleBounds, RuleSetup,
    TableSetup,
};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, VisitId, record};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a setup that can be run")
}

fn rules() -> impl Strategy<Value = RuleSetup> {
    let bounds = select(&[None, Some(RuleBounds::Both), Some(RuleBounds::Both), Some(RuleBounds::Best)][..]);
    (bounds, any::<bool>(), any::<bool>()).prop_map(|(bounds, win_at_once, skip_losing)| RuleSetup {
        bounds,
        win_at_once,
        skip_losing,
    })
}

fn tables_of_any_bounds() -> impl Strategy<Value = TableSetup> {
    (tables(), any::<bool>()).prop_map(|(table, best_only)| TableSetup { best_only, ..table })
}

fn order_by() -> impl Strategy<Value = OrderBy> {
    subsequence(MoveSource::ALL.to_vec(), 0..=MoveSource::ALL.len())
        .prop_shuffle()
        .prop_map(|sources| sources.try_into().expect("each is there once"))
}

/// Games of every kind, small or from a late position, with a table.
fn games() -> impl Strategy<Value = Setup> {
    let random =
        (0_u32..5, 1_u32..4, any::<u64>(), -6_i32..1, 0_i32..7).prop_map(|(depth, branching, seed, least, span)| {
            let tree = RandomTree { depth, branching, seed, scores: (least, least + span) };
            Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta))
        });
    let kalah = (1_u8..4, 1_u8..3, any::<bool>(), any::<bool>()).prop_map(|(houses, stones, play_out, always)| {
        let capture = if always { Capture::Always } else { Capture::OppositeNonempty };
        let game = Kalah { houses, stones, capture, play_out };
        Setup::new(GameSetup::from(game), Process::Search(Algorithm::AlphaBeta))
    });
    prop_oneof![4 => setups(), 2 => random, 2 => kalah]
}

/// Removes the options that do not fit the setup.
fn fitting(mut setup: Setup) -> Setup {
    let game = setup.game.open().expect("a game");
    let start = game.parse_moves(&[], &setup.after).expect("legal moves");
    let knowledge = GameKnowledge::of_any(&game, &start);
    while let Err(refused) = setup.check_for(&knowledge) {
        let keeps = |source: MoveSource| match refused {
            RefusedSetup::NoCuts { .. } => !source.needs_cuts(),
            RefusedSetup::NoTableToOrderBy => source != MoveSource::Table,
            RefusedSetup::NoThreats => source != MoveSource::Threats,
            RefusedSetup::NoExchanges => source != MoveSource::See,
            _ => source != MoveSource::Captures,
        };
        match refused {
            RefusedSetup::NothingToNarrow(_) => setup.rules.bounds = None,
            RefusedSetup::NoDepthOfEntries | RefusedSetup::NoBoundsToKeep(_) => {
                setup.table = Some(TableSetup { deeper_entries: false, ..TableSetup::default() });
            }
            RefusedSetup::NoBounds(_) | RefusedSetup::EvaluatesBeyond { .. } => {
                setup.rules = RuleSetup::default();
                setup.passes.own_range = false;
            }
            RefusedSetup::NoCenter => setup.order = Order::Natural,
            RefusedSetup::NoTableToOrderBy
            | RefusedSetup::NoCuts { .. }
            | RefusedSetup::NoCaptures
            | RefusedSetup::NoExchanges
            | RefusedSetup::NoThreats => {
                let sources: Vec<MoveSource> = setup.order_by.sources().filter(|&source| keeps(source)).collect();
                setup.order_by = sources.try_into().expect("each is there once");
            }
            _ => setup.passes = PassSetup::default(),
        }
    }
    setup
}

/// Every search with every option that fits it and its game.
pub fn any_setups() -> impl Strategy<Value = Setup> {
    let table = prop_oneof![Just(None), tables_of_any_bounds().prop_map(Some)];
    let order = prop_oneof![orders(), Just(Order::Center)];
    let options = (rules(), order_by(), any::<bool>(), order, 0_usize..3);
    (games(), searches(), table, options).prop_map(|(game, (algorithm, passes, depth), table, options)| {
        let (rules, order_by, own_range, order, evaluation) = options;
        let names = game.game.open().expect("a game").evaluations().len();
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: (evaluation % names) as u8 });
        let passes = PassSetup { own_range, ..passes };
        fitting(Setup { process: Process::Search(algorithm), passes, table, rules, order_by, order, limit, ..game })
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn no_option_changes_the_value(setup in any_setups()) {
        let trace = recorded(&setup);
        let minimax = Setup { limit: setup.limit, after: setup.after.clone(), ..Setup::new(setup.game.clone(), Process::Search(Algorithm::Minimax)) };
        let minimax = recorded(&minimax);
        prop_assert_eq!(trace.value(), minimax.value());
        check_nesting(&trace)?;
        // Checks each place of the whole tree at every frame.
        let is_small = minimax.visit_count() < 150 && trace.frame_count() < 600;
        if setup.limit.is_none() && setup.table.is_none() && is_small {
            check_states(&trace)?;
        }
        let report = check(&trace, true, &Progress::default());
        let first = report.findings.first().map(|finding| (finding.frame, &finding.fault));
        prop_assert!(report.is_right(), "{:?} of {:?}", first, setup);
        check_round_trips(&trace);
    }

    /// Each visit except that of the root has the source of its place in the move order.
    #[test]
    fn every_visit_has_the_source_of_its_move_order(game in games(), order_by in order_by()) {
        let setup = fitting(Setup { order_by, ..game });
        let trace = recorded(&setup);
        let column = trace.columns().iter().find(|column| column.name() == "order");
        prop_assert_eq!(column.is_some(), !setup.order_by.is_nothing() && trace.visit_count() > 1);
        let words: Vec<&str> = setup.order_by.sources().map(MoveSource::word).chain(["base"]).collect();
        for visit in (1..trace.visit_count() as u32).map(VisitId) {
            let Some(column) = column else { break };
            let word = column.value(visit).map(|value| value.to_string());
            prop_assert!(word.as_deref().is_some_and(|word| words.contains(&word)), "{:?}", word);
        }
    }

    /// The bounds of a position contain the scores of all continuations. So do the narrower bounds for a known number
    /// of quiet moves.
    #[test]
    fn bounds_hold_for_all_games_that_can_follow(
        (width, height, line) in (1_u8..6, 1_u8..5, 2_u8..5),
        (houses, stones, play_out) in (1_u8..5, 1_u8..5, any::<bool>()),
        choices in vec(any::<u32>(), 60),
        shortest_win: bool,
    ) {
        bounds_hold(&ConnectFour { width, height, line: line.min(width.max(height)), shortest_win }, &choices);
        bounds_hold(&TicTacToe { shortest_win }, &choices);
        bounds_hold(&Kalah { houses, stones, play_out, capture: Capture::Always }, &choices);
    }

    /// Knuth and Moore (1975): in the best order each node of type 1 has a child of type 1 and others of type 2, each of type 2 is cut by its
    /// first child, of type 3, and each of type 3 has children of type 2.
    #[test]
    fn a_uniform_tree_in_the_best_order_has_its_numbers_of_types(depth in 0_u32..7, branching in 1_u32..5, seed: u64, spread in 0_i32..50) {
        let tree = RandomTree { depth, branching, seed, scores: (-spread, spread) };
        let mut of_type = [1_u64, 0, 0];
        for search in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft] {
            let setup = Setup { order: Order::Best, ..Setup::new(GameSetup::from(tree), Process::Search(search)) };
            let trace = recorded(&setup);
            let mut counts: HashMap<(usize, usize), u64> = HashMap::new();
            for visit in (0..trace.visit_count() as u32).map(VisitId) {
                let Window { alpha, beta } = trace.given_window(visit);
                let kind = match (alpha.finite(), beta.finite(), trace.player_of(visit)) {
                    (None, None, _) => 0,
                    (Some(_), None, Player::Min) | (None, Some(_), Player::Max) => 1,
                    (Some(_), None, Player::Max) | (None, Some(_), Player::Min) => 2,
                    (Some(_), Some(_), _) => 3,
                };
                *counts.entry((trace.path(trace.node_of(visit)).len(), kind)).or_default() += 1;
            }
            of_type = [1, 0, 0];
            for level in 0..=depth as usize {
                for (kind, &expected) in of_type.iter().enumerate() {
                    prop_assert_eq!(counts.remove(&(level, kind)).unwrap_or(0), expected, "type {} at {}", kind + 1, level);
                }
                let [first, second, third] = of_type;
                let others = u64::from(branching - 1);
                of_type = [first, first * others + third * u64::from(branching), second];
            }
            prop_assert!(counts.is_empty(), "{:?}", counts);
        }
        let _ = of_type;
    }
}

fn bounds_hold<G: Game>(game: &G, choices: &[u32]) {
    let mut positions = vec![game.root()];
    for &choice in choices {
        let position = positions.last().expect("a root");
        let moves = game.legal_moves(position);
        let Some(at) = (choice as usize).checked_rem(moves.len()) else { break };
        positions.push(game.play(position, moves[at]));
    }
    let Some(score) = positions.last().and_then(|last| game.score(last)) else { return };
    let ends_at = positions.len() - 1;
    for (at, position) in positions[..ends_at].iter().enumerate() {
        let bounds = game.bounds(position, 0).expect("the game has bounds");
        assert!(bounds.contain(score), "{score} of {bounds} after {at} moves");
        let quiet = (ends_at - at - 1) as u32;
        let later = game.bounds(position, quiet).expect("the game has bounds");
        assert!(later.contain(score), "{score} of {later} after {at} moves, {quiet} quiet");
        let wins = game.win_at_once(position);
        let ends: Vec<Score> =
            game.legal_moves(position).into_iter().filter_map(|mv| game.score(&game.play(position, mv))).collect();
        let best = if game.player(position) == Player::Max { bounds.upper } else { bounds.lower };
        assert_eq!(wins, ends.contains(&best).then_some(best));
    }
}

#[test]
fn options_that_a_game_cannot_have_are_refused_in_a_sentence() {
    let textbook = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let four = Setup::new(GameSetup::from(ConnectFour::default()), Process::Search(Algorithm::AlphaBeta));
    let bounds = RuleSetup { bounds: Some(RuleBounds::Both), ..RuleSetup::default() };
    let sources = |text: &str| text.parse::<OrderBy>().expect("sources");
    let limit = Some(DepthLimit { depth: 3, evaluation: 0 });
    for (setup, part) in [
        (Setup { rules: bounds, ..textbook.clone() }, "has no bounds on the score of a position"),
        (Setup { order: Order::Center, ..textbook.clone() }, "has no order \"center\""),
        (Setup { order_by: sources("captures"), ..four.clone() }, "has no captures"),
        (Setup { order_by: sources("threats"), ..textbook.clone() }, "has no count of threats"),
        (
            Setup {
                table: Some(TableSetup { best_only: true, ..TableSetup::default() }),
                process: Process::Search(Algorithm::Minimax),
                ..four.clone()
            },
            "minimax finds the value of every node",
        ),
        (Setup { order_by: sources("table"), ..four.clone() }, "needs a transposition table"),
        (Setup { rules: bounds, limit, ..four.clone() }, "the evaluation \"open-lines\" can be outside"),
        (
            Setup { rules: bounds, process: Process::Search(Algorithm::Minimax), ..four.clone() },
            "minimax searches every node",
        ),
        (
            Setup { order_by: sources("killers"), process: Process::Search(Algorithm::Minimax), ..four.clone() },
            "minimax never cuts",
        ),
        (
            Setup { table: Some(TableSetup { deeper_entries: true, ..TableSetup::default() }), ..four },
            "expected one for --deeper-entries",
        ),
    ] {
        let error = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err(part).to_string();
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
        let text = ron::to_string(&setup).expect("RON");
        assert_eq!(Setup::parse(&text).expect("a setup"), setup, "{text}");
    }
}
