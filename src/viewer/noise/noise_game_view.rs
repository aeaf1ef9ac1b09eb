//! Noise on a real game: searches with noisy evaluations, compared with the model.

use std::time::Duration;

use egui::{Context, DragValue, Grid, ProgressBar, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::forms::game_form::GameForm;
use crate::viewer::forms::search_form::depth_limit_ui;
use crate::viewer::kit::chart_view::chart_ui;
use crate::viewer::kit::form::number_ui;
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::{check_ui, two_columns_ui};
use crate::viewer::session::jobs::{Sample, Sampled};
use crate::viewer::session::{Session, Wake, Work};
use edagari_core::analysis::game_text;
use edagari_core::analysis::noise::DepthSample;
use edagari_core::game::{GameSetup, TicTacToe};
use edagari_core::language::{Language, Message, Text};
use edagari_core::search::DepthLimit;
use edagari_draw::scene::{Chart, Color, Series, SeriesKind};

/// Form for the sampling, and its result.
#[derive(Debug)]
pub(crate) struct NoiseGameView {
    game: GameForm,
    limit: Option<DepthLimit>,
    sigma: f64,
    depths: [u32; 2],
    runs: u64,
    seed: u64,
    noisy_ends: bool,
    running: Option<Running>,
    result: Option<Result<Sampled, Message>>,
    files: [String; 3],
}

#[derive(Debug)]
struct Running {
    work: Work<Result<Sampled, Message>>,
}

/// Time between two updates of the progress.
const TICK: Duration = Duration::from_millis(100);

impl NoiseGameView {
    pub(crate) fn new() -> Self {
        Self {
            game: GameForm::new(&GameSetup::from(TicTacToe { shortest_win: true }), "a1"),
            limit: None,
            sigma: 2.0,
            depths: [0, 8],
            runs: 1000,
            seed: 1,
            noisy_ends: false,
            running: None,
            result: None,
            files: ["edagari-game-error", "edagari-game-spread", "edagari-game-best-moves"].map(str::to_owned),
        }
    }

    pub(crate) fn advance(&mut self, ctx: &Context) {
        let Some(running) = &self.running else { return };
        if let Some(result) = running.work.poll() {
            self.result = Some(result);
            self.running = None;
        } else {
            ctx.request_repaint_after(TICK);
        }
    }

    pub(crate) fn form_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        Grid::new("noise game").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            self.game.ui(ui, language);
            let evaluations = self.game.knowledge().evaluation_names();
            depth_limit_ui(ui, language, Text::ExactFrom, &mut self.limit, &evaluations);
            let field = DragValue::new(&mut self.sigma).range(0.01..=1000.0).speed(0.02);
            number_ui(ui, language, Text::Sigma, field);
            let [least, greatest] = &mut self.depths;
            number_ui(ui, language, Text::LeastDepth, DragValue::new(least).range(0..=*greatest).speed(0.05));
            let range = *least..=60;
            number_ui(ui, language, Text::GreatestDepth, DragValue::new(greatest).range(range).speed(0.05));
            number_ui(ui, language, Text::Runs, DragValue::new(&mut self.runs).range(1..=1_000_000).speed(10.0));
            number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
            ui.label("");
            check_ui(ui, &mut self.noisy_ends, language.text(Text::NoisyEnds));
            ui.end_row();
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let begin = egui::Button::new(RichText::new(language.text(Text::RunExperiment)).color(palette.on_action));
            if ui.add_enabled(self.running.is_none(), begin.fill(palette.action)).clicked() {
                self.run(session.wake());
            }
            if self.running.is_some() && ui.button(language.text(Text::Cancel)).clicked() {
                self.cancel();
            }
        });
        if let Some(running) = &self.running {
            let progress = running.work.progress();
            let (done, total) = (progress.done(), progress.total().unwrap_or(0));
            let counts = [("done", language.number(done)), ("total", language.number(total))];
            let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
            ui.add_space(6.0);
            let share = progress.share().unwrap_or(0.0);
            ui.add(ProgressBar::new(share).text(language.fill(Text::SearchesDone, &counts)));
        }
    }

    fn run(&mut self, wake: &Wake) {
        let (game, after) = (self.game.game(), self.game.after().to_owned());
        let (limit, sigma, noisy_ends) = (self.limit, self.sigma, self.noisy_ends);
        let (depths, runs, seed) = (self.depths[0]..=self.depths[1], self.runs, self.seed);
        let job = Sample { game, after, limit, sigma, noisy_ends, depths, runs, seed };
        match Work::of(job, Vec::new(), wake) {
            Ok(work) => self.running = Some(Running { work }),
            Err(error) => self.result = Some(Err(error.into())),
        }
    }

    /// Cancels the sampling; the samples so far become the result.
    fn cancel(&mut self) {
        if let Some(running) = &self.running {
            running.work.cancel();
        }
    }

    pub(crate) fn result_ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let secondary = Palette::of(ui).secondary;
        let sampled = match &self.result {
            Some(Ok(sampled)) if !sampled.samples.is_empty() => sampled,
            Some(Err(message)) => {
                ui.label(message.sentence(language));
                return;
            }
            _ => {
                ui.label(RichText::new(language.text(Text::NothingSampled)).color(secondary));
                return;
            }
        };
        let height = ((ui.available_height() - 260.0) / 2.0).max(140.0);
        let heading = language.fill(Text::ExactValueIs, &[("value", &sampled.exact.to_string())]);
        ui.label(format!("{} · {heading}", game_text(&sampled.game, language)));
        ui.add_space(6.0);
        let charts = [sampled.error_chart(language), sampled.spread_chart(language), sampled.move_chart(language)];
        let remarks = sampled.remarks(language);
        let [error_file, spread_file, move_file] = &mut self.files;
        ScrollArea::vertical().id_salt("game charts").show(ui, |ui| {
            two_columns_ui(ui, |columns| {
                let files = [error_file, spread_file];
                for ((ui, chart), file) in columns.iter_mut().zip(&charts[..2]).zip(files) {
                    let path = chart_ui(ui, chart, height, file, language);
                    commands.extend(path.map(|path| Command::SaveChart { chart: Box::new(chart.clone()), path }));
                }
            });
            ui.add_space(12.0);
            two_columns_ui(ui, |columns| {
                let path = chart_ui(&mut columns[0], &charts[2], height, move_file, language);
                commands.extend(path.map(|path| Command::SaveChart { chart: Box::new(charts[2].clone()), path }));
                columns[1].with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| {
                    for remark in &remarks {
                        ui.add(egui::Label::new(remark).wrap());
                        ui.add_space(6.0);
                    }
                });
            });
        });
    }
}

