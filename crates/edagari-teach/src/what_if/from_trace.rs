//! Conversion of runs to edited trees, and of their trees to exercises.

use std::collections::HashSet;

use super::edited_tree::{EditedTree, MAX_NODES};
use crate::exercise::{Convention, Exercise, ExerciseTree, Returned, SearchByHand};
use edagari_core::game::{AnyPosition, TextbookNode, TreeError};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::score::{Probability, Score};
use edagari_core::search::{Algorithm, Order, PassSetup, RefusedSetup};
use edagari_core::trace::{Setup, Trace};

/// Reason why a run cannot be edited.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum NotEditable {
    /// The run is not a search.
    NoSearch,
    /// The tree has too many nodes.
    TooLarge,
    /// The trace does not contain the whole tree.
    Unknown,
    /// The scores are not integers, or are infinite.
    Scores,
    /// The run uses iterative deepening, which needs several depth limits.
    Deepening,
    /// The run has a table that recognizes equal positions, which an edited tree does not have.
    Table,
    /// An option of the setup requires the original game.
    Setup(#[from] RefusedSetup),
    /// The nodes do not form a valid tree.
    Tree(#[from] TreeError),
}

impl HasMessage for NotEditable {
    fn message(&self) -> Message {
        match self {
            Self::NoSearch => Text::ErrorEditNoSearch.into(),
            Self::TooLarge => Message::from(Text::ErrorEditTooLarge).with("most", &MAX_NODES),
            Self::Unknown => Text::ErrorEditUnknown.into(),
            Self::Scores => Text::ErrorEditScores.into(),
            Self::Deepening => Text::ErrorEditDeepening.into(),
            Self::Table => Text::ErrorEditTable.into(),
            Self::Setup(error) => error.message(),
            Self::Tree(error) => error.message(),
        }
    }
}

/// Position to be expanded.
struct Ahead {
    position: AnyPosition,
    parent: Option<usize>,
    name: Option<String>,
    probability: Option<Probability>,
    path: Vec<u32>,
    left: u32,
}

/// Returns the whole tree of a run, from its start to its depth limit, where evaluations become scores; and the setup of a search
/// of this tree with the same steps. The children are in search order.
///
/// ```
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Progress, record_game};
/// use edagari_teach::what_if::editable;
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let (tree, setup) = editable(&trace)?;
/// let again = record_game(tree.to_textbook()?.into(), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// assert_eq!(again.frame_count(), trace.frame_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotEditable`] contains the reason.
pub fn editable(trace: &Trace) -> Result<(EditedTree, Setup), NotEditable> {
    match left_out_of_edited(trace).first() {
        Some(LeftOut::Deepening) => Err(NotEditable::Deepening),
        Some(LeftOut::EqualPositions) => Err(NotEditable::Table),
        None => editable_apart(trace),
    }
}

/// Feature of a run that a search of its edited tree ([`editable_apart`]) does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// Iterative deepening: the tree has the scores of a single depth limit.
    Deepening,
    /// Recognition of equal positions by the table: each node of the tree is a distinct position.
    EqualPositions,
}

/// Returns the features of a run that a search of its edited tree does not have.
#[must_use]
pub fn left_out_of_edited(trace: &Trace) -> Vec<LeftOut> {
    let setup = &trace.setup;
    let knows_equal = || trace.position(&[]).is_some_and(|start| start.key().is_some());
    let deepening = setup.passes.deepening.map(|_| LeftOut::Deepening);
    let equal = (setup.table.is_some() && knows_equal()).then_some(LeftOut::EqualPositions);
    deepening.into_iter().chain(equal).collect()
}

/// Converts a run like [`editable`], but also if a search of the tree cannot repeat the steps of
/// the run; see [`left_out_of_edited`].
///
/// # Errors
/// [`NotEditable`] contains the reason.
pub fn editable_apart(trace: &Trace) -> Result<(EditedTree, Setup), NotEditable> {
    let setup = &trace.setup;
    if !setup.process.is_search() {
        return Err(NotEditable::NoSearch);
    }
    let is_minimax = setup.process.algorithm().is_some();
    if is_minimax && (trace.unit().is_some() || !trace.has_minimax_scores()) {
        return Err(NotEditable::Scores);
    }
    let start = trace.position(&[]).ok_or(NotEditable::Unknown)?;
    let tree = EditedTree::from_nodes(&nodes_of(trace, start)?)?;
    let textbook = tree.to_textbook()?.into();
    let order = if setup.order_by.is_nothing() { Order::Natural } else { setup.order };
    let passes = PassSetup { deepening: None, ..setup.passes };
    // The nodes of the tree specify where chance moves.
    let setup = Setup { after: String::new(), order, limit: None, passes, random: None, ..setup.clone() };
    setup.check_for(&edagari_core::search::GameKnowledge::of_any(&textbook, &[]))?;
    Ok((tree, setup))
}

/// Converts a path of a run to indexes in the order of its edited tree ([`editable`]) before any edit.
#[must_use]
pub fn edited_path(trace: &Trace, path: &[u32]) -> Vec<u32> {
    let place = |(depth, mv): (usize, &u32)| {
        let above = &path[..depth];
        let count = trace.position(above).map_or(0, |position| position.move_count());
        let moves = moves_in_order(trace, above, count);
        moves.iter().position(|other| other == mv).map_or(*mv, |place| place as u32)
    };
    path.iter().enumerate().map(place).collect()
}

