//! The history of undoable steps, limited in number and memory.

use super::arrangement::Arrangement;
use crate::viewer::commands::Action;
use crate::viewer::session::{NotesBefore, RunId, RunsBefore, Settings};
use edagari_core::language::{Language, Text};

/// Maximum number of steps that can be undone.
const MAX_STEPS: usize = 100;

/// Steps that can be undone, and undone steps that can be redone.
#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Closed runs and panels, in the order of closing.
    closed: Vec<Closed>,
}

/// One undoable step, with the states that it replaced.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: StepName,
    /// Field that was edited; `None` for steps that never merge.
    pub(crate) goes_on: Option<GoesOn>,
    /// Whether the step merges with the previous one, if that is of the same field.
    pub(crate) merges: bool,
    pub(crate) changes: Vec<Change>,
}

/// A field whose consecutive changes are one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoesOn {
    Speed,
    CollapseBelow,
    Note(usize),
    NotesHead,
    Tree(RunId),
}

/// Name of a step, in the language at the time of display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StepName {
    Text(Text),
    /// A text that contains the name of a run or panel.
    Of(Text, String),
    Action(Action),
}

/// A replaced state.
#[derive(Debug)]
pub(crate) enum Change {
    Runs(RunsBefore),
    Notes(Box<NotesBefore>),
    /// Panels that were closed.
    Panels(Vec<Action>),
    Tiles(Box<Arrangement>),
    Settings(Box<Settings>),
    /// An edit of a run's tree, whose states are in its own edit history.
    Tree(RunId),
}

/// A closed tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Closed {
    Run(RunId),
    Panel(Action),
}

impl StepName {
    pub(crate) fn text(&self, language: Language) -> String {
        match self {
            Self::Text(text) => language.text(*text).to_owned(),
            Self::Of(text, name) => language.fill(*text, &[("name", name)]),
            Self::Action(action) => action.name(language).to_owned(),
        }
    }
}

impl History {
    /// Adds a step that was just executed. Undone steps can no longer be redone.
    pub(crate) fn push(&mut self, step: Step, memory_limit: u64) {
        let has_undone = !self.undone.is_empty();
        self.undone.drain(..).for_each(Step::forget);
        let is_same = |last: &Step| step.merges && last.goes_on == step.goes_on;
        if !has_undone && self.done.last().is_some_and(is_same) {
            step.forget();
            return;
        }
        self.done.push(step);
        self.bound(memory_limit);
    }

    /// Records that a tile was closed.
    pub(crate) fn note_closed(&mut self, closed: Closed) {
        self.closed.retain(|other| *other != closed);
        self.closed.push(closed);
    }

    /// Removes and returns the tile that was closed last.
    pub(crate) fn take_closed(&mut self) -> Option<Closed> {
        self.closed.pop()
    }

    /// Returns the earlier states that contain closed runs, the latest first.
    pub(crate) fn runs_before(&self) -> impl Iterator<Item = &RunsBefore> {
        self.done.iter().rev().chain(&self.undone).flat_map(|step| &step.changes).filter_map(|change| match change {
            Change::Runs(before) => Some(before),
            _ => None,
        })
    }

    /// Removes and returns the next step to undo or redo.
    pub(crate) fn take(&mut self, again: bool) -> Option<Step> {
        if again { self.undone.pop() } else { self.done.pop() }
    }

    /// Stores a step that was undone or redone, so that it can be redone or undone.
    pub(crate) fn put(&mut self, step: Step, again: bool, memory_limit: u64) {
        if again {
            self.done.push(step);
        } else {
            self.undone.push(step);
        }
        self.bound(memory_limit);
    }

    /// Returns the steps that can be undone or redone, the next one first.
    pub(crate) fn steps(&self, again: bool) -> impl Iterator<Item = &Step> {
        if again { self.undone.iter().rev() } else { self.done.iter().rev() }
    }

    /// Drops the oldest steps while there are too many, or while their traces take more than `memory_limit` bytes.
    fn bound(&mut self, memory_limit: u64) {
        let memory = |steps: &[Step]| steps.iter().map(Step::memory).sum::<u64>();
        while self.done.len() > MAX_STEPS || memory(&self.done) + memory(&self.undone) > memory_limit {
            let oldest = if self.done.is_empty() { &mut self.undone } else { &mut self.done };
            if oldest.is_empty() {
                return;
            }
            oldest.remove(0).forget();
        }
    }
}

impl Step {
    fn memory(&self) -> u64 {
        let of = |change: &Change| match change {
            Change::Runs(before) => before.memory(),
            _ => 0,
        };
        self.changes.iter().map(of).sum()
    }

    pub(crate) fn forget(self) {
        for change in self.changes {
            if let Change::Runs(before) = change {
                before.forget();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(goes_on: Option<GoesOn>) -> Step {
        Step { name: StepName::Text(Text::UndoSetting), goes_on, merges: goes_on.is_some(), changes: Vec::new() }
    }

    #[test]
    fn consecutive_steps_of_one_field_merge() {
        let mut history = History::default();
        for goes_on in [Some(GoesOn::Speed), Some(GoesOn::Speed), None, Some(GoesOn::Speed)] {
            history.push(step(goes_on), 0);
        }
        assert_eq!(history.steps(false).count(), 3);
    }

    #[test]
    fn full_history_drops_the_oldest_steps() {
        let mut history = History::default();
        for _ in 0..2 * MAX_STEPS {
            history.push(step(None), 0);
        }
        assert_eq!(history.steps(false).count(), MAX_STEPS);
    }

    #[test]
    fn new_step_clears_redo() {
        let mut history = History::default();
        history.push(step(None), 0);
        let undone = history.take(false).expect("one");
        history.put(undone, false, 0);
        assert_eq!(history.steps(true).count(), 1);
        history.push(step(None), 0);
        assert_eq!(history.steps(true).count(), 0);
    }
}
