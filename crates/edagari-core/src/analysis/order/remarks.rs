//! Remarks on a search that does more work than necessary: sources of moves that hardly ever cause
//! a cutoff, extensions and quiescence searches that make most of the visits, and tables whose
//! entries are never used.

use serde::{Deserialize, Serialize};

use super::node_type::TriedMoves;
use crate::language::{Language, Text};
use crate::search::MoveSource;
use crate::trace::{Jump, Meaning, Trace, VisitId, VisitKind};

/// The minimum number of moves, visits or entries for a remark about a share.
const LEAST: u64 = 50;
/// A source hardly ever cuts if fewer than one in this number of its moves do.
const RARELY: u64 = 20;
/// The greatest number of frames in a remark.
const MAX_FRAMES: usize = 3;

/// A remark on the work of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkRemark {
    /// The kind of the remark.
    #[serde(rename = "name")]
    pub kind: WorkRemarkKind,
    /// The source of moves; `None` for remarks of other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The number of cutoffs by moves of the source, of visits that quiescence or extensions make, or of answers.
    pub count: u64,
    /// The number of moves of the source that were tried at nodes with a cutoff, of all visits, or of entries that could answer.
    pub of: u64,
    /// Up to three frames that show it: those with the most visits first.
    pub frames: Vec<usize>,
}

/// A kind of remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkRemarkKind {
    /// Moves of a source are tried at nodes with a cutoff, but hardly ever cause it.
    SourceRarelyCuts,
    /// More than half of the visits are in quiescence searches.
    QuiescenceExplodes,
    /// More than half of the visits are in searches that were extended.
    ExtensionsExplode,
    /// Entries are found in the table, but none settles or narrows a node.
    TableNeverAnswers,
    /// Entries are written to the table, but none is found again.
    TableNeverFinds,
}

/// Counts, with the frames of the largest cases.
#[derive(Clone, Debug, Default)]
struct Counted {
    count: u64,
    of: u64,
    /// Visits and frame of the cases with the most visits, in descending order.
    largest: Vec<(u64, usize)>,
}

impl Counted {
    fn show(&mut self, visits: u64, frame: usize) {
        let at = self.largest.partition_point(|&(more, _)| more >= visits);
        if at < MAX_FRAMES {
            self.largest.insert(at, (visits, frame));
            self.largest.truncate(MAX_FRAMES);
        }
    }

    fn remark(self, kind: WorkRemarkKind, source: Option<String>) -> WorkRemark {
        let frames = self.largest.into_iter().map(|(_, frame)| frame).collect();
        WorkRemark { kind, source, count: self.count, of: self.of, frames }
    }
}

impl WorkRemark {
    /// The remarks on a whole run. The time grows with the number of visits.
    #[must_use]
    pub fn of(trace: &Trace) -> Vec<Self> {
        if !trace.is_search() || !trace.has_minimax_scores() {
            return Vec::new();
        }
        let is_quiet = |visit: VisitId| trace.has_kind(visit, VisitKind::Quiescence);
        let is_extended = |visit: VisitId| {
            let by = trace.value_of(Meaning::Extended, visit).and_then(|by| by.number());
            by.is_some_and(|by| by > 0.0)
        };
        let mut remarks = rare_cuts(trace);
        if trace.column_of(Meaning::Kind).is_some() {
            remarks.extend(explosion(trace, WorkRemarkKind::QuiescenceExplodes, is_quiet));
        }
        if trace.column_of(Meaning::Extended).is_some() {
            remarks.extend(explosion(trace, WorkRemarkKind::ExtensionsExplode, is_extended));
        }
        remarks.extend(silent_table(trace));
        remarks
    }

