//! Export of a run as rows, one per frame, node, visit or depth, as CSV or JSON; and of its proof tree, as text or JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use super::ExportError;
use super::write::{ending, write_by};
use edagari_core::analysis::ProofTree;
use edagari_core::game::{AnyPosition, Player, join_moves};
use edagari_core::language::csv_text;
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::file::Target;
use edagari_core::trace::{
    ColumnValue, Cut, DepthTally, FrameKind, Id, NodeId, NodeState, Place, PositionCursor, Progress, Trace, VisitId,
};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Kind of rows: one per frame, node, visit or depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowsOf {
    /// Frames, in order.
    Frames,
    /// Recorded nodes, in the order of their numbers, with their state at the end of the run.
    Nodes,
    /// Visits, in the order of their starts.
    Visits,
    /// Depths that were visited, from 0.
    Depths,
}

#[derive(Serialize)]
struct FrameRow {
    frame: usize,
    kind: FrameKind,
    node: u32,
    parent: Option<u32>,
    /// Move from the parent to the node.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    player: Player,
    alpha: InUnit<Score>,
    beta: InUnit<Score>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    cut: Option<Cut>,
    nodes_pruned: Option<u64>,
}

#[derive(Serialize)]
struct NodeRow {
    node: u32,
    parent: Option<u32>,
    /// Move from the parent to the node.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    player: Option<Player>,
    state: &'static str,
    first_frame: Option<usize>,
    last_frame: Option<usize>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    pruned_at: Option<usize>,
}

#[derive(Serialize)]
struct VisitRow {
    /// Number of the visit, from 0.
    number: u32,
    node: u32,
    /// Number among the visits of the node, from 1.
    visit: usize,
    /// Number of the visit's pass, from 1.
    pass: Option<usize>,
    /// Number of the parent visit.
    parent: Option<u32>,
    /// Move from the parent to the node.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    player: Player,
    alpha: Score,
    beta: Score,
    score: Option<Score>,
    bound: Option<BoundKind>,
    first_frame: usize,
    last_frame: Option<usize>,
}

#[derive(Serialize)]
struct DepthRow {
    depth: usize,
    visits: u64,
    evaluations: u64,
    alpha_cuts: u64,
    beta_cuts: u64,
}

/// Selection of rows and their columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// Kind of the rows.
    pub of: RowsOf,
    /// Whether each row contains all moves from the root and not only the last one. In deep trees, these take up most of the file.
    pub paths: bool,
}

impl From<RowsOf> for Rows {
    fn from(of: RowsOf) -> Self {
        Self { of, paths: false }
    }
}

/// Maximum number of moves of a path in the rows of a whole run, whose size would be quadratic otherwise.
const MOST_MOVES_OF_PATH: usize = 1_000;

/// Writes rows as CSV or JSON (a list of objects, one per line), by the file extension. An existing file is replaced only after
/// the new one is complete. `progress` counts the rows written and knows their total.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{RowsOf, save_rows};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let file = std::env::temp_dir().join(format!("edagari-{}.csv", std::process::id()));
/// save_rows(&trace, RowsOf::Frames, &file, &Progress::default())?;
/// let rows = std::fs::read_to_string(&file)?;
/// assert_eq!(rows.lines().count(), 1 + trace.frame_count());
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_rows<'a>(
    trace: &Trace,
    rows: impl Into<Rows>,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let rows = rows.into();
    let depth = trace.max_depth();
    if rows.paths && depth > MOST_MOVES_OF_PATH {
        return Err(ExportError::PathsTooLong { depth, most: MOST_MOVES_OF_PATH });
    }
    save_chosen(trace, &Chosen { rows, frames: None }, target.into(), progress)
}

/// Writes the rows of the given frames, in the given order; see [`save_rows`].
///
/// # Errors
/// The errors of [`save_rows`].
pub fn save_frame_rows<'a>(
    trace: &Trace,
    frames: &[u32],
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let rows = Rows { of: RowsOf::Frames, paths: true };
    save_chosen(trace, &Chosen { rows, frames: Some(frames) }, target.into(), progress)
}

