//! Searches with several passes over a tree: published figures, and invariants of all trees.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::oracles::cases;
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, trees};
use crate::oracles::replays::{check_nesting, check_states};
use crate::trace_files::check_round_trips;
use edagari::analysis::{best_line, check};
use edagari::game::{AnyGame, Eight, GameSetup, RandomTree, TextbookTree};
use edagari::score::{Bounds, Score, Window};
use edagari::search::{Algorithm, Aspiration, DepthLimit, Order, PassSetup, RefusedSetup, RootWindows};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Process, Progress, Setup, Trace, VisitId, record, record_game};
use proptest::prelude::*;
use proptest::sample::select;

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// The tree with which Plaat et al. (1996) compare searches.
fn plaat() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/edagari-core/resources/textbook/plaat.ron")
}

fn of_plaat(algorithm: Algorithm) -> Setup {
    Setup::new(GameSetup::textbook(Some(&plaat())), Process::Search(algorithm))
}

/// Number of visits of leaves, and number of distinct leaves.
fn leaves(trace: &Trace) -> (usize, HashSet<Vec<u32>>) {
    let visits = (0..trace.visit_count() as u32).map(VisitId);
    let leaves: Vec<Vec<u32>> = visits
        .map(|visit| trace.path(trace.node_of(visit)))
        .filter(|path| trace.position(path).is_some_and(|position| position.score().is_some()))
        .collect();
    (leaves.len(), leaves.into_iter().collect())
}

fn is_right(trace: &Trace) -> Result<(), TestCaseError> {
    let report = check(trace, true, &Progress::default());
    let first = report.findings.first().map(|finding| (finding.frame, &finding.fault));
    prop_assert!(report.is_right() && report.minimax.is_some(), "{:?} of {:?}", first, trace.setup);
    Ok(())
}

/// Result of each pass as a bound, and its number of visits.
fn passes(trace: &Trace) -> (Vec<String>, Vec<usize>) {
    let results = (0..trace.passes().len()).map(|pass| {
        let result = trace.pass_result(pass, usize::MAX).expect("it has ended");
        format!("{}{}", result.kind.expect("its window is known").sign(), result.score)
    });
    let visits = trace.passes().iter().map(|pass| trace.visits_below(pass.visit));
    (results.collect(), visits.collect())
}

/// Plaat, Schaeffer, Pijls and de Bruin (1996): the figures of α-β and SSS* are theirs, the others were computed by a program
/// written from their pseudocode.
#[test]
fn the_example_of_plaat_and_others() {
    let alpha_beta = recorded(&of_plaat(Algorithm::AlphaBetaSoft));
    assert_eq!((alpha_beta.visit_count(), leaves(&alpha_beta).0), (25, 12));
    let pvs = recorded(&of_plaat(Algorithm::Pvs));
    assert_eq!((pvs.visit_count(), leaves(&pvs).0), (39, 19));
    let sss_star = recorded(&of_plaat(Algorithm::SssStar));
    let strings = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(passes(&sss_star), (strings(&["≤41", "≤36", "≤35", "≥35"]), vec![13, 8, 8, 12]));
    assert_eq!((sss_star.visit_count(), leaves(&sss_star).1.len()), (41, 8));
    assert_eq!(first_leaves(&sss_star), [41, 12, 34, 36, 5, 35, 50, 36]);
    let dual_star = recorded(&of_plaat(Algorithm::DualStar));
    assert_eq!(passes(&dual_star), (strings(&["≥5", "≥12", "≥34", "≥35", "≤35"]), vec![10, 10, 15, 10, 8]));
    assert_eq!((dual_star.visit_count(), leaves(&dual_star).1.len()), (53, 12));
    let mut all = vec![alpha_beta, pvs, sss_star, dual_star];
    for (first_guess, visits, count) in [(35, 27, 2), (36, 27, 2), (30, 35, 3), (50, 41, 4)] {
        let passes = PassSetup { first_guess: Some(first_guess), ..PassSetup::default() };
        let mtd_f = recorded(&Setup { passes, ..of_plaat(Algorithm::MtdF) });
        assert_eq!((mtd_f.visit_count(), mtd_f.passes().len()), (visits, count), "from {first_guess}");
        all.push(mtd_f);
    }
    all.push(recorded(&of_plaat(Algorithm::Bisection)));
    all.push(recorded(&of_plaat(Algorithm::Aspiration)));
    for trace in all {
        assert_eq!(trace.value(), Some(Score::new(35)));
        is_right(&trace).expect("every frame follows");
        let line = best_line(&trace, &[], usize::MAX);
        assert_eq!(trace.position(&line).expect("a legal line").score(), Some(Score::new(35)), "{:?}", trace.setup);
    }
}

