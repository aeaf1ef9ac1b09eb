//! Searches for the expected score: published values and counts, small trees by hand, laws on random trees, the check, and files.

use edagari::analysis::{Fault, Verdict, check, explain};
use edagari::game::{Game, GameSetup, Kalah, Player, Race, Reversi, TextbookNode, TextbookTree, TicTacToe, Tiles};
use edagari::language::Language;
use edagari::score::{BoundKind, Probability, Score};
use edagari::search::{Algorithm, DepthLimit, Expectation, Order, RandomSide, RefusedSetup, TableSetup};
use edagari::trace::file::{StreamReader, read_native, read_trace, write_native, write_stream};
use edagari::trace::{
    Cut, DEFAULT_MEMORY_LIMIT, FrameKind, NodeId, Process, Progress, RecordError, Recording, Setup, Trace, record,
    record_game,
};
use proptest::prelude::*;

use crate::oracles::random_trees::chance_trees;

fn recorded(game: impl Into<GameSetup>, search: Expectation, random: Option<RandomSide>) -> Trace {
    Recording::of(game).expected(search, random).record().expect("a recording")
}

fn of_tree(tree: &TextbookTree, search: Expectation) -> Trace {
    let setup = Setup::new(GameSetup::textbook(None), Process::Expect(search));
    record_game(tree.clone().into(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a recording")
}

fn text(trace: &Trace) -> String {
    trace.in_unit(trace.value().expect("a complete run")).to_string()
}

fn score_at_end(trace: &Trace, node: NodeId) -> Option<Score> {
    trace.step(trace.span(trace.visit_of(node)?).1?)?.score
}

/// The sentence of a frame, with plain blanks.
fn sentence(trace: &Trace, frame: usize) -> String {
    explain(trace, frame, Language::English).replace('\u{a0}', " ")
}

/// The scores of the children of the root, in the game's order.
fn of_moves(trace: &Trace) -> Vec<String> {
    let scores = trace.children(NodeId::ROOT).filter_map(|child| score_at_end(trace, child));
    scores.map(|score| trace.in_unit(score).to_string()).collect()
}

/// Asserts that the check proves a trace.
fn prove(trace: &Trace, what: &str) {
    let report = check(trace, false, &Progress::default());
    assert_eq!(report.verdict(), Verdict::Proved, "{what}: {:?} {:?}", report.findings.first(), report.unjudged);
}

#[test]
fn tic_tac_toe_against_chance_has_its_exact_values() {
    for (side, value, moves) in [
        (RandomSide::Min, "191/192", ["191/192", "379/384", "95/96"]),
        (RandomSide::Max, "−874/945", ["−14/15", "−101/105", "−26/35"]),
        (RandomSide::Both, "187/630", ["12/35", "1/5", "1/2"]),
    ] {
        let trace = recorded(TicTacToe::default(), Expectation::Expectimax, Some(side));
        assert_eq!((trace.visit_count(), text(&trace).as_str()), (549_946, value), "{side:?}");
        let [corner, edge, center] = moves;
        assert_eq!(of_moves(&trace), [corner, edge, corner, edge, center, edge, corner, edge, corner], "{side:?}");
    }
}

#[test]
fn star1_visits_as_many_nodes_as_by_its_definition() {
    let star1 = |side, order| {
        let recording = Recording::of(TicTacToe::default()).expected(Expectation::Star1, Some(side)).order(order);
        let trace = recording.record().expect("a recording");
        assert_eq!(trace.kind_of_value(), Some(BoundKind::Exact));
        (text(&trace), trace.visit_count(), trace.tally().total().evaluations)
    };
    assert_eq!(star1(RandomSide::Min, Order::Natural), ("191/192".to_owned(), 30_867, 12_519));
    assert_eq!(star1(RandomSide::Min, Order::Center), ("191/192".to_owned(), 13_142, 5_298));
    assert_eq!(star1(RandomSide::Max, Order::Natural), ("−874/945".to_owned(), 116_503, 49_900));
}

/// The best chance to reach the goal in 2048 on 2 × 2 squares, by a recursion over positions that shares nothing with the program.
fn chance_to_reach(goal: u32, cells: [u32; 4], known: &mut std::collections::HashMap<[u32; 4], f64>) -> f64 {
    if cells.iter().any(|&tile| tile >= goal) {
        return 1.0;
    }
    if let Some(&value) = known.get(&cells) {
        return value;
    }
    let merged = |one: u32, other: u32| match (one, other) {
        (0, other) => (other, 0),
        (one, 0) => (one, 0),
        (one, other) if one == other => (2 * one, 0),
        pair => pair,
    };
    let mut best = 0.0_f64;
    for (lines, is_reversed) in
        [([(0, 1), (2, 3)], false), ([(0, 1), (2, 3)], true), ([(0, 2), (1, 3)], false), ([(0, 2), (1, 3)], true)]
    {
        let mut slid = cells;
        for (first, second) in lines {
            let (near, far) = if is_reversed { (second, first) } else { (first, second) };
            (slid[near], slid[far]) = merged(cells[near], cells[far]);
        }
        if slid != cells {
            best = best.max(after_chance(goal, slid, known));
        }
    }
    known.insert(cells, best);
    best
}

fn after_chance(goal: u32, cells: [u32; 4], known: &mut std::collections::HashMap<[u32; 4], f64>) -> f64 {
    let free: Vec<usize> = (0..4).filter(|&square| cells[square] == 0).collect();
    let with = |square: usize, tile| {
        let mut cells = cells;
        cells[square] = tile;
        cells
    };
    let each = |square: usize, known: &mut _| {
        0.9 * chance_to_reach(goal, with(square, 2), known) + 0.1 * chance_to_reach(goal, with(square, 4), known)
    };
    if cells.iter().all(|&tile| tile == 0) {
        // Two tiles are added at the start.
        let first = |square: usize, known: &mut _| {
            0.9 * after_chance(goal, with(square, 2), known) + 0.1 * after_chance(goal, with(square, 4), known)
        };
        return free.iter().map(|&square| first(square, known)).sum::<f64>() / 4.0;
    }
    free.iter().map(|&square| each(square, known)).sum::<f64>() / free.len() as f64
}

#[test]
fn tiles_are_reached_with_the_chance_of_an_independent_recursion() {
    for (goal, expected) in [(8, None), (16, Some("0.96251125")), (32, Some("0.08288729"))] {
        let chance = after_chance(u32::from(goal), [0; 4], &mut std::collections::HashMap::new());
        let chance = format!("{chance:.8}");
        assert!(expected.is_none_or(|expected| expected == chance), "{goal}: {chance}");
        for search in Expectation::ALL {
            let recording = Recording::of(Tiles { goal }).expected(search, None).table(TableSetup::default());
            let trace = recording.record().expect("a recording");
            let found = text(&trace);
            let number: f64 = found.parse().expect("a decimal number");
            assert_eq!(format!("{number:.8}"), chance, "{search:?} {goal}: {found}");
            prove(&trace, search.name());
        }
    }
}

#[test]
fn check_proves_every_search_for_the_expected_score() {
    for search in Expectation::ALL {
        for table in
            [None, Some(TableSetup::default()), Some(TableSetup { symmetry: false, ..TableSetup::BOTH_BOUNDS })]
        {
            for side in RandomSide::ALL {
                for (game, after, depth) in [
                    (GameSetup::from(TicTacToe::default()), "b2 a1 c3", None),
                    (GameSetup::from(TicTacToe { shortest_win: true }), "a1 b1 c1 a2", None),
                    (GameSetup::from(TicTacToe::default()), "", Some(3)),
                    (GameSetup::from(Reversi { size: 4 }), "", Some(3)),
                    (GameSetup::from(Kalah { houses: 2, stones: 2, ..Kalah::default() }), "", Some(3)),
                ] {
                    let mut setup = Setup::new(game, Process::Expect(search));
                    setup.random = Some(side);
                    setup.after = after.to_owned();
                    setup.limit = depth.map(|depth| DepthLimit { depth, evaluation: 1 });
                    setup.table = table;
                    let trace = match record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()) {
                        Ok(trace) => trace,
                        Err(RecordError::Passes(RefusedSetup::EvaluatesBeyond { .. })) if search.cuts() => {
                            setup.limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
                            match record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()) {
                                Ok(trace) => trace,
                                Err(RecordError::Passes(RefusedSetup::EvaluatesBeyond { .. })) => continue,
                                Err(error) => panic!("{error}"),
                            }
                        }
                        Err(error) => panic!("{error}"),
                    };
                    prove(&trace, &format!("{setup:?}"));
                }
            }
        }
        prove(&recorded(Race { turns: 2 }, search, None), "race");
    }
}

