//! View of a textbook tree with a different score at one leaf, without a copy of the nodes.

use edagari_core::game::{Board, Game, Player, TextbookTree};
use edagari_core::score::Score;

/// Tree with a replaced score of one leaf.
#[derive(Clone, Debug)]
pub(super) struct ChangedLeaf {
    pub tree: TextbookTree,
    pub leaf: u32,
    pub score: Score,
}

impl Game for ChangedLeaf {
    type Position = u32;
    type Move = u32;

    fn root(&self) -> u32 {
        self.tree.root()
    }

    fn player(&self, position: &u32) -> Player {
        self.tree.player(position)
    }

    fn score(&self, position: &u32) -> Option<Score> {
        let own = self.tree.score(position);
        if *position == self.leaf && own.is_some() { Some(self.score) } else { own }
    }

    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        self.tree.moves(position, moves);
    }

    fn play(&self, position: &u32, mv: u32) -> u32 {
        self.tree.play(position, mv)
    }

    fn move_text(&self, position: &u32, mv: u32) -> String {
        self.tree.move_text(position, mv)
    }

    fn board(&self, position: &u32) -> Board {
        self.tree.board(position)
    }
}
