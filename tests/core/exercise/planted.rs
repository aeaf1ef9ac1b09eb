//! Planted mistakes: each is reported at the first wrong step with a kind whose definition matches; without a matching
//! definition, with a general kind.

use std::collections::BTreeMap;

use edagari::lesson::exercise::{Answers, Convention, MistakeKind, Step, Verdict, grade};
use edagari::score::BoundKind;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::definitions::{FULL, too_little, too_much, wrong_scores, wrong_windows};
use super::plain::{Event, Rules, Tree, Walk};
use super::seats::seats;
use super::{answers, asked, conventions, exercise, plain_tree, rules, with_signs, written};
use crate::oracles::is_whole;
use crate::oracles::random_trees::trees;

/// Number of reports of each kind.
type Named = BTreeMap<&'static str, usize>;

/// Exercise of a random tree, with the events of a plain search.
struct Case<'a> {
    tree: &'a Tree,
    convention: Convention,
    exercise: edagari::lesson::exercise::Exercise,
    events: Vec<Event>,
}

impl Case<'_> {
    fn rules(&self) -> Rules {
        rules(self.convention)
    }

    /// Mistake in an answer that is right for `number` events and continues with other steps; it must be in the last of
    /// them.
    fn mistake(
        &self,
        number: usize,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<edagari::lesson::exercise::Mistake, TestCaseError> {
        let mut all = answers(self.tree, self.convention, &self.events[..number]).steps;
        all.extend(steps);
        let last = all.len() - 1;
        let graded = grade(&self.exercise, &Answers::from(all));
        match graded.first_wrong() {
            Some((place, mistake)) if place == last => Ok(mistake.clone()),
            _ => Err(TestCaseError::fail(format!("{:?}: {graded:?} before step {last}", self.convention))),
        }
    }

    /// Asserts that a mistake has one of the kinds or, without kinds, the general kind `plain`.
    fn is_one_of(
        &self,
        number: usize,
        steps: &[Step],
        kinds: &[MistakeKind],
        plain: MistakeKind,
        named: &mut Named,
    ) -> Result<(), TestCaseError> {
        let mistake = self.mistake(number, steps.iter().copied())?;
        *named.entry(mistake.kind.name()).or_default() += 1;
        let is_right = if kinds.is_empty() { mistake.kind == plain } else { kinds.contains(&mistake.kind) };
        prop_assert!(
            is_right,
            "{:?}, not one of {:?}: {:?} of {:?} after {:?} in {:?}",
            mistake,
            kinds,
            steps,
            self.convention,
            &self.events[..number],
            self.tree
        );
        for language in edagari::language::Language::ALL {
            let sentence = mistake.sentence(&self.exercise, language);
            prop_assert!(!sentence.contains(['{', '}']) && !sentence.contains("  "), "{}", sentence);
        }
        Ok(())
    }

    fn step(&self, event: Event) -> Vec<Step> {
        asked(self.convention, written(self.tree, self.convention.view, event)).into_iter().collect()
    }

    fn entering(
        &self,
        number: usize,
        node: usize,
        right: (i64, i64),
        other: (i64, i64),
        named: &mut Named,
    ) -> Result<(), TestCaseError> {
        if !self.convention.windows {
            return Ok(());
        }
        let seats = seats(self.tree, &self.events[..number], Some(self.events[number]));
        let explained = wrong_windows(self.tree, self.rules(), &seats, node, right);
        let planted = explained.iter().map(|&(_, window)| window).chain([other]);
        for window in planted.filter(|&window| window != right) {
            let mut kinds: Vec<MistakeKind> =
                explained.iter().filter(|(_, given)| *given == window).map(|&(kind, _)| kind).collect();
            // The other bound can be wrong too.
            let above = seats.split_last().map_or(&[][..], |(_, above)| above);
            let foreign = above
                .iter()
                .flat_map(|seat| &seat.scored)
                .any(|&(_, score)| score != right.0 && score != right.1 && (score == window.0 || score == window.1));
            kinds.extend(foreign.then_some(MistakeKind::ForeignBound));
            self.is_one_of(number, &self.step(Event::Enter(node, window)), &kinds, MistakeKind::WrongWindow, named)?;
        }
        Ok(())
    }

    fn returning(
        &self,
        number: usize,
        node: usize,
        right: i64,
        other: i64,
        named: &mut Named,
    ) -> Result<(), TestCaseError> {
        let seats = seats(self.tree, &self.events[..number], None);
        let explained = wrong_scores(self.tree, self.rules(), seats.last().expect("the node"), right);
        let planted = explained.iter().map(|&(_, score)| score).chain([other]);
        for score in planted.filter(|&score| score != right) {
            let kinds: Vec<MistakeKind> =
                explained.iter().filter(|(_, given)| *given == score).map(|&(kind, _)| kind).collect();
            self.is_one_of(
                number,
                &self.step(Event::Leave(node, score, None)),
                &kinds,
                MistakeKind::WrongScore,
                named,
            )?;
        }
        Ok(())
    }

    fn signing(&self, number: usize, named: &mut Named) -> Result<(), TestCaseError> {
        let steps = self.step(self.events[number]);
        let [Step::Return { node, score, bound: Some(right) }] = steps[..] else { return Ok(()) };
        for given in [None, Some(BoundKind::Exact), Some(BoundKind::Lower), Some(BoundKind::Upper)] {
            let kind = match (given, right) {
                (None, _) => MistakeKind::SignMissing,
                (Some(given), right) if given == right => continue,
                (Some(BoundKind::Exact), _) => MistakeKind::BoundAsValue,
                (_, BoundKind::Exact) => MistakeKind::ValueAsBound,
                _ => MistakeKind::SignReversed,
            };
            self.is_one_of(number, &[Step::Return { node, score, bound: given }], &[kind], kind, named)?;
        }
        Ok(())
    }

    fn striking(&self, number: usize, node: usize, named: &mut Named) -> Result<(), TestCaseError> {
        let strike = [Step::Skip { node: node as u32 }];
        if node == 0 {
            return self.is_one_of(number, &strike, &[MistakeKind::RootSkipped], MistakeKind::RootSkipped, named);
        }
        let seats = seats(self.tree, &self.events[..number], Some(self.events[number]));
        if seats.last().is_some_and(|seat| seat.asked.is_some()) {
            let kind = MistakeKind::ReSearchOmitted;
            return self.is_one_of(number, &strike, &[kind], kind, named);
        }
        let kinds = too_much(self.tree, self.rules(), &seats, node, &self.events, number);
        self.is_one_of(number, &strike, &kinds, MistakeKind::SkippedTooMuch, named)
    }

    /// A node after a cut is entered, or its parent returns without the strike.
    fn not_striking(&self, number: usize, node: usize, named: &mut Named) -> Result<(), TestCaseError> {
        let seats = seats(self.tree, &self.events[..number], None);
        let kinds = too_little(self.tree, self.rules(), &seats);
        let is_leave = |event: &&Event| matches!(event, Event::Leave(..));
        let returns = *self.events[number..].iter().find(is_leave).expect("the parent returns");
        self.is_one_of(number, &self.step(returns), &kinds, MistakeKind::NotSkipped, named)?;
        if self.tree.is_leaf(node) || !self.convention.windows {
            return Ok(());
        }
        self.is_one_of(number, &self.step(Event::Enter(node, (-3, 3))), &kinds, MistakeKind::NotSkipped, named)
    }

    /// Steps that are omitted or duplicated.
    fn out_of_order(&self, number: usize, named: &mut Named) -> Result<(), TestCaseError> {
        let next_step = |from: usize| self.events[from..].iter().flat_map(|&event| self.step(event)).next();
        let mut only = |from: usize, next: Option<Step>, kind: MistakeKind| {
            next.map_or(Ok(()), |next| self.is_one_of(from, &[next], &[kind], kind, named))
        };
        match self.events[number] {
            Event::Enter(node, _) if self.convention.windows => {
                let next = next_step(number + 1);
                // A child struck after a return may be accepted as struck before it.
                let is_late = matches!(self.events[..number].last(), Some(&Event::Leave(left, ..)) if left == node)
                    && matches!(next, Some(Step::Skip { .. }));
                only(number, next.filter(|_| !is_late), MistakeKind::NotEntered)?;
                only(number + 1, next_step(number), MistakeKind::AlreadyEntered)?;
                let is_own = |event: &Event| matches!(*event, Event::Leave(left, ..) if left == node);
                let end = number + self.events[number..].iter().position(is_own).expect("it returns");
                let is_again = matches!(self.events.get(end + 1), Some(&Event::Enter(again, _)) if again == node);
                let seats = seats(self.tree, &self.events[..number], Some(self.events[number]));
                let was_asked = seats.last().is_some_and(|seat| seat.asked.is_some());
                // The omission is visible at the next step, unless that is a strike or a return for the node.
                let kind = if was_asked { MistakeKind::ReSearchOmitted } else { MistakeKind::NotSearched };
                if node != 0 && !is_again {
                    only(number, next_step(end + 1), kind)?;
                }
                let twice = if is_again {
                    None
                } else if node == 0 {
                    Some(MistakeKind::AlreadyDone)
                } else {
                    Some(MistakeKind::SearchedAgain)
                };
                twice.map_or(Ok(()), |kind| only(end + 1, next_step(number), kind))
            }
            Event::Leave(node, ..) if node != 0 => {
                let is_again = matches!(self.events.get(number + 1), Some(&Event::Enter(again, _)) if again == node);
                let kind = if is_again { MistakeKind::AlreadyEntered } else { MistakeKind::NotReturned };
                // A child of the same parent may not be entered, struck or returned from before it.
                if self.convention.windows { only(number, next_step(number + 1), kind) } else { Ok(()) }
            }
            Event::Strike(node) => {
                only(number + 1, Some(Step::Skip { node: node as u32 }), MistakeKind::AlreadyDone)?;
                let below = if self.tree.is_leaf(node) { vec![] } else { self.step(Event::Enter(node, FULL)) };
                only(number + 1, below.first().copied(), MistakeKind::BelowSkipped)
            }
            _ => Ok(()),
        }
    }
}

