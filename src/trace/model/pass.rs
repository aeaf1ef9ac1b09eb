//! What a program says of a pass.

use serde::{Deserialize, Serialize};

use super::VisitId;
use crate::trace::parcel::parceled;

/// A pass: one run from the root, such as an iteration of deepening, or a search below it that the program calls a pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pass {
    /// Its first visit: all of the pass lies within it.
    #[serde(with = "number")]
    pub visit: VisitId,
    /// Its kind, such as `deepening` or `aspiration`, by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Box<str>>,
    /// Its name, by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// Its depth, by the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The place of the pass that it is a part of; `None` for a run from the root.
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
    /// A pass that begins with `visit`, of which nothing else is known.
    pub(in crate::trace) const fn of(visit: VisitId) -> Self {
        Self { visit, kind: None, label: None, depth: None, within: None }
    }
}

parceled! {
    Pass { visit, kind, label, depth, within }
}
