//! The children of a node of a Monte-Carlo tree search, as rows of a table and in JSON.

use serde::Serialize;

use edagari_core::analysis::decimal_text;
use edagari_core::score::{InUnit, Score};
use edagari_core::trace::{Candidate, NodeId, Trace};

/// A child, as the next iteration through its parent finds it.
#[derive(Serialize)]
pub(in crate::cli) struct SampleRow {
    r#move: String,
    /// Number N of the iterations through it.
    visits: u32,
    /// W, from max's view.
    total: i64,
    /// Q, or the known result, from the view of the player who selects; `None` without visits.
    mean: Option<f64>,
    /// P, in PUCT with priors that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<f64>,
    /// U; `None` if the child has to be visited before all others.
    exploration: Option<f64>,
    sum: Option<f64>,
    /// The result, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<InUnit<Score>>,
    /// Whether the iteration goes there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    selected: bool,
}

impl SampleRow {
    /// The children of `node` after `frame`; empty unless the trace is a Monte-Carlo tree search.
    pub(in crate::cli) fn children(trace: &Trace, node: NodeId, frame: usize) -> Vec<Self> {
        let Some(samples) = trace.samples() else { return Vec::new() };
        Self::of(trace, node, &samples.candidates(node, frame), None)
    }

    /// The children among which the visit of a frame selects, as it finds them; empty at a leaf.
    pub(in crate::cli) fn selected_at(trace: &Trace, frame: usize) -> Vec<Self> {
        let Some((step, samples)) = trace.step(frame).zip(trace.samples()) else { return Vec::new() };
        let Some(selection) = samples.selection(step.visit) else { return Vec::new() };
        Self::of(trace, step.node, &selection.candidates, Some(selection.chosen))
    }

    fn of(trace: &Trace, node: NodeId, candidates: &[Candidate], chosen: Option<usize>) -> Vec<Self> {
        let position = trace.position(&trace.path(node));
        let differ = trace.has_priors();
        let row = |(place, candidate): (usize, &Candidate)| {
            let mv = trace.move_of(candidate.node).unwrap_or_default();
            let is_known = candidate.sample.visits > 0 || candidate.result.is_some();
            Self {
                r#move: position.as_ref().map_or_else(String::new, |position| position.move_text(mv as usize)),
                visits: candidate.sample.visits,
                total: candidate.sample.total,
                mean: is_known.then_some(candidate.mean),
                prior: differ.then_some(candidate.prior),
                exploration: Some(candidate.exploration).filter(|number| number.is_finite()),
                sum: Some(candidate.sum()).filter(|number| number.is_finite()),
                result: candidate.result.map(|result| trace.in_unit(result)),
                selected: chosen == Some(place),
            }
        };
        candidates.iter().enumerate().map(row).collect()
    }
}

/// A table of the children; empty without any.
pub(in crate::cli) fn sample_table(rows: &[SampleRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let number = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), decimal_text);
    let has_priors = rows.iter().any(|row| row.prior.is_some());
    let prior = |cell: String| has_priors.then_some(cell);
    let header = ["move", "visits", "total", "mean"].map(str::to_owned).into_iter();
    let header = header.chain(prior("prior".to_owned())).chain(["exploration", "sum", ""].map(str::to_owned));
    let line = |row: &SampleRow| -> Vec<String> {
        let marks = [row.selected.then_some("selected"), row.result.is_some().then_some("known")];
        let total = row.total.to_string().replace('-', "−");
        let before = [row.r#move.clone(), row.visits.to_string(), total, number(row.mean)].into_iter();
        let after = [
            row.exploration.map_or_else(|| "∞".to_owned(), decimal_text),
            row.sum.map_or_else(|| "∞".to_owned(), decimal_text),
            marks.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ];
        before.chain(prior(number(row.prior))).chain(after).collect()
    };
    let lines: Vec<Vec<String>> = std::iter::once(header.collect()).chain(rows.iter().map(line)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let text = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let is_text = column == 0 || column + 1 == widths.len();
            if is_text { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(text).collect()
}
