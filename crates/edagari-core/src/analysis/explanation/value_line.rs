//! The source of a score: the child that returned it, that child's source, and so on, also across
//! table entries; the best line; and the bounds that all visits of a node prove together.

use super::reason::{Reason, name_across};
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::score::{Bounds, Player, Score};
use crate::trace::{NodeId, NodeState, StoreId, Trace, VisitId};

/// The line from a node down to the leaf, or other source, of its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueLine {
    /// The steps down from the node, in order.
    pub steps: Vec<ValueStep>,
    /// The end of the line.
    pub end: ValueEnd,
}

/// A step of a [`ValueLine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueStep {
    /// Down to the child that set the score.
    Child(VisitId),
    /// Across to the visit that stored the entry with which the table settled the node.
    Table {
        /// The store of the entry.
        store: StoreId,
        /// The visit that made the store.
        writer: VisitId,
    },
}

impl ValueStep {
    /// The visit that the step leads to.
    #[must_use]
    pub const fn visit(self) -> VisitId {
        match self {
            Self::Child(visit) | Self::Table { writer: visit, .. } => visit,
        }
    }
}

/// The end of a [`ValueLine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueEnd {
    /// A node where the game is over.
    Leaf,
    /// A node evaluated at the depth limit.
    Horizon,
    /// The window of the last node: no child was better.
    Window,
    /// A node where chance moves: its value is the mean of its children's.
    Chance,
    /// An entry of the table whose store is not in the trace, or does not match the score.
    Table,
    /// The trace does not show the source.
    Unknown,
}

/// The source of a visit's score at a frame or, while the visit is open, of its current value. `None` if it has no score by then.
#[must_use]
pub fn value_line(trace: &Trace, visit: VisitId, frame: usize) -> Option<ValueLine> {
    let has_ended = |visit: VisitId, frame: usize| trace.span(visit).1.is_some_and(|end| end <= frame);
    if !trace.is_search() || (!has_ended(visit, frame) && best_child(trace, visit, frame).is_none()) {
        return None;
    }
    let mut steps = Vec::new();
    let (mut at, mut frame) = (visit, frame);
    let end = loop {
        if let Some((score, _)) = trace.table().answered(at) {
            let Some((store, writer)) = writer_of(trace, at, score) else { break ValueEnd::Table };
            steps.push(ValueStep::Table { store, writer });
            (at, frame) = (writer, usize::MAX);
            continue;
        }
        if trace.is_leaf_visit(at) {
            break if trace.is_horizon(at) { ValueEnd::Horizon } else { ValueEnd::Leaf };
        }
        if trace.is_chance(at) {
            break ValueEnd::Chance;
        }
        let Some((child, value)) = best_child(trace, at, frame) else { break ValueEnd::Window };
        if score_of(trace, child) != Some(value) {
            break ValueEnd::Unknown;
        }
        steps.push(ValueStep::Child(child));
        (at, frame) = (child, usize::MAX);
    };
    Some(ValueLine { steps, end })
}

/// The child that set the value of a visit at a frame, and that value; `None` if no child did, or an update without a child
/// changed it later, or if chance moves there.
pub(in crate::analysis) fn best_child(trace: &Trace, visit: VisitId, frame: usize) -> Option<(VisitId, Score)> {
    if trace.is_chance(visit) {
        return None;
    }
    let mut value = trace.value_at_start(visit);
    let mut best = None;
    let own = trace.own_updates_of(visit).filter_map(|own| Some((own.frame as usize, own.value?)));
    let mut own = own.take_while(|&(at, _)| at <= frame).peekable();
    let mut by_itself = |before: usize, value: &mut Score, best: &mut Option<(VisitId, Score)>| {
        while let Some((_, now)) = own.next_if(|&(at, _)| at < before) {
            if now != *value {
                (*value, *best) = (now, None);
            }
        }
    };
    for child in trace.visited_children(visit) {
        let Some(update) = trace.update_frame(child).filter(|&update| update <= frame) else { break };
        let Some(now) = trace.value_at_update(update) else { break };
        by_itself(update, &mut value, &mut best);
        if now != value {
            value = now;
            best = Some((child, now));
        }
    }
    by_itself(usize::MAX, &mut value, &mut best);
    best
}

pub(in crate::analysis) fn score_of(trace: &Trace, visit: VisitId) -> Option<Score> {
    trace.step(trace.span(visit).1?)?.score
}

/// The store, and the visit that made it, which wrote the score with which the table settled a visit.
fn writer_of(trace: &Trace, answered: VisitId, score: Score) -> Option<(StoreId, VisitId)> {
    let mut entry = trace.table().lookup_of(answered)?.store;
    while let Some(id) = entry {
        let writer = trace.table().stored(id)?.visit;
        if score_of(trace, writer) == Some(score) && writer < answered {
            return Some((id, writer));
        }
        entry = trace.table().store_before(id);
    }
    None
}