    /// The remark as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let text = match self.kind {
            WorkRemarkKind::SourceRarelyCuts => Text::RemarkSourceRarelyCuts,
            WorkRemarkKind::QuiescenceExplodes => Text::RemarkQuiescenceExplodes,
            WorkRemarkKind::ExtensionsExplode => Text::RemarkExtensionsExplode,
            WorkRemarkKind::TableNeverAnswers => Text::RemarkTableNeverAnswers,
            WorkRemarkKind::TableNeverFinds => Text::RemarkTableNeverFinds,
        };
        let frames: Vec<String> = self.frames.iter().map(|&frame| language.number(frame as u64)).collect();
        let share = format!("{:.0}%", 100.0 * self.count as f64 / self.of.max(1) as f64);
        let values = [
            ("source", self.source.as_deref().unwrap_or_default()),
            ("count", &*language.number(self.count)),
            ("of", &language.number(self.of)),
            ("share", &share),
            ("frames", &frames.join(language.text(Text::ListSeparator))),
        ];
        language.sentence(text, &values)
    }
}

/// The sources whose moves hardly ever cause the cutoffs at the nodes where they are tried.
fn rare_cuts(trace: &Trace) -> Vec<WorkRemark> {
    let Some(order) = trace.column_of(Meaning::Order) else { return Vec::new() };
    let mut sources = vec![Counted::default(); order.texts().count()];
    let mut tried = TriedMoves::new(trace);
    for visit in (0..trace.visit_count() as u32).map(VisitId) {
        let Some(frame) = trace.cut_frame(visit) else { continue };
        let by = trace.returned_child(frame);
        for moved in tried.of(visit).iter().filter(|tried| !tried.is_speculative && !tried.is_again) {
            let Some(source) = order.text_number(moved.visit).and_then(|source| sources.get_mut(source)) else {
                continue;
            };
            source.of += 1;
            if by.is_some_and(|by| trace.node_of(by) == trace.node_of(moved.visit)) {
                source.count += 1;
            } else {
                source.show(trace.visits_below(moved.visit) as u64, frame);
            }
        }
    }
    let rarely = order.texts().zip(sources).filter(|(source, counted)| {
        *source != MoveSource::BASE && counted.of >= LEAST && counted.count * RARELY < counted.of
    });
    rarely.map(|(source, counted)| counted.remark(WorkRemarkKind::SourceRarelyCuts, Some(source.to_owned()))).collect()
}

/// A remark if more than half of the visits have a property, or are below a visit that has it.
fn explosion(trace: &Trace, kind: WorkRemarkKind, has: impl Fn(VisitId) -> bool) -> Option<WorkRemark> {
    let visits = trace.visit_count();
    let mut counted = Counted { of: visits as u64, ..Counted::default() };
    let mut is_within = vec![false; visits];
    for visit in (0..visits as u32).map(VisitId) {
        let is_below = trace.parent_visit(visit).is_some_and(|above| is_within[above.0 as usize]);
        if !is_below && has(visit) {
            counted.show(trace.visits_below(visit) as u64, trace.span(visit).0);
        }
        is_within[visit.0 as usize] = is_below || has(visit);
        counted.count += u64::from(is_within[visit.0 as usize]);
    }
    (counted.of >= LEAST && 2 * counted.count > counted.of).then(|| counted.remark(kind, None))
}

/// A remark on a table whose entries are never used.
fn silent_table(trace: &Trace) -> Option<WorkRemark> {
    let tally = trace.table().tally();
    if tally.returns + tally.narrowings > 0 {
        return None;
    }
    let stores = std::iter::successors(trace.next_jump(Jump::Store, 0), |&frame| trace.next_jump(Jump::Store, frame));
    let visits = (0..trace.visit_count() as u32).map(VisitId);
    let lookups = visits.filter_map(|visit| trace.table().lookup_of(visit)).map(|found| found.frame);
    let (kind, of, frames): (_, _, Vec<usize>) = match tally.lookups {
        0 => (WorkRemarkKind::TableNeverFinds, tally.stores, stores.take(MAX_FRAMES).collect()),
        count => (WorkRemarkKind::TableNeverAnswers, count, lookups.take(MAX_FRAMES).collect()),
    };
    (of >= LEAST).then_some(WorkRemark { kind, source: None, count: 0, of, frames })
}
