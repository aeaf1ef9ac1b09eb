//! The open notes: a list with the fields of the current note, or a lesson that is played. Reads the notebook and the traces of
//! its runs; pushes commands to go to notes, change them, answer their questions and save them.

use egui::{Button, Context, Key, Label, RichText, ScrollArea, TextEdit, Ui};

use super::note_activities::Activities;
use super::note_question::question_ui;
use super::note_question::{blocks_ui, plain, spans_ui};
use super::note_written::written_ui;
use super::note_written::{first_line_ui, lines_ui};
use crate::viewer::commands::{Action, Command};
use crate::viewer::forms::lesson_list::lessons_ui;
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::theme::{BODY, HEADING, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{FirstFocus, choice_ui, prose_ui, section_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text, visible};
use edagari_teach::note::{Activity, NOTES_ENDING, Note, PlayTree, ShownNote, spans};

/// The panel, with its current note.
#[derive(Debug)]
struct Notes {
    /// File name being entered.
    file: String,
    /// Current note with its statements computed.
    shown: Option<ShownCurrentNote>,
    /// Number of notes at the last redraw: the title of a new note gets the keyboard.
    count: Option<usize>,
    /// Text entered as the answer to a question.
    typed: String,
    /// State of the activities of the current note.
    activities: Activities,
    /// Pending keyboard focus for the first field.
    focus: FirstFocus,
}

/// The current note with its statements computed, and its inputs.
#[derive(Debug)]
struct ShownCurrentNote {
    made_from: ShownNoteInputs,
    note: ShownNote,
    /// Game that the note lets the reader play.
    game: Option<PlayTree>,
    /// Faults of its question, as sentences.
    faults: Vec<String>,
}

/// Inputs of a shown note.
#[derive(PartialEq, Eq, Debug)]
struct ShownNoteInputs {
    note: usize,
    revision: u64,
    language: Language,
}

/// Creates the panel.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    Box::new(Notes {
        file: format!("lesson{NOTES_ENDING}"),
        shown: None,
        count: Some(session.notebook.notes.notes.len()),
        typed: String::new(),
        activities: Activities::default(),
        focus: FirstFocus::default(),
    })
}

impl Panel for Notes {
    fn take_focus(&mut self, session: &Session) -> bool {
        let notebook = &session.notebook;
        let has_field = !notebook.is_lesson && !notebook.notes.notes.is_empty();
        self.focus = FirstFocus::wanted_if(has_field);
        has_field
    }

    fn title(&self, session: &Session) -> Option<String> {
        let language = session.settings.language;
        let title = plain(&spans(session.notebook.notes.title.text(language)));
        (!title.is_empty()).then_some(title)
    }

    fn advance(&mut self, _: &Context, session: &Session, _: &mut Vec<Command>) {
        let notebook = &session.notebook;
        let language = session.settings.language;
        let Some((at, note)) = notebook.current.zip(notebook.current_note()) else {
            self.shown = None;
            return;
        };
        let from = ShownNoteInputs { note: at, revision: notebook.revision, language };
        if self.shown.as_ref().is_none_or(|shown| shown.made_from != from) {
            let traces = session.traces_of_notes();
            let runs: Vec<_> = traces.iter().map(Option::as_deref).collect();
            let standpoint = note.statement_context(&runs, language);
            if self.shown.as_ref().is_none_or(|shown| shown.made_from.note != at) {
                self.typed.clear();
                self.activities = Activities::default();
            }
            let faults = notebook.notes.check_note(at, &runs).iter().map(|fault| fault.sentence(language)).collect();
            let is_played = note.activities.iter().any(|activity| matches!(activity, Activity::Play(_)));
            let trace = runs.get(note.run).copied().flatten().filter(|_| is_played);
            let game = trace.and_then(|trace| PlayTree::of(trace).ok());
            self.shown = Some(ShownCurrentNote { made_from: from, note: note.shown(&standpoint), game, faults });
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        if session.notebook.is_lesson {
            self.lesson_ui(ui, session, commands);
        } else {
            self.list_ui(ui, session, commands);
        }
    }
}

/// Returns the title of a note in a list.
fn title_of(note: &Note, at: usize, language: Language) -> String {
    let title = plain(&spans(note.title.text(language)));
    let number = language.number(at as u64 + 1);
    if title.is_empty() {
        language.fill(Text::NoteUntitled, &[("number", &number)])
    } else {
        format!("{number} · {title}")
    }
}

fn keys_of(ui: &Ui, action: Action) -> String {
    action.shortcuts().first().map(|keys| keys_text(ui.ctx(), keys)).unwrap_or_default()
}

impl Notes {
    fn shown(&self, session: &Session) -> Option<&ShownNote> {
        let shown = self.shown.as_ref().filter(|shown| Some(shown.made_from.note) == session.notebook.current);
        shown.map(|shown| &shown.note)
    }

