//! A simulated student who makes one slip and then continues, either consistently with what he wrote or as in the right answer: one
//! mistake, at the slip and of a fitting kind, and every other step is right.

use std::cell::RefCell;
use std::collections::BTreeMap;

use edagari::game::TextbookNode;
use edagari::lesson::exercise::{Convention, CutAt, MistakeKind, RootWindow, SearchByHand, grade};
use edagari::score::{Score, Window};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::definitions::{too_little, too_much, wrong_scores, wrong_windows};
use super::plain::{Event, INFINITY, Rules, Search, Sign, Slip, Tree, Walk};
use super::seats::{Seat, handed, seats};
use super::{answers, asked, asked_count, conventions_with_table, exercise, plain_tree, rules, with_signs};
use crate::oracles::random_trees::trees;

/// Kind of a slip, as a name for the report, and the slip.
type Named = (String, Slip);

fn named(kind: MistakeKind, slip: Slip) -> Named {
    (kind.name().to_owned(), slip)
}

/// The slips that are possible at an event of the right answer.
fn slips(tree: &Tree, convention: Convention, events: &[Event], number: usize, other: i64) -> Vec<Named> {
    let rules = rules(convention);
    let plain = |name: &str, slip| (name.to_owned(), slip);
    let before = seats(tree, &events[..number], Some(events[number]));
    match events[number] {
        Event::Enter(node, right) => {
            let mut found = Vec::new();
            let was_asked = before.last().is_some_and(|seat| seat.asked.is_some());
            if convention.windows {
                let explained = wrong_windows(tree, rules, &before, node, right);
                found.extend(explained.into_iter().map(|(kind, window)| named(kind, Slip::Window(window))));
                let digit = |end: i64| if end.abs() == INFINITY { other } else { end + other };
                found.push(plain("window mistyped at alpha", Slip::Window((digit(right.0), right.1))));
                found.push(plain("window mistyped at beta", Slip::Window((right.0, digit(right.1)))));
                found.push(plain("entry omitted", Slip::NoEnter));
                let is_before_strike = matches!(events.get(number + 1), Some(Event::Strike(_) | Event::Leaf(_)));
                found.extend(
                    (was_asked && is_before_strike)
                        .then(|| plain("second entry omitted before a strike or a leaf", Slip::NoEnter)),
                );
            }
            if convention.windows
                && let Some(seat) = before.last().filter(|_| !was_asked)
            {
                for count in 0..seat.scored.len() {
                    let others = seat.scored.iter().enumerate().filter(|&(place, _)| place != count);
                    let seat = Seat { scored: others.map(|(_, &scored)| scored).collect(), ..seat.clone() };
                    let forgotten = handed(tree, rules, &seat, node, seat.window(tree));
                    found.extend(
                        (forgotten != right).then(|| plain("update forgotten from then on", Slip::Forget(count))),
                    );
                }
                let is_null =
                    rules.search == Search::Pvs && tree.children[seat.node][0] != node && right.1 == right.0 + 1;
                found.extend(is_null.then(|| plain("null window exchanged and meant", Slip::ExchangedNull)));
            }
            if was_asked {
                found.push(plain("second search omitted", Slip::Omit));
            } else if node != 0 {
                found.push(plain("node omitted", Slip::Omit));
                found.extend(struck_early(tree, rules, events, number, node));
            }
            found.retain(|&(_, slip)| slip != Slip::Window(right));
            found
        }
        Event::Leaf(node) => struck_early(tree, rules, events, number, node),
        Event::Strike(node) => {
            let seats = seats(tree, &events[..number], None);
            let mut found =
                vec![plain("cut missed", Slip::Search), plain("all children after a cut searched", Slip::SearchRest)];
            found.extend(too_little(tree, rules, &seats).into_iter().map(|kind| named(kind, Slip::Search)));
            found.extend((!tree.is_leaf(node)).then(|| plain("struck node searched", Slip::SearchStruck)));
            found
        }
        Event::Leave(node, right, sign) => {
            let mut found = vec![plain("score mistyped", Slip::Score(right + other))];
            let seats = seats(tree, &events[..number], None);
            let explained = wrong_scores(tree, rules, seats.last().expect("the node"), right);
            found.extend(explained.into_iter().map(|(kind, score)| named(kind, Slip::Score(score))));
            found.retain(|&(_, slip)| slip != Slip::Score(right));
            if convention.signs && sign.is_some() {
                for (name, other) in [
                    ("sign missing", None),
                    ("sign at least", Some(Sign::AtLeast)),
                    ("sign exactly", Some(Sign::Exactly)),
                    ("sign at most", Some(Sign::AtMost)),
                ] {
                    found.extend((other != sign).then(|| plain(name, Slip::Sign(other))));
                }
            }
            // Without windows, a line that could be either of two returns is taken for the first.
            let next = events[number + 1..].iter().find_map(|&event| asked(convention, event));
            if node == 0 || next == asked(convention, events[number]) {
                return found;
            }
            found.push(plain("return omitted", Slip::NoLeave));
            let is_again = matches!(events.get(number + 1), Some(&Event::Enter(next, _)) if next == node);
            found.extend(is_again.then(|| plain("return omitted before a second search", Slip::NoLeave)));
            found
        }
    }
}

