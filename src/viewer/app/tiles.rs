//! The tiles on screen and their tabs: each shows a run or a panel.

use super::arrangement::Tile;
use super::edagari::Edagari;
use super::history::{Change, StepName};
use super::open_panels::{DockPosition, entry_of};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::icons::cross_ui;
use crate::viewer::kit::redraws;
use crate::viewer::kit::screen::target_size;
use crate::viewer::kit::theme::{Palette, SECONDARY, font};
use crate::viewer::kit::widgets::{landmark, set_name};
use crate::viewer::session::Session;
use crate::viewer::tree::{run_tile_ui, run_title};
use edagari_core::language::{Language, Text};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    CursorIcon, Frame, Id, Margin, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, WidgetText, pos2, vec2,
};
use egui_tiles::{
    Behavior, Container, EditAction, SimplificationOptions, TabState, Tabs, Tile as Node, TileId, Tiles, UiResponse,
};

/// Minimum width and height of a tile.
const MIN_SIZE: f32 = 90.0;
/// Initial offset of a floating panel from the previous one.
const CASCADE: egui::Vec2 = egui::vec2(28.0, 28.0);
/// Initial sizes of a floating panel, and of a wide one.
const FLOATING: egui::Vec2 = egui::vec2(440.0, 600.0);
const WIDE_FLOATING: egui::Vec2 = egui::vec2(940.0, 600.0);
/// Maximum share of the width for a floating panel.
const MAX_FLOATING: f32 = 0.75;
/// Initial distance of a floating panel from the edges of the tiles' area.
const FLOATING_INSET: egui::Vec2 = egui::vec2(24.0, 40.0);

/// Draws the tiles, and the panels that float above them.
pub(super) fn tiles_ui(ui: &mut Ui, app: &mut Edagari, commands: &mut Vec<Command>) {
    if ui.input(|input| input.pointer.any_pressed()) {
        app.shows_focus = false;
    }
    let open: Vec<Action> = app.panels.actions().collect();
    app.arrangement.fit_to(&app.session, &open);
    app.arrangement.keep_side_width(ui.available_width());
    app.views.retain(|&id, _| app.session.run(id).is_some());
    let alone = tabs_with_one_run(&app.arrangement.tree.tiles);
    let mut tree = std::mem::replace(&mut app.arrangement.tree, egui_tiles::Tree::empty(Id::unique("tiles")));
    let mut drawing = TilesDrawing { app, commands, alone, is_edited: false, is_moved: false };
    tree.ui(&mut drawing, ui);
    let (is_edited, is_moved) = (drawing.is_edited, drawing.is_moved);
    app.arrangement.tree = tree;
    remember_moves(ui, app, is_moved);
    floating_ui(ui, app, commands);
    let is_dragging = app.arrangement.tree.dragged_id(ui.ctx()).is_some();
    if is_edited || (!is_dragging && app.session.settings.arrangement.is_empty()) {
        commands.push(Command::KeepArrangement);
    }
}

/// Adds moved tiles to the history as one step, once the pointer button is released.
fn remember_moves(ui: &Ui, app: &mut Edagari, is_moved: bool) {
    app.is_rearranged |= is_moved;
    if ui.input(|input| input.pointer.any_down()) {
        return;
    }
    let rested = app.rested.replace(app.arrangement.clone());
    if std::mem::take(&mut app.is_rearranged)
        && let Some(rested) = rested
    {
        app.push(StepName::Text(Text::UndoTiles), vec![Change::Tiles(Box::new(rested))]);
    }
}

/// Returns the tabs that contain a single run, or only the node of all runs: their headings make the tab bar redundant.
fn tabs_with_one_run(tiles: &Tiles<Tile>) -> Vec<TileId> {
    let is_run = |id: TileId| matches!(tiles.get(id), Some(Node::Pane(Tile::Run(_)) | Node::Container(_)));
    let shown = |tabs: &Tabs| -> Vec<TileId> {
        tabs.children.iter().copied().filter(|&child| tiles.is_visible_in_layout(child)).collect()
    };
    tiles
        .iter()
        .filter_map(|(&id, node)| match node {
            Node::Container(Container::Tabs(tabs)) => matches!(shown(tabs)[..], [only] if is_run(only)).then_some(id),
            _ => None,
        })
        .collect()
}

