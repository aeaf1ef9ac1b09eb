//! Questions about Monte-Carlo tree searches and proof-number searches: the child that is chosen, and the numbers that are backed up.

use super::question::QuestionKind;
use super::question::{Choice, Question};
use edagari_core::search::ProofNumbers;
use edagari_core::trace::{FrameKind, NodeId, Sample, Step, Trace, VisitId};

/// Maximum number of choices of a question about numbers.
const CHOICES: usize = 4;
/// Difference of two sums below which rounding decides which child is chosen.
const MIN_MARGIN: f64 = 0.005;

/// Returns the question before the `Start` frame of a child: which child of its parent is it?
pub(super) fn chosen(trace: &Trace, frame: usize) -> Option<Question> {
    let step = trace.step(frame).filter(|step| step.kind == FrameKind::Start)?;
    let parent = trace.parent_visit(step.visit)?;
    let (expected, others) = match (trace.samples(), trace.proofs()) {
        (Some(_), _) => sampled_child(trace, parent)?,
        (None, Some(_)) => proving_child(trace, step.visit)?,
        (None, None) => return None,
    };
    let right = Choice::Child(expected);
    let wrong = others.into_iter().filter(|&other| other != expected).map(Choice::Child);
    Question::new((frame, QuestionKind::Chosen), (parent, None), right, wrong, super::MAX_CHOICES)
}

/// Returns the child that the formula selects at a visit, and all children with the greatest sums first; `None` if a child without visits
/// is next, or another child was selected.
fn sampled_child(trace: &Trace, parent: VisitId) -> Option<(NodeId, Vec<NodeId>)> {
    let selection = trace.samples()?.selection(parent)?;
    let mut candidates = selection.candidates;
    let expected = candidates[selection.expected];
    let is_clear = |place: usize| {
        let other = &candidates[place];
        let is_same = (other.sample, other.result) == (expected.sample, expected.result);
        place == selection.expected || expected.sum() - other.sum() > MIN_MARGIN || is_same
    };
    let is_determined = selection.chosen == selection.expected
        && candidates.iter().all(|candidate| candidate.sum().is_finite())
        && (0..candidates.len()).all(is_clear);
    candidates.sort_by(|one, other| other.sum().total_cmp(&one.sum()));
    is_determined.then(|| (expected.node, candidates.into_iter().map(|candidate| candidate.node).collect()))
}

/// Returns the most proving child of the parent, and all children, if the search entered that
/// child; `None` if it entered another one.
fn proving_child(trace: &Trace, visit: VisitId) -> Option<(NodeId, Vec<NodeId>)> {
    let choice = trace.proofs()?.choice(visit)?;
    let player = trace.player_of(trace.parent_visit(visit)?);
    let expected = choice.children[choice.expected].0;
    let mut children = choice.children;
    children.sort_by_key(|(_, numbers)| numbers.key(player));
    (choice.chosen == choice.expected).then(|| (expected, children.into_iter().map(|(node, _)| node).collect()))
}

/// Returns the question before the frame that gives a node new numbers: which are they? That is the `End` frame of a visit, and in
/// a Monte-Carlo tree search the `Update` of a visit with a child.
pub(super) fn backed_up(trace: &Trace, frame: usize) -> Option<Question> {
    let step = trace.step(frame)?;
    let is_added_before = trace.samples().is_some() && !trace.is_leaf_visit(step.visit);
    if step.kind != if is_added_before { FrameKind::Update } else { FrameKind::End } {
        return None;
    }
    let (right, wrong) = match (trace.samples(), trace.proofs()) {
        (Some(_), _) => sampled_numbers(trace, &step, frame)?,
        (None, Some(_)) => proof_numbers(trace, &step, frame)?,
        (None, None) => return None,
    };
    Question::new((frame, QuestionKind::BackedUp), (step.visit, None), right, wrong, CHOICES)
}

fn sampled_numbers(trace: &Trace, step: &Step, frame: usize) -> Option<(Choice, Vec<Choice>)> {
    let samples = trace.samples()?;
    let (before, after) = (samples.of(step.node, frame.checked_sub(1)?), samples.of(step.node, frame));
    let result = after.total - before.total;
    let with = |visits: u32, total: i64| Sample { visits, total };
    // Typical mistakes: the sign of the other player, the result alone, a forgotten visit or
    // result.
    let wrong = [
        with(after.visits, before.total - result),
        with(after.visits, before.total),
        with(before.visits, after.total),
        with(after.visits, result),
        with(after.visits, after.total + 1),
        with(after.visits, after.total - 1),
    ];
    let is_determined = after.visits == before.visits + 1 && !trace.has_threads();
    let wrong = wrong.into_iter().filter(|&other| other != after).map(Choice::Sampled);
    is_determined.then(|| (Choice::Sampled(after), wrong.collect()))
}

fn proof_numbers(trace: &Trace, step: &Step, frame: usize) -> Option<(Choice, Vec<Choice>)> {
    let proofs = trace.proofs()?;
    let after = proofs.of(step.node, frame)?;
    let children: Vec<ProofNumbers> =
        proofs.children(step.node, frame).into_iter().map(|(_, numbers)| numbers).collect();
    let of = |player| ProofNumbers::of_children(player, children.iter().copied());
    // Typical mistakes: the rule of the other player, both numbers exchanged, the old numbers.
    let exchanged = ProofNumbers { proof: after.disproof, disproof: after.proof };
    let wrong = [Some(of(step.player.other())), Some(exchanged), proofs.of(step.node, trace.span(step.visit).0)];
    let is_determined = !children.is_empty() && of(step.player) == after;
    let wrong = wrong.into_iter().flatten().filter(|&other| other != after).map(Choice::Proof);
    is_determined.then(|| (Choice::Proof(after), wrong.collect()))
}
