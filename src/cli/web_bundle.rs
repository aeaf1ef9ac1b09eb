//! The program for browsers, which `.ci/web` builds.

use std::path::{Path, PathBuf};

use super::CliError;

/// The folder of the program for browsers: beside this program, in the folder above it, or where it is built. `wanted_for` says what needs it.
///
/// # Errors
/// One sentence that says how to come by it.
pub(super) fn web_folder(page: &str, wanted_for: &str) -> Result<PathBuf, CliError> {
    let own = std::env::current_exe().ok();
    let folders = own.iter().flat_map(|own| own.ancestors().skip(1).take(2)).map(|folder| folder.join("web"));
    let built = Path::new("target").join("web");
    folders.chain([built]).find(|folder| folder.join(page).is_file()).ok_or_else(|| {
        CliError::Usage(format!(
            "the program for browsers is not beside this one, expected it for {wanted_for}: build it by .ci/web, or name its folder by --web"
        ))
    })
}
