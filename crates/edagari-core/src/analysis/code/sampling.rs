//! The pseudocode of Monte-Carlo tree search, UCT and PUCT: its lines, those that run at a frame, and its variables.
//!
//! The selection of a child runs at the start of its node. At a leaf, the visit and the result are added at the end; at other nodes, at
//! the update.

#[allow(clippy::enum_glob_use, reason = "each line of the list begins with one")]
use super::line::CodeLine::{self, *};
use super::line::{Entry, LineSet, entry};
use super::shape::NoCode;
use super::variables::Variable;
use crate::analysis::names::node_names::{child_text, node_title};
use crate::analysis::names::scores::decimal_text;
use crate::language::{Language, Text};
use crate::search::{Playout as Playouts, Sampling, SamplingSetup};
use crate::trace::{Candidate, FrameKind, NodeId, Samples, Step, Trace, VisitId};

/// The facts about a run that determine the lines of its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SamplingCode {
    sampling: Sampling,
    setup: SamplingSetup,
    /// Whether the game is over at the root.
    is_over: bool,
}

const ALWAYS: fn(&SamplingCode) -> bool = |_| true;
const RESULTS: fn(&SamplingCode) -> bool = SamplingCode::uses_results;
const SOLVER: fn(&SamplingCode) -> bool = |code| code.setup.solver;
const SINGLE: fn(&SamplingCode) -> bool = SamplingCode::adds_one_child;
const ALL: fn(&SamplingCode) -> bool = |code| !code.adds_one_child();
const UCT: fn(&SamplingCode) -> bool = |code| matches!(code.sampling, Sampling::Uct);
const PUCT: fn(&SamplingCode) -> bool = |code| matches!(code.sampling, Sampling::Puct);
const UCT_ALL: fn(&SamplingCode) -> bool = |code| UCT(code) && ALL(code);
const ENDS: fn(&SamplingCode) -> bool = |code| code.setup.solver || code.is_over;
/// Runs in which the formula is below two conditions.
const SINGLE_WITH_RESULTS: fn(&SamplingCode) -> bool = |code| code.adds_one_child() && code.uses_results();

const fn line(of: CodeLine, level: u8, text: &'static str, when: fn(&SamplingCode) -> bool) -> Entry<SamplingCode> {
    entry(of, level, text, when)
}

/// All lines, in display order.
pub(super) const LINES: &[Entry<SamplingCode>] = &[
    line(Search, 0, "def search(root):", ALWAYS),
    line(Constant, 1, "c = {constant}", ALWAYS).note(Text::CodeConstant),
    line(Iterations, 1, "for i in range({iterations}):", ALWAYS),
    line(Call, 2, "{node}(root)", ALWAYS).note(Text::CodeIteration),
    line(IfRootKnown, 2, "if root.is_known:", ENDS),
    line(BreakRootKnown, 3, "break", ENDS),
    line(Def, 0, "def {node}(node):", ALWAYS),
    line(IfOver, 1, "if node.is_over:", ALWAYS),
    line(LeafScore, 2, "score = node.score", ALWAYS),
    line(LeafResult, 2, "node.result = score", |code| code.uses_results() || code.is_over).note(Text::CodeKnown),
    line(IfNewLeaf, 1, "elif node.N == 0:", ALL),
    line(IfNewLeaf, 1, "elif node.N == 0 and not node.is_root:", SINGLE),
    line(Playout, 2, "score = playout(node)", |code| code.setup.playouts == Playouts::Random)
        .note(Text::CodeRandomPlayout),
    line(Playout, 2, "score = playout(node)", |code| code.setup.playouts == Playouts::First)
        .note(Text::CodeFirstPlayout),
    line(Playout, 2, "score = evaluate(node)", |code| code.setup.playouts == Playouts::Evaluation),
    line(ElseInner, 1, "else:", ALWAYS),
    line(IfUnvisited, 2, "if node.unvisited:", SINGLE),
    line(FirstUnvisited, 3, "child = node.unvisited.first", SINGLE).note(Text::CodeInOrder),
    line(ElseVisited, 2, "else:", SINGLE),
    line(InitValue, 2, "best = −∞", ALWAYS).deeper(SINGLE),
    line(ForMove, 2, "for move in node.children:", ALWAYS).deeper(SINGLE),
    line(IfMoveKnown, 3, "if move.is_known:", RESULTS).deeper(SINGLE),
    line(ValueKnown, 4, "value = node.sign * move.result", RESULTS).deeper(SINGLE),
    line(IfMoveNew, 3, "elif move.N == 0:", UCT_ALL),
    line(ValueNew, 4, "value = ∞", UCT_ALL),
    line(ElseMove, 3, "else:", RESULTS).deeper(SINGLE),
    line(Mean, 4, "Q = node.sign * move.W / move.N", UCT).deeper(SINGLE_WITH_RESULTS).note(Text::CodeSign),
    line(Mean, 4, "Q = node.sign * move.Q", PUCT).note(Text::CodeSignOrZero),
    line(Exploration, 4, "U = c * sqrt(ln(node.N) / move.N)", UCT)
        .deeper(SINGLE_WITH_RESULTS)
        .note(Text::CodeExploration),
    line(Exploration, 4, "U = c * move.P * sqrt(node.N) / (move.N + 1)", PUCT).note(Text::CodeExploration),
    line(ValueSum, 4, "value = Q + U", ALWAYS).deeper(SINGLE_WITH_RESULTS),
    line(IfGreater, 3, "if value > best:", ALWAYS).deeper(SINGLE).note(Text::CodeFirstOfEquals),
    line(SelectMove, 4, "best, child = value, move", ALWAYS).deeper(SINGLE),
    line(CallSelected, 2, "score = {node}(child)", ALWAYS),
    line(IfChildKnown, 2, "if child.is_known:", SOLVER),
    line(BestKnown, 3, "proven = node.best_known", SOLVER).note(Text::CodeBestKnown),
    line(IfProven, 3, "if node.all_known or is_win(node, proven):", SOLVER),
    line(SetProven, 4, "node.result = proven", SOLVER).note(Text::CodeProven),
    line(AddVisit, 1, "node.N = node.N + 1", ALWAYS).note(Text::CodeBackUp),
    line(AddResult, 1, "node.W = node.W + score", ALWAYS),
    line(Return, 1, "return score", ALWAYS),
];

