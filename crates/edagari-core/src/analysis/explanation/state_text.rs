//! Short texts: the state of a node, the next step at it, a window, and a frame in a list.

use super::proved::{proof_note, proof_numbers_text};
use super::sampled::{sample_by, sample_text};
use crate::analysis::names::naming::pass_name;
use crate::analysis::names::node_names::{child_name, node_title};
use crate::analysis::names::scores::{bounded_text, score_text, short_score_text, signed_text};
use crate::language::{Language, Text};
use crate::score::{BoundKind, Bounds, Score, Window};
use crate::trace::{Cut, FrameKind, NodeState, Step, Trace, VisitId};

/// Maximum number of frames from the last update of a visit to its end.
const MAX_TO_END: usize = 4;

/// The state of a node at a frame as a text. `visit` is the node's latest visit by then, if any.
#[must_use]
pub fn state_text(trace: &Trace, visit: Option<VisitId>, state: NodeState, language: Language) -> String {
    if let (NodeState::Scored { .. }, Some(sample)) =
        (state, visit.and_then(|visit| sample_by(trace, visit, usize::MAX)))
    {
        return sample_text(sample, language);
    }
    if let (NodeState::Scored { .. }, Some(visit)) = (state, visit) {
        let (start, end) = trace.span(visit);
        let note = proof_note(trace, trace.node_of(visit), end.unwrap_or(start), language);
        if let Some(note) = note {
            return note;
        }
    }
    match state {
        NodeState::Scored { score, .. } if visit.is_some_and(|visit| trace.is_horizon(visit)) => {
            language.fill(Text::ScoredAtLimit, &[("score", &score_text(trace, score, language))])
        }
        NodeState::Unvisited => language.text(Text::Unvisited).to_owned(),
        // A closed window is not written as an interval: (4, 3) would look like an error.
        NodeState::Open { window } if trace.has_windows() && window.is_closed() => {
            let [alpha, beta] = [window.alpha, window.beta].map(|bound| trace.in_unit(bound));
            format!("{}{}α {alpha} ≥ β {beta}", language.text(Text::Open), language.text(Text::Comma))
        }
        NodeState::Open { window } if trace.has_windows() => {
            format!("{} {}", language.text(Text::Open), trace.in_unit(window))
        }
        NodeState::Open { .. } if trace.is_search() => language.text(Text::Open).to_owned(),
        NodeState::Open { .. } => language.text(Text::Generated).to_owned(),
        NodeState::Scored { score, kind } => {
            let score = signed_text(trace, kind, score_text(trace, score, language));
            format!("{} {score}", language.text(Text::Scored))
        }
        NodeState::Skipped { frame } => language.fill(Text::SkippedAt, &[("frame", &language.number(frame as u64))]),
        NodeState::Pruned { frame } => language.fill(Text::PrunedAt, &[("frame", &language.number(frame as u64))]),
    }
}

/// The score that the visit of a frame returns, with its kind if known. `None` unless the visit
/// enters no further child and its score is settled: from its last update, or from the lookup that
/// answers, to the frame before its end.
#[must_use]
pub fn returns_next(trace: &Trace, frame: usize) -> Option<(Score, Option<BoundKind>)> {
    let step = trace.step(frame).filter(|_| trace.is_search())?;
    if !matches!(step.kind, FrameKind::Lookup | FrameKind::Score | FrameKind::Update | FrameKind::Store) {
        return None;
    }
    let end = trace.span(step.visit).1.filter(|&end| frame < end && end - frame <= MAX_TO_END)?;
    let is_settled = |next: usize| {
        let kind = trace.step(next).filter(|next| next.visit == step.visit).map(|next| next.kind);
        matches!(kind, Some(FrameKind::Store | FrameKind::End))
    };
    let end_step = trace.step(end).filter(|_| (frame + 1..=end).all(is_settled))?;
    Some((end_step.score?, end_step.bound))
}

