//! Execution of the commands on exercises that are done by hand.

use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::ByHandCommand;

impl Edagari {
    /// Executes a command on the exercise.
    pub(super) fn do_by_hand(&mut self, command: ByHandCommand) {
        let session = self.session.change();
        match command {
            ByHandCommand::Begin(made) => session.begin_by_hand(*made),
            ByHandCommand::Select(node) => session.select_by_hand(node),
            ByHandCommand::Take(step) => session.step_by_hand(step),
            ByHandCommand::Undo => {
                session.undo_by_hand();
            }
            ByHandCommand::HandIn => session.hand_in(),
            ByHandCommand::Again => session.do_by_hand_again(),
            ByHandCommand::Close => session.close_by_hand(),
            ByHandCommand::SaveExercise(path) => {
                if let Some(text) = session.by_hand.as_ref().map(|by_hand| by_hand.exercise().to_text()) {
                    let begun = self.saving.text(&self.session, text, path);
                    self.tell_error(begun);
                }
            }
            ByHandCommand::SaveSet { set, sheets, path } => {
                let begun = self.saving.exercises(&self.session, set, sheets, path);
                self.tell_error(begun);
            }
            ByHandCommand::SaveAnswers(path) => {
                let text = session.by_hand.as_ref().map(|by_hand| by_hand.answers().to_text(by_hand.exercise()));
                if let Some(text) = text {
                    let begun = self.saving.text(&self.session, text, path);
                    self.tell_error(begun);
                }
            }
        }
    }
}
