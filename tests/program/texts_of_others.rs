//! Untrusted texts from files: terminals, pictures and spreadsheets receive no control sequences or formulas.

use std::fs;

use crate::running::{edagari, json_of, readable};

/// Hostile names.
const NAMES: [&str; 9] = [
    "\u{1b}[31mred",
    "\u{9b}2J",
    "a\nframe 7: all is right",
    "left\u{202e}thgir",
    "=1+1",
    "@sum(a1)",
    "\tx",
    "\u{7}</text>&\\input{x}",
    "+7776FU",
];

/// A stream in which every nameable item has this name.
fn stream(name: &str) -> String {
    // A single word would be an unknown order name, which is reported.
    let order = serde_json::to_string(&format!("by {name} first")).expect("a text");
    let name = serde_json::to_string(name).expect("a text");
    format!(
        r#"{{"edagari":1,"program":{name},"game":{name},"search":{name},"order":{order},"leaf":{name}}}
{{"event":"pass","label":{name},"kind":{name}}}
{{"event":"enter","node":{name},"moves":[{name},"b"],"note":{name},{name}:{name}}}
{{"event":"enter","node":"n","move":{name},"why":{name}}}
{{"event":"leave","node":"n","score":3}}
{{"event":"skip","children":["b"],"why":{name}}}
{{"event":"leave","node":"missing","score":3}}
{{"event":"leave","node":{name},"score":2}}
"#
    )
}

fn is_safe(text: &str) -> bool {
    let is_hidden = |letter: char| letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter);
    !text.contains(is_hidden) && !text.lines().any(|line| line.starts_with("frame 7: all is right"))
}

#[test]
fn no_command_prints_terminal_control_sequences() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wild.jsonl");
    let file = file.to_str().expect("a name");
    let commands = [
        "record FILE --by-depth",
        "record FILE --json",
        "check FILE",
        "check FILE --json",
        "check FILE --language japanese",
        "frame 1 FILE",
        "frame 3 FILE --json",
        "state 3 MOVE FILE",
        "state 3 missing FILE",
        "diff FILE FILE",
        "perft FILE --depth 2",
        "record FILE --search minimax",
        "export FILE --frame 99 -o x.svg",
        "export FILE --frame 0 --color-by missing -o x.svg",
    ];
    for name in NAMES {
        fs::write(file, stream(name)).expect("written");
        for command in commands {
            let arguments: Vec<String> = command
                .split(' ')
                .map(|word| word.replace("FILE", file).replace("MOVE", &format!("\"{name}\"")))
                .collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let done = edagari(&arguments);
            for said in [done.stdout, done.stderr] {
                let said = String::from_utf8(said).expect("text");
                assert!(is_safe(&said), "{command} of {name:?}: {said:?}");
            }
        }
        // JSON output contains the original name.
        let frame = json_of(&["frame", "1", file]);
        assert_eq!(frame["path"], serde_json::json!([name]), "{frame}");
    }
}

#[cfg(feature = "export")]
#[test]
fn no_exported_file_contains_active_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [stream_path, svg, tex, png, csv] = ["wild.jsonl", "x.svg", "x.tex", "x.png", "x.csv"].map(path);
    for name in NAMES {
        fs::write(&stream_path, stream(name)).expect("written");
        for picture in [&svg, &tex, &png] {
            readable(&["export", &stream_path, "--frame", "3", "--size", "600x300", "-o", picture]);
        }
        let [svg, tex] = [&svg, &tex].map(|file| fs::read_to_string(file).expect("a text"));
        assert!(is_safe(&svg), "{name:?}: {svg}");
        assert!(is_safe(&tex) && !tex.contains("\\input"), "{name:?}: {tex}");
        for rows in ["frames", "nodes", "visits", "passes"] {
            readable(&["export", &stream_path, "--rows", rows, "-o", &csv]);
            let mut rows = csv::ReaderBuilder::new().has_headers(false).from_path(&csv).expect("rows");
            for cell in rows.records().flat_map(|row| row.expect("a row").iter().map(str::to_owned).collect::<Vec<_>>())
            {
                let begins_a_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
                assert!(!begins_a_formula || cell.parse::<f64>().is_ok(), "{name:?}: {cell:?}");
                assert!(is_safe(&cell), "{name:?}: {cell:?}");
            }
        }
    }
}
