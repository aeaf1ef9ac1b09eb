//! Quality of move orders, compared with a plain reader of the stream, with all subsets of visits of small trees, and
//! with the formulas of Knuth and Moore. The code here shares none with the library.

use std::collections::BTreeMap;
use std::sync::Arc;

use edagari::analysis::{NodeType, OrderDefinition, OrderReport, OrderUnknown};
use edagari::game::{AnyGame, GameSetup, Player, RandomTree, TextbookNode, TextbookTree};
use edagari::language::Language;
use edagari::search::{Algorithm, DepthLimit, Order, OrderBy, PassSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, VisitId, record, record_game};
use proptest::prelude::*;
use serde_json::Value;

use crate::oracles::cases;
use crate::oracles::random_trees::{orders, stopped_run, trees};
use crate::searches::options_of_searches::any_setups;
use crate::searches::used_in_practice::searches;
use crate::trace_files::{read_stream, stream_of};

fn recorded(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a setup that can be run")
}

fn report_of(trace: &Trace) -> OrderReport {
    OrderReport::of(trace, None, &Progress::default()).expect("a search")
}

/// A visit as the plain reader stores it.
#[derive(Default)]
struct Seen {
    mv: String,
    is_max: bool,
    window: (i64, i64),
    /// Number of legal moves.
    moves: usize,
    children: Vec<usize>,
    /// Returned score, and whether the value is at least and at most this score.
    left: Option<(i64, [bool; 2])>,
    /// Child whose update cuts.
    cut_by: Option<usize>,
    source: Option<String>,
}

/// All visits of a stream, and the visits of the root.
struct Reading {
    seen: Vec<Seen>,
    roots: Vec<usize>,
}

fn number(score: &Value) -> i64 {
    match score.as_str() {
        Some("inf") => i32::MAX.into(),
        Some(_) => i32::MIN.into(),
        None => score.as_i64().expect("a score"),
    }
}

fn reading(trace: &Trace) -> Reading {
    let stream = stream_of(trace);
    let mut reading = Reading { seen: Vec::new(), roots: Vec::new() };
    let seen = &mut reading.seen;
    let mut open: Vec<usize> = Vec::new();
    for line in std::str::from_utf8(&stream).expect("text").lines().skip(1) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        match line["event"].as_str().expect("an event") {
            "enter" => {
                let visit = seen.len();
                match open.last() {
                    Some(&above) => seen[above].children.push(visit),
                    None => reading.roots.push(visit),
                }
                open.push(visit);
                let mv = line["move"].as_str().unwrap_or_default().to_owned();
                seen.push(Seen {
                    mv,
                    is_max: line["player"] == "max",
                    window: (number(&line["window"][0]), number(&line["window"][1])),
                    source: line["order"].as_str().map(str::to_owned),
                    ..Seen::default()
                });
            }
            "leave" => {
                let visit = open.pop().expect("an open node");
                let claims = match line["bound"].as_str() {
                    Some("lower") => [true, false],
                    Some("upper") => [false, true],
                    _ => [true, true],
                };
                seen[visit].left = Some((number(&line["score"]), claims));
            }
            "update" if line["cut"] == true => {
                let above = *open.last().expect("an open node");
                seen[above].cut_by = seen[above].children.last().copied();
            }
            _ => {}
        }
    }
    for (visit, seen) in (0..).zip(&mut reading.seen) {
        let path = trace.path(trace.node_of(VisitId(visit)));
        seen.moves = trace.position(&path).map_or(0, |position| position.move_count());
    }
    reading
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    P,
    C,
    A,
}

fn kind_of(found: NodeType) -> Kind {
    match found {
        NodeType::Pv => Kind::P,
        NodeType::Cut => Kind::C,
        NodeType::All => Kind::A,
    }
}

/// Counters of the plain reader.
#[derive(Default, PartialEq, Eq, Debug)]
struct Counted {
    expected: Vec<Option<Kind>>,
    actual: Vec<Option<Kind>>,
    wasted: Vec<bool>,
    /// By depth: cuts, cuts by the first move, sum of the places of cutting moves, wasted visits.
    by_depth: BTreeMap<usize, [u64; 4]>,
    by_source: BTreeMap<Option<String>, [u64; 4]>,
}

