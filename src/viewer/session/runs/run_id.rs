//! Identifiers of runs.

/// Number of a run, unique while the window is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct RunId(pub u32);
