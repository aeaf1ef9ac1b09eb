//! Operations of the session on an exercise that is done by hand.

use super::by_hand::{ByHand, SavedByHand, TypedAnswers};
use crate::viewer::session::{Session, Work};
use edagari_core::trace::Progress;
use edagari_teach::exercise::{Exercise, Generated, Step};
use std::path::PathBuf;
use std::sync::Arc;

impl Session {
    /// Starts an exercise; the previous one is discarded.
    pub fn begin_by_hand(&mut self, made: Generated) {
        self.by_hand = Some(ByHand::new(made));
        self.keep_by_hand();
    }

    /// Starts to read the file of an exercise, which is then done by hand.
    pub fn open_exercise(&mut self, path: PathBuf) {
        self.settings.remember_file(&path);
        let read = move |_: &Arc<Progress>| {
            let exercise = Exercise::read(&path)?;
            Ok(Generated::of(1, exercise))
        };
        match Work::start("exercise", self.wake(), read) {
            Ok(work) => self.reading_exercise = Some(work),
            Err(error) => self.report_error(error),
        }
    }

    /// Receives an exercise that was read.
    pub(in crate::viewer::session) fn advance_exercise(&mut self) {
        let Some(read) = self.reading_exercise.as_ref().and_then(Work::poll) else { return };
        self.reading_exercise = None;
        match read {
            Ok(made) => self.begin_by_hand(made),
            Err(problem) => self.report_error(problem),
        }
    }

    /// Resumes the exercise that was in progress when the program ended, if none is open.
    pub fn resume_by_hand(&mut self) {
        if self.by_hand.is_none() {
            self.by_hand = self.settings.by_hand.as_ref().and_then(SavedByHand::again);
        }
    }

    /// Selects a node of the exercise.
    pub fn select_by_hand(&mut self, node: u32) {
        if let Some(by_hand) = &mut self.by_hand
            && (node as usize) < by_hand.exercise().tree().len()
        {
            by_hand.selected = node;
        }
    }

    /// Adds a step to the exercise.
    pub fn step_by_hand(&mut self, step: Step) {
        let Some(by_hand) = &mut self.by_hand else { return };
        let was_handed_in = by_hand.is_handed_in;
        by_hand.take(step);
        if by_hand.is_handed_in && !was_handed_in {
            self.count_by_hand();
        }
        self.keep_by_hand();
    }

    /// Replaces the answers typed to the questions of the exercise.
    pub fn type_by_hand(&mut self, typed: TypedAnswers) {
        if let Some(by_hand) = &mut self.by_hand {
            by_hand.typed = typed;
        }
        self.keep_by_hand();
    }

    /// Removes the last step; returns whether there was one.
    pub fn undo_by_hand(&mut self) -> bool {
        let is_undone = self.by_hand.as_mut().is_some_and(ByHand::undo);
        self.keep_by_hand();
        is_undone
    }

    /// Hands in the answer in its current state.
    pub fn hand_in(&mut self) {
        let Some(by_hand) = self.by_hand.as_mut().filter(|by_hand| !by_hand.is_handed_in) else { return };
        by_hand.is_handed_in = true;
        self.count_by_hand();
        self.keep_by_hand();
    }

    /// Restarts the exercise.
    pub fn do_by_hand_again(&mut self) {
        if let Some(by_hand) = self.by_hand.take() {
            self.begin_by_hand(by_hand.made);
        }
    }

    /// Closes the exercise and forgets its steps.
    pub fn close_by_hand(&mut self) {
        self.by_hand = None;
        self.settings.by_hand = None;
    }

    fn keep_by_hand(&mut self) {
        self.settings.by_hand = self.by_hand.as_ref().map(ByHand::saved);
    }

    fn count_by_hand(&mut self) {
        let Some(by_hand) = &self.by_hand else { return };
        let (right, all) = by_hand.points();
        let tally = &mut self.settings.by_hand_tally;
        tally.exercises += 1;
        tally.without_mistake += u32::from(right == all);
        tally.steps += all;
        tally.right += right;
    }
}
