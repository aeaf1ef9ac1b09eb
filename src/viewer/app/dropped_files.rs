//! Files that are dropped on the window.

use egui::Ui;

use crate::platform::dropped;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{HEADING, Palette, strong_font};
use crate::viewer::session::Session;
use edagari_core::language::Text;

/// Opens files that are dropped on the window: the first in the active run, each other file in a new run. Shows a hint while
/// files are dragged over the window.
pub(super) fn dropped_files_ui(ui: &Ui, session: &Session, commands: &mut Vec<Command>) {
    if ui.input(|input| !input.raw.hovered_files.is_empty()) {
        let palette = Palette::of(ui);
        let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("dropped files"));
        let painter = ui.ctx().layer_painter(layer);
        let area = ui.content_rect();
        painter.rect_filled(area, 0.0, palette.panel.gamma_multiply(0.85));
        let text = session.settings.language.text(Text::DropToOpen).to_owned();
        let galley = painter.layout_no_wrap(text, strong_font(HEADING), palette.action);
        painter.galley(area.center() - galley.size() / 2.0, galley, palette.action);
    }
    for (index, path) in dropped::files(ui.ctx()).into_iter().enumerate() {
        commands.push(match index {
            0 => Command::OpenTrace { run: session.active, path },
            _ => Command::OpenInNewRun(path),
        });
    }
}
