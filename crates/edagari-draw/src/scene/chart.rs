//! Charts as plain data, for plotting on screen and for export to files.

use super::Color;
use edagari_core::language::csv_text;

/// A chart with one horizontal and one vertical axis.
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
