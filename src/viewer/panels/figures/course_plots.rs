//! Plots of the course of a search at its root: the shares of its moves in a Monte-Carlo tree search, and the proof and disproof
//! numbers in a proof-number search.

use egui::{Align2, Color32, RichText, Stroke, Ui};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, PlotUi, Points, Text as PlotText, VLine};

use super::pass_plots::{AXIS_HEIGHT, AXIS_WIDTH, heading_ui};
use crate::viewer::kit::log_axis::{log_mark_text, log_marks, log_place};
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL};
use crate::viewer::kit::widgets::{marks_at, prose_ui, set_name, still_plot};
use edagari_core::analysis::{Course, FavouriteChange, RootNumbers, RootShares};
use edagari_core::language::{Language, Text};
use edagari_core::search::ProofNumbers;
use edagari_draw::scene::Color;

/// Number of moments of a course that is plotted.
pub(crate) const MOMENTS: usize = 400;
/// Maximum number of moves with a line of their own colour, and of marked changes of the favourite.
const MAX_NAMED: usize = 5;
const MAX_MARKED: usize = 200;
/// A tenth, in percent.
const TENTH: f64 = 10.0;
/// Height of a name at the end of a line, in points.
const NAME_HEIGHT: f32 = 13.0;
/// Share of the plot's width that is free for the names at the ends of the lines.
const NAMES: f64 = 0.12;

/// Styles of the lines, which distinguish them without their colours.
fn style(place: usize) -> LineStyle {
    match place {
        0 => LineStyle::Solid,
        1 => LineStyle::dashed_loose(),
        2 => LineStyle::dashed_dense(),
        3 => LineStyle::dotted_loose(),
        _ => LineStyle::dotted_dense(),
    }
}

/// The course of a run that is plotted.
pub(crate) struct PlottedCourse<'a> {
    pub(crate) course: &'a Course,
    /// Current frame of the run.
    pub(crate) frame: usize,
    /// Height of the plot.
    pub(crate) height: f32,
    pub(crate) language: Language,
}

/// One of the two numbers of a proof-number search.
struct Series {
    sign: &'static str,
    name: &'static str,
    color: Color32,
    shape: MarkerShape,
    of: fn(ProofNumbers) -> u32,
}

/// A moment of the course: its place on the axis, and its frame.
#[derive(Clone, Copy)]
struct At {
    x: f64,
    frame: usize,
}

