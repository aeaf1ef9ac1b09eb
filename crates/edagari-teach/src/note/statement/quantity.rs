//! Quantities of statements, the scope of each, and the side from which scores are seen.

use edagari_core::language::Language;
use edagari_core::trace::Trace;

/// Defines the quantities: description, name, and scope.
macro_rules! quantities {
    ($($(#[doc = $about:literal])+ $Quantity:ident $name:literal $Scope:ident;)+) => {
        /// Quantity that a statement computes.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Quantity {
            $($(#[doc = $about])+ $Quantity,)+
        }

        impl Quantity {
            /// All quantities, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$Quantity,)+];

            /// Returns the name used in statements.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Quantity => $name,)+
                }
            }

            /// Returns the scope of the quantity.
            pub(super) const fn scope(self) -> Scope {
                match self {
                    $(Self::$Quantity => Scope::$Scope,)+
                }
            }
        }
    };
}

/// Scope of a quantity: the object that it describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// Run as a whole.
    Run,
    /// Frame of a run.
    Frame,
    /// Node at a frame; the node of the frame if none is named.
    NodeAtFrame,
    /// Node of the game; the start of the run if none is named.
    Node,
    /// Part of a run: all of it, a pass, a subtree, or the frames up to a given one.
    Part,
}

quantities! {
    /// Number of the frame.
    Frame "frame" Frame;
    /// Number of frames of the run.
    Frames "frames" Run;
    /// Kind of the frame: `start`, `lookup`, `score`, `update`, `store`, `end`.
    Kind "kind" Frame;
    /// Node of the frame.
    Node "node" Frame;
    /// Cut of the frame: `alpha`, `beta`, `none`.
    Cut "cut" Frame;
    /// Number of nodes that the cut of the frame prunes.
    PrunedHere "pruned-here" Frame;
    /// Lower bound found in the table or stored.
    Lower "lower" Frame;
    /// Upper bound found in the table or stored.
    Upper "upper" Frame;
    /// Both bounds found in the table or stored.
    Bounds "bounds" Frame;
    /// Effect of the bounds found: `returned`, `narrowed`, `nothing`.
    Outcome "outcome" Frame;
    /// Frame that stored the bounds found.
    StoredAt "stored-at" Frame;

    /// α of the node's window.
    Alpha "alpha" NodeAtFrame;
    /// β of the node's window.
    Beta "beta" NodeAtFrame;
    /// The node's window.
    Window "window" NodeAtFrame;
    /// α of the window that the node was given.
    GivenAlpha "given-alpha" NodeAtFrame;
    /// β of the window that the node was given.
    GivenBeta "given-beta" NodeAtFrame;
    /// Window that the node was given.
    Given "given" NodeAtFrame;
    /// Score that the node returned, with its sign: = if it is exact, ≤ or ≥ if it is a bound.
    /// Without a named node: the score of the frame itself.
    Score "score" NodeAtFrame;
    /// Score like `score`, without the sign.
    Returned "returned" NodeAtFrame;
    /// Kind of the score: `upper`, `exact`, `lower`.
    Bound "bound" NodeAtFrame;
    /// Score that the node would return after its last update.
    Current "current" NodeAtFrame;
    /// State of the node: `unvisited`, `open`, `scored`, `pruned`, `skipped`.
    State "state" NodeAtFrame;
    /// Number of visits of the node that have started.
    Layers "layers" NodeAtFrame;
    /// Number of iterations of a Monte-Carlo tree search that have gone through the node.
    Samples "samples" NodeAtFrame;
    /// Mean of the results of these iterations, from max's view.
    Mean "mean" NodeAtFrame;
    /// Proof number of the node in a proof-number search; none if it is infinite.
    Proof "proof" NodeAtFrame;
    /// Disproof number of the node in a proof-number search; none if it is infinite.
    Disproof "disproof" NodeAtFrame;

    /// Player to move: `max`, `min`.
    Player "player" Node;
    /// Depth of the node, in moves from the start.
    Depth "depth" Node;
    /// Probability with which chance moves to the node from its parent.
    Probability "probability" Node;
    /// Number of moves of the node.
    Children "children" Node;
    /// Number of nodes below, by the rules.
    NodesBelow "nodes-below" Node;
    /// Number of final positions below, by the rules; 1 at a final position.
    LeavesBelow "leaves-below" Node;
    /// Minimax value by its definition, from the rules alone.
    Minimax "minimax" Node;

    /// Value that the run found for its start.
    Value "value" Run;
    /// Best moves that the run found at its start.
    BestMoves "best-moves" Run;
    /// Move that the run chooses at its start.
    Choice "choice" Run;
    /// Depth limit of the search.
    DepthLimit "depth-limit" Run;
    /// Number of passes; at least 1.
    Passes "passes" Run;
    /// Number of entries in the table at the end.
    Entries "entries" Run;

    /// Score of the run, or of a pass, with its sign.
    Result "result" Part;
    /// Number of visits.
    Visits "visits" Part;
    /// Number of distinct nodes visited.
    Nodes "nodes" Part;
    /// Number of visits of nodes that had been visited before.
    Again "again" Part;
    /// Number of visits that evaluated their node: at the end of the game, or at the depth limit.
    Leaves "leaves" Part;
    /// Number of cuts that prune at least one node.
    Cuts "cuts" Part;
    /// Number of α-cuts that prune at least one node.
    AlphaCuts "alpha-cuts" Part;
    /// Number of β-cuts that prune at least one node.
    BetaCuts "beta-cuts" Part;
    /// Number of nodes pruned.
    Pruned "pruned" Part;
    /// Number of table entries found.
    Lookups "lookups" Part;
    /// Number of table entries that settled their node.
    Answers "answers" Part;
    /// Number of table entries that narrowed the window.
    Narrowings "narrowings" Part;
    /// Number of stores to the table.
    Stores "stores" Part;
    /// Number of visits of the minimal tree.
    Minimal "minimal" Part;
}

impl Quantity {
    /// Returns the quantity with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|quantity| quantity.name() == name)
    }

    /// Returns the possible values, if the quantity is one of a few words.
    pub(super) const fn words(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::Kind => &["start", "lookup", "score", "update", "store", "end"],
            Self::Cut => &["alpha", "beta", "none"],
            Self::Outcome => &["returned", "narrowed", "nothing"],
            Self::Bound => &["upper", "exact", "lower"],
            Self::State => &["unvisited", "open", "scored", "pruned", "skipped"],
            Self::Player => &["max", "min"],
            _ => return None,
        })
    }

    /// Returns whether the value is a name, which cannot be part of a sum.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Node | Self::BestMoves | Self::Choice)
    }
}

/// Context in which a statement is computed: the runs, and a frame of one of them.
#[derive(Clone, Copy, Debug)]
pub struct StatementContext<'a> {
    /// Runs of the notes, in their order; `None` for an unavailable run.
    pub runs: &'a [Option<&'a Trace>],
    /// Index of the note's run among them.
    pub run: usize,
    /// Frame of the note.
    pub frame: usize,
    /// Language of words and numbers.
    pub language: Language,
}
