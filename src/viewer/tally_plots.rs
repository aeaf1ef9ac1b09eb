//! What a run did by depth, and which child made the cuts: bars of both panes side by side.

use egui::{Color32, Ui};
use egui_plot::{Bar, BarChart, Plot, PlotItem as _};

use super::action::Command;
use super::app::Edagari;
use super::inspector::section_ui;
use super::pane::Pane;
use super::plots::{HEIGHT, marks_at, power_of_ten};
use super::settings::DepthFigure;
use super::theme::Palette;
use super::time_bar::set_name;
use crate::analysis::run_text;
use crate::language::{Text, grouped};
use crate::trace::DepthTally;

/// The deepest levels that get a bar of their own.
const MOST_DEPTHS: usize = 400;
/// The last child that gets a bar of its own; those behind it are left out.
const MOST_CHILDREN: usize = 40;
/// The most bars that have a number below them.
const MOST_LABELS: usize = 12;

impl DepthFigure {
    const ALL: [Self; 3] = [Self::Visits, Self::Evaluations, Self::Cuts];

    const fn text(self) -> Text {
        match self {
            Self::Visits => Text::ByDepthVisits,
            Self::Evaluations => Text::ByDepthEvaluations,
            Self::Cuts => Text::ByDepthCuts,
        }
    }

    const fn of(self, row: &DepthTally) -> u64 {
        match self {
            Self::Visits => row.visits,
            Self::Evaluations => row.evaluations,
            Self::Cuts => row.alpha_cuts + row.beta_cuts,
        }
    }
}

impl Edagari {
    pub(super) fn tally_plots_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let figure = self.settings.depth_figure;
        ui.horizontal(|ui| {
            section_ui(ui, language.text(Text::DepthPlot));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let response = egui::ComboBox::from_id_salt("depth figure")
                    .selected_text(language.text(figure.text()))
                    .show_ui(ui, |ui| {
                        for other in DepthFigure::ALL {
                            if ui.selectable_label(figure == other, language.text(other.text())).clicked() {
                                commands.push(Command::SetDepthFigure(other));
                            }
                        }
                    });
                set_name(ui, response.response.id, language.text(Text::ByDepthWhich));
            });
        });
        let charts = self.charts(ui, |pane, bar| {
            let rows = pane.trace.tally().by_depth.iter().take(MOST_DEPTHS);
            rows.map(|row| bar((1.0 + figure.of(row) as f64).log10(), grouped(figure.of(row)))).collect()
        });
        let powers =
            |input: egui_plot::GridInput| marks_at((0..=input.bounds.1.clamp(0.0, 18.0) as u32).map(f64::from));
        let plot = Plot::new("depth plot").y_grid_spacer(powers).y_axis_formatter(|mark, _| power_of_ten(mark.value));
        bars_ui(ui, plot, charts, 0.0, language.text(Text::DepthPlot));
        let shown = if self.settings.two_panes { 2 } else { 1 };
        if self.panes[..shown].iter().any(|pane| !pane.trace.tally().cuts_by_child.is_empty()) {
            ui.add_space(12.0);
            section_ui(ui, language.text(Text::ChildPlot));
            let charts = self.charts(ui, |pane, bar| {
                let cuts = &pane.trace.tally().cuts_by_child;
                let all = cuts.iter().sum::<u64>().max(1);
                let share = |&cuts: &u64| 100.0 * cuts as f64 / all as f64;
                cuts.iter().take(MOST_CHILDREN).map(|cuts| bar(share(cuts), format!("{:.1}%", share(cuts)))).collect()
            });
            let plot = Plot::new("child plot")
                .include_y(100.0)
                .y_grid_spacer(|_| marks_at([0.0, 50.0, 100.0]))
                .y_axis_formatter(|mark, _| format!("{}%", mark.value));
            bars_ui(ui, plot, charts, 1.0, language.text(Text::ChildPlot));
        }
    }

    /// The bars of the panes that are shown, beside one another.
    fn charts(&self, ui: &Ui, bars: impl Fn(&Pane, &dyn Fn(f64, String) -> Bar) -> Vec<Bar>) -> Vec<BarChart> {
        let palette = Palette::of(ui);
        let shown = if self.settings.two_panes { 2 } else { 1 };
        let looks: [(Color32, f64); 2] = [(palette.edge, -0.2), (palette.action, 0.2)];
        let chart = |(pane, (color, offset)): (&Pane, (Color32, f64))| {
            let offset = if shown == 1 { 0.0 } else { offset };
            let name = run_text(&pane.trace, self.settings.language);
            let bar = |height: f64, text: String| Bar::new(offset, height).width(0.36).name(text);
            let placed = bars(pane, &bar)
                .into_iter()
                .enumerate()
                .map(|(place, bar)| Bar { argument: bar.argument + place as f64, ..bar });
            BarChart::new(name, placed.collect()).color(color)
        };
        self.panes[..shown].iter().zip(looks).map(chart).collect()
    }
}

/// Draws bars; the first stands for the number `first`.
fn bars_ui(ui: &mut Ui, plot: Plot<'_>, charts: Vec<BarChart>, first: f64, name: &str) {
    let count = charts.iter().map(|chart| chart.bounds().max()[0].max(0.0) as usize + 1).max().unwrap_or(1);
    let places = (0..count).step_by(count.div_ceil(MOST_LABELS)).map(|place| place as f64).collect::<Vec<_>>();
    let response = plot
        .x_grid_spacer(move |_| marks_at(places.iter().copied()))
        .height(HEIGHT)
        .include_y(0.0)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .show_grid(false)
        .y_axis_min_width(28.0)
        .x_axis_formatter(move |mark, _| grouped((mark.value + first) as u64))
        .show(ui, |plot| {
            for chart in charts {
                plot.bar_chart(chart);
            }
        });
    set_name(ui, response.response.id, name);
}
