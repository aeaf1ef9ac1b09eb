//! The text of a note, and its question with answer and feedback.

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, font, strong_font};
use crate::viewer::kit::widgets::{prose_ui, set_name};
use crate::viewer::session::NoteAnswer;
use edagari_core::language::{Language, Text, unbroken, visible};
use edagari_teach::note::{Block, Origin, ShownAnswers, ShownQuestion, Span, StatementFault};
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, FontId, Frame, Key, Label, Margin, RichText, Stroke, TextEdit, Ui, vec2};

/// A choice, and whether it is correct.
type Choice = (Vec<Span>, Result<bool, StatementFault>);

/// Draws the question with its answers; once it is answered, whether that is correct, and why.
pub(super) fn question_ui(
    ui: &mut Ui,
    question: &ShownQuestion,
    answer: Option<&NoteAnswer>,
    typed: &mut String,
    language: Language,
    commands: &mut Vec<Command>,
) {
    ui.separator();
    blocks_ui(ui, &question.text);
    match &question.answers {
        ShownAnswers::Choice(choices) => choices_ui(ui, choices, answer, language, commands),
        ShownAnswers::Number(_) => number_ui(ui, answer, typed, language, commands),
    }
    if let Some(answer) = answer {
        feedback_ui(ui, question, answer, language);
        if ui.button(language.text(Text::AnswerAgain)).clicked() {
            typed.clear();
            commands.push(Command::AnswerNote(None));
        }
    }
}

fn choices_ui(
    ui: &mut Ui,
    choices: &[Choice],
    answer: Option<&NoteAnswer>,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    for (at, (text, is_right)) in choices.iter().enumerate() {
        let is_given = answer == Some(&NoteAnswer::Choice(at));
        let mut words = vec![Span { text: format!("{} · ", at + 1), ..Span::default() }];
        words.extend(text.iter().cloned());
        let name = plain(&words);
        // The verdict is written beside the answer, not only shown by a colour.
        let mut notes = Vec::new();
        if answer.is_some() && *is_right == Ok(true) {
            notes.push(language.text(Text::AnswerIsRight));
        }
        if is_given {
            notes.push(language.text(Text::AnswerIsYours));
        }
        let notes = notes.join(language.text(Text::Comma));
        let color = if *is_right == Ok(true) { palette.table_text } else { palette.cut };
        let button = Button::selectable(is_given, line(ui, &words, BODY))
            .right_text(RichText::new(&notes).size(SECONDARY).color(color))
            .wrap()
            .frame_when_inactive(true)
            .min_size(vec2(ui.available_width(), 26.0));
        let response = ui.push_id(("answer", at), |ui| ui.add_enabled(answer.is_none(), button)).inner;
        set_name(ui, response.id, &if notes.is_empty() { name } else { format!("{name} ({notes})") });
        if response.clicked() {
            commands.push(Command::AnswerNote(Some(NoteAnswer::Choice(at))));
        }
    }
    if answer.is_none() {
        ui.label(RichText::new(language.text(Text::AnswerByKeys)).size(SECONDARY).color(palette.secondary));
    }
}

fn number_ui(
    ui: &mut Ui,
    answer: Option<&NoteAnswer>,
    typed: &mut String,
    language: Language,
    commands: &mut Vec<Command>,
) {
    ui.add_enabled_ui(answer.is_none(), |ui| {
        ui.horizontal(|ui| {
            let field = ui.add(TextEdit::singleline(typed).desired_width(90.0));
            set_name(ui, field.id, language.text(Text::AnswerField));
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_typed = !typed.trim().is_empty();
            let gives = ui.add_enabled(is_typed, Button::new(language.text(Text::AnswerGive))).clicked();
            if is_typed && (gives || is_entered) {
                commands.push(Command::AnswerNote(Some(NoteAnswer::Number(typed.trim().to_owned()))));
            }
        });
    });
}

/// Returns the feedback on an answer, and whether it is praise.
fn feedback(question: &ShownQuestion, answer: &NoteAnswer, language: Language) -> (String, bool) {
    let wrong = |right: &str| (language.fill(Text::AnswerWrong, &[("answer", right)]), false);
    let right = || (language.text(Text::AnswerRight).to_owned(), true);
    match (&question.answers, answer) {
        (ShownAnswers::Choice(choices), NoteAnswer::Choice(given)) => match choices.get(*given) {
            Some((_, Ok(true))) => right(),
            Some((_, Err(fault))) => (fault.sentence(language), false),
            _ => {
                let those = choices.iter().filter(|(_, is_right)| *is_right == Ok(true));
                wrong(&those.map(|(text, _)| plain(text)).collect::<Vec<_>>().join(language.text(Text::Comma)))
            }
        },
        (ShownAnswers::Number(Ok(value)), NoteAnswer::Number(typed)) => match value.is_typed_as(typed) {
            Some(true) => right(),
            Some(false) => wrong(&value.text(language)),
            None => (language.text(Text::AnswerNoNumber).to_owned(), false),
        },
        (ShownAnswers::Number(Err(fault)), _) => (fault.sentence(language), false),
        _ => (language.text(Text::AnswerNoNumber).to_owned(), false),
    }
}

