//! Output of `edagari lesson`: shipped lessons, notes from files, and false statements in them.

use std::path::{Path, PathBuf};

use crate::running::{edagari, json_of, readable, refused, stderr, stdout, words};

/// Writes a notes file on the three-move figure.
fn notes(folder: &Path, notes: &str) -> PathBuf {
    let path = folder.join("figure.edagari-notes.ron");
    let runs = r#"runs: [(from: Setup((game: Textbook(file: "three-moves"), process: Search(AlphaBeta))))]"#;
    std::fs::write(&path, format!("(\n    edagari_notes: 1, title: \"A cut\", {runs},\n    notes: [{notes}],\n)\n"))
        .expect("written");
    path
}

#[test]
fn every_shipped_lesson_is_listed_printed_and_true() {
    let list = readable(&["lesson", "list"]);
    assert_eq!(list, readable(&["lesson"]));
    let named: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(named.len(), 17, "{list}");
    for name in named {
        let told = readable(&["lesson", name]);
        let object = json_of(&["lesson", name]);
        let title = object["title"].as_str().expect("a title");
        assert!(told.contains(title) && list.contains(title), "{told}");
        assert!(object["notes"].as_array().expect("notes").len() >= 3);
        let japanese = readable(&["lesson", name, "--language", "japanese"]);
        assert!(!japanese.contains(title), "{japanese}");
        for language in ["english", "japanese"] {
            let checked = readable(&["lesson", "check", name, "--language", language]);
            assert!(checked.contains("all true") || checked.contains("すべて正しい"), "{checked}");
        }
    }
}

