//! Search options of a program, and its degree of recording.

/// Degree of recording.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Degree {
    /// Only `enter` and `leave`, with scores only if they do not follow from the children.
    Bare,
    /// `enter` and `leave` with a score; the header specifies the game and the scores.
    Thinnest,
    /// Also the window of the root, reasons, and the search in the header.
    Thin,
    /// All windows and the table, but no `score`, `update` and `prune`.
    Middle,
    /// All events and fields of the format.
    Full,
}

/// Options of a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct TableUse {
    /// Whether bounds that do not settle a node narrow its window.
    pub narrows: bool,
    /// Whether an entry of a greater depth answers too.
    pub deeper_answers: bool,
    /// Whether lookups and stores name their entry.
    pub names_entries: bool,
    /// Whether the table is warm from an earlier search that is not recorded.
    pub is_warm: bool,
    /// Whether that search was one move deeper.
    pub is_warm_from_deeper: bool,
    /// Whether positions are recorded by their keys, without names of entries.
    pub tells_keys_alone: bool,
    /// Whether the header omits the kind of table.
    pub is_undeclared: bool,
    /// Whether lookups omit their results.
    pub omits_results: bool,
}

/// Speculative pruning or search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    Quiescence,
    /// Quiescence whose standing pat is recorded only as the `why` of a `leave`.
    StandPatUntold,
    NullMove,
    ProbCut,
    /// Singular verification: all other moves are searched with reduced depth.
    Singular,
    /// Singular verification in one visit: the same place is searched below itself without its first move.
    Excluding,
    LateReductions,
    InternalDeepening,
    /// Internal deepening at the root, recorded as a pass whose node has no move.
    InternalPass,
    Futility,
    /// Futility whose expected maximum is recorded only in the `skip`.
    FutilityBySkip,
    LateMoves,
    Razoring,
}

/// Driver of the root search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drive {
    Once,
    /// With a given window at the root.
    Within(i32, i32),
    Deepening,
    /// Windows around the value of the previous depth. A failed window is widened by the factor, or opened if the
    /// factor is 0.
    Aspiration {
        width: i32,
        growth: i32,
    },
    MtdF {
        guess: i32,
    },
    /// Deepening with MTD(f), each depth starting at the value of the previous one.
    DeepeningMtdF,
    /// Null windows that halve the range of scores.
    Bisection {
        range: i32,
    },
}

/// Search options of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Ways {
    /// Whether it makes cuts; otherwise it is plain minimax.
    pub cuts: bool,
    pub is_hard: bool,
    /// Whether fail-hard clamps only the returned score, not the updates of the window.
    pub clamps_at_end: bool,
    /// Whether only α > β cuts.
    pub cuts_above: bool,
    /// Whether all children except the first get null windows.
    pub scouts: bool,
    /// Whether a re-search starts with the bound of the null window, and is omitted directly above the leaves.
    pub is_negascout: bool,
    pub table: Option<TableUse>,
    /// Whether windows are narrowed to the possible mate scores.
    pub mate_distance: bool,
    pub guess: Option<Guess>,
    pub drive: Drive,
    /// Whether scores have the mover's point of view; otherwise that of the max player.
    pub from_mover: bool,
    /// Name of a custom evaluation.
    pub evaluation: Option<&'static str>,
}

impl Ways {
    pub const MINIMAX: Self = Self {
        cuts: false,
        is_hard: false,
        clamps_at_end: false,
        cuts_above: false,
        scouts: false,
        is_negascout: false,
        table: None,
        mate_distance: false,
        guess: None,
        drive: Drive::Once,
        from_mover: true,
        evaluation: None,
    };
    pub const SOFT: Self = Self { cuts: true, ..Self::MINIMAX };
    pub const HARD: Self = Self { is_hard: true, ..Self::SOFT };
    pub const PVS: Self = Self { scouts: true, ..Self::SOFT };
    pub const TABLE: TableUse = TableUse {
        narrows: false,
        deeper_answers: false,
        names_entries: true,
        is_warm: false,
        is_warm_from_deeper: false,
        tells_keys_alone: false,
        is_undeclared: false,
        omits_results: false,
    };

    /// Whether the final score of the root is its minimax value.
    pub fn is_exact(&self) -> bool {
        self.guess.is_none() && !self.table.is_some_and(|table| table.deeper_answers)
    }

    /// Whether the moves are searched in the order of the game.
    pub fn tries_in_order(&self) -> bool {
        self.guess.is_none() && self.table.is_none()
    }

    /// Whether each line is searched to the end of the game, without a depth limit.
    pub fn goes_to_the_end(&self) -> bool {
        let deepens = matches!(self.drive, Drive::Deepening | Drive::DeepeningMtdF | Drive::Aspiration { .. });
        self.guess.is_none() && !deepens
    }

    /// Whether children can get null windows.
    pub fn has_null_windows(&self) -> bool {
        let drives = matches!(self.drive, Drive::MtdF { .. } | Drive::DeepeningMtdF | Drive::Bisection { .. });
        self.scouts || drives || self.guess.is_some()
    }

    /// Name of the search in the header.
    pub fn name(&self) -> &'static str {
        match self.drive {
            Drive::MtdF { .. } | Drive::DeepeningMtdF => "mtd-f",
            Drive::Bisection { .. } => "bisection",
            _ if self.scouts => "pvs",
            Drive::Aspiration { .. } => "aspiration",
            _ if !self.cuts => "minimax",
            _ if self.is_hard => "alpha-beta",
            _ => "alpha-beta-soft",
        }
    }
}
