//! Plots against passes: the visits of each pass, and its effect on the bounds of the root.

use std::ops::Range;

use egui::{Color32, RichText, Stroke, Ui};
use egui_plot::{Bar, BarChart, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points, Span};

use crate::viewer::kit::log_axis::{log_mark_text, log_marks, log_place};
use crate::viewer::kit::theme::{Palette, SMALL};
use crate::viewer::kit::widgets::{marks_at, section_ui, set_name, still_plot};
use edagari_core::analysis::PassFigures;
use edagari_core::language::{Language, Text};
use edagari_core::score::{Bounds, InUnit, Score};

/// Minimum width of the number of a pass below the plot, and width of a digit, in points.
const LABEL_WIDTH: f32 = 34.0;
const DIGIT_WIDTH: f32 = 8.0;
/// Height between two marks of an axis, and of the axis below the plot, in points.
const MARK_HEIGHT: f32 = 14.0;
pub(super) const AXIS_HEIGHT: f32 = 18.0;
/// Minimum width of the axis at the left, in points.
pub(super) const AXIS_WIDTH: f32 = 34.0;
const BAR_WIDTH: f64 = 0.7;
/// Maximum number of passes plotted at a time.
const MAX_PLOTTED: usize = 500;
/// Maximum count for a linear axis; larger counts are plotted logarithmically.
const MAX_LINEAR: u64 = 5000;

/// Passes that are plotted, and the pass of the current frame, by index.
pub(crate) struct Plotted<'a> {
    pub(crate) passes: &'a [PassFigures],
    pub(crate) current: Option<usize>,
    /// Height of each plot.
    pub(crate) height: f32,
    pub(crate) language: Language,
}