    /// Draws the lesson: the progress, the current note, and its question.
    fn lesson_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let notebook = &session.notebook;
        egui::Panel::bottom("lesson steps").show(ui, |ui| steps_ui(ui, session, commands));
        let Some((at, note)) = notebook.current.zip(notebook.current_note()) else { return };
        ScrollArea::vertical().id_salt(("lesson", at)).auto_shrink([false, false]).show(ui, |ui| {
            let about = notebook.notes.about.text(language);
            if at == 0 && !about.is_empty() {
                let color = Palette::of(ui).secondary;
                prose_ui(ui, RichText::new(visible(about)).size(SECONDARY).color(color));
                ui.add_space(4.0);
            }
            if session.run_of_note(note).is_none() {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(language.text(Text::LessonWaits));
                });
                return;
            }
            mismatches_ui(ui, session);
            let Some(shown) = self.shown(session).cloned() else { return };
            note_ui(ui, &shown);
            if let Some(question) = &shown.question {
                question_ui(ui, question, notebook.answers.get(&at), &mut self.typed, language, commands);
            }
            if let Some(run) = session.run_of_note(note).and_then(|run| session.run(run)) {
                let game = self.shown.as_ref().and_then(|shown| shown.game.as_ref());
                self.activities.ui(ui, &note.activities, (run, game), language, commands);
            }
        });
    }

    /// Draws the list, and the note being edited.
    fn list_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let notebook = &session.notebook;
        let count = notebook.notes.notes.len();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let name = Action::AddNote.name(language);
                if ui.button(format!("{name} ({})", keys_of(ui, Action::AddNote))).clicked() {
                    commands.push(Command::Do(Action::AddNote));
                }
                if ui.add_enabled(count > 0, Button::new(language.text(Text::NotesPlay))).clicked() {
                    commands.push(Command::PlayNotes(true));
                }
                if ui.add_enabled(count > 0, Button::new(language.text(Text::NotesClose))).clicked() {
                    commands.push(Command::CloseNotes);
                }
            });
            ui.add_space(4.0);
            if count == 0 {
                let keys = keys_of(ui, Action::AddNote);
                prose_ui(ui, RichText::new(language.fill(Text::NotesEmpty, &[("keys", &keys)])).size(BODY));
                ui.add_space(8.0);
                commands.extend(lessons_ui(ui, language, 1).map(Command::BeginLesson));
                self.count = Some(0);
                return;
            }
            self.file_ui(ui, session, commands);
            ui.push_id("head", |ui| head_ui(ui, session, &mut self.focus, commands));
            ui.separator();
            for (at, note) in notebook.notes.notes.iter().enumerate() {
                let frame = language.number(note.frame as u64);
                let frame = language.fill(Text::FrameNumber, &[("frame", &frame)]);
                let is_current = notebook.current == Some(at);
                if choice_ui(ui, &title_of(note, at, language), is_current, &frame).clicked() {
                    commands.push(Command::GoToNote(at));
                }
            }
            ui.separator();
            let is_new = self.count.replace(count).is_some_and(|before| before < count);
            written_ui(ui, session, is_new, commands);
            mismatches_ui(ui, session);
            for fault in self.shown.iter().flat_map(|shown| &shown.faults) {
                fault_ui(ui, fault);
            }
            if let Some(shown) = self.shown(session) {
                ui.add_space(6.0);
                note_ui(ui, shown);
            }
        });
    }

    /// Draws the file in which the notes are saved, or a field for it.
    fn file_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let color = Palette::of(ui).secondary;
        let mut says = |text: String| ui.add(Label::new(RichText::new(text).size(SECONDARY).color(color)).wrap());
        match &session.notebook.file {
            Some(file) => {
                let is_draft = session.is_draft(file);
                let file = file.display().to_string();
                let text = if is_draft { Text::NotesKeptIn } else { Text::NotesSavedIn };
                says(language.fill(text, &[("file", &file)]));
                if !is_draft {
                    return;
                }
            }
            None => {
                says(language.text(Text::NotesUnsaved).to_owned());
            }
        }
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 80.0).max(80.0);
            let field = TextEdit::singleline(&mut self.file).desired_width(width);
            let field = self.focus.field_ui(ui, field);
            set_name(ui, field.id, language.text(Text::FileName));
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_named = !self.file.trim().is_empty();
            let saves = ui.add_enabled(is_named, Button::new(language.text(Text::Save))).clicked();
            if is_named && (saves || is_entered) {
                commands.push(Command::SaveNotes(named(self.file.trim())));
            }
        });
    }
}

