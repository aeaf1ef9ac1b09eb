//! Short SVG files of pictures in which the same shapes occur many times, such as trees of exercises.
//!
//! Coordinates are whole pixels, and lines are drawn along the middle of pixels. Boxes of one size
//! share one SVG marker, which is drawn at each vertex of an invisible path. The marker also
//! contains the shapes that are at the same place in all of these boxes. All short texts of a row
//! share one element in which each letter has its own place, so that other fonts do not move
//! letters.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::fonts::faces;
use super::svg::escaped;
use crate::scene::{Anchor, Color, Ground, Ink, Point, Rect, Scene, Shape, Stroke, Style};
use edagari_core::language::visible;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

/// Font family: the viewer's own, because each letter has its own place.
const FAMILY: &str = "sans-serif";
/// Maximum length of a text whose letters have their own places.
const SHORT: usize = 6;
/// Largest radius of a corner that is drawn as a right angle, in half pixels.
const SMALL_CORNER: i32 = 4;
/// Least number of equal boxes for which a marker is shorter than each box on its own.
const FEW: usize = 3;
/// Names of markers, one letter each.
const NAMES: &str = "abcdefghijklmnopqrstuvwxyz";

/// Returns a scene as the text of an SVG file, with `scale` pixels per point. Lines are drawn first, then filled boxes, other boxes,
/// polygons, circles and texts; the shapes of each group are in the order of the scene.
pub(super) fn small_svg(scene: &Scene, bounds: Rect, (style, ground): (Style, Ground), scale: f32) -> String {
    let [width, height] = [bounds.width(), bounds.height()].map(|length| (length * scale).ceil());
    let grid = SvgGrid { origin: bounds.min, scale, style, ground };
    let mut marks = Vec::new();
    scene.shapes.iter().for_each(|shape| grid.add(shape, &mut marks));
    marks.sort_by_key(|mark: &Mark| mark.layer());
    let stroke = marks.first().filter(|mark| mark.layer() < 2).map(|mark| mark.paint.stroke.clone());
    let lines: Vec<Mark> = marks.extract_if(.., |mark| mark.layer() == 0).collect();
    let (markers, mut rest) = markers(marks);
    let boxes: Vec<Mark> = rest.extract_if(.., |mark| mark.layer() == 1).collect();
    let others: Vec<Mark> = rest.extract_if(.., |mark| mark.layer() == 2).collect();
    // Attributes that most elements have are those of the elements around them.
    let font = rest.iter().find_map(|mark| mark.paint.font).unwrap_or_default();
    let root = Paint { font: Some(font), ..Paint::default() };
    let unfilled = Paint { fill: "none".to_owned(), ..root.clone() };
    let outlined = Paint { stroke: stroke.unwrap_or_else(|| "none".to_owned()), ..unfilled.clone() };
    let defined: String =
        NAMES.chars().zip(&markers).map(|(name, marker)| marker.definition(name, &outlined)).collect();
    let drawn: String = NAMES.chars().zip(&markers).map(|(name, marker)| marker.drawn(name)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"-.5 -.5 {width} {height}\" \
         font-family=\"{FAMILY}\" font-size=\"{}\" text-anchor=\"middle\"><path fill=\"{}\" d=\"M-1-1H{width}V{height}H-1\"/>\
         <g fill=\"none\"><g stroke=\"{}\">{}{defined}{}</g>{drawn}{}</g>{}</svg>",
        Number(font),
        hex(Color::Ground.value_in(style, ground)),
        outlined.stroke,
        elements(&lines, &outlined),
        elements(&boxes, &outlined),
        elements(&others, &unfilled),
        elements(&rest, &root),
    )
}

/// Attributes of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Paint {
    /// Colour, or `none`.
    fill: String,
    stroke: String,
    /// Font size in half pixels.
    font: Option<i32>,
    /// Other attributes, with a space before each.
    rest: String,
}

impl Default for Paint {
    /// Attributes of an element that has none.
    fn default() -> Self {
        Self { fill: "#000".to_owned(), stroke: "none".to_owned(), font: None, rest: String::new() }
    }
}

impl Paint {
    /// Returns the attributes that differ from those of the element around it.
    fn attributes(&self, around: &Self) -> String {
        let mut text = String::new();
        if self.fill != around.fill {
            let _ = write!(text, " fill=\"{}\"", self.fill);
        }
        if self.stroke != around.stroke {
            let _ = write!(text, " stroke=\"{}\"", self.stroke);
        }
        if let Some(font) = self.font.filter(|_| self.font != around.font) {
            let _ = write!(text, " font-size=\"{}\"", Number(font));
        }
        text + &self.rest
    }
}

