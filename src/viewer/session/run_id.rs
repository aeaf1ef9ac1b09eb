//! The numbers of runs.

/// The number of a run while the window is open; no other run gets it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct RunId(pub u32);
