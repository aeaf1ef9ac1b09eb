//! Queries on a proof-number search: the proof and disproof numbers of a node by a frame, and the
//! choice of a child. These are not recorded: they follow from the results of finished games and
//! the order of the visits.

use crate::game::AnyPosition;
use crate::search::{Claim, Proof, ProofNumbers};
use crate::trace::model::proof_index::ProofIndex;
use crate::trace::{NodeId, Trace, VisitId};

/// The choice of a child by a visit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofChoice {
    /// All children with their numbers at that time, in the game's order.
    pub children: Vec<(NodeId, ProofNumbers)>,
    /// The place of the child that the visit goes to.
    pub chosen: usize,
    /// The place of the most proving child.
    pub expected: usize,
}

/// A node that a depth-first search should have left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LateLeave {
    /// The open visit of the node.
    pub left: VisitId,
    /// The sibling that is more proving.
    pub better: NodeId,
    /// The numbers by which a child is chosen: of the node and of the sibling.
    pub by: [u32; 2],
}

/// A proof-number search.
#[derive(Clone, Copy, Debug)]
pub struct Proofs<'a> {
    trace: &'a Trace,
    proof: Proof,
    index: &'a ProofIndex,
}

impl<'a> Proofs<'a> {
    /// The proof and disproof numbers of a trace; `None` unless it is a proof-number search whose rules are known.
    pub(in crate::trace) fn of_trace(trace: &'a Trace) -> Option<Self> {
        let proof = trace.setup.process.proof()?;
        let index = trace.proofs.get_or_init(|| index_of(trace)).as_ref()?;
        Some(Self { trace, proof, index })
    }
}

/// Computes the index of a trace; `None` without rules.
fn index_of(trace: &Trace) -> Option<ProofIndex> {
    trace.rules()?;
    let claim = trace.setup.proof.claim;
    let new = |position: &AnyPosition| ProofNumbers::of_new(position.score(), claim);
    let count = trace.visit_count();
    let mut index =
        ProofIndex { of_new: vec![ProofNumbers::UNIT; trace.node_count()], after: vec![ProofNumbers::UNIT; count] };
    // The current numbers of each node, and the open visits with their positions.
    let mut now = vec![ProofNumbers::UNIT; trace.node_count()];
    let mut is_expanded = vec![false; trace.node_count()];
    let root = trace.position(&[])?;
    now[0] = new(&root);
    index.of_new[0] = now[0];
    let mut open: Vec<(VisitId, AnyPosition)> = Vec::new();
    for visit in (0..count as u32).map(VisitId) {
        let parent = trace.parent_visit(visit);
        while let Some((ended, _)) = open.pop_if(|(above, _)| Some(*above) != parent) {
            leave(trace, ended, &mut now, &mut index);
        }
        let node = trace.node_of(visit);
        let position = match open.last() {
            Some((_, above)) => above.play(trace.move_of(node)?)?,
            None => root.clone(),
        };
        if !std::mem::replace(&mut is_expanded[node.0 as usize], true) {
            for child in trace.children(node) {
                let numbers = new(&position.play(trace.move_of(child)?)?);
                now[child.0 as usize] = numbers;
                index.of_new[child.0 as usize] = numbers;
            }
        }
        open.push((visit, position));
    }
    while let Some((ended, _)) = open.pop() {
        leave(trace, ended, &mut now, &mut index);
    }
    Some(index)
}

/// Sets the numbers of the node whose visit ends; they follow from those of its children.
fn leave(trace: &Trace, visit: VisitId, now: &mut [ProofNumbers], index: &mut ProofIndex) {
    let node = trace.node_of(visit);
    let mut children = trace.children(node).map(|child| now[child.0 as usize]).peekable();
    if children.peek().is_some() {
        now[node.0 as usize] = ProofNumbers::of_children(trace.player_of(visit), children);
    }
    index.after[visit.0 as usize] = now[node.0 as usize];
}

