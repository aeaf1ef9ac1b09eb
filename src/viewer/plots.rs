//! α and β, and what is known of the table, against frames. A click goes to that frame.

use egui::{RichText, Ui};
use egui_plot::{GridMark, HPlacement, Line, LineStyle, Plot, PlotPoint, PlotPoints, VLine};

use super::action::Command;
use super::app::Edagari;
use super::inspector::section_ui;
use super::pane::Pane;
use super::settings::PlotOf;
use super::theme::{Palette, SMALL};
use super::time_bar::set_name;
use crate::analysis::TablePoint;
use crate::language::{Text, grouped};
use crate::score::Score;
use crate::trace::{FrameKind, NodeId, Trace, VisitId};

pub(super) const HEIGHT: f32 = 96.0;
/// The most steps of one visit that are plotted; of a longer one, the first.
const MOST_POINTS: usize = 2000;

impl PlotOf {
    const ALL: [Self; 3] = [Self::Root, Self::Selected, Self::Current];

    const fn text(self) -> Text {
        match self {
            Self::Root => Text::PlotRoot,
            Self::Selected => Text::PlotSelected,
            Self::Current => Text::PlotCurrent,
        }
    }
}

impl Edagari {
    pub(super) fn plots_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        self.window_plot_ui(ui, commands);
        ui.add_space(12.0);
        if !self.panes[self.active].table_curve.is_empty() {
            self.table_plot_ui(ui, commands);
            ui.add_space(12.0);
        }
        self.tally_plots_ui(ui, commands);
    }

    /// The hit rate of the table, and its size in parts of what it is in the end, so that both fit one scale.
    fn table_plot_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let palette = Palette::of(ui);
        section_ui(ui, language.text(Text::TablePlot));
        let pane = &self.panes[self.active];
        let entries = pane.table_curve.last().map_or(0, |point| point.entries);
        let by_frame = |share: &dyn Fn(&TablePoint) -> f64| -> Vec<PlotPoint> {
            pane.table_curve.iter().map(|point| PlotPoint::new(point.frame as f64, 100.0 * share(point))).collect()
        };
        let size = by_frame(&|point| point.entries as f64 / entries.max(1) as f64);
        let hits = by_frame(&|point| point.hit_rate);
        ui.horizontal(|ui| {
            let size_name = language.fill(Text::PlotSize, &[("entries", &grouped(entries))]);
            for (sign, name, color) in [
                ("—", language.text(Text::PlotHits), palette.table_text),
                ("- -", size_name.as_str(), palette.secondary),
            ] {
                ui.label(RichText::new(format!("{sign} {name}")).size(SMALL).color(color));
            }
        });
        let response = Plot::new("table plot")
            .height(HEIGHT)
            .include_y(0.0)
            .include_y(100.0)
            .allow_scroll(false)
            .allow_zoom([true, false])
            .allow_drag([true, false])
            .show_grid(false)
            .y_axis_min_width(28.0)
            .y_grid_spacer(|_| marks_at([0.0, 50.0, 100.0]))
            .y_axis_formatter(|mark, _| format!("{}%", mark.value))
            .x_axis_formatter(|mark, _| {
                if mark.value.fract() == 0.0 && mark.value >= 0.0 { grouped(mark.value as u64) } else { String::new() }
            })
            .show(ui, |plot| {
                let size = Line::new(language.text(Text::TableEntries), PlotPoints::Owned(size));
                plot.line(size.color(palette.secondary).style(LineStyle::dashed_loose()).allow_band(false));
                let hits = Line::new(language.text(Text::PlotHits), PlotPoints::Owned(hits));
                plot.line(hits.color(palette.table).width(2.0).allow_band(false));
                plot.vline(
                    VLine::new(language.text(Text::CurrentFrame), pane.frame as f64).color(palette.current).width(2.0),
                );
                plot.pointer_coordinate().filter(|_| plot.response().clicked())
            });
        set_name(ui, response.response.id, language.text(Text::TablePlot));
        if let Some(point) = response.inner {
            commands.push(Command::GoTo { pane: self.active, frame: point.x.round().max(0.0) as usize });
        }
    }

    fn window_plot_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let palette = Palette::of(ui);
        ui.horizontal(|ui| {
            section_ui(ui, language.text(Text::WindowPlot));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let response = egui::ComboBox::from_id_salt("plot of")
                    .selected_text(language.text(self.settings.plot_of.text()))
                    .show_ui(ui, |ui| {
                        for of in PlotOf::ALL {
                            if ui.selectable_label(self.settings.plot_of == of, language.text(of.text())).clicked() {
                                commands.push(Command::SetPlotOf(of));
                            }
                        }
                    });
                set_name(ui, response.response.id, language.text(Text::PlotWhich));
            });
        });
        let pane = &self.panes[self.active];
        let visit = plotted_visit(pane, self.settings.plot_of);
        let (low, high) = pane.scores.unwrap_or((-1, 1));
        let (low, high) = (f64::from(low) - 1.0, f64::from(high) + 1.0);
        let [alpha, beta] =
            visit.map_or([Vec::new(), Vec::new()], |visit| bounds_by_frame(&pane.trace, visit, low, high));
        let response = Plot::new("window plot")
            .height(HEIGHT)
            .include_y(low)
            .include_y(high)
            .allow_scroll(false)
            .allow_zoom([true, false])
            .allow_drag([true, false])
            .auto_bounds([true, true])
            .show_grid(false)
            .y_axis_position(HPlacement::Left)
            .y_axis_min_width(28.0)
            .y_grid_spacer(move |_| marks_at(bound_marks(low, high)))
            .y_axis_formatter(move |mark, _| {
                if mark.value <= low {
                    "−∞".to_owned()
                } else if mark.value >= high {
                    "∞".to_owned()
                } else if mark.value.fract() == 0.0 {
                    Score::new(mark.value as i32).to_string()
                } else {
                    String::new()
                }
            })
            .x_axis_formatter(|mark, _| {
                if mark.value.fract() == 0.0 && mark.value >= 0.0 { grouped(mark.value as u64) } else { String::new() }
            })
            .show(ui, |plot| {
                plot.line(Line::new("α", PlotPoints::Owned(alpha)).color(palette.max).width(2.0).allow_band(false));
                plot.line(Line::new("β", PlotPoints::Owned(beta)).color(palette.min).width(2.0).allow_band(false));
                plot.vline(
                    VLine::new(language.text(Text::CurrentFrame), pane.frame as f64).color(palette.current).width(2.0),
                );
                plot.pointer_coordinate().filter(|_| plot.response().clicked())
            });
        set_name(ui, response.response.id, language.text(Text::WindowPlot));
        if let Some(point) = response.inner {
            commands.push(Command::GoTo { pane: self.active, frame: point.x.round().max(0.0) as usize });
        }
    }
}

