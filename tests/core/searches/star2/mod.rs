//! Star2: counts of an independent program, bounds of probes, tables and orders, sentences and queries.

mod plain;
mod streams;

use std::collections::HashSet;

use edagari::analysis::{Query, Verdict, check, explain, find, next_step_texts};
use edagari::game::{GameSetup, Player, Race, TextbookTree, TicTacToe, Tiles};
use edagari::language::Language;
use edagari::score::{BoundKind, Score};
use edagari::search::{DepthLimit, Expectation, Order, RandomSide, TableSetup};
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, FrameKind, NodeId, Process, Progress, Recording, Setup, Trace, VisitId, VisitKind,
    record_game,
};
use proptest::prelude::*;

use crate::oracles::random_trees::chance_trees;
use plain::{Fraction, Plain};

fn of_tree(tree: &TextbookTree, search: Expectation) -> Trace {
    let setup = Setup::new(GameSetup::textbook(None), Process::Expect(search));
    record_game(tree.clone().into(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a recording")
}

fn recorded(game: impl Into<GameSetup>, random: Option<RandomSide>) -> Trace {
    Recording::of(game).expected(Expectation::Star2, random).record().expect("a recording")
}

fn visits(trace: &Trace) -> impl Iterator<Item = VisitId> {
    (0..trace.visit_count() as u32).map(VisitId)
}

fn count_probes(trace: &Trace) -> usize {
    visits(trace).filter(|&visit| trace.is_probe(visit)).count()
}

fn prove(trace: &Trace, what: &str) {
    let report = check(trace, false, &Progress::default());
    assert_eq!(report.verdict(), Verdict::Proved, "{what}: {:?} {:?}", report.findings.first(), report.unjudged);
}

/// Asserts that the search visits as many nodes as the plain program, and returns the value.
fn compare(trace: &Trace, range: [i128; 2]) -> Fraction {
    let start = trace.position(&[]).expect("the start");
    let mut plain = Plain::of(trace.setup.random, range);
    let value = plain.search(&start, "", [None, None]);
    let setup = &trace.setup;
    assert_eq!(trace.visit_count(), plain.visits, "{setup:?}");
    assert_eq!(trace.tally().total().evaluations, plain.leaves, "{setup:?}");
    assert_eq!(count_probes(trace), plain.probes, "{setup:?}");
    assert!(is_value(trace, trace.value().expect("a value"), value), "{setup:?}");
    value
}

/// Whether a score of a run with an exact unit is this number.
fn is_value(trace: &Trace, score: Score, value: Fraction) -> bool {
    let per_unit = trace.of_rules(Score::new(1)).finite().expect("a number");
    Fraction::reduced(score.finite().expect("a number").into(), per_unit.into()).compare(value).is_eq()
}

#[test]
fn star2_visits_as_many_nodes_as_an_independent_program() {
    for (side, text, counts) in [
        (RandomSide::Min, "191/192", (108_942, 41_749, 13_848)),
        (RandomSide::Max, "−874/945", (462_504, 184_755, 79_434)),
    ] {
        let trace = recorded(TicTacToe::default(), Some(side));
        compare(&trace, [-1, 1]);
        assert_eq!(trace.in_unit(trace.value().expect("a value")).to_string(), text);
        assert_eq!(trace.kind_of_value(), Some(BoundKind::Exact));
        let found = (trace.visit_count(), trace.tally().total().evaluations, count_probes(&trace));
        assert_eq!(found, counts, "{side:?}");
    }
    for (turns, counts) in [(1, (45, 25, 4)), (2, (2_378, 1_332, 232))] {
        let trace = recorded(Race { turns }, None);
        compare(&trace, [-1, 1]);
        let found = (trace.visit_count(), trace.tally().total().evaluations, count_probes(&trace));
        assert_eq!(found, counts, "{turns}");
    }
    compare(&recorded(Tiles { goal: 8 }, None), [0, 1]);
}

#[test]
fn star2_without_a_player_who_chooses_is_star1() {
    let of = |search| {
        let recording = Recording::of(TicTacToe::default()).after("b2 a1").expected(search, Some(RandomSide::Both));
        recording.record().expect("a recording")
    };
    let (star1, star2) = (of(Expectation::Star1), of(Expectation::Star2));
    assert_eq!((star1.value(), star1.visit_count()), (star2.value(), star2.visit_count()));
    assert_eq!(count_probes(&star2), 0);
}

#[test]
fn table_answers_the_search_after_a_probe() {
    for turns in [1, 2] {
        let bare = recorded(Race { turns }, None);
        let recording = Recording::of(Race { turns }).expected(Expectation::Star2, None).table(TableSetup::default());
        let trace = recording.record().expect("a recording");
        assert_eq!(trace.value(), bare.value());
        assert!(trace.visit_count() < bare.visit_count());
        prove(&trace, "a race with a table");
    }
}

#[test]
fn orders_limits_and_tables_keep_the_value_and_are_proved() {
    let tables = [None, Some(TableSetup::default()), Some(TableSetup { symmetry: false, ..TableSetup::BOTH_BOUNDS })];
    for side in RandomSide::ALL {
        for depth in [None, Some(2)] {
            let of = |search, table, order| {
                let plain = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Expect(search));
                let limit = depth.map(|depth| DepthLimit { depth, evaluation: 1 });
                let setup = Setup { random: Some(side), after: "b2 a1 c3".to_owned(), limit, table, order, ..plain };
                edagari::trace::record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a recording")
            };
            let expected = of(Expectation::Expectimax, None, Order::Natural);
            for table in tables {
                for order in [Order::Natural, Order::Reversed, Order::Center, Order::Shuffled(7)] {
                    let trace = of(Expectation::Star2, table, order);
                    let [found, value] =
                        [&trace, &expected].map(|trace| trace.in_unit(trace.value().expect("a value")).to_string());
                    assert_eq!(found, value, "{:?}", trace.setup);
                    prove(&trace, &format!("{:?}", trace.setup));
                }
            }
        }
    }
}

/// Asserts that the kinds and scores of all visits agree with the exact values of their nodes.
fn judge(trace: &Trace) {
    let plain = Plain::of(trace.setup.random, [0, 0]);
    let per_unit: i128 = trace.of_rules(Score::new(1)).finite().expect("a number").into();
    for visit in visits(trace) {
        assert!(!trace.given_window(visit).is_closed(), "{visit:?}");
        let end = trace.step(trace.span(visit).1.expect("an end")).expect("a frame");
        let exact = plain.exact(&trace.position(&trace.path(trace.node_of(visit))).expect("a position"));
        let score = Fraction::reduced(end.score.and_then(Score::finite).expect("a score").into(), per_unit);
        let order = score.compare(exact);
        let is_right = match end.bound {
            Some(BoundKind::Exact) => order.is_eq(),
            Some(BoundKind::Lower) => order.is_le(),
            Some(BoundKind::Upper) => order.is_ge(),
            None => trace.is_probe(visit),
        };
        assert!(is_right, "{visit:?}: {score:?} {:?} {exact:?}", end.bound);
        if trace.is_probe(visit) {
            let wrong = if trace.player_of(visit) == Player::Max { BoundKind::Upper } else { BoundKind::Lower };
            assert!(end.bound != Some(wrong) && end.bound != Some(BoundKind::Exact), "{visit:?}");
            assert_eq!(trace.visited_children(visit).count(), 1);
            assert_eq!(trace.kinds_of(visit), [VisitKind::Probe]);
            let said = explain(trace, trace.span(visit).1.expect("an end"), Language::English);
            assert!(!said.contains("fail") && said.contains("first move"), "{said}");
        }
    }
}

fn is_exact(trace: &Trace) -> bool {
    trace.unit().is_none_or(edagari::score::Unit::is_fraction)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn star2_finds_the_expected_score_of_random_trees(tree in chance_trees()) {
        let trace = of_tree(&tree, Expectation::Star2);
        let whole = of_tree(&tree, Expectation::Expectimax);
        prop_assert_eq!(trace.value(), whole.value());
        prove(&trace, "a random tree");
        let distinct = visits(&trace).map(|visit| trace.node_of(visit)).collect::<HashSet<_>>();
        prop_assert!(distinct.len() <= tree.len());
        for visit in visits(&trace) {
            // Each child without a visit is reported as pruned, but for those of a probe that made no cut.
            let entered: HashSet<NodeId> =
                trace.visited_children(visit).map(|child| trace.node_of(child)).collect();
            let left = trace.children(trace.node_of(visit)).count() - entered.len();
            let pruned = trace.pruned_children(visit).len();
            prop_assert!(pruned == left || (pruned == 0 && trace.is_probe(visit)));
        }
        if is_exact(&trace) {
            let range = trace.known_range().expect("a range");
            let per_unit = trace.of_rules(Score::new(1)).finite().expect("a number");
            let ends = [range.lower, range.upper].map(|end| i128::from(end.finite().expect("finite") / per_unit));
            compare(&trace, ends);
            judge(&trace);
            judge(&of_tree(&tree, Expectation::Star1));
        }
    }
}

#[test]
fn query_finds_the_starts_of_all_probes() {
    let trace = recorded(Race { turns: 2 }, None);
    let probes: Vec<u32> = visits(&trace)
        .filter(|&visit| trace.is_probe(visit))
        .map(|probe| u32::try_from(trace.span(probe).0).expect("a small run"))
        .collect();
    for text in ["kind probe", "probe", "start probe"] {
        let query = Query::parse_for(text, &trace).expect("a query");
        assert_eq!(find(&trace, &query, &[], &Progress::default()).expect("frames").frames, probes, "{text}");
    }
}

#[test]
fn frames_of_a_probe_have_sentences_in_both_languages() {
    let trace = recorded(Race { turns: 2 }, None);
    let mut said = [0; 8];
    for frame in 0..trace.frame_count() {
        let step = trace.step(frame).expect("a frame");
        let [english, japanese] = [Language::English, Language::Japanese]
            .map(|language| explain(&trace, frame, language).replace('\u{a0}', " "));
        let child = trace.returned_child(frame);
        let place = match step.kind {
            FrameKind::Start if trace.is_probe(step.visit) => {
                assert!(english.contains("Probe: only its first move is searched"), "{english}");
                Some(0)
            }
            FrameKind::Start if trace.chance().probe_before(step.visit).is_some() => {
                assert!(english.contains("Its probe showed"), "{english}");
                Some(1)
            }
            FrameKind::Score if child.is_some_and(|child| trace.is_probe(child)) => {
                let bound = ["a lower bound of", "an upper bound of", "no bound of"];
                let place = bound.iter().position(|bound| english.contains(bound));
                Some(2 + place.unwrap_or_else(|| panic!("{english}")))
            }
            FrameKind::Update if child.is_some_and(|child| trace.is_probe(child)) && step.cut.is_some() => {
                assert!(english.starts_with("The probe of") && english.contains("-cut"), "{english}");
                Some(5)
            }
            FrameKind::Update if child.is_some_and(|child| trace.is_probe(child)) => {
                assert!(english.contains("With the bounds so far"), "{english}");
                Some(6)
            }
            FrameKind::End if trace.is_probe(step.visit) => {
                assert!(english.contains("first move"), "{english}");
                Some(7)
            }
            _ => None,
        };
        if let Some(place @ 2..=4) = place {
            let [next, _] = next_step_texts(&trace, frame, Language::English).expect("an update");
            assert_eq!(next, if place == 4 { "next: no bound" } else { "next: a bound of the mean" });
        }
        if let Some(place) = place {
            said[place] += 1;
            let words = ["プローブ", "最初の手", "上界と下界"];
            assert!(words.iter().any(|word| japanese.contains(word)), "{japanese}");
        }
    }
    assert!(said.iter().all(|&count| count > 0), "{said:?}");
}
