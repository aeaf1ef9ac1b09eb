use super::{Algorithm, ChildWindows, RootWindows, SearchKind};
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// α-β that compares a node with the value of the last node of the other player alone, so that a child gets one bound:
/// the simplest form of α-β, which introductions with code like to show. Its nodes start from nothing. It misses the deep cuts.
pub(super) const KIND: SearchKind = SearchKind {
    name: "alpha-beta-one-bound",
    title: Words::new("α-β (one bound)", "αβ 法（片側だけ）"),
    about: "α-β that passes only one bound down, and so misses deep cuts",
    fail: Fail::Soft,
    cuts: true,
    // At the other player's child this keeps what the parent has; where the same player moves again, the bound that the
    // parent was given.
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
