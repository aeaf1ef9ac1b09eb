//! Legends: the meanings of colours and signs, in rows of small texts.

use std::sync::Arc;

use egui::{Color32, Galley, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use edagari_core::language::{Language, Text};
use edagari_draw::scene::{ColumnColors, ColumnKey};

use super::theme::{Palette, SMALL, font};

/// Width and height of a sign; below, the height of a row and the gaps.
const SIGN: f32 = 9.0;
const HEIGHT: f32 = 16.0;
const SIGN_GAP: f32 = 4.0;
const ENTRY_GAP: f32 = 12.0;

/// Sign before a text of the legend.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    /// A filled square.
    Filled,
    /// A square with a stroke across.
    Struck,
    /// A hatched square.
    Hatched,
    /// Three dots in a frame.
    Dots,
    /// A triangle.
    Triangle,
    /// A vertical line.
    Line,
}

/// Entry of a legend: a sign, its colour and its meaning.
pub(crate) type Entry<'a> = (Sign, Color32, &'a str);

/// Returns the entries for the colours of a column; `absent` is the colour of visits without a value.
pub(crate) fn column_entries(
    colors: &ColumnColors,
    palette: &Palette,
    absent: Color32,
    language: Language,
) -> Vec<(Sign, Color32, String)> {
    let others = language.text(Text::OtherWords);
    let of_key =
        |key: ColumnKey| (Sign::Filled, palette.scene(key.color), key.text.unwrap_or_else(|| others.to_owned()));
    let mut entries: Vec<_> = colors.legend().into_iter().map(of_key).collect();
    if let Some((.., first)) = entries.first_mut() {
        *first = format!("{} {first}", colors.name());
    }
    let without = language.fill(Text::WithoutColumn, &[("column", colors.name())]);
    entries.push((Sign::Filled, absent, without));
    entries
}

/// Returns the width of a legend in one row.
pub(crate) fn legend_width(ui: &Ui, entries: &[Entry<'_>]) -> f32 {
    entries.iter().map(|&(_, _, text)| entry_width(&words(ui, text)) + ENTRY_GAP).sum()
}

/// Draws a legend, in as many rows as it needs.
pub(crate) fn legend_ui(ui: &mut Ui, entries: &[Entry<'_>]) {
    let before = ui.spacing().interact_size.y;
    // Sets the height of the rows.
    ui.spacing_mut().interact_size.y = HEIGHT;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(ENTRY_GAP, 0.0);
        for &(sign, color, text) in entries {
            // A sign and its text are kept in the same row.
            let galley = words(ui, text);
            let (rect, response) = ui.allocate_exact_size(vec2(entry_width(&galley), HEIGHT), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            sign_shapes(ui, sign, color, pos2(rect.left() + SIGN / 2.0, rect.center().y));
            let at = pos2(rect.left() + SIGN + SIGN_GAP, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(at, galley, Palette::of(ui).secondary);
        }
    });
    ui.spacing_mut().interact_size.y = before;
}

fn words(ui: &Ui, text: &str) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.to_owned(), font(SMALL), Palette::of(ui).secondary)
}

fn entry_width(words: &Galley) -> f32 {
    SIGN + SIGN_GAP + words.size().x
}

fn sign_shapes(ui: &Ui, sign: Sign, color: Color32, center: egui::Pos2) {
    let painter = ui.painter();
    let rect = egui::Rect::from_center_size(center, vec2(SIGN, SIGN));
    match sign {
        Sign::Filled => {
            painter.rect_filled(rect, 1.0, color);
        }
        Sign::Struck => {
            painter.rect_filled(rect, 1.0, color);
            painter.line_segment([rect.left_bottom(), rect.right_top()], Stroke::new(1.5, Palette::of(ui).ground));
        }
        Sign::Hatched => {
            painter.rect_stroke(rect, 1.0, Stroke::new(1.0, color), egui::StrokeKind::Inside);
            for place in [1.0 / 3.0, 2.0 / 3.0, 1.0] {
                let ends = [rect.left_top() + vec2(0.0, place * SIGN), rect.left_top() + vec2(place * SIGN, 0.0)];
                painter.line_segment(ends, Stroke::new(1.25, color));
            }
        }
        Sign::Dots => {
            painter.rect_stroke(rect, 1.0, Stroke::new(1.0, Palette::of(ui).unvisited), egui::StrokeKind::Inside);
            for place in [-1.0, 0.0, 1.0] {
                painter.circle_filled(center + vec2(place * SIGN / 4.0, 0.0), 1.0, color);
            }
        }
        Sign::Triangle => {
            let corners = vec![rect.center_top(), rect.right_bottom(), rect.left_bottom()];
            painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
        }
        Sign::Line => {
            painter.vline(center.x, rect.y_range(), Stroke::new(2.0, color));
        }
    }
}
