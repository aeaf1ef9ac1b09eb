//! From a frame to the next or the previous one of a kind.

use super::action::Action;
use super::app::Edagari;
use super::table_links::{next_use, source_of};
use crate::analysis::{BoundSource, why_pruned};
use crate::language::Text;
use crate::trace::{Jump, VisitId};

impl Edagari {
    /// Carries out an action that goes to the next or the previous frame of a kind.
    pub(super) fn jump_to(&mut self, action: Action) {
        let of_node = |jump: fn(VisitId) -> Jump| self.selected_visit().map(jump);
        match action {
            Action::NextCut => self.jump_by(Some(Jump::Cut), true, Text::JumpCut),
            Action::PreviousCut => self.jump_by(Some(Jump::Cut), false, Text::JumpCut),
            Action::NextRise => self.jump_by(Some(Jump::AlphaRise), true, Text::JumpRise),
            Action::PreviousRise => self.jump_by(Some(Jump::AlphaRise), false, Text::JumpRise),
            Action::NextFall => self.jump_by(Some(Jump::BetaFall), true, Text::JumpFall),
            Action::PreviousFall => self.jump_by(Some(Jump::BetaFall), false, Text::JumpFall),
            Action::NextBestMove => self.jump_by(of_node(Jump::BestMove), true, Text::JumpBestMove),
            Action::PreviousBestMove => self.jump_by(of_node(Jump::BestMove), false, Text::JumpBestMove),
            Action::NextTableReturn => self.jump_by(Some(Jump::TableReturn), true, Text::JumpTableReturn),
            Action::PreviousTableReturn => self.jump_by(Some(Jump::TableReturn), false, Text::JumpTableReturn),
            Action::NextStore => self.jump_by(Some(Jump::Store), true, Text::JumpStore),
            Action::PreviousStore => self.jump_by(Some(Jump::Store), false, Text::JumpStore),
            Action::NextPass => self.jump_by(Some(Jump::Pass), true, Text::JumpPass),
            Action::PreviousPass => self.jump_by(Some(Jump::Pass), false, Text::JumpPass),
            Action::NextOfNode => self.jump(self.frame_of_selected(true), Text::NoNextOfNode),
            Action::PreviousOfNode => self.jump(self.frame_of_selected(false), Text::NoPreviousOfNode),
            Action::StartOfNode => {
                let start = self.selected_visit().map(|visit| self.panes[self.active].trace.span(visit).0);
                self.jump(start, Text::NodeNotVisited);
            }
            Action::EndOfNode => {
                let end = self.selected_visit().and_then(|visit| self.panes[self.active].trace.span(visit).1);
                self.jump(end, Text::NodeNotVisited);
            }
            Action::ToCause | Action::ToPruning => {
                let pane = &self.panes[self.active];
                let reason = why_pruned(&pane.trace, pane.trace.place(&pane.center));
                let frame = reason.and_then(|reason| match reason.source {
                    _ if action == Action::ToPruning => Some(reason.frame),
                    BoundSource::Child { child, .. } => Some(pane.trace.span(child).0),
                    BoundSource::Table { frame, .. } => Some(frame),
                    BoundSource::Given => None,
                });
                self.jump(frame, Text::NotPruned);
            }
            Action::ToNextUse => self.jump(self.frame_of_next_use(), Text::NoNextUse),
            _ => self.jump(self.frame_of_source(), Text::NoSource),
        }
    }

    pub(super) fn jump(&mut self, frame: Option<usize>, otherwise: Text) {
        match frame {
            Some(frame) => {
                self.notice = None;
                self.go_to(frame);
            }
            None => self.notice = Some(self.settings.language.text(otherwise).to_owned()),
        }
    }

    /// Goes to the next or the previous frame of a kind; of no kind, where that of a node that was not visited is wanted.
    fn jump_by(&mut self, jump: Option<Jump>, forward: bool, kind: Text) {
        let pane = &self.panes[self.active];
        let found = jump.map(|jump| {
            if forward { pane.trace.next_jump(jump, pane.frame) } else { pane.trace.previous_jump(jump, pane.frame) }
        });
        let language = self.settings.language;
        match found {
            None => self.jump(None, Text::NodeNotVisited),
            Some(None) => {
                let text = if forward { Text::NoNextJump } else { Text::NoPreviousJump };
                self.notice = Some(language.fill(text, &[("kind", language.text(kind))]));
            }
            Some(frame) => self.jump(frame, kind),
        }
    }

    /// The visit of the node at the centre of the active pane.
    pub(super) fn selected_visit(&self) -> Option<VisitId> {
        let pane = &self.panes[self.active];
        pane.trace.place(&pane.center).recorded().and_then(|node| pane.trace.visit_of(node))
    }

    fn frame_of_selected(&self, forward: bool) -> Option<usize> {
        let pane = &self.panes[self.active];
        let visit = self.selected_visit()?;
        if forward {
            pane.trace.next_frame_of(visit, pane.frame)
        } else {
            pane.trace.previous_frame_of(visit, pane.frame)
        }
    }

    /// The frame that wrote what the node of the current frame found in the table.
    fn frame_of_source(&self) -> Option<usize> {
        let pane = &self.panes[self.active];
        let visit = pane.trace.step(pane.frame)?.visit;
        let store = source_of(&pane.trace, visit, pane.frame)?;
        Some(pane.trace.stored(store)?.frame)
    }

    fn frame_of_next_use(&self) -> Option<usize> {
        let pane = &self.panes[self.active];
        next_use(&pane.trace, pane.trace.step(pane.frame)?.visit, pane.frame)
    }
}
