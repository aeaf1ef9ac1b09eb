//! `edagari serve`: serves the window to a browser, on another machine or on this one without a display.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{io, thread};

use clap::Args;

use crate::cli::CliError;
use crate::cli::arguments::begin_args::{BeginArgs, web_folder};
use crate::cli::arguments::parse::parse_unsigned;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, remark};
use crate::server::{GrowingStream, Site, listener, serve};
use edagari_core::trace::file::{FileError, NamedFileError, is_trace_name};
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress};

const AFTER_HELP: &str = "\
Examples:
  edagari serve game.edagari
  edagari serve minimax.edagari alpha-beta.edagari --port 8123      side by side
  my-engine --log | edagari serve -                                 follow a search while it runs
  edagari serve traces/                                             a list of the traces in a folder
  edagari serve game.edagari --log                                  with a line on stderr for each answer

Prints a link for a browser on this machine. Over SSH, forward the port first: ssh -L 8123:127.0.0.1:8123 HOST.
Access requires the link. Ctrl-C ends the server.

Exit codes:
  2  bad usage or input, or a port that is taken
130  ended with Ctrl-C";

/// The arguments of `edagari serve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ServeArgs {
    /// Trace files to show side by side; a folder offers its traces as a list; - reads a stream from standard input, which the page follows
    #[arg(value_name = "FILE", num_args = 0..)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    begin: BeginArgs,

    /// Port at the loopback address; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_unsigned::<u16>)]
    port: u16,

    /// Folder built by .ci/web [default: web beside edagari or in the folder above it, then target/web]
    #[arg(long, value_name = "PATH")]
    web: Option<PathBuf>,

    /// Log each response on stderr: the requested address, the status and the number of bytes
    #[arg(long)]
    log: bool,

    /// Allow the pages of ORIGIN (a scheme, a host and perhaps a port) to show the window in a frame; the server never accepts changes, in a frame or elsewhere
    #[arg(long, value_name = "ORIGIN", value_parser = parse_origin)]
    read_only_frame_ancestors: Option<String>,
}

/// Parses the origin of a page: a scheme, a host and perhaps a port.
fn parse_origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let is_of_host = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
    let is_origin = host.is_some_and(|host| !host.is_empty() && host.chars().all(is_of_host));
    let expected =
        || "expected http:// or https://, a host and perhaps a port, such as http://localhost:8888".to_owned();
    is_origin.then(|| text.to_owned()).ok_or_else(expected)
}

/// Returns the traces in a folder, by name.
fn traces_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let is_trace = |path: &PathBuf| path.is_file() && is_trace_name(&path.to_string_lossy());
    let mut traces: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(is_trace).collect();
    traces.sort();
    Ok(traces)
}

impl ServeArgs {
    /// Serves browsers until Ctrl-C.
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        #[cfg(feature = "viewer")]
        crate::cli::arguments::begin_args::first_view(self.begin.words())?;
        let (streams, files): (Vec<_>, Vec<_>) = self.files.into_iter().partition(|file| file.as_os_str() == "-");
        let unreadable = |path: &Path, error: io::Error| {
            CliError::from(NamedFileError { path: path.to_owned(), error: FileError::Unreadable(error) })
        };
        let folders = files.iter().filter(|file| file.is_dir()).count();
        if folders > 0 && (files.len() > 1 || !streams.is_empty()) {
            return Err(CliError::Usage(format!(
                "{}: expected one folder alone, or files",
                files.iter().find(|file| file.is_dir()).map(|file| file.display().to_string()).unwrap_or_default()
            )));
        }
        let is_list = folders > 0;
        let files = match files.first().filter(|_| is_list) {
            Some(folder) => {
                let traces = traces_in(folder).map_err(|error| unreadable(folder, error))?;
                if traces.is_empty() {
                    return Err(CliError::Usage(format!(
                        "{}: there is no trace in the folder, expected files that end in .edagari, .jsonl, .jsonl.zst or .ron",
                        folder.display()
                    )));
                }
                traces
            }
            None => files,
        };
        for file in &files {
            std::fs::File::open(file).map_err(|error| unreadable(file, error))?;
        }
        let web = self.web.map_or_else(|| web_folder("index.html", "a window in a browser"), Ok)?;
        let stream = (!streams.is_empty()).then(Arc::<GrowingStream>::default);
        let mut token = [0; 16];
        getrandom::fill(&mut token)
            .map_err(|error| CliError::Serving(format!("there are no random numbers ({error})")))?;
        let site =
            Site::new(&web, files, stream.clone(), token).map_err(|error| CliError::Serving(error.to_string()))?;
        let site = if is_list { site.listing() } else { site };
        let site = site.in_frames_of(self.read_only_frame_ancestors).logging(self.log.then_some(remark as fn(&str)));
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
        interruptible(&progress, || serve(&listener, &site, || progress.is_cancelled()));
        Err(CliError::ServerEnded)
    }
}
