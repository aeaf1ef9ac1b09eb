//! The lessons that come with Edagari.

use super::notes::Notes;

/// A lesson that comes with Edagari.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippedLesson {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// Makes the list of the lessons from their names.
macro_rules! shipped {
    ($($name:literal,)+) => {
        /// The lessons that come with Edagari, in the order in which they are learnt.
        pub static LESSONS: &[ShippedLesson] =
            &[$(ShippedLesson { name: $name, text: include_str!(concat!("../../../resources/lessons/", $name, ".ron")) },)+];
    };
}

shipped! {
    "minimax",
    "cuts",
    "deep-cut",
    "order",
    "bounds",
    "table",
    "null-windows",
    "passes",
    "horizon",
}

impl ShippedLesson {
    /// The lesson with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        LESSONS.iter().find(|lesson| lesson.name == name)
    }

    /// Its notes.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the files are part of the program, and a test opens them")]
    pub fn notes(&self) -> Notes {
        Notes::parse(self.text).expect("a well-formed file")
    }
}
