//! Fields in which a note is edited, and buttons for operations on it.

use egui::{Button, TextEdit, Ui};

use super::question_written::question_fields_ui;
use super::wording_fields::{delete_ui, line_ui, lines_ui};
use crate::viewer::commands::Command;
use crate::viewer::kit::form::reason_ui;
use crate::viewer::kit::widgets::{section_ui, set_name};
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text, visible};
use edagari_teach::note::{NodePath, Note, NoteArrow};

/// Number of lines of the text field.
const TEXT_LINES: usize = 6;

/// Draws the fields of the current note; a new note gets the keyboard.
pub(super) fn written_ui(ui: &mut Ui, session: &Session, is_new: bool, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let notebook = &session.notebook;
    let Some((at, note)) = notebook.current.zip(notebook.current_note()) else { return };
    let count = notebook.notes.notes.len();
    let mut changed = note.clone();
    let title = line_ui(ui, &mut changed.title, language, language.text(Text::NoteTitleField));
    if is_new {
        title.request_focus();
    }
    let hint = language.fill(Text::NoteTextHint, &[("statement", "{value A}")]);
    lines_ui(ui, &mut changed.text, language, language.text(Text::NoteTextField), &hint, TEXT_LINES);
    ui.horizontal_wrapped(|ui| {
        for (text, forward, can) in [(Text::NoteMoveUp, false, at > 0), (Text::NoteMoveDown, true, at + 1 < count)] {
            if ui.add_enabled(can, Button::new(language.text(text))).clicked() {
                commands.push(Command::MoveNote { note: at, forward });
            }
        }
        if ui.button(language.text(Text::NoteDelete)).clicked() {
            commands.push(Command::RemoveNote(at));
        }
    });
    section_ui(ui, language.text(Text::NoteArrows));
    arrows_ui(ui, &mut changed, node_to_point_at(session, note).as_ref(), language);
    section_ui(ui, language.text(Text::LessonQuestion));
    question_fields_ui(ui, &mut changed.question, language);
    if changed != *note {
        commands.push(Command::SetNote { note: at, changed: Box::new(changed) });
    }
}

/// Returns the selected node, if an arrow of the note can point to it.
fn node_to_point_at(session: &Session, note: &Note) -> Option<NodePath> {
    let run = session.active_run();
    let is_its_run = session.run_of_note(note) == Some(run.id);
    let selected = is_its_run.then(|| NodePath::of(&run.trace, run.looked_at()))?;
    (note.node.as_ref() != Some(&selected)).then_some(selected)
}

fn arrows_ui(ui: &mut Ui, note: &mut Note, target: Option<&NodePath>, language: Language) {
    let mut deleted = None;
    for (at, arrow) in note.arrows.iter_mut().enumerate() {
        let number = language.number(at as u64 + 1);
        let name = |text: Text| language.fill(text, &[("number", &number)]);
        ui.horizontal(|ui| {
            let width = ((ui.available_width() - 70.0) / 2.0).max(50.0);
            path_ui(ui, &mut arrow.from, &name(Text::NoteArrowFrom), width);
            ui.label("→");
            path_ui(ui, &mut arrow.to, &name(Text::NoteArrowTo), width);
            if delete_ui(ui, &name(Text::NoteArrowDelete)) {
                deleted = Some(at);
            }
        });
        let mut text = arrow.text.clone().unwrap_or_default();
        line_ui(ui, &mut text, language, &name(Text::NoteArrowText));
        arrow.text = Some(text).filter(|text| !text.is_empty());
    }
    if let Some(at) = deleted {
        note.arrows.remove(at);
    }
    let from = note.node.clone().unwrap_or_default();
    let [begin, end] = [Some(&from), target].map(|path| {
        let name = path.map(|path| visible(&path.0).into_owned()).unwrap_or_default();
        if name.is_empty() { language.text(Text::Root).to_owned() } else { name }
    });
    if let Some(target) = target {
        let label = language.fill(Text::NoteArrowAdd, &[("from", &begin), ("to", &end)]);
        if ui.add(Button::new(label).wrap()).clicked() {
            note.arrows.push(NoteArrow { from, to: target.clone(), text: None });
        }
    } else {
        reason_ui(ui, &language.fill(Text::NoteArrowHint, &[("from", &begin)]));
    }
}

fn path_ui(ui: &mut Ui, path: &mut NodePath, name: &str, width: f32) {
    let field = ui.add(TextEdit::singleline(&mut path.0).desired_width(width)).on_hover_text(name);
    set_name(ui, field.id, name);
}
