//! Opening and saving traces: a field for the name, and the system's dialog where there is one.

use std::path::PathBuf;

use egui::{Context, RichText, TextEdit, Ui};

use super::action::Command;
use super::app::Edagari;
use super::job::Job;
use super::theme::{HEADING, Palette, SECONDARY};
use super::time_bar::set_name;
use crate::language::{Language, Text};
use crate::trace::file::ENDINGS;

/// What a file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Open,
    Save,
}

/// A file while its name is entered.
#[derive(Debug)]
pub(super) struct FileForm {
    purpose: Purpose,
    pane: usize,
    file: String,
    /// The system's dialog, while it is open.
    dialog: Option<Job<Option<PathBuf>>>,
    /// Whether a dialog was asked for and gave no answer: closed, or not there.
    has_no_answer: bool,
}

impl FileForm {
    pub(super) fn open(pane: usize) -> Self {
        Self { purpose: Purpose::Open, pane, file: String::new(), dialog: None, has_no_answer: false }
    }

    pub(super) fn save(pane: usize, name: &str) -> Self {
        Self { purpose: Purpose::Save, pane, file: name.to_owned(), dialog: None, has_no_answer: false }
    }

    const fn title(&self) -> Text {
        match self.purpose {
            Purpose::Open => Text::ActOpenTrace,
            Purpose::Save => Text::ActSaveTrace,
        }
    }

    /// Opens the system's dialog. It is made here, for some systems want that on this thread, and waited for elsewhere.
    fn ask_the_system(&mut self, ctx: &Context, language: Language) {
        let endings: Vec<&str> = ENDINGS.iter().map(|ending| ending.rsplit('.').next().unwrap_or_default()).collect();
        let dialog = rfd::AsyncFileDialog::new()
            .set_title(language.text(self.title()))
            .add_filter(language.text(Text::Traces), &endings);
        let picked: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match self.purpose {
            Purpose::Open => Box::pin(dialog.pick_file()),
            Purpose::Save => Box::pin(dialog.set_file_name(&self.file).save_file()),
        };
        let wait = move |_: &_| pollster::block_on(picked).map(|file| file.path().to_owned());
        self.dialog = Job::start("file dialog", ctx, wait).ok();
    }

    /// The file that was chosen, once it is.
    fn ui(&mut self, ui: &mut Ui, language: Language) -> Option<PathBuf> {
        let color = Palette::of(ui).secondary;
        let about = match self.purpose {
            Purpose::Open => Text::OpenAbout,
            Purpose::Save => Text::SaveTraceAbout,
        };
        ui.set_width(420.0);
        ui.label(RichText::new(language.text(about)).size(SECONDARY).color(color));
        ui.add_space(6.0);
        let name = language.text(Text::FileName);
        let field = ui.add(TextEdit::singleline(&mut self.file).hint_text("game.edagari").desired_width(f32::INFINITY));
        set_name(ui, field.id, name);
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if self.has_no_answer {
            ui.label(RichText::new(language.text(Text::NoDialog)).size(SECONDARY).color(color));
        }
        ui.add_space(6.0);
        let mut chosen = None;
        ui.horizontal(|ui| {
            let is_named = !self.file.trim().is_empty();
            let does = match self.purpose {
                Purpose::Open => Text::OpenFile,
                Purpose::Save => Text::Save,
            };
            if ui.add_enabled(is_named, egui::Button::new(language.text(does))).clicked() || (is_entered && is_named) {
                chosen = Some(PathBuf::from(self.file.trim()));
            }
            if ui.add_enabled(self.dialog.is_none(), egui::Button::new(language.text(Text::Browse))).clicked() {
                self.has_no_answer = false;
                self.ask_the_system(ui.ctx(), language);
            }
            if self.dialog.is_some() {
                ui.spinner();
            }
        });
        if let Some(answer) = self.dialog.as_ref().and_then(Job::poll) {
            self.dialog = None;
            self.has_no_answer = answer.is_none();
            chosen = answer.or(chosen);
        }
        chosen
    }
}

impl Edagari {
    pub(super) fn file_form_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(form) = &mut self.file_form else { return };
        let (mut is_open, mut chosen) = (true, None);
        egui::Window::new(language.text(form.title()))
            .id(egui::Id::unique("file form"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(220.0, 160.0))
            .show(ui, |ui| {
                chosen = form.ui(ui, language);
                if form.purpose == Purpose::Open && !self.settings.recent_files.is_empty() {
                    ui.separator();
                    ui.label(RichText::new(language.text(Text::RecentFiles)).size(SECONDARY));
                    for file in &self.settings.recent_files {
                        let row = egui::Button::new(RichText::new(file.display().to_string()).size(SECONDARY));
                        if ui.add(row.frame(false).truncate()).clicked() {
                            chosen = Some(file.clone());
                        }
                    }
                }
            });
        let (purpose, pane) = (form.purpose, form.pane);
        if let Some(path) = chosen {
            commands.push(match purpose {
                Purpose::Open => Command::OpenTrace { pane, path },
                Purpose::Save => Command::SaveTrace { pane, path },
            });
            is_open = false;
        }
        if !is_open {
            self.file_form = None;
        }
    }

    /// Opens files that are dropped on the window: in the active pane, a second one in the other. While they hang over it, it
    /// says so.
    pub(super) fn dropped_files_ui(&self, ui: &Ui, commands: &mut Vec<Command>) {
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            let palette = Palette::of(ui);
            let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("dropped files"));
            let painter = ui.ctx().layer_painter(layer);
            let area = ui.content_rect();
            painter.rect_filled(area, 0.0, palette.panel.gamma_multiply(0.85));
            let text = self.settings.language.text(Text::DropToOpen).to_owned();
            let galley = painter.layout_no_wrap(text, super::theme::strong_font(HEADING), palette.action);
            painter.galley(area.center() - galley.size() / 2.0, galley, palette.action);
        }
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        let paths = dropped.into_iter().map(|file| file.path().to_owned()).take(2);
        for (path, pane) in paths.zip([self.active, 1 - self.active]) {
            commands.push(Command::OpenTrace { pane, path });
        }
    }
}
