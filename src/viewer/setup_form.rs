//! Choosing what a pane runs.

use egui::{DragValue, Grid, RichText, Ui};

use super::action::Command;
use super::app::Edagari;
use super::form::number_ui;
use super::game_form::GameForm;
use super::search_form::SearchForm;
use super::theme::Palette;
use crate::language::{Language, Text};
use crate::trace::{Process, Setup};

/// A setup while it is edited.
#[derive(Clone, Debug)]
pub(super) struct SetupForm {
    pub(super) pane: usize,
    game: GameForm,
    search: SearchForm,
    memory_limit_mib: u64,
}

impl SetupForm {
    pub(super) fn new(pane: usize, setup: &Setup, memory_limit_mib: u64) -> Self {
        Self {
            pane,
            game: GameForm::new(&setup.game, &setup.after),
            search: SearchForm::new(setup.process, setup.order, setup.limit, setup.table),
            memory_limit_mib,
        }
    }

    fn ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        Grid::new("setup").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            self.game.ui(ui, language);
            self.search.ui(ui, language, &Process::ALL, self.game.evaluations());
            let limit = DragValue::new(&mut self.memory_limit_mib).range(1..=1_u64 << 20).suffix(" MiB").speed(16.0);
            number_ui(ui, language, Text::MemoryLimit, limit);
        });
        ui.add_space(8.0);
        ui.separator();
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let record = egui::Button::new(RichText::new(language.text(Text::Record)).color(palette.on_action))
                .fill(palette.action);
            if ui.add(record).clicked() {
                let setup = Box::new(self.search.setup(self.game.game(), self.game.after()));
                commands.push(Command::Record { pane: self.pane, setup, memory_limit_mib: self.memory_limit_mib });
                commands.push(Command::CloseSetup);
            }
            if ui.button(language.text(Text::Close)).clicked() {
                commands.push(Command::CloseSetup);
            }
        });
    }
}

impl Edagari {
    pub(super) fn setup_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(form) = &mut self.setup_form else { return };
        let mut is_open = true;
        let title = language.text(if form.pane == 0 { Text::ActSetUpLeft } else { Text::ActSetUpRight });
        egui::Window::new(title)
            .id(egui::Id::unique("setup window"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(200.0, 200.0))
            .show(ui, |ui| form.ui(ui, language, commands));
        if !is_open {
            commands.push(Command::CloseSetup);
        }
    }
}
