//! Planted mistakes: each is named, at the first wrong step, by a kind of which its plain definition holds; and where none holds, as nothing
//! in particular.

use std::collections::BTreeMap;

use edagari::lesson::exercise::{Answers, Convention, MistakeKind, Step, Verdict, grade};
use edagari::score::BoundKind;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::plain::{Event, Fail, INFINITY, Rules, Search, Tree, Walk};
use super::seats::{Seat, best, closes, handed, seats};
use super::{answers, asked, conventions, exercise, plain_tree, rules, with_signs, written};
use crate::random_trees::trees;

/// How often each kind was named.
type Named = BTreeMap<&'static str, usize>;

const FULL: (i64, i64) = (-INFINITY, INFINITY);

fn with_own(is_max: bool, (alpha, beta): (i64, i64), score: i64) -> (i64, i64) {
    if is_max { (score, beta) } else { (alpha, score) }
}

/// The windows that a kind of mistake would give to a child that is entered with another.
fn wrong_windows(
    tree: &Tree,
    rules: Rules,
    seats: &[Seat],
    child: usize,
    right: (i64, i64),
) -> Vec<(MistakeKind, (i64, i64))> {
    let mut found =
        vec![(MistakeKind::WindowOfOtherView, (-right.1, -right.0)), (MistakeKind::EndsExchanged, (right.1, right.0))];
    let Some((seat, above)) = seats.split_last() else { return found };
    let is_max = tree.is_max[seat.node];
    let whole = seat.window(tree);
    let is_first = tree.children[seat.node][0] == child;
    match rules.search {
        Search::Pvs if seat.asked.is_some() => found.push((MistakeKind::ReSearchFromOldBound, whole)),
        Search::Pvs if !is_first => {
            found.push((MistakeKind::NullWindowOmitted, whole));
            let (alpha, beta) = whole;
            let other_end = if is_max { (beta - 1, beta) } else { (alpha, alpha + 1) };
            let is_there = if is_max { beta != INFINITY } else { alpha != -INFINITY };
            found.extend((is_there && whole != right).then_some((MistakeKind::NullWindowAtWrongEnd, other_end)));
        }
        Search::OneBound => found.push((MistakeKind::BothBoundsPassed, whole)),
        _ => {}
    }
    found.push((MistakeKind::WindowNotPassedDown, FULL));
    found.push((MistakeKind::BoundFromAboveForgotten, with_own(is_max, FULL, seat.best(tree))));
    for count in 0..seat.scored.len() {
        found.push((MistakeKind::UpdateForgotten, handed(tree, rules, seat, child, seat.window_after(tree, count))));
    }
    for &(_, score) in &seat.scored {
        found.push((MistakeKind::WorseScoreTakenIn, handed(tree, rules, seat, child, with_own(is_max, whole, score))));
        found
            .extend([seat.given, whole].map(|window| (MistakeKind::BoundAtWrongEnd, with_own(!is_max, window, score))));
    }
    for &(_, score) in above.iter().flat_map(|seat| &seat.scored) {
        if score != right.0 && score != right.1 {
            found.extend([(score, right.1), (right.0, score)].map(|window| (MistakeKind::ForeignBound, window)));
        }
    }
    found
}

/// What a node returns whose best child has a score.
fn returned(rules: Rules, is_max: bool, given: (i64, i64), best: i64) -> i64 {
    match (rules.search, rules.fail) {
        (Search::Minimax, _) | (_, Fail::Soft) => best,
        (_, Fail::Hard) => {
            if is_max {
                best.max(given.0)
            } else {
                best.min(given.1)
            }
        }
        (_, Fail::HardAtBothEnds) => best.max(given.0).min(given.1),
    }
}

