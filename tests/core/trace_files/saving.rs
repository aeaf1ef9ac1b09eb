//! Saving a trace in any format keeps what is known of it: the same findings, the same verdict, the same ending.

use std::fmt::Write as _;

use edagari::analysis::{Verdict, check};
use edagari::game::{GameSetup, Kalah, TicTacToe};
use edagari::language::Language;
use edagari::search::{DepthLimit, SamplingSetup, TableSetup};
use edagari::trace::file::{
    FileError, StreamReader, read_native, read_ron, read_trace, write_native, write_ron, write_stream,
};
use edagari::trace::{Ending, Process, Progress, Setup, Trace, record};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::oracles::{cases, is_whole};

const LIMIT: u64 = 64 << 20;

/// Everything that a check reports.
fn report(trace: &Trace) -> Vec<String> {
    let report = check(trace, false, &Progress::default());
    let verdict = format!("{:?} {:?} {:?} {:?}", report.verdict(), report.ending, report.unjudged, report.assumptions);
    let all = report.findings.iter().flat_map(|finding| std::iter::once(finding).chain(&finding.consequences));
    let all = all.map(|finding| format!("{}: {}", finding.frame, finding.sentence(trace, Language::English)));
    [verdict, format!("{} frames", trace.frame_count())].into_iter().chain(all).collect()
}

fn read(stream: &str) -> Result<Trace, FileError> {
    StreamReader::new(stream.as_bytes(), LIMIT).read(&Progress::default())
}

fn stream_of(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    write_stream(trace, &mut file, &Progress::default()).expect("memory takes everything");
    file
}

/// The trace after saving it in each format and opening it again.
fn saved(trace: &Trace) -> [(&'static str, Trace); 3] {
    let (mut native, mut ron, progress) = (Vec::new(), Vec::new(), Progress::default());
    write_native(trace, &mut native, &progress).expect("memory takes everything");
    write_ron(trace, &mut ron, &progress).expect("memory takes everything");
    [
        ("native", read_native(native.as_slice(), LIMIT).expect("a native file")),
        ("stream", read(&String::from_utf8(stream_of(trace)).expect("UTF-8")).expect("a stream")),
        ("RON", read_ron(ron.as_slice(), LIMIT, &progress).expect("RON")),
    ]
}

/// Streams of right runs: by Edagari, by another program, and of an unknown game.
fn right_streams() -> Vec<Vec<Value>> {
    let kalah = GameSetup::from(Kalah { houses: 2, stones: 1, ..Kalah::default() });
    let games =
        [(GameSetup::textbook(None), ""), (kalah, ""), (GameSetup::from(TicTacToe::default()), "b2 a1 a2 c2 b1")];
    let mut streams = Vec::new();
    for (number, process) in Process::ALL.into_iter().enumerate() {
        let (game, after) = games[number % games.len()].clone();
        let setup = Setup {
            after: after.to_owned(),
            table: (number % 2 == 1).then(TableSetup::default),
            sampling: SamplingSetup { iterations: 20, ..SamplingSetup::default() },
            limit: (number % 5 == 4).then_some(DepthLimit { depth: 2, evaluation: 0 }),
            ..Setup::new(game, process)
        };
        // Some processes refuse some options.
        let Ok(trace) = record(&setup, LIMIT, &Progress::default()) else { continue };
        let text = String::from_utf8(stream_of(&trace)).expect("UTF-8");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let mut by_other = lines.clone();
        by_other[0]["program"] = json!("other");
        let mut unknown = by_other.clone();
        unknown[0]["game"] = json!("of its own");
        for field in ["rules", "tree"] {
            unknown[0].as_object_mut().expect("a header").remove(field);
        }
        streams.extend([lines, by_other, unknown]);
    }
    streams
}

/// Changes one line of a stream; `numbers` are random.
fn change(lines: &mut Vec<Value>, numbers: [usize; 4]) {
    let [kind, at, first, second] = numbers;
    let count = lines.len();
    if count < 3 {
        return;
    }
    let (at, other) = (1 + at % (count - 1), 1 + first % (count - 1));
    match kind % 9 {
        0 => drop(lines.remove(at)),
        1 => {
            let line = lines[at].clone();
            lines.insert(other, line);
        }
        2 => lines.swap(at, other),
        3 => {
            let line = lines[at].as_object_mut().expect("an event");
            let fields: Vec<String> = line.keys().filter(|field| *field != "event").cloned().collect();
            if !fields.is_empty() {
                line.remove(&fields[second % fields.len()]);
            }
        }
        4 => {
            let line = lines[at].as_object_mut().expect("an event");
            let mut values: Vec<&mut Value> =
                line.values_mut().filter(|value| value.is_i64() || value.is_array()).collect();
            let place = second % values.len().max(1);
            match values.get_mut(place) {
                Some(Value::Array(list)) => drop(list.pop()),
                Some(value) => **value = json!(value.as_i64().unwrap_or(0) + [-1, 1, 2, 100][first % 4]),
                None => {}
            }
        }
        5 => lines.truncate(at + 1),
        6 => {
            let event = ["finish", "pass", "leave", "enter", "skip", "prune"][first % 6];
            let mut line = json!({"event": event, "node": lines[other]["node"]});
            if event == "finish" {
                line["ending"] = json!(["complete", "cancelled"][second % 2]);
            }
            lines.insert(at, line);
        }
        7 => {
            // A node gets the id of another one, or none.
            let (id, to) = (lines[at]["node"].clone(), [Value::Null, lines[other]["node"].clone()][second % 2].clone());
            for line in lines.iter_mut() {
                for field in ["node", "child", "parent"] {
                    if line[field] == id {
                        line[field] = to.clone();
                    }
                }
            }
        }
        _ => {
            let fields = [
                ("bound", json!("lower")),
                ("cut", json!(false)),
                ("why", json!("stand-pat")),
                ("counts", json!(false)),
                ("player", json!("min")),
                ("label", json!("次")),
                ("window", json!([0, 3])),
                ("thread", json!(1)),
            ];
            let (field, value) = fields[second % fields.len()].clone();
            lines[at][field] = value;
        }
    }
}

fn text_of(lines: &[Value]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        let mut line = line.clone();
        line.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
        let _ = writeln!(text, "{line}");
        text
    })
}