#[test]
fn planted_mistakes_are_named_rightly() {
    let mut named = Named::new();
    let mut runner = TestRunner::new_with_rng(
        Config { cases: if is_whole() { 1000 } else { 400 }, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let input =
        (trees(), prop::collection::vec(any::<prop::sample::Index>(), 4), (-7_i64..8, -7_i64..8), any::<bool>());
    let cell = std::cell::RefCell::new(&mut named);
    runner
        .run(&input, |(list, places, (one, other), windows)| {
            let tree = plain_tree(&list);
            let signed = conventions().into_iter().map(with_signs);
            for (convention, place) in signed.flat_map(|one| places.iter().map(move |place| (one, place))) {
                let convention = Convention { windows: windows && convention.windows, ..convention };
                let events = Walk::of(&tree, rules(convention), None).events;
                let number = place.index(events.len());
                let case = Case { tree: &tree, convention, exercise: exercise(&list, convention), events };
                let named = &mut **cell.borrow_mut();
                match case.events[number] {
                    Event::Enter(node, right) => {
                        case.entering(number, node, right, (one, other), named)?;
                        case.striking(number, node, named)?;
                    }
                    Event::Leaf(node) => case.striking(number, node, named)?,
                    Event::Strike(node) => case.not_striking(number, node, named)?,
                    Event::Leave(node, right, _) => {
                        case.returning(number, node, right, one, named)?;
                        case.signing(number, named)?;
                    }
                }
                case.out_of_order(number, named)?;
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    // Unfinished answers, shown steps and tables are tested elsewhere.
    let elsewhere = [MistakeKind::Unfinished, MistakeKind::Shown, MistakeKind::TableAnswers, MistakeKind::TableNotUsed];
    let never: Vec<&str> = MistakeKind::ALL
        .iter()
        .filter(|kind| !elsewhere.contains(kind) && named.get(kind.name()).copied().unwrap_or(0) == 0)
        .map(|kind| kind.name())
        .collect();
    // By default too few mistakes are made for each kind to occur.
    let allowed = if is_whole() { 0 } else { 2 };
    assert!(never.len() <= allowed, "never named: {never:?} of {named:?}");
}

/// The grader does not judge parts of steps that the convention does not require.
#[test]
fn windows_outside_the_convention_are_not_judged() {
    let node = |parent, score| edagari::game::TextbookNode { parent, score, ..Default::default() };
    let list = [node(None, None), node(Some(0), Some(1)), node(Some(0), Some(2))];
    let convention = Convention { windows: false, ..Convention::default() };
    let exercise = exercise(&list, convention);
    let tree = plain_tree(&list);
    let with_windows = answers(&tree, Convention::default(), &Walk::of(&tree, rules(convention), None).events);
    assert_eq!(grade(&exercise, &with_windows).verdicts, [Verdict::NotAsked, Verdict::Right]);
}
