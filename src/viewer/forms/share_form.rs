//! Sharing of runs as a web page: an animated figure of the active run, or the program with all runs. Reads the runs; pushes `SharePage`.

use std::path::PathBuf;

use egui::{Button, Context, DragValue, RichText, ScrollArea, Ui};

use crate::platform::program::web_folder;
use crate::viewer::commands::{Action, Command, SharedPage};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, folder_ui, prose_ui, radio_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text, grouped};
use edagari_draw::export::{APP_PAGE, MAX_PAGE_FRAMES};

/// Form for a page.
#[derive(Debug)]
struct ShareForm {
    /// Pending keyboard focus for the first field.
    focus: FirstFocus,
    is_app: bool,
    first: usize,
    last: usize,
    /// Page with the program, if it exists.
    program: Option<PathBuf>,
    file: String,
}

/// Creates the form.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let run = session.active_run();
    let last = run.last_frame();
    // From the current frame on, if the run has more frames than a figure can contain.
    let first = if last < MAX_PAGE_FRAMES { 0 } else { run.frame.min(last + 1 - MAX_PAGE_FRAMES) };
    Box::new(ShareForm {
        focus: FirstFocus::default(),
        is_app: false,
        first,
        last: last.min(first + MAX_PAGE_FRAMES - 1),
        program: web_folder(APP_PAGE).map(|folder| folder.join(APP_PAGE)),
        file: "edagari.html".to_owned(),
    })
}

impl Panel for ShareForm {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.focus = FirstFocus::wanted();
        true
    }

    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {}

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            small_ui(ui, language.text(Text::ShareAbout));
            ui.add_space(6.0);
            let name = run_name(session, session.active_run());
            radio_ui(ui, &mut self.is_app, false, &language.fill(Text::ShareFigure, &[("run", &name)]));
            if !self.is_app {
                self.frames_ui(ui, language, session.active_run().last_frame());
            }
            ui.add_space(6.0);
            ui.add_enabled_ui(self.program.is_some(), |ui| {
                radio_ui(ui, &mut self.is_app, true, language.text(Text::ShareApp));
            });
            small_ui(ui, language.text(if self.program.is_some() { Text::ShareAppAbout } else { Text::ShareNoApp }));
            ui.add_space(6.0);
            let field = self.focus.file_field_ui(ui, &mut self.file);
            set_name(ui, field.id, language.text(Text::FileName));
            folder_ui(ui, &self.file, language);
            let is_ready = !self.file.trim().is_empty() && (self.is_app || self.count() <= MAX_PAGE_FRAMES);
            if ui.add_enabled(is_ready, Button::new(language.text(Text::Save))).clicked() {
                let page = match &self.program {
                    Some(program) if self.is_app => SharedPage::App(program.clone()),
                    _ => SharedPage::Figure(self.first..=self.last),
                };
                commands.push(Command::SharePage { page, path: PathBuf::from(self.file.trim()) });
                commands.push(Command::ClosePanel(Action::Share));
            }
        });
    }
}

impl ShareForm {
    const fn count(&self) -> usize {
        self.last - self.first + 1
    }

    /// Draws the fields for the range of frames of a figure.
    fn frames_ui(&mut self, ui: &mut Ui, language: Language, last_frame: usize) {
        self.first = self.first.min(last_frame);
        self.last = self.last.clamp(self.first, last_frame);
        ui.horizontal_wrapped(|ui| {
            let field = ui
                .add(DragValue::new(&mut self.first).range(0..=last_frame).prefix(prefix(language, Text::FirstFrame)));
            set_name(ui, field.id, language.text(Text::FirstFrame));
            let range = self.first..=last_frame;
            let field = ui.add(DragValue::new(&mut self.last).range(range).prefix(prefix(language, Text::LastFrame)));
            set_name(ui, field.id, language.text(Text::LastFrame));
        });
        self.last = self.last.max(self.first);
        let [count, most] = [self.count(), MAX_PAGE_FRAMES].map(|count| grouped(count as u64));
        let text = if self.count() <= MAX_PAGE_FRAMES { Text::ShareFrames } else { Text::ShareTooManyFrames };
        small_ui(ui, &language.fill(text, &[("count", &count), ("most", &most)]));
    }
}

fn prefix(language: Language, text: Text) -> String {
    format!("{} ", language.text(text))
}

fn small_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    prose_ui(ui, RichText::new(text).size(SECONDARY).color(color));
}
