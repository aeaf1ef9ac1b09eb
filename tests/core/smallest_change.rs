//! The smallest change that makes a cut vanish or appear, compared with a trial of every score at every leaf:
//! single-pass searches by a plain program in this file, the others by recording each run.

use edagari::game::{AnyGame, Game as _, GameSetup, Player, TextbookNode, TextbookTree, TicTacToe};
use edagari::lesson::what_if::{
    ChangeError, CutSite, Edit, EditError, EditHistory, LeftOut, SmallestChange, Wanted, editable, editable_apart,
    left_out_of_edited, smallest_change,
};
use edagari::score::{Unit, Window};
use edagari::search::{Algorithm, Aspiration, Expectation, RandomSide, RootWindows, Sampling, TableSetup};
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, FrameKind, Process, Progress, Setup, Trace, Traversal, record, record_game,
};
use proptest::prelude::*;

use crate::oracles::is_whole;
use crate::oracles::random_trees::chance_trees;

/// Deterministic random numbers.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

#[derive(Clone)]
struct Plain {
    players: Vec<Player>,
    children: Vec<Vec<usize>>,
    scores: Vec<Option<i64>>,
}

/// A tree with few nodes and few different scores, so that many are equal.
fn tree(draw: &mut Draw) -> Vec<TextbookNode> {
    let alternates = draw.below(3) > 0;
    let spread = 1 + draw.below(6);
    let mut list = vec![(None, 0_u64)];
    let mut at = 0;
    while at < list.len() {
        let (_, depth) = list[at];
        let is_inner = depth == 0 || (depth < 4 && list.len() < 22 && draw.below(4) > 0);
        for _ in 0..if is_inner { 1 + draw.below(3) + u64::from(depth == 0) } else { 0 } {
            list.push((Some(at), depth + 1));
        }
        at += 1;
    }
    let is_parent: Vec<bool> =
        (0..list.len()).map(|node| list.iter().any(|&(parent, _)| parent == Some(node))).collect();
    let player = |depth: u64, draw: &mut Draw| {
        let is_max = if alternates { depth.is_multiple_of(2) } else { draw.below(2) == 0 };
        if is_max { Player::Max } else { Player::Min }
    };
    let node = |(index, &(parent, depth)): (usize, &(Option<usize>, u64))| TextbookNode {
        parent,
        name: None,
        player: Some(player(depth, draw)),
        score: (!is_parent[index]).then(|| draw.below(2 * spread + 1) as i32 - spread as i32),
        ..TextbookNode::default()
    };
    list.iter().enumerate().map(node).collect()
}

fn plain(list: &[TextbookNode]) -> Plain {
    let mut children = vec![Vec::new(); list.len()];
    for (index, node) in list.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    let players = list.iter().map(|node| node.player.unwrap_or(Player::Max)).collect();
    Plain { players, children, scores: list.iter().map(|node| node.score.map(i64::from)).collect() }
}

const INFINITY: i64 = 1 << 40;

/// A visit of the examined node: the entered children, and whether a cut left out others.
type Visit = (Vec<usize>, bool);

/// A search, written from its definition.
struct Search<'a> {
    tree: &'a Plain,
    algorithm: Algorithm,
    looked_at: usize,
    seen: Vec<Visit>,
}

impl Search<'_> {
    fn run(&mut self, node: usize, alpha: i64, beta: i64) -> i64 {
        if let Some(score) = self.tree.scores[node] {
            return score;
        }
        let is_max = self.tree.players[node] == Player::Max;
        let (mut low, mut high) = (alpha, beta);
        let is_hard = self.algorithm == Algorithm::AlphaBeta;
        let mut best = match (is_hard, is_max) {
            (true, true) => alpha,
            (true, false) => beta,
            (false, true) => -INFINITY,
            (false, false) => INFINITY,
        };
        let (mut entered, mut is_cut) = (Vec::new(), false);
        let count = self.tree.children[node].len();
        for place in 0..count {
            let child = self.tree.children[node][place];
            entered.push(place);
            let own = if is_max { low } else { high };
            let null = if is_max { (low, low + 1) } else { (high - 1, high) };
            let asks = self.algorithm == Algorithm::Pvs && place > 0 && own.abs() < INFINITY && null != (low, high);
            let mut score = if asks { self.run(child, null.0, null.1) } else { self.handed(child, low, high) };
            if asks && low < score && score < high {
                score = if is_max { self.run(child, score, high) } else { self.run(child, low, score) };
            }
            if is_max {
                best = best.max(score);
                low = low.max(best);
            } else {
                best = best.min(score);
                high = high.min(best);
            }
            if low >= high {
                is_cut = place + 1 < count;
                break;
            }
        }
        if node == self.looked_at {
            self.seen.push((entered, is_cut));
        }
        best
    }

    fn handed(&mut self, child: usize, low: i64, high: i64) -> i64 {
        if self.algorithm != Algorithm::AlphaBetaOneBound {
            return self.run(child, low, high);
        }
        match self.tree.players[child] {
            Player::Max => self.run(child, -INFINITY, high),
            Player::Min => self.run(child, low, INFINITY),
        }
    }
}

