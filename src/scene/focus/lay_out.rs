//! Laying a focus view out: the whole tree where it fits, else the path to the focus with its families.

use super::along::{Area, ideal_board};
use super::apart::{apart, most_chips, runs};
use super::families::{Path, kids, merge};
use super::kid::Kid;
use super::layout::{FocusLayout, THINNEST_BAR};
use super::outline::{Outline, SHARE_OF_OTHERS, has_others};
use super::part::Part;
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
        let words = Words::of(options, request.trace.unit(), request.is_apart());
        let area = Area::of(options, &words, request.trace.is_search());
        let path = Path::new(request.trace, request.focus)?;
        let shape = path.positions[path.depth()].board().height.clamp(0.1, 1.0);
        if let Some(layout) = whole::whole(request, &area, &words, &path, shape) {
            return Some(layout);
        }
        let most = (area.breadth() * 0.7 / THINNEST_BAR) as usize;
        let board = ideal_board(options);
        let shown = (path.depth() + 1).min(MOST_PATH_BOARDS.saturating_sub(usize::from(options.weight_below > 0) * 3));
        let families: Vec<Vec<Kid>> = (0..shown)
            .map(|distance| {
                let depth = path.depth() - distance;
                let Some(above) = depth.checked_sub(1) else {
                    return runs(request, path.places[0], most_chips(&area, &words, &[], Some(board)));
                };
                let mut family = kids(request, path.places[above], Part::Node, &path.positions[above]);
                ungroup(&mut family, request, &path, above);
                let mv = Some(path.moves[above]);
                let most_visits = most_chips(&area, &words, &family, Some(board));
                let own = family.iter().position(|kid| kid.mv == mv && kid.stands_for == 1);
                apart(request, &mut family, most_visits, own);
                merge(&mut family, most, mv);
                family
            })
            .collect();
        let mut children = kids(request, path.places[path.depth()], Part::Node, &path.positions[path.depth()]);
        let room_left = if has_others(request, &path) { 1.0 - SHARE_OF_OTHERS } else { 1.0 };
        let most_visits = (most_chips(&area, &words, &children, None) as f32 * room_left) as usize;
        apart(request, &mut children, most_visits, None);
        // The children of the focus have the breadth for themselves.
        merge(&mut children, (area.breadth() * 0.9 / THINNEST_BAR) as usize, None);
        let outline = Outline::new(request, area, words, &path, families, children, shape);
        Some(outline.build())
    }
}

/// Takes the node of the path out of a group that would hide it.
fn ungroup(family: &mut Vec<Kid>, request: &FocusRequest<'_>, path: &Path, above: usize) {
    let mv = path.moves[above];
    if family.iter().any(|kid| kid.mv == Some(mv) && kid.stands_for == 1) {
        return;
    }
    let options = FocusOptions { group_pruned: false, ..request.options };
    let request = FocusRequest { options, ..*request };
    *family = kids(&request, path.places[above], Part::Node, &path.positions[above]);
}
