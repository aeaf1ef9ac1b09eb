//! Threads of a file during its import.

use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::threads::THREAD;
use crate::trace::{Column, ColumnValue};

/// State per thread; events apply to the current one.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct TakenThreads {
    /// Names of the threads, in the order of their first events.
    pub(in crate::trace) names: Vec<Box<str>>,
    /// Number of the current thread.
    pub(in crate::trace) at_hand: usize,
    /// Open visits of each other thread.
    pub(in crate::trace) waiting: Vec<Vec<u32>>,
    /// Thread of each visit, once there are several threads.
    pub(in crate::trace) of_visit: Vec<u16>,
    /// Events of all threads in the order of the file, once there are several threads.
    pub(in crate::trace) turns: Vec<Turn>,
}

/// An event of a file with several threads.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) enum Turn {
    /// The next visit starts.
    Enter,
    /// A visit ends.
    Leave(u32),
    /// The next update without a child is made.
    UpdateByItself,
}

impl TakenThreads {
    /// Whether other threads have open visits.
    pub(super) fn is_open(&self) -> bool {
        self.waiting.iter().any(|open| !open.is_empty())
    }

    /// Whether there are several threads.
    pub(super) fn are_several(&self) -> bool {
        self.names.len() > 1
    }

    /// Builds the column with the thread of each visit.
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

    /// Records an event, if there are several threads.
    pub(super) fn happens(&mut self, turn: Turn) {
        if self.are_several() {
            self.turns.push(turn);
            if matches!(turn, Turn::Enter) {
                self.of_visit.push(self.at_hand as u16);
            }
        }
    }
}
