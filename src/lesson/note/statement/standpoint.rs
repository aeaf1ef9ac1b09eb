use crate::language::Language;
use crate::trace::Trace;

/// From where a statement is computed: the runs, and a frame of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Standpoint<'a> {
    /// The runs of the notes, in their order; `None` of one that cannot be had.
    pub runs: &'a [Option<&'a Trace>],
    /// The place of the note's run among them.
    pub run: usize,
    /// The note's frame.
    pub frame: usize,
    /// The language of words and numbers.
    pub language: Language,
}
