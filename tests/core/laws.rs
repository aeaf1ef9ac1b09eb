//! Invariants of all trees: checked on thousands of random ones against a naive implementation.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::oracles::cases;
use crate::oracles::plain_searches::{asked_again, asked_first, cuts, enters_once, fail_of, handed_down, single_runs};
use crate::oracles::random_trees::{orders, stopped_run, trees};
use crate::oracles::replays::{check_jumps, check_nesting, check_states, recorded_nodes};
use edagari::analysis::{Relation, Summary, best_line, corresponding, explain};
use edagari::game::{AnyGame, Game, GameSetup, Player, RandomTree, TextbookNode, TextbookTree};
use edagari::language::Language;
use edagari::score::{BoundKind, Bounds, Fail, Score, Window};
use edagari::search::{Algorithm, Order, RandomSide};
use edagari::trace::{
    Cut, DEFAULT_MEMORY_LIMIT, Ending, FrameKind, NodeId, NodeState, Place, Process, Progress, RecordError, Setup,
    Trace, Traversal, record, record_game,
};
use proptest::prelude::*;

fn run(tree: &TextbookTree, process: Process, order: Order) -> Trace {
    let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), process) };
    record_game(AnyGame::from(tree.clone()), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

/// A run in the natural order that was stopped after `visits` visits.
fn stopped(tree: &TextbookTree, algorithm: Algorithm, visits: usize) -> Trace {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    stopped_run(AnyGame::from(tree.clone()), &setup, visits)
}

fn opened(list: &[TextbookNode]) -> TextbookTree {
    TextbookTree::from_nodes(list).expect("a well-formed tree")
}

fn value(tree: &TextbookTree, node: u32) -> Score {
    if let Some(score) = tree.score(&node) {
        return score;
    }
    let values = tree.legal_moves(&node).into_iter().map(|mv| value(tree, tree.play(&node, mv)));
    match tree.player(&node) {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .expect("an inner node has children")
}

fn size(tree: &TextbookTree, node: u32) -> u64 {
    1 + tree.legal_moves(&node).into_iter().map(|mv| size(tree, tree.play(&node, mv))).sum::<u64>()
}

/// A frame as the plain program writes it.
#[derive(Debug, PartialEq)]
struct PlainFrame {
    kind: FrameKind,
    /// Moves to the node.
    path: Vec<u32>,
    window: Window,
    score: Option<Score>,
    cut: Option<Cut>,
    pruned: Vec<u32>,
}

/// The published recursive search, in the game's own order: fail-hard, fail-soft or without cuts.
struct Plain<'a> {
    tree: &'a TextbookTree,
    algorithm: Algorithm,
    frames: Vec<PlainFrame>,
}

impl Plain<'_> {
    fn push(&mut self, kind: FrameKind, path: &[u32], window: Window, score: Option<Score>) -> &mut PlainFrame {
        self.frames.push(PlainFrame { kind, path: path.to_vec(), window, score, cut: None, pruned: Vec::new() });
        self.frames.last_mut().expect("just pushed")
    }

    /// Searches the child that a move leads to, for a part of its parent's window.
    fn child(&mut self, child: u32, (path, mv): (&mut Vec<u32>, u32), asked: Window) -> Score {
        let below = handed_down(self.algorithm, asked, self.tree.player(&child));
        path.push(mv);
        let score = self.search(child, path, below);
        path.pop();
        score
    }

    fn search(&mut self, node: u32, path: &mut Vec<u32>, given: Window) -> Score {
        let (mut alpha, mut beta) = (given.alpha, given.beta);
        self.push(FrameKind::Start, path, given, None);
        let score = if let Some(score) = self.tree.score(&node) {
            score
        } else {
            let player = self.tree.player(&node);
            let mut best = if player == Player::Max { Score::NEG_INFINITY } else { Score::INFINITY };
            let moves = self.tree.legal_moves(&node);
            for (place, &mv) in moves.iter().enumerate() {
                let child = self.tree.play(&node, mv);
                let open = Window { alpha, beta };
                let asked = asked_first(self.algorithm, open, player, place);
                let mut score = self.child(child, (&mut *path, mv), asked);
                if let Some(again) = asked_again(open, asked, player, score) {
                    self.push(FrameKind::Score, path, open, Some(score));
                    self.push(FrameKind::Update, path, open, None);
                    score = self.child(child, (&mut *path, mv), again);
                }
                self.push(FrameKind::Score, path, open, Some(score));
                let is_cut = match player {
                    Player::Max => {
                        best = best.max(score);
                        alpha = alpha.max(score);
                        score >= beta
                    }
                    Player::Min => {
                        best = best.min(score);
                        beta = beta.min(score);
                        score <= alpha
                    }
                };
                let is_cut = is_cut && cuts(self.algorithm);
                let update = self.push(FrameKind::Update, path, Window { alpha, beta }, None);
                if is_cut {
                    update.cut = Some(if player == Player::Max { Cut::Beta } else { Cut::Alpha });
                    update.pruned = moves.iter().copied().filter(|&other| other > mv).collect();
                    break;
                }
            }
            match (fail_of(self.algorithm), player) {
                (Fail::Hard, Player::Max) => alpha,
                (Fail::Hard, Player::Min) => beta,
                (Fail::Soft | Fail::Firm, _) => best,
            }
        };
        self.push(FrameKind::End, path, Window { alpha, beta }, Some(score));
        score
    }
}

