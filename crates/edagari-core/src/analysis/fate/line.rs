//! The fate of a line of moves in each run from the root.

use std::collections::HashSet;

use crate::analysis::explanation::value_line::best_child;
use crate::game::{SetupError, join_moves, split_moves};
use crate::score::{BoundKind, Player, Score, Window};
use crate::trace::{Meaning, NodeId, Skip, Trace, VisitId};

/// A line of moves from the start of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves as indexes in the game's order; `None` for a move that does not occur in the trace of a game with unknown rules.
    moves: Vec<Option<u32>>,
    texts: Vec<String>,
}

impl Line {
    /// The line to the node at `path`.
    #[must_use]
    pub fn of(trace: &Trace, path: &[u32]) -> Self {
        let moves = path.iter().copied().map(Some).collect();
        Self { moves, texts: trace.game.move_texts(&trace.start, path) }
    }

    /// Parses a line: moves separated by blanks.
    ///
    /// # Errors
    /// [`SetupError::IllegalMove`] for the first illegal move. If the rules are not known, moves below a node that was never
    /// expanded are accepted.
    pub fn parse(trace: &Trace, text: &str) -> Result<Self, SetupError> {
        let error = match trace.game.parse_moves(&trace.start, text) {
            Ok(path) => return Ok(Self::of(trace, &path)),
            Err(error) => error,
        };
        let SetupError::IllegalMove { number, .. } = &error else { return Err(error) };
        let texts: Vec<String> = split_moves(text).map(str::to_owned).collect();
        let known = join_moves(texts[..number - 1].iter().map(String::as_str));
        let path = trace.game.parse_moves(&trace.start, &known)?;
        let is_expanded = trace.place(&path).recorded().is_some_and(|node| trace.children(node).len() > 0);
        if trace.rules().is_some() || is_expanded {
            return Err(error);
        }
        let moves = path.into_iter().map(Some).chain(std::iter::repeat(None)).take(texts.len()).collect();
        Ok(Self { moves, texts })
    }

    /// The moves as texts.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// The fate of a line of moves in one run from the root.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct LineFate {
    /// The root's visit of this run.
    pub root: VisitId,
    /// The index of the run's pass, if the trace has passes.
    pub pass: Option<usize>,
    /// The moves of the line, up to the first one that was not tried.
    pub plies: Vec<Ply>,
    /// The number of further moves, which were not reached.
    pub unreached: usize,
}

/// A move of a line, in one run from the root.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Ply {
    /// The visit of the node in which the move can be tried.
    pub above: VisitId,
    /// The visit of the move that counts: the last visit that is not speculative, or else the last
    /// one. `None` if the move was not tried.
    pub visit: Option<VisitId>,
    /// The number of visits of the move within `above`.
    pub visits: usize,
    /// The number of visits of the move in the same run outside `above`.
    pub visits_elsewhere: usize,
    /// The place of the move in the search order, from 1.
    pub place: Option<usize>,
    /// The number of moves at the node, as far as known from the trace or the rules.
    pub moves: usize,
    /// The fate of the move.
    pub end: PlyEnd,
    /// The frame that shows the fate.
    pub frame: usize,
}

/// The fate of a move of a line.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum PlyEnd {
    /// The best move of the node: the node's score is the score of this move.
    Best {
        /// Whether it also caused the cutoff.
        cuts: bool,
    },
    /// Another move is preferred.
    Other {
        /// The visit of the preferred move.
        preferred: VisitId,
        /// The node's score by that move.
        score: Score,
    },
    /// No move was better than the score that the player to move had already secured.
    FailLow {
        /// The window of the node at its end.
        window: Window,
    },
    /// The move was only searched speculatively, and its score does not count.
    OnlyAsked,
    /// The run ended before the move returned.
    Open,
    /// Pruned by a cutoff.
    Pruned {
        /// The child that caused the cutoff; `None` for a cutoff by an update without a child.
        by: Option<VisitId>,
    },
    /// Skipped by a heuristic.
    Skipped {
        /// The reason recorded by the program.
        why: Option<Box<str>>,
    },
    /// The table settled the node.
    Answered {
        /// The score by the table.
        score: Score,
        /// The kind of the score: exact, or a bound.
        kind: BoundKind,
        /// The visit that stored the entry and the frame of the store, if the trace contains them.
        written: Option<(VisitId, usize)>,
    },
    /// The node is at the depth limit.
    DepthLimit,
    /// The node was settled otherwise, as recorded in the program's column `why`.
    Settled,
    /// The node is a leaf.
    Leaf,
    /// The run ended before the move was tried.
    NotBegun,
    /// Not tried, for an unknown reason.
    LeftOut,
}

