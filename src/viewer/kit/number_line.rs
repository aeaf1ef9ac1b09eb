//! The window on a number line, with its three zones, and the bounds of the table above it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::{Color32, Galley, Painter, Rangef, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::score_scale::ScoreScale;
use super::score_scale::{LinePlaces, place};
use super::theme::{Palette, SMALL, font, strong_font};
use edagari_core::language::{Language, Term, Text};
use edagari_core::score::{Bounds, InUnit, Player, Score, Unit, Window};

/// Space above the zones for the bounds and their names.
const TABLE_HEIGHT: f32 = 32.0;
/// Length of the pointed tip at an end of the bar without a bound.
const POINT_LENGTH: f32 = 10.0;
/// Minimum gap between two numbers below the zones.
const TICK_GAP: f32 = 14.0;
const MAX_TICKS: usize = 12;
/// Radius of the dot at a finite end of the bounds.
const END_RADIUS: f32 = 5.0;

/// Contents of a number line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberLine {
    /// Window of the search, marked by α and β.
    pub(crate) window: Window,
    /// Wider window by which scores are judged, if the table or a score has narrowed it.
    pub(crate) given: Option<Narrowed>,
    /// Bounds of the value in the table.
    pub(crate) bounds: Option<Bounds>,
    /// Score that the search returned; `None` while it is open.
    pub(crate) score: Option<Score>,
    /// Whether that score is what a child returned, not the score of the node itself.
    pub(crate) is_of_child: bool,
    /// Range of the line.
    pub(crate) reach: LineRange,
    /// Whether there is a table, so that space is kept for bounds at frames that have none.
    pub(crate) has_table: bool,
    /// Space below the zones for the caller's drawing, in points.
    pub(crate) room_below: f32,
    /// Unit of the scores, if they have one.
    pub(crate) unit: Option<Unit>,
}

/// Origin of a narrowed window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrowed {
    /// Window before it was narrowed.
    pub(crate) from: Window,
    /// Whether the table narrowed it, not a score.
    pub(crate) by_table: bool,
    /// Whether it is the window that the node was given; otherwise the window before the frame.
    pub(crate) is_given: bool,
}

/// Range of scores of a number line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LineRange {
    /// Range of the scores shown; if none is finite, the given range of the trace.
    Shown(Option<(i32, i32)>),
    /// Range between two scores, independent of the contents.
    Fixed(i32, i32),
}

impl NumberLine {
    /// Creates a number line with only a window.
    pub(crate) const fn of(window: Window) -> Self {
        Self {
            window,
            given: None,
            bounds: None,
            score: None,
            is_of_child: false,
            reach: LineRange::Shown(None),
            has_table: false,
            room_below: 0.0,
            unit: None,
        }
    }

    const fn in_unit<T>(&self, value: T) -> InUnit<T> {
        InUnit { value, unit: self.unit }
    }

    /// Returns the height of the number line, in points.
    pub(crate) fn height(&self) -> f32 {
        78.0 + if self.has_table { TABLE_HEIGHT } else { 0.0 } + self.room_below
    }

    fn scale(&self) -> ScoreScale {
        match self.reach {
            LineRange::Fixed(low, high) => ScoreScale::fixed(low, high),
            LineRange::Shown(trace) => {
                let windows = [self.window, self.zoned()];
                let bounds = self.bounds.into_iter().flat_map(|bounds| [bounds.lower, bounds.upper]);
                // (∞−1, ∞) and (−∞, −∞+1) are beyond every finite score.
                let is_beyond = |window: &Window| {
                    window.alpha.next() == Score::INFINITY || window.beta.previous() == Score::NEG_INFINITY
                };
                let windows = windows.into_iter().filter(|window| !is_beyond(window));
                let ends = windows.flat_map(|window| [window.alpha, window.beta]);
                ScoreScale::following(ends.chain(bounds).chain(self.score), trace)
            }
        }
    }

    /// Returns the window whose zones are shown.
    fn zoned(&self) -> Window {
        self.given.map_or(self.window, |given| given.from)
    }

