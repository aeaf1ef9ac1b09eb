//! Question: which line of a program is wrong?

use super::question::{Choice, Expects, Question, Questions};
use crate::exercise::faulty_search::{Fault, FaultyRun};
use crate::exercise::localized_text::LocalizedText;
use crate::exercise::{Convention, Exercise, KindError, WrittenAnswer, WrittenVisit};
use edagari_core::language::Text;

pub(super) fn questions(exercise: &Exercise, fault: Fault) -> Result<Questions, KindError> {
    if *exercise.convention() != Convention::default() {
        return Err(KindError(Text::KindBugConvention.into()));
    }
    if !is_seen(exercise, fault) {
        return Err(KindError(Text::KindBugSeen.into()));
    }
    let tree = exercise.tree();
    let run = FaultyRun::of(tree, Some(fault));
    let mut given = WrittenAnswer::nothing(exercise);
    for node in tree.nodes() {
        match run.visits[node as usize] {
            Some((window, score)) => {
                given.write(node, WrittenVisit { window: Some(window), score: Some(score), bound: None });
            }
            None if !run.evaluated[node as usize] => given.skip(node),
            None => {}
        }
    }
    let code = fault.code();
    let choice = |line: usize| Choice {
        name: format!("line-{line}"),
        text: LocalizedText::from(Text::BugLine).with("line", &line),
    };
    let expects = Expects::Choice { choices: (1..=code.len()).map(choice).collect(), right: fault.line() - 1 };
    let why = LocalizedText::from(Text::BugWhy).with("line", &fault.line()).with("code", &fault.right_text());
    let question = Question::new(None, Text::BugQuestion.into(), expects, why);
    Ok(Questions {
        code,
        solution: given.clone(),
        given,
        ..Questions::below(exercise, Text::BugTask.into(), vec![question])
    })
}

/// Returns whether the run of a fault differs from the runs of all other faults, and from the right
/// run.
pub(super) fn is_seen(exercise: &Exercise, fault: Fault) -> bool {
    let run = FaultyRun::of(exercise.tree(), Some(fault));
    let others = Fault::ALL.iter().filter(|&&other| other != fault).map(|&other| Some(other)).chain([None]);
    { others }.all(|other| FaultyRun::of(exercise.tree(), other) != run)
}
