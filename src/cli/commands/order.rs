//! `edagari order`: the quality of the move ordering.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::parse::parse_unsigned;
use crate::cli::arguments::recording::{OutputArgs, TraceArgs, move_texts};
use crate::cli::output::interrupt::{interruptible, is_interrupted};
use crate::cli::output::printing::{RemarkRow, print, remarks_text, with_progress};
use crate::cli::output::text::{table, text_width};
use edagari_core::analysis::{NodeType, OrderCounts, OrderReport, TypeCounts, WastingCut};
use edagari_core::language::{Language, Text, grouped, visible};
use edagari_core::trace::{Ending, Progress, Trace};

const AFTER_HELP: &str = "\
Examples:
  edagari order tic-tac-toe --search alpha-beta
  edagari order connect-four --search pvs --depth-limit 8 --order center --order-by killers,history
  edagari record reversi --search alpha-beta --depth-limit 5 -o game.edagari
  edagari order game.edagari --json
  my-engine --log | edagari order - --pass 3

Exit codes:
  0  done
  2  bad usage or input; or the memory limit was reached, and the figures so far are printed
130  interrupted with Ctrl-C; if this stopped the recording, the figures so far are printed";

/// Largest number of cuts in readable output; JSON contains more.
const MAX_PRINTED: usize = 10;

/// The arguments of `edagari order`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct OrderArgs {
    #[command(flatten)]
    of: TraceArgs,

    /// Count only pass N, from 1
    #[arg(long, value_name = "N", value_parser = parse_unsigned::<usize>)]
    pass: Option<usize>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Printed report; its fields are the keys of the JSON object.
#[derive(Serialize)]
struct OrderJson {
    /// Number of the only pass counted, from 1; `None` for all passes.
    pass: Option<usize>,
    #[serde(flatten)]
    total: Figures,
    other_cuts: u64,
    types: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    by_depth: Vec<DepthRow>,
    by_source: Vec<SourceRow>,
    costliest: Vec<CutRow>,
    /// Remarks on the whole run.
    remarks: Vec<RemarkRow>,
    definitions: Vec<DefinitionRow>,
}

#[derive(Serialize)]
struct Figures {
    visits: u64,
    measured: u64,
    minimal: u64,
    cuts: u64,
    by_first: u64,
    wasted: u64,
    visits_over_minimal: Option<f64>,
    first_share: Option<f64>,
    mean_rank: Option<f64>,
}

#[derive(Serialize)]
struct DepthRow {
    depth: usize,
    #[serde(flatten)]
    figures: Figures,
    /// Numbers of nodes by expected type, then by actual type.
    #[serde(skip_serializing_if = "Option::is_none")]
    types: Option<BTreeMap<&'static str, BTreeMap<&'static str, u64>>>,
    worst_frame: Option<usize>,
}

#[derive(Serialize)]
struct SourceRow {
    source: Option<String>,
    #[serde(flatten)]
    figures: Figures,
    by_depth: Vec<DepthRow>,
    worst_frame: Option<usize>,
}

#[derive(Serialize)]
struct CutRow {
    path: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
    rank: u32,
    wasted: u64,
    frame: usize,
}

#[derive(Serialize)]
struct DefinitionRow {
    name: &'static str,
    count: Option<u64>,
    text: String,
}

impl OrderArgs {
    /// Prints the quality of the move ordering.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let trace = self.of.trace()?;
        let place = self.pass.map(|number| checked_pass(&trace, number)).transpose()?.flatten();
        let progress = Progress::default();
        let tell = || format!("counting: {:.0} %", progress.share().unwrap_or(0.0) * 100.0);
        let count = || OrderReport::of(&trace, place, &progress);
        // After an interrupted recording, everything recorded is counted.
        let report = with_progress(&tell, || if is_interrupted() { count() } else { interruptible(&progress, count) })?;
        if self.output.json {
            self.output.part.print_json(&OrderJson::of(&trace, self.pass, &report, self.output.language))?;
        } else {
            print(&readable(&trace, &report, self.output.language))?;
        }
        match trace.ending {
            Ending::MemoryLimit(limit) => Err(CliError::MemoryLimit { limit, nodes: trace.visit_count() as u64 }),
            _ => Ok(()),
        }
    }
}

/// Returns the quality of the move ordering as text, of pass `pass` alone if it is given.
#[cfg(feature = "mcp")]
pub(super) fn order_text(
    trace: &Trace,
    pass: Option<usize>,
    language: Language,
    progress: &Progress,
) -> Result<String, CliError> {
    let place = pass.map(|number| checked_pass(trace, number)).transpose()?.flatten();
    Ok(readable(trace, &OrderReport::of(trace, place, progress)?, language))
}

/// Returns the index of pass `number`; `None` for a run without recorded passes, which counts as pass 1.
fn checked_pass(trace: &Trace, number: usize) -> Result<Option<usize>, CliError> {
    let count = trace.passes().len();
    if !(1..=count.max(1)).contains(&number) {
        return Err(CliError::NoSuchLayer { what: "pass", number, count: count.max(1) });
    }
    Ok((count > 0).then(|| number - 1))
}

impl From<OrderCounts> for Figures {
    fn from(counts: OrderCounts) -> Self {
        let OrderCounts { visits, measured, minimal, cuts, by_first, wasted, .. } = counts;
        Self {
            visits,
            measured,
            minimal,
            cuts,
            by_first,
            wasted,
            visits_over_minimal: counts.over_minimal(),
            first_share: counts.first_share(),
            mean_rank: counts.mean_rank(),
        }
    }
}

