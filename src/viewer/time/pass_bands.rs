//! Bands of a strip that show its passes, with their names.

use std::ops::Range;

use egui::{Align2, Painter, Rect, Stroke, pos2, vec2};

use crate::viewer::kit::theme::{Palette, SMALL, font};
use crate::viewer::session::Run;
use edagari_core::analysis::{pass_name, short_pass_name, signed_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::{NodeId, Trace};

/// Minimum distance between two lines, in points; of narrower bands only some are drawn.
const NARROWEST: f32 = 3.0;
/// Minimum mean width of the iterations of a sampling, or the expansions of a proof, for lines between them. They are many, and lines
/// would hide them.
const NARROWEST_ITERATION: f32 = 8.0;
const LABEL_HEIGHT: f32 = 14.0;
const MARGIN: f32 = 3.0;

/// Marks the start of each pass, and adds its name if there is space. `x` converts a frame to its position, `shown` is the
/// visible range of frames.
pub(super) fn pass_bands_ui(
    painter: &Painter,
    palette: &Palette,
    trace: &Trace,
    language: Language,
    (rect, shown): (Rect, &Range<f64>),
    x: impl Fn(f64) -> f32,
) {
    if trace.passes().is_empty() {
        return;
    }
    let process = trace.setup.process;
    let begun = |frame: f64| trace.layers_by(NodeId::ROOT, frame.max(0.0) as usize);
    let count = begun(shown.end) - begun(shown.start);
    let are_iterations = process.sampling().is_some() || process.proof().is_some();
    if are_iterations && rect.width() < count as f32 * NARROWEST_ITERATION {
        return;
    }
    // The loop skips from root to root, so it visits no more passes than there are lines.
    let mut root = trace.layer_at(NodeId::ROOT, shown.start.max(0.0) as usize);
    let per_point = (shown.end - shown.start) / f64::from(rect.width().max(1.0));
    while let Some(visit) = root {
        let start = trace.span(visit).0 as f64;
        if start >= shown.end {
            break;
        }
        let end = trace.next_layer(NodeId::ROOT, start as usize).map_or(trace.frame_count(), |next| trace.span(next).0);
        let band = x(start).max(rect.left())..=x(end as f64).min(rect.right());
        painter.vline(*band.start(), rect.y_range(), Stroke::new(1.0, palette.secondary));
        if let Ok(place) = trace.passes().binary_search_by_key(&visit, |pass| pass.visit) {
            let name = short_pass_name(trace, place, language);
            label_ui(painter, palette, &name, Rect::from_x_y_ranges(band, rect.y_range()));
        }
        let far = start + (per_point * f64::from(NARROWEST)).max(0.0);
        root = trace.next_layer(NodeId::ROOT, far as usize);
    }
}

fn label_ui(painter: &Painter, palette: &Palette, text: &str, band: Rect) {
    let galley = painter.layout_no_wrap(text.to_owned(), font(SMALL), palette.text);
    if galley.size().x + 2.0 * MARGIN > band.width() {
        return;
    }
    let at = pos2(band.left() + 1.0 + MARGIN, band.top() + LABEL_HEIGHT / 2.0 + 1.0);
    let ground =
        Align2::LEFT_CENTER.anchor_size(at - vec2(MARGIN, 0.0), vec2(galley.size().x + 2.0 * MARGIN, LABEL_HEIGHT));
    painter.rect_filled(ground, 2.0, palette.ground.gamma_multiply(0.85));
    painter.galley(pos2(at.x, ground.center().y - galley.size().y / 2.0), galley, palette.text);
}

/// Returns the figures of the pass that contains a frame; results after the current frame are hidden.
pub(super) fn pass_text(run: &Run, frame: usize, language: Language) -> Option<String> {
    let trace = &run.trace;
    let place = trace.pass_at(frame)?;
    let visit = trace.passes().get(place)?.visit;
    let result =
        trace.pass_result(place, run.frame).map(|result| signed_text(trace, result.kind, trace.in_unit(result.score)));
    let values = [
        ("pass", pass_name(trace, place, language)),
        ("visits", language.number(trace.visits_below(visit) as u64)),
        ("window", trace.in_unit(trace.given_window(visit)).to_string()),
        ("result", result.unwrap_or_else(|| language.text(Text::PassOpen).to_owned())),
    ];
    let form = if trace.has_windows() { Text::PassFigures } else { Text::PassWithoutWindow };
    let text = language.fill(form, &values.each_ref().map(|(name, value)| (*name, value.as_str())));
    Some(language.capital(&text))
}
