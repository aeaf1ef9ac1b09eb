//! The window on a number line, with its three zones.

use std::ops::RangeInclusive;

use egui::{Align2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::theme::{Palette, SMALL, font, strong_font};
use crate::language::{Language, Text};
use crate::score::{Score, Window};

/// Draws the window and, where there is one, the score. `scores` are the smallest and largest of the whole trace, so
/// that the scale is the same at every frame.
pub(super) fn number_line_ui(
    ui: &mut Ui,
    window: Window,
    score: Option<Score>,
    scores: Option<(i32, i32)>,
    language: Language,
) {
    let palette = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 78.0), Sense::hover());
    let spoken = match score {
        Some(score) => {
            language.fill(Text::NumberLineWithScore, &[("window", &window.to_string()), ("score", &score.to_string())])
        }
        None => language.fill(Text::NumberLine, &[("window", &window.to_string())]),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &spoken));
    let painter = ui.painter_at(rect.expand(4.0));
    let bar = Rect::from_min_max(pos2(rect.left(), rect.top() + 20.0), pos2(rect.right(), rect.top() + 46.0));
    let (low, high) = scores.unwrap_or((-1, 1));
    // A margin at both ends, for what lies beyond all finite scores.
    let margin = (f64::from(high) - f64::from(low)).max(2.0) * 0.3;
    let (from, to) = (f64::from(low) - margin, f64::from(high) + margin);
    let x = |score: Score| match score.finite() {
        Some(value) => {
            egui::remap_clamp(f64::from(value), from..=to, f64::from(bar.left())..=f64::from(bar.right())) as f32
        }
        None if score == Score::INFINITY => bar.right(),
        None => bar.left(),
    };
    let (alpha, beta) = (x(window.alpha), x(window.beta).max(x(window.alpha)));
    let zones = [
        (bar.left(), alpha, palette.fail_low, Text::FailLow),
        (alpha, beta, palette.exact, Text::Exact),
        (beta, bar.right(), palette.fail_high, Text::FailHigh),
    ];
    for (start, end, color, text) in zones {
        let zone = Rect::from_x_y_ranges(start..=end, bar.y_range());
        painter.rect_filled(zone, 0.0, color);
        let galley = painter.layout_no_wrap(language.text(text).to_owned(), font(SMALL), palette.text);
        if let Some(middle) = place_of_name(start..=end, galley.size().x, score.map(x)) {
            painter.galley(pos2(middle, bar.center().y) - galley.size() / 2.0, galley, palette.text);
        }
    }
    let marks =
        [(window.alpha, "α", palette.max, palette.max, -1.0), (window.beta, "β", palette.min, palette.min_text, 1.0)];
    for (bound, name, color, text_color, side) in marks {
        painter.vline(x(bound), bar.top() - 4.0..=bar.bottom() + 4.0, Stroke::new(2.0, color));
        let galley = painter.layout_no_wrap(format!("{name} = {bound}"), strong_font(SMALL), text_color);
        // α's name ends, and β's begins, near its mark, so that the two do not meet.
        let width = galley.size().x;
        let left = if side < 0.0 { x(bound) - width + 8.0 } else { x(bound) - 8.0 };
        let left = left.clamp(rect.left(), (rect.right() - width).max(rect.left()));
        painter.galley(pos2(left, bar.bottom() + 6.0), galley, text_color);
    }
    if let Some(score) = score {
        let at = pos2(x(score), bar.center().y);
        painter.circle(at, 5.0, palette.cut, Stroke::new(1.5, palette.ground));
        let text = language.fill(Text::ScoreIs, &[("score", &score.to_string())]);
        let galley = painter.layout_no_wrap(text, strong_font(SMALL), palette.cut);
        let width = galley.size().x;
        let left = (at.x - width / 2.0).clamp(rect.left(), (rect.right() - width).max(rect.left()));
        painter.galley(pos2(left, rect.top()), galley, palette.cut);
    }
    for value in [low, high] {
        let at = pos2(x(Score::new(value)), bar.bottom() + 22.0);
        painter.text(at, Align2::CENTER_TOP, Score::new(value), font(SMALL), palette.secondary);
    }
}

/// Where the middle of a zone's name goes: the middle of the zone, or beside the mark of the score where that stands in
/// the way; nowhere if there is no room.
fn place_of_name(zone: RangeInclusive<f32>, width: f32, mark: Option<f32>) -> Option<f32> {
    const GAP: f32 = 10.0;
    let half = width / 2.0 + 3.0;
    let middle = f32::midpoint(*zone.start(), *zone.end());
    let fits = |at: f32| *zone.start() <= at - half && at + half <= *zone.end();
    let is_free = |at: f32| mark.is_none_or(|mark| (mark - at).abs() >= half + GAP / 2.0);
    let beside = mark.map(|mark| [mark - half - GAP, mark + half + GAP]).into_iter().flatten();
    std::iter::once(middle).chain(beside).find(|&at| fits(at) && is_free(at))
}
