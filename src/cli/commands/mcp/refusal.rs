//! Reason why a tool has no answer, as one sentence.

use crate::cli::CliError;
use edagari_core::language::{visible, with_plain_spaces};

/// Reason why a tool has no answer.
#[derive(Debug)]
pub(super) struct Refusal(String);

impl Refusal {
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// The sentence, with control characters escaped, and bounded in length.
    pub(super) fn sentence(&self) -> String {
        const MOST: usize = 1000;
        let line = self.0.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let sentence = visible(&with_plain_spaces(&line)).into_owned();
        match sentence.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &sentence[..end]),
            None => sentence,
        }
    }
}

impl From<String> for Refusal {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<CliError> for Refusal {
    fn from(error: CliError) -> Self {
        match error {
            // The hint on --help is for people at a terminal.
            CliError::Usage(sentence) => Self(sentence),
            error => Self(error.to_string()),
        }
    }
}
