//! Tools: each against the command with the same function, their refusals, and the pages of long answers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::client::Client;
use super::{recorded, stream};
use crate::running::{json_of, readable};

const RUN: &str = "tic-tac-toe --search alpha-beta";

/// Asserts that the answer of a tool begins with the output of a command.
fn same(client: &mut Client, tool: &str, arguments: &serde_json::Value, command: &[&str]) -> String {
    let answer = client.whole(tool, arguments);
    let printed = readable(command);
    assert!(answer.starts_with(&printed), "{tool}: {answer}\n{command:?}: {printed}");
    answer[printed.len()..].to_owned()
}

#[test]
fn each_tool_answers_as_its_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = recorded(&folder, "run.edagari", RUN);
    let mut client = Client::of(&[&run]);
    let after = same(&mut client, "frame", &json!({"frame": 126}), &["frame", "126", &run]);
    assert_eq!(after, "\nposition\nO X O\nX O .\n. . X\n");
    let arguments = json!({"frame": 126, "path": "a1 b1"});
    let after = same(&mut client, "state", &arguments, &["state", "126", "a1 b1", &run]);
    assert!(after.starts_with("\nposition\nO X ."), "{after}");
    same(&mut client, "check", &json!({}), &["check", &run]);
    same(&mut client, "check", &json!({"against_minimax": true}), &["check", &run, "--against-minimax"]);
    same(&mut client, "figures", &json!({}), &["record", &run]);
    same(&mut client, "figures", &json!({"by_depth": true}), &["record", &run, "--by-depth"]);
    same(&mut client, "order", &json!({}), &["order", &run]);
    same(&mut client, "order", &json!({"pass": 1}), &["order", &run, "--pass", "1"]);
    same(&mut client, "fate", &json!({"line": "b2 a1"}), &["fate", &run, "--line", "b2 a1"]);
    let query = "cut at depth 2";
    same(&mut client, "find", &json!({"query": query, "limit": 10_000}), &["find", &run, query, "--limit", "10000"]);

    let opened = client.whole("open", &json!({}));
    for part in ["game      tic-tac-toe", "frames    ", "search    ", "position\n. . .\n"] {
        assert!(opened.contains(part), "{opened}");
    }
    let why = client.whole("why", &json!({"path": "a1 b1 c1 a3"}));
    assert!(why.lines().count() > 1 && why.contains("frame "), "{why}");
    let why = client.whole("why", &json!({"frame": 126}));
    assert!(why.starts_with("frame 126: "), "{why}");
    let shown = client.whole("show", &json!({"frame": 126, "path": "a1 b1"}));
    let command = format!("edagari view {run} --frame 126 --node 'a1 b1'\n");
    assert!(shown.ends_with(&command) && shown.contains("nothing was started"), "{shown}");
    let japanese = Client::of(&[&run, "--language", "japanese"]).whole("frame", &json!({"frame": 126}));
    assert_eq!(
        japanese.split("\n\nposition").next(),
        Some(readable(&["frame", "126", &run, "--language", "japanese"]).trim_end())
    );
}

#[test]
fn two_files_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let [all, pruned] = [
        ("all.edagari", "tic-tac-toe --search minimax --after a1"),
        ("pruned.edagari", "tic-tac-toe --search alpha-beta --after a1"),
    ]
    .map(|(name, run)| recorded(&folder, name, run));
    let mut client = Client::of(&[&all, &pruned]);
    let list = client.whole("open", &json!({}));
    assert!(list.starts_with("2 trace files\n") && list.contains(&all) && list.contains("bytes"), "{list}");
    let diff = client.whole("diff", &json!({"first": "all.edagari", "second": "pruned.edagari", "limit": 5}));
    let printed = crate::running::edagari(&["diff", &all, &pruned, "--most", "5"]);
    assert_eq!(diff, crate::running::stdout(&printed));
    let beside = client.whole("frame", &json!({"frame": 40, "file": "pruned.edagari", "beside": all}));
    assert!(beside.starts_with(&readable(&["frame", "40", &pruned, "--beside", &all])), "{beside}");
    let sentence = client.refused("frame", &json!({"frame": 40}));
    assert!(sentence.contains("argument file is missing, expected one of"), "{sentence}");
    let sentence = client.refused("frame", &json!({"frame": 40, "file": "/etc/passwd"}));
    assert!(sentence.contains("/etc/passwd was not named at the start"), "{sentence}");
}

