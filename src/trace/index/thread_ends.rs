//! Follows visits that several threads made, from the frames that are stated of them.

use super::outline::Outline;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;

/// What was found.
pub(in crate::trace) struct Followed {
    pub(super) outlines: Vec<Outline>,
    pub(in crate::trace) deepest: u32,
    /// The number of frames, if nothing comes behind the last visit that begins or ends.
    pub(in crate::trace) frame_count: u32,
}

/// A thread at the frame that was come to.
#[derive(Clone, Copy, Default)]
struct Thread {
    entered: u32,
    open: u32,
    most_open: u32,
}

/// Writes the starts and ends of the visits, and the order of their ends; `frames` are those stated of each, and the visits are in the
/// order of their starts.
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
