//! `edagari completions`: prints the completions of a shell.

use clap::Args;
use clap_complete::{Shell, generate};

use crate::cli::CliError;
use crate::cli::output::printing;

const AFTER_HELP: &str = "\
Examples:
  edagari completions bash > ~/.local/share/bash-completion/completions/edagari
  edagari completions zsh > ~/.zfunc/_edagari           with fpath+=~/.zfunc before compinit
  edagari completions fish > ~/.config/fish/completions/edagari.fish

Exit codes:
  0  done
  2  bad usage";

/// The arguments of `edagari completions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct CompletionsArgs {
    /// Shell that reads the completions
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the completions of `command`.
    pub(in crate::cli) fn run(self, mut command: clap::Command) -> Result<(), CliError> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
        printing::print_bytes(&script)
    }
}
