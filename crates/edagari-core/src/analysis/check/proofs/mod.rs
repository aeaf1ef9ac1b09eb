//! The steps of a proof-number search: the choice of children, the numbers that a program records, and what is proved.

mod recorded;

use super::prover::Prover;
use super::{Fault, Unjudged};
use crate::search::{Proof, ProofNumbers};
use crate::trace::{FrameKind, NodeId, Step, VisitId};

impl Prover<'_> {
    /// Checks a frame of a proof-number search.
    pub(super) fn proved_frame(&mut self, frame: usize, step: &Step) {
        match step.kind {
            FrameKind::Start => self.proof_choice(frame, step.visit),
            FrameKind::End => self.proof_end(frame, step),
            FrameKind::Lookup | FrameKind::Score | FrameKind::Update | FrameKind::Store => {}
        }
    }

    fn proof_choice(&mut self, frame: usize, visit: VisitId) {
        let trace = self.trace;
        let Some(proofs) = trace.proofs() else { return };
        // A shared number of a child can solve an open root before the search has returned to it.
        if let Some(before) = frame.checked_sub(1)
            && !proofs.shares_numbers()
            && proofs.of(NodeId::ROOT, before).is_some_and(ProofNumbers::is_solved)
        {
            self.find(frame, Fault::ProvedBefore);
            return;
        }
        let (Some(choice), Some(parent)) = (proofs.choice(visit), trace.parent_visit(visit)) else { return };
        let player = trace.player_of(parent);
        let key = |place: usize| choice.children[place].1.key(player);
        // Another program may take any of several equal children, and df-pn returns when a
        // threshold is reached.
        let is_first = choice.chosen == choice.expected
            || (trace.origin().is_some() && key(choice.chosen) == key(choice.expected));
        if !is_first && trace.setup.proof.epsilon == 0 {
            let expected = trace.path(choice.children[choice.expected].0);
            self.find(frame, Fault::NotMostProving { expected, by: [key(choice.chosen), key(choice.expected)] });
            return;
        }
        // A depth-first search returns once the thresholds of a node above are reached.
        if trace.setup.proof.epsilon == 0
            && let Some(late) = proofs.late_leave(visit)
        {
            let [left, expected] = [trace.node_of(late.left), late.better].map(|node| trace.path(node));
            self.find(frame, Fault::LeftLate { left, expected, by: late.by });
        }
    }

    fn proof_end(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        let Some(numbers) = trace.proofs().and_then(|proofs| proofs.of(step.node, frame)) else { return };
        for (name, number) in [("pn", numbers.proof), ("dn", numbers.disproof)] {
            let column = trace.columns().iter().find(|column| column.name() == name);
            let Some(stated) = column.and_then(|column| column.value(step.visit)) else { continue };
            if ProofNumbers::read(&stated.to_string()).is_some_and(|found| found != number) {
                let found = stated.to_string().into();
                self.find(frame, Fault::WrongProofNumber { column: name.into(), expected: number, found });
            }
        }
        let Some(found) = step.score else { return };
        let expected = numbers.score(trace.setup.proof.claim).0;
        if trace.origin().is_none() && found != expected {
            self.find(frame, Fault::IllegalScore { expected: (expected, None), found });
        }
    }

    /// Withdraws faults of numbers and choices if a table can be their reason: one that does not keep all entries, or that of a
    /// depth-first search that states neither a table nor its numbers.
    pub(super) fn explain_numbers(&mut self) {
        let trace = self.trace;
        let Some(proofs) = trace.proofs().filter(|_| trace.origin().is_some()) else { return };
        let is_limited = trace.setup.table.is_some_and(|table| table.size.is_some());
        let has_numbers = trace.columns().iter().any(|column| ["pn", "dn"].contains(&column.name()));
        let may_share = proofs.claim().0 == Proof::Dfpn && self.header.table.is_none() && !has_numbers;
        let can_share = if proofs.shares_numbers() { is_limited } else { may_share };
        if !can_share {
            return;
        }
        let depends = |fault: &Fault| {
            matches!(fault, Fault::WrongProofNumber { .. } | Fault::NotMostProving { .. } | Fault::LeftLate { .. })
        };
        let before = self.report.findings.len();
        self.report.findings.retain(|finding| !depends(&finding.fault));
        let withdrawn = before - self.report.findings.len();
        if withdrawn > 0 {
            self.report.finding_count -= withdrawn as u64;
            self.report.unjudged.push(Unjudged::SharedNumbers);
        }
    }
}
