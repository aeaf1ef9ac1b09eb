//! Searches of several passes, with the options of `record` and `match`; Monte-Carlo tree search, whose iterations are passes.

use serde_json::{Value, json};

use crate::running::{has, json_of, readable, refused, words};

fn plaat(options: &str) -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/edagari-core/resources/textbook/plaat.ron");
    json_of(&words(&format!("record textbook {options}"), &["--file", file]))
}

/// Bound and score of each pass.
fn bounds(report: &Value) -> Vec<String> {
    let passes = report["passes"].as_array().expect("passes");
    passes.iter().map(|pass| format!("{} {}", pass["bound"].as_str().unwrap_or_default(), pass["score"])).collect()
}

#[test]
fn the_searches_of_plaat_and_others_run_with_their_table() {
    let sss_star = plaat("--search sss-star");
    has(&sss_star, &json!({"search": "sss-star", "value": 35, "nodes_visited": 41, "table": "bounds"}));
    assert_eq!(bounds(&sss_star), ["upper 41", "upper 36", "upper 35", "lower 35"]);
    assert_eq!(sss_star["passes"][0]["kind"], "null-window");
    has(&plaat("--search dual-star"), &json!({"value": 35, "nodes_visited": 53}));
    has(&plaat("--search mtd-f --first-guess 36"), &json!({"value": 35, "nodes_visited": 27}));
    has(&plaat("--search mtd-f --first-guess 36 --table bounds"), &json!({"value": 35, "nodes_visited": 27}));
    let without = plaat("--search mtd-f --first-guess 36 --table none");
    has(&without, &json!({"value": 35, "table": "none", "lookups": 0, "table_stores": 0}));
    assert!(without["nodes_visited"].as_u64() > Some(27), "what was searched before is searched again: {without}");
    has(&plaat("--search pvs"), &json!({"value": 35, "nodes_visited": 39}));
    has(&plaat("--search bisection --window 0..64"), &json!({"value": 35}));
}

#[test]
fn bundled_trees_are_opened_by_name() {
    has(
        &json_of(&words("record textbook --file plaat --search sss-star", &[])),
        &json!({"value": 35, "nodes_visited": 41}),
    );
    let [figure, named] = ["", "--file three-moves"].map(|file| {
        let report = json_of(&words(&format!("record textbook --search alpha-beta {file}"), &[]));
        (report["value"].clone(), report["nodes_visited"].clone())
    });
    assert_eq!(figure, named);
    has(&json_of(&words("record textbook --file deep-cut --search alpha-beta", &[])), &json!({"complete": true}));
    refused(&words("record textbook --file plaats --search sss-star", &[]), &["plaats: cannot be read"]);
}

#[test]
fn window_and_first_guess_options_are_applied() {
    let aspiration = plaat("--search aspiration --first-guess 30 --aspiration 3");
    assert_eq!(bounds(&aspiration), ["lower 34", "exact 35"]);
    let growing = plaat("--search pvs --first-guess 30 --aspiration 1 --aspiration-growth 2");
    has(&growing, &json!({"search": "pvs", "value": 35}));
    let [first, second] = [0, 1].map(|pass| &growing["passes"][pass]);
    assert_eq!((&first["alpha"], &first["beta"], &first["bound"]), (&json!(29), &json!(31), &json!("lower")));
    let beyond = first["score"].as_i64().map(|score| score + 2);
    assert_eq!((second["alpha"].as_i64(), second["beta"].as_i64()), (Some(29), beyond));
    // A single search with a window is not a pass.
    let narrow = plaat("--search alpha-beta-soft --window=-inf..30");
    assert!(narrow.get("passes").is_none_or(|passes| passes.as_array().is_some_and(Vec::is_empty)), "{narrow}");
    assert!(narrow["value"].as_i64() >= Some(30));
}

#[test]
fn deepening_has_a_pass_for_each_depth() {
    let report = json_of(&words("record tic-tac-toe --search pvs --depth-limit 5 --deepening-step 2", &[]));
    let depths: Vec<_> =
        report["passes"].as_array().expect("passes").iter().map(|pass| pass["depth"].clone()).collect();
    assert_eq!(depths, [1, 3, 5]);
    let mtd_f = json_of(&words("record tic-tac-toe --search mtd-f --depth-limit 3 --deepening", &[]));
    assert_eq!(mtd_f["value"], json_of(&words("record tic-tac-toe --search minimax --depth-limit 3", &[]))["value"]);
}

#[test]
fn pass_options_that_do_not_fit_the_search_are_refused() {
    for (arguments, parts) in [
        ("--search minimax --window 0..1", ["minimax", "expected a search that passes its window on"]),
        ("--search mtd-f --aspiration 3", ["mtd-f", "expected no aspiration"]),
        ("--search sss-star --first-guess 3", ["sss-star", "expected mtd-f"]),
        ("--search pvs --deepening", ["deepening ends at the depth limit", "expected --depth-limit"]),
        ("--search pvs --window 3..3", ["'3..3'", "expected two scores A..B"]),
        ("--search aspiration --aspiration 0", ["'0'", "expected a whole number from 1"]),
        ("--search generate-depth-first --deepening", ["option --deepening", "not with generate-depth-first"]),
    ] {
        refused(&words(&format!("record eight {arguments}"), &[]), &parts);
    }
    let arguments = "match eight --first mtd-f,aspiration=3 --second minimax";
    refused(&words(arguments, &[]), &["mtd-f", "expected no aspiration"]);
}

#[test]
fn searches_of_several_passes_play_matches() {
    let played = json_of(&words("match tic-tac-toe --first mtd-f:3,deepening --second pvs:2,aspiration=2", &[]));
    let again = json_of(&words("match tic-tac-toe --first sss-star:9 --second bisection:9,table=none", &[]));
    assert!(played["score"].is_i64());
    assert_eq!(again["score"], 0, "neither side errs");
}

/// Playouts without random numbers.
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

#[test]
fn run_with_null_moves_is_searched_again_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("null-moves.edagari");
    let path = file.to_str().expect("a path");
    let first = "record chess --position smothered --search pvs --depth-limit 3 --null-move 2";
    json_of(&words(first, &["-o", path]));
    let frame = json_of(&["frame", "5", path]);
    assert!(frame.get("program").is_none(), "it is no other program: {frame}");
    let again = json_of(&["record", path, "--search", "minimax", "--depth-limit", "1"]);
    let plain = json_of(&words("record chess --position smothered --search minimax --depth-limit 1", &[]));
    assert_eq!((&again["nodes_visited"], &again["value"]), (&plain["nodes_visited"], &plain["value"]));
    let after = json_of(&["perft", path, "--after", "Qg8+", "--depth", "1"]);
    assert_eq!(
        after["depths"],
        json_of(&words("perft chess --position smothered --after Qg8+ --depth 1", &[]))["depths"]
    );
}

#[test]
fn unfinished_node_of_a_proof_number_search_has_no_score() {
    let report = json_of(&words("frame 100 tic-tac-toe --search pns", &[]));
    has(&report, &json!({"score": null, "proof": {"pn": 8, "dn": 1}}));
}
