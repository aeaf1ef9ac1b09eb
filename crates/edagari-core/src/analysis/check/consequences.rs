//! Groups findings that can be consequences of an earlier finding under it, so that one fault is one finding.
//!
//! A check continues with the values in the trace, not with corrected ones. Therefore a fault
//! appears again only in other recorded data: later in its visit; where the parent uses its score;
//! below it, if its window or its place is wrong; and in all exact values that depend on it.

use std::collections::{BTreeMap, HashMap};

use super::{Fault, Finding};
use crate::trace::{FrameKind, RemarkKind, Trace, VisitId};

/// The findings sorted by frame; those that can be consequences of an earlier finding are moved under it.
pub(super) fn folded(trace: &Trace, mut findings: Vec<Finding>) -> Vec<Finding> {
    // Consequences of a fault in the same frame come after it.
    let is_cause = |fault: &Fault| matches!(fault, Fault::StoppedInMiddle);
    findings.sort_by_key(|finding| (finding.frame, !is_cause(&finding.fault), finding.fault.is_only_shown()));
    let mut folding = Folding::of(trace);
    // A visit without an end absorbs the events after it, so its other findings come before the
    // frame at which the missing end is noticed.
    let (missing, others): (Vec<Finding>, Vec<Finding>) = findings.into_iter().partition(is_end_missing);
    for finding in missing.into_iter().chain(others) {
        folding.take_in(finding);
    }
    folding.first.sort_by_key(|finding| finding.frame);
    folding.first
}

fn is_end_missing(finding: &Finding) -> bool {
    matches!(&finding.fault, Fault::Nesting(remark) if remark.kind == RemarkKind::EndMissing)
}

/// The range of a fault's possible consequences, beyond its own visit and the parent's update with its score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConsequenceRange {
    Visit,
    /// All visits below: the visit's window, player or place is wrong.
    Below,
    /// Everything in the parent visit: it is no longer known which nodes are open there.
    Above,
    /// Everything until the root ends.
    Root,
}

impl Fault {
    fn reach(&self) -> ConsequenceRange {
        match self {
            Self::GivenWindow { .. }
            | Self::ClosedRoot { .. }
            | Self::ClosedWindow { .. }
            | Self::WrongPlayer { .. }
            | Self::EnteredAfterCut { .. }
            | Self::EnteredAfterAnswer
            | Self::BelowLimit => ConsequenceRange::Below,
            Self::Nesting(remark) => match remark.kind {
                RemarkKind::IllegalMove { .. } | RemarkKind::SkippedSearched { .. } => ConsequenceRange::Below,
                RemarkKind::EndMissing | RemarkKind::ParentNotOpen { .. } | RemarkKind::IdInUse { .. } => {
                    ConsequenceRange::Above
                }
                _ => ConsequenceRange::Visit,
            },
            Self::StoppedInMiddle => ConsequenceRange::Root,
            _ => ConsequenceRange::Visit,
        }
    }

    /// Whether it is only a symptom of another fault in the same frame.
    fn is_only_shown(&self) -> bool {
        matches!(self, Self::Nesting(remark) if matches!(remark.kind, RemarkKind::PrunedWithoutCut))
    }

    /// Whether the fault is about a value that is compared with an exact or a stored value, or
    /// about a line with values: it also occurs if anything below is wrong.
    fn is_of_value(&self) -> bool {
        matches!(
            self,
            Self::WrongBounds { .. } | Self::WrongRoot { .. } | Self::NotAsStored { .. } | Self::LineLeaves { .. }
        )
    }

    /// The other frame in a fault about two scores of the same leaf; either score can be the wrong
    /// one.
    fn other_frame(&self) -> Option<usize> {
        match self {
            Self::OtherLeaf { before, .. } => Some(*before),
            _ => None,
        }
    }
}

struct Folding<'a> {
    trace: &'a Trace,
    first: Vec<Finding>,
    /// The index in `first` of the finding that the findings of a visit belong to.
    of_visit: BTreeMap<VisitId, usize>,
    /// By parent visit and fault name: the index of the finding about the entry of a child.
    of_entry: HashMap<(VisitId, &'static str), usize>,
    /// By parent visit: the index of the finding about the entry of a child, with any fault name.
    of_any_entry: HashMap<VisitId, usize>,
    /// By parent visit: the index of the latest finding in a child, whose score may be wrong.
    of_any_child: HashMap<VisitId, usize>,
    /// The visits in which everything from a frame on belongs to a finding: visit, frame, index of the finding.
    reached: Vec<(VisitId, usize, usize)>,
}

