//! A stream line by line, for faults that are planted in what was written.

use serde_json::{Value, json};

/// A stream that is told in full.
#[derive(Clone)]
pub struct Story {
    pub lines: Vec<Value>,
}

impl Story {
    pub fn is(&self, at: usize, event: &str) -> bool {
        self.lines.get(at).is_some_and(|line| line["event"] == event)
    }

    /// The line that is a chance for the `wait`-th time.
    pub fn find(&self, wait: usize, is_chance: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        (1..self.lines.len()).filter(|&at| is_chance(self, at)).nth(wait)
    }

    /// The line at which the node of a line was entered.
    pub fn entered(&self, at: usize) -> Option<usize> {
        let id = &self.lines[at]["node"];
        (1..=at).rev().find(|&before| self.is(before, "enter") && &self.lines[before]["node"] == id)
    }

    /// The line at which the parent of a node was entered that is entered at a line.
    pub fn parent(&self, entered: usize) -> Option<usize> {
        let mut closed = 0;
        for at in (1..entered).rev() {
            if self.is(at, "leave") {
                closed += 1;
            } else if self.is(at, "enter") {
                if closed == 0 {
                    return Some(at);
                }
                closed -= 1;
            }
        }
        None
    }

    /// Whether a node that is left at a line had children.
    pub fn has_children(&self, left: usize) -> bool {
        !self.is(left - 1, "enter") && !self.is(left - 1, "lookup")
    }

    /// Whether something at a line is told with a whole number.
    pub fn whole(&self, at: usize, field: &str) -> Option<i64> {
        self.lines[at][field].as_i64()
    }

    /// Adds to a number of a line.
    pub fn add(&mut self, at: usize, field: &str, more: i64) {
        if let Some(number) = self.whole(at, field) {
            self.lines[at][field] = json!(number + more);
        }
    }

    /// The frame of each line. What is not written has its frame too: a child that has returned has a score and an update.
    pub fn frames(&self) -> Vec<usize> {
        let (mut frame, mut owed, mut depth) = (0, 0, 0);
        let mut frames = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            match line["event"].as_str() {
                Some("score") if owed == 2 => {
                    frames.push(frame);
                    (frame, owed) = (frame + 1, 1);
                }
                Some("update") if line["child"].is_number() => {
                    frame += owed.max(1) - 1;
                    frames.push(frame);
                    (frame, owed) = (frame + 1, 0);
                }
                Some(event @ ("enter" | "leave" | "lookup" | "store" | "update" | "score")) => {
                    frame += owed;
                    owed = 0;
                    frames.push(frame);
                    frame += 1;
                    depth += i32::from(event == "enter") - i32::from(event == "leave");
                    if event == "leave" && depth > 0 {
                        owed = 2;
                    }
                }
                // What ends the run is said behind its last frame.
                Some("finish") => frames.push(frame - 1),
                _ => frames.push(frame + owed),
            }
        }
        frames
    }
}