#[test]
fn saving_a_right_run_keeps_its_report() {
    for stream in right_streams() {
        let trace = read(&text_of(&stream)).expect("a stream");
        for (format, again) in saved(&trace) {
            assert_eq!(report(&again), report(&trace), "{format} of {}", stream[0]);
        }
    }
}

#[test]
fn saving_a_stream_of_another_program_keeps_its_report() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/streams");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths.into_iter().step_by(if is_whole() { 1 } else { 9 }) {
        let trace = edagari::trace::file::open_trace(&path, LIMIT, &Progress::default()).expect("a stream");
        let expected = report(&trace);
        for (format, again) in saved(&trace) {
            assert_eq!(report(&again), expected, "{format} of {}", path.display());
        }
    }
}

#[test]
fn saving_a_right_search_of_another_program_keeps_its_report() {
    let runs = crate::check::silent::told();
    for run in runs.iter().filter(|run| run.stream.len() < 1 << 18).step_by(if is_whole() { 1 } else { 9 }) {
        let trace = read(&run.stream).expect("a stream");
        let expected = report(&trace);
        for (format, again) in saved(&trace) {
            assert_eq!(report(&again), expected, "{format} of {}", run.name);
        }
    }
}

/// A node that the table has settled searches a child, and is left only because its parent is.
const SEARCHED_AFTER_AN_ANSWER: &str = r#"{"edagari":1,"program":"other","search":"alpha-beta","scores":"max","fail":"soft","cut":">=","table":{}}
{"event":"enter","node":0,"player":"max","window":["-inf","inf"]}
{"event":"enter","node":1,"parent":0,"move":"a","player":"min","window":["-inf","inf"]}
{"event":"lookup","node":1,"bounds":[0,0],"entry":9,"result":"returned"}
{"event":"enter","node":2,"parent":1,"move":"b","player":"max","window":["-inf","inf"]}
{"event":"leave","node":2,"score":3,"bound":"exact"}
{"event":"leave","node":0,"score":0}
{"event":"finish","ending":"complete"}
"#;

/// A node prunes a child, and then enters another one.
const ENTERED_AFTER_A_CUT: &str = r#"{"edagari":1,"program":"other","search":"alpha-beta","scores":"max","fail":"soft","cut":">=","table":"none"}
{"event":"enter","node":0,"player":"max","window":["-inf","inf"]}
{"event":"enter","node":1,"parent":0,"move":"a","player":"min","window":["-inf","inf"]}
{"event":"leave","node":1,"score":3}
{"event":"update","node":0,"child":1,"value":3,"cut":true}
{"event":"prune","node":0,"children":["b"],"count":1}
{"event":"leave","node":5,"score":3}
{"event":"enter","node":2,"parent":0,"move":"c","player":"min","window":[3,"inf"]}
{"event":"leave","node":2,"score":2}
{"event":"leave","node":0,"score":3}
{"event":"finish","ending":"complete"}
"#;

#[test]
fn children_entered_after_an_answer_or_a_cut_keep_their_findings() {
    for stream in [SEARCHED_AFTER_AN_ANSWER, ENTERED_AFTER_A_CUT] {
        let trace = read(stream).expect("a stream");
        for (format, again) in saved(&trace) {
            assert_eq!(report(&again), report(&trace), "{format} of {stream}");
        }
    }
}

