//! Compares the boards in the labels of visits with the same moves: the moves name the position.

use std::collections::HashMap;

use super::contents::{FileContents, NONE};
use super::numbered::Numbered;

/// The board and the player to move, if a label is a FEN.
fn board_and_player(label: &str) -> Option<[&str; 2]> {
    let mut words = label.split_whitespace();
    let (board, player) = (words.next()?, words.next()?);
    let slashes = board.matches('/').count();
    (slashes == 7 || (slashes > 1 && matches!(player, "w" | "b"))).then_some([board, player])
}

/// The visits whose label has another board than the first visit with the same moves. None if most have, or if passes start
/// from different boards: then the labels follow other conventions.
pub(super) fn visits_with_other_boards(contents: &FileContents, tree: &Numbered) -> Vec<u32> {
    let mut are_told: Vec<bool> = Vec::with_capacity(contents.visits.len());
    let mut first: HashMap<u32, [&str; 2]> = HashMap::new();
    let (mut same, mut others) = (0_usize, Vec::new());
    for (visit, (entered, &parent)) in (0_u32..).zip(contents.visits.iter().zip(&contents.parents)) {
        let is_told = parent == NONE || (contents.mv(visit).is_some() && are_told[parent as usize]);
        are_told.push(is_told);
        let label =
            entered.label.filter(|_| is_told && !entered.is_speculative).map(|label| contents.texts.text(label));
        let Some(board) = label.and_then(board_and_player) else { continue };
        if *first.entry(tree.of_visit[visit as usize]).or_insert(board) == board {
            same += 1;
        } else if parent == NONE {
            return Vec::new();
        } else {
            others.push(visit);
        }
    }
    if others.len() <= same { others } else { Vec::new() }
}
