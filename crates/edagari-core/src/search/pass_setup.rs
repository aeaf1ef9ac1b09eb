//! The setup of the runs from the root: their number, windows and depths.

use std::num::NonZeroU32;

use super::{Algorithm, RootWindows};
use crate::score::Window;

/// The options of the runs from the root: the passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PassSetup {
    /// The requested window: a result outside is a bound.
    #[serde(skip_serializing_if = "is_full")]
    pub window: Window,
    /// Whether the window is narrowed to the game's range of scores, if the game knows it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own_range: bool,
    /// The first guess of the value, 0 if `None`. Later guesses are the results of the previous iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_guess: Option<i32>,
    /// Windows around the guess, for a search that would run with the full requested window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspiration: Option<Aspiration>,
    /// Iterative deepening: passes to smaller depths first, with this distance, up to the depth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepening: Option<NonZeroU32>,
}

/// The windows of a search with aspiration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Aspiration {
    /// The distance of the window's bounds from the guess.
    pub width: NonZeroU32,
    /// The factor by which the distance grows each time a bound fails and is widened; if `None`, that bound is opened to the
    /// requested window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<NonZeroU32>,
}

/// The default distance of the window's bounds from the guess. The `unwrap` is evaluated at compile time.
const USUAL_WIDTH: NonZeroU32 = NonZeroU32::new(10).unwrap();

impl Default for Aspiration {
    fn default() -> Self {
        Self { width: USUAL_WIDTH, growth: None }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
fn is_full(window: &Window) -> bool {
    *window == Window::FULL
}

impl Default for PassSetup {
    fn default() -> Self {
        Self { window: Window::FULL, own_range: false, first_guess: None, aspiration: None, deepening: None }
    }
}

impl PassSetup {
    /// Whether a search with these options runs, or can run, several times from the root.
    #[must_use]
    pub fn has_passes(&self, algorithm: Algorithm) -> bool {
        let is_single = matches!(algorithm.kind().root_windows, RootWindows::Asked);
        !is_single || self.aspiration.is_some() || self.deepening.is_some()
    }
}
