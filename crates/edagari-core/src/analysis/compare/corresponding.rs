//! Finds the frame of another run at the same moment of the search.
//!
//! A moment is identified by the node, the kind of the frame and, after a child has returned, that
//! child. Both traces are queried through their indexes, so the cost does not depend on the
//! position of the frames.

use std::borrow::Cow;

use crate::language::{Language, Text};
use crate::trace::{Ending, FrameKind, NodeId, NodeState, Step, Trace, VisitId};

use crate::analysis::names::node_names::{child_name, node_title};

/// The frame of another run at the same moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corresponding {
    /// The index of the frame in the other run.
    pub frame: usize,
    /// The kind of correspondence.
    pub relation: Relation,
}

/// The relation of a corresponding frame to the original frame. Paths are moves from the start of the other run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same node, kind and child.
    Same,
    /// The other run visits the node, but has no such frame there; this is its last frame before
    /// the moment.
    Before,
    /// A cutoff of the other run prunes the node at this path: the node itself or an ancestor.
    Pruned(Vec<u32>),
    /// The other run skips the node at this path by a heuristic.
    Skipped(Vec<u32>),
    /// The other run ends the node at this path without searching below it.
    Answered(Vec<u32>),
    /// The other run never enters the node at this path.
    NotEntered(Vec<u32>),
    /// The other run stopped before it reached the moment.
    Stopped,
    /// The frame is before or after the part that both runs search.
    Outside,
}

impl Relation {
    /// The name in the JSON of the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Before => "before",
            Self::Pruned(_) => "pruned",
            Self::Skipped(_) => "skipped",
            Self::Answered(_) => "answered",
            Self::NotEntered(_) => "not-entered",
            Self::Stopped => "stopped",
            Self::Outside => "outside",
        }
    }

    /// The path of the node that the other run pruned, skipped, answered or never entered.
    #[must_use]
    pub fn path(&self) -> Option<&[u32]> {
        match self {
            Self::Pruned(path) | Self::Skipped(path) | Self::Answered(path) | Self::NotEntered(path) => Some(path),
            Self::Same | Self::Before | Self::Stopped | Self::Outside => None,
        }
    }
}

impl Corresponding {
    /// The explanation why the frame does not show the same moment; `None` if it does.
    #[must_use]
    pub fn sentence(&self, other: &Trace, language: Language) -> Option<String> {
        let frame = language.number(self.frame as u64);
        let [text, _] = self.texts(other)?;
        let node = self.relation.path().map_or_else(String::new, |path| node_title(other, path, language));
        Some(language.fill(text, &[("node", &node), ("frame", &frame)]))
    }

    /// A short form of the sentence, shown beside the number of the frame.
    #[must_use]
    pub fn short_text(&self, other: &Trace, language: Language) -> Option<String> {
        let [_, text] = self.texts(other)?;
        let node = self.relation.path().map_or_else(String::new, |path| child_name(other, path, language));
        Some(language.fill(text, &[("node", &node)]))
    }

    /// The long and the short text; `None` at the same moment.
    fn texts(&self, other: &Trace) -> Option<[Text; 2]> {
        let is_from_table = || other.step(self.frame).is_some_and(|step| other.table().answered(step.visit).is_some());
        Some(match &self.relation {
            Relation::Same => return None,
            Relation::Before => [Text::BesideBefore, Text::BesideShortBefore],
            Relation::Pruned(_) => [Text::BesidePruned, Text::BesideShortPruned],
            Relation::Skipped(_) => [Text::BesideSkipped, Text::BesideShortSkipped],
            Relation::Answered(_) if is_from_table() => [Text::BesideFromTable, Text::BesideShortFromTable],
            Relation::Answered(_) => [Text::BesideAnswered, Text::BesideShortAnswered],
            Relation::NotEntered(_) => [Text::BesideNotEntered, Text::BesideShortNotEntered],
            Relation::Stopped => [Text::BesideStopped, Text::BesideShortStopped],
            Relation::Outside => [Text::BesideOutside, Text::BesideShortOutside],
        })
    }
}

