//! Ctrl-C: long work ends with a partial result.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::running::program;

/// Runs a command and interrupts it after a line that contains `waits_for`, or after a delay without it. Returns
/// stdout, stderr and the exit code.
fn interrupted(arguments: &str, waits_for: Option<&str>) -> (String, String, Option<i32>) {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut printed = String::new();
    match waits_for {
        Some(part) => {
            while !printed.contains(part) {
                assert!(out.read_line(&mut printed).expect("text") > 0, "it ends before it is interrupted: {printed}");
            }
        }
        None => std::thread::sleep(Duration::from_millis(300)),
    }
    let since = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    out.read_to_string(&mut printed).expect("text");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let status = child.wait().expect("it ends");
    assert!(since.elapsed() < Duration::from_mins(1), "{arguments} does not end");
    (printed, said, status.code())
}

#[test]
fn rows_are_printed_when_they_are_ready() {
    let (printed, said, code) = interrupted("perft connect-four --depth 30", Some("\n    4 "));
    assert_eq!(code, Some(130), "{said}");
    assert!(printed.contains("    4             2,401\n") && !printed.contains("\n   30 "), "{printed}");
    assert!(said.starts_with("edagari: interrupted"), "{said}");
}

#[test]
fn interrupted_work_prints_its_partial_result() {
    for (command, part) in [
        ("record connect-four --search alpha-beta --json --memory-limit 4GiB", "\"complete\":false"),
        ("perft reversi --depth 30 --json", "\"depth\":3"),
        ("match connect-four --first alpha-beta:3 --second minimax:40 --json", "\"score\":null"),
        ("experiment kalah --depths 1..14 --json", "\"cells\":["),
        (
            concat!(
                "experiment positions --game connect-four --after d --search minimax --json --set ",
                env!("CARGO_MANIFEST_DIR"),
                "/tests/data/connect-four/openings.txt"
            ),
            "\"positions\":0",
        ),
        ("noise-game tic-tac-toe --sigma 3 --depths 1..9 --runs 100000000 --json", "\"depths\":["),
    ] {
        let (printed, said, code) = interrupted(command, None);
        assert_eq!(code, Some(130), "{command}: {said}");
        assert_eq!(said.lines().count(), 1, "{command}: {said}");
        assert!(printed.contains(part), "{command}: {printed}");
        serde_json::from_str::<serde_json::Value>(&printed).expect("a whole object");
    }
}

#[test]
fn interrupted_recording_is_saved_without_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("part.edagari");
    let file = file.to_str().expect("a name");
    let (_, said, code) = interrupted(&format!("record connect-four --search alpha-beta -o {file}"), None);
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let opened = crate::running::json_of(&["record", file]);
    assert_eq!(opened["complete"], false);
}

/// Waits until the program handles SIGINT: the second bit of `SigCgt`.
#[cfg(target_os = "linux")]
fn wait_for_handler(process: u32) {
    let handles = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a running program");
        let caught =
            status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals").trim().to_owned();
        u64::from_str_radix(&caught, 16).expect("a mask") & 2 > 0
    };
    while !handles() {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_reading_of_a_pipe_ends_with_a_sentence() {
    let spawned =
        program().args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.expect("the program starts");
    // The pipe stays open and empty.
    let stdin = child.stdin.take();
    wait_for_handler(child.id());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(crate::running::stderr(&output), "edagari: interrupted before there was a result\n");
    drop(stdin);
}
