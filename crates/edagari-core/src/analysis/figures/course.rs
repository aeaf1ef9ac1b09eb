//! The course of a search with many iterations from the root: the shares of the root's moves in a
//! Monte-Carlo tree search, and the root's proof and disproof numbers in a proof-number search.

use serde::{Deserialize, Serialize};

use crate::analysis::limited_solver::LimitedSolver;
use crate::score::Score;
use crate::search::ProofNumbers;
use crate::trace::{NodeId, Progress, Proofs, Samples, Trace, VisitId};

/// The course of a search at its root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Course {
    /// The course of a Monte-Carlo tree search.
    Shares(RootShares),
    /// The course of a proof-number search.
    Proof(Vec<RootNumbers>),
}

/// The iterations through each child of the root, at some moments of a Monte-Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RootShares {
    /// The moves to the children, in the game's order.
    pub moves: Vec<String>,
    /// The moments, in order.
    pub moments: Vec<ShareMoment>,
    /// The favourite after the first iteration.
    pub first: Option<FavouriteChange>,
    /// The changes of the favourite, see [`Samples::favourite_changes`].
    pub changes: Vec<FavouriteChange>,
    /// The places of the best moves by minimax; `None` if the rules are unknown, another program has not named all legal moves, or the
    /// game is too large to be solved here.
    pub best: Option<Vec<usize>>,
}

/// The iterations through each child of the root after a number of iterations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShareMoment {
    /// The number of iterations that have ended.
    pub iterations: u32,
    /// The frame at which the last of them ended.
    pub frame: usize,
    /// The number of iterations through each child.
    pub visits: Vec<u32>,
}

impl ShareMoment {
    /// The share of a child among the iterations through all children, from 0 to 1.
    #[must_use]
    pub fn share(&self, child: usize) -> f64 {
        let all = self.visits.iter().map(|&visits| u64::from(visits)).sum::<u64>().max(1);
        self.visits.get(child).map_or(0.0, |&visits| f64::from(visits) / all as f64)
    }
}

/// A change of the child that the search would play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FavouriteChange {
    /// The number of the iteration that changed it, from 1.
    pub iteration: u32,
    /// The frame at which that iteration ended.
    pub frame: usize,
    /// The place of the new favourite in [`RootShares::moves`].
    pub child: usize,
}

/// The numbers of the root after a number of expansions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RootNumbers {
    /// The number of expanded nodes.
    pub expansions: u32,
    /// The frame: the last one before the next expansion.
    pub frame: usize,
    /// The numbers that follow from the results known then.
    pub numbers: ProofNumbers,
}

impl Course {
    /// The course of a run at up to `moments` moments and its last one; `None` if the run is neither a Monte-Carlo tree search nor
    /// a proof-number search with known rules, or if the computation is cancelled. The time grows with the number of visits.
    ///
    /// ```
    /// use edagari_core::analysis::Course;
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::{Playout, Sampling, SamplingSetup};
    /// use edagari_core::trace::{Progress, Recording};
    ///
    /// let sampling = SamplingSetup { iterations: 100, playouts: Playout::First, ..SamplingSetup::default() };
    /// let trace = Recording::of(TicTacToe::default()).sampling(Sampling::Uct, sampling).record()?;
    /// let Some(Course::Shares(shares)) = Course::of(&trace, 10, &Progress::default()) else { unreachable!() };
    /// let last = shares.moments.last().expect("the end of the run");
    /// assert_eq!((last.iterations, &shares.moves[4], last.visits[4]), (100, &"b2".to_owned(), 31));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(trace: &Trace, moments: usize, progress: &Progress) -> Option<Self> {
        if let Some(samples) = trace.samples() {
            return RootShares::of(trace, samples, moments, progress).map(Self::Shares);
        }
        root_numbers(trace, trace.proofs()?, moments, progress).map(Self::Proof)
    }
}

impl RootShares {
    fn of(trace: &Trace, samples: Samples<'_>, moments: usize, progress: &Progress) -> Option<Self> {
        let mut children: Vec<NodeId> = trace.children(NodeId::ROOT).collect();
        children.sort_by_key(|&child| trace.move_of(child));
        let name = |&child: &NodeId| {
            let moves = trace.game.move_texts(&trace.start, &trace.path(child));
            moves.into_iter().next_back().unwrap_or_default()
        };
        let ended: Vec<usize> = trace.layers(NodeId::ROOT).filter_map(|root| trace.span(root).1).collect();
        let shown = chosen(ended.len(), moments).map(|at| ShareMoment {
            iterations: at as u32 + 1,
            frame: ended[at],
            visits: children.iter().map(|&child| samples.of(child, ended[at]).visits).collect(),
        });
        let favourite_at = |frame: usize| {
            let favourite = samples.favourite(NodeId::ROOT, frame)?;
            let child = children.iter().position(|&child| child == favourite)?;
            Some(FavouriteChange { iteration: ended.partition_point(|&end| end <= frame) as u32, frame, child })
        };
        let first = ended.first().and_then(|&frame| favourite_at(frame));
        let mut changes = Vec::new();
        for frame in samples.favourite_changes(NodeId::ROOT) {
            if progress.is_cancelled() {
                return None;
            }
            changes.extend(favourite_at(frame));
        }
        let best = best_children(trace, &children, progress);
        if progress.is_cancelled() {
            return None;
        }
        let moves = children.iter().map(name).collect();
        Some(Self { moves, moments: shown.collect(), first, changes, best })
    }

