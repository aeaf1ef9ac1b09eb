//! `edagari experiment positions`: runs a search at each position of a set with known scores.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::arguments::setup_args::SetupArgs;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, remark, with_progress};
use crate::cli::output::text::TableFormat;
use edagari_core::analysis::{KnownPosition, Side, TriedPosition, parse_set, try_positions};
use edagari_core::game::{AnyGame, GameOption, GameSetup};
use edagari_core::language::grouped;
use edagari_core::platform::files;
use edagari_core::search::{GameKnowledge, RuleBounds};
use edagari_core::trace::{PointOfView, Progress};

/// Maximum size of a set in bytes: about a million positions.
const MAX_BYTES_OF_SET: u64 = 64 << 20;

const AFTER_HELP: &str = "\
A line of the set contains the moves to a position and its score: \"d d e -2\", or \"445 -2\" with the numbers of columns; in chess, EPD
with the operations bm (best moves), am (moves to avoid), dm (mate in N moves) and id; in Reversi, OBF: the position, and moves
with their scores such as \"g8:+18;\", the best first. Lines that begin with # or % are skipped. The search runs at each position, on
all cores. With a window, the result can be a bound of the score; it is wrong if the score contradicts it, or if the chosen move is
not a best one, or is one to avoid.

Examples:
  edagari experiment positions --game connect-four --shortest-win --set end-easy.txt --search alpha-beta
  edagari experiment positions --game connect-four --shortest-win --set end-easy.txt --search alpha-beta --order center \\
      --window -1..1 --count-as solver
  edagari experiment positions --game chess --set mates.epd --search pvs --depth-limit 5 --quiescence

Exit codes:
  0  done
  1  a score or a move was wrong
  2  bad usage or input
130  interrupted with Ctrl-C; the figures so far are printed";

/// The arguments of `edagari experiment positions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct PositionsArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// File of positions, one per line: moves and score, EPD, or OBF
    #[arg(long, value_name = "FILE")]
    set: PathBuf,

    /// Point of view of the scores in the file
    #[arg(long, value_enum, default_value_t = Scores::Mover)]
    scores_of: Scores,

    /// Rule for counting nodes
    #[arg(long, value_enum, default_value_t = CountAs::Visits)]
    count_as: CountAs,

    /// Format of the table
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    format: TableFormat,

    /// Same as --format json
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scores {
    /// Scores of the player to move
    Mover,
    /// Scores of the first player
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CountAs {
    /// Every visit of the search
    Visits,
    /// As in P. Pons's Connect Four solver: adds --win-at-once and, if the search prunes, --rule-bounds=best
    Solver,
}

#[derive(Debug, Serialize)]
struct PositionsOutput {
    game: String,
    rules: String,
    search: String,
    order: String,
    /// Number of positions searched.
    positions: usize,
    /// Number of positions in the set.
    of: usize,
    mean_visits: f64,
    median_visits: f64,
    mean_microseconds: f64,
    median_microseconds: f64,
    wrong: usize,
    /// Numbers of the positions with a wrong score, from 1 in the order of the set.
    wrong_positions: Vec<usize>,
}

impl PositionsArgs {
    /// Runs the search at all positions and prints the figures.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let (mut setup, game) = self.setup.run()?;
        let Some(algorithm) = setup.process.algorithm() else {
            return Err(CliError::NothingToTry { process: setup.process.name() });
        };
        let start = game.parse_moves(&[], &setup.after)?;
        if self.count_as == CountAs::Solver {
            setup.rules.win_at_once = true;
            setup.rules.bounds = algorithm.cuts().then_some(RuleBounds::Best);
            setup.check_for(&GameKnowledge::of_any(&game, &start))?;
        }
        let unread = |error| CliError::PositionSetUnread { path: self.set.clone(), error };
        let bytes = files::read(&self.set, MAX_BYTES_OF_SET).map_err(unread)?;
        let not_utf_8 =
            |_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text, expected a line for each position");
        let text = String::from_utf8(bytes).map_err(|error| unread(not_utf_8(error)))?;
        let scores = match self.scores_of {
            Scores::Mover => PointOfView::Mover,
            Scores::Max => PointOfView::Max,
        };
        let set = parse_set(&text, (&setup.game, &game), &start, scores)
            .map_err(|error| CliError::PositionSet { path: self.set.clone(), error })?;
        if let Some(note) = beyond_rules(&game, &set) {
            remark(&format!("{}: {note}", self.set.display()));
        }
        let side = Side { search: setup.search_with(algorithm), order: setup.order };
        let tried = Mutex::new(Vec::new());
        let locked = || tried.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let progress = Progress::default();
        let tell = || format!("searched: {} of {} positions", grouped(progress.done()), grouped(set.len() as u64));
        let keep = |position| locked().push(position);
        with_progress(&tell, || interruptible(&progress, || try_positions(&game, &set, side, &progress, &keep)))?;
        let mut tried = locked();
        tried.sort_by_key(|position| position.number);
        let report = PositionsOutput::of(&rules_of(&set, &setup.game), &tried, set.len(), &setup);
        match if self.json { TableFormat::Json } else { self.format } {
            TableFormat::Json => self.part.print_json(&report)?,
            TableFormat::Csv => print(&report.csv())?,
            TableFormat::Table => print(&report.table())?,
        }
        match report.wrong_positions.first() {
            Some(&first) => Err(CliError::WrongPositions { wrong: report.wrong as u64, first: first as u64 }),
            None => Ok(()),
        }
    }
}

