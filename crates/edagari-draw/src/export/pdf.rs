//! Conversion of SVG to tagged PDF: text stays text, in subsets of the bundled fonts, and headings, paragraphs and figures are
//! tagged for screen readers. A file contains no time or place of its creation, so it has the same bytes on every machine.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, StructRole, SystemInfo, UnicodeCmap};
use pdf_writer::writers::{Resources, StructTreeRoot};
use pdf_writer::{Content, Filter, Finish as _, Name, Null, Rect, Ref, Settings, Str, TextStr};
use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::layout::{PositionedGlyph, Span};
use resvg::usvg::{self, Node, Tree};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::raw::TableProvider as _;
use skrifa::{FontRef, GlyphId, Tag};
use subsetter::{GlyphRemapper, subset};

use super::ExportError;
use super::svg::{PART, svg_tree};
use edagari_core::language::Language;

/// Units per em of the widths of letters in PDF.
const EM: f32 = 1000.0;
const CFF: Tag = Tag::new(b"CFF ");
/// Codes of letters are glyph numbers of the embedded font subset.
const IDENTITY: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// PDF file under construction, page by page.
pub(super) struct Pdf {
    title: Option<String>,
    language: Option<Language>,
    pages: Vec<PdfPage>,
    resources: Used,
}

struct PdfPage {
    /// Width and height in points.
    size: (f32, f32),
    /// Drawing operators.
    content: Vec<u8>,
    /// Parts drawn so far, in reading order; their numbers mark them in the content.
    parts: Vec<(i32, Role)>,
}

/// Role of a part of a page.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Role {
    Heading,
    Paragraph,
    /// Picture, with a text for users who cannot see it.
    Figure(String),
}

impl Role {
    const fn tag(&self) -> StructRole {
        match self {
            Self::Heading => StructRole::H1,
            Self::Paragraph => StructRole::P,
            Self::Figure(_) => StructRole::Figure,
        }
    }
}

/// Fonts and opacities of the pages; their names in the file are `F` or `G` and the index.
#[derive(Default)]
struct Used {
    fonts: Vec<FontPart>,
    /// Opacities of fill and stroke, in percent.
    opacities: Vec<(u8, u8)>,
}

/// A font of which only the used letters are embedded.
struct FontPart {
    id: ID,
    name: String,
    weight: u16,
    index: u32,
    file: Arc<dyn AsRef<[u8]> + Send + Sync>,
    glyphs: GlyphRemapper,
    /// Text of each glyph of the part.
    texts: BTreeMap<u16, String>,
    /// Width of each glyph of the part, in [`EM`].
    widths: BTreeMap<u16, f32>,
}

impl Pdf {
    pub(super) fn new(title: Option<&str>, language: Option<Language>) -> Self {
        Self { title: title.map(str::to_owned), language, pages: Vec::new(), resources: Used::default() }
    }

    /// Adds an SVG text as a page of the same size: one pixel becomes one point. The groups of `svg_in_parts` have these roles; a
    /// page without such groups has the first role as a whole.
    pub(super) fn page(&mut self, svg: &str, roles: &[Role]) -> Result<(), ExportError> {
        let tree = svg_tree(svg)?;
        let size = (tree.size().width(), tree.size().height());
        let mut content = Content::with_settings(Settings { pretty: false });
        // In SVG, y grows downwards.
        content.transform([1.0, 0.0, 0.0, -1.0, 0.0, size.1]);
        let mut pen = Pen { content: &mut content, used: &mut self.resources, tree: &tree, roles, parts: Vec::new() };
        let is_whole = !svg.contains(&format!("<g id=\"{PART}"));
        pen.begin(roles.first().filter(|_| is_whole).map(|_| 0));
        pen.group(tree.root()).ok_or_else(|| ExportError::Drawing("PDF has no such shape".into()))?;
        pen.content.end_marked_content();
        let parts = pen.parts;
        self.pages.push(PdfPage { size, content: content.finish().to_vec(), parts });
        Ok(())
    }

