//! The visits of a run that are needed to prove that a value is at least, at most or exactly a score, and the minimal tree:
//! the smallest set of visits that proves the score of a run from the root.

use super::node_type::TriedMoves;
use crate::score::{BoundKind, Bounds, Player, Score};
use crate::trace::{OwnUpdate, Progress, Trace, VisitId};

/// The cost of a claim that cannot be proved.
pub(super) const NEVER: u32 = u32::MAX;

/// A claim about a value, relative to a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    AtLeast,
    AtMost,
    Exactly,
}

impl Claim {
    /// The claim of a result of this kind.
    pub(super) const fn of(kind: BoundKind) -> Self {
        match kind {
            BoundKind::Lower => Self::AtLeast,
            BoundKind::Upper => Self::AtMost,
            BoundKind::Exact => Self::Exactly,
        }
    }
}

/// The smallest number of visits that proves each claim, or [`NEVER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Costs {
    at_least: u32,
    at_most: u32,
    exactly: u32,
}

impl Costs {
    pub(super) const NEVER: Self = Self { at_least: NEVER, at_most: NEVER, exactly: NEVER };
}

/// The sum of two costs, saturating at [`NEVER`].
const fn both(one: u32, other: u32) -> u32 {
    one.saturating_add(other)
}

/// A move tried by a visit, and for each claim the cheapest visit of the move that proves it, with its cost.
#[derive(Clone, Copy, Debug)]
struct Tries {
    rank: u32,
    at_least: (u32, VisitId),
    at_most: (u32, VisitId),
    exactly: (u32, VisitId),
}

impl Tries {
    fn of(rank: u32, visit: VisitId, costs: Costs) -> Self {
        let Costs { at_least, at_most, exactly } = costs;
        Self { rank, at_least: (at_least, visit), at_most: (at_most, visit), exactly: (exactly, visit) }
    }

    /// Adds another visit of the same move; of equal costs the first visit is kept.
    fn again(&mut self, visit: VisitId, costs: Costs) {
        let cheaper = |found: &mut (u32, VisitId), cost: u32| {
            if cost < found.0 {
                *found = (cost, visit);
            }
        };
        cheaper(&mut self.at_least, costs.at_least);
        cheaper(&mut self.at_most, costs.at_most);
        cheaper(&mut self.exactly, costs.exactly);
    }

    fn cost(&self, claim: Claim) -> u32 {
        match claim {
            Claim::AtLeast => self.at_least.0,
            Claim::AtMost => self.at_most.0,
            // One visit can prove the lower bound, and another the upper bound.
            Claim::Exactly => self.exactly.0.min(both(self.at_least.0, self.at_most.0)),
        }
    }

    /// The visits that prove a claim, and the claim that each must prove.
    fn needs(&self, claim: Claim) -> impl Iterator<Item = (VisitId, Claim)> + use<> {
        let apart = [(self.at_least.1, Claim::AtLeast), (self.at_most.1, Claim::AtMost)];
        let (one, other) = match claim {
            Claim::AtLeast => (apart[0], None),
            Claim::AtMost => (apart[1], None),
            Claim::Exactly if self.exactly.0 <= both(self.at_least.0, self.at_most.0) => {
                ((self.exactly.1, claim), None)
            }
            Claim::Exactly => (apart[0], Some(apart[1])),
        };
        std::iter::once(one).chain(other)
    }
}

/// The proof of a claim about a visit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Proof {
    /// Whether a claim is accepted without proof, because the trace does not contain one.
    pub(super) is_trusted: bool,
    /// The child visits that are needed, and the claim that each must prove. Empty for a leaf, and if bounds from a table, the
    /// rules or the node itself are sufficient.
    pub(super) below: Vec<(VisitId, Claim)>,
}

/// A visit with the data needed for proofs.
#[derive(Debug)]
pub(super) struct Provable {
    player: Player,
    /// Whether the visit proves without its children that the value is at least, and at most, the score.
    itself: [bool; 2],
    /// Whether the result of the visit claims this, for claims without another proof.
    claimed: [bool; 2],
    /// Whether all moves were tried, except those skipped for reasons other than a cutoff.
    is_complete: bool,
    moves: Vec<Tries>,
}

/// The bounds claimed by the result of a visit.
fn claimed_bounds(trace: &Trace, visit: VisitId) -> Option<Bounds> {
    let step = trace.step(trace.span(visit).1?)?;
    Some(Bounds::of(step.score?, step.bound?))
}

/// Whether bounds imply that the value is at least, and at most, a score.
fn says(bounds: Bounds, score: Score) -> [bool; 2] {
    [bounds.lower >= score, bounds.upper <= score]
}

