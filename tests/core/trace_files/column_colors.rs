//! Colours of visits by the values of columns.

use std::fmt::Write as _;

use edagari::scene::{Color, ColumnColors};
use edagari::trace::{Trace, VisitId};

use super::round_trips::read_stream;

fn trace(column: &str, values: &[&str]) -> Trace {
    let mut stream = "{\"edagari\":1}\n{\"event\":\"enter\",\"node\":0}\n".to_owned();
    for (index, value) in values.iter().enumerate() {
        let value = if value.is_empty() { String::new() } else { format!(",\"{column}\":{value}") };
        let _ = writeln!(stream, "{{\"event\":\"enter\",\"node\":{0},\"move\":\"m{0}\"{value}}}", index + 1);
        stream += "{\"event\":\"leave\",\"score\":0}\n";
    }
    stream += "{\"event\":\"leave\",\"score\":0}\n";
    read_stream(stream.as_bytes())
}

fn colors(trace: &Trace, colors: &ColumnColors) -> Vec<Option<Color>> {
    (1..trace.visit_count() as u32).map(|visit| colors.color(trace, VisitId(visit))).collect()
}

#[test]
fn numbers_have_a_colour_scale_and_absent_values_no_colour() {
    let trace = trace("eval", &["-40", "", "0.5", "40"]);
    let scale = ColumnColors::of(&trace, "eval").expect("a column");
    let expected = [Some(Color::Step(0)), None, Some(Color::Step(4)), Some(Color::Step(7))];
    assert_eq!(colors(&trace, &scale), expected);
    let legend = scale.legend();
    let texts: Vec<_> = legend.iter().filter_map(|key| key.text.as_deref()).filter(|text| !text.is_empty()).collect();
    assert_eq!((legend.len(), texts), (8, vec!["−40", "40"]));
    assert!(ColumnColors::of(&trace, "order").is_none());
}

#[test]
fn words_have_a_colour_each_and_rare_ones_share_one() {
    let words: Vec<String> = ["i", "h", "g", "f", "e", "d", "c", "b", "a", "a", "b", "c", "d", "e", "f", "g", "h"]
        .iter()
        .map(|word| format!("\"{word}\""))
        .collect();
    let trace = trace("order", &words.iter().map(String::as_str).collect::<Vec<_>>());
    let scale = ColumnColors::of(&trace, "order").expect("a column");
    let found = colors(&trace, &scale);
    assert_eq!((found[0], found[8], found[1]), (Some(Color::OtherWord), Some(Color::Word(0)), Some(Color::Word(7))));
    let legend: Vec<_> = scale.legend().into_iter().map(|key| key.text).collect();
    assert_eq!(legend.len(), 9);
    assert_eq!((legend[0].as_deref(), legend[8].as_deref()), (Some("a"), None));
}

#[test]
fn yes_and_no_are_words() {
    let trace = trace("flag", &["true", "false", "true"]);
    let scale = ColumnColors::of(&trace, "flag").expect("a column");
    assert_eq!(colors(&trace, &scale), [Color::Word(1), Color::Word(0), Color::Word(1)].map(Some));
}

#[test]
fn visits_drawn_together_have_the_most_frequent_colour() {
    let trace = trace("order", &["\"a\"", "\"b\"", "\"b\""]);
    let scale = ColumnColors::of(&trace, "order").expect("a column");
    assert_eq!(scale.rows(&trace, 0..trace.frame_count(), 2), [None, Some(Color::Word(1))]);
}
