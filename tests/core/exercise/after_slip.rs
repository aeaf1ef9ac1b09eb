//! Steps after a slip as a student sees them: one slip is one mistake, and a right step stays right.

use edagari::game::TextbookNode;
use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{
    Answers, Convention, CutAt, Exercise, ExerciseTree, Grade, Mistake, MistakeKind, RootWindow, SearchByHand, Verdict,
    grade,
};
use edagari::score::{Score, Window};

/// Exercise on a tree written as parents and scores, in the order of the names A, B, C and so on.
fn exercise(convention: Convention, nodes: &[(Option<usize>, Option<i32>)]) -> Exercise {
    let node = |&(parent, score)| TextbookNode { parent, score, ..TextbookNode::default() };
    let tree = ExerciseTree::from_nodes(nodes.iter().map(node).collect()).expect("a tree");
    Exercise::new(tree, convention).expect("a convention")
}

/// Grades steps written as `A(0, 5)` for an entry, `A = 3` for a return, and `-A` for a strike; `i` is infinity.
fn graded(exercise: &Exercise, steps: &str) -> Grade {
    let number = |text: &str| text.trim().replace("-i", "\"-inf\"").replace("+i", "\"inf\"");
    let step = |step: &str| {
        let step = step.trim();
        if let Some(node) = step.strip_prefix('-') {
            return format!(r#"{{"skip": "{node}"}}"#);
        }
        if let Some((node, score)) = step.split_once('=') {
            return format!(r#"{{"return": "{}", "score": {}}}"#, node.trim(), number(score));
        }
        let (node, window) = step.split_once('(').expect("a window");
        let (alpha, beta) = window.trim_end_matches(')').split_once(',').expect("two ends");
        format!(r#"{{"enter": "{node}", "window": [{}, {}]}}"#, number(alpha), number(beta))
    };
    let steps: Vec<String> = steps.split(';').map(step).collect();
    let text = format!("{{\"version\": 1, \"steps\": [{}]}}", steps.join(", "));
    grade(exercise, &Answers::parse(&text, exercise).expect("answers"))
}

/// Letters of the verdicts: right, follows, wrong.
fn letters(grade: &Grade) -> String {
    let letter = |verdict: &Verdict| match verdict {
        Verdict::Right => 'r',
        Verdict::Follows => 'f',
        Verdict::NotAsked => '-',
        Verdict::Wrong(_) => 'W',
    };
    grade.verdicts.iter().map(letter).collect()
}

fn pvs() -> Convention {
    Convention { search: SearchByHand::Pvs, ..Convention::default() }
}

#[test]
fn right_step_after_a_slip_is_right() {
    // A(B = 3, C(D(5)))
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), None), (Some(3), Some(5))];
    let grade = graded(&exercise(Convention::default(), &tree), "A(-i, +i); C(2, +i); D(3, +i); D = 5; C = 5; A = 5");
    assert_eq!(letters(&grade), "rWrrrr");

    // A(B(1 9))
    let tree = [(None, None), (Some(0), None), (Some(1), Some(1)), (Some(1), Some(9))];
    let exercise = exercise(Convention::default(), &tree);
    let of = |last: &str| letters(&graded(&exercise, &format!("A(-i, +i); B(-i, +i); B = 2; {last}")));
    assert_eq!(of("A = 1"), "rrWr");
    assert_eq!(of("A = 2"), "rrWf");
    assert_eq!(of("A = 3"), "rrWW");
}

#[test]
fn first_child_is_never_searched_again() {
    // A(B(3 5))
    let tree = [(None, None), (Some(0), None), (Some(1), Some(3)), (Some(1), Some(5))];
    for window in ["(0, +i)", "(-i, 9)", "(0, 9)", "(2, 3)"] {
        let grade = graded(&exercise(pvs(), &tree), &format!("A(-i, +i); B{window}; B = 3; A = 3"));
        assert_eq!(letters(&grade), "rWrr", "{window}: {grade:?}");
    }
}