impl SamplingCode {
    /// Determines the facts about a run.
    ///
    /// # Errors
    /// [`NoCode::UnknownFormula`] if the formula that selects children is unknown.
    pub(super) fn of(trace: &Trace, sampling: Sampling) -> Result<Self, NoCode> {
        if !trace.has_formula() {
            return Err(NoCode::UnknownFormula);
        }
        let is_over = trace.position(&[]).is_some_and(|start| start.score().is_some());
        Ok(Self { sampling, setup: trace.setup.sampling, is_over })
    }

    /// The text of a line with the placeholders replaced by values of the run.
    pub(super) fn filled(&self, text: &str) -> String {
        text.replace("{constant}", &self.setup.exploration.get().to_string())
            .replace("{iterations}", &self.setup.iterations.to_string())
            .replace("{node}", self.sampling.name())
    }

    const fn uses_results(&self) -> bool {
        self.setup.uses_results(self.sampling)
    }

    /// Whether each visit of a node adds one child.
    const fn adds_one_child(&self) -> bool {
        !self.setup.adds_all_children(self.sampling)
    }

    /// The highlighted line of a frame, and all lines that run at it.
    pub(super) fn at(&self, trace: &Trace, frame: usize) -> Option<(CodeLine, LineSet)> {
        let (step, samples) = (trace.step(frame)?, trace.samples()?);
        Some(match step.kind {
            FrameKind::Start => self.start(trace, &samples, step.visit),
            FrameKind::Score => (CallSelected, [CallSelected].into_iter().collect()),
            FrameKind::Update => (AddVisit, update(trace, &samples, &step)),
            FrameKind::End => (Return, self.end(trace, &samples, step.visit)),
            FrameKind::Lookup | FrameKind::Store => return None,
        })
    }

    fn start(&self, trace: &Trace, samples: &Samples<'_>, visit: VisitId) -> (CodeLine, LineSet) {
        let mut runs: LineSet = [Def, IfOver].into_iter().collect();
        if !is_leaf(trace, visit) {
            runs.extend([IfNewLeaf, ElseInner]);
            self.select(trace, samples, visit, &mut runs);
        } else if trace.is_result_of_game(visit) {
            runs.extend([LeafScore, LeafResult]);
        } else {
            runs.extend([IfNewLeaf, Playout]);
        }
        if trace.parent_visit(visit).is_some() {
            return (Def, runs);
        }
        runs.insert(Call);
        if trace.layer_of(visit) == 0 {
            runs.extend([Search, Constant, Iterations]);
        }
        (Call, runs)
    }

