//! The distributions for the tree of a game, assuming that the noise of all leaves is independent.

use std::collections::HashMap;

use super::{NoiseError, best_for};
use crate::game::{AnyGame, Game, GameVisitor, mix, play_all};
use crate::score::{Distribution, Player, Score};
use crate::search::DepthLimit;
use crate::trace::Progress;

/// The tree of a game down to a limit, with exact values. If the game identifies equal positions,
/// those at the same depth share a node. Depths are in changes of player, like those of a depth
/// limit.
#[derive(Clone, Debug)]
pub struct ModelTree {
    /// The nodes, children before their parents; the last is the start.
    nodes: Vec<ModelNode>,
    children: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct ModelNode {
    /// The minimax value of the node.
    value: i32,
    player: Player,
    /// The number of changes of player from the start.
    depth: u32,
    /// The hash of the position if the game identifies positions, otherwise the index of the node.
    key: u64,
    /// Whether the game is over, or the tree ends here.
    is_end: bool,
    first_child: u32,
    child_count: u32,
}

impl ModelTree {
    /// The maximum number of nodes.
    pub const MAX_NODES: usize = 2_000_000;

    /// Builds the tree from the position after the moves `start` to the end of the game or to a depth limit, where the evaluation
    /// is used as the exact value. `progress` counts the nodes.
    ///
    /// # Errors
    /// [`NoiseError::TooLarge`], and [`NoiseError::Cancelled`] if `progress` was cancelled.
    pub fn new(
        game: &AnyGame,
        start: &[u32],
        limit: Option<DepthLimit>,
        progress: &Progress,
    ) -> Result<Self, NoiseError> {
        game.visit(Growing { start, limit, progress })
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The minimax value of the start.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.root().value
    }

    /// The number of moves at the start, and the number of best ones among them.
    #[must_use]
    pub fn best_moves(&self) -> (usize, usize) {
        let moves = self.children(self.root());
        let best = moves.iter().filter(|&&child| self.nodes[child as usize].value == self.value());
        (moves.len(), best.count())
    }

    fn root(&self) -> &ModelNode {
        &self.nodes[self.nodes.len() - 1]
    }

    fn children(&self, node: &ModelNode) -> &[u32] {
        let first = node.first_child as usize;
        &self.children[first..first + node.child_count as usize]
    }

    /// The part of the tree that a search to `depth` visits.
    #[must_use]
    pub(super) fn cut(&self, depth: u32) -> Self {
        let is_searched = |node: &ModelNode| node.depth < depth;
        let mut is_seen = vec![false; self.nodes.len()];
        is_seen[self.nodes.len() - 1] = true;
        // Parents are stored after their children.
        for index in (0..self.nodes.len()).rev() {
            if is_seen[index] && is_searched(&self.nodes[index]) {
                self.children(&self.nodes[index]).iter().for_each(|&child| is_seen[child as usize] = true);
            }
        }
        let mut cut = Self { nodes: Vec::new(), children: Vec::new() };
        let mut number = vec![0_u32; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().filter(|&(index, _)| is_seen[index]) {
            number[index] = cut.nodes.len() as u32;
            let first_child = cut.children.len() as u32;
            if is_searched(node) {
                cut.children.extend(self.children(node).iter().map(|&child| number[child as usize]));
            }
            let child_count = cut.children.len() as u32 - first_child;
            cut.nodes.push(ModelNode { first_child, child_count, ..*node });
        }
        cut
    }

    /// The distribution of the score of a search of the whole tree. As the model assumes, all
    /// leaves, including finished games, have independent noise of the same distribution. `None` if
    /// `progress` was cancelled.
    #[must_use]
    pub(super) fn model(&self, noise: &Distribution, progress: &Progress) -> Option<Distribution> {
        // A distribution is dropped as soon as all its parents have used it.
        let mut wanted = vec![0_u32; self.nodes.len()];
        self.children.iter().for_each(|&child| wanted[child as usize] += 1);
        let mut known: Vec<Option<Distribution>> = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if index.is_multiple_of(1024) && progress.is_cancelled() {
                return None;
            }
            let found = if node.child_count == 0 {
                noise.shifted(node.value)
            } else {
                let children = self.children(node).iter().filter_map(|&child| {
                    let child = child as usize;
                    wanted[child] -= 1;
                    if wanted[child] == 0 { known[child].take() } else { known[child].clone() }
                });
                let children: Vec<_> = children.collect();
                best_for(node.player, &children)
            };
            known[index] = Some(found);
        }
        known.pop().flatten()
    }

