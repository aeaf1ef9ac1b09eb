//! A comparison of several runs: their figures, and the options in which they differ.

use crate::analysis::Summary;
use crate::analysis::names::naming::{game_of_run_text, guesses_text};
use crate::language::{Language, Text};
use crate::score::{BoundKind, Window};
use crate::search::{DepthLimit, Order, RuleBounds, TableKey, TableSetup};
use crate::trace::{Process, Trace};

/// A row of a comparison: a figure or an option of each run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonRow {
    /// The name of the row.
    pub name: Text,
    /// The texts, one per run.
    pub values: Vec<String>,
}

/// The placeholder for a figure that is not computed yet.
const NOT_YET: &str = "…";
/// The placeholder for a value that a run does not have.
const NOTHING: &str = "–";
const YES: &str = "○";
const NO: &str = "×";

/// The figures of runs, as far as computed. Figures of passes, tables and re-searches are included only if a run has them.
#[must_use]
pub fn compared_figures(summaries: &[Option<&Summary>], language: Language) -> Vec<ComparisonRow> {
    let row = |name: Text, text: &dyn Fn(&Summary) -> String| {
        // Figures not computed yet have a placeholder, so that the layout does not change later.
        let values = summaries.iter().map(|summary| summary.map_or_else(|| NOT_YET.to_owned(), text)).collect();
        ComparisonRow { name, values }
    };
    let number = |name: Text, pick: fn(&Summary) -> u64| row(name, &|summary| language.number(pick(summary)));
    let some = |holds: fn(&Summary) -> bool| summaries.iter().flatten().any(|summary| holds(summary));
    let unknown = || language.text(Text::Unknown).to_owned();
    let has_value = |summary: &Summary| process_of(summary).is_none_or(Process::has_minimax_scores);
    let no_value = |summary: &Summary| if has_value(summary) { unknown() } else { NOTHING.to_owned() };
    let result = |summary: &Summary| summary.proof.as_ref().map(|proof| proof.text(language));
    let value =
        |summary: &Summary| result(summary).or_else(|| value_text(summary)).unwrap_or_else(|| no_value(summary));
    let mut rows = vec![row(Text::Value, &value)];
    if some(|summary| summary.proof.is_some()) {
        rows.push(row(Text::Expansions, &|summary| {
            let proof = summary.proof.as_ref();
            proof.map_or_else(|| NOTHING.to_owned(), |proof| language.number(proof.expansions as u64))
        }));
    }
    for name in [Text::GroupPasses, Text::SamplingIterations] {
        let has_several = |summary: &Summary| summary.passes.len() > 1 && name_of_passes(summary) == name;
        if summaries.iter().flatten().any(|summary| has_several(summary)) {
            rows.push(row(name, &|summary| {
                let count = language.number(summary.passes.len().max(1) as u64);
                if name_of_passes(summary) == name { count } else { NOTHING.to_owned() }
            }));
        }
    }
    let has_layers = some(|summary| summary.distinct_nodes.is_some());
    if has_layers {
        rows.push(number(Text::VisitsRow, |summary| summary.nodes_visited));
    }
    rows.push(number(Text::NodesVisited, |summary| summary.distinct_nodes.unwrap_or(summary.nodes_visited)));
    if has_layers {
        rows.push(row(Text::VisitedAgain, &|summary| {
            let again = summary.visited_again.unwrap_or(0) as f64 / summary.nodes_visited.max(1) as f64;
            format!("{:.1} %", 100.0 * again)
        }));
    }
    rows.extend([
        number(Text::LeavesEvaluated, |summary| summary.leaves_evaluated),
        number(Text::Frames, |summary| summary.frames),
    ]);
    if some(has_value) {
        rows.extend([
            number(Text::AlphaCuts, |summary| summary.alpha_cuts),
            number(Text::BetaCuts, |summary| summary.beta_cuts),
            number(Text::Cutoffs, |summary| summary.cutoffs),
            row(Text::NodesPruned, &|summary| {
                summary.nodes_pruned.map_or_else(unknown, |count| language.number(count))
            }),
        ]);
    }
    if some(|summary| summary.table != TableKey::name_of(None)) {
        rows.extend([
            number(Text::Lookups, |summary| summary.lookups),
            number(Text::TableReturns, |summary| summary.table_returns),
        ]);
        if some(|summary| summary.passes.len() > 1 && summary.returns_from_earlier.is_some()) {
            rows.push(number(Text::ReturnsFromEarlier, |summary| summary.returns_from_earlier.unwrap_or(0)));
        }
        rows.extend([
            number(Text::TableNarrowings, |summary| summary.table_narrowings),
            number(Text::TableStores, |summary| summary.table_stores),
            number(Text::TableEntries, |summary| summary.table_entries),
        ]);
    }
    rows.push(number(Text::MaxDepth, |summary| summary.max_depth));
    rows
}

/// The search of a run, if it is one of Edagari's.
fn process_of(summary: &Summary) -> Option<Process> {
    summary.search.parse().ok()
}

/// The name of the passes of a run, by its search.
fn name_of_passes(summary: &Summary) -> Text {
    match process_of(summary) {
        Some(Process::Sample(_)) => Text::SamplingIterations,
        Some(Process::Prove(_)) => Text::Expansions,
        _ => Text::GroupPasses,
    }
}

/// The value of a run, with its sign if it is only a bound.
fn value_text(summary: &Summary) -> Option<String> {
    let value = summary.value?;
    Some(summary.value_bound.unwrap_or(BoundKind::Exact).before(value))
}