/// The ends, which stand for ±∞, zero, and the extreme scores where there is room for them.
fn bound_marks(low: f64, high: f64) -> Vec<f64> {
    const ROOM: f64 = 6.0;
    let zero = 0.0_f64.clamp(low + 1.0, high - 1.0);
    if high - low > ROOM { vec![low, zero, high] } else { vec![low, low + 1.0, zero, high - 1.0, high] }
}

/// Marks at certain values, which are all labelled.
pub(super) fn marks_at(values: impl IntoIterator<Item = f64>) -> Vec<GridMark> {
    values.into_iter().map(|value| GridMark { value, step_size: 1e3 }).collect()
}

/// The number of which a mark at the logarithmic axis is the logarithm, where it is a whole power of ten.
pub(super) fn power_of_ten(logarithm: f64) -> String {
    if logarithm.fract() != 0.0 || !(0.0..=18.0).contains(&logarithm) {
        return String::new();
    }
    match logarithm as u32 {
        power @ 0..=3 => grouped(10_u64.pow(power)),
        power @ 4..=5 => format!("{}k", 10_u64.pow(power - 3)),
        power => format!("{}M", grouped(10_u64.pow(power - 6))),
    }
}

fn plotted_visit(pane: &Pane, of: PlotOf) -> Option<VisitId> {
    let trace = &pane.trace;
    match of {
        PlotOf::Root => trace.visit_of(NodeId::ROOT),
        PlotOf::Selected => trace.place(&pane.center).recorded().and_then(|node| trace.visit_of(node)),
        PlotOf::Current => trace.visit_of(pane.current_node()),
    }
}

/// α and β of a visit from frame to frame, as steps; ±∞ lies at the edges.
fn bounds_by_frame(trace: &Trace, visit: VisitId, low: f64, high: f64) -> [Vec<PlotPoint>; 2] {
    let value = |score: Score| match score.finite() {
        Some(score) => f64::from(score),
        None if score == Score::INFINITY => high,
        None => low,
    };
    let (start, end) = trace.span(visit);
    let end = end.unwrap_or(trace.frame_count().saturating_sub(1));
    let mut bounds = [Vec::new(), Vec::new()];
    let mut frame = Some(start);
    let mut last = [f64::NAN; 2];
    while let Some(here) = frame.filter(|_| bounds[0].len() < MOST_POINTS) {
        if let Some(step) = trace.step(here).filter(|step| matches!(step.kind, FrameKind::Start | FrameKind::Update)) {
            for (points, (last, now)) in
                bounds.iter_mut().zip(last.iter_mut().zip([value(step.window.alpha), value(step.window.beta)]))
            {
                if last.is_finite() {
                    points.push(PlotPoint::new(here as f64, *last));
                }
                points.push(PlotPoint::new(here as f64, now));
                *last = now;
            }
        }
        frame = trace.next_frame_of(visit, here);
    }
    for (points, last) in bounds.iter_mut().zip(last) {
        points.push(PlotPoint::new(end as f64, last));
    }
    bounds
}
