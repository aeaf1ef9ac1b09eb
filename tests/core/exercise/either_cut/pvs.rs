//! PVS by either rule of cuts: a node entered with a null window cuts at equality by each rule, and at other nodes an
//! answer is right if it keeps to one rule.

use edagari::language::{Language, with_plain_spaces};
use edagari::lesson::class::grade_parts;
use edagari::lesson::exercise::{
    Convention, CutAt, Exercise, ExerciseTree, Generated, KindName, ModelAnswer, Requirements, RootWindow,
    SearchByHand, Step, View, generate, grade,
};
use edagari::score::{Score, Window};
use edagari::trace::Progress;
use proptest::prelude::*;

use crate::exercise::class::right_parts;
use crate::exercise::plain::{Event, INFINITY, Rules, Slip, Tree, Walk};
use crate::exercise::published::nested;
use crate::exercise::seats::seats;
use crate::exercise::{answers, exercise, plain_tree, rules};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

fn either() -> Convention {
    Convention { search: SearchByHand::Pvs, cut: CutAt::Either, ..Convention::default() }
}

fn parts() -> impl Strategy<Value = Convention> {
    let root = prop::option::of((-4..4_i32, 1..6_i32));
    (any::<[bool; 4]>(), root).prop_map(|([windows, signs, table, is_negamax], root)| {
        let window = |(alpha, width): (i32, i32)| Window { alpha: Score::new(alpha), beta: Score::new(alpha + width) };
        Convention {
            windows,
            signs,
            table,
            view: if is_negamax { View::Negamax } else { View::Max },
            root: root.map_or(RootWindow::Full, |root| RootWindow::Given(window(root))),
            ..either()
        }
    })
}

fn walk(tree: &Tree, convention: Convention, is_strict: bool, slip: Option<(usize, Slip)>) -> Vec<Event> {
    let root = convention.root.window();
    let [alpha, beta] = [(root.alpha, -INFINITY), (root.beta, INFINITY)]
        .map(|(end, infinite)| end.finite().map_or(infinite, i64::from));
    Walk::within(tree, Rules { is_strict, ..rules(convention) }, slip, (alpha, beta)).events
}

/// Events of a search by α > β at which a child is searched at α = β, with no cut by equality in a null window.
fn at_equality(tree: &Tree, events: &[Event]) -> Vec<usize> {
    let is_at = |&number: &usize| {
        let open = seats(tree, &events[..number], Some(events[number]));
        let Some(seat) = open.last() else { return false };
        let (alpha, beta) = seat.window(tree);
        let is_first = seat.asked.is_none() && seat.struck.is_empty();
        matches!(events[number], Event::Enter(..) | Event::Leaf(_)) && is_first && alpha == beta
    };
    (0..events.len()).filter(is_at).collect()
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn answer_by_each_rule_is_right(list in trees(), convention in parts()) {
        let exercise = exercise(&list, convention);
        let tree = plain_tree(&list);
        for (is_strict, by_rule) in [false, true].into_iter().zip(exercise.by_each_cut()) {
            let steps = answers(&tree, convention, &walk(&tree, convention, is_strict, None));
            prop_assert_eq!(&ModelAnswer::of(&by_rule).steps, &steps.steps);
            let grade = grade(&exercise, &steps);
            prop_assert!(grade.is_right(), "{:?}", grade.first_wrong());
        }
    }

    /// A student who cuts at equality at one node, but not at another one, has made one mistake.
    #[test]
    fn mixed_rules_are_one_mistake(list in trees(), convention in parts(), which in any::<prop::sample::Index>()) {
        let tree = plain_tree(&list);
        // With the value at an end of the root's window, equality is frequent.
        let value = i32::try_from(tree.value(0)).expect("a small number");
        let near = [[value - 2, value], [value, value + 2], [value - 1, value + 1]].map(|[alpha, beta]| {
            RootWindow::Given(Window { alpha: Score::new(alpha), beta: Score::new(beta) })
        });
        for root in near.into_iter().chain([convention.root]) {
            let convention = Convention { root, ..convention };
            let exercise = exercise(&list, convention);
            let places = at_equality(&tree, &walk(&tree, convention, true, None));
            if places.is_empty() {
                continue;
            }
            let mixed = walk(&tree, convention, true, Some((*which.get(&places), Slip::StrikeRest)));
            let of = |events: &[Event]| answers(&tree, convention, events);
            let grade = grade(&exercise, &of(&mixed));
            let is_consistent = of(&mixed).steps == of(&walk(&tree, convention, false, None)).steps;
            prop_assert_eq!(grade.is_right(), is_consistent, "{:?}", grade);
            prop_assert_eq!(grade.mistakes().count(), usize::from(!is_consistent), "{:?}", grade);
        }
    }
}

