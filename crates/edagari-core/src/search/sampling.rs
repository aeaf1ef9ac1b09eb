//! Monte-Carlo tree search: UCT and PUCT.
//!
//! Each iteration goes from the root to a leaf of the tree that the search has built, evaluates
//! that leaf by a playout, and adds the result to every node on the way back. A node is described
//! by its number of visits N and the total W of their results, from max's view like all scores. For
//! the selection, the mean Q = W/N is converted to the view of the player who chooses.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{Observer, PassStart};
use crate::game::{Game, mix};
use crate::language::{Message, Text};
use crate::score::{BoundKind, Bounds, Player, Score, Window};

/// The most plies of a playout; a longer one stops there, and the position gets the game's first evaluation.
pub(crate) const MAX_PLAYOUT_PLIES: u64 = 1_000;

/// A Monte-Carlo tree search, by the formula that selects a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Sampling {
    /// The child with the greatest Q + c·√(ln N(node) / N(child)): Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006.
    Uct,
    /// The child with the greatest Q + c·P·√N(node) / (N(child) + 1), with the prior P: Silver et al., "Mastering the game of Go
    /// without human knowledge", 2017. See [`Priors`].
    Puct,
}

impl Sampling {
    /// All samplings, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::Uct, Self::Puct];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uct => "uct",
            Self::Puct => "puct",
        }
    }

    /// The exploration term U of a child that was visited `visits` times and has the prior probability `prior`, at a node visited
    /// `above` times. Infinite for a child that UCT, which has no priors, has not visited.
    #[must_use]
    pub fn exploration(self, constant: f64, above: u32, visits: u32, prior: f64) -> f64 {
        let (above, visits) = (f64::from(above), f64::from(visits));
        match self {
            Self::Uct if visits > 0.0 => constant * (above.ln() / visits).sqrt(),
            Self::Uct => f64::INFINITY,
            Self::Puct => constant * prior * above.sqrt() / (visits + 1.0),
        }
    }
}

/// The prior probabilities P of the children of a node in PUCT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priors {
    /// All children have the same prior.
    #[default]
    Equal,
    /// The game's first evaluation, see [`Self::by_evaluation`].
    Evaluation,
    /// Another program records them, in the column `prior`.
    Recorded,
}

impl Priors {
    /// The priors of Edagari's own searches, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::Equal, Self::Evaluation];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Evaluation => "evaluation",
            Self::Recorded => "recorded",
        }
    }

    /// The priors of children with these evaluations, from the view of the player who chooses. Each
    /// prior is proportional to the distance of its evaluation from the worst one, plus 1, so no
    /// prior is 0. The sum is 1.
    ///
    /// ```
    /// use edagari_core::search::Priors;
    ///
    /// assert_eq!(Priors::by_evaluation(&[-3, 0, 3]), [1.0 / 12.0, 4.0 / 12.0, 7.0 / 12.0]);
    /// ```
    #[must_use]
    pub fn by_evaluation(evaluations: &[i32]) -> Vec<f64> {
        let worst = evaluations.iter().copied().min().map_or(0, i64::from);
        let weights = || evaluations.iter().map(|&evaluation| i64::from(evaluation) - worst + 1);
        let sum = weights().sum::<i64>() as f64;
        weights().map(|weight| weight as f64 / sum).collect()
    }
}

/// The number of visits N(node) in the exploration terms of a node's children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParentCount {
    /// The iterations through the node before this one.
    #[default]
    Visits,
    /// The sum of the visits of its children: without the iteration that evaluated the node.
    Children,
    /// The iterations through the node, with this one.
    WithThis,
}

/// The value that another program gives a child without visits, on the scale of the scores that it writes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FirstPlay {
    /// A constant, from the view of the player who moves. In UCT it replaces the whole sum.
    Value(f64),
    /// The mean of the parent, less a constant.
    BelowParent {
        /// The constant that is subtracted.
        below_parent: f64,
    },
    /// Another value, with the name of its rule: these children are not compared with others.
    Other(FirstPlayRule),
}

// Numbers of files are never NaN.
impl Eq for FirstPlay {}

/// The name of a rule for children without visits that is not known further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPlayRule {
    /// A rule that is not stated.
    Other,
}

/// How a leaf of the tree is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Playout {
    /// Both players choose at random until the game is over.
    #[default]
    Random,
    /// Both players choose their first legal move until the game is over.
    First,
    /// The game's first static evaluation, without a playout.
    Evaluation,
}

