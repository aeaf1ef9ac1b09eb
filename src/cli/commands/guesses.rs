//! `edagari guesses`: costs and savings of each guess of a search, and the places where it is wrong.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::{parse_unsigned, whole_number};
use crate::cli::arguments::recording::OutputArgs;
use crate::cli::arguments::setup_args::SetupArgs;
use crate::cli::output::interrupt::{interruptible, saving};
use crate::cli::output::printing::{as_typed, with_progress};
use crate::cli::output::text::text_width;
use edagari_core::analysis::{ByReason, GuessEffect, GuessLimits, GuessReport, GuessRun};
use edagari_core::language::{Language, Text, grouped};
use edagari_core::score::{InUnit, Score};
use edagari_core::trace::file::{Target, check_target, save_trace};
use edagari_core::trace::{Progress, Trace};

const AFTER_HELP: &str = "\
The run is recorded with all its guesses, without each of them, and without any. A cut by null move or ProbCut, a skipped move and a
reduced visit assume a bound; each is judged by a search of the same depth without that guess. The frames are those of the run with
all guesses: save it with -o to go to them.

Examples:
  edagari guesses chess --search pvs --depth-limit 5 --null-move 2 --late-move-reductions
  edagari guesses kalah --search alpha-beta --depth-limit 6 --futility 2 --json
  edagari guesses chess --search pvs --depth-limit 4 --quiescence --delta 200 -o run.edagari

Exit codes:
  0  done
  2  bad usage or input
130  interrupted with Ctrl-C; the figures so far are printed";

/// Largest number of wrong places of each guess in readable output; JSON contains all.
const MAX_PRINTED: usize = 5;

/// The arguments of `edagari guesses`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct GuessesArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// Greatest number of places to judge for each guess
    #[arg(long, value_name = "N", default_value_t = GuessLimits::default().places, value_parser = parse_unsigned::<u64>)]
    places: u64,

    /// Greatest number of visits of each search that judges a place
    #[arg(long, value_name = "N", default_value_t = GuessLimits::default().visits, value_parser = |text: &str| whole_number(text, 1, u64::MAX))]
    visits: u64,

    /// Save the run with all guesses to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    form: OutputArgs,
}

/// Printed report; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct Output {
    with: RunRow,
    plain: RunRow,
    skips: ByReason,
    reductions: ByReason,
    guesses: Vec<EffectRow>,
}

#[derive(Serialize)]
struct RunRow {
    visits: Option<u64>,
    score: Option<InUnit<Score>>,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct EffectRow {
    guess: &'static str,
    value: u32,
    without: RunRow,
    /// Visits of the run without it, less those of the run with all guesses.
    saved: Option<i64>,
    /// Whether the search chooses other moves without it.
    changes_choice: bool,
    judged: u64,
    undecided: u64,
    wrong: Vec<WrongRow>,
    #[serde(skip)]
    title: &'static str,
}

#[derive(Serialize)]
struct WrongRow {
    frame: usize,
    guessed: InUnit<Score>,
    found: InUnit<Score>,
}

impl GuessesArgs {
    /// Prints the report.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let target = |path| Target { path, forced: self.force };
        self.output.as_deref().map(|path| check_target(target(path))).transpose()?;
        let (setup, _) = self.setup.run()?;
        if setup.guesses.is_nothing() {
            return Err(CliError::NoGuesses);
        }
        let limits = GuessLimits { places: self.places, visits: self.visits };
        let progress = Progress::default();
        let work = || GuessReport::of(&setup, limits, self.setup.memory_limit(), &progress);
        let tell = || match progress.total() {
            Some(total) => format!("judging: {} of {} runs and places", grouped(progress.done()), grouped(total)),
            None => format!("recording: {} nodes", grouped(progress.visits())),
        };
        let (trace, report) = with_progress(&tell, || interruptible(&progress, work))?;
        if let Some(path) = &self.output {
            let progress = Progress::default();
            saving(&progress, || save_trace(&trace, target(path), &progress))?;
        }
        let language = self.form.language;
        let output = Output::of(&trace, &report, language);
        self.form.print(&output, |output| output.readable(language))
    }
}

impl RunRow {
    fn of(trace: &Trace, run: &GuessRun) -> Self {
        let score = run.score.map(|score| trace.in_unit(score));
        Self { visits: run.visits, score, moves: run.move_texts(trace) }
    }
}

