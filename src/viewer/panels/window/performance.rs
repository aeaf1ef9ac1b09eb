//! Measured performance: durations of redraws, numbers of nodes drawn, memory of traces. Reads the runs on screen; pushes no commands.

use egui::{Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2};

use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::redraws::{self, MAX_RECENT, REDRAW_BUDGET, RedrawTimes};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::panel::Panel;
use crate::viewer::session::{Run, Session};
use edagari_core::language::{Language, Text};

/// The panel, without state.
#[derive(Debug, Default)]
pub(crate) struct Performance;

impl Panel for Performance {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::Performance).to_owned())
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, _: &mut Vec<Command>) {
        let language = session.settings.language;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            redraws_ui(ui, &redraws::times(ui.ctx()), language);
            for run in session.shown_runs() {
                ui.separator();
                section_ui(ui, &run_name(session, run));
                trace_ui(ui, run, language);
            }
        });
    }
}

fn redraws_ui(ui: &mut Ui, times: &RedrawTimes, language: Language) {
    let palette = Palette::of(ui);
    let milliseconds = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
    let (middle, slowest) = times.middle_and_slowest();
    let (count, over) = times.counts();
    let rows = [
        (Text::LastRedraw, milliseconds(times.last())),
        (Text::MiddleRedraw, milliseconds(middle)),
        (Text::SlowestRedraw, milliseconds(slowest)),
        (Text::OverBudget, format!("{} / {}", language.number(over), language.number(count))),
    ];
    rows_ui(ui, "redraws", &rows, language);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 56.0), Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, palette.ground);
    let scale = rect.height() / (2.0 * REDRAW_BUDGET.as_secs_f32());
    let width = rect.width() / MAX_RECENT as f32;
    for (index, time) in times.recent().enumerate() {
        let height = (time.as_secs_f32() * scale).min(rect.height());
        let x = rect.left() + index as f32 * width;
        let bar = Rect::from_min_max(pos2(x, rect.bottom() - height), pos2(x + width, rect.bottom()));
        painter.rect_filled(bar, 0.0, if time > REDRAW_BUDGET { palette.cut } else { palette.edge });
    }
    painter.hline(rect.x_range(), rect.center().y, Stroke::new(1.0, palette.action));
}

fn trace_ui(ui: &mut Ui, run: &Run, language: Language) {
    let trace = &run.trace;
    let (memory, frames) = (trace.memory(), trace.frame_count());
    let rows = [
        (Text::NodesDrawn, language.number(redraws::drawn(ui.ctx(), run.id.0) as u64)),
        (Text::TraceFrames, language.number(frames as u64)),
        (Text::TraceMemory, format!("{:.1} MiB", memory as f64 / f64::from(1 << 20))),
        (Text::BytesAFrame, format!("{:.1}", memory as f64 / frames.max(1) as f64)),
        (Text::BytesAVisit, format!("{:.1}", memory as f64 / trace.visit_count().max(1) as f64)),
    ];
    rows_ui(ui, &format!("trace of run {}", run.id.0), &rows, language);
}

fn rows_ui(ui: &mut Ui, id: &str, rows: &[(Text, String)], language: Language) {
    let palette = Palette::of(ui);
    egui::Grid::new(id).num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(language.text(*name)).size(SECONDARY).color(palette.secondary));
            ui.label(value);
            ui.end_row();
        }
    });
}
