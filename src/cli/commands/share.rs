//! `edagari share`: writes runs as a web page that needs no network.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::CliError;
#[cfg(feature = "viewer")]
use crate::cli::arguments::begin_args::first_view;
use crate::cli::arguments::begin_args::{BeginArgs, web_folder};
use crate::cli::arguments::parse::{languages, parse_frame_range};
use crate::cli::arguments::recording::TraceArgs;
use crate::cli::commands::frame::other_run;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::with_progress;
use edagari_core::analysis::run_title;
use edagari_core::language::{Language, grouped};
use edagari_core::trace::file::{Target, open_trace};
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};
use edagari_draw::export::{
    APP_PAGE, AppPage, FigurePage, MAX_PAGE_FRAMES, PAIR_SIZE, PICTURE_SIZE, save_app_page, save_figure_page,
    save_figure_pair_page,
};
use edagari_teach::note::{Notes, notes_beside};

const AFTER_HELP: &str = "\
Examples:
  edagari share textbook --search alpha-beta -o cuts.html
  edagari share tic-tac-toe --search alpha-beta --frames 0..999 -o first-moves.html
  edagari share game.edagari --frames 120..400 -o why.html
  edagari share textbook --search minimax --beside alpha-beta -o two.html
  edagari share minimax.edagari alpha-beta.edagari -o both.html     the program, with both runs in it
  edagari view both.html                       opens the traces of a page

Exit codes:
  0  done
  2  bad usage or input, such as more than 5,000 frames in a figure; or the file cannot be written";

/// The arguments of `edagari share`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ShareArgs {
    #[command(flatten)]
    of: TraceArgs,

    /// Kind of the page [default: a figure of up to 5,000 frames; the program for more frames or several runs]
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<PageKind>,

    /// Trace files of further runs, which the program shows side by side
    #[arg(value_name = "RUN")]
    others: Vec<PathBuf>,

    /// The program for browsers: a folder built by .ci/web, or one-file.html in that folder [default: web beside edagari or in the folder
    /// above it, then target/web]
    #[arg(long, value_name = "PATH")]
    web: Option<PathBuf>,

    #[command(flatten)]
    begin: BeginArgs,

    /// First and last frame of a figure [default: all frames]
    #[arg(long, value_name = "A..B", value_parser = parse_frame_range)]
    frames: Option<(u64, u64)>,

    /// Second run of a figure, shown to the right at the corresponding frame: a trace file, the name of a search of the same game, or
    /// the arguments of a run in quotes, such as "tic-tac-toe --search pvs"
    #[arg(long, value_name = "OTHER")]
    beside: Option<String>,

    /// Initial language of a figure [default: that of the browser]
    #[arg(long, value_name = "NAME", value_parser = languages())]
    language: Option<Language>,

    /// Page to write: .html
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Replace the file even if it is read-only
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PageKind {
    /// An animated figure
    Figure,
    /// The whole program, with the runs in it
    App,
}

impl ShareArgs {
    /// Records or opens the runs and writes the page.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let of_figure = [
            ("--frames", self.frames.is_some()),
            ("--language", self.language.is_some()),
            ("--beside", self.beside.is_some()),
        ];
        let of_figure = of_figure.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option);
        let of_app = [("a second run", !self.others.is_empty()), ("--web", self.web.is_some())];
        let of_app = of_app.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option.to_owned());
        let of_app = of_app.or_else(|| self.begin.words().next().map(|(option, _)| format!("--{option}")));
        let belongs = |option: &str, kind| {
            Err(CliError::Usage(format!("{option} belongs to another kind of page, expected it only with --as {kind}")))
        };
        match (self.kind, of_figure, &of_app) {
            (Some(PageKind::App) | None, Some(figure), Some(_)) | (Some(PageKind::App), Some(figure), None) => {
                return belongs(figure, "figure");
            }
            (Some(PageKind::Figure), _, Some(app)) => return belongs(app, "app"),
            _ => {}
        }
        #[cfg(feature = "viewer")]
        first_view(self.begin.words())?;
        let trace = self.of.trace()?;
        let has_room = self.frames.is_some() || trace.frame_count() <= MAX_PAGE_FRAMES;
        let is_figure = has_room && of_app.is_none();
        let kind = self.kind.unwrap_or(if is_figure { PageKind::Figure } else { PageKind::App });
        match kind {
            PageKind::Figure => self.write_figure(&trace),
            PageKind::App => self.write_app(&trace),
        }
    }

    fn write_figure(&self, trace: &Trace) -> Result<(), CliError> {
        let frames = match self.frames {
            Some((first, last)) => {
                let [first, last] = [first, last].map(|frame| usize::try_from(frame).unwrap_or(usize::MAX));
                first..=last
            }
            None => 0..=usize::MAX,
        };
        let size = if self.beside.is_some() { PAIR_SIZE } else { PICTURE_SIZE };
        let figure = FigurePage { frames, language: self.language, size };
        let other = self.beside.as_deref().map(|other| other_run(trace, other, self.of.memory_limit())).transpose()?;
        let progress = Progress::default();
        let tell = || format!("drawn: {} frames", grouped(progress.done()));
        let save = || match &other {
            Some(other) => save_figure_pair_page([trace, other], &figure, self.target(), &progress),
            None => save_figure_page(trace, &figure, self.target(), &progress),
        };
        Ok(with_progress(&tell, || interruptible(&progress, save))?)
    }

    fn write_app(&self, trace: &Trace) -> Result<(), CliError> {
        let program = self.program(trace.frame_count())?;
        let progress = Progress::default();
        let mut others = Vec::new();
        for file in &self.others {
            others.push(interruptible(&progress, || open_trace(file, DEFAULT_MEMORY_LIMIT, &progress))?);
        }
        let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let own = self.of.file();
        let first = own.map_or_else(|| run_title(trace, Language::English), name);
        let beside = self.others.iter().map(|file| name(file)).zip(&others);
        let notes = own.map(notes_beside).filter(|notes| notes.is_file());
        let notes = notes.map(|notes| Notes::read(&notes)).transpose()?;
        let page = AppPage {
            runs: std::iter::once((first, trace)).chain(beside).collect(),
            notes: notes.as_ref(),
            begin: self.begin.words().map(|(word, value)| (word.to_owned(), value.to_owned())).collect(),
        };
        let tell = || format!("written: {} nodes", grouped(progress.visits()));
        Ok(with_progress(&tell, || {
            interruptible(&progress, || save_app_page(&page, &program, self.target(), &progress))
        })?)
    }

    fn target(&self) -> Target<'_> {
        Target { path: &self.output, forced: self.force }
    }

    /// Returns the path of the page with the program.
    fn program(&self, frames: usize) -> Result<PathBuf, CliError> {
        let found = || {
            let most = grouped(MAX_PAGE_FRAMES as u64);
            let frames = grouped(frames as u64);
            web_folder(APP_PAGE, &format!("--as app, several runs or more than {most} frames (here {frames})"))
        };
        let place = self.web.clone().map_or_else(found, Ok)?;
        Ok(if place.is_dir() { place.join(APP_PAGE) } else { place })
    }
}
