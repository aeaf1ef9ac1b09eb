//! Labels over the picture that explain it: one for each kind of mark in sight. A click on a label opens the glossary.

use egui::emath::TSTransform;
use egui::{
    Align, Align2, Color32, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::marks::Mark;
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::keys::keys_text;
use crate::viewer::kit::paint::on_screen;
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL, font, strong_font};
use crate::viewer::session::Run;
use edagari_core::language::{Language, Text};
use edagari_draw::scene;

/// The maximum number of instances of a mark that are tried for a label.
const MAX_TRIED: usize = 12;
/// The distances between a mark and its label, in points.
const DISTANCES: [f32; 4] = [14.0, 32.0, 60.0, 100.0];
const PADDING: Vec2 = vec2(6.0, 3.0);

/// A label with its place and its mark.
struct Placed {
    mark: Mark,
    at: Rect,
    label: Rect,
}

/// Draws a label for each kind of mark in sight, and a hint how to close them.
pub(super) fn explained_ui(
    ui: &mut Ui,
    rect: Rect,
    (run, marks): (&Run, &[(scene::Rect, Mark)]),
    nodes: &[scene::Rect],
    screen_from_scene: TSTransform,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.ground.gamma_multiply(0.3));
    // Labels avoid the nodes and the other marks.
    let marked = marks.iter().map(|(at, _)| at);
    let nodes: Vec<Rect> = nodes.iter().chain(marked).map(|&taken| on_screen(taken, screen_from_scene)).collect();
    let close = close_ui(ui, rect, &nodes, language, commands);
    let mut placed: Vec<Placed> = Vec::new();
    for &mark in Mark::ALL {
        let size = painter.layout_no_wrap(mark.name(&run.trace, language), font(SMALL), palette.text).size();
        let size = size + 2.0 * PADDING;
        let seen = marks.iter().filter(|(_, of)| *of == mark).map(|&(at, _)| on_screen(at, screen_from_scene));
        let seen: Vec<Rect> = seen.filter(|at| rect.contains_rect(*at)).take(MAX_TRIED).collect();
        let best = seen
            .iter()
            .flat_map(|&at| places_around(at, size).map(move |label| (at, label)))
            .filter(|(_, label)| rect.shrink(4.0).contains_rect(*label) && !label.intersects(close))
            .filter(|(_, label)| placed.iter().all(|other| !other.label.expand(2.0).intersects(*label)))
            .min_by(|a, b| cost(a, &nodes).total_cmp(&cost(b, &nodes)));
        if let Some((at, label)) = best {
            placed.push(Placed { mark, at, label });
        }
    }
    for Placed { at, label, .. } in &placed {
        let from = label.clamp(at.center());
        painter.line_segment([from, at.clamp(from)], Stroke::new(1.0, palette.action));
        painter.rect_stroke(at.expand(2.0), 3.0, Stroke::new(1.0, palette.action), StrokeKind::Outside);
    }
    for Placed { mark, label, .. } in placed {
        label_ui(ui, run, mark, label, language, commands);
    }
}

/// Returns places for a label: within a mark with enough room, as in the boxes of a whole tree, and around it, the nearest first.
fn places_around(at: Rect, size: Vec2) -> impl Iterator<Item = Rect> {
    let ways: [(f32, f32); 8] =
        [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0)];
    let has_room = at.width() > 1.5 * size.x && at.height() > 1.5 * size.y;
    let inside = has_room.then(|| Rect::from_center_size(at.center(), size));
    let around = DISTANCES.into_iter().flat_map(move |distance| {
        ways.into_iter().map(move |(x, y)| {
            let reach = vec2(at.width() / 2.0 + distance + size.x / 2.0, at.height() / 2.0 + distance + size.y / 2.0);
            Rect::from_center_size(at.center() + vec2(x * reach.x, y * reach.y), size)
        })
    });
    inside.into_iter().chain(around)
}

/// Returns the cost of a place: the area of nodes that it covers, and its distance.
fn cost((at, label): &(Rect, Rect), nodes: &[Rect]) -> f32 {
    covered(*label, nodes) + 4.0 * (at.center() - label.center()).length()
}

/// Returns the area of nodes and marks that a label covers.
fn covered(label: Rect, nodes: &[Rect]) -> f32 {
    nodes.iter().map(|node| node.intersect(label)).filter(Rect::is_positive).map(|part| part.area()).sum()
}

fn label_ui(ui: &Ui, run: &Run, mark: Mark, label: Rect, language: Language, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui);
    let (name, about) = (mark.name(&run.trace, language), mark.about(&run.trace, language));
    let response = ui.interact(label, Id::unique(("explained", run.id, mark)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
    ui.accesskit_node_builder(response.id, |node| node.set_description(about.as_str()));
    let is_pointed = response.hovered() || response.has_focus();
    let (fill, ink) = if is_pointed { (palette.action, palette.on_action) } else { (palette.panel, palette.text) };
    plate(ui, label, fill, palette.action);
    ui.painter().text(label.center(), Align2::CENTER_CENTER, name, font(SMALL), ink);
    let tooltip = format!("{about}\n{}", language.fill(Text::GlossaryOpen, &[("term", mark.term().name(language))]));
    if response.on_hover_text(tooltip).clicked() {
        commands.push(Command::ShowTerm(mark.term()));
    }
}

fn plate(ui: &Ui, rect: Rect, fill: Color32, edge: Color32) {
    ui.painter().rect(rect, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
}

/// Shows the title of the labels where it covers least, preferably at the top, and handles a click that closes them. Returns the area of the title.
fn close_ui(ui: &Ui, rect: Rect, nodes: &[Rect], language: Language, commands: &mut Vec<Command>) -> Rect {
    let palette = Palette::of(ui);
    let keys = Action::Dismiss.shortcuts().first().map(|keys| keys_text(ui.ctx(), keys)).unwrap_or_default();
    let text = format!("{} · {} ({keys})", Action::ExplainPicture.name(language), language.text(Text::Close));
    let galley = ui.painter().layout_no_wrap(text.clone(), strong_font(SECONDARY), palette.on_action);
    let size = galley.size() + 2.0 * PADDING;
    let inner = rect.shrink(6.0);
    let aligned = |x: Align, y: Align| Align2([x, y]).align_size_within_rect(size, inner);
    let places = [Align::Min, Align::Max]
        .into_iter()
        .flat_map(|y| [Align::Center, Align::Min, Align::Max].map(|x| aligned(x, y)));
    let least = places.min_by(|a, b| covered(*a, nodes).total_cmp(&covered(*b, nodes)));
    let place = least.unwrap_or(inner);
    let response = ui.interact(place, Id::unique("explained: close"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    plate(ui, place, palette.action, palette.action);
    ui.painter().galley(place.min + PADDING, galley, palette.on_action);
    if response.clicked() {
        commands.push(Command::Do(Action::ExplainPicture));
    }
    place
}
