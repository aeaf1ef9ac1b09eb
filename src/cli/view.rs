//! `edagari view`: the window.

use super::CliError;

/// Opens the window and returns when it is closed.
#[cfg(feature = "viewer")]
pub(super) fn run() -> Result<(), CliError> {
    crate::viewer::run().map_err(|error| CliError::View(error.to_string()))
}

/// Says that there is none.
#[cfg(not(feature = "viewer"))]
pub(super) fn run() -> Result<(), CliError> {
    Err(CliError::View(
        "this program was built without the window, expected one built with the feature `viewer`; `edagari record`, \
         `edagari frame` and `edagari state` work without it"
            .to_owned(),
    ))
}
