//! The welcome page: examples, files, further pages. Shown at the first start, and in the help menu. Reads the recent files;
//! pushes commands to start an example, to open a trace or a panel, and to close itself.

use egui::text::{LayoutJob, TextFormat};
use egui::{Button, RichText, ScrollArea, Ui, vec2};

use crate::viewer::commands::{Action, Command};
use crate::viewer::forms::file_form::recent_files_ui;
use crate::viewer::forms::lesson_list::lessons_ui;
use crate::viewer::kit::theme::{BODY, HEADING, Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Example, Session};
use edagari_core::language::{Language, Text};

/// The panel, with its keyboard focus.
#[derive(Debug, Default)]
pub(crate) struct Welcome {
    /// Whether the first button has received the keyboard focus.
    is_focused: bool,
}

/// Maximum width, and minimum width with two columns.
const WIDTH: f32 = 760.0;
const TWO_COLUMNS_FROM: f32 = 560.0;
/// Minimum height of a button.
const MIN_HEIGHT: f32 = 64.0;

/// Returns the buttons: the name of each, the text below, and its command.
fn entries() -> [(Text, Text, Command); 11] {
    [
        (Text::ExampleCut, Text::ExampleCutAbout, Command::BeginExample(Example::Cut)),
        (Text::ExamplePractice, Text::ExamplePracticeAbout, Command::BeginExample(Example::Practice)),
        (Text::ExampleComparison, Text::ExampleComparisonAbout, Command::BeginExample(Example::Comparison)),
        (Text::ExampleTable, Text::ExampleTableAbout, Command::BeginExample(Example::Table)),
        (Text::ExampleMate, Text::ExampleMateAbout, Command::BeginExample(Example::Mate)),
        (Text::ExampleSampling, Text::ExampleSamplingAbout, Command::BeginExample(Example::Sampling)),
        (Text::ExampleProof, Text::ExampleProofAbout, Command::BeginExample(Example::Proof)),
        (Text::ActFiveSearches, Text::ExampleFiveSearchesAbout, Command::Do(Action::FiveSearches)),
        (Text::ActOpenTrace, Text::WelcomeOpenAbout, Command::OpenPanel(Action::OpenTrace)),
        (Text::ActRecordYourOwn, Text::WelcomeRecordAbout, Command::OpenPanel(Action::RecordYourOwn)),
        (Text::NoiseLab, Text::WelcomeNoiseAbout, Command::Do(Action::WorkspaceNoise)),
    ]
}

impl Panel for Welcome {
    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let width = ui.available_width().min(WIDTH);
        let margin = (ui.available_width() - width) / 2.0;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(margin);
                ui.vertical(|ui| {
                    ui.set_width(width - ui.spacing().item_spacing.x);
                    self.contents_ui(ui, session, commands);
                });
            });
        });
    }
}

impl Welcome {
    fn contents_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let color = Palette::of(ui).secondary;
        ui.add_space(12.0);
        ui.label(strong(language.text(Text::WelcomeHeading), 1.4 * HEADING));
        ui.label(language.text(Text::WelcomeAbout));
        ui.add_space(8.0);
        let mut chosen = None;
        let columns = if ui.available_width() < TWO_COLUMNS_FROM { 1 } else { 2 };
        for row in entries().chunks(columns) {
            ui.columns(columns, |columns| {
                for (ui, (name, about, command)) in columns.iter_mut().zip(row) {
                    let button = entry_ui(ui, *name, *about, language);
                    if !std::mem::replace(&mut self.is_focused, true) {
                        button.request_focus();
                    }
                    if button.clicked() {
                        chosen = Some(command.clone());
                    }
                }
            });
            ui.add_space(4.0);
        }
        let recent = recent_files_ui(ui, session).map(|path| Command::OpenTrace { run: session.active, path });
        if let Some(lesson) = lessons_ui(ui, language, columns) {
            chosen = Some(Command::BeginLesson(lesson));
        }
        ui.add_space(4.0);
        ui.label(RichText::new(language.text(Text::WelcomeReplaces)).size(SECONDARY).color(color));
        if ui.button(language.text(Text::Close)).clicked() {
            commands.push(Command::ClosePanel(Action::Welcome));
        }
        if let Some(command) = chosen.or(recent) {
            commands.extend([Command::ClosePanel(Action::Welcome), command]);
        }
    }
}

/// Draws a large button with a name, and a text below.
fn entry_ui(ui: &mut Ui, name: Text, about: Text, language: Language) -> egui::Response {
    let palette = Palette::of(ui);
    let (name, about) = (language.text(name), language.text(about));
    let mut text = LayoutJob::default();
    text.append(name, 0.0, TextFormat::simple(strong_font(BODY), palette.text));
    text.append(&format!("\n{about}"), 0.0, TextFormat::simple(font(SECONDARY), palette.secondary));
    let size = vec2(ui.available_width(), MIN_HEIGHT);
    let button = ui.add(Button::new(text).right_text("").wrap().min_size(size));
    ui.accesskit_node_builder(button.id, |node| {
        node.set_label(name);
        node.set_description(about);
    });
    button
}
