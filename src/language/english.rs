//! English, the language that the others are translated from.

use super::descriptor::Descriptor;
#[cfg(feature = "export")]
use super::descriptor::Font;
use super::ordinals::Ordinals;
use super::texts::{Text, table};

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    code: "en",
    own_name: "English",
    listed_as: "English",
    text,
    words: &[],
    has_all_words: true,
    #[cfg(feature = "export")]
    fonts: &[
        Font {
            name: "Noto Sans",
            file: include_bytes!("../../resources/fonts/NotoSans-Regular.ttf"),
            is_strong: false,
        },
        Font {
            name: "Noto Sans SemiBold",
            file: include_bytes!("../../resources/fonts/NotoSans-SemiBold.ttf"),
            is_strong: true,
        },
    ],
    has_capitals: true,
    sentence_gap: " ",
    digit_gap: ',',
    ordinals: Ordinals {
        words: &[
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth",
        ],
        endings: &["th", "st", "nd", "rd"],
    },
    query_words: &[
        ("cuts", Text::FindCut),
        ("prune", Text::FindCut),
        ("pruned", Text::FindCut),
        ("returns", Text::FindReturn),
        ("researched", Text::FindSearchedAgain),
        ("visited", Text::FindStart),
        ("child", Text::FindChild),
    ],
    query_fillers: &[
        "at", "by", "in", "of", "with", "the", "and", "table", "frame", "frames", "node", "nodes", "bound",
    ],
};

