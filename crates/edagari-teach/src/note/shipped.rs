//! Lessons bundled with Edagari.

use std::sync::LazyLock;

use super::notes::Notes;
use super::wording::Wording;

/// Lesson bundled with Edagari.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippedLesson {
    /// Name used on the command line.
    pub name: &'static str,
    /// Text of the lesson's file.
    pub text: &'static str,
}

/// Defines the list of bundled lessons from their names.
macro_rules! shipped {
    ($($name:literal,)+) => {
        /// Lessons bundled with Edagari, in the recommended order.
        ///
        /// ```
        /// use edagari_core::language::Language;
        /// use edagari_teach::note::{LESSONS, ShippedLesson};
        ///
        /// let lesson = ShippedLesson::named("cuts").expect("a lesson that comes with Edagari");
        /// assert!(LESSONS.contains(lesson));
        /// let notes = lesson.notes();
        /// assert!(!notes.title.text(Language::English).is_empty() && !notes.notes.is_empty());
        /// ```
        pub static LESSONS: &[ShippedLesson] =
            &[$(ShippedLesson { name: $name, text: include_str!(concat!("../../resources/lessons/", $name, ".ron")) },)+];
    };
}

shipped! {
    "why",
    "minimax",
    "cuts",
    "deep-cut",
    "order",
    "bounds",
    "table",
    "null-windows",
    "passes",
    "horizon",
    "quiescence",
    "null-move",
    "late-moves",
    "chance",
    "sample",
    "exploration",
    "proof-numbers",
}

impl ShippedLesson {
    /// Returns the lesson with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        LESSONS.iter().find(|lesson| lesson.name == name)
    }

    /// Returns the title of the lesson. The titles of all lessons are parsed on first use and cached.
    #[must_use]
    pub fn title(&self) -> Option<&'static Wording> {
        static TITLES: LazyLock<Vec<Wording>> =
            LazyLock::new(|| LESSONS.iter().map(|lesson| lesson.notes().title).collect());
        let place = LESSONS.iter().position(|lesson| lesson == self)?;
        TITLES.get(place)
    }

    /// Parses the notes of the lesson.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the files are part of the program, and a test opens them")]
    pub fn notes(&self) -> Notes {
        Notes::parse(self.text).expect("a well-formed file")
    }
}
