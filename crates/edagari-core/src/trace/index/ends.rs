//! Derives the first and last frames of the visits of a search, and the order in which the visits end.
//!
//! Each visit contains the number of visits that had been entered by its end. The visits of its subtree end right before it, and
//! the visits that do not end before it are its ancestors. So its index in the order of the ends follows from its depth, without
//! following a path: branches that a processor cannot predict would take longer than all other work.

use std::ops::Range;

use super::numbering::Outline;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames::{self, FRAMES_AFTER_CHILDREN};
use crate::trace::{Abandoned, NodeId, Progress};

/// Result of deriving the frames of a search, which are written to the lists of visits: depth, number of frames, and outlines.
pub(super) struct Ends {
    /// Depth of the deepest visit; 0 is the depth of the root.
    pub(super) deepest: u32,
    pub(super) frame_count: u32,
    /// Outlines of the visits, if they do not follow from the frames.
    outlines: Option<Vec<Outline>>,
}

/// Frames of a run that has frames other than `Start`, `End`, `Score` and `Update` for each visit, or several roots.
struct Others {
    /// Number of frames of all visits before each visit, if all of them end.
    before: Vec<u32>,
    has_store: Vec<bool>,
    /// For each depth, number of frames from the ends of the visits above it on.
    open: Vec<u32>,
    /// Stated start and end frames, and their number, if they do not follow from the visits.
    stated: Option<(Vec<(u32, u32)>, u32)>,
}

/// Number of frames from the end of a visit until the next visit can start.
fn frames_at_end(visits: &Visits, visit: usize, has_store: bool) -> u32 {
    let is_root = if visits.has_layers() { visits.nodes[visit] == NodeId::ROOT.0 } else { visit == 0 };
    // A root has no parent, so no frames follow its end.
    let own = if is_root { visit_frames::count(0) } else { FRAMES_AFTER_CHILDREN };
    own + u32::from(has_store)
}

impl Others {
    fn of(visits: &Visits, table: &TableLog) -> Self {
        let count = visits.list.len();
        let mut has_store = vec![false; count];
        table.stored_by().for_each(|visit| has_store[visit as usize] = true);
        let mut looked_up = table.looked_up().peekable();
        let mut before = Vec::with_capacity(count + 1);
        let mut frame = 0;
        for (visit, &has_store) in has_store.iter().enumerate() {
            before.push(frame);
            let has_lookup = looked_up.next_if_eq(&(visit as u32)).is_some();
            frame = visit_frames::after_start(frame, has_lookup) + frames_at_end(visits, visit, has_store);
        }
        before.push(frame);
        Self { before, has_store, open: vec![0], stated: None }
    }
}

/// Number of visits between two checks for cancellation.
const AT_A_TIME: usize = 1 << 12;

impl Ends {
    /// Writes the starts and ends of all visits, and the order of their ends. `stated` is the number of frames of a run whose
    /// visits state their frames.
    pub(super) fn write(
        visits: &mut Visits,
        table: &TableLog,
        stated: Option<u32>,
        progress: &Progress,
    ) -> Result<Self, Abandoned> {
        let is_plain = !visits.has_layers() && table.lookups.is_empty() && table.stores.is_empty();
        let count = visits.list.len();
        // Until the start of a visit is written, its entry is the number of visits that end right before it; the entry after the
        // last visit counts those that end after it.
        visits.starts.clear();
        visits.starts.resize(count + 2, 0);
        // All elements will be written, so old values may stay.
        visits.ended.resize(count, 0);
        let frames = std::mem::take(&mut visits.stated_frames);
        if visits.threads.is_some() {
            let followed = follow(visits, &frames);
            progress.step(count)?;
            let frame_count = stated.unwrap_or(followed.frame_count);
            return Ok(Self { deepest: followed.deepest, frame_count, outlines: Some(followed.outlines) });
        }
        let stated = stated.filter(|_| frames.len() == count).map(|frame_count| (frames, frame_count));
        let mut others = (!is_plain).then(|| Others { stated, ..Others::of(visits, table) });
        let mut outlines = (!is_plain).then(|| Vec::with_capacity(count));
        let mut so_far = SoFar::default();
        for first in (0..count).step_by(AT_A_TIME) {
            let last = count.min(first + AT_A_TIME);
            progress.step(last - first)?;
            match (&mut others, &mut outlines) {
                (Some(others), Some(outlines)) => so_far.write_others(visits, first..last, others, outlines),
                _ => so_far.write_plain(visits, first..last),
            }
        }
        let ended = so_far.ended + visits.starts[count];
        visits.starts.truncate(count);
        visits.ended.truncate(ended as usize);
        let frame_count = match &others {
            Some(Others { stated: Some((_, frame_count)), .. }) => *frame_count,
            Some(others) => others.before[count] - others.open[count - ended as usize],
            None if count > 0 && ended as usize == count => {
                visit_frames::count(count as u32 + (ended - 1) * FRAMES_AFTER_CHILDREN)
            }
            None => count as u32 + ended * FRAMES_AFTER_CHILDREN,
        };
        Ok(Self { deepest: so_far.deepest, frame_count, outlines })
    }

