//! Queries on a proof-number search: the proof and disproof numbers of a node by a frame, and the
//! choice of a child. These are not recorded: they follow from the results of finished games and
//! the order of the visits.

use std::collections::HashMap;

use crate::game::AnyPosition;
use crate::search::{Claim, Proof, ProofNumbers};
use crate::trace::model::proof_index::{ProofIndex, SharedNumbers};
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

/// Computes the index of a trace; `None` without rules. Where the header of another program leaves open which nodes share their numbers,
/// they do so in the way in which the most recorded numbers follow.
fn index_of(trace: &Trace) -> Option<ProofIndex> {
    trace.rules()?;
    let by_position = Some(Sharing { symmetry: false });
    let by_class = Some(Sharing { symmetry: true });
    let ways = match trace.origin().map(|header| header.table.as_ref()) {
        _ if trace.setup.proof.table => vec![by_position],
        Some(None) => vec![None, by_position, by_class],
        Some(Some(table)) if table.setup().is_some() => match table.options() {
            Some(options) => vec![Some(Sharing { symmetry: options.symmetry })],
            None => vec![by_position, by_class],
        },
        None | Some(Some(_)) => vec![None],
    };
    let mut best: Option<(usize, ProofIndex)> = None;
    for way in ways {
        // Only some games have keys of positions.
        let index = Indexing::index(trace, way).or_else(|| Indexing::index(trace, None))?;
        let wrong = count_other_numbers(trace, &index);
        if best.as_ref().is_none_or(|&(least, _)| wrong < least) {
            best = Some((wrong, index));
        }
        if wrong == 0 {
            break;
        }
    }
    best.map(|(_, index)| index)
}

/// Which nodes share their numbers: those with the same position, and also those with a symmetric one.
#[derive(Clone, Copy)]
struct Sharing {
    symmetry: bool,
}

/// The number of visits for which a program records other numbers than those of an index.
fn count_other_numbers(trace: &Trace, index: &ProofIndex) -> usize {
    if trace.origin().is_none() {
        return 0;
    }
    let ended = (0..trace.visit_count() as u32).map(VisitId).filter(|&visit| trace.span(visit).1.is_some());
    let columns = ["pn", "dn"].map(|name| trace.columns().iter().find(|column| column.name() == name));
    let is_other = |visit: &VisitId| {
        let numbers = index.after[visit.0 as usize];
        [numbers.proof, numbers.disproof].into_iter().zip(columns).any(|(number, column)| {
            let stated = column.and_then(|column| ProofNumbers::read(&column.value(*visit)?.to_string()));
            stated.is_some_and(|stated| stated != number)
        })
    };
    ended.filter(is_other).count()
}

/// The walk over the visits that computes an index.
struct Indexing<'a> {
    trace: &'a Trace,
    index: ProofIndex,
    /// The current numbers of each node, or of each position if nodes share their numbers.
    now: Vec<ProofNumbers>,
    /// The index of each position by its key.
    keys: Option<(HashMap<u128, u32>, Sharing)>,
}

impl<'a> Indexing<'a> {
    /// Computes the numbers; `None` if a move is not legal, or a position has no key.
    fn index(trace: &'a Trace, sharing: Option<Sharing>) -> Option<ProofIndex> {
        let (nodes, count) = (trace.node_count(), trace.visit_count());
        let shared = sharing.map(|Sharing { symmetry }| {
            let position_of = vec![u32::MAX; nodes];
            SharedNumbers { symmetry, position_of, ..SharedNumbers::default() }
        });
        let index =
            ProofIndex { of_new: vec![ProofNumbers::UNIT; nodes], after: vec![ProofNumbers::UNIT; count], shared };
        let keys = sharing.map(|sharing| (HashMap::new(), sharing));
        let mut walk = Self { trace, index, now: vec![ProofNumbers::UNIT; nodes], keys };
        let mut is_expanded = vec![false; nodes];
        let root = trace.position(&[])?;
        walk.make(NodeId::ROOT, &root)?;
        // The open visits with their positions.
        let mut open: Vec<(VisitId, AnyPosition)> = Vec::new();
        for visit in (0..count as u32).map(VisitId) {
            let parent = trace.parent_visit(visit);
            while let Some((ended, _)) = open.pop_if(|(above, _)| Some(*above) != parent) {
                walk.leave(ended);
            }
            let node = trace.node_of(visit);
            let position = match open.last() {
                Some((_, above)) => above.play(trace.move_of(node)?)?,
                None => root.clone(),
            };
            if !std::mem::replace(&mut is_expanded[node.0 as usize], true) {
                for child in trace.children(node) {
                    walk.make(child, &position.play(trace.move_of(child)?)?)?;
                }
                if !trace.is_leaf_visit(visit) {
                    walk.expand(visit);
                }
            }
            open.push((visit, position));
        }
        while let Some((ended, _)) = open.pop() {
            walk.leave(ended);
        }
        Some(walk.index)
    }

    /// Makes a node: it has the numbers of a new one, or those of its position. `None` if the position has no key.
    fn make(&mut self, node: NodeId, position: &AnyPosition) -> Option<()> {
        let numbers = ProofNumbers::of_new(position.score(), self.trace.setup.proof.claim);
        self.index.of_new[node.0 as usize] = numbers;
        let (Some((keys, sharing)), Some(shared)) = (&mut self.keys, &mut self.index.shared) else {
            self.now[node.0 as usize] = numbers;
            return Some(());
        };
        let key = if sharing.symmetry { position.class_key() } else { position.key() }?;
        let place = *keys.entry(key).or_insert_with(|| {
            self.now[shared.ends.len()] = numbers;
            shared.ends.push(Vec::new());
            shared.ends.len() as u32 - 1
        });
        shared.position_of[node.0 as usize] = place;
        Some(())
    }

