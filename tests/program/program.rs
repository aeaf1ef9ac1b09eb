//! Help, pipes, displays.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::running::{program, readable, stderr, stdout, words};

#[test]
fn help_and_version_go_to_stdout() {
    assert_eq!(readable(&["--version"]), format!("edagari {}\n", env!("CARGO_PKG_VERSION")));
    for arguments in [
        ["--help"].as_slice(),
        &["record", "--help"],
        &["frame", "--help"],
        &["state", "-h"],
        &["help"],
        &["help", "--help"],
        &["help", "record", "-h"],
    ] {
        let help = readable(arguments);
        assert!(help.contains("Usage: edagari") && help.contains("Exit codes:"), "{help}");
        assert!(help.contains("Examples:"), "{help}");
    }
}

#[test]
fn closed_pipe_is_no_error() {
    // The output has 400 kB, more than a pipe buffers: the program still writes when the reader closes the pipe.
    let arguments = words("frame 200001 random --depth 100000 --branching 1 --search alpha-beta --json", &[]);
    let mut child = program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut reader = child.stdout.take().expect("a pipe");
    reader.read_exact(&mut [0; 10]).expect("some bytes");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn closed_output_is_an_error() {
    for arguments in ["record eight --search minimax", "--help", "record eight --search minimax --json"] {
        let in_shell = |to: &str| {
            let line = format!("\"$0\" {arguments} {to}");
            Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_edagari")]).output().expect("it starts")
        };
        let closed = in_shell(">&-");
        assert_eq!(closed.status.code(), Some(2), "{arguments}");
        assert_eq!(
            stderr(&closed),
            "edagari: standard output is closed, expected an open one, or /dev/null for none\n"
        );
        assert_eq!(in_shell(">/dev/null").status.code(), Some(0), "{arguments}");
        assert_eq!(in_shell("<&- 1<>/dev/null").status.code(), Some(0), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_output_is_an_error() {
    for arguments in [["record", "eight", "--search", "minimax"].as_slice(), &["--help"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = program().args(arguments).stdout(full).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).starts_with("edagari: the output cannot be written: "), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_there_is_one_sentence() {
    for arguments in [[].as_slice(), &["view"]] {
        let mut command = program();
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(variable);
        }
        let output = command.args(arguments).output().expect("it starts");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        let sentence = stderr(&output);
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        assert!(sentence.starts_with("edagari: ") && sentence.contains("`edagari record`"), "{sentence}");
    }
}
