//! Monte-Carlo tree search: `record --search uct`, its options, and the candidates of `frame`.

use serde_json::{Value, json};

use crate::running::{has, json_of, readable, refused, words};

const FIRST: &str = "tic-tac-toe --search uct --playouts first";

fn visits(of: &str) -> Vec<u64> {
    let run = json_of(&words(&format!("record {of}"), &[]));
    run["moves"].as_array().expect("moves").iter().filter_map(|row| row["visits"].as_u64()).collect()
}

#[test]
fn record_prints_the_visits_of_the_definition() {
    assert_eq!(visits(FIRST), [17, 54, 129, 124, 297, 51, 201, 109, 18]);
    let all = format!("{FIRST} --expand-all");
    assert_eq!(visits(&all), [17, 54, 129, 124, 301, 51, 199, 106, 18]);
    assert_eq!(visits(&format!("{all} --solver")), [17, 35, 128, 123, 382, 47, 197, 52, 18]);
    assert_eq!(visits("tic-tac-toe --search puct --playouts first"), [16, 16, 96, 119, 532, 23, 191, 3, 3]);
    let run = json_of(&words(&format!("record {FIRST} --iterations 100"), &[]));
    has(&run, &json!({"favourite": "b2", "distinct_nodes": 101}));
    has(&run["sampling"], &json!({"iterations": 100, "playouts": "first"}));
    has(&run["moves"][4], &json!({"move": "b2", "visits": 31, "total": 17}));
    let text = readable(&words(&format!("record {FIRST} --iterations 100"), &[]));
    assert!(text.contains("favourite") && text.contains("exploration"), "{text}");
    assert!(!text.contains("window") && !text.contains("α"), "{text}");
}

#[test]
fn frame_shows_among_which_children_an_iteration_selects() {
    // Iteration 10 is the first in which all nine moves have a visit.
    let run = format!("{FIRST} --iterations 10");
    let frames = json_of(&words(&format!("record {run}"), &[]))["frames"].as_u64().expect("a number");
    let entered = |frame: u64| json_of(&words(&format!("frame {frame} {run}"), &[]));
    let root = (0..frames).rev().map(entered).find(|frame| frame["kind"] == "start" && frame["node"] == 0);
    let root = root.expect("the last iteration begins at the root");
    let candidates = root["candidates"].as_array().expect("rows");
    assert_eq!(candidates.len(), 9);
    let selected: Vec<&Value> = candidates.iter().filter(|row| row["selected"] == true).collect();
    let sum = |row: &Value| row["sum"].as_f64().expect("a number");
    assert!(selected.len() == 1 && candidates.iter().all(|row| sum(row) <= sum(selected[0])), "{candidates:?}");
    assert_eq!(root["alpha"], Value::Null, "no windows");
}

#[test]
fn check_proves_a_saved_run_and_options_of_other_searches_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.jsonl");
    let file = file.to_str().expect("UTF-8");
    readable(&words("record connect-four --search uct --iterations 200 --playout-seed 3 -o", &[file]));
    assert!(readable(&["check", file]).contains("Proved"));
    refused(&words("record tic-tac-toe --search uct --depth-limit 3", &[]), &["--depth-limit", "uct"]);
    refused(&words("record tic-tac-toe --search uct --iterations 0", &[]), &["--iterations", "0"]);
    refused(&words("record tic-tac-toe --search uct --exploration -1", &[]), &["--exploration", "at least 0"]);
    refused(&words("record tic-tac-toe --search alpha-beta --solver", &[]), &["--solver", "uct or puct"]);
}
