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
    if !is_judged
        || contents.header.fail == Some(Fail::Hard)
        || contents.header.process().is_some_and(|it| it.algorithm().is_none())
    {
        return None;
    }
    let mut players: Vec<Player> = Vec::with_capacity(contents.visits.len());
    let (mut decayed, mut sizes, mut plain, mut others) = (0_usize, BTreeSet::new(), 0, 0_usize);
    for (visit, (entered, &parent)) in (0_u32..).zip(contents.visits.iter().zip(&contents.parents)) {
        let by_parent = (parent != NONE).then(|| players[parent as usize].other());
        let player = entered.player.or(by_parent).unwrap_or(Player::Max);
        players.push(player);
        let children = siblings.of_visit(visit);
        let Some(score) = entered.score.filter(|_| !children.is_empty()) else { continue };
        let score_below = |&child: &u32| {
            let below = &contents.visits[child as usize];
            // A child whose score the parent states, or does not use, shows nothing.
            let is_plain = !below.is_speculative && contents.returned(child).score.is_none();
            let changes = below.player.is_none_or(|below| below != player);
            let negates = contents.header.scores == Some(PointOfView::Mover) && changes;
            below.score.filter(|_| is_plain).map(|score| if negates { score.negated() } else { score })
        };
        let is_max = player == Player::Max || contents.header.scores == Some(PointOfView::Mover);
        let better = |one: Score, other: Score| if is_max { one.max(other) } else { one.min(other) };
        let mut scores = children.iter().map(score_below);
        let first = scores.next().flatten();
        let best = scores.try_fold(first, |best, score| Some(Some(better(best?, score?)))).flatten();
        let Some((best, found)) = best.and_then(|best| best.finite().zip(score.finite())) else { continue };
        let is_end = entered.window.is_some_and(|window| [window.alpha, window.beta].contains(&score));
        if found == best {
            plain = plain.max(best.saturating_abs());
        } else if is_end {
            // The score can be clipped to the window.
        } else if found == best - best.signum() {
            decayed += 1;
            sizes.insert(best.saturating_abs());
        } else {
            others += 1;
        }
    }
    let least = Decay { by: 1, from: *sizes.first()? };
    (least.is_shown(sizes.len(), plain) && others * 4 <= decayed).then(|| Decay { by: 1, from: plain + 1 })
}
