//! Picture of a tree at a frame.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::ExportError;
use super::pdf::pdf_of_svg;
use super::svg::png_of_svg;
use super::svg::svg;
use super::tikz::tikz;
use super::write::{ending, write_whole};
use crate::scene::{
    Appearance, Color, ColumnColors, FocusLayout, FocusLook, FocusOptions, FocusRequest, Ground, Ink, Layout, Levels,
    Moment, Orientation, Piece, Rect, Scene, Shape, Style, ViewOptions, ViewTree, Way, draw_effects, draw_focus,
    draw_focus_pieces, draw_tree, eased, focus_at, is_jump, stages, tween,
};
use edagari_core::analysis::{best_line, explain};
use edagari_core::language::{Language, Text};
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};

/// Options of a picture: frame, part of the tree, and style.
///
/// ```
/// use edagari_draw::export::{Picture, picture_svg};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let focus = picture_svg(&trace, &Picture::at(cut))?;
/// // The subtree of the node A, without its surroundings.
/// let subtree = Picture { center: Some(vec![0]), levels: Some(2), ..Picture::at(cut) };
/// let subtree = picture_svg(&trace, &subtree)?;
/// assert!(focus.starts_with("<svg") && subtree.starts_with("<svg") && focus != subtree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Picture {
    /// Frame number, from 0.
    pub frame: usize,
    /// Moves from the start of the run to the node in focus; `None` for the focus of the frame.
    pub center: Option<Vec<u32>>,
    /// Paths of nodes whose children are shown in addition to those shown anyway.
    pub opened: BTreeSet<Vec<u32>>,
    /// Number of levels of the subtree below the centre; `None` for the focus view.
    pub levels: Option<u8>,
    /// Width and height of a focus view in points.
    pub size: (f32, f32),
    /// Direction in which the tree grows.
    pub orientation: Orientation,
    /// Light or dark background.
    pub ground: Ground,
    /// Medium of the picture.
    pub style: Style,
    /// Whether pruned siblings are grouped.
    pub group_pruned: bool,
    /// Whether a focus view shows each visit of a node separately.
    pub passes_apart: bool,
    /// Column that determines the colours of a focus view; `None` for the default colours.
    pub color_by: Option<String>,
    /// Whether the principal variation is highlighted.
    pub best_line: bool,
    /// Pixels per point; `None` for 2 in PNG and 1 in other formats.
    pub scale: Option<f32>,
    /// Language of the labels of groups.
    pub language: Language,
}

impl Picture {
    /// Returns the options of the focus view of `frame`, as the window shows it.
    #[must_use]
    pub const fn at(frame: usize) -> Self {
        Self {
            frame,
            center: None,
            opened: BTreeSet::new(),
            levels: None,
            size: PICTURE_SIZE,
            orientation: Orientation::LeftToRight,
            ground: Ground::Light,
            style: Style::Screen,
            group_pruned: false,
            passes_apart: false,
            color_by: None,
            best_line: false,
            scale: None,
            language: Language::English,
        }
    }
}

/// Margin around a subtree, in points.
const MARGIN: f32 = 16.0;
/// Pixels per point of a PNG.
const SCALE: f32 = 2.0;
/// Space in points to the right of the last node, for its score.
const ROOM_FOR_SCORES: f32 = 64.0;

/// Writes a picture as PNG, SVG, PDF or TikZ (`.tex`), by the file extension. An existing file is replaced only after the new one
/// is complete, and only if `progress` is not cancelled by then.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{ExportError, Picture, save_picture};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let file = std::env::temp_dir().join(format!("edagari-{}.svg", std::process::id()));
/// save_picture(&trace, &Picture::at(0), &file, &Progress::default())?;
/// assert!(std::fs::read_to_string(&file)?.starts_with("<svg"));
/// # std::fs::remove_file(&file)?;
/// let refused = save_picture(&trace, &Picture::at(0), "cut.bmp", &Progress::default());
/// assert!(matches!(refused, Err(ExportError::Kind { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_picture<'a>(
    trace: &Trace,
    picture: &Picture,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    let bytes = PictureKind::of(target.path)?.bytes(trace, picture, Shot::of(picture.frame))?;
    write_whole(target, &bytes, progress)
}

