//! Do it yourself: the user searches the tree of an exercise step by step, and each step is graded. Reads the exercise of the
//! session; pushes the commands of `ByHandCommand`.

use std::path::PathBuf;

use egui::{Align, Button, CollapsingHeader, Context, Label, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::by_hand_choice::ExerciseChoice;
use super::by_hand_questions::QuestionForm;
use super::by_hand_step::StepForm;
use super::by_hand_step::by_hand_tree_ui;
use crate::viewer::commands::{ByHandCommand, Command};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{FirstFocus, prose_ui, section_ui, sentence_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{ByHand, Session};
use edagari_core::language::{Language, Text, visible};
use edagari_teach::exercise::{ANSWERS_ENDING, EXERCISE_ENDING, Exercise, Mode, Step, Verdict};

/// Width of the column beside the tree.
const COLUMN: f32 = 330.0;

/// The panel, with the form for the next exercise.
#[derive(Debug, Default)]
pub(crate) struct DoingByHand {
    choice: ExerciseChoice,
    step: StepForm,
    questions: QuestionForm,
    file: String,
}

impl Panel for DoingByHand {
    fn take_focus(&mut self, session: &Session) -> bool {
        self.choice.focus = FirstFocus::wanted_if(session.by_hand.is_none());
        // During an exercise, the form of the selected node takes the keyboard; a leaf has none.
        session.by_hand.as_ref().is_none_or(|by_hand| !by_hand.exercise().tree().is_leaf(by_hand.selected))
    }

    fn advance(&mut self, _: &Context, _: &Session, commands: &mut Vec<Command>) {
        self.choice.advance(commands);
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let Some(by_hand) = &session.by_hand else {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.choice.ui(ui, session, commands));
            return;
        };
        let language = session.settings.language;
        let height = ui.available_height();
        // In a narrow tile the column is below the tree.
        let is_narrow = ui.available_width() < 2.0 * COLUMN;
        let direction = if is_narrow { Layout::top_down(Align::Min) } else { Layout::left_to_right(Align::Min) };
        ui.with_layout(direction, |ui| {
            let beside = vec2(ui.available_width() - COLUMN - 12.0, height);
            let size = if is_narrow { vec2(ui.available_width(), height * 0.4) } else { beside };
            ui.allocate_ui(size, |ui| {
                ui.set_min_size(size);
                by_hand_tree_ui(ui, by_hand, language, commands);
            });
            ui.vertical(|ui| {
                ScrollArea::vertical().id_salt("steps of the exercise").auto_shrink(false).show(ui, |ui| {
                    self.column_ui(ui, session, by_hand, commands);
                });
            });
        });
    }
}

impl DoingByHand {
    fn column_ui(&mut self, ui: &mut Ui, session: &Session, by_hand: &ByHand, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let exercise = by_hand.exercise();
        let title = visible(exercise.title.text(language)).into_owned();
        if !title.is_empty() {
            ui.add(Label::new(strong(title, BODY)).wrap());
        }
        // Some tasks have all rules themselves.
        if !exercise.kind().name().has_own_rules() {
            CollapsingHeader::new(language.text(Text::ByHandConvention)).default_open(true).show(ui, |ui| {
                for sentence in exercise.convention().sentences(language) {
                    prose_ui(ui, RichText::new(sentence).size(SECONDARY));
                }
            });
        }
        ui.separator();
        if self.questions.has_questions(by_hand) {
            self.questions.ui(ui, by_hand, language, commands);
            if ui.button(language.text(Text::ByHandNext)).clicked() {
                self.choice.make_next(exercise, session);
            }
            ui.separator();
            self.save_ui(ui, exercise, language, commands);
            return;
        }
        if by_hand.is_handed_in {
            self.done_ui(ui, session, by_hand, commands);
        } else {
            self.step.ui(ui, by_hand, language, commands);
            ui.add_space(4.0);
            message_ui(ui, by_hand, language);
            ui.horizontal_wrapped(|ui| {
                let can_undo = !by_hand.answers().steps.is_empty();
                let undo = ui.add_enabled(can_undo, Button::new(language.text(Text::ByHandUndo)));
                if undo.clicked() {
                    commands.push(Command::ByHand(ByHandCommand::Undo));
                }
                let hand_in = ui.add_enabled(can_undo, Button::new(language.text(Text::ByHandHandIn)));
                if hand_in.clicked() {
                    commands.push(Command::ByHand(ByHandCommand::HandIn));
                }
            });
        }
        ui.separator();
        steps_ui(ui, by_hand, language, commands);
        ui.separator();
        self.save_ui(ui, exercise, language, commands);
    }

    /// Draws the result of the answer, and the buttons to continue.
    fn done_ui(&mut self, ui: &mut Ui, session: &Session, by_hand: &ByHand, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let (right, all) = by_hand.points();
        let values = [("right", language.number(right.into())), ("steps", language.number(all.into()))];
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let palette = Palette::of(ui);
        let (text, color) = if right == all && by_hand.grade().is_right() {
            (Text::ByHandAllRight, palette.table_text)
        } else {
            (Text::ByHandPoints, palette.text)
        };
        ui.add(Label::new(strong(language.fill(text, &values), BODY).color(color)).wrap());
        let unfinished = by_hand.grade().unfinished.as_ref();
        if let Some(mistake) = unfinished {
            prose_ui(ui, RichText::new(mistake.sentence(by_hand.exercise(), language)).color(palette.cut));
        }
        ui.horizontal_wrapped(|ui| {
            if ui.button(language.text(Text::ByHandAgain)).clicked() {
                commands.push(Command::ByHand(ByHandCommand::WhenOpen));
            }
            if ui.button(language.text(Text::ByHandNext)).clicked() {
                self.choice.make_next(by_hand.exercise(), session);
            }
        });
    }

    fn save_ui(&mut self, ui: &mut Ui, exercise: &Exercise, language: Language, commands: &mut Vec<Command>) {
        section_ui(ui, language.text(Text::ByHandSave));
        let field = ui.add(TextEdit::singleline(&mut self.file).hint_text("exercise-1").desired_width(f32::INFINITY));
        set_name(ui, field.id, language.text(Text::FileName));
        let name = self.file.trim();
        let named = |ending: &str| {
            let bare = name.strip_suffix(ending).unwrap_or(name);
            PathBuf::from(format!("{bare}{ending}"))
        };
        ui.horizontal_wrapped(|ui| {
            let is_named = !name.is_empty();
            if ui.add_enabled(is_named, Button::new(language.text(Text::ByHandSaveExercise))).clicked() {
                commands.push(Command::ByHand(ByHandCommand::SaveExercise(named(EXERCISE_ENDING))));
            }
            if ui.add_enabled(is_named, Button::new(language.text(Text::ByHandSaveAnswers))).clicked() {
                commands.push(Command::ByHand(self.questions.saving(exercise, named(ANSWERS_ENDING))));
            }
            if ui.button(language.text(Text::ByHandClose)).clicked() {
                commands.push(Command::ByHand(ByHandCommand::Close));
            }
        });
    }
}

/// Draws the verdict on the last step, if it is shown.
fn message_ui(ui: &mut Ui, by_hand: &ByHand, language: Language) {
    let palette = Palette::of(ui);
    let (message, color) = match (&by_hand.refused, by_hand.grade().verdicts.last()) {
        (Some(mistake), _) => (mistake.sentence(by_hand.exercise(), language), palette.cut),
        (None, Some(verdict)) if by_hand.exercise().mode != Mode::AtTheEnd => match verdict {
            Verdict::Right => (language.text(Text::PracticeRight).to_owned(), palette.table_text),
            Verdict::Follows => (language.text(Text::ByHandFollows).to_owned(), palette.table_text),
            Verdict::NotAsked => (String::new(), palette.text),
            Verdict::Wrong(mistake) => (mistake.sentence(by_hand.exercise(), language), palette.cut),
        },
        _ => (String::new(), palette.text),
    };
    ui.scope(|ui| {
        ui.visuals_mut().override_text_color = Some(color);
        sentence_ui(ui, &message, 3);
    });
}

/// Draws the steps so far, each with its verdict.
fn steps_ui(ui: &mut Ui, by_hand: &ByHand, language: Language, commands: &mut Vec<Command>) {
    section_ui(ui, language.text(Text::ByHandSteps));
    let (exercise, tells) = (by_hand.exercise(), by_hand.tells());
    let palette = Palette::of(ui);
    for (step, verdict) in by_hand.answers().steps.iter().zip(&by_hand.grade().verdicts) {
        let name = visible(exercise.tree().name(step.node()));
        let written = match *step {
            Step::Enter { window, .. } => format!("{name}  {window}"),
            Step::Skip { .. } => format!("{name}  {}", language.text(Text::ByHandStruck)),
            Step::Return { score, bound, .. } => {
                format!("{name}  {} {score}", bound.map_or("=", edagari_core::score::BoundKind::sign))
            }
        };
        let (sign, color) = match verdict {
            Verdict::Wrong(_) if tells => ("×", palette.cut),
            Verdict::Right | Verdict::Follows if tells => ("✓", palette.table_text),
            _ => ("·", palette.secondary),
        };
        let row = Button::new(RichText::new(format!("{sign} {written}")).size(SECONDARY).color(color)).frame(false);
        if ui.add(row).clicked() {
            commands.push(Command::ByHand(ByHandCommand::Select(step.node())));
        }
        if let Verdict::Wrong(mistake) = verdict
            && tells
        {
            let sentence = mistake.sentence(exercise, language);
            ui.indent(("mistake", step.node()), |ui| prose_ui(ui, RichText::new(sentence).size(SECONDARY)));
        }
    }
}
