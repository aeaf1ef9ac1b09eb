//! A chart on screen, with a menu to save it.

use std::path::PathBuf;

use egui::{Align, Label, Layout, RichText, Ui};
use egui_plot::{Bar, BarChart, Line, LineStyle, Plot, PlotPoints, Points};

use super::theme::{Palette, SECONDARY, SMALL, strong};
use super::widgets::{marks_at, save_menu_ui, set_name};
use edagari_core::language::{Language, Text};
use edagari_draw::scene::{Chart, SeriesKind, axis_number};

/// Distance of the numbers of the vertical axis, and height of what is below the plot, in points.
const MARK_PITCH: f32 = 22.0;
const BELOW_PLOT: f32 = 44.0;

/// Draws a chart `height` points high; `file` is its file name without the extension. Returns the file to save, when the user
/// requests that.
pub(crate) fn chart_ui(
    ui: &mut Ui,
    chart: &Chart,
    height: f32,
    file: &mut String,
    language: Language,
) -> Option<PathBuf> {
    let mut wanted = None;
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let name = language.fill(Text::SaveChartNamed, &[("chart", &chart.title)]);
            wanted = save_menu_ui(ui, &name, file, &["png", "svg", "pdf", "csv"], language);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = strong(&chart.title, SECONDARY).color(palette.secondary);
                ui.add(Label::new(title).truncate());
            });
        });
    });
    ui.horizontal_wrapped(|ui| {
        for series in &chart.series {
            let mark = match series.kind {
                SeriesKind::Line => "●",
                SeriesKind::Dashed => "- -",
                SeriesKind::Bars => "■",
            };
            ui.label(RichText::new(mark).size(SMALL).color(palette.scene(series.color)));
            ui.label(RichText::new(&series.name).size(SMALL));
        }
    });
    let [[left, right], [bottom, top]] = chart.bounds();
    let room = ((top - bottom) * 0.06).max(1e-6);
    let has_bars = chart.series.iter().any(|series| series.kind == SeriesKind::Bars);
    let marks = chart.x_marks();
    // A low plot has fewer numbers, so that they do not run into each other.
    let most = ((height - BELOW_PLOT) / MARK_PITCH).max(2.0) as usize;
    let heights = chart.y_marks();
    let step = heights.len().div_ceil(most).max(1);
    let heights: Vec<f64> = heights.into_iter().step_by(step).collect();
    let response = Plot::new(&chart.title)
        .height(height)
        .include_x(left)
        .include_x(right)
        .include_y(if has_bars { bottom } else { bottom - room })
        .include_y(top + room)
        .auto_bounds([true, true])
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .y_axis_min_width(44.0)
        .show_grid(false)
        .x_grid_spacer(move |_| marks_at(marks.iter().copied()))
        .y_grid_spacer(move |_| marks_at(heights.iter().copied()))
        .x_axis_formatter(|mark, _| axis_number(mark.value))
        .y_axis_formatter(|mark, _| axis_number(mark.value))
        .x_axis_label(&chart.x_axis)
        .show(ui, |plot| {
            for series in &chart.series {
                let color = palette.scene(series.color);
                let points = || PlotPoints::new(series.points.clone());
                match series.kind {
                    SeriesKind::Bars => {
                        let bar = |point: &[f64; 2]| {
                            Bar::new(point[0], point[1]).width(0.8).fill(color.gamma_multiply(0.5)).stroke((0.5, color))
                        };
                        let bars = series.points.iter().map(bar).collect();
                        plot.bar_chart(BarChart::new(&series.name, bars));
                    }
                    SeriesKind::Line | SeriesKind::Dashed => {
                        let is_dashed = series.kind == SeriesKind::Dashed;
                        let style = if is_dashed { LineStyle::dashed_dense() } else { LineStyle::Solid };
                        let line = Line::new(&series.name, points()).color(color).width(2.0).style(style);
                        plot.line(line.allow_band(false));
                        if !is_dashed {
                            plot.points(Points::new(&series.name, points()).color(color).radius(3.5));
                        }
                    }
                }
            }
        });
    set_name(ui, response.response.id, &chart.title);
    wanted
}