#[test]
fn picture_is_a_png_of_bounded_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = recorded(&folder, "run.edagari", RUN);
    let mut client = Client::of(&[&run]);
    for (arguments, size) in [
        (json!({"frame": 126}), [960, 600]),
        (json!({"frame": 126, "path": "a1", "width": 300, "height": 200}), [300, 200]),
        (json!({"frame": 126, "width": 1600, "height": 1200}), [1600, 1200]),
    ] {
        let answer = client.call("picture", &arguments);
        let image = &answer.result["content"][0];
        assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
        let bytes = BASE64_STANDARD.decode(image["data"].as_str().expect("base64")).expect("base64");
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
        let png = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        assert_eq!([png.info().width, png.info().height], size);
        assert!(answer.text.starts_with("frame 126: "), "{}", answer.text);
    }
    assert!(client.refused("picture", &json!({"frame": 126, "width": 100_000})).contains("from 160 to 1600"));
}

#[test]
fn refusals_are_sentences_of_the_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = recorded(&folder, "run.edagari", RUN);
    let mut client = Client::of(&[&run]);
    for (tool, arguments, part) in [
        ("frame", json!({}), "argument frame of frame is missing"),
        ("frame", json!({"frame": "126"}), "expected a whole number"),
        ("frame", json!({"frame": 9_000_000_000_000_000_u64}), "is past the end, expected 0 to"),
        ("frame", json!({"frame": u64::MAX}), "expected a whole number"),
        ("frame", json!({"frame": 1e18}), "expected a whole number"),
        (
            "frame",
            json!({"frame": 1, "colour": "red"}),
            "none of this name, expected frame, beside, file, thread, cursor",
        ),
        ("frame", json!({"frame": 1, "thread": "2"}), "several threads"),
        ("frame", json!({"frame": 1, "beside": "other.jsonl"}), "was not named at the start"),
        ("state", json!({"frame": 1, "path": "a1 a1"}), "a1"),
        ("state", json!({"frame": 1, "path": "a1", "visit": 3}), "visit 3"),
        ("state", json!({"frame": 1, "path": "a1", "visit": 1, "pass": 1}), "expected only one of them"),
        ("find", json!({"query": "colour red"}), "colour"),
        ("find", json!({"query": "cut", "limit": 0}), "from 1 to 10000"),
        ("why", json!({"path": "z9"}), "z9"),
        ("fate", json!({"line": "z9"}), "z9"),
        ("order", json!({"pass": 7}), "pass 7"),
        ("diff", json!({"first": "run.edagari"}), "argument second of diff is missing"),
        ("show", json!({"frame": 1, "path": "z9"}), "z9"),
        ("figures", json!({"cursor": "1f-00"}), "does not belong to this answer"),
        ("figures", json!({"cursor": ""}), "does not belong to this answer"),
        ("figures", json!({"cursor": 3}), "expected a text"),
        ("figures", json!({"by_depth": "yes"}), "expected true or false"),
    ] {
        let sentence = client.refused(tool, &arguments);
        assert!(sentence.contains(part), "{tool} {arguments}: {sentence}");
        assert!(!sentence.contains("--help"), "{sentence}");
    }
    let unknown = client.request("tools/call", &json!({"name": "delete", "arguments": {}}));
    let sentence = unknown["error"]["message"].as_str().expect("a sentence");
    assert!(sentence.contains("tool delete: there is none of this name, expected one of open, check"), "{sentence}");
}

