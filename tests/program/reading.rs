//! Input files: pipes, memory limits, byte order marks, and unknown names.

use std::fs;
use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::running::{edagari, json_of, program, refused, stderr, stdout};

/// Runs a command with a text on its standard input.
fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A refused command exits without reading, so writing can fail.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

#[test]
fn every_command_that_reads_a_file_reads_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    for name in ["x.jsonl", "x.edagari", "x.jsonl.zst", "x.ron"] {
        let file = path(name);
        json_of(&["record", "eight", "--search", "alpha-beta", "-o", &file]);
        let bytes = fs::read(&file).expect("there");
        for command in [
            "record FILE --json",
            "frame 40 FILE",
            "state 4 0 FILE",
            "perft FILE --depth 2",
            "diff FILE x",
            "export FILE --rows depths -o OUT",
        ] {
            let with = |file: &str| {
                let words = command.replace("FILE", file).replace(" x", &format!(" {}", path(name)));
                let words = words.replace("OUT", &path("rows.csv"));
                words.split(' ').map(str::to_owned).collect::<Vec<_>>()
            };
            let (of_file, of_pipe) = (with(&file), with("-"));
            let of_file: Vec<&str> = of_file.iter().map(String::as_str).collect();
            let of_pipe: Vec<&str> = of_pipe.iter().map(String::as_str).collect();
            let (expected, found) = (edagari(&of_file), piped(&of_pipe, &bytes));
            assert_eq!(stdout(&found), stdout(&expected), "{command} of {name}: {}", stderr(&found));
            assert_eq!(found.status.code(), expected.status.code(), "{command} of {name}");
        }
    }
    let broken = piped(&["record", "-"], b"{\"edagari\":1}\nhello\n");
    assert_eq!(broken.status.code(), Some(2));
    assert_eq!(stderr(&broken), "edagari: standard input:2:1: this is no JSON, expected an event as a JSON object\n");
    refused(&["diff", "-", "-"], &["standard input", "expected a file"]);
}

#[test]
fn file_above_the_memory_limit_opens_in_part_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.jsonl");
    let file = file.to_str().expect("a name");
    let whole = json_of(&["record", "random", "--depth", "6", "--search", "minimax", "-o", file]);
    let limited = |command: &[&str]| edagari(&[command, &["--memory-limit", "64KiB"]].concat());
    let recorded = limited(&["record", file, "--json"]);
    assert_eq!(recorded.status.code(), Some(2));
    let part: serde_json::Value = serde_json::from_slice(&recorded.stdout).expect("JSON");
    assert_eq!(part["complete"], false);
    assert!(part["nodes_visited"].as_u64() < whole["nodes_visited"].as_u64());
    for command in
        [&["frame", "3", file][..], &["state", "3", "", file], &["diff", file, file], &["perft", file, "--depth", "2"]]
    {
        let done = limited(command);
        assert!(stderr(&done).contains("memory limit of 64 KiB"), "{command:?}: {}", stderr(&done));
    }
    assert_eq!(limited(&["frame", "3", file]).status.code(), Some(0));
}

#[test]
fn utf_8_byte_order_mark_is_skipped_and_utf_16_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [stream, ron, tree] = ["x.jsonl", "x.ron", "tree.ron"].map(path);
    let event = "{\"event\":\"enter\"}\n{\"event\":\"leave\",\"score\":3}\n";
    let texts = [
        (&stream, format!("{{\"edagari\":1}}\n{event}")),
        (&ron, "(header:(edagari:1),events:[(event:\"enter\"),(event:\"leave\",score:3)])".to_owned()),
    ];
    for (file, text) in texts {
        fs::write(file, format!("\u{feff}{text}")).expect("written");
        assert_eq!(json_of(&["record", file])["value"], 3, "{file}");
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [[&b"\xff\xfe"[..], &little].concat(), [&b"\xfe\xff"[..], &big].concat(), little] {
            fs::write(file, bytes).expect("written");
            let sentence = refused(&["record", file], &[file, "UTF-16", "expected"]);
            assert_eq!(sentence.matches("expected").count(), 1, "{sentence}");
        }
    }
    fs::write(&tree, "\u{feff}(root: (score: 3))").expect("written");
    assert_eq!(json_of(&["record", "textbook", "--file", &tree, "--search", "minimax"])["value"], 3);
}

#[test]
fn unknown_names_are_not_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.jsonl");
    let file = file.to_str().expect("a name");
    let write = |fields: &str| {
        let events = "{\"event\":\"enter\"}\n{\"event\":\"leave\",\"score\":3}\n";
        fs::write(file, format!("{{\"edagari\":1,{fields}}}\n{events}")).expect("written");
    };
    write("\"game\":\"kalah\",\"rules\":{\"hauses\":6}");
    refused(&["record", file], &["hauses", "expected", "houses"]);
    write("\"table\":{\"key\":\"position\",\"breadth\":6}");
    refused(&["record", file], &["x.jsonl:1:"]);
    for (fields, parts) in [
        ("\"table\":\"hashing\"", ["hashing", "expected \"none\""]),
        ("\"order\":\"shuffled:many\"", ["shuffled:many", "expected natural"]),
    ] {
        write(fields);
        let done = edagari(&["record", file]);
        assert_eq!(done.status.code(), Some(0));
        assert!(parts.iter().all(|part| stderr(&done).contains(part)), "{}", stderr(&done));
    }
    write("\"order\":\"history heuristic\",\"table\":\"none\"");
    assert_eq!(stderr(&edagari(&["record", file])), "", "a description is no fault");
}
