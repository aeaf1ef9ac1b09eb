//! Why a node was pruned, and where a score comes from.

use super::node_names::{child_name, node_name};
use super::pass_names::pass_name;
use crate::language::{Language, Text};
use crate::score::{Player, Score, Window};
use crate::trace::{Cut, NodeId, NodeState, Place, StoreId, Trace, VisitId};

/// Why a node was pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruningReason {
    /// The kind of the cut.
    pub cut: Cut,
    /// The frame of the cut.
    pub frame: usize,
    /// The visit that was cut.
    pub visit: VisitId,
    /// The child whose score made the cut.
    pub child: VisitId,
    /// The score the cut node would have returned.
    pub score: Score,
    /// The bound that the score reached.
    pub bound: Score,
    /// The visit whose bound it is, and what set it.
    pub source: BoundSource,
}

/// Where the bound of a cut comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoundSource {
    /// A visit on the path got the bound from a child that had returned before.
    Child {
        /// The visit on the path.
        owner: VisitId,
        /// The child.
        child: VisitId,
        /// The `Update` frame at which the bound was set.
        frame: usize,
    },
    /// A visit on the path found the bound in the table.
    Table {
        /// The visit on the path.
        owner: VisitId,
        /// The `Lookup` frame.
        frame: usize,
        /// What was found, if its writing is in the trace.
        store: Option<StoreId>,
    },
    /// A visit on the path asked a child with a null window, whose end it is.
    Asked {
        /// The visit on the path.
        owner: VisitId,
        /// The visit of its child that was asked, at or above the visit that was cut.
        child: VisitId,
    },
    /// The pass began with the bound, which an earlier pass had returned.
    Pass {
        /// The first visit of the pass.
        owner: VisitId,
        /// The first visit of the earlier one.
        earlier: VisitId,
    },
    /// The run began with the bound, or the trace does not show its source.
    Given,
}

impl BoundSource {
    /// The visit on the path whose bound it is.
    #[must_use]
    pub const fn owner(self) -> Option<VisitId> {
        match self {
            Self::Child { owner, .. }
            | Self::Table { owner, .. }
            | Self::Asked { owner, .. }
            | Self::Pass { owner, .. } => Some(owner),
            Self::Given => None,
        }
    }
}

/// The line of nodes from a node down to the leaf, or other source, that its score comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueLine {
    /// The steps down from the node, in order.
    pub steps: Vec<ValueStep>,
    /// The end of the line.
    pub end: ValueEnd,
}

/// A step of a [`ValueLine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueStep {
    /// Down to the child whose score was taken over.
    Child(VisitId),
    /// Across to the visit that wrote the entry with which the table answered.
    Table {
        /// The writing.
        store: StoreId,
        /// The visit that wrote.
        writer: VisitId,
    },
}

impl ValueStep {
    /// The visit that it leads to.
    #[must_use]
    pub const fn visit(self) -> VisitId {
        match self {
            Self::Child(visit) | Self::Table { writer: visit, .. } => visit,
        }
    }
}

/// Where a [`ValueLine`] ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueEnd {
    /// A node where the game is over.
    Leaf,
    /// A node that was evaluated at the depth limit.
    Horizon,
    /// The window that the last node was given: no child did better.
    Window,
    /// An entry of the table whose writing is not in the trace, or is not what it was answered from.
    Table,
    /// The trace does not show it.
    Unknown,
}

const fn bound_of(cut: Cut, window: Window) -> Score {
    match cut {
        Cut::Alpha => window.alpha,
        Cut::Beta => window.beta,
    }
}

/// Whose bound makes a cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundOwner {
    /// Of a visit whose children have set it.
    Node(VisitId),
    /// Of a visit that found it in the table.
    Table(VisitId),
    /// Of none: `owner` asked `child` with a window that ends there.
    Asked { owner: VisitId, child: VisitId },
}

