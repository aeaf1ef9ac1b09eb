//! The value and the best moves of a position.

use serde_json::json;

use crate::running::{edagari, has, json_of, keys, readable, refused, stderr, words};

#[test]
fn every_search_finds_the_value_and_all_best_moves() {
    for search in ["minimax", "alpha-beta", "alpha-beta-soft", "pvs", "mtd-f", "sss-star"] {
        for table in ["none", "bounds", "window"] {
            let arguments = format!("solve tic-tac-toe --search {search} --table {table}");
            let arguments = [words(&arguments, &[]), vec!["--after", "b2 a2"]].concat();
            let done = edagari(&[&arguments[..], &["--json"]].concat());
            if done.status.code() == Some(2) {
                // Some searches require a table of bounds.
                assert!(table != "bounds", "{search} with {table}: {}", stderr(&done));
                continue;
            }
            let solved = json_of(&arguments);
            let mut best: Vec<&str> =
                solved["best_moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
            best.sort_unstable();
            assert_eq!(solved["value"], 1, "{search} with {table}: {solved}");
            assert!(!best.is_empty() && !best.contains(&"a2"), "{search} with {table}: {solved}");
        }
    }
    let tiny = words("solve tic-tac-toe --search mtd-f --memory-limit 4KiB", &[]);
    has(&json_of(&tiny), &json!({"value": 0, "bound": "exact"}));
}

#[test]
fn solve_and_record_return_the_same_value_and_moves() {
    for game in ["eight", "textbook", "random --depth 5 --branching 3 --seed 4", "kalah --houses 2 --depth-limit 6"] {
        let recorded = json_of(&words(&format!("record {game} --search minimax"), &[]));
        for search in ["minimax", "alpha-beta", "pvs"] {
            let solved = json_of(&words(&format!("solve {game} --search {search}"), &[]));
            assert_eq!(solved["value"], recorded["value"], "{game} {search}");
            assert_eq!(solved["best_moves"], recorded["best_moves"], "{game} {search}");
        }
    }
}

#[test]
fn a_value_at_the_end_of_the_range_of_the_rules_is_one() {
    // O wins at c3.
    let asked =
        |command: &str, more: &str| json_of(&words(&format!("{command} tic-tac-toe {more} --after"), &["a1 b1 b2 c2"]));
    for search in ["alpha-beta", "alpha-beta-soft", "pvs", "mtd-f --table bounds", "sss-star --table bounds"] {
        for range in ["--own-range", "--rule-bounds"] {
            let recorded = asked("record", &format!("--search {search} {range}"));
            has(&recorded, &json!({"value": 1, "value_bound": "exact"}));
            let best = recorded["best_moves"].as_array().expect("moves");
            assert!(!best.is_empty(), "{search} {range}");
            let solved = asked("solve", &format!("--search {search} {range}"));
            has(&solved, &json!({"value": 1, "bound": "exact"}));
            let all = solved["best_moves"].as_array().expect("moves");
            assert!(best.iter().all(|mv| all.contains(mv)), "{search} {range}: {best:?} of {all:?}");
        }
        // A requested window is not a range of the rules, so the value is only a bound.
        has(&asked("record", &format!("--search {search} --window -1..1")), &json!({"value_bound": "lower"}));
        has(&asked("solve", &format!("--search {search} --window -1..1")), &json!({"bound": "lower"}));
    }
}

#[test]
fn bounds_are_called_so_and_bad_input_is_refused() {
    let bound = json_of(&words("solve textbook --search alpha-beta --window 50..60", &[]));
    has(&bound, &json!({"bound": "upper", "best_moves": null}));
    assert!(readable(&words("solve textbook --search alpha-beta --window 50..60", &[])).contains("≤ "));
    assert!(keys(&bound).contains(&"nodes_visited"));
    refused(&words("solve eight --search generate-depth-first", &[]), &["generate-depth-first", "expected"]);
    refused(&words("solve eight", &[]), &["--search"]);
}

#[test]
fn solve_counts_and_judges_like_record() {
    for run in [
        "tic-tac-toe --search pvs --depth-limit 1",
        "tic-tac-toe --search pvs --depth-limit 3 --order reversed",
        "eight --search alpha-beta --win-at-once",
        "connect-four --width 4 --height 4 --search pvs --win-at-once --depth-limit 5 --evaluation zero",
        "random --depth 0 --search alpha-beta --window=1..2",
        "random --depth 3 --search alpha-beta --window=1..2",
        "kalah --search mtd-f --table bounds --depth-limit 4",
    ] {
        let [recorded, solved] = ["record", "solve"].map(|command| json_of(&words(&format!("{command} {run}"), &[])));
        for field in ["value", "nodes_visited", "leaves_evaluated"] {
            assert_eq!(recorded[field], solved[field], "{field} of {run}");
        }
        assert_eq!(recorded["value_bound"], solved["bound"], "{run}");
    }
}
