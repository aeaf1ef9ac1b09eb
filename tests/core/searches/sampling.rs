//! Monte-Carlo tree search: visits and means from the trace, laws on random trees and games, the check, and files.

use std::collections::HashMap;
use std::path::Path;

use edagari::analysis::{Course, Fault, RootShares, Verdict, check, explain};
use edagari::game::{ConnectFour, GameSetup, RandomTree, TicTacToe};
use edagari::language::Language;
use edagari::score::{Player, Score};
use edagari::search::{Algorithm, Exploration, FinalMove, Playout, Priors, Sampling, SamplingSetup};
use edagari::trace::file::read_trace;
use edagari::trace::{
    DEFAULT_MEMORY_LIMIT, Ending, Jump, NodeId, Process, Progress, Recording, Setup, Trace, VisitId, record,
};
use proptest::prelude::*;

fn recorded(game: impl Into<GameSetup>, sampling: Sampling, setup: SamplingSetup) -> Trace {
    Recording::of(game).sampling(sampling, setup).record().expect("a run")
}

fn of_iterations(iterations: u32) -> SamplingSetup {
    SamplingSetup { iterations, playouts: Playout::First, ..SamplingSetup::default() }
}

fn visits_of_moves(trace: &Trace) -> Vec<u32> {
    let samples = trace.samples().expect("a Monte-Carlo tree search");
    let mut children: Vec<NodeId> = trace.children(NodeId::ROOT).collect();
    children.sort_by_key(|&child| trace.move_of(child));
    children.into_iter().map(|child| samples.of(child, usize::MAX).visits).collect()
}

/// The visits of an iteration, from the root to its leaf.
fn path_of(trace: &Trace, root: VisitId) -> Vec<VisitId> {
    std::iter::successors(Some(root), |&visit| trace.visited_children(visit).next()).collect()
}

#[test]
fn trace_counts_the_visits_of_the_textbook_definition() {
    let trace = recorded(TicTacToe::default(), Sampling::Uct, of_iterations(1_000));
    assert_eq!(visits_of_moves(&trace), [17, 54, 129, 124, 297, 51, 201, 109, 18]);
    assert_eq!(trace.ending, Ending::Complete);
    let samples = trace.samples().expect("samples");
    let favourite = samples.favourite(NodeId::ROOT, usize::MAX).and_then(|child| trace.move_of(child));
    assert_eq!(favourite, Some(4), "the centre");
    let distinct = (0..trace.node_count() as u32).filter(|&node| trace.visit_of(NodeId(node)).is_some()).count();
    assert_eq!(distinct, 995);
}

#[test]
fn move_to_play_is_the_one_that_is_asked_for() {
    // The last moves of a game, in which min has a draw by the move c2, after a first playout that was lost.
    let last_moves = |final_move, iterations| {
        let setup = Setup {
            after: "b2 a1 c3 a3 a2".to_owned(),
            sampling: SamplingSetup { final_move, ..of_iterations(iterations) },
            ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Sample(Sampling::Uct))
        };
        record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run")
    };
    for iterations in [4, 7, 12, 30, 100] {
        for final_move in FinalMove::ALL {
            let trace = last_moves(final_move, iterations);
            let samples = trace.samples().expect("samples");
            let of = |child| samples.of(child, usize::MAX);
            let favourite = of(samples.favourite(NodeId::ROOT, usize::MAX).expect("a child"));
            let all = || trace.children(NodeId::ROOT).map(of).filter(|sample| sample.visits > 0);
            let is_first = match final_move {
                FinalMove::BestMean => all().all(|other| favourite.mean() <= other.mean()),
                FinalMove::Proven | FinalMove::MostVisits => all().all(|other| favourite.visits >= other.visits),
            };
            assert!(is_first, "{final_move:?} after {iterations}");
        }
    }
}

