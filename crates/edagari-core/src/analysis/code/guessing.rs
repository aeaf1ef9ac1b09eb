//! The pseudocode of a node in searches that guess. The lines are the same for both players: `better`, `narrow` and the other
//! helpers take the side of the player to move.

#[allow(clippy::enum_glob_use, reason = "each line of the list begins with one")]
use super::line::CodeLine::*;
use super::line::{Entry, entry};
use super::shape::Shape;
use crate::language::Text;
use crate::search::Guess;

const ALWAYS: fn(&Shape) -> bool = |_| true;
const HARD: fn(&Shape) -> bool = Shape::is_hard;
const SOFT: fn(&Shape) -> bool = |shape| !shape.is_hard();
const PVS: fn(&Shape) -> bool = Shape::is_pvs;
const PLAIN: fn(&Shape) -> bool = |shape| !shape.is_pvs();
const TABLE: fn(&Shape) -> bool = Shape::has_table;
const NARROWS: fn(&Shape) -> bool = Shape::narrows;
const QUIET: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::Quiescence);
const DELTA: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::Delta);
const PASS: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::NullMove);
const PROBE: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::Probcut);
const WHOLE: fn(&Shape) -> bool = |shape| PASS(shape) || PROBE(shape);
const SHALLOW: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::InternalDeepening);
const SINGULAR: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::Singular);
const FIRST: fn(&Shape) -> bool = |shape| SHALLOW(shape) || SINGULAR(shape);
const CHECKS: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::CheckExtensions);
const EXTENDS: fn(&Shape) -> bool = |shape| CHECKS(shape) || SINGULAR(shape);
const LATE: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::LateMovePruning);
const FUTILE: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::Futility);
const REDUCES: fn(&Shape) -> bool = |shape| shape.guesses.has(Guess::LateMoveReductions);
const COUNTS: fn(&Shape) -> bool = |shape| LATE(shape) || FUTILE(shape) || REDUCES(shape) || shape.is_pvs();

