//! The searches: a negamax with the options of `Ways` that records its steps with a `Scribe`.

use std::collections::{HashMap, HashSet};

use super::graph::Graph;
use super::made_up::MATE;
use super::scribe::{Entered, INFINITY, Scribe};
use super::slips::{Planted, Slip};
use super::ways::{Guess, TableUse, Ways};

/// Table entry of a position, from the point of view of its mover.
#[derive(Clone, Debug)]
pub struct Entry {
    pub depth: i32,
    pub bounds: (i32, i32),
    pub best: Option<String>,
}

/// Arguments of the search of a place, from the point of view of its mover.
#[derive(Clone, Debug, Default)]
pub struct Call {
    pub place: usize,
    pub depth: i32,
    pub window: (i32, i32),
    pub ply: i32,
    /// Whether the first player moves at the parent; `None` at the root.
    pub is_below_first: Option<bool>,
    pub mv: Option<String>,
    pub kind: Option<&'static str>,
    pub counts: Option<bool>,
    pub reduced: Option<i32>,
    pub extended: Option<i32>,
    /// Whether it is a re-search after a null window.
    pub is_again: bool,
    /// Whether the node is the same place as its parent.
    pub is_same_place: bool,
    /// An excluded move.
    pub without: Option<String>,
}

/// An open node, from the point of view of its mover.
pub struct Open {
    pub id: u64,
    pub call: Call,
    /// Window of its children before any has returned.
    pub searched: (i32, i32),
    pub alpha: i32,
    pub beta: i32,
    pub best: i32,
    /// Best score of a child.
    pub soft: i32,
    pub best_move: Option<String>,
    pub children: usize,
    /// Whether its first move is searched deeper, because all others are clearly worse.
    pub is_singular: bool,
}

impl Open {
    pub fn at(&self) -> (u64, usize) {
        (self.id, self.call.place)
    }

    pub fn window(&self) -> (i32, i32) {
        (self.alpha, self.beta)
    }
}

pub struct Seeker {
    pub graph: &'static Graph,
    pub ways: Ways,
    pub scribe: Scribe,
    pub table: HashMap<String, Entry>,
    pub next_id: u64,
    /// Best move of the last node that was left.
    pub last_best: Option<String>,
    pub planted: Planted,
    /// Places left as leaves, and places stored in the table.
    pub leaves: HashSet<usize>,
    pub stored: Vec<usize>,
    pub has_limit: bool,
}

impl Seeker {
    pub fn new(graph: &'static Graph, ways: Ways, scribe: Scribe) -> Self {
        Self {
            graph,
            ways,
            scribe,
            table: HashMap::new(),
            next_id: 1,
            last_best: None,
            planted: Planted::default(),
            leaves: HashSet::new(),
            stored: Vec::new(),
            has_limit: false,
        }
    }

    /// Moves in search order: the table's best move first.
    fn order(&mut self, call: &Call) -> Vec<usize> {
        let place = &self.graph.places[call.place];
        let in_quiescence = call.depth <= 0;
        if self.graph.settled(call.place, call.depth).is_some() && (!in_quiescence || !self.is_quiet()) {
            return Vec::new();
        }
        if place.over.is_some() || call.depth < -2 || self.is_razored(call) {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..place.ways.len())
            .filter(|&way| !in_quiescence || place.ways[way].is_loud)
            .filter(|&way| call.without.as_ref() != Some(&place.ways[way].name))
            .collect();
        let first = self.entry(&place.key).and_then(|entry| entry.best);
        order.sort_by_key(|&way| first.as_ref() != Some(&place.ways[way].name));
        if self.slips_at(Slip::MovesReversed, order.len() > 1 && self.ways.table.is_none() && self.graph.is_known, 0, 1)
        {
            order.reverse();
        }
        order
    }

