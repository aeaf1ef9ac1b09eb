//! The search of the engine: a negamax with the features of its `Options`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::super::graph::{Graph, Place};
use super::super::scribe::INFINITY;
use super::bugs::{Bug, Planted};
use super::journal::{Journal, MATE};
use super::options::{Options, Passes, Stop, Table};

/// Scores from this number on are mates.
pub const NEAR_MATE: i32 = MATE - 100;

/// Entry of the table: bounds of the mover, with mates counted from the node.
#[derive(Clone, Debug)]
pub struct Entry {
    pub depth: i32,
    pub bounds: (i32, i32),
    pub best: Option<usize>,
    /// Place that wrote the entry.
    pub spot: usize,
}

/// Arguments of the search of a place, from the point of view of its mover.
#[derive(Clone, Debug, Default)]
pub struct Call {
    pub spot: usize,
    pub depth: i32,
    pub window: (i32, i32),
    pub ply: i32,
    pub mv: Option<String>,
    pub kinds: Vec<&'static str>,
    pub order: Option<&'static str>,
    pub reduced: i32,
    pub extended: i32,
    /// An excluded move.
    pub excluded: Option<usize>,
    /// Whether the node is the place of its parent once more.
    pub is_same: bool,
    pub counts: Option<bool>,
    /// Whether no null move is tried.
    pub is_after_null: bool,
}

/// An open node.
pub struct Node {
    pub id: u64,
    pub call: Call,
    /// Window before any child has returned.
    pub searched: (i32, i32),
    pub alpha: i32,
    pub beta: i32,
    pub best: i32,
    pub best_move: Option<usize>,
    /// Number of children that returned.
    pub children: usize,
    /// Moves that were searched, with their scores.
    pub scores: Vec<(usize, i32)>,
}

impl Node {
    pub const fn at(&self) -> (u64, usize) {
        (self.id, self.call.spot)
    }

    pub const fn window(&self) -> (i32, i32) {
        (self.alpha, self.beta)
    }
}

pub struct Engine {
    pub graph: &'static Graph,
    pub options: Options,
    pub journal: Journal,
    pub table: HashMap<String, Entry>,
    pub killers: HashMap<i32, String>,
    pub history: HashMap<String, i32>,
    /// Keys of the places from the root to the open node.
    pub path: Vec<String>,
    /// Moves from the root to the open node.
    pub line: Vec<String>,
    pub nodes: u64,
    /// Number of nodes at which the clock stops the search.
    pub stop_at: u64,
    pub is_stopped: bool,
    /// Best move of the node that was left last.
    pub last_best: Option<usize>,
    /// Best line by ply.
    pub lines: Vec<Vec<String>>,
    pub planted: Planted,
    /// First key of each place.
    pub seen_keys: HashMap<usize, String>,
    /// Places in the order in which they were stored.
    pub stored: Vec<usize>,
}

pub const fn is_mate(score: i32) -> bool {
    score.abs() >= NEAR_MATE && score.abs() < INFINITY
}

impl Engine {
    pub fn new(options: Options, planted: Planted) -> Self {
        Self {
            graph: options.game.graph(),
            options,
            journal: Journal::new(options),
            table: HashMap::new(),
            killers: HashMap::new(),
            history: HashMap::new(),
            path: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            stop_at: u64::MAX,
            is_stopped: false,
            last_best: None,
            lines: vec![Vec::new(); 40],
            planted,
            seen_keys: HashMap::new(),
            stored: Vec::new(),
        }
    }

    /// Runs the engine. The clock stops it after three fifths of its nodes, if it does.
    pub fn run(options: Options, planted: Planted) -> Self {
        let mut engine = Self::new(options, planted);
        if options.stop != Stop::Never {
            let whole = Self::run(Options { stop: Stop::Never, ..options }, Planted::default());
            engine.stop_at = whole.nodes * 3 / 5;
        }
        engine.passes();
        engine.journal.finish(engine.is_stopped);
        engine
    }