#[test]
fn jumps_lead_to_each_change_of_the_favourite() {
    let choices = FinalMove::ALL.into_iter().flat_map(|final_move| [(false, final_move), (true, final_move)]);
    for (solver, final_move) in choices {
        let setup = SamplingSetup { solver, final_move, ..of_iterations(400) };
        let trace = recorded(TicTacToe::default(), Sampling::Uct, setup);
        let samples = trace.samples().expect("samples");
        for node in trace.children(NodeId::ROOT).take(3).chain([NodeId::ROOT]) {
            let visit = trace.visit_of(node).expect("a visit");
            let ends = trace.layers(node).filter_map(|visit| trace.span(visit).1);
            let favourites: Vec<_> = ends.filter_map(|end| Some((end, samples.favourite(node, end)?))).collect();
            let changes = favourites.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0);
            let changes: Vec<usize> = changes.collect();
            assert!(samples.favourite_changes(node).eq(changes.iter().copied()), "{node:?}");
            let jumps = std::iter::successors(trace.next_jump(Jump::BestMove(visit), 0), |&frame| {
                trace.next_jump(Jump::BestMove(visit), frame)
            });
            assert!(jumps.eq(changes.iter().copied()));
            assert_eq!(trace.previous_jump(Jump::BestMove(visit), usize::MAX), changes.last().copied());
        }
    }
}

/// The course of a run.
fn course(trace: &Trace, moments: usize) -> RootShares {
    let Some(Course::Shares(shares)) = Course::of(trace, moments, &Progress::default()) else {
        panic!("it is a Monte-Carlo tree search")
    };
    shares
}

/// Counts the iterations through each move at the root, iteration by iteration.
fn recounted(trace: &Trace) -> Vec<Vec<u32>> {
    let mut counts = vec![0; trace.children(NodeId::ROOT).len()];
    let all = trace.layers(NodeId::ROOT).map(|root| {
        if let Some(child) = trace.visited_children(root).next() {
            counts[trace.move_of(trace.node_of(child)).expect("a move") as usize] += 1;
        }
        counts.clone()
    });
    all.collect()
}

#[test]
fn course_says_when_the_favourite_is_no_move_of_minimax() {
    for seed in 0..6 {
        let sampling = SamplingSetup { seed, ..of_iterations(300) };
        let recording = Recording::of(TicTacToe::default()).after("a1").sampling(Sampling::Uct, sampling);
        let trace = recording.record().expect("a run");
        let shares = course(&trace, 1_000);
        // After a corner, only the centre does not lose.
        let best = shares.best.clone().expect("a game that is solved at once");
        assert_eq!(best.iter().map(|&child| shares.moves[child].as_str()).collect::<Vec<_>>(), ["b2"]);
        let samples = trace.samples().expect("samples");
        let is_wrong = |frame: usize| {
            let favourite = samples.favourite(NodeId::ROOT, frame).and_then(|child| trace.move_of(child));
            favourite != Some(3)
        };
        let wrong: Vec<bool> = shares.moments.iter().map(|at| is_wrong(at.frame)).collect();
        assert_eq!(shares.iterations_of_disagreement() as usize, wrong.iter().filter(|&&wrong| wrong).count());
        let begun: Vec<u32> = shares.disagreements().iter().map(|change| change.iteration).collect();
        let begins = |&at: &usize| wrong[at] && (at == 0 || !wrong[at - 1]);
        let expected: Vec<u32> = (0..wrong.len()).filter(begins).map(|at| at as u32 + 1).collect();
        assert_eq!(begun, expected, "seed {seed}");
    }
}

#[test]
fn course_names_moves_of_minimax_that_were_never_made() {
    // Three of the eight answers were made, without the best one.
    let recording = Recording::of(TicTacToe::default()).after("a1").sampling(Sampling::Uct, of_iterations(3));
    let shares = course(&recording.record().expect("a run"), 10);
    assert_eq!((shares.moves.len(), shares.best), (8, Some(vec![3])));
}