fn node(parent: usize) -> TextbookNode {
    TextbookNode { parent: Some(parent), ..TextbookNode::default() }
}

fn leaf(parent: usize, score: i32, probability: &str) -> TextbookNode {
    let probability = Some(probability.parse().expect("a probability"));
    TextbookNode { score: Some(score), probability, ..node(parent) }
}

/// A max root with two chance nodes, whose leaves have the probabilities 0.9 and 0.1.
fn two_lotteries(scores: [i32; 4]) -> TextbookTree {
    let chance = || TextbookNode { chance: true, ..node(0) };
    let [a, b, c, d] = scores;
    let nodes = [
        TextbookNode::default(),
        chance(),
        chance(),
        leaf(1, a, "0.9"),
        leaf(1, b, "0.1"),
        leaf(2, c, "0.9"),
        leaf(2, d, "0.1"),
    ];
    TextbookTree::from_nodes(&nodes).expect("a tree")
}

#[test]
fn order_of_leaves_does_not_suffice_where_chance_moves() {
    for (scores, value, moves) in [([2, 3, 1, 4], "2.1", ["2.1", "1.3"]), ([20, 30, 1, 400], "40.9", ["21.0", "40.9"])]
    {
        let trace = of_tree(&two_lotteries(scores), Expectation::Expectimax);
        assert_eq!((text(&trace).as_str(), of_moves(&trace)), (value, moves.map(str::to_owned).to_vec()));
        prove(&trace, value);
        let sentences: Vec<String> = (0..trace.frame_count()).map(|frame| sentence(&trace, frame)).collect();
        let sum = format!("0.9 · {}.0 + 0.1 · {}.0 = {}", scores[0], scores[1], moves[0]);
        assert!(sentences.iter().any(|sentence| sentence.contains(&sum)), "{sum}: {sentences:#?}");
    }
}