/// The scores that a kind of mistake would have a node return.
fn wrong_scores(tree: &Tree, rules: Rules, seat: &Seat, right: i64) -> Vec<(MistakeKind, i64)> {
    let is_max = tree.is_max[seat.node];
    let raw = seat.best(tree);
    let mut found = vec![(MistakeKind::ScoreOfOtherView, -right)];
    if rules.search != Search::Minimax {
        let by = |fail| returned(Rules { fail, ..rules }, is_max, seat.given, raw);
        match rules.fail {
            Fail::Soft => {
                found.extend([Fail::Hard, Fail::HardAtBothEnds].map(|fail| (MistakeKind::HardGiven, by(fail))))
            }
            Fail::Hard => {
                found.extend([
                    (MistakeKind::SoftGiven, by(Fail::Soft)),
                    (MistakeKind::HardGiven, by(Fail::HardAtBothEnds)),
                ]);
            }
            Fail::HardAtBothEnds => {
                found.extend([Fail::Soft, Fail::Hard].map(|fail| (MistakeKind::SoftGiven, by(fail))))
            }
        }
    }
    let scores = || seat.scored.iter().map(|&(_, score)| score);
    if seat.scored.len() > 1 {
        found.push((MistakeKind::OtherPlayersChoice, best(!is_max, scores())));
        for left_out in 0..seat.scored.len() {
            let others = seat.scored.iter().enumerate().filter(|&(place, _)| place != left_out);
            let best = best(is_max, others.map(|(_, &(_, score))| score));
            found.push((MistakeKind::ChildForgotten, returned(rules, is_max, seat.given, best)));
        }
    }
    for &struck in &seat.struck {
        let with = best(is_max, [raw, tree.value(struck)].into_iter());
        found.extend((with != raw).then_some((MistakeKind::SkippedScoreUsed, with)));
    }
    found.extend(scores().last().map(|score| (MistakeKind::LastScoreTaken, score)));
    let ends = [seat.given.0, seat.given.1].into_iter().filter(|end| end.abs() != INFINITY);
    found.extend(ends.map(|end| (MistakeKind::BoundInsteadOfScore, end)));
    found
}

/// The kinds by which a child can have been struck that is searched. `events` are those of the right answer, of which `number` is the next.
fn too_much(
    tree: &Tree,
    rules: Rules,
    seats: &[Seat],
    child: usize,
    events: &[Event],
    number: usize,
) -> Vec<MistakeKind> {
    let (seat, above) = seats.split_last().expect("a parent");
    let is_max = tree.is_max[seat.node];
    if rules.search == Search::Minimax {
        return vec![MistakeKind::SkippedInMinimax];
    }
    if seat.scored.is_empty() {
        return vec![MistakeKind::FirstChildSkipped];
    }
    let mut found = Vec::new();
    let (alpha, beta) = seat.window(tree);
    if rules.is_strict && alpha == beta {
        found.push(MistakeKind::SkippedAtEquality);
    }
    let own = seat.best(tree);
    let would_cut = |others: i64| closes(rules, is_max, own, others);
    let others = above.iter().filter(|above| tree.is_max[above.node] != is_max);
    if rules.search == Search::OneBound && others.clone().any(|above| would_cut(above.best(tree))) {
        found.push(MistakeKind::DeepSkipWithOneBound);
    }
    // The right search goes past the child, and then the rest is struck, or there is no rest but would be.
    let is_past = |event: &Event| match *event {
        Event::Leaf(node) | Event::Leave(node, ..) => node == child,
        _ => false,
    };
    let is_parents = |event: &Event| matches!(*event, Event::Leave(node, ..) if node == seat.node);
    let end = number + events[number..].iter().position(is_parents).expect("the parent returns");
    let past = events[..end].iter().rposition(is_past).expect("it is searched");
    let then = self::seats(tree, &events[..=past], events.get(past + 1).copied());
    let (alpha, beta) = then.last().expect("the parent").window(tree);
    if if rules.is_strict { alpha > beta } else { alpha >= beta } {
        found.push(MistakeKind::SkippedOneTooEarly);
    }
    let elsewhere = if is_max { seat.given.0 } else { seat.given.1 };
    if elsewhere.abs() != INFINITY && best(is_max, [own, elsewhere].into_iter()) == elsewhere {
        found.push(MistakeKind::CutAtWrongEnd);
    }
    if above.iter().flat_map(|seat| &seat.scored).any(|&(_, score)| would_cut(score)) {
        found.push(MistakeKind::CutByForeignBound);
    }
    found
}

/// The kinds by which a child may not have been struck that is skipped.
fn too_little(tree: &Tree, rules: Rules, seats: &[Seat]) -> Vec<MistakeKind> {
    let (seat, above) = seats.split_last().expect("a parent");
    let is_max = tree.is_max[seat.node];
    let mut found = Vec::new();
    if !seat.struck.is_empty() {
        found.push(MistakeKind::SkippedTooFew);
    }
    let (alpha, beta) = seat.window(tree);
    if alpha == beta {
        found.push(MistakeKind::NoCutAtEquality);
    }
    let others = above.iter().rev().filter(|above| tree.is_max[above.node] != is_max);
    let by_them: Vec<bool> = others.map(|above| closes(rules, is_max, seat.best(tree), above.best(tree))).collect();
    if by_them.iter().position(|&cuts| cuts).is_some_and(|place| place > 0) {
        found.push(MistakeKind::DeepCutMissed);
    }
    found
}

