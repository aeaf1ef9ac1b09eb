//! Charts as SVG, and as PNG and PDF drawn from that; and as files.

use super::ExportError;
use super::pdf::pdf_of_svg;
use super::pixels::png_of_svg;
use super::svg::svg;
use super::write::{ending, write_whole};
use crate::scene::{Chart, Ground, Style, draw_chart};
use crate::trace::Progress;
use crate::trace::file::Target;

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

/// The chart as the bytes of a PDF file with a page of the SVG's size.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_pdf(chart: &Chart) -> Result<Vec<u8>, ExportError> {
    pdf_of_svg(&chart_svg(chart))
}

/// Writes a chart as PNG, SVG, PDF or CSV, by the file's ending. An older file is replaced when the new one is
/// whole, unless `progress` is cancelled by then.
///
/// # Errors
/// [`ExportError`] says which file, and why it was not written, or that `progress` was cancelled.
pub fn save_chart<'a>(chart: &Chart, target: impl Into<Target<'a>>, progress: &Progress) -> Result<(), ExportError> {
    let target = target.into();
    let bytes = match ending(target.path).as_str() {
        "png" => chart_png(chart)?,
        "svg" => chart_svg(chart).into_bytes(),
        "pdf" => chart_pdf(chart)?,
        "csv" => chart.csv().into_bytes(),
        _ => return Err(ExportError::Kind { path: target.path.to_owned(), expected: ".png, .svg, .pdf or .csv" }),
    };
    write_whole(target, &bytes, progress)
}
