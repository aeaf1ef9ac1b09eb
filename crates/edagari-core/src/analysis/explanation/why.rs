//! The reason why a node was pruned.

use super::bound_source::{BoundSource, bound_of, bound_source};
use super::pass_window::pass_window_reason;
use super::reason::own_text;
use super::reason::{Reason, name, name_across, name_of_child};
use super::value_line::{score_of, value_line};
use crate::analysis::names::naming::pass_name;
use crate::analysis::names::node_names::node_name;
use crate::analysis::names::scores::score_text;
use crate::language::{Language, Text};
use crate::score::{Score, Window};
use crate::trace::{Cut, NodeState, Place, Trace, VisitId};

/// The reason why a node was pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruningReason {
    /// The kind of the cutoff.
    pub cut: Cut,
    /// The frame of the cutoff.
    pub frame: usize,
    /// The visit with the cutoff.
    pub visit: VisitId,
    /// The child whose score caused the cutoff; `None` for a cutoff by an update without a child, see [`Trace::own_update_at`].
    pub child: Option<VisitId>,
    /// The score that the node would have returned; for a cutoff without a child, the bound of the window that the node changed.
    pub score: Score,
    /// The bound that was reached: for an α-cut α and for a β-cut β, unless the node changed that
    /// bound itself.
    pub reached: Cut,
    /// The bound that the score reached.
    pub bound: Score,
    /// The visit that owns the bound, and the source of the bound.
    pub source: BoundSource,
}

/// The reason why a node is pruned at the end of the run; `None` if it is not.
///
/// ```
/// use edagari_core::analysis::why_pruned;
/// use edagari_core::language::Language;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let path = trace.game.parse_moves(&trace.start, "A D J").expect("legal moves");
/// let place = trace.place(&path);
/// let reason = why_pruned(&trace, place).expect("J is pruned");
/// let sentences = reason.sentences(&trace, place, Language::English);
/// assert_eq!(sentences[0].frame, trace.next_cut(0), "{sentences:?}");
/// assert!(why_pruned(&trace, trace.place(&path[..2])).is_none());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[must_use]
pub fn why_pruned(trace: &Trace, place: Place) -> Option<PruningReason> {
    let NodeState::Pruned { frame } = trace.state(place, usize::MAX) else { return None };
    let step = trace.step(frame)?;
    let (cut, visit) = (step.cut?, step.visit);
    let child = trace.returned_child(frame);
    if let Some(own) = trace.own_update_at(frame).filter(|own| own.is_settled_by_rules()) {
        let score = own.value.unwrap_or_else(|| trace.value_at_start(visit));
        let source = BoundSource::Own { owner: visit, frame };
        return Some(PruningReason { cut, frame, visit, child, score, reached: cut, bound: score, source });
    }
    let (reached, score) = match child {
        Some(_) => (cut, trace.value_at_update(frame)?),
        None => closed_by_itself(trace, frame, visit, (cut, step.window))?,
    };
    let bound = bound_of(reached, step.window);
    let source = bound_source(trace, visit, reached, bound);
    Some(PruningReason { cut, frame, visit, child, score, reached, bound, source })
}

/// The bound of its window that a node reached by an update without a child, and the new value of the other bound.
fn closed_by_itself(trace: &Trace, frame: usize, visit: VisitId, (cut, window): (Cut, Window)) -> Option<(Cut, Score)> {
    trace.own_update_at(frame)?;
    let before = trace.previous_frame_of(visit, frame).and_then(|before| trace.step(before))?.window;
    let reached = match (before.alpha != window.alpha, before.beta != window.beta) {
        (true, false) => Cut::Beta,
        (false, true) => Cut::Alpha,
        _ => cut,
    };
    let moved = match reached {
        Cut::Alpha => window.beta,
        Cut::Beta => window.alpha,
    };
    Some((reached, moved))
}