fn nodes_of(trace: &Trace, start: AnyPosition) -> Result<Vec<TextbookNode>, NotEditable> {
    let limit = trace.setup.limit;
    let left = limit.map_or(u32::MAX, |limit| limit.depth);
    let name = start.label().map(|label| word(&label)).filter(|label| !label.is_empty());
    let mut nodes = Vec::new();
    let mut ahead = vec![Ahead { position: start, parent: None, name, probability: None, path: Vec::new(), left }];
    while let Some(Ahead { position, parent, name, probability, path, left }) = ahead.pop() {
        if nodes.len() >= MAX_NODES {
            return Err(NotEditable::TooLarge);
        }
        let evaluation = limit.filter(|_| left == 0).map(|limit| position.evaluate(limit.evaluation));
        let score = position.score().or(evaluation);
        let score = score.map(|score| whole(trace, score).ok_or(NotEditable::Scores)).transpose()?;
        let player = position.player();
        let index = nodes.len();
        let weights: u64 = (0..position.move_count()).filter_map(|mv| position.chance(mv)).map(u64::from).sum();
        let is_random = trace.setup.random.is_some_and(|random| random.includes(player));
        let chance = score.is_none() && (weights > 0 || is_random);
        nodes.push(TextbookNode { parent, name, player: Some(player), score, chance, probability, noise: None });
        if score.is_some() {
            continue;
        }
        let moves = moves_in_order(trace, &path, position.move_count());
        if moves.is_empty() {
            return Err(NotEditable::Unknown);
        }
        let mut names = HashSet::new();
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let below = position.play(mv).ok_or(NotEditable::Unknown)?;
            let name = free_word(&position.move_text(mv as usize), &mut names);
            let left = if below.player() == player { left } else { left.saturating_sub(u32::from(limit.is_some())) };
            let path = path.iter().copied().chain([mv]).collect();
            let weight = position.chance(mv as usize).map(u64::from);
            let probability = weight.and_then(|weight| Probability::new(weight, weights));
            children.push(Ahead { position: below, parent: Some(index), name: Some(name), probability, path, left });
        }
        ahead.extend(children.into_iter().rev());
    }
    Ok(nodes)
}

/// Returns a score by the rules of the game as a whole number, if it is one.
fn whole(trace: &Trace, score: Score) -> Option<i32> {
    let Some(unit) = trace.unit() else { return score.finite() };
    let number = unit.number_of(trace.of_rules(score))?;
    let rounded = number.round();
    let is_whole = (number - rounded).abs() < 1e-9 && rounded.abs() <= f64::from(Score::MAX);
    is_whole.then_some(rounded as i32)
}

/// Returns the moves of a node in the order of the run's search; in the game's order if the trace does not contain all of them,
/// or if the search orders moves itself.
fn moves_in_order(trace: &Trace, path: &[u32], count: usize) -> Vec<u32> {
    let node = trace.place(path).recorded().filter(|_| trace.setup.order_by.is_nothing());
    let searched: Vec<u32> =
        node.map(|node| trace.children(node).filter_map(|child| trace.move_of(child)).collect()).unwrap_or_default();
    if searched.len() == count { searched } else { (0..count as u32).collect() }
}

/// Converts the text of a move to a single word.
fn word(text: &str) -> String {
    text.trim().chars().map(|letter| if letter.is_whitespace() || letter.is_control() { '_' } else { letter }).collect()
}

/// Returns a word based on `text` that no sibling has.
fn free_word(text: &str, taken: &mut HashSet<String>) -> String {
    let own = word(text);
    let own = if own.is_empty() { "_".to_owned() } else { own };
    let numbered = (2_u32..).map(|number| format!("{own}_{number}"));
    let free = std::iter::once(own.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(own);
    taken.insert(free.clone());
    free
}

/// Returns an exercise with the tree and search of a run, like [`exercise_of`]; `None` if the run cannot be edited.
#[must_use]
pub fn exercise_of_run(trace: &Trace) -> Option<Exercise> {
    let (tree, setup) = editable_apart(trace).ok()?;
    exercise_of(&tree, &setup)
}

/// Returns an exercise with the tree and, as far as it can be done by hand, the search of a run
/// with this setup; `None` if the tree has too many nodes, or if the search is neither minimax nor
/// α-β. If names repeat or are too long, like the moves of a game, all nodes are named by letters.
#[must_use]
pub fn exercise_of(tree: &EditedTree, setup: &Setup) -> Option<Exercise> {
    let algorithm = setup.process.algorithm()?;
    let search = match algorithm {
        Algorithm::Minimax => SearchByHand::Minimax,
        Algorithm::AlphaBetaOneBound => SearchByHand::OneBound,
        Algorithm::Pvs => SearchByHand::Pvs,
        _ => SearchByHand::AlphaBeta,
    };
    let convention = Convention {
        search,
        windows: search.cuts(),
        returned: if algorithm == Algorithm::AlphaBeta { Returned::Hard } else { Returned::Soft },
        table: search == SearchByHand::Pvs && setup.table.is_some(),
        ..Convention::default()
    };
    let nodes = tree.to_textbook().ok()?.to_nodes();
    let unnamed = || nodes.iter().map(|node| TextbookNode { name: None, ..node.clone() }).collect();
    let tree = ExerciseTree::from_nodes(nodes.clone()).or_else(|_| ExerciseTree::from_nodes(unnamed())).ok()?;
    Exercise::new(tree, convention).ok()
}