fn feedback_ui(ui: &mut Ui, question: &ShownQuestion, answer: &NoteAnswer, language: Language) {
    let palette = Palette::of(ui);
    let (text, is_praise) = feedback(question, answer, language);
    ui.add_space(4.0);
    let color = if is_praise { palette.table_text } else { palette.cut };
    let response = prose_ui(ui, RichText::new(text).size(BODY).color(color));
    ui.accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
    blocks_ui(ui, &question.why);
}

/// Indentation of list items.
const INDENT: f32 = 16.0;

/// Draws the blocks of a text, one below the other.
pub(super) fn blocks_ui(ui: &mut Ui, blocks: &[Block]) {
    for block in blocks {
        block_ui(ui, block);
        ui.add_space(3.0);
    }
}

fn block_ui(ui: &mut Ui, block: &Block) {
    let palette = Palette::of(ui);
    match block {
        Block::Paragraph(spans) => spans_ui(ui, spans, BODY),
        Block::Heading(level, spans) => spans_ui(ui, &in_strong(spans), BODY + f32::from(4 - (*level).min(3))),
        Block::Code(text) => {
            let frame = Frame::new().fill(palette.ground).stroke(Stroke::new(1.0, palette.line));
            frame.inner_margin(Margin::same(6)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(egui::RichText::new(visible_lines(text)).monospace().size(BODY)).wrap());
            });
        }
        Block::List { first, items } => {
            for (place, item) in items.iter().enumerate() {
                let mark = first.map_or_else(|| "•".to_owned(), |first| format!("{}.", first + place as u64));
                ui.horizontal_top(|ui| {
                    ui.add_space(4.0);
                    ui.label(mark);
                    ui.vertical(|ui| blocks_ui(ui, item));
                });
            }
        }
        Block::Quote(blocks) => {
            ui.horizontal_top(|ui| {
                ui.add_space(INDENT);
                ui.vertical(|ui| blocks_ui(ui, blocks));
            });
        }
    }
}

/// Makes invisible characters of a foreign text visible, line by line.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

fn in_strong(spans: &[Span]) -> Vec<Span> {
    spans.iter().map(|span| Span { strong: true, ..span.clone() }).collect()
}

/// Draws a line of spans, with the targets of its links below it.
pub(super) fn spans_ui(ui: &mut Ui, spans: &[Span], size: f32) {
    let job = line(ui, spans, size);
    ui.add(Label::new(job).wrap());
    let is_page = |url: &&str| url.starts_with("https://") || url.starts_with("http://");
    for span in spans {
        if let Some(url) = span.link.as_deref().filter(is_page) {
            ui.hyperlink_to(visible(&span.text).into_owned(), url).on_hover_text(url);
        }
    }
}

/// Joins spans to one text with its styles.
pub(super) fn line(ui: &Ui, spans: &[Span], size: f32) -> LayoutJob {
    let palette = Palette::of(ui);
    let mut job = LayoutJob::default();
    // A formula can consist of several spans, and is not broken between them.
    let texts: Vec<String> = spans.iter().map(|span| visible_lines(&span.text)).collect();
    let whole = unbroken(&texts.concat());
    let mut letters = whole.chars();
    for (span, text) in spans.iter().zip(&texts) {
        let text: String = letters.by_ref().take(text.chars().count()).collect();
        let font = match (span.code, span.strong || span.origin == Origin::Computed) {
            (true, _) => FontId::monospace(size),
            (false, true) => strong_font(size),
            (false, false) => font(size),
        };
        let color = if span.origin == Origin::Fault { palette.cut } else { palette.text };
        let mut format = TextFormat { italics: span.emphasis, ..TextFormat::simple(font, color) };
        if span.code {
            format.background = palette.ground;
        }
        if span.link.is_some() {
            format.underline = Stroke::new(1.0, palette.action);
        }
        job.append(&text, 0.0, format);
    }
    job
}

/// Joins spans to one text without styles.
pub(super) fn plain(spans: &[Span]) -> String {
    visible(&spans.iter().map(|span| span.text.as_str()).collect::<String>()).into_owned()
}
