//! Pages with exercises, parsed by a plain reader.

use std::io::Read as _;

use crate::oracles::cases;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari::export::{ExportError, MAX_PAGE_EXERCISES, MAX_PAGE_NODES, exercise_page};
use edagari::game::TextbookNode;
use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{
    Answers, Convention, Exercise, ExerciseTree, GIVEN, Generated, Requirements, SearchByHand, Step, Title, Verdict,
    View, generate, grade,
};
use edagari::score::{Score, Window};
use edagari::trace::Progress;
use proptest::prelude::*;
use serde_json::Value;

fn page(exercises: &[Generated]) -> String {
    exercise_page(exercises, None, &Progress::default()).expect("a page")
}

fn data(page: &str) -> Value {
    let start = page.find(" id=\"data\"").expect("the data");
    let text = page[start..].split_once('>').expect("a start").1.split_once("</script>").expect("an end").0;
    let mut json = String::new();
    let bytes = BASE64_STANDARD.decode(text).expect("base64");
    flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut json).expect("packed");
    serde_json::from_str(&json).expect("JSON")
}

fn set(search: SearchByHand, view: View, signs: bool, count: u32) -> Vec<Generated> {
    let windows = search != SearchByHand::Minimax;
    let convention = Convention { search, view, windows, signs: signs && windows, ..Convention::default() };
    let wishes = Requirements { convention, scores: -9..=20, ..Requirements::default() };
    generate(&wishes, 5, count, &Progress::default()).expect("a set").exercises
}

/// Reply of the page to a step, by the rule of its script: the next stage, or a negative number for a sentence.
fn reply(stage: &Value, step: Step) -> i64 {
    let at = &stage["at"][step.node() as usize];
    let found = |list: &Value, keys: &[Value]| {
        let list = list.as_array()?;
        list.iter()
            .find(|row| keys.iter().zip(0..).all(|(key, at)| row[at as usize] == *key))
            .map(|row| row[keys.len()].clone())
    };
    let asked = &at[0];
    let said = match step {
        Step::Skip { .. } => at[1].clone(),
        Step::Enter { window: Window { alpha, beta }, .. } => {
            let [alpha, beta] = [alpha, beta].map(|end| serde_json::to_value(end).expect("a number"));
            found(&asked[2], &[alpha.clone(), beta.clone()])
                .or_else(|| found(&asked[3], &[alpha]))
                .or_else(|| found(&asked[4], &[beta]))
                .unwrap_or_else(|| asked[1].clone())
        }
        Step::Return { score, bound, .. } => {
            let signs = [None, Some("≤"), Some("="), Some("≥")];
            let sign =
                signs.iter().position(|&sign| sign == bound.map(edagari::score::BoundKind::sign)).expect("a sign");
            let score = serde_json::to_value(score).expect("a number");
            let said = found(&asked[2], &[score]).unwrap_or_else(|| asked[1].clone());
            if said.is_array() { said[sign].clone() } else { said }
        }
    };
    said.as_i64().unwrap_or_else(|| panic!("{step:?}: nothing is said in {at}"))
}

