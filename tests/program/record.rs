//! Output of `record`.

use serde_json::{Value, json};

use crate::running::{
    TIC_TAC_TOE, edagari, frame, has, json_of, keys, readable, refused, state, stderr, stdout, words,
};

#[test]
fn record_prints_the_figures_of_tic_tac_toe() {
    let depth = |visits: u64, evaluations: u64| json!({"visits": visits, "evaluations": evaluations, "alpha_cuts": 0, "beta_cuts": 0});
    let minimax = json_of(&words("record tic-tac-toe --search minimax", &[]));
    assert_eq!(
        minimax,
        json!({
            "game": "tic-tac-toe", "search": "minimax", "order": "natural", "after": "", "value": 0, "value_bound": "exact",
            "nodes_visited": 549_946, "leaves_evaluated": 255_168, "frames": 2_199_782,
            "alpha_cuts": 0, "beta_cuts": 0, "cutoffs": 0, "nodes_pruned": 0, "max_depth": 9,
            "table": "none", "lookups": 0, "table_returns": 0, "table_narrowings": 0, "table_stores": 0,
            "table_entries": 0, "depth_limit": null,
            "best_moves": ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"], "complete": true,
            "rules": "tic-tac-toe", "cuts_by_child": [],
            "by_depth": [
                depth(1, 0), depth(9, 0), depth(72, 0), depth(504, 0), depth(3_024, 0), depth(15_120, 1_440),
                depth(54_720, 5_328), depth(148_176, 47_952), depth(200_448, 72_576), depth(127_872, 127_872),
            ],
        })
    );
    let alpha_beta = json_of(&words("record", &words(TIC_TAC_TOE, &[])));
    let expected = json!({
        "value": 0, "nodes_visited": 18_297, "frames": 73_186, "cutoffs": 4_237, "nodes_pruned": 531_649,
        "best_moves": ["a1"], "complete": true,
    });
    has(&alpha_beta, &expected);
    assert_eq!(keys(&alpha_beta), keys(&minimax));
    let soft = json_of(&words("record tic-tac-toe --search alpha-beta-soft", &[]));
    has(&soft, &json!({"search": "alpha-beta-soft", "value": 0}));
}

#[test]
fn record_prints_an_aligned_summary() {
    let expected = "\
game              tic-tac-toe
search            alpha-beta
order             natural
value             0
best moves        a1

nodes visited      18,297
leaves evaluated    7,330
frames             73,186
α-cuts              4,422
β-cuts              3,758
cuts that prune     4,237
nodes pruned      531,649
greatest depth          9
";
    assert_eq!(readable(&words("record", &words(TIC_TAC_TOE, &[]))), expected);
}

#[test]
fn record_prints_the_figures_of_tables() {
    let run = |options: &str| json_of(&words("record", &words(TIC_TAC_TOE, &words(options, &[]))));
    for (options, table, visits) in [
        ("--table none", "none", 18_297),
        ("--table window", "window", 1718),
        ("--table bounds", "bounds", 1085),
        ("--table bounds --no-narrowing", "bounds", 1113),
        ("--table bounds --intersect", "bounds", 1069),
        ("--table bounds --no-symmetry", "bounds", 4781),
        ("--table window --no-symmetry", "window", 5404),
    ] {
        let found = run(options);
        has(&found, &json!({"search": "alpha-beta", "table": table, "nodes_visited": visits, "value": 0}));
        let number = |key: &str| found[key].as_u64().expect("a number");
        assert_eq!(number("frames"), 4 * visits - 2 + number("lookups") + number("table_stores"), "{options}");
        assert!(number("table_returns") + number("table_narrowings") <= number("lookups"), "{options}");
        assert!(number("table_entries") <= number("table_stores"), "{options}");
        assert_eq!(number("lookups") > 0, table != "none", "{options}");
        let narrows = table == "bounds" && !options.contains("--no-narrowing");
        assert_eq!(number("table_narrowings") > 0, narrows, "{options}");
    }
    let small = run("--table bounds --table-size 8");
    has(&small, &json!({"table_entries": 8, "value": 0}));
    assert!(small["nodes_visited"].as_u64() > Some(1085) && small["nodes_visited"].as_u64() <= Some(18_297), "{small}");
    // Minimax searches each of the 627 classes of unfinished positions once.
    let minimax = json_of(&words("record tic-tac-toe --search minimax --table bounds", &[]));
    has(&minimax, &json!({"table_entries": 627, "table_stores": 627, "table_narrowings": 0, "value": 0}));
    assert_eq!(minimax["lookups"], minimax["table_returns"]);
}