/// Place in half pixels.
type Place = (i32, i32);

/// Outline of a shape, relative to its place.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    Line(Vec<Place>),
    /// Rectangle with the radius of its corners.
    Box {
        size: Place,
        corner: i32,
        is_filled: bool,
    },
    Polygon(Vec<Place>),
    /// Circle with its radius, around its place.
    Circle(i32),
    /// Letter, placed on the baseline; `is_whole` if the text consists of this letter only.
    Letter {
        letter: char,
        is_whole: bool,
    },
    /// Text around its place, on the baseline.
    Text(String),
}

/// Shape with its attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Mark {
    form: Form,
    at: Place,
    paint: Paint,
}

impl Mark {
    const fn layer(&self) -> u8 {
        match self.form {
            Form::Line(_) => 0,
            Form::Box { is_filled: true, .. } => 1,
            Form::Box { is_filled: false, .. } => 2,
            Form::Polygon(_) => 3,
            Form::Circle(_) => 4,
            Form::Letter { .. } | Form::Text(_) => 5,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.form == other.form && self.paint == other.paint
    }
}

/// Conversion of shapes in points to marks on the grid of pixels.
struct SvgGrid {
    origin: Point,
    scale: f32,
    style: Style,
    ground: Ground,
}

/// Rounds to the nearest number, halves up. Small numerical errors do not influence the result.
fn rounded(value: f32) -> i32 {
    (value + 0.51).floor() as i32
}

impl SvgGrid {
    /// Returns a point in pixels; the middle of the first pixel is (0, 0).
    fn pixels(&self, point: Point) -> (f32, f32) {
        ((point.x - self.origin.x) * self.scale - 0.5, (point.y - self.origin.y) * self.scale - 0.5)
    }

    /// Returns the place of the nearest pixel.
    fn place(&self, point: Point) -> Place {
        let (x, y) = self.pixels(point);
        (2 * rounded(x), 2 * rounded(y))
    }

    /// Returns a length in half pixels.
    fn length(&self, points: f32) -> i32 {
        rounded(points * self.scale * 2.0)
    }

    /// Returns the attributes of a shape.
    fn paint(&self, fill: Option<Ink>, stroke: Option<Stroke>) -> Paint {
        let color = |ink: Ink| hex(ink.color.value_in(self.style, self.ground));
        let mut paint = Paint { fill: fill.map_or_else(|| "none".to_owned(), color), ..Paint::default() };
        for (name, ink) in [("fill", fill), ("stroke", stroke.map(|stroke| stroke.ink))] {
            if let Some(Ink { opacity, .. }) = ink.filter(|ink| ink.opacity < 1.0) {
                let _ = write!(paint.rest, " {name}-opacity=\"{opacity:.2}\"");
            }
        }
        if let Some(stroke) = stroke {
            paint.stroke = color(stroke.ink);
            if self.width(stroke) > 1 {
                let _ = write!(paint.rest, " stroke-width=\"{}\"", self.width(stroke));
            }
            if stroke.dashed {
                paint.rest += " stroke-dasharray=\"5 4\"";
            }
        }
        paint
    }

    /// Returns the width of a line in whole pixels.
    fn width(&self, stroke: Stroke) -> i32 {
        rounded(stroke.width * self.style.line_scale() * self.scale).max(1)
    }