/// Right answers lead through the page to its end; wrong ones get the reply of the grader.
fn is_done_by_its_own_data(made: &Generated, data: &Value) {
    let exercise = &made.exercise;
    let mut so_far = Answers::default();
    let mut place = 0;
    for &step in &made.model.steps {
        let stage = &data["stages"][place];
        let wrong_number = Score::new(17);
        let wrong = match step {
            Step::Enter { node, .. } => {
                Step::Enter { node, window: Window { alpha: wrong_number, beta: Score::INFINITY } }
            }
            Step::Return { node, bound, .. } => Step::Return { node, score: wrong_number, bound },
            Step::Skip { .. } => step,
        };
        let mut answers = so_far.clone();
        answers.steps.push(wrong);
        if let Some(Verdict::Wrong(mistake)) = grade(exercise, &answers).verdicts.last() {
            let said = reply(stage, wrong);
            assert!(said < 0, "{wrong:?}");
            let given = match wrong {
                Step::Enter { window, .. } => window.to_string(),
                Step::Return { score, bound: Some(bound), .. } => format!("{} {score}", bound.sign()),
                Step::Return { score, .. } => score.to_string(),
                Step::Skip { .. } => String::new(),
            };
            for (at, language) in Language::ALL.into_iter().enumerate() {
                let sentence = data["sentences"][(-1 - said) as usize][at].as_str().expect("a sentence");
                let graded = mistake.sentence(exercise, language);
                assert_eq!(with_plain_spaces(&sentence.replace(GIVEN, &given)), with_plain_spaces(&graded));
            }
        }
        let next = reply(stage, step);
        assert!(next > 0, "{step:?} is right");
        so_far.steps.push(step);
        place = next as usize;
    }
    assert_eq!(data["stages"].as_array().map(Vec::len), Some(place + 1));
    assert!(data["stages"][place]["next"].is_null());
}

#[test]
fn a_page_has_every_answer_and_is_small() {
    for search in SearchByHand::ALL {
        for (view, signs) in [(View::Max, false), (View::Negamax, true)] {
            let exercises = set(search, view, signs, 2);
            let one = page(&exercises[..1]);
            assert!(one.len() <= 104_000, "{search:?}: {} bytes", one.len());
            assert_eq!(one, page(&set(search, view, signs, 1)), "the same bytes again");
            let two = data(&page(&exercises));
            for (made, place) in exercises.iter().zip(0..) {
                is_done_by_its_own_data(made, &two["exercises"][place as usize]);
            }
        }
    }
}

#[test]
fn each_stage_of_a_page_shows_the_numbers_written_so_far() {
    let made = &set(SearchByHand::AlphaBeta, View::Max, false, 1)[0];
    let data = data(&page(std::slice::from_ref(made)));
    let stages = data["exercises"][0]["stages"].as_array().expect("stages");
    let words = |stage: &Value| -> Vec<String> {
        let shapes = stage["shapes"].as_array().expect("shapes").iter();
        let shapes = shapes.map(|place| &data["shapes"][place.as_u64().expect("a place") as usize]);
        shapes.filter(|shape| shape[0] == "t").map(|shape| shape[7].as_str().expect("words").to_owned()).collect()
    };
    let first = words(&stages[0]);
    let last = words(&stages[stages.len() - 1]);
    // Each searched node gets two window bounds and a score.
    let searched = made.model.steps.iter().filter(|step| matches!(step, Step::Enter { .. })).count();
    let struck = made.model.skipped(&made.exercise);
    let of_skipped = struck.iter().filter(|&&node| !made.exercise.tree().is_leaf(node)).count();
    // Skipped nodes lose the brackets and the comma of their window.
    assert_eq!(last.len(), first.len() + 3 * searched - 3 * of_skipped);
    let label = |stage: &Value, node: usize, language: usize| {
        let label = stage["labels"][node].as_u64().expect("a label") as usize;
        data["labels"][label][language].as_str().expect("a name").to_owned()
    };
    let end = &stages[stages.len() - 1];
    assert_eq!(label(end, 0, 0), format!("A, max, (−∞, ∞), = {}", made.model.value));
    let strike =
        made.model.steps.iter().find(|step| matches!(step, Step::Skip { .. })).expect("a strike").node() as usize;
    assert!(label(end, strike, 0).ends_with(", struck") && label(end, strike, 1).ends_with("線を引いた"));
}

/// Element names of a page, and all other text that begins like markup.
fn markup(page: &str) -> std::collections::BTreeSet<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "!-/".contains(*letter)).collect()
    };
    page.split('<').skip(1).map(name).collect()
}

