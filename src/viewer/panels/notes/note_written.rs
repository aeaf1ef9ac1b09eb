//! Fields in which a note and its question are edited, and buttons for operations on it.

use crate::viewer::commands::Command;
use crate::viewer::kit::form::reason_ui;
use crate::viewer::kit::widgets::{FirstFocus, radio_ui, section_ui, set_name};
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text, visible};
use edagari_teach::note::{Answering, Choice, NodePath, Note, NoteArrow, Question, Right, Wording};
use egui::{Button, ComboBox, Response, TextEdit, Ui};

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

/// Number of lines of the fields for the question and its explanation.
const LINES: usize = 2;
/// Minimum number of answers; with fewer there is no choice.
const FEWEST_ANSWERS: usize = 2;

/// Draws the fields of a question, or a button that adds one.
pub(super) fn question_fields_ui(ui: &mut Ui, edited: &mut Option<Question>, language: Language) {
    let Some(question) = edited else {
        if ui.button(language.text(Text::QuestionAdd)).clicked() {
            *edited = Some(Question { text: Wording::default(), answer: answers_to_write(), why: None });
        }
        return;
    };
    let name = language.text(Text::LessonQuestion);
    lines_ui(ui, &mut question.text, language, name, name, LINES);
    let was_number = matches!(question.answer, Answering::Number(_));
    let mut is_number = was_number;
    ui.horizontal_wrapped(|ui| {
        radio_ui(ui, &mut is_number, false, language.text(Text::QuestionOfChoice));
        radio_ui(ui, &mut is_number, true, language.text(Text::QuestionOfNumber));
    });
    if is_number != was_number {
        question.answer = if is_number { Answering::Number(String::new()) } else { answers_to_write() };
    }
    match &mut question.answer {
        Answering::Choice(choices) => answers_ui(ui, choices, language),
        Answering::Number(statement) => {
            statement_ui(ui, statement, language.text(Text::QuestionNumberField), "value A", f32::INFINITY);
        }
    }
    let mut why = question.why.clone().unwrap_or_default();
    let name = language.text(Text::QuestionWhyField);
    lines_ui(ui, &mut why, language, name, name, LINES);
    question.why = Some(why).filter(|why| !why.is_empty());
    if ui.button(language.text(Text::QuestionDelete)).clicked() {
        *edited = None;
    }
}

/// Returns the answers of a new question: the first is correct.
fn answers_to_write() -> Answering {
    let answers = (0..FEWEST_ANSWERS).map(|at| Choice { text: Wording::default(), right: Right::Fixed(at == 0) });
    Answering::Choice(answers.collect())
}

fn answers_ui(ui: &mut Ui, choices: &mut Vec<Choice>, language: Language) {
    let mut deleted = None;
    let can_delete = choices.len() > FEWEST_ANSWERS;
    for (at, choice) in choices.iter_mut().enumerate() {
        let number = language.number(at as u64 + 1);
        let name = |text: Text| language.fill(text, &[("number", &number)]);
        line_ui(ui, &mut choice.text, language, &name(Text::QuestionAnswerField));
        ui.horizontal(|ui| {
            right_ui(ui, &mut choice.right, &name(Text::QuestionRightField), language);
            if let Right::If(condition) = &mut choice.right {
                let width = (ui.available_width() - 40.0).max(60.0);
                statement_ui(ui, condition, &name(Text::QuestionConditionField), "state J = pruned", width);
            }
            if can_delete && delete_ui(ui, &name(Text::QuestionAnswerDelete)) {
                deleted = Some(at);
            }
        });
    }
    if let Some(at) = deleted {
        choices.remove(at);
    }
    if ui.add(Button::new(language.text(Text::QuestionAnswerAdd))).clicked() {
        choices.push(Choice { text: Wording::default(), right: Right::default() });
    }
}

/// Draws the choice whether an answer is correct, incorrect, or correct under a condition.
fn right_ui(ui: &mut Ui, right: &mut Right, name: &str, language: Language) {
    let kinds = [
        (Text::QuestionRight, Right::Fixed(true)),
        (Text::QuestionWrong, Right::Fixed(false)),
        (Text::QuestionRightIf, Right::If(String::new())),
    ];
    let is_kind = |kind: &Right| match kind {
        Right::If(_) => matches!(right, Right::If(_)),
        Right::Fixed(_) => kind == right,
    };
    let shown = kinds.iter().find(|(_, kind)| is_kind(kind)).map_or(Text::QuestionWrong, |(text, _)| *text);
    let chosen = kinds.iter().map(|(_, kind)| is_kind(kind)).collect::<Vec<_>>();
    let combo = ComboBox::from_id_salt(name).selected_text(language.text(shown)).width(80.0).show_ui(ui, |ui| {
        for ((text, kind), is_chosen) in kinds.into_iter().zip(chosen) {
            if ui.selectable_label(is_chosen, language.text(text)).clicked() && !is_chosen {
                *right = kind;
            }
        }
    });
    set_name(ui, combo.response.id, name);
}

/// Draws a field for a statement that is computed in the run.
fn statement_ui(ui: &mut Ui, statement: &mut String, name: &str, hint: &str, width: f32) {
    let field = ui.add(TextEdit::singleline(statement).hint_text(hint).desired_width(width)).on_hover_text(name);
    set_name(ui, field.id, name);
}

/// Draws a button that deletes something; returns whether it was clicked.
pub(super) fn delete_ui(ui: &mut Ui, name: &str) -> bool {
    let button = ui.button("×").on_hover_text(name);
    set_name(ui, button.id, name);
    button.clicked()
}

/// Draws a single-line field for a text in the language of the window.
pub(super) fn line_ui(ui: &mut Ui, wording: &mut Wording, language: Language, name: &str) -> Response {
    ui.push_id(name, |ui| first_line_ui(ui, &mut FirstFocus::default(), wording, language, name)).inner
}

/// Like [`line_ui`], with the keyboard if requested.
pub(super) fn first_line_ui(
    ui: &mut Ui,
    focus: &mut FirstFocus,
    wording: &mut Wording,
    language: Language,
    name: &str,
) -> Response {
    let mut text = wording.text(language).to_owned();
    let field = focus.field_ui(ui, TextEdit::singleline(&mut text).hint_text(name).desired_width(f32::INFINITY));
    set_name(ui, field.id, name);
    if field.changed() {
        wording.set(language, text);
    }
    field
}

/// Draws a multi-line field for a text in the language of the window.
pub(super) fn lines_ui(ui: &mut Ui, wording: &mut Wording, language: Language, name: &str, hint: &str, lines: usize) {
    let mut text = wording.text(language).to_owned();
    let area = TextEdit::multiline(&mut text).hint_text(hint).desired_rows(lines).desired_width(f32::INFINITY);
    let area = ui.add(area);
    set_name(ui, area.id, name);
    if area.changed() {
        wording.set(language, text);
    }
}
