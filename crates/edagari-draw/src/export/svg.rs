//! Conversion of scenes to SVG, its parsing into shapes, and its rasterization.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use super::ExportError;
use crate::scene::{Anchor, Color, Ground, Ink, Point, Rect, Scene, Shape, Stroke, Style};
use edagari_core::language::{Message, isolated, visible};
use resvg::tiny_skia;
use resvg::usvg::{self, Options, Tree};

/// SVG text under construction.
struct Svg {
    text: String,
    style: Style,
    ground: Ground,
    origin: Point,
}

/// Returns a scene as the text of an SVG file, with `scale` pixels per point.
pub(super) fn svg(scene: &Scene, bounds: Rect, style: Style, ground: Ground, scale: f32) -> String {
    Svg::new(bounds, style, ground, scale).scene(scene)
}

/// Returns a scene like [`svg`], divided into groups that begin at the given shapes; their ids are
/// `part-` and the number from 0.
pub(super) fn svg_in_parts(
    scene: &Scene,
    starts: &[usize],
    bounds: Rect,
    style: Style,
    ground: Ground,
    scale: f32,
) -> String {
    let mut svg = Svg::new(bounds, style, ground, scale);
    let first = starts.first().copied().unwrap_or(scene.shapes.len());
    scene.shapes[..first].iter().for_each(|shape| svg.shape(shape));
    let ends = starts.iter().skip(1).copied().chain([scene.shapes.len()]);
    for (number, (&start, end)) in starts.iter().zip(ends).enumerate() {
        let _ = writeln!(svg.text, "<g id=\"{PART}{number}\">");
        scene.shapes[start..end].iter().for_each(|shape| svg.shape(shape));
        svg.text += "</g>\n";
    }
    svg.text + "</svg>\n"
}

/// Ids of the groups of [`svg_in_parts`] begin with this.
pub(super) const PART: &str = "part-";

impl Svg {
    fn new(bounds: Rect, style: Style, ground: Ground, scale: f32) -> Self {
        let (width, height) = (bounds.width(), bounds.height());
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FAMILY}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#{:06x}\"/>\n",
            width * scale,
            height * scale,
            Color::Ground.value_in(style, ground)
        );
        Self { text, style, ground, origin: bounds.min }
    }

    fn scene(mut self, scene: &Scene) -> String {
        for shape in &scene.shapes {
            self.shape(shape);
        }
        self.text + "</svg>\n"
    }

    fn at(&self, point: Point) -> (f32, f32) {
        (point.x - self.origin.x, point.y - self.origin.y)
    }

    fn fill(&self, ink: Option<Ink>) -> String {
        ink.map_or_else(|| "fill=\"none\"".to_owned(), |ink| self.paint("fill", ink))
    }

    fn paint(&self, what: &str, ink: Ink) -> String {
        let opacity = if ink.opacity < 1.0 { format!(" {what}-opacity=\"{:.2}\"", ink.opacity) } else { String::new() };
        format!("{what}=\"#{:06x}\"{opacity}", ink.color.value_in(self.style, self.ground))
    }

    fn width(&self, stroke: Stroke) -> f32 {
        stroke.width * self.style.line_scale()
    }

    fn stroke(&self, stroke: Stroke) -> String {
        let dashes = if stroke.dashed { " stroke-dasharray=\"4 3.2\"" } else { "" };
        format!("{} stroke-width=\"{:.2}\"{dashes}", self.paint("stroke", stroke.ink), self.width(stroke))
    }

    fn shape(&mut self, shape: &Shape) {
        let line = match shape {
            Shape::Rect { rect, corner, fill, stroke } => {
                // The outline is drawn inside the rectangle.
                let inset = stroke.map_or(0.0, |stroke| self.width(stroke) / 2.0);
                let (x, y) = self.at(rect.min);
                let (width, height) = (rect.width() - 2.0 * inset, rect.height() - 2.0 * inset);
                let stroke = stroke.map(|stroke| format!(" {}", self.stroke(stroke))).unwrap_or_default();
                format!(
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" rx=\"{corner:.2}\" {}{stroke}/>",
                    x + inset,
                    y + inset,
                    width.max(0.0),
                    height.max(0.0),
                    self.fill(*fill)
                )
            }
            Shape::Line { points, stroke } => {
                let points = points.iter().map(|&point| {
                    let (x, y) = self.at(point);
                    format!("{x:.2},{y:.2}")
                });
                let points: Vec<_> = points.collect();
                format!("<polyline points=\"{}\" fill=\"none\" {}/>", points.join(" "), self.stroke(*stroke))
            }
            Shape::Ring { center, radius, stroke } => {
                let (x, y) = self.at(*center);
                format!(
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"none\" {}/>",
                    self.stroke(*stroke)
                )
            }
            Shape::Disc { center, radius, fill } => {
                let (x, y) = self.at(*center);
                format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {}/>", self.fill(Some(*fill)))
            }
            Shape::Polygon { corners, fill } => {
                let point = |corner: &Point| {
                    let (x, y) = self.at(*corner);
                    format!("{x:.2},{y:.2}")
                };
                let corners: Vec<String> = corners.iter().map(point).collect();
                format!("<polygon points=\"{}\" {}/>", corners.join(" "), self.fill(Some(*fill)))
            }
            Shape::Text { at, anchor, size, text, ink, strong } => {
                let (x, y) = self.at(*at);
                let size = size * self.style.text_scale();
                // The middle of the letters is about a third of the font size above the baseline.
                let (anchor, y) = match anchor {
                    Anchor::Left => ("start", y + size * 0.35),
                    Anchor::Right => ("end", y + size * 0.35),
                    Anchor::Center => ("middle", y + size * 0.35),
                    Anchor::Top => ("middle", y + size),
                };
                let weight = if *strong { " font-weight=\"600\"" } else { "" };
                // A space at the end separates the text from the next line for programs that read it.
                let space = if text.ends_with(' ') { " xml:space=\"preserve\"" } else { "" };
                format!(
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\"{weight}{space} {}>{}</text>",
                    self.fill(Some(*ink)),
                    escaped(text)
                )
            }
        };
        let _ = writeln!(self.text, "{line}");
    }
}