#[test]
fn root_entered_again_in_a_sampling_with_playouts_is_wrong() {
    let stream = r#"{"edagari":1,"game":"textbook","judge":false,"program":"edagari","sampling":{"exploration":1.5,"iterations":20,"playouts":"random"},"scores":"max","search":"uct","tree":[{"name":"R","player":"max"},{"name":"A","parent":0,"player":"min"},{"name":"C","parent":1,"player":"max","score":1},{"name":"B","parent":0,"player":"min","score":2}]}
{"event":"enter","node":0,"player":"max"}
{"event":"enter","node":0,"player":"max"}
{"event":"leave","node":0,"score":3}
{"event":"enter","node":0,"player":"max"}
{"event":"enter","move":"A","node":1,"parent":0,"player":"min"}
"#;
    let report = check(&read(stream).expect("a stream"), false, &Progress::default());
    assert_eq!(report.verdict(), Verdict::Wrong);
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn saving_a_changed_run_keeps_its_report(which in any::<usize>(), changes in prop::collection::vec(any::<[usize; 4]>(), 1..4)) {
        static STREAMS: std::sync::LazyLock<Vec<Vec<Value>>> = std::sync::LazyLock::new(right_streams);
        let mut lines = STREAMS[which % STREAMS.len()].clone();
        for numbers in changes {
            change(&mut lines, numbers);
        }
        let text = text_of(&lines);
        let Ok(trace) = read(&text) else { return Ok(()) };
        for (format, again) in saved(&trace) {
            prop_assert_eq!(report(&again), report(&trace), "{} of\n{}", format, text);
        }
    }
}

#[test]
fn node_without_an_id_gets_none() {
    let stream = "{\"edagari\":1}\n{\"event\":\"enter\"}\n{\"event\":\"enter\",\"node\":0,\"move\":\"a\"}\n\
                  {\"event\":\"leave\",\"node\":0,\"score\":1}\n{\"event\":\"leave\",\"score\":1}\n";
    let trace = read(stream).expect("a stream");
    let again = String::from_utf8(stream_of(&trace)).expect("UTF-8");
    let lines: Vec<Value> = again.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert!(lines[1].get("node").is_none(), "{again}");
    assert_eq!(lines[2]["node"], 0, "{again}");
    assert!(check(&trace, false, &Progress::default()).is_right());
    for (format, again) in saved(&trace) {
        assert_eq!(report(&again), report(&trace), "{format}");
    }
}

#[test]
fn complete_run_with_events_after_its_finish_stays_complete() {
    let stream = "{\"edagari\":1}\n{\"event\":\"enter\",\"node\":1}\n{\"event\":\"finish\"}\n\
                  {\"event\":\"enter\",\"node\":2,\"move\":\"a\"}\n";
    let trace = read(stream).expect("a stream");
    for (format, again) in saved(&trace) {
        assert_eq!(again.ending, trace.ending, "{format}");
    }
}

#[test]
fn truncated_compressed_stream_is_incomplete() {
    let trace = read(&text_of(&right_streams()[0])).expect("a stream");
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory takes everything");
    encoder.include_checksum(true).expect("it can have one");
    std::io::Write::write_all(&mut encoder, &stream_of(&trace)).expect("memory takes everything");
    let file = encoder.finish().expect("memory takes everything");
    let ending = |file: &[u8]| read_trace(file, LIMIT, &Progress::default()).map(|trace| trace.ending);
    assert_eq!(ending(&file).expect("a stream"), Ending::Complete);
    // Without its checksum, the file still has all lines; then its last block is missing.
    for missing in 1..40 {
        match ending(&file[..file.len() - missing]) {
            Ok(ending) => assert_eq!(ending, Ending::CutShort, "{missing} bytes"),
            Err(error) => assert!(missing > 4 && error.to_string().contains("expected"), "{missing} bytes: {error}"),
        }
    }
}

#[test]
fn bytes_after_a_native_trace_are_refused() {
    let trace = read(&text_of(&right_streams()[0])).expect("a stream");
    let mut file = Vec::new();
    write_native(&trace, &mut file, &Progress::default()).expect("memory takes everything");
    file.push(b' ');
    let refused = read_native(file.as_slice(), LIMIT).expect_err("a byte too many").to_string();
    assert!(refused.contains("more bytes follow"), "{refused}");
}

#[test]
fn native_trace_with_two_different_headers_is_refused() {
    const HEADING: usize = 12;
    let trace = read(&text_of(&right_streams()[1])).expect("a stream");
    let mut file = Vec::new();
    write_native(&trace, &mut file, &Progress::default()).expect("memory takes everything");
    let parts = zstd::decode_all(&file[HEADING..]).expect("what was compressed");
    // Both headers name the program; the second one gets another name of the same length.
    let (name, other) = (b"\"program\":\"other\"", b"\"program\":\"cheat\"");
    let last = parts.windows(name.len()).rposition(|part| part == name).expect("a header");
    let mut changed = parts.clone();
    changed[last..last + name.len()].copy_from_slice(other);
    let mut forged = file[..HEADING].to_vec();
    forged.extend(zstd::encode_all(changed.as_slice(), 1).expect("memory takes everything"));
    let refused = read_native(forged.as_slice(), LIMIT).expect_err("two headers").to_string();
    assert!(refused.contains("two different headers"), "{refused}");
}
