use super::{NodeId, VisitId};
use crate::game::Player;
use crate::score::{BoundKind, Score, Window};

/// What a frame tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FrameKind {
    /// The search enters a node.
    Start,
    /// A child has returned.
    Score,
    /// The window has been updated with the child's score; a cut happens here.
    Update,
    /// The node's score is settled.
    End,
}

/// Which bound makes a cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// At a min node: its score is at most α.
    Alpha,
    /// At a max node: its score is at least β.
    Beta,
}

/// A frame with all that it carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it tells.
    pub kind: FrameKind,
    /// The visit it belongs to.
    pub visit: VisitId,
    /// The node that is visited.
    pub node: NodeId,
    /// Who is to move there.
    pub player: Player,
    /// The window: given at `Start`, not yet updated at `Score`, updated at `Update`, and the last one at `End`.
    pub window: Window,
    /// The child's score at `Score`, the node's own at `End`.
    pub score: Option<Score>,
    /// What the score says of the node's value, at `End`.
    pub bound: Option<BoundKind>,
    /// The cut that is made, at `Update`; it prunes nothing where the child was the last one.
    pub cut: Option<Cut>,
}
