//! What must hold on every tree: checked on thousands of random ones against the plainest program that does the same.

use std::sync::Arc;

use edagari::analysis::{Counterpart, Summary, best_line, counterpart};
use edagari::game::{AnyGame, Game, GameSetup, Player, RandomTree, TextbookNode, TextbookTree};
use edagari::score::{Bounds, Score, Window};
use edagari::search::{Algorithm, Order};
use edagari::trace::{
    Cut, DEFAULT_MEMORY_LIMIT, Ending, FrameKind, NodeId, NodeState, Place, Process, Progress, Setup, Trace, Traversal,
    record, record_game,
};
use proptest::prelude::*;

/// Trees of all shapes: deep and thin, wide, with single children, with equal scores, with players who move twice.
fn trees() -> impl Strategy<Value = Vec<TextbookNode>> {
    let shape = prop_oneof![Just(1.0), Just(2.0), Just(4.0), Just(30.0)];
    (1_usize..60, shape, 0_i32..6, any::<bool>(), any::<u64>()).prop_map(|(inner, reach, spread, alternate, seed)| {
        let mut state = seed;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below.max(1)
        };
        let mut parents: Vec<Option<usize>> = vec![None];
        for index in 1..inner + 1 {
            // A small reach hangs each node below one of the last ones: deep trees; a large one makes wide trees.
            let reach = (reach as usize).min(index);
            parents.push(Some(index - 1 - random(reach as u64) as usize));
        }
        let has_child: Vec<bool> = (0..parents.len()).map(|index| parents.contains(&Some(index))).collect();
        parents
            .into_iter()
            .zip(has_child)
            .map(|(parent, has_child)| TextbookNode {
                parent,
                name: None,
                player: (!alternate).then(|| if random(2) == 0 { Player::Max } else { Player::Min }),
                score: (!has_child).then(|| random(2 * spread as u64 + 1) as i32 - spread),
            })
            .collect()
    })
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Natural), Just(Order::Reversed), any::<u64>().prop_map(Order::Shuffled), Just(Order::Best)]
}

fn run(tree: &TextbookTree, process: Process, order: Order) -> Trace {
    let setup = Setup { order, ..Setup::new(GameSetup::Textbook { file: None }, process) };
    record_game(AnyGame::Textbook(tree.clone()), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
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
    /// The moves to the node.
    path: Vec<u16>,
    window: Window,
    score: Option<Score>,
    cut: Option<Cut>,
    pruned: Vec<u16>,
}

/// The published recursive search, in the game's own order: fail-hard, fail-soft or without cuts.
struct Plain<'a> {
    tree: &'a TextbookTree,
    algorithm: Algorithm,
    frames: Vec<PlainFrame>,
}

impl Plain<'_> {
    fn push(&mut self, kind: FrameKind, path: &[u16], window: Window, score: Option<Score>) -> &mut PlainFrame {
        self.frames.push(PlainFrame { kind, path: path.to_vec(), window, score, cut: None, pruned: Vec::new() });
        self.frames.last_mut().expect("just pushed")
    }

    fn search(&mut self, node: u32, path: &mut Vec<u16>, given: Window) -> Score {
        let (mut alpha, mut beta) = (given.alpha, given.beta);
        self.push(FrameKind::Start, path, given, None);
        let score = if let Some(score) = self.tree.score(&node) {
            score
        } else {
            let player = self.tree.player(&node);
            let mut best = if player == Player::Max { Score::NEG_INFINITY } else { Score::INFINITY };
            let moves = self.tree.legal_moves(&node);
            for &mv in &moves {
                let below = if self.algorithm == Algorithm::Minimax { Window::FULL } else { Window { alpha, beta } };
                path.push(mv);
                let score = self.search(self.tree.play(&node, mv), path, below);
                path.pop();
                self.push(FrameKind::Score, path, Window { alpha, beta }, Some(score));
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
                let is_cut = is_cut && self.algorithm != Algorithm::Minimax;
                let update = self.push(FrameKind::Update, path, Window { alpha, beta }, None);
                if is_cut {
                    update.cut = Some(if player == Player::Max { Cut::Beta } else { Cut::Alpha });
                    update.pruned = moves.iter().copied().filter(|&other| other > mv).collect();
                    break;
                }
            }
            match (self.algorithm, player) {
                (Algorithm::AlphaBeta, Player::Max) => alpha,
                (Algorithm::AlphaBeta, Player::Min) => beta,
                _ => best,
            }
        };
        self.push(FrameKind::End, path, Window { alpha, beta }, Some(score));
        score
    }
}

/// What each node is at each frame, told frame by frame from 0.
struct Naive<'a> {
    trace: &'a Trace,
    open: Vec<(NodeId, Window)>,
    ended: Vec<(NodeId, Score)>,
    pruned: Vec<(NodeId, usize)>,
}

