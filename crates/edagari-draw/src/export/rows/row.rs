//! The rows: their kinds, fields and columns, and their construction.

use std::borrow::Cow;

use edagari_core::analysis::{NodeType, OrderReport, PassFigures, Summary};
use edagari_core::game::{AnyPosition, Player, join_moves};
use edagari_core::language::csv_text;
use edagari_core::score::{BoundKind, InUnit, Score};
use edagari_core::trace::{
    ColumnValue, Cut, DepthTally, FrameKind, NodeId, NodeState, Place, PositionCursor, Progress, Trace, VisitId,
};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Kind of rows: one per frame, node, visit, depth or pass.
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
    /// Runs from the root, in order: none if the search ran from the root only once.
    Passes,
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

/// Rows to write.
pub(super) struct Chosen<'a> {
    pub(super) rows: Rows,
    /// Frames to write, if rows are frames; `None` for all.
    pub(super) frames: Option<&'a [u32]>,
}

#[derive(Default, Serialize)]
pub(super) struct FrameRow {
    frame: usize,
    kind: Option<FrameKind>,
    node: u32,
    parent: Option<u32>,
    /// Move from the parent to the node.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    player: Option<Player>,
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    cut: Option<Cut>,
    nodes_pruned: Option<u64>,
}

#[derive(Default, Serialize)]
pub(super) struct NodeRow {
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

#[derive(Default, Serialize)]
pub(super) struct VisitRow {
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
    player: Option<Player>,
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    first_frame: usize,
    last_frame: Option<usize>,
    /// Number of moves from the start.
    ply: usize,
    /// Number of the visit that it searches again.
    again: Option<u32>,
    /// Whether an entry of the table answered.
    answered: bool,
    /// Rank of the move among those that the parent tried, from 1. This field and the next ones are
    /// defined as in the report on the move ordering.
    rank: Option<u32>,
    /// Rank of the move that caused the cutoff of this visit.
    cut_rank: Option<u32>,
    /// Visits that the move wasted, see `TriedMove`.
    wasted: Option<u64>,
    expected: Option<NodeType>,
    actual: Option<NodeType>,
    minimal: Option<bool>,
}

#[derive(Default, Serialize)]
pub(super) struct DepthRow {
    depth: usize,
    visits: u64,
    evaluations: u64,
    alpha_cuts: u64,
    beta_cuts: u64,
}

#[derive(Default, Serialize)]
pub(super) struct PassRow {
    pass: usize,
    kind: Option<String>,
    label: Option<String>,
    depth: Option<u32>,
    /// Number of the pass that contains it.
    within: Option<usize>,
    first_frame: usize,
    last_frame: Option<usize>,
    alpha: Option<InUnit<Score>>,
    beta: Option<InUnit<Score>>,
    score: Option<InUnit<Score>>,
    bound: Option<BoundKind>,
    /// Bounds of the root's value after the pass.
    lower: Option<InUnit<Score>>,
    upper: Option<InUnit<Score>>,
    visits: u64,
    distinct_nodes: u64,
    new_nodes: u64,
    visited_again: u64,
    re_searches: u64,
    evaluations: u64,
    cuts: u64,
    table_returns: u64,
    returns_from_earlier: u64,
    /// Moves skipped, and visits reduced, for any reason.
    skips: u64,
    reductions: u64,
}

/// Row with the visit whose columns belong to it.
pub(super) struct Row {
    pub(super) fields: RowFields,
    pub(super) visit: Option<VisitId>,
}

impl Row {
    /// Returns a row without values, which has the fields of each row of these.
    pub(super) fn blank(rows: Rows) -> Self {
        let path = rows.paths.then(String::new);
        let fields = match rows.of {
            RowsOf::Frames => RowFields::Frame(FrameRow { path, ..FrameRow::default() }),
            RowsOf::Nodes => RowFields::Node(NodeRow { path, ..NodeRow::default() }),
            RowsOf::Visits => RowFields::Visit(VisitRow { path, ..VisitRow::default() }),
            RowsOf::Depths => RowFields::Depth(DepthRow::default()),
            RowsOf::Passes => RowFields::Pass(PassRow::default()),
        };
        Self { fields, visit: None }
    }