impl Playout {
    /// All playouts, in the order of menus and help.
    pub const ALL: [Self; 3] = [Self::Random, Self::First, Self::Evaluation];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::First => "first",
            Self::Evaluation => "evaluation",
        }
    }
}

/// How the move to play is chosen after the last iteration. Children without visits are never
/// chosen; among equal children, the first is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalMove {
    /// The best proven result, then the most visits, then the best sum of results, as in `OpenSpiel`. A child without a proven result
    /// counts as a draw.
    #[default]
    Proven,
    /// The most visits, then the best sum of results.
    MostVisits,
    /// The best mean, then the most visits.
    BestMean,
}

impl FinalMove {
    /// All choices, in the order of menus and help.
    pub const ALL: [Self; 3] = [Self::Proven, Self::MostVisits, Self::BestMean];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::MostVisits => "most-visits",
            Self::BestMean => "best-mean",
        }
    }
}

/// The constant c of exploration, in the unit of scores: finite and at least 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(transparent)]
pub struct Exploration(f64);

// Never NaN.
impl Eq for Exploration {}

impl Exploration {
    /// The constant, if it is finite and at least 0.
    #[must_use]
    pub fn new(constant: f64) -> Option<Self> {
        // −0 becomes 0, so that equal constants are written alike.
        (constant.is_finite() && constant >= 0.0).then_some(Self(constant + 0.0))
    }

    /// The usual constant for a start position with these bounds by the rules: √2, which the analysis of UCT gives for results
    /// between 0 and 1, times the greatest distance of a score from 0. √2 if there are no bounds.
    #[must_use]
    pub fn usual(bounds: Option<Bounds>) -> Self {
        let ends = bounds.and_then(|bounds| Some([bounds.lower.finite()?, bounds.upper.finite()?]));
        let greatest = ends.map_or(1.0, |ends| ends.map(f64::from).map(f64::abs).into_iter().fold(1.0, f64::max));
        Self(std::f64::consts::SQRT_2 * greatest)
    }

    /// The constant as a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for Exploration {
    /// The constant √2.
    fn default() -> Self {
        Self::usual(None)
    }
}

impl<'de> Deserialize<'de> for Exploration {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let constant = f64::deserialize(deserializer)?;
        let message = || Message::from(Text::MalformedExploration).with("value", &constant);
        Self::new(constant).ok_or_else(|| serde::de::Error::custom(message()))
    }
}

/// The options of a Monte-Carlo tree search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SamplingSetup {
    /// The number of iterations.
    pub iterations: u32,
    /// The constant c.
    pub exploration: Exploration,
    /// How leaves are evaluated.
    pub playouts: Playout,
    /// The seed of random playouts.
    #[serde(skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// Whether a node gets all its children at its second visit, after the first visit has
    /// evaluated it, as in `OpenSpiel`. Otherwise each visit adds one child, the next in the game's
    /// order, until all exist. PUCT always adds all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub expands_all: bool,
    /// Whether proven results replace means. A node is proven if its player can move to a proven
    /// win, or if all its children are proven.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub solver: bool,
    /// The prior probabilities in PUCT.
    #[serde(skip_serializing_if = "are_equal")]
    pub priors: Priors,
    /// How the move to play is chosen after the last iteration.
    #[serde(rename = "final", skip_serializing_if = "is_usual")]
    pub final_move: FinalMove,
    /// Whether a child where the game is over counts as its result, if another program states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<bool>,
    /// The number N of a node in the exploration terms, if another program states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<ParentCount>,
    /// The value of children without visits, if another program states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_play: Option<FirstPlay>,
    /// Whether the tree has visits from before the run, if another program states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_tree: Option<bool>,
    /// Whether nodes of one position share their visits, if another program states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transpositions: Option<bool>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
