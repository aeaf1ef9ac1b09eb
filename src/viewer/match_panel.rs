//! Matches between two searches, and experiments over pairs of depths.

use egui::{DragValue, Grid, Id, RichText, ScrollArea, Ui, vec2};

use super::action::Command;
use super::app::Edagari;
use super::experiment_view::{ExperimentView, Plan};
use super::form::number_ui;
use super::game_form::GameForm;
use super::match_view::MatchView;
use super::search_form::{SearchForm, evaluation_ui};
use super::theme::{Palette, SECONDARY, strong};
use crate::language::{Language, Text};
use crate::search::{Algorithm, DepthLimit};
use crate::trace::{Process, Setup};

/// The open panel.
#[derive(Debug)]
pub(super) struct MatchPanel {
    tab: Tab,
    game: GameForm,
    sides: [SearchForm; 2],
    depths: [u32; 2],
    evaluation: u8,
    shown: Option<MatchView>,
    experiment: Option<ExperimentView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Match,
    Experiment,
}

/// How deep the sides look at first.
const USUAL_DEPTHS: [u32; 2] = [2, 3];
/// The least and the greatest depth of an experiment at first.
const USUAL_RANGE: [u32; 2] = [2, 5];
/// The deepest that an experiment offers.
const MOST_DEPTH: u32 = 12;
const FORM_WIDTH: f32 = 360.0;

impl MatchPanel {
    /// A form for the game of a run.
    pub(super) fn new(setup: &Setup) -> Self {
        let side = |algorithm, depth| {
            let limit = Some(DepthLimit { depth, evaluation: 0 });
            SearchForm::new(Process::Search(algorithm), crate::search::Order::Natural, limit, None)
        };
        let [first, second] = USUAL_DEPTHS;
        Self {
            tab: Tab::Match,
            game: GameForm::new(&setup.game, &setup.after),
            sides: [side(Algorithm::Minimax, first), side(Algorithm::AlphaBeta, second)],
            depths: USUAL_RANGE,
            evaluation: 0,
            shown: None,
            experiment: None,
        }
    }