/// Adds the extension of notes files, if the file name lacks it.
fn named(file: &str) -> std::path::PathBuf {
    let is_whole = edagari_teach::note::is_notes_name(file);
    let ending = if is_whole { "" } else { NOTES_ENDING };
    format!("{file}{ending}").into()
}

/// Draws the mismatches between the note and its run.
fn mismatches_ui(ui: &mut Ui, session: &Session) {
    for sentence in session.mismatches_of_note() {
        fault_ui(ui, &sentence);
    }
}

fn fault_ui(ui: &mut Ui, sentence: &str) {
    let color = Palette::of(ui).cut;
    ui.add(Label::new(RichText::new(sentence).color(color).size(SECONDARY)).wrap());
}

/// Draws the fields for the title and the description of all notes.
fn head_ui(ui: &mut Ui, session: &Session, focus: &mut FirstFocus, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let notes = &session.notebook.notes;
    let (mut title, mut about) = (notes.title.clone(), notes.about.clone());
    first_line_ui(ui, focus, &mut title, language, language.text(Text::NotesTitleField));
    let name = language.text(Text::NotesAboutField);
    lines_ui(ui, &mut about, language, name, name, 1);
    if title != notes.title || about != notes.about {
        commands.push(Command::SetNotesHead { title, about });
    }
}

/// Draws the title and the text of a note.
fn note_ui(ui: &mut Ui, note: &ShownNote) {
    if !note.title.is_empty() {
        let title: Vec<_> =
            note.title.iter().cloned().map(|span| edagari_teach::note::Span { strong: true, ..span }).collect();
        spans_ui(ui, &title, HEADING);
        ui.add_space(4.0);
    }
    blocks_ui(ui, &note.text);
    for arrow in note.arrows.iter().filter(|arrow| !arrow.is_empty()) {
        spans_ui(ui, arrow, BODY);
    }
}

/// Draws the back and next buttons, and the progress.
fn steps_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let notebook = &session.notebook;
    let count = notebook.notes.notes.len();
    let at = notebook.current.unwrap_or(0);
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let step_ui = |ui: &mut Ui, text: Text, action: Action, can: bool| {
            let keys = keys_of(ui, action);
            let button = ui.add_enabled(can, Button::new(language.text(text))).on_hover_text(keys);
            button.clicked().then_some(Command::Do(action))
        };
        commands.extend(step_ui(ui, Text::LessonPrevious, Action::PreviousNote, at > 0));
        commands.extend(step_ui(ui, Text::LessonNext, Action::NextNote, at + 1 < count));
        let values = [("number", language.number(at as u64 + 1)), ("count", language.number(count as u64))];
        ui.label(strong(
            language.fill(Text::NoteOfAll, &values.each_ref().map(|(name, value)| (*name, value.as_str()))),
            BODY,
        ));
        if is_elsewhere(session) {
            commands.extend(step_ui(ui, Text::ActBackToNote, Action::BackToNote, true));
        }
        if ui.button(language.text(Text::NotesList)).clicked() {
            commands.push(Command::PlayNotes(false));
        }
    });
    let keys = keys_of(ui, Action::BackToNote);
    section_ui(ui, &language.fill(Text::LessonLookAround, &[("keys", &keys)]));
    ui.add_space(2.0);
}

/// Whether the window shows another run or frame than the current note.
fn is_elsewhere(session: &Session) -> bool {
    let note = session.notebook.current_note();
    note.is_some_and(|note| {
        session.run_of_note(note) != Some(session.active) || session.active_run().frame != note.frame
    })
}
