//! Searches by hand as a plain program, written from their definitions, without code of the library.

pub const INFINITY: i64 = 1 << 40;

/// A tree: the children of each node, its player, and the scores of the leaves from max's point of view.
#[derive(Clone, Debug)]
pub struct Tree {
    pub children: Vec<Vec<usize>>,
    pub is_max: Vec<bool>,
    pub leaf: Vec<Option<i64>>,
}

impl Tree {
    pub fn is_leaf(&self, node: usize) -> bool {
        self.leaf[node].is_some()
    }

    pub fn parent(&self, node: usize) -> Option<usize> {
        (0..self.children.len()).find(|&parent| self.children[parent].contains(&node))
    }

    /// Minimax value of a node by definition.
    pub fn value(&self, node: usize) -> i64 {
        if let Some(score) = self.leaf[node] {
            return score;
        }
        let values = self.children[node].iter().map(|&child| self.value(child));
        if self.is_max[node] { values.max() } else { values.min() }.expect("a node with children")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    Minimax,
    AlphaBeta,
    OneBound,
    Pvs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    Soft,
    Hard,
    HardAtBothEnds,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub search: Search,
    /// Whether only α > β cuts.
    pub is_strict: bool,
    pub fail: Fail,
    /// Whether a re-entered node uses the bounds from its earlier visit.
    pub table: bool,
}

impl Rules {
    /// The rules at a node that was entered with a window: in a null window of PVS, equality cuts by each rule.
    pub fn within(self, (alpha, beta): (i64, i64)) -> Self {
        let is_null = self.search == Search::Pvs && beta == alpha + 1;
        Self { is_strict: self.is_strict && !is_null, ..self }
    }
}

/// Relation of the value to a returned score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    AtMost,
    Exactly,
    AtLeast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Enter(usize, (i64, i64)),
    /// A leaf is evaluated.
    Leaf(usize),
    Strike(usize),
    /// The sign is `None` if the score proves no relation.
    Leave(usize, i64, Option<Sign>),
}

/// A single wrong event; the search continues from it by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// A node is entered with another window.
    Window((i64, i64)),
    /// A node is entered as if one of the children before it, counted among those with scores, had not changed the window of its parent.
    /// The windows of the children after it follow from that, and so does a second search.
    Forget(usize),
    /// A node is entered with a null window whose ends are exchanged, and searched again if the null window requires that.
    ExchangedNull,
    /// A node returns another score.
    Score(i64),
    /// A score is right, and its sign is another one, or missing.
    Sign(Option<Sign>),
    /// A node is struck instead of searched.
    Strike,
    /// A node and all its later siblings are struck instead of searched.
    StrikeRest,
    /// A node is searched instead of struck.
    Search,
    /// A node and all its later siblings are searched instead of struck.
    SearchRest,
    /// A node is struck and then searched nevertheless.
    SearchStruck,
    /// A node is neither searched nor struck, or not searched again.
    Omit,
    /// A node that has just returned is searched again needlessly, with the same window.
    Again,
    /// The entry of a node is not written.
    NoEnter,
    /// The return of a node is not written.
    NoLeave,
}

/// A search from max's point of view, with at most one slip at the event with this number.
pub struct Walk<'a> {
    tree: &'a Tree,
    rules: Rules,
    slip: Option<(usize, Slip)>,
    /// Proved bounds of the value of each node.
    known: Vec<(i64, i64)>,
    /// Node that has returned last, and the window with which it was entered.
    last: (usize, (i64, i64)),
    pub events: Vec<Event>,
}

impl<'a> Walk<'a> {
    pub fn of(tree: &'a Tree, rules: Rules, slip: Option<(usize, Slip)>) -> Self {
        Self::within(tree, rules, slip, (-INFINITY, INFINITY))
    }

    /// Begins with another window.
    pub fn within(tree: &'a Tree, rules: Rules, slip: Option<(usize, Slip)>, window: (i64, i64)) -> Self {
        let known = vec![(-INFINITY, INFINITY); tree.is_max.len()];
        let mut walk = Self { tree, rules, slip, known, last: (0, (-INFINITY, INFINITY)), events: Vec::new() };
        walk.visit(0, window);
        walk
    }

    /// The slip, if it belongs to the next event.
    fn slip(&self) -> Option<Slip> {
        self.slip.filter(|&(number, _)| number == self.events.len()).map(|(_, slip)| slip)
    }

    fn is_cut(&self, given: (i64, i64), (alpha, beta): (i64, i64)) -> bool {
        match (self.rules.search, self.rules.within(given).is_strict) {
            (Search::Minimax, _) => false,
            (_, true) => alpha > beta,
            (_, false) => alpha >= beta,
        }
    }