    /// Searches the whole tree. `noise` returns the evaluation error for a position's key, which is added to the exact values of
    /// the leaves, for finished games only if `noisy_ends`. Returns the score, and the index of the chosen move at the start: the
    /// first with the best score. `values` is working memory.
    pub(super) fn search(
        &self,
        noisy_ends: bool,
        noise: impl Fn(u64) -> i32,
        values: &mut Vec<i32>,
    ) -> (i32, Option<usize>) {
        values.clear();
        for node in &self.nodes {
            let value = if node.child_count == 0 {
                let is_exact = node.is_end && !noisy_ends;
                node.value + if is_exact { 0 } else { noise(node.key) }
            } else {
                let scores = self.children(node).iter().map(|&child| values[child as usize]);
                let best = if node.player == Player::Max { scores.max() } else { scores.min() };
                best.unwrap_or(node.value)
            };
            values.push(value);
        }
        let score = values[values.len() - 1];
        let chosen = self.children(self.root()).iter().position(|&child| values[child as usize] == score);
        (score, chosen)
    }

    /// Whether the move at this index is a best move of the start.
    pub(super) fn is_best(&self, place: usize) -> bool {
        let child = self.children(self.root())[place];
        self.nodes[child as usize].value == self.value()
    }
}

struct Growing<'a> {
    start: &'a [u32],
    limit: Option<DepthLimit>,
    progress: &'a Progress,
}

/// A node whose children are being built.
struct GrowingNode<G: Game> {
    position: G::Position,
    depth: u32,
    moves: Vec<G::Move>,
    next: usize,
    children: Vec<u32>,
    own_key: Option<(u128, u32)>,
}

impl GameVisitor for Growing<'_> {
    type Output = Result<ModelTree, NoiseError>;

    fn visit<G: Game>(self, game: &G) -> Result<ModelTree, NoiseError> {
        self.progress.expect(0);
        let start = play_all(game, self.start).unwrap_or_else(|| game.root());
        let mut tree = ModelTree { nodes: Vec::new(), children: Vec::new() };
        let mut known: HashMap<(u128, u32), u32> = HashMap::new();
        let mut path: Vec<GrowingNode<G>> = Vec::new();
        let mut entering = Some((start, 0));
        loop {
            // The node that was finished in this step, if any.
            let finished = if let Some((position, depth)) = entering.take() {
                let own_key = game.key(&position).filter(|_| game.has_perfect_keys()).map(|key| (key, depth));
                if let Some(&node) = own_key.as_ref().and_then(|key| known.get(key)) {
                    node
                } else if let Some(score) = self.score(game, &position, depth) {
                    tree.push(game.player(&position), depth, score, own_key, &[], &mut known)?
                } else {
                    let moves = game.legal_moves(&position);
                    path.push(GrowingNode { position, depth, moves, next: 0, children: Vec::new(), own_key });
                    entering = path.last_mut().and_then(|top| top.enter_next(game));
                    continue;
                }
            } else {
                let Some(done) = path.pop() else { return Ok(tree) };
                self.progress.tell(tree.nodes.len() as u64);
                if self.progress.is_cancelled() {
                    return Err(NoiseError::Cancelled);
                }
                let player = game.player(&done.position);
                let values = done.children.iter().map(|&child| tree.nodes[child as usize].value);
                let value = if player == Player::Max { values.max() } else { values.min() };
                let score = Score::new(value.unwrap_or(0));
                tree.push(player, done.depth, score, done.own_key, &done.children, &mut known)?
            };
            let Some(above) = path.last_mut() else { return Ok(tree) };
            above.children.push(finished);
            entering = above.enter_next(game);
        }
    }
}

impl Growing<'_> {
    /// The score if the game is over, or the evaluation at the depth limit.
    fn score<G: Game>(&self, game: &G, position: &G::Position, depth: u32) -> Option<Score> {
        let limit = self.limit.filter(|limit| depth >= limit.depth);
        game.score(position).or_else(|| limit.map(|limit| game.evaluate(position, limit.evaluation)))
    }
}

impl<G: Game> GrowingNode<G> {
    /// The next child and its depth; `None` after the last child.
    fn enter_next(&mut self, game: &G) -> Option<(G::Position, u32)> {
        let mv = *self.moves.get(self.next)?;
        self.next += 1;
        let child = game.play(&self.position, mv);
        let changes = game.player(&child) != game.player(&self.position);
        Some((child, self.depth + u32::from(changes)))
    }
}

impl ModelTree {
    fn push(
        &mut self,
        player: Player,
        depth: u32,
        score: Score,
        own_key: Option<(u128, u32)>,
        children: &[u32],
        known: &mut HashMap<(u128, u32), u32>,
    ) -> Result<u32, NoiseError> {
        if self.nodes.len() >= Self::MAX_NODES {
            return Err(NoiseError::TooLarge { most: Self::MAX_NODES });
        }
        let index = self.nodes.len() as u32;
        // The same position gets the same noise at any depth.
        let key = own_key.map_or(u64::from(index), |(key, _)| mix((key >> 64) as u64, key as u64));
        let first_child = self.children.len() as u32;
        self.children.extend_from_slice(children);
        let value = score.finite().unwrap_or(0);
        let is_end = children.is_empty();
        let child_count = children.len() as u32;
        self.nodes.push(ModelNode { value, player, depth, key, is_end, first_child, child_count });
        known.extend(own_key.map(|key| (key, index)));
        Ok(index)
    }
}
