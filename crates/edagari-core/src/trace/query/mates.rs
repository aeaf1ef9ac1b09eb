//! Queries on what the scores of a program mean: those of mates, and scores that decay on the way to the parent. They are declared in
//! the header, or derived from the trace.

use std::collections::{HashMap, HashSet};

use crate::score::{Bounds, Decay, Fail, Player, Score};
use crate::trace::model::mate_scores::MateScores;
use crate::trace::{KnownReason, Meaning, OwnUpdate, Trace, VisitId};

/// Maximum distance of mates from an earlier search's entries, beyond the greatest depth of the
/// trace.
const MATES_BEYOND: i32 = 64;

/// Least absolute value of a single leaf that seems to be a mate although the program does not state it.
const LONE_UNLABELED: i32 = 500;

/// Minimum ratio between the mates with the most frequent sum of score and distance and the other
/// mates, above which the others are considered wrong.
const FITTING_PER_STRAY: usize = 4;

/// Finds the scores of mates; `None` if the trace neither declares nor shows any.
pub(in crate::trace) fn scores_of_mates(trace: &Trace) -> Option<MateScores> {
    of_rules(trace).or_else(|| of_file(trace)).or_else(|| of_entries(trace))
}

/// The scores of mates of a game that defines them, in a run by Edagari.
fn of_rules(trace: &Trace) -> Option<MateScores> {
    let (game, start) = trace.rules().filter(|_| trace.origin().is_none())?;
    let scale = game.mates()?;
    Some(MateScores {
        from: scale.after(start.len() as u32),
        step: 1,
        least: scale.least,
        plain: scale.least - 1,
        seen: None,
        is_declared: true,
        is_sure: true,
        is_of_mover: true,
    })
}

/// The scores of mates that the file of another program declares or shows.
fn of_file(trace: &Trace) -> Option<MateScores> {
    let header = trace.foreign().map(|foreign| &foreign.header).filter(|_| trace.has_minimax_scores())?;
    let mut leaves = mate_leaves(trace, header.fail == Some(Fail::Hard));
    // A search that does not declare its form may clip the scores of mates to its windows.
    let unclipped = (header.fail.is_none() && !leaves.is_empty()).then(|| mate_leaves(trace, true));
    if leaves.is_empty() {
        leaves = nearest_mates(trace);
    }
    let is_labeled = !leaves.is_empty() || header.mates.is_some();
    if !is_labeled {
        leaves = unlabeled_mates(trace);
    }
    let units = [1, trace.of_rules(Score::new(1)).finite().unwrap_or(1)];
    let declared = header.mates.as_ref().and_then(|mates| {
        let number = mates.from.as_f64()?;
        let whole = || Some(Score::of_integer(number as i128));
        trace.unit().map_or_else(whole, |unit| unit.score_of(number))?.finite()
    });
    let fits = |from: i32, step: i32| leaves.iter().all(|&leaf| sum(step, leaf) == Some(from));
    let (from, step) = if let Some(from) = declared {
        (from, units.into_iter().find(|&step| fits(from, step)).unwrap_or(1))
    } else {
        let unclipped = unclipped.as_ref().unwrap_or(&leaves);
        let (from, step) = units.into_iter().find_map(|step| Some((sum_of_most(&leaves, unclipped, step)?, step)))?;
        leaves.retain(|&leaf| sum(step, leaf) == Some(from));
        (from, step)
    };
    let nearest = leaves.iter().min_by_key(|&&(_, ply)| ply);
    let is_seen_apart = leaves.iter().any(|&(_, ply)| nearest.is_some_and(|nearest| ply != nearest.1));
    let farthest = step.saturating_mul(trace.max_depth() as i32 + MATES_BEYOND);
    Some(MateScores {
        from,
        step,
        least: from.saturating_sub(farthest).max(from / 2 + 1),
        plain: greatest_plain_leaf(trace, from, step),
        seen: nearest.filter(|_| is_labeled).map(|&(magnitude, _)| magnitude),
        is_declared: declared.is_some(),
        is_sure: declared.is_some() || (is_seen_apart && is_labeled),
        is_of_mover: mover_is_mated(trace),
    })
}

