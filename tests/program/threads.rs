//! Selection of a single thread of a trace.

use std::fs;

use serde_json::json;

use crate::running::{has, json_of, readable, refused, words};

/// Two threads that alternate on one tree; both have a move `b` below the root.
const STREAM: &str = r#"{"edagari": 1, "scores": "max"}
{"thread": "main", "event": "enter", "node": "a", "player": "max"}
{"thread": "second one", "event": "enter", "node": "b"}
{"thread": "main", "event": "enter", "node": "a.1", "move": "a"}
{"thread": "second one", "event": "enter", "node": "b.1", "move": "b"}
{"thread": "second one", "event": "leave", "node": "b.1", "score": 3}
{"thread": "main", "event": "leave", "node": "a.1", "score": 1}
{"thread": "main", "event": "enter", "node": "a.2", "move": "b"}
{"thread": "main", "event": "leave", "node": "a.2", "score": 5}
{"thread": "second one", "event": "leave", "node": "b", "score": 3}
{"thread": "main", "event": "leave", "node": "a", "score": 5}
"#;

#[test]
fn one_thread_alone_has_its_own_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("threads.jsonl");
    fs::write(&path, STREAM).expect("a file");
    let file = path.to_str().expect("a name");
    has(&json_of(&["record", file]), &json!({"nodes_visited": 5, "frames": 16}));
    has(&json_of(&["record", file, "--thread", "main"]), &json!({"nodes_visited": 3, "frames": 10, "value": 5}));
    let second = &["--thread", "second one"];
    has(&json_of(&[&["record", file], second.as_slice()].concat()), &json!({"nodes_visited": 2, "value": 3}));
    has(&json_of(&[&["frame", "1", file], second.as_slice()].concat()), &json!({"kind": "start", "path": ["b"]}));
    has(&json_of(&[&["state", "5", "b", file], second.as_slice()].concat()), &json!({"state": "scored", "score": 3}));
    has(&json_of(&["state", "9", "b", file, "--thread", "main"]), &json!({"state": "scored", "score": 5}));

    // The frames of one thread are saved as an ordinary trace.
    let alone = folder.path().join("alone.edagari");
    let alone = alone.to_str().expect("a name");
    readable(&["record", file, "--thread", "main", "-o", alone]);
    has(&json_of(&["record", alone]), &json!({"nodes_visited": 3, "frames": 10}));
    has(&json_of(&["check", alone]), &json!({"right": true}));
    has(&json_of(&["check", file, "--thread", "main"]), &json!({"right": true}));
    has(&json_of(&["diff", file, alone, "--thread", "main"]), &json!({"equal": true, "frames": [10, 10]}));
}

#[cfg(feature = "export")]
#[test]
fn rows_and_pictures_show_one_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, rows, picture] = ["threads.jsonl", "rows.csv", "tree.svg"].map(|name| folder.path().join(name));
    fs::write(&path, STREAM).expect("a file");
    let [file, rows, picture] = [&path, &rows, &picture].map(|path| path.to_str().expect("a name"));
    readable(&["export", file, "--thread", "main", "--rows", "visits", "-o", rows]);
    let rows = fs::read_to_string(rows).expect("rows");
    assert_eq!(rows.lines().count(), 4, "{rows}");
    readable(&["export", file, "--thread", "main", "--frame", "9", "-o", picture]);
    refused(&["export", file, "--thread", "main", "--frame", "12", "-o", picture], &["frame 12", "expected 0 to 9"]);
}

#[test]
fn unknown_threads_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [several, one] = ["threads.jsonl", "one.jsonl"].map(|name| folder.path().join(name));
    fs::write(&several, STREAM).expect("a file");
    fs::write(&one, STREAM.replace("second one", "main")).expect("a file");
    let [several, one] = [&several, &one].map(|path| path.to_str().expect("a name"));
    refused(&["record", several, "--thread", "third"], &["thread third", "no thread of this name", "main, second one"]);
    refused(&["frame", "0", one, "--thread", "main"], &["--thread", "this one has one thread"]);
    refused(
        &words("state 0 a1 tic-tac-toe --search alpha-beta --thread 0", &[]),
        &["--thread", "this one has one thread"],
    );
    refused(&["record", several, "--search", "minimax", "--thread", "main"], &["--thread", "this one has one thread"]);
    let many: Vec<_> = (0..50).map(|thread| format!("{{\"thread\": {thread}, \"event\": \"enter\"}}\n")).collect();
    let many = many.concat();
    fs::write(folder.path().join("many.jsonl"), format!("{{\"edagari\": 1}}\n{many}")).expect("a file");
    let many = folder.path().join("many.jsonl");
    let sentence = refused(&["record", many.to_str().expect("a name"), "--thread", "-1"], &["thread -1"]);
    assert!(sentence.ends_with("30, 31 and 18 more\n"), "{sentence}");
}
