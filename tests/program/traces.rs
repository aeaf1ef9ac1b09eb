//! Traces as files: saved, checked and compared.

use std::fs;
use std::process::Stdio;

use serde_json::json;

use crate::running::{edagari, frame, has, json_of, program, readable, refused, stdout};

#[test]
fn traces_are_saved_checked_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (minimax, alpha_beta, stream) =
        (path("minimax.edagari"), path("alpha-beta.edagari"), path("alpha-beta.jsonl.zst"));
    let record = |search: &str, file: &str| json_of(&["record", "eight", "--search", search, "-o", file]);
    let (plain, pruned) = (record("minimax", &minimax), record("alpha-beta", &alpha_beta));
    // The figures of a file equal those of its run, in every format.
    assert_eq!(json_of(&["record", &alpha_beta, "-o", &stream]), pruned);
    assert_eq!(json_of(&["record", &stream]), pruned);
    assert_eq!(json_of(&["frame", "40", &stream]), json_of(&["frame", "40", "eight", "--search", "alpha-beta"]));
    // A different search of the same game.
    assert_eq!(json_of(&["record", &stream, "--search", "minimax"]), plain);
    assert_eq!(json_of(&["perft", &stream, "--depth", "3"]), json_of(&["perft", "eight", "--depth", "3"]));

    let report = json_of(&["check", &stream, "--against-minimax"]);
    assert_eq!((&report["right"], &report["minimax"]), (&true.into(), &pruned["value"]));
    assert_eq!(report["frames"], pruned["frames"]);
    let equal = json_of(&["diff", &alpha_beta, &stream]);
    assert_eq!((&equal["equal"], &equal["first_different_frame"]), (&true.into(), &serde_json::Value::Null));

    let differ = edagari(&["diff", &minimax, &alpha_beta, "--json"]);
    assert_eq!(differ.status.code(), Some(1), "they differ");
    let differ: serde_json::Value = serde_json::from_slice(&differ.stdout).expect("an object");
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let saved = number(&plain["nodes_visited"]) - number(&pruned["nodes_visited"]);
    assert_eq!(number(&differ["visited_by_one"][0]), saved);
    assert_eq!(differ["cuts_in_one"][1], pruned["cutoffs"]);

    refused(&["diff", &minimax, &path("missing.edagari")], &["missing.edagari: cannot be read"]);
    refused(&["record", "eight", "--search", "minimax", "-o", &path("trace.txt")], &["trace.txt", ".edagari"]);
    refused(&["record", &stream, "--table", "bounds"], &["--table", "--search"]);
    refused(&["record", &stream, "--houses", "3"], &["--houses", "kalah"]);
    let figure = path("figure.ron");
    json_of(&["record", "textbook", "--search", "alpha-beta", "-o", &figure]);
    refused(&["diff", &minimax, &figure], &["different games", "eight", "textbook"]);
}

#[test]
fn a_wrong_trace_fails_its_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.jsonl");
    let wrong = "{\"edagari\":1,\"search\":\"minimax\"}\n{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"a\"}\n{\"event\":\"leave\",\"score\":2}\n{\"event\":\"leave\",\"score\":3}\n";
    std::fs::write(&path, wrong).expect("written");
    let checked = edagari(&["check", path.to_str().expect("a name")]);
    assert_eq!(checked.status.code(), Some(1));
    let text = String::from_utf8(checked.stdout).expect("text");
    assert!(text.starts_with("frame 5 (line 2): The root ends with 3"), "{text}");
    assert!(text.contains("note: "), "what was assumed is said: {text}");
    let sentence = String::from_utf8(checked.stderr).expect("text");
    assert_eq!(sentence, "edagari: the trace is wrong: faults 1, frames 6\n");
}

