//! The games and their options.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::running::{edagari, has, json_of, readable, refused, state, stdout, tree_file, words};

#[test]
fn the_shortest_win_scores_most() {
    // O has a1 and b1. c1 wins at once with the fifth move: (11 − 5) / 2. b2 makes two threats and wins with the
    // seventh.
    let after = ["a1 a2 b1 b3"];
    let plain = json_of(&words("record tic-tac-toe --search minimax --after", &after));
    has(&plain, &json!({"value": 1}));
    let best = plain["best_moves"].as_array().expect("moves");
    assert!(best.contains(&json!("c1")) && best.contains(&json!("b2")), "{best:?}");
    let shortest = json_of(&words("record tic-tac-toe --search minimax --shortest-win --after", &after));
    has(&shortest, &json!({"value": 3, "best_moves": ["c1"]}));
}

#[test]
fn random_trees_follow_their_seed_and_range() {
    let value =
        |options: &str| json_of(&words("record random --search minimax", &words(options, &[])))["value"].clone();
    assert_eq!(value(""), value("--depth 6 --branching 3 --seed 7 --scores -20..20"));
    assert_eq!(value("--scores 5..5"), 5);
    assert_eq!(value("--scores -4..-4"), -4);
    let several: Vec<_> = (0..8).map(|seed| value(&format!("--seed {seed}"))).collect();
    assert!(several.iter().any(|value| *value != several[0]), "{several:?}");
    let shown = readable(&words("record random --depth 2 --search minimax --scores -3..4", &[]));
    assert!(shown.contains("random (depth 2, branching 3, seed 7, scores −3..4)\n"), "{shown}");
}

#[test]
fn eight_is_played() {
    let eight = json_of(&words("record eight --search minimax", &[]));
    has(&eight, &json!({"game": "eight", "complete": true, "max_depth": 6}));
    let visited = eight["nodes_visited"].as_u64().expect("a number");
    assert_eq!(eight["frames"], 4 * visited - 2);
    let alpha_beta = json_of(&words("record eight --search alpha-beta", &[]));
    has(&alpha_beta, &json!({"value": eight["value"]}));
    assert!(alpha_beta["nodes_visited"].as_u64() < Some(visited));
}

#[test]
fn textbook_trees_come_from_files() {
    let (_directory, path) = tree_file(
        "Tree(nodes: [Node(name: \"R\", player: Min), Node(name: \"x\", parent: \"R\", score: 4), \
         Node(name: \"y\", parent: \"R\", score: -5)])",
    );
    let path = path.to_str().expect("UTF-8");
    let run = json_of(&["record", "textbook", "--search", "alpha-beta", "--file", path]);
    has(&run, &json!({"game": "textbook", "value": -5, "best_moves": ["y"], "nodes_visited": 3}));
    has(&state(1, "y", &format!("textbook --search minimax --file {path}")), &json!({"state": "unvisited"}));

    // After `--`, a name that looks like an option is a move.
    let (_directory, path) = tree_file("(root: (name: \"R\", children: [(name: \"--x\", score: 1)]))");
    let options = ["state", "--json", "--search", "minimax", "--file", path.to_str().expect("UTF-8")];
    let output = edagari(&[options.as_slice(), &["--", "2", "--x", "textbook"]].concat());
    let found: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    has(&found, &json!({"path": ["--x"], "state": "scored", "score": 1}));
}

#[test]
fn the_bundled_examples_open() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/edagari-core/resources/textbook");
    let mut opened = 0;
    for entry in fs::read_dir(directory).expect("the examples") {
        let path = entry.expect("an entry").path();
        let path = path.to_str().expect("UTF-8");
        let value = |search| json_of(&["record", "textbook", "--file", path, "--search", search])["value"].clone();
        assert_eq!(value("minimax"), value("alpha-beta"), "{path}");
        opened += 1;
    }
    assert!(opened >= 3, "{opened}");
}

