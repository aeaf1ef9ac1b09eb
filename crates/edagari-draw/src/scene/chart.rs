//! Charts as plain data, and their display list for files. The window plots charts with a library.

use super::{Anchor, Color, Ink, Point, Rect, Scene, Shape, Stroke};
use edagari_core::language::csv_text;

/// A chart with one horizontal and one vertical axis.
///
/// ```
/// use edagari_draw::scene::{Chart, Color, Series, SeriesKind};
///
/// let series = Series {
///     name: "visits".to_owned(),
///     color: Color::Max,
///     kind: SeriesKind::Bars,
///     points: vec![[1.0, 9.0], [2.0, 72.0]],
/// };
/// let chart = Chart { x_axis: "depth".to_owned(), series: vec![series], ..Chart::default() };
/// assert_eq!(chart.csv(), "depth,visits\n1,9\n2,72\n");
/// assert_eq!(chart.bounds(), [[1.0, 2.0], [0.0, 72.0]]);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// Title above the plot.
    pub title: String,
    /// Label of the horizontal axis.
    pub x_axis: String,
    /// Label of the vertical axis.
    pub y_axis: String,
    /// Minimum range of the vertical axis: always shown, whatever the data.
    pub y_range: Option<[f64; 2]>,
    /// Curves and bars, back to front.
    pub series: Vec<Series>,
}

/// One curve, or one set of bars.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Name in the legend and in the header of the CSV file.
    pub name: String,
    /// Colour of the curve or the bars.
    pub color: Color,
    /// Style of drawing: line, dashed line or bars.
    pub kind: SeriesKind,
    /// Data points (x, y), sorted by x.
    pub points: Vec<[f64; 2]>,
}

/// Drawing style of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesKind {
    /// Points joined by a line.
    Line,
    /// Points joined by a dashed line.
    Dashed,
    /// Vertical bars, one per whole number.
    Bars,
}

/// Formats a number for an axis: at most four digits after the point, and a true minus sign.
///
/// ```
/// use edagari_draw::scene::axis_number;
///
/// assert_eq!([0.5, -2.0, 1.0 / 3.0].map(axis_number), ["0.5", "−2", "0.3333"]);
/// ```
#[must_use]
pub fn axis_number(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded < 0.0 { format!("−{}", -rounded) } else { rounded.abs().to_string() }
}

impl Chart {
    /// Returns the chart as comma-separated values: one row per x value, one column per series.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |text: &str| {
            let text = &*csv_text(text);
            if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
        };
        let mut places: Vec<f64> = self.series.iter().flat_map(|series| &series.points).map(|point| point[0]).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let names = std::iter::once(self.x_axis.as_str()).chain(self.series.iter().map(|series| series.name.as_str()));
        let mut lines = vec![names.map(quoted).collect::<Vec<_>>().join(",")];
        for place in places {
            let cell = |series: &Series| {
                // Points are sorted by x; a series may have no point at this x.
                let at = series.points.binary_search_by(|point| point[0].total_cmp(&place));
                at.map_or_else(|_| String::new(), |index| series.points[index][1].to_string())
            };
            let cells = std::iter::once(place.to_string()).chain(self.series.iter().map(cell));
            lines.push(cells.collect::<Vec<_>>().join(","));
        }
        lines.join("\n") + "\n"
    }

    /// Range of each axis, which contains all points, `y_range` and, for bars, zero; from 0 to 1 if there are none.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for series in &self.series {
            let ground = (series.kind == SeriesKind::Bars).then_some(0.0);
            for point in &series.points {
                for (axis, value) in point.iter().copied().enumerate().chain(ground.map(|ground| (1, ground))) {
                    bounds[axis] = [bounds[axis][0].min(value), bounds[axis][1].max(value)];
                }
            }
        }
        for value in self.y_range.into_iter().flatten() {
            bounds[1] = [bounds[1][0].min(value), bounds[1][1].max(value)];
        }
        bounds.map(|[low, high]| if low > high { [0.0, 1.0] } else { [low, high] })
    }

    /// Values to mark on the vertical axis: three to six round numbers.
    #[must_use]
    pub fn y_marks(&self) -> Vec<f64> {
        const FEWEST: f64 = 3.0;
        let [_, [bottom, top]] = self.bounds();
        let height = (top - bottom).max(1e-6);
        let power = 10_f64.powf((height / FEWEST).log10().floor());
        let step = [5.0, 2.0, 1.0].map(|digit| digit * power).into_iter().find(|step| height / step >= FEWEST);
        let step = step.unwrap_or(power);
        let (first, last) = ((bottom / step).ceil() as i64, (top / step).floor() as i64);
        (first..=last).map(|index| index as f64 * step).collect()
    }

    /// Whole numbers to mark on the horizontal axis: about ten.
    #[must_use]
    pub fn x_marks(&self) -> Vec<f64> {
        let [[left, right], _] = self.bounds();
        let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]
            .into_iter()
            .find(|step| right - left <= 12.0 * step)
            .unwrap_or(((right - left) / 10.0).ceil());
        let (first, last) = ((left / step).ceil() as i64, (right / step).floor() as i64);
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

