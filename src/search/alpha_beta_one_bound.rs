use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// α-β that compares a node only with the value of the last node of the other player, so that a child gets one bound: the
/// simplest form of α-β, common in introductions with code. Fail-soft. Misses deep cutoffs.
pub(super) const KIND: SearchKind = SearchKind {
    name: "alpha-beta-one-bound",
    title: Words::new("α-β (one bound)", "αβ 法（片側だけ）"),
    about: "α-β that passes only one bound down, and so misses deep cuts",
    fail: Fail::Soft,
    cuts: true,
    // If the other player moves at the child, this passes the parent's current bound; if the same player moves again, the bound
    // that the parent was entered with.
    windows: ChildWindows::HandedDown(|window, child_player| match child_player {
        Player::Max => Window { alpha: child_player.worst(), ..window },
        Player::Min => Window { beta: child_player.worst(), ..window },
    }),
    null_windows: false,
    root_windows: RootWindows::Asked,
    memory: None,
    with_bounds: Algorithm::AlphaBetaOneBound,
    is_compared: true,
};
