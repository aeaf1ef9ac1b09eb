use std::sync::Arc;

use edagari::analysis::{CheckReport, check};
use edagari::game::{Eight, Game, GameSetup, Kalah, TicTacToe};
use edagari::language::Language;
use edagari::score::Score;
use edagari::search::Algorithm;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use proptest::prelude::*;

use super::planted_search::{PLANTS, Plant, Program};
use super::round_trips::{check_round_trips, read_stream};
use crate::oracles::cases;
use crate::oracles::random_games;

const TABLE: &str = r#""table":{"key":"Position","symmetry":true,"narrowing":true,"intersection":true}"#;

fn header(game: &str) -> String {
    format!(
        r#"{{"edagari":1,"program":"planted","game":"{game}","search":"alpha-beta-soft","scores":"max","fail":"soft","cut":">=","null_windows":false,"leaf":"game over","order":"natural",{TABLE}}}"#
    )
}

/// A program's stream with a fault, if there was an opportunity, and the frame at which the fault is visible.
fn planted<G: Game>(game: &G, moves: &str, header: &str, plant: Plant, wait: usize) -> (String, Option<usize>) {
    let mut start = game.root();
    for text in moves.split_whitespace() {
        let legal = game.legal_moves(&start);
        let mv = legal.into_iter().find(|&mv| game.move_text(&start, mv) == text).expect("a legal move");
        start = game.play(&start, mv);
    }
    let header = match moves {
        "" => header.to_owned(),
        _ => header.replacen("\"search\"", &format!("\"after\":\"{moves}\",\"search\""), 1),
    };
    let program = Program::run(game, &start, &header, plant, wait);
    (program.stream, program.planted)
}

fn all_games(plant: Plant, wait: usize) -> Vec<(String, Option<usize>)> {
    let kalah = Kalah { houses: 3, stones: 2, ..Kalah::default() };
    let kalah_header = header("kalah").replacen("\"search\"", r#""rules":{"houses":3,"stones":2},"search""#, 1);
    vec![
        planted(&TicTacToe { shortest_win: false }, "b2 a1", &header("tic-tac-toe"), plant, wait),
        planted(&TicTacToe { shortest_win: false }, "a1 b1", &header("tic-tac-toe"), plant, wait),
        planted(&Eight, "", &header("eight"), plant, wait),
        planted(&kalah, "", &kalah_header, plant, wait),
    ]
}

fn report(stream: &str) -> (edagari::trace::Trace, CheckReport) {
    let trace = read_stream(stream.as_bytes());
    let report = check(&trace, true, &Progress::default());
    (trace, report)
}

#[test]
fn a_program_without_faults_is_right() {
    for (stream, _) in all_games(Plant::Nothing, 0) {
        let (trace, report) = report(&stream);
        let findings: Vec<String> = report
            .findings
            .iter()
            .map(|finding| format!("{} {}", finding.frame, finding.sentence(&trace, Language::English)))
            .collect();
        assert!(report.is_right(), "{findings:?}");
        assert!(report.assumptions.is_empty(), "{:?}", report.assumptions);
        assert_eq!(report.frames, trace.frame_count());
        assert_eq!((report.unproved_bounds, report.minimax), (0, trace.value()));
        check_round_trips(&trace);
    }
}

#[test]
fn each_planted_fault_is_the_first_that_is_found() {
    for (plant, name) in PLANTS {
        let mut planted = 0;
        for wait in [0, 1, 5, 30] {
            for (game, (stream, frame)) in all_games(plant, wait).into_iter().enumerate() {
                // Without recorded lookups, an early leaf could come from a table that is not recorded.
                let is_told = plant != Plant::EarlyLeaf || stream.contains(r#""event":"lookup""#);
                let Some(frame) = frame.filter(|_| is_told) else { continue };
                planted += 1;
                let (trace, report) = report(&stream);
                let first = report
                    .findings
                    .first()
                    .unwrap_or_else(|| panic!("{plant:?} at {frame} of game {game} is not found"));
                let sentence = first.sentence(&trace, Language::English);
                let found = (first.frame, first.fault.name());
                assert_eq!(found, (frame, name), "{plant:?} in game {game} after {wait} chances: {sentence}");
                for language in Language::ALL {
                    let sentence = first.sentence(&trace, language);
                    assert!(!sentence.is_empty() && !sentence.contains('{'), "{sentence}");
                }
                if wait == 5 {
                    check_round_trips(&trace);
                }
            }
        }
        assert!(planted >= 2, "{plant:?} was planted {planted} times");
    }
}

#[test]
fn a_wrong_root_is_found() {
    // The root ignores its best child.
    let stream = r#"{"edagari":1,"search":"minimax","scores":"max","fail":"soft","leaf":"game over"}
{"event":"enter","node":"root","moves":["a","b"]}
{"event":"enter","node":"a","move":"a"}
{"event":"leave","node":"a","score":3}
{"event":"enter","node":"b","move":"b"}
{"event":"leave","node":"b","score":7}
{"event":"update","node":"root","value":3,"window":[3,"inf"]}
{"event":"leave","node":"root","score":3}
"#;
    let (_, report) = report(stream);
    let [fault] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!((fault.frame, fault.fault.name(), report.finding_count), (8, "wrong-value", 1));
    let follow: Vec<_> = fault.consequences.iter().map(|finding| (finding.frame, finding.fault.name())).collect();
    assert_eq!(follow, [(9, "illegal-score"), (9, "wrong-root")]);
    let text = |language| fault.consequences_text(language);
    assert_eq!(text(Language::English).as_deref(), Some("and 2 more findings that may follow from it"));
    assert_eq!(text(Language::Japanese).as_deref(), Some("ほかに、この誤りから生じうるもの 2\u{a0}件"));
    assert_eq!(report.minimax, Some(Score::new(7)));
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn our_own_searches_are_right(setup in random_games::setups()) {
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup");
        let report = check(&trace, true, &Progress::default());
        prop_assert!(report.is_right(), "{:?}", report.findings.first());
        prop_assert!(report.assumptions.is_empty());
        prop_assert_eq!(report.minimax, trace.value());
    }
}

#[test]
fn our_own_searches_of_all_kinds_are_right() {
    for algorithm in Algorithm::ALL {
        for game in [GameSetup::from(Eight), GameSetup::textbook(None)] {
            let trace = record(&Setup::new(game, Process::Search(algorithm)), DEFAULT_MEMORY_LIMIT, &Arc::default());
            let trace = trace.expect("a legal setup");
            let report = check(&trace, true, &Progress::default());
            assert!(report.is_right(), "{algorithm:?}: {:?}", report.findings.first());
            assert_eq!(report.minimax, trace.value());
        }
    }
}
