//! One pane: its heading, the way to its node, and its tree.

use std::sync::Arc;

use egui::{Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::action::{Action, Command};
use super::icons::{Icon, icon_button_ui};
use super::pane::Pane;
use super::settings::{Settings, TreeForm};
use super::theme::{HEADING, Palette, SECONDARY, font, strong};
use super::time_bar::set_name;
use super::tree_view::tree_ui;
use super::whole_tree_view::whole_tree_ui;
use super::why_panel::Why;
use crate::analysis::{game_text, run_title};
use crate::language::{Language, Text, grouped};
use crate::trace::Trace;

/// Everything a pane shows, its heading included.
#[expect(clippy::too_many_arguments, reason = "all of it is what a pane is drawn from")]
pub(super) fn pane_ui(
    ui: &mut Ui,
    index: usize,
    pane: &mut Pane,
    other: Option<&Arc<Trace>>,
    is_active: bool,
    settings: &Settings,
    why: Option<&Why>,
    commands: &mut Vec<Command>,
) {
    heading_ui(ui, index, pane, is_active, settings.language, commands);
    breadcrumb_ui(ui, index, pane, other, settings, commands);
    if settings.tree_form == TreeForm::Subtree || pane.along.is_some() {
        tree_ui(ui, index, pane, other, settings, why, commands);
    } else {
        whole_tree_ui(ui, index, pane, settings, commands);
    }
}

fn heading_ui(
    ui: &mut Ui,
    index: usize,
    pane: &Pane,
    is_active: bool,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::click());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.panel);
    if is_active {
        let bar = Rect::from_min_max(rect.left_bottom() - vec2(0.0, 2.0), rect.right_bottom());
        painter.rect_filled(bar, 0.0, palette.action);
    }
    let search = run_title(&pane.trace, language);
    let game = game_text(&pane.trace.setup.game, language);
    let title = match &pane.origin {
        Some(origin) => format!("{search} · {game} · {origin}"),
        None => format!("{search} · {game}"),
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_active, &title));
    let response = response.on_hover_text(&title);
    if response.clicked() {
        commands.push(Command::Activate(index));
    }
    // A child of its own, so that the heading keeps its height.
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 5.0))));
    heading_line_ui(&mut inner, index, pane, &title, language, commands);
}

fn heading_line_ui(
    ui: &mut Ui,
    index: usize,
    pane: &Pane,
    title: &str,
    language: Language,
    commands: &mut Vec<Command>,
) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let set_up = ui.button(language.text(Text::SetUp));
        set_name(ui, set_up.id, language.text(if index == 0 { Text::ActSetUpLeft } else { Text::ActSetUpRight }));
        if set_up.clicked() {
            commands.push(Command::OpenSetup(index));
        }
        if let Some(recording) = &pane.recording {
            let is_indexing = recording.progress.is_indexing();
            let stop = ui.button(language.text(if is_indexing { Text::Discard } else { Text::Cancel }));
            // Who clicks twice to cancel does not mean to discard.
            if stop.clicked() && !(is_indexing && stop.double_clicked()) {
                commands.push(Command::Cancel(index));
            }
            ui.spinner();
            let visits = grouped(recording.progress.visits());
            let text = if is_indexing { Text::IndexingProgress } else { recording.text };
            let share = format!("{:.0}", recording.progress.share_indexed() * 100.0);
            ui.label(language.fill(text, &[("count", &visits), ("share", &share)]));
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.add(egui::Label::new(strong(title, HEADING)).truncate().selectable(false));
            if pane.recording.is_none() {
                let nodes = grouped(pane.trace.visit_count() as u64);
                let frames = grouped(pane.trace.frame_count() as u64);
                pill_ui(ui, &language.fill(Text::NodesPill, &[("count", &nodes)]));
                pill_ui(ui, &language.fill(Text::FramesPill, &[("count", &frames)]));
            }
        });
    });
}

/// A short fact in a rounded frame; left out where there is no room for it.
fn pill_ui(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font(SECONDARY), palette.secondary);
    let size = galley.size() + vec2(16.0, 4.0);
    if size.x > ui.available_width() {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_stroke(rect, size.y / 2.0, egui::Stroke::new(1.0, palette.line), egui::StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(8.0, 2.0), galley, palette.secondary);
}

fn breadcrumb_ui(
    ui: &mut Ui,
    index: usize,
    pane: &mut Pane,
    other: Option<&Arc<Trace>>,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let language = settings.language;
    pane_bar_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let named = |text: Text| {
            if index == 0 { language.text(text).to_owned() } else { format!("{} 2", language.text(text)) }
        };
        ui.add_enabled_ui(pane.can_go_back(), |ui| {
            if icon_button_ui(ui, Icon::Back, &named(Text::ActBack), language.text(Text::ActBack), false).clicked() {
                commands.extend([Command::Activate(index), Command::Do(Action::Back)]);
            }
        });
        ui.add_enabled_ui(pane.can_go_forward(), |ui| {
            if icon_button_ui(ui, Icon::Forward, &named(Text::ActForward), language.text(Text::ActForward), false)
                .clicked()
            {
                commands.extend([Command::Activate(index), Command::Do(Action::Forward)]);
            }
        });
        ui.add_space(6.0);
        let Some(view) = pane.view(settings, other) else { return };
        let mut before = None;
        for crumb in &view.breadcrumb {
            if let Some(before) = before.replace(crumb.length) {
                let between = if before + 1 == crumb.length { "›" } else { "› … ›" };
                ui.label(egui::RichText::new(between).color(palette.secondary).size(SECONDARY));
            }
            let name = crumb.name.as_deref().unwrap_or(language.text(Text::Root));
            let is_center = crumb.length == pane.center.len();
            let color = if is_center { palette.text } else { palette.secondary };
            let text = egui::RichText::new(name).size(SECONDARY).color(color);
            if ui.add(egui::Button::new(text).frame(false).truncate()).clicked() {
                commands.push(Command::Center { pane: index, path: pane.center[..crumb.length].to_vec() });
            }
        }
    });
}

/// A row of a pane, between its heading and its tree.
pub(super) fn pane_bar_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    let ground = Palette::of(ui).ground;
    egui::Frame::new().fill(ground).inner_margin(egui::Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.set_height(26.0);
        ui.horizontal_centered(contents);
    });
}