table! {
    // Matches and experiments.
    Match: "Match";
    Experiment: "Experiment";
    FirstSide: "First player (max)";
    SecondSide: "Second player (min)";
    PlayMatch: "Play";
    RunExperiment: "Run";
    MatchAbout: "Two searches play a game against each other, each searching once a turn.";
    ExperimentAbout: "Each search plays against itself at every pair of depths. What counts is how many positions it evaluates in the whole game.";
    NoMatch: "Nothing has been played yet.";
    NoExperiment: "Nothing has been played yet.";
    TurnColumn: "Turn";
    PlayerColumn: "Player";
    MovesColumn: "Moves";
    ScoreColumn: "Score";
    EvaluationsColumn: "Evaluated";
    VisitsColumn: "Visited";
    FirstColumn: "First";
    SecondColumn: "Second";
    ResultColumn: "Result";
    TurnName: "Turn {number}, {player}: {moves}";
    TurnFound: "searched to {score}, {evaluations} {evaluations:position|positions} evaluated, {visits} {visits:node|nodes} visited";
    PreviousTurn: "Previous turn";
    NextTurn: "Next turn";
    MatchPlaying: "{turns} {turns:turn|turns} so far, {evaluations} {evaluations:position|positions} evaluated";
    MatchStopped: "stopped after {turns} {turns:turn|turns}, {evaluations} {evaluations:position|positions} evaluated";
    MatchScore: "score {score} after {turns} {turns:turn|turns}, {evaluations} {evaluations:position|positions} evaluated";
    MatchStores: "{first}–{second} after {turns} {turns:turn|turns}, {evaluations} {evaluations:position|positions} evaluated";
    BoardAfterTurn: "Board after {moves}";
    LeastDepth: "Least depth";
    GreatestDepth: "Greatest depth";
    GamesPlayed: "{done} of {total} {total:game|games}";
    CellName: "{search}, depths {first} and {second}: {count}";
    CellHint: "Open this match, and its first search in the active run";
    ExperimentPlot: "Positions evaluated in a game, by depths (first·second), logarithmic";

    // The noise laboratory.
    NoiseLab: "Noise laboratory";
    RegularTree: "Regular tree";
    OwnTree: "Own tree";
    RealGame: "Real game";
    RegularTreeAbout: "An evaluation gives the true value plus noise. All nodes have the same children. What does a search to each depth return for a node of true value 0?";
    OwnTreeAbout: "The leaves of a textbook tree are uncertain. Each node shows the mean and the standard deviation of what a search returns there; click one for its distribution.";
    RealGameAbout: "An evaluation gives the exact value of a position plus noise. The game is searched to each depth many times, beside the model, in which all leaves are uncertain by the same noise and independent.";
    Sigma: "Noise σ";
    TreeDepth: "Depth";
    Offsets: "Offsets of children";
    OffsetsExpected: "The offsets are \"{offsets}\", expected one whole number for each child with commas between them, such as 0, -1, -2.";
    LastPlayer: "Player above the leaves";
    NoiseArea: "Area of the noise";
    NoiseFile: "Noise from a file";
    NoiseFileHint: "empty: normal";
    DepthsShown: "Depths shown";
    BiasByDepth: "Bias: mean against depth";
    SpreadByDepth: "Spread: standard deviation against depth";
    DistributionsAtDepths: "Distributions";
    DistributionAt: "{node}: {moments}";
    SearchDepth: "depth of search";
    Mean: "mean";
    Deviation: "standard deviation";
    EvaluationValue: "evaluation";
    Probability: "probability";
    DepthIs: "depth {depth}";
    OpenTree: "Open";
    TreeTooLarge: "The tree has {nodes} nodes, expected at most {most}.";
    ExactFrom: "Exact after";
    Runs: "Searches of each depth";
    NoisyEnds: "finished games are uncertain too";
    SearchesDone: "{done} of {total} {total:search|searches}";
    NothingSampled: "Nothing has been searched yet.";
    ExactValueIs: "exact value {value}";
    IntervalLow: "99 % interval, low";
    IntervalHigh: "99 % interval, high";
    TheModel: "model";
    SampledHere: "this game";
    WholeError: "whole error (root mean square)";
    BiasOfGame: "Bias: mean less exact value";
    MeanError: "error of the mean";
    SpreadOfGame: "Spread and whole error";
    BestMovesOfGame: "How often the move chosen is a best one";
    BestMoveShare: "best moves in %";
    DeeperIsWorse: "Deeper is worse from depth {depth} to {deeper}: the whole error grows from {error} to {larger}. This is called pathology.";
    DeeperIsBetter: "Each depth has a smaller whole error than the one before.";
    WhereModelFails: "The model is furthest off at depth {depth}: it says a standard deviation of {model}, and the game has {spread}.";
    WhyModelFails: "Where they differ, an assumption of the model fails. Equal spread: finished games are certain. Independence: a position that comes up in several places has the same error in all of them, and siblings of equal value are common.";
    PictureAbout: "The tree of the active run at this frame, around its centre.";
    SaveChart: "Save…";
    SaveChartNamed: "Save the chart {chart}";
    OpenAbout: "A trace as Edagari saves it, or a stream of events from any program. Files can also be dropped on the window: the first opens in the active run, each other in a new one.";
    SaveTraceAbout: "The trace of the active run: .edagari is compact, .jsonl and .jsonl.zst can be read by any program, .ron by people.";
    DropToOpen: "Drop to open";
    FileName: "File";
    OpenFile: "Open";
    Save: "Save";
    Browse: "Browse…";
    NoDialog: "No file was chosen, or there is no dialog service here; the field above does as well.";
    Traces: "Traces";
    RecentFiles: "Opened or saved last";
    StandardInput: "standard input";
    CheckTitle: "Check of the trace";
    CheckSoFar: "{done} of {frames} frames";
    CheckRight: "All {frames} frames follow from those before them";
    CheckInOrder: "{frames} frames, none out of order.";
    CheckWrong: "Faults: {wrong} in {frames} {frames:frame|frames}";
    CheckMinimax: "Minimax value of the start: {value}";
    CheckUnproved: "{count} {count:bound in the table was|bounds in the table were} not compared with exact values, which are not known or take too long to find.";
    DiffTitle: "Differences";
    DiffEqual: "Both runs are the same, frame by frame.";
    DiffParting: "They part at frame {frame}";
    DiffCounts: "Nodes visited by one alone: {left} on the left, {right} on the right · other scores: {scores} · cuts in one alone: {leftcuts} and {rightcuts}";
    DiffLeftOnly: "visited on the left alone";
    DiffRightOnly: "visited on the right alone";
    DiffLeftCut: "cut on the left alone";
    DiffRightCut: "cut on the right alone";
    DiffScores: "{left} on the left, {right} on the right";
    DiffLeftSaves: "the left saves {count} {count:visit|visits}";
    DiffRightSaves: "the right saves {count} {count:visit|visits}";
    Style: "Style";
    StyleScreen: "Screen";
    StylePrint: "Print (also without colours)";
    StyleProjector: "Projector";
    AnimationAbout: "Or an animation over the frames";
    FirstFrame: "from";
    LastFrame: "to";
    EveryFrame: "one in";
    FrameDelay: "Each for";
    WithMotion: "Things move from frame to frame";
    BeforeAfter: "Three pictures: before, during, after";
    NothingBefore: "Nothing comes before frame 0.";
    PicturesCounted: "Looking for what changes…";
    PicturesDrawn: "{done} of {all} pictures";
    SaveAs: "File, without its ending";
    SavingFile: "Saving {file}";
    SavedAs: "Saved as {file}";

    // Games and searches.
    RecordedTree: "Tree of a trace";
    GenerateBreadthFirst: "generation, breadth-first";
    GenerateDepthFirst: "generation, depth-first";
    UnnamedSearch: "a search without a name";
    OrderNatural: "the game's order";
    OrderReversed: "reversed";
    OrderShuffled: "shuffled";
    OrderBest: "best first";
    TableNone: "none";
    TableWindow: "by position and window";
    TableBounds: "of bounds";
    WithDepth: "{search} to depth {depth}";
    WithDeepening: "{search} by deepening";
    WithAspiration: "{search}, aspiration ±{width}";
    WithRootWindow: "{search}, window {window}";
    WithTable: "{search} + table";
    WithWindowTable: "{search} + window table";
    OfProgram: "{search} · {program}";

    // Nodes and players.
    Root: "the root";
    NodeAfter: "the node after {moves}";
    ThisNode: "this node";
    AtNode: "at {node}";
    AfterMoves: "after {moves}";
    HouseNamed: "house {move}";
    ColumnNamed: "column {move}";
    MoveNamed: "move {move}";
    Max: "max";
    Min: "min";
    SideNamed: "{side} ({name})";
    MaxNode: "a max node";
    MinNode: "a min node";
    ToMove: "{player} to move";
    Unvisited: "unvisited";
    Open: "open";
    Scored: "scored";
    ScoredAtLimit: "evaluated at the depth limit ≈ {score}";
    Pruned: "pruned";
    Generated: "generated";
    PrunedAt: "pruned at frame {frame}";

    GroupPruned: "… {count} pruned";
    OneNodeBelow: "1 node below";
    GroupAhead: "… {count} unvisited";

    // Frames.
    FrameNumber: "Frame {frame}";

    // One sentence a frame.
    SayNothingRecorded: "Nothing has been recorded yet.";
    SayGenerated: "{node} is generated, node {number} of the tree, at depth {depth}.";
    SayStart: "The search enters {node}, {kind}, with the window {window}.";
    SayStartMinimax: "The search enters {node}, {kind}.";
    SayPass: "{pass} begins.";
    SayPassOfDepth: "{pass} begins with depth {depth}.";
    SayPassEnded: "{pass} ended with {score}.";
    SayPassEndedWith: "{pass} ended with {score}, best {best}.";
    SayAgain: "{node} is searched again with {window}; with {asked} it returned {score}.";
    SayAgainInside: "{node} is searched again with {window}, for it returned {score} inside {around} though only {asked} was asked.";
    AskedNullMove: "the null move";
    AskedProbcut: "the probcut search of {child}";
    AskedSingular: "the singular search of {child}";
    AskedVerification: "the verification search of {child}";
    AskedOther: "the trial search of {child}";
    SayAsked: "Its score is only asked for: {node} is searched as {asked}.";
    SayAskedHigh: "{asked} returned {score} ≥ β = {bound} (a guess, not a proof).";
    SayAskedLow: "{asked} returned {score} ≤ α = {bound} (a guess, not a proof).";
    SayAskedInside: "{asked} returned {score}, inside its window {window} (a guess, not a proof).";
    SayAskedNotTaken: "{node} does not take it in.";
    SayAskedUpdate: "{node} keeps its window {window}: the score of {asked} was only asked for.";
    SayCutOnGuess: "The cut rests on {asked}: a guess, not a proof.";
    SayReduced: "It is searched {by} less deep.";
    SayExtended: "It is searched {by} deeper.";
    SayEndGuessed: "{node} ends with {score}, settled by {why}: a guess, not a proof.";
    PassNamed: "pass {number} ({name})";
    PassNumber: "pass {number}";
    VisitNumber: "visit {number} of {count}";
    SayStartLeaf: "The search enters {node}, where the game is over.";
    SayStartHorizon: "The search enters {node} at the depth limit, where it does not search on but evaluates.";
    SayScoreRaises: "{child} returned {score} to {node}, a max node: more than the {known} it has.";
    SayScoreTold: "{child} returned {score} to {node}.";
    SayUpdateTold: "{node} now has {value}.";
    SayEndTold: "{node} ends with {score}.";
    SayScoreKeepsMax: "{child} returned {score} to {node}, a max node: not more than the {known} it has.";
    SayScoreLowers: "{child} returned {score} to {node}, a min node: less than the {known} it has.";
    SayScoreKeepsMin: "{child} returned {score} to {node}, a min node: not less than the {known} it has.";
    SayUpdateAlpha: "{node} raises α to {bound}; its window is now {window}.";
    SayUpdateBeta: "{node} lowers β to {bound}; its window is now {window}.";
    SayUpdateNothing: "{node} keeps its window {window}.";
    SayUpdateAside: "{node} leaves the score of {child} aside, for {child} is searched again at once; its window stays {window}.";
    SayUpdateValue: "{node} now has {value}; its window stays {window}.";
    SayUpdateMinimax: "{node} now has {value}, the best so far.";
    SayOwnStandPat: "{node} can be left as it is for {value} (stand pat).";
    SayOwnRules: "By the rules no score outside {searched} matters at {node}.";
    SayOwnMateDistance: "No mate below can be shorter than one found already: {node} is searched within {searched}.";
    SayOwnOther: "{node} is updated by what is known without its children ({why}).";
    SayOwnWindow: "Its window is now {window}.";
    SayOwnKeeps: "Its window stays {window}.";
    SayOwnCut: "That closes its window {window}, so nothing below is searched.";
    SayKeepMinimax: "{node} keeps {value}, the best so far.";
    SayBetaCutOne: "β-cut {place}, where max moves: {child} returned {score} ≥ β = {bound}; {skipped} is skipped, {reason}.";
    SayBetaCutMany: "β-cut {place}, where max moves: {child} returned {score} ≥ β = {bound}; {skipped} are skipped, {reason}.";
    SayBetaCutNone: "β-cut {place}, where max moves: {child} returned {score} ≥ β = {bound}; it was the last child, so nothing is skipped.";
    SayAlphaCutOne: "α-cut {place}, where min moves: {child} returned {score} ≤ α = {bound}; {skipped} is skipped, {reason}.";
    SayAlphaCutMany: "α-cut {place}, where min moves: {child} returned {score} ≤ α = {bound}; {skipped} are skipped, {reason}.";
    SayAlphaCutNone: "α-cut {place}, where min moves: {child} returned {score} ≤ α = {bound}; it was the last child, so nothing is skipped.";
    ReasonAncestor: "for {player} can already have {bound} {where}";
    ReasonAskedHigh: "for {owner} asks only whether {child} is worth at least {bound}";
    ReasonAskedLow: "for {owner} asks only whether {child} is worth at most {bound}";
    ReasonGiven: "for the search began with that bound";
    ReasonTableUpper: "for the table says that {owner} is worth at most {bound}";
    ReasonTableLower: "for the table says that {owner} is worth at least {bound}";
    ListAnd: "{listed} and {last}";
    RunOfMoves: "{first} to {last}";
    SayAndMore: "{listed} and {count} more";
    SayNodesPruned: "{count} nodes pruned.";
    SayOneNodePruned: "{count} node pruned.";
    SayEndLeaf: "{node} is a leaf: the game ends with {score}.";
    SayEndOwn: "{node} returns {score} without searching further.";
    SayEndOwnCut: "{node} returns {score} without searching further: its window {window} is closed.";
    SayEndHorizon: "{node} lies at the depth limit and is evaluated: {score}. The game is not over there.";
    SayEndMinimaxMax: "{node} ends with {score}, the greatest score of its children.";
    SayEndMinimaxMin: "{node} ends with {score}, the least score of its children.";
    SayEndExact: "{node} ends with {score}: inside its window {window}, so this is its value.";
    SayEndUpper: "{node} ends with {score} ≤ α = {bound}: it failed low, so its value is at most {score}.";
    SayEndLower: "{node} ends with {score} ≥ β = {bound}: it failed high, so its value is at least {score}.";
    SayEndAnswered: "{node} ends with {score}, which the table has given it; nothing below it was searched.";
    SayLookupValue: "The table has the position {place} from frame {frame}: its value is {lower}. It is returned, and nothing below is searched.";
    SayLookupLow: "The table has the position {place} from frame {frame}: at most {upper} ≤ α = {alpha}. That fails low, so {upper} is returned and nothing below is searched.";
    SayLookupHigh: "The table has the position {place} from frame {frame}: at least {lower} ≥ β = {beta}. That fails high, so {lower} is returned and nothing below is searched.";
    SayLookupNarrowed: "The table has the position {place} from frame {frame}: {bounds}. Its window {given} shrinks to {window}.";
    SayLookupNothing: "The table has the position {place} from frame {frame}: {bounds}. That does not settle its window {window}, so its children are searched.";
    FrameUnknown: "(not in this trace)";
    SayStore: "The table keeps for the position {place}: {bounds}.";
    SayStoreAgain: "The table keeps for the position {place}: {bounds}, instead of {old} from frame {frame}.";
    BoundsExactly: "exactly {lower}";
    BoundsAtMost: "at most {upper}";
    BoundsAtLeast: "at least {lower}";
    BoundsBetween: "from {lower} to {upper}";

    // The assumptions of a check.
    AssumeSearch: "The search has no name, or none that is known here: α-β with both bounds handed down was assumed.";
    AssumePointOfView: "It is not said from whose point of view scores are given: the max player's was assumed.";
    AssumeFail: "Neither fail-hard nor fail-soft is declared: scores of both forms were accepted.";
    AssumeCutTest: "The cut test is not declared: α ≥ β was assumed.";
    AssumeNullWindows: "Null windows are not declared: none were accepted.";
    AssumeLeaf: "It is not said which nodes are leaves: any node without children was accepted as one.";
    AssumeOrder: "The order of moves is not said: any was accepted.";
    AssumeTableKey: "The table's key is not said: the position, up to symmetry, was assumed.";
    AssumeUnknownGame: "The rules of the game are not known: players, moves and the scores of leaves were taken as they stand.";
    AssumeNotJudged: "The program says that its numbers are no minimax scores: only the order of its events was checked, not windows, scores and cuts.";
    AssumeColumnsLeftOut: "The program names more than 64 columns: the first 64 were kept.";

    // The findings of a check at a frame.
    FaultEndMissing: "{node} has no End: line {line} of the file goes on with a node above it.";
    FaultNotOpen: "Line {line} of the file: {event} of node {other}, which is not open.";
    FaultParentNotOpen: "{node} is entered from node {other} on line {line} of the file, which is not open.";
    FaultOutOfOrder: "Line {line} of the file: {event} out of its place.";
    FaultNoScore: "{node} ends without a score, and none follows from its children or the game.";
    FaultIllegalMove: "{node} is reached by the move {move}, which is not legal there.";
    FaultGivenWindow: "{node} was given the window {found}, expected {expected}, which its parent has.";
    FaultEnteredAfterCut: "{node} is entered though frame {frame} has cut it off.";
    FaultEnteredAfterAnswer: "{node} is entered though the table has settled its parent.";
    FaultBelowLimit: "{node} lies below the depth limit, expected no visit there.";
    FaultWrongPlayer: "At {node} {found} is to move in the trace, by the rules {expected}.";
    FaultNotAsStored: "The table gave {found} for {node}, but {expected} was written last.";
    FaultWrongEntry: "The entry of {node} is that of another position, which frame {frame} stored.";
    FaultSecondEntry: "{node} is stored in an entry of its own, but frame {frame} stored the same position in another.";
    FaultWrongBounds: "The bounds {bounds} of {node} do not contain its minimax value, {value}.";
    FaultUnjustifiedReturn: "{node} returns {score} from the table, but the bounds {bounds} do not settle its window {window} with that.";
    FaultWrongNarrowing: "The window of {node} was narrowed to {found}, but its window and the bounds leave {expected}.";
    FaultWrongScore: "{node} takes in {found}, but its child returned {expected}.";
    FaultStaleWindow: "{node} has the window {found} here, but by now it is {expected}.";
    FaultWrongValue: "{node} would return {found} now, but from its child's score follows {expected}.";
    FaultWrongUpdate: "The window of {node} becomes {found}, but from its child's score follows {expected}.";
    FaultUnjustifiedCut: "{node} is cut with the window {window}, for which {test} does not hold.";
    FaultMissedCut: "{node} goes on with the window {window}, though {test} holds.";
    FaultWrongStore: "{found} was stored for {node}, but all that is known of its value is {expected}.";
    FaultSkippedChildren: "{node} ends with {count} {count:child|children} not visited, and no cut.";
    FaultWrongLeaf: "{node} is a leaf with the score {expected}, but ends with {found}.";
    FaultEarlyLeaf: "{node} ends without a look at its children, though the game goes on there.";
    FaultIllegalScore: "{node} ends with {found}, but from its children follows {expected}.";
    FaultIllegalScoreEither: "{node} ends with {found}, but from its children follows {soft} (fail-soft) or {hard} (fail-hard).";
    FaultWrongAnswer: "{node} ends with {found}, but the table answered {expected}.";
    FaultWrongBound: "The score of {node} is taken as {found}, but by its window it is {expected}.";
    FaultWrongRoot: "{node} ends with {found}, but its minimax value is {expected}.";

    // What the bounds of a table do.
    AnswerValue: "The bounds are equal, so the value is known: the search enters no child and returns it, {score}.";
    AnswerFailLow: "u ≤ α: no score of this node can matter, so the search enters no child and returns u = {score} as a fail low.";
    AnswerFailHigh: "l ≥ β: no score of this node can matter, so the search enters no child and returns l = {score} as a fail high.";
    AnswerNarrowed: "Only scores between max(α, l) and min(β, u) are still in question: the search goes on with the window {window}.";
    AnswerNothing: "l ≤ α and u ≥ β, so the bounds rule nothing out: the search goes on with the window {window}, as if nothing had been found.";

    // The comparison of two traces.
    NodesVisited: "nodes visited";
    VisitsRow: "visits";
    LeavesEvaluated: "leaves evaluated";
    Frames: "frames";
    AlphaCuts: "α-cuts";
    BetaCuts: "β-cuts";
    Cutoffs: "cuts that prune";
    NodesPruned: "nodes pruned";
    Lookups: "table lookups";
    TableReturns: "table returns";
    AnsweredByTable: "answered by the table";
    TableNarrowings: "windows narrowed";
    TableStores: "table stores";
    TableEntries: "table entries";
    MaxDepth: "greatest depth";
    CurrentFrame: "current frame";
    Value: "value";
    Unknown: "–";
    ColumnValues: "Values of the program";
    IdAndLine: "id {id}, line {line} of the log";
    Compared: "Compared";
    OnlyHereLegend: "visited by this search only";

    // The window.
    MenuFile: "File";
    MenuView: "View";
    MenuGo: "Go";
    MenuHelp: "Help";
    Theme: "Theme";
    Close: "Close";
    Cancel: "Cancel";
    Discard: "Discard";
    Record: "Record";
    SetUp: "Set up…";
    NodesPill: "{count} {count:node|nodes}";
    VisitsPill: "{count} {count:visit|visits}";
    FramesPill: "{count} {count:frame|frames}";
    TreeOfRun: "tree of run {number}";
    StripOfRun: "strip of run {number}, {search}";
    MenuZoom: "Zoom and levels";
    MenuTextSize: "Text size";
    MenuPanels: "Panels";
    MenuTiles: "Tiles";
    MenuWindow: "Window and best moves";
    MenuNode: "Selected node";
    Dock: "Dock";
    RestoreTile: "Restore";
    PanelFailed: "The panel “{panel}” failed ({message}) and was closed; your runs are untouched. Please report it where you got Edagari from, with the text that Help › About copies.";
    ArrangementBroken: "The arrangement of the tiles cannot be used ({message}); the built-in one is used instead.";
    ArrangementName: "name of the arrangement";
    ForgetArrangement: "Forget the arrangement";
    NoArrangements: "No arrangements have been saved yet.";
    FramesFromTo: "frames {first}–{last}";
    ColumnSays: "Frames {first}–{last}, depth {depth}: {visits} visited, {cuts} cut, {answered} answered by the table, {pruned} pruned";
    ActNextRise: "Next rise of α";
    ActPreviousRise: "Previous rise of α";
    JumpCut: "cut";
    MenuJump: "Jump";
    JumpRise: "rise of α";
    ActNextFall: "Next fall of β";
    ActPreviousFall: "Previous fall of β";
    JumpFall: "fall of β";
    ActNextBestMove: "Next change of this node's best move";
    ActPreviousBestMove: "Previous change of this node's best move";
    JumpBestMove: "change of this node's best move";
    ActNextTableReturn: "Next table return";
    ActPreviousTableReturn: "Previous table return";
    JumpTableReturn: "table return";
    ActNextStore: "Next store";
    ActPreviousStore: "Previous store";
    JumpStore: "store";
    ActNextPass: "Next pass";
    ActPreviousPass: "Previous pass";
    JumpPass: "pass";
    ActNextSkip: "Next skip";
    ActPreviousSkip: "Previous skip";
    JumpSkip: "skip";
    SkippedAt: "skipped on a guess at frame {frame}";
    SaySkipped: "Skipped on a guess, not proved: {skipped}.";
    SaySkippedFor: "Skipped on a guess, not proved: {skipped} ({why}).";
    SomeMoves: "{count} moves";
    FindSkip: "skip";
    ActNextVisit: "Next visit of this node";
    ActPreviousVisit: "Previous visit of this node";
    ActNextSearchedAgain: "Next re-search";
    ActPreviousSearchedAgain: "Previous re-search";
    JumpVisit: "visit of this node";
    JumpSearchedAgain: "re-search";
    LayersHeading: "Visits of this node";
    VisitedTimes: "visited {count} times";
    PassFigures: "{pass}: {visits} visits, window {window}, result {result}";
    PassOpen: "none yet";
    NoPasses: "This run is a single pass. Where a search goes through its tree several times, by deepening or with null windows, its passes are compared here.";
    PassVisitsPlot: "Visits by pass";
    PassFirstVisits: "of new nodes";
    PassVisitsAgain: "of nodes visited before";
    PassBoundsPlot: "Bounds of the root by pass";
    LowerBound: "lower bound";
    UpperBound: "upper bound";
    KnownValue: "value";
    PassColumn: "Pass";
    WindowColumn: "Window";
    RootColumn: "Root in";
    AgainColumn: "Again";
    CutsColumn: "Cuts";
    AnsweredColumn: "By table";
    EarlierColumn: "From earlier";
    SkippedColumn: "Skipped";
    ReducedColumn: "Reduced";
    UntoldReason: "no reason told";
    WholeRun: "Whole run";
    DepthNumber: "depth {depth}";
    ActStartOfNode: "First frame of this node";
    ActEndOfNode: "Last frame of this node";
    NoNextJump: "There is no {kind} after this frame.";
    NoPreviousJump: "There is no {kind} before this frame.";
    NodeNotVisited: "This node was not visited.";
    Why: "Why?";
    ActWhy: "Why was this node pruned, or where does its score come from?";
    WhyAlphaCut: "{pruned} is skipped: {child} brings {node} down to {score} ≤ α = {bound}.";
    WhyBetaCut: "{pruned} is skipped: {child} brings {node} up to {score} ≥ β = {bound}.";
    WhyBoundSet: "{letter} = {bound} is the bound of {owner}, set when {child} returned it.";
    WhyBoundFound: "{letter} = {bound} is the bound of {owner}, found in the table.";
    WhyBoundWritten: "{writer} had written {bound} to the table.";
    WhyBoundAsked: "{letter} = {bound} is the end of the null window with which {owner} asks {child}.";
    WhyBoundGiven: "{letter} = {bound} is not set by any node of this run.";
    WhyFromTable: "The table answered with what {writer} had written in frame {frame}.";
    WhyInPass: "{node} in {pass}";
    WhyBoundOfPass: "{letter} = {bound} is the bound that {pass} began with; {earlier} had returned {bound}.";
    WhyLeaf: "{score} comes from {leaf}, where the game ends.";
    WhyHorizon: "{score} comes from {leaf}, evaluated at the depth limit.";
    WhyWindow: "{leaf} returned {score}, the bound of its own window: no child did better.";
    WhyTableUnknown: "{leaf} was answered with {score} by an entry whose writing is not in the trace.";
    WhyUnknown: "The trace does not tell where the {score} of {leaf} comes from.";
    WhyOwnLeaf: "{node} is where its score {score} comes from: nothing was searched below it.";
    WhyNothing: "{node} has no score at this frame.";
    WhyScore: "{node} has {score}; it was found at the end of these moves: {moves}.";
    ActToCause: "First frame of the node that set the bound of this pruning";
    ActToPruning: "Cut that pruned this node";
    NotPruned: "No cut of this run pruned this node.";
    FindCut: "cut";
    FindRise: "rise";
    FindFall: "fall";
    FindReturn: "return";
    FindStart: "start";
    FindLookup: "lookup";
    FindUpdate: "update";
    FindStore: "store";
    FindEnd: "end";
    FindDepth: "depth";
    FindScore: "score";
    FindAlpha: "alpha";
    FindBeta: "beta";
    FindExact: "exact";
    FindUpper: "upper";
    FindLower: "lower";
    FindMoves: "moves";
    FindBelow: "below";
    FindPosition: "position";
    FindChild: "move";
    FindPass: "pass";
    FindVisit: "visit";
    FindSearchedAgain: "re-search";
    FindExpectedCount: "a number from 1, such as 3, ≥ 2 or 2-5";
    FindMissing: "Expected {expected} at the end.{word}";
    FindNotUnderstood: "“{word}” is not understood, expected {expected}.";
    FindExpectedScore: "a score such as 3, ≥ 1, -2..2 or ∞";
    FindExpectedNumber: "a number such as 3, ≥ 0.5 or -2..2";
    FindExpectedDepth: "a depth such as 3, ≤ 4 or 2-5";
    FindExpectedChild: "the number of a child, from 1";
    FindExpectedWord: "a kind of frame, “depth”, “score”, “alpha”, “beta”, “exact”, “upper”, “lower”, “moves”, “below”, “position”, “second move”, “pass”, “visit”, “re-search” or the name of a column";
    Find: "Find";
    FindHint: "cut at depth 3 by second move";
    FindField: "Query";
    FoundCount: "{count} {count:frame|frames} found";
    FoundMore: "{count} {count:frame|frames} found, and there may be more";
    FoundNone: "No frame fits the query.";
    Finding: "{done} of {frames} frames";
    ActFind: "Find frames";
    ActNextFound: "Next frame found";
    ActPreviousFound: "Previous frame found";
    NoNextFound: "No frame that was found comes after this one.";
    NoPreviousFound: "No frame that was found comes before this one.";
    ActFormFocus: "Focus view";
    ActMotion: "Motion";
    ActToggleOpen: "Keep the selected node open, or close it";
    NodesBelow: "{count} nodes below";
    OpenNode: "Keep open";
    ActFormWhole: "Show the whole tree";
    ActFormIcicle: "Show the whole tree as an icicle";
    CollapseBelow: "Collapse below";
    WholeNodes: "{count} shown";
    LayOut: "Lay out";
    NotLaidOut: "The tree was not laid out.";
    ThresholdRaised: "below {count}: there are too many";
    WidthCounts: "Width";
    PassesApart: "Passes apart";
    ColorBy: "Colour by";
    ColorByState: "state";
    OtherWords: "others";
    WithoutColumn: "no {column}";
    NoColumns: "This run has no columns to colour by.";
    WidthVisits: "nodes visited";
    WidthLeaves: "leaves";
    Minimap: "minimap";
    Performance: "Performance";
    ActPerformance: "Show what redraws cost";
    LastRedraw: "last redraw";
    MiddleRedraw: "median of the last 240";
    SlowestRedraw: "slowest of the last 240";
    OverBudget: "over 8 ms, of all";
    NodesDrawn: "nodes drawn";
    TraceFrames: "frames of the trace";
    TraceMemory: "memory of the trace";
    BytesAFrame: "bytes a frame";
    BytesAVisit: "bytes a visited node";
    Board: "Board";
    Fold: "Fold: {section}";
    Unfold: "Unfold: {section}";
    LegendPath: "current path";
    LegendVisited: "visited";
    LegendCut: "with a cut";
    LegendTable: "from the table";
    LegendCollapsed: "collapsed";
    SubtreeNodes: "{count} {count:node|nodes} in all";
    SubtreeVisits: "{count} {count:visit|visits} in all";
    SubtreePruned: "{share} % pruned";
    SubtreeScores: "scores {low} to {high}";
    ActTimeZoomIn: "Zoom in on time";
    ActTimeZoomOut: "Zoom out of time";
    ActTimeWhole: "Show all frames";
    ActSameScale: "Same time scale";
    OpeningProgress: "opening: {count} {count:node|nodes}";
    IndexingProgress: "indexing {count} {count:node|nodes}: {share} %";
    RecordingProgress: "recording: {count} {count:node|nodes}";
    NoteRecording: "Recording; the tree is shown unvisited until it is done.";
    NoteGrowing: "The search is still running. At the last frame the view goes along with it.";
    NoteCutShort: "The file ends before the run does; what it holds can be replayed.";
    NoteCancelled: "The recording was cancelled; what was recorded by then can be replayed.";
    NoteMemoryLimit: "The recording stopped at the memory limit of {limit} MiB; what was recorded by then can be replayed.";
    NotePrunedHere: "Pruned here, at frame {frame}: this search never enters that node.";
    NeverReached: "never reached";
    NoteNeverReached: "This run never comes to that node.";
    SettingsBroken: "The settings file could not be read and was kept as {file}; the default settings are used. {message}";
    SettingsUnreadable: "The settings file could not be read{file}; the default settings are used. {message}";
    SettingsNotSaved: "The settings could not be saved: {message}";

    // Time.
    Speed: "Speed";
    FramesPerSecond: " frames/s";
    Link: "Link";
    LinkIs: "Link: {link}";
    LinkFrame: "same frame";
    LinkPlace: "same place";
    LinkShare: "same share";
    Follow: "Follow";
    BestLine: "Best line";
    FrameField: "Frame number";
    FrameSlider: "Frame slider";
    NoNextOfNode: "The selected node has no frame after this one.";
    NoPreviousOfNode: "The selected node has no frame before this one.";

    // The inspector.
    BoardAfter: "board after: {moves}";
    WindowHeading: "Window";
    WindowIs: "window {window}";
    NarrowedFrom: "narrowed from {window}";
    BoundsAre: "bounds {bounds}";
    FoundInTable: "found";
    WrittenToTable: "written";
    NoSource: "The node of this frame has found nothing in the table.";
    NoNextUse: "The table gives these bounds to no node after this frame.";
    NoTable: "This search has no transposition table. Set one up to see its entries here.";
    WorkCancelled: "Cancelled.";
    WorkAgain: "Begin again";
    TableCounts: "{entries} {entries:entry|entries} at frame {frame}, {shown} shown";
    AnyKind: "any bounds";
    KindOfBounds: "Kind of bounds";
    KindExact: "exact";
    KindAtMost: "upper bound";
    KindAtLeast: "lower bound";
    KindBetween: "both bounds";
    MovesContain: "moves contain";
    UsedOnly: "found at least once";
    PositionColumn: "Position";
    BoundsColumn: "Bounds";
    KindColumn: "Kind";
    StoredColumn: "At frame";
    UsesColumn: "Found";
    EntryOf: "entry of {moves}, written at frame {frame}";
    EqualPositions: "Nodes with this position";
    EqualCount: "Visited nodes with this position: {count}";
    EqualNotVisited: "No node with this position was visited.";
    EqualUnknown: "For this game it is not known which positions are equal.";
    SolveTitle: "Is every choice a best move?";
    SolveSoFar: "{right} of {positions} positions";
    SolveCount: "{right} of {positions}";
    SolvedAll: "In every position in which a move can be wrong, the search chooses a best one: it is strongly solving.";
    SolvedSome: "In the others the search chooses a move that is not a best one. The first of them:";
    WrongChoiceAt: "after {moves}: {chosen} instead of {best}";
    LowerIs: "lower = {score}";
    UpperIs: "upper = {score}";
    Comma: ", ";
    ScoreIs: "score {score}";
    FailLow: "fail low";
    Exact: "exact";
    FailHigh: "fail high";
    WindowPlot: "α and β against frames";
    PlotWhich: "Whose window is plotted";
    PlotRoot: "root";
    PlotSelected: "selected node";
    PlotCurrent: "current node";
    DepthPlot: "By depth";
    ByDepthWhich: "What is plotted by depth";
    ByDepthVisits: "nodes visited";
    ByDepthEvaluations: "positions evaluated";
    ByDepthCuts: "cuts";
    ChildPlot: "Cuts by child, first to last (share)";
    TablePlot: "Table size and hit rate against frames";
    PlotHits: "hit rate";
    PlotSize: "entries, {entries} in the end";

    // The explorer of bounds.
    ExplorerHint: "The table knows that the value lies in [l, u]; the node is entered with (α, β). Drag the four marks, or move them with Tab and the arrow keys.";
    MarkLower: "lower bound l";
    MarkUpper: "upper bound u";
    MarkAlpha: "α of the window";
    MarkBeta: "β of the window";
    CaseNumber: "case {number} of {count}";
    PreviousCase: "Previous case";
    NextCase: "Next case";
    WhatSearchDoes: "What the search does";

    // Setups.
    Game: "Game";
    LowestScore: "Lowest score";
    HighestScore: "Highest score";
    Seed: "Seed";
    After: "After the moves";
    Search: "Search";
    Order: "Move order";
    Table: "Transposition table";
    DepthLimit: "Depth limit";
    LimitDepth: "stop after";
    LimitChanges: "changes of player";
    Evaluation: "Evaluation";
    Deepening: "deepening: every smaller depth first";
    DeepeningStep: "Step of depths";
    Aspiration: "aspiration: a window around a guess";
    AspirationWidth: "Window ±";
    AspirationGrows: "what fails grows, instead of opening";
    AspirationGrowth: "Grows by a factor of";
    FirstGuess: "First guess";
    TableSymmetry: "symmetric positions share an entry";
    TableNarrowing: "bounds narrow the window";
    TableIntersection: "intersect new bounds with the old";
    TableLimited: "limited size";
    TableSize: "Table size";
    TableUnlimited: "unlimited";
    MemoryLimit: "Memory limit";

    // Actions.
    PaletteHint: "Type a command";
    PaletteEmpty: "No command has this name.";
    ActPlay: "Play or pause";
    ActFrameOn: "One frame on";
    ActFrameBack: "One frame back";
    ActTenOn: "Ten frames on";
    ActTenBack: "Ten frames back";
    ActNextCut: "Next cut";
    ActPreviousCut: "Previous cut";
    ActNextOfNode: "Next frame of the selected node";
    ActPreviousOfNode: "Previous frame of the selected node";
    ActFirst: "First frame";
    ActLast: "Last frame";
    ActFaster: "Faster";
    ActSlower: "Slower";
    ActLoop: "Loop";
    ActLoopStart: "Loop from this frame";
    ActLoopEnd: "Loop to this frame";
    ActParent: "Parent";
    ActFirstChild: "First child";
    ActPreviousSibling: "Previous sibling";
    ActNextSibling: "Next sibling";
    ActRoot: "Root";
    ActCurrentNode: "Node of the current frame";
    ActToSource: "To where this table entry was written";
    ActToNextUse: "To where this table entry is found next";
    ActTablePanel: "Entries of the transposition table";
    ActPasses: "Figures by pass";
    ActEqualPositions: "Nodes with the same position";
    ActReplay: "Replay";
    ActNoise: "Noise laboratory";
    ActOpenTrace: "Open a trace";
    ActSaveTrace: "Save the trace";
    ActCheckTrace: "Check the trace";
    ActDifferences: "Differences of two runs";
    ActSavePicture: "Save a picture of the tree";
    ActMatches: "Matches and experiments";
    ActSolveCheck: "Check every position for a best move";
    ActBack: "Back to the previous centre";
    ActForward: "Forward to the next centre";
    ActFit: "Fit the tree into its tile";
    ActZoomIn: "Zoom in";
    ActZoomOut: "Zoom out";
    ActPanUp: "Look further up";
    ActPanLeft: "Look further left";
    ActPanDown: "Look further down";
    ActPanRight: "Look further right";
    ActMoreBelow: "More room for what lies below";
    ActLessBelow: "Less room for what lies below";
    ActUsualBelow: "Usual room for what lies below";
    ActOrientation: "Left to right or top down";
    ActGroups: "Group pruned siblings";
    ActPassesApart: "Passes apart: each visit for itself";
    AllThreads: "All threads";
    OneThread: "Thread {name}";
    ThreadsShown: "Threads shown";
    ActNextColumnColors: "Colour by the next column";
    ActBestLine: "Show the line of best moves";
    ActFollow: "Follow the current node";
    ActLinkFrame: "Link by frame number";
    ActLinkPlace: "Link by place";
    ActLinkShare: "Link by share of the run";
    ActNextRun: "Switch to the next run";
    ActOneRun: "Only the active run";
    ActAddRun: "Add a run";
    ActCloseRun: "Close the active run";
    ActNextTile: "Next tile";
    ActPreviousTile: "Previous tile";
    ActMaximiseTile: "Maximise";
    ActWidenTile: "Larger tile";
    ActNarrowTile: "Smaller tile";
    ActFloatTile: "Float";
    ActCloseTile: "Close the tile";
    ActReopenPanel: "Bring back the panel closed last";
    ActArrangeCompare: "Arrange: compare";
    ActArrangeOne: "Arrange: one large";
    ActArrangeStudy: "Arrange: study";
    ActArrangements: "Arrangements";
    ActInspector: "Inspector";
    ActBoundsExplorer: "Bounds and window";
    ActSetUp: "Set up the run";
    ActSetUpLeft: "Set up the first run";
    ActSetUpRight: "Set up the second run";
    ActDismiss: "Close the panel or message, or cancel recordings";
    ActThemeLight: "Light theme";
    ActThemeDark: "Dark theme";
    ActThemeSystem: "Theme of the system";
    ActTextLarger: "Larger text";
    ActTextSmaller: "Smaller text";
    ActTextUsual: "Usual text size";
    ActWelcome: "Welcome";
    ActRecordYourOwn: "Record your own program";
    ActPalette: "All commands";
    ActKeyboardHelp: "Keys";
    ActAbout: "About Edagari";
    ActQuit: "Quit";

    // Panels and forms that speak of several runs.
    InRun: "In run {run}";
    InNewRun: "In a new run";
    OpenSearchIn: "Open search in run";
    OpenSearchInRun: "Open search in run {number}";
    OpenSearchInNewRun: "Open search in a new run";
    DiffOneRun: "There is only one run; add another to compare it with.";
    DiffLeftRun: "Run on the left";
    DiffRightRun: "Run on the right";
    DiffCancelled: "The comparison was cancelled.";
    DiffAgain: "Compare";

    // Welcome, and the page for those who want to record a program of their own.
    WelcomeHeading: "Welcome to Edagari";
    WelcomeAbout: "Edagari records what a search of a game tree does, step by step, and replays it. Begin with one of these:";
    ExampleCut: "See a branch cut in one minute";
    ExampleCutAbout: "α-β searches a small textbook tree, one frame a second; the inspector says in a sentence what happens.";
    ExampleComparison: "Minimax against α-β on tic-tac-toe";
    ExampleComparisonAbout: "Two linked runs, at the first cut: what α-β skips, minimax has to search.";
    ExampleTable: "Play with the table";
    ExampleTableAbout: "α-β with a transposition table, where the table first answers, with its entries below the tree.";
    WelcomeOpenAbout: "A file of Edagari, or what any program has written.";
    WelcomeRecordAbout: "A line when your search enters a node, a line when it leaves it: that is all.";
    WelcomeNoiseAbout: "Evaluations are noisy. Why does searching deeper help?";
    WelcomeReplaces: "The first three take the place of the runs that are open. This page stays in Help › Welcome.";
    RecordOwnAbout: "Your program writes one line of JSON when its search enters a node and one when it leaves it. The rest is derived where it can be: who is to move, windows, cuts, scores that follow from the children.";
    RecordOwnStream: "The smallest trace";
    RecordOwnOpen: "Open it, follow a search while it runs, prove it step by step";
    RecordOwnRust: "In Rust a recorder writes the lines: try the example in the folder with the sources";
    RecordOwnFiles: "All fields, and programs to begin from, are in the folder with the sources";
    CopyNamed: "Copy: {text}";

    // Groups of keys.
    KeysOfTime: "Time";
    KeysOfNodes: "Nodes";
    KeysOfRuns: "Runs";
    KeysOfTiles: "Tiles and arrangements";
    KeysOfPanels: "Panels and files";
    KeysOfAll: "General";

    // About.
    AboutVersion: "Version";
    AboutSystem: "System";
    AboutGraphics: "Graphics driver";
    AboutUnknown: "unknown";
    AboutCopy: "Copy";
}