    /// Returns the bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, ExportError> {
        let failed = |error: &dyn std::fmt::Display| {
            ExportError::Drawing(format!("its font cannot be embedded: {error}").into())
        };
        let mut pdf = pdf_writer::Pdf::with_settings(Settings { pretty: false });
        let mut next = Ref::new(1);
        let [catalog_id, tree_id, info_id, resources_id, root_id, document_id] = [(); 6].map(|()| next.bump());
        let page_ids: Vec<(Ref, Ref)> = self.pages.iter().map(|_| (next.bump(), next.bump())).collect();
        let part_ids: Vec<Vec<Ref>> =
            self.pages.iter().map(|page| page.parts.iter().map(|_| next.bump()).collect()).collect();
        let list_ids: Vec<Ref> = self.pages.iter().map(|_| next.bump()).collect();
        let mut catalog = pdf.catalog(catalog_id);
        catalog.pages(tree_id);
        catalog.mark_info().marked(true);
        catalog.pair(Name(b"StructTreeRoot"), root_id);
        if let Some(language) = self.language {
            catalog.lang(TextStr(language.code()));
        }
        if self.title.is_some() {
            catalog.viewer_preferences().display_doc_title(true);
        }
        catalog.finish();
        let mut structure = pdf.indirect(root_id).start::<StructTreeRoot<'_>>();
        structure.child(document_id).parent_tree_next_key(list_ids.len() as i32);
        let mut lists = structure.parent_tree();
        let mut numbers = lists.nums();
        for (number, &list) in (0..).zip(&list_ids) {
            numbers.insert(number, list);
        }
        numbers.finish();
        lists.finish();
        structure.finish();
        let mut info = pdf.document_info(info_id);
        info.creator(TextStr("Edagari"));
        if let Some(title) = &self.title {
            info.title(TextStr(title));
        }
        info.finish();

        pdf.pages(tree_id).count(page_ids.len() as i32).kids(page_ids.iter().map(|&(page, _)| page));
        let mut document = pdf.struct_element(document_id);
        document.kind(StructRole::Document).parent(root_id);
        let mut children = document.children();
        for &part in part_ids.iter().flatten() {
            children.struct_element(part);
        }
        children.finish();
        document.finish();
        for (number, (page, &(page_id, content_id))) in (0..).zip(self.pages.iter().zip(&page_ids)) {
            let (width, height) = page.size;
            let mut written = pdf.page(page_id);
            written.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree_id).contents(content_id);
            written.pair(Name(b"Resources"), resources_id);
            written.struct_parents(number);
            written.finish();
            pdf.stream(content_id, &packed(&page.content)).filter(Filter::FlateDecode);
            let part_ids = &part_ids[number as usize];
            // For each number that marks a part in the content, the list contains the part.
            let marked = page.parts.iter().map(|&(mark, _)| mark + 1).max().unwrap_or(0);
            let of_mark = |mark: i32| page.parts.iter().position(|&(other, _)| other == mark);
            let mut list = pdf.indirect(list_ids[number as usize]).array();
            for mark in 0..marked {
                match of_mark(mark) {
                    Some(place) => list.item(part_ids[place]),
                    None => list.item(Null),
                };
            }
            list.finish();
            for ((mark, role), &part_id) in page.parts.iter().zip(part_ids) {
                let mut part = pdf.struct_element(part_id);
                part.kind(role.tag()).parent(document_id).page(page_id);
                if let Role::Figure(words) = role {
                    part.alt(TextStr(words));
                }
                part.children().marked_content_id(*mark);
            }
        }
        let font_ids: Vec<Ref> = self.resources.fonts.iter().map(|_| next.bump()).collect();
        let mut resources = pdf.indirect(resources_id).start::<Resources<'_>>();
        let mut fonts = resources.fonts();
        for (index, &id) in font_ids.iter().enumerate() {
            fonts.pair(Name(named('F', index).as_bytes()), id);
        }
        fonts.finish();
        let mut states = resources.ext_g_states();
        for (index, &(fill, stroke)) in self.resources.opacities.iter().enumerate() {
            let mut state =
                states.insert(Name(named('G', index).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(f32::from(fill) / 100.0).stroking_alpha(f32::from(stroke) / 100.0);
        }
        states.finish();
        resources.finish();
        for ((index, font), &id) in self.resources.fonts.iter().enumerate().zip(&font_ids) {
            font.embed(&mut pdf, id, index, &mut next).map_err(|error| failed(&error))?;
        }
        Ok(pdf.finish())
    }
}

