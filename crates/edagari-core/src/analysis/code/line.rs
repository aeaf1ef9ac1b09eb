//! The lines of the pseudocode of all searches, as an enum; the data of each, and sets of them.

use crate::language::Text;

macro_rules! lines {
    ($($Line:ident,)+) => {
        /// A line of the pseudocode, independent of its text in the code of a search. Lines with names ending in `Max` belong to
        /// max nodes, those in `Min` to min nodes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "the text of the line says what it does")]
        pub enum CodeLine {
            $($Line,)+
        }

        impl CodeLine {
            /// All lines, in order of declaration.
            pub const ALL: [Self; [$(stringify!($Line)),+].len()] = [$(Self::$Line),+];
        }
    };
}

lines! {
    // The runs from the root.
    Search,
    Range,
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
    // A win with the next move.
    IfWin,
    BestWin,
    NarrowWin,
    ReturnWin,
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
    // Moves that lose at once, and the bounds of the rules.
    NoLosing,
    IfLooksAhead,
    FindLosing,
    Children,
    IfChildren,
    IfFar,
    RuleBounds,
    ElseNear,
    NearBounds,
    IfRuleUpper,
    BestRuleUpper,
    NarrowRuleUpper,
    ReturnRuleUpper,
    IfRuleLower,
    BestRuleLower,
    NarrowRuleLower,
    ReturnRuleLower,
    IfRuleOpen,
    RuleAlpha,
    RuleBeta,
    KeepWindow,
    // A chance node.
    IfChance,
    InitChance,
    AllChildren,
    ForProbe,
    LowChild,
    HighChild,
    IfChoice,
    ProbeProbability,
    ProbeAlpha,
    ProbeBeta,
    ProbeEnds,
    CallProbed,
    IfLowKnown,
    KeepLow,
    RaiseLow,
    IfProbeAbove,
    BoundProbeAbove,
    NoneAbove,
    BreakProbeAbove,
    IfHighKnown,
    KeepHigh,
    LowerHigh,
    IfProbeBelow,
    BoundProbeBelow,
    NoneBelow,
    BreakProbeBelow,
    DefProbed,
    CallFirst,
    NarrowFirst,
    ReturnFirst,
    ForChance,
    Probability,
    Rest,
    RestHigh,
    ChanceAlpha,
    ChanceBeta,
    ChanceEnds,
    CallChance,
    AddChance,
    IfBelow,
    BoundBelow,
    BreakBelow,
    IfAbove,
    BoundAbove,
    BreakAbove,
    BestChance,
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
    IfLosingMax,
    BestLosingMax,
    RaiseLosing,
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
    IfLosingMin,
    BestLosingMin,
    LowerLosing,
    // The end of a node.
    IfStoreUpper,
    StoreUpper,
    IfStoreLower,
    StoreLower,
    ElseStoreExact,
    StoreExact,
    Return,
    // A node of a search that guesses: quiescence.
    IfQuiet,
    InitQuiet,
    IfStand,
    BestStand,
    NarrowStand,
    IfStandCut,
    ReturnStand,
    ForNoisy,
    IfHopeless,
    SkipHopeless,
    CallNoisy,
    BestNoisy,
    NarrowNoisy,
    IfNoisyCut,
    BreakNoisy,
    ReturnQuiet,
    // Guesses about the whole node: a null move, and ProbCut.
    CutBound,
    MayGuess,
    IfPass,
    PassWindow,
    PassDepth,
    CallPass,
    KeepScore,
    IfVerify,
    VerifyDepth,
    CallVerify,
    IfPassCut,
    ReturnPass,
    IfProbe,
    ProbeBound,
    ProbeWindow,
    ProbeDepth,
    CallProbe,
    IfProbeCut,
    ReturnProbe,
    // Guesses about the best move: internal deepening, and singular extensions.
    NoFirst,
    IfShallow,
    CallShallow,
    FirstOfShallow,
    NoSingular,
    IfSingle,
    SingleDepth,
    IfNoFirst,
    CallFindFirst,
    FoundFirst,
    OthersBound,
    IfFirstIsValue,
    OthersWindow,
    Others,
    CallOthers,
    IfOthersWorse,
    SetSingular,
    // The children, and the guesses about each move.
    InitBest,
    InitCount,
    ForChild,
    IfExcluded,
    SkipExcluded,
    IfLate,
    SkipLate,
    IfFutile,
    BestFutile,
    SkipFutile,
    ChildDepth,
    NullWindow,
    Reduce,
    IfExtend,
    Extend,
    NoReduction,
    IfReduced,
    CallReduced,
    IfWhole,
    IfFirstChild,
    CallFirstChild,
    ElseNullChild,
    CallNullChild,
    IfAgainChild,
    AgainWindow,
    CallAgainChild,
    CallChild,
    BestChild,
    NarrowChild,
    IfCutChild,
    BreakChild,
    CountChild,
    // Monte-Carlo tree search: the iterations, a leaf, the selection of a child, and the way back.
    Constant,
    Iterations,
    IfRootKnown,
    BreakRootKnown,
    LeafScore,
    LeafResult,
    IfNewLeaf,
    Playout,
    ElseInner,
    IfUnvisited,
    FirstUnvisited,
    ElseVisited,
    InitValue,
    ForMove,
    IfMoveKnown,
    ValueKnown,
    IfMoveNew,
    ValueNew,
    ElseMove,
    Mean,
    Exploration,
    ValueSum,
    IfGreater,
    SelectMove,
    CallSelected,
    IfChildKnown,
    BestKnown,
    IfProven,
    SetProven,
    AddVisit,
    AddResult,
    // Proof-number search: the expansions, the choice of a child, and the numbers of a node.
    Goal,
    Left,
    WhileUnsolved,
    IfNewNode,
    Expand,
    CountDown,
    UpdateNew,
    ElseExpanded,
    WhileBelow,
    IfMaxChooses,
    LeastProof,
    RunnerUpMax,
    ThresholdsMax,
    ElseMinChooses,
    LeastDisproof,
    RunnerUpMin,
    ThresholdsMin,
    CallChosen,
    UpdateNode,
    ReturnNumbers,
    DefUpdate,
    IfMaxNumbers,
    ProofOfMax,
    DisproofOfMax,
    ElseMinNumbers,
    ProofOfMin,
    DisproofOfMin,
}

