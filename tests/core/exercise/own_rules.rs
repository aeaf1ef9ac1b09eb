//! Tasks with rules of their own – expected values, proof numbers, an iteration of UCT – against plain programs that share no code with
//! the library, and answers that follow from wrong ones.

mod chance;

use edagari::lesson::exercise::{
    Convention, Exercise, ExerciseTree, Expects, Generated, Kind, KindName, QuestionGrade, QuestionVerdict, Questions,
    Requirements, Response, Responses, SearchByHand, View, generate,
};
use edagari::score::Score;
use edagari::trace::Progress;
use proptest::prelude::*;

use super::plain::{INFINITY, Tree};
use super::plain_tree;
use super::published::nested;
use super::questions::{number, questions};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

const PLAIN: Convention = Convention {
    search: SearchByHand::Minimax,
    windows: false,
    cut: edagari::lesson::exercise::CutAt::Equality,
    returned: edagari::lesson::exercise::Returned::Soft,
    view: View::Max,
    signs: false,
    table: false,
    root: edagari::lesson::exercise::RootWindow::Full,
    from_right: false,
    depth_limit: None,
};

fn set(kind: KindName) -> Vec<Generated> {
    let wishes = Requirements { convention: PLAIN, ..Requirements::of_kind(kind) };
    generate(&wishes, 7, 20, &Progress::default()).unwrap_or_else(|error| panic!("{kind:?}: {error}")).exercises
}

