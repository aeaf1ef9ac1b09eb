//! Check of whether a search always chooses a best move.

use serde_json::json;

use crate::running::{has, json_of, keys, readable, refused, words};

#[test]
fn every_choice_is_checked() {
    for options in [
        "tic-tac-toe --search alpha-beta",
        "tic-tac-toe --search alpha-beta --table bounds",
        "tic-tac-toe --search alpha-beta-soft --table window --no-symmetry --order reversed",
        "tic-tac-toe --search minimax --table bounds",
    ] {
        let arguments = words("solve-check", &options.split(' ').collect::<Vec<_>>());
        let check = json_of(&arguments);
        assert_eq!(
            keys(&check),
            ["after", "failures", "game", "order", "positions", "right", "search", "solved", "table"]
        );
        has(&check, &json!({ "positions": 431, "right": 431, "solved": true, "failures": [] }));
        assert!(readable(&arguments).contains("431 of 431"));
    }
    let after = json_of(&["solve-check", "tic-tac-toe", "--search", "alpha-beta", "--after", "b2 a1 c3"]);
    has(&after, &json!({ "after": "b2 a1 c3", "solved": true }));
    assert!(after["positions"].as_u64().is_some_and(|positions| positions < 431));
    refused(&words("solve-check eight --search generate-depth-first", &[]), &["generate-depth-first", "expected"]);
    refused(&words("solve-check random --depth 30 --search alpha-beta", &[]), &["5000000 positions", "expected"]);
    refused(&words("solve-check tic-tac-toe", &[]), &["--search"]);
    let sentence =
        refused(&words("solve-check eight --search minimax --depth-limit 0", &[]), &["expected", "at least 1"]);
    assert!(!sentence.contains("cancelled"), "{sentence}");
}
