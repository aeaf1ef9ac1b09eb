//! Arrows between the nodes that are shown: of the answer to why, and of notes.

use egui::Ui;
use egui::emath::TSTransform;

use crate::scene::{Arrow, FocusLayout, Scene};
use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::Pointer;

/// Arrows that are drawn at most; longer lines keep to the sentences.
const MOST_ARROWS: usize = 40;

/// Draws the arrows between the nodes that are shown, or the nearest above them that are.
pub(crate) fn arrows_ui(
    ui: &Ui,
    rect: egui::Rect,
    arrows: &[Pointer],
    layout: &FocusLayout,
    screen_from_scene: TSTransform,
) {
    let mut scene = Scene::default();
    for pointer in arrows.iter().take(MOST_ARROWS) {
        let shown = |path: &[u32]| layout.indexes_on_path(path).0.last().copied();
        let (Some(from), Some(to)) = (shown(&pointer.from), shown(&pointer.to)) else { continue };
        let center = |node: usize| layout.nodes[node].rect.center();
        let arrow = Arrow {
            from: center(from),
            to: center(to),
            color: pointer.color,
            label: pointer.label.clone(),
            dashed: pointer.dashed,
        };
        arrow.draw(screen_from_scene.scaling, &mut scene.shapes);
    }
    paint(&ui.painter_at(rect), &Palette::of(ui), &scene.shapes, screen_from_scene);
}
