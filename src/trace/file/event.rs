//! The events of a stream, as they stand in a file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::{Id, Remark};

/// One event of a stream. Which of the fields it has depends on [`Self::event`]; see `docs/trace-format.md`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Event<'a> {
    /// What happened; events of other names are passed over.
    #[serde(borrow)]
    pub event: Cow<'a, str>,
    /// The node at which it happened, by the program's own id: of `enter`, the node that is entered; of the others the node
    /// that was entered last and not left, where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<Id>,
    /// `enter`: the parent; the node that was entered last and not left, where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Id>,
    /// `score`, `update`: the child that has returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child: Option<Id>,
    /// `enter`: the move that leads there.
    #[serde(default, rename = "move", borrow, skip_serializing_if = "Option::is_none")]
    pub mv: Option<Cow<'a, str>>,
    /// `enter`: what the node is called. `pass`: what the pass is called.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub label: Option<Cow<'a, str>>,
    /// `enter`: who is to move there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The window: given at `enter`, narrowed at `lookup`, not yet updated at `score`, updated at `update`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// `enter`: the moves of all children, in the order in which they will be searched.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Cow<'a, str>>>,
    /// `score`: the child's score. `leave`: the node's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// `leave`: whether the score is the value, or bounds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundKind>,
    /// `update`: what the node would return now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// `update`: whether the rest of the children is skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<bool>,
    /// `prune`: the moves of the children that are skipped.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<Cow<'a, str>>>,
    /// `prune`: how many nodes these have with all below, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// `lookup`: the bounds that were found. `store`: those that were written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// `lookup`, `store`: the entry of the table, by the program's own id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Id>,
    /// `lookup`: what came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<LookupResult>,
    /// `finish`: how the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingName>,
    /// `finish`: the memory limit in bytes, where that was the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `remark`: something that was out of place in the file that the trace was first read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Remark>,
}

/// What came of a lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LookupResult {
    /// The node returned the score that its `leave` has.
    Returned,
    /// Its window was narrowed to that of the event.
    Narrowed,
    /// It was searched as if nothing had been found.
    Nothing,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingName {
    /// It went to the end.
    Complete,
    /// It was cancelled.
    Cancelled,
    /// The memory limit was reached.
    MemoryLimit,
    /// The file ended before the run did.
    CutShort,
}
