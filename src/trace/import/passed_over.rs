//! What a program says to people between the events of its stream.

/// Lines of a stream that are no events, and were passed over.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PassedOver {
    /// How many there are.
    pub count: u64,
    /// The number of the last one, from 1.
    pub line: u64,
    /// How the last one begins.
    pub text: String,
}

impl PassedOver {
    /// Takes another line.
    pub(in crate::trace) fn take(&mut self, line: u64, text: &[u8]) {
        const MOST_LETTERS: usize = 80;
        self.count += 1;
        self.line = line;
        self.text = String::from_utf8_lossy(text.trim_ascii()).chars().take(MOST_LETTERS).collect();
    }
}