    /// Returns the outline of a visit.
    #[inline]
    pub(super) fn outline(&self, visits: &Visits, visit: u32) -> Outline {
        match &self.outlines {
            Some(kept) => kept[visit as usize],
            None => Outline::of_plain(visit, visits.starts[visit as usize], visits.list[visit as usize].end),
        }
    }

    /// Copies or derives the outlines of the visits from `first` on.
    #[inline]
    pub(super) fn tell_outlines(&self, visits: &Visits, first: usize, outlines: &mut [Outline]) {
        if let Some(kept) = &self.outlines {
            outlines.copy_from_slice(&kept[first..first + outlines.len()]);
            return;
        }
        let list = &visits.list[first..];
        let starts = &visits.starts[first..];
        for (place, ((outline, entered), &start)) in outlines.iter_mut().zip(list).zip(starts).enumerate() {
            *outline = Outline::of_plain((first + place) as u32, start, entered.end);
        }
    }

    /// Depth of the deepest node that is open at a frame, or starts or ends there. `entered` visits start before the frame, and
    /// `ended` visits end before the next visit starts. With several threads, the depth of the node entered last.
    pub(super) fn deepest_at(&self, visits: &Visits, frame: u32, entered: u32, ended: u32) -> Option<u32> {
        let begins = u32::from(visits.starts.get(entered as usize) == Some(&frame));
        if visits.threads.is_some() {
            let last = (entered + begins).checked_sub(1)?;
            return Some(self.outline(visits, last).depth);
        }
        (entered + begins - visits.ended_before_frame(frame, ended as usize)).checked_sub(1)
    }

    /// Depths of the visits, if they do not follow from the starts (see [`Self::is_plain`]).
    pub(super) fn into_depths(self) -> Vec<u32> {
        self.outlines.unwrap_or_default().into_iter().map(|outline| outline.depth).collect()
    }

    /// Number of visits that end before `frame`, given that `ended` visits end before `start`, at which a visit starts, and no
    /// other visit starts in between.
    #[inline]
    pub(super) fn before_frame(&self, visits: &Visits, frame: u32, start: u32, ended: u32) -> u32 {
        if self.is_plain() {
            ended - (start - frame) / FRAMES_AFTER_CHILDREN
        } else {
            visits.ended_before_frame(frame, ended as usize)
        }
    }

    /// Whether every visit has the same kinds of frames, so that outlines follow from the frames.
    #[inline]
    pub(super) const fn is_plain(&self) -> bool {
        self.outlines.is_none()
    }
}

impl Visits {
    /// Number of visits that end before `frame`; `ended` visits end before the next visit is entered.
    pub(super) fn ended_before_frame(&self, frame: u32, ended: usize) -> u32 {
        let is_before = |visit: u32| self.list[visit as usize].end < frame;
        // Usually the last one does. In a deep tree many visits end one after another, so the steps grow.
        let (mut low, mut high, mut step) = (ended, ended, 1);
        while low > 0 && !is_before(self.ended[low - 1]) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        (low + self.ended[low..high].partition_point(|&visit| is_before(visit))) as u32
    }
}

/// Running totals over the visits so far.
#[derive(Clone, Copy, Default)]
struct SoFar {
    /// Number of visits that have ended.
    ended: u32,
    deepest: u32,
}

