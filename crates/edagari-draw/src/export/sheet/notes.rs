//! Exercises as notes for the window: one run per tree, with the search that the exercise requires.

use edagari_core::game::GameSetup;
use edagari_core::language::{HasMessage, Language, Message, Text};
use edagari_core::search::{Algorithm, TableSetup};
use edagari_core::trace::{Process, Setup};
use edagari_teach::exercise::{Convention, CutAt, Generated, KindName, Returned, SearchByHand};
use edagari_teach::note::{Note, Notes, RunFrom, RunSource, Wording};

/// Error: no search of the window matches the convention of an exercise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotesRefused(Text);

impl HasMessage for NotesRefused {
    fn message(&self) -> Message {
        self.0.into()
    }
}

/// Returns the search of the window that matches a convention.
fn algorithm(convention: Convention) -> Result<Algorithm, NotesRefused> {
    if convention.search == SearchByHand::Minimax {
        return Ok(Algorithm::Minimax);
    }
    if !convention.root.is_full() {
        return Err(NotesRefused(Text::ErrorNotesWindow));
    }
    if convention.cut == CutAt::Above {
        return Err(NotesRefused(Text::ErrorNotesCut));
    }
    match (convention.search, convention.returned) {
        (SearchByHand::AlphaBeta, Returned::HardAtBothEnds) => Err(NotesRefused(Text::ErrorNotesFailHard)),
        (SearchByHand::AlphaBeta, Returned::Hard) => Ok(Algorithm::AlphaBeta),
        (SearchByHand::AlphaBeta, Returned::Soft) => Ok(Algorithm::AlphaBetaSoft),
        (SearchByHand::OneBound, _) => Ok(Algorithm::AlphaBetaOneBound),
        (SearchByHand::Pvs, _) => Ok(Algorithm::Pvs),
        (SearchByHand::Minimax, _) => Ok(Algorithm::Minimax),
    }
}

/// Creates notes with one run per exercise.
///
/// # Errors
/// [`NotesRefused`] if no search of the window matches the convention of an exercise.
pub fn exercise_notes(exercises: &[Generated]) -> Result<Notes, NotesRefused> {
    let mut notes = Notes::default();
    for made in exercises {
        let exercise = &made.exercise;
        if exercise.convention().from_right {
            return Err(NotesRefused(Text::ErrorNotesRight));
        }
        if !matches!(exercise.kind().name(), KindName::Search | KindName::CrossOut | KindName::Values) {
            return Err(NotesRefused(Text::ErrorNotesQuestions));
        }
        let mut setup = Setup::new(
            GameSetup::unknown(exercise.title.text(Language::English)),
            Process::Search(algorithm(*exercise.convention())?),
        );
        setup.table = exercise.convention().table.then_some(TableSetup::BOTH_BOUNDS);
        let from = RunFrom::Tree { nodes: exercise.tree().game().to_nodes(), setup };
        notes.runs.push(RunSource { from, checksum: None });
        let in_languages = |text: &dyn Fn(Language) -> String| {
            Wording::ByLanguage(Language::ALL.into_iter().map(|language| (language, text(language))).collect())
        };
        notes.notes.push(Note {
            run: notes.runs.len() - 1,
            title: in_languages(&|language| plain(exercise.title.text(language))),
            text: in_languages(&|language| {
                let sentences = exercise.convention().sentences(language);
                let all = std::iter::once(language.text(Text::ExerciseNote).to_owned()).chain(sentences);
                all.map(|sentence| plain(&sentence)).collect::<Vec<_>>().join("\n\n")
            }),
            ..Note::default()
        });
    }
    Ok(notes)
}

/// Escapes a text so that it contains no Markdown and no statement in braces.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '{' | '}' => plain.extend([letter, letter]),
            letter if letter.is_ascii_punctuation() && !matches!(letter, '.' | ',' | ':' | ';' | '(' | ')' | '\'') => {
                plain.extend(['\\', letter]);
            }
            letter => plain.push(letter),
        }
    }
    plain
}
