//! Matches between two searches, and experiments over pairs of depths. Reads the setup of the active run at first, and the runs
//! in which a search can be opened; pushes `RecordAgain` to record the search of a turn in a run, or `AddRun` in a new one.

use egui::{Context, DragValue, Grid, RichText, ScrollArea, Ui, vec2};

use super::experiment_view::ExperimentView;
use super::match_view::{MatchView, OpenIn};
use crate::viewer::commands::Command;
use crate::viewer::forms::game_form::GameForm;
use crate::viewer::forms::search_form::{SearchForm, evaluation_ui};
use crate::viewer::kit::form::number_ui;
use crate::viewer::kit::theme::{Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{check_ui, prose_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::Session;
use crate::viewer::session::jobs::Plan;
use edagari_core::analysis::{ExperimentGame, process_text};
use edagari_core::language::{Language, Text};
use edagari_core::search::{Algorithm, DepthLimit, Order, SearchSetup};
use edagari_core::trace::Process;

/// The panel. Its parts push no commands: they return the choices made in them.
#[derive(Debug)]
struct Matches {
    tab: Tab,
    /// Game of both tabs with its options, and the moves to the start position.
    game: GameForm,
    /// Searches of the first and the second player of a match.
    sides: [SearchForm; 2],
    /// Minimum and maximum depth of an experiment.
    depths: [u32; 2],
    /// Index of the game's evaluation in an experiment.
    evaluation: u8,
    /// Searches of an experiment.
    searches: Vec<Algorithm>,
    /// Match, running or done, with its turns so far and the selected turn.
    shown: Option<MatchView>,
    /// Experiment, running or done, with its games so far and the selected cell.
    experiment: Option<ExperimentView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Match,
    Experiment,
}

/// Initial depths of the sides of a match.
const USUAL_DEPTHS: [u32; 2] = [2, 3];
/// Initial minimum and maximum depth of an experiment.
const USUAL_RANGE: [u32; 2] = [2, 5];
/// Maximum depth of an experiment.
const MAX_DEPTH: u32 = 12;
const FORM_WIDTH: f32 = 400.0;
/// Width of the longest label, so that the fields of all parts of the form are aligned.
const LABEL_WIDTH: f32 = 122.0;
/// Minimum width for form and result side by side: the width of the form plus that of the list of turns.
const WIDE: f32 = FORM_WIDTH + 450.0;
/// Height of the result below the form.
const RESULT_HEIGHT: f32 = 560.0;

/// Creates the panel for the game of the active run.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let setup = &session.active_run().trace.setup;
    let side = |algorithm, depth| {
        let limit = Some(DepthLimit { depth, evaluation: 0 });
        SearchForm::of_search(SearchSetup { limit, ..SearchSetup::from(algorithm) }, Order::Natural)
    };
    let [first, second] = USUAL_DEPTHS;
    Box::new(Matches {
        tab: Tab::Match,
        game: GameForm::new(&setup.game, &setup.after),
        sides: [side(Algorithm::Minimax, first), side(Algorithm::AlphaBeta, second)],
        depths: USUAL_RANGE,
        evaluation: 0,
        searches: ExperimentGame::compared().collect(),
        shown: None,
        experiment: None,
    })
}

impl Panel for Matches {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.game.take_focus();
        true
    }

    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {
        self.shown.iter_mut().for_each(MatchView::advance);
        self.experiment.iter_mut().for_each(ExperimentView::advance);
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        ui.horizontal(|ui| {
            for (tab, text) in [(Tab::Match, Text::Match), (Tab::Experiment, Text::Experiment)] {
                ui.selectable_value(&mut self.tab, tab, language.text(text));
            }
        });
        ui.separator();
        if ui.available_width() >= WIDE {
            self.beside_ui(ui, session, commands);
        } else {
            self.below_ui(ui, session, commands);
        }
    }
}

impl Matches {
    fn beside_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let height = ui.available_height();
        ui.horizontal_top(|ui| {
            ui.allocate_ui(vec2(FORM_WIDTH, height), |ui| {
                ui.vertical(|ui| {
                    ui.set_width(FORM_WIDTH);
                    ScrollArea::vertical()
                        .id_salt(("match form", self.tab == Tab::Match))
                        .max_height(height - 40.0)
                        .show(ui, |ui| self.form_ui(ui, session.settings.language));
                    ui.add_space(4.0);
                    self.buttons_ui(ui, session);
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                ui.set_height(height);
                self.result_ui(ui, session, commands);
            });
        });
    }

    /// Draws the buttons, which are always visible, and the result, which is scrolled to when it starts.
    fn below_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let has_begun = self.buttons_ui(ui, session);
        ui.add_space(4.0);
        ScrollArea::vertical().id_salt("form and result").auto_shrink(false).show(ui, |ui| {
            ScrollArea::horizontal()
                .id_salt(("narrow match form", self.tab == Tab::Match))
                .show(ui, |ui| ui.vertical(|ui| self.form_ui(ui, session.settings.language)));
            ui.separator();
            if has_begun {
                ui.scroll_to_cursor(Some(egui::Align::TOP));
            }
            ui.scope(|ui| {
                ui.set_height(RESULT_HEIGHT);
                self.result_ui(ui, session, commands);
            });
        });
    }

