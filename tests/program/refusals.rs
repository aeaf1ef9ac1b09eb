//! Invalid input: one sentence with the position, the value and the expected value.

use serde_json::json;

use crate::running::{TEXTBOOK, TIC_TAC_TOE, has, json_of, refused, tree_file, words};

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
fn option_of_another_search_is_named_as_it_is_written() {
    for option in ["--late-move-reductions", "--null-move 2", "--window 0..1", "--win-at-once"] {
        let name = option.split_whitespace().next().expect("a name");
        let (expectimax, bare) =
            (format!("record chess --search expectimax {option}"), format!("record chess {option}"));
        refused(&words(&expectimax, &[]), &[&format!("option {name} belongs to depth-first searches")]);
        refused(&words(&bare, &[]), &[&format!("option {name} belongs to a search")]);
    }
}

#[test]
fn number_outside_its_range_is_refused_with_the_range() {
    for (arguments, range) in [
        ("record chess --search pvs --depth-limit 2 --null-move 9", "1 to 8"),
        ("record chess --search pvs --depth-limit 2 --futility -1", "1 to 100000"),
        ("record tic-tac-toe --search uct --iterations 0", "1 to 100000000"),
        ("guesses chess --search pvs --depth-limit 2 --null-move 2 --visits 0", "1 to 18446744073709551615"),
    ] {
        refused(&words(arguments, &[]), &[&format!("expected a whole number from {range}")]);
    }
}

#[test]
fn conditions_that_no_frame_meets_are_refused() {
    let find = |query: &str, parts: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("run.edagari").display().to_string();
        crate::running::readable(&words(&format!("record {TEXTBOOK} -o"), &[&file]));
        refused(&["find", &file, query], parts);
    };
    find("depth 3..1", &["“3..1” is not understood", "the smaller number first"]);
    find("exact upper", &["“upper” is not understood", "one condition of this kind"]);
}

#[test]
fn broken_files_are_refused_with_line_and_column() {
    let place = |content: &[u8], place: &str, part: &str| {
        let (_directory, path) = tree_file(content);
        let path = path.to_str().expect("UTF-8");
        let place = format!("edagari: {path}:{place}: ");
        refused(&["record", "textbook", "--search", "minimax", "--file", path], &[&place, part]);
    };
    place(b"Tree(\n  root: Node(score: 1.5),\n)", "2:22", "unexpected text, expected `,`");
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
fn unreadable_files_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    for path in [directory.path().join("missing.ron"), directory.path().to_owned()] {
        let path = path.to_str().expect("UTF-8");
        refused(&["record", "textbook", "--search", "minimax", "--file", path], &[path, "cannot be read"]);
    }
}

#[test]
fn unwritable_output_path_is_refused_before_the_search() {
    // This search would practically never end, so the error must come before it.
    let search = "record connect-four --search minimax -o";
    let directory = tempfile::tempdir().expect("a directory");
    for (name, part) in [
        ("missing/x.edagari", "there is no such folder, expected one that exists"),
        ("x.txt", "expected"),
        ("", "expected"),
    ] {
        let path = directory.path().join(name);
        refused(&words(search, &[path.to_str().expect("UTF-8")]), &[path.to_str().expect("UTF-8"), part]);
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
        ("record go --search minimax", ["'go'", "expected one of tic-tac-toe, eight, kalah, connect-four"]),
        ("record eight --search minmax", ["'minmax'", "expected one of minimax, "]),
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
    // Numbers beyond 32 bits must not wrap around.
    refused(&words("frame 4294967296 eight --search minimax", &[]), &["frame 4294967296", "expected 0 to "]);
    refused(&words("frame 18446744073709551615 eight --search minimax", &[]), &["frame 18446744073709551615"]);
}

#[test]
fn invalid_run_for_beside_is_refused() {
    let beside =
        |other: &str| [words("frame 3", &words(TEXTBOOK, &[])).as_slice(), &["--beside", other]].concat().join("\n");
    for (other, parts) in [
        ("nowhere.edagari", &["--beside 'nowhere.edagari'", "expected a trace file"][..]),
        ("eight --search minimax", &["run of eight", "expected one of textbook"]),
        ("textbook --search nothing", &["--beside 'textbook --search nothing'", "nothing"]),
        ("textbook", &["--beside 'textbook'"]),
    ] {
        let words = beside(other);
        refused(&words.split('\n').collect::<Vec<_>>(), parts);
    }
}

#[test]
fn illegal_moves_are_refused() {
    let path = [&["state", "3", "A X"], words(TEXTBOOK, &[]).as_slice()].concat();
    refused(&path, &["move 2 of \"A X\"", "X is not a legal move here", "expected one of C D"]);
    let too_far = [&["state", "3", "A C G G"], words(TEXTBOOK, &[]).as_slice()].concat();
    refused(&too_far, &["move 4 of \"A C G G\"", "the game is over"]);
    // Moves below a pruned node are checked too.
    refused(&[&["state", "41", "B F Q"], words(TEXTBOOK, &[]).as_slice()].concat(), &["Q is not", "one of M N"]);
    let after = words("record tic-tac-toe --search alpha-beta --after", &["a1 a1"]);
    refused(&after, &["move 2 of \"a1 a1\"", "a1 is not a legal move here", "expected one of b1 c1 a2 b2 c2 a3 b3 c3"]);
}

#[test]
fn long_inputs_are_shortened_in_messages() {
    let chess = ["record", "chess", "--search", "alpha-beta", "--depth-limit", "1"];
    for (option, text) in
        [("--position", "8".repeat(10_000)), ("--after", "e4 ".repeat(10_000)), ("--after", "x".repeat(10_000))]
    {
        let sentence = refused(&[&chess[..], &[option, &text]].concat(), &["…", "expected"]);
        assert!(sentence.len() < 1_000, "{sentence}");
    }
}
