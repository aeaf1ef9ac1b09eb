//! The lines of the pseudocode of all searches, as an enum, and sets of them.

macro_rules! lines {
    ($($Line:ident,)+) => {
        /// A line of the pseudocode, independent of its text in the code of a search. Lines with names ending in `Max` belong to
        /// max nodes, those in `Min` to min nodes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "the text of the line says what it does")]
        #[non_exhaustive]
        pub enum CodeLine {
            $($Line,)+
        }

        impl CodeLine {
            /// All lines.
            pub const ALL: [Self; [$(stringify!($Line)),+].len()] = [$(Self::$Line),+];
        }
    };
}

lines! {
    // The runs from the root.
    Search,
    Limit,
    Guess,
    Deepen,
    Passes,
    FirstGuess,
    ClampGuess,
    Width,
    AskBelow,
    AskAbove,
    IfClosed,
    AskAll,
    Bounds,
    Step,
    FirstBound,
    While,
    IfOutside,
    IfNoUpper,
    StepUp,
    IfNoLower,
    StepDown,
    ElseMiddle,
    Middle,
    DoubleStep,
    Bound,
    Call,
    Grow,
    IfFailLow,
    OpenAlpha,
    SetUpper,
    IfFailHigh,
    OpenBeta,
    ElseFailHigh,
    SetLower,
    ElseInside,
    Settled,
    NextGuess,
    SearchReturn,
    // A node: its end, and the table.
    Def,
    IfOver,
    ReturnScore,
    IfLimit,
    ReturnEvaluation,
    Key,
    Find,
    IfEntry,
    ReturnEntry,
    IfExact,
    ReturnExact,
    IfLower,
    ReturnLower,
    IfUpper,
    ReturnUpper,
    NarrowAlpha,
    NarrowBeta,
    KeepWindow,
    // A max node.
    IfMax,
    InitMax,
    ForMax,
    CallMax,
    IfOtherMax,
    CallOtherMax,
    ElseSameMax,
    CallSameMax,
    IfFirstMax,
    CallFirstMax,
    ElseNullMax,
    CallNullMax,
    IfAgainMax,
    CallAgainMax,
    BestMax,
    RaiseAlpha,
    IfCutMax,
    BreakMax,
    // A min node.
    ElseMin,
    InitMin,
    ForMin,
    CallMin,
    IfOtherMin,
    CallOtherMin,
    ElseSameMin,
    CallSameMin,
    IfFirstMin,
    CallFirstMin,
    ElseNullMin,
    CallNullMin,
    IfAgainMin,
    CallAgainMin,
    BestMin,
    LowerBeta,
    IfCutMin,
    BreakMin,
    // The end of a node.
    IfStoreUpper,
    StoreUpper,
    IfStoreLower,
    StoreLower,
    ElseStoreExact,
    StoreExact,
    Return,
}

const _: () = assert!(CodeLine::ALL.len() <= u128::BITS as usize, "a set has a bit for each");

impl CodeLine {
    /// The index in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn bit(self) -> u128 {
        1 << self as u32
    }
}

/// A set of lines.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct LineSet(u128);

impl LineSet {
    /// Whether the set contains a line.
    #[must_use]
    pub const fn contains(self, line: CodeLine) -> bool {
        self.0 & line.bit() != 0
    }

    /// Whether the sets have a common line.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set contains no line.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a line to the set.
    pub const fn insert(&mut self, line: CodeLine) {
        self.0 |= line.bit();
    }

    /// Removes a line, or adds it if the set does not contain it.
    pub const fn toggle(&mut self, line: CodeLine) {
        self.0 ^= line.bit();
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Iterates over the lines, in the order of [`CodeLine::ALL`].
    pub fn iter(self) -> impl Iterator<Item = CodeLine> {
        CodeLine::ALL.into_iter().filter(move |line| self.contains(*line))
    }
}

impl Extend<CodeLine> for LineSet {
    fn extend<I: IntoIterator<Item = CodeLine>>(&mut self, lines: I) {
        for line in lines {
            self.insert(line);
        }
    }
}

impl FromIterator<CodeLine> for LineSet {
    fn from_iter<I: IntoIterator<Item = CodeLine>>(lines: I) -> Self {
        let mut set = Self::default();
        set.extend(lines);
        set
    }
}

impl std::fmt::Debug for LineSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
