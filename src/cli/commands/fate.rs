//! `edagari fate`: reports what happened to a line of moves.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::recording::{FileTraceArgs, OutputArgs};
use crate::cli::output::printing::as_typed;
use crate::cli::output::text::{OfProgram, listed, text_width};
use edagari_core::analysis::{Line, LineFate, Ply, line_fates};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::Trace;

const AFTER_HELP: &str = "\
Examples:
  edagari record tic-tac-toe --search pvs --deepening --depth-limit 4 -o game.edagari
  edagari fate game.edagari --line \"b2 a1\"
  my-engine --log | edagari fate - --line \"e2e4 c7c5 g1f3\" --json

Exit codes:
  0  done
  2  bad usage or input, such as a move that is not legal";

/// Largest number of passes in readable output, the last ones; JSON contains all passes.
const MAX_PRINTED: usize = 20;

/// The arguments of `edagari fate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct FateArgs {
    #[command(flatten)]
    of: FileTraceArgs,

    /// Moves of the line from the start of the run, such as "a1 b2"; put moves with blanks in double quotes
    #[arg(long, value_name = "MOVES")]
    line: String,

    #[command(flatten)]
    output: OutputArgs,
}

/// Printed fate of a line; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct FateOutput {
    line: Vec<String>,
    passes: Vec<PassRow>,
    /// Last pass in which the line was the best one, from 1.
    last_best: Option<usize>,
    #[serde(skip)]
    last_best_text: String,
    /// For numbers that are not minimax scores: the passes in which the line was searched. In such
    /// a run, no move is the best of a pass.
    #[serde(skip)]
    searched_text: Option<String>,
}

#[derive(Serialize)]
struct PassRow {
    /// Number of the pass, from 1; 1 for a run without passes.
    pass: usize,
    sentence: String,
    best: bool,
    /// Ply at which the line ended, from 1.
    ended_at: Option<usize>,
    plies: Vec<PlyRow>,
    /// Number of moves of the line after `plies`.
    unreached: usize,
}

#[derive(Serialize)]
struct PlyRow {
    #[serde(rename = "move")]
    mv: String,
    fate: &'static str,
    text: String,
    frame: usize,
    /// Rank of the move in the order of the moves tried, from 1.
    place: Option<usize>,
    moves: usize,
    visits: usize,
    visits_elsewhere: usize,
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    /// Weak source of the score: a repetition, a stopped search or a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<RestsOnRow>,
    /// Remaining depth below the move in changes of player; only for Edagari's own runs with a depth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_left: Option<u32>,
    /// Texts of the rank in the order of the moves, of the window with the depth, and of the result.
    #[serde(skip)]
    figures: [Option<String>; 3],
    #[serde(flatten)]
    of_program: OfProgram,
}

#[derive(Serialize)]
struct RestsOnRow {
    source: &'static str,
    frame: usize,
}

impl FateArgs {
    /// Prints the fate of the line.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let line = Line::parse(&trace, &self.line)?;
        let report = FateOutput::of(&trace, &line, self.output.language);
        self.output.print(&report, |report| report.readable(MAX_PRINTED, self.output.language))
    }
}

/// Returns the fate of the line of moves `line` in the last `most` passes, as text.
#[cfg(feature = "mcp")]
pub(super) fn fate_text(trace: &Trace, line: &str, most: usize, language: Language) -> Result<String, CliError> {
    let line = Line::parse(trace, line)?;
    Ok(FateOutput::of(trace, &line, language).readable(most, language))
}

impl FateOutput {
    fn of(trace: &Trace, line: &Line, language: Language) -> Self {
        let fates: Vec<LineFate> = line_fates(trace, line).collect();
        let last_best = fates.iter().rposition(LineFate::is_best);
        let last_best_text = match last_best {
            Some(place) => language.sentence(Text::FateLast, &[("pass", &fates[place].pass_text(trace, language))]),
            None => language.text(Text::FateNever).to_owned(),
        };
        let passes = fates.iter().enumerate().map(|(place, fate)| PassRow {
            pass: place + 1,
            sentence: as_typed(fate.sentence(trace, line, language)),
            best: fate.is_best(),
            ended_at: fate.end().map(|ply| ply + 1),
            plies: fate.plies.iter().zip(line.texts()).map(|(ply, mv)| PlyRow::of(trace, ply, mv, language)).collect(),
            unreached: fate.unreached,
        });
        Self {
            line: line.texts().to_vec(),
            passes: passes.collect(),
            last_best: last_best.map(|place| place + 1),
            last_best_text,
            searched_text: (!trace.has_minimax_scores()).then(|| searched_text(&fates, line, trace, language)),
        }
    }

