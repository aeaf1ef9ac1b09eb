//! Data derived from a run's trace, frame and centre, cached if it takes long to compute.

use std::sync::Arc;

use super::breadcrumb::{Crumb, breadcrumb};
use super::figures::{Figures, FiguresSoFar};
use super::run::Run;
use crate::viewer::session::jobs::{CountOrder, FollowCourse, MakeSummary};
use crate::viewer::session::work::Wake;
use edagari_core::analysis::{Course, OrderReport, OrderUnknown, Summary, best_line};
use edagari_core::trace::{NodeId, VisitId};
use edagari_draw::scene::ColumnColors;

impl Run {
    /// Returns the number of the last frame, 0 if there is none.
    #[must_use]
    pub fn last_frame(&self) -> usize {
        self.trace.frame_count().saturating_sub(1)
    }

    /// Returns the node of the current frame.
    #[must_use]
    pub fn current_node(&self) -> NodeId {
        self.trace.step(self.frame).map_or(NodeId::ROOT, |step| step.node)
    }

    /// Returns the moves to the node of the current frame.
    pub fn current_path(&self) -> Arc<Vec<u32>> {
        let mut current = self.current.borrow_mut();
        match &*current {
            Some((frame, path)) if *frame == self.frame => Arc::clone(path),
            _ => {
                let path = Arc::new(self.trace.path(self.current_node()));
                *current = Some((self.frame, Arc::clone(&path)));
                path
            }
        }
    }

    /// Returns the moves to the selected node: the one the user chose, otherwise the node of the frame.
    pub fn selected(&self) -> Arc<Vec<u32>> {
        self.selection.as_ref().map_or_else(|| self.current_path(), Arc::clone)
    }

    /// Returns the moves to the node at which the view is: the selection, otherwise the centre.
    #[must_use]
    pub fn looked_at(&self) -> &[u32] {
        self.selection.as_deref().unwrap_or(&self.center)
    }

    /// Returns the moves to the node that *Why* explains: the selection, otherwise the first node pruned by the cut of the frame,
    /// otherwise the node of the frame.
    pub fn explained_path(&self) -> Arc<Vec<u32>> {
        if self.selection.is_none()
            && let Some(cut) = self.trace.step(self.frame).filter(|step| step.cut.is_some())
            && let Some(skipped) = self.trace.pruned_children(cut.visit).next()
        {
            return Arc::new(self.trace.path(skipped));
        }
        self.selected()
    }

    /// Returns the latest layer of the selected node, or its first layer if none has started.
    pub fn selected_visit(&self) -> Option<VisitId> {
        let place = self.trace.place(&self.selected());
        self.trace.visit_at(place, self.frame).or_else(|| self.trace.layers(place.recorded()?).next())
    }

    /// Returns the visit shown for the selected node at the current frame: the visit of the frame, or the latest layer of a node
    /// that the user chose; `None` if that has not started.
    #[must_use]
    pub fn visit_seen(&self) -> Option<VisitId> {
        match &self.selection {
            Some(path) => self.trace.visit_at(self.trace.place(path), self.frame),
            None => self.trace.step(self.frame).map(|step| step.visit),
        }
    }

    /// Returns the moves to the last node of the breadcrumb: the child of the frame if the view is at its parent, which shows it; otherwise the
    /// node at which the view is.
    pub fn path_in_breadcrumb(&self) -> Vec<u32> {
        let looked_at = self.looked_at();
        let of_frame = self.trace.step(self.frame).map(|step| self.trace.path(step.node));
        let child = of_frame.filter(|path| path.len() == looked_at.len() + 1 && path.starts_with(looked_at));
        child.unwrap_or_else(|| looked_at.to_vec())
    }

    /// Returns the nodes on that path from the start of the run; the middle of a long path is omitted.
    pub fn breadcrumb(&self) -> Arc<Vec<Crumb>> {
        let mut cached = self.breadcrumb.borrow_mut();
        let shown = self.path_in_breadcrumb();
        match &*cached {
            Some((path, crumbs)) if *path == shown => Arc::clone(crumbs),
            _ => {
                let crumbs = Arc::new(breadcrumb(&self.trace, &shown));
                *cached = Some((shown, Arc::clone(&crumbs)));
                crumbs
            }
        }
    }

    /// Returns the figures of the whole run. For a long run they are computed in the background; `wake` is called when they are ready.
    ///
    /// # Errors
    /// The figures are not computed yet, or their computation was cancelled.
    pub fn summary(&self, wake: &Wake) -> Result<&Summary, FiguresSoFar> {
        self.figures.of(&self.trace, wake, MakeSummary {})
    }

    /// Returns the course of the search at its root, at up to `moments` moments. `moments` must be
    /// the same number at each call. For a long run it is computed in the background; `wake` is
    /// called when it is ready. `None` if the run has no course, see [`Course::of`].
    ///
    /// # Errors
    /// The course is not computed yet, or its computation was cancelled.
    pub fn course(&self, wake: &Wake, moments: usize) -> Result<Option<&Course>, FiguresSoFar> {
        Ok(self.course.of(&self.trace, wake, FollowCourse { moments })?.as_ref())
    }

    /// Returns the move-ordering report. For a long run it is computed in the background; `wake` is called when it is ready.
    ///
    /// # Errors
    /// The report is not computed yet, or its computation was cancelled. The inner error means that the run cannot be judged.
    pub fn order(&self, wake: &Wake) -> Result<Result<&OrderReport, OrderUnknown>, FiguresSoFar> {
        let order = self.order.of(&self.trace, wake, CountOrder { pass: None })?;
        Ok(order.as_ref().map_err(|unknown| *unknown))
    }

    /// Returns the move-ordering report for the marks in the tree; `None` while the run grows, until the report is ready, and if
    /// the run cannot be judged.
    pub fn order_marks(&self, wake: &Wake) -> Option<&OrderReport> {
        if self.is_growing() { None } else { self.order(wake).ok()?.ok() }
    }

    /// Cancels the computation of the figures.
    pub fn give_figures_up(&mut self) {
        self.figures.give_up();
        self.course.give_up();
    }

    /// Restarts the computation of figures that was cancelled.
    pub fn make_figures(&mut self) {
        self.figures = Figures::default();
        self.course = Figures::default();
    }

    /// Cancels the computation of the move-ordering report.
    pub fn give_order_up(&mut self) {
        self.order.give_up();
    }

    /// Restarts the computation of the move-ordering report.
    pub fn count_order(&mut self) {
        self.order = Figures::default();
    }

    /// Returns the colours of visits by a column; `None` if the trace has no such column.
    pub fn colors(&self, column: &str) -> Option<Arc<ColumnColors>> {
        let mut cached = self.colors.borrow_mut();
        match &*cached {
            Some((name, colors)) if name == column => colors.clone(),
            _ => {
                let colors = ColumnColors::of(&self.trace, column).map(Arc::new);
                *cached = Some((column.to_owned(), colors.clone()));
                colors
            }
        }
    }

    /// Returns the line of best moves at the current frame: from the root if it passes through the centre, otherwise from the centre.
    pub fn best_line(&self) -> Vec<u32> {
        let from_root = best_line(&self.trace, &[], self.frame);
        if from_root.starts_with(&self.center) { from_root } else { best_line(&self.trace, &self.center, self.frame) }
    }
}