impl PlyEnd {
    /// The name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Best { .. } => "best",
            Self::Other { .. } => "other-preferred",
            Self::FailLow { .. } => "fail-low",
            Self::OnlyAsked => "only-asked",
            Self::Open => "open",
            Self::Pruned { .. } => "pruned",
            Self::Skipped { .. } => "skipped",
            Self::Answered { .. } => "table",
            Self::DepthLimit => "depth-limit",
            Self::Settled => "settled",
            Self::Leaf => "leaf",
            Self::NotBegun => "not-begun",
            Self::LeftOut => "left-out",
        }
    }
}

impl Ply {
    /// The window with which the move was searched, if it was.
    #[must_use]
    pub fn window(&self, trace: &Trace) -> Option<Window> {
        self.visit.filter(|_| trace.has_minimax_scores()).map(|visit| trace.given_window(visit))
    }

    /// The score that the search of the move returned, if it was searched and has ended, with its kind if that is known.
    #[must_use]
    pub fn returned(&self, trace: &Trace) -> Option<(Score, Option<BoundKind>)> {
        let step = trace.step(trace.span(self.visit?).1?)?;
        Some((step.score?, step.bound))
    }

    /// The number of changes of player left at the move, in a run of Edagari itself with a depth limit.
    #[must_use]
    pub fn depth_left(&self, trace: &Trace) -> Option<u32> {
        let visit = self.visit.filter(|_| trace.origin().is_none())?;
        let of_pass = trace.pass_of(visit).and_then(|pass| trace.passes()[pass].depth);
        let limit = of_pass.or(trace.setup.limit.map(|limit| limit.depth))?;
        let path = trace.path(trace.node_of(visit));
        let players: Vec<_> =
            (0..=path.len()).map_while(|moves| Some(trace.position(&path[..moves])?.player())).collect();
        let changes = players.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32;
        limit.checked_sub(changes)
    }
}

impl LineFate {
    /// The ply, from 0, at which the line ended: the first move that is not the best; `None` if all moves are.
    #[must_use]
    pub fn end(&self) -> Option<usize> {
        self.plies.iter().position(|ply| !matches!(ply.end, PlyEnd::Best { .. }))
    }

    /// Whether each move of the line is the best one of its node.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.end().is_none() && self.unreached == 0
    }

    /// Whether the root failed for its player: it returned only a bound on the wrong side of the window. Then its moves have
    /// bounds too, and the best move is the one with the best bound.
    #[must_use]
    pub fn failed(&self, trace: &Trace) -> bool {
        let returned = trace.span(self.root).1.and_then(|end| trace.step(end)?.bound);
        let failed = match trace.player_of(self.root) {
            Player::Max => BoundKind::Upper,
            Player::Min => BoundKind::Lower,
        };
        returned == Some(failed)
    }
}

/// The fates of a line of moves from the start of the run, one per run from the root, in order. Empty for a tree that is
/// generated instead of searched.
///
/// ```
/// use edagari_core::analysis::{Line, PlyEnd, line_fates};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let line = Line::parse(&trace, "A D J").expect("legal moves");
/// let fate = line_fates(&trace, &line).next().expect("one run from the root");
/// assert!(matches!(fate.plies[0].end, PlyEnd::Best { .. }));
/// assert!(!fate.is_best());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
pub fn line_fates<'a>(trace: &'a Trace, line: &'a Line) -> impl DoubleEndedIterator<Item = LineFate> + 'a {
    let roots = trace.is_search().then(|| trace.layers(NodeId::ROOT)).into_iter().flatten();
    roots.map(|root| line_fate(trace, root, line))
}

fn line_fate(trace: &Trace, root: VisitId, line: &Line) -> LineFate {
    let mut plies = Vec::new();
    let mut above = Some(root);
    for &mv in &line.moves {
        let Some(visit) = above else { break };
        let ply = ply(trace, root, visit, mv);
        above = ply.visit;
        plies.push(ply);
    }
    LineFate { root, pass: trace.pass_of(root), unreached: line.moves.len() - plies.len(), plies }
}

