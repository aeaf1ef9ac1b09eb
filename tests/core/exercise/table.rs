//! PVS with a table: mistakes about it are reported, and its search equals the search that the window records.

use edagari::lesson::exercise::{Answers, Convention, MistakeKind, SearchByHand, Step, grade};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::plain::{Event, Walk};
use super::seats::{handed, seats};
use super::{answers, exercise, plain_tree, rules, score};
use crate::oracles::random_trees::trees;

const CONVENTION: Convention = Convention {
    search: SearchByHand::Pvs,
    cut: edagari::lesson::exercise::CutAt::Equality,
    returned: edagari::lesson::exercise::Returned::Soft,
    view: edagari::lesson::exercise::View::Max,
    windows: true,
    signs: false,
    table: true,
    root: edagari::lesson::exercise::RootWindow::Full,
    from_right: false,
    depth_limit: None,
};

#[test]
fn ignoring_a_table_entry_is_a_mistake() {
    let (mut answered, mut narrowed) = (0, 0);
    let counts = std::cell::RefCell::new((&mut answered, &mut narrowed));
    let config = Config { cases: 3000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner
        .run(&trees(), |list| {
            let tree = plain_tree(&list);
            let exercise = exercise(&list, CONVENTION);
            let events = Walk::of(&tree, rules(CONVENTION), None).events;
            let kind_of = |number: usize, wrong: Step| {
                let mut steps = answers(&tree, CONVENTION, &events[..number]).steps;
                steps.push(wrong);
                let last = steps.len() - 1;
                let graded = grade(&exercise, &Answers::from(steps));
                let wrong = graded.first_wrong().map(|(place, mistake)| (place, mistake.kind));
                match wrong {
                    Some((place, kind)) if place == last => Ok(kind),
                    _ => Err(TestCaseError::fail(format!("{wrong:?} instead of one at {last}"))),
                }
            };
            for number in 0..events.len() {
                match (events[number], events.get(number + 1)) {
                    // A node that returns immediately after it is entered was settled by the table.
                    (Event::Enter(node, _), Some(&Event::Leave(left, ..))) if node == left => {
                        *counts.borrow_mut().0 += 1;
                        for &child in &tree.children[node] {
                            let strike = Step::Skip { node: child as u32 };
                            prop_assert_eq!(kind_of(number + 1, strike)?, MistakeKind::TableAnswers);
                        }
                    }
                    (Event::Enter(node, right), _) if number > 0 => {
                        let seats = seats(&tree, &events[..number], Some(events[number]));
                        let seat = seats.last().expect("a parent");
                        let without = handed(&tree, rules(CONVENTION), seat, node, seat.window(&tree));
                        let is_told = without == (-right.1, -right.0) || without == (right.1, right.0);
                        if without != right && !is_told {
                            *counts.borrow_mut().1 += 1;
                            let window = edagari::score::Window { alpha: score(without.0), beta: score(without.1) };
                            let wrong = Step::Enter { node: node as u32, window };
                            prop_assert_eq!(kind_of(number, wrong)?, MistakeKind::TableNotUsed);
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(answered > 20 && narrowed > 20, "settled {answered} nodes, narrowed {narrowed} windows");
}

/// Notes of an exercise record the same search: the same number of visits, and those of the right answer.
#[cfg(feature = "export")]
#[test]
fn the_window_records_the_same_search() {
    use edagari::export::exercise_notes;
    use edagari::lesson::exercise::Generated;
    use edagari::score::Window;
    use edagari::trace::{DEFAULT_MEMORY_LIMIT, FrameKind, Progress};

    let mut runner = TestRunner::new_with_rng(
        Config { cases: 300, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    runner
        .run(&trees(), |list| {
            let tree = plain_tree(&list);
            if tree.is_leaf(0) {
                return Ok(());
            }
            let made = Generated::of(1, exercise(&list, CONVENTION));
            let notes = exercise_notes(&[made]).expect("notes");
            let trace = notes.runs[0].open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
            let events = Walk::of(&tree, rules(CONVENTION), None).events;
            // In a search by hand a leaf is evaluated once, for every window.
            let entered = events.iter().filter_map(|&event| match event {
                Event::Enter(_, (alpha, beta)) => Some(Window { alpha: score(alpha), beta: score(beta) }),
                _ => None,
            });
            let is_leaf = |path: &[u32]| trace.position(path).is_none_or(|position| position.move_count() == 0);
            let steps = (0..trace.frame_count()).filter_map(|frame| trace.step(frame));
            let starts = steps.filter(|step| step.kind == FrameKind::Start && !is_leaf(&trace.path(step.node)));
            let recorded = starts.map(|step| step.window);
            prop_assert_eq!(recorded.collect::<Vec<_>>(), entered.collect::<Vec<_>>());
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