/// Writes the proof tree of a run: `.txt` for a line for each position, indented by its depth, `.json` for an object.
///
/// # Errors
/// [`ExportError::Kind`] for another ending, [`ExportError::NoProofTree`] if the run has none, and the errors of writing.
pub fn save_proof_tree<'a>(
    trace: &Trace,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    let kind = ending(target.path);
    if !["txt", "json"].contains(&kind.as_str()) {
        return Err(ExportError::Kind { path: target.path.to_owned(), expected: ".txt or .json" });
    }
    let tree = ProofTree::of(trace)?;
    write_by(target, progress, |file| {
        if kind == "txt" {
            return file.write_all(tree.text().as_bytes());
        }
        serde_json::to_writer(&mut *file, &tree)?;
        file.write_all(b"\n")
    })
}

/// Rows to write.
struct Chosen<'a> {
    rows: Rows,
    /// Frames to write, if rows are frames; `None` for all.
    frames: Option<&'a [u32]>,
}

fn save_chosen(trace: &Trace, which: &Chosen<'_>, target: Target<'_>, progress: &Progress) -> Result<(), ExportError> {
    match ending(target.path).as_str() {
        "csv" => write_by(target, progress, |file| {
            let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(BufWriter::new(file));
            let mut has_names = false;
            each_row(trace, which, progress, &mut |mut row| {
                if !std::mem::replace(&mut has_names, true) {
                    rows.write_record(names(trace, &row)?.iter().map(|name| csv_text(name).into_owned()))?;
                }
                let of_program =
                    of_program(trace, &row).into_iter().map(|value| value.map(as_cell)).collect::<Vec<_>>();
                row.fields.moves_as_cells();
                rows.serialize((&row.fields, of_program)).map_err(std::io::Error::other)
            })?;
            rows.flush()
        }),
        "json" => write_by(target, progress, |file| {
            let mut out = BufWriter::new(file);
            let mut separator = "[\n";
            each_row(trace, which, progress, &mut |row| {
                out.write_all(std::mem::replace(&mut separator, ",\n").as_bytes())?;
                let columns = row.visit.map(|visit| trace.column_values(visit).collect()).unwrap_or_default();
                let id = row.visit.and_then(|visit| trace.id_of(visit));
                let line = row.visit.and_then(|visit| trace.line_of(visit));
                let label = row.visit.and_then(|visit| trace.label_of(visit));
                let (visit, pass) = row.layer(trace).unzip();
                let row = RowWithColumns { fields: &row.fields, visit, pass: pass.flatten(), id, line, label, columns };
                serde_json::to_writer(&mut out, &row).map_err(std::io::Error::from)
            })?;
            out.write_all(if separator == "[\n" { b"[]\n" } else { b"\n]\n" })?;
            out.flush()
        }),
        _ => Err(ExportError::Kind { path: target.path.to_owned(), expected: ".csv or .json" }),
    }
}

/// Returns the header of a CSV file: names of fields and of columns. A column whose name is already a field gets a prefix.
fn names(trace: &Trace, row: &Row) -> std::io::Result<Vec<String>> {
    let fields = serde_json::to_string(&row.fields)?;
    let Names(mut names) = serde_json::from_str(&fields)?;
    if row.has_columns() {
        if row.names_layer(trace) {
            names.extend(["visit", "pass"].map(str::to_owned));
        }
        if trace.origin().is_some() {
            names.extend(["id", "line"].map(str::to_owned));
        }
        if trace.has_labels() {
            names.push("label".to_owned());
        }
        let own = names.len();
        for column in trace.columns() {
            let is_taken = names[..own].iter().any(|name| name == column.name());
            names.push(if is_taken { format!("column {}", column.name()) } else { column.name().to_owned() });
        }
    }
    Ok(names)
}

