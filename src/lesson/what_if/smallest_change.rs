//! The least change of one leaf's score that makes a cut appear or vanish.

use super::changed_leaf::ChangedLeaf;
use super::cut_site::{CutSite, Wanted};
use super::outcome::Outcome;
use crate::game::{AnyGame, Game as _, TextbookTree};
use crate::score::{Score, Window};
use crate::search::{GameKnowledge, Natural, Order, RefusedSetup, RootWindows, SearchSetup, search_any};
use crate::trace::parcel::parceled;
use crate::trace::{Progress, Setup};

/// A change of one leaf's score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallestChange {
    /// The moves to the leaf.
    pub leaf: Vec<u32>,
    /// Its number in the tree.
    pub node: u32,
    /// Its score.
    pub from: i32,
    /// The score that makes the difference.
    pub to: i32,
}

/// Why no change is looked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The run is not a search that cuts.
    #[error("this is no search that cuts, expected one with windows")]
    NoCuts,
    /// The order of the moves depends on the scores.
    #[error("the order of the moves is {0}, expected the natural one")]
    Order(Order),
    /// The options do not fit.
    #[error(transparent)]
    Setup(#[from] RefusedSetup),
    /// There is no such place in the tree, or nothing is left behind the child.
    #[error("no cut can be made there, expected a child with others behind it")]
    NoSuchPlace,
    /// It is so without a change.
    #[error("the cut {0} without any change")]
    AlreadySo(&'static str),
    /// It was cancelled.
    #[error("the search for the smallest change was cancelled")]
    Cancelled,
}

/// The smallest change that makes a cut vanish or appear: of all changes of the score of one leaf, one with the least absolute difference;
/// of equal ones that of the first leaf in the order of the tree, and then the lower score. `None` if no change of a single leaf does it.
///
/// Each leaf that the run visits is tried; no other can matter, for the search never asks for its score. The scores with which the run
/// compares everything alike lie side by side, so only the ends of such ranges are looked for, by doubling and halving. For bisection, whose windows
/// are means of scores, that does not hold: there each score is tried from one below to one above those that occur.
///
/// # Errors
/// [`ChangeError`], also where it was cancelled.
pub fn smallest_change(
    tree: &TextbookTree,
    setup: &Setup,
    site: &CutSite,
    wanted: Wanted,
    progress: &Progress,
) -> Result<Option<SmallestChange>, ChangeError> {
    let runs = Runs::new(tree, setup, site, wanted, progress)?;
    let (base, mut leaves) = runs.base()?;
    if base.is_so {
        return Err(ChangeError::AlreadySo(match wanted {
            Wanted::Vanish => "is not made",
            Wanted::Appear => "is made",
        }));
    }
    let order = paths_in_order(tree);
    leaves.sort_by(|one, other| order[*one as usize].cmp(&order[*other as usize]));
    leaves.dedup();
    progress.expect(leaves.len() as u64);
    let mut best: Option<SmallestChange> = None;
    for leaf in leaves {
        progress.advance(1);
        let Some(from) = tree.score(&leaf).and_then(Score::finite) else { continue };
        let mut most = best.as_ref().map_or(i64::MAX, |best| (i64::from(best.to) - i64::from(best.from)).abs() - 1);
        // Downwards last, so that the lower of two equal changes is taken.
        for direction in [1, -1] {
            let room = if direction > 0 {
                i64::from(Score::MAX) - i64::from(from)
            } else {
                i64::from(from) - i64::from(Score::MIN)
            };
            let range = runs.range(from, direction).unwrap_or(room);
            let line = Line { leaf, from: from.into(), direction };
            if let Some(by) = runs.first(line, base, most.min(room).min(range))? {
                most = by;
                let to = (i64::from(from) + direction * by) as i32;
                best = Some(SmallestChange { leaf: order[leaf as usize].clone(), node: leaf, from, to });
            }
        }
    }
    Ok(best)
}

/// The moves to each node: they are in the order of the tree, each node before those below it.
fn paths_in_order(tree: &TextbookTree) -> Vec<Vec<u32>> {
    let mut paths = vec![Vec::new(); tree.len()];
    let mut open = vec![tree.root()];
    while let Some(node) = open.pop() {
        if tree.score(&node).is_some() {
            continue;
        }
        for mv in tree.legal_moves(&node) {
            let child = tree.play(&node, mv);
            let path: Vec<u32> = paths[node as usize].iter().copied().chain([mv]).collect();
            paths[child as usize] = path;
            open.push(child);
        }
    }
    paths
}

/// Scores of one leaf, on one side of its own.
#[derive(Clone, Copy)]
struct Line {
    leaf: u32,
    from: i64,
    direction: i64,
}

/// What a run came to.
#[derive(Clone, Copy)]
struct Came {
    turns: u64,
    is_so: bool,
}

struct Runs<'a> {
    tree: &'a TextbookTree,
    setup: SearchSetup,
    place: (u32, u32),
    wanted: Wanted,
    progress: &'a Progress,
    /// The least and the greatest score that a bisection is tried with.
    halves_within: Option<(i64, i64)>,
}