impl<'a> Folding<'a> {
    fn of(trace: &'a Trace) -> Self {
        Self {
            trace,
            first: Vec::new(),
            of_visit: BTreeMap::new(),
            of_entry: HashMap::new(),
            of_any_entry: HashMap::new(),
            of_any_child: HashMap::new(),
            reached: Vec::new(),
        }
    }

    fn take_in(&mut self, finding: Finding) {
        let Some(step) = self.trace.step(finding.frame) else {
            self.first.push(finding);
            return;
        };
        let (visit, is_entry) = (step.visit, step.kind == FrameKind::Start);
        let cause = self.cause(&finding, visit, is_entry);
        let number = cause.unwrap_or(self.first.len());
        self.of_visit.entry(visit).or_insert(number);
        if let Some(other) = self.other_visit(&finding) {
            self.of_visit.entry(other).or_insert(number);
        }
        // A wrong use of a child's score can be a consequence of a wrong score of the child.
        if let Some(child) = self.trace.returned_child(finding.frame) {
            self.of_visit.entry(child).or_insert(number);
        }
        let above = self.trace.parent_visit(visit);
        self.of_any_child.extend(above.map(|above| (above, number)));
        if let Some(above) = above.filter(|_| is_entry) {
            self.of_entry.entry((above, finding.fault.name())).or_insert(number);
            self.of_any_entry.entry(above).or_insert(number);
        }
        let reached = match finding.fault.reach() {
            ConsequenceRange::Visit => None,
            ConsequenceRange::Below => Some(visit),
            ConsequenceRange::Above => Some(above.unwrap_or(visit)),
            ConsequenceRange::Root => {
                std::iter::successors(Some(visit), |&visit| self.trace.parent_visit(visit)).last()
            }
        };
        let from = self.trace.span(visit).0;
        self.reached.extend(reached.map(|visit| (visit, from, number)));
        match cause {
            Some(cause) => self.first[cause].consequences.push(finding),
            None => self.first.push(finding),
        }
    }

    /// The index of the earlier finding that can have caused this one.
    fn cause(&mut self, finding: &Finding, visit: VisitId, is_entry: bool) -> Option<usize> {
        let trace = self.trace;
        if !is_end_missing(finding) {
            self.reached.retain(|&(above, ..)| trace.span(above).1.is_none_or(|end| finding.frame <= end));
        }
        let of_visit = || self.of_visit.get(&visit).copied();
        // A fault at the start of a visit can be caused by the parent.
        let of_parent = || {
            let above = trace.parent_visit(visit).filter(|_| is_entry)?;
            let of_same = || self.of_entry.get(&(above, finding.fault.name()));
            self.of_visit.get(&above).or_else(of_same).copied()
        };
        let of_child = || self.of_visit.get(&trace.returned_child(finding.frame)?).copied();
        let of_entries = || {
            let is_of_moves = matches!(finding.fault, Fault::SkippedChildren { .. });
            self.of_any_entry.get(&visit).copied().filter(|_| is_of_moves)
        };
        let of_reach = || {
            let reaches =
                |&&(above, from, _): &&(VisitId, usize, usize)| from <= finding.frame && trace.is_within(visit, above);
            self.reached.iter().find(reaches).map(|&(.., number)| number)
        };
        let of_values = || {
            let stored = || trace.table().stored(trace.table().lookup_of(visit)?.store?);
            let below = || self.within(visit);
            below().or_else(|| self.within(stored()?.visit)).filter(|_| finding.fault.is_of_value())
        };
        // The window of a child, and the score of the parent, depend on the scores of earlier children.
        let of_children = || match finding.fault {
            Fault::GivenWindow { .. } => self.of_any_child.get(&trace.parent_visit(visit)?).copied(),
            Fault::IllegalScore { .. } | Fault::WrongStore { .. } | Fault::LooseStore { .. } => {
                self.of_any_child.get(&visit).copied()
            }
            _ => None,
        };
        let of_other = || self.of_visit.get(&self.other_visit(finding)?).copied();
        of_visit()
            .or_else(of_other)
            .or_else(of_parent)
            .or_else(of_child)
            .or_else(of_children)
            .or_else(of_entries)
            .or_else(of_reach)
            .or_else(of_values)
    }

    fn other_visit(&self, finding: &Finding) -> Option<VisitId> {
        Some(self.trace.step(finding.fault.other_frame()?)?.visit)
    }

    /// The index of a finding in the subtree of a visit.
    fn within(&self, visit: VisitId) -> Option<usize> {
        let (&found, &number) = self.of_visit.range(visit..).next()?;
        self.trace.is_within(found, visit).then_some(number)
    }
}
