//! Derives what is not written while a search runs: the frames of its visits, their windows, and the indexes that only readers need.

use std::iter::Peekable;

use super::table_log::TableLog;
use super::tree::{NONE, Visit, Visits};
use super::{Abandoned, NodeId, Progress, VisitId, visit_frames};
use crate::score::Window;
use crate::search::Algorithm;

/// A visit on the current path, while a search is retraced.
struct Open {
    visit: u32,
    /// The node of its next child.
    next_child: u32,
    /// The frame at which it enters its next child, if it does.
    next_frame: u32,
    /// The window with which it would search its next child, if windows are derived.
    window: Window,
}

/// What the frames of a search are derived from, in addition to its visits.
#[derive(Clone, Copy)]
pub(super) struct Besides<'a> {
    pub(super) table: &'a TableLog,
    /// The search whose rule gives the windows, if they were not kept.
    pub(super) windows_of: Option<Algorithm>,
}

impl<'a> Besides<'a> {
    /// With all windows kept.
    pub(super) fn of(table: &'a TableLog) -> Self {
        Self { table, windows_of: None }
    }
}

impl Visits {
    /// Derives what was not written, and makes the indexes that only readers need. Returns the number of frames.
    pub(super) fn index(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<u32, Abandoned> {
        if !self.move_of_node.is_empty() && self.move_of_node.len() < self.node_count() {
            self.write_natural_order(self.node_count());
        }
        let generated = self.layers.is_none() && self.nodes.len() == self.list.len();
        let frame_count = if generated {
            // One frame per node.
            self.starts = (0..self.list.len() as u32).collect();
            self.list.len() as u32
        } else {
            self.follow_search(besides, progress)?
        };
        self.guides.starts.rebuild(self.starts.iter().copied());
        self.guides.ends.rebuild(self.ended.iter().map(|&visit| self.list[visit as usize].end));
        if let Some(layers) = &self.layers {
            self.guides.first_children.rebuild(layers.first_children.iter().copied());
            return Ok(frame_count);
        }
        self.visit_of_node.clear();
        self.visit_of_node.resize(self.node_count(), NONE);
        for (visit, &node) in self.nodes.iter().enumerate() {
            progress.step_at(visit)?;
            self.visit_of_node[node as usize] = visit as u32;
        }
        self.guides.first_children.rebuild(self.list.iter().map(Visit::first_child));
        Ok(frame_count)
    }

    /// Retraces a depth-first search: a visit enters its children one after another, each right after the `Update`
    /// for the one before. Returns the number of frames. If nodes are entered again, this also groups the visits by node and parent.
    fn follow_search(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<u32, Abandoned> {
        let mut looked_up = besides.table.looked_up().peekable();
        let mut stored = besides.table.stored_by().peekable();
        let has_layers = self.layers.is_some();
        let has_starts = has_layers && self.has_frames;
        let mut parents = Vec::new();
        if !has_layers {
            self.nodes.clear();
            self.nodes.reserve_exact(self.list.len());
        }
        if !has_starts {
            self.starts.clear();
            self.starts.reserve_exact(self.list.len());
        }
        self.ended.clear();
        self.ended.reserve_exact(self.list.len());
        let mut path: Vec<Open> = Vec::new();
        let mut above = Open { visit: NONE, next_child: NodeId::ROOT.0, next_frame: 0, window: Window::FULL };
        for visit in 0..self.list.len() as u32 {
            progress.step_at(visit as usize)?;
            while let Some(done) = path.pop_if(|top| self.is_over(top, visit)) {
                self.close(&done, path.last_mut().unwrap_or(&mut above), &mut stored);
            }
            let parent = path.last_mut().unwrap_or(&mut above);
            if has_layers {
                parents.push(parent.visit);
            } else {
                self.nodes.push(parent.next_child);
                parent.next_child += 1;
            }
            if !has_starts {
                self.starts.push(parent.next_frame);
            }
            let mut window = parent.window;
            if let Some(algorithm) = besides.windows_of {
                if parent.visit != NONE {
                    window = algorithm.child_window(window, self.player(VisitId(visit)));
                }
                self.keep_window(visit as usize, window);
            }
            let has_lookup = looked_up.next_if_eq(&visit).is_some();
            let next_child = self.list[visit as usize].first_child();
            let next_frame = visit_frames::after_start(self.starts[visit as usize], has_lookup);
            path.push(Open { visit, next_child, next_frame, window });
        }
        while let Some(done) = path.pop_if(|top| self.list[top.visit as usize].end != NONE) {
            self.close(&done, path.last_mut().unwrap_or(&mut above), &mut stored);
        }
        self.has_frames = true;
        if let Some(layers) = &mut self.layers {
            layers.group(&self.nodes, self.node_count as usize, &parents, NONE);
        }
        Ok(path.last().unwrap_or(&above).next_frame)
    }

    /// Whether the visit of `open` has ended before the visit numbered `next` is entered.
    fn is_over(&self, open: &Open, next: u32) -> bool {
        let end = self.list[open.visit as usize].end;
        if self.has_frames && self.layers.is_some() {
            return end < self.starts[next as usize];
        }
        // In frames: no room for another child.
        if self.has_frames { end <= visit_frames::end(open.next_frame, true) } else { end <= next }
    }

    /// Ends the visit of `done`, and continues at `parent` after the `Score` and `Update`.
    fn close(&mut self, done: &Open, parent: &mut Open, stored: &mut Peekable<impl Iterator<Item = u32>>) {
        let has_store = stored.next_if_eq(&done.visit).is_some();
        let visit = &mut self.list[done.visit as usize];
        if !self.has_frames {
            visit.end = visit_frames::end(done.next_frame, has_store);
        }
        let (end, value) = (visit.end, visit.value_of_parent);
        self.ended.push(done.visit);
        if parent.visit == NONE {
            // Nothing is above a root, so no frames follow its end.
            parent.next_frame = visit_frames::count(end);
        } else {
            parent.next_frame = visit_frames::after_update(end);
            parent.window = parent.window.taking_in(self.player(VisitId(parent.visit)), value);
        }
    }
}
