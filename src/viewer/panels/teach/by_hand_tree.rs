//! The tree of an exercise with the written values: nodes are selected by a click or by keyboard.

use egui::emath::TSTransform;
use egui::{Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use crate::viewer::commands::{ByHandCommand, Command};
use crate::viewer::kit::paint::{on_screen, paint};
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::set_level;
use crate::viewer::session::ByHand;
use edagari_core::language::Language;
use edagari_draw::export::exercise_picture;
use edagari_teach::exercise::Verdict;

/// Range of the scale, in screen points per point of the picture.
const SCALES: std::ops::RangeInclusive<f32> = 1.1..=2.4;
/// Margin around the picture.
const MARGIN: f32 = 14.0;

/// Draws the tree as large as it fits; a larger tree scrolls.
pub(super) fn by_hand_tree_ui(ui: &mut Ui, by_hand: &ByHand, language: Language, commands: &mut Vec<Command>) {
    let picture = exercise_picture(&by_hand.made, by_hand.written());
    let room = ui.available_size();
    let fits = ((room.x - 2.0 * MARGIN) / picture.size.0).min((room.y - 2.0 * MARGIN) / picture.size.1);
    let scale = fits.clamp(*SCALES.start(), *SCALES.end());
    let size = vec2(picture.size.0, picture.size.1) * scale + vec2(2.0, 2.0) * MARGIN;
    ScrollArea::both().id_salt("tree of the exercise").auto_shrink(false).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size.max(room), Sense::hover());
        let palette = Palette::of(ui);
        let left = rect.min.x + ((rect.width() - size.x) / 2.0).max(0.0) + MARGIN;
        let to_screen = TSTransform::new(vec2(left, rect.min.y + MARGIN), scale);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, palette.ground);
        paint(&painter, &palette, &picture.scene.shapes, to_screen);
        for (node, place) in picture.nodes.iter().enumerate() {
            node_ui(ui, by_hand, node as u32, on_screen(*place, to_screen), language, commands);
        }
    });
}

fn node_ui(ui: &Ui, by_hand: &ByHand, node: u32, rect: Rect, language: Language, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let response = ui.interact(rect, Id::unique(("node of the exercise", node)), Sense::click());
    let name = by_hand.written().in_words(by_hand.exercise(), node, language);
    let is_selected = by_hand.selected == node;
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, &name));
    ui.accesskit_node_builder(response.id, |accessible| {
        set_level(accessible, by_hand.exercise().tree().depth(node) as usize + 1, language);
    });
    if response.clicked() {
        commands.push(Command::ByHand(ByHandCommand::Select(node)));
    }
    let painter = ui.painter();
    if by_hand.tells() && is_wrong(by_hand, node) {
        painter.rect_stroke(rect.expand(2.5), 5.0, Stroke::new(1.5, palette.cut), StrokeKind::Outside);
    }
    if is_selected || response.has_focus() {
        let width = if response.has_focus() { 2.5 } else { 1.5 };
        painter.rect_stroke(rect.expand(4.5), 6.0, Stroke::new(width, palette.action), StrokeKind::Outside);
    }
}

/// Whether a step at a node is wrong.
fn is_wrong(by_hand: &ByHand, node: u32) -> bool {
    let judged = by_hand.answers().steps.iter().zip(&by_hand.grade().verdicts);
    judged.into_iter().any(|(step, verdict)| step.node() == node && matches!(verdict, Verdict::Wrong(_)))
}
