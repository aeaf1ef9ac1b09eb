//! The menus: groups of actions, with lines between them and menus inside.

use egui::{Align, Button, Layout, MenuBar, Ui, vec2};

use super::edagari::Edagari;
use super::panel_list::{Again, PANELS};
use crate::language::{Language, Text};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::{ThemeChoice, TreeForm, Workspace};
use crate::viewer::tree::column_choices;

/// Room before the names in a menu.
const TICK_WIDTH: f32 = 20.0;

/// An entry of a menu.
enum Item {
    Do(Action),
    Line,
    Menu(Text, &'static [Item]),
    /// The panels that an action opens and closes.
    Panels,
    /// The columns of the active run, one of which can colour its tree.
    Columns,
    /// The text size in percent.
    TextSize,
}

use Item::{Columns, Do, Line, Menu, Panels, TextSize};

const EDIT: &[Item] = &[Do(Action::UndoEdit), Do(Action::RedoEdit), Do(Action::ReopenPanel)];
const FILE: &[Item] = &[
    Do(Action::OpenTrace),
    Do(Action::SaveTrace),
    Do(Action::SavePicture),
    Do(Action::Share),
    Do(Action::CopyLink),
    Line,
    Do(Action::SetUp),
    Do(Action::AddRun),
    Do(Action::CloseRun),
    Line,
    Do(Action::CheckTrace),
    Do(Action::Differences),
    Do(Action::SolveCheck),
    Do(Action::ToggleMatches),
    Line,
    Do(Action::Dismiss),
    Do(Action::Quit),
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
    Do(Action::TogglePassesApart),
    Do(Action::ToggleOrderMarks),
    Menu(Text::ColorBy, &[Columns, Line, Do(Action::NextColumnColors)]),
    Do(Action::ToggleBestLine),
    Do(Action::ToggleFollow),
    Do(Action::ToggleMotion),
    Line,
    Menu(Text::MenuPanels, &[Panels]),
    Menu(
        Text::MenuTiles,
        &[
            Do(Action::ArrangeCompare),
            Do(Action::ArrangeOne),
            Do(Action::ArrangeStudy),
            Do(Action::Arrangements),
            Do(Action::FiveSearches),
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
    Do(Action::Parent),
    Do(Action::FirstChild),
    Do(Action::PreviousSibling),
    Do(Action::NextSibling),
    Do(Action::Root),
    Do(Action::CurrentNode),
    Line,
    Do(Action::Practice),
    Do(Action::ByHand),
    Do(Action::ExerciseSet),
    Do(Action::WhatIf),
    Line,
    Do(Action::Why),
    Do(Action::Fate),
    Do(Action::Find),
    Do(Action::NextFound),
    Do(Action::PreviousFound),
    Line,
    Do(Action::Back),
    Do(Action::Forward),
    Do(Action::NextRun),
];
const JUMP: &[Item] = &[
    Do(Action::PreviousCut),
    Do(Action::NextCut),
    Line,
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
            Do(Action::PreviousVisit),
            Do(Action::NextVisit),
            Line,
            Do(Action::ToCause),
            Do(Action::ToPruning),
        ],
    ),
    Line,
    Do(Action::PreviousPass),
    Do(Action::NextPass),
    Do(Action::PreviousSearchedAgain),
    Do(Action::NextSearchedAgain),
    Do(Action::PreviousSkip),
    Do(Action::NextSkip),
    Line,
    Do(Action::AddNote),
    Do(Action::PreviousNote),
    Do(Action::NextNote),
    Do(Action::BackToNote),
];
const HELP: &[Item] = &[
    Do(Action::Welcome),
    Do(Action::RecordYourOwn),
    Line,
    Do(Action::Palette),
    Do(Action::KeyboardHelp),
    Line,
    Do(Action::TogglePerformance),
    Do(Action::About),
];

/// Draws the menus, and what stands at the end of their row.
pub(super) fn menu_bar_ui(ui: &mut Ui, app: &Edagari, commands: &mut Vec<Command>) {
    let settings = &app.session.settings;
    let language = settings.language;
    MenuBar::new().ui(ui, |ui| {
        for (title, items) in [
            (Text::MenuFile, FILE),
            (Text::MenuEdit, EDIT),
            (Text::MenuView, VIEW),
            (Text::MenuGo, GO),
            (Text::MenuJump, JUMP),
            (Text::MenuHelp, HELP),
        ] {
            ui.menu_button(language.text(title), |ui| items_ui(ui, app, items, commands));
        }
        ui.separator();
        for (workspace, action) in
            [(Workspace::Replay, Action::WorkspaceReplay), (Workspace::Noise, Action::WorkspaceNoise)]
        {
            let is_on = settings.workspace == workspace;
            if ui.selectable_label(is_on, action.name(language)).clicked() {
                commands.push(Command::Do(action));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let keys = Action::Palette.shortcuts().first().map(|keys| keys_text(ui.ctx(), keys)).unwrap_or_default();
            let button = Button::new(format!("{}  {keys}", language.text(Text::Commands)));
            if ui.add(button.frame(false)).on_hover_text(language.text(Text::ActPalette)).clicked() {
                commands.push(Command::Do(Action::Palette));
            }
            theme_ui(ui, settings.theme, language, commands);
            for other in Language::ALL.into_iter().filter(|&other| other != language) {
                if ui.add(Button::new(other.own_name()).frame(false)).clicked() {
                    commands.push(Command::SetLanguage(other));
                }
            }
        });
    });
}

/// The mark before what is on.
fn tick(ui: &Ui, item: egui::Rect) {
    let center = egui::pos2(item.left() + TICK_WIDTH / 2.0, item.center().y);
    let points = [vec2(-4.0, 0.0), vec2(-1.0, 3.5), vec2(4.5, -4.0)].map(|from| center + from);
    ui.painter().line(points.to_vec(), egui::Stroke::new(1.8, Palette::of(ui).action));
}

fn items_ui(ui: &mut Ui, app: &Edagari, items: &[Item], commands: &mut Vec<Command>) {
    ui.set_min_width(260.0);
    // Room for the mark before what is on.
    ui.spacing_mut().button_padding.x = TICK_WIDTH;
    for item in items {
        match item {
            Do(action) => item_ui(ui, app, *action, commands),
            Line => {
                ui.separator();
            }
            Menu(title, items) => {
                let title = app.session.settings.language.text(*title);
                ui.menu_button(title, |ui| items_ui(ui, app, items, commands));
            }
            TextSize => {
                ui.horizontal(|ui| {
                    ui.add_space(TICK_WIDTH);
                    ui.label(format!("{} %", app.session.settings.text_size));
                });
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
                for entry in PANELS.iter().filter(|entry| entry.again == Again::Close) {
                    item_ui(ui, app, entry.action, commands);
                }
            }
        }
    }
}

fn theme_ui(ui: &mut Ui, theme: ThemeChoice, language: Language, commands: &mut Vec<Command>) {
    ui.menu_button(language.text(Text::Theme), |ui| {
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
    });
}

fn is_on(app: &Edagari, action: Action) -> bool {
    let settings = &app.session.settings;
    match action {
        Action::FormFocus => settings.tree_form == TreeForm::Focus,
        Action::FormWhole => settings.tree_form == TreeForm::Whole,
        Action::FormIcicle => settings.tree_form == TreeForm::Icicle,
        Action::ToggleGroups => settings.group_pruned,
        Action::TogglePassesApart => settings.passes_apart,
        Action::ToggleOrderMarks => settings.order_marks,
        Action::ToggleMotion => settings.motion,
        Action::ToggleBestLine => settings.best_line,
        Action::ToggleFollow => settings.follow,
        Action::OneRun => settings.one_run,
        Action::ToggleSameScale => settings.same_scale,
        Action::UsualBelow => settings.weight_below == 0,
        Action::MaximiseTile => app.arrangement.maximised.is_some(),
        panel => app.panels.is_open(panel),
    }
}

/// The name of an action; of one that undoes, with what it undoes.
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

/// Whether an action that undoes has something to undo; an exercise that is done by hand has steps of its own.
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
