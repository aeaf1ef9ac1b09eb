//! The result of a proof-number search, and its proof tree: a smallest set of positions that proves the claim, or disproves it.

use serde::Serialize;

use crate::analysis::explanation::proved::proof_number_text;
use crate::language::{HasMessage, Language, Message, Text};
use crate::score::{InUnit, Player, Score};
use crate::search::ProofNumbers;
use crate::trace::{NodeId, Proofs, Trace};

/// The result of a proof-number search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
pub struct ProofFigures {
    /// The claim that is proved or disproved, such as `max-wins`.
    pub claim: String,
    /// Whether the claim is proved or disproved.
    pub result: ProofResult,
    /// The proof number of the start; `None` for ∞.
    pub pn: Option<u32>,
    /// The disproof number of the start; `None` for ∞.
    pub dn: Option<u32>,
    /// The number of expanded nodes.
    pub expansions: usize,
    /// The number of nodes, expanded or not.
    pub nodes_made: usize,
}

/// The outcome of a proof-number search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofResult {
    /// The claim is true.
    Proved,
    /// The claim is false.
    Disproved,
    /// Neither is known yet.
    Open,
}

impl ProofFigures {
    /// The result of a run; `None` for other searches.
    #[must_use]
    pub fn of(trace: &Trace) -> Option<Self> {
        let proofs = trace.proofs()?;
        let numbers = proofs.of(NodeId::ROOT, usize::MAX)?;
        let finite = |number: u32| Some(number).filter(|&number| number != ProofNumbers::INFINITE);
        Some(Self {
            claim: proofs.claim().1.to_string(),
            result: match numbers {
                ProofNumbers { proof: 0, .. } => ProofResult::Proved,
                ProofNumbers { disproof: 0, .. } => ProofResult::Disproved,
                _ => ProofResult::Open,
            },
            pn: finite(numbers.proof),
            dn: finite(numbers.disproof),
            expansions: proofs.expansions(usize::MAX),
            nodes_made: trace.node_count(),
        })
    }

    /// `proved`, `disproved`, or the proof and disproof number of an open claim, in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let number = |number: Option<u32>| proof_number_text(number.unwrap_or(ProofNumbers::INFINITE), language);
        match self.result {
            ProofResult::Proved => language.text(Text::Proved).to_owned(),
            ProofResult::Disproved => language.text(Text::Disproved).to_owned(),
            ProofResult::Open => format!("{} | {}", number(self.pn), number(self.dn)),
        }
    }
}

/// A proof or a disproof of the claim, found by a proof-number search.
///
/// In a proof, max has one move in each position, and min all of them; in a disproof it is the other way round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofTree {
    /// Whether the claim is proved; otherwise it is disproved.
    pub proved: bool,
    /// The positions, each before those below it.
    pub positions: Vec<ProofPosition>,
}

/// A position of a proof tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofPosition {
    /// The number of moves from the start of the search.
    pub depth: usize,
    /// The move to the position; `None` at the start.
    pub r#move: Option<String>,
    /// The player who moves there.
    pub player: Player,
    /// The score if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<InUnit<Score>>,
}

/// Why a run has no proof tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum NoProofTree {
    /// The run is no proof-number search, or the rules of its game are not known.
    NoProof,
    /// The search has stopped before.
    Unsolved,
    /// Nodes share their numbers with symmetric positions, whose moves are other ones.
    Symmetric,
    /// The tree is too large.
    TooLarge,
}

impl HasMessage for NoProofTree {
    fn message(&self) -> Message {
        match self {
            Self::NoProof => Text::ErrorNoProof.into(),
            Self::Unsolved => Text::ErrorUnsolved.into(),
            Self::Symmetric => Text::ErrorProofSymmetric.into(),
            Self::TooLarge => Message::from(Text::ErrorProofTooLarge).with("most", &ProofTree::MAX_POSITIONS),
        }
    }
}

impl ProofTree {
    /// The most positions of a tree.
    pub const MAX_POSITIONS: u64 = 10_000_000;

