//! One mistake counts once: the steps that follow correctly from it are right.

use edagari::lesson::exercise::{Convention, Verdict, grade};
use proptest::prelude::*;

use super::plain::{Event, Slip, Tree, Walk};
use super::{answers, asked, conventions, exercise, plain_tree, rules, with_signs, written};
use crate::oracles::cases;
use crate::oracles::random_trees::trees;

/// The slip at an event, by two random numbers; `None` if they produce no mistake.
fn slip_at(events: &[Event], number: usize, convention: Convention, drawn: (i64, i64, bool)) -> Option<Slip> {
    let (one, other, flag) = drawn;
    match events[number] {
        Event::Enter(_, window) => {
            let slipped = (one.min(other), one.max(other) + 1);
            (convention.windows && !flag && slipped != window).then_some(Slip::Window(slipped))
        }
        Event::Leaf(_) => Some(Slip::Strike),
        Event::Strike(_) => Some(Slip::Search),
        Event::Leave(_, score, _) => (one != score).then_some(Slip::Score(one)),
    }
}

/// Index in the answer of the step at which the mistake is visible.
fn place_of(tree: &Tree, convention: Convention, events: &[Event], number: usize) -> usize {
    let is_leaf = |event: &Event| matches!(event, Event::Leaf(_));
    // A leaf that is not struck is visible when its parent returns.
    let shows = match events[number] {
        Event::Leaf(leaf) => {
            let is_parent = |event: &Event| matches!(event, Event::Leave(node, ..) if Some(*node) == tree.parent(leaf));
            number + events[number..].iter().position(is_parent).expect("the parent returns")
        }
        // Without windows, a wrong entry is visible with the first step below it.
        Event::Enter(..) if !convention.windows => {
            let is_asked = |event: &Event| asked(convention, *event).is_some();
            number + events[number..].iter().position(is_asked).expect("the node returns")
        }
        _ => number,
    };
    let before = events[..shows].iter().filter(|event| !is_leaf(event) && asked(convention, **event).is_some());
    before.count()
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn steps_that_follow_from_a_mistake_are_graded_right(
        list in trees(),
        share in 0.0..1.0,
        drawn in (-7_i64..8, -7_i64..8, any::<bool>()),
        windows in any::<bool>(),
    ) {
        let tree = plain_tree(&list);
        for convention in conventions().into_iter().map(with_signs) {
            let convention = Convention { windows: convention.windows && windows, ..convention };
            let right = Walk::of(&tree, rules(convention), None).events;
            let number = (right.len() as f64 * share) as usize;
            let Some(slip) = slip_at(&right, number, convention, drawn) else { continue };
            let events = Walk::of(&tree, rules(convention), Some((number, slip))).events;
            let exercise = exercise(&list, convention);
            let answers = answers(&tree, convention, &events);
            let grade = grade(&exercise, &answers);
            let shown = || format!("{convention:?}, {slip:?} at {:?}: {grade:?}", right[number]);
            let wrong: Vec<usize> = grade.mistakes().map(|(place, _)| place).collect();
            prop_assert_eq!(&wrong, &[place_of(&tree, convention, &events, number)], "{}", shown());
            prop_assert!(grade.unfinished.is_none(), "{}", shown());
            let before = &grade.verdicts[..wrong[0]];
            prop_assert!(before.iter().all(|verdict| *verdict == Verdict::Right), "{}", shown());
            let of = super::asked_count(convention, &right);
            prop_assert_eq!(grade.points(), ((answers.steps.len() - 1).min(of - 1), of));

            let (_, mistake) = grade.first_wrong().expect("a mistake");
            prop_assert_eq!(mistake.kind.is_too_much(), slip == Slip::Strike, "{}", shown());
            prop_assert_eq!(mistake.kind.is_too_little(), slip == Slip::Search, "{}", shown());
            // The mistake contains the right step.
            if matches!(slip, Slip::Score(_) | Slip::Window(_)) {
                let is = asked(convention, written(&tree, convention.view, right[number]));
                prop_assert_eq!(mistake.expected, is, "{}", shown());
            }
        }
    }
}
