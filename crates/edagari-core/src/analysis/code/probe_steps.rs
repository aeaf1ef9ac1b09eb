//! The code of the probing phase of Star2 at a frame.

#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use crate::trace::{FrameKind, Trace, VisitId};

/// The lines of a visit that probes its node.
pub(super) fn probe_at(trace: &Trace, visit: VisitId, kind: FrameKind) -> Option<(CodeLine, LineSet)> {
    if trace.is_leaf_visit(visit) {
        return None;
    }
    let line = match kind {
        FrameKind::Start => DefProbed,
        FrameKind::Score => CallFirst,
        FrameKind::Update => NarrowFirst,
        FrameKind::End => ReturnFirst,
        FrameKind::Lookup | FrameKind::Store => return None,
    };
    Some((line, [line].into_iter().collect()))
}

/// The lines of a score that `child` returns to a chance node, by a probe or by a search.
pub(super) fn probed_score(trace: &Trace, visit: VisitId, child: VisitId) -> (CodeLine, LineSet) {
    let each = [ForProbe, LowChild, HighChild, IfChoice];
    if trace.is_probe(child) {
        let lines = [ProbeProbability, ProbeAlpha, ProbeBeta, ProbeEnds, CallProbed];
        return (CallProbed, each.into_iter().chain(lines).collect());
    }
    let lines = [ForChance, Probability, Rest, RestHigh, ChanceAlpha, ChanceBeta, ChanceEnds, CallChance];
    let mut runs: LineSet = lines.into_iter().collect();
    if ends_without_probe(trace, visit, child) {
        runs.extend(each);
    }
    (CallChance, runs)
}

/// The lines of an update at a chance node by the probe of a child.
pub(super) fn probe_update(trace: &Trace, probe: VisitId, is_cut: bool) -> (CodeLine, LineSet) {
    let bounds = trace.chance().probe_bounds(probe);
    let mut runs: LineSet = [IfLowKnown].into_iter().collect();
    let (keep, change, test, cut) = if bounds.lower.finite().is_some() {
        (KeepLow, RaiseLow, IfProbeAbove, [BoundProbeAbove, NoneAbove, BreakProbeAbove])
    } else {
        runs.insert(IfHighKnown);
        if bounds.upper.finite().is_none() {
            return (IfLowKnown, runs);
        }
        (KeepHigh, LowerHigh, IfProbeBelow, [BoundProbeBelow, NoneBelow, BreakProbeBelow])
    };
    runs.extend([keep, change, test]);
    if is_cut {
        runs.extend(cut);
        runs.insert(BestChance);
        return (cut[2], runs);
    }
    let is_impossible = trace.chance().probability(probe).is_some_and(|p| p.numerator() == 0);
    (if is_impossible { keep } else { change }, runs)
}

/// Whether `child` is the first child of a chance node that is searched, and the probing phase ended with a child that was not probed.
fn ends_without_probe(trace: &Trace, visit: VisitId, child: VisitId) -> bool {
    let before = || trace.visited_children(visit).take_while(|&before| before != child);
    if before().any(|before| !trace.is_probe(before)) {
        return false;
    }
    let last = trace.children(trace.node_of(visit)).next_back();
    before().last().is_none_or(|probe| Some(trace.node_of(probe)) != last)
}
