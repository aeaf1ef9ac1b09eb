//! Examples: runs that are begun with one click, and the place in time at which each is worth a look.

use super::run::RunId;
use super::settings::{TreeForm, Workspace};
use super::{Link, Session};
use crate::game::GameSetup;
use crate::search::{Algorithm, TableSetup};
use crate::trace::{Jump, Process, Setup};

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

/// Frames a second at which each frame's sentence can be read.
const READING_SPEED: f32 = 1.0;

impl Example {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cut, Self::Comparison, Self::Table];

    fn setups(self) -> Vec<Setup> {
        let tic_tac_toe = GameSetup::TicTacToe { shortest_win: false };
        let search = |game, algorithm| Setup::new(game, Process::Search(algorithm));
        match self {
            Self::Cut => vec![search(GameSetup::Textbook { file: None }, Algorithm::AlphaBeta)],
            Self::Comparison => {
                [Algorithm::Minimax, Algorithm::AlphaBeta].map(|of| search(tic_tac_toe.clone(), of)).to_vec()
            }
            Self::Table => {
                vec![Setup { table: Some(TableSetup::default()), ..search(tic_tac_toe, Algorithm::AlphaBeta) }]
            }
        }
    }
}

impl Session {
    /// Records an example in the place of all runs; once that is done, it is shown where it is worth a look.
    pub fn begin_example(&mut self, example: Example) {
        let setups = example.setups();
        self.settings.workspace = Workspace::Replay;
        self.settings.tree_form = TreeForm::Focus;
        self.settings.follow = true;
        self.settings.one_run = false;
        self.settings.link = Link::Place;
        self.loops = false;
        for closed in self.runs.iter().skip(setups.len()).map(|run| run.id).collect::<Vec<_>>() {
            self.close_run(closed);
        }
        for (place, setup) in setups.into_iter().enumerate() {
            match self.runs.get(place).map(|run| run.id) {
                Some(id) => self.record(id, setup, self.settings.memory_limit_mib),
                None => {
                    self.add_run(setup);
                }
            }
        }
        // The last one is looked at, so that what it saves is beside what it saves it from.
        self.activate(self.runs[self.runs.len() - 1].id);
        self.example = Some(example);
    }

    /// Goes to where the example that was begun is worth a look, once its active run is recorded; whether one was.
    pub(super) fn show_example(&mut self, recorded: RunId) -> bool {
        let Some(example) = self.example.take_if(|_| recorded == self.active) else { return false };
        let trace = &self.active_run().trace;
        let frame = match example {
            Example::Cut => None,
            Example::Comparison => trace.next_jump(Jump::Cut, 0),
            Example::Table => trace.next_jump(Jump::TableReturn, 0),
        };
        self.go_to(frame.unwrap_or(0));
        if example == Example::Cut {
            self.settings.speed = READING_SPEED;
            self.toggle_play();
        }
        true
    }
}
