//! Which options of the passes fit a search.

use super::{PassSetup, RootWindows, SearchSetup};
use crate::score::Window;

/// Options of the passes that a search cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedPasses {
    /// A window in which no score can lie.
    #[error("the window {0} is empty, expected α below β")]
    EmptyWindow(Window),
    /// A window, for a search that has none.
    #[error("{0} searches every node with the full window, expected a search that hands its window down")]
    NoWindows(&'static str),
    /// Aspiration, for a search that chooses the windows of its passes.
    #[error("{0} chooses the windows of its passes itself, expected no aspiration")]
    OwnWindows(&'static str),
    /// A first guess, for a search that begins with none.
    #[error("{0} begins with no guess, expected mtd-f, bisection or aspiration")]
    NoGuess(&'static str),
    /// Deepening without an end.
    #[error("deepening goes on to the depth limit, expected one")]
    NoDepthLimit,
}

impl SearchSetup {
    /// Whether the search runs several times from the root, or can do so.
    #[must_use]
    pub fn has_passes(&self) -> bool {
        self.passes.has_passes(self.algorithm)
    }

    /// Whether the options of the passes fit each other and the search. One that they do not fit passes them over.
    ///
    /// # Errors
    /// [`RefusedPasses`] says which does not fit.
    pub fn check(&self) -> Result<(), RefusedPasses> {
        let PassSetup { window, first_guess, aspiration, deepening } = self.passes;
        let kind = self.algorithm.kind();
        let is_driven = !matches!(kind.root_windows, RootWindows::Asked | RootWindows::Aspiration);
        let takes_guess = aspiration.is_some() || kind.root_windows.take_guess();
        if window.is_closed() {
            Err(RefusedPasses::EmptyWindow(window))
        } else if self.algorithm.has_full_windows() && (window != Window::FULL || aspiration.is_some()) {
            Err(RefusedPasses::NoWindows(kind.name))
        } else if is_driven && aspiration.is_some() {
            Err(RefusedPasses::OwnWindows(kind.name))
        } else if first_guess.is_some() && !takes_guess {
            Err(RefusedPasses::NoGuess(kind.name))
        } else if deepening.is_some() && self.limit.is_none() {
            Err(RefusedPasses::NoDepthLimit)
        } else {
            Ok(())
        }
    }
}