#[test]
fn course_gives_no_moves_of_minimax_where_lines_never_end() {
    let trace = recorded(edagari::game::Chess::default(), Sampling::Uct, of_iterations(50));
    let shares = course(&trace, 10);
    assert_eq!((shares.best.as_ref(), shares.disagreements().len(), shares.iterations_of_disagreement()), (None, 0, 0));
}

#[test]
fn course_has_the_share_of_each_move_after_each_iteration() {
    for (sampling, solver) in [(Sampling::Uct, false), (Sampling::Uct, true), (Sampling::Puct, false)] {
        let trace = recorded(TicTacToe::default(), sampling, SamplingSetup { solver, ..of_iterations(300) });
        let (all, few) = (course(&trace, 1_000), course(&trace, 7));
        let counted = recounted(&trace);
        assert_eq!(all.moves[..3], ["a1", "b1", "c1"]);
        assert_eq!(all.moments.iter().map(|at| at.visits.clone()).collect::<Vec<_>>(), counted);
        assert!(all.moments.iter().zip(1..).all(|(at, number)| at.iterations == number));
        // A shorter course has some of these moments, and the last one.
        assert!(few.moments.len() <= 8 && few.moments.iter().all(|at| all.moments.contains(at)));
        assert_eq!(few.moments.last(), all.moments.last());
        assert_eq!(few.changes, all.changes);
        let samples = trace.samples().expect("samples");
        let favourite = |frame: usize| samples.favourite(NodeId::ROOT, frame).and_then(|child| trace.move_of(child));
        let mut before = favourite(all.moments[1].frame);
        for at in &all.moments[1..] {
            let now = favourite(at.frame);
            let change = all.changes.iter().find(|change| change.iteration == at.iterations);
            assert_eq!(change.map(|change| change.child as u32), now.filter(|_| now != before), "{}", at.iterations);
            before = now;
        }
    }
    let plain = Recording::of(TicTacToe::default()).after("a1 b1 c1 a2").search(Algorithm::AlphaBeta).record();
    assert_eq!(Course::of(&plain.expect("a run"), 10, &Progress::default()), None);
}

#[test]
fn check_proves_every_kind_of_sampling() {
    for sampling in Sampling::ALL {
        for playouts in Playout::ALL {
            for (expands_all, solver) in [(false, false), (true, false), (false, true), (true, true)] {
                let setup = SamplingSetup { playouts, expands_all, solver, seed: 7, ..of_iterations(300) };
                for game in [GameSetup::from(TicTacToe::default()), GameSetup::from(ConnectFour::default())] {
                    let trace = recorded(game, sampling, setup);
                    let report = check(&trace, false, &Progress::default());
                    assert_eq!(
                        report.verdict(),
                        Verdict::Proved,
                        "{sampling:?} {setup:?} {:?}",
                        report.findings.first()
                    );
                }
            }
        }
    }
}

#[test]
fn selection_is_explained_with_its_numbers() {
    let trace = recorded(TicTacToe::default(), Sampling::Uct, of_iterations(100));
    let tenth = trace.layers(NodeId::ROOT).nth(9).expect("ten iterations");
    let child = path_of(&trace, tenth)[1];
    let sentence = explain(&trace, trace.span(child).0, Language::English);
    // After one visit each, U is √2 · √(ln 9) = 2.096 for every move, and the first with the best result is selected.
    let plain = sentence.replace('\u{a0}', " ");
    assert!(plain.contains("mean 1.000 + exploration 2.096 = 3.096"), "{sentence}");
    let first = trace.layers(NodeId::ROOT).nth(1).expect("two iterations");
    let sentence = explain(&trace, trace.span(path_of(&trace, first)[1]).0, Language::English);
    assert!(sentence.contains("no visits yet"), "{sentence}");
}

