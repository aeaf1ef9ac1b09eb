//! Pages with questions: what their script compares agrees with the grader.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use edagari::export::question_page;
use edagari::lesson::exercise::{
    Convention, CutAt, Expects, Generated, KindName, Responses, SearchByHand, View, Wishes, generate,
};
use edagari::trace::Progress;
use serde_json::Value;

use super::questions::{number, questions};

fn made(kind: KindName, convention: Convention) -> Vec<Generated> {
    let wishes = Wishes { convention, scores: 0..=9, ..Wishes::of_kind(kind) };
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
    for cut in CutAt::ALL {
        for made in made(KindName::CrossOut, Convention { cut, ..Convention::default() }) {
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
                assert!(right.eq(own), "{cut:?}");
            }
        }
    }
}
