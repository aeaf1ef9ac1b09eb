//! Depths of the visits of a search and the order in which they end, from the frames at which they start and end.

use super::numbering::Outline;
use crate::trace::model::tree::{NONE, Visit, Visits};
use crate::trace::model::visit_frames::FRAMES_AFTER_CHILDREN;
use crate::trace::{Abandoned, Progress};

/// Depths of a run, number of frames, and outlines.
pub(super) struct Ends {
    /// Depth of the deepest visit; 0 is the depth of the root.
    pub(super) deepest: u32,
    pub(super) frame_count: u32,
    /// Outlines of the visits, if they do not follow from the frames.
    outlines: Option<Vec<Outline>>,
}

impl Ends {
    /// Derives the outlines of the visits of a run of `frame_count` frames. In a plain run every visit has the same kinds of frames, so
    /// that its outline follows from its own frames.
    pub(super) fn of(
        visits: &mut Visits,
        is_plain: bool,
        frame_count: u32,
        progress: &Progress,
    ) -> Result<Self, Abandoned> {
        if is_plain && visits.starts.len() < visits.list.len() {
            let deepest = write_starts(visits, progress)?;
            return Ok(Self { deepest, frame_count, outlines: None });
        }
        progress.step(visits.list.len())?;
        if is_plain {
            let depths = (0..).zip(&visits.starts).map(|(visit, &start)| Outline::of_plain(visit, start, NONE).depth);
            return Ok(Self { deepest: depths.max().unwrap_or(0), frame_count, outlines: None });
        }
        let (outlines, deepest) = follow(visits);
        Ok(Self { deepest, frame_count, outlines: Some(outlines) })
    }

    /// Returns the outline of a visit.
    #[inline]
    pub(super) fn outline(&self, visits: &Visits, visit: u32) -> Outline {
        match &self.outlines {
            Some(kept) => kept[visit as usize],
            None => Outline::of_plain(visit, visits.starts[visit as usize], visits.list[visit as usize].end),
        }
    }

    /// Writes the outlines of the visits from `first` on, copied or derived.
    #[inline]
    pub(super) fn copy_outlines(&self, visits: &Visits, first: usize, outlines: &mut [Outline]) {
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
        // Usually only the last visit ends there. In a deep tree many visits end one after another,
        // so the step size grows.
        let (mut low, mut high, mut step) = (ended, ended, 1);
        while low > 0 && !is_before(self.ended[low - 1]) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        (low + self.ended[low..high].partition_point(|&visit| is_before(visit))) as u32
    }
}

/// Number of visits between two checks for cancellation.
const AT_A_TIME: usize = 1 << 12;

/// Derives the start frames of a plain run from its end frames, and the order of the ends. Returns the greatest depth.
///
/// The visits of a subtree end right before its root, and the visits that do not end before a visit are its ancestors. So the index
/// of a visit in the order of the ends follows from its depth and its end frame, without following a path: branches that a processor
/// cannot predict would take longer than all other work.
fn write_starts(visits: &mut Visits, progress: &Progress) -> Result<u32, Abandoned> {
    let count = visits.list.len();
    // Until the start of a visit is written, its entry is the number of visits that end right before it; the entry after the last
    // visit counts those that end after it, and the last entry is never read.
    let nowhere = count + 1;
    visits.starts.clear();
    visits.starts.resize(count + 2, 0);
    visits.ended.clear();
    visits.ended.resize(count, 0);
    // As slices, whose addresses stay in registers.
    let (entered, starts, by_end) = (&visits.list[..], &mut visits.starts[..], &mut visits.ended[..]);
    let (mut ended, mut deepest) = (0, 0);
    for first in (0..count).step_by(AT_A_TIME) {
        let last = count.min(first + AT_A_TIME);
        progress.step(last - first)?;
        // A visit without children ends right before the next one starts. Its count stays in a
        // register: writing it and reading it back at once would stall the processor, and so would
        // waiting for the index of its end.
        let mut ends_here = 0;
        let mut first_child = entered[first].first_child();
        for visit in first..last {
            let next = entered.get(visit + 1).map_or(visits.node_count, Visit::first_child);
            let is_childless = first_child == next;
            first_child = next;
            ended += starts[visit] + ends_here;
            let depth = visit as u32 - ended;
            deepest = deepest.max(depth);
            starts[visit] = visit as u32 + ended * FRAMES_AFTER_CHILDREN;
            ends_here = 0;
            let end = entered[visit].end;
            if end != NONE {
                let place = (end - depth - 1) / (1 + FRAMES_AFTER_CHILDREN);
                let entered_by_end = (place + depth + 1) as usize;
                ends_here = u32::from(is_childless);
                starts[if is_childless { nowhere } else { entered_by_end }] += 1;
                by_end[place as usize] = visit as u32;
            }
        }
        starts[last] += ends_here;
    }
    ended += starts[count];
    visits.starts.truncate(count);
    visits.ended.truncate(ended as usize);
    Ok(deepest)
}

/// State of a thread at the current frame.
#[derive(Clone, Copy, Default)]
struct Thread {
    entered: u32,
    open: u32,
    most_open: u32,
}

/// Follows the threads of a run from frame to frame. Returns the outlines of the visits and the depth of the deepest one.
fn follow(visits: &mut Visits) -> (Vec<Outline>, u32) {
    let count = visits.list.len();
    let threads = visits.threads.as_ref();
    let thread_of = |visit: u32| threads.map_or(0, |threads| usize::from(threads.of_visit(visit)));
    let mut now = vec![Thread::default(); threads.map_or(1, |threads| threads.len())];
    let mut outlines = Vec::with_capacity(count);
    let mut ended = 0;
    let mut deepest = 0;
    for visit in 0..=count {
        let start = visits.starts.get(visit).copied().unwrap_or(NONE);
        while let Some(&done) = visits.ended.get(ended).filter(|&&done| visits.list[done as usize].end < start) {
            let thread = &mut now[thread_of(done)];
            thread.open = thread.open.saturating_sub(1);
            let outline: &mut Outline = &mut outlines[done as usize];
            (outline.entered_by_end, outline.place) = (thread.entered, ended as u32);
            ended += 1;
        }
        if visit < count {
            let thread = &mut now[thread_of(visit as u32)];
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
    (outlines, deepest)
}
