//! Single errors that can be planted in a search.

use super::scribe::INFINITY;
use super::seeker::{Call, Entry, Open, Seeker};

/// An error of the search itself; its recording is correct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slip {
    RootClosed,
    RootReversed,
    StaleWindow,
    AlphaTooHigh,
    AlphaTooLow,
    BetaTooLow,
    WindowNotTurned,
    WindowReversed,
    NullWindowBelowAlpha,
    NoReSearch,
    ReSearchWithNullWindow,
    ReSearchTooNarrow,
    FailedLowTaken,
    FailedHighTaken,
    StoppedBeforeBoundsMeet,
    ScoreNotTurned,
    ScoreOfSibling,
    MinTaken,
    BetterForgotten,
    LateCut,
    MissedCut,
    EarlyCut,
    CutAtEqual,
    EnteredAfterCut,
    ChildLeftOut,
    MovesReversed,
    SearchedTwice,
    WrongLeaf,
    LeafOtherThanBefore,
    WrongSideLeaf,
    EarlyLeaf,
    BelowLimit,
    AboveLimit,
    WrongResult,
    HardInSoft,
    SoftInHard,
    StoredSwapped,
    StoredAsExact,
    StoredByRaisedAlpha,
    StoredElsewhere,
    StoredTooTight,
    StoredTooDeep,
    LesserDepthAnswers,
    /// Entries of any depth answer a lookup.
    AnyDepthAnswers,
    UnsettlingAnswers,
    OtherEntry,
    NeverStored,
    OtherAnswer,
    NarrowedTooFar,
    NotNarrowed,
    EnteredAfterAnswer,
    /// A quiescence search continues although standing pat has cut.
    EnteredAfterStandPat,
}

impl Slip {
    pub const ALL: &[Self] = &[
        Self::RootClosed,
        Self::RootReversed,
        Self::StaleWindow,
        Self::AlphaTooHigh,
        Self::AlphaTooLow,
        Self::BetaTooLow,
        Self::WindowNotTurned,
        Self::WindowReversed,
        Self::NullWindowBelowAlpha,
        Self::NoReSearch,
        Self::ReSearchWithNullWindow,
        Self::ReSearchTooNarrow,
        Self::FailedLowTaken,
        Self::FailedHighTaken,
        Self::StoppedBeforeBoundsMeet,
        Self::ScoreNotTurned,
        Self::ScoreOfSibling,
        Self::MinTaken,
        Self::BetterForgotten,
        Self::LateCut,
        Self::MissedCut,
        Self::EarlyCut,
        Self::CutAtEqual,
        Self::EnteredAfterCut,
        Self::ChildLeftOut,
        Self::MovesReversed,
        Self::SearchedTwice,
        Self::WrongLeaf,
        Self::LeafOtherThanBefore,
        Self::WrongSideLeaf,
        Self::EarlyLeaf,
        Self::BelowLimit,
        Self::AboveLimit,
        Self::WrongResult,
        Self::HardInSoft,
        Self::SoftInHard,
        Self::StoredSwapped,
        Self::StoredAsExact,
        Self::StoredByRaisedAlpha,
        Self::StoredElsewhere,
        Self::StoredTooTight,
        Self::StoredTooDeep,
        Self::LesserDepthAnswers,
        Self::AnyDepthAnswers,
        Self::UnsettlingAnswers,
        Self::OtherEntry,
        Self::NeverStored,
        Self::OtherAnswer,
        Self::NarrowedTooFar,
        Self::NotNarrowed,
        Self::EnteredAfterAnswer,
        Self::EnteredAfterStandPat,
    ];
}

/// A planted error, and where it happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planted {
    pub slip: Option<Slip>,
    /// Number of opportunities to skip.
    pub wait: usize,
    /// First and last line at which the error is visible, from 0.
    pub lines: Option<(usize, usize)>,
}

impl Seeker {
    /// Whether the error happens here, so that it is visible in the next line.
    pub fn slips(&mut self, slip: Slip, is_chance: bool) -> bool {
        self.slips_at(slip, is_chance, 0, 0)
    }