/// Finds the frame of `other` for the same moment as `frame` of `trace`: the same node, kind and child. If `other` has no such
/// frame, finds the nearest moment: the last frame at the node before it, or the frame at which `other` pruned, skipped or
/// answered the node or an ancestor.
///
/// If the node has several visits, selects the visit with the same number in the same pass, or else
/// the latest visit before. The last frames of two complete runs correspond. `None` if a trace has
/// no frames, or if the runs have no node in common.
///
/// ```
/// use edagari_core::analysis::{Relation, corresponding};
/// use edagari_core::game::GameSetup;
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
///
/// let run = |algorithm| {
///     let setup = Setup::new(GameSetup::textbook(None), Process::Search(algorithm));
///     record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())
/// };
/// let (minimax, alpha_beta) = (run(Algorithm::Minimax)?, run(Algorithm::AlphaBeta)?);
/// // Minimax visits the leaf J, which is pruned in α-β.
/// let path = minimax.game.parse_moves(&[], "A D J").expect("legal moves");
/// let visit = minimax.place(&path).recorded().and_then(|node| minimax.visit_of(node)).expect("a visit of J");
/// let found = corresponding(&minimax, minimax.span(visit).0, &alpha_beta).expect("the same game");
/// assert_eq!(found.relation, Relation::Pruned(path));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn corresponding(trace: &Trace, frame: usize, other: &Trace) -> Option<Corresponding> {
    let last = other.frame_count().checked_sub(1)?;
    let step = trace.step(frame)?;
    let path = trace.path(step.node);
    let pair = Pair { trace, other, last, has_same_moves: have_same_moves(trace, other) };
    let Some((there, is_whole)) = pair.shared_path(&path) else { return pair.outside(frame) };
    if frame + 1 == trace.frame_count() && trace.ending == Ending::Complete {
        let relation = if other.ending == Ending::Complete { Relation::Same } else { Relation::Stopped };
        return Some(Corresponding { frame: last, relation });
    }
    let place = other.place(&there);
    let is_visited = |node: NodeId| other.layers(node).next().is_some();
    if let Some(node) = place.recorded().filter(|&node| is_whole && is_visited(node)) {
        let visit = pair.visit_of(step.visit, node)?;
        return Some(pair.at_visit(frame, &step, visit, &path));
    }
    // The nearest visited ancestor: children have ids only if their parent was visited.
    let is_self = place.recorded().is_some_and(|node| !is_whole && is_visited(node));
    let (above, depth) = match place.recorded() {
        Some(node) if !is_self => (other.parent(node)?, there.len() - 1),
        _ if is_visited(place.node) => (place.node, there.len() - place.below as usize),
        _ => (other.parent(place.node)?, there.len() - place.below as usize - 1),
    };
    let mut ancestor = step.visit;
    for _ in depth..path.len() {
        ancestor = trace.parent_visit(ancestor)?;
    }
    let visit = pair.visit_of(ancestor, above)?;
    let child = there.get(depth).and_then(|&mv| other.child_by_move(above, mv));
    Some(pair.left_out(visit, child, &there[..(depth + 1).min(there.len())]))
}

/// Two runs of the same game.
#[derive(Clone, Copy)]
struct Pair<'a> {
    trace: &'a Trace,
    other: &'a Trace,
    /// The index of the last frame of the other run.
    last: usize,
    /// Whether both traces use the game's own move indexes.
    has_same_moves: bool,
}