    /// Searches a place and returns its score for its mover.
    pub fn search(&mut self, call: &Call) -> i32 {
        let id = self.next_id;
        self.next_id += 1;
        let mut order = self.order(call);
        let place = &self.graph.places[call.place];
        let is_quiet = call.depth <= 0 && place.over.is_none() && self.is_quiet();
        let names: Vec<String> = order.iter().map(|&way| place.ways[way].name.clone()).collect();
        self.scribe.enter(&Entered {
            id,
            place: call.place,
            is_below_first: call.is_below_first,
            mv: call.mv.clone(),
            window: call.window,
            moves: (!names.is_empty() && !self.deepens_inside()).then_some(names),
            is_same_place: call.is_same_place,
            depth: call.depth,
            kind: call.kind.or(is_quiet.then_some("quiescence")),
            counts: call.counts,
            reduced: call.reduced,
            extended: call.extended,
        });
        let (alpha, beta) = call.window;
        let best = if self.ways.is_hard { alpha } else { -INFINITY };
        let mut open = Open {
            id,
            searched: call.window,
            alpha,
            beta,
            best,
            soft: -INFINITY,
            best_move: None,
            children: 0,
            is_singular: false,
            call: call.clone(),
        };
        let known = if is_quiet { None } else { self.graph.settled(call.place, call.depth) };
        if let Some(score) = known {
            let score = self.slip_leaf(call.place, score);
            return self.leave(&open, score, "exact", None);
        }
        let goes_on = self.graph.is_known && !self.has_limit && call.ply > 0;
        if self.slips(Slip::EarlyLeaf, goes_on) {
            return self.leave(&open, 0, "exact", None);
        }
        let early = if is_quiet {
            self.stand_pat(&mut open, !order.is_empty())
        } else {
            self.before_children(&mut open, &mut order)
        };
        if let Some(score) = early {
            return score;
        }
        self.children(&mut open, &order);
        self.finish(&mut open)
    }

    pub fn leave(&mut self, open: &Open, score: i32, bound: &str, why: Option<&str>) -> i32 {
        self.scribe.leave(open.at(), score, bound, why, open.best_move.as_deref(), open.children > 0);
        score
    }

    /// Steps that can settle a node before its moves.
    fn before_children(&mut self, open: &mut Open, order: &mut Vec<usize>) -> Option<i32> {
        if self.ways.mate_distance
            && let Some(score) = self.mate_distance(open)
        {
            return Some(score);
        }
        if let Some(table) = self.ways.table
            && open.call.without.is_none()
            && let Some(score) = self.look_up(open, table)
        {
            return Some(score);
        }
        self.guess_first(open, order)
    }

    /// Mate-distance pruning: no line from here wins or loses sooner than the next moves.
    fn mate_distance(&mut self, open: &mut Open) -> Option<i32> {
        let (alpha, beta) = (open.alpha.max(open.call.ply - MATE), open.beta.min(MATE - open.call.ply - 1));
        let is_closed = alpha >= beta;
        if (alpha, beta) == open.window() {
            return None;
        }
        let bound = if beta <= open.alpha { "upper" } else { "lower" };
        (open.alpha, open.beta, open.searched) = (alpha, beta, (alpha, beta));
        self.scribe.knows(open.at(), "mate-distance", None, (alpha, beta), is_closed);
        is_closed.then(|| self.leave(open, alpha, bound, Some("mate-distance")))
    }

    fn look_up(&mut self, open: &mut Open, table: TableUse) -> Option<i32> {
        if table.is_warm && open.call.ply == 0 {
            return None;
        }
        let entry = self.entry(&self.graph.places[open.call.place].key);
        let (owner, entry) = self.slip_entry(&open.call, entry)?;
        let at = (open.id, owner);
        let (lower, upper) = entry.bounds;
        let (alpha, beta) = open.window();
        let would_settle = lower >= beta || upper <= alpha || lower == upper;
        let fits = entry.depth == open.call.depth
            || (table.deeper_answers && entry.depth > open.call.depth)
            || self.slips(Slip::LesserDepthAnswers, entry.depth < open.call.depth && would_settle)
            || self.slips(Slip::AnyDepthAnswers, entry.depth < open.call.depth && would_settle)
            || (self.planted.slip == Some(Slip::AnyDepthAnswers) && self.planted.lines.is_some());
        let is_taken = fits && !would_settle && self.slips(Slip::UnsettlingAnswers, lower > -INFINITY);
        if is_taken || (fits && would_settle) {
            self.scribe.lookup(at, entry.bounds, entry.depth, "returned", None);
            let (score, bound) = match () {
                () if lower == upper => (lower, "exact"),
                () if lower >= beta || is_taken => (lower, "lower"),
                () => (upper, "upper"),
            };
            if self.slips(Slip::EnteredAfterAnswer, true) {
                return None;
            }
            let is_other = self.planted.slip == Some(Slip::OtherAnswer) && self.slips(Slip::OtherAnswer, true);
            if is_other {
                // The answer is wrong from the line that contains it.
                self.planted.lines = self.planted.lines.map(|(first, last)| (first - 1, last));
            }
            return Some(self.leave(open, score + i32::from(is_other), bound, Some("table")));
        }
        let narrowed = (alpha.max(lower), beta.min(upper));
        let narrows = table.narrows && fits && narrowed != (alpha, beta);
        if narrows && !self.slips(Slip::NotNarrowed, true) {
            let too_far = if lower > alpha { (lower + 1, narrowed.1) } else { (narrowed.0, upper - 1) };
            (open.alpha, open.beta) = if self.slips(Slip::NarrowedTooFar, true) { too_far } else { narrowed };
            open.searched = open.window();
            self.scribe.lookup(at, entry.bounds, entry.depth, "narrowed", Some(open.searched));
        } else {
            self.scribe.lookup(at, entry.bounds, entry.depth, "nothing", None);
        }
        None
    }

