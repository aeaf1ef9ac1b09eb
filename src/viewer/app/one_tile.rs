//! One tile at a time, with a tab for each tile, in windows too narrow for several. The arrangement
//! of the tiles is kept, so when the window becomes wide again, they are back in their places.

use super::arrangement::Tile;
use super::edagari::Edagari;
use super::tiles::{close, contents_ui};
use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::icons::cross_ui;
use crate::viewer::kit::screen::row_height;
use crate::viewer::kit::theme::{Palette, SECONDARY, font};
use edagari_core::language::Text;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Height of a row of tabs without touch, in points.
const TABS_HEIGHT: f32 = 28.0;
/// Least width of a tab, in points: with more tabs in a row there are several rows.
const MIN_TAB: f32 = 84.0;

impl Edagari {
    /// Returns the tiles that can be in front in a narrow window: the runs on screen, and the open panels.
    pub(super) fn tiles_by_tabs(&self) -> Vec<Tile> {
        let runs = self.session.shown_runs().map(|run| Tile::Run(run.id));
        runs.chain(self.panels.actions().map(Tile::Panel)).collect()
    }

    /// Returns the tile in front in a narrow window: the focused panel, else the active run.
    pub(super) fn front_tile(&self) -> Tile {
        match self.focused {
            Some(Tile::Panel(panel)) if self.panels.is_open(panel) => Tile::Panel(panel),
            _ => Tile::Run(self.session.active),
        }
    }
}

/// Draws the tabs of all tiles, and the tile in front.
pub(super) fn one_tile_ui(ui: &mut Ui, app: &mut Edagari, commands: &mut Vec<Command>) {
    let open: Vec<Action> = app.panels.actions().collect();
    app.arrangement.fit_to(&app.session, &open);
    app.views.retain(|&id, _| app.session.run(id).is_some());
    let front = app.front_tile();
    tabs_ui(ui, app, front, commands);
    let rest = ui.available_rect_before_wrap();
    ui.scope_builder(egui::UiBuilder::new().max_rect(rest), |ui| {
        ui.set_clip_rect(rest.intersect(ui.clip_rect()));
        contents_ui(ui, app, front, commands);
    });
}

/// Draws a tab for each tile; a lone run has none.
fn tabs_ui(ui: &mut Ui, app: &Edagari, front: Tile, commands: &mut Vec<Command>) {
    let tiles = app.tiles_by_tabs();
    if tiles.len() < 2 {
        return;
    }
    let width = ui.available_width();
    let a_row = ((width / MIN_TAB) as usize).max(1);
    let rows = tiles.len().div_ceil(a_row);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        for row in tiles.chunks(tiles.len().div_ceil(rows)) {
            let size = vec2(width / row.len() as f32, row_height(ui, TABS_HEIGHT));
            ui.horizontal(|ui| {
                for &tile in row {
                    tab_ui(ui, app, tile, tile == front, size, commands);
                }
            });
        }
    });
}

/// Draws a tab with the short name of its tile; the one in front has a cross if its tile can be closed.
fn tab_ui(ui: &mut Ui, app: &Edagari, tile: Tile, is_front: bool, size: egui::Vec2, commands: &mut Vec<Command>) {
    let (session, palette) = (&app.session, Palette::of(ui));
    let label = match tile {
        Tile::Run(id) => session.run(id).map(|run| run_name(session, run)).unwrap_or_default(),
        Tile::Panel(panel) => app.panels.title(panel, session),
    };
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    let closing = close(session, tile).filter(|_| is_front);
    let cross = if closing.is_some() { row_height(ui, 20.0).min(whole.width() / 2.0) } else { 0.0 };
    let rect = Rect::from_min_max(whole.min, whole.max - vec2(cross, 0.0));
    let response = ui.interact(rect, egui::Id::unique(("tab", tile)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_front, &label));
    let fill = if is_front { palette.panel } else { palette.ground };
    ui.painter().rect_filled(whole, 0.0, fill);
    let color = if is_front { palette.text } else { palette.secondary };
    let mut job = LayoutJob::simple_singleline(label.clone(), font(SECONDARY), color);
    job.wrap = TextWrapping::truncate_at_width(rect.width() - 12.0);
    let galley = ui.painter().layout_job(job);
    let at = pos2(rect.center().x - galley.size().x / 2.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
    if is_front {
        let line = Rect::from_min_max(whole.left_bottom() - vec2(0.0, 2.0), whole.right_bottom());
        ui.painter().rect_filled(line, 0.0, palette.action);
    }
    if response.has_focus() {
        let stroke = egui::Stroke::new(2.0, palette.action);
        ui.painter().rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
    }
    if response.on_hover_text(&label).clicked() {
        commands.push(match tile {
            Tile::Run(run) => Command::Activate(run),
            Tile::Panel(panel) => Command::ShowPanel(panel),
        });
    }
    if let Some(closing) = closing {
        let place = Rect::from_min_max(pos2(rect.right(), whole.top()), whole.max);
        let name = format!("{} {label}", session.settings.language.text(Text::Close));
        if cross_ui(ui, egui::Id::unique(("tab", tile)).with("close"), place, &name) {
            commands.push(closing);
        }
    }
}
