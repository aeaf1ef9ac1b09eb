//! Overviews of whole runs, jumps, queries and reasons, compared with scans over all frames.

use std::sync::Arc;

use crate::oracles::cases;
use crate::oracles::plain_searches::single_runs;
use crate::oracles::random_games::setups;
use crate::oracles::random_trees::{orders, stopped_run, trees};
use edagari::analysis::{
    BoundSource, Compare, FindKind, Query, ValueEnd, ValueStep, completions, find, value_line, why_pruned,
};
use edagari::game::{AnyGame, GameSetup, Player, RandomTree, TextbookTree, TicTacToe};
use edagari::language::Language;
use edagari::scene::{IcicleWidth, Orientation, Rect, WholeArea, WholeLook, WholeNode, WholeTree, draw_icicle};
use edagari::score::{Answer, BoundKind, Score};
use edagari::search::{Algorithm, Order, TableSetup};
use edagari::trace::{
    Activity, Cut, DEFAULT_MEMORY_LIMIT, FrameKind, Jump, NodeId, NodeState, Place, Process, Progress, Setup, Trace,
    Traversal, VisitId, VisitOrder, record, record_game,
};
use proptest::prelude::*;
use proptest::sample::select;

fn run(tree: &TextbookTree, process: Process, order: Order) -> Trace {
    let setup = Setup { order, ..Setup::new(GameSetup::textbook(None), process) };
    record_game(AnyGame::from(tree.clone()), &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
}

/// Runs of all kinds: whole and stopped, with and without a table, and the generation of trees.
fn traces() -> impl Strategy<Value = Trace> {
    let processes = prop_oneof![
        4 => select(single_runs()).prop_map(Process::Search),
        1 => select(vec![Traversal::BreadthFirst, Traversal::DepthFirst]).prop_map(Process::Generate),
    ];
    let whole = (trees(), processes, orders()).prop_map(|(nodes, process, order)| {
        let order = if matches!(process, Process::Generate(_)) { Order::Natural } else { order };
        run(&TextbookTree::from_nodes(&nodes).expect("a well-formed tree"), process, order)
    });
    let stopped = (trees(), select(single_runs()), 1_usize..40).prop_map(|(nodes, algorithm, visits)| {
        let tree = TextbookTree::from_nodes(&nodes).expect("a well-formed tree");
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
        stopped_run(AnyGame::from(tree), &setup, visits)
    });
    let with_table =
        setups().prop_map(|setup| record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"));
    prop_oneof![3 => whole, 1 => stopped, 2 => with_table]
}

fn depth(trace: &Trace, visit: VisitId) -> usize {
    trace.path(trace.node_of(visit)).len()
}

/// Activity in a range of frames, counted frame by frame.
fn counted(trace: &Trace, frames: std::ops::Range<usize>) -> (Option<usize>, Vec<Activity>) {
    let row = |depth: usize| (depth / trace.depths_per_row()).min(trace.row_count() - 1);
    let mut rows = vec![Activity::default(); trace.row_count()];
    let mut deepest = None;
    for frame in frames {
        let step = trace.step(frame).expect("a frame");
        let at = depth(trace, step.visit);
        // At a frame of a node, the node is open or ends.
        deepest = deepest.max(Some(row(at)));
        match step.kind {
            FrameKind::Start => rows[row(at)].visits += 1,
            FrameKind::Lookup => {
                rows[row(at)].answered += u32::from(matches!(step.answer, Some(Answer::Returned { .. })));
            }
            FrameKind::Update if step.cut.is_some() => {
                let pruned = trace.pruned_children(step.visit).len() as u32;
                rows[row(at)].cuts += u32::from(pruned > 0);
                rows[row(at + 1)].pruned += pruned;
            }
            _ => {}
        }
    }
    (deepest, rows)
}

fn is_jump(trace: &Trace, jump: Jump, frame: usize) -> bool {
    let step = trace.step(frame).expect("a frame");
    let met = || trace.step(frame - 1).expect("the frame before").window;
    match jump {
        Jump::Cut => step.cut.is_some() && trace.pruned_children(step.visit).len() > 0,
        Jump::AlphaRise => step.kind == FrameKind::Update && step.window.alpha > met().alpha,
        Jump::BetaFall => step.kind == FrameKind::Update && step.window.beta < met().beta,
        Jump::TableReturn => matches!(step.answer, Some(Answer::Returned { .. })),
        Jump::Store => step.kind == FrameKind::Store,
        Jump::Pass => false,
        Jump::BestMove(visit) => {
            let mut value = trace.value_at_start(visit);
            let mut changes = Vec::new();
            let (first, last) = trace.span(visit);
            for frame in first..=last.unwrap_or(trace.frame_count() - 1) {
                let is_own = trace.step(frame).is_some_and(|step| step.visit == visit);
                if let Some(now) = trace.value_at_update(frame).filter(|now| is_own && *now != value) {
                    value = now;
                    changes.push(frame);
                }
            }
            changes.contains(&frame)
        }
        Jump::End(visit) => step.kind == FrameKind::End && step.visit == visit,
        jump => panic!("a jump that this does not know: {jump:?}"),
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn strip_columns_match_a_scan(
        trace in traces(),
        ends in (0.0_f64..1.0, 0.0_f64..1.0),
        columns in 1_usize..40,
    ) {
        let at = |share: f64| (share * (trace.frame_count() + 1) as f64) as usize;
        let frames = at(ends.0.min(ends.1))..at(ends.0.max(ends.1));
        let strip = trace.strip(frames.clone(), columns);
        prop_assert_eq!(strip.len(), columns);
        prop_assert_eq!(strip[0].frames.start, frames.start);
        prop_assert_eq!(strip[columns - 1].frames.end, frames.end);
        for (column, next) in strip.iter().zip(strip.iter().skip(1)) {
            prop_assert_eq!(column.frames.end, next.frames.start);
        }
        for column in strip {
            let (deepest, rows) = counted(&trace, column.frames.clone());
            prop_assert_eq!(&column.rows, &rows, "{:?}", column.frames);
            // Frames of a node after the end of its child do not count the child.
            prop_assert_eq!(column.deepest, deepest, "{:?}", column.frames);
        }
    }

    #[test]
    fn jumps_match_a_scan(trace in traces(), from in 0.0_f64..1.0, of in any::<u32>()) {
        let frames = trace.frame_count();
        let from = (from * frames as f64) as usize;
        let visit = VisitId(of % trace.visit_count().max(1) as u32);
        let mut jumps = vec![Jump::Cut, Jump::AlphaRise, Jump::BetaFall, Jump::TableReturn, Jump::Store, Jump::Pass];
        jumps.extend([Jump::BestMove(visit), Jump::End(visit)]);
        for jump in jumps {
            if !trace.is_search() && matches!(jump, Jump::BestMove(_)) {
                continue;
            }
            // Also from a frame that matches itself.
            let starts = std::iter::once(from).chain(trace.next_jump(jump, from));
            for from in starts {
                let next = (from + 1..frames).find(|&frame| is_jump(&trace, jump, frame));
                prop_assert_eq!(trace.next_jump(jump, from), next, "{:?} after {}", jump, from);
                let previous = (0..from).rev().find(|&frame| is_jump(&trace, jump, frame));
                prop_assert_eq!(trace.previous_jump(jump, from), previous, "{:?} before {}", jump, from);
            }
        }
    }

    #[test]
    fn subtree_sizes_match_a_count(trace in traces()) {
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let mut below = vec![trace.node_of(visit)];
            let (mut visits, mut leaves) = (0, 0);
            if trace.has_layers() {
                let is_inside = |&other: &VisitId| std::iter::successors(Some(other), |&at| trace.parent_visit(at)).any(|above| above == visit);
                let inside: Vec<VisitId> = (visit.0..trace.visit_count() as u32).map(VisitId).filter(is_inside).collect();
                visits = inside.len();
                leaves = inside.iter().filter(|&&visit| trace.is_leaf_visit(visit)).count();
                below.clear();
            }
            while let Some(node) = below.pop() {
                visits += usize::from(trace.visit_of(node).is_some());
                leaves += usize::from(trace.children(node).len() == 0);
                below.extend(trace.children(node));
            }
            prop_assert_eq!(trace.visits_below(visit), visits);
            prop_assert_eq!(trace.leaves_below(visit), leaves);
            prop_assert_eq!(trace.depth_of(visit), depth(&trace, visit));
        }
    }
}

#[test]
fn a_long_run_is_counted_from_its_blocks() {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let search = Setup::new(game.clone(), Process::Search(Algorithm::AlphaBeta));
    let with_table = Setup { table: Some(TableSetup::default()), ..search.clone() };
    let tree = GameSetup::from(RandomTree { depth: 6, branching: 6, ..RandomTree::default() });
    let generated = [Traversal::BreadthFirst, Traversal::DepthFirst]
        .map(|traversal| Setup::new(tree.clone(), Process::Generate(traversal)));
    for setup in [&search, &with_table].into_iter().chain(&generated) {
        let trace = record(setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        let all = trace.frame_count();
        for (frames, columns) in
            [(0..all, 3), (0..all, 20), (10..all, 45), (all / 7..all / 2, 700), (5_000..5_100, 100)]
        {
            let strip = trace.strip(frames, columns);
            for column in strip.iter().step_by(if columns < 100 { 1 } else { 37 }) {
                assert_eq!((column.deepest, column.rows.clone()), counted(&trace, column.frames.clone()));
            }
        }
    }
    let trace = record(&search, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let all = &trace.strip(0..trace.frame_count(), 1)[0];
    let total = |of: fn(&Activity) -> u32| all.rows.iter().map(of).sum::<u32>() as usize;
    assert_eq!(total(|row| row.visits), 18_297);
    assert_eq!(total(|row| row.cuts), trace.cuts().len());
    assert_eq!(trace.visits_below(VisitId(0)), 18_297);
    assert_eq!(trace.visit_of(NodeId::ROOT), Some(VisitId(0)));
}

/// Cuts are counted lazily; the first query of any kind must give the same cuts as a scan of the frames.
#[test]
fn first_query_of_any_kind_counts_cuts_like_a_scan() {
    let search = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let run = || record(&search, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let scanned = run();
    let steps = || (0..scanned.frame_count()).map(|frame| (frame, scanned.step(frame).expect("a frame")));
    let made: Vec<_> = steps().filter_map(|(frame, step)| step.cut.map(|cut| (frame, step.visit, cut))).collect();
    let pruning: Vec<u32> = made
        .iter()
        .filter(|&&(_, visit, _)| scanned.pruned_children(visit).len() > 0)
        .map(|&(frame, ..)| frame as u32)
        .collect();
    let beta = made.iter().filter(|(.., cut)| *cut == Cut::Beta).count() as u64;
    let questions: [fn(&Trace) -> usize; 7] = [
        |trace| trace.tally().cuts_by_child.len(),
        |trace| trace.cuts().len(),
        |trace| trace.strip(0..trace.frame_count(), 7)[3].rows.iter().map(|row| row.cuts as usize).sum(),
        |trace| trace.next_cut(0).unwrap_or(0),
        |trace| trace.memory() as usize,
        |trace| trace.subtree(VisitId(1)).pruned.unwrap_or(0) as usize,
        |trace| trace.nodes_pruned().unwrap_or(0) as usize,
    ];
    for question in questions {
        let trace = run();
        assert!(!trace.has_counted_pruned());
        // Two threads can send the first query at the same time.
        let answers = std::thread::scope(|scope| {
            [(); 2].map(|()| scope.spawn(|| question(&trace))).map(|asked| asked.join().expect("an answer"))
        });
        assert_eq!(answers, [question(&scanned); 2]);
        assert_eq!(trace.cuts(), pruning);
        let total = trace.tally().total();
        assert_eq!((total.beta_cuts, total.alpha_cuts), (beta, made.len() as u64 - beta));
        assert_eq!(trace.tally().cuts_by_child.iter().sum::<u64>(), made.len() as u64);
        let whole = &trace.strip(0..trace.frame_count(), 1)[0];
        assert_eq!(whole.rows.iter().map(|row| row.cuts).sum::<u32>() as usize, pruning.len());
    }
}

#[test]
fn the_order_of_a_generated_tree_is_known() {
    let tree = GameSetup::from(RandomTree { depth: 4, branching: 3, ..RandomTree::default() });
    for (traversal, order) in
        [(Traversal::BreadthFirst, VisitOrder::BreadthFirst), (Traversal::DepthFirst, VisitOrder::DepthFirst)]
    {
        let setup = Setup::new(tree.clone(), Process::Generate(traversal));
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        assert_eq!(trace.visit_order(), order);
        if order == VisitOrder::BreadthFirst {
            for visit in 0..trace.visit_count() {
                let mut level = visit..visit + 1;
                let mut below = 0;
                while !level.is_empty() {
                    below += level.len();
                    level = trace.visits_one_below(level);
                }
                assert_eq!(below, trace.visits_below(VisitId(visit as u32)));
            }
        }
    }
}

/// The number of shapes depends on the screen, not on the order in which the tree was entered.
#[test]
fn an_icicle_of_any_run_has_few_shapes() {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let processes = [Traversal::BreadthFirst, Traversal::DepthFirst].map(Process::Generate);
    let processes = processes.into_iter().chain([Process::Search(Algorithm::Minimax)]);
    let area = WholeArea {
        rect: Rect::new(0.0, 0.0, 600.0, 500.0),
        orientation: Orientation::LeftToRight,
        across: 0.0..549_946.0,
        scrolled: 0.0,
        depth_pitch: 60.0,
    };
    for process in processes {
        let trace = record(&Setup::new(game.clone(), process), DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("legal");
        for frame in [0, trace.frame_count() - 1] {
            let look = WholeLook {
                trace: &trace,
                frame,
                selected: None,
                apart: false,
                colors: None,
                order: None,
                language: Language::English,
            };
            let scene = draw_icicle(&look, &area, IcicleWidth::Visits);
            assert!((200..6_000).contains(&scene.shapes.len()), "{process:?}: {}", scene.shapes.len());
        }
    }
}

/// Whether a node is an ancestor of another, or the same.
fn is_above(trace: &Trace, above: VisitId, node: &[u32]) -> bool {
    node.starts_with(&trace.path(trace.node_of(above)))
}

fn score_of(trace: &Trace, visit: VisitId) -> Score {
    let end = trace.span(visit).1.expect("it has ended");
    trace.step(end).and_then(|step| step.score).expect("an end has a score")
}

/// Checks that every step of a line leads to a child or to an earlier table entry, with the same score.
fn check_line(trace: &Trace, from: VisitId) -> Result<(), TestCaseError> {
    let line = value_line(trace, from, usize::MAX).expect("a score");
    let score = score_of(trace, from);
    let mut at = from;
    for step in &line.steps {
        match *step {
            ValueStep::Child(child) => prop_assert_eq!(trace.parent_visit(child), Some(at)),
            ValueStep::Table { store, writer } => {
                let found = trace.table().lookup_of(at).expect("the table answered");
                prop_assert!(trace.table().stored(store).expect("written").frame < found.frame);
                prop_assert_eq!(trace.table().stored(store).expect("written").visit, writer);
            }
        }
        at = step.visit();
        prop_assert_eq!(score_of(trace, at), score);
    }
    let is_leaf = trace.children(trace.node_of(at)).len() == 0;
    match line.end {
        ValueEnd::Leaf | ValueEnd::Horizon => prop_assert!(is_leaf && trace.table().answered(at).is_none()),
        ValueEnd::Chance => prop_assert!(trace.is_chance(at)),
        ValueEnd::Window => {
            let window = trace.table().searched_window(at);
            prop_assert!(!is_leaf && (score == window.alpha || score == window.beta), "{} in {}", score, window);
        }
        end => prop_assert!(false, "{:?}", end),
    }
    Ok(())
}

proptest! {
    #[test]
    fn reasons_for_pruned_nodes_are_true(trace in traces()) {
        if !trace.is_search() {
            return Ok(());
        }
        let mut below = vec![NodeId::ROOT];
        while let Some(node) = below.pop() {
            below.extend(trace.children(node));
            let place = Place { node, below: 0 };
            let Some(reason) = why_pruned(&trace, place) else {
                let is_pruned = matches!(trace.state(place, usize::MAX), NodeState::Pruned { .. });
                prop_assert!(!is_pruned);
                continue;
            };
            let path = trace.path(node);
            let cut = trace.step(reason.frame).expect("a frame");
            prop_assert!(cut.cut == Some(reason.cut) && cut.visit == reason.visit);
            prop_assert_eq!(trace.parent(node), Some(cut.node));
            let reaches = match reason.cut {
                Cut::Alpha => reason.score <= reason.bound && reason.bound == cut.window.alpha,
                Cut::Beta => reason.score >= reason.bound && reason.bound == cut.window.beta,
            };
            prop_assert!(reaches);
            match reason.source {
                BoundSource::Child { owner, child, frame } => {
                    prop_assert!(is_above(&trace, owner, &path) && owner != reason.visit);
                    // The bound of an α-cut was set by a max node, that of a β-cut by a min node.
                    let expected = if reason.cut == Cut::Alpha { Player::Max } else { Player::Min };
                    prop_assert_eq!(trace.player_of(owner), expected);
                    prop_assert!(frame < reason.frame && child < reason.visit);
                    prop_assert!(!is_above(&trace, child, &path) || trace.has_layers());
                    prop_assert_eq!(trace.parent_visit(child), Some(owner));
                    prop_assert_eq!(score_of(&trace, child), reason.bound);
                    let is_again = trace.visited_children(owner).any(|again| trace.searched_again(again) == Some(child));
                    prop_assert!(is_again || trace.value_at_update(frame) == Some(reason.bound));
                    let update = trace.step(frame).expect("a frame");
                    prop_assert!(update.visit == owner && update.kind == FrameKind::Update);
                    check_line(&trace, child)?;
                }
                BoundSource::Table { owner, frame, .. } => {
                    prop_assert!(is_above(&trace, owner, &path));
                    prop_assert_eq!(trace.table().lookup_of(owner).map(|found| found.frame), Some(frame));
                }
                BoundSource::NullWindow { owner, child } => {
                    prop_assert!(trace.given_window(child).is_null());
                    prop_assert!(is_above(&trace, owner, &path) && is_above(&trace, child, &path));
                    prop_assert_eq!(trace.parent_visit(child), Some(owner));
                    let before = trace.step(trace.span(child).0 - 1).expect("a frame").window;
                    let asked = trace.given_window(child);
                    let (end, other) = match reason.cut {
                        Cut::Alpha => (asked.alpha, before.alpha),
                        Cut::Beta => (asked.beta, before.beta),
                    };
                    prop_assert!(end == reason.bound && end != other);
                }
                source => prop_assert!(false, "no run here begins with a bound: {:?}", source),
            }
        }
    }

    #[test]
    fn every_score_comes_down_a_line_of_equal_scores(trace in traces()) {
        if trace.is_search() {
            for visit in (0..trace.visit_count() as u32).map(VisitId) {
                if trace.span(visit).1.is_some() {
                    check_line(&trace, visit)?;
                }
            }
        }
    }
}

/// Whether a frame matches a query, derived from the frame alone.
fn is_found(trace: &Trace, query: &Query, frame: usize) -> bool {
    let step = trace.step(frame).expect("a frame");
    let is_of_kind = match query.kind() {
        FindKind::Cut => is_jump(trace, Jump::Cut, frame),
        FindKind::Rise => is_jump(trace, Jump::AlphaRise, frame),
        FindKind::Fall => is_jump(trace, Jump::BetaFall, frame),
        FindKind::Return => is_jump(trace, Jump::TableReturn, frame),
        FindKind::Start => step.kind == FrameKind::Start,
        FindKind::Lookup => step.kind == FrameKind::Lookup,
        FindKind::Update => step.kind == FrameKind::Update,
        FindKind::Store => step.kind == FrameKind::Store,
        FindKind::End => step.kind == FrameKind::End,
        kind => panic!("a kind that this does not know: {kind:?}"),
    };
    let score = match (step.kind, step.answer) {
        (_, Some(Answer::Returned { score, .. })) => Some(score),
        (FrameKind::Update, _) => trace.value_at_update(frame),
        _ => step.score,
    };
    let path = trace.path(step.node);
    let told_of = match step.kind {
        FrameKind::Score | FrameKind::Update => {
            // The child that has just ended.
            let ended = if step.kind == FrameKind::Score { frame - 1 } else { frame - 2 };
            trace.step(ended).expect("a frame").node
        }
        _ => step.node,
    };
    let number = trace.parent(told_of).and_then(|parent| trace.children(parent).position(|child| child == told_of));
    is_of_kind
        && query.depth.iter().all(|depth| depth.holds(&path.len()))
        && query.score.iter().all(|wanted| score.is_some_and(|score| wanted.holds(&score)))
        && query.alpha.iter().all(|wanted| wanted.holds(&step.window.alpha))
        && query.beta.iter().all(|wanted| wanted.holds(&step.window.beta))
        && query.bound.is_none_or(|bound| step.bound == Some(bound))
        && query.child.is_none_or(|child| number == Some(child - 1))
        && query
            .below
            .as_ref()
            .is_none_or(|below| path.starts_with(&trace.game.parse_moves(&trace.start, below).expect("legal moves")))
        && query
            .moves
            .as_ref()
            .is_none_or(|moves| path == trace.game.parse_moves(&trace.start, moves).expect("legal moves"))
}

/// Rarely conditions on a number, which can be repeated.
fn repeated<T: std::fmt::Debug>(condition: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::option::weighted(0.25, prop::collection::vec(condition, 1..3)).prop_map(Option::unwrap_or_default)
}

fn queries() -> impl Strategy<Value = Query> {
    const KINDS: [FindKind; 9] = [
        FindKind::Cut,
        FindKind::Rise,
        FindKind::Fall,
        FindKind::Return,
        FindKind::Start,
        FindKind::Lookup,
        FindKind::Update,
        FindKind::Store,
        FindKind::End,
    ];
    let depth = (0_usize..4, 0_usize..3).prop_map(|(low, more)| Compare::Between(low, low + more));
    let score = || (-3_i32..4).prop_map(|score| Compare::AtLeast(Score::new(score)));
    let most = (-3_i32..4).prop_map(|score| Compare::AtMost(Score::new(score)));
    let bounds = select(vec![BoundKind::Exact, BoundKind::Lower, BoundKind::Upper]);
    let rarely = 0.25;
    (
        prop::option::weighted(0.8, select(&KINDS[..])),
        repeated(depth),
        repeated(score()),
        repeated(score()),
        repeated(most),
        prop::option::weighted(rarely, bounds),
        prop::option::weighted(rarely, 1_usize..4),
    )
        .prop_map(|(kind, depth, score, alpha, beta, bound, child)| Query {
            kind,
            depth,
            score,
            alpha,
            beta,
            bound,
            child,
            ..Query::default()
        })
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn queries_match_a_scan(trace in traces(), query in queries(), of in any::<u32>(), scope in 0..6) {
        let mut query = query;
        let node = NodeId(of % trace.node_count() as u32);
        let moves = trace.game.move_texts(&trace.start, &trace.path(node)).join(" ");
        match scope {
            0 => query.moves = Some(moves),
            1 | 2 => query.below = Some(moves),
            _ => {}
        }
        let is_within = scope > 2 || trace.visit_of(node).is_some();
        let expected: Vec<u32> =
            (0..trace.frame_count()).filter(|&frame| is_within && is_found(&trace, &query, frame)).map(|f| f as u32).collect();
        let found = find(&trace, &query, &[], &Progress::default()).expect("legal moves");
        prop_assert_eq!(found.frames, expected, "{:?}", query);
        prop_assert!(!found.is_partial);
    }
}

#[test]
fn positions_are_found_however_they_are_reached() {
    let mut setup =
        Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    setup.after = "a1 b2 c3".to_owned();
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let found = |text: &str, selected: &[u32]| {
        let query = Query::parse(text).expect("a query");
        find(&trace, &query, selected, &Progress::default()).expect("legal moves").frames
    };
    let by_name = found("position a2 b1 a3", &[]);
    let path = trace.game.parse_moves(&trace.start, "a3 b1 a2").expect("legal moves");
    assert_eq!(by_name, found("position", &path), "in whatever order the moves were made");
    assert!(by_name.len() > 1);
    for nothing in ["depth < 0", "深さ < 0", "score > ∞", "end α < -∞"] {
        assert_eq!(found(nothing, &[]), [0; 0], "{nothing}");
    }
    assert_eq!(found("depth < 1", &[]), found("depth 0", &[]));
    let query = Query::parse("moves a1").expect("a query");
    let error = find(&trace, &query, &[], &Progress::default()).expect_err("a1 is taken");
    assert!(error.to_string().contains("a1"), "{error}");
}

#[test]
fn a_query_can_be_completed_word_by_word() {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
    let completed = |text: &str, language| -> Vec<String> {
        completions(text, text.len(), &trace, language).into_iter().map(|completion| completion.query).collect()
    };
    let offered = |text: &str| completed(text, Language::English);
    assert_eq!(offered("cu"), ["cut"]);
    assert!(offered("cut ").contains(&"cut depth".to_owned()));
    assert!(offered("cut depth ").contains(&"cut depth 7".to_owned()));
    assert!(offered("cut depth 3 se").contains(&"cut depth 3 second".to_owned()));
    assert_eq!(
        offered("below a1 b"),
        ["below a1 b1", "below a1 b2", "below a1 b3"]
            .map(str::to_owned)
            .into_iter()
            .chain(["below a1 beta".to_owned()])
            .collect::<Vec<_>>()
    );
    for text in ["cut depth 3 second", "below a1 b2", "score ≥ 0"] {
        assert!(Query::parse(text).is_ok(), "{text}");
    }
    assert_eq!(completed("カ", Language::Japanese), ["カット"]);
}

/// Visits in the recorded subtree of a visit, itself included.
fn visits_in(trace: &Trace, visit: VisitId) -> Vec<VisitId> {
    let mut below = vec![trace.node_of(visit)];
    let mut visits = Vec::new();
    while let Some(node) = below.pop() {
        visits.extend(trace.visit_of(node));
        below.extend(trace.children(node));
    }
    visits
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_collapsed_tree_holds_every_visit_once(trace in traces(), threshold in 0_usize..30) {
        let Some(tree) = WholeTree::new(&trace, threshold, &Progress::default()) else {
            prop_assert_eq!(trace.visit_count(), 0);
            return Ok(());
        };
        let mut shown = Vec::new();
        let mut unvisited = 0;
        for (index, &node) in tree.nodes.iter().enumerate() {
            match node {
                WholeNode::Visit(visit) => {
                    prop_assert_eq!(tree.depths[index] as usize, depth(&trace, visit));
                    shown.push(visit);
                }
                WholeNode::Collapsed(visit) => {
                    let inside = visits_in(&trace, visit);
                    prop_assert!(inside.len() < threshold && tree.sizes[index] == 1);
                    // The figures of the glyph match a count.
                    let figures = trace.subtree(visit);
                    if !trace.has_layers() {
                        prop_assert_eq!(figures.visits, inside.len() as u64);
                    }
                    if trace.is_search() && !trace.has_layers() {
                        let cuts = inside.iter().filter_map(|&visit| trace.cut_frame(visit));
                        let pruned = cuts.map(|cut| trace.nodes_pruned_at(cut)).try_fold(0, |sum, n| Some(sum + n?));
                        prop_assert_eq!(figures.pruned, pruned);
                        let ended = inside.iter().filter(|&&visit| trace.span(visit).1.is_some());
                        let scores: Vec<Score> = ended.map(|&visit| score_of(&trace, visit)).collect();
                        let range = scores.iter().min().copied().zip(scores.iter().max().copied());
                        prop_assert_eq!(figures.scores, range);
                    }
                    shown.extend(inside);
                }
                WholeNode::Runs => prop_assert!(false, "one run from the root"),
                WholeNode::Skipped { count, .. } => unvisited += count as usize,
            }
            let size = 1 + tree.children(index).map(|child| tree.sizes[child]).sum::<u32>();
            prop_assert_eq!(tree.sizes[index], size);
        }
        shown.sort_unstable();
        // The picture has each node once, with its latest visit.
        let mut latest: Vec<VisitId> =
            (0..trace.node_count() as u32).filter_map(|node| trace.visit_of(NodeId(node))).collect();
        latest.sort_unstable();
        prop_assert_eq!(&shown, &latest);
        let is_collapsed = tree.nodes.iter().any(|node| matches!(node, WholeNode::Collapsed(_)));
        if !is_collapsed {
            prop_assert_eq!(shown.len() + unvisited, trace.node_count());
        }
        for node in (0..trace.node_count() as u32).map(NodeId) {
            let held = match tree.nodes[tree.holding(&trace, node, usize::MAX)] {
                WholeNode::Visit(visit) => trace.node_of(visit) == node,
                WholeNode::Collapsed(visit) => trace.path(node).starts_with(&trace.path(trace.node_of(visit))),
                WholeNode::Runs => false,
                WholeNode::Skipped { first, count, .. } => (first.0..first.0 + count).contains(&node.0),
            };
            prop_assert!(held, "{:?}", node);
        }
    }
}
