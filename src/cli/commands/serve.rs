//! `edagari serve`: serves the window to a browser, on another machine or on this one without a display.

use std::path::PathBuf;
use std::sync::Arc;
use std::{io, thread};

use clap::Args;

use crate::cli::CliError;
use crate::cli::arguments::begin_args::{BeginArgs, web_folder};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::print;
use crate::server::{GrowingStream, Site, listener, serve};
use edagari_core::trace::file::{FileError, NamedFileError};
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress};

const AFTER_HELP: &str = "\
Examples:
  edagari serve game.edagari
  edagari serve minimax.edagari alpha-beta.edagari --port 8123      side by side
  my-engine --log | edagari serve -                                 follow a search while it runs

Prints a link for a browser on this machine. Over SSH, forward the port first: ssh -L 8123:127.0.0.1:8123 HOST.
Access requires the link. Ctrl-C ends the server.

Exit codes:
  2  bad usage or input, or a port that is taken
130  ended with Ctrl-C";

/// The arguments of `edagari serve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ServeArgs {
    /// Trace files to show side by side; - reads a stream from standard input, which the page follows
    #[arg(value_name = "FILE", num_args = 0..)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    begin: BeginArgs,

    /// Port at the loopback address; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// Folder built by .ci/web [default: web beside edagari or in the folder above it, then target/web]
    #[arg(long, value_name = "PATH")]
    web: Option<PathBuf>,
}

impl ServeArgs {
    /// Serves browsers until Ctrl-C.
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        #[cfg(feature = "viewer")]
        crate::cli::arguments::begin_args::first_view(self.begin.words())?;
        let (streams, files): (Vec<_>, Vec<_>) = self.files.into_iter().partition(|file| file.as_os_str() == "-");
        for file in &files {
            std::fs::File::open(file)
                .map_err(|error| NamedFileError { path: file.clone(), error: FileError::Unreadable(error) })?;
        }
        let web = self.web.map_or_else(|| web_folder("index.html", "a window in a browser"), Ok)?;
        let stream = (!streams.is_empty()).then(Arc::<GrowingStream>::default);
        let mut token = [0; 16];
        getrandom::fill(&mut token)
            .map_err(|error| CliError::Serving(format!("there are no random numbers ({error})")))?;
        let site =
            Site::new(&web, files, stream.clone(), token).map_err(|error| CliError::Serving(error.to_string()))?;
        let cannot = |error: io::Error| {
            CliError::Serving(format!("port {}: {error}, expected a free port, or 0 for any", self.port))
        };
        let listener = listener(self.port).map_err(cannot)?;
        let port = listener.local_addr().map_err(cannot)?.port();
        if let Some(stream) = stream {
            let read = move || stream.read(io::stdin().lock(), DEFAULT_MEMORY_LIMIT as usize);
            // The thread blocks on the other program, so it is never joined.
            thread::Builder::new().name("stream".to_owned()).spawn(read).map_err(cannot)?;
        }
        print(&format!("http://127.0.0.1:{port}{}\n", site.link(self.begin.words())))?;
        let progress = Progress::default();
        let site = Arc::new(site);
        interruptible(&progress, || serve(&listener, &site, || progress.is_cancelled())).map_err(cannot)
    }
}
