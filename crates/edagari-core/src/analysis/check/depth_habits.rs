//! Remarks on recorded depths that nothing in the trace explains: of children, and of passes.

use std::collections::HashSet;

use super::CheckRemarkKind;
use super::habits::{ENOUGH, USUAL_PER_OTHER};
use super::prover::Prover;
use crate::trace::{Meaning, NodeId, VisitId};

impl Prover<'_> {
    /// Records the depth of a child beside that of its parent, which is on top of the path.
    pub(super) fn note_depth(&mut self, frame: usize, visit: VisitId, depth: Option<i64>) {
        let Some(depth) = depth.filter(|_| !self.trace.is_speculative(visit)) else { return };
        let extended = self.whole(Meaning::Extended, visit).unwrap_or(0);
        let Some(above) = self.path.last_mut() else { return };
        above.deepest_child = above.deepest_child.max(Some(depth - extended.max(0)));
        // Some quiescence searches count their depth upward from 0.
        let Some(of_parent) = above.depth.filter(|&depth| depth > 0) else { return };
        if depth < of_parent {
            self.habits.fallen += 1;
        } else if depth > of_parent && extended <= 0 {
            let by = depth - of_parent;
            self.habits.grown.push((frame, CheckRemarkKind::DeeperChild { by }));
        }
    }

    /// Remarks on children with a greater depth than their parents, if most depths fall with each move: on each, if that is rare,
    /// else once. In other programs the depth may count the moves from the root.
    pub(super) fn remark_grown_depths(&mut self, grown: &[(usize, CheckRemarkKind)], fallen: usize) {
        let shown = if fallen >= USUAL_PER_OTHER * grown.len() { ENOUGH } else { 1 };
        for &(frame, kind) in grown.iter().take(shown).filter(|_| fallen > grown.len()) {
            self.remark(frame, kind);
        }
    }

    /// Remarks on passes whose root is searched to another depth than that of the pass, unless all passes have the same difference
    /// or the same ratio: then the program counts one of them in its own way. A search with another window may be less deep.
    pub(super) fn remark_pass_depths(&mut self) {
        let trace = self.trace;
        let mut depths: Vec<(VisitId, i64, i64)> = Vec::new();
        let mut before = None;
        for root in trace.layers(NodeId::ROOT) {
            let of_pass = trace.pass_of(root).map(|pass| &trace.passes()[pass]).filter(|pass| pass.visit == root);
            let stated = of_pass.and_then(|pass| pass.depth).map(i64::from);
            let is_changed =
                [Meaning::Reduced, Meaning::Extended].iter().any(|&by| self.whole(by, root).is_some_and(|by| by != 0));
            let pair = stated.zip(self.whole(Meaning::Depth, root)).filter(|_| !is_changed && before != stated);
            depths.extend(pair.map(|(pass, depth)| (root, pass, depth)));
            before = stated;
        }
        let differences: HashSet<i64> = depths.iter().map(|(_, pass, depth)| depth - pass).collect();
        let is_multiple = |&(_, pass, depth): &(VisitId, i64, i64)| pass > 0 && depth > pass && depth % pass == 0;
        let ratios: HashSet<i64> =
            depths.iter().filter(|depth| is_multiple(depth)).map(|(_, pass, depth)| depth / pass).collect();
        let is_in_other_unit = ratios.len() == 1 && depths.iter().all(is_multiple);
        if (differences.len() == 1 && depths.len() > 1) || is_in_other_unit {
            return;
        }
        let others = depths.iter().filter(|(_, pass, depth)| pass != depth);
        // If most passes have another depth, the first one shows it.
        let shown = if others.clone().count() * 2 <= depths.len() { depths.len() } else { 1 };
        let others: Vec<(VisitId, i64, i64)> = others.take(shown).copied().collect();
        for (root, expected, found) in others {
            self.remark(trace.span(root).0, CheckRemarkKind::OtherPassDepth { expected, found });
        }
    }

    /// Remarks on depths that fall by one from child to child of a node, if they do so at all nodes: as if the depth were
    /// decremented in the loop over the moves.
    pub(super) fn remark_falling_depths(&mut self) {
        let trace = self.trace;
        if trace.column_of(Meaning::Depth).is_none() {
            return;
        }
        let (mut falling, mut others, mut first) = (0_usize, 0_usize, None);
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let Some(depth) = self.whole(Meaning::Depth, visit) else { continue };
            let mut seen = HashSet::new();
            let mut children = trace
                .visited_children(visit)
                .filter(|&child| !trace.is_speculative(child) && seen.insert(trace.node_of(child)));
            let is_plain = |child: VisitId| {
                let is_changed = |meaning| self.whole(meaning, child).is_some_and(|by| by != 0);
                !is_changed(Meaning::Reduced) && !is_changed(Meaning::Extended)
            };
            let (mut count, mut is_falling, mut is_even) = (0, true, true);
            let mut second = None;
            for child in children.by_ref() {
                let Some(below) = self.whole(Meaning::Depth, child).filter(|_| is_plain(child)) else {
                    is_falling = false;
                    break;
                };
                is_falling &= below == depth - 1 - count;
                is_even &= below == depth - 1;
                second = second.or(Some(child).filter(|_| count == 1));
                count += 1;
            }
            if count >= ENOUGH as i64 && (is_falling || is_even) {
                falling += usize::from(is_falling);
                others += usize::from(!is_falling);
                first = first.or(second.filter(|_| is_falling));
            }
        }
        if let Some(first) = first.filter(|_| others == 0 && falling > 0) {
            self.remark(trace.span(first).0, CheckRemarkKind::FallingDepth);
        }
    }
}
