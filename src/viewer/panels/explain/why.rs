//! Why the selected node was pruned, or where its score comes from, as sentences. The tree shows the same as arrows. Reads the
//! answer of the session; pushes `Look`.

use egui::{Button, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{BODY, SECONDARY};
use crate::viewer::kit::widgets::prose_ui;
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use edagari_core::analysis::node_title;
use edagari_core::language::Text;

/// The panel, without state; the answer belongs to the session.
#[derive(Debug, Default)]
pub(crate) struct Why;

impl Panel for Why {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        let language = session.settings.language;
        let title = language.text(Text::Why);
        Some(match &session.why {
            Some(why) => format!("{title} · {}", node_title(&why.trace, &why.path, language)),
            None => title.to_owned(),
        })
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        if session.has_open_question() {
            prose_ui(ui, session.settings.language.text(Text::PracticeAnswerFirst));
        }
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| reasons_ui(ui, session, commands));
    }
}

/// Draws the sentences of the answer, with links to the frames that they mention.
pub(in crate::viewer::panels) fn reasons_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let Some(why) = &session.why else { return };
    let language = session.settings.language;
    for (number, reason) in why.reasons.iter().enumerate() {
        prose_ui(ui, RichText::new(&reason.sentence).size(BODY));
        if let Some(frame) = reason.frame {
            let text = language.fill(Text::FrameNumber, &[("frame", &language.number(frame as u64))]);
            let button = Button::new(RichText::new(format!("→ {text}")).size(SECONDARY));
            let response = ui.push_id(number, |ui| ui.add(button)).inner;
            if response.clicked() {
                commands.push(Command::Look { run: session.active, frame });
            }
        }
        ui.add_space(6.0);
    }
}