/// A long and a short text of the next step at the node of a frame, if that step enters no child:
/// after the start, the table lookup; after a score, the change by the update; after the last
/// update, the score that the node returns; after the end, that the parent is next, or the next pass.
#[must_use]
pub fn next_step_texts(trace: &Trace, frame: usize, language: Language) -> Option<[String; 2]> {
    if is_before_lookup(trace, frame) {
        let text = language.text(Text::StageLooksUp).to_owned();
        return Some([text.clone(), text]);
    }
    if let Some(update) = next_update(trace, frame) {
        if let Some(text) = next_total_text(trace, frame, &update, language) {
            return Some([text.clone(), text]);
        }
        if trace.is_chance(update.visit) {
            let probe = trace.returned_child(frame).filter(|&child| trace.is_probe(child));
            let texts = match probe.map(|probe| trace.chance().probe_bounds(probe) == Bounds::UNKNOWN) {
                Some(true) => [Text::StageNoBound, Text::StageNoBoundShort],
                Some(false) => [Text::StageBounds, Text::StageBoundsShort],
                None => [Text::StageAdds, Text::StageAddsShort],
            };
            return Some(texts.map(|text| language.text(text).to_owned()));
        }
        let value = |frame: usize| trace.value_by(update.visit, u32::try_from(frame).ok()?);
        let (before, after) = (value(frame).unwrap_or_else(|| trace.value_at_start(update.visit)), value(frame + 1));
        if let Some(cut) = update.cut {
            let cut = language.text(if cut == Cut::Alpha { Text::ChoiceAlphaCut } else { Text::ChoiceBetaCut });
            return Some([language.fill(Text::StageCuts, &[("cut", cut)]), cut.to_owned()]);
        }
        if after == Some(before) {
            return Some([Text::StageKeeps, Text::StageKeepsShort].map(|text| language.text(text).to_owned()));
        }
        let score = short_score_text(trace, after?);
        let texts = [Text::StageImproves, Text::StageImprovesShort];
        return Some(texts.map(|text| language.fill(text, &[("score", &score)])));
    }
    if let Some(numbers) = numbers_after_expansion(trace, frame, language) {
        let text = language.fill(Text::StageBecomes, &[("numbers", &numbers)]);
        return Some([text.clone(), text]);
    }
    if is_at_end(trace, frame) {
        return Some([Text::StageParent, Text::StageParentShort].map(|text| language.text(text).to_owned()));
    }
    if let Some(pass) = next_pass(trace, frame) {
        let text = language.fill(Text::StageEnters, &[("next", &pass_name(trace, pass, language))]);
        return Some([text.clone(), text]);
    }
    if let Some(bounds) = stored_next(trace, frame) {
        let bounds = stored_text(trace, bounds);
        return Some(
            [Text::StageStores, Text::StageStoresShort].map(|text| language.fill(text, &[("bounds", &bounds)])),
        );
    }
    if trace.proofs().is_some() {
        return proof_left_next(trace, frame, language);
    }
    let (score, kind) = returns_next(trace, frame)?;
    let score = bounded_text(trace, kind, short_score_text(trace, score));
    Some([Text::StageReturns, Text::StageReturnsShort].map(|text| language.fill(text, &[("score", &score)])))
}

/// The bounds that the next frame stores in the table for the node of a frame.
fn stored_next(trace: &Trace, frame: usize) -> Option<Bounds> {
    let step = trace.step(frame).filter(|_| trace.is_search())?;
    let next = trace.step(frame + 1).filter(|next| next.kind == FrameKind::Store && next.visit == step.visit)?;
    trace.table().stored(next.store?).map(|stored| stored.bounds)
}

/// Bounds of an entry as a text: a sign and a score, or an interval.
#[must_use]
pub fn stored_text(trace: &Trace, bounds: Bounds) -> String {
    match bounds {
        Bounds { lower, upper } if lower == upper => format!("= {}", trace.in_unit(lower)),
        Bounds { lower: Score::NEG_INFINITY, upper } => format!("≤ {}", trace.in_unit(upper)),
        Bounds { lower, upper: Score::INFINITY } => format!("≥ {}", trace.in_unit(lower)),
        bounds => trace.in_unit(bounds).to_string(),
    }
}

/// A long and a short text of the numbers with which a proof-number search leaves the node of a frame at the next frame.
fn proof_left_next(trace: &Trace, frame: usize, language: Language) -> Option<[String; 2]> {
    let step = trace.step(frame)?;
    trace.step(frame + 1).filter(|next| next.kind == FrameKind::End && next.visit == step.visit)?;
    let numbers = proof_numbers_text(trace.proofs()?.of(step.node, frame + 1)?, language);
    Some([Text::StageLeaves, Text::StageLeavesShort].map(|text| language.fill(text, &[("numbers", &numbers)])))
}

/// The numbers of the node after the next update, in a proof-number search or a sampling; `None` in
/// other searches.
fn next_total_text(trace: &Trace, frame: usize, update: &Step, language: Language) -> Option<String> {
    if let Some(proofs) = trace.proofs() {
        // At the frame of the score, the new numbers are already shown.
        let entered = trace.returned_child(frame).map_or(frame, |child| trace.span(child).0);
        let [before, after] = [entered, frame + 1].map(|frame| proofs.of(update.node, frame));
        let text = if before == after { Text::StageStays } else { Text::StageBecomes };
        return Some(language.fill(text, &[("numbers", &proof_numbers_text(after?, language))]));
    }
    // The visit is counted once it has ended.
    let sample = sample_by(trace, update.visit, usize::MAX)?;
    Some(language.fill(Text::StageBecomes, &[("numbers", &sample_text(sample, language))]))
}

