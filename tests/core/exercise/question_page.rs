//! Pages with questions: what their script compares agrees with the grader.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari::export::{moodle_xml, question_page};
use edagari::language::Language;
use edagari::lesson::exercise::{
    Convention, CutAt, Expects, Generated, KindName, Requirements, Responses, SearchByHand, View, generate,
};
use edagari::trace::Progress;
use serde_json::Value;

use super::questions::{number, questions};

fn made(kind: KindName, convention: Convention) -> Vec<Generated> {
    let wishes = Requirements { convention, scores: 0..=9, ..Requirements::of_kind(kind) };
    generate(&wishes, 4, 6, &Progress::default()).expect("a set").exercises
}

fn page(made: &Generated) -> String {
    question_page(std::slice::from_ref(made), None, &Progress::default()).expect("a page")
}

/// Values of an attribute in the elements of a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.match_indices(&start).filter_map(|(at, _)| page[at + start.len()..].split('"').next()).collect()
}

#[test]
fn values_follow_from_those_of_the_children_on_a_page() {
    for view in View::ALL {
        let convention = Convention { search: SearchByHand::Minimax, view, windows: false, ..Convention::default() };
        for made in made(KindName::Values, convention) {
            let all = questions(&made.exercise).questions;
            let page = page(&made);
            let children = attributes(&page, "data-children");
            let rules = attributes(&page, "data-rule");
            assert_eq!((children.len(), rules.len()), (all.len(), all.len()));
            for ((children, rule), question) in children.into_iter().zip(rules).zip(&all) {
                let children: Vec<Value> = serde_json::from_str(children).expect("JSON");
                let values = children.iter().map(|child| match child.as_array() {
                    Some(pair) => {
                        let [place, sign] = [0, 1].map(|at: usize| pair[at].as_i64().expect("a number"));
                        sign * number(&all[place as usize].expects)
                    }
                    None => child.as_i64().expect("a score"),
                });
                let value = if rule == "max" { values.max() } else { values.min() };
                assert_eq!(value, Some(number(&question.expects)), "{view:?}");
            }
        }
    }
}

#[test]
fn leaves_are_crossed_out_in_the_picture() {
    let minimax = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
    let pvs = Convention { search: SearchByHand::Pvs, ..Convention::default() };
    let by_cut = CutAt::ALL.map(|cut| (KindName::CrossOut, Convention { cut, ..Convention::default() }));
    for (kind, convention) in by_cut.into_iter().chain([(KindName::CrossOut, pvs), (KindName::Star1, minimax)]) {
        for made in made(kind, convention) {
            let search = attributes(&page(&made), "data-search").len();
            assert_eq!(search, 1, "{kind:?}");
            let leaves = made.exercise.tree().leaves().count();
            let page = page(&made);
            assert!(!page.contains("<select") && !page.contains("<input"));
            let pressed = attributes(&page, "aria-pressed");
            assert_eq!(pressed, vec!["false"; leaves]);
            for label in attributes(&page, "data-en") {
                assert!(label.starts_with("Cross out leaf "), "{label}");
            }
            let rules = attributes(&page, "data-rules");
            let conditions = made.exercise.by_each_cut();
            for (place, exercise) in conditions.iter().enumerate() {
                let all = questions(exercise);
                let solution = Responses::solution(&all);
                let right = rules.iter().map(|rules| {
                    let rules: Vec<[String; 2]> =
                        serde_json::from_slice(&BASE64_STANDARD.decode(rules).expect("base64")).expect("JSON");
                    assert_eq!(rules.len(), conditions.len());
                    rules[place][0].clone()
                });
                let own = all.questions.iter().zip(&solution.answers).map(|(question, answer)| {
                    let answer = answer.as_ref().expect("an answer");
                    assert!(matches!(question.expects, Expects::Choice { .. }));
                    answer.typed(&question.expects, exercise.tree())
                });
                assert!(right.eq(own), "{convention:?}");
            }
        }
    }
}

/// The most-proving node of the tree in a page, by the numbers of its questions.
fn most_proving<'a>(node: &'a Value, numbers: &dyn Fn(u64) -> i64) -> &'a str {
    let number = |node: &Value, which: u64| match node["numbers"].as_array() {
        Some(pair) => pair[which as usize].as_i64().unwrap_or(i64::MAX),
        None => numbers(node["question"].as_u64().expect("a question") + which),
    };
    let Some(children) = node["children"].as_array() else { return node["name"].as_str().expect("a name") };
    let which = u64::from(!node["max"].as_bool().expect("a player"));
    most_proving(children.iter().min_by_key(|child| number(child, which)).expect("a child"), numbers)
}

#[test]
fn page_has_the_tree_of_the_most_proving_node() {
    let minimax = Convention { search: SearchByHand::Minimax, windows: false, ..Convention::default() };
    let wishes = Requirements { convention: minimax, ..Requirements::of_kind(KindName::ProofNumbers) };
    for made in generate(&wishes, 4, 6, &Progress::default()).expect("a set").exercises {
        let all = questions(&made.exercise).questions;
        let page = page(&made);
        let [next] = attributes(&page, "data-next")[..] else { panic!("one question") };
        let tree: Value = serde_json::from_slice(&BASE64_STANDARD.decode(next).expect("base64")).expect("JSON");
        let numbers = |place: u64| match all[place as usize].expects {
            Expects::Number(number) => number.finite().map_or(i64::MAX, i64::from),
            _ => panic!("a number"),
        };
        let Some(Expects::Choice { choices, right }) = all.last().map(|question| &question.expects) else {
            panic!("a choice")
        };
        assert_eq!(most_proving(&tree, &numbers), choices[*right].name);
    }
}

#[test]
fn program_keeps_its_lines_on_a_platform() {
    for made in made(KindName::Bug, Convention::default()) {
        let file = moodle_xml(std::slice::from_ref(&made), Language::English, &Progress::default()).expect("a file");
        let program = file.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>")).expect("a program").0;
        assert_eq!(program.lines().count(), questions(&made.exercise).code.len());
        assert!(!program.contains("\\n"), "{program}");
    }
}