fn named(name: &str, title: &str) -> Option<Generated> {
    let tree = ExerciseTree::from_nodes(vec![
        TextbookNode::default(),
        TextbookNode { parent: Some(0), score: Some(3), name: Some(name.to_owned()), ..TextbookNode::default() },
    ]);
    let mut exercise = Exercise::new(tree.ok()?, Convention::default()).ok()?;
    exercise.title = Title { english: title.to_owned(), japanese: format!("問{title}") };
    Some(Generated::of(1, exercise))
}

/// Writes a page, and reads its exercises again.
fn read_again(page: &str) -> Vec<Exercise> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    std::fs::write(&path, page).expect("written");
    Exercise::read_all(&path).expect("exercises")
}

#[test]
fn hostile_texts_never_become_markup() {
    let plain = page(&[named("x", "plain").expect("an exercise")]);
    for title in [
        "</script><script>alert(1)</script>",
        "<!--",
        "]]>",
        "\"'><img/src=x/onerror=alert(1)>",
        "{{data}}",
        "\u{202e}abc",
    ] {
        let made = named("</a><b>", title).expect("an exercise");
        let page = page(std::slice::from_ref(&made));
        assert_eq!(markup(&page), markup(&plain), "{title}");
        assert_eq!(page.matches("<script").count(), plain.matches("<script").count());
        assert!(!page.contains('\u{202e}') && !page.contains("<img") && !page.contains("<b>"), "{title}");
        assert_eq!(read_again(&page), [made.exercise], "{title}");
    }
}

#[test]
fn exercises_are_read_from_their_page() {
    let convention = Convention { search: SearchByHand::Pvs, table: true, ..Convention::default() };
    let wishes = Requirements { convention, ..Requirements::default() };
    let exercises = generate(&wishes, 3, 3, &Progress::default()).expect("a set").exercises;
    let again = read_again(&page(&exercises));
    assert_eq!(again, exercises.iter().map(|made| made.exercise.clone()).collect::<Vec<_>>());
}

#[test]
fn exercises_too_large_for_a_page_are_refused() {
    let refused = |exercises: &[Generated]| {
        let error = exercise_page(exercises, None, &Progress::default()).expect_err("too much");
        assert!(matches!(error, ExportError::ExercisePage(_)), "{error}");
        error.to_string()
    };
    let wide = |children: usize| {
        let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
        let mut list = vec![node(None, None), node(Some(0), Some(3)), node(Some(0), None)];
        list.extend((0..children).map(|_| node(Some(2), Some(0))));
        let exercise = Exercise::new(ExerciseTree::from_nodes(list).expect("a tree"), Convention::default());
        Generated::of(7, exercise.expect("an exercise"))
    };
    let said = refused(&[wide(MAX_PAGE_NODES)]);
    assert!(said.contains("exercise 7") && said.contains("123 nodes") && said.contains("at most 120"), "{said}");
    let said = refused(&[wide(40)]);
    assert!(said.contains("exercise 7") && said.contains("at most 600"), "{said}");
    let said = refused(&vec![wide(2); MAX_PAGE_EXERCISES + 1]);
    assert!(said.contains("21 exercises") && said.contains("at most 20"), "{said}");
    assert!(refused(&[]).contains("no exercises"));
    let cancelled = Progress::default();
    cancelled.cancel();
    let error = exercise_page(&[wide(2)], None, &cancelled).expect_err("cancelled");
    assert!(matches!(error, ExportError::Cancelled));
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn any_text_stays_a_text_and_is_read_again(name in "\\PC{1,8}", title in "\\PC{0,40}") {
        if let Some(made) = named(&name, &title).filter(|_| !name.contains(char::is_whitespace)) {
            let text = page(std::slice::from_ref(&made));
            let plain = page(&[named("x", "plain").expect("an exercise")]);
            prop_assert_eq!(markup(&text), markup(&plain));
            data(&text);
            prop_assert_eq!(read_again(&text), [made.exercise]);
        }
    }
}
