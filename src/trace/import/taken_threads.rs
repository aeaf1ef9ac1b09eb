//! The threads of a file, while its events are taken.

use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::threads::THREAD;
use crate::trace::{Column, ColumnValue};

/// The threads of a file so far: one is at hand, the others wait.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct TakenThreads {
    /// The names of the threads that the file told of, in their order.
    pub(in crate::trace) names: Vec<Box<str>>,
    /// The number of the thread at hand.
    pub(in crate::trace) at_hand: usize,
    /// The visits of each other thread that are not left yet.
    pub(in crate::trace) waiting: Vec<Vec<u32>>,
    /// The thread of each visit, once there are several.
    pub(in crate::trace) of_visit: Vec<u16>,
    /// What happened in the order of the file, once there are several.
    pub(in crate::trace) turns: Vec<Turn>,
}

/// What happens in a file of several threads.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) enum Turn {
    /// The next visit begins.
    Enter,
    /// A visit ends.
    Leave(u32),
    /// The next update by what a node itself knows.
    UpdateByItself,
}

impl TakenThreads {
    /// Whether other threads have visits that are not left.
    pub(super) fn is_open(&self) -> bool {
        self.waiting.iter().any(|open| !open.is_empty())
    }

    /// Whether there are several threads.
    pub(super) fn are_several(&self) -> bool {
        self.names.len() > 1
    }

    /// The column with the thread of each visit.
    pub(in crate::trace) fn column(&self) -> Column {
        let mut column = ColumnBuilder::new(THREAD.into());
        let numbers: Option<Vec<i64>> = self.names.iter().map(|name| name.parse().ok()).collect();
        for (visit, &thread) in (0..).zip(&self.of_visit) {
            let thread = usize::from(thread);
            let name = match &numbers {
                Some(numbers) => ColumnValue::Integer(numbers[thread]),
                None => ColumnValue::Text((&*self.names[thread]).into()),
            };
            column.push(visit, &name);
        }
        column.column()
    }

    /// Notes what happens, if there are several threads.
    pub(super) fn happens(&mut self, turn: Turn) {
        if self.are_several() {
            self.turns.push(turn);
            if matches!(turn, Turn::Enter) {
                self.of_visit.push(self.at_hand as u16);
            }
        }
    }
}
