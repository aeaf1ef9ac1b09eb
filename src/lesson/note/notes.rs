//! Notes in order, with the runs they are of: a lesson is no more than that.

use std::fmt;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::note::Note;
use super::run_source::RunSource;
use super::wording::Wording;
use crate::language::visible;

/// The version of the format that is written, and the newest that is read.
pub const NOTES_VERSION: u32 = 1;

/// Notes in order, and how their runs are recorded again: the contents of a file of notes, or of a lesson.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    /// The title.
    pub title: Wording,
    /// What they are about, in a sentence or two.
    pub about: Wording,
    /// The runs, which notes name by their places.
    pub runs: Vec<RunSource>,
    /// The notes, in order.
    pub notes: Vec<Note>,
}

/// Notes as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Notes", deny_unknown_fields)]
struct Fields {
    edagari_notes: u32,
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    title: Wording,
    #[serde(default, skip_serializing_if = "Wording::is_unset")]
    about: Wording,
    #[serde(default)]
    runs: Vec<RunSource>,
    #[serde(default)]
    notes: Vec<Note>,
}

/// What is read of notes of any version.
#[derive(Deserialize)]
#[serde(rename = "Notes")]
struct VersionAlone {
    edagari_notes: u32,
}

/// Why a text is not notes, and where: line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotesFault {
    /// The line.
    pub line: usize,
    /// The column, in letters.
    pub column: usize,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl fmt::Display for NotesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for NotesFault {}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Notes {
    /// Reads notes from their text in RON.
    ///
    /// # Errors
    /// [`NotesFault`] says where it is malformed, or that it is of a newer version.
    pub fn parse(text: &str) -> Result<Self, NotesFault> {
        let read = options().from_str::<Fields>(text);
        let version = match &read {
            Ok(fields) => Some(fields.edagari_notes),
            // A newer version can have fields of which this one knows nothing.
            Err(_) => options().from_str::<VersionAlone>(text).ok().map(|alone| alone.edagari_notes),
        };
        if let Some(version) = version.filter(|version| !(1..=NOTES_VERSION).contains(version)) {
            let message =
                format!("notes of version {version}, expected version {NOTES_VERSION}, the newest that is read");
            return Err(place_of_version(text).fault(message));
        }
        let fields = read.map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            let message = match error.code {
                ron::Error::Message(message) => message,
                code => format!(
                    "{code}, in {:?}, expected notes such as (edagari_notes: 1, runs: [], notes: [])",
                    excerpt(text, line, column)
                ),
            };
            NotesFault { line, column, message: visible(&message.replace('\n', " ")).into_owned() }
        })?;
        let Fields { title, about, runs, notes, .. } = fields;
        Ok(Self { title, about, runs, notes })
    }

    /// The text in RON that [`Self::parse`] reads.
    ///
    /// # Panics
    /// Never: every note can be written.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { title, about, runs, notes } = self.clone();
        let fields = Fields { edagari_notes: NOTES_VERSION, title, about, runs, notes };
        let pretty = PrettyConfig::new().escape_strings(false).new_line("\n");
        options().to_string_pretty(&fields, pretty).expect("texts, numbers and lists") + "\n"
    }

    /// The place of a run in the list; it is added if it is not there.
    pub fn place_of_run(&mut self, run: &RunSource) -> usize {
        self.runs.iter().position(|known| known == run).unwrap_or_else(|| {
            self.runs.push(run.clone());
            self.runs.len() - 1
        })
    }
}

/// A place in a text.
struct At {
    line: usize,
    column: usize,
}

impl At {
    fn fault(self, message: String) -> NotesFault {
        NotesFault { line: self.line, column: self.column, message }
    }
}

/// Where the version stands.
fn place_of_version(text: &str) -> At {
    let before = text.find("edagari_notes").map_or("", |place| &text[..place]);
    At {
        line: before.split('\n').count(),
        column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
    }
}

/// What stands around a place of a text, within its line.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    const REACH: usize = 30;
    let skipped = column.saturating_sub(REACH);
    let around = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().chars().skip(skipped).take(2 * REACH);
    around.collect::<String>().trim().to_owned()
}