/// Numbers of nodes by expected and by actual type; nodes without a type are `unknown`.
fn types_of(types: &TypeCounts) -> BTreeMap<&'static str, BTreeMap<&'static str, u64>> {
    let all = || NodeType::ALL.map(Some).into_iter().chain([None]);
    let name = |found: Option<NodeType>| found.map_or("unknown", NodeType::name);
    let came_to = |expected| all().map(|actual| (name(actual), types.of(expected, actual))).collect();
    all().map(|expected| (name(expected), came_to(expected))).collect()
}

impl CutRow {
    fn of(trace: &Trace, cut: &WastingCut) -> Self {
        let mut path = move_texts(trace, &trace.path(trace.node_of(cut.by)));
        let mv = path.pop().unwrap_or_default();
        Self { path, mv, rank: cut.rank, wasted: cut.wasted, frame: cut.frame }
    }
}

impl OrderJson {
    fn of(trace: &Trace, pass: Option<usize>, report: &OrderReport, language: Language) -> Self {
        let by_depth = report.by_depth.iter().map(|row| DepthRow {
            depth: row.depth,
            figures: row.counts.into(),
            types: Some(types_of(&row.types)),
            worst_frame: row.worst_frame,
        });
        let by_source = report.by_source.iter().map(|row| SourceRow {
            source: row.source.clone(),
            figures: row.counts.into(),
            by_depth: row
                .by_depth
                .iter()
                .map(|&(depth, counts)| DepthRow { depth, figures: counts.into(), types: None, worst_frame: None })
                .collect(),
            worst_frame: row.worst_frame,
        });
        let definitions = report.definitions.iter().map(|rule| DefinitionRow {
            name: rule.name(),
            count: rule.count(),
            text: rule.text(language),
        });
        Self {
            pass,
            total: report.total.into(),
            other_cuts: report.other_cuts,
            types: types_of(&report.types),
            by_depth: by_depth.collect(),
            by_source: by_source.collect(),
            remarks: RemarkRow::all(&report.remarks, language),
            costliest: report.costliest.iter().map(|cut| CutRow::of(trace, cut)).collect(),
            definitions: definitions.collect(),
        }
    }
}

fn readable(trace: &Trace, report: &OrderReport, language: Language) -> String {
    let text = |text: Text| language.text(text).to_owned();
    let headings = OrderReport::HEADINGS.map(text);
    let mut parts = vec![figures(report, language)];
    let mut types = vec![vec![text(Text::OrderTypeColumn)]];
    types[0].extend(OrderReport::type_headings(language));
    for (name, counts) in report.type_rows(language) {
        types.push(std::iter::once(name.to_owned()).chain(counts.map(grouped)).collect());
    }
    parts.push(aligned(&text(Text::OrderTypes), &types));
    let mut depths = vec![vec![text(Text::OrderDepthColumn)]];
    depths[0].extend(headings.clone());
    depths[0].push(text(Text::OrderExpectedColumn));
    for row in &report.by_depth {
        let mut cells = vec![row.depth.to_string()];
        cells.extend(row.counts.cells(language));
        cells.push(row.as_expected_text());
        depths.push(cells);
    }
    parts.push(aligned(&text(Text::OrderByDepth), &depths));
    let mut sources = vec![vec![text(Text::OrderSourceColumn)]];
    sources[0].extend(headings);
    for row in &report.by_source {
        sources.push(std::iter::once(row.name(language)).chain(row.counts.cells(language)).collect());
    }
    parts.push(aligned(&text(Text::OrderBySource), &sources));
    parts.push(late_cuts(trace, report, language));
    parts.extend(remarks_text(&RemarkRow::all(&report.remarks, language), language));
    let rules = report.definitions.iter().map(|rule| format!("- {}\n", rule.text(language)));
    parts.push(format!("{}\n{}", text(Text::OrderHow), rules.collect::<String>()));
    parts.join("\n")
}

/// Figures of the whole report, one per line.
fn figures(report: &OrderReport, language: Language) -> String {
    let rows = report.rows(language);
    let width = rows.iter().map(|(name, _)| text_width(name)).max().unwrap_or(0);
    // Wide letters take two columns each.
    let padded: Vec<String> =
        rows.iter().map(|(name, _)| format!("{name}{}", " ".repeat(width - text_width(name)))).collect();
    let rows = padded.iter().map(String::as_str).zip(rows.iter().map(|(_, value)| value.clone())).collect();
    table(&rows, 0)
}

/// Cuts with the most wasted visits before them.
fn late_cuts(trace: &Trace, report: &OrderReport, language: Language) -> String {
    if report.total.wasted == 0 {
        return format!("{}\n", language.text(Text::OrderNoLateCuts));
    }
    let lines = report.costliest.iter().take(MAX_PRINTED).map(|cut| {
        let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(cut.frame as u64))]);
        format!("  {} · {frame}\n", visible(&cut.text(trace, language)))
    });
    format!("{}\n{}", language.text(Text::OrderCostliest), lines.collect::<String>())
}

/// Table below a heading: the first column is left-aligned, the others right-aligned.
fn aligned(heading: &str, lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let shown: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| visible(cell).into_owned()).collect()).collect();
    let width = |column: usize| {
        shown.iter().filter_map(|line: &Vec<String>| line.get(column)).map(|cell| text_width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let gap = " ".repeat(width - text_width(cell));
            if column == 0 { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  "))
    };
    format!("{heading}\n{}", shown.iter().map(line).collect::<String>())
}
