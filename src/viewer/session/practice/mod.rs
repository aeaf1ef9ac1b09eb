//! Questions on runs: practice, searches done by hand, causes, and other scores.

pub(super) mod asking;
pub(super) mod by_hand;
pub(super) mod doing_by_hand;
pub(super) mod practising;
pub(super) mod round;
pub(super) mod what_if;
pub(super) mod why;

pub use by_hand::{ByHand, ByHandTally, SavedByHand, TypedAnswers};
pub use round::Practice;
pub use what_if::WhatIf;
pub use why::Why;