    /// Searches a child. Returns its id, and its score for its parent. The arguments have the parent's point of view.
    pub fn ask(&mut self, open: &Open, way: (&str, usize), depth: i32, window: (i32, i32), extra: Call) -> (u64, i32) {
        let (name, to) = way;
        let above = self.graph.places[open.call.place].is_first;
        let turns = self.graph.places[to].is_first != above;
        let (alpha, beta) = window;
        let right = if turns { (-beta, -alpha) } else { window };
        let depth = self.slip_depth(depth, to);
        let call = Call {
            place: to,
            depth,
            window: if extra.is_again { right } else { self.slip_given(open, window, right) },
            ply: open.call.ply + 1,
            is_below_first: Some(above),
            mv: Some(name.to_owned()),
            ..extra
        };
        let id = self.next_id;
        let score = self.search(&call);
        (id, if turns { -score } else { score })
    }

    /// Searches the moves of a node in order until one cuts.
    fn children(&mut self, open: &mut Open, order: &[usize]) {
        let place = &self.graph.places[open.call.place];
        let mut sibling = None;
        for (number, &way) in order.iter().enumerate() {
            let is_last = number + 1 == order.len();
            if is_last && number > 0 && self.slips(Slip::ChildLeftOut, true) {
                break;
            }
            let (name, to) = (place.ways[way].name.as_str(), place.ways[way].to);
            if self.has(Guess::LateMoves) && number >= 2 && open.call.depth <= 2 {
                let rest: Vec<String> = order[number..].iter().map(|&way| place.ways[way].name.clone()).collect();
                self.scribe.skip(open.id, &rest, "late move");
                break;
            }
            let (mut id, mut score) = self.try_move(open, number, (name, to));
            if self.slips_at(Slip::SearchedTwice, !self.ways.scouts, 1, 1) {
                self.scribe.returned(open.at(), id, score, open.window());
                (id, score) = self.try_move(open, number, (name, to));
            }
            let turns = self.graph.places[to].is_first != place.is_first;
            score = self.slip_score(score, turns, sibling);
            sibling = Some(score);
            open.soft = open.soft.max(score);
            self.scribe.returned(open.at(), id, score, open.window());
            open.children += 1;
            if !self.slip_update(open, score) {
                if score > open.best {
                    (open.best, open.best_move) = (score, Some(name.to_owned()));
                }
                if self.ways.cuts {
                    open.alpha = open.alpha.max(score);
                }
            }
            let is_cut =
                self.ways.cuts && (open.alpha > open.beta || (open.alpha == open.beta && !self.ways.cuts_above));
            if self.ways.is_hard && !self.ways.clamps_at_end {
                // Fail-hard: β itself is returned.
                (open.best, open.alpha) = (open.best.min(open.beta), open.alpha.min(open.beta));
            }
            let is_cut = self.slip_cut(open, is_cut, is_last);
            self.scribe.update(open.at(), id, open.best, open.window(), is_cut);
            if is_cut && self.slips(Slip::EnteredAfterCut, !is_last) {
                continue;
            }
            if is_cut {
                let rest: Vec<String> = order[number + 1..].iter().map(|&way| place.ways[way].name.clone()).collect();
                self.scribe.prune(open.id, &rest);
                break;
            }
        }
    }

