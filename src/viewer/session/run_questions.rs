//! What follows from a run's trace, its frame and its centre; what takes a while to find is kept.

use std::sync::Arc;

use super::breadcrumb::{Crumb, breadcrumb};
use super::figures::{Figures, FiguresSoFar};
use super::jobs::{CountOrder, MakeSummary};
use super::run::Run;
use super::work::Wake;
use crate::analysis::{OrderReport, OrderUnknown, Summary, best_line};
use crate::scene::ColumnColors;
use crate::trace::{NodeId, VisitId};

impl Run {
    /// The number of the last frame, 0 if there is none.
    #[must_use]
    pub fn last_frame(&self) -> usize {
        self.trace.frame_count().saturating_sub(1)
    }

    /// The node of the current frame.
    #[must_use]
    pub fn current_node(&self) -> NodeId {
        self.trace.step(self.frame).map_or(NodeId::ROOT, |step| step.node)
    }

    /// The moves to the node of the current frame.
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

    /// The moves to the selected node: what a person chose, else the node of the frame.
    pub fn selected(&self) -> Arc<Vec<u32>> {
        self.selection.as_ref().map_or_else(|| self.current_path(), Arc::clone)
    }

    /// The moves to what the view is at: the selection, else its centre.
    #[must_use]
    pub fn looked_at(&self) -> &[u32] {
        self.selection.as_deref().unwrap_or(&self.center)
    }

    /// The moves to the node that *Why* is asked about: the selection, else the first node that the cut of the frame skips, else the
    /// node of the frame.
    pub fn asked_about(&self) -> Arc<Vec<u32>> {
        if self.selection.is_none()
            && let Some(cut) = self.trace.step(self.frame).filter(|step| step.cut.is_some())
            && let Some(skipped) = self.trace.pruned_children(cut.visit).next()
        {
            return Arc::new(self.trace.path(skipped));
        }
        self.selected()
    }

    /// The latest layer of the selected node, or the first one to come.
    pub fn selected_visit(&self) -> Option<VisitId> {
        let place = self.trace.place(&self.selected());
        self.trace.visit_at(place, self.frame).or_else(|| self.trace.layers(place.recorded()?).next())
    }

    /// The visit of the selected node that is seen at the current frame: that of the frame, or the latest layer of a node that was
    /// chosen; `None` if that has not begun.
    #[must_use]
    pub fn visit_seen(&self) -> Option<VisitId> {
        match &self.selection {
            Some(path) => self.trace.visit_at(self.trace.place(path), self.frame),
            None => self.trace.step(self.frame).map(|step| step.visit),
        }
    }

    /// The nodes from the start of the run to what the view is at, by the length of their paths; of long paths the middle is left out.
    pub fn breadcrumb(&self) -> Arc<Vec<Crumb>> {
        let mut kept = self.breadcrumb.borrow_mut();
        match &*kept {
            Some((path, crumbs)) if path == self.looked_at() => Arc::clone(crumbs),
            _ => {
                let crumbs = Arc::new(breadcrumb(&self.trace, self.looked_at()));
                *kept = Some((self.looked_at().to_vec(), Arc::clone(&crumbs)));
                crumbs
            }
        }
    }

    /// The figures of the whole run; those of a long one are made beside the window, which is woken up then.
    ///
    /// # Errors
    /// They are not made yet.
    pub fn summary(&self, wake: &Wake) -> Result<&Summary, FiguresSoFar> {
        self.figures.of(&self.trace, wake, MakeSummary {})
    }

    /// What the order of the moves is worth; of a long run it is counted beside the window, which is woken up then.
    ///
    /// # Errors
    /// It is not counted yet; and in place of a report, nothing can be said of the run.
    pub fn order(&self, wake: &Wake) -> Result<Result<&OrderReport, OrderUnknown>, FiguresSoFar> {
        let order = self.order.of(&self.trace, wake, CountOrder { pass: None })?;
        Ok(order.as_ref().map_err(|unknown| *unknown))
    }

    /// What the order is worth, once a whole run is counted and where something can be said of it: for marks in its tree.
    pub fn order_marks(&self, wake: &Wake) -> Option<&OrderReport> {
        if self.is_growing { None } else { self.order(wake).ok()?.ok() }
    }

    /// Stops making the figures.
    pub fn give_figures_up(&mut self) {
        self.figures.give_up();
    }

    /// Makes figures that were given up after all.
    pub fn make_figures(&mut self) {
        self.figures = Figures::default();
    }

    /// Stops counting what the order is worth.
    pub fn give_order_up(&mut self) {
        self.order.give_up();
    }

    /// Counts after all what the order is worth.
    pub fn count_order(&mut self) {
        self.order = Figures::default();
    }

    /// The colours that a column gives to visits; `None` if the trace does not have it.
    pub fn colors(&self, column: &str) -> Option<Arc<ColumnColors>> {
        let mut kept = self.colors.borrow_mut();
        match &*kept {
            Some((name, colors)) if name == column => colors.clone(),
            _ => {
                let colors = ColumnColors::of(&self.trace, column).map(Arc::new);
                *kept = Some((column.to_owned(), colors.clone()));
                colors
            }
        }
    }

    /// The line of best moves at the current frame, from the root through the centre, or from the centre.
    pub fn best_line(&self) -> Vec<u32> {
        let from_root = best_line(&self.trace, &[], self.frame);
        if from_root.starts_with(&self.center) { from_root } else { best_line(&self.trace, &self.center, self.frame) }
    }
}