/// Width and height of the picture, in points.
const SIZE: Point = Point::new(960.0, 540.0);
/// Rectangle of the plot inside the picture.
const PLOT: Rect = Rect::new(76.0, 78.0, SIZE.x - 24.0, SIZE.y - 62.0);
/// Font heights of the title and of all other texts, in points.
const TITLE: f32 = 20.0;
const LETTERS: f32 = 14.0;
/// Half the width of a bar, in units of the horizontal axis.
const HALF_BAR: f64 = 0.4;
/// Approximate number of marks on the vertical axis.
const ROWS: f64 = 6.0;
/// Estimated width of a letter at font height 1: wider than most, so that a frame around a text is never too narrow.
const LETTER_WIDTH: f32 = 0.62;

/// Ranges of the two axes.
struct Axes {
    x: [f64; 2],
    y: [f64; 2],
}

impl Axes {
    fn of(chart: &Chart) -> Self {
        let [[left, right], [bottom, top]] = chart.bounds();
        let has_bars = chart.series.iter().any(|series| series.kind == SeriesKind::Bars);
        let side = if has_bars { 0.5 } else { 0.02 * (right - left).max(1.0) };
        let margin = (top - bottom).max(1e-9) * 0.06;
        let ground = if has_bars { bottom } else { bottom - margin };
        Self { x: [left - side, right + side], y: [ground, top + margin] }
    }

    fn at(&self, x: f64, y: f64) -> Point {
        let share = |value: f64, [low, high]: [f64; 2]| ((value - low) / (high - low)) as f32;
        Point::new(PLOT.min.x + share(x, self.x) * PLOT.width(), PLOT.max.y - share(y, self.y) * PLOT.height())
    }

