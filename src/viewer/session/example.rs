//! Examples: runs that are begun with one click.

use crate::game::{GameSetup, TicTacToe};
use crate::search::{Algorithm, TableSetup};
use crate::trace::{Jump, Process, Setup, Trace};

/// Runs that are begun with one click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Example {
    /// α-β in the three-move figure, which plays slowly.
    Cut,
    /// Minimax beside α-β, at the first cut.
    Comparison,
    /// α-β with a transposition table, at the first node that the table settles.
    Table,
}

impl Example {
    /// The setups to record.
    pub(super) fn setups(self) -> Vec<Setup> {
        let tic_tac_toe = GameSetup::from(TicTacToe { shortest_win: false });
        let search = |game, algorithm| Setup::new(game, Process::Search(algorithm));
        match self {
            Self::Cut => vec![search(GameSetup::textbook(None), Algorithm::AlphaBeta)],
            Self::Comparison => {
                [Algorithm::Minimax, Algorithm::AlphaBeta].map(|of| search(tic_tac_toe.clone(), of)).to_vec()
            }
            Self::Table => {
                vec![Setup { table: Some(TableSetup::default()), ..search(tic_tac_toe, Algorithm::AlphaBeta) }]
            }
        }
    }

    /// The frame at which it is worth a look.
    pub(super) fn first_look(self, trace: &Trace) -> usize {
        let frame = match self {
            Self::Cut => None,
            Self::Comparison => trace.next_jump(Jump::Cut, 0),
            Self::Table => trace.next_jump(Jump::TableReturn, 0),
        };
        frame.unwrap_or(0)
    }
}
