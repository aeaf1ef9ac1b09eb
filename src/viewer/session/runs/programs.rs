//! Programs of a session: starting and restarting them, and the differences from the previous run.

use std::sync::Arc;

use super::program::{Program, ProgramEnd, ProgramSetup};
use super::program_change::{ProgramChange, end_text};
use super::recording::Source;
use super::run::Run;
use super::run_id::RunId;
use crate::viewer::session::Session;

impl Session {
    /// Starts a program, and shows its stream in a run.
    pub fn record_program(&mut self, id: RunId, setup: ProgramSetup) {
        self.start_program(id, setup, None);
    }

    /// Starts a program, and shows its stream in a new run.
    pub fn record_program_in_new_run(&mut self, setup: ProgramSetup) {
        let id = self.add_run_for_program();
        self.start_program(id, setup, None);
    }

    /// Restarts the program of a run in a new run beside it; the two are compared when the new one
    /// is complete.
    pub fn run_program_again(&mut self, former: RunId) {
        let program = self.run(former).and_then(|run| run.program.clone());
        let Some(program) = program.filter(|program| program.end().is_some()) else { return };
        let id = self.add_run_for_program();
        self.start_program(id, program.setup.clone(), Some(former));
    }

    fn add_run_for_program(&mut self) -> RunId {
        let setup = self.active_run().trace.setup.clone();
        self.set_one_run(false);
        self.new_run(&setup)
    }

    fn start_program(&mut self, id: RunId, setup: ProgramSetup, former: Option<RunId>) {
        self.settings.program = setup.clone();
        let origin = setup.name();
        self.program_change = None;
        self.open(id, Source::Program(Arc::new(Program::new(setup, former))), origin);
    }

    /// Reports the ends of programs, and compares each complete run with its former one.
    pub(in crate::viewer::session) fn advance_programs(&mut self) {
        let is_done = |run: &&mut Run| !run.is_recording() && run.program.as_ref().is_some_and(|it| it.takes_end());
        let ended: Vec<_> = self.runs.iter_mut().filter(is_done).map(|run| run.id).collect();
        for id in ended {
            self.report_end(id);
        }
        let Some(mut change) = self.program_change.take() else { return };
        if let Some(frames) = change.advance(self.settings.language) {
            let places: Vec<_> = change.runs.into_iter().zip(frames).collect();
            self.go_to_each(&places);
            self.notice.clone_from(&change.text);
        }
        self.program_change = Some(change);
    }

    fn report_end(&mut self, id: RunId) {
        let Some(program) = self.run(id).and_then(|run| run.program.clone()) else { return };
        if let Some(end) = program.end().filter(|end| !matches!(end, ProgramEnd::Code(0) | ProgramEnd::Stopped)) {
            self.notice = Some(end_text(end, &program.setup, self.settings.language));
        }
        let former = program.former.and_then(|former| self.run(former));
        let Some((former, run)) = former.zip(self.run(id).filter(|run| run.problem().is_none())) else { return };
        let traces = [&former.trace, &run.trace].map(Arc::clone);
        self.program_change = Some(ProgramChange::begin([former.id, id], traces, self.wake()));
    }
}
