//! Saving of a picture of a run, or of an animation over some of its frames. Reads the active run and its view; pushes
//! `SavePicture`, and `Tell` with the result.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ComboBox, Context, DragValue, Label, RichText, ScrollArea, Ui};

use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{FirstFocus, check_ui, folder_ui, progress_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Run, Session, Work};
use edagari_core::language::{Language, Message, Text};
use edagari_draw::export::{Animation, DEFAULT_FPS, ExportError, PICTURE_SIZE, Picture, save_animation};
use edagari_draw::scene::{Ground, Style, focus_at};

/// Form for a picture or an animation.
#[derive(Debug)]
struct PictureForm {
    /// Pending keyboard focus for the first field.
    focus: FirstFocus,
    file: String,
    style: Style,
    first: usize,
    last: usize,
    /// The last suggestion: fields that still have its values follow the frame.
    suggested: Suggested,
    every: usize,
    delay: u16,
    /// Whether to save three pictures: before, during and after the frame.
    before_after: bool,
    /// Whether the animation shows motion between frames.
    moves: bool,
    drawing: Option<Drawing>,
    /// Error of the last animation.
    problem: Option<String>,
}

/// An animation that is being drawn.
#[derive(Debug)]
struct Drawing {
    work: Work<Result<PathBuf, ExportError>>,
}

/// Number of frames in the suggested range of an animation.
const SUGGESTED: usize = 40;

/// The suggested file name, and the suggested range of frames, for a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Suggested {
    file: String,
    first: usize,
    last: usize,
}

impl Suggested {
    fn of(run: &Run) -> Self {
        Self {
            file: format!("edagari-frame-{}", run.frame),
            first: run.frame,
            last: (run.frame + SUGGESTED).min(run.last_frame()),
        }
    }
}

/// Creates the form with a suggested file name, and a range of frames from the current one.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let suggested = Suggested::of(session.active_run());
    Box::new(PictureForm {
        focus: FirstFocus::default(),
        file: suggested.file.clone(),
        style: Style::Screen,
        first: suggested.first,
        last: suggested.last,
        suggested,
        every: 1,
        delay: 500,
        before_after: false,
        moves: session.settings.motion,
        drawing: None,
        problem: None,
    })
}

/// Returns the parameters of a picture of a run, as its tree is currently shown.
pub(crate) fn picture(session: &Session, run: &Run, dark: bool, style: Style) -> Picture {
    let settings = &session.settings;
    Picture {
        frame: run.frame,
        center: Some(run.center.clone()),
        opened: run.opened.clone(),
        levels: None,
        size: PICTURE_SIZE,
        orientation: session.orientation(),
        ground: if dark { Ground::Dark } else { Ground::Light },
        style,
        group_pruned: settings.group_pruned,
        passes_apart: settings.passes_apart,
        color_by: settings.color_by.clone(),
        best_line: settings.best_line,
        scale: None,
        language: settings.language,
    }
}

/// Returns the fixed centre of several pictures: the one that the user chose; `None` if each
/// picture is centred at the focus of its own frame.
pub(crate) fn lasting_center(session: &Session, run: &Run) -> Option<Vec<u32>> {
    let follows = session.settings.follow && run.center == focus_at(&run.trace, run.frame);
    (!follows).then(|| run.center.clone())
}

const fn style_text(style: Style) -> Text {
    match style {
        Style::Screen => Text::StyleScreen,
        Style::Print => Text::StylePrint,
        Style::Projector => Text::StyleProjector,
    }
}

impl Panel for PictureForm {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.focus = FirstFocus::wanted();
        true
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        let Some(result) = self.drawing.as_ref().and_then(|drawing| drawing.work.poll()) else { return };
        self.drawing = None;
        commands.push(match result {
            Ok(path) => {
                let path = std::path::absolute(&path).unwrap_or(path);
                let text = session.settings.language.fill(Text::SavedAs, &[("file", &path.display().to_string())]);
                Command::TellSaved { text, path }
            }
            Err(error) => Command::Tell(Message::from(error).sentence(session.settings.language)),
        });
        commands.push(Command::ClosePanel(Action::SavePicture));
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            if let Some(drawing) = &self.drawing {
                if drawing.ui(ui, session.settings.language) {
                    self.drawing = None;
                }
            } else {
                self.form_ui(ui, session, commands);
            }
        });
    }
}

impl Drawing {
    /// Draws the progress; returns whether to cancel.
    fn ui(&self, ui: &mut Ui, language: Language) -> bool {
        let (done, all) = (self.work.progress().done(), self.work.progress().total());
        let text = match all {
            Some(all) => language.fill(Text::PicturesDrawn, &[("done", &done.to_string()), ("all", &all.to_string())]),
            // The changes between frames must be computed first.
            None => language.text(Text::PicturesCounted).to_owned(),
        };
        progress_ui(ui, self.work.progress().share().unwrap_or(0.0), Some(text), language)
    }
}

impl PictureForm {
    /// Replaces the fields that the user has not changed by the suggestion for the current frame.
    fn follow(&mut self, run: &Run) {
        let next = Suggested::of(run);
        if self.file == self.suggested.file {
            self.file.clone_from(&next.file);
        }
        if (self.first, self.last) == (self.suggested.first, self.suggested.last) {
            (self.first, self.last) = (next.first, next.last);
        }
        self.suggested = next;
    }