    /// Returns whether rows of this kind can have columns.
    pub(super) const fn has_columns(&self) -> bool {
        !matches!(self.fields, RowFields::Depth(_) | RowFields::Pass(_))
    }

    /// Returns whether the row needs extra fields for the visit and pass: in traces where nodes can have several visits.
    pub(super) fn names_layer(&self, trace: &Trace) -> bool {
        trace.has_layers() && matches!(self.fields, RowFields::Frame(_) | RowFields::Node(_))
    }

    /// Returns the number of the visit among the visits of its node and its pass, both from 1; `None` if the row does not need them.
    pub(super) fn layer(&self, trace: &Trace) -> Option<(usize, Option<usize>)> {
        let visit = self.visit.filter(|_| self.names_layer(trace))?;
        Some((trace.layer_of(visit) + 1, trace.pass_of(visit).map(|pass| pass + 1)))
    }
}

/// Fields of a row of any kind.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RowFields {
    Frame(FrameRow),
    Node(NodeRow),
    Visit(VisitRow),
    Depth(DepthRow),
    Pass(PassRow),
}

impl RowFields {
    /// Escapes texts from other programs for CSV: moves, and the names of passes.
    pub(super) fn texts_as_cells(&mut self) {
        let texts = match self {
            Self::Frame(FrameRow { mv, path, .. })
            | Self::Node(NodeRow { mv, path, .. })
            | Self::Visit(VisitRow { mv, path, .. }) => [mv, path],
            Self::Pass(PassRow { kind, label, .. }) => [kind, label],
            Self::Depth(_) => return,
        };
        for text in texts.into_iter().flatten() {
            if let Cow::Owned(cell) = csv_text(text) {
                *text = cell;
            }
        }
    }
}

/// Returns the header of a table, also of one without rows: names of fields and of columns. A column whose name is already a field gets a prefix.
pub(super) fn names(trace: &Trace, rows: Rows) -> std::io::Result<Vec<String>> {
    let row = Row::blank(rows);
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
pub(super) fn of_program<'a>(trace: &'a Trace, row: &Row) -> Vec<Option<ColumnValue<'a>>> {
    if !row.has_columns() {
        return Vec::new();
    }
    let of_visit = row.visit;
    let mut values = Vec::new();
    if row.names_layer(trace) {
        let (visit, pass) = row.layer(trace).unzip();
        let number = |number: usize| ColumnValue::Integer(number as i64);
        values.extend([visit.map(number), pass.flatten().map(number)]);
    }
    if trace.origin().is_some() {
        let id = of_visit.and_then(|visit| trace.id_of(visit)).map(|id| ColumnValue::Text(id.to_string().into()));
        let line = of_visit.and_then(|visit| trace.line_of(visit)).map(|line| ColumnValue::Integer(line.into()));
        values.extend([id, line]);
    }
    if trace.has_labels() {
        let label = of_visit.and_then(|visit| trace.label_of(visit));
        values.push(label.map(|label| ColumnValue::Text(label.into())));
    }
    values.extend(trace.columns().iter().map(|column| column.value(of_visit?)));
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

