//! An experiment: its games as a table and as a plot; each cell opens its match.

use egui::{Align, Button, Color32, Label, Layout, ProgressBar, RichText, Ui};
use egui_extras::{Column, TableBuilder, TableRow};
use egui_plot::{Line, MarkerShape, PlotPoints, Points};

use super::match_view::MatchView;
use crate::viewer::kit::log_axis::{log_mark_text, log_marks, log_place};
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL, strong};
use crate::viewer::kit::widgets::{marks_at, set_name, still_plot};
use crate::viewer::panels::wide_table::wide_ui;
use crate::viewer::session::jobs::{ExperimentNews, Plan};
use crate::viewer::session::{Wake, Work};
use edagari_core::analysis::{ExperimentGame, depth_pairs, game_text, process_text};
use edagari_core::game::AnyGame;
use edagari_core::language::{Language, Message, Text};
use edagari_core::score::InUnit;
use edagari_core::search::{Algorithm, SearchSetup};
use edagari_core::trace::{Process, Setup};

/// Minimum width of each search's column in the table, and of the other columns together.
const SEARCH_WIDTH: f32 = 86.0;
const OTHERS_WIDTH: f32 = 212.0;
/// Height of the plot, in points.
const PLOT_HEIGHT: f32 = 170.0;

/// An experiment, running or done.
#[derive(Debug)]
pub(crate) struct ExperimentView {
    plan: Plan,
    results: Results,
    work: Option<Work<ExperimentNews>>,
    /// Error: the experiment cannot run.
    refused: Option<Message>,
}

#[derive(Debug, Default)]
struct Results {
    opened: Option<(AnyGame, Vec<u32>)>,
    games: Vec<ExperimentGame>,
}

impl Results {
    fn game(&self, algorithm: Algorithm, depths: [u32; 2]) -> Option<&ExperimentGame> {
        self.games.iter().find(|game| game.algorithm == algorithm && game.depths == depths)
    }