impl Provable {
    /// Collects the data of a visit; `costs` returns the costs of its children. `None` if the visit did not end.
    pub(super) fn of(
        trace: &Trace,
        visit: VisitId,
        score: Score,
        tried: &mut TriedMoves<'_>,
        costs: impl Fn(VisitId) -> Costs,
    ) -> Option<Self> {
        trace.span(visit).1?;
        let player = trace.player_of(visit);
        let mut moves: Vec<Tries> = Vec::new();
        for tried in tried.of(visit).iter().filter(|tried| !tried.is_speculative) {
            let Some(rank) = tried.rank else { continue };
            match moves.binary_search_by_key(&rank, |tries| tries.rank) {
                Ok(at) => moves[at].again(tried.visit, costs(tried.visit)),
                Err(_) => moves.push(Tries::of(rank, tried.visit, costs(tried.visit))),
            }
        }
        let mut itself = says(known_bounds(trace, visit), score);
        if moves.is_empty() {
            // A table can provide one bound, and the rules the other.
            let claimed = says(claimed_bounds(trace, visit)?, score);
            itself = [itself[0] || claimed[0], itself[1] || claimed[1]];
            return Some(Self { player, itself, claimed, is_complete: false, moves });
        }
        let is_complete = is_complete(trace, visit, score);
        let mut provable = Self { player, itself, claimed: [false; 2], is_complete, moves };
        if [Claim::AtLeast, Claim::AtMost].into_iter().any(|claim| provable.by_moves(claim) == NEVER) {
            provable.claimed = says(claimed_bounds(trace, visit)?, score);
        }
        Some(provable)
    }

    /// Whether one move is sufficient for a claim, because the claim is good for the player to move.
    fn is_good(&self, claim: Claim) -> bool {
        claim == if self.player == Player::Max { Claim::AtLeast } else { Claim::AtMost }
    }

    /// The cost of a one-sided claim, by the moves alone.
    fn by_moves(&self, claim: Claim) -> u32 {
        let costs = self.moves.iter().map(|tries| tries.cost(claim));
        if self.is_good(claim) {
            costs.min().map_or(NEVER, |least| both(least, 1))
        } else if self.is_complete {
            costs.fold(1, both)
        } else {
            NEVER
        }
    }

    /// The cost of a one-sided claim.
    fn one_sided(&self, claim: Claim) -> u32 {
        let side = usize::from(claim == Claim::AtMost);
        match self.by_moves(claim) {
            _ if self.itself[side] => 1,
            NEVER if self.claimed[side] => 1,
            cost => cost,
        }
    }

    /// Whether a one-sided claim is accepted without proof.
    fn is_trusted(&self, claim: Claim) -> bool {
        let side = usize::from(claim == Claim::AtMost);
        !self.itself[side] && self.claimed[side] && self.by_moves(claim) == NEVER
    }

    /// Whether a one-sided claim needs no moves: it is proved by the visit itself, or accepted without proof.
    fn is_shown(&self, claim: Claim) -> bool {
        self.itself[usize::from(claim == Claim::AtMost)] || self.is_trusted(claim)
    }

    /// The move with which an exact claim is cheapest, and the cost.
    fn best(&self) -> Option<(u32, usize)> {
        let bad = if self.is_good(Claim::AtLeast) { Claim::AtMost } else { Claim::AtLeast };
        let all = self.by_moves(bad);
        if all == NEVER {
            return None;
        }
        let cost = |tries: &Tries| match tries.cost(Claim::Exactly) {
            NEVER => None,
            exactly => Some(all - tries.cost(bad) + exactly),
        };
        let costs = self.moves.iter().enumerate().filter_map(|(at, tries)| Some((cost(tries)?, at)));
        costs.min()
    }

    /// The cost of an exact claim: the moves must prove the sides that are not proved otherwise.
    fn equality(&self) -> u32 {
        match [Claim::AtLeast, Claim::AtMost].map(|claim| self.is_shown(claim)) {
            [true, true] => 1,
            [true, false] => self.one_sided(Claim::AtMost),
            [false, true] => self.one_sided(Claim::AtLeast),
            [false, false] => self.best().map_or(NEVER, |(cost, _)| cost),
        }
    }

    pub(super) fn costs(&self) -> Costs {
        Costs {
            at_least: self.one_sided(Claim::AtLeast),
            at_most: self.one_sided(Claim::AtMost),
            exactly: self.equality(),
        }
    }

    /// The cheapest proof of a claim.
    pub(super) fn proof(&self, claim: Claim) -> Proof {
        let sides = match claim {
            Claim::Exactly => vec![Claim::AtLeast, Claim::AtMost],
            one => vec![one],
        };
        let is_trusted = sides.iter().any(|&side| self.is_trusted(side));
        let mut open = sides.into_iter().filter(|&side| !self.is_shown(side));
        let below = match (open.next(), open.next()) {
            (None, _) => Vec::new(),
            (Some(side), None) => self.one_sided_needs(side),
            (Some(_), Some(_)) => self.equality_needs(),
        };
        Proof { is_trusted, below }
    }

    fn one_sided_needs(&self, claim: Claim) -> Vec<(VisitId, Claim)> {
        if self.is_good(claim) {
            let least = self.moves.iter().min_by_key(|tries| tries.cost(claim));
            return least.into_iter().flat_map(|tries| tries.needs(claim)).collect();
        }
        self.moves.iter().flat_map(|tries| tries.needs(claim)).collect()
    }

