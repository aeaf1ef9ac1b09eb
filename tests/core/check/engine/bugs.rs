//! Faults that authors of engines make, planted in the engine; its recording stays right.

use super::super::scribe::INFINITY;
use super::journal::MATE;
use super::search::{Call, Engine, Entry, Node, is_mate};

/// Declares the faults, with the list of all.
macro_rules! bugs {
    ($($bug:ident),* $(,)?) => {
        /// A fault of the engine.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Bug { $($bug),* }

        impl Bug {
            pub const ALL: &[Self] = &[$(Self::$bug),*];
        }
    };
}

bugs! {
    RootReversed, FailedWindowTaken, SameWindowAgain, WrongLine, OtherBest, ChildNotTurned, ChildReversed, ChildOfBefore,
    ChildAlphaTooHigh, ScoutBelowAlpha, AgainSwapped, AgainTooNarrow, AgainWithNullWindow, NoReSearch, ReducedScoreTaken,
    NullMoveNotTurned, NullMoveBelowBeta, InnerNotTurned, InnerElsewhere, MateNotAdjusted, MateAdjustedTwice,
    MateStoredUnadjusted, StoredSwapped, StoredAsExact, StoredByRaisedAlpha, StoredTooDeep, OtherEntry,
    EntryNegated, ShallowAnswer, BoundOnWrongSide, UnclippedAnswer, EnteredAfterAnswer, ExcludedMoveStores,
    ExcludedMoveLooksUp, ScoreNotTurned, BetterForgotten, AlphaNotRaised, LateCut, EarlyCut, EnteredAfterCut,
    LastMoveLeftOut, WrongResult, WorseResult, MateWithoutPly, RepetitionScore, NoStandPat, StandPatNotTurned,
    EnteredAfterStandPat, KeyCollides, SecondKey,
}

/// A planted fault, and where it happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planted {
    pub bug: Option<Bug>,
    /// Number of opportunities to skip.
    pub wait: usize,
    /// First and last line at which the fault is visible, from 0.
    pub lines: Option<(usize, usize)>,
}

impl Planted {
    /// Moves the place of the fault back by a number of lines.
    pub fn back(&mut self, by: usize) {
        self.lines = self.lines.map(|(first, last)| (first - by, last));
    }
}

type Pair = (i32, i32);

impl Engine {
    /// Whether the fault is planted, anywhere.
    pub fn has_bug(&self, bug: Bug) -> bool {
        self.planted.bug == Some(bug)
    }

    /// Whether the fault happens here, so that it is visible in the next line.
    pub fn is_bug(&mut self, bug: Bug, is_chance: bool) -> bool {
        self.is_bug_in(bug, is_chance, 0, 0)
    }

    /// Whether the fault happens here, with the visible lines counted from the next line.
    pub fn is_bug_in(&mut self, bug: Bug, is_chance: bool, first: usize, last: usize) -> bool {
        if !self.has_bug(bug) || !is_chance || self.planted.lines.is_some() || self.journal.is_closed {
            return false;
        }
        // The engine has these faults everywhere.
        let is_everywhere = matches!(
            bug,
            Bug::MateStoredUnadjusted
                | Bug::SecondKey
                | Bug::KeyCollides
                | Bug::ExcludedMoveStores
                | Bug::ExcludedMoveLooksUp
        );
        if self.planted.wait > 0 && !is_everywhere {
            self.planted.wait -= 1;
            return false;
        }
        let next = self.journal.lines.len();
        self.planted.lines = Some((next + first, next + last));
        true
    }

    /// Notes the key of a place; with `SecondKey`, some have another key far from the root.
    pub fn bug_key(&mut self, spot: usize) {
        let key = self.key(spot);
        if self.has_bug(Bug::SecondKey) && *self.seen_keys.entry(spot).or_insert_with(|| key.clone()) != key {
            self.is_bug(Bug::SecondKey, true);
        }
    }

