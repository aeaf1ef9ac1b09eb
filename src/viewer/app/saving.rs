//! Saving of files in the background.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::{Label, ProgressBar, Ui};

use super::arrangement::Arrangement;
use crate::viewer::commands::{Command, SharedPage};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::widgets::set_name;
use crate::viewer::session::jobs::{Job, Save, Saved};
use crate::viewer::session::{FirstView, FoundFrames, Run, RunId, Session, Work, panic_text};
use edagari_core::language::{Language, Message, Text};
use edagari_core::platform::clock::Instant;
use edagari_core::platform::replacing::give_out;
use edagari_core::trace::file::replace_file;
use edagari_core::trace::parcel::Column;
use edagari_core::trace::{Progress, Trace};
use edagari_draw::export::{Picture, Sheets, before_after_paths, save_chart, save_frame_rows};
use edagari_draw::scene::Chart;
use edagari_teach::exercise::ExerciseSet;
use edagari_teach::note::Notes;

/// Delay before the progress of saving is shown.
const BEFORE_SHOWN: Duration = Duration::from_millis(250);
const BAR_WIDTH: f32 = 240.0;

/// Result of writing: files that the page offers as downloads, or an error message.
type Written = <Save as Job>::News;

/// Files that are being written.
#[derive(Debug, Default)]
pub(super) struct Saving {
    files: Vec<Writing>,
}

#[derive(Debug)]
struct Writing {
    path: PathBuf,
    /// Name of the file, as displayed.
    shown_path: String,
    since: Instant,
    work: Work<Written>,
}

impl Saving {
    /// Draws a run's tree into a file.
    ///
    /// # Errors
    /// The system cannot start a thread; the same holds for the other methods.
    pub(super) fn picture(
        &mut self,
        session: &Session,
        run: &Run,
        picture: Picture,
        path: PathBuf,
    ) -> std::io::Result<()> {
        self.begin(session, path, Saved::Picture(Box::new(picture)), vec![Arc::clone(&run.trace)])
    }

    /// Draws three pictures: before, during and after a frame.
    pub(super) fn before_after(
        &mut self,
        session: &Session,
        run: &Run,
        picture: Picture,
        path: PathBuf,
    ) -> std::io::Result<()> {
        self.begin(session, path, Saved::BeforeAfter(Box::new(picture)), vec![Arc::clone(&run.trace)])?;
        if let Some(file) = self.files.last_mut() {
            let [first, .., last] = before_after_paths(&absolute(&file.path)).map(|path| path.display().to_string());
            file.shown_path = format!("{first} … {last}");
        }
        Ok(())
    }

    /// Writes the trace of a run, in the format of the file's extension.
    pub(super) fn trace(&mut self, session: &Session, run: &Run, path: PathBuf) -> std::io::Result<()> {
        self.begin(session, path, Saved::Trace, vec![Arc::clone(&run.trace)])
    }

    /// Writes a web page.
    pub(super) fn page(
        &mut self,
        session: &Session,
        arrangement: &Arrangement,
        page: SharedPage,
        path: PathBuf,
    ) -> std::io::Result<()> {
        match page {
            SharedPage::Figure(frames) => {
                let trace = Arc::clone(&session.active_run().trace);
                self.begin(session, path, Saved::Figure(frames), vec![trace])
            }
            SharedPage::App(program) => {
                // The words of the first view refer to the first run of the page.
                let active = std::iter::once(session.active_run());
                let runs: Vec<&Run> =
                    active.chain(session.runs.iter().filter(|run| run.id != session.active)).collect();
                let name = |run: &&Run| {
                    let file = run.file.as_deref().and_then(Path::file_name);
                    file.map_or_else(|| run_name(session, run), |name| name.to_string_lossy().into_owned())
                };
                // The traces are in the page.
                let words = FirstView { active: None, ..session.view(false) }
                    .words()
                    .into_iter()
                    .map(|(word, value)| (word.to_owned(), value));
                let ids: Vec<RunId> = runs.iter().map(|run| run.id).collect();
                let lies = ("arrangement".to_owned(), arrangement.text_among(&ids));
                let notes = Some(&session.notebook.notes).filter(|notes| !notes.notes.is_empty());
                let what = Saved::App {
                    program,
                    names: runs.iter().map(name).collect(),
                    notes: notes.map(Notes::to_text),
                    begin: words.chain([lies]).collect(),
                };
                self.begin(session, path, what, runs.iter().map(|run| Arc::clone(&run.trace)).collect())
            }
        }
    }