fn is_usual(final_move: &FinalMove) -> bool {
    *final_move == FinalMove::default()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn are_equal(priors: &Priors) -> bool {
    matches!(priors, Priors::Equal)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

impl Default for SamplingSetup {
    fn default() -> Self {
        Self {
            iterations: 1_000,
            exploration: Exploration::default(),
            playouts: Playout::default(),
            seed: 0,
            expands_all: false,
            solver: false,
            priors: Priors::default(),
            final_move: FinalMove::default(),
            results: None,
            parent: None,
            first_play: None,
            kept_tree: None,
            transpositions: None,
        }
    }
}

impl SamplingSetup {
    /// The greatest number of iterations.
    pub const MAX_ITERATIONS: u32 = 100_000_000;

    /// Whether a node gets all its children at once.
    #[must_use]
    pub const fn adds_all_children(&self, sampling: Sampling) -> bool {
        self.expands_all || matches!(sampling, Sampling::Puct)
    }

    /// Whether a child with a known result is selected by that result, without an exploration term:
    /// in games that are over if all children are added at once (as in `OpenSpiel`), and in proven
    /// positions.
    #[must_use]
    pub const fn uses_results(&self, sampling: Sampling) -> bool {
        let of_ends = match self.results {
            Some(stated) => stated,
            None => self.adds_all_children(sampling),
        };
        self.solver || of_ends
    }
}

/// Searches the tree below `start`, and reports each iteration to `observer` as a pass. Breaks if
/// the observer does. Each iteration enters the nodes of one path once, and each of them returns
/// the result of the iteration.
///
/// ```
/// use edagari_core::game::{Game, TicTacToe};
/// use edagari_core::search::{Playout, Sampling, SamplingSetup, Unobserved, sample};
///
/// let game = TicTacToe::default();
/// let setup = SamplingSetup { iterations: 100, playouts: Playout::First, ..SamplingSetup::default() };
/// assert!(sample(&game, &game.root(), Sampling::Uct, &setup, &mut Unobserved).is_continue());
/// ```
pub fn sample<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    sampling: Sampling,
    setup: &SamplingSetup,
    observer: &mut O,
) -> ControlFlow<()> {
    let bounds = if game.score(start).is_none() { game.bounds(start, 0) } else { None };
    let nodes = vec![Sampled::NEW];
    let mut search = Sampler { game, sampling, setup, nodes, moves: Vec::new(), priors: vec![1.0], bounds };
    for iteration in 0..setup.iterations {
        search.iterate(start, iteration, observer)?;
        if search.nodes[0].result.is_some() {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// Whether no score is better for a player, in a game with these bounds at its start.
pub(crate) fn is_best(bounds: Option<Bounds>, player: Player, score: Score) -> bool {
    bounds.is_some_and(|bounds| match player {
        Player::Max => score >= bounds.upper,
        Player::Min => score <= bounds.lower,
    })
}

/// A node of the tree.
#[derive(Clone, Copy)]
struct Sampled {
    /// The number of the first child; 0 if the node has none yet, since no child is the root.
    first_child: u32,
    child_count: u32,
    visits: u32,
    total: i64,
    /// The result, once it is known.
    result: Option<Score>,
}

impl Sampled {
    const NEW: Self = Self { first_child: 0, child_count: 0, visits: 0, total: 0, result: None };
}

struct Sampler<'a, G: Game> {
    game: &'a G,
    sampling: Sampling,
    setup: &'a SamplingSetup,
    nodes: Vec<Sampled>,
    /// The move to each node except the root.
    moves: Vec<G::Move>,
    /// The prior of each node; not used by UCT.
    priors: Vec<f64>,
    /// The bounds of the start by the rules.
    bounds: Option<Bounds>,
}

/// A node on the path of an iteration.
struct Entered<N> {
    node: usize,
    player: Player,
    handle: N,
}

impl<G: Game> Sampler<'_, G> {
    fn iterate<O: Observer>(&mut self, start: &G::Position, iteration: u32, observer: &mut O) -> ControlFlow<()> {
        observer.pass(PassStart::default());
        let mut path: Vec<Entered<O::Node>> = Vec::new();
        let (mut position, mut node, mut place) = (start.clone(), 0, 0);
        let (score, mut child) = loop {
            let above = path.last().map_or_else(|| observer.above(), |above| above.handle);
            let player = self.game.player(&position);
            let over = self.game.score(&position);
            let is_new = self.nodes[node].visits == 0 && (node > 0 || self.setup.adds_all_children(self.sampling));
            if over.is_some() || is_new {
                let score = over.unwrap_or_else(|| self.evaluate(&position, iteration));
                let leaf = observer.leaf(above, place, player, Window::FULL, score)?;
                if over.is_none() {
                    observer.settled(leaf, "playout");
                }
                if self.setup.uses_results(self.sampling) || node == 0 {
                    self.nodes[node].result = over;
                }
                self.add(node, score);
                break (score, leaf);
            }
            self.expand(node, &position);
            let handle = observer.start(above, place, player, Window::FULL)?;
            observer.expand(handle, self.nodes[node].child_count as usize, None);
            path.push(Entered { node, player, handle });
            place = self.select(node, player);
            node = self.nodes[node].first_child as usize + place;
            position = self.game.play(&position, self.moves[node - 1]);
        };
        let mut is_proven = self.setup.solver && self.nodes[node].result.is_some();
        while let Some(Entered { node, player, handle }) = path.pop() {
            self.add(node, score);
            is_proven = is_proven && self.prove(node, player);
            observer.update(handle, child, score, score, false);
            observer.end(handle, score, BoundKind::Exact);
            child = handle;
        }
        ControlFlow::Continue(())
    }

    fn add(&mut self, node: usize, score: Score) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.total += i64::from(score.finite().unwrap_or_default());
    }

    fn expand(&mut self, node: usize, position: &G::Position) {
        if self.nodes[node].child_count > 0 {
            return;
        }
        self.game.moves(position, &mut self.moves);
        let first_child = self.nodes.len();
        self.nodes.resize(self.moves.len() + 1, Sampled::NEW);
        self.nodes[node].first_child = first_child as u32;
        self.nodes[node].child_count = (self.nodes.len() - first_child) as u32;
        if self.sampling == Sampling::Puct {
            self.add_priors(position, first_child);
        }
    }

    /// Gives the new children of a position their priors.
    fn add_priors(&mut self, position: &G::Position, first_child: usize) {
        let moves = &self.moves[first_child - 1..];
        if self.setup.priors != Priors::Evaluation {
            self.priors.resize(self.nodes.len(), 1.0 / moves.len().max(1) as f64);
            return;
        }
        let player = self.game.player(position);
        let evaluation = |&mv: &G::Move| {
            let child = self.game.play(position, mv);
            let score = self.game.score(&child).unwrap_or_else(|| self.game.evaluate(&child, 0));
            let score = score.finite().unwrap_or_default();
            if player == Player::Max { score } else { -score }
        };
        let evaluations: Vec<i32> = moves.iter().map(evaluation).collect();
        self.priors.extend(Priors::by_evaluation(&evaluations));
    }

    fn children(&self, node: usize) -> &[Sampled] {
        let Sampled { first_child, child_count, .. } = self.nodes[node];
        &self.nodes[first_child as usize..(first_child + child_count) as usize]
    }

    /// The place of the child that the next iteration goes to.
    fn select(&self, node: usize, player: Player) -> usize {
        let (above, children) = (self.nodes[node].visits, self.children(node));
        if !self.setup.adds_all_children(self.sampling)
            && let Some(next) = children.iter().position(|child| child.visits == 0)
        {
            return next;
        }
        let constant = self.setup.exploration.get();
        // UCT has no priors.
        let priors = self.priors.get(self.nodes[node].first_child as usize..).unwrap_or_default();
        let value = |(place, child): (usize, &Sampled)| {
            if let Some(result) = child.result {
                return of_player(player, f64::from(result.finite().unwrap_or_default()));
            }
            let mean = if child.visits == 0 { 0.0 } else { child.total as f64 / f64::from(child.visits) };
            let prior = priors.get(place).copied().unwrap_or_default();
            of_player(player, mean) + self.sampling.exploration(constant, above, child.visits, prior)
        };
        first_greatest(children.iter().enumerate().map(value))
    }

    /// Sets the result of a node if its children prove it.
    fn prove(&mut self, node: usize, player: Player) -> bool {
        let results = || self.children(node).iter().filter_map(|child| child.result);
        let Some(best) = results().reduce(|best, result| player.better(best, result)) else { return false };
        let are_all = self.children(node).iter().all(|child| child.result.is_some());
        let is_won = is_best(self.bounds, player, best);
        if are_all || is_won {
            self.nodes[node].result = Some(best);
        }
        are_all || is_won
    }

    /// The result of a playout, or the static evaluation.
    fn evaluate(&self, position: &G::Position, iteration: u32) -> Score {
        if self.setup.playouts == Playout::Evaluation {
            return self.game.evaluate(position, 0);
        }
        let seed = mix(self.setup.seed, u64::from(iteration));
        let (mut position, mut moves) = (position.clone(), Vec::new());
        for ply in 0..MAX_PLAYOUT_PLIES {
            if let Some(score) = self.game.score(&position) {
                return score;
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            let place = match self.setup.playouts {
                Playout::Random => (mix(seed, ply) % moves.len() as u64) as usize,
                Playout::First | Playout::Evaluation => 0,
            };
            position = self.game.play(&position, moves[place]);
        }
        self.game.score(&position).unwrap_or_else(|| self.game.evaluate(&position, 0))
    }
}

/// A number from max's view, as `player` sees it.
#[must_use]
pub(crate) const fn of_player(player: Player, number: f64) -> f64 {
    match player {
        Player::Max => number,
        Player::Min => -number,
    }
}

/// The index of the greatest value, the first among equal ones; 0 if there are none.
#[must_use]
pub(crate) fn first_greatest(values: impl Iterator<Item = f64>) -> usize {
    let greatest = values.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    greatest.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TicTacToe;

    /// Counts the visits and the results of the children of the root.
    #[derive(Default)]
    struct OfRoot {
        nodes: std::collections::HashSet<Vec<usize>>,
        path: Vec<usize>,
        visits: [u32; 9],
        totals: [i64; 9],
    }

    impl Observer for OfRoot {
        type Node = usize;

        fn above(&self) -> usize {
            0
        }

        fn pass(&mut self, _: PassStart<'_>) {
            self.path.clear();
        }

        fn start(&mut self, _: usize, child: usize, _: Player, _: Window) -> ControlFlow<(), usize> {
            self.path.push(child);
            self.nodes.insert(self.path.clone());
            ControlFlow::Continue(0)
        }

        fn expand(&mut self, _: usize, _: usize, _: Option<&[u32]>) {}

        fn update(&mut self, _: usize, _: usize, _: Score, _: Score, _: bool) {}

        fn end(&mut self, _: usize, score: Score, _: BoundKind) {
            if let &[_, child, ..] = self.path.as_slice()
                && let Some(score) = score.finite()
                && self.path.len() > 1
            {
                // Each iteration ends its leaf first.
                self.visits[child] += 1;
                self.totals[child] += i64::from(score);
                self.path.truncate(1);
            }
        }
    }

    fn counted(sampling: Sampling, iterations: u32, expands_all: bool, solver: bool) -> OfRoot {
        let setup =
            SamplingSetup { iterations, playouts: Playout::First, expands_all, solver, ..SamplingSetup::default() };
        let (game, mut counts) = (TicTacToe::default(), OfRoot::default());
        assert!(sample(&game, &game.root(), sampling, &setup, &mut counts).is_continue());
        counts
    }

    #[test]
    fn uct_on_tic_tac_toe_visits_each_move_as_often_as_the_textbook_definition() {
        let counts = counted(Sampling::Uct, 100, false, false);
        assert_eq!(counts.visits, [11, 11, 11, 10, 31, 10, 11, 3, 2]);
        assert_eq!(counts.totals, [1, 1, 2, 1, 17, 1, 1, -3, -2]);
        assert_eq!(counts.nodes.len(), 101);
        let counts = counted(Sampling::Uct, 1_000, false, false);
        assert_eq!((counts.visits, counts.nodes.len()), ([17, 54, 129, 124, 297, 51, 201, 109, 18], 995));
        let counts = counted(Sampling::Uct, 10_000, false, false);
        let visits = [1058, 361, 1959, 966, 3467, 164, 1095, 323, 607];
        assert_eq!((counts.visits, counts.nodes.len()), (visits, 7_696));
    }

    #[test]
    fn all_children_at_once_and_the_solver_visit_as_often_as_open_spiel() {
        let visits = |sampling, solver| counted(sampling, 1_000, true, solver).visits;
        assert_eq!(visits(Sampling::Uct, false), [17, 54, 129, 124, 301, 51, 199, 106, 18]);
        assert_eq!(visits(Sampling::Uct, true), [17, 35, 128, 123, 382, 47, 197, 52, 18]);
        assert_eq!(visits(Sampling::Puct, false), [16, 16, 96, 119, 532, 23, 191, 3, 3]);
        assert_eq!(visits(Sampling::Puct, true), [16, 16, 291, 158, 290, 23, 199, 3, 3]);
    }
}