fn of_text(text: &str, kind: Kind) -> Exercise {
    let tree = ExerciseTree::from_nodes(nested(text)).expect("a tree");
    Exercise::new(tree, PLAIN).expect("minimax").with_kind(kind).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn tree_of(exercise: &Exercise) -> Tree {
    plain_tree(&exercise.tree().game().to_nodes())
}

/// Proof number and disproof number of the claim that max wins.
fn proof(tree: &Tree, node: usize) -> [i64; 2] {
    if tree.is_leaf(node) {
        return match tree.leaf[node].expect("a score") {
            score if score > 0 => [0, INFINITY],
            0 => [1, 1],
            _ => [INFINITY, 0],
        };
    }
    let below: Vec<[i64; 2]> = tree.children[node].iter().map(|&child| proof(tree, child)).collect();
    let least = |which: usize| below.iter().map(|pair| pair[which]).min().expect("a child");
    let sum = |which: usize| {
        let is_infinite = below.iter().any(|pair| pair[which] >= INFINITY);
        if is_infinite { INFINITY } else { below.iter().map(|pair| pair[which]).sum() }
    };
    if tree.is_max[node] { [least(0), sum(1)] } else { [sum(0), least(1)] }
}

fn check_proof_numbers(exercise: &Exercise) {
    let tree = tree_of(exercise);
    let all = questions(exercise).questions;
    let inner: Vec<usize> = (0..tree.children.len()).filter(|&node| !tree.is_leaf(node)).collect();
    for (place, &node) in inner.iter().enumerate() {
        let asked = [0, 1].map(|which| &all[2 * place + which]);
        assert!(asked.iter().all(|question| question.node == Some(node as u32)));
        assert_eq!(asked.map(|question| number(&question.expects)), proof(&tree, node));
    }
    let is_solved = proof(&tree, 0).contains(&INFINITY);
    assert_eq!(all.len(), 2 * inner.len() + usize::from(!is_solved));
    if let Some(question) = all.get(2 * inner.len()) {
        let mut node = 0;
        while !tree.is_leaf(node) {
            let which = usize::from(!tree.is_max[node]);
            let least = tree.children[node].iter().map(|&child| proof(&tree, child)[which]).min();
            let is_least = |&&child: &&usize| Some(proof(&tree, child)[which]) == least;
            node = *tree.children[node].iter().find(is_least).expect("a child");
        }
        let Expects::Choice { choices, right } = &question.expects else { panic!("a choice") };
        assert_eq!(choices[*right].name, exercise.tree().name(node as u32));
    }
}

#[test]
fn proof_numbers_are_those_of_a_plain_program() {
    for made in set(KindName::ProofNumbers) {
        check_proof_numbers(&made.exercise);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn proof_numbers_of_any_tree_are_those_of_a_plain_program(list in trees()) {
        let tree = ExerciseTree::from_nodes(list);
        prop_assume!(tree.is_ok());
        let exercise = Exercise::new(tree.expect("a tree"), PLAIN).expect("minimax");
        check_proof_numbers(&exercise.with_kind(Kind::ProofNumbers).expect("any tree"));
    }

    #[test]
    fn iterations_of_any_tree_are_those_of_a_plain_program(list in trees(), iterations in 0_u32..40) {
        let tree = ExerciseTree::from_nodes(list);
        prop_assume!(tree.is_ok());
        let exercise = Exercise::new(tree.expect("a tree"), PLAIN).expect("minimax");
        check_iteration(&exercise.with_kind(Kind::Uct { iterations }).expect("any tree"), iterations);
    }
}

/// A plain UCT with one new node in each iteration: visits and sums in the order of the nodes, and the last node of each path.
fn sampled(tree: &Tree, iterations: u32) -> (Vec<i64>, Vec<i64>, usize) {
    let mut visits = vec![0_i64; tree.children.len()];
    let mut sums = visits.clone();
    let mut last = 0;
    for _ in 0..iterations {
        let mut path = vec![0];
        loop {
            let node = path[path.len() - 1];
            let children = &tree.children[node];
            if let Some(&new) = children.iter().find(|&&child| visits[child] == 0) {
                path.push(new);
                break;
            }
            let worth = |child: usize| {
                let own = if tree.is_max[node] { sums[child] } else { -sums[child] };
                own as f64 / visits[child] as f64
                    + 2_f64.sqrt() * ((visits[node] as f64).ln() / visits[child] as f64).sqrt()
            };
            let Some(&first) = children.first() else { break };
            let best =
                children.iter().fold(first, |best, &child| if worth(child) > worth(best) { child } else { best });
            path.push(best);
        }
        last = path[path.len() - 1];
        let mut leaf = last;
        while let Some(&first) = tree.children[leaf].first() {
            leaf = first;
        }
        for node in path {
            visits[node] += 1;
            sums[node] += tree.leaf[leaf].expect("a score");
        }
    }
    (visits, sums, last)
}

fn check_iteration(exercise: &Exercise, iterations: u32) {
    let tree = tree_of(exercise);
    let (before, after) = (sampled(&tree, iterations), sampled(&tree, iterations + 1));
    let all = questions(exercise).questions;
    let Expects::Choice { choices, right } = &all[0].expects else { panic!("a choice") };
    assert_eq!(choices[*right].name, exercise.tree().name(after.2 as u32));
    assert_eq!(number(&all[1].expects), after.1[0] - before.1[0]);
    let asked: Vec<usize> = std::iter::once(0).chain(tree.children[0].iter().copied()).collect();
    let expected: Vec<i64> = asked.iter().flat_map(|&node| [after.0[node], after.1[node]]).collect();
    assert_eq!(all[2..].iter().map(|question| number(&question.expects)).collect::<Vec<_>>(), expected);
}

#[test]
fn iteration_done_by_hand_is_that_of_a_plain_program() {
    for made in set(KindName::Uct) {
        let Kind::Uct { iterations } = made.exercise.kind() else { panic!("an iteration") };
        check_iteration(&made.exercise, iterations);
    }
}

fn verdicts(exercise: &Exercise, change: impl Fn(&Questions, &mut [Option<Response>])) -> Vec<QuestionVerdict> {
    let all = questions(exercise);
    let mut responses = Responses::solution(&all);
    change(&all, &mut responses.answers);
    QuestionGrade::of(exercise, &all, &responses).verdicts
}

/// Writes numbers as the answers at some places.
fn write(answers: &mut [Option<Response>], numbers: &[(usize, i32)]) {
    for &(place, number) in numbers {
        answers[place] = Some(Response::Number(Score::new(number)));
    }
}

#[test]
fn mean_of_wrong_values_follows() {
    use QuestionVerdict::{Follows, Right, Wrong};
    // A is the greatest of B = (D + E) / 2 and C; D = 4, E = 2, C = (1 + 3) / 2 = 2.
    let exercise = of_text("(((4 1) (2 0)) (1 3))", Kind::Expectimax);
    let solution: Vec<i64> = questions(&exercise).questions.iter().map(|question| number(&question.expects)).collect();
    assert_eq!(solution, [3, 3, 4, 2, 2]);
    assert_eq!(verdicts(&exercise, |_, _| ()), [Right; 5]);
    let slipped =
        |at_a: i32, at_b: i32| verdicts(&exercise, |_, answers| write(answers, &[(0, at_a), (1, at_b), (2, 6)]));
    assert_eq!(slipped(4, 4), [Follows, Follows, Wrong, Right, Right]);
    assert_eq!(slipped(3, 3), [Right, Right, Wrong, Right, Right]);
    assert_eq!(slipped(4, 5), [Wrong, Wrong, Wrong, Right, Right]);
}

#[test]
fn proof_numbers_follow_from_wrong_ones() {
    use QuestionVerdict::{Follows, Wrong};
    // B needs both leaves: 2 and 1. C is a loss.
    let exercise = of_text("((0 0) (-1 0))", Kind::ProofNumbers);
    let all = questions(&exercise);
    let solution: Vec<i64> = all.questions.iter().take(6).map(|question| number(&question.expects)).collect();
    assert_eq!(solution, [2, 1, 2, 1, INFINITY, 0]);
    let slipped = verdicts(&exercise, |_, answers| write(answers, &[(0, 3), (2, 3)]));
    assert_eq!([slipped[0], slipped[2]], [Follows, Wrong]);
    let slipped = verdicts(&exercise, |_, answers| write(answers, &[(0, 4), (2, 3)]));
    assert_eq!([slipped[0], slipped[2]], [Wrong, Wrong]);
    // Of 0 and ∞ the sum is infinite.
    let slipped = verdicts(&exercise, |_, answers| {
        (answers[1], answers[5]) = (Some(Response::Number(Score::INFINITY)), Some(Response::Number(Score::INFINITY)));
    });
    assert_eq!([slipped[1], slipped[5]], [Follows, Wrong]);
}

#[test]
fn mean_of_wrong_values_can_be_a_fraction() {
    use QuestionVerdict::{Follows, Right, Wrong};
    let exercise = of_text("(((4 1) (2 0)) (1 3))", Kind::Expectimax);
    let all = questions(&exercise);
    let graded = |answers: &str| {
        let text = format!("{{\"version\": 1, \"answers\": [{answers}]}}");
        let responses = Responses::parse(&text, &exercise, &all).expect("answers");
        let again = Responses::parse(&responses.to_text(&exercise, &all), &exercise, &all);
        assert_eq!(again.as_ref(), Ok(&responses), "{answers}");
        QuestionGrade::of(&exercise, &all, &responses).verdicts
    };
    // D = 5, so that B is 7/2, and A, too.
    for half in [r#""7/2", "7/2""#, r#""3.5", "3,5""#, "3.5, 3.5"] {
        assert_eq!(graded(&format!("{half}, 5, 2, 2")), [Follows, Follows, Wrong, Right, Right], "{half}");
    }
    assert_eq!(graded("3.0, 3, 4, \"\", 2"), [Right, Right, Right, QuestionVerdict::Missing, Right]);
    assert_eq!(graded("\"7/2\", 3, 4, 2, 2")[0], Wrong);
}

#[test]
fn most_proving_node_follows_from_wrong_numbers() {
    use QuestionVerdict::{Follows, Right, Wrong};
    // B needs one more proof than C: by the right numbers a leaf of C is next.
    let exercise = of_text("((0 0 0) (0 0))", Kind::ProofNumbers);
    let all = questions(&exercise);
    let next = all.questions.len() - 1;
    let Expects::Choice { choices, right } = &all.questions[next].expects else { panic!("a choice") };
    let other = choices.iter().position(|choice| choice.name == "D").expect("a leaf of B");
    assert_ne!(other, *right);
    let slipped = |at_b: i32, choice: usize| {
        verdicts(&exercise, |_, answers| {
            write(answers, &[(0, at_b.min(2)), (2, at_b)]);
            answers[next] = Some(Response::Choice(choice));
        })[next]
    };
    assert_eq!([slipped(1, other), slipped(1, *right), slipped(3, other)], [Follows, Right, Wrong]);
}

#[test]
fn solved_leaf_as_most_proving_node_is_one_mistake() {
    // C is a loss, and its leaf F is one.
    let exercise = of_text("((0 0) (-1 0))", Kind::ProofNumbers);
    let all = questions(&exercise);
    let text = r#"{"version": 1, "answers": [2, 1, 2, 1, "inf", 0, "F"]}"#;
    let responses = Responses::parse(text, &exercise, &all).expect("a leaf of the tree");
    let verdicts = QuestionGrade::of(&exercise, &all, &responses).verdicts;
    assert_eq!(verdicts[6], QuestionVerdict::Wrong);
    assert!(verdicts[..6].iter().all(|verdict| *verdict == QuestionVerdict::Right), "{verdicts:?}");
}

#[test]
fn sums_follow_from_another_path_and_another_result() {
    use QuestionVerdict::{Follows, Right, Wrong};
    let exercise = of_text("((1 0) (0 -1))", Kind::Uct { iterations: 2 });
    // B and C have one visit each: 1 and 0. The third iteration selects B and adds D, whose score is 1.
    let all = questions(&exercise);
    let solution: Vec<String> = all
        .questions
        .iter()
        .map(|question| question.expects.solution().typed(&question.expects, exercise.tree()))
        .collect();
    assert_eq!(solution, ["D", "1", "3", "2", "2", "2", "1", "0"]);
    let Expects::Choice { choices, .. } = &all.questions[0].expects else { panic!("a choice") };
    let other = choices.iter().position(|choice| choice.name == "F").expect("a leaf of C");
    // From F the result is 0; B stays, and C has one visit more.
    let slipped = verdicts(&exercise, |_, answers| {
        answers[0] = Some(Response::Choice(other));
        write(answers, &[(1, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 0)]);
    });
    assert_eq!(slipped, [Wrong, Follows, Right, Follows, Follows, Follows, Follows, Right]);
    // With the result of another leaf, its sums follow; those of nodes beside the path do not change.
    let slipped = verdicts(&exercise, |_, answers| write(answers, &[(1, -1), (3, 0), (5, 0), (7, -1)]));
    assert_eq!(slipped, [Right, Wrong, Right, Follows, Right, Follows, Right, Wrong]);
    // So do those with a result that no leaf has.
    let slipped = verdicts(&exercise, |_, answers| write(answers, &[(1, 7), (3, 8), (5, 8)]));
    assert_eq!(slipped, [Right, Wrong, Right, Follows, Right, Follows, Right, Right]);
}

#[test]
fn trees_and_conventions_that_do_not_fit_are_refused_in_a_sentence() {
    let tree = || ExerciseTree::from_nodes(nested("((1 2) (3 4))")).expect("a tree");
    let refused = |kind: Kind, convention: Convention| {
        let exercise = Exercise::new(tree(), convention).expect("an exercise");
        exercise.with_kind(kind).expect_err("refused").to_string()
    };
    assert_eq!(
        refused(Kind::Expectimax, PLAIN),
        "the expected value of C is not whole, expected scores with whole ones"
    );
    let range = refused(Kind::Star1 { lowest: 2, highest: 9 }, PLAIN);
    assert_eq!(range, "the score of D is outside the range 2..9, expected scores within it");
    assert_eq!(refused(Kind::Uct { iterations: 201 }, PLAIN), "UCT has done 201 iterations, expected at most 200");
    for kind in [Kind::ProofNumbers, Kind::Uct { iterations: 1 }] {
        let negamax = refused(kind, Convention { view: View::Negamax, ..PLAIN });
        assert!(negamax.contains("with negamax, a window at the root or a depth limit"), "{negamax}");
        let cutting = refused(kind, Convention::default());
        assert!(cutting.contains("expected minimax"), "{cutting}");
    }
    let wishes = Requirements {
        convention: Convention { view: View::Negamax, ..PLAIN },
        ..Requirements::of_kind(KindName::Uct)
    };
    let error = generate(&wishes, 1, 1, &Progress::default()).expect_err("refused").to_string();
    assert!(error.contains("do an iteration of UCT") && error.contains("its own rules"), "{error}");
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_text_is_an_exact_number_or_none(text in "[-−+0-9./, a-z]{0,24}") {
        use edagari::lesson::exercise::Fraction;
        if let Some(number) = Fraction::parse(&text) {
            prop_assert_eq!(Fraction::parse(&number.to_string()), Some(number));
            prop_assert_eq!(number.negated().negated(), number);
        }
    }

    #[test]
    fn mean_of_fractions_is_between_the_least_and_the_greatest(
        numbers in prop::collection::vec((-99_i32..100, 1_i32..9), 1..6),
    ) {
        use edagari::lesson::exercise::Fraction;
        let of = |&(above, below): &(i32, i32)| Fraction::parse(&format!("{above}/{below}")).expect("a fraction");
        let numbers: Vec<Fraction> = numbers.iter().map(of).collect();
        let sum = numbers.iter().try_fold(Fraction::from(0), |sum, &number| sum.plus(number));
        let mean = sum.and_then(|sum| sum.over(numbers.len())).expect("small numbers");
        prop_assert!(numbers.iter().min() <= Some(&mean) && Some(&mean) <= numbers.iter().max());
    }
}
