//! What statements can ask for, and what each needs.

/// Makes the list of quantities: its name, what it needs, what it is.
macro_rules! quantities {
    ($($(#[doc = $about:literal])+ $Quantity:ident $name:literal $Scope:ident;)+) => {
        /// What a statement asks for.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Quantity {
            $($(#[doc = $about])+ $Quantity,)+
        }

        impl Quantity {
            /// All quantities, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$Quantity,)+];

            /// The name in statements.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Quantity => $name,)+
                }
            }

            /// What it belongs to.
            pub(super) const fn scope(self) -> Scope {
                match self {
                    $(Self::$Quantity => Scope::$Scope,)+
                }
            }
        }
    };
}

/// What a quantity belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The run as a whole.
    Run,
    /// A frame.
    Frame,
    /// A node at a frame; the node of the frame, if none is named.
    NodeAtFrame,
    /// A node of the game; the start of the run, if none is named.
    Node,
    /// A part of the run: all of it, a pass, what lies below a node, what was done by the frame.
    Part,
}

quantities! {
    /// The number of the frame.
    Frame "frame" Frame;
    /// The number of frames.
    Frames "frames" Run;
    /// What kind of frame it is: `start`, `lookup`, `score`, `update`, `store`, `end`.
    Kind "kind" Frame;
    /// The node of the frame.
    Node "node" Frame;
    /// The cut of the frame: `alpha`, `beta`, `none`.
    Cut "cut" Frame;
    /// The nodes that the cut of the frame prunes.
    PrunedHere "pruned-here" Frame;
    /// The lower bound that was found in the table or stored.
    Lower "lower" Frame;
    /// The upper bound that was found in the table or stored.
    Upper "upper" Frame;
    /// Both bounds that were found in the table or stored.
    Bounds "bounds" Frame;
    /// What the bounds that were found do: `returned`, `narrowed`, `nothing`.
    Outcome "outcome" Frame;
    /// The frame that stored the bounds that were found.
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
    /// The window that the node was given.
    Given "given" NodeAtFrame;
    /// The score that the node returned, with its sign: = if it is the value, ≤ or ≥ if it is a bound. Of the frame itself: the score that it carries.
    Score "score" NodeAtFrame;
    /// The same without the sign.
    Returned "returned" NodeAtFrame;
    /// Whether the score is the value or a bound: `upper`, `exact`, `lower`.
    Bound "bound" NodeAtFrame;
    /// What the node would return after its last update.
    Current "current" NodeAtFrame;
    /// The state of the node: `unvisited`, `open`, `scored`, `pruned`, `skipped`.
    State "state" NodeAtFrame;
    /// The visits of the node that have begun.
    Layers "layers" NodeAtFrame;

    /// The player to move: `max`, `min`.
    Player "player" Node;
    /// The depth, in moves from the start.
    Depth "depth" Node;
    /// The number of moves.
    Children "children" Node;
    /// The nodes below, by the rules.
    NodesBelow "nodes-below" Node;
    /// The ends of the game below, by the rules; 1 at such an end.
    LeavesBelow "leaves-below" Node;
    /// The minimax value by its definition, from the rules alone.
    Minimax "minimax" Node;

    /// The value that the run found for its start.
    Value "value" Run;
    /// The best moves that the run found at its start.
    BestMoves "best-moves" Run;
    /// The move that the run chooses at its start.
    Choice "choice" Run;
    /// The depth limit.
    DepthLimit "depth-limit" Run;
    /// The number of passes.
    Passes "passes" Run;
    /// The entries in the table at the end.
    Entries "entries" Run;

    /// The score of the run, or of a pass, with its sign.
    Result "result" Part;
    /// Visits.
    Visits "visits" Part;
    /// Nodes that were visited, each counted once.
    Nodes "nodes" Part;
    /// Visits of nodes that had been visited before.
    Again "again" Part;
    /// Visits that evaluated their node: the game was over, or the depth used up.
    Leaves "leaves" Part;
    /// Cuts that prune something.
    Cuts "cuts" Part;
    /// α-cuts that prune something.
    AlphaCuts "alpha-cuts" Part;
    /// β-cuts that prune something.
    BetaCuts "beta-cuts" Part;
    /// Nodes that were pruned.
    Pruned "pruned" Part;
    /// Entries of the table that were found.
    Lookups "lookups" Part;
    /// Of these, those that settled their node.
    Answers "answers" Part;
    /// Of these, those that narrowed the window.
    Narrowings "narrowings" Part;
    /// Writings to the table.
    Stores "stores" Part;
    /// Visits of the minimal tree.
    Minimal "minimal" Part;
}

impl Quantity {
    /// The quantity with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|quantity| quantity.name() == name)
    }

    /// The words that it can be, if it is one of a few.
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

    /// Whether it is the name of something, which no sum can hold.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Node | Self::BestMoves | Self::Choice)
    }
}