#[test]
fn star1_cuts_at_chance_nodes_with_sentences() {
    // The second lottery is worth at most 0.9 · 1 + 0.1 · 3 after its first child, less than 2.1.
    let trace = of_tree(&two_lotteries([2, 3, 1, 3]), Expectation::Star1);
    let cut = trace.next_cut(0).expect("a cut");
    assert_eq!(trace.step(cut).and_then(|step| step.cut), Some(Cut::Alpha));
    assert_eq!((trace.cuts().len(), trace.tally().total().alpha_cuts, trace.tally().total().beta_cuts), (1, 1, 0));
    let said = sentence(&trace, cut);
    assert!(said.contains("at most 1.2, not above α = 2.1"), "{said}");
    let pruned: Vec<_> = trace.pruned_children(trace.step(cut).expect("a frame").visit).collect();
    assert_eq!(pruned.len(), 1);
    prove(&trace, "two lotteries");
}

#[test]
fn cuts_below_chance_nodes_name_a_null_window_only_where_there_is_one() {
    let trace = recorded(Race { turns: 2 }, Expectation::Star1, None);
    let range = trace.known_range().expect("a range");
    let mut said = [0; 2];
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        let Some(cut) = step.cut.filter(|_| !trace.is_chance(step.visit)) else { continue };
        let sentence = sentence(&trace, frame);
        assert!(!sentence.contains("null window"), "{frame}: {sentence}");
        for word in ["no score is", "whatever the other draws return"] {
            let is_end = match cut {
                Cut::Alpha => step.window.alpha == range.lower,
                Cut::Beta => step.window.beta == range.upper,
            };
            let is_said = sentence.to_lowercase().contains(word);
            said[usize::from(word.starts_with('w'))] += usize::from(is_said);
            assert!(!is_said || is_end == word.starts_with('n'), "{frame}: {sentence}");
        }
    }
    assert!(said.iter().all(|&count| count > 0), "{said:?}");
}