    fn visit(&mut self, node: usize, given: (i64, i64)) -> i64 {
        let given = match self.slip() {
            Some(Slip::Window(other)) => other,
            Some(Slip::ExchangedNull) => (given.1, given.0),
            _ => given,
        };
        if self.slip() == Some(Slip::NoEnter) {
            self.slip = None;
        } else {
            self.events.push(Event::Enter(node, given));
        }
        let is_max = self.tree.is_max[node];
        let (mut alpha, mut beta) = given;
        if self.rules.table {
            let (least, greatest) = self.known[node];
            let answer =
                if least >= beta || least == greatest { Some(least) } else { (greatest <= alpha).then_some(greatest) };
            if let Some(score) = answer {
                self.events.push(Event::Leave(node, score, self.sign(given, score)));
                self.last = (node, given);
                return score;
            }
            (alpha, beta) = (alpha.max(least), beta.min(greatest));
        }
        let mut best = if is_max { -INFINITY } else { INFINITY };
        let mut has_cut = false;
        let own_bound = if is_max { alpha } else { beta };
        let mut scores: Vec<i64> = Vec::new();
        // Whether the rest of the children is struck, after a slip about all of them.
        let mut rest = None;
        for (place, &child) in self.tree.children[node].iter().enumerate() {
            let slip = self.slip();
            match slip {
                Some(Slip::StrikeRest) => rest = Some(true),
                Some(Slip::SearchRest) => rest = Some(false),
                _ => {}
            }
            let is_wrong = matches!(slip, Some(Slip::Strike | Slip::Search));
            if rest.unwrap_or(has_cut != is_wrong) {
                self.events.push(Event::Strike(child));
                if slip != Some(Slip::SearchStruck) {
                    continue;
                }
            } else if slip == Some(Slip::Omit) && !self.tree.is_leaf(child) {
                // The event number stays the same, so the slip ends here.
                self.slip = None;
                continue;
            }
            let score = if let Some(score) = self.tree.leaf[child] {
                self.events.push(Event::Leaf(child));
                score
            } else {
                if let Some(Slip::Forget(forgotten)) = slip {
                    let kept = scores.iter().enumerate().filter(|&(count, _)| count != forgotten);
                    let kept = kept.map(|(_, &score)| score).chain([own_bound]);
                    if is_max {
                        alpha = kept.max().unwrap_or(alpha);
                    } else {
                        beta = kept.min().unwrap_or(beta);
                    }
                }
                let score = self.ask(child, is_max, (alpha, beta), place);
                match (self.slip(), self.last) {
                    (Some(Slip::Again), (left, window)) if left == child => self.visit(child, window),
                    _ => score,
                }
            };
            scores.push(score);
            if is_max {
                best = best.max(score);
                alpha = alpha.max(score);
            } else {
                best = best.min(score);
                beta = beta.min(score);
            }
            has_cut = has_cut || self.is_cut(given, (alpha, beta));
        }
        let returned = match (self.rules.search, self.rules.fail, is_max) {
            (Search::Minimax, ..) | (_, Fail::Soft, _) => best,
            (_, Fail::Hard, true) => best.max(given.0),
            (_, Fail::Hard, false) => best.min(given.1),
            (_, Fail::HardAtBothEnds, _) => best.max(given.0).min(given.1),
        };
        let returned = if let Some(Slip::Score(other)) = self.slip() { other } else { returned };
        let sign = if let Some(Slip::Sign(other)) = self.slip() { other } else { self.sign(given, returned) };
        if self.slip() == Some(Slip::NoLeave) {
            self.slip = None;
        } else {
            self.events.push(Event::Leave(node, returned, sign));
        }
        self.last = (node, given);
        let least = if returned > given.0 || given.0 == -INFINITY { returned } else { -INFINITY };
        let greatest = if returned < given.1 || given.1 == INFINITY { returned } else { INFINITY };
        let known = self.known[node];
        let both = (known.0.max(least), known.1.min(greatest));
        // After a slip, a result can contradict the earlier ones.
        self.known[node] = if both.0 <= both.1 { both } else { (least, greatest) };
        returned
    }

    fn ask(&mut self, child: usize, is_max: bool, (alpha, beta): (i64, i64), place: usize) -> i64 {
        match self.rules.search {
            Search::Minimax => self.visit(child, (-INFINITY, INFINITY)),
            Search::AlphaBeta => self.visit(child, (alpha, beta)),
            Search::OneBound if self.tree.is_max[child] => self.visit(child, (-INFINITY, beta)),
            Search::OneBound => self.visit(child, (alpha, INFINITY)),
            Search::Pvs => {
                let own = if is_max { alpha } else { beta };
                let null = match (place, is_max) {
                    (0, _) => (alpha, beta),
                    _ if own.abs() == INFINITY => (alpha, beta),
                    (_, true) => (alpha, alpha + 1),
                    (_, false) => (beta - 1, beta),
                };
                let score = self.visit(child, null);
                let (_, mut asked) = self.last;
                if matches!(self.slip, Some((_, Slip::ExchangedNull))) && asked.1 < asked.0 {
                    asked = (asked.1, asked.0);
                }
                // Only a null window, of a child after the first, is followed by another search.
                if place == 0 || asked.1 != asked.0 + 1 || score <= alpha || score >= beta {
                    return score;
                }
                if self.slip() == Some(Slip::Omit) {
                    self.slip = None;
                    return score;
                }
                self.visit(child, if is_max { (score, beta) } else { (alpha, score) })
            }
        }
    }

