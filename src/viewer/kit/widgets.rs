//! Small widgets that many panels share.

use egui::{Button, Id, RichText, Stroke, Ui, vec2};
use egui_plot::GridMark;

use super::theme::{Palette, SECONDARY, strong};

/// Gives a widget that egui names after its value a name of its own.
pub(crate) fn set_name(ui: &Ui, id: Id, name: &str) {
    ui.accesskit_node_builder(id, |node| node.set_label(name));
}

/// Says that a widget comes next. One that egui does not know from the redraw before is drawn twice more, for its state could be
/// another; one that has been spoken of has no state yet.
pub(crate) fn announce(ui: &Ui) {
    ui.interact(egui::Rect::NOTHING, ui.next_auto_id(), egui::Sense::hover());
}

/// A line that can be chosen, with a note at its end.
pub(crate) fn choice_ui(ui: &mut Ui, text: &str, is_chosen: bool, note: &str) -> egui::Response {
    let note = RichText::new(note).size(SECONDARY).color(Palette::of(ui).secondary);
    let button = Button::selectable(is_chosen, text).right_text(note);
    let response = ui.add_sized(vec2(ui.available_width(), 24.0), button);
    set_name(ui, response.id, text);
    response
}

/// A check box whose box is seen on every ground.
pub(crate) fn check_ui(ui: &mut Ui, is_on: &mut bool, text: impl Into<egui::WidgetText>) -> egui::Response {
    let palette = Palette::of(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            widget.bg_fill = palette.node;
        }
        widgets.inactive.bg_stroke.color = palette.secondary;
        ui.checkbox(is_on, text.into())
    })
    .inner
}

/// Two columns that stand apart.
pub(crate) fn two_columns_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut [Ui]) -> R) -> R {
    const GAP: f32 = 28.0;
    let spacing = ui.spacing().item_spacing.x;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.columns(2, |columns| {
            for column in &mut *columns {
                column.spacing_mut().item_spacing.x = spacing;
            }
            contents(columns)
        })
    })
    .inner
}

/// A small heading.
pub(crate) fn section_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    ui.label(strong(text, SECONDARY).color(color));
}

/// A sentence in a frame, with room for so many lines, so that what lies below does not jump; a
/// screen reader says it when it changes.
pub(crate) fn sentence_ui(ui: &mut Ui, sentence: &str, lines: u8) {
    let palette = Palette::of(ui);
    let frame = egui::Frame::new()
        .fill(palette.ground)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(4.0 + 18.0 * f32::from(lines));
        let response = ui.add(egui::Label::new(sentence).wrap());
        ui.accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
    });
}

/// A row between a heading and what lies below it.
pub(crate) fn bar_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    let ground = Palette::of(ui).ground;
    egui::Frame::new().fill(ground).inner_margin(egui::Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.set_height(26.0);
        ui.horizontal_centered(contents);
    });
}

/// Marks at certain values, which are all labelled.
pub(crate) fn marks_at(values: impl IntoIterator<Item = f64>) -> Vec<GridMark> {
    values.into_iter().map(|value| GridMark { value, step_size: 1e3 }).collect()
}
