//! Current frames and nodes of the runs; the active run leads, and the others follow by their link.

use super::Followed;
use crate::view_link::{Link, TreeForm};
use crate::viewer::session::{RunId, Session};
use edagari_core::analysis::{Relation, are_alike, corresponding, path_in};
use edagari_draw::scene::focus_at;

impl Session {
    /// Goes to `frame` of the active run, and moves the linked runs; a number past the end means the last frame.
    ///
    /// Practice stops before a frame with an open question.
    pub fn go_to(&mut self, frame: usize) {
        let from = self.active_run().frame;
        self.show_frame(self.held_back(self.active, frame));
        self.arrive(from, frame);
    }

    /// Shows a frame of the active run.
    pub(in crate::viewer::session) fn show_frame(&mut self, frame: usize) {
        let run = self.active_mut();
        run.frame = frame.min(run.last_frame());
        run.followed = None;
        self.follow_active();
        self.link_others();
        for index in 0..self.runs.len() {
            self.bring_frame_into_lane(self.runs[index].id);
        }
    }

    /// Goes to a frame in each run of `places`, without links.
    pub fn go_to_each(&mut self, places: &[(RunId, usize)]) {
        for &(id, frame) in places {
            let frame = self.held_back(id, frame);
            if let Some(run) = self.run_mut(id) {
                run.frame = frame.min(run.last_frame());
                run.followed = None;
            }
        }
        let follows = self.settings.follow;
        for &(id, _) in places {
            if let Some(run) = self.run_mut(id).filter(|_| follows) {
                run.follow();
            }
            self.bring_frame_into_lane(id);
        }
    }

    /// Shows only the active run, or all runs.
    pub fn show_one(&mut self, one: bool) {
        self.set_one_run(one);
        self.link_others();
    }

    /// Sets the link between the runs, and applies it.
    pub fn set_link(&mut self, link: Link) {
        self.settings.link = link;
        self.link_others();
    }

    /// Moves the other runs on screen to the frame given by the link, and keeps the current nodes visible there.
    pub fn link_others(&mut self) {
        let Some(at) = self.index(self.active) else { return };
        for index in (0..self.runs.len()).filter(|&index| index != at) {
            if self.is_shown(self.runs[index].id) {
                self.link_to(at, index);
            }
        }
        self.follow_others();
    }

    /// Returns the frame of a new run that the link gives it beside the run that was active when it was added.
    pub(in crate::viewer::session) fn frame_beside(&mut self, added: RunId) -> usize {
        let beside = self.run_mut(added).and_then(|run| run.added_beside.take());
        if let (Some(beside), Some(at)) = (beside.and_then(|beside| self.index(beside)), self.index(added)) {
            self.link_to(beside, at);
        }
        self.run(added).map_or(0, |run| run.frame)
    }

    /// Moves a run to the frame that the link gives it beside a leading run.
    fn link_to(&mut self, leading: usize, other: usize) {
        let (leading, link) = (&self.runs[leading], self.settings.link);
        let rest = &self.runs[other];
        let last = rest.last_frame();
        let (frame, followed) = match link {
            Link::Frame => (leading.frame.min(last), None),
            Link::Share => {
                let share = leading.frame as f64 / leading.last_frame().max(1) as f64;
                ((share * last as f64).round() as usize, None)
            }
            Link::Place if rest.trace.frame_count() == 0 || leading.trace.frame_count() == 0 => (rest.frame, None),
            Link::Place => {
                let is_same_game = leading.has_nodes_of(rest);
                match is_same_game.then(|| corresponding(&leading.trace, leading.frame, &rest.trace)).flatten() {
                    Some(found) => {
                        let is_alike = found.relation == Relation::Same
                            && are_alike(&leading.trace, leading.frame, &rest.trace, found.frame);
                        (found.frame, Some(Followed::To { found, is_alike }))
                    }
                    None => (rest.frame, Some(Followed::Nowhere)),
                }
            }
        };
        let frame = self.held_back(self.runs[other].id, frame);
        let run = &mut self.runs[other];
        run.frame = frame;
        run.followed = followed;
    }

    /// Keeps the current nodes visible, if the setting is on. Runs linked by place all show the same part.
    pub fn follow_all(&mut self) {
        self.follow_active();
        self.follow_others();
    }

