//! `edagari completions` and `edagari manual`: files that a package installs with the program.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::cli::CliError;
use crate::cli::output::printing;

const COMPLETIONS_HELP: &str = "\
Examples:
  edagari completions bash > ~/.local/share/bash-completion/completions/edagari
  edagari completions zsh > ~/.zfunc/_edagari           with fpath+=~/.zfunc before compinit
  edagari completions fish > ~/.config/fish/completions/edagari.fish

Exit codes:
  0  done
  2  bad usage";

/// The arguments of `edagari completions`.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
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

const MANUAL_HELP: &str = "\
Examples:
  edagari manual ~/.local/share/man/man1                `man edagari`, `man edagari-record`

Exit codes:
  0  done
  2  bad usage, or a file cannot be written";

/// The arguments of `edagari manual`.
#[derive(Debug, Args)]
#[command(after_help = MANUAL_HELP)]
pub(in crate::cli) struct ManualArgs {
    /// Folder for the pages, one for the program and one for each command; existing pages are replaced
    folder: PathBuf,

    /// Date at the foot of the pages
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_date, default_value = "")]
    date: String,
}

fn parse_date(text: &str) -> Result<String, &'static str> {
    let is_date = text.is_empty() || text.split('-').map(str::len).eq([4, 2, 2]);
    let has_digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    (is_date && has_digits).then(|| text.to_owned()).ok_or("expected a date such as 2026-12-31")
}

impl ManualArgs {
    /// Writes the pages of `command`.
    pub(in crate::cli) fn run(self, command: clap::Command) -> Result<(), CliError> {
        let unwritable = |path: PathBuf| |error| CliError::Unwritable { path, error };
        fs::create_dir_all(&self.folder).map_err(unwritable(self.folder.clone()))?;
        for (name, text) in pages(command, &self.date).map_err(unwritable(self.folder.clone()))? {
            let path = self.folder.join(name);
            fs::write(&path, text).map_err(unwritable(path))?;
        }
        Ok(())
    }
}

/// Returns the names and texts of the pages of a command and its subcommands, with a date that may be empty.
fn pages(command: clap::Command, date: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    // The page of the help command would only describe how to get help.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    let mut waiting = vec![command];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
        let man = Man::new(command.clone());
        pages.push((man.get_filename(), page(&command, &man, date)?));
    }
    Ok(pages)
}

fn page(command: &clap::Command, man: &Man, date: &str) -> io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    // `Man::render_title` drops an empty date, so the version would take its place.
    let mut text = format!(".TH {name} 1 \"{date}\" \"edagari {}\"\n", env!("CARGO_PKG_VERSION")).into_bytes();
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    let after = command.get_after_long_help().or_else(|| command.get_after_help());
    sections(&mut roff, &after.map(ToString::to_string).unwrap_or_default());
    if name != "edagari" {
        roff.control("SH", ["SEE ALSO"]).text([roman("edagari(1)")]);
    }
    roff.to_writer(&mut text)?;
    Ok(text)
}

/// Adds the text after a command's help: each line that ends with a colon and is not indented is a heading, and the lines
/// below keep their line breaks.
fn sections(roff: &mut Roff, text: &str) {
    let mut is_open = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            Some(heading) => {
                if is_open {
                    roff.control("fi", []);
                }
                roff.control("SH", [heading.to_uppercase().as_str()]).control("nf", []);
                is_open = true;
            }
            None => {
                roff.text([roman(line)]);
            }
        }
    }
    if is_open {
        roff.control("fi", []);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn only_dates_are_accepted(text in "[0-9]{3,5}-[0-9]{1,3}-[0-9]{1,3}|\\PC*") {
            let parts: Vec<_> = text.split('-').collect();
            let is_date = matches!(parts[..], [year, month, day] if (year.len(), month.len(), day.len()) == (4, 2, 2))
                && text.chars().all(|letter| letter == '-' || letter.is_ascii_digit());
            prop_assert_eq!(parse_date(&text).is_ok(), is_date || text.is_empty());
        }
    }
}
