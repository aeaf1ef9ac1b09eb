//! The questions of an exercise: a field for each answer, which is checked with its reason.

use std::path::PathBuf;

use egui::{Button, ComboBox, Label, RichText, TextEdit, Ui};

use crate::viewer::commands::{ByHandCommand, Command};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, SMALL, strong};
use crate::viewer::kit::widgets::{prose_ui, set_name};
use crate::viewer::session::{ByHand, TypedAnswers};
use edagari_core::language::{Language, Text, visible};
use edagari_teach::exercise::{Exercise, Expects, Question, QuestionGrade, QuestionVerdict, Questions, Responses};

/// Width of a field for a number and of one for an order.
const NUMBER: f32 = 90.0;
const ORDER: f32 = 160.0;

/// Answers typed so far to the questions of one exercise.
#[derive(Debug, Default)]
pub(super) struct QuestionForm {
    /// Checksum of the exercise, and its questions; `None` for an exercise without questions.
    of: Option<(u64, Option<Questions>)>,
    typed: Vec<String>,
    /// Judgement of each answer when it was last checked.
    checked: Vec<Option<QuestionVerdict>>,
    is_shown: bool,
}

impl QuestionForm {
    /// Returns whether an exercise has questions, and begins with the answers of the session if it is another one than before.
    pub(super) fn has_questions(&mut self, by_hand: &ByHand) -> bool {
        let exercise = by_hand.exercise();
        let sum = exercise.checksum();
        if self.of.as_ref().is_none_or(|(own, _)| *own != sum) {
            let questions = Questions::of(exercise);
            let count = questions.as_ref().map_or(0, |questions| questions.questions.len());
            let TypedAnswers { fields: mut typed, checked, is_shown } = by_hand.typed.clone();
            typed.resize(count, String::new());
            *self = Self { of: Some((sum, questions)), typed, checked: vec![None; count], is_shown };
            if let Some(questions) = self.questions().cloned().filter(|_| checked.contains(&true)) {
                self.check(exercise, &questions);
                for (place, verdict) in self.checked.iter_mut().enumerate() {
                    *verdict = verdict.filter(|_| checked.get(place) == Some(&true));
                }
            }
        }
        self.questions().is_some()
    }

    /// Returns the answers that the session keeps.
    fn typed_answers(&self) -> TypedAnswers {
        let checked = self.checked.iter().map(Option::is_some).collect();
        TypedAnswers { fields: self.typed.clone(), checked, is_shown: self.is_shown }
    }

    fn questions(&self) -> Option<&Questions> {
        self.of.as_ref().and_then(|(_, questions)| questions.as_ref())
    }

    /// Returns the answers typed so far; `None` if there are no questions.
    pub(super) fn responses(&self, exercise: &Exercise) -> Option<Responses> {
        let questions = &self.questions()?.questions;
        let answers = questions.iter().zip(&self.typed);
        Some(Responses { answers: answers.map(|(one, typed)| one.expects.parse(exercise.tree(), typed)).collect() })
    }

    /// Returns the command that saves the answers.
    pub(super) fn saving(&self, exercise: &Exercise, path: PathBuf) -> ByHandCommand {
        match self.responses(exercise) {
            Some(responses) => ByHandCommand::SaveResponses(responses, path),
            None => ByHandCommand::SaveAnswers(path),
        }
    }