impl Plotted<'_> {
    /// Returns the indexes of the passes that fit: all, or those around the current one.
    fn places(&self) -> Range<usize> {
        let count = self.passes.len();
        let first = self.current.unwrap_or(0).saturating_sub(MAX_PLOTTED / 2).min(count.saturating_sub(MAX_PLOTTED));
        first..count.min(first + MAX_PLOTTED)
    }

    /// Shows which passes are plotted, if they are only a part.
    fn part_ui(&self, ui: &mut Ui) {
        let places = self.places();
        if places.len() == self.passes.len() {
            return;
        }
        let values =
            [places.start + 1, places.end, self.passes.len()].map(|number| self.language.number(number as u64));
        let [first, last, count] = values.each_ref().map(String::as_str);
        let text = self.language.fill(Text::PassesPlotted, &[("first", first), ("last", last), ("count", count)]);
        ui.label(RichText::new(text).size(SMALL).color(Palette::of(ui).secondary));
    }

    fn shown(&self) -> &[PassFigures] {
        &self.passes[self.places()]
    }

    /// Draws the visits of each pass: a filled bar for nodes visited for the first time, a hollow one beside it for those visited
    /// again. Returns the index of the clicked pass.
    pub(crate) fn visits_ui(&self, ui: &mut Ui) -> Option<usize> {
        let (palette, language) = (Palette::of(ui), self.language);
        let (first, again) = (language.text(Text::PassFirstVisits), language.text(Text::PassVisitsAgain));
        let signs = [("■", palette.edge, first), ("□", palette.text, again)];
        heading_ui(ui, language.text(Text::PassVisitsPlot), &signs);
        self.part_ui(ui);
        let most = self.shown().iter().map(|pass| pass.new_nodes.max(pass.visited_again)).max().unwrap_or(0);
        let is_linear = most <= MAX_LINEAR;
        let height = |count: u64| if is_linear { count as f64 } else { log_place(count) };
        let bars = |offset: f64, count: fn(&PassFigures) -> u64| -> Vec<Bar> {
            let bar = |pass: &PassFigures| {
                Bar::new(pass.pass as f64 + offset, height(count(pass))).width(BAR_WIDTH / 2.0).name(count(pass))
            };
            self.shown().iter().map(bar).collect()
        };
        let filled = bars(-BAR_WIDTH / 4.0, |pass| pass.new_nodes).into_iter();
        let filled = BarChart::new(first, filled.map(|bar| bar.fill(palette.edge)).collect());
        let hollow = bars(BAR_WIDTH / 4.0, |pass| pass.visited_again).into_iter();
        let hollow = hollow.map(|bar| bar.fill(Color32::TRANSPARENT).stroke(Stroke::new(1.5, palette.text)));
        let hollow = BarChart::new(again, hollow.collect());
        let plot = self.plot(ui, "visits by pass").include_y(0.0).y_axis_formatter(move |mark, _| {
            if !is_linear {
                log_mark_text(mark.value, language)
            } else if mark.value.fract() == 0.0 && mark.value >= 0.0 {
                language.number(mark.value as u64)
            } else {
                String::new()
            }
        });
        let plot = if is_linear {
            plot.y_grid_spacer(move |_| marks_at([0.0, most.div_ceil(2) as f64, most as f64]))
        } else {
            let height = self.height - AXIS_HEIGHT;
            plot.y_grid_spacer(move |input| marks_at(log_marks([0.0, input.bounds.1], height)))
        };
        let response = plot.show(ui, |plot| {
            self.current_ui(plot, &palette);
            plot.bar_chart(filled.allow_hover(false));
            plot.bar_chart(hollow.allow_hover(false));
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
        set_name(ui, response.response.id, language.text(Text::PassVisitsPlot));
        self.clicked(response.inner?.x)
    }

    /// Draws the known bounds of the root's value after each pass. Returns the index of the clicked pass.
    pub(crate) fn bounds_ui(&self, ui: &mut Ui) -> Option<usize> {
        let (palette, language) = (Palette::of(ui), self.language);
        let [lower, upper] = [Text::LowerBound, Text::UpperBound].map(|text| language.text(text));
        let value_text = language.text(Text::KnownValue);
        let signs = [("▲", palette.max, lower), ("▼", palette.min_text, upper), ("◆", palette.text, value_text)];
        heading_ui(ui, language.text(Text::PassBoundsPlot), &signs);
        self.part_ui(ui);
        let known: Vec<(f64, Bounds)> =
            self.shown().iter().filter_map(|pass| Some((pass.pass as f64, pass.root_bounds?.value))).collect();
        let unit = self.passes.iter().find_map(|pass| pass.root_bounds?.unit);
        let scores = known.iter().flat_map(|(_, bounds)| [bounds.lower, bounds.upper]).filter_map(Score::finite);
        let range = scores.fold(None, |range: Option<(i32, i32)>, score| {
            Some(range.map_or((score, score), |(low, high)| (low.min(score), high.max(score))))
        });
        let (least, most) = range.map_or((-1.0, 1.0), |(low, high)| (f64::from(low), f64::from(high)));
        // Space for the marks at both ends, so that they do not overlap those at the minimum and maximum.
        let share = (MARK_HEIGHT / (self.height - AXIS_HEIGHT)).clamp(0.15, 0.3);
        let margin = ((most - least) * f64::from(share / (1.0 - 2.0 * share))).max(1.0);
        let (low, high) = ((least - margin).floor(), (most + margin).ceil());
        let value = |score: Score| match score.finite() {
            Some(score) => f64::from(score),
            None if score == Score::INFINITY => high,
            None => low,
        };
        let series = |pick: fn(&Bounds) -> Score| -> Vec<[f64; 2]> {
            known.iter().map(|(pass, bounds)| [*pass, value(pick(bounds))]).collect()
        };
        let series = [
            (lower, palette.max, MarkerShape::Up, series(|bounds| bounds.lower)),
            (upper, palette.min, MarkerShape::Down, series(|bounds| bounds.upper)),
        ];
        let values: Vec<[f64; 2]> = known
            .iter()
            .filter(|(_, bounds)| bounds.lower == bounds.upper)
            .map(|(pass, bounds)| [*pass, value(bounds.lower)])
            .collect();
        let between: Vec<_> =
            known.iter().map(|(pass, bounds)| [*pass, value(bounds.lower), value(bounds.upper)]).collect();
        let response = self
            .plot(ui, "bounds by pass")
            .include_y(low)
            .include_y(high)
            .y_grid_spacer(move |_| {
                marks_at(if least < most { vec![low, least, most, high] } else { vec![low, least, high] })
            })
            .y_axis_formatter(move |mark, _| {
                if mark.value <= low {
                    "−∞".to_owned()
                } else if mark.value >= high {
                    "∞".to_owned()
                } else {
                    InUnit { value: Score::new(mark.value as i32), unit }.to_string()
                }
            })
            .show(ui, |plot| {
                self.current_ui(plot, &palette);
                for [pass, lower, upper] in between {
                    let gap = Line::new("", vec![[pass, lower], [pass, upper]]).color(palette.edge).width(1.0);
                    plot.line(gap.style(LineStyle::dotted_dense()).allow_hover(false).allow_band(false));
                }
                for (name, color, shape, points) in series {
                    let line = Line::new(name, PlotPoints::new(points.clone())).color(color).width(1.5);
                    plot.line(line.allow_hover(false).allow_band(false));
                    let ends = points.into_iter().filter(|point| !values.contains(point)).collect();
                    let points = Points::new(name, PlotPoints::new(ends)).color(color).shape(shape).radius(5.0);
                    plot.points(points.allow_hover(false));
                }
                let values = Points::new(value_text, PlotPoints::new(values)).color(palette.text);
                plot.points(values.shape(MarkerShape::Diamond).radius(5.0).allow_hover(false));
                plot.pointer_coordinate().filter(|_| plot.response().clicked())
            });
        set_name(ui, response.response.id, language.text(Text::PassBoundsPlot));
        self.clicked(response.inner?.x)
    }

    /// Returns a plot with the common axis of both plots: the numbers of the passes below.
    fn plot<'p>(&self, ui: &Ui, id: &'static str) -> Plot<'p> {
        let places = self.places();
        let digits = places.end.to_string().len();
        let label = LABEL_WIDTH.max(DIGIT_WIDTH * (digits + 2) as f32);
        let fitting = (ui.available_width() / label).max(1.0) as usize;
        let step = places.len().div_ceil(fitting).max(1);
        let marks: Vec<f64> = places.clone().step_by(step).map(|place| (place + 1) as f64).collect();
        still_plot(id)
            .height(self.height)
            .include_x(places.start as f64 + 0.4)
            .include_x(places.end as f64 + 0.6)
            .y_axis_min_width(AXIS_WIDTH)
            .x_grid_spacer(move |_| marks_at(marks.iter().copied()))
            .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
    }

    /// Draws a band at the pass of the current frame, in the background.
    fn current_ui(&self, plot: &mut egui_plot::PlotUi<'_>, palette: &Palette) {
        let Some(current) = self.current else { return };
        let middle = current as f64 + 1.0;
        let band = Span::new("", middle - 0.5..=middle + 0.5);
        let fill = palette.current.gamma_multiply(0.25);
        plot.span(band.fill(fill).border(Stroke::new(1.0, palette.current)));
    }

    fn clicked(&self, x: f64) -> Option<usize> {
        let place = x.round() - 1.0;
        Some(place as usize).filter(|at| place >= 0.0 && self.places().contains(at))
    }
}

/// Draws the name of a plot, followed by the meanings of its signs.
pub(super) fn heading_ui(ui: &mut Ui, name: &str, entries: &[(&str, Color32, &str)]) {
    ui.horizontal_wrapped(|ui| {
        section_ui(ui, name);
        for &(sign, color, name) in entries {
            ui.label(RichText::new(sign).size(SMALL).color(color));
            ui.label(RichText::new(name).size(SMALL).color(Palette::of(ui).secondary));
        }
    });
}
