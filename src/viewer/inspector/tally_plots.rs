//! Plots of visits, evaluations and cuts by depth, and of cuts by child: bars of the runs on screen side by side.

use egui::{Color32, RichText, Ui};
use egui_plot::{Bar, BarChart, Plot, PlotItem as _};

use super::compare_table::run_name;
use super::plots::HEIGHT;
use crate::viewer::commands::Command;
use crate::viewer::kit::log_axis::{log_mark_text, log_marks, log_place};
use crate::viewer::kit::theme::{Palette, SMALL};
use crate::viewer::kit::widgets::{marks_at, section_ui, set_name, still_plot};
use crate::viewer::session::{DepthFigure, Run, Session};
use edagari_core::language::Text;
use edagari_core::trace::DepthTally;

/// The maximum number of levels with bars.
const MAX_DEPTHS: usize = 400;
/// The maximum number of children with bars; later children are omitted.
const MAX_CHILDREN: usize = 40;
/// The maximum number of bars that are labelled with a number.
const MAX_LABELS: usize = 12;

/// The total width of the bars of all runs at a place.
const BARS_WIDTH: f64 = 0.8;
/// The width of the widest bar, including the space around it.
const WIDEST_BAR: f64 = 0.4;

/// The choices for the depth plot.
const ALL: [DepthFigure; 3] = [DepthFigure::Visits, DepthFigure::Evaluations, DepthFigure::Cuts];

const fn figure_text(figure: DepthFigure, has_layers: bool) -> Text {
    match figure {
        DepthFigure::Visits if has_layers => Text::VisitsRow,
        DepthFigure::Visits => Text::ByDepthVisits,
        DepthFigure::Evaluations => Text::ByDepthEvaluations,
        DepthFigure::Cuts => Text::ByDepthCuts,
    }
}

const fn figure_of(figure: DepthFigure, row: &DepthTally) -> u64 {
    match figure {
        DepthFigure::Visits => row.visits,
        DepthFigure::Evaluations => row.evaluations,
        DepthFigure::Cuts => row.alpha_cuts + row.beta_cuts,
    }
}

/// Returns the colours of the runs, in their order.
const fn colors(palette: &Palette) -> [Color32; 6] {
    [palette.edge, palette.action, palette.table, palette.only, palette.min, palette.current]
}

/// Plots visits, evaluations or cuts of the runs on screen by depth.
pub(super) fn depth_plot_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let figure = session.settings.depth_figure;
    let has_layers = session.shown_runs().any(|run| run.trace.has_layers());
    ui.horizontal(|ui| {
        section_ui(ui, language.text(Text::DepthPlot));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let response = egui::ComboBox::from_id_salt("depth figure")
                .selected_text(language.text(figure_text(figure, has_layers)))
                .show_ui(ui, |ui| {
                    for other in ALL {
                        if ui.selectable_label(figure == other, language.text(figure_text(other, has_layers))).clicked()
                        {
                            commands.push(Command::SetDepthFigure(other));
                        }
                    }
                });
            set_name(ui, response.response.id, language.text(Text::ByDepthWhich));
        });
    });
    let runs: Vec<&Run> = session.shown_runs().collect();
    if runs.len() > 1 {
        legend_ui(ui, session, &runs);
    }
    let charts = charts(ui, session, &runs, |run, bar| {
        let rows = run.trace.tally().by_depth.iter().take(MAX_DEPTHS);
        rows.map(|row| {
            let count = figure_of(figure, row);
            bar(log_place(count), language.number(count))
        })
        .collect()
    });
    let powers = |input: egui_plot::GridInput| marks_at(log_marks([0.0, input.bounds.1], HEIGHT));
    let plot = still_plot("depth plot")
        .y_grid_spacer(powers)
        .y_axis_formatter(move |mark, _| log_mark_text(mark.value, language));
    bars_ui(ui, plot, charts, 0.0, language.text(Text::DepthPlot));
}

/// Whether any run on screen has cuts.
pub(super) fn has_cuts(session: &Session) -> bool {
    session.shown_runs().any(|run| !run.trace.tally().cuts_by_child.is_empty())
}

/// Plots the cuts of the runs on screen by the child that made them.
pub(super) fn child_plot_ui(ui: &mut Ui, session: &Session) {
    let runs: Vec<&Run> = session.shown_runs().collect();
    let name = session.settings.language.text(Text::ChildPlot);
    section_ui(ui, name);
    let charts = charts(ui, session, &runs, |run, bar| {
        let cuts = &run.trace.tally().cuts_by_child;
        let all = cuts.iter().sum::<u64>().max(1);
        let share = |&cuts: &u64| 100.0 * cuts as f64 / all as f64;
        cuts.iter().take(MAX_CHILDREN).map(|cuts| bar(share(cuts), format!("{:.1}%", share(cuts)))).collect()
    });
    let plot = still_plot("child plot")
        .include_y(100.0)
        .y_grid_spacer(|_| marks_at([0.0, 50.0, 100.0]))
        .y_axis_formatter(|mark, _| format!("{}%", mark.value));
    bars_ui(ui, plot, charts, 1.0, name);
}

/// Shows a legend: the colour of each run.
fn legend_ui(ui: &mut Ui, session: &Session, runs: &[&Run]) {
    let palette = Palette::of(ui);
    let colors = colors(&palette);
    ui.horizontal_wrapped(|ui| {
        for (run, color) in runs.iter().zip(colors.iter().cycle()) {
            ui.label(RichText::new("■").size(SMALL).color(*color));
            ui.label(RichText::new(run_name(session, run)).size(SMALL).color(palette.secondary));
        }
    });
}

/// Creates the bars of several runs side by side.
fn charts(
    ui: &Ui,
    session: &Session,
    runs: &[&Run],
    bars: impl Fn(&Run, &dyn Fn(f64, String) -> Bar) -> Vec<Bar>,
) -> Vec<BarChart> {
    let colors = colors(&Palette::of(ui));
    let width = (BARS_WIDTH / runs.len().max(1) as f64).min(WIDEST_BAR);
    let chart = |(number, (run, color)): (usize, (&&Run, &Color32))| {
        let offset = (number as f64 - (runs.len() - 1) as f64 / 2.0) * width;
        let bar = |height: f64, text: String| Bar::new(offset, height).width(0.9 * width).name(text);
        let placed = bars(run, &bar)
            .into_iter()
            .enumerate()
            .map(|(place, bar)| Bar { argument: bar.argument + place as f64, ..bar });
        BarChart::new(run_name(session, run), placed.collect()).color(*color)
    };
    runs.iter().zip(colors.iter().cycle()).enumerate().map(chart).collect()
}

/// Draws bars; the first bar is labelled `first`.
fn bars_ui(ui: &mut Ui, plot: Plot<'_>, charts: Vec<BarChart>, first: f64, name: &str) {
    let count = charts.iter().map(|chart| chart.bounds().max()[0].max(0.0) as usize + 1).max().unwrap_or(1);
    let places = (0..count).step_by(count.div_ceil(MAX_LABELS)).map(|place| place as f64).collect::<Vec<_>>();
    let response = plot
        .x_grid_spacer(move |_| marks_at(places.iter().copied()))
        .height(HEIGHT)
        .include_y(0.0)
        .y_axis_min_width(28.0)
        .x_axis_formatter(move |mark, _| format!("{:.0}", mark.value + first))
        .show(ui, |plot| {
            for chart in charts {
                plot.bar_chart(chart);
            }
        });
    set_name(ui, response.response.id, name);
}
