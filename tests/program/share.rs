//! `edagari share`: pages, and opening the traces in them.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari::trace::file::open_others_in_page;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Progress};

use crate::running::{edagari, readable, refused, stderr, words};

#[test]
fn a_page_is_written_and_opens_as_its_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("cuts.html");
    let page = page.to_str().expect("UTF-8");
    let output = edagari(&words("share textbook --search alpha-beta -o", &[page]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = std::fs::read_to_string(page).expect("a page");
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
    assert!(
        !text.contains("http://")
            || text.matches("http://").count() == text.matches("http://www.w3.org/2000/svg").count()
    );
    assert_eq!(readable(&["frame", "18", page]), readable(&words("frame 18 textbook --search alpha-beta", &[])));
    assert!(readable(&["check", page]).contains("Proved"));
    // `--frames` limits the figure; the page still contains the whole trace.
    edagari(&words("share textbook --search alpha-beta --frames 3..9 --language japanese -o", &[page]));
    let part = std::fs::read_to_string(page).expect("a page");
    assert!(part.contains("<html lang=\"ja\" data-language=\"ja\">") && part.len() < text.len());
    assert!(readable(&["frame", "18", page]).contains("18"));
}

#[test]
fn share_refuses_large_figures_bad_paths_and_foreign_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let figure = words("share tic-tac-toe --search alpha-beta --as figure -o", &[]);
    refused(&[&figure[..], &[&path("x.html")]].concat(), &["73186 frames", "at most 5000", "--as app"]);
    refused(&words("share textbook --search alpha-beta -o", &[&path("x.gif")]), &["x.gif", ".html"]);
    refused(&words("share textbook --search alpha-beta --frames 900..950 -o", &[&path("x.html")]), &["no frames"]);
    assert!(!folder.path().join("x.html").exists());
    for (page, parts) in [
        ("<!DOCTYPE html><p>hello</p>", ["byte 0", "without a trace"]),
        (
            "<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">AAAA",
            ["byte", "ends within its trace"],
        ),
        ("<!DOCTYPE html><script type=\"application/octet-stream\" id=\"trace\">A*</script>", ["byte", "damaged"]),
    ] {
        std::fs::write(path("x.html"), page).expect("written");
        refused(&["check", &path("x.html")], &parts);
    }
}

#[test]
fn the_example_pages_are_those_of_the_commands_beside_them() {
    let list = include_str!("../../docs/pages/README.md");
    let commands: Vec<&str> = list.split('`').filter(|part| part.starts_with("edagari ")).collect();
    assert_eq!(commands.len(), 4);
    let folder = tempfile::tempdir().expect("a folder");
    for command in commands {
        let mut arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let name = arguments.pop().expect("a page");
        let made = folder.path().join(name);
        arguments.push(made.to_str().expect("UTF-8"));
        let output = edagari(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pages").join(name);
        let same = std::fs::read(&made).expect("made") == std::fs::read(shipped).expect("shipped");
        assert!(same, "{name} is another page now: in docs/pages, run {command}");
    }
}

/// Writes a small page that replaces the program, with the placeholder of the files.
fn stand_in(folder: &Path) -> String {
    let program = folder.join("one-file.html");
    let page = "<!DOCTYPE html>\n<html><head><title>Edagari</title></head><body><!-- files --><script>start()</script></body></html>\n";
    std::fs::write(program, page).expect("written");
    folder.display().to_string()
}

/// The table of contents of a page, as JSON.
fn contents(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"contents\">").expect("contents");
    serde_json::from_str(rest.split_once("</script>").expect("their end").0).expect("JSON")
}

