//! The menus: groups of actions, with separators and submenus.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Layout, MenuBar, PopupCloseBehavior, ScrollArea, Ui, vec2};

use super::edagari::Edagari;
use super::open_panels::{PANELS, WhenOpen};
use crate::viewer::commands::{Action, Command};
use crate::viewer::forms::lesson_list::numbered_lessons;
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::screen::{has_touch, is_low};
use crate::viewer::kit::theme::{BODY, Palette, font};
use crate::viewer::session::{ThemeChoice, TreeForm, Workspace};
use crate::viewer::tree::column_choices;
use edagari_core::language::{Language, Text};

/// Space before the names in a menu.
const TICK_WIDTH: f32 = 20.0;
/// Width of the separator and the gap in the row of the menus, in points.
const BAR_GAP: f32 = 24.0;
/// Width of the menu of all menus, and its distances from the edges of the window, in points.
const COMPACT_WIDTH: f32 = 420.0;
const COMPACT_MARGIN: f32 = 40.0;
const COMPACT_TOP: f32 = 96.0;

/// An entry of a menu.
enum Item {
    Do(Action),
    Line,
    Menu(Text, &'static [Item]),
    /// Panels that no other menu contains.
    Panels,
    /// Lessons that come with Edagari.
    Lessons,
    /// Columns of the active run, one of which can colour its tree.
    Columns,
    /// Text size in percent.
    TextSize,
}

use Item::{Columns, Do, Lessons, Line, Menu, Panels, TextSize};

const FILE: &[Item] = &[
    Do(Action::OpenTrace),
    Do(Action::RecordProgram),
    Do(Action::SaveTrace),
    Do(Action::SavePicture),
    Do(Action::Share),
    Line,
    Do(Action::SetUp),
    Do(Action::AddRun),
    Do(Action::CloseRun),
    Line,
    Do(Action::Quit),
];
const EDIT: &[Item] = &[
    Do(Action::UndoEdit),
    Do(Action::RedoEdit),
    Do(Action::ReopenPanel),
    Line,
    Do(Action::AddNote),
    Line,
    Do(Action::CopyLink),
    Do(Action::CopyPosition),
];
const VIEW: &[Item] = &[
    Do(Action::FormFocus),
    Do(Action::FormWhole),
    Do(Action::FormIcicle),
    Line,
    Menu(
        Text::MenuZoom,
        &[
            Do(Action::Fit),
            Do(Action::ZoomIn),
            Do(Action::ZoomOut),
            Line,
            Do(Action::MoreBelow),
            Do(Action::LessBelow),
            Do(Action::UsualBelow),
            Do(Action::ToggleOpen),
            Line,
            Do(Action::TimeZoomIn),
            Do(Action::TimeZoomOut),
            Do(Action::TimeWhole),
            Do(Action::ToggleSameScale),
        ],
    ),
    Do(Action::ToggleOrientation),
    Do(Action::ToggleGroups),
    Do(Action::DifferencesOnly),
    Do(Action::TogglePassesApart),
    Do(Action::ToggleOrderMarks),
    Menu(Text::ColorBy, &[Columns, Line, Do(Action::NextColumnColors)]),
    Do(Action::ToggleBestLine),
    Do(Action::ToggleFollow),
    Do(Action::ToggleMotion),
    Line,
    Menu(Text::MenuPanels, &[Panels, Line, Do(Action::Dismiss)]),
    Menu(
        Text::MenuTiles,
        &[
            Do(Action::ArrangeCompare),
            Do(Action::ArrangeOne),
            Do(Action::ArrangeStudy),
            Do(Action::Arrangements),
            Line,
            Do(Action::NextTile),
            Do(Action::PreviousTile),
            Do(Action::MaximiseTile),
            Do(Action::WidenTile),
            Do(Action::NarrowTile),
            Do(Action::FloatTile),
            Do(Action::CloseTile),
        ],
    ),
    Do(Action::OneRun),
    Line,
    Menu(Text::MenuTextSize, &[TextSize, Line, Do(Action::TextLarger), Do(Action::TextSmaller), Do(Action::TextUsual)]),
];
const GO: &[Item] = &[
    Do(Action::First),
    Do(Action::Last),
    Line,
    Do(Action::PreviousCut),
    Do(Action::NextCut),
    Menu(
        Text::MenuWindow,
        &[
            Do(Action::PreviousRise),
            Do(Action::NextRise),
            Do(Action::PreviousFall),
            Do(Action::NextFall),
            Do(Action::PreviousBestMove),
            Do(Action::NextBestMove),
        ],
    ),
    Menu(
        Text::Table,
        &[
            Do(Action::PreviousTableReturn),
            Do(Action::NextTableReturn),
            Do(Action::PreviousStore),
            Do(Action::NextStore),
            Line,
            Do(Action::ToSource),
            Do(Action::ToNextUse),
        ],
    ),
    Menu(
        Text::MenuNode,
        &[
            Do(Action::PreviousOfNode),
            Do(Action::NextOfNode),
            Do(Action::StartOfNode),
            Do(Action::EndOfNode),
            Line,
            Do(Action::PreviousStateChange),
            Do(Action::NextStateChange),
            Do(Action::PreviousAlphaChange),
            Do(Action::NextAlphaChange),
            Do(Action::PreviousBetaChange),
            Do(Action::NextBetaChange),
            Do(Action::PreviousScoreChange),
            Do(Action::NextScoreChange),
            Do(Action::PreviousExplorationChange),
            Do(Action::NextExplorationChange),
            Do(Action::PreviousSumChange),
            Do(Action::NextSumChange),
            Line,
            Do(Action::PreviousVisit),
            Do(Action::NextVisit),
            Line,
            Do(Action::ToCause),
            Do(Action::ToPruning),
        ],
    ),
    Menu(
        Text::MenuPasses,
        &[
            Do(Action::PreviousPass),
            Do(Action::NextPass),
            Do(Action::PreviousSearchedAgain),
            Do(Action::NextSearchedAgain),
            Do(Action::PreviousSkip),
            Do(Action::NextSkip),
        ],
    ),
    Do(Action::PreviousFound),
    Do(Action::NextFound),
    Line,
    Do(Action::CurrentNode),
    Do(Action::Root),
    Do(Action::Parent),
    Do(Action::FirstChild),
    Do(Action::PreviousSibling),
    Do(Action::NextSibling),
    Line,
    Do(Action::Back),
    Do(Action::Forward),
    Do(Action::NextRun),
];
const ANALYSE: &[Item] = &[
    Do(Action::Find),
    Do(Action::Why),
    Do(Action::Fate),
    Do(Action::ToggleCode),
    Line,
    Do(Action::ToggleOrder),
    Do(Action::TogglePasses),
    Do(Action::Guesses),
    Do(Action::ToggleTablePanel),
    Do(Action::ToggleEqualPositions),
    Line,
    Do(Action::Differences),
    Do(Action::CheckTrace),
    Do(Action::SolveCheck),
    Do(Action::ToggleMatches),
];
const LEARN: &[Item] = &[
    Menu(Text::WelcomeLessons, &[Lessons]),
    Line,
    Do(Action::Practice),
    Do(Action::ByHand),
    Do(Action::ExerciseSet),
    Line,
    Do(Action::WhatIf),
    Do(Action::ToggleBoundsExplorer),
    Do(Action::FiveSearches),
    Line,
    Do(Action::ToggleNotes),
    Do(Action::PreviousNote),
    Do(Action::NextNote),
    Do(Action::BackToNote),
];
const HELP: &[Item] = &[
    Do(Action::ExplainPicture),
    Do(Action::Glossary),
    Do(Action::KeyboardHelp),
    Do(Action::Palette),
    Line,
    Do(Action::Welcome),
    Do(Action::RecordYourOwn),
    Line,
    Do(Action::TogglePerformance),
    Do(Action::About),
];

/// Menus by purpose, from left to right.
const MENUS: [(Text, &[Item]); 7] = [
    (Text::MenuFile, FILE),
    (Text::MenuEdit, EDIT),
    (Text::MenuView, VIEW),
    (Text::MenuGo, GO),
    (Text::MenuAnalyse, ANALYSE),
    (Text::MenuLearn, LEARN),
    (Text::MenuHelp, HELP),
];

/// Returns the actions of a menu and its submenus.
fn actions_of(items: &[Item]) -> Vec<Action> {
    let of_item = |item: &Item| match item {
        Do(action) => vec![*action],
        Menu(_, items) => actions_of(items),
        Line | Panels | Lessons | Columns | TextSize => Vec::new(),
    };
    items.iter().flat_map(of_item).collect()
}

/// Returns the panels that no menu contains.
fn other_panels() -> impl Iterator<Item = Action> {
    let named: Vec<Action> = MENUS.iter().flat_map(|(_, items)| actions_of(items)).collect();
    let closes = PANELS.iter().filter(|entry| entry.again == WhenOpen::Close).map(|entry| entry.action);
    closes.filter(move |action| !named.contains(action))
}

/// Draws the menus, and the items at the right end of their row; in a window that is too narrow, a
/// single menu that contains all menus.
pub(super) fn menu_bar_ui(ui: &mut Ui, app: &Edagari, commands: &mut Vec<Command>) {
    // With lines high enough for touch, the menus are higher than most screens.
    let is_compact = is_low(ui.ctx()) || has_touch(ui.ctx());
    if is_compact || bar_width(ui, app.session.settings.language) > ui.available_width() {
        compact_bar_ui(ui, app, commands);
        return;
    }
    let language = app.session.settings.language;
    MenuBar::new().ui(ui, |ui| {
        for (title, items) in MENUS {
            ui.menu_button(language.text(title), |ui| items_ui(ui, app, items, Nesting::Beside, commands));
        }
        ui.separator();
        workspaces_ui(ui, app, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            palette_button_ui(ui, language, commands);
            ui.menu_button(language.text(Text::Theme), |ui| themes_ui(ui, app, commands));
            languages_ui(ui, language, commands);
        });
    });
}

