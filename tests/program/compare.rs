//! Comparison of the figures of several traces.

use crate::running::{edagari, has, json_of, readable, refused, stdout, words};
use serde_json::json;

/// Cells of the row with this name.
fn row<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let line =
        table.lines().find(|line| line.starts_with(&format!("{name}  "))).unwrap_or_else(|| panic!("{name}: {table}"));
    line[name.len()..].split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn compare_prints_five_searches_in_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: Vec<String> = ["alpha-beta", "pvs", "mtd-f", "sss-star", "dual-star"]
        .map(|search| {
            let file = folder.path().join(format!("{search}.edagari"));
            let file = file.to_str().expect("a name").to_owned();
            readable(&words("record textbook --file plaat --search", &[search, "-o", &file]));
            file
        })
        .to_vec();
    let arguments: Vec<&str> = ["compare"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let table = readable(&arguments);
    for (name, cells) in [
        ("value", ["35"; 5]),
        ("Passes", ["1", "1", "5", "4", "5"]),
        ("visits", ["25", "39", "53", "41", "53"]),
        ("visited again", ["0.0 %", "35.9 %", "52.8 %", "53.7 %", "52.8 %"]),
        ("leaves evaluated", ["12", "19", "18", "12", "18"]),
        ("table returns", ["0", "0", "6", "6", "6"]),
        ("Transposition table", ["none", "none", "of bounds", "of bounds", "of bounds"]),
    ] {
        assert_eq!(row(&table, name), cells, "{name}: {table}");
    }
    // Options that are equal in all runs are not printed.
    assert!(!table.contains("share an entry") && !table.contains("Move order"), "{table}");
    let report = json_of(&arguments);
    has(&report["runs"][3], &json!({ "search": "sss-star", "nodes_visited": 41, "distinct_nodes": 19 }));
    assert_eq!(report["options"].as_object().map(serde_json::Map::len), Some(1), "{report}");
}

#[test]
fn compare_prints_differing_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [one, other] = [file("one.edagari"), file("other.edagari")];
    let record =
        "record connect-four --width 4 --height 3 --line 3 --search alpha-beta --table bounds --depth-limit 4 -o";
    readable(&words(record, &[&one]));
    let more = "--best-only --table-size 64 --order shuffled:7 --order-by threats,killers --window=-9..9";
    readable(&words(record, &[&[other.as_str()], words(more, &[]).as_slice()].concat()));
    let options = &json_of(&["compare", &one, &other])["options"];
    has(
        options,
        &json!({
            "Move order": ["the game's order", "shuffled 7"],
            "Tried first": ["–", "threats, killers"],
            "keep only the best score that the player to move can still have": ["×", "○"],
            "Table size": ["unlimited", "64"],
            "Window": ["–", "(−9, 9)"],
        }),
    );
    assert_eq!(options.as_object().map(serde_json::Map::len), Some(5), "{options}");
}

#[test]
fn compare_refuses_bad_arguments() {
    refused(&["compare"], &["required arguments were not provided"]);
    refused(&["compare", "missing.edagari", "other.edagari"], &["missing.edagari"]);
    refused(&["compare", "-", "-"], &["standard input can be one of the traces"]);
}

#[test]
fn bisect_leads_from_the_decision_at_the_root_to_its_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let [material, squares] = ["material", "piece-square"].map(|evaluation| {
        let file = folder.path().join(format!("{evaluation}.edagari")).to_str().expect("a name").to_owned();
        readable(&words("record chess --search alpha-beta --depth-limit 2 --evaluation", &[evaluation, "-o", &file]));
        file
    });
    let output = edagari(&["diff", &material, &squares, "--bisect"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("1. The decision at the root: "), "{lines:?}");
    assert!(lines[2].starts_with("3. The cause: the leaf Na3 a5 was evaluated as 0.00 and 0.15."), "{lines:?}");
    let output = edagari(&["diff", &material, &squares, "--bisect", "--json"]);
    let way: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
    has(&way["steps"][2], &json!({ "kind": "evaluation", "is_cause": true, "paths": [["Na3", "a5"], ["Na3", "a5"]] }));
    let same = edagari(&["diff", &material, &material, "--bisect"]);
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), "both runs decide the same at the root\n"));
}
