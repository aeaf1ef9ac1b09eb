//! `edagari solve`: finds the value and the best moves of a position.

use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::setup_args::SetupArgs;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use crate::cli::output::text::{Rows, label_width, listed, rules_text, table};
use edagari_core::analysis::{mate_text_of_game, solve};
use edagari_core::language::{Language, grouped};
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::search::TableKey;
use edagari_core::trace::{Process, Progress};

const AFTER_HELP: &str = "\
Searches without recording: only the table takes memory, and --memory-limit limits its entries. All moves with the value of the
position are listed.

Examples:
  edagari solve tic-tac-toe --search alpha-beta --after \"b2 a2\"
  edagari solve chess --search alpha-beta --position \"7k/5K2/8/8/8/8/8/6R1 w - - 0 1\" --depth-limit 1
  edagari solve connect-four --search mtd-f --table bounds --depth-limit 10 --memory-limit 512MiB
  edagari solve game.edagari --search alpha-beta --json

Exit codes:
  0  done
  2  bad usage or input
130  interrupted with Ctrl-C";

/// The arguments of `edagari solve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

/// Printed solution; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct SolveOutput {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    search: &'static str,
    order: String,
    table: &'static str,
    depth_limit: Option<u32>,
    after: String,
    value: InUnit<Score>,
    /// Distance of the mate that the value announces.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
    bound: BoundKind,
    best_moves: Option<Vec<String>>,
    nodes_visited: u64,
    leaves_evaluated: u64,
}

impl SolveArgs {
    /// Searches and prints the result.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let (setup, game) = self.setup.run()?;
        let Process::Search(algorithm) = setup.process else {
            return Err(CliError::Usage(format!(
                "search {} cannot solve without a recording, expected a search such as alpha-beta; record prints its result",
                setup.process.name()
            )));
        };
        let mut search = setup.search_with(algorithm);
        if let Some(limit) = self.setup.table_memory_limit() {
            search.table = search.table.map(|table| table.within(limit));
        }
        let start = game.parse_moves(&[], &setup.after)?;
        let (progress, since) = (Progress::default(), Instant::now());
        let tell = || format!("searching: {} s", since.elapsed().as_secs());
        let found =
            with_progress(&tell, || interruptible(&progress, || solve(&game, &start, search, setup.order, &progress)))?;
        let position = game.position(&start);
        let text = |mv: u32| position.as_ref().map(|here| here.move_text(mv as usize)).unwrap_or_default();
        let report = SolveOutput {
            game: setup.game.name().to_owned(),
            rules: rules_text(&setup.game),
            search: setup.process.name(),
            order: setup.order.to_string(),
            table: TableKey::name_of(search.table),
            depth_limit: search.limit.map(|limit| limit.depth),
            after: setup.after.clone(),
            value: InUnit { value: found.value, unit: game.unit() },
            mate: mate_text_of_game(&game, start.len(), found.value, Language::English),
            bound: found.bound,
            best_moves: found.best_moves.map(|moves| moves.into_iter().map(text).collect()),
            nodes_visited: found.visits,
            leaves_evaluated: found.evaluations,
        };
        if self.json { self.part.print_json(&report) } else { print(&report.readable()) }
    }
}

impl SolveOutput {
    fn readable(&self) -> String {
        let mut rows: Rows<'_> = vec![
            ("game", self.rules.clone().unwrap_or_else(|| self.game.clone())),
            ("search", self.search.to_owned()),
            ("order", self.order.clone()),
            ("table", self.table.to_owned()),
        ];
        rows.extend(self.depth_limit.map(|depth| ("depth limit", depth.to_string())));
        if !self.after.is_empty() {
            rows.push(("after", self.after.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        rows.push(("value", self.bound.before(self.value)));
        rows.extend(self.mate.clone().map(|mate| ("mate", mate)));
        rows.extend(self.best_moves.as_ref().map(|moves| ("best moves", listed(moves))));
        rows.push(("nodes visited", grouped(self.nodes_visited)));
        rows.push(("leaves evaluated", grouped(self.leaves_evaluated)));
        table(&rows, label_width(&rows))
    }
}