/// The scores of mates that only entries of the table show, as in a search that begins with a table of an earlier one: scores far
/// beyond those of all leaves, which are found as much nearer to 0 as the node is farther from the root than the node that stored
/// them. How far the mates themselves are from the root is not known.
fn of_entries(trace: &Trace) -> Option<MateScores> {
    if trace.foreign()?.header.mates.is_some() || !trace.has_minimax_scores() || !trace.tells_table() {
        return None;
    }
    let moved = |visit: VisitId| -> Option<i32> {
        let found = trace.table().lookup_of(visit)?;
        let stored = trace.table().stored(found.store?)?;
        let farther = trace.ply_of(visit) - trace.ply_of(stored.visit);
        let sizes = |bounds: Bounds| [bounds.lower, bounds.upper].map(|end| end.finite().map(i32::saturating_abs));
        let ([lower, upper], mut others) = (sizes(found.bounds), sizes(stored.bounds));
        // A table of the mover's scores serves both players.
        if trace.player_of(visit) != trace.player_of(stored.visit)
            && others.map(|end| end.is_some()) != [lower.is_some(), upper.is_some()]
        {
            others.reverse();
        }
        let is_moved = |(found, stored): &(Option<i32>, Option<i32>)| {
            found.zip(*stored).is_some_and(|(found, stored)| farther != 0 && found == stored - farther)
        };
        let ends = [(lower, others[0]), (upper, others[1])];
        let size = |(found, stored): (Option<i32>, Option<i32>)| Some(found?.max(stored?));
        ends.into_iter().filter(is_moved).filter_map(size).max()
    };
    let all = || (0..trace.visit_count() as u32).map(VisitId);
    let (most, least) =
        all().filter_map(moved).fold((0, i32::MAX), |(most, least), size| (most.max(size), least.min(size)));
    let from = most.saturating_add(trace.max_depth() as i32 + MATES_BEYOND);
    let plain = greatest_plain_leaf(trace, from, 1);
    let is_far = most >= LONE_UNLABELED && plain <= least / 10;
    is_far.then(|| MateScores {
        from,
        step: 1,
        least: (most / 2 + 1).max(most.saturating_sub(trace.max_depth() as i32 + MATES_BEYOND)),
        plain,
        seen: None,
        is_declared: false,
        is_sure: false,
        is_of_mover: mover_is_mated(trace),
    })
}

/// The score of a mate at the root, computed from a mate at a leaf: absolute value and distance
/// from the root.
fn sum(step: i32, (magnitude, ply): (i32, i32)) -> Option<i32> {
    magnitude.checked_add(ply.checked_mul(step)?)
}

/// The sum of score and distance that all leaves share. Or the sum that most leaves share at different distances: then the others of
/// the `unclipped` leaves are wrong.
fn sum_of_most(leaves: &[(i32, i32)], unclipped: &[(i32, i32)], step: i32) -> Option<i32> {
    let mut counts: HashMap<i32, (usize, [i32; 2])> = HashMap::new();
    for &leaf in leaves {
        let (count, [least, most]) = counts.entry(sum(step, leaf)?).or_insert((0, [leaf.1; 2]));
        (*count, *least, *most) = (*count + 1, leaf.1.min(*least), leaf.1.max(*most));
    }
    let (from, (count, [least, most])) = counts.into_iter().max_by_key(|&(from, (count, _))| (count, from))?;
    let strays = unclipped.iter().filter(|&&leaf| sum(step, leaf) != Some(from)).count();
    let is_of_most = count >= FITTING_PER_STRAY * strays && least < most;
    (count == leaves.len() || is_of_most).then_some(from)
}

/// The greatest absolute value of the leaves that are not mates and have no special reason for
/// their score.
fn greatest_plain_leaf(trace: &Trace, from: i32, step: i32) -> i32 {
    let plain = |visit: VisitId| {
        let is_plain = trace.visited_children(visit).next().is_none()
            && trace.table().answered(visit).is_none()
            && trace.value_of(Meaning::Why, visit).is_none();
        let score = trace.step(trace.span(visit).1.filter(|_| is_plain)?)?.score?.finite()?.saturating_abs();
        (score.saturating_add(trace.ply_of(visit).saturating_mul(step)) != from).then_some(score)
    };
    (0..trace.visit_count() as u32).map(VisitId).filter_map(plain).max().unwrap_or(0)
}

/// The leaves that are recorded as mates, with their scores.
fn scored_mates(trace: &Trace) -> impl Iterator<Item = (VisitId, Score)> + '_ {
    let is_leaf = |&visit: &VisitId| {
        trace.reason_of(visit) == Some(KnownReason::Mate) && trace.visited_children(visit).next().is_none()
    };
    let whys = trace.column_of(Meaning::Why).into_iter().flat_map(|whys| whys.visits(VisitId(0)));
    whys.filter(is_leaf).filter_map(|visit| Some((visit, trace.step(trace.span(visit).1?)?.score?)))
}

/// Whether the scores of most leaves that are recorded as mates are losses of the player to move.
fn mover_is_mated(trace: &Trace) -> bool {
    let (mut losses, mut others) = (0, 0);
    for (visit, score) in scored_mates(trace) {
        let is_loss = match trace.player_of(visit) {
            Player::Max => score < Score::new(0),
            Player::Min => score > Score::new(0),
        };
        *(if is_loss { &mut losses } else { &mut others }) += 1;
    }
    losses >= 2.max(FITTING_PER_STRAY * others)
}