#[test]
fn wrong_selection_is_found_at_its_frame() {
    let trace = recorded(TicTacToe::default(), Sampling::Uct, of_iterations(40));
    // The numbers of another constant: the same visits no longer follow from the formula.
    let mut stream = String::from_utf8(saved(&trace, "jsonl")).expect("text");
    stream = stream.replacen("\"exploration\":1.4142135623730951", "\"exploration\":0.0", 1);
    let changed = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
    let report = check(&changed, false, &Progress::default());
    let finding = report.findings.first().expect("another child has the greatest sum");
    assert!(matches!(finding.fault, Fault::WrongSelection { by: Some(_), .. }), "{finding:?}");
    assert!(finding.sentence(&changed, Language::English).contains("is greater by"), "{finding:?}");
}

type Judged = (Vec<&'static str>, Vec<&'static str>);

/// The faults that the check finds in a stream of another program in which a text is replaced, and the names of what it does not judge.
fn judged(name: &str, old: &str, new: &str) -> Judged {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams").join(name);
    let text = std::fs::read_to_string(path).expect("a stream");
    assert!(text.contains(old), "{name} has {old}");
    let stream = text.replacen(old, new, 1);
    let trace = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream");
    let report = check(&trace, false, &Progress::default());
    let mut faults: Vec<_> = report.findings.iter().map(|finding| finding.fault.name()).collect();
    faults.dedup();
    let reasons = report.unjudged.iter().map(|reason| reason.name());
    (faults, reasons.filter(|name| !["playouts", "rules"].contains(name)).collect())
}

