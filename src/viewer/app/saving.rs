//! Saving files in the background.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::{Frame, Label, Margin, Panel, ProgressBar, Ui};

use crate::export::{
    AppPage, FigurePage, Picture, Sheets, before_after_paths, save_app_page, save_before_after, save_chart,
    save_exercises, save_figure_page, save_picture,
};
use crate::language::{Language, Text};
use crate::lesson::exercise::ExerciseSet;
use crate::platform::clock::Instant;
use crate::scene::Chart;
use crate::trace::Progress;
use crate::trace::file::{Target, replace_file, save_trace};
use crate::viewer::commands::{Command, SharedPage};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::set_name;
use crate::viewer::session::{Run, Session, Work, panic_text};

/// Saving shows no progress if it takes no longer.
const UNTOLD: Duration = Duration::from_millis(250);
const BAR_WIDTH: f32 = 240.0;

/// Files that are being written.
#[derive(Debug, Default)]
pub(super) struct Saving {
    files: Vec<Writing>,
}

#[derive(Debug)]
struct Writing {
    path: PathBuf,
    /// The file, as shown.
    told: String,
    since: Instant,
    work: Work<Result<(), String>>,
}

impl Saving {
    /// Draws a run's tree into a file.
    ///
    /// # Errors
    /// The system has no thread for it; so it is of the others.
    pub(super) fn picture(
        &mut self,
        session: &Session,
        run: &Run,
        picture: Picture,
        path: PathBuf,
    ) -> std::io::Result<()> {
        let trace = Arc::clone(&run.trace);
        self.begin(session, path, move |path, progress| save_picture(&trace, &picture, path, progress))
    }

    /// Draws what a frame did as three pictures.
    pub(super) fn before_after(
        &mut self,
        session: &Session,
        run: &Run,
        picture: Picture,
        path: PathBuf,
    ) -> std::io::Result<()> {
        let trace = Arc::clone(&run.trace);
        self.begin(session, path, move |path, progress| save_before_after(&trace, &picture, path, progress))?;
        if let Some(file) = self.files.last_mut() {
            let [first, .., last] = before_after_paths(&file.path).map(|path| path.display().to_string());
            file.told = format!("{first} … {last}");
        }
        Ok(())
    }

    /// Writes the trace of a run, in the format that the file's ending says.
    pub(super) fn trace(&mut self, session: &Session, run: &Run, path: PathBuf) -> std::io::Result<()> {
        let trace = Arc::clone(&run.trace);
        self.begin(session, path, move |path, progress| save_trace(&trace, path, progress))
    }

    /// Writes a web page.
    pub(super) fn page(&mut self, session: &Session, page: SharedPage, path: PathBuf) -> std::io::Result<()> {
        match page {
            SharedPage::Figure(frames) => {
                let trace = Arc::clone(&session.active_run().trace);
                let figure = FigurePage { frames, ..FigurePage::default() };
                self.begin(session, path, move |path, progress| save_figure_page(&trace, &figure, path, progress))
            }
            SharedPage::App(program) => {
                // The words of where it begins are about its first run.
                let active = std::iter::once(session.active_run());
                let others = session.runs.iter().filter(|run| run.id != session.active);
                let name = |run: &Run| {
                    let file = run.file.as_deref().and_then(Path::file_name);
                    file.map_or_else(|| run_name(session, run), |name| name.to_string_lossy().into_owned())
                };
                let runs: Vec<_> = active.chain(others).map(|run| (name(run), Arc::clone(&run.trace))).collect();
                let begin = session.words_to_here().into_iter().map(|(word, value)| (word.to_owned(), value)).collect();
                self.begin(session, path, move |path, progress| {
                    let runs = runs.iter().map(|(name, trace)| (name.clone(), &**trace)).collect();
                    save_app_page(&AppPage { runs, notes: None, begin }, &program, path, progress)
                })
            }
        }
    }

    /// Writes a text.
    pub(super) fn text(&mut self, session: &Session, text: String, path: PathBuf) -> std::io::Result<()> {
        self.begin(session, path, move |path, progress| {
            replace_file(path, progress, |file| file.write_all(text.as_bytes()))
        })
    }

    /// Writes a chart.
    pub(super) fn chart(&mut self, session: &Session, chart: Box<Chart>, path: PathBuf) -> std::io::Result<()> {
        self.begin(session, path, move |path, progress| save_chart(&chart, path, progress))
    }

    /// Writes a set of exercises.
    pub(super) fn exercises(
        &mut self,
        session: &Session,
        set: Arc<ExerciseSet>,
        sheets: Sheets,
        path: PathBuf,
    ) -> std::io::Result<()> {
        self.begin(session, path, move |path, progress| {
            let target = Target { path, forced: false };
            save_exercises(&set.exercises, &sheets, target, progress).map(|_| ())
        })
    }

    fn begin<E: std::fmt::Display>(
        &mut self,
        session: &Session,
        path: PathBuf,
        write: impl FnOnce(&Path, &Progress) -> Result<(), E> + Send + 'static,
    ) -> std::io::Result<()> {
        let file = path.clone();
        let work = Work::start("saving", session.wake(), move |progress| {
            write(&file, progress).map_err(|error| error.to_string())
        })?;
        let told = path.display().to_string();
        self.files.push(Writing { path, told, since: Instant::now(), work });
        Ok(())
    }

    /// Whether something is being written.
    pub(super) const fn is_under_way(&self) -> bool {
        !self.files.is_empty()
    }

    /// Gives up the writing of a file; an older one stays as it is.
    pub(super) fn cancel(&mut self, path: &Path) {
        self.files.retain(|file| file.path != path);
    }

    /// Waits until everything is written.
    pub(super) fn finish(&mut self) {
        for file in self.files.drain(..) {
            file.work.wait();
        }
    }

    /// Tells what has been saved.
    pub(super) fn advance(&mut self, language: Language, commands: &mut Vec<Command>) {
        self.files.retain(|file| {
            let Some(result) = file.work.poll_or_panic() else { return true };
            commands.push(Command::Tell(match result {
                Ok(Ok(())) => language.fill(Text::SavedAs, &[("file", &file.told)]),
                Ok(Err(message)) => message,
                Err(panic) => panic_text(&*panic),
            }));
            false
        });
    }

    /// The progress of the files, with a button for each that cancels it.
    pub(super) fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let told: Vec<&Writing> = self.files.iter().filter(|file| file.since.elapsed() > UNTOLD).collect();
        if told.is_empty() {
            return;
        }
        let frame = Frame::new().fill(Palette::of(ui).panel).inner_margin(Margin::symmetric(10, 3));
        Panel::bottom("saving").frame(frame).show(ui, |ui| {
            for file in told {
                file.ui(ui, language, commands);
            }
        });
    }
}

impl Writing {
    fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        ui.horizontal(|ui| {
            let cancel = ui.button(language.text(Text::Cancel));
            set_name(ui, cancel.id, &format!("{} {name}", language.text(Text::Cancel)));
            if cancel.clicked() {
                commands.push(Command::CancelSaving(self.path.clone()));
            }
            // What is one step does not know how far it is.
            match self.work.progress().share() {
                Some(share) => ui.add(ProgressBar::new(share).desired_width(BAR_WIDTH).show_percentage()),
                None => ui.spinner(),
            };
            ui.add(Label::new(language.fill(Text::SavingFile, &[("file", &name)])).truncate());
        });
    }
}