/// Absolute value and distance from the root of the leaves that are recorded as mates. With `is_hard`, without scores at an end of
/// the window: a fail-hard search can have clipped them to it.
fn mate_leaves(trace: &Trace, is_hard: bool) -> Vec<(i32, i32)> {
    let is_clipped = |visit: VisitId, score: Score| {
        // The window may be narrowed by mate-distance pruning.
        let windows = [trace.given_window(visit), trace.judged_window(visit)];
        is_hard && windows.iter().any(|window| score == window.alpha || score == window.beta)
    };
    let leaf = |(visit, score): (VisitId, Score)| {
        let magnitude = score.finite().filter(|_| !is_clipped(visit, score))?.saturating_abs();
        Some((magnitude, trace.ply_of(visit)))
    };
    scored_mates(trace).filter_map(leaf).collect()
}

/// Absolute value and distance from the root of the leaves that seem to be mates although the program states no reasons: their
/// scores are far beyond those of all other leaves, and have one sum with their distances. Only in a trace with a table, whose
/// entries such scores change.
fn unlabeled_mates(trace: &Trace) -> Vec<(i32, i32)> {
    if !trace.tells_table() {
        return Vec::new();
    }
    let leaf = |visit: VisitId| {
        let is_leaf = trace.visited_children(visit).next().is_none()
            && trace.table().answered(visit).is_none()
            && trace.own_updates_of(visit).next().is_none();
        let magnitude = trace.step(trace.span(visit).1.filter(|_| is_leaf)?)?.score?.finite()?.saturating_abs();
        Some((magnitude, trace.ply_of(visit)))
    };
    let all = || (0..trace.visit_count() as u32).map(VisitId).filter_map(leaf);
    let most = all().map(|(magnitude, _)| magnitude).max().unwrap_or(0);
    let great: Vec<(i32, i32)> = all().filter(|&(magnitude, _)| magnitude > most / 2).collect();
    let is_one = great.first().is_some_and(|&first| great.iter().all(|&leaf| sum(1, leaf) == sum(1, first)));
    let others = all().map(|(magnitude, _)| magnitude).filter(|&magnitude| magnitude <= most / 2).max().unwrap_or(0);
    let is_far = most >= LONE_UNLABELED && others <= most / 10;
    if is_one && (great.len() > 1 || is_far) { great } else { Vec::new() }
}

/// Absolute value and distance from the root of the mates to which windows were narrowed: the worst
/// score for the player of a node is that of being mated there.
fn nearest_mates(trace: &Trace) -> Vec<(i32, i32)> {
    let is_by_mates = |own: &&OwnUpdate| own.reason() == Some(KnownReason::MateDistance);
    let worst = |own: &OwnUpdate| {
        let given = trace.given_window(own.visit());
        let (before, after) = match trace.player_of(own.visit()) {
            Player::Max => (given.alpha, own.searched.alpha),
            Player::Min => (given.beta, own.searched.beta),
        };
        let magnitude = after.finite().filter(|_| after != before)?.saturating_abs();
        Some((magnitude, trace.ply_of(own.visit())))
    };
    trace.own_updates().iter().filter(is_by_mates).filter_map(worst).collect()
}

/// How scores move toward 0 on the way to the parent, if the header declares it, or if all scores that a parent receives changed
/// show it.
pub(in crate::trace) fn decay_of_scores(trace: &Trace) -> Option<Decay> {
    let foreign = trace.foreign().filter(|_| trace.has_minimax_scores())?;
    if let Some(decay) = foreign.header.decay() {
        return Some(decay);
    }
    let changes = foreign.scores.iter().map(|&(frame, received)| {
        let child = trace.returned_child(frame as usize)?;
        let (before, after) = trace.returned_score(child)?.finite().zip(received.finite())?;
        (after == before - before.signum() && before != 0).then_some((child, before.saturating_abs()))
    });
    let found: Vec<(VisitId, i32)> = changes.collect::<Option<_>>()?;
    let from = found.iter().map(|&(_, before)| before).min()?;
    let mut decayed: Vec<VisitId> = found.iter().map(|&(child, _)| child).collect();
    decayed.sort_unstable();
    let is_plain = |child: &VisitId| {
        trace.parent_visit(*child).is_some() && !trace.is_speculative(*child) && decayed.binary_search(child).is_err()
    };
    let received = (0..trace.visit_count() as u32).map(VisitId).filter(is_plain);
    // At the end of an incomplete trace, a parent may not have received the score yet.
    let has_ended = |child: &VisitId| trace.span(*child).1.is_some_and(|end| end + 1 < trace.frame_count());
    let sizes = received.filter(has_ended).filter_map(|child| trace.returned_score(child)?.finite());
    let plain = sizes.map(i32::saturating_abs).max().unwrap_or(0);
    let decay = Decay { by: 1, from };
    let sizes: HashSet<i32> = found.iter().map(|&(_, before)| before).collect();
    // The rest of a trace that ends too early can show more scores that change.
    let is_cut_off = || (0..trace.visit_count() as u32).any(|visit| trace.span(VisitId(visit)).1.is_none());
    (decay.is_shown(sizes.len(), plain) || (plain < from && is_cut_off())).then_some(decay)
}
