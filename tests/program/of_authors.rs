//! Facts that authors of engines record: mates, names of moves and players, keys, lines of the log, and roundings.

use std::fs;

use serde_json::{Value, json};

use crate::running::{edagari, has, json_of, readable, refused, stdout};

/// A chess-like search of the mover's scores: Black is mated by `h5f7`, and `d8h4` mates White elsewhere.
const MATES: &str = r#"{"edagari": 1, "scores": "mover", "mates": {"from": 1000, "by": "ply"}, "players": ["White", "Black"]}
{"event": "enter", "node": 1, "window": ["-inf", "inf"], "key": "0x00AB"}
{"event": "enter", "node": 2, "move": "d1h5", "name": "Qh5", "window": ["-inf", "inf"], "key": "1f"}
{"event": "enter", "node": 3, "move": "g8f6", "name": "Nf6", "window": ["-inf", "inf"]}
{"event": "enter", "node": 4, "move": "h5f7", "name": "Qxf7#", "window": ["-inf", "inf"]}
{"event": "leave", "node": 4, "score": -997, "why": "mate"}
{"event": "leave", "node": 3, "score": 997}
{"event": "leave", "node": 2, "score": -997}
{"event": "enter", "node": 5, "move": "f2f3", "window": ["-inf", -997]}
{"event": "enter", "node": 6, "window": [997, "inf"], "counts": false}
{"event": "leave", "node": 6, "score": 998}
{"event": "leave", "node": 5, "score": -996}
{"event": "leave", "node": 1, "score": 997}
"#;

struct Written {
    _folder: tempfile::TempDir,
    path: String,
}

fn written(stream: &str) -> Written {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    fs::write(&path, stream).expect("a file");
    Written { path: path.to_str().expect("a name").to_owned(), _folder: folder }
}

/// The frames that a query finds.
fn found(file: &str, query: &str) -> Vec<Value> {
    let found = json_of(&["find", file, query]);
    found["frames"].as_array().expect("a list").clone()
}

fn texts(file: &str, query: &str, language: &str) -> String {
    readable(&["find", file, query, "--language", language])
}

#[test]
fn mates_are_named_beside_their_scores() {
    let file = written(MATES);
    let end = texts(&file.path, "end moves", "english");
    assert!(end.contains("997 (mate in 2)"), "{end}");
    let japanese = texts(&file.path, "end moves", "japanese");
    assert!(japanese.contains("997（2手メイト）"), "{japanese}");
    let lost = texts(&file.path, "end moves f2f3", "english");
    assert!(lost.contains("996 (mate in 2)"), "{lost}");
    let fate = readable(&["fate", &file.path, "--line", "d1h5 g8f6 h5f7"]);
    assert!(fate.contains("997 (mate in 2)"), "{fate}");
}

#[test]
fn mates_of_the_other_side_and_recognized_mates_are_named() {
    // Scores of max; the leaves name their mates, so that 50 − 2 and 50 − 3 are mates, and 20 is a score.
    let stream = r#"{"edagari": 1}
{"event": "enter", "node": 1}
{"event": "enter", "node": 2, "move": "a"}
{"event": "enter", "node": 3, "move": "b"}
{"event": "leave", "node": 3, "score": -48, "why": "mate"}
{"event": "leave", "node": 2, "score": -48}
{"event": "enter", "node": 4, "move": "c"}
{"event": "enter", "node": 5, "move": "d"}
{"event": "enter", "node": 6, "move": "e"}
{"event": "leave", "node": 6, "score": 47, "why": "mate"}
{"event": "leave", "node": 5, "score": 47}
{"event": "enter", "node": 7, "move": "f"}
{"event": "leave", "node": 7, "score": 20}
{"event": "leave", "node": 4, "score": 20}
{"event": "leave", "node": 1, "score": 20}
"#;
    let file = written(stream);
    assert!(texts(&file.path, "end moves a", "english").contains("−48 (mated in 1)"));
    assert!(texts(&file.path, "end moves a", "japanese").contains("−48（相手の1手メイト）"));
    assert!(texts(&file.path, "end moves c d", "english").contains("47 (mate in 2)"));
    assert!(!texts(&file.path, "end moves c", "english").contains("mate"));
    has(&json_of(&["state", "25", "a", &file.path]), &json!({"score": -48, "mate": "mated in 1"}));
}