    /// Writes a text file.
    pub(super) fn text(&mut self, session: &Session, text: String, path: PathBuf) -> std::io::Result<()> {
        self.write(session, path, move |path, progress| {
            let written = replace_file(path, progress, |file| file.write_all(text.as_bytes()));
            written.map_err(|error| {
                Message::from(Text::ErrorFileUnwritable).with("path", &path.display()).with_io("reason", &error)
            })
        })
    }

    /// Writes a chart.
    pub(super) fn chart(&mut self, session: &Session, chart: Box<Chart>, path: PathBuf) -> std::io::Result<()> {
        self.write(session, path, move |path, progress| save_chart(&chart, path, progress))
    }

    /// Writes found frames as rows.
    pub(super) fn found(&mut self, session: &Session, found: FoundFrames, path: PathBuf) -> std::io::Result<()> {
        self.write(session, path, move |path, progress| save_frame_rows(&found.trace, &found.frames, path, progress))
    }

    /// Writes a set of exercises.
    pub(super) fn exercises(
        &mut self,
        session: &Session,
        set: Arc<ExerciseSet>,
        sheets: Sheets,
        path: PathBuf,
    ) -> std::io::Result<()> {
        self.begin(session, path, Saved::Exercises(set, sheets), Vec::new())
    }

    /// Starts a job that may take long.
    fn begin(&mut self, session: &Session, path: PathBuf, what: Saved, traces: Vec<Arc<Trace>>) -> std::io::Result<()> {
        let work = Work::of(Save { what, path: path.clone() }, traces, session.wake())?;
        self.begun(path, work);
        Ok(())
    }

    /// Starts writing a file that takes no longer than a redraw.
    fn write<E: Into<Message>>(
        &mut self,
        session: &Session,
        path: PathBuf,
        write: impl FnOnce(&Path, &Progress) -> Result<(), E> + Send + 'static,
    ) -> std::io::Result<()> {
        let file = path.clone();
        let work = Work::start("saving", session.wake(), move |progress| {
            write(&file, progress).map(|()| Vec::new()).map_err(Into::into)
        })?;
        self.begun(path, work);
        Ok(())
    }

    fn begun(&mut self, path: PathBuf, work: Work<Written>) {
        let shown_path = absolute(&path).display().to_string();
        self.files.push(Writing { path, shown_path, since: Instant::now(), work });
    }

    /// Whether a file is being written.
    pub(super) const fn is_under_way(&self) -> bool {
        !self.files.is_empty()
    }

    /// Cancels the writing of a file; an existing file is unchanged.
    pub(super) fn cancel(&mut self, path: &Path) {
        self.files.retain(|file| file.path != path);
    }

    /// Waits until all files are written.
    pub(super) fn finish(&mut self) {
        for file in self.files.drain(..) {
            file.work.wait();
        }
    }

    /// Pushes messages about the files that have been saved.
    pub(super) fn advance(&mut self, language: Language, commands: &mut Vec<Command>) {
        self.files.retain(|file| {
            let Some(result) = file.work.poll_or_panic() else { return true };
            let given_out = result.map(|written| {
                let files: Vec<_> = written?.into_iter().map(|(name, Column(bytes))| (name, bytes)).collect();
                give_out(&files).map_err(Message::from)
            });
            commands.push(match given_out {
                Ok(Ok(())) => Command::TellSaved {
                    text: language.fill(Text::SavedAs, &[("file", &file.shown_path)]),
                    path: file.path.clone(),
                },
                Ok(Err(message)) => Command::Tell(message.sentence(language)),
                Err(panic) => Command::Tell(panic_text(&*panic)),
            });
            false
        });
    }

    /// Whether the progress of any file is shown.
    pub(super) fn is_shown(&self) -> bool {
        self.files.iter().any(Writing::is_shown)
    }

    /// Draws the progress of the files, each with a button that cancels it.
    pub(super) fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        for file in self.files.iter().filter(|file| file.is_shown()) {
            file.ui(ui, language, commands);
        }
    }
}

/// Returns the absolute path of a file.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl Writing {
    fn is_shown(&self) -> bool {
        self.since.elapsed() > BEFORE_SHOWN
    }

    fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        ui.horizontal(|ui| {
            let cancel = ui.button(language.text(Text::Cancel));
            set_name(ui, cancel.id, &format!("{} {name}", language.text(Text::Cancel)));
            if cancel.clicked() {
                commands.push(Command::CancelSaving(self.path.clone()));
            }
            // Work that consists of a single step has no completed share.
            match self.work.progress().share() {
                Some(share) => ui.add(ProgressBar::new(share).desired_width(BAR_WIDTH).show_percentage()),
                None => ui.spinner(),
            };
            ui.add(Label::new(language.fill(Text::SavingFile, &[("file", &name)])).truncate());
        });
    }
}