/// Writes the effect of a frame as three pictures: the frame before it, the middle of the motion, and the frame itself; `cut.png`
/// becomes `cut-1.png`, `cut-2.png` and `cut-3.png`. If `progress` is cancelled before all are drawn, none is written.
///
/// # Errors
/// The errors of [`save_picture`], and [`ExportError::NothingBefore`] for frame 0.
pub fn save_before_after<'a>(
    trace: &Trace,
    picture: &Picture,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let Target { path, forced } = target.into();
    let frame = picture.frame;
    let before = frame.checked_sub(1).ok_or(ExportError::NothingBefore)?;
    let kind = PictureKind::of(path)?;
    let shots = [Shot::of(before), Shot::between(before, frame, 0.5), Shot::of(frame)];
    let mut drawn = Vec::with_capacity(shots.len());
    for (shot, numbered) in shots.into_iter().zip(before_after_paths(path)) {
        drawn.push((numbered, kind.bytes(trace, picture, shot)?));
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
    }
    // Once the first file is written, a cancellation no longer stops the others.
    drawn.iter().try_for_each(|(path, bytes)| write_whole(Target { path, forced }, bytes, &Progress::default()))
}

/// Returns the paths of the files that [`save_before_after`] writes for `path`.
///
/// ```
/// use edagari_draw::export::before_after_paths;
///
/// let paths = before_after_paths("cut.png".as_ref());
/// assert_eq!(paths.map(|path| path.display().to_string()), ["cut-1.png", "cut-2.png", "cut-3.png"]);
/// ```
#[must_use]
pub fn before_after_paths(path: &Path) -> [PathBuf; 3] {
    let (name, ending) = (path.file_stem().unwrap_or_default(), path.extension().unwrap_or_default());
    [1, 2, 3].map(|number| {
        let mut file = name.to_owned();
        file.push(format!("-{number}."));
        file.push(ending);
        path.with_file_name(file)
    })
}

/// Writes a picture as TikZ, whatever the file extension.
///
/// # Errors
/// The errors of [`save_picture`].
pub fn save_tikz<'a>(
    trace: &Trace,
    picture: &Picture,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    write_whole(target.into(), picture_tikz(trace, picture)?.as_bytes(), progress)
}

/// Returns the picture as the bytes of a PNG file, by default at twice the size of the SVG.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn picture_png(trace: &Trace, picture: &Picture) -> Result<Vec<u8>, ExportError> {
    PictureKind::Png.bytes(trace, picture, Shot::of(picture.frame))
}

/// Returns the picture as the bytes of a PDF file, whose page has the size of the SVG, one point per pixel.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn picture_pdf(trace: &Trace, picture: &Picture) -> Result<Vec<u8>, ExportError> {
    PictureKind::Pdf.bytes(trace, picture, Shot::of(picture.frame))
}

/// Returns the picture as the text of an SVG file.
///
/// ```
/// use edagari_draw::export::{Picture, picture_svg};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let svg = picture_svg(&trace, &Picture::at(trace.frame_count() - 1))?;
/// assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError::Drawing`] if the centre is not a node of the game.
pub fn picture_svg(trace: &Trace, picture: &Picture) -> Result<String, ExportError> {
    Ok(Canvas::new(trace, picture)?.svg(Shot::of(picture.frame)))
}

/// Returns the picture as the text of a `tikzpicture`, for papers; it requires only the package `tikz`.
///
/// ```
/// use edagari_draw::export::{Picture, picture_tikz};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let text = picture_tikz(&trace, &Picture::at(trace.frame_count() - 1))?;
/// assert!(text.contains("\\begin{tikzpicture}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError::Drawing`] if the centre is not a node of the game.
pub fn picture_tikz(trace: &Trace, picture: &Picture) -> Result<String, ExportError> {
    Ok(Canvas::new(trace, picture)?.tikz(Shot::of(picture.frame)))
}

/// File format of a picture.
#[derive(Clone, Copy)]
enum PictureKind {
    Png,
    Svg,
    Pdf,
    Tikz,
}

impl PictureKind {
    /// Determines the format from the file extension.
    fn of(path: &Path) -> Result<Self, ExportError> {
        match ending(path).as_str() {
            "png" => Ok(Self::Png),
            "svg" => Ok(Self::Svg),
            "pdf" => Ok(Self::Pdf),
            "tex" => Ok(Self::Tikz),
            _ => Err(ExportError::Kind { path: path.to_owned(), expected: ".png, .svg, .pdf or .tex" }),
        }
    }

