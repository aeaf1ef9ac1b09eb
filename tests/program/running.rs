//! Helpers that run the program with arguments and parse its output.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_edagari"));
    command.stdin(Stdio::null());
    command
}

pub fn edagari(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// Splits `command` at blanks and appends `more` unchanged.
pub fn words<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split_whitespace().chain(more.iter().copied()).collect()
}

pub fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).expect("UTF-8")
}

pub fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).expect("UTF-8")
}

/// Human-readable output of a command that succeeds.
pub fn readable(arguments: &[&str]) -> String {
    let output = edagari(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "{arguments:?}");
    stdout(&output).to_owned()
}

/// The single JSON object that a command prints with `--json`.
pub fn json_of(arguments: &[&str]) -> Value {
    let printed = readable(&[arguments, &["--json"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    let value: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(value.is_object(), "{printed}");
    value
}

/// Asserts that a command is refused with one sentence that contains all `parts`, and returns the sentence.
pub fn refused(arguments: &[&str], parts: &[&str]) -> String {
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

pub fn frame(number: usize, game: &str) -> Value {
    json_of(&words(&format!("frame {number} {game}"), &[]))
}

pub fn state(number: usize, path: &str, game: &str) -> Value {
    json_of(&[&["state", &number.to_string(), path], words(game, &[]).as_slice()].concat())
}

/// Asserts that an object has these values; other keys are ignored.
pub fn has(object: &Value, expected: &Value) {
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&object[key], value, "{key} of {object}");
    }
}

pub fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Writes a textbook tree to a file. The directory is deleted when the first value is dropped.
pub fn tree_file(content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tree.ron");
    fs::write(&path, content).expect("a file");
    (directory, path)
}

pub const TIC_TAC_TOE: &str = "tic-tac-toe --search alpha-beta";
pub const TEXTBOOK: &str = "textbook --search alpha-beta";
