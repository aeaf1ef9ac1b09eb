//! Files of exercises and answers: written files read back equal, errors are reported with their position, and no bytes
//! cause a panic.

use std::fs;

use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{Answers, Exercise, Mode, ModelAnswer, Title};
use proptest::prelude::*;

use super::plain::Walk;
use super::{answers, conventions_with_table, exercise, plain_tree, rules, with_signs};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

const EXERCISE: &str = "Exercise(\n    version: 1,\n    title: (english: \"Deep\"),\n    convention: (search: AlphaBeta, cut: Above),\n    \
                        nodes: [\n        Node(name: \"A\"),\n        Node(name: \"B\", parent: \"A\", score: 3),\n    ],\n)\n";

fn read() -> Exercise {
    Exercise::parse(EXERCISE).expect("an exercise")
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn written_exercises_and_answers_read_back_equal(list in trees(), titles in ("\\PC*", any::<String>()), mode in 0..3_usize, number in any::<prop::sample::Index>()) {
        let convention = with_signs(*number.get(&conventions_with_table()));
        let mut exercise = exercise(&list, convention);
        let [english, japanese] = [titles.0, titles.1].map(|title| title.chars().take(200).collect());
        exercise.title = Title { english, japanese };
        exercise.mode = Mode::ALL[mode];
        let text = exercise.to_text();
        let again = Exercise::parse(&text);
        prop_assert_eq!(again.as_ref(), Ok(&exercise), "{}", text);

        let tree = plain_tree(&list);
        let answers = answers(&tree, convention, &Walk::of(&tree, rules(convention), None).events);
        let text = answers.to_text(&exercise);
        prop_assert_eq!(Answers::parse(&text, &exercise), Ok(answers), "{}", text);
    }

    #[test]
    fn no_bytes_break_the_readers(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = Exercise::parse(&text);
        let _ = Answers::parse(&text, &read());
    }

    /// Almost valid texts reach later parts of the readers.
    #[test]
    fn no_change_of_a_file_breaks_the_readers(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), any::<bool>()), 1..8),
        length in any::<prop::sample::Index>(),
    ) {
        let answers = Answers::from(ModelAnswer::of(&read()).steps).to_text(&read());
        let changed = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            for (place, letter, is_copied) in &places {
                let letter = if *is_copied { letters[place.index(letters.len())] } else { *letter };
                let at = length.index(letters.len() + 1).min(letters.len() - 1);
                if *is_copied { letters.insert(at, letter) } else { letters[place.index(text.chars().count())] = letter }
            }
            letters.into_iter().collect::<String>()
        };
        // Every accepted exercise can be searched and written.
        if let Ok(exercise) = Exercise::parse(&changed(EXERCISE)) {
            let _ = ModelAnswer::of(&exercise);
            prop_assert_eq!(Exercise::parse(&exercise.to_text()), Ok(exercise));
        }
        let _ = Answers::parse(&changed(&answers), &read());
    }
}

/// Asserts that a text is refused in one line with its position and these words.
#[track_caller]
fn refused(read: Result<impl std::fmt::Debug, impl std::fmt::Display>, place: &str, parts: &[&str]) {
    let sentence = read.expect_err("it is refused").to_string();
    let sentence = with_plain_spaces(&sentence);
    assert!(sentence.starts_with(place), "{sentence:?} is not at {place}");
    assert!(!sentence.contains('\n'), "{sentence:?}");
    for part in parts {
        assert!(sentence.contains(part), "{sentence:?} does not say {part:?}");
    }
}

#[test]
fn a_wrong_exercise_is_refused_with_its_place() {
    let with = |from: &str, to: &str| {
        assert!(EXERCISE.contains(from));
        Exercise::parse(&EXERCISE.replacen(from, to, 1))
    };
    refused(with("version: 1", "version: 2"), "2:5", &["version 2", "expected 1"]);
    refused(with("version: 1", "version: 2, moods: [1]"), "2:5", &["version 2"]);
    refused(with("score: 3", "score: 3000000"), "7:", &["node B", "3000000", "1000000"]);
    refused(with("parent: \"A\"", "parent: \"C\""), "7:", &["node B", "parent C", "listed before"]);
    refused(with("parent: \"A\", ", ""), "7:", &["node B", "no parent"]);
    refused(with("name: \"B\"", "name: \"A\""), "7:", &["second node", "A"]);
    refused(with("name: \"B\"", "name: \"B C\""), "7:", &["\"B C\"", "one word"]);
    refused(with("name: \"B\"", "name: \"abcdefghi\""), "7:", &["abcdefghi", "8 letters"]);
    refused(with(", score: 3", ""), "7:", &["leaf B", "no score"]);
    refused(with("        Node(name: \"B\", parent: \"A\", score: 3),\n", ""), "6:", &["A", "no score"]);
    refused(with("cut: Above", "cut: Above, table: true"), "4:", &["table"]);
    refused(with("search: AlphaBeta", "search: Pvs, returned: Hard"), "4:", &["pvs", "fail-hard"]);
    refused(with("search: AlphaBeta", "search: Random"), "4:", &["Random", "AlphaBeta"]);
    refused(with("\"Deep\"", &format!("{:?}", "x".repeat(201))), "3:", &["201 letters", "200"]);
    refused(with("nodes", "knots"), "5:", &["knots"]);
    refused(Exercise::parse(""), "1:", &["expected an exercise"]);
    // The example of an exercise is only for texts of another form.
    for (from, to) in
        [("name: \"B\"", "name: \"A\""), ("parent: \"A\"", "parent: \"C\""), ("score: 3", "score: 3000000")]
    {
        let sentence = with(from, to).expect_err("it is refused").to_string();
        assert_eq!(sentence.matches("expected").count(), 1, "{sentence}");
    }
}