fn is_so(seen: &[Visit], after: usize, wanted: Wanted) -> bool {
    let is_cut_by_then = |(entered, is_cut): &Visit| *is_cut && entered.last().is_some_and(|&last| last <= after);
    match wanted {
        Wanted::Appear => seen.iter().any(|(entered, is_cut)| *is_cut && entered.last() == Some(&after)),
        Wanted::Vanish => {
            !seen.iter().any(is_cut_by_then)
                && seen.iter().any(|(entered, _)| entered.last().is_some_and(|&last| last > after))
        }
    }
}

/// The smallest change, by a trial of all scores of all leaves; `None` if there is none, an error if none is needed.
fn tried(
    list: &[TextbookNode],
    order: &[usize],
    reach: i64,
    mut is_wanted: impl FnMut(&Plain) -> bool,
) -> Result<Option<(usize, i32, i32)>, ()> {
    let base = plain(list);
    if is_wanted(&base) {
        return Err(());
    }
    let mut best: Option<(i64, usize, i64, i64)> = None;
    for &leaf in order {
        let Some(from) = base.scores[leaf] else { continue };
        for to in -reach..=reach {
            let by = (to - from).abs();
            if to == from || best.is_some_and(|(least, ..)| by >= least) {
                continue;
            }
            let mut changed = base.clone();
            changed.scores[leaf] = Some(to);
            if is_wanted(&changed) {
                best = Some((by, leaf, from, to));
            }
        }
    }
    Ok(best.map(|(_, leaf, from, to)| (leaf, from as i32, to as i32)))
}

/// Nodes in preorder.
fn in_order(tree: &Plain) -> Vec<usize> {
    let (mut list, mut open) = (Vec::new(), vec![0]);
    while let Some(node) = open.pop() {
        list.push(node);
        open.extend(tree.children[node].iter().rev());
    }
    list
}

fn path_to(tree: &Plain, node: usize) -> Vec<u32> {
    let parent = (0..tree.children.len()).find(|&parent| tree.children[parent].contains(&node));
    let Some(parent) = parent else { return Vec::new() };
    let place = tree.children[parent].iter().position(|&child| child == node).expect("a child") as u32;
    path_to(tree, parent).into_iter().chain([place]).collect()
}

fn asked(
    list: &[TextbookNode],
    setup: &Setup,
    site: &CutSite,
    wanted: Wanted,
) -> Result<Option<(usize, i32, i32)>, ()> {
    let textbook = TextbookTree::from_nodes(list).expect("a tree");
    match smallest_change(&textbook, setup, site, wanted, &Progress::default()) {
        Ok(change) => Ok(change.map(|SmallestChange { node, from, to, .. }| (node as usize, from, to))),
        Err(ChangeError::AlreadySo(_)) => Err(()),
        Err(other) => panic!("{other}"),
    }
}

fn sites(tree: &Plain) -> Vec<(usize, usize)> {
    let places = |node: usize| (0..tree.children[node].len().saturating_sub(1)).map(move |after| (node, after));
    (0..tree.children.len()).flat_map(places).collect()
}

const BOTH: [Wanted; 2] = [Wanted::Vanish, Wanted::Appear];

