//! The picture of a tree at a frame, as SVG and as PNG.

use std::fmt::Write as _;
use std::path::Path;

use super::pixels::{FAMILY, png_of_svg};
use super::{ExportError, ending, write_whole};
use crate::language::Language;
use crate::scene::{
    Anchor, Appearance, Color, Ground, Ink, Layout, Levels, Orientation, Point, Rect, Scene, Shape, Stroke,
    ViewOptions, ViewTree, draw_tree,
};
use crate::trace::Trace;

/// Which part of a tree is drawn, at which frame, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The frame.
    pub frame: usize,
    /// The moves from the start of the run to the node at the centre.
    pub center: Vec<u16>,
    /// How many levels below the centre are drawn.
    pub levels: Levels,
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// Light or dark.
    pub ground: Ground,
    /// The language of the words beside groups.
    pub language: Language,
}

/// Points around the tree.
const MARGIN: f32 = 16.0;
/// Pixels of a PNG for each point.
const SCALE: f32 = 2.0;
/// Points between a node and the end of the picture: its score stands there.
const ROOM_FOR_SCORES: f32 = 64.0;

/// Writes a picture as PNG or SVG, whichever the file's name ends in. An older file is replaced when the new one is whole.
///
/// # Errors
/// [`ExportError`] says which file, and why it was not written.
pub fn save_picture(trace: &Trace, picture: &Picture, path: &Path) -> Result<(), ExportError> {
    let bytes = match ending(path).as_str() {
        "png" => picture_png(trace, picture)?,
        "svg" => picture_svg(trace, picture)?.into_bytes(),
        _ => return Err(ExportError::Kind { path: path.to_owned(), expected: ".png or .svg" }),
    };
    write_whole(path, &bytes)
}

/// The picture as the bytes of a PNG file, at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn picture_png(trace: &Trace, picture: &Picture) -> Result<Vec<u8>, ExportError> {
    png_of_svg(&picture_svg(trace, picture)?, SCALE)
}

/// The picture as the text of an SVG file.
///
/// # Errors
/// [`ExportError::Drawing`] where the centre is no node of the game.
pub fn picture_svg(trace: &Trace, picture: &Picture) -> Result<String, ExportError> {
    let options = ViewOptions { levels: picture.levels, group_pruned: false };
    let tree = ViewTree::new(trace, &picture.center, options, None)
        .ok_or_else(|| ExportError::Drawing("there is no such node".to_owned()))?;
    let layout = Layout::new(&tree, picture.orientation, 1.6);
    let path = trace.step(picture.frame).map(|step| trace.path(step.node)).unwrap_or_default();
    let (on_path, is_in_sight) = tree.indexes_on_path(&path);
    let mut bounds = layout.bounds.grown(MARGIN);
    match picture.orientation {
        Orientation::LeftToRight => bounds.max.x += ROOM_FOR_SCORES,
        Orientation::TopDown => bounds.max.y += MARGIN,
    }
    let appearance = Appearance {
        frame: picture.frame,
        visible: bounds,
        zoom: 1.0,
        current_path: if is_in_sight { &on_path } else { &[] },
        best_line: &[],
        equal: &[],
        notes: &[],
        language: picture.language,
    };
    let scene = draw_tree(trace, &tree, &layout, &appearance);
    Ok(Svg::new(bounds, picture.ground).scene(&scene))
}

/// The text of an SVG file while it is written.
struct Svg {
    text: String,
    ground: Ground,
    origin: Point,
}

impl Svg {
    fn new(bounds: Rect, ground: Ground) -> Self {
        let (width, height) = (bounds.width(), bounds.height());
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FAMILY}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#{:06x}\"/>\n",
            Color::Ground.value(ground)
        );
        Self { text, ground, origin: bounds.min }
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
        format!("{what}=\"#{:06x}\"{opacity}", ink.color.value(self.ground))
    }

    fn stroke(&self, stroke: Stroke) -> String {
        let dashes = if stroke.dashed { " stroke-dasharray=\"4 3.2\"" } else { "" };
        format!("{} stroke-width=\"{:.2}\"{dashes}", self.paint("stroke", stroke.ink), stroke.width)
    }

    fn shape(&mut self, shape: &Shape) {
        let line = match shape {
            Shape::Rect { rect, corner, fill, stroke } => {
                // An outline is drawn inside.
                let inset = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
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
            Shape::Triangle { corners, fill } => {
                let corners = corners.map(|corner| {
                    let (x, y) = self.at(corner);
                    format!("{x:.2},{y:.2}")
                });
                format!("<polygon points=\"{}\" {}/>", corners.join(" "), self.fill(Some(*fill)))
            }
            Shape::Text { at, anchor, size, text, ink, strong } => {
                let (x, y) = self.at(*at);
                // The middle of the letters lies about a third of their height above the line they stand on.
                let (anchor, y) = match anchor {
                    Anchor::Left => ("start", y + size * 0.35),
                    Anchor::Center => ("middle", y + size * 0.35),
                    Anchor::Top => ("middle", y + size),
                };
                let weight = if *strong { " font-weight=\"600\"" } else { "" };
                format!(
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\"{weight} {}>{}</text>",
                    self.fill(Some(*ink)),
                    escaped(text)
                )
            }
        };
        let _ = writeln!(self.text, "{line}");
    }
}

/// A text without the letters that mean something in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