    fn add(&self, shape: &Shape, marks: &mut Vec<Mark>) {
        let mark = match shape {
            Shape::Line { points, stroke } => {
                let points: Vec<Place> = points.iter().map(|&point| self.place(point)).collect();
                Mark { form: Form::Line(points), at: (0, 0), paint: self.paint(None, Some(*stroke)) }
            }
            Shape::Rect { rect, corner, fill, stroke } => {
                // The outline is drawn inside the rectangle.
                let inset = stroke.map_or(0.5, |stroke| self.width(stroke) as f32 / 2.0) / self.scale;
                let inner = rect.grown(-inset);
                let (at, end) = (self.place(inner.min), self.place(inner.max));
                let size = (end.0 - at.0, end.1 - at.1);
                // Small corners are drawn as right angles, which are shorter.
                let corner = Some(self.length(*corner)).filter(|&corner| corner > SMALL_CORNER).unwrap_or_default();
                let form = Form::Box { size, corner, is_filled: fill.is_some() };
                Mark { form, at, paint: self.paint(*fill, *stroke) }
            }
            Shape::Polygon { corners, fill } => {
                let first = corners.first().copied().unwrap_or_default();
                // With sides of even lengths, the middle of a side is a whole pixel too.
                let even = |length: f32| 4 * rounded(length * self.scale / 2.0 - 0.02);
                let from_first = |corner: &Point| (even(corner.x - first.x), even(corner.y - first.y));
                let corners: Vec<Place> = corners.iter().map(from_first).collect();
                Mark { form: Form::Polygon(corners), at: self.place(first), paint: self.paint(Some(*fill), None) }
            }
            Shape::Ring { center, radius, stroke } => {
                let paint = self.paint(None, Some(*stroke));
                Mark { form: Form::Circle(self.length(*radius)), at: self.place(*center), paint }
            }
            Shape::Disc { center, radius, fill } => {
                let paint = self.paint(Some(*fill), None);
                Mark { form: Form::Circle(self.length(*radius)), at: self.place(*center), paint }
            }
            Shape::Text { .. } => return self.add_text(shape, marks),
        };
        marks.push(mark);
    }

    fn add_text(&self, shape: &Shape, marks: &mut Vec<Mark>) {
        let Shape::Text { at, anchor, size, text, ink, strong } = shape else { return };
        let size = self.length(size * self.style.text_scale());
        let mut paint = Paint { font: Some(size), ..self.paint(Some(*ink), None) };
        if *strong {
            paint.rest += " font-weight=\"600\"";
        }
        let size = size as f32 / 2.0;
        let text = visible(text);
        let advances: Vec<f32> = text.chars().map(|letter| advance(letter, *strong) * size).collect();
        let width: f32 = advances.iter().sum();
        let (x, y) = self.pixels(*at);
        let (left, y) = match anchor {
            Anchor::Left => (x, y + size * 0.35),
            Anchor::Right => (x - width, y + size * 0.35),
            Anchor::Center => (x - width / 2.0, y + size * 0.35),
            Anchor::Top => (x - width / 2.0, y + size),
        };
        let y = 2 * rounded(y);
        if text.chars().any(|letter| letter != ' ' && !is_alone(letter)) || text.chars().count() > SHORT {
            let at = (2 * rounded(left + width / 2.0), y);
            marks.push(Mark { form: Form::Text(text.into_owned()), at, paint });
            return;
        }
        // Equal texts have equal distances between their letters, so all are counted from the first.
        let first = left + advances.first().copied().unwrap_or_default() / 2.0;
        let is_whole = advances.len() == 1;
        let mut before = 0.0;
        for (letter, advance) in text.chars().zip(advances) {
            let middle = left + before + advance / 2.0;
            before += advance;
            let at = (2 * (rounded(first) + rounded(middle - first)), y);
            if letter != ' ' {
                marks.push(Mark { form: Form::Letter { letter, is_whole }, at, paint: paint.clone() });
            }
        }
    }
}

/// Whether a letter looks the same next to any other letter: no ligatures, combining accents, or
/// other writing directions.
const fn is_alone(letter: char) -> bool {
    matches!(letter,
        '!'..='e' | 'g'..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}' | '\u{370}'..='\u{482}' | '\u{2010}'..='\u{2027}'
        | '\u{2190}'..='\u{22ff}' | '\u{3001}'..='\u{3015}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30ff}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff5e}')
}

/// Returns the width of a letter as a multiple of the font size, in the bundled fonts.
fn advance(letter: char, is_strong: bool) -> f32 {
    let width = |(_, face): (bool, &FontRef<'static>)| {
        let glyph = face.charmap().map(letter)?;
        face.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(glyph)
    };
    let wide = if u32::from(letter) >= 0x2e80 { 1.0 } else { 0.6 };
    faces().filter(|(strong, _)| *strong == is_strong).find_map(width).unwrap_or(wide)
}

/// Boxes of one size, with the shapes that each of them contains at the same place.
struct Marker {
    places: Vec<Place>,
    /// Shapes relative to the place of a box, the box first.
    parts: Vec<Mark>,
}