    /// Window of a child for its mover.
    pub fn bug_window(&mut self, node: &Node, call: &Call, right: Pair) -> Pair {
        let (alpha, beta) = call.window;
        let is_wide = beta - alpha > 3;
        let is_finite = |end: i32| end.abs() < INFINITY;
        match () {
            () if self.is_bug(Bug::ChildNotTurned, is_wide && right != (alpha, beta)) => (alpha, beta),
            () if self.is_bug(Bug::ChildReversed, is_wide && is_finite(alpha.min(beta))) => (-alpha, -beta),
            () if self
                .is_bug(Bug::ChildOfBefore, is_wide && !self.options.scouts && node.searched != node.window()) =>
            {
                (-node.searched.1, -node.searched.0)
            }
            () if self.is_bug(Bug::ChildAlphaTooHigh, is_wide && is_finite(beta)) => (right.0 + 1, right.1),
            () => right,
        }
    }

    /// Window of a null move, seen from the player who makes it.
    pub fn bug_null(&mut self, node: &Node) -> Pair {
        if self.is_bug(Bug::NullMoveNotTurned, true) {
            (-node.beta, -node.beta + 1)
        } else {
            (node.beta - 1, node.beta)
        }
    }

    /// Window of an internal deepening.
    pub fn bug_inner_window(&mut self, node: &Node) -> Pair {
        let (alpha, beta) = node.window();
        match () {
            () if self.is_bug(Bug::InnerNotTurned, (-beta, -alpha) != (alpha, beta)) => (-beta, -alpha),
            () if self.is_bug(Bug::InnerElsewhere, beta < 500) => (beta + 2, beta + 30),
            () => (alpha, beta),
        }
    }

    pub fn bug_null_window(&mut self, node: &Node) -> Pair {
        let (alpha, beta) = node.window();
        if self.is_bug(Bug::ScoutBelowAlpha, beta - alpha > 3 && alpha > -INFINITY) {
            (alpha - 1, alpha)
        } else {
            (alpha, alpha + 1)
        }
    }

    /// A search again with the whole window.
    pub fn bug_again(&mut self, node: &Node, whole: Call) -> Call {
        let (alpha, beta) = node.window();
        let window = match () {
            () if self.is_bug(Bug::AgainSwapped, beta < INFINITY) => (beta, alpha),
            () if self.is_bug(Bug::AgainTooNarrow, beta - alpha > 30 && beta < INFINITY) => (beta - 2, beta),
            () if self.is_bug(Bug::AgainWithNullWindow, self.options.scouts && beta - alpha > 1 && whole.depth > 1) => {
                (alpha, alpha + 1)
            }
            () => whole.window,
        };
        Call { window, ..whole }
    }

    pub fn bug_leaf(&mut self, node: &Node, score: i32) -> i32 {
        let is_chance = is_mate(score) && node.call.ply > 0;
        if self.is_bug(Bug::MateWithoutPly, is_chance) { -MATE } else { score }
    }

    pub fn bug_stand_pat(&mut self, score: i32) -> i32 {
        if self.is_bug(Bug::StandPatNotTurned, score != 0) { -score } else { score }
    }

    pub fn bug_score(&mut self, score: i32) -> i32 {
        if self.is_bug(Bug::ScoreNotTurned, score != 0) { -score } else { score }
    }

    pub fn bug_cut(&mut self, node: &Node, is_cut: bool, has_rest: bool) -> bool {
        let is_late = self.is_bug(Bug::LateCut, is_cut && has_rest);
        let is_early = self.is_bug(Bug::EarlyCut, !is_cut && has_rest && node.alpha < node.beta);
        (is_cut && !is_late) || is_early
    }

    pub fn bug_result(&mut self, node: &Node, score: i32) -> i32 {
        match () {
            () if self.is_bug(Bug::WrongResult, node.children > 0) => score + 2,
            () if self.is_bug(Bug::WorseResult, node.children > 1 && node.best > node.searched.0) => score - 3,
            () => score,
        }
    }

