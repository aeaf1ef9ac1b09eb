//! How a program searches, and how much of it it tells.

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Degree {
    /// `enter` and `leave` alone, and scores only where no child tells them.
    Bare,
    /// `enter` and `leave` with a score; the header says what the games and the scores are.
    Thinnest,
    /// Also a window at the root, reasons, and what the search is.
    Thin,
    /// Windows everywhere and the table, but no `score`, `update` and `prune`.
    Middle,
    /// All that the format has words for.
    Full,
}

/// How a program uses a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct TableUse {
    /// Bounds that do not settle a node narrow its window.
    pub narrows: bool,
    /// An entry of a greater depth answers too.
    pub deeper_answers: bool,
    /// Lookups and stores name their entry.
    pub names_entries: bool,
    /// The table is warm from an earlier search, which is not told.
    pub is_warm: bool,
    /// That search was one move deeper.
    pub is_warm_from_deeper: bool,
    /// Positions are told by their keys, and no entry is named.
    pub tells_keys_alone: bool,
    /// The header does not say how the table works.
    pub is_undeclared: bool,
    /// Lookups do not say what came of them.
    pub omits_results: bool,
}

/// What a search leaves out or asks besides, on a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    Quiescence,
    /// The same, and standing pat is told by nothing but the `why` of a `leave`.
    StandPatUntold,
    NullMove,
    ProbCut,
    /// All other moves are asked, less deep, whether they come near the table's.
    Singular,
    /// The same place is searched without its first move, as a visit below itself.
    Excluding,
    LateReductions,
    InternalDeepening,
    /// The root is searched less deep below itself, as a pass whose node has no move.
    InternalPass,
    Futility,
    /// The same, and the score that is expected at most is told by nothing but the `skip`.
    FutilityBySkip,
    LateMoves,
    Razoring,
}

/// How the root is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drive {
    Once,
    /// With a given window at the root.
    Within(i32, i32),
    Deepening,
    /// With windows around the value of the depth before; what failed is widened by the factor, or opened if that is 0.
    Aspiration {
        width: i32,
        growth: i32,
    },
    MtdF {
        guess: i32,
    },
    /// Deepening, each depth by MTD(f) from the value of the depth before.
    DeepeningMtdF,
    /// Null windows that halve the range of scores.
    Bisection {
        range: i32,
    },
}

/// How a program searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Ways {
    /// Plain minimax otherwise.
    pub cuts: bool,
    pub is_hard: bool,
    /// What fails hard is held to β only where it is returned, not where the window is updated.
    pub clamps_at_end: bool,
    /// Cuts at α > β alone.
    pub cuts_above: bool,
    /// Null windows for all children but the first.
    pub scouts: bool,
    /// The second search of a child begins with what the null window has shown, and is left out right above the leaves.
    pub is_negascout: bool,
    pub table: Option<TableUse>,
    /// Windows are narrowed to the mates that can still be.
    pub mate_distance: bool,
    pub guess: Option<Guess>,
    pub drive: Drive,
    /// Scores are seen by the mover; otherwise by the max player.
    pub from_mover: bool,
    /// A name for an evaluation of its own.
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

    /// Whether the root has its minimax value in the end.
    pub fn is_exact(&self) -> bool {
        self.guess.is_none() && !self.table.is_some_and(|table| table.deeper_answers)
    }

    /// Whether moves are tried as the game has them.
    pub fn tries_in_order(&self) -> bool {
        self.guess.is_none() && self.table.is_none()
    }

    /// Whether each line is searched until the game is over, if there is no depth limit.
    pub fn goes_to_the_end(&self) -> bool {
        let deepens = matches!(self.drive, Drive::Deepening | Drive::DeepeningMtdF | Drive::Aspiration { .. });
        self.guess.is_none() && !deepens
    }

    /// Whether children may be searched with null windows.
    pub fn has_null_windows(&self) -> bool {
        let drives = matches!(self.drive, Drive::MtdF { .. } | Drive::DeepeningMtdF | Drive::Bisection { .. });
        self.scouts || drives || self.guess.is_some()
    }

    /// What the header calls it.
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
