//! Jumps from the current frame to the next or the previous frame of a kind.

use crate::viewer::commands::Action;
use crate::viewer::inspector::{field_name, field_of_action, next_use, source_of};
use crate::viewer::session::Session;
use edagari_core::analysis::{BoundSource, why_pruned};
use edagari_core::language::Text;
use edagari_core::trace::{Field, Jump, VisitId};

/// Executes an action that goes to the next or the previous frame of a kind.
pub(super) fn jump_to(session: &mut Session, action: Action) {
    if let Some((field, forward)) = field_of_action(&session.active_run().trace, action) {
        return jump_to_change(session, field, forward);
    }
    let of_node = |jump: fn(VisitId) -> Jump| session.active_run().selected_visit().map(jump);
    match action {
        Action::NextCut => jump_by(session, Some(Jump::Cut), true, Text::JumpCut),
        Action::PreviousCut => jump_by(session, Some(Jump::Cut), false, Text::JumpCut),
        Action::NextRise => jump_by(session, Some(Jump::AlphaRise), true, Text::JumpRise),
        Action::PreviousRise => jump_by(session, Some(Jump::AlphaRise), false, Text::JumpRise),
        Action::NextFall => jump_by(session, Some(Jump::BetaFall), true, Text::JumpFall),
        Action::PreviousFall => jump_by(session, Some(Jump::BetaFall), false, Text::JumpFall),
        Action::NextBestMove => jump_by(session, of_node(Jump::BestMove), true, Text::JumpBestMove),
        Action::PreviousBestMove => jump_by(session, of_node(Jump::BestMove), false, Text::JumpBestMove),
        Action::NextTableReturn => jump_by(session, Some(Jump::TableReturn), true, Text::JumpTableReturn),
        Action::PreviousTableReturn => jump_by(session, Some(Jump::TableReturn), false, Text::JumpTableReturn),
        Action::NextStore => jump_by(session, Some(Jump::Store), true, Text::JumpStore),
        Action::PreviousStore => jump_by(session, Some(Jump::Store), false, Text::JumpStore),
        Action::NextPass => jump_by(session, Some(Jump::Pass), true, Text::JumpPass),
        Action::PreviousPass => jump_by(session, Some(Jump::Pass), false, Text::JumpPass),
        Action::NextSkip => jump_by(session, Some(Jump::Skip), true, Text::JumpSkip),
        Action::PreviousSkip => jump_by(session, Some(Jump::Skip), false, Text::JumpSkip),
        Action::NextVisit => jump_by(session, of_selected(session), true, Text::JumpVisit),
        Action::PreviousVisit => jump_by(session, of_selected(session), false, Text::JumpVisit),
        Action::NextSearchedAgain => jump_by(session, Some(Jump::SearchedAgain), true, Text::JumpSearchedAgain),
        Action::PreviousSearchedAgain => jump_by(session, Some(Jump::SearchedAgain), false, Text::JumpSearchedAgain),
        Action::NextOfNode => jump(session, frame_of_selected(session, true), Text::NoNextOfNode),
        Action::PreviousOfNode => jump(session, frame_of_selected(session, false), Text::NoPreviousOfNode),
        Action::StartOfNode => {
            let start = session.active_run().selected_visit().map(|visit| session.active_run().trace.span(visit).0);
            jump(session, start, Text::NodeNotVisited);
        }
        Action::EndOfNode => {
            let end = session.active_run().selected_visit().and_then(|visit| session.active_run().trace.span(visit).1);
            jump(session, end, Text::NodeNotVisited);
        }
        Action::ToCause | Action::ToPruning => {
            let run = session.active_run();
            let reason = why_pruned(&run.trace, run.trace.place(&run.explained_path()));
            let frame = reason.and_then(|reason| match reason.source {
                _ if action == Action::ToPruning => Some(reason.frame),
                BoundSource::Child { child, .. }
                | BoundSource::NullWindow { child, .. }
                | BoundSource::Derived { child, .. } => Some(run.trace.span(child).0),
                BoundSource::Table { frame, .. } | BoundSource::Own { frame, .. } => Some(frame),
                BoundSource::Pass { owner, .. } | BoundSource::Window { owner, .. } => Some(run.trace.span(owner).0),
                BoundSource::Given => None,
            });
            jump(session, frame, Text::NotPruned);
        }
        Action::ToNextUse => jump(session, frame_of_next_use(session), Text::NoNextUse),
        _ => jump(session, frame_of_source(session), Text::NoSource),
    }
}

/// Returns the jump to visits of the selected node; `None` if it is not recorded.
fn of_selected(session: &Session) -> Option<Jump> {
    let run = session.active_run();
    run.trace.place(&run.selected()).recorded().map(Jump::VisitOf)
}

/// Shows a message until the frame changes.
fn notify_here(session: &mut Session, text: String) {
    let run = session.active_run();
    session.passing = Some((text.clone(), run.id, run.frame));
    session.notice = Some(text);
}

/// Goes to a frame, or shows a message that there is none.
pub(super) fn jump(session: &mut Session, frame: Option<usize>, otherwise: Text) {
    match frame {
        Some(frame) => {
            session.notice = None;
            session.go_to(frame);
        }
        None => notify_here(session, session.settings.language.text(otherwise).to_owned()),
    }
}

/// Goes to the next or the previous frame of a kind; `None` means that the node was not visited, which is reported.
fn jump_by(session: &mut Session, kind_of_jump: Option<Jump>, forward: bool, kind: Text) {
    let run = session.active_run();
    let found = kind_of_jump.map(|jump| {
        if forward { run.trace.next_jump(jump, run.frame) } else { run.trace.previous_jump(jump, run.frame) }
    });
    let language = session.settings.language;
    match found {
        None => jump(session, None, Text::NodeNotVisited),
        Some(None) => {
            let text = if forward { Text::NoNextJump } else { Text::NoPreviousJump };
            notify_here(session, language.fill(text, &[("kind", language.text(kind))]));
        }
        Some(frame) => jump(session, frame, kind),
    }
}

/// Goes to the next or the previous frame at which a value of the selected node changes. The node is selected, so that it stays
/// the selected one at that frame.
pub(super) fn jump_to_change(session: &mut Session, field: Field, forward: bool) {
    let run = session.active_run();
    let (path, trace) = (run.selected(), &run.trace);
    let place = trace.place(&path);
    let found = if forward {
        trace.history(field).next(place, run.frame)
    } else {
        trace.history(field).previous(place, run.frame)
    };
    let Some(frame) = found else {
        let language = session.settings.language;
        let text = if forward { Text::NoNextChange } else { Text::NoPreviousChange };
        let name = field_name(trace, field, language);
        let text = language.sentence(text, &[("field", &name)]);
        notify_here(session, text);
        return;
    };
    if run.selection.is_none() {
        session.center(path.to_vec());
    }
    jump(session, Some(frame), Text::NodeNotVisited);
}

fn frame_of_selected(session: &Session, forward: bool) -> Option<usize> {
    let run = session.active_run();
    let visit = session.active_run().selected_visit()?;
    if forward { run.trace.next_frame_of(visit, run.frame) } else { run.trace.previous_frame_of(visit, run.frame) }
}

/// Returns the frame that stored the table entry found at the selected node.
fn frame_of_source(session: &Session) -> Option<usize> {
    let run = session.active_run();
    let visit = run.visit_seen()?;
    let store = source_of(&run.trace, visit, run.frame)?;
    Some(run.trace.table().stored(store)?.frame)
}

fn frame_of_next_use(session: &Session) -> Option<usize> {
    let run = session.active_run();
    next_use(&run.trace, run.visit_seen()?, run.frame)
}
