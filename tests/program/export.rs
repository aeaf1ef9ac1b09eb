//! Pictures as files.

use std::fs;

use crate::running::{TEXTBOOK, readable, refused, words};
#[cfg(feature = "parquet")]
use crate::running::{edagari, stderr};

#[cfg(feature = "export")]
#[test]
fn a_picture_of_a_frame_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (name, more) in
        [("a.svg", ""), ("a.png", "--top-down --theme dark --levels 2"), ("b.svg", "--center A --levels 3")]
    {
        let path = file(name);
        let arguments = format!("export {TEXTBOOK} --frame 18 {more} -o {path}");
        assert_eq!(readable(&words(&arguments, &[])), "", "nothing is printed");
        assert!(fs::metadata(&path).is_ok_and(|written| written.len() > 1000), "{name}");
    }
    let path = file("frames.csv");
    readable(&words(&format!("export {TEXTBOOK} --rows frames -o {path}"), &[]));
    assert!(fs::read_to_string(&path).expect("text").starts_with("frame,kind,"));
    let both = ["a.svg", "b.svg"].map(|name| fs::read_to_string(file(name)).expect("text"));
    assert!(both[0].contains(">N</text>") && !both[1].contains(">N</text>"), "only A's part of the tree");
    for (arguments, parts) in [
        (format!("--frame 18 -o {}", file("c.doc")), ["c.doc", "expected a name that ends in"]),
        (format!("--frame 9999 -o {}", file("c.svg")), ["frame 9999", "expected"]),
        (format!("--frame 1 --center X -o {}", file("c.svg")), ["X is not a legal move", "expected"]),
        (format!("--frame 1 -o {}", file("none/c.svg")), ["none/c.svg", "cannot be written"]),
        (format!("--frame 1 --levels 0 -o {}", file("c.svg")), ["--levels", "expected"]),
        (format!("--rows nodes -o {}", file("c.svg")), ["c.svg", "ends in .csv, .json or .parquet"]),
        (format!("--rows nodes --frame 3 -o {}", file("c.csv")), ["--rows", "--frame"]),
        (format!("-o {}", file("c.svg")), ["--frame", "required"]),
    ] {
        refused(&words(&format!("export {TEXTBOOK} {arguments}"), &[]), &parts);
    }
}

#[cfg(feature = "export")]
#[test]
fn a_board_and_its_picture_have_sizes_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.svg").display().to_string();
    let game = "reversi --search alpha-beta --depth-limit 2 --frame 3";
    readable(&words(&format!("export {game} --size 4 --picture-size 320x240 -o {file}"), &[]));
    let picture = fs::read_to_string(&file).expect("text");
    assert!(picture.contains("width=\"320\"") && picture.contains("height=\"240\""), "{}", &picture[..200]);
    refused(
        &words(&format!("export {game} --size 5 -o {file}"), &[]),
        &["'5' for '--size' of reversi", "one of 4, 6, 8"],
    );
}