#[test]
fn searches_that_run_once_agree_with_a_plain_program() {
    let mut draw = Draw(1);
    let mut found = 0;
    for round in 0..if is_whole() { 2_500 } else { 800 } {
        let list = tree(&mut draw);
        let base = plain(&list);
        let order = in_order(&base);
        let window = match round % 4 {
            0 => "-2..2".parse().expect("a window"),
            1 => "0..1".parse().expect("a window"),
            _ => Window::FULL,
        };
        let ends = [window.alpha, window.beta].map(|end| end.finite().map(i64::from));
        let (alpha, beta) = (ends[0].unwrap_or(-INFINITY), ends[1].unwrap_or(INFINITY));
        for algorithm in [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft, Algorithm::AlphaBetaOneBound, Algorithm::Pvs]
        {
            let mut setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
            setup.passes.window = window;
            let all = sites(&base);
            let (node, after) = all[draw.below(all.len().max(1) as u64) as usize % all.len().max(1)];
            let site = CutSite { path: path_to(&base, node), after: after as u32 };
            for wanted in BOTH {
                let expected = tried(&list, &order, 9, |tree| {
                    let mut search = Search { tree, algorithm, looked_at: node, seen: Vec::new() };
                    search.run(0, alpha, beta);
                    is_so(&search.seen, after, wanted)
                });
                let given = asked(&list, &setup, &site, wanted);
                assert_eq!(given, expected, "{round} {algorithm:?} {window} {site:?} {wanted:?} {list:?}");
                found += usize::from(matches!(expected, Ok(Some(_))));
            }
        }
    }
    assert!(found > if is_whole() { 2_000 } else { 600 }, "{found} changes");
}

/// Visits of a node in a recorded run.
fn recorded(list: &[TextbookNode], tree: &Plain, setup: &Setup, path: &[u32]) -> Vec<Visit> {
    let scored = |(node, &score): (&TextbookNode, &Option<i64>)| TextbookNode {
        score: score.map(|score| score as i32),
        ..node.clone()
    };
    let list: Vec<TextbookNode> = list.iter().zip(&tree.scores).map(scored).collect();
    let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a tree"));
    let trace = record_game(game, setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    let Some(node) = trace.place(path).recorded() else { return Vec::new() };
    let visit = |visit| {
        let moves = trace.visited_children(visit).filter_map(|child| trace.move_of(trace.node_of(child)));
        let is_cut = trace.cut_frame(visit).is_some() && trace.pruned_children(visit).len() > 0;
        (moves.map(|mv| mv as usize).collect(), is_cut)
    };
    trace.layers(node).map(visit).collect()
}

#[test]
fn searches_with_passes_and_tables_agree_with_recorded_runs() {
    let mut draw = Draw(2);
    let mut found = 0;
    for round in 0..if is_whole() { 150 } else { 50 } {
        let list = tree(&mut draw);
        let base = plain(&list);
        let order = in_order(&base);
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.cuts()) {
            let mut setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
            let root = algorithm.kind().root_windows;
            if matches!(root, RootWindows::Aspiration) {
                let growth = std::num::NonZeroU32::new(2).filter(|_| round % 2 == 0);
                setup.passes.aspiration = Some(Aspiration { width: std::num::NonZeroU32::MIN, growth });
            }
            if matches!(root, RootWindows::Requested) && round % 2 == 0 {
                setup.table = Some(TableSetup::default());
            }
            let all = sites(&base);
            let (node, after) = all[draw.below(all.len() as u64) as usize];
            let site = CutSite { path: path_to(&base, node), after: after as u32 };
            let reach = if matches!(root, RootWindows::Halves) {
                continue;
            } else if matches!(root, RootWindows::Aspiration) {
                24
            } else {
                9
            };
            for wanted in BOTH {
                let seen = |tree: &Plain| is_so(&recorded(&list, tree, &setup, &site.path), after, wanted);
                let expected = tried(&list, &order, reach, seen);
                let given = asked(&list, &setup, &site, wanted);
                assert_eq!(given, expected, "{round} {algorithm:?} {site:?} {wanted:?} {list:?}");
                found += usize::from(matches!(expected, Ok(Some(_))));
            }
        }
    }
    assert!(found > if is_whole() { 100 } else { 30 }, "{found} changes");
}