    fn bytes(self, trace: &Trace, picture: &Picture, shot: Shot) -> Result<Vec<u8>, ExportError> {
        match self {
            Self::Png => {
                let points = Picture { scale: None, ..picture.clone() };
                png_of_svg(&Canvas::new(trace, &points)?.svg(shot), picture.scale.unwrap_or(SCALE))
            }
            Self::Svg => Ok(Canvas::new(trace, picture)?.svg(shot).into_bytes()),
            Self::Pdf => {
                let words = explain(trace, picture.frame, picture.language);
                pdf_of_svg(&Canvas::new(trace, picture)?.svg(shot), words, Some(picture.language))
            }
            Self::Tikz => Ok(Canvas::new(trace, picture)?.tikz(shot).into_bytes()),
        }
    }
}

/// Moment to draw: a frame, or an intermediate state of the motion to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    frame: usize,
    /// Motion that leads to the frame; `None` for the frame at rest.
    way: Option<Way>,
}

impl Shot {
    pub(super) const fn of(frame: usize) -> Self {
        Self { frame, way: None }
    }

    pub(super) const fn between(from: usize, frame: usize, share: f32) -> Self {
        Self { frame, way: Some(Way { from, share }) }
    }
}

/// Default width and height of a focus view in points.
pub const PICTURE_SIZE: (f32, f32) = (960.0, 600.0);

/// Renderer of a picture's part of the tree at any frame.
pub(super) struct Canvas<'a> {
    trace: &'a Trace,
    picture: &'a Picture,
    part: Part,
    bounds: Rect,
}

/// Part of the tree that is drawn.
enum Part {
    /// Focus view: the relevant nodes at each frame.
    Focus { scores: Option<(i32, i32)>, colors: Option<ColumnColors> },
    /// Subtree with a fixed number of levels below a node. Its layout is that of the finished tree, so it is the same at every frame.
    Subtree { tree: Box<ViewTree>, layout: Layout },
}

impl<'a> Canvas<'a> {
    pub(super) fn new(trace: &'a Trace, picture: &'a Picture) -> Result<Self, ExportError> {
        let no_node = || ExportError::Drawing(Text::ErrorNoSuchNode.into());
        let Some(levels) = picture.levels else {
            if picture.center.as_ref().is_some_and(|center| trace.position(center).is_none()) {
                return Err(no_node());
            }
            let (width, height) = picture.size;
            let colors = picture.color_by.as_deref().and_then(|column| ColumnColors::of(trace, column));
            let part = Part::Focus { scores: trace.finite_scores(), colors };
            return Ok(Self { trace, picture, part, bounds: Rect::new(0.0, 0.0, width, height) });
        };
        let options = ViewOptions { levels: Levels::Fixed(levels), group_pruned: picture.group_pruned };
        let center = picture.center.clone().unwrap_or_else(|| {
            let path = trace.step(picture.frame).map(|step| trace.path(step.node)).unwrap_or_default();
            ViewTree::center_around(trace, &path, options.levels)
        });
        let tree = ViewTree::new(trace, &center, options).ok_or_else(no_node)?;
        let layout = Layout::new(&tree, picture.orientation, 1.6);
        let mut bounds = layout.bounds.grown(MARGIN);
        let room = ROOM_FOR_SCORES * picture.style.text_scale();
        match picture.orientation {
            Orientation::LeftToRight => bounds.max.x += room,
            Orientation::TopDown => bounds.max.y += MARGIN,
        }
        Ok(Self { trace, picture, part: Part::Subtree { tree: Box::new(tree), layout }, bounds })
    }

    /// Returns the scene of a moment. A subtree has a fixed layout, so nothing moves in it.
    pub(super) fn scene(&self, shot: Shot) -> Scene {
        match &self.part {
            Part::Focus { scores, colors } => self.focus_scene(shot, *scores, colors.as_ref()).unwrap_or_default(),
            Part::Subtree { tree, layout } => self.subtree_scene(shot.frame, tree, layout),
        }
    }

