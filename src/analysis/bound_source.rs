//! Where a bound comes from that a cut reaches.

use super::pass_window::{PassWindow, pass_window};
use super::value_line::score_of;
use crate::score::{BoundKind, Player, Score, Window};
use crate::trace::{Cut, StoreId, Trace, VisitId};

/// Where the bound of a cut comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoundSource {
    /// A visit on the path got the bound from a child that had returned before.
    Child {
        /// The visit on the path.
        owner: VisitId,
        /// The child.
        child: VisitId,
        /// The `Update` frame at which the bound was set.
        frame: usize,
    },
    /// A visit on the path found the bound in the table.
    Table {
        /// The visit on the path.
        owner: VisitId,
        /// The `Lookup` frame.
        frame: usize,
        /// What was found, if its writing is in the trace.
        store: Option<StoreId>,
    },
    /// A visit on the path asked a child with a null window, whose end it is.
    Asked {
        /// The visit on the path.
        owner: VisitId,
        /// The visit of its child that was asked, at or above the visit that was cut.
        child: VisitId,
    },
    /// A visit on the path knows the bound itself, without a child.
    Own {
        /// The visit on the path.
        owner: VisitId,
        /// The `Update` frame at which the bound was set.
        frame: usize,
    },
    /// The pass began with the bound, an end of the window of an aspiration.
    Window {
        /// The first visit of the pass.
        owner: VisitId,
        /// Where the window comes from.
        window: PassWindow,
    },
    /// The pass began with the bound, which an earlier pass had returned.
    Pass {
        /// The first visit of the pass.
        owner: VisitId,
        /// The first visit of the earlier one.
        earlier: VisitId,
    },
    /// The run began with the bound, or the trace does not show its source.
    Given,
}

impl BoundSource {
    /// The visit on the path whose bound it is.
    #[must_use]
    pub const fn owner(self) -> Option<VisitId> {
        match self {
            Self::Child { owner, .. }
            | Self::Table { owner, .. }
            | Self::Asked { owner, .. }
            | Self::Own { owner, .. }
            | Self::Window { owner, .. }
            | Self::Pass { owner, .. } => Some(owner),
            Self::Given => None,
        }
    }
}

pub(super) const fn bound_of(cut: Cut, window: Window) -> Score {
    match cut {
        Cut::Alpha => window.alpha,
        Cut::Beta => window.beta,
    }
}

/// Whose bound makes a cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundOwner {
    /// Of a visit whose children have set it.
    Node(VisitId),
    /// Of a visit that knows it itself, since the `Update` at `frame`.
    Own { owner: VisitId, frame: usize },
    /// Of a visit that found it in the table.
    Table(VisitId),
    /// Of none: `owner` asked `child` with a window that ends there.
    Asked { owner: VisitId, child: VisitId },
}

/// The owner of the bound that cuts `visit`: the nearest visit from there upwards that was given another bound itself.
pub(super) fn bound_owner(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> Option<BoundOwner> {
    let mut below = None;
    let mut above = Some(visit);
    while let Some(owner) = above {
        if bound_of(cut, trace.given_window(owner)) != bound {
            // α is max's, and β min's: an end on the other player's side is no bound that the node itself can have.
            let sets = match cut {
                Cut::Alpha => Player::Max,
                Cut::Beta => Player::Min,
            };
            return Some(match below {
                _ if bound_of(cut, trace.searched_window(owner)) == bound => BoundOwner::Table(owner),
                _ if let Some(frame) = own_setting(trace, owner, below, cut, bound) => BoundOwner::Own { owner, frame },
                Some(child) if trace.player_of(owner) != sets => BoundOwner::Asked { owner, child },
                _ => BoundOwner::Node(owner),
            });
        }
        below = above;
        above = trace.parent_visit(owner);
    }
    None
}

/// The frame of the update by which a visit set a bound itself, before it entered the visit `below` it.
fn own_setting(trace: &Trace, owner: VisitId, below: Option<VisitId>, cut: Cut, bound: Score) -> Option<usize> {
    let until = below.map_or(usize::MAX, |below| trace.span(below).0);
    let sets = |frame: usize| {
        let before = trace.step(trace.previous_frame_of(owner, frame)?)?.window;
        let now = trace.step(frame)?.window;
        Some(bound_of(cut, now) == bound && bound_of(cut, before) != bound)
    };
    let mut own = trace.own_updates_of(owner).map(|own| own.frame as usize).take_while(|&frame| frame < until);
    own.find(|&frame| sets(frame) == Some(true))
}

pub(super) fn bound_source(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> BoundSource {
    let owner = match bound_owner(trace, visit, cut, bound) {
        None => return bound_of_pass(trace, visit, cut, bound).unwrap_or(BoundSource::Given),
        Some(BoundOwner::Own { owner, frame }) => return BoundSource::Own { owner, frame },
        Some(BoundOwner::Asked { owner, child }) => return BoundSource::Asked { owner, child },
        Some(BoundOwner::Table(owner)) => {
            return trace.lookup_of(owner).map_or(BoundSource::Given, |found| BoundSource::Table {
                owner,
                frame: found.frame,
                store: found.store,
            });
        }
        Some(BoundOwner::Node(owner)) => owner,
    };
    let set_by = trace.visited_children(owner).take_while(|&child| child <= visit).find_map(|child| {
        let update = trace.update_frame(child)?;
        // A score that was only asked for is not taken in, but the child is searched again from there.
        let is_asked = || {
            let again = trace.visited_children(owner).find(|&next| next > child);
            again.is_some_and(|again| trace.searched_again(again) == Some(child))
                && score_of(trace, child) == Some(bound)
        };
        (trace.value_at_update(update) == Some(bound) || is_asked()).then_some((child, update))
    });
    set_by.map_or(BoundSource::Given, |(child, frame)| BoundSource::Child { owner, child, frame })
}

/// The bound with which the run from the root began that `visit` belongs to, if an earlier one had returned it, or its window is that
/// of an aspiration.
fn bound_of_pass(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> Option<BoundSource> {
    let mut owner = visit;
    while let Some(above) = trace.parent_visit(owner) {
        owner = above;
    }
    let is_aspiration = |pass: usize| trace.passes()[pass].kind.as_deref() == Some("aspiration");
    let returned = || {
        let before = std::iter::successors(trace.layer_before(owner), |&visit| trace.layer_before(visit));
        let earlier = before.into_iter().find(|&earlier| score_of(trace, earlier) == Some(bound))?;
        Some(BoundSource::Pass { owner, earlier })
    };
    let of_window = || end_of_window(trace, owner, cut, bound);
    // An end of an aspiration's window can happen to be what some pass returned.
    if trace.pass_of(owner).is_some_and(is_aspiration) {
        of_window().or_else(returned)
    } else {
        returned().or_else(of_window)
    }
}

/// The end of a window of an aspiration. Where a side has opened, the other is that of the pass before.
fn end_of_window(trace: &Trace, first: VisitId, cut: Cut, bound: Score) -> Option<BoundSource> {
    let mut owner = first;
    loop {
        let window = pass_window(trace, owner)?;
        let opened = match window {
            PassWindow::Opened { kind: BoundKind::Upper, .. } => Some(Cut::Alpha),
            PassWindow::Opened { .. } => Some(Cut::Beta),
            PassWindow::Around { .. } => None,
        };
        if opened.is_none_or(|opened| opened == cut) {
            return Some(BoundSource::Window { owner, window });
        }
        owner = window.earlier();
        if bound_of(cut, trace.given_window(owner)) != bound {
            return None;
        }
    }
}