    /// Whether the window is a null window: no score is between its bounds.
    fn is_null(&self) -> bool {
        self.window.null(Player::Max) == Some(self.window)
    }

    /// Returns the positions of the windows at rest.
    pub(crate) fn places(&self) -> LinePlaces {
        LinePlaces::new(self.scale(), self.window, self.zoned())
    }

    /// Returns the contents as text, for screen readers.
    fn accessible_text(&self, language: Language) -> String {
        let window = |text, window: Window| language.fill(text, &[("window", &self.in_unit(window).to_string())]);
        let mut parts = vec![window(Text::WindowIs, self.window)];
        parts.extend(self.given.map(|given| window(Text::NarrowedFrom, given.from)));
        parts.extend(
            self.bounds.map(|bounds| language.fill(Text::BoundsAre, &[("bounds", &self.in_unit(bounds).to_string())])),
        );
        parts.extend(self.score_text(language));
        parts.join(language.text(Text::Comma))
    }

    /// Returns the name of the score.
    fn score_text(&self, language: Language) -> Option<String> {
        let text = if self.is_of_child { Text::ReturnedIs } else { Text::ScoreIs };
        self.score.map(|score| language.fill(text, &[("score", &self.in_unit(score).to_string())]))
    }
}

/// Positions of the parts of a number line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    rect: Rect,
    /// Rectangle of the zones.
    pub(crate) bar: Rect,
    places: LinePlaces,
    /// Height of the bounds, as a y coordinate.
    pub(crate) table_y: f32,
    names_y: f32,
    scale_y: f32,
}

impl Geometry {
    fn new(rect: Rect, line: &NumberLine, places: LinePlaces) -> Self {
        let top = rect.top() + if line.has_table { TABLE_HEIGHT } else { 0.0 };
        let bar = Rect::from_min_max(pos2(rect.left(), top + 20.0), pos2(rect.right(), top + 46.0));
        Self {
            rect,
            bar,
            places,
            table_y: bar.top() - 8.0,
            names_y: bar.bottom() + line.room_below + 6.0,
            scale_y: bar.bottom() + line.room_below + 22.0,
        }
    }

    /// Returns the x coordinate at a share of the bar.
    fn along(&self, part: f64) -> f32 {
        egui::lerp(f64::from(self.bar.left())..=f64::from(self.bar.right()), part) as f32
    }

    /// Returns the x coordinate of a score.
    pub(crate) fn x(&self, score: Score) -> f32 {
        self.along(place(&self.places.scale, score))
    }

    /// Returns the score at `x`.
    pub(crate) fn score_at(&self, x: f32) -> f64 {
        let (left, right) = (f64::from(self.bar.left()), f64::from(self.bar.right()));
        let scale = self.places.scale;
        egui::remap(f64::from(x), left..=right, scale.low..=scale.high)
    }
}

/// Draws a number line in the available width.
pub(crate) fn number_line_ui(ui: &mut Ui, line: &NumberLine, language: Language) -> Geometry {
    gliding_line_ui(ui, line, line.places(), language)
}

/// Draws a number line whose windows are at `places`, possibly in motion.
pub(crate) fn gliding_line_ui(ui: &mut Ui, line: &NumberLine, places: LinePlaces, language: Language) -> Geometry {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), line.height()), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, line.accessible_text(language)));
    let geometry = Geometry::new(rect, line, places);
    let drawing =
        LineDrawing { line, geometry, language, palette: Palette::of(ui), painter: ui.painter_at(rect.expand(4.0)) };
    drawing.zones();
    drawing.bounds();
    drawing.window();
    drawing.score();
    drawing.ticks();
    if let Some(pointer) = response.hover_pos() {
        let about = line.explained(&geometry, pointer);
        let [alpha, beta] = [line.window.alpha, line.window.beta].map(|bound| line.in_unit(bound).to_string());
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(language.fill(about, &[("alpha", &alpha), ("beta", &beta)]));
        });
    }
    geometry
}

