//! The numbers that a proof-number search records in a game whose rules are not known: each follows from those of the children.
//!
//! A child that was never entered is a new leaf with the numbers 1 and 1, or the end of a game. Its parent's numbers show which: the
//! number of new leaves among the children follows from the first ones, and must agree with all later ones.

use crate::analysis::check::prover::Prover;
use crate::analysis::check::{Fault, Unjudged};
use crate::score::Player;
use crate::search::ProofNumbers;
use crate::trace::{ColumnValue, FrameKind, NodeId, Step, VisitId};

/// The children of a node that have been entered.
struct Entered {
    count: u32,
    /// The least number by which a child is chosen.
    least: u32,
    /// The sum of the other numbers; `None` if it is infinite.
    sum: Option<u32>,
}

const INFINITE: u32 = ProofNumbers::INFINITE;

impl Prover<'_> {
    /// Checks a frame of a proof-number search by its recorded numbers.
    pub(in crate::analysis::check) fn recorded_proof_frame(&mut self, frame: usize, step: &Step) {
        match step.kind {
            FrameKind::Start => self.recorded_choice(frame, step.visit),
            FrameKind::End => self.recorded_end(frame, step),
            FrameKind::Lookup | FrameKind::Score | FrameKind::Update | FrameKind::Store => {}
        }
    }

    fn recorded_choice(&mut self, frame: usize, visit: VisitId) {
        let trace = self.trace;
        let now = &self.recorded_numbers.now;
        if now.get(&NodeId::ROOT).copied().flatten().is_some_and(ProofNumbers::is_solved) {
            self.find(frame, Fault::ProvedBefore);
            return;
        }
        let Some(parent) = trace.parent_visit(visit).filter(|_| trace.setup.proof.epsilon == 0) else { return };
        let (player, node) = (trace.player_of(parent), trace.node_of(visit));
        let Some(chosen) = now.get(&node).copied().unwrap_or(Some(ProofNumbers::UNIT)) else { return };
        let siblings = trace.children(trace.node_of(parent)).filter(|&sibling| sibling != node);
        let numbers = siblings.filter_map(|sibling| Some((sibling, now.get(&sibling).copied()??.key(player))));
        let least = numbers.min_by_key(|&(_, key)| key);
        if let Some((better, key)) = least.filter(|&(_, key)| key < chosen.key(player)) {
            self.find(frame, Fault::NotMostProving { expected: trace.path(better), by: [chosen.key(player), key] });
        }
    }

    fn recorded_end(&mut self, frame: usize, step: &Step) {
        let declared = self.stated_numbers(step.visit);
        if let (Some(declared), Some(entered)) = (declared, self.entered_children(step)) {
            self.compare(frame, step, declared, &entered);
        }
        self.recorded_numbers.now.insert(step.node, declared);
    }

    /// The recorded numbers of a visit; `None` if one of them is missing, or is no number.
    fn stated_numbers(&self, visit: VisitId) -> Option<ProofNumbers> {
        let value = |name: &str| {
            let column = self.trace.columns().iter().find(|column| column.name() == name)?;
            column.value(visit).and_then(|value: ColumnValue<'_>| ProofNumbers::read(&value.to_string()))
        };
        Some(ProofNumbers { proof: value("pn")?, disproof: value("dn")? })
    }

    /// The children of the node that have been entered; `None` if the numbers of one of them are unknown.
    fn entered_children(&self, step: &Step) -> Option<Entered> {
        let mut entered = Entered { count: 0, least: INFINITE, sum: Some(0) };
        for child in self.trace.children(step.node) {
            let Some(numbers) = self.recorded_numbers.now.get(&child) else { continue };
            let numbers = (*numbers)?;
            entered.count += 1;
            entered.least = entered.least.min(numbers.key(step.player));
            let other = numbers.key(step.player.other());
            entered.sum = entered.sum.and_then(|sum| sum.checked_add(other)).filter(|&sum| sum < INFINITE);
        }
        Some(entered)
    }

    /// The number of moves of a node, if the stream lists them: no more children can be new leaves.
    fn listed_moves(&self, node: NodeId) -> Option<u32> {
        let trace = self.trace;
        let has_unvisited = trace.children(node).any(|child| trace.visit_of(child).is_none());
        has_unvisited.then(|| trace.children(node).len() as u32)
    }

    /// Compares the numbers of a node with those of its children.
    fn compare(&mut self, frame: usize, step: &Step, declared: ProofNumbers, entered: &Entered) {
        let (key, sum) = (declared.key(step.player), declared.key(step.player.other()));
        if entered.count == 0 {
            let is_new = declared == ProofNumbers::UNIT
                || declared == ProofNumbers::PROVED
                || declared == ProofNumbers::DISPROVED;
            let most = self.listed_moves(step.node).unwrap_or(1);
            if !is_new && !declared.is_solved() {
                let is_beyond = sum >= most && (key > 1 || sum > most);
                self.recorded_numbers.first[usize::from(is_beyond)] += 1;
                self.recorded_numbers.of_new_leaves.insert(frame);
            }
            // A new leaf, a finished game, or a node whose children have just been made.
            if !is_new && key != 1 {
                self.find_number(frame, step.player, 1, key);
            } else if let Some(most) =
                self.listed_moves(step.node).filter(|&most| !is_new && most < sum && sum != INFINITE)
            {
                self.find_number(frame, step.player.other(), most, sum);
            } else if !is_new && sum != INFINITE {
                self.recorded_numbers.leaves.insert(step.node, sum);
            }
            return;
        }
        let (expected_key, expected_sum) = if entered.least == 0 {
            (0, INFINITE)
        } else if let Some(of_entered) = entered.sum {
            let known = self.recorded_numbers.leaves.get(&step.node).copied();
            let stated = sum.checked_sub(of_entered).filter(|_| sum != INFINITE).map(|left| entered.count + left);
            let leaves = known.or(stated).unwrap_or(entered.count).max(entered.count);
            self.recorded_numbers.leaves.insert(step.node, leaves);
            let left = leaves - entered.count;
            if left > 0 {
                self.recorded_numbers.of_new_leaves.insert(frame);
            }
            (if left > 0 { entered.least.min(1) } else { entered.least }, of_entered + left)
        } else {
            return;
        };
        if key != expected_key {
            self.find_number(frame, step.player, expected_key, key);
        }
        if sum != expected_sum {
            self.find_number(frame, step.player.other(), expected_sum, sum);
        }
    }

    /// Withdraws faults of numbers that depend on those of new leaves, if most expansions show that the program gives new leaves
    /// greater numbers than 1, such as their numbers of moves.
    pub(in crate::analysis::check) fn explain_new_leaves(&mut self) {
        let [plain, beyond] = self.recorded_numbers.first;
        if beyond == 0 || beyond < plain {
            return;
        }
        let of_new_leaves = std::mem::take(&mut self.recorded_numbers.of_new_leaves);
        let is_number = |fault: &Fault| matches!(fault, Fault::WrongProofNumber { .. });
        let before = self.report.findings.len();
        self.report.findings.retain(|found| !(is_number(&found.fault) && of_new_leaves.contains(&found.frame)));
        let withdrawn = before - self.report.findings.len();
        self.report.finding_count -= withdrawn as u64;
        self.report.unjudged.extend((withdrawn > 0).then_some(Unjudged::NewLeaves));
    }

    /// Reports a wrong number: pn is the one by which max chooses, dn the one by which min does.
    fn find_number(&mut self, frame: usize, chooser: Player, expected: u32, found: u32) {
        let column = if chooser == Player::Max { "pn" } else { "dn" };
        let found = if found == INFINITE { "inf".to_owned() } else { found.to_string() };
        self.find(frame, Fault::WrongProofNumber { column: column.into(), expected, found: found.into() });
    }
}