    fn form_ui(&mut self, ui: &mut Ui, language: Language) {
        match self.tab {
            Tab::Match => self.match_form_ui(ui, language),
            Tab::Experiment => self.experiment_form_ui(ui, language),
        }
    }

    fn match_form_ui(&mut self, ui: &mut Ui, language: Language) {
        about_ui(ui, language.text(Text::MatchAbout));
        grid("match game").show(ui, |ui| self.game.ui(ui, language));
        let searches = Algorithm::ALL.map(Process::Search);
        let knowledge = self.game.knowledge();
        for (index, text) in [Text::FirstSide, Text::SecondSide].into_iter().enumerate() {
            let palette = Palette::of(ui);
            let color = [palette.max, palette.min_text][index];
            ui.add_space(6.0);
            ui.label(strong(language.text(text), SECONDARY).color(color));
            ui.push_id(("side", index), |ui| {
                grid("match side").show(ui, |ui| {
                    self.sides[index].ui(ui, language, &searches, &knowledge);
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
            let range = *least..=MAX_DEPTH;
            number_ui(ui, language, Text::GreatestDepth, DragValue::new(greatest).range(range).speed(0.05));
            let evaluations = self.game.knowledge().evaluation_names();
            evaluation_ui(ui, language, &mut self.evaluation, &evaluations);
        });
        ui.add_space(6.0);
        ui.label(strong(language.text(Text::ExperimentSearches), SECONDARY));
        for algorithm in Algorithm::ALL {
            let place = self.searches.iter().position(|&chosen| chosen == algorithm);
            let mut plays = place.is_some();
            let name = RichText::new(process_text(Process::Search(algorithm), language)).size(SECONDARY);
            // The last search cannot be removed: without one, nothing would be played.
            let can_change = place.is_none() || self.searches.len() > 1;
            let changed = ui.add_enabled_ui(can_change, |ui| check_ui(ui, &mut plays, name).changed()).inner;
            match place {
                _ if !changed => {}
                Some(place) => drop(self.searches.remove(place)),
                None => {
                    self.searches.push(algorithm);
                    self.searches.sort_by_key(|chosen| *chosen as usize);
                }
            }
        }
    }

    /// Draws the buttons to start and cancel; returns whether a match or experiment was started.
    fn buttons_ui(&mut self, ui: &mut Ui, session: &Session) -> bool {
        let language = session.settings.language;
        let (is_busy, text) = match self.tab {
            Tab::Match => (self.shown.as_ref().is_some_and(MatchView::is_playing), Text::PlayMatch),
            Tab::Experiment => (self.experiment.as_ref().is_some_and(ExperimentView::is_running), Text::RunExperiment),
        };
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let begin = egui::Button::new(RichText::new(language.text(text)).color(palette.on_action));
            let begins = ui.add_enabled(!is_busy, begin.fill(palette.action)).clicked();
            if begins {
                self.begin(session);
            }
            if is_busy && ui.button(language.text(Text::Cancel)).clicked() {
                match self.tab {
                    Tab::Match => self.shown.iter_mut().for_each(MatchView::stop),
                    Tab::Experiment => self.experiment.iter_mut().for_each(ExperimentView::stop),
                }
            }
            begins
        })
        .inner
    }

    fn begin(&mut self, session: &Session) {
        match self.tab {
            Tab::Match => {
                let knowledge = self.game.knowledge();
                let setup = |side: &SearchForm| side.setup(self.game.game(), self.game.after(), &knowledge);
                let sides = self.sides.each_ref().map(setup);
                self.shown = Some(MatchView::play(sides, session.wake()));
            }
            Tab::Experiment => {
                let plan = Plan {
                    game: self.game.game(),
                    after: self.game.after().to_owned(),
                    depths: self.depths,
                    evaluation: self.evaluation,
                    searches: self.searches.clone(),
                };
                self.experiment = Some(ExperimentView::run(plan, session.wake()));
            }
        }
    }

    fn result_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let secondary = Palette::of(ui).secondary;
        let nothing = |text| RichText::new(language.text(text)).color(secondary);
        match self.tab {
            Tab::Match => match &mut self.shown {
                Some(shown) => commands.extend(shown.ui(ui, session).map(|(place, search)| match place {
                    OpenIn::Run(run) => Command::RecordAgain { run, setup: search },
                    OpenIn::NewRun => Command::AddRun(search),
                })),
                None => {
                    ui.label(nothing(Text::NoMatch));
                }
            },
            Tab::Experiment => match &mut self.experiment {
                Some(experiment) => {
                    if let Some(shown) = experiment.ui(ui, language) {
                        let setup = shown.selected_search().map(Box::new);
                        commands.extend(setup.map(|setup| Command::RecordAgain { run: session.active, setup }));
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
    Grid::new(name).num_columns(2).spacing([12.0, 6.0]).min_col_width(LABEL_WIDTH)
}

fn about_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    prose_ui(ui, RichText::new(text).size(SECONDARY).color(color));
    ui.add_space(6.0);
}
