//! Options for the initial view of a window, and the folder of the program for browsers.

use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::platform::program;

/// Options for the initial view of a window, the same as the parameters of a link to a page.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct BeginArgs {
    /// Record a run: a game, search=NAME and other options of edagari record, separated by commas, such as kalah,search=pvs,depth-limit=6
    #[arg(long, value_name = "SETUP")]
    run: Vec<String>,

    /// Number of the run to which --frame and --node belong, from 1; the runs of files come first
    #[arg(long, value_name = "N")]
    active: Option<String>,

    /// How the other runs follow the active run: frame, place or share
    #[arg(long, value_name = "HOW")]
    link: Option<String>,

    /// Start at frame N of the first run, from 0
    #[arg(long, value_name = "N")]
    frame: Option<String>,

    /// Center the node that these moves lead to
    #[arg(long, value_name = "MOVES")]
    node: Option<String>,

    /// Form of the tree: focus, whole or icicle
    #[arg(long, value_name = "FORM")]
    view: Option<String>,

    /// Search for the frames that match QUERY
    #[arg(long, value_name = "QUERY")]
    find: Option<String>,

    /// Frames in the strip: the first frame, and the frame after the last one
    #[arg(long, value_name = "A..B")]
    range: Option<String>,

    /// Arrangement of runs and panels, in the form found in a copied link
    #[arg(long, value_name = "TEXT")]
    arrangement: Option<String>,
}

impl BeginArgs {
    /// Names and values of the given options.
    pub(in crate::cli) fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        let words = [
            ("active", &self.active),
            ("link", &self.link),
            ("frame", &self.frame),
            ("node", &self.node),
            ("view", &self.view),
            ("find", &self.find),
            ("range", &self.range),
            ("arrangement", &self.arrangement),
        ];
        let runs = self.run.iter().map(|run| ("run", run.as_str()));
        runs.chain(words.into_iter().filter_map(|(word, value)| Some((word, value.as_deref()?))))
    }
}

/// Parses the initial view from option names and values.
///
/// # Errors
/// Returns a usage error with the wrong option, its value and the expected values.
#[cfg(feature = "viewer")]
pub(in crate::cli) fn first_view<'a>(
    words: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<crate::view_link::FirstView, crate::cli::CliError> {
    crate::view_link::FirstView::of_words(words)
        .map_err(|sentence| crate::cli::CliError::Usage(format!("--{sentence}")))
}

/// Returns the folder of the program for browsers that contains `file`. The error message names `wanted_for` as the purpose.
///
/// # Errors
/// Returns a usage error that describes how to build the folder or specify it.
pub(in crate::cli) fn web_folder(file: &str, wanted_for: &str) -> Result<PathBuf, CliError> {
    program::web_folder(file).ok_or_else(|| {
        CliError::Usage(format!(
            "the program for browsers is not beside this one, expected it for {wanted_for}: build it by .ci/web, or name its folder by --web"
        ))
    })
}
