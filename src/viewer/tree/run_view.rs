//! How the tree of a run is looked at: zoom, place, and what is kept of the layout.

use std::sync::Arc;

use egui::emath::TSTransform;

use super::whole_camera::WholeView;
use crate::scene::{Layout, Levels, Orientation};
use crate::trace::Trace;
use crate::viewer::session::{Run, Session, TreePart};

/// How the tree of a run is looked at.
#[derive(Debug)]
pub(crate) struct RunView {
    pub(crate) camera: Camera,
    pub(crate) whole: WholeView,
    /// How many nodes, or boxes, were drawn last.
    pub(crate) drawn: usize,
    aspect: f32,
    laid_out: Option<LaidOut>,
    fitted_to: Option<FittedTo>,
}

/// Where the view looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// From the points of the scene to those of the screen.
    pub(crate) screen_from_scene: TSTransform,
    /// Whether it shows the whole layout until a person pans or zooms.
    pub(crate) fits: bool,
}

/// The part of the tree that is shown, and where its nodes lie.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) part: Arc<TreePart>,
    pub(crate) layout: Arc<Layout>,
}

/// A layout, and what it was computed from.
#[derive(Debug)]
struct LaidOut {
    aspect: f32,
    view: View,
}

/// What makes another picture of it, so that a person's zoom no longer fits.
#[derive(PartialEq, Debug)]
struct FittedTo {
    tree_number: u64,
    center: Vec<u16>,
    along: Option<Arc<Vec<Vec<u16>>>>,
    levels: Levels,
    orientation: Orientation,
}

impl Default for RunView {
    fn default() -> Self {
        Self {
            camera: Camera { screen_from_scene: TSTransform::IDENTITY, fits: true },
            whole: WholeView::default(),
            drawn: 0,
            aspect: 1.0,
            laid_out: None,
            fitted_to: None,
        }
    }
}

impl RunView {
    /// Shows everything.
    pub(crate) fn fit(&mut self) {
        self.camera.fits = true;
        self.whole.fit();
    }

    /// Notes how wide the place of the tree is over its height; rounded, so that dragging an edge lays out less often.
    pub(crate) fn set_aspect(&mut self, aspect: f32) {
        self.aspect = (aspect * 20.0).round() / 20.0;
    }

    /// What is shown of a run; laid out anew only when what it depends on has changed.
    pub(crate) fn view(&mut self, run: &Run, session: &Session, other: Option<&Arc<Trace>>) -> Option<View> {
        let settings = &session.settings;
        let part = run.part(settings, other)?;
        let fitted_to = FittedTo {
            tree_number: run.tree_number,
            center: run.center.clone(),
            along: run.along.clone(),
            levels: settings.levels,
            orientation: settings.orientation,
        };
        if self.fitted_to.as_ref() != Some(&fitted_to) {
            self.camera.fits = true;
            self.fitted_to = Some(fitted_to);
        }
        let is_current = |laid_out: &&LaidOut| {
            Arc::ptr_eq(&laid_out.view.part, &part)
                && laid_out.view.layout.orientation == settings.orientation
                && laid_out.aspect.to_bits() == self.aspect.to_bits()
        };
        if let Some(laid_out) = self.laid_out.as_ref().filter(is_current) {
            return Some(laid_out.view.clone());
        }
        let layout = Arc::new(Layout::new(&part.tree, settings.orientation, self.aspect));
        let view = View { part, layout };
        self.laid_out = Some(LaidOut { aspect: self.aspect, view: view.clone() });
        Some(view)
    }
}
