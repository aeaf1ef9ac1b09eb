//! What a trace has told by its columns so far, as a check goes through it.

use std::collections::HashMap;

use super::Fault;
use crate::score::Score;
use crate::trace::StoreId;

/// What is told of positions by columns.
#[derive(Default)]
pub(super) struct Told {
    /// By key and number of moves from the root, the score of a leaf and the frame where it was left.
    pub(super) leaves: HashMap<(String, usize), (Score, usize)>,
    /// The stores whose scores come from leaves where the search was broken off.
    pub(super) unfinished: HashMap<StoreId, bool>,
    /// What seems to be of another depth than it should, and how often it is of the right one.
    pub(super) deep_stores: Vec<(usize, Fault)>,
    pub(super) right_stores: usize,
    pub(super) shallow_answers: Vec<(usize, Fault)>,
    pub(super) right_answers: usize,
    /// Whether the depth falls by one with each move, wherever it is told.
    pub(super) falls_by_one: Option<bool>,
}

/// Whether scores rest on leaves where the search was broken off.
#[derive(Clone, Copy, Default)]
pub(super) struct Horizon {
    /// That of the child that returned last.
    pub(super) returned: bool,
    /// That of the node itself, by the child that made it.
    pub(super) so_far: bool,
}
