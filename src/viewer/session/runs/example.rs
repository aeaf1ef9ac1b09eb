//! Examples: predefined runs that start with one click.

use crate::viewer::session::Link;
use edagari_core::game::{GameSetup, TicTacToe};
use edagari_core::search::{Algorithm, TableSetup};
use edagari_core::trace::{Jump, Process, Setup, Trace};

/// An example that starts with one click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Example {
    /// α-β in the three-move figure, played slowly.
    Cut,
    /// α-β in the three-move figure, with questions before its effects.
    Practice,
    /// Minimax and α-β side by side, at the first cut.
    Comparison,
    /// α-β with a transposition table, at the first node whose score comes from the table.
    Table,
    /// α-β, PVS, MTD(f), SSS* and DUAL* in one small tree, side by side.
    FiveSearches,
}

impl Example {
    /// Returns the setups to record.
    pub(in crate::viewer::session) fn setups(self) -> Vec<Setup> {
        let tic_tac_toe = GameSetup::from(TicTacToe { shortest_win: false });
        let search = |game, algorithm| Setup::new(game, Process::Search(algorithm));
        match self {
            Self::Cut | Self::Practice => vec![search(GameSetup::textbook(None), Algorithm::AlphaBeta)],
            Self::Comparison => {
                [Algorithm::Minimax, Algorithm::AlphaBeta].map(|of| search(tic_tac_toe.clone(), of)).to_vec()
            }
            Self::Table => {
                vec![Setup { table: Some(TableSetup::default()), ..search(tic_tac_toe, Algorithm::AlphaBeta) }]
            }
            Self::FiveSearches => {
                use Algorithm::{AlphaBeta, DualStar, MtdF, Pvs, SssStar};
                let plaat = GameSetup::textbook(Some("plaat".as_ref()));
                let mut setups = [AlphaBeta, Pvs, MtdF, SssStar, DualStar].map(|of| search(plaat.clone(), of)).to_vec();
                // With a first guess of 0, MTD(f) would take the same steps as DUAL*.
                setups[2].passes.first_guess = Some(30);
                setups
            }
        }
    }

    /// Returns the link between the runs: runs with several passes are linked by their share.
    pub(in crate::viewer::session) const fn link(self) -> Link {
        match self {
            Self::FiveSearches => Link::Share,
            Self::Cut | Self::Practice | Self::Comparison | Self::Table => Link::Place,
        }
    }

    /// Returns the first frame of interest.
    pub(super) fn first_look(self, trace: &Trace) -> usize {
        let frame = match self {
            Self::Cut | Self::Practice => None,
            Self::FiveSearches => trace.frame_count().checked_sub(1),
            Self::Comparison => trace.next_jump(Jump::Cut, 0),
            Self::Table => trace.next_jump(Jump::TableReturn, 0),
        };
        frame.unwrap_or(0)
    }
}