#[test]
fn pages_of_a_long_answer_are_the_whole_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = recorded(&folder, "run.edagari", RUN);
    let mut client = Client::of(&[&run]);
    let query = json!({"query": "cut", "limit": 1000});
    let first = client.call("find", &query);
    let cursor = first.next.expect("a cursor");
    assert!(first.text.ends_with('\n') && first.text.chars().count() > 3000, "{}", first.text);
    let whole = client.whole("find", &query);
    assert_eq!(whole, readable(&["find", &run, "cut", "--limit", "1000"]).replace("--cursor", "from"));
    assert!(client.calls > 10, "{} calls", client.calls);
    // The rest of the list.
    let found = json_of(&["find", &run, "cut", "--limit", "1000"]);
    let rest = client.call("find", &json!({"query": "cut", "limit": 1, "from": found["next"]}));
    let next = edagari::language::grouped(found["next"].as_u64().expect("a frame"));
    assert!(rest.text.lines().nth(1).is_some_and(|line| line.trim_start().starts_with(&next)), "{}", rest.text);
    // A cursor is one of an answer, whatever was called meanwhile.
    let second = client.call("find", &json!({"query": "cut", "limit": 1000, "cursor": cursor}));
    assert!(!second.is_error && second.text.chars().count() > 3000, "{}", second.text);
    let sentence = client.refused("find", &json!({"query": "start", "limit": 1000, "cursor": cursor}));
    assert!(sentence.contains("does not belong to this answer"), "{sentence}");
}

#[test]
fn changed_file_is_read_again_and_missing_one_is_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl").display().to_string();
    let mut client = Client::of(&[&path]);
    let sentence = client.refused("open", &json!({"file": path}));
    assert!(sentence.contains("run.jsonl"), "{sentence}");
    std::fs::copy(stream("small-one-key.jsonl"), &path).expect("copied");
    let first = client.whole("open", &json!({}));
    std::fs::copy(stream("nim-recorder.jsonl"), &path).expect("copied");
    let second = client.whole("open", &json!({}));
    assert_ne!(first, second);
    std::fs::write(&path, "no trace").expect("written");
    assert!(client.refused("open", &json!({})).contains("run.jsonl"));
}

#[test]
fn setup_is_refused_and_its_tree_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (setup, secret) = (path("setup.ron"), path("secret.txt"));
    std::fs::write(&secret, "a secret").expect("written");
    let text = format!("(game: Textbook(file: {secret:?}), process: Search(AlphaBeta))");
    std::fs::write(&setup, text).expect("written");
    let sentence = Client::of(&[&setup]).refused("open", &json!({}));
    assert!(sentence.contains("a setup of a run, expected a recorded trace"), "{sentence}");
    // A trace contains its tree.
    std::fs::write(path("tree.ron"), "(root: (name: \"R\", children: [(name: \"a\", score: 1)]))").expect("written");
    let run = recorded(&folder, "run.ron", &format!("textbook --file {} --search alpha-beta", path("tree.ron")));
    std::fs::write(path("tree.ron"), "a secret").expect("written");
    let opened = Client::of(&[&run]).whole("open", &json!({}));
    assert!(opened.contains("textbook") && !opened.contains("secret"), "{opened}");
}

#[test]
fn thread_is_selected_where_a_trace_has_several() {
    let folder = tempfile::tempdir().expect("a folder");
    let (threads, single) = (folder.path().join("threads.jsonl").display().to_string(), stream("nim-recorder.jsonl"));
    let events = r#"{"edagari": 1, "game": "mine", "search": "minimax"}
{"thread": "main", "event": "enter", "node": "a", "player": "max"}
{"thread": "second", "event": "enter", "node": "b", "player": "max"}
{"thread": "main", "event": "leave", "node": "a", "score": 1}
{"thread": "second", "event": "leave", "node": "b", "score": 3}
"#;
    std::fs::write(&threads, events).expect("written");
    let mut client = Client::of(&[&threads, &single]);
    let opened = client.whole("open", &json!({"file": threads}));
    assert!(opened.contains("threads   main, second"), "{opened}");
    let one = client.whole("frame", &json!({"frame": 1, "file": threads, "thread": "second"}));
    assert!(one.contains('3') && one.starts_with(&readable(&["frame", "1", &threads, "--thread", "second"])), "{one}");
    let sentence = client.refused("frame", &json!({"frame": 1, "file": threads, "thread": "third"}));
    assert!(sentence.contains("main, second"), "{sentence}");
    let sentence = client.refused("frame", &json!({"frame": 1, "file": single, "thread": "main"}));
    assert!(sentence.contains("several"), "{sentence}");
    let files = json!({"first": threads, "second": threads, "thread": "main"});
    assert!(client.whole("diff", &files).contains("the traces are equal, 2 frames each"));
}
