//! Encoders for GIF and animated PNG. Each picture is stored as its difference from the one before it.

use std::io::{self, BufWriter, Write};

use resvg::tiny_skia::Pixmap;

/// Dimensions of an animation.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Number of pictures.
    pub pictures: u32,
}

/// Rectangle of pixels.
#[derive(Clone, Copy)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

/// Pictures, each with its duration in ticks.
type Pictures<'a> = &'a mut dyn Iterator<Item = (Pixmap, u16)>;

/// Writes an animated GIF with durations in hundredths of a second. Fewer pictures than announced in `size` are
/// an error, so that no existing file is replaced.
pub(super) fn write_gif(file: &mut impl Write, size: Size, pictures: Pictures<'_>) -> io::Result<()> {
    let short =
        |pixels: u32| u16::try_from(pixels).map_err(|_| io::Error::other("a GIF has at most 65535 pixels a side"));
    let (width, height) = (short(size.width)?, short(size.height)?);
    let mut encoder = gif::Encoder::new(BufWriter::new(file), width, height, &[]).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    each_change(size, pictures, |part, mut pixels, ticks| {
        let [left, top, width, height] = [part.left, part.top, part.width, part.height].map(|side| side as u16);
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 10);
        (frame.left, frame.top, frame.delay) = (left, top, ticks);
        frame.dispose = gif::DisposalMethod::Keep;
        encoder.write_frame(&frame).map_err(io::Error::other)
    })
}

/// Writes an animated PNG with durations in thousandths of a second. Fewer pictures than announced in `size` are an error, so
/// that no existing file is replaced.
pub(super) fn write_apng(file: &mut impl Write, size: Size, pictures: Pictures<'_>) -> io::Result<()> {
    let mut encoder = png::Encoder::new(BufWriter::new(file), size.width, size.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_animated(size.pictures, 0)?;
    let mut writer = encoder.write_header()?;
    each_change(size, pictures, |part, pixels, ticks| {
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.width, part.height)?;
        writer.set_frame_position(part.left, part.top)?;
        writer.set_frame_delay(ticks, 1000)?;
        // All pixels are opaque, so premultiplied colours need no conversion.
        Ok(writer.write_image_data(&pixels)?)
    })?;
    Ok(writer.finish()?)
}

/// Passes the changed part of each picture, and its duration, to `write`.
fn each_change(
    size: Size,
    pictures: Pictures<'_>,
    mut write: impl FnMut(Part, Vec<u8>, u16) -> io::Result<()>,
) -> io::Result<()> {
    let mut before: Option<Pixmap> = None;
    let mut left_over = size.pictures;
    for (pixels, ticks) in pictures {
        let all = Part { left: 0, top: 0, width: size.width, height: size.height };
        let part = before.as_ref().map_or(all, |before| changed(before, &pixels));
        write(part, cut_out(&pixels, part), ticks)?;
        before = Some(pixels);
        left_over -= 1;
    }
    if left_over == 0 { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
}

fn cut_out(pixels: &Pixmap, part: Part) -> Vec<u8> {
    let rows = (part.top..part.top + part.height).flat_map(|row| {
        let start = (row * pixels.width() + part.left) as usize * 4;
        &pixels.data()[start..start + part.width as usize * 4]
    });
    rows.copied().collect()
}

/// Returns the smallest rectangle that contains all pixels in which two pictures differ; at least one pixel.
fn changed(before: &Pixmap, now: &Pixmap) -> Part {
    let width = now.width() as usize;
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for (at, (old, new)) in before.pixels().iter().zip(now.pixels()).enumerate() {
        if old != new {
            let (x, y) = (at % width, at / width);
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x), bottom.max(y));
        }
    }
    if left > right {
        return Part { left: 0, top: 0, width: 1, height: 1 };
    }
    let [left, top, right, bottom] = [left, top, right, bottom].map(|side| side as u32);
    Part { left, top, width: right - left + 1, height: bottom - top + 1 }
}
