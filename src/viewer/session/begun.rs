//! Starting an example: it replaces the runs, and is shown once it is recorded.

use super::run_id::RunId;
use super::settings::{TreeForm, Workspace};
use super::{Example, Session};

/// Frames a second at which each frame's sentence can be read.
const READING_SPEED: f32 = 1.0;

impl Session {
    /// Records an example in the place of all runs; once that is done, it is shown where it is worth a look.
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
        // The last one is looked at, so that what it saves is beside what it saves it from.
        self.activate(self.runs[self.runs.len() - 1].id);
        self.example = Some(example);
    }

    /// Goes to where the example that was begun is worth a look, once its active run is recorded; whether one was.
    pub(super) fn show_example(&mut self, recorded: RunId) -> bool {
        let Some(example) = self.example.take_if(|_| recorded == self.active) else { return false };
        self.go_to(example.first_look(&self.active_run().trace));
        // A cut is what the examples are looked at for, so playing stops there until a person goes on.
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
