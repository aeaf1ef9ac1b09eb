//! The promise, measured and shown: what redraws cost, how much is drawn, and what the traces take.

use std::collections::VecDeque;
use std::time::Duration;

use egui::{Id, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::app::Edagari;
use super::pane::Pane;
use super::theme::{Palette, SECONDARY};
use crate::language::{Language, Text, grouped};

/// The CPU time that no redraw may take, whatever the traces.
pub const REDRAW_BUDGET: Duration = Duration::from_millis(8);
/// Redraws that are kept.
const KEPT: usize = 240;

/// What redraws cost: the time from the first panel to the last command, on the thread of the window.
#[derive(Clone, Debug, Default)]
pub struct RedrawTimes {
    recent: VecDeque<Duration>,
    count: u64,
    over_budget: u64,
}

impl RedrawTimes {
    pub(super) fn add(&mut self, time: Duration) {
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(time);
        self.count += 1;
        self.over_budget += u64::from(time > REDRAW_BUDGET);
    }

    /// How many redraws there were, and how many of them took more than [`REDRAW_BUDGET`].
    #[must_use]
    pub const fn counts(&self) -> (u64, u64) {
        (self.count, self.over_budget)
    }

    /// What the last redraw took.
    #[must_use]
    pub fn last(&self) -> Duration {
        self.recent.back().copied().unwrap_or_default()
    }

    /// The middle one of the last redraws, and the slowest.
    fn middle_and_slowest(&self) -> (Duration, Duration) {
        let mut sorted: Vec<Duration> = self.recent.iter().copied().collect();
        sorted.sort_unstable();
        (sorted.get(sorted.len() / 2).copied().unwrap_or_default(), sorted.last().copied().unwrap_or_default())
    }
}

impl Edagari {
    /// What redraws have cost so far.
    #[must_use]
    pub const fn redraw_times(&self) -> &RedrawTimes {
        &self.redraws
    }

    pub(super) fn performance_panel_ui(&mut self, ui: &mut Ui) {
        if !self.settings.performance_panel {
            return;
        }
        let language = self.settings.language;
        let mut is_open = true;
        let shown = if self.settings.two_panes { 2 } else { 1 };
        egui::Window::new(language.text(Text::Performance))
            .id(Id::unique("performance"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().left_top() + vec2(24.0, 120.0))
            .show(ui, |ui| {
                ui.set_width(340.0);
                self.redraws_ui(ui, language);
                for (index, pane) in self.panes[..shown].iter().enumerate() {
                    ui.separator();
                    trace_ui(ui, index, pane, language);
                }
            });
        self.settings.performance_panel = is_open;
    }

    fn redraws_ui(&self, ui: &mut Ui, language: Language) {
        let palette = Palette::of(ui);
        let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        let (middle, slowest) = self.redraws.middle_and_slowest();
        let (count, over) = self.redraws.counts();
        let rows = [
            (Text::LastRedraw, milliseconds(self.redraws.last())),
            (Text::MiddleRedraw, milliseconds(middle)),
            (Text::SlowestRedraw, milliseconds(slowest)),
            (Text::OverBudget, format!("{} / {}", grouped(over), grouped(count))),
        ];
        rows_ui(ui, "redraws", &rows, language);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 56.0), Sense::hover());
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 3.0, palette.ground);
        let scale = rect.height() / (2.0 * REDRAW_BUDGET.as_secs_f32());
        let width = rect.width() / KEPT as f32;
        for (index, time) in self.redraws.recent.iter().enumerate() {
            let height = (time.as_secs_f32() * scale).min(rect.height());
            let x = rect.left() + index as f32 * width;
            let bar = Rect::from_min_max(pos2(x, rect.bottom() - height), pos2(x + width, rect.bottom()));
            painter.rect_filled(bar, 0.0, if *time > REDRAW_BUDGET { palette.cut } else { palette.edge });
        }
        painter.hline(rect.x_range(), rect.center().y, Stroke::new(1.0, palette.action));
    }
}

fn trace_ui(ui: &mut Ui, index: usize, pane: &Pane, language: Language) {
    let trace = &pane.trace;
    let (memory, frames) = (trace.memory(), trace.frame_count());
    let rows = [
        (Text::NodesDrawn, grouped(pane.drawn as u64)),
        (Text::TraceFrames, grouped(frames as u64)),
        (Text::TraceMemory, format!("{:.1} MiB", memory as f64 / f64::from(1 << 20))),
        (Text::BytesAFrame, format!("{:.1}", memory as f64 / frames.max(1) as f64)),
        (Text::BytesAVisit, format!("{:.1}", memory as f64 / trace.visit_count().max(1) as f64)),
    ];
    rows_ui(ui, if index == 0 { "left trace" } else { "right trace" }, &rows, language);
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