impl Pair<'_> {
    /// The path in the other trace, as far as the other's game has the moves, and whether it is complete.
    fn shared_path<'p>(&self, path: &'p [u32]) -> Option<(Cow<'p, [u32]>, bool)> {
        let Self { trace, other, .. } = *self;
        if self.has_same_moves {
            // A run with a deeper start contains only the nodes below that start.
            if trace.start == other.start {
                return Some((path.into(), true));
            }
            let whole: Vec<u32> = trace.start.iter().chain(path).copied().collect();
            return whole.strip_prefix(other.start.as_slice()).map(|path| (path.to_vec().into(), true));
        }
        // Moves of a recorded tree are in the order of the visits, and moves of an edited tree in
        // the edited order. Therefore both are matched by their texts.
        let mut position = other.position(&[])?;
        let mut found = Vec::with_capacity(path.len());
        for text in trace.game.move_texts(&trace.start, path) {
            let next = (0..position.move_count()).find(|&mv| position.move_text(mv) == text);
            let Some((mv, below)) = next.and_then(|mv| Some((mv as u32, position.play(mv as u32)?))) else { break };
            position = below;
            found.push(mv);
        }
        let is_whole = found.len() == path.len();
        Some((found.into(), is_whole))
    }

    /// The frame in `visit` of the other run that corresponds to a step of a visit of the same node.
    fn at_visit(&self, frame: usize, step: &Step, visit: VisitId, path: &[u32]) -> Corresponding {
        let (start, end) = self.other.span(visit);
        let same = |frame: usize| Corresponding { frame, relation: Relation::Same };
        match step.kind {
            FrameKind::Start => same(start),
            FrameKind::Lookup => match self.other.table().lookup_of(visit) {
                Some(found) => same(found.frame),
                None => Corresponding { frame: start, relation: Relation::Before },
            },
            FrameKind::Score | FrameKind::Update => self.after_child(frame, step, visit, path),
            FrameKind::Store => {
                let store = self.other.table().store_of(visit).and_then(|store| self.other.table().stored(store));
                match (store, end) {
                    (Some(stored), _) => same(stored.frame),
                    (None, Some(_)) if self.other.is_leaf_visit(visit) => self.left_out(visit, None, &[]),
                    (None, Some(end)) => {
                        let before = self.other.previous_frame_of(visit, end).unwrap_or(start);
                        Corresponding { frame: before, relation: Relation::Before }
                    }
                    (None, None) => self.stopped(),
                }
            }
            FrameKind::End => end.map_or_else(|| self.stopped(), same),
        }
    }

    fn stopped(&self) -> Corresponding {
        Corresponding { frame: self.last, relation: Relation::Stopped }
    }

    /// The frame in `visit` that corresponds to a `Score` or `Update`.
    fn after_child(&self, frame: usize, step: &Step, visit: VisitId, path: &[u32]) -> Corresponding {
        let (mut anchor, mut own) = (frame, 0);
        // Updates without a child are counted from the preceding child.
        while self.trace.own_update_at(anchor).is_some() {
            own += 1;
            match self.trace.previous_frame_of(step.visit, anchor) {
                Some(before) => anchor = before,
                None => break,
            }
        }
        let Some(child) = self.trace.returned_child(anchor) else {
            let first = self.before_children(visit);
            return self.with_own_updates(visit, first, own);
        };
        let mv = self.trace.move_of(self.trace.node_of(child)).unwrap_or_default();
        let child_path = [path, &[mv]].concat();
        let there = self.shared_path(&child_path).filter(|&(_, is_whole)| is_whole);
        let Some((there, _)) = there else {
            return self.left_out(visit, None, &[]);
        };
        let node = self.other.node_of(visit);
        let child_there = there.last().and_then(|&mv| self.other.child_by_move(node, mv));
        let entered = child_there.and_then(|there| self.child_visit(step.visit, child, visit, there));
        let Some(entered) = entered.or_else(|| self.in_other_visit(child, visit, child_there?, &there)) else {
            return self.left_out(visit, child_there, &there);
        };
        let found = match step.kind {
            FrameKind::Score => self.other.score_frame(entered),
            _ => self.other.update_frame(entered),
        };
        found.map_or_else(|| self.stopped(), |found| self.with_own_updates(visit, found, own))
    }

    /// The frame of the `count`-th update without a child after `anchor`, or the last such frame.
    fn with_own_updates(&self, visit: VisitId, anchor: usize, count: usize) -> Corresponding {
        let is_own = |frame: usize| self.other.own_update_at(frame).is_some_and(|own| own.visit() == visit);
        let found = (1..=count).take_while(|&by| is_own(anchor + by)).count();
        let relation = if found == count { Relation::Same } else { Relation::Before };
        Corresponding { frame: anchor + found, relation }
    }

    /// The moment at which `visit` of the other run omitted its `child`, or ended without searching. `path` leads to the child.
    fn left_out(&self, visit: VisitId, child: Option<NodeId>, path: &[u32]) -> Corresponding {
        let end = self.other.span(visit).1;
        if let Some(child) = child {
            match self.other.state_left_out(visit, child, usize::MAX) {
                NodeState::Pruned { frame } => {
                    return Corresponding { frame, relation: Relation::Pruned(path.to_vec()) };
                }
                NodeState::Skipped { frame } => {
                    return Corresponding { frame, relation: Relation::Skipped(path.to_vec()) };
                }
                _ => {}
            }
        }
        if self.other.is_leaf_visit(visit) {
            let above = self.other.path(self.other.node_of(visit));
            return end
                .map_or_else(|| self.stopped(), |frame| Corresponding { frame, relation: Relation::Answered(above) });
        }
        let Some(child) = child else {
            return Corresponding { frame: self.before_children(visit), relation: Relation::Before };
        };
        let not_entered = |frame: usize| Corresponding { frame, relation: Relation::NotEntered(path.to_vec()) };
        // The last child that was searched before the omitted child: usually the last child of the
        // visit.
        let last_of_all = self.other.previous_frame_of(visit, end.unwrap_or(self.last + 1));
        let by_last = last_of_all
            .filter(|&frame| self.other.returned_child(frame).is_some_and(|before| self.other.node_of(before) < child));
        if let Some(frame) = by_last.filter(|_| end.is_some()) {
            return not_entered(frame);
        }
        let before = self.other.children(self.other.node_of(visit)).rev().skip_while(|&sibling| sibling >= child);
        let searched = before.into_iter().find_map(|sibling| self.last_visit_below(visit, sibling));
        match searched {
            Some(searched) => match self.other.update_frame(searched) {
                Some(update) if end.is_some() => not_entered(update),
                _ => self.stopped(),
            },
            None if end.is_some() => not_entered(self.before_first_child(visit)),
            None => self.stopped(),
        }
    }

    /// The last frame of a visit before its first child, including updates without a child.
    fn before_first_child(&self, visit: VisitId) -> usize {
        let is_own = |frame: usize| self.other.own_update_at(frame).is_some_and(|own| own.visit() == visit);
        let first = self.before_children(visit);
        (first + 1..=self.last).take_while(|&frame| is_own(frame)).last().unwrap_or(first)
    }

    /// The frame at which a visit starts, or that of its lookup.
    fn before_children(&self, visit: VisitId) -> usize {
        self.other.table().lookup_of(visit).map_or_else(|| self.other.span(visit).0, |found| found.frame)
    }

    /// The frame for a moment at a node above the other run's start, or in another part of the
    /// game: the first frame if the moment is before the part that both runs search, and the last
    /// frame if it is after that part.
    fn outside(&self, frame: usize) -> Option<Corresponding> {
        let below = self.other.start.strip_prefix(self.trace.start.as_slice())?;
        let root = self.trace.place(below).recorded()?;
        let (first, _) = self.trace.span(self.trace.layers(root).next()?);
        let frame = if frame < first { 0 } else { self.last };
        Some(Corresponding { frame, relation: Relation::Outside })
    }

    /// The visit of `node` of the other run that corresponds to a visit of the same node: the one in the same pass with the same
    /// number in it, or else the latest one before, or else the first.
    fn visit_of(&self, visit: VisitId, node: NodeId) -> Option<VisitId> {
        let mut layers = self.other.layers(node);
        if !self.trace.has_layers() && !self.other.has_layers() {
            return layers.next();
        }
        let pass = pass_of(self.trace, visit);
        let number = self.trace.layer_of(visit) - before_pass(self.trace, self.trace.node_of(visit), pass);
        let there = self.same_pass(pass);
        let first = before_pass(self.other, node, there);
        let count = before_pass(self.other, node, there + 1) - first;
        let index = if count > 0 { first + number.min(count - 1) } else { first.saturating_sub(1) };
        layers.nth(index)
    }

    /// The visit of the child `there` within `visit` of the other run that corresponds to `child` within `parent`: the one with
    /// the same number, or else the last one.
    fn child_visit(&self, parent: VisitId, child: VisitId, visit: VisitId, there: NodeId) -> Option<VisitId> {
        if !self.other.has_layers() {
            return self.other.layers(there).next();
        }
        let before = layers_before(self.trace, self.trace.node_of(child), self.trace.span(parent).0);
        let number = self.trace.layer_of(child) - before;
        let below = self.visits_below(visit, there);
        let last = below.end.checked_sub(1).filter(|&last| last >= below.start)?;
        let found = self.other.layers(there).nth(last.min(below.start + number))?;
        (self.other.parent_visit(found) == Some(visit)).then_some(found)
    }

    /// The visit of the child `there` in another visit of its parent than `visit`: a best-first search enters a node often and one
    /// of its children each time. `None` if `visit` itself pruned, skipped or answered the child.
    fn in_other_visit(&self, child: VisitId, visit: VisitId, there: NodeId, path: &[u32]) -> Option<VisitId> {
        let is_visited = self.other.layers(there).next().is_some();
        let decides = !matches!(self.left_out(visit, Some(there), path).relation, Relation::NotEntered(_));
        if is_visited && !decides { self.visit_of(child, there) } else { None }
    }

    /// The last visit of the node `child` within `visit` of the other run.
    fn last_visit_below(&self, visit: VisitId, child: NodeId) -> Option<VisitId> {
        let below = self.visits_below(visit, child);
        let found = self.other.layers(child).nth(below.end.checked_sub(1).filter(|&last| last >= below.start)?)?;
        (self.other.parent_visit(found) == Some(visit)).then_some(found)
    }

    /// The range of the node `child`'s visits that began within `visit` of the other run.
    fn visits_below(&self, visit: VisitId, child: NodeId) -> std::ops::Range<usize> {
        let (start, end) = self.other.span(visit);
        layers_before(self.other, child, start)..self.other.layers_by(child, end.unwrap_or(self.last))
    }

    /// The pass of the other run that corresponds to a pass: of the same depth, with the same number among the passes of that
    /// depth.
    fn same_pass(&self, pass: usize) -> usize {
        let [count, there] = [self.trace, self.other].map(|trace| trace.layers(NodeId::ROOT).len());
        if count <= 1 && there <= 1 {
            return 0;
        }
        let depth = depth_of_pass(self.trace, pass);
        let number = (0..pass).rev().take_while(|&before| depth_of_pass(self.trace, before) == depth).count();
        let of_depth = |pass: &usize| depth_of_pass(self.other, *pass) == depth;
        match (0..there).find(of_depth) {
            Some(first) => {
                let alike = (first..there).take_while(of_depth).count();
                first + number.min(alike - 1)
            }
            None => pass.min(there.saturating_sub(1)),
        }
    }
}

