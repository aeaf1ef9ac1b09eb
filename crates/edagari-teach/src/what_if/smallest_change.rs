//! Search for the smallest change of one leaf's score that makes a cut appear or vanish, and the text about it.

use super::outcome::Outcome;
use super::outcome::{CutSite, Wanted};
use edagari_core::analysis::node_name;
use edagari_core::game::{AnyGame, Board, Game, Player, TextbookTree};
use edagari_core::language::{Language, Text};
use edagari_core::score::{Score, Window};
use edagari_core::search::{GameKnowledge, Natural, Order, RefusedSetup, RootWindows, SearchSetup, search_any};
use edagari_core::trace::{Progress, Setup, Trace};

/// Change of one leaf's score.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct SmallestChange {
    /// Moves to the leaf.
    pub leaf: Vec<u32>,
    /// Number of the leaf in the tree.
    pub node: u32,
    /// Original score.
    pub from: i32,
    /// New score.
    pub to: i32,
}

/// Reason why the smallest change cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The run is not a search that cuts.
    #[error("the run has no cuts by windows, expected α-β or a search like it")]
    NoCuts,
    /// The order of the moves depends on the scores.
    #[error("the order of the moves is {0}, expected the natural one")]
    Order(Order),
    /// The options of the setup do not fit the tree.
    #[error(transparent)]
    Setup(#[from] RefusedSetup),
    /// The location does not exist in the tree, or the child has no later siblings.
    #[error("no cut is possible there, expected a child with later siblings")]
    NoSuchPlace,
    /// The wanted state already exists without a change.
    #[error("the cut {0} without any change")]
    AlreadySo(&'static str),
    /// The computation was cancelled.
    #[error("the search for the smallest change was cancelled")]
    Cancelled,
}

/// Computes the smallest change that makes a cut disappear or appear: among all changes of a single leaf's score, one with the
/// smallest absolute difference; among equal ones, that of the first leaf in the order of the tree, then the lower score. `None`
/// if no change of a single leaf suffices.
///
/// Only leaves that the run visits are tried, because the search uses no other scores. Scores of a leaf with the same results of all
/// comparisons form intervals, so only the ends of the intervals are searched, by doubling and bisection. This does not hold for
/// searches whose root windows halve a range of scores: there, each score is tried from one below to one above the occurring scores.
///
/// ```
/// use edagari_core::game::TextbookTree;
/// use edagari_core::trace::Progress;
/// use edagari_teach::what_if::{CutSite, Wanted, smallest_change};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let (site, is_cut) = CutSite::at(&trace, cut).expect("an update");
/// assert!(is_cut);
/// let tree = TextbookTree::three_move_figure();
/// let change = smallest_change(&tree, &trace.setup, &site, Wanted::Vanish, &Progress::default())?;
/// let change = change.expect("one leaf suffices");
/// // The score of H changes from 3 to 5, so that the 4 of I is below it.
/// assert_eq!((change.leaf, change.from, change.to), (vec![0, 0, 1], 3, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ChangeError`], also if the computation was cancelled.
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
        // The downward direction is tried last, so that the lower of two equal changes is kept.
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

/// Returns the moves to each node. Sorted paths are in the order of the tree: each node before its descendants.
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

/// Scores of one leaf on one side of its original score.
#[derive(Clone, Copy)]
struct Line {
    leaf: u32,
    from: i64,
    direction: i64,
}

/// Result of a run.
#[derive(Clone, Copy)]
struct RunResult {
    turns: u64,
    is_so: bool,
}

struct Runs<'a> {
    tree: &'a TextbookTree,
    setup: SearchSetup,
    place: (u32, u32),
    wanted: Wanted,
    progress: &'a Progress,
    /// Smallest and largest score to try, if the root windows halve a range of scores.
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

    /// Returns the result of the unchanged run, and the leaves that it visits.
    fn base(&self) -> Result<(RunResult, Vec<u32>), ChangeError> {
        let mut outcome = self.observe().listing_leaves();
        search_any(self.tree, &self.tree.root(), self.setup, &Natural, &mut outcome).ok_or(ChangeError::Cancelled)?;
        let came = RunResult { turns: outcome.turns(), is_so: outcome.is(self.wanted) };
        Ok((came, outcome.into_leaves()))
    }

    /// Returns the result of the run with the leaf's score changed by `by` in the direction of the line.
    fn at(&self, Line { leaf, from, direction }: Line, by: i64) -> Result<RunResult, ChangeError> {
        if self.progress.is_cancelled() {
            return Err(ChangeError::Cancelled);
        }
        let score = Score::new((from + direction * by) as i32);
        let game = ChangedLeaf { tree: self.tree.clone(), leaf, score };
        let mut outcome = self.observe();
        search_any(&game, &game.root(), self.setup, &Natural, &mut outcome).ok_or(ChangeError::Cancelled)?;
        Ok(RunResult { turns: outcome.turns(), is_so: outcome.is(self.wanted) })
    }

    /// Returns the largest distance to try, if the root windows halve a range of scores.
    fn range(&self, from: i32, direction: i64) -> Option<i64> {
        self.halves_within.map(
            |(least, greatest)| {
                if direction > 0 { greatest - i64::from(from) } else { i64::from(from) - least }
            },
        )
    }

    /// Returns the smallest distance up to `most` with the wanted state; `base` is the result at distance 0.
    fn first(&self, line: Line, base: RunResult, most: i64) -> Result<Option<i64>, ChangeError> {
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
            // Distances from `at` to `alike` have the same hash as `here`; `other` has a different one.
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

/// Returns the range from one below the smallest to one above the largest of the leaves' scores, the ends of the window and the first guess.
fn scores_that_occur(tree: &TextbookTree, setup: &Setup) -> (i64, i64) {
    let Window { alpha, beta } = setup.passes.window;
    let leaves = (0..tree.len() as u32).filter_map(|node| tree.score(&node));
    let all = leaves.chain([alpha, beta]).filter_map(Score::finite).chain(setup.passes.first_guess);
    let (least, greatest) =
        all.map(i64::from).fold((i64::MAX, i64::MIN), |(low, high), score| (low.min(score), high.max(score)));
    (least.saturating_sub(1), greatest.saturating_add(1))
}

/// Returns a sentence with the smallest change, or that there is none; `trace` is a run of the tree.
#[must_use]
pub fn smallest_change_text(
    trace: &Trace,
    site: &CutSite,
    wanted: Wanted,
    change: Option<&SmallestChange>,
    language: Language,
) -> String {
    let below: Vec<u32> = site.path.iter().copied().chain([site.after]).collect();
    let [node, child] = [&site.path, &below].map(|path| node_name(trace, path, language));
    let Some(change) = change else {
        let text = match wanted {
            Wanted::Vanish => Text::NoChangeVanishes,
            Wanted::Appear => Text::NoChangeAppears,
        };
        return language.fill(text, &[("node", &node), ("child", &child)]);
    };
    let text = match wanted {
        Wanted::Vanish => Text::ChangeVanishes,
        Wanted::Appear => Text::ChangeAppears,
    };
    let by = language.number((i64::from(change.to) - i64::from(change.from)).unsigned_abs());
    let score = |score: i32| edagari_core::score::Score::new(score).to_string();
    let leaf = node_name(trace, &change.leaf, language);
    let (from, to) = (score(change.from), score(change.to));
    let values = [("node", &*node), ("child", &*child), ("leaf", &leaf), ("from", &from), ("to", &to), ("by", &by)];
    language.fill(text, &values)
}

/// Tree with a replaced score of one leaf.
#[derive(Clone, Debug)]
pub(super) struct ChangedLeaf {
    pub tree: TextbookTree,
    pub leaf: u32,
    pub score: Score,
}

impl Game for ChangedLeaf {
    type Position = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        self.tree.root()
    }

    fn player(&self, position: &u32) -> Player {
        self.tree.player(position)
    }

    fn score(&self, position: &u32) -> Option<Score> {
        let own = self.tree.score(position);
        if *position == self.leaf && own.is_some() { Some(self.score) } else { own }
    }

    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        self.tree.moves(position, moves);
    }

    fn play(&self, position: &u32, mv: u32) -> u32 {
        self.tree.play(position, mv)
    }

    fn move_text(&self, position: &u32, mv: u32) -> String {
        self.tree.move_text(position, mv)
    }

    fn board(&self, position: &u32) -> Board {
        self.tree.board(position)
    }
}