#[test]
fn record_prints_the_table_with_its_options() {
    let shown = |options: &str| readable(&words("record", &words(TIC_TAC_TOE, &words(options, &[]))));
    let without = shown("");
    assert!(!without.contains("table"), "{without}");
    let bounds = shown("--table bounds --no-symmetry --no-narrowing --intersect --table-size 2000");
    let options = "table             bounds (no symmetry, no narrowing, intersected, 2,000 entries)\n";
    assert!(bounds.contains(options), "{bounds}");
    for figure in ["table lookups", "… that returned", "… that narrowed", "table stores", "table entries"] {
        assert!(bounds.contains(figure), "{bounds}");
    }
    let window = shown("--table window");
    assert!(window.contains("table             window (symmetry)\n"), "{window}");
}

#[test]
fn a_generation_has_one_frame_a_node_and_no_value() {
    for search in ["generate-breadth-first", "generate-depth-first"] {
        let generated = json_of(&["record", "random", "--depth", "3", "--search", search]);
        let expected = json!({
            "search": search, "value": null, "nodes_visited": 40, "leaves_evaluated": 27, "frames": 40,
            "cutoffs": 0, "best_moves": [], "complete": true,
        });
        has(&generated, &expected);
    }
    let breadth_first = frame(3, "random --depth 3 --search generate-breadth-first");
    has(&breadth_first, &json!({"kind": "start", "path": ["3"], "score": null}));
    let depth_first = frame(3, "random --depth 3 --search generate-depth-first");
    has(&depth_first, &json!({"kind": "start", "path": ["1", "1", "1"], "score": null}));
    let text = readable(&words("record random --depth 3 --search generate-depth-first", &[]));
    assert!(!text.contains("value") && !text.contains("cut"), "{text}");
}

#[test]
fn a_run_starts_after_moves() {
    let after_a1 = json_of(&words("record tic-tac-toe --search minimax --after", &["a1"]));
    has(&after_a1, &json!({"after": "a1", "value": 0, "nodes_visited": 59_705, "best_moves": ["b2"]}));
    // Paths start at the root of the run.
    let first_child = frame(1, "tic-tac-toe --search minimax --after b2");
    has(&first_child, &json!({"player": "max", "path": ["a1"]}));
    let shown = readable(&words("record tic-tac-toe --search alpha-beta --after", &["a1 b2 "]));
    assert!(shown.contains("after             a1 b2\n"), "{shown}");
    let over = json_of(&words("record textbook --search minimax --after", &["A C G"]));
    has(&over, &json!({"value": 1, "nodes_visited": 1, "frames": 2, "best_moves": []}));
}

#[test]
fn every_search_and_order_finds_the_same_value() {
    for tree in
        ["--depth 5 --branching 4 --seed 3", "--depth 6 --scores=-2..2", "--depth 7 --branching 2 --scores -9..-3"]
    {
        let minimax = json_of(&words("record random --search minimax", &words(tree, &[])));
        let whole = &minimax["nodes_visited"];
        assert_eq!(minimax["frames"].as_u64(), whole.as_u64().map(|nodes| 4 * nodes - 2));
        for search in ["alpha-beta", "alpha-beta-soft"] {
            for order in ["natural", "reversed", "shuffled:5", "best"] {
                let arguments = words("record random --search", &[search, "--order", order]);
                let run = json_of(&[arguments, words(tree, &[])].concat());
                has(&run, &json!({"order": order, "value": minimax["value"]}));
                let counted = run["nodes_visited"].as_u64().zip(run["nodes_pruned"].as_u64());
                assert_eq!(counted.map(|(visited, pruned)| visited + pruned), whole.as_u64(), "{search} {order}");
            }
        }
    }
}