    fn focus_scene(
        &self,
        Shot { frame, way }: Shot,
        scores: Option<(i32, i32)>,
        colors: Option<&ColumnColors>,
    ) -> Option<Scene> {
        let moment = Moment::of(self.trace, frame);
        let mut layout = self.focus_layout(frame, &moment, scores)?;
        let mut followed = way.filter(|way| !is_jump(way.from, frame));
        if let Some(Way { from, share }) = &mut followed {
            let before = self.focus_layout(*from, &Moment::of(self.trace, *from), scores)?;
            let (event, movement) = stages(*share, !before.is_in_the_same_places(&layout));
            layout = tween(&before, &layout, eased(movement));
            *share = event;
        }
        let best = if self.picture.best_line { best_line(self.trace, &[], frame) } else { Vec::new() };
        let language = self.picture.language;
        let moved = FocusLook::plain(frame, &moment, language);
        let look = FocusLook { way: followed, best_line: &best, colors, ..moved };
        let mut scene = draw_focus(self.trace, &layout, &look);
        if let Some(Way { share, .. }) = followed.or(way) {
            scene.shapes.extend(draw_effects(self.trace, &layout, frame, &moment, share).shapes);
        }
        if let Some(Way { from, share }) = way.filter(|_| followed.is_none()) {
            // A jump fades from the previous picture to the new one.
            let share = eased(share);
            scene.fade(share);
            let mut whole = self.focus_scene(Shot::of(from), scores, colors)?;
            let cover = Some(Ink::faded(Color::Ground, share));
            whole.shapes.push(Shape::Rect { rect: self.bounds, corner: 0.0, fill: cover, stroke: None });
            let text_scale = self.picture.style.text_scale();
            for shape in &mut scene.shapes {
                if let Shape::Text { size, .. } = shape {
                    *size /= text_scale;
                }
            }
            whole.shapes.append(&mut scene.shapes);
            return Some(whole);
        }
        // The style itself enlarges text.
        let text_scale = self.picture.style.text_scale();
        for shape in &mut scene.shapes {
            if let Shape::Text { size, .. } = shape {
                *size /= text_scale;
            }
        }
        Some(scene)
    }

    /// Returns the pieces of a focus view at a frame, in screen sizes.
    pub(super) fn pieces(&self, layout: &FocusLayout, frame: usize) -> Vec<Piece> {
        let moment = Moment::of(self.trace, frame);
        let look = FocusLook::plain(frame, &moment, self.picture.language);
        draw_focus_pieces(self.trace, layout, &look)
    }

    /// Returns the effects of a frame at the start and at the end of the step from another frame: the same shapes in different
    /// places. Both use the layout of the frame before, because the picture moves only after the effects.
    pub(super) fn effects(&self, from: usize, frame: usize) -> Option<[Scene; 2]> {
        let (before, layout) = (self.layout(from)?, self.layout(frame)?);
        let moment = Moment::of(self.trace, frame);
        let seen = if before.is_in_the_same_places(&layout) { layout } else { before };
        let ends = [0.0, 1.0 - f32::EPSILON].map(|share| draw_effects(self.trace, &seen, frame, &moment, share));
        Some(ends).filter(|[begin, end]| begin.shapes.len() == end.shapes.len() && !end.shapes.is_empty())
    }

    /// Returns the layout of a focus view at a frame; `None` for a subtree.
    pub(super) fn layout(&self, frame: usize) -> Option<FocusLayout> {
        let Part::Focus { scores, .. } = &self.part else { return None };
        self.focus_layout(frame, &Moment::of(self.trace, frame), *scores)
    }

    fn focus_layout(&self, frame: usize, moment: &Moment, scores: Option<(i32, i32)>) -> Option<FocusLayout> {
        let picture = self.picture;
        let focus = picture.center.clone().unwrap_or_else(|| focus_at(self.trace, frame));
        let in_sight: Vec<Vec<u32>> = moment.child().into_iter().collect();
        let (width, height) = picture.size;
        let options = FocusOptions {
            width,
            height,
            orientation: picture.orientation,
            group_pruned: picture.group_pruned,
            passes_apart: picture.passes_apart,
            text_scale: picture.style.text_scale(),
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
        FocusLayout::new(&request)
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
            notes: &[],
            language: self.picture.language,
        };
        draw_tree(self.trace, tree, layout, &appearance)
    }

    pub(super) fn svg(&self, shot: Shot) -> String {
        let Picture { style, ground, scale, .. } = *self.picture;
        svg(&self.scene(shot), self.bounds, style, ground, scale.unwrap_or(1.0))
    }

    fn tikz(&self, shot: Shot) -> String {
        tikz(&self.scene(shot), self.bounds, self.picture.style, self.picture.ground)
    }
}