/// Escapes a text for XML. Labels may come from imported files, so characters that XML forbids are written as escape sequences.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in isolated(&visible(text)).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Font families of the bundled fonts; a viewer without them uses its own fallback.
pub(super) const FAMILY: &str = "Noto Sans, Noto Sans CJK JP, sans-serif";

/// Fonts for text in pictures. They are loaded again once a page has fetched another one.
fn font_database() -> Arc<usvg::fontdb::Database> {
    static LOADED: Mutex<Option<(usize, Arc<usvg::fontdb::Database>)>> = Mutex::new(None);
    let count = super::fonts().count();
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, fonts)) = loaded.as_ref().filter(|(before, _)| *before == count) {
        return Arc::clone(fonts);
    }
    let mut fonts = usvg::fontdb::Database::new();
    for font in super::fonts() {
        fonts.load_font_data(font.file.to_vec());
    }
    let fonts = Arc::new(fonts);
    *loaded = Some((count, Arc::clone(&fonts)));
    fonts
}

/// Parses an SVG text into shapes and laid-out text.
pub(super) fn svg_tree(svg: &str) -> Result<Tree, ExportError> {
    let options = Options { fontdb: font_database(), font_family: "Noto Sans".to_owned(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| ExportError::Drawing(Message::verbatim(&error)))
}

/// Draws an SVG text as the bytes of a PNG file, with `scale` pixels per point.
pub(super) fn png_of_svg(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    pixels_of_svg(svg, scale)?.encode_png().map_err(|error| ExportError::Drawing(Message::verbatim(&error)))
}

/// Draws an SVG text as pixels, with `scale` pixels per point.
pub(super) fn pixels_of_svg(svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, ExportError> {
    let failed = |message: &str| ExportError::Drawing(message.into());
    let tree = svg_tree(svg)?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed("it has no size"))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("there is no memory for it"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_forbidden_in_xml_are_escaped() {
        let all: String = ('\0'..='\u{2FF}').chain(['\u{FFFE}', '\u{FFFF}', '枝']).collect();
        let is_allowed = |letter: char| letter >= ' ' && !matches!(letter, '<' | '>' | '"' | '\u{FFFE}' | '\u{FFFF}');
        assert!(escaped(&all).chars().all(is_allowed), "{:?}", escaped(&all));
        assert_eq!(escaped("לוח <3"), "\u{2068}לוח &lt;3\u{2069}", "as a text of its own");
        assert_eq!(escaped("a < b & \"c\" 枝"), "a &lt; b &amp; &quot;c&quot; 枝");
    }
}
