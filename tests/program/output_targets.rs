//! Targets of `-o` that are no regular files: they are written into or refused, never replaced.

use std::fs;
use std::os::unix::fs::FileTypeExt as _;
use std::process::{Command, Stdio};

use crate::running::{TEXTBOOK, edagari, program, readable, refused, stderr, stdout, words};

#[test]
fn pipe_is_written_into_and_stays_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.jsonl");
    let name = pipe.to_str().expect("a name");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat");
    let record = ["record", "eight", "--search", "minimax", "-o", name];
    assert_eq!(edagari(&record).status.code(), Some(0));
    let read = reader.wait_with_output().expect("it ends");
    assert!(stdout(&read).ends_with("{\"event\":\"finish\",\"ending\":\"complete\"}\n"), "{}", stdout(&read));
    assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn device_and_folder_are_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("/dev/null", at("null.jsonl")).expect("a link");
    fs::create_dir(at("folder.jsonl")).expect("a folder");
    let record = |name: &str| ["record", "eight", "--search", "minimax", "-o", name].map(str::to_owned);
    let to_device = program().args(record(at("null.jsonl").to_str().expect("a name"))).status().expect("it starts");
    assert_eq!(to_device.code(), Some(0));
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device() && at("null.jsonl").is_symlink());
    let to_folder = record(at("folder.jsonl").to_str().expect("a name"));
    refused(&to_folder.each_ref().map(String::as_str), &["folder.jsonl", "it is a folder, expected a file"]);
    if fs::metadata("/dev/full").is_ok() {
        std::os::unix::fs::symlink("/dev/full", at("full.jsonl")).expect("a link");
        let to_full = record(at("full.jsonl").to_str().expect("a name"));
        refused(&to_full.each_ref().map(String::as_str), &["full.jsonl", "cannot be written"]);
    }
}

#[test]
fn endings_are_read_in_capital_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["RUN.EDAGARI", "Run.Jsonl", "run.JSONL.ZST", "run.Ron"] {
        let file = folder.path().join(name).display().to_string();
        readable(&words(&format!("record {TEXTBOOK} -o"), &[&file]));
        assert!(readable(&["check", &file]).starts_with("Proved"), "{name}");
    }
}

#[test]
fn file_beyond_the_size_limit_is_reported_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.jsonl").display().to_string();
    let command = format!("ulimit -f 1; exec \"$0\" record {TEXTBOOK} -o \"$1\"");
    let output =
        Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_edagari"), &file]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("run.jsonl: cannot be written"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
