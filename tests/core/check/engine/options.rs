//! Features of the engine, and how it records its search.

use super::super::games::Game;
use super::super::made_up::chance;
use super::naming::Labels;

/// Windows and depths of the passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    Once,
    /// One search with a window of the caller.
    Within(i32, i32),
    Deepening,
    /// Deepening with windows around the score before, widened by a factor, or opened if that is 0.
    Aspiration {
        width: i32,
        growth: i32,
    },
}

/// How the table keeps scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    None,
    /// Entries are overwritten always.
    Always,
    /// Entries of a greater depth are kept.
    Deeper,
    /// Like `Always`, and lookups and stores record mates as the entry has them, counted from the node.
    AsEntered,
}

/// How much is recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// `enter` and `leave`, windows of the passes, reasons and kinds.
    Thin,
    /// All windows, lookups and stores, moves.
    Middle,
    /// All events and fields of the format.
    Full,
}

/// When the clock stops the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Never,
    /// Between two passes.
    BetweenPasses,
    /// In the middle of a pass; nothing more is recorded.
    InPass,
    /// In the middle of a pass; open nodes are left without a score.
    Unwinding,
}

/// An engine and its recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of its own")]
pub struct Options {
    pub game: Game,
    pub depth: i32,
    pub passes: Passes,
    pub table: Table,
    pub detail: Detail,
    pub stop: Stop,
    pub is_hard: bool,
    pub scouts: bool,
    pub mate_distance: bool,
    /// Whether mate-distance pruning is recorded.
    pub records_mate_distance: bool,
    pub quiescence: bool,
    pub null_move: bool,
    pub verifies: bool,
    pub reductions: bool,
    pub razoring: bool,
    pub futility: bool,
    pub late_moves: bool,
    pub singular: bool,
    pub check_extensions: bool,
    pub repetition: bool,
    pub internal: bool,
    pub killers: bool,
    pub staged: bool,
    /// Whether scores have the mover's point of view; otherwise that of the max player.
    pub from_mover: bool,
    /// Whether the header declares the search, its form and its mates.
    pub declares: bool,
    pub labels: Labels,
    /// Whether nodes have keys.
    pub keys: bool,
}

impl Options {
    /// An engine with everything.
    pub const ALL: Self = Self {
        game: Game::Chess,
        depth: 4,
        passes: Passes::Aspiration { width: 8, growth: 3 },
        table: Table::Always,
        detail: Detail::Full,
        stop: Stop::Never,
        is_hard: false,
        scouts: true,
        mate_distance: true,
        records_mate_distance: true,
        quiescence: true,
        null_move: true,
        verifies: true,
        reductions: true,
        razoring: true,
        futility: true,
        late_moves: true,
        singular: true,
        check_extensions: true,
        repetition: true,
        internal: true,
        killers: true,
        staged: true,
        from_mover: true,
        declares: true,
        labels: Labels::Position,
        keys: true,
    };

    /// An engine of α-β alone.
    pub const PLAIN: Self = Self {
        passes: Passes::Once,
        table: Table::None,
        scouts: false,
        mate_distance: false,
        quiescence: false,
        null_move: false,
        verifies: false,
        reductions: false,
        razoring: false,
        futility: false,
        late_moves: false,
        singular: false,
        check_extensions: false,
        repetition: false,
        internal: false,
        killers: false,
        staged: false,
        ..Self::ALL
    };

    /// Features drawn from a seed.
    pub fn drawn(seed: u64) -> Self {
        let draw = |salt: u64| chance(seed, salt);
        let has = |salt: u64| draw(salt).is_multiple_of(2);
        let game = [Game::Chess, Game::Rings, Game::Chess, Game::Rings, Game::WholeTicTacToe, Game::Layers];
        let game = game[(seed % 6) as usize];
        let passes = match draw(1) % 5 {
            0 => Passes::Once,
            1 => Passes::Within(-40, 25),
            2 => Passes::Deepening,
            3 => Passes::Aspiration { width: 10, growth: 2 },
            _ => Passes::Aspiration { width: 5, growth: 0 },
        };
        let deepens = matches!(passes, Passes::Deepening | Passes::Aspiration { .. });
        let detail = [Detail::Full, Detail::Full, Detail::Middle, Detail::Thin][(draw(2) % 4) as usize];
        let table = [Table::None, Table::Always, Table::Deeper, Table::AsEntered][(draw(3) % 4) as usize];
        // Only scores of mates that count from the root can be recorded as the entry has them.
        let has_mates = matches!(game, Game::Chess | Game::Rings);
        let declares = has(5) || table == Table::AsEntered;
        let keys = has(6) || table == Table::AsEntered || game == Game::Layers;
        Self {
            game,
            depth: 2 + (draw(4) % 3) as i32,
            passes,
            table: if table == Table::AsEntered && !has_mates { Table::Always } else { table },
            detail,
            stop: match draw(7) % 8 {
                0 if deepens => Stop::BetweenPasses,
                1 => Stop::InPass,
                2 => Stop::Unwinding,
                _ => Stop::Never,
            },
            is_hard: draw(8).is_multiple_of(3),
            scouts: has(9),
            mate_distance: has(10) && has_mates,
            records_mate_distance: has(26),
            quiescence: has(11),
            null_move: has(12),
            verifies: has(13),
            reductions: has(14),
            razoring: has(15),
            futility: has(16),
            late_moves: has(17),
            singular: has(18),
            check_extensions: has(19),
            repetition: has(20) && keys,
            internal: has(21),
            killers: has(22),
            staged: has(23),
            from_mover: !draw(24).is_multiple_of(3),
            declares,
            labels: Labels::ALL[(draw(25) % 10) as usize],
            keys: keys || game == Game::WholeTicTacToe || !matches!(table, Table::None),
        }
    }

    /// Whether a feature can change the value of a node.
    pub const fn guesses(&self) -> bool {
        self.quiescence
            || self.null_move
            || self.reductions
            || self.razoring
            || self.futility
            || self.late_moves
            || self.singular
            || self.check_extensions
    }
}
