//! Proof-number searches, PNS and df-pn, for a claim that is true or false for every finished game.
//!
//! The proof number of a node is the minimum number of leaves below it that must be proved to prove
//! the claim there. The disproof number is the minimum number that must be disproved to disprove
//! it. See Allis, van der Meulen and van den Herik, "Proof-number search", 1994. Max wants to prove
//! the claim, so max nodes are OR nodes, and min nodes are AND nodes.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Observer, PassStart};
use crate::game::Game;
use crate::language::{HasMessage, Message, Text};
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{BoundKind, Player, Score, Window};

/// A proof-number search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Proof {
    /// Proof-number search: repeatedly goes from the root to the most proving leaf, expands it, and
    /// returns to the root.
    Pns,
    /// Depth-first proof-number search (Nagai 2002): stays below a node until thresholds show that
    /// another node is more proving. It expands the same nodes in the same order as PNS.
    Dfpn,
}

impl Proof {
    /// Both searches, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::Pns, Self::Dfpn];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pns => "pns",
            Self::Dfpn => "dfpn",
        }
    }
}

/// The claim that the score of the start is at least a number.
///
/// ```
/// use edagari_core::search::Claim;
///
/// let draw: Claim = "max-at-least-draws".parse()?;
/// assert_eq!((draw.at_least, "score>=0".parse()), (0, Ok(draw)));
/// assert_eq!(Claim { at_least: 7 }.to_string(), "score>=7");
/// # Ok::<(), edagari_core::search::ParseClaimError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Claim {
    /// The least score for which the claim is true.
    pub at_least: i32,
}

impl Default for Claim {
    /// The claim that max wins.
    fn default() -> Self {
        Self { at_least: 1 }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at_least {
            1 => f.write_str("max-wins"),
            0 => f.write_str("max-at-least-draws"),
            number => write!(f, "score>={number}"),
        }
    }
}

/// The error of a text that is no claim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct ParseClaimError(String);

impl HasMessage for ParseClaimError {
    fn message(&self) -> Message {
        Message::from(Text::MalformedClaim).with("text", &format!("{:?}", self.0))
    }
}

impl FromStr for Claim {
    type Err = ParseClaimError;

    fn from_str(text: &str) -> Result<Self, ParseClaimError> {
        let number = || text.strip_prefix("score>=").and_then(|number| number.parse().ok());
        let at_least = match text {
            "max-wins" => Some(1),
            "max-at-least-draws" => Some(0),
            _ => number().filter(|number| (Score::MIN..=Score::MAX).contains(number)),
        };
        at_least.map(|at_least| Self { at_least }).ok_or_else(|| ParseClaimError(text.to_owned()))
    }
}

impl From<Claim> for String {
    fn from(claim: Claim) -> Self {
        claim.to_string()
    }
}

impl TryFrom<String> for Claim {
    type Error = ParseClaimError;

    fn try_from(text: String) -> Result<Self, ParseClaimError> {
        text.parse()
    }
}

