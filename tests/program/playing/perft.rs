//! Counts of move sequences and positions: `edagari perft`.

use serde_json::json;

use crate::running::{has, json_of, readable, refused, words};

#[test]
fn perft_counts_sequences_and_positions() {
    let report = json_of(&words("perft tic-tac-toe --depth 2 --distinct", &[]));
    let row = |depth: u64, sequences: u64, positions: u64, classes: u64| json!({"depth": depth, "sequences": sequences, "positions": positions, "classes": classes});
    let rows = json!([row(0, 1, 1, 1), row(1, 9, 9, 3), row(2, 72, 72, 12)]);
    assert_eq!(report, json!({"game": "tic-tac-toe", "rules": "tic-tac-toe", "depths": rows}));
    let plain = json_of(&words("perft random --depth 2 --branching 4", &[]));
    let rows = json!([{"depth": 0, "sequences": 1}, {"depth": 1, "sequences": 4}, {"depth": 2, "sequences": 16}]);
    has(&plain, &json!({"depths": rows}));
    let after = json_of(&["perft", "reversi", "--size", "4", "--after", "b1 a1", "--depth", "1"]);
    assert_eq!(after["rules"], json!("reversi (4×4)"));
    assert!(readable(&words("perft connect-four --depth 4", &[])).contains("    4             2,401\n"));
    refused(&words("perft connect-four", &[]), &["--depth"]);
    for depth in ["-1", "x", "1000001"] {
        refused(&["perft", "eight", "--depth", depth], &["--depth", "expected"]);
    }
    refused(&words("perft textbook --depth 2 --distinct", &[]), &["does not identify equal positions", "expected"]);
    refused(&words("perft eight --depth 2 --houses 3", &[]), &["--houses", "kalah"]);
}
