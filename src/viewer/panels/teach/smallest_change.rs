//! Smallest change of one leaf that makes a cut disappear or appear, computed in the background.

use std::sync::Arc;

use egui::{RichText, Ui};

use crate::viewer::commands::{Command, WhatIfCommand};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{progress_ui, prose_ui, section_ui};
use crate::viewer::session::jobs::{FindChange, NoChange, Nodes};
use crate::viewer::session::{Run, Session, Work};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;
use edagari_teach::what_if::{CutSite, Edit, EditHistory, SmallestChange, Wanted, smallest_change_text};

type ChangeResult = Result<Option<SmallestChange>, NoChange>;

/// A request for the smallest change, and its result.
#[derive(Debug, Default)]
pub(super) struct SmallestChangeAsked {
    asked: Option<ChangeRequest>,
    state: ChangeState,
}

#[derive(Debug)]
struct ChangeRequest {
    trace: Arc<Trace>,
    site: CutSite,
    wanted: Wanted,
}

#[derive(Debug, Default)]
enum ChangeState {
    #[default]
    Nothing,
    Looking(Work<ChangeResult>),
    Found(ChangeResult),
}

impl SmallestChangeAsked {
    /// Receives the result.
    pub(super) fn advance(&mut self) {
        if let ChangeState::Looking(work) = &self.state
            && let Some(found) = work.poll()
        {
            self.state = ChangeState::Found(found);
        }
    }

    /// Draws the request for the current frame, and the result of the last one.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        (run, history): (&Run, &EditHistory),
        commands: &mut Vec<Command>,
    ) {
        let language = session.settings.language;
        section_ui(ui, language.text(Text::WhatIfSmallest));
        if let Some((site, is_cut)) = CutSite::at(&run.trace, run.frame).filter(|_| !run.is_recording()) {
            let (text, wanted) =
                if is_cut { (Text::WhatIfVanish, Wanted::Vanish) } else { (Text::WhatIfAppear, Wanted::Appear) };
            if ui.button(language.text(text)).clicked() {
                self.ask(session, (run, history), ChangeRequest { trace: Arc::clone(&run.trace), site, wanted });
            }
        } else {
            let color = Palette::of(ui).secondary;
            prose_ui(ui, RichText::new(language.text(Text::WhatIfNoSite)).size(SECONDARY).color(color));
        }
        self.answer_ui(ui, (run, history), language, commands);
    }

    fn ask(&mut self, session: &Session, (run, history): (&Run, &EditHistory), asked: ChangeRequest) {
        let (site, wanted, setup) = (asked.site.clone(), asked.wanted, run.setup().clone());
        let Ok(tree) = history.tree().to_textbook() else {
            self.state = ChangeState::Found(Err(NoChange::NotThere));
            self.asked = Some(asked);
            return;
        };
        let job = FindChange { tree: Nodes(tree.to_nodes()), setup, site, wanted };
        self.state = Work::of(job, Vec::new(), session.wake()).map_or(ChangeState::Nothing, ChangeState::Looking);
        self.asked = Some(asked);
    }

    fn answer_ui(
        &mut self,
        ui: &mut Ui,
        (run, history): (&Run, &EditHistory),
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        // A result is valid only for the tree for which it was computed.
        let Some(asked) = self.asked.as_ref().filter(|asked| Arc::ptr_eq(&asked.trace, &run.trace)) else {
            self.state = ChangeState::Nothing;
            return;
        };
        match &self.state {
            ChangeState::Nothing => {}
            ChangeState::Looking(work) => {
                if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                    self.state = ChangeState::Nothing;
                }
            }
            ChangeState::Found(Ok(change)) => {
                prose_ui(ui, smallest_change_text(&asked.trace, &asked.site, asked.wanted, change.as_ref(), language));
                let leaf = change.as_ref().and_then(|change| Some((history.tree().at(&change.leaf)?, change.to)));
                if let Some((leaf, score)) = leaf
                    && ui.button(language.text(Text::WhatIfMake)).clicked()
                {
                    let edit = Edit::SetScore { leaf, score };
                    commands.push(Command::WhatIf(WhatIfCommand::Edit { run: run.id, edit, goes_on: false }));
                }
            }
            ChangeState::Found(Err(NoChange::NoCuts)) => {
                prose_ui(ui, language.text(Text::WhatIfNoCuts));
            }
            ChangeState::Found(Err(NoChange::NotFixed)) => {
                prose_ui(ui, language.text(Text::WhatIfOrderOfScores));
            }
            ChangeState::Found(Err(NoChange::NotThere)) => {
                prose_ui(ui, language.text(Text::WhatIfNoSite));
            }
        }
    }
}