/// The proof number and the disproof number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ProofNumbers {
    /// The proof number; [`ProofNumbers::INFINITE`] if the claim is false there.
    pub proof: u32,
    /// The disproof number; [`ProofNumbers::INFINITE`] if the claim is true there.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The number of a node that can no longer be proved, or disproved.
    pub const INFINITE: u32 = u32::MAX;
    /// The numbers of a leaf where the game is not over.
    pub const UNIT: Self = Self { proof: 1, disproof: 1 };
    /// The numbers of a node where the claim is true.
    pub const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    /// The numbers of a node where the claim is false.
    pub const DISPROVED: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// Reads one of the numbers as a program records it; `None` for a text that is no such number.
    #[must_use]
    pub fn read(text: &str) -> Option<u32> {
        let number = text.parse::<f64>().ok().filter(|number| *number >= 0.0)?;
        Some(if number.is_finite() { (number.round() as u32).min(Self::INFINITE - 1) } else { Self::INFINITE })
    }

    /// The numbers of a new node: those of a leaf, or of the finished game with this score.
    #[must_use]
    pub fn of_new(score: Option<Score>, claim: Claim) -> Self {
        match score {
            None => Self::UNIT,
            Some(score) if score >= Score::new(claim.at_least) => Self::PROVED,
            Some(_) => Self::DISPROVED,
        }
    }

    /// Whether the claim is proved or disproved.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number that decides which child is the most proving one for a player: the proof number for max, the disproof number for min.
    #[must_use]
    pub const fn key(self, player: Player) -> u32 {
        match player {
            Player::Max => self.proof,
            Player::Min => self.disproof,
        }
    }

    /// The numbers of a node of `player` with these children: the least key, and the sum of the other numbers.
    #[must_use]
    pub fn of_children(player: Player, children: impl Iterator<Item = Self>) -> Self {
        let (mut least, mut sum) = (Self::INFINITE, 0_u32);
        for child in children {
            least = least.min(child.key(player));
            sum = plus(sum, child.key(player.other()));
        }
        match player {
            Player::Max => Self { proof: least, disproof: sum },
            Player::Min => Self { proof: sum, disproof: least },
        }
    }

    /// The place of the most proving child of a node of `player`: the first one with the least key; `None` without children.
    #[must_use]
    pub fn most_proving(player: Player, children: impl Iterator<Item = Self>) -> Option<usize> {
        children.map(|child| child.key(player)).enumerate().min_by_key(|&(_, key)| key).map(|(place, _)| place)
    }

    /// The score that a node returns: a bound by the claim once it is solved, else −∞.
    #[must_use]
    pub fn score(self, claim: Claim) -> (Score, BoundKind) {
        let at_least = Score::new(claim.at_least);
        match self {
            Self { proof: 0, .. } => (at_least, BoundKind::Lower),
            Self { disproof: 0, .. } => (at_least.previous(), BoundKind::Upper),
            _ => (Score::NEG_INFINITY, BoundKind::Lower),
        }
    }
}

/// The sum of two numbers; infinite if one is, otherwise finite.
const fn plus(one: u32, other: u32) -> u32 {
    const INFINITE: u32 = ProofNumbers::INFINITE;
    if one == INFINITE || other == INFINITE {
        return INFINITE;
    }
    let sum = one.saturating_add(other);
    if sum == INFINITE { INFINITE - 1 } else { sum }
}

/// The options of a proof-number search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProofSetup {
    /// The claim that is proved or disproved.
    pub claim: Claim,
    /// The most expansions; 0 for no limit.
    #[serde(skip_serializing_if = "is_zero")]
    pub expansions: u32,
    /// The percentage by which df-pn raises the threshold above the number of the second child (the
    /// 1 + ε trick), so that it changes less often between children: Pawlewicz and Lew, "Improving
    /// depth-first PN-search", 2006. With 0, the order of expansions is that of PNS.
    #[serde(skip_serializing_if = "is_zero")]
    pub epsilon: u32,
    /// Whether the nodes of a position share their numbers in df-pn, as in a transposition table (Nagai 2002): each is expanded only once,
    /// and a node that is solved on one way is solved on all. Only for games whose positions have perfect keys and cannot repeat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Searches the tree below `start` until the claim is proved or disproved, or the limit is reached.
/// Breaks if the observer does. Children are created without being entered: a node is entered only
/// when it is expanded, or on the way to an expansion.
pub fn prove<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    proof: Proof,
    setup: &ProofSetup,
    observer: &mut O,
) -> ControlFlow<()> {
    let has_table = setup.table && proof == Proof::Dfpn && game.has_perfect_keys() && game.key(start).is_some();
    let table = has_table.then(HashMap::new);
    let mut search =
        Prover { game, setup, nodes: Vec::new(), entries: Vec::new(), table, moves: Vec::new(), expansions: 0 };
    search.make(start);
    if let Some(score) = game.score(start) {
        let above = observer.above();
        return observer.leaf(above, 0, game.player(start), Window::FULL, score).map_continue(|_| ());
    }
    match proof {
        Proof::Pns => {
            while !search.entries[0].numbers.is_solved() && search.may_expand() {
                observer.pass(PassStart::default());
                search.expand_most_proving(start, observer)?;
            }
            ControlFlow::Continue(())
        }
        Proof::Dfpn => {
            let above = observer.above();
            let node = observer.start(above, 0, game.player(start), Window::FULL)?;
            let most = [ProofNumbers::INFINITE; 2];
            search.below(start, (0, node, 0), most, observer)
        }
    }
}

/// A node of the tree.
#[derive(Clone, Copy)]
struct Proved {
    /// The number of the first child; 0 if the node is not expanded, since no child is the root.
    first_child: u32,
    child_count: u32,
    /// The index of its entry: its own, or that of its position.
    entry: u32,
    /// Whether the current visit of its parent has entered it.
    is_entered: bool,
}

