//! Differences between two runs, compared with their figures.

use std::sync::Arc;
use std::thread;

use edagari::analysis::{DiffError, DifferenceKind, Summary, TraceDiff};
use edagari::game::{AnyGame, Eight, GameSetup, RandomTree, TextbookNode, TextbookTree};
use edagari::search::{Algorithm, Order};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record, record_game};
use proptest::prelude::*;

use super::round_trips::{read_stream, stream_of};
use crate::oracles::cases;
use crate::oracles::random_trees::{orders, trees};

fn run(list: &[TextbookNode], algorithm: Algorithm, order: Order) -> Trace {
    let tree = TextbookTree::from_nodes(list).expect("a well-formed tree");
    let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
    record_game(AnyGame::from(tree), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

fn compared(first: &Trace, second: &Trace) -> Result<TraceDiff, DiffError> {
    TraceDiff::of(first, second, &Progress::default())
}

/// First frame at which two runs differ, by a comparison of all frames.
fn naive_parting(first: &Trace, second: &Trace) -> Option<usize> {
    let seen = |trace: &Trace| -> Vec<_> {
        let frame =
            |frame| trace.step(frame).map(|step| (step.kind, trace.path(step.node), step.window, step.score, step.cut));
        (0..trace.frame_count()).map(frame).collect()
    };
    let (first, second) = (seen(first), seen(second));
    let most = first.len().max(second.len());
    (0..most).find(|&frame| first.get(frame) != second.get(frame))
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_run_is_equal_to_itself_and_to_its_file((list, order) in (trees(), orders())) {
        let trace = run(&list, Algorithm::AlphaBeta, order);
        let diff = compared(&trace, &read_stream(&stream_of(&trace))).expect("the same game");
        prop_assert!(diff.is_empty() && diff.list.is_empty(), "{:?}", diff);
    }

    #[test]
    fn saved_visits_of_alpha_beta_equal_the_sum_of_the_list((list, order) in (trees(), orders())) {
        let (minimax, pruned) = (run(&list, Algorithm::Minimax, order), run(&list, Algorithm::AlphaBeta, order));
        let diff = compared(&minimax, &pruned).expect("the same game");
        prop_assert_eq!(diff.parting, naive_parting(&minimax, &pruned));
        let saved = (minimax.visit_count() - pruned.visit_count()) as u64;
        prop_assert_eq!(diff.visited_by_one, [saved, 0]);
        prop_assert_eq!(diff.cuts_in_one, [0, Summary::of(&pruned).cutoffs]);
        let listed = diff.list.iter().filter(|difference| difference.kind == DifferenceKind::VisitedByOne(0));
        prop_assert_eq!(listed.map(|difference| difference.work).sum::<i64>(), saved as i64);
        prop_assert!(diff.list.is_sorted_by_key(|difference| std::cmp::Reverse(difference.work.unsigned_abs())));
        for difference in &diff.list {
            // The frame of a difference belongs to the node, or to its parent if the node was not visited.
            for (side, trace) in [&minimax, &pruned].into_iter().enumerate() {
                let step = trace.step(difference.frames[side]).expect("a frame");
                let node = difference.nodes[side].expect("both number the children of a node that both visited");
                prop_assert!(step.node == node || trace.parent(node) == Some(step.node));
            }
        }
        // With exchanged arguments, all sides are exchanged.
        let back = compared(&pruned, &minimax).expect("the same game");
        prop_assert_eq!(back.visited_by_one, [0, saved]);
        prop_assert_eq!((back.parting, back.other_scores), (diff.parting, diff.other_scores));
    }
}

#[test]
fn other_games_and_other_starts_are_not_compared() {
    let leaf = |score| [TextbookNode { score: Some(score), ..TextbookNode::default() }];
    let [first, second] = [1, 2].map(|score| run(&leaf(score), Algorithm::Minimax, Order::Natural));
    assert!(matches!(compared(&first, &second), Err(DiffError::OtherGame { .. })));
    let start = |after: &str| {
        let setup = Setup {
            after: after.to_owned(),
            ..Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::Minimax))
        };
        record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
    };
    assert!(matches!(compared(&start("1"), &start("2")), Err(DiffError::OtherStart { .. })));
    assert!(compared(&start("1 2"), &start(" 1  2 ")).is_ok());
}

/// A run of about 200,000 visits.
fn large_run(algorithm: Algorithm) -> Trace {
    let tree = RandomTree { branching: 8, depth: 6, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(tree), Process::Search(algorithm));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

#[test]
fn comparison_reports_progress() {
    let (minimax, pruned) = (large_run(Algorithm::Minimax), large_run(Algorithm::AlphaBeta));
    for (first, second) in [(&minimax, &minimax), (&minimax, &pruned), (&pruned, &minimax)] {
        let progress = Progress::default();
        assert!(TraceDiff::of(first, second, &progress).is_ok());
        let share = progress.share().expect("the traces say how much there is to do");
        assert!((0.99..=1.0).contains(&share), "{share}");
    }
}

#[test]
fn a_comparison_ends_soon_after_it_is_cancelled() {
    let trace = large_run(Algorithm::Minimax);
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(TraceDiff::of(&trace, &trace, &progress).err(), Some(DiffError::Cancelled));
    assert_eq!(progress.done(), 0, "it does not begin");
    // Cancels at different parts of the work.
    for part in [0.1, 0.5, 0.9] {
        let progress = Progress::default();
        let (ended, told) = thread::scope(|scope| {
            let compared = scope.spawn(|| TraceDiff::of(&trace, &trace, &progress).err());
            while progress.share().is_none_or(|share| share < part) {
                thread::yield_now();
            }
            progress.cancel();
            (compared.join().expect("no panic"), progress.done())
        });
        // The comparison can end before it sees the cancellation.
        let is_done = told + 4096 > progress.total().expect("known");
        assert!(is_done || ended == Some(DiffError::Cancelled), "{part}: {told}");
    }
}
