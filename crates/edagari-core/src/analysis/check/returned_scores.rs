//! The score that a visit returns: by its children, its window, and the habit of the program.

use std::collections::HashSet;

use super::known::UnexplainedScore;
use super::prover::{FailHardReturns, MAX_ABOVE, OpenVisit, Prover};
use super::{Assumption, Fault};
use crate::score::{Bounds, Fail, Player, Returnable, Score, ScoreSource, Window};
use crate::trace::{Fact, NodeId, VisitId, VisitKind};

/// Maximum number of nodes above a node whose scores are looked at for the end of its unknown window.
const MAX_ENDS_ABOVE: usize = 64;

impl Prover<'_> {
    /// Whether the score of a node with children does not follow from their scores.
    pub(super) fn wrong_score(&self, open: &OpenVisit, frame: usize, score: Score) -> Option<Fault> {
        let soft = open.best?;
        if self.may_be_raised(open, frame, score, Some(soft)) {
            return None;
        }
        let may_be = self.returnable(ScoreSource::Children, open, soft);
        let follows = may_be.allows(score)
            || self.is_firm(open, soft, score)
            || self.is_clipped_by_own(open, soft, score)
            || self.is_shared(open, soft, score);
        (!follows).then(|| Fault::IllegalScore { expected: may_be.expected(), found: score })
    }

    /// Whether another thread that searches the same node at the same time has found the score: threads can share the moves of a
    /// node, its bounds and its best score.
    fn is_shared(&self, open: &OpenVisit, soft: Score, score: Score) -> bool {
        let trace = self.trace;
        if !trace.has_threads() {
            return false;
        }
        let ((start, end), thread) = (trace.span(open.visit), trace.thread_of(open.visit));
        let is_beside = |visit: &VisitId| {
            let (other_start, other_end) = trace.span(*visit);
            trace.thread_of(*visit) != thread
                && end.is_none_or(|end| other_start < end)
                && other_end.is_none_or(|other_end| start < other_end)
        };
        let children = trace.layers(open.node).filter(is_beside).flat_map(|visit| trace.visited_children(visit));
        let has_ended = |child: &VisitId| trace.span(*child).1.zip(end).is_some_and(|(of_child, end)| of_child < end);
        children.filter(has_ended).filter_map(|child| trace.step(trace.span(child).1?)?.score).any(|found| {
            open.player.better(found, soft) == found
                && self.returnable(ScoreSource::Children, open, found).allows(score)
        })
    }

    /// Whether a node that fails high returns less than its best score, but enough for the cut: still a lower bound that
    /// follows. Programs that blend the score with β return such scores everywhere, so they are judged after the last frame.
    pub(super) fn is_firm(&self, open: &OpenVisit, soft: Score, score: Score) -> bool {
        let is_between = |end: Score| match open.player {
            Player::Max => end <= score && score < soft,
            Player::Min => soft < score && score <= end,
        };
        self.header.fail != Some(Fail::Hard) && self.cut_end(open).is_some_and(is_between)
    }

    /// The end of a node's window that makes the cut. If the window is not known, the best end that the scores above the node
    /// can have made.
    fn cut_end(&self, open: &OpenVisit) -> Option<Score> {
        if open.knows_window {
            return Some(match open.player {
                Player::Max => open.searched.beta,
                Player::Min => open.searched.alpha,
            });
        }
        let of_opponent = |above: &&OpenVisit| above.player != open.player;
        let ends = self.path.iter().rev().take(MAX_ENDS_ABOVE).filter(of_opponent).filter_map(|above| above.best);
        ends.reduce(|one, other| if open.player == Player::Max { one.min(other) } else { one.max(other) })
    }

    /// Whether a score is clipped to an end of the window that an update without a child has narrowed, such as the greatest
    /// score that a tablebase leaves open: the node knows that its value is not beyond it.
    fn is_clipped_by_own(&self, open: &OpenVisit, soft: Score, score: Score) -> bool {
        let Window { alpha, beta } = open.searched;
        let is_clipped = score == soft.max(alpha).min(beta) && open.knows_window;
        let narrows = |window: Window| match score {
            end if end == beta => window.beta == beta && beta < open.given.beta,
            end => end == alpha && window.alpha == alpha && alpha > open.given.alpha,
        };
        is_clipped && self.trace.own_updates_of(open.visit).any(|own| own.value.is_none() && narrows(own.searched))
    }

    /// Whether a score is one that an update without a child gave the node, such as that of standing pat, or an end to which it
    /// narrowed the window: together with a bound by the children, it is the value.
    pub(super) fn is_own_bound(&self, open: &OpenVisit, score: Score) -> bool {
        let Window { alpha, beta } = open.given;
        self.trace.own_updates_of(open.visit).any(|own| {
            let is_end = (score == own.searched.alpha && score > alpha) || (score == own.searched.beta && score < beta);
            own.value == Some(score) || is_end
        })
    }

    /// Records a score beyond the bound that makes the cut, or less than that: see [`Self::is_firm`].
    pub(super) fn note_firm(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let Some(soft) = open.best.filter(|_| open.children > 0 && open.answer.is_none()) else { return };
        let Some(end) = self.cut_end(open) else { return };
        let may_be = self.returnable(ScoreSource::Children, open, soft);
        if self.is_firm(open, soft, score) {
            self.forms.of_children.between += usize::from(score != end);
            let is_other = !may_be.allows(score) && !self.is_clipped_by_own(open, soft, score);
            let fault = Fault::IllegalScore { expected: may_be.expected(), found: score };
            self.forms.of_children.found.extend(is_other.then_some((frame, fault)));
        } else if score == soft
            && open.player.better(soft, end) == soft
            && self.mates.is_none_or(|mates| !mates.has(soft))
        {
            self.forms.of_children.plain += usize::from(has_mean(soft, end));
        }
    }

    /// Records the score of a node that an entry of the table makes fail high, as [`Self::note_firm`] does for scores of children.
    /// Returns whether a score that does not follow from the entry is a bound that follows all the same, so that it is judged after
    /// the last frame.
    pub(super) fn note_firm_answer(&mut self, frame: usize, window: Window, bounds: Bounds, score: Score) -> bool {
        let Some(open) = self.path.last().filter(|open| open.knows_window) else { return false };
        let (value, end) = match open.player {
            Player::Max => (bounds.lower, window.beta),
            Player::Min => (bounds.upper, window.alpha),
        };
        let is_at_least = |one: Score, other: Score| open.player.better(one, other) == one;
        // A score clipped to the window is that of a fail-hard search.
        if [value, score].contains(&end) || !is_at_least(score, end) || !is_at_least(value, score) {
            return false;
        }
        let is_mate = self.mates.is_some_and(|mates| mates.has(value));
        let is_judged = self.header.fail.is_none();
        let is_quiet = self.trace.has_kind(open.visit, VisitKind::Quiescence);
        let answers = &mut self.forms.of_answers[usize::from(is_quiet)];
        if score == value {
            answers.plain += usize::from(!is_mate && has_mean(value, end));
            return false;
        }
        answers.between += usize::from(is_judged);
        let fault = Fault::UnjustifiedReturn { bounds, window, score };
        answers.found.extend(is_judged.then_some((frame, fault)));
        is_judged
    }

    /// Reports scores between β and the score that makes the cut, unless the program returns such scores usually.
    pub(super) fn firm_scores(&mut self) {
        // The mean of two scores that differ by one is one of them, so it shows nothing.
        let is_next = |(_, fault): &(usize, Fault)| match fault {
            Fault::IllegalScore { expected: (expected, _), found } | Fault::WrongValue { expected, found } => {
                [expected.previous(), expected.next()].contains(found)
            }
            _ => false,
        };
        let FailHardReturns { of_children, of_answers, .. } = &mut self.forms;
        let all = std::iter::once(std::mem::take(of_children)).chain(std::mem::take(of_answers));
        let mut is_assumed = false;
        for returns in all {
            if returns.is_habit() || (returns.plain == 0 && returns.found.iter().all(is_next)) {
                is_assumed |= !returns.found.is_empty();
                continue;
            }
            for (frame, fault) in returns.found {
                self.find(frame, fault);
            }
        }
        self.report.assumptions.extend(is_assumed.then_some(Assumption::Firm));
    }

    /// Records a score that does not follow from the children, in a stream without windows: only
    /// the window of a fail-hard search could explain it.
    pub(super) fn note_unexplained(&mut self, open: &OpenVisit, frame: usize, score: Score) {
        let trace = self.trace;
        let has_other_source = self.known.guesses
            || self.header.fail.is_some()
            || trace.tells_table()
            || trace.has_threads()
            || trace.is_chance(open.visit)
            || open.answer.is_some()
            || open.has_own_score
            || self.is_settled_otherwise(open.visit);
        let Some(best) = open.best.filter(|_| !has_other_source) else { return };
        self.unexplained.note(open.player, score);
        if best == score || self.path.len() > MAX_ABOVE {
            let is_beyond = |end: Score| open.player.better(best, end) == best && best != end;
            self.unexplained.plain += usize::from(best == score && self.cut_end(open).is_some_and(is_beyond));
            return;
        }
        // The bounds of a window are best scores of nodes on the path, or bounds that the program
        // states.
        let ends = self.path.iter().flat_map(|above| {
            let window = above.knows_window.then_some([above.searched.alpha, above.searched.beta]);
            above.best.into_iter().chain(window.into_iter().flatten())
        });
        let is_end = ends.into_iter().any(|end| [end.previous(), end, end.next()].contains(&score));
        if !is_end {
            let found = UnexplainedScore { frame, player: open.player, best, score };
            let is_firm = self.is_firm(open, best, score);
            if is_firm { &mut self.unexplained.firm } else { &mut self.unexplained.found }.push(found);
        }
    }

    /// Reports the scores that no window of the root explains: a fail-hard search returns no score
    /// outside its window.
    pub(super) fn unexplained_scores(&mut self) {
        let mut unexplained = std::mem::take(&mut self.unexplained);
        // A program that blends the score with β does so usually.
        if 4 * unexplained.firm.len() < unexplained.plain {
            unexplained.found.append(&mut unexplained.firm);
        }
        let trace = self.trace;
        if trace.layers(NodeId::ROOT).len() > 1 || trace.passes().len() > 1 {
            return;
        }
        let ends = self.leaves.into_iter().flat_map(|leaves| [leaves.lower, leaves.upper]);
        let most = ends.filter_map(Score::finite).map(i32::abs).max().unwrap_or_default().saturating_add(1);
        for found in &unexplained.found {
            let UnexplainedScore { frame, best, score, .. } = *found;
            // The bounds of windows do not exceed all scores that occur.
            let is_usual = score.finite().is_some_and(|score| score.abs() <= most);
            if !is_usual || !unexplained.may_be_end_of_root(found) {
                self.find(frame, Fault::IllegalScore { expected: (best, None), found: score });
            }
        }
    }

    /// The scores that a node may return for a value.
    pub(super) fn returnable(&self, source: ScoreSource, open: &OpenVisit, value: Score) -> Returnable {
        let window = if source == ScoreSource::Table { open.given } else { open.searched };
        Returnable::of(self.header.fail, source, open.player, window, value)
    }

    /// Whether a leaf with this value may return `score`. If the window of a leaf is unknown, a fail-hard search may have clipped
    /// its score to any bound.
    pub(super) fn may_be_leaf(&self, open: &OpenVisit, value: Score, score: Score) -> bool {
        let is_clipped_unseen = self.header.fail == Some(Fail::Hard) && !open.knows_window;
        is_clipped_unseen || self.returnable(ScoreSource::Leaf, open, value).allows(score)
    }

    /// Whether a node is below a speculative search without a stated window, so that a fail-hard search can have clipped its score
    /// to any bound.
    pub(super) fn is_in_any_window(&self) -> bool {
        let is_any = |open: &OpenVisit| {
            self.trace.is_speculative(open.visit) && !self.trace.source_of(Fact::Window(open.visit)).is_program()
        };
        self.header.fail != Some(Fail::Soft) && self.path.iter().any(is_any)
    }

    /// The fault of a fail-hard search that returns the score of an entry beyond its window. The searches of Edagari return it.
    pub(super) fn unclipped_answer(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        let may_be = self.returnable(ScoreSource::Table, open, score);
        let is_other = self.trace.origin().is_some() && !self.trace.is_recorded_with_guesses();
        let is_judged = open.knows_window && is_other;
        (is_judged && !may_be.allows(score))
            .then_some(Fault::UnclippedReturn { expected: may_be.clipped, found: score })
    }

    /// Counts whether a fail-hard search clips scores beyond its window, or returns them unclipped.
    pub(super) fn note_form(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let is_plain = open.children > 0 && open.answer.is_none() && !open.has_own_score && !open.is_settled;
        let Some(soft) = open.best.filter(|_| is_plain && open.knows_window && self.header.fail == Some(Fail::Hard))
        else {
            return;
        };
        let (end, is_beyond) = match open.player {
            Player::Max => (open.searched.beta, soft > open.searched.beta),
            Player::Min => (open.searched.alpha, soft < open.searched.alpha),
        };
        if is_beyond && score == end {
            self.forms.clamped += 1;
        } else if is_beyond && score == soft {
            self.forms.beyond.push((frame, Fault::IllegalScore { expected: (end, None), found: score }));
        }
    }

    /// Whether all moves of a node were skipped, and no evaluation or other reason is recorded for its score.
    pub(super) fn has_nothing_to_return(&self, open: &OpenVisit) -> bool {
        open.children == 0
            && open.answer.is_none()
            && !open.has_own_score
            && !open.is_settled
            && !open.may_stand_pat
            && !self.is_settled_otherwise(open.visit)
            && self.trace.skips_of(open.visit).next().is_some()
    }

    /// Records a score that fails low at a node without any score. It may be an estimate of the skipped moves.
    pub(super) fn note_unshown(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let is_worse = match open.player {
            Player::Max => score < open.searched.alpha && score < Score::new(0),
            Player::Min => score > open.searched.beta && score > Score::new(0),
        };
        if is_worse && open.knows_window && self.has_nothing_to_return(open) {
            self.noted.unshown.push((frame, score));
        }
    }

    /// Reports nodes that return the score with which they began although all their moves were skipped: the program's
    /// infinity, which is infinite, an end of the window of a root, or far beyond the scores of all leaves.
    pub(super) fn unshown_scores(&mut self) {
        let trace = self.trace;
        let size = |score: Score| score.finite().map(|score| i64::from(score).abs());
        let ends: HashSet<i64> = (trace.layers(NodeId::ROOT).map(|root| trace.given_window(root)))
            .flat_map(|window| [window.alpha, window.beta])
            .filter_map(size)
            .collect();
        let leaves = self.leaves.into_iter().flat_map(|leaves| [leaves.lower, leaves.upper]);
        let most = leaves.filter_map(size).max().unwrap_or_default().max(1);
        for (frame, found) in std::mem::take(&mut self.noted.unshown) {
            if size(found).is_none_or(|size| size > most && (size >= 10 * most || ends.contains(&size))) {
                self.find(frame, Fault::UnshownScore { found });
            }
        }
    }
}

/// Whether a mean of a score and a bound differs from both, and programs take it: not with the score of a mate, nor with infinity.
fn has_mean(score: Score, end: Score) -> bool {
    let size = |score: Score| score.finite().map_or(i64::MAX, |score| i64::from(score).abs());
    let is_far = size(end) / 8 > size(score).max(64);
    ![end.previous(), end, end.next()].contains(&score) && !is_far
}
