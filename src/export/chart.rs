//! Charts as SVG, and as PNG drawn from that.

use plotters::prelude::*;
use plotters::style::Color as _;

use super::ExportError;
use super::pixels::{FAMILY, png_of_svg};
use crate::scene::{Chart, Color, Ground, Series, SeriesKind, axis_number};

/// Width and height of the picture, in points.
const SIZE: (u32, u32) = (960, 540);
/// Pixels of a PNG for each point.
const SCALE: f32 = 2.0;
/// A colour on white paper.
const fn on_paper(color: Color) -> RGBColor {
    let [_, red, green, blue] = color.value(Ground::Light).to_be_bytes();
    RGBColor(red, green, blue)
}

/// The chart as the text of an SVG file.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_svg(chart: &Chart) -> Result<String, ExportError> {
    let mut text = String::new();
    draw(chart, &mut text).map_err(|error| ExportError::Drawing(error.to_string()))?;
    Ok(text)
}

/// The chart as the bytes of a PNG file, at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn chart_png(chart: &Chart) -> Result<Vec<u8>, ExportError> {
    png_of_svg(&chart_svg(chart)?, SCALE)
}

fn draw(chart: &Chart, text: &mut String) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let to_error = |error: DrawingAreaErrorKind<_>| -> Box<dyn std::error::Error + Send + Sync> {
        let error: DrawingAreaErrorKind<std::io::Error> = error;
        error.to_string().into()
    };
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(to_error)?;
    let [[left, right], [bottom, top]] = chart.bounds();
    let has_bars = chart.series.iter().any(|series| series.kind == SeriesKind::Bars);
    let side = if has_bars { 0.5 } else { 0.02 * (right - left).max(1.0) };
    let margin = (top - bottom).max(1e-9) * 0.06;
    let ground = if has_bars { bottom } else { bottom - margin };
    let mut context = ChartBuilder::on(&root)
        .caption(&chart.title, (FAMILY, 20))
        .margin(18)
        .x_label_area_size(46)
        .y_label_area_size(66)
        .build_cartesian_2d(left - side..right + side, ground..top + margin)
        .map_err(to_error)?;
    context
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(0xe6, 0xe6, 0xe3))
        .x_desc(&chart.x_axis)
        .y_desc(&chart.y_axis)
        .x_labels(chart.x_marks().len().max(2))
        .x_label_formatter(&|value| axis_number(*value))
        .y_label_formatter(&|value| axis_number(*value))
        .label_style((FAMILY, 14))
        .axis_desc_style((FAMILY, 15))
        .draw()
        .map_err(to_error)?;
    for series in &chart.series {
        let color = on_paper(series.color);
        let drawn = match series.kind {
            SeriesKind::Bars => context.draw_series(bars(series, color)),
            SeriesKind::Line => {
                context.draw_series(LineSeries::new(pairs(series), color.stroke_width(2)).point_size(3))
            }
            SeriesKind::Dashed => {
                context.draw_series(DashedLineSeries::new(pairs(series), 6, 4, color.stroke_width(2)))
            }
        };
        let width = if series.kind == SeriesKind::Bars { 10 } else { 3 };
        drawn
            .map_err(to_error)?
            .label(&series.name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 20, y)], color.stroke_width(width)));
    }
    if chart.series.len() > 1 {
        context
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(RGBColor(0xd9, 0xd9, 0xd6))
            .label_font((FAMILY, 14))
            .draw()
            .map_err(to_error)?;
    }
    root.present().map_err(to_error)?;
    Ok(())
}

fn pairs(series: &Series) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
    series.points.iter().map(|&[x, y]| (x, y))
}

fn bars(series: &Series, color: RGBColor) -> impl Iterator<Item = Rectangle<(f64, f64)>> + '_ {
    series.points.iter().map(move |&[x, y]| Rectangle::new([(x - 0.4, 0.0), (x + 0.4, y)], color.mix(0.5).filled()))
}
