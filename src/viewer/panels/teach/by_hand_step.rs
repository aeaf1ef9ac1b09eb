//! The tree of an exercise with the written values, and the form at its selected node.

use crate::viewer::commands::{ByHandCommand, Command};
use crate::viewer::kit::paint::{on_screen, paint};
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{prose_ui, set_level, set_name};
use crate::viewer::session::ByHand;
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::{BoundKind, Window};
use edagari_draw::export::exercise_picture;
use edagari_teach::exercise::{SearchByHand, Step, Verdict, typed_score};
use egui::emath::TSTransform;
use egui::{
    Button, Id, Key, Label, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui,
    WidgetInfo, vec2,
};

/// Width of a field for a number.
const FIELD: f32 = 64.0;

/// Texts entered at the selected node.
#[derive(Debug, Default)]
pub(super) struct StepForm {
    /// Node to which the texts belong, and the number of steps before.
    of: Option<(u32, usize)>,
    alpha: String,
    beta: String,
    score: String,
    bound: Option<BoundKind>,
    /// Whether an entered text is not a number.
    is_refused: bool,
}

impl StepForm {
    /// Draws the form of the selected node.
    pub(super) fn ui(&mut self, ui: &mut Ui, by_hand: &ByHand, language: Language, commands: &mut Vec<Command>) {
        let node = by_hand.selected;
        let of = Some((node, by_hand.answers().steps.len()));
        let is_new = self.of != of;
        if is_new {
            *self = Self { of, ..Self::default() };
        }
        let (exercise, written) = (by_hand.exercise(), by_hand.written());
        let tree = exercise.tree();
        let convention = exercise.convention();
        let name = visible(tree.name(node)).into_owned();
        let sign = if tree.player(node) == edagari_core::game::Player::Max { "▲ max" } else { "▼ min" };
        let title = if tree.is_leaf(node) { name.clone() } else { format!("{name}  {sign}") };
        ui.add(Label::new(strong(title, HEADING)));
        let mut step = None;
        if tree.is_leaf(node) {
            let score = tree.score(node).map(|score| exercise.written(node, score).to_string());
            let text = language.fill(Text::ByHandLeaf, &[("score", &score.unwrap_or_default())]);
            prose_ui(ui, RichText::new(text).size(SECONDARY));
        } else if convention.windows && !written.is_open(node) {
            step = self.window_ui(ui, node, is_new, language);
        } else {
            step = self.score_ui(ui, node, convention.signs, is_new, language);
        }
        let is_blank = written.visits(node).is_empty() && !written.is_struck(node);
        // When PVS searches the parent again, nodes that were searched or struck before can be struck.
        let is_again = convention.search == SearchByHand::Pvs && !written.is_open(node);
        if (is_blank || is_again) && tree.parent(node).is_some() {
            let text = language.fill(Text::ByHandStrike, &[("node", &name)]);
            if ui.button(text).clicked() {
                step = Some(Step::Skip { node });
            }
        }
        if self.is_refused {
            let color = Palette::of(ui).cut;
            prose_ui(ui, RichText::new(language.text(Text::ByHandNoNumber)).size(SECONDARY).color(color));
        }
        commands.extend(step.map(|step| Command::ByHand(ByHandCommand::Take(step))));
    }

    fn window_ui(&mut self, ui: &mut Ui, node: u32, is_new: bool, language: Language) -> Option<Step> {
        let entered = ui
            .horizontal_wrapped(|ui| {
                let alpha = field_ui(ui, &mut self.alpha, ("alpha", node), "α");
                if is_new {
                    alpha.request_focus();
                }
                let is_alpha_done = is_entered(ui, &alpha);
                let beta = field_ui(ui, &mut self.beta, ("beta", node), "β");
                if is_alpha_done {
                    beta.request_focus();
                }
                let is_done = ui.add(Button::new(language.text(Text::ByHandEnter))).clicked();
                is_done || is_entered(ui, &beta)
            })
            .inner;
        if !entered {
            return None;
        }
        let window = typed_score(&self.alpha).zip(typed_score(&self.beta)).map(|(alpha, beta)| Window { alpha, beta });
        self.is_refused = window.is_none();
        Some(Step::Enter { node, window: window? })
    }

    fn score_ui(&mut self, ui: &mut Ui, node: u32, signs: bool, is_new: bool, language: Language) -> Option<Step> {
        let entered = ui
            .horizontal_wrapped(|ui| {
                if signs {
                    for kind in [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower] {
                        if ui.selectable_label(self.bound == Some(kind), kind.sign()).clicked() {
                            self.bound = Some(kind);
                        }
                    }
                }
                let score = field_ui(ui, &mut self.score, ("score", node), language.text(Text::WhatIfScore));
                if is_new {
                    score.request_focus();
                }
                ui.add(Button::new(language.text(Text::ByHandReturn))).clicked() || is_entered(ui, &score)
            })
            .inner;
        if !entered {
            return None;
        }
        // "≥ 3" can also be entered as a whole.
        let typed = self.score.trim();
        let signed = [BoundKind::Upper, BoundKind::Exact, BoundKind::Lower].into_iter().find_map(|kind| {
            let ways: &[&str] = match kind {
                BoundKind::Upper => &["≤", "<="],
                BoundKind::Exact => &["="],
                BoundKind::Lower => &["≥", ">="],
            };
            ways.iter().find_map(|way| typed.strip_prefix(way)).map(|rest| (Some(kind), rest))
        });
        let (bound, digits) = signed.unwrap_or((self.bound, typed));
        let score = typed_score(digits);
        self.is_refused = score.is_none();
        Some(Step::Return { node, score: score?, bound: bound.filter(|_| signs) })
    }
}

fn field_ui(ui: &mut Ui, text: &mut String, id: (&str, u32), name: &str) -> Response {
    let field = TextEdit::singleline(text).id(Id::unique(id)).hint_text(name).desired_width(FIELD);
    let response = ui.add(field);
    set_name(ui, response.id, name);
    response
}

fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

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