#[test]
fn check_reports_the_share_that_was_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let verdict = |file: &str, options: &[&str]| {
        let checked = edagari(&[&["check", file, "--json"], options].concat());
        let report: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("an object");
        (checked.status.code(), report)
    };
    let whole = path("whole.jsonl");
    json_of(&["record", "eight", "--search", "alpha-beta", "-o", &whole]);
    let (code, report) = verdict(&whole, &["--require", "proved", "--against-minimax"]);
    assert_eq!((code, &report["verdict"], &report["not_judged"]), (Some(0), &json!("proved"), &json!([])));

    // A limit that is too low is reported, and nothing is proved.
    let (code, report) = verdict(&whole, &["--against-minimax", "--exact-limit", "3"]);
    assert_eq!((code, &report["verdict"]), (Some(0), &json!("nothing-found")));
    assert_eq!(report["not_judged"][0]["reason"], "value");
    assert_eq!(verdict(&whole, &["--against-minimax", "--exact-limit", "3", "--require", "proved"]).0, Some(1));

    // A truncated trace is incomplete.
    let text = fs::read_to_string(&whole).expect("a stream");
    let half: Vec<&str> = text.split_inclusive('\n').take(40).collect();
    let cut = path("cut.jsonl");
    fs::write(&cut, half.concat()).expect("written");
    let (code, report) = verdict(&cut, &[]);
    assert_eq!((code, &report["verdict"], &report["right"]), (Some(3), &json!("nothing-found"), &json!(true)));
    assert_eq!(report["incomplete"], "the file ends before the run does");
    assert_eq!(verdict(&cut, &["--require", "proved"]).0, Some(1));

    // Missing facts are counted by reason.
    let thin = path("thin.jsonl");
    let events = "{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"a\"}\n{\"event\":\"leave\",\"score\":2}\n{\"event\":\"leave\"}\n";
    fs::write(&thin, format!("{{\"edagari\":1}}\n{events}")).expect("written");
    let (code, report) = verdict(&thin, &[]);
    assert_eq!((code, &report["verdict"]), (Some(0), &json!("nothing-found")));
    let reasons: Vec<&str> =
        report["not_judged"].as_array().expect("reasons").iter().filter_map(|one| one["reason"].as_str()).collect();
    assert_eq!(reasons, ["rules", "windows", "answers"]);
    assert_eq!((&report["not_judged"][1]["count"], &report["not_judged"][1]["of"]), (&json!(2), &json!(2)));
    let text = String::from_utf8(edagari(&["check", &thin]).stdout).expect("text");
    assert!(text.starts_with("Nothing found in 6 frames. Not judged: "), "{text}");
}

#[test]
fn incomplete_tree_of_a_trace_is_not_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.jsonl");
    let stream = "{\"edagari\":1,\"game\":\"nim\"}\n{\"event\":\"enter\",\"moves\":[\"a\",\"b\"]}\n{\"event\":\"enter\",\"move\":\"a\"}\n{\"event\":\"leave\",\"score\":2}\n";
    std::fs::write(&path, stream).expect("written");
    let file = path.to_str().expect("a name");
    assert_eq!(json_of(&["record", file])["complete"], false);
    refused(&["record", file, "--search", "minimax"], &["1 of its nodes", "whole tree"]);
    std::fs::write(
        &path,
        format!("{stream}{{\"event\":\"enter\",\"move\":\"b\"}}\n{{\"event\":\"leave\",\"score\":7}}\n"),
    )
    .expect("written");
    assert_eq!(json_of(&["record", file, "--search", "minimax"])["value"], 7);
}

#[test]
fn imported_trace_keeps_the_names_of_its_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let [stream, native] =
        ["pvs.jsonl", "pvs.edagari"].map(|name| folder.path().join(name).to_str().expect("a name").to_owned());
    let events = r#"{"edagari":1,"program":"my-engine","search":"PVS","fail":"soft","cut":">="}
{"event":"enter"}
{"event":"enter","move":"a"}
{"event":"leave","score":2}
{"event":"leave","score":2}
"#;
    fs::write(&stream, events).expect("written");
    readable(&["record", &stream, "-o", &native]);
    for file in [&stream, &native] {
        for command in [vec!["record", file], vec!["frame", "0", file], vec!["state", "0", "a", file]] {
            has(&json_of(&command), &json!({"search": "PVS", "program": "my-engine"}));
            let said = readable(&command);
            let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
            assert!(lines.contains(&vec!["search", "PVS"]) && lines.contains(&vec!["program", "my-engine"]), "{said}");
            assert!(!said.contains("fail-soft") && !said.contains("alpha-beta"), "{said}");
        }
    }
    let own = frame(0, "textbook --search alpha-beta");
    assert!(own.get("search").is_none() && own.get("program").is_none(), "{own}");
}

#[test]
fn columns_appear_in_frames_states_and_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [stream, csv, rows] = ["engine.jsonl", "rows.csv", "rows.json"].map(path);
    let events = r#"{"edagari":1}
{"event":"enter","eval":-7,"depth":2}
{"event":"enter","node":"e7","move":"a","eval":1.5}
{"event":"leave","score":2,"why":"stand-pat"}
{"event":"leave","score":2}
"#;
    fs::write(&stream, events).expect("written");
    let at_a = json!({"eval": 1.5, "why": "stand-pat"});
    has(&json_of(&["frame", "1", &stream]), &json!({"columns": at_a, "id": "e7", "line": 3}));
    assert_eq!(json_of(&["state", "2", "a", &stream])["columns"], at_a);
    assert!(json_of(&["state", "0", "a", &stream]).get("columns").is_none(), "not visited yet");
    assert!(readable(&["frame", "0", &stream]).contains("eval    −7"), "{}", readable(&["frame", "0", &stream]));
    readable(&["export", &stream, "--rows", "nodes", "-o", &csv]);
    let written = fs::read_to_string(&csv).expect("written");
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].ends_with("pruned_at,id,line,depth,eval,why"), "{written}");
    assert!(lines[1].ends_with(",0,2,2,-7.0,") && lines[2].ends_with(",e7,3,,1.5,stand-pat"), "{written}");
    readable(&["export", &stream, "--rows", "frames", "-o", &rows]);
    let written: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&rows).expect("written")).expect("a list of rows");
    assert_eq!((written[1]["columns"].clone(), written.as_array().map(Vec::len)), (at_a, Some(6)));
}