    /// The changes after which the favourite is no best move by minimax although it was one before, or was none yet. Empty if the best
    /// moves are not known.
    #[must_use]
    pub fn disagreements(&self) -> Vec<FavouriteChange> {
        let Some(best) = &self.best else { return Vec::new() };
        let mut was_best = true;
        let all = self.first.iter().chain(&self.changes);
        let begins = |change: &&FavouriteChange| {
            let is_best = best.contains(&change.child);
            std::mem::replace(&mut was_best, is_best) && !is_best
        };
        all.filter(begins).copied().collect()
    }

    /// The number of iterations after which the favourite was no best move by minimax.
    #[must_use]
    pub fn iterations_of_disagreement(&self) -> u32 {
        let Some(best) = &self.best else { return 0 };
        let end = self.moments.last().map_or(0, |last| last.iterations) + 1;
        let all: Vec<&FavouriteChange> = self.first.iter().chain(&self.changes).collect();
        let until = |at: usize| all.get(at + 1).map_or(end, |next| next.iteration);
        let wrong = all.iter().enumerate().filter(|(_, change)| !best.contains(&change.child));
        wrong.map(|(at, change)| until(at) - change.iteration).sum()
    }

    /// The places of the children in descending order of their iterations at the end of the run;
    /// among equal ones, the first comes first.
    #[must_use]
    pub fn by_visits(&self) -> Vec<usize> {
        let visits = |&child: &usize| self.moments.last().map_or(0, |last| last.visits[child]);
        let mut places: Vec<usize> = (0..self.moves.len()).collect();
        places.sort_by_key(|child| std::cmp::Reverse(visits(child)));
        places
    }
}

/// The places of the children to which a best move by minimax leads; `None` if they are not known.
fn best_children(trace: &Trace, children: &[NodeId], progress: &Progress) -> Option<Vec<usize>> {
    let player = trace.player_of(trace.visit_of(NodeId::ROOT)?);
    let (game, start) = trace.rules()?;
    let count = trace.position(&[])?.move_count();
    if children.len() < count {
        return None;
    }
    let mut solver = LimitedSolver::new(MAX_SOLVED, progress).within_levels(MAX_LEVELS);
    let mut value = |mv: u32| solver.value(game, &[start, &[mv]].concat(), None);
    let values: Vec<Score> = (0..count as u32).map(&mut value).collect::<Option<_>>()?;
    let best = values.iter().copied().reduce(|one, other| player.better(one, other))?;
    let is_best = |&child: &NodeId| {
        trace.move_of(child).and_then(|mv| values.get(mv as usize)).is_some_and(|&value| value == best)
    };
    Some(children.iter().enumerate().filter(|(_, child)| is_best(child)).map(|(place, _)| place).collect())
}

/// Maximum number of visits with which the moves at the root are solved: about a second.
const MAX_SOLVED: u64 = 1_000_000;
/// Maximum number of moves of a line when the moves at the root are solved.
const MAX_LEVELS: usize = 500;

/// Computes the numbers of the root at up to `moments` expansions and at the end of the run; `None` if cancelled.
fn root_numbers(trace: &Trace, proofs: Proofs<'_>, moments: usize, progress: &Progress) -> Option<Vec<RootNumbers>> {
    let mut expanded = Vec::new();
    for visit in (0..trace.visit_count() as u32).map(VisitId) {
        if visit.0.is_multiple_of(VISITS_BETWEEN_LOOKS) && progress.is_cancelled() {
            return None;
        }
        if trace.layer_of(visit) == 0 && !trace.is_leaf_visit(visit) {
            expanded.push(trace.span(visit).0);
        }
    }
    let end = trace.frame_count().saturating_sub(1);
    let frame = |at: usize| expanded.get(at + 1).map_or(end, |&next| next - 1);
    let moment = |at: usize| {
        let (expansions, frame) = (at as u32 + 1, frame(at));
        Some(RootNumbers { expansions, frame, numbers: proofs.of(NodeId::ROOT, frame)? })
    };
    Some(chosen(expanded.len(), moments).filter_map(moment).collect())
}

/// The number of visits between two checks for cancellation.
const VISITS_BETWEEN_LOOKS: u32 = 10_000;

/// Chooses up to `most` of `count` places at equal distances, and the last one.
fn chosen(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let step = count.div_ceil(most.max(1)).max(1);
    (0..count).filter(move |at| at % step == 0 || at + 1 == count)
}
