//! Export of charts as SVG, PNG, PDF or CSV.

use super::ExportError;
use super::pdf::pdf_of_svg;
use super::svg::png_of_svg;
use super::svg::svg;
use super::write::{ending, write_whole};
use crate::scene::{Chart, Ground, Style, draw_chart};
use edagari_core::trace::Progress;
use edagari_core::trace::file::Target;

/// Pixels per point of a PNG.
const SCALE: f32 = 2.0;

/// Returns the chart as the text of an SVG file.
///
/// ```
/// use edagari_draw::export::chart_svg;
/// use edagari_draw::scene::{Chart, Color, Series, SeriesKind};
///
/// let points = vec![[0.0, 1.0], [1.0, 9.0]];
/// let series = Series { name: "visits".to_owned(), color: Color::Max, kind: SeriesKind::Line, points };
/// let chart = Chart { title: "Visits by depth".to_owned(), series: vec![series], ..Chart::default() };
/// assert!(chart_svg(&chart).contains("Visits by depth"));
/// ```
#[must_use]
pub fn chart_svg(chart: &Chart) -> String {
    let (scene, bounds) = draw_chart(chart);
    svg(&scene, bounds, Style::default(), Ground::Light, 1.0)
}

/// Returns the chart as the bytes of a PNG file, at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_png(chart: &Chart) -> Result<Vec<u8>, ExportError> {
    png_of_svg(&chart_svg(chart), SCALE)
}

/// Returns the chart as the bytes of a PDF file with one page of the SVG's size.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_pdf(chart: &Chart) -> Result<Vec<u8>, ExportError> {
    let names: Vec<&str> = chart.series.iter().map(|series| series.name.as_str()).collect();
    let words = format!("{} / {}: {}", chart.y_axis, chart.x_axis, names.join(", "));
    pdf_of_svg(&chart_svg(chart), words, None)
}

/// Writes a chart as PNG, SVG, PDF or CSV, by the file extension. An existing file is replaced only after the new one is
/// complete, and only if `progress` is not cancelled by then.
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
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
