//! The menus.

use egui::{Align, Button, Layout, MenuBar, Ui};

use super::action::{Action, Command};
use super::app::Edagari;
use super::settings::{ThemeChoice, TreeForm, Workspace};
use crate::language::{Language, Text};
use crate::scene::Levels;

const FILE: &[Action] = &[
    Action::OpenTrace,
    Action::SaveTrace,
    Action::SetUpLeft,
    Action::SetUpRight,
    Action::SavePicture,
    Action::ToggleMatches,
    Action::CheckTrace,
    Action::Differences,
    Action::SolveCheck,
    Action::Dismiss,
    Action::Quit,
];
const VIEW: &[Action] = &[
    Action::FormSubtree,
    Action::FormWhole,
    Action::FormIcicle,
    Action::Fit,
    Action::ZoomIn,
    Action::ZoomOut,
    Action::ToggleOrientation,
    Action::MoreLevels,
    Action::FewerLevels,
    Action::AutoLevels,
    Action::ToggleGroups,
    Action::ToggleBestLine,
    Action::ToggleFollow,
    Action::TimeZoomIn,
    Action::TimeZoomOut,
    Action::TimeWhole,
    Action::ToggleSameScale,
    Action::TogglePanes,
    Action::ToggleInspector,
    Action::ToggleTablePanel,
    Action::ToggleEqualPositions,
    Action::ToggleBoundsExplorer,
];
const GO: &[Action] = &[
    Action::First,
    Action::Last,
    Action::Parent,
    Action::FirstChild,
    Action::PreviousSibling,
    Action::NextSibling,
    Action::Root,
    Action::CurrentNode,
    Action::Why,
    Action::Find,
    Action::NextFound,
    Action::PreviousFound,
    Action::Back,
    Action::Forward,
    Action::OtherPane,
];
const JUMP: &[Action] = &[
    Action::PreviousCut,
    Action::NextCut,
    Action::PreviousRise,
    Action::NextRise,
    Action::PreviousFall,
    Action::NextFall,
    Action::PreviousBestMove,
    Action::NextBestMove,
    Action::PreviousTableReturn,
    Action::NextTableReturn,
    Action::PreviousStore,
    Action::NextStore,
    Action::PreviousPass,
    Action::NextPass,
    Action::PreviousOfNode,
    Action::NextOfNode,
    Action::ToCause,
    Action::ToPruning,
    Action::StartOfNode,
    Action::EndOfNode,
    Action::ToSource,
    Action::ToNextUse,
];
const HELP: &[Action] = &[Action::Palette, Action::KeyboardHelp, Action::TogglePerformance];

impl Edagari {
    pub(super) fn menu_bar_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        MenuBar::new().ui(ui, |ui| {
            for (title, actions) in [
                (Text::MenuFile, FILE),
                (Text::MenuView, VIEW),
                (Text::MenuGo, GO),
                (Text::MenuJump, JUMP),
                (Text::MenuHelp, HELP),
            ] {
                ui.menu_button(language.text(title), |ui| {
                    ui.set_min_width(260.0);
                    for &action in actions {
                        self.item_ui(ui, action, commands);
                    }
                });
            }
            ui.separator();
            for (workspace, action) in
                [(Workspace::Replay, Action::WorkspaceReplay), (Workspace::Noise, Action::WorkspaceNoise)]
            {
                let is_on = self.settings.workspace == workspace;
                if ui.selectable_label(is_on, language.text(action.text())).clicked() {
                    commands.push(Command::Do(action));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let keys = Action::Palette.shortcuts().first().map(|keys| ui.format_shortcut(keys)).unwrap_or_default();
                if ui.add(Button::new(keys).frame(false)).on_hover_text(language.text(Text::ActPalette)).clicked() {
                    commands.push(Command::Do(Action::Palette));
                }
                self.theme_ui(ui, commands);
                let other = if language == Language::English { Language::Japanese } else { Language::English };
                if ui.add(Button::new(other.own_name()).frame(false)).clicked() {
                    commands.push(Command::SetLanguage(other));
                }
            });
        });
    }

    fn theme_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        ui.menu_button(language.text(Text::Theme), |ui| {
            for (choice, text) in [
                (ThemeChoice::System, Text::ActThemeSystem),
                (ThemeChoice::Light, Text::ActThemeLight),
                (ThemeChoice::Dark, Text::ActThemeDark),
            ] {
                if ui.radio(self.settings.theme == choice, language.text(text)).clicked() {
                    commands.push(Command::SetTheme(choice));
                    ui.close();
                }
            }
        });
    }

    fn item_ui(&self, ui: &mut Ui, action: Action, commands: &mut Vec<Command>) {
        let name = self.settings.language.text(action.text());
        let is_on = match action {
            Action::FormSubtree => self.settings.tree_form == TreeForm::Subtree,
            Action::FormWhole => self.settings.tree_form == TreeForm::Whole,
            Action::FormIcicle => self.settings.tree_form == TreeForm::Icicle,
            Action::ToggleGroups => self.settings.group_pruned,
            Action::ToggleBestLine => self.settings.best_line,
            Action::ToggleFollow => self.settings.follow,
            Action::TogglePanes => self.settings.two_panes,
            Action::TogglePerformance => self.settings.performance_panel,
            Action::ToggleInspector => self.settings.inspector,
            Action::ToggleSameScale => self.settings.same_scale,
            Action::ToggleBoundsExplorer => self.bounds_explorer.is_some(),
            Action::ToggleTablePanel => self.table_panel.is_some(),
            Action::Why => self.why.is_some(),
            Action::ToggleMatches => self.match_panel.is_some(),
            Action::ToggleEqualPositions => self.settings.equal_positions,
            Action::AutoLevels => self.settings.levels == Levels::Auto,
            _ => false,
        };
        let mut item = Button::new(name).selected(is_on);
        if let Some(keys) = action.shortcuts().first() {
            item = item.shortcut_text(ui.format_shortcut(keys));
        }
        if ui.add(item).clicked() {
            commands.push(Command::Do(action));
            ui.close();
        }
    }
}