impl CodeLine {
    /// The index in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word of a [`LineSet`] that contains the line, and its bit there.
    const fn place(self) -> (usize, u64) {
        let index = self.index();
        (index / u64::BITS as usize, 1 << (index % u64::BITS as usize))
    }
}

/// A line of pseudocode, present in the code of some runs. `S` holds the facts about a run that decide this.
pub(super) struct Entry<S: 'static> {
    pub(super) line: CodeLine,
    /// The number of indentation levels.
    pub(super) level: u8,
    /// The runs in which the line is indented one level deeper.
    pub(super) is_deeper: fn(&S) -> bool,
    pub(super) text: &'static str,
    /// Whether the code of a run contains the line.
    pub(super) when: fn(&S) -> bool,
    pub(super) comment: Option<Text>,
}

/// A line with a fixed indentation.
pub(super) const fn entry<S>(line: CodeLine, level: u8, text: &'static str, when: fn(&S) -> bool) -> Entry<S> {
    Entry { line, level, is_deeper: |_| false, text, when, comment: None }
}

impl<S> Entry<S> {
    pub(super) const fn note(self, comment: Text) -> Self {
        Self { comment: Some(comment), ..self }
    }

    /// The line, one level deeper in some runs.
    pub(super) const fn deeper(self, is_deeper: fn(&S) -> bool) -> Self {
        Self { is_deeper, ..self }
    }
}

/// Number of words of a set, with a bit for each line.
const WORDS: usize = CodeLine::ALL.len().div_ceil(u64::BITS as usize);

/// A set of lines.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct LineSet([u64; WORDS]);

impl LineSet {
    /// Whether the set contains a line.
    #[must_use]
    pub const fn contains(self, line: CodeLine) -> bool {
        let (word, bit) = line.place();
        self.0[word] & bit != 0
    }

    /// Whether the sets have a common line.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether the set contains no line.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds a line to the set.
    pub const fn insert(&mut self, line: CodeLine) {
        let (word, bit) = line.place();
        self.0[word] |= bit;
    }

    /// Removes a line, or adds it if the set does not contain it.
    pub const fn toggle(&mut self, line: CodeLine) {
        let (word, bit) = line.place();
        self.0[word] ^= bit;
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
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
