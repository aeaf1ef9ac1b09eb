//! `edagari export`: writes a picture of a run's tree at a frame, or the run as rows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::CliError;
use crate::cli::arguments::parse::{languages, parse_frame, parse_frame_range, whole_number};
use crate::cli::arguments::recording::{TraceArgs, checked_frame};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{remark, with_progress};
use crate::server::percent_encoded;
use edagari_core::language::{Language, grouped};
use edagari_core::trace::file::Target;
use edagari_core::trace::{Column, Progress, Trace};
use edagari_draw::export::{
    Animation, DEFAULT_FPS, PICTURE_SIZE, Picture, Rows, RowsOf, save_animation, save_before_after, save_picture,
    save_proof_tree, save_rows, save_tikz,
};
use edagari_draw::scene::{ColumnColors, Ground, Levels, Orientation, Style, ViewTree};

const AFTER_HELP: &str = "\
Examples:
  edagari export tic-tac-toe --search alpha-beta --frame 126 -o cut.svg
  edagari export textbook --search alpha-beta --frames 0..40 --delay 400 -o figure.gif
  edagari export textbook --search alpha-beta --frames 0..40 --animate --delay 800 -o moving.gif
  edagari export textbook --search alpha-beta --frame 18 --before-after -o cut.png
  edagari export game.edagari --frame 18 --style print -o worksheet.png
  edagari export textbook --search alpha-beta --frame 18 --style print -o figure.tex
  edagari export engine.jsonl --frame 500 --passes-apart --color-by depth -o passes.svg
  edagari export tic-tac-toe --search alpha-beta --rows depths -o depths.csv
  edagari export game.edagari --rows visits -o runs/
  edagari export games/*.edagari --rows visits -o runs/             a part for each run
  edagari export chess --position smothered --search dfpn --proof-tree -o mate.txt
  edagari export textbook --search alpha-beta --frame 18 --center \"\" --top-down --theme dark -o figure.png

Exit codes:
  0  done
  2  bad usage or input; or the file cannot be written";

/// Options that exclude an animation. The options of animations list them as conflicts, because
/// clap does not enforce `requires` if the required option conflicts with a given one.
const STILL: [&str; 2] = ["frame", "rows"];

/// The arguments of `edagari export`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct ExportArgs {
    #[command(flatten)]
    of: TraceArgs,

    /// Trace files of further runs, whose rows are written into the same folder
    #[arg(value_name = "RUN", requires = "rows")]
    others: Vec<PathBuf>,

    /// Number of the frame to draw, from 0
    #[arg(long, value_name = "N", value_parser = parse_frame, required_unless_present_any = ["rows", "frames", "proof_tree"])]
    frame: Option<u64>,

    /// First and last frame of an animation, such as 0..40
    #[arg(long, value_name = "A..B", value_parser = parse_frame_range, conflicts_with_all = ["frame", "rows", "tikz"])]
    frames: Option<(u64, u64)>,

    /// Show only every Nth frame and the last one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_every, requires = "frames", conflicts_with_all = STILL)]
    every: usize,

    /// Time per frame of an animation in milliseconds, 10 to 60000
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = parse_delay, requires = "frames", conflicts_with_all = STILL)]
    delay: u16,

    /// Animate the motion from frame to frame, for at most a quarter of a second
    #[arg(long, requires = "frames", conflicts_with_all = STILL, conflicts_with = "levels")]
    animate: bool,

    /// Pictures per second of the motion, 5 to 60; at most 50 in a GIF
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FPS, value_parser = parse_fps)]
    #[arg(requires = "animate", conflicts_with_all = STILL, conflicts_with = "levels")]
    fps: u8,

    /// Write three pictures, before, during and after the frame: x-1.png, x-2.png and x-3.png for x.png
    #[arg(long, requires = "frame", conflicts_with_all = ["frames", "rows", "levels", "tikz"])]
    before_after: bool,

    /// Write rows instead of a picture, one per frame, node, visit, depth or pass
    #[arg(long, value_name = "OF", value_enum, conflicts_with_all = ["frame", "center", "levels", "top_down", "tikz"])]
    rows: Option<RowsName>,

    /// Write the proof tree of a proof-number search instead of a picture: the fewest positions that prove the claim, or disprove it
    #[arg(long, conflicts_with_all = ["frame", "frames", "rows", "center", "levels", "top_down", "tikz", "picture_size"])]
    proof_tree: bool,

    /// Moves to the node in focus [default: the node of the frame]
    #[arg(long, value_name = "MOVES")]
    center: Option<String>,

    /// Width and height of the picture in points, 160 to 8000 [default: 960x600]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, conflicts_with_all = ["levels", "rows"])]
    picture_size: Option<(f32, f32)>,

    /// Draw N levels (1 to 30) of the subtree instead of the focus view of the frame
    #[arg(long, value_name = "N", value_parser = parse_levels)]
    levels: Option<u8>,

    /// Draw the tree downwards instead of to the right
    #[arg(long)]
    top_down: bool,

    /// Draw pruned siblings as one group
    #[arg(long)]
    group_pruned: bool,

    /// Draw each visit of a node separately, if it has several
    #[arg(long, conflicts_with_all = ["rows", "levels"])]
    passes_apart: bool,

    /// Colour the nodes by a column: a value that the traced program records with its visits
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["rows", "levels"])]
    color_by: Option<String>,

    /// Show the line of best moves
    #[arg(long)]
    best_line: bool,

    /// Add all moves from the root to each row, not only the last one; for runs of up to 1,000 moves
    #[arg(long, requires = "rows", conflicts_with_all = ["frame", "frames"])]
    paths: bool,

    /// Medium of the picture
    #[arg(long, value_enum, default_value_t = StyleName::Screen)]
    style: StyleName,

    /// Pixels per point, 0.1 to 8 [default: 2 for .png, 1 for others]
    #[arg(long, value_name = "N", value_parser = parse_scale)]
    scale: Option<f32>,

    /// Write TikZ for papers, whatever the file extension
    #[arg(long)]
    tikz: bool,

    /// Light or dark colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,

    /// Language of the labels of node groups
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
    language: Language,

    /// File to write: .svg, .png, .pdf or .tex; with --frames .gif or .apng; with --rows .csv, .json or .parquet, or a folder ending in / for run=NAME/ROWS.parquet in it; with --proof-tree .txt or .json
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Replace the file even if it is read-only
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RowsName {
    /// One row per frame
    Frames,
    /// One row per recorded node, with its state at the end
    Nodes,
    /// One row per visit, with its initial window and its result
    Visits,
    /// One row per visited depth
    Depths,
    /// One row per run from the root
    Passes,
}

impl RowsName {
    const fn rows(self) -> RowsOf {
        match self {
            Self::Frames => RowsOf::Frames,
            Self::Nodes => RowsOf::Nodes,
            Self::Visits => RowsOf::Visits,
            Self::Depths => RowsOf::Depths,
            Self::Passes => RowsOf::Passes,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ThemeName {
    /// Dark text on a light background
    Light,
    /// Light text on a dark background
    Dark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StyleName {
    /// As in the window
    Screen,
    /// For white paper, readable without colours
    Print,
    /// For a projector: strong contrast, heavy lines, larger text
    Projector,
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::Screen => Self::Screen,
            StyleName::Print => Self::Print,
            StyleName::Projector => Self::Projector,
        }
    }
}

fn parse_every(text: &str) -> Result<usize, String> {
    whole_number(text, 1, u64::from(u32::MAX)).map(|every| every as usize)
}

fn parse_delay(text: &str) -> Result<u16, String> {
    whole_number(text, 10, 60_000).map(|delay| delay as u16)
}

fn parse_fps(text: &str) -> Result<u8, String> {
    whole_number(text, 5, 60).map(|fps| fps as u8)
}

fn parse_scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok().filter(|scale| (0.1..=8.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.1 to 8".to_owned())
}

/// Range of the side lengths of a picture, in points.
const SIDES: std::ops::RangeInclusive<f32> = 160.0..=8000.0;

fn parse_size(text: &str) -> Result<(f32, f32), String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.filter(|(width, height)| SIDES.contains(width) && SIDES.contains(height)).ok_or_else(|| {
        "expected the width and the height in points, from 160 to 8000, with an x between them, such as 960x600"
            .to_owned()
    })
}

fn parse_levels(text: &str) -> Result<u8, String> {
    whole_number(text, 1, 30).map(|levels| levels as u8)
}

/// Name of the run in a file: that of the file without its extensions.
fn run_name(file: &Path) -> String {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    // Of `game.jsonl.zst`.
    name.strip_suffix(".jsonl").unwrap_or(&name).to_owned()
}

impl ExportArgs {
    /// Returns the size given by `--picture-size`, or by `--size WIDTHxHEIGHT`, which earlier versions used for both picture and board.
    fn take_size(&mut self) -> Result<Option<(f32, f32)>, CliError> {
        let sizes = self.of.setup_mut().game_mut().take("size", |text| text.contains('x'));
        let size = match sizes.as_slice() {
            [] => return Ok(self.picture_size),
            [size] if self.picture_size.is_none() => size,
            _ => return Err(CliError::Usage("the size of the picture cannot be given multiple times".to_owned())),
        };
        if self.levels.is_some() || self.rows.is_some() {
            let other = if self.levels.is_some() { "--levels" } else { "--rows" };
            return Err(CliError::Usage(format!("the size of the picture cannot be used with '{other}'")));
        }
        let refused = |message| CliError::Usage(format!("invalid value '{size}' for '--size': {message}"));
        parse_size(size).map(Some).map_err(refused)
    }

    /// Records or opens the runs, one after the other, and writes their rows.
    fn write_rows(&self, name: RowsName) -> Result<(), CliError> {
        let is_folder = self.output.is_dir() || self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        if !is_folder && self.others.is_empty() {
            return self.write_file(&self.of.trace()?, name, &self.output);
        }
        if !is_folder {
            let file = self.output.display();
            return Err(CliError::Usage(format!("{file} is a file, expected a folder ending in / for several runs")));
        }
        let mut runs: BTreeSet<String> = self.of.file().map(run_name).into_iter().collect();
        if let Some(twice) = self.others.iter().find(|file| !runs.insert(run_name(file))) {
            let name = run_name(twice);
            return Err(CliError::Usage(format!("two runs have the name {name}, expected files of different names")));
        }
        let trace = self.of.trace()?;
        let run = self.of.file().map(run_name).or_else(|| trace.setup.to_words());
        self.write_part(&trace, name, &run.unwrap_or_else(|| trace.setup.game.name().to_owned()))?;
        self.others.iter().try_for_each(|file| self.write_part(&self.of.further(file)?, name, &run_name(file)))
    }

    fn write_file(&self, trace: &Trace, name: RowsName, path: &Path) -> Result<(), CliError> {
        if name == RowsName::Passes && trace.passes().is_empty() {
            remark(&format!("{}: the run has one pass only, so the table has no rows", path.display()));
        }
        let (progress, rows) = (Progress::default(), Rows { of: name.rows(), paths: self.paths });
        let target = Target { path, forced: self.force };
        let tell = || format!("done: {} of {}", grouped(progress.done()), grouped(progress.total().unwrap_or(0)));
        Ok(with_progress(&tell, || interruptible(&progress, || save_rows(trace, rows, target, &progress)))?)
    }

    /// Writes the file of a run within a folder of many runs, in the layout that databases expect: `run=NAME/visits.parquet`.
    /// Creates the folders, and removes them if the file is refused.
    fn write_part(&self, trace: &Trace, name: RowsName, run: &str) -> Result<(), CliError> {
        let folder = self.output.join(format!("run={}", percent_encoded(run)));
        let created: Vec<&Path> = [folder.as_path(), &self.output].into_iter().filter(|path| !path.exists()).collect();
        std::fs::create_dir_all(&folder).map_err(|error| CliError::Unwritable { path: folder.clone(), error })?;
        let rows = name.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        self.write_file(trace, name, &folder.join(format!("{rows}.parquet"))).inspect_err(|_| {
            for folder in created {
                // Only an empty folder is removed.
                let _ = std::fs::remove_dir(folder);
            }
        })
    }

    /// Records or opens the run, draws it and writes the file.
    pub(in crate::cli) fn run(mut self) -> Result<(), CliError> {
        let size = self.take_size()?;
        if let Some(rows) = self.rows {
            return self.write_rows(rows);
        }
        // The parser does not require --rows where another option excludes it.
        if !self.others.is_empty() {
            return Err(CliError::Usage("several runs are given, expected --rows with them".to_owned()));
        }
        let trace = self.of.trace()?;
        let target = Target { path: &self.output, forced: self.force };
        if self.proof_tree {
            return Ok(save_proof_tree(&trace, target, &Progress::default())?);
        }
        if let Some(column) = self.color_by.as_deref().filter(|column| ColumnColors::of(&trace, column).is_none()) {
            let has_values = |column: &&Column| ColumnColors::of(&trace, column.name()).is_some();
            let columns = trace.columns().iter().filter(has_values).map(|column| column.name().to_owned()).collect();
            return Err(CliError::NoSuchColumn { name: column.to_owned(), columns });
        }
        let (first, last) =
            self.frames.unwrap_or_else(|| (self.frame.unwrap_or_default(), self.frame.unwrap_or_default()));
        let (frame, last) = (checked_frame(&trace, first)?, checked_frame(&trace, last)?);
        let center = match (&self.center, self.levels) {
            (Some(moves), _) => Some(trace.game.parse_moves(&trace.start, moves)?),
            (None, None) => None,
            (None, Some(levels)) => {
                // An animation shows the tree around the lowest-numbered node of its frames.
                let nodes = (frame..=last).filter_map(|frame| trace.step(frame)).map(|step| step.node);
                let path = nodes.min().map(|node| trace.path(node)).unwrap_or_default();
                Some(ViewTree::center_around(&trace, &path, Levels::Fixed(levels)))
            }
        };
        let orientation = if self.top_down { Orientation::TopDown } else { Orientation::LeftToRight };
        let ground = if self.theme == ThemeName::Light { Ground::Light } else { Ground::Dark };
        let picture = Picture {
            frame,
            center,
            opened: BTreeSet::new(),
            levels: self.levels,
            size: size.unwrap_or(PICTURE_SIZE),
            orientation,
            ground,
            style: self.style.into(),
            group_pruned: self.group_pruned,
            passes_apart: self.passes_apart,
            color_by: self.color_by,
            best_line: self.best_line,
            scale: self.scale,
            language: self.language,
        };
        if self.frames.is_some() {
            let fps = self.animate.then_some(self.fps);
            let animation = Animation { frames: frame..=last, every: self.every, delay: self.delay, fps };
            let progress = Progress::default();
            let tell = || match progress.total() {
                Some(total) => format!("drawn: {} of {total} pictures", progress.done()),
                None => "looking for what changes".to_owned(),
            };
            return Ok(with_progress(&tell, || {
                interruptible(&progress, || save_animation(&trace, &picture, &animation, target, &progress))
            })?);
        }
        if self.before_after {
            return Ok(save_before_after(&trace, &picture, target, &Progress::default())?);
        }
        if self.tikz {
            return Ok(save_tikz(&trace, &picture, target, &Progress::default())?);
        }
        Ok(save_picture(&trace, &picture, target, &Progress::default())?)
    }
}
