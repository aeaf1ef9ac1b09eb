//! Laying a focus view out: the whole tree where it fits, else the path to the focus with its families.

use super::along::Area;
use super::families::{Kid, Path, kids, merge};
use super::layout::{FocusLayout, THINNEST_BAR};
use super::outline::Outline;
use super::request::{FocusOptions, FocusRequest};
use super::sizes::Words;
use super::whole;

/// Nodes of the path that are boards at most, the focus included.
const MOST_PATH_BOARDS: usize = 8;
impl FocusLayout {
    /// Lays out the request; `None` where the run has no root.
    #[must_use]
    pub fn new(request: &FocusRequest<'_>) -> Option<Self> {
        let options = &request.options;
        let words = Words::of(options, request.trace.unit());
        let area = Area::of(options, &words, request.trace.is_search());
        let path = Path::new(request.trace, request.focus)?;
        let shape = path.positions[path.depth()].board().height.clamp(0.1, 1.0);
        if let Some(layout) = whole::whole(request, &area, &words, &path, shape) {
            return Some(layout);
        }
        let most = (area.breadth() * 0.7 / THINNEST_BAR) as usize;
        let shown = (path.depth() + 1).min(MOST_PATH_BOARDS.saturating_sub(usize::from(options.weight_below > 0) * 3));
        let families: Vec<Vec<Kid>> = (0..shown)
            .map(|distance| {
                let depth = path.depth() - distance;
                let Some(above) = depth.checked_sub(1) else { return Vec::new() };
                let mut family = kids(request, path.places[above], &path.positions[above]);
                ungroup(&mut family, request, &path, above);
                merge(&mut family, most, Some(path.moves[above]));
                family
            })
            .collect();
        let mut children = kids(request, path.places[path.depth()], &path.positions[path.depth()]);
        // The children of the focus have the breadth for themselves.
        merge(&mut children, (area.breadth() * 0.9 / THINNEST_BAR) as usize, None);
        let outline = Outline::new(request, area, words, &path, families, children, shape);
        Some(outline.build())
    }
}

/// Takes the node of the path out of a group that would hide it.
fn ungroup(family: &mut Vec<Kid>, request: &FocusRequest<'_>, path: &Path, above: usize) {
    let mv = path.moves[above];
    if family.iter().any(|kid| kid.mv == mv && kid.stands_for == 1) {
        return;
    }
    let options = FocusOptions { group_pruned: false, ..request.options };
    let request = FocusRequest { options, ..*request };
    *family = kids(&request, path.places[above], &path.positions[above]);
}