/// The rules of the game at the positions of a set: those of the setup, with the size of the boards in the set; without their options
/// if they differ.
fn rules_of(set: &[KnownPosition], of_setup: &GameSetup) -> String {
    let rules = |known: &KnownPosition| match &known.game {
        Some(GameSetup::Known { kind, options }) => {
            let position = kind.position_option().map(GameOption::key);
            let others = options.iter().filter(|(key, _)| position.as_deref() != Some(*key));
            GameSetup::known(kind, others.map(|(key, value)| (key.to_owned(), value.clone())).collect()).to_string()
        }
        _ => of_setup.to_string(),
    };
    let mut all = set.iter().map(rules);
    let first = all.next().unwrap_or_else(|| of_setup.to_string());
    if all.all(|other| other == first) { first } else { of_setup.name().to_owned() }
}

/// Note on a set that contains scores that are impossible under the chosen rules; `None` if all
/// scores are possible.
fn beyond_rules(game: &AnyGame, set: &[KnownPosition]) -> Option<String> {
    let beyond = |known: &&KnownPosition| {
        let own = known.game.as_ref().and_then(|game| game.open().ok());
        let goes_on = own.as_ref().unwrap_or(game).position(&known.path).filter(|position| position.score().is_none());
        let bounds = goes_on.and_then(|position| position.bounds(0));
        bounds.zip(known.score).is_some_and(|(bounds, score)| !bounds.contain(score))
    };
    let count = set.iter().filter(beyond).count() as u64;
    (count > 0).then(|| {
        let (count, of) = (grouped(count), grouped(set.len() as u64));
        format!("{count} of {of} scores lie outside what the rules can give there, expected other rules, such as --shortest-win")
    })
}

/// Mean and median of `numbers`; 0 without numbers.
fn mean_and_median(mut numbers: Vec<f64>) -> (f64, f64) {
    let count = numbers.len();
    if count == 0 {
        return (0.0, 0.0);
    }
    numbers.sort_by(f64::total_cmp);
    let median = f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]);
    (numbers.iter().sum::<f64>() / count as f64, median)
}

impl PositionsOutput {
    fn of(rules: &str, tried: &[TriedPosition], of: usize, setup: &edagari_core::trace::Setup) -> Self {
        let (mean_visits, median_visits) = mean_and_median(tried.iter().map(|one| one.visits as f64).collect());
        let microseconds = |time: Duration| time.as_secs_f64() * 1e6;
        let (mean_microseconds, median_microseconds) =
            mean_and_median(tried.iter().map(|one| microseconds(one.time)).collect());
        let wrong_positions: Vec<usize> = tried.iter().filter(|one| !one.is_right).map(|one| one.number + 1).collect();
        Self {
            game: setup.game.name().to_owned(),
            rules: rules.to_owned(),
            search: edagari_core::analysis::setup_text(setup, edagari_core::language::Language::English),
            order: setup.order.to_string(),
            positions: tried.len(),
            of,
            mean_visits,
            median_visits,
            mean_microseconds,
            median_microseconds,
            wrong: wrong_positions.len(),
            wrong_positions,
        }
    }

    fn table(&self) -> String {
        let mut table = format!("{}\n{}, order {}\n\n", self.rules, self.search, self.order);
        let positions = if self.positions == self.of {
            grouped(self.of as u64)
        } else {
            format!("{} of {}", grouped(self.positions as u64), grouped(self.of as u64))
        };
        let _ = writeln!(table, "{:<18}  {positions:>12}", "positions");
        for (name, mean, median) in [
            ("visits", self.mean_visits, self.median_visits),
            ("time, µs", self.mean_microseconds, self.median_microseconds),
        ] {
            let _ = writeln!(table, "{:<18}  {:>12}", format!("mean {name}"), tenths(mean));
            let _ = writeln!(table, "{:<18}  {:>12}", format!("median {name}"), tenths(median));
        }
        let _ = writeln!(table, "{:<18}  {:>12}", "wrong scores", grouped(self.wrong as u64));
        table
    }

    fn csv(&self) -> String {
        format!(
            "positions,of,mean_visits,median_visits,mean_microseconds,median_microseconds,wrong\n{},{},{},{},{:.3},{:.3},{}\n",
            self.positions,
            self.of,
            self.mean_visits,
            self.median_visits,
            self.mean_microseconds,
            self.median_microseconds,
            self.wrong
        )
    }
}

/// Formats a number of at least 0 with one decimal, in groups of three digits.
fn tenths(number: f64) -> String {
    let tenths = (number * 10.0).round() as u64;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}
