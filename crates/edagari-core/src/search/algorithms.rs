//! The searches, one descriptor each, in the order of the list.

use super::{Algorithm, ChildWindows, First, RootWindows, SearchKind, TableSetup};
use crate::language::Words;
use crate::score::{Fail, Player, Window};

/// Every child gets the full window, and nothing is ever cut.
pub(super) const MINIMAX: SearchKind = SearchKind {
    name: "minimax",
    title: Words::new("minimax", "ミニマックス法"),
    about: "Plain minimax: visits every node",
    fail: Fail::Soft,
    cuts: false,
    windows: ChildWindows::Full,
    null_windows: false,
    root_windows: RootWindows::Requested,
    memory: None,
    with_bounds: Algorithm::Minimax,
    is_compared: true,
};

/// α-β with one bound: a node compares its value only with the value of the nearest node of the
/// other player, so a child gets one bound. This is the simplest form of α-β, common in
/// introductions with code. It misses deep cuts. Nodes start from the worst score (fail-soft).
pub(super) const ALPHA_BETA_ONE_BOUND: SearchKind = SearchKind {
    name: "alpha-beta-one-bound",
    title: Words::new("α-β (one bound)", "αβ 法（片側だけ）"),
    about: "α-β that passes only one bound down, and so misses deep cuts",
    fail: Fail::Soft,
    cuts: true,
    // A child of the other player gets only the bound that the parent's player has set. Where the
    // same player moves again, the child gets the bound that the parent was given.
    windows: ChildWindows::HandedDown(|window, child_player| match child_player {
        Player::Max => Window { alpha: child_player.worst(), ..window },
        Player::Min => Window { beta: child_player.worst(), ..window },
    }),
    null_windows: false,
    root_windows: RootWindows::Requested,
    memory: None,
    with_bounds: Algorithm::AlphaBetaOneBound,
    is_compared: true,
};

/// Fail-hard α-β: a node starts from the bound of its window, and returns that bound if it fails
/// low for its player. Knuth and Moore (1975) call it F2. The score that causes a cutoff is
/// returned unchanged.
pub(super) const ALPHA_BETA: SearchKind = SearchKind {
    name: "alpha-beta",
    title: Words::new("α-β", "αβ 法"),
    about: "Fail-hard α-β: nodes start from the bound of their window",
    fail: Fail::Hard,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Requested,
    memory: None,
    // With a table the published search is fail-soft: the tighter bounds of its entries are worth
    // more than the same results as plain α-β.
    with_bounds: Algorithm::AlphaBetaSoft,
    is_compared: true,
};

/// Fail-soft α-β: a node starts from the worst score, and returns the best score of its children
/// even if it fails low for its player. That is a tighter bound (Fishburn 1983).
pub(super) const ALPHA_BETA_SOFT: SearchKind = SearchKind {
    name: "alpha-beta-soft",
    title: Words::new("α-β (fail-soft)", "αβ 法（fail-soft）"),
    about: "Fail-soft α-β: a node returns its best score, also outside its window",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Requested,
    memory: None,
    with_bounds: Algorithm::AlphaBetaSoft,
    // Without a table it visits the same nodes as fail-hard α-β and chooses the same moves.
    is_compared: false,
};

/// Principal variation search, also known as `NegaScout`: fail-soft α-β that relies on the order of
/// the children. The first child is searched with the whole window. Each other child is searched
/// with a null window, which only tests whether the child is better. If it is better and does not
/// cause a cutoff, it is re-searched, starting from that score (Marsland and Campbell 1982;
/// Reinefeld 1983).
pub(super) const PVS: SearchKind = SearchKind {
    name: "pvs",
    title: Words::new("PVS", "PVS（NegaScout）"),
    about: "Principal variation search (NegaScout): null windows for all children but the first, and re-searches",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: true,
    root_windows: RootWindows::Requested,
    memory: None,
    with_bounds: Algorithm::Pvs,
    // Without a table it chooses the same moves as α-β.
    is_compared: false,
};

/// Fail-soft α-β with a window around a guess of the value. If the value is outside, the failed
/// side is opened and the search runs again (Baudet 1978; the windows of practice, as in Slate and
/// Atkin 1977).
pub(super) const ASPIRATION: SearchKind = SearchKind {
    name: "aspiration",
    title: Words::new("aspiration search", "アスピレーション探索"),
    about: "Fail-soft α-β with a window around a guess, which opens if it fails (--aspiration WIDTH)",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Aspiration,
    memory: None,
    with_bounds: Algorithm::Aspiration,
    // It chooses moves by the same values as α-β.
    is_compared: false,
};

/// MTD(f): fail-soft α-β with a table, run with null windows only. Each run returns a bound of the
/// value. The first null window is at a guess and each other one at the last bound, until the
/// bounds meet (Plaat, Schaeffer, Pijls and de Bruin 1996).
pub(super) const MTD_F: SearchKind = SearchKind {
    name: "mtd-f",
    title: Words::new("MTD(f)", "MTD(f)"),
    about: "MTD(f): null windows from a first guess towards the value, with a table (--first-guess N)",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Guess),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::MtdF,
    // It chooses moves by the same values as α-β.
    is_compared: false,
};

/// SSS* (Stockman 1979), the best-first search, as null windows over fail-soft α-β with a table:
/// each run lowers the upper bound, from ∞ down, until a run fails high (AB-SSS* of Plaat,
/// Schaeffer, Pijls and de Bruin 1996, who prove that both expand the same nodes in the same
/// order).
pub(super) const SSS_STAR: SearchKind = SearchKind {
    name: "sss-star",
    title: Words::new("SSS*", "SSS*"),
    about: "SSS* as null windows from +∞ down, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Highest),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::SssStar,
    // It chooses moves by the same values as α-β.
    is_compared: false,
};

/// DUAL* (Marsland, Reinefeld and Schaeffer 1987), the dual of SSS*, as null windows over fail-soft
/// α-β with a table: each run raises the lower bound, from −∞ up, until a run fails low (AB-DUAL*
/// of Plaat, Schaeffer, Pijls and de Bruin 1996).
pub(super) const DUAL_STAR: SearchKind = SearchKind {
    name: "dual-star",
    title: Words::new("DUAL*", "DUAL*"),
    about: "DUAL* as null windows from −∞ up, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::NullWindows(First::Lowest),
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::DualStar,
    // It chooses moves by the same values as α-β.
    is_compared: false,
};

/// Null windows over fail-soft α-β with a table, each in the middle of the remaining range between
/// the bounds of the value (Coplan's C*, 1982). While a bound is infinite, the steps towards it
/// double.
pub(super) const BISECTION: SearchKind = SearchKind {
    name: "bisection",
    title: Words::new("bisection", "二分探索"),
    about: "Null windows that halve the interval of possible scores, with a table",
    fail: Fail::Soft,
    cuts: true,
    windows: ChildWindows::Parents,
    null_windows: false,
    root_windows: RootWindows::Halves,
    memory: Some(TableSetup::BOTH_BOUNDS),
    with_bounds: Algorithm::Bisection,
    // It chooses moves by the same values as α-β.
    is_compared: false,
};
