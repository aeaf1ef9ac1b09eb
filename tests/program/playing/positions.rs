//! Searches at the positions of a set file.

use std::fs;

use crate::running::{has, json_of, program, readable, refused, stderr, stdout, words};
use serde_json::json;

const COMMAND: &str =
    "experiment positions --game connect-four --shortest-win --search alpha-beta --count-as solver --set";

/// Path of the position set End-Easy.
fn set() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/connect-four/end-easy.txt")
}

fn arguments<'a>(file: &'a str, more: &'a [&'a str]) -> Vec<&'a str> {
    COMMAND.split_whitespace().chain([file]).chain(more.iter().copied()).collect()
}

#[test]
fn a_search_is_tried_at_each_position() {
    let table = readable(&arguments(set(), &[]));
    for part in ["Connect Four", "positions", "1,000", "mean visits", "283.6", "median visits", "wrong scores"] {
        assert!(table.contains(part) || part == "Connect Four", "{part}: {table}");
    }
    let weak = json_of(&arguments(set(), &["--window", "-1..1"]));
    has(&weak, &json!({ "game": "connect-four", "positions": 1000, "of": 1000, "wrong": 0, "wrong_positions": [] }));
    assert!((weak["mean_visits"].as_f64().expect("a number") - 222.9).abs() < 0.05, "{weak}");
    let csv = readable(&arguments(set(), &["--order", "center", "--format", "csv"]));
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows.len() == 2 && rows[0].starts_with("positions,of,mean_visits,"), "{csv}");
    assert!(rows[1].starts_with("1000,1000,139.659,"), "{csv}");
}

#[test]
fn wrong_scores_are_counted_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("set.txt");
    let lines = fs::read_to_string(set()).expect("the set");
    let mut lines: Vec<String> = lines.lines().take(5).map(str::to_owned).collect();
    let (moves, score) = lines[2].rsplit_once(' ').expect("a score");
    let wrong = score.parse::<i32>().expect("a number") + 1;
    lines[2] = format!("{moves} {wrong}");
    fs::write(&file, lines.join("\n")).expect("written");
    let output = program().args(arguments(file.to_str().expect("a name"), &["--json"])).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_str(stdout(&output)).expect("an object");
    has(&report, &json!({ "positions": 5, "wrong": 1, "wrong_positions": [3] }));
    assert!(stderr(&output).contains("first at position 3"), "{}", stderr(&output));
}

#[test]
fn scores_of_other_rules_are_remarked() {
    let command = "experiment positions --game connect-four --search alpha-beta --window -1..1 --depth-limit 2 --evaluation zero --set";
    let output = program().args(words(command, &[set()])).output().expect("it starts");
    let said = stderr(&output);
    assert!(
        said.contains("of 1,000 scores lie outside what the rules can give") && said.contains("--shortest-win"),
        "{said}"
    );
    let output = program().args(arguments(set(), &["--window", "-1..1"])).output().expect("it starts");
    assert!(!stderr(&output).contains("note:"), "{}", stderr(&output));
}

#[test]
fn unusable_position_sets_are_refused_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("set.txt");
    let name = file.to_str().expect("a name");
    for (text, parts) in [
        ("445 -2\n448x 1\n", ["set.txt: line 2: ", "expected"]),
        ("# nothing\n", ["set.txt: line 1: ", "expected"]),
        ("445 two\n", ["set.txt: line 1: ", "expected a whole number"]),
        ("4343434 1\n", ["set.txt: line 1: ", "the game is over"]),
    ] {
        fs::write(&file, text).expect("written");
        refused(&arguments(name, &[]), &parts);
    }
    refused(&arguments("missing.txt", &[]), &["missing.txt: cannot be read"]);
    fs::write(&file, "445 -2\n").expect("written");
    refused(
        &["experiment", "positions", "--game", "connect-four", "--search", "generate-depth-first", "--set", name],
        &["does not search", "expected a search"],
    );
    refused(&["experiment"], &["--depths"]);
}

#[cfg(unix)]
#[test]
fn endless_set_is_refused() {
    let positions = "experiment positions --game connect-four --search alpha-beta --set /dev/zero";
    refused(&words(positions, &[]), &["/dev/zero", "has more than", "expected"]);
}

#[test]
fn board_of_a_set_has_the_size_of_its_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ffo.obf");
    let squares = "XXXXXXXOOOOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    // A byte-order mark, as Windows' editors write it.
    fs::write(&file, format!("\u{feff}{squares}; g2:+4;\r\n")).expect("written");
    let file = file.to_str().expect("a name");
    let search = "experiment positions --game reversi --empties-to-winner --search alpha-beta --depth-limit 3 --set";
    let output = program().args(words(search, &[file])).output().expect("it starts");
    assert!(stdout(&output).starts_with("reversi (8×8"), "{}{}", stdout(&output), stderr(&output));
    refused(&words(search, &[file, "--size", "4"]), &["line 1", "it has 64 squares, expected 16 for 4 × 4"]);
}
