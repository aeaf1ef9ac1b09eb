//! The lessons that come with Edagari.

use std::sync::LazyLock;

use super::notes::Notes;
use super::wording::Wording;

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

    /// Its title; the files are read for it once.
    #[must_use]
    pub fn title(&self) -> Option<&'static Wording> {
        static TITLES: LazyLock<Vec<Wording>> =
            LazyLock::new(|| LESSONS.iter().map(|lesson| lesson.notes().title).collect());
        let place = LESSONS.iter().position(|lesson| lesson == self)?;
        TITLES.get(place)
    }

    /// Its notes.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the files are part of the program, and a test opens them")]
    pub fn notes(&self) -> Notes {
        Notes::parse(self.text).expect("a well-formed file")
    }
}
