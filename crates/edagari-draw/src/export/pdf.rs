//! Conversion of SVG to PDF. Text stays text, in subsets of the bundled fonts. A file contains no time or place of its creation,
//! so it has the same bytes on every machine.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::layout::{PositionedGlyph, Span};
use resvg::usvg::{self, Node, Tree};

use super::ExportError;
use super::svg::svg_tree;
use edagari_core::language::Language;

/// PDF file under construction, page by page.
pub(super) struct Pdf {
    document: Document,
    fonts: HashMap<ID, Font>,
}

impl Pdf {
    pub(super) fn new(title: Option<&str>, language: Option<Language>) -> Self {
        let mut about = Metadata::new().creator("Edagari".to_owned());
        if let Some(title) = title {
            about = about.title(title.to_owned());
        }
        if let Some(language) = language {
            about = about.language(language.code().to_owned());
        }
        let mut document = Document::new();
        document.set_metadata(about);
        Self { document, fonts: HashMap::new() }
    }

    /// Adds an SVG text as a page of the same size: one pixel becomes one point.
    pub(super) fn page(&mut self, svg: &str) -> Result<(), ExportError> {
        let tree = svg_tree(svg)?;
        let size = PageSettings::from_wh(tree.size().width(), tree.size().height())
            .ok_or_else(|| ExportError::Drawing("it has no size".to_owned()))?;
        let mut page = self.document.start_page_with(size);
        let mut surface = page.surface();
        let mut pen = Pen { surface: &mut surface, fonts: &mut self.fonts, tree: &tree };
        let drawn = pen.group(tree.root());
        surface.finish();
        page.finish();
        drawn.ok_or_else(|| ExportError::Drawing("PDF has no such shape".to_owned()))
    }

    /// Returns the bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, ExportError> {
        self.document.finish().map_err(|error| ExportError::Drawing(format!("{error:?}")))
    }
}

/// Converts an SVG text to the bytes of a PDF file with one page.
pub(super) fn pdf_of_svg(svg: &str) -> Result<Vec<u8>, ExportError> {
    let mut pdf = Pdf::new(None, None);
    pdf.page(svg)?;
    pdf.finish()
}

/// Drawer of a page. Its methods return `None` for elements that our SVG never contains.
struct Pen<'a, 'page> {
    surface: &'a mut Surface<'page>,
    fonts: &'a mut HashMap<ID, Font>,
    tree: &'a Tree,
}

impl Pen<'_, '_> {
    fn group(&mut self, group: &usvg::Group) -> Option<()> {
        let is_plain = group.filters().is_empty() && group.mask().is_none() && group.clip_path().is_none();
        if !is_plain || group.opacity() != usvg::Opacity::ONE {
            return None;
        }
        self.surface.push_transform(&transform(group.transform()));
        let drawn = group.children().iter().map(|child| match child {
            Node::Group(group) => self.group(group),
            Node::Path(path) => self.path(path),
            Node::Text(text) => text.layouted().iter().map(|span| self.span(span)).collect(),
            Node::Image(_) => None,
        });
        let drawn = drawn.collect();
        self.surface.pop();
        drawn
    }

    fn path(&mut self, path: &usvg::Path) -> Option<()> {
        // The PDF library would fill a path without fill and stroke with black.
        if path.fill().is_none() && path.stroke().is_none() {
            return Some(());
        }
        self.surface.set_fill(of(path.fill(), fill)?);
        self.surface.set_stroke(of(path.stroke(), stroke)?);
        self.surface.draw_path(&outline(path)?);
        Some(())
    }

    /// Draws text of one size and colour. Each change of the font starts a new run of glyphs.
    fn span(&mut self, span: &Span) -> Option<()> {
        let Some(ink) = &span.fill else { return Some(()) };
        self.surface.set_fill(Some(fill(ink)?));
        self.surface.set_stroke(None);
        for run in span.positioned_glyphs.chunk_by(|one, next| one.font == next.font) {
            self.run(run, span.font_size.get())?;
        }
        Some(())
    }

    fn run(&mut self, run: &[PositionedGlyph], size: f32) -> Option<()> {
        let first = run.first()?;
        let start = first.transform();
        let font = self.font(first.font)?;
        let mut text = String::new();
        let glyphs = run.iter().zip(1..).map(|(glyph, next)| {
            let from = text.len();
            text += &glyph.text;
            let here = glyph.transform();
            let advance = run.get(next).map_or(0.0, |next| next.transform().tx - here.tx);
            let raised = start.ty - here.ty;
            KrillaGlyph::new(GlyphId::new(glyph.id.0), advance / size, 0.0, raised / size, 0.0, from..text.len(), None)
        });
        let glyphs: Vec<KrillaGlyph> = glyphs.collect();
        self.surface.draw_glyphs(Point::from_xy(start.tx, start.ty), &glyphs, font, &text, size, false);
        Some(())
    }

    fn font(&mut self, id: ID) -> Option<Font> {
        if let Some(font) = self.fonts.get(&id) {
            return Some(font.clone());
        }
        let font = read_font(self.tree.fontdb(), id)?;
        self.fonts.insert(id, font.clone());
        Some(font)
    }
}

fn read_font(fonts: &Database, id: ID) -> Option<Font> {
    let face = fonts.face(id)?;
    let Source::Binary(file) = &face.source;
    Font::new(Data::from(Arc::clone(file)), face.index)
}

/// Converts an optional value; `None` if `convert` fails.
#[expect(clippy::option_option, reason = "nothing to convert is no failure to convert it")]
fn of<T, U>(value: Option<&T>, convert: impl Fn(&T) -> Option<U>) -> Option<Option<U>> {
    match value {
        Some(value) => convert(value).map(Some),
        None => Some(None),
    }
}

fn transform(from: usvg::Transform) -> Transform {
    Transform::from_row(from.sx, from.ky, from.kx, from.sy, from.tx, from.ty)
}

fn paint(paint: &usvg::Paint) -> Option<krilla::paint::Paint> {
    match paint {
        usvg::Paint::Color(color) => Some(rgb::Color::new(color.red, color.green, color.blue).into()),
        _ => None,
    }
}

fn fill(from: &usvg::Fill) -> Option<Fill> {
    let rule = match from.rule() {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    };
    Some(Fill { paint: paint(from.paint())?, opacity: NormalizedF32::new(from.opacity().get())?, rule })
}

fn stroke(from: &usvg::Stroke) -> Option<Stroke> {
    let dash = from.dasharray().map(|array| StrokeDash { array: array.to_vec(), offset: from.dashoffset() });
    Some(Stroke {
        paint: paint(from.paint())?,
        width: from.width().get(),
        miter_limit: from.miterlimit().get(),
        line_cap: match from.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match from.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: NormalizedF32::new(from.opacity().get())?,
        dash,
    })
}

fn outline(path: &usvg::Path) -> Option<Path> {
    let mut outline = PathBuilder::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => outline.move_to(to.x, to.y),
            PathSegment::LineTo(to) => outline.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => outline.quad_to(by.x, by.y, to.x, to.y),
            PathSegment::CubicTo(by, and, to) => outline.cubic_to(by.x, by.y, and.x, and.y, to.x, to.y),
            PathSegment::Close => outline.close(),
        }
    }
    outline.finish()
}
