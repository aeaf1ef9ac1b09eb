//! The first view of a window: going to it, and the words of a link to the current view.

use super::run::Run;
use super::run_id::RunId;
use crate::view_link::FirstView;
use crate::viewer::session::Session;
use edagari_core::game::join_moves;
use edagari_core::language::Text;
use edagari_core::trace::{Ending, Setup};
use edagari_teach::note::ShippedLesson;

impl Session {
    /// Stores the first view, which is applied once its run is available. The form of the tree and
    /// the link between the runs apply at once.
    pub fn begin_at(&mut self, first: FirstView) {
        if let Some(form) = first.form {
            self.settings.tree_form = form;
        }
        if let Some(link) = first.link {
            self.settings.link = link;
        }
        let named = first.active.and_then(|number| self.runs.get(number - 1)).map(|run| run.id);
        if let Some(run) = named {
            self.activate(run);
        }
        if let (Some(step), true) = (first.step, self.notebook.is_lesson) {
            self.go_to_note(step - 1);
        }
        self.first_view = Some(first);
    }

    /// Goes to the view of another link in the same window: its runs are recorded unless they
    /// exist, and its place is shown once they are recorded.
    pub fn go_to_view(&mut self, view: FirstView) {
        if view.lesson.is_none() && self.setups() != view.runs && !view.runs.is_empty() {
            for closed in self.runs.iter().skip(view.runs.len()).map(|run| run.id).collect::<Vec<_>>() {
                self.close_run(closed);
            }
            for (place, setup) in view.runs.iter().enumerate() {
                match self.runs.get(place).map(|run| run.id) {
                    Some(run) => self.record(run, setup.clone(), self.settings.memory_limit_mib),
                    None => {
                        self.add_run(setup.clone());
                    }
                }
            }
            self.activate(self.runs[0].id);
        }
        self.begin_at(view);
        if !self.active_run().is_recording() {
            self.show_first_view(self.active);
        }
    }

    /// Whether the place of the first view is still pending.
    #[must_use]
    pub fn has_first_view(&self) -> bool {
        self.first_view.as_ref().is_some_and(FirstView::has_place)
    }

    /// Returns the query of the first view, until it is taken.
    #[must_use]
    pub fn first_find(&self) -> Option<&str> {
        self.first_view.as_ref()?.find.as_deref()
    }

    /// Goes to the first view once the active run is recorded; returns whether it did.
    pub(super) fn show_first_view(&mut self, recorded: RunId) -> bool {
        // If a step of a lesson is still pending, it is shown first.
        if recorded != self.active || self.notebook.going.is_some() {
            return false;
        }
        // With neither a frame nor a node there is nothing to go to: a lesson goes to its first note.
        let Some(first) = self.first_view.take_if(|first| first.has_place()) else { return false };
        let node = first.path_in(&self.active_run().trace);
        let frame = first.frame.unwrap_or(self.active_run().frame);
        self.go_to(frame);
        let last = self.active_run().trace.frame_count().saturating_sub(1);
        if frame > last && !self.active_run().is_growing() {
            let language = self.settings.language;
            let values = [frame, last].map(|frame| language.number(frame as u64));
            self.notice = Some(language.fill(Text::NoSuchFrame, &[("frame", &values[0]), ("last", &values[1])]));
        }
        match node {
            Ok(Some(path)) => self.show_with_frame(path),
            Ok(None) => {}
            Err(sentence) => self.notice = Some(sentence),
        }
        if let Some((start, end)) = first.range {
            self.show_frames(recorded, Some(start as f64..end as f64));
        }
        true
    }

    /// Returns the runs in the order in which a link opens them: first those of files.
    #[must_use]
    pub fn order_in_link(&self) -> Vec<RunId> {
        let (recorded, of_files): (Vec<&Run>, Vec<&Run>) =
            self.runs.iter().partition(|run| linked_setup(run).is_some());
        of_files.into_iter().chain(recorded).map(|run| run.id).collect()
    }

    /// Returns the setups of the runs that a link can record again, in the order of the runs.
    fn setups(&self) -> Vec<Setup> {
        self.runs.iter().filter_map(linked_setup).collect()
    }

    /// Returns the view for a link to the current state. It contains the runs only if `with_runs`;
    /// runs of files are never included.
    #[must_use]
    pub fn view(&self, with_runs: bool) -> FirstView {
        let run = self.active_run();
        let moves = run.trace.game.move_texts(&run.trace.start, run.looked_at());
        let node = (!run.looked_at().is_empty()).then(|| join_moves(moves.iter().map(String::as_str)));
        let lesson = self.notebook.lesson.filter(|_| self.notebook.is_lesson).and_then(ShippedLesson::named);
        let place = self.order_in_link().iter().position(|other| *other == run.id).map_or(1, |place| place + 1);
        let has_several = self.runs.len() > 1 && lesson.is_none();
        let shown = self.frames_shown(run.id);
        let is_zoomed = shown.end - shown.start < self.whole_lane(run.id);
        FirstView {
            runs: if with_runs && lesson.is_none() { self.setups() } else { Vec::new() },
            active: (has_several && place > 1).then_some(place),
            link: has_several.then_some(self.settings.link),
            lesson,
            step: lesson.and(self.notebook.current).map(|at| at + 1),
            frame: Some(run.frame),
            node,
            form: Some(self.settings.tree_form),
            find: self.found.as_ref().map(|found| found.query.to_string()),
            range: is_zoomed.then(|| (shown.start.round() as usize, shown.end.round() as usize)),
            arrangement: None,
        }
    }

    /// Whether the runs are those with which a window starts by default, so that its address need
    /// not contain them.
    #[must_use]
    pub fn has_usual_runs(&self) -> bool {
        self.keeps_setups
    }
}

/// Returns the setup by which a run can be recorded again elsewhere: not that of a file, of an edited tree, or of a run that has not
/// been recorded.
fn linked_setup(run: &Run) -> Option<Setup> {
    let is_own = run.origin.is_none() && run.file.is_none() && run.what_if.is_none() && run.awaited().is_none();
    let setup = run.setup();
    let is_known = run.game_brought_along().is_none() && setup.to_words().is_some();
    let is_there = run.is_recording() || run.trace.ending != Ending::NotStarted;
    (is_own && is_known && is_there).then(|| setup.clone())
}