    fn sign(&self, (alpha, beta): (i64, i64), score: i64) -> Option<Sign> {
        if self.rules.search == Search::Minimax {
            return Some(Sign::Exactly);
        }
        // If equality does not cut, a score equal to a bound of the window is exact, but in PVS it can be from a null window.
        let soft_and_strict = self.rules.is_strict && self.rules.fail == Fail::Soft && self.rules.search != Search::Pvs;
        let is_low = if soft_and_strict { score < alpha } else { score <= alpha };
        let is_high = if soft_and_strict { score > beta } else { score >= beta };
        match (is_low, is_high) {
            (true, true) => None,
            (true, false) => Some(Sign::AtMost),
            (false, true) => Some(Sign::AtLeast),
            (false, false) => Some(Sign::Exactly),
        }
    }
}

/// The same searches as negamax: scores and windows have the point of view of the node's player.
pub struct Negamax<'a> {
    tree: &'a Tree,
    rules: Rules,
    pub events: Vec<Event>,
}

impl<'a> Negamax<'a> {
    pub fn of(tree: &'a Tree, rules: Rules) -> Self {
        let mut walk = Self { tree, rules, events: Vec::new() };
        walk.visit(0, -INFINITY, INFINITY);
        walk
    }

    fn visit(&mut self, node: usize, alpha: i64, beta: i64) -> i64 {
        self.events.push(Event::Enter(node, (alpha, beta)));
        let mut low = alpha;
        let mut best = -INFINITY;
        let mut has_cut = false;
        for (place, &child) in self.tree.children[node].iter().enumerate() {
            if has_cut {
                self.events.push(Event::Strike(child));
                continue;
            }
            best = best.max(self.child(node, child, low, beta, place == 0));
            low = low.max(best);
            let is_strict = self.rules.is_strict && !(self.rules.search == Search::Pvs && beta - alpha == 1);
            let closes = if is_strict { low > beta } else { low >= beta };
            has_cut = closes && self.rules.search != Search::Minimax;
        }
        let returned = match (self.rules.search, self.rules.fail) {
            (Search::Minimax, _) | (_, Fail::Soft) => best,
            (_, Fail::Hard) => best.max(alpha),
            (_, Fail::HardAtBothEnds) => best.clamp(alpha, beta),
        };
        let is_pvs = self.rules.search == Search::Pvs;
        let is_strictly_soft = self.rules.is_strict && self.rules.fail == Fail::Soft && !is_pvs;
        let is_at_end = returned == alpha || returned == beta;
        let is_value = self.rules.search == Search::Minimax || (is_strictly_soft && is_at_end);
        let sign = match (returned <= alpha, returned >= beta) {
            _ if is_value => Some(Sign::Exactly),
            (true, true) => None,
            (true, false) => Some(Sign::AtMost),
            (false, true) => Some(Sign::AtLeast),
            (false, false) => Some(Sign::Exactly),
        };
        self.events.push(Event::Leave(node, returned, sign));
        returned
    }

    /// Score of a child for the player of the node.
    fn child(&mut self, node: usize, child: usize, low: i64, beta: i64, is_first: bool) -> i64 {
        let turns = self.tree.is_max[node] != self.tree.is_max[child];
        let turn = |score: i64| if turns { -score } else { score };
        if let Some(score) = self.tree.leaf[child] {
            self.events.push(Event::Leaf(child));
            return if self.tree.is_max[node] { score } else { -score };
        }
        let kind = self.rules.search;
        let mut search = |low: i64, high: i64| {
            let (low, high) = if turns { (-high, -low) } else { (low, high) };
            turn(self.visit(child, low, high))
        };
        match kind {
            Search::Minimax => search(-INFINITY, INFINITY),
            Search::AlphaBeta => search(low, beta),
            // If players alternate, the child cuts at the bound of the node itself.
            Search::OneBound if turns => search(low, INFINITY),
            Search::OneBound => search(-INFINITY, beta),
            Search::Pvs if is_first || low == -INFINITY => search(low, beta),
            Search::Pvs => {
                let score = search(low, low + 1);
                let is_settled = score <= low || score >= beta;
                if is_settled { score } else { search(score, beta) }
            }
        }
    }
}
