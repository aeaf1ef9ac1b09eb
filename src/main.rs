//! The `edagari` program: runs the command line and turns an error into one sentence and an exit code.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    edagari::cli::install_panic_hook();
    match edagari::cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr cannot be written, only the exit code reports the error.
            let _ = writeln!(std::io::stderr(), "edagari: {}", error.sentence());
            ExitCode::from(error.exit_code())
        }
    }
}
