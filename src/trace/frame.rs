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

/// One frame as it is stored, in 8 bytes: its kind, its visit and one score. [`Step`] is the whole of it.
///
/// The score is α at `Start`, the child's score at `Score`, what the node would return at `Update`, and what it
/// returns at `End`. All else follows from the frames before it in the same visit, which are found in one step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    kind_and_visit: u32,
    score: i32,
}

const VISIT_BITS: u32 = 30;

impl Frame {
    /// The largest number of visits that frames can tell apart.
    pub(super) const MAX_VISITS: usize = 1 << VISIT_BITS;

    #[inline]
    pub(super) const fn new(kind: FrameKind, visit: VisitId, score: Score) -> Self {
        Self { kind_and_visit: (kind as u32) << VISIT_BITS | visit.0, score: score.to_raw() }
    }

    /// What the frame tells.
    #[must_use]
    pub const fn kind(self) -> FrameKind {
        match self.kind_and_visit >> VISIT_BITS {
            0 => FrameKind::Start,
            1 => FrameKind::Score,
            2 => FrameKind::Update,
            _ => FrameKind::End,
        }
    }

    /// The visit it belongs to.
    #[must_use]
    pub const fn visit(self) -> VisitId {
        VisitId(self.kind_and_visit & ((1 << VISIT_BITS) - 1))
    }

    pub(super) const fn score(self) -> Score {
        Score::from_raw(self.score)
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} of {:?}: {}", self.kind(), self.visit(), self.score())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_takes_8_bytes() {
        assert_eq!(size_of::<Frame>(), 8, "smaller is good: update this test; larger costs every trace");
    }

    #[test]
    fn what_is_packed_comes_back() {
        for kind in [FrameKind::Start, FrameKind::Score, FrameKind::Update, FrameKind::End] {
            for visit in [0, 1, (1 << VISIT_BITS) - 1] {
                let frame = Frame::new(kind, VisitId(visit), Score::NEG_INFINITY);
                assert_eq!((frame.kind(), frame.visit(), frame.score()), (kind, VisitId(visit), Score::NEG_INFINITY));
            }
        }
    }
}
