//! Derives the frames at which the visits of a search begin and end, and the order of their ends.
//!
//! Visits tell how many had been entered when each ended. Those of its subtree end right before it, and the visits that do not end
//! before it are those above it; so its place among the ends follows from its depth, and no path has to be followed up and down:
//! jumps that a processor cannot foresee would take longer than all the rest.

use super::outline::Outline;
use super::table_log::TableLog;
use super::tree::{NONE, Visits};
use super::{NodeId, thread_ends, visit_frames};

/// The frames from the `End` of a visit to where the visit above goes on.
const FRAMES_AFTER_CHILDREN: u32 = visit_frames::after_update(0);

/// Finds the frames of the visits of a search, one visit after another.
pub(super) struct Ends {
    /// The number of visits that have ended so far.
    ended: u32,
    /// The deepest visit so far, 0 being the root's depth.
    pub(super) deepest: u32,
    others: Option<Others>,
    /// The outlines of the visits of several threads, and the number of frames.
    threads: Option<(Vec<Outline>, u32)>,
}

/// The frames of a run that has others than `Start`, `End`, `Score` and `Update` for each visit, or several roots.
struct Others {
    /// The frames of all visits before that of each number, if all of them end.
    before: Vec<u32>,
    has_store: Vec<bool>,
    /// The frames from the ends of the visits above each depth on.
    open: Vec<u32>,
    /// The frames of starts and ends and their number, if they do not follow.
    stated: Option<(Vec<(u32, u32)>, u32)>,
}

/// The frames from the end of a visit on until the next one can begin.
fn frames_at_end(visits: &Visits, visit: usize, has_store: bool) -> u32 {
    let is_root = if visits.has_layers() { visits.nodes[visit] == NodeId::ROOT.0 } else { visit == 0 };
    // Nothing is above a root, so no frames follow its end.
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

impl Ends {
    /// Before the first visit; `stated` is the number of frames of a run whose visits state their frames.
    pub(super) fn of(visits: &mut Visits, table: &TableLog, stated: Option<u32>) -> Self {
        let is_plain = !visits.has_layers() && table.lookups.is_empty() && table.stores.is_empty();
        let count = visits.list.len();
        // Until the start of a visit is written, the number of visits that end right before it; and of those after the last.
        visits.starts.clear();
        visits.starts.resize(count + 1, 0);
        // All of it is written, so what an earlier run left there may stay.
        visits.ended.resize(count, 0);
        let frames = std::mem::take(&mut visits.stated_frames);
        if visits.threads.is_some() {
            let followed = thread_ends::follow(visits, &frames);
            let ended = visits.ended.len() as u32;
            let threads = Some((followed.outlines, stated.unwrap_or(followed.frame_count)));
            return Self { ended, deepest: followed.deepest, others: None, threads };
        }
        let stated = stated.filter(|_| frames.len() == count).map(|frame_count| (frames, frame_count));
        let others = (!is_plain).then(|| Others { stated, ..Others::of(visits, table) });
        Self { ended: 0, deepest: 0, others, threads: None }
    }

    /// Writes the starts and ends of the visits from `first` on, and the outlines of so many.
    pub(super) fn write(&mut self, visits: &mut Visits, first: usize, outlines: &mut [Outline]) {
        if let Some((followed, _)) = &self.threads {
            outlines.copy_from_slice(&followed[first..first + outlines.len()]);
            return;
        }
        if let Some(others) = &mut self.others {
            for (at, outline) in (first..).zip(outlines) {
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
                *outline = Outline::of_one_thread(at as u32, self.ended, end);
                visits.starts[at] = start;
                if end != NONE {
                    visits.starts[end as usize] += 1;
                    visits.ended[outline.place as usize] = at as u32;
                    let within = others.before[end as usize] - others.before[at];
                    let derived = derived + within - own + u32::from(has_store);
                    visits.list[at].end = stated.map_or(derived, |(_, end)| end);
                }
            }
            return;
        }
        let list = visits.list[first..].iter_mut();
        for ((visit, entered), outline) in (first as u32..).zip(list).zip(outlines) {
            self.ended += visits.starts[visit as usize];
            let depth = visit - self.ended;
            self.deepest = self.deepest.max(depth);
            visits.starts[visit as usize] = visit + self.ended * FRAMES_AFTER_CHILDREN;
            let end = entered.end;
            *outline = Outline::of_one_thread(visit, self.ended, end);
            if end != NONE {
                visits.starts[end as usize] += 1;
                visits.ended[outline.place as usize] = visit;
                entered.end = end + outline.place * FRAMES_AFTER_CHILDREN;
            }
        }
    }

    /// Ends behind the last visit; returns the number of frames.
    pub(super) fn finish(&mut self, visits: &mut Visits) -> u32 {
        let count = visits.list.len();
        if let Some((_, frame_count)) = self.threads {
            return frame_count;
        }
        self.ended += visits.starts[count];
        visits.starts.truncate(count);
        visits.ended.truncate(self.ended as usize);
        match &self.others {
            Some(Others { stated: Some((_, frame_count)), .. }) => *frame_count,
            Some(others) => others.before[count] - others.open[count - self.ended as usize],
            None if count > 0 && self.ended as usize == count => {
                visit_frames::count(count as u32 + (self.ended - 1) * FRAMES_AFTER_CHILDREN)
            }
            None => count as u32 + self.ended * FRAMES_AFTER_CHILDREN,
        }
    }

    /// The depth of a visit whose start is written.
    #[inline]
    pub(super) fn depth(visit: u32, start: u32) -> u32 {
        visit - (start - visit) / FRAMES_AFTER_CHILDREN
    }

    /// The number of visits that end before a frame, if so many do before the frame `start` at which a visit begins, and no other
    /// begins in between; of a run of which [`Self::is_plain`] says so.
    #[inline]
    pub(super) fn before_frame(frame: u32, start: u32, ended: u32) -> u32 {
        ended - (start - frame) / FRAMES_AFTER_CHILDREN
    }

    /// Whether each visit has the same frames, so that [`Self::depth`] tells its depth.
    #[inline]
    pub(super) const fn is_plain(&self) -> bool {
        self.others.is_none() && self.threads.is_none()
    }
}
