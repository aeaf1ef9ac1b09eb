//! Saving the picture of a pane, or an animation over some of its frames.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use egui::{ComboBox, DragValue, ProgressBar, RichText, TextEdit, Ui};

use super::action::Command;
use super::app::Edagari;
use super::job::Job;
use super::theme::{Palette, SECONDARY};
use super::time_bar::set_name;
use crate::export::{Animation, ExportError, Picture, save_animation};
use crate::language::{Language, Text};
use crate::scene::Style;
use crate::trace::Trace;

/// Where the picture goes, while it is entered.
#[derive(Debug)]
pub(super) struct PictureForm {
    file: String,
    style: Style,
    first: usize,
    last: usize,
    every: usize,
    delay: u16,
    drawing: Option<Drawing>,
}

/// An animation that is being drawn.
#[derive(Debug)]
pub(super) struct Drawing {
    job: Job<Result<PathBuf, ExportError>>,
    /// Pictures that are done, and of how many.
    progress: Arc<[AtomicUsize; 2]>,
}

impl Drawing {
    /// Begins.
    pub(super) fn start(
        ctx: &egui::Context,
        trace: Arc<Trace>,
        picture: Picture,
        animation: Animation,
        path: PathBuf,
    ) -> std::io::Result<Self> {
        let progress = Arc::new([AtomicUsize::new(0), AtomicUsize::new(animation.shown().len())]);
        let shared = Arc::clone(&progress);
        let job = Job::start("animation", ctx, move |cancelled| {
            let goes_on = |done: usize, _: usize| {
                shared[0].store(done, Ordering::Relaxed);
                !cancelled.load(Ordering::Relaxed)
            };
            save_animation(&trace, &picture, &animation, &path, &goes_on).map(|()| path)
        })?;
        Ok(Self { job, progress })
    }
}

const fn style_text(style: Style) -> Text {
    match style {
        Style::Screen => Text::StyleScreen,
        Style::Print => Text::StylePrint,
        Style::Projector => Text::StyleProjector,
    }
}

/// The pause between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

impl PictureForm {
    /// A form that suggests a name, and the frames from the first to the one that is shown.
    pub(super) fn new(frame: usize, last: usize) -> Self {
        const SUGGESTED: usize = 40;
        let file = format!("edagari-frame-{frame}");
        let (first, last) = (frame, (frame + SUGGESTED).min(last));
        Self { file, style: Style::Screen, first, last, every: 1, delay: 500, drawing: None }
    }

    /// Shows that an animation is being drawn.
    pub(super) fn watch(&mut self, drawing: Drawing) {
        self.drawing = Some(drawing);
    }

    fn path(&self, ending: &str) -> PathBuf {
        Path::new(&format!("{}.{ending}", self.file.trim())).to_owned()
    }

    /// What is asked for.
    fn ui(&mut self, ui: &mut Ui, language: Language, pane: usize, last_frame: usize) -> Option<Command> {
        let color = Palette::of(ui).secondary;
        let mut asked = None;
        let about = RichText::new(language.text(Text::PictureAbout)).size(SECONDARY);
        ui.label(about.color(color));
        ui.add_space(4.0);
        ui.label(language.text(Text::SaveAs));
        let field = ui.add(TextEdit::singleline(&mut self.file).desired_width(340.0));
        set_name(ui, field.id, language.text(Text::SaveAs));
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.label(language.text(Text::Style));
            let chosen = ComboBox::from_id_salt("style").selected_text(language.text(style_text(self.style)));
            let response = chosen.show_ui(ui, |ui| {
                for style in Style::ALL {
                    ui.selectable_value(&mut self.style, style, language.text(style_text(style)));
                }
            });
            set_name(ui, response.response.id, language.text(Text::Style));
        });
        let style = self.style;
        ui.horizontal(|ui| {
            for (ending, name) in [("png", "PNG"), ("svg", "SVG"), ("tex", "TikZ")] {
                if ui.button(name).clicked() {
                    asked = Some(Command::SavePicture { pane, style, path: self.path(ending) });
                }
            }
        });
        ui.separator();
        ui.label(RichText::new(language.text(Text::AnimationAbout)).size(SECONDARY).color(color));
        ui.horizontal(|ui| {
            let number = |ui: &mut Ui, name: Text, value: &mut usize, range: std::ops::RangeInclusive<usize>| {
                ui.label(language.text(name));
                let response = ui.add(DragValue::new(value).range(range));
                set_name(ui, response.id, language.text(name));
            };
            number(ui, Text::FirstFrame, &mut self.first, 0..=last_frame);
            number(ui, Text::LastFrame, &mut self.last, self.first..=last_frame.max(self.first));
            number(ui, Text::EveryFrame, &mut self.every, 1..=100_000);
        });
        ui.horizontal(|ui| {
            ui.label(language.text(Text::FrameDelay));
            let response = ui.add(DragValue::new(&mut self.delay).range(10..=60_000).suffix(" ms").speed(10));
            set_name(ui, response.id, language.text(Text::FrameDelay));
            for (ending, name) in [("gif", "GIF"), ("apng", "APNG")] {
                if ui.button(name).clicked() {
                    let frames = self.first..=self.last.max(self.first);
                    let animation = Animation { frames, every: self.every, delay: self.delay };
                    let path = self.path(ending);
                    asked = Some(Command::SaveAnimation { pane, style, animation, path });
                }
            }
        });
        asked
    }
}

impl Edagari {
    pub(super) fn picture_form_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let pane = self.active;
        let last_frame = self.panes[pane].last_frame();
        let Some(form) = &mut self.picture_form else { return };
        let mut told = None;
        if let Some(result) = form.drawing.as_ref().and_then(|drawing| drawing.job.poll()) {
            form.drawing = None;
            told = Some(match result {
                Ok(path) => language.fill(Text::SavedAs, &[("file", &path.display().to_string())]),
                Err(error) => error.to_string(),
            });
        }
        let (mut is_open, mut is_done) = (true, told.is_some());
        egui::Window::new(language.text(Text::ActSavePicture))
            .id(egui::Id::unique("picture form"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(180.0, 140.0))
            .show(ui, |ui| {
                if let Some(drawing) = &form.drawing {
                    let [done, all] = drawing.progress.each_ref().map(|count| count.load(Ordering::Relaxed));
                    let counts = [("done", done.to_string()), ("all", all.to_string())];
                    let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                    let text = language.fill(Text::PicturesDrawn, &counts);
                    ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_width(340.0).text(text));
                    ui.request_repaint_after(TICK);
                    // Closing the form cancels what it draws.
                    is_done |= ui.button(language.text(Text::Cancel)).clicked();
                    return;
                }
                if let Some(command) = form.ui(ui, language, pane, last_frame) {
                    is_done |= matches!(command, Command::SavePicture { .. });
                    commands.push(command);
                }
                ui.separator();
                is_done |= ui.button(language.text(Text::Close)).clicked();
            });
        if !is_open || is_done {
            self.picture_form = None;
        }
        if told.is_some() {
            self.notice = told;
        }
    }
}