impl Reading {
    fn size(&self, visit: usize) -> u64 {
        1 + self.seen[visit].children.iter().map(|&child| self.size(child)).sum::<u64>()
    }

    fn actual(&self, visit: usize) -> Option<Kind> {
        let seen = &self.seen[visit];
        let (score, _) = seen.left?;
        // From the mover's point of view, as in a negamax.
        let (score, alpha, beta) = if seen.is_max {
            (i128::from(score), i128::from(seen.window.0), i128::from(seen.window.1))
        } else {
            (-i128::from(score), -i128::from(seen.window.1), -i128::from(seen.window.0))
        };
        Some(if score >= beta {
            Kind::C
        } else if score <= alpha {
            Kind::A
        } else {
            Kind::P
        })
    }

    fn is_null(&self, visit: usize) -> bool {
        let (alpha, beta) = self.seen[visit].window;
        alpha + 1 >= beta
    }

    fn counted(&self) -> Counted {
        let count = self.seen.len();
        let mut counted = Counted {
            expected: vec![None; count],
            actual: (0..count).map(|visit| self.actual(visit)).collect(),
            wasted: vec![false; count],
            ..Counted::default()
        };
        for &root in &self.roots {
            let expected = if self.is_null(root) { self.actual(root) } else { Some(Kind::P) };
            self.count(root, 0, expected, false, &mut counted);
        }
        counted
    }

    fn count(&self, visit: usize, depth: usize, expected: Option<Kind>, wasted: bool, counted: &mut Counted) {
        counted.expected[visit] = expected;
        counted.wasted[visit] = wasted;
        let seen = &self.seen[visit];
        let mut moves: Vec<&str> = Vec::new();
        let mut places = Vec::new();
        for &child in &seen.children {
            let mv = &*self.seen[child].mv;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
            places.push(moves.iter().position(|other| *other == mv).expect("it is there") + 1);
        }
        let cut = seen.cut_by.map(|by| places[seen.children.iter().position(|&child| child == by).expect("a child")]);
        let tally = |counts: &mut [u64; 4], place: usize| {
            counts[0] += 1;
            counts[1] += u64::from(place == 1);
            counts[2] += place as u64;
        };
        if let (Some(place), Some(by)) = (cut, seen.cut_by) {
            tally(counted.by_depth.entry(depth).or_default(), place);
            tally(counted.by_source.entry(self.seen[by].source.clone()).or_default(), place);
        }
        for (at, &child) in seen.children.iter().enumerate() {
            let below = &self.seen[child];
            let again = places[..at].contains(&places[at]);
            let turn = if below.is_max == seen.is_max { [Kind::C, Kind::A] } else { [Kind::A, Kind::C] };
            let kind = expected.map(|expected| match expected {
                Kind::P if places[at] == 1 || (again && !self.is_null(child)) => Kind::P,
                Kind::C => turn[0],
                Kind::P | Kind::A => turn[1],
            });
            let is_early = cut.is_some_and(|cut| places[at] < cut);
            if is_early && !wasted {
                let size = self.size(child);
                counted.by_depth.entry(depth).or_default()[3] += size;
                counted.by_source.entry(below.source.clone()).or_default()[3] += size;
            }
            self.count(child, depth + 1, kind, wasted || is_early, counted);
        }
    }

    /// Bounds of the value of a visit, derived from a subset of the visits.
    fn range(&self, visit: usize, is_in: &dyn Fn(usize) -> bool) -> (i64, i64) {
        let seen = &self.seen[visit];
        if seen.children.is_empty() {
            let (score, [at_least, at_most]) = seen.left.expect("it has ended");
            return (if at_least { score } else { i64::MIN }, if at_most { score } else { i64::MAX });
        }
        let mut by_move: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        for &child in seen.children.iter().filter(|&&child| is_in(child)) {
            let (low, high) = self.range(child, is_in);
            let known = by_move.entry(&*self.seen[child].mv).or_insert((i64::MIN, i64::MAX));
            *known = (known.0.max(low), known.1.min(high));
        }
        let best = |one: i64, other: i64| if seen.is_max { one.max(other) } else { one.min(other) };
        let start = if seen.is_max { i64::MIN } else { i64::MAX };
        let (low, high) =
            by_move.values().fold((start, start), |(low, high), range| (best(low, range.0), best(high, range.1)));
        match (by_move.len() < seen.moves, seen.is_max) {
            (false, _) => (low, high),
            (true, true) => (low, i64::MAX),
            (true, false) => (i64::MIN, high),
        }
    }