/// Divides marks into markers and the others.
fn markers(marks: Vec<Mark>) -> (Vec<Marker>, Vec<Mark>) {
    // Numbers and places of equal marks.
    let mut groups: Vec<(Mark, Vec<(usize, Place)>)> = Vec::new();
    for (number, mark) in marks.into_iter().enumerate() {
        let at = (number, mark.at);
        match groups.iter_mut().find(|(first, _)| first.is_like(&mark)) {
            Some((_, places)) => places.push(at),
            None => groups.push((mark, vec![at])),
        }
    }
    let mut markers = Vec::new();
    for index in 0..groups.len() {
        let mark = groups[index].0.clone();
        let places: Vec<Place> = groups[index].1.iter().map(|&(_, place)| place).collect();
        let Form::Box { size, is_filled: true, .. } = mark.form else { continue };
        if places.len() < FEW || markers.len() == NAMES.len() {
            continue;
        }
        groups[index].1.clear();
        let mut parts = vec![Mark { at: (0, 0), ..mark }];
        for (mark, others) in &mut groups[index + 1..] {
            if matches!(mark.form, Form::Letter { is_whole: false, .. }) {
                continue;
            }
            while let Some(at) = common_place(&places, size, others) {
                let taken: HashSet<Place> = places.iter().map(|place| (place.0 + at.0, place.1 + at.1)).collect();
                others.retain(|(_, other)| !taken.contains(other));
                parts.push(Mark { at, ..mark.clone() });
            }
        }
        markers.push(Marker { places, parts });
    }
    let rest = groups.into_iter().flat_map(|(mark, places)| {
        places.into_iter().map(move |(number, at)| (number, Mark { at, ..mark.clone() })).collect::<Vec<_>>()
    });
    let mut rest: Vec<(usize, Mark)> = rest.collect();
    rest.sort_unstable_by_key(|&(number, _)| number);
    (markers, rest.into_iter().map(|(_, mark)| mark).collect())
}

/// Returns a place relative to boxes that `others` has in all of them.
fn common_place(boxes: &[Place], size: Place, others: &[(usize, Place)]) -> Option<Place> {
    if others.len() < boxes.len() {
        return None;
    }
    let first = boxes.first()?;
    let all: HashSet<Place> = others.iter().map(|&(_, place)| place).collect();
    let is_common = |at: &Place| {
        let is_inside = (0..=size.0).contains(&at.0) && (0..=size.1).contains(&at.1);
        is_inside && boxes.iter().all(|place| all.contains(&(place.0 + at.0, place.1 + at.1)))
    };
    others.iter().map(|(_, other)| (other.0 - first.0, other.1 - first.1)).find(is_common)
}

impl Marker {
    /// Returns the element that defines the marker, inside an element with attributes.
    fn definition(&self, name: char, around: &Paint) -> String {
        format!("<marker id=\"{name}\" overflow=\"visible\">{}</marker>", elements(&self.parts, around))
    }

    /// Returns the path that draws the marker at each vertex except the first and the last.
    fn drawn(&self, name: char) -> String {
        let mut line = Line::default();
        line.move_to((0, 0));
        self.places.iter().for_each(|&place| line.line_to(place));
        format!("<path marker-mid=\"url(#{name})\" d=\"{}h0\"/>", line.text)
    }
}

/// Returns the elements of marks inside an element with attributes: those of one kind with the same attributes together.
fn elements(marks: &[Mark], around: &Paint) -> String {
    let mut text = String::new();
    let mut written: Vec<&Mark> = Vec::new();
    for first in marks {
        let is_alike = |mark: &&Mark| mark.layer() == first.layer() && mark.paint == first.paint;
        if written.iter().any(is_alike) {
            continue;
        }
        written.push(first);
        let alike: Vec<&Mark> = marks.iter().filter(is_alike).collect();
        let attributes = first.paint.attributes(around);
        match contents(&alike).as_slice() {
            [(name, rest)] => {
                let _ = write!(text, "<{name}{attributes}{rest}");
            }
            several => {
                let inner: String = several.iter().map(|(name, rest)| ["<", *name, rest.as_str()].concat()).collect();
                let _ = if attributes.is_empty() {
                    write!(text, "{inner}")
                } else {
                    write!(text, "<g{attributes}>{inner}</g>")
                };
            }
        }
    }
    text
}

/// Returns the elements of marks of one kind with the same attributes: the name of each, and the text after its name.
fn contents(marks: &[&Mark]) -> Vec<(&'static str, String)> {
    let mut elements = Vec::new();
    let mut line = Line::default();
    line.add_lines(marks);
    for mark in marks {
        line.add_outline(mark);
    }
    if !line.text.is_empty() {
        elements.push(("path", format!(" d=\"{}\"/>", line.text)));
    }
    elements.extend(marks.iter().filter_map(|mark| rounded_element(mark)));
    elements.extend(texts(marks).into_iter().map(|text| ("text", text)));
    elements
}