    /// Round values that are marked on the vertical axis.
    fn rows(&self) -> Vec<f64> {
        let [low, high] = self.y;
        let rough = (high - low) / ROWS;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(power);
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

/// Draws a chart; the returned rectangle is the bounds of the picture.
#[must_use]
pub fn draw_chart(chart: &Chart) -> (Scene, Rect) {
    let axes = Axes::of(chart);
    let mut shapes = Vec::new();
    let middle = PLOT.center().x;
    shapes.push(text(Point::new(middle, 16.0), Anchor::Top, TITLE, &chart.title, true));
    let name = Point::new(PLOT.min.x - 52.0, PLOT.min.y - 20.0);
    shapes.push(text(name, Anchor::Left, LETTERS, &chart.y_axis, false));
    shapes.push(text(Point::new(middle, PLOT.max.y + 32.0), Anchor::Top, LETTERS, &chart.x_axis, false));
    for row in axes.rows() {
        let y = axes.at(0.0, row).y;
        let points = vec![Point::new(PLOT.min.x, y), Point::new(PLOT.max.x, y)];
        shapes.push(Shape::Line { points, stroke: Stroke::solid(1.0, Ink::full(Color::Line)) });
        shapes.push(text(Point::new(PLOT.min.x - 8.0, y), Anchor::Right, LETTERS, &axis_number(row), false));
    }
    for mark in chart.x_marks() {
        let x = axes.at(mark, 0.0).x;
        shapes.push(text(Point::new(x, PLOT.max.y + 8.0), Anchor::Top, LETTERS, &axis_number(mark), false));
    }
    for series in &chart.series {
        draw_series(&mut shapes, &axes, series);
    }
    let ground = vec![Point::new(PLOT.min.x, PLOT.max.y), PLOT.max];
    shapes.push(Shape::Line { points: ground, stroke: Stroke::solid(1.0, Ink::full(Color::SecondaryText)) });
    if chart.series.len() > 1 {
        draw_legend(&mut shapes, chart);
    }
    (Scene { shapes }, Rect { min: Point::default(), max: SIZE })
}

fn draw_series(shapes: &mut Vec<Shape>, axes: &Axes, series: &Series) {
    let ink = Ink::full(series.color);
    if series.kind == SeriesKind::Bars {
        shapes.extend(series.points.iter().map(|&[x, y]| {
            let (one, other) = (axes.at(x - HALF_BAR, 0.0), axes.at(x + HALF_BAR, y));
            Shape::Rect {
                rect: Rect::new(one.x, one.y.min(other.y), other.x, one.y.max(other.y)),
                corner: 0.0,
                fill: Some(Ink::faded(series.color, 0.5)),
                stroke: None,
            }
        }));
        return;
    }
    let is_dashed = series.kind == SeriesKind::Dashed;
    let points: Vec<Point> = series.points.iter().map(|&[x, y]| axes.at(x, y)).collect();
    let discs = points.iter().filter(|_| !is_dashed).map(|&center| Shape::Disc { center, radius: 3.0, fill: ink });
    let discs: Vec<Shape> = discs.collect();
    shapes.push(Shape::Line { points, stroke: Stroke { width: 2.0, ink, dashed: is_dashed } });
    shapes.extend(discs);
}

/// Adds the legend with the names of the series in the upper right corner.
fn draw_legend(shapes: &mut Vec<Shape>, chart: &Chart) {
    let line = LETTERS + 8.0;
    let letters = chart.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
    let width = letters as f32 * LETTERS * LETTER_WIDTH + 48.0;
    let corner = Point::new(PLOT.max.x - 6.0, PLOT.min.y + 6.0);
    let height = line * chart.series.len() as f32 + 8.0;
    shapes.push(Shape::Rect {
        rect: Rect::new(corner.x - width, corner.y, corner.x, corner.y + height),
        corner: 4.0,
        fill: Some(Ink::faded(Color::Ground, 0.85)),
        stroke: Some(Stroke::solid(1.0, Ink::full(Color::Line))),
    });
    for (index, series) in chart.series.iter().enumerate() {
        let at = Point::new(corner.x - width + 10.0, corner.y + 4.0 + line * (index as f32 + 0.5));
        let stroke = Stroke {
            width: if series.kind == SeriesKind::Bars { 10.0 } else { 3.0 },
            ink: Ink::faded(series.color, if series.kind == SeriesKind::Bars { 0.5 } else { 1.0 }),
            dashed: series.kind == SeriesKind::Dashed,
        };
        shapes.push(Shape::Line { points: vec![at, Point::new(at.x + 20.0, at.y)], stroke });
        shapes.push(text(Point::new(at.x + 28.0, at.y), Anchor::Left, LETTERS, &series.name, false));
    }
}

fn text(at: Point, anchor: Anchor, size: f32, text: &str, strong: bool) -> Shape {
    Shape::Text { at, anchor, size, text: text.to_owned(), ink: Ink::full(Color::Text), strong }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_joins_series_by_x() {
        let series = |name: &str, points: &[[f64; 2]]| Series {
            name: name.to_owned(),
            color: Color::Max,
            kind: SeriesKind::Line,
            points: points.to_vec(),
        };
        let chart = Chart {
            x_axis: "depth".to_owned(),
            series: vec![series("a, b", &[[0.0, 0.5], [2.0, 1.0]]), series("c", &[[1.0, -1.0], [2.0, 3.0]])],
            ..Chart::default()
        };
        assert_eq!(chart.csv(), "depth,\"a, b\",c\n0,0.5,\n1,,-1\n2,1,3\n");
        assert_eq!(chart.bounds(), [[0.0, 2.0], [-1.0, 3.0]]);
    }
}