    /// Whether a subset of the visits proves the score of the root.
    fn proves(&self, root: usize, is_in: &dyn Fn(usize) -> bool) -> bool {
        let (score, [at_least, at_most]) = self.seen[root].left.expect("it has ended");
        let (low, high) = self.range(root, is_in);
        (!at_least || low >= score) && (!at_most || high <= score)
    }

    fn below(&self, visit: usize) -> Vec<usize> {
        let below = self.seen[visit].children.iter().flat_map(|&child| self.below(child));
        std::iter::once(visit).chain(below).collect()
    }

    /// Size of the smallest subset that proves the score of a root, by exhaustive search.
    fn smallest(&self, root: usize) -> u32 {
        let visits = self.below(root);
        let parents: Vec<Option<usize>> = visits
            .iter()
            .map(|&visit| visits.iter().position(|&above| self.seen[above].children.contains(&visit)))
            .collect();
        let is_whole = |part: u32| {
            (0..visits.len()).all(|at| part >> at & 1 == 0 || parents[at].is_none_or(|above| part >> above & 1 == 1))
        };
        let proves = |part: u32| {
            let is_in = |visit: usize| {
                let at = visits.iter().position(|&other| other == visit).expect("a visit below the root");
                part >> at & 1 == 1
            };
            self.proves(root, &is_in)
        };
        // Subsets in order of size, so that the search stops at the smallest one.
        let parts = (1..1_u32 << visits.len()).filter(|part| part & 1 == 1 && is_whole(*part));
        let mut parts: Vec<u32> = parts.collect();
        parts.sort_by_key(|part| part.count_ones());
        parts.into_iter().find(|&part| proves(part)).expect("all of it proves it").count_ones()
    }
}

/// Compares the library's report for each visit and in total with the plain reader.
fn compare(trace: &Trace) -> Result<Reading, TestCaseError> {
    let reading = reading(trace);
    let report = report_of(trace);
    let counted = reading.counted();
    prop_assert_eq!(reading.seen.len(), trace.visit_count());
    for visit in 0..reading.seen.len() {
        let found = report.visit(VisitId(visit as u32)).expect("all are looked at");
        let expected = (counted.expected[visit], counted.actual[visit], counted.wasted[visit]);
        let found = (found.expected.map(kind_of), found.actual.map(kind_of), found.is_wasted);
        prop_assert_eq!(found, expected, "visit {} of {:?}", visit, &trace.setup);
    }
    let figures = |counts: edagari::analysis::OrderCounts| [counts.cuts, counts.by_first, counts.ranks, counts.wasted];
    for row in &report.by_depth {
        let expected = counted.by_depth.get(&row.depth).copied().unwrap_or_default();
        prop_assert_eq!(figures(row.counts), expected, "depth {}", row.depth);
    }
    let has_column = trace.columns().iter().any(|column| column.name() == "order");
    for row in &report.by_source {
        let source = row.source.clone().filter(|_| has_column);
        let expected = counted.by_source.get(&source).copied().unwrap_or_default();
        prop_assert_eq!(figures(row.counts), expected, "source {:?}", source);
        let by_depth = row.by_depth.iter().map(|(_, counts)| figures(*counts));
        let sum = by_depth.fold([0; 4], |sum, counts| std::array::from_fn(|at| sum[at] + counts[at]));
        prop_assert_eq!(sum, expected);
    }
    let wasted = counted.wasted.iter().filter(|wasted| **wasted).count() as u64;
    prop_assert_eq!(report.total.wasted, wasted, "each is counted once");
    let costliest: u64 = report.costliest.iter().map(|cut| cut.wasted).sum();
    prop_assert!(report.costliest.len() >= 100 || costliest == wasted);
    Ok(reading)
}