#[test]
fn moves_have_their_names_and_players_theirs() {
    let file = written(MATES);
    let end = texts(&file.path, "end moves d1h5", "english");
    assert!(end.contains("d1h5 (Qh5)"), "{end}");
    let start = texts(&file.path, "start moves d1h5 g8f6", "english");
    assert!(start.contains("after d1h5 g8f6 (Nf6)") && start.contains("a node of White"), "{start}");
    assert!(texts(&file.path, "start moves d1h5", "japanese").contains("Black のノード"));
    let text = |frame: &Value| frame["text"].as_str().expect("a sentence").to_owned();
    let all: String =
        ["start", "update"].iter().flat_map(|query| found(&file.path, query)).map(|frame| text(&frame)).collect();
    assert!(all.contains("after f2f3 (node 6)") && !all.contains('"'), "{all}");
    assert!(!all.contains("max") && !all.contains("min "), "{all}");
    assert!(readable(&["frame", "0", &file.path]).contains("White"));
}

#[test]
fn names_of_players_are_kept_in_every_format() {
    let file = written(MATES);
    let folder = tempfile::tempdir().expect("a folder");
    let mut from = file.path.clone();
    for name in ["a.edagari", "b.jsonl", "c.ron", "d.jsonl.zst", "e.edagari"] {
        let to = folder.path().join(name);
        let to = to.to_str().expect("a name");
        readable(&["record", &from, "-o", to]);
        assert!(texts(to, "start moves d1h5", "english").contains("a node of Black"), "{name}");
        to.clone_into(&mut from);
    }
}