#[test]
fn only_a_null_window_is_followed_by_a_second_search() {
    // A(B = 3, C(5 7)): C is searched with (3, 4), returns 5, and is searched again with (5, ∞).
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), Some(5)), (Some(2), Some(7))];
    let exercise = exercise(pvs(), &tree);
    let of = |steps: &str| letters(&graded(&exercise, steps));
    assert_eq!(of("A(-i, +i); C(3, 4); C = 5; C(5, +i); -E; C = 5; A = 5"), "rrrrrrr");
    assert_eq!(of("A(-i, +i); C(3, 4); C = 5; A = 5"), "rrrW");
    // After the whole window, none is needed; the one of the true search is right, too.
    assert_eq!(of("A(-i, +i); C(3, +i); C = 5; A = 5"), "rWrr");
    assert_eq!(of("A(-i, +i); C(3, +i); C = 5; C(5, +i); -E; C = 5; A = 5"), "rWrrrrr");
}

#[test]
fn line_omitted_between_two_searches_of_a_node_is_one_mistake() {
    // A(B = 3, C(5 7)): C is searched with (3, 4), returns 5, and is searched again with (5, ∞).
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), Some(5)), (Some(2), Some(7))];
    let with_windows = exercise(pvs(), &tree);
    let without = exercise(Convention { windows: false, ..pvs() }, &tree);
    for (exercise, steps, verdicts, sentence) in [
        (&without, "C = 5; -E; C = 5; A = 5", "rrrr", ""),
        (&without, "-E; C = 5; A = 5", "Wrr", "C comes first: it has not returned a score yet."),
        (
            &with_windows,
            "A(-i, +i); C(3, 4); C = 5; -E; C = 5; A = 5",
            "rrrWrr",
            "C comes first: it has not been entered. If it is skipped with all below it, strike C itself.",
        ),
        (&with_windows, "A(-i, +i); C(3, 4); C(5, +i); -E; C = 5; A = 5", "rrWrrr", "C has already been entered."),
    ] {
        let grade = graded(exercise, steps);
        assert_eq!(letters(&grade), verdicts, "{steps}: {grade:?}");
        assert_eq!(sentences(exercise, &grade).concat(), sentence, "{steps}");
    }
}

#[test]
fn strike_of_the_true_search_is_right_after_a_wrong_window() {
    // A(B = 3, D(E = 2, F = 1)): D is entered with (3, 4), and E cuts.
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), Some(2)), (Some(2), Some(1))];
    let grade = graded(&exercise(pvs(), &tree), "A(-i, +i); C(-i, +i); -E; C = 2; A = 3");
    assert_eq!(letters(&grade), "rWrrr");
}

#[test]
fn cut_misjudged_once_is_one_mistake() {
    // A with the leaves 0 to 5
    let mut tree = vec![(None, None)];
    tree.extend((0..6).map(|score| (Some(0), Some(score))));
    let exercise = exercise(Convention::default(), &tree);
    let grade = graded(&exercise, "A(-i, +i); -C; -D; -E; -F; -G; A = 0");
    assert_eq!(letters(&grade), "rWfffff");
    // The right answer is to enter A and to return from it.
    assert_eq!(grade.points(), (1, 2));
    // The best of all children is right, too.
    assert_eq!(letters(&graded(&exercise, "A(-i, +i); -C; -D; -E; -F; -G; A = 5")), "rWffffr");
}

#[test]
fn needless_second_search_is_one_mistake() {
    // A(B(2 C(3)))
    let tree = [(None, None), (Some(0), None), (Some(1), Some(2)), (Some(1), None), (Some(3), Some(3))];
    let search = "B(-i, +i); D(-i, 2); D = 3; B = 2";
    let grade = graded(&exercise(Convention::default(), &tree), &format!("A(-i, +i); {search}; {search}; A = 2"));
    assert_eq!(letters(&grade), "rrrrrWrrrr");
}