/// Path from the root of the game, also if the run started at a later position.
fn game_path(trace: &Trace, node: NodeId) -> Vec<u32> {
    [trace.start.as_slice(), &trace.path(node)].concat()
}

/// Outcome of a node in another run, with the frame.
#[derive(Clone, Copy, PartialEq, Debug)]
enum There {
    Entered(usize),
    Pruned(usize),
}

/// Frame at which a trace entered each node or pruned each skipped child, by path from the root of the game.
fn places_by_path(trace: &Trace) -> HashMap<Vec<u32>, There> {
    let mut places = HashMap::new();
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        if step.kind == FrameKind::Start {
            places.insert(game_path(trace, step.node), There::Entered(frame));
        }
        if step.cut.is_some() {
            // Children are entered in order, so a cut skips the children that are not entered yet.
            for child in trace.children(step.node) {
                places.entry(game_path(trace, child)).or_insert(There::Pruned(frame));
            }
        }
    }
    places
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn every_search_in_every_order_gives_the_value(list in trees(), order in orders()) {
        let tree = opened(&list);
        let expected = value(&tree, 0);
        for algorithm in single_runs() {
            let trace = run(&tree, Process::Search(algorithm), order);
            prop_assert_eq!(trace.value(), Some(expected));
            prop_assert_eq!(trace.frame_count(), 4 * trace.visit_count() - 2);
            if enters_once(algorithm) {
                prop_assert_eq!(trace.visit_count() as u64 + trace.nodes_pruned().expect("counted"), size(&tree, 0));
            }
            prop_assert_eq!(trace.ending, Ending::Complete);
            check_nesting(&trace)?;
            let summary = Summary::of(&trace);
            prop_assert!(summary.cutoffs <= summary.alpha_cuts + summary.beta_cuts);
            let line = best_line(&trace, &[], usize::MAX);
            let end = trace.position(&line).expect("a legal line");
            prop_assert_eq!(end.score(), Some(expected), "the line of best moves ends with the value");
        }
    }

    #[test]
    fn frames_are_those_of_the_plain_program(list in trees()) {
        let tree = opened(&list);
        for algorithm in single_runs() {
            let trace = run(&tree, Process::Search(algorithm), Order::Natural);
            let mut plain = Plain { tree: &tree, algorithm, frames: Vec::new() };
            plain.search(0, &mut Vec::new(), Window::FULL);
            prop_assert_eq!(trace.frame_count(), plain.frames.len());
            for (frame, expected) in plain.frames.iter().enumerate() {
                let step = trace.step(frame).expect("a frame");
                let pruned = if step.cut.is_some() {
                    trace.pruned_children(step.visit).filter_map(|node| trace.move_of(node)).collect()
                } else {
                    Vec::new()
                };
                let found = PlainFrame {
                    kind: step.kind, path: trace.path(step.node), window: step.window, score: step.score, cut: step.cut, pruned,
                };
                prop_assert_eq!(&found, expected, "{} at frame {}", algorithm.name(), frame);
            }
        }
    }

    #[test]
    fn scores_bound_the_values(list in trees(), order in orders()) {
        let tree = opened(&list);
        for algorithm in single_runs() {
            let trace = run(&tree, Process::Search(algorithm), order);
            for node in recorded_nodes(&trace) {
                if let NodeState::Scored { score, kind: Some(kind) } = trace.state(Place { node, below: 0 }, usize::MAX) {
                    let at = trace.path(node).into_iter().fold(0, |at, mv| tree.play(&at, mv));
                    prop_assert!(Bounds::of(score, kind).contain(value(&tree, at)), "{:?}: {:?} {}", node, kind, score);
                }
            }
        }
    }

    #[test]
    fn alpha_beta_visits_are_a_subsequence_of_minimax(list in trees(), order in orders()) {
        let tree = opened(&list);
        let visited = |algorithm| {
            let trace = run(&tree, Process::Search(algorithm), order);
            let starts = (0..trace.frame_count()).filter_map(|frame| trace.step(frame)).filter(|step| step.kind == FrameKind::Start);
            starts.map(|step| trace.path(step.node)).collect::<Vec<_>>()
        };
        let mut all = visited(Algorithm::Minimax).into_iter();
        for path in visited(Algorithm::AlphaBeta) {
            prop_assert!(all.any(|other| other == path), "{:?} is out of order", path);
        }
        prop_assert_eq!(visited(Algorithm::AlphaBetaSoft), visited(Algorithm::AlphaBeta), "without a table both prune alike");
    }

    #[test]
    fn other_traces_are_found_by_place(list in trees(), order in orders(), visits in 0_usize..70) {
        let tree = opened(&list);
        let minimax = run(&tree, Process::Search(Algorithm::Minimax), Order::Natural);
        let mut others = vec![
            run(&tree, Process::Search(Algorithm::AlphaBeta), order),
            run(&tree, Process::Generate(Traversal::BreadthFirst), order),
            stopped(&tree, Algorithm::AlphaBetaSoft, visits),
        ];
        if tree.score(&0).is_none() {
            let process = Process::Search(Algorithm::AlphaBeta);
            let setup = Setup { after: "1".to_owned(), order, ..Setup::new(GameSetup::textbook(None), process) };
            let game = AnyGame::from(tree.clone());
            others.push(record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"));
        }
        for other in &others {
            for (trace, other) in [(&minimax, other), (other, &minimax)] {
                let places = places_by_path(other);
                for frame in 0..trace.frame_count() {
                    let path = game_path(trace, trace.step(frame).expect("a frame").node);
                    // The node itself, or its nearest pruned ancestor.
                    let above = (0..=path.len()).rev().find_map(|length| match places.get(&path[..length]) {
                        Some(There::Entered(_)) if length < path.len() => Some(None),
                        found => found.map(|found| Some(*found)),
                    });
                    let found = corresponding(trace, frame, other);
                    let is_last = frame + 1 == trace.frame_count();
                    match (above.flatten(), found) {
                        _ if is_last => {}
                        (Some(There::Entered(entered)), Some(found)) => {
                            let step = trace.step(frame).expect("a frame");
                            if step.kind == FrameKind::Start {
                                prop_assert_eq!((found.frame, found.relation), (entered, Relation::Same));
                            } else {
                                prop_assert!(found.frame >= entered);
                            }
                        }
                        (Some(There::Pruned(pruned)), Some(found)) => {
                            prop_assert_eq!(found.frame, pruned);
                            prop_assert!(matches!(found.relation, Relation::Pruned(_)), "{:?}", found);
                        }
                        (None, Some(found)) => {
                            let is_elsewhere = !matches!(found.relation, Relation::Same | Relation::Pruned(_));
                            prop_assert!(is_elsewhere, "frame {}, {:?}: {:?}", frame, path, found);
                        }
                        (there, None) => prop_assert_eq!(there, None),
                    }
                }
            }
        }
    }

    #[test]
    fn a_generated_tree_has_every_node_once(list in trees(), order in orders()) {
        let tree = opened(&list);
        for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
            let trace = run(&tree, Process::Generate(traversal), order);
            prop_assert_eq!(trace.frame_count() as u64, size(&tree, 0));
            let mut paths: Vec<Vec<u32>> =
                (0..trace.frame_count()).map(|frame| trace.path(trace.step(frame).expect("a frame").node)).collect();
            if traversal == Traversal::BreadthFirst {
                prop_assert!(paths.is_sorted_by_key(Vec::len));
            } else if order == Order::Natural {
                prop_assert!(paths.is_sorted(), "each subtree whole before the next");
            }
            for (frame, path) in paths.iter().enumerate() {
                let before = trace.state(trace.place(path), frame.saturating_sub(1));
                prop_assert!(frame == 0 || before == NodeState::Unvisited);
                prop_assert_eq!(trace.state(trace.place(path), frame), NodeState::Open { window: Window::FULL });
            }
            paths.sort();
            paths.dedup();
            prop_assert_eq!(paths.len() as u64, size(&tree, 0));
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn windows_derived_at_the_end_match_the_given_windows(list in trees()) {
        let tree = opened(&list);
        for algorithm in single_runs() {
            let found_out = run(&tree, Process::Search(algorithm), Order::Natural);
            let written = stopped(&tree, algorithm, usize::MAX);
            prop_assert_eq!(found_out.frame_count(), written.frame_count());
            for frame in 0..written.frame_count() {
                prop_assert_eq!(found_out.step(frame), written.step(frame));
            }
        }
    }

    #[test]
    fn states_by_index_are_those_of_a_naive_replay(list in trees(), order in orders()) {
        let tree = opened(&list);
        for algorithm in single_runs() {
            let trace = run(&tree, Process::Search(algorithm), order);
            check_states(&trace)?;
            check_jumps(&trace)?;
        }
        for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
            check_jumps(&run(&tree, Process::Generate(traversal), order))?;
        }
    }

    #[test]
    fn a_stopped_run_is_the_beginning_of_the_whole(list in trees(), visits in 0_usize..70) {
        let tree = opened(&list);
        for algorithm in single_runs() {
            let whole = run(&tree, Process::Search(algorithm), Order::Natural);
            let part = stopped(&tree, algorithm, visits);
            prop_assert_eq!(part.visit_count(), visits.min(whole.visit_count()));
            prop_assert_eq!(part.ending == Ending::Complete, visits >= whole.visit_count());
            for frame in 0..part.frame_count() {
                prop_assert_eq!(part.step(frame), whole.step(frame), "frame {}", frame);
            }
            check_states(&part)?;
            check_jumps(&part)?;
        }
    }

    #[test]
    fn uniform_trees_keep_the_laws_too(depth in 0_u32..6, branching in 1_u32..5, seed in any::<u64>(), order in orders()) {
        let tree = RandomTree { depth, branching, seed, scores: (-3, 3) };
        let run = |algorithm| {
            let setup = Setup { order, ..Setup::new(GameSetup::from(tree), Process::Search(algorithm)) };
            record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
        };
        let nodes: u64 = (0..=depth).map(|level| u64::from(branching).pow(level)).sum();
        let minimax = run(Algorithm::Minimax);
        prop_assert_eq!(minimax.visit_count() as u64, nodes);
        for algorithm in single_runs() {
            let trace = run(algorithm);
            prop_assert_eq!(trace.value(), minimax.value());
            prop_assert_eq!(trace.frame_count(), 4 * trace.visit_count() - 2);
            if enters_once(algorithm) {
                prop_assert_eq!(trace.visit_count() as u64 + trace.nodes_pruned().expect("counted"), nodes);
            }
        }
    }

    #[test]
    fn best_first_order_needs_the_least(depth in 0_u32..7, branching in 1_u32..5, seed in any::<u64>(), spread in 0_i32..30) {
        let tree = RandomTree { depth, branching, seed, scores: (-spread, spread) };
        let mut setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta));
        setup.order = Order::Best;
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        let b = u64::from(branching);
        prop_assert_eq!(trace.tally().total().evaluations, b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1);
    }
}