#[test]
fn malformed_names_of_players_are_refused() {
    for names in [r#""White""#, r#"["White"]"#, r#"["White", 5]"#, r#"["a", "a"]"#, r#"["a", " "]"#, r#"{"max": "a"}"#]
    {
        let file = written(&format!("{{\"edagari\": 1, \"players\": {names}}}\n"));
        refused(&["check", &file.path], &["the players are", "expected two different names"]);
    }
}

#[test]
fn keys_and_lines_of_the_log_are_found() {
    let file = written(MATES);
    let paths = |query: &str| found(&file.path, query).iter().map(|frame| frame["path"].clone()).collect::<Vec<_>>();
    for query in ["key 0xab", "key 0x00AB", "key = 0XAB", "line 2"] {
        assert_eq!(paths(query), [json!([])], "{query}");
    }
    assert_eq!(paths("key 0x1F"), [json!(["d1h5"])]);
    assert_eq!(paths("key 0x1"), [json!(null); 0]);
    // Line 7 is the `leave` of the second node: the node entered last is in line 5.
    for query in ["line 5", "line 7", "line = 6", "行 8"] {
        assert_eq!(paths(query), [json!(["d1h5", "g8f6", "h5f7"])], "{query}");
    }
    assert_eq!(paths("line >= 9").len(), 2);
    let numbers = written(
        "{\"edagari\": 1}\n{\"event\": \"enter\", \"node\": 1, \"key\": 4660, \"line\": \"e4 e5\"}\n{\"event\": \"enter\", \"node\": 2, \"move\": \"a\", \"key\": -1}\n",
    );
    assert_eq!(found(&numbers.path, "key 0x1234").len(), 1);
    assert_eq!(found(&numbers.path, "key 0xffffffffffffffff").len(), 1);
    assert_eq!(found(&numbers.path, "line").len(), 1, "the column with the best moves");
}

#[test]
fn rounded_scores_are_taken_and_named_once() {
    let stream = |score: &str| {
        format!(
            "{{\"edagari\": 1, \"unit\": 0.001}}\n{{\"event\": \"enter\", \"node\": 1}}\n{{\"event\": \"enter\", \"node\": 2, \"move\": \"a\"}}\n{{\"event\": \"leave\", \"node\": 2, \"score\": {score}}}\n{{\"event\": \"leave\", \"node\": 1, \"score\": {score}}}\n"
        )
    };
    let rounded = written(&stream("-100.29999999999998"));
    let checked = edagari(&["check", &rounded.path]);
    let checked = stdout(&checked);
    assert_eq!(checked.matches("multiples of the unit").count(), 1, "{checked}");
    has(&json_of(&["state", "5", "a", &rounded.path]), &json!({"score": -100.3}));
    assert!(!stdout(&edagari(&["check", &written(&stream("-100.3")).path])).contains("multiples of the unit"));
    refused(&["check", &written(&stream("-100.2995")).path], &["no multiple of the unit"]);
}

#[test]
fn fate_marks_scores_that_rest_on_no_proof() {
    let stream = |why: &str| {
        format!(
            r#"{{"edagari": 1}}
{{"event": "enter", "node": 1}}
{{"event": "enter", "node": 2, "move": "a"}}
{{"event": "enter", "node": 3, "move": "b"}}
{{"event": "leave", "node": 3, "score": 4{why}}}
{{"event": "leave", "node": 2, "score": 4}}
{{"event": "leave", "node": 1, "score": 4}}
"#
        )
    };
    for (why, source, text) in [
        ("repetition", "repetition", "rests on a repetition"),
        ("stopped", "stopped", "rests on a search that was stopped"),
        ("null-move", "guess", "rests on a guess (null-move, "),
    ] {
        let file = written(&stream(&format!(", \"why\": \"{why}\"")));
        let fate = json_of(&["fate", &file.path, "--line", "a"]);
        let ply = &fate["passes"][0]["plies"][0];
        assert_eq!(ply["rests_on"]["source"], source, "{ply}");
        assert!(ply["text"].as_str().is_some_and(|said| said.contains(text)), "{ply}");
    }
    let proved = json_of(&["fate", &written(&stream("")).path, "--line", "a"]);
    assert!(proved["passes"][0]["plies"][0]["rests_on"].is_null(), "{proved}");
    assert!(
        readable(&["fate", &written(&stream(", \"why\": \"stopped\"")).path, "--line", "a", "--language", "japanese"])
            .contains("途中で止めた")
    );
}

#[test]
fn passes_of_a_sampling_are_reported_without_windows_and_in_one_paragraph() {
    let pass = |mv: &str, score: f64| {
        format!(
            "{{\"event\": \"pass\", \"kind\": \"iteration\"}}\n{{\"event\": \"enter\", \"node\": 1}}\n\
             {{\"event\": \"enter\", \"move\": \"{mv}\"}}\n{{\"event\": \"leave\", \"score\": {score}}}\n\
             {{\"event\": \"leave\", \"node\": 1, \"score\": {score}}}\n"
        )
    };
    let passes: String = (0..40).map(|number| pass(["a", "b"][number % 2], f64::from(number as u8) / 10.0)).collect();
    let file = written(&format!("{{\"edagari\": 1, \"judge\": false, \"scores\": \"max\", \"unit\": 0.1}}\n{passes}"));
    let figures = readable(&["record", &file.path]);
    let head = figures.lines().find(|line| line.starts_with("pass ")).expect("a table of passes");
    for column in ["window", "root", "cuts", "returns"] {
        assert!(!head.contains(column), "{head}");
    }
    assert!(!figures.contains('∞'), "{figures}");
    let fate = readable(&["fate", &file.path, "--line", "b"]);
    assert_eq!(fate, "b\n\nOf 40 passes, 20 search b (the last result is 3.9).\n");
}