    fn ui(&mut self, ui: &mut Ui, language: Language, active: usize, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            for (tab, text) in [(Tab::Match, Text::Match), (Tab::Experiment, Text::Experiment)] {
                ui.selectable_value(&mut self.tab, tab, language.text(text));
            }
        });
        ui.separator();
        let height = ui.available_height();
        ui.horizontal_top(|ui| {
            ui.allocate_ui(vec2(FORM_WIDTH, height), |ui| {
                ui.vertical(|ui| {
                    ui.set_width(FORM_WIDTH);
                    ScrollArea::vertical()
                        .id_salt(("match form", self.tab == Tab::Match))
                        .max_height(height - 40.0)
                        .show(ui, |ui| match self.tab {
                            Tab::Match => self.match_form_ui(ui, language),
                            Tab::Experiment => self.experiment_form_ui(ui, language),
                        });
                    ui.add_space(4.0);
                    self.buttons_ui(ui, language);
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                ui.set_height(height);
                self.result_ui(ui, language, active, commands);
            });
        });
    }

    fn match_form_ui(&mut self, ui: &mut Ui, language: Language) {
        about_ui(ui, language.text(Text::MatchAbout));
        grid("match game").show(ui, |ui| self.game.ui(ui, language));
        let searches = Algorithm::ALL.map(Process::Search);
        for (index, text) in [Text::FirstSide, Text::SecondSide].into_iter().enumerate() {
            let palette = Palette::of(ui);
            let color = [palette.max, palette.min_text][index];
            ui.add_space(6.0);
            ui.label(strong(language.text(text), SECONDARY).color(color));
            ui.push_id(("side", index), |ui| {
                grid("match side").show(ui, |ui| {
                    self.sides[index].ui(ui, language, &searches, self.game.evaluations());
                });
            });
        }
    }

    fn experiment_form_ui(&mut self, ui: &mut Ui, language: Language) {
        about_ui(ui, language.text(Text::ExperimentAbout));
        grid("experiment game").show(ui, |ui| {
            self.game.ui(ui, language);
            let [least, greatest] = &mut self.depths;
            number_ui(ui, language, Text::LeastDepth, DragValue::new(least).range(1..=*greatest).speed(0.05));
            let range = *least..=MOST_DEPTH;
            number_ui(ui, language, Text::GreatestDepth, DragValue::new(greatest).range(range).speed(0.05));
            evaluation_ui(ui, language, &mut self.evaluation, self.game.evaluations());
        });
    }

    fn buttons_ui(&mut self, ui: &mut Ui, language: Language) {
        let (is_busy, text) = match self.tab {
            Tab::Match => (self.shown.as_ref().is_some_and(MatchView::is_playing), Text::PlayMatch),
            Tab::Experiment => (self.experiment.as_ref().is_some_and(ExperimentView::is_running), Text::RunExperiment),
        };
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let begin = egui::Button::new(RichText::new(language.text(text)).color(palette.on_action));
            if ui.add_enabled(!is_busy, begin.fill(palette.action)).clicked() {
                match self.tab {
                    Tab::Match => {
                        let sides = self.sides.each_ref().map(|side| side.setup(self.game.game(), self.game.after()));
                        self.shown = Some(MatchView::play(sides, ui.ctx()));
                    }
                    Tab::Experiment => {
                        let plan = Plan {
                            game: self.game.game(),
                            after: self.game.after().to_owned(),
                            depths: self.depths,
                            evaluation: self.evaluation,
                        };
                        self.experiment = Some(ExperimentView::run(plan, ui.ctx()));
                    }
                }
            }
            if is_busy && ui.button(language.text(Text::Cancel)).clicked() {
                match self.tab {
                    Tab::Match => self.shown.iter_mut().for_each(MatchView::stop),
                    Tab::Experiment => self.experiment.iter_mut().for_each(ExperimentView::stop),
                }
            }
        });
    }

    fn result_ui(&mut self, ui: &mut Ui, language: Language, active: usize, commands: &mut Vec<Command>) {
        let secondary = Palette::of(ui).secondary;
        let nothing = |text| RichText::new(language.text(text)).color(secondary);
        match self.tab {
            Tab::Match => match &mut self.shown {
                Some(shown) => shown.ui(ui, language, commands),
                None => {
                    ui.label(nothing(Text::NoMatch));
                }
            },
            Tab::Experiment => match &mut self.experiment {
                Some(experiment) => {
                    if let Some(shown) = experiment.ui(ui, language) {
                        let setup = shown.selected_search();
                        commands
                            .extend(setup.map(|setup| Command::RecordAgain { pane: active, setup: Box::new(setup) }));
                        self.shown = Some(shown);
                        self.tab = Tab::Match;
                    }
                }
                None => {
                    ui.label(nothing(Text::NoExperiment));
                }
            },
        }
    }
}

fn grid(name: &str) -> Grid {
    Grid::new(name).num_columns(2).spacing([12.0, 6.0])
}

fn about_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    ui.add(egui::Label::new(RichText::new(text).size(SECONDARY).color(color)).wrap());
    ui.add_space(6.0);
}

impl Edagari {
    pub(super) fn match_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let (language, active) = (self.settings.language, self.active);
        let Some(panel) = &mut self.match_panel else { return };
        let mut is_open = true;
        let screen = ui.content_rect();
        let size = vec2(940.0, 700.0).min(screen.size() - vec2(40.0, 90.0));
        egui::Window::new(language.text(Text::ActMatches))
            .id(Id::unique("matches"))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(size)
            .min_size(vec2(760.0, 360.0))
            .default_pos(screen.center() - size / 2.0)
            .show(ui, |ui| panel.ui(ui, language, active, commands));
        if !is_open {
            self.match_panel = None;
        }
    }
}
