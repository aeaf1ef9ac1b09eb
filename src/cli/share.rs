//! `edagari share`: a run as a web page that needs no network.

use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::interrupt::interruptible;
use super::output::telling;
use super::parse::parse_frame_range;
use super::recording::TraceArgs;
use crate::export::{FigurePage, save_figure_page};
use crate::language::{Language, grouped};
use crate::trace::Progress;
use crate::trace::file::Target;

const AFTER_HELP: &str = "\
Examples:
  edagari share textbook --search alpha-beta -o cuts.html
  edagari share tic-tac-toe --search alpha-beta --frames 0..999 -o first-moves.html
  edagari share game.edagari --frames 120..400 -o why.html
  edagari view cuts.html                       takes the trace out of a page again

Exit codes:
  0  done
  2  bad usage or input, such as more than 5,000 frames; or the file cannot be written";

/// The arguments of `edagari share`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct ShareArgs {
    #[command(flatten)]
    of: TraceArgs,

    /// The first frame and the last [default: all]
    #[arg(long, value_name = "A..B", value_parser = parse_frame_range)]
    frames: Option<(u64, u64)>,

    /// The language that the page begins in [default: that of the browser]
    #[arg(long, value_name = "NAME", value_enum)]
    language: Option<Language>,

    /// The page: .html
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Replace the file even if it is read-only
    #[arg(long)]
    force: bool,
}

impl ShareArgs {
    /// Writes the page.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let frames = match self.frames {
            Some((first, last)) => {
                let [first, last] = [first, last].map(|frame| usize::try_from(frame).unwrap_or(usize::MAX));
                first..=last
            }
            None => 0..=usize::MAX,
        };
        let figure = FigurePage { frames, language: self.language, ..FigurePage::default() };
        let target = Target { path: &self.output, forced: self.force };
        let progress = Progress::default();
        let tell = || format!("drawn: {} frames", grouped(progress.done()));
        Ok(telling(&tell, || interruptible(&progress, || save_figure_page(&trace, &figure, target, &progress)))?)
    }
}