impl Naive<'_> {
    fn step(&mut self, frame: usize) {
        let step = self.trace.step(frame).expect("a frame");
        match step.kind {
            FrameKind::Start => self.open.push((step.node, step.window)),
            FrameKind::Score => {}
            FrameKind::Update => {
                self.open.last_mut().expect("open").1 = step.window;
                if step.cut.is_some() {
                    self.pruned.extend(self.trace.pruned_children(step.visit).map(|node| (node, frame)));
                }
            }
            FrameKind::End => {
                self.open.pop();
                self.ended.push((step.node, step.score.expect("a score")));
            }
        }
    }

    fn state(&self, node: NodeId) -> (u8, Option<Window>, Option<Score>, Option<usize>) {
        if let Some(&(_, window)) = self.open.iter().find(|(open, _)| *open == node) {
            (1, Some(window), None, None)
        } else if let Some(&(_, score)) = self.ended.iter().find(|(ended, _)| *ended == node) {
            (2, None, Some(score), None)
        } else if let Some(&(_, frame)) = self.pruned.iter().find(|(pruned, _)| *pruned == node) {
            (3, None, None, Some(frame))
        } else {
            (0, None, None, None)
        }
    }
}

fn flat(state: NodeState) -> (u8, Option<Window>, Option<Score>, Option<usize>) {
    match state {
        NodeState::Unvisited => (0, None, None, None),
        NodeState::Open { window } => (1, Some(window), None, None),
        NodeState::Scored { score, .. } => (2, None, Some(score), None),
        NodeState::Pruned { frame } => (3, None, None, Some(frame)),
    }
}

/// All recorded nodes, parents first.
fn recorded_nodes(trace: &Trace) -> Vec<NodeId> {
    let mut nodes = vec![NodeId::ROOT];
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        nodes.extend(trace.children(node));
        at += 1;
    }
    nodes
}

fn check_states(trace: &Trace) -> Result<(), TestCaseError> {
    let mut naive = Naive { trace, open: Vec::new(), ended: Vec::new(), pruned: Vec::new() };
    let nodes = recorded_nodes(trace);
    for frame in 0..trace.frame_count() {
        naive.step(frame);
        for &node in &nodes {
            let by_index = trace.state(Place { node, below: 0 }, frame);
            prop_assert_eq!(flat(by_index), naive.state(node), "node {:?} at frame {}", node, frame);
            // Whatever lies below a pruned node is pruned with it.
            if let NodeState::Pruned { .. } = by_index {
                prop_assert_eq!(trace.state(Place { node, below: 3 }, frame), by_index);
            }
        }
    }
    Ok(())
}

