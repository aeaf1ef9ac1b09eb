//! The noise laboratory, a separate workspace: the effect of search depth on a noisy evaluation.

use egui::{CentralPanel, Context, Frame, Margin, Panel, RichText, ScrollArea, Ui};

use super::noise_game_view::NoiseGameView;
use super::noise_tree_view::NoiseTreeView;
use super::regular_tree_view::RegularTreeView;
use crate::viewer::commands::Command;
use crate::viewer::kit::screen::is_narrow;
use crate::viewer::kit::theme::{HEADING, Palette, strong};
use crate::viewer::session::Session;
use edagari_core::language::{Language, Text};

/// State of the laboratory, with the values entered there.
#[derive(Debug)]
pub(crate) struct NoiseLab {
    tab: Tab,
    regular: RegularTreeView,
    own: NoiseTreeView,
    game: NoiseGameView,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Regular,
    Own,
    Game,
}

const FORM_WIDTH: f32 = 340.0;
/// Share of the height for the form above the results in a narrow window.
const FORM_SHARE: f32 = 0.4;

impl NoiseLab {
    pub(crate) fn new() -> Self {
        Self {
            tab: Tab::Regular,
            regular: RegularTreeView::default(),
            own: NoiseTreeView::default(),
            game: NoiseGameView::new(),
        }
    }

    fn form_ui(&mut self, ui: &mut Ui, session: &Session) {
        let language = session.settings.language;
        ui.add_space(6.0);
        ui.label(strong(language.text(Text::NoiseLab), HEADING));
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            let tabs = [(Tab::Regular, Text::RegularTree), (Tab::Own, Text::OwnTree), (Tab::Game, Text::RealGame)];
            for (tab, text) in tabs {
                ui.selectable_value(&mut self.tab, tab, language.text(text));
            }
        });
        ui.separator();
        ScrollArea::vertical().id_salt("noise form").show(ui, |ui| {
            ui.set_width(ui.available_width());
            let about = match self.tab {
                Tab::Regular => Text::RegularTreeAbout,
                Tab::Own => Text::OwnTreeAbout,
                Tab::Game => Text::RealGameAbout,
            };
            let color = Palette::of(ui).secondary;
            ui.add(egui::Label::new(RichText::new(language.text(about)).color(color)).wrap());
            ui.add_space(8.0);
            match self.tab {
                Tab::Regular => self.regular.form_ui(ui, session),
                Tab::Own => self.own.form_ui(ui, session),
                Tab::Game => self.game.form_ui(ui, session),
            }
        });
    }

    fn result_ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        match self.tab {
            Tab::Regular => self.regular.result_ui(ui, language, commands),
            Tab::Own => self.own.result_ui(ui, language, commands),
            Tab::Game => self.game.result_ui(ui, language, commands),
        }
    }

    /// Receives the results of background work.
    pub(crate) fn advance(&mut self, ctx: &Context) {
        self.regular.advance();
        self.own.advance();
        self.game.advance(ctx);
    }

    /// Draws the workspace: the form at the left and the results beside it, or below it in a narrow window.
    pub(crate) fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui);
        let side = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 6));
        let rest = Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(16, 10));
        let language = session.settings.language;
        if is_narrow(ui.ctx()) {
            let height = FORM_SHARE * ui.available_height();
            Panel::top("noise form above")
                .frame(side)
                .default_size(height)
                .size_range(80.0..=height.max(80.0))
                .show(ui, |ui| self.form_ui(ui, session));
            CentralPanel::no_frame().frame(rest).show(ui, |ui| self.result_ui(ui, language, commands));
            return;
        }
        Panel::left("noise form panel")
            .frame(side)
            .default_size(FORM_WIDTH)
            .size_range(280.0..=480.0)
            .show(ui, |ui| self.form_ui(ui, session));
        CentralPanel::no_frame().frame(rest).show(ui, |ui| self.result_ui(ui, language, commands));
    }
}