/// Steps have the forms of numbers that answers to questions have.
#[test]
fn typed_numbers_of_steps_are_read() {
    let read_step = |step: &str| Answers::parse(&format!("{{\"version\": 1, \"steps\": [{step}]}}"), &read());
    let returned = |score: &str| read_step(&format!("{{\"return\": \"A\", \"score\": {score}}}"));
    for score in ["3", "3.0", "\"3\"", "\" +3 \"", "\"３\"", "\"3,0\"", "\"6/2\""] {
        assert_eq!(returned(score), returned("3"), "{score}");
    }
    let entered = |alpha: &str, beta: &str| read_step(&format!("{{\"enter\": \"A\", \"window\": [{alpha}, {beta}]}}"));
    for (alpha, beta) in
        [("\"-inf\"", "\"inf\""), ("\"−inf\"", "\"+∞\""), ("\"-∞\"", "\"Infinity\""), ("\"−∞\"", "\"∞\"")]
    {
        assert_eq!(entered(alpha, beta), entered("\"-inf\"", "\"inf\""), "{alpha} {beta}");
    }
    for score in ["\"x\"", "\"\"", "3.5", "\"7/2\"", "[3]", "true"] {
        refused(returned(score), "1:", &["expected an integer, \"-inf\" or \"inf\""]);
    }
    assert!(returned("null").is_err());
}

#[test]
fn title_can_be_a_string() {
    let from = "(english: \"Deep\"";
    let start = EXERCISE.find(from).expect("a title");
    let end = start + EXERCISE[start..].find(')').expect("its end") + 1;
    let with = |title: &str| Exercise::parse(&EXERCISE.replacen(&EXERCISE[start..end], title, 1));
    let title = with("\"Week 3\"").expect("an exercise").title;
    assert_eq!(Language::ALL.map(|language| title.text(language).to_owned()), ["Week 3", "Week 3"]);
    refused(with("7"), "3:", &["expected a title"]);
    refused(with(&format!("{:?}", "x".repeat(201))), "3:", &["201 letters", "200"]);
}

#[test]
fn wrong_answers_are_refused_with_their_place() {
    let of = |steps: &str| Answers::parse(&format!("{{\"version\": 1, \"steps\": [\n{steps}\n]}}"), &read());
    assert!(of("{\"return\": \"A\", \"score\": 3}").is_ok());
    refused(of("{\"return\": \"C\", \"score\": 3}"), "2:", &["\"C\"", "expected one of the exercise"]);
    refused(of("{\"return\": \"B\", \"score\": 3}"), "2:", &["B is a leaf"]);
    refused(of("{\"enter\": \"A\"}"), "2:", &["expected {\"enter\""]);
    refused(of("{\"skip\": \"B\", \"score\": 3}"), "2:", &["expected {\"enter\""]);
    refused(of("{\"strike\": \"B\"}"), "2:", &["strike"]);
    refused(of("{\"return\": \"A\", \"score\": 3.5}"), "2:", &["3.5"]);
    refused(Answers::parse("{\"version\": 2, \"steps\": []}", &read()), "1:", &["version 2", "expected 1"]);
    refused(Answers::parse("{\"version\": 1}", &read()), "1:", &["steps"]);
    refused(Answers::parse("[]", &read()), "1:", &["expected answers"]);
    refused(Answers::parse("", &read()), "1:", &[]);
    let foreign = "{\"version\": 1, \"exercise\": \"0000000000000000\", \"steps\": []}";
    refused(Answers::parse(foreign, &read()), "1:", &["0000000000000000", "expected those to this one"]);
}

#[test]
fn error_names_the_unreadable_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.edagari-exercise.ron");
    refused(Exercise::read(&path), &path.display().to_string(), &["cannot be read"]);
    fs::write(&path, b"Exercise(\xff)").expect("a file");
    refused(Exercise::read(&path), &format!("{}:1:10", path.display()), &["UTF-8"]);
    fs::write(&path, "(".repeat(300 << 10)).expect("a file");
    refused(Exercise::read(&path), &path.display().to_string(), &["bytes, expected fewer"]);
    fs::write(&path, format!("\u{feff}{EXERCISE}")).expect("a file");
    assert_eq!(Exercise::read(&path).expect("an exercise"), read());
    fs::write(&path, "(".repeat(200 << 10)).expect("a file");
    refused(Exercise::read(&path), &format!("{}:", path.display()), &[]);
    refused(Answers::read(&path, &read()), &format!("{}:", path.display()), &[]);
    fs::write(&path, "[".repeat(900 << 10)).expect("a file");
    refused(Answers::read(&path, &read()), &format!("{}:", path.display()), &[]);
    refused(Answers::parse(&format!("{{\"version\": 1, \"steps\": {}", "[".repeat(100_000)), &read()), "1:", &[]);
}
