//! Many frames of a tree in one file, as GIF and as animated PNG.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use resvg::tiny_skia::Pixmap;

use super::picture::Canvas;
use super::pixels::pixels_of_svg;
use super::write::{ending, write_by};
use super::{ExportError, Picture};
use crate::trace::{Progress, Trace};

/// Which frames an animation shows, and for how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Animation {
    /// The first frame and the last.
    pub frames: RangeInclusive<usize>,
    /// Only one in so many is shown, and the last.
    pub every: usize,
    /// Milliseconds that each is seen.
    pub delay: u16,
}

/// The most pictures that an animation may have.
pub const MOST_PICTURES: usize = 2_000;

impl Animation {
    /// The frames that are shown.
    #[must_use]
    pub fn shown(&self) -> Vec<usize> {
        let last = *self.frames.end();
        let mut shown: Vec<usize> = self.frames.clone().step_by(self.every.max(1)).take(MOST_PICTURES + 1).collect();
        if shown.last().is_some_and(|&shown| shown < last) && shown.len() <= MOST_PICTURES {
            shown.push(last);
        }
        shown
    }
}

/// Writes an animation as GIF or animated PNG (`.apng`), whichever the file's name ends in. `progress` is told how
/// many pictures are done, and of how many. An older file is replaced when the new one is whole.
///
/// # Errors
/// [`ExportError`] says which file, and why it was not written, or that `progress` was cancelled.
pub fn save_animation(
    trace: &Trace,
    picture: &Picture,
    animation: &Animation,
    path: &Path,
    progress: &Progress,
) -> Result<(), ExportError> {
    let shown = animation.shown();
    if shown.len() > MOST_PICTURES {
        return Err(ExportError::TooManyPictures { most: MOST_PICTURES });
    }
    progress.expect(shown.len() as u64);
    let Some(&first) = shown.first() else {
        return Err(ExportError::Drawing("there are no frames in the range".to_owned()));
    };
    let points = Picture { scale: None, ..picture.clone() };
    let canvas = Canvas::new(trace, &points)?;
    let scale = picture.scale.unwrap_or(1.0);
    let draw = |frame: usize| pixels_of_svg(&canvas.svg(frame), scale);
    let first = draw(first)?;
    let size = (first.width(), first.height());
    let mut problem = None;
    // The pictures are drawn one after another while the file is written.
    let mut pictures = shown.iter().enumerate().map_while(|(done, &frame)| {
        progress.tell(done as u64);
        if progress.is_cancelled() {
            return None;
        }
        match draw(frame) {
            Ok(pixels) => Some(pixels),
            Err(error) => {
                problem = Some(error);
                None
            }
        }
    });
    let kind = ending(path);
    let count = shown.len() as u32;
    let delay = animation.delay;
    let written = match kind.as_str() {
        "gif" => write_by(path, progress, |file| write_gif(file, size, delay, count, &mut pictures)),
        "apng" => write_by(path, progress, |file| write_apng(file, size, delay, count, &mut pictures)),
        _ => return Err(ExportError::Kind { path: path.to_owned(), expected: ".gif or .apng" }),
    };
    drop(pictures);
    match problem {
        Some(problem) => Err(problem),
        None => written,
    }
}

/// Writes the pictures; fewer than were promised are an error, so that no older file is replaced.
fn write_gif(
    file: &mut impl Write,
    (width, height): (u32, u32),
    delay: u16,
    count: u32,
    pictures: &mut dyn Iterator<Item = Pixmap>,
) -> io::Result<()> {
    let size =
        |pixels: u32| u16::try_from(pixels).map_err(|_| io::Error::other("a GIF has at most 65535 pixels a side"));
    let (width, height) = (size(width)?, size(height)?);
    let mut encoder = gif::Encoder::new(io::BufWriter::new(file), width, height, &[]).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    let mut before: Option<Pixmap> = None;
    let mut left_over = count;
    for mut pixels in pictures {
        // Only what has changed is kept.
        let changed = before.as_ref().map_or((0, 0, width, height), |before| changed(before, &pixels));
        let (left, top, wide, high) = changed;
        let mut part = Vec::with_capacity(usize::from(wide) * usize::from(high) * 4);
        for row in top..top + high {
            let start = (usize::from(row) * usize::from(width) + usize::from(left)) * 4;
            part.extend_from_slice(&pixels.data_mut()[start..start + usize::from(wide) * 4]);
        }
        let mut frame = gif::Frame::from_rgba_speed(wide, high, &mut part, 10);
        (frame.left, frame.top) = (left, top);
        // In hundredths of a second.
        frame.delay = delay / 10;
        frame.dispose = gif::DisposalMethod::Keep;
        encoder.write_frame(&frame).map_err(io::Error::other)?;
        before = Some(pixels);
        left_over -= 1;
    }
    if left_over == 0 { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
}

/// The smallest rectangle that holds all pixels in which two pictures differ: left, top, width and height, at least 1.
fn changed(before: &Pixmap, now: &Pixmap) -> (u16, u16, u16, u16) {
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
        return (0, 0, 1, 1);
    }
    (left as u16, top as u16, (right - left + 1) as u16, (bottom - top + 1) as u16)
}

/// Writes the pictures; fewer than were promised are an error, so that no older file is replaced.
fn write_apng(
    file: &mut impl Write,
    (width, height): (u32, u32),
    delay: u16,
    count: u32,
    pictures: &mut dyn Iterator<Item = Pixmap>,
) -> io::Result<()> {
    let mut encoder = png::Encoder::new(io::BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_animated(count, 0)?;
    encoder.set_frame_delay(delay, 1000)?;
    let mut writer = encoder.write_header()?;
    let mut left_over = count;
    for pixels in pictures {
        // Everything is opaque, so colours need not be divided by their opacity.
        writer.write_image_data(pixels.data())?;
        left_over -= 1;
    }
    if left_over > 0 {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(writer.finish()?)
}