#[test]
fn answers_are_printed_only_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let question = r#"(frame: 9, question: (text: "Which?", answers: [(text: "this", right: true), (text: "that")], why: "So it is."))"#;
    let file =
        notes(folder.path(), &format!(r#"(frame: 3, title: "Here", text: "Of {{frames}} frames."), {question}"#));
    let file = file.to_str().expect("UTF-8");
    let without = readable(&["lesson", file]);
    assert!(without.contains("Of 42 frames.") && without.contains("Which?"), "{without}");
    assert!(!without.contains("So it is."), "{without}");
    let with = readable(&words("lesson --answers", &[file]));
    assert!(with.contains("this") && with.contains("So it is."), "{with}");
    let object = json_of(&["lesson", file]);
    assert_eq!(object["notes"][0]["text"], "Of 42 frames.");
    assert_eq!(object["notes"][1]["frame"], 9);
}

#[test]
fn false_statement_is_named_and_exits_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for (wrong, parts) in [
        (r#"(frame: 3, text: "Of 42 frames.")"#, vec!["Note 1", "42 is typed"]),
        ("(frame: 3), (frame: 4000)", vec!["Note 2", "4,000"]),
        (r#"(frame: 3, node: "Z")"#, vec!["Note 1", "Z"]),
        (r#"(frame: 3, text: "{worth A}")"#, vec!["Note 1", "{worth A}"]),
        (r#"(frame: 19, claims: ["state J = visited"])"#, vec!["Note 1", "state J = visited"]),
        (
            r#"(frame: 9, question: (text: "?", answers: [(text: "a", right: true), (text: "b", right: true)]))"#,
            vec!["Note 1", "2 answers are right"],
        ),
        ("(run: 2, frame: 1)", vec!["Note 1", "no run 2"]),
    ] {
        let file = notes(folder.path(), wrong);
        let output = edagari(&["lesson", "check", file.to_str().expect("UTF-8")]);
        assert_eq!(output.status.code(), Some(1), "{wrong}: {}", stderr(&output));
        for part in parts {
            assert!(stdout(&output).contains(part), "{wrong}: {:?} does not say {part:?}", stdout(&output));
        }
    }
}

#[test]
fn list_and_check_are_printed_as_json() {
    let list = json_of(&["lesson", "list"]);
    assert_eq!(list, json_of(&["lesson"]));
    let lessons = list["lessons"].as_array().expect("a list");
    assert_eq!(lessons.len(), 17);
    for lesson in lessons {
        let name = lesson["name"].as_str().expect("a name");
        let object = json_of(&["lesson", name]);
        assert_eq!(lesson["title"], object["title"]);
        assert_eq!(lesson["notes"].as_u64(), object["notes"].as_array().map(|notes| notes.len() as u64));
        let checked = json_of(&["lesson", "check", name]);
        assert_eq!(checked, serde_json::json!({"all_true": true, "notes": lesson["notes"], "faults": []}));
    }
    let japanese = json_of(&["lesson", "list", "--language", "japanese"]);
    assert_ne!(japanese["lessons"][2]["title"], lessons[2]["title"]);
    let part = json_of(&["lesson", "list", "--limit", "2", "--cursor", "1"]);
    assert_eq!((part["lessons"].as_array(), part["next"].as_u64()), (Some(&lessons[1..3].to_vec()), Some(3)));

    let folder = tempfile::tempdir().expect("a folder");
    let file = notes(folder.path(), r#"(frame: 3, text: "Of 42 frames."), (frame: 4000)"#);
    let file = file.to_str().expect("UTF-8");
    let output = edagari(&["lesson", "check", file, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let checked: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!((&checked["all_true"], &checked["notes"]), (&false.into(), &2.into()));
    let faults = checked["faults"].as_array().expect("a list");
    let at = |fault: &serde_json::Value| (fault["note"].as_u64(), fault["run"].as_u64());
    assert_eq!(faults.iter().map(at).collect::<Vec<_>>(), [(Some(1), None), (Some(2), None)]);
    let output = edagari(&["lesson", "check", file]);
    let plain = stdout(&output);
    let texts: Vec<&str> = faults.iter().filter_map(|fault| fault["text"].as_str()).collect();
    assert_eq!(plain.lines().collect::<Vec<_>>(), texts);

    let missing = folder.path().join("missing.edagari-notes.ron");
    std::fs::write(&missing, "(edagari_notes: 1, title: \"x\", runs: [(from: File(\"gone.edagari\"))], notes: [])")
        .expect("written");
    let output = edagari(&["lesson", "check", missing.to_str().expect("UTF-8"), "--json"]);
    let checked: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(at(&checked["faults"][0]), (None, Some(1)));
    assert!(checked["faults"][0]["text"].as_str().expect("a text").contains("gone.edagari"), "{checked}");
}

#[test]
fn invalid_lesson_is_refused_with_its_position() {
    refused(&["lesson", "nothing"], &["nothing", "cuts"]);
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("gone.edagari-notes.ron");
    refused(&["lesson", missing.to_str().expect("UTF-8")], &["gone.edagari-notes.ron"]);
    let broken = notes(folder.path(), "(frame: x)");
    refused(&["lesson", "check", broken.to_str().expect("UTF-8")], &["figure.edagari-notes.ron:3:"]);
    std::fs::write(&broken, "(edagari_notes: 2, pages: [])").expect("written");
    refused(&["lesson", broken.to_str().expect("UTF-8")], &["version 2", "expected version 1"]);
}

#[cfg(feature = "export")]
#[test]
fn a_lesson_is_written_as_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("cuts.html").display().to_string();
    assert_eq!(readable(&["lesson", "cuts", "--language", "japanese", "-o", &page]), "");
    let text = std::fs::read_to_string(&page).expect("a page");
    assert!(text.contains("<html lang=\"ja\" data-language=\"ja\">"));
    assert!(readable(&["check", &page]).contains("Proved"), "it contains its run");
    refused(&["lesson", "cuts", "-o", &page.replace(".html", ".gif")], &["cuts.gif", ".html"]);
    let missing = folder.path().join("missing.edagari-notes.ron");
    let run = "runs: [(from: File(\"missing.edagari\"))]";
    std::fs::write(&missing, format!("(edagari_notes: 1, title: \"x\", {run}, notes: [(frame: 0, title: \"y\")])"))
        .expect("written");
    let output = edagari(&["lesson", &missing.display().to_string(), "-o", &page]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("missing.edagari") && stderr(&output).contains("all runs"), "{}", stderr(&output));
}
