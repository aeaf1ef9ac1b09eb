//! A plain program that searches a tree by the definitions of the searches and records each frame. It shares no code
//! with the library: scores are integers, bounds are pairs, and each search is a recursion of its own.

/// Larger than all scores.
pub const INFINITY: i64 = 1 << 40;

/// A tree: for each node its children and its player, and the scores of the leaves.
pub struct Tree {
    pub children: Vec<Vec<usize>>,
    pub is_max: Vec<bool>,
    pub leaf: Vec<Option<i64>>,
}

/// The searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    Minimax,
    Hard,
    Soft,
    OneBound,
    Pvs,
}

/// Relation of the value to a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    AtMost,
    Exactly,
    AtLeast,
}

/// A cut, by the bound that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    Alpha,
    Beta,
}

/// Content of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A frame without questions.
    Other,
    Score {
        score: i64,
        is_better: bool,
    },
    Update {
        window: (i64, i64),
        after: (i64, i64),
        cut: Option<Reached>,
        /// Places of the children that the cut skips.
        skipped: Vec<usize>,
        /// Whether the score is not used because the child is searched again.
        is_left_aside: bool,
        /// Whether the search uses windows.
        has_windows: bool,
        is_max: bool,
    },
    Returned {
        score: i64,
        says: Says,
        is_leaf: bool,
        /// Score of a search with the other fail-hard rule: the bound instead of the score outside the window.
        also: Option<i64>,
    },
}

/// The plain program during its search.
pub struct Plain<'a> {
    tree: &'a Tree,
    rule: Rule,
    /// Node and content of each frame.
    pub frames: Vec<(usize, Shown)>,
}

impl<'a> Plain<'a> {
    /// Searches a whole tree.
    pub fn search(tree: &'a Tree, rule: Rule) -> Self {
        let mut plain = Self { tree, rule, frames: Vec::new() };
        plain.node(0, -INFINITY, INFINITY);
        plain
    }

    fn show(&mut self, node: usize, shown: Shown) {
        self.frames.push((node, shown));
    }

    fn node(&mut self, node: usize, alpha: i64, beta: i64) -> i64 {
        self.show(node, Shown::Other);
        if let Some(score) = self.tree.leaf[node] {
            self.show(node, Shown::Returned { score, says: Says::Exactly, is_leaf: true, also: None });
            return score;
        }
        if self.tree.is_max[node] { self.max_node(node, alpha, beta) } else { self.min_node(node, alpha, beta) }
    }

    /// Window for a child if the current window of its parent is `alpha` to `beta`.
    fn handed_down(&self, child: usize, alpha: i64, beta: i64) -> (i64, i64) {
        match self.rule {
            Rule::Minimax => (-INFINITY, INFINITY),
            Rule::Hard | Rule::Soft | Rule::Pvs => (alpha, beta),
            Rule::OneBound if self.tree.is_max[child] => (-INFINITY, beta),
            Rule::OneBound => (alpha, INFINITY),
        }
    }

    fn max_node(&mut self, node: usize, given_alpha: i64, beta: i64) -> i64 {
        let tree = self.tree;
        let mut alpha = given_alpha;
        let mut best = if self.rule == Rule::Hard { alpha } else { -INFINITY };
        for (place, &child) in tree.children[node].iter().enumerate() {
            let is_scout = self.rule == Rule::Pvs && place > 0 && alpha != -INFINITY && alpha + 1 != beta;
            let (low, high) = if is_scout { (alpha, alpha + 1) } else { (alpha, beta) };
            let (low, high) = self.handed_down(child, low, high);
            let mut score = self.node(child, low, high);
            if is_scout && alpha < score && score < beta {
                self.show(node, Shown::Score { score, is_better: score > best });
                let window = (alpha, beta);
                self.show(node, self.update(node, window, window, None, place, true));
                score = self.node(child, score, beta);
            }
            self.show(node, Shown::Score { score, is_better: score > best });
            best = best.max(score);
            let window = (alpha, beta);
            alpha = alpha.max(best);
            let cut = (alpha >= beta && self.rule != Rule::Minimax).then_some(Reached::Beta);
            self.show(node, self.update(node, window, (alpha, beta), cut, place, false));
            if cut.is_some() {
                break;
            }
        }
        self.returned(node, best, given_alpha, beta)
    }

    fn min_node(&mut self, node: usize, alpha: i64, given_beta: i64) -> i64 {
        let tree = self.tree;
        let mut beta = given_beta;
        let mut best = if self.rule == Rule::Hard { beta } else { INFINITY };
        for (place, &child) in tree.children[node].iter().enumerate() {
            let is_scout = self.rule == Rule::Pvs && place > 0 && beta != INFINITY && alpha != beta - 1;
            let (low, high) = if is_scout { (beta - 1, beta) } else { (alpha, beta) };
            let (low, high) = self.handed_down(child, low, high);
            let mut score = self.node(child, low, high);
            if is_scout && alpha < score && score < beta {
                self.show(node, Shown::Score { score, is_better: score < best });
                let window = (alpha, beta);
                self.show(node, self.update(node, window, window, None, place, true));
                score = self.node(child, alpha, score);
            }
            self.show(node, Shown::Score { score, is_better: score < best });
            best = best.min(score);
            let window = (alpha, beta);
            beta = beta.min(best);
            let cut = (alpha >= beta && self.rule != Rule::Minimax).then_some(Reached::Alpha);
            self.show(node, self.update(node, window, (alpha, beta), cut, place, false));
            if cut.is_some() {
                break;
            }
        }
        self.returned(node, best, alpha, given_beta)
    }

    fn update(
        &self,
        node: usize,
        window: (i64, i64),
        after: (i64, i64),
        cut: Option<Reached>,
        place: usize,
        is_left_aside: bool,
    ) -> Shown {
        let count = self.tree.children[node].len();
        let skipped = if cut.is_some() { (place + 1..count).collect() } else { Vec::new() };
        let (has_windows, is_max) = (self.rule != Rule::Minimax, self.tree.is_max[node]);
        Shown::Update { window, after, cut, skipped, is_left_aside, has_windows, is_max }
    }

    fn returned(&mut self, node: usize, score: i64, alpha: i64, beta: i64) -> i64 {
        let says = match self.rule {
            Rule::Minimax => Says::Exactly,
            _ if score <= alpha => Says::AtMost,
            _ if score >= beta => Says::AtLeast,
            _ => Says::Exactly,
        };
        let clamped = score.max(alpha).min(beta);
        let also = (self.rule == Rule::Hard && clamped != score).then_some(clamped);
        self.show(node, Shown::Returned { score, says, is_leaf: false, also });
        score
    }
}