fn struck_early(tree: &Tree, rules: Rules, events: &[Event], number: usize, node: usize) -> Vec<Named> {
    let seats = seats(tree, &events[..number], Some(events[number]));
    let kinds = too_much(tree, rules, &seats, node, events, number);
    let mut found = vec![
        ("struck too early".to_owned(), Slip::Strike),
        ("all children struck too early".to_owned(), Slip::StrikeRest),
    ];
    found.extend(kinds.into_iter().map(|kind| named(kind, Slip::Strike)));
    found
}

/// Index after the events of the child at an event, and of its re-search.
fn end_of_child(events: &[Event], number: usize) -> usize {
    let Event::Enter(node, _) = events[number] else { return number + 1 };
    let is_own = |event: &Event| matches!(*event, Event::Leave(left, ..) if left == node);
    let end = number + 1 + events[number..].iter().position(is_own).expect("it returns");
    match events.get(end) {
        Some(&Event::Enter(again, _)) if again == node => end_of_child(events, end),
        _ => end,
    }
}

/// Index of the return of the parent of the node at an event.
fn return_of_parent(events: &[Event], mut number: usize) -> usize {
    while !matches!(events[number], Event::Leave(..)) {
        number = end_of_child(events, number);
    }
    number
}

/// The student's events if he continues as in the right answer: the slip of `wrong` in the events `right`.
fn rightly(right: &[Event], wrong: &[Event], (number, slip): (usize, Slip)) -> Vec<Event> {
    let of_child = |events: &[Event]| end_of_child(events, number);
    let of_parent = |events: &[Event]| return_of_parent(events, number);
    let [end, from] = match slip {
        Slip::Window(_) | Slip::Forget(_) | Slip::ExchangedNull | Slip::Score(_) | Slip::Sign(_) => {
            [number + 1, number + 1]
        }
        Slip::NoEnter | Slip::NoLeave => [number, number + 1],
        Slip::Strike => [number + 1, of_child(right)],
        Slip::StrikeRest | Slip::SearchRest => [of_parent(wrong), of_parent(right)],
        Slip::Search => [of_child(wrong), number + 1],
        Slip::SearchStruck => [end_of_child(wrong, number + 1), number + 1],
        Slip::Omit => [number, of_child(right)],
        Slip::Again => [of_child(wrong), number],
    };
    wrong[..end].iter().chain(&right[from..]).copied().collect()
}

/// Index of the step of the answer at which the slip is visible.
fn place_of(convention: Convention, events: &[Event], (number, slip): (usize, Slip)) -> usize {
    let is_step = |event: &&Event| asked(convention, **event).is_some();
    let shows = match (slip, events[number]) {
        // A leaf that is not struck is visible when its parent returns.
        (Slip::Search, Event::Leaf(_)) => return_of_parent(events, number),
        (Slip::SearchStruck, _) => number + 1,
        _ => number,
    };
    // Below a struck node, a strike is right.
    let is_seen = |event: &Event| is_step(&event) && (slip != Slip::SearchStruck || !matches!(event, Event::Strike(_)));
    let shows = shows + events[shows..].iter().position(is_seen).expect("a later step");
    events[..shows].iter().filter(is_step).count()
}

