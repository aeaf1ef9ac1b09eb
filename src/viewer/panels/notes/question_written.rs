//! Fields in which the question of a note is edited.

use egui::{Button, ComboBox, TextEdit, Ui};

use super::wording_fields::{delete_ui, line_ui, lines_ui};
use crate::viewer::kit::widgets::{radio_ui, set_name};
use edagari_core::language::{Language, Text};
use edagari_teach::note::{Answering, Choice, Question, Right, Wording};

/// Number of lines of the fields for the question and its explanation.
const LINES: usize = 2;
/// Minimum number of answers; with fewer there is no choice.
const FEWEST_ANSWERS: usize = 2;

/// Draws the fields of a question, or a button that adds one.
pub(super) fn question_fields_ui(ui: &mut Ui, asked: &mut Option<Question>, language: Language) {
    let Some(question) = asked else {
        if ui.button(language.text(Text::QuestionAdd)).clicked() {
            *asked = Some(Question { text: Wording::default(), answer: answers_to_write(), why: None });
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
        *asked = None;
    }
}

/// Returns the answers of a new question: the first is correct.
fn answers_to_write() -> Answering {
    let answers = (0..FEWEST_ANSWERS).map(|at| Choice { text: Wording::default(), right: Right::Told(at == 0) });
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
        (Text::QuestionRight, Right::Told(true)),
        (Text::QuestionWrong, Right::Told(false)),
        (Text::QuestionRightIf, Right::If(String::new())),
    ];
    let is_kind = |kind: &Right| match kind {
        Right::If(_) => matches!(right, Right::If(_)),
        Right::Told(_) => kind == right,
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
