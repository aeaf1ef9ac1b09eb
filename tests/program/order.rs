//! Quality of the move order: `edagari order`.

use serde_json::{Value, json};

use crate::running::{has, json_of, readable, refused, words};

const PAGE: &str = include_str!("../../docs/how-to/judge-the-move-ordering.md");

fn order(arguments: &str) -> Value {
    json_of(&words(&format!("order {arguments}"), &[]))
}

#[test]
fn a_tree_in_the_best_order_is_its_minimal_tree() {
    let best = order("random --depth 6 --branching 4 --seed 1 --search alpha-beta --order best");
    // Knuth and Moore: 4^⌈l/2⌉ + 4^⌊l/2⌋ − 1 nodes at depth l.
    let levels: u64 = (0..=6_u32).map(|level| 4_u64.pow(level.div_ceil(2)) + 4_u64.pow(level / 2) - 1).sum();
    let expected = json!({
        "pass": null, "visits": levels, "minimal": levels, "visits_over_minimal": 1.0, "wasted": 0, "first_share": 1.0,
        "mean_rank": 1.0, "other_cuts": 0, "costliest": [],
    });
    has(&best, &expected);
    assert_eq!(best["types"]["CUT"], json!({"PV": 0, "CUT": 162, "ALL": 0, "unknown": 0}));
    let names: Vec<&str> =
        best["definitions"].as_array().expect("a list").iter().filter_map(|rule| rule["name"].as_str()).collect();
    assert_eq!(names, ["types", "minimal-tree", "wasted-visits"]);
    let natural = order("random --depth 6 --branching 4 --seed 1 --search alpha-beta");
    has(&natural, &json!({"minimal": levels}));
    assert!(natural["wasted"].as_u64() > Some(0));
}

#[test]
fn the_rows_lead_to_frames_and_sum_up() {
    let report = order("tic-tac-toe --search pvs --order-by killers,history");
    let rows = |key: &str| report[key].as_array().expect("rows").clone();
    let sum = |rows: &[Value], key: &str| rows.iter().filter_map(|row| row[key].as_u64()).sum::<u64>();
    for key in ["cuts", "by_first", "wasted"] {
        let all = report[key].as_u64().expect("a number");
        assert_eq!((sum(&rows("by_depth"), key), sum(&rows("by_source"), key)), (all, all), "{key}");
        for source in rows("by_source") {
            assert_eq!(sum(source["by_depth"].as_array().expect("rows"), key), source[key].as_u64().expect("a number"));
        }
    }
    let sources: Vec<Value> = rows("by_source").iter().map(|row| row["source"].clone()).collect();
    assert_eq!(sources.len(), 3, "{sources:?}");
    let worst = &rows("costliest")[0];
    assert!(worst["rank"].as_u64() > Some(1) && worst["wasted"].as_u64() > Some(0), "{worst}");
    let frame = worst["frame"].to_string();
    let shown = json_of(&words(&format!("frame {frame} tic-tac-toe --search pvs --order-by killers,history"), &[]));
    assert_eq!(shown["path"], worst["path"], "its frame is the cut");
    assert!(shown["cut"].is_string(), "{shown}");
}