#[test]
fn search_below_a_struck_node_is_one_mistake() {
    // A(B = 3, C(D = 2, E(F(7) G(8))))
    let tree = [
        (None, None),
        (Some(0), Some(3)),
        (Some(0), None),
        (Some(2), Some(2)),
        (Some(2), None),
        (Some(4), None),
        (Some(4), None),
        (Some(5), Some(7)),
        (Some(6), Some(8)),
    ];
    let steps = "A(-i, +i); C(3, +i); -E; E(3, 2); F(3, 2); F = 7; -G; E = 7; C = 2; A = 3";
    let grade = graded(&exercise(Convention::default(), &tree), steps);
    assert_eq!(letters(&grade), "rrrWffffrr");
}

/// A(B = 3, C(E = 3, F = 4), D(G = 3, H = 4)): at C and at D, α = β.
const EQUAL: [(Option<usize>, Option<i32>); 8] = [
    (None, None),
    (Some(0), Some(3)),
    (Some(0), None),
    (Some(0), None),
    (Some(2), Some(3)),
    (Some(2), Some(4)),
    (Some(3), Some(3)),
    (Some(3), Some(4)),
];

#[test]
fn either_rule_at_equality_is_accepted_consistently() {
    let exercise = exercise(Convention { cut: CutAt::Either, ..Convention::default() }, &EQUAL);
    let of =
        |c: &str, d: &str| graded(&exercise, &format!("A(-i, +i); C(3, +i); {c} C = 3; D(3, +i); {d} D = 3; A = 3"));
    assert!(of("-F;", "-H;").is_right() && of("", "").is_right());
    for (c, d, sentence) in [
        (
            "-F;",
            "",
            "H is skipped: at D α = β = 3, and this answer is graded with cuts at α ≥ β, by the same rule at all nodes.",
        ),
        (
            "",
            "-H;",
            "H is not skipped: at D α = β = 3, and this answer is graded with cuts only at α > β, by the same rule at all nodes.",
        ),
    ] {
        let grade = of(c, d);
        assert_eq!(grade.mistakes().count(), 1);
        let (_, mistake) = grade.first_wrong().expect("a mistake");
        assert_eq!(with_plain_spaces(&mistake.sentence(&exercise, Language::English)), sentence);
    }
}

#[test]
fn omitted_return_before_a_second_search_is_not_called_a_needless_search_below_it() {
    // A(B = −2, C(D(E(0), F(2)))): C has to be searched again, and E is searched in both searches of C.
    let nodes = [
        (None, None),
        (Some(0), Some(-2)),
        (Some(0), None),
        (Some(2), None),
        (Some(3), None),
        (Some(3), None),
        (Some(4), Some(0)),
        (Some(5), Some(2)),
    ];
    let root = RootWindow::Given(Window { alpha: Score::new(-2), beta: Score::new(2) });
    let exercise = exercise(Convention { windows: false, root, ..pvs() }, &nodes);
    let second = "E = 0; F = 2; D = 2; C = 2; A = 2";
    assert!(graded(&exercise, &format!("E = 0; -F; D = 0; C = 0; {second}")).is_right());
    let grade = graded(&exercise, &format!("E = 0; -F; D = 0; {second}"));
    let kinds: Vec<MistakeKind> = grade.mistakes().map(|(_, mistake)| mistake.kind).collect();
    assert_eq!((kinds, letters(&grade).as_str()), (vec![MistakeKind::NotReturned], "rrrWrrrr"));
}

#[test]
fn bound_of_the_true_search_is_never_called_none() {
    // A(B = 3, C(D(5 6))): the student enters C with another window, and D with α of the true search and a wrong β.
    let tree =
        [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), None), (Some(3), Some(5)), (Some(3), Some(6))];
    let exercise = exercise(Convention::default(), &tree);
    let grade = graded(&exercise, "A(-i, +i); C(2, +i); D(3, 9); D = 6; C = 6; A = 6");
    let sentences: Vec<String> =
        grade.mistakes().map(|(_, mistake)| mistake.sentence(&exercise, Language::English)).collect();
    assert_eq!(sentences.len(), 2);
    assert!(!sentences.concat().contains("not a bound"), "{sentences:?}");
}

