//! Which findings can follow from an earlier one: they are folded under it, so that one fault is one finding.
//!
//! A check goes on with what the trace says, not with what would be right. So a fault is seen again only where it meets something told
//! elsewhere: later in its visit, where the parent takes in its score, below it if its window or its place is wrong, and in all exact
//! values that rest on it.

use std::collections::{BTreeMap, HashMap};

use super::{Fault, Finding};
use crate::trace::{FrameKind, RemarkKind, Trace, VisitId};

/// The findings, each fault once: sorted by frame, those that can follow from an earlier one under it.
pub(super) fn folded(trace: &Trace, mut findings: Vec<Finding>) -> Vec<Finding> {
    // What a fault of the same frame brings about comes behind it.
    findings.sort_by_key(|finding| (finding.frame, finding.fault.is_only_shown()));
    let mut folding = Folding::of(trace);
    // A node that is never left has taken in what comes behind it: that shows before the end at which it is missed.
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

/// How far a fault reaches, beyond its own visit and what the parent takes in of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Visit,
    /// All below the visit: its window, player or place is wrong.
    Below,
    /// All in the visit above: which nodes are open is not known there any more.
    Above,
}

impl Fault {
    fn reach(&self) -> Reach {
        match self {
            Self::GivenWindow { .. }
            | Self::ClosedRoot { .. }
            | Self::WrongPlayer { .. }
            | Self::EnteredAfterCut { .. }
            | Self::EnteredAfterAnswer
            | Self::BelowLimit => Reach::Below,
            Self::Nesting(remark) => match remark.kind {
                RemarkKind::IllegalMove { .. } | RemarkKind::SkippedSearched { .. } => Reach::Below,
                RemarkKind::EndMissing | RemarkKind::ParentNotOpen { .. } | RemarkKind::IdInUse { .. } => Reach::Above,
                _ => Reach::Visit,
            },
            _ => Reach::Visit,
        }
    }

    /// Whether it only shows what another fault of the same frame is.
    fn is_only_shown(&self) -> bool {
        matches!(self, Self::Nesting(remark) if matches!(remark.kind, RemarkKind::PrunedWithoutCut))
    }

    /// Whether a value is held against an exact one or against what was stored, which differs wherever something is wrong below.
    fn is_of_value(&self) -> bool {
        matches!(self, Self::WrongBounds { .. } | Self::WrongRoot { .. } | Self::NotAsStored { .. })
    }

    /// The frame at which a leaf has another score, which can be the wrong one of both.
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
    /// The number of the finding that the findings of a visit belong to.
    of_visit: BTreeMap<VisitId, usize>,
    /// The same, by the visit above and name, for what is wrong with how a visit was entered.
    of_entry: HashMap<(VisitId, &'static str), usize>,
    /// By visit above, whatever the name.
    of_any_entry: HashMap<VisitId, usize>,
    /// By visit above, the number of the latest finding of a child: what it returns may be wrong.
    of_any_child: HashMap<VisitId, usize>,
    /// The visits in which all belongs to a finding, from a frame on.
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
        // What is wrong with what a child returned can be the child's own score.
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
            Reach::Visit => None,
            Reach::Below => Some(visit),
            Reach::Above => Some(above.unwrap_or(visit)),
        };
        let from = self.trace.span(visit).0;
        self.reached.extend(reached.map(|visit| (visit, from, number)));
        match cause {
            Some(cause) => self.first[cause].consequences.push(finding),
            None => self.first.push(finding),
        }
    }

    /// The earlier finding that this one can follow from.
    fn cause(&mut self, finding: &Finding, visit: VisitId, is_entry: bool) -> Option<usize> {
        let trace = self.trace;
        if !is_end_missing(finding) {
            self.reached.retain(|&(above, ..)| trace.span(above).1.is_none_or(|end| finding.frame <= end));
        }
        let of_visit = || self.of_visit.get(&visit).copied();
        // A visit is entered by the one above it.
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
            let stored = || trace.stored(trace.lookup_of(visit)?.store?);
            let below = || self.within(visit);
            below().or_else(|| self.within(stored()?.visit)).filter(|_| finding.fault.is_of_value())
        };
        // The window of a child, and the score of the visit above, follow from what the children before returned.
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

    /// The finding that something in the subtree of a visit belongs to.
    fn within(&self, visit: VisitId) -> Option<usize> {
        let (&found, &number) = self.of_visit.range(visit..).next()?;
        self.trace.is_within(found, visit).then_some(number)
    }
}