#[test]
fn variants_of_the_formula_are_stated_or_not_judged() {
    let (right, wrong): (Judged, Judged) = ((vec![], vec![]), (vec!["wrong-selection"], vec![]));
    let unjudged = |reason: &'static str| -> Judged { (vec![], vec![reason]) };
    let first = r#""first_play": {"below_parent": 0.2}"#;
    assert_eq!(judged("small-puct-first-play.jsonl", first, first), right);
    assert_eq!(judged("small-puct-first-play.jsonl", first, r#""first_play": "other""#), right);
    assert_eq!(judged("small-puct-first-play.jsonl", first, r#""seed": 0"#), unjudged("formula"));
    assert_eq!(judged("small-puct-first-play.jsonl", first, r#""first_play": 0"#), wrong);
    let iterations = r#""iterations": 500"#;
    let stated = |statement: &str| format!("{iterations}, {statement}");
    let children = |statement: &str| judged("small-puct-children.jsonl", iterations, &stated(statement));
    assert_eq!(children(r#""seed": 0"#), unjudged("formula"));
    assert_eq!(children(r#""parent": "children", "results": false"#), right);
    assert_eq!(children(r#""parent": "visits", "results": true"#), wrong);
    let kept = |statement: &str| judged("small-puct-kept-tree.jsonl", iterations, &stated(statement));
    assert_eq!(kept(r#""kept_tree": true"#), unjudged("kept-tree"));
    assert_eq!(kept(r#""kept_tree": false"#), wrong);
}

/// A stream of PUCT by another program on a game of two moves, each with its prior: the first iteration evaluates the root, the others
/// select a child, whose results are 0.
fn with_priors(priors: [f64; 2], selected: &[usize]) -> Trace {
    let header = r#"{"edagari":1,"program":"other","game":"hex","search":"puct","judge":false,"sampling":{"exploration":1.0,"priors":"recorded"}}"#;
    let mut lines = vec![header.to_owned()];
    lines.push(r#"{"event":"enter","node":0}"#.to_owned());
    lines.push(r#"{"event":"leave","node":0,"score":0,"why":"playout"}"#.to_owned());
    for &child in selected {
        lines.push(r#"{"event":"enter","node":0,"moves":["a","b"]}"#.to_owned());
        let (mv, prior) = (["a", "b"][child], priors[child]);
        lines.push(format!(r#"{{"event":"enter","node":{},"move":"{mv}","prior":{prior}}}"#, child + 1));
        lines.push(format!(r#"{{"event":"leave","node":{},"score":0,"why":"playout"}}"#, child + 1));
        lines.push(r#"{"event":"leave","node":0,"score":0}"#.to_owned());
    }
    let stream = lines.join("\n");
    read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a stream")
}

#[test]
fn recorded_priors_of_another_program_prove_its_selections() {
    // With Q = 0 everywhere, P / (N + 1) decides: 0.7, then 0.35 against 0.3, then 0.233 against 0.3.
    let right = with_priors([0.7, 0.3], &[0, 0, 1, 0]);
    assert!(right.has_priors());
    let report = check(&right, false, &Progress::default());
    assert_eq!(report.findings, []);
    let samples = right.samples().expect("samples");
    let second = right.layers(NodeId::ROOT).nth(2).expect("two iterations");
    let selection = samples.selection(second).expect("the formula is known");
    let of = |place: usize| (selection.candidates[place].prior, selection.candidates[place].sum());
    assert!((of(0).0 - 0.7).abs() < 1e-9 && (of(1).0 - 0.3).abs() < 1e-9);
    assert!((of(0).1 - 0.35 * 2_f64.sqrt()).abs() < 1e-9, "N of the root is 2, and that of a is 1");
    // Equal priors would have gone to b in the second one; so would these.
    let wrong = with_priors([0.5, 0.5], &[0, 0, 1]);
    let report = check(&wrong, false, &Progress::default());
    let finding = report.findings.first().expect("b has the greater sum");
    assert!(matches!(finding.fault, Fault::WrongSelection { .. }), "{finding:?}");
    // A child without a recorded prior cannot be compared.
    let report = check(&with_priors([0.5, 0.5], &[0, 0]), false, &Progress::default());
    assert_eq!(report.findings, []);
}

#[test]
fn priors_by_the_evaluation_change_what_puct_looks_at() {
    let trace = |priors| recorded(TicTacToe::default(), Sampling::Puct, SamplingSetup { priors, ..of_iterations(200) });
    let (equal, evaluated) = (trace(Priors::Equal), trace(Priors::Evaluation));
    assert!(!equal.has_priors() && evaluated.has_priors());
    assert_ne!(visits_of_moves(&equal), visits_of_moves(&evaluated));
    let samples = evaluated.samples().expect("samples");
    let priors: Vec<f64> =
        samples.candidates(NodeId::ROOT, usize::MAX).iter().map(|candidate| candidate.prior).collect();
    assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{priors:?}");
    assert_eq!(check(&evaluated, false, &Progress::default()).verdict(), Verdict::Proved);
}

fn saved(trace: &Trace, format: &str) -> Vec<u8> {
    use edagari::trace::file::{Target, save_trace};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("run.{format}"));
    save_trace(trace, Target { path: &path, forced: false }, &Progress::default()).expect("room on the disk");
    std::fs::read(&path).expect("the file")
}

#[test]
fn every_format_keeps_the_samples() {
    let setup = SamplingSetup {
        final_move: FinalMove::BestMean,
        solver: true,
        seed: 3,
        playouts: Playout::Random,
        priors: Priors::Evaluation,
        ..of_iterations(200)
    };
    let trace = recorded(TicTacToe::default(), Sampling::Puct, setup);
    for format in ["edagari", "jsonl", "ron"] {
        let again = read_trace(&saved(&trace, format)[..], DEFAULT_MEMORY_LIMIT, &Progress::default());
        let again = again.unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!((again.frame_count(), again.setup.sampling), (trace.frame_count(), setup), "{format}");
        assert_eq!(visits_of_moves(&again), visits_of_moves(&trace), "{format}");
        assert_eq!(check(&again, false, &Progress::default()).verdict(), Verdict::Proved, "{format}");
    }
}

#[test]
fn options_of_other_searches_are_refused() {
    let base = Setup::new(GameSetup::from(TicTacToe::default()), Process::Sample(Sampling::Uct));
    let refused = |setup: &Setup| {
        let error = record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect_err("refused");
        error.to_string()
    };
    let limited = Setup { limit: Some(edagari::search::DepthLimit { depth: 2, evaluation: 0 }), ..base.clone() };
    assert_eq!(refused(&limited), "uct has no depth limit, expected a depth-first search such as alpha-beta for it");
    let never = Setup { sampling: SamplingSetup { iterations: 0, ..SamplingSetup::default() }, ..base };
    assert_eq!(refused(&never), "0 iterations, expected 1 to 100000000");
}

fn any_sampling() -> impl Strategy<Value = (Sampling, SamplingSetup)> {
    let constant = (0_u32..300).prop_map(|hundredths| Exploration::new(f64::from(hundredths) / 100.0));
    let options = (1_u32..120, constant, 0..3_usize, any::<u64>(), any::<[bool; 3]>());
    (0..2_usize, options).prop_map(|(sampling, (iterations, exploration, playouts, seed, switches))| {
        let [expands_all, solver, by_evaluation] = switches;
        let exploration = exploration.expect("a number of at least 0");
        let (sampling, playouts) = (Sampling::ALL[sampling], Playout::ALL[playouts]);
        let usual = SamplingSetup { iterations, exploration, playouts, seed, ..SamplingSetup::default() };
        let by_evaluation = by_evaluation && sampling == Sampling::Puct;
        let priors = if by_evaluation { Priors::Evaluation } else { Priors::Equal };
        (sampling, SamplingSetup { expands_all, solver, priors, ..usual })
    })
}

/// N, W and the known result of a node, by its path, counted here anew.
#[derive(Clone, Copy, Default)]
struct Counted {
    visits: u32,
    total: i64,
}

/// Counts visits and results iteration by iteration, and asserts that each selection is the first of the greatest sums.
fn recount(trace: &Trace, sampling: Sampling, setup: SamplingSetup) {
    let mut counts: HashMap<Vec<u32>, Counted> = HashMap::new();
    let samples = trace.samples().expect("samples");
    for root in trace.layers(NodeId::ROOT) {
        let path = path_of(trace, root);
        for pair in path.windows(2) {
            let above = trace.path(trace.node_of(pair[0]));
            let of_child = |mv: u32| counts.get(&[&above[..], &[mv]].concat()).copied().unwrap_or_default();
            let here = counts.get(&above).copied().unwrap_or_default();
            let sign = if trace.player_of(pair[0]) == Player::Max { 1.0 } else { -1.0 };
            let children = trace.children(trace.node_of(pair[0])).count();
            let c = setup.exploration.get();
            let here_is = trace.position(&above).expect("a position");
            // The evaluation of each child as the player who moves sees it.
            let seen: Vec<i64> = (0..children as u32)
                .map(|mv| {
                    let child = here_is.play(mv).expect("a legal move");
                    let score = child.score().unwrap_or_else(|| child.evaluate(0)).finite().expect("a number");
                    if here_is.player() == Player::Max { score.into() } else { -i64::from(score) }
                })
                .collect();
            let worst = seen.iter().min().expect("a child");
            let all: i64 = seen.iter().map(|score| score - worst + 1).sum();
            let prior = |mv: u32| match setup.priors {
                Priors::Evaluation => (seen[mv as usize] - worst + 1) as f64 / all as f64,
                _ => 1.0 / children as f64,
            };
            let sum = |mv: u32| {
                let child = of_child(mv);
                let (n, above) = (f64::from(child.visits), f64::from(here.visits));
                let mean = if n == 0.0 { 0.0 } else { sign * (child.total as f64 / n) };
                match sampling {
                    Sampling::Uct if n == 0.0 => f64::INFINITY,
                    Sampling::Uct => mean + c * (above.ln() / n).sqrt(),
                    Sampling::Puct => mean + c * prior(mv) * above.sqrt() / (n + 1.0),
                }
            };
            let mut best = 0;
            for mv in 1..children as u32 {
                if sum(mv) > sum(best) {
                    best = mv;
                }
            }
            assert_eq!(trace.move_of(trace.node_of(pair[1])), Some(best), "{sampling:?} {setup:?} after {above:?}");
        }
        let leaf = *path.last().expect("the root");
        let result = trace.span(leaf).1.and_then(|end| trace.step(end)?.score).and_then(Score::finite);
        for visit in path {
            let counted = counts.entry(trace.path(trace.node_of(visit))).or_default();
            counted.visits += 1;
            counted.total += i64::from(result.expect("a result"));
        }
    }
    for (path, counted) in counts {
        let node = trace.place(&path).recorded().expect("a node");
        let sample = samples.of(node, usize::MAX);
        assert_eq!((sample.visits, sample.total), (counted.visits, counted.total), "{path:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn selections_and_sums_on_random_trees_follow_from_the_results(
        (sampling, mut setup) in any_sampling(),
        (depth, branching, seed) in (1_u32..6, 1_u32..5, any::<u64>()),
    ) {
        // Known results replace means, which the count here does not do: all leaves of these trees have one depth, so only the last
        // two levels differ.
        setup.solver = false;
        setup.expands_all = false;
        let sampling = if sampling == Sampling::Puct { Sampling::Uct } else { sampling };
        let trace = recorded(RandomTree { depth, branching, seed, ..RandomTree::default() }, sampling, setup);
        recount(&trace, sampling, setup);
    }

    #[test]
    fn every_run_on_random_trees_is_proved_and_every_prefix_not_wrong(
        (sampling, setup) in any_sampling(),
        (depth, branching, seed) in (1_u32..6, 1_u32..5, any::<u64>()),
        share in 0.0..1.0_f64,
    ) {
        let trace = recorded(RandomTree { depth, branching, seed, ..RandomTree::default() }, sampling, setup);
        prop_assert_eq!(check(&trace, false, &Progress::default()).verdict(), Verdict::Proved);
        let stream = String::from_utf8(saved(&trace, "jsonl")).expect("text");
        // The same search by another program, of a known game and of an unknown one.
        let by_other = stream.replacen("\"program\":\"edagari\"", "\"program\":\"other\"", 1);
        let unknown = by_other.replacen("\"game\":\"random\"", "\"game\":\"of its own\"", 1);
        for stream in [by_other, unknown] {
            let foreign = read_trace(stream.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default());
            let Ok(foreign) = foreign else { continue };
            let report = check(&foreign, false, &Progress::default());
            prop_assert!(report.is_right(), "{:?}", report.findings.first());
        }
        let lines: Vec<&str> = stream.lines().collect();
        let kept = 1 + ((lines.len() - 1) as f64 * share) as usize;
        let prefix = lines[..kept].join("\n");
        let begun = read_trace(prefix.as_bytes(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
        let report = check(&begun, false, &Progress::default());
        prop_assert!(report.is_right(), "{:?}", report.findings.first());
        prop_assert!(report.verdict() != Verdict::Proved || kept == lines.len());
    }

    #[test]
    fn proven_results_are_the_values_of_minimax(
        (_, setup) in any_sampling(),
        (depth, branching, seed) in (1_u32..4, 1_u32..4, any::<u64>()),
    ) {
        let game = RandomTree { depth, branching, seed, ..RandomTree::default() };
        let minimax = Recording::of(game).search(Algorithm::Minimax).record().expect("a run");
        let setup = SamplingSetup { solver: true, iterations: 500, ..setup };
        let trace = recorded(game, Sampling::Uct, setup);
        let samples = trace.samples().expect("samples");
        let mut proven = 0;
        for node in (0..trace.node_count() as u32).map(NodeId) {
            let Some(result) = samples.result(node, usize::MAX) else { continue };
            let there = minimax.place(&trace.path(node)).recorded().and_then(|node| minimax.visit_of(node));
            let value = there.and_then(|visit| minimax.step(minimax.span(visit).1?)?.score);
            prop_assert_eq!(Some(result), value);
            proven += 1;
        }
        prop_assert!(proven > 0);
    }
}
