//! Questions about updates: the window, the cut, and the skipped children.

use super::question::QuestionKind;
use super::question::{Choice, Question};
use super::returned_child::ReturnedChild;
use super::returned_child::{cut_test, has_window, is_in_place, tells_all_moves};
use edagari_core::score::{Player, Score, Window};
use edagari_core::trace::{Cut, FrameKind, NodeId, Trace, VisitId};

/// Maximum number of choices of a question about a window or about skipped children.
const CHOICES: usize = 4;

/// Update by a child that follows the rules of the search.
struct Updated {
    frame: usize,
    taken: ReturnedChild,
    after: Window,
    cut: Option<Cut>,
}

impl Updated {
    /// Collects the update at a frame. `None` if the trace lacks data, contradicts the rules, or the score
    /// is ignored because the child is searched again.
    fn at(trace: &Trace, frame: usize) -> Option<Self> {
        let step = trace.step(frame).filter(|step| step.kind == FrameKind::Update)?;
        let taken = ReturnedChild::at(trace, frame.checked_sub(1)?)?;
        let after = taken.window_after();
        let test = cut_test(trace)?;
        let follows = taken.visit == step.visit
            && has_window(trace, step.visit)
            && is_in_place(trace, frame)
            && trace.value_at_update(frame) == Some(taken.value())
            && step.window == after
            && step.cut.is_some() == test.is_met(after);
        follows.then_some(Self { frame, taken, after, cut: step.cut })
    }

    fn question(&self, kind: QuestionKind, right: Choice, wrong: Vec<Choice>) -> Option<Question> {
        Question::new((self.frame, kind), (self.taken.visit, Some(self.taken.child)), right, wrong, CHOICES)
    }

    /// Returns the end of the window that a score must reach to cut.
    fn bound(&self) -> Score {
        match self.taken.player {
            Player::Max => self.taken.window.beta,
            Player::Min => self.taken.window.alpha,
        }
    }
}

/// Returns the question about the window after an update without a cut.
pub(super) fn window(trace: &Trace, frame: usize) -> Option<Question> {
    let update = Updated::at(trace, frame).filter(|update| update.cut.is_none())?;
    let ReturnedChild { visit, player, window, score, .. } = update.taken;
    let raised = |window: Window| Window { alpha: score, ..window };
    let lowered = |window: Window| Window { beta: score, ..window };
    let (own, others) = match player {
        Player::Max => (raised(window), lowered(window)),
        Player::Min => (lowered(window), raised(window)),
    };
    let above = trace.parent_visit(visit).map(|above| trace.given_window(above));
    let wrong = [
        // Typical mistakes: not updated; updated although the score is not better; the wrong end; a null window; the other
        // player's sign; the parent's window.
        Some(window),
        Some(own),
        Some(others),
        Some(Window { alpha: score.previous(), beta: score.next() }).filter(|_| score.finite().is_some()),
        Some(update.after.negated()),
        above,
    ];
    let is_wrong = |choice: &Window| *choice != update.after && choice.alpha < choice.beta;
    let wrong = wrong.into_iter().flatten().filter(is_wrong).map(Choice::Window).collect();
    update.question(QuestionKind::Window, Choice::Window(update.after), wrong)
}

/// Returns the question whether an update cuts. There is no question if the last child closes the
/// window, because definitions differ on whether that is a cut; and none if no score could cut.
pub(super) fn cut(trace: &Trace, frame: usize) -> Option<Question> {
    let update = Updated::at(trace, frame)?;
    let skips = trace.pruned_children(update.taken.visit).len() > 0;
    let is_clear = if update.cut.is_some() { skips } else { update.bound().finite().is_some() };
    if !is_clear {
        return None;
    }
    let all = [Some(Cut::Alpha), Some(Cut::Beta), None].map(Choice::Cut);
    update.question(QuestionKind::Cut, Choice::Cut(update.cut), all.to_vec())
}

/// Returns the question about the children that a cut skips.
pub(super) fn skipped(trace: &Trace, frame: usize) -> Option<Question> {
    let update = Updated::at(trace, frame).filter(|update| update.cut.is_some())?;
    let ReturnedChild { visit, child, .. } = update.taken;
    let pruned: Vec<NodeId> = trace.pruned_children(visit).collect();
    if pruned.is_empty() || !tells_all_moves(trace, visit) {
        return None;
    }
    let of = |of: VisitId, nodes: Vec<NodeId>| Choice::Skipped { of, nodes };
    let own: Vec<NodeId> = trace.children(trace.node_of(visit)).collect();
    let wrong = [
        // Typical mistakes: no cut; one level too high; one level too low; including the returned
        // child; only the next child; all but the next child; all children.
        Some(Vec::new()).map(|none| of(visit, none)),
        trace.parent_visit(visit).map(|above| of(above, siblings_behind(trace, above, visit))),
        Some(of(child, trace.children(trace.node_of(child)).collect())),
        Some(of(
            visit,
            own.iter().copied().filter(|&own| own == trace.node_of(child) || pruned.contains(&own)).collect(),
        )),
        Some(of(visit, pruned[..1].to_vec())),
        Some(of(visit, pruned[1..].to_vec())),
        Some(of(visit, own.clone())),
    ];
    let is_named = |choice: &Choice| match choice {
        Choice::Skipped { of, nodes } => *of == visit || !nodes.is_empty(),
        _ => false,
    };
    let wrong = wrong.into_iter().flatten().filter(is_named).collect();
    update.question(QuestionKind::Skipped, of(visit, pruned), wrong)
}

/// Returns the children of `above` after the child that `below` visits.
fn siblings_behind(trace: &Trace, above: VisitId, below: VisitId) -> Vec<NodeId> {
    let node = trace.node_of(below);
    trace.children(trace.node_of(above)).skip_while(|&child| child != node).skip(1).collect()
}
