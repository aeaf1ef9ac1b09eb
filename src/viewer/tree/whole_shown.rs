//! The form of a whole tree: an icicle, or nodes and links.

use egui::emath::TSTransform;
use egui::{Rect, Ui};

use crate::viewer::kit::paint::paint;
use crate::viewer::kit::theme::Palette;
use crate::viewer::session::TreeForm;
use edagari_core::trace::NodeId;
use edagari_draw::scene::{
    GlyphFigures, IcicleWidth, WholeArea, WholeLook, WholeScene, WholeTree, draw_icicle, draw_whole, icicle_place,
    icicle_units, whole_place,
};

/// The picture of a run's tree, and its settings.
pub(crate) struct Shown<'a> {
    pub(crate) look: WholeLook<'a>,
    pub(crate) form: TreeForm,
    pub(crate) width: IcicleWidth,
    pub(crate) tree: Option<&'a WholeTree>,
}

impl Shown<'_> {
    pub(crate) fn units(&self) -> f64 {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => tree.places.width(),
            _ => icicle_units(&self.look, self.width),
        }
    }

    pub(crate) fn draw(&self, area: &WholeArea, figures: &mut GlyphFigures) -> WholeScene {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => draw_whole(&self.look, tree, area, figures),
            _ => draw_icicle(&self.look, area, self.width),
        }
    }

    /// Returns the start and the width of a node, in units.
    pub(crate) fn place(&self, node: NodeId) -> (f64, f64) {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => {
                let index = tree.holding(self.look.trace, node, self.look.frame);
                let (first, last) = tree.places.extents[index];
                (first, last - first + 1.0)
            }
            _ => icicle_place(&self.look, self.width, node),
        }
    }

    pub(crate) fn middle(&self, node: NodeId) -> f64 {
        if let (TreeForm::Whole, Some(tree)) = (self.form, self.tree) {
            return whole_place(&self.look, tree, node);
        }
        let (first, width) = icicle_place(&self.look, self.width, node);
        first + width / 2.0
    }
}

/// Paints a scene in a rectangle.
pub(crate) fn paint_scene(ui: &Ui, rect: Rect, palette: &Palette, scene: &WholeScene) {
    paint(&ui.painter_at(rect.expand(4.0)), palette, &scene.shapes, TSTransform::IDENTITY);
}
