//! `edagari what-if`: finds the smallest change of one leaf's score that makes a cut vanish or appear.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::parse_frame;
use crate::cli::arguments::recording::{OutputArgs, TraceArgs, checked_frame, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{as_typed, with_progress};
use edagari_core::language::grouped;
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress, record_game};
use edagari_teach::what_if::{CutSite, Wanted, editable, edited_path, smallest_change, smallest_change_text};

const AFTER_HELP: &str = "\
The smallest change alters the score of a single leaf by the least difference; among equal changes it is that of the first leaf in
the order of the tree, and then the lower score. A cut vanishes if the search visits the node and continues after the child; it
appears if some visit of the node is cut off right after the child.

Examples:
  edagari what-if --frame 18 textbook --search alpha-beta
  edagari what-if --frame 19 --appear textbook --file plaat --search alpha-beta
  edagari what-if --frame 18 textbook --search alpha-beta --json --language japanese

Exit codes:
  0  done, also if no change of a single leaf suffices
  2  bad usage or input, such as a frame that makes no cut, or a tree with more than 4096 nodes";

/// The arguments of `edagari what-if`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct WhatIfArgs {
    /// Number of the frame, from 0: the update that makes the cut, or that could make one
    #[arg(long, value_name = "N", value_parser = parse_frame, allow_negative_numbers = true)]
    frame: u64,

    /// Find the smallest change that makes a cut appear at the frame
    #[arg(long)]
    appear: bool,

    #[command(flatten)]
    of: TraceArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Printed report; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct WhatIfJson {
    frame: usize,
    wanted: Wanted,
    /// Moves to the node that is cut off.
    path: Vec<String>,
    /// Move to the child after which the node is cut off.
    after: String,
    /// Moves to the leaf whose score changes from `from` to `to`; all three are omitted if no single leaf suffices.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<i32>,
    text: String,
}

impl WhatIfArgs {
    /// Records or opens the run, finds the change and prints it.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let refused = |error: &dyn std::error::Error| CliError::Usage(error.to_string());
        let trace = self.of.trace()?;
        let frame = checked_frame(&trace, self.frame)?;
        let wanted = if self.appear { Wanted::Appear } else { Wanted::Vanish };
        let (site, is_cut) = CutSite::at(&trace, frame).ok_or_else(|| {
            CliError::Usage(format!("frame {} is no update by a child, expected one", grouped(frame as u64)))
        })?;
        if is_cut == self.appear {
            let frame = grouped(frame as u64);
            let next =
                trace.next_cut(0).map(|cut| format!(", such as frame {}", grouped(cut as u64))).unwrap_or_default();
            return Err(CliError::Usage(if self.appear {
                format!("frame {frame} makes a cut already, expected an update without one")
            } else {
                format!("frame {frame} makes no cut that leaves something out, expected one that does{next}")
            }));
        }
        let (tree, setup) = editable(&trace).map_err(|error| refused(&error))?;
        let textbook = tree.to_textbook().map_err(|error| refused(&error))?;
        let below: Vec<u32> = site.path.iter().copied().chain([site.after]).collect();
        let mut path = edited_path(&trace, &below);
        let after = path.pop().unwrap_or_default();
        let site = CutSite { path, after };
        let progress = Progress::default();
        let search = || smallest_change(&textbook, &setup, &site, wanted, &progress);
        let tell = || format!("leaves tried: {}", grouped(progress.done()));
        let change = with_progress(&tell, || interruptible(&progress, search)).map_err(|error| refused(&error))?;
        let edited = record_game(textbook.into(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
        let below: Vec<u32> = site.path.iter().copied().chain([site.after]).collect();
        let report = WhatIfJson {
            frame,
            wanted,
            path: move_texts(&edited, &site.path),
            after: move_texts(&edited, &below).pop().unwrap_or_default(),
            leaf: change.as_ref().map(|change| move_texts(&edited, &change.leaf)),
            from: change.as_ref().map(|change| change.from),
            to: change.as_ref().map(|change| change.to),
            text: as_typed(smallest_change_text(&edited, &site, wanted, change.as_ref(), self.output.language)),
        };
        self.output.print(&report, |report| format!("{}\n", report.text))
    }
}
