//! Recognizes programs whose scores move toward 0 at each return.

use std::collections::BTreeSet;

use super::contents::{FileContents, NONE};
use super::known_moves::Siblings;
use crate::score::{Decay, Fail, Player, Score};
use crate::trace::PointOfView;

/// The decay of scores that the header declares, or that the scores of nodes show: they are one nearer to 0 than the best score
/// of the children, wherever that is at least a certain number.
pub(super) fn decay_of(contents: &FileContents, siblings: &Siblings) -> Option<Decay> {
    if let Some(decay) = contents.header.decay() {
        return Some(decay);
    }
    let is_judged = contents.header.judge != Some(false) && !contents.generates && !contents.header.is_own();
    if !is_judged || contents.header.process().is_some_and(|it| it.algorithm().is_none()) {
        return None;
    }
    let mut players: Vec<Player> = Vec::with_capacity(contents.visits.len());
    let (mut decayed, mut sizes, mut plain, mut others) = (0_usize, BTreeSet::new(), 0, Vec::new());
    for (visit, (entered, &parent)) in (0_u32..).zip(contents.visits.iter().zip(&contents.parents)) {
        let by_parent = (parent != NONE).then(|| match players[parent as usize] {
            above if entered.is_same_place => above,
            above => above.other(),
        });
        let player = entered.player.or(by_parent).unwrap_or(Player::Max);
        players.push(player);
        let children = siblings.of_visit(visit);
        let is_negated = |&child: &u32| {
            let below = &contents.visits[child as usize];
            let changes = below.player.map_or(!below.is_same_place, |below| below != player);
            contents.header.scores == Some(PointOfView::Mover) && changes
        };
        let score_below = |child: &u32| {
            let below = &contents.visits[*child as usize];
            // A child whose score the parent states, or does not use, shows nothing.
            let is_plain = !below.is_speculative && contents.returned(*child).score.is_none();
            below.score.filter(|_| is_plain).map(|score| if is_negated(child) { score.negated() } else { score })
        };
        let is_max = player == Player::Max || contents.header.scores == Some(PointOfView::Mover);
        let better = |one: Score, other: Score| if is_max { one.max(other) } else { one.min(other) };
        let (mut best, mut before): (Option<Score>, _) = (None, None);
        for child in children {
            let below = &contents.visits[*child as usize];
            // Before a search of the same child again, the score of the null window moves no bound.
            let is_again = before.replace(contents.moves[*child as usize]) == Some(contents.moves[*child as usize]);
            // The bound of this node that the children before have moved.
            let end = below.window.filter(|_| !below.is_speculative).map(|window| match (is_max, is_negated(child)) {
                (true, true) => window.beta.negated(),
                (true, false) => window.alpha,
                (false, _) => window.beta,
            });
            let given = entered.window.map(|window| if is_max { window.alpha } else { window.beta });
            let end = end.filter(|&end| given != Some(end) && !is_again);
            match best.and_then(Score::finite).zip(end.and_then(Score::finite)) {
                Some((best, found)) if found == best => plain = plain.max(best.saturating_abs()),
                Some((best, found)) if found == best - best.signum() => {
                    decayed += 1;
                    sizes.insert(best.saturating_abs());
                }
                _ => {}
            }
            let Some(score) = score_below(child) else { break };
            best = Some(best.map_or(score, |best| better(best, score)));
        }
        let mut scores = children.iter().map(score_below);
        let first = scores.next().flatten();
        let best = scores.try_fold(first, |best, score| Some(Some(better(best?, score?)))).flatten();
        // A fail-hard search clips its scores to a window that must be known.
        let is_known = contents.header.fail != Some(Fail::Hard) || entered.window.is_some();
        let Some(score) = entered.score.filter(|_| is_known && !children.is_empty()) else { continue };
        let Some((best, found)) = best.and_then(|best| best.finite().zip(score.finite())) else { continue };
        let is_end = entered.window.is_some_and(|window| [window.alpha, window.beta].contains(&score));
        if is_end {
            // The score can be clipped to the window.
        } else if found == best {
            plain = plain.max(best.saturating_abs());
        } else if found == best - best.signum() {
            decayed += 1;
            sizes.insert(best.saturating_abs());
        } else {
            others.push(best.saturating_abs());
        }
    }
    let least = Decay { by: 1, from: *sizes.first()? };
    // Nodes that stand pat have other scores than those of their children.
    let others = others.iter().filter(|&&size| size >= least.from).count();
    // The rest of a trace that ends too early can show more scores that change.
    let is_cut_off = || contents.visits.iter().any(|entered| !entered.is_left);
    if others * 4 > decayed || !(least.is_shown(sizes.len(), plain) || (plain < least.from && is_cut_off())) {
        return None;
    }
    // A single score is that of a mate; other scores are far smaller, and may not change.
    let most_plain = if least.is_shown_by_several(sizes.len(), plain) { plain } else { plain.max(least.from / 2) };
    Some(Decay { by: 1, from: most_plain + 1 })
}