/// Checks the invariants of runs of the library.
fn check_laws(trace: &Trace) -> Result<(), TestCaseError> {
    let report = report_of(trace);
    let total = report.total;
    prop_assert_eq!(total.visits, trace.visit_count() as u64);
    prop_assert_eq!((total.measured, total.minimal > 0), (total.visits, true));
    prop_assert!(total.minimal <= total.visits);
    let is_trusted = |rule: &OrderDefinition| matches!(rule, OrderDefinition::Trusted(_));
    prop_assert!(!report.definitions.iter().any(is_trusted), "every score is proved: {:?}", &trace.setup);
    let visits = (0..trace.visit_count() as u32).map(|visit| report.visit(VisitId(visit)).expect("it is looked at"));
    let minimal = visits.filter(|found| found.is_minimal == Some(true)).count() as u64;
    prop_assert_eq!(minimal, total.minimal);
    let roots = trace.layers(edagari::trace::NodeId::ROOT).len() as u64;
    prop_assert_eq!(report.by_source.iter().map(|row| row.counts.visits).sum::<u64>() + roots, total.visits);
    prop_assert_eq!(report.by_source.iter().map(|row| row.counts.wasted).sum::<u64>(), total.wasted);
    let known: u64 = NodeType::ALL.iter().map(|&expected| report.types.expected(expected)).sum();
    prop_assert_eq!(known, total.visits);
    for language in Language::ALL {
        let sentences = report.definitions.iter().map(|rule| rule.text(language));
        let sentences = sentences.chain(report.costliest.iter().map(|cut| cut.text(trace, language)));
        for said in sentences {
            prop_assert!(!said.is_empty() && !said.contains('{'), "{}", said);
        }
    }
    Ok(())
}

/// Small trees, in which players may move twice.
fn small_trees() -> impl Strategy<Value = Vec<TextbookNode>> {
    let node = (0_usize..4, any::<bool>(), -3_i32..=3);
    (prop::collection::vec(node, 2..15), any::<bool>()).prop_map(|(nodes, alternate)| {
        let parents: Vec<Option<usize>> =
            nodes.iter().enumerate().map(|(at, (back, ..))| at.checked_sub(1 + back.min(&(at.max(1) - 1)))).collect();
        let node = |(at, &(_, is_max, score)): (usize, &(usize, bool, i32))| TextbookNode {
            parent: parents[at],
            name: None,
            player: (!alternate).then_some(if is_max { Player::Max } else { Player::Min }),
            score: (!parents.contains(&Some(at))).then_some(score),
            ..TextbookNode::default()
        };
        nodes.iter().enumerate().map(node).collect()
    })
}

