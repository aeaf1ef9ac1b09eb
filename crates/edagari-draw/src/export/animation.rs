//! Animations: files with many frames of a tree, as GIF or animated PNG. Each picture is stored as
//! its difference from the previous one.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use super::picture::{Canvas, Shot};
use super::svg::pixels_of_svg;
use super::write::{ending, write_by};
use super::{ExportError, Picture};
use crate::scene::{FASTEST_MOTION, motion_of_frame};
use edagari_core::language::Text;
use edagari_core::trace::file::Target;
use edagari_core::trace::{Progress, Trace};
use resvg::tiny_skia::Pixmap;

/// Options of an animation: frames, duration of each, and motion between them.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Animation {
    /// Range of frames, both ends included.
    pub frames: RangeInclusive<usize>,
    /// Step between the frames shown; the last frame is always shown.
    pub every: usize,
    /// Duration of each frame in milliseconds, including its motion.
    pub delay: u16,
    /// Pictures per second of the motion; `None` for no motion. A GIF has at most [`MAX_GIF_FPS`].
    pub fps: Option<u8>,
}

/// Maximum number of pictures in an animation.
pub const MAX_PICTURES: usize = 2_000;
/// Default pictures per second of a motion.
pub const DEFAULT_FPS: u8 = 20;
/// Maximum pictures per second in a GIF: browsers slow down faster ones.
pub const MAX_GIF_FPS: u8 = 50;

impl Animation {
    /// Returns the frames of a run that are shown.
    fn shown(&self, trace: &Trace) -> impl Iterator<Item = usize> {
        let last = (*self.frames.end()).min(trace.frame_count().saturating_sub(1));
        let every = self.every.max(1);
        let first = *self.frames.start();
        let is_between = last >= first && !(last - first).is_multiple_of(every);
        (first..=last).step_by(every).chain(is_between.then_some(last))
    }

    /// Returns all pictures in order, each with its end time in ticks.
    fn shots(&self, trace: &Trace, kind: AnimationKind) -> impl Iterator<Item = (Shot, u64)> {
        let delay = f64::from(self.delay) / 1000.0;
        let moves = self.fps.map(|fps| kind.fps(fps)).zip(motion_of_frame(delay));
        // Frames begin at whole ticks, so that the pictures of a motion have equal durations and rounding errors do not add up.
        let tick = move |seconds: f64| (seconds * kind.ticks()).round() as u64;
        let mut before = None;
        self.shown(trace).enumerate().flat_map(move |(index, frame)| {
            let begins = tick(index as f64 * delay);
            let motion = before.replace(frame).zip(moves).map(|(before, (fps, lasts))| {
                let count = (lasts * f64::from(fps) + 1e-6).max(1.0) as usize;
                (0..count).map(move |at| {
                    // Each picture shows the middle of its time span.
                    let share = (at as f32 + 0.5) / count as f32;
                    (Shot::between(before, frame, share), begins + tick(lasts * (at + 1) as f64 / count as f64))
                })
            });
            motion.into_iter().flatten().chain([(Shot::of(frame), tick((index + 1) as f64 * delay))])
        })
    }
}

/// File format of an animation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnimationKind {
    Gif,
    Apng,
}

impl AnimationKind {
    fn of(path: &Path) -> Result<Self, ExportError> {
        match ending(path).as_str() {
            "gif" => Ok(Self::Gif),
            "apng" => Ok(Self::Apng),
            _ => Err(ExportError::Kind { path: path.to_owned(), expected: ".gif or .apng" }),
        }
    }

    /// Returns the number of ticks per second in which the format counts time.
    const fn ticks(self) -> f64 {
        match self {
            Self::Gif => 100.0,
            Self::Apng => 1000.0,
        }
    }

    fn fps(self, wanted: u8) -> u8 {
        if self == Self::Gif { wanted.min(MAX_GIF_FPS) } else { wanted }
    }
}

/// Writes an animation as GIF or animated PNG (`.apng`), by the file extension. `progress` counts the pictures written; their
/// total is set once known. An existing file is replaced only after the new one is complete.
///
/// # Errors
/// [`ExportError`] contains the file and the reason, or reports that `progress` was cancelled.
pub fn save_animation<'a>(
    trace: &Trace,
    picture: &Picture,
    animation: &Animation,
    target: impl Into<Target<'a>>,
    progress: &Progress,
) -> Result<(), ExportError> {
    let target = target.into();
    let kind = AnimationKind::of(target.path)?;
    let least = (1000.0 / FASTEST_MOTION) as u16;
    if animation.fps.is_some() && animation.delay < least {
        return Err(ExportError::TooFast { delay: animation.delay, least });
    }
    let points = Picture { scale: None, ..picture.clone() };
    let canvas = Canvas::new(trace, &points)?;
    let seen = all_seen(&canvas, trace, animation, kind, progress)?;
    progress.expect(seen.len() as u64);
    let Some((first, _)) = seen.first() else {
        return Err(ExportError::Drawing(Text::ErrorNoFramesInRange.into()));
    };
    let scale = picture.scale.unwrap_or(1.0);
    let draw = |shot: Shot| pixels_of_svg(&canvas.svg(shot), scale);
    let first = draw(*first)?;
    let size = Size { width: first.width(), height: first.height(), pictures: seen.len() as u32 };
    drop(first);
    let mut problem = None;
    // Pictures are drawn one by one while the file is written.
    let mut pictures = seen.iter().enumerate().map_while(|(done, &(shot, ticks))| {
        progress.tell(done as u64);
        if progress.is_cancelled() {
            return None;
        }
        match draw(shot) {
            Ok(pixels) => Some((pixels, ticks)),
            Err(error) => {
                problem = Some(error);
                None
            }
        }
    });
    let written = write_by(target, progress, |file| match kind {
        AnimationKind::Gif => write_gif(file, size, &mut pictures),
        AnimationKind::Apng => write_apng(file, size, &mut pictures),
    });
    drop(pictures);
    match problem {
        Some(problem) => Err(problem),
        None => written,
    }
}

