//! Starting an example: it replaces the runs, and is shown once it is recorded.

use super::Example;
use super::run_id::RunId;
use crate::viewer::session::Session;
use crate::viewer::session::settings::{TreeForm, Workspace};

/// Playing speed, in frames per second, at which the sentence of each frame can be read.
const READING_SPEED: f32 = 1.0;

impl Session {
    /// Replaces all runs by an example and records it; it is shown at its first frame of interest once recorded.
    pub fn begin_example(&mut self, example: Example) {
        let setups = example.setups();
        self.settings.workspace = Workspace::Replay;
        self.settings.tree_form = TreeForm::Focus;
        self.settings.follow = true;
        self.settings.one_run = false;
        self.settings.link = example.link();
        self.loops = false;
        for run in &mut self.runs {
            run.selection = None;
        }
        for closed in self.runs.iter().skip(setups.len()).map(|run| run.id).collect::<Vec<_>>() {
            self.close_run(closed);
        }
        for (place, setup) in setups.into_iter().enumerate() {
            match self.runs.get(place).map(|run| run.id) {
                Some(id) => self.record(id, setup, self.settings.memory_limit_mib),
                None => {
                    self.add_run(setup);
                }
            }
        }
        // The last run becomes the active one, so that its savings are compared with the runs before it.
        self.activate(self.runs[self.runs.len() - 1].id);
        self.example = Some(example);
    }

    /// Goes to the first frame of interest of a started example, once its active run is recorded; returns whether it did.
    pub(super) fn show_example(&mut self, recorded: RunId) -> bool {
        let Some(example) = self.example.take_if(|_| recorded == self.active) else { return false };
        self.go_to(example.first_look(&self.active_run().trace));
        // Cuts are the subject of the examples, so playing pauses at each of them.
        for run in &mut self.runs {
            run.breakpoints.at_cuts = true;
        }
        if matches!(example, Example::Cut | Example::Practice) {
            self.settings.speed = READING_SPEED;
        }
        if example == Example::Cut {
            self.toggle_play();
        }
        true
    }
}