    /// Draws the task, the fields and their replies.
    pub(super) fn ui(&mut self, ui: &mut Ui, by_hand: &ByHand, language: Language, commands: &mut Vec<Command>) {
        let exercise = by_hand.exercise();
        let Some(questions) = self.questions().cloned() else { return };
        let before = self.typed_answers();
        for message in &questions.about {
            prose_ui(ui, RichText::new(message.sentence(language)).size(BODY));
        }
        for (line, number) in questions.code.iter().zip(1..) {
            // Half the indentation, so that lines fit the column.
            let text = line.trim_start();
            let indent = (line.len() - text.len()) / 2;
            ui.label(RichText::new(format!("{number:>2} {:indent$}{text}", "")).monospace().size(SMALL));
        }
        ui.add_space(6.0);
        for place in 0..questions.questions.len() {
            self.question_ui(ui, exercise, &questions, place, language);
        }
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            if ui.button(language.text(Text::QuestionCheck)).clicked() {
                self.check(exercise, &questions);
            }
            if ui.add_enabled(!self.is_shown, Button::new(language.text(Text::QuestionShowAnswer))).clicked() {
                self.check(exercise, &questions);
                self.is_shown = true;
            }
            if ui.button(language.text(Text::ByHandAgain)).clicked() {
                *self = Self::default();
                commands.push(Command::ByHand(ByHandCommand::WhenOpen));
            }
        });
        if self.checked.iter().any(Option::is_some) {
            let right = self.checked.iter().flatten().filter(|verdict| verdict.is_good()).count();
            let (right, judged) = (language.number(right as u64), language.number(self.checked.len() as u64));
            let text = language.fill(Text::GradeAnswers, &[("right", &right), ("judged", &judged)]);
            ui.add(Label::new(strong(text, BODY)).wrap());
        }
        if self.of.is_some() && self.typed_answers() != before {
            commands.push(Command::ByHand(ByHandCommand::Type(self.typed_answers())));
        }
    }

    fn check(&mut self, exercise: &Exercise, questions: &Questions) {
        let Some(responses) = self.responses(exercise) else { return };
        self.checked = QuestionGrade::of(exercise, questions, &responses).verdicts.into_iter().map(Some).collect();
    }

    fn question_ui(
        &mut self,
        ui: &mut Ui,
        exercise: &Exercise,
        questions: &Questions,
        place: usize,
        language: Language,
    ) {
        let question = &questions.questions[place];
        let label = visible(&question.text.sentence(language)).into_owned();
        prose_ui(ui, RichText::new(&label).size(SECONDARY));
        let before = self.typed[place].clone();
        field_ui(ui, question, &mut self.typed[place], (&label, place), language);
        if self.typed[place] != before {
            self.checked[place] = None;
        }
        let palette = Palette::of(ui);
        let is_typed = !self.typed[place].trim().is_empty();
        let is_answer = question.expects.parse(exercise.tree(), &self.typed[place]).is_some();
        let reply = match self.checked[place] {
            _ if is_typed && !is_answer => {
                let how = match question.expects {
                    Expects::Order { .. } => Text::QuestionHowOrders,
                    Expects::Number(_) | Expects::Choice { .. } => Text::QuestionHowNumbers,
                };
                let text = language.fill(Text::QuestionNoAnswer, &[("how", language.text(how))]);
                Some((text, palette.secondary))
            }
            Some(QuestionVerdict::Right) => Some((language.text(Text::PracticeRight).to_owned(), palette.table_text)),
            Some(QuestionVerdict::Follows) => Some((language.text(Text::ByHandFollows).to_owned(), palette.table_text)),
            Some(QuestionVerdict::Wrong) => Some((language.text(Text::QuestionIsWrong).to_owned(), palette.cut)),
            Some(QuestionVerdict::Missing) | None => None,
        };
        if let Some((text, color)) = reply {
            prose_ui(ui, RichText::new(text).size(SECONDARY).color(color));
        }
        if self.is_shown || self.checked[place] == Some(QuestionVerdict::Right) {
            let answer = questions.shown(exercise, question, &question.expects.solution(), language);
            let answer = language.fill(Text::QuestionShown, &[("answer", &answer)]);
            let text = language.joined(&answer, &question.why.sentence(language));
            prose_ui(ui, RichText::new(text).size(SECONDARY).color(palette.secondary));
        }
        ui.add_space(4.0);
    }
}

/// Draws the field of an answer: a list of choices, or a text.
fn field_ui(ui: &mut Ui, question: &Question, typed: &mut String, (label, place): (&str, usize), language: Language) {
    let Expects::Choice { choices, .. } = &question.expects else {
        let width = if matches!(question.expects, Expects::Order { .. }) { ORDER } else { NUMBER };
        let field = ui.add(TextEdit::singleline(typed).id_salt(("answer", place)).desired_width(width));
        set_name(ui, field.id, label);
        return;
    };
    let chosen = choices.iter().find(|choice| choice.name == *typed);
    let shown =
        chosen.map_or_else(|| language.text(Text::QuestionChoose).to_owned(), |one| one.text.sentence(language));
    let list = ComboBox::from_id_salt(("answer", place)).selected_text(shown).width(ORDER).show_ui(ui, |ui| {
        for choice in choices {
            ui.selectable_value(typed, choice.name.clone(), choice.text.sentence(language));
        }
    });
    set_name(ui, list.response.id, label);
}
