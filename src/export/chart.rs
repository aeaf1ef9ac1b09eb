//! Charts as SVG, and as PNG drawn from that.

use super::ExportError;
use super::pixels::png_of_svg;
use super::svg::svg;
use crate::scene::{Chart, Ground, Style, draw_chart};

/// Pixels of a PNG for each point.
const SCALE: f32 = 2.0;

/// The chart as the text of an SVG file.
#[must_use]
pub fn chart_svg(chart: &Chart) -> String {
    let (scene, bounds) = draw_chart(chart);
    svg(&scene, bounds, Style::default(), Ground::Light, 1.0)
}

/// The chart as the bytes of a PNG file, at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_png(chart: &Chart) -> Result<Vec<u8>, ExportError> {
    png_of_svg(&chart_svg(chart), SCALE)
}
