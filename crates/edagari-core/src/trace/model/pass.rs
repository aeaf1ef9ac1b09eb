//! Passes: runs from the root, and searches that a program marks as passes.

use serde::{Deserialize, Serialize};

use super::VisitId;
use crate::trace::parcel::parceled;

/// A pass: one run from the root, such as an iteration of iterative deepening, or a search below the root that the program marks as
/// a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pass {
    /// The first visit of the pass, which contains all its other visits.
    #[serde(with = "number")]
    pub visit: VisitId,
    /// Kind stated by the program, such as `deepening` or `aspiration`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Box<str>>,
    /// Name stated by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// Depth stated by the program, in the program's own units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Index of the pass that contains this one; `None` for a run from the root.
    #[serde(skip)]
    pub within: Option<u32>,
}

mod number {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::VisitId;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(visit: &VisitId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(visit.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VisitId, D::Error> {
        u32::deserialize(deserializer).map(VisitId)
    }
}

impl Pass {
    /// Returns a pass that starts with `visit`, without further data.
    pub(in crate::trace) const fn of(visit: VisitId) -> Self {
        Self { visit, kind: None, label: None, depth: None, within: None }
    }
}

parceled! {
    Pass { visit, kind, label, depth, within }
}
