//! The program for browsers, which `.ci/web` builds.

use std::path::PathBuf;

use crate::cli::CliError;
use crate::platform::program;

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
