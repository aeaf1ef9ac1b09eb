//! `edagari export`: the picture of a run's tree at a frame, or what it did as rows.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CliError;
use super::frame::{language_parser, parse_frame};
use super::recording::{checked_frame, recorded};
use super::setup_args::{SetupArgs, whole_number};
use crate::export::{Picture, RowsOf, save_picture, save_rows};
use crate::language::Language;
use crate::scene::{Ground, Levels, Orientation, ViewTree};

const AFTER_HELP: &str = "\
Examples:
  edagari export tic-tac-toe --search alpha-beta --frame 126 -o cut.svg
  edagari export tic-tac-toe --search alpha-beta --rows depths -o depths.csv
  edagari export textbook --search alpha-beta --frame 18 --center \"\" --top-down --theme dark -o figure.png

Exit codes:
  0  done
  2  bad usage or input; or the file cannot be written";

/// The arguments of `edagari export`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// The frame that is drawn
    #[arg(long, value_name = "N", value_parser = parse_frame, required_unless_present = "rows")]
    frame: Option<u64>,

    /// Write rows instead of a picture, one for each
    #[arg(long, value_name = "OF", value_enum, conflicts_with_all = ["frame", "center", "levels", "top_down"])]
    rows: Option<RowsName>,

    /// The moves to the node in the middle [default: what shows the node of the frame and all around it]
    #[arg(long, value_name = "MOVES")]
    center: Option<String>,

    /// Levels below the middle [default: as many as stay readable]
    #[arg(long, value_name = "N", value_parser = parse_levels)]
    levels: Option<u8>,

    /// Let the tree grow downwards instead of to the right
    #[arg(long)]
    top_down: bool,

    /// Light or dark
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,

    /// The language of the words beside groups of nodes
    #[arg(long, value_name = "NAME", default_value = "english", value_parser = language_parser())]
    language: Language,

    /// The file, which ends in .svg or .png, or with --rows in .csv or .json
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RowsName {
    /// Frame
    Frames,
    /// Recorded node, with its state at the end
    Nodes,
    /// Depth that was visited
    Depths,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ThemeName {
    /// Dark words on a light ground
    Light,
    /// Light words on a dark ground
    Dark,
}

fn parse_levels(text: &str) -> Result<u8, String> {
    whole_number(text, 1, 30).map(|levels| levels as u8)
}

impl ExportArgs {
    /// Records, draws, and writes the file.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let trace = recorded(&self.setup)?;
        if let Some(rows) = self.rows {
            let of = match rows {
                RowsName::Frames => RowsOf::Frames,
                RowsName::Nodes => RowsOf::Nodes,
                RowsName::Depths => RowsOf::Depths,
            };
            return Ok(save_rows(&trace, of, &self.output)?);
        }
        let frame = checked_frame(&trace, self.frame.unwrap_or_default())?;
        let levels = self.levels.map_or(Levels::Auto, Levels::Fixed);
        let center = if let Some(moves) = &self.center {
            trace.game.parse_moves(&trace.start, moves)?
        } else {
            let path = trace.step(frame).map(|step| trace.path(step.node)).unwrap_or_default();
            ViewTree::center_around(&trace, &path, levels)
        };
        let orientation = if self.top_down { Orientation::TopDown } else { Orientation::LeftToRight };
        let ground = if self.theme == ThemeName::Light { Ground::Light } else { Ground::Dark };
        let picture = Picture { frame, center, levels, orientation, ground, language: self.language };
        Ok(save_picture(&trace, &picture, &self.output)?)
    }
}
