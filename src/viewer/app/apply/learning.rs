//! Execution of the commands on notes, practice, exercises done by hand and edited trees.

use crate::viewer::app::arrangement::Arrangement;
use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::{Action, ByHandCommand, PracticeCommand, WhatIfCommand};
use crate::viewer::forms::why_not_editable;
use crate::viewer::session::{ByHand, Session};
use crate::viewer::tree::RunView;
use edagari_teach::exercise::Questions;
use edagari_teach::note::{RunFrom, RunSource, ShippedLesson};
use edagari_teach::practice::Reply;

/// Whether a run may have pseudocode: it is a search, or a file that is not read yet.
fn may_have_code(run: &RunSource) -> bool {
    match &run.from {
        RunFrom::Setup(setup) | RunFrom::Tree { setup, .. } => setup.process.is_search(),
        _ => true,
    }
}

/// Executes a command of practice.
pub(super) fn practise(session: &mut Session, command: PracticeCommand) {
    match command {
        PracticeCommand::Choose(choice) => session.reply(Reply::Choice(choice)),
        PracticeCommand::AnswerMarked => session.reply_marked(),
        PracticeCommand::Mark { paths } => session.mark(&paths),
        PracticeCommand::GoOn { plays } => session.go_on(plays),
        PracticeCommand::Why => session.toggle_practice_why(),
        PracticeCommand::WhenOpen => session.ask_again(),
        PracticeCommand::NextRound => session.begin_round(session.active_run().frame),
        PracticeCommand::FromBeginning => session.begin_round(0),
        PracticeCommand::SetPlan(plan) => session.set_practice_plan(plan),
        PracticeCommand::Forget => session.forget_tally(),
    }
}

impl Edagari {
    /// Executes a command on the exercise.
    pub(super) fn do_by_hand(&mut self, command: ByHandCommand) {
        let session = self.session.change();
        match command {
            ByHandCommand::Begin(made) => session.begin_by_hand(*made),
            ByHandCommand::Select(node) => session.select_by_hand(node),
            ByHandCommand::Take(step) => session.step_by_hand(step),
            ByHandCommand::Type(typed) => session.type_by_hand(typed),
            ByHandCommand::Undo => {
                session.undo_by_hand();
            }
            ByHandCommand::HandIn => session.hand_in(),
            ByHandCommand::WhenOpen => session.do_by_hand_again(),
            ByHandCommand::Close => session.close_by_hand(),
            ByHandCommand::SaveExercise(path) => {
                if let Some(text) = session.by_hand.as_ref().map(|by_hand| by_hand.exercise().to_text()) {
                    let begun = self.saving.text(&self.session, text, path);
                    self.report_error(begun);
                }
            }
            ByHandCommand::SaveSet { set, sheets, path } => {
                let begun = self.saving.exercises(&self.session, set, sheets, path);
                self.report_error(begun);
            }
            ByHandCommand::SaveResponses(responses, path) => {
                let exercise = session.by_hand.as_ref().map(ByHand::exercise);
                let text = exercise.and_then(|exercise| Some(responses.to_text(exercise, &Questions::of(exercise)?)));
                if let Some(text) = text {
                    let begun = self.saving.text(&self.session, text, path);
                    self.report_error(begun);
                }
            }
            ByHandCommand::SaveAnswers(path) => {
                let text = session.by_hand.as_ref().map(|by_hand| by_hand.answers().to_text(by_hand.exercise()));
                if let Some(text) = text {
                    let begun = self.saving.text(&self.session, text, path);
                    self.report_error(begun);
                }
            }
        }
    }
}

impl Edagari {
    /// Executes a command on a tree that is edited.
    pub(super) fn change_tree(&mut self, command: WhatIfCommand) {
        let session = self.session.change();
        match command {
            WhatIfCommand::Begin(run) => {
                if let Err(refused) = session.begin_what_if(run) {
                    session.notice = Some(why_not_editable(&refused, session.settings.language));
                }
            }
            WhatIfCommand::Edit { run, edit, goes_on } => session.edit_tree(run, &edit, goes_on),
            WhatIfCommand::Save { run, path } => {
                let tree = self.session.run(run).and_then(|run| run.what_if.as_ref());
                if let Some(tree) = tree.map(|what_if| what_if.history.tree().to_textbook()) {
                    let begun = match tree {
                        Ok(tree) => self.saving.text(&self.session, tree.to_ron(), path),
                        Err(error) => Err(std::io::Error::other(error)),
                    };
                    self.report_error(begun);
                }
            }
        }
    }
}

impl Edagari {
    /// Adds a note on the current view, and opens the panel that lists it.
    pub(super) fn add_note(&mut self) {
        let arrangement = self.arrangement.text(&self.session);
        let adds = self.session.change().add_note(arrangement);
        self.open_panel(Action::ToggleNotes);
        if adds {
            // The keys that follow are for the title of the note.
            self.panels.await_focus();
        }
    }

    /// Goes to a note.
    pub(super) fn go_to_note(&mut self, note: usize) {
        self.session.change().go_to_note(note);
        self.arrange_for_note();
    }

    /// Goes to the next or the previous note.
    pub(super) fn step_note(&mut self, forward: bool) {
        let before = self.session.notebook.current;
        self.session.change().step_note(forward);
        if self.session.notebook.current != before {
            self.arrange_for_note();
        }
    }

    /// Replaces all runs by a lesson that comes with Edagari.
    pub(super) fn begin_lesson(&mut self, lesson: &ShippedLesson) {
        self.session.change().begin_lesson(lesson);
        self.show_lesson();
    }

    /// Shows a started lesson: fits the pictures of the runs, and opens the code of the search, if it has any, and the panel with
    /// the text.
    pub(super) fn show_lesson(&mut self) {
        self.arrangement.maximised = None;
        self.views.values_mut().for_each(RunView::fit);
        self.close_panel(Action::Welcome);
        if self.session.notebook.notes.runs.iter().any(may_have_code) {
            self.open_panel(Action::ToggleCode);
        } else {
            self.close_panel(Action::ToggleCode);
        }
        self.open_panel(Action::ToggleNotes);
        self.arrangement.put_below(Action::ToggleCode, Action::ToggleNotes);
        self.keep_arrangement();
    }

    /// Restores the arrangement stored with the current note; the notes panel stays visible.
    fn arrange_for_note(&mut self) {
        let session = &self.session;
        let note = session.notebook.current_note().filter(|note| session.run_of_note(note).is_some());
        let text = note.and_then(|note| note.arrangement.as_deref());
        let is_other = text.filter(|&text| text != self.arrangement.text(session));
        // An arrangement of a newer version, or with runs that are not open, is ignored; the note is shown anyway.
        if let Some(Ok(arrangement)) = is_other.map(|text| Arrangement::read(text, session)) {
            for panel in arrangement.panels() {
                self.panels.open(panel, &self.session);
            }
            self.arrangement = arrangement;
            self.notify_panels();
        }
        if self.session.notebook.current.is_some() {
            self.open_panel(Action::ToggleNotes);
        }
    }
}