/// A run that stops in the middle, wherever that is.
#[test]
fn frames_recorded_before_a_stop_can_be_replayed() {
    let tree = RandomTree { depth: 12, branching: 4, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::AlphaBeta));
    let whole = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    for limit in [1_u64 << 20, 3 << 20] {
        let part = record(&setup, limit, &Arc::default()).expect("a legal setup");
        assert_eq!(part.ending, Ending::MemoryLimit(limit));
        assert!(part.memory() <= limit, "{} bytes, {limit} allowed", part.memory());
        assert!(part.memory() > limit / 2, "the limit is used");
        assert_eq!(part.value(), None);
        for frame in (0..part.frame_count()).step_by(97).chain([part.frame_count() - 1]) {
            assert_eq!(part.step(frame), whole.step(frame), "frame {frame}");
            let node = part.step(frame).expect("a frame").node;
            for place in [Place { node, below: 0 }, Place { node: NodeId::ROOT, below: 0 }] {
                assert_eq!(part.state(place, frame), whole.state(place, frame), "frame {frame}");
            }
        }
        check_last_frames(&part);
    }
}

/// At the stop, exactly the nodes of the current path are open.
fn check_last_frames(part: &Trace) {
    let last = part.frame_count() - 1;
    let mut open = part.step(last).map(|step| step.visit);
    while let Some(visit) = open {
        let state = part.state(Place { node: part.node_of(visit), below: 0 }, last);
        match part.span(visit).1 {
            None => assert!(matches!(state, NodeState::Open { .. }), "{state:?}"),
            Some(_) => assert!(matches!(state, NodeState::Scored { .. }), "{state:?}"),
        }
        open = part.parent_visit(visit);
    }
}

