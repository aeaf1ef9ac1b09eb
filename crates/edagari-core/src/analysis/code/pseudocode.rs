//! The pseudocode of the depth-first searches: each line with its indentation, the condition for the runs that contain it, and a comment.
//!
//! A line with several forms has several entries, of which at most one applies to a run. Names in braces are replaced by values
//! of the run (see `written.rs`). The text is simple enough for the interpreter of the tests: assignments, `if`, `for`, `while`,
//! `break` and `return`.

#[allow(clippy::enum_glob_use, reason = "each line of the list begins with one")]
use super::line::CodeLine::{self, *};
use super::line::{Entry, entry};
use super::shape::{Driver, Shape};
use crate::language::Text;
use crate::search::First;

/// A line of a node, or of the driver outside the loop over depths.
const fn line(of: CodeLine, level: u8, text: &'static str, when: fn(&Shape) -> bool) -> Entry<Shape> {
    entry(of, level, text, when)
}

/// A line of the driver that is repeated at each depth.
const fn each(of: CodeLine, level: u8, text: &'static str, when: fn(&Shape) -> bool) -> Entry<Shape> {
    line(of, level, text, when).deeper(Shape::deepens)
}

/// A line that uses the bounds of the rules; below `if children:` in runs that skip losing moves.
const fn ruled(of: CodeLine, level: u8, text: &'static str, when: fn(&Shape) -> bool) -> Entry<Shape> {
    line(of, level, text, when).deeper(Shape::skips_losing)
}

const ALWAYS: fn(&Shape) -> bool = |_| true;
const CHANCE: fn(&Shape) -> bool = Shape::has_chance;
const STAR1: fn(&Shape) -> bool = |shape| shape.has_chance() && shape.has_windows();
const SUMMED: fn(&Shape) -> bool = |shape| shape.has_range() && !shape.probes();
const PROBED: fn(&Shape) -> bool = Shape::probes;
const RANGED: fn(&Shape) -> bool = Shape::has_range;
const WINDOWS: fn(&Shape) -> bool = Shape::has_windows;
const MINIMAX: fn(&Shape) -> bool = Shape::is_minimax;
const PVS: fn(&Shape) -> bool = Shape::is_pvs;
const ONE_BOUND: fn(&Shape) -> bool = Shape::is_one_bound;
const ASPIRATION: fn(&Shape) -> bool = |shape| shape.is(Driver::Aspiration);
const HALVES: fn(&Shape) -> bool = |shape| shape.is(Driver::Halves);
const NULL_PASSES: fn(&Shape) -> bool = Shape::has_null_passes;
const BOUNDS: fn(&Shape) -> bool = Shape::has_bounds;
const STORES_BOUNDS: fn(&Shape) -> bool = Shape::stores_bounds;
const NARROWS: fn(&Shape) -> bool = Shape::narrows;
const WINS: fn(&Shape) -> bool = Shape::wins_at_once;
const SKIPS: fn(&Shape) -> bool = Shape::skips_losing;
const SKIPS_NEAR_LIMIT: fn(&Shape) -> bool = |shape| shape.skips_losing() && shape.has_limit;
const RULES: fn(&Shape) -> bool = Shape::has_rule_bounds;
const TWO_RULES: fn(&Shape) -> bool = Shape::has_two_rule_bounds;
const HANDS_DOWN: fn(&Shape) -> bool = |shape| shape.has_windows() && shape.hands_down();
const IN_LOOP: fn(&Shape) -> bool = |shape| shape.is(Driver::Single) && shape.deepens();