fn fits(slip: Slip, kind: MistakeKind) -> bool {
    use MistakeKind as Kind;
    let is_of_window = matches!(
        kind,
        Kind::WindowOfOtherView
            | Kind::EndsExchanged
            | Kind::WindowNotPassedDown
            | Kind::UpdateForgotten
            | Kind::WorseScoreTakenIn
            | Kind::BoundAtWrongEnd
            | Kind::BoundFromAboveForgotten
            | Kind::BothBoundsPassed
            | Kind::ForeignBound
            | Kind::NullWindowOmitted
            | Kind::NullWindowAtWrongEnd
            | Kind::ReSearchFromOldBound
            | Kind::TableNotUsed
            | Kind::WrongWindow
    );
    let is_of_score = matches!(
        kind,
        Kind::ScoreOfOtherView
            | Kind::OtherPlayersChoice
            | Kind::SoftGiven
            | Kind::HardGiven
            | Kind::SkippedScoreUsed
            | Kind::ChildForgotten
            | Kind::LastScoreTaken
            | Kind::BoundInsteadOfScore
            | Kind::WrongScore
    );
    let is_of_sign = matches!(kind, Kind::SignReversed | Kind::BoundAsValue | Kind::ValueAsBound | Kind::SignMissing);
    match slip {
        Slip::Window(_) | Slip::Forget(_) => is_of_window,
        Slip::ExchangedNull => kind == Kind::EndsExchanged,
        Slip::Score(_) => is_of_score,
        Slip::Sign(_) => is_of_sign,
        Slip::Strike | Slip::StrikeRest => kind.is_too_much(),
        Slip::Search | Slip::SearchRest => kind.is_too_little(),
        Slip::SearchStruck => kind == Kind::BelowSkipped,
        Slip::Omit => matches!(kind, Kind::NotSearched | Kind::ReSearchOmitted),
        Slip::Again => kind == Kind::SearchedAgain,
        Slip::NoEnter => matches!(kind, Kind::NotEntered | Kind::ReSearchOmitted),
        // Without windows, nothing shows that the node was searched.
        Slip::NoLeave => matches!(
            kind,
            Kind::NotReturned | Kind::AlreadyEntered | Kind::NotSearched | Kind::ReSearchOmitted | Kind::NotEntered
        ),
    }
}

/// Slips of all kinds in one answer, each at one place drawn by `draws`.
fn drawn_slips(
    tree: &Tree,
    convention: Convention,
    events: &[Event],
    other: i64,
    draws: &[prop::sample::Index],
) -> Vec<(String, usize, Slip)> {
    let mut all: BTreeMap<String, Vec<(usize, Slip)>> = BTreeMap::new();
    for number in 0..events.len() {
        for (name, slip) in slips(tree, convention, events, number, other) {
            all.entry(name).or_default().push((number, slip));
        }
        let is_again = |node: usize| matches!(events.get(number + 1), Some(&Event::Enter(next, _)) if next == node);
        if let Event::Leave(node, ..) = events[number]
            && node != 0
            && !is_again(node)
        {
            all.entry("needless second search".to_owned()).or_default().push((number + 1, Slip::Again));
        }
    }
    let draw = |((name, places), draw): ((String, Vec<_>), &prop::sample::Index)| {
        let &(number, slip) = draw.get(&places);
        (name, number, slip)
    };
    all.into_iter().zip(draws.iter().cycle()).map(draw).collect()
}

/// All conventions: with a table, from the right, with an initial window, with a known range, and with either rule at equality.
fn all_conventions() -> Vec<Convention> {
    let usual = conventions_with_table();
    let with = |change: &dyn Fn(Convention) -> Convention| usual.iter().copied().map(change).collect::<Vec<_>>();
    let is_at_equality = |one: &Convention| one.cut == CutAt::Equality;
    let from_right = with(&|one| Convention { from_right: true, ..one });
    let [given, known] = [RootWindow::Given, RootWindow::Known].map(|root| {
        let root = root(Window { alpha: Score::new(-2), beta: Score::new(2) });
        with(&|one| Convention { root, ..one })
    });
    let either = with(&|one| Convention { cut: CutAt::Either, ..one }).into_iter();
    let either =
        either.zip(&usual).filter(|(one, usual)| one.search.cuts() && is_at_equality(usual)).map(|(one, _)| one);
    let all = usual.iter().copied().chain(from_right).chain(given).chain(known).chain(either);
    all.filter(|one| one.check().is_ok()).collect()
}