/// Converts an SVG text to the bytes of a PDF file with one page. `words` are for users who cannot see the picture.
pub(super) fn pdf_of_svg(svg: &str, words: String, language: Option<Language>) -> Result<Vec<u8>, ExportError> {
    let mut pdf = Pdf::new(None, language);
    pdf.page(svg, &[Role::Figure(words)])?;
    pdf.finish()
}

fn named(kind: char, index: usize) -> String {
    format!("{kind}{index}")
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

impl FontPart {
    fn of(fonts: &Database, id: ID) -> Option<Self> {
        let face = fonts.face(id)?;
        let Source::Binary(file) = &face.source;
        Some(Self {
            id,
            name: face.post_script_name.clone(),
            weight: face.weight.0,
            index: face.index,
            file: Arc::clone(file),
            glyphs: GlyphRemapper::new(),
            texts: BTreeMap::new(),
            widths: BTreeMap::from([(0, 0.0)]),
        })
    }

    fn bytes(&self) -> &[u8] {
        (*self.file).as_ref()
    }

    /// Adds a glyph to the font subset; returns its code there, and its width.
    fn code(&mut self, glyph: &PositionedGlyph) -> Option<(u16, f32)> {
        let code = self.glyphs.remap(u16::try_from(glyph.id.0).ok()?);
        if let Some(&width) = self.widths.get(&code) {
            return Some((code, width));
        }
        let font = FontRef::from_index(self.bytes(), self.index).ok()?;
        let (size, place) = (Size::new(EM), LocationRef::default());
        let width = GlyphMetrics::new(&font, size, place).advance_width(GlyphId::new(glyph.id.0))?;
        self.texts.insert(code, glyph.text.clone());
        self.widths.insert(code, width);
        Some((code, width))
    }

    /// Writes the font subset as the objects that PDF requires: the font, its letters as a
    /// composite font, its measures, its outlines, and the text of each letter for searching and
    /// copying.
    fn embed(&self, pdf: &mut pdf_writer::Pdf, id: Ref, index: usize, next: &mut Ref) -> Result<(), String> {
        let font = FontRef::from_index(self.bytes(), self.index).map_err(|error| error.to_string())?;
        let part = subset(self.bytes(), self.index, &self.glyphs).map_err(|error| error.to_string())?;
        let outlines = FontRef::new(&part).ok().and_then(|part| Some(part.table_data(CFF)?.as_bytes().to_vec()));
        let is_cff = outlines.is_some();
        let [cid_id, descriptor_id, text_id, file_id] = [(); 4].map(|()| next.bump());
        // Six letters identify a font subset; they differ from font to font.
        let tag: String =
            (0..6).rev().map(|digit| char::from(b'A' + (index / 26_usize.pow(digit) % 26) as u8)).collect();
        let name = format!("{tag}+{}", self.name);
        let whole_name = if is_cff { format!("{name}-Identity-H") } else { name.clone() };
        pdf.type0_font(id)
            .base_font(Name(whole_name.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid_id)
            .to_unicode(text_id);
        let mut letters = pdf.cid_font(cid_id);
        letters.subtype(if is_cff { CidFontType::Type0 } else { CidFontType::Type2 });
        letters
            .base_font(Name(name.as_bytes()))
            .system_info(IDENTITY)
            .font_descriptor(descriptor_id)
            .default_width(0.0);
        if !is_cff {
            letters.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        letters.widths().consecutive(0, self.widths.values().copied());
        letters.finish();
        let measures = Metrics::new(&font, Size::new(EM), LocationRef::default());
        let bounds = font.head().map_err(|error| error.to_string())?;
        let scale = EM / f32::from(measures.units_per_em);
        let [left, bottom, right, top] =
            [bounds.x_min(), bounds.y_min(), bounds.x_max(), bounds.y_max()].map(|side| f32::from(side) * scale);
        let mut descriptor = pdf.font_descriptor(descriptor_id);
        descriptor.name(Name(name.as_bytes())).flags(FontFlags::SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
        descriptor.italic_angle(0.0).ascent(measures.ascent).descent(measures.descent);
        descriptor.cap_height(measures.cap_height.unwrap_or(measures.ascent));
        // PDF requires the width of stems, which fonts do not contain. Viewers use it only to
        // replace a missing font.
        descriptor.stem_v(10.0 + 0.244 * (f32::from(self.weight) - 50.0));
        if is_cff {
            descriptor.font_file3(file_id)
        } else {
            descriptor.font_file2(file_id)
        };
        descriptor.finish();
        let bytes = packed(outlines.as_deref().unwrap_or(&part));
        let mut file = pdf.stream(file_id, &bytes);
        file.filter(Filter::FlateDecode);
        if is_cff {
            file.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        file.finish();
        let mut texts = UnicodeCmap::<u16>::new(Name(b"Custom"), IDENTITY);
        for (&code, text) in self.texts.iter().filter(|(_, text)| !text.is_empty()) {
            texts.pair_with_multiple(code, text.chars());
        }
        pdf.cmap(text_id, &packed(texts.finish().as_slice())).filter(Filter::FlateDecode);
        Ok(())
    }
}

impl Used {
    /// Returns the index of the font.
    fn font(&mut self, fonts: &Database, id: ID) -> Option<usize> {
        if let Some(known) = self.fonts.iter().position(|font| font.id == id) {
            return Some(known);
        }
        self.fonts.push(FontPart::of(fonts, id)?);
        Some(self.fonts.len() - 1)
    }

    /// Returns the index of the opacities of fill and stroke.
    fn opacity(&mut self, fill: Option<usvg::Opacity>, stroke: Option<usvg::Opacity>) -> usize {
        let percent =
            |opacity: Option<usvg::Opacity>| opacity.map_or(100, |opacity| (opacity.get() * 100.0).round() as u8);
        let wanted = (percent(fill), percent(stroke));
        self.opacities.iter().position(|&known| known == wanted).unwrap_or_else(|| {
            self.opacities.push(wanted);
            self.opacities.len() - 1
        })
    }
}

/// Drawer of a page. Its methods return `None` for elements that our SVG never contains.
struct Pen<'a> {
    content: &'a mut Content,
    used: &'a mut Used,
    tree: &'a Tree,
    roles: &'a [Role],
    /// Parts drawn so far, with their marks in the content.
    parts: Vec<(i32, Role)>,
}

impl Pen<'_> {
    /// Begins the content of a part; `None` for content without a role, such as the background.
    fn begin(&mut self, part: Option<usize>) {
        let Some((number, role)) = part.and_then(|number| Some((number, self.roles.get(number)?))) else {
            self.content.begin_marked_content(Name(b"Artifact"));
            return;
        };
        let mark = number as i32;
        self.content.begin_marked_content_with_properties(role.tag().to_name()).properties().identify(mark);
        self.parts.push((mark, role.clone()));
    }

    fn group(&mut self, group: &usvg::Group) -> Option<()> {
        let is_plain = group.filters().is_empty() && group.mask().is_none() && group.clip_path().is_none();
        if !is_plain || group.opacity() != usvg::Opacity::ONE {
            return None;
        }
        let part = group.id().strip_prefix(PART).and_then(|number| number.parse().ok());
        if part.is_some() {
            self.content.end_marked_content();
            self.begin(part);
        }
        let at = group.transform();
        if !at.is_identity() {
            self.content.save_state().transform([at.sx, at.ky, at.kx, at.sy, at.tx, at.ty]);
        }
        for child in group.children() {
            match child {
                Node::Group(group) => self.group(group)?,
                Node::Path(path) => self.path(path)?,
                Node::Text(text) => text.layouted().iter().try_for_each(|span| self.span(span))?,
                Node::Image(_) => return None,
            }
        }
        if !at.is_identity() {
            self.content.restore_state();
        }
        if part.is_some() {
            self.content.end_marked_content();
            self.begin(None);
        }
        Some(())
    }

    fn path(&mut self, path: &usvg::Path) -> Option<()> {
        let (fill, stroke) = (path.fill(), path.stroke());
        if fill.is_none() && stroke.is_none() {
            return Some(());
        }
        self.opacity(fill, stroke);
        if let Some(fill) = fill {
            self.ink(fill.paint(), false)?;
        }
        if let Some(stroke) = stroke {
            self.ink(stroke.paint(), true)?;
            self.line(stroke);
        }
        self.outline(path);
        let is_even_odd = fill.is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd);
        match (fill.is_some(), stroke.is_some(), is_even_odd) {
            (true, true, false) => self.content.fill_nonzero_and_stroke(),
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
            (true, false, false) => self.content.fill_nonzero(),
            (true, false, true) => self.content.fill_even_odd(),
            (false, ..) => self.content.stroke(),
        };
        Some(())
    }

    fn opacity(&mut self, fill: Option<&usvg::Fill>, stroke: Option<&usvg::Stroke>) {
        let state = self.used.opacity(fill.map(usvg::Fill::opacity), stroke.map(usvg::Stroke::opacity));
        self.content.set_parameters(Name(named('G', state).as_bytes()));
    }

    fn ink(&mut self, paint: &usvg::Paint, is_stroke: bool) -> Option<()> {
        let usvg::Paint::Color(color) = paint else { return None };
        let [red, green, blue] = [color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0);
        if is_stroke {
            self.content.set_stroke_rgb(red, green, blue);
        } else {
            self.content.set_fill_rgb(red, green, blue);
        }
        Some(())
    }

    /// Sets width, ends, corners and dashes of a line.
    fn line(&mut self, stroke: &usvg::Stroke) {
        self.content.set_line_width(stroke.width().get()).set_miter_limit(stroke.miterlimit().get());
        self.content.set_line_cap(match stroke.linecap() {
            usvg::LineCap::Butt => LineCapStyle::ButtCap,
            usvg::LineCap::Round => LineCapStyle::RoundCap,
            usvg::LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            usvg::LineJoin::Round => LineJoinStyle::RoundJoin,
            usvg::LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        let dashes = stroke.dasharray().unwrap_or_default().iter().copied();
        self.content.set_dash_pattern(dashes, stroke.dashoffset());
    }

    fn outline(&mut self, path: &usvg::Path) {
        let mut from = Point::zero();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    from = to;
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    from = to;
                }
                PathSegment::QuadTo(by, to) => {
                    // PDF has cubic curves only.
                    let near = |end: Point| {
                        Point::from_xy(end.x + (by.x - end.x) * 2.0 / 3.0, end.y + (by.y - end.y) * 2.0 / 3.0)
                    };
                    let (one, two) = (near(from), near(to));
                    self.content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    from = to;
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    from = to;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    /// Draws text of one size and colour. Each change of the font or of the height starts a new run of glyphs.
    fn span(&mut self, span: &Span) -> Option<()> {
        let Some(fill) = &span.fill else { return Some(()) };
        self.opacity(Some(fill), None);
        self.ink(fill.paint(), false)?;
        let is_of_run = |one: &PositionedGlyph, next: &PositionedGlyph| {
            one.font == next.font && (one.transform().ty - next.transform().ty).abs() < 1e-3
        };
        for run in span.positioned_glyphs.chunk_by(is_of_run) {
            self.run(run, span.font_size.get())?;
        }
        Some(())
    }

    fn run(&mut self, run: &[PositionedGlyph], size: f32) -> Option<()> {
        let start = run.first()?.transform();
        let index = self.used.font(self.tree.fontdb(), run.first()?.font)?;
        self.content.begin_text().set_font(Name(named('F', index).as_bytes()), size);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, start.tx, start.ty]);
        let mut shown = self.content.show_positioned();
        let mut items = shown.items();
        let (mut codes, mut at) = (Vec::new(), start.tx);
        for glyph in run {
            let here = glyph.transform().tx;
            let (code, width) = self.used.fonts[index].code(glyph)?;
            // Letters follow one another by their widths, unless they are kerned.
            let moved = (at - here) / size * EM;
            if moved.abs() > 0.5 {
                items.show(Str(&codes)).adjust(moved);
                codes.clear();
            }
            codes.extend(code.to_be_bytes());
            at = here + width * size / EM;
        }
        items.show(Str(&codes));
        items.finish();
        shown.finish();
        self.content.end_text();
        Some(())
    }
}
