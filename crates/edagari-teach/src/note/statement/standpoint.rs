use edagari_core::language::Language;
use edagari_core::trace::Trace;

/// Context in which a statement is computed: the runs, and a frame of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Standpoint<'a> {
    /// Runs of the notes, in their order; `None` for an unavailable run.
    pub runs: &'a [Option<&'a Trace>],
    /// Index of the note's run among them.
    pub run: usize,
    /// Frame of the note.
    pub frame: usize,
    /// Language of words and numbers.
    pub language: Language,
}