/// The index of the run from the root that a visit belongs to.
fn pass_of(trace: &Trace, visit: VisitId) -> usize {
    trace.layers_by(NodeId::ROOT, trace.span(visit).0).saturating_sub(1)
}

/// The depth limit of a run from the root: its own, or that of the whole search.
fn depth_of_pass(trace: &Trace, pass: usize) -> Option<u32> {
    let root = trace.layers(NodeId::ROOT).nth(pass)?;
    let stated = trace.passes().binary_search_by_key(&root, |pass| pass.visit).ok();
    let stated = stated.and_then(|at| trace.passes()[at].depth);
    stated.or_else(|| trace.setup.limit.as_ref().map(|limit| limit.depth))
}

/// The number of visits of a node that began before a run from the root.
fn before_pass(trace: &Trace, node: NodeId, pass: usize) -> usize {
    match trace.layers(NodeId::ROOT).nth(pass) {
        Some(root) => layers_before(trace, node, trace.span(root).0),
        None => trace.layers(node).len(),
    }
}

/// The number of visits of a node that began before a frame.
fn layers_before(trace: &Trace, node: NodeId, frame: usize) -> usize {
    frame.checked_sub(1).map_or(0, |before| trace.layers_by(node, before))
}

/// Whether both traces use the game's own move indexes.
#[must_use]
pub fn have_same_moves(trace: &Trace, other: &Trace) -> bool {
    trace.recorded_tree().is_none() && other.recorded_tree().is_none() && trace.setup.game == other.setup.game
}

/// The path of a node of one trace in another trace of the same game, or of a changed version of its tree; `None` if the path
/// does not exist there.
#[must_use]
pub fn path_in(trace: &Trace, path: &[u32], other: &Trace) -> Option<Vec<u32>> {
    let pair = Pair { trace, other, last: 0, has_same_moves: have_same_moves(trace, other) };
    pair.shared_path(path).and_then(|(path, is_whole)| is_whole.then(|| path.into_owned()))
}
