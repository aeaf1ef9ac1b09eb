//! Job: writes files that may take long, such as pictures, animations, traces and web pages.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::language::Message;
use edagari_core::platform::replacing;
use edagari_core::trace::file::{Target, save_trace};
use edagari_core::trace::parcel::Column;
use edagari_core::trace::{Progress, Trace};
use edagari_draw::export::{
    Animation, AppPage, FigurePage, LaterFont, Picture, Sheets, save_animation, save_app_page, save_before_after,
    save_exercises, save_figure_page, save_picture,
};
use edagari_teach::exercise::ExerciseSet;
use edagari_teach::note::Notes;

/// Writes a file about one or more runs.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Save {
    pub(crate) what: Saved,
    pub(crate) path: PathBuf,
}

/// Contents of the file.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) enum Saved {
    /// A run, in the format of the file's extension.
    Trace,
    Picture(Box<Picture>),
    /// Three pictures: before, during and after a frame.
    BeforeAfter(Box<Picture>),
    Animation(Box<Picture>, Animation),
    /// A web page with the frames of a run.
    Figure(RangeInclusive<usize>),
    /// Exercises, in the format of the file's extension.
    Exercises(Arc<ExerciseSet>, Sheets),
    /// A web page with the program (a copy of the page at `program`) and all runs, each with its name.
    App {
        program: PathBuf,
        names: Vec<String>,
        /// Text of the notes file about the first run.
        notes: Option<String>,
        /// Words of the first view, as name and value.
        begin: Vec<(String, String)>,
    },
}

impl Save {
    fn write(&self, traces: &[Arc<Trace>], progress: &Progress) -> Result<(), Message> {
        let path: &Path = &self.path;
        let written = match &self.what {
            Saved::Trace => {
                return save_trace(one_trace(traces)?, path, progress).map_err(Message::from);
            }
            Saved::Picture(picture) => save_picture(one_trace(traces)?, picture, path, progress),
            Saved::BeforeAfter(picture) => save_before_after(one_trace(traces)?, picture, path, progress),
            Saved::Animation(picture, animation) => {
                save_animation(one_trace(traces)?, picture, animation, path, progress)
            }
            Saved::Figure(frames) => {
                let figure = FigurePage { frames: frames.clone(), ..FigurePage::default() };
                save_figure_page(one_trace(traces)?, &figure, path, progress)
            }
            Saved::Exercises(set, sheets) => {
                let target = Target { path, forced: false };
                save_exercises(&set.exercises, sheets, target, progress).map(|_| ())
            }
            Saved::App { program, names, notes, begin } => {
                let runs = names.iter().cloned().zip(traces.iter().map(|trace| &**trace)).collect();
                let notes = notes.as_deref().map(Notes::parse).transpose()?;
                let page = AppPage { runs, notes: notes.as_ref(), begin: begin.clone() };
                save_app_page(&page, program, path, progress)
            }
        };
        written.map_err(Message::from)
    }
}

impl Job for Save {
    /// Written files that the page has to offer as downloads, each with its name; empty where files are written in place.
    type News = Result<Vec<(String, Column<u8>)>, Message>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        self.write(traces, progress)?;
        Ok(replacing::take_written().into_iter().map(|(name, bytes)| (name, Column(bytes))).collect())
    }

    fn files(&self) -> Vec<PathBuf> {
        match &self.what {
            Saved::App { program, .. } => vec![program.clone()],
            _ => Vec::new(),
        }
    }

    fn fonts(&self) -> &'static [LaterFont] {
        match self.what {
            Saved::Trace => &[],
            _ => &[LaterFont::Japanese],
        }
    }

    fn is_short(&self, _: &[Arc<Trace>]) -> bool {
        false
    }
}