/// The sentences of the mistakes, in English.
fn sentences(exercise: &Exercise, grade: &Grade) -> Vec<String> {
    let sentence = |(_, mistake): (usize, &Mistake)| {
        with_plain_spaces(&mistake.sentence(exercise, Language::English)).into_owned()
    };
    grade.mistakes().map(sentence).collect()
}

#[test]
fn update_forgotten_once_is_one_mistake() {
    // A(B = 9, C(8 8), F(9 9))
    let tree = [
        (None, None),
        (Some(0), Some(9)),
        (Some(0), None),
        (Some(0), None),
        (Some(2), Some(8)),
        (Some(2), Some(8)),
        (Some(3), Some(9)),
        (Some(3), Some(9)),
    ];
    let alpha_beta = exercise(Convention::default(), &tree);
    let of = |steps: &str| letters(&graded(&alpha_beta, steps));
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 8; D(8, +i); D = 9; A = 9"), "rWrfrr");
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 8; D(9, +i); -H; D = 9; A = 9"), "rWrrrrr");
    // Another window does not follow.
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 8; D(7, +i); D = 9; A = 9"), "rWrWrr");
    let pvs = exercise(pvs(), &tree);
    let of = |steps: &str| letters(&graded(&pvs, steps));
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 8; D(8, 9); D = 9; A = 9"), "rWrfrr");
    // By the window (8, 9), D is searched again.
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 8; D(8, 9); D = 9; D(9, +i); -H; D = 9; A = 9"), "rWrfrfrrr");
}

#[test]
fn null_window_with_exchanged_ends_is_meant_as_one() {
    // A(B = 5, C(9 5 1))
    let tree =
        [(None, None), (Some(0), Some(5)), (Some(0), None), (Some(2), Some(9)), (Some(2), Some(5)), (Some(2), Some(1))];
    let exercise = exercise(pvs(), &tree);
    let of = |steps: &str| letters(&graded(&exercise, steps));
    assert_eq!(of("A(-i, +i); C(6, 5); -E; -F; C = 9; C(9, +i); -E; -F; C = 9; A = 9"), "rWfrfffrff");
    // As written, it is no null window, and needs no second search.
    assert_eq!(of("A(-i, +i); C(6, 5); -E; -F; C = 9; A = 9"), "rWfrff");
    // As meant, the second leaf cuts.
    assert_eq!(of("A(-i, +i); C(6, 5); -F; C = 5; A = 5"), "rWrrr");
}

#[test]
fn reason_in_pvs_names_a_null_window_only_if_there_was_one() {
    // A(B = 3, C(5 7))
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), Some(5)), (Some(2), Some(7))];
    let exercise = exercise(pvs(), &tree);
    let graded = graded(&exercise, "A(-i, +i); C(3, +i); C = 5; C(3, +i); C = 5; A = 5");
    assert_eq!(letters(&graded), "rWrWrr");
    let said = sentences(&exercise, &graded);
    assert_eq!(said[0], "C is entered with the null window (3, 4), not (3, ∞): it is not the first child.");
    assert_eq!(said[1], "C needs no re-search: its result settles it.");
}

#[test]
fn whole_window_instead_of_a_null_window_is_named_as_such() {
    // A(B = 3, C(2 1))
    let tree = [(None, None), (Some(0), Some(3)), (Some(0), None), (Some(2), Some(2)), (Some(2), Some(1))];
    let exercise = exercise(pvs(), &tree);
    let said = sentences(&exercise, &graded(&exercise, "A(-i, +i); C(-i, +i); C = 1; A = 3"));
    assert_eq!(said, ["C is entered with the null window (3, 4), not (−∞, ∞): it is not the first child."]);
}

