//! List of notes with their runs, which is also the format of a lesson.

use std::fmt;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::note::Note;
use super::run_source::RunSource;
use super::wording::Wording;
use edagari_core::language::{HasMessage, Message, Text, reworded};

/// Version of the format that is written, and the newest that can be read.
pub const NOTES_VERSION: u32 = 1;

/// Notes in order, with the sources of their runs: the contents of a file of notes, or of a lesson.
///
/// ```
/// use edagari_teach::note::{Note, NodePath, Notes};
///
/// let node = Some(NodePath("A C".to_owned()));
/// let note = Note { frame: 3, node, text: "The first leaf.".into(), ..Note::default() };
/// let notes = Notes { title: "My notes".into(), notes: vec![note], ..Notes::default() };
/// assert_eq!(Notes::parse(&notes.to_text()), Ok(notes));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    /// Title of the notes.
    pub title: Wording,
    /// Summary of the notes in one or two sentences.
    pub about: Wording,
    /// Runs, which notes refer to by index.
    pub runs: Vec<RunSource>,
    /// Notes in order.
    pub notes: Vec<Note>,
}

/// Serialized notes.
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

/// Part of serialized notes that all versions have.
#[derive(Deserialize)]
#[serde(rename = "Notes")]
struct VersionAlone {
    edagari_notes: u32,
}

/// Error in the text of notes, with its place; line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotesFault {
    /// Line number, from 1.
    pub line: usize,
    /// Column number in characters, from 1.
    pub column: usize,
    /// Description of the error, and what was expected.
    pub message: Message,
}

impl HasMessage for NotesFault {
    fn message(&self) -> Message {
        let place = Message::from(Text::ErrorPlaceLine).with("line", &self.line).with("column", &self.column);
        Message::from(Text::ErrorAtPlace).with_message("place", place).with_message("message", self.message.clone())
    }
}

impl fmt::Display for NotesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message(), f)
    }
}

impl std::error::Error for NotesFault {}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Notes {
    /// Parses notes from their RON text.
    ///
    /// # Errors
    /// [`NotesFault`] contains the place of the error, or reports a newer version.
    pub fn parse(text: &str) -> Result<Self, NotesFault> {
        let read = options().from_str::<Fields>(text);
        let version = match &read {
            Ok(fields) => Some(fields.edagari_notes),
            // Notes of a newer version can have unknown fields.
            Err(_) => options().from_str::<VersionAlone>(text).ok().map(|alone| alone.edagari_notes),
        };
        if let Some(version) = version.filter(|version| !(1..=NOTES_VERSION).contains(version)) {
            let message = Message::from(Text::MalformedNotesVersion).with("found", &version);
            return Err(place_of_version(text).fault(message.with("newest", &NOTES_VERSION)));
        }
        let fields = read.map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            let message = match error.code {
                ron::Error::Message(message) => reworded(&message),
                code => {
                    let example = "(edagari_notes: 1, runs: [], notes: [])";
                    let expected = Message::from(Text::MalformedNotesSuch).with("example", &example);
                    let message = Message::from(Text::MalformedIn)
                        .with_message("message", reworded(&code.to_string()))
                        .with("text", &format!("{:?}", excerpt(text, line, column)));
                    message.with_expected(expected)
                }
            };
            NotesFault { line, column, message }
        })?;
        let Fields { title, about, runs, notes, .. } = fields;
        Ok(Self { title, about, runs, notes })
    }

    /// Returns the RON text that [`Self::parse`] reads.
    ///
    /// # Panics
    /// Never: every note can be serialized.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { title, about, runs, notes } = self.clone();
        let fields = Fields { edagari_notes: NOTES_VERSION, title, about, runs, notes };
        let pretty = PrettyConfig::new().escape_strings(false).new_line("\n");
        options().to_string_pretty(&fields, pretty).expect("texts, numbers and lists") + "\n"
    }

    /// Returns the index of a run in the list; a new run is appended.
    pub fn place_of_run(&mut self, run: &RunSource) -> usize {
        self.runs.iter().position(|known| known == run).unwrap_or_else(|| {
            self.runs.push(run.clone());
            self.runs.len() - 1
        })
    }
}

/// Place in a text; line and column count from 1.
struct TextPlace {
    line: usize,
    column: usize,
}

impl TextPlace {
    fn fault(self, message: Message) -> NotesFault {
        NotesFault { line: self.line, column: self.column, message }
    }
}

/// Returns the place of the version in the text of notes.
fn place_of_version(text: &str) -> TextPlace {
    let before = text.find("edagari_notes").map_or("", |place| &text[..place]);
    TextPlace {
        line: before.split('\n').count(),
        column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
    }
}

/// Returns the text around a place, within its line.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    const REACH: usize = 30;
    let skipped = column.saturating_sub(REACH);
    let around = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().chars().skip(skipped).take(2 * REACH);
    around.collect::<String>().trim().to_owned()
}