#[test]
fn best_first_order_evaluates_the_fewest_leaves() {
    for (branching, depth) in [(2_u64, 1_u32), (2, 7), (3, 6), (4, 5), (5, 4), (9, 3)] {
        let (branching_text, depth_text) = (branching.to_string(), depth.to_string());
        let tree = ["--branching", &branching_text, "--depth", &depth_text];
        // With this range all scores almost certainly differ, so no cut happens early by an equal score.
        let options = ["--scores", "-1000000000..1000000000", "--order", "best"];
        let run = json_of(&[words("record random --search alpha-beta", &options).as_slice(), &tree].concat());
        let fewest = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
        assert_eq!(run["leaves_evaluated"], fewest, "branching {branching}, depth {depth}");
    }
}

#[test]
fn searches_stop_at_a_depth_limit() {
    let run = |search: &str, more: &str| {
        json_of(&words(&format!("record kalah --depth-limit 3 --search {search} {more}"), &[]))
    };
    let minimax = run("minimax", "");
    has(&minimax, &json!({ "game": "kalah", "depth_limit": 3, "nodes_pruned": 0 }));
    for search in ["alpha-beta", "alpha-beta-soft", "alpha-beta-one-bound"] {
        let pruning = run(search, "");
        assert_eq!(pruning["value"], minimax["value"], "{search}");
        let nodes = |figure: &str| pruning[figure].as_u64().expect("a number");
        assert_eq!(minimax["nodes_visited"], nodes("nodes_visited") + nodes("nodes_pruned"), "{search}");
    }
    assert_eq!(run("minimax", "--evaluation zero")["value"], 0);
    assert!(readable(&words("record kalah --depth-limit 2 --search minimax", &[])).contains("2 (evaluation stores)"));
    let leaf = json_of(&words("frame 3 kalah --depth-limit 1 --search minimax", &[]));
    assert!(leaf["text"].as_str().is_some_and(|text| text.contains("the depth limit")), "{leaf}");
    refused(&words("record kalah --search minimax --depth-limit -1", &[]), &["--depth-limit", "expected"]);
    refused(&words("record kalah --search minimax --depth-limit 2 --evaluation x", &[]), &["\"x\"", "stores or zero"]);
    refused(&words("record kalah --search generate-depth-first --depth-limit 2", &[]), &["--depth-limit", "generate"]);
    refused(&words("record kalah --search minimax --evaluation zero", &[]), &["--depth-limit"]);
}

#[test]
fn figures_of_each_depth_are_printed_on_request() {
    let text = readable(&words("record textbook --search alpha-beta --by-depth", &[]));
    assert!(text.contains("depth         visits    evaluations         α-cuts         β-cuts\n"), "{text}");
    assert!(text.contains("\n     1              2              0              1              0\n"), "{text}");
    assert!(text.ends_with("cuts by the first child, the second, …: 100.0%\n"), "{text}");
    let report = json_of(&words("record tic-tac-toe --search alpha-beta", &[]));
    let sum = |key: &str| {
        report["by_depth"].as_array().expect("rows").iter().map(|row| row[key].as_u64()).sum::<Option<u64>>()
    };
    for (key, total) in [("visits", "nodes_visited"), ("alpha_cuts", "alpha_cuts"), ("beta_cuts", "beta_cuts")] {
        assert_eq!(sum(key), report[total].as_u64(), "{key}");
    }
    let cuts: u64 =
        report["cuts_by_child"].as_array().expect("cuts").iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(cuts, 4_422 + 3_758);
}

#[test]
fn recording_stops_at_the_memory_limit_and_keeps_its_frames() {
    let tree = "random --depth 20 --search minimax --memory-limit 1MiB";
    let output = edagari(&words("record --json", &words(tree, &[])));
    assert_eq!(output.status.code(), Some(2));
    let summary: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    has(&summary, &json!({"complete": false, "value": null, "best_moves": []}));
    let frames = summary["frames"].as_u64().expect("a number");
    assert!(frames > 1000 && frames * 8 < 1 << 20, "{frames}");
    let sentence = stderr(&output);
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.contains("memory limit of 1 MiB") && sentence.contains("--memory-limit"), "{sentence}");

    let last = frames as usize - 1;
    has(&frame(last, tree), &json!({"frame": last}));
    let next = frames.to_string();
    refused(
        &words("frame", &[&[next.as_str()], words(tree, &[]).as_slice()].concat()),
        &[&next, "memory limit of 1 MiB"],
    );
    let best = words("record random --depth 20 --search minimax --order best --memory-limit 1", &[]);
    refused(&best, &["move order best", "1048576 bytes", "expected a smaller tree"]);
}