fn of_tree(list: &[TextbookNode], order: Order, searched: (Algorithm, PassSetup, Option<u32>)) -> Trace {
    let (algorithm, passes, depth) = searched;
    let game = AnyGame::from(TextbookTree::from_nodes(list).expect("a well-formed tree"));
    let limit = depth.map(|depth| DepthLimit { depth, evaluation: 0 });
    let mut setup = Setup { order, limit, passes, ..Setup::new(GameSetup::textbook(None), Process::Search(algorithm)) };
    // Table entries can come from other visits, which the plain reader does not follow.
    setup.table = None;
    record_game(game, &setup, DEFAULT_MEMORY_LIMIT, &Arc::<Progress>::default()).expect("recorded")
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn types_cuts_and_waste_are_those_of_a_plain_reader(list in trees(), order in orders(), searched in searches()) {
        let trace = of_tree(&list, order, searched);
        compare(&trace)?;
        check_laws(&trace)?;
    }

    #[test]
    fn games_with_every_option_are_counted_as_a_plain_reader_does(setup in any_setups()) {
        let trace = recorded(&setup);
        check_laws(&trace)?;
        // Cuts without a move are recorded as updates of the node itself, which the plain reader does not know.
        if setup.rules.is_nothing() {
            compare(&trace)?;
        }
    }

    /// No smaller subset of the visits proves the score of a run, and no visit of the minimal tree can be removed.
    #[test]
    fn no_smaller_part_of_the_visits_proves_the_result(list in small_trees(), order in orders(), searched in searches()) {
        let trace = of_tree(&list, order, searched);
        let reading = compare(&trace)?;
        let report = report_of(&trace);
        let is_minimal = |visit: usize| report.visit(VisitId(visit as u32)).is_some_and(|found| found.is_minimal == Some(true));
        for &root in &reading.roots {
            prop_assert!(reading.proves(root, &is_minimal), "{:?}", &trace.setup);
            let visits = reading.below(root);
            let minimal = visits.iter().filter(|&&visit| is_minimal(visit)).count() as u32;
            if visits.len() <= 16 {
                prop_assert_eq!(minimal, reading.smallest(root), "{:?}", &trace.setup);
            }
        }
    }

    #[test]
    fn the_minimal_tree_of_any_run_proves_its_result(list in trees(), order in orders(), searched in searches()) {
        let trace = of_tree(&list, order, searched);
        let reading = reading(&trace);
        let report = report_of(&trace);
        let is_minimal = |visit: usize| report.visit(VisitId(visit as u32)).is_some_and(|found| found.is_minimal == Some(true));
        for &root in &reading.roots {
            prop_assert!(reading.proves(root, &is_minimal), "{:?}", &trace.setup);
            for left_out in reading.below(root).into_iter().filter(|&visit| visit != root && is_minimal(visit)) {
                let without = |visit: usize| visit != left_out && is_minimal(visit);
                prop_assert!(!reading.proves(root, &without), "visit {} can be left out of {:?}", left_out, &trace.setup);
            }
        }
    }

    /// Knuth and Moore (1975): the critical tree of a uniform tree has w^⌈l/2⌉ + w^⌊l/2⌋ − 1 nodes at depth l, in every
    /// run. In the best order, no other node is visited.
    #[test]
    fn uniform_trees_have_the_minimal_trees_of_knuth_and_moore(
        (depth, branching) in (0_u32..7, 1_u64..5),
        (seed, spread) in (any::<u64>(), 0_i32..50),
        order in orders(),
    ) {
        let tree = RandomTree { depth, branching: branching as u32, seed, scores: (-spread, spread) };
        let power = |exponent: u32| branching.pow(exponent);
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaSoft, Algorithm::Pvs] {
            for order in [order, Order::Best] {
                let setup = Setup { order, ..Setup::new(GameSetup::from(tree), Process::Search(algorithm)) };
                let trace = recorded(&setup);
                let report = report_of(&trace);
                for row in &report.by_depth {
                    let level = row.depth as u32;
                    let critical = power(level.div_ceil(2)) + power(level / 2) - 1;
                    // With re-searches, two visits of a node can be necessary to prove its value.
                    if algorithm == Algorithm::Pvs {
                        prop_assert!(row.counts.minimal >= critical);
                    } else {
                        prop_assert_eq!(row.counts.minimal, critical, "depth {} of {:?}", level, &setup);
                    }
                    if order == Order::Best && algorithm != Algorithm::Minimax {
                        prop_assert_eq!(row.counts.visits, critical);
                        let of_type = NodeType::ALL.map(|expected| row.types.of(Some(expected), Some(expected)));
                        prop_assert_eq!(of_type, [1, power(level.div_ceil(2)) - 1, power(level / 2) - 1]);
                    }
                }
                if order == Order::Best && algorithm != Algorithm::Minimax {
                    prop_assert_eq!((report.total.wasted, report.total.over_minimal()), (0, Some(1.0)));
                    prop_assert_eq!(report.total.by_first, report.total.cuts);
                }
            }
        }
    }

    #[test]
    fn runs_that_stop_early_have_no_minimal_tree(list in trees(), share in 0.0..1.0) {
        let whole = of_tree(&list, Order::Natural, (Algorithm::AlphaBeta, PassSetup::default(), None));
        let visits = 1 + (share * (whole.visit_count() - 1) as f64) as usize;
        prop_assume!(visits < whole.visit_count());
        let game = AnyGame::from(TextbookTree::from_nodes(&list).expect("a well-formed tree"));
        let trace = stopped_run(game, &whole.setup, visits);
        let report = report_of(&trace);
        prop_assert_eq!((report.total.visits, report.total.measured), (visits as u64, 0));
        prop_assert!(report.definitions.contains(&OrderDefinition::Unended(1)));
    }

    /// The sums are consistent for arbitrary streams.
    #[test]
    fn streams_with_other_scores_windows_and_gaps_are_counted(
        list in trees(),
        searched in searches(),
        changes in prop::collection::vec((any::<usize>(), 0_usize..4, -9_i64..10), 1..6),
    ) {
        let trace = of_tree(&list, Order::Natural, searched);
        let stream = String::from_utf8(stream_of(&trace)).expect("text");
        let mut lines: Vec<String> = stream.lines().map(str::to_owned).collect();
        for (at, how, score) in changes {
            let at = 1 + at % (lines.len() - 1).max(1);
            let Some(line) = lines.get(at).cloned() else { continue };
            let mut event: Value = serde_json::from_str(&line).expect("JSON");
            match how {
                0 if event.get("score").is_some() => event["score"] = score.into(),
                1 if event.get("window").is_some() => event["window"] = serde_json::json!([score, score + 1]),
                2 if event["event"] == "update" => event["cut"] = (score > 0).into(),
                3 if event["event"] == "leave" => event["bound"] = "lower".into(),
                _ => {}
            }
            lines[at] = event.to_string();
        }
        let trace = read_stream((lines.join("\n") + "\n").as_bytes());
        let report = report_of(&trace);
        prop_assert_eq!(report.total.visits, trace.visit_count() as u64);
        prop_assert!(report.total.minimal <= report.total.measured && report.total.measured <= report.total.visits);
        prop_assert_eq!(report.by_source.iter().map(|row| row.counts.wasted).sum::<u64>(), report.total.wasted);
    }
}