/// All lines of a node, in display order.
pub(super) const GUESSING: &[Entry<Shape>] = &[
    entry(Def, 0, "def {node}(node, α, β, depth):", ALWAYS),
    entry(IfOver, 1, "if node.is_over:", ALWAYS),
    entry(ReturnScore, 2, "return node.score", ALWAYS),
    entry(IfLimit, 1, "if depth <= {floor}:", ALWAYS).note(Text::CodeDepthLeft),
    entry(ReturnEvaluation, 2, "return evaluate(node)", ALWAYS),
    // Quiescence.
    entry(IfQuiet, 1, "if depth <= 0:", QUIET).note(Text::CodeQuiescence),
    entry(InitQuiet, 2, "best = worst(node)", |shape| QUIET(shape) && SOFT(shape)).note(Text::CodeWorst),
    entry(InitQuiet, 2, "best = own_bound(node, α, β)", |shape| QUIET(shape) && HARD(shape)).note(Text::CodeOwnBound),
    entry(IfStand, 2, "if not node.in_check:", QUIET).note(Text::CodeStandPat),
    entry(BestStand, 3, "best = better(node, best, evaluate(node))", |shape| QUIET(shape) && SOFT(shape)),
    entry(BestStand, 3, "best = clip(evaluate(node), α, β)", |shape| QUIET(shape) && HARD(shape))
        .note(Text::CodeFailHard),
    entry(NarrowStand, 3, "α, β = narrow(node, α, β, best)", QUIET).note(Text::CodeTakeIn),
    entry(IfStandCut, 3, "if α >= β:", QUIET),
    entry(ReturnStand, 4, "return best", QUIET),
    entry(ForNoisy, 2, "for child in node.noisy_children:", QUIET).note(Text::CodeNoisy),
    entry(IfHopeless, 3, "if is_hopeless(node, child, α, β):", DELTA).note(Text::CodeDelta),
    entry(SkipHopeless, 4, "continue", DELTA),
    entry(CallNoisy, 3, "score = {node}(child, α, β, depth − 1)", QUIET),
    entry(BestNoisy, 3, "best = better(node, best, score)", QUIET),
    entry(NarrowNoisy, 3, "α, β = narrow(node, α, β, best)", QUIET).note(Text::CodeTakeIn),
    entry(IfNoisyCut, 3, "if α >= β:", QUIET),
    entry(BreakNoisy, 4, "break", QUIET),
    entry(ReturnQuiet, 2, "return best", QUIET),
    // The table.
    entry(Key, 1, "key = node.position{key}", TABLE).note(Text::CodeAgainNoKey),
    entry(Find, 1, "entry = table.find(key)", |shape| TABLE(shape) && !shape.finds_deeper()),
    entry(Find, 1, "entry = table.find(key)", Shape::finds_deeper).note(Text::CodeDeeper),
    entry(IfEntry, 1, "if entry:", TABLE),
    entry(IfExact, 2, "if entry.lower == entry.upper:", TABLE),
    entry(ReturnExact, 3, "return entry.lower", TABLE).note(Text::CodeExact),
    entry(IfLower, 2, "if entry.lower >= β:", TABLE),
    entry(ReturnLower, 3, "return entry.lower", TABLE).note(Text::CodeFailHigh),
    entry(IfUpper, 2, "if entry.upper <= α:", TABLE),
    entry(ReturnUpper, 3, "return entry.upper", TABLE).note(Text::CodeFailLow),
    entry(NarrowAlpha, 2, "α = max(α, entry.lower)", NARROWS).note(Text::CodeNarrow),
    entry(NarrowBeta, 2, "β = min(β, entry.upper)", NARROWS).note(Text::CodeNarrow),
    entry(KeepWindow, 1, "α0, β0 = α, β", TABLE).note(Text::CodeKeepWindow),
    // Guesses about the whole node.
    entry(CutBound, 1, "goal = cut_bound(node, α, β)", WHOLE).note(Text::CodeCutBound),
    entry(MayGuess, 1, "guesses = node.is_child", |shape| WHOLE(shape) && PLAIN(shape)).note(Text::CodeMayGuess),
    entry(MayGuess, 1, "guesses = node.is_child and α + 1 == β", |shape| WHOLE(shape) && PVS(shape))
        .note(Text::CodeMayGuess),
    entry(IfPass, 1, "if guesses and can_pass(node, depth, goal):", PASS).note(Text::CodePass),
    entry(PassWindow, 2, "a, b = test(node, goal)", PASS).note(Text::CodeTest),
    entry(PassDepth, 2, "left = max(depth − {pass plies}, 0)", PASS),
    entry(CallPass, 2, "score = {node}(node.passed, a, b, left)", PASS),
    entry(KeepScore, 2, "kept = score", |shape| PASS(shape) && SOFT(shape)),
    entry(IfVerify, 2, "if reaches(node, score, goal) and depth > {pass}:", PASS).note(Text::CodeVerify),
    entry(VerifyDepth, 3, "left = depth − {pass}", PASS),
    entry(CallVerify, 3, "score = {node}(node.again, a, b, left)", PASS),
    entry(IfPassCut, 2, "if reaches(node, score, goal):", PASS),
    entry(ReturnPass, 3, "return goal", |shape| PASS(shape) && HARD(shape)),
    entry(ReturnPass, 3, "return score_or(goal, kept)", |shape| PASS(shape) && SOFT(shape)).note(Text::CodeNoMate),
    entry(IfProbe, 1, "if guesses and can_probe(node, depth, goal):", PROBE).note(Text::CodeProbe),
    entry(ProbeBound, 2, "far = improved(node, goal, {probe})", PROBE).note(Text::CodeProbeBound),
    entry(ProbeWindow, 2, "a, b = test(node, far)", PROBE).note(Text::CodeTest),
    entry(ProbeDepth, 2, "left = depth // 2", PROBE),
    entry(CallProbe, 2, "score = {node}(node.again, a, b, left)", PROBE),
    entry(IfProbeCut, 2, "if reaches(node, score, far):", PROBE),
    entry(ReturnProbe, 3, "return goal", PROBE),
    // Guesses about the best move.
    entry(NoFirst, 1, "first = None", FIRST),
    entry(IfShallow, 1, "if depth >= 4 and not node.is_again and α + 1 < β:", SHALLOW).note(Text::CodeShallow),
    entry(CallShallow, 2, "score = {node}(node.again, α, β, depth − 2)", SHALLOW),
    entry(FirstOfShallow, 2, "first = node.best_move", SHALLOW),
    entry(NoSingular, 1, "singular = None", SINGULAR),
    entry(IfSingle, 1, "if can_be_singular(node, depth):", SINGULAR).note(Text::CodeSingular),
    entry(SingleDepth, 2, "left = depth // 2", SINGULAR),
    entry(IfNoFirst, 2, "if not first:", SINGULAR),
    entry(CallFindFirst, 3, "score = {node}(node.again, α, β, left)", SINGULAR),
    entry(FoundFirst, 3, "first = node.best_move", SINGULAR),
    entry(OthersBound, 2, "bound = worsened(node, score, {singular})", SINGULAR),
    entry(IfFirstIsValue, 2, "if first and is_value(node, score, bound, α, β):", SINGULAR).note(Text::CodeIsValue),
    entry(OthersWindow, 3, "a, b = test(node, bound)", SINGULAR).note(Text::CodeTest),
    entry(Others, 3, "others = node.without(first)", SINGULAR),
    entry(CallOthers, 3, "score = {node}(others, a, b, left)", SINGULAR),
    entry(IfOthersWorse, 3, "if not reaches(node, score, bound):", SINGULAR),
    entry(SetSingular, 4, "singular = first", SINGULAR),
    // The children.
    entry(InitBest, 1, "best = worst(node)", SOFT).note(Text::CodeWorst),
    entry(InitBest, 1, "best = own_bound(node, α, β)", HARD).note(Text::CodeOwnBound),
    entry(InitCount, 1, "count = 0", COUNTS),
    entry(ForChild, 1, "for child in in_order(node, first):", FIRST).note(Text::CodeFirstMove),
    entry(ForChild, 1, "for child in node.children:", |shape| !FIRST(shape)),
    entry(IfExcluded, 2, "if child.move == node.excluded:", SINGULAR),
    entry(SkipExcluded, 3, "continue", SINGULAR),
    entry(IfLate, 2, "if is_late(child, count, depth, best, α, β):", LATE).note(Text::CodeLate),
    entry(SkipLate, 3, "continue", LATE),
    entry(IfFutile, 2, "if is_futile(child, count, depth, best, α, β):", FUTILE).note(Text::CodeFutile),
    entry(BestFutile, 3, "best = better(node, best, most(node, depth))", FUTILE).note(Text::CodeMost),
    entry(SkipFutile, 3, "continue", FUTILE),
    entry(ChildDepth, 2, "left = depth − child.plies", ALWAYS).note(Text::CodePlies),
    entry(NullWindow, 2, "a, b = null(node, α, β)", |shape| REDUCES(shape) || PVS(shape)).note(Text::CodeNullWindow),
    entry(Reduce, 2, "reduce = reduction(child, count, depth)", REDUCES).note(Text::CodeReduction),
    entry(IfExtend, 2, "if child.in_check and node.ply < 2 * limit:", |shape| CHECKS(shape) && !SINGULAR(shape)),
    entry(IfExtend, 2, "if child.move == singular and child.plies > 0:", |shape| SINGULAR(shape) && !CHECKS(shape)),
    entry(IfExtend, 2, "if extends(child, singular):", |shape| SINGULAR(shape) && CHECKS(shape))
        .note(Text::CodeExtends),
    entry(Extend, 3, "left = left + 1", EXTENDS),
    entry(NoReduction, 3, "reduce = 0", |shape| EXTENDS(shape) && REDUCES(shape)),
    entry(IfReduced, 2, "if reduce > 0:", REDUCES),
    entry(CallReduced, 3, "score = {node}(child, a, b, left − reduce)", REDUCES),
    entry(IfWhole, 2, "if reduce == 0 or beats(node, score, α, β):", REDUCES).note(Text::CodeBeats),
    entry(IfFirstChild, 2, "if count == 0:", PVS).deeper(REDUCES),
    entry(CallFirstChild, 3, "score = {node}(child, α, β, left)", PVS).deeper(REDUCES),
    entry(ElseNullChild, 2, "else:", PVS).deeper(REDUCES),
    entry(CallNullChild, 3, "score = {node}(child, a, b, left)", PVS).deeper(REDUCES),
    entry(IfAgainChild, 3, "if α < score < β:", PVS).deeper(REDUCES),
    entry(AgainWindow, 4, "a, b = narrow(node, α, β, score)", PVS).deeper(REDUCES),
    entry(CallAgainChild, 4, "score = {node}(child, a, b, left)", PVS).deeper(REDUCES).note(Text::CodeAgain),
    entry(CallChild, 2, "score = {node}(child, α, β, left)", PLAIN).deeper(REDUCES),
    entry(BestChild, 2, "best = better(node, best, score)", ALWAYS).note(Text::CodeBetter),
    entry(NarrowChild, 2, "α, β = narrow(node, α, β, best)", ALWAYS).note(Text::CodeTakeIn),
    entry(IfCutChild, 2, "if α >= β:", ALWAYS),
    entry(BreakChild, 3, "break", ALWAYS),
    entry(CountChild, 2, "count = count + 1", COUNTS),
    // The end of a node.
    entry(IfStoreUpper, 1, "if best <= α0:", TABLE),
    entry(StoreUpper, 2, "table.store(key, −∞, best)", TABLE).note(Text::CodeFailLow),
    entry(IfStoreLower, 1, "elif best >= β0:", TABLE),
    entry(StoreLower, 2, "table.store(key, best, ∞)", TABLE).note(Text::CodeFailHigh),
    entry(ElseStoreExact, 1, "else:", TABLE),
    entry(StoreExact, 2, "table.store(key, best, best)", TABLE).note(Text::CodeExact),
    entry(Return, 1, "return best", ALWAYS),
];