impl SoFar {
    fn write_others(
        &mut self,
        visits: &mut Visits,
        range: Range<usize>,
        others: &mut Others,
        outlines: &mut Vec<Outline>,
    ) {
        for at in range {
            self.ended += visits.starts[at];
            let depth = at as u32 - self.ended;
            self.deepest = self.deepest.max(depth);
            let stated = others.stated.as_ref().map(|(frames, _)| frames[at]);
            let derived = others.before[at] - others.open[depth as usize];
            let start = stated.map_or(derived, |(start, _)| start);
            let has_store = others.has_store[at];
            let own = frames_at_end(visits, at, has_store);
            others.open.truncate(depth as usize + 1);
            others.open.push(others.open[depth as usize] + own);
            let end = visits.list[at].end;
            let outline = Outline::of_one_thread(at as u32, self.ended, end);
            visits.starts[at] = start;
            if end != NONE {
                visits.starts[end as usize] += 1;
                visits.ended[outline.place as usize] = at as u32;
                let within = others.before[end as usize] - others.before[at];
                let derived = derived + within - own + u32::from(has_store);
                visits.list[at].end = stated.map_or(derived, |(_, end)| end);
            }
            outlines.push(outline);
        }
    }

    fn write_plain(&mut self, visits: &mut Visits, range: Range<usize>) {
        let (first, last) = (range.start, range.end);
        // Index after all others, for values that are never read.
        let nowhere = visits.starts.len() as u32 - 1;
        // A visit without children ends right before the next one starts. That count stays in a register: writing it and reading it
        // back at once would stall the processor.
        let mut ends_here = 0;
        for (place, entered) in visits.list[range].iter_mut().enumerate() {
            let visit = (first + place) as u32;
            self.ended += visits.starts[visit as usize] + ends_here;
            let depth = visit - self.ended;
            self.deepest = self.deepest.max(depth);
            visits.starts[visit as usize] = visit + self.ended * FRAMES_AFTER_CHILDREN;
            let end = entered.end;
            ends_here = 0;
            if end != NONE {
                let is_next = end == visit + 1;
                ends_here = u32::from(is_next);
                visits.starts[if is_next { nowhere } else { end } as usize] += 1;
                let place = end - depth - 1;
                visits.ended[place as usize] = visit;
                entered.end = end + place * FRAMES_AFTER_CHILDREN;
            }
        }
        visits.starts[last] += ends_here;
    }
}

/// Result of [`follow`].
pub(in crate::trace) struct Followed {
    pub(super) outlines: Vec<Outline>,
    pub(in crate::trace) deepest: u32,
    /// Number of frames, if no frame follows the last start or end of a visit.
    pub(in crate::trace) frame_count: u32,
}

/// State of a thread at the current frame.
#[derive(Clone, Copy, Default)]
struct Thread {
    entered: u32,
    open: u32,
    most_open: u32,
}

/// Writes the starts and ends of the visits, and the order of their ends. `frames` contains the stated start and end of each visit,
/// and the visits are in the order of their starts.
pub(in crate::trace) fn follow(visits: &mut Visits, frames: &[(u32, u32)]) -> Followed {
    let count = visits.list.len();
    visits.starts = frames.iter().map(|&(start, _)| start).collect();
    for (visit, &(_, end)) in visits.list.iter_mut().zip(frames) {
        visit.end = end;
    }
    visits.ended = (0..count as u32).filter(|&visit| frames[visit as usize].1 != NONE).collect();
    visits.ended.sort_unstable_by_key(|&visit| frames[visit as usize].1);
    let Some(threads) = &visits.threads else {
        return Followed { outlines: Vec::new(), deepest: 0, frame_count: 0 };
    };
    let mut now = vec![Thread::default(); threads.len()];
    let mut outlines = Vec::with_capacity(count);
    let mut ended = 0;
    let mut deepest = 0;
    for visit in 0..=count {
        let start = frames.get(visit).map_or(NONE, |&(start, _)| start);
        while let Some(&done) = visits.ended.get(ended).filter(|&&done| frames[done as usize].1 < start) {
            let thread = &mut now[usize::from(threads.of_visit(done))];
            thread.open = thread.open.saturating_sub(1);
            let outline: &mut Outline = &mut outlines[done as usize];
            (outline.entered_by_end, outline.place) = (thread.entered, ended as u32);
            ended += 1;
        }
        if visit < count {
            let thread = &mut now[usize::from(threads.of_visit(visit as u32))];
            deepest = deepest.max(thread.open);
            thread.most_open = thread.most_open.max(thread.open + 1);
            outlines.push(Outline { depth: thread.open, ended: ended as u32, entered_by_end: NONE, place: NONE });
            thread.open += 1;
            thread.entered += 1;
        }
    }
    if let Some(threads) = &mut visits.threads {
        threads.take_most_open(now.iter().map(|thread| thread.most_open));
    }
    let last = frames.iter().map(|&(start, end)| if end == NONE { start } else { end }).max();
    Followed { outlines, deepest, frame_count: last.map_or(0, visit_frames::count) }
}
