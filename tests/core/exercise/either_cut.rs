//! Questions under a convention that accepts both conditions of cuts: an answer is right if it is consistent with one of them.

mod pvs;

use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::exercise::{
    Convention, CutAt, Exercise, ExerciseTree, Kind, KindName, QuestionGrade, Requirements, Response, Responses,
    generate,
};
use edagari::score::Score;
use edagari::trace::Progress;

use super::published::nested;
use super::questions::questions;

fn with_cut(tree: &str, cut: CutAt, kind: Kind) -> Exercise {
    let tree = ExerciseTree::from_nodes(nested(tree)).expect("a tree");
    let exercise = Exercise::new(tree, Convention { cut, ..Convention::default() }).expect("α-β");
    exercise.with_kind(kind).expect("a kind that fits")
}

#[test]
fn crossed_out_leaves_are_right_by_one_condition_for_the_whole_answer() {
    // A(B(3 5) C(3 9) D(3 7)): at C and D the score is equal to α.
    let exercise = with_cut("((3 5) (3 9) (3 7))", CutAt::Either, Kind::CrossOut);
    let all = questions(&exercise);
    let graded = |crossed_out: [usize; 6]| {
        let answers = crossed_out.map(|choice| Some(Response::Choice(choice))).to_vec();
        let grade = QuestionGrade::of(&exercise, &all, &Responses { answers });
        (grade.points().0, grade.is_right())
    };
    assert_eq!(graded([0, 0, 0, 1, 0, 1]), (6, true), "cuts at α ≥ β");
    assert_eq!(graded([0, 0, 0, 0, 0, 0]), (6, true), "cuts only at α > β");
    assert_eq!(graded([0, 0, 0, 1, 0, 0]), (5, false), "one condition at C, the other one at D");
    assert_eq!(graded([0, 1, 0, 1, 0, 1]), (5, false));
    let differs = all.questions.iter().map(|question| !question.also.is_empty());
    assert_eq!(differs.collect::<Vec<_>>(), [false, false, false, true, false, true]);
    let why = all.questions[3].why.sentence(Language::English);
    let why = with_plain_spaces(&why);
    assert!(why.contains("evaluated with cuts only at α > β"), "{why}");
}

#[test]
fn solutions_by_both_conditions_are_right_in_generated_exercises() {
    let convention = Convention { cut: CutAt::Either, ..Convention::default() };
    for kind in [KindName::CrossOut, KindName::Order] {
        let wishes = Requirements { convention, scores: 0..=5, ..Requirements::of_kind(kind) };
        let set = generate(&wishes, 3, 30, &Progress::default()).expect("a set").exercises;
        let mut differing = 0;
        for made in &set {
            let exercise = &made.exercise;
            let all = questions(exercise);
            let solutions: Vec<Responses> =
                exercise.by_each_cut().iter().map(|one| Responses::solution(&questions(one))).collect();
            for solution in &solutions {
                assert!(QuestionGrade::of(exercise, &all, solution).is_right());
                let given = solution.answers.iter().flatten();
                assert!(all.questions.iter().zip(given).all(|(question, answer)| question.accepts(answer)));
            }
            differing += usize::from(solutions[0] != solutions[1]);
            assert_eq!(Exercise::parse(&exercise.to_text()).as_ref(), Ok(exercise));
        }
        assert!(differing >= 5, "{differing} exercises depend on the condition");
    }
}

#[test]
fn orders_are_right_by_one_condition_for_the_whole_answer() {
    // Fewest: 4 leaves with the last child first, or 6 with cuts only above. Most: 6 leaves, or all 7.
    let exercise = with_cut("((2 1) (3 4 5) (3 5))", CutAt::Either, Kind::Order { node: 0 });
    let all = questions(&exercise);
    let solutions: Vec<Responses> =
        exercise.by_each_cut().iter().map(|one| Responses::solution(&questions(one))).collect();
    let [equality, above] = &solutions[..] else { panic!("two conditions") };
    assert_ne!(equality, above);
    let graded = |answers: Vec<Option<Response>>| QuestionGrade::of(&exercise, &all, &Responses { answers });
    let mixed = equality.answers[..2].iter().chain(&above.answers[2..]).cloned().collect();
    let grade: QuestionGrade = graded(mixed);
    assert_eq!(
        (grade.is_right(), grade.points().0 < 4),
        (false, true),
        "the fewest by one condition, the most by the other"
    );
    let why = all.questions[0].why.sentence(Language::English);
    assert!(with_plain_spaces(&why).contains("With cuts only at α > β"), "{why}");
}

#[test]
fn interval_has_either_end_open_or_closed() {
    // A(B(3 5) C(x 9)): 9 is skipped for x ≤ 3, or for x < 3.
    let tree = ExerciseTree::from_nodes(nested("((3 5) (1 9))")).expect("a tree");
    let second = tree.children(tree.children(0)[1]);
    let kind = Kind::Interval { leaf: second[0], node: second[1] };
    let ends = |cut: CutAt| {
        let all = questions(&with_cut("((3 5) (1 9))", cut, kind));
        let number = |score: Score| Response::Number(score);
        let accepted = [1, 2, 3, 4].map(|end| all.questions[1].accepts(&number(Score::new(end))));
        (all.questions[0].accepts(&number(Score::NEG_INFINITY)), accepted)
    };
    assert_eq!(ends(CutAt::Equality), (true, [false, false, true, false]));
    assert_eq!(ends(CutAt::Above), (true, [false, true, false, false]));
    assert_eq!(ends(CutAt::Either), (true, [false, true, true, false]));
    let exercise = with_cut("((3 5) (1 9))", CutAt::Either, kind);
    let all = questions(&exercise);
    assert_eq!(all.questions[1].accepted(exercise.tree()), ["3", "2"]);
    let answers = vec![Some(Response::Number(Score::NEG_INFINITY)), Some(Response::Number(Score::new(2)))];
    assert!(QuestionGrade::of(&exercise, &all, &Responses { answers }).is_right());
    for language in Language::ALL {
        let why = all.questions[1].why.sentence(language);
        assert!(why.contains('3') && why.contains('2') && !why.contains('{'), "{why}");
    }
}
