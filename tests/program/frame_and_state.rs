//! Output of the commands on single frames: `frame`, `find`, `state` and `what-if`.

use serde_json::json;

use crate::running::{TEXTBOOK, TIC_TAC_TOE, frame, has, json_of, keys, readable, refused, state, words};

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
    // A node answered by the table ends at the next frame, with the bounds of the entry.
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

The table has the position after c2 b1 b3 c1 a3, from frame 489. The value is at most 1, so the window (0, ∞) narrows to (0, 1).
";
    assert_eq!(shown, expected);
    let shown = readable(&words(&format!("frame 14 {GAME}"), &after));
    assert!(shown.contains("score   −1\nlower   −∞\nupper   −1\n\nThe table stores"), "{shown}");
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
        sentence.starts_with("α-cut after a1 b1 c1 a2 b2 c2 b3, a min node: a3 returned 1 ≤ α = 1. "),
        "{sentence}"
    );
    assert!(sentence.ends_with(" 2 nodes pruned.\n"), "{sentence}");

    let first = readable(&words("frame 0 eight --search minimax", &[]));
    assert!(first.contains("path    (the start)\n") && first.contains("alpha   −∞\nbeta    ∞\n"), "{first}");
    // A leaf that X wins scores −1, printed with a minus sign (U+2212).
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
        text("english").starts_with("β-cut after a1 b1 c1 a2 b2 c3, a max node: a3 returned 1 ≥ β = 1"),
        "{}",
        text("english")
    );
    assert!(text("japanese").contains("枝刈り"), "{}", text("japanese"));
    // The output has no no-break spaces, so it can be searched with typed text.
    for language in ["english", "japanese"] {
        let printed = readable(&words(&format!("frame 126 --language {language}"), &words(TIC_TAC_TOE, &[])));
        assert!(![text(language), printed].iter().any(|said| said.contains('\u{a0}')), "{language}");
    }
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
    // E has 2, but fail-hard returns at least the given α; fail-soft returns 2.
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
    // All descendants of a pruned node are pruned too.
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
fn beside_another_run_the_frame_of_the_same_moment_is_printed() {
    let beside = |frame: u64, run: &str, other: &str| {
        let frame = frame.to_string();
        json_of(&[&["frame", frame.as_str()], words(run, &[]).as_slice(), &["--beside", other]].concat())["beside"]
            .clone()
    };
    let minimax = beside(126, TIC_TAC_TOE, "minimax");
    assert_eq!(minimax, beside(126, TIC_TAC_TOE, "tic-tac-toe --search minimax"), "a name is a run of the same game");
    has(&minimax, &json!({"kind": "update", "path": ["a1", "b1", "c1", "a2", "b2", "c3"], "relation": "same"}));
    assert!(minimax["text"].as_str().is_some_and(|text| !text.is_empty()) && minimax.get("reason").is_none());

    // A node that α-β prunes at this frame and never enters.
    let pruned = minimax["frame"].as_u64().expect("a number") + 1;
    let back = beside(pruned, "tic-tac-toe --search minimax", "alpha-beta");
    has(&back, &json!({"frame": 126, "kind": "update", "relation": "pruned"}));
    assert_eq!(back["left_out"].as_array().map(Vec::len), Some(7));
    assert!(back["reason"].as_str().is_some_and(|reason| reason.contains("prunes") && reason.contains("126")));
    let pruned = pruned.to_string();
    let text = readable(&["frame", &pruned, "tic-tac-toe", "--search", "minimax", "--beside", "alpha-beta"]);
    assert!(text.contains("beside    frame 126") && text.contains("relation  pruned"), "{text}");
}

#[test]
fn found_frames_continue_at_the_cursor() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.edagari");
    let file = file.to_str().expect("a plain path");
    readable(&words(&format!("record {TIC_TAC_TOE} -o {file}"), &[]));
    let all = json_of(&words(&format!("find {file} --limit 1000000"), &["cut at depth 3"]));
    let frames = all["frames"].as_array().expect("a list");
    assert_eq!((all["count"].as_u64(), &all["next"]), (Some(frames.len() as u64), &json!(null)));
    // Each frame found is a cut of a node three moves below the start, as `frame` prints it.
    for found in frames.iter().step_by(40) {
        let at = frame(found["frame"].as_u64().expect("a number") as usize, TIC_TAC_TOE);
        assert!(!at["cut"].is_null(), "{at}");
        assert_eq!(at["path"].as_array().map(Vec::len), Some(3));
        assert_eq!(at["text"], found["text"]);
    }
    let mut listed = Vec::new();
    let mut cursor = json!(0);
    while !cursor.is_null() {
        let part = json_of(&words(&format!("find {file} --limit 70 --cursor {cursor}"), &["cut at depth 3"]));
        listed.extend(part["frames"].as_array().expect("a list").iter().cloned());
        cursor = part["next"].clone();
    }
    assert_eq!(&listed, frames);
    let shown = readable(&words(&format!("find {file} --limit 1"), &["cut at depth 3"]));
    assert_eq!(shown.lines().count(), 3, "{shown}");
    assert!(shown.lines().last().is_some_and(|line| line.starts_with("… continue with --cursor ")), "{shown}");
}

#[test]
fn frame_of_a_trace_without_frames_is_refused() {
    let file = tempfile::NamedTempFile::with_suffix(".jsonl").expect("a file");
    std::fs::write(file.path(), "{\"edagari\":1}\n").expect("written");
    let name = file.path().to_str().expect("a name");
    refused(&["frame", "0", name], &["frame 0: the trace has no frames, expected one in which a node is entered"]);
}

#[test]
fn unknown_word_of_a_query_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("figure.jsonl");
    let file = file.to_str().expect("a plain path");
    readable(&words(&format!("record {TEXTBOOK} -o {file}"), &[]));
    refused(&["find", file, "cutt at depth 3"], &["cutt", "expected"]);
    refused(&["find", file, "depth x"], &["x", "expected"]);
    refused(&["find", file, "moves z9"], &["z9", "expected"]);
}

#[test]
fn the_smallest_change_is_a_sentence_and_an_object() {
    const CUT: &str = "what-if --frame 18 textbook --search alpha-beta";
    let object = json_of(&words(CUT, &[]));
    has(&object, &json!({"frame": 18, "wanted": "vanish"}));
    assert!(object["leaf"].is_array() && object["from"] != object["to"], "{object}");
    let sentence = readable(&words(CUT, &[]));
    assert_eq!(sentence.trim(), object["text"].as_str().expect("a sentence"));
    assert!(sentence.contains("vanishes if the score of"), "{sentence}");
    let japanese = readable(&words(CUT, &["--language", "japanese"]));
    assert!(japanese.contains("消えます"), "{japanese}");
}
