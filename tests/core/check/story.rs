//! A stream as a list of lines, in which faults of the writer are planted.

use serde_json::{Value, json};

/// A completely recorded stream.
#[derive(Clone)]
pub struct Story {
    pub lines: Vec<Value>,
}

impl Story {
    pub fn is(&self, at: usize, event: &str) -> bool {
        self.lines.get(at).is_some_and(|line| line["event"] == event)
    }

    /// The line of the opportunity after `wait` others.
    pub fn find(&self, wait: usize, is_chance: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        (1..self.lines.len()).filter(|&at| is_chance(self, at)).nth(wait)
    }

    /// The line at which the node of a line was entered.
    pub fn entered(&self, at: usize) -> Option<usize> {
        let id = &self.lines[at]["node"];
        (1..=at).rev().find(|&before| self.is(before, "enter") && &self.lines[before]["node"] == id)
    }

    /// The line at which the parent of the node entered at a line was entered.
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

    /// Whether the node that is left at a line had children.
    pub fn has_children(&self, left: usize) -> bool {
        !self.is(left - 1, "enter") && !self.is(left - 1, "lookup")
    }

    /// A field of a line, if it is a whole number.
    pub fn whole(&self, at: usize, field: &str) -> Option<i64> {
        self.lines[at][field].as_i64()
    }

    /// Adds to a number in a line.
    pub fn add(&mut self, at: usize, field: &str, more: i64) {
        if let Some(number) = self.whole(at, field) {
            self.lines[at][field] = json!(number + more);
        }
    }

    /// Frame of each line. Omitted events have frames too: a child that returned has a score and an update.
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
                // The end of the run belongs to its last frame.
                Some("finish") => frames.push(frame - 1),
                _ => frames.push(frame + owed),
            }
        }
        frames
    }
}