/// How the menus within a menu open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nesting {
    /// Beside the menu.
    Beside,
    /// Folded out within the menu.
    Within,
}

/// Returns the width that the menus and the items at the right end need, in points.
fn bar_width(ui: &Ui, language: Language) -> f32 {
    let workspaces = [Action::WorkspaceReplay, Action::WorkspaceNoise].map(|action| action.name(language));
    let others = Language::ALL.into_iter().filter(|&other| other != language).map(Language::own_name);
    let commands = commands_text(ui, language);
    let titles = MENUS.iter().map(|(title, _)| language.text(*title));
    let padding = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let width = |text: &str| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font(BODY), Palette::of(ui).text);
        galley.size().x + padding
    };
    let texts = titles.chain(workspaces).chain(others).chain([language.text(Text::Theme)]);
    texts.map(width).sum::<f32>() + width(&commands) + BAR_GAP
}

/// Draws a single menu that contains all menus, and the button of the command palette.
fn compact_bar_ui(ui: &mut Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let language = app.session.settings.language;
    ui.horizontal(|ui| {
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::new(language.text(Text::Menu)).config(config).ui(ui, |ui| {
            let room = ui.ctx().content_rect();
            ui.set_max_width(COMPACT_WIDTH.min(room.width() - COMPACT_MARGIN));
            ScrollArea::vertical().max_height((room.height() - COMPACT_TOP).max(80.0)).show(ui, |ui| {
                for (title, items) in MENUS {
                    ui.collapsing(language.text(title), |ui| items_ui(ui, app, items, Nesting::Within, commands));
                }
                ui.separator();
                workspaces_ui(ui, app, commands);
                ui.separator();
                themes_ui(ui, app, commands);
                languages_ui(ui, language, commands);
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| palette_button_ui(ui, language, commands));
    });
}

/// Draws the choice between the workspaces.
fn workspaces_ui(ui: &mut Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let settings = &app.session.settings;
    for (workspace, action) in
        [(Workspace::Replay, Action::WorkspaceReplay), (Workspace::Noise, Action::WorkspaceNoise)]
    {
        let is_on = settings.workspace == workspace;
        if ui.selectable_label(is_on, action.name(settings.language)).clicked() {
            commands.push(Command::Do(action));
            ui.close();
        }
    }
}

/// Returns the text of the button that opens the commands, with its keys.
fn commands_text(ui: &Ui, language: Language) -> String {
    let keys = Action::Palette.shortcuts().first().map(|keys| keys_text(ui.ctx(), keys)).unwrap_or_default();
    format!("{}  {keys}", language.text(Text::Commands))
}

fn palette_button_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    let button = Button::new(commands_text(ui, language)).frame(false);
    if ui.add(button).on_hover_text(language.text(Text::ActPalette)).clicked() {
        commands.push(Command::Do(Action::Palette));
    }
}

/// Draws a button for each other language.
fn languages_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    for other in Language::ALL.into_iter().filter(|&other| other != language) {
        if ui.add(Button::new(other.own_name()).frame(false)).clicked() {
            commands.push(Command::SetLanguage(other));
        }
    }
}

/// Draws the tick of an entry that is on.
fn tick(ui: &Ui, item: egui::Rect) {
    let center = egui::pos2(item.left() + TICK_WIDTH / 2.0, item.center().y);
    let points = [vec2(-4.0, 0.0), vec2(-1.0, 3.5), vec2(4.5, -4.0)].map(|from| center + from);
    ui.painter().line(points.to_vec(), egui::Stroke::new(1.8, Palette::of(ui).action));
}

fn items_ui(ui: &mut Ui, app: &Edagari, items: &[Item], nesting: Nesting, commands: &mut Vec<Command>) {
    ui.set_min_width(if nesting == Nesting::Beside { 260.0 } else { ui.available_width() });
    // Space for the tick.
    ui.spacing_mut().button_padding.x = TICK_WIDTH;
    for item in items {
        match item {
            Do(action) if !action.is_possible() => {}
            Do(action) => item_ui(ui, app, *action, commands),
            Line => {
                ui.separator();
            }
            Menu(title, items) => {
                let title = app.session.settings.language.text(*title);
                match nesting {
                    Nesting::Beside => {
                        ui.menu_button(title, |ui| items_ui(ui, app, items, nesting, commands));
                    }
                    Nesting::Within => {
                        ui.collapsing(title, |ui| items_ui(ui, app, items, nesting, commands));
                    }
                }
            }
            TextSize => {
                ui.horizontal(|ui| {
                    ui.add_space(TICK_WIDTH);
                    ui.label(format!("{} %", app.session.settings.text_size));
                });
            }
            Lessons => {
                for (lesson, title) in numbered_lessons(app.session.settings.language) {
                    if ui.button(title).clicked() {
                        commands.push(Command::BeginLesson(lesson));
                        ui.close();
                    }
                }
            }
            Columns => {
                let session = &app.session;
                for (name, column) in column_choices(session.active_run(), session.settings.language) {
                    let response = ui.add(Button::new(name));
                    if session.settings.color_by == column {
                        tick(ui, response.rect);
                        ui.accesskit_node_builder(response.id, |node| node.set_toggled(egui::accesskit::Toggled::True));
                    }
                    if response.clicked() {
                        commands.push(Command::SetColorBy(column));
                        ui.close();
                    }
                }
            }
            Panels => {
                for panel in other_panels() {
                    item_ui(ui, app, panel, commands);
                }
            }
        }
    }
}

/// Draws the choice of the theme.
fn themes_ui(ui: &mut Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let (theme, language) = (app.session.settings.theme, app.session.settings.language);
    for (choice, text) in [
        (ThemeChoice::System, Text::ActThemeSystem),
        (ThemeChoice::Light, Text::ActThemeLight),
        (ThemeChoice::Dark, Text::ActThemeDark),
    ] {
        if ui.radio(theme == choice, language.text(text)).clicked() {
            commands.push(Command::SetTheme(choice));
            ui.close();
        }
    }
}

fn is_on(app: &Edagari, action: Action) -> bool {
    let settings = &app.session.settings;
    match action {
        Action::FormFocus => settings.tree_form == TreeForm::Focus,
        Action::FormWhole => settings.tree_form == TreeForm::Whole,
        Action::FormIcicle => settings.tree_form == TreeForm::Icicle,
        Action::ToggleGroups => settings.group_pruned,
        Action::DifferencesOnly => settings.differences_only,
        Action::TogglePassesApart => settings.passes_apart,
        Action::ToggleOrderMarks => settings.order_marks,
        Action::ToggleMotion => settings.motion,
        Action::ToggleBestLine => settings.best_line,
        Action::ToggleFollow => settings.follow,
        Action::OneRun => app.session.shows_one_run(),
        Action::ToggleSameScale => settings.same_scale,
        Action::UsualBelow => settings.weight_below == 0,
        Action::MaximiseTile => app.arrangement.maximised.is_some(),
        Action::ExplainPicture => app.session.explains_picture,
        panel => app.panels.is_open(panel),
    }
}

/// Returns the name of an action; for undo and redo, with the name of the step.
fn item_name(app: &Edagari, action: Action) -> String {
    let language = app.session.settings.language;
    let (again, text) = match action {
        Action::UndoEdit => (false, Text::UndoStep),
        Action::RedoEdit => (true, Text::RedoStep),
        _ => return action.name(language).to_owned(),
    };
    let step = app.next_step(again);
    step.map_or_else(|| action.name(language).to_owned(), |step| language.fill(text, &[("step", &step)]))
}

/// Whether undo or redo has a step; an exercise that is done by hand has steps of its own.
fn can_do(app: &Edagari, action: Action) -> bool {
    match action {
        Action::UndoEdit => app.next_step(false).is_some() || app.panels.is_open(Action::ByHand),
        Action::RedoEdit => app.next_step(true).is_some(),
        _ => true,
    }
}

fn item_ui(ui: &mut Ui, app: &Edagari, action: Action, commands: &mut Vec<Command>) {
    let name = item_name(app, action);
    let is_on = is_on(app, action);
    let mut item = Button::new(name);
    if let Some(keys) = action.shortcuts().first() {
        item = item.shortcut_text(keys_text(ui.ctx(), keys));
    }
    let response = ui.add_enabled(can_do(app, action), item);
    if is_on {
        tick(ui, response.rect);
        ui.accesskit_node_builder(response.id, |node| node.set_toggled(egui::accesskit::Toggled::True));
    }
    if response.clicked() {
        commands.push(Command::Do(action));
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the names of all entries of a menu, including the titles of submenus.
    fn names_of(items: &[Item], language: Language) -> Vec<&'static str> {
        let of_item = |item: &Item| match item {
            Do(action) => vec![action.name(language)],
            Menu(title, items) => [vec![language.text(*title)], names_of(items, language)].concat(),
            Panels => other_panels().map(|panel| panel.name(language)).collect(),
            Line | Lessons | Columns | TextSize => Vec::new(),
        };
        items.iter().flat_map(of_item).collect()
    }

    #[test]
    fn menu_entries_have_unique_names_and_actions() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            for (title, items) in MENUS {
                for name in [vec![language.text(title)], names_of(items, language)].concat() {
                    assert!(seen.insert(name), "{name} is in the menus twice");
                }
            }
        }
        let mut seen = HashSet::new();
        for action in MENUS.iter().flat_map(|(_, items)| actions_of(items)).chain(other_panels()) {
            assert!(seen.insert(action), "{action:?} is in the menus twice");
        }
    }

    #[test]
    fn every_panel_is_in_a_menu() {
        let listed: HashSet<Action> =
            MENUS.iter().flat_map(|(_, items)| actions_of(items)).chain(other_panels()).collect();
        for entry in PANELS {
            assert!(listed.contains(&entry.action), "{:?} is in no menu", entry.action);
        }
    }
}
