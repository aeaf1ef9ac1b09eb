//! The properties of an algorithm, from its descriptor.

use super::walk::Rule;
use super::{Algorithm, ChildWindows, SearchKind, TableKey, TableSetup};
use crate::score::{Fail, Player, Window};

macro_rules! known {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
        /// The descriptors, by index in the list.
        const KINDS: [&SearchKind; Algorithm::ALL.len()] = [$(&super::algorithms::$kind),+];

        impl Algorithm {
            /// The window of a child, given its parent's current window and the player to move at the child.
            #[inline]
            #[must_use]
            pub fn child_window(self, window: Window, child_player: Player) -> Window {
                // One arm per search instead of a lookup of the descriptor, so that the call is inlined: this runs at each node.
                match self {
                    $(Self::$Search => super::algorithms::$kind.windows.of_child(window, child_player),)+
                }
            }
        }
    };
}

searches!(known);

impl Algorithm {
    /// The descriptor of the search.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> &'static SearchKind {
        KINDS[self as usize]
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.kind().name
    }

    /// Whether it is fail-hard or fail-soft: the score that a node returns outside its window.
    #[must_use]
    pub const fn fail(self) -> Fail {
        self.kind().fail
    }

    /// Whether the remaining children are skipped when a window closes.
    #[must_use]
    pub const fn cuts(self) -> bool {
        self.kind().cuts
    }

    /// Whether every node is searched with the full window, so that windows have no effect.
    #[must_use]
    pub const fn has_full_windows(self) -> bool {
        matches!(self.kind().windows, ChildWindows::Full)
    }

    /// Whether children are searched with null windows, and can be re-searched.
    #[must_use]
    pub const fn has_null_windows(self) -> bool {
        self.kind().null_windows
    }

    /// The search that is used with this table.
    #[must_use]
    pub fn with_table(self, table: Option<TableSetup>) -> Self {
        match table.map(|table| table.key) {
            Some(TableKey::Position) => self.kind().with_bounds,
            Some(TableKey::PositionAndWindow) | None => self,
        }
    }

    /// The α-β search with both bounds, fail-hard or fail-soft.
    #[must_use]
    pub const fn alpha_beta(fail: Fail) -> Self {
        match fail {
            Fail::Hard => Self::AlphaBeta,
            Fail::Soft | Fail::Firm => Self::AlphaBetaSoft,
        }
    }
}

impl Rule for Algorithm {
    #[inline]
    fn kind(self) -> &'static SearchKind {
        self.kind()
    }

    #[inline]
    fn child_window(self, window: Window, child_player: Player) -> Window {
        self.child_window(window, child_player)
    }
}

/// The search at this index in the list, as a rule selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct Compiled<const PLACE: usize>;

impl<const PLACE: usize> Rule for Compiled<PLACE> {
    #[inline]
    fn kind(self) -> &'static SearchKind {
        KINDS[PLACE]
    }

    #[inline]
    fn child_window(self, window: Window, child_player: Player) -> Window {
        self.kind().windows.of_child(window, child_player)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::language::Language;
    use crate::score::Score;

    #[test]
    fn names_are_unique() {
        let all = || Algorithm::ALL.iter().map(|algorithm| algorithm.kind());
        assert_eq!(all().map(|kind| kind.name).collect::<HashSet<_>>().len(), all().count());
        for language in Language::ALL {
            let titles: HashSet<&str> = all().map(|kind| kind.title.text(language)).collect();
            assert!(titles.len() == all().count() && !titles.contains(""), "{titles:?}");
        }
        assert!(all().all(|kind| !kind.about.is_empty()));
    }

    #[test]
    fn replacement_search_has_no_replacement_itself() {
        for algorithm in Algorithm::ALL {
            let kind = algorithm.kind().with_bounds.kind();
            assert_eq!(kind.with_bounds, algorithm.kind().with_bounds, "{algorithm:?}");
        }
    }

    #[test]
    fn child_windows_are_passed_down_or_full() {
        let window = Window { alpha: Score::new(-1), beta: Score::new(1) };
        for algorithm in Algorithm::ALL {
            let below = [Player::Max, Player::Min].map(|player| algorithm.child_window(window, player));
            let contain = |below: Window| below.alpha <= window.alpha && window.beta <= below.beta;
            assert!(
                below.into_iter().all(contain),
                "{algorithm:?}: a narrower window than the parent's can lose its value"
            );
            assert_eq!(algorithm.has_full_windows(), below == [Window::FULL; 2], "{algorithm:?}");
        }
    }
}
