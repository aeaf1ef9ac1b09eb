//! The way of an assistant from a faulty stream to the frame of its fault, with few calls.

use serde_json::json;

use super::client::Client;
use super::stream;

/// Streams with a planted fault, and its frame.
const FAULTS: [(&str, u64); 12] = [
    ("hard_search_soft_table-bad.jsonl.zst", 232),
    ("mate_ply_in_table-bad.jsonl.zst", 137),
    ("table_ignores_depth-bad.jsonl.zst", 63),
    ("table_ignores_depth_far-bad.jsonl.zst", 63),
    ("inner_deepening_turned-bad.jsonl.zst", 111),
    ("window_not_turned-bad.jsonl.zst", 15),
    ("tie_not_zero-bad.jsonl.zst", 11),
    ("table_value_for_exact-bad.jsonl.zst", 52),
    ("key_without_king-bad.jsonl.zst", 147),
    ("stale_line-bad.jsonl.zst", 171),
    ("stopped_search_scores-bad.jsonl.zst", 781),
    ("pvs_without_research_plain-bad.jsonl.zst", 327),
];

/// Number after a word at the start of a line.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let digits = |rest: &str| -> String {
        rest.chars()
            .take_while(|letter| letter.is_ascii_digit() || *letter == ',')
            .filter(|letter| *letter != ',')
            .collect()
    };
    text.lines().find_map(|line| digits(line.strip_prefix(word)?.trim_start()).parse().ok())
}

#[test]
fn planted_fault_is_found_with_twelve_calls() {
    for (name, fault) in FAULTS {
        let mut client = Client::of(&[&stream(name)]);
        let opened = client.call("open", &json!({}));
        assert!(opened.text.contains("frames    "), "{name}: {}", opened.text);
        let checked = client.call("check", &json!({"limit": 1}));
        let found = number_after(&checked.text, "frame").unwrap_or_else(|| panic!("{name}: {}", checked.text));
        assert_eq!(found, fault, "{name}: {}", checked.text);
        // The frame, its cause, the node, and the frames of the same node.
        let frame = client.call("frame", &json!({"frame": found})).text;
        assert_eq!(number_after(&frame, "frame"), Some(fault), "{frame}");
        let path = frame.lines().find_map(|line| line.strip_prefix("path ")).expect("a path").trim().to_owned();
        let path = if path == "(the start)" { String::new() } else { path };
        let why = client.call("why", &json!({"frame": found}));
        assert!(!why.is_error && !why.text.is_empty(), "{name}: {}", why.text);
        let state = client.call("state", &json!({"frame": found, "path": path}));
        assert!(state.text.contains("state "), "{name}: {}", state.text);
        let others = client.call("find", &json!({"query": format!("start moves {path}"), "limit": 10}));
        assert!(!others.is_error, "{name}: {}", others.text);
        let picture = client.call("picture", &json!({"frame": found, "width": 640, "height": 400}));
        assert!(!picture.is_error, "{name}: {}", picture.text);
        let shown = client.call("show", &json!({"frame": found}));
        assert!(shown.text.contains(&format!("--frame {fault}")), "{name}: {}", shown.text);
        assert!(client.calls <= 12, "{name}: {} calls", client.calls);
    }
}