/// Returns the values of imported facts and columns of a row's visit, in the order of [`names`] after the fields.
fn of_program<'a>(trace: &'a Trace, row: &Row) -> Vec<Option<ColumnValue<'a>>> {
    if !row.has_columns() {
        return Vec::new();
    }
    let told_of = row.visit;
    let mut values = Vec::new();
    if row.names_layer(trace) {
        let (visit, pass) = row.layer(trace).unzip();
        let number = |number: usize| ColumnValue::Integer(number as i64);
        values.extend([visit.map(number), pass.flatten().map(number)]);
    }
    if trace.origin().is_some() {
        let id = told_of.and_then(|visit| trace.id_of(visit)).map(|id| ColumnValue::Text(id.to_string().into()));
        let line = told_of.and_then(|visit| trace.line_of(visit)).map(|line| ColumnValue::Integer(line.into()));
        values.extend([id, line]);
    }
    if trace.has_labels() {
        let label = told_of.and_then(|visit| trace.label_of(visit));
        values.push(label.map(|label| ColumnValue::Text(label.into())));
    }
    values.extend(trace.columns().iter().map(|column| column.value(told_of?)));
    values
}

/// Names of a JSON object, in their order.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Names;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a row")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// Row with the visit whose columns belong to it.
struct Row {
    fields: RowFields,
    visit: Option<VisitId>,
}

impl Row {
    /// Returns whether rows of this kind can have columns.
    const fn has_columns(&self) -> bool {
        !matches!(self.fields, RowFields::Depth(_))
    }

    /// Returns whether the row needs extra fields for the visit and pass: in traces where nodes can have several visits.
    fn names_layer(&self, trace: &Trace) -> bool {
        trace.has_layers() && matches!(self.fields, RowFields::Frame(_) | RowFields::Node(_))
    }

    /// Returns the number of the visit among the visits of its node and its pass, both from 1; `None` if the row does not need them.
    fn layer(&self, trace: &Trace) -> Option<(usize, Option<usize>)> {
        let visit = self.visit.filter(|_| self.names_layer(trace))?;
        Some((trace.layer_of(visit) + 1, trace.pass_of(visit).map(|pass| pass + 1)))
    }
}

#[derive(Serialize)]
struct RowWithColumns<'a> {
    #[serde(flatten)]
    fields: &'a RowFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    visit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: BTreeMap<&'a str, ColumnValue<'a>>,
}

/// Fields of a row of any kind.
#[derive(Serialize)]
#[serde(untagged)]
enum RowFields {
    Frame(FrameRow),
    Node(NodeRow),
    Visit(VisitRow),
    Depth(DepthRow),
}

impl RowFields {
    /// Escapes the moves for CSV.
    fn moves_as_cells(&mut self) {
        let (Self::Frame(FrameRow { mv, path, .. })
        | Self::Node(NodeRow { mv, path, .. })
        | Self::Visit(VisitRow { mv, path, .. })) = self
        else {
            return;
        };
        for text in [mv, path].into_iter().flatten() {
            if let Cow::Owned(cell) = csv_text(text) {
                *text = cell;
            }
        }
    }
}

/// Escapes a value for a cell of CSV.
fn as_cell(value: ColumnValue<'_>) -> ColumnValue<'_> {
    match value {
        ColumnValue::Text(text) => ColumnValue::Text(csv_text(&text).into_owned().into()),
        value => value,
    }
}

/// Writes each row. Cancellation is returned as [`std::io::ErrorKind::Interrupted`].
fn each_row(
    trace: &Trace,
    chosen: &Chosen<'_>,
    progress: &Progress,
    write: &mut dyn FnMut(Row) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let depths = &trace.tally().by_depth;
    let which = chosen.rows;
    let mut source = Source { trace, positions: PositionCursor::new(trace), paths: which.paths };
    let count = match which.of {
        RowsOf::Frames => chosen.frames.map_or_else(|| trace.frame_count(), <[u32]>::len),
        RowsOf::Nodes => trace.node_count(),
        RowsOf::Visits => trace.visit_count(),
        RowsOf::Depths => depths.len(),
    };
    progress.expect(count as u64);
    for at in 0..count {
        if progress.stops_at(at as u64) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let row = match which.of {
            RowsOf::Frames => source.frame_row(chosen.frames.map_or(at, |frames| frames[at] as usize)),
            RowsOf::Nodes => Some(source.node_row(NodeId(at as u32))),
            RowsOf::Visits => Some(source.visit_row(VisitId(at as u32))),
            RowsOf::Depths => depths.get(at).map(|row| depth_row(at, row)),
        };
        row.map_or(Ok(()), &mut *write)?;
    }
    Ok(())
}

const fn depth_row(depth: usize, row: &DepthTally) -> Row {
    let fields = RowFields::Depth(DepthRow {
        depth,
        visits: row.visits,
        evaluations: row.evaluations,
        alpha_cuts: row.alpha_cuts,
        beta_cuts: row.beta_cuts,
    });
    Row { fields, visit: None }
}

/// Builder of rows.
struct Source<'a> {
    trace: &'a Trace,
    positions: PositionCursor<'a>,
    paths: bool,
}