fn floating_ui(ui: &mut Ui, app: &mut Edagari, commands: &mut Vec<Command>) {
    let language = app.session.settings.language;
    for (place, panel) in app.arrangement.floating.clone().into_iter().enumerate() {
        let title = app.panels.title(panel, &app.session);
        let mut is_open = true;
        // Over the tiles only, so that the time controls stay visible.
        let area = ui.max_rect();
        let needs_width =
            entry_of(panel).is_some_and(|entry| matches!(entry.home, DockPosition::Wide | DockPosition::Large));
        let most = egui::vec2(area.width() * MAX_FLOATING, area.height() - 2.0 * FLOATING_INSET.y);
        let size = if needs_width { WIDE_FLOATING } else { FLOATING }.min(most);
        // Placed at the side opposite to the active run, to which most panels refer.
        let is_left = active_run_rect(app).is_some_and(|run| run.center().x > area.center().x);
        let left = if is_left { area.left() + FLOATING_INSET.x } else { area.right() - FLOATING_INSET.x - size.x };
        let step = if is_left { CASCADE } else { egui::vec2(-CASCADE.x, CASCADE.y) };
        egui::Window::new(&title)
            .id(Id::unique(("floating panel", panel)))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(size)
            .default_pos(egui::pos2(left, area.top() + FLOATING_INSET.y) + step * place as f32)
            .show(ui, |ui| {
                let dock = ui.button(language.text(Text::Dock));
                set_name(ui, dock.id, &format!("{} {title}", language.text(Text::Dock)));
                if dock.clicked() {
                    commands.push(Command::SetFloating { panel, floats: false });
                }
                ui.separator();
                scope_ui(ui, Tile::Panel(panel), |ui| app.panels.panel_ui(ui, panel, &app.session, commands));
            });
        if !is_open {
            commands.push(Command::ClosePanel(panel));
        }
    }
}

/// Returns the rectangle of the active run's tile.
fn active_run_rect(app: &Edagari) -> Option<Rect> {
    let tile = app.arrangement.find(Tile::Run(app.session.active))?;
    app.arrangement.tree.tiles.rect(tile)
}

/// Draws the contents of a tile with stable widget ids: scrolling, folding and focus are kept wherever the tile is moved, and
/// reopened tiles add no new ids to egui's memory.
fn scope_ui<R>(ui: &mut Ui, tile: Tile, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let ids = UiBuilder::new().scope_id(Id::unique(("content of tile", tile)));
    ui.scope_builder(ids, add_contents).inner
}

/// Draws the contents of a tile; returns the response of the heading of a run.
pub(super) fn contents_ui(ui: &mut Ui, app: &mut Edagari, tile: Tile, commands: &mut Vec<Command>) -> Option<Response> {
    match tile {
        Tile::Run(id) => {
            let Edagari { session, views, .. } = app;
            let run = session.run(id)?;
            let view = views.entry(id).or_default();
            let heading = scope_ui(ui, tile, |ui| run_tile_ui(ui, session, run, view, commands));
            redraws::set_drawn(ui.ctx(), id.0, view.drawn);
            Some(heading)
        }
        Tile::Panel(panel) => {
            let palette = Palette::of(ui);
            let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 8));
            frame.show(ui, |ui| {
                ui.set_min_size(ui.available_size());
                scope_ui(ui, tile, |ui| app.panels.panel_ui(ui, panel, &app.session, commands));
            });
            None
        }
    }
}

/// State while the tiles are drawn.
struct TilesDrawing<'a> {
    app: &'a mut Edagari,
    commands: &'a mut Vec<Command>,
    alone: Vec<TileId>,
    is_edited: bool,
    /// Whether a tile was moved or resized.
    is_moved: bool,
}

/// Returns the title of a tile.
fn title(app: &Edagari, tile: Tile) -> String {
    let session: &Session = &app.session;
    match tile {
        Tile::Run(id) => session.run(id).map_or_else(String::new, |run| run_title(session, run)),
        Tile::Panel(panel) => app.panels.title(panel, session),
    }
}

/// Returns the command that closes a tile; `None` for the last run.
pub(super) fn close(session: &Session, tile: Tile) -> Option<Command> {
    match tile {
        Tile::Run(run) => (session.runs.len() > 1).then_some(Command::CloseRun(run)),
        Tile::Panel(panel) => Some(Command::ClosePanel(panel)),
    }
}

const fn maximise(tile: Tile) -> Command {
    match tile {
        Tile::Run(run) => Command::MaximiseRun(run),
        Tile::Panel(panel) => Command::MaximisePanel(panel),
    }
}

/// Draws the menu of a tile.
fn tile_menu_ui(ui: &mut Ui, app: &Edagari, tile: Tile, commands: &mut Vec<Command>) {
    let language = app.session.settings.language;
    ui.set_min_width(180.0);
    let is_maximised = app.arrangement.maximised == Some(tile);
    let text = if is_maximised { Text::RestoreTile } else { Text::ActMaximiseTile };
    if ui.button(language.text(text)).clicked() {
        commands.push(maximise(tile));
        ui.close();
    }
    if let Tile::Panel(panel) = tile
        && ui.button(language.text(Text::ActFloatTile)).clicked()
    {
        commands.push(Command::SetFloating { panel, floats: true });
        ui.close();
    }
    if let Some(command) = close(&app.session, tile)
        && ui.button(language.text(Text::Close)).clicked()
    {
        commands.push(command);
        ui.close();
    }
}