#[cfg(feature = "export")]
#[test]
fn motion_and_steps_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let size = "--picture-size 320x240";
    readable(&words(&format!("export {TEXTBOOK} --frames 0..3 {size} -o {}", file("still.gif")), &[]));
    let moving = format!("export {TEXTBOOK} --frames 0..3 {size} --animate --delay 400 -o {}", file("moving.gif"));
    assert_eq!(readable(&words(&moving, &[])), "", "nothing is printed");
    // A GIF has one graphic control block for each picture.
    let pictures = |name: &str| {
        let bytes = fs::read(file(name)).expect("there");
        assert!(bytes.starts_with(b"GIF89a"));
        bytes.windows(3).filter(|three| *three == [0x21, 0xf9, 0x04]).count()
    };
    assert_eq!(pictures("still.gif"), 4);
    assert!(pictures("moving.gif") > 4 + 5, "{}", pictures("moving.gif"));
    readable(&words(&format!("export {TEXTBOOK} --frame 18 {size} --before-after -o {}", file("cut.svg")), &[]));
    let step = ["cut-1.svg", "cut-2.svg", "cut-3.svg"].map(|name| fs::read_to_string(file(name)).expect("text"));
    assert!(step[0] != step[1] && step[1] != step[2] && !fs::exists(file("cut.svg")).expect("known"));
    for (arguments, parts) in [
        ("--frame 0 --before-after -o x.png", ["nothing comes before frame 0", "expected a frame from 1"]),
        ("--frame 9999 --before-after -o x.png", ["frame 9999", "expected"]),
        ("--frame 3 --before-after -o x.gif", ["x.gif", "expected a name that ends in .png, .svg, .pdf or .tex"]),
        ("--frame 3 --before-after --levels 2 -o x.png", ["--before-after", "--levels"]),
        ("--frame 3 --before-after --tikz -o x.png", ["--before-after", "--tikz"]),
        ("--frames 0..3 --before-after -o x.png", ["--frames", "--before-after"]),
        ("--rows nodes --before-after -o x.csv", ["--before-after", "--rows"]),
        ("--frames 0..3 --animate -o x.png", ["x.png", "expected a name that ends in .gif or .apng"]),
        ("--frames 0..3 --animate --fps 4 -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frames 0..3 --animate --fps 61 -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frames 0..3 --animate --fps nan -o x.gif", ["--fps", "expected a whole number from 5 to 60"]),
        ("--frame 3 --size 100x100 -o x.png", ["'100x100' for '--size'", "expected the width and the height"]),
        ("--frame 3 --size 300x300 --levels 2 -o x.png", ["size of the picture", "--levels"]),
        ("--frame 3 --size 300x300 --size 400x400 -o x.png", ["size of the picture", "multiple times"]),
        (
            "--frame 3 --picture-size 100x100 -o x.png",
            ["'100x100' for '--picture-size", "expected the width and the height"],
        ),
        ("--frame 3 --picture-size 300x300 --size 300x300 -o x.png", ["size of the picture", "multiple times"]),
        ("--frame 3 --picture-size 300x300 --levels 2 -o x.png", ["--picture-size", "--levels"]),
        ("--frame 3 --size 6 -o x.png", ["--size", "reversi"]),
        ("--frames 0..3 --fps 30 -o x.gif", ["--animate", "required"]),
        ("--frame 3 --animate -o x.gif", ["--animate", "--frame"]),
        ("--frame 3 --fps 30 -o x.png", ["--fps", "--frame"]),
        ("--frame 3 --delay 300 -o x.png", ["--delay", "--frame"]),
        ("--rows nodes --every 2 -o x.csv", ["--every", "--rows"]),
        ("--frames 0..3 --animate --levels 2 -o x.gif", ["--animate", "--levels"]),
        ("--frames 0..3 --animate --delay 100 -o x.gif", ["a delay of 100 ms", "expected at least 125 ms"]),
    ] {
        let arguments = arguments.replace(" x.", &format!(" {}/x.", folder.path().display()));
        refused(&words(&format!("export {TEXTBOOK} {arguments}"), &[]), &parts);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5, "what is refused writes nothing");
}

#[cfg(feature = "export")]
const PASSES: &str = r#"{"edagari": 1}
{"event": "pass", "depth": 1}
{"event": "enter", "node": 0, "kind": "pv", "empty": null}
{"event": "enter", "node": 1, "move": "a", "kind": "cut"}
{"event": "leave", "score": 1}
{"event": "leave", "score": 1}
{"event": "pass", "depth": 2}
{"event": "enter", "node": 2, "kind": "pv"}
{"event": "enter", "node": 3, "move": "a", "kind": "pv"}
{"event": "leave", "score": 2}
{"event": "leave", "score": 2}
"#;

#[cfg(feature = "export")]
#[test]
fn passes_are_drawn_apart_and_columns_colour_the_nodes() {
    let folder = tempfile::tempdir().expect("a folder");
    let stream = folder.path().join("passes.jsonl");
    std::fs::write(&stream, PASSES).expect("a file");
    let stream = stream.to_str().expect("a name");
    let drawn = |name: &str, options: &[&str]| {
        let picture = folder.path().join(name);
        let file = picture.to_str().expect("a name");
        readable(&[&["export", stream, "--frame", "11", "-o", file], options].concat());
        std::fs::read_to_string(picture).expect("a picture")
    };
    let plain = drawn("plain.svg", &[]);
    let apart = drawn("apart.svg", &["--passes-apart"]);
    assert!(!plain.contains(">a p2<") && apart.contains("a p2"), "{apart}");
    let colored = drawn("colored.svg", &["--color-by", "kind"]);
    assert!(colored != plain && colored != apart, "other colours");
    let both = drawn("both.tex", &["--passes-apart", "--color-by", "kind"]);
    assert!(both.contains("p2"), "{both}");
    let refuse = |options: &[&str], parts: &[&str]| {
        refused(&[&["export", stream, "--frame", "11", "-o", "no.svg"], options].concat(), parts);
    };
    refuse(&["--color-by", "eval"], &["column eval", "expected one of", "kind"]);
    refuse(&["--color-by", "kind", "--levels", "2"], &["--color-by", "--levels"]);
    refuse(&["--passes-apart", "--levels", "2"], &["--passes-apart", "--levels"]);
    let of_edagari = words("export textbook --search alpha-beta --frame 3 --color-by kind -o no.svg", &[]);
    refused(&of_edagari, &["column kind", "expected no --color-by"]);
}

