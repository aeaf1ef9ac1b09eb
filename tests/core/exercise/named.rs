//! Mistakes as a student sees them, on one tree: A is a max node with the children B, C and D, which have leaves.

use edagari::game::TextbookNode;
use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{Answers, Convention, CutAt, Exercise, ExerciseTree, Grade, grade};

/// B returns 3. C has 2 first and cuts. D has 14, 5 and 2.
fn figure(convention: Convention) -> Exercise {
    let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
    let mut list = vec![node(None, None), node(Some(0), None), node(Some(0), None), node(Some(0), None)];
    for (parent, scores) in [(1, [3, 12, 8]), (2, [2, 3, 6]), (3, [14, 5, 2])] {
        list.extend(scores.map(|score| node(Some(parent), Some(score))));
    }
    Exercise::new(ExerciseTree::from_nodes(list).expect("a tree"), convention).expect("a convention")
}

fn graded(exercise: &Exercise, steps: &str) -> Grade {
    let text = format!("{{\"version\": 1, \"steps\": [{steps}]}}");
    grade(exercise, &Answers::parse(&text, exercise).expect("answers"))
}

const BEGINNING: &str = r#"{"enter": "A", "window": ["-inf", "inf"]}, {"enter": "B", "window": ["-inf", "inf"]},
    {"return": "B", "score": 3}, {"enter": "C", "window": [3, "inf"]}"#;

/// Sentences about an answer whose first steps are right.
fn said(convention: Convention, steps: &str) -> [String; 2] {
    let exercise = figure(convention);
    let grade = graded(&exercise, &format!("{BEGINNING}, {steps}"));
    let (_, mistake) = grade.first_wrong().expect("a mistake");
    assert_eq!(grade.mistakes().count(), 1, "{grade:?}");
    [Language::English, Language::Japanese]
        .map(|language| with_plain_spaces(&mistake.sentence(&exercise, language)).into_owned())
}

const C_RIGHT: &str = r#"{"skip": "I"}, {"skip": "J"}, {"return": "C", "score": 2}"#;

#[test]
fn mistakes_are_reported_with_reasons() {
    let behind_c = |steps: &str| format!("{C_RIGHT}, {steps}");
    let cases = [
        (
            r#"{"skip": "H"}, {"skip": "J"}, {"return": "C", "score": 3}"#.to_owned(),
            "H is not skipped: no child of C has been searched yet, so nothing there can cut.",
            "H",
        ),
        (r#"{"return": "C", "score": 2}"#.to_owned(), "I is skipped: at C the window is (3, 2), so α ≥ β.", "I"),
        (
            r#"{"skip": "I"}, {"return": "C", "score": 2}"#.to_owned(),
            "J is skipped too, like its siblings: at C the window is (3, 2).",
            "J",
        ),
        (
            behind_c(r#"{"enter": "D", "window": ["-inf", "inf"]}"#),
            "D is entered with (3, ∞), not (−∞, ∞): A passes its window on.",
            "(−∞, ∞)",
        ),
        (
            behind_c(r#"{"enter": "D", "window": [2, "inf"]}"#),
            "D is entered with (3, ∞), not (2, ∞): for the player at A, C is no improvement, so nothing changes.",
            "(2, ∞)",
        ),
        (
            behind_c(r#"{"enter": "D", "window": ["-inf", 3]}"#),
            "D is entered with (3, ∞), not (−∞, 3): the score of A is a bound for the player to move there, and belongs at the other end.",
            "(−∞, 3)",
        ),
        (
            behind_c(r#"{"enter": "D", "window": [3, "inf"]}, {"skip": "M"}, {"return": "D", "score": 5}"#),
            "M is not skipped: D still has the window (3, 5). M itself will make the cut.",
            "M",
        ),
        (
            behind_c(r#"{"enter": "D", "window": [3, "inf"]}, {"return": "D", "score": 14}"#),
            "D returns 2, not 14: the player to move at D takes the best of 14, 5, 2, not the worst.",
            "14",
        ),
        (
            behind_c(r#"{"enter": "D", "window": [3, "inf"]}, {"return": "D", "score": 3}"#),
            "D returns 2, not 3: the best of its children is 2, and this exercise returns it, even outside the window (3, ∞).",
            "(3, ∞)",
        ),
    ];
    for (steps, sentence, part) in cases {
        let [english, japanese] = said(Convention::default(), &steps);
        assert_eq!(english, sentence);
        assert!(japanese.contains(part) && japanese.ends_with('。'), "{japanese}");
    }
}

#[test]
fn both_equality_rules_are_graded_as_declared() {
    let struck = r#"{"skip": "E"},"#;
    let node = |parent, score| TextbookNode { parent, score, ..TextbookNode::default() };
    // B returns 3. C has the children D with 3 and E.
    let list =
        [node(None, None), node(Some(0), Some(3)), node(Some(0), None), node(Some(2), Some(3)), node(Some(2), Some(4))];
    let of = |cut, steps: &str| {
        let convention = Convention { cut, windows: false, ..Convention::default() };
        let tree = ExerciseTree::from_nodes(list.to_vec()).expect("a tree");
        let exercise = Exercise::new(tree, convention).expect("a convention");
        let graded = graded(
            &exercise,
            &format!("{steps} {{\"return\": \"C\", \"score\": 3}}, {{\"return\": \"A\", \"score\": 3}}"),
        );
        graded
            .first_wrong()
            .map(|(_, mistake)| with_plain_spaces(&mistake.sentence(&exercise, Language::English)).into_owned())
    };
    assert_eq!(of(CutAt::Equality, struck), None);
    assert_eq!(of(CutAt::Above, ""), None);
    let skipped = of(CutAt::Above, struck).expect("too much");
    assert_eq!(skipped, "E is not skipped: at C α = β = 3, and this exercise cuts only at α > β.");
    let searched = of(CutAt::Equality, "").expect("too little");
    assert_eq!(searched, "E is skipped: at C α = β = 3, and this exercise cuts at α ≥ β.");
}