/// Returns the element of a box with round corners, or of a circle.
fn rounded_element(mark: &Mark) -> Option<(&'static str, String)> {
    let attribute = |name: &str, value: i32| match value {
        0 => String::new(),
        value => format!(" {name}=\"{}\"", Number(value)),
    };
    let (x, y) = mark.at;
    match mark.form {
        Form::Box { size: (width, height), corner, .. } if corner > 0 => {
            let values = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", corner)];
            Some(("rect", values.map(|(name, value)| attribute(name, value)).concat() + "/>"))
        }
        Form::Circle(radius) => {
            let values = [("cx", x), ("cy", y), ("r", radius)];
            Some(("circle", values.map(|(name, value)| attribute(name, value)).concat() + "/>"))
        }
        _ => None,
    }
}

/// Returns the elements of texts without the start of each: one for the letters of each row, and one for each other text.
fn texts(marks: &[&Mark]) -> Vec<String> {
    let mut rows: Vec<(i32, String, String)> = Vec::new();
    let mut others = Vec::new();
    for mark in marks {
        let (x, y) = mark.at;
        match &mark.form {
            Form::Letter { letter, .. } => {
                let row = rows.iter().position(|row| row.0 == y).unwrap_or_else(|| {
                    rows.push((y, String::new(), String::new()));
                    rows.len() - 1
                });
                let (_, places, letters) = &mut rows[row];
                let space = if places.is_empty() { "" } else { " " };
                let _ = write!(places, "{space}{}", Number(x));
                *letters += &escaped(letter.encode_utf8(&mut [0; 4]));
            }
            Form::Text(text) => {
                others.push(format!(" x=\"{}\" y=\"{}\">{}</text>", Number(x), Number(y), escaped(text)));
            }
            _ => {}
        }
    }
    let rows = rows.into_iter().map(|(y, places, letters)| {
        let y = Number(y);
        format!(" y=\"{y}\" x=\"{places}\">{letters}</text>")
    });
    rows.chain(others).collect()
}

/// Data of a path under construction, as short as possible.
#[derive(Default)]
struct Line {
    text: String,
    at: Place,
    /// Command that a number without a letter continues.
    command: char,
}

impl Line {
    /// Adds lines. Lines that meet at a point are joined to one line.
    fn add_lines(&mut self, marks: &[&Mark]) {
        let mut joined: Vec<Vec<Place>> = Vec::new();
        for mark in marks {
            let Form::Line(points) = &mark.form else { continue };
            match (joined.last_mut(), points.as_slice()) {
                (Some(last), [start, end]) if last.len() == 2 && last[0] == *start => {
                    last.reverse();
                    last.push(*end);
                }
                _ => joined.push(points.clone()),
            }
        }
        for points in &joined {
            self.add(points);
        }
    }

    /// Adds the outline of a box without round corners, or of a filled polygon, which need not be closed.
    fn add_outline(&mut self, mark: &Mark) {
        let (x, y) = mark.at;
        match &mark.form {
            Form::Box { size: (width, height), corner: 0, .. } => {
                self.add(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]);
                self.text.push('z');
                self.command = 'z';
                self.at = mark.at;
            }
            Form::Polygon(corners) => {
                let corners: Vec<Place> = corners.iter().map(|corner| (x + corner.0, y + corner.1)).collect();
                self.add(&corners);
            }
            _ => {}
        }
    }

    fn add(&mut self, points: &[Place]) {
        for (number, &point) in points.iter().enumerate() {
            if number == 0 { self.move_to(point) } else { self.line_to(point) }
        }
    }

    fn move_to(&mut self, to: Place) {
        self.text.push(if self.text.is_empty() { 'M' } else { 'm' });
        self.command = 'm';
        let by = (to.0 - self.at.0, to.1 - self.at.1);
        self.numbers(&[by.0, by.1]);
        self.at = to;
        // After a relative start, further numbers are those of relative lines; after an absolute one, of absolute lines.
        self.command = if self.text.starts_with('M') && !self.text.contains('m') { 'L' } else { 'l' };
    }

    fn line_to(&mut self, to: Place) {
        let by = (to.0 - self.at.0, to.1 - self.at.1);
        let (command, numbers): (char, &[i32]) = match by {
            (x, 0) => ('h', &[x]),
            (0, y) => ('v', &[y]),
            (x, y) => ('l', &[x, y]),
        };
        if command != self.command {
            self.text.push(command);
            self.command = command;
        }
        self.numbers(numbers);
        self.at = to;
    }

    fn numbers(&mut self, numbers: &[i32]) {
        for &number in numbers {
            let number = Number(number).to_string();
            let follows_number = self.text.ends_with(|last: char| last.is_ascii_digit());
            if follows_number && !number.starts_with('-') {
                self.text.push(' ');
            }
            self.text += &number;
        }
    }
}