/// The convention with the range of the scores of a tree, if it has a known range.
fn with_range_of(list: &[TextbookNode], convention: Convention) -> Convention {
    if !matches!(convention.root, RootWindow::Known(_)) {
        return convention;
    }
    let scores = || list.iter().filter_map(|node| node.score);
    let least = scores().min().unwrap_or_default();
    let greatest = scores().max().unwrap_or_default().max(least + 1);
    let window = Window { alpha: Score::new(least), beta: Score::new(greatest) };
    Convention { root: RootWindow::Known(window), ..convention }
}

#[test]
fn one_slip_is_one_mistake_and_every_other_step_is_right() {
    let counts = RefCell::new(BTreeMap::<String, [usize; 2]>::new());
    let conventions = all_conventions();
    let met = RefCell::new(vec![0; conventions.len()]);
    let config = Config { cases: 1000, failure_persistence: None, max_shrink_iters: 300, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let draws = prop::collection::vec(any::<prop::sample::Index>(), 50);
    let input = (trees(), any::<prop::sample::Index>(), draws, prop_oneof![-3_i64..0, 1_i64..4], any::<[bool; 2]>());
    runner
        .run(&input, |(list, which, draws, other, [windows, signs])| {
            // PVS is one convention of many, and has slips of its own.
            let is_pvs = |&place: &usize| conventions[place].search == SearchByHand::Pvs;
            let mut places: Vec<usize> = (0..conventions.len()).collect();
            places.extend((0..conventions.len()).filter(is_pvs).cycle().take(conventions.len() / 3));
            let place = *which.get(&places);
            let convention = with_range_of(&list, conventions[place]);
            let convention = Convention { windows: windows && convention.windows, ..convention };
            let convention = if signs { with_signs(convention) } else { convention };
            let exercise = exercise(&list, convention);
            // The children are in the order of the search.
            let tree = plain_tree(&exercise.tree().game().to_nodes());
            let root = convention.root.window();
            let root = [root.alpha, root.beta].map(|end| match end {
                Score::INFINITY => INFINITY,
                Score::NEG_INFINITY => -INFINITY,
                end => i64::from(end.finite().expect("a number")),
            });
            let walk = |slip| Walk::within(&tree, rules(convention), slip, (root[0], root[1])).events;
            let right = walk(None);
            for (name, number, slip) in drawn_slips(&tree, convention, &right, other, &draws) {
                let wrong = walk(Some((number, slip)));
                let rightly = Some(rightly(&right, &wrong, (number, slip)));
                for (way, events) in [Some(wrong), rightly].into_iter().enumerate() {
                    let Some(events) = events.filter(|events| *events != right) else { continue };
                    let answers = answers(&tree, convention, &events);
                    let graded = grade(&exercise, &answers);
                    let shown = || {
                        let way = ["consistently", "rightly"][way];
                        format!(
                            "{name} ({slip:?}) at {number}, {way}, {convention:?}\n{list:?}\n{events:?}\n{graded:?}"
                        )
                    };
                    let mistakes: Vec<usize> = graded.mistakes().map(|(place, _)| place).collect();
                    if convention.cut == CutAt::Either && mistakes != [place_of(convention, &events, (number, slip))] {
                        // By the other rule, the slip is none, or is another mistake.
                        prop_assert!(mistakes.len() <= 1 && graded.unfinished.is_none(), "{}", shown());
                        continue;
                    }
                    met.borrow_mut()[place] += 1;
                    prop_assert_eq!(&mistakes, &[place_of(convention, &events, (number, slip))], "{}", shown());
                    prop_assert!(graded.unfinished.is_none(), "{}", shown());
                    let (_, mistake) = graded.first_wrong().expect("a mistake");
                    prop_assert!(fits(slip, mistake.kind), "{}", shown());
                    let of = asked_count(convention, &right);
                    prop_assert_eq!(graded.points(), ((answers.steps.len() - 1).min(of - 1), of));
                    counts.borrow_mut().entry(name.clone()).or_default()[way] += 1;
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let met = met.into_inner();
    let unmet: Vec<&Convention> =
        conventions.iter().zip(&met).filter(|(_, count)| **count == 0).map(|(one, _)| one).collect();
    assert!(unmet.is_empty(), "{unmet:#?}");
    let counts = counts.into_inner();
    for name in ["update forgotten from then on", "null window exchanged and meant"] {
        assert!(counts.contains_key(name), "{counts:#?}");
    }
    assert!(counts.len() >= 40 && counts.values().all(|ways| ways.iter().all(|&count| count > 1)), "{counts:#?}");
}
