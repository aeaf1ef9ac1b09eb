//! Definitions of the kinds of mistakes: the step that each kind produces, and its condition.

use edagari::lesson::exercise::MistakeKind;

use super::plain::{Event, Fail, INFINITY, Rules, Search, Tree};
use super::seats::{Seat, best, closes, handed};

pub const FULL: (i64, i64) = (-INFINITY, INFINITY);

fn with_own(is_max: bool, (alpha, beta): (i64, i64), score: i64) -> (i64, i64) {
    if is_max { (score, beta) } else { (alpha, score) }
}

/// Windows that each kind of mistake gives to a child whose right window is `right`.
pub fn wrong_windows(
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
    // Where the right window is not that of the parent, the parent does not pass that on.
    let kind = |other: MistakeKind| match rules.search {
        Search::Pvs if seat.asked.is_some() => MistakeKind::ReSearchFromOldBound,
        Search::Pvs if whole != right => MistakeKind::NullWindowOmitted,
        _ => other,
    };
    found.push((kind(MistakeKind::WindowNotPassedDown), FULL));
    let forgotten = with_own(is_max, FULL, seat.best(tree));
    found.push((kind(MistakeKind::BoundFromAboveForgotten), forgotten));
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

/// Score that a node returns if its best child has the score `best`.
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

/// Scores that each kind of mistake lets a node return.
pub fn wrong_scores(tree: &Tree, rules: Rules, seat: &Seat, right: i64) -> Vec<(MistakeKind, i64)> {
    let is_max = tree.is_max[seat.node];
    let raw = seat.best(tree);
    let mut found = vec![(MistakeKind::ScoreOfOtherView, -right)];
    if rules.search != Search::Minimax {
        let by = |fail| returned(Rules { fail, ..rules }, is_max, seat.given, raw);
        match rules.fail {
            Fail::Soft => {
                found.extend([Fail::Hard, Fail::HardAtBothEnds].map(|fail| (MistakeKind::HardGiven, by(fail))));
            }
            Fail::Hard => {
                found.extend([
                    (MistakeKind::SoftGiven, by(Fail::Soft)),
                    (MistakeKind::HardGiven, by(Fail::HardAtBothEnds)),
                ]);
            }
            Fail::HardAtBothEnds => {
                found.extend([Fail::Soft, Fail::Hard].map(|fail| (MistakeKind::SoftGiven, by(fail))));
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
    found.extend(scores().next_back().map(|score| (MistakeKind::LastScoreTaken, score)));
    let ends = [seat.given.0, seat.given.1].into_iter().filter(|end| end.abs() != INFINITY);
    found.extend(ends.map(|end| (MistakeKind::BoundInsteadOfScore, end)));
    found
}

/// Kinds of mistakes by which a child that must be searched is struck. `number` is the next of the right `events`.
pub fn too_much(
    tree: &Tree,
    rules: Rules,
    seats: &[Seat],
    child: usize,
    events: &[Event],
    number: usize,
) -> Vec<MistakeKind> {
    let (seat, above) = seats.split_last().expect("a parent");
    let rules = rules.within(seat.given);
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
    // Condition for a strike that is too early: after the child, the right search strikes the rest, or would if there
    // were any.
    let is_past = |event: &Event| match *event {
        Event::Leaf(node) | Event::Leave(node, ..) => node == child,
        _ => false,
    };
    let is_parents = |event: &Event| matches!(*event, Event::Leave(node, ..) if node == seat.node);
    let end = number + events[number..].iter().position(is_parents).expect("the parent returns");
    let past = events[..end].iter().rposition(is_past).expect("it is searched");
    let then = super::seats::seats(tree, &events[..=past], events.get(past + 1).copied());
    let (alpha, beta) = then.last().expect("the parent").window(tree);
    if if rules.is_strict { alpha > beta } else { alpha >= beta } {
        found.push(MistakeKind::SkippedOneTooEarly);
    }
    let elsewhere = if is_max { seat.given.0 } else { seat.given.1 };
    if elsewhere.abs() != INFINITY && best(is_max, [own, elsewhere].into_iter()) == elsewhere {
        found.push(MistakeKind::CutAtWrongEnd);
    }
    // A score that is an end of the parent's window is a bound there.
    let is_foreign = |score: i64| score != seat.given.0 && score != seat.given.1;
    if above.iter().flat_map(|seat| &seat.scored).any(|&(_, score)| would_cut(score) && is_foreign(score)) {
        found.push(MistakeKind::CutByForeignBound);
    }
    found
}

/// Kinds of mistakes by which a child that must be struck is not.
pub fn too_little(tree: &Tree, rules: Rules, seats: &[Seat]) -> Vec<MistakeKind> {
    let (seat, above) = seats.split_last().expect("a parent");
    let rules = rules.within(seat.given);
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
