//! Messages and the progress of files, drawn over a corner of the window without moving anything.

use egui::{Align2, Area, Frame, Id, Label, Margin, Order, Rect, Stroke, Ui, vec2};

use super::edagari::Edagari;
use crate::platform::dialogs::SHOWS_FOLDERS;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::Palette;
use edagari_core::language::Text;

/// Maximum width of a message, in points.
const MOST_WIDTH: f32 = 460.0;
/// Distance from the edges, in points.
const INSET: f32 = 10.0;

/// Draws the messages over the lower right corner of `free`, the part of the window without the time controls.
pub(super) fn messages_ui(ui: &Ui, app: &Edagari, free: Rect, commands: &mut Vec<Command>) {
    let session = &app.session;
    let language = session.settings.language;
    if session.notice.is_none() && !app.saving.is_shown() {
        return;
    }
    let palette = Palette::of(ui);
    let frame = Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.secondary))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(12, 8));
    Area::new(Id::unique("messages"))
        .order(Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(free.right_bottom() - vec2(INSET, INSET))
        .constrain_to(free)
        .show(ui.ctx(), |ui| {
            ui.set_max_width(MOST_WIDTH.min(free.width() - 4.0 * INSET));
            frame.show(ui, |ui| {
                app.saving.ui(ui, language, commands);
                let Some(notice) = &session.notice else { return };
                let label = ui.add(Label::new(notice).wrap());
                ui.accesskit_node_builder(label.id, |node| node.set_live(egui::accesskit::Live::Polite));
                ui.horizontal(|ui| {
                    if ui.button(language.text(Text::Close)).clicked() {
                        commands.push(Command::DismissNotice);
                    }
                    let saved = session.saved.as_ref().filter(|(text, _)| SHOWS_FOLDERS && text == notice);
                    if let Some((_, path)) = saved
                        && ui.button(language.text(Text::ShowFolder)).clicked()
                    {
                        commands.push(Command::ShowFolder(path.clone()));
                    }
                });
            });
        });
}
