//! Opening and saving, in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::app::Edagari;
use super::job::Job;
use super::picture_form::{Drawing, PictureForm};
use super::recording::Source;
use crate::export::{Animation, Picture, save_chart, save_picture};
use crate::language::Text;
use crate::scene::{Chart, Ground, Style};
use crate::trace::file::save_trace;

impl Edagari {
    /// The picture of a pane's tree as it is seen.
    fn picture(&self, ctx: &egui::Context, pane: usize, style: Style) -> Picture {
        let pane = &self.panes[pane];
        Picture {
            frame: pane.frame,
            center: pane.center.clone(),
            levels: self.settings.levels,
            orientation: self.settings.orientation,
            ground: if ctx.theme() == egui::Theme::Dark { Ground::Dark } else { Ground::Light },
            style,
            group_pruned: self.settings.group_pruned,
            best_line: self.settings.best_line,
            scale: None,
            language: self.settings.language,
        }
    }

    /// Draws a pane's tree in the background.
    pub(super) fn save_picture(&mut self, ctx: &egui::Context, pane: usize, style: Style, path: PathBuf) {
        let picture = self.picture(ctx, pane, style);
        let trace = Arc::clone(&self.panes[pane].trace);
        self.save(ctx, path, move |path| save_picture(&trace, &picture, path));
    }

    /// Draws a pane's tree at many frames in the background; the form shows how far that is.
    pub(super) fn save_animation(
        &mut self,
        ctx: &egui::Context,
        pane: usize,
        style: Style,
        animation: Animation,
        path: PathBuf,
    ) {
        let picture = self.picture(ctx, pane, style);
        let trace = Arc::clone(&self.panes[pane].trace);
        match Drawing::start(ctx, trace, picture, animation, path) {
            Ok(drawing) => {
                let last = self.panes[pane].last_frame();
                self.picture_form.get_or_insert_with(|| PictureForm::new(0, last)).watch(drawing);
            }
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    pub(super) fn open_picture_form(&mut self, frame: usize) {
        let last = self.panes[self.active].last_frame();
        self.picture_form = Some(PictureForm::new(frame, last));
    }

    pub(super) fn open_trace(&mut self, ctx: &egui::Context, pane: usize, path: PathBuf) {
        self.playing = false;
        self.activate(pane);
        let (source, origin) = if path.as_os_str() == "-" {
            (Source::StandardInput, self.settings.language.text(Text::StandardInput).to_owned())
        } else {
            self.settings.remember_file(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (Source::File(path), name)
        };
        self.panes[pane].open(source, origin, self.settings.memory_limit_mib, ctx);
    }

    pub(super) fn save_trace(&mut self, ctx: &egui::Context, pane: usize, path: PathBuf) {
        let trace = Arc::clone(&self.panes[pane].trace);
        self.settings.remember_file(&path);
        self.save(ctx, path, move |path| save_trace(&trace, path));
    }

    /// Writes a chart in the background.
    pub(super) fn save_chart(&mut self, ctx: &egui::Context, chart: Box<Chart>, path: PathBuf) {
        self.save(ctx, path, move |path| save_chart(&chart, path));
    }

    fn save<E: std::fmt::Display>(
        &mut self,
        ctx: &egui::Context,
        path: PathBuf,
        write: impl FnOnce(&Path) -> Result<(), E> + Send + 'static,
    ) {
        let work = move |_: &_| write(&path).map(|()| path).map_err(|error| error.to_string());
        match Job::start("saving", ctx, work) {
            Ok(job) => self.saving.push(job),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }
}