    /// Score of a move, after a null-window search if the search uses them.
    fn try_move(&mut self, open: &Open, number: usize, way: (&str, usize)) -> (u64, i32) {
        let (alpha, beta) = if self.ways.cuts { open.window() } else { (-INFINITY, INFINITY) };
        let depth = open.call.depth - 1;
        if number == 0 && open.is_singular {
            let extra = Call { extended: Some(1), ..Call::default() };
            return self.ask(open, way, depth + 1, (alpha, beta), extra);
        }
        if !self.ways.scouts || number == 0 || depth < 0 {
            return self.ask(open, way, depth, (alpha, beta), Call::default());
        }
        if self.has(Guess::LateReductions) && number >= 1 && depth >= 2 {
            let extra = Call { reduced: Some(1), ..Call::default() };
            let (id, score) = self.ask(open, way, depth - 1, (alpha, alpha + 1), extra);
            if score <= alpha {
                return (id, score);
            }
            self.scribe.returned(open.at(), id, score, open.window());
        }
        let null = self.slip_null((alpha, beta));
        let (id, score) = self.ask(open, way, depth, null, Call::default());
        // If the children of an opponent's child are leaves, all of them were searched, so nothing was left open.
        let turns = self.graph.places[way.1].is_first != self.graph.places[open.call.place].is_first;
        let is_settled = self.ways.is_negascout && depth <= 1 && turns;
        if score <= alpha || score >= beta || is_settled {
            return (id, score);
        }
        let place = open.call.place;
        let is_needed = |seeker: &Self| seeker.graph.turned(place, way.1, seeker.graph.value(way.1, depth)) != score;
        // The score is recorded before the update.
        let slip = self.planted.slip;
        if slip == Some(Slip::NoReSearch) && is_needed(self) && self.slips_at(Slip::NoReSearch, true, 0, 1) {
            return (id, score);
        }
        let is_useless = slip == Some(Slip::ReSearchWithNullWindow) && is_needed(self);
        self.scribe.returned(open.at(), id, score, open.window());
        let again = match () {
            () if self.slips(Slip::ReSearchWithNullWindow, is_useless) => (alpha, alpha + 1),
            () if self.slips(Slip::ReSearchTooNarrow, score + 2 < beta) => (score + 1, beta),
            // The null window has proved this lower bound.
            () if self.ways.is_negascout => (score, beta),
            () => (alpha, beta),
        };
        self.ask(open, way, depth, again, Call { is_again: true, ..Call::default() })
    }

    /// Stores the result in the table and returns.
    fn finish(&mut self, open: &mut Open) -> i32 {
        let (low, high) = open.searched;
        let best = if self.ways.is_hard { open.best.min(high) } else { open.best };
        let bound = match () {
            () if !self.ways.cuts => "exact",
            () if best <= low => "upper",
            () if best >= high => "lower",
            () => "exact",
        };
        let in_table = self.ways.table.is_some() && open.call.without.is_none() && open.call.depth > 0;
        if in_table {
            let lower = if bound == "upper" { -INFINITY } else { best };
            let upper = if bound == "lower" { INFINITY } else { best };
            let (owner, bounds, depth) = self.slip_store(open, (lower, upper), open.call.depth);
            let entry = Entry { depth, bounds, best: open.best_move.clone() };
            self.keep(self.graph.places[owner].key.clone(), entry);
            self.scribe.store((open.id, owner), bounds, depth, open.best_move.as_deref());
        }
        self.last_best.clone_from(&open.best_move);
        // The skipped bad moves settle the node.
        let is_futile = self.has(Guess::Futility) || self.has(Guess::FutilityBySkip);
        let stands_pat = self.has(Guess::StandPatUntold) && open.call.depth <= 0 && open.soft < open.best;
        let why = (open.children == 0 && is_futile).then_some("futility").or(stands_pat.then_some("stand-pat"));
        let best = self.slip_result(open, best);
        self.leave(open, best, bound, why)
    }
}