    /// The reported best move.
    pub fn bug_best<'a>(&mut self, node: &Node, best: Option<&'a String>) -> Option<&'a String> {
        let is_inside = node.searched.0 < node.best && node.best < node.searched.1;
        let ways = &self.place(node.call.spot).ways;
        let worse = node.scores.iter().find(|&&(_, score)| best.is_some() && score < node.best);
        let other = worse.map(|&(way, _)| &ways[way].name);
        let is_chance = is_inside && node.children == ways.len() && other.is_some();
        if self.is_bug(Bug::OtherBest, is_chance) { other } else { best }
    }

    /// The reported line.
    pub fn bug_line(&mut self, line: Option<String>) -> Option<String> {
        // Where moves are skipped, the best child of a node is unknown.
        let has_more = !self.options.guesses() && line.as_ref().is_some_and(|line| line.contains(' '));
        if !self.is_bug(Bug::WrongLine, has_more) {
            return line;
        }
        let first = line.as_deref().and_then(|line| line.split(' ').next()).unwrap_or_default();
        Some(format!("{first} nowhere"))
    }

    /// The entry that a lookup finds.
    pub fn bug_entry(&mut self, node: &Node, entry: Option<Entry>) -> Option<Entry> {
        let mut entry = entry?;
        let spot = node.call.spot;
        let other = self.stored.iter().copied().find(|&other| {
            let is_like = other != spot && self.place(other).is_first == self.place(spot).is_first;
            is_like && self.table.get(&self.key(other)).is_some_and(|found| found.bounds != entry.bounds)
        });
        if let Some(other) = other
            && self.is_bug(Bug::OtherEntry, true)
        {
            entry = self.table[&self.key(other)].clone();
        }
        entry.best = entry.best.filter(|_| entry.spot == spot);
        let (lower, upper) = entry.bounds;
        if self.is_bug(Bug::EntryNegated, lower + upper != 0) {
            entry.bounds = (-upper, -lower);
        }
        Some(entry)
    }

    /// The distance from the root by which the mates of an entry are adjusted.
    pub fn bug_ply(&mut self, node: &Node, entry: &Entry) -> i32 {
        let has_mate = is_mate(entry.bounds.0) || is_mate(entry.bounds.1);
        let ply = node.call.ply;
        // All stores before are wrong, too.
        if self.has_bug(Bug::MateStoredUnadjusted) {
            self.is_bug(Bug::MateStoredUnadjusted, has_mate && ply > 0);
        }
        match () {
            () if self.is_bug(Bug::MateNotAdjusted, has_mate && ply > 0) => 0,
            () if self.is_bug(Bug::MateAdjustedTwice, has_mate && ply > 0) => 2 * ply,
            () => ply,
        }
    }

    /// The distance from the root by which the mates of a node are adjusted when it is stored.
    pub fn bug_kept_ply(&self, node: &Node) -> i32 {
        if self.has_bug(Bug::MateStoredUnadjusted) { 0 } else { node.call.ply }
    }

    /// Arguments of a store: bounds and depth.
    pub fn bug_store(&mut self, node: &Node, bounds: Pair, depth: i32) -> (Pair, i32) {
        let spot = node.call.spot;
        let (lower, upper) = bounds;
        let (best, is_exact) = (node.best, lower == upper);
        let is_new = !self.table.contains_key(&self.key(spot)) && node.children > 0;
        match () {
            () if self.is_bug(Bug::StoredSwapped, !is_exact && is_new) => {
                let swapped = if lower == best { (-INFINITY, best) } else { (best, INFINITY) };
                (swapped, depth)
            }
            () if self.is_bug(Bug::StoredAsExact, !is_exact && is_new) => ((best, best), depth),
            () if self.is_bug(Bug::StoredByRaisedAlpha, is_exact && is_new && depth > 0) => ((-INFINITY, best), depth),
            () if self.is_bug(Bug::StoredTooDeep, !self.options.guesses()) => (bounds, depth + 1),
            () => (bounds, depth),
        }
    }
}
