//! The check is silent about right runs of the engine.

use edagari::analysis::check;
use edagari::trace::Progress;

use super::super::games::Game;
use super::super::silent::read;
use super::bugs::Planted;
use super::options::{Detail, Options, Passes, Stop, Table};
use super::search::Engine;
use crate::oracles::is_whole;

/// Number of runs, of which a part is tried by default.
const RUNS: u64 = 360;

/// Lines of a run as a stream.
pub fn stream(options: Options) -> Vec<String> {
    Engine::run(options, Planted::default()).journal.lines.iter().map(ToString::to_string).collect()
}

/// Engines with features drawn, and those with everything, and with everything but one feature.
pub fn engines() -> Vec<Options> {
    let all = [Options::ALL, Options { game: Game::Rings, ..Options::ALL }, Options::PLAIN];
    let mut engines: Vec<Options> = (0..RUNS).map(Options::drawn).collect();
    engines.extend(all);
    engines.extend(engines_with_mate_distance());
    engines
}

/// Engines that prune by the distance of mates, with all that decides how their mates are written.
fn engines_with_mate_distance() -> Vec<Options> {
    let plain = Options { depth: 3, passes: Passes::Deepening, mate_distance: true, ..Options::PLAIN };
    let mut engines = Vec::new();
    for game in [Game::Chess, Game::Rings] {
        for table in [Table::None, Table::Deeper] {
            for (is_hard, scouts) in [(false, false), (true, false), (true, true)] {
                for (declares, detail) in [(true, Detail::Thin), (false, Detail::Thin), (false, Detail::Full)] {
                    for records_mate_distance in [true, false] {
                        let options = Options { game, table, detail, records_mate_distance, ..plain };
                        engines.push(Options { is_hard, scouts, declares, ..options });
                    }
                }
            }
        }
    }
    engines
}

fn chosen() -> impl Iterator<Item = Options> {
    engines()
        .into_iter()
        .enumerate()
        .filter(|(number, _)| is_whole() || number % 6 == 1 || *number as u64 >= RUNS)
        .map(|(_, options)| options)
}

#[test]
fn check_is_silent_about_engines_with_everything() {
    let mut wrong = Vec::new();
    for options in chosen() {
        let lines = stream(options);
        let trace = read(&lines.join("\n"));
        let report = check(&trace, false, &Progress::default());
        if let Some(finding) = report.findings.first() {
            wrong.push(format!(
                "{} at {}: {} {options:?}",
                finding.fault.name(),
                finding.frame,
                finding.sentence(&trace, edagari::language::Language::English)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn beginnings_of_engine_runs_are_not_wrong() {
    let mut wrong = Vec::new();
    for options in chosen().filter(|options| options.stop == Stop::Never).step_by(if is_whole() { 4 } else { 7 }) {
        let lines = stream(options);
        let step = if is_whole() { lines.len().div_ceil(40) } else { lines.len().div_ceil(8) };
        for kept in (1..lines.len()).step_by(step.max(1)) {
            let report = check(&read(&lines[..kept].join("\n")), false, &Progress::default());
            if let Some(finding) = report.findings.first() {
                wrong.push(format!(
                    "{} at {}, {kept} of {}: {options:?}",
                    finding.fault.name(),
                    finding.frame,
                    lines.len()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