/// Maximum distance from a mark, in points, at which the mark is explained.
const NEAR: f32 = 6.0;

impl NumberLine {
    /// Returns the explanation of the part of the line at a point.
    fn explained(&self, geometry: &Geometry, at: egui::Pos2) -> Text {
        let is_near = |score: Score| (geometry.x(score) - at.x).abs() <= NEAR;
        let zoned = self.zoned();
        if self.score.is_some_and(is_near) && at.y <= geometry.bar.bottom() {
            return Text::LineScoreAbout;
        }
        if let Some(bounds) = self.bounds
            && at.y < geometry.bar.top()
            && (geometry.x(bounds.lower)..=geometry.x(bounds.upper)).contains(&at.x)
        {
            return Text::LineBoundsAbout;
        }
        for (bound, before, about) in [
            (self.window.alpha, zoned.alpha, Text::LineAlphaAbout),
            (self.window.beta, zoned.beta, Text::LineBetaAbout),
        ] {
            if (bound.finite().is_some() && is_near(bound)) || (before.finite().is_some() && is_near(before)) {
                return about;
            }
        }
        let score = geometry.score_at(at.x);
        let is_below = |bound: Score| bound.finite().is_some_and(|bound| score <= f64::from(bound));
        let is_above = |bound: Score| bound.finite().is_some_and(|bound| score >= f64::from(bound));
        if is_below(zoned.alpha) {
            Text::LineFailLowAbout
        } else if is_above(zoned.beta) {
            Text::LineFailHighAbout
        } else if self.given.is_some() && (is_below(self.window.alpha) || is_above(self.window.beta)) {
            Text::LineHatchedAbout
        } else if self.is_null() {
            Text::LineNullAbout
        } else {
            Text::LineExactAbout
        }
    }
}

struct LineDrawing<'a> {
    line: &'a NumberLine,
    geometry: Geometry,
    language: Language,
    palette: Palette,
    painter: Painter,
}