#[test]
fn bisection_is_tried_with_each_score_between_the_occurring_ones() {
    let mut draw = Draw(3);
    for round in 0..60 {
        let list = tree(&mut draw);
        let base = plain(&list);
        let scores = || base.scores.iter().flatten();
        let within = (scores().min().expect("a leaf") - 1)..=(scores().max().expect("a leaf") + 1);
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::Bisection));
        let all = sites(&base);
        let (node, after) = all[draw.below(all.len() as u64) as usize];
        let site = CutSite { path: path_to(&base, node), after: after as u32 };
        for wanted in BOTH {
            let seen = |tree: &Plain| {
                let is_within = tree.scores.iter().flatten().all(|score| within.contains(score));
                is_within && is_so(&recorded(&list, tree, &setup, &site.path), after, wanted)
            };
            let expected = tried(&list, &in_order(&base), 9, seen);
            assert_eq!(asked(&list, &setup, &site, wanted), expected, "{round} {site:?} {wanted:?} {list:?}");
        }
    }
}

fn run(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
}

/// Before any edit, the edited tree of a run is searched with the same steps.
#[test]
fn an_edited_tree_is_searched_as_its_run_was() {
    use edagari::game::{Kalah, RandomTree};
    use edagari::search::{DepthLimit, Order};
    let random = RandomTree { depth: 5, branching: 3, ..RandomTree::default() };
    let limit = Some(DepthLimit { depth: 3, evaluation: 0 });
    let search = |game: GameSetup, algorithm| Setup::new(game, Process::Search(algorithm));
    let mut setups = Vec::new();
    for algorithm in Algorithm::ALL {
        setups.push(search(GameSetup::textbook(None), algorithm));
        setups.push(search(GameSetup::textbook(Some("plaat".as_ref())), algorithm));
        setups.push(Setup { order: Order::Shuffled(3), ..search(random.into(), algorithm) });
    }
    setups.push(Setup { order: Order::Best, ..search(random.into(), Algorithm::Pvs) });
    let kalah = search(Kalah { houses: 4, stones: 2, ..Kalah::default() }.into(), Algorithm::AlphaBeta);
    setups.push(Setup { limit, ..kalah });
    setups.push(Setup { after: "a1 b1 c1 a2".to_owned(), ..search(TicTacToe::default().into(), Algorithm::Pvs) });
    for setup in setups {
        let trace = run(&setup);
        let (tree, edited) = editable(&trace).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
        let game = AnyGame::from(tree.to_textbook().expect("a tree"));
        let again = record_game(game, &edited, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        assert_eq!(again.frame_count(), trace.frame_count(), "{setup:?}");
        for frame in 0..trace.frame_count() {
            let of = |trace: &Trace| {
                let step = trace.step(frame).expect("a frame");
                (step.kind, step.visit, step.player, step.window, step.score, step.bound, step.cut)
            };
            assert_eq!(of(&again), of(&trace), "{setup:?} {frame}");
        }
    }
    // Options that the tree does not support are dropped and reported; the value is the same.
    let limit = Some(DepthLimit { depth: 3, evaluation: 0 });
    let kalah = || search(Kalah { houses: 3, stones: 2, ..Kalah::default() }.into(), Algorithm::AlphaBeta);
    let table = Some(TableSetup::BOTH_BOUNDS);
    let mut deepening = Setup { limit, ..kalah() };
    deepening.passes.deepening = std::num::NonZeroU32::new(1);
    for (setup, expected) in [
        (Setup { limit, table, ..kalah() }, vec![LeftOut::EqualPositions]),
        (Setup { table, ..deepening.clone() }, vec![LeftOut::Deepening, LeftOut::EqualPositions]),
        (deepening, vec![LeftOut::Deepening]),
    ] {
        let trace = run(&setup);
        assert_eq!(left_out_of_edited(&trace), expected);
        assert!(editable(&trace).is_err(), "not step by step");
        let (tree, edited) = editable_apart(&trace).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
        let game = AnyGame::from(tree.to_textbook().expect("a tree"));
        let again = record_game(game, &edited, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
        assert_eq!(again.value(), trace.value(), "{setup:?}");
    }
    let refused = |setup: Setup| editable(&run(&setup)).expect_err("it is refused").to_string();
    assert!(refused(search(TicTacToe::default().into(), Algorithm::AlphaBeta)).contains("4096"), "too large");
    assert!(
        refused(Setup::new(GameSetup::textbook(None), Process::Generate(Traversal::BreadthFirst))).contains("search")
    );
}

/// Kind, visit, score as a number and cut of a frame.
type PlainStep = (FrameKind, u32, Option<f64>, bool);

/// The steps of a run, and of a search of its edited tree.
fn steps_of_both(setup: &Setup, game: AnyGame) -> [Vec<PlainStep>; 2] {
    let trace = record_game(game, setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    let (tree, edited) = editable(&trace).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
    let game = AnyGame::from(tree.to_textbook().expect("a tree"));
    let again = record_game(game, &edited, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    [&trace, &again].map(|trace| {
        let unit = trace.unit().unwrap_or(Unit::ONE);
        let step = |frame| {
            let step = trace.step(frame).expect("a frame");
            (step.kind, step.visit.0, step.score.and_then(|score| unit.number_of(score)), step.cut.is_some())
        };
        (0..trace.frame_count()).map(step).collect()
    })
}

proptest! {
    #[test]
    fn an_edited_tree_with_chance_is_searched_as_its_run_was(tree in chance_trees()) {
        for search in Expectation::ALL {
            let setup = Setup::new(GameSetup::textbook(None), Process::Expect(search));
            let [steps, again] = steps_of_both(&setup, AnyGame::from(tree.clone()));
            prop_assert_eq!(steps, again);
        }
    }
}

#[test]
fn edited_trees_of_samples_proofs_and_random_opponents_repeat_their_runs() {
    let last_moves = |process| Setup {
        after: "b2 a1 c3 a3 a2".to_owned(),
        ..Setup::new(TicTacToe { shortest_win: false }.into(), process)
    };
    let mut setups =
        vec![Setup { random: Some(RandomSide::Min), ..last_moves(Process::Expect(Expectation::Expectimax)) }];
    for sampling in [Sampling::Uct, Sampling::Puct] {
        setups.push(last_moves(Process::Sample(sampling)));
    }
    for setup in setups {
        let game = setup.game.open().expect("a game");
        let [steps, again] = steps_of_both(&setup, game);
        assert_eq!(steps, again, "{setup:?}");
    }
}

#[test]
fn moves_of_chance_are_neither_added_nor_removed() {
    let lotteries = GameSetup::textbook(Some("lotteries".as_ref()));
    let (tree, setup) =
        editable(&run(&Setup::new(lotteries, Process::Expect(Expectation::Expectimax)))).expect("a tree");
    let mut history = EditHistory::new(tree, setup.passes.window);
    let [lottery, leaf] = [&[0][..], &[0, 1]].map(|path| history.tree().at(path).expect("a node"));
    for edit in [
        Edit::CutOff { node: leaf },
        Edit::AddChild { parent: lottery, name: None, score: None },
        Edit::SetPlayer { node: lottery, player: Player::Min },
    ] {
        assert_eq!(history.make(&edit, false), Err(EditError::Chance { node: "A".to_owned() }), "{edit:?}");
    }
    history.make(&Edit::SetScore { leaf, score: 9 }, false).expect("a score");
    history.make(&Edit::CutOff { node: lottery }, false).expect("a move of max");
}

#[test]
fn the_place_of_a_cut_is_read_from_its_frame() {
    let trace = run(&Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta)));
    let cut = trace.next_cut(0).expect("a cut");
    let (site, is_cut) = CutSite::at(&trace, cut).expect("an update");
    assert!(is_cut);
    let tree = TextbookTree::three_move_figure();
    let change = smallest_change(&tree, &trace.setup, &site, Wanted::Vanish, &Progress::default()).expect("a search");
    let change = change.expect("a change");
    let mut nodes = tree.to_nodes();
    assert_eq!(tree.score(&change.node).and_then(edagari::score::Score::finite), Some(change.from));
    nodes[change.node as usize].score = Some(change.to);
    let game = AnyGame::from(TextbookTree::from_nodes(&nodes).expect("a tree"));
    let changed = record_game(game, &trace.setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    let node = changed.place(&site.path).recorded().expect("it is visited");
    let visit = changed.visit_of(node).expect("a visit");
    assert!(changed.visited_children(visit).count() > site.after as usize + 1, "the search goes on");
    let no_update =
        (0..trace.frame_count()).find(|&frame| trace.step(frame).is_some_and(|step| step.kind == FrameKind::Start));
    assert_eq!(CutSite::at(&trace, no_update.expect("the first")), None);
}