/// The proof and disproof number that a node gets if the next frame expands it; `None` at other frames.
fn numbers_after_expansion(trace: &Trace, frame: usize, language: Language) -> Option<String> {
    let proofs = trace.proofs()?;
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::Start)?;
    trace.step(frame + 1).filter(|next| next.kind == FrameKind::End && next.visit == step.visit)?;
    Some(proof_numbers_text(proofs.of(step.node, frame + 1)?, language))
}

/// The score that a child has returned at a frame, as a text; in a proof-number search, the numbers
/// of the child.
#[must_use]
pub fn returned_text(trace: &Trace, frame: usize, language: Language) -> Option<String> {
    let step = trace.step(frame)?;
    match trace.proofs().zip(trace.returned_child(frame)) {
        Some((proofs, child)) => Some(proof_numbers_text(proofs.of(trace.node_of(child), frame)?, language)),
        None => step.score.map(|score| short_score_text(trace, score)),
    }
}

/// A long and a short text of the next step at the node of a frame, for its parent: the lookup, the
/// child that is entered below it, the score of a leaf, and after the end the score that it returns.
/// `None` at other frames.
#[must_use]
pub fn next_step_at_child_texts(trace: &Trace, frame: usize, language: Language) -> Option<[String; 2]> {
    let step = trace.step(frame).filter(|_| trace.is_search())?;
    let next = trace.step(frame + 1)?;
    let name = |node| child_name(trace, &trace.path(node), language);
    let child = name(step.node);
    let is_returned = || next.kind == FrameKind::Score && trace.returned_child(frame + 1) == Some(step.visit);
    match step.kind {
        FrameKind::Start if is_before_lookup(trace, frame) => {
            let text = language.fill(Text::StageChildLooksUp, &[("child", &child)]);
            Some([text, language.text(Text::StageLooksUp).to_owned()])
        }
        FrameKind::Start if next.kind == FrameKind::End && next.visit == step.visit => {
            if let Some(numbers) = numbers_after_expansion(trace, frame, language) {
                let text = language.fill(Text::StageBecomes, &[("numbers", &format!("{child} {numbers}"))]);
                return Some([text.clone(), text]);
            }
            let texts = [Text::StageChildScored, Text::StageChildScoredShort];
            Some(texts.map(|text| language.fill(text, &[("child", &child)])))
        }
        FrameKind::Start if next.kind == FrameKind::Start && trace.parent_visit(next.visit) == Some(step.visit) => {
            let below = name(next.node);
            let texts = [Text::StageEntersBelow, Text::StageEntersBelowShort];
            Some(texts.map(|text| language.fill(text, &[("child", &child), ("next", &below)])))
        }
        FrameKind::End if is_returned() => {
            let score = match trace.proofs() {
                Some(_) => returned_text(trace, frame + 1, language)?,
                None => short_score_text(trace, next.score?),
            };
            let texts = [Text::StageChildReturns, Text::StageChildReturnsShort];
            Some(texts.map(|text| language.fill(text, &[("child", &child), ("score", &score)])))
        }
        _ => None,
    }
}

/// The text of the next frame's event, for views without a caption; `None` at the last frame.
#[must_use]
pub fn next_frame_text(trace: &Trace, frame: usize, language: Language) -> Option<String> {
    if let Some([text, _]) = next_step_at_child_texts(trace, frame, language) {
        return Some(text);
    }
    let next = trace.step(frame + 1).filter(|_| trace.is_search())?;
    if next.kind == FrameKind::Start {
        let name = child_name(trace, &trace.path(next.node), language);
        return Some(language.fill(Text::StageEnters, &[("next", &name)]));
    }
    let [text, _] = next_step_texts(trace, frame, language)?;
    Some(text)
}

/// Whether the next frame looks the node up in the table.
fn is_before_lookup(trace: &Trace, frame: usize) -> bool {
    let [step, next] = [frame, frame + 1].map(|frame| trace.step(frame));
    step.zip(next).is_some_and(|(step, next)| next.kind == FrameKind::Lookup && next.visit == step.visit)
}

/// Whether a frame ends a node and its parent is next.
fn is_at_end(trace: &Trace, frame: usize) -> bool {
    let step = trace.step(frame).filter(|step| trace.is_search() && step.kind == FrameKind::End);
    let next = trace.step(frame + 1);
    step.zip(next).is_some_and(|(step, next)| trace.parent_visit(step.visit) == Some(next.visit))
}

/// The pass, or iteration, that starts after a frame that ends the one before it.
fn next_pass(trace: &Trace, frame: usize) -> Option<usize> {
    trace.step(frame).filter(|step| step.kind == FrameKind::End)?;
    let next = trace.step(frame + 1).filter(|next| next.kind == FrameKind::Start)?;
    if trace.parent_visit(next.visit).is_some() { None } else { trace.pass_of(next.visit) }
}