/// Writes each row. Cancellation is returned as [`std::io::ErrorKind::Interrupted`].
pub(super) fn each_row(
    trace: &Trace,
    chosen: &Chosen<'_>,
    progress: &Progress,
    write: &mut dyn FnMut(Row) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let depths = &trace.tally().by_depth;
    let which = chosen.rows;
    let passes = if which.of == RowsOf::Passes { Summary::counted(trace, progress).passes } else { Vec::new() };
    let mut passes = passes.into_iter();
    let order = if which.of == RowsOf::Visits { OrderReport::of(trace, None, progress).ok() } else { None };
    if progress.is_cancelled() {
        return Err(std::io::ErrorKind::Interrupted.into());
    }
    let mut source = Source::new(trace, which.paths, order);
    let count = match which.of {
        RowsOf::Frames => chosen.frames.map_or_else(|| trace.frame_count(), <[u32]>::len),
        RowsOf::Nodes => trace.node_count(),
        RowsOf::Visits => trace.visit_count(),
        RowsOf::Depths => depths.len(),
        RowsOf::Passes => passes.len(),
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
            RowsOf::Passes => passes.next().map(|pass| pass_row(trace, pass)),
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

fn pass_row(trace: &Trace, pass: PassFigures) -> Row {
    let root = pass.root_bounds.map(|bounds| bounds.value);
    let fields = RowFields::Pass(PassRow {
        pass: pass.pass,
        kind: pass.kind,
        label: pass.label,
        depth: pass.depth,
        within: pass.within,
        first_frame: pass.first_frame,
        last_frame: pass.last_frame,
        alpha: Some(pass.alpha),
        beta: Some(pass.beta),
        score: pass.score,
        bound: pass.bound,
        lower: root.map(|bounds| trace.in_unit(bounds.lower)),
        upper: root.map(|bounds| trace.in_unit(bounds.upper)),
        visits: pass.visits,
        distinct_nodes: pass.distinct_nodes,
        new_nodes: pass.new_nodes,
        visited_again: pass.visited_again,
        re_searches: pass.re_searches,
        evaluations: pass.evaluations,
        cuts: pass.cuts,
        table_returns: pass.table_returns,
        returns_from_earlier: pass.returns_from_earlier,
        skips: pass.skips.values().sum(),
        reductions: pass.reductions.values().sum(),
    });
    Row { fields, visit: None }
}

/// Builder of rows.
struct Source<'a> {
    trace: &'a Trace,
    positions: PositionCursor<'a>,
    paths: bool,
    order: Option<OrderReport>,
    /// For each visit, once the row of its parent is built: the rank of its move (0 if it has none)
    /// and the visits wasted on it. Empty without a report on the order.
    tried: Vec<(u32, u32)>,
}

impl<'a> Source<'a> {
    fn new(trace: &'a Trace, paths: bool, order: Option<OrderReport>) -> Self {
        let tried = order.as_ref().map_or_else(Vec::new, |_| vec![(0, 0); trace.visit_count()]);
        Self { trace, positions: PositionCursor::new(trace), paths, order, tried }
    }

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
            kind: Some(step.kind),
            node: step.node.0,
            parent: trace.parent(step.node).map(|parent| parent.0),
            mv: self.positions.move_text(step.node),
            path: self.path(step.node),
            player: Some(step.player),
            alpha: Some(trace.in_unit(step.window.alpha)),
            beta: Some(trace.in_unit(step.window.beta)),
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
        let own = self.tried.get(visit.0 as usize).copied();
        let moves = self.order.as_ref().map(|order| order.tried(trace, visit)).unwrap_or_default();
        for tried in &moves.moves {
            let wasted = u32::try_from(tried.wasted).unwrap_or(u32::MAX);
            self.tried[tried.visit.0 as usize] = (tried.rank.unwrap_or(0), wasted);
        }
        let ordered = self.order.as_ref().and_then(|order| order.visit(visit));
        let fields = RowFields::Visit(VisitRow {
            number: visit.0,
            node: node.0,
            visit: trace.layer_of(visit) + 1,
            pass: trace.pass_of(visit).map(|pass| pass + 1),
            parent: trace.parent_visit(visit).map(|parent| parent.0),
            mv: self.positions.move_text(node),
            path: self.path(node),
            player: Some(trace.player_of(visit)),
            alpha: Some(trace.in_unit(window.alpha)),
            beta: Some(trace.in_unit(window.beta)),
            score: end.and_then(|end| end.score).map(|score| trace.in_unit(score)),
            bound: end.and_then(|end| end.bound),
            first_frame,
            last_frame,
            ply: trace.depth_of(visit),
            again: trace.searched_again(visit).map(|before| before.0),
            answered: trace.table().answered(visit).is_some(),
            rank: own.map(|(rank, _)| rank).filter(|&rank| rank > 0),
            cut_rank: moves.cut_rank,
            wasted: own.map(|(_, wasted)| wasted.into()),
            expected: ordered.and_then(|ordered| ordered.expected),
            actual: ordered.and_then(|ordered| ordered.actual),
            minimal: ordered.and_then(|ordered| ordered.is_minimal),
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