#[test]
fn needless_second_search_with_a_missed_cut_is_one_mistake() {
    // A(B = 3, C(D(F = 2, G = 1), E(H = 4, I = 0)))
    let tree = [
        (None, None),
        (Some(0), Some(3)),
        (Some(0), None),
        (Some(2), None),
        (Some(2), None),
        (Some(3), Some(2)),
        (Some(3), Some(1)),
        (Some(4), Some(4)),
        (Some(4), Some(0)),
    ];
    let first = "A(-i, +i); C(3, 4); D(3, 4); D = 2; -E; C = 2;";
    let of = |steps: &str| letters(&graded(&exercise(pvs(), &tree), &format!("{first} {steps}")));
    assert_eq!(of("C(3, +i); D(3, +i); D = 2; E(3, 2); E = 4; C = 2; A = 3").replace('f', "r"), "rrrrrrWrrrrrr");
    // The score that it returns is judged.
    assert_eq!(of("C(3, +i); D(3, +i); D = 2; -E; C = 7; A = 7").replace('f', "r"), "rrrrrrWrrrWr");
}

#[test]
fn points_are_out_of_the_steps_of_the_right_answer() {
    // A(B(1) C(4))
    let tree = [(None, None), (Some(0), None), (Some(0), None), (Some(1), Some(1)), (Some(2), Some(4))];
    let exercise = exercise(Convention::default(), &tree);
    let of = |steps: &str| graded(&exercise, steps).points();
    assert_eq!(of("A(-i, +i); B(-i, +i); B = 1; C(1, +i); C = 4; A = 4"), (6, 6));
    assert_eq!(of("A(-i, +i)"), (1, 6));
    assert_eq!(of("A(-i, +i); B(-i, +i); B = 1"), (3, 6));
    assert_eq!(of("A(-i, +i); B(-i, +i); B = 1; C(2, +i); C = 4; A = 4"), (5, 6));
    // Steps that are not written earn nothing.
    assert_eq!(of("A(-i, +i); B(-i, +i); B = 1; -C; A = 1"), (4, 6));
    assert_eq!(of("A = 4"), (0, 6));
    // A needless second search adds steps, but no points.
    assert_eq!(of("A(-i, +i); B(-i, +i); B = 1; B(-i, +i); B = 1; C(1, +i); C = 4; A = 4"), (5, 6));
}

/// The tree A(B(3) C(5)).
const TWO: [(Option<usize>, Option<i32>); 5] =
    [(None, None), (Some(0), None), (Some(0), None), (Some(1), Some(3)), (Some(2), Some(5))];

#[test]
fn children_in_another_order_are_one_mistake() {
    let alpha_beta = exercise(Convention::default(), &TWO);
    let of = |steps: &str| letters(&graded(&alpha_beta, steps));
    // By the windows of that order, and by those of the true search.
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 5; B(5, +i); B = 3; A = 5"), "rWrfrr");
    assert_eq!(of("A(-i, +i); C(3, +i); C = 5; B(-i, +i); B = 3; A = 5"), "rWrrrr");
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 5; B(4, +i); B = 3; A = 5"), "rWrWrr");
    // A child that was passed over may be struck, or left.
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 5; -B; A = 5"), "rWrfr");
    assert_eq!(of("A(-i, +i); C(-i, +i); C = 5; A = 5"), "rWrr");
    let grade = graded(&alpha_beta, "A(-i, +i); C(-i, +i); C = 5; B(5, +i); B = 3; A = 5");
    assert_eq!(grade.points(), (5, 6));
    assert_eq!(sentences(&alpha_beta, &grade), ["B comes first: it has been neither searched nor struck."]);
    // In PVS, the child that is searched second has the null window.
    let pvs = exercise(pvs(), &TWO);
    assert_eq!(letters(&graded(&pvs, "A(-i, +i); C(-i, +i); C = 5; B(5, 6); B = 3; A = 5")), "rWrfrr");
}

#[test]
fn passed_over_child_is_struck_after_a_cut_by_a_later_one() {
    // A(B = 3, C(D(4) E(2) F(1))): with E first, C is cut.
    let tree = [
        (None, None),
        (Some(0), Some(3)),
        (Some(0), None),
        (Some(2), None),
        (Some(2), None),
        (Some(2), None),
        (Some(3), Some(4)),
        (Some(4), Some(2)),
        (Some(5), Some(1)),
    ];
    let exercise = exercise(Convention::default(), &tree);
    let grade = graded(&exercise, "A(-i, +i); C(3, +i); E(3, +i); E = 2; -D; -F; C = 2; A = 3");
    assert_eq!(letters(&grade), "rrWrfrrr", "{:?}", sentences(&exercise, &grade));
}

