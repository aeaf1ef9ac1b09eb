//! Searches that walk one tree several times: published figures, and what must hold on every tree.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::random_trees::trees;
use edagari::analysis::check;
use edagari::game::{AnyGame, GameSetup, RandomTree, TextbookTree};
use edagari::score::Score;
use edagari::search::{Algorithm, Order};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, VisitId, record, record_game};
use proptest::prelude::*;

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// The tree by which Plaat et al. (1996) compare searches.
fn plaat() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/textbook/plaat.ron")
}

fn of_plaat(algorithm: Algorithm) -> Setup {
    Setup::new(GameSetup::textbook(Some(&plaat())), Process::Search(algorithm))
}

/// The visits of leaves, and the leaves.
fn leaves(trace: &Trace) -> (usize, HashSet<Vec<u16>>) {
    let visits = (0..trace.visit_count() as u32).map(VisitId);
    let leaves: Vec<Vec<u16>> = visits
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

#[test]
fn the_example_of_plaat_and_others() {
    let alpha_beta = recorded(&of_plaat(Algorithm::AlphaBetaSoft));
    assert_eq!((alpha_beta.visit_count(), leaves(&alpha_beta).0), (25, 12));
    let pvs = recorded(&of_plaat(Algorithm::Pvs));
    assert_eq!((pvs.visit_count(), leaves(&pvs).0), (39, 19));
    for trace in [alpha_beta, pvs] {
        assert_eq!(trace.value(), Some(Score::new(35)));
        is_right(&trace).expect("every frame follows");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// In the best order no child but the first is better, so none is searched again, and each is cut as soon as it can be.
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
    fn the_minimal_uniform_tree_has_its_number_of_leaves(depth in 0_u32..7, branching in 1_u16..5, seed in any::<u64>()) {
        let tree = RandomTree { depth, branching, seed, scores: (-1000, 1000) };
        let setup = Setup { order: Order::Best, ..Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Pvs)) };
        let trace = recorded(&setup);
        let power = |exponent: u32| usize::from(branching).pow(exponent);
        prop_assert_eq!(leaves(&trace).0, power(depth.div_ceil(2)) + power(depth / 2) - 1);
    }
}
