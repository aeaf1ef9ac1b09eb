//! The way from a different decision of two runs to its cause, against changes whose place is known.

use std::sync::Arc;

use edagari::analysis::{BisectKind, BisectStep, bisect};
use edagari::game::{AnyGame, GameSetup, TextbookNode, TextbookTree};
use edagari::language::Language;
use edagari::search::Algorithm;
use edagari::trace::file::read_trace;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeId, Process, Progress, Setup, Trace, record, record_game};
use proptest::prelude::*;

use crate::oracles::cases;
use crate::oracles::random_trees::trees;

fn recorded(nodes: &[TextbookNode], algorithm: Algorithm) -> Trace {
    let game = AnyGame::from(TextbookTree::from_nodes(nodes).expect("a tree"));
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
    record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a run")
}

fn of_words(words: &str) -> Trace {
    record(&Setup::of_words(words).expect("a setup"), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
}

fn kinds(way: &[BisectStep]) -> Vec<BisectKind> {
    way.iter().map(|step| step.kind).collect()
}

/// The score of a step's visit in one run.
fn score(trace: &Trace, step: &BisectStep, side: usize) -> Option<i32> {
    trace.visit(step.visits[side]).score().and_then(|(score, _)| score.finite())
}

/// Checks what holds for every way: one node after another, from the root down; results that differ on the way; a cause at its end.
fn check_way(traces: [&Trace; 2], way: &[BisectStep]) {
    let Some((cause, above)) = way.split_last() else { return };
    assert!(cause.kind.is_cause() && above.iter().all(|step| !step.kind.is_cause()));
    let path = |step: &BisectStep, side: usize| traces[side].path(traces[side].node_of(step.visits[side]));
    for (depth, step) in above.iter().enumerate() {
        assert_eq!(path(step, 0).len(), depth);
        assert_eq!(path(step, 0), path(step, 1));
        assert!(depth == 0 || score(traces[0], step, 0) != score(traces[1], step, 1));
    }
    for (side, trace) in traces.into_iter().enumerate() {
        assert!(way.iter().all(|step| step.frames[side] < trace.frame_count()));
    }
    for step in way {
        for language in Language::ALL {
            assert!(!step.text(traces, language).contains('{'));
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn way_in_minimax_ends_at_a_changed_leaf(nodes in trees(), leaf in any::<prop::sample::Index>(), by in 1..9_i32) {
        let leaves: Vec<usize> = (0..nodes.len()).filter(|&node| nodes[node].score.is_some()).collect();
        let leaf = leaves[leaf.index(leaves.len())];
        let mut changed = nodes.clone();
        changed[leaf].score = changed[leaf].score.map(|score| score + by);
        let traces = [&recorded(&nodes, Algorithm::Minimax), &recorded(&changed, Algorithm::Minimax)];
        let way = bisect(traces);
        check_way(traces, &way);
        let value = |trace: &Trace| trace.value();
        prop_assert!(!way.is_empty() || value(traces[0]) == value(traces[1]));
        if let Some(cause) = way.last() {
            prop_assert_eq!(cause.kind, BisectKind::Evaluation);
            let scores = [score(traces[0], cause, 0), score(traces[1], cause, 1)];
            prop_assert_eq!(scores, [nodes[leaf].score, changed[leaf].score]);
        }
        // Nothing leads from a run to itself.
        prop_assert_eq!(bisect([traces[0], traces[0]]), []);
    }

    #[test]
    fn way_in_searches_with_cuts_ends_at_a_cause(
        nodes in trees(),
        leaf in any::<prop::sample::Index>(),
        by in -9..9_i32,
        algorithms in prop::sample::select(vec![
            [Algorithm::AlphaBeta, Algorithm::AlphaBeta],
            [Algorithm::Pvs, Algorithm::Pvs],
            [Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft],
            [Algorithm::MtdF, Algorithm::MtdF],
        ]),
    ) {
        let leaves: Vec<usize> = (0..nodes.len()).filter(|&node| nodes[node].score.is_some()).collect();
        let mut changed = nodes.clone();
        let leaf = leaves[leaf.index(leaves.len())];
        changed[leaf].score = changed[leaf].score.map(|score| score + by);
        let traces = [&recorded(&nodes, algorithms[0]), &recorded(&changed, algorithms[1])];
        let way = bisect(traces);
        check_way(traces, &way);
        if traces[0].value() != traces[1].value() && algorithms[0] != Algorithm::MtdF {
            prop_assert!(!way.is_empty());
        }
    }
}

#[test]
fn another_evaluation_is_found_in_chess() {
    let words = |evaluation| format!("chess,search=alpha-beta,depth-limit=2,evaluation={evaluation}");
    let [material, squares] = ["material", "piece-square"].map(|evaluation| of_words(&words(evaluation)));
    let way = bisect([&material, &squares]);
    assert_eq!(kinds(&way), [BisectKind::Decision, BisectKind::Score, BisectKind::Evaluation]);
    let text = way[2].text([&material, &squares], Language::English);
    assert!(text == "The cause: the leaf Na3 a5 was evaluated as 0.00 and 0.15.", "{text}");
}

#[test]
fn another_depth_order_and_table_are_causes() {
    let run = |options: &str| of_words(&format!("tic-tac-toe,after=a1 b2 c1,search=alpha-beta-soft{options}"));
    let plain = run("");
    // The order changes which of two equal moves is best, or what is searched next.
    let reversed = run(",order=reversed");
    let way = bisect([&plain, &reversed]);
    check_way([&plain, &reversed], &way);
    assert!(way.is_empty() || kinds(&way).contains(&BisectKind::Order), "{:?}", kinds(&way));
}

#[test]
fn cause_in_streams_of_another_program_is_found() {
    let stream = |window: &str, second: i32, why: &str| {
        let lines = [
            r#"{"edagari":1,"program":"other","game":"hex","search":"alpha-beta","fail":"soft"}"#.to_owned(),
            r#"{"event":"enter","node":0,"window":["-inf","inf"],"moves":["a","b"]}"#.to_owned(),
            r#"{"event":"enter","node":1,"move":"a","window":["-inf","inf"]}"#.to_owned(),
            r#"{"event":"leave","node":1,"score":1}"#.to_owned(),
            format!(r#"{{"event":"enter","node":2,"move":"b","window":{window}{why}}}"#),
            format!(r#"{{"event":"leave","node":2,"score":{second}}}"#),
            format!(r#"{{"event":"leave","node":0,"score":{}}}"#, second.max(1)),
        ];
        read_trace(lines.join("\n").as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
    };
    let usual = stream(r#"[1,"inf"]"#, 0, "");
    let cause = |other: &Trace| bisect([&usual, other]).last().map(|step| step.kind);
    assert_eq!(cause(&stream(r#"[1,"inf"]"#, 5, "")), Some(BisectKind::Evaluation));
    assert_eq!(cause(&stream(r#"[2,"inf"]"#, 5, "")), Some(BisectKind::Window));
    assert_eq!(cause(&stream(r#"[1,"inf"]"#, 5, r#","depth":3"#)), Some(BisectKind::Depth));
    assert_eq!(cause(&stream(r#"[1,"inf"]"#, 0, r#","depth":3"#)), None, "the decision is the same");
    let root = usual.layers(NodeId::ROOT).next().expect("a root");
    let way = bisect([&usual, &stream(r#"[1,"inf"]"#, 5, "")]);
    assert_eq!((way[0].visits[0], way[0].kind), (root, BisectKind::Decision));
}