    pub fn place(&self, spot: usize) -> &'static Place {
        &self.graph.places[spot]
    }

    fn passes(&mut self) {
        let whole = (-INFINITY, INFINITY);
        let depth = self.options.depth;
        let mut score = 0;
        match self.options.passes {
            Passes::Once => {
                self.root(depth, whole);
            }
            Passes::Within(low, high) => {
                self.root(depth, (low, high));
            }
            Passes::Deepening | Passes::Aspiration { .. } => {
                for depth in 1..=depth {
                    if self.is_stopped || (self.options.stop == Stop::BetweenPasses && self.nodes >= self.stop_at) {
                        self.is_stopped = true;
                        return;
                    }
                    score = match self.options.passes {
                        Passes::Aspiration { width, growth } if depth > 1 && !is_mate(score) => {
                            self.aspire(depth, score, width, growth)
                        }
                        _ => {
                            self.announce("deepening", depth, whole);
                            self.root(depth, whole)
                        }
                    };
                }
            }
        }
    }

    fn announce(&mut self, kind: &str, depth: i32, window: (i32, i32)) {
        let line = self.lines[0].join(" ");
        self.journal.pass(kind, depth, window, Some(line.as_str()).filter(|line| !line.is_empty()));
    }

    fn aspire(&mut self, depth: i32, guess: i32, width: i32, growth: i32) -> i32 {
        let (mut below, mut above) = (width, width);
        let mut window = (guess - below, guess + above);
        loop {
            self.announce("aspiration", depth, window);
            let score = self.root(depth, window);
            if self.is_stopped {
                return score;
            }
            let is_taken = self.is_bug(Bug::FailedWindowTaken, score <= window.0 || score >= window.1);
            if is_taken {
                self.planted.back(2);
                return score;
            }
            let is_repeated = self.is_bug_in(Bug::SameWindowAgain, score <= window.0 || score >= window.1, 0, 1);
            if is_repeated {
                continue;
            }
            if score <= window.0 {
                below *= growth;
                window.0 =
                    if growth == 0 || guess - below < score - 200 { -INFINITY } else { (guess - below).min(score - 1) };
            } else if score >= window.1 {
                above *= growth;
                window.1 =
                    if growth == 0 || guess + above > score + 200 { INFINITY } else { (guess + above).max(score + 1) };
            } else {
                return score;
            }
        }
    }

    fn root(&mut self, depth: i32, window: (i32, i32)) -> i32 {
        let window = if self.is_bug(Bug::RootReversed, window.0 > -INFINITY) { (window.1, window.0) } else { window };
        self.search(&Call { depth, window, ..Call::default() })
    }

    /// Whether the clock has stopped the search. Ends the recording if nothing more is recorded.
    pub fn is_out_of_time(&mut self) -> bool {
        let stops = matches!(self.options.stop, Stop::InPass | Stop::Unwinding);
        if stops && !self.is_stopped && self.nodes >= self.stop_at {
            self.is_stopped = true;
            if self.options.stop == Stop::InPass {
                self.journal.finish(true);
            }
        }
        self.is_stopped
    }

    /// Records the start of a node.
    pub fn enter(&mut self, call: &Call) -> Node {
        self.nodes += 1;
        let id = self.nodes;
        if !call.is_same {
            self.line.truncate(call.ply as usize - usize::from(call.ply > 0));
            self.line.extend(call.mv.clone());
        }
        let kind = match &call.kinds[..] {
            [] => Value::Null,
            [kind] => json!(kind),
            kinds => json!(kinds),
        };
        self.bug_key(call.spot);
        let fields = json!({
            "move": call.mv,
            "depth": call.depth,
            "kind": kind,
            "order": call.order,
            "counts": call.counts,
            "reduced": (call.reduced > 0).then_some(call.reduced),
            "extended": (call.extended > 0).then_some(call.extended),
            "label": self.label(call),
            "key": self.options.keys.then(|| self.key(call.spot)),
            "excluded": call.excluded.map(|way| &self.place(call.spot).ways[way].name),
        });
        self.journal.enter(id, call.spot, call.window, call.ply == 0 && !call.is_same, &fields);
        let (alpha, beta) = call.window;
        let best = if self.options.is_hard { alpha } else { -INFINITY };
        let searched = call.window;
        self.lines[call.ply as usize].clear();
        Node { id, call: call.clone(), searched, alpha, beta, best, best_move: None, children: 0, scores: Vec::new() }
    }

    /// Records the end of a node with its score.
    pub fn leave(&mut self, node: &Node, score: i32, why: Option<&str>) -> i32 {
        let score = self.bug_result(node, score);
        let (low, high) = node.searched;
        let bound = match () {
            () if node.children == 0 || why.is_some() => None,
            () if score <= low => Some(-1),
            () if score >= high => Some(1),
            () => Some(0),
        };
        let turns = !self.options.from_mover && !self.place(node.call.spot).is_first;
        let bound = bound.map(|side: i32| ["upper", "exact", "lower"][(1 + if turns { -side } else { side }) as usize]);
        let best = node.best_move.map(|way| &self.place(node.call.spot).ways[way].name);
        let best = self.bug_best(node, best);
        let line = (node.call.ply == 0 && !node.call.is_same && !self.is_stopped).then(|| self.lines[0].join(" "));
        let line = self.bug_line(line.filter(|line| !line.is_empty()));
        let fields = json!({"why": why, "bound": bound, "best": best, "line": line});
        self.journal.leave(node.id, node.call.spot, Some(score), &fields);
        self.last_best = node.best_move;
        score
    }

    /// Leaves a node without a score, for the clock has stopped the search.
    pub fn unwind(&mut self, node: &Node) -> i32 {
        self.journal.leave(node.id, node.call.spot, None, &json!({"why": "stopped"}));
        0
    }

    /// Score of a place where the game is over, for its mover.
    pub fn settled(&self, call: &Call) -> Option<(i32, Option<&'static str>)> {
        let place = self.place(call.spot);
        let score = place.over?;
        Some(match () {
            () if place.is_mate => (call.ply - MATE, Some("mate")),
            () if place.is_first => (score, None),
            () => (-score, None),
        })
    }

    /// Static evaluation of a place for its mover.
    pub fn eval(&self, spot: usize) -> i32 {
        let place = self.place(spot);
        if place.is_first { place.feel } else { -place.feel }
    }

    pub fn max_ply(&self) -> i32 {
        self.options.game.whole()
    }

    /// Searches a place.
    pub fn search(&mut self, call: &Call) -> i32 {
        if call.depth <= 0 && self.options.quiescence {
            return self.quiescence(call, 0);
        }
        if self.is_out_of_time() {
            return 0;
        }
        let mut node = self.enter(call);
        if let Some((score, why)) = self.settled(call) {
            let score = self.bug_leaf(&node, score);
            return self.leave(&node, score, why);
        }
        let key = self.key(call.spot);
        if self.options.repetition && !call.is_same && call.ply > 0 && self.path.contains(&key) {
            let score = if self.is_bug(Bug::RepetitionScore, true) { -MATE } else { 0 };
            return self.leave(&node, score, Some("repetition"));
        }
        if call.depth <= 0 || call.ply >= self.max_ply() {
            let why = (call.ply >= self.max_ply() && call.depth > 0).then_some("max ply");
            let score = self.bug_leaf(&node, self.eval(call.spot));
            return self.leave(&node, score, why);
        }
        if self.options.mate_distance
            && call.ply > 0
            && !call.is_same
            && let Some(score) = self.mate_distance(&mut node)
        {
            return score;
        }
        let (answered, first) = self.probe(&node);
        if let Some(score) = answered {
            return score;
        }
        if !call.is_same {
            self.path.push(key);
        }
        let score = self.expand(&mut node, first);
        if !call.is_same {
            self.path.pop();
        }
        score
    }

    /// Mate-distance pruning: no line from here wins or loses sooner than the next moves.
    fn mate_distance(&mut self, node: &mut Node) -> Option<i32> {
        let (alpha, beta) = (node.alpha.max(node.call.ply - MATE), node.beta.min(MATE - node.call.ply - 1));
        let is_closed = alpha >= beta;
        if (alpha, beta) == node.window() {
            return None;
        }
        (node.alpha, node.beta, node.searched) = (alpha, beta, (alpha, beta));
        if self.options.records_mate_distance {
            self.journal.knows(node.at(), "mate-distance", None, (alpha, beta), is_closed);
        }
        if self.options.is_hard {
            node.best = node.best.max(alpha);
        }
        let why = self.options.records_mate_distance.then_some("mate-distance");
        is_closed.then(|| self.leave(node, alpha, why))
    }

    /// A score for the table: mates are counted from the node.
    pub const fn to_table(score: i32, ply: i32) -> i32 {
        if is_mate(score) { score + score.signum() * ply } else { score }
    }

    /// A score of the table, at a distance from the root.
    pub const fn from_table(score: i32, ply: i32) -> i32 {
        if is_mate(score) { score - score.signum() * ply } else { score }
    }

    /// Looks a node up in the table. Returns its score, if that settles it, and the best move of the entry.
    pub fn probe(&mut self, node: &Node) -> (Option<i32>, Option<usize>) {
        let Node { id, call: Call { spot, ply, depth, .. }, .. } = *node;
        if self.options.table == Table::None
            || (node.call.excluded.is_some() && !self.has_bug(Bug::ExcludedMoveLooksUp))
        {
            return (None, None);
        }
        let Some(entry) = self.bug_entry(node, self.table.get(&self.key(spot)).cloned()) else {
            return (None, None);
        };
        let by = self.bug_ply(node, &entry);
        let (lower, upper) = (Self::from_table(entry.bounds.0, by), Self::from_table(entry.bounds.1, by));
        let (alpha, beta) = node.window();
        let is_pv = self.options.scouts && beta - alpha > 1;
        let settles = lower >= beta || upper <= alpha || lower == upper;
        let is_deep = entry.depth >= depth || self.is_bug(Bug::ShallowAnswer, settles && entry.depth < depth);
        let is_excluding = node.call.excluded.is_some();
        let is_free = ply > 0 && !is_pv && (!node.call.is_same || is_excluding);
        let shown = if self.options.table == Table::AsEntered { entry.bounds } else { (lower, upper) };
        let is_wrong = is_free && is_deep && !settles && self.is_bug(Bug::BoundOnWrongSide, lower > -INFINITY);
        if !(is_wrong || is_free && is_deep && settles) {
            self.journal.lookup(id, spot, shown, entry.depth, "nothing");
            return (None, entry.best);
        }
        self.is_bug(Bug::ExcludedMoveLooksUp, is_excluding);
        self.is_bug(Bug::KeyCollides, entry.spot != spot);
        self.journal.lookup(id, spot, shown, entry.depth, "returned");
        let score = if lower >= beta || lower == upper || is_wrong { lower } else { upper };
        let clipped = if self.options.is_hard { score.clamp(alpha, beta) } else { score };
        let clipped = if clipped != score && self.is_bug(Bug::UnclippedAnswer, true) { score } else { clipped };
        if self.is_bug(Bug::EnteredAfterAnswer, true) {
            self.planted.back(1);
            return (None, entry.best);
        }
        (Some(self.leave(node, clipped, Some("table"))), entry.best)
    }

    /// Writes a node to the table.
    pub fn keep(&mut self, node: &Node) {
        self.line.truncate(node.call.ply as usize);
        let Node { id, call: Call { spot, depth, .. }, .. } = *node;
        if self.options.table == Table::None || (node.call.excluded.is_some() && !self.has_bug(Bug::ExcludedMoveStores))
        {
            return;
        }
        let (low, high) = node.searched;
        let score = node.best;
        let lower = if score > low { score } else { -INFINITY };
        let upper = if score < high { score } else { INFINITY };
        let depth = depth.max(0);
        let ((lower, upper), depth) = self.bug_store(node, (lower, upper), depth);
        if node.call.excluded.is_some() {
            self.is_bug(Bug::ExcludedMoveStores, true);
        }
        let key = self.key(spot);
        if self.options.table == Table::Deeper && self.table.get(&key).is_some_and(|entry| entry.depth > depth) {
            return;
        }
        let by = self.bug_kept_ply(node);
        let bounds = (Self::to_table(lower, by), Self::to_table(upper, by));
        let shown = if self.options.table == Table::AsEntered { bounds } else { (lower, upper) };
        let best = node.best_move.map(|way| self.place(spot).ways[way].name.clone());
        self.journal.store(id, spot, shown, depth, best.as_deref());
        let entry = Entry { depth, bounds, best: node.best_move, spot };
        self.table.insert(key, entry);
        self.stored.push(spot);
    }

    /// Searches a child. Returns its id, and its score for its parent; the window is that of the parent's mover.
    pub fn child(&mut self, node: &Node, call: Call) -> (u64, i32) {
        let right = (-call.window.1, -call.window.0);
        let window = self.bug_window(node, &call, right);
        let id = self.nodes + 1;
        let is_asked = call.kinds.contains(&"null-move");
        let score = -self.search(&Call { window, ply: node.call.ply + 1, is_after_null: is_asked, ..call });
        (id, score)
    }
}