impl LineDrawing<'_> {
    /// Draws the zones of the window by which scores are judged; the parts cut off are hatched.
    fn zones(&self) {
        let Self { geometry, palette, .. } = self;
        let bar = geometry.bar;
        let ends = |[alpha, beta]: [f64; 2]| (geometry.along(alpha), geometry.along(beta.max(alpha)));
        let (alpha, beta) = ends(geometry.places.window);
        let (given_alpha, given_beta) = ends(geometry.places.zoned);
        for (start, end, color) in [
            (bar.left(), given_alpha, palette.fail_low),
            (given_alpha, given_beta, palette.exact),
            (given_beta, bar.right(), palette.fail_high),
        ] {
            self.painter.rect_filled(Rect::from_x_y_ranges(start..=end, bar.y_range()), 0.0, color);
        }
        if let Some(given) = self.line.given {
            let color = if given.by_table { palette.table } else { palette.secondary };
            // A bound can exceed the other one.
            for (start, end) in [(given_alpha, alpha.min(given_beta)), (beta.max(given_alpha), given_beta)] {
                if start < end {
                    self.hatch(Rect::from_x_y_ranges(start..=end, bar.y_range()), color);
                }
            }
        }
        self.open_ends();
        let finite_bounds = self.line.bounds.map(|bounds| [bounds.lower, bounds.upper]).into_iter().flatten();
        let marks: Vec<f32> = finite_bounds
            .filter(|bound| bound.finite().is_some())
            .chain(self.line.score)
            .map(|score| geometry.x(score))
            .collect();
        let is_null = self.line.is_null();
        for (start, end, text) in [
            (bar.left(), given_alpha, Text::FailLow),
            (alpha, beta, Text::Exact),
            (given_beta, bar.right(), Text::FailHigh),
        ] {
            // No score is between the bounds of a null window.
            let is_null = text == Text::Exact && is_null;
            let text = if is_null { Term::NullWindow.name(self.language) } else { self.language.text(text) };
            let text = text.to_owned();
            let galley = self.painter.layout_no_wrap(text, font(SMALL), palette.text);
            if let Some(middle) = place_of_name(start..=end, galley.size().x, &marks) {
                let at = pos2(middle, bar.center().y) - galley.size() / 2.0;
                self.painter.galley(at, galley, palette.text);
            }
        }
    }

    /// Ends the bar in a pointed tip where the window has no finite bound, in the colour of the bound.
    fn open_ends(&self) {
        let Self { geometry, palette, painter, .. } = self;
        let bar = geometry.bar;
        let window = self.line.zoned();
        for (is_open, x, inwards, color) in [
            (window.alpha == Score::NEG_INFINITY, bar.left(), 1.0, palette.max),
            (window.beta == Score::INFINITY, bar.right(), -1.0, palette.min),
        ] {
            if !is_open {
                continue;
            }
            let (tip, base) = (pos2(x, bar.center().y), x + inwards * POINT_LENGTH);
            for y in [bar.top(), bar.bottom()] {
                let corner = vec![tip, pos2(base, y), pos2(x - inwards, y), pos2(x - inwards, tip.y)];
                painter.add(Shape::convex_polygon(corner, palette.panel, Stroke::NONE));
                painter.line_segment([tip, pos2(base, y)], Stroke::new(2.0, color));
            }
        }
    }

    fn hatch(&self, part: Rect, color: Color32) {
        const STEP: f32 = 6.0;
        let painter = self.painter.with_clip_rect(part.intersect(self.painter.clip_rect()));
        painter.rect_filled(part, 0.0, self.palette.panel.gamma_multiply(0.5));
        let stroke = Stroke::new(1.0, color);
        let count = ((part.width() + part.height()) / STEP) as usize;
        for index in 0..=count {
            let x = part.left() + index as f32 * STEP;
            painter.line_segment([pos2(x, part.top()), pos2(x - part.height(), part.bottom())], stroke);
        }
    }

    /// Draws the table's bounds of the value: dots, or arrows where a bound is infinite.
    fn bounds(&self) {
        let Some(bounds) = self.line.bounds else { return };
        let Self { geometry, palette, painter, .. } = self;
        let y = geometry.table_y;
        let (lower, upper) = (geometry.x(bounds.lower), geometry.x(bounds.upper));
        let arrow_length = |bound: Score| if bound.finite().is_some() { 0.0 } else { 8.0 };
        let line = Rangef::new(lower + arrow_length(bounds.lower), upper - arrow_length(bounds.upper));
        painter.hline(line, y, Stroke::new(4.0, palette.table));
        for (bound, x, outwards) in [(bounds.lower, lower, -1.0), (bounds.upper, upper, 1.0)] {
            if bound.finite().is_some() {
                painter.vline(x, y..=geometry.bar.bottom(), Stroke::new(1.0, palette.table));
                painter.circle_filled(pos2(x, y), END_RADIUS, palette.table);
            } else {
                let base = x - outwards * 10.0;
                let head = vec![pos2(x, y), pos2(base, y - 6.0), pos2(base, y + 6.0)];
                painter.add(Shape::convex_polygon(head, palette.table, Stroke::NONE));
            }
        }
        let name = |text, bound: Score| self.language.fill(text, &[("score", &self.line.in_unit(bound).to_string())]);
        let names = [name(Text::LowerIs, bounds.lower), name(Text::UpperIs, bounds.upper)];
        self.names(names, [lower, upper], [palette.table_text; 2], geometry.bar.top() - 36.0);
    }

    /// Draws the marks of α and β, and the earlier ones if they differ.
    fn window(&self) {
        let Self { geometry, palette, line, painter, .. } = self;
        let bar = geometry.bar;
        let given = line.zoned();
        let reach = Rangef::new(bar.top() - 4.0, bar.bottom() + 4.0);
        let marks =
            [("α", line.window.alpha, given.alpha, palette.max), ("β", line.window.beta, given.beta, palette.min)];
        let at = geometry.places.window.map(|part| geometry.along(part));
        for ((_, bound, given, color), x) in marks.into_iter().zip(at) {
            if given != bound && given.finite().is_some() {
                let x = geometry.x(given);
                let ends = [pos2(x, reach.min), pos2(x, reach.max)];
                painter.extend(Shape::dashed_line(&ends, Stroke::new(1.5, color), 4.0, 3.0));
            }
            // An infinite end has a mark while it is in motion.
            if bound.finite().is_some() || (bar.left() < x && x < bar.right()) {
                painter.vline(x, reach, Stroke::new(2.0, color));
            }
        }
        let in_unit = |score| self.line.in_unit(score);
        let short = marks.map(|(name, bound, ..)| format!("{name} = {}", in_unit(bound)));
        let long = marks.map(|(name, bound, given, _)| {
            let is_given = line.given.is_some_and(|given| given.is_given);
            let before = self.language.text(if is_given { Text::GivenRow } else { Text::BeforeRow });
            let of_given = format!(" ({before} {})", in_unit(given));
            format!("{name} = {}{}", in_unit(bound), if given == bound { "" } else { &of_given })
        });
        let names = if self.fit_in_one_row(&long) { long } else { short };
        self.names(names, at, [palette.max, palette.min_text], geometry.names_y);
    }

    fn fit_in_one_row(&self, names: &[String; 2]) -> bool {
        let widths = names.each_ref().map(|name| self.name(name.clone()).size().x);
        widths[0] + NAME_GAP + widths[1] <= self.geometry.rect.width()
    }

    fn name(&self, name: String) -> Arc<Galley> {
        self.painter.layout_no_wrap(name, strong_font(SMALL), Color32::PLACEHOLDER)
    }

    /// Draws the names of two marks: the left name ends, and the right one starts, near its mark, so that they do not overlap.
    /// The names swap sides if the bounds have crossed.
    fn names(&self, names: [String; 2], at: [f32; 2], colors: [Color32; 2], y: f32) {
        let [first, second] = names.map(|name| self.name(name));
        let mut marks = [(first, at[0], colors[0]), (second, at[1], colors[1])];
        if at[1] < at[0] {
            marks.reverse();
        }
        let widths = marks.each_ref().map(|(galley, ..)| galley.size().x);
        let wanted = [marks[0].1 - widths[0] + 8.0, marks[1].1 - 8.0];
        let lefts = side_by_side(wanted, widths, self.geometry.rect.x_range());
        for ((galley, _, color), left) in marks.into_iter().zip(lefts) {
            self.painter.galley(pos2(left, y), galley, color);
        }
    }

    fn score(&self) {
        let Some((score, text)) = self.line.score.zip(self.line.score_text(self.language)) else { return };
        let Self { geometry, palette, painter, .. } = self;
        let rect = geometry.rect;
        let at = pos2(geometry.x(score), geometry.bar.center().y);
        painter.circle(at, 5.0, palette.cut, Stroke::new(1.5, palette.ground));
        let galley = painter.layout_no_wrap(text, strong_font(SMALL), palette.cut);
        let width = galley.size().x;
        let left = (at.x - width / 2.0).clamp(rect.left(), (rect.right() - width).max(rect.left()));
        painter.galley(pos2(left, rect.top()), galley, palette.cut);
    }

    /// Draws the scale, with as many scores as fit.
    fn ticks(&self) {
        let Self { geometry, palette, painter, .. } = self;
        let bar = geometry.bar;
        let galley = |score: i64| {
            let in_unit = |score| self.line.in_unit(Score::new(score)).to_string();
            let text = i32::try_from(score).map_or_else(|_| score.to_string(), in_unit);
            painter.layout_no_wrap(text, font(SMALL), palette.secondary)
        };
        let scale = geometry.places.scale;
        let place_of = |score: i64| geometry.along(scale.part(score as f64));
        let fits = |ticks: &Vec<i64>| {
            let widest = ticks.iter().map(|&score| galley(score).size().x).fold(0.0, f32::max);
            let pitch = match ticks.as_slice() {
                [first, second, ..] => place_of(*second) - place_of(*first),
                _ => f32::INFINITY,
            };
            widest + TICK_GAP <= pitch
        };
        // Fractions are named at whole numbers, halves and quarters.
        let whole = self.line.unit.filter(|unit| unit.is_fraction()).and_then(Unit::per_whole).map_or(1, i64::from);
        let fewer = (1..=MAX_TICKS).rev().map(|most| scale.ticks(most, whole));
        for score in fewer.into_iter().find(fits).unwrap_or_default() {
            let galley = galley(score);
            let (x, width) = (place_of(score), galley.size().x);
            if !bar.x_range().contains(x) {
                continue;
            }
            let stroke = Stroke::new(1.0, palette.secondary);
            painter.vline(x, bar.bottom()..=bar.bottom() + 3.0, stroke);
            // The bound has its own name at this place.
            let is_named = |bound: Score| bound.finite().is_some_and(|bound| i64::from(bound) == score);
            if is_named(self.line.window.alpha) || is_named(self.line.window.beta) {
                continue;
            }
            let left = (x - width / 2.0)
                .clamp(geometry.rect.left(), (geometry.rect.right() - width).max(geometry.rect.left()));
            painter.galley(pos2(left, geometry.scale_y), galley, palette.secondary);
        }
    }
}

