//! How often a search runs from the root, with which windows and to which depths.

use std::num::NonZeroU32;

use super::{Algorithm, RootWindows};
use crate::score::Window;

/// The options of the runs from the root: the passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PassSetup {
    /// The scores that are asked for: a result outside is a bound.
    #[serde(skip_serializing_if = "is_full")]
    pub window: Window,
    /// Whether the ends of the window are those of the game's range of scores where that is narrower, and the game knows it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own_range: bool,
    /// The first guess of the value, which later is what the iteration before returned; 0 if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_guess: Option<i32>,
    /// Windows around the guess, for a search whose own passes have the whole window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspiration: Option<Aspiration>,
    /// Iterative deepening: passes to smaller depths first, this much apart, up to the depth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepening: Option<NonZeroU32>,
}

/// The windows of a search with aspiration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Aspiration {
    /// How far the window reaches on both sides of the guess.
    pub width: NonZeroU32,
    /// By how much this grows each time that a side has failed and opens; without it, that side opens to infinity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<NonZeroU32>,
}

/// How far the window of a pass reaches on both sides if nothing is said. Unwrapped while this is compiled, never while it runs.
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
    /// Whether a search with these options runs several times from the root, or can do so.
    #[must_use]
    pub fn has_passes(&self, algorithm: Algorithm) -> bool {
        let is_single = matches!(algorithm.kind().root_windows, RootWindows::Asked);
        !is_single || self.aspiration.is_some() || self.deepening.is_some()
    }
}