impl Source<'_> {
    /// Returns all moves to a node, if paths are requested.
    fn path(&self, node: NodeId) -> Option<String> {
        let texts = || self.trace.game.move_texts(&self.trace.start, &self.trace.path(node));
        self.paths.then(|| join_moves(texts().iter().map(String::as_str)))
    }

    fn frame_row(&mut self, frame: usize) -> Option<Row> {
        let trace = self.trace;
        let step = trace.step(frame)?;
        let fields = RowFields::Frame(FrameRow {
            frame,
            kind: step.kind,
            node: step.node.0,
            parent: trace.parent(step.node).map(|parent| parent.0),
            mv: self.positions.move_text(step.node),
            path: self.path(step.node),
            player: step.player,
            alpha: trace.in_unit(step.window.alpha),
            beta: trace.in_unit(step.window.beta),
            score: step.score.map(|score| trace.in_unit(score)),
            bound: step.bound,
            cut: step.cut,
            nodes_pruned: trace.nodes_pruned_at(frame),
        });
        Some(Row { fields, visit: Some(step.visit) })
    }

    fn visit_row(&mut self, visit: VisitId) -> Row {
        let trace = self.trace;
        let node = trace.node_of(visit);
        let (first_frame, last_frame) = trace.span(visit);
        let window = trace.given_window(visit);
        let end = last_frame.and_then(|end| trace.step(end)).filter(|_| trace.is_search());
        let fields = RowFields::Visit(VisitRow {
            number: visit.0,
            node: node.0,
            visit: trace.layer_of(visit) + 1,
            pass: trace.pass_of(visit).map(|pass| pass + 1),
            parent: trace.parent_visit(visit).map(|parent| parent.0),
            mv: self.positions.move_text(node),
            path: self.path(node),
            player: trace.player_of(visit),
            alpha: window.alpha,
            beta: window.beta,
            score: end.and_then(|end| end.score),
            bound: end.and_then(|end| end.bound),
            first_frame,
            last_frame,
        });
        Row { fields, visit: Some(visit) }
    }

    fn node_row(&mut self, node: NodeId) -> Row {
        let trace = self.trace;
        let visit = trace.visit_of(node);
        let span = visit.map(|visit| trace.span(visit));
        let mut row = NodeRow {
            node: node.0,
            parent: trace.parent(node).map(|parent| parent.0),
            mv: self.positions.move_text(node),
            path: self.path(node),
            player: visit
                .map(|visit| trace.player_of(visit))
                .or_else(|| self.positions.at(node).map(AnyPosition::player)),
            state: "unvisited",
            first_frame: span.map(|(start, _)| start),
            last_frame: span.and_then(|(_, end)| end),
            score: None,
            bound: None,
            pruned_at: None,
        };
        match trace.state(Place { node, below: 0 }, usize::MAX) {
            NodeState::Unvisited => {}
            NodeState::Open { .. } => row.state = "open",
            NodeState::Scored { score, kind } => {
                (row.state, row.score, row.bound) = ("scored", Some(trace.in_unit(score)), kind);
            }
            NodeState::Skipped { .. } => row.state = "skipped",
            NodeState::Pruned { frame } => (row.state, row.pruned_at) = ("pruned", Some(frame)),
        }
        Row { fields: RowFields::Node(row), visit }
    }
}