impl Sampled {
    fn series(&self, name: &str, color: Color, kind: SeriesKind, of: impl Fn(&DepthSample) -> f64) -> Series {
        let points = self.samples.iter().map(|sample| [f64::from(sample.depth), of(sample)]).collect();
        Series { name: name.to_owned(), color, kind, points }
    }

    fn chart(language: Language, title: Text, axis: Text, series: Vec<Series>) -> Chart {
        let [title, x_axis, y_axis] = [title, Text::SearchDepth, axis].map(|text| language.text(text).to_owned());
        Chart { title, x_axis, y_axis, y_range: None, series }
    }

    /// Returns the chart of the mean error, with the bounds of its confidence interval.
    fn error_chart(&self, language: Language) -> Chart {
        let exact = f64::from(self.exact);
        let name = |text| language.text(text);
        let series = vec![
            self.series(name(Text::IntervalLow), Color::Edge, SeriesKind::Dashed, |one| one.mean_interval()[0] - exact),
            self.series(name(Text::IntervalHigh), Color::Edge, SeriesKind::Dashed, |one| {
                one.mean_interval()[1] - exact
            }),
            self.series(name(Text::TheModel), Color::Cut, SeriesKind::Line, |one| one.model_mean - exact),
            self.series(name(Text::SampledHere), Color::Max, SeriesKind::Line, |one| one.mean - exact),
        ];
        Self::chart(language, Text::BiasOfGame, Text::MeanError, series)
    }

    fn spread_chart(&self, language: Language) -> Chart {
        let name = |text| language.text(text);
        let series = vec![
            self.series(name(Text::TheModel), Color::Cut, SeriesKind::Line, |one| one.model_standard_deviation),
            self.series(name(Text::SampledHere), Color::Max, SeriesKind::Line, |one| one.standard_deviation),
            self.series(name(Text::WholeError), Color::Min, SeriesKind::Dashed, |one| one.error),
        ];
        Self::chart(language, Text::SpreadOfGame, Text::Deviation, series)
    }

    fn move_chart(&self, language: Language) -> Chart {
        let share = |sample: &DepthSample| 100.0 * sample.best_move_share;
        let name = language.text(Text::BestMoveShare);
        let series = vec![self.series(name, Color::Table, SeriesKind::Line, share)];
        let chart = Self::chart(language, Text::BestMovesOfGame, Text::BestMoveShare, series);
        Chart { y_range: Some([0.0, 100.0]), ..chart }
    }

    /// Returns remarks on the model's assumptions, and on depths at which the error grows.
    fn remarks(&self, language: Language) -> Vec<String> {
        let mut remarks = Vec::new();
        for pair in self.samples.windows(2) {
            let [before, after] = pair else { continue };
            if after.error > before.error {
                let values = [
                    ("depth", before.depth.to_string()),
                    ("deeper", after.depth.to_string()),
                    ("error", format!("{:.2}", before.error)),
                    ("larger", format!("{:.2}", after.error)),
                ];
                let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
                remarks.push(language.fill(Text::DeeperIsWorse, &values));
            }
        }
        if remarks.is_empty() && self.samples.len() > 1 {
            remarks.push(language.text(Text::DeeperIsBetter).to_owned());
        }
        let gap = |sample: &DepthSample| (sample.standard_deviation - sample.model_standard_deviation).abs();
        if let Some(widest) = self.samples.iter().max_by(|a, b| gap(a).total_cmp(&gap(b))) {
            let values = [
                ("depth", widest.depth.to_string()),
                ("spread", format!("{:.2}", widest.standard_deviation)),
                ("model", format!("{:.2}", widest.model_standard_deviation)),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            remarks.push(language.fill(Text::WhereModelFails, &values));
        }
        remarks.push(language.text(Text::WhyModelFails).to_owned());
        remarks
    }
}