impl Output {
    fn of(trace: &Trace, report: &GuessReport, language: Language) -> Self {
        let effect = |effect: &GuessEffect| EffectRow {
            guess: effect.guess.name(),
            value: effect.value,
            without: RunRow::of(trace, &effect.without),
            saved: effect.saved(&report.with),
            changes_choice: effect.changes_choice(&report.with),
            judged: effect.judged,
            undecided: effect.undecided,
            wrong: effect
                .wrong
                .iter()
                .map(|wrong| WrongRow {
                    frame: wrong.frame,
                    guessed: trace.in_unit(wrong.guessed),
                    found: trace.in_unit(wrong.found),
                })
                .collect(),
            title: effect.guess.kind().title.text(language),
        };
        Self {
            with: RunRow::of(trace, &report.with),
            plain: RunRow::of(trace, &report.plain),
            skips: report.skips.clone(),
            reductions: report.reductions.clone(),
            guesses: report.effects.iter().map(effect).collect(),
        }
    }

    fn readable(&self, language: Language) -> String {
        let text = |text| language.text(text).to_owned();
        let mut rows = vec![[
            String::new(),
            text(Text::GuessesVisits),
            text(Text::GuessesSaved),
            text(Text::GuessesScore),
            text(Text::GuessesMoves),
            text(Text::GuessesJudged),
            text(Text::GuessesWrong),
            text(Text::GuessesUndecided),
        ]];
        let none = || "–".to_owned();
        let number = |number: Option<u64>| number.map_or_else(none, grouped);
        let row = |name: String, run: &RunRow, rest: [String; 4]| {
            let [saved, judged, wrong, undecided] = rest;
            let score = run.score.as_ref().map_or_else(none, ToString::to_string);
            [name, number(run.visits), saved, score, run.moves.join(" "), judged, wrong, undecided]
        };
        rows.push(row(text(Text::GuessesWith), &self.with, [(); 4].map(|()| none())));
        for effect in &self.guesses {
            let name = language.fill(Text::GuessesWithout, &[("guess", effect.title)]);
            let saved = effect.saved.map_or_else(none, |saved| {
                format!("{}{}", if saved < 0 { "−" } else { "" }, grouped(saved.unsigned_abs()))
            });
            let counts = [effect.judged, effect.wrong.len() as u64, effect.undecided].map(grouped);
            let [judged, wrong, undecided] = counts;
            rows.push(row(name, &effect.without, [saved, judged, wrong, undecided]));
        }
        rows.push(row(text(Text::GuessesPlain), &self.plain, [(); 4].map(|()| none())));
        let widths: [usize; 8] =
            std::array::from_fn(|column| rows.iter().map(|row| text_width(&row[column])).max().unwrap_or(0));
        let line = |row: &[String; 8]| {
            let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
                let blanks = " ".repeat(width.saturating_sub(text_width(cell)));
                if column == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut lines: Vec<String> = rows.iter().map(line).collect();
        let mut reasons = |text: Text, by: &ByReason| {
            let name =
                |name: &String| if name.is_empty() { language.text(Text::GuessesNoReason) } else { name }.to_owned();
            let counts: Vec<String> =
                by.iter().map(|(why, count)| format!("{} {}", name(why), grouped(*count))).collect();
            if !counts.is_empty() {
                let reasons = counts.join(language.text(Text::ListSeparator));
                lines.push(language.fill(text, &[("reasons", &reasons)]));
            }
        };
        reasons(Text::GuessesSkipped, &self.skips);
        reasons(Text::GuessesReduced, &self.reductions);
        for effect in &self.guesses {
            if effect.changes_choice {
                let values = [("guess", effect.title), ("moves", &*effect.without.moves.join(" "))];
                lines.push(as_typed(language.fill(Text::GuessesChanged, &values)));
            }
            for wrong in effect.wrong.iter().take(MAX_PRINTED) {
                let (frame, guessed) = (grouped(wrong.frame as u64), wrong.guessed.to_string());
                let found = wrong.found.to_string();
                let values = [("guess", effect.title), ("frame", &frame), ("guessed", &guessed), ("found", &found)];
                lines.push(as_typed(language.sentence(Text::GuessesWrongAt, &values)));
            }
        }
        lines.join("\n") + "\n"
    }
}