    /// The place of the numbers of a node.
    fn place(&self, node: NodeId) -> usize {
        self.index.shared.as_ref().map_or(node.0, |shared| shared.position_of[node.0 as usize]) as usize
    }

    /// Counts the expansion of a position that no visit has ended at.
    fn expand(&mut self, visit: VisitId) {
        let place = self.place(self.trace.node_of(visit));
        if let Some(shared) = &mut self.index.shared
            && shared.ends[place].is_empty()
        {
            shared.expansions.push(visit);
        }
    }

    /// Sets the numbers of the node whose visit ends; they follow from those of its children.
    fn leave(&mut self, visit: VisitId) {
        let node = self.trace.node_of(visit);
        let place = self.place(node);
        let mut children = self.trace.children(node).map(|child| self.now[self.place(child)]).peekable();
        if children.peek().is_some() {
            self.now[place] = ProofNumbers::of_children(self.trace.player_of(visit), children);
        }
        self.index.after[visit.0 as usize] = self.now[place];
        if let (Some(shared), Some(end)) = (&mut self.index.shared, self.trace.span(visit).1) {
            shared.ends[place].push((end as u32, visit));
        }
    }
}

impl<'a> Proofs<'a> {
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
            return is_made.then(|| self.settled(node, frame));
        };
        if trace.span(last).1.is_some_and(|end| end <= frame) {
            return Some(self.settled(node, frame));
        }
        if trace.layer_of(last) == 0 && trace.span(last).0 == frame {
            return Some(self.settled(node, frame));
        }
        // While a node is open, its numbers follow from its children's numbers before or after
        // their visits.
        let children = trace.children(node).map(|child| self.settled(child, frame));
        Some(ProofNumbers::of_children(trace.player_of(last), children))
    }

    /// The numbers of a node by its last visit that has ended by a frame, or by that of its position if nodes share their numbers.
    fn settled(&self, node: NodeId, frame: usize) -> ProofNumbers {
        let trace = self.trace;
        let of_new = self.index.of_new[node.0 as usize];
        if let Some(shared) = &self.index.shared {
            return shared.last_end(node, frame).map_or(of_new, |last| self.index.after[last.0 as usize]);
        }
        let mut visits = trace.layers_by(node, frame);
        let is_open = |visit: VisitId| trace.span(visit).1.is_none_or(|end| end > frame);
        // Only the last one can be open.
        if visits.checked_sub(1).and_then(|last| trace.layers(node).nth(last)).is_some_and(is_open) {
            visits -= 1;
        }
        let last = visits.checked_sub(1).and_then(|last| trace.layers(node).nth(last));
        last.map_or(of_new, |last| self.index.after[last.0 as usize])
    }

    /// The ends of the visits at the position of a node, in order; empty unless nodes share their numbers.
    pub(super) fn shared_ends(&self, node: NodeId) -> &'a [(u32, VisitId)] {
        let shared = self.index.shared.as_ref();
        shared.map_or(&[], |shared| &shared.ends[shared.position_of[node.0 as usize] as usize])
    }

    /// Whether nodes with the same position share their numbers, as in a transposition table.
    #[must_use]
    pub const fn shares_numbers(&self) -> bool {
        self.index.shared.is_some()
    }

    /// Whether a visit expands its node: it is the first one of the node, or of its position if nodes share their numbers.
    #[must_use]
    pub fn is_expansion(&self, visit: VisitId) -> bool {
        match &self.index.shared {
            Some(shared) => shared.expansions.binary_search_by_key(&visit.0, |visit| visit.0).is_ok(),
            None => self.trace.layer_of(visit) == 0 && !self.trace.is_leaf_visit(visit),
        }
    }

    /// The node below which the numbers that a node has after `frame` were found: another one of its position if nodes share their numbers.
    #[must_use]
    pub fn source(&self, node: NodeId, frame: usize) -> NodeId {
        let last = self.index.shared.as_ref().and_then(|shared| shared.last_end(node, frame));
        last.map_or(node, |visit| self.trace.node_of(visit))
    }

    /// Whether also nodes with symmetric positions share their numbers.
    pub(crate) fn shares_symmetric(&self) -> bool {
        self.index.shared.as_ref().is_some_and(|shared| shared.symmetry)
    }

    /// The number of nodes that had been expanded by a frame, or of positions if nodes share their numbers.
    #[must_use]
    pub fn expansions(&self, frame: usize) -> usize {
        let trace = self.trace;
        let by = trace.visits_within(&(0..frame.saturating_add(1).min(trace.frame_count()))).end;
        if let Some(shared) = &self.index.shared {
            return shared.expansions.partition_point(|visit| visit.0 < by);
        }
        (0..by).map(VisitId).filter(|&visit| self.is_expansion(visit)).count()
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
    ///
    /// `None` if nodes share their numbers: then a number can fall below a threshold of an open node without a return to its parent.
    pub(crate) fn late_leave(&self, visit: VisitId) -> Option<LateLeave> {
        // If each node on the path is the first child that the visit above entered, no number has changed since these were chosen.
        let is_first = |&visit: &VisitId| {
            let above = self.trace.parent_visit(visit);
            above.is_none_or(|above| self.trace.visited_children(above).next() == Some(visit))
        };
        if self.shares_numbers()
            || std::iter::successors(Some(visit), |&at| self.trace.parent_visit(at)).all(|at| is_first(&at))
        {
            return None;
        }
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