#[test]
fn decimal_scores_are_printed_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let [stream, other, native, csv, svg] =
        ["engine.jsonl", "other.jsonl", "engine.edagari", "rows.csv", "tree.svg"].map(path);
    let events = r#"{"edagari":1,"unit":0.01}
{"event":"enter","node":1,"window":[-9.5,"inf"]}
{"event":"enter","node":2,"move":"a"}
{"event":"leave","node":2,"score":0.35}
{"event":"leave","node":1,"score":0.35}
"#;
    fs::write(&stream, events).expect("written");
    fs::write(&other, events.replace("0.35", "0.4")).expect("written");
    has(&json_of(&["frame", "3", &stream]), &json!({"alpha": -9.5, "beta": "inf", "score": 0.35}));
    has(&json_of(&["state", "5", "a", &stream]), &json!({"score": 0.35}));
    has(&json_of(&["state", "0", "", &stream]), &json!({"alpha": -9.5}));
    has(&json_of(&["record", &stream, "-o", &native]), &json!({"value": 0.35}));
    has(&json_of(&["frame", "3", &native]), &json!({"alpha": -9.5, "score": 0.35}));
    let said = readable(&["frame", "3", &native]);
    assert!(said.contains("−9.50") && said.contains("0.35"), "{said}");
    readable(&["export", &stream, "--rows", "frames", "-o", &csv]);
    let written = fs::read_to_string(&csv).expect("written");
    assert!(written.contains(",-9.5,inf,0.35,"), "{written}");
    readable(&["export", &stream, "--frame", "5", "-o", &svg]);
    let written = fs::read_to_string(&svg).expect("written");
    assert!(written.contains("= 0.35"), "{written}");
    let differ = edagari(&["diff", &stream, &other]);
    let said = stdout(&differ);
    assert!(said.contains("= 0.35 and = 0.40"), "{said}");
}

/// If the program is killed during a save, the file has the complete old or the complete new content.

#[test]
fn saving_is_all_or_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.jsonl");
    let file = path.to_str().expect("a name");
    let old = json_of(&["record", "textbook", "--search", "minimax", "-o", file]);
    let new = ["record", "random", "--depth", "7", "--branching", "4", "--search", "minimax"];
    let figures = json_of(&new);
    let (mut killed, mut finished) = (0, 0);
    for wait in (0..400).step_by(20) {
        let mut saving = program().args(new).args(["-o", file]).stdout(Stdio::null()).spawn().expect("started");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let is_done = saving.try_wait().expect("a state").is_some();
        saving.kill().expect("killed or done");
        saving.wait().expect("gone");
        let found = json_of(&["record", file]);
        assert!(found["frames"] == old["frames"] || found["frames"] == figures["frames"], "{found}");
        assert_eq!(found["complete"], true);
        *(if is_done { &mut finished } else { &mut killed }) += 1;
    }
    assert!(killed > 0, "none of the {finished} was killed on the way");
}

#[test]
fn file_too_large_to_open_again_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    for depth in ["8", "11"] {
        let command = ["record", "random", "--branching", "4", "--depth", depth, "--search", "minimax", "-o"];
        let parts = [&*path("x.ron"), "8 MiB", ".edagari, .jsonl or .jsonl.zst"];
        refused(&[&command[..], &[&path("x.ron")]].concat(), &parts);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is written");
}

#[cfg(unix)]
#[test]
fn read_only_file_is_replaced_only_by_force() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    for (name, command) in [
        ("x.jsonl", "record eight --search minimax"),
        ("x.svg", "export eight --search minimax --frame 3"),
        ("x.csv", "export eight --search minimax --rows depths"),
    ] {
        let file = path(name);
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).expect("set");
        let command = [&command.split(' ').collect::<Vec<_>>()[..], &["-o", &file]].concat();
        refused(&command, &[&file, "read-only", "--force"]);
        assert_eq!(fs::read(&file).expect("there"), b"old");
        readable(&[&command[..], &["--force"]].concat());
        assert_ne!(fs::read(&file).expect("there"), b"old");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o400);
    }
}