/// Scores of leaves, in the order of their first visits.
fn first_leaves(trace: &Trace) -> Vec<i32> {
    let mut seen = HashSet::new();
    let nodes = (0..trace.visit_count() as u32).map(|visit| trace.node_of(VisitId(visit)));
    let firsts: Vec<NodeId> = nodes.filter(|&node| seen.insert(node)).collect();
    let score = |node| trace.position(&trace.path(node)).and_then(|position| position.score());
    firsts.into_iter().filter_map(|node| score(node)?.finite()).collect()
}

/// Options of the passes that fit a search, and a depth limit where they need one.
fn passes_of(algorithm: Algorithm) -> impl Strategy<Value = (PassSetup, Option<u32>)> {
    let number = || (1_u32..8).prop_map(NonZeroU32::new);
    let kind = algorithm.kind();
    let options = (
        any::<bool>(),
        -9_i32..10,
        (number(), number(), any::<bool>(), any::<bool>()),
        (any::<bool>(), 1_u32..4, 0_u32..5),
    );
    options.prop_map(move |(guesses, guess, (width, growth, aspires, grows), (deepens, step, depth))| {
        let may_aspire = matches!(kind.root_windows, RootWindows::Aspiration | RootWindows::Requested);
        let aspiration = width.filter(|_| aspires && may_aspire && !algorithm.has_full_windows());
        let aspiration = aspiration.map(|width| Aspiration { width, growth: growth.filter(|_| grows) });
        let takes_guess = aspiration.is_some() || kind.root_windows.take_guess();
        let passes = PassSetup {
            first_guess: Some(guess).filter(|_| guesses && takes_guess),
            aspiration,
            deepening: NonZeroU32::new(step).filter(|_| deepens),
            ..PassSetup::default()
        };
        (passes, deepens.then_some(depth))
    })
}

/// A search of the list with options of its passes.
pub fn searches() -> impl Strategy<Value = (Algorithm, PassSetup, Option<u32>)> {
    select(&Algorithm::ALL[..])
        .prop_flat_map(|algorithm| passes_of(algorithm).prop_map(move |(passes, depth)| (algorithm, passes, depth)))
}

/// Checks that the passes of each iteration narrow the bounds to the value.
fn check_passes(trace: &Trace) -> Result<(), TestCaseError> {
    let mut bounds = UNKNOWN;
    let mut depth = None;
    for (place, pass) in trace.passes().iter().enumerate() {
        let result = trace.pass_result(place, usize::MAX).expect("it has ended");
        if pass.depth != depth {
            (bounds, depth) = (UNKNOWN, pass.depth);
        }
        let shown = Bounds::of(result.score, result.kind.expect("its window is known"));
        let next = bounds.intersect(shown);
        prop_assert!(next.lower <= next.upper, "{} after {}", shown, bounds);
        prop_assert!(bounds.lower < next.lower || next.upper < bounds.upper, "{} after {}", shown, bounds);
        bounds = next;
    }
    if let Some(value) = trace.value().filter(|_| !trace.passes().is_empty()) {
        prop_assert_eq!(bounds, Bounds { lower: value, upper: value });
    }
    Ok(())
}

const UNKNOWN: Bounds = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_search_with_all_its_passes_gives_the_value_of_minimax(
        list in trees(),
        order in orders(),
        (algorithm, passes, depth) in searches(),
    ) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
        let run = |setup: Setup| record_game(game.clone(), &Setup { order, limit, ..setup }, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
        let textbook = |algorithm| Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
        let trace = run(Setup { passes, ..textbook(algorithm) });
        prop_assert_eq!(trace.value(), run(textbook(Algorithm::Minimax)).value());
        prop_assert_eq!(passes.has_passes(algorithm), !trace.passes().is_empty());
        check_passes(&trace)?;
        check_nesting(&trace)?;
        if limit.is_none() {
            check_states(&trace)?;
        }
        is_right(&trace)?;
        check_round_trips(&trace);
    }

    #[test]
    fn the_same_holds_where_positions_come_back(setup in setups(), (algorithm, passes, depth) in searches(), has_table: bool) {
        let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
        let table = setup.table.filter(|_| has_table);
        let setup = Setup { process: Process::Search(algorithm), limit, passes, table, ..setup };
        let trace = recorded(&setup);
        let minimax = Setup { process: Process::Search(Algorithm::Minimax), passes: PassSetup::default(), table: None, ..setup };
        prop_assert_eq!(trace.value(), recorded(&minimax).value());
        check_passes(&trace)?;
        check_nesting(&trace)?;
        is_right(&trace)?;
        check_round_trips(&trace);
    }

    #[test]
    fn score_outside_the_window_is_on_the_side_of_the_value(
        list in trees(),
        (algorithm, passes, _) in searches(),
        ends in (-7_i32..7, 1_i32..5),
    ) {
        let passes = PassSetup { deepening: None, window: Window { alpha: Score::new(ends.0), beta: Score::new(ends.0 + ends.1) }, ..passes };
        let setup = Setup { passes, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let run = |setup: &Setup| record_game(game.clone(), setup, DEFAULT_MEMORY_LIMIT, &Arc::default());
        let minimax = run(&Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::Minimax))).expect("recorded");
        if algorithm.has_full_windows() {
            prop_assert!(run(&setup).is_err());
            return Ok(());
        }
        let trace = run(&setup).expect("recorded");
        let (found, value) = trace.value().zip(minimax.value()).expect("values");
        prop_assert!(Bounds::of(found, passes.window.judge(found)).contain(value), "{} of {}", found, value);
        is_right(&trace)?;
        check_round_trips(&trace);
    }

    /// Plaat et al. (1996): every node that SSS* expands is also expanded by α-β.
    #[test]
    fn sss_star_visits_no_leaf_that_alpha_beta_does_not(list in trees(), order in orders()) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let run = |algorithm| {
            let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
            record_game(game.clone(), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded")
        };
        let (alpha_beta, sss_star) = (leaves(&run(Algorithm::AlphaBeta)).1, leaves(&run(Algorithm::SssStar)).1);
        prop_assert!(sss_star.is_subset(&alpha_beta), "{:?}", sss_star.difference(&alpha_beta).next());
    }
}