/// The exercise of a random tree, with what a plain search does there.
struct Case<'a> {
    tree: &'a Tree,
    convention: Convention,
    exercise: edagari::lesson::exercise::Exercise,
    events: Vec<Event>,
}

impl Case<'_> {
    fn rules(&self) -> Rules {
        rules(&self.convention)
    }

    /// The mistake in an answer that begins as it should, up to a number of events, and goes on with other steps: it is in the last of them.
    fn mistake(
        &self,
        number: usize,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<edagari::lesson::exercise::Mistake, TestCaseError> {
        let mut all = answers(self.tree, &self.convention, &self.events[..number]).steps;
        all.extend(steps);
        let last = all.len() - 1;
        let graded = grade(&self.exercise, &Answers { steps: all });
        match graded.first_wrong() {
            Some((place, mistake)) if place == last => Ok(mistake.clone()),
            _ => Err(TestCaseError::fail(format!("{:?}: {graded:?} before step {last}", self.convention))),
        }
    }

    /// Asserts that a mistake has one of some kinds, or the one of which nothing more can be said.
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
        asked(&self.convention, written(self.tree, self.convention.view, event)).into_iter().collect()
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
            // The other end can be wrong besides.
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

    /// A node behind a cut is entered, or its parent returns without having struck it.
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

    /// Steps that are left out, or made twice.
    fn out_of_order(&self, number: usize, named: &mut Named) -> Result<(), TestCaseError> {
        let next_step = |from: usize| self.events[from..].iter().flat_map(|&event| self.step(event)).next();
        let mut only = |from: usize, next: Option<Step>, kind: MistakeKind| {
            next.map_or(Ok(()), |next| self.is_one_of(from, &[next], &[kind], kind, named))
        };
        match self.events[number] {
            Event::Enter(node, _) if self.convention.windows => {
                let next = next_step(number + 1);
                // Struck after a return, a child may have been struck as if before it.
                let is_late = matches!(self.events[..number].last(), Some(&Event::Leave(left, ..)) if left == node)
                    && matches!(next, Some(Step::Skip { .. }));
                only(number, next.filter(|_| !is_late), MistakeKind::NotEntered)?;
                only(number + 1, next_step(number), MistakeKind::AlreadyEntered)?;
                let is_own = |event: &Event| matches!(*event, Event::Leave(left, ..) if left == node);
                let end = number + self.events[number..].iter().position(is_own).expect("it returns");
                let is_again = matches!(self.events.get(end + 1), Some(&Event::Enter(again, _)) if again == node);
                let seats = seats(self.tree, &self.events[..number], Some(self.events[number]));
                let was_asked = seats.last().is_some_and(|seat| seat.asked.is_some());
                // What is left out is missed by the next step, unless that strikes or returns for it.
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
        Config { cases: 1000, failure_persistence: None, ..Config::default() },
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
                let events = Walk::of(&tree, rules(&convention), None).events;
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
    // An answer that stops is tested elsewhere.
    let never: Vec<&str> = MistakeKind::ALL
        .iter()
        .filter(|&&kind| kind != MistakeKind::Unfinished && named.get(kind.name()).copied().unwrap_or(0) == 0)
        .map(|kind| kind.name())
        .collect();
    assert!(never.is_empty(), "never named: {never:?} of {named:?}");
}

/// Verdicts of an answer that is not wrong say so of each of its steps.
#[test]
fn what_is_not_asked_is_not_judged() {
    let node = |parent, score| edagari::game::TextbookNode { parent, score, ..Default::default() };
    let list = [node(None, None), node(Some(0), Some(1)), node(Some(0), Some(2))];
    let convention = Convention { windows: false, ..Convention::default() };
    let exercise = exercise(&list, convention);
    let tree = plain_tree(&list);
    let with_windows = answers(&tree, &Convention::default(), &Walk::of(&tree, rules(&convention), None).events);
    assert_eq!(grade(&exercise, &with_windows).verdicts, [Verdict::NotAsked, Verdict::Right]);
}