#[test]
fn layered_graphs_have_positions_that_come_back() {
    let run = |options: &str| {
        let options: Vec<&str> = options.split_whitespace().collect();
        json_of(&words("record layered --depth 9 --width 5 --branching 3 --seed 4 --scores -9..9", &options))
    };
    let plain = run("--search alpha-beta");
    let minimax = run("--search minimax");
    assert_eq!(minimax["nodes_visited"], (3_u64.pow(10) - 1) / 2);
    for table in ["window", "bounds"] {
        let with_table = run(&format!("--search alpha-beta --table {table}"));
        assert_eq!(with_table["value"], minimax["value"]);
        assert!(with_table["nodes_visited"].as_u64() < plain["nodes_visited"].as_u64());
    }
    let with_table = run("--search minimax --table bounds");
    assert_eq!(with_table["value"], minimax["value"]);
    assert!(with_table["table_entries"].as_u64().is_some_and(|entries| entries <= 1 + 8 * 5));
    refused(&words("record layered --search minimax --width 0", &[]), &["--width", "expected"]);
    refused(&words("record random --search minimax --width 3", &[]), &["--width", "random", "layered"]);
    refused(&words("record eight --search minimax --seed 3", &[]), &["--seed", "eight", "random or layered"]);
}

#[test]
fn impossible_kalah_boards_are_refused() {
    for (option, value) in [("--houses", "0"), ("--houses", "-1"), ("--houses", "x"), ("--stones", "0")] {
        refused(&["record", "kalah", "--search", "minimax", option, value], &[option, "expected"]);
    }
    for options in [["--houses", "13"], ["--stones", "17"], ["--stones", "255"]] {
        refused(&words("record kalah --search minimax", &options), &["kalah", options[1], "expected"]);
    }
    refused(
        &words("record kalah --houses 12 --stones 8 --search minimax", &[]),
        &["'8' for '--stones' of kalah", "expected a whole number from 1 to "],
    );
    refused(&words("record kalah --search minimax --after 7", &[]), &["7 is not a legal move", "0 1 2 3 4 5"]);
    refused(&words("record eight --search minimax --houses 3", &[]), &["--houses", "kalah"]);
}

#[test]
fn connect_four_and_reversi_are_recorded() {
    let four = json_of(&words("record connect-four --width 4 --height 4 --search alpha-beta --depth-limit 6", &[]));
    has(&four, &json!({"game": "connect-four", "rules": "connect-four (4 columns, 4 rows, 4 in a row)"}));
    let reversi = json_of(&words("record reversi --size 4 --search alpha-beta-soft --table bounds", &[]));
    has(&reversi, &json!({"game": "reversi", "rules": "reversi (4×4)", "value": -8}));
    for (options, parts) in [
        ("connect-four --width 0", ["--width", "expected"]),
        ("connect-four --width 300", ["'300' for '--width' of connect-four", "1 to 26"]),
        ("connect-four --width 27", ["'27' for '--width'", "1 to 26"]),
        ("connect-four --height 9", ["'9' for '--height'", "from 1 to 8"]),
        ("connect-four --line 8", ["'8' for '--line'", "from 1 to 7"]),
        ("connect-four --size 4", ["--size", "reversi"]),
        ("reversi --size 5", ["'5' for '--size'", "one of 4, 6, 8"]),
        ("reversi --size -4", ["--size", "expected"]),
        ("reversi --width 4", ["--width", "connect-four or layered"]),
    ] {
        refused(&words(&format!("record {options} --search minimax"), &[]), &parts);
    }
    refused(&words("record reversi --search minimax --after a1", &[]), &["a1 is not a legal move", "c2 b3 e4 d5"]);
    refused(&words("record connect-four --search minimax --after h", &[]), &["h is not a legal move", "a b c d e f g"]);
}

#[test]
fn options_fit_to_the_size_that_a_position_has() {
    let rows = json_of(&words("perft tic-tac-toe --depth 1 --line 4 --position", &["OX../..../..../...."]));
    assert_eq!(rows["depths"][1]["sequences"], json!(14), "{rows}");
    let too_long = words("perft tic-tac-toe --depth 1 --line 5 --position", &["OX../..../..../...."]);
    refused(&too_long, &["expected a whole number from 1 to 4"]);
}