/// PVS with killers and history on tic-tac-toe, with deepening.
#[test]
fn order_report_has_sources_places_and_passes() {
    let order_by: OrderBy = "killers,history".parse().expect("sources");
    let game = GameSetup::from(edagari::game::TicTacToe::default());
    let setup = Setup {
        order_by,
        limit: Some(DepthLimit { depth: 4, evaluation: 0 }),
        passes: PassSetup { deepening: std::num::NonZeroU32::new(1), ..PassSetup::default() },
        ..Setup::new(game, Process::Search(Algorithm::Pvs))
    };
    let trace = recorded(&setup);
    let report = report_of(&trace);
    let mut sources: Vec<_> = report.by_source.iter().filter_map(|row| row.source.as_deref()).collect();
    sources.sort_unstable();
    assert_eq!(sources, ["base", "history", "killer"]);
    let passes: Vec<OrderReport> = (0..trace.passes().len())
        .map(|place| OrderReport::of(&trace, Some(place), &Progress::default()).expect("a pass"))
        .collect();
    assert_eq!(passes.len(), 4);
    let sum = |of: fn(&OrderReport) -> u64| passes.iter().map(of).sum::<u64>();
    assert_eq!(sum(|pass| pass.total.visits), report.total.visits);
    assert_eq!(sum(|pass| pass.total.minimal), report.total.minimal);
    assert_eq!(sum(|pass| pass.total.wasted), report.total.wasted);
    assert!(report.definitions.contains(&OrderDefinition::Runs(4)));
    let first = trace.passes()[0].visit;
    assert!(passes[0].visit(first).is_some() && passes[1].visit(first).is_none(), "a pass knows its own visits alone");
}

#[test]
fn order_report_of_unsuitable_trace_is_refused_with_a_reason() {
    let generated =
        Setup::new(GameSetup::from(RandomTree::default()), "generate-depth-first".parse().expect("a process"));
    let error = OrderReport::of(&recorded(&generated), None, &Progress::default()).err();
    assert_eq!(error, Some(OrderUnknown::Generated));
    let stream = r#"{"edagari":1,"program":"other","judge":false}
{"event":"enter","node":1,"player":"max"}
{"event":"leave","node":1,"score":3}
"#;
    let trace = read_stream(stream.as_bytes());
    assert_eq!(OrderReport::of(&trace, None, &Progress::default()).err(), Some(OrderUnknown::NotMinimax));
    let setup = Setup::new(GameSetup::from(RandomTree::default()), Process::Search(Algorithm::AlphaBeta));
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(OrderReport::of(&recorded(&setup), None, &progress).err(), Some(OrderUnknown::Cancelled));
}