fn check_jumps(trace: &Trace) -> Result<(), TestCaseError> {
    let frames = trace.frame_count();
    let is_cut = |&frame: &usize| {
        trace.step(frame).is_some_and(|step| trace.pruned_children(step.visit).len() > 0 && step.cut.is_some())
    };
    for frame in 0..frames {
        prop_assert_eq!(trace.next_cut(frame), (frame + 1..frames).find(is_cut));
        prop_assert_eq!(trace.previous_cut(frame), (0..frame).rev().find(is_cut));
    }
    for node in recorded_nodes(trace) {
        let Some(visit) = trace.visit_of(node) else { continue };
        let is_own = |&frame: &usize| trace.step(frame).is_some_and(|step| step.visit == visit);
        for frame in 0..frames {
            prop_assert_eq!(
                trace.next_frame_of(visit, frame),
                (frame + 1..frames).find(is_own),
                "{:?} at {}",
                visit,
                frame
            );
            prop_assert_eq!(
                trace.previous_frame_of(visit, frame),
                (0..frame).rev().find(is_own),
                "{:?} at {}",
                visit,
                frame
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_search_in_every_order_gives_the_value(list in trees(), order in orders()) {
        let tree = opened(&list);
        let expected = value(&tree, 0);
        for algorithm in Algorithm::ALL {
            let trace = run(&tree, Process::Search(algorithm), order);
            prop_assert_eq!(trace.value(), Some(expected));
            prop_assert_eq!(trace.frame_count(), 4 * trace.visit_count() - 2);
            prop_assert_eq!(trace.visit_count() as u64 + trace.nodes_pruned().expect("counted"), size(&tree, 0));
            prop_assert_eq!(trace.ending, Ending::Complete);
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
        for algorithm in Algorithm::ALL {
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
        for algorithm in Algorithm::ALL {
            let trace = run(&tree, Process::Search(algorithm), order);
            for node in recorded_nodes(&trace) {
                if let NodeState::Scored { score, kind } = trace.state(Place { node, below: 0 }, usize::MAX) {
                    let at = trace.path(node).into_iter().fold(0, |at, mv| tree.play(&at, mv));
                    prop_assert!(Bounds::of(score, kind).contain(value(&tree, at)), "{:?}: {:?} {}", node, kind, score);
                }
            }
        }
    }

    #[test]
    fn alpha_beta_visits_some_of_what_minimax_visits_in_the_same_order(list in trees(), order in orders()) {
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
    fn other_traces_are_found_by_place(list in trees(), order in orders()) {
        let tree = opened(&list);
        let minimax = run(&tree, Process::Search(Algorithm::Minimax), Order::Natural);
        let alpha_beta = run(&tree, Process::Search(Algorithm::AlphaBeta), order);
        for frame in 0..minimax.frame_count() {
            let path = minimax.path(minimax.step(frame).expect("a frame").node);
            match counterpart(&minimax, frame, &alpha_beta) {
                Counterpart::Entered(found) => {
                    let step = alpha_beta.step(found).expect("a frame");
                    prop_assert_eq!((step.kind, alpha_beta.path(step.node)), (FrameKind::Start, path));
                }
                Counterpart::Pruned(found) => {
                    let step = alpha_beta.step(found).expect("a frame");
                    let above = alpha_beta.path(step.node);
                    prop_assert!(step.cut.is_some() && path.starts_with(&above));
                    let skipped = path[above.len()];
                    prop_assert!(alpha_beta.pruned_children(step.visit).any(|node| alpha_beta.move_of(node) == Some(skipped)));
                }
                Counterpart::NeverReached => prop_assert!(false, "a complete run reaches or prunes every node"),
            }
        }
    }

    #[test]
    fn a_generated_tree_has_every_node_once(list in trees(), order in orders()) {
        let tree = opened(&list);
        for traversal in [Traversal::BreadthFirst, Traversal::DepthFirst] {
            let trace = run(&tree, Process::Generate(traversal), order);
            prop_assert_eq!(trace.frame_count() as u64, size(&tree, 0));
            let mut paths: Vec<Vec<u16>> =
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
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn states_by_index_are_those_of_a_naive_replay(list in trees(), order in orders()) {
        let tree = opened(&list);
        for algorithm in Algorithm::ALL {
            let trace = run(&tree, Process::Search(algorithm), order);
            check_states(&trace)?;
            check_jumps(&trace)?;
        }
    }

    #[test]
    fn best_first_order_needs_the_least(depth in 0_u32..7, branching in 1_u16..5, seed in any::<u64>(), spread in 0_i32..30) {
        let tree = RandomTree { depth, branching, seed, scores: (-spread, spread) };
        let mut setup = Setup::new(GameSetup::Random(tree), Process::Search(Algorithm::AlphaBeta));
        setup.order = Order::Best;
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        let b = u64::from(branching);
        prop_assert_eq!(trace.tally().leaves_evaluated, b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1);
    }
}

/// A run that stops in the middle, wherever that is.
#[test]
fn what_was_recorded_before_a_stop_can_be_replayed() {
    let tree = RandomTree { depth: 12, branching: 4, ..RandomTree::default() };
    let setup = Setup::new(GameSetup::Random(tree), Process::Search(Algorithm::AlphaBeta));
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

/// At the stop, the current path is open and nothing else.
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
fn a_cancelled_run_keeps_what_it_has() {
    let tree = RandomTree { depth: 40, branching: 3, ..RandomTree::default() };
    for order in [Order::Natural, Order::Best] {
        let setup = Setup { order, ..Setup::new(GameSetup::Random(tree), Process::Search(Algorithm::Minimax)) };
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

#[test]
fn a_tree_of_100_000_levels_records_and_replays() {
    let levels = 100_000;
    let random = RandomTree { depth: levels, branching: 1, ..RandomTree::default() };
    let chain: Vec<TextbookNode> = (0..=levels as usize)
        .map(|index| TextbookNode {
            parent: index.checked_sub(1),
            score: (index == levels as usize).then_some(5),
            ..TextbookNode::default()
        })
        .collect();
    let games = [AnyGame::Random(random), AnyGame::Textbook(opened(&chain))];
    for game in games {
        for process in Process::ALL {
            for order in [Order::Natural, Order::Best] {
                let setup = Setup { order, ..Setup::new(GameSetup::Random(random), process) };
                let trace = record_game(game.clone(), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("recorded");
                assert_eq!(trace.visit_count(), levels as usize + 1);
                assert_eq!(trace.max_depth(), levels as usize);
                let deepest = vec![0; levels as usize];
                let place = trace.place(&deepest);
                assert_eq!(trace.path(place.recorded().expect("recorded")), deepest);
                let is_search = matches!(process, Process::Search(_));
                let state = trace.state(place, trace.frame_count() - 1);
                assert_eq!(matches!(state, NodeState::Scored { .. }), is_search);
                let sentence =
                    edagari::analysis::explain(&trace, levels as usize, edagari::language::Language::English);
                assert!(!sentence.is_empty());
            }
        }
    }
}