impl PlottedCourse<'_> {
    /// Draws the plot, and its content as a sentence. Returns the frame of the clicked moment.
    pub(crate) fn ui(&self, ui: &mut Ui) -> Option<usize> {
        match self.course {
            Course::Shares(shares) => self.shares_ui(ui, shares),
            Course::Proof(numbers) => self.proof_ui(ui, numbers),
        }
    }

    fn shares_ui(&self, ui: &mut Ui, shares: &RootShares) -> Option<usize> {
        let (palette, language) = (Palette::of(ui), self.language);
        let name = language.text(Text::CourseShares);
        let changes = language.text(Text::CourseFavouriteChanges);
        let others = language.text(Text::CourseOtherMoves);
        heading_ui(ui, name, &[("◆", palette.text, changes), ("—", palette.line, others)]);
        let moments: Vec<At> =
            shares.moments.iter().map(|at| At { x: f64::from(at.iterations), frame: at.frame }).collect();
        let line = |child: usize| -> Vec<[f64; 2]> {
            shares.moments.iter().zip(&moments).map(|(at, place)| [place.x, 100.0 * at.share(child)]).collect()
        };
        let ranked = shares.by_visits();
        let (named, others) = ranked.split_at(ranked.len().min(MAX_NAMED));
        let percent = |mark: egui_plot::GridMark, _: &_| format!("{:.0}%", mark.value);
        let shares_of = |&child: &usize| shares.moments.iter().map(move |at| 100.0 * at.share(child));
        // The shares after the first few iterations are not meaningful.
        let settled = |child: &usize| shares_of(child).skip(shares.moments.len() / 10).fold(0.0, f64::max);
        let top = (ranked.iter().map(settled).fold(0.0, f64::max) / TENTH).ceil().clamp(1.0, 10.0) * TENTH;
        let plot = self.plot(ui, &moments).include_y(0.0).include_y(top).y_axis_formatter(percent);
        let plot = plot.y_grid_spacer(move |_| marks_at([0.0, top / 2.0, top])).default_y_bounds(0.0, top);
        let last = shares.moments.last();
        let ends: Vec<f64> = named.iter().map(|&child| last.map_or(0.0, |at| 100.0 * at.share(child))).collect();
        let beside = apart(&ends, top * f64::from(NAME_HEIGHT / (self.height - AXIS_HEIGHT).max(1.0)), top);
        let response = plot.show(ui, |plot| {
            self.current_ui(plot, &palette, &moments);
            for &child in others {
                let line = Line::new("", PlotPoints::new(line(child))).color(palette.line).width(1.0);
                plot.line(line.allow_hover(false).allow_band(false));
            }
            for (place, &child) in named.iter().enumerate().rev() {
                let (points, color) = (line(child), palette.scene(Color::Word(place as u8)));
                let last = points.last().map_or(0.0, |&[x, _]| x);
                let line = Line::new("", PlotPoints::new(points)).color(color).width(1.8).style(style(place));
                plot.line(line.allow_hover(false).allow_band(false));
                if let Some(y) = beside[place] {
                    let text = RichText::new(format!("  {}", shares.moves[child])).size(SMALL).color(color);
                    plot.text(PlotText::new("", PlotPoint::new(last, y), text).anchor(Align2::LEFT_CENTER));
                }
            }
            let marked = shares.changes.iter().take(MAX_MARKED).map(|change| {
                let next = shares.moments.partition_point(|at| at.iterations < change.iteration);
                let share = shares.moments.get(next).map_or(0.0, |at| at.share(change.child));
                [f64::from(change.iteration), 100.0 * share]
            });
            let marks = Points::new("", PlotPoints::new(marked.collect())).color(palette.text);
            plot.points(marks.shape(MarkerShape::Diamond).radius(4.0).allow_hover(false));
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
        let text = self.shares_text(shares, &ranked);
        self.text_ui(ui, response.response.id, name, &text);
        let jump = self.disagreements_ui(ui, shares);
        jump.or_else(|| nearest(&moments, response.inner?.x))
    }

    /// Draws how far the favourite agreed with minimax, and buttons that go to the moments where it ceased to. Returns the frame of the
    /// clicked button.
    fn disagreements_ui(&self, ui: &mut Ui, shares: &RootShares) -> Option<usize> {
        let language = self.language;
        let best = shares.best.as_ref()?;
        if best.len() == shares.moves.len() {
            prose_ui(ui, RichText::new(language.text(Text::CourseMinimaxAll)).size(SECONDARY));
            return None;
        }
        let moves: Vec<&str> = best.iter().map(|&child| shares.moves[child].as_str()).collect();
        let iterations = shares.moments.last().map_or(0, |last| last.iterations);
        let values = [
            ("moves", moves.join(", ")),
            ("count", language.number(shares.iterations_of_disagreement().into())),
            ("all", language.number(iterations.into())),
        ];
        let text = language.fill(Text::CourseMinimax, &values.each_ref().map(|(name, value)| (*name, value.as_str())));
        prose_ui(ui, RichText::new(text).size(SECONDARY));
        let begun = shares.disagreements();
        let previous = begun.iter().rev().find(|change| change.frame < self.frame);
        let next = begun.iter().find(|change| change.frame > self.frame);
        let button_ui = |ui: &mut Ui, name: Text, change: Option<&FavouriteChange>| {
            let button = egui::Button::new(RichText::new(language.text(name)).size(SECONDARY));
            ui.add_enabled(change.is_some(), button).clicked().then(|| change.map(|change| change.frame)).flatten()
        };
        let buttons = ui.horizontal_wrapped(|ui| {
            let back = button_ui(ui, Text::CoursePreviousDisagreement, previous);
            let forth = button_ui(ui, Text::CourseNextDisagreement, next);
            back.or(forth)
        });
        buttons.inner
    }

    /// Returns the content of the plot of shares as a sentence.
    fn shares_text(&self, shares: &RootShares, ranked: &[usize]) -> String {
        let language = self.language;
        let Some((last, &first)) = shares.moments.last().zip(ranked.first()) else { return String::new() };
        let values = [
            ("count", language.number(last.iterations.into())),
            ("move", shares.moves[first].clone()),
            ("share", format!("{:.1}%", 100.0 * last.share(first))),
            ("changes", language.number(shares.changes.len() as u64)),
            ("iteration", language.number(shares.changes.last().map_or(0, |change| change.iteration).into())),
        ];
        let text = if shares.changes.is_empty() { Text::CourseNeverChanged } else { Text::CourseChanged };
        language.fill(text, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    }

    fn proof_ui(&self, ui: &mut Ui, numbers: &[RootNumbers]) -> Option<usize> {
        let (palette, language) = (Palette::of(ui), self.language);
        let name = language.text(Text::CourseNumbers);
        let series = [
            Series { sign: "▲", name: "pn", color: palette.max, shape: MarkerShape::Up, of: |at| at.proof },
            Series { sign: "▼", name: "dn", color: palette.min_text, shape: MarkerShape::Down, of: |at| at.disproof },
        ];
        heading_ui(ui, name, &series.each_ref().map(|series| (series.sign, series.color, series.name)));
        let moments: Vec<At> = numbers.iter().map(|at| At { x: f64::from(at.expansions), frame: at.frame }).collect();
        let all = series.iter().flat_map(|series| numbers.iter().map(|at| (series.of)(at.numbers)));
        let most = all.filter(|&number| number != ProofNumbers::INFINITE).max().unwrap_or(1);
        let height = |number: u32| log_place(number.into());
        let top = height(most).ceil() + 1.0;
        // Some room below the mark of infinity.
        let marks = log_marks([0.0, top], self.height - AXIS_HEIGHT).into_iter().filter(|&mark| mark < top - 0.3);
        let marks: Vec<f64> = marks.chain([top]).collect();
        let y = |number: u32| if number == ProofNumbers::INFINITE { top } else { height(number) };
        let plot = self.plot(ui, &moments).include_y(0.0).include_y(top + 0.2);
        let plot = plot.y_grid_spacer(move |_| marks_at(marks.iter().copied()));
        let plot = plot.y_axis_formatter(move |mark, _| {
            if mark.value >= top { "∞".to_owned() } else { log_mark_text(mark.value, language) }
        });
        let response = plot.show(ui, |plot| {
            self.current_ui(plot, &palette, &moments);
            for (place, Series { name, color, shape, of, .. }) in series.into_iter().enumerate() {
                let points: Vec<[f64; 2]> =
                    numbers.iter().zip(&moments).map(|(at, place)| [place.x, y(of(at.numbers))]).collect();
                let ends = points.last().copied().into_iter().collect();
                let line = Line::new(name, PlotPoints::new(points)).color(color).width(1.8).style(style(2 * place));
                plot.line(line.allow_hover(false).allow_band(false));
                let ends = Points::new(name, PlotPoints::new(ends)).color(color).shape(shape);
                plot.points(ends.radius(5.0).allow_hover(false));
            }
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
        let text = numbers.last().map_or_else(String::new, |last| {
            let number = |number: u32| {
                if number == ProofNumbers::INFINITE { "∞".to_owned() } else { language.number(number.into()) }
            };
            let values = [
                ("count", language.number(last.expansions.into())),
                ("pn", number(last.numbers.proof)),
                ("dn", number(last.numbers.disproof)),
            ];
            language.fill(Text::CourseNumbersAtEnd, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
        });
        self.text_ui(ui, response.response.id, name, &text);
        nearest(&moments, response.inner?.x)
    }

    /// Returns a plot with the axis of the moments below.
    fn plot<'p>(&self, ui: &Ui, moments: &[At]) -> Plot<'p> {
        let last = moments.last().map_or(1.0, |at| at.x);
        let language = self.language;
        let is_wide = ui.available_width() > 400.0;
        let marks = if is_wide { vec![0.0, 0.25, 0.5, 0.75, 1.0] } else { vec![0.0, 0.5, 1.0] };
        let marks: Vec<f64> = marks.into_iter().map(|share| (share * last).round()).collect();
        still_plot("course")
            .height(self.height)
            .include_x(0.0)
            .include_x(last * (1.0 + NAMES))
            .y_axis_min_width(AXIS_WIDTH)
            .x_grid_spacer(move |_| marks_at(marks.iter().copied()))
            .x_axis_formatter(move |mark, _| language.number(mark.value as u64))
    }

    /// Draws a line at the last moment by the current frame.
    fn current_ui(&self, plot: &mut PlotUi<'_>, palette: &Palette, moments: &[At]) {
        let passed = moments.partition_point(|at| at.frame <= self.frame);
        let x = passed.checked_sub(1).map_or(0.0, |at| moments[at].x);
        plot.vline(VLine::new("", x).stroke(Stroke::new(2.0, palette.current)).allow_hover(false));
    }

    /// Draws the sentence below a plot, which is also the plot's accessible name.
    fn text_ui(&self, ui: &mut Ui, plot: egui::Id, name: &str, text: &str) {
        set_name(ui, plot, &format!("{name}{}{text}", self.language.text(Text::Comma)));
        prose_ui(ui, RichText::new(text).size(SECONDARY));
    }
}

/// Returns places for names beside the ends of lines, as near to the ends as possible without touching each other. `None` for
/// the last lines if the names do not fit between 0 and `top`, and for a name that would be far from its line.
fn apart(ends: &[f64], gap: f64, top: f64) -> Vec<Option<f64>> {
    let count = ends.len().min((top / gap) as usize);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| ends[one].total_cmp(&ends[other]));
    // Groups of adjacent names, from below: the sum of the places of the lowest name that are the best for each name of the
    // group, and the number of names.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let lowest = |&(sum, count): &(f64, usize)| {
        let highest = top - gap / 2.0 - gap * (count - 1) as f64;
        // A name must be completely inside the plot.
        (sum / count as f64).clamp(gap / 2.0, highest.max(gap / 2.0))
    };
    for &line in &order {
        let mut group = (ends[line], 1);
        while let Some(below) = groups.pop_if(|below| lowest(below) + gap * below.1 as f64 > lowest(&group)) {
            group = (below.0 + group.0 - gap * (below.1 * group.1) as f64, below.1 + group.1);
        }
        groups.push(group);
    }
    let mut places = vec![None; ends.len()];
    let mut lines = order.into_iter();
    for group in &groups {
        for (place, line) in lines.by_ref().take(group.1).enumerate() {
            let at = lowest(group) + gap * place as f64;
            // A name far from its line would seem to belong to another line.
            places[line] = Some(at).filter(|at| (at - ends[line]).abs() <= 2.0 * gap);
        }
    }
    places
}

/// Returns the frame of the moment nearest to a place on the axis.
fn nearest(moments: &[At], x: f64) -> Option<usize> {
    moments.iter().min_by(|one, other| (one.x - x).abs().total_cmp(&(other.x - x).abs())).map(|at| at.frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_names_of_close_lines_have_places_without_touching() {
        let ends = [21.0, 20.0, 13.0, 12.5, 10.5];
        let places: Vec<f64> = apart(&ends, 3.3, 40.0).into_iter().map(|place| place.expect("a place")).collect();
        for (at, one) in places.iter().enumerate() {
            assert!(places[at + 1..].iter().all(|other| one - other > 3.29), "{places:?}");
            assert!((one - ends[at]).abs() < 3.3, "{places:?}");
        }
        assert_eq!(apart(&[1.0, 0.0, 0.0], 4.0, 8.0), [Some(6.0), Some(2.0), None], "only two fit");
        assert_eq!(apart(&[39.9], 4.0, 40.0), [Some(38.0)], "inside the plot");
    }
}
