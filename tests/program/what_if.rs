//! Output of `what-if`: the smallest change that makes a cut vanish or appear.

use serde_json::json;

use crate::running::{has, json_of, readable, words};

#[test]
fn the_smallest_change_is_a_sentence_and_an_object() {
    const CUT: &str = "what-if --frame 18 textbook --search alpha-beta";
    let object = json_of(&words(CUT, &[]));
    has(&object, &json!({"frame": 18, "wanted": "vanish"}));
    assert!(object["leaf"].is_array() && object["from"] != object["to"], "{object}");
    let sentence = readable(&words(CUT, &[]));
    assert_eq!(sentence.trim(), object["text"].as_str().expect("a sentence"));
    assert!(sentence.contains("vanishes if the score of"), "{sentence}");
    let japanese = readable(&words(CUT, &["--language", "japanese"]));
    assert!(japanese.contains("消えます"), "{japanese}");
}
