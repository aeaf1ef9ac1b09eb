//! The source of the bound that causes a cutoff.

use super::pass_window::{PassWindow, pass_window};
use super::value_line::score_of;
use crate::score::{BoundKind, Player, Score, Window};
use crate::search::PassKind;
use crate::trace::{Cut, StoreId, Trace, VisitId};

/// The source of the bound that causes a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundSource {
    /// A visit on the path set the bound from a child that had returned earlier.
    Child {
        /// The visit on the path.
        owner: VisitId,
        /// The child that set the bound.
        child: VisitId,
        /// The `Update` frame at which the bound was set.
        frame: usize,
    },
    /// A visit on the path read the bound from the table.
    Table {
        /// The visit on the path.
        owner: VisitId,
        /// The `Lookup` frame of the entry.
        frame: usize,
        /// The store of the entry, if the trace contains it.
        store: Option<StoreId>,
    },
    /// A visit on the path searched a child with a null window that has this bound.
    NullWindow {
        /// The visit on the path.
        owner: VisitId,
        /// The child visit searched with the null window: the visit with the cutoff, or an ancestor of it.
        child: VisitId,
    },
    /// A chance node on the path derived the bound for a child from its own window and the range of scores, or another visit
    /// searched a child with a window of its own that is no null window.
    Derived {
        /// The visit on the path.
        owner: VisitId,
        /// The child visit searched with that window: the visit with the cutoff, or an ancestor of it.
        child: VisitId,
    },
    /// A visit on the path set the bound itself, without a child.
    Own {
        /// The visit on the path.
        owner: VisitId,
        /// The `Update` frame at which the bound was set.
        frame: usize,
    },
    /// The pass started with the bound, which is a bound of an aspiration window.
    Window {
        /// The first visit of the pass.
        owner: VisitId,
        /// The source of the aspiration window.
        window: PassWindow,
    },
    /// The pass started with the bound, which an earlier pass had returned.
    Pass {
        /// The first visit of the pass.
        owner: VisitId,
        /// The first visit of the earlier pass.
        earlier: VisitId,
    },
    /// The run started with the bound, or the trace does not contain its source.
    Given,
}

impl BoundSource {
    /// The visit on the path that owns the bound.
    #[must_use]
    pub const fn owner(self) -> Option<VisitId> {
        match self {
            Self::Child { owner, .. }
            | Self::Table { owner, .. }
            | Self::NullWindow { owner, .. }
            | Self::Derived { owner, .. }
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

/// The owner of the bound that causes a cutoff.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundOwner {
    /// A visit whose children have set the bound.
    Node(VisitId),
    /// A visit that set the bound itself, at the `Update` frame `frame`.
    Own { owner: VisitId, frame: usize },
    /// A visit that read the bound from the table.
    Table(VisitId),
    /// No owner: `owner` searched `child` with a null window that has this bound.
    NullWindow { owner: VisitId, child: VisitId },
    /// No owner: `owner` searched `child` with another window of its own that has this bound. Every chance node does so.
    Derived { owner: VisitId, child: VisitId },
}

/// The owner of the bound that cuts off `visit`: the nearest visit on the path, from `visit`
/// upwards, that was entered with a different bound.
pub(super) fn bound_owner(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> Option<BoundOwner> {
    let mut below = None;
    let mut above = Some(visit);
    while let Some(owner) = above {
        if bound_of(cut, trace.given_window(owner)) != bound {
            // Max sets α and min sets β: a node cannot set the bound of the other player.
            let sets = match cut {
                Cut::Alpha => Player::Max,
                Cut::Beta => Player::Min,
            };
            return Some(match below {
                _ if bound_of(cut, trace.table().searched_window(owner)) == bound => BoundOwner::Table(owner),
                _ if let Some(frame) = own_setting(trace, owner, below, cut, bound) => BoundOwner::Own { owner, frame },
                Some(child) if trace.is_chance(owner) => BoundOwner::Derived { owner, child },
                Some(child) if trace.player_of(owner) != sets || trace.is_speculative(child) => {
                    let is_null = trace.given_window(child).is_null();
                    if is_null { BoundOwner::NullWindow { owner, child } } else { BoundOwner::Derived { owner, child } }
                }
                _ => BoundOwner::Node(owner),
            });
        }
        below = above;
        above = trace.parent_visit(owner);
    }
    None
}

/// The frame at which a visit updated a bound without a child, before it entered the visit `below`
/// it.
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

pub(in crate::analysis) fn bound_source(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> BoundSource {
    let owner = match bound_owner(trace, visit, cut, bound) {
        None => return bound_of_pass(trace, visit, cut, bound).unwrap_or(BoundSource::Given),
        Some(BoundOwner::Own { owner, frame }) => return BoundSource::Own { owner, frame },
        Some(BoundOwner::NullWindow { owner, child }) => return BoundSource::NullWindow { owner, child },
        Some(BoundOwner::Derived { owner, child }) => return BoundSource::Derived { owner, child },
        Some(BoundOwner::Table(owner)) => {
            return trace.table().lookup_of(owner).map_or(BoundSource::Given, |found| BoundSource::Table {
                owner,
                frame: found.frame,
                store: found.store,
            });
        }
        Some(BoundOwner::Node(owner)) => owner,
    };
    let set_by = trace.visited_children(owner).take_while(|&child| child <= visit).find_map(|child| {
        let update = trace.update_frame(child)?;
        // The score of a null-window search does not change the window, but becomes the bound of
        // the re-search.
        let is_asked = || {
            let again = trace.visited_children(owner).find(|&next| next > child);
            again.is_some_and(|again| trace.searched_again(again) == Some(child))
                && score_of(trace, child) == Some(bound)
        };
        (trace.value_at_update(update) == Some(bound) || is_asked()).then_some((child, update))
    });
    set_by.map_or(BoundSource::Given, |(child, frame)| BoundSource::Child { owner, child, frame })
}

/// The source of a bound with which `visit`'s run from the root started: an earlier run that returned it, or an aspiration
/// window.
fn bound_of_pass(trace: &Trace, visit: VisitId, cut: Cut, bound: Score) -> Option<BoundSource> {
    let mut owner = visit;
    while let Some(above) = trace.parent_visit(owner) {
        owner = above;
    }
    let is_aspiration = |pass: usize| trace.passes()[pass].known_kind() == Some(PassKind::Aspiration);
    let returned = || {
        let before = std::iter::successors(trace.layer_before(owner), |&visit| trace.layer_before(visit));
        let earlier = before.into_iter().find(|&earlier| score_of(trace, earlier) == Some(bound))?;
        Some(BoundSource::Pass { owner, earlier })
    };
    let of_window = || end_of_window(trace, owner, cut, bound);
    // A bound of an aspiration window may happen to equal the score of an earlier pass.
    if trace.pass_of(owner).is_some_and(is_aspiration) {
        of_window().or_else(returned)
    } else {
        returned().or_else(of_window)
    }
}

/// The source of a bound of an aspiration window. If only one bound was widened, the other bound is
/// that of the pass before.
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