#[test]
fn cancelled_run_keeps_its_recorded_frames() {
    let tree = RandomTree { depth: 40, branching: 3, ..RandomTree::default() };
    for order in [Order::Natural, Order::Best] {
        let setup = Setup { order, ..Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax)) };
        let progress = Arc::new(Progress::default());
        let shared = Arc::clone(&progress);
        let thread = std::thread::spawn(move || record(&setup, DEFAULT_MEMORY_LIMIT, &shared));
        std::thread::sleep(std::time::Duration::from_millis(50));
        progress.cancel();
        let trace = thread.join().expect("no panic").expect("a legal setup");
        assert_eq!(trace.ending, Ending::Cancelled, "{order}");
        assert_eq!(trace.value(), None);
        if order == Order::Natural {
            assert!(trace.frame_count() > 0);
            check_last_frames(&trace);
        }
    }
}

/// During indexing there is no trace yet, so cancelling discards the run.
#[test]
fn run_cancelled_during_indexing_is_discarded() {
    let tree = RandomTree { depth: 21, branching: 2, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::from(tree), Process::Search(Algorithm::Minimax));
    let progress = Arc::new(Progress::default());
    let shared = Arc::clone(&progress);
    let thread = std::thread::spawn(move || record(&setup, DEFAULT_MEMORY_LIMIT, &shared));
    while !progress.is_indexing() {
        assert!(!thread.is_finished());
        std::thread::yield_now();
    }
    progress.cancel();
    let abandoned = thread.join().expect("no panic");
    assert!(matches!(abandoned, Err(RecordError::Abandoned(_))), "the indexes take longer than a thread switch");
}

