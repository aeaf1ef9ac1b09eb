//! The corresponding frame of another run, for `edagari frame --beside`.

use std::path::Path;

use clap::Parser;
use serde::Serialize;

use crate::analysis::{corresponding, explain};
use crate::cli::CliError;
use crate::cli::arguments::chosen_game::opened;
use crate::cli::arguments::recording::{TraceArgs, move_texts};
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{as_typed, telling};
use crate::cli::output::text::{Rows, label_width, path_text, table};
use crate::language::{Language, grouped};
use crate::search::GameKnowledge;
use crate::trace::{FrameKind, Process, Progress, RecordError, Setup, Trace, record_game};

/// The words of a run, as they follow the name of a command.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    of: TraceArgs,
}

/// Opens or records the run that `text` names, of the same game as `trace`.
pub(super) fn other_run(trace: &Trace, text: &str, memory_limit: u64) -> Result<Trace, CliError> {
    let path = Path::new(text);
    let other = if path.exists() {
        opened(path, memory_limit)?
    } else if let Ok(process) = text.parse::<Process>() {
        searched_by(trace, process, memory_limit)?
    } else if text.split_whitespace().count() > 1 {
        let words = Words::try_parse_from(text.split_whitespace());
        words.map_err(|error| unusable(text, error.to_string().lines().next().unwrap_or_default()))?.of.trace()?
    } else {
        return Err(unusable(text, "there is no such file, and no search has this name"));
    };
    if other.setup.game == trace.setup.game {
        Ok(other)
    } else {
        Err(CliError::OtherGameBeside { game: trace.setup.game.to_string(), other: other.setup.game.to_string() })
    }
}

fn unusable(text: &str, reason: &str) -> CliError {
    let reason = reason.trim_start_matches("error: ");
    CliError::Usage(format!(
        "--beside '{text}' is not a run ({reason}), expected a trace file, the name of a search, or a game and --search NAME"
    ))
}

/// Records the same game from the same start, by another search.
fn searched_by(trace: &Trace, process: Process, memory_limit: u64) -> Result<Trace, CliError> {
    if trace.recorded_tree().is_some() {
        return Err(CliError::Usage(
            "--beside names a search, but the rules of the game are not known; expected a trace file".to_owned(),
        ));
    }
    let mut setup = Setup { process, ..trace.setup.clone() };
    if !process.is_search() {
        setup = Setup::new(setup.game, process);
        setup.after.clone_from(&trace.setup.after);
    }
    setup.check_for(&GameKnowledge::of_any(&trace.game, &trace.start))?;
    let progress = Progress::default();
    let run = || {
        let other = record_game(trace.game.clone(), &setup, memory_limit, &progress)?;
        Ok::<_, RecordError>(other)
    };
    let tell = || format!("recording: {} nodes", grouped(progress.visits()));
    Ok(telling(&tell, || interruptible(&progress, run))?)
}

/// The corresponding frame as it is printed: the keys of the JSON object.
#[derive(Serialize)]
pub(super) struct Beside {
    frame: usize,
    kind: FrameKind,
    path: Vec<String>,
    /// How closely it corresponds, see `Relation`.
    relation: &'static str,
    /// The moves to the node that the other run pruned, skipped, answered or never entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<String>>,
    /// Why it does not show the same moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What happens at that frame.
    text: String,
}

impl Beside {
    pub(super) fn of(trace: &Trace, frame: usize, other: &Trace, language: Language) -> Result<Self, CliError> {
        let found = corresponding(trace, frame, other).and_then(|found| Some((other.step(found.frame)?, found)));
        let Some((step, found)) = found else {
            return Err(CliError::Usage(
                "the runs have no node in common, expected runs of the same part of the game".to_owned(),
            ));
        };
        Ok(Self {
            frame: found.frame,
            kind: step.kind,
            path: move_texts(other, &other.path(step.node)),
            relation: found.relation.name(),
            left_out: found.relation.path().map(|path| move_texts(other, path)),
            reason: found.sentence(other, language).map(as_typed),
            text: as_typed(explain(other, found.frame, language)),
        })
    }

    /// A line for each fact, and the sentences.
    pub(super) fn readable(&self) -> String {
        let rows: Rows<'_> = [
            ("beside", format!("frame {}", self.frame)),
            ("kind", self.kind.name().to_owned()),
            ("path", path_text(&self.path)),
            ("relation", self.relation.to_owned()),
        ]
        .into_iter()
        .collect();
        let sentences = self.reason.iter().chain([&self.text]).map(String::as_str).collect::<Vec<_>>().join("\n");
        format!("{}\n{sentences}\n", table(&rows, label_width(&rows)))
    }
}
