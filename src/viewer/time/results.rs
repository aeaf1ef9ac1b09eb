//! Colours of the strip of a Monte-Carlo tree search: each iteration is a line down to its leaf, which has the colour of its result.

use egui::Color32;

use crate::viewer::kit::theme::Palette;
use crate::viewer::session::Run;
use edagari_core::trace::{NodeId, StripColumn, Trace, VisitId};

/// Maximum number of iterations whose results are sampled for one column.
const MAX_SAMPLED: usize = 16;
/// Minimum share of its own colour for a row with leaves.
const MIN_SEEN: f32 = 0.35;

/// The range of results of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Results {
    least: f64,
    greatest: f64,
}

impl Results {
    /// Returns the range of results; `None` unless the run is a Monte-Carlo tree search of one thread.
    pub(super) fn of(run: &Run) -> Option<Self> {
        let trace = &run.trace;
        if trace.setup.process.sampling().is_none() || trace.has_threads() {
            return None;
        }
        let by_rules = trace.known_range().and_then(|range| Some((range.lower.finite()?, range.upper.finite()?)));
        let (least, greatest) = by_rules.or(run.scores)?;
        (least < greatest).then(|| Self { least: f64::from(least), greatest: f64::from(greatest) })
    }

    /// Returns the colour of a result, or of a mean of results: that of the player for whom it is good.
    fn color(&self, palette: &Palette, result: f64) -> Color32 {
        let share = ((result - self.least) / (self.greatest - self.least)).clamp(0.0, 1.0) as f32;
        let even = palette.edge;
        if share < 0.5 {
            palette.min.lerp_to_gamma(even, 2.0 * share)
        } else {
            even.lerp_to_gamma(palette.max, 2.0 * share - 1.0)
        }
    }

    /// Returns the colour of a leaf; `None` for the other visits.
    pub(super) fn of_leaf(&self, palette: &Palette, trace: &Trace, visit: VisitId) -> Option<Color32> {
        let result = result(trace, visit).filter(|_| trace.is_leaf_visit(visit))?;
        Some(self.color(palette, result))
    }

    /// Returns the colour of each row of a column, on the background `ground`: the more leaves of
    /// the column are in a row, the stronger its colour. `None` for rows without leaves.
    pub(super) fn of_column(
        &self,
        palette: &Palette,
        trace: &Trace,
        column: &StripColumn,
        ground: Color32,
    ) -> Vec<Option<Color32>> {
        let mut means = vec![(0.0, 0_u32); column.rows.len()];
        for leaf in leaves(trace, column.frames.clone()) {
            let row = trace.depth_of(leaf) / trace.depths_per_row();
            if let Some((mean, result)) = means.get_mut(row).zip(result(trace, leaf)) {
                *mean = (mean.0 + result, mean.1 + 1);
            }
        }
        let all: u32 = means.iter().map(|&(_, count)| count).sum();
        let of_row = |(sum, count): (f64, u32)| {
            let strength = MIN_SEEN + (1.0 - MIN_SEEN) * count as f32 / all.max(1) as f32;
            (count > 0).then(|| ground.lerp_to_gamma(self.color(palette, sum / f64::from(count)), strength))
        };
        means.into_iter().map(of_row).collect()
    }
}

/// Returns the finite result of a visit that has ended.
fn result(trace: &Trace, visit: VisitId) -> Option<f64> {
    let end = trace.step(trace.span(visit).1?)?;
    end.score?.finite().map(f64::from)
}

/// Returns the leaves of up to [`MAX_SAMPLED`] iterations that begin in a range of frames, or else
/// the leaf of the iteration that is in progress there.
fn leaves(trace: &Trace, frames: std::ops::Range<usize>) -> impl Iterator<Item = VisitId> {
    let roots = trace.layers(NodeId::ROOT);
    let begun = |frame: usize| trace.layers_by(NodeId::ROOT, frame);
    let first = begun(frames.start).saturating_sub(1);
    let last = begun(frames.end.saturating_sub(1)).max(first + 1).min(roots.len());
    let step = (last - first.min(last)).div_ceil(MAX_SAMPLED).max(1);
    // An iteration enters one path, so its leaf is the last visit before the next iteration.
    let next = move |at: usize| roots.clone().nth(at + 1).map_or(trace.visit_count() as u32, |next| next.0);
    let leaf = move |at: usize| next(at).checked_sub(1).map(VisitId);
    (first..last).step_by(step).filter_map(leaf).filter(|&leaf| trace.is_leaf_visit(leaf))
}