/// Returns the pictures to write, each with its duration in ticks. Consecutive equal pictures are merged into one.
fn all_seen(
    canvas: &Canvas<'_>,
    trace: &Trace,
    animation: &Animation,
    kind: AnimationKind,
    progress: &Progress,
) -> Result<Vec<(Shot, u16)>, ExportError> {
    let mut all: Vec<(Shot, u16)> = Vec::new();
    let mut last_scene = None;
    let mut counted = 0;
    for (shot, end) in animation.shots(trace, kind) {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let ticks = u16::try_from(end - counted).unwrap_or(u16::MAX);
        counted = end;
        let scene = Some(canvas.scene(shot));
        let longer = all.last().and_then(|(_, before)| before.checked_add(ticks)).filter(|_| scene == last_scene);
        match (longer, all.last_mut()) {
            (Some(longer), Some(last)) => last.1 = longer,
            _ => all.push((shot, ticks)),
        }
        if all.len() > MAX_PICTURES {
            return Err(ExportError::TooManyPictures { most: MAX_PICTURES });
        }
        last_scene = scene;
    }
    Ok(all)
}

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
struct FramePart {
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
    let mut encoder = gif::Encoder::new(file, width, height, &[]).map_err(error_of_gif)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(error_of_gif)?;
    each_change(size, pictures, |part, mut pixels, ticks| {
        let [left, top, width, height] = [part.left, part.top, part.width, part.height].map(|side| side as u16);
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 10);
        (frame.left, frame.top, frame.delay) = (left, top, ticks);
        frame.dispose = gif::DisposalMethod::Keep;
        encoder.write_frame(&frame).map_err(error_of_gif)
    })?;
    // Dropping the encoder would ignore an error while the last byte is written.
    encoder.into_inner().map(drop).map_err(error_of_gif)
}

/// The error of the system, if the encoder reports one.
fn error_of_gif(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// Writes an animated PNG with durations in thousandths of a second. Fewer pictures than announced in `size` are an error, so
/// that no existing file is replaced.
pub(super) fn write_apng(file: &mut impl Write, size: Size, pictures: Pictures<'_>) -> io::Result<()> {
    let mut encoder = png::Encoder::new(file, size.width, size.height);
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
    mut write: impl FnMut(FramePart, Vec<u8>, u16) -> io::Result<()>,
) -> io::Result<()> {
    let mut before: Option<Pixmap> = None;
    let mut left_over = size.pictures;
    for (pixels, ticks) in pictures {
        let all = FramePart { left: 0, top: 0, width: size.width, height: size.height };
        let part = before.as_ref().map_or(all, |before| changed(before, &pixels));
        write(part, cut_out(&pixels, part), ticks)?;
        before = Some(pixels);
        left_over -= 1;
    }
    if left_over == 0 { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
}

fn cut_out(pixels: &Pixmap, part: FramePart) -> Vec<u8> {
    let rows = (part.top..part.top + part.height).flat_map(|row| {
        let start = (row * pixels.width() + part.left) as usize * 4;
        &pixels.data()[start..start + part.width as usize * 4]
    });
    rows.copied().collect()
}

/// Returns the smallest rectangle that contains all pixels in which two pictures differ; at least one pixel.
fn changed(before: &Pixmap, now: &Pixmap) -> FramePart {
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
        return FramePart { left: 0, top: 0, width: 1, height: 1 };
    }
    let [left, top, right, bottom] = [left, top, right, bottom].map(|side| side as u32);
    FramePart { left, top, width: right - left + 1, height: bottom - top + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A simulated disk with room for a number of bytes.
    struct Disk {
        room: usize,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.room = self.room.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    type Writer = fn(&mut Disk, Size, Pictures<'_>) -> io::Result<()>;

    #[test]
    fn full_disk_is_an_error_at_any_byte() {
        let size = Size { width: 4, height: 3, pictures: 2 };
        let colors = [[9, 9, 9, 255], [200, 0, 0, 255]].map(|color| {
            let mut pixels = Pixmap::new(size.width, size.height).expect("a picture");
            pixels.data_mut().as_chunks_mut::<4>().0.fill(color);
            (pixels, 10)
        });
        let writers: [(&str, Writer); 2] = [("GIF", write_gif), ("PNG", write_apng)];
        for (kind, write) in writers {
            let written = |room: usize| write(&mut Disk { room }, size, &mut colors.clone().into_iter());
            let least = (0..10_000).find(|&room| written(room).is_ok()).expect("room for all");
            assert!(least > 50, "{kind}");
            for room in 0..least {
                assert!(written(room).is_err(), "{kind} with room for {room} bytes");
            }
        }
    }
}