    /// Whether the error happens here, with `first` and `last` as offsets of the visible lines from the next line.
    pub fn slips_at(&mut self, slip: Slip, is_chance: bool, first: usize, last: usize) -> bool {
        if self.planted.slip != Some(slip) || !is_chance || self.planted.lines.is_some() || self.scribe.is_silent {
            return false;
        }
        if self.planted.wait > 0 {
            self.planted.wait -= 1;
            return false;
        }
        let next = self.scribe.lines.len();
        self.planted.lines = Some((next + first, next + last));
        true
    }

    /// Window of the root.
    pub fn slip_root(&mut self, window: (i32, i32)) -> (i32, i32) {
        if self.slips(Slip::RootClosed, true) {
            (3, 3)
        } else if self.slips(Slip::RootReversed, true) {
            (4, 2)
        } else {
            window
        }
    }

    /// Window of a child for its mover, from the right window and the parent's.
    pub fn slip_given(&mut self, open: &Open, asked: (i32, i32), right: (i32, i32)) -> (i32, i32) {
        if !self.ways.cuts {
            return right;
        }
        let (alpha, beta) = asked;
        let turn = |(low, high): (i32, i32)| if right == asked { (low, high) } else { (-high, -low) };
        let is_finite = |end: i32| end.abs() < INFINITY;
        let is_wide = beta - alpha > 3;
        let mut given = right;
        if self.slips(Slip::StaleWindow, is_wide && open.searched != open.window()) {
            given = turn(open.searched);
        }
        if self.slips(Slip::AlphaTooHigh, is_wide && is_finite(alpha)) {
            given = turn((alpha + 1, beta));
        }
        if self.slips(Slip::AlphaTooLow, is_wide && is_finite(alpha)) {
            given = turn((alpha - 1, beta));
        }
        if self.slips(Slip::BetaTooLow, is_wide && is_finite(beta)) {
            given = turn((alpha, beta - 1));
        }
        let is_turned = right != asked;
        if self.slips(Slip::WindowNotTurned, is_wide && is_turned) {
            given = asked;
        }
        if self.slips(Slip::WindowReversed, is_wide && is_turned && is_finite(alpha.min(beta))) {
            given = (-alpha, -beta);
        }
        given
    }

    /// Null window for a child.
    pub fn slip_null(&mut self, (alpha, beta): (i32, i32)) -> (i32, i32) {
        if self.slips(Slip::NullWindowBelowAlpha, beta - alpha > 3 && alpha > -INFINITY) {
            (alpha - 1, alpha)
        } else {
            (alpha, alpha + 1)
        }
    }

    /// Score of a place where the game is over or the evaluation is used.
    pub fn slip_leaf(&mut self, place: usize, score: i32) -> i32 {
        let is_over = self.graph.places[place].over.is_some();
        let was_seen = !self.leaves.insert(place);
        let is_judged = is_over && self.graph.is_known;
        let is_wrong = self.slips(Slip::WrongLeaf, is_judged)
            || self.slips(Slip::LeafOtherThanBefore, was_seen && self.ways.table.is_some());
        match () {
            () if is_wrong => score + 1,
            () if self.slips(Slip::WrongSideLeaf, (is_judged || self.graph.is_evaluated) && score != 0) => -score,
            () => score,
        }
    }

    /// Depth of a child.
    pub fn slip_depth(&mut self, depth: i32, to: usize) -> i32 {
        let goes_on = self.graph.places[to].over.is_none() && self.has_limit && self.graph.is_known;
        if self.slips_at(Slip::BelowLimit, goes_on && depth == 0, 1, 1) {
            1
        } else if self.slips_at(Slip::AboveLimit, goes_on && depth == 1, 0, 1) {
            0
        } else {
            depth
        }
    }

    /// Score of a child as its parent uses it.
    pub fn slip_score(&mut self, score: i32, turns: bool, sibling: Option<i32>) -> i32 {
        if self.slips(Slip::ScoreNotTurned, turns && score != 0) {
            return -score;
        }
        match sibling {
            Some(other) if self.slips(Slip::ScoreOfSibling, other != score) => other,
            _ => score,
        }
    }