/// The state of a node, or of all nodes of a position.
#[derive(Clone, Copy)]
struct Entry {
    numbers: ProofNumbers,
    is_expanded: bool,
}

struct Prover<'a, G: Game> {
    game: &'a G,
    setup: &'a ProofSetup,
    nodes: Vec<Proved>,
    entries: Vec<Entry>,
    /// The index of the entry of each position by its key; `None` if each node has an entry of its own.
    table: Option<HashMap<u128, u32>>,
    /// The move to each node except the root.
    moves: Vec<G::Move>,
    expansions: u32,
}

/// The number of levels between two checks of the remaining stack, the stack that they need at most, and the size of a new segment.
const LEVELS_BETWEEN_CHECKS: usize = 64;
const STACK_NEEDED: usize = 256 << 10;
const STACK_SEGMENT: usize = 4 << 20;

impl<G: Game> Prover<'_, G> {
    const fn may_expand(&self) -> bool {
        self.setup.expansions == 0 || self.expansions < self.setup.expansions
    }

    fn children(&self, node: usize) -> &[Proved] {
        let Proved { first_child, child_count, .. } = self.nodes[node];
        &self.nodes[first_child as usize..(first_child + child_count) as usize]
    }

    fn numbers(&self, node: usize) -> impl Iterator<Item = ProofNumbers> {
        self.children(node).iter().map(|child| self.entries[child.entry as usize].numbers)
    }

    fn entry(&self, node: usize) -> &Entry {
        &self.entries[self.nodes[node].entry as usize]
    }

    /// Makes a node, with the entry of its position if there is one.
    fn make(&mut self, position: &G::Position) {
        let new = self.entries.len() as u32;
        let key = self.table.as_ref().and_then(|_| self.game.key(position));
        let entry = self.table.as_mut().zip(key).map_or(new, |(table, key)| *table.entry(key).or_insert(new));
        if entry == new {
            let numbers = ProofNumbers::of_new(self.game.score(position), self.setup.claim);
            self.entries.push(Entry { numbers, is_expanded: false });
        }
        self.nodes.push(Proved { first_child: 0, child_count: 0, entry, is_entered: false });
    }

    /// Makes the children of a node that has none. Only the first node of a position counts as an expansion.
    fn expand(&mut self, node: usize, position: &G::Position) {
        let entry = &mut self.entries[self.nodes[node].entry as usize];
        self.expansions += u32::from(!std::mem::replace(&mut entry.is_expanded, true));
        self.game.moves(position, &mut self.moves);
        let first_child = self.nodes.len();
        for index in first_child - 1..self.moves.len() {
            let below = self.game.play(position, self.moves[index]);
            self.make(&below);
        }
        self.nodes[node].first_child = first_child as u32;
        self.nodes[node].child_count = (self.nodes.len() - first_child) as u32;
    }

    fn update(&mut self, node: usize, player: Player) {
        let entry = self.nodes[node].entry as usize;
        self.entries[entry].numbers = ProofNumbers::of_children(player, self.numbers(node));
    }

    fn end<O: Observer>(&self, node: usize, handle: O::Node, observer: &mut O) -> Score {
        let (score, kind) = self.entry(node).numbers.score(self.setup.claim);
        observer.end(handle, score, kind);
        score
    }

    /// The bound of a solved node; the worst score of its player before that.
    fn value(&self, node: usize, player: Player) -> Score {
        let numbers = self.entry(node).numbers;
        if numbers.is_solved() { numbers.score(self.setup.claim).0 } else { player.worst() }
    }

    /// An expansion of PNS.
    fn expand_most_proving<O: Observer>(&mut self, start: &G::Position, observer: &mut O) -> ControlFlow<()> {
        let (mut position, mut node, mut place) = (start.clone(), 0, 0);
        let mut path: Vec<(usize, Player, O::Node)> = Vec::new();
        loop {
            let above = path.last().map_or_else(|| observer.above(), |&(_, _, handle)| handle);
            let player = self.game.player(&position);
            let handle = observer.start(above, place, player, Window::FULL)?;
            path.push((node, player, handle));
            let is_leaf = self.nodes[node].child_count == 0;
            if is_leaf {
                self.expand(node, &position);
            }
            observer.expand(handle, self.nodes[node].child_count as usize, None);
            if is_leaf {
                break;
            }
            place = ProofNumbers::most_proving(player, self.numbers(node)).unwrap_or_default();
            node = self.nodes[node].first_child as usize + place;
            position = self.game.play(&position, self.moves[node - 1]);
        }
        let mut returned: Option<(O::Node, Score)> = None;
        while let Some((node, player, handle)) = path.pop() {
            self.update(node, player);
            if let Some((child, score)) = returned {
                let now = self.value(node, player);
                observer.update(handle, child, score, now, false);
            }
            returned = Some((handle, self.end(node, handle, observer)));
        }
        ControlFlow::Continue(())
    }

    /// Searches below a node, just entered, until its proof number or its disproof number reaches its threshold, and leaves it.
    fn below<O: Observer>(
        &mut self,
        position: &G::Position,
        (node, handle, level): (usize, O::Node, usize),
        thresholds: [u32; 2],
        observer: &mut O,
    ) -> ControlFlow<()> {
        let player = self.game.player(position);
        if self.nodes[node].child_count == 0 {
            self.expand(node, position);
        }
        // The numbers of children with the position of another node can have changed.
        self.update(node, player);
        observer.expand(handle, self.nodes[node].child_count as usize, None);
        let first = self.nodes[node].first_child as usize;
        for child in first..first + self.nodes[node].child_count as usize {
            self.nodes[child].is_entered = false;
        }
        while self.goes_on(node, thresholds) && self.may_expand() {
            let place = ProofNumbers::most_proving(player, self.numbers(node)).unwrap_or_default();
            let of_child = self.thresholds_below(node, player, place, thresholds);
            let child = first + place;
            let below = self.game.play(position, self.moves[child - 1]);
            let below_player = self.game.player(&below);
            let entered = if self.nodes[child].is_entered {
                observer.start_again(handle, place, below_player, Window::FULL)?
            } else {
                observer.start(handle, place, below_player, Window::FULL)?
            };
            self.nodes[child].is_entered = true;
            let at = (child, entered, level + 1);
            if level.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
                if is_too_deep(level) {
                    return ControlFlow::Break(());
                }
                with_stack(STACK_NEEDED, STACK_SEGMENT, || self.below(&below, at, of_child, observer))?;
            } else {
                self.below(&below, at, of_child, observer)?;
            }
            self.update(node, player);
            let score = self.entry(child).numbers.score(self.setup.claim).0;
            observer.update(handle, entered, score, self.value(node, player), false);
        }
        self.end(node, handle, observer);
        ControlFlow::Continue(())
    }

    fn goes_on(&self, node: usize, [proof, disproof]: [u32; 2]) -> bool {
        let numbers = self.entry(node).numbers;
        !numbers.is_solved() && numbers.proof < proof && numbers.disproof < disproof
    }

    /// The proof and disproof thresholds of the chosen child. It stays the most proving child while
    /// its key is less than that of the second child (or equal, if it comes first), and while its
    /// parent stays below its own thresholds.
    fn thresholds_below(&self, node: usize, player: Player, place: usize, thresholds: [u32; 2]) -> [u32; 2] {
        let numbers = self.entry(node).numbers;
        let others = self.numbers(node).enumerate().filter(|&(other, _)| other != place);
        let second = others.map(|(other, child)| (child.key(player), other)).min();
        let of_key = second.map_or(ProofNumbers::INFINITE, |(key, other)| {
            let usual = plus(key, u32::from(place < other));
            let raised = u64::from(key) * u64::from(100 + self.setup.epsilon) / 100 + 1;
            if self.setup.epsilon == 0 {
                usual
            } else {
                usual.max(u32::try_from(raised).unwrap_or(ProofNumbers::INFINITE))
            }
        });
        let own = self.entry(self.nodes[node].first_child as usize + place).numbers;
        let [key, sum] = match player {
            Player::Max => thresholds,
            Player::Min => [thresholds[1], thresholds[0]],
        };
        let (of_node, of_child) = (numbers.key(player.other()), own.key(player.other()));
        let of_sum = if sum == ProofNumbers::INFINITE { sum } else { plus(sum - of_node, of_child) };
        let [key, sum] = [key.min(of_key), of_sum];
        match player {
            Player::Max => [key, sum],
            Player::Min => [sum, key],
        }
    }
}