fn ply(trace: &Trace, root: VisitId, above: VisitId, mv: Option<u32>) -> Ply {
    let node = trace.node_of(above);
    let child = mv.and_then(|mv| trace.child_by_move(node, mv));
    let (mut seen, mut place, mut entered) = (HashSet::new(), None, Vec::new());
    for visit in trace.visited_children(above) {
        let other = trace.node_of(visit);
        seen.insert(other);
        if Some(other) == child {
            place.get_or_insert(seen.len());
            entered.push(visit);
        }
    }
    let counts = entered.iter().rev().copied().find(|&visit| !trace.is_speculative(visit));
    let visit = counts.or(entered.last().copied());
    let by_rules = || trace.position(&trace.path(node)).map_or(0, |position| position.move_count());
    let moves = trace.children(node).len().max(seen.len());
    let moves = if trace.rules().is_some() { by_rules().max(moves) } else { moves };
    let (end, frame) = match visit {
        Some(visit) => tried(trace, above, visit, counts.is_some()),
        None => not_tried(trace, above, child),
    };
    let in_run = child.map_or(0, |child| trace.layers(child).filter(|&layer| trace.is_within(layer, root)).count());
    Ply {
        above,
        visit,
        visits: entered.len(),
        visits_elsewhere: in_run.saturating_sub(entered.len()),
        place,
        moves,
        end,
        frame,
    }
}

/// A cutoff by the table: the score, its kind, and the visit and frame of the entry's store, if the trace contains it.
type Answer = (Score, BoundKind, Option<(VisitId, usize)>);

/// The cutoff by the table at a visit: the score, its kind, and the visit and frame of the entry's store, if the trace contains
/// it.
pub(super) fn answer(trace: &Trace, visit: VisitId) -> Option<Answer> {
    let (score, kind) = trace.table().answered(visit)?;
    let stored = trace.table().lookup_of(visit).and_then(|lookup| trace.table().stored(lookup.store?));
    Some((score, kind, stored.map(|stored| (stored.visit, stored.frame))))
}

/// The fate of a move that was tried, and the frame that shows it.
fn tried(trace: &Trace, above: VisitId, visit: VisitId, counts: bool) -> (PlyEnd, usize) {
    let (start, end) = trace.span(visit);
    let update = trace.update_frame(visit);
    let shown = update.or(end).unwrap_or(start);
    if end.is_none() {
        return (PlyEnd::Open, start);
    }
    if !counts {
        return (PlyEnd::OnlyAsked, shown);
    }
    match best_child(trace, above, usize::MAX) {
        Some((best, _)) if trace.node_of(best) == trace.node_of(visit) => {
            let update = trace.update_frame(best);
            (PlyEnd::Best { cuts: update.is_some() && update == trace.cut_frame(above) }, update.unwrap_or(shown))
        }
        Some((preferred, score)) => (PlyEnd::Other { preferred, score }, shown),
        None => {
            let last = trace.span(above).1.and_then(|end| trace.step(end));
            let window = last.map_or_else(|| trace.table().searched_window(above), |step| step.window);
            (PlyEnd::FailLow { window }, shown)
        }
    }
}

/// The reason why a move was not tried, and the frame that shows it.
fn not_tried(trace: &Trace, above: VisitId, child: Option<NodeId>) -> (PlyEnd, usize) {
    let (start, end) = trace.span(above);
    let last = end.unwrap_or(start);
    if let Some((score, kind, written)) = answer(trace, above) {
        let frame = trace.table().lookup_of(above).map_or(last, |lookup| lookup.frame);
        return (PlyEnd::Answered { score, kind, written }, frame);
    }
    let skipped = |skip: &Skip| (PlyEnd::Skipped { why: skip.why.clone() }, skip.frame as usize);
    let names = |skip: &&Skip| skip.children().any(|other| Some(other) == child);
    if let Some(skip) = trace.skips_of(above).find(names) {
        return skipped(skip);
    }
    if let Some(frame) = trace.cut_frame(above) {
        return (PlyEnd::Pruned { by: trace.returned_child(frame) }, frame);
    }
    // If only the number of skipped moves is recorded, the move is one of them.
    if let Some(skip) = trace.skips_of(above).find(|skip| (skip.children().len() as u64) < skip.count) {
        return skipped(skip);
    }
    let says_why = trace.value_of(Meaning::Why, above).is_some();
    let end = match end {
        None => PlyEnd::NotBegun,
        Some(_) if says_why => PlyEnd::Settled,
        Some(_) if trace.is_horizon(above) => PlyEnd::DepthLimit,
        Some(_) if trace.is_leaf_visit(above) || trace.visited_children(above).next().is_none() => PlyEnd::Leaf,
        Some(_) => PlyEnd::LeftOut,
    };
    (end, last)
}