impl<'a> Runs<'a> {
    fn new(
        tree: &'a TextbookTree,
        setup: &Setup,
        site: &CutSite,
        wanted: Wanted,
        progress: &'a Progress,
    ) -> Result<Self, ChangeError> {
        let algorithm = setup.process.algorithm().filter(|algorithm| algorithm.cuts()).ok_or(ChangeError::NoCuts)?;
        if setup.order != Order::Natural {
            return Err(ChangeError::Order(setup.order));
        }
        setup.check_for(&GameKnowledge::of_any(&AnyGame::from(tree.clone()), &[]))?;
        let step = |node: Option<u32>, mv: &u32| {
            let node = node.filter(|node| tree.score(node).is_none())?;
            tree.legal_moves(&node).contains(mv).then(|| tree.play(&node, *mv))
        };
        let node = site.path.iter().fold(Some(tree.root()), step);
        let has_rest = |node: &u32| tree.score(node).is_none() && tree.legal_moves(node).len() > 1;
        let node = node.filter(has_rest).filter(|node| tree.legal_moves(node).contains(&site.after));
        let node = node.ok_or(ChangeError::NoSuchPlace)?;
        let halves = matches!(algorithm.kind().root_windows, RootWindows::Halves);
        let halves_within = halves.then(|| scores_that_occur(tree, setup));
        Ok(Self {
            tree,
            setup: setup.search_with(algorithm),
            place: (node, site.after),
            wanted,
            progress,
            halves_within,
        })
    }

    fn observe(&self) -> Outcome<'_> {
        let fail = self.setup.algorithm.with_table(self.setup.table).fail();
        Outcome::new(self.tree, self.place, (fail, self.setup.passes.window), self.progress.cancel_flag())
    }

    /// The run as it is, and the leaves that it visits.
    fn base(&self) -> Result<(Came, Vec<u32>), ChangeError> {
        let mut outcome = self.observe().listing_leaves();
        search_any(self.tree, &self.tree.root(), self.setup, &Natural, &mut outcome).ok_or(ChangeError::Cancelled)?;
        let came = Came { turns: outcome.turns(), is_so: outcome.is(self.wanted) };
        Ok((came, outcome.into_leaves()))
    }

    /// The run with a score that lies so far from the own one.
    fn at(&self, Line { leaf, from, direction }: Line, by: i64) -> Result<Came, ChangeError> {
        if self.progress.is_cancelled() {
            return Err(ChangeError::Cancelled);
        }
        let score = Score::new((from + direction * by) as i32);
        let game = ChangedLeaf { tree: self.tree.clone(), leaf, score };
        let mut outcome = self.observe();
        search_any(&game, &game.root(), self.setup, &Natural, &mut outcome).ok_or(ChangeError::Cancelled)?;
        Ok(Came { turns: outcome.turns(), is_so: outcome.is(self.wanted) })
    }

    /// How far a bisection is tried.
    fn range(&self, from: i32, direction: i64) -> Option<i64> {
        self.halves_within.map(
            |(least, greatest)| {
                if direction > 0 { greatest - i64::from(from) } else { i64::from(from) - least }
            },
        )
    }

    /// The least distance up to `most` at which what is wanted is so; with the distance 0 the run came to `base`.
    fn first(&self, line: Line, base: Came, most: i64) -> Result<Option<i64>, ChangeError> {
        if most <= 0 {
            return Ok(None);
        }
        if self.halves_within.is_some() {
            for by in 1..=most {
                if self.at(line, by)?.is_so {
                    return Ok(Some(by));
                }
            }
            return Ok(None);
        }
        let last = self.at(line, most)?;
        let (mut at, mut here) = (0, base);
        while here.turns != last.turns {
            // All from `alike` back to `at` are like `here`; `other` is not.
            let (mut alike, mut other, mut found) = (at, most, last);
            let mut step = 1;
            while alike + step < other {
                let came = self.at(line, alike + step)?;
                if came.turns != here.turns {
                    (other, found) = (alike + step, came);
                    break;
                }
                alike += step;
                step *= 2;
            }
            while other - alike > 1 {
                let middle = alike + (other - alike) / 2;
                let came = self.at(line, middle)?;
                if came.turns == here.turns {
                    alike = middle;
                } else {
                    (other, found) = (middle, came);
                }
            }
            if found.is_so {
                return Ok(Some(other));
            }
            (at, here) = (other, found);
        }
        Ok(None)
    }
}

/// From one below the least to one above the greatest of the leaves' scores, the ends of the window and the first guess.
fn scores_that_occur(tree: &TextbookTree, setup: &Setup) -> (i64, i64) {
    let Window { alpha, beta } = setup.passes.window;
    let leaves = (0..tree.len() as u32).filter_map(|node| tree.score(&node));
    let all = leaves.chain([alpha, beta]).filter_map(Score::finite).chain(setup.passes.first_guess);
    let (least, greatest) =
        all.map(i64::from).fold((i64::MAX, i64::MIN), |(low, high), score| (low.min(score), high.max(score)));
    (least.saturating_sub(1), greatest.saturating_add(1))
}

parceled! {
    SmallestChange { leaf, node, from, to }
}
