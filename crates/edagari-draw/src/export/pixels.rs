//! Rasterization of SVG.

use resvg::tiny_skia;

use super::ExportError;
use super::svg_tree::svg_tree;

/// Draws an SVG text as the bytes of a PNG file, with `scale` pixels per point.
pub(super) fn png_of_svg(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    pixels_of_svg(svg, scale)?.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

/// Draws an SVG text as pixels, with `scale` pixels per point.
pub(super) fn pixels_of_svg(svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, ExportError> {
    let failed = |message: &str| ExportError::Drawing(message.to_owned());
    let tree = svg_tree(svg)?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed("it has no size"))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("there is no memory for it"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