    /// Updates the node wrongly if this is the planted error. Returns whether it did.
    pub fn slip_update(&mut self, open: &mut Open, score: i32) -> bool {
        let is_later = open.children > 1;
        if self.slips(Slip::MinTaken, is_later && score != open.best) {
            open.best = open.best.min(score);
            return true;
        }
        // The window is not updated either.
        self.slips(Slip::BetterForgotten, is_later && score > open.best && self.ways.cuts)
    }

    /// Whether a node cuts, wrongly if this is the planted error.
    pub fn slip_cut(&mut self, open: &Open, is_cut: bool, is_last: bool) -> bool {
        let is_equal = open.alpha == open.beta;
        let is_late = self.slips(Slip::LateCut, is_cut && is_equal && !is_last)
            || self.slips(Slip::MissedCut, is_cut && !is_equal && !is_last);
        let may_cut = self.ways.cuts && !is_cut && !is_last;
        let is_early =
            self.slips(Slip::EarlyCut, may_cut && !is_equal) || self.slips(Slip::CutAtEqual, may_cut && is_equal);
        (is_cut && !is_late) || is_early
    }

    /// Score that a node returns.
    pub fn slip_result(&mut self, open: &Open, best: i32) -> i32 {
        let (low, high) = open.searched;
        // Another planted error can have reversed the window.
        let high = high.max(low);
        if self.slips(Slip::WrongResult, true) {
            best + 2
        } else if self.slips(Slip::HardInSoft, !self.ways.is_hard && self.ways.cuts && best.clamp(low, high) != best) {
            best.clamp(low, high)
        } else if self.slips(Slip::SoftInHard, self.ways.is_hard && open.soft != best) {
            open.soft
        } else {
            best
        }
    }

    /// Arguments of a store: the place of the entry, the bounds and the depth.
    pub fn slip_store(&mut self, open: &Open, bounds: (i32, i32), depth: i32) -> (usize, (i32, i32), i32) {
        let (best, place) = (open.best, open.call.place);
        let (lower, upper) = bounds;
        let is_exact = lower == upper;
        // With earlier knowledge, the other bound could be right too.
        let is_new = self.entry(&self.graph.places[place].key).is_none();
        if self.slips(Slip::StoredSwapped, !is_exact && is_new) {
            let swapped = if lower == best { (-INFINITY, best) } else { (best, INFINITY) };
            return (place, swapped, depth);
        }
        if self.slips(Slip::StoredAsExact, !is_exact && is_new) {
            return (place, (best, best), depth);
        }
        if self.slips(Slip::StoredByRaisedAlpha, is_exact && best > open.searched.0) {
            return (place, (-INFINITY, best), depth);
        }
        if self.slips(Slip::StoredTooTight, !is_exact) {
            let tight = if lower == best { (lower + 1, upper) } else { (lower, upper - 1) };
            return (place, tight, depth);
        }
        let other =
            self.stored.iter().copied().find(|&other| {
                other != place && self.graph.places[other].is_first == self.graph.places[place].is_first
            });
        let elsewhere = other.filter(|_| self.slips(Slip::StoredElsewhere, true));
        self.stored.push(place);
        let depth = if self.slips(Slip::StoredTooDeep, true) { depth + 1 } else { depth };
        (elsewhere.unwrap_or(place), bounds, depth)
    }

    /// Result of a lookup for a place: the entry, and the place to which it belongs.
    pub fn slip_entry(&mut self, call: &Call, entry: Option<Entry>) -> Option<(usize, Entry)> {
        let Some(entry) = entry else {
            let never = Entry { depth: call.depth, bounds: (7, 7), best: None };
            return self.slips(Slip::NeverStored, self.graph.is_known).then_some((call.place, never));
        };
        let places = &self.graph.places;
        let other = self.stored.iter().copied().find_map(|other| {
            let is_like = other != call.place && places[other].is_first == places[call.place].is_first;
            let found = self.table.get(&places[other].key).filter(|found| is_like && found.bounds != entry.bounds)?;
            Some((other, found.clone()))
        });
        match other {
            Some(other) if self.slips(Slip::OtherEntry, true) => Some(other),
            _ => Some((call.place, entry)),
        }
    }
}
