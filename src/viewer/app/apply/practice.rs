//! Execution of the commands of practice.

use crate::viewer::commands::PracticeCommand;
use crate::viewer::session::Session;
use edagari_teach::practice::Reply;

/// Executes a command of practice.
pub(super) fn practise(session: &mut Session, command: PracticeCommand) {
    match command {
        PracticeCommand::Choose(choice) => session.reply(Reply::Choice(choice)),
        PracticeCommand::AnswerMarked => session.reply_marked(),
        PracticeCommand::Mark { path, count } => session.mark(&path, count),
        PracticeCommand::GoOn { plays } => session.go_on(plays),
        PracticeCommand::Why => session.toggle_practice_why(),
        PracticeCommand::Again => session.ask_again(),
        PracticeCommand::NextRound => session.begin_round(session.active_run().frame),
        PracticeCommand::FromBeginning => session.begin_round(0),
        PracticeCommand::SetPlan(plan) => session.set_practice_plan(plan),
        PracticeCommand::Forget => session.forget_tally(),
    }
}