/// A report of a learning platform, with the solution by each rule.
#[test]
fn fields_by_each_rule_are_right_in_a_report() {
    let wishes = Requirements {
        convention: Convention { signs: true, ..either() },
        scores: 0..=3,
        leaves: 8..=12,
        depth: 3..=3,
        ..Requirements::default()
    };
    let mut differing = 0;
    for made in generate(&wishes, 9, 12, &Progress::default()).expect("a set").exercises {
        let by_cut = made.exercise.by_each_cut().into_iter().map(|one| Generated::of(1, one.into_owned()));
        let all: Vec<Vec<String>> = by_cut.map(|one| right_parts(&one, Language::English)).collect();
        for parts in &all {
            let grade = grade_parts(&made, parts, Language::English);
            assert_eq!((grade.right, grade.mistakes.len()), (grade.judged, 0), "{:?}", grade.mistakes);
        }
        differing += usize::from(all[0] != all[1]);
    }
    assert!(differing >= 3, "{differing} exercises depend on the rule");
}

fn with_cut(tree: &str, convention: Convention) -> Exercise {
    let tree = ExerciseTree::from_nodes(nested(tree)).expect("a tree");
    Exercise::new(tree, convention).expect("PVS")
}

/// The struck nodes of the model answer.
fn struck(exercise: &Exercise) -> Vec<String> {
    let name = |step: &Step| match step {
        Step::Skip { node } => Some(exercise.tree().name(*node).to_owned()),
        _ => None,
    };
    ModelAnswer::of(exercise).whole.iter().filter_map(name).collect()
}

#[test]
fn null_window_cuts_at_equality_by_each_rule() {
    // A(B(D=3 E=5) C(F=3 G=9)): C is entered with (3, 4), and F returns 3.
    for cut in CutAt::ALL {
        let exercise = with_cut("((3 5) (3 9))", Convention { cut, ..either() });
        assert_eq!(struck(&exercise), ["G"]);
        let model = ModelAnswer::of(&exercise);
        let mut steps = model.steps.clone();
        steps.retain(|step| !matches!(step, Step::Skip { .. }));
        let grade = grade(&exercise, &steps.into());
        let mistakes: Vec<String> = grade
            .mistakes()
            .map(|(_, mistake)| with_plain_spaces(&mistake.sentence(&exercise, Language::English)).into())
            .collect();
        let expected = if cut == CutAt::Equality {
            "G is skipped: at C α = β = 3, and this exercise cuts at α ≥ β."
        } else {
            "G is skipped: C was entered with a null window, with which it cuts at α ≥ β in any case, and α = β = 3."
        };
        assert_eq!(mistakes, [expected]);
        let sentences = exercise.rules(Language::English).join(" ");
        assert_eq!(with_plain_spaces(&sentences).contains("a null window, β = α + 1, cuts"), cut != CutAt::Equality);
    }
}

#[test]
fn open_window_cuts_at_equality_by_one_rule_only() {
    // The root A has the window (0, 3); B returns 0, the lower end, and C returns 3, the upper end.
    let root = RootWindow::Given(Window { alpha: Score::new(0), beta: Score::new(3) });
    let by = |cut: CutAt| struck(&with_cut("((0 5) (3 5) (1 2))", Convention { cut, root, ..either() }));
    assert_eq!(by(CutAt::Equality), ["F", "D"]);
    assert_eq!(by(CutAt::Either), ["F", "D"]);
    assert!(by(CutAt::Above).iter().all(|name| name != "F" && name != "D"), "{:?}", by(CutAt::Above));
    // F is searched, as by one rule, and D is struck, as by the other one.
    let exercise = with_cut("((0 5) (3 5) (1 2))", Convention { root, ..either() });
    let mut steps = ModelAnswer::of(&exercise).steps;
    steps.retain(|&step| step != Step::Skip { node: exercise.tree().named("F").expect("a leaf") });
    assert_eq!(grade(&exercise, &steps.into()).mistakes().count(), 1);
}

#[test]
fn wishes_for_pvs_by_each_rule_are_fulfilled() {
    for (cut, conventions_agree) in [(CutAt::Above, false), (CutAt::Either, false), (CutAt::Either, true)] {
        for kind in [KindName::Search, KindName::CrossOut, KindName::Order] {
            let convention = Convention { cut, ..either() };
            let wishes = Requirements {
                convention,
                conventions_agree,
                scores: 0..=4,
                cuts: 1..=9,
                ..Requirements::of_kind(kind)
            };
            for made in generate(&wishes, 5, 4, &Progress::default()).expect("a set").exercises {
                let skipped = made.exercise.by_each_cut().into_iter().map(|one| ModelAnswer::of(&one).skipped(&one));
                let skipped: Vec<Vec<u32>> = skipped.collect();
                assert!(!conventions_agree || skipped.iter().all(|nodes| nodes == &skipped[0]));
                assert_eq!(Exercise::parse(&made.exercise.to_text()).as_ref(), Ok(&made.exercise));
            }
        }
    }
    // Equal scores are cut in null windows.
    let wishes = Requirements {
        convention: Convention { cut: CutAt::Above, ..either() },
        scores: 3..=3,
        cuts: 1..=9,
        ..Requirements::default()
    };
    assert!(generate(&wishes, 5, 1, &Progress::default()).is_ok());
}
