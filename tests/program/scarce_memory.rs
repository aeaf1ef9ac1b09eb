//! Failed allocations: the program reports them in a sentence and never aborts.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use crate::running::stderr;

/// Address space of the program in KiB: less than the tested commands need.
const ADDRESS_SPACE: &str = "300000";

/// A smaller address space in KiB, which holds only the start of a trace.
const MIN_ADDRESS_SPACE: &str = "200000";

/// Exit code and stderr of a command with `ADDRESS_SPACE`.
fn in_little_memory(arguments: &[&str]) -> (Option<i32>, String) {
    in_memory_of(ADDRESS_SPACE, arguments)
}

/// Exit code and stderr of a command with this address space in KiB.
fn in_memory_of(address_space: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {address_space}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_edagari")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    (output.status.code(), stderr(&output).to_owned())
}

#[test]
fn a_large_stream_opens_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.jsonl");
    let mut stream = String::from("{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0}\n");
    for node in 1..500_000 {
        let _ = writeln!(stream, "{{\"event\":\"enter\",\"node\":{node},\"move\":\"m{node}\"}}");
        let _ = writeln!(stream, "{{\"event\":\"leave\",\"node\":{node},\"score\":1}}");
    }
    fs::write(&path, stream).expect("a file");
    let (code, said) = in_little_memory(&["check", path.to_str().expect("a name")]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("nodes were read, because more do not fit into the memory limit of"), "{said}");
}

#[test]
fn a_large_game_is_recorded_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.edagari");
    let file = path.to_str().expect("a name");
    let game = ["record", "kalah", "--search", "minimax", "--depth-limit", "12", "-o", file];
    for address_space in [ADDRESS_SPACE, MIN_ADDRESS_SPACE] {
        let (code, said) = in_memory_of(address_space, &game);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("the recording stopped at the memory limit of"), "{said}");
        let (code, said) = in_memory_of(address_space, &["check", file]);
        assert_eq!(code, Some(3), "{said}");
    }
}

#[test]
fn large_table_is_limited_to_available_memory() {
    let solve = "solve connect-four --search alpha-beta --table bounds --depth-limit 11 --memory-limit 64GiB";
    let (code, said) = in_little_memory(&solve.split(' ').collect::<Vec<_>>());
    assert_eq!((code, said.as_str()), (Some(0), ""));
}

/// Greatest memory of a command, in KiB, as last seen before the command ends.
fn peak_of(arguments: &[&str]) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_edagari"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let seen = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(seen.unwrap_or(0));
        std::thread::yield_now();
    }
    peak
}

#[test]
fn saving_takes_little_more_memory_than_the_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.edagari");
    let file = path.to_str().expect("a name");
    let run = "record random --depth 14 --branching 4 --search minimax --memory-limit 100MiB -o";
    let peak = peak_of(&run.split(' ').chain([file]).collect::<Vec<_>>());
    // As documented for `--memory-limit`: a tenth and 90 MiB more, for the program with its mapped files and the window
    // of the compressor. A copy of the trace would take 100 MiB more than that.
    assert!(peak < (110 + 90) << 10, "{peak} KiB");
    assert!(fs::metadata(&path).is_ok_and(|file| file.len() > 1 << 20));
}