impl ValueLine {
    /// A sentence for each step across the table, and one for the end; empty if the line has no steps. A pass is named if it
    /// differs from the pass of `from`, the visit the explanation is about.
    #[must_use]
    pub fn sentences(&self, trace: &Trace, from: VisitId, language: Language) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let mut at = from;
        for step in &self.steps {
            match *step {
                ValueStep::Child(visit) => at = visit,
                ValueStep::Table { store, writer } => {
                    let Some(stored) = trace.table().stored(store) else { continue };
                    let from = std::mem::replace(&mut at, writer);
                    let writer = name_across(trace, writer, from, language);
                    let frame = language.number(stored.frame as u64);
                    let values = [("writer", &*writer), ("frame", &frame)];
                    let sentence = language.sentence(Text::WhyFromTable, &values);
                    reasons.push(Reason { sentence, frame: Some(stored.frame) });
                }
            }
        }
        let last = match (self.steps.last(), self.end) {
            (Some(step), _) => step.visit(),
            (None, ValueEnd::Chance) => from,
            (None, _) => return reasons,
        };
        let text = match self.end {
            ValueEnd::Leaf => Text::WhyLeaf,
            ValueEnd::Horizon => Text::WhyHorizon,
            ValueEnd::Window => Text::WhyWindow,
            ValueEnd::Chance => Text::WhyChance,
            ValueEnd::Table => Text::WhyTableUnknown,
            ValueEnd::Unknown => Text::WhyUnknown,
        };
        let score = score_of(trace, last).map(|score| score_text(trace, score, language)).unwrap_or_default();
        let values = [("leaf", &*name_across(trace, last, from, language)), ("score", &score)];
        reasons.push(Reason { sentence: language.sentence(text, &values), frame: trace.span(last).1 });
        reasons
    }
}

/// The nodes of a [`ValueLine`], including the first one.
#[must_use]
pub fn nodes_of_line(trace: &Trace, from: VisitId, line: &ValueLine) -> Vec<NodeId> {
    let visits = std::iter::once(from).chain(line.steps.iter().map(|step| step.visit()));
    visits.map(|visit| trace.node_of(visit)).collect()
}

/// The line of best moves below a node, as known at a frame: from each node to the first child that
/// is known to be as good as the node's score, down to a leaf. The line starts with the path of the
/// node itself.
///
/// ```
/// use edagari_core::analysis::best_line;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let line = best_line(&trace, &[], trace.frame_count() - 1);
/// assert_eq!(trace.game.move_texts(&trace.start, &line), ["A", "C", "H"]);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn best_line(trace: &Trace, from: &[u32], frame: usize) -> Vec<u32> {
    let mut line = from.to_vec();
    if !trace.is_search() {
        return line;
    }
    let Some(visit) = trace.visit_at(trace.place(from), frame) else { return line };
    let NodeState::Scored { score, .. } = trace.state_by(visit, frame) else { return line };
    let mut node = trace.node_of(visit);
    while let Some(latest) = trace.layer_at(node, frame) {
        // A bound on the wrong side proves nothing. If a table has narrowed the window, a max node
        // can return the narrowed α although no child is that good.
        let settled_by = |child: NodeId| {
            let known = known_bounds(trace, child, visit, frame);
            match trace.player_of(latest) {
                Player::Max => known.lower == score,
                Player::Min => known.upper == score,
            }
        };
        // Children in the order in which the node's latest visit entered them, followed by children
        // that only an earlier visit entered.
        let entered = trace.visited_children(latest).map(|child| trace.node_of(child));
        let Some(best) = entered.chain(trace.children(node)).find(|&child| settled_by(child)) else { break };
        line.extend(trace.move_of(best));
        node = best;
    }
    line
}

/// The bounds of the value of `node` that its visits have proved by `frame`, at the depth of the pass that `visit` belongs to.
///
/// In Edagari's own runs, all visits of a node in passes of the same depth search for the same
/// value, so their bounds are intersected. Another program may search them to different depths, so
/// only the latest visit is used.
#[must_use]
pub fn known_bounds(trace: &Trace, node: NodeId, visit: VisitId, frame: usize) -> Bounds {
    let shown = |visit| match trace.state_by(visit, frame) {
        NodeState::Scored { score, kind } => kind.map_or(Bounds::UNKNOWN, |kind| Bounds::of(score, kind)),
        _ => Bounds::UNKNOWN,
    };
    let Some(latest) = trace.layer_at(node, frame) else { return Bounds::UNKNOWN };
    if !trace.has_layers() || trace.origin().is_some() {
        return shown(latest);
    }
    let depth = |visit| trace.pass_of(visit).and_then(|pass| trace.passes()[pass].depth);
    let wanted = depth(visit);
    let layers = trace.layers(node).filter(|&layer| layer <= latest && depth(layer) == wanted);
    layers.map(shown).fold(Bounds::UNKNOWN, Bounds::intersect)
}
