//! From SVG to pixels, with the bundled fonts.

use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

use super::ExportError;
use crate::language::Language;

/// The families of the bundled fonts; a viewer that lacks them takes its own.
pub(super) const FAMILY: &str = "Noto Sans, Noto Sans CJK JP, sans-serif";

/// The fonts that words in pictures are set in.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in Language::ALL.into_iter().flat_map(Language::fonts) {
        fonts.load_font_data(font.file.to_vec());
    }
    Arc::new(fonts)
});

/// Draws the text of an SVG file as the bytes of a PNG file, with `scale` pixels a point.
pub(super) fn png_of_svg(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    pixels_of_svg(svg, scale)?.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

/// Draws the text of an SVG file, with `scale` pixels a point.
pub(super) fn pixels_of_svg(svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, ExportError> {
    let failed = |message: String| ExportError::Drawing(message);
    let options =
        usvg::Options { fontdb: Arc::clone(&FONTS), font_family: "Noto Sans".to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed("it has no size".to_owned()))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| failed("there is no memory for it".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