#[test]
fn deep_trees_are_recorded_and_queried() {
    const TREE: &str = "random --depth 100000 --branching 1 --search alpha-beta";
    let summary = json_of(&words("record", &words(TREE, &[])));
    has(&summary, &json!({"nodes_visited": 100_001, "frames": 400_002, "max_depth": 100_000}));
    let deepest = frame(100_001, TREE);
    has(&deepest, &json!({"kind": "end", "bound": "exact", "score": summary["value"]}));
    assert_eq!(deepest["path"].as_array().map(Vec::len), Some(100_000));
    // A path must fit into one command line argument, so this one ends half way.
    let path = "1 ".repeat(60_000);
    has(&state(100_001, &path, TREE), &json!({"state": "open", "alpha": "-inf", "beta": "inf"}));
    has(&state(400_001, &path, TREE), &json!({"state": "scored", "score": summary["value"]}));
    let shown = readable(&words("frame 100001", &words(TREE, &[])));
    assert!(shown.contains("1 1 … 1 1") && shown.contains("(100,000 moves)"), "{}", &shown[..200]);
}

#[test]
fn a_value_is_printed_with_its_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let file = path.to_str().expect("a name");
    let events = |window: &str| {
        format!(
            "{{\"edagari\":1,\"search\":\"pvs\",\"scores\":\"max\"}}\n{{\"event\":\"enter\",\"moves\":[\"a\",\"b\"]{window}}}\n\
             {{\"event\":\"enter\",\"move\":\"a\"}}\n{{\"event\":\"leave\",\"score\":5}}\n{{\"event\":\"leave\"}}\n"
        )
    };
    let told = |window: &str| {
        std::fs::write(&path, events(window)).expect("written");
        (json_of(&["record", file]), readable(&["record", file]))
    };
    let (json, text) = told(",\"window\":[-1,3]");
    assert_eq!((&json["value"], &json["value_bound"]), (&5.into(), &"lower".into()));
    assert!(text.contains("≥ 5"), "{text}");
    let (json, text) = told(",\"window\":[-1,7]");
    assert_eq!(json["value_bound"], "exact");
    assert!(!text.contains("≥ 5") && text.contains("value"), "{text}");
    // Without a recorded window of the root, the kind of the value is unknown.
    let (json, text) = told("");
    assert_eq!((&json["value"], &json["value_bound"]), (&5.into(), &serde_json::Value::Null));
    assert!(text.contains("returned") && !text.contains("value "), "{text}");
    let said = readable(&["frame", "5", file]);
    assert!(said.contains("Its window is unknown"), "{said}");
    let said = readable(&["frame", "2", file]);
    assert!(said.contains("a leaf with the score 5") && !said.contains("game"), "{said}");
}

#[test]
fn missing_count_of_pruned_nodes_has_its_reason() {
    let with_passes = readable(&words("record kalah --search alpha-beta --depth-limit 4 --null-move 2", &[]));
    assert!(with_passes.contains("  unknown\n"), "{with_passes}");
    assert!(with_passes.contains("no move of the game leads to some visits, such as null moves.\n"), "{with_passes}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.jsonl");
    let stream = concat!(
        "{\"edagari\":1,\"search\":\"alpha-beta\"}\n",
        "{\"event\":\"enter\",\"node\":1,\"window\":[0,1],\"moves\":[\"a\",\"b\"]}\n",
        "{\"event\":\"enter\",\"node\":2,\"move\":\"a\",\"window\":[0,1]}\n",
        "{\"event\":\"leave\",\"node\":2,\"score\":3}\n",
        "{\"event\":\"leave\",\"node\":1,\"score\":1}\n",
    );
    std::fs::write(&file, stream).expect("written");
    let of_others = readable(&["record", file.to_str().expect("a name")]);
    assert!(of_others.contains("because the rules of the game are not known.\n"), "{of_others}");
    let whole = readable(&words("record tic-tac-toe --search alpha-beta --after a1", &[]));
    assert!(!whole.contains("Pruned nodes"), "{whole}");
}
