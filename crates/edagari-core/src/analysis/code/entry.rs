//! A line of pseudocode as data: its text, its indentation, and the condition for the runs that contain it.

use super::line::CodeLine;
use crate::language::Text;

/// A line of pseudocode, present in the code of some runs. `S` holds the facts about a run that decide this.
pub(super) struct Entry<S: 'static> {
    pub(super) line: CodeLine,
    /// The number of indentation levels.
    pub(super) level: u8,
    /// The runs in which the line is indented one level deeper.
    pub(super) is_deeper: fn(&S) -> bool,
    pub(super) text: &'static str,
    /// Whether the code of a run contains the line.
    pub(super) when: fn(&S) -> bool,
    pub(super) comment: Option<Text>,
}

/// A line with a fixed indentation.
pub(super) const fn entry<S>(line: CodeLine, level: u8, text: &'static str, when: fn(&S) -> bool) -> Entry<S> {
    Entry { line, level, is_deeper: |_| false, text, when, comment: None }
}

impl<S> Entry<S> {
    pub(super) const fn note(self, comment: Text) -> Self {
        Self { comment: Some(comment), ..self }
    }

    /// The line, one level deeper in some runs.
    pub(super) const fn deeper(self, is_deeper: fn(&S) -> bool) -> Self {
        Self { is_deeper, ..self }
    }
}
