//! The edited tree of a run.

use std::collections::HashSet;

use super::edited_tree::{EditedTree, MOST_NODES};
use crate::game::{AnyPosition, TextbookNode, TreeError};
use crate::search::{Order, PassSetup, RefusedSetup};
use crate::trace::{Setup, Trace};

/// Why a run cannot be edited.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotEditable {
    /// It is no search.
    #[error("the run generates a tree, expected a search")]
    NoSearch,
    /// The tree is too large.
    #[error("the tree has more than {MOST_NODES} nodes, expected a smaller one; a depth limit makes it smaller")]
    TooLarge,
    /// The trace does not know all of the tree.
    #[error("the trace does not say what lies below some of its nodes, expected one of the whole tree")]
    Unknown,
    /// Scores with a point, or infinite ones.
    #[error("the scores have a point or are infinite, expected whole numbers")]
    Scores,
    /// Deepening searches to several limits; an edited tree has one.
    #[error("the run deepens step by step, expected one without iterative deepening")]
    Deepening,
    /// A table that knows positions again.
    #[error("the table knows positions again that are apart in an edited tree, expected a run without a table")]
    Table,
    /// Some option needs the game.
    #[error(transparent)]
    Setup(#[from] RefusedSetup),
    /// The nodes are no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

/// A position still to be gone through.
struct Ahead {
    position: AnyPosition,
    parent: Option<usize>,
    name: Option<String>,
    path: Vec<u32>,
    left: u32,
}

/// The whole tree of a run, below its start and down to its depth limit, where evaluations become scores; and the setup of a search of this tree
/// that makes the same steps. The children stand in the order of the search.
///
/// # Errors
/// [`NotEditable`] says what does not fit.
pub fn editable(trace: &Trace) -> Result<(EditedTree, Setup), NotEditable> {
    match left_out_of_edited(trace).first() {
        Some(LeftOut::Deepening) => Err(NotEditable::Deepening),
        Some(LeftOut::EqualPositions) => Err(NotEditable::Table),
        None => editable_apart(trace),
    }
}

/// What a search of the edited tree of a run ([`editable_apart`]) does not do as the run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// It does not deepen: the tree has the scores of one limit.
    Deepening,
    /// Each node is a position of its own, so that the table never knows a position again that was reached otherwise.
    EqualPositions,
}

/// What a search of the edited tree of a run does not do as the run did.
#[must_use]
pub fn left_out_of_edited(trace: &Trace) -> Vec<LeftOut> {
    let setup = &trace.setup;
    let knows_equal = || trace.position(&[]).is_some_and(|start| start.key().is_some());
    let deepening = setup.passes.deepening.map(|_| LeftOut::Deepening);
    let equal = (setup.table.is_some() && knows_equal()).then_some(LeftOut::EqualPositions);
    deepening.into_iter().chain(equal).collect()
}

/// As [`editable`], also for runs that a search of the tree cannot repeat step by step; see [`left_out_of_edited`].
///
/// # Errors
/// [`NotEditable`] says what does not fit.
pub fn editable_apart(trace: &Trace) -> Result<(EditedTree, Setup), NotEditable> {
    let setup = &trace.setup;
    if !setup.process.is_search() {
        return Err(NotEditable::NoSearch);
    }
    if trace.unit().is_some() || !trace.has_minimax_scores() {
        return Err(NotEditable::Scores);
    }
    let start = trace.position(&[]).ok_or(NotEditable::Unknown)?;
    let tree = EditedTree::from_nodes(&nodes_of(trace, start)?)?;
    let textbook = tree.to_textbook()?.into();
    let order = if setup.order_by.is_nothing() { Order::Natural } else { setup.order };
    let passes = PassSetup { deepening: None, ..setup.passes };
    let setup = Setup { after: String::new(), order, limit: None, passes, ..setup.clone() };
    setup.check_for(&crate::search::GameKnowledge::of_any(&textbook, &[]))?;
    Ok((tree, setup))
}

/// The moves to a node of a run, as indexes in the order of its edited tree ([`editable`]) before anything is edited.
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
    let mut ahead = vec![Ahead { position: start, parent: None, name, path: Vec::new(), left }];
    while let Some(Ahead { position, parent, name, path, left }) = ahead.pop() {
        if nodes.len() >= MOST_NODES {
            return Err(NotEditable::TooLarge);
        }
        let evaluation = limit.filter(|_| left == 0).map(|limit| position.evaluate(limit.evaluation));
        let score = position.score().or(evaluation);
        let score = score.map(|score| score.finite().ok_or(NotEditable::Scores)).transpose()?;
        let player = position.player();
        let index = nodes.len();
        nodes.push(TextbookNode { parent, name, player: Some(player), score, noise: None });
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
            children.push(Ahead { position: below, parent: Some(index), name: Some(name), path, left });
        }
        ahead.extend(children.into_iter().rev());
    }
    Ok(nodes)
}

/// The moves of a node as the run searched them; in the game's order where it did not, or where the search orders them itself.
fn moves_in_order(trace: &Trace, path: &[u32], count: usize) -> Vec<u32> {
    let node = trace.place(path).recorded().filter(|_| trace.setup.order_by.is_nothing());
    let searched: Vec<u32> =
        node.map(|node| trace.children(node).filter_map(|child| trace.move_of(child)).collect()).unwrap_or_default();
    if searched.len() == count { searched } else { (0..count as u32).collect() }
}

/// A move as one word.
fn word(text: &str) -> String {
    text.trim().chars().map(|letter| if letter.is_whitespace() || letter.is_control() { '_' } else { letter }).collect()
}

/// A word that no sibling has.
fn free_word(text: &str, taken: &mut HashSet<String>) -> String {
    let own = word(text);
    let own = if own.is_empty() { "_".to_owned() } else { own };
    let numbered = (2_u32..).map(|number| format!("{own}_{number}"));
    let free = std::iter::once(own.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(own);
    taken.insert(free.clone());
    free
}
