//! Saving, beside the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::edagari::Edagari;
use crate::export::{save_chart as write_chart, save_picture as write_picture};
use crate::language::Text;
use crate::scene::{Chart, Style};
use crate::trace::file::save_trace as write_trace;
use crate::viewer::forms::picture_form::picture;
use crate::viewer::session::{RunId, Work};

/// Draws a run's tree into a file.
pub(super) fn save_picture(app: &mut Edagari, ctx: &egui::Context, run: RunId, style: Style, path: PathBuf) {
    let is_dark = ctx.theme() == egui::Theme::Dark;
    let Some(run) = app.session.run(run) else { return };
    let picture = picture(&app.session, run, is_dark, style);
    let trace = Arc::clone(&run.trace);
    save(app, path, move |path| write_picture(&trace, &picture, path));
}

/// Writes the trace of a run, in the format that the file's ending says.
pub(super) fn save_trace(app: &mut Edagari, run: RunId, path: PathBuf) {
    let Some(trace) = app.session.run(run).map(|run| Arc::clone(&run.trace)) else { return };
    app.session.settings.remember_file(&path);
    save(app, path, move |path| write_trace(&trace, path));
}

/// Writes a chart.
pub(super) fn save_chart(app: &mut Edagari, chart: Box<Chart>, path: PathBuf) {
    save(app, path, move |path| write_chart(&chart, path));
}

fn save<E: std::fmt::Display>(
    app: &mut Edagari,
    path: PathBuf,
    write: impl FnOnce(&Path) -> Result<(), E> + Send + 'static,
) {
    let work = move |_: &_| write(&path).map(|()| path).map_err(|error| error.to_string());
    match Work::start("saving", app.session.wake(), work) {
        Ok(work) => app.saving.push(work),
        Err(error) => app.session.notice = Some(error.to_string()),
    }
}

/// Says what has been saved.
pub(super) fn tell_of_saved_files(app: &mut Edagari) {
    let mut told = None;
    app.saving.retain(|work| {
        let result = work.poll_or_panic();
        let is_under_way = result.is_none();
        told = result.or(told.take());
        is_under_way
    });
    let Some(result) = told else { return };
    let language = app.session.settings.language;
    app.session.notice = Some(match result {
        Ok(Ok(path)) => language.fill(Text::SavedAs, &[("file", &path.display().to_string())]),
        Ok(Err(message)) => message,
        Err(panic) => crate::viewer::session::panic_text(&*panic),
    });
}
