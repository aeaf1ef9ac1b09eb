//! Another window at the root, and a known range of scores: the steps are those of a plain search with that window.

use edagari::language::Language;
use edagari::lesson::exercise::{
    Convention, ConventionError, Exercise, ExerciseTree, KindName, ModelAnswer, Requirements, RootWindow, SearchByHand,
    Stages, Step, generate, grade,
};
use edagari::score::{Score, Window};
use edagari::trace::Progress;
use proptest::prelude::*;

use super::plain::{Event, Walk};
use super::{answers, conventions, plain_tree, rules, with_signs};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

const fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::new(alpha), beta: Score::new(beta) }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn steps_are_those_of_a_plain_search_with_the_window(list in trees(), alpha in -6..6_i32, width in 1..6_i32, number in any::<prop::sample::Index>()) {
        let root = RootWindow::Given(window(alpha, alpha + width));
        let of_root = |one: &Convention| matches!(one.search, SearchByHand::AlphaBeta | SearchByHand::Pvs);
        let all: Vec<Convention> = conventions().into_iter().filter(of_root).collect();
        let convention = with_signs(Convention { root, ..*number.get(&all) });
        let exercise = super::exercise(&list, convention);
        let tree = plain_tree(&list);
        let ends = (i64::from(alpha), i64::from(alpha + width));
        let steps = answers(&tree, convention, &Walk::within(&tree, rules(convention), None, ends).events);
        let model = ModelAnswer::of(&exercise);
        prop_assert_eq!(&model.steps, &steps.steps);
        prop_assert!(grade(&exercise, &steps).is_right());
        prop_assert_eq!(Exercise::parse(&exercise.to_text()), Ok(exercise));
    }

    /// With the range of all scores as its window, a search returns the minimax value, and evaluates no more leaves than without.
    #[test]
    fn known_range_keeps_the_value_and_saves_leaves(list in trees(), search in prop::sample::select(vec![SearchByHand::AlphaBeta, SearchByHand::Pvs])) {
        let scores: Vec<i32> = list.iter().filter_map(|node| node.score).collect();
        let (least, greatest) = (*scores.iter().min().expect("a leaf"), *scores.iter().max().expect("a leaf"));
        prop_assume!(least < greatest);
        let plain = Convention { search, ..Convention::default() };
        let known = Convention { root: RootWindow::Known(window(least, greatest)), ..plain };
        let [plain, known] = [plain, known].map(|convention| super::exercise(&list, convention));
        let [without, with] = [&plain, &known].map(ModelAnswer::of);
        prop_assert_eq!(i64::from(with.value.finite().expect("a number")), plain_tree(&list).value(0));
        if search == SearchByHand::AlphaBeta {
            prop_assert!(with.evaluated.iter().all(|leaf| without.evaluated.contains(leaf)));
        }
        prop_assert!(plain.checksum() != known.checksum());
    }
}

/// A(B(9 1) C(9 9) D(5 3)), with the scores 1 to 9; D is node 7.
fn tree() -> ExerciseTree {
    let list = super::published::nested("((9 1) (9 9) (5 3))");
    ExerciseTree::from_nodes(list).expect("a tree")
}

#[test]
fn score_at_the_end_of_the_known_range_cuts() {
    let convention = Convention { root: RootWindow::Known(window(1, 9)), ..Convention::default() };
    let exercise = Exercise::new(tree(), convention).expect("an exercise");
    let model = ModelAnswer::of(&exercise);
    let name = |node: u32| exercise.tree().name(node);
    // C returns 9, which no child of A can exceed.
    let struck: Vec<&str> =
        model.steps.iter().filter(|step| matches!(step, Step::Skip { .. })).map(|step| name(step.node())).collect();
    assert_eq!((struck, model.value), (vec!["D"], Score::new(9)));
    assert_eq!(model.reason(&exercise, exercise.tree().named("D").expect("D")), Some("9 ≥ 9".to_owned()));
    let stages = Stages::of(&exercise).expect("stages");
    assert!(stages.stages.len() > 5);
    for language in Language::ALL {
        let sentences = convention.sentences(language).concat();
        assert!(sentences.contains('9') && !sentences.contains('{'), "{sentences}");
    }
    let plain = Exercise::new(tree(), Convention::default()).expect("an exercise");
    let events = Walk::of(&plain_tree(&plain.tree().game().to_nodes()), rules(Convention::default()), None).events;
    assert!(!events.iter().any(|event| matches!(event, Event::Strike(7))), "without the range D is searched");
}

#[test]
fn windows_that_cannot_be_are_refused() {
    let with = |convention: Convention| Exercise::new(tree(), convention).map(|_| ());
    let usual = Convention::default();
    let known = RootWindow::Known(window(1, 9));
    let minimax = Convention { search: SearchByHand::Minimax, windows: false, root: known, ..usual };
    assert_eq!(with(minimax), Err(ConventionError::RootSearch));
    assert_eq!(with(Convention { root: RootWindow::Given(window(3, 3)), ..usual }), Err(ConventionError::RootClosed));
    assert_eq!(with(Convention { root: RootWindow::Known(window(2, 9)), ..usual }), Err(ConventionError::RootScores));
    assert_eq!(with(Convention { signs: true, root: known, ..usual }), Err(ConventionError::RootSigns));
    let above = Convention { cut: edagari::lesson::exercise::CutAt::Above, root: known, ..usual };
    assert_eq!(with(above), Err(ConventionError::RootAbove));
    assert_eq!(with(Convention { root: known, ..usual }), Ok(()));
}

/// A root with a finite β is cut by its own children, so flat trees can have β-cuts, too.
#[test]
fn finite_beta_at_the_root_allows_cuts_in_flat_trees() {
    let [finite, infinite] = [Score::new(8), Score::INFINITY].map(|beta| {
        let root = RootWindow::Given(Window { alpha: Score::new(3), beta });
        let convention = Convention { root, ..Convention::default() };
        Requirements { convention, leaves: 3..=3, depth: 1..=1, branching: 3..=3, ..Requirements::default() }
    });
    let some = 1..=u32::MAX;
    let of_root = Requirements { beta_cuts: some.clone(), ..finite.clone() };
    let set = generate(&of_root, 1, 3, &Progress::default()).expect("trees");
    assert!(set.exercises.iter().all(|made| made.figures.beta_cuts == 1 && made.figures.alpha_cuts == 0));
    let above = Requirements { cuts_above_leaves: some.clone(), leaves: 9..=9, depth: 2..=2, ..finite.clone() };
    let set = generate(&above, 1, 3, &Progress::default()).expect("trees");
    assert!(set.exercises.iter().all(|made| made.figures.cuts_above_leaves > 0));
    let ordered = Requirements { kind: KindName::Order, branching: 3..=4, ..finite.clone() };
    assert_eq!(ordered.check(), Ok(()));
    for refused in [
        Requirements { alpha_cuts: some.clone(), ..finite.clone() },
        Requirements { cuts_above_leaves: some.clone(), ..finite },
        Requirements { beta_cuts: some, ..infinite.clone() },
        Requirements { kind: KindName::Order, ..infinite },
    ] {
        assert!(refused.check().is_err(), "{refused:?}");
    }
}