#[cfg(feature = "parquet")]
#[test]
fn one_command_writes_a_part_for_each_of_several_files() {
    use crate::running::{edagari, stderr};
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (plain, packed, deep) = (file("plain.edagari"), file("packed.jsonl.zst"), file("deep.edagari"));
    for path in [&plain, &packed] {
        readable(&words(&format!("record {TEXTBOOK} -o"), &[path]));
    }
    readable(&words("record textbook --search pvs --depth-limit 3 --deepening -o", &[&deep]));
    let runs = file("runs/");
    let files = [plain.as_str(), &packed, &deep];
    readable(&[&["export"], &files[..], &["--rows", "visits", "-o", &runs]].concat());
    let output = edagari(&[&["export"], &files[..], &["--rows", "passes", "-o", &runs]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output).matches("the run has one pass only, so the table has no rows").count(), 2);
    // A run of one pass has a part without rows, which replaces that of an older run.
    for part in ["plain/visits", "packed/visits", "deep/visits", "deep/passes", "plain/passes"] {
        assert!(fs::exists(file(&format!("runs/run={part}.parquet"))).expect("a folder"), "{part}");
    }
}

#[cfg(feature = "export")]
#[test]
fn several_runs_need_a_folder_and_different_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (first, second) = (file("run.edagari"), file("run.jsonl"));
    for path in [&first, &second] {
        readable(&words(&format!("record {TEXTBOOK} -o"), &[path]));
    }
    let rows = file("rows.csv");
    refused(
        &["export", &first, &second, "--rows", "visits", "-o", &rows],
        &["rows.csv is a file", "a folder ending in /"],
    );
    let runs = file("runs/");
    refused(&["export", &first, &second, "--rows", "visits", "-o", &runs], &["two runs have the name run"]);
    refused(&["export", &first, &second, "--frame", "3", "-o", &file("x.svg")], &["--rows"]);
    assert!(!fs::exists(&runs).expect("a folder"));
}

#[cfg(all(feature = "export", not(feature = "parquet")))]
#[test]
fn parquet_without_its_feature_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.parquet").display().to_string();
    refused(&words(&format!("export {TEXTBOOK} --rows visits -o {file}"), &[]), &["built without Parquet"]);
    let runs = folder.path().join("runs/").display().to_string();
    refused(&words(&format!("export {TEXTBOOK} --rows visits -o {runs}"), &[]), &["built without Parquet"]);
    assert!(!folder.path().join("runs").exists());
}

#[cfg(feature = "parquet")]
#[test]
fn rows_of_many_runs_are_parts_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (run, runs) = (file("one game.edagari"), file("runs/"));
    readable(&[words(&format!("record {TEXTBOOK}"), &[]).as_slice(), &["-o", &run]].concat());
    for rows in ["visits", "frames"] {
        readable(&["export", &run, "--rows", rows, "-o", &runs]);
        let part = fs::read(file(&format!("runs/run=one%20game/{rows}.parquet"))).expect("a part");
        assert!(part.starts_with(b"PAR1") && part.ends_with(b"PAR1"), "{rows}");
    }
    readable(&words("export textbook --search pvs --rows visits", &["-o", &runs]));
    assert!(fs::exists(file("runs/run=textbook%2Csearch%3Dpvs/visits.parquet")).expect("a folder"));
    let output = edagari(&["export", &run, "--rows", "passes", "-o", &runs]);
    assert!(output.status.success() && stderr(&output).contains("the run has one pass only, so the table has no rows"));
    assert!(fs::exists(file("runs/run=one%20game/passes.parquet")).expect("a folder"));
}
