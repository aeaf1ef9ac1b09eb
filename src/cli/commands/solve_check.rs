//! `edagari solve-check`: checks that a search chooses a best move in every position with a wrong move.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::setup_args::SetupArgs;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use crate::cli::output::text::{Rows, label_width, listed, path_text, rules_text, table};
use edagari_core::analysis::{SolveCheck, WrongChoice, solve_check_game};
use edagari_core::game::AnyGame;
use edagari_core::language::grouped;
use edagari_core::score::{InUnit, Score};
use edagari_core::search::TableKey;
use edagari_core::trace::{Progress, Setup};

const AFTER_HELP: &str = "\
Checks the search's choice in every position, up to symmetry, that is not over and has at least one move that is not a
best one; the exact values show whether the choice is right. A new search runs in each position.

Examples:
  edagari solve-check tic-tac-toe --search alpha-beta --table bounds
  edagari solve-check eight --search minimax --json

Exit codes:
  0  every choice is a best move
  1  some choice is not; the first ten are listed
  2  bad usage or input";

/// The arguments of `edagari solve-check`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct SolveCheckArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

impl SolveCheckArgs {
    /// Checks all positions and prints the result.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let (setup, game) = self.setup.run()?;
        let progress = Progress::default();
        let tell = || match progress.total() {
            Some(total) => format!("checked: {} of {}", grouped(progress.done()), grouped(total)),
            None => format!("looking for positions: {}", grouped(progress.done())),
        };
        let check = with_progress(&tell, || interruptible(&progress, || solve_check_game(&game, &setup, &progress)))?;
        let start = game.parse_moves(&[], &setup.after)?;
        let report = SolveCheckJson::of(&setup, &game, &start, &check);
        if self.json {
            self.part.print_json(&report)?;
        } else {
            print(&report.readable())?;
        }
        if check.is_solved() {
            Ok(())
        } else {
            Err(CliError::NotSolved { wrong: check.positions - check.right, positions: check.positions })
        }
    }
}

/// Printed check; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct SolveCheckJson {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    search: &'static str,
    order: String,
    table: &'static str,
    after: String,
    positions: u64,
    right: u64,
    solved: bool,
    failures: Vec<Failure>,
}

#[derive(Serialize)]
struct Failure {
    path: Vec<String>,
    chosen: String,
    chosen_value: InUnit<Score>,
    best_value: InUnit<Score>,
    best_moves: Vec<String>,
}

impl SolveCheckJson {
    fn of(setup: &Setup, game: &AnyGame, start: &[u32], check: &SolveCheck) -> Self {
        Self {
            game: setup.game.name().to_owned(),
            rules: rules_text(&setup.game),
            search: setup.process.name(),
            order: setup.order.to_string(),
            table: TableKey::name_of(setup.table),
            after: setup.after.clone(),
            positions: check.positions,
            right: check.right,
            solved: check.is_solved(),
            failures: check.failures.iter().map(|failure| Failure::of(game, start, failure)).collect(),
        }
    }

    fn readable(&self) -> String {
        let mut rows: Rows<'_> = vec![
            ("game", self.rules.clone().unwrap_or_else(|| self.game.clone())),
            ("search", self.search.to_owned()),
            ("order", self.order.clone()),
            ("table", self.table.to_owned()),
        ];
        if !self.after.is_empty() {
            rows.push(("after", self.after.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        rows.push(("right", format!("{} of {}", grouped(self.right), grouped(self.positions))));
        let failures = self.failures.iter().map(|failure| {
            format!(
                "wrong after {}: chose {} (value {}), best {} (value {})\n",
                path_text(&failure.path),
                failure.chosen,
                failure.chosen_value,
                listed(&failure.best_moves),
                failure.best_value
            )
        });
        table(&rows, label_width(&rows)) + &failures.collect::<String>()
    }
}

impl Failure {
    fn of(game: &AnyGame, start: &[u32], failure: &WrongChoice) -> Self {
        let words = failure.in_words(game, start);
        let in_unit = |score| InUnit { value: score, unit: game.unit() };
        Self {
            path: words.path,
            chosen: words.chosen,
            chosen_value: in_unit(failure.chosen_value),
            best_value: in_unit(failure.best_value),
            best_moves: words.best,
        }
    }
}