impl PruningReason {
    /// The explanation: the cutoff, the source of the bound, and the leaf that the bound comes from.
    #[must_use]
    pub fn sentences(&self, trace: &Trace, place: Place, language: Language) -> Vec<Reason> {
        let pruned = node_name(trace, &trace.path(place.node), language);
        let (score, bound) = (score_text(trace, self.score, language), score_text(trace, self.bound, language));
        let letter = match self.reached {
            Cut::Alpha => "α",
            Cut::Beta => "β",
        };
        let text = match (self.child, self.reached) {
            (Some(_), Cut::Alpha) => Text::WhyAlphaCut,
            (Some(_), Cut::Beta) => Text::WhyBetaCut,
            (None, Cut::Alpha) => Text::WhyOwnCutLow,
            (None, Cut::Beta) => Text::WhyOwnCutHigh,
        };
        let node = name(trace, self.visit, language);
        if let Some(own) = trace.own_update_at(self.frame).filter(|own| own.is_settled_by_rules()) {
            return vec![Reason { sentence: own_text(trace, own, &node, language), frame: Some(self.frame) }];
        }
        let child = self.child.map(|child| name_of_child(trace, child, language)).unwrap_or_default();
        let values = [("pruned", &*pruned), ("node", &node), ("child", &child), ("score", &score), ("bound", &bound)];
        let mut reasons = vec![Reason { sentence: language.sentence(text, &values), frame: Some(self.frame) }];
        let of_own = |frame: usize, node: &str| {
            let own = trace.own_update_at(frame)?;
            Some(Reason { sentence: own_text(trace, own, node, language), frame: None })
        };
        reasons.extend(of_own(self.frame, &node));
        let mut from = None;
        match self.source {
            BoundSource::Child { owner, child, frame } => {
                let (owner, child_name) = (name(trace, owner, language), name_of_child(trace, child, language));
                let values = [("letter", letter), ("bound", &bound), ("owner", &owner), ("child", &child_name)];
                reasons.push(Reason { sentence: language.sentence(Text::WhyBoundSet, &values), frame: Some(frame) });
                from = Some(child);
            }
            BoundSource::Table { owner, frame, store } => {
                let owner = name(trace, owner, language);
                let values = [("letter", letter), ("bound", &*bound), ("owner", &owner)];
                reasons.push(Reason { sentence: language.sentence(Text::WhyBoundFound, &values), frame: Some(frame) });
                let stored = store.and_then(|store| trace.table().stored(store));
                if let Some(stored) = stored {
                    let writer = name_across(trace, stored.visit, self.visit, language);
                    let values = [("writer", &*writer), ("bound", &bound)];
                    let sentence = language.sentence(Text::WhyBoundWritten, &values);
                    reasons.push(Reason { sentence, frame: Some(stored.frame) });
                    from = Some(stored.visit).filter(|&writer| score_of(trace, writer) == Some(self.bound));
                }
            }
            BoundSource::NullWindow { owner, child } | BoundSource::Derived { owner, child } => {
                let is_null = matches!(self.source, BoundSource::NullWindow { .. });
                let text = if is_null { Text::WhyBoundAsked } else { Text::WhyBoundDerived };
                let (owner, child_name) = (name(trace, owner, language), name_of_child(trace, child, language));
                let values = [("letter", letter), ("bound", &bound), ("owner", &owner), ("child", &child_name)];
                let sentence = language.sentence(text, &values);
                reasons.push(Reason { sentence, frame: Some(trace.span(child).0) });
            }
            BoundSource::Own { owner, frame } => {
                let owner = name(trace, owner, language);
                let values = [("letter", letter), ("bound", &*bound), ("owner", &owner)];
                reasons.push(Reason { sentence: language.sentence(Text::WhyBoundOwn, &values), frame: Some(frame) });
                reasons.extend(of_own(frame, &owner));
            }
            BoundSource::Window { owner, window } => {
                let pass = trace.pass_of(owner).map(|place| pass_name(trace, place, language)).unwrap_or_default();
                let values = [("letter", letter), ("bound", &*bound), ("pass", &pass)];
                let sentence = language.sentence(Text::WhyBoundOfWindow, &values);
                reasons.push(Reason { sentence, frame: Some(trace.span(owner).0) });
                reasons.extend(pass_window_reason(trace, owner, language));
                from = Some(window.earlier());
            }
            BoundSource::Pass { owner, earlier } => {
                let [pass, before] = [owner, earlier].map(|visit| {
                    trace.pass_of(visit).map(|place| pass_name(trace, place, language)).unwrap_or_default()
                });
                let values = [("letter", letter), ("bound", &*bound), ("pass", &pass), ("earlier", &before)];
                let sentence = language.sentence(Text::WhyBoundOfPass, &values);
                reasons.push(Reason { sentence, frame: Some(trace.span(owner).0) });
                from = Some(earlier);
            }
            BoundSource::Given => {
                let values = [("letter", letter), ("bound", bound.as_str())];
                reasons.push(Reason { sentence: language.sentence(Text::WhyBoundGiven, &values), frame: None });
            }
        }
        if let Some(line) = from.and_then(|from| value_line(trace, from, usize::MAX)) {
            reasons.extend(line.sentences(trace, self.visit, language));
        }
        reasons
    }

    /// The node that the bound comes from: the end of the line of its score.
    #[must_use]
    pub fn origin(&self, trace: &Trace) -> Option<VisitId> {
        let from = match self.source {
            BoundSource::Child { child, .. } => child,
            BoundSource::Pass { earlier, .. } => earlier,
            BoundSource::Table { store, .. } => trace.table().stored(store?)?.visit,
            BoundSource::Own { owner, .. } => return Some(owner),
            BoundSource::Window { window, .. } => window.earlier(),
            BoundSource::NullWindow { .. } | BoundSource::Derived { .. } | BoundSource::Given => return None,
        };
        let line = value_line(trace, from, usize::MAX);
        Some(line.and_then(|line| line.steps.last().map(|step| step.visit())).unwrap_or(from))
    }
}