#[test]
fn options_of_passes_that_do_not_fit_are_refused() {
    let of = |algorithm, passes| Setup { passes, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
    let usual = PassSetup::default();
    let narrow = PassSetup { window: Window { alpha: Score::new(0), beta: Score::new(1) }, ..usual };
    let closed = PassSetup { window: Window { alpha: Score::new(1), beta: Score::new(1) }, ..usual };
    let aspiring = PassSetup { aspiration: Some(Aspiration::default()), ..usual };
    let guessing = PassSetup { first_guess: Some(3), ..usual };
    let deepening = PassSetup { deepening: Some(NonZeroU32::MIN), ..usual };
    for (setup, refused) in [
        (of(Algorithm::AlphaBeta, closed), RefusedSetup::EmptyWindow(closed.window)),
        (of(Algorithm::Minimax, narrow), RefusedSetup::NoWindows("minimax")),
        (of(Algorithm::Minimax, aspiring), RefusedSetup::NoWindows("minimax")),
        (of(Algorithm::MtdF, aspiring), RefusedSetup::OwnWindows("mtd-f")),
        (of(Algorithm::SssStar, guessing), RefusedSetup::NoGuess("sss-star")),
        (of(Algorithm::Pvs, guessing), RefusedSetup::NoGuess("pvs")),
        (of(Algorithm::Pvs, deepening), RefusedSetup::NoDepthLimit),
    ] {
        assert_eq!(setup.check_passes(), Err(refused));
        let error = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect_err("refused");
        assert_eq!(error.to_string(), refused.to_string());
        let text = ron::to_string(&setup).expect("RON");
        assert_eq!(Setup::parse(&text).expect("a setup"), setup, "{text}");
    }
}

#[test]
fn deepening_ends_at_the_limit_whatever_its_step() {
    for (depth, step, expected) in
        [(4, 1, vec![1, 2, 3, 4]), (5, 2, vec![1, 3, 5]), (4, 2, vec![2, 4]), (2, 7, vec![2]), (0, 1, vec![0])]
    {
        let setup = Setup {
            limit: Some(DepthLimit { depth, evaluation: 0 }),
            passes: PassSetup { deepening: NonZeroU32::new(step), ..PassSetup::default() },
            ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta))
        };
        let trace = recorded(&setup);
        let depths: Vec<u32> = trace.passes().iter().filter_map(|pass| pass.depth).collect();
        assert_eq!(depths, expected);
        assert!(trace.passes().iter().all(|pass| pass.kind.as_deref() == Some("deepening")));
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// In the best order no later child is better, so there are no re-searches and all cuts are immediate.
    #[test]
    fn pvs_in_the_best_order_visits_the_minimal_tree(list in trees()) {
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let run = |algorithm| {
            let setup = Setup { order: Order::Best, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
            record_game(game.clone(), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded")
        };
        let (alpha_beta, pvs) = (run(Algorithm::AlphaBetaSoft), run(Algorithm::Pvs));
        prop_assert_eq!(leaves(&pvs), leaves(&alpha_beta));
        prop_assert_eq!(pvs.visit_count(), alpha_beta.visit_count());
        is_right(&pvs)?;
    }

    /// Knuth and Moore (1975): b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.
    #[test]
    fn the_minimal_uniform_tree_has_its_number_of_leaves(depth in 0_u32..7, branching in 1_u32..5, seed in any::<u64>()) {
        let tree = RandomTree { depth, branching, seed, scores: (-1000, 1000) };
        let setup = Setup { order: Order::Best, ..Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Pvs)) };
        let trace = recorded(&setup);
        let power = |exponent: u32| (branching as usize).pow(exponent);
        prop_assert_eq!(leaves(&trace).0, power(depth.div_ceil(2)) + power(depth / 2) - 1);
    }
}