    fn equality_needs(&self) -> Vec<(VisitId, Claim)> {
        let bad = if self.is_good(Claim::AtLeast) { Claim::AtMost } else { Claim::AtLeast };
        let best = self.best().map(|(_, at)| at);
        let claims = self.moves.iter().enumerate();
        claims.flat_map(|(at, tries)| tries.needs(if Some(at) == best { Claim::Exactly } else { bad })).collect()
    }
}

/// The bounds of a visit's value from a table, the rules or the node itself, for a visit that searched children.
fn known_bounds(trace: &Trace, visit: VisitId) -> Bounds {
    let mut known = Bounds::UNKNOWN;
    let mut window = trace.given_window(visit);
    let player = trace.player_of(visit);
    let narrowings = std::iter::once((trace.table().searched_window(visit), None));
    let own = trace.own_updates_of(visit).map(|own| (own.searched, Some(own)));
    for (searched, own) in narrowings.chain(own) {
        if searched.alpha > window.alpha {
            known.lower = known.lower.max(searched.alpha);
        }
        if searched.beta < window.beta {
            known.upper = known.upper.min(searched.beta);
        }
        window = searched;
        let Some((value, own)) = own.and_then(|own| Some((own.value?, own))) else { continue };
        let before = own.frame.checked_sub(1).and_then(|before| trace.value_by(visit, before));
        match player {
            _ if before == Some(value) => {}
            Player::Max => known.lower = known.lower.max(value),
            Player::Min => known.upper = known.upper.min(value),
        }
    }
    known
}

/// Whether no move of a visit was pruned that could be better than the score.
fn is_complete(trace: &Trace, visit: VisitId, score: Score) -> bool {
    let Some(frame) = trace.cut_frame(visit) else { return true };
    match trace.own_update_at(frame) {
        // By the rules, the remaining moves are not better than the value of the update.
        Some(own) => settles_rest(own, trace.player_of(visit), score),
        None => trace.pruned_children(visit).len() == 0,
    }
}

fn settles_rest(own: &OwnUpdate, player: Player, score: Score) -> bool {
    own.is_settled_by_rules() && own.value.is_some_and(|value| player.better(value, score) == score)
}

/// The minimal tree of a run from the root.
#[derive(Debug)]
pub(super) struct MinimalTree {
    /// The visits of the tree, in the order in which they were entered.
    pub(super) visits: Vec<VisitId>,
    /// The number of visits in the tree whose score is not proved by the trace.
    pub(super) trusted: u64,
}

/// The visits of the subtree of `root`, with their costs.
struct Subtree<'a> {
    trace: &'a Trace,
    first: u32,
    thread: usize,
    costs: Vec<Costs>,
    score: Score,
}

impl Subtree<'_> {
    fn cost(costs: &[Costs], first: u32, visit: VisitId) -> Costs {
        let place = visit.0.checked_sub(first).and_then(|place| costs.get(place as usize));
        place.copied().unwrap_or(Costs::NEVER)
    }

    fn provable(&self, visit: VisitId, tried: &mut TriedMoves<'_>) -> Option<Provable> {
        if self.trace.has_threads() && self.trace.thread_of(visit) != self.thread {
            return None;
        }
        let costs = |below: VisitId| Self::cost(&self.costs, self.first, below);
        Provable::of(self.trace, visit, self.score, tried, costs)
    }
}

/// The minimal tree below `root`; `None` if its run did not end, or the computation is cancelled. `done` is the progress counted
/// so far, in visits.
pub(super) fn minimal_tree(trace: &Trace, root: VisitId, progress: &Progress, done: u64) -> Option<MinimalTree> {
    let step = trace.step(trace.span(root).1?)?;
    let (score, claim) = (step.score?, Claim::of(step.bound?));
    let last = if trace.has_threads() {
        trace.visits_of(root).last()?.0
    } else {
        root.0 + (trace.visits_below(root) as u32).saturating_sub(1)
    };
    let count = (last - root.0) as usize + 1;
    let mut tried = TriedMoves::new(trace);
    let mut subtree =
        Subtree { trace, first: root.0, thread: trace.thread_of(root), costs: vec![Costs::NEVER; count], score };
    for place in (0..count).rev() {
        if progress.stops_at(done + (count - place) as u64) {
            return None;
        }
        let visit = VisitId(root.0 + place as u32);
        if let Some(provable) = subtree.provable(visit, &mut tried) {
            subtree.costs[place] = provable.costs();
        }
    }
    let mut needed: Vec<Option<Claim>> = vec![None; count];
    needed[0] = Some(claim);
    let mut tree = MinimalTree { visits: Vec::new(), trusted: 0 };
    for place in 0..count {
        let Some(claim) = needed[place] else { continue };
        let visit = VisitId(root.0 + place as u32);
        tree.visits.push(visit);
        let proof = subtree.provable(visit, &mut tried).map(|provable| provable.proof(claim)).unwrap_or_default();
        tree.trusted += u64::from(proof.is_trusted);
        for (child, claim) in proof.below {
            needed[(child.0 - root.0) as usize] = Some(claim);
        }
    }
    Some(tree)
}
