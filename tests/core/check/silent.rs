//! The check reports no right search as wrong.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use crate::oracles::is_whole;
use edagari::analysis::{Verdict, check};
use edagari::trace::file::StreamReader;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};

use super::called_wrong::CALLED_WRONG_TODAY;

use super::drivers::Run;
use super::others::{self, Told};
use super::runs::right;

pub fn read(stream: &str) -> Trace {
    StreamReader::new(stream.as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default()).expect("a stream")
}

/// Names of the first findings in a stream, without and with a comparison with the exact value of the root.
fn first_findings(stream: &str) -> [Option<&'static str>; 2] {
    let trace = read(stream);
    let found = |against_minimax| {
        let report = check(&trace, against_minimax, &Progress::default());
        report.findings.first().map(|finding| finding.fault.name())
    };
    [found(false), found(true)]
}

#[test]
fn exact_searches_return_the_minimax_value() {
    let mut values = BTreeMap::new();
    for run in right().into_iter().filter(|run| run.ways.is_exact()) {
        let (game, depth) = (run.game, run.depth());
        let key = format!("{game:?} {depth}");
        let value = *values.entry(key).or_insert_with(|| game.graph().value(0, depth));
        assert_eq!(run.seek().1, value, "{}", run.name());
    }
}

/// Recorded streams of all right searches, which several tests read.
pub fn told() -> &'static [Told] {
    static TOLD: LazyLock<Vec<Told>> = LazyLock::new(|| {
        let tell = |run: Run| Told { name: run.name(), degree: run.degree, stream: run.seek().0.scribe.text() };
        right().into_iter().map(tell).chain(others::right()).collect()
    });
    &TOLD
}

#[test]
fn each_run_has_a_name_of_its_own() {
    let told = told();
    let names: HashSet<_> = told.iter().map(|told| (&told.name, told.degree)).collect();
    assert_eq!(names.len(), told.len());
    assert!(told.len() >= 200, "{} runs", told.len());
}

#[test]
fn no_beginning_of_a_right_search_is_wrong() {
    for (number, run) in told().iter().enumerate() {
        let lines: Vec<&str> = run.stream.lines().collect();
        // Some beginnings of each search, others for each, so that the test stays short.
        for part in (1..8).filter(|part| is_whole() || (part + number) % 3 == 0) {
            let kept = (lines.len() * part / 8 + number).clamp(1, lines.len() - 1);
            let report = check(&read(&lines[..kept].join("\n")), false, &Progress::default());
            assert_ne!(report.verdict(), Verdict::Wrong, "{kept} lines of {}: {:?}", run.name, report.findings.first());
        }
    }
}

/// The list that would match the current findings.
fn as_list(found: &BTreeMap<(String, String), Vec<String>>) -> String {
    let lines =
        found.iter().map(|((fault, name), degrees)| format!("    ({fault:?}, {name:?}, {:?}),\n", degrees.join(" ")));
    lines.collect()
}

#[test]
fn check_reports_no_right_search_as_wrong() {
    let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for told in told() {
        let [plain, against_minimax] = first_findings(&told.stream);
        if let Some(fault) = plain.or(against_minimax) {
            found.entry((fault.to_owned(), told.name.clone())).or_default().push(format!("{:?}", told.degree));
        }
    }
    let expected = CALLED_WRONG_TODAY
        .iter()
        .map(|(fault, name, degrees)| {
            let degrees = degrees.split_whitespace().map(str::to_owned).collect();
            (((*fault).to_owned(), (*name).to_owned()), degrees)
        })
        .collect();
    assert!(found == expected, "called wrong are by now:\n{}", as_list(&found));
}