    /// Adds the lines that select a child.
    fn select(&self, trace: &Trace, samples: &Samples<'_>, visit: VisitId, runs: &mut LineSet) {
        let (node, start) = (trace.node_of(visit), trace.span(visit).0);
        if self.adds_one_child() {
            runs.insert(IfUnvisited);
            let is_new = match trace.visited_children(visit).next() {
                Some(child) => trace.layer_of(child) == 0,
                None => samples.candidates(node, start).iter().any(|candidate| candidate.sample.visits == 0),
            };
            if is_new {
                runs.insert(FirstUnvisited);
                return;
            }
            runs.insert(ElseVisited);
        }
        runs.extend([InitValue, ForMove, IfGreater, SelectMove]);
        if !self.uses_results() {
            runs.extend([Mean, Exploration, ValueSum]);
            return;
        }
        runs.insert(IfMoveKnown);
        for candidate in samples.candidates(node, start) {
            if candidate.result.is_some() {
                runs.insert(ValueKnown);
                continue;
            }
            runs.insert(IfMoveNew);
            if UCT_ALL(self) && candidate.sample.visits == 0 {
                runs.insert(ValueNew);
            } else {
                runs.extend([ElseMove, Mean, Exploration, ValueSum]);
            }
        }
    }

    fn end(&self, trace: &Trace, samples: &Samples<'_>, visit: VisitId) -> LineSet {
        let mut runs: LineSet = [Return].into_iter().collect();
        if is_leaf(trace, visit) {
            runs.extend([AddVisit, AddResult]);
        }
        if trace.parent_visit(visit).is_none() {
            runs.insert(IfRootKnown);
            let is_known = self.is_over || samples.result_by(NodeId::ROOT, trace.layer_of(visit) + 1).is_some();
            if ENDS(self) && is_known {
                runs.insert(BreakRootKnown);
            } else if trace.layers(NodeId::ROOT).nth(trace.layer_of(visit) + 1).is_some() {
                runs.insert(Iterations);
            }
        }
        runs
    }

    /// The names of all variables of this code.
    #[expect(clippy::unused_self, reason = "the same names in all runs, but those of other kinds of searches differ")]
    pub(super) fn variable_names(&self) -> Vec<&'static str> {
        vec!["node", "child", "node.N", "node.W", "best", "score", "return", "i"]
    }

    /// The variables that have a value after the lines of a frame have run.
    #[expect(clippy::unused_self, reason = "as in the code of other kinds of searches")]
    pub(super) fn variables(&self, trace: &Trace, frame: usize, language: Language) -> Vec<Variable> {
        let Some((step, samples)) = trace.step(frame).zip(trace.samples()) else { return Vec::new() };
        let mut variables = Vec::new();
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        set("i", trace.layers_by(NodeId::ROOT, frame).saturating_sub(1).to_string());
        set("node", node_title(trace, &trace.path(step.node), language));
        let sample = samples.of(step.node, frame);
        set("node.N", sample.visits.to_string());
        set("node.W", sample.total_text(trace));
        if step.kind != FrameKind::End
            && let Some(child) = trace.visited_children(step.visit).next()
        {
            set("child", child_text(trace, &trace.path(trace.node_of(child)), language));
            let selection = samples.selection(step.visit).filter(|_| step.kind == FrameKind::Start);
            let best = selection.and_then(|found| found.candidates.get(found.chosen).map(Candidate::sum));
            if let Some(best) = best.filter(|best| best.is_finite()) {
                set("best", decimal_text(best));
            }
        }
        if let Some(score) = step.score {
            let name = if step.kind == FrameKind::End { "return" } else { "score" };
            set(name, trace.in_unit(score).to_string());
        }
        variables
    }
}

/// Whether a visit is the last one on the path of an iteration.
fn is_leaf(trace: &Trace, visit: VisitId) -> bool {
    trace.is_leaf_visit(visit) && trace.span(visit).1.is_some()
}

fn update(trace: &Trace, samples: &Samples<'_>, step: &Step) -> LineSet {
    let mut runs: LineSet = [IfChildKnown, AddVisit, AddResult].into_iter().collect();
    let iteration = trace.layers_by(NodeId::ROOT, trace.span(step.visit).0);
    let is_known = |node: NodeId| samples.result_by(node, iteration).is_some();
    if trace.visited_children(step.visit).next().is_some_and(|child| is_known(trace.node_of(child))) {
        runs.extend([BestKnown, IfProven]);
        if is_known(step.node) {
            runs.insert(SetProven);
        }
    }
    runs
}