impl Proofs<'_> {
    /// The search, and its claim.
    #[must_use]
    pub const fn claim(&self) -> (Proof, Claim) {
        (self.proof, self.trace.setup.proof.claim)
    }

    /// The numbers of `node` after `frame`; `None` if it had not been made.
    ///
    /// ```
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::{Proof, ProofNumbers, ProofSetup};
    /// use edagari_core::trace::{NodeId, Recording};
    ///
    /// let trace = Recording::of(TicTacToe::default()).proof(Proof::Pns, ProofSetup::default()).record()?;
    /// let proofs = trace.proofs().expect("a proof-number search");
    /// // The first player cannot force a win.
    /// assert_eq!(proofs.of(NodeId::ROOT, usize::MAX), Some(ProofNumbers::DISPROVED));
    /// assert_eq!((proofs.expansions(usize::MAX), trace.node_count()), (3_323, 13_950));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn of(&self, node: NodeId, frame: usize) -> Option<ProofNumbers> {
        let trace = self.trace;
        let visits = trace.layers_by(node, frame);
        let last = visits.checked_sub(1).and_then(|last| trace.layers(node).nth(last));
        let Some(last) = last else {
            // The expansion happens one step after the start of the parent's first visit.
            let is_made = node == NodeId::ROOT || trace.layers_by(trace.parent(node)?, frame.checked_sub(1)?) > 0;
            return is_made.then(|| self.index.of_new[node.0 as usize]);
        };
        if trace.span(last).1.is_some_and(|end| end <= frame) {
            return Some(self.index.after[last.0 as usize]);
        }
        if trace.layer_of(last) == 0 && trace.span(last).0 == frame {
            return Some(self.index.of_new[node.0 as usize]);
        }
        // While a node is open, its numbers follow from its children's numbers before or after
        // their visits.
        let children = trace.children(node).map(|child| self.settled(child, frame));
        Some(ProofNumbers::of_children(trace.player_of(last), children))
    }

    /// The numbers of a node by its last visit that has ended by a frame.
    fn settled(&self, node: NodeId, frame: usize) -> ProofNumbers {
        let trace = self.trace;
        let mut visits = trace.layers_by(node, frame);
        let is_open = |visit: VisitId| trace.span(visit).1.is_none_or(|end| end > frame);
        // Only the last one can be open.
        if visits.checked_sub(1).and_then(|last| trace.layers(node).nth(last)).is_some_and(is_open) {
            visits -= 1;
        }
        let last = visits.checked_sub(1).and_then(|last| trace.layers(node).nth(last));
        last.map_or(self.index.of_new[node.0 as usize], |last| self.index.after[last.0 as usize])
    }

    /// The number of nodes that had been expanded by a frame.
    #[must_use]
    pub fn expansions(&self, frame: usize) -> usize {
        let trace = self.trace;
        let by = trace.visits_within(&(0..frame.saturating_add(1).min(trace.frame_count()))).end;
        (0..by).map(VisitId).filter(|&visit| trace.layer_of(visit) == 0 && !trace.is_leaf_visit(visit)).count()
    }

    /// The choice of the child that `visit` is entered by; `None` at the root.
    #[must_use]
    pub fn choice(&self, visit: VisitId) -> Option<ProofChoice> {
        let trace = self.trace;
        let parent = trace.parent_visit(visit)?;
        let before = trace.span(visit).0.checked_sub(1)?;
        let mut nodes: Vec<NodeId> = trace.children(trace.node_of(parent)).collect();
        nodes.sort_by_key(|&child| trace.move_of(child));
        let children: Vec<_> = nodes.into_iter().map(|child| (child, self.settled(child, before))).collect();
        let numbers = children.iter().map(|&(_, numbers)| numbers);
        let expected = ProofNumbers::most_proving(trace.player_of(parent), numbers)?;
        let chosen = children.iter().position(|&(child, _)| child == trace.node_of(visit))?;
        Some(ProofChoice { children, chosen, expected })
    }

    /// The first node on the path to `visit` that should have been left before the visit: a sibling is more proving now, although the
    /// search has not returned to their parent.
    pub(crate) fn late_leave(&self, visit: VisitId) -> Option<LateLeave> {
        let late = self.late_leaves(visit);
        let first = late.into_iter().next_back()?;
        // Of the visits below it, only the first one is a new fault.
        let before = visit.0.checked_sub(1).map(VisitId).filter(|&before| before != first.left);
        let is_known = before
            .filter(|&before| self.trace.is_within(before, first.left))
            .is_some_and(|before| self.late_leaves(before).iter().any(|late| late.left == first.left));
        (!is_known).then_some(first)
    }

    /// The open nodes above `visit` that should have been left before it, from below.
    fn late_leaves(&self, visit: VisitId) -> Vec<LateLeave> {
        let trace = self.trace;
        let Some(before) = trace.span(visit).0.checked_sub(1) else { return Vec::new() };
        let mut late = Vec::new();
        // The numbers of the open node below, which has not been left.
        let mut open: Option<(VisitId, ProofNumbers)> = None;
        for above in std::iter::successors(trace.parent_visit(visit), |&above| trace.parent_visit(above)) {
            let player = trace.player_of(above);
            let (mut second, mut all) = (None, Vec::new());
            for child in trace.children(trace.node_of(above)) {
                let now = open.filter(|&(below, _)| trace.node_of(below) == child);
                let numbers = now.map_or_else(|| self.settled(child, before), |(_, numbers)| numbers);
                if now.is_none() && second.is_none_or(|(_, least)| numbers.key(player) < least) {
                    second = Some((child, numbers.key(player)));
                }
                all.push(numbers);
            }
            if let (Some((left, numbers)), Some((better, least))) = (open, second)
                && least < numbers.key(player)
            {
                late.push(LateLeave { left, better, by: [numbers.key(player), least] });
            }
            open = Some((above, ProofNumbers::of_children(player, all.into_iter())));
        }
        late
    }

    /// The children of `node` with their numbers after `frame`, in the game's order.
    #[must_use]
    pub fn children(&self, node: NodeId, frame: usize) -> Vec<(NodeId, ProofNumbers)> {
        let mut nodes: Vec<NodeId> = self.trace.children(node).collect();
        nodes.sort_by_key(|&child| self.trace.move_of(child));
        nodes.into_iter().filter_map(|child| Some((child, self.of(child, frame)?))).collect()
    }
}
