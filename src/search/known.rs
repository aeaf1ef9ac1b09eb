//! The descriptors of the searches in the list.

use super::rule::Rule;
use super::{Algorithm, ChildWindows, SearchKind, TableKey, TableSetup};
use crate::score::{Fail, Player, Window};

macro_rules! known {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
        /// By index in the list.
        const KINDS: [&SearchKind; Algorithm::ALL.len()] = [$(&super::algorithms::$kind),+];

        impl Algorithm {
            /// The window that a child is searched with, given its parent's at that moment, and who moves at the child.
            #[inline]
            #[must_use]
            pub fn child_window(self, window: Window, child_player: Player) -> Window {
                // An arm for each, and no look at the kind, so that nothing is called: this is asked at each node.
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

    /// The score returned outside the window.
    #[must_use]
    pub const fn fail(self) -> Fail {
        self.kind().fail
    }

    /// Whether a closed window skips the remaining children.
    #[must_use]
    pub const fn cuts(self) -> bool {
        self.kind().cuts
    }

    /// Whether every node is searched with the full window, so windows have no effect.
    #[must_use]
    pub const fn has_full_windows(self) -> bool {
        matches!(self.kind().windows, ChildWindows::Full)
    }

    /// Whether children are asked with null windows, and can be searched again.
    #[must_use]
    pub const fn has_null_windows(self) -> bool {
        self.kind().null_windows
    }

    /// The search that runs with a table.
    #[must_use]
    pub fn with_table(self, table: Option<TableSetup>) -> Self {
        match table.map(|table| table.key) {
            Some(TableKey::Position) => self.kind().with_bounds,
            Some(TableKey::PositionAndWindow) | None => self,
        }
    }

    /// α-β with both bounds that returns this outside its window.
    #[must_use]
    pub const fn alpha_beta(fail: Fail) -> Self {
        match fail {
            Fail::Hard => Self::AlphaBeta,
            Fail::Soft => Self::AlphaBetaSoft,
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

/// The search with this place in the list, as a rule that is known when the walk is compiled.
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
    fn names_are_used_once() {
        let all = || Algorithm::ALL.iter().map(|algorithm| algorithm.kind());
        assert_eq!(all().map(|kind| kind.name).collect::<HashSet<_>>().len(), all().count());
        for language in Language::ALL {
            let titles: HashSet<&str> = all().map(|kind| kind.title.text(language)).collect();
            assert!(titles.len() == all().count() && !titles.contains(""), "{titles:?}");
        }
        assert!(all().all(|kind| !kind.about.is_empty()));
    }

    #[test]
    fn a_search_in_place_of_another_has_none_itself() {
        for algorithm in Algorithm::ALL {
            let kind = algorithm.kind().with_bounds.kind();
            assert_eq!(kind.with_bounds, algorithm.kind().with_bounds, "{algorithm:?}");
        }
    }

    #[test]
    fn windows_are_handed_down_or_full() {
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