/// Number of half pixels, written in pixels.
struct Number(i32);

impl std::fmt::Display for Number {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.0.unsigned_abs() / 2, self.0 % 2 == 0) {
            (whole, true) => write!(to, "{sign}{whole}"),
            (0, false) => write!(to, "{sign}.5"),
            (whole, false) => write!(to, "{sign}{whole}.5"),
        }
    }
}

/// Returns the nearest colour with one digit for each part, in the notation of CSS.
fn hex(value: u32) -> String {
    let digit = |shift: u32| ((value >> shift & 0xff) + 8) / 17;
    format!("#{:x}{:x}{:x}", digit(16), digit(8), digit(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shapes: Vec<Shape>) -> String {
        let bounds = Rect::new(0.0, 0.0, 100.0, 50.0);
        small_svg(&Scene { shapes }, bounds, (Style::Print, Ground::Light), 1.0)
    }

    fn text(x: f32, text: &str) -> Shape {
        let at = Point::new(x, 20.5);
        Shape::Text {
            at,
            anchor: Anchor::Center,
            size: 10.0,
            text: text.to_owned(),
            ink: Ink::full(Color::Text),
            strong: false,
        }
    }

    #[test]
    fn lines_from_one_point_are_one_line() {
        let stroke = Stroke::solid(0.9, Ink::full(Color::Edge));
        let line = |x: f32, y: f32| Shape::Line { points: vec![Point::new(50.5, 10.5), Point::new(x, y)], stroke };
        let svg = drawn(vec![line(40.5, 20.5), line(60.5, 20.5), line(50.5, 30.5)]);
        assert!(svg.contains("<g stroke=\"#777\"><path d=\"M40 20l10-10 10 10m-10-10v20\"/>"), "{svg}");
    }

    #[test]
    fn equal_boxes_are_one_marker_with_what_they_share() {
        let stroke = Stroke::solid(1.0, Ink::full(Color::Edge));
        let place = |x: f32| Rect::new(x, 10.0, x + 20.0, 30.0);
        let (fill, stroke) = (Some(Ink::full(Color::Node)), Some(stroke));
        let node = |x: f32| Shape::Rect { rect: place(x), corner: 5.0, fill, stroke };
        let blank = |x: f32| Shape::Rect { rect: place(x).grown(-4.0), corner: 1.0, fill: None, stroke };
        let all = |shape: &dyn Fn(f32) -> Shape| [0.0, 30.0, 60.0].map(shape).to_vec();
        let texts = |x: f32| text(x + 10.0, "x");
        let svg = drawn([all(&node), all(&blank), all(&texts), vec![text(90.0, "y")]].concat());
        let shared = "<rect fill=\"#fff\" width=\"19\" height=\"19\" rx=\"5\"/><path d=\"M4 4h11v11h-11z\"/><text";
        assert!(svg.contains(shared) && svg.contains("d=\"M0 0v10h30 30h0\""), "{svg}");
        assert_eq!((svg.matches(">x</text>").count(), svg.matches(">y</text>").count()), (1, 1), "{svg}");
    }

    #[test]
    fn letters_of_a_row_have_their_own_places() {
        let svg = drawn(vec![text(20.5, "13"), text(50.5, "−∞"), text(80.5, "<a b>")]);
        let letters = "13−∞&lt;ab&gt;";
        assert!(svg.contains(&format!(">{letters}</text>")), "{svg}");
        let places = svg.split(" x=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a list");
        assert_eq!(places.split(' ').count(), 8, "{svg}");
    }

    #[test]
    fn texts_with_ligatures_accents_or_directions_are_whole() {
        for whole in ["fi", "e\u{301}", "\u{5e9}\u{5dc}", "Castling"] {
            let svg = drawn(vec![text(20.5, whole), text(50.5, "1")]);
            assert!(svg.contains(&format!(" x=\"20\" y=\"24\">{}</text>", escaped(whole))), "{svg}");
        }
    }

    #[test]
    fn numbers_are_halves() {
        let texts = [-3, -2, -1, 0, 1, 2, 3].map(|number| Number(number).to_string());
        assert_eq!(texts, ["-1.5", "-1", "-.5", "0", ".5", "1", "1.5"]);
    }
}