    /// Returns the results of the games at these depths, as both players see them; searches that choose different moves may differ.
    fn result_text(&self, depths: [u32; 2]) -> String {
        let mut texts: Vec<String> = Vec::new();
        for game in self.games.iter().filter(|game| game.depths == depths) {
            let stores = self.opened.as_ref().and_then(|(any, start)| game.played.stores(any, start));
            let text = match (stores, game.played.score) {
                (Some([first, second]), _) => format!("{first}–{second}"),
                (None, score) => {
                    let unit = self.opened.as_ref().and_then(|(any, _)| any.unit());
                    score.map_or_else(String::new, |score| InUnit { value: score, unit }.to_string())
                }
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(" / ")
    }
}

impl Plan {
    fn pairs(&self) -> Vec<[u32; 2]> {
        depth_pairs(self.depths[0]..=self.depths[1]).collect()
    }

    /// Returns the setups of both sides of a game, each as a setup of a run.
    fn sides(&self, algorithm: Algorithm, depths: [u32; 2]) -> [Setup; 2] {
        ExperimentGame::sides(SearchSetup::from(algorithm).into(), depths, self.evaluation).map(|side| Setup {
            after: self.after.clone(),
            order: side.order,
            limit: side.search.limit,
            ..Setup::new(self.game.clone(), Process::Search(algorithm))
        })
    }
}

impl ExperimentView {
    /// Starts the experiment.
    pub(crate) fn run(plan: Plan, wake: &Wake) -> Self {
        let work = Work::of(plan.clone(), Vec::new(), wake);
        let (work, refused) = match work {
            Ok(work) => (Some(work), None),
            Err(error) => (None, Some(error.into())),
        };
        let opened = plan.game.open().ok();
        let opened = opened.and_then(|game| game.parse_moves(&[], &plan.after).ok().map(|start| (game, start)));
        Self { plan, results: Results { opened, games: Vec::new() }, work, refused }
    }

    /// Receives the games played so far.
    pub(crate) fn advance(&mut self) {
        while let Some(news) = self.work.as_ref().and_then(Work::poll) {
            match news {
                ExperimentNews::Game(game) => self.results.games.push(*game),
                ExperimentNews::Ended(problem) => {
                    self.work = None;
                    self.refused = problem;
                }
            }
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// Stops the experiment; the games so far are kept.
    pub(crate) fn stop(&mut self) {
        self.work = None;
    }

    /// Draws the table and the plot; returns the match that was clicked.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language) -> Option<MatchView> {
        if let Some(message) = &self.refused {
            ui.add(Label::new(message.sentence(language)).wrap());
            return None;
        }
        let results = &self.results;
        let pairs = self.plan.pairs();
        let palette = Palette::of(ui);
        let game = RichText::new(game_text(&self.plan.game, language)).size(SECONDARY).color(palette.secondary);
        ui.add(Label::new(game).wrap());
        let searches = &self.plan.searches;
        let (done, total) = (results.games.len(), pairs.len() * searches.len());
        if done < total {
            let counts = [("done", language.number(done as u64)), ("total", language.number(total as u64))];
            let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
            let text = language.fill(Text::GamesPlayed, &counts);
            ui.add(ProgressBar::new(done as f32 / total as f32).text(text).desired_height(18.0));
        }
        let plotted = plot_ui(ui, results, searches, &pairs, language);
        ui.add_space(6.0);
        let width = OTHERS_WIDTH + SEARCH_WIDTH * searches.len() as f32;
        let chosen = wide_ui(ui, "games", width, |ui| table_ui(ui, results, searches, &pairs, language));
        let clicked = chosen.or(plotted);
        let (algorithm, depths) = clicked?;
        let (game, start) = results.opened.as_ref()?;
        let played = &results.game(algorithm, depths)?.played;
        Some(MatchView::played(self.plan.sides(algorithm, depths), game, start, played))
    }
}

/// Cell of the table: a search and its pair of depths.
type Cell = (Algorithm, [u32; 2]);

fn table_ui(
    ui: &mut Ui,
    results: &Results,
    searches: &[Algorithm],
    pairs: &[[u32; 2]],
    language: Language,
) -> Option<Cell> {
    let mut clicked = None;
    let headings = [Text::FirstColumn, Text::SecondColumn, Text::ResultColumn];
    let names = searches.iter().map(|&algorithm| search_text(algorithm, language));
    let headings: Vec<&str> = headings.map(|heading| language.text(heading)).into_iter().chain(names).collect();
    TableBuilder::new(ui)
        .id_salt("experiment")
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false)
        .columns(Column::exact(54.0), 2)
        .column(Column::exact(60.0))
        .columns(Column::remainder().at_least(SEARCH_WIDTH).clip(true), searches.len())
        .header(22.0, |mut header| {
            for &heading in &headings {
                header.col(|ui| {
                    let text = strong(heading, SECONDARY);
                    ui.add(Label::new(text).truncate().selectable(false));
                });
            }
        })
        .body(|body| {
            body.rows(24.0, pairs.len(), |mut row| {
                let depths = pairs[row.index()];
                for text in [depths[0].to_string(), depths[1].to_string(), results.result_text(depths)] {
                    row.col(|ui| {
                        ui.add(Label::new(RichText::new(text).size(SECONDARY)).truncate().selectable(false));
                    });
                }
                clicked = clicked.or(games_ui(&mut row, results, searches, depths, language));
            });
        });
    clicked
}

fn games_ui(
    row: &mut TableRow<'_, '_>,
    results: &Results,
    searches: &[Algorithm],
    depths: [u32; 2],
    language: Language,
) -> Option<Cell> {
    let mut clicked = None;
    for &algorithm in searches {
        row.col(|ui| {
            ui.set_width(ui.available_width());
            let Some(game) = results.game(algorithm, depths) else { return };
            let count = language.number(game.played.evaluations());
            let response = ui.add(Button::new(RichText::new(&count).size(SECONDARY)).small());
            set_name(ui, response.id, &cell_name(algorithm, depths, &count, language));
            if response.on_hover_text(language.text(Text::CellHint)).clicked() {
                clicked = Some((algorithm, depths));
            }
        });
    }
    clicked
}

fn search_text(algorithm: Algorithm, language: Language) -> &'static str {
    process_text(Process::Search(algorithm), language)
}

fn cell_name(algorithm: Algorithm, depths: [u32; 2], count: &str, language: Language) -> String {
    let search = search_text(algorithm, language);
    let [first, second] = depths.map(|depth| depth.to_string());
    language.fill(Text::CellName, &[("search", search), ("first", &first), ("second", &second), ("count", count)])
}

/// Colours and marks of the searches, in order; they repeat if there are more searches.
fn looks(palette: &Palette) -> impl Iterator<Item = (Color32, &'static str, MarkerShape)> + Clone {
    let colors = [palette.edge, palette.cut, palette.action];
    let marks = [("●", MarkerShape::Circle), ("◆", MarkerShape::Diamond), ("■", MarkerShape::Square)];
    let marks = marks.into_iter().chain([("▲", MarkerShape::Up), ("▼", MarkerShape::Down)]);
    colors.into_iter().cycle().zip(marks.cycle()).map(|(color, (mark, shape))| (color, mark, shape))
}

fn plot_ui(
    ui: &mut Ui,
    results: &Results,
    searches: &[Algorithm],
    pairs: &[[u32; 2]],
    language: Language,
) -> Option<Cell> {
    let palette = Palette::of(ui);
    let title = RichText::new(language.text(Text::ExperimentPlot)).size(SMALL).color(palette.secondary);
    ui.add(Label::new(title).wrap());
    let looks = looks(&palette);
    ui.horizontal_wrapped(|ui| {
        for (&algorithm, (color, mark, _)) in searches.iter().zip(looks.clone()) {
            let name = search_text(algorithm, language);
            ui.label(RichText::new(mark).size(SMALL).color(color));
            ui.label(RichText::new(name).size(SMALL));
        }
    });
    let points = |algorithm| -> Vec<[f64; 2]> {
        let of_pair = |(index, &depths): (usize, &[u32; 2])| {
            let evaluations = results.game(algorithm, depths)?.played.evaluations();
            Some([index as f64, log_place(evaluations)])
        };
        pairs.iter().enumerate().filter_map(of_pair).collect()
    };
    let series: Vec<_> = searches.iter().map(|&algorithm| (algorithm, points(algorithm))).collect();
    let labels = pairs.iter().map(|[first, second]| format!("{first}·{second}")).collect::<Vec<_>>();
    // As many labels as fit side by side.
    let step = (labels.len() as f32 * 34.0 / ui.available_width()).ceil().max(1.0) as usize;
    let places: Vec<f64> = (0..labels.len()).step_by(step).map(|index| index as f64).collect();
    let response = still_plot("experiment plot")
        .height(PLOT_HEIGHT)
        .include_x(-0.5)
        .include_x(pairs.len() as f64 - 0.5)
        .y_axis_min_width(40.0)
        .x_grid_spacer(move |_| marks_at(places.iter().copied()))
        .y_grid_spacer(|input| marks_at(log_marks(input.bounds.into(), PLOT_HEIGHT)))
        .x_axis_formatter(move |mark, _| labels.get(mark.value as usize).cloned().unwrap_or_default())
        .y_axis_formatter(move |mark, _| log_mark_text(mark.value, language))
        .show(ui, |plot| {
            for ((algorithm, points), (color, _, shape)) in series.iter().zip(looks) {
                let name = search_text(*algorithm, language);
                let line = Line::new(name, PlotPoints::new(points.clone())).color(color).width(1.5);
                plot.line(line.allow_band(false));
                plot.points(Points::new(name, PlotPoints::new(points.clone())).color(color).shape(shape).radius(4.0));
            }
            plot.pointer_coordinate().filter(|_| plot.response().clicked())
        });
    set_name(ui, response.response.id, language.text(Text::ExperimentPlot));
    let clicked = response.inner?;
    let depths = *pairs.get(clicked.x.round().max(0.0) as usize)?;
    let nearest = series.iter().filter_map(|(algorithm, points)| {
        let at = points.iter().find(|point| (point[0] - clicked.x.round()).abs() < 0.5)?;
        Some((*algorithm, (at[1] - clicked.y).abs()))
    });
    let (algorithm, _) = nearest.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some((algorithm, depths))
}