    fn path(&self, ending: &str) -> PathBuf {
        PathBuf::from(format!("{}.{ending}", self.file.trim()))
    }

    fn form_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        self.follow(run);
        let color = Palette::of(ui).secondary;
        ui.add(Label::new(run_name(session, run)).truncate());
        ui.add(Label::new(RichText::new(language.text(Text::PictureAbout)).size(SECONDARY).color(color)).wrap());
        ui.add_space(4.0);
        ui.label(language.text(Text::SaveAs));
        let field = self.focus.file_field_ui(ui, &mut self.file);
        set_name(ui, field.id, language.text(Text::SaveAs));
        folder_ui(ui, &self.file, language);
        ui.add_space(4.0);
        self.style_ui(ui, language);
        ui.add_enabled_ui(run.frame > 0, |ui| {
            check_ui(ui, &mut self.before_after, language.text(Text::BeforeAfter))
                .on_disabled_hover_text(language.text(Text::NothingBefore));
        });
        let before_after = self.before_after && run.frame > 0;
        ui.horizontal(|ui| {
            for (ending, name) in [("png", "PNG"), ("svg", "SVG"), ("pdf", "PDF"), ("tex", "TikZ")] {
                if ui.button(name).clicked() {
                    let (run, style, path) = (run.id, self.style, self.path(ending));
                    commands.push(Command::SavePicture { run, style, before_after, path });
                    commands.push(Command::ClosePanel(Action::SavePicture));
                }
            }
        });
        ui.separator();
        ui.label(RichText::new(language.text(Text::AnimationAbout)).size(SECONDARY).color(color));
        self.frames_ui(ui, language, run.last_frame());
        ui.horizontal(|ui| {
            for (ending, name) in [("gif", "GIF"), ("apng", "APNG")] {
                if ui.button(name).clicked() {
                    let dark = ui.visuals().dark_mode;
                    self.animate(session, run, dark, self.path(ending));
                }
            }
        });
        if let Some(problem) = &self.problem {
            ui.add(Label::new(problem).wrap());
        }
        ui.separator();
        if ui.button(language.text(Text::Close)).clicked() {
            commands.push(Command::ClosePanel(Action::SavePicture));
        }
    }

    fn style_ui(&mut self, ui: &mut Ui, language: Language) {
        ui.horizontal(|ui| {
            ui.label(language.text(Text::Style));
            let width = (ui.available_width() - 8.0).min(240.0);
            let chosen = ComboBox::from_id_salt("style").selected_text(language.text(style_text(self.style)));
            let response = chosen.width(width).truncate().show_ui(ui, |ui| {
                for style in Style::ALL {
                    ui.selectable_value(&mut self.style, style, language.text(style_text(style)));
                }
            });
            set_name(ui, response.response.id, language.text(Text::Style));
        });
    }

    /// Draws the fields for the frames of an animation and their duration.
    fn frames_ui(&mut self, ui: &mut Ui, language: Language, last_frame: usize) {
        let number = |ui: &mut Ui, name: Text, field: DragValue<'_>| {
            ui.label(language.text(name));
            let response = ui.add(field);
            set_name(ui, response.id, language.text(name));
        };
        ui.horizontal_wrapped(|ui| {
            number(ui, Text::FirstFrame, DragValue::new(&mut self.first).range(0..=last_frame));
            let range = self.first..=last_frame.max(self.first);
            number(ui, Text::LastFrame, DragValue::new(&mut self.last).range(range));
            let shown = |count: f64| language.fill(Text::EveryCount, &[("count", &language.number(count as u64))]);
            let typed = |text: &str| text.replace(|letter: char| !letter.is_ascii_digit(), "").parse().ok();
            let field = DragValue::new(&mut self.every).range(1..=100_000);
            number(ui, Text::EveryFrame, field.custom_formatter(|count, _| shown(count)).custom_parser(typed));
        });
        ui.horizontal(|ui| {
            let field = DragValue::new(&mut self.delay).range(10..=60_000).suffix(" ms").speed(10);
            number(ui, Text::FrameDelay, field);
        });
        check_ui(ui, &mut self.moves, language.text(Text::WithMotion));
    }

    /// Starts drawing an animation.
    fn animate(&mut self, session: &Session, run: &Run, dark: bool, path: PathBuf) {
        let frames = self.first..=self.last.max(self.first);
        let animation =
            Animation { frames, every: self.every, delay: self.delay, fps: self.moves.then_some(DEFAULT_FPS) };
        let picture = Picture { center: lasting_center(session, run), ..picture(session, run, dark, self.style) };
        let trace = Arc::clone(&run.trace);
        let work = Work::start("animation", session.wake(), move |progress| {
            save_animation(&trace, &picture, &animation, &path, progress).map(|()| path)
        });
        match work {
            Ok(work) => self.drawing = Some(Drawing { work }),
            Err(error) => self.problem = Some(Message::from(error).sentence(session.settings.language)),
        }
    }
}