#[test]
fn passes_and_languages_can_be_chosen() {
    let run = "tic-tac-toe --search pvs --deepening --depth-limit 4";
    let passes: Vec<Value> = (1..=4).map(|pass| order(&format!("{run} --pass {pass}"))).collect();
    let whole = order(run);
    for key in ["visits", "minimal", "wasted", "cuts"] {
        assert_eq!(passes.iter().filter_map(|pass| pass[key].as_u64()).sum::<u64>(), whole[key].as_u64().expect("sum"));
    }
    assert_eq!(passes[2]["pass"], 3);
    let said = readable(&words(&format!("order {run}"), &[]));
    for part in ["visits ÷ minimal tree", "By depth", "By source of the move", "Each of the 4 runs from the root"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = readable(&words(&format!("order {run} --language japanese"), &[]));
    assert!(said.contains("訪問数 ÷ 最小木") && said.contains("数え方"), "{said}");
    // `--pass 1` is accepted for a run of a single pass.
    has(&order("eight --search alpha-beta --pass 1"), &json!({"pass": 1}));
}

#[test]
fn order_refuses_runs_without_move_order() {
    refused(&words("order eight --search generate-depth-first", &[]), &["the tree was generated", "expected a search"]);
    refused(&words("order eight --search alpha-beta --pass 2", &[]), &["pass 2", "1 to 1"]);
    refused(&words("order eight", &[]), &["--search"]);
    refused(&words("order /no/such/file.edagari", &[]), &["/no/such/file.edagari"]);
}

/// The table on the page has the figures that its commands print.
#[test]
fn example_in_the_documents_has_the_printed_figures() {
    let lines = PAGE.lines().filter(|line| line.starts_with("| `order kalah "));
    let mut count = 0;
    for line in lines {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let report = json_of(&words(cells[1].trim_matches('`'), &[]));
        let number = |key: &str| edagari::language::grouped(report[key].as_u64().expect("a number"));
        let decimals = |key: &str| format!("{:.2}", report[key].as_f64().expect("a number"));
        let share = |part: f64| format!("{:.1}%", 100.0 * part);
        let wasted = report["wasted"].as_f64().expect("a number") / report["visits"].as_f64().expect("a number");
        let first = share(report["first_share"].as_f64().expect("a number"));
        let printed = [number("visits"), decimals("visits_over_minimal"), share(wasted), first, decimals("mean_rank")];
        assert_eq!(cells[2..7], printed, "{line}");
        count += 1;
    }
    assert_eq!(count, 4, "the page shows four orders");
}

/// A stream in which killers never cut, quiescence makes most of the visits, and the table is written in vain.
fn wasteful_stream() -> String {
    let mut stream = vec![r#"{"edagari": 1, "search": "alpha-beta-soft"}"#.to_owned(), enter(0, "")];
    stream.extend([enter(1, r#", "move": "first", "order": "pv""#), leave(1, 0)]);
    for line in 0..60 {
        let (node, killer, quiet) = (3 * line + 2, 3 * line + 3, 3 * line + 4);
        stream.extend([
            enter(node, &format!(r#", "move": "m{line}", "kind": "quiescence""#)),
            enter(killer, r#", "move": "k", "order": "killer""#),
            leave(killer, 5),
            enter(quiet, r#", "move": "q", "order": "capture", "extended": 1"#),
            leave(quiet, -1),
            format!(r#"{{"event": "store", "node": {node}, "bounds": ["-inf", -1], "entry": {node}}}"#),
            leave(node, -1),
        ]);
    }
    stream.push(leave(0, 0));
    stream.join("\n") + "\n"
}

fn enter(node: usize, more: &str) -> String {
    format!(r#"{{"event": "enter", "node": {node}{more}}}"#)
}

fn leave(node: usize, score: i32) -> String {
    format!(r#"{{"event": "leave", "node": {node}, "score": {score}}}"#)
}

#[test]
fn sources_quiescence_and_tables_that_waste_work_are_remarked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wasteful.jsonl");
    std::fs::write(&file, wasteful_stream()).expect("a file");
    let file = file.to_str().expect("a name");
    let remarks = |command: &str| json_of(&[command, file])["remarks"].clone();
    let of_order = remarks("order");
    let [killers, quiescence, table] = &of_order.as_array().expect("a list")[..] else { panic!("{of_order}") };
    has(killers, &json!({"name": "source-rarely-cuts", "source": "killer", "count": 0, "of": 60}));
    has(quiescence, &json!({"name": "quiescence-explodes", "count": 180, "of": 182}));
    has(table, &json!({"name": "table-never-finds", "of": 60}));
    for remark in [killers, quiescence, table] {
        assert_eq!(remark["frames"].as_array().map(Vec::len), Some(3), "{remark}");
    }
    assert_eq!(remarks("record"), of_order);
    for (command, texts) in [
        (
            ["order", file, "--language", "english"].as_slice(),
            ["Moves from killer hardly ever cut", "99% of the visits"],
        ),
        (&["order", file, "--language", "japanese"], ["killer の手はほとんどカット", "訪問の 99%"]),
        (&["record", file], ["Moves from killer hardly ever cut", "The table never answers"]),
    ] {
        let said = readable(command);
        assert!(texts.iter().all(|text| said.contains(text)), "{said}");
    }
    // A good search has none.
    assert_eq!(json_of(&words("order tic-tac-toe --search alpha-beta --table bounds", &[]))["remarks"], json!([]));
}