/// The update after a score at the same node.
fn next_update(trace: &Trace, frame: usize) -> Option<Step> {
    let step = trace.step(frame).filter(|step| trace.is_search() && step.kind == FrameKind::Score)?;
    trace.step(frame + 1).filter(|next| next.kind == FrameKind::Update && next.visit == step.visit)
}

/// The window of the visit of an `End` frame; `None` at other frames, and if windows are unknown.
#[must_use]
pub fn final_window(trace: &Trace, frame: usize) -> Option<Window> {
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::End && trace.has_windows())?;
    Some(step.window)
}

/// The text of a window for a picture, with its scores as in [`short_score_text`]: an interval, or the two bounds of a closed
/// window.
#[must_use]
pub fn window_text(trace: &Trace, window: Window) -> String {
    let [alpha, beta] = [window.alpha, window.beta].map(|bound| short_score_text(trace, bound));
    if window.is_closed() { format!("α {alpha} ≥ β {beta}") } else { format!("({alpha}, {beta})") }
}

/// The text of a frame in three short parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrameInShort {
    /// The kind of the frame, or the kind of the cutoff.
    pub kind: String,
    /// The child that returned, with its score or the closed window; otherwise the window, bounds or score of the node.
    pub values: String,
    /// The name of the node, or its moves.
    pub node: String,
}

/// The short text of a frame; `None` past the end.
#[must_use]
pub fn frame_in_short(trace: &Trace, frame: usize, language: Language) -> Option<FrameInShort> {
    let step = trace.step(frame)?;
    let score = |score| short_score_text(trace, score);
    let window = || window_text(trace, step.window);
    let bounds = || step.bounds.map(|bounds| trace.in_unit(bounds).to_string()).unwrap_or_default();
    let child = || {
        let child = trace.returned_child(frame)?;
        Some(child_name(trace, &trace.path(trace.node_of(child)), language))
    };
    let (alpha, beta) = (score(step.window.alpha), score(step.window.beta));
    let values = match (step.kind, step.cut) {
        _ if !trace.is_search() => String::new(),
        (FrameKind::Update, Some(cut)) => {
            let closed = match cut {
                Cut::Alpha => format!("β {beta} ≤ α {alpha}"),
                Cut::Beta => format!("α {alpha} ≥ β {beta}"),
            };
            child().map_or(closed.clone(), |child| format!("{child}: {closed}"))
        }
        (FrameKind::Score, _) => {
            let returned = returned_text(trace, frame, language).unwrap_or_default();
            child().map_or(returned.clone(), |child| format!("{child} = {returned}"))
        }
        (FrameKind::Lookup | FrameKind::Store, _) => bounds(),
        _ if let Some(proofs) = trace.proofs() => {
            let numbers = proofs.of(step.node, frame);
            numbers.map(|numbers| proof_numbers_text(numbers, language)).unwrap_or_default()
        }
        (FrameKind::Start | FrameKind::Update, _) if let Some(samples) = trace.samples() => {
            sample_text(samples.of(step.node, frame), language)
        }
        (FrameKind::End, _) => step.score.map(|own| signed_text(trace, step.bound, score(own))).unwrap_or_default(),
        (FrameKind::Start | FrameKind::Update, _) if trace.has_windows() => window(),
        (FrameKind::Start | FrameKind::Update, _) => {
            trace.value_by(step.visit, frame as u32).map(score).unwrap_or_default()
        }
    };
    let kind = match step.cut {
        Some(Cut::Alpha) => language.text(Text::ChoiceAlphaCut).to_owned(),
        Some(Cut::Beta) => language.text(Text::ChoiceBetaCut).to_owned(),
        None if !trace.is_search() => language.text(Text::Generated).to_owned(),
        None => step.kind.title().text(language).to_owned(),
    };
    Some(FrameInShort { kind, values, node: node_title(trace, &trace.path(step.node), language) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameSetup;
    use crate::search::Algorithm;
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};

    #[test]
    fn short_frames_of_the_figure_contain_node_child_and_scores() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
        let short = |frame| frame_in_short(&trace, frame, Language::English).expect("a frame");
        assert_eq!(short(0).values, "(−∞, ∞)");
        let cut = trace.cuts()[0] as usize;
        let shown = short(cut);
        let is_closed = shown.values.contains('≥') || shown.values.contains('≤');
        assert!(shown.kind.ends_with("-cut") && is_closed, "{shown:?}");
        assert!(short(cut - 1).values.contains(" = "), "{:?}", short(cut - 1));
        assert!(short(trace.frame_count() - 1).values.starts_with("= "));
        assert_eq!(frame_in_short(&trace, trace.frame_count(), Language::English), None);
    }
}
