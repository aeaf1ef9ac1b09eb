//! Targets of `-o` that are no regular files: they are written into or refused, never replaced.

use std::fs;
use std::os::unix::fs::FileTypeExt as _;
use std::process::{Command, Stdio};

use crate::running::{edagari, program, refused, stdout};

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
