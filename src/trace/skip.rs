//! Moves that a program left out on a guess.

use serde::{Deserialize, Serialize};

/// Some moves that a visit left out on a guess: late moves, futility, anything that proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// The frame from which on they are left out: the last of the visit before.
    pub frame: u32,
    /// The number of the visit.
    pub(super) visit: u32,
    /// The numbers of the children left out, as far as the program names them.
    pub(super) children: Vec<u32>,
    /// The reason, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<str>>,
    /// The number of moves left out.
    pub count: u64,
}
