//! Where a window begins, and where the program for browsers lies that shows it.

use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::platform::program;

/// The options that say where a window begins, the same as the words of a link to a page.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct BeginArgs {
    /// Begin at a frame of the first run, from 0
    #[arg(long, value_name = "N")]
    frame: Option<String>,

    /// Begin with the node in the centre to which these moves lead
    #[arg(long, value_name = "MOVES")]
    node: Option<String>,

    /// The form of the tree: focus, whole or icicle
    #[arg(long, value_name = "FORM")]
    view: Option<String>,

    /// Look for frames
    #[arg(long, value_name = "QUERY")]
    find: Option<String>,
}

impl BeginArgs {
    /// The options that were given, as words with their values.
    pub(in crate::cli) fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        let words = [("frame", &self.frame), ("node", &self.node), ("view", &self.view), ("find", &self.find)];
        words.into_iter().filter_map(|(word, value)| Some((word, value.as_deref()?)))
    }
}

/// The view that words describe.
///
/// # Errors
/// The option that is wrong, its value and what was expected.
#[cfg(feature = "viewer")]
pub(in crate::cli) fn first_view<'a>(
    words: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<crate::viewer::FirstView, crate::cli::CliError> {
    crate::viewer::FirstView::of_words(words).map_err(|sentence| crate::cli::CliError::Usage(format!("--{sentence}")))
}

/// The folder of the program for browsers that has this file. `wanted_for` says what needs it.
///
/// # Errors
/// One sentence that says how to come by it.
pub(in crate::cli) fn web_folder(file: &str, wanted_for: &str) -> Result<PathBuf, CliError> {
    program::web_folder(file).ok_or_else(|| {
        CliError::Usage(format!(
            "the program for browsers is not beside this one, expected it for {wanted_for}: build it by .ci/web, or name its folder by --web"
        ))
    })
}