impl TilesDrawing<'_> {
    /// Adds the actions of a tile's tab or heading: a context menu, and maximising by a double click.
    fn handle_ui(&mut self, tile: Tile, handle: &egui::Response) {
        handle.context_menu(|ui| tile_menu_ui(ui, self.app, tile, self.commands));
        if handle.double_clicked() {
            self.commands.push(maximise(tile));
        }
    }

    /// Draws a frame around the focused tile, and sets its accessible name.
    fn focus_ui(&self, ui: &Ui, tile: Tile, rect: Rect) {
        if !self.app.shows_focus || self.app.focused != Some(tile) {
            return;
        }
        let response = ui.interact(rect, Id::unique(("tile", tile)), Sense::focusable_noninteractive());
        let name = title(self.app, tile);
        response.widget_info(|| WidgetInfo::selected(Role::Pane, true, true, &name));
        let stroke = Stroke::new(1.5, Palette::of(ui).action);
        ui.painter().rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
    }
}

impl Behavior<Tile> for TilesDrawing<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, tile: &mut Tile) -> UiResponse {
        let rect = ui.max_rect();
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        landmark(ui, Role::Region, &title(self.app, *tile));
        let mut response = UiResponse::None;
        if let Some(heading) = contents_ui(ui, self.app, *tile, self.commands) {
            if heading.drag_started() {
                response = UiResponse::DragStarted;
            }
            self.handle_ui(*tile, &heading);
        }
        self.focus_ui(ui, *tile, rect);
        response
    }

    fn tab_title_for_pane(&mut self, tile: &Tile) -> WidgetText {
        title(self.app, *tile).into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Tile>, id: TileId) -> WidgetText {
        match tiles.get(id) {
            Some(Node::Pane(tile)) => self.tab_title_for_pane(tile),
            _ => self.app.session.settings.language.text(Text::KeysOfRuns).into(),
        }
    }

    fn is_tab_closable(&self, tiles: &Tiles<Tile>, id: TileId) -> bool {
        tiles.get_pane(&id).is_some_and(|tile| close(&self.app.session, *tile).is_some())
    }

    fn on_tab_close(&mut self, tiles: &mut Tiles<Tile>, id: TileId) -> bool {
        let command = tiles.get_pane(&id).and_then(|tile| close(&self.app.session, *tile));
        self.commands.extend(command);
        // Nodes of closed tiles are kept, because the tiles may be reopened.
        false
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<Tile>, id: TileId, response: egui::Response) -> egui::Response {
        if let Some(&tile) = tiles.get_pane(&id) {
            self.handle_ui(tile, &response);
        }
        response
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Tile>,
        ui: &mut Ui,
        id: Id,
        tile_id: TileId,
        state: &TabState,
    ) -> egui::Response {
        let title = self.tab_title_for_tile(tiles, tile_id);
        let (response, closes) = tab_ui(ui, id, title.text(), state, self.app.session.settings.language);
        if closes {
            self.on_tab_close(tiles, tile_id);
        }
        self.on_tab_button(tiles, tile_id, response)
    }

    fn is_tab_bar_visible(&self, id: TileId, _: &Tabs) -> bool {
        !self.alone.contains(&id)
    }

    fn tab_bar_height(&self, style: &egui::Style) -> f32 {
        style.spacing.interact_size.y + 2.0
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn min_size(&self) -> f32 {
        MIN_SIZE
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.panel_fill
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.is_edited = true;
        self.is_moved |= matches!(edit, EditAction::TileResized | EditAction::TileDropped);
    }
}

/// Maximum width of a tab's title, in points.
const MAX_WIDTH: f32 = 230.0;
/// Width of the cross of a tab, in points.
const CROSS: f32 = 20.0;

/// Draws a tab with its title, truncated if necessary, and a cross. Also returns whether the tab is to be closed: the cross was
/// clicked, or the tab with the middle button.
pub(super) fn tab_ui(ui: &mut Ui, id: Id, title: &str, state: &TabState, language: Language) -> (Response, bool) {
    let palette = Palette::of(ui);
    let color = if state.active { palette.text } else { palette.secondary };
    let mut job = LayoutJob::simple_singleline(title.to_owned(), font(SECONDARY), color);
    job.wrap = TextWrapping::truncate_at_width(MAX_WIDTH);
    let galley = ui.painter().layout_job(job);
    let cross = if state.closable { target_size(ui, vec2(CROSS, CROSS)).x } else { 0.0 };
    let (_, rect) = ui.allocate_space(vec2(galley.size().x + 20.0 + cross, ui.available_height()));
    let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, state.active, title));
    if !state.is_being_dragged {
        if state.active {
            ui.painter().rect_filled(rect, 0.0, palette.panel);
            let line = Rect::from_min_max(rect.left_bottom() - vec2(0.0, 2.0), rect.right_bottom());
            ui.painter().rect_filled(line, 0.0, palette.action);
        }
        let at = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
    }
    let closes =
        state.closable && (closing_ui(ui, id, rect, title, language) || response.clicked_by(PointerButton::Middle));
    (response.on_hover_text(title), closes)
}

/// Draws the cross of a tab; returns whether it was clicked.
fn closing_ui(ui: &Ui, tab: Id, rect: Rect, title: &str, language: Language) -> bool {
    let size = target_size(ui, vec2(16.0, 16.0));
    let place = Rect::from_center_size(rect.right_center() - vec2(size.x / 2.0 + 6.0, 0.0), size);
    cross_ui(ui, tab.with("close"), place, &format!("{} {title}", language.text(Text::Close)))
}
