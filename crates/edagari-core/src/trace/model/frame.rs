//! Frames: their kinds and data, and the numbers that identify nodes, visits, stores and entries.

use crate::language::Words;
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// The kind of a frame.
///
/// ```
/// use edagari_core::trace::FrameKind;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let kinds = (0..trace.frame_count()).filter_map(|frame| Some(trace.step(frame)?.kind));
/// let ends = kinds.filter(|&kind| kind == FrameKind::End).count();
/// assert_eq!((ends, FrameKind::End.name()), (trace.visit_count(), "end"));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameKind {
    /// The search enters a node.
    Start,
    /// An entry of the transposition table was found.
    Lookup,
    /// A child has returned.
    Score,
    /// The window has been updated with the child's score; a cut happens here.
    Update,
    /// Bounds were written to the transposition table.
    Store,
    /// The node's score is settled.
    End,
}

impl FrameKind {
    /// All kinds, in the order of their occurrence in a visit.
    pub const ALL: [Self; 6] = [Self::Start, Self::Lookup, Self::Score, Self::Update, Self::Store, Self::End];

    /// Name of the kind on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Name of the kind in the user interface.
    #[must_use]
    pub const fn title(self) -> Words {
        self.names().1
    }

    const fn names(self) -> (&'static str, Words) {
        match self {
            Self::Start => ("start", Words::new("Start", "開始")),
            Self::Lookup => ("lookup", Words::new("Lookup", "参照")),
            Self::Score => ("score", Words::new("Score", "評価値")),
            Self::Update => ("update", Words::new("Update", "更新")),
            Self::Store => ("store", Words::new("Store", "登録")),
            Self::End => ("end", Words::new("End", "終了")),
        }
    }
}

impl serde::Serialize for FrameKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The kind of a cut: which bound the score has reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// At a min node: its score is at most α.
    Alpha,
    /// At a max node: its score is at least β.
    Beta,
}

impl Cut {
    /// The cut that a closed window makes at a node of `player`.
    pub(in crate::trace) const fn by(player: Player) -> Self {
        match player {
            Player::Max => Self::Beta,
            Player::Min => Self::Alpha,
        }
    }
}

/// A frame with all its data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Kind of the frame.
    pub kind: FrameKind,
    /// The visit that the frame belongs to.
    pub visit: VisitId,
    /// The node that is visited.
    pub node: NodeId,
    /// The player to move at the node.
    pub player: Player,
    /// Window of the visit: the given one at `Start`, possibly narrowed at `Lookup`, before the update at `Score`, after it at
    /// `Update`, and the last one at `Store` and `End`.
    pub window: Window,
    /// The child's score at `Score`, the node's own at `Store` and `End`.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound, at `End`.
    pub bound: Option<BoundKind>,
    /// The cut that is made, at `Update`; it prunes nothing if the child was the last one.
    pub cut: Option<Cut>,
    /// The bounds that were found at `Lookup`, or written at `Store`.
    pub bounds: Option<Bounds>,
    /// The effect of the bounds found, at `Lookup`.
    pub answer: Option<Answer>,
    /// The store that wrote the entry found, at `Lookup`; the store itself at `Store`.
    pub store: Option<StoreId>,
}

/// A node of the recorded tree: 0 is the root, and the children of a node have consecutive numbers in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct NodeId(pub u32);

/// A visit: one entry of the search into a node, numbered in the order of entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct VisitId(pub u32);

impl NodeId {
    /// The node the run starts from.
    pub const ROOT: Self = Self(0);
}

/// A store to the transposition table, numbered in the order of the frames.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct StoreId(pub u32);

/// An entry of the transposition table, numbered in the order of the first stores. In a table of limited size it is a slot, in
/// which one position can replace another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct EntryId(pub u32);
