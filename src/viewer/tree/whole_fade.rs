//! The cross-fade of a whole tree from the picture that a far jump leaves to the new one.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Rect, Ui};

use super::motion::{Pace, share_at};
use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::Palette;
use edagari_core::trace::Trace;
use edagari_draw::scene::{Shape, WholeScene, eased, is_jump};

/// The picture drawn last, and the picture that a far jump has left, if it is still visible.
#[derive(Debug, Default)]
pub(super) struct WholeFade {
    last: Option<Drawn>,
    left: Option<Left>,
}

/// A picture of a tree at a frame.
#[derive(Debug)]
struct Drawn {
    trace: Arc<Trace>,
    frame: usize,
    shapes: Vec<Shape>,
}

/// A picture that is gradually covered by the present one.
#[derive(Debug)]
struct Left {
    shapes: Vec<Shape>,
    began: f64,
    lasts: f64,
}

impl WholeFade {
    /// Paints a scene in a rectangle, over the picture before a far jump while that fades. Takes the shapes of the scene.
    pub(super) fn paint_ui(
        &mut self,
        ui: &Ui,
        (rect, palette): (Rect, &Palette),
        scene: &mut WholeScene,
        (trace, frame): (&Arc<Trace>, usize),
        pace: Pace,
    ) {
        let last = self.last.take();
        if last.as_ref().is_some_and(|last| Arc::ptr_eq(&last.trace, trace) && is_jump(last.frame, frame)) {
            let left = last.zip(pace.lasts);
            self.left = left.map(|(last, lasts)| Left { shapes: last.shapes, began: pace.time, lasts });
        }
        self.left.take_if(|left| share_at(pace.time, left.began, left.lasts) >= 1.0);
        let rect = rect.expand(4.0);
        let mut painter = ui.painter_at(rect);
        if let Some(left) = &self.left {
            let cover = eased(share_at(pace.time, left.began, left.lasts));
            paint(&painter, palette, &left.shapes, TSTransform::IDENTITY);
            painter.rect_filled(rect, 0.0, palette.ground.gamma_multiply(cover));
            painter.set_opacity(cover);
            ui.request_repaint();
        }
        paint(&painter, palette, &scene.shapes, TSTransform::IDENTITY);
        let shapes = std::mem::take(&mut scene.shapes);
        self.last = pace.lasts.map(|_| Drawn { trace: Arc::clone(trace), frame, shapes });
    }
}
