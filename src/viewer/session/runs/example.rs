//! Examples: predefined runs that start with one click.

use crate::viewer::session::Link;
use edagari_core::game::{Chess, GameKind, GameSetup, TicTacToe};
use edagari_core::search::{Algorithm, DepthLimit, Proof, Sampling, SamplingSetup, TableSetup};
use edagari_core::trace::{FrameKind, Jump, NodeId, Process, Setup, Trace};

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
    /// α-β in a position of chess with a mate in two moves, at the frame where the mate has returned to the root.
    Mate,
    /// UCT in tic-tac-toe after a first move, where its favourite changes for the last time.
    Sampling,
    /// df-pn in the same position of chess, at the frame where the mate is proved.
    Proof,
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
            Self::Mate => {
                let limit = Some(DepthLimit { depth: 3, evaluation: 0 });
                vec![Setup { limit, ..search(mate_in_two(), Algorithm::AlphaBetaSoft) }]
            }
            Self::Sampling => {
                let sampling = SamplingSetup { iterations: 500, ..SamplingSetup::default() };
                // Only the centre does not lose, which the search does not recognize at first.
                let after = "a1".to_owned();
                vec![Setup { sampling, after, ..Setup::new(tic_tac_toe, Process::Sample(Sampling::Uct)) }]
            }
            Self::Proof => vec![Setup::new(mate_in_two(), Process::Prove(Proof::Dfpn))],
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
            Self::Cut | Self::Practice | Self::Comparison | Self::Table | Self::Mate | Self::Sampling | Self::Proof => {
                Link::Place
            }
        }
    }

    /// Returns the first frame of interest.
    pub(super) fn first_look(self, trace: &Trace) -> usize {
        let frame = match self {
            Self::Cut | Self::Practice => None,
            Self::FiveSearches | Self::Proof => trace.frame_count().checked_sub(1),
            Self::Sampling => trace.samples().and_then(|samples| samples.favourite_changes(NodeId::ROOT).last()),
            Self::Comparison => trace.next_jump(Jump::Cut, 0),
            Self::Table => trace.next_jump(Jump::TableReturn, 0),
            Self::Mate => first_return_of_value(trace),
        };
        frame.unwrap_or(0)
    }
}

/// A position of chess with a mate in two moves.
fn mate_in_two() -> GameSetup {
    let chess = GameKind::named("chess");
    let mate = chess.and_then(|kind| kind.position_option()?.named("smothered"));
    GameSetup::placed(Chess::default(), mate.map_or("", |mate| mate.position))
}

/// The first frame at which a child has returned the value of the run to the root.
fn first_return_of_value(trace: &Trace) -> Option<usize> {
    let end = trace.step(trace.frame_count().checked_sub(1)?)?;
    (0..trace.frame_count()).find(|&frame| {
        trace
            .step(frame)
            .is_some_and(|step| step.kind == FrameKind::Score && step.node == end.node && step.score == end.score)
    })
}
