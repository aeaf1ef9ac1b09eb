//! Practice: a question before a frame with its choices, then the sentence of the frame; at the end
//! a tally. Reads the round of the session, and the practice plan and tally of the settings; pushes
//! the commands of practice.

use egui::text::{LayoutJob, TextFormat};
use egui::{Button, CollapsingHeader, DragValue, Grid, RichText, ScrollArea, Ui, vec2};

use crate::viewer::commands::{Command, PracticeCommand};
use crate::viewer::kit::theme::{BODY, HEADING, Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::{check_ui, prose_ui, section_ui, sentence_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::panels::explain::why::reasons_ui;
use crate::viewer::session::{Practice, Session};
use edagari_core::analysis::{child_text, explain};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Process;
use edagari_teach::practice::{Count, Given, LENGTHS, Question, QuestionKind, Reply, SHARES, Stage};

/// Minimum height of a choice.
const CHOICE: f32 = 26.0;

/// The panel, with its keyboard focus.
#[derive(Debug, Default)]
pub(crate) struct Practising {
    /// Number of answers at which the button to continue last received the keyboard.
    answered: usize,
}

impl Panel for Practising {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::Practice).to_owned())
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            match &session.practice {
                Some(practice) => self.round_ui(ui, session, practice, commands),
                None => not_begun_ui(ui, session),
            }
            ui.add_space(8.0);
            plan_ui(ui, session, commands);
        });
    }
}

/// Draws the reason why there are no questions.
fn not_begun_ui(ui: &mut Ui, session: &Session) {
    let is_search = matches!(session.active_run().trace.setup.process, Process::Search(_));
    let text = if is_search { Text::PracticeWaits } else { Text::PracticeGenerated };
    prose_ui(ui, session.settings.language.text(text));
}

/// Returns the text for a round without questions.
fn nothing_to_ask(session: &Session, practice: &Practice) -> Text {
    if !practice.trace.is_search() {
        Text::PracticeGenerated
    } else if session.settings.practice_plan.kinds.is_empty() {
        Text::PracticeNoKind
    } else {
        Text::PracticeNothingToAsk
    }
}

impl Practising {
    fn round_ui(&mut self, ui: &mut Ui, session: &Session, practice: &Practice, commands: &mut Vec<Command>) {
        let (round, language) = (&practice.round, session.settings.language);
        if round.questions().is_empty() {
            self.answered = 0;
            prose_ui(ui, language.text(nothing_to_ask(session, practice)));
            return;
        }
        match (round.stage(), round.last(), round.next()) {
            (Stage::Answered, Some((question, given)), next) => {
                let number = round.given().len();
                number_ui(ui, (number, round.questions().len()), question.kind, language);
                self.answered_ui(ui, session, (question, given), next.is_some(), commands);
            }
            (Stage::Question, _, Some(question)) => {
                number_ui(ui, (round.given().len() + 1, round.questions().len()), question.kind, language);
                open_question_ui(ui, session, practice, question, commands);
            }
            (_, _, Some(question)) => on_the_way_ui(ui, language, question, commands),
            _ => over_ui(ui, session, practice, commands),
        }
    }

    /// Draws an answered question: the correct answer, the frame's sentence, and the buttons to continue.
    fn answered_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        (question, given): (&Question, &Given),
        has_next: bool,
        commands: &mut Vec<Command>,
    ) {
        let language = session.settings.language;
        let Some(practice) = &session.practice else { return };
        let trace = &practice.trace;
        let right = question.choice_text(&question.choices[question.right], trace, language);
        let verdict = if given.is_right {
            language.text(Text::PracticeRight).to_owned()
        } else {
            language.fill(Text::PracticeWrong, &[("answer", &right)])
        };
        prose_ui(ui, question.text(trace, language));
        ui.add_space(4.0);
        for (place, choice) in question.choices.iter().enumerate() {
            let is_given = given.reply == Reply::Choice(place);
            done_choice_ui(
                ui,
                &question.choice_text(choice, trace, language),
                place == question.right,
                is_given,
                language,
            );
        }
        if let Reply::Marked(marked) = &given.reply {
            let names: Vec<String> =
                marked.iter().map(|&node| child_text(trace, &trace.path(node), language)).collect();
            ui.label(language.fill(Text::PracticeMarked, &[("nodes", &names.join(language.text(Text::Comma)))]));
        }
        ui.add_space(4.0);
        let palette = Palette::of(ui);
        let verdict =
            ui.label(strong(verdict, BODY).color(if given.is_right { palette.table_text } else { palette.cut }));
        ui.accesskit_node_builder(verdict.id, |node| node.set_live(egui::accesskit::Live::Polite));
        sentence_ui(ui, &explain(trace, question.frame, language), 1);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let on = language.text(if has_next { Text::PracticeGoOn } else { Text::PracticeToTally });
            let button = ui.add(Button::new(strong(on, BODY)).min_size(vec2(0.0, CHOICE)));
            let answered = practice.round.given().len();
            if std::mem::replace(&mut self.answered, answered) != answered {
                button.request_focus();
                button.scroll_to_me(None);
            }
            if button.clicked() {
                commands.push(Command::Practice(PracticeCommand::GoOn { plays: false }));
            }
            if ui.selectable_label(practice.asks_why, language.text(Text::Why)).clicked() {
                commands.push(Command::Practice(PracticeCommand::Why));
            }
        });
        if has_next {
            small_ui(ui, language.text(Text::PracticeKeysAfter));
        }
        if practice.asks_why {
            ui.add_space(4.0);
            reasons_ui(ui, session, commands);
        }
    }
}

