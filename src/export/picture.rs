//! The picture of a tree at a frame.

use std::collections::BTreeSet;
use std::path::Path;

use super::ExportError;
use super::pixels::png_of_svg;
use super::svg::svg;
use super::tikz::tikz;
use super::write::{ending, write_whole};
use crate::analysis::best_line;
use crate::language::Language;
use crate::scene::{
    Appearance, FocusLayout, FocusLook, FocusOptions, FocusRequest, Ground, Layout, Levels, Moment, Orientation, Rect,
    Scene, Shape, Style, ViewOptions, ViewTree, draw_focus, draw_tree, focus_at,
};
use crate::trace::{Progress, Trace};

/// Which part of a tree is drawn, at which frame, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The frame.
    pub frame: usize,
    /// The moves from the start of the run to the node that matters most; without, the focus of the frame.
    pub center: Option<Vec<u16>>,
    /// The moves to the nodes whose children are shown, beside those that are shown anyway.
    pub opened: BTreeSet<Vec<u16>>,
    /// What of the tree is drawn: the focus view, or the subtree below the centre with so many levels.
    pub levels: Option<u8>,
    /// The width and height of a focus view, in points.
    pub size: (f32, f32),
    /// The direction in which the tree grows.
    pub orientation: Orientation,
    /// Light or dark.
    pub ground: Ground,
    /// What it is made for.
    pub style: Style,
    /// Whether pruned siblings are shown as one.
    pub group_pruned: bool,
    /// Whether the line of best moves is shown.
    pub best_line: bool,
    /// Pixels a point; by default 2 for PNG and 1 for other kinds.
    pub scale: Option<f32>,
    /// The language of the words beside groups.
    pub language: Language,
}

/// Points around the tree.
const MARGIN: f32 = 16.0;
/// Pixels of a PNG for each point.
const SCALE: f32 = 2.0;
/// Points between a node and the end of the picture: its score stands there.
const ROOM_FOR_SCORES: f32 = 64.0;

/// Writes a picture as PNG, SVG or TikZ (`.tex`), whichever the file's name ends in. An older file is replaced when the new one
/// is whole, unless `progress` is cancelled by then.
///
/// # Errors
/// [`ExportError`] says which file, and why it was not written, or that `progress` was cancelled.
pub fn save_picture(trace: &Trace, picture: &Picture, path: &Path, progress: &Progress) -> Result<(), ExportError> {
    let bytes = match ending(path).as_str() {
        "png" => picture_png(trace, picture)?,
        "svg" => picture_svg(trace, picture)?.into_bytes(),
        "tex" => picture_tikz(trace, picture)?.into_bytes(),
        _ => return Err(ExportError::Kind { path: path.to_owned(), expected: ".png, .svg or .tex" }),
    };
    write_whole(path, &bytes, progress)
}

/// Writes a picture as TikZ, whatever the file's name ends in.
///
/// # Errors
/// As of [`save_picture`].
pub fn save_tikz(trace: &Trace, picture: &Picture, path: &Path, progress: &Progress) -> Result<(), ExportError> {
    write_whole(path, picture_tikz(trace, picture)?.as_bytes(), progress)
}

/// The picture as the bytes of a PNG file, by default at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn picture_png(trace: &Trace, picture: &Picture) -> Result<Vec<u8>, ExportError> {
    let points = Picture { scale: None, ..picture.clone() };
    png_of_svg(&picture_svg(trace, &points)?, picture.scale.unwrap_or(SCALE))
}

/// The picture as the text of an SVG file.
///
/// # Errors
/// [`ExportError::Drawing`] where the centre is no node of the game.
pub fn picture_svg(trace: &Trace, picture: &Picture) -> Result<String, ExportError> {
    Ok(Canvas::new(trace, picture)?.svg(picture.frame))
}

/// The picture as the text of a `tikzpicture`, for papers; it needs the package `tikz` alone.
///
/// # Errors
/// [`ExportError::Drawing`] where the centre is no node of the game.
pub fn picture_tikz(trace: &Trace, picture: &Picture) -> Result<String, ExportError> {
    let canvas = Canvas::new(trace, picture)?;
    Ok(tikz(&canvas.scene(picture.frame), canvas.bounds, picture.style, picture.ground))
}

/// The width and height of a focus view in points, unless others are asked for.
pub const PICTURE_SIZE: (f32, f32) = (960.0, 600.0);

/// The part of a tree that is drawn.
pub(super) struct Canvas<'a> {
    trace: &'a Trace,
    picture: &'a Picture,
    part: Part,
    bounds: Rect,
}

