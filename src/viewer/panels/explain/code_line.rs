//! A line of the code, with its margin: the number, a dot for a breakpoint, an amber bar beside the highlighted line.

use egui::{Align, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::viewer::kit::theme::{Palette, SMALL, font};
use edagari_core::analysis::WrittenLine;
use edagari_core::language::{Language, Text};

/// The width of the margin, and of the bar beside a highlighted line, in points.
const MARGIN: f32 = 34.0;
const BAR: f32 = 4.0;
/// The number of columns for a level of indentation.
const COLUMNS_A_LEVEL: f32 = 2.0;
/// The offset, in points, at which a text is drawn a second time to look bold: the monospace font has no bold weight.
const HEAVIER: f32 = 0.5;

/// A line of the code, and the data to draw it.
pub(super) struct Row<'a> {
    pub(super) line: &'a WrittenLine,
    /// The number of the line, from 1.
    pub(super) number: usize,
    pub(super) is_lit: bool,
    pub(super) has_breakpoint: bool,
    pub(super) size: f32,
    pub(super) language: Language,
}

/// The parts of a line that can be clicked.
pub(super) struct RowResponses {
    pub(super) margin: Response,
    pub(super) line: Response,
}

/// Draws a line of the code. A long line wraps, and so does its comment if there is no room beside it.
pub(super) fn row_ui(ui: &mut Ui, row: &Row<'_>) -> RowResponses {
    let palette = Palette::of(ui);
    let mono = FontId::monospace(row.size);
    let letter = ui.painter().layout_no_wrap("0".to_owned(), mono.clone(), palette.text).size().x;
    let indent = row.line.level as f32 * COLUMNS_A_LEVEL * letter;
    let left = MARGIN + BAR + 4.0;
    let width = ui.available_width();
    let room = (width - left - indent).max(letter * 12.0);
    // The indentation of a comment below its line.
    let further = 2.0 * letter;
    let code = ui.painter().layout(row.line.text.clone(), mono, palette.text, room);
    let comment = row.line.comment.map(|comment| {
        let text = format!("# {}", row.language.text(comment));
        let beside = room - code.size().x - 2.0 * letter;
        let alone = ui.painter().layout_no_wrap(text.clone(), font(SMALL), palette.secondary);
        let fits = alone.size().x <= beside;
        let galley =
            if fits { alone } else { ui.painter().layout(text, font(SMALL), palette.secondary, room - further) };
        (galley, fits)
    });
    let below = comment.as_ref().filter(|(_, fits)| !fits).map_or(0.0, |(comment, _)| comment.size().y);
    let height = code.size().y + below + 4.0;
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let margin = Rect::from_min_max(rect.min, pos2(rect.left() + MARGIN, rect.bottom()));
    let text = Rect::from_min_max(pos2(margin.right(), rect.top()), rect.max);
    let margin = ui.interact(margin, ui.scope_id().with(("margin", row.number)), Sense::click());
    let line = ui.interact(text, ui.scope_id().with(("line", row.number)), Sense::click());
    named(row, &margin, &line);
    if !ui.is_rect_visible(rect) {
        return RowResponses { margin, line };
    }
    if row.is_lit {
        ui.painter().rect_filled(text, 3.0, palette.current.gamma_multiply(0.18));
        let bar = Rect::from_min_size(text.min, vec2(BAR, text.height()));
        ui.painter().rect_filled(bar, 1.0, palette.current);
    } else if line.hovered() {
        ui.painter().rect_filled(text, 3.0, palette.hovered);
    }
    margin_ui(ui, row, &margin, &palette);
    let at = pos2(rect.left() + left + indent, rect.top() + 2.0);
    let size = code.size();
    if row.is_lit {
        ui.painter().galley(at + vec2(HEAVIER, 0.0), code.clone(), palette.text);
    }
    ui.painter().galley(at, code, palette.text);
    if let Some((comment, fits)) = comment {
        let beside = vec2(size.x + 2.0 * letter, size.y - comment.size().y);
        let at = at + if fits { beside } else { vec2(further, size.y) };
        ui.painter().galley(at, comment, palette.secondary);
    }
    for focused in [&margin, &line].into_iter().filter(|part| part.has_focus()) {
        let stroke = Stroke::new(2.0, palette.action);
        ui.painter().rect_stroke(focused.rect, 3.0, stroke, StrokeKind::Inside);
    }
    RowResponses { margin, line }
}

/// Sets the accessible names of the parts of a line.
fn named(row: &Row<'_>, margin: &Response, line: &Response) {
    let number = row.number.to_string();
    let name = if row.is_lit { Text::CodeLineLit } else { Text::CodeLineName };
    let name = row.language.fill(name, &[("number", &number), ("text", &row.line.text)]);
    line.widget_info(|| WidgetInfo::selected(Role::Button, true, row.is_lit, &name));
    let name = row.language.fill(Text::CodeBreakpoint, &[("number", &number)]);
    margin.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.has_breakpoint, &name));
}

fn margin_ui(ui: &Ui, row: &Row<'_>, margin: &Response, palette: &Palette) {
    let rect = margin.rect;
    let dot = pos2(rect.left() + 7.0, rect.top() + 2.0 + row.size * 0.6);
    if row.has_breakpoint {
        ui.painter().circle_filled(dot, 4.5, palette.cut);
    } else if margin.hovered() || margin.has_focus() {
        ui.painter().circle_stroke(dot, 4.0, Stroke::new(1.0, palette.secondary));
    }
    let number = ui.painter().layout_no_wrap(row.number.to_string(), FontId::monospace(SMALL - 1.0), palette.secondary);
    let at = Align::Max.align_size_within_range(number.size().x, rect.left()..=rect.right() - 4.0);
    ui.painter().galley(pos2(at.min, rect.top() + 3.0), number, palette.secondary);
}