#[test]
fn app_page_contains_runs_notes_and_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = stand_in(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [run, other, page] = ["game.edagari", "other.edagari", "page.html"].map(path);
    readable(&words("record textbook --search alpha-beta -o", &[&run]));
    readable(&words("record textbook --search minimax -o", &[&other]));
    let notes = "(edagari_notes: 1, runs: [(from: File(\"/some/where/game.edagari\"))], notes: [])";
    std::fs::write(path("game.edagari-notes.ron"), notes).expect("written");
    let begins = ["--frame", "12", "--view", "icicle", "--node", "a b"];
    let output = edagari(&words("share", &[&[&run, &other, &run, "--web", &web, "-o", &page], &begins[..]].concat()));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = std::fs::read_to_string(&page).expect("a page");
    assert!(text.contains("<title>Edagari</title>") && text.ends_with("<script>start()</script></body></html>\n"));
    let expected = serde_json::json!({
        "edagari_page": 1,
        "traces": [["trace", "game.edagari"], ["trace-2", "other.edagari"], ["trace-3", "game 2.edagari"]],
        "beside": [["notes", "game.edagari-notes.ron"]],
        "begin": [["frame", "12"], ["node", "a b"], ["view", "icicle"]],
    });
    assert_eq!(contents(&text), expected);
    for id in ["trace", "trace-2", "trace-3", "notes"] {
        assert_eq!(text.matches(&format!("<script type=\"application/octet-stream\" id=\"{id}\">")).count(), 1);
    }
    let start = "id=\"notes\">";
    let inside = text.split_once(start).and_then(|(_, rest)| rest.split_once('<')).expect("notes").0;
    let inside = String::from_utf8(BASE64_STANDARD.decode(inside).expect("base64")).expect("a text");
    assert!(inside.contains("File(\"game.edagari\")"), "they name the run as the page does: {inside}");
    assert_eq!(
        readable(&["frame", "18", &page]),
        readable(&["frame", "18", &run]),
        "the first trace opens from the page"
    );
    edagari(&words(
        "share",
        &[
            &run,
            &other,
            &run,
            "--web",
            &web,
            "-o",
            &path("again.html"),
            "--frame",
            "12",
            "--view",
            "icicle",
            "--node",
            "a b",
        ],
    ));
    assert_eq!(std::fs::read_to_string(path("again.html")).expect("a page"), text, "the same bytes again");

    let others = open_others_in_page(page.as_ref(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("traces");
    let others: Vec<(&str, usize)> = others.iter().map(|(name, trace)| (name.as_str(), trace.frame_count())).collect();
    assert_eq!(others, [("other.edagari", 58), ("game 2.edagari", 42)], "and the others too");
    assert!(open_others_in_page(run.as_ref(), DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("none").is_empty());

    // With `--web`, a run with more frames than a figure allows becomes an app even without `--as`.
    let output = edagari(&words("share tic-tac-toe --search alpha-beta --web", &[&web, "-o", &page]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(readable(&["check", &page]).contains("Proved"));
}

#[test]
fn hostile_names_stay_names_in_a_page_with_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = stand_in(folder.path());
    let page = folder.path().join("page.html").display().to_string();
    let plain = |page: &str| page.matches('<').count();
    let mut counts = Vec::new();
    for name in ["plain", "</script><script>alert(1)</script>", "<!--", "\u{202e}x\u{1b}[1m\"'"] {
        let header = serde_json::json!({"edagari": 1, "game": name});
        let events = [
            serde_json::json!({"event": "enter", "node": 0}),
            serde_json::json!({"event": "enter", "node": 1, "move": name}),
            serde_json::json!({"event": "leave", "node": 1, "score": 3}),
            serde_json::json!({"event": "leave", "node": 0, "score": 3}),
        ];
        let stream = [header].iter().chain(&events).map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let file = folder.path().join("run.jsonl");
        std::fs::write(&file, stream).expect("written");
        let file = file.to_str().expect("UTF-8");
        let output = edagari(&["share", file, "--web", &web, "-o", &page, "--find", name]);
        assert_eq!(output.status.code(), Some(0), "{name:?}: {}", stderr(&output));
        let text = std::fs::read_to_string(&page).expect("a page");
        counts.push(plain(&text));
        assert_eq!(contents(&text)["begin"][0][1], name);
    }
    assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
}

#[test]
fn invalid_app_page_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = stand_in(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let page = path("page.html");
    let share = |more: &[&str], parts: &[&str]| {
        let all = [&words("share textbook --search alpha-beta -o", &[&page])[..], more].concat();
        refused(&all, parts);
        assert!(!folder.path().join("page.html").exists());
    };
    share(&["--web", &path("missing")], &["missing", "cannot be read"]);
    std::fs::write(path("other.html"), "<!DOCTYPE html>").expect("written");
    share(&["--web", &path("other.html")], &["other.html", "<!-- files -->", ".ci/web"]);
    std::fs::write(path("bytes.html"), [255, 254]).expect("written");
    share(&["--web", &path("bytes.html")], &["bytes.html", "cannot be read"]);
    share(&["--as", "figure", "--web", &web], &["--web", "--as app"]);
    share(&["--as", "figure", "--frame", "3"], &["--frame", "--as app"]);
    share(&["--as", "app", "--web", &web, "--frames", "1..2"], &["--frames", "--as figure"]);
    share(&["--web", &web, "--language", "japanese"], &["--language", "--as figure"]);
    share(&["--web", &web, &path("missing.edagari")], &["missing.edagari"]);
    std::fs::write(path("textbook.edagari-notes.ron"), "(").expect("written");
    readable(&words("record textbook --search alpha-beta -o", &[&path("textbook.edagari")]));
    refused(
        &words("share", &[&path("textbook.edagari"), "--web", &web, "-o", &page]),
        &["textbook.edagari-notes.ron:1"],
    );
    #[cfg(feature = "viewer")]
    share(&["--web", &web, "--view", "oblique"], &["--view=oblique", "focus, whole or icicle"]);
}