/// All lines, in display order.
pub(super) const PSEUDOCODE: &[Entry<Shape>] = &[
    // The runs from the root.
    line(Search, 0, "def {search}(root):", ALWAYS),
    line(Range, 1, "L, U = {lowest}, {highest}", RANGED).note(Text::CodeRange),
    line(Limit, 1, "limit = {limit}", |shape| shape.has_limit && !shape.deepens()),
    line(Guess, 1, "guess = {guess}", |shape| shape.has_guess() && shape.guess.is_some()).note(Text::CodeGuess),
    line(Guess, 1, "score = {guess}", Shape::begins_with_guess).note(Text::CodeGuess),
    line(Deepen, 1, "for limit in range({depths}):", Shape::deepens).note(Text::CodeDeepening),
    line(Passes, 1, "for α, β in passes:", |shape| shape.is(Driver::OfProgram) && shape.has_windows())
        .note(Text::CodePasses),
    line(Passes, 1, "for limit in passes:", |shape| shape.is(Driver::OfProgram) && shape.is_minimax())
        .note(Text::CodePasses),
    each(FirstGuess, 1, "score = {high}", |shape| shape.is(Driver::NullWindows(First::Highest))),
    each(FirstGuess, 1, "score = {low}", |shape| shape.is(Driver::NullWindows(First::Lowest))),
    each(ClampGuess, 1, "score = min(max(score, {low}), {high})", |shape| {
        shape.begins_with_guess() && shape.has_requested_window()
    }),
    each(Width, 1, "width = {width}", |shape| shape.is(Driver::Aspiration) && shape.growth.is_some()),
    each(AskBelow, 1, "α = guess − {reach}", |shape| shape.is(Driver::Aspiration) && !shape.has_requested_window()),
    each(AskAbove, 1, "β = guess + {reach}", |shape| shape.is(Driver::Aspiration) && !shape.has_requested_window()),
    each(AskBelow, 1, "α = max({low}, guess − {reach})", |shape| {
        shape.is(Driver::Aspiration) && shape.has_requested_window()
    }),
    each(AskAbove, 1, "β = min({high}, guess + {reach})", |shape| {
        shape.is(Driver::Aspiration) && shape.has_requested_window()
    }),
    each(IfClosed, 1, "if α >= β:", |shape| shape.is(Driver::Aspiration) && shape.has_requested_window()),
    each(AskAll, 2, "α, β = {low}, {high}", |shape| shape.is(Driver::Aspiration) && shape.has_requested_window()),
    each(Bounds, 1, "lower, upper = {low}, {high}", BOUNDS),
    each(Step, 1, "step = 1", HALVES),
    each(FirstBound, 1, "bound = guess", HALVES),
    each(While, 1, "while True:", ASPIRATION),
    each(While, 1, "while lower < upper:", BOUNDS),
    each(IfOutside, 2, "if not lower < bound <= upper:", HALVES),
    each(IfNoUpper, 3, "if upper == ∞:", HALVES),
    each(StepUp, 4, "bound = lower + step", HALVES),
    each(IfNoLower, 3, "elif lower == −∞:", HALVES),
    each(StepDown, 4, "bound = upper − step + 1", HALVES),
    each(ElseMiddle, 3, "else:", HALVES),
    each(Middle, 4, "bound = lower + (upper − lower + 1) // 2", HALVES),
    each(DoubleStep, 3, "step = step * 2", HALVES),
    each(Bound, 2, "bound = max(score, lower + 1)", NULL_PASSES),
    each(Call, 1, "return {node}(root, {low}, {high}{depth})", |shape| shape.is_one_call() && shape.has_windows()),
    each(Call, 1, "return {node}(root)", |shape| shape.is_one_call() && shape.is_minimax()),
    each(Call, 1, "score = {node}(root, {low}, {high}{depth})", |shape| IN_LOOP(shape) && shape.has_windows()),
    each(Call, 1, "score = {node}(root)", |shape| IN_LOOP(shape) && shape.is_minimax()),
    each(Call, 2, "score = {node}(root, α, β{depth})", |shape| {
        (shape.is(Driver::Aspiration) || shape.is(Driver::OfProgram)) && shape.has_windows()
    }),
    each(Call, 2, "score = {node}(root)", |shape| shape.is(Driver::OfProgram) && shape.is_minimax()),
    each(Call, 2, "score = {node}(root, bound − 1, bound{depth})", BOUNDS),
    each(Grow, 2, "width = width * {growth}", |shape| shape.is(Driver::Aspiration) && shape.growth.is_some()),
    each(IfFailLow, 2, "if score <= α:", |shape| shape.is(Driver::Aspiration) && !shape.has_requested_window()),
    each(IfFailLow, 2, "if score <= α and {low} < α:", |shape| {
        shape.is(Driver::Aspiration) && shape.has_requested_window()
    }),
    each(OpenAlpha, 3, "α = {low}", |shape| shape.is(Driver::Aspiration) && shape.growth.is_none())
        .note(Text::CodeOpenAlpha),
    each(OpenAlpha, 3, "α = score − width", |shape| {
        shape.is(Driver::Aspiration) && shape.growth.is_some() && !shape.has_requested_window()
    })
    .note(Text::CodeOpenAlpha),
    each(OpenAlpha, 3, "α = max({low}, score − width)", |shape| {
        shape.is(Driver::Aspiration) && shape.growth.is_some() && shape.has_requested_window()
    })
    .note(Text::CodeOpenAlpha),
    each(IfFailLow, 2, "if score < bound:", BOUNDS),
    each(SetUpper, 3, "upper = score", BOUNDS).note(Text::CodeFailLow),
    each(IfFailHigh, 2, "elif score >= β:", |shape| shape.is(Driver::Aspiration) && !shape.has_requested_window()),
    each(IfFailHigh, 2, "elif score >= β and β < {high}:", |shape| {
        shape.is(Driver::Aspiration) && shape.has_requested_window()
    }),
    each(OpenBeta, 3, "β = {high}", |shape| shape.is(Driver::Aspiration) && shape.growth.is_none())
        .note(Text::CodeOpenBeta),
    each(OpenBeta, 3, "β = score + width", |shape| {
        shape.is(Driver::Aspiration) && shape.growth.is_some() && !shape.has_requested_window()
    })
    .note(Text::CodeOpenBeta),
    each(OpenBeta, 3, "β = min({high}, score + width)", |shape| {
        shape.is(Driver::Aspiration) && shape.growth.is_some() && shape.has_requested_window()
    })
    .note(Text::CodeOpenBeta),
    each(ElseFailHigh, 2, "else:", BOUNDS),
    each(SetLower, 3, "lower = score", BOUNDS).note(Text::CodeFailHigh),
    each(ElseInside, 2, "else:", ASPIRATION),
    each(Settled, 3, "break", ASPIRATION).note(Text::CodeInside),
    each(NextGuess, 1, "guess = score", |shape| shape.has_guess() && shape.deepens()),
    line(SearchReturn, 1, "return score", |shape| !shape.is_one_call()),
    // A node: its end, and the table.
    line(Def, 0, "def {node}(node, α, β):", WINDOWS),
    line(Def, 0, "def {node}(node):", MINIMAX),
    line(IfOver, 1, "if node.is_over:", ALWAYS),
    line(ReturnScore, 2, "return node.score", ALWAYS),
    line(IfLimit, 1, "if node.depth == limit:", |shape| shape.has_limit).note(Text::CodeDepth),
    line(ReturnEvaluation, 2, "return evaluate(node)", |shape| shape.has_limit),
    line(IfWin, 1, "if node.can_win:", WINS).note(Text::CodeWin),
    line(BestWin, 2, "best = node.win_score", WINS),
    line(NarrowWin, 2, "α, β = narrow(node, α, β, best)", |shape| shape.wins_at_once() && shape.has_windows())
        .note(Text::CodeTakeIn),
    line(ReturnWin, 2, "return best", WINS).note(Text::CodeExact),
    line(Key, 1, "key = node.position{key}", Shape::has_table),
    line(Find, 1, "entry = table.find(key)", |shape| shape.has_table() && !shape.finds_deeper()),
    line(Find, 1, "entry = table.find(key)", Shape::finds_deeper).note(Text::CodeDeeper),
    line(IfEntry, 1, "if entry:", Shape::has_table),
    line(ReturnEntry, 2, "return entry.score", |shape| shape.is_minimax() && shape.has_table()),
    line(IfExact, 2, "if entry.lower == entry.upper:", STORES_BOUNDS),
    line(ReturnExact, 3, "return entry.lower", STORES_BOUNDS).note(Text::CodeExact),
    line(IfLower, 2, "if entry.lower >= β:", STORES_BOUNDS),
    line(ReturnLower, 3, "return entry.lower", STORES_BOUNDS).note(Text::CodeFailHigh),
    line(IfUpper, 2, "if entry.upper <= α:", STORES_BOUNDS),
    line(ReturnUpper, 3, "return entry.upper", STORES_BOUNDS).note(Text::CodeFailLow),
    line(NarrowAlpha, 2, "α = max(α, entry.lower)", NARROWS).note(Text::CodeNarrow),
    line(NarrowBeta, 2, "β = min(β, entry.upper)", NARROWS).note(Text::CodeNarrow),
    line(NoLosing, 1, "losing = []", SKIPS_NEAR_LIMIT),
    line(IfLooksAhead, 1, "if node.depth + 1 < limit:", SKIPS_NEAR_LIMIT),
    line(FindLosing, 2, "losing = node.losing_children", SKIPS_NEAR_LIMIT).note(Text::CodeLosing),
    line(FindLosing, 1, "losing = node.losing_children", |shape| shape.skips_losing() && !shape.has_limit)
        .note(Text::CodeLosing),
    line(Children, 1, "children = node.children − losing", SKIPS),
    line(IfChildren, 1, "if children:", |shape| shape.skips_losing() && shape.has_rule_bounds()),
    ruled(IfFar, 1, "if node.depth + 1 < limit:", TWO_RULES),
    ruled(RuleBounds, 2, "rules = {bounds}", TWO_RULES).note(Text::CodeRuleBounds),
    ruled(ElseNear, 1, "else:", TWO_RULES),
    ruled(NearBounds, 2, "rules = {near bounds}", |shape| shape.has_two_rule_bounds() && !shape.keeps_best_bound())
        .note(Text::CodeRuleBounds),
    ruled(NearBounds, 2, "rules = {near bounds}", |shape| shape.has_two_rule_bounds() && shape.keeps_best_bound())
        .note(Text::CodeBestBound),
    ruled(RuleBounds, 1, "rules = {bounds}", |shape| shape.has_one_rule_bounds() && !shape.has_best_bound_alone())
        .note(Text::CodeRuleBounds),
    ruled(RuleBounds, 1, "rules = {bounds}", |shape| shape.has_one_rule_bounds() && shape.has_best_bound_alone())
        .note(Text::CodeBestBound),
    ruled(IfRuleUpper, 1, "if rules.upper <= α:", RULES),
    ruled(BestRuleUpper, 2, "best = rules.upper", RULES),
    ruled(NarrowRuleUpper, 2, "α, β = narrow(node, α, β, best)", RULES).note(Text::CodeTakeIn),
    ruled(ReturnRuleUpper, 2, "return best", RULES).note(Text::CodeFailLow),
    ruled(IfRuleLower, 1, "if rules.lower >= β:", RULES),
    ruled(BestRuleLower, 2, "best = rules.lower", RULES),
    ruled(NarrowRuleLower, 2, "α, β = narrow(node, α, β, best)", RULES).note(Text::CodeTakeIn),
    ruled(ReturnRuleLower, 2, "return best", RULES).note(Text::CodeFailHigh),
    ruled(IfRuleOpen, 1, "if rules.lower < rules.upper:", RULES).note(Text::CodeRuleOpen),
    ruled(RuleAlpha, 2, "α = max(α, rules.lower)", RULES).note(Text::CodeNarrow),
    ruled(RuleBeta, 2, "β = min(β, rules.upper)", RULES).note(Text::CodeNarrow),
    line(KeepWindow, 1, "α0, β0 = α, β", STORES_BOUNDS).note(Text::CodeKeepWindow),
    // A chance node.
    line(IfChance, 1, "if node.is_chance:", CHANCE),
    line(InitChance, 2, "total = 0", |shape| shape.has_chance() && !shape.has_range()),
    line(InitChance, 2, "total, rest = 0, 1", SUMMED).note(Text::CodeRest),
    line(InitChance, 2, "low, high = L, U", PROBED).note(Text::CodeMeanRange),
    line(AllChildren, 2, "children = node.children", PROBED),
    line(ForProbe, 2, "for child in node.children:", PROBED).note(Text::CodeProbing),
    line(LowChild, 3, "child.low = L", PROBED),
    line(HighChild, 3, "child.high = U", PROBED),
    line(IfChoice, 3, "if child.has_choice:", |shape| PROBED(shape) && !shape.has_limit).note(Text::CodeHasChoice),
    line(IfChoice, 3, "if child.has_choice and child.depth < limit:", |shape| PROBED(shape) && shape.has_limit)
        .note(Text::CodeHasChoice),
    line(ProbeProbability, 4, "p = child.probability", PROBED),
    line(ProbeAlpha, 4, "A = floor((α − high + p * U) / p)", PROBED).note(Text::CodeChanceAlpha),
    line(ProbeBeta, 4, "B = ceil((β − low + p * L) / p)", PROBED).note(Text::CodeChanceBeta),
    line(ProbeEnds, 4, "a, b = clip(A, B)", PROBED).note(Text::CodeClip),
    line(CallProbed, 4, "score = probe(child, a, b)", PROBED),
    line(IfLowKnown, 4, "if child.player == MAX and score > a:", PROBED),
    line(KeepLow, 5, "child.low = score", PROBED).note(Text::CodeProbeLow),
    line(RaiseLow, 5, "low = low + p * (score − L)", PROBED),
    line(IfProbeAbove, 5, "if score >= B:", PROBED),
    line(BoundProbeAbove, 6, "low = floor(low)", PROBED).note(Text::CodeFailHigh),
    line(NoneAbove, 6, "children = []", PROBED),
    line(BreakProbeAbove, 6, "break", PROBED).note(Text::CodeBetaCut),
    line(IfHighKnown, 4, "elif child.player == MIN and score < b:", PROBED),
    line(KeepHigh, 5, "child.high = score", PROBED).note(Text::CodeProbeHigh),
    line(LowerHigh, 5, "high = high + p * (score − U)", PROBED),
    line(IfProbeBelow, 5, "if score <= A:", PROBED),
    line(BoundProbeBelow, 6, "low = ceil(high)", PROBED).note(Text::CodeFailLow),
    line(NoneBelow, 6, "children = []", PROBED),
    line(BreakProbeBelow, 6, "break", PROBED).note(Text::CodeAlphaCut),
    line(ForChance, 2, "for child in node.children:", |shape| shape.has_chance() && !shape.probes()),
    line(ForChance, 2, "for child in children:", PROBED),
    line(Probability, 3, "p = child.probability", CHANCE),
    line(Rest, 3, "rest = rest − p", SUMMED),
    line(Rest, 3, "low = low − p * child.low", PROBED),
    line(RestHigh, 3, "high = high − p * child.high", PROBED),
    line(ChanceAlpha, 3, "A = floor((α − total − rest * U) / p)", SUMMED).note(Text::CodeChanceAlpha),
    line(ChanceAlpha, 3, "A = floor((α − high) / p)", PROBED).note(Text::CodeChanceAlpha),
    line(ChanceBeta, 3, "B = ceil((β − total − rest * L) / p)", SUMMED).note(Text::CodeChanceBeta),
    line(ChanceBeta, 3, "B = ceil((β − low) / p)", PROBED).note(Text::CodeChanceBeta),
    line(ChanceEnds, 3, "a, b = clip(A, B)", RANGED).note(Text::CodeClip),
    line(CallChance, 3, "score = {node}(child, a, b)", RANGED),
    line(CallChance, 3, "score = {node}(child, −∞, ∞)", |shape| STAR1(shape) && !shape.has_range()),
    line(CallChance, 3, "score = {node}(child)", |shape| shape.has_chance() && shape.is_minimax()),
    line(AddChance, 3, "total = total + p * score", |shape| shape.has_chance() && !shape.probes()),
    line(AddChance, 3, "low, high = low + p * score, high + p * score", PROBED),
    line(IfBelow, 3, "if score <= A:", RANGED),
    line(BoundBelow, 4, "total = ceil(total + rest * U)", SUMMED).note(Text::CodeFailLow),
    line(BoundBelow, 4, "low = ceil(high)", PROBED).note(Text::CodeFailLow),
    line(BreakBelow, 4, "break", RANGED).note(Text::CodeAlphaCut),
    line(IfAbove, 3, "if score >= B:", RANGED),
    line(BoundAbove, 4, "total = floor(total + rest * L)", SUMMED).note(Text::CodeFailHigh),
    line(BoundAbove, 4, "low = floor(low)", PROBED).note(Text::CodeFailHigh),
    line(BreakAbove, 4, "break", RANGED).note(Text::CodeBetaCut),
    line(BestChance, 2, "best = {mean}", |shape| shape.has_chance() && shape.is_exact()).note(Text::CodeMean),
    line(BestChance, 2, "best = round({mean})", |shape| shape.has_chance() && !shape.is_exact()).note(Text::CodeMean),
    // A max node.
    line(IfMax, 1, "if node.player == MAX:", |shape| !shape.has_chance()),
    line(IfMax, 1, "elif node.player == MAX:", CHANCE),
    line(InitMax, 2, "best = −∞", |shape| !shape.is_hard()),
    line(InitMax, 2, "best = α", Shape::is_hard).note(Text::CodeFailHard),
    line(ForMax, 2, "for child in node.children:", |shape| !shape.skips_losing()),
    line(ForMax, 2, "for child in children:", SKIPS),
    line(CallMax, 3, "score = {node}(child)", MINIMAX),
    line(CallMax, 3, "score = {node}(child, α, β)", HANDS_DOWN),
    line(IfOtherMax, 3, "if child.player == MIN:", ONE_BOUND),
    line(CallOtherMax, 4, "score = {node}(child, α, ∞)", ONE_BOUND).note(Text::CodeOneBound),
    line(ElseSameMax, 3, "else:", ONE_BOUND),
    line(CallSameMax, 4, "score = {node}(child, −∞, β)", ONE_BOUND),
    line(IfFirstMax, 3, "if child.is_first or α == −∞:", PVS),
    line(CallFirstMax, 4, "score = {node}(child, α, β)", PVS),
    line(ElseNullMax, 3, "else:", PVS),
    line(CallNullMax, 4, "score = {node}(child, α, α + 1)", PVS).note(Text::CodeNullWindow),
    line(IfAgainMax, 4, "if α < score < β:", PVS),
    line(CallAgainMax, 5, "score = {node}(child, score, β)", PVS).note(Text::CodeAgain),
    line(BestMax, 3, "best = max(best, score)", ALWAYS),
    line(RaiseAlpha, 3, "α = max(α, best)", WINDOWS),
    line(IfCutMax, 3, "if α >= β:", WINDOWS),
    line(BreakMax, 4, "break", WINDOWS).note(Text::CodeBetaCut),
    line(IfLosingMax, 2, "if losing:", |shape| shape.skips_losing() && shape.is_minimax()),
    line(IfLosingMax, 2, "if losing and α < β:", |shape| shape.skips_losing() && shape.has_windows()),
    line(BestLosingMax, 3, "best = max(best, highest(losing))", SKIPS).note(Text::CodeByRules),
    line(RaiseLosing, 3, "α = max(α, best)", |shape| shape.skips_losing() && shape.has_windows()),
    // A min node.
    line(ElseMin, 1, "else:", ALWAYS),
    line(InitMin, 2, "best = ∞", |shape| !shape.is_hard()),
    line(InitMin, 2, "best = β", Shape::is_hard).note(Text::CodeFailHard),
    line(ForMin, 2, "for child in node.children:", |shape| !shape.skips_losing()),
    line(ForMin, 2, "for child in children:", SKIPS),
    line(CallMin, 3, "score = {node}(child)", MINIMAX),
    line(CallMin, 3, "score = {node}(child, α, β)", HANDS_DOWN),
    line(IfOtherMin, 3, "if child.player == MAX:", ONE_BOUND),
    line(CallOtherMin, 4, "score = {node}(child, −∞, β)", ONE_BOUND).note(Text::CodeOneBound),
    line(ElseSameMin, 3, "else:", ONE_BOUND),
    line(CallSameMin, 4, "score = {node}(child, α, ∞)", ONE_BOUND),
    line(IfFirstMin, 3, "if child.is_first or β == ∞:", PVS),
    line(CallFirstMin, 4, "score = {node}(child, α, β)", PVS),
    line(ElseNullMin, 3, "else:", PVS),
    line(CallNullMin, 4, "score = {node}(child, β − 1, β)", PVS).note(Text::CodeNullWindow),
    line(IfAgainMin, 4, "if α < score < β:", PVS),
    line(CallAgainMin, 5, "score = {node}(child, α, score)", PVS).note(Text::CodeAgain),
    line(BestMin, 3, "best = min(best, score)", ALWAYS),
    line(LowerBeta, 3, "β = min(β, best)", WINDOWS),
    line(IfCutMin, 3, "if α >= β:", WINDOWS),
    line(BreakMin, 4, "break", WINDOWS).note(Text::CodeAlphaCut),
    line(IfLosingMin, 2, "if losing:", |shape| shape.skips_losing() && shape.is_minimax()),
    line(IfLosingMin, 2, "if losing and α < β:", |shape| shape.skips_losing() && shape.has_windows()),
    line(BestLosingMin, 3, "best = min(best, lowest(losing))", SKIPS).note(Text::CodeByRules),
    line(LowerLosing, 3, "β = min(β, best)", |shape| shape.skips_losing() && shape.has_windows()),
    // The end of a node.
    line(IfStoreUpper, 1, "if best <= α0:", STORES_BOUNDS),
    line(StoreUpper, 2, "table.store(key, −∞, best)", STORES_BOUNDS).note(Text::CodeFailLow),
    line(IfStoreLower, 1, "elif best >= β0:", STORES_BOUNDS),
    line(StoreLower, 2, "table.store(key, best, ∞)", STORES_BOUNDS).note(Text::CodeFailHigh),
    line(ElseStoreExact, 1, "else:", STORES_BOUNDS),
    line(StoreExact, 2, "table.store(key, best, best)", STORES_BOUNDS).note(Text::CodeExact),
    line(StoreExact, 1, "table.store(key, best, best)", |shape| shape.is_minimax() && shape.has_table()),
    line(Return, 1, "return best", ALWAYS),
    // The probe of a child of a chance node.
    line(DefProbed, 0, "def probe(node, α, β):", PROBED),
    line(CallFirst, 1, "score = {node}(node.children.first, α, β)", PROBED).note(Text::CodeFirstOnly),
    line(NarrowFirst, 1, "α, β = narrow(node, α, β, score)", PROBED).note(Text::CodeTakeIn),
    line(ReturnFirst, 1, "return score", PROBED),
];