    /// Whether the centres follow the frames. Views of the whole tree scroll by themselves, and their selection is unchanged.
    fn follows(&self) -> bool {
        self.settings.follow && self.settings.tree_form == TreeForm::Focus
    }

    fn follow_active(&mut self) {
        if self.follows() {
            self.active_mut().follow();
        }
    }

    fn follow_others(&mut self) {
        if !self.follows() {
            return;
        }
        let center = self.active_run().center.clone();
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&id| id != self.active).collect();
        for id in others {
            let there = self.in_run(id, &center).filter(|_| self.settings.link == Link::Place);
            if let Some(run) = self.run_mut(id) {
                match there {
                    Some(there) => run.show_at(there),
                    None => run.follow(),
                }
            }
        }
    }

    /// Returns the moves in run `id` to the active run's node at `path`, if both run the same game from the same start.
    fn in_run(&self, id: RunId, path: &[u32]) -> Option<Vec<u32>> {
        let (active, other) = (self.active_run(), self.run(id)?);
        let is_changed = active.what_if.is_some() || other.what_if.is_some();
        let is_same = active.has_nodes_of(other) && (is_changed || active.trace.start == other.trace.start);
        if is_same { path_in(&active.trace, path, &other.trace) } else { None }
    }

    /// Selects the node at `path` in the active run, and in the runs on screen with the same tree.
    pub fn center(&mut self, path: Vec<u32>) {
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&id| id != self.active).collect();
        for id in others {
            if let Some(there) = self.in_run(id, &path) {
                self.select(id, there);
            }
        }
        self.select(self.active, path);
    }

    /// Selects a node in run `id` only.
    pub fn select(&mut self, id: RunId, path: Vec<u32>) {
        if let Some(run) = self.run_mut(id) {
            run.select(path);
        }
    }

    /// Clears the selection in the runs on screen: each shows the node of its frame again.
    pub fn deselect(&mut self) {
        let shown: Vec<RunId> = self.shown_runs().map(|run| run.id).collect();
        for id in shown {
            if let Some(run) = self.run_mut(id) {
                run.deselect();
            }
        }
        self.show_same_center();
    }

    /// Shows the centre of the active run in the other runs that contain it, if they are linked by place.
    fn show_same_center(&mut self) {
        if self.settings.link != Link::Place {
            return;
        }
        let center = self.active_run().center.clone();
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&id| id != self.active).collect();
        for id in others {
            if let Some(there) = self.in_run(id, &center)
                && let Some(run) = self.run_mut(id)
            {
                run.show_at(there);
            }
        }
    }

    /// Moves a run that was just recorded to the view that it would have if it had existed when the
    /// active run went to its place: the node selected there, otherwise the node of its frame.
    pub(in crate::viewer::session) fn join_center(&mut self, id: RunId) {
        let selected = self.active_run().selection.clone().and_then(|path| self.in_run(id, &path));
        let Some(run) = self.run_mut(id) else { return };
        match selected {
            Some(path) => run.select(path),
            None if run.selection.is_none() => {
                run.follow();
                self.show_same_center();
            }
            None => {}
        }
    }

    /// Shows a node that is given together with a frame. It is selected only if the frame would not show it by itself.
    pub(in crate::viewer::session) fn show_with_frame(&mut self, node: Vec<u32>) {
        let shows_itself = node == focus_at(&self.active_run().trace, self.active_run().frame);
        self.deselect();
        if !shows_itself {
            self.center(node);
        }
    }

    /// Opens or closes a node of run `id`; if that run is active, also in the other runs on screen with the same tree.
    pub fn toggle_open(&mut self, id: RunId, path: Vec<u32>) {
        let others: Vec<RunId> = self.shown_runs().map(|run| run.id).filter(|&other| other != id).collect();
        let opens = self.run(id).is_some_and(|run| !run.opened.contains(&path));
        let is_active = id == self.active;
        for other in others.into_iter().filter(|_| is_active) {
            if let Some(there) = self.in_run(other, &path)
                && let Some(run) = self.run_mut(other).filter(|run| run.opened.contains(&there) != opens)
            {
                run.toggle_open(there);
            }
        }
        if let Some(run) = self.run_mut(id) {
            run.toggle_open(path);
        }
    }

    /// Goes back to the previous centre, or forward again.
    pub fn go_back(&mut self, forward: bool) {
        let run = self.active_mut();
        if forward { run.forward() } else { run.back() }
    }
}