#[test]
fn return_that_is_written_twice_is_one_mistake() {
    // A(B(1) C(5 4))
    let tree =
        [(None, None), (Some(0), None), (Some(0), None), (Some(1), Some(1)), (Some(2), Some(5)), (Some(2), Some(4))];
    let exercise = exercise(pvs(), &tree);
    let first = "A(-i, +i); B(-i, +i); B = 1; C(1, 2); C = 4; C = 4";
    let grade = graded(&exercise, &format!("{first}; C(4, +i); C = 4; A = 4"));
    assert_eq!(letters(&grade), "rrrrrWrrr");
    assert_eq!(sentences(&exercise, &grade), ["C is already done."]);
    // Without the entry after it, that entry is missing.
    assert_eq!(letters(&graded(&exercise, &format!("{first}; A = 4"))), "rrrrrWr");
}

#[test]
fn search_after_a_cut_is_one_mistake_also_if_the_table_knows_its_node() {
    // A(B = 0, C(D = 2, E(F = 3, G(1))))
    let tree = [
        (None, None),
        (Some(0), Some(0)),
        (Some(0), None),
        (Some(2), Some(2)),
        (Some(2), None),
        (Some(4), Some(3)),
        (Some(4), None),
        (Some(6), Some(1)),
    ];
    let exercise = exercise(Convention { table: true, ..pvs() }, &tree);
    let first = "A(-i, +i); C(0, 1); E(0, 1); -G; E = 3; C = 2; C(2, +i)";
    assert_eq!(letters(&graded(&exercise, &format!("{first}; -E; C = 2; A = 2"))), "rrrrrrrrrr");
    let grade = graded(&exercise, &format!("{first}; E(2, 2); -G; E = 3; C = 2; A = 2"));
    assert_eq!(grade.mistakes().count(), 1, "{:?}", sentences(&exercise, &grade));
}

#[test]
fn shown_step_is_named_as_such() {
    let exercise = exercise(Convention::default(), &TWO);
    let entered = |node: &str| format!(r#"{{"enter": "{node}", "window": ["-inf", "inf"]"#);
    let text = format!(r#"{{"version": 1, "corrected": true, "steps": [{}, "shown": true}}]}}"#, entered("A"));
    let grade = grade(&exercise, &Answers::parse(&text, &exercise).expect("answers"));
    assert_eq!(sentences(&exercise, &grade), ["The step at A was shown, so it was not answered."]);
}

#[test]
fn root_that_was_not_entered_cannot_be_struck() {
    let exercise = exercise(Convention::default(), &TWO);
    let said = sentences(&exercise, &graded(&exercise, "A = 5"));
    assert_eq!(said, ["A comes first: it has not been entered."]);
}

#[test]
fn closed_window_may_be_passed_on() {
    // A(B(C = 4, D(5 1), E(6 2)))
    let tree = [
        (None, None),
        (Some(0), None),
        (Some(1), Some(4)),
        (Some(1), None),
        (Some(1), None),
        (Some(3), Some(5)),
        (Some(3), Some(1)),
        (Some(4), Some(6)),
        (Some(4), Some(2)),
    ];
    let exercise = exercise(Convention::default(), &tree);
    let of = |d: &str, e: &str| {
        let steps = format!("A(-i, +i); B(+i, -i); D{d}; -G; D = 5; E{e}; -I; E = 6; B = 4; A = 4");
        letters(&graded(&exercise, &steps))
    };
    assert_eq!(of("(-i, 4)", "(-i, 4)"), "rWrrrrrrrr");
    assert_eq!(of("(+i, -i)", "(+i, -i)"), "rWfrrfrrrr");
    assert_eq!(of("(0, 4)", "(-i, 4)"), "rWWrrrrrrr");
}