#[test]
fn probabilities_that_do_not_fit_are_refused_with_their_node() {
    let chance = TextbookNode { chance: true, name: Some("C".to_owned()), ..TextbookNode::default() };
    let plain = |score| TextbookNode { score: Some(score), ..node(0) };
    for (nodes, expected) in [
        (
            vec![chance.clone(), leaf(0, 1, "0.9"), leaf(0, 2, "0.2")],
            "the children of node C have the sum more than 1, expected 1",
        ),
        (
            vec![chance.clone(), leaf(0, 1, "1/3"), leaf(0, 2, "1/3")],
            "the children of node C have the sum 2/3, expected 1",
        ),
        (
            vec![chance.clone(), leaf(0, 1, "1/3"), plain(2)],
            "1 of the 2 children of node C have a probability, expected all or none",
        ),
        (vec![TextbookNode::default(), leaf(0, 1, "1")], "chance does not move at its parent, expected none"),
        (vec![TextbookNode { score: Some(1), ..chance }], "has a chance but no children"),
        (
            vec![
                TextbookNode { chance: true, ..TextbookNode::default() },
                leaf(0, 1, "1/999999937"),
                leaf(0, 2, "1/999999929"),
            ],
            "no common denominator up to a billion",
        ),
    ] {
        let error = TextbookTree::from_nodes(&nodes).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn chance_in_tree_files_comes_back_as_written() {
    let tree = two_lotteries([2, 3, 1, 4]);
    let written = tree.to_ron();
    assert!(written.contains("chance: true") && written.contains("probability: \"0.9\""), "{written}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.ron");
    std::fs::write(&path, &written).expect("a file");
    let read = TextbookTree::read(&path).expect("a tree");
    assert_eq!((read.to_ron(), text(&of_tree(&read, Expectation::Expectimax)).as_str()), (written.clone(), "2.1"));
    std::fs::write(&path, written.replace("\"0.9\"", "0.5").replace("\"0.1\"", "0.5")).expect("a file");
    let halves = TextbookTree::read(&path).expect("a tree");
    assert_eq!(halves.to_nodes()[2].probability, Probability::new(1, 2));
    std::fs::write(&path, written.replace("\"0.9\"", "1.5")).expect("a file");
    let error = TextbookTree::read(&path).expect_err("no probability").to_string();
    assert!(error.contains("probability \"1.5\": expected a number from 0 to 1"), "{error}");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refused =
        |setup: &Setup| record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err("refused").to_string();
    let of = |process| Setup::new(GameSetup::from(TicTacToe::default()), process);
    let expectimax = of(Process::Expect(Expectation::Expectimax));
    assert!(refused(&expectimax).contains("expected --random max, min or both"));
    let random = Some(RandomSide::Min);
    let chosen = refused(&Setup { random, ..of(Process::Search(Algorithm::AlphaBeta)) });
    assert!(chosen.contains("expected expectimax, star1 or star2 for --random"), "{chosen}");
    let best = refused(&Setup { random, order: Order::Best, ..expectimax.clone() });
    assert!(best.starts_with("expectimax has no order \"best\""), "{best}");
    let limit = Some(DepthLimit { depth: 2, evaluation: 0 });
    let reversi =
        Setup { game: GameSetup::from(Reversi { size: 8 }), limit, random, ..of(Process::Expect(Expectation::Star1)) };
    assert!(refused(&reversi).contains("can be outside the bounds"));
}

fn check_same(trace: &Trace, other: &Trace) {
    assert_eq!(
        (trace.frame_count(), trace.unit(), trace.setup.random),
        (other.frame_count(), other.unit(), other.setup.random)
    );
    for frame in 0..trace.frame_count() {
        assert_eq!(trace.step(frame), other.step(frame), "frame {frame}");
        assert_eq!(trace.value_at_update(frame), other.value_at_update(frame), "frame {frame}");
        assert_eq!(explain(trace, frame, Language::English), explain(other, frame, Language::English));
    }
    assert_eq!((trace.tally(), trace.cuts()), (other.tally(), other.cuts()));
}

#[test]
fn every_format_keeps_chance() {
    let center =
        Recording::of(TicTacToe::default()).after("b2 a1 c3").expected(Expectation::Star1, Some(RandomSide::Min));
    for trace in [
        center.record().expect("a recording"),
        recorded(Race { turns: 1 }, Expectation::Star1, None),
        of_tree(&two_lotteries([2, 3, 1, 4]), Expectation::Star1),
        Recording::of(Tiles { goal: 16 })
            .expected(Expectation::Star1, None)
            .table(TableSetup::default())
            .record()
            .expect("a run"),
        recorded(Race { turns: 1 }, Expectation::Star2, None),
        Recording::of(Tiles { goal: 8 })
            .expected(Expectation::Star2, None)
            .table(TableSetup::default())
            .record()
            .expect("a run"),
    ] {
        let (mut native, mut stream) = (Vec::new(), Vec::new());
        write_native(&trace, &mut native, &Progress::default()).expect("memory takes everything");
        let opened = read_native(native.as_slice(), DEFAULT_MEMORY_LIMIT).expect("a native file");
        check_same(&trace, &opened);
        prove(&opened, "native");
        write_stream(&opened, &mut stream, &Progress::default()).expect("memory takes everything");
        let read =
            StreamReader::new(stream.as_slice(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream");
        check_same(&trace, &read);
        prove(&read, "stream");
    }
}

/// A stream of another program: a chance node with two leaves, which returns `score`.
fn lottery(score: &str, search: &str) -> Trace {
    let stream = format!(
        r#"{{"edagari": 1, "program": "dice", "search": "{search}", "unit": 0.1, "scores": "max", "fail": "soft"}}
{{"event": "enter", "node": 1, "player": "max", "kind": "chance", "moves": ["a", "b"]}}
{{"event": "enter", "node": 2, "parent": 1, "move": "a", "p": 0.9, "player": "max"}}
{{"event": "leave", "node": 2, "score": 2}}
{{"event": "enter", "node": 3, "parent": 1, "move": "b", "p": "1/10", "player": "max"}}
{{"event": "leave", "node": 3, "score": 3}}
{{"event": "leave", "node": 1, "score": {score}}}
{{"event": "end"}}
"#
    );
    read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

#[test]
fn sums_of_other_programs_are_checked() {
    let right = lottery("2.1", "expectimax");
    let report = check(&right, false, &Progress::default());
    assert!(report.is_right(), "{:?}", report.findings);
    let last = sentence(&right, right.frame_count() - 2);
    assert!(last.contains("0.9 · 2.0 + 0.1 · 3.0 = 2.1"), "{last}");
    let wrong = check(&lottery("2.5", "expectimax"), false, &Progress::default());
    let fault = wrong.findings.first().map(|finding| &finding.fault);
    let expected = Fault::IllegalScore { expected: (Score::new(21), None), found: Score::new(25) };
    assert!(fault.is_some_and(|fault| matches!(fault, Fault::WrongValue { .. }) || *fault == expected), "{fault:?}");
}

/// A random tree of max, min and chance nodes: for each node the index of its parent among the inner nodes and what it is.
/// The expected score of a node as an exact fraction, by its definition.
fn expected(tree: &TextbookTree, node: u32) -> (i128, i128) {
    if let Some(score) = tree.score(&node).and_then(Score::finite) {
        return (score.into(), 1);
    }
    let moves = tree.legal_moves(&node);
    let values = moves.iter().map(|&mv| (expected(tree, tree.play(&node, mv)), tree.chance(&node, mv)));
    let values: Vec<_> = values.collect();
    if values[0].1.is_some() {
        let whole: i128 = values.iter().map(|(_, weight)| i128::from(weight.expect("all or none"))).sum();
        let sum = values.iter().fold((0, 1), |(over, under), &((value, of), weight)| {
            let weight = i128::from(weight.expect("all or none"));
            (over * of * whole + value * weight * under, under * of * whole)
        });
        let shared = (1..=sum.1.min(1_000_000)).rev().find(|shared| sum.0 % shared == 0 && sum.1 % shared == 0);
        let shared = shared.unwrap_or(1);
        return (sum.0 / shared, sum.1 / shared);
    }
    let values = values.into_iter().map(|(value, _)| value);
    let by = |one: &(i128, i128), other: &(i128, i128)| (one.0 * other.1).cmp(&(other.0 * one.1));
    match tree.player(&node) {
        Player::Max => values.max_by(by),
        Player::Min => values.min_by(by),
    }
    .expect("a child")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn both_searches_find_the_expected_score_and_are_proved(tree in chance_trees()) {
        let whole = of_tree(&tree, Expectation::Expectimax);
        let pruned = of_tree(&tree, Expectation::Star1);
        let (over, under) = expected(&tree, 0);
        for trace in [&whole, &pruned] {
            let value = trace.value().and_then(Score::finite).expect("a value");
            let units = trace.unit().map_or(Some(1), edagari::score::Unit::per_whole);
            if let Some(units) = units.filter(|_| !text(trace).contains('.')) {
                prop_assert_eq!(i128::from(value) * under, over * i128::from(units));
            }
            prove(trace, "a random tree");
        }
        prop_assert_eq!(whole.value(), pruned.value());
        prop_assert_eq!(whole.visit_count(), tree.len());
        prop_assert!(pruned.visit_count() <= whole.visit_count());
        // Each child that Star1 did not enter is reported as pruned.
        for visit in (0..pruned.visit_count() as u32).map(edagari::trace::VisitId) {
            let left = pruned.children(pruned.node_of(visit)).count() - pruned.visited_children(visit).count();
            prop_assert_eq!(left, pruned.pruned_children(visit).len());
        }
    }

    #[test]
    fn every_prefix_of_a_right_stream_is_not_wrong(tree in chance_trees(), share in 0_usize..100) {
        let trace = of_tree(&tree, Expectation::Star1);
        let mut stream = Vec::new();
        write_stream(&trace, &mut stream, &Progress::default()).expect("memory takes everything");
        let stream = String::from_utf8(stream).expect("text");
        let lines: Vec<&str> = stream.lines().collect();
        let kept = 1 + (lines.len() - 1) * share / 100;
        let begun = read_trace((lines[..kept].join("\n") + "\n").as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
        let report = check(&begun, false, &Progress::default());
        prop_assert!(report.is_right(), "{:?}", report.findings.first());
        prop_assert!(report.verdict() != Verdict::Proved || kept == lines.len());
    }
}

#[test]
fn chance_node_returns_the_mean_of_its_children() {
    let trace = recorded(Race::default(), Expectation::Expectimax, None);
    let mut means = 0;
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        if step.kind != FrameKind::End || trace.is_leaf_visit(step.visit) {
            continue;
        }
        let says = sentence(&trace, frame);
        let is_mean = says.contains("the mean of its children");
        assert_eq!(is_mean, trace.is_chance(step.visit), "{says}");
        assert_ne!(is_mean, says.contains("greatest") || says.contains("least"), "{says}");
        means += usize::from(is_mean);
    }
    assert!(means > 50, "{means} chance nodes");
}