    /// The smallest tree that the search has found. If several children prove a position, the tree
    /// contains the one with the fewest positions below it, and the first among equal ones.
    ///
    /// # Errors
    /// [`NoProofTree`].
    ///
    /// ```
    /// use edagari_core::analysis::ProofTree;
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::{Proof, ProofSetup};
    /// use edagari_core::trace::Recording;
    ///
    /// // Max completes the diagonal.
    /// let after = "b2 b1 c1 a2";
    /// let run = Recording::of(TicTacToe::default()).after(after).proof(Proof::Pns, ProofSetup::default()).record()?;
    /// let tree = ProofTree::of(&run).expect("a solved claim");
    /// assert!(tree.proved);
    /// assert_eq!(tree.positions.iter().filter_map(|at| at.r#move.as_deref()).collect::<Vec<_>>(), ["a3"]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    pub fn of(trace: &Trace) -> Result<Self, NoProofTree> {
        let proofs = trace.proofs().ok_or(NoProofTree::NoProof)?;
        let root = proofs.of(NodeId::ROOT, usize::MAX).filter(|root| root.is_solved()).ok_or(NoProofTree::Unsolved)?;
        if proofs.shares_symmetric() {
            return Err(NoProofTree::Symmetric);
        }
        let proved = root.proof == 0;
        let chooser = if proved { Player::Max } else { Player::Min };
        let sizes = sizes(trace, proofs, proved);
        if sizes[NodeId::ROOT.0 as usize] > Self::MAX_POSITIONS {
            return Err(NoProofTree::TooLarge);
        }
        let mut positions = Vec::with_capacity(sizes[0] as usize);
        let start = trace.position(&[]).ok_or(NoProofTree::NoProof)?;
        let mut open = vec![(NodeId::ROOT, 0, None, start)];
        while let Some((node, depth, mv, position)) = open.pop() {
            let player = position.player();
            let score = position.score().map(|score| trace.in_unit(score));
            positions.push(ProofPosition { depth, r#move: mv, player, score });
            let children = children(trace, proofs.source(node, usize::MAX));
            let chosen = if player == chooser { smallest(&children, &sizes).into_iter().collect() } else { children };
            // The first child is taken first.
            for child in chosen.into_iter().rev() {
                let Some(mv) = trace.move_of(child) else { continue };
                let Some(below) = position.play(mv) else { continue };
                open.push((child, depth + 1, Some(position.move_text(mv as usize)), below));
            }
        }
        Ok(Self { proved, positions })
    }

    /// The tree as a text: a line for each position, indented by its depth, with the score of finished games.
    #[must_use]
    pub fn text(&self) -> String {
        let deepest = self.positions.iter().map(|at| at.depth).max().unwrap_or(0);
        let result = if self.proved { "proved" } else { "disproved" };
        let [positions, moves] = [(self.positions.len(), "position"), (deepest, "move")]
            .map(|(count, name)| format!("{count} {name}{}", if count == 1 { "" } else { "s" }));
        let mut text = format!("{result} by {positions}, {moves} deep\n");
        for at in &self.positions {
            let Some(mv) = &at.r#move else { continue };
            let score = at.score.map_or_else(String::new, |score| format!("  = {score}"));
            text.extend([" ".repeat(2 * (at.depth - 1)).as_str(), mv, &score, "\n"]);
        }
        text
    }
}

/// The children of a node, in the game's order.
fn children(trace: &Trace, node: NodeId) -> Vec<NodeId> {
    let mut children: Vec<NodeId> = trace.children(node).collect();
    children.sort_by_key(|&child| trace.move_of(child));
    children
}

/// The child with the fewest positions in its tree; `None` if none is solved.
fn smallest(children: &[NodeId], sizes: &[u64]) -> Option<NodeId> {
    let size = |child: &&NodeId| sizes[child.0 as usize];
    children.iter().filter(|child| size(child) < UNSOLVED).min_by_key(size).copied()
}

/// The size of a node that is not solved in favour of the result.
const UNSOLVED: u64 = u64::MAX;

/// The number of positions in the smallest tree of each node.
fn sizes(trace: &Trace, proofs: Proofs<'_>, proved: bool) -> Vec<u64> {
    let chooser = if proved { Player::Max } else { Player::Min };
    let is_solved = |numbers: ProofNumbers| (if proved { numbers.proof } else { numbers.disproof }) == 0;
    let mut sizes = vec![UNSOLVED; trace.node_count()];
    let solved =
        (0..trace.node_count() as u32).map(NodeId).filter(|&node| proofs.of(node, usize::MAX).is_some_and(is_solved));
    // Children are solved before their parents.
    let mut solved: Vec<(Option<usize>, NodeId, NodeId)> = solved
        .map(|node| {
            let source = proofs.source(node, usize::MAX);
            (trace.layers(source).last().and_then(|visit| trace.span(visit).1), source, node)
        })
        .collect();
    solved.sort_unstable_by_key(|&(end, ..)| end);
    for (_, source, node) in solved {
        let mut below = trace.children(source).map(|child| sizes[child.0 as usize]).peekable();
        let player = trace.visit_of(source).map(|visit| trace.player_of(visit));
        sizes[node.0 as usize] = match (below.peek(), player) {
            (None, _) | (_, None) => 1,
            (Some(_), Some(player)) if player == chooser => below.min().map_or(1, |least| least.saturating_add(1)),
            (Some(_), Some(_)) => below.fold(1_u64, u64::saturating_add),
        };
    }
    sizes
}