/// Minimum gap between two names.
const NAME_GAP: f32 = 8.0;

/// Returns the starts of two names in a row: as near to `wanted` as possible without overlap.
fn side_by_side(wanted: [f32; 2], widths: [f32; 2], row: Rangef) -> [f32; 2] {
    let within = |left: f32, width: f32| left.clamp(row.min, (row.max - width).max(row.min));
    let (first, second) = (within(wanted[0], widths[0]), within(wanted[1], widths[1]));
    let overlap = first + widths[0] + NAME_GAP - second;
    if overlap <= 0.0 {
        return [first, second];
    }
    let both = widths[0] + NAME_GAP + widths[1];
    let left = within(first - overlap / 2.0, both);
    [left, left + widths[0] + NAME_GAP]
}

/// Returns the centre of a zone's name: the centre of the zone, or next to a mark that would be covered; `None` if there is no space.
fn place_of_name(zone: RangeInclusive<f32>, width: f32, marks: &[f32]) -> Option<f32> {
    const GAP: f32 = 10.0;
    let half = width / 2.0 + 3.0;
    let middle = f32::midpoint(*zone.start(), *zone.end());
    let fits = |at: f32| *zone.start() <= at - half && at + half <= *zone.end();
    let is_free = |at: f32| marks.iter().all(|mark| (mark - at).abs() >= half + GAP / 2.0);
    let beside = marks.iter().flat_map(|mark| [mark - half - GAP, mark + half + GAP]);
    std::iter::once(middle).chain(beside).find(|&at| fits(at) && is_free(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_overlap_and_stay_in_their_row() {
        let row = Rangef::new(0.0, 280.0);
        for widths in [[30.0, 40.0], [90.0, 60.0], [130.0, 140.0]] {
            for (first, second) in (-40..320).step_by(7).flat_map(|a| (a..320).step_by(11).map(move |b| (a, b))) {
                let [first, second] = side_by_side([first as f32, second as f32], widths, row);
                assert!(first >= row.min && first + widths[0] + NAME_GAP <= second && second + widths[1] <= row.max);
            }
        }
    }

    #[test]
    fn zone_name_avoids_marks() {
        assert_eq!(place_of_name(0.0..=100.0, 40.0, &[]), Some(50.0));
        let beside = place_of_name(0.0..=120.0, 40.0, &[60.0]).expect("room");
        assert!((beside - 60.0).abs() >= 28.0);
        assert_eq!(place_of_name(0.0..=100.0, 40.0, &[30.0, 50.0, 70.0]), None);
    }
}