/// Draws secondary text.
fn small_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    prose_ui(ui, RichText::new(text).size(SECONDARY).color(color));
}

/// Draws the number of the question, the count of all questions, and its kind.
fn number_ui(ui: &mut Ui, (number, count): (usize, usize), kind: QuestionKind, language: Language) {
    let values = [("number", number.to_string()), ("count", count.to_string())];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    let heading = language.fill(Text::PracticeNumber, &values);
    section_ui(ui, &format!("{heading} · {}", language.text(kind.title())));
    ui.add_space(2.0);
}

/// Draws an open question with its choices, each with its key.
fn open_question_ui(
    ui: &mut Ui,
    session: &Session,
    practice: &Practice,
    question: &Question,
    commands: &mut Vec<Command>,
) {
    let (language, trace) = (session.settings.language, &practice.trace);
    sentence_ui(ui, &question.text(trace, language), 2);
    let frame = session.run(practice.run).map_or(0, |run| run.frame);
    let last = question.frame.saturating_sub(1);
    if frame < last {
        let values = [("frame", language.number(frame as u64)), ("last", language.number(last as u64))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        small_ui(ui, &language.fill(Text::PracticeLookedBack, &values));
    }
    ui.add_space(4.0);
    for (place, choice) in question.choices.iter().enumerate() {
        if choice_ui(ui, place + 1, &question.choice_text(choice, trace, language), language) {
            commands.push(Command::Practice(PracticeCommand::Choose(place)));
        }
    }
    if question.skipped().is_some() {
        if practice.marked.is_empty() {
            small_ui(ui, language.text(Text::PracticeMarkHint));
            return;
        }
        let names: Vec<String> =
            practice.marked.iter().map(|&node| child_text(trace, &trace.path(node), language)).collect();
        let names = names.join(language.text(Text::Comma));
        let marked = ui.label(language.fill(Text::PracticeMarked, &[("nodes", &names)]));
        ui.accesskit_node_builder(marked.id, |node| node.set_live(egui::accesskit::Live::Polite));
        if ui.button(language.text(Text::PracticeSureMarked)).clicked() {
            commands.push(Command::Practice(PracticeCommand::AnswerMarked));
        }
    }
}

/// Draws a choice, with its key before it; returns whether it was chosen.
fn choice_ui(ui: &mut Ui, key: usize, text: &str, language: Language) -> bool {
    let palette = Palette::of(ui);
    let mut job = LayoutJob::default();
    job.append(&key.to_string(), 0.0, TextFormat::simple(strong_font(BODY), palette.secondary));
    job.append(text, 10.0, TextFormat::simple(font(BODY), palette.text));
    let size = vec2(ui.available_width(), CHOICE);
    let button = ui.add(Button::new(job).right_text("").wrap().min_size(size));
    let name = language.fill(Text::PracticeKey, &[("key", &key.to_string()), ("answer", text)]);
    set_name(ui, button.id, &name);
    button.clicked()
}

/// Draws a choice of an answered question.
fn done_choice_ui(ui: &mut Ui, text: &str, is_right: bool, is_given: bool, language: Language) {
    let palette = Palette::of(ui);
    let say = |sentence: Text| language.fill(sentence, &[("answer", text)]);
    let (sentence, color) = match (is_right, is_given) {
        (true, _) => (say(Text::PracticeIsRight), palette.text),
        (false, true) => (say(Text::PracticeIsYours), palette.text),
        (false, false) => (text.to_owned(), palette.secondary),
    };
    let sign = match (is_right, is_given) {
        (true, _) => "●",
        (false, true) => "×",
        (false, false) => "·",
    };
    let words = if is_right { strong(sentence, BODY) } else { RichText::new(sentence).size(BODY) };
    ui.horizontal_top(|ui| {
        let sign_color = if is_right { palette.table_text } else { palette.cut };
        ui.add_sized(vec2(14.0, 18.0), egui::Label::new(RichText::new(sign).color(sign_color)));
        prose_ui(ui, words.color(color));
    });
}

/// Draws the buttons between two questions.
fn on_the_way_ui(ui: &mut Ui, language: Language, question: &Question, commands: &mut Vec<Command>) {
    let frame = language.number(question.frame as u64);
    prose_ui(ui, language.fill(Text::PracticeWayAhead, &[("frame", &frame)]));
    ui.horizontal_wrapped(|ui| {
        for (text, plays) in [(Text::PracticeToQuestion, false), (Text::PracticePlayToQuestion, true)] {
            if ui.button(language.text(text)).clicked() {
                commands.push(Command::Practice(PracticeCommand::GoOn { plays }));
            }
        }
    });
}

fn count_text(text: Text, count: Count, language: Language) -> String {
    let values = [("right", language.number(count.right.into())), ("count", language.number(count.asked.into()))];
    language.fill(text, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

/// Draws the tally of a round, and buttons for the next one.
fn over_ui(ui: &mut Ui, session: &Session, practice: &Practice, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let tally = practice.round.tally();
    let total = tally.total();
    let heading = ui.label(strong(count_text(Text::PracticeOver, total, language), HEADING));
    ui.accesskit_node_builder(heading.id, |node| node.set_live(egui::accesskit::Live::Polite));
    if total.right == total.asked {
        ui.label(language.text(Text::PracticeAllRight));
    }
    ui.add_space(4.0);
    Grid::new("tally").num_columns(2).spacing(vec2(20.0, 2.0)).show(ui, |ui| {
        for kind in QuestionKind::ALL {
            let count = tally.of(kind);
            if count.asked > 0 {
                ui.label(language.text(kind.title()));
                ui.label(count_text(Text::PracticeCount, count, language));
                ui.end_row();
            }
        }
    });
    ui.add_space(6.0);
    let mut ways = vec![
        (Text::PracticeNextRound, PracticeCommand::NextRound),
        (Text::PracticeFromBeginning, PracticeCommand::FromBeginning),
    ];
    if total.right < total.asked {
        ways.insert(0, (Text::PracticeAgain, PracticeCommand::WhenOpen));
    }
    for (text, command) in ways {
        if ui.add(Button::new(language.text(text)).min_size(vec2(ui.available_width().min(260.0), CHOICE))).clicked() {
            commands.push(Command::Practice(command));
        }
    }
    ui.add_space(6.0);
    small_ui(ui, &count_text(Text::PracticeCountBefore, session.settings.practice_tally.total(), language));
}

/// Draws the plan of the questions; folded at first.
fn plan_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let plan = &session.settings.practice_plan;
    let mut wanted = plan.clone();
    let is_none = plan.kinds.is_empty();
    let heading =
        CollapsingHeader::new(language.text(Text::PracticeAsked)).id_salt("plan").open(is_none.then_some(true));
    heading.show(ui, |ui| {
        for kind in QuestionKind::ALL {
            let mut is_chosen = wanted.kinds.contains(&kind);
            if check_ui(ui, &mut is_chosen, language.text(kind.title())).changed() {
                if is_chosen {
                    wanted.kinds.insert(kind);
                } else {
                    wanted.kinds.remove(&kind);
                }
            }
        }
        let field = |ui: &mut Ui, text: Text, value: DragValue<'_>| {
            ui.horizontal(|ui| {
                let response = ui.add(value.update_while_editing(false));
                set_name(ui, response.id, language.text(text));
                ui.label(language.text(text));
            });
        };
        field(ui, Text::PracticeShare, DragValue::new(&mut wanted.share).range(SHARES).suffix(" %"));
        field(ui, Text::PracticeLength, DragValue::new(&mut wanted.length).range(LENGTHS));
        if session.settings.practice_tally.total().asked > 0 && ui.button(language.text(Text::PracticeForget)).clicked()
        {
            commands.push(Command::Practice(PracticeCommand::Forget));
        }
    });
    if wanted != *plan {
        commands.push(Command::Practice(PracticeCommand::SetPlan(wanted)));
    }
}
