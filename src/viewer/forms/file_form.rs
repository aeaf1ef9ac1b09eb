//! Opening and saving of traces: a field for the file name, and the system's dialog if there is one. Reads the active run and the
//! recent files; pushes `OpenTrace`, `OpenInNewRun` or `SaveTrace`.

use std::path::PathBuf;

use egui::{Button, Context, Key, Label, RichText, ScrollArea, Ui};

use crate::platform::dialogs::Dialog;
use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, folder_ui, prose_ui, radio_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Session, Work};
use edagari_core::language::{Language, Text};
use edagari_core::platform::threads::Awaited;
use edagari_core::trace::file::ENDINGS;

/// A file whose name is being entered.
#[derive(Debug, Default)]
struct FileForm {
    file: String,
    focus: FirstFocus,
    /// System dialog, while it is open.
    dialog: Option<Work<Option<PathBuf>>>,
    /// Whether the last dialog ended without an answer: it was closed, or there is none.
    has_no_answer: bool,
}

impl FileForm {
    /// Opens the system dialog.
    fn ask_the_system(
        &mut self,
        title: Text,
        pick: impl FnOnce(Dialog<'_>) -> Awaited<Option<PathBuf>>,
        session: &Session,
    ) {
        let language = session.settings.language;
        let endings: Vec<&str> = ENDINGS.iter().map(|ending| ending.rsplit('.').next().unwrap_or_default()).collect();
        let picked = pick(Dialog { title: language.text(title), kind: (language.text(Text::Traces), &endings) });
        self.has_no_answer = false;
        self.dialog = Work::wait_for("file dialog", session.wake(), picked).ok();
    }

    /// Returns the file chosen in the system dialog, once it is available.
    fn answer(&mut self) -> Option<PathBuf> {
        let answer = self.dialog.as_ref().and_then(Work::poll)?;
        self.dialog = None;
        self.has_no_answer = answer.is_none();
        answer
    }

    /// Draws the field for the file name; returns whether the name was confirmed with Enter.
    fn field_ui(&mut self, ui: &mut Ui, about: Text, language: Language) -> bool {
        let color = Palette::of(ui).secondary;
        prose_ui(ui, RichText::new(language.text(about)).size(SECONDARY).color(color));
        ui.add_space(6.0);
        let field = self.focus.file_field_ui(ui, &mut self.file);
        set_name(ui, field.id, language.text(Text::FileName));
        if self.has_no_answer {
            ui.add(Label::new(RichText::new(language.text(Text::NoDialog)).size(SECONDARY).color(color)).wrap());
        }
        ui.add_space(6.0);
        field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }

    /// Draws the buttons; returns the file if it was confirmed, and whether to open the system dialog.
    fn buttons_ui(&self, ui: &mut Ui, does: Text, is_entered: bool, language: Language) -> (Option<PathBuf>, bool) {
        let is_named = !self.file.trim().is_empty();
        let is_done = ui.add_enabled(is_named, Button::new(language.text(does))).clicked();
        let asks = ui.add_enabled(self.dialog.is_none(), Button::new(language.text(Text::Browse))).clicked();
        if self.dialog.is_some() {
            ui.spinner();
        }
        let chosen = (is_named && (is_done || is_entered)).then(|| PathBuf::from(self.file.trim()));
        (chosen, asks)
    }
}

/// The panel that opens a trace.
#[derive(Debug, Default)]
pub(crate) struct OpenTrace {
    form: FileForm,
    /// Whether to open the trace in a new run, not in the active one.
    in_new_run: bool,
}

impl Panel for OpenTrace {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.form.focus = FirstFocus::wanted();
        true
    }

    fn awaits_dialog(&self) -> bool {
        self.form.dialog.is_some()
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        if let Some(path) = self.form.answer() {
            self.open(path, session, commands);
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            let is_entered = self.form.field_ui(ui, Text::OpenAbout, language);
            let name = run_name(session, session.active_run());
            let in_this_run = language.fill(Text::InRun, &[("run", &name)]);
            radio_ui(ui, &mut self.in_new_run, false, &in_this_run);
            radio_ui(ui, &mut self.in_new_run, true, language.text(Text::InNewRun));
            ui.add_space(6.0);
            let buttons = ui.horizontal(|ui| self.form.buttons_ui(ui, Text::OpenFile, is_entered, language));
            let (mut chosen, asks) = buttons.inner;
            if asks {
                self.form.ask_the_system(Text::ActOpenTrace, |dialog| dialog.to_read(), session);
            }
            chosen = recent_files_ui(ui, session).or(chosen);
            if let Some(path) = chosen {
                self.open(path, session, commands);
            }
        });
    }
}

impl OpenTrace {
    fn open(&self, path: PathBuf, session: &Session, commands: &mut Vec<Command>) {
        commands.push(if self.in_new_run {
            Command::OpenInNewRun(path)
        } else {
            Command::OpenTrace { run: session.active, path }
        });
        commands.push(Command::ClosePanel(Action::OpenTrace));
    }
}

/// Draws the recent files; returns the one that was clicked.
pub(crate) fn recent_files_ui(ui: &mut Ui, session: &Session) -> Option<PathBuf> {
    let files = &session.settings.recent_files;
    if files.is_empty() {
        return None;
    }
    ui.separator();
    ui.label(RichText::new(session.settings.language.text(Text::RecentFiles)).size(SECONDARY));
    let mut chosen = None;
    for file in files {
        let name = file.display().to_string();
        let row = Button::new(RichText::new(&name).size(SECONDARY)).frame(false).truncate();
        if ui.add(row).on_hover_text(&name).clicked() {
            chosen = Some(file.clone());
        }
    }
    chosen
}

/// The panel that saves the trace of the active run.
#[derive(Debug)]
struct SaveTrace {
    form: FileForm,
}

/// Creates the panel that saves a trace.
pub(crate) fn save_trace(_: &Session) -> Box<dyn Panel> {
    Box::new(SaveTrace { form: FileForm { file: "trace.edagari".to_owned(), ..FileForm::default() } })
}

impl Panel for SaveTrace {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.form.focus = FirstFocus::wanted();
        true
    }

    fn awaits_dialog(&self) -> bool {
        self.form.dialog.is_some()
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        if let Some(path) = self.form.answer() {
            save(path, session, commands);
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.add(Label::new(run_name(session, session.active_run())).truncate());
            let is_entered = self.form.field_ui(ui, Text::SaveTraceAbout, language);
            folder_ui(ui, &self.form.file, language);
            ui.add_space(4.0);
            let buttons = ui.horizontal(|ui| self.form.buttons_ui(ui, Text::Save, is_entered, language));
            let (chosen, asks) = buttons.inner;
            if asks {
                let name = self.form.file.clone();
                self.form.ask_the_system(Text::ActSaveTrace, |dialog| dialog.to_write(&name), session);
            }
            if let Some(path) = chosen {
                save(path, session, commands);
            }
        });
    }
}

fn save(path: PathBuf, session: &Session, commands: &mut Vec<Command>) {
    commands.push(Command::SaveTrace { run: session.active, path });
    commands.push(Command::ClosePanel(Action::SaveTrace));
}
