//! Regular trees: mean and standard deviation against depth, and the distributions at chosen depths.

use std::path::Path;

use egui::{DragValue, Grid, ScrollArea, Slider, TextEdit, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::chart_view::chart_ui;
use crate::viewer::kit::form::{choice_ui, label_ui, number_ui};
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::{set_name, two_columns_ui};
use crate::viewer::session::{Session, Wake, Work};
use edagari_core::analysis::noise::RegularTree;
use edagari_core::game::Player;
use edagari_core::language::{Language, Message, Text};
use edagari_core::score::Distribution;
use edagari_draw::scene::{Chart, Color, Series, SeriesKind};

/// A regular tree that is being edited, with its results.
#[derive(Debug)]
pub(crate) struct RegularTreeView {
    tree: RegularTree,
    offsets: String,
    /// Text of the depths whose distributions are shown, as entered.
    shown: String,
    /// Tree for which [`Self::levels`] was computed.
    computed: Option<RegularTree>,
    levels: Vec<Distribution>,
    /// Error in the entered values; the last valid tree stays.
    problem: Option<Message>,
    /// File with the masses of the noise; empty for normal noise.
    noise_file: String,
    /// Error of reading the noise file.
    unread: Option<Message>,
    reading: Option<Work<Result<Distribution, Message>>>,
    files: [String; 3],
}

impl Default for RegularTreeView {
    fn default() -> Self {
        Self {
            tree: RegularTree { depth: 20, ..RegularTree::default() },
            offsets: "0, -1, -2".to_owned(),
            shown: "0, 1, 20".to_owned(),
            computed: None,
            levels: Vec::new(),
            problem: None,
            noise_file: String::new(),
            unread: None,
            reading: None,
            files: ["edagari-bias", "edagari-spread", "edagari-distributions"].map(str::to_owned),
        }
    }
}

/// Colours of the distributions, in turn.
const COLORS: [Color; 5] = [Color::Edge, Color::Min, Color::Max, Color::Table, Color::Cut];

impl RegularTreeView {
    pub(crate) fn advance(&mut self) {
        if let Some(result) = self.reading.as_ref().and_then(Work::poll) {
            self.reading = None;
            match result {
                Ok(noise) => self.tree.noise = Some(noise),
                Err(message) => self.unread = Some(message),
            }
        }
    }

    pub(crate) fn form_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        Grid::new("regular tree").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            label_ui(ui, language, Text::Sigma);
            let slider = ui.add(Slider::new(&mut self.tree.sigma, 0.1..=30.0).logarithmic(true).fixed_decimals(2));
            set_name(ui, slider.id, language.text(Text::Sigma));
            ui.end_row();
            label_ui(ui, language, Text::TreeDepth);
            let slider = ui.add(Slider::new(&mut self.tree.depth, 0..=RegularTree::MAX_DEPTH));
            set_name(ui, slider.id, language.text(Text::TreeDepth));
            ui.end_row();
            label_ui(ui, language, Text::Offsets);
            let field = ui.add(TextEdit::singleline(&mut self.offsets).desired_width(160.0));
            set_name(ui, field.id, language.text(Text::Offsets));
            ui.end_row();
            choice_ui(ui, language, Text::LastPlayer, &mut self.tree.last, &[Player::Max, Player::Min], |player| {
                if player == Player::Max { Text::Max } else { Text::Min }
            });
            number_ui(ui, language, Text::NoiseArea, DragValue::new(&mut self.tree.area).range(1..=200).speed(0.2));
            label_ui(ui, language, Text::NoiseFile);
            ui.horizontal(|ui| {
                let hint = language.text(Text::NoiseFileHint);
                let field = ui.add(TextEdit::singleline(&mut self.noise_file).hint_text(hint).desired_width(130.0));
                set_name(ui, field.id, language.text(Text::NoiseFile));
                if ui.button(language.text(Text::OpenTree)).clicked() {
                    self.read_noise(session.wake());
                }
            });
            ui.end_row();
            label_ui(ui, language, Text::DepthsShown);
            let field = ui.add(TextEdit::singleline(&mut self.shown).desired_width(160.0));
            set_name(ui, field.id, language.text(Text::DepthsShown));
            ui.end_row();
        });
        self.compute();
        if let Some(problem) = self.problem.as_ref().or(self.unread.as_ref()) {
            ui.add_space(6.0);
            ui.add(egui::Label::new(egui::RichText::new(problem.sentence(language)).color(Palette::of(ui).cut)).wrap());
        }
    }

    /// Reads the noise in the background, or returns to normal noise.
    fn read_noise(&mut self, wake: &Wake) {
        self.unread = None;
        let file = self.noise_file.trim().to_owned();
        if file.is_empty() {
            self.tree.noise = None;
            return;
        }
        let work = move |_: &_| Distribution::read(Path::new(&file)).map_err(Message::from);
        match Work::start("noise file", wake, work) {
            Ok(reading) => self.reading = Some(reading),
            Err(error) => self.unread = Some(error.into()),
        }
    }

    /// Computes the levels if the tree has changed.
    fn compute(&mut self) {
        self.problem = None;
        let offsets = self.offsets.split(',').map(|offset| offset.trim().replace('−', "-").parse().ok());
        if let Some(offsets) = offsets.collect::<Option<Vec<i32>>>() {
            self.tree.offsets = offsets;
        } else {
            self.problem = Some(Message::from(Text::OffsetsExpected).with("offsets", &self.offsets));
        }
        if self.computed.as_ref() == Some(&self.tree) {
            return;
        }
        match self.tree.levels() {
            Ok(levels) => {
                self.levels = levels;
                self.computed = Some(self.tree.clone());
            }
            Err(error) => self.problem = Some(error.into()),
        }
    }

    pub(crate) fn result_ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        let height = ((ui.available_height() - 190.0) / 2.0).max(150.0);
        let charts = [
            self.moments(language, Text::BiasByDepth, Text::Mean, Distribution::mean),
            self.moments(language, Text::SpreadByDepth, Text::Deviation, Distribution::standard_deviation),
        ];
        let distributions = self.distributions(language);
        let [bias_file, spread_file, distributions_file] = &mut self.files;
        ScrollArea::vertical().id_salt("regular charts").show(ui, |ui| {
            two_columns_ui(ui, |columns| {
                let files = [bias_file, spread_file];
                for ((ui, chart), file) in columns.iter_mut().zip(&charts).zip(files) {
                    let path = chart_ui(ui, chart, height, file, language);
                    commands.extend(path.map(|path| Command::SaveChart { chart: Box::new(chart.clone()), path }));
                }
            });
            ui.add_space(14.0);
            let path = chart_ui(ui, &distributions, height, distributions_file, language);
            commands.extend(path.map(|path| Command::SaveChart { chart: Box::new(distributions.clone()), path }));
        });
    }

    fn moments(&self, language: Language, title: Text, axis: Text, of: fn(&Distribution) -> f64) -> Chart {
        let points = self.levels.iter().enumerate().map(|(depth, level)| [depth as f64, of(level)]);
        let color = if axis == Text::Mean { Color::Max } else { Color::Min };
        let name = language.text(axis).to_owned();
        Chart {
            title: language.text(title).to_owned(),
            x_axis: language.text(Text::SearchDepth).to_owned(),
            y_axis: name.clone(),
            y_range: None,
            series: vec![Series { name, color, kind: SeriesKind::Line, points: points.collect() }],
        }
    }

    fn distributions(&self, language: Language) -> Chart {
        let depths = self.shown.split(',').filter_map(|depth| depth.trim().parse::<usize>().ok());
        let shown = depths.filter_map(|depth| Some((depth, self.levels.get(depth)?)));
        let series = shown.zip(COLORS.iter().cycle()).map(|((depth, level), &color)| {
            let values = (level.first()..).zip(level.masses());
            let name = language.fill(Text::DepthIs, &[("depth", &depth.to_string())]);
            let points = values.map(|(value, &mass)| [f64::from(value), mass]).collect();
            Series { name, color, kind: SeriesKind::Bars, points }
        });
        Chart {
            title: language.text(Text::DistributionsAtDepths).to_owned(),
            x_axis: language.text(Text::EvaluationValue).to_owned(),
            y_axis: language.text(Text::Probability).to_owned(),
            y_range: None,
            series: series.collect(),
        }
    }
}
