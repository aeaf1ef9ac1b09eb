//! `docs/tutorial.md`: its program is run, and the sentence that it promises is printed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::running::{edagari, readable, stdout};

/// Runs a program in Python and writes its output to a file. Returns whether Python is installed.
fn trace_of(program: &str, file: &Path) -> bool {
    let Ok(python) = Command::new("python3").args(["-c", program]).output() else { return false };
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    fs::write(file, python.stdout).expect("written");
    true
}

#[test]
fn program_of_the_tutorial_has_the_promised_figures_and_fault() {
    let text = fs::read_to_string("docs/tutorial.md").expect("the page");
    let code = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let folder = tempfile::tempdir().expect("a folder");
    let (nim, bug) = (folder.path().join("nim.jsonl"), folder.path().join("bug.jsonl"));
    if !trace_of(code, &nim) {
        return;
    }
    let figures = readable(&["record", &nim.display().to_string()]);
    let figures: Vec<Vec<&str>> = figures.lines().map(|line| line.split_whitespace().collect()).collect();
    for line in ["nodes visited 45", "frames 178", "value 1", "best moves take2"] {
        assert!(figures.contains(&line.split(' ').collect()), "{line}: {figures:?}");
    }
    let wrong = code.replace("-beta, -alpha", "alpha, beta");
    assert_ne!(wrong, code);
    trace_of(&wrong, &bug);
    let output = edagari(&["check", &bug.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let first = stdout(&output).lines().next().expect("a fault");
    let sentence = first.split_inclusive(". ").next().expect("a sentence").trim_end();
    let promised = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(promised.contains(&format!("`{sentence}`")), "{sentence}");
}
