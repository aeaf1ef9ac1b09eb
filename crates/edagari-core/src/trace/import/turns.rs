//! Switches between the threads of a file.

use super::taken::{NONE, Taken};
use super::taken_threads::Turn;
use crate::trace::model::threads::Threads;

impl Taken {
    /// Switches to the thread of this name; returns `false` if the maximum number of threads is exceeded.
    pub(super) fn go_to_thread(&mut self, name: &str) -> bool {
        let known = self.threads.names.iter().position(|known| **known == *name);
        let number = match known {
            Some(number) => number,
            None if self.threads.names.len() == Threads::MOST => return false,
            None => {
                self.threads.names.push(name.into());
                self.threads.waiting.push(Vec::new());
                if self.threads.names.len() == 2 {
                    self.begin_threads();
                }
                self.threads.names.len() - 1
            }
        };
        self.take_at_hand(number);
        true
    }

    /// Switches to the thread with an open visit for which `is_node` is true, unless the current thread has one.
    pub(super) fn go_to_thread_of(&mut self, is_node: impl Fn(u32) -> bool) {
        let is_in = |open: &Vec<u32>| open.iter().any(|&visit| is_node(visit));
        if self.threads.are_several()
            && !is_in(&self.open)
            && let Some(number) = self.threads.waiting.iter().position(is_in)
        {
            self.take_at_hand(number);
        }
    }

    fn take_at_hand(&mut self, number: usize) {
        let Self { open, threads, .. } = self;
        if number != threads.at_hand {
            std::mem::swap(open, &mut threads.waiting[threads.at_hand]);
            std::mem::swap(open, &mut threads.waiting[number]);
            threads.at_hand = number;
        }
    }

    /// Records the events before the second thread started.
    fn begin_threads(&mut self) {
        let mut turns = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        let mut own_updates = self.own_updates.iter().peekable();
        let visits = self.visits.len() as u32;
        for visit in 0..=visits {
            let parent = self.parents.get(visit as usize).copied().unwrap_or(NONE);
            loop {
                let top = path.last().copied();
                while own_updates.next_if(|own| own.entered == visit && Some(own.visit) == top).is_some() {
                    turns.push(Turn::UpdateByItself);
                }
                let goes_on = visit < visits && top == Some(parent);
                match top.filter(|&top| !goes_on && self.visits[top as usize].is_left) {
                    Some(top) => turns.push(Turn::Leave(top)),
                    None => break,
                }
                path.pop();
            }
            if visit < visits {
                turns.push(Turn::Enter);
                path.push(visit);
            }
        }
        self.threads.turns = turns;
        self.threads.of_visit = vec![0; visits as usize];
    }
}