/// A flat file of one node below the other.
fn chain_file(levels: usize) -> (tempfile::TempDir, std::path::PathBuf) {
    let mut text = "(nodes: [(name: \"n0\")".to_owned();
    for index in 1..=levels {
        let score = if index == levels { ", score: 5" } else { "" };
        write!(text, ",\n(name: \"n{index}\", parent: \"n{}\"{score})", index - 1).expect("a string takes all");
    }
    text.push_str("])");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("chain.ron");
    std::fs::write(&file, text).expect("written");
    (folder, file)
}

#[test]
fn a_tree_of_100_000_levels_records_and_replays() {
    const LEVELS: usize = 100_000;
    let (_folder, file) = chain_file(LEVELS);
    let random = RandomTree { depth: LEVELS as u32, branching: 1, ..RandomTree::default() };
    for game in [GameSetup::from(random), GameSetup::textbook(Some(&file))] {
        let opened = game.open().expect("a game");
        let runs_once = |process: &Process| {
            // The windows of Star1 and Star2 are cut to the range of scores.
            process.sampling().is_none()
                && process.proof().is_none()
                && process.expectation().is_none_or(|search| !search.cuts())
                && process.algorithm().is_none_or(|of| single_runs().contains(&of))
        };
        for process in Process::ALL.into_iter().filter(runs_once) {
            let expects = process.expectation().is_some();
            for order in [Order::Natural, Order::Best].into_iter().filter(|&order| !expects || order == Order::Natural)
            {
                let random = expects.then_some(RandomSide::Both);
                let setup = Setup { order, random, ..Setup::new(game.clone(), process) };
                let trace =
                    record_game(opened.clone(), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
                assert_eq!(trace.visit_count(), LEVELS + 1);
                assert_eq!(trace.max_depth(), LEVELS);
                let deepest = vec![0; LEVELS];
                let place = trace.place(&deepest);
                let node = place.recorded().expect("recorded");
                assert_eq!(trace.path(node), deepest);
                if !process.is_depth_first() {
                    assert_eq!(trace.frame_count(), LEVELS + 1);
                    assert_eq!(trace.state(place, LEVELS - 1), NodeState::Unvisited);
                    assert_eq!(trace.state(place, LEVELS), NodeState::Open { window: Window::FULL });
                    continue;
                }
                assert_eq!(trace.frame_count(), 4 * LEVELS + 2);
                let value = trace.value().expect("searched to the end");
                let scored = NodeState::Scored { score: value, kind: Some(BoundKind::Exact) };
                // On the way down, at the leaf, and on the way up.
                for (frame, kind, depth, state) in [
                    (0, FrameKind::Start, 0, NodeState::Unvisited),
                    (LEVELS / 2, FrameKind::Start, LEVELS / 2, NodeState::Unvisited),
                    (LEVELS, FrameKind::Start, LEVELS, NodeState::Open { window: Window::FULL }),
                    (LEVELS + 1, FrameKind::End, LEVELS, scored),
                    (LEVELS + 2, FrameKind::Score, LEVELS - 1, scored),
                    (4 * LEVELS, FrameKind::Update, 0, scored),
                    (4 * LEVELS + 1, FrameKind::End, 0, scored),
                ] {
                    let step = trace.step(frame).expect("a frame");
                    assert_eq!((step.kind, trace.path(step.node).len()), (kind, depth), "frame {frame}");
                    assert_eq!(trace.state(place, frame), state, "frame {frame}");
                    for language in Language::ALL {
                        assert!(explain(&trace, frame, language).len() > 10, "frame {frame}");
                    }
                }
                assert_eq!(best_line(&trace, &[], trace.frame_count()), deepest);
            }
        }
    }
}
