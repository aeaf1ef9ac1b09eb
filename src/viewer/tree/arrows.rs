//! Arrows between the nodes that are shown: those of the answer to "why", and those of notes.

use egui::Ui;
use egui::emath::TSTransform;

use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::Palette;
use edagari_draw::scene::{FocusLayout, Pointer, Scene};

/// Draws arrows between nodes; an end that is not shown is replaced by its nearest shown ancestor.
pub(crate) fn arrows_ui(
    ui: &Ui,
    rect: egui::Rect,
    arrows: &[Pointer],
    layout: &FocusLayout,
    screen_from_scene: TSTransform,
) {
    let mut scene = Scene::default();
    for arrow in Pointer::arrows(arrows, layout) {
        arrow.draw(screen_from_scene.scaling, &mut scene.shapes);
    }
    paint(&ui.painter_at(rect), &Palette::of(ui), &scene.shapes, screen_from_scene);
}
