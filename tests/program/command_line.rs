//! The program as a person or a script runs it: what it prints, where it prints it, and what it exits with.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_edagari"));
    command.stdin(Stdio::null());
    command
}

fn edagari(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// The arguments of a command: words between blanks, and after them the words of `more` as they are.
fn words<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split_whitespace().chain(more.iter().copied()).collect()
}

fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).expect("UTF-8")
}

/// The readable output of a command that succeeds.
fn readable(arguments: &[&str]) -> String {
    let output = edagari(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "{arguments:?}");
    stdout(&output).to_owned()
}

/// The one JSON object that a command prints.
fn json_of(arguments: &[&str]) -> Value {
    let printed = readable(&[arguments, &["--json"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    let value: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(value.is_object(), "{printed}");
    value
}

/// The one sentence of a command that is refused, all of whose `parts` it has.
fn refused(arguments: &[&str], parts: &[&str]) -> String {
    let output = edagari(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stdout(&output), "", "{arguments:?}");
    let sentence = stderr(&output);
    assert!(sentence.starts_with("edagari: ") && sentence.ends_with('\n'), "{sentence:?}");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    for part in parts {
        assert!(sentence.contains(part), "{sentence:?} does not say {part:?}");
    }
    sentence.to_owned()
}

fn frame(number: usize, game: &str) -> Value {
    json_of(&words(&format!("frame {number} {game}"), &[]))
}

fn state(number: usize, path: &str, game: &str) -> Value {
    json_of(&[&["state", &number.to_string(), path], words(game, &[]).as_slice()].concat())
}

/// Asserts that an object has these values, whatever else it has.
fn has(object: &Value, expected: &Value) {
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&object[key], value, "{key} of {object}");
    }
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// A file with a textbook tree, in a directory that lives as long as the first of the two.
fn tree_file(content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tree.ron");
    fs::write(&path, content).expect("a file");
    (directory, path)
}

const TIC_TAC_TOE: &str = "tic-tac-toe --search alpha-beta";
const TEXTBOOK: &str = "textbook --search alpha-beta";

#[test]
fn record_prints_the_figures_of_tic_tac_toe() {
    let depth = |visits: u64, evaluations: u64| json!({"visits": visits, "evaluations": evaluations, "alpha_cuts": 0, "beta_cuts": 0});
    let minimax = json_of(&words("record tic-tac-toe --search minimax", &[]));
    assert_eq!(
        minimax,
        json!({
            "game": "tic-tac-toe", "search": "minimax", "order": "natural", "after": "", "value": 0,
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
    // Minimax searches each of the 627 classes of positions that are not over once.
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
fn the_frames_of_a_table() {
    const GAME: &str = "tic-tac-toe --search alpha-beta --table bounds --shortest-win";
    let after = ["--after", "a1 b2"];
    let at = |number: usize| json_of(&words(&format!("frame {number} {GAME}"), &after));
    let store = json!({
        "kind": "store", "lower": "-inf", "upper": -1, "score": -1, "outcome": null, "stored_at": null, "bound": null,
    });
    has(&at(14), &store);
    let returned = json!({
        "kind": "lookup", "alpha": "-inf", "beta": -2, "lower": 1, "upper": "inf", "outcome": "returned",
        "stored_at": 46, "score": null, "bound": null, "cut": null,
    });
    has(&at(65), &returned);
    has(&at(46), &json!({"kind": "store", "lower": 1, "upper": "inf"}));
    // What the table has answered ends at once, with what its bounds say.
    has(&at(66), &json!({"kind": "end", "score": 1, "bound": "lower", "lower": null, "upper": null}));
    assert_eq!(at(65)["node"], at(66)["node"]);
    let narrowed = json!({
        "kind": "lookup", "alpha": 0, "beta": 1, "lower": "-inf", "upper": 1, "outcome": "narrowed", "stored_at": 489,
    });
    has(&at(528), &narrowed);
    has(&at(527), &json!({"kind": "start", "alpha": 0, "beta": "inf", "node": at(528)["node"]}));
    has(&at(530), &json!({"kind": "lookup", "outcome": "nothing", "alpha": 0, "beta": 1, "stored_at": 485}));
    for number in [527, 531] {
        has(&at(number), &json!({"lower": null, "upper": null, "outcome": null, "stored_at": null}));
    }

    let shown = readable(&words(&format!("frame 528 {GAME}"), &after));
    let expected = "\
game       tic-tac-toe (shortest win)
frame      528
kind       lookup
node       198
path       c2 b1 b3 c1 a3
player     min (X)
alpha      0
beta       1
lower      −∞
upper      1
outcome    narrowed (the window is smaller)
stored at  frame 489

The table has the position after c2 b1 b3 c1 a3 from frame 489: at most 1. Its window (0, ∞) shrinks to (0, 1).
";
    assert_eq!(shown, expected);
    let shown = readable(&words(&format!("frame 14 {GAME}"), &after));
    assert!(shown.contains("score   −1\nlower   −∞\nupper   −1\n\nThe table keeps"), "{shown}");
}

#[test]
fn options_of_a_table_are_refused_without_one() {
    for option in ["--no-symmetry", "--no-narrowing", "--intersect", "--table-size 5"] {
        let name = option.split_whitespace().next().expect("a name");
        for table in ["", "--table none"] {
            let parts = [name, "expected it only with --table window or --table bounds"];
            refused(&words(&format!("record eight --search minimax {table} {option}"), &[]), &parts);
        }
    }
    for search in ["generate-breadth-first", "generate-depth-first"] {
        for table in ["window", "bounds"] {
            let arguments = format!("record eight --search {search} --table {table}");
            refused(&words(&arguments, &[]), &["option --table", "expected it only with", search]);
        }
        let generated = json_of(&words(&format!("record eight --table none --search {search}"), &[]));
        has(&generated, &json!({"table": "none", "lookups": 0, "table_stores": 0}));
    }
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
fn the_published_frames_of_tic_tac_toe() {
    let at = |number| frame(number, TIC_TAC_TOE);
    let first = at(0);
    let mut expected_keys = [
        "frame",
        "kind",
        "node",
        "path",
        "player",
        "alpha",
        "beta",
        "score",
        "bound",
        "cut",
        "lower",
        "upper",
        "outcome",
        "stored_at",
        "pruned_moves",
        "nodes_pruned",
        "text",
    ];
    expected_keys.sort_unstable();
    assert_eq!(keys(&first), expected_keys);
    let expected = json!({
        "frame": 0, "kind": "start", "node": 0, "path": [], "player": "max", "alpha": "-inf", "beta": "inf",
        "score": null, "bound": null, "cut": null, "pruned_moves": [], "nodes_pruned": 0,
        "lower": null, "upper": null, "outcome": null, "stored_at": null,
    });
    has(&first, &expected);

    let path = json!(["a1", "b1", "c1", "a2", "b2", "c2", "b3"]);
    let at_18 = json!({
        "kind": "score", "player": "min", "path": path, "alpha": 1, "beta": "inf", "score": 1, "cut": null,
        "bound": null, "nodes_pruned": 0,
    });
    has(&at(18), &at_18);
    let at_19 = json!({
        "kind": "update", "path": path, "alpha": 1, "beta": 1, "score": null, "cut": "alpha", "nodes_pruned": 2,
        "pruned_moves": ["c3"],
    });
    has(&at(19), &at_19);
    let at_20 = json!({"kind": "end", "path": path, "score": 1, "bound": "upper", "cut": null, "nodes_pruned": 0});
    has(&at(20), &at_20);
    assert_eq!(at(18)["node"], at(20)["node"]);

    has(&at(125), &json!({"kind": "score", "cut": null, "player": "max"}));
    has(&at(126), &json!({"kind": "update", "cut": "beta", "nodes_pruned": 5, "player": "max"}));
    has(&at(14_324), &json!({"kind": "score", "path": ["b1"], "score": 0, "cut": null}));
    let at_14_325 = json!({
        "kind": "update", "path": ["b1"], "player": "min", "cut": "alpha", "nodes_pruned": 55_152,
        "pruned_moves": ["c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    });
    has(&at(14_325), &at_14_325);
    has(&at(73_185), &json!({"kind": "end", "node": 0, "path": [], "score": 0, "bound": "exact"}));
}

#[test]
fn a_frame_is_readable() {
    let cut = readable(&words("frame 19", &words(TIC_TAC_TOE, &[])));
    let expected = "\
frame         19
kind          update
node          41
path          a1 b1 c1 a2 b2 c2 b3
player        min (X)
alpha         1
beta          1
cut           α-cut
pruned moves  c3
nodes pruned  2

";
    let sentence = cut.strip_prefix(expected).unwrap_or_else(|| panic!("{cut}"));
    assert!(
        sentence.starts_with("α-cut after a1 b1 c1 a2 b2 c2 b3, where min moves: a3 returned 1 ≤ α = 1; c3 is skipped"),
        "{sentence}"
    );
    assert!(sentence.ends_with(" 2 nodes pruned.\n"), "{sentence}");

    let first = readable(&words("frame 0 eight --search minimax", &[]));
    assert!(first.contains("path    (the start)\n") && first.contains("alpha   −∞\nbeta    ∞\n"), "{first}");
    // A leaf that X wins scores −1, with a true minus.
    let lost = readable(&words("frame 1 tic-tac-toe --search minimax --after", &["a1 a2 b1 b2 c3 c2"]));
    assert!(lost.contains("score   −1\nbound   exact"), "{lost}");
}

#[test]
fn a_frame_is_explained_in_both_languages() {
    let text = |language| {
        frame(126, &format!("{TIC_TAC_TOE} --language {language}"))["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(frame(126, TIC_TAC_TOE)["text"], text("english"));
    assert!(
        text("english").starts_with("β-cut after a1 b1 c1 a2 b2 c3, where max moves: a3 returned 1 ≥ β = 1"),
        "{}",
        text("english")
    );
    assert!(text("japanese").contains("枝刈り"), "{}", text("japanese"));
    assert!(
        readable(&words("frame 126 --language japanese", &words(TIC_TAC_TOE, &[]))).ends_with("枝刈りされました。\n")
    );
}

#[test]
fn the_frames_of_the_three_move_figure() {
    has(
        &json_of(&words("record", &words(TEXTBOOK, &[]))),
        &json!({"value": 3, "leaves_evaluated": 5, "alpha_cuts": 1, "beta_cuts": 1, "cutoffs": 2, "nodes_pruned": 4}),
    );
    has(
        &json_of(&words("record textbook --search minimax", &[])),
        &json!({"value": 3, "leaves_evaluated": 8, "nodes_visited": 15, "frames": 58, "best_moves": ["A"]}),
    );
    let beta_cut = json!({
        "kind": "update", "path": ["A", "D"], "player": "max", "alpha": 4, "beta": 3, "cut": "beta",
        "pruned_moves": ["J"], "nodes_pruned": 1,
    });
    has(&frame(18, TEXTBOOK), &beta_cut);
    let alpha_cut = json!({
        "kind": "update", "path": ["B"], "player": "min", "alpha": 3, "beta": 3, "cut": "alpha",
        "pruned_moves": ["F"], "nodes_pruned": 3,
    });
    has(&frame(37, TEXTBOOK), &alpha_cut);
    // E has 2, but fail-hard returns no less than the α it was given; fail-soft does.
    for (search, score) in [("alpha-beta", 3), ("alpha-beta-soft", 2)] {
        let failed_low = json!({"kind": "end", "path": ["B"], "score": score, "bound": "upper", "cut": null});
        has(&frame(38, &format!("textbook --search {search}")), &failed_low);
    }
    has(&frame(19, TEXTBOOK), &json!({"kind": "end", "path": ["A", "D"], "score": 4, "bound": "lower"}));
}

#[test]
fn the_states_of_the_three_move_figure() {
    let at = |number, path| state(number, path, TEXTBOOK);
    let whole = json!({
        "frame": 17, "path": ["A", "D", "J"], "state": "unvisited", "alpha": null, "beta": null, "score": null,
        "bound": null, "pruned_at": null,
    });
    assert_eq!(at(17, "A D J"), whole);
    has(&at(18, "A D J"), &json!({"state": "pruned", "pruned_at": 18}));
    has(&at(0, ""), &json!({"path": [], "state": "open", "alpha": "-inf", "beta": "inf", "score": null}));
    has(&at(18, "A D"), &json!({"state": "open", "alpha": 4, "beta": 3, "score": null}));
    has(&at(19, "A D"), &json!({"state": "scored", "alpha": null, "beta": null, "score": 4, "bound": "lower"}));
    has(&at(36, "B F M"), &json!({"state": "unvisited", "pruned_at": null}));
    // Below a pruned node everything is pruned with it.
    for path in ["B F", "B F M", "B F N"] {
        has(&at(37, path), &json!({"state": "pruned", "pruned_at": 37}));
    }
    has(&at(38, "B"), &json!({"state": "scored", "score": 3, "bound": "upper"}));
    has(&at(41, ""), &json!({"state": "scored", "score": 3, "bound": "exact"}));

    let open = "frame  18\npath   A D\nstate  open\nalpha  4\nbeta   3\n";
    assert_eq!(readable(&[&["state", "18", "A D"], words(TEXTBOOK, &[]).as_slice()].concat()), open);
    let pruned = readable(&[&["state", "18", "A D J"], words(TEXTBOOK, &[]).as_slice()].concat());
    assert_eq!(pruned, "frame      18\npath       A D J\nstate      pruned\npruned at  frame 18\n");
    let start = readable(&[&["state", "0", ""], words(TEXTBOOK, &[]).as_slice()].concat());
    assert_eq!(start, "frame  0\npath   (the start)\nstate  open\nalpha  −∞\nbeta   ∞\n");
}

#[test]
fn a_run_starts_after_moves() {
    let after_a1 = json_of(&words("record tic-tac-toe --search minimax --after", &["a1"]));
    has(&after_a1, &json!({"after": "a1", "value": 0, "nodes_visited": 59_705, "best_moves": ["b2"]}));
    // Paths count from the start of the run.
    let first_child = frame(1, "tic-tac-toe --search minimax --after b2");
    has(&first_child, &json!({"player": "max", "path": ["a1"]}));
    let shown = readable(&words("record tic-tac-toe --search alpha-beta --after", &["a1 b2 "]));
    assert!(shown.contains("after             a1 b2\n"), "{shown}");
    let over = json_of(&words("record textbook --search minimax --after", &["A C G"]));
    has(&over, &json!({"value": 1, "nodes_visited": 1, "frames": 2, "best_moves": []}));
}

#[test]
fn the_shortest_win_scores_most() {
    // O has a1 and b1: c1 wins at once, the fifth move, (11 − 5) / 2; b2 makes two threats and wins with the seventh.
    let after = ["a1 a2 b1 b3"];
    let plain = json_of(&words("record tic-tac-toe --search minimax --after", &after));
    has(&plain, &json!({"value": 1}));
    let best = plain["best_moves"].as_array().expect("moves");
    assert!(best.contains(&json!("c1")) && best.contains(&json!("b2")), "{best:?}");
    let shortest = json_of(&words("record tic-tac-toe --search minimax --shortest-win --after", &after));
    has(&shortest, &json!({"value": 3, "best_moves": ["c1"]}));
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
fn best_first_order_evaluates_the_fewest_leaves() {
    for (branching, depth) in [(2_u64, 1_u32), (2, 7), (3, 6), (4, 5), (5, 4), (9, 3)] {
        let (branching_text, depth_text) = (branching.to_string(), depth.to_string());
        let tree = ["--branching", &branching_text, "--depth", &depth_text];
        // All leaves differ with overwhelming odds, so that no cut comes early by chance.
        let options = ["--scores", "-1000000000..1000000000", "--order", "best"];
        let run = json_of(&[words("record random --search alpha-beta", &options).as_slice(), &tree].concat());
        let fewest = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
        assert_eq!(run["leaves_evaluated"], fewest, "branching {branching}, depth {depth}");
    }
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

    // A name that looks like an option is a move behind `--`.
    let (_directory, path) = tree_file("(root: (name: \"R\", children: [(name: \"--x\", score: 1)]))");
    let options = ["state", "--json", "--search", "minimax", "--file", path.to_str().expect("UTF-8")];
    let output = edagari(&[options.as_slice(), &["--", "2", "--x", "textbook"]].concat());
    let found: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    has(&found, &json!({"path": ["--x"], "state": "scored", "score": 1}));
}

#[test]
fn broken_files_are_refused_with_line_and_column() {
    let place = |content: &[u8], place: &str, part: &str| {
        let (_directory, path) = tree_file(content);
        let path = path.to_str().expect("UTF-8");
        let place = format!("edagari: {path}:{place}: ");
        refused(&["record", "textbook", "--search", "minimax", "--file", path], &[&place, part]);
    };
    place(b"Tree(\n  root: Node(score: 1.5),\n)", "2:22", "Expected comma");
    place(
        b"(nodes: [\n (name: \"R\"),\n (name: \"a\", parent: \"S\", score: 1),\n])",
        "3:37",
        "the parent S, expected",
    );
    place(b"(root: (score: 1, colour: 3))", "1:19", "colour");
    place(b"(nodes: [])", "1:1", "no nodes, expected at least a root");
    place(b"\n(root: \xff)", "2:8", "not UTF-8 text, expected a RON file");
    let deep = format!("(root: {}(score: 1){})", "(children: [".repeat(300), "])".repeat(300));
    let (_directory, path) = tree_file(deep);
    let path = path.to_str().expect("UTF-8");
    refused(&["record", "textbook", "--search", "minimax", "--file", path], &["256 levels", "expected the flat form"]);
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    for path in [directory.path().join("missing.ron"), directory.path().to_owned()] {
        let path = path.to_str().expect("UTF-8");
        refused(&["record", "textbook", "--search", "minimax", "--file", path], &[path, "cannot be read"]);
    }
}

#[test]
fn options_of_another_game_are_refused() {
    for (game, option, owner) in [
        ("eight", "--depth 3", "random"),
        ("textbook", "--branching 3", "random"),
        ("tic-tac-toe", "--seed 3", "random"),
        ("eight", "--scores -1..1", "random"),
        ("textbook", "--shortest-win", "tic-tac-toe"),
        ("random", "--file tree.ron", "textbook"),
    ] {
        let name = option.split_whitespace().next().expect("a name");
        let arguments = words("record --search minimax", &[&[game], words(option, &[]).as_slice()].concat());
        refused(&arguments, &[name, &format!("the game {game}, expected it only with {owner}")]);
    }
}

#[test]
fn bad_values_are_refused_by_name() {
    for (arguments, parts) in [
        ("record chess --search minimax", ["'chess'", "expected one of tic-tac-toe, eight, textbook, random"]),
        ("record eight --search minmax", ["'minmax'", "expected one of minimax, alpha-beta, alpha-beta-soft"]),
        ("record eight --search minimax --order worst", ["'worst'", "expected natural, reversed, shuffled:SEED"]),
        ("record eight --search minimax --order shuffled:x", ["'shuffled:x'", "expected natural, reversed"]),
        ("record random --search minimax --depth deep", ["'deep'", "expected a whole number from 0 to 1000000"]),
        ("record random --search minimax --depth -1", ["'-1'", "expected a whole number from 0 to 1000000"]),
        ("record random --search minimax --depth 1000001", ["'1000001'", "expected a whole number from 0 to 1000000"]),
        ("record random --search minimax --branching 0", ["'0'", "expected a whole number from 1 to 1000"]),
        ("record random --search minimax --seed -7", ["'-7'", "expected a whole number from 0"]),
        ("record random --search minimax --scores 3..-3", ["'3..-3'", "expected the least and the greatest score"]),
        ("record random --search minimax --scores 3", ["'3'", "two whole numbers with two dots between them"]),
        ("record random --search minimax --scores -2147483648..0", ["-2147483648..0", "expected"]),
        ("record random --search minimax --memory-limit 0", ["'0'", "expected a number of MiB from 1"]),
        ("record random --search minimax --memory-limit 3TB", ["'3TB'", "a number with KiB, MiB or GiB"]),
        ("record eight --search minimax --table hash", ["'hash'", "expected one of none, window, bounds"]),
        ("record eight --search minimax --table bounds --table-size 0", ["'0'", "expected a whole number from 1"]),
        ("record eight --search minimax --table bounds --table-size -1", ["'-1'", "expected a whole number from 1"]),
        ("record eight --search minimax --table window --table-size x", ["'x'", "expected a whole number from 1"]),
        (
            "record eight --search minimax --table bounds --table-size 4294967296",
            ["'4294967296'", "expected a whole number from 1 to 4294967295"],
        ),
        ("frame x eight --search minimax", ["'x'", "expected the number of a frame, a whole number from 0"]),
        ("frame -1 eight --search minimax", ["'-1'", "expected the number of a frame"]),
        ("frame 0 eight --search minimax --language latin", ["'latin'", "expected one of english, japanese"]),
    ] {
        refused(&words(arguments, &[]), &parts);
    }
}

#[test]
fn wrong_usage_is_one_sentence() {
    refused(&["record", "eight"], &["--search <NAME>", "not provided"]);
    refused(&["record"], &["<GAME>", "not provided"]);
    refused(&["replay"], &["'replay'"]);
    refused(&words("record eight --search minimax --dept 3", &[]), &["'--dept'", "--depth"]);
    refused(&["view", "now"], &["now: cannot be read"]);
    refused(&["view", "a", "b", "c"], &["a: cannot be read"]);
    refused(&words("state 3 --dept 3 eight --search minimax", &[]), &["'--dept'"]);
}

#[test]
fn frames_past_the_end_are_refused() {
    let parts = ["frame 73186", "expected 0 to 73185"];
    refused(&words("frame 73186", &words(TIC_TAC_TOE, &[])), &parts);
    refused(&[&["state", "42", ""], words(TEXTBOOK, &[]).as_slice()].concat(), &["frame 42", "expected 0 to 41"]);
    // Beyond 32 bits the number must not wrap around.
    refused(&words("frame 4294967296 eight --search minimax", &[]), &["frame 4294967296", "expected 0 to "]);
    refused(&words("frame 18446744073709551615 eight --search minimax", &[]), &["frame 18446744073709551615"]);
}

#[test]
fn illegal_moves_are_refused() {
    let path = [&["state", "3", "A X"], words(TEXTBOOK, &[]).as_slice()].concat();
    refused(&path, &["move 2 of \"A X\"", "X is not a legal move here", "expected one of C D"]);
    let too_far = [&["state", "3", "A C G G"], words(TEXTBOOK, &[]).as_slice()].concat();
    refused(&too_far, &["move 4 of \"A C G G\"", "the game is over"]);
    // Below a pruned node moves are checked too.
    refused(&[&["state", "41", "B F Q"], words(TEXTBOOK, &[]).as_slice()].concat(), &["Q is not", "one of M N"]);
    let after = words("record tic-tac-toe --search alpha-beta --after", &["a1 a1"]);
    refused(&after, &["move 2 of \"a1 a1\"", "a1 is not a legal move here", "expected one of b1 c1 a2 b2 c2 a3 b3 c3"]);
}

#[test]
fn the_memory_limit_ends_a_recording_and_keeps_what_it_has() {
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
fn deep_trees_are_recorded_and_looked_at() {
    const TREE: &str = "random --depth 100000 --branching 1 --search alpha-beta";
    let began = Instant::now();
    let summary = json_of(&words("record", &words(TREE, &[])));
    has(&summary, &json!({"nodes_visited": 100_001, "frames": 400_002, "max_depth": 100_000}));
    let deepest = frame(100_001, TREE);
    has(&deepest, &json!({"kind": "end", "bound": "exact", "score": summary["value"]}));
    assert_eq!(deepest["path"].as_array().map(Vec::len), Some(100_000));
    // Longer than what a system takes as one argument is no path, so this one stops half way.
    let path = "1 ".repeat(60_000);
    has(&state(100_001, &path, TREE), &json!({"state": "open", "alpha": "-inf", "beta": "inf"}));
    has(&state(400_001, &path, TREE), &json!({"state": "scored", "score": summary["value"]}));
    let shown = readable(&words("frame 100001", &words(TREE, &[])));
    assert!(shown.contains("1 1 … 1 1") && shown.contains("(100,000 moves)"), "{}", &shown[..200]);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn help_and_version_go_to_stdout() {
    assert_eq!(readable(&["--version"]), format!("edagari {}\n", env!("CARGO_PKG_VERSION")));
    for arguments in [["--help"].as_slice(), &["record", "--help"], &["frame", "--help"], &["state", "-h"], &["help"]] {
        let help = readable(arguments);
        assert!(help.contains("Usage: edagari") && help.contains("Exit codes:"), "{help}");
        assert!(help.contains("Examples:"), "{help}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    // 400 kB, more than a pipe holds: the program is still writing when its reader leaves.
    let arguments = words("frame 200001 random --depth 100000 --branching 1 --search alpha-beta --json", &[]);
    let mut child = program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut reader = child.stdout.take().expect("a pipe");
    reader.read_exact(&mut [0; 10]).expect("some bytes");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for arguments in [["record", "eight", "--search", "minimax"].as_slice(), &["--help"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = program().args(arguments).stdout(full).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).starts_with("edagari: the output cannot be written: "), "{}", stderr(&output));
    }
}

#[test]
fn the_bundled_examples_open() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("resources/textbook");
    let mut opened = 0;
    for entry in fs::read_dir(directory).expect("the examples") {
        let path = entry.expect("an entry").path();
        let path = path.to_str().expect("UTF-8");
        let value = |search| json_of(&["record", "textbook", "--file", path, "--search", search])["value"].clone();
        assert_eq!(value("minimax"), value("alpha-beta"), "{path}");
        opened += 1;
    }
    assert!(opened >= 2, "{opened}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_there_is_one_sentence() {
    for arguments in [[].as_slice(), &["view"]] {
        let mut command = program();
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(variable);
        }
        let output = command.args(arguments).output().expect("it starts");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        let sentence = stderr(&output);
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        assert!(sentence.starts_with("edagari: ") && sentence.contains("`edagari record`"), "{sentence}");
    }
}

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
fn boards_of_kalah_that_cannot_be_are_refused() {
    for (option, value) in [("--houses", "0"), ("--houses", "-1"), ("--houses", "x"), ("--stones", "0")] {
        refused(&["record", "kalah", "--search", "minimax", option, value], &[option, "expected"]);
    }
    for options in [["--houses", "13"], ["--stones", "17"], ["--stones", "255"]] {
        refused(&words("record kalah --search minimax", &options), &["kalah", options[1], "expected"]);
    }
    refused(&words("record kalah --houses 12 --stones 8 --search minimax", &[]), &["stones is 8", "expected"]);
    refused(&words("record kalah --search minimax --after 7", &[]), &["7 is not a legal move", "0 1 2 3 4 5"]);
    refused(&words("record eight --search minimax --houses 3", &[]), &["--houses", "kalah"]);
}

#[test]
fn two_searches_play_a_match() {
    let played = json_of(&words("match kalah --first minimax:2 --second minimax:3", &[]));
    has(&played, &json!({ "score": 99, "stones": [39, 23], "evaluations": 4383 }));
    let turns = played["turns"].as_array().expect("turns");
    assert_eq!(turns[0]["player"], "max");
    assert!(turns.iter().all(|turn| turn["moves"].as_array().is_some_and(|moves| !moves.is_empty())));
    let perfect = json_of(&words("match tic-tac-toe --first alpha-beta --second minimax:9", &[]));
    has(&perfect, &json!({ "score": 0, "stones": null }));
    assert!(readable(&words("match kalah --first minimax:2 --second minimax:2", &[])).contains("41–31"));
    refused(&words("match kalah --first negamax:2 --second minimax:2", &[]), &["--first", "expected"]);
    refused(&words("match kalah --first minimax:x --second minimax:2", &[]), &["--first", "expected"]);
    refused(&words("match kalah --first minimax:2", &[]), &["--second"]);
}

#[test]
fn an_experiment_plays_every_pair_of_depths() {
    let report = json_of(&words("experiment kalah --depths 2..3", &[]));
    let cells = report["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 4);
    has(
        &cells[1],
        &json!({
            "first_depth": 2, "second_depth": 3, "score": 99, "stones": [39, 23], "minimax": 4383,
            "alpha_beta_one_bound": 1757,
        }),
    );
    let csv = readable(&words("experiment kalah --depths 2..3 --format csv", &[]));
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains("\n3,3,99,40,32,41159,11320,"), "{csv}");
    assert!(readable(&words("experiment kalah --depths 2..2", &[])).contains("11,775"));
    for depths in ["0..2", "3..2", "2", "a..b", "2..100"] {
        refused(&["experiment", "kalah", "--depths", depths], &["--depths", "expected"]);
    }
}

#[test]
fn the_figures_of_each_depth_are_printed_where_they_are_asked_for() {
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
    refused(&words("perft textbook --depth 2 --distinct", &[]), &["does not know equal positions", "expected"]);
    refused(&words("perft eight --depth 2 --houses 3", &[]), &["--houses", "kalah"]);
}

#[test]
fn connect_four_and_reversi_are_recorded() {
    let four = json_of(&words("record connect-four --width 4 --height 4 --search alpha-beta --depth-limit 6", &[]));
    has(&four, &json!({"game": "connect-four", "rules": "connect-four (4 columns, 4 rows, 4 in a row)"}));
    let reversi = json_of(&words("record reversi --size 4 --search alpha-beta-soft --table bounds", &[]));
    has(&reversi, &json!({"game": "reversi", "rules": "reversi (4×4)", "value": -8}));
    for (options, parts) in [
        ("connect-four --width 0", ["--width", "expected"]),
        ("connect-four --width 300", ["width is 300", "1 to 26"]),
        ("connect-four --width 27", ["width is 27", "1 to 26"]),
        ("connect-four --height 9", ["height is 9", "expected fewer rows"]),
        ("connect-four --line 8", ["line is 8", "longer side"]),
        ("connect-four --size 4", ["--size", "reversi"]),
        ("reversi --size 5", ["size is 5", "4, 6 or 8"]),
        ("reversi --size -4", ["--size", "expected"]),
        ("reversi --width 4", ["--width", "layered or connect-four"]),
    ] {
        refused(&words(&format!("record {options} --search minimax"), &[]), &parts);
    }
    refused(&words("record reversi --search minimax --after a1", &[]), &["a1 is not a legal move", "c2 b3 e4 d5"]);
    refused(&words("record connect-four --search minimax --after h", &[]), &["h is not a legal move", "a b c d e f g"]);
}

#[test]
fn the_sides_of_a_match_have_options_of_their_own() {
    let text = "match reversi --size 4 --first alpha-beta:3,table=bounds,no-symmetry,order=reversed \
                --second minimax:2,evaluation=discs";
    let played = json_of(&words(text, &[]));
    assert_eq!(played["rules"], json!("reversi (4×4)"));
    let turns = played["turns"].as_array().expect("turns");
    let evaluations: u64 = turns.iter().filter_map(|turn| turn["evaluations"].as_u64()).sum();
    assert_eq!(played["evaluations"], json!(evaluations));
    assert_eq!(turns.len(), turns.iter().map(|turn| turn["moves"].as_array().map_or(0, Vec::len)).sum::<usize>());
    for (side, part) in [
        ("minimax:2,order=best,x", "option x"),
        ("minimax:2,order=random", "order: expected natural"),
        ("minimax:2,table=big", "table: expected none"),
        ("minimax:2,no-symmetry", "options of a table"),
        ("minimax:2,table=bounds,table-size=0", "table-size: expected"),
        ("minimax,evaluation=discs", "evaluation: expected it only with a depth"),
        ("minimax:2,evaluation=best", "corners-mobility or discs or zero"),
    ] {
        refused(&["match", "reversi", "--first", side, "--second", "minimax:1"], &[part]);
    }
}

#[test]
fn noise_is_printed_as_table_csv_and_json() {
    let report = json_of(&words("noise --sigma 5 --area 20 --depth 10", &[]));
    assert_eq!((report["levels"].as_array().map(Vec::len), &report["last"]), (Some(11), &json!("max")));
    let near = |value: &serde_json::Value, expected: f64| {
        let found = value.as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    };
    near(&report["levels"][10]["mean"], 1.887_055_077_197_721_7);
    near(&report["levels"][10]["standard_deviation"], 0.624_288_021_861_071_4);
    near(&report["levels"][0]["variance"], 25.080_403_422_818_06);
    assert_eq!(report["levels"][0]["first"], json!(-20));
    assert_eq!(report["levels"][3]["masses"].as_array().map(Vec::len), Some(41));
    let two = json_of(&words("noise --sigma 5 --depth 1 --offsets 0,-1 --last min", &[]));
    near(&two["levels"][1]["mean"], -2.349_041_216_719_884);
    let csv = readable(&words("noise --sigma 5 --depth 2 --csv", &[]));
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!((lines[0], lines.len()), ("depth,mean,variance,standard_deviation", 4));
    assert!(lines[2].starts_with("1,3.31552636759"), "{csv}");
    assert!(readable(&words("noise --sigma 5", &[])).contains("    2    1.057485696         2.699680994\n"));
    for (options, part) in [
        ("--sigma 0", "σ is 0, expected a number above 0"),
        ("--sigma -3", "σ is -3, expected"),
        ("--sigma NaN", "σ is NaN, expected"),
        ("--sigma 5 --area 0", "--area"),
        ("--sigma 5 --offsets 0,x", "--offsets"),
        ("--sigma 5 --offsets 0,-99999", "offset is -99999, expected"),
        ("--sigma 5 --depth 201", "--depth"),
    ] {
        refused(&words(&format!("noise {options}"), &[]), &[part]);
    }
    refused(&["noise", "--sigma", "5", "--offsets", ""], &["--offsets", "expected"]);
    refused(&words("noise", &[]), &["--sigma"]);
    let (_folder, path) = tree_file("{-1: 0.5, 1: 0.5}");
    let own = json_of(&["noise", "--masses", &path.display().to_string(), "--depth", "1", "--offsets", "0,0"]);
    has(&own, &json!({"sigma": null, "area": null}));
    near(&own["levels"][1]["mean"], 0.5);
    for (content, part) in [("{0: 0.5}", "tree.ron: the masses sum to 0.5"), ("{0: }", "tree.ron:1:")] {
        let (_folder, path) = tree_file(content);
        refused(&["noise", "--masses", &path.display().to_string()], &[part, "expected"]);
    }
    refused(&words("noise --masses /nowhere/noise.ron", &[]), &["/nowhere/noise.ron: cannot be read"]);
    refused(&words("noise --masses x.ron --sigma 3", &[]), &["--sigma", "--masses"]);
}

#[test]
fn noise_on_a_game_is_sampled() {
    let report =
        json_of(&words("noise-game tic-tac-toe --shortest-win --sigma 2 --depths 0..9 --runs 200 --seed 1", &[]));
    has(&report, &json!({"game": "tic-tac-toe", "exact": 0, "seed": 1}));
    let rows = report["depths"].as_array().expect("depths");
    assert_eq!(rows.len(), 10);
    has(&rows[9], &json!({"depth": 9, "runs": 200, "error": 0.0, "mean": 0.0, "best_move_share": 1.0}));
    let interval = rows[0]["mean_interval"].as_array().expect("two bounds");
    assert!(interval[0].as_f64() < rows[0]["mean"].as_f64() && rows[0]["mean"].as_f64() < interval[1].as_f64());
    let again = json_of(&words("noise-game tic-tac-toe --shortest-win --sigma 2 --depths 9..9 --runs 200", &[]));
    assert_eq!(again["depths"][0], rows[9]);
    let text = readable(&words("noise-game kalah --depth-limit 3 --sigma 1 --depths 0..3 --runs 50", &[]));
    assert!(text.starts_with("kalah(6,6) (capture opposite-nonempty), σ = 1, exact value 2\n"), "{text}");
    for (arguments, part) in [
        ("eight --sigma 0 --depths 0..1", "σ is 0"),
        ("eight --sigma 1 --depths 2..1", "--depths"),
        ("eight --sigma 1 --depths 0..1 --runs 0", "--runs"),
        ("eight --sigma 1 --depths 0..1 --evaluation zero", "--depth-limit"),
        ("kalah --sigma 1 --depths 0..1 --depth-limit 2 --evaluation best", "stores or zero"),
        ("eight --sigma 1 --depths 0..1 --houses 2", "--houses"),
    ] {
        refused(&words(&format!("noise-game {arguments}"), &[]), &[part]);
    }
}

#[cfg(feature = "export")]
#[test]
fn a_picture_of_a_frame_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (name, more) in
        [("a.svg", ""), ("a.png", "--top-down --theme dark --levels 2"), ("b.svg", "--center A --levels 3")]
    {
        let path = file(name);
        let arguments = format!("export {TEXTBOOK} --frame 18 {more} -o {path}");
        assert_eq!(readable(&words(&arguments, &[])), "", "nothing is printed");
        assert!(fs::metadata(&path).is_ok_and(|written| written.len() > 1000), "{name}");
    }
    let path = file("frames.csv");
    readable(&words(&format!("export {TEXTBOOK} --rows frames -o {path}"), &[]));
    assert!(fs::read_to_string(&path).expect("text").starts_with("frame,kind,"));
    let both = ["a.svg", "b.svg"].map(|name| fs::read_to_string(file(name)).expect("text"));
    assert!(both[0].contains(">N</text>") && !both[1].contains(">N</text>"), "only A's part of the tree");
    for (arguments, parts) in [
        (format!("--frame 18 -o {}", file("c.pdf")), ["c.pdf", "expected a name that ends in"]),
        (format!("--frame 9999 -o {}", file("c.svg")), ["frame 9999", "expected"]),
        (format!("--frame 1 --center X -o {}", file("c.svg")), ["X is not a legal move", "expected"]),
        (format!("--frame 1 -o {}", file("none/c.svg")), ["none/c.svg", "cannot be written"]),
        (format!("--frame 1 --levels 0 -o {}", file("c.svg")), ["--levels", "expected"]),
        (format!("--rows nodes -o {}", file("c.svg")), ["c.svg", "ends in .csv or .json"]),
        (format!("--rows nodes --frame 3 -o {}", file("c.csv")), ["--rows", "--frame"]),
        (format!("-o {}", file("c.svg")), ["--frame", "required"]),
    ] {
        refused(&words(&format!("export {TEXTBOOK} {arguments}"), &[]), &parts);
    }
}

#[cfg(feature = "export")]
#[test]
fn motion_and_steps_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let size = "--picture-size 320x240";
    readable(&words(&format!("export {TEXTBOOK} --frames 0..3 {size} -o {}", file("still.gif")), &[]));
    let moving = format!("export {TEXTBOOK} --frames 0..3 {size} --animate --delay 400 -o {}", file("moving.gif"));
    assert_eq!(readable(&words(&moving, &[])), "", "nothing is printed");
    // Each picture has one control block.
    let pictures = |name: &str| {
        let bytes = fs::read(file(name)).expect("there");
        assert!(bytes.starts_with(b"GIF89a"));
        bytes.windows(3).filter(|three| *three == [0x21, 0xf9, 0x04]).count()
    };
    assert_eq!(pictures("still.gif"), 4);
    assert!(pictures("moving.gif") > 4 + 5, "{}", pictures("moving.gif"));
    readable(&words(&format!("export {TEXTBOOK} --frame 18 {size} --before-after -o {}", file("cut.svg")), &[]));
    let step = ["cut-1.svg", "cut-2.svg", "cut-3.svg"].map(|name| fs::read_to_string(file(name)).expect("text"));
    assert!(step[0] != step[1] && step[1] != step[2] && !fs::exists(file("cut.svg")).expect("known"));
    for (arguments, parts) in [
        ("--frame 0 --before-after -o x.png", ["nothing comes before frame 0", "expected a frame from 1"]),
        ("--frame 9999 --before-after -o x.png", ["frame 9999", "expected"]),
        ("--frame 3 --before-after -o x.gif", ["x.gif", "expected a name that ends in .png, .svg or .tex"]),
        ("--frame 3 --before-after --levels 2 -o x.png", ["--before-after", "--levels"]),
        ("--frame 3 --before-after --tikz -o x.png", ["--before-after", "--tikz"]),
        ("--frames 0..3 --before-after -o x.png", ["--frames", "--before-after"]),
        ("--rows nodes --before-after -o x.csv", ["--before-after", "--rows"]),
        ("--frames 0..3 --animate -o x.png", ["x.png", "expected a name that ends in .gif or .apng"]),
        ("--frames 0..3 --animate --fps 4 -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frames 0..3 --animate --fps 61 -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frames 0..3 --animate --fps nan -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frames 0..3 --fps 30 -o x.gif", ["--animate", "required"]),
        ("--frame 3 --animate -o x.gif", ["--animate", "--frame"]),
        ("--frame 3 --fps 30 -o x.png", ["--fps", "--frame"]),
        ("--frame 3 --delay 300 -o x.png", ["--delay", "--frame"]),
        ("--rows nodes --every 2 -o x.csv", ["--every", "--rows"]),
        ("--frames 0..3 --animate --levels 2 -o x.gif", ["--animate", "--levels"]),
        ("--frames 0..3 --animate --delay 100 -o x.gif", ["a delay of 100 ms", "expected at least 125 ms"]),
    ] {
        let arguments = arguments.replace(" x.", &format!(" {}/x.", folder.path().display()));
        refused(&words(&format!("export {TEXTBOOK} {arguments}"), &[]), &parts);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5, "what is refused writes nothing");
}

#[test]
fn traces_are_saved_checked_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (minimax, alpha_beta, stream) =
        (path("minimax.edagari"), path("alpha-beta.edagari"), path("alpha-beta.jsonl.zst"));
    let record = |search: &str, file: &str| json_of(&["record", "eight", "--search", search, "-o", file]);
    let (plain, pruned) = (record("minimax", &minimax), record("alpha-beta", &alpha_beta));
    // The figures of a file are those of the run, in whatever format.
    assert_eq!(json_of(&["record", &alpha_beta, "-o", &stream]), pruned);
    assert_eq!(json_of(&["record", &stream]), pruned);
    assert_eq!(json_of(&["frame", "40", &stream]), json_of(&["frame", "40", "eight", "--search", "alpha-beta"]));
    // Another search of the same game.
    assert_eq!(json_of(&["record", &stream, "--search", "minimax"]), plain);
    assert_eq!(json_of(&["perft", &stream, "--depth", "3"]), json_of(&["perft", "eight", "--depth", "3"]));

    let report = json_of(&["check", &stream, "--against-minimax"]);
    assert_eq!((&report["right"], &report["minimax"]), (&true.into(), &pruned["value"]));
    assert_eq!(report["frames"], pruned["frames"]);
    let equal = json_of(&["diff", &alpha_beta, &stream]);
    assert_eq!((&equal["equal"], &equal["first_different_frame"]), (&true.into(), &serde_json::Value::Null));

    let differ = edagari(&["diff", &minimax, &alpha_beta, "--json"]);
    assert_eq!(differ.status.code(), Some(1), "they differ");
    let differ: serde_json::Value = serde_json::from_slice(&differ.stdout).expect("an object");
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let saved = number(&plain["nodes_visited"]) - number(&pruned["nodes_visited"]);
    assert_eq!(number(&differ["visited_by_one"][0]), saved);
    assert_eq!(differ["cuts_in_one"][1], pruned["cutoffs"]);

    refused(&["diff", &minimax, &path("missing.edagari")], &["missing.edagari: cannot be read"]);
    refused(&["record", "eight", "--search", "minimax", "-o", &path("trace.txt")], &["trace.txt", ".edagari"]);
    refused(&["record", &stream, "--table", "bounds"], &["--table", "--search"]);
    refused(&["record", &stream, "--houses", "3"], &["--houses", "kalah"]);
    let figure = path("figure.ron");
    json_of(&["record", "textbook", "--search", "alpha-beta", "-o", &figure]);
    refused(&["diff", &minimax, &figure], &["different games", "eight", "textbook"]);
}

#[test]
fn a_wrong_trace_fails_its_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.jsonl");
    let wrong = "{\"edagari\":1}\n{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"a\"}\n{\"event\":\"leave\",\"score\":2}\n{\"event\":\"leave\",\"score\":3}\n";
    std::fs::write(&path, wrong).expect("written");
    let checked = edagari(&["check", path.to_str().expect("a name")]);
    assert_eq!(checked.status.code(), Some(1));
    let text = String::from_utf8(checked.stdout).expect("text");
    assert!(text.starts_with("frame 5: The root ends with 3"), "{text}");
    assert!(text.contains("note: "), "what was assumed is said: {text}");
    let sentence = String::from_utf8(checked.stderr).expect("text");
    assert_eq!(sentence, "edagari: the trace is wrong: faults 1, frames 6\n");
}

#[test]
fn what_a_trace_does_not_hold_is_not_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.jsonl");
    let stream = "{\"edagari\":1,\"game\":\"nim\"}\n{\"event\":\"enter\",\"moves\":[\"a\",\"b\"]}\n{\"event\":\"enter\",\"move\":\"a\"}\n{\"event\":\"leave\",\"score\":2}\n";
    std::fs::write(&path, stream).expect("written");
    let file = path.to_str().expect("a name");
    assert_eq!(json_of(&["record", file])["complete"], false);
    refused(&["record", file, "--search", "minimax"], &["1 of its nodes", "whole tree"]);
    std::fs::write(
        &path,
        format!("{stream}{{\"event\":\"enter\",\"move\":\"b\"}}\n{{\"event\":\"leave\",\"score\":7}}\n"),
    )
    .expect("written");
    assert_eq!(json_of(&["record", file, "--search", "minimax"])["value"], 7);
}

#[test]
fn a_trace_of_another_program_bears_its_own_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let [stream, native] =
        ["pvs.jsonl", "pvs.edagari"].map(|name| folder.path().join(name).to_str().expect("a name").to_owned());
    let events = r#"{"edagari":1,"program":"my-engine","search":"PVS","fail":"soft","cut":">="}
{"event":"enter"}
{"event":"enter","move":"a"}
{"event":"leave","score":2}
{"event":"leave","score":2}
"#;
    fs::write(&stream, events).expect("written");
    readable(&["record", &stream, "-o", &native]);
    for file in [&stream, &native] {
        for command in [vec!["record", file], vec!["frame", "0", file], vec!["state", "0", "a", file]] {
            has(&json_of(&command), &json!({"search": "PVS", "program": "my-engine"}));
            let said = readable(&command);
            let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
            assert!(lines.contains(&vec!["search", "PVS"]) && lines.contains(&vec!["program", "my-engine"]), "{said}");
            assert!(!said.contains("fail-soft") && !said.contains("alpha-beta"), "{said}");
        }
    }
    let own = frame(0, "textbook --search alpha-beta");
    assert!(own.get("search").is_none() && own.get("program").is_none(), "{own}");
}

/// A program that is killed while it saves leaves the old file or the new one, whole.
#[test]
fn saving_is_all_or_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.jsonl");
    let file = path.to_str().expect("a name");
    let old = json_of(&["record", "textbook", "--search", "minimax", "-o", file]);
    let new = ["record", "random", "--depth", "7", "--branching", "4", "--search", "minimax"];
    let figures = json_of(&new);
    let (mut killed, mut finished) = (0, 0);
    for wait in (0..400).step_by(20) {
        let mut saving = program().args(new).args(["-o", file]).stdout(Stdio::null()).spawn().expect("started");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let is_done = saving.try_wait().expect("a state").is_some();
        saving.kill().expect("killed or done");
        saving.wait().expect("gone");
        let found = json_of(&["record", file]);
        assert!(found["frames"] == old["frames"] || found["frames"] == figures["frames"], "{found}");
        assert_eq!(found["complete"], true);
        *(if is_done { &mut finished } else { &mut killed }) += 1;
    }
    assert!(killed > 0, "none of the {finished} was killed on the way");
}