/// Covers a null move that fails high, a speculatively skipped move, an unproved score, and custom source names.
#[test]
fn order_of_imported_traces_is_counted_from_recorded_facts() {
    let stream = r#"{"edagari":1,"program":"other","scores":"max","fail":"soft"}
{"event":"enter","node":"r","player":"max","window":["-inf","inf"],"moves":["a","b","c"]}
{"event":"enter","node":"n","move":"null","kind":"null-move","player":"min","window":[0,1]}
{"event":"leave","node":"n","score":0}
{"event":"enter","node":"a","move":"a","order":"hash","player":"min","window":["-inf","inf"],"moves":["x","y"]}
{"event":"enter","node":"ax","move":"x","order":"hash","player":"max","window":["-inf","inf"]}
{"event":"leave","node":"ax","score":5}
{"event":"update","node":"a","child":"ax","value":5,"window":["-inf",5]}
{"event":"leave","node":"a","score":2,"bound":"exact"}
{"event":"update","node":"r","child":"a","value":2,"window":[2,"inf"]}
{"event":"enter","node":"b","move":"b","order":"quiet","player":"min","window":[2,"inf"],"moves":["x","y","z"]}
{"event":"enter","node":"bx","move":"x","order":"quiet","player":"max","window":[2,"inf"]}
{"event":"leave","node":"bx","score":7}
{"event":"update","node":"b","child":"bx","value":7,"window":[2,7]}
{"event":"enter","node":"by","move":"y","order":"hash","player":"max","window":[2,7]}
{"event":"leave","node":"by","score":1}
{"event":"update","node":"b","child":"by","value":1,"window":[2,1],"cut":true}
{"event":"leave","node":"b","score":1}
{"event":"update","node":"r","child":"b","value":2,"window":[2,"inf"]}
{"event":"skip","node":"r","children":["c"],"why":"late"}
{"event":"leave","node":"r","score":2}
"#;
    let trace = read_stream(stream.as_bytes());
    let report = report_of(&trace);
    let total = report.total;
    // Wasted: b x. Minimal: the root; a, because x proves a lower bound of 2 and no visit proves an upper bound; b, b
    // y.
    assert_eq!((total.visits, total.wasted, total.cuts, total.by_first), (7, 1, 1, 0));
    assert_eq!((total.minimal, total.mean_rank()), (5, Some(2.0)));
    assert!(report.definitions.contains(&OrderDefinition::Trusted(1)), "{:?}", report.definitions);
    for rule in [OrderDefinition::Speculative, OrderDefinition::Guesses, OrderDefinition::Sources] {
        assert!(report.definitions.contains(&rule), "{rule:?}");
    }
    let rows: Vec<_> = report.by_source.iter().map(|row| (row.source.as_deref(), row.counts.wasted)).collect();
    assert_eq!(rows, [(Some("hash"), 0), (Some("quiet"), 1), (None, 0)]);
    let expected = |visit: u32| report.visit(VisitId(visit)).and_then(|found| found.expected);
    // Null moves are not moves, so the first real move counts as the first.
    assert_eq!([2, 3, 4].map(expected), [Some(NodeType::Pv), Some(NodeType::Pv), Some(NodeType::Cut)]);
}

#[test]
fn a_chain_of_100_000_levels_is_counted() {
    const LEVELS: u32 = 100_000;
    let game = GameSetup::from(RandomTree { depth: LEVELS, branching: 1, ..RandomTree::default() });
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        let trace = recorded(&Setup::new(game.clone(), Process::Search(algorithm)));
        let report = report_of(&trace);
        assert_eq!((report.total.minimal, report.total.wasted), (u64::from(LEVELS) + 1, 0));
    }
}