/// What of the tree is drawn.
enum Part {
    /// What matters at each frame.
    Focus { scores: Option<(i32, i32)> },
    /// So many levels below a node; they lie where they do in the finished tree, so they are the same at every frame.
    Subtree { tree: Box<ViewTree>, layout: Layout },
}

impl<'a> Canvas<'a> {
    pub(super) fn new(trace: &'a Trace, picture: &'a Picture) -> Result<Self, ExportError> {
        let no_node = || ExportError::Drawing("there is no such node".to_owned());
        let Some(levels) = picture.levels else {
            if picture.center.as_ref().is_some_and(|center| trace.position(center).is_none()) {
                return Err(no_node());
            }
            let (width, height) = picture.size;
            let part = Part::Focus { scores: trace.finite_scores() };
            return Ok(Self { trace, picture, part, bounds: Rect::new(0.0, 0.0, width, height) });
        };
        let options = ViewOptions { levels: Levels::Fixed(levels), group_pruned: picture.group_pruned };
        let center = picture.center.clone().unwrap_or_else(|| {
            let path = trace.step(picture.frame).map(|step| trace.path(step.node)).unwrap_or_default();
            ViewTree::center_around(trace, &path, options.levels)
        });
        let tree = ViewTree::new(trace, &center, options, None).ok_or_else(no_node)?;
        let layout = Layout::new(&tree, picture.orientation, 1.6);
        let mut bounds = layout.bounds.grown(MARGIN);
        let room = ROOM_FOR_SCORES * picture.style.text_scale();
        match picture.orientation {
            Orientation::LeftToRight => bounds.max.x += room,
            Orientation::TopDown => bounds.max.y += MARGIN,
        }
        Ok(Self { trace, picture, part: Part::Subtree { tree: Box::new(tree), layout }, bounds })
    }

    /// What is seen at a frame.
    fn scene(&self, frame: usize) -> Scene {
        match &self.part {
            Part::Focus { scores } => self.focus_scene(frame, *scores),
            Part::Subtree { tree, layout } => self.subtree_scene(frame, tree, layout),
        }
    }

    fn focus_scene(&self, frame: usize, scores: Option<(i32, i32)>) -> Scene {
        let picture = self.picture;
        let focus = picture.center.clone().unwrap_or_else(|| focus_at(self.trace, frame));
        let moment = Moment::of(self.trace, frame);
        let in_sight: Vec<Vec<u16>> = moment.child().into_iter().collect();
        let (width, height) = picture.size;
        let text_scale = picture.style.text_scale();
        let options = FocusOptions {
            width,
            height,
            orientation: picture.orientation,
            group_pruned: picture.group_pruned,
            text_scale,
            scores,
            ..FocusOptions::default()
        };
        let request = FocusRequest {
            trace: self.trace,
            focus: &focus,
            in_sight: &in_sight,
            opened: &picture.opened,
            other: None,
            options,
        };
        let Some(layout) = FocusLayout::new(&request) else { return Scene::default() };
        let best = if picture.best_line { best_line(self.trace, &[], frame) } else { Vec::new() };
        let look = FocusLook { frame, moment: &moment, best_line: &best, equal: &[], language: picture.language };
        let mut scene = draw_focus(self.trace, &layout, &look);
        // Words are written larger by the style itself.
        for shape in &mut scene.shapes {
            if let Shape::Text { size, .. } = shape {
                *size /= text_scale;
            }
        }
        scene
    }

    fn subtree_scene(&self, frame: usize, tree: &ViewTree, layout: &Layout) -> Scene {
        let path = self.trace.step(frame).map(|step| self.trace.path(step.node)).unwrap_or_default();
        let (on_path, is_in_sight) = tree.indexes_on_path(&path);
        let best = if self.picture.best_line {
            tree.indexes_on_path(&best_line(self.trace, &[], frame)).0
        } else {
            Vec::new()
        };
        let appearance = Appearance {
            frame,
            visible: self.bounds,
            zoom: 1.0,
            current_path: if is_in_sight { &on_path } else { &[] },
            best_line: &best,
            equal: &[],
            notes: &[],
            language: self.picture.language,
        };
        draw_tree(self.trace, tree, layout, &appearance)
    }

    pub(super) fn svg(&self, frame: usize) -> String {
        let Picture { style, ground, scale, .. } = *self.picture;
        svg(&self.scene(frame), self.bounds, style, ground, scale.unwrap_or(1.0))
    }
}