    /// The fate of the line in the last `most` passes.
    fn readable(&self, most: usize, language: Language) -> String {
        let mut lines = vec![listed(&self.line)];
        if let Some(searched) = &self.searched_text {
            return format!("{}\n\n{searched}\n", lines.concat());
        }
        let left_out = self.passes.len().saturating_sub(most);
        if left_out > 0 {
            lines.push("…".to_owned());
        }
        for pass in &self.passes[left_out..] {
            lines.push(String::new());
            lines.push(pass.sentence.clone());
            lines.extend(pass.rows(language));
        }
        lines.push(String::new());
        lines.push(self.last_best_text.clone());
        lines.join("\n") + "\n"
    }
}

/// The number of passes that search each move of a line, with the last result, in one paragraph.
fn searched_text(fates: &[LineFate], line: &Line, trace: &Trace, language: Language) -> String {
    let number = |count: usize| language.number(count as u64);
    let moves = (0..line.texts().len()).map(|place| {
        let searched: Vec<&Ply> =
            fates.iter().filter_map(|fate| fate.plies.get(place)).filter(|ply| ply.visit.is_some()).collect();
        let result = searched.iter().rev().find_map(|ply| ply.returned_text(trace, language));
        let mv = visible(&line.texts()[place]).into_owned();
        let values = [("move", mv), ("count", number(searched.len())), ("score", result.unwrap_or_default())];
        let text = if values[2].1.is_empty() { Text::FateSampled } else { Text::FateSampledLast };
        language.fill(text, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    });
    let moves = moves.collect::<Vec<_>>().join(language.text(Text::Comma));
    language.fill(Text::FateInPasses, &[("passes", &number(fates.len())), ("moves", &moves)])
}

impl PassRow {
    /// Table with one line per ply; the ply at which the line ended is marked.
    fn rows(&self, language: Language) -> Vec<String> {
        let head = [Text::FatePly, Text::FateMove, Text::FatePlace, Text::FateSearched, Text::FateReturned];
        let head = head.map(|text| language.text(text).to_owned());
        let rows: Vec<[String; 5]> =
            self.plies.iter().enumerate().map(|(place, ply)| ply.cells(place, language)).collect();
        let width = |column: usize| {
            let cells = rows.iter().chain([&head]).map(|row| text_width(&row[column]));
            cells.max().unwrap_or(0)
        };
        let widths: [usize; 5] = std::array::from_fn(width);
        let joined = |mark: &str, row: &[String; 5], what: &str| {
            let cells = row
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(text_width(cell)))));
            format!("{mark} {}  {what}", cells.collect::<Vec<_>>().join("  "))
        };
        let plies = rows.iter().zip(&self.plies).enumerate().map(|(place, (row, ply))| {
            let what = format!("{}{}", visible(&ply.text), ply.of_program.place_text());
            joined(if self.ended_at == Some(place + 1) { "✗" } else { " " }, row, &what)
        });
        let count = language.number(self.unreached as u64);
        let unreached =
            (self.unreached > 0).then(|| format!("  {}", language.fill(Text::FateUnreached, &[("count", &count)])));
        std::iter::once(joined(" ", &head, language.text(Text::FateWhat))).chain(plies).chain(unreached).collect()
    }
}

impl PlyRow {
    fn of(trace: &Trace, ply: &Ply, mv: &str, language: Language) -> Self {
        let (window, returned) = (ply.window(trace), ply.returned(trace));
        Self {
            mv: mv.to_owned(),
            fate: ply.end.name(),
            text: as_typed(ply.text(trace, language)),
            frame: ply.frame,
            place: ply.place,
            moves: ply.moves,
            visits: ply.visits,
            visits_elsewhere: ply.visits_elsewhere,
            alpha: window.map(|window| trace.in_unit(window.alpha)),
            beta: window.map(|window| trace.in_unit(window.beta)),
            score: returned.map(|(score, _)| trace.in_unit(score)),
            bound: returned.and_then(|(_, kind)| kind),
            rests_on: ply.rests_on(trace).map(|on| RestsOnRow { source: on.source.name(), frame: on.frame }),
            depth_left: ply.depth_left(trace),
            figures: [
                ply.place_text(language),
                ply.window_text(trace).map(|window| match ply.depth_text(trace, language) {
                    Some(depth) => format!("{window}, {depth}"),
                    None => window,
                }),
                ply.returned_text(trace, language),
            ],
            of_program: ply.visit.map(|visit| OfProgram::of(trace, visit)).unwrap_or_default(),
        }
    }

    fn cells(&self, place: usize, language: Language) -> [String; 5] {
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
        let [tried, window, returned] = &self.figures;
        [
            language.number(place as u64 + 1),
            visible(&self.mv).into_owned(),
            or_none(tried),
            or_none(window),
            or_none(returned),
        ]
    }
}