/// The options in which runs differ, except the search itself. Options with the same value in all runs are omitted.
#[must_use]
pub fn differing_options(traces: &[&Trace], language: Language) -> Vec<ComparisonRow> {
    let row = |name: Text, text: &dyn Fn(&Trace) -> String| {
        let values = traces.iter().map(|trace| text(trace)).collect();
        ComparisonRow { name, values }
    };
    let text = |name: Text| language.text(name).to_owned();
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    let switch = |is_on: bool| if is_on { YES } else { NO }.to_owned();
    let of_tables = |name: Text, text: &dyn Fn(&TableSetup) -> String| {
        let row = row(name, &|trace| or_nothing(trace.setup.table.as_ref().map(text)));
        // A run without a table differs in the row of the table already.
        let tables: Vec<String> = row.values.iter().filter(|value| *value != NOTHING).cloned().collect();
        differ(&tables).then_some(row)
    };
    let rows = [
        row(Text::Game, &|trace| game_of_run_text(trace, language)),
        row(Text::After, &|trace| or_nothing(Some(trace.setup.after.clone()).filter(|after| !after.is_empty()))),
        row(Text::DepthLimit, &|trace| or_nothing(trace.setup.limit.map(|limit| limit.depth.to_string()))),
        row(Text::Evaluation, &|trace| or_nothing(trace.setup.limit.and_then(|limit| evaluation(trace, limit)))),
        row(Text::Order, &|trace| order_text(trace, language)),
        row(Text::TriedFirst, &|trace| {
            let sources: Vec<&str> =
                trace.setup.order_by.sources().map(|source| language.text(source.text())).collect();
            or_nothing(Some(sources.join(language.text(Text::ListSeparator))).filter(|sources| !sources.is_empty()))
        }),
        row(Text::GroupGuesses, &|trace| or_nothing(guesses_text(&trace.setup, language))),
        row(Text::Table, &|trace| {
            text(match trace.setup.table.map(|table| table.key) {
                None => Text::TableNone,
                Some(TableKey::Position) => Text::TableBounds,
                Some(TableKey::PositionAndWindow) => Text::TableWindow,
            })
        }),
    ];
    let tables = [
        of_tables(Text::TableSymmetry, &|table| switch(table.symmetry)),
        of_tables(Text::TableNarrowing, &|table| switch(table.narrowing)),
        of_tables(Text::TableIntersection, &|table| switch(table.intersection)),
        of_tables(Text::TableDeeperEntries, &|table| switch(table.deeper_entries)),
        of_tables(Text::TableBestOnly, &|table| switch(table.best_only)),
        of_tables(Text::TableSize, &|table| match table.size {
            Some(size) => language.number(size.get().into()),
            None => text(Text::TableUnlimited),
        }),
    ];
    let passes_and_rules = [
        row(Text::RootWindow, &|trace| match trace.setup.passes.window {
            Window::FULL => NOTHING.to_owned(),
            window => window.to_string(),
        }),
        row(Text::OwnRange, &|trace| switch(trace.setup.passes.own_range)),
        row(Text::FirstGuess, &|trace| or_nothing(trace.setup.passes.first_guess.map(|guess| guess.to_string()))),
        row(Text::AspirationWidth, &|trace| {
            or_nothing(trace.setup.passes.aspiration.map(|aspiration| language.number(aspiration.width.get().into())))
        }),
        row(Text::AspirationGrowth, &|trace| {
            let growth = trace.setup.passes.aspiration.and_then(|aspiration| aspiration.growth);
            or_nothing(growth.map(|growth| language.number(growth.get().into())))
        }),
        row(Text::DeepeningStep, &|trace| {
            or_nothing(trace.setup.passes.deepening.map(|step| language.number(step.get().into())))
        }),
        row(Text::RuleBounds, &|trace| match trace.setup.rules.bounds {
            None => NO.to_owned(),
            Some(RuleBounds::Both) => YES.to_owned(),
            Some(RuleBounds::Best) => text(Text::TableBestOnly),
        }),
        row(Text::WinAtOnce, &|trace| switch(trace.setup.rules.win_at_once)),
        row(Text::SkipLosing, &|trace| switch(trace.setup.rules.skip_losing)),
    ];
    let differing = |row: &ComparisonRow| differ(&row.values);
    let before = rows.into_iter().filter(differing).chain(tables.into_iter().flatten());
    before.chain(passes_and_rules.into_iter().filter(differing)).collect()
}

fn differ(values: &[String]) -> bool {
    values.windows(2).any(|pair| pair[0] != pair[1])
}

fn evaluation(trace: &Trace, limit: DepthLimit) -> Option<String> {
    let of_file = trace.origin().and_then(|header| header.evaluation.clone());
    of_file.or_else(|| trace.game.evaluations().get(usize::from(limit.evaluation)).map(|&name| name.to_owned()))
}

/// The move order; for a trace of another program, in the program's words.
fn order_text(trace: &Trace, language: Language) -> String {
    let own = || match trace.setup.order {
        Order::Shuffled(seed) => format!("{} {seed}", language.text(trace.setup.order.text())),
        order => language.text(order.text()).to_owned(),
    };
    match trace.origin().filter(|_| !trace.is_recorded_with_guesses()) {
        Some(header) => header.order_name().unwrap_or_else(|| NOTHING.to_owned()),
        None => own(),
    }
}