/// The owner of the bound that cuts `visit`: the nearest visit from there upwards that was given another bound itself.
pub(super) fn bound_owner(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> Option<BoundOwner> {
    let mut below = None;
    let mut above = Some(visit);
    while let Some(owner) = above {
        if bound_of(cut, trace.given_window(owner)) != bound {
            // α is max's, and β min's: an end on the other player's side is no bound that the node itself can have.
            let sets = match cut {
                Cut::Alpha => Player::Max,
                Cut::Beta => Player::Min,
            };
            return Some(match below {
                _ if bound_of(cut, trace.searched_window(owner)) == bound => BoundOwner::Table(owner),
                Some(child) if trace.player_of(owner) != sets => BoundOwner::Asked { owner, child },
                _ => BoundOwner::Node(owner),
            });
        }
        below = above;
        above = trace.parent_visit(owner);
    }
    None
}

fn bound_source(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> BoundSource {
    let owner = match bound_owner(trace, visit, cut, bound) {
        None => return bound_of_pass(trace, visit, bound).unwrap_or(BoundSource::Given),
        Some(BoundOwner::Asked { owner, child }) => return BoundSource::Asked { owner, child },
        Some(BoundOwner::Table(owner)) => {
            return trace.lookup_of(owner).map_or(BoundSource::Given, |found| BoundSource::Table {
                owner,
                frame: found.frame,
                store: found.store,
            });
        }
        Some(BoundOwner::Node(owner)) => owner,
    };
    let set_by = trace.visited_children(owner).take_while(|&child| child <= visit).find_map(|child| {
        let update = trace.update_frame(child)?;
        // A score that was only asked for is not taken in, but the child is searched again from there.
        let is_asked = || {
            let again = trace.visited_children(owner).find(|&next| next > child);
            again.is_some_and(|again| trace.searched_again(again) == Some(child))
                && score_of(trace, child) == Some(bound)
        };
        (trace.value_at_update(update) == Some(bound) || is_asked()).then_some((child, update))
    });
    set_by.map_or(BoundSource::Given, |(child, frame)| BoundSource::Child { owner, child, frame })
}

/// The bound with which the run from the root began that `visit` belongs to, if an earlier one had returned it.
fn bound_of_pass(trace: &Trace, visit: VisitId, bound: Score) -> Option<BoundSource> {
    let mut owner = visit;
    while let Some(above) = trace.parent_visit(owner) {
        owner = above;
    }
    let earlier = trace
        .layers(trace.node_of(owner))
        .rev()
        .find(|&other| other < owner && score_of(trace, other) == Some(bound))?;
    Some(BoundSource::Pass { owner, earlier })
}

/// Why a node was pruned by the end of the run; `None` if it was not.
#[must_use]
pub fn why_pruned(trace: &Trace, place: Place) -> Option<PruningReason> {
    let NodeState::Pruned { frame } = trace.state(place, usize::MAX) else { return None };
    let step = trace.step(frame)?;
    let cut = step.cut?;
    let bound = bound_of(cut, step.window);
    Some(PruningReason {
        cut,
        frame,
        visit: step.visit,
        child: trace.returned_child(frame)?,
        score: trace.value_at_update(frame)?,
        bound,
        source: bound_source(trace, step.visit, cut, bound),
    })
}

/// The source of a visit's score at a frame, or, while the visit is open, of the value that it would return. `None` where it
/// has no score by then.
#[must_use]
pub fn value_line(trace: &Trace, visit: VisitId, frame: usize) -> Option<ValueLine> {
    let has_ended = |visit: VisitId, frame: usize| trace.span(visit).1.is_some_and(|end| end <= frame);
    if !trace.is_search() || (!has_ended(visit, frame) && best_child(trace, visit, frame).is_none()) {
        return None;
    }
    let mut steps = Vec::new();
    let (mut at, mut frame) = (visit, frame);
    let end = loop {
        if let Some((score, _)) = trace.answered(at) {
            let Some((store, writer)) = writer_of(trace, at, score) else { break ValueEnd::Table };
            steps.push(ValueStep::Table { store, writer });
            (at, frame) = (writer, usize::MAX);
            continue;
        }
        if trace.is_leaf_visit(at) {
            break if trace.is_horizon(at) { ValueEnd::Horizon } else { ValueEnd::Leaf };
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

/// The child by which a visit got the value that it would return at a frame, and that value.
fn best_child(trace: &Trace, visit: VisitId, frame: usize) -> Option<(VisitId, Score)> {
    let mut value = trace.value_at_start(visit);
    let mut best = None;
    for child in trace.visited_children(visit) {
        let Some(update) = trace.update_frame(child).filter(|&update| update <= frame) else { break };
        let Some(now) = trace.value_at_update(update) else { break };
        if now != value {
            value = now;
            best = Some((child, now));
        }
    }
    best
}

fn score_of(trace: &Trace, visit: VisitId) -> Option<Score> {
    trace.step(trace.span(visit).1?)?.score
}

/// The writing that brought a score into the entry which answered a visit, and who wrote.
fn writer_of(trace: &Trace, answered: VisitId, score: Score) -> Option<(StoreId, VisitId)> {
    let mut entry = trace.lookup_of(answered)?.store;
    while let Some(id) = entry {
        let writer = trace.stored(id)?.visit;
        if score_of(trace, writer) == Some(score) && writer < answered {
            return Some((id, writer));
        }
        entry = trace.store_before(id);
    }
    None
}

/// A sentence of an answer to "why?", and the frame where it can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The sentence.
    pub sentence: String,
    /// The frame.
    pub frame: Option<usize>,
}

fn name(trace: &Trace, visit: VisitId, language: Language) -> String {
    node_name(trace, &trace.path(trace.node_of(visit)), language)
}

/// The name of the node of a visit, with its pass where that is not the one of the visit that is asked about.
fn name_across(trace: &Trace, visit: VisitId, asked: VisitId, language: Language) -> String {
    let node = name(trace, visit, language);
    match trace.pass_of(visit).filter(|_| trace.pass_of(visit) != trace.pass_of(asked)) {
        Some(place) => language.fill(Text::WhyInPass, &[("node", &node), ("pass", &pass_name(trace, place, language))]),
        None => node,
    }
}

fn name_of_child(trace: &Trace, visit: VisitId, language: Language) -> String {
    child_name(trace, &trace.path(trace.node_of(visit)), language)
}

impl PruningReason {
    /// The answer in sentences: the cut, the source of the bound, and the leaf that the bound comes from.
    #[must_use]
    pub fn sentences(&self, trace: &Trace, place: Place, language: Language) -> Vec<Reason> {
        let pruned = node_name(trace, &trace.path(place.node), language);
        let (score, bound) = (trace.in_unit(self.score).to_string(), trace.in_unit(self.bound).to_string());
        let (text, letter) = match self.cut {
            Cut::Alpha => (Text::WhyAlphaCut, "α"),
            Cut::Beta => (Text::WhyBetaCut, "β"),
        };
        let (node, child) = (name(trace, self.visit, language), name_of_child(trace, self.child, language));
        let values = [("pruned", &*pruned), ("node", &node), ("child", &child), ("score", &score), ("bound", &bound)];
        let mut said = vec![Reason { sentence: language.sentence(text, &values), frame: Some(self.frame) }];
        let mut from = None;
        match self.source {
            BoundSource::Child { owner, child, frame } => {
                let (owner, child_name) = (name(trace, owner, language), name_of_child(trace, child, language));
                let values = [("letter", letter), ("bound", &bound), ("owner", &owner), ("child", &child_name)];
                said.push(Reason { sentence: language.sentence(Text::WhyBoundSet, &values), frame: Some(frame) });
                from = Some(child);
            }
            BoundSource::Table { owner, frame, store } => {
                let owner = name(trace, owner, language);
                let values = [("letter", letter), ("bound", &*bound), ("owner", &owner)];
                said.push(Reason { sentence: language.sentence(Text::WhyBoundFound, &values), frame: Some(frame) });
                let stored = store.and_then(|store| trace.stored(store));
                if let Some(stored) = stored {
                    let writer = name_across(trace, stored.visit, self.visit, language);
                    let values = [("writer", &*writer), ("bound", &bound)];
                    let sentence = language.sentence(Text::WhyBoundWritten, &values);
                    said.push(Reason { sentence, frame: Some(stored.frame) });
                    from = Some(stored.visit).filter(|&writer| score_of(trace, writer) == Some(self.bound));
                }
            }
            BoundSource::Asked { owner, child } => {
                let (owner, child_name) = (name(trace, owner, language), name_of_child(trace, child, language));
                let values = [("letter", letter), ("bound", &bound), ("owner", &owner), ("child", &child_name)];
                let sentence = language.sentence(Text::WhyBoundAsked, &values);
                said.push(Reason { sentence, frame: Some(trace.span(child).0) });
            }
            BoundSource::Pass { owner, earlier } => {
                let [pass, before] = [owner, earlier].map(|visit| {
                    trace.pass_of(visit).map(|place| pass_name(trace, place, language)).unwrap_or_default()
                });
                let values = [("letter", letter), ("bound", &*bound), ("pass", &pass), ("earlier", &before)];
                let sentence = language.sentence(Text::WhyBoundOfPass, &values);
                said.push(Reason { sentence, frame: Some(trace.span(owner).0) });
                from = Some(earlier);
            }
            BoundSource::Given => {
                let values = [("letter", letter), ("bound", bound.as_str())];
                said.push(Reason { sentence: language.sentence(Text::WhyBoundGiven, &values), frame: None });
            }
        }
        if let Some(line) = from.and_then(|from| value_line(trace, from, usize::MAX)) {
            said.extend(line.sentences(trace, self.visit, language));
        }
        said
    }

    /// The node that the bound comes from: where the line of its value ends.
    #[must_use]
    pub fn origin(&self, trace: &Trace) -> Option<VisitId> {
        let from = match self.source {
            BoundSource::Child { child, .. } => child,
            BoundSource::Pass { earlier, .. } => earlier,
            BoundSource::Table { store, .. } => trace.stored(store?)?.visit,
            BoundSource::Asked { .. } | BoundSource::Given => return None,
        };
        let line = value_line(trace, from, usize::MAX);
        Some(line.and_then(|line| line.steps.last().map(|step| step.visit())).unwrap_or(from))
    }
}

impl ValueLine {
    /// A sentence for each crossing of the table, and one for the end; nothing where the line has no steps. Where the line comes to
    /// another pass than that of `asked`, the visit asked about, the pass is named.
    #[must_use]
    pub fn sentences(&self, trace: &Trace, asked: VisitId, language: Language) -> Vec<Reason> {
        let mut said = Vec::new();
        let mut at = asked;
        for step in &self.steps {
            match *step {
                ValueStep::Child(visit) => at = visit,
                ValueStep::Table { store, writer } => {
                    let Some(stored) = trace.stored(store) else { continue };
                    let from = std::mem::replace(&mut at, writer);
                    let writer = name_across(trace, writer, from, language);
                    let frame = language.number(stored.frame as u64);
                    let values = [("writer", &*writer), ("frame", &frame)];
                    let sentence = language.sentence(Text::WhyFromTable, &values);
                    said.push(Reason { sentence, frame: Some(stored.frame) });
                }
            }
        }
        let Some(last) = self.steps.last().map(|step| step.visit()) else { return said };
        let text = match self.end {
            ValueEnd::Leaf => Text::WhyLeaf,
            ValueEnd::Horizon => Text::WhyHorizon,
            ValueEnd::Window => Text::WhyWindow,
            ValueEnd::Table => Text::WhyTableUnknown,
            ValueEnd::Unknown => Text::WhyUnknown,
        };
        let score = score_of(trace, last).map(|score| trace.in_unit(score).to_string()).unwrap_or_default();
        let values = [("leaf", &*name_across(trace, last, asked, language)), ("score", &score)];
        said.push(Reason { sentence: language.sentence(text, &values), frame: trace.span(last).1 });
        said
    }
}

/// The recorded nodes of a [`ValueLine`], the first one included.
#[must_use]
pub fn nodes_of_line(trace: &Trace, from: VisitId, line: &ValueLine) -> Vec<NodeId> {
    let visits = std::iter::once(from).chain(line.steps.iter().map(|step| step.visit()));
    visits.map(|visit| trace.node_of(visit)).collect()
}
